"""Rewinding: the story goes back, what people were told stays, and nobody hears of it who heard nothing of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import pytest

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.campaign.outcome import Refused
from grailkeeper.campaign.telling import audiences, of_the_story, read_tellings
from grailkeeper.campaign.war import War, begin_fold, live_path, step
from grailkeeper.core.canon import digest
from grailkeeper.core.chance import Chance, Seeded
from grailkeeper.core.codec import encode
from grailkeeper.core.seat import EVERYBODY, seat_viewer
from grailkeeper.journal.verify import differences
from grailkeeper.views.gate import Gate
from toy.state import ScoreCorrected
from toy.system import Toy

from .scenes import HAND, at_hands, call_of, close, dice, fight, gather, publish, seal, toy_war
from .wars import SYSTEMS, Player, played

SEEDS = range(40)


@dataclass(frozen=True)
class Rewind:
    """A rewind that happened: the war before it, the one that it goes back to, and the one after it."""

    before: War
    back: War
    after: War
    entry: Entry


def wars_of(entries: Sequence[Entry]) -> list[War]:
    """The war after each entry."""
    first, *others = entries
    return list(accumulate(others, step, initial=begin_fold(SYSTEMS, first)))


def rewinds_of(player: Player) -> Iterator[Rewind]:
    war = begin_fold(SYSTEMS, player.entries[0])
    for entry in player.entries[1:]:
        after = step(war, entry)
        if entry.kind is EntryKind.REWOUND:
            to = entry.body["to"]
            assert isinstance(to, int)
            back = war.before(to)
            assert back is not None
            yield Rewind(war, back, after, entry)
        war = after


@pytest.mark.parametrize("seed", SEEDS)
def test_the_state_goes_back_and_the_tables_own_affairs_go_on(seed: int) -> None:
    for rewind in rewinds_of(played(seed)):
        assert digest(encode(rewind.after.state)) == digest(encode(rewind.back.state))
        assert rewind.after.names == rewind.before.names
        assert rewind.after.rewinds == rewind.before.rewinds + 1
        assert [war.number for war in live_path(rewind.after)][1:] == [war.number for war in live_path(rewind.back)]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_answer_comes_back_that_was_opened_since_or_taken_back(seed: int) -> None:
    player = played(seed)
    entries = {entry.number: entry for entry in player.entries}
    for rewind in rewinds_of(player):
        undone = [war for war in live_path(rewind.before) if war.number > rewind.back.number]
        shown: set[str] = set()
        for war in undone:
            entry = entries[war.number]
            if entry.kind is EntryKind.PUBLISHED and war.past is not None:
                held = war.past.closed[str(entry.body["call"])]
                opened = entry.body["opened"]
                assert isinstance(opened, list)
                shown |= {held[whom].filed.seal.fingerprint for whom in opened}
        lying = {each.seal.fingerprint for each in rewind.after.sealed.values()}
        assert not lying & shown
        assert not lying & rewind.after.taken_back
        for held in rewind.after.closed.values():
            assert not {each.filed.seal.fingerprint for each in held.values()} & shown


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_not_struck_out_is_what_the_live_path_told(seed: int) -> None:
    player = played(seed)
    entries = {entry.number: entry for entry in player.entries}
    live = [entries[war.number] for war in reversed(list(live_path(player.war)))]
    for key, viewer in audiences(player.war.system.seats(player.war.state)).items():
        heard = Gate(player.war, viewer, player.entries).heard()
        told = [t.body for entry in live for t in read_tellings(entry.body.get("tellings", ())) if key in t.to]
        story = [body for body in told if of_the_story(body)]
        assert [each.body for each in heard if of_the_story(each.body) and not each.struck] == story
        assert not any(each.struck for each in heard if not of_the_story(each.body))


@pytest.mark.parametrize("seed", SEEDS)
def test_only_who_has_something_struck_out_is_told_of_a_rewind(seed: int) -> None:
    player = played(seed)
    for rewind in rewinds_of(player):
        told = {key for telling in read_tellings(rewind.entry.body["tellings"]) for key in telling.to}
        entries = {entry.number: entry for entry in player.entries}
        undone = [entries[war.number] for war in live_path(rewind.before) if war.number > rewind.back.number]
        tellings = [telling for entry in undone for telling in read_tellings(entry.body.get("tellings", ()))]
        assert told == {key for telling in tellings if of_the_story(telling.body) for key in telling.to}


def test_who_heard_only_of_seats_and_pauses_is_not_told() -> None:
    """Else everybody knew that something they never heard of was undone."""
    player = at_hands(4)
    hand = call_of(player, "hand").address
    seal(player, hand, "s1", HAND)
    before = player.war.number
    assert player.take(keep.join(player.war, "s3", "Sayaka"))
    assert player.take(keep.pause(player.war, "a holiday"))
    assert player.take(keep.pause(player.war, ""))
    assert player.take(keep.rewind(player.war, before, "nothing to do with anybody"))
    assert player.entries[-1].body["tellings"] == []
    assert player.war.names == {"s3": "Sayaka"}


def test_who_had_it_struck_out_already_is_not_told_again() -> None:
    player = at_hands()
    hand = call_of(player, "hand").address
    before = player.war.number
    close(player, hand)
    assert player.take(keep.rewind(player.war, before, "closed too early"))
    assert len(read_tellings(player.entries[-1].body["tellings"])) == 3
    assert player.take(keep.rewind(player.war, before, "and once more"))
    assert player.entries[-1].body["tellings"] == []


def test_a_pause_and_a_version_go_on_over_a_rewind() -> None:
    player = toy_war()
    assert player.take(keep.join(player.war, "s1", "Sayaka"))
    assert player.take(keep.pause(player.war, "the keeper looks for a mistake"))

    class Newer(Toy):
        version = "2"

    player.war = _under(Newer(), player)
    assert player.take(keep.move_version(player.war, "the rules were corrected"))
    assert player.take(keep.rewind(player.war, 1, "the mistake is found"))
    assert (player.war.paused, player.war.version) == ("the keeper looks for a mistake", "2")
    heard = Gate(player.war, next(iter(audiences(()).values())), player.entries).heard()
    assert not any(each.struck for each in heard)


def _under(system: Toy, player: Player) -> War:
    war = begin_fold({"toy": system}, player.entries[0])
    for entry in player.entries[1:]:
        war = step(war, entry)
    return war


def test_rulings_lapse_with_the_version_that_asked_for_them() -> None:
    player = at_hands()
    hand = call_of(player, "hand").address
    seal(player, hand, "s1", {**HAND, "aim": "trick"})
    close(player, hand)
    before = player.war.number
    assert player.take(adjudicate.rule(player.war, hand, f"{hand}/s1/trick", "holds"))

    class Newer(Toy):
        version = "2"

    player.war = _under(Newer(), player)
    assert player.take(keep.move_version(player.war, "the rules were corrected"))
    refused = adjudicate.publish(player.war, hand)
    assert isinstance(refused, Refused)
    assert refused.problems[0].code == "point_open"
    assert player.take(adjudicate.rule(player.war, hand, f"{hand}/s1/trick", "fails"))
    assert player.take(keep.rewind(player.war, before + 1, "to before the move"))
    assert not player.war.rulings


@pytest.mark.parametrize("told", [True, None])
def test_the_reason_of_a_ruling_is_told_to_whoever_learns_what_follows_and_struck_with_it(told: bool | None) -> None:
    """The last one, and none that was written before reasons were told."""
    player = at_hands()
    hand = call_of(player, "hand").address
    seal(player, hand, "s1", {**HAND, "aim": "trick"})
    close(player, hand)
    before = player.war.number
    for reason in ("at first", "it was night"):
        assert player.take(adjudicate.rule(player.war, hand, f"{hand}/s1/trick", "holds", reason, told=told))
    assert player.take(adjudicate.rule(player.war, hand, f"{hand}/s1/trick/worth", 3))
    publish(player, hand)
    heard = {
        key: [each.body["ruled"] for each in Gate(player.war, viewer, player.entries).heard() if "ruled" in each.body]
        for key, viewer in audiences(player.war.system.seats(player.war.state)).items()
    }
    assert heard.pop("s1") == (["it was night"] if told else [])
    assert not any(heard.values())
    assert not differences(player.entries, wars_of(player.entries))
    assert player.take(keep.rewind(player.war, before, "again"))
    assert not player.war.reasons
    again = Gate(player.war, seat_viewer("s1"), player.entries).heard()
    assert all(each.struck for each in again if "ruled" in each.body)


def test_an_answer_to_a_cancelled_call_is_there_again_when_the_call_is() -> None:
    """It was never opened; what was sealed after the entry that is gone back to comes along."""
    player = at_hands(charms=1)
    fight(player, {"s1": {**HAND, "number": 6}, "s2": {**HAND, "number": 1}})
    rescue = call_of(player, "rescue").address
    before = player.war.number
    seal(player, rescue, "s2", {"spend": True})
    gather(player, "s1", "s2")
    assert not any(slot[0] == rescue for slot in player.war.sealed)
    assert player.take(keep.rewind(player.war, before, "the gathering was closed too early"))
    assert player.war.sealed[rescue, "s2"].order == {"spend": True}
    close(player, rescue)
    publish(player, rescue)
    assert player.war.state.battles[0].rescued


def test_what_was_replaced_or_taken_back_stays_so() -> None:
    player = at_hands()
    hand = call_of(player, "hand").address
    seal(player, hand, "s1", HAND)
    seal(player, hand, "s2", HAND)
    before = player.war.number
    seal(player, hand, "s1", {**HAND, "number": 3})
    seal(player, hand, "s2", {**HAND, "number": 3})
    assert player.take(declare.withdraw(player.war, hand, "s1"))
    assert player.take(keep.rewind(player.war, before, "nothing to do with it"))
    assert {slot[1]: each.order for slot, each in player.war.sealed.items()} == {"s2": {**HAND, "number": 3}}


def test_twice_over_the_same_opening() -> None:
    player = at_hands()
    before = player.war.number
    for number in (2, 3, 4):
        fight(player, {"s1": {**HAND, "number": number}, "s2": HAND}, shown=(1, 1))
        assert player.take(keep.rewind(player.war, before, "a hand was misread"))
        assert not player.war.sealed
    assert len(player.war.opened) == 6


def test_a_rewind_to_a_rewind() -> None:
    player = at_hands()
    hand = call_of(player, "hand").address
    seal(player, hand, "s1", HAND)
    before = player.war.number
    close(player, hand)
    publish(player, hand, dice(1, 1))
    assert player.take(keep.rewind(player.war, before, "once"))
    once = player.war.number
    fight(player, {"s1": HAND, "s2": HAND}, shown=(1, 1))
    assert player.take(keep.rewind(player.war, once, "twice"))
    assert not player.war.sealed
    assert player.take(keep.rewind(player.war, before, "and to the beginning"))
    assert not player.war.sealed
    assert isinstance(keep.rewind(player.war, once, "gone"), Refused), "what was undone is no longer on the live path"


def test_draws_hang_on_what_was_heard_before_and_on_rewinds() -> None:
    """The same order on a floor a second time draws anew."""
    player = toy_war()
    floor = call_of(player, "gathering").address
    addresses: list[tuple[str, ...]] = []

    class Listening(Seeded):
        def open(self, call: str, fingerprints: Sequence[str] = ()) -> Chance:
            addresses.append((call, *fingerprints))
            return super().open(call, fingerprints)

    for act in ("take", "leave", "take", "leave"):
        assert player.take(declare.order(player.war, floor, "s1", {"act": act}, chance=Listening(b"")))
    close(player, floor)
    assert player.take(adjudicate.publish(player.war, floor, chance=Listening(b"")))
    assert len(set(addresses)) == 5


def test_whoever_was_heard_in_what_is_undone_was_not_heard() -> None:
    player = toy_war()
    floor = call_of(player, "gathering").address
    for whom, act in (("s1", "take"), ("s2", "take"), ("s1", "leave")):
        assert player.take(declare.order(player.war, floor, whom, {"act": act}))
    assert player.war.heard(floor) == {"s1": 2, "s2": 1}
    assert player.take(keep.rewind(player.war, player.war.number - 2, "out of turn"))
    assert player.war.heard(floor) == {"s1": 1}
    assert player.take(keep.rewind(player.war, 1, "from the beginning"))
    assert player.war.heard(floor) == {}


def test_an_ended_war_is_not_rewound_nor_joined_nor_moved() -> None:
    player = toy_war()
    assert player.take(keep.join(player.war, "s1", "Sayaka"))
    assert player.take(keep.end(player.war, unfinished=True))
    for outcome in (
        keep.rewind(player.war, 1, "why"),
        keep.join(player.war, "s1", "Kyoko"),
        keep.move_version(player.war, "why"),
        adjudicate.correct(player.war, [(ScoreCorrected("s1", 1, ""), EVERYBODY)], "why"),
        adjudicate.close(player.war, "0/gathering"),
        adjudicate.preview(player.war, "0/gathering"),
    ):
        assert isinstance(outcome, Refused)
        assert outcome.problems[0].code == "war_ended"


def test_a_paused_war_takes_no_declarations_and_publishes_nothing_but_its_keeper_may_look() -> None:
    player = at_hands(4)
    first, second = (call.address for call in player.war.calls if call.kind == "hand")
    close(player, first)
    assert player.take(keep.pause(player.war, "a holiday"))
    for outcome in (
        declare.seal(player.war, second, "s3", HAND, player.salts("s3", HAND)),
        declare.withdraw(player.war, second, "s3"),
        adjudicate.close(player.war, second),
        adjudicate.rule(player.war, first, "…", 1),
        adjudicate.publish(player.war, first),
    ):
        assert isinstance(outcome, Refused)
        assert outcome.problems[0].code == "war_paused"
    assert not isinstance(adjudicate.preview(player.war, first), Refused)
