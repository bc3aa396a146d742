"""The orders of a scene and what they lead to (B-14.8, B-14.9, B-14.12): moves, encounters, battles in their order."""

from __future__ import annotations

from ....core.call import Answers, Ask, Call, Mode, Opening
from ....core.seat import EVERYBODY, Role
from ....core.teller import Teller
from .. import facts as f
from ..derived import ability, grade, pairings
from ..orders import order_of
from ..people import Ability, Intent, Team
from ..state import Pair, SideRole, Stage, State, seat_for, told_to
from .opening import taking_part

MOVES = "move"


def call(state: State, at: str) -> Call:
    """B-14.8. The servant's seat answers, so that an exhausted master's silence shows nowhere (B-14.10)."""
    asks = tuple(Ask(seat_for(state, team, Role.SERVANT), team) for team in taking_part(state))
    return Call(at, MOVES, "B-14.8", Mode.SEALED, asks, "silent_move")


def move(teller: Teller[State], asked: Call, answers: Answers) -> None:
    """From the orders to the first battles."""
    for ask in asked.asks:
        _move(teller, ask.whom, answers)
    for region in teller.state.regions:
        _meet(teller, region)
    teller.tell(f.StageReached(Stage.BATTLES), EVERYBODY)


def _move(teller: Teller[State], key: str, answers: Answers) -> None:
    """B-14.8: silence stays where it is and avoids. Whether the master went along only its team knows."""
    team, order = teller.state.team(key), order_of(answers.get(key))
    intent = Intent(order.get("intent", Intent.AVOID))
    teller.tell(f.TeamMoved(key, order.get("region", team.region), intent), EVERYBODY)
    if team.living_master is not None:
        own = told_to(teller.state, key)
        teller.tell(f.MasterPlaced(key, order.get("accompany", True)), own)
    shown = tuple((part,) for part in ("region", "intent") if part in order)
    if shown:
        teller.open(Opening(key, shown, EVERYBODY))


def _meet(teller: Teller[State], region: str) -> None:
    """B-14.9, B-14.12, B-R2: who meets in a region, who slips away, who battles whom and in which order."""
    state = teller.state
    here = [
        team for team in state.teams if team.region == region and team.existing_servant is not None and not team.out
    ]
    if len(here) < 2:
        return
    made = pairings(len(here), lambda one, other: _battle(state, here[one], here[other]))
    pairs = tuple(Pair((here[one].key, here[other].key), _roles(here[one], here[other])) for one, other in made)
    slipped = tuple(
        f.Slip(team.key, other.key)
        for team in here
        for other in here
        if team is not other and _hostile(state, team, other) and slips_away(team, other)
    )
    teller.tell(f.TeamsMet(region, tuple(team.key for team in here), pairs, slipped), EVERYBODY)


def _hostile(state: State, one: Team, other: Team) -> bool:
    """B-14.9, B-14.16: not allied, and at least one of them intends to fight."""
    return not state.allied(one.key, other.key) and Intent.FIGHT in (one.intent, other.intent)


def _battle(state: State, one: Team, other: Team) -> bool:
    return _hostile(state, one, other) and not slips_away(one, other) and not slips_away(other, one)


def slips_away(team: Team, other: Team) -> bool:
    """B-14.9: an avoiding servant of strictly higher agility grade slips away from a fighting one."""
    return team.intent is Intent.AVOID and other.intent is Intent.FIGHT and _agility(team) > _agility(other)


def _agility(team: Team) -> int:
    return 0 if team.servant is None else grade(ability(team.servant, Ability.AGILITY))


def _roles(one: Team, other: Team) -> tuple[SideRole, SideRole]:
    """B-14.9."""
    roles = {Intent.FIGHT: SideRole.ATTACKER, Intent.AVOID: SideRole.DEFENDER}
    return roles[one.intent], roles[other.intent]
