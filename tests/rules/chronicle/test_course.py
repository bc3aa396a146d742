"""The stages of a battle in a war: who is asked what, who learns what, and how it hands back."""

from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.chance import FixedChance
from grailkeeper.core.form import Reader, read
from grailkeeper.core.seat import EVERYBODY, PUBLIC, only, seat_viewer
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle import facts as f
from grailkeeper.rules.chronicle import outcomes as o
from grailkeeper.rules.chronicle.apply import apply
from grailkeeper.rules.chronicle.battle.course import _open_cards
from grailkeeper.rules.chronicle.field import Intrusion, Row, Stage
from grailkeeper.rules.chronicle.orders import cards_record
from grailkeeper.rules.chronicle.people import Base, Information, Life, Pool, Territory
from grailkeeper.rules.chronicle.state import State, with_person, with_team
from grailkeeper.rules.chronicle.system import CHRONICLE

from .wars import PEOPLE, addresses, announced, answer, kinds, problems_of, told_battle, war

RED, BLUE = ("saber", "shirou"), ("lancer", "rin")


def facts_of(resolution: Any, kind: type[Any]) -> list[Any]:
    return [told.fact for told in resolution.told if isinstance(told.fact, kind)]


def audience_of(resolution: Any, kind: type[Any]) -> Any:
    return next(told.audience for told in resolution.told if isinstance(told.fact, kind))


def rows_in(state: State, **rows: str) -> State:
    number = max(int(key) for key in state.battles)
    return answer(state, f"battle/{number}/rows", {who: {"row": row} for who, row in rows.items()})[1]


def test_a_battle_is_announced() -> None:
    """C-8.2, C-9.1: everybody hears of a battle, each side of its own people."""
    told, state = told_battle(war(), RED, BLUE)
    heard = {type(each.fact): each.audience for each in told if not isinstance(each.fact, f.BattleCalled)}
    assert heard[f.BattleNoticed] == EVERYBODY
    called = {each.audience: each.fact for each in told if isinstance(each.fact, f.BattleCalled)}
    assert {audience: fact.people for audience, fact in called.items()} == {
        only(["red"]): RED,
        only(["blue", "blue_master"]): BLUE,
    }
    sight = CHRONICLE.view(state, seat_viewer("red")).battles["1"]
    assert tuple(sight.people) == RED
    assert CHRONICLE.view(state, seat_viewer("green")).battles == {}
    assert CHRONICLE.view(state, PUBLIC).battles == {}


def test_rows_then_cards() -> None:
    """C-9.1, C-9.2: the opponents are learned with the rows."""
    state = announced(war(), RED, BLUE)
    (call,) = CHRONICLE.calls(state)
    assert (call.address, [ask.whom for ask in call.asks]) == ("battle/1/rows", [*RED, *BLUE])
    assert call.asked_to.seats == frozenset()
    resolution, state = answer(state, call.address, {"shirou": {"row": "back"}})
    assert kinds(resolution) == ["rows_taken"]
    sight = CHRONICLE.view(state, seat_viewer("blue")).battles["1"]
    assert sight.people["shirou"].row is Row.BACK
    assert addresses(state) == ["battle/1/cards"]
    resolution, state = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    assert addresses(state) == []
    assert [result.winner for result in state.results] == [RED]
    assert kinds(resolution)[-1] == "battle_closed"


def test_a_side_that_all_goes_back_stands_in_front() -> None:
    """C-10.4: told to each of it as failed."""
    resolution, state = answer(announced(war(), RED, BLUE), "battle/1/rows", {who: {"row": "back"} for who in RED})
    failed = facts_of(resolution, f.OrderFailed)
    assert [(fact.person, fact.problem.code) for fact in failed] == [(who, "no_front_row") for who in RED]
    assert {state.battle(1).fighters[who].row for who in RED} == {Row.FRONT}


