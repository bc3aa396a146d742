"""The board of a battle of bingo in text: what stands in a cell is what was laid, and adds up to what was won."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grailkeeper.core.seat import PUBLIC
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo import tables
from grailkeeper.text import plain
from grailkeeper.text.bingo.cells import CLAUSES, Cell, Why, cells_of
from grailkeeper.text.bingo.figure import board, letters, reasons
from grailkeeper.text.document import Bullets, Document, Fold, Table
from grailkeeper.text.document import plain as words_of
from grailkeeper.text.figures import fact_blocks
from grailkeeper.text.language import Language
from grailkeeper.text.page.rules import rulebook
from grailkeeper.text.prose import Prose
from grailkeeper.text.short import shortened
from grailkeeper.text.words import load_words
from rules.bingo.table import cards, of_kind, side, told

CASES = Path(__file__).parents[1] / "cases" / "bingo"

each_language = pytest.mark.parametrize("language", Language)


def prose_of(language: Language) -> Prose:
    return Prose(load_words("grailkeeper.rules.bingo", language), {"side1": "사야카", "side2": "쿄코"})


@cache
def fought() -> tuple[f.BattleFought, ...]:
    """Every battle of the cases."""
    return tuple(each for path in sorted(CASES.glob("*.json")) for each in _battles(path))


def _battles(path: Path) -> Iterator[f.BattleFought]:
    data = json.loads(path.read_text("utf-8"))
    if data["kind"] == "battle" and "refused" not in data["expect"]:
        yield from of_kind(told("battle", data["given"], data["declared"], data["options"]), f.BattleFought)


def test_cells_hold_what_was_laid_and_pay_what_was_won() -> None:
    for each in fought():
        cells = cells_of(each)
        assert [cell.cell for cell in cells] == list(tables.CELLS)
        for place, own in enumerate(each.sides):
            assert {cell.cell: str(card) for cell in cells if (card := cell.cards[place])} == own.cards
            won = sum(cell.points[place].value for cell in cells if place in cell.points)
            assert won == sum(term.amount for term in own.total.terms if term.name == "board")


def test_the_reason_of_a_cell_fits_its_cards() -> None:
    seen: set[Why] = set()
    for each in fought():
        for cell in cells_of(each):
            seen.add(cell.why)
            _fits(cell)
    assert seen == set(Why) - {Why.SHARED}


def _fits(cell: Cell) -> None:
    bases = [side for side in (0, 1) if (card := cell.cards[side]) is not None and card.base]
    alone = {Why.EMPTY: 0, Why.ALONE: 1}.get(cell.why, 2)
    assert len(bases) == alone
    nobodys = (Why.EMPTY, Why.EQUAL, Why.EQUAL_PHANTASMS)
    assert len(cell.winners) == (0 if cell.why in nobodys else 2 if cell.why is Why.SHARED else 1)
    if cell.why is Why.ALONE:
        assert cell.winners == tuple(bases)


@each_language
def test_every_reason_has_its_clause_in_the_book(language: Language) -> None:
    assert set(CLAUSES.values()) <= set(rulebook("bingo", language))


@each_language
def test_the_rows_of_the_table_say_cards_winner_and_points(language: Language) -> None:
    prose = prose_of(language)
    for each in fought():
        rows = [[words_of(cell) for cell in row[1:]] for row in board(prose, each).rows]
        for cell, said in zip(cells_of(each), (text for row in rows for text in row), strict=True):
            cards = [letters(prose, card) for card in cell.cards]
            marked = [f"[{card}]" if side in cell.winners else card for side, card in enumerate(cards)]
            points = "".join(str(working.value) for working in cell.points.values())[: 1 if len(cell.points) > 1 else 9]
            assert said == f"{marked[0]}/{marked[1]}{points}"


SABER = side(strength="B+", endurance="C", luck="D", noble_phantasm={"name": "검", "rank": "A"}, master={"mana": 2})
CASTER = {"servant": {"class": "caster", "agility": "A", "endurance": "D", "luck": "E", "magic": "C"}}
ORDERS = {
    "side1": cards("r1c1 SL", "r1c2 S", "r2c2 K", "r3c3 N", noble_phantasm="board", mana_spent=1),
    "side2": cards("r1c1 MK", "r1c2 R", "r2c2 KL", "r4c1 R"),
}

KOREAN = """\
사야카 대 쿄코, 양쪽의 전투 선언을 공개합니다.

     1열       2열      3열     4열  5열
---  --------  -------  ------  ---  ---
1행  강행/[마반]3  [강]/맹6  -/-     -/-  -/-
2행  -/-       [반]/반행1  -/-     -/-  -/-
3행  -/-       -/-      [보]/-3  -/-  -/-
4행  -/[맹]5    -/-      -/-     -/-  -/-
5행  -/-       -/-      -/-     -/-  -/-

