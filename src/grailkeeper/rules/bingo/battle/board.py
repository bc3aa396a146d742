"""The board (B-13.1, 5 to 8): luck clashes, who wins each cell, what it pays, which lines stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ....core.rank import Rank
from ....core.working import Sum, Working
from .. import tables
from ..cards import ABILITY_OF, BEATEN_BY, Laid
from ..derived import ability, grade, phantasm_bonus, plus, plus_bonus
from ..facts import LuckFate
from ..options import EqualRank, Options, PlusOnBoard, RankCompare
from ..people import Ability, Method
from .plan import Plan

Plans = tuple[Plan, Plan]
SIDES = (0, 1)


class Clash(Enum):
    """B-5.6: how two luck cards in one cell came out for one side."""

    NONE = "none"
    WON = "won"
    LOST = "lost"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it was decided. `winners` are sides; both only where equal ranks count for both (B-Q10)."""

    winners: tuple[int, ...] = ()
    same_kind: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """What the board came to, by side: luck cards by cell, points of won cells, consolation, lines."""

    luck: tuple[Mapping[str, LuckFate], Mapping[str, LuckFate]]
    cells: tuple[Mapping[str, Working], Mapping[str, Working]]
    consolation: tuple[Working, Working]
    lines: tuple[tuple[str, ...], tuple[str, ...]]
    void_lines: tuple[tuple[str, ...], tuple[str, ...]]


def evaluate(plans: Plans, options: Options) -> Board:
    """B-13.1 (5) to (8)."""
    clashes = {
        cell: _clash(plans)
        for cell, card in plans[0].cards.items()
        if card.luck and cell in plans[1].cards and plans[1].cards[cell].luck
    }
    luck = (_fates(plans[0], clashes, 0), _fates(plans[1], clashes, 1))
    cells = {cell: decide(plans, cell, options) for cell in tables.CELLS if any(cell in plan.cards for plan in plans)}
    points = (_points(plans, 0, cells, luck[0], options), _points(plans, 1, cells, luck[1], options))
    consolation = (_consolation(plans[0], 0, cells, clashes), _consolation(plans[1], 1, cells, clashes))
    lines = (_lines(0, cells, luck[1]), _lines(1, cells, luck[0]))
    return Board(luck, points, consolation, (lines[0][0], lines[1][0]), (lines[0][1], lines[1][1]))


# B-5.6: luck against luck


def _clash(plans: Plans) -> tuple[Clash, Clash]:
    one, other = (grade(ability(plan.servant, Ability.LUCK)) for plan in plans)
    if one == other:
        return Clash.EQUAL, Clash.EQUAL
    return (Clash.WON, Clash.LOST) if one > other else (Clash.LOST, Clash.WON)


def _fates(plan: Plan, clashes: Mapping[str, tuple[Clash, Clash]], side: int) -> dict[str, LuckFate]:
    cancelled = {cell for cell, clash in clashes.items() if clash[side] in (Clash.LOST, Clash.EQUAL)}
    return {
        cell: LuckFate.CANCELLED if cell in cancelled else LuckFate.LIVE
        for cell, card in plan.cards.items()
        if card.luck
    }


# B-1.9 to B-1.11, B-3, B-6.1: who wins a cell


def decide(plans: Plans, cell: str, options: Options) -> Cell:
    """Who wins a cell; a luck card alone contests nothing (B-Q7)."""
    one, other = (_base(plan, cell) for plan in plans)
    if one is None or other is None:
        if one is other:
            return Cell()
        return Cell((0,) if other is None else (1,))
    if one.is_phantasm is not other.is_phantasm:
        return Cell((0,) if one.is_phantasm else (1,))
    if one.play is other.play:
        return _same_kind(plans, one, other, options)
    return Cell((1,) if one.play is not None and BEATEN_BY[one.play] is other.play else (0,))


def _base(plan: Plan, cell: str) -> Laid | None:
    card = plan.cards.get(cell)
    return card if card is not None and card.base else None


