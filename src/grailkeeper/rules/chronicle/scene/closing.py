"""The end of a scene and of the war (C-8.4, C-9.11, C-18.4, C-18.9, C-23.16, C-Q2, C-Q27)."""

from __future__ import annotations

from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from .. import prices
from ..outcomes import PartnerLost
from ..people import Life
from ..state import State, told_to
from . import facts as f
from .moving import replace_alone
from .opening import begin_scene
from .records import now_of, over, war_of
from .state import Phase
from .who import players, tell_own


def close_scene(teller: Teller[State]) -> None:
    """Life of a scene, 11 and 12."""
    replace_alone(teller)
    _deadlines(teller)
    _expire(teller)
    _end_links(teller)
    teller.tell(f.SceneEnded(teller.state.scene), EVERYBODY)
    _go_on(teller)


def _deadlines(teller: Teller[State]) -> None:
    """C-18.4, C-18.9, C-Q105: above 0 by the end of the next scene."""
    for person in list(players(teller.state)):
        servant = person.servant
        if servant is None:
            continue
        low = {"health": person.health.now <= 0, "mana": person.mana.now <= 0}
        late = next((pool for pool in low if low[pool] and getattr(servant, f"{pool}_due")), None)
        if late is not None:
            tell_own(teller, person.key, f.ServantVanished(person.key, late))
            _lose(teller, person.team)
        elif (low["health"], low["mana"]) != (servant.health_due, servant.mana_due):
            tell_own(teller, person.key, f.DeadlineSet(person.key, low["health"], low["mana"]))


def _lose(teller: Teller[State], team: str) -> None:
    """C-23.15: the master of a servant that has vanished."""
    for master in teller.state.masters(team):
        if master.life is Life.ALIVE and not master.partnerless:
            tell_own(teller, master.key, PartnerLost(master.key))


def _expire(teller: Teller[State]) -> None:
    """C-Q2: what was gained above a maximum in the scene before goes; what was spent since then was that first."""
    for key in teller.state.roster:
        person, excess = teller.state.people[key], now_of(teller.state).excess
        if person.life is not Life.ALIVE:
            continue
        lost, left = {}, {}
        for name, pool in (("health", person.health), ("mana", person.mana)):
            lost[name] = min(pool.old_excess, max(0, over(pool) - excess.get(f"{key}/{name}", 0)))
            left[name] = over(pool) - lost[name]
        before = {"health": person.health.old_excess, "mana": person.mana.old_excess}
        if any(lost.values()) or left != before:
            fact = f.ExcessLost(key, lost["health"], lost["mana"], left["health"], left["mana"])
            tell_own(teller, key, fact)


def _end_links(teller: Teller[State]) -> None:
    """C-Q27: a link ends with the scene after it."""
    for link in war_of(teller.state).links:
        if link.scene < teller.state.scene:
            teams = (teller.state.people[key].team for key in link.masters)
            teller.tell(f.LinkEnded(link.masters), told_to(teller.state, *teams))


# C-23.16


def ranks(state: State) -> list[prices.Rank]:
    """How the teams stand that somebody is left of."""
    return [
        prices.Rank(
            team=key,
            whole=_is_whole(state, key),
            merit=state.teams[key].merit,
            experience=sum(person.experience for person in state.of_team(key)),
            strokes=state.teams[key].strokes,
        )
        for key in state.order
        if any(person.life is Life.ALIVE for person in state.of_team(key))
    ]


def _is_whole(state: State, team: str) -> bool:
    """Both a master and a servant, captives included."""
    alive = [person.is_master for person in state.of_team(team) if person.life is Life.ALIVE]
    return True in alive and False in alive


def _go_on(teller: Teller[State]) -> None:
    war, state = war_of(teller.state), teller.state
    if war.last_scene and state.scene >= war.last_scene:
        teller.tell(f.PhaseReached(Phase.OVER), KEEPER_ONLY)
        return
    ended, winners = prices.war_end(state.scene, war.scene_limit, ranks(state))
    if ended:
        teller.tell(f.WarEnded(tuple(winners)), EVERYBODY)
    else:
        begin_scene(teller, state.scene + 1)
