"""Totals, winner and damage (B-13.1, 9 to 12): one result for each side."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.working import Step, Sum, Working
from .. import tables
from ..derived import skill_points, stroke_points, tarot_matches
from ..facts import PhantasmUse, SideResult, SkillUse
from ..options import EqualTotals, ManaBase, Options, PlusOnBoard, SkillPoints
from ..people import Method
from ..state import Damage, SideRole
from .board import SIDES, Board, Plans
from .conditions import Used
from .plan import Plan, mana_of_skills

DRAW = -1
"""No side has won."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is known when the board has been evaluated and the skills judged."""

    plans: Plans
    roles: tuple[SideRole, SideRole]
    board: Board
    used: tuple[Used, Used]
    options: Options


@dataclass(frozen=True, slots=True)
class Result:
    """Both sides, and which has won (a side, or DRAW)."""

    sides: tuple[SideResult, SideResult]
    winner: int


def result(known: Reckoning) -> Result:
    """B-13.1 (9) to (12)."""
    totals = (total(known, 0), total(known, 1))
    winner = _winner(totals[0].value, totals[1].value, known)
    matches = tuple(_matches(plan, totals[side].value) for side, plan in enumerate(known.plans))
    one, other = (_side(known, side, totals[side], winner, (matches[0], matches[1])) for side in SIDES)
    return Result((one, other), winner)


# B-13.3: totals


def total(known: Reckoning, side: int) -> Working:
    """B-13.3: the total of a side, part by part."""
    plan, options = known.plans[side], known.options
    found = Sum("total", "B-13.3")
    found.include(Step.BASE, _board(known.board, side))
    if any(card.marked for card in plan.cards.values()):
        found.include(Step.ADD, known.board.consolation[side])
    if options.np_plus_board is PlusOnBoard.TOTAL_ONCE and plan.method is Method.BOARD and plan.phantasm is not None:
        found.add("phantasm_plus_once", plan.phantasm.rank.plus, "B-12.15", source=plan.phantasm.name)
    if plan.skills:
        found.include(Step.ADD, _skills(known.used[side], options))
    _support(found, plan, options)
    if plan.strokes:
        found.include(Step.ADD, _strokes(plan))
    return found.done()


def _board(board: Board, side: int) -> Working:
    found, cells = Sum("board", "B-2.1"), board.cells[side]
    if not cells:
        found.base("no_cell", 0, "B-2.1")
    for place, (cell, points) in enumerate(cells.items()):
        found.include(Step.ADD if place else Step.BASE, points, source=cell)
    return found.done()


def _skills(used: Used, options: Options) -> Working:
    """B-7.6, B-12.9."""
    by_number = options.skill_points is SkillPoints.KEEPER_NUMBER
    found, step = Sum("skills", "B-7.6"), Step.BASE
    for declared, use in used.uses:
        name = declared.skill.name
        if use is SkillUse.DENIED:
            found.skip("skill", "no_verdict" if name in used.unruled else "condition_not_met", "B-7.2", source=name)
            continue
        worth = skill_points(declared.skill, False, by_number)
        points = Sum("skill", "B-7.6").base("skill_grade", worth, "B-7.6", source=name)
        if use is SkillUse.USED_WITH_PLUS:
            points.times("skill_plus", tables.SKILL_PLUS_TIMES, "B-12.9")
        found.include(step, points.done(), source=name)
        step = Step.ADD
    if step is Step.BASE:
        found.base("no_skill", 0, "B-7.1")
    return found.done()


def _support(found: Sum, plan: Plan, options: Options) -> None:
    """B-9.2, B-9.3. Why a master gives no support is its team's secret (B-14.18), so one word stands for all."""
    master = plan.supporter
    if master is None:
        found.skip("base_support", "no_support", "B-9.1")
        return
    after = options.master_mp_base is ManaBase.AFTER_SPENDING
    held = master.mana.now - plan.mana_spent if after else master.mana.now
    found.add("base_support", held, "B-9.2")
    if plan.mana_spent:
        points = Sum("mana_spent", "B-9.3").base("spent", plan.mana_spent, "B-9.3")
        found.include(Step.ADD, points.times("points_each", tables.MANA_POINTS, "B-9.3").done())


