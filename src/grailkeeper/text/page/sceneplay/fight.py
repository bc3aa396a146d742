"""The facts of a battle of sceneplay, put in their order: what one reader knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ....core.fact import Fact
from ....rules.sceneplay import facts as f
from ....rules.sceneplay.state import Setting
from ..battle import fights_of

Side = tuple[str, ...]

AFTERMATH = (f.Fell, f.EscapeOffered, f.StrokesSpent, f.Escaped)
"""What may follow on a judgment."""

WITHIN = frozenset(kind.kind for kind in (f.Fell, f.StrokesSpent, f.OrderFailed))
"""What does not say of which battle it is: of the one under way."""


@dataclass(frozen=True, slots=True)
class Round:
    """A judgment, with what was put into it and what came of it."""

    made: f.JudgmentMade
    spent: tuple[f.ResourcesSpent, ...] = ()
    after: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle as far as its facts are known; `aftermath` is what followed on judgments that are not."""

    number: int
    sides: tuple[Side, Side]
    setting: Setting | None
    filed: tuple[f.SheetFiled, ...]
    failed: tuple[f.OrderFailed, ...]
    rounds: tuple[Round, ...]
    aftermath: tuple[Fact, ...]
    ended: f.BattleEnded | None

    @property
    def teams(self) -> Side:
        return self.sides[0] + self.sides[1]

    @property
    def damage(self) -> Mapping[str, int]:
        """Health lost by team, as far as it is known."""
        if self.ended is not None:
            return self.ended.damage
        return {team: sum(each.made.damage.get(team, 0) for each in self.rounds) for team in self.teams}

    @property
    def place(self) -> str:
        """The team in whose workshop it is fought, "" for nobody's."""
        return "" if self.setting is None else self.setting.place

    def sheet(self, team: str) -> f.SheetFiled | None:
        """The sheet of a team, where this reader may know it."""
        return next((each for each in self.filed if each.team == team), None)

    @property
    def happened(self) -> tuple[Fact, ...]:
        """All that followed on the judgments, in order."""
        return (*(fact for each in self.rounds for fact in each.after), *self.aftermath)


def battle_of(fact: Fact) -> int | None:
    """The number of the battle that a fact says it is of."""
    match fact:
        case f.BattleAnnounced() | f.BattleBegan():
            return fact.setting.pair.number
    number: int | None = getattr(fact, "battle", None)
    return number


def fights(facts: Iterable[Fact]) -> tuple[Fight, ...]:
    """The battles that these facts tell of, in order."""
    return fights_of(facts, battle_of, WITHIN, f.BattleEnded, _fight)


def _fight(number: int, facts: Sequence[Fact]) -> Fight | None:
    """The battle, None where its facts do not tell who fought."""
    ended = next((fact for fact in facts if isinstance(fact, f.BattleEnded)), None)
    setting = next((fact.setting for fact in facts if isinstance(fact, f.BattleAnnounced | f.BattleBegan)), None)
    rounds, aftermath = _rounds(facts)
    if setting is not None:
        sides = setting.pair.sides
    elif ended is not None:
        sides = ended.sides
    elif rounds:
        sides = (rounds[0].made.attacker,), (rounds[0].made.defender,)
    else:
        return None
    return Fight(
        number=number,
        sides=sides,
        setting=setting,
        filed=tuple(fact for fact in facts if isinstance(fact, f.SheetFiled)),
        failed=tuple(fact for fact in facts if isinstance(fact, f.OrderFailed)),
        rounds=rounds,
        aftermath=aftermath,
        ended=ended,
    )


def _rounds(facts: Iterable[Fact]) -> tuple[tuple[Round, ...], tuple[Fact, ...]]:
    """The judgments in order, and what followed on none that is known."""
    rounds: list[Round] = []
    spent: list[f.ResourcesSpent] = []
    loose: list[Fact] = []
    for fact in facts:
        match fact:
            case f.ResourcesSpent():
                spent.append(fact)
            case f.JudgmentMade():
                rounds.append(Round(fact, tuple(each for each in spent if each.judgment == fact.judgment)))
            case _ if not isinstance(fact, AFTERMATH):
                pass
            case _ if rounds:
                rounds[-1] = replace(rounds[-1], after=(*rounds[-1].after, fact))
            case _:
                loose.append(fact)
    return tuple(rounds), tuple(loose)
