"""Creation, and the opening of a scene (S-3.2, S-3.3, S-12.7, S-12.8, S-14, S-17.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.problem import Problem, illegal, suspicious
from ....core.rank import Letter
from ....core.record import replace
from ....core.seat import EVERYBODY, Person, Role
from ....core.teller import Teller
from ....core.working import Sum, Working
from .. import numbers
from ..battle.check import recovery_problems
from ..creation import creation_problems, impossible
from ..derived import net_upkeep
from ..options import Options, UpkeepPayer
from ..people import Ability, Functions, Master, MasterState, Points, Servant
from ..sheet import team_of
from ..state import Recovery, State, told_to
from ..visibility import OwnTeam, own_team
from . import facts as f
from .apply import war_of
from .closing import announce
from .orders import LOWER_RANKS, Kept
from .preparation import check_exposure
from .who import able, check_zero, in_play, lives, room

STORED_FOR_MANA = 10
"""S-12.8: stored mana for one point of mana."""

PLAIN_SHEET: Mapping[str, Any] = {"master": {}, "servant": {}}
"""Who hands in no sheet plays the plainest one that is legal."""

# S-24: creation


def sheet_problems(order: Mapping[str, Any]) -> Iterator[Problem]:
    """S-24: what is wrong with a sheet that is handed in."""
    data = {**PLAIN_SHEET, **order}
    yield from impossible(data)
    yield from creation_problems(data)


def creation_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """S-24: everybody's sheets are in; the first scene is announced."""
    orders: Mapping[str, Any] = answers.orders
    for key in to_create(teller.state):
        name = teller.state.teams[key].name
        team = team_of(key, {**PLAIN_SHEET, **orders.get(key, {}), "name": name})
        teller.tell(f.TeamCreated(team), told_to(teller.state, key))
    announce(teller, teller.state.scene + 1)


def to_create(state: State) -> tuple[str, ...]:
    """The teams that have no sheets yet."""
    created = war_of(state).created
    return tuple(
        key for key, team in state.teams.items() if key not in created and team.master is None and team.servant is None
    )


# What is wrong with an opening


def opening_problems(own: OwnTeam, order: Mapping[str, Any], options: Options) -> Iterator[Problem]:
    """S-12.8, S-14.7, S-14.8, S-18: as far as a team can see it."""
    yield from _conversion_problems(own, order.get("convert", {}))
    yield from _rank_problems(own, order.get(LOWER_RANKS, {}), order.get("restore_ranks", {}))
    yield from stroke_problems(own, order)
    if "territory" in order:
        yield from _territory_problems(own, order["territory"])
    if order.get("share", 0) and options.upkeep_payer is UpkeepPayer.EITHER:
        mana = 0 if own.master is None else own.master.mana.now + order.get("convert", {}).get("master", 0)
        if order["share"] > mana - 1:
            yield illegal("keeps_one", "S-14.1", "share", given=order["share"], most=max(0, mana - 1))


def stroke_problems(own: OwnTeam, order: Mapping[str, Any]) -> Iterator[Problem]:
    """S-18.1, S-18.2: strokes that restore."""
    recoveries = recoveries_of(order)
    for place, recovery in enumerate(recoveries, 1):
        yield from recovery_problems(own.servant, recovery, f"restore.{place}")
    most = strokes_left(own)
    if len(recoveries) > most:
        yield illegal("not_enough_strokes", "S-18.1", "restore", given=len(recoveries), most=most)


def strokes_left(own: OwnTeam) -> int:
    """S-R8: a fainted master does nothing; without servant there is nobody to command."""
    commands = able(own, Role.MASTER) and lives(own, Role.SERVANT)
    return own.master.strokes if own.master is not None and commands else 0


def _conversion_problems(own: OwnTeam, convert: Mapping[str, int]) -> Iterator[Problem]:
    """S-12.8, S-R3: what has no room stays stored, so that only what is not stored is refused."""
    for role, amount in convert.items():
        if amount and not lives(own, Role(role)):
            yield illegal("no_such_character", "S-12.8", f"convert.{role}", given=role)
    stored = stored_now(own)
    wanted = STORED_FOR_MANA * sum(convert.values())
    if wanted > stored:
        yield illegal("not_enough_stored_mana", "S-12.8", "convert", given=wanted, most=stored)


def _rank_problems(own: OwnTeam, lower: Mapping[str, int], restored: Mapping[str, int]) -> Iterator[Problem]:
    """S-14.7, S-14.8: taken back first, then lowered."""
    if own.servant is None or not lives(own, Role.SERVANT):
        for name in (*lower, *restored):
            yield illegal("no_such_character", "S-14.8", name, given=Role.SERVANT)
        return
    for name, ranks in restored.items():
        most = own.servant.lowered.get(name, 0)
        if ranks > most:
            yield illegal("nothing_to_restore", "S-14.8", f"restore_ranks.{name}", given=ranks, most=most)
    for name, ranks in lower.items():
        left = own.servant.ranks.of(Ability(name)).number - Letter.E - own.servant.lowered.get(name, 0)
        most = int(left) + restored.get(name, 0)
        if ranks > most:
            yield illegal("lowered_below_e", "S-14.7", f"{LOWER_RANKS}.{name}", given=ranks, most=most)


def allots_territory(own: OwnTeam) -> bool:
    """S-13.1: a caster is there whose points were never allotted: it came by a new contract."""
    creates = own.servant is not None and lives(own, Role.SERVANT) and own.servant.territory_creation is not None
    return creates and own.workshop.territory == Functions() and own.master is not None


