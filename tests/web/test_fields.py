"""Forms on a page: every order that agents give can be filled in, and is understood as itself."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.outcome import Done
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data, normal
from grailkeeper.core.drive import play_call
from grailkeeper.core.form import Form, read
from grailkeeper.rules.registry import SYSTEMS, registered
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words
from grailkeeper.web.cuts import cut_of
from grailkeeper.web.cuts.tailor import record_of, tailored
from grailkeeper.web.fields import Layout, Widget
from grailkeeper.web.filled import bare, can_be_filled, filled_of, raw_of

Asked = list[tuple[Form, Data]]


class Listening(AgentTable):
    """A table of agents that writes down what each was asked and what it answered."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.answers: Asked = []

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:
        order = super().answer(call, ask, form)
        if order is not None:
            self.answers.append((form(), order))
        return order


def answers(system: str, kind: str, calls: int) -> Asked:
    rules = registered(system)
    assert rules is not None
    begun = keep.begin(
        rules.system, "k", "k", rules.system.war_setup({f"t{n}": f"팀{n}" for n in range(1, 5)}), {}, bytes(32)
    )
    assert isinstance(begun, Done)
    desk = WarDesk(begun.war, lambda _: None)
    seats = {seat.key: agent(kind, system) for seat in desk.system.seats(begun.war.state)}
    table = Listening(desk, seats, hashlib.sha256(kind.encode()).digest())
    for _ in range(calls):
        if not desk.calls():
            break
        play_call(desk, table, desk.calls()[0])
    return table.answers


@pytest.mark.parametrize("kind", ["steady", "random"])
@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
@pytest.mark.parametrize("language", list(Language))
def test_what_is_filled_in_is_the_order(system: str, kind: str, language: Language) -> None:
    rules = registered(system)
    assert rules is not None
    prose = Prose(load_words(rules.package, language), {f"t{n}": f"팀{n}" for n in range(1, 5)})
    found = answers(system, kind, 25)
    assert found
    for form, order in found:
        kept, problems = read(form.record, order, prose.words.identify)
        if problems:
            continue  # an agent's slip: nothing that a form could keep
        assert isinstance(kept, dict)
        filled = filled_of(form.record, kept, prose)
        raw = raw_of(form, filled, prose.words)
        again, faults = read(form.record, raw.order, prose.words.identify)
        assert (raw.problems, raw.questions, faults) == ([], [], ())
        assert normal(_without_empty(again)) == normal(_without_empty(kept))
        shown = {each.path for each in Layout(prose, filled).widgets(form.record)}
        assert shown == {each.name for each in form.record.fields if can_be_filled(each.kind)}
        assert {path.partition(".")[0].rstrip("!") for path in filled} <= shown


def _without_empty(order: Any) -> Any:
    """An order without what says nothing: an empty record or list cannot be told from one that is left out."""
    if isinstance(order, dict):
        found = {name: _without_empty(value) for name, value in order.items()}
        return {name: value for name, value in found.items() if value not in ({}, [])}
    return [_without_empty(each) for each in order] if isinstance(order, list | tuple) else order
