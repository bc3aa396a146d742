"""The names of teams in case files: what people call them there, and the keys under which they play."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.form import Choice, Fault

UNKNOWN_TEAM = Fault("unknown_team")


def team_choice(names: Mapping[str, str]) -> Choice:
    """Reads a team by its name."""
    return Choice(tuple(names), UNKNOWN_TEAM, names)