def kept_by(own: OwnTeam) -> Kept:
    """S-12.8, S-14.8: what can be turned into mana, and ranks that can be taken back."""
    return Kept(stored_now(own) >= STORED_FOR_MANA, own.servant is not None and any(own.servant.lowered.values()))


def _territory_problems(own: OwnTeam, given: Any) -> Iterator[Problem]:
    """S-13.1."""
    rank = None if own.servant is None else own.servant.territory_creation
    if rank is None or not allots_territory(own):
        yield illegal("no_territory_creation", "S-13.1", "territory")
        return
    most = numbers.territory_points(rank).value
    if sum(given) > most:
        yield illegal("territory_total", "S-13.1", "territory", given=sum(given), most=most)
    elif sum(given) < most:
        yield suspicious("territory_left", "S-13.1", "territory", given=sum(given), most=most)


# The opening itself


def stored_now(own: OwnTeam) -> int:
    """S-12.7: the stored mana of which an opening can make use."""
    return own.stored_mana + gain(own).value


def gain(own: OwnTeam) -> Working:
    """S-12.7, S-13.4: what the base gains in this opening; a dead master keeps none."""
    if own.master is None or own.master.state is MasterState.DEAD:
        return Sum("storage", "S-12.7").skip("points", "no_master", "S-12.7", own.workshop.points.storage).done()
    return numbers.storage(own.workshop.points, own.territory)


def opening_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """S-3.3: the steps of the opening for every team, zero checks, forced rests; then the floor opens."""
    orders: Mapping[str, Any] = answers.orders
    teams = [key for key, team in teller.state.teams.items() if in_play(team)]
    for key in teams:
        order = orders.get(key) or {}
        own = told_to(teller.state, key)
        if "territory" in order:
            teller.tell(f.TerritoryAllotted(key, tuple(order["territory"])), own)
        teller.tell(opened(own_team(teller.state, key), order, teller.state.options), own)
    for key in teams:
        for role in Role:
            check_zero(teller, Person(key, role), told_to(teller.state, key))
    for key in teams:
        master = teller.state.teams[key].master
        if master is not None and master.state is MasterState.FAINTED:
            teller.tell(f.ForcedRestDue(key), told_to(teller.state, key))
    check_exposure(teller)
    teller.tell(f.FloorOpened(), EVERYBODY)


def opened(own: OwnTeam, order: Mapping[str, Any], options: Options) -> f.TeamOpened:
    """S-3.3 (1) to (4), for one team."""
    gained = gain(own)
    stored = own.stored_mana + gained.value
    master, servant = own.master, own.servant if lives(own, Role.SERVANT) else None
    converted: dict[str, int] = {}
    people: dict[Role, Master | Servant | None] = {Role.MASTER: master, Role.SERVANT: servant}
    for role, person in people.items():
        wanted = order.get("convert", {}).get(role.value, 0)
        if person is not None and wanted:
            converted[role.value] = min(wanted, room(person.mana), stored // STORED_FOR_MANA)
            stored -= STORED_FOR_MANA * converted[role.value]
    fact = f.TeamOpened(own.key, gained, stored, converted)
    if servant is None:
        return fact
    restored, lowered = dict(order.get("restore_ranks", {})), dict(order.get(LOWER_RANKS, {}))
    servant = replace(
        servant,
        mana=_plus(servant.mana, converted.get(Role.SERVANT.value, 0)),
        lowered=_changed(servant.lowered, lowered, restored),
    )
    fact = replace(fact, restored=restored, lowered=lowered)
    return _upkeep(own, servant, _recovered(fact, servant, recoveries_of(order)), order.get("share", 0), options)


def _plus(points: Points, more: int) -> Points:
    return Points(points.now + more, points.maximum)


def _changed(before: Mapping[str, int], lowered: Mapping[str, int], restored: Mapping[str, int]) -> dict[str, int]:
    names = (*before, *lowered)
    return {name: before.get(name, 0) + lowered.get(name, 0) - restored.get(name, 0) for name in names}


def recoveries_of(order: Mapping[str, Any]) -> tuple[Recovery, ...]:
    return tuple(Recovery(each.get("health", 0), each.get("mana", 0)) for each in order.get("restore", ()))


def _recovered(fact: f.TeamOpened, servant: Servant, recoveries: tuple[Recovery, ...]) -> f.TeamOpened:
    """S-14.9: strokes before the payment."""
    health, mana = regained(servant, recoveries)
    return replace(fact, recoveries=recoveries, health=health, mana=mana)


def regained(servant: Servant, recoveries: tuple[Recovery, ...]) -> tuple[int, int]:
    """S-18.2, S-16.5: health and mana that strokes bring; what exceeds a maximum is lost."""
    health = min(room(servant.health), sum(each.health for each in recoveries))
    return health, min(room(servant.mana), sum(each.mana for each in recoveries))


def _upkeep(own: OwnTeam, servant: Servant, fact: f.TeamOpened, share: int, options: Options) -> f.TeamOpened:
    """S-14.1, S-14.5, S-Q56: what is paid; a stroke just spent supports no more (S-14.4)."""
    master = own.master
    if master is not None:
        master = replace(master, strokes=master.strokes - len(fact.recoveries))
    net = net_upkeep(servant, master, options)
    if options.upkeep_payer is not UpkeepPayer.EITHER:
        return replace(fact, upkeep=net)
    purse = 0 if master is None else master.mana.now + fact.converted.get(Role.MASTER.value, 0) - 1
    return replace(fact, upkeep=net, share=max(0, min(share, net.value, purse)))