def test_preemption() -> None:
    """C-9.8, C-9.4: the surprised lay first; the other side is shown and lays then."""
    state = rows_in(announced(war(), RED, BLUE, preempts="s1"), rin="back")
    (call,) = CHRONICLE.calls(state)
    assert [ask.whom for ask in call.asks] == list(BLUE)
    resolution, state = answer(
        state, call.address, {"lancer": {"target": "saber", "cards": ["rush", "guard cover allies"]}}
    )
    (shown,) = facts_of(resolution, f.CardsShown)
    assert shown.cards == {"lancer": ("rush", "guard", "wait"), "rin": ("wait", "wait", "wait")}
    assert shown.rows == {"lancer": Row.FRONT, "rin": Row.BACK}
    assert audience_of(resolution, f.CardsShown) == only(["red"])
    (opening,) = resolution.openings
    assert (opening.whom, opening.audience) == ("lancer", only(["red"]))
    assert opening.paths == (("cards", 0, 0, "card"), ("cards", 1, 0, "card"))
    assert addresses(state) == ["battle/1/cards/informed"]
    (call,) = CHRONICLE.calls(state)
    assert [ask.whom for ask in call.asks] == list(RED)
    resolution, _ = answer(state, call.address, {"saber": {"target": "lancer", "cards": ["strike", "strike"]}})
    assert [hit.health.value for hit in facts_of(resolution, f.JudgmentMade)[0].hits] == [3]


def test_two_parts() -> None:
    """C-9.6, C-E57: five cards, the bare view, the rest; what began before binds slots."""
    people: list[dict[str, Any]] = [
        {"key": "saber", "team": "red", "noble_phantasm": {"grade": "C"}},
        {"key": "lancer", "team": "blue", "class": "caster"},
    ]
    state = rows_in(announced(war(people, {"two_part": "on"}), ["saber"], ["lancer"]))
    assert problems_of(state, "battle/1/cards", "saber", {"cards": ["wait"] * 6}) == ["too_many_cards"]
    first = {
        "saber": {"cards": ["strike", "counter", "rush", *["noble_phantasm"] * 3]},
        "lancer": {"cards": ["counter", "strike", "rush", "guard", "chant", "magecraft"],
                   "spells": [{"type": "attack", "grade": 1}]},
    }  # fmt: skip
    resolution, state = answer(state, "battle/1/cards", first)
    (seen,) = facts_of(resolution, f.BareSeen)
    assert seen.cards["saber"] == ("strike", "counter", "rush", "noble_phantasm", "noble_phantasm")
    mine = next(line for line in seen.lines if line.person == "saber")
    assert list(mine.results) == ["loss", "win", "equal", "win", "win"]
    assert addresses(state) == ["battle/1/later"]
    assert problems_of(state, "battle/1/later", "saber", {"cards": ["wait"] * 5}) == ["too_many_cards"]
    assert problems_of(state, "battle/1/later", "saber", {"cards": ["critical", "critical"]}) == ["critical_once"]
    assert problems_of(state, "battle/1/later", "saber", {"cards": ["noble_phantasm"] * 3}) == ["noble_phantasm_once"]
    later = {"saber": {"cards": ["wait", "critical"]}, "lancer": {"cards": ["wait", "wait", "wait", "critical"]}}
    resolution, state = answer(state, "battle/1/later", later)
    made = facts_of(resolution, f.JudgmentMade)
    cards = [next(played.card for played in fact.played if played.person == "saber") for fact in made]
    assert cards == ["strike", "counter", "rush", *["noble_phantasm"] * 3, "wait", "critical", "wait", "wait"]
    assert {opening.whom: len(opening.paths) for opening in resolution.openings} == {"saber": 2, "lancer": 4}


def test_cards_of_judgments_never_made_stay_closed() -> None:
    """C-9.5."""
    people: list[dict[str, Any]] = [
        {"key": "saber", "team": "red", "strength": "A"},
        {"key": "lancer", "team": "blue", "health": 5},
    ]
    state = rows_in(announced(war(people, blue={"strokes": 0}), ["saber"], ["lancer"]))
    orders = {"saber": {"cards": ["strike", "rush", "counter"]}, "lancer": {"cards": ["wait", "guard"]}}
    resolution, _ = answer(state, "battle/1/cards", orders)
    assert {opening.whom: opening.paths for opening in resolution.openings} == {
        "saber": (("cards", 0),),
        "lancer": (("cards", 0),),
    }


def test_pools_are_told_to_the_own_team_alone() -> None:
    """C-18.1."""
    state = rows_in(announced(war(), RED, BLUE))
    resolution, _ = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    assert audience_of(resolution, f.Suffered) == only(["blue", "blue_master"])
    assert audience_of(resolution, f.JudgmentMade) == only(["red", "blue", "blue_master"])
    assert audience_of(resolution, o.SharesReckoned).seats == frozenset()
    (ended,) = facts_of(resolution, o.BattleEnded)
    assert ended.percent == {"s1": 0, "s2": 4}


