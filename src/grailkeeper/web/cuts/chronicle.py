"""How the forms of chronicle are cut: ten judgments in a row, a scene's actions by half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ...core.form import Choice, Field, Form, Kind, Many, OneOf, Record
from ...core.option import Value
from ...core.problem import Problem, suspicious
from ...rules.chronicle import tables
from ...rules.chronicle.cards import SKILLED, Card
from ...rules.chronicle.creation import master_spent, servant_spent
from ...rules.chronicle.drawing import CardsRecord
from ...rules.chronicle.orders import Cards
from ...rules.chronicle.scene.menu import MENU, Length
from ...rules.chronicle.scene.orders import PERSON_OF, Act
from ...rules.chronicle.scene.state import FIRST, SECOND
from ...rules.chronicle.scene.state import Kind as Action
from ...rules.chronicle.system import CARD_CALLS
from .cut import Cut, Fold, Made, Pile, Purse, Recast, at_places, row_of, variant

GLYPHS: Mapping[str, str] = {
    **{card.value: card.value for card in Card},
    Card.NOBLE_PHANTASM.value: "phantasm",
    **{card.value: "skill" for card in SKILLED},
}
_KEYS: Mapping[str, str] = {
    "strike": "S",
    "counter": "K",
    "rush": "R",
    "critical": "C",
    "guard": "G",
    "wait": "W",
    "noble_phantasm": "N",
    "chant": "H",
    "magecraft": "M",
    "plus": "P",
}


def _order(kind: Kind) -> Kind:
    """C-10.6: the cards that a person has, in a row of slots; the mark of a plus where there is one."""
    assert isinstance(kind, CardsRecord)
    hand = kind.hand
    offered = None if hand is None else (*hand.numbers, Card.WAIT.value, *(_SPELLS if hand.spells else ()))
    lacking = () if hand is None else [name for name, has in (("plus", hand.plus), ("reserve", hand.codes)) if not has]
    made: Mapping[str, Made] = {"cards": partial(_cards, offered, tuple(lacking)), "retreat": _retreat}
    return replace(
        kind,
        fields=tuple(
            replace(each, kind=made[each.name](each.kind) or each.kind) if each.name in made else each
            for each in kind.fields
        ),
    )


_SPELLS = (Card.CHANT.value, Card.MAGECRAFT.value)


def _cards(offered: Sequence[str] | None, lacking: tuple[str, ...], kind: Kind) -> Recast:
    """A card in each slot; one that is left open between others waits."""
    assert isinstance(kind, Cards)
    slot = kind.slots.of
    assert isinstance(slot, Many)
    assert isinstance(slot.of, Record)
    card = slot.of
    if offered is not None:
        fits = Choice(tuple(each.value for each in Card if each.value in offered))
        card = replace(card, fields=tuple(replace(f, kind=fits) if f.name == "card" else f for f in card.fields))
    return row_of(
        kind,
        card,
        kind.slots.most,
        lambda slots: [[slot] for slot in at_places(slots, {"card": Card.WAIT.value})],
        _slots_of,
        words={"plus": "plus_mark:plus"},
        glyphs=GLYPHS,
        keys=_KEYS,
        ticks=() if "plus" in lacking else ("plus",),
        unoffered=lacking,
    )


def _retreat(kind: Kind) -> Recast:
    """C-19.1: a slot alone is a retreat too."""
    assert isinstance(kind, OneOf)
    record = next(each for each in kind.kinds if isinstance(each, Record))
    return Recast(record, kind, None, take=lambda value: {"slot": value} if isinstance(value, int) else value)


def _slots_of(value: Any) -> dict[str, Any] | None:
    """None where more than one card is laid in a slot."""
    if not isinstance(value, list) or any(len(slot) != 1 for slot in value):
        return None
    return {str(place): slot[0] for place, slot in enumerate(value, 1)}


def _contest(kind: Kind) -> Recast:
    """C-5.3, C-5.4: five cards, and some to spare."""
    assert isinstance(kind, Many)
    slot = Record((Field("card", kind.of),))
    return row_of(
        kind,
        slot,
        _CONTEST,
        lambda slots: [slots[place]["card"] for place in sorted(slots, key=int)],
        lambda cards: {str(place): {"card": card} for place, card in enumerate(cards, 1)},
        glyphs=GLYPHS,
        keys=_KEYS,
    )


_CONTEST = 10

# Actions

_FIELDS: Mapping[Action, tuple[str, ...]] = {
    Action.STUDY: ("challenge", "contest"),
    Action.LABOR: ("challenge", "contest"),
    Action.BONDING: ("renew", "recover"),
    Action.BUY: ("grade", "use", "move"),
    Action.CRAFT: ("grade", "use"),
    Action.ITEM_CONSTRUCTION: ("grade",),
    Action.SOUL_EATING: ("victims",),
}
"""What an action needs or may have beside whom it is about."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    action.value: tuple(
        dict.fromkeys((*((PERSON_OF[action],) if action in PERSON_OF else ()), *_FIELDS.get(action, ())))
    )
    for action in Action
}


