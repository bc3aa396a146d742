"""The state after what came of an action: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.fact import Fact
from ....core.record import replace
from ..people import Spent
from ..state import State, with_person, with_team
from . import deeds as d
from .records import (
    above,
    cut,
    entry,
    gain,
    items,
    now_of,
    pools,
    war_of,
    with_more,
    with_scene,
    with_war,
    without,
)
from .state import Kind, Phase


def _turned(state: State, fact: d.ManaTurned) -> State:
    now = now_of(state)
    plans = entry(now.plans, fact.person, replace(now.plan(fact.person), convert=0))
    state = with_scene(state, converts=without(now.converts, fact.person), plans=plans)
    return pools(state, fact.person, fact.health.value, -fact.mana)


def _may_convert(state: State, fact: d.MayConvert) -> State:
    return with_scene(state, converts=with_more(now_of(state).converts, fact.person))


def _studied(state: State, fact: d.Studied) -> State:
    experience = state.people[fact.person].experience + fact.experience.value
    state = with_person(state, fact.person, experience=experience)
    state = gain(state, Kind.STUDY, fact.person, fact.experience.value)
    return pools(state, fact.person, mana=-fact.mana.value)


def _labored(state: State, fact: d.Labored) -> State:
    team = state.people[fact.person].team
    state = with_team(state, team, funds=state.teams[team].funds + fact.funds.value)
    state = gain(state, Kind.LABOR, fact.person, fact.funds.value)
    return pools(state, fact.person, -fact.health.value)


def _rivals(state: State, fact: d.RivalsSeen) -> State:
    now = now_of(state)
    seen = with_more(now.rivals.get(fact.person, ()), *fact.others)
    return with_scene(state, rivals=entry(now.rivals, fact.person, seen))


def _cards_due(state: State, fact: d.ContestCardsDue) -> State:
    return with_war(with_scene(state, contest_round=fact.number), phase=Phase.CONTEST)


def _cards_laid(state: State, fact: d.ContestCardsLaid) -> State:
    now = now_of(state)
    if not fact.cards:
        return with_scene(state, silent=with_more(now.silent, fact.person))
    laid = (*now.cards.get(fact.person, ()), *fact.cards)
    return with_scene(state, cards=entry(now.cards, fact.person, laid))


def _contest(state: State, fact: d.ContestFought) -> State:
    now = now_of(state)
    state = with_scene(state, contested=with_more(now.contested, f"{fact.action.value}/{fact.one}/{fact.other}"))
    if not fact.taken:
        return state
    loser = fact.other if fact.winner == fact.one else fact.one
    state = gain(state, fact.action, loser, -fact.taken)
    for key, more in ((fact.winner, fact.taken), (loser, -fact.taken)):
        person = state.people[key]
        if fact.action is Kind.STUDY:
            state = with_person(state, key, experience=person.experience + more)
        else:
            state = with_team(state, person.team, funds=state.teams[person.team].funds + more)
    return state


def _contest_lost(state: State, fact: d.ContestLost) -> State:
    if fact.action is Kind.STUDY:
        return pools(state, fact.person, mana=-fact.lost.value)
    return pools(state, fact.person, -fact.lost.value)


def _bonded(state: State, fact: d.Bonded) -> State:
    person = state.people[fact.person]
    return with_person(
        state,
        fact.person,
        relationships=entry(person.relationships, fact.other, fact.points.value),
        deleted=without(person.deleted, fact.other),
    )


def _deepened(state: State, fact: d.BondDeepened) -> State:
    state = above(state, fact.person, health=fact.health, mana=fact.mana)
    if not fact.recovered:
        return state
    master = state.people[fact.person].the_master
    held: Spent = getattr(master, fact.recovered)
    more: Any = replace(held, now=held.now + 1)
    return with_person(state, fact.person, master=replace(master, **{fact.recovered: more}))


def _item_gained(state: State, fact: d.ItemGained) -> State:
    team = state.people[fact.person].team
    if fact.funds is not None:
        state = with_team(state, team, funds=state.teams[team].funds - fact.funds.value)
    return items(state, fact.person, fact.item)


def _souls(state: State, fact: d.SoulsEaten) -> State:
    region, team = state.regions[fact.region], state.people[fact.person].team
    left = replace(region, citizens=region.citizens - fact.victims)
    state = replace(state, regions=entry(state.regions, fact.region, left))
    state = with_team(state, team, souls=state.teams[team].souls + fact.counted.value)
    return above(state, fact.person, health=0, mana=fact.mana.value)


def _recontracted(state: State, fact: d.Recontracted) -> State:
    team = state.people[fact.master].team
    state = with_team(state, team, strokes=state.teams[team].strokes - fact.strokes)
    servant = state.people[fact.servant]
    changed = replace(
        servant,
        team=team,
        partnerless=False,
        health=cut(servant.health, fact.max_health.value),
        mana=cut(servant.mana, fact.max_mana.value),
        servant=replace(servant.the_servant, recontracts=servant.the_servant.recontracts + 1),
    )
    state = replace(state, people=entry(state.people, fact.servant, changed))
    return with_person(state, fact.master, partnerless=False)


def _charged(state: State, fact: d.ManaCharged) -> State:
    for key in (fact.master, fact.servant):
        state = with_person(state, key, once_used=True)
    return above(state, fact.servant, health=0, mana=fact.mana.value)


def _linked(state: State, fact: d.CircuitLinked) -> State:
    one, other = fact.link.masters
    for key, partner in ((one, other), (other, one)):
        person = state.people[key]
        master = replace(person.the_master, magic=fact.magic.value, linked=partner, own_magic=fact.link.before[key][0])
        mana = replace(person.mana, maximum=fact.maximum)
        state = with_person(state, key, once_used=True, master=master, mana=mana)
    return with_war(state, links=(*war_of(state).links, fact.link))


OF_DEEDS: Mapping[type[Fact], Callable[[State, Any], State]] = {
    d.ManaTurned: _turned,
    d.MayConvert: _may_convert,
    d.Studied: _studied,
    d.Labored: _labored,
    d.RivalsSeen: _rivals,
    d.ContestCardsDue: _cards_due,
    d.ContestCardsLaid: _cards_laid,
    d.ContestFought: _contest,
    d.ContestLost: _contest_lost,
    d.Bonded: _bonded,
    d.BondDeepened: _deepened,
    d.ItemGained: _item_gained,
    d.SoulsEaten: _souls,
    d.OverseerSpoke: lambda s, _: s,
    d.Recontracted: _recontracted,
    d.Rejoined: lambda s, _: s,
    d.ManaCharged: _charged,
    d.CircuitLinked: _linked,
    d.ManaFlowed: lambda s, fact: above(s, fact.person, health=0, mana=fact.mana.value),
}