칸마다 사야카/쿄코의 순서로 적고, 이긴 쪽을 [ ]로 묶어 승점을 붙였습니다. \
강 강타, 반 반격, 맹 맹공, 보 보구, 마 마술, 행 행운, * 강화한 행운.

- 사야카 17점: 공격, 보구: ‘검’ A (배치 방식), 마스터 참전, MP 1점 사용
- 쿄코 8점: 공격
"""


def _squeezed(text: str) -> list[str]:
    return [" ".join(line.replace("-", "").split()) for line in text.splitlines()]


def test_a_battle_reads_as_a_board_of_five_rows() -> None:
    (each,) = of_kind(told("battle", {"side1": SABER, "side2": CASTER}, ORDERS), f.BattleFought)
    blocks = tuple(block for block in fact_blocks(prose_of(Language.KO), each) if not isinstance(block, Fold))
    assert _squeezed(plain.render(Document(Language.KO, "", blocks))) == _squeezed(KOREAN)


@each_language
def test_each_side_has_its_numbers_below_its_own_name(language: Language) -> None:
    (each,) = of_kind(told("battle", {"side1": SABER, "side2": CASTER}, ORDERS), f.BattleFought)
    prose = prose_of(language)
    _, *folds = [block for block in fact_blocks(prose, each) if isinstance(block, Fold)]
    assert [prose.name(side.team) in fold.summary for side, fold in zip(each.sides, folds, strict=True)] == [True, True]
    text = plain.render(shortened(Document(language, "", tuple(folds))))
    first, _, second = text.partition(folds[1].summary)
    cell = prose.name("r1c2")
    assert f"{cell} 6 = " in first and f"{cell} 6 = " not in second
    assert f"{prose.name('r4c1')} 5 = " in second


REASONS = """\
1행 1열 강타·행운 대 마술 반격: 마술 반격이 강타를 이김 B-1.10, 쿄코 3점
1행 2열 강타 대 맹공: 강타가 맹공을 이김 B-1.10, 사야카 6점
2행 2열 반격 대 반격·행운: 같은 종류, 반격의 랭크가 높음 B-3.1, 사야카 1점
3행 3열 보구: 맞서는 판정이 없음 B-1.9, 사야카 3점
4행 1열 맹공: 맞서는 판정이 없음 B-1.9, 쿄코 5점
"""


def test_a_list_says_of_every_cell_who_won_and_why() -> None:
    (each,) = of_kind(told("battle", {"side1": SABER, "side2": CASTER}, ORDERS), f.BattleFought)
    (listed,) = reasons(prose_of(Language.KO), each).blocks
    assert isinstance(listed, Bullets)
    assert [words_of(item.spans) for item in listed.items] == REASONS.splitlines()


def test_the_list_is_there_where_nobody_laid_anything() -> None:
    (each,) = of_kind(told("battle", {"side1": SABER, "side2": CASTER}, {}), f.BattleFought)
    assert reasons(prose_of(Language.EN), each).blocks == ()


@each_language
def test_the_heads_of_bingo_lines_say_so(language: Language) -> None:
    prose = prose_of(language)
    for each in fought():
        drawn = board(prose, each)
        named = {line for own in each.sides for line in (*own.lines, *own.void_lines)}
        columns = {f"col{place}" for place, column in enumerate(drawn.columns) if _bingo(column.head)}
        rows = {f"row{place}" for place, row in enumerate(drawn.rows, 1) if _bingo(words_of(row[0]))}
        assert columns | rows == {line for line in named if not line.startswith("diag")}


def _bingo(head: str) -> bool:
    return "빙고" in head or "bingo" in head


def test_a_fact_without_a_figure_has_its_workings() -> None:
    (taken, _) = of_kind(told("battle", {"side1": SABER, "side2": CASTER}, ORDERS), f.DamageTaken)
    prose = prose_of(Language.EN)
    assert fact_blocks(prose, taken) == prose.blocks(taken)


def test_the_public_hears_no_board() -> None:
    heard = [each for each in told("battle", {"side1": SABER, "side2": CASTER}, ORDERS) if each.audience.admits(PUBLIC)]
    blocks = [block for each in heard for block in fact_blocks(prose_of(Language.KO), each.fact)]
    assert not any(isinstance(block, Table) for block in blocks)


def test_equal_ranks_may_count_for_both() -> None:
    same = side(strength="C")
    orders = {"side1": cards("r1c1 S"), "side2": cards("r1c1 S")}
    (each,) = of_kind(
        told("battle", {"side1": same, "side2": same}, orders, {"equal_rank": "both_zero"}), f.BattleFought
    )
    first = cells_of(each)[0]
    assert (first.why, first.winners, first.winner) == (Why.SHARED, (0, 1), None)
    assert words_of(board(prose_of(Language.EN), each).rows[0][1]) == "[S]/[S]0"
