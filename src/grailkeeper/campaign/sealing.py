"""Sealed answers of a war: as they were filed, and as a closed call holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.canon import Data, digest
from ..core.seal import SALT_BYTES, Seal, padded_leaves
from ..core.seal import seal as bind

Slot = tuple[str, str]
"""Where an answer lies: the address of its call (or of its kind, for a standing answer) and `whom`."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An order bound: whose, and what."""

    seat: str
    order: Data
    seal: Seal


@dataclass(frozen=True, slots=True)
class Frozen:
    """The answer that a closed call holds: `held`, and what it was made of, `filed` under `address`."""

    address: str
    filed: Sealed
    held: Sealed


def bound(whom: str, order: Data) -> dict[str, Data]:
    """What is sealed: the order under the name of whom it is for, since a seat may answer for two."""
    return {whom: order}


def held_salts(filed: Sequence[str], call: str, order: Data) -> list[str]:
    """The salts of a standing answer as one call holds it: each a digest of one it was filed with, and of the call.

    Who knows the filed ones can make them; who is shown them learns nothing of the filed ones.
    """
    places = range(len(padded_leaves(order)))
    return [digest([filed[place % len(filed)], place, call])[: 2 * SALT_BYTES] for place in places]


def held_as_filed(address: str, filed: Sealed) -> Frozen:
    """An answer that was sealed for the very call that closes."""
    return Frozen(address, filed, filed)


def held_anew(war: str, address: str, filed: Sealed, call: str, whom: str, order: Data) -> Frozen:
    """A standing answer in a call that closes: bound anew, under the address of that call.

    So it looks like any other answer, and one that serves two calls has another fingerprint in each.
    """
    content = bound(whom, order)
    made = bind(war, call, filed.seat, content, held_salts(filed.seal.salts, call, content))
    return Frozen(address, filed, Sealed(filed.seat, order, made))
