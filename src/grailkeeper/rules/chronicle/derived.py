"""What a sheet comes to: maxima, upkeep, cards, spells (C-23.2, C-23.3, C-11.2, C-23.19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.working import Sum, Working
from . import magecraft, phantasm, prices, tables
from .cards import GRADED, Card, number
from .people import Person, SpellType


@dataclass(frozen=True, slots=True)
class Derived:
    """`cards` leaves out what there is none of; `spell_grade` and `spell_limit` by type of spell."""

    max_health: Working
    max_mana: Working
    cards: Mapping[str, int] = field(default_factory=dict)
    spell_grade: Mapping[str, int] = field(default_factory=dict)
    spell_limit: Mapping[str, int] = field(default_factory=dict)
    upkeep: Working | None = None
    noble_phantasm_cost: Working | None = None


def derived(person: Person) -> Derived:
    """What follows from a sheet."""
    castable = {type_.value: _castable(person, type_) for type_ in SpellType}
    limits = {type_.value: magecraft.limit(person, type_) for type_ in SpellType} if any(castable.values()) else {}
    servant = person.servant
    held = None if servant is None else servant.noble_phantasm
    return Derived(
        max_health=_maximum(person, "health"),
        max_mana=_maximum(person, "mana"),
        cards={card.value: count for card in (*GRADED, Card.NOBLE_PHANTASM) if (count := number(person, card))},
        spell_grade=castable,
        spell_limit=limits,
        upkeep=None if servant is None else prices.first_upkeep(servant.bought, servant.chosen_berserker),
        noble_phantasm_cost=None if servant is None or held is None else phantasm.price(servant, held),
    )


def _castable(person: Person, type_: SpellType) -> int:
    """C-23.19: the greatest base grade, never over the circuit limit."""
    return min(magecraft.casting_grade(person, type_), magecraft.limit(person, type_))


def _maximum(person: Person, pool: str) -> Working:
    if person.master is not None:
        ability = "combat" if pool == "health" else "magic"
        grade = person.master.combat if pool == "health" else person.master.magic
        total = Sum(f"max_{pool}", "C-23.2").base(ability, grade, "C-23.2")
        return total.times("per_grade", tables.MASTER_POOL, "C-23.2").done()
    servant = person.the_servant
    ability, held = ("endurance", servant.endurance) if pool == "health" else ("magic", servant.magic)
    grades = Sum(ability, "C-23.3").base(ability, held.number, "C-23.3")
    more = grades.times("per_grade", tables.SERVANT_POOL_PER_GRADE, "C-23.3").done()
    total = Sum(f"max_{pool}", "C-23.3").base("servant", tables.SERVANT_POOL, "C-23.3")
    return total.add(ability, more.value, "C-23.3", inner=more).done()
