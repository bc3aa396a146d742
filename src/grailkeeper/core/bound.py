"""Bounds: within what a keeper may put a number right. What nobody has cannot be put right at all."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .fact import Fact
from .problem import Problem, illegal


@dataclass(frozen=True, slots=True)
class Bound:
    """From where to where a number may lie, by a clause; None: no end on that side.

    Of a list it holds for each number in it, and `most` says how many there may be.
    """

    clause: str = ""
    low: int | None = None
    high: int | None = None
    most: int | None = None

    def holds(self, number: int) -> bool:
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


Bounds: TypeAlias = Mapping[str, Bound | Sequence[Bound]]
"""Of what somebody has, by the names of the fact's fields. Of a list that must keep its length: one for each place."""


def beyond(fact: Fact, bounds: Bounds) -> Iterator[Problem]:
    """What is wrong with the numbers that a correction gives to somebody who has those of `bounds`."""
    for field in dataclasses.fields(fact):
        given = getattr(fact, field.name)
        if not isinstance(given, int | tuple):
            continue
        bound = bounds.get(field.name)
        if bound is None:
            yield illegal("bound_nobody", "", field.name)
        else:
            yield from _beyond(field.name, given, bound)


def _beyond(name: str, given: int | tuple[int, ...], bound: Bound | Sequence[Bound]) -> Iterator[Problem]:
    numbers = given if isinstance(given, tuple) else (given,)
    if isinstance(bound, Bound):
        if bound.most is not None and len(numbers) > bound.most:
            yield illegal("bound_most", bound.clause, name, given=len(numbers), most=bound.most)
        bound = [bound] * len(numbers)
    elif len(numbers) != len(bound):
        yield illegal("bound_places", bound[0].clause if bound else "", name, given=len(numbers), places=len(bound))
    for number, each in zip(numbers, bound, strict=False):
        if not each.holds(number):
            yield _outside(name, number, each)


def _outside(name: str, number: int, bound: Bound) -> Problem:
    ends = {"low": bound.low, "high": bound.high}
    values = {end: value for end, value in ends.items() if value is not None}
    code = "bound_between" if len(values) > 1 else f"bound_{next(iter(values))}"
    return illegal(code, bound.clause, name, given=number, **values)
