"""What information points tell (C-23.10)."""

from __future__ import annotations

from collections.abc import Mapping

from .people import Information
from .tables import KNOWN, TRUE_NAME_POINTS


def known(points: Mapping[str, int]) -> tuple[str, ...]:
    """C-23.10: what so many points of each kind tell of a servant, in the order of the clause."""
    told = [what for kind, least, things in KNOWN if points.get(kind, 0) >= least for what in things]
    return (*told, "true_name") if sum(points.values()) >= TRUE_NAME_POINTS else tuple(told)


def points_of(information: Information) -> dict[str, int]:
    """The four counters by name."""
    return {
        "encounter": information.encounter,
        "rumor": information.rumor,
        "battle": information.battle,
        "legend": information.legend,
    }


def knows_name(information: Information) -> bool:
    """C-23.10: by six points, or because it was revealed."""
    return information.true_name or information.total >= TRUE_NAME_POINTS
