"""Agents play whole wars of any system; from a seed they repeat them byte for byte."""

from __future__ import annotations

import pytest

from campaign.wars import TOY
from grailkeeper.agents.roster import agent
from grailkeeper.agents.sampler import RandomAgent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.outcome import Done
from grailkeeper.core.chance import Seeded
from grailkeeper.core.drive import DirectDesk, play
from grailkeeper.rules.mirror.facts import CardsLaid, ServantMade
from grailkeeper.rules.mirror.system import MIRROR

PLAYERS = {"seats": [{"team": team, "coins": 3, "charms": 2} for team in ("red", "blue", "green", "red")]}

OPTIONS = MIRROR.options.read({})[0]


def war(seed: int) -> list[Entry]:
    begun = keep.begin(TOY, "toy", "toy", PLAYERS, {}, bytes([seed]) * 32)
    assert isinstance(begun, Done)
    entries = [begun.entry]
    desk = WarDesk(begun.war, entries.append)
    seats = {seat.key: RandomAgent() for seat in TOY.seats(begun.war.state)}
    play(desk, AgentTable(desk, seats, bytes([seed])))
    assert not desk.calls()
    return entries


@pytest.mark.parametrize("seed", range(10))
def test_a_war_from_a_seed_repeats_byte_for_byte(seed: int) -> None:
    assert [entry.line() for entry in war(seed)] == [entry.line() for entry in war(seed)]
    assert war(seed)[-1].hash != war(seed + 1)[-1].hash


@pytest.mark.parametrize("seed", range(10))
def test_agents_play_on_the_bare_state_too(seed: int) -> None:
    desk = DirectDesk(TOY, TOY.begin(PLAYERS, {"places": 4, "fate": "hidden"}), Seeded(bytes([seed])))
    seats = {seat.key: RandomAgent() for seat in TOY.seats(desk.state)}
    play(desk, AgentTable(desk, seats, bytes([seed])))
    assert desk.state.over


def test_what_agents_name_goes_by_the_name_that_it_has_in_the_war() -> None:
    desk = DirectDesk(MIRROR, MIRROR.begin(MIRROR.war_setup({"a": "가", "b": "나"}), OPTIONS), Seeded(b"x"))
    seats = {seat.key: agent("steady", "mirror") for seat in MIRROR.seats(desk.state)}
    play(desk, AgentTable(desk, seats, b"x", called={"Mirror Moon": "거울에 비친 달"}))
    made = [told.fact.sheet for told in desk.facts if isinstance(told.fact, ServantMade)]
    laid = [told.fact.plays for told in desk.facts if isinstance(told.fact, CardsLaid)]
    assert {phantasm.name for sheet in made for phantasm in sheet.phantasms} == {"거울에 비친 달"}
    assert {play.phantasm for plays in laid for play in plays} == {"", "거울에 비친 달"}


def test_a_seat_that_nobody_holds_is_silent() -> None:
    desk = DirectDesk(TOY, TOY.begin(PLAYERS, {"places": 4, "fate": "none"}), Seeded(b"x"))
    play(desk, AgentTable(desk, {}, b"x"))
    assert desk.state.over
