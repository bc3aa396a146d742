"""`close`, `rule`, `publish`, `correct`: from sealed declarations to texts that can be posted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from ..campaign import adjudicate
from ..campaign.outcome import Refused
from ..campaign.resolving import Preview
from ..core.call import Mode
from ..core.canon import Data
from ..core.fact import Told
from ..core.point import Point
from ..core.seat import Audience
from ..text.document import Block, Bullets, Document, Emphasis, Fold, Heading, Item, Paragraph, spans
from ..text.document import Clause as ClauseSpan
from ..text.figures import fact_blocks
from .corrections import correction_of
from .files import data_of
from .group import Command, argument, file_argument, flag, option
from .posts import post_options, say_open_calls, tell
from .session import Exit, Session
from .table import Table


def commands(session: Session) -> Iterator[click.Command]:
    call = option(session, "call", "option.call", metavar="address", default=None)
    reason = option(session, "reason", "option.reason_kept", metavar="text", default="")
    working = flag(session, "working", "battle.working")
    yield Command(
        "close",
        session,
        params=[file_argument(session, "journal"), call, reason, working, *post_options(session)],
        callback=lambda **given: close_call(session, **given),
    )
    yield Command(
        "rule",
        session,
        params=[
            file_argument(session, "journal"),
            argument(session, "point"),
            argument(session, "value"),
            call,
            option(session, "reason", "option.reason_told", metavar="text", default=""),
            working,
        ],
        context_settings={"ignore_unknown_options": True},  # a ruling may be a number below 0
        callback=lambda **given: rule_point(session, **given),
    )
    yield Command(
        "publish",
        session,
        params=[file_argument(session, "journal"), call, *post_options(session)],
        callback=lambda **given: publish_call(session, **given),
    )
    yield Command(
        "correct",
        session,
        params=[
            file_argument(session, "journal"),
            file_argument(session, "file"),
            option(session, "reason", "option.reason", metavar="text", required=True),
            flag(session, "public", "correct.public"),
            flag(session, "preview", "correct.preview"),
            *post_options(session),
        ],
        callback=lambda **given: correct_war(session, **given),
    )


def close_call(
    session: Session,
    journal: Path,
    call: str | None,
    reason: str,
    working: bool,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """Close a call, tell whose declarations lie sealed, and show the keeper what publishing it would tell."""
    table = Table.open(session, journal)
    address = table.open_call(call)
    done = table.take(adjudicate.close(table.war, address, session.now(), reason))
    _say_silent(table, address)
    tell(table, done.entry, out, formats)
    show_preview(table, address, working)


def _say_silent(table: Table, address: str) -> None:
    """For whom there is no declaration, and what their silence means. On a floor orders were heard as they came."""
    call, slots = table.war.call(address), table.war.closed[address]
    assert call is not None, "it was just closed"
    if call.mode is Mode.FLOOR:
        return
    silent = [table.prose.name(ask.whom) for ask in call.asks if ask.whom not in slots]
    if silent:
        means = table.prose.silence(call.silence)
        table.session.line(table.session.say("close.silent", who=silent, means=means))


def rule_point(
    session: Session, journal: Path, point: str, value: str, call: str | None, reason: str, working: bool
) -> None:
    """Take a ruling and show the preview that follows from it."""
    table = Table.open(session, journal)
    address = table.closed_call(call)
    points = _preview(table, address).resolution.points
    asked = [each for each in points if each.address == point] or [
        each for each in points if each.address.endswith(point)
    ]
    if len(asked) != 1:
        known = [each.address for each in asked or points] or [session.say("cli.nothing")]
        session.stop(Exit.WRONG, "rule.no_such_point", given=point, known=known)
    ruling = _ruling(table, asked[0], value)
    if asked[0].choices and ruling not in asked[0].choices:
        session.stop(Exit.WRONG, "rule.cannot", given=value, choices=_choices(table, asked[0]))
    table.take(adjudicate.rule(table.war, address, asked[0].address, ruling, reason, session.now()))
    show_preview(table, address, working)


def _ruling(table: Table, point: Point, value: str) -> Data:
    """A ruling as typed: a whole number, yes or no, or one of the point's choices in either language."""
    words, value = table.prose.words, unicodedata.normalize("NFKC", value).replace("−", "-").strip()
    if value.lstrip("-").isdecimal() and value.isascii() and len(value) < 16:
        return int(value)
    flag = {"yes": True, "no": False}.get(words.identify(value, ("yes", "no")) or "")
    if flag is not None and (not point.choices or flag in point.choices):
        return flag
    named = [choice for choice in point.choices if isinstance(choice, str)]
    return words.identify(value, named) or value


