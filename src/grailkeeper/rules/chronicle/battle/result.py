"""How a battle ends: winner, injuries, rewards, information (C-10.2, C-10.7, C-10.8, C-23.12, C-23.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum, Working
from ..field import Battle, Fighter, Presence, Side
from ..options import Injury, Options, RatioBase
from ..outcomes import BasesSeen, BattleEnded, InformationGained, Injured, PartnerLost, Rewarded, SharesReckoned
from ..people import InformationKind, Life, Person
from ..state import State, side_teams, teams_in, told_to
from ..tables import (
    ACQUAINTANCE,
    EXPOSURE,
    INFORMATION_JUDGMENTS,
    INJURY_DIVISOR,
    OTHER_EXPERIENCE,
    RETREAT_EXPERIENCE,
    RETREAT_MERIT,
    SUBJUGATION_MERIT,
    WIN_EXPERIENCE,
    WIN_MERIT,
)

Share = tuple[int, int]
"""A fraction, not reduced: lost of before; in a melee after of before."""


# C-10.7, C-10.8: the winner


def is_over(battle: Battle) -> bool:
    """C-23.17 (9), C-R14, C-Q101: at most one side has somebody who can act."""
    return sum(bool(battle.able(side)) for side in battle.setting.sides) <= 1


def share(state: State, battle: Battle, side: Side) -> Share:
    """C-10.7, C-10.8, C-Q37, C-Q38: over all people of a side; below 0 counts as 0, and more than before as no loss."""
    lost = after = before = 0
    for key in side.people:
        had, has = max(0, battle.fighters[key].before), max(0, state.people[key].health.now)
        lost += max(0, had - has)
        after += has
        maximum = state.options.melee_ratio_base is RatioBase.MAXIMUM
        before += state.people[key].health.maximum if maximum and battle.setting.melee else had
    return (after, before) if battle.setting.melee else (lost, before)


def best(shares: Mapping[str, Share], most: bool) -> str:
    """The key of the one greatest (`most`) or smallest share, "" where it is shared; compared as exact fractions."""

    def beats(one: Share, other: Share) -> bool:
        left, right = one[0] * max(1, other[1]), other[0] * max(1, one[1])
        return left > right if most else left < right

    ahead = [key for key, mine in shares.items() if not any(beats(other, mine) for other in shares.values())]
    return ahead[0] if len(ahead) == 1 else ""


def winner(state: State, battle: Battle, stood: Sequence[str]) -> str:
    """C-Q37: a side with nobody left loses whatever the shares; where that happens to all at once the shares decide.

    `stood`: the sides that still had somebody when the last judgment began.
    """
    left = [side.key for side in battle.setting.sides if battle.able(side)]
    among = left or list(stood) or [side.key for side in battle.setting.sides]
    shares = {side.key: share(state, battle, side) for side in battle.setting.sides if side.key in among}
    return best(shares, most=battle.setting.melee)


def percent(one: Share) -> int:
    return 100 * one[0] // one[1] if one[1] else 0


# What everybody takes home


def end_battle(teller: Teller[State], number: int, stood: Sequence[str]) -> None:
    """C-9.9: winner, injuries, rewards."""
    state, battle = teller.state, teller.state.battle(number)
    everybody = told_to(state, *teams_in(state, battle))
    shares = {side.key: share(state, battle, side) for side in battle.setting.sides}
    teller.tell(SharesReckoned(number, shares), KEEPER_ONLY)
    won = winner(state, battle, stood)
    told = {key: percent(each) for key, each in shares.items()}
    teller.tell(BattleEnded(number, battle.judged, won, told), everybody)
    injure(teller, number)
    _reward(teller, number)
    _see_bases(teller, number)


def injure(teller: Teller[State], number: int) -> None:
    """C-23.13, C-Q17."""
    battle = teller.state.battle(number)
    for key in battle.order:
        person = teller.state.people[key]
        lost = battle.fighters[key].before - person.health.now
        if not person.injured and _is_injury(person, lost, teller.state.options):
            working = Sum("injury_loss", "C-23.13").base("before", battle.fighters[key].before, "C-10.7")
            working.subtract("after", person.health.now, "C-23.13")
            teller.tell(Injured(number, key, working.done()), told_to(teller.state, person.team))


def _is_injury(person: Person, lost: int, options: Options) -> bool:
    if options.injury is Injury.OFF:
        return False
    half = options.injury is Injury.HALF_LOSS and lost >= person.health.maximum // INJURY_DIVISOR
    return half or person.health.now <= 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How a team stands after a battle."""

    side: Side
    won: bool
    drawn: bool
    retreats: int
    subjugated: bool


def _reward(teller: Teller[State], number: int) -> None:
    """C-23.12, C-Q96, C-19.8, C-Q71; battles with NPCs bring nothing."""
    state, battle = teller.state, teller.state.battle(number)
    if any(state.people[key].npc for key in battle.setting.people):
        return
    for side in battle.setting.sides:
        standing = _standing(state, battle, side)
        for team in side_teams(state, side.people):
            mine = [key for key in side.people if state.people[key].team == team]
            experience = {key: _experience(battle.fighters[key], standing) for key in state.in_order(mine)}
            teller.tell(Rewarded(number, team, _merit(standing), experience), told_to(state, team))


