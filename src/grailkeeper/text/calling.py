"""What the teams and seats of a war are called, before any sentence is made of it."""

from __future__ import annotations

from collections import Counter

from ..campaign.war import War


def names_of(war: War) -> dict[str, str]:
    """What the teams and seats of a war are called; a seat by its player, else by its team, with its key if need be."""
    teams, seats = dict(war.system.names(war.state)), war.system.seats(war.state)
    held = Counter(seat.team for seat in seats)
    names = {
        seat.key: teams.get(seat.team, seat.key) if held[seat.team] == 1 else f"{teams[seat.team]} ({seat.key})"
        for seat in seats
    }
    return names | dict(war.names) | teams
