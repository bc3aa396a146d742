"""What lies next to a bound or between two steps, where no example of the ledger goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import read
from grailkeeper.core.record import replace
from grailkeeper.core.seat import seat_viewer
from grailkeeper.core.teller import Teller
from grailkeeper.core.working import Sum
from grailkeeper.rules.mirror.battle.aftermath import count_battle
from grailkeeper.rules.mirror.derived import body_figures
from grailkeeper.rules.mirror.facts import RetreatHit, TeamCorrected, TurnReckoned
from grailkeeper.rules.mirror.state import Entry
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.tables import BATTLES_PER_STAGE

from .table import PLAIN, code, facts, number, played, sheet
from .test_corrections import WHY, said
from .test_held import past
from .twins import duel as in_battle
from .twins import war


def test_what_a_strike_at_one_who_leaves_does_is_added_to_what_was_done_before() -> None:
    """M-9.11."""
    state = in_battle()
    hp, damage = state.teams["b"].servant.hp, Sum("damage", "M-9.11").base("grade", 7, "M-9.11").done()
    for _ in range(2):
        state = MIRROR.apply(state, RetreatHit(1, "a", "b", damage))
    assert state.battle is not None
    assert dict(state.battle.fighters["a"].dealt) == {"b": 14}
    assert state.battle.fighters["b"].taken == 14
    assert state.teams["b"].servant.hp == hp - 14


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_a_body_is_made_anew_when_it_gets_powers_and_grows_with_them_from_then_on(stage: int) -> None:
    """M-12.5, M-12.7, M-12.8."""
    state = in_battle()
    one = state.teams["a"]
    hurt = replace(one, stage=stage, battles=stage * BATTLES_PER_STAGE - 1, body=replace(one.body, hp=11, mp=3))
    state = replace(state, teams={**state.teams, "a": hurt})
    teller = Teller(state, MIRROR.apply, Fixed().open("battle"))
    count_battle(teller, "a")
    was, now = (body_figures(one.sheet, each, state.options) for each in (stage, stage + 1))
    after = teller.state.teams["a"]
    assert after.stage == stage + 1
    if stage == 1:
        assert (after.body.hp, after.body.mp) == (now.max_hp.value, now.max_mp.value)
    else:
        more = (now.max_hp.value - was.max_hp.value, now.max_mp.value - was.max_mp.value)
        assert (after.body.hp, after.body.mp) == (11 + more[0], 3 + more[1])
    count_battle(teller, "a")
    assert teller.state.teams["a"].stage == stage + 1


def test_a_healing_is_told_with_its_slot() -> None:
    """M-5.13."""
    one = {**PLAIN, "hp": 50, "skills": [{"name": "S", "effects": ["hp_recovery 3"]}]}
    told, _ = facts("battle", {"servants": {"A": one, "B": PLAIN}}, {"turn1": {"A": ["guard", "arts + S"], "B": []}})
    heals = [heal for fact in told if isinstance(fact, TurnReckoned) for heal in fact.heals]
    assert [heal.slot for heal in heals] == [2]


def test_a_removal_is_named_by_its_place() -> None:
    """M-9.6, M-5.19."""
    order: dict[str, Data] = {"removals": [{"slot": 1, "skill": "S"}, {"slot": 1, "skill": "S"}]}
    state = past(in_battle(a={"skills": [{"name": "S", "effects": ["status_removal 3"]}]}), 2)
    view, call = MIRROR.view(state, seat_viewer("a")), MIRROR.calls(state)[0]
    found = MIRROR.check(view, call, next(ask for ask in call.asks if ask.whom == "a"), order)
    assert [(each.code, each.culprit) for each in found] == [("support_twice", "removals.2")]


def setup_problem(**setup: Any) -> Mapping[str, Any]:
    """With what the first problem of a setup is said."""
    data, _ = read(MIRROR.setup, setup)
    assert isinstance(data, Mapping)
    return MIRROR.examine(data, MIRROR.options.read({})[0])[0].values


def test_bounds() -> None:
    """M-11.6, M-6.5, M-1.9: the last that is taken, and the first that is not."""
    assert said(TeamCorrected("A", WHY, strokes=-1)) == [("bound_between", "M-11.6", "strokes")]
    assert isinstance(number("phantasm_cost", rank="E", range="anti-unit", nth=99), int)
    assert number("phantasm_cost", rank="E", range="anti-unit", nth=100)["code"] == "bad_number"
    for odd in (True, [1], 1.5):
        assert code(sheet(strength=odd)) == ("bad_rank", "M-2.1")
    assert setup_problem(teams={}) == {"least": 1}


@pytest.mark.parametrize(("classes", "taken"), [(7, True), (8, False)])
def test_a_class_is_taken_once_unless_there_are_more_teams_than_classes(classes: int, taken: bool) -> None:
    """M-Q105."""
    setup = MIRROR.war_setup({f"t{place}": f"팀{place}" for place in range(classes)})
    teams = {key: {"name": key, "class": "saber"} for key in setup["teams"]}
    data, problems = read(MIRROR.setup, {**setup, "teams": teams, "creation": False})
    assert not problems and isinstance(data, Mapping)
    assert any(each.code == "class_taken" for each in MIRROR.examine(data, MIRROR.options.read({})[0])) is taken


def test_who_asks_to_join_says_when() -> None:
    """M-Q73."""
    together: dict[str, Data] = {key: {"region": "Docks", "action": "search"} for key in "abc"}
    meeting: dict[str, Data] = {"a": {"attack": ["b"]}, "c": {"join": {"team": "a", "set": 1, "turn": 2}}}
    state, _ = played(war(), together, meeting)
    assert state.battle is not None
    assert dict(state.battle.meeting.joins) == {"c": Entry(1, 2)}
