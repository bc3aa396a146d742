"""The house under test: the commands of a campaign and the ways out of it, so that one can be swapped for a leaky one.

Also what a war needs to be the same twice: draws that hang on nothing but their name, salts that are all the same,
and a beginning from any state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.campaign.outcome import Done, Outcome, Refused, append
from grailkeeper.campaign.war import War
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance, SeededChance
from grailkeeper.core.form import Record
from grailkeeper.core.option import OptionTable
from grailkeeper.core.seal import padded_leaves, seal
from grailkeeper.core.seat import Viewer
from grailkeeper.journal.export import export
from grailkeeper.text.document import Document
from grailkeeper.text.post import post
from grailkeeper.views.gate import Gate

from .twin import System


@dataclass(frozen=True, slots=True)
class House:
    """What commands do, and all by which something reaches a viewer."""

    seal: Callable[..., Outcome] = declare.seal
    withdraw: Callable[..., Outcome] = declare.withdraw
    order: Callable[..., Outcome] = declare.order
    close: Callable[..., Outcome] = adjudicate.close
    rule: Callable[..., Outcome] = adjudicate.rule
    publish: Callable[..., Outcome] = adjudicate.publish
    rewind: Callable[..., Outcome] = keep.rewind
    gate: Callable[[War, Viewer, Sequence[Entry]], Gate] = Gate
    export: Callable[[Sequence[Entry], str], Iterable[bytes]] = export
    post: Callable[..., Document] = post


HOUSE = House()


class Steady:
    """A source whose draws hang on their call and name alone: twin worlds draw the same, whatever was declared."""

    def open(self, call: str, fingerprints: Sequence[str] = ()) -> Chance:  # noqa: ARG002
        return SeededChance(b"steady", call)

    def settle(self, chance: Chance) -> None:
        """Nothing is used up."""


class Staged:
    """A rule system whose wars begin from a given state."""

    setup = Record(())
    options = OptionTable(())

    def __init__(self, system: System, state: Any) -> None:
        self._system, self._state = system, state

    def examine(self, setup: object, options: object) -> tuple[()]:  # noqa: ARG002
        return ()

    def begin(self, setup: object, options: object) -> Any:  # noqa: ARG002
        return self._state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)


@dataclass(frozen=True, slots=True)
class Moment:
    """A war and its journal after one command more."""

    war: War
    entries: tuple[Entry, ...]


class Course:
    """A war that begins from a state and is played by the commands of a house: the moment after each of them."""

    def __init__(self, house: House, system: System, state: Any) -> None:
        self.house = house
        begun = keep.begin(cast(System, Staged(system, state)), "twin", "twin", {}, {}, bytes(32))
        assert isinstance(begun, Done)
        self.moments = [Moment(begun.war, (begun.entry,))]

    @property
    def war(self) -> War:
        return self.moments[-1].war

    def do(self, outcome: Outcome) -> None:
        """Go on from a command that was carried out."""
        assert isinstance(outcome, Done), outcome
        self.moments.append(Moment(outcome.war, (*self.moments[-1].entries, outcome.entry)))

    def seal(self, address: str, whom: str, order: Data) -> None:
        """Salts are all the same, so that twins differ in nothing but what was sealed."""
        self.do(self.house.seal(self.war, address, whom, order, _same_salts(whom, order)))

    def seal_unchecked(self, address: str, whom: str, order: Data) -> None:
        """Seal even what is refused now: in a war it was allowed when it was sealed, and is to fail."""
        salts = _same_salts(whom, order)
        outcome = self.house.seal(self.war, address, whom, order, salts)
        if isinstance(outcome, Refused):
            call = self.war.call(address)
            ask = None if call is None else call.ask_for(whom)
            assert ask is not None
            made = seal(self.war.key, address, ask.seat, declare.bound(whom, order), salts)
            body = {"call": address, "whom": whom, "seat": ask.seat, "order": order, "salts": made.salts}
            outcome = append(self.war, EntryKind.SEALED, {**body, "fingerprint": made.fingerprint}, "")
        self.do(outcome)


def _same_salts(whom: str, order: Data) -> list[str]:
    return ["00" * 16 for _ in padded_leaves(declare.bound(whom, order))]
