"""The gate gives out what a viewer may know, and a closed door looks like no door."""

from __future__ import annotations

from typing import Any

from campaign.scenes import HAND, STRONG, at_hands, call_of, close, dice, fight, seal
from campaign.wars import Player, played
from grailkeeper.campaign import adjudicate
from grailkeeper.campaign.outcome import Refused
from grailkeeper.core.seal import holds
from grailkeeper.core.seat import KEEPER, PUBLIC, Viewer, seat_viewer
from grailkeeper.views.gate import Gate, SlotState, Understood

RESCUE = "1/1/rescue"


def gate(player: Player, viewer: Viewer) -> Gate:
    return Gate(player.war, viewer, player.entries)


def beaten() -> Player:
    """s2 has lost, and is asked in secret."""
    player = at_hands(charms=1)
    fight(player, {"s1": STRONG, "s2": HAND})
    return player


def test_whoever_is_not_asked_finds_nothing_at_a_secret_call_open_or_closed() -> None:
    player = beaten()
    for _ in range(2):
        for viewer in (PUBLIC, seat_viewer("s1")):
            eyes = gate(player, viewer)
            nothing = [eyes.form("no such call", "s2"), eyes.kept("no such call", "s2")]
            found = [eyes.form(RESCUE, "s2"), eyes.kept(RESCUE, "s2")]
            assert [each.problems[0].code for each in (*nothing, *found) if isinstance(each, Refused)] == [
                "not_asked"
            ] * 4
            examined = eyes.examine(RESCUE, "s2", {"spend": True})
            assert isinstance(examined, Refused)
            assert (examined.problems[0].code, examined.problems[0].clause) == ("not_asked", "")
            assert RESCUE not in {call.address for call in eyes.calls()}
        if RESCUE not in player.war.closed:
            close(player, RESCUE)


def test_the_asked_see_that_their_secret_call_is_open_and_then_that_it_is_closed() -> None:
    player = beaten()
    own = next(call for call in gate(player, seat_viewer("s2")).calls() if call.address == RESCUE)
    assert not own.closed
    close(player, RESCUE)
    own = next(call for call in gate(player, seat_viewer("s2")).calls() if call.address == RESCUE)
    assert own.closed
    refused = gate(player, seat_viewer("s2")).examine(RESCUE, "s2", {"spend": True})
    assert isinstance(refused, Refused)
    assert refused.problems[0].code == "call_closed"


def test_an_answer_is_understood_without_a_word_on_anybody_else() -> None:
    player = at_hands()
    address = call_of(player, "hand").address
    assert gate(player, seat_viewer("s1")).examine(address, "s1", HAND) == Understood(HAND, ())


def test_fingerprints_are_shown_when_they_are_told() -> None:
    player = at_hands()
    address = call_of(player, "hand").address
    fingerprint = seal(player, address, "s1", HAND)

    def shown(viewer: Viewer) -> list[tuple[SlotState, str]]:
        (call,) = gate(player, viewer).calls()
        return [(ask.state, ask.fingerprint) for ask in call.asks]

    untold, empty = (SlotState.UNTOLD, ""), (SlotState.EMPTY, "")
    own = (SlotState.SEALED, fingerprint)
    assert shown(PUBLIC) == [untold, untold]
    assert shown(seat_viewer("s2")) == [untold, empty]
    assert shown(seat_viewer("s1")) == [own, untold]
    assert shown(KEEPER) == [own, empty]
    close(player, address)
    (silence,) = {each for _, each in shown(PUBLIC)} - {fingerprint}
    bound = (SlotState.BOUND, silence)
    assert shown(PUBLIC) == [(SlotState.BOUND, fingerprint), bound]
    assert shown(seat_viewer("s1")) == [own, bound]
    assert shown(seat_viewer("s2")) == [(SlotState.BOUND, fingerprint), (SlotState.EMPTY, silence)]
    assert shown(KEEPER) == [own, (SlotState.EMPTY, silence)]
    told: Any = gate(player, PUBLIC).heard()[-1].body
    assert told["fingerprints"] == {"s1": fingerprint, "s2": silence}


def test_only_who_sealed_it_keeps_the_proof() -> None:
    player = at_hands()
    address = call_of(player, "hand").address
    fingerprint = seal(player, address, "s1", HAND)
    kept = gate(player, seat_viewer("s1")).kept(address, "s1")
    assert not isinstance(kept, Refused)
    assert holds(kept) and kept["fingerprint"] == fingerprint
    for viewer in (PUBLIC, seat_viewer("s2")):
        assert isinstance(gate(player, viewer).kept(address, "s1"), Refused)
    silent = gate(player, seat_viewer("s2")).kept(address, "s2")
    assert isinstance(silent, Refused)
    assert silent.problems[0].code == "nothing_sealed"


def test_points_and_previews_are_the_keepers() -> None:
    player = at_hands()
    address = call_of(player, "hand").address
    seal(player, address, "s1", {**HAND, "aim": "trick"})
    close(player, address)
    assert not isinstance(gate(player, KEEPER).preview(address), Refused)
    for viewer in (PUBLIC, seat_viewer("s1"), seat_viewer("s2")):
        refused = gate(player, viewer).preview(address)
        assert isinstance(refused, Refused)
        assert refused.problems[0].code == "keeper_only"
    assert player.take(adjudicate.rule(player.war, address, f"{address}/s1/trick", "fails"))
    assert player.take(adjudicate.publish(player.war, address, chance=dice(1, 1)))


def test_the_numbers_of_what_was_heard_are_those_of_the_chain() -> None:
    for seed in range(10):
        player = played(seed)
        for viewer in (PUBLIC, *map(seat_viewer, sorted(player.war.state.players))):
            eyes = gate(player, viewer)
            heard = eyes.heard()
            assert [each.number for each in heard] == list(range(1, len(heard) + 1))
            assert eyes.stream.number == len(heard)