def _standing(state: State, battle: Battle, side: Side) -> Standing:
    foes = [other for other in battle.setting.sides if other is not side]
    retreats = sum(_has_retreated(battle.fighters[key]) for foe in foes for key in foe.people)
    won = battle.winner == side.key
    least = EXPOSURE[0][0]
    beaten = won and any(state.teams[team].souls >= least for foe in foes for team in side_teams(state, foe.people))
    return Standing(side, won, not battle.winner, retreats, beaten)


def _has_retreated(fighter: Fighter) -> bool:
    """Whoever led a retreat that succeeded; those taken along are not counted again."""
    return fighter.presence is Presence.RETREATED and fighter.attempt is not None and fighter.attempt.over


def _merit(standing: Standing) -> Working:
    total = Sum("merit", "C-23.12").base("outcome", WIN_MERIT if standing.won else 0, "C-23.12")
    if standing.retreats:
        total.add("opponent_retreated", RETREAT_MERIT * standing.retreats, "C-19.8")
    if standing.subjugated:
        total.add("subjugation", SUBJUGATION_MERIT, "C-23.14")
    return total.done()


def _experience(fighter: Fighter, standing: Standing) -> Working:
    """A retreat counts as a loss for who left (C-Q71)."""
    won = standing.won and fighter.presence is not Presence.RETREATED
    total = Sum("experience", "C-23.12").base("outcome", WIN_EXPERIENCE if won else OTHER_EXPERIENCE, "C-23.12")
    if standing.retreats:
        total.add("opponent_retreated", RETREAT_EXPERIENCE * standing.retreats, "C-19.8")
    return total.done()


def _see_bases(teller: Teller[State], number: int) -> None:
    """C-Q93."""
    state, battle = teller.state, teller.state.battle(number)
    region = battle.setting.region
    for team, loser in victors(state, battle):
        held = (state.teams[loser].base, state.teams[loser].territory)
        if region and any(each is not None and each.at == region for each in held):
            teller.tell(BasesSeen(team, loser, (region,)), told_to(state, team))


def victors(state: State, battle: Battle) -> Iterator[tuple[str, str]]:
    """Every team of the winning side with every team that it has beaten."""
    won = next((side for side in battle.setting.sides if side.key == battle.winner), None)
    if won is None:
        return
    lost = side_teams(state, (key for side in battle.setting.sides if side is not won for key in side.people))
    for team in side_teams(state, won.people):
        yield from ((team, loser) for loser in lost)


def part(teller: Teller[State], number: int) -> None:
    """C-23.15: who has lost the other of the two."""
    state = teller.state
    for team in teams_in(state, state.battle(number)):
        people = state.of_team(team)
        for person in people:
            others = [each for each in people if each.is_master is not person.is_master]
            lost = others and all(each.life is not Life.ALIVE for each in others)
            if person.life is Life.ALIVE and lost and not person.partnerless:
                teller.tell(PartnerLost(person.key), told_to(state, team))


# C-10.2, C-10.3: information


def eligible(state: State, battle: Battle, team: str) -> Iterator[str]:
    """C-10.2, C-R6: the opposing servants on whom a team gains a battle point, in seat order."""
    mine = [key for key in battle.setting.people if state.people[key].team == team]
    for key in battle.order:
        person = state.people[key]
        if person.is_master or person.npc or not battle.fighters[key].stood_front:
            continue
        foe = all(battle.setting.side_of(key) is not battle.setting.side_of(own) for own in mine)
        if foe and any(_passed(battle, own, key) >= INFORMATION_JUDGMENTS for own in mine):
            yield key


def _passed(battle: Battle, own: str, opponent: str) -> int:
    """C-Q35, C-R10: judgments in which damage passed, those of a battle broken off before included."""
    carried = battle.setting.carried.get(own)
    earlier = 0 if carried is None else carried.passed_on.get(opponent, 0)
    return earlier + battle.fighters[own].passed_on.get(opponent, 0)


def may_take_legend(battle: Battle, servant: str) -> bool:
    """C-Q36: it released its true name in this battle."""
    return battle.fighters[servant].revealed


def inform(teller: Teller[State], number: int, wanted: Mapping[str, Sequence[str]]) -> None:
    """C-10.2, C-10.3, C-3.12: the points of every team; `wanted` are the legends chosen instead, by team."""
    state, battle = teller.state, teller.state.battle(number)
    for team in teams_in(state, battle):
        for servant in eligible(state, battle, team):
            legend = servant in wanted.get(team, ()) and may_take_legend(battle, servant)
            point = InformationKind.LEGEND if legend else InformationKind.BATTLE
            amount = _points(state, battle, team, servant, "C-10.3" if legend else "C-10.2")
            teller.tell(InformationGained(team, servant, point, amount), told_to(state, team))


def _points(state: State, battle: Battle, team: str, servant: str, clause: str) -> Working:
    """C-Q14: doubled where one who qualifies knew the servant in life."""
    total = Sum("information", clause).base("point", 1, clause)
    friends = state.people[servant].acquaintances
    mine = (key for key in battle.setting.people if state.people[key].team == team)
    if any(key in friends and _passed(battle, key, servant) >= INFORMATION_JUDGMENTS for key in mine):
        total.times("acquaintance", ACQUAINTANCE, "C-3.12")
    return total.done()
