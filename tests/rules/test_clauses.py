"""Every clause is proved or excused, and whatever a player is shown leads to a clause of the rulebook."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import clauses
from conformance.checks import workings
from grailkeeper.core.case import Case, Registered, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.drive import play_script
from grailkeeper.core.form import plain_words
from grailkeeper.core.working import Working
from grailkeeper.rules.registry import SYSTEMS

each_system = pytest.mark.parametrize("rules", SYSTEMS, ids=lambda rules: rules.system.name)


@each_system
def test_every_clause_is_cited_or_excused(rules: Registered) -> None:
    found = clauses.standing(rules.system.name)
    assert found.open == []
    assert found.idle == []


@each_system
def test_every_excuse_has_its_reason(rules: Registered) -> None:
    assert [each for each, reason in clauses.standing(rules.system.name).excused.items() if not reason] == []


@each_system
def test_every_clause_id_in_the_source_is_in_the_rulebook(rules: Registered) -> None:
    named_by_cases = rules.cases.clauses.values()  # a case names the ledger's question, a player never sees it
    known = {*clauses.clauses_of(rules.system.name), *named_by_cases}
    found = list(clauses.literals(rules))
    assert found
    assert [each for each in found if each.clause not in known] == []


@each_system
def test_every_line_of_every_working_names_its_clause(rules: Registered) -> None:
    known = frozenset(clauses.clauses_of(rules.system.name))
    shown = list(_of_cases(rules))
    assert shown
    for working in shown:
        assert working.clause in known, working.name
        assert [term.name for term in working.terms if term.clause not in known] == [], working.name


def _of_cases(rules: Registered) -> Iterator[Working]:
    """Every working that is told in the cases of a system."""
    for path in sorted((clauses.TESTS / "cases" / rules.system.name).glob("*.json")):
        case = read_case(json.loads(path.read_text("utf-8")))
        assert isinstance(case, Case)
        options, unknown = rules.system.options.read(case.options)
        if case.kind not in rules.cases.played or unknown:
            continue
        script = rules.cases.script(case, options, plain_words)
        if not isinstance(script, tuple):
            for told in play_script(rules.system, script, Fixed(case.chance)).told:
                yield from workings(told.fact)
