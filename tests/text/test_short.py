"""Workings in one line, and nothing that people wrote lost on the way to a terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.seal import opened, padded_leaves, seal
from grailkeeper.text import plain, terminal
from grailkeeper.text.document import (
    Bullets,
    Clause,
    Column,
    Document,
    Fold,
    Heading,
    Item,
    Note,
    NoteKind,
    Paragraph,
    Rest,
    Sum,
    SumLine,
    Table,
    spans,
)
from grailkeeper.text.language import Language
from grailkeeper.text.post import together
from grailkeeper.text.short import shortened


def working(*lines: SumLine | Rest, name: str = "total", value: str = "9", inner: tuple[Fold, ...] = ()) -> Fold:
    return Fold(f"{name} {value}", (Sum(lines, SumLine("=", name, value, "R-1")), *inner))


def said(*blocks: Fold | Note | Paragraph) -> list[str]:
    """The lines of the shortened document, without blank ones."""
    text = plain.render(shortened(Document(Language.EN, "", blocks)))
    return [line for line in text.splitlines() if line]


def test_a_working_is_one_line() -> None:
    lines = (SumLine("", "base", "4"), SumLine("+", "skill", "2"), SumLine("−", "wound", "1"))
    assert said(working(*lines)) == ["- total 9 = base 4 + skill 2 − wound 1 (R-1)"]


def test_what_binds_tighter_takes_the_sum_before_it() -> None:
    lines = (SumLine("", "a", "4"), SumLine("+", "b", "2"), SumLine("÷", "half", "2"), SumLine("+", "c", "1"))
    assert said(working(*lines)) == ["- total 9 = (a 4 + b 2) ÷ 2 (half) + c 1 (R-1)"]
    assert said(working(SumLine("", "a", "4"), SumLine("×", "b", "2"))) == ["- total 9 = a 4 × 2 (b) (R-1)"]


def test_a_closed_rest_keeps_its_sign() -> None:
    assert said(working(SumLine("", "a", "4"), Rest(5))) == ["- total 9 = a 4 + Other adjustments 5 (R-1)"]
    assert said(working(SumLine("", "a", "4"), Rest(-5))) == ["- total 9 = a 4 − Other adjustments 5 (R-1)"]


def test_workings_inside_and_what_did_not_apply_follow() -> None:
    inner = working(SumLine("", "x", "4"), name="part", value="4")
    skipped = Bullets((Item(spans("a cap: not reached ", Clause("R-2"))),))
    fold = Fold("total", (*working(SumLine("", "part", "4")).blocks, skipped, inner))
    assert said(fold) == ["- total 9 = part 4 (R-1)", "- a cap: not reached (R-2)", "- part 4 = x 4 (R-1)"]


def test_nothing_is_said_twice() -> None:
    fold = working(SumLine("", "a", "9"))
    first, then = Paragraph(spans("First.")), Paragraph(spans("Then."))
    assert said(first, fold, then, fold) == ["First.", "- total 9 = a 9 (R-1)", "Then."]


def test_other_folds_stay_and_what_is_in_notes_is_short_too() -> None:
    other = Fold("The switches", (Bullets((Item(spans("cap = 90")),)),))
    assert said(other) == ["▷ The switches", "  - cap = 90"]
    assert said(Note(NoteKind.CARE, (working(SumLine("", "a", "9")),)))[-1] == "  - total 9 = a 9 (R-1)"


# Terminals

words = st.text(st.sampled_from("가나다라ab.,’( "), min_size=1, max_size=60).filter(lambda text: text.strip())


@given(words, st.integers(12, 80))
def test_a_terminal_loses_nothing(text: str, columns: int) -> None:
    line = spans(text)
    for block in (
        Paragraph(line),
        Bullets((Item(line, (Paragraph(line),)),)),
        Fold("fold", (Bullets((Item(line),)),)),
        Note(NoteKind.BAD, (Paragraph(line),)),
        Table((Column("name"), Column("text")), ((spans("x"), line),)),
    ):
        shown = terminal.render(Document(Language.KO, "", (Heading(1, "h"), block)), columns)
        letters = [sign for sign in text if not sign.isspace()]
        assert all(shown.count(sign) >= letters.count(sign) for sign in letters)


# Openings of one seal


def opening(*paths: tuple[str, int]) -> dict[str, object]:
    order = {"numbers": [5, 6, 7]}
    salts = [f"{place:032x}" for place, _ in enumerate(padded_leaves(order))]
    return {"opening": opened("war", "call", "seat", order, seal("war", "call", "seat", order, salts), paths)}


def test_openings_of_one_seal_become_one() -> None:
    both = together([opening(("numbers", 0)), opening(("numbers", 2))])
    assert both == [opening(("numbers", 0), ("numbers", 2))]
    fact: dict[str, object] = {"fact": 1}
    parted = [opening(("numbers", 0)), fact, opening(("numbers", 2))]
    assert together(parted) == parted
