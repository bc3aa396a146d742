"""The life cycle of a battle: sheets, five judgments, perhaps the question of an escape, result, next pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.call import Answers, Ask, Call, Mode
from ....core.point import Point, Rulings
from ....core.seat import EVERYBODY, Person, Role
from ....core.teller import Teller
from .. import numbers, tables
from ..facts import BattleBegan, BattleEnded, End, Escaped, EscapeOffered, Fate, Fell, StrokesSpent
from ..people import MasterState, ServantState
from ..state import Battle, Stage, State, seat_for, told_to
from .filing import file_sheets
from .judgment import make_judgment
from .sides import next_announced

# Questions


def calls(state: State, battle: Battle) -> tuple[Call, ...]:
    """The question that a battle asks now."""
    if battle.stage is Stage.ESCAPE:
        return (_escape_call(state, f"battle/{battle.pair.number}/escape", battle.asked),)
    asks = tuple(Ask(seat_for(state, team), team) for team in battle.pair.teams)
    address = f"battle/{battle.pair.number}/sheets"
    return (Call(address, "battle_sheets", "S-10.19", Mode.SEALED, asks, "battle_sheets"),)


def standing(state: State, battle: Battle) -> tuple[Call, ...]:
    """S-18.4: the escape may be answered before anybody has fallen."""
    if battle.stage is Stage.ESCAPE:
        return ()
    return (_escape_call(state, "standing/escape", battle.pair.teams),)


def _escape_call(state: State, address: str, teams: tuple[str, ...]) -> Call:
    asks = tuple(Ask(seat_for(state, team), team) for team in teams)
    return Call(address, "escape", "S-18.4", Mode.SEALED, asks, "escape")


# Answers


def sheets_closed(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:
    """From the sheets to the escape question or the end (life cycle of a battle, steps 3 to 8)."""
    teller.tell(BattleBegan(teller.state.the_battle.setting), EVERYBODY)
    handed = file_sheets(teller, rulings, answers.orders)
    last = _last_judgment(rulings, teller.state.the_battle)
    for judgment in tables.JUDGMENTS[:last]:
        make_judgment(teller, judgment, handed)
        if _somebody_fell(teller, rulings):
            break
    if teller.state.the_battle.stage is not Stage.ESCAPE:
        end_battle(teller)


def escape_answered(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """S-18.4: the masters have answered; silence is no. Either way the battle is over (S-19.6)."""
    orders: Mapping[str, Any] = answers.orders
    for team in teller.state.the_battle.asked:
        order = orders.get(team)
        if order is not None and order["escape"]:
            _escape(teller, team)
        else:
            _fall(teller, team, Role.SERVANT, Fate.VANISHED)
    end_battle(teller)


def _last_judgment(rulings: Rulings, battle: Battle) -> int:
    """S-10.17: all five judgments are made, unless the keeper ends the battle after one of them."""
    address, last = f"battle/{battle.pair.number}/stop", tables.JUDGMENTS[-1]
    stop = rulings.ask(Point(address, "battle_stop", "S-10.17", tables.JUDGMENTS, last, told=EVERYBODY))
    assert isinstance(stop, int)
    return stop


# S-17: who is at zero


def _somebody_fell(teller: Teller[State], rulings: Rulings) -> bool:
    """S-17.1 to S-17.6, S-18.4, S-R8: the checks at the end of a judgment. True: no further judgment is made."""
    battle = teller.state.the_battle
    fell, asked = False, []
    for team in battle.pair.teams:
        fell |= _check_master(teller, rulings, team)
        servant = teller.state.teams[team].servant
        if battle.setting.fighter(team) is Role.MASTER or servant is None:
            continue
        if servant.mana.now <= 0:
            fell = _fall(teller, team, Role.SERVANT, Fate.VANISHED)
        elif servant.health.now <= 0:
            fell = True
            match _standing_answer(teller.state, team):
                case True:
                    _escape(teller, team)
                case False:
                    _fall(teller, team, Role.SERVANT, Fate.VANISHED)
                case None:
                    asked.append(team)
    if asked:
        teller.tell(EscapeOffered(battle.pair.number, tuple(asked)), EVERYBODY)
    return fell


def _check_master(teller: Teller[State], rulings: Rulings, team: str) -> bool:
    """S-17.2, S-17.3, S-R8. True: the battle ends with this master, who fought alone."""
    battle, master = teller.state.the_battle, teller.state.teams[team].master
    if master is None or not battle.setting.has_come(team, Role.MASTER):
        return False
    alone = battle.setting.fighter(team) is Role.MASTER
    if alone and master.health.now <= 0:
        return _fall(teller, team, Role.MASTER, Fate.DEAD)
    if master.mana.now > 0 or master.state is not MasterState.WELL:
        return False
    _fall(teller, team, Role.MASTER, Fate.FAINTED)
    if alone and _dies_fainted(teller.state, rulings, team):
        _fall(teller, team, Role.MASTER, Fate.DEAD)
    return alone


def _dies_fainted(state: State, rulings: Rulings, team: str) -> bool:
    """S-R8: what becomes of a master who faints fighting alone is the keeper's question."""
    pair = state.the_battle.pair
    address, fates = f"battle/{pair.number}/fainted/{team}", (Fate.FAINTED.value, Fate.DEAD.value)
    point = Point(
        address, "fainted_alone", "S-R8", fates, Fate.FAINTED.value, {"team": team}, told=told_to(state, *pair.teams)
    )
    return rulings.ask(point) == Fate.DEAD.value


