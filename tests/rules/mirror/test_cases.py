"""What `tests/cases` does not say of the mirror land's cases: that all are there."""

from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.compare import run_case
from grailkeeper.rules.mirror.casefile import MIRROR_CASES
from grailkeeper.rules.mirror.system import MIRROR

from .table import CASTER, case, number

CASES = Path(__file__).parents[2] / "cases" / "mirror"


def test_all_are_there() -> None:
    assert len(list(CASES.glob("*.json"))) == 60


def test_a_removal_in_a_slot_is_refused_by_the_clause_of_the_case_format() -> None:
    """M-R15 is what a player reads."""
    remover = {**CASTER, "skills": [{"name": "S", "effects": ["status_removal 7"]}]}
    laid = case("battle", {"servants": {"A": remover, "B": CASTER}}, {"turn1": {"A": ["buster + S"], "B": []}}, {})
    found = run_case(MIRROR, MIRROR_CASES, laid).actual["refused"]
    assert found == {"code": "wrong_card", "clause": "M-8.3", "who": "A"}


@pytest.mark.parametrize(
    ("formula", "field", "inputs"),
    [
        ("upkeep", "independent_action", {"extra": 30}),
        ("battle_mana", "independent_action", {"extra": 30}),
        ("concealed", "territory", {"grade": "B", "enemy_total": 300}),
    ],
)
def test_a_label_is_its_grade(formula: str, field: str, inputs: dict[str, Any]) -> None:
    """M-2.1."""
    assert number(formula, **inputs, **{field: "C"}) == number(formula, **inputs, **{field: 7})
