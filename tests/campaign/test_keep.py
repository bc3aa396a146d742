"""Who plays a seat: whose name it may be, and how a war begins and ends by the keeper's hand."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from grailkeeper.campaign import adjudicate, keep
from grailkeeper.campaign.outcome import Refused
from grailkeeper.core.problem import illegal

from .scenes import toy_war
from .wars import Player


def refused(player: Player, seat: str, name: str) -> str:
    outcome = keep.join(player.war, seat, name)
    assert isinstance(outcome, Refused)
    return outcome.problems[0].code


@pytest.mark.parametrize("name", ["keeper", "public", " keeper "])
def test_nobody_is_called_as_those_who_read_without_a_seat(name: str) -> None:
    assert refused(toy_war(), "s1", name) == "name_reserved"


def test_what_means_the_keeper_is_for_the_words_of_the_house_to_say() -> None:
    def identify(word: str, among: Collection[str]) -> str | None:
        return "keeper" if word == "진행자" and "keeper" in among else None

    player = toy_war()
    assert isinstance(keep.join(player.war, "s1", "진행자", identify=identify), Refused)
    assert player.take(keep.join(player.war, "s1", "진행자"))


def test_nobody_is_called_as_another_team_its_seat_or_its_player() -> None:
    player = toy_war(3)
    assert player.take(keep.join(player.war, "s2", "Kyoko"))
    for name in ("blue", "BLUE", "green", "s2", "s3", "kyoko", "Kyoko "):
        assert refused(player, "s1", name) == "name_taken"
    assert player.take(keep.join(player.war, "s2", "Hitomi"))
    assert player.take(keep.join(player.war, "s1", "Kyoko")), "the name is free again"


def test_one_player_may_hold_both_seats_of_a_team_and_be_called_as_it() -> None:
    player = toy_war(4)  # s1 and s4 are red
    for seat, name in (("s1", "Kyoko"), ("s4", "Kyoko"), ("s1", "red"), ("s4", "s4")):
        assert player.take(keep.join(player.war, seat, name))


def test_a_name_is_short_and_bare() -> None:
    player = toy_war()
    assert keep.join(player.war, "s1", "가" * 61) == Refused(
        (illegal("name_long", "", "name", given=61, most=keep.LONGEST_NAME),)
    )
    assert player.take(keep.join(player.war, "s1", f" {'가' * 60} "))
    assert player.war.names["s1"] == "가" * 60
    assert refused(player, "s1", " ") == "name_missing"


def test_a_war_with_open_calls_ends_only_where_it_is_to_be_left_unfinished() -> None:
    player = toy_war()
    open_now = ", ".join(call.address for call in player.war.calls)
    assert open_now
    assert keep.end(player.war) == Refused((illegal("calls_open", "", accepted=open_now),))
    assert player.take(keep.end(player.war, unfinished=True))
    again = keep.end(player.war, unfinished=True)
    assert isinstance(again, Refused) and again.problems[0].code == "war_ended"


def test_a_war_that_is_over_ends_without_more_ado() -> None:
    player = toy_war()
    while player.war.calls:
        address = player.war.calls[0].address
        assert player.take(adjudicate.close(player.war, address))
        assert player.take(adjudicate.publish(player.war, address))
    assert player.take(keep.end(player.war))