def test_of_a_slot_every_card_is_opened() -> None:
    """C-9.4, C-17.3: those that were shown, and no others."""
    state = announced(war(), ["saber"], ["lancer"], ["rider"], preempts="s1")
    teller = Teller(state, apply, FixedChance(()))
    cards = [[{"card": "strike"}], [{"card": "rush"}, {"card": "counter"}], [{"card": "guard"}]]
    _open_cards(teller, 1, {"lancer": {"cards": cards}}, (1, 2, 4), ())
    (opening,) = teller.done().openings
    assert opening.paths == (("cards", 0, 0), ("cards", 1, 0), ("cards", 1, 1))


# C-17: intrusion


def test_an_intruder_begins_another_battle() -> None:
    """C-Q62, C-17.2: used cards and damage so far are carried along; silence is to leave."""
    intrusion = Intrusion("rider", 3, "saber")
    state = rows_in(announced(war(), RED, BLUE, intrusions=[intrusion]))
    orders = {
        "saber": {"target": "lancer", "cards": ["strike", "counter"]},
        "lancer": {"target": "saber", "cards": ["rush", "rush"]},
    }
    resolution, state = answer(state, "battle/1/cards", orders)
    assert kinds(resolution)[-2:] == ["battle_broken_off", "joining_due"]
    assert "green" in audience_of(resolution, o.BattleBrokenOff).seats
    (call,) = CHRONICLE.calls(state)
    assert (call.address, [ask.whom for ask in call.asks]) == ("battle/1/joining", ["shirou", *BLUE])
    resolution, state = answer(state, call.address, {"shirou": {"join": "chosen"}, "lancer": {"join": "third"}})
    assert [result.broken_off for result in state.results] == [3]
    setting = state.battle(2).setting
    assert {side.key: side.people for side in setting.sides} == {
        "intruder": ("rider",),
        "chosen": RED,
        "third": ("lancer",),
    }
    assert setting.carried["saber"].used == {"strike": 1, "counter": 1}
    assert setting.carried["saber"].passed_on == {"lancer": 2}
    state = rows_in(state)
    assert problems_of(state, "battle/2/cards", "saber", {"target": "rider", "cards": ["strike", "strike"]}) == [
        "too_many_of_card"
    ]
    assert problems_of(state, "battle/2/cards", "rider", {"target": "saber", "cards": ["strike", "strike"]}) == []


@pytest.mark.parametrize(("cards", "wrong"), [(["strike+"], []), (["strike+", "strike+"], ["plus_used_up"])])
def test_a_mark_that_was_used_is_used_after_an_intrusion(cards: list[str], wrong: list[str]) -> None:
    """C-R10, C-14.2: one of the two."""
    people = [{**each, "strength": "A++"} if each["key"] == "saber" else each for each in PEOPLE]
    state = rows_in(announced(war(people), ["saber"], ["lancer"], intrusions=[Intrusion("rider", 2, "saber")]))
    _, state = answer(state, "battle/1/cards", {"saber": {"cards": ["strike+"]}})
    state = rows_in(answer(state, "battle/1/joining")[1])
    assert problems_of(state, "battle/2/cards", "saber", {"target": "rider", "cards": cards}) == wrong


@pytest.mark.parametrize(("join", "broken"), [("third", [3, 5]), ("leave", [3])])
def test_a_second_intruder_comes_for_whom_it_still_finds(join: str, broken: list[int]) -> None:
    """C-17.1, C-Q62: nobody comes for a servant that has left as the battle was broken off."""
    people = [*PEOPLE, {"key": "archer", "name": "아처", "team": "gold", "at": "r1"}]
    intrusions = [Intrusion("rider", 3, "saber"), Intrusion("archer", 5, "lancer")]
    state = rows_in(announced(war(people), ["saber"], ["lancer"], intrusions=intrusions))
    _, state = answer(state, "battle/1/cards")
    _, state = answer(state, "battle/1/joining", {"lancer": {"join": join}})
    _, state = answer(rows_in(state), "battle/2/cards")
    assert [result.broken_off for result in state.results if result.broken_off] + [
        battle.judged + 1 for battle in state.battles.values() if battle.stage is Stage.JOINING
    ] == broken


