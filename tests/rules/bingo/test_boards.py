"""The text form of the board: five rows, or cards with their cells, in the letters of either language."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.form import plain_words, read
from grailkeeper.rules.bingo.battle.plan import board_of
from grailkeeper.rules.bingo.cards import Cards, Laid
from grailkeeper.rules.bingo.derived import Supply
from grailkeeper.rules.bingo.orders import Holdings, stroke_record
from grailkeeper.rules.bingo.setup import setup_problems
from grailkeeper.text.language import Language
from grailkeeper.text.rulebook import read_rulebook
from grailkeeper.text.words import load_words

WORDS = {language: load_words("grailkeeper.rules.bingo", language) for language in Language}
KO = WORDS[Language.KO]
CARDS = ["r1c1 K", "r1c2 KL", "r2c2 SL*", "r5c1 MRL", "r5c4 N"]


@pytest.mark.parametrize(
    "written",
    [
        CARDS,
        list(reversed(CARDS)),
        ["R1C1 k", "r1c2 kl", "r2c2 sl*", "r5c1 mrl", "r5c4 n"],
        ["1행1열 반", "1행 2열 반행", "row 2, column 2 강행*", "5행 1열 마맹행", "r5c4 보"],
        ["K KL - - -", "- SL* - - -", "- - - - -", "- - - - -", "MRL - - N -"],
        "K KL - - -\n- SL* - - -\n\n- - - - -\n- - - - -\nMRL - - N -\n",
        "K KL - - - / - SL* - - - / - - - - - / - - - - - / MRL - - N -",
        "반 반행 . . .\n. 강행＊ . . .\n. . . . .\n. . . . .\n마맹행 . . 보 .",
        "반|반행|ㅡ|ㅡ|ㅡ\n×|강행*|×|×|×\nx x x x x\n_ _ _ _ _\n마맹행 · · 보 −",
        "1 2 3 4 5\n1 K KL - - -\n2 - SL* - - -\n3 - - - - -\n4 - - - - -\n5 MRL - - N -",
        "1열 2열 3열 4열 5열\n1행: 반 반행 - - -\n2행: - 강행* - - -\n3행 - - - - -\n4행 - - - - -\n5 마맹행 - - 보 -",
        "k kl x x x\nx sl* x x x\nX X X X X\nx x x x x\nmrl x x n x",
        "반격 반격+행운 - - -\n- 강타·행운* - - -\n- - - - -\n- - - - -\n마술맹공행운 - - 보구 -",
        "counter counter+luck - - -/- strike+luck* - - -/- - - - -/- - - - -/magecraft+rush+luck - - NP -",
        "[K][KL][-][-][-]\n[-][SL*][-][-][-]\n[-][-][-][-][-]\n[-][-][-][-][-]\n[MRL][-][-][N][-]",
        ["1행 1열: 반, 1행2열: 반행", "r2c2=강행*", "r5c1 마맹행,5행 4열 보"],
        "r1c1 K, r1c2 KL\nr2c2 SL*; r5c1 MRL, r5c4 N",
        "Ｋ ＫＬ □ □ □\n□ ＳＬ* □ □ □\n□ □ □ □ □\n□ □ □ □ □\nＭＲＬ □ □ Ｎ □",
    ],
)
def test_one_board_in_many_hands(written: object) -> None:
    assert read(Cards(), written, KO.identify) == (CARDS, ())


@pytest.mark.parametrize(
    ("written", "codes"),
    [
        ("S K R", ["board_rows"]),
        (["S - - - -"] * 4, ["board_rows"]),
        (["S - - - - -"] * 5, ["board_row"] * 5),
        (["S - - - -", "Q - - - -", "- - - - -", "- - - - -", "- - - - SQ"], ["unknown_card", "unknown_card"]),
        (["r6c1 S", "r1c1 Z", "c1r1 S", "S"], ["cell_off_board", "unknown_card", "cell_off_board", "bad_board"]),
        (["S X - - -", *["x x x x x"] * 4], ["unknown_card"] * 21),  # a letter is no empty cell where - is one
        (7, ["bad_board"]),
        (["1행 1열 강 1행 2열 반"] * 5, ["bad_board"] * 5),  # cells two in a row, and no rows of five
        (["S S S S S+"] * 5, ["unknown_card"] * 5),
        (["5 - - - -", "? - - - -", "- - * - -", "Z Z Z Z Z", "S1 - - - -"], ["unknown_card"] * 9),
        (["S S S S " + "S" * 50] * 5, ["unknown_card"] * 5),
    ],
)
def test_what_is_no_board(written: object, codes: list[str]) -> None:
    found = read(Cards(), written, KO.identify)[1]
    assert [each.code for each in found] == codes


@pytest.mark.parametrize("language", Language)
@given(st.integers(0, 2**32))
def test_rows_that_are_written_are_read(language: Language, seed: int) -> None:
    cards, _ = read(
        Cards(Supply(5, 5, 5, 5, 6), 9), Cards(Supply(5, 5, 5, 5, 6), 9).sample(random.Random(seed).randrange)
    )
    rows, own = Cards().rows(cards, WORDS[language].name), Cards().rows(cards)
    assert bool(rows) == bool(own) == bool(cards)
    for way in (rows, "\n".join(rows), " / ".join(rows)):
        assert not rows or read(Cards(), way, WORDS[language].identify) == (cards, ())
    assert not own or read(Cards(), own, plain_words) == (cards, ())


@pytest.mark.parametrize("apart", [["r1c1 S", "r1c1 L*"], ["r1c1 L*", "r1c1 S"]])
def test_luck_written_apart_keeps_its_mark(apart: list[str]) -> None:
    """B-5.2, B-12.6."""
    assert board_of({"cards": apart}) == {"r1c1": Laid("r1c1", "S", 1, marked=True)}


def test_two_cards_in_one_cell_are_no_rows() -> None:
    assert Cards().rows(["r1c1 S", "r1c1 K"]) == ()


@pytest.mark.parametrize(
    ("language", "row", "cell"),
    [(Language.KO, "반행 - 마맹 강행* 보", "1행 3열 마맹"), (Language.EN, "KL - MR SL* N", "r1c3 MR")],
)
def test_what_the_rulebook_shows_is_a_board(language: Language, row: str, cell: str) -> None:
    book = read_rulebook("grailkeeper.rules.bingo", language).entry("B-1.8")
    assert book is not None and f"`{row}`" in book and f"`{cell}`" in book
    rows = [row, *["- - - - -"] * 4]
    assert read(Cards(), rows, WORDS[language].identify) == (["r1c1 KL", "r1c3 MR", "r1c4 SL*", "r1c5 N"], ())
    assert read(Cards(), [cell], WORDS[language].identify) == (["r1c3 MR"], ())


def test_drawn_orders_stay_within_what_there_is() -> None:
    """B-5.2, B-5.5, B-12.6, B-10.2, B-10.4."""
    dice = random.Random(3)
    kind, drawn = Cards(Supply(strikes=4, luck_cards=3, luck_marks=1), phantasms=4), list[str]()
    for _ in range(200):
        written = kind.sample(dice.randrange)
        assert isinstance(written, list)
        cards = [str(each) for each in written]
        drawn += cards
        assert sum("L" in each for each in cards) <= 3 and sum("*" in each for each in cards) <= 1
    assert all(Cards().sample(dice.randrange) == [] for _ in range(20))
    signs = {each.partition(" ")[2] for each in drawn}
    assert signs == {"S", "SL", "SL*", "N"} and not {"r3c3 SL", "r3c3 SL*"} & set(drawn)
    strokes = [stroke_record(Holdings(phantasms=("검",), strokes=(4, 9))).sample(dice.randrange) for _ in range(50)]
    for stroke in strokes:
        assert isinstance(stroke, dict) and stroke["card"] in (4, 9)
        assert stroke.get("restore") is True or (stroke["health"], stroke["mana"]) in ((2, 0), (1, 1), (0, 2))


def test_a_battle_needs_a_servant_on_each_side() -> None:
    """B-1.1."""
    one, none = {"key": "red", "servant": {}}, {"key": "blue"}
    for teams in ([one, none], [none, one], [one], [none, {"key": "green"}]):
        assert [each.code for each in setup_problems({"extent": "battle", "teams": teams})] == ["two_sides"]
    assert list(setup_problems({"extent": "battle", "teams": [one, {**one, "key": "blue"}]})) == []
