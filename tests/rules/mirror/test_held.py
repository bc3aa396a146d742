"""What a team is told of itself where it declares in a battle: who fights, what the stage allows, what there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import Form
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.mirror.held import PhantasmHeld, SkillHeld
from grailkeeper.rules.mirror.people import World
from grailkeeper.rules.mirror.state import State
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.text.declaration import say_about, say_held
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose, war_prose

from .twins import duel, fought, war

SHEET = {
    "class": "rider",
    "skills": [
        {"name": "Wave", "effects": ["judgment_boost quick 3", "lasting_damage 2 one"]},
        {"name": "Purge", "effects": ["status_removal 3"]},
        {"name": "Balm", "effects": ["hp_recovery 2 all_allies"]},
    ],
    "phantasms": [
        {"name": "Bell", "rank": "D", "attribute": "quick", "range": "anti-army", "special": "attack_boost"},
        {"name": "Aias", "rank": "C", "use": "defence"},
    ],
}
PROSE = war_prose("grailkeeper.rules.mirror", Language.KO, {})
ENGLISH = war_prose("grailkeeper.rules.mirror", Language.EN, {})


def fighting(stage: int, world: World = World.VIRTUAL) -> State:
    """a and b at the start of a set, a at a stage of the saint graph."""
    state = duel(a=SHEET)
    assert state.battle is not None
    one = state.teams["a"]
    teams = {**state.teams, "a": replace(one, stage=stage, body=replace(one.body, hp=50, mp=20))}
    meeting = replace(state.battle.meeting, world=world)
    return replace(state, teams=teams, battle=replace(state.battle, meeting=meeting))


def form(state: State, moves: int = 0, team: str = "a") -> Form:
    """What a team is asked, once so much of a set is played in which nothing is laid."""
    return _asked(past(state, moves), team)


def past(state: State, moves: int) -> State:
    for move in fought()[:moves]:
        call = next(call for call in MIRROR.calls(state) if call.address == move.call)
        for told in MIRROR.resolve(state, call, Answers(move.orders), {}, Fixed().open(call.address)).told:
            state = MIRROR.apply(state, told.fact)
    return state


def _asked(state: State, team: str) -> Form:
    call = next(call for call in MIRROR.calls(state))
    ask = next(ask for ask in call.asks if ask.whom == team)
    return MIRROR.form(MIRROR.view(state, seat_viewer(ask.seat)), call, ask)


def told(state: State, moves: int = 0, prose: Prose = PROSE) -> str:
    return " ".join(say_about(form(state, moves), prose))


def test_it_is_said_who_fights_and_with_what() -> None:
    """M-12.1: the servant in the virtual world, the body in the real one; what there is to spend says whose it is."""
    state = fighting(4)
    servant, body = state.teams["a"].servant, state.teams["a"].body
    assert (servant.hp, servant.mp) != (body.hp, body.mp)
    virtual, real = told(state), told(fighting(4, World.REAL))
    assert f"서번트는 HP {servant.hp}/" in virtual
    assert f"본체(HP {body.hp}, MP {body.mp})는 이 전투에서 다치지 않습니다" in virtual
    assert f"본체는 HP {body.hp}/" in real
    assert f"서번트(HP {servant.hp}, MP {servant.mp})는 이 전투에서 다치지 않습니다" in real
    assert dict(form(state).supplies) == {"servant_hp": servant.hp, "servant_mp": servant.mp, "strokes": 3}
    assert dict(form(fighting(4, World.REAL)).supplies) == {"body_hp": body.hp, "body_mp": body.mp, "strokes": 3}


@pytest.mark.parametrize("world", World)
@pytest.mark.parametrize("prose", [PROSE, ENGLISH], ids=["ko", "en"])
def test_each_stage_is_said_in_its_own_words(world: World, prose: Prose) -> None:
    """M-12.6, M-12.8."""
    said = [told(fighting(stage, world), prose=prose) for stage in (1, 2, 3, 4)]
    assert len(set(said)) == 4


def test_what_can_be_used_is_told_with_what_it_does_and_costs() -> None:
    """M-5.3, M-6.4, M-6.6, M-8.3: by name, as it has to be named in the answer."""
    assert say_held(form(fighting(4)), PROSE) == (
        "스킬 ‘Wave’(MP 9): 판정 강화 ‘퀵’ 3등급 (본인), 지속 피해 2등급 (지정 1인)",
        "스킬 ‘Purge’(MP 6): 상태이상 해제 3등급 (본인)",
        "스킬 ‘Balm’(MP 8): HP 회복 2등급 (아군 전체)",
        "보구 ‘Bell’(MP 40): 대군 공격, 속성 퀵, 위력 24점. 특수효과는 공격력 상승.",
        "보구 ‘Aias’(MP 28): 방어, 판정 3번 동안 방어 상태 42점.",
        "행운(MP 없음, 한 장면에 한 번): 붙인 판정에 1점을 더하고, 공격해서 이기면 피해도 1점 늘어납니다.",
        "기승(MP 10): 붙인 퀵 판정에 10점을 더합니다.",
    )


def test_each_question_tells_what_can_be_named_in_it() -> None:
    """M-9.3, M-9.4, M-9.6, M-9.8: nothing between the turns, where nothing is chosen by its name."""
    every, rest = ["Wave", "Purge", "Balm", "Bell", "Aias", "luck", "riding"], ["Purge"]
    laid = [name for name in every if name not in rest]
    found = [[getattr(each, "name", "") or each.support for each in form(fighting(4), past).held] for past in range(7)]
    assert found == [every, laid, rest, [], laid, rest, ["Balm"]]


def test_what_was_left_out_of_the_set_is_not_told_and_a_second_phantasm_costs_more() -> None:
    """M-9.3, M-6.5."""
    state = past(fighting(4), 1)
    assert state.battle is not None
    costs = []
    for releases in (0, 1):
        fighter = replace(state.battle.fighters["a"], skills=("Wave",), releases=releases)
        laid = replace(state, battle=replace(state.battle, fighters={**state.battle.fighters, "a": fighter}))
        there = form(laid).held
        assert [each.name for each in there if isinstance(each, SkillHeld)] == ["Wave"]
        costs.append([each.cost for each in there if isinstance(each, PhantasmHeld)])
    assert costs == [[40, 28], [80, 56]]


def test_what_the_stage_seals_is_not_told() -> None:
    """M-12.6, M-12.8."""
    assert [type(each).__name__ for each in form(fighting(1)).held] == ["PhantasmHeld", "PhantasmHeld", "SupportHeld"]
    assert [type(each).__name__ for each in form(fighting(2, World.REAL)).held] == ["SupportHeld"]


def test_a_plan_tells_what_heals() -> None:
    """M-5.13."""
    assert [each.name for each in form(war(a=SHEET)).held] == ["Balm"]
    assert form(war()).held == ()


@pytest.mark.parametrize(
    ("servant", "offered"), [("rider", set()), ("berserker", {"frenzy"}), ("assassin", {"strike"})]
)
def test_only_what_a_class_can_do_is_offered_for_a_set(servant: str, offered: set[str]) -> None:
    """M-4.14, M-4.23."""
    fields = form(duel(a={**SHEET, "class": servant})).record.fields
    assert {each.name for each in fields if each.offered} - {"luck", "orders", "skills"} == offered
