"""The state after a fact: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.fact import Fact, FactTable
from ...core.record import replace
from . import facts as f
from .people import Being, Condition, Known, Team, Territory, World
from .state import (
    Battle,
    Fighter,
    Order,
    Scene,
    SceneStage,
    Stage,
    State,
    with_battle,
    with_being,
    with_fighter,
    with_scene,
    with_team,
)

# Creation


def _rolled(state: State, fact: f.LevelRolled) -> State:
    made = replace(state.making[fact.team], level=fact.level, die=fact.die)
    return replace(state, making={**state.making, fact.team: made})


def _made(state: State, fact: f.ServantMade) -> State:
    making = {key: each for key, each in state.making.items() if key != fact.team}
    team = Team(
        key=fact.team,
        name=state.making[fact.team].name,
        sheet=fact.sheet,
        servant=Being(fact.hp, fact.mp),
        body=Being(fact.body_hp, fact.body_mp),
        stage=1,
        bases=(fact.base,),
        region=fact.base,
    )
    return replace(state, making=making, teams={**state.teams, fact.team: team})


# Battle


def _announced(state: State, fact: f.BattleAnnounced) -> State:
    meeting = fact.meeting
    fighters = {
        key: Fighter(here=key not in meeting.joins, waits=key in meeting.joins)
        for key in state.order
        if key in meeting.teams
    }
    order = tuple(key for key in state.order if key in fighters)
    battle = Battle(fact.number, meeting, order, fighters)
    if state.scene is not None:
        state = with_scene(state, battles=tuple(each for each in state.scene.battles if each != meeting))
    return replace(state, battle=battle, battles=fact.number)


def _declared(state: State, fact: f.SetDeclared) -> State:
    return with_fighter(
        state,
        fact.team,
        luck_mode=fact.luck_mode,
        luck_on=fact.luck_on,
        strike=fact.strike,
        frenzy=fact.frenzy,
        skills=fact.skills,
        orders=fact.orders,
    )


def _stroke(state: State, fact: f.StrokeSpent) -> State:
    return with_team(state, fact.team, strokes=state.teams[fact.team].strokes - 1)


def _clashed(state: State, fact: f.OrdersClashed) -> State:
    lost = state.the_battle.fighters[fact.rusher].rush_lost_on
    return with_fighter(state, fact.rusher, rush_lost_on=(*lost, fact.escaper))


def _held(state: State, fact: f.OrderHeld) -> State:
    name = "rush" if fact.order is Order.RUSH else "indomitable"
    return with_fighter(state, fact.team, **{name: True})


def _recovered(state: State, fact: f.Recovered) -> State:
    name = "hp" if fact.order is Order.FULL_RECOVERY_HP else "mp"
    return with_being(state, fact.team, **{name: fact.to.value})


def _struck(state: State, fact: f.Struck) -> State:
    return with_being(state, fact.target, hp=state.being(fact.target).hp - fact.damage.value)


def _mana_paid(state: State, fact: f.BattleManaPaid) -> State:
    state = with_being(state, fact.team, mp=state.being(fact.team).mp - fact.cost.value + fact.from_store)
    if fact.frenzied:
        state = with_team(state, fact.team, frenzied=True)
    return _stored_less(state, fact.team, fact.from_store)


def _stored_less(state: State, key: str, less: int) -> State:
    territory = state.teams[key].territory
    if not less or territory is None:
        return state
    return with_team(state, key, territory=replace(territory, store=territory.store - less))


def _joined(state: State, fact: f.Joined) -> State:
    hand = state.teams[fact.team].sheet.cards
    return with_fighter(state, fact.team, here=True, waits=False, hand=hand)


def _set_began(state: State, fact: f.SetBegan) -> State:  # noqa: ARG001
    battle = state.the_battle
    fighters = {
        key: replace(each, hand=state.teams[key].sheet.cards) if each.here else each
        for key, each in battle.fighters.items()
    }
    return with_battle(state, fighters=fighters, stage=Stage.TURN, turn=1, sets=battle.sets + 1)


def _laid(state: State, fact: f.CardsLaid) -> State:
    return with_fighter(state, fact.team, plays=fact.plays, store=fact.store)


def _reckoned(state: State, fact: f.TurnReckoned) -> State:
    state = with_being(state, fact.team, hp=fact.hp, mp=fact.mp)
    state = _store(state, fact.team, fact.store)
    return with_team(state, fact.team, luck_used=True) if fact.luck_spent else state


def _store(state: State, key: str, store: int) -> State:
    """The store as it is after a battle's cost; outside of the territory's region it is told as 0 and not touched."""
    territory = state.teams[key].territory
    battle = state.the_battle
    if territory is None or battle.world is World.REAL or territory.region != battle.meeting.region:
        return state
    return with_team(state, key, territory=replace(territory, store=store))


def _kept(state: State, fact: f.TurnKept) -> State:
    battle = state.the_battle
    turns = battle.turns + (battle.stage is Stage.REACTION)
    return with_battle(state, fighters=fact.fighters, faced=fact.faced, turns=turns)


def _retreat_hit(state: State, fact: f.RetreatHit) -> State:
    state = with_being(state, fact.victim, hp=state.being(fact.victim).hp - fact.damage.value)
    fighters = state.the_battle.fighters
    dealt = fighters[fact.attacker].dealt
    state = with_fighter(
        state, fact.attacker, dealt={**dealt, fact.victim: dealt.get(fact.victim, 0) + fact.damage.value}
    )
    return with_fighter(state, fact.victim, taken=fighters[fact.victim].taken + fact.damage.value)


def _left(state: State, fact: f.Left) -> State:
    return with_fighter(state, fact.team, here=False)


def _luck_added(state: State, fact: f.LuckAdded) -> State:
    taken = state.the_battle.fighters[fact.target].taken
    state = with_being(state, fact.target, hp=state.being(fact.target).hp - fact.damage.value)
    return with_fighter(state, fact.target, taken=taken + fact.damage.value)


def _luck_settled(state: State, fact: f.LuckSettled) -> State:
    for key in fact.teams:
        state = with_fighter(state, key, luck_settled=True)
    return state


def _averted(state: State, fact: f.FallAverted) -> State:
    for key in fact.teams:
        state = with_fighter(state, key, saved=True)
    return state


def _skill_paid(state: State, fact: f.SkillPaid) -> State:
    state = with_being(state, fact.team, mp=fact.mp)
    return state if state.battle is None else _store(state, fact.team, fact.store)


def _set_ended(state: State, fact: f.SetEnded) -> State:
    """What lasts for one set is over; statuses go on (M-Q26)."""
    battle = state.the_battle
    fighters = {
        key: Fighter(here=True, statuses=each.statuses, fought=each.fought) if each.here else each
        for key, each in battle.fighters.items()
    }
    return with_battle(state, fighters=fighters, stage=Stage.START, turn=1, set=fact.set + 1)


def _battle_ended(state: State, fact: f.BattleEnded) -> State:  # noqa: ARG001
    fought = state.the_battle.fighters
    state = replace(state, battle=None)
    if state.scene is None:
        return replace(state, over=True)
    entered = tuple(key for key, fighter in fought.items() if not fighter.waits)
    return with_scene(state, fought=(*state.scene.fought, *entered))


def _counted(state: State, fact: f.BattleCounted) -> State:
    team = state.teams[fact.team]
    servant = replace(team.servant, hp=team.servant.hp + fact.hp, mp=team.servant.mp + fact.mp)
    body = team.body
    if fact.body_hp is not None and fact.body_mp is not None:
        body = replace(body, hp=fact.body_hp, mp=fact.body_mp)
    return with_team(state, fact.team, battles=fact.battles, stage=fact.stage, servant=servant, body=body)


# Information and fates


def _learned(state: State, fact: f.Learned | f.InformationCorrected) -> State:
    team = state.teams[fact.team]
    information = {**team.information, fact.about: Known(fact.level, fact.encounters)}
    return with_team(state, fact.team, information=information)


def _guessed(state: State, fact: f.Guessed) -> State:
    guesses = state.teams[fact.team].guesses
    return with_team(state, fact.team, guesses={**guesses, fact.about: guesses.get(fact.about, 0) + 1})


def _vanished(state: State, fact: f.Vanished) -> State:
    state = _condition(state, fact.team, fact.world, Condition.VANISHED, False)
    if state.battle is not None and fact.team in state.battle.fighters:
        state = with_fighter(state, fact.team, here=False)
    return state


def _condition(state: State, key: str, world: World, condition: Condition, fresh: bool) -> State:
    team = state.teams[key]
    name = "servant" if world is World.VIRTUAL else "body"
    return with_team(state, key, **{name: replace(team.being(world), condition=condition, fresh=fresh)})


# Scenes


def _scene_began(state: State, fact: f.SceneBegan) -> State:
    teams = {key: replace(team, luck_used=False, frenzied=False, guesses={}) for key, team in state.teams.items()}
    stage = SceneStage.EXPOSED if fact.exposed else SceneStage.PLAN
    scene = Scene(fact.number, fact.world, stage, exposed=fact.exposed)
    return replace(state, teams=teams, scene=scene, scenes=fact.number)


def _shown(state: State, fact: f.LocationShown) -> State:
    return with_scene(state, shown={**state.the_scene.shown, fact.team: fact.region})


def _planned(state: State, fact: f.Planned) -> State:
    state = with_team(state, fact.team, region=fact.plan.region)
    return with_scene(state, plans={**state.the_scene.plans, fact.team: fact.plan})


def _met(state: State, fact: f.Met) -> State:
    scene = state.the_scene
    met = {**scene.met, fact.team: fact.teams}
    return with_scene(state, met=met, noticed={**scene.noticed, fact.team: fact.noticed})


def _base_found(state: State, fact: f.BaseFound | f.BaseTold) -> State:
    known = state.teams[fact.team].bases_known
    regions = known.get(fact.owner, ())
    if fact.region in regions:
        return state
    return with_team(state, fact.team, bases_known={**known, fact.owner: (*regions, fact.region)})


def _aimed(state: State, fact: f.Aimed) -> State:
    return with_scene(state, aims={**state.the_scene.aims, fact.team: fact.aim})


def _step(state: State, fact: f.StepTaken) -> State:
    return with_scene(state, stage=SceneStage(fact.stage), battles=fact.battles)


def _result(state: State, fact: f.ResultTaken) -> State:
    being, given = state.being(fact.team), fact.given
    hp = being.hp if given.hp is None else given.hp
    mp = being.mp if given.mp is None else given.mp
    state = with_being(state, fact.team, hp=hp, mp=mp)
    state = with_scene(state, fought=(*state.the_scene.fought, fact.team))
    return with_team(state, fact.team, frenzied=given.frenzied)


def _base_built(state: State, fact: f.BaseBuilt) -> State:
    return with_team(state, fact.team, bases=(*state.teams[fact.team].bases, fact.region))


def _base_destroyed(state: State, fact: f.BaseDestroyed) -> State:
    owner = state.teams[fact.owner]
    if fact.territory:
        return with_team(state, fact.owner, territory=None)
    return with_team(state, fact.owner, bases=tuple(base for base in owner.bases if base != fact.region))


def _store_grew(state: State, fact: f.TerritoryStored) -> State:
    territory = state.teams[fact.team].territory
    assert territory is not None
    return with_team(state, fact.team, territory=Territory(territory.region, fact.store.value))


def _penalty(state: State, fact: f.PenaltyReached) -> State:
    told = state.teams[fact.team].told_penalties
    return with_team(state, fact.team, told_penalties=(*told, fact.penalty))


def _settled(state: State, fact: f.SceneSettled) -> State:
    name = "servant" if fact.world is World.VIRTUAL else "body"
    being = state.teams[fact.team].being(fact.world)
    return with_team(state, fact.team, **{name: replace(being, hp=fact.hp.value, mp=fact.mp.value)})


# Corrections


def _team_corrected(state: State, fact: f.TeamCorrected) -> State:
    team = state.teams[fact.team]

    def being(old: Being, hp: int | None, mp: int | None) -> Being:
        return replace(old, hp=old.hp if hp is None else hp, mp=old.mp if mp is None else mp)

    territory = team.territory
    if fact.store is not None and territory is not None:
        territory = replace(territory, store=fact.store)
    return with_team(
        state,
        fact.team,
        servant=being(team.servant, fact.hp, fact.mp),
        body=being(team.body, fact.body_hp, fact.body_mp),
        strokes=team.strokes if fact.strokes is None else fact.strokes,
        citizens=team.citizens if fact.citizens is None else fact.citizens,
        territory=territory,
    )


def _same(state: State, fact: Fact) -> State:  # noqa: ARG001 - it is told, and changes nothing
    return state


_CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.LevelRolled: _rolled,
    f.ServantMade: _made,
    f.BattleAnnounced: _announced,
    f.BattleBegan: _same,
    f.SetDeclared: _declared,
    f.StrokeSpent: _stroke,
    f.OrdersClashed: _clashed,
    f.OrderHeld: _held,
    f.Recovered: _recovered,
    f.Struck: _struck,
    f.BattleManaPaid: _mana_paid,
    f.Joined: _joined,
    f.SetBegan: _set_began,
    f.CardsLaid: _laid,
    f.CardsRevealed: lambda state, _: with_battle(state, stage=Stage.REACTION),
    f.TurnResolved: _same,
    f.TurnReckoned: _reckoned,
    f.TurnKept: _kept,
    f.OrderFailed: _same,
    f.RetreatHit: _retreat_hit,
    f.Left: _left,
    f.LuckAdded: _luck_added,
    f.LuckBack: lambda state, fact: with_being(state, fact.team, hp=fact.hp),
    f.LuckSettled: _luck_settled,
    f.FallAverted: _averted,
    f.SkillPaid: _skill_paid,
    f.Healed: lambda state, fact: with_being(state, fact.team, hp=fact.hp),
    f.StageReached: lambda state, fact: with_battle(state, stage=fact.stage, turn=fact.turn),
    f.SetEnded: _set_ended,
    f.BattleEnded: _battle_ended,
    f.BattleCounted: _counted,
    f.Learned: _learned,
    f.Guessed: _guessed,
    f.Vanished: _vanished,
    f.ConditionChanged: lambda state, fact: _condition(state, fact.team, fact.world, fact.condition, fact.fresh),
    f.SceneBegan: _scene_began,
    f.TerritoryStored: _store_grew,
    f.LocationShown: _shown,
    f.Planned: _planned,
    f.Moved: lambda state, fact: with_team(state, fact.team, region=fact.region),
    f.Met: _met,
    f.BaseFound: _base_found,
    f.NothingFound: _same,
    f.LimitLearned: _same,
    f.Aimed: _aimed,
    f.StepTaken: _step,
    f.ResultTaken: _result,
    f.BaseBuilt: _base_built,
    f.TerritoryBuilt: lambda state, fact: with_team(state, fact.team, territory=fact.territory),
    f.BaseDestroyed: _base_destroyed,
    f.Destroyed: _same,
    f.SoulsEaten: lambda state, fact: with_being(state, fact.team, mp=fact.mp.value),
    f.CitizensCounted: lambda state, fact: with_team(state, fact.team, citizens=fact.citizens),
    f.PenaltyReached: _penalty,
    f.SceneSettled: _settled,
    f.SceneEnded: lambda state, _: replace(state, scene=None),
    f.WarEnded: lambda state, fact: replace(state, over=True, winner=fact.winner, scene=None),
    f.TeamCorrected: _team_corrected,
    f.InformationCorrected: _learned,
    f.BaseTold: _base_found,
}

FACTS = FactTable(_CHANGES)


def apply(state: State, fact: Fact) -> State:
    """The state after `fact`."""
    return _CHANGES[type(fact)](state, fact)
