"""What a battle leaves to be chosen: the fallen, bases and territories, legends (C-9.10, C-9.12, C-10.3, C-18.12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.problem import Problem, failed
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from .. import prices
from ..facts import OrderFailed
from ..field import Battle, Presence
from ..outcomes import BaseLost, BaseMade, BattleClosed, FallenTreated, Looted, SpoilsDue, TerritoryLost, Treatment
from ..people import Base, Life, Person
from ..state import State, side_teams, teams_in, told_to
from .fall import can_act
from .result import eligible, inform, may_take_legend, part, victors

Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choices:
    """What a team may choose after a battle."""

    fallen: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    territories: tuple[str, ...] = ()
    legends: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.fallen or self.bases or self.territories or self.legends)


def choices(state: State, battle: Battle, team: str) -> Choices:
    """What is open to a team: the fallen that it decides on, and what the beaten have in the region."""
    beaten = [loser for victor, loser in victors(state, battle) if victor == team]
    region = battle.setting.region
    bases = [each for each in beaten if region and _at(state.teams[each].base) == region]
    territories = [each for each in beaten if region and _at(state.teams[each].territory) == region]
    return Choices(
        fallen=tuple(key for key in _fallen(state, battle) if _decides(state, battle, key) == team),
        bases=tuple(bases) if _builder(state, team, region) is not None else (),
        territories=tuple(territories),
        legends=tuple(key for key in eligible(state, battle, team) if may_take_legend(battle, key)),
    )


def _at(held: Any) -> str:
    return "" if held is None else str(held.at)


def _fallen(state: State, battle: Battle) -> Iterator[str]:
    """C-18.12, C-20.10: whoever has fallen on a beaten side, and every beaten NPC that is still there."""
    won = next((side.people for side in battle.setting.sides if side.key == battle.winner), None)
    for key in battle.order if won is not None else ():
        fighter = battle.fighters[key]
        helpless = fighter.presence is Presence.FALLEN or (state.people[key].npc and fighter.on_field)
        if won is not None and key not in won and helpless:
            yield key


def _decides(state: State, battle: Battle, fallen: str) -> str:
    """C-Q68: of several victors the one that dealt the last damage."""
    won = next(side for side in battle.setting.sides if side.key == battle.winner)
    teams = side_teams(state, won.people)
    by = battle.fighters[fallen].by
    last = state.people[by].team if by else ""
    return last if last in teams else teams[0]


def _builder(state: State, team: str, region: str) -> Person | None:
    """C-9.10, C-Q33: the team's master in the region, able to act."""
    for person in state.masters(team):
        if region and person.at == region and can_act(person, state.options.faint_on):
            return person
    return None


def open_spoils(teller: Teller[State], number: int) -> None:
    """Ask whoever has something to choose; where nobody has, the battle closes."""
    state, battle = teller.state, teller.state.battle(number)
    asked = tuple(team for team in teams_in(state, battle) if choices(state, battle, team).any)
    if asked:
        teller.tell(SpoilsDue(number, asked), KEEPER_ONLY)
    else:
        _close(teller, number, {})


def spoils_closed(teller: Teller[State], number: int, orders: Mapping[str, Any]) -> None:
    """Missing choices are what the rules name first: the fallen are left, nothing is taken, a battle point (C-Q92)."""
    battle = teller.state.battle(number)
    for team in battle.asked:
        order: Order = orders.get(team) or {}
        open_to_it = choices(teller.state, battle, team)
        for key in open_to_it.fallen:
            _treat(teller, number, team, key, order)
        if order.get("replace_base", False) and open_to_it.bases:
            _replace_base(teller, number, team, open_to_it.bases[0])
        if order.get("remove_territory", "loot" in order):
            for loser in open_to_it.territories:
                _remove_territory(teller, number, team, loser, order)
    _close(teller, number, {team: (orders.get(team) or {}).get("legend", ()) for team in battle.asked})


def _close(teller: Teller[State], number: int, legends: Mapping[str, Any]) -> None:
    """C-10.2: information, and back to the scene."""
    inform(teller, number, legends)
    part(teller, number)
    state, battle = teller.state, teller.state.battle(number)
    won = next((side.people for side in battle.setting.sides if side.key == battle.winner), ())
    teller.tell(BattleClosed(number, won), told_to(state, *teams_in(state, battle)))


# C-18.12: the fallen


def _treat(teller: Teller[State], number: int, team: str, key: str, order: Order) -> None:
    state = teller.state
    person = state.people[key]
    usual = Treatment.CAPTIVE if person.npc else Treatment.LEAVE
    wanted = order.get("fallen", {}).get(key, order.get("every_fallen", usual))
    strokes = 0 if wanted != Treatment.STROKE or person.npc else min(1, state.teams[person.team].strokes)
    everybody = told_to(state, *teams_in(state, state.battle(number)))
    teller.tell(FallenTreated(number, key, team, Treatment(wanted), strokes), everybody)


# C-9.10, C-9.12: bases and territories


def _replace_base(teller: Teller[State], number: int, team: str, loser: str) -> None:
    state, region = teller.state, teller.state.battle(number).setting.region
    own, master = state.teams[team].base, _builder(state, team, region)
    assert master is not None, "only who has a builder is asked"
    price = prices.base_price(elsewhere=own is not None and own.at != region, options=state.options)
    if price.value > master.mana.spare:
        _fail(teller, number, master, failed("cannot_pay", price.clause, "replace_base", price=price.value))
        return
    informed = region in state.teams[team].region_information
    bonus, ley = (state.regions[region].base_bonus, state.regions[region].ley_line) if informed else (0, 0)
    teller.tell(BaseLost(loser, region, team), told_to(state, team, loser))
    teller.tell(BaseMade(team, master.key, Base(region, bonus, ley), price), told_to(state, team))


def _remove_territory(teller: Teller[State], number: int, team: str, loser: str, order: Order) -> None:
    """C-9.12, C-Q34: 1 merit, and the stored mana in any split, up to the maxima."""
    state = teller.state
    territory = state.teams[loser].territory
    assert territory is not None, "only who has one loses it"
    servant = next((each for each in state.of_team(team) if not each.is_master and each.life is Life.ALIVE), None)
    master = next((each for each in state.masters(team) if each.life is Life.ALIVE), None)
    room = [0 if each is None else each.mana.room for each in (servant, master)]
    split = order.get("loot")
    wanted = None if split is None else (split.get("servant", 0), split.get("master", 0))
    looted = prices.loot(territory.stored, (room[0], room[1]), wanted)
    teller.tell(TerritoryLost(loser, territory.at, team), told_to(state, team, loser))
    if isinstance(looted, Problem):
        _fail(teller, number, master or servant, looted)
        looted = prices.Loot()
    taken = {each.key: mana for each, mana in ((servant, looted.servant), (master, looted.master)) if each and mana}
    teller.tell(Looted(team, looted.merit, taken), told_to(state, team))


def _fail(teller: Teller[State], number: int, person: Person | None, problem: Problem) -> None:
    if person is not None:
        teller.tell(OrderFailed(number, person.key, problem), told_to(teller.state, person.team))
