"""The driver, on the toy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.core.call import Answers, Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.case import Script
from grailkeeper.core.chance import Chance, ChanceError, Fixed, Seeded
from grailkeeper.core.drive import DirectDesk, ScriptTable, StalledError, UnruledError, play, play_script
from grailkeeper.core.form import Form
from grailkeeper.core.point import Point
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import EVERYBODY
from grailkeeper.core.system import Resolution
from grailkeeper.core.teller import Teller
from toy.state import Ended, Fizzled, Fought, Moved, Placed, Settled, State, Waits
from toy.system import Toy

SETUP = {
    "seats": [
        {"team": "red", "coins": 2, "charms": 1},
        {"team": "blue", "coins": 0, "charms": 1},
        {"team": "green", "coins": 1, "charms": 0},
    ]
}
OPTIONS: dict[str, str | int] = {"places": 2, "fate": "none"}
TAKE = {"act": "take"}
TRICK = "1/1/hand/s1/trick"


def script(**about: Any) -> Script:
    floor = [("0/gathering", "s1", TAKE), ("0/gathering", "s1", TAKE)]
    floor += [("0/gathering", "s2", TAKE), ("0/gathering", "s3", TAKE)]
    floor.append(("1/gathering", "s3", {"act": "move", "team": "red"}))
    sealed = {
        ("1/stake", "s1"): {"amount": 2},
        ("1/1/hand", "s1"): {"number": 5, "charms": 0, "aim": "trick", "note": "-"},
        ("1/1/hand", "s2"): {"number": 1, "charms": 0, "aim": "strike", "note": "-"},
        ("1/1/rescue", "s2"): {"spend": True},
    }
    return Script(SETUP, OPTIONS, **{"sealed": sealed, "floor": floor, "rulings": {TRICK: "holds"}} | about)


DICE = [("die", 0), ("die", 5)]


def test_a_script_is_played_to_its_end() -> None:
    outcome = play_script(Toy(), script(), Fixed(DICE))
    kinds = [type(told.fact) for told in outcome.told]
    assert kinds[:3] == [Placed, Placed, Waits]
    assert {Fought, Moved, Settled} <= set(kinds) and Fizzled not in kinds
    assert kinds[-1] is Ended
    fought = next(told.fact for told in outcome.told if isinstance(told.fact, Fought))
    assert [score.value for score in fought.scores] == [10, 7]
    assert outcome.state.players["s1"].score == 2
    assert outcome.state.players["s2"].score == 0 and outcome.state.players["s2"].charms == 0
    assert outcome.state.players["s3"].team == "red"


def test_what_an_order_met_is_remembered() -> None:
    outcome = play_script(Toy(), script(), Fixed(DICE))
    assert [problem.code for problem in outcome.refused] == ["has_place"]
    met = [None if problems is None else [problem.code for problem in problems] for problems in outcome.arrivals]
    assert met[:3] == [[], ["has_place"], []]


def test_who_is_not_asked_holds_nobody_up() -> None:
    floor = [("0/gathering", "nobody", TAKE), ("0/gathering", "s1", TAKE), ("0/gathering", "nobody", TAKE)]
    assert play_script(Toy(), script(floor=floor, sealed={}), Fixed([])).arrivals == (None, (), None)


def test_a_ruling_may_raise_the_next_point_and_overrule_its_verdict() -> None:
    overruled = play_script(Toy(), script(rulings={TRICK: "holds", f"{TRICK}/worth": 5}), Fixed(DICE))
    fought = next(told.fact for told in overruled.told if isinstance(told.fact, Fought))
    assert fought.scores[0].value == 12  # 5 + 2 + 1 + 5, at most 12


def test_nothing_is_published_over_an_open_point() -> None:
    with pytest.raises(UnruledError, match=TRICK):
        play_script(Toy(), script(rulings={}), Fixed(DICE))


def test_draws_must_fit() -> None:
    with pytest.raises(ChanceError):
        play_script(Toy(), script(), Fixed(DICE[:1]))


class Endless(Toy):
    """Nothing ever comes of it."""

    def resolve(
        self,
        state: State,
        call: Call,  # noqa: ARG002
        answers: Answers,  # noqa: ARG002
        rulings: Mapping[str, Data],  # noqa: ARG002
        chance: Chance,
    ) -> Resolution:
        return Teller(state, self.apply, chance).done()


class Silent:
    """A table at which nobody speaks."""

    def arrivals(self, call: Call) -> Sequence[tuple[Ask, Data]]:  # noqa: ARG002
        return ()

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:  # noqa: ARG002
        return None

    def rule(self, call: Call, point: Point) -> Data:  # noqa: ARG002
        return None

    def told(self, ask: Ask, problems: tuple[Problem, ...]) -> None: ...


def test_a_war_that_asks_on_and_on_is_stopped() -> None:
    system = Endless()
    with pytest.raises(StalledError):
        play(DirectDesk(system, system.begin(SETUP, OPTIONS), Seeded(b"")), Silent(), most=50)


def test_silence_ends_a_war_too() -> None:
    desk = DirectDesk(Toy(), Toy().begin(SETUP, OPTIONS), Seeded(b""))
    play(desk, Silent())
    assert isinstance(desk.facts[-1].fact, Ended)


class Casting(Toy):
    """A die is cast for everybody who arrives."""

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        if answers.closing:
            return super().resolve(state, call, answers, rulings, chance)
        teller = Teller(state, self.apply, chance)
        teller.draw("die", 10**6)
        teller.tell(Moved("s1", "red"), EVERYBODY)
        return teller.done()


def test_who_says_the_same_again_on_a_floor_gets_another_draw() -> None:
    system = Casting()
    desk = DirectDesk(system, system.begin(SETUP, OPTIONS), Seeded(b"seed"))
    (call,) = desk.calls()
    for _ in range(3):
        desk.order(call, call.asks[0], {"act": "move", "team": "blue"})
    assert len({told.dice[0].value for told in desk.facts}) == 3


def test_a_table_that_is_done_says_nothing_more() -> None:
    table = ScriptTable(script(floor=[]))
    (call,) = Toy().calls(Toy().begin(SETUP, OPTIONS))
    assert table.arrivals(call) == ()
