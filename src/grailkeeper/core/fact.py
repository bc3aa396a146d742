"""Facts: what happened, frozen and typed. Prose is made of them late, per reader and language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from .canon import Data
from .chance import Draw
from .codec import decode, encode
from .seat import Audience


@dataclass(frozen=True, slots=True)
class Fact:
    """Base of every fact. A released kind and version keeps its fields' meaning and its `apply` for ever."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1


@dataclass(frozen=True, slots=True)
class Told:
    """A fact with the seats that learn it and the dice that it rests on. The audience is fixed at publishing."""

    fact: Fact
    audience: Audience
    dice: tuple[Draw, ...] = ()


class FactTable:
    """The kinds of fact of one rule system, with their plain data."""

    __slots__ = ("_kinds",)

    def __init__(self, kinds: Iterable[type[Fact]]) -> None:
        self._kinds: Mapping[tuple[str, int], type[Fact]] = {(kind.kind, kind.version): kind for kind in kinds}

    @property
    def kinds(self) -> tuple[type[Fact], ...]:
        return tuple(self._kinds.values())

    def encode(self, fact: Fact) -> dict[str, Data]:
        data: dict[str, Data] = {"kind": fact.kind, "version": fact.version}
        data.update(cast(Mapping[str, Data], encode(fact)))
        return data

    def decode(self, data: Mapping[str, Any]) -> Fact:
        """Raises KeyError for a kind or version that this program does not know."""
        kind = self._kinds[data["kind"], data["version"]]
        return decode(kind, {key: value for key, value in data.items() if key not in ("kind", "version")})
