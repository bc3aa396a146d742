"""What lies next to a bound, where no example of the ledger goes."""

from __future__ import annotations

from types import SimpleNamespace
from unittest import mock

from grailkeeper.core.form import read
from grailkeeper.core.record import replace
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle import magecraft
from grailkeeper.rules.chronicle.field import Intrusion
from grailkeeper.rules.chronicle.people import Base, SpellType
from grailkeeper.rules.chronicle.scene import meeting
from grailkeeper.rules.chronicle.scene.meeting import Fight
from grailkeeper.rules.chronicle.scene.questions import form
from grailkeeper.rules.chronicle.scene.visibility import RegionKnown
from grailkeeper.rules.chronicle.state import with_team
from grailkeeper.rules.chronicle.system import CHRONICLE

from .test_offered import declaring
from .wars import war


def test_a_servant_casts_up_to_eight() -> None:
    """C-23.2."""
    servants = [each for each in war().people.values() if each.master is None]
    assert servants
    assert {magecraft.limit(each, kind) for each in servants for kind in SpellType} == {8}


def test_a_war_may_have_one_scene() -> None:
    """C-23.16."""
    for name in ("scenes", "scene_limit"):
        for number, wrong in ((0, True), (1, False), (999, False), (1000, True)):
            _, problems = read(CHRONICLE.setup, {**CHRONICLE.war_setup({"a": "A"}), "war": {name: number}})
            assert bool(problems) is wrong, (name, number)


def test_a_base_that_was_scouted_is_offered_unless_it_is_the_own() -> None:
    """C-9.11."""
    state = declaring()
    region, other = list(state.regions)[:2]
    state = with_team(state, "red", base=Base(region))
    call = next(call for call in CHRONICLE.calls(state) if call.kind == "actions")
    ask = call.ask_for("red_master")
    assert ask is not None
    view = CHRONICLE.view(state, seat_viewer(ask.seat))
    assert view.table is not None
    assert view.table.own is not None
    for known, bases, offered in ((region, True, False), (other, True, True), (other, False, False)):
        table = replace(view.table, own=replace(view.table.own, regions=(RegionKnown(known, 0, 0, bases),)))
        fields = form(replace(view, table=table), call, ask).record.fields
        assert ("replace_base" in {each.name for each in fields if each.offered}) is offered, (known, bases)


def test_who_intrudes_fights_somebody_who_is_there_at_a_slot_of_its_own() -> None:
    """C-Q62: the first who names a slot has it."""
    fight = Fight(1, "r1", (), ("a", "b"))

    def wants(fights: str, slot: int, battle: int = 1) -> dict[str, object]:
        return {"intrude": {"battle": battle, "fights": fights, "slot": slot}}

    orders = {"c": wants("a", 3), "d": wants("z", 4), "e": wants("b", 3), "f": wants("b", 5), "g": wants("b", 6, 2)}
    with mock.patch.object(meeting, "joining", lambda *_: SimpleNamespace(into=(1,))):
        found = list(meeting._intrusions(war(), 1, fight, orders))
    assert found == [Intrusion("c", 3, "a"), Intrusion("f", 5, "b")]