def test_an_intruder_alone_with_the_chosen() -> None:
    state = announced(war(), ["saber"], ["lancer"], intrusions=[Intrusion("rider", 2, "saber")])
    state = with_person(state, "lancer", health=Pool(1, 45))
    state = rows_in(with_team(state, "blue", strokes=0))
    orders = {"saber": {"cards": ["strike"]}, "lancer": {"cards": ["wait"]}}
    _, state = answer(state, "battle/1/cards", orders)
    assert [(result.broken_off, result.winner) for result in state.results] == [(0, ("saber",))]


# C-9.10, C-9.12, C-10.3, C-18.12: what the winner chooses


def beaten(state: State, **orders: Any) -> State:
    """Red beats blue in r1, and what it may choose is open."""
    state = rows_in(announced(state, RED, BLUE))
    cards = {"saber": {"target": "lancer", "cards": ["strike"]}, **orders}
    return answer(state, "battle/1/cards", cards)[1]


def with_blue_here(state: State) -> State:
    return with_team(state, "blue", base=Base("r1", 1, 1), territory=Territory("r1", 12))


def test_a_base_is_built_over() -> None:
    """C-9.10, C-Q33, C-2.7, C-Q93."""
    state = with_team(with_blue_here(war()), "red", base=Base("r9"))
    state = with_person(state, "shirou", mana=Pool(20, 30))
    state = beaten(state)
    assert state.teams["red"].bases_known == {"blue": ("r1",)}
    (call,) = CHRONICLE.calls(state)
    assert (call.address, call.open_to, [ask.whom for ask in call.asks]) == ("battle/1/spoils", only(["red"]), ["red"])
    assert CHRONICLE.view(state, seat_viewer("blue")).battles["1"].stage is Stage.JUDGED
    resolution, after = answer(state, call.address, {"red": {"replace_base": True}})
    assert (after.teams["red"].base, after.teams["blue"].base) == (Base("r1"), None)
    assert after.people["shirou"].mana.now == 5
    assert audience_of(resolution, o.BaseMade) == only(["red"])
    informed = with_team(state, "red", region_information=("r1",))
    _, after = answer(informed, call.address, {"red": {"replace_base": True}})
    assert after.teams["red"].base == Base("r1", 1, 3)
    poor = with_person(state, "shirou", mana=Pool(15, 30))
    resolution, after = answer(poor, call.address, {"red": {"replace_base": True}})
    assert [(fact.problem.code, fact.problem.clause) for fact in facts_of(resolution, f.OrderFailed)] == [
        ("cannot_pay", "C-2.6")
    ]
    assert after.teams["blue"].base == Base("r1", 1, 1)
    silent = answer(state, call.address)[1]
    assert silent.teams["blue"].base == Base("r1", 1, 1)


def test_of_two_bases_the_first_teams_is_built_over() -> None:
    """C-9.10, C-Q92: what the rules name first; a team has one base to put there."""
    state = with_team(with_team(war(), "blue", base=Base("r1")), "green", base=Base("r1"))
    state = rows_in(announced(state, ["saber", "shirou"], ["lancer", "rider"]))
    _, state = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    _, after = answer(state, "battle/1/spoils", {"red": {"replace_base": True}})
    assert (after.teams["blue"].base, after.teams["green"].base) == (None, Base("r1"))
    assert after.teams["red"].base == Base("r1")


def test_only_an_able_master_builds() -> None:
    """C-9.10."""
    state = war()
    state = with_person(with_team(state, "blue", base=Base("r1")), "shirou", at="r2")
    state = rows_in(announced(state, ["saber"], ["lancer"]))
    _, state = answer(state, "battle/1/cards", {"saber": {"cards": ["strike"]}})
    assert addresses(state) == []


