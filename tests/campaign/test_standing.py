"""Standing answers: they count where nothing else was sealed and they are still allowed, and nobody can tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.outcome import Refused
from grailkeeper.campaign.sealing import bound, held_salts
from grailkeeper.campaign.war import fold
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.form import Form, Number, Reader
from grailkeeper.core.seal import holds
from grailkeeper.core.seal import seal as bind
from grailkeeper.core.seat import PUBLIC, seat_viewer
from grailkeeper.journal.export import told
from grailkeeper.journal.file import Reading
from grailkeeper.journal.verify import verify
from grailkeeper.views.gate import Gate, SlotState
from planted.twins import having
from toy.system import Toy
from toy.visibility import View

from .scenes import HAND, STRONG, at_hands, call_of, close, dice, fight, gather, publish, seal, stake
from .wars import SYSTEMS, Player

STANDING = "standing/hand"

hands = st.fixed_dictionaries(
    {
        "number": st.integers(1, 6),
        "charms": st.integers(0, 3),
        "aim": st.sampled_from(("strike", "steal")),
        "note": st.sampled_from(("-", "so be it")),
    }
)


def allowed(order: Mapping[str, Any] | None, charms: int) -> bool:
    """T-4.1 and T-4.2, said once more."""
    return order is not None and order["charms"] <= charms and not (order["number"] == 6 and order["charms"])


def held(player: Player) -> dict[str, Data]:
    """The orders that the one closed call holds."""
    (closed,) = player.war.closed.values()
    return {whom: each.held.order for whom, each in closed.items()}


@given(standing=st.none() | hands, direct=st.none() | hands, now=st.integers(0, 3))
def test_what_a_closed_call_holds(standing: Any, direct: Any, now: int) -> None:
    """What was sealed for it; else the standing answer if it is allowed now; else silence."""
    player = at_hands(charms=3)
    if allowed(standing, 3):
        seal(player, STANDING, "s1", standing)
    player.war = replace(player.war, state=having(player.war.state, "s1", charms=now))
    address = call_of(player, "hand").address
    if allowed(direct, now):
        seal(player, address, "s1", direct)
    close(player, address)
    counts = [order for order, most in ((direct, now), (standing, min(now, 3))) if allowed(order, most)]
    assert held(player) == ({"s1": counts[0]} if counts else {})


@given(orders=st.lists(st.none() | hands.filter(lambda order: allowed(order, 2)), max_size=5))
def test_the_last_one_filed_counts_and_none_that_was_taken_back(orders: list[Any]) -> None:
    player = at_hands()
    for order in orders:
        if order is not None:
            seal(player, STANDING, "s1", order)
        elif player.take(declare.withdraw(player.war, STANDING, "s1")):
            assert not player.war.sealed
    close(player, call_of(player, "hand").address)
    assert held(player) == ({"s1": orders[-1]} if orders and orders[-1] is not None else {})


def test_what_is_filed_or_taken_back_after_the_close_changes_nothing_in_it() -> None:
    player = at_hands()
    seal(player, STANDING, "s1", HAND)
    seal(player, STANDING, "s2", HAND)
    address = call_of(player, "hand").address
    close(player, address)
    seal(player, STANDING, "s1", STRONG)
    assert player.take(declare.withdraw(player.war, STANDING, "s2"))
    assert held(player) == {"s1": HAND, "s2": HAND}
    publish(player, address)
    assert player.war.sealed[STANDING, "s1"].order == STRONG
    assert verify(SYSTEMS, Reading(tuple(player.entries), 0, b"")).holds


def bodies(player: Player, audience: str, key: str) -> list[Any]:
    return [telling.body for telling in told(player.entries, audience) if key in telling.body]


def two_battles() -> Player:
    """Both seats fight twice by answers filed once."""
    player = at_hands()
    for seat in ("s1", "s2"):
        seal(player, STANDING, seat, STRONG)
    fight(player, {})
    gather(player, "s1", "s2")
    stake(player)
    fight(player, {})
    return player


def test_a_standing_answer_is_told_like_any_other() -> None:
    """Bound to each call that it serves: the fingerprint told at the close is the one that is opened."""
    player = two_battles()
    closes = {body["closed"]: body["fingerprints"] for body in bodies(player, "public", "closed")}
    openings = [body["opening"] for body in bodies(player, "public", "opening")]
    assert len(openings) == 4
    for opening in openings:
        assert holds(opening)
        assert closes[opening["call"]][opening["seat"]] == opening["fingerprint"]
    assert len({opening["fingerprint"] for opening in openings}) == 4
    assert b"standing" not in b"".join(telling.body.__repr__().encode() for telling in told(player.entries, "public"))


def test_who_filed_it_can_prove_what_it_was_bound_to() -> None:
    player = at_hands()
    seal(player, STANDING, "s1", STRONG)
    own = Gate(player.war, seat_viewer("s1"), player.entries)
    kept = own.kept(STANDING, "s1")
    assert not isinstance(kept, Refused)
    assert holds(kept)
    address = call_of(player, "hand").address
    close(player, address)
    salts = player.war.sealed[STANDING, "s1"].seal.salts
    content = bound("s1", STRONG)
    made = bind("toy-war", address, "s1", content, held_salts(salts, address, content))
    closed = bodies(player, "public", "closed")[-1]
    assert closed["fingerprints"]["s1"] == made.fingerprint
    shown = Gate(player.war, seat_viewer("s1"), player.entries).kept(address, "s1")
    assert not isinstance(shown, Refused)
    assert holds(shown) and shown["fingerprint"] == made.fingerprint


def test_the_gate_shows_it_to_its_seat_alone_until_the_call_closes() -> None:
    player = at_hands()
    seal(player, STANDING, "s1", STRONG)

    def states(viewer: Any) -> tuple[list[SlotState], list[SlotState]]:
        gate = Gate(player.war, viewer, player.entries)
        filed = [ask.state for call in gate.standing() if call.address == STANDING for ask in call.asks]
        return filed, [ask.state for call in gate.calls() for ask in call.asks]

    untold, sealed, empty = SlotState.UNTOLD, SlotState.SEALED, SlotState.EMPTY
    assert states(seat_viewer("s1")) == ([sealed, untold], [empty, untold])
    assert states(seat_viewer("s2")) == ([untold, empty], [untold, empty])
    assert states(PUBLIC) == ([], [untold, untold])
    close(player, call_of(player, "hand").address)
    bound = SlotState.BOUND
    assert states(PUBLIC)[1] == [bound, bound]
    assert states(seat_viewer("s1"))[1] == [sealed, bound]
    assert states(seat_viewer("s2"))[1] == [bound, empty]


class AtMost(Number):
    """A number that is lowered to the most there is."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return super().read(min(value, self.high) if isinstance(value, int) else value, path, reader)


