"""Wars of the toy brought to a certain point, for tests that go on from there."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.outcome import Done
from grailkeeper.core.call import Call
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import ChanceSource, Fixed
from toy.system import Toy

from .wars import SEED, Player

HAND: Mapping[str, Any] = {"number": 2, "charms": 0, "aim": "strike", "note": "so be it"}
STRONG: Mapping[str, Any] = {**HAND, "number": 6}


def toy_war(
    seats: int = 2, system: Any = None, policy: Mapping[str, Data] | None = None, at: str = "", charms: int = 2
) -> Player:
    """A war that has just begun; teams go round red, blue, green."""
    players = [{"team": ("red", "blue", "green")[n % 3], "coins": 3, "charms": charms} for n in range(seats)]
    done = keep.begin(system or Toy(), "toy-war", "A toy war", {"seats": players}, {}, SEED, policy, at=at)
    assert isinstance(done, Done), done
    return Player(random.Random(0), done.war, [done.entry])


def call_of(player: Player, kind: str) -> Call:
    return next(call for call in player.war.calls if call.kind == kind)


def seal(player: Player, address: str, whom: str, order: Data, at: str = "") -> str:
    """Seal an order that must be taken; its fingerprint."""
    assert player.take(declare.seal(player.war, address, whom, order, player.salts(whom, order), at))
    return str(player.entries[-1].body["fingerprint"])


def close(player: Player, address: str, at: str = "") -> None:
    assert player.take(adjudicate.close(player.war, address, at))


def publish(player: Player, address: str, chance: ChanceSource | None = None, at: str = "") -> None:
    assert player.take(adjudicate.publish(player.war, address, at, chance))


def gather(player: Player, *seats: str, at: str = "") -> None:
    """These seats take places, and the gathering closes."""
    address = call_of(player, "gathering").address
    for seat in seats:
        assert player.take(declare.order(player.war, address, seat, {"act": "take"}, at))
    close(player, address, at)
    publish(player, address, at=at)


def stake(player: Player, amount: int = 0, at: str = "") -> None:
    """Everybody lays the same stake."""
    call = call_of(player, "stake")
    for ask in call.asks:
        seal(player, call.address, ask.whom, {"amount": amount}, at)
    close(player, call.address, at)
    publish(player, call.address, at=at)


def at_hands(seats: int = 2, **about: Any) -> Player:
    """A war in which all have taken places and laid nothing, and the hands are asked."""
    player = toy_war(seats, **about)
    gather(player, *(f"s{n}" for n in range(1, seats + 1)))
    stake(player)
    return player


def dice(left: int, right: int) -> Fixed:
    """What a battle draws: no fate, and these dice."""
    return Fixed([("fate", 0), ("fate", 0), ("die", left - 1), ("die", right - 1)])


def fight(player: Player, hands: Mapping[str, Data], battle: str = "1", shown: tuple[int, int] | None = (6, 1)) -> None:
    """Seal hands, close and publish a battle with these dice, or with the war's own."""
    address = f"{player.war.state.round}/{battle}/hand"
    for whom, order in hands.items():
        seal(player, address, whom, order)
    close(player, address)
    publish(player, address, dice(*shown) if shown else None)
