"""Whom nobody plays: where NPCs are met (C-20)."""

from __future__ import annotations

from ....core.teller import Teller
from ..state import State
from . import facts as f
from .records import now_of
from .state import SECOND
from .who import allied, hidden_from, in_scene, standing_in, tell_own


def npcs_in(state: State, region: str) -> tuple[str, ...]:
    """The NPCs that are in a region, in their order."""
    people = (state.people[key] for key in state.roster)
    return tuple(each.key for each in people if each.npc and each.at_large and each.at == region)


def meet_npcs(teller: Teller[State]) -> None:
    """C-20.4, C-20.5, C-20.7: by being there, where no player character is met but allies."""
    for key in teller.state.roster:
        if not in_scene(teller.state, key):
            continue
        npcs = npcs_in(teller.state, teller.state.people[key].at)
        if npcs and not strangers(teller.state, key):
            tell_own(teller, key, f.NpcsMet(key, npcs))


def strangers(state: State, key: str) -> tuple[str, ...]:
    """Who of other sides is met where somebody stands."""
    person = state.people[key]
    return tuple(
        other
        for other in standing_in(state, person.at)
        if not allied(state, person.team, state.people[other].team) and not hidden_from(state, other, key, person.at)
    )


def meet_by_pursuit(teller: Teller[State]) -> None:
    """C-20.6: where a meeting arises from a pursuit, the NPC counts as present."""
    now = now_of(teller.state)
    for key in teller.state.roster:
        found = next((each for each in now.met.get(key, ()) if each.half == SECOND), None)
        if found is None:
            continue
        npcs = npcs_in(teller.state, teller.state.people[key].at)
        new = tuple(npc for npc in npcs if npc not in now.npcs_met.get(key, ()))
        if new and (found.people or not strangers(teller.state, key)):
            tell_own(teller, key, f.NpcsMet(key, new, pursuit=bool(strangers(teller.state, key))))
