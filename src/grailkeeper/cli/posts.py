"""What is said of a war: to each audience as a post, to the keeper on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..campaign.declare import seat_view
from ..campaign.entry import Entry
from ..campaign.telling import PUBLIC_KEY, Stream, read_tellings
from ..campaign.war import War
from ..core.call import Call
from ..core.seat import KEEPER
from ..text.document import Block, Bullets, Code, Document, Fold, Item, Note, Paragraph, Sum, spans
from ..text.figures import fact_blocks
from ..text.formats import FORMATS, posted
from ..text.post import asked_blocks, post
from ..views.gate import AskSight, CallSight, SlotState
from .files import write
from .group import option, path_option
from .session import Session
from .table import Table


def post_options(session: Session) -> list[click.Parameter]:
    """Where the texts of a command go, and how they look."""
    return [
        path_option(session, "out", "post.out"),
        option(session, "format", "post.format", as_name="formats", type=click.Choice(list(FORMATS)), multiple=True),
    ]


def tellings_of(entry: Entry, audience: str) -> list[Mapping[str, Any]]:
    """What one entry tells an audience."""
    return [telling.body for telling in read_tellings(entry.body.get("tellings", ())) if audience in telling.to]


def audiences_of(war: War) -> list[str]:
    """The keys of all audiences, the public first."""
    return [PUBLIC_KEY, *(seat.key for seat in war.system.seats(war.state))]


def audience_name(table: Table, audience: str) -> str:
    return table.session.say("post.public") if audience == PUBLIC_KEY else table.prose.name(audience)


def post_of(table: Table, entries: Sequence[Entry], audience: str, asked: Sequence[Block] = ()) -> Document | None:
    """What entries tell an audience, as a post, with what it is `asked`; None where they tell it nothing."""
    bodies = [body for entry in entries for body in tellings_of(entry, audience)]
    if not bodies:
        return None
    war = table.war
    return post(table.prose, war.system.facts, war.name, bodies, audience, war.streams.get(audience, Stream()), asked)


def asked_of(table: Table, seat: str, calls: Iterable[Call]) -> tuple[Block, ...]:
    """What a seat is asked by these calls, as far as they are open, and what may be answered."""
    war = table.war
    return asked_blocks(
        table.prose,
        (
            (call.kind, ask.whom, war.system.form(seat_view(war, ask), call, ask))
            for call in calls
            for ask in call.asks
            if ask.seat == seat and call.address not in war.closed
        ),
    )


def newly_open(war: War) -> list[Call]:
    """The calls that were opened with the last entry."""
    before = {call.address for call in war.past.calls} if war.past is not None else set()
    return [call for call in war.calls if call.address not in before]


def keeper_document(table: Table) -> Document:
    """Every fact of the journal with all its working: the keeper's alone."""
    blocks = tuple(block for fact in table.facts() for block in fact_blocks(table.prose, fact))
    return Document(table.session.language, table.war.name, blocks)


def without_working(document: Document) -> Document:
    """The document without the workings of its numbers."""
    return replace(document, blocks=tuple(_without_working(document.blocks)))


def _without_working(blocks: Iterable[Block]) -> Iterator[Block]:
    for each in blocks:
        if isinstance(each, Note):
            yield replace(each, blocks=tuple(_without_working(each.blocks)))
        elif not (isinstance(each, Fold) and any(isinstance(inner, Sum) for inner in each.blocks)):
            yield each


def without_folds(document: Document) -> Document:
    """The document without anything that opens."""
    return replace(document, blocks=tuple(each for each in document.blocks if not isinstance(each, Fold)))


def tell(table: Table, entry: Entry, out: Path | None, formats: Sequence[str]) -> None:
    """Show what everybody is told by an entry, and write one text for each audience that is told something."""
    session = table.session
    document = post_of(table, [entry], PUBLIC_KEY)
    if document is not None:
        session.show(replace(without_working(document), title=session.say("post.to_everybody")))
    if out is not None:
        write_posts(table, [entry], out, formats)
        return
    private = [table.prose.name(seat) for seat in audiences_of(table.war)[1:] if _is_told_more(entry, seat)]
    if private:
        session.line(session.say("post.private", who=private))


def write_posts(table: Table, entries: Sequence[Entry], out: Path, formats: Sequence[str]) -> None:
    """One text for each audience in each format, named by the audience and its own number, and say what was written.

    What is asked anew stands in the text of the one who is asked, with what may be answered. A seat that is asked
    nothing and told only what the public is has no text: the public one is posted anyway.
    """
    opened = newly_open(table.war)
    spared: list[str] = []
    for audience in audiences_of(table.war):
        asked = asked_of(table, audience, opened)
        document = post_of(table, entries, audience, asked)
        if document is None:
            continue
        if asked or audience == PUBLIC_KEY or any(_is_told_more(entry, audience) for entry in entries):
            number = table.war.streams.get(audience, Stream()).number
            _write(table, document, audience, out / f"{audience}-{number:03d}", formats)
        else:
            spared.append(audience_name(table, audience))
    if spared:
        table.session.line(table.session.say("post.spared", who=spared))


def _is_told_more(entry: Entry, seat: str) -> bool:
    """Whether an entry tells a seat anything beyond what it tells the public."""
    public = tellings_of(entry, PUBLIC_KEY)
    return any(body not in public for body in tellings_of(entry, seat))


def write_whole_posts(table: Table, out: Path, formats: Sequence[str]) -> None:
    """Everything that each audience was told so far, as one text in each format."""
    for audience in audiences_of(table.war):
        document = post_of(table, table.entries, audience)
        if document is not None:
            _write(table, document, audience, out / audience, formats)


def _write(table: Table, document: Document, audience: str, stem: Path, formats: Sequence[str]) -> None:
    session = table.session
    for form in (FORMATS[each] for each in formats or ("plain",)):
        path = stem.with_name(stem.name + form.suffix)
        write(session, path, posted(document, form))
        session.line(session.say("post.wrote", who=audience_name(table, audience), path=str(path)))


def say_open_calls(table: Table) -> None:
    """What is asked now, and how far the answers are. For the keeper."""
    session = table.session
    items = tuple(_call(table, call) for call in table.gate(KEEPER).calls())
    if not items:
        session.line(session.say("cli.no_call"))
        return
    session.line("")
    session.show(Document(session.language, session.say("call.heading"), (Bullets(items),)))


def _call(table: Table, call: CallSight) -> Item:
    """A call by its address, its question, and who has answered."""
    session, prose = table.session, table.prose
    state = session.say("call.closed" if call.closed else "call.open")
    asked = ", ".join(_asked(table, ask) for ask in call.asks) or session.say("cli.nobody")
    return Item(
        spans(Code(call.address), f" · {state}"),
        (Paragraph(spans(prose.call(call.kind))), Paragraph(spans(asked))),
    )


def _asked(table: Table, ask: AskSight) -> str:
    key = "call.sealed" if ask.state is SlotState.SEALED else "call.empty"
    return table.session.say(key, whom=table.prose.name(ask.whom))
