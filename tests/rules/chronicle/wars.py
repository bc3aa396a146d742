"""Wars with a battle in them, as a scene would hand one over."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from grailkeeper.core.call import Answers
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Fixed, FixedChance
from grailkeeper.core.fact import Told
from grailkeeper.core.form import read
from grailkeeper.core.seat import seat_viewer
from grailkeeper.core.system import Resolution
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle.apply import apply
from grailkeeper.rules.chronicle.battle.announcing import announce
from grailkeeper.rules.chronicle.field import Intrusion, Setting, Side
from grailkeeper.rules.chronicle.setup import SETUP
from grailkeeper.rules.chronicle.state import Region, State
from grailkeeper.rules.chronicle.system import CHRONICLE

PEOPLE: Sequence[Mapping[str, Any]] = (
    {"key": "saber", "name": "세이버", "team": "red", "true_name": "아르토리아", "at": "r1"},
    {"key": "shirou", "name": "시로", "team": "red", "kind": "master", "at": "r1"},
    {"key": "lancer", "name": "랜서", "team": "blue", "at": "r1", "agility": "A"},
    {"key": "rin", "name": "린", "team": "blue", "kind": "master", "at": "r1", "seat": "blue_master"},
    {"key": "rider", "name": "라이더", "team": "green", "at": "r1"},
)


def war(people: Sequence[Mapping[str, Any]] = PEOPLE, options: Mapping[str, Any] | None = None, **teams: Any) -> State:
    """A war in its first scene, in a region r1 that is known to nobody."""
    setup, problems = read(SETUP, {"people": list(people), "teams": teams, "as_they_are": True})
    assert not problems, problems
    full, wrong = CHRONICLE.options.read(options or {})
    assert not wrong
    assert isinstance(setup, Mapping)
    assert not [problem for problem in CHRONICLE.examine(setup, full) if problem.binding]
    state = CHRONICLE.begin(setup, full)
    return replace(state, scene=1, regions={"r1": Region("r1", "신토", base_bonus=1, ley_line=3)})


def announced(state: State, *sides: Sequence[str], preempts: str = "", intrusions: Sequence[Intrusion] = ()) -> State:
    """The war with a battle of these people."""
    return told_battle(state, *sides, preempts=preempts, intrusions=intrusions)[1]


def told_battle(
    state: State, *sides: Sequence[str], preempts: str = "", intrusions: Sequence[Intrusion] = ()
) -> tuple[tuple[Told, ...], State]:
    teller = Teller(state, apply, FixedChance(()))
    made = tuple(Side(f"s{place}", tuple(people)) for place, people in enumerate(sides, 1))
    announce(teller, Setting(state.battle_count + 1, made, "r1", preempts, tuple(intrusions)))
    return teller.done().told, teller.state


def answer(state: State, address: str, orders: Mapping[str, Any] | None = None) -> tuple[Resolution, State]:
    """A call is closed with these orders, each read and checked as its seat would."""
    call = next(call for call in CHRONICLE.calls(state) if call.address == address)
    read_orders: dict[str, Data] = {}
    for whom, order in (orders or {}).items():
        ask = call.ask_for(whom)
        assert ask is not None, f"{whom} is not asked"
        view = CHRONICLE.view(state, seat_viewer(ask.seat))
        data, malformed = read(CHRONICLE.form(view, call, ask).record, order)
        assert not malformed, malformed
        problems = [each for each in CHRONICLE.check(view, call, ask, data) if each.binding]
        assert not problems, problems
        read_orders[whom] = data
    resolution = CHRONICLE.resolve(state, call, Answers(read_orders), {}, Fixed().open(address))
    for told in resolution.told:
        state = CHRONICLE.apply(state, told.fact)
    return resolution, state


def problems_of(state: State, address: str, whom: str, order: Any) -> list[str]:
    """The codes of what is wrong with an order, as its seat would hear them."""
    return [code for code, _ in culprits_of(state, address, whom, order)]


def culprits_of(state: State, address: str, whom: str, order: Any) -> list[tuple[str, str]]:
    """The codes with what is to blame."""
    call = next(call for call in CHRONICLE.calls(state) if call.address == address)
    ask = call.ask_for(whom)
    assert ask is not None
    view = CHRONICLE.view(state, seat_viewer(ask.seat))
    data, malformed = read(CHRONICLE.form(view, call, ask).record, order)
    return [(problem.code, problem.culprit) for problem in malformed or CHRONICLE.check(view, call, ask, data)]


def addresses(state: State) -> list[str]:
    return [call.address for call in CHRONICLE.calls(state)]


def kinds(resolution: Resolution) -> list[str]:
    return [told.fact.kind for told in resolution.told]
