"""Workings: the terms lead to the value, and whoever may not open one learns the value and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.working import Step, Sum, Term, Working, fold, opened_for

SEATS = ("A", "B", "C")
Act = Callable[[Sum, dict[str, object]], Sum]

amounts = st.integers(-9, 9)
acts: st.SearchStrategy[Act] = st.one_of(
    amounts.map(lambda n: lambda total, about: total.add("plus", n, "T-1", **about)),
    amounts.map(lambda n: lambda total, about: total.subtract("minus", n, "T-2", **about)),
    st.integers(0, 3).map(lambda n: lambda total, about: total.times("times", n, "T-3", **about)),
    st.integers(1, 3).map(lambda n: lambda total, about: total.divide("part", n, "T-4", **about)),
    st.integers(2, 9).map(lambda n: lambda total, about: total.modulo("left", n, "T-5", **about)),
    amounts.map(lambda n: lambda total, about: total.cap("most", n, "T-6", **about)),
    amounts.map(lambda n: lambda total, about: total.floor("least", n, "T-7", **about)),
    st.just(lambda total, about: total.skip("skill", "too_late", "T-8", **about)),
)
audiences = st.none() | st.sets(st.sampled_from(SEATS)).map(lambda seats: tuple(sorted(seats)))


@st.composite
def workings(draw: st.DrawFn) -> Working:
    total = Sum("score", "T-0").base("base", draw(amounts), "T-1")
    for act, seen_by in draw(st.lists(st.tuples(acts, audiences), max_size=6)):
        act(total, {"seen_by": seen_by})
    return total.done(draw(st.sets(st.sampled_from(SEATS))))


@given(workings())
def test_the_terms_lead_to_the_value(working: Working) -> None:
    assert fold(working.terms) == working.value


@given(workings(), st.sampled_from((None, *SEATS)))
def test_whoever_sees_it_sees_the_value_and_terms_that_lead_to_it(working: Working, seat: str | None) -> None:
    shown = opened_for(working, seat)
    assert shown.value == working.value == fold(shown.terms)
    assert shown.open_to is None and all(term.seen_by is None for term in shown.terms)
    assert opened_for(shown, seat) == shown


@given(workings(), st.sampled_from((None, *SEATS)))
def test_a_closed_working_shows_only_terms_that_are_the_seats_to_see(working: Working, seat: str | None) -> None:
    shown = opened_for(working, seat)
    if working.open_to is not None and seat in working.open_to:
        assert len(shown.terms) == len(working.terms)
        return
    *terms, rest = shown.terms
    assert rest == Term(Step.REST, "rest", rest.amount)
    visible = [term for term in working.terms if term.seen_by is None or seat in term.seen_by]
    assert all(any(replace(term, seen_by=None) == shown_term for term in visible) for shown_term in terms)
    assert not any(term.step in (Step.TIMES, Step.DIVIDE, Step.CAP, Step.FLOOR, Step.MODULO) for term in terms)


@given(
    st.lists(st.tuples(st.booleans(), amounts), max_size=5),
    st.lists(st.tuples(acts, st.just(("B",))), max_size=4),
    st.lists(st.tuples(acts, st.just(("B",))), max_size=4),
)
def test_two_workings_that_differ_in_closed_terms_only_look_the_same(
    public: list[tuple[bool, int]], one: list[tuple[Act, tuple[str]]], other: list[tuple[Act, tuple[str]]]
) -> None:
    """The closed terms stand anywhere among the others, of any number and kind; the values are made equal."""

    def built(hidden: list[tuple[Act, tuple[str]]]) -> Working:
        total = Sum("score", "T-0")
        for place, (first, amount) in enumerate(public):
            total.add("ring", amount, "T-1", source="A", seen_by=("A", "B") if first else None)
            for act, seen_by in hidden[place : place + 1]:
                act(total, {"seen_by": seen_by, "source": "a secret skill"})
        for act, seen_by in hidden[len(public) :]:
            act(total, {"seen_by": seen_by})
        return total.subtract("evening out", total.total - 7, seen_by=("B",)).done(("B",))

    for seat in ("A", "C", None):
        assert opened_for(built(one), seat) == opened_for(built(other), seat)


def test_the_remainder_stands_even_where_it_is_nothing() -> None:
    working = Sum("score").base("number", 3).add("charm", 0, seen_by=("A",)).done(("A",))
    assert opened_for(working, "B").terms[-1] == Term(Step.REST, "rest", 0)
    assert [term.name for term in opened_for(working, "A").terms] == ["number", "charm"]


def test_what_does_not_reach_is_kept_with_its_reason() -> None:
    working = Sum("score").base("number", 3).cap("most", 5, "T-1").floor("least", 1, "T-2").done()
    assert [(term.step, term.why) for term in working.terms[1:]] == [(Step.NOT, "not_reached")] * 2
    assert working.value == 3


def test_a_term_that_may_be_seen_can_hide_what_it_is_made_of() -> None:
    inner = Sum("help", "T-2").base("rank", 2, "T-2").add("ring", 3, "T-3", source="ring", seen_by=("A",)).done(("A",))
    working = Sum("chance").base("agility", 10).include(Step.ADD, inner).done()
    for seat, names in (("A", ["rank", "ring"]), ("B", ["rank", "rest"]), (None, ["rank", "rest"])):
        seen = opened_for(working, seat).terms[1].inner
        assert seen is not None
        assert [term.name for term in seen.terms] == names
        assert "ring" not in repr(seen) or seat == "A"
