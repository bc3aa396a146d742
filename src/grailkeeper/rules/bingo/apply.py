"""The state after a fact: one function per kind, and no rule in any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...core.fact import Fact, FactTable
from ...core.record import replace
from ...core.seat import Role, Seat
from . import facts as f
from .people import Master, NoblePhantasm, Points, Servant, Skill
from .state import (
    Fought,
    Meeting,
    Stage,
    State,
    with_master,
    with_meeting,
    with_servant,
    with_team,
)


def _now(points: Points, now: int) -> Points:
    return points if points.now == now else replace(points, now=now)


def without(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """`cards` less one for each that is gone; the others keep their order."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _created(state: State, fact: f.TeamCreated) -> State:
    return with_team(state, fact.team, servant=fact.servant, master=fact.master)


def _drawn(state: State, fact: f.CardsDrawn) -> State:
    return replace(state, drawn={**state.drawn, fact.team: fact.cards})


def _registered(state: State, fact: f.CardsRegistered) -> State:
    drawn = {team: cards for team, cards in state.drawn.items() if team != fact.team}
    return with_master(replace(state, drawn=drawn), fact.team, strokes=fact.strokes, tarot=fact.tarot)


def _recovered(state: State, fact: f.ManaRecovered) -> State:
    master = _master(state, fact.team)
    return with_master(state, fact.team, mana=_now(master.mana, fact.mana.value))


def _master(state: State, team: str) -> Master:
    master = state.team(team).master
    assert master is not None
    return master


def _servant(state: State, team: str) -> Servant:
    servant = state.team(team).servant
    assert servant is not None
    return servant


def _stroke_gone(state: State, team: str, card: int) -> State:
    return with_master(state, team, strokes=without(_master(state, team).strokes, [card]))


def _healed(state: State, fact: f.ServantHealed | f.ServantRescued) -> State:
    servant = _servant(state, fact.team)
    health, mana = _now(servant.health, fact.health.value), _now(servant.mana, fact.mana.value)
    return with_servant(_stroke_gone(state, fact.team, fact.card), fact.team, health=health, mana=mana)


def _restored(state: State, fact: f.UseRestored) -> State:
    state = _stroke_gone(state, fact.team, fact.card)
    phantasms = _with_uses(_servant(state, fact.team).noble_phantasms, fact.noble_phantasm, 1)
    return with_servant(state, fact.team, noble_phantasms=phantasms)


def _with_uses(phantasms: tuple[NoblePhantasm, ...], name: str, more: int) -> tuple[NoblePhantasm, ...]:
    return tuple(replace(each, uses_left=each.uses_left + more) if each.name == name else each for each in phantasms)


def _contracted(state: State, fact: f.ContractMade) -> State:
    """The servant's seat goes with it; the seat of the servant that was there before is of no team any more."""
    servant = state.team(fact.servant_of).servant
    state = with_team(state, fact.servant_of, servant=None, out=True)
    state = with_team(state, fact.team, servant=servant, masterless_since=0)
    return replace(state, seats=tuple(_reseated(seat, fact) for seat in state.seats))


def _reseated(seat: Seat, fact: f.ContractMade) -> Seat:
    if Role.SERVANT not in seat.roles:
        return seat
    if seat.team == fact.servant_of:
        return Seat(seat.key, fact.team, (Role.SERVANT,))
    if seat.team == fact.team:
        left = tuple(role for role in seat.roles if role is not Role.SERVANT)
        return Seat(seat.key, fact.team if left else "", left)
    return seat


def _met(state: State, fact: f.TeamsMet) -> State:
    if not fact.pairs:
        return state
    return replace(state, meetings=(*state.meetings, Meeting(fact.region, fact.pairs)))


def _region_of(state: State, pair: str) -> str:
    meeting = state.meeting(pair)
    assert meeting is not None
    return meeting.region


def _fought(state: State, fact: f.BattleFought) -> State:
    for side in fact.sides:
        state = _paid(state, side)
    fought = Fought(
        damage={side.team: side.suffers for side in fact.sides},
        supported=tuple(side.team for side in fact.sides if side.supports),
    )
    return with_meeting(state, _region_of(state, fact.pair), fought=fought)


def _paid(state: State, side: f.SideResult) -> State:
    """B-13.1 (4): what the reveal takes from a side."""
    servant = _servant(state, side.team)
    phantasms = servant.noble_phantasms
    if side.noble_phantasm is not None:
        phantasms = _with_uses(phantasms, side.noble_phantasm.name, -1)
    with_plus = {name for name, use in side.skills if use is f.SkillUse.USED_WITH_PLUS}
    state = with_servant(
        state,
        side.team,
        mana=_now(servant.mana, servant.mana.now - side.mana_paid.value),
        noble_phantasms=phantasms,
        skills=tuple(_plus_used(skill) if skill.name in with_plus else skill for skill in servant.skills),
    )
    master = state.team(side.team).master
    if master is None:
        return state
    return with_master(
        state,
        side.team,
        mana=_now(master.mana, master.mana.now - side.mana_spent),
        strokes=without(master.strokes, side.strokes),
        tarot=without(master.tarot, () if side.tarot is None else [side.tarot]),
    )


