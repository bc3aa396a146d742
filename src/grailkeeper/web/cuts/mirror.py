"""How the forms of mirror are cut: five slots of buster, quick, arts and guard; effects and ranks of a sheet by
points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Field, Form, Kind, Many, Number, Record, Text
from ...core.option import Value
from ...core.problem import Problem, suspicious
from ...rules.mirror import tables
from ...rules.mirror.creation import budget
from ...rules.mirror.orders import Laying, Written
from ...rules.mirror.people import HAND, WORDED, Card, EffectKind, Range
from ...rules.mirror.scene.making import SheetRecord
from ...rules.mirror.scene.orders import ACTIONS, SCENE_ORDERS
from ...rules.mirror.sheet import HIGHEST, EffectKindOf, Grade, sheet_of
from ...rules.mirror.state import LuckMode, Order
from .cut import Cut, Fold, Pile, Purse, Recast, Shape, at_places, row_of, variant

_CARDS: Mapping[str, str] = {card.value: card.value for card in Card}
_LETTERS: Mapping[str, str] = {"buster": "B", "quick": "Q", "arts": "A", "guard": "G"}


def _slots(kind: Kind) -> Recast:
    """M-9.4: five slots; one that is left open between others is empty."""
    assert isinstance(kind, Laying)
    assert isinstance(kind.of, Written)
    slot = kind.of.record
    slot = replace(
        slot,
        fields=tuple(
            replace(each, kind=_supports(each.kind)) if each.name == "supports" else each for each in slot.fields
        ),
    )
    phantasms = set(map(str, _choice(slot, "card").values)).difference(_CARDS)
    return row_of(
        kind,
        slot,
        tables.TURN,
        lambda slots: at_places(slots, {"card": Card.EMPTY.value}),
        _placed,
        glyphs={**_CARDS, **dict.fromkeys(phantasms, "phantasm")},
        keys=_LETTERS,
    )


def _supports(kind: Kind) -> Recast:
    """M-8.3: each support that there is, laid or not, and whom it is for."""
    assert isinstance(kind, Many)
    assert isinstance(kind.of, Written)
    names, targets = (_choice(kind.of.record, name) for name in ("name", "target"))
    whom = Choice((_LAID, *targets.values), names=targets.names)
    inner = Recast(whom, whom, words={_LAID: "laid:name"})
    record = Record(tuple(Field(str(name), inner) for name in names.values))
    return Recast(record, kind, None, _laid, _supported)


_LAID = "+"
"""A support that is for nobody in particular."""


def _laid(said: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, **({} if whom == _LAID else {"target": whom})} for name, whom in said.items()]


def _supported(value: Any) -> dict[str, str]:
    return {each["name"]: each.get("target", _LAID) for each in value}


def _choice(record: Record, name: str) -> Choice:
    kind = next(each.kind for each in record.fields if each.name == name)
    assert isinstance(kind, Choice)
    return kind


def _placed(value: Any) -> dict[str, Any] | None:
    """What is laid, by its slot."""
    return {str(place): slot for place, slot in enumerate(value, 1)} if isinstance(value, list) else None


def _written(kind: Kind) -> Recast:
    """What may be written on one line is a few fields."""
    assert isinstance(kind, Written)
    return Recast(kind.record, kind)


def _grade(kind: Kind) -> Recast:
    """M-2.1: a rank, kept as what it costs."""
    assert isinstance(kind, Grade)
    names = {str(points): f"{rank} ({points})" for rank, points in kind.table.items()}
    return Recast(Choice(tuple(names)), kind, names=names)


def _effect(kind: Kind) -> Recast:
    """M-5.1 to M-5.11: an effect, and what it needs beside its name."""
    assert isinstance(kind, EffectKindOf)
    ranged = (
        (
            Field("grade", Number(1, HIGHEST), "M-5.2", required=True),
            Field("range", Choice(tuple(each.value for each in Range)), "M-5.4"),
        )
        if kind.graded
        else ()
    )
    record = Record(
        (
            Field("kind", Choice(tuple(each.value for each in EffectKind)), "M-5.1", required=True),
            *ranged,
            Field("attribute", Choice(tuple(card.value for card in HAND)), "M-5.7"),
            Field("word", Text(40), "M-5.11"),
        )
    )
    of = {each.value: ("word",) if each in WORDED else () for each in EffectKind}
    made = variant("kind", of | {EffectKind.JUDGMENT_BOOST.value: ("attribute",)})(record)
    assert isinstance(made, Recast)
    return replace(made, outer=kind)


_AIMED: Mapping[str, tuple[str, ...]] = {"destroy_base": ("target",)}
"""M-7.5: the actions that are against somebody."""

ACTED: Mapping[str, tuple[str, ...]] = {action: _AIMED.get(action, ()) for action in ACTIONS}
"""The fields that count for an action."""

ORDERED: Mapping[str, tuple[str, ...]] = {
    order.value: ("target",) if order is Order.PURSUIT else () for order in SCENE_ORDERS
}
"""M-11.15: those that count for an order by command spell."""


LUCKY: Mapping[str, tuple[str, ...]] = {LuckMode.ADD.value: ("on",), LuckMode.SUBTRACT.value: ()}
"""M-3.12: what luck is used for, and the fields that count for it."""


def _order(kind: Kind) -> Recast:
    assert isinstance(kind, Written)
    return Recast(kind.record, kind, Shape.VARIANT, by="order", of=ORDERED)


def _luck(kind: Kind) -> Recast:
    """M-3.12: what luck is used for; not to use it is to leave it empty."""
    assert isinstance(kind, Written)
    mode, *others = kind.record.fields
    assert isinstance(mode.kind, Choice)
    used = replace(mode, kind=replace(mode.kind, open_to=tuple(LUCKY)))
    return Recast(replace(kind.record, fields=(used, *others)), kind, Shape.VARIANT, by="mode", of=LUCKY)


def _hand(form: Form, order: Mapping[str, Any]) -> Sequence[Pile]:
    """M-1.8: the cards that are left in the set."""
    laid = Counter(str(slot["card"]) for slot in order.get("slots", ()))
    piles = ((card.value, form.supplies.get(f"cards_{card}", 0)) for card in HAND)
    return [Pile(card, there, there - laid[card], card, f"cards_{card}") for card, there in piles]


def _purses(form: Form, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> Sequence[Purse]:  # noqa: ARG001
    """M-1.1, M-1.2, M-1.8."""
    given: Mapping[str, Data] = form.record.given if isinstance(form.record, SheetRecord) else {}
    made = sheet_of({**sheet, **given})
    bill = budget(made)
    return (
        Purse("general_points", bill.spent.value, bill.points.value, "M-1.1"),
        Purse("vitals", made.health + made.mana, tables.VITALS, "M-1.2", whole=True),
        Purse("cards", sum(made.cards.values()), tables.CARDS, "M-1.8", whole=True),
    )


def _doubts(form: Form, order: Mapping[str, Any]) -> Sequence[Problem]:
    """Slots left open while there are cards."""
    slots = order.get("slots", ())
    laid = sum(slot["card"] != Card.EMPTY for slot in slots)
    free, left = tables.TURN - laid, sum(max(0, pile.left) for pile in _hand(form, order))
    if free and left:
        return (suspicious("slots_left", "M-9.4", "slots", slots=free, cards=left),)
    return ()


CUT = Cut(
    choices=(*(each.value for each in EffectKind), *ACTED, *ORDERED, *LUCKY),
    fields={
        "plan": variant("action", ACTED, _AIMED),
        "plan.orders.*": _order,
        "zone.orders.*": _order,
        "set_start.luck": _luck,
    },
    kinds={Laying: _slots, Written: _written, Grade: _grade, EffectKindOf: _effect},
    hands={"turn": _hand},
    folds={
        "creation": (Fold("rare", ("health_points", "mana_points", "class_skills", "traits", "phantasms.*.special")),)
    },
    purses={"creation": _purses},
    doubts={"turn": _doubts},
)
