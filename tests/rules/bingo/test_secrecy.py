"""On a journal: what is sealed tells nobody anything, and a seat that changes its team takes nothing along."""

from collections.abc import Mapping
from typing import Any

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.outcome import Done
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.codec import encode
from grailkeeper.core.seat import PUBLIC, Person, Role, Seat, Viewer, seat_viewer
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.apply import apply
from grailkeeper.rules.bingo.state import State
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.views.gate import Gate

from .twins import PERSON, ROW, SCATTERED, war

WATCHERS = (PUBLIC, seat_viewer("red"), seat_viewer("green"))


def _desk() -> tuple[WarDesk, list[Entry]]:
    places = {"red": "park", "blue": "park", "green": "school"}
    teams = [{"key": key, "region": region, **PERSON} for key, region in places.items()]
    begun = keep.begin(BINGO, "war", "전쟁", {"teams": teams, "regions": ["park", "school"]}, {}, bytes(32))
    assert isinstance(begun, Done)
    entries = [begun.entry]
    return WarDesk(begun.war, entries.append), entries


def _answer(desk: WarDesk, **orders: Data) -> None:
    """Seal these orders to the first sealed call."""
    call = next(each for each in desk.calls() if each.mode == "sealed")
    for whom, order in orders.items():
        ask = call.ask_for(whom)
        assert ask is not None
        assert not any(problem.binding for problem in desk.order(call, ask, order))


def _close(desk: WarDesk) -> None:
    call = next(each for each in desk.calls() if each.mode == "sealed")
    desk.close(call)
    desk.publish(call)


def _seen(desk: WarDesk, entries: list[Entry], viewer: Viewer) -> bytes:
    gate = Gate(desk.war, viewer, entries)
    heard: list[Data] = [dict(each.body) for each in gate.heard()]
    return canon([encode(gate.state()), [encode(each) for each in gate.calls()], heard])


def _fighting(order: Mapping[str, Any]) -> tuple[WarDesk, list[Entry]]:
    desk, entries = _desk()
    _close(desk)
    _answer(desk, red={"intent": "fight"})
    _close(desk)
    _answer(desk, blue=order)
    return desk, entries


def test_a_sealed_battle_order_is_nobody_else_s_to_see() -> None:
    """B-1.8: before the reveal, nothing but that it is asked for."""
    one, other = (_fighting({"cards": board, "supports": False}) for board in (ROW, SCATTERED))
    for viewer in WATCHERS:
        assert _seen(*one, viewer) == _seen(*other, viewer)
    assert _seen(*one, seat_viewer("blue")) != _seen(*other, seat_viewer("blue"))


def test_a_sealed_order_of_a_scene_is_nobody_else_s_to_see() -> None:
    """B-14.8."""
    desks = []
    orders: tuple[dict[str, Data], ...] = (
        {"region": "school", "intent": "fight"},
        {"region": "park", "accompany": False},
    )
    for order in orders:
        desk, entries = _desk()
        _close(desk)
        _answer(desk, blue=order)
        desks.append((desk, entries))
    for viewer in WATCHERS:
        assert _seen(*desks[0], viewer) == _seen(*desks[1], viewer)


def test_a_battle_order_opens_to_the_two_sides_and_a_rescue_to_nobody() -> None:
    """B-14.18, B-14.13: what is opened of the seals."""
    desk, entries = _fighting({"cards": ["r5c5 K"], "supports": False})
    _answer(desk, red={"cards": ROW, "supports": False})
    floor = desk.calls()[0]
    adjudicate.close(desk.war, floor.address)
    _close(desk)
    _answer(desk, blue={"rescue": {"stroke": 18, "health": 2}})
    _close(desk)
    opened = {
        viewer: [each.body["opening"] for each in Gate(desk.war, viewer, entries).heard() if "opening" in each.body]
        for viewer in (*WATCHERS, seat_viewer("blue"))
    }
    battles = {viewer: [o for o in found if str(o["call"]).endswith("/battle")] for viewer, found in _plain(opened)}
    assert [len(battles[viewer]) for viewer in (*WATCHERS, seat_viewer("blue"))] == [0, 2, 0, 2]
    assert not any(str(o["call"]).endswith("/aftermath") for _, found in _plain(opened) for o in found)


def _plain(opened: Any) -> Any:
    return opened.items()


def test_who_goes_to_another_team_takes_nothing_along() -> None:
    """B-14.15: the servant's seat goes with it, the seat it replaces is of no team; nobody learns old things."""
    state = war()
    for team, role in (("green", Role.MASTER), ("red", Role.SERVANT)):
        state = apply(state, f.PersonLost(Person(team, role), f.Cause.HEALTH, 1))
    after = apply(state, f.ContractMade("red", "green"))
    assert after.seats == (
        Seat("red", "red", (Role.MASTER,)),
        Seat("blue", "blue"),
        Seat("green", "red", (Role.SERVANT,)),
    )
    assert _own(after, "green") == "red" and after.team("green").out
    assert after.team("red").servant == state.team("green").servant


def _own(state: State, seat: str) -> str:
    own = BINGO.view(state, seat_viewer(seat)).own
    return "" if own is None else own.key


def test_the_seat_of_a_servant_that_is_replaced_sees_what_everybody_sees() -> None:
    state = war()
    seats = (Seat("red", "red", (Role.MASTER,)), Seat("redb", "red", (Role.SERVANT,)), *state.seats[1:])
    state = State(**{name: getattr(state, name) for name in state.__dataclass_fields__} | {"seats": seats})
    for team, role in (("green", Role.MASTER), ("red", Role.SERVANT)):
        state = apply(state, f.PersonLost(Person(team, role), f.Cause.HEALTH, 1))
    after = apply(state, f.ContractMade("red", "green"))
    assert _own(after, "redb") == ""
    assert not any(ask.seat == "redb" for call in BINGO.calls(after) for ask in call.asks)
    public = BINGO.view(after, PUBLIC)
    seen = BINGO.view(after, seat_viewer("redb"))
    assert (seen.teams, seen.meetings, seen.own, seen.everything) == (public.teams, public.meetings, None, None)


def test_declaring_needs_no_more_than_the_own_view() -> None:
    desk, _ = _fighting({"cards": ROW})
    refused = declare.examine(desk.war, "scene/1/red-blue/battle", "blue", {"strokes": [3], "mana_spent": 9})
    codes = {problem.code for problem in refused.problems}
    assert codes == {"stroke_not_held", "master_mana"}
