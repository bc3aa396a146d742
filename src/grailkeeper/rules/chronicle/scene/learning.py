"""Study, teaching and labor (C-5.1, C-5.2, C-5.6 to C-5.9)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.teller import Teller
from ....core.working import Sum
from ..state import State
from ..tables import (
    LABOR_HEALTH,
    LABOR_LONG,
    LABOR_PLACES,
    LABOR_SHORT,
    STUDY_LONG,
    STUDY_MANA,
    STUDY_SHORT,
    TEACHING,
)
from . import deeds as d
from .records import now_of
from .state import Action, Kind
from .who import in_scene, own_base, tell_own

# Where


def study_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-5.1, C-Q106."""
    person = state.people[key]
    marked = "study" in state.regions[person.at].marks
    if not marked and not own_base(state.teams[person.team], person.at):
        return failed("wrong_region", "C-5.1", "study")
    if not action.long and person.mana.spare < STUDY_MANA:
        return failed("cannot_pay", "C-5.1", "study", price=STUDY_MANA)
    return None


def labor_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-5.8, C-Q78: the earliest orders stand, in the order of the seats."""
    before = state.roster[: state.roster.index(key)]
    person = state.people[key]
    if "labor" not in state.regions[person.at].marks:
        return failed("wrong_region", "C-5.8", "labor")
    if not action.long and person.health.spare < LABOR_HEALTH:
        return failed("cannot_pay", "C-5.8", "labor", price=LABOR_HEALTH)
    for half in action.halves:
        there = [each for each in before if _works(state, each, half) and state.people[each].at == person.at]
        if len(there) >= LABOR_PLACES:
            return failed("labor_full", "C-5.8", "labor", most=LABOR_PLACES)
    return None


def _works(state: State, key: str, half: int) -> bool:
    return any(each.kind is Kind.LABOR and half in each.halves for each in now_of(state).plan(key).actions)


# What comes of it


def taught(state: State, key: str, action: Action) -> bool:
    """C-5.6, C-Q22: the teacher is there, and teaches in the same halves."""
    if not action.person or not in_scene(state, action.person):
        return False
    halves = {
        half
        for each in now_of(state).plan(action.person).actions
        if each.kind is Kind.TEACHING and each.person == key
        for half in each.halves
    }
    return set(action.halves) <= halves and state.people[action.person].at == state.people[key].at


def study(teller: Teller[State], key: str, action: Action, whole: bool) -> None:
    """C-5.1, C-5.2, C-Q19. `whole`: it is long, and was not broken off."""
    person = teller.state.people[key]
    clause = "C-5.2" if action.long and not whole else "C-5.1"
    experience = Sum("experience", clause).base("study", STUDY_LONG if whole else STUDY_SHORT, clause)
    if taught(teller.state, key, action):
        experience.times("teacher", TEACHING, "C-5.6")
    mana = Sum("mana", clause).base("study", 0 if whole else STUDY_MANA, clause)
    if not whole:
        mana.cap("keeps_one", person.mana.spare, "C-5.2")
    tell_own(teller, key, d.Studied(key, experience.done(), mana.done()))


def labor(teller: Teller[State], key: str, action: Action, whole: bool) -> None:
    """C-5.8, C-5.9, C-Q19."""
    person = teller.state.people[key]
    clause = "C-5.9" if action.long and not whole else "C-5.8"
    funds = Sum("funds", clause).base("labor", LABOR_LONG if whole else LABOR_SHORT, clause)
    health = Sum("health", clause).base("labor", 0 if whole else LABOR_HEALTH, clause)
    if not whole:
        health.cap("keeps_one", person.health.spare, "C-5.9")
    tell_own(teller, key, d.Labored(key, funds.done(), health.done()))


def see_rivals(teller: Teller[State], half: int) -> None:
    """C-5.3: those who study or work at one place see each other, and may compete."""
    for kind in (Kind.STUDY, Kind.LABOR):
        there: dict[str, list[str]] = {}
        for key, plan in now_of(teller.state).plans.items():
            if any(each.kind is kind and half in each.halves for each in plan.actions):
                there.setdefault(teller.state.people[key].at, []).append(key)
        for people in there.values():
            for key in people:
                others = tuple(each for each in people if each != key)
                if set(others) - set(now_of(teller.state).rivals.get(key, ())):
                    tell_own(teller, key, d.RivalsSeen(key, others))
