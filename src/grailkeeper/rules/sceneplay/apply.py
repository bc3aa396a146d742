"""The state after a fact: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.fact import Fact, FactTable
from ...core.record import replace
from ...core.seat import Role
from . import facts as f
from .people import Master, MasterState, Points, Reserve, Servant, ServantState, Team
from .scene.apply import CHANGES as OF_SCENES
from .scene.apply import fallen
from .state import (
    Battle,
    Made,
    Stage,
    State,
    with_battle,
    with_person,
    with_team,
    without_reserves,
)


def _announced(state: State, fact: f.BattleAnnounced) -> State:
    last = max(pair.number for pair in (fact.setting.pair, *fact.later))
    return replace(state, battle=Battle(fact.setting, fact.later, gone=fact.gone), battles=max(state.battles, last))


def _filed(state: State, fact: f.SheetFiled) -> State:
    team = state.teams[fact.team]
    state = with_battle(state, fighting={**state.the_battle.fighting, fact.team: fact.fighting})
    if team.servant is not None:
        servant = replace(
            team.servant,
            health=_more(team.servant.health, fact.health),
            mana=_more(team.servant.mana, fact.mana),
            luck_uses=team.servant.luck_uses + (fact.luck is Role.SERVANT),
        )
        state = with_team(state, fact.team, servant=servant)
    if team.master is not None:
        master = replace(
            team.master,
            strokes=team.master.strokes - fact.strokes,
            luck_uses=team.master.luck_uses + (fact.luck is Role.MASTER),
        )
        state = with_team(state, fact.team, master=master)
    return state


def _spent(state: State, fact: f.ResourcesSpent) -> State:
    team = without_reserves(state.teams[fact.team], fact.reserves)
    for use in fact.uses:
        team = _paid(team, use)
    state = replace(state, teams={**state.teams, fact.team: team})
    fighting = state.the_battle.fighting
    if fighting[fact.team].pools == fact.pools:
        return state
    return with_battle(state, fighting={**fighting, fact.team: replace(fighting[fact.team], pools=fact.pools)})


def _paid(team: Team, use: f.DeviceUse) -> Team:
    if use.device is f.Device.CODE:
        assert team.master is not None
        return replace(team, master=replace(team.master, mana=_more(team.master.mana, -use.price)))
    assert team.servant is not None
    phantasms = tuple(
        replace(each, discount_used=True) if use.discount and place == use.place else each
        for place, each in enumerate(team.servant.noble_phantasms, 1)
    )
    servant = replace(team.servant, mana=_more(team.servant.mana, -use.price), noble_phantasms=phantasms)
    return replace(team, servant=servant)


def _judged(state: State, fact: f.JudgmentMade) -> State:
    battle = state.the_battle
    lucky = tuple(fact.attacker if retry.by_attacker else fact.defender for retry in fact.retries)
    made = Made(fact.judgment, fact.success, fact.damage, lucky)
    teams = dict(state.teams)
    for key, damage in fact.damage.items():
        if damage:
            teams[key] = _hurt(teams[key], battle.setting.fighter(key), damage)
    return replace(state, teams=teams, battle=replace(battle, made=(*battle.made, made)))


def _hurt(team: Team, role: Role, damage: int) -> Team:
    if role is Role.SERVANT:
        assert team.servant is not None
        return replace(team, servant=replace(team.servant, health=_more(team.servant.health, -damage)))
    assert team.master is not None
    return replace(team, master=replace(team.master, health=_more(team.master.health, -damage)))


def _fell(state: State, fact: f.Fell) -> State:
    fates = {
        f.Fate.FAINTED: MasterState.FAINTED,
        f.Fate.DEAD: MasterState.DEAD,
        f.Fate.VANISHED: ServantState.VANISHED,
    }
    state = with_person(state, fact.person.team, fact.person.role, state=fates[fact.fate])
    return state if fact.fate is f.Fate.FAINTED else fallen(state, fact.person)


def _strokes_spent(state: State, fact: f.StrokesSpent) -> State:
    master = state.teams[fact.team].master
    assert master is not None
    return with_person(state, fact.team, Role.MASTER, strokes=master.strokes - fact.strokes)


def _escaped(state: State, fact: f.Escaped) -> State:
    servant = state.teams[fact.team].servant
    assert servant is not None
    state = with_person(state, fact.team, Role.SERVANT, health=replace(servant.health, now=fact.health))
    return with_battle(state, gone=(*state.the_battle.gone, fact.team))


def _person_corrected(state: State, fact: f.PersonCorrected) -> State:
    person: Master | Servant | None = state.teams[fact.person.team].person(fact.person.role)
    assert person is not None
    change: dict[str, Any] = {}
    if fact.health is not None:
        change["health"] = replace(person.health, now=fact.health)
    if fact.mana is not None:
        change["mana"] = replace(person.mana, now=fact.mana)
    if fact.strokes is not None:
        change["strokes"] = fact.strokes
    if fact.luck_uses is not None:
        change["luck_uses"] = fact.luck_uses
    return with_person(state, fact.person.team, fact.person.role, **change)


def _team_corrected(state: State, fact: f.TeamCorrected) -> State:
    change: dict[str, Any] = {}
    if fact.reserves is not None:
        change["reserves"] = tuple(Reserve(strength) for strength in fact.reserves)
    if fact.stored_mana is not None:
        change["stored_mana"] = fact.stored_mana
    if fact.exposure_risk is not None:
        change["exposure_risk"] = fact.exposure_risk
    return with_team(state, fact.team, **change)


def _more(points: Points, more: int) -> Points:
    return Points(points.now + more, points.maximum) if more else points


_CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.BattleAnnounced: _announced,
    f.BattleBegan: lambda state, _: with_battle(state, stage=Stage.JUDGMENTS),
    f.OrderFailed: lambda state, _: state,
    f.SheetFiled: _filed,
    f.ResourcesSpent: _spent,
    f.JudgmentMade: _judged,
    f.Fell: _fell,
    f.EscapeOffered: lambda state, fact: with_battle(state, stage=Stage.ESCAPE, asked=fact.teams),
    f.StrokesSpent: _strokes_spent,
    f.Escaped: _escaped,
    f.BattleEnded: lambda state, _: replace(state, battle=None),
    f.PersonCorrected: _person_corrected,
    f.TeamCorrected: _team_corrected,
    **OF_SCENES,
}

FACTS = FactTable(_CHANGES)


def apply(state: State, fact: Fact) -> State:
    """The state after `fact`."""
    return _CHANGES[type(fact)](state, fact)
