"""Who is where, who can act, who belongs to whom (C-1.7, C-7.4, C-23.1, C-23.6, C-Q29, C-Q94)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ....core.fact import Fact
from ....core.problem import Problem
from ....core.teller import Teller
from ..battle.fall import fate_of_master
from ..people import Life, Person, Skill, Team
from ..state import State, told_to
from . import facts as f
from .records import now_of
from .state import Action


def in_war(person: Person) -> bool:
    """Alive, nobody's captive, and somebody's to play."""
    return person.at_large and not person.npc


def players(state: State) -> Iterator[Person]:
    """Everybody in the war, in seat order."""
    return (state.people[key] for key in state.roster if in_war(state.people[key]))


def fallen(state: State, person: Person) -> bool:
    """C-Q94: a dying or fainted master."""
    return person.is_master and fate_of_master(person, state.options.faint_on) is not None


def able(state: State, key: str) -> bool:
    """Whether somebody can do more than rest."""
    person = state.people[key]
    return in_war(person) and not fallen(state, person)


def in_scene(state: State, key: str) -> bool:
    """C-7.4, C-Q29: there to be met: in the war, not away, and a servant only where it is manifested."""
    person = state.people[key]
    manifested = person.servant is None or person.servant.manifested
    return in_war(person) and manifested and key not in now_of(state).left


def standing_in(state: State, region: str) -> tuple[str, ...]:
    """Everybody who stands in a region, in seat order."""
    return tuple(key for key in state.roster if state.people[key].at == region and in_scene(state, key))


def allied(state: State, one: str, other: str) -> bool:
    """C-23.1: of one team, or of two in alliance."""
    return one == other or other in state.teams[one].allies


def master_of(state: State, servant: Person) -> Person | None:
    return next((each for each in state.masters(servant.team) if in_war(each)), None)


def servant_of(state: State, master: Person) -> Person | None:
    """C-3.3: the servant contracted to a master."""
    return next((each for each in state.of_team(master.team) if not each.is_master and in_war(each)), None)


def hidden_from(state: State, target: str, seeker: str, region: str) -> bool:
    """C-23.6: presence concealment, against clairvoyance and territories in the region."""
    servant = state.people[target].servant
    grade = 0 if servant is None else servant.skill(Skill.PRESENCE_CONCEALMENT)
    if not grade or any(attack.attacker == target for attack in now_of(state).attacks):
        return False
    searcher = state.people[seeker].servant
    if searcher is not None and searcher.skill(Skill.CLAIRVOYANCE) >= grade:
        return False
    return all(territory_grade(state, team) < grade for team in state.order if _has_territory(state, team, region))


def _has_territory(state: State, team: str, region: str) -> bool:
    territory = state.teams[team].territory
    return territory is not None and territory.at == region


def territory_grade(state: State, team: str) -> int:
    """C-23.9: the grade of territory creation in a team."""
    servants = (each.servant for each in state.of_team(team) if each.life is Life.ALIVE)
    return max((each.skill(Skill.TERRITORY_CREATION) for each in servants if each is not None), default=0)


def own_base(team: Team, region: str) -> bool:
    """C-Q106: base and territory both count as the own base."""
    return at_base(team, region) or at_territory(team, region)


def at_base(team: Team, region: str) -> bool:
    return team.base is not None and team.base.at == region


def at_territory(team: Team, region: str) -> bool:
    return team.territory is not None and team.territory.at == region


def distances(edges: Iterable[tuple[str, str]], start: str) -> Mapping[str, int]:
    """C-23.7: the fewest edges from a region to every region that can be reached."""
    next_to: dict[str, list[str]] = {}
    for one, other in edges:
        next_to.setdefault(one, []).append(other)
        next_to.setdefault(other, []).append(one)
    found, border, step = {start: 0}, [start], 0
    while border:
        step += 1
        border = list(dict.fromkeys(far for near in border for far in next_to.get(near, ()) if far not in found))
        found |= dict.fromkeys(border, step)
    return found


def tell_own(teller: Teller[State], person: str, fact: Fact) -> None:
    """Tell something to the team of a person."""
    teller.tell(fact, told_to(teller.state, teller.state.people[person].team))


def refuse(teller: Teller[State], person: str, problem: Problem) -> None:
    """C-Q92: a part of an order is not done; its team learns why."""
    tell_own(teller, person, f.OrderRefused(person, problem))


def drop(teller: Teller[State], person: str, action: Action, problem: Problem) -> None:
    """An action that cannot be done when its turn comes (C-Q92)."""
    refuse(teller, person, problem)
    tell_own(teller, person, f.Planned(person, now_of(teller.state).plan(person).without(action)))
