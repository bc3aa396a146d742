"""Bases and territories are offered to be taken only where the own view knows of one."""

from __future__ import annotations

from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Seeded
from grailkeeper.core.form import read
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle.people import Base, Territory
from grailkeeper.rules.chronicle.state import State, with_team
from grailkeeper.rules.chronicle.system import CHRONICLE

from .test_course import beaten
from .wars import war


def offered(state: State, kind: str, whom: str) -> set[str]:
    """The fields that somebody is offered."""
    call = next(call for call in CHRONICLE.calls(state) if call.kind == kind)
    ask = call.ask_for(whom)
    assert ask is not None
    form = CHRONICLE.form(CHRONICLE.view(state, seat_viewer(ask.seat)), call, ask)
    return {each.name for each in form.record.fields if each.offered}


def test_after_a_battle_only_what_the_beaten_have_here_is_offered() -> None:
    """C-9.10, C-9.12, C-18.12."""
    base, territory = {"replace_base"}, {"remove_territory", "loot"}
    fallen, legend = {"fallen", "every_fallen"}, {"legend"}
    found = offered(beaten(with_team(war(), "blue", base=Base("r1"))), "battle_spoils", "red")
    assert found & (base | territory) == base
    found = offered(beaten(with_team(war(), "blue", territory=Territory("r1", 12))), "battle_spoils", "red")
    assert found & (base | territory) == territory
    assert "every_fallen" not in found and fallen - found == {"every_fallen"} and legend <= found


def declaring() -> State:
    """A war in which the actions of the first scene are asked for, of a servant of red too."""
    setup, problems = read(CHRONICLE.setup, CHRONICLE.war_setup({"red": "홍", "blue": "청"}))
    assert not problems and isinstance(setup, dict)
    state = CHRONICLE.begin(setup, CHRONICLE.options.read({})[0])
    while all(call.kind != "actions" for call in CHRONICLE.calls(state)):
        call = CHRONICLE.calls(state)[0]
        orders = {"red_servant": {"manifest": True}} if call.kind == "scene_start" else {}
        told = CHRONICLE.resolve(state, call, Answers(orders), {}, Seeded(b"").open(call.address)).told
        for each in told:
            state = CHRONICLE.apply(state, each.fact)
    return state


def test_a_scene_offers_to_take_a_base_only_to_a_master_whose_team_knows_of_one() -> None:
    """C-9.11: found in battle or scouted; that there is one is not enough, nor is the own."""
    state = declaring()
    region = next(iter(state.regions))
    home = with_team(state, "red", base=Base(region))
    unknown = with_team(home, "blue", base=Base(region))
    assert "replace_base" not in offered(unknown, "actions", "red_master")
    found = with_team(unknown, "red", bases_known={"blue": (region,)})
    assert "replace_base" in offered(found, "actions", "red_master")
    assert "replace_base" not in offered(found, "actions", "red_servant")
