"""Creation and the opening (S-3.3, S-12.7, S-12.8, S-13, S-14, S-17.3, S-18.2, S-24)."""

from typing import Any

import pytest

from grailkeeper.core.seat import Role, seat_viewer
from grailkeeper.core.working import Working
from grailkeeper.rules.sceneplay.people import MasterState, ServantState
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.scene.state import Phase
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .scenetable import Playing, plain, scene
from .table import HITOMI, refusal

CHEST: dict[str, Any] = {**HITOMI, "servant": {**HITOMI["servant"], "level": "top", "mana": 7}}


def test_hitomis_war_chest() -> None:  # S-E39
    war = Playing({"Hitomi": CHEST, "B": plain()})
    mana, stored = [], []
    for number in range(1, 6):
        ready = war.team("Hitomi").stored_mana + 6 >= 10
        war.close("opening", **({"Hitomi": {"convert": {"servant": 1}}} if ready else {}))
        mana.append(war.servant("Hitomi").mana.now)
        stored.append(war.team("Hitomi").stored_mana)
        assert war.state.scene == number
        war.close("floor")
    assert (mana, stored) == ([5, 4, 2, 1, 0], [6, 2, 8, 4, 0])
    assert war.servant("Hitomi").state is ServantState.VANISHED


@pytest.mark.parametrize(("ranks", "paid"), [(5, 1), (6, 0), (7, 0)])
def test_lowered_ranks_of_a_top_servant(ranks: int, paid: int) -> None:  # S-E40
    team = {"servant": {"level": "top", "ranks": "A A A A A"}}
    lower = {"strength": min(ranks, 4), "luck": max(0, ranks - 4)}
    found = scene(teams={"A": team}, opening={"A": {"lower_ranks": lower}})
    assert found["upkeep"] == {"A": paid}
    assert found["after"]["A"]["servant"]["lowered"] == {name: count for name, count in lower.items() if count}


def test_without_strokes() -> None:  # S-E40
    team = {"master": {"ranks": "E E E B E", "strokes": 0}, "servant": {"level": "normal"}}
    assert scene(teams={"A": team}, opening={})["upkeep"] == {"A": 3}


def test_fainting_and_what_it_costs() -> None:  # S-E41
    war = Playing({"A": plain(master={"mana": "2/4"}, servant={"mana": "5/7"}), "B": plain()})
    war.close("opening")
    war.say("A", say="solo", kind="preparation")
    war.close("floor")
    war.close("acts", A={"solo": {"master": {"master": {"reserves": 3}}}})
    assert war.master("A").state is MasterState.FAINTED
    assert [reserve.strength for reserve in war.team("A").reserves] == [5, 5, 5]
    war.close("opening")
    assert (war.servant("A").mana.now, war.master("A").state) == (3, MasterState.FORCED_REST)
    assert war.now.solos == () and war.say("A", say="apply") == ("forced_rest",)
    war.close("floor")
    assert (war.master("A").mana.now, war.master("A").state) == (1, MasterState.WELL)
    war.close("opening")
    assert war.servant("A").mana.now == 3
    assert war.team("A").solos.team == 1, "a forced rest does not count"


def test_upkeep_kills() -> None:  # S-E42
    dies = {"master": {"ranks": "E E E B E"}, "servant": {"level": "top", "mana": "2/7", "ranks": "C C C C C"}}
    found = scene(teams={"A": dies}, opening={"A": {"lower_ranks": {"luck": 1}}})
    assert found["after"]["A"]["servant"]["state"] == "vanished"
    saved = scene(teams={"A": dies}, opening={"A": {"lower_ranks": {"luck": 1}, "restore": [{"health": 0, "mana": 5}]}})
    assert (saved["after"]["A"]["servant"]["mana"], saved["after"]["A"]["master"]["strokes"]) == (5, 2)


def test_the_last_stroke_supports_no_more() -> None:  # S-14.4
    team = {"master": {"ranks": "E E E B E", "strokes": 1}, "servant": {"mana": "3/7", "health": "4/7"}}
    found = scene(teams={"A": team}, opening={"A": {"restore": [{"health": 3, "mana": 2}]}})
    assert found["upkeep"] == {"A": 3}
    assert found["after"]["A"]["servant"] == {
        "health": 7, "mana": 2, "luck_uses": 0, "state": "well", "lowered": {}
    }  # fmt: skip