def _same_kind(plans: Plans, one: Laid, other: Laid, options: Options) -> Cell:
    """B-3.1 to B-3.5, B-Q11: the higher rank wins."""
    mine, theirs = (_strength(_rank(plan, card), options) for plan, card in zip(plans, (one, other), strict=True))
    if mine == theirs:
        return Cell(SIDES if options.equal_rank is EqualRank.BOTH_ZERO else (), same_kind=True)
    return Cell((0,) if mine > theirs else (1,), same_kind=True)


def _strength(rank: Rank | None, options: Options) -> tuple[int, int]:
    return grade(rank), plus(rank) if options.rank_compare is RankCompare.LETTER_THEN_PLUS else 0


def _rank(plan: Plan, card: Laid) -> Rank | None:
    """B-3.5: the rank of what a card comes from."""
    if card.is_phantasm:
        return None if plan.phantasm is None else plan.phantasm.rank
    if card.is_magecraft:
        return None if plan.source is None else plan.source.rank
    return None if card.play is None else ability(plan.servant, ABILITY_OF[card.play])


# B-13.2: what a won cell pays


def _points(
    plans: Plans, side: int, cells: Mapping[str, Cell], luck: Mapping[str, LuckFate], options: Options
) -> dict[str, Working]:
    plan, other = plans[side], plans[1 - side]
    won = [cell for cell, decided in cells.items() if side in decided.winners]
    live = {cell for cell, fate in luck.items() if fate is LuckFate.LIVE}
    paying = [cell for cell in won if len(cells[cell].winners) == 1 and not plan.cards[cell].is_phantasm]
    raised = _raised(plan, paying, live)
    extra = _phantasm_raised(plan, paying, live, options)
    reckoner = _Reckoner(plan, options, raised, extra, luck)
    found = {}
    for cell in won:
        if len(cells[cell].winners) > 1:
            clause = "B-3.4" if plan.cards[cell].is_phantasm else "B-3.2"
            found[cell] = Sum("cell", clause).base("equal_rank", 0, clause).done()
        elif plan.cards[cell].is_phantasm:
            found[cell] = _phantasm_points(cells[cell])
        else:
            loser = _rank(other, other.cards[cell]) if cells[cell].same_kind else None
            found[cell] = reckoner.points(cell, loser)
    return found


def _lucky_first(cells: Iterable[str], live: set[str]) -> list[str]:
    """B-Q12: best for the owner: first the cells with live luck, then the lowest number; `cells` are in order."""
    return sorted(cells, key=lambda cell: cell not in live)


def _raised(plan: Plan, paying: Sequence[str], live: set[str]) -> set[str]:
    """B-12.1, B-12.3: the won cells that get an ability's plus (or that of the magecraft, B-Q15)."""
    groups: dict[str, list[str]] = {}
    for cell in paying:
        groups.setdefault(_group(plan.cards[cell]), []).append(cell)
    found: set[str] = set()
    for cells in groups.values():
        rank = _rank(plan, plan.cards[cells[0]])
        if rank is not None and rank.plus:
            found.update(_lucky_first(cells, live)[: rank.plus])
    return found


def _group(card: Laid) -> str:
    return "magecraft" if card.is_magecraft else card.base


def _phantasm_raised(plan: Plan, paying: Sequence[str], live: set[str], options: Options) -> set[str]:
    """B-12.15, B-Q22: the won cells that gain from the phantasm's plus in the board method."""
    if plan.phantasm is None or plan.method is not Method.BOARD or not plan.phantasm.rank.plus:
        return set()
    match options.np_plus_board:
        case PlusOnBoard.EACH_CARD:
            return set(paying)
        case PlusOnBoard.N_CARDS:
            return set(_lucky_first(paying, live)[: plan.phantasm.rank.plus])
        case PlusOnBoard.TOTAL_ONCE:
            return set()


