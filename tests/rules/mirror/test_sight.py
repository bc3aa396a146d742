"""What a team sees: of its scene, of the battle that it fights, is to join, or foresees."""

from __future__ import annotations

from grailkeeper.core.canon import Data
from grailkeeper.core.form import Choice
from grailkeeper.core.seat import PUBLIC, seat_viewer
from grailkeeper.rules.mirror.orders import UNKNOWN_CARD, Laying, Written, healing_skills, turn_record
from grailkeeper.rules.mirror.people import World
from grailkeeper.rules.mirror.scene.orders import scene_form
from grailkeeper.rules.mirror.state import SceneStage, Stage, State, StatusKind
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.visibility import BattleSight, View, in_battle

from .table import played
from .twins import NO_CARDS, TEAMS, creation, duel, slots, war

LAID: dict[str, Data] = {"a": slots("buster"), "b": slots("quick")}
IN_LATER = {"c": {"set": 2}}


def seen(state: State, team: str) -> View:
    return MIRROR.view(state, seat_viewer(team))


def battle_of(state: State, team: str) -> BattleSight:
    found = seen(state, team).battle
    assert found is not None
    return found


def test_cards_are_seen_between_the_reveal_and_the_judgments_by_those_who_are_there() -> None:
    """M-9.6, M-9.7."""
    state, _ = played(duel(joins=IN_LATER), {})
    assert (battle_of(state, "a").stage, battle_of(state, "a").plays) == (Stage.TURN, {})
    state, _ = played(state, LAID)
    assert battle_of(state, "a").stage is Stage.REACTION
    shown = {
        team: [play.card for play in plays if play.card != "empty"]
        for team, plays in battle_of(state, "a").plays.items()
    }
    assert shown == {"a": ["buster"], "b": ["quick"]}
    assert battle_of(state, "c").plays == {}
    state, _ = played(state, {})
    assert (battle_of(state, "a").stage, battle_of(state, "a").plays) == (Stage.GAP, {})


def test_who_is_to_come_sees_that_there_is_a_battle_and_nothing_in_it() -> None:
    """M-9.2, M-11.8."""
    state, _ = played(duel(joins=IN_LATER), {"a": {"orders": ["rush"]}})
    here, to_come = battle_of(state, "b"), battle_of(state, "c")
    assert ([rush.team for rush in here.rushes], to_come.rushes) == (["a"], ())
    assert (here.own.here, to_come.own.here, to_come.own.hand) == (True, False, {})
    assert (here.sides, to_come.sides) == ((("a",), ("b",)), (("a",), ("b",), ("c",)))


def test_a_battle_is_seen_by_nobody_else() -> None:
    """M-9.7."""
    assert seen(duel(), "c").battle is None
    assert MIRROR.view(duel(), PUBLIC).battle is None


def test_who_has_left_a_battle_sees_it_no_longer() -> None:
    """M-9.11, M-9.14."""
    state, _ = played(duel(joins={"c": {"set": 1, "turn": 1}}), {}, {"a": NO_CARDS, "b": NO_CARDS, "c": NO_CARDS}, {})
    assert battle_of(state, "c").stage is Stage.GAP
    state, _ = played(state, {"c": {"then": "retreat"}})
    assert seen(state, "c").battle is None
    assert battle_of(state, "a").here == ("a", "b")


def test_of_a_status_the_points_are_seen_where_it_guards() -> None:
    """M-5.10, M-9.7."""
    shell = {"name": "Shell", "effects": ["guard_boost 6"]}
    curse = {"name": "Curse", "effects": ["lasting_damage 8 one"]}
    laid = slots("empty", "empty", "empty", "empty", "empty + Shell + Curse")
    state, _ = played(duel(a={"skills": [shell, curse]}), {}, {"a": laid, "b": NO_CARDS}, {})
    found = {each.kind: each.points for team in "ab" for each in battle_of(state, team).statuses}
    assert found == {StatusKind.GUARDED: 6, StatusKind.LASTING: None}


def test_that_battles_are_fought_is_not_seen_in_the_scene() -> None:
    """M-9.7: who is in none sees the scene as it was before."""
    plans: dict[str, Data] = {key: {"region": "Docks", "action": "rest"} for key in "ab"}
    state, stages = war(), []
    for orders in ({**plans, "c": {"region": "Forest", "action": "rest"}}, {"a": {"attack": ["b"]}}):
        scene = seen(state, "c").scene
        stages.append(scene and scene.stage)
        state, _ = played(state, orders)
    assert state.the_scene.stage is SceneStage.BATTLES
    scene = seen(state, "c").scene
    assert [*stages, scene and scene.stage] == [SceneStage.PLAN, SceneStage.MEETINGS, SceneStage.MEETINGS]


def test_whoever_makes_a_sheet_is_in_the_war_and_hunted_by_nobody() -> None:
    """M-1.1."""
    (world,) = creation(plain={"class": "rider"})
    found = MIRROR.view(world.state, PUBLIC).teams
    assert [(each.key, each.name, each.alive, each.hunted) for each in found] == [
        (key, team["name"], True, False) for key, team in TEAMS.items()
    ]


def test_who_answers_beforehand_foresees_a_battle_against_everybody() -> None:
    """M-9.3."""
    _, foreseen = in_battle(seen(war(), "a"))
    assert (foreseen.number, foreseen.set, foreseen.turn, foreseen.stage) == (0, 1, 1, Stage.START)
    assert (foreseen.world, foreseen.here, foreseen.sides) == (World.VIRTUAL, ("a", "b", "c"), (("a",), ("b",), ("c",)))


def test_an_order_is_written_back_with_the_names_of_teams_and_the_words_of_the_house() -> None:
    """M-9.4."""
    own, battle = in_battle(seen(duel(), "a"))
    (slots_of,) = [each.kind for each in turn_record(own, battle).fields if each.name == "slots"]
    assert isinstance(slots_of, Laying) and isinstance(slots_of.of, Written)
    assert slots_of.of.line({"card": "buster", "target": "b"}, str.upper) == "BUSTER > Mina"


def test_only_what_recovers_and_nothing_else_is_offered_after_a_set_and_beside_an_action() -> None:
    """M-9.8, M-Q103."""
    balm = {"name": "Balm", "effects": ["hp_recovery 2"]}
    both = {"name": "Both", "effects": ["hp_recovery 2", "guard_boost 2"]}
    state = war(a={"skills": [balm, both]})
    own = seen(state, "a").own
    assert own is not None
    offered = healing_skills(own, UNKNOWN_CARD).of
    assert isinstance(offered, Choice) and offered.values == ("Balm",)
    held = {kind: [each.name for each in scene_form(seen(state, "a"), kind).held] for kind in ("plan", "meeting")}
    assert held == {"plan": ["Balm"], "meeting": []}
