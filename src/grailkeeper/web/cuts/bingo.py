"""How the forms of bingo are cut: the board of five by five cells, cards of tarot that one holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from ...core.form import Choice, Field, Form, Kind, Record
from ...core.option import Value
from ...core.problem import Problem, suspicious
from ...rules.bingo import tables
from ...rules.bingo.cards import (
    NO_CARDS,
    Cards,
    Play,
    is_card,
    laid,
)
from ...rules.bingo.creation import HEALTH_MANA_MASTER, HEALTH_MANA_SERVANT, spent
from ...rules.bingo.options import chosen
from ...rules.bingo.orders import CardList, Restored, SkillList, StrokeRecord, Uses
from ...rules.bingo.people import Method
from ...rules.bingo.scene.creating import sheet_of
from ...rules.bingo.sheet import servant_of
from ...rules.bingo.written import LUCK_MARK, MAGECRAFT_MARK, MARKED
from .cut import Cut, Fold, Pile, Purse, Recast, Shape, Tick, choice_of
from .tailor import ticked

_LUCK, _MARK = "luck", "luck_marks"

_WORDS: Mapping[str, str] = {
    "S": "strike",
    "K": "counter",
    "R": "rush",
    "MS": "magecraft_card:strike",
    "MK": "magecraft_card:counter",
    "MR": "magecraft_card:rush",
    "N": "phantasm_card:noble_phantasm",
    _MARK: "marked:luck",
}
_CARDS = tuple(card for card in _WORDS if card != _MARK)
_GLYPHS: Mapping[str, str] = {
    "S": "strike",
    "K": "counter",
    "R": "rush",
    "MS": "magecraft strike",
    "MK": "magecraft counter",
    "MR": "magecraft rush",
    "N": "phantasm",
    _LUCK: "luck",
    _MARK: "point",
}
_KEYS: Mapping[str, str] = {
    "S": "S",
    "K": "K",
    "R": "R",
    "N": "N",
    "MS": "MS",
    "MK": "MK",
    "MR": "MR",
    _LUCK: "L",
    _MARK: "*",
}
"""The letters with which cards are written; the second of two keys is pressed after the first."""


def _board(kind: Kind) -> Recast:
    """B-1.3: a cell holds a card or none; luck (B-5) and its mark (B-12.6) lie on it."""
    assert isinstance(kind, Cards)
    every, there = kind.supply == NO_CARDS, kind.supply
    stock = {"S": there.strikes, "K": there.counters, "R": there.rushes, "N": kind.phantasms}
    stock |= {f"{MAGECRAFT_MARK}{play.value}": there.magecraft_cards for play in Play}
    cards = Choice(tuple(card for card in _CARDS if every or stock[card]))
    ticks = tuple(name for name, held in ((_LUCK, there.luck_cards), (_MARK, there.luck_marks)) if every or held)
    cell = Record((Field("card", cards), Field(_LUCK, Tick()), Field(_MARK, Tick())))
    cells = Record(tuple(Field(name, cell) for name in tables.CELLS))
    return Recast(
        cells,
        kind,
        Shape.BOARD,
        _cards_of,
        _cells_of,
        words=_WORDS,
        glyphs=_GLYPHS,
        keys=_KEYS,
        columns=tables.SIZE,
        ticks=ticks,
    )


def _cards_of(cells: Mapping[str, Mapping[str, str]]) -> list[str]:
    written = {
        cell: said.get("card", "") + LUCK_MARK * (_LUCK in said or _MARK in said) + MARKED * (_MARK in said)
        for cell, said in cells.items()
    }
    return [f"{cell} {card}" for cell, card in written.items() if card]


def _cells_of(value: Any) -> dict[str, dict[str, str]] | None:
    """None for two cards in one cell, or two of luck on one card."""
    if not isinstance(value, list) or not all(isinstance(each, str) and is_card(each) for each in value):
        return None
    cards = [laid(each) for each in value]
    if len({card.cell for card in cards}) < len(cards) or any(card.luck > 1 for card in cards):
        return None
    return {
        card.cell: {
            **({"card": card.base} if card.base else {}),
            **({_LUCK: "yes"} if card.luck else {}),
            **({_MARK: "yes"} if card.marked else {}),
        }
        for card in cards
    }


def _uses(kind: Kind) -> Recast:
    """B-6.4: one noble phantasm, on the board or to add; where it is the only one, its name need not be said."""
    assert isinstance(kind, Uses)
    methods = Choice(tuple(method.value for method in Method))
    named = Choice(kind.names)
    fields = (*((Field("name", named),) if kind.names else ()), Field("method", methods, required=True))
    return Recast(Record(fields), kind, None, lambda use: [use], _only)


def _only(value: Any) -> Any:
    return value[0] if isinstance(value, list) and len(value) == 1 else None


def _held(kind: Kind) -> Kind:
    """Cards of tarot: those that are held are ticked."""
    assert isinstance(kind, CardList)
    held = [str(card) for card in dict.fromkeys(kind.held)]
    return ticked(kind, held, {card: card for card in held}) if 0 < len(held) == len(kind.held) else kind


def _stroke(kind: Kind) -> Kind:
    """B-10.1: a stroke that is held is picked."""
    assert isinstance(kind, StrokeRecord)
    held = {str(card): str(card) for card in kind.held}
    made = (replace(each, kind=choice_of(held, each.kind)) if each.name == kind.card else each for each in kind.fields)
    return replace(kind, fields=tuple(made)) if held else kind


def _restored(kind: Kind) -> Recast:
    """B-10.4: yes, or the name of the noble phantasm where it has been given."""
    assert isinstance(kind, Restored)
    return Recast(Choice(("yes",)), kind, None, lambda said: True if said == "yes" else said)


def _skills(kind: Kind) -> Kind:
    """B-7.1: skills by name, with their plus or without."""
    assert isinstance(kind, SkillList)
    names = [name + ending for name in kind.of.names for ending in kind.of.endings]
    made = ticked(kind, names, {name: name for name in names})
    known = [name for name in kind.of.names if name in kind.of.known]
    words = {name + ending: f"plus:{name}" if ending else name for name in known for ending in kind.of.endings}
    return replace(made, words=words) if 0 < len(names) <= _MOST_SKILLS else kind


_MOST_SKILLS = 24
_STOCK: Mapping[str, str] = {
    "strikes": "strike",
    "counters": "counter",
    "rushes": "rush",
    "magecraft_cards": "magecraft",
    "phantasm_cards": "phantasm",
    "luck_cards": "luck",
    "luck_marks": "point",
}
"""The glyphs of what is laid on a board."""


def _hand(form: Form, order: Mapping[str, Any]) -> Sequence[Pile]:
    left = form.supplies if form.left is None else form.left(cast(Any, order))
    names = (name for name in _STOCK if form.supplies.get(name) or left.get(name))
    return [Pile(name, form.supplies.get(name, 0), left.get(name, 0), _STOCK[name]) for name in names]


def _purses(form: Form, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> Sequence[Purse]:  # noqa: ARG001
    """B-14.3, B-14.4: all points are to be spent."""
    servant, master, most = sheet.get("servant"), sheet.get("master", {}), chosen(options)
    found: list[Purse] = []
    if servant is not None:
        used = spent(servant_of(sheet_of(sheet)))
        found += [
            Purse("abilities", used.abilities, most.servant_ability_points, "B-14.3"),
            Purse("skills", used.skills, most.servant_skill_points, "B-14.3"),
            Purse("noble_phantasm", used.noble_phantasm, most.np_points, "B-14.3"),
            Purse("servant_vitals", used.health_mana, HEALTH_MANA_SERVANT, "B-14.3"),
        ]
    if {"health", "mana"} <= master.keys():
        found.append(Purse("master_vitals", master["health"] + master["mana"], HEALTH_MANA_MASTER, "B-14.4"))
    return found


def _where(problem: Problem) -> str:
    """What is wrong with a cell is seen at the cell."""
    cell = problem.values.get("cell")
    return f"{problem.culprit}.{cell}" if problem.culprit == "cards" and cell else problem.culprit


def _doubts(form: Form, order: Mapping[str, Any]) -> Sequence[Problem]:
    """Cards that are left while cells are empty."""
    cards = order.get("cards", ())
    free = len(tables.CELLS) - len({str(card).partition(" ")[0] for card in cards})
    plain = sum(pile.left for pile in _hand(form, order) if pile.name in ("strikes", "counters", "rushes"))
    if cards and free and plain > 0:
        return (suspicious("cells_left", "B-1.6", "cards", cells=free, cards=plain),)
    return ()


CUT = Cut(
    kinds={Cards: _board, Uses: _uses, CardList: _held, SkillList: _skills, StrokeRecord: _stroke, Restored: _restored},
    fields={"battle.board": lambda _: None},
    folds={"battle": (Fold("support", ("supports", "mana_spent", "strokes", "tarot", "magecraft_support")),)},
    hands={"battle": _hand},
    purses={"creation": _purses},
    where=_where,
    doubts={"battle": _doubts},
)