def _strokes(plan: Plan) -> Working:
    """B-10.3."""
    first, *others = plan.strokes
    found = Sum("strokes", "B-10.3").base("stroke_card", stroke_points(first), "B-10.3", source=str(first))
    for card in others:
        found.add("stroke_card", stroke_points(card), "B-10.3", source=str(card))
    return found.done()


# B-8.1, B-Q25: the winner


def _winner(one: int, other: int, known: Reckoning) -> int:
    if one != other:
        return 0 if one > other else 1
    defenders = [side for side in SIDES if known.roles[side] is SideRole.DEFENDER]
    if known.options.equal_totals is EqualTotals.DEFENDER_WINS and len(defenders) == 1:
        return defenders[0]
    return DRAW


def _matches(plan: Plan, value: int) -> bool:
    return plan.tarot is not None and tarot_matches(plan.tarot, value)


# B-13.4: damage


def _suffers(known: Reckoning, side: int, winner: int, their_match: bool) -> Damage:
    """B-13.4: what a side's servant suffers before any take-over, in its parts."""
    both = winner == DRAW and known.options.equal_totals is EqualTotals.BOTH_DAMAGED
    return Damage(
        defeat=known.options.defeat_damage if winner == 1 - side or both else 0,
        bingo=tables.BINGO_DAMAGE * len(known.board.lines[1 - side]),
        tarot=tables.TAROT_DAMAGE if their_match else 0,
    )


def _damage(known: Reckoning, side: int, winner: int, suffers: Damage) -> Working:
    """B-13.4: how that comes about."""
    their_plan, found = known.plans[1 - side], Sum("damage", "B-13.4")
    if suffers.defeat:
        clause = "B-8.1" if winner == DRAW else "B-8.2"
        found.base("defeat", suffers.defeat, clause).add("bingo_lines", suffers.bingo, "B-8.5")
    else:
        found.base("bingo_lines", suffers.bingo, "B-8.5")
        found.skip("defeat", "drawn" if winner == DRAW else "won", "B-8.1")
    for line in known.board.void_lines[1 - side]:
        found.skip("bingo_line", "line_void", "B-5.7", source=line)
    if suffers.tarot:
        found.add("tarot", suffers.tarot, "B-9.6", source=str(their_plan.tarot))
    elif their_plan.tarot is not None:
        found.skip("tarot", "no_match", "B-9.6", source=str(their_plan.tarot))
    return found.done()


def _mana_paid(plan: Plan, used: Used) -> Working:
    """B-6.8, B-7.5, B-12.11 to B-12.13, B-Q19: what is paid for what was used; a denied skill costs nothing."""
    found = Sum("mana_paid", "B-13.1")
    basic, extra = mana_of_skills(used.applied)
    if plan.phantasm is not None:
        found.base("noble_phantasm", plan.phantasm.mp_cost, "B-6.8", source=plan.phantasm.name)
        found.add("skills_used", basic, "B-7.5")
    else:
        found.base("skills_used", basic, "B-7.5")
    if extra:
        found.add("skill_plus", extra, "B-12.12")
    elif any(each.with_plus for each in used.applied):
        found.skip("skill_plus", "class_skill", "B-12.13")
    return found.done()


def _side(known: Reckoning, side: int, total: Working, winner: int, matches: tuple[bool, bool]) -> SideResult:
    plan, used, board = known.plans[side], known.used[side], known.board
    suffers = _suffers(known, side, winner, matches[1 - side])
    phantasm = None
    if plan.phantasm is not None and plan.method is not None:
        phantasm = PhantasmUse(plan.phantasm.name, plan.phantasm.rank, plan.method)
    return SideResult(
        team=plan.team.key,
        role=known.roles[side],
        supports=plan.supports,
        cards={cell: str(card) for cell, card in plan.cards.items()},
        luck=board.luck[side],
        total=total,
        lines=board.lines[side],
        void_lines=board.void_lines[side],
        suffers=suffers,
        damage=_damage(known, side, winner, suffers),
        mana_paid=_mana_paid(plan, used),
        noble_phantasm=phantasm,
        skills=tuple((declared.skill.name, use) for declared, use in used.uses),
        mana_spent=plan.mana_spent,
        strokes=plan.strokes,
        tarot=plan.tarot,
        tarot_match=matches[side],
        verdict_missing=used.unruled,
    )
