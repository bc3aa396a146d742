"""Which facts of sceneplay bind, and by which clause they happened."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.fact import Fact
from ....rules.sceneplay import facts as f

BINDING = frozenset(kind.kind for kind in (f.Fell, f.Escaped, f.StrokesSpent))
"""What cannot be taken back: it is told in seal paste."""

_CLAUSES: Mapping[str, str] = {
    f.BattleAnnounced.kind: "S-6.4",
    f.EscapeOffered.kind: "S-18.4",
    f.Escaped.kind: "S-18.4",
    f.StrokesSpent.kind: "S-18.1",
    f.BattleEnded.kind: "S-10.20",
}

_FATES: Mapping[f.Fate, str] = {f.Fate.VANISHED: "S-17.4", f.Fate.DEAD: "S-17.2", f.Fate.FAINTED: "S-17.3"}


def clause_of(fact: Fact) -> str:
    """The clause by which something happened, "" where the fact alone does not say."""
    return _FATES[fact.fate] if isinstance(fact, f.Fell) else _CLAUSES.get(fact.kind, "")


def binds(fact: Fact) -> bool:
    return fact.kind in BINDING
