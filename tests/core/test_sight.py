from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grailkeeper.core.fact import Fact
from grailkeeper.core.sight import seen
from grailkeeper.core.working import Step, Sum, Working


@dataclass(frozen=True, slots=True)
class Side:
    seat: str
    score: Working | None = None


@dataclass(frozen=True, slots=True)
class Fought(Fact):
    kind = "fought"
    place: str
    sides: tuple[Side, ...] = ()
    pairs: Mapping[str, tuple[Working, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rained(Fact):
    kind = "rained"
    place: str


SECRET = Sum("score").base("number", 3).add("charm", 2, seen_by=("A",)).done(("A",))


def test_every_working_in_a_fact_is_opened_as_far_as_the_seat_may() -> None:
    fact = Fought("bridge", (Side("A", SECRET), Side("B")), {"first": (SECRET, 1)})
    for seat in ("B", None):
        shown = seen(fact, seat)
        assert "charm" not in repr(shown)
        first = shown.sides[0].score
        assert first is not None and first.terms[-1].step is Step.REST
        assert shown.pairs["first"][0] == first
        assert (shown.place, shown.sides[1], shown.pairs["first"][1]) == ("bridge", Side("B"), 1)
    assert "charm" in repr(seen(fact, "A"))
    assert fact.sides[0].score is SECRET


def test_a_fact_without_a_working_is_shown_as_it_is() -> None:
    fact = Rained("bridge")
    assert seen(fact, "A") is fact
