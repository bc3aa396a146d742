"""The HTML reports of a war that lies in a journal: for the public, for a seat, for the keeper."""

from __future__ import annotations

from functools import partial

from ..campaign.telling import Stream
from ..core.seat import Viewer, ViewerKind
from ..text.page import About, Line, battle_page, chapters, lines_heard, story_page
from .table import Table


def battle_report(table: Table, viewer: Viewer) -> str:
    """The battles of a journal as a page."""
    facts = [line.fact for line in _lines(table, viewer) if line.fact is not None]
    return battle_page(table.prose, facts, table.war.name, viewer, _stream(table, viewer), about=_about(table, viewer))


def story_report(table: Table, viewer: Viewer) -> str:
    """Everything that happened as a story, in the chapters that the rules' words name."""
    told = chapters(_lines(table, viewer), partial(table.prose.heading, "chapter"), table.session.say("war.before"))
    return story_page(table.prose, told, table.war.name, viewer, _stream(table, viewer), about=_about(table, viewer))


def _lines(table: Table, viewer: Viewer) -> tuple[Line, ...]:
    if viewer.kind is ViewerKind.KEEPER:
        return tuple(Line(fact) for fact in table.facts())
    return lines_heard(table.prose, table.war.system.facts, table.gate(viewer).heard())


def _stream(table: Table, viewer: Viewer) -> Stream:
    return table.gate(viewer).stream


def _about(table: Table, viewer: Viewer) -> About:
    war, before = table.war, table.war.before(1)
    return About(
        system=war.system.name,
        version=war.version,
        war=war.name,
        options=war.options,
        view=table.gate(viewer).state(),
        before=None if before is None else war.system.view(before.state, viewer),
    )