def _phantasm_points(cell: Cell) -> Working:
    """B-6.2, B-3.3."""
    if cell.same_kind:
        return Sum("cell", "B-3.3").base("phantasm_against_phantasm", tables.PHANTASM_CLASH_POINTS, "B-3.3").done()
    return Sum("cell", "B-6.2").base("phantasm_card", tables.PHANTASM_POINTS, "B-6.2").done()


@dataclass(frozen=True, slots=True)
class _Reckoner:
    """Reckons the won cells of one side. `raised` get their ability's plus, `extra` the phantasm's."""

    plan: Plan
    options: Options
    raised: set[str]
    extra: set[str]
    luck: Mapping[str, LuckFate]

    def points(self, cell: str, loser: Rank | None) -> Working:
        """B-13.2: one won cell, steps (a) to (g). `loser`: the rank of a losing card of the same kind."""
        plan, card = self.plan, self.plan.cards[cell]
        rank = _rank(plan, card)
        total = Sum("cell", "B-13.2")
        total.base("magecraft" if card.is_magecraft else "grade", grade(rank), _paid_by(card))
        if loser is not None:
            total.subtract("same_kind", loser.number, "B-3.1")
        if rank is not None and rank.plus:
            clause = "B-12.3" if card.is_magecraft else "B-12.2"
            if cell in self.raised:
                total.add("ability_plus", plus_bonus(rank, self.options), clause)
            else:
                total.skip("ability_plus", "plus_used_up", clause)
        if plan.phantasm is not None and plan.method is Method.BOOST:
            total.add("boost", phantasm_bonus(plan.phantasm, Method.BOOST), "B-6.6", source=plan.phantasm.name)
        if plan.phantasm is not None and cell in self.extra:
            each = 1 if self.options.np_plus_board is PlusOnBoard.N_CARDS else plan.phantasm.rank.plus
            total.add("phantasm_plus", each, "B-12.15", source=plan.phantasm.name)
        if card.luck:
            self._luck(total, cell, card)
        return total.done()

    def _luck(self, total: Sum, cell: str, card: Laid) -> None:
        """B-5.3, B-12.4, B-12.5."""
        if self.luck[cell] is LuckFate.CANCELLED:
            total.skip("luck", "luck_cancelled", "B-5.6")
            return
        if self.options.luck_doubles:
            total.times("luck", tables.LUCK_TIMES, "B-5.3")
        else:
            total.skip("luck", "luck_only_blocks", "B-5.3")
        if card.marked:
            total.add("marked_luck", grade(ability(self.plan.servant, Ability.LUCK)), "B-12.5")


def _paid_by(card: Laid) -> str:
    return "B-4.3" if card.is_magecraft else "B-2.1"


# B-12.6, B-R1: marked luck that lost


def _consolation(
    plan: Plan, side: int, cells: Mapping[str, Cell], clashes: Mapping[str, tuple[Clash, Clash]]
) -> Working:
    total = Sum("consolation", "B-12.6").base("none_lost", 0, "B-12.6")
    for cell, card in plan.cards.items():
        if not card.marked:
            continue
        clash = clashes[cell][side] if cell in clashes else Clash.NONE
        if clash is Clash.LOST:
            total.add("clash_lost", tables.CONSOLATION, "B-R1", source=cell)
        elif clash is Clash.EQUAL:
            total.skip("clash_equal", "luck_cancelled", "B-R1", source=cell)
        elif cells[cell].winners == (1 - side,):
            total.add("cell_lost", tables.CONSOLATION, "B-12.6", source=cell)
    return total.done()


# B-8.3 to B-8.6: lines


def _lines(
    side: int, cells: Mapping[str, Cell], their_luck: Mapping[str, LuckFate]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """B-8.4, B-5.7, B-Q76: the side's bingo lines that stand, and those that live luck of the other side voids."""
    standing: list[str] = []
    void: list[str] = []
    for name, line in tables.LINES.items():
        if all(cell in cells and side in cells[cell].winners for cell in line):
            blocked = any(their_luck.get(cell) is LuckFate.LIVE for cell in line)
            (void if blocked else standing).append(name)
    return tuple(standing), tuple(void)
