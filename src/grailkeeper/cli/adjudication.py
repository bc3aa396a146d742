"""`close`, `rule`, `publish`: from closed calls to texts that can be posted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from ..campaign import adjudicate
from ..campaign.entry import Entry
from ..campaign.outcome import Refused
from ..campaign.resolving import Preview
from ..core.canon import Data
from ..core.point import Point
from ..text.document import Block, Bullets, Document, Heading, Item, spans
from ..text.formats import FORMATS, Format, render
from .files import write
from .group import Command, argument, file_argument, option
from .keeping import say_open_calls
from .session import Session
from .table import Table, audiences_of


def commands(session: Session) -> Iterator[click.Command]:
    say = session.say
    call = option("--call", default=None, help=say("option.call"))
    reason = option("--reason", default="", help=say("option.reason"))
    yield Command(
        "close",
        say,
        params=[file_argument("journal"), call, reason],
        callback=lambda **given: close_call(session, **given),
    )
    yield Command(
        "rule",
        say,
        params=[file_argument("journal"), argument("point"), argument("value"), call, reason],
        callback=lambda **given: rule_point(session, **given),
    )
    yield Command(
        "publish",
        say,
        params=[
            file_argument("journal"),
            call,
            option("--out", type=click.Path(path_type=Path), default=None, help=say("publish.out")),
            option("--format", "formats", type=click.Choice(list(FORMATS)), multiple=True, help=say("publish.format")),
        ],
        callback=lambda **given: publish_call(session, **given),
    )


def close_call(session: Session, journal: Path, call: str | None, reason: str) -> None:
    """Close a call and show the keeper what publishing it would tell."""
    table = Table.open(session, journal)
    address = table.call(call)
    table.close(address, reason)
    show_preview(table, address)


def rule_point(session: Session, journal: Path, point: str, value: str, call: str | None, reason: str) -> None:
    """Take a ruling and show the preview that follows from it."""
    table = Table.open(session, journal)
    address = table.closed_call(call)
    seen = _preview(table, address)
    points = [each for each in seen.resolution.points if each.address == point or each.address.endswith(point)]
    asked = points[0] if len(points) == 1 else None
    ruling = value if asked is None else _ruling(table, asked, value)
    where = point if asked is None else asked.address
    table.take(adjudicate.rule(table.war, address, where, ruling, reason, table.now()))
    show_preview(table, address)


def _ruling(table: Table, point: Point, value: str) -> Data:
    """A ruling as typed: a whole number, yes or no, or one of the point's choices in either language."""
    if value.lstrip("-").isdecimal():
        return int(value)
    flag = {"yes": True, "no": False}.get(table.prose.words.identify(value, ("yes", "no")) or value)
    if flag is not None and (not point.choices or flag in point.choices):
        return flag
    named = [choice for choice in point.choices if isinstance(choice, str)]
    return table.prose.words.identify(value, named) or value


def publish_call(session: Session, journal: Path, call: str | None, out: Path | None, formats: tuple[str, ...]) -> None:
    """Publish a closed call: print what everybody is told, and write one text for each audience."""
    table = Table.open(session, journal)
    address = table.closed_call(call)
    done = table.take(adjudicate.publish(table.war, address, table.now()))
    table.show_told(done.entry, "public", session.say("publish.public"))
    if out is not None:
        write_posts(table, done.entry, out, [FORMATS[each] for each in formats or ("plain",)])
    say_open_calls(table)


def write_posts(table: Table, entry: Entry, out: Path, formats: list[Format]) -> None:
    """One text for the public and one for each seat that was told something, in each format."""
    for audience in audiences_of(table.war):
        document = table.post(entry, audience)
        if document is None:
            continue
        for each in formats:
            path = out / f"{entry.number:04d}-{audience}{each.suffix}"
            write(table.session, path, render(document, each))
            table.session.line(table.session.say("publish.wrote", path=str(path)))


def _preview(table: Table, address: str) -> Preview:
    seen = adjudicate.preview(table.war, address)
    if isinstance(seen, Refused):
        table.session.refuse(table.prose, seen.problems)
    return seen


def show_preview(table: Table, address: str) -> None:
    """What publishing would tell, with all working, and the points that wait for the keeper."""
    session, prose = table.session, table.prose
    seen = _preview(table, address)
    rulings = table.war.rulings.get(address, {})
    blocks: list[Block] = [block for told in seen.resolution.told for block in prose.blocks(told.fact)]
    if seen.resolution.points:
        blocks.append(Heading(2, session.say("preview.points")))
        blocks.append(Bullets(tuple(Item(spans(_point(table, each, rulings))) for each in seen.resolution.points)))
    waiting = seen.resolution.open_points(rulings)
    blocks.append(Heading(2, session.say("preview.waiting" if waiting else "preview.ready")))
    session.show(Document(session.language, session.say("preview.title", call=address), tuple(blocks)))


def _point(table: Table, point: Point, rulings: Mapping[str, Data]) -> str:
    session, prose = table.session, table.prose
    ruled = rulings.get(point.address)
    choices = [str(prose.value(choice)) for choice in point.choices] or ["0..99"]
    state = "ruled" if ruled is not None else "open" if point.verdict is None else "verdict"
    value = prose.value(ruled if ruled is not None else point.verdict)
    return session.say(
        f"preview.point_{state}", point=prose.point(point), address=point.address, choices=choices, value=value
    )
