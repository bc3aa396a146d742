"""`war`: a whole war played by agents, told as a story."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ..agents.roster import NAMES, agent
from ..agents.table import AgentTable
from ..campaign.desk import WarDesk
from ..campaign.war import War
from ..core.drive import play_call
from ..core.seat import KEEPER, PUBLIC, seat_viewer
from ..text import plain
from ..text.calling import TEAM_NAMES, called_in
from ..text.document import Column, Document, Table, spans
from .battle import JOURNAL, clear, say_verified
from .books import known_system
from .files import write
from .group import Command, argument, flag, option, path_option
from .posts import keeper_document, write_whole_posts
from .report import story_report
from .session import Exit, Session
from .table import Table as WarTable
from .table import begin, seed_of

MOST_TEAMS = 9


def commands(session: Session) -> Iterator[click.Command]:
    teams = click.IntRange(2, MOST_TEAMS)
    yield Command(
        "war",
        session,
        params=[
            argument(session, "system"),
            option(session, "teams", "war.teams", metavar="number", type=teams, default=7),
            option(session, "seed", "option.seed", metavar="text", default=""),
            option(session, "agents", "war.agents", metavar="name", default="steady"),
            path_option(session, "out", "war.out", required=True),
            flag(session, "fresh", "battle.fresh"),
        ],
        callback=lambda **given: war(session, **given),
    )


def war(session: Session, system: str, teams: int, seed: str, agents: str, out: Path, fresh: bool) -> None:
    """Play a war to its end: its journal, its story in text and HTML, and how it stands."""
    rules = known_system(session, system)
    names = [name.strip() for name in agents.split(",")]
    for name in names:
        if name not in NAMES:
            session.stop(Exit.WRONG, "war.no_such_agent", given=name, known=list(NAMES))
    if fresh:
        clear(session, out)
    called = {f"t{place}": name for place, name in enumerate(TEAM_NAMES[session.language.value][:teams], 1)}
    setup = rules.system.war_setup(called)
    title = session.say("war.title", system=session.prose(rules.package).name(system))
    table = begin(session, rules, out / JOURNAL, title, setup, {}, seed_of(session, seed))
    _play(session, table, names)
    _tell(session, table, out)


def _play(session: Session, table: WarTable, names: list[str]) -> None:
    """Put call after call to the agents, with a bar that shows how many teams are left to fall."""
    with table.in_one_go() as append:
        table.war = _put_calls(session, WarDesk(table.war, append), names)


def _put_calls(session: Session, desk: WarDesk, names: list[str]) -> War:
    seats = [seat.key for seat in desk.system.seats(desk.war.state)]
    held = {seat: agent(name, desk.system.name) for seat, name in zip(seats, cycle(names), strict=False)}
    seated = AgentTable(desk, held, hashlib.sha256(b"agents" + desk.war.seed).digest(), called=called_in(desk.war))
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=session.err, transient=True) as progress:
        task = progress.add_task(session.say("war.playing"), total=None)
        while calls := desk.calls():
            play_call(desk, seated, calls[0])
            progress.update(task, completed=desk.war.number)
    return desk.war


def _tell(session: Session, table: WarTable, out: Path) -> None:
    write_whole_posts(table, out, ())
    write(session, out / "keeper.txt", plain.render(keeper_document(table)))
    for name, viewer in (("story", PUBLIC), ("keeper", KEEPER)):
        write(session, out / f"{name}.html", story_report(table, viewer))
        session.line(session.say("post.wrote", who=session.say(f"war.{name}"), path=str(out / f"{name}.html")))
    for seat in table.war.system.seats(table.war.state):
        path = out / f"{seat.key}.html"
        write(session, path, story_report(table, seat_viewer(seat.key)))
        session.line(
            session.say("post.wrote", who=session.say("war.own", who=table.prose.name(seat.key)), path=str(path))
        )
    session.show(_standing(session, table))
    say_verified(table)


def _standing(session: Session, table: WarTable) -> Document:
    """How the war ended: who has won, of how many teams, in how many entries."""
    winners = table.war.system.winners(table.war.state) or ()
    rows = [
        (spans(name), spans(session.say("war.won" if key in winners else "war.lost")))
        for key, name in table.war.system.names(table.war.state).items()
    ]
    columns = (Column(session.say("war.team")), Column(session.say("war.result")))
    title = session.say("war.over", entries=table.war.number)
    return Document(session.language, title, (Table(columns, tuple(rows)),))
