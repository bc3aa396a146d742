"""What is drawn from a form, for agents: hands of cards that can be laid, sheets whose points add up.

One draw in four is whatever the fields take, so that every value has a chance, and every refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import Number, Pick, Record
from . import tables
from .battle.spot import HOSTILE, Spot
from .cards import GRADED, STRIKES, Card, is_ranged, number, plus_marks
from .field import Cover, Mode, Row, Written
from .magecraft import casting_grade, limit, may_cast
from .options import VerseCards
from .people import Ability, Circuit, ItemKind, PhantasmKind, PhantasmRange, ServantClass, SpellType

Order = dict[str, Any]
LETTERS = ("E", "D", "C", "B", "A")


def _now_and_then(pick: Pick) -> bool:
    return pick(4) == 0


def _by_fields(record: Record, pick: Pick) -> Order:
    """What the fields take, each by itself."""
    order = Record.sample(record, pick)
    assert isinstance(order, dict)
    return order


# Cards


@dataclass(frozen=True, slots=True)
class Hand:
    """What a person can lay, against whom and beside whom (`friends` with itself, `mates` without). `numbers`: cards
    left; `plus`: those with a mark; `spells`: the greatest grade of each type, `limits` that with its chants; `codes`:
    reserves by what they are for; `later`: it is the second part."""

    foes: tuple[str, ...]
    friends: tuple[str, ...]
    mates: tuple[str, ...]
    masters: tuple[str, ...]
    numbers: Mapping[str, int]
    plus: tuple[str, ...]
    spells: Mapping[str, int]
    limits: Mapping[str, int]
    codes: tuple[str, ...]
    back: bool = False
    melee: bool = False
    wide: bool = False
    last_is_chant: bool = False


def hand_of(spot: Spot, before: Written | None = None) -> Hand:
    """What there is to lay where a person stands; `before` is what it has laid in the first part."""
    back = spot.me.row is Row.BACK
    laid = [card.card for slot in (before or Written()).cards for card in slot]
    held = None if spot.own.servant is None else spot.own.servant.noble_phantasm
    cards = [card for card in (*GRADED, Card.NOBLE_PHANTASM) if not back or _from_back(spot, card)]
    numbers = {card.value: number(spot.own, card) - spot.used(card) - laid.count(card) for card in cards}
    types = tuple(SpellType) if may_cast(spot.own) else ()
    friends = tuple(key for key in spot.field if not spot.is_opponent(key))
    return Hand(
        foes=spot.opponents,
        friends=friends,
        mates=tuple(key for key in friends if key != spot.me.key),
        masters=tuple(key for key in friends if spot.field[key].master),
        numbers={card: left for card, left in numbers.items() if left > 0},
        plus=tuple(card.value for card in cards if plus_marks(spot.own, card)),
        spells={each.value: casting_grade(spot.own, each) for each in types},
        limits={each.value: limit(spot.own, each) for each in types},
        codes=tuple(item.kind.value for item in spot.own.items),
        back=back,
        melee=spot.melee,
        wide=held is not None and held.range is not PhantasmRange.ANTI_UNIT and held.kind is PhantasmKind.ATTACK,
        last_is_chant=spot.options.verse_cards is VerseCards.FIRE_IS_LAST_CHANT,
    )


def _from_back(spot: Spot, card: Card) -> bool:
    """C-10.9, C-15.2 to C-15.4."""
    return card is Card.GUARD or (card in STRIKES and card is not Card.CRITICAL and is_ranged(spot.own, card))


@dataclass(frozen=True, slots=True)
class CardsRecord(Record):
    """An order of at most `most` cards. What is drawn from it is a hand that can be laid."""

    hand: Hand | None = None
    most: int = tables.SLOTS

    def sample(self, pick: Pick) -> Data:
        order = _by_fields(self, pick)
        if self.hand is None or not self.hand.foes or _now_and_then(pick):
            return order
        cards, spells = _Drawing(self.hand, self.most, pick).drawn()
        order |= {"target": _one(self.hand.foes, pick), "cards": cards, "spells": spells, **_standing(self.hand, pick)}
        return {name: order[name] for name in order if name != "protects" or self.hand.friends}


def _one(items: tuple[str, ...], pick: Pick) -> str:
    return items[pick(len(items))]


def _standing(hand: Hand, pick: Pick) -> Order:
    """Standing orders that can be followed."""
    friend, found = _one(hand.friends, pick), Order()
    if _now_and_then(pick):
        when: tuple[Order, ...] = (
            {"slot": 1 + pick(tables.RETREAT_LAST_START)},
            {"when_health": pick(30)},
            {"when_falls": friend},
        )
        found["retreat"] = when[pick(3)]
        found["retreat"] |= {"with": [friend]} if pick(2) else {}
        found["retreat"] |= {"fate": _one(hand.masters, pick)} if hand.masters and pick(2) else {}
    found["protects"] = [friend] if pick(2) else []
    found["against_retreat"] = sorted({1 + pick(tables.SLOTS) for _ in range(tables.RETREAT_SLOTS)})
    return found


class _Drawing:
    """Cards drawn one after the other, each that can still be laid."""

    def __init__(self, hand: Hand, most: int, pick: Pick) -> None:
        self.hand, self.most, self.pick = hand, most, pick
        self.left = dict(hand.numbers)
        self.plus, self.codes = list(hand.plus), list(hand.codes)
        self.cards: list[list[Order]] = []
        self.spells: list[Order] = []

    def drawn(self) -> tuple[list[list[Order]], list[Order]]:
        while len(self.cards) < self.most:
            room = self.most - len(self.cards)
            kinds = [card for card, left in self.left.items() if left > 0 and card != Card.NOBLE_PHANTASM]
            kinds += [Card.WAIT.value]
            if self.hand.spells:
                kinds += [Card.MAGECRAFT.value] * 2
            last = tables.PHANTASM_LAST_START
            if self.left.get(Card.NOBLE_PHANTASM) and room >= tables.PHANTASM_SLOTS and len(self.cards) < last:
                kinds += [Card.NOBLE_PHANTASM.value] * 2
            kind = _one(tuple(kinds), self.pick)
            if kind == Card.MAGECRAFT:
                self._cast(room)
            elif kind == Card.NOBLE_PHANTASM:
                self._lay(kind, tables.PHANTASM_SLOTS)
            else:
                self._lay(kind, 1)
        return self.cards, self.spells

    def _lay(self, kind: str, slots: int) -> None:
        card: Order = {"card": kind}
        self.left[kind] = self.left.get(kind, 0) - 1
        if kind in self.plus and self.pick(2):
            self.plus.remove(kind)
            card["plus"] = True
        elif _now_and_then(self.pick):
            card |= {"plus": False, "reserve": False}
        if kind in GRADED and ItemKind.CARD_CODE in self.codes and self.pick(2):
            self.codes.remove(ItemKind.CARD_CODE)
            card["reserve"] = True
        if kind == Card.GUARD and not self.hand.back:
            card["cover"] = _one(tuple(Cover), self.pick)
        if kind in STRIKES and self.pick(2):
            card["targets"] = [_one(self.hand.foes, self.pick)]
        if kind == Card.NOBLE_PHANTASM and self.hand.melee and self.hand.wide:
            card["targets"] = list(self.hand.foes)
        self.cards += [[card, *self._beside(card)] for _ in range(slots)]

    def _beside(self, card: Order) -> list[Order]:
        """C-17.4: in a melee another card on somebody else."""
        others = tuple(key for key in self.hand.foes if key not in card.get("targets", self.hand.foes))
        kinds = tuple(kind for kind, left in self.left.items() if left > 0 and kind in STRIKES)
        if not self.hand.melee or not others or not kinds or card["card"] not in STRIKES:
            return []
        kind = _one(kinds, self.pick)
        self.left[kind] -= 1
        return [{"card": kind, "targets": [_one(others, self.pick)]}]

    def _cast(self, room: int) -> None:
        """C-23.19: a spell that fits into the slots that are left, and into the caster's limit."""
        type_, verse = SpellType(_one(tuple(self.hand.spells), self.pick)), self.pick(2) == 0
        grade = 1 + self.pick(max(1, self.hand.spells[type_]))
        chants = self.pick(5)
        chants = max(0, min(chants, room - (0 if self.hand.last_is_chant else 1), 1 + self.hand.limits[type_] - grade))
        before = max(0, chants - 1) if self.hand.last_is_chant else chants
        spell: Order = {"type": type_.value, "grade": grade, "mode": _one(tuple(Mode), self.pick), "verse": verse}
        spell["target"] = _one(self.hand.foes if type_ in HOSTILE else self.hand.friends, self.pick)
        if grade > 1 and _now_and_then(self.pick):
            spell["special"] = 1
        if ItemKind.MAGECRAFT_CODE in self.codes and self.pick(2):
            self.codes.remove(ItemKind.MAGECRAFT_CODE)
            spell["reserve"] = True
        if self.cards and self.cards[-1][0]["card"] == Card.CHANT:
            return
        self.spells.append(spell)
        self.cards += [[{"card": Card.CHANT.value}]] * before + [[{"card": Card.MAGECRAFT.value}]]


