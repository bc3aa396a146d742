"""Rest, nursing, and mana turned into health (C-4)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.record import replace
from ....core.teller import Teller
from ....core.working import Sum, Working
from ..people import Base, Person, Pool
from ..state import State, told_to
from ..tables import (
    REST_LONG,
    REST_NIGHT,
    REST_SHORT,
    SERVANT_REST_LONG,
    SERVANT_REST_NIGHT,
    SERVANT_REST_SHORT,
)
from . import deeds as d
from . import facts as f
from .records import now_of
from .state import Action
from .who import in_scene, own_base, refuse, tell_own

# How much


def amounts(person: Person, long: bool, night: bool) -> tuple[Sum, Sum]:
    """C-4.2, C-4.4, C-8.6: what a rest of this person gives, to health and to mana, before any limit."""
    clause = "C-4.4" if long else "C-4.2"
    sums = Sum("health", clause), Sum("mana", clause)
    if person.master is not None:
        each = (("combat", person.master.combat), ("magic", person.master.magic))
        for place, (total, (ability, grade)) in enumerate(zip(sums, each, strict=True)):
            total.base(ability, grade, clause).times("rest", (REST_LONG if long else REST_SHORT)[place], clause)
            if long and night:
                total.add("night", grade * REST_NIGHT[place], "C-8.6")
    else:
        for total in sums:
            total.base("rest", SERVANT_REST_LONG if long else SERVANT_REST_SHORT, clause)
            if long and night:
                total.add("night", SERVANT_REST_NIGHT, "C-8.6")
    return sums


def _up_to(total: Sum, pool: Pool) -> Working:
    """C-Q94: up to the maximum, and never lower than it is."""
    return total.cap("room", pool.room, "C-4.1").done()


def rest(teller: Teller[State], key: str, long: bool) -> None:
    """A rest takes effect; `long` as it is now: it can have been broken off."""
    state, person = teller.state, teller.state.people[key]
    health, mana = amounts(person, long, state.night)
    base = _resting_base(state, person) if long else None
    if base is not None:
        health.add("base_bonus", base.bonus, "C-23.8")
        mana.add("ley_line", base.ley, "C-23.8")
    why = f.Why.LONG_REST if long else f.Why.SHORT_REST
    healed = long and person.injured
    recovered = f.Recovered(key, why, _up_to(health, person.health), _up_to(mana, person.mana), healed)
    tell_own(teller, key, recovered)
    offer_conversion(teller, key)


def _resting_base(state: State, person: Person) -> Base | None:
    base = state.teams[person.team].base
    return base if base is not None and base.at == person.at else None


def short_rest(teller: Teller[State], key: str, _: Action) -> None:
    """C-4.1; a patient that is nursed rests long (C-Q18), once."""
    nursed = key in now_of(teller.state).nursed
    rest(teller, key, nursed)


def may_rest_long(state: State, person: Person) -> bool:
    """C-4.4, C-Q18."""
    return own_base(state.teams[person.team], person.at) or person.key in now_of(state).nursed


def long_rest(teller: Teller[State], key: str, _: Action) -> None:
    """C-4.4, C-Q94: short where the base was lost in the meantime."""
    rest(teller, key, may_rest_long(teller.state, teller.state.people[key]))


def break_rest(teller: Teller[State], key: str, _: Action) -> None:
    """C-4.6: the short effect, before the battle; a patient's rest stays long (C-4.8)."""
    rest(teller, key, key in now_of(teller.state).nursed)


# C-4.7, C-4.8


def nursing_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-4.7, C-Q18."""
    nurse, patient = state.people[key], state.people[action.person]
    if patient.at != nurse.at or not in_scene(state, action.person):
        return failed("not_same_region", "C-4.7", "long.patient")
    if patient.health.now > 0 and patient.mana.now > 0:
        return failed("patient_not_fallen", "C-4.7", "long.patient")
    if nurse.health.now <= 0 or nurse.mana.now <= 0:
        return failed("nurse_unable", "C-4.7", "long")
    return None


def nurse(teller: Teller[State], key: str, action: Action) -> None:
    """C-4.7: what a short rest of the nurse would give goes to the patient, after its own rest."""
    state, patient = teller.state, teller.state.people[action.person]
    health, mana = amounts(state.people[key], False, state.night)
    recovered = f.Recovered(
        patient.key, f.Why.NURSING, _up_to(health, patient.health), _up_to(mana, patient.mana), by=key
    )
    teller.tell(recovered, told_to(state, patient.team, state.people[key].team))


# C-4.3


def offer_conversion(teller: Teller[State], key: str) -> None:
    """C-4.3, C-6.8: a servant may now turn mana into health."""
    if teller.state.people[key].servant is not None:
        tell_own(teller, key, d.MayConvert(key))


def convert(teller: Teller[State], key: str, mana: int) -> None:
    """C-4.3, C-Q16: mana turned into health, if there is a rest or soul eating to follow."""
    person = teller.state.people[key]
    if not mana or key not in now_of(teller.state).converts:
        return
    rate = teller.state.options.conversion_rate
    health = Sum("health", "C-4.3").base("mana", mana, "C-4.3").divide("rate", rate, "C-4.3").done()
    if mana > person.mana.spare:
        _not_converted(teller, key, failed("convert_floor", "C-4.3", "convert", most=person.mana.spare))
    elif health.value > person.health.room:
        most = person.health.room * rate
        _not_converted(teller, key, failed("convert_over_maximum", "C-4.3", "convert", most=most))
    else:
        tell_own(teller, key, d.ManaTurned(key, mana, health))


def _not_converted(teller: Teller[State], key: str, problem: Problem) -> None:
    """Refused once, and not tried again."""
    refuse(teller, key, problem)
    tell_own(teller, key, f.Planned(key, replace(now_of(teller.state).plan(key), convert=0)))