def test_what_has_no_room_stays_stored() -> None:  # S-R3
    team = {"stored_mana": 47, "master": {"mana": "3/4"}, "servant": {"mana": "6/7"}}
    found = scene(teams={"A": team}, opening={"A": {"convert": {"master": 3, "servant": 2}}})["after"]["A"]
    assert (found["master"]["mana"], found["servant"]["mana"], found["stored_mana"]) == (4, 6, 30)


def test_a_servant_without_master_has_no_support_and_no_base() -> None:
    found = scene(teams={"A": {"master": None}}, opening={})
    assert found["upkeep"] == {"A": 7}
    assert (found["after"]["A"]["servant"]["state"], found["after"]["A"]["stored_mana"]) == ("vanished", 0)


def test_ranks_are_taken_back() -> None:  # S-14.8
    team = {"servant": {"ranks": "C C C C C", "lowered": {"strength": 2}}}
    found = scene(teams={"A": team}, opening={"A": {"restore_ranks": {"strength": 1}, "lower_ranks": {"luck": 1}}})
    assert found["after"]["A"]["servant"]["lowered"] == {"strength": 1, "luck": 1}


@pytest.mark.parametrize(("more", "codes"), [(1, []), (2, ["lowered_below_e"]), (3, ["lowered_below_e"])])
def test_what_is_lowered_already_counts(more: int, codes: list[str]) -> None:  # S-14.7
    war = Playing({"A": plain(servant={"ranks": "C C C C C", "lowered": {"strength": 1}}), "B": plain()})
    found = war.problems("A", {"lower_ranks": {"strength": more}})
    assert [problem.code for problem in found] == codes
    assert all(problem.values == {"given": more, "most": 1} for problem in found)


def test_a_faulty_recovery_is_named_by_its_place() -> None:  # S-18.2
    war = Playing({"A": plain(), "B": plain()})
    found = war.problems("A", {"restore": [{"health": 5}, {"health": 3, "mana": 1}]})
    assert [(problem.code, problem.culprit) for problem in found] == [("bad_recovery", "restore.2")]


REFUSED: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("not_enough_stored_mana", "S-12.8", {"convert": {"servant": 1}}, {"stored_mana": 6}),
    ("no_such_character", "S-12.8", {"convert": {"master": 1}}, {"stored_mana": 20, "master": None}),
    ("lowered_below_e", "S-14.7", {"lower_ranks": {"strength": 3}}, {"servant": {"ranks": "C C C C C"}}),
    ("nothing_to_restore", "S-14.8", {"restore_ranks": {"luck": 1}}, {}),
    ("bad_recovery", "S-18.2", {"restore": [{"health": 3, "mana": 1}]}, {}),
    ("not_enough_strokes", "S-18.1", {"restore": [{"health": 5}]}, {"master": {"strokes": 0}}),
    ("not_enough_strokes", "S-18.1", {"restore": [{"health": 5}]}, {"master": {"state": "fainted"}}),
    ("recovery_at_zero", "S-18.2", {"restore": [{"health": 5}]}, {"servant": {"mana": "0/7"}}),
    ("bad_amount", "S-12.8", {"convert": {"servant": -1}}, {}),
    ("unknown_field", "", {"converts": {"servant": 1}}, {}),
]


@pytest.mark.parametrize(("code", "clause", "order", "team"), REFUSED)
def test_a_fault_refuses_the_opening(code: str, clause: str, order: dict[str, Any], team: dict[str, Any]) -> None:
    assert scene(teams={"A": team, "B": {}}, opening={"A": order}) == refusal(code, clause)


def test_the_master_bears_a_part() -> None:  # S-Q56
    either = {"upkeep_payer": "either"}
    teams = {"A": {"servant": {"level": "top"}}}
    found = scene(teams=teams, opening={"A": {"share": 2}}, options=either)
    assert found["upkeep"] == {"A": 6}
    assert (found["after"]["A"]["master"]["mana"], found["after"]["A"]["servant"]["mana"]) == (2, 3)
    kept = scene(teams={"A": {}}, opening={"A": {"share": 4}}, options=either)
    assert kept == refusal("keeps_one", "S-14.1")
    assert scene(teams={"A": {}}, opening={"A": {"share": 1}}) == refusal("unknown_field", "")
    small = scene(teams={"A": {}}, opening={"A": {"share": 3}}, options=either)["after"]["A"]
    assert (small["master"]["mana"], small["servant"]["mana"]) == (3, 7), "no more than is due"