def test_a_territory_is_removed() -> None:
    """C-E46, C-9.12."""
    state = with_person(with_blue_here(war()), "saber", mana=Pool(40, 45))
    state = beaten(with_person(state, "shirou", mana=Pool(5, 40)))
    merit = state.teams["red"].merit
    loot = {"red": {"loot": {"servant": 5, "master": 7}}}
    resolution, after = answer(state, "battle/1/spoils", loot)
    assert (after.people["saber"].mana.now, after.people["shirou"].mana.now) == (45, 12)
    assert (after.teams["red"].merit, after.teams["blue"].territory) == (merit + 1, None)
    resolution, after = answer(state, "battle/1/spoils", {"red": {"loot": {"servant": 6}}})
    assert [fact.problem.code for fact in facts_of(resolution, f.OrderFailed)] == ["loot_over_maximum"]
    assert after.teams["red"].merit == merit + 1
    _, after = answer(state, "battle/1/spoils", {"red": {"remove_territory": False}})
    assert after.teams["blue"].territory == Territory("r1", 12)


def test_the_last_blow_decides_on_the_fallen() -> None:
    """C-Q68."""
    people: list[dict[str, Any]] = [
        {"key": "saber", "team": "red", "at": "r1"},
        {"key": "archer", "team": "gold", "at": "r1"},
        {"key": "rin", "team": "blue", "kind": "master", "health": 6, "at": "r1"},
    ]
    state = rows_in(announced(war(people), ["saber", "archer"], ["rin"]))
    orders = {"saber": {"cards": ["strike"]}, "archer": {"cards": ["wait", "strike"]}}
    _, state = answer(state, "battle/1/cards", orders)
    (call,) = CHRONICLE.calls(state)
    assert [ask.whom for ask in call.asks] == ["gold"]
    resolution, after = answer(state, call.address, {"gold": {"every_fallen": "captive"}})
    assert after.people["rin"].captor == "gold"
    assert audience_of(resolution, o.FallenTreated) == only(["red", "gold", "blue"])


def test_a_legend_is_chosen_by_either_side() -> None:
    """C-10.3, C-Q36, C-23.10: after a release, which also tells the name."""
    people: list[dict[str, Any]] = [
        {"key": "saber", "team": "red", "noble_phantasm": {"grade": "C"}, "true_name": "아르토리아"},
        {"key": "lancer", "team": "blue", "strength": "A"},
    ]
    state = rows_in(announced(war(people), ["saber"], ["lancer"]))
    orders = {
        "saber": {"cards": [*["noble_phantasm"] * 3, "strike", "strike"]},
        "lancer": {"cards": []},
    }
    resolution, state = answer(state, "battle/1/cards", orders)
    assert facts_of(resolution, f.NameRevealed)[0].true_name == "아르토리아"
    (call,) = CHRONICLE.calls(state)
    assert [ask.whom for ask in call.asks] == ["blue"]
    _, after = answer(state, call.address, {"blue": {"legend": ["saber"]}})
    assert after.teams["blue"].on("saber") == Information(legend=1, true_name=True)
    known = CHRONICLE.view(after, seat_viewer("blue")).servants[0]
    assert (known.key, known.known, known.true_name) == ("saber", ("true_name",), "아르토리아")
    assert after.teams["red"].on("lancer") == Information(battle=1)


def test_a_subjugation_order_brings_merit() -> None:
    """C-23.14."""
    state = rows_in(announced(war(blue={"souls": 20}), RED, BLUE))
    _, state = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    assert state.teams["red"].merit == 3


def test_npcs() -> None:
    """C-Q96, C-20.10, C-Q72: no reward, and a beaten one is a captive unless the winner says otherwise."""
    state = war()
    state = replace(state, people={**state.people, "rin": replace(state.people["rin"], npc=True, team="", seat="")})
    state = rows_in(announced(state, ["saber"], ["rin"]))
    resolution, state = answer(state, "battle/1/cards", {"saber": {"cards": ["strike"]}})
    assert facts_of(resolution, o.Rewarded) == []
    assert answer(state, "battle/1/spoils")[1].people["rin"].captor == "red"
    killed = answer(state, "battle/1/spoils", {"red": {"fallen": {"rin": "kill"}}})[1]
    assert killed.people["rin"].life is Life.DEAD


