"""A battle that is broken off by somebody who joins it (C-17.1, C-17.2, C-Q62)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ..cards import Card
from ..field import Battle, Carried, Intrusion, Setting, Side
from ..orders import JOINING
from ..outcomes import BattleBrokenOff, BattleClosed, JoiningDue
from ..state import State, teams_in, told_to
from .announcing import announce
from .result import injure, part


def intruding(battle: Battle, slot: int) -> Intrusion | None:
    """Who comes in at this slot, if the servant to be fought is still there."""
    for intrusion in battle.setting.intrusions:
        if intrusion.slot == slot and battle.fighters[intrusion.fights].able:
            return intrusion
    return None


def break_off(teller: Teller[State], number: int, intrusion: Intrusion) -> None:
    """C-Q62: the results so far stand, there is no winner, and the others are asked what they do."""
    state, battle = teller.state, teller.state.battle(number)
    teams = (*teams_in(state, battle), state.people[intrusion.person].team)
    teller.tell(BattleBrokenOff(number, intrusion.slot, intrusion), told_to(state, *teams))
    injure(teller, number)
    part(teller, number)
    if battle.setting.single:
        _close(teller, number, intrusion)
        return
    others = tuple(key for key in battle.order if key != intrusion.fights and battle.fighters[key].able)
    if others:
        teller.tell(JoiningDue(number, others), KEEPER_ONLY)
    else:
        _begin_anew(teller, number, intrusion, {})


def joined(teller: Teller[State], number: int, orders: Mapping[str, Any]) -> None:
    """The others have chosen; silence is to leave."""
    battle = teller.state.battle(number)
    intrusion = next(each for each in battle.setting.intrusions if each.slot == battle.judged + 1)
    chosen = {key: (orders.get(key) or {}).get("join", JOINING[-1]) for key in battle.asked}
    _begin_anew(teller, number, intrusion, chosen)


def _close(teller: Teller[State], number: int, intrusion: Intrusion) -> None:
    state = teller.state
    everybody = told_to(state, *teams_in(state, state.battle(number)))
    teller.tell(BattleClosed(number, (), intrusion.slot), everybody)


def _begin_anew(teller: Teller[State], number: int, intrusion: Intrusion, chosen: Mapping[str, str]) -> None:
    """C-Q62: ten new judgments between the intruder and the servant chosen, with whoever joins them."""
    old = teller.state.battle(number)
    _close(teller, number, intrusion)
    state = teller.state
    sides = {"intruder": [intrusion.person], "chosen": [intrusion.fights], "third": []}
    for key, join in chosen.items():
        if join in sides:
            sides[join].append(key)
    there = [key for people in sides.values() for key in people]
    later = tuple(each for each in old.setting.intrusions if each.slot > intrusion.slot and each.fights in there)
    setting = Setting(
        number=state.battle_count + 1,
        sides=tuple(Side(name, state.in_order(people)) for name, people in sides.items() if people),
        region=old.setting.region,
        intrusions=later,
        carried={key: carried(old, key) for key in there if key in old.fighters},
    )
    announce(teller, setting)


def used(battle: Battle, key: str) -> dict[str, int]:
    """C-17.2: the cards laid in the judgments that were made, by name; those with plus once more as `name+`."""
    counted: Counter[str] = Counter()
    for slot in battle.fighters[key].laid.slots[: battle.judged]:
        for laid in slot:
            if laid.card is not Card.WAIT:
                counted[laid.card.value] += 1
            if laid.plus:
                counted[f"{laid.card.value}+"] += 1
    return dict(counted)


def carried(battle: Battle, key: str) -> Carried:
    """What is brought along into the next battle, with what was brought into this one."""
    before = battle.setting.carried.get(key, Carried())
    cards, passed = Counter(used(battle, key)), Counter(battle.fighters[key].passed_on)
    cards.update(before.used)
    passed.update(before.passed_on)
    return Carried(dict(cards), dict(passed))
