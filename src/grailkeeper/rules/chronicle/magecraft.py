"""Grade and power of spells as cells, their costs and limits (C-21, C-23.19)."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.working import Sum, Working
from .options import MagecraftCost, Options, VerseCards
from .people import Circuit, Person, ServantClass, Skill, SpellType
from .tables import (
    AFFINITY,
    CIRCUIT,
    CIRCUIT_BASE,
    CIRCUIT_SERVANT,
    COUNT_UNIT,
    GREAT_GRADE,
    GREAT_POWER,
    VERSE_UNIT,
)


@dataclass(frozen=True, slots=True)
class Cells:
    """C-21.1: power units by grade, and the special grades (C-21.6) in each cell."""

    units: tuple[int, ...]
    special: tuple[int, ...]

    @property
    def grade(self) -> int:
        return len(self.units)

    @property
    def power(self) -> int:
        return sum(self.units)

    @property
    def special_grades(self) -> int:
        return sum(self.special)

    def resisted(self, resistance: int) -> Cells:
        """C-21.9, C-Q73: magic resistance takes the rightmost cells with everything in them."""
        left = max(0, self.grade - resistance)
        return Cells(self.units[:left], self.special[:left])


def total_grade(grade: int, chants: int) -> int:
    """C-21.3: base grade and what further chants add; special grades not yet given up (C-Q74)."""
    return grade + GREAT_GRADE * extra_chants(chants)


def extra_chants(chants: int) -> int:
    return max(0, chants - 1)


def cells(grade: int, chants: int, net: int, special: int) -> Cells:
    """C-21: the cells of a spell. `grade` is the base grade, affinity included; `net` reinforcement less curse.

    What a great spell has above one unit a cell goes in from the left, reinforcement from the right; a curse takes
    units from the right, never below 0 (C-Q73).
    """
    count = total_grade(grade, chants) - special
    surplus = (GREAT_POWER - GREAT_GRADE) * extra_chants(chants)
    units = [1 + _round(place, surplus, count) for place in range(count)]
    units = _strengthened(units, net) if net > 0 else _weakened(units, -net)
    return Cells(tuple(units), tuple(_round(place, special, count) for place in range(count)))


def power(grade: int, chants: int, special: int) -> Sum:
    """C-21.1, C-21.3, C-21.6: how much power the cells of a spell hold, before anything strengthens or weakens it."""
    total = Sum("power", "C-21.1").base("base_grade", grade, "C-21.1")
    if extra_chants(chants):
        total.add("further_chants", GREAT_POWER * extra_chants(chants), "C-21.3")
    if special:
        total.subtract("special", special, "C-21.6")
    return total


def _round(place: int, amount: int, count: int) -> int:
    """What falls to a place when `amount` is dealt out one by one, going round from place 0."""
    return amount // count + (place < amount % count)


def _strengthened(units: list[int], more: int) -> list[int]:
    last = len(units) - 1
    return [unit + _round(last - place, more, len(units)) for place, unit in enumerate(units)]


def _weakened(units: list[int], less: int) -> list[int]:
    left = list(units)
    while less > 0 and any(left):
        for place in reversed(range(len(left))):
            if less and left[place]:
                left[place] -= 1
                less -= 1
    return left


def unit(chants: int) -> int:
    """C-21.1, C-16.6: points of a power unit."""
    return VERSE_UNIT if chants else COUNT_UNIT


def points(spell: Cells, chants: int) -> int:
    return spell.power * unit(chants)


def slots_needed(chants: int, options: Options) -> int:
    """C-Q56: the slots that a spell takes."""
    fires_with_the_last = options.verse_cards is VerseCards.FIRE_IS_LAST_CHANT
    return max(1, chants) if fires_with_the_last else chants + 1


def chants_of(chant_cards: int, verse: bool, options: Options) -> int:
    """C-Q56: the chants of a spell that was laid as so many chant cards and its magecraft card.

    Under `fire_is_last_chant` the magecraft card is a chant too; alone it is one count unless `verse` is said.
    """
    if options.verse_cards is VerseCards.FIRE_IS_LAST_CHANT:
        return chant_cards + 1 if chant_cards or verse else 0
    return chant_cards


def cost(grade: int, chants: int, options: Options) -> Working:
    """C-23.19: mana for a spell of that base grade."""
    total = Sum("spell_cost", "C-23.19").base("base_grade", grade, "C-23.19")
    if chants:
        total.times("verse", 2, "C-23.19")
    if extra_chants(chants):
        total.add("further_chants", 2 * extra_chants(chants), "C-23.19")
    if options.magecraft_cost is MagecraftCost.FREE:
        total.times("free", 0, "C-23.19")
    return total.done()


# What a caster may cast


def may_cast(person: Person) -> bool:
    """C-23.4: masters, casters, and servants with the magecraft skill."""
    return person.is_master or casting_grade(person, SpellType.ATTACK) > 0


def casting_grade(person: Person, type_: SpellType) -> int:
    """C-23.19: the greatest base grade of a spell of this type; 0 where there is none."""
    if person.master is not None:
        return person.master.magic + affinity(person, type_)
    servant = person.the_servant
    by_class = servant.magic.number if servant.servant_class is ServantClass.CASTER else 0
    return max(by_class, servant.skill(Skill.MAGECRAFT))


def affinity(person: Person, type_: SpellType) -> int:
    master = person.master
    return AFFINITY if master is not None and master.affinity is type_ else 0


def circuit_limit(circuit: Circuit, affinity_grade: int) -> int:
    """C-21.10, C-21.11, C-Q74."""
    return CIRCUIT_BASE + CIRCUIT[circuit] + affinity_grade


def limit(person: Person, type_: SpellType) -> int:
    """C-21.10: the greatest grade of a spell, great magecraft included."""
    if person.master is None:
        return CIRCUIT_SERVANT
    return circuit_limit(person.master.circuit, affinity(person, type_))
