"""The state after a fact of a scene: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from ....core.fact import Fact
from ....core.record import replace
from ....core.seat import Person, Role, Seat
from ..people import Functions, Master, MasterState, Points, Reserve, Servant
from ..state import State, with_person, with_team, without_reserves
from . import facts as f
from .state import Fall, Phase, PlayScene, Scene, War

T = TypeVar("T")


def war_of(state: State) -> War:
    """The course of the war; only asked where there is one."""
    assert state.war is not None
    return state.war


def with_war(state: State, **change: Any) -> State:
    return replace(state, war=replace(war_of(state), **change))


def with_scene(state: State, **change: Any) -> State:
    return with_war(state, now=replace(war_of(state).now, **change))


def with_place(state: State, team: str, **change: Any) -> State:
    """The state with the play scene of a team changed."""
    places = tuple(replace(each, **change) if each.team == team else each for each in war_of(state).now.places)
    return with_scene(state, places=places)


def _without(items: Iterable[T], *gone: T) -> tuple[T, ...]:
    return tuple(item for item in items if item not in gone)


def _more(points: Points, more: int) -> Points:
    return Points(points.now + more, points.maximum) if more else points


def _mana(state: State, person: Person, more: int) -> State:
    found: Master | Servant | None = state.teams[person.team].person(person.role)
    if found is None or not more:
        return state
    return with_person(state, person.team, person.role, mana=_more(found.mana, more))


# Creation and opening


def _created(state: State, fact: f.TeamCreated) -> State:
    state = replace(state, teams={**state.teams, fact.team.key: fact.team})
    return with_war(state, created=(*war_of(state).created, fact.team.key))


def _announced(state: State, fact: f.SceneAnnounced) -> State:
    state = with_war(state, phase=Phase.OPENING, now=Scene(teams=fact.teams))
    return replace(state, scene=fact.number)


def _opened(state: State, fact: f.TeamOpened) -> State:
    state = with_team(state, fact.team, stored_mana=fact.stored)
    for role in Role:
        state = _mana(state, Person(fact.team, role), fact.converted.get(role.value, 0))
    team = state.teams[fact.team]
    if team.master is not None:
        strokes = team.master.strokes - len(fact.recoveries)
        state = with_person(state, fact.team, Role.MASTER, strokes=strokes)
        state = _mana(state, Person(fact.team, Role.MASTER), -fact.share)
    if team.servant is not None:
        paid = 0 if fact.upkeep is None else fact.upkeep.value - fact.share
        state = with_person(
            state,
            fact.team,
            Role.SERVANT,
            lowered=_lowered(team.servant.lowered, fact.lowered, fact.restored),
            health=_more(team.servant.health, fact.health),
            mana=_more(team.servant.mana, fact.mana - paid),
        )
    return state


def _lowered(before: Mapping[str, int], lowered: Mapping[str, int], restored: Mapping[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*before, *lowered))
    after = {name: before.get(name, 0) + lowered.get(name, 0) - restored.get(name, 0) for name in names}
    return {name: ranks for name, ranks in after.items() if ranks}


def _allotted(state: State, fact: f.TerritoryAllotted) -> State:
    workshop = replace(state.teams[fact.team].workshop, territory=Functions(*fact.territory))
    return with_team(state, fact.team, workshop=workshop)


# The floor


def _scene_opened(state: State, fact: f.SceneOpened) -> State:
    now = war_of(state).now
    waiting = tuple(each for each in now.waiting if each.team != fact.scene.team)
    return with_scene(state, places=(*now.places, fact.scene), waiting=waiting)


def _left_waiting(state: State, fact: f.ApplicationLeft) -> State:
    waiting = tuple(each for each in war_of(state).now.waiting if each.team != fact.team)
    return with_scene(state, waiting=waiting)


def _battle_forced(state: State, fact: f.BattleForced) -> State:
    places = war_of(state).now.places
    if any(place.team == fact.scene.team for place in places):
        return with_scene(state, places=tuple(fact.scene if p.team == fact.scene.team else p for p in places))
    return with_scene(state, places=(*places, fact.scene))


def _cancelled(state: State, team: str, why: f.Why) -> State:
    cancelled = war_of(state).now.cancelled
    if why is not f.Why.FORCED_BATTLE or team in cancelled:
        return state
    return with_scene(state, cancelled=(*cancelled, team))


def _scene_cancelled(state: State, fact: f.SceneCancelled) -> State:
    places = tuple(place for place in war_of(state).now.places if place.team != fact.team)
    return _cancelled(with_scene(state, places=places), fact.team, fact.why)


def _solo_cancelled(state: State, fact: f.SoloCancelled) -> State:
    solos = tuple(solo for solo in war_of(state).now.solos if solo.team != fact.team or solo.played)
    return _cancelled(with_scene(state, solos=solos), fact.team, fact.why)


def _joined(state: State, fact: f.Joined) -> State:
    """A team that is there already is there with more of its characters."""
    place = _place(state, fact.scene)
    if place.join_of(fact.join.team) is None:
        return with_place(state, fact.scene, joins=(*place.joins, fact.join))
    joins = tuple(fact.join if join.team == fact.join.team else join for join in place.joins)
    return with_place(state, fact.scene, joins=joins)


def _join_left(state: State, fact: f.JoinLeft) -> State:
    place = _place(state, fact.scene)
    joins = tuple(join for join in place.joins if join.team != fact.team)
    return with_place(state, fact.scene, joins=joins, accepted=_without(place.accepted, fact.team))


def _accepted(state: State, fact: f.AllyAccepted) -> State:
    return with_place(state, fact.scene, accepted=(*_place(state, fact.scene).accepted, fact.ally))


def _restored(state: State, fact: f.ServantRestored) -> State:
    team = state.teams[fact.team]
    assert team.master is not None and team.servant is not None
    strokes = team.master.strokes - len(fact.recoveries)
    state = with_person(state, fact.team, Role.MASTER, strokes=strokes)
    health, mana = _more(team.servant.health, fact.health), _more(team.servant.mana, fact.mana)
    return with_person(state, fact.team, Role.SERVANT, health=health, mana=mana)


def _place(state: State, team: str) -> PlayScene:
    place = war_of(state).now.place_of(team)
    assert place is not None
    return place


def _floor_closed(state: State, fact: f.FloorClosed) -> State:
    for team in fact.bonding:
        state = with_place(state, team, bonds=True)
    return with_war(with_scene(state, waiting=()), phase=Phase.ACTS)


def _reserve(state: State, team: str, *strengths: int, text: str = "") -> State:
    more = tuple(Reserve(strength, text) for strength in strengths)
    reserves = tuple(sorted((*state.teams[team].reserves, *more), key=lambda each: each.strength))
    return with_team(state, team, reserves=reserves)


# Acts and play


def _acts(state: State, fact: f.ActsDeclared) -> State:
    acts = war_of(state).now.acts
    return with_scene(state, acts={**acts, fact.team: _merged(acts.get(fact.team, {}), fact.acts)})


def _merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Both, record by record; where both say something the later one holds."""
    merged = dict(before)
    for name, value in after.items():
        old = merged.get(name)
        both = isinstance(old, Mapping) and isinstance(value, Mapping)
        merged[name] = _merged(old, value) if both and old is not None else value
    return merged


