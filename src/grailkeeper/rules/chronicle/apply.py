"""How facts change the state. No rule is in here, and a released fact keeps its meaning for ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.fact import Fact, FactTable
from ...core.record import replace
from . import facts as f
from . import outcomes as o
from .field import Attempt, Battle, Fighter, Presence, Result, Row, Stage
from .people import Life, Spent
from .scene.apply import CHANGES as OF_SCENES
from .state import State, added, with_battle, with_fighter, with_fighting, with_person, with_team


def _announced(state: State, fact: f.BattleAnnounced) -> State:
    setting = fact.setting
    battle = Battle(setting, state.in_order(setting.people), fighters={key: Fighter() for key in setting.people})
    return replace(
        state,
        battle_count=max(state.battle_count, setting.number),
        battles={**state.battles, str(setting.number): battle},
    )


def _rows_taken(state: State, fact: f.RowsTaken) -> State:
    battle = state.battle(fact.battle)
    fighters = {
        key: replace(each, row=row, before=state.people[key].health.now, stood_front=row is Row.FRONT)
        for key, each in battle.fighters.items()
        for row in (fact.rows[key],)
    }
    return with_battle(state, fact.battle, fighters=fighters, stage=Stage.CARDS)


def _laid(state: State, fact: f.CardsLaid) -> State:
    return with_fighter(state, fact.battle, fact.person, declared=fact.declaration)


def _paid(state: State, fact: f.Paid) -> State:
    casting = {"chant_health": fact.health, "chant_damage": 0}
    mana = added(state.people[fact.person].mana, -fact.price.value)
    return with_fighting(state, fact.battle, fact.person, casting, {"mana": mana})


def _void(state: State, fact: f.Unpaid | f.CardsVoided) -> State:
    fighter = state.battle(fact.battle).fighters[fact.person]
    return with_fighter(state, fact.battle, fact.person, void=(*fighter.void, *fact.void))


def _revealed(state: State, fact: f.NameRevealed) -> State:
    for key in fact.teams:
        team = state.teams[key]
        known = {**team.information, fact.person: replace(team.on(fact.person), true_name=True)}
        state = with_team(state, key, information=known)
    return with_fighter(state, fact.battle, fact.person, revealed=True)


def _stepped_up(state: State, fact: f.SteppedUp) -> State:
    for key in fact.people:
        state = with_fighter(state, fact.battle, key, row=Row.FRONT, stood_front=True)
    return state


def _judged(state: State, fact: f.JudgmentMade) -> State:
    fighters = dict(state.battle(fact.battle).fighters)
    for one, other in fact.touched:
        for key, opponent in ((one, other), (other, one)):
            passed = fighters[key].passed_on
            fighters[key] = replace(fighters[key], passed_on={**passed, opponent: passed.get(opponent, 0) + 1})
    return with_battle(state, fact.battle, fighters=fighters, judged=fact.slot)


def _name_bonus(state: State, fact: f.NameBonusGiven) -> State:
    named = dict(state.battle(fact.battle).named)
    for key in fact.keys:
        named[key] = named.get(key, 0) + 1
    return with_battle(state, fact.battle, named=named)


def _suffered(state: State, fact: f.Suffered) -> State:
    fighter, person = state.battle(fact.battle).fighters[fact.person], state.people[fact.person]
    change: dict[str, Any] = {"chant_damage": fighter.chant_damage + fact.chant, "by": fact.by or fighter.by}
    if fact.retreat and fighter.attempt is not None:
        change["attempt"] = replace(fighter.attempt, damage=fighter.attempt.damage + fact.retreat)
    pools = {"health": added(person.health, -fact.health), "mana": added(person.mana, -fact.mana)}
    return with_fighting(state, fact.battle, fact.person, change, pools)


def _worked(state: State, fact: f.SpellWorked) -> State:
    if fact.effect is None:
        return state
    kept = [
        each
        for each in state.battle(fact.battle).effects
        if (each.caster, each.target) != (fact.effect.caster, fact.effect.target)
    ]
    return with_battle(state, fact.battle, effects=(*kept, fact.effect))


def _healed(state: State, fact: f.Healed) -> State:
    return with_person(state, fact.person, health=added(state.people[fact.person].health, fact.health.value))


def _fell(state: State, fact: f.Fell) -> State:
    state = with_fighter(state, fact.battle, fact.person, presence=f.PRESENCE[fact.fate])
    return with_person(state, fact.person, life=Life.VANISHED) if fact.fate is f.Fate.VANISHED else state


def _retreat_began(state: State, fact: f.RetreatBegan) -> State:
    return with_fighter(state, fact.battle, fact.person, attempt=Attempt(fact.slot, fact.led_by, fact.taking))


def _fate_spent(state: State, fact: f.FateSpent) -> State:
    master = state.people[fact.person].the_master
    left = Spent(master.fate.now - fact.points, master.fate.start)
    return with_person(state, fact.person, master=replace(master, fate=left))


def _fate_ignores(state: State, fact: f.FateIgnores) -> State:
    attempt = state.battle(fact.battle).fighters[fact.person].attempt
    assert attempt is not None, "a retreat is under way"
    return with_fighter(state, fact.battle, fact.person, attempt=replace(attempt, ignored=fact.cards))


def _retreat_ended(state: State, fact: f.RetreatEnded) -> State:
    attempt = state.battle(fact.battle).fighters[fact.person].attempt
    assert attempt is not None, "a retreat is under way"
    state = with_fighter(state, fact.battle, fact.person, attempt=replace(attempt, over=True))
    for key in (fact.person, *fact.taking) if fact.success else ():
        state = with_fighter(state, fact.battle, key, presence=Presence.RETREATED)
    return state


def _rewarded(state: State, fact: o.Rewarded) -> State:
    for key, experience in fact.experience.items():
        state = with_person(state, key, experience=state.people[key].experience + experience.value)
    return with_team(state, fact.team, merit=state.teams[fact.team].merit + fact.merit.value)


def _informed(state: State, fact: o.InformationGained) -> State:
    team = state.teams[fact.team]
    known = team.on(fact.servant)
    more = replace(known, **{fact.point.value: getattr(known, fact.point.value) + fact.amount.value})
    return with_team(state, fact.team, information={**team.information, fact.servant: more})


def _bases_seen(state: State, fact: o.BasesSeen) -> State:
    team = state.teams[fact.team]
    seen = tuple(dict.fromkeys((*team.bases_known.get(fact.owner, ()), *fact.regions)))
    return with_team(state, fact.team, bases_known={**team.bases_known, fact.owner: seen})


def _treated(state: State, fact: o.FallenTreated) -> State:
    person = state.people[fact.person]
    if fact.strokes:
        state = with_team(state, person.team, strokes=state.teams[person.team].strokes - fact.strokes)
    if fact.treatment is o.Treatment.CAPTIVE:
        return with_person(state, fact.person, captor=fact.by)
    return with_person(state, fact.person, life=Life.DEAD) if fact.treatment is o.Treatment.KILL else state


def _base_made(state: State, fact: o.BaseMade) -> State:
    state = with_person(state, fact.master, mana=added(state.people[fact.master].mana, -fact.price.value))
    return with_team(state, fact.team, base=fact.base)


def _looted(state: State, fact: o.Looted) -> State:
    for key, mana in fact.mana.items():
        state = with_person(state, key, mana=added(state.people[key].mana, mana))
    return with_team(state, fact.team, merit=state.teams[fact.team].merit + fact.merit)


def _closed(state: State, fact: o.BattleClosed) -> State:
    battle = state.battle(fact.battle)
    setting = battle.setting
    named = tuple(side for side in setting.sides if side.name)
    result = Result(fact.battle, setting.region, setting.people, fact.winner, fact.broken_off, named)
    left = {number: each for number, each in state.battles.items() if number != str(fact.battle)}
    results = tuple(sorted((*state.results, result), key=lambda each: each.number))
    return replace(state, battles=left, results=results)


def _person_corrected(state: State, fact: o.PersonCorrected) -> State:
    person = state.people[fact.person]
    change: dict[str, Any] = {}
    if fact.health is not None:
        change["health"] = replace(person.health, now=fact.health)
    if fact.mana is not None:
        change["mana"] = replace(person.mana, now=fact.mana)
    if fact.experience is not None:
        change["experience"] = fact.experience
    if fact.injured is not None:
        change["injured"] = fact.injured
    return with_person(state, fact.person, **change)


def _team_corrected(state: State, fact: o.TeamCorrected) -> State:
    given = {"strokes": fact.strokes, "merit": fact.merit, "funds": fact.funds}
    return with_team(state, fact.team, **{name: value for name, value in given.items() if value is not None})


def _told_only(state: State, _: Fact) -> State:
    return state


_CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.BattleAnnounced: _announced,
    f.BattleNoticed: _told_only,
    f.BattleCalled: _told_only,
    f.RowsTaken: _rows_taken,
    f.NamesKnown: lambda state, fact: with_battle(state, fact.battle, known=fact.known),
    f.OrderFailed: _told_only,
    f.CardsLaid: _laid,
    f.FirstPartLaid: lambda state, fact: with_fighter(state, fact.battle, fact.person, first_part=fact.written),
    f.CardsShown: lambda state, fact: with_battle(state, fact.battle, stage=Stage.INFORMED),
    f.BareSeen: lambda state, fact: with_battle(state, fact.battle, stage=Stage.LATER),
    f.Paid: _paid,
    f.Unpaid: _void,
    f.CardsVoided: _void,
    f.NameRevealed: _revealed,
    f.SteppedUp: _stepped_up,
    f.JudgmentMade: _judged,
    f.NameBonusGiven: _name_bonus,
    f.Suffered: _suffered,
    f.SpellCancelled: _told_only,
    f.SpellWorked: _worked,
    f.SpellInterfered: _told_only,
    f.Healed: _healed,
    f.EffectsLeft: lambda state, fact: with_battle(state, fact.battle, effects=fact.effects),
    f.Fell: _fell,
    f.StrokeSpent: lambda state, fact: with_team(
        state, fact.team, strokes=state.teams[fact.team].strokes - fact.strokes
    ),
    f.Escaped: lambda state, fact: with_fighter(state, fact.battle, fact.person, presence=Presence.ESCAPED),
    f.RetreatBegan: _retreat_began,
    f.FateSpent: _fate_spent,
    f.FateIgnores: _fate_ignores,
    f.RetreatEnded: _retreat_ended,
    f.RetreatReckoned: _told_only,
    o.BattleBrokenOff: _told_only,
    o.BattleEnded: lambda state, fact: with_battle(state, fact.battle, winner=fact.winner),
    o.SharesReckoned: _told_only,
    o.Injured: lambda state, fact: with_person(state, fact.person, injured=True),
    o.Rewarded: _rewarded,
    o.InformationGained: _informed,
    o.BasesSeen: _bases_seen,
    o.SpoilsDue: lambda state, fact: with_battle(state, fact.battle, stage=Stage.SPOILS, asked=fact.teams),
    o.FallenTreated: _treated,
    o.PartnerLost: lambda state, fact: with_person(state, fact.person, partnerless=True),
    o.BaseLost: lambda state, fact: with_team(state, fact.team, base=None),
    o.BaseMade: _base_made,
    o.TerritoryLost: lambda state, fact: with_team(state, fact.team, territory=None),
    o.Looted: _looted,
    o.BattleClosed: _closed,
    o.JoiningDue: lambda state, fact: with_battle(state, fact.battle, stage=Stage.JOINING, asked=fact.people),
    o.PersonCorrected: _person_corrected,
    o.TeamCorrected: _team_corrected,
    **OF_SCENES,
}

FACTS = FactTable(_CHANGES)


def apply(state: State, fact: Fact) -> State:
    """The state after `fact`."""
    return _CHANGES[type(fact)](state, fact)
