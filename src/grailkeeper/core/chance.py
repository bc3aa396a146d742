"""Chance: every draw is recorded with its address, and everybody can recompute it once the seed is opened."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .canon import canon


@dataclass(frozen=True, slots=True)
class Draw:
    """One value drawn: `value` is within 0 to `sides` - 1; `what` is what case files call it."""

    what: str
    sides: int
    value: int


class ChanceError(Exception):
    """A fixed source was asked for a draw that it does not hold, or holds one that was not asked for.

    `asked` names the draw that was asked for ("" none), `listed` the one that is next in the list ("" none).
    """

    def __init__(self, message: str, asked: str = "", listed: str = "") -> None:
        super().__init__(message)
        self.asked, self.listed = asked, listed


class Chance(Protocol):
    """A source of draws for one resolution."""

    def draw(self, what: str, sides: int) -> Draw:
        """A value of 0 to `sides` - 1 for `what`; the same again for the same address."""
        ...


class ChanceSource(Protocol):
    """Where the draws of a whole war or case come from. A resolution may be tried many times before it stands."""

    def open(self, call: str, fingerprints: Sequence[str] = ()) -> Chance:
        """The draws for one try at resolving the call of that address."""
        ...

    def settle(self, chance: Chance) -> None:
        """That try was published: what it drew is used up."""
        ...


class SeededChance:
    """Draws of a war: HMAC-SHA-256 of their address under the war's seed.

    The address is the call, the name and ordinal of the draw, the number of rewinds before it and the
    fingerprints of the answers: nobody knows a draw before the call has closed, and nothing that a person can
    push on by one is in it. It is the list of these as `canon` writes it; only the ordinal is other from draw to draw.
    """

    def __init__(self, seed: bytes, call: str, rewinds: int = 0, fingerprints: Sequence[str] = ()) -> None:
        self._seed = seed
        self._start, self._end = b"[%s," % canon(call), b",%d,%s]" % (rewinds, canon(fingerprints))
        self._ordinals: dict[str, int] = {}
        self._written: dict[str, bytes] = {}

    def draw(self, what: str, sides: int) -> Draw:
        ordinal = self._ordinals.get(what, 0)
        self._ordinals[what] = ordinal + 1
        if what not in self._written:
            self._written[what] = self._start + canon(what)
        address = b"%s,%d%s" % (self._written[what], ordinal, self._end)
        value = int.from_bytes(hmac.digest(self._seed, address, "sha256"))
        return Draw(what, sides, value % sides)


class Seeded:
    """The source of a war with a seed, after `rewinds` rewinds."""

    def __init__(self, seed: bytes, rewinds: int = 0) -> None:
        self._seed, self._rewinds = seed, rewinds

    def open(self, call: str, fingerprints: Sequence[str] = ()) -> Chance:
        return SeededChance(self._seed, call, self._rewinds, fingerprints)

    def settle(self, chance: Chance) -> None:
        """Nothing is used up: a draw hangs on its address alone."""


class FixedChance:
    """The draws of a case, in their order. Raises ChanceError on one that is not next."""

    def __init__(self, draws: Sequence[tuple[str, int]], start: int = 0) -> None:
        self._draws, self.used = draws, start

    def draw(self, what: str, sides: int) -> Draw:
        if self.used >= len(self._draws):
            raise ChanceError(f"no draw is left for {what!r}", asked=what)
        name, value = self._draws[self.used]
        if name != what or not 0 <= value < sides:
            raise ChanceError(f"{what!r} of {sides} was drawn where {name!r}: {value} is next", what, name)
        self.used += 1
        return Draw(what, sides, value)


class Fixed:
    """The source of a case: a list of draws that must all be asked for, in their order."""

    def __init__(self, draws: Sequence[tuple[str, int]] = ()) -> None:
        self._draws, self._used = list(draws), 0

    def open(self, call: str, fingerprints: Sequence[str] = ()) -> Chance:  # noqa: ARG002 - a list has no addresses
        return FixedChance(self._draws, self._used)

    def settle(self, chance: Chance) -> None:
        assert isinstance(chance, FixedChance)
        self._used = chance.used

    def exhausted(self) -> None:
        """Raises ChanceError if a draw is left over."""
        if self._used < len(self._draws):
            name = self._draws[self._used][0]
            raise ChanceError(f"the draw {name!r} was never asked for", listed=name)
