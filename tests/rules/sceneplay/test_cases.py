"""What `tests/cases` does not say of sceneplay's cases: that all are here, and what is passed over."""

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.registry import registered

from .table import MASTER, RIDER, SAYAKA, case, fight, given, refusal

PLAIN = {"ranks": "C C C C C", "attack": 30, "defence": 30}
CASES = Path(__file__).parents[2] / "cases" / "sceneplay"
KINDS = ("battle", "scene", "sheet", "number")


def _case(path: Path, **changed: object) -> Case:
    case = read_case(json.loads(path.read_text(encoding="utf-8")) | changed)
    assert isinstance(case, Case)
    return case


def test_every_kind_is_here() -> None:
    files = list(CASES.glob("*.json"))
    assert {_case(path).kind for path in files} == set(KINDS)
    assert len(files) == 60


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("sceneplay")
    assert house is not None
    case = _case(CASES / "S-T004-five-judgments.json", options={"risk_order": "x"})
    report = run_case(house.system, house.cases, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("risk_order",))


def test_who_is_not_there_is_null_afterwards() -> None:
    """A case tells it from a field that nothing is said of."""
    after = fight(given(Sayaka={"servant": RIDER}, Kyoko={"master": MASTER}))["after"]
    assert (after["Sayaka"]["master"], after["Kyoko"]["servant"]) == (None, None)
    assert after["Kyoko"]["discounts_used"] == []


def test_a_team_of_which_nobody_is_left_makes_no_new_people() -> None:
    """S-24.3: only a war begins with sheets."""
    teams = {"A": {"master": None, "servant": None}, "B": {}}
    orders = [{"team": "A", "apply": "master"}, {"team": "B", "apply": "master"}]
    found = case("scene", {"teams": teams}, {"orders": orders})
    assert (found["orders"], found["upkeep"]) == (["cannot_apply", "ok"], {})
    assert (found["after"]["A"]["master"], found["after"]["A"]["servant"]) == (None, None)


@pytest.mark.parametrize("order", [{"convert": {"servant": 1}}, {"lower": {"luck": 1}}, {"restore_ranks": {"luck": 1}}])
def test_an_opening_for_nobody_names_the_clause_of_the_case_format(order: dict[str, Any]) -> None:
    teams = {"A": {"servant": None, "stored_mana": 9}}
    found = case("scene", {"teams": teams}, {"opening": {"A": order}})
    assert found == refusal("no_such_character", "S-12.8")


def test_no_other_system_is_registered_under_a_wrong_name() -> None:
    assert registered("seance") is None


def test_the_order_of_a_team_that_fell_in_the_opening_holds_no_other_order_up() -> None:
    """S-1.2, S-14.1: its servant could not pay the upkeep, and it has no master."""
    teams = {"A": {"master": None, "servant": {"mana": "1/7", "level": "top"}}, "B": {}}
    orders = [{"team": "A", "apply": "servant"}, {"team": "B", "apply": "master"}]
    found = case("scene", {"teams": teams}, {"opening": {}, "orders": orders})
    assert (found["orders"], found["scene_players"]) == (["cannot_apply", "ok"], ["B"])
    assert case("scene", {"teams": {"A": teams["A"]}}, {"opening": {}, "orders": orders[:1]})["orders"] == [
        "cannot_apply"
    ]


@pytest.mark.parametrize("chance", [[], [{"what": "number Sayaka 1", "value": 5}]])
def test_a_refusal_that_shows_when_the_sheets_close_needs_no_numbers(chance: list[dict[str, Any]]) -> None:
    """S-21.3: of a side, whoever of it files them."""
    sheets = {"Sayaka": {"code": [1]}, "Sakura": {"phantasm": [1]}}
    found = case("battle", given((["Sayaka", "Sakura"], "Kyoko"), Sakura=SAYAKA), sheets, chance=chance)
    assert found == refusal("one_device", "S-21.3")
    assert "no draw is left" in case("battle", given(), {})["chance"]


def test_a_servant_without_a_phantasm_is_refused_in_the_words_of_the_case_format() -> None:
    """A player is told that there is none at all."""
    house = registered("sceneplay")
    assert house is not None
    asked = read_case(
        {
            "id": "x", "system": "sceneplay", "title": "none", "clauses": ["S-21.1"], "kind": "battle",
            "given": {"sides": ["A", "B"], "teams": {"A": {"servant": PLAIN}, "B": {"servant": PLAIN}}},
            "declared": {"A": {"phantasm": [1]}},
            "expect": {"refused": {"code": "no_such_phantasm", "clause": "S-21.1"}},
        }
    )  # fmt: skip
    assert isinstance(asked, Case)
    assert run_case(house.system, house.cases, asked).verdict is Verdict.PASSED
