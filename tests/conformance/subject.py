"""What the suite must be given of a rule system to put it to the test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Option, OptionTable, Value
from grailkeeper.core.seat import Audience, seat_viewer
from grailkeeper.core.system import RuleSystem

from .twin import Twins

System: TypeAlias = RuleSystem[Any]
Begin: TypeAlias = Callable[[Pick], tuple[Mapping[str, Any], Mapping[str, Value]]]
OrderMaker: TypeAlias = Callable[[System, Any, Call, Ask, Pick], Data]

TRIES = 8


def sampled_order(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """An order of `ask`'s form that is legal by its own view, or None where none was found by sampling."""
    view = system.view(state, seat_viewer(ask.seat))
    form = system.form(view, call, ask)
    for _ in range(TRIES):
        order, malformed = read(form.record, form.record.sample(pick))
        if not malformed and not any(problem.binding for problem in system.check(view, call, ask, order)):
            return order
    return None


def sampled_options(table: OptionTable, pick: Pick) -> dict[str, Value]:
    """A whole set of options, about half of them off their default."""
    return {option.name: _sampled(option, pick) if pick(2) else option.default for option in table.options}


def _sampled(option: Option, pick: Pick) -> Value:
    if option.number and pick(2):
        low, high = option.number
        return low + pick(high - low + 1)
    return option.values[pick(len(option.values))]


@dataclass(frozen=True, slots=True)
class Subject:
    """A system under test.

    `begin` makes a setup that passes `examine`, and options; `order` a legal order or None (silence).
    `information` are the rows (id, clause, who may know) of its information table, `twins` the pairs of worlds
    for them, `words` the folder with its words.{ko,en}.toml. `walks` random wars of at most `longest`
    resolutions are played, and `wars` of at most `calls` calls through the campaign. `correction` makes a fact by
    which a state may be corrected, with its audience.
    """

    system: System
    begin: Begin
    information: tuple[tuple[str, str, str], ...]
    twins: Callable[[], Iterable[Twins]]
    words: Path
    order: OrderMaker = sampled_order
    walks: int = 30
    longest: int = 150
    wars: int = 3
    calls: int = 12
    correction: Callable[[Any, Pick], tuple[Fact, Audience]] | None = None

    @property
    def package(self) -> str:
        """The package that holds its words."""
        return type(self.system).__module__.rpartition(".")[0]
