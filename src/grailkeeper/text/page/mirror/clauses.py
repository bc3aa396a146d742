"""Which facts of the mirror land bind, and by which clause they happened."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.fact import Fact
from ....rules.mirror import facts as f
from ....rules.mirror.state import Order

BINDING = frozenset(
    kind.kind for kind in (f.StrokeSpent, f.Vanished, f.ConditionChanged, f.BaseDestroyed, f.PenaltyReached, f.WarEnded)
)
"""What cannot be taken back: it is told in seal paste."""

CLAUSES: Mapping[str, str] = {
    f.BattleBegan.kind: "M-7.8",
    f.SetDeclared.kind: "M-9.3",
    f.OrdersClashed.kind: "M-11.12",
    f.Recovered.kind: "M-11.14",
    f.Struck.kind: "M-4.14",
    f.BattleManaPaid.kind: "M-9.9",
    f.Joined.kind: "M-9.2",
    f.SetBegan.kind: "M-9.1",
    f.CardsRevealed.kind: "M-9.4",
    f.TurnResolved.kind: "M-9.7",
    f.RetreatHit.kind: "M-9.11",
    f.LuckAdded.kind: "M-3.12",
    f.LuckBack.kind: "M-3.12",
    f.SkillPaid.kind: "M-9.8",
    f.Healed.kind: "M-5.13",
    f.BattleEnded.kind: "M-9.10",
    f.BattleCounted.kind: "M-12.5",
    f.SceneBegan.kind: "M-12.1",
    f.TerritoryStored.kind: "M-4.18",
    f.LocationShown.kind: "M-11.19",
    f.Planned.kind: "M-7.1",
    f.Moved.kind: "M-11.15",
    f.Met.kind: "M-7.6",
    f.BaseFound.kind: "M-7.6",
    f.NothingFound.kind: "M-7.6",
    f.LimitLearned.kind: "M-7.9",
    f.Aimed.kind: "M-7.8",
    f.BaseBuilt.kind: "M-7.3",
    f.TerritoryBuilt.kind: "M-4.17",
    f.BaseDestroyed.kind: "M-7.5",
    f.Destroyed.kind: "M-7.5",
    f.SoulsEaten.kind: "M-7.9",
    f.CitizensCounted.kind: "M-11.18",
    f.PenaltyReached.kind: "M-11.19",
    f.SceneSettled.kind: "M-11.5",
    f.LevelRolled.kind: "M-1.4",
    f.Guessed.kind: "M-10.5",
    f.Vanished.kind: "M-11.9",
    f.ConditionChanged.kind: "M-11.13",
    f.WarEnded.kind: "M-11.9",
}

_ORDERS: Mapping[Order, str] = {
    Order.ESCAPE: "M-11.11",
    Order.RUSH: "M-11.12",
    Order.INDOMITABLE: "M-11.13",
    Order.FULL_RECOVERY_HP: "M-11.14",
    Order.FULL_RECOVERY_MP: "M-11.14",
    Order.PURSUIT: "M-11.15",
    Order.ERASURE: "M-11.16",
}
_WHYS: Mapping[f.Why, str] = {f.Why.MET: "M-10.2", f.Why.FOUGHT: "M-10.3", f.Why.NAME: "M-10.5"}
_LEAVING: Mapping[f.Leaving, str] = {
    f.Leaving.ESCAPE: "M-9.13",
    f.Leaving.RETREAT: "M-9.11",
    f.Leaving.GAVE_UP: "M-9.10",
    f.Leaving.SAVED: "M-11.10",
    f.Leaving.DYING: "M-11.13",
}


def clause_of(fact: Fact) -> str:
    """The clause by which something happened, "" where the fact alone does not say."""
    match fact:
        case f.StrokeSpent() | f.OrderHeld():
            return _ORDERS[fact.order]
        case f.Learned():
            return _WHYS[fact.why]
        case f.Left():
            return _LEAVING[fact.how]
        case f.OrderFailed():
            return fact.problem.clause
    return CLAUSES.get(fact.kind, "")


def binds(fact: Fact) -> bool:
    return fact.kind in BINDING
