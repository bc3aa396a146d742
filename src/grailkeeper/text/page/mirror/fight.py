"""The facts of a battle of the mirror land, put in their order: what one reader knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ....core.fact import Fact
from ....rules.mirror import facts as f
from ...drawn.mirror import lost
from ..battle import fights_of

Side = tuple[str, ...]

WITHIN = frozenset(
    kind.kind
    for kind in (
        f.StrokeSpent,
        f.Recovered,
        f.SkillPaid,
        f.Healed,
        f.Vanished,
        f.ConditionChanged,
        f.OrderFailed,
        f.Learned,
        f.Guessed,
    )
)
"""What does not say of which battle it is: of the one under way."""

PARTS = (
    f.BattleAnnounced,
    f.BattleBegan,
    f.SetDeclared,
    f.SetBegan,
    f.CardsLaid,
    f.CardsRevealed,
    f.TurnResolved,
    f.TurnReckoned,
    f.TurnKept,
    f.StageReached,
    f.LuckSettled,
    f.FallAverted,
    f.SetEnded,
    f.BattleEnded,
)
"""What the drawing shows in its own way, or what only moves the battle on."""


@dataclass(slots=True)
class Turn:
    """A turn, with what followed on it; a part that this reader may not know, or that is yet to come, is missing."""

    set: int
    turn: int
    revealed: f.CardsRevealed | None = None
    resolved: f.TurnResolved | None = None
    kept: f.TurnKept | None = None
    reckoned: dict[str, f.TurnReckoned] = field(default_factory=dict)
    laid: dict[str, f.CardsLaid] = field(default_factory=dict)
    after: list[Fact] = field(default_factory=list)

    @property
    def teams(self) -> Side:
        if self.resolved is not None:
            return self.resolved.here
        return tuple(self.laid if self.revealed is None else self.revealed.plays)


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle as far as its facts are known. `before` is what happened ahead of the first turn."""

    number: int
    sides: tuple[Side, ...]
    region: str
    declared: tuple[f.SetDeclared, ...]
    before: tuple[Fact, ...]
    turns: tuple[Turn, ...]
    ended: f.BattleEnded | None
    facts: tuple[Fact, ...]

    @property
    def teams(self) -> Side:
        return tuple(team for side in self.sides for team in side)

    @property
    def happened(self) -> tuple[Fact, ...]:
        """What the cards did not do, in order."""
        return (*self.before, *(fact for turn in self.turns for fact in turn.after))

    @property
    def losses(self) -> Mapping[str, int]:
        """Health that each team lost, as far as it is known: by hits, strikes, lasting damage and luck."""
        found = dict.fromkeys(self.teams, 0)
        for fact in self.facts:
            for team, amount in _losses(fact):
                found[team] = found.get(team, 0) + amount
        return found


def _losses(fact: Fact) -> Iterable[tuple[str, int]]:
    match fact:
        case f.TurnResolved():
            return [(team, sum(sum(lost(slot, team)) for slot in fact.slots)) for team in fact.here]
        case f.Struck() | f.LuckAdded():
            return [(fact.target, fact.damage.value)]
        case f.RetreatHit():
            return [(fact.victim, fact.damage.value)]
    return ()


def battle_of(fact: Fact) -> int | None:
    """The number of the battle that a fact says it is of."""
    if isinstance(fact, f.BattleAnnounced | f.BattleBegan):
        return fact.number
    number: int | None = getattr(fact, "battle", None)
    return number


def fights(facts: Iterable[Fact]) -> tuple[Fight, ...]:
    """The battles that these facts tell of, in order."""
    return fights_of(facts, battle_of, WITHIN, f.BattleEnded, _fight)


def _fight(number: int, facts: Sequence[Fact]) -> Fight | None:
    """The battle, None where its facts do not tell who fought."""
    sides, region = _sides(facts)
    turns, before = _turns(facts)
    if not sides and turns:
        sides = tuple((team,) for team in turns[0].teams)
    if not sides:
        return None
    return Fight(
        number=number,
        sides=sides,
        region=region,
        declared=tuple(fact for fact in facts if isinstance(fact, f.SetDeclared)),
        before=before,
        turns=turns,
        ended=next((fact for fact in facts if isinstance(fact, f.BattleEnded)), None),
        facts=tuple(facts),
    )


def _sides(facts: Iterable[Fact]) -> tuple[tuple[Side, ...], str]:
    """Who stands where; what those in the battle were told comes before what is the keeper's."""
    sides: tuple[Side, ...] = ()
    region = ""
    for fact in facts:
        match fact:
            case f.BattleAnnounced() if not sides:
                sides, region = fact.meeting.sides, fact.meeting.region
            case f.BattleBegan():
                sides, region = fact.sides, fact.region
            case f.Joined() if not any(fact.team in side for side in sides):
                others = [side for side in sides if not set(side) & set(fact.side)]
                joined = next((side for side in sides if set(side) & set(fact.side)), ())
                sides = (*others, (*joined, fact.team))
    return sides, region


def _turns(facts: Iterable[Fact]) -> tuple[tuple[Turn, ...], tuple[Fact, ...]]:
    """The turns in order, and what happened before the first of them."""
    turns: dict[tuple[int, int], Turn] = {}
    before: list[Fact] = []
    for fact in facts:
        if isinstance(fact, f.CardsLaid | f.CardsRevealed | f.TurnResolved | f.TurnReckoned):
            turn = turns.setdefault((fact.set, fact.turn), Turn(fact.set, fact.turn))
            _put(turn, fact)
        elif isinstance(fact, f.TurnKept):
            if turns:
                next(reversed(turns.values())).kept = fact
        elif not isinstance(fact, PARTS):
            (next(reversed(turns.values())).after if turns else before).append(fact)
    return tuple(turns.values()), tuple(before)


def _put(turn: Turn, fact: f.CardsLaid | f.CardsRevealed | f.TurnResolved | f.TurnReckoned) -> None:
    match fact:
        case f.CardsLaid():
            turn.laid[fact.team] = fact
        case f.CardsRevealed():
            turn.revealed = fact
        case f.TurnResolved():
            turn.resolved = fact
        case f.TurnReckoned():
            turn.reckoned[fact.team] = fact
