"""A scene as it is told: part by part, and in each part team by team; points of information as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from markupsafe import Markup

from ....core.fact import Fact
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.people import InformationKind
from ....rules.chronicle.scene import deeds as d
from ....rules.chronicle.scene import facts as s
from ...numbers import number
from ...prose import workings
from ..inline import cite
from ..pen import Pen
from ..workings import all_folded
from .clauses import BINDING, clause_of


class Part(StrEnum):
    """The parts of a scene, as a reader tells them apart."""

    START = "start"
    ACTS = "acts"
    FINDS = "finds"
    FOLLOW = "follow"
    """What is declared on what was found."""
    CLASH = "clash"
    DEEDS = "deeds"
    END = "end"


_KINDS: Mapping[Part, tuple[type[Fact], ...]] = {
    Part.START: (
        s.NpcPlaced,
        s.TerritoryStored,
        s.StartSaid,
        s.TerritoryMade,
        s.ManaDrawn,
        s.ManaSupplied,
        s.ManaPassed,
        s.UpkeepPaid,
        s.Grown,
        s.ItemGiven,
        s.ToolUsed,
    ),
    Part.ACTS: (s.Planned, s.Moved, s.LongBegun, s.OfferUnmet),
    Part.FINDS: (s.PeopleMet, s.PresenceSensed, s.PresenceIs, s.PointGained, s.RegionLearned, s.NpcsMet, d.RivalsSeen),
    Part.CLASH: (s.AttackMade, s.DrawnIn, s.Interrupted, s.Manifested),
    Part.DEEDS: (
        d.MayConvert,
        d.ManaTurned,
        d.Studied,
        d.Labored,
        d.ContestCardsLaid,
        d.ContestLost,
        d.Bonded,
        d.BondDeepened,
        d.ItemGained,
        d.SoulsEaten,
        d.ManaCharged,
        d.ManaFlowed,
        o.BaseMade,
        o.InformationGained,
        s.PeopleKnown,
    ),
    Part.END: (s.DeadlineSet, s.ExcessLost),
}
PARTS: Mapping[type[Fact], Part] = {kind: part for part, kinds in _KINDS.items() for kind in kinds}

_MOVES_ON = (
    s.SceneBegan,
    s.SceneDawned,
    s.ActionsOpened,
    s.PhaseReached,
    s.SceneEnded,
    d.MayConvert,
    d.ContestCardsDue,
)
"""What only moves a scene on."""


def silent(fact: Fact) -> bool:
    """Whether a story has nothing to say of a fact: it moves the scene on, or nothing came of it."""
    match fact:
        case s.Recovered():
            return not (fact.health.value or fact.mana.value or fact.healed)
        case s.StartSaid():
            return fact.manifested and not (fact.search or fact.infiltration)
    return isinstance(fact, _MOVES_ON)


def part_of(fact: Fact) -> Part | None:
    """The part of a scene to which a fact belongs; None for what stands by itself."""
    if fact.kind in BINDING:
        return None
    if isinstance(fact, s.Recovered):
        return Part.START if fact.why is s.Why.SCENE_START else Part.DEEDS
    return PARTS.get(type(fact))


@dataclass(frozen=True, slots=True)
class PointTable:
    """Points of information: a row for each servant, a column for each kind of which there are any."""

    kinds: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class TeamSight:
    """What one team did in a part of a scene: its lines, the points it gained, and all workings behind them."""

    sign: str
    name: str
    lines: tuple[Markup, ...]
    points: PointTable | None
    count: int
    working: Markup


def woven(pen: Pen, facts: Sequence[Fact], alone: Callable[[Fact], Markup]) -> Iterator[Markup]:
    """The facts of a scene outside of battles, in parts; `alone` tells one that belongs to no part."""
    for part, group in groupby(_parted(facts), key=lambda each: each[0]):
        inside = [fact for _, fact in group]
        if part is None:
            yield from map(alone, inside)
        else:
            yield pen.write("chronicle_part.html", title=_title(pen, part, inside), teams=list(_teams(pen, inside)))


def _parted(facts: Iterable[Fact]) -> Iterator[tuple[Part | None, Fact]]:
    """Facts with their parts. What is refused belongs to the part under way; a plan that is changed follows."""
    current: Part | None = None
    planned: set[str] = set()
    for fact in facts:
        if not isinstance(fact, s.OrderRefused) or current is None:
            current = part_of(fact)
        if isinstance(fact, s.Planned):
            current = Part.FOLLOW if fact.person in planned or fact.plan.attack else current
            planned.add(fact.person)
        yield current, fact


def _title(pen: Pen, part: Part, facts: Iterable[Fact]) -> str:
    if part is Part.FINDS:
        half = next((fact.half for fact in facts if isinstance(fact, s.PeopleMet | s.PointGained)), 1)
        return pen.say("chronicle.part_finds_later" if half > 1 else "chronicle.part_finds")
    return pen.say(f"chronicle.part_{part}")


def _teams(pen: Pen, facts: Sequence[Fact]) -> Iterator[TeamSight]:
    """Team by team, each where it is first told of."""
    teams: dict[str, list[Fact]] = {}
    for fact in facts:
        teams.setdefault(_team(pen, fact), []).append(fact)
    for team, theirs in teams.items():
        points = [fact for fact in theirs if isinstance(fact, s.PointGained)]
        numbers = [working for fact in theirs for working in workings(fact)]
        yield TeamSight(
            sign=team,
            name=pen.prose.name(team) if team else "",
            lines=tuple(_line(pen, fact) for fact in theirs if not isinstance(fact, s.PointGained)),
            points=_points(pen, points) if points else None,
            count=len(numbers),
            working=all_folded(pen, numbers),
        )


def _team(pen: Pen, fact: Fact) -> str:
    """The team, or whoever goes by no team, of whom a fact tells; "" where it tells of several."""
    names = ("person", "team", "master", "giver")
    key: str = next((getattr(fact, name) for name in names if hasattr(fact, name)), "")
    if isinstance(fact, s.AttackMade):
        key = fact.attack.attacker
    known = pen.prose.person_of(key)
    return key if known is None else known.team


def _line(pen: Pen, fact: Fact) -> Markup:
    clause = clause_of(fact)
    said = _attack(pen, fact) or pen.prose.fact(fact)
    return Markup("{}{}").format(said, Markup(" ") + cite(pen.clauses, clause) if clause else "")


def _attack(pen: Pen, fact: Fact) -> str:
    """A plan to which an attack was added, by the attack alone: the rest has been told."""
    if not isinstance(fact, s.Planned) or not fact.plan.attack:
        return ""
    return pen.say("chronicle.attacks", person=pen.prose.name(fact.person), target=pen.prose.name(fact.plan.attack))


def _points(pen: Pen, facts: Sequence[s.PointGained]) -> PointTable:
    kinds = [kind for kind in InformationKind if any(fact.point is kind for fact in facts)]
    sums: dict[str, dict[InformationKind, int]] = {}
    for fact in facts:
        mine = sums.setdefault(fact.servant, {})
        mine[fact.point] = mine.get(fact.point, 0) + fact.amount.value
    return PointTable(
        kinds=tuple(str(pen.prose.value(kind)) for kind in kinds),
        rows=tuple(
            (_team_of(pen, servant), pen.prose.name(servant), tuple(number(mine.get(kind, 0)) for kind in kinds))
            for servant, mine in sums.items()
        ),
    )


def _team_of(pen: Pen, person: str) -> str:
    known = pen.prose.person_of(person)
    return person if known is None or pen.knows(person) else known.team
