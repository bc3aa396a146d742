"""The facts of a battle of chronicle, put in their order: what one reader knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ....core.fact import Fact
from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.field import Declaration, Row
from ...drawn.chronicle import lost
from ..battle import fights_of

WITHIN = frozenset(
    kind.kind
    for kind in (
        f.StrokeSpent,
        f.FateSpent,
        o.InformationGained,
        o.BasesSeen,
        o.PartnerLost,
        o.BaseLost,
        o.BaseMade,
        o.TerritoryLost,
        o.Looted,
    )
)
"""What does not say of which battle it is: of the one under way."""

PARTS = (
    f.BattleAnnounced,
    f.BattleNoticed,
    f.BattleCalled,
    f.RowsTaken,
    f.CardsLaid,
    f.FirstPartLaid,
    f.JudgmentMade,
    f.NameBonusGiven,
    f.EffectsLeft,
    f.FateIgnores,
    o.BattleEnded,
    o.SharesReckoned,
    o.BattleClosed,
    o.SpoilsDue,
    o.JoiningDue,
)
"""What the drawing shows in its own way, or what only moves the battle on."""


@dataclass(frozen=True, slots=True)
class Camp:
    """A side: its key, and its people in seat order."""

    key: str
    people: tuple[str, ...]


@dataclass(slots=True)
class Judgment:
    """A judgment, and what happened in it beside the attacks."""

    made: f.JudgmentMade
    events: list[Fact] = field(default_factory=list)

    @property
    def slot(self) -> int:
        return self.made.slot


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle as far as its facts are known.

    `rows` are those at the beginning, `laid` what people laid where this reader may know all of it. `before` is what
    happened ahead of the judgments, `after` what followed on them.
    """

    number: int
    region: str
    camps: tuple[Camp, ...]
    rows: Mapping[str, Row]
    laid: Mapping[str, Declaration]
    before: tuple[Fact, ...]
    judgments: tuple[Judgment, ...]
    after: tuple[Fact, ...]
    ended: o.BattleEnded | None
    broken_off: o.BattleBrokenOff | None
    facts: tuple[Fact, ...]

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(person for camp in self.camps for person in camp.people)

    @property
    def melee(self) -> bool:
        return len(self.camps) > 2

    def camp_of(self, person: str) -> Camp:
        return next(camp for camp in self.camps if person in camp.people)

    @property
    def events(self) -> Iterator[Fact]:
        """All that happened beside the attacks, in order."""
        yield from self.before
        for judgment in self.judgments:
            yield from judgment.events
        yield from self.after

    def lost(self, person: str) -> tuple[int, int]:
        """Health and mana that attacks took from a person; what a floor kept off is not taken away (C-Q66)."""
        health = mana = 0
        for judgment in self.judgments:
            more = lost(judgment.made, person)
            health, mana = health + more[0], mana + more[1]
        for fact in self.facts:
            if isinstance(fact, f.Escaped) and fact.person == person:
                health += sum(hit.health_lost for hit in fact.hits)
                mana += sum(hit.mana_lost for hit in fact.hits)
        return health, mana


def battle_of(fact: Fact) -> int | None:
    """The number of the battle that a fact says it is of."""
    if isinstance(fact, f.BattleAnnounced):
        return fact.setting.number
    number: int | None = getattr(fact, "battle", None)
    return number


def fights(facts: Iterable[Fact]) -> tuple[Fight, ...]:
    """The battles that these facts tell of, in order."""
    return fights_of(facts, battle_of, WITHIN, o.BattleClosed, _fight)


def _fight(number: int, facts: Sequence[Fact]) -> Fight | None:
    """The battle, None where its facts do not tell who fights."""
    camps = _camps(facts)
    if len(camps) < 2:
        return None
    before, judgments, after = _course(facts)
    taken = next((fact.rows for fact in facts if isinstance(fact, f.RowsTaken)), {})
    return Fight(
        number=number,
        region=next(filter(None, map(_region, facts)), ""),
        camps=camps,
        rows=taken,
        laid={fact.person: fact.declaration for fact in facts if isinstance(fact, f.CardsLaid)},
        before=before,
        judgments=judgments,
        after=after,
        ended=next((fact for fact in facts if isinstance(fact, o.BattleEnded)), None),
        broken_off=next((fact for fact in facts if isinstance(fact, o.BattleBrokenOff)), None),
        facts=tuple(facts),
    )


def _region(fact: Fact) -> str:
    match fact:
        case f.BattleAnnounced():
            return fact.setting.region
        case f.BattleCalled():
            return fact.region
    return ""


def _camps(facts: Sequence[Fact]) -> tuple[Camp, ...]:
    """The sides; of those who know the cards of one of them alone, that one comes first."""
    announced = next((fact.setting.sides for fact in facts if isinstance(fact, f.BattleAnnounced)), None)
    if announced is not None:
        return tuple(Camp(side.key, side.people) for side in announced)
    sides: dict[str, list[str]] = {}
    for fact in facts:
        if isinstance(fact, f.RowsTaken):
            for person, side in fact.sides.items():
                sides.setdefault(side, []).append(person)
    own = {fact.person for fact in facts if isinstance(fact, f.CardsLaid)}
    camps = (Camp(key, tuple(people)) for key, people in sides.items())
    return tuple(sorted(camps, key=lambda camp: not own & set(camp.people)))


def _course(facts: Iterable[Fact]) -> tuple[tuple[Fact, ...], tuple[Judgment, ...], tuple[Fact, ...]]:
    """What was before the judgments, the judgments, what came after them.

    What happens in a judgment before it is told (prices, names) says its number; so does what follows on it.
    """
    judgments = {fact.slot: Judgment(fact) for fact in facts if isinstance(fact, f.JudgmentMade)}
    before: list[Fact] = []
    after: list[Fact] = []
    current, over = 0, False
    for fact in facts:
        current = getattr(fact, "slot", current)
        over = over or isinstance(fact, o.BattleEnded)
        if isinstance(fact, PARTS) or (isinstance(fact, f.Suffered) and not fact.below):
            continue
        where = after if over else judgments[current].events if current in judgments else before
        where.append(fact)
    return tuple(before), tuple(judgments[slot] for slot in sorted(judgments)), tuple(after)