def publish_call(session: Session, journal: Path, call: str | None, out: Path | None, formats: Sequence[str]) -> None:
    """Publish a closed call: print what everybody is told, and write one text for each audience."""
    table = Table.open(session, journal)
    address = table.closed_call(call)
    done = table.take(adjudicate.publish(table.war, address, session.now()))
    tell(table, done.entry, out, formats)
    say_open_calls(table)


def correct_war(
    session: Session,
    journal: Path,
    file: Path,
    reason: str,
    public: bool,
    preview: bool,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """Correct points by a fact of the kinds that the rules allow for it; the reason is told with it."""
    table = Table.open(session, journal)
    told = correction_of(table, data_of(session, file), reason, public)
    outcome = adjudicate.correct(table.war, [(told.fact, told.audience)], reason, session.now())
    if not isinstance(outcome, Refused):
        title = session.say("correct.told", who=_hearers(table, told.audience))
        session.show(Document(session.language, title, fact_blocks(table.prose, told.fact)))
    if preview and not isinstance(outcome, Refused):
        return
    tell(table, table.take(outcome).entry, out, formats)


# The preview


def _preview(table: Table, address: str) -> Preview:
    seen = adjudicate.preview(table.war, address)
    if isinstance(seen, Refused):
        table.session.refuse(table.prose, seen.problems)
    return seen


def show_preview(table: Table, address: str, working: bool) -> None:
    """What publishing would tell, and the points that wait for the keeper."""
    session = table.session
    seen = _preview(table, address)
    rulings = table.war.rulings.get(address, {})
    told = [block for each in seen.resolution.told for block in _told(table, each)]
    blocks: list[Block] = [block for block in told if working or not isinstance(block, Fold)]
    if seen.resolution.points:
        blocks.append(Heading(2, session.say("preview.points")))
        blocks.append(Bullets(tuple(_point(table, each, rulings) for each in seen.resolution.points)))
    waiting = seen.resolution.open_points(rulings)
    blocks.append(Heading(2, session.say("preview.waiting" if waiting else "preview.ready")))
    session.show(
        Document(session.language, session.say("preview.title", call=table.prose.call_title(address)), tuple(blocks))
    )


def _told(table: Table, told: Told) -> Iterator[Block]:
    """A fact, and who would be told of it."""
    said, *below = fact_blocks(table.prose, told.fact)
    assert isinstance(said, Paragraph)
    yield Paragraph((*said.spans, Emphasis(f" ({_hearers(table, told.audience)})")))
    yield from below


def _hearers(table: Table, audience: Audience) -> str:
    if audience.seats is None:
        return table.session.say("post.public")
    return ", ".join(map(table.prose.name, sorted(audience.seats))) or table.session.say("preview.keeper_alone")


def _choices(table: Table, point: Point) -> str:
    """What a point may be answered with."""
    choices = ", ".join(str(table.prose.value(choice)) for choice in point.choices)
    return choices or table.session.say("preview.number")


def _point(table: Table, point: Point, rulings: Mapping[str, Data]) -> Item:
    session, prose = table.session, table.prose
    ruled = rulings.get(point.address)
    state = "ruled" if ruled is not None else "open" if point.verdict is None else "verdict"
    value = prose.value(ruled if ruled is not None else point.verdict)
    said = session.say(
        f"preview.point_{state}",
        point=prose.point(point),
        address=point.address,
        choices=_choices(table, point),
        value=value,
    )
    working = () if point.working is None else (prose.working(point.working),)
    return Item(spans(said, " ", ClauseSpan(point.clause)) if point.clause else spans(said), working)