def _plus_used(skill: Skill) -> Skill:
    return replace(skill, plus_left=skill.plus_left - 1)


def _hurt(state: State, fact: f.DamageTaken) -> State:
    servant = _servant(state, fact.team)
    state = with_servant(state, fact.team, health=_now(servant.health, max(0, servant.health.now - fact.taken.value)))
    if not fact.covered:
        return state
    master = _master(state, fact.team)
    return with_master(state, fact.team, health=_now(master.health, master.health.now - fact.covered))


def _lost(state: State, fact: f.PersonLost) -> State:
    team = fact.person.team
    if fact.person.role is Role.SERVANT:
        return with_servant(state, team, vanished=True)
    if fact.cause is f.Cause.NO_STROKES:
        return with_team(state, team, out=True)
    return with_team(with_master(state, team, dead=True), team, masterless_since=fact.scene)


def _battle_over(state: State, fact: f.BattleOver) -> State:
    region = _region_of(state, fact.pair)
    meetings = tuple(Meeting(each.region, each.pairs[1:]) if each.region == region else each for each in state.meetings)
    return replace(state, meetings=tuple(each for each in meetings if each.pairs))


def _person_corrected(state: State, fact: f.PersonCorrected) -> State:
    person = _master(state, fact.team) if fact.role is Role.MASTER else _servant(state, fact.team)
    change: dict[str, Any] = {}
    if fact.health is not None:
        change["health"] = _put_right(person.health, fact.health)
    if fact.mana is not None:
        change["mana"] = _put_right(person.mana, fact.mana)
    if isinstance(person, Servant):
        if fact.uses_left is not None:
            phantasms = zip(person.noble_phantasms, fact.uses_left, strict=True)
            change["noble_phantasms"] = tuple(_uses_put_right(each, left) for each, left in phantasms)
        return with_servant(state, fact.team, **change)
    if fact.strokes is not None:
        change["strokes"] = fact.strokes
    if fact.tarot is not None:
        change["tarot"] = fact.tarot
    return with_master(state, fact.team, **change)


def _put_right(points: Points, now: int) -> Points:
    assert 0 <= now <= points.maximum, "a correction keeps points within their bounds"
    return _now(points, now)


def _uses_put_right(phantasm: NoblePhantasm, left: int) -> NoblePhantasm:
    assert 0 <= left <= phantasm.uses_max, "a correction keeps uses within their bounds"
    return replace(phantasm, uses_left=left)


def _reordered(state: State, fact: f.PairsReordered) -> State:
    for meeting in state.meetings:
        if meeting.region == fact.region:
            begun = 0 if meeting.fought is None else 1
            left = {pair.key: pair for pair in meeting.pairs[begun:]}
            named = [key for key in dict.fromkeys(fact.pairs) if key in left]
            keys = [*named, *(key for key in left if key not in named)]
            pairs = (*meeting.pairs[:begun], *(left[key] for key in keys))
            return with_meeting(state, fact.region, pairs=pairs)
    return state


def _same(state: State, _: Fact) -> State:
    return state


_CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    f.TeamCreated: _created,
    f.ClassAnnounced: _same,
    f.CardsDrawn: _drawn,
    f.CardsRegistered: _registered,
    f.StageReached: lambda state, fact: replace(state, stage=fact.stage),
    f.SceneOpened: _same,
    f.ManaRecovered: _recovered,
    f.OrderFailed: _same,
    f.ServantHealed: _healed,
    f.UseRestored: _restored,
    f.StrokeSpent: lambda state, fact: _stroke_gone(state, fact.team, fact.card),
    f.AllianceOffered: _same,
    f.AllianceMade: lambda state, fact: replace(state, alliances=(*state.alliances, fact.teams)),
    f.AllianceEnded: lambda state, fact: replace(
        state, alliances=tuple(each for each in state.alliances if each != fact.teams)
    ),
    f.ContractMade: _contracted,
    f.TeamMoved: lambda state, fact: with_team(state, fact.team, region=fact.region, intent=fact.intent),
    f.MasterPlaced: lambda state, fact: with_team(state, fact.team, accompanies=fact.accompanies),
    f.TeamsMet: _met,
    f.StrokesClosed: lambda state, fact: with_meeting(state, _region_of(state, fact.pair), strokes_open=False),
    f.BattleFought: _fought,
    f.BattleReported: _same,
    f.MasterExhausted: lambda state, fact: with_master(state, fact.team, exhausted_in=fact.scene),
    f.DamageTaken: _hurt,
    f.ServantRescued: _healed,
    f.PersonLost: _lost,
    f.BattleOver: _battle_over,
    f.SceneEnded: lambda state, fact: replace(state, scene=fact.scene + 1, stage=Stage.OPENING),
    f.WarEnded: lambda state, fact: replace(state, stage=Stage.OVER, winners=fact.winners, meetings=()),
    f.PersonCorrected: _person_corrected,
    f.PairsReordered: _reordered,
}

FACTS = FactTable(_CHANGES)


def apply(state: State, fact: Fact) -> State:
    """The state after `fact`."""
    return _CHANGES[type(fact)](state, fact)