# Sheets


@dataclass(frozen=True, slots=True)
class SheetsRecord(Record):
    """The sheets of a team. The points of those that are drawn from it add up (C-23.2 to C-23.4)."""

    def sample(self, pick: Pick) -> Data:
        order = _by_fields(self, pick)
        if _now_and_then(pick):
            return order
        return order | {"master": _master(pick), "servant": _servant(pick)}


def _dealt(names: tuple[str, ...], points: int, pick: Pick) -> dict[str, int]:
    """Points over abilities, each from 1 to 5; no more than there is room for."""
    dealt = dict.fromkeys(names, tables.ABILITY_LEAST)
    for _ in range(min(points, tables.ABILITY_MOST * len(names)) - len(names)):
        dealt[_one(tuple(name for name in names if dealt[name] < tables.ABILITY_MOST), pick)] += 1
    return dealt


def _master(pick: Pick) -> Order:
    """C-23.2."""
    order: Order = {**_dealt(("combat", "magic", "conviction", "fate"), tables.MASTER_POINTS - pick(2), pick)}
    order["circuit"] = _one(tuple(Circuit), pick)
    return order | ({"affinity": _one(tuple(SpellType), pick)} if pick(2) else {"crafter": True})


def _servant(pick: Pick) -> Order:
    """C-23.3, C-23.4."""
    class_, grade, bought = ServantClass(_one(tuple(ServantClass), pick)), 1 + pick(5), pick(tables.BOUGHT_MOST + 1)
    marks = pick(tables.PLUS_MOST + 1)
    points = tables.ABILITY_POINTS + bought - marks - (grade - tables.FREE_PHANTASM)
    abilities = _dealt(tuple(Ability), points, pick)
    order: Order = {"class": class_.value, "bought": bought, "true_name": "Nobody"}
    order |= {name: LETTERS[value - 1] + "+" * (place < marks) for place, (name, value) in enumerate(abilities.items())}
    own = tables.CLASS_SKILLS[class_]
    skills = dict.fromkeys(own, 1)
    for _ in range(tables.SKILL_POINTS):
        open_to = tuple(each for each in (*own, *tables.OTHER_SKILLS) if skills.get(each, 0) < tables.ABILITY_MOST)
        name = _one(open_to, pick)
        skills[name] = skills.get(name, 0) + 1
    order["skills"] = {name: _skill(name, value, pick) for name, value in skills.items()}
    without = tuple(name for name in tables.OTHER_SKILLS if name not in skills)
    order["skills"] |= {_one(without, pick): False} if without else {}
    phantasm = {"grade": LETTERS[grade - 1], "kind": _one(tuple(PhantasmKind), pick)}
    order["noble_phantasm"] = {**phantasm, "range": _one(tuple(PhantasmRange), pick)}
    return order | ({"chosen_berserker": True} if class_ is ServantClass.BERSERKER and pick(2) else {})


def _skill(name: str, grade: int, pick: Pick) -> Data:
    """C-23.4: some skills have no grade; they are simply there."""
    return True if grade == 1 and pick(2) and name in tables.UNGRADED else LETTERS[grade - 1]


# What is held


@dataclass(frozen=True, slots=True)
class Held(Record):
    """Something of one's own to be handed on: one that is there is drawn (C-R16)."""

    items: tuple[tuple[str, int], ...] = ()

    def sample(self, pick: Pick) -> Data:
        order = _by_fields(self, pick)
        if not self.items:
            return order
        kind, grade = self.items[pick(len(self.items))]
        return order | {"kind": kind, "grade": grade}


@dataclass(frozen=True, slots=True)
class OneOfNumbers(Number):
    """A number: one of these is drawn, where there are any."""

    there: tuple[int, ...] = ()

    def sample(self, pick: Pick) -> Data:
        return self.there[pick(len(self.there))] if self.there else Number.sample(self, pick)