class Lowering(Toy):
    """A toy whose hand spends as many charms as there are."""

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        form = super().form(view, call, ask)
        if call.kind != "hand":
            return form
        most = AtMost(0, view.person(ask.seat).charms or 0)
        fields = tuple(replace(each, kind=most) if each.name == "charms" else each for each in form.record.fields)
        return replace(form, record=replace(form.record, fields=fields))


def test_a_standing_answer_counts_as_the_call_reads_it_now() -> None:
    player = at_hands(system=Lowering())
    seal(player, STANDING, "s1", {**HAND, "charms": 2})
    fight(player, {"s2": HAND}, shown=None)
    assert player.war.state.players["s1"].charms == 0
    gather(player, "s1", "s2")
    stake(player)
    address = call_of(player, "hand").address
    close(player, address)
    assert held(player) == {"s1": HAND}
    assert player.entries[-1].body["answers"] == [{"whom": "s1", "filed": STANDING, "read": HAND}]
    again = fold({"toy": Lowering()}, player.entries)
    assert again.closed[address]["s1"].held == player.war.closed[address]["s1"].held
    publish(player, address)
    opened = [body["opening"] for body in bodies(player, "public", "opening")]
    assert opened and all(holds(opening) for opening in opened)
    assert verify({"toy": Lowering()}, Reading(tuple(player.entries), 0, b"")).holds


class Moving(Toy):
    """A toy in which the first seat may pass to another player."""

    taken = False

    def standing(self, state: Any) -> tuple[Call, ...]:
        return tuple(map(self._passed, super().standing(state)))

    def calls(self, state: Any) -> tuple[Call, ...]:
        return tuple(map(self._passed, super().calls(state)))

    def _passed(self, call: Call) -> Call:
        asks = tuple(Ask("s3", ask.whom) if self.taken and ask.whom == "s1" else ask for ask in call.asks)
        return replace(call, asks=asks)


def test_an_answer_is_its_seats_and_does_not_pass_to_another() -> None:
    """Whoever answers for somebody now neither sees nor uses what another seat has sealed."""
    system = Moving()
    player = at_hands(3, system=system)
    address = call_of(player, "hand").address
    seal(player, STANDING, "s1", STRONG)
    seal(player, address, "s1", STRONG)
    system.taken = True
    gate = Gate(player.war, seat_viewer("s3"), player.entries)
    assert [ask.state for call in gate.calls() for ask in call.asks if ask.mine] == [SlotState.EMPTY]
    assert isinstance(gate.kept(address, "s1"), Refused)
    assert isinstance(declare.withdraw(player.war, address, "s1"), Refused)
    close(player, address)
    assert held(player) == {}


def test_a_rewind_over_an_opened_standing_answer_voids_it_and_one_before_does_not() -> None:
    """rewinding twice over the same opening, and to after it."""
    player = at_hands()
    seal(player, STANDING, "s1", STRONG)
    address = call_of(player, "hand").address
    before = player.war.number
    close(player, address)
    publish(player, address, dice(6, 1))
    after = player.war.number
    assert (STANDING, "s1") in player.war.sealed
    gather(player, "s1", "s2")
    assert player.take(keep.rewind(player.war, after, "the places were misread"))
    assert (STANDING, "s1") in player.war.sealed, "nothing of it was opened since"
    assert player.take(keep.rewind(player.war, before, "a hand was misread"))
    assert (STANDING, "s1") not in player.war.sealed
    seal(player, STANDING, "s1", HAND)
    close(player, address)
    assert held(player) == {"s1": HAND}
    publish(player, address, dice(6, 1))
    assert player.take(keep.rewind(player.war, before, "and once more"))
    assert not player.war.sealed


def test_a_rewind_between_close_and_publication_keeps_what_the_call_holds_unless_it_was_opened() -> None:
    player = at_hands()
    seal(player, STANDING, "s1", STRONG)
    address = call_of(player, "hand").address
    close(player, address)
    closed = player.war.number
    assert player.take(declare.withdraw(player.war, STANDING, "s1"))
    assert player.take(keep.rewind(player.war, closed, "nothing to do with it"))
    assert held(player) == {"s1": STRONG}
    assert not player.war.sealed, "what was taken back stays so"
    publish(player, address, dice(6, 1))
    assert player.take(keep.rewind(player.war, closed, "a die was misread"))
    assert address not in player.war.closed, "a call short of an opened answer reopens"
    assert isinstance(adjudicate.publish(player.war, address), Refused)