def test_risk_shows_when_a_caster_has_gone() -> None:  # S-13.2, S-15.4
    caster = {"class": "caster", "level": "top", "territory_creation": "C", "mana": "1/7"}
    team = {"servant": caster, "territory": "9/0/0", "workshop": "2/4/4", "exposure_risk": 3}
    found = scene(teams={"A": team}, opening={})["after"]["A"]
    assert (found["servant"]["state"], found["revealed"]) == ("vanished", True)


def test_creation() -> None:  # S-24, S-R13
    war = Playing({"A": {"name": "사야카"}, "B": {}, "C": {}})
    assert (war.war.phase, war.state.scene) == (Phase.CREATION, 0)
    sheet = {
        "master": {"ranks": "E E E B E", "mystic_code": {"rank": "C"}, "health": 2, "mana": 5},
        "servant": {"class": "rider", "ranks": "C+ C C D E", "skills": [{"name": "기승", "rank": "B"}]},
        "workshop": "5/3/2",
        "concealed_by": "luck",
    }
    codes = [problem.code for problem in war.problems("A", sheet)]
    assert codes == ["skill_points_left", "phantasm_points_left"]
    assert [each.code for each in war.problems("A", {"workshop": "9/1/0"}) if each.binding] == ["workshop_minimum"]
    for role, own in (("master", "strokes"), ("servant", "raised"), ("servant", "attack"), ("master", "luck_uses")):
        value: Any = {"strength": 1} if own == "raised" else 1
        assert [each.code for each in war.problems("A", {role: {own: value}})] == ["unknown_field"]
    skill = {"servant": {"skills": [{"name": "기승", "rank": "B", "bonus": 90}]}}
    assert [each.code for each in war.problems("A", skill)] == ["unknown_field"], "S-23.3: its rank says it"
    war.close("creation", A=sheet)
    assert war.seen_by(f.TeamCreated) == [["A"], ["B"], ["C"]]
    assert (war.master("A").mana.now, war.team("A").name, war.team("A").workshop.points.concealment) == (5, "사야카", 5)
    assert war.servant("B").mana.now == 7, "who says nothing plays the plainest"
    assert (war.war.phase, war.state.scene, war.facts(f.SceneAnnounced)[0].limit.value) == (Phase.OPENING, 1, 2)


def test_the_opening_is_its_teams_own() -> None:
    war = Playing({"A": plain(), "B": plain(servant={"mana": "1/7", "level": "top"})})
    war.close("opening", A={"lower_ranks": {}})
    assert war.seen_by(f.TeamOpened) == [["A"], ["B"]]
    fallen = [(war.told[place].audience.seats, each) for place, each in enumerate(war.war.falls)]
    assert [(each.team, each.role, each.moment) for _, each in fallen] == [("B", Role.SERVANT, "1/opening")]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            Language.KO,
            "사야카의 개시. 공방에 마나 2점이 모였습니다. "
            "마나를 MP로 바꾸었습니다: 마스터 1. 공방에 남은 마나는 0점입니다.",
        ),
        (
            Language.EN,
            "사야카's opening: the base gains 2 stored mana. Stored mana became MP: master 1. 0 is left in the base.",
        ),
    ],
)
def test_what_the_base_holds_is_said_after_what_was_turned_of_it(language: Language, said: str) -> None:
    fact = f.TeamOpened("t1", Working("stored", 2, ()), 0, {"master": 1})
    prose = Prose(load_words("grailkeeper.rules.sceneplay", language), {"t1": "사야카"})
    assert prose.fact(fact) == said


def offered(war: Playing, team: str) -> set[str]:
    """The fields that an opening offers a team."""
    (call,) = SCENEPLAY.calls(war.state)
    ask = next(each for each in call.asks if each.whom == team)
    form = SCENEPLAY.form(SCENEPLAY.view(war.state, seat_viewer(ask.seat)), call, ask)
    return {field.name for field in form.record.fields if field.offered}


def test_only_what_can_be_done_is_offered() -> None:
    """S-12.8, S-14.8: nothing is stored, no rank was lowered."""
    war = Playing({"A": plain(servant={"ranks": "C C C C C"}), "B": plain(stored_mana=20)})
    assert (offered(war, "A"), offered(war, "B") - offered(war, "A")) == ({"lower_ranks", "restore"}, {"convert"})
    war.close("opening", A={"lower_ranks": {"luck": 1}})
    war.close("floor")
    assert "restore_ranks" in offered(war, "A")
