"""The state after a fact of a scene: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ....core.fact import Fact
from ....core.rank import Letter, Rank
from ..people import Ability, Information, Item, Life, Person, Pool, Spent, Territory
from ..state import State, added, with_person, with_team
from ..tables import MASTER_POOL, SERVANT_POOL_PER_GRADE
from . import facts as f
from .state import SECOND, Found, Kind, Phase, Scene, War

T = TypeVar("T")


def war_of(state: State) -> War:
    """The course of the war; only asked where there is one."""
    assert state.war is not None
    return state.war


def now_of(state: State) -> Scene:
    return war_of(state).now


def with_war(state: State, **change: Any) -> State:
    return replace(state, war=replace(war_of(state), **change))


def with_scene(state: State, **change: Any) -> State:
    return with_war(state, now=replace(war_of(state).now, **change))


def _with(items: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    return {**items, key: value}


def _more(items: Iterable[T], *more: T) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*items, *more)))


def _without(items: Iterable[T], *gone: T) -> tuple[T, ...]:
    left = list(items)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)


def _pools(state: State, key: str, health: int = 0, mana: int = 0) -> State:
    """Pools that rise or fall; one that is above 0 again has met its deadline (C-18.4, C-18.9)."""
    person = state.people[key]
    changed = replace(person, health=added(person.health, health), mana=added(person.mana, mana))
    servant = person.servant
    if servant is not None and (health > 0 or mana > 0):
        due = replace(
            servant,
            health_due=servant.health_due and changed.health.now <= 0,
            mana_due=servant.mana_due and changed.mana.now <= 0,
        )
        changed = replace(changed, servant=due)
    return replace(state, people=_with(state.people, key, changed))


def _above(state: State, key: str, health: int = 0, mana: int = 0) -> State:
    """Pools that may rise above their maximum: what is above it now is of this scene (C-Q2)."""
    before, state = state.people[key], _pools(state, key, health, mana)
    after, excess = state.people[key], dict(now_of(state).excess)
    for name in ("health", "mana"):
        one, other = getattr(before, name), getattr(after, name)
        over = max(0, other.now - other.maximum) - max(0, one.now - one.maximum)
        if over > 0:
            excess[f"{key}/{name}"] = excess.get(f"{key}/{name}", 0) + over
    return with_scene(state, excess=excess)


def _items(state: State, key: str, *more: Item, without: Item | None = None) -> State:
    held = state.people[key].items
    left = held if without is None else _without(held, without)
    return with_person(state, key, items=(*left, *more))


def _servant(state: State, key: str, **change: Any) -> State:
    return with_person(state, key, servant=replace(state.people[key].the_servant, **change))


# The beginning of a war and of a scene


def _created(state: State, fact: f.TeamCreated) -> State:
    people = {**state.people, **{person.key: person for person in fact.people}}
    state = with_team(replace(state, people=people), fact.team, base=fact.base)
    return with_war(state, creates=_without(war_of(state).creates, fact.team))


def _began(state: State, fact: f.SceneBegan) -> State:
    state = replace(state, scene=fact.number, night=fact.night, results=())
    return with_war(state, phase=Phase.START, now=Scene())


def _recovered(state: State, fact: f.Recovered) -> State:
    state = _pools(state, fact.person, fact.health.value, fact.mana.value)
    return with_person(state, fact.person, injured=False) if fact.healed else state


def _stored(state: State, fact: f.TerritoryStored) -> State:
    territory = state.teams[fact.team].territory
    assert territory is not None
    return with_team(state, fact.team, territory=replace(territory, stored=territory.stored + fact.amount.value))


def _start_said(state: State, fact: f.StartSaid) -> State:
    now = now_of(state)
    if fact.search:
        state = with_scene(state, search=_with(now.search, fact.person, fact.search))
    if fact.infiltration:
        state = with_scene(state, infiltration=_with(now.infiltration, fact.person, fact.infiltration))
    if state.people[fact.person].servant is not None:
        state = _servant(state, fact.person, manifested=fact.manifested)
    return state


def _allied(state: State, fact: f.AllianceMade) -> State:
    for one, other in ((fact.one, fact.other), (fact.other, fact.one)):
        state = with_team(state, one, allies=_more(state.teams[one].allies, other))
    return state


def _alliance_ended(state: State, fact: f.AllianceEnded) -> State:
    for one, other in ((fact.one, fact.other), (fact.other, fact.one)):
        state = with_team(state, one, allies=_without(state.teams[one].allies, other))
    return state


def _territory_made(state: State, fact: f.TerritoryMade) -> State:
    state = with_team(state, fact.team, territory=Territory(fact.at))
    return with_scene(state, taken=_more(now_of(state).taken, fact.person)) if fact.at_start else state


def _drawn(state: State, fact: f.ManaDrawn) -> State:
    team = state.people[fact.person].team
    territory = state.teams[team].territory
    assert territory is not None
    state = with_team(state, team, territory=replace(territory, stored=territory.stored - fact.amount))
    return _pools(state, fact.person, mana=fact.amount)


def _mana_moved(state: State, giver: str, taker: str, amount: int) -> State:
    return _pools(_pools(state, giver, mana=-amount), taker, mana=amount)


def _upkeep(state: State, fact: f.UpkeepPaid) -> State:
    servant = state.people[fact.person].the_servant
    state = _servant(state, fact.person, active_scenes=servant.active_scenes + 1)
    return _pools(state, fact.person, mana=-fact.amount.value)


# Between scenes


def _information(state: State, team: str, servant: str, points: Mapping[str, int], name: bool = False) -> State:
    known = state.teams[team].on(servant)
    after = Information(**{**_counters(known), **points}, true_name=known.true_name or name)
    return with_team(state, team, information=_with(state.teams[team].information, servant, after))


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
        return _servant(state, fact.person, skills=_with(servant.skills, fact.what, _higher(servant.skills[fact.what])))
    state = _servant(state, fact.person, **{fact.what: _higher(servant.ability(Ability(fact.what)))})
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
    more = Spent(held.now + 1, held.start + 1) if isinstance(held, Spent) else held + 1
    state = with_person(state, person.key, master=replace(master, **{what: more}))
    pool = {"combat": "health", "magic": "mana"}.get(what)
    return _larger(state, person.key, pool, MASTER_POOL) if pool else state


def _captive_treated(state: State, fact: f.CaptiveTreated) -> State:
    if fact.killed:
        return with_person(state, fact.person, life=Life.DEAD, captor="")
    return with_person(state, fact.person, captor="")


# Actions


def _planned(state: State, fact: f.Planned) -> State:
    return with_scene(state, plans=_with(now_of(state).plans, fact.person, fact.plan))


def _left(state: State, fact: f.LeftScene) -> State:
    return with_scene(state, left=_more(now_of(state).left, *fact.people))


def _long_begun(state: State, fact: f.LongBegun) -> State:
    if fact.patient:
        state = with_scene(state, nursed=_more(now_of(state).nursed, fact.patient))
    return _pools(state, fact.person, mana=-fact.mana)


def _interrupted(state: State, fact: f.Interrupted) -> State:
    return with_scene(state, interrupted=_more(now_of(state).interrupted, fact.person))


def _met(state: State, fact: f.PeopleMet) -> State:
    war, team = war_of(state), state.people[fact.person].team
    found = (*war.now.met.get(fact.person, ()), Found(fact.half, fact.people))
    state = with_war(state, known=_with(war.known, team, _more(war.known.get(team, ()), *fact.people)))
    return with_scene(state, met=_with(war.now.met, fact.person, found))


def _known(state: State, fact: f.PeopleKnown) -> State:
    known = war_of(state).known
    return with_war(state, known=_with(known, fact.team, _more(known.get(fact.team, ()), *fact.people)))


def _point(state: State, fact: f.PointGained) -> State:
    team, now = state.people[fact.person].team, now_of(state)
    held = getattr(state.teams[team].on(fact.servant), fact.point.value)
    state = _information(state, team, fact.servant, {fact.point.value: held + fact.amount.value})
    first = fact.half < SECOND
    return with_scene(state, pointed=_more(now.pointed, fact.person)) if first else state


def _region(state: State, fact: f.RegionLearned) -> State:
    team, war = state.people[fact.person].team, war_of(state)
    state = with_team(state, team, region_information=_more(state.teams[team].region_information, fact.region))
    return with_war(state, bases=_with(war.bases, team, _with(war.bases.get(team, {}), fact.region, fact.bases)))


def _npcs_met(state: State, fact: f.NpcsMet) -> State:
    now = now_of(state)
    met = _more(now.npcs_met.get(fact.person, ()), *fact.npcs)
    state = with_scene(state, npcs_met=_with(now.npcs_met, fact.person, met))
    return with_scene(state, secondary=_more(now.secondary, fact.person)) if fact.pursuit else state


def _may_convert(state: State, fact: f.MayConvert) -> State:
    return with_scene(state, converts=_more(now_of(state).converts, fact.person))


def _turned(state: State, fact: f.ManaTurned) -> State:
    now = now_of(state)
    plans = _with(now.plans, fact.person, replace(now.plan(fact.person), convert=0))
    state = with_scene(state, converts=_without(now.converts, fact.person), plans=plans)
    return _pools(state, fact.person, fact.health.value, -fact.mana)


def _gain(state: State, kind: Kind, person: str, more: int) -> State:
    key, gains = f"{kind.value}/{person}", now_of(state).gains
    return with_scene(state, gains=_with(gains, key, gains.get(key, 0) + more))


def _studied(state: State, fact: f.Studied) -> State:
    experience = state.people[fact.person].experience + fact.experience.value
    state = with_person(state, fact.person, experience=experience)
    state = _gain(state, Kind.STUDY, fact.person, fact.experience.value)
    return _pools(state, fact.person, mana=-fact.mana.value)


def _labored(state: State, fact: f.Labored) -> State:
    team = state.people[fact.person].team
    state = with_team(state, team, funds=state.teams[team].funds + fact.funds.value)
    state = _gain(state, Kind.LABOR, fact.person, fact.funds.value)
    return _pools(state, fact.person, -fact.health.value)


def _rivals(state: State, fact: f.RivalsSeen) -> State:
    now = now_of(state)
    seen = _more(now.rivals.get(fact.person, ()), *fact.others)
    return with_scene(state, rivals=_with(now.rivals, fact.person, seen))


def _cards_due(state: State, fact: f.ContestCardsDue) -> State:
    return with_war(with_scene(state, contest_round=fact.number), phase=Phase.CONTEST)


def _cards_laid(state: State, fact: f.ContestCardsLaid) -> State:
    now = now_of(state)
    if not fact.cards:
        return with_scene(state, silent=_more(now.silent, fact.person))
    laid = (*now.cards.get(fact.person, ()), *fact.cards)
    return with_scene(state, cards=_with(now.cards, fact.person, laid))


def _contest(state: State, fact: f.ContestFought) -> State:
    now = now_of(state)
    state = with_scene(state, contested=_more(now.contested, f"{fact.action.value}/{fact.one}/{fact.other}"))
    if not fact.taken:
        return state
    loser = fact.other if fact.winner == fact.one else fact.one
    state = _gain(state, fact.action, loser, -fact.taken)
    for key, more in ((fact.winner, fact.taken), (loser, -fact.taken)):
        person = state.people[key]
        if fact.action is Kind.STUDY:
            state = with_person(state, key, experience=person.experience + more)
        else:
            state = with_team(state, person.team, funds=state.teams[person.team].funds + more)
    return state


def _contest_lost(state: State, fact: f.ContestLost) -> State:
    if fact.action is Kind.STUDY:
        return _pools(state, fact.person, mana=-fact.lost.value)
    return _pools(state, fact.person, -fact.lost.value)


def _bonded(state: State, fact: f.Bonded) -> State:
    person = state.people[fact.person]
    return with_person(
        state,
        fact.person,
        relationships=_with(person.relationships, fact.other, fact.points.value),
        deleted=_without(person.deleted, fact.other),
    )


def _deepened(state: State, fact: f.BondDeepened) -> State:
    state = _above(state, fact.person, fact.health, fact.mana)
    if not fact.recovered:
        return state
    master = state.people[fact.person].the_master
    held: Spent = getattr(master, fact.recovered)
    more = replace(held, now=held.now + 1)
    return with_person(state, fact.person, master=replace(master, **{fact.recovered: more}))


def _item_gained(state: State, fact: f.ItemGained) -> State:
    team = state.people[fact.person].team
    if fact.funds is not None:
        state = with_team(state, team, funds=state.teams[team].funds - fact.funds.value)
    return _items(state, fact.person, fact.item)


def _souls(state: State, fact: f.SoulsEaten) -> State:
    region, team = state.regions[fact.region], state.people[fact.person].team
    left = replace(region, citizens=region.citizens - fact.victims)
    state = replace(state, regions=_with(state.regions, fact.region, left))
    state = with_team(state, team, souls=state.teams[team].souls + fact.counted.value)
    return _above(state, fact.person, mana=fact.mana.value)


def _recontracted(state: State, fact: f.Recontracted) -> State:
    team = state.people[fact.master].team
    state = with_team(state, team, strokes=state.teams[team].strokes - fact.strokes)
    servant = state.people[fact.servant]
    changed = replace(
        servant,
        team=team,
        partnerless=False,
        health=_cut(servant.health, fact.max_health.value),
        mana=_cut(servant.mana, fact.max_mana.value),
        servant=replace(servant.the_servant, recontracts=servant.the_servant.recontracts + 1),
    )
    state = replace(state, people=_with(state.people, fact.servant, changed))
    return with_person(state, fact.master, partnerless=False)


def _cut(pool: Pool, maximum: int) -> Pool:
    return Pool(min(pool.now, maximum), maximum)


def _charged(state: State, fact: f.ManaCharged) -> State:
    for key in (fact.master, fact.servant):
        state = with_person(state, key, once_used=True)
    return _above(state, fact.servant, mana=fact.mana.value)


def _linked(state: State, fact: f.CircuitLinked) -> State:
    one, other = fact.link.masters
    for key, partner in ((one, other), (other, one)):
        person = state.people[key]
        master = replace(person.the_master, magic=fact.magic.value, linked=partner, own_magic=fact.link.before[key][0])
        mana = replace(person.mana, maximum=fact.maximum)
        state = with_person(state, key, once_used=True, master=master, mana=mana)
    return with_war(state, links=(*war_of(state).links, fact.link))


# Battles and the end


def _attacked(state: State, fact: f.AttackMade) -> State:
    return with_scene(state, attacks=(*now_of(state).attacks, fact.attack))


def _drawn_in(state: State, fact: f.DrawnIn) -> State:
    fights = dict(now_of(state).fights)
    for key in fact.people:
        fights[key] = _more(fights.get(key, ()), fact.half)
    return with_scene(state, fights=fights)


def _manifested(state: State, fact: f.Manifested) -> State:
    return with_person(_servant(state, fact.person, manifested=True), fact.person, at=fact.at)


def _deadline(state: State, fact: f.DeadlineSet) -> State:
    return _servant(state, fact.person, health_due=fact.health, mana_due=fact.mana)


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
        state = with_person(state, key, master=master, mana=_cut(person.mana, maximum))
    return with_war(state, links=_without(war.links, link))


def _ended(state: State, fact: f.WarEnded) -> State:
    winner = fact.winners[0] if len(fact.winners) == 1 else ""
    return with_war(state, phase=Phase.OVER, winner=winner)


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
    f.ItemGiven: lambda s, fact: _items(_items(s, fact.giver, without=fact.item), fact.taker, fact.item),
    f.ToolUsed: lambda s, fact: _items(s, fact.person, without=fact.item),
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
    f.PresenceIs: lambda s, fact: with_scene(s, sensed=_with(now_of(s).sensed, fact.person, fact.sensed)),
    f.PointGained: _point,
    f.RegionLearned: _region,
    f.NpcsMet: _npcs_met,
    f.ManaTurned: _turned,
    f.MayConvert: _may_convert,
    f.Studied: _studied,
    f.Labored: _labored,
    f.RivalsSeen: _rivals,
    f.ContestCardsDue: _cards_due,
    f.ContestCardsLaid: _cards_laid,
    f.ContestFought: _contest,
    f.ContestLost: _contest_lost,
    f.Bonded: _bonded,
    f.BondDeepened: _deepened,
    f.ItemGained: _item_gained,
    f.SoulsEaten: _souls,
    f.OverseerSpoke: _nothing,
    f.Recontracted: _recontracted,
    f.ManaCharged: _charged,
    f.CircuitLinked: _linked,
    f.ManaFlowed: lambda s, fact: _above(s, fact.person, mana=fact.mana.value),
    f.AttackMade: _attacked,
    f.DrawnIn: _drawn_in,
    f.Manifested: _manifested,
    f.PhaseReached: lambda s, fact: with_war(s, phase=fact.phase),
    f.PeopleKnown: _known,
    f.CaptiveTaken: lambda s, fact: with_person(s, fact.person, captor=fact.team),
    f.PartnerLost: lambda s, fact: with_person(s, fact.person, partnerless=True),
    f.ServantVanished: lambda s, fact: with_person(s, fact.person, life=Life.VANISHED),
    f.DeadlineSet: _deadline,
    f.ExcessLost: _excess,
    f.LinkEnded: _link_ended,
    f.SceneEnded: _nothing,
    f.WarEnded: _ended,
}
