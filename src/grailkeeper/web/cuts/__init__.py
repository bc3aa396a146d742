"""How the forms of each rule system are cut to be filled in. A system without a cut loses drawings, never a field."""

from __future__ import annotations

from collections.abc import Mapping

from . import bingo, chronicle, mirror, sceneplay
from .cut import Cut

PLAIN = Cut()

CUTS: Mapping[str, Cut] = {
    "bingo": bingo.CUT,
    "chronicle": chronicle.CUT,
    "mirror": mirror.CUT,
    "sceneplay": sceneplay.CUT,
}
"""By the name of the system."""


def cut_of(system: str) -> Cut:
    return CUTS.get(system, PLAIN)
