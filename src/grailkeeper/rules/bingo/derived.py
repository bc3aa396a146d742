"""What a sheet comes to: grades, supplies, what a plus adds, recovery, healing, pairings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...core.rank import Rank
from ...core.working import Sum, Working
from . import tables
from .options import MasterRecovery, Options
from .people import Ability, Master, Method, NoblePhantasm, Points, Servant, ServantClass, Skill


class Time(StrEnum):
    """B-14.2."""

    DAY = "day"
    NIGHT = "night"


def grade(rank: Rank | None) -> int:
    """B-14.1: the number of the letter; a missing ability is 0."""
    return 0 if rank is None else rank.number


def plus(rank: Rank | None) -> int:
    """B-14.1: how many plus signs stand behind the letter."""
    return 0 if rank is None else rank.plus


def ability(servant: Servant, which: Ability) -> Rank | None:
    return servant.abilities.get(which)


def plus_bonus(rank: Rank, options: Options) -> int:
    """B-12.2: what a card gains from a plus of its rank."""
    return max(options.least_plus, rank.number - 2)


def time(scene: int) -> Time:
    """B-14.2: scenes alternate, beginning with day."""
    return Time.DAY if scene % 2 else Time.NIGHT


def regions(teams: int) -> int:
    """B-14.2: how many regions there are unless the keeper lists them."""
    return max(tables.LEAST_REGIONS, teams - 1)


def region_names(teams: int) -> tuple[str, ...]:
    """B-14.2: what the regions are called unless the keeper lists them; each is a key that has words."""
    return tuple(f"region{place}" for place in range(1, regions(teams) + 1))


# Magecraft


@dataclass(frozen=True, slots=True)
class MagecraftSource:
    """B-4.1: where magecraft cards come from: the caster's own magic, or the skill of that name."""

    rank: Rank | None
    skill: str = ""


def magecraft_sources(servant: Servant) -> Iterator[MagecraftSource]:
    """B-4.1, B-4.5: all there are, the caster's own magic first."""
    if servant.servant_class is ServantClass.CASTER:
        yield MagecraftSource(ability(servant, Ability.MAGIC))
    yield from (MagecraftSource(skill.rank, skill.name) for skill in servant.skills if skill.is_magecraft)


def magecraft_source(servant: Servant, applied: Sequence[str] = ()) -> MagecraftSource | None:
    """B-Q16, B-R4: the best source that is not applied as an ordinary skill in this battle; None: there is none.

    Of equal grades the one with more plus marks, of equal ranks the first.
    """
    left = [source for source in magecraft_sources(servant) if not source.skill or source.skill not in applied]
    return max(left, key=lambda source: (grade(source.rank), plus(source.rank)), default=None)


# Supplies


@dataclass(frozen=True, slots=True)
class Supply:
    """How many cards of each sort a side may lay in one battle.

    `luck_marks`: how many of the luck cards it may mark; `magecraft_grade` is what a magecraft card pays.
    """

    strikes: int = 0
    counters: int = 0
    rushes: int = 0
    luck_cards: int = 0
    luck_marks: int = 0
    magecraft_cards: int = 0
    magecraft_grade: int = 0


def supply(servant: Servant) -> Supply:
    """B-1.5, B-4.2, B-4.3, B-5.1, B-12.6."""
    source = magecraft_source(servant)
    magecraft = 0 if source is None else grade(source.rank)
    return Supply(
        strikes=grade(ability(servant, Ability.STRENGTH)),
        counters=grade(ability(servant, Ability.ENDURANCE)),
        rushes=grade(ability(servant, Ability.AGILITY)),
        luck_cards=grade(ability(servant, Ability.LUCK)),
        luck_marks=plus(ability(servant, Ability.LUCK)),
        magecraft_cards=magecraft,
        magecraft_grade=magecraft,
    )


def phantasm_cards(phantasm: NoblePhantasm, method: Method) -> int:
    """B-6.3, B-12.14: how many noble phantasm cards there are by this method."""
    if method is Method.BOARD:
        return tables.PHANTASM_CARDS_PER_GRADE * phantasm.rank.number
    return phantasm.rank.plus


def phantasm_bonus(phantasm: NoblePhantasm, method: Method) -> int:
    """B-6.6, B-12.15: what every other won card gains by this method."""
    return phantasm.rank.plus if method is Method.BOARD else phantasm.rank.number


# Points and strokes


def skill_points(skill: Skill, with_plus: bool, by_number: bool) -> int:
    """B-7.6, B-12.9, B-Q17: `by_number`: the keeper's number counts, where the sheet has one."""
    worth = skill.points if by_number and skill.points is not None else skill.rank.number
    return worth * tables.SKILL_PLUS_TIMES if with_plus else worth


def stroke_points(card: int) -> int:
    """B-10.3."""
    return tables.STROKE_TIMES * card


def tarot_matches(card: int, total: int) -> bool:
    """B-9.6, B-Q47: the units digits are the same."""
    return card % 10 == total % 10


def healed(name: str, points: Points, by: int) -> Working:
    """B-10.2, B-Q33: what a stroke puts into health or mana; what exceeds the maximum is lost."""
    working = Sum(name, "B-10.2").base("held", points.now, "B-10.2").add("stroke", by, "B-10.2")
    return working.cap("maximum", max(points.now, points.maximum), "B-10.2").done()


def recovered(master: Master, options: Options) -> Working:
    """B-11.1, B-Q2, B-Q3: a master's mana after the start of a scene."""
    working = Sum("recovery", "B-11.1").base("held", master.mana.now, "B-11.1")
    if options.master_recovery is MasterRecovery.ONE:
        working.add("one_each_scene", tables.RECOVERY_ONE, "B-11.1")
    else:
        working.add("maximum_health", master.health.maximum, "B-11.1")
    return working.cap("maximum", max(master.mana.now, master.mana.maximum), "B-11.1").done()


# Pairings


def ring(count: int) -> Iterator[tuple[int, int]]:
    """B-14.12: the pairs of `count` participants in the order in which they are laid out, by place from 0."""
    made: set[frozenset[int]] = set()
    for distance in range(1, count // 2 + 1):
        for place in range(count):
            pair = (place, (place + distance) % count)
            if frozenset(pair) not in made:
                made.add(frozenset(pair))
                yield pair


def pairings(count: int, battles: Callable[[int, int], bool]) -> tuple[tuple[int, int], ...]:
    """B-14.12, B-R2: the pairs that battle; `battles` says of two places whether they do."""
    return tuple(pair for pair in ring(count) if battles(*pair))