def _solo_played(state: State, fact: f.SoloPlayed) -> State:
    solos = tuple(replace(s, played=True) if s == fact.solo else s for s in war_of(state).now.solos)
    return with_scene(state, solos=solos)


def _found(state: State, fact: f.BaseFound) -> State:
    known = {**state.teams[fact.target].known_by, fact.team: state.scene}
    return with_team(state, fact.target, known_by=known)


def _means_spent(state: State, fact: f.MeansSpent) -> State:
    team = without_reserves(state.teams[fact.team], fact.reserves)
    state = replace(state, teams={**state.teams, fact.team: team})
    person: Master | Servant | None = None if fact.luck is None else team.person(fact.luck)
    if fact.luck is None or person is None:
        return state
    return with_person(state, fact.team, fact.luck, luck_uses=person.luck_uses + 1)


def _prepared(state: State, fact: f.ReservesPrepared) -> State:
    state = _mana(state, fact.person, -fact.cost.value)
    state = _reserve(state, fact.person.team, *(fact.strength,) * fact.count, text=fact.text)
    prepared = war_of(state).now.prepared
    count = prepared.get(fact.person.team, 0) + fact.count
    return with_scene(state, prepared={**prepared, fact.person.team: count})


def _eaten(state: State, fact: f.SoulsEaten) -> State:
    state = _mana(state, fact.person, fact.gained)
    risk = state.teams[fact.person.team].exposure_risk + fact.amount
    return with_team(state, fact.person.team, exposure_risk=risk)


def _given(state: State, fact: f.ManaGiven) -> State:
    return _mana(_mana(state, fact.giver, -fact.moved), fact.receiver, fact.moved)


def _turned(state: State, fact: f.ManaTurned) -> State:
    servant = state.teams[fact.team].servant
    assert servant is not None
    mana, health = _more(servant.mana, -fact.amount), _more(servant.health, fact.amount)
    return with_person(state, fact.team, Role.SERVANT, mana=mana, health=health)


# Falls and closing


