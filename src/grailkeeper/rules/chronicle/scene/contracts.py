"""New contracts, mana charges and circuit links (C-7.1 to C-7.6)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.seat import EVERYBODY
from ....core.teller import Teller
from ....core.working import Sum, Working
from ..people import Person
from ..state import State, told_to
from ..tables import CHARGE_TIMES, LINK_TIMES, MASTER_POOL, RECONTRACT_LOSS, REST_LONG, REST_NIGHT
from . import deeds as d
from . import facts as f
from .bonding import answers_to, fail
from .records import now_of
from .state import Action, Kind, Link
from .who import able, drop, in_scene, tell_own

# C-7.1 to C-7.3


def recontract_all(teller: Teller[State], half: int) -> None:
    """The new contracts of a half: each side by itself, then the two together."""
    asked = [
        (key, action)
        for key in teller.state.roster
        for action in now_of(teller.state).plan(key).actions
        if action.kind is Kind.RECONTRACT and half in action.halves and able(teller.state, key)
    ]
    for key, action in asked:
        problem = _recontract_problem(teller.state, key, action)
        if problem is not None:
            drop(teller, key, action, problem)
    for key, action in asked:
        if action not in now_of(teller.state).plan(key).actions:
            continue
        person, partner = teller.state.people[key], teller.state.people[action.person]
        if answers_to(teller.state, key, action) is None or person.is_master is partner.is_master:
            fail(teller, key, action)
        elif person.is_master:
            _recontract(teller, person, partner)


def _recontract_problem(state: State, key: str, action: Action) -> Problem | None:
    person, partner = state.people[key], state.people[action.person]
    if not person.partnerless:
        return failed("still_contracted", "C-7.1", "with")
    if partner.at != person.at or not in_scene(state, action.person):
        return failed("not_same_region", "C-7.1", "with")
    if not person.is_master:
        return None
    if state.teams[person.team].strokes < 1:
        return failed("no_stroke", "C-7.2", "with")
    if action.person not in person.relationships:
        return failed("no_relationship", "C-7.2", "with")
    return None


def _recontract(teller: Teller[State], master: Person, servant: Person) -> None:
    """C-7.3: the losses add up; pools above the new maxima are cut."""
    audience = told_to(teller.state, master.team, servant.team)
    maxima = [
        _reduced(name, pool.maximum) for name, pool in (("max_health", servant.health), ("max_mana", servant.mana))
    ]
    teller.tell(d.Recontracted(master.key, servant.key, maxima[0], maxima[1]), audience)
    teller.tell(d.Rejoined(servant.key, master.team), EVERYBODY)


def _reduced(name: str, maximum: int) -> Working:
    total = Sum(name, "C-7.3").base("maximum", maximum, "C-7.3").subtract("recontract", RECONTRACT_LOSS, "C-7.3")
    return total.floor("least", 0, "C-7.3").done()


# C-7.4 to C-7.6


def leave_all(teller: Teller[State]) -> None:
    """C-7.4: pairs that agree are away for the whole scene; the others have nothing of it."""
    asked = [
        (key, action)
        for key in teller.state.roster
        for action in now_of(teller.state).plan(key).actions
        if action.kind in (Kind.CIRCUIT_LINK, Kind.MANA_CHARGE)
    ]
    for key, action in asked:
        if not _is_pair(teller.state, key, action):
            fail(teller, key, action)
        elif action.person not in now_of(teller.state).left:
            people = teller.state.in_order((key, action.person))
            teams = (teller.state.people[each].team for each in people)
            teller.tell(f.LeftScene(people, action.kind), told_to(teller.state, *teams))


def _is_pair(state: State, key: str, action: Action) -> bool:
    """C-7.5: two masters; C-7.6: a master and its servant. `LeftScene` has told one for both."""
    person, partner = state.people[key], state.people[action.person]
    agreed = answers_to(state, key, action) is not None
    if action.kind is Kind.CIRCUIT_LINK:
        return agreed and person.is_master and partner.is_master and key != action.person
    return agreed and person.is_master is not partner.is_master and person.team == partner.team


def charge_and_link(teller: Teller[State]) -> None:
    """They cannot be interrupted; both count at the end, with the other long actions."""
    for key in now_of(teller.state).left:
        action = now_of(teller.state).plan(key).of(Kind.CIRCUIT_LINK, Kind.MANA_CHARGE)
        if action is None or teller.state.people[key].once_used:
            continue
        person, partner = teller.state.people[key], teller.state.people[action.person]
        if action.kind is Kind.CIRCUIT_LINK:
            _link(teller, person, partner)
        else:
            master, servant = (person, partner) if person.is_master else (partner, person)
            mana = Sum("mana", "C-7.6").base("maximum", servant.mana.maximum, "C-7.6")
            mana.cap("room", max(0, CHARGE_TIMES * servant.mana.maximum - servant.mana.now), "C-7.6")
            tell_own(teller, key, d.ManaCharged(master.key, servant.key, mana.done()))


def _link(teller: Teller[State], one: Person, other: Person) -> None:
    """C-7.5, C-Q27."""
    people = {each.key: each for each in (one, other)}
    magic = Sum("magic", "C-7.5")
    for place, each in enumerate(people.values()):
        (magic.add if place else magic.base)("magic", each.the_master.magic, "C-7.5", source=each.key)
    before = {key: (each.the_master.magic, each.mana.maximum) for key, each in people.items()}
    maximum = magic.total * MASTER_POOL
    link = Link((one.key, other.key), teller.state.scene, before)
    audience = told_to(teller.state, one.team, other.team)
    teller.tell(d.CircuitLinked(link, magic.done(), maximum), audience)
    for key in people:
        now = teller.state.people[key].mana
        mana = Sum("mana", "C-7.5").base("magic", magic.total, "C-7.5")
        mana.times("rest", REST_LONG[1] + (REST_NIGHT[1] if teller.state.night else 0), "C-4.4")
        mana.times("link", LINK_TIMES, "C-7.5").cap("room", now.room, "C-7.5")
        tell_own(teller, key, d.ManaFlowed(key, mana.done()))
