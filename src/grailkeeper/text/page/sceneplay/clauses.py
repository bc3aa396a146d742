"""Which facts of sceneplay bind, and by which clause they happened."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.fact import Fact
from ....rules.sceneplay import facts as f
from ....rules.sceneplay.scene import facts as s

BINDING = frozenset(
    kind.kind
    for kind in (
        f.Fell,
        f.Escaped,
        f.StrokesSpent,
        s.BattleForced,
        s.BaseRevealed,
        s.RecontractAgreed,
        s.Recontracted,
        s.TeamOut,
        s.WarEnded,
    )
)
"""What cannot be taken back: it is told in seal paste."""

CLAUSES: Mapping[str, str] = {
    f.BattleAnnounced.kind: "S-6.4",
    f.EscapeOffered.kind: "S-18.4",
    f.Escaped.kind: "S-18.4",
    f.StrokesSpent.kind: "S-18.1",
    f.BattleEnded.kind: "S-10.20",
    s.SceneAnnounced.kind: "S-1.1",
    s.TeamOpened.kind: "S-3.3",
    s.TerritoryAllotted.kind: "S-13.1",
    s.ForcedRestDue.kind: "S-17.3",
    s.FloorOpened.kind: "S-1.2",
    s.SceneOpened.kind: "S-2.1",
    s.ApplicationWaits.kind: "S-1.4",
    s.BattleForced.kind: "S-4.5",
    s.SoloDeclared.kind: "S-8.2",
    s.SoloPlanned.kind: "S-8.1",
    s.Joined.kind: "S-2.3",
    s.AllyAccepted.kind: "S-6.4",
    s.FloorClosed.kind: "S-6.1",
    s.ReserveGained.kind: "S-1.8",
    s.SolosCounted.kind: "S-8.3",
    s.SearchReckoned.kind: "S-12.5",
    s.Searched.kind: "S-12.5",
    s.BaseFound.kind: "S-4.4",
    s.HindranceJudged.kind: "S-5.14",
    s.ReservesPrepared.kind: "S-5.4",
    s.Rested.kind: "S-5.10",
    s.SoulsEaten.kind: "S-15.2",
    s.ManaGiven.kind: "S-5.11",
    s.ManaTurned.kind: "S-5.13",
    s.ActVoid.kind: "S-5.14",
    s.BaseRevealed.kind: "S-15.4",
    s.RiskAlarm.kind: "S-15.6",
    s.ForcedRestEnded.kind: "S-17.3",
    s.TeamOut.kind: "S-17.7",
    s.WarEnded.kind: "S-24.3",
}

_FATES: Mapping[f.Fate, str] = {f.Fate.VANISHED: "S-17.4", f.Fate.DEAD: "S-17.2", f.Fate.FAINTED: "S-17.3"}


def clause_of(fact: Fact) -> str:
    """The clause by which something happened, "" where the fact alone does not say."""
    return _FATES[fact.fate] if isinstance(fact, f.Fell) else CLAUSES.get(fact.kind, "")


def binds(fact: Fact) -> bool:
    return fact.kind in BINDING
