"""Which facts of bingo bind, and by which clause they happened."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.fact import Fact
from ....rules.bingo import facts as f

BINDING = frozenset(
    kind.kind
    for kind in (
        f.ServantHealed,
        f.UseRestored,
        f.StrokeSpent,
        f.ServantRescued,
        f.ContractMade,
        f.PersonLost,
        f.WarEnded,
    )
)
"""What cannot be taken back: it is told in seal paste."""

CLAUSES: Mapping[str, str] = {
    f.TeamCreated.kind: "B-14.3",
    f.ClassAnnounced.kind: "B-14.18",
    f.CardsDrawn.kind: "B-14.7",
    f.CardsRegistered.kind: "B-14.7",
    f.SceneOpened.kind: "B-14.2",
    f.ServantHealed.kind: "B-10.2",
    f.UseRestored.kind: "B-10.4",
    f.StrokeSpent.kind: "B-14.15",
    f.AllianceOffered.kind: "B-14.16",
    f.AllianceMade.kind: "B-14.16",
    f.AllianceEnded.kind: "B-14.16",
    f.ContractMade.kind: "B-14.15",
    f.TeamMoved.kind: "B-14.8",
    f.MasterPlaced.kind: "B-14.8",
    f.TeamsMet.kind: "B-14.9",
    f.StrokesClosed.kind: "B-14.22",
    f.BattleReported.kind: "B-8.1",
    f.MasterExhausted.kind: "B-9.4",
    f.ServantRescued.kind: "B-14.13",
    f.WarEnded.kind: "B-14.17",
}

_CAUSES: Mapping[f.Cause, str] = {
    f.Cause.HEALTH: "B-14.13",
    f.Cause.MASTERLESS: "B-14.15",
    f.Cause.NO_STROKES: "B-14.15",
}


def clause_of(fact: Fact) -> str:
    """The clause by which something happened, "" where the fact alone does not say."""
    match fact:
        case f.PersonLost():
            return _CAUSES[fact.cause]
        case f.BattleOver(skipped=True):
            return "B-14.12"
    return CLAUSES.get(fact.kind, "")


def binds(fact: Fact) -> bool:
    return fact.kind in BINDING
