"""The cards of a cell, and why it is whose it is, in words."""

from __future__ import annotations

from dataclasses import replace

from ...rules.bingo.cards import Laid, Play
from ...rules.bingo.facts import LuckFate
from ..prose import Prose
from .cells import Cell

KINDS = {Play.STRIKE: "strike", Play.COUNTER: "counter", Play.RUSH: "rush"}


def card_said(prose: Prose, card: Laid, fate: LuckFate | None) -> str:
    """A card in full words, with its luck."""
    say = prose.words.say
    if card.is_phantasm:
        said = prose.name("noble_phantasm")
    elif card.play is None:
        return say("board.luck_alone")
    else:
        kind = prose.name(KINDS[card.play])
        said = say("board.by_magecraft", kind=kind) if card.is_magecraft else kind
    if not card.luck:
        return said
    key = "void_luck" if fate is LuckFate.CANCELLED else "marked_luck" if card.marked else "with_luck"
    return say(f"board.{key}", card=said)


def because(prose: Prose, cell: Cell) -> str:
    """Why a cell is whose it is, with the cards by their kinds."""
    one, other = (_kind(prose, card) for card in cell.cards)
    won, lost = (other, one) if cell.winner == 1 else (one, other)
    return prose.words.say(f"board.why_{cell.why}", won=won, lost=lost)


def _kind(prose: Prose, card: Laid | None) -> str:
    return "" if card is None else card_said(prose, replace(card, luck=0, marked=False), None)
