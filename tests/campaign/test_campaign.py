"""A war is its journal: whatever is commanded, the fold of the entries is the live war."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.campaign.outcome import Done, Refused
from grailkeeper.campaign.war import War, fold, live_path
from grailkeeper.core.call import Call
from grailkeeper.core.canon import Data, digest
from grailkeeper.core.codec import encode
from grailkeeper.core.seal import holds
from grailkeeper.journal.export import export, export_holds, told
from grailkeeper.text.language import Language
from grailkeeper.text.words import house_words
from grailkeeper.views import gate

from .wars import SYSTEMS, Player, begun, kinds, played

SEEDS = range(60)


@cache
def war_of(seed: int) -> Player:
    return played(seed)


def likeness(war: War) -> Data:
    """Everything of a war that must come out of its journal."""
    return {
        "state": encode(war.state),
        "sealed": sorted([*slot, each.seal.fingerprint] for slot, each in war.sealed.items()),
        "closed": {
            address: {whom: each.held.seal.fingerprint for whom, each in held.items()}
            for address, held in war.closed.items()
        },
        "rulings": {address: dict(rulings) for address, rulings in war.rulings.items()},
        "taken_back": sorted(war.taken_back),
        "opened": sorted(map(list, war.opened)),
        "arrivals": {address: dict(heard) for address, heard in war.arrivals.items()},
        "streams": {key: [stream.number, stream.head, stream.story] for key, stream in war.streams.items()},
        "head": war.head,
        "rewinds": war.rewinds,
        "paused": war.paused,
        "path": [each.number for each in live_path(war)],
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fold_of_the_entries_is_the_live_war(seed: int) -> None:
    player = war_of(seed)
    assert digest(likeness(fold(SYSTEMS, player.entries))) == digest(likeness(player.war))


def test_the_random_wars_hold_every_kind_of_entry_that_a_war_under_way_has() -> None:
    met = set[EntryKind]().union(*(kinds(war_of(seed).entries) for seed in SEEDS))
    assert met == set(EntryKind) - {EntryKind.JOINED, EntryKind.MOVED, EntryKind.ENDED}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_command_changes_nothing_and_says_why(seed: int) -> None:
    for refused in war_of(seed).refused:
        assert refused.problems
        assert all(problem.code for problem in refused.problems)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_export_holds_and_its_head_is_the_one_that_stands_under_the_posts(seed: int) -> None:
    player = war_of(seed)
    for audience, stream in player.war.streams.items():
        lines = list(export(player.entries, audience))
        assert export_holds(lines)
        assert len(lines) == stream.number
        assert not lines or stream.head.encode() in lines[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_opening_bears_out_a_fingerprint_that_was_told_when_the_call_closed(seed: int) -> None:
    player = war_of(seed)
    for audience in player.war.streams:
        known: set[object] = set()
        for telling in told(player.entries, audience):
            body: dict[str, Data] = dict(telling.body)
            if isinstance(prints := body.get("fingerprints"), dict):
                known.update(prints.values())
            if isinstance(opening := body.get("opening"), dict):
                assert holds(opening)
                assert opening["fingerprint"] in known


def calls_of_kind(war: War, kind: str) -> Call:
    return next(call for call in war.calls if call.kind == kind)


def gathered(seats: int = 2) -> Player:
    """A toy war in which everybody has taken a place and the stakes are asked."""
    first = begun(seats)
    player = Player(random.Random(0), first.war, [first.entry])
    address = calls_of_kind(player.war, "gathering").address
    for seat in sorted(player.war.state.players):
        assert player.take(declare.order(player.war, address, seat, {"act": "take"}))
    assert player.take(adjudicate.close(player.war, address))
    assert player.take(adjudicate.publish(player.war, address))
    return player


def sealed_stakes(player: Player) -> str:
    call = calls_of_kind(player.war, "stake")
    for ask in call.asks:
        order: dict[str, Data] = {"amount": 1}
        outcome = declare.seal(player.war, call.address, ask.whom, order, player.salts(ask.whom, order))
        assert player.take(outcome)
    return call.address


def test_a_second_order_takes_the_place_of_the_first() -> None:
    player = gathered()
    address = sealed_stakes(player)
    again: dict[str, Data] = {"amount": 2}
    assert player.take(declare.seal(player.war, address, "s1", again, player.salts("s1", again)))
    assert player.war.sealed[address, "s1"].order == again


def test_nothing_can_be_sealed_or_withdrawn_after_the_close() -> None:
    player = gathered()
    address = sealed_stakes(player)
    assert player.take(adjudicate.close(player.war, address))
    late: dict[str, Data] = {"amount": 2}
    for outcome in (
        declare.seal(player.war, address, "s1", late, player.salts("s1", late)),
        declare.withdraw(player.war, address, "s1"),
        adjudicate.close(player.war, address),
    ):
        assert isinstance(outcome, Refused)
        assert outcome.problems[0].code == "call_closed"


def test_a_rewind_over_the_close_keeps_what_nobody_has_seen_opened() -> None:
    player = gathered()
    address = sealed_stakes(player)
    before_close = player.war.number
    prints = {slot: each.seal.fingerprint for slot, each in player.war.sealed.items()}
    assert player.take(adjudicate.close(player.war, address))
    assert player.take(adjudicate.publish(player.war, address))
    assert player.take(keep.rewind(player.war, before_close, "a stake was misread"))
    assert {slot: each.seal.fingerprint for slot, each in player.war.sealed.items()} == prints


def fought(player: Player) -> tuple[int, dict[tuple[str, str], str]]:
    """Lay stakes, seal hands, fight: the entry before the close of the battle, and the fingerprints of its hands."""
    address = sealed_stakes(player)
    assert player.take(adjudicate.close(player.war, address))
    assert player.take(adjudicate.publish(player.war, address))
    call = calls_of_kind(player.war, "hand")
    for ask in call.asks:
        order: dict[str, Data] = {"number": 2, "charms": 0, "aim": "strike", "note": "so be it"}
        assert player.take(declare.seal(player.war, call.address, ask.whom, order, player.salts(ask.whom, order)))
    number = player.war.number
    prints = {slot: each.seal.fingerprint for slot, each in player.war.sealed.items()}
    assert player.take(adjudicate.close(player.war, call.address))
    assert player.take(adjudicate.publish(player.war, call.address))
    return number, prints


def test_a_rewind_over_an_opening_voids_the_opened_orders_for_ever_and_draws_anew() -> None:
    player = gathered()
    number, prints = fought(player)
    first = player.entries[-1]
    assert player.take(keep.rewind(player.war, number, "the keeper misread a card"))
    assert not set(prints) & player.war.sealed.keys()
    assert {(each, each) for each in prints.values()} <= player.war.opened
    assert player.take(keep.rewind(player.war, number - 1, "and once more"))
    assert not {each.seal.fingerprint for each in player.war.sealed.values()} & set(prints.values())
    again = gathered()
    _, _ = fought(again)
    assert again.entries[-1].body["facts"] == first.body["facts"], "the same war has the same draws"
    rewound = gathered()
    assert rewound.take(keep.rewind(rewound.war, rewound.war.number - 1, "the floor was closed too early"))
    assert rewound.take(adjudicate.publish(rewound.war, "0/gathering"))
    fought(rewound)
    assert rewound.entries[-1].body["facts"] != first.body["facts"], "draws after a rewind are new draws"


def test_an_audience_that_was_told_nothing_in_between_is_not_told_of_a_rewind() -> None:
    player = gathered()
    stakes = sealed_stakes(player)
    number = player.war.number
    assert player.take(adjudicate.close(player.war, stakes))
    streams = dict(player.war.streams)
    assert player.take(keep.rewind(player.war, number, "closed too early"))
    moved = {key for key in streams if player.war.streams[key] != streams[key]}
    assert moved == {key for key in streams if streams[key] != player.war.before(number).streams[key]}  # type: ignore[union-attr]


def test_a_war_that_has_ended_takes_nothing_more_and_its_seed_recomputes_every_draw() -> None:
    player = gathered()
    fought(player)
    assert player.take(keep.end(player.war, unfinished=True))
    ending = list(told(player.entries, "public"))[-1].body["ended"]
    assert isinstance(ending, dict)
    opening = next(iter(told(player.entries, "public"))).body["begun"]
    assert isinstance(opening, dict)
    assert keep.commitment(bytes.fromhex(str(ending["seed"]))) == opening["seed"]
    for outcome in (
        keep.end(player.war, unfinished=True),
        keep.pause(player.war, "why"),
        keep.rewind(player.war, 1, "why"),
    ):
        assert isinstance(outcome, Refused)


def test_another_version_reads_and_ends_a_war_but_resolves_nothing_before_it_is_moved() -> None:
    player = gathered()
    address = sealed_stakes(player)

    class Newer(type(player.war.system)):  # type: ignore[misc]
        version = "2"

    war = fold({"toy": Newer()}, player.entries)
    refused = adjudicate.close(war, address)
    assert isinstance(refused, Refused)
    assert refused.problems[0].code == "version_differs"
    assert isinstance(keep.end(war, unfinished=True), Done)
    moved = keep.move_version(war, "the rules were corrected")
    assert isinstance(moved, Done)
    assert isinstance(adjudicate.close(moved.war, address), Done)


def test_names_are_told_and_kept_through_a_rewind() -> None:
    player = gathered()
    assert player.take(keep.join(player.war, "s1", "사야카"))
    assert player.take(keep.rewind(player.war, player.war.number - 2, "seated wrongly"))
    assert player.war.names == {"s1": "사야카"}


def test_a_setup_with_faults_begins_nothing() -> None:
    refused = keep.begin(SYSTEMS["toy"], "w", "w", {"seats": [{"team": "pink", "coins": 77}]}, {"place": 3}, bytes(32))
    assert isinstance(refused, Refused)
    assert {problem.code for problem in refused.problems} == {
        "bad_team",
        "bad_number",
        "missing_field",
        "unknown_option",
    }


@pytest.mark.parametrize("language", Language)
def test_every_refusal_has_a_sentence(language: Language) -> None:
    rooms = [Path(keep.__file__).parent, Path(gate.__file__).parent]
    sources = [path.read_text("utf-8") for room in rooms for path in room.glob("*.py")]
    codes = {code for source in sources for code in re.findall(r'\brefuse\(\s*"(\w+)"', source)}
    assert len(codes) > 20
    words = house_words(language)
    assert {code for code in codes if f"problem.{code}" not in words} == set()