def fallen(state: State, person: Person) -> State:
    """S-24.3: who fell when; a fall in a battle belongs to its judgment, one in an opening to the opening."""
    war = state.war
    if war is None:
        return state
    if state.battle is not None:
        moment = f"battle/{state.battle.pair.number}/{len(state.battle.made)}"
    elif war.phase is Phase.OPENING:
        moment = f"{state.scene}/opening"
    else:
        moment = f"{state.scene}/{len(war.falls)}"
    return with_war(state, falls=(*war.falls, Fall(person.team, person.role, state.scene, moment)))


def _rest_ended(state: State, fact: f.ForcedRestEnded) -> State:
    state = _mana(state, Person(fact.team, Role.MASTER), fact.gained)
    after = MasterState.FAINTED if fact.again else MasterState.WELL
    return with_person(state, fact.team, Role.MASTER, state=after)


def _recontracted(state: State, fact: f.Recontracted) -> State:
    servant = state.teams[fact.servant].servant
    workshop = replace(state.teams[fact.master].workshop, territory=Functions())
    state = with_team(state, fact.servant, servant=None)
    state = with_team(state, fact.master, servant=servant, workshop=workshop)
    seats = tuple(_reseated(seat, fact) for seat in state.seats)
    falls = tuple(fall for fall in war_of(state).falls if fall.team != fact.master)
    return with_war(replace(state, seats=seats), falls=falls)


def _reseated(seat: Seat, fact: f.Recontracted) -> Seat:
    """The player of the servant comes to the master's team; the master's player plays the master alone."""
    if seat.team == fact.servant:
        return replace(seat, team=fact.master, roles=(Role.SERVANT,))
    if seat.team == fact.master:
        return replace(seat, roles=_without(seat.roles, Role.SERVANT))
    return seat


def _ended(state: State, fact: f.WarEnded) -> State:
    return with_war(state, phase=Phase.OVER, winner=fact.winner)


CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.TeamCreated: _created,
    f.SceneAnnounced: _announced,
    f.TeamOpened: _opened,
    f.TerritoryAllotted: _allotted,
    f.ForcedRestDue: lambda s, fact: with_person(s, fact.team, Role.MASTER, state=MasterState.FORCED_REST),
    f.FloorOpened: lambda s, _: with_war(s, phase=Phase.FLOOR),
    f.SceneOpened: _scene_opened,
    f.ApplicationWaits: lambda s, fact: with_scene(s, waiting=(*war_of(s).now.waiting, fact.application)),
    f.ApplicationLeft: _left_waiting,
    f.BattleForced: _battle_forced,
    f.SceneCancelled: _scene_cancelled,
    f.SoloDeclared: lambda s, _: s,
    f.SoloPlanned: lambda s, fact: with_scene(s, solos=(*war_of(s).now.solos, fact.solo)),
    f.SoloCancelled: _solo_cancelled,
    f.Joined: _joined,
    f.JoinLeft: _join_left,
    f.AllyAccepted: _accepted,
    f.ServantRestored: _restored,
    f.FloorClosed: _floor_closed,
    f.ManaGained: lambda s, fact: _mana(s, fact.person, fact.amount),
    f.ReserveGained: lambda s, fact: _reserve(s, fact.team, fact.strength),
    f.SolosCounted: lambda s, fact: with_team(s, fact.team, solos=fact.solos),
    f.ActsDeclared: _acts,
    f.PlayBegan: lambda s, _: with_war(s, phase=Phase.PLAY),
    f.ScenePlayed: lambda s, fact: with_place(s, fact.team, played=True),
    f.SoloPlayed: _solo_played,
    f.SearchReckoned: lambda s, _: s,
    f.Searched: lambda s, _: s,
    f.BaseFound: _found,
    f.MeansSpent: _means_spent,
    f.HindranceJudged: lambda s, _: s,
    f.ReservesPrepared: _prepared,
    f.Rested: lambda s, fact: _mana(s, fact.person, fact.gained),
    f.SoulsEaten: _eaten,
    f.ManaGiven: _given,
    f.ManaTurned: _turned,
    f.ActFailed: lambda s, _: s,
    f.ActVoid: lambda s, _: s,
    f.BaseRevealed: lambda s, fact: with_team(s, fact.team, revealed=True),
    f.RiskAlarm: lambda s, _: s,
    f.ForcedRestEnded: _rest_ended,
    f.RecontractAgreed: lambda s, fact: with_scene(s, agreed=(*war_of(s).now.agreed, (fact.master, fact.servant))),
    f.Recontracted: _recontracted,
    f.TeamOut: lambda s, fact: with_team(s, fact.team, out=True),
    f.SceneClosed: lambda s, _: s,
    f.WarEnded: _ended,
}