def _act(half: int) -> Made:
    """C-1.8, C-1.9: the actions of one half, or (0) the long ones; each with the fields that count for it."""

    def made(kind: Kind) -> Kind:
        if not isinstance(kind, Act):
            return kind  # where orders are taken as they are declared, whatever is written (C-Q92)
        menu = next(each.kind for each in kind.fields if each.name == "action")
        assert isinstance(menu, Choice)
        offered = Choice(tuple(action for action in menu.offers if _fits(Action(action), half)))
        fields = (replace(each, kind=offered) if each.name == "action" else each for each in kind.fields)
        recast = variant("action", NEEDED)(Record(tuple(fields)))
        assert isinstance(recast, Recast)
        return replace(recast, outer=kind)

    return made


def _fits(action: Action, half: int) -> bool:
    entry = MENU[action]
    if not half:
        return entry.length is not Length.SHORT
    return entry.length is not Length.LONG and entry.half in (0, half)


# Hands and points


def _hand(form: Form, order: Mapping[str, Any]) -> Sequence[Pile]:
    """C-11.2, C-12.2: the cards that a person has; a noble phantasm takes three slots."""
    hand = form.record.hand if isinstance(form.record, CardsRecord) else None
    if hand is None:
        return ()
    laid = Counter(str(card["card"]) for slot in order.get("cards", ()) for card in slot)
    laid[Card.NOBLE_PHANTASM.value] = -(-laid[Card.NOBLE_PHANTASM.value] // tables.PHANTASM_SLOTS)
    return [Pile(card, there, there - laid[card], GLYPHS[card]) for card, there in hand.numbers.items()]


def _purses(form: Form, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> Sequence[Purse]:  # noqa: ARG001
    """C-23.2, C-23.3."""
    found: list[Purse] = []
    if sheet.get("master") is not None:
        found.append(Purse("master", master_spent(sheet["master"]), tables.MASTER_POINTS, "C-23.2"))
    if sheet.get("servant") is not None:
        used = servant_spent(sheet["servant"])
        spare = max(0, tables.SKILL_POINTS - used.skills) if used.left >= 0 else 0
        marks = min(used.marks, spare)
        found.append(Purse("servant", used.abilities + used.marks - marks, used.most, "C-23.3"))
        found.append(Purse("skills", used.skills + marks, tables.SKILL_POINTS, "C-23.3"))
    return found


def _doubts(form: Form, order: Mapping[str, Any]) -> Sequence[Problem]:
    """C-10.6: slots left open while there are cards wait."""
    cards = order.get("cards", ())
    most = form.record.most if isinstance(form.record, CardsRecord) else tables.SLOTS
    waiting = most - sum(any(card["card"] != Card.WAIT for card in slot) for slot in cards)
    if waiting > 0 and any(pile.left > 0 for pile in _hand(form, order)):
        return (suspicious("slots_wait", "C-10.6", "cards", slots=waiting),)
    return ()


def _idle(form: Form, order: Mapping[str, Any]) -> Sequence[Problem]:  # noqa: ARG001
    """C-1.7: halves in which nothing is done."""
    if "long" in order:
        return ()
    free = [name for name in ("first", "second") if name not in order]
    return tuple(suspicious("half_unused", "C-1.7", name) for name in free)


CUT = Cut(
    choices=tuple(NEEDED),
    kinds={CardsRecord: _order},
    fields={
        "actions.first": _act(FIRST),
        "actions.second": _act(SECOND),
        "actions.long": _act(0),
        **{f"actions.{name}.contest": _contest for name in ("first", "second", "long")},
        "follow_up.contest": _contest,
        "contest.cards": _contest,
    },
    folds={
        "actions": (
            Fold("long", ("long",)),
            Fold("beforehand", ("information", "convert", "attack", "npc", "replace_base")),
        ),
        "creation": (Fold("rare", ("master.crafter", "servant.bought", "servant.chosen_berserker")),),
        **{
            form: (
                Fold("spells", ("spells",)),
                Fold("orders", ("release", "retreat", "escape", "protects", "against_retreat")),
            )
            for form in CARD_CALLS
        },
    },
    hands=dict.fromkeys(CARD_CALLS, _hand),
    purses={"creation": _purses},
    doubts={**dict.fromkeys(CARD_CALLS, _doubts), "actions": _idle},
)
