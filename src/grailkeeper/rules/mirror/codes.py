"""The codes by which cases name refusals, in the order in which the first of several counts."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.problem import Problem

CODES = (
    "too_many_points",
    "vitals_sum",
    "vitals_minimum",
    "vitals_cap",
    "bad_level",
    "bad_die",
    "bad_type",
    "bad_cards",
    "bad_class",
    "not_a_class_skill",
    "class_skill_below_base",
    "bad_rank",
    "bad_phantasm_rank",
    "ability_minimum",
    "unknown_effect",
    "skill_over_grade",
    "part_below_one",
    "duplicate_effect",
    "range_not_allowed",
    "phantasm_settings",
    "special_effect",
    "luck_mode",
    "luck_used",
    "evasion_used",
    "no_frenzy",
    "not_a_caster",
    "no_fitting_foe",
    "nothing_to_remove",
    "support_twice",
    "bad_target",
    "output_fixed",
    "output_too_low",
    "unknown_action",
    "base_already_there",
    "no_such_base",
    "base_not_known",
    "not_met",
    "over_soul_limit",
    "card_not_in_hand",
    "wrong_card",
    "skill_not_chosen",
    "unknown_card",
    "too_many_slots",
    "not_enough_mana",
    "not_post_set",
    "no_stroke_left",
    "order_not_now",
    "rush_holds",
    "dying_only_rest_or_eat",
    "not_outside_battle",
    "skills_sealed",
    "sealed_in_real_world",
)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems in the order of the table; what is not in it comes first."""

    def place(problem: Problem) -> int:
        return CODES.index(problem.code) if problem.code in CODES else -1

    return tuple(sorted(problems, key=place))


def of_team(problem: Problem, team: str) -> Problem:
    """A problem, with whose order it was."""
    values = {**problem.values, "team": team}
    return Problem(problem.severity, problem.code, problem.clause, problem.culprit, values)
