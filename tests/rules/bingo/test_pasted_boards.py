"""A board pasted from a post: read in every spelling that people use, with a name above it or none; never in part."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.core.form import Form
from grailkeeper.rules.bingo import tables
from grailkeeper.rules.bingo.cards import Cards
from grailkeeper.rules.bingo.derived import Supply
from grailkeeper.rules.bingo.orders import Holdings, battle_record
from grailkeeper.text.declaration import Post, print_order, question_blocks, read_post
from grailkeeper.text.document import Document
from grailkeeper.text.language import Language
from grailkeeper.text.plain import render
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

WORDS = {language: load_words("grailkeeper.rules.bingo", language) for language in Language}
KO = WORDS[Language.KO]
FORM = Form("battle", battle_record(Holdings(phantasms=("검",), skills=("돌격",)), declares_magecraft=False))

ROWS = ["반 강 맹 강 반", "강 강 - 맹 -", "- 강 반 맹 -", "강 맹 반 - -", "- - - - 맹"]
CARDS = [
    *("r1c1 K", "r1c2 S", "r1c3 R", "r1c4 S", "r1c5 K"),
    *("r2c1 S", "r2c2 S", "r2c4 R", "r3c2 S", "r3c3 K", "r3c4 R"),
    *("r4c1 S", "r4c2 R", "r4c3 K", "r5c5 R"),
]
TOGETHER = [row.replace(" ", "") for row in ROWS]
TABLE = ["| " + " | ".join(row.split()) + " |" for row in ROWS]


def read(post: str | Iterable[str]) -> Post:
    return read_post(FORM, post if isinstance(post, str) else "\n".join(post), KO)


def each_row(change: Callable[[int, str], str], rows: Iterable[str] = ROWS) -> list[str]:
    return [change(place, row) for place, row in enumerate(rows, 1)]


@pytest.mark.parametrize(
    "post",
    [
        ROWS,
        TOGETHER,
        ["판정:", *TOGETHER],
        [f"판정: {TOGETHER[0]}", *TOGETHER[1:]],
        ["[전투판]", *ROWS],
        each_row(lambda _, row: f"> {row}"),
        each_row(lambda _, row: row.replace(" ", "　")),
        each_row(lambda _, row: row.replace(" ", "\t")),
        each_row(lambda _, row: row.replace(" ", "\t").replace("-", "")),
        each_row(lambda _, row: row.replace(" ", "", 2)),
        [" / ".join(ROWS[:4]) + " /", ROWS[4]],
        each_row(lambda _, row: row.replace(" ", ", ")),
        each_row(lambda _, row: row.replace(" ", ",").replace("-", "")),
        each_row(lambda _, row: row.replace(" ", "/")),
        each_row(lambda _, row: "".join(f"[{card}]" for card in row.split())),
        each_row(lambda place, row: f"{place}행: {row}"),
        each_row(lambda place, row: f"{place}. {row}"),
        each_row(lambda place, row: f"{place}){row}", TOGETHER),
        each_row(lambda place, row: f"R{place} {row}", TOGETHER),
        each_row(lambda _, row: f"- {row}"),
        each_row(lambda _, row: f"▶ {row}", TOGETHER),
        each_row(lambda _, row: f"▶{row}", TOGETHER),
        each_row(lambda _, row: f"**{row}**"),
        TABLE,
        [TABLE[0], "|---|:-:|---|---|---|", *TABLE[1:]],
        ["| | 1 | 2 | 3 | 4 | 5 |", "|---|---|---|---|---|---|", *each_row(lambda n, row: f"| {n} {row}", TABLE)],
        ["┌──────────┐", *ROWS, "└──────────┘"],
        [" / ".join(ROWS)],
        [" / ".join(TOGETHER)],
        "\n\n".join(ROWS),
        ["<table>", *each_row(lambda _, row: f"<tr><td>{row.replace(' ', '</td><td>')}</td></tr>"), "</table>"],
        each_row(lambda _, row: f"<tr><td>{row.replace(' ', '</td><td>').replace('-', '')}</td></tr>"),
        each_row(lambda _, row: row.replace("강", "강타").replace("반", "반격").replace("맹", "맹공"), TOGETHER),
        each_row(lambda _, row: row.replace("강", "strike").replace("반", "Counter").replace("맹", "RUSH")),
        each_row(lambda _, row: row.replace("강", "S").replace("반", "k"), TOGETHER),
        each_row(lambda _, row: row.replace("강", "Ｓ").replace("-", "X")),
        each_row(lambda _, row: row.replace("-", "□"), TOGETHER),
        each_row(lambda _, row: row.replace("-", "·"), TOGETHER),
        each_row(lambda _, row: row.replace("-", "ㅡ"), TOGETHER),
        ["안녕하세요, 늦어서 죄송합니다!", "배치 올립니다", "", *TOGETHER, "", "잘 부탁드립니다 :)", "---"],
        ["[quote=사야카]", *ROWS, "[/quote]"],
        [*TOGETHER, "", "다시 올립니다.", "", *TOGETHER],
        [*ROWS, "보강 반반 ㅋ"],
    ],
    ids=str,
)  # fmt: skip
def test_a_board_is_read_with_a_name_or_without(post: str | list[str]) -> None:
    found = read(post)
    assert found.order == {"cards": CARDS}, found
    assert [each.code for each in found.problems if each.binding] == []


def test_beside_other_lines_it_is_a_board_all_the_same() -> None:
    found = read(["기술: 돌격", *TOGETHER, "보구: 검 가산", "쓰는 MP: 2", "참전: 예"])
    uses = [{"name": "검", "method": "boost"}]
    assert found.order == {
        "skills": ["돌격"], "cards": CARDS, "noble_phantasm": uses, "mana_spent": 2, "supports": True
    }  # fmt: skip


def test_a_table_may_leave_lines_blank() -> None:
    """Those for its headings, and rows in which nothing is laid; what is empty beyond the last column is no cell."""
    assert read(["| | | | | |", "|---|---|---|---|---|", *TABLE]).order == {"cards": CARDS}
    assert read(["강\t\t\t\t반", *["\t\t\t\t"] * 4]).order == {"cards": ["r1c1 S", "r1c5 K"]}
    assert read(each_row(lambda _, row: row.replace(" ", "\t") + "\t\t")).order == {"cards": CARDS}


def test_luck_and_magecraft_stand_with_their_card() -> None:
    board = ["반행마맹강행*-보", *["-----"] * 4]
    assert read(board).order == {"cards": ["r1c1 KL", "r1c2 MR", "r1c3 SL*", "r1c5 N"]}
    assert read(["강타+행운맹공---", *["-----"] * 4]).order == {"cards": ["r1c1 SL", "r1c2 R"]}
    assert read(["강·행··맹반", *["·····"] * 4]).order == {"cards": ["r1c1 SL", "r1c4 R", "r1c5 K"]}


@pytest.mark.parametrize(
    ("post", "code", "values"),
    [
        (ROWS[:4], "board_rows", {"rows": 4}),
        (TOGETHER[:4], "board_rows", {"rows": 4}),
        ([*TOGETHER, TOGETHER[0]], "board_rows", {"rows": 6}),
        ([*ROWS, "", "참전: 예", "", ROWS[1]], "board_rows", {"rows": 6}),
        ([*TOGETHER[:2], "강반맹-", *TOGETHER[3:]], "board_row", {"row": 3, "cells": 4, "given": "강반맹-"}),
        ([*ROWS[:4], "- - - - 맹 맹"], "board_row", {"row": 5, "cells": 6}),
        ([*TABLE[:4], "| - | - | 맹 |"], "board_row", {"row": 5, "cells": 3}),
        ([*ROWS[:4], "• 5행 | 강 | 반 | 맹 |"], "board_row", {"given": "• 5행 | 강 | 반 | 맹 |"}),
        ([*ROWS[:4], "- - - 쾅 맹"], "unknown_card", {"cell": "r5c4", "given": "쾅"}),
        ([*TOGETHER[:4], "---쾅맹"], "unknown_card", {"cell": "r5c4", "given": "쾅"}),
        (["행강맹강반", *TOGETHER[1:]], "unknown_card", {"cell": "r1c1", "given": "행"}),
        (each_row(lambda place, row: f"{6 - place}행 {row}"), "board_order", {"row": 1}),
        (each_row(lambda _, row: row.replace(" ", ",").replace("-", "", 1)), "blank_cell", {"cell": "r2c3"}),
        ([*["강,반,맹,강,반"] * 4, "강,,맹,강,반"], "blank_cell", {"cell": "r5c2"}),
        (["참전: 예"], "overlooked", {"field": "cards"}),
        (["- - - - -"] * 5 + ["참전: 예"], "overlooked", {"field": "cards"}),
        (['{"supports": true}'], "overlooked", {"field": "cards"}),
    ],
    ids=str,
)
def test_a_board_that_is_none_is_never_taken_for_less(post: list[str], code: str, values: dict[str, Any]) -> None:
    found = read(post)
    assert found.order is None and found.questions == ()
    problem = next(each for each in found.problems if each.code == code)
    assert values.items() <= dict(problem.values).items()


def test_what_is_wrong_is_said_by_its_row_and_cell() -> None:
    def said(language: Language, post: list[str]) -> str:
        (problem, *_) = read(post).problems
        return Prose(WORDS[language], {}).problem(problem)

    short, strange = [*ROWS[:2], "강 반 맹 -", *ROWS[3:]], [*ROWS[:4], "- - - 쾅 맹"]
    assert said(Language.KO, short).startswith("3행이 다섯 칸이 아니라 4칸입니다.")
    assert said(Language.EN, short).startswith("Row 3 has 4 cells, not five.")
    assert said(Language.KO, strange).startswith("5행 4열에 적힌 ‘쾅’은 없는 판정입니다.")
    assert said(Language.EN, strange).startswith("“쾅” at R5C4 is no card.")
    assert "‘판정: 없음’" in said(Language.KO, ["참전: 예"])


@pytest.mark.parametrize("post", ["판정: 없음\n참전: 예", "판정:\n" + "- - - - -\n" * 5 + "참전: 예"])
def test_who_lays_nothing_says_so(post: str) -> None:
    assert read(post).order == {"cards": [], "supports": True}


def test_who_declares_nothing_at_all_is_not_asked_for_a_board() -> None:
    assert read("선언할 것 없음").order == {}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rows", [ROWS, TOGETHER])
def test_of_two_boards_it_is_asked_which_is_meant(language: Language, rows: list[str]) -> None:
    found = read_post(FORM, "\n".join([*rows, "", *reversed(rows)]), WORDS[language])
    assert found.order is None and found.problems == () and len(found.questions) == 1
    first, second = (reading.value for reading in found.questions[0].readings)
    assert first == CARDS and isinstance(second, list) and second[0] == "r1c5 R"
    blocks = question_blocks(FORM, found.questions, Prose(WORDS[language], {}))
    lines = [line.strip(" -") for line in render(Document(language, "", blocks)).splitlines()]
    answers = [read_post(FORM, line, WORDS[language]).order for line in lines if " / " in line and ":" in line]
    assert {"cards": first} in answers and {"cards": second} in answers


# Any board in any hand

NAMES = {
    "S": ("S", "s", "강", "강타", "Ｓ"),
    "K": ("K", "k", "반", "반격", "counter"),
    "R": ("R", "맹", "맹공", "rush"),
    "N": ("N", "보", "보구"),
    "M": ("M", "마", "마술"),
    "L": ("L", "행", "행운"),
    "*": ("*", "＊"),
}
EMPTIES = ("-", "–", "ㅡ", "_", "x", "X", "×", "□", ".", "·")
PARTED = (" ", "  ", "　", "\t", ", ", ",", " | ", "/", "")
BEFORE = ("", "", "> ", "▶ ", "{}행: ", "{}행 ", "{}. ", "{} ", "  ")
AROUND = ("", "안녕하세요!", "늦어서 죄송합니다 :)", "작성자: 사야카", "----------", "판정:", "[전투판]")


def drawn_board(dice: random.Random) -> tuple[list[str], str]:
    """Cards, and a post that says them in some hand, with a name above them or none."""
    cards: list[str] = []
    while not cards:
        read_cards = Cards(Supply(5, 5, 5, 5, 6, 2), 9).sample(dice.randrange)
        cards = sorted(map(str, read_cards if isinstance(read_cards, list) else ()), key=_place)
    laid = dict(each.split(" ") for each in cards)
    between, before, empty = dice.choice(PARTED), dice.choice(BEFORE), dice.choice(EMPTIES)
    tokens = [
        "".join(dice.choice(NAMES[sign]) for sign in laid[cell]) if cell in laid else empty for cell in tables.CELLS
    ]
    rows = [between.join(tokens[at : at + tables.SIZE]) for at in range(0, len(tokens), tables.SIZE)]
    if between == " | " and dice.random() < 0.5:
        rows = [f"| {row} |" for row in rows]
    lines = [before.format(place) + row for place, row in enumerate(rows, 1)]
    above, below = dice.choice(AROUND), dice.choice(AROUND[:4])
    return cards, dice.choice(("\n", "\n", "\n\n")).join([above, *lines, "", below])


def _place(card: str) -> int:
    return tables.CELLS.index(card.partition(" ")[0])


@given(st.integers(0, 2**32))
def test_a_board_in_any_hand_is_read(seed: int) -> None:
    cards, post = drawn_board(random.Random(seed))
    assert read(post).order == {"cards": cards}, post


@given(st.integers(0, 2**32))
def test_a_board_that_lost_a_sign_is_no_other_board(seed: int) -> None:
    """A card may lose its luck, its mark or its magecraft with a sign, and is a card still; nothing else is lost."""
    dice = random.Random(seed)
    cards, post = drawn_board(dice)
    at = dice.randrange(len(post))
    order = read(post[:at] + post[at + 1 :]).order
    if isinstance(order, dict):
        found = dict(str(each).split(" ") for each in order["cards"])
        before = dict(each.split(" ") for each in cards)
        assert found.keys() == before.keys(), (post, at)
        changed = [(before[cell], found[cell]) for cell in before if before[cell] != found[cell]]
        assert len(changed) <= 1 and all(_lost_a_sign(*each) for each in changed), (post, at, changed)


def _lost_a_sign(before: str, found: str) -> bool:
    return any(found == before[:at] + before[at + 1 :] for at, sign in enumerate(before) if sign != found)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_a_row_too_few_or_too_many_is_no_board(seed: int) -> None:
    dice = random.Random(seed)
    _, post = drawn_board(dice)
    lines = [line for line in post.splitlines() if line]
    rows = [at for at, line in enumerate(lines) if line not in AROUND]
    at = dice.choice(rows)
    for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[: at + 1], *lines[at:]]):
        assert read(changed).order is None, changed


@pytest.mark.parametrize("language", Language)
@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_what_is_printed_is_that_board(language: Language, seed: int) -> None:
    cards, _ = drawn_board(random.Random(seed))
    text = print_order(FORM, {"cards": cards}, Prose(WORDS[language], {}))
    assert read_post(FORM, text, WORDS[language]) == ({"cards": cards}, (), ())
