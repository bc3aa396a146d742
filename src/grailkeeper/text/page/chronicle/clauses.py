"""Which facts of chronicle bind, and by which clause they happened."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.fact import Fact
from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.cards import Card
from ....rules.chronicle.people import InformationKind, SpellType
from ....rules.chronicle.scene import deeds as d
from ....rules.chronicle.scene import facts as s

BINDING = frozenset(
    kind.kind
    for kind in (
        f.NameRevealed,
        f.StrokeSpent,
        f.Fell,
        f.Escaped,
        o.FallenTreated,
        o.PartnerLost,
        o.BaseLost,
        o.TerritoryLost,
        s.CaptiveTreated,
        s.ServantVanished,
        d.Recontracted,
        s.WarEnded,
    )
)
"""What cannot be taken back: it is told in seal paste."""

CLAUSES: Mapping[str, str] = {
    f.CardsShown.kind: "C-9.8",
    f.BareSeen.kind: "C-9.6",
    f.NamesKnown.kind: "C-23.11",
    f.NameRevealed.kind: "C-23.10",
    f.SteppedUp.kind: "C-10.12",
    f.Suffered.kind: "C-18.8",
    f.SpellInterfered.kind: "C-16.12",
    f.Healed.kind: "C-23.19",
    f.StrokeSpent.kind: "C-18.3",
    f.Escaped.kind: "C-18.3",
    f.RetreatBegan.kind: "C-19.1",
    f.FateSpent.kind: "C-19.5",
    f.RetreatEnded.kind: "C-19.1",
    f.RetreatReckoned.kind: "C-19.1",
    o.BattleBrokenOff.kind: "C-17.1",
    o.BattleEnded.kind: "C-10.7",
    o.Injured.kind: "C-23.13",
    o.Rewarded.kind: "C-23.12",
    o.BasesSeen.kind: "C-9.10",
    o.FallenTreated.kind: "C-18.12",
    o.PartnerLost.kind: "C-23.15",
    o.BaseLost.kind: "C-9.10",
    o.BaseMade.kind: "C-2.3",
    o.TerritoryLost.kind: "C-9.12",
    o.Looted.kind: "C-9.12",
    s.TeamCreated.kind: "C-23.1",
    s.NpcPlaced.kind: "C-20.2",
    s.TerritoryStored.kind: "C-23.9",
    s.AllianceMade.kind: "C-23.1",
    s.AllianceEnded.kind: "C-23.1",
    s.TerritoryMade.kind: "C-1.5",
    s.ManaDrawn.kind: "C-23.9",
    s.ManaSupplied.kind: "C-1.6",
    s.ManaPassed.kind: "C-7.5",
    s.UpkeepPaid.kind: "C-7.7",
    s.InformationTold.kind: "C-R16",
    s.Grown.kind: "C-23.12",
    s.ToolUsed.kind: "C-23.18",
    s.CaptiveTreated.kind: "C-20.12",
    s.LeftScene.kind: "C-7.4",
    s.OfferUnmet.kind: "C-5.14",
    s.RegionShown.kind: "C-23.14",
    s.PresenceSensed.kind: "C-3.9",
    s.PresenceIs.kind: "C-3.9",
    s.RegionLearned.kind: "C-3.7",
    s.NpcsMet.kind: "C-20.4",
    s.AttackMade.kind: "C-10.1",
    s.DeadlineSet.kind: "C-18.4",
    s.LinkEnded.kind: "C-7.5",
    s.WarEnded.kind: "C-23.16",
    d.Studied.kind: "C-5.1",
    d.Labored.kind: "C-5.8",
    d.ContestFought.kind: "C-5.3",
    d.ContestLost.kind: "C-5.3",
    d.Bonded.kind: "C-5.11",
    d.BondDeepened.kind: "C-5.12",
    d.SoulsEaten.kind: "C-6.6",
    d.OverseerSpoke.kind: "C-23.14",
    d.Recontracted.kind: "C-7.1",
    d.ManaCharged.kind: "C-7.5",
    d.CircuitLinked.kind: "C-7.5",
}

_SPELLS: Mapping[SpellType, str] = {SpellType.DEFENCE: "C-16.11"}
_FATES: Mapping[f.Fate, str] = {
    f.Fate.DYING: "C-18.10",
    f.Fate.FAINTED: "C-18.11",
    f.Fate.VANISHED: "C-18.2",
}
_POINTS: Mapping[InformationKind, str] = {
    InformationKind.ENCOUNTER: "C-3.2",
    InformationKind.RUMOR: "C-3.3",
    InformationKind.LEGEND: "C-10.3",
    InformationKind.BATTLE: "C-10.2",
}
_WAYS: Mapping[s.Way, str] = {
    s.Way.MOVE: "C-2.1",
    s.Way.PURSUIT: "C-3.15",
    s.Way.PURCHASE: "C-6.2",
}
_WHYS: Mapping[s.Why, str] = {
    s.Why.SCENE_START: "C-1.2",
    s.Why.SHORT_REST: "C-4.1",
    s.Why.LONG_REST: "C-4.4",
    s.Why.NURSING: "C-4.7",
    s.Why.TOOL: "C-23.18",
}
_POOLS: Mapping[str, str] = {"health": "C-18.4", "mana": "C-18.9"}


def clause_of(fact: Fact) -> str:
    """The clause by which something happened, "" where the fact alone does not say."""
    match fact:
        case f.OrderFailed() | s.OrderRefused():
            return fact.problem.clause
        case f.Unpaid():
            return "C-23.5" if fact.card is Card.NOBLE_PHANTASM else "C-23.19"
        case f.Fell():
            return _FATES[fact.fate]
        case f.SpellWorked():
            return _SPELLS.get(fact.type, "C-16.9")
        case o.InformationGained():
            return _POINTS[fact.point]
        case s.Moved():
            return _WAYS.get(fact.way, "")
        case s.Recovered():
            return _WHYS[fact.why]
        case s.ServantVanished():
            return _POOLS.get(fact.pool, "")
    return CLAUSES.get(fact.kind, "")