def test_who_loses_the_other() -> None:
    """C-23.15."""
    state = with_team(with_person(war(), "lancer", health=Pool(3, 45)), "blue", strokes=0)
    state = rows_in(announced(state, ["saber"], ["lancer"]))
    resolution, after = answer(state, "battle/1/cards", {"saber": {"cards": ["strike"]}})
    assert [fact.person for fact in facts_of(resolution, o.PartnerLost)] == ["rin"]
    assert (after.people["lancer"].life, after.people["rin"].partnerless) == (Life.VANISHED, True)
    state = rows_in(announced(with_person(war(), "rin", health=Pool(3, 30)), ["saber"], ["rin"]))
    _, state = answer(state, "battle/1/cards", {"saber": {"cards": ["strike"]}})
    resolution, after = answer(state, "battle/1/spoils", {"red": {"every_fallen": "kill"}})
    assert [fact.person for fact in facts_of(resolution, o.PartnerLost)] == ["lancer"]
    assert audience_of(resolution, o.PartnerLost) == only(["blue", "blue_master"])


def test_battles_side_by_side_may_end_in_either_order() -> None:
    """Calls that do not touch each other give the same state whichever closes first."""
    people = [*PEOPLE, {"key": "archer", "name": "아처", "team": "gold", "at": "r2"}]
    state = announced(announced(war(people), RED, BLUE), ["rider"], ["archer"])
    state = answer(answer(state, "battle/1/rows")[1], "battle/2/rows")[1]
    first = ("battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    second = ("battle/2/cards", {"rider": {"cards": ["strike"]}})
    one = answer(answer(state, *first)[1], *second)[1]
    other = answer(answer(state, *second)[1], *first)[1]
    assert one == other
    assert [result.number for result in one.results] == [1, 2]


# Orders as they are written


NAMES = {"p1": "토오사카 린", "lancer": "랜서"}
_KOREAN = {
    "강타": "strike",
    "보구": "noble_phantasm",
    "방어": "guard",
    "예비": "reserve",
    "아군": "allies",
    "대신": "cover",
}


def written(text: str) -> Any:
    def identify(word: str, among: Any) -> str | None:
        return word if word in among else _KOREAN.get(word)

    data, problems = read(cards_record(NAMES), {"cards": [text]}, identify)
    if problems:
        return problems[0].code
    assert isinstance(data, dict)
    return data["cards"][0]


def test_cards_as_they_are_written() -> None:
    assert written("strike+ > 랜서") == [{"card": "strike", "plus": True, "targets": ["lancer"]}]
    assert written("강타 ＋ > 토오사카 린") == [{"card": "strike", "plus": True, "targets": ["p1"]}]
    assert written("강타 예비") == [{"card": "strike", "reserve": True}]
    assert written("방어 대신 아군") == [{"card": "guard", "cover": "allies"}]
    assert written("보구 > 랜서 & 토오사카 린") == [{"card": "noble_phantasm", "targets": ["lancer", "p1"]}]
    assert written("강타 > 랜서 / wait") == [{"card": "strike", "targets": ["lancer"]}, {"card": "wait"}]
    assert written("") == written("발차기") == "unknown_card"
    assert written("강타 > 라이더") == "unknown_person"
    again, problems = read(cards_record(NAMES), {"cards": [written("강타+ > 랜서")]})
    assert not problems
    assert again == {"cards": [written("강타+ > 랜서")]}
    assert Reader().problems == []


# What the keeper puts right


def test_what_a_keeper_corrects() -> None:
    """C-8.3: what is named is changed, everything else stays; it is told and can be read again like any fact."""
    state = war()
    person = o.PersonCorrected("shirou", "miscounted", health=7, mana=3, experience=2, injured=True)
    team = o.TeamCorrected("red", "miscounted", strokes=1, merit=4, funds=6)
    for fact in (person, team):
        assert CHRONICLE.facts.decode(CHRONICLE.facts.encode(fact)) == fact
        assert type(fact) in CHRONICLE.corrections
        state = CHRONICLE.apply(state, fact)
    shirou, red = state.people["shirou"], state.teams["red"]
    assert (shirou.health.now, shirou.mana.now, shirou.experience, shirou.injured) == (7, 3, 2, True)
    assert (shirou.health.maximum, red.strokes, red.merit, red.funds) == (30, 1, 4, 6)
    state = CHRONICLE.apply(state, o.PersonCorrected("shirou", "after all not", injured=False))
    assert (state.people["shirou"].health.now, state.people["shirou"].injured) == (7, False)
    state = CHRONICLE.apply(state, o.TeamCorrected("red", "after all not", merit=0))
    assert (state.teams["red"].merit, state.teams["red"].funds) == (0, 6)
