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
from ....rules.chronicle.scene.state import Plan
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
        s.InformationTold,
        s.Grown,
        s.ItemGiven,
        s.ToolUsed,
    ),
    Part.ACTS: (s.Planned, s.Moved, s.LongBegun, s.OfferUnmet),
    Part.FINDS: (s.PeopleMet, s.PresenceSensed, s.PresenceIs, s.PointGained, s.RegionLearned, s.NpcsMet, d.RivalsSeen),
    Part.CLASH: (s.AttackMade, s.Interrupted, s.Manifested),
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
    s.DrawnIn,
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


def woven(
    pen: Pen, facts: Sequence[Fact], earlier: Sequence[Fact], alone: Callable[[Fact], Markup]
) -> Iterator[Markup]:
    """The facts of a scene outside of battles, in parts.

    `earlier` is what the scene told before them; `alone` tells one that belongs to no part.
    """
    plans = {fact.person: fact.plan for fact in earlier if isinstance(fact, s.Planned)}
    for part, group in groupby(_parted(pen, facts, plans), key=lambda each: each.part):
        inside = list(group)
        if part is None:
            yield from (alone(each.fact) for each in inside)
        else:
            yield pen.write("chronicle_part.html", title=_title(pen, part, inside), teams=list(_teams(pen, inside)))


@dataclass(frozen=True, slots=True)
class _Told:
    """A fact in its part of the scene, and how it is said there."""

    part: Part | None
    fact: Fact
    said: str


def _parted(pen: Pen, facts: Iterable[Fact], plans: dict[str, Plan]) -> Iterator[_Told]:
    """Facts with their parts. What is refused belongs to the part under way; a plan that is changed follows."""
    current: Part | None = None
    for fact in facts:
        if isinstance(fact, s.Planned):
            before = plans.get(fact.person)
            plans[fact.person] = fact.plan
            said = _planned(pen, fact) if before is None else _changed(pen, fact, before)
            if not said:
                continue
            current = Part.ACTS if before is None else Part.FOLLOW
        else:
            said = pen.prose.fact(fact)
            if not isinstance(fact, s.OrderRefused) or current is None:
                current = part_of(fact)
        yield _Told(current, fact, said)


def _planned(pen: Pen, fact: s.Planned) -> str:
    """What somebody means to do, as it is told."""
    plan = fact.plan
    key = "both" if plan.move and plan.actions else "move" if plan.move else "acts" if plan.actions else "none"
    said = pen.say(
        f"chronicle.plan_{key}",
        person=pen.prose.name(fact.person),
        **({"move": pen.prose.name(plan.move)} if plan.move else {}),
        **({"acts": pen.prose.value(plan.actions)} if plan.actions else {}),
    )
    return f"{said} {_attack(pen, fact)}" if plan.attack else said


def _changed(pen: Pen, fact: s.Planned, before: Plan) -> str:
    """A plan by what is new in it; "" where that is told by what comes of it."""
    plan = fact.plan
    if (plan.actions, plan.move) != (before.actions, before.move):
        return _planned(pen, fact)
    return _attack(pen, fact) if plan.attack and plan.attack != before.attack else ""


def _attack(pen: Pen, fact: s.Planned) -> str:
    return pen.say("chronicle.attacks", person=pen.prose.name(fact.person), target=pen.prose.name(fact.plan.attack))


def _title(pen: Pen, part: Part, told: Iterable[_Told]) -> str:
    if part is Part.FINDS:
        half = next((each.fact.half for each in told if isinstance(each.fact, s.PeopleMet | s.PointGained)), 1)
        return pen.say("chronicle.part_finds_later" if half > 1 else "chronicle.part_finds")
    return pen.say(f"chronicle.part_{part}")


def by_team(pen: Pen, facts: Iterable[Fact]) -> list[TeamSight]:
    """Facts team by team, such as what a battle has brought."""
    return list(_teams(pen, [_Told(None, fact, pen.prose.fact(fact)) for fact in facts]))


def _teams(pen: Pen, told: Sequence[_Told]) -> Iterator[TeamSight]:
    """Team by team, each where it is first told of."""
    teams: dict[str, list[_Told]] = {}
    for each in told:
        teams.setdefault(_team(pen, each.fact), []).append(each)
    for team, theirs in teams.items():
        points = [each.fact for each in theirs if isinstance(each.fact, s.PointGained)]
        numbers = [working for each in theirs for working in workings(each.fact)]
        yield TeamSight(
            sign=team,
            name=pen.prose.name(team) if team else "",
            lines=tuple(_line(pen, each) for each in theirs if not isinstance(each.fact, s.PointGained)),
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


def _line(pen: Pen, told: _Told) -> Markup:
    clause = clause_of(told.fact)
    return Markup("{}{}").format(told.said, Markup(" ") + cite(pen.clauses, clause) if clause else "")


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
