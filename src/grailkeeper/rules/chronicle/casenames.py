"""Names in case files: what people call persons, sides and teams there, and the keys under which they play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...core.form import Choice, Fault, Identify, field_of
from ...core.problem import Problem


def named(names: Mapping[str, str], code: str = "unknown_person", clause: str = "C-23.1") -> Choice:
    """Reads one of these by its name."""
    return Choice(tuple(names), Fault(code, clause), names)


def listed(given: Mapping[str, Any], name: str, identify: Identify) -> Iterable[Any]:
    """What a case lists under a name, before its form has read it: nothing where it is no list at all."""
    found = field_of(given, name, identify)
    return found if isinstance(found, list | tuple | Mapping) else ()


def described(given: Mapping[str, Any], name: str, identify: Identify) -> list[Mapping[str, Any]]:
    """The records among what a case lists under a name."""
    return [each for each in listed(given, name, identify) if isinstance(each, Mapping)]


REFUSALS: Sequence[str] = (
    "unknown_card",
    "unknown_rank",
    "unknown_person",
    "name_twice",
    "too_many_cards",
    "card_not_owned",
    "too_many_of_card",
    "critical_once",
    "plus_without_mark",
    "plus_used_up",
    "reserve_missing",
    "reserve_used_up",
    "target_missing",
    "target_unknown",
    "no_front_row",
    "back_row_noble_phantasm",
    "back_row_critical",
    "back_row_no_reach",
    "cover_from_back",
    "two_cards_in_duel",
    "two_cards_one_target",
    "card_beside_noble_phantasm",
    "not_area",
    "noble_phantasm_three",
    "noble_phantasm_too_late",
    "noble_phantasm_once",
    "noble_phantasm_always_on",
    "cannot_cast",
    "spell_type_unknown",
    "spell_missing",
    "spell_unfinished",
    "spell_not_laid",
    "spell_grade_too_high",
    "over_circuit_limit",
    "special_too_big",
    "retreat_slot",
    "retreat_too_late",
    "fate_absent",
    "intrusion_slot",
    "intrusion_target",
    "ability_range",
    "points_total",
    "circuit_unknown",
    "affinity_unknown",
    "affinity_and_crafter",
    "bought_too_many",
    "class_unknown",
    "not_berserker",
    "skill_not_allowed",
    "skill_points",
    "plus_too_many",
    "noble_phantasm_grade",
    "budget",
    "unknown_action",
    "first_half_only",
    "second_half_only",
    "never_long",
    "long_only",
    "same_action_twice",
    "masters_only",
    "servants_only",
    "caster_only",
    "half_taken",
    "draw_too_much",
    "no_servant",
    "supply_floor",
    "supply_over_maximum",
    "not_manifested",
    "unknown_region",
    "base_here",
    "cannot_pay",
    "long_needs_base",
    "convert_floor",
    "convert_over_maximum",
    "fallen_may_only_rest",
    "not_same_region",
    "patient_not_fallen",
    "nurse_unable",
    "mad",
    "wrong_region",
    "labor_full",
    "contest_card",
    "contest_spares",
    "no_relationship",
    "funds_short",
    "not_crafter",
    "own_base_needed",
    "own_territory_needed",
    "tool_grade_too_high",
    "victims_too_many",
    "still_contracted",
    "no_stroke",
    "once_used",
    "rumor_needs_encounter",
    "not_sensed",
    "cannot_accompany",
    "not_met",
    "not_alone",
    "no_enemy_base",
    "loot_over_maximum",
    "loot_too_much",
)
"""The order in which a case names the first of several refusals."""


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The binding problems, the one that a case names first."""
    binding = [problem for problem in problems if problem.binding]
    return tuple(sorted(binding, key=lambda problem: _place(problem.code)))


def _place(code: str) -> int:
    return REFUSALS.index(code) if code in REFUSALS else len(REFUSALS)
