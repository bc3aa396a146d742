"""The start of a scene: recovery, regions named, territories, alliances, supply, upkeep (C-1.2 to C-1.6, C-7.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.problem import Problem, illegal
from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum, Working
from .. import prices
from ..people import Life, Person, Pool, ServantClass, Skill, Team
from ..state import State, told_to
from ..tables import TERRITORY_FULL
from . import facts as f
from . import growing
from .orders import Starter, Words, part, start_record
from .records import now_of, war_of
from .who import allied, in_war, players, refuse, servant_of, tell_own, territory_grade

Said = Mapping[str, Mapping[str, Any]]

# Life of a scene, 1


def begin_scene(teller: Teller[State], number: int) -> None:
    """C-1.1, C-23.1: the next scene; scene 1 is by day."""
    teller.tell(f.SceneBegan(number, number % 2 == 0), EVERYBODY)
    dawn(teller)


def dawn(teller: Teller[State]) -> None:
    """NPCs are placed, masters recover, territories store. Step 2 (C-1.3) has no strategy or skill to take effect."""
    _place_npcs(teller)
    for key in teller.state.roster:
        person = teller.state.people[key]
        if person.is_master and person.life is Life.ALIVE and not person.npc:
            health = recovery("health", person.health, "combat", person.the_master.combat)
            mana = recovery("mana", person.mana, "magic", person.the_master.magic)
            if health.value or mana.value:
                tell_own(teller, key, f.Recovered(key, f.Why.SCENE_START, health, mana))
    for team in teller.state.order:
        _store(teller, team)
    teller.tell(f.SceneDawned(), EVERYBODY)


def recovery(name: str, pool: Pool, ability: str, amount: int) -> Working:
    """C-1.2, C-Q94: no more than there is room for, and an excess is left."""
    total = Sum(name, "C-1.2").base(ability, amount, "C-1.2")
    return total.cap("room", pool.room, "C-1.2").done()


def _place_npcs(teller: Teller[State]) -> None:
    """C-20.2, C-Q72: each over all regions and nowhere, the same chance for each."""
    regions = tuple(teller.state.regions)
    for key in teller.state.roster:
        npc = teller.state.people[key]
        given = teller.state.scene <= 1 and npc.at
        if npc.npc and npc.at_large and not given:
            drawn = teller.draw(f"npc {key}", len(regions) + 1)
            teller.tell(f.NpcPlaced(key, (*regions, "")[drawn]), KEEPER_ONLY)


def _store(teller: Teller[State], team: str) -> None:
    """C-23.9."""
    territory, grade = teller.state.teams[team].territory, territory_grade(teller.state, team)
    if territory is None or not grade:
        return
    total = Sum("stored", "C-23.9").base("territory_creation", grade, "C-23.9")
    total.cap("room", max(0, TERRITORY_FULL * grade - territory.stored), "C-23.9")
    teller.tell(f.TerritoryStored(team, total.done()), told_to(teller.state, team))


# What may be said


def starter(state: State, key: str) -> Starter:
    """What a person is asked at the start of a scene."""
    person = state.people[key]
    team = state.teams[person.team]
    names = {each: state.teams[each].name for each in state.order if each != team.key}
    return Starter(
        role=None if war_of(state).as_declared else person.role,
        allies={each: name for each, name in names.items() if each in team.allies},
        others={each: name for each, name in names.items() if each not in team.allies and state.of_team(each)},
        mates={each.key: each.name for each in state.of_team(team.key) if each.key != key and in_war(each)},
        captives={each: state.people[each].name for each in state.roster if state.people[each].captor == team.key},
        servants={each: state.people[each].name for each in team.information},
        grows=growing.grows(person, team),
        items=tuple((item.kind.value, item.grade) for item in person.items),
    )


def words_of(state: State) -> Words:
    """Everybody's names, and the regions'."""
    people = {key: state.people[key].name for key in state.roster}
    return Words(people, {key: region.name for key, region in state.regions.items()})


def start_problems(
    person: Person, servant: Person | None, team: Team, said: Mapping[str, Any], dawned: bool
) -> Iterator[Problem]:
    """What is wrong with a scene start, as its team can see it. `servant` is the one that a master may supply.

    Before it has `dawned`, pools and territories are not yet what they will be.
    """
    supply = said.get("supply", 0) if dawned else 0
    yield from _caster_problems(person, team, said if dawned else {**said, "draw": 0})
    if supply:
        problem = supply_problem(person, servant, supply)
        if problem is not None:
            yield problem
    yield from growing.problems(person, team, said)


def _caster_problems(person: Person, team: Team, said: Mapping[str, Any]) -> Iterator[Problem]:
    wants = [name for name in ("draw", "create_territory") if said.get(name)]
    servant = person.servant
    if not wants:
        return
    if servant is None or not servant.skill(Skill.TERRITORY_CREATION):
        yield illegal("caster_only", "C-1.5", wants[0])
        return
    if not said.get("manifest", True):
        yield illegal("not_manifested", "C-7.7", wants[0])
    elif "draw" in wants and said["draw"] > _stored_at(team, person.at):
        yield illegal("draw_too_much", "C-23.9", "draw", most=_stored_at(team, person.at))


def _stored_at(team: Team, region: str) -> int:
    territory = team.territory
    return territory.stored if territory is not None and territory.at == region else 0


def supply_problem(master: Person, servant: Person | None, amount: int) -> Problem | None:
    """C-1.6, C-Q7: with the mana then held."""
    if not master.is_master or servant is None:
        return illegal("no_servant", "C-1.6", "supply")
    if amount > master.mana.spare:
        return illegal("supply_floor", "C-1.6", "supply", most=master.mana.spare)
    if amount > servant.mana.room:
        return illegal("supply_over_maximum", "C-1.6", "supply", most=servant.mana.room)
    return None


# The answers


def start_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """C-Q108: all teams step 1, then all step 2, and so on; supply and upkeep come last."""
    if not now_of(teller.state).dawned:
        dawn(teller)
    said = {person.key: _read(teller, person.key, answers.get(person.key)) for person in list(players(teller.state))}
    for key, order in said.items():
        _named(teller, key, order)
    growing.settle(teller, {key: order for key, order in said.items() if order is not None})
    given = {key: order or {} for key, order in said.items()}
    _alliances(teller, given)
    for key, order in given.items():
        _territory(teller, key, order)
    for key, order in given.items():
        growing.pass_mana(teller, key, order.get("pass_mana", 0))
        _supply(teller, key, order.get("supply", 0))
    for person in list(players(teller.state)):
        if person.servant is not None and person.servant.manifested:
            pay_upkeep(teller, person.key)
    teller.tell(f.ActionsOpened(), EVERYBODY)


def _read(teller: Teller[State], key: str, order: Any) -> Mapping[str, Any] | None:
    """An order part by part; what cannot be read is refused by itself."""
    if order is None:
        return None
    said: dict[str, Any] = {}
    for each in start_record(words_of(teller.state), starter(teller.state, key)).fields:
        if order.get(each.name) is None:
            continue
        value, problems = part(each.kind, order[each.name], each.name)
        for problem in problems:
            refuse(teller, key, problem)
        if not problems:
            said[each.name] = value
    return said


def _named(teller: Teller[State], key: str, order: Mapping[str, Any] | None) -> None:
    """C-1.4, C-Q29, C-Q92: who says nothing stays away."""
    said = order or {}
    manifested = order is not None and bool(said.get("manifest", True))
    regions = (said.get("search_region", ""), said.get("infiltration_region", ""))
    if teller.state.people[key].servant is not None or any(regions):
        tell_own(teller, key, f.StartSaid(key, *regions, manifested))


def _alliances(teller: Teller[State], said: Said) -> None:
    """C-23.1: revoked by either, made by both."""
    offers: set[tuple[str, str]] = set()
    for key, order in said.items():
        team = teller.state.people[key].team
        for other in order.get("revoke", ()):
            if other != team and allied(teller.state, team, other):
                teller.tell(f.AllianceEnded(team, other), told_to(teller.state, team, other))
        offers |= {(team, other) for other in order.get("ally", ())}
    for one, other in sorted(offers):
        if one < other and (other, one) in offers and not allied(teller.state, one, other):
            teller.tell(f.AllianceMade(one, other), told_to(teller.state, one, other))


def _territory(teller: Teller[State], key: str, order: Mapping[str, Any]) -> None:
    """C-1.5, C-23.9, C-Q6."""
    person, team = teller.state.people[key], teller.state.teams[teller.state.people[key].team]
    problems = list(_caster_problems(person, team, order))
    for problem in problems:
        refuse(teller, key, problem)
    if problems or person.servant is None or not person.servant.manifested:
        return
    if amount := min(order.get("draw", 0), person.mana.room):
        tell_own(teller, key, f.ManaDrawn(key, amount))
    if order.get("create_territory", False):
        tell_own(teller, key, f.TerritoryMade(team.key, key, person.at, at_start=True))


def _supply(teller: Teller[State], key: str, amount: int) -> None:
    """C-1.6."""
    if not amount:
        return
    master = teller.state.people[key]
    servant = servant_of(teller.state, master)
    problem = supply_problem(master, servant, amount)
    if problem is not None or servant is None:
        refuse(teller, key, problem or illegal("no_servant", "C-1.6", "supply"))
        return
    tell_own(teller, key, f.ManaSupplied(key, servant.key, amount))


def pay_upkeep(teller: Teller[State], key: str) -> None:
    """C-7.7 to C-7.10, C-23.6, C-Q29: it may go to 0 and below."""
    person = teller.state.people[key]
    servant = person.the_servant
    independent = servant.skill(Skill.INDEPENDENT_ACTION) if person.partnerless else 0
    berserker = servant.servant_class is ServantClass.BERSERKER
    first = prices.first_upkeep(servant.bought, servant.chosen_berserker)
    tell_own(teller, key, f.UpkeepPaid(key, prices.upkeep(first, berserker, servant.active_scenes, independent)))
