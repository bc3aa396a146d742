"""The state after a fact of a scene: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.fact import Fact
from ....core.rank import Letter, Rank
from ....core.record import replace
from ..people import Ability, Information, Life, Person, Pool, Spent, Territory
from ..state import State, with_person, with_team
from ..tables import MASTER_POOL, SERVANT_POOL_PER_GRADE
from . import facts as f
from .apply_deeds import OF_DEEDS
from .records import (
    cut,
    entry,
    items,
    now_of,
    pools,
    war_of,
    with_more,
    with_scene,
    with_servant,
    with_war,
    without,
)
from .state import Found, Phase, Scene

# The beginning of a war and of a scene


def _created(state: State, fact: f.TeamCreated) -> State:
    people = {**state.people, **{person.key: person for person in fact.people}}
    state = with_team(replace(state, people=people), fact.team, base=fact.base)
    return with_war(state, creates=without(war_of(state).creates, fact.team))


def _began(state: State, fact: f.SceneBegan) -> State:
    state = replace(state, scene=fact.number, night=fact.night, results=())
    return with_war(state, phase=Phase.START, now=Scene())


def _recovered(state: State, fact: f.Recovered) -> State:
    state = pools(state, fact.person, fact.health.value, fact.mana.value)
    return with_person(state, fact.person, injured=False) if fact.healed else state


def _stored(state: State, fact: f.TerritoryStored) -> State:
    territory = state.teams[fact.team].territory
    assert territory is not None
    return with_team(state, fact.team, territory=replace(territory, stored=territory.stored + fact.amount.value))


def _start_said(state: State, fact: f.StartSaid) -> State:
    now = now_of(state)
    if fact.search:
        state = with_scene(state, search=entry(now.search, fact.person, fact.search))
    if fact.infiltration:
        state = with_scene(state, infiltration=entry(now.infiltration, fact.person, fact.infiltration))
    if state.people[fact.person].servant is not None:
        state = with_servant(state, fact.person, manifested=fact.manifested)
    return state


def _allied(state: State, fact: f.AllianceMade) -> State:
    for one, other in ((fact.one, fact.other), (fact.other, fact.one)):
        state = with_team(state, one, allies=with_more(state.teams[one].allies, other))
    return state


def _alliance_ended(state: State, fact: f.AllianceEnded) -> State:
    for one, other in ((fact.one, fact.other), (fact.other, fact.one)):
        state = with_team(state, one, allies=without(state.teams[one].allies, other))
    return state


def _territory_made(state: State, fact: f.TerritoryMade) -> State:
    state = with_team(state, fact.team, territory=Territory(fact.at))
    return with_scene(state, taken=with_more(now_of(state).taken, fact.person)) if fact.at_start else state


def _drawn(state: State, fact: f.ManaDrawn) -> State:
    team = state.people[fact.person].team
    territory = state.teams[team].territory
    assert territory is not None
    state = with_team(state, team, territory=replace(territory, stored=territory.stored - fact.amount))
    return pools(state, fact.person, mana=fact.amount)


def _mana_moved(state: State, giver: str, taker: str, amount: int) -> State:
    return pools(pools(state, giver, mana=-amount), taker, mana=amount)


def _upkeep(state: State, fact: f.UpkeepPaid) -> State:
    servant = state.people[fact.person].the_servant
    state = with_servant(state, fact.person, active_scenes=servant.active_scenes + 1)
    return pools(state, fact.person, mana=-fact.amount.value)


# Between scenes


def _information(state: State, team: str, servant: str, points: Mapping[str, int], name: bool = False) -> State:
    known = state.teams[team].on(servant)
    after = Information(**{**_counters(known), **points}, true_name=known.true_name or name)
    return with_team(state, team, information=entry(state.teams[team].information, servant, after))


def _counters(known: Information) -> dict[str, int]:
    return {name: getattr(known, name) for name in ("encounter", "rumor", "legend", "battle")}


def _grown(state: State, fact: f.Grown) -> State:
    person = state.people[fact.person]
    state = with_person(state, fact.person, experience=person.experience - fact.experience)
    state = with_team(state, person.team, merit=state.teams[person.team].merit - fact.merit)
    if person.master is not None:
        return _master_grown(state, person, fact.what)
    servant = person.the_servant
    if fact.what in servant.skills:
        return with_servant(
            state, fact.person, skills=entry(servant.skills, fact.what, _higher(servant.skills[fact.what]))
        )
    state = with_servant(state, fact.person, **{fact.what: _higher(servant.ability(Ability(fact.what)))})
    pool = {"endurance": "health", "magic": "mana"}.get(fact.what)
    return _larger(state, fact.person, pool, SERVANT_POOL_PER_GRADE) if pool else state


def _higher(rank: Rank) -> Rank:
    return Rank(Letter(rank.number + 1), rank.plus)


def _larger(state: State, key: str, name: str, more: int) -> State:
    pool: Pool = getattr(state.people[key], name)
    return with_person(state, key, **{name: replace(pool, maximum=pool.maximum + more)})


def _master_grown(state: State, person: Person, what: str) -> State:
    master = person.the_master
    held = getattr(master, what)
    more: Any = Spent(held.now + 1, held.start + 1) if isinstance(held, Spent) else held + 1
    state = with_person(state, person.key, master=replace(master, **{what: more}))
    pool = {"combat": "health", "magic": "mana"}.get(what)
    return _larger(state, person.key, pool, MASTER_POOL) if pool else state


def _captive_treated(state: State, fact: f.CaptiveTreated) -> State:
    if fact.killed:
        return with_person(state, fact.person, life=Life.DEAD, captor="")
    return with_person(state, fact.person, captor="")


# Actions


def _planned(state: State, fact: f.Planned) -> State:
    return with_scene(state, plans=entry(now_of(state).plans, fact.person, fact.plan))


def _left(state: State, fact: f.LeftScene) -> State:
    return with_scene(state, left=with_more(now_of(state).left, *fact.people))


def _long_begun(state: State, fact: f.LongBegun) -> State:
    if fact.patient:
        state = with_scene(state, nursed=with_more(now_of(state).nursed, fact.patient))
    return pools(state, fact.person, mana=-fact.mana)


def _interrupted(state: State, fact: f.Interrupted) -> State:
    return with_scene(state, interrupted=with_more(now_of(state).interrupted, fact.person))


def _met(state: State, fact: f.PeopleMet) -> State:
    war, team = war_of(state), state.people[fact.person].team
    found = (*war.now.met.get(fact.person, ()), Found(fact.half, fact.people))
    state = with_war(state, known=entry(war.known, team, with_more(war.known.get(team, ()), *fact.people)))
    return with_scene(state, met=entry(war.now.met, fact.person, found))


def _known(state: State, fact: f.PeopleKnown) -> State:
    known = war_of(state).known
    return with_war(state, known=entry(known, fact.team, with_more(known.get(fact.team, ()), *fact.people)))


def _point(state: State, fact: f.PointGained) -> State:
    team, now = state.people[fact.person].team, now_of(state)
    held = getattr(state.teams[team].on(fact.servant), fact.point.value)
    state = _information(state, team, fact.servant, {fact.point.value: held + fact.amount.value})
    return with_scene(state, pointed=with_more(now.pointed, fact.person))


def _region(state: State, fact: f.RegionLearned) -> State:
    team, war = state.people[fact.person].team, war_of(state)
    state = with_team(state, team, region_information=with_more(state.teams[team].region_information, fact.region))
    return with_war(state, bases=entry(war.bases, team, entry(war.bases.get(team, {}), fact.region, fact.bases)))


def _npcs_met(state: State, fact: f.NpcsMet) -> State:
    now = now_of(state)
    met = with_more(now.npcs_met.get(fact.person, ()), *fact.npcs)
    state = with_scene(state, npcs_met=entry(now.npcs_met, fact.person, met))
    return with_scene(state, secondary=with_more(now.secondary, fact.person)) if fact.pursuit else state


# Battles and the end


def _attacked(state: State, fact: f.AttackMade) -> State:
    return with_scene(state, attacks=(*now_of(state).attacks, fact.attack))


def _drawn_in(state: State, fact: f.DrawnIn) -> State:
    fights = dict(now_of(state).fights)
    for key in fact.people:
        fights[key] = with_more(fights.get(key, ()), fact.half)
    return with_scene(state, fights=fights)


def _manifested(state: State, fact: f.Manifested) -> State:
    return with_person(with_servant(state, fact.person, manifested=True), fact.person, at=fact.at)


def _deadline(state: State, fact: f.DeadlineSet) -> State:
    return with_servant(state, fact.person, health_due=fact.health, mana_due=fact.mana)


def _excess(state: State, fact: f.ExcessLost) -> State:
    person = state.people[fact.person]
    health = replace(person.health, now=person.health.now - fact.health, old_excess=fact.left_health)
    mana = replace(person.mana, now=person.mana.now - fact.mana, old_excess=fact.left_mana)
    return with_person(state, fact.person, health=health, mana=mana)


def _link_ended(state: State, fact: f.LinkEnded) -> State:
    war = war_of(state)
    link = next(link for link in war.links if link.masters == fact.masters)
    for key in link.masters:
        magic, maximum = link.before[key]
        person = state.people[key]
        master = replace(person.the_master, magic=magic, linked="", own_magic=0)
        state = with_person(state, key, master=master, mana=cut(person.mana, maximum))
    return with_war(state, links=without(war.links, link))


def _ended(state: State, fact: f.WarEnded) -> State:
    return with_war(state, phase=Phase.OVER, winners=fact.winners)


def _nothing(state: State, _: Fact) -> State:
    return state


CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.TeamCreated: _created,
    f.SceneBegan: _began,
    f.NpcPlaced: lambda s, fact: with_person(s, fact.person, at=fact.at),
    f.Recovered: _recovered,
    f.TerritoryStored: _stored,
    f.SceneDawned: lambda s, _: with_scene(s, dawned=True),
    f.StartSaid: _start_said,
    f.OrderRefused: _nothing,
    f.AllianceMade: _allied,
    f.AllianceEnded: _alliance_ended,
    f.TerritoryMade: _territory_made,
    f.ManaDrawn: _drawn,
    f.ManaSupplied: lambda s, fact: _mana_moved(s, fact.master, fact.servant, fact.amount),
    f.ManaPassed: lambda s, fact: _mana_moved(s, fact.giver, fact.taker, fact.amount),
    f.UpkeepPaid: _upkeep,
    f.ActionsOpened: lambda s, _: with_war(s, phase=Phase.ACTIONS),
    f.InformationTold: lambda s, fact: _information(s, fact.ally, fact.servant, fact.points, fact.true_name),
    f.Grown: _grown,
    f.ItemGiven: lambda s, fact: items(items(s, fact.giver, taken=fact.item), fact.taker, fact.item),
    f.ToolUsed: lambda s, fact: items(s, fact.person, taken=fact.item),
    f.CaptiveTreated: _captive_treated,
    f.Planned: _planned,
    f.Moved: lambda s, fact: with_person(s, fact.person, at=fact.to),
    f.LeftScene: _left,
    f.LongBegun: _long_begun,
    f.Interrupted: _interrupted,
    f.OfferUnmet: _nothing,
    f.RegionShown: _nothing,
    f.PeopleMet: _met,
    f.PresenceSensed: _nothing,
    f.PresenceIs: lambda s, fact: with_scene(s, sensed=entry(now_of(s).sensed, fact.person, fact.sensed)),
    f.PointGained: _point,
    f.RegionLearned: _region,
    f.NpcsMet: _npcs_met,
    f.AttackMade: _attacked,
    f.DrawnIn: _drawn_in,
    f.Manifested: _manifested,
    f.PhaseReached: lambda s, fact: with_war(s, phase=fact.phase),
    f.PeopleKnown: _known,
    f.ServantVanished: lambda s, fact: with_person(s, fact.person, life=Life.VANISHED),
    f.DeadlineSet: _deadline,
    f.ExcessLost: _excess,
    f.LinkEnded: _link_ended,
    f.SceneEnded: _nothing,
    f.WarEnded: _ended,
    **OF_DEEDS,
}