def _standing_answer(state: State, team: str) -> bool | None:
    """S-18.4, S-17.3, S-R8: yes or no as the sheet says, no where it is impossible, None where the master is asked."""
    master = state.teams[team].master
    if master is None or master.state is not MasterState.WELL:
        return False
    if numbers.escape_strokes(master.strokes, state.options) is None:
        return False
    return state.the_battle.fighting[team].sheet.escape


def _escape(teller: Teller[State], team: str) -> None:
    """S-18.4: strokes for 1 health and the way out."""
    master = teller.state.teams[team].master
    strokes = None if master is None else numbers.escape_strokes(master.strokes, teller.state.options)
    assert strokes is not None, "an escape was possible"
    teller.tell(StrokesSpent(team, strokes), told_to(teller.state, team))
    teller.tell(Escaped(teller.state.the_battle.pair.number, team), EVERYBODY)


def _fall(teller: Teller[State], team: str, role: Role, fate: Fate) -> bool:
    """S-17: deaths and vanishings are public, a faint is seen by those who are there. Always true."""
    both = told_to(teller.state, *teller.state.the_battle.pair.teams)
    teller.tell(Fell(Person(team, role), fate), both if fate is Fate.FAINTED else EVERYBODY)
    return True


# S-10.20: the result


def end_battle(teller: Teller[State]) -> None:
    """S-10.17, S-10.20, S-19.7: the result for everybody, and the next pair of the meeting if there is one."""
    state = teller.state
    battle = state.the_battle
    damage = {team: sum(made.damage.get(team, 0) for made in battle.made) for team in battle.pair.teams}
    first, second = battle.pair.sides
    dealt = {first[0]: sum(damage[team] for team in second), second[0]: sum(damage[team] for team in first)}
    ahead = "" if dealt[first[0]] == dealt[second[0]] else max(dealt, key=lambda side: dealt[side])
    ended = BattleEnded(
        battle=battle.pair.number,
        sides=battle.pair.sides,
        end=_end(state, battle),
        judgments=len(battle.made),
        dealt=dealt,
        damage=damage,
        ahead=ahead,
    )
    following = next_announced(state, battle)
    teller.tell(ended, EVERYBODY)
    if following is not None:
        teller.tell(following, EVERYBODY)


def _end(state: State, battle: Battle) -> End:
    """Why the battle has ended: of several reasons the first in the order of `End`."""
    found = set()
    for key in battle.pair.teams:
        team, role = state.teams[key], battle.setting.fighter(key)
        if role is Role.SERVANT and team.servant is not None and team.servant.state is ServantState.VANISHED:
            found.add(End.VANISHED)
        if role is Role.SERVANT and key in battle.gone:
            found.add(End.ESCAPE)
        if role is Role.MASTER and team.master is not None and team.master.state is not MasterState.WELL:
            found.add(End.DEAD if team.master.state is MasterState.DEAD else End.FAINTED)
    if len(battle.made) < len(tables.JUDGMENTS):
        found.add(End.KEEPER)
    return next((end for end in End if end in found), End.COMPLETE)
