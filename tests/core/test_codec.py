from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.canon import canon
from grailkeeper.core.chance import Draw
from grailkeeper.core.codec import decode, encode
from grailkeeper.core.fact import Fact, FactTable
from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.working import Step, Term, Working

from .data import keys, texts


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True, slots=True)
class Card:
    colour: Colour
    rank: Rank
    number: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """A field of every kind that a state may have."""

    owner: str
    cards: tuple[Card, ...] = ()
    best: Card | None = None
    pair: tuple[int, str] = (0, "")
    by_name: Mapping[str, Card] = field(default_factory=dict)
    seen_by: frozenset[str] = frozenset()
    size: Size = Size.SMALL
    ready: bool = False
    limit: int | str | None = None
    deep: dict[str, tuple[Card, ...]] = field(default_factory=dict)


cards = st.builds(
    Card, st.sampled_from(Colour), st.builds(Rank, st.sampled_from(Letter), st.integers(0, 3)), st.integers(-9, 9)
)
hands = st.builds(
    Hand,
    texts,
    st.lists(cards, max_size=3).map(tuple),
    st.none() | cards,
    st.tuples(st.integers(0, 9), texts),
    st.dictionaries(keys, cards, max_size=3),
    st.frozensets(keys, max_size=3),
    st.sampled_from(Size),
    st.booleans(),
    st.none() | st.integers(0, 9) | texts,
    st.dictionaries(keys, st.lists(cards, max_size=2).map(tuple), max_size=2),
)


@given(hands)
def test_a_record_comes_back_from_its_data(hand: Hand) -> None:
    data = encode(hand)
    canon(data)
    assert decode(Hand, data) == hand
    assert type(decode(Hand, data).size) is Size


def test_defaults_are_left_out() -> None:
    assert encode(Hand("A", best=Card(Colour.RED, Rank(Letter.B, 1)))) == {
        "owner": "A",
        "best": {"colour": "red", "rank": {"letter": 4, "plus": 1}},
    }


def test_an_older_record_is_read_with_the_default_of_a_new_field() -> None:
    assert decode(Hand, {"owner": "A"}) == Hand("A")


def test_a_working_comes_back_with_what_is_inside_of_it() -> None:
    inner = Working("help", 2, (Term(Step.BASE, "rank", 2, "T-1"),), open_to=("A",))
    outer = Working("chance", 2, (Term(Step.BASE, "help", 2, seen_by=("A", "B"), inner=inner),))
    assert decode(Working, encode(outer)) == outer


@pytest.mark.parametrize("data", [{"owner": "A", "size": 3}, {"owner": "A", "colour": "red"}])
def test_what_no_record_has_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):
        decode(Hand, data)


@dataclass(frozen=True, slots=True)
class TwoKinds:
    either: Card | Rank


@dataclass(frozen=True, slots=True)
class Numbered:
    by_number: Mapping[int, str]


@pytest.mark.parametrize(("kind", "data"), [(TwoKinds, {"either": {}}), (Numbered, {"by_number": {}})])
def test_types_that_would_not_come_back_are_refused(kind: type, data: Any) -> None:
    with pytest.raises(TypeError):
        decode(kind, data)


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    kind = "struck"
    whom: str
    by: int = 1


@dataclass(frozen=True, slots=True)
class StruckAgain(Fact):
    kind = "struck"
    version = 2
    whom: str
    how: Colour = Colour.RED


TABLE = FactTable((Struck, StruckAgain))


@pytest.mark.parametrize("fact", [Struck("A"), Struck("A", 3), StruckAgain("B"), StruckAgain("B", Colour.BLUE)])
def test_facts_come_back_in_their_version(fact: Fact) -> None:
    data = TABLE.encode(fact)
    assert (data["kind"], data["version"]) == (fact.kind, fact.version)
    assert TABLE.decode(data) == fact


def test_an_unknown_kind_or_version_is_no_fact() -> None:
    for data in ({"kind": "struck", "version": 3}, {"kind": "healed", "version": 1}):
        with pytest.raises(KeyError):
            TABLE.decode(data)


def test_draws_are_plain() -> None:
    assert decode(Draw, encode(Draw("roll", 100, 99))) == Draw("roll", 100, 99)
