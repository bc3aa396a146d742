"""What is wrong with an order in a battle, from what its team knows: everything at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....core.problem import Problem, illegal, suspicious
from .. import tables
from ..cards import ABILITY_OF, Laid, Play
from ..derived import ability, grade, magecraft_source, magecraft_sources, phantasm_cards, plus
from ..options import Options
from ..people import Ability, Master, Method, Servant, Team
from ..state import Damage
from .plan import Order, Plan, board_of, cards_of, mana_of, phantasm_named, plan_of, skill_named

Board = Mapping[str, Laid]

SUPPLY_CODES: Mapping[Play, str] = {
    Play.STRIKE: "strike_supply",
    Play.COUNTER: "counter_supply",
    Play.RUSH: "rush_supply",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """From where an order is checked: the own team, and what everybody knows."""

    team: Team
    scene: int
    options: Options


def battle_problems(spot: Spot, order: Order) -> Iterator[Problem]:
    """B-1.5 to B-14.20: what is wrong with a battle order that its form has read."""
    servant = spot.team.existing_servant
    if servant is None:
        return
    board = board_of(order)
    found = [*_board_problems(servant, order, board), *_luck_problems(spot, servant, board)]
    found += [*_magecraft_problems(servant, order, board), *_phantasm_problems(servant, order, board)]
    found += [*_skill_problems(servant, order), *_support_problems(spot, order)]
    yield from found
    if not any(problem.binding for problem in found):
        plan = plan_of(spot.team, spot.scene, order)
        yield from _payment_problems(plan)
        yield from _doubts(plan)


# B-1, B-5: the board


def _board_problems(servant: Servant, order: Order, board: Board) -> Iterator[Problem]:
    bases = Counter(card.cell for card in cards_of(order) if card.base)
    for cell, count in bases.items():
        if count > 1:
            yield illegal("cell_occupied", "B-1.7", "cards", cell=cell)
    laid = Counter(card.play for card in board.values() if not card.is_magecraft)
    for play, code in SUPPLY_CODES.items():
        held = grade(ability(servant, ABILITY_OF[play]))
        if laid[play] > held:
            yield illegal(code, "B-1.5", "cards", given=laid[play], accepted=held)


def _luck_problems(spot: Spot, servant: Servant, board: Board) -> Iterator[Problem]:
    rank = ability(servant, Ability.LUCK)
    lucky = [card for card in board.values() if card.luck]
    for card in lucky:
        if card.cell == tables.CENTRE:
            yield illegal("luck_in_centre", "B-5.5", "cards", cell=card.cell)
        if card.is_phantasm:
            yield illegal("luck_on_noble_phantasm", "B-5.2", "cards", cell=card.cell)
        elif not card.base and not spot.options.luck_standalone:
            yield illegal("luck_alone", "B-5.2", "cards", cell=card.cell)
        if card.luck > 1:
            yield illegal("luck_twice", "B-5.2", "cards", cell=card.cell)
    if len(lucky) > grade(rank):
        yield illegal("luck_supply", "B-5.1", "cards", given=len(lucky), accepted=grade(rank))
    marks = sum(card.marked for card in lucky)
    if marks > plus(rank):
        yield illegal("luck_marks", "B-12.6", "cards", given=marks, accepted=plus(rank))


# B-4, B-6, B-7: magecraft, noble phantasms, skills


def _magecraft_problems(servant: Servant, order: Order, board: Board) -> Iterator[Problem]:
    count = sum(card.is_magecraft for card in board.values())
    if not count:
        return
    if not any(True for _ in magecraft_sources(servant)):
        yield illegal("magecraft_not_allowed", "B-4.1", "cards")
        return
    declared = (skill_named(servant, written) for written in order.get("skills", ()))
    source = magecraft_source(servant, [each.skill.name for each in declared if each])
    if source is None:
        yield illegal("magecraft_both_ways", "B-4.6", "skills")
    elif count > grade(source.rank):
        yield illegal("magecraft_supply", "B-4.2", "cards", given=count, accepted=grade(source.rank))


def _phantasm_problems(servant: Servant, order: Order, board: Board) -> Iterator[Problem]:
    count = sum(card.is_phantasm for card in board.values())
    uses: Sequence[Mapping[str, Any]] = order.get("noble_phantasm", ())
    if not uses:
        if count:
            yield illegal("noble_phantasm_method", "B-6.4", "cards", accepted="board, boost")
        return
    if len(uses) > 1:
        yield illegal("two_noble_phantasms", "B-6.4", "noble_phantasm", given=len(uses), accepted=1)
        return
    phantasm, method = phantasm_named(servant, uses[0]), Method(uses[0]["method"])
    if phantasm is None:
        names = ", ".join(each.name for each in servant.noble_phantasms)
        yield illegal("unknown_noble_phantasm", "B-6.4", "noble_phantasm", accepted=names)
        return
    if phantasm.uses_left < 1:
        yield illegal("noble_phantasm_spent", "B-6.9", "noble_phantasm", noble_phantasm=phantasm.name)
    most = phantasm_cards(phantasm, method)
    if count > most:
        clause = "B-6.3" if method is Method.BOARD else "B-12.14"
        yield illegal("noble_phantasm_supply", clause, "cards", given=count, accepted=most)
    if method is Method.BOARD and not count:
        yield illegal("board_without_card", "B-6.5", "noble_phantasm", accepted=most)


def _skill_problems(servant: Servant, order: Order) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, written in enumerate(order.get("skills", ()), 1):
        culprit, found = f"skills.{place}", skill_named(servant, written)
        if found is None:
            accepted = ", ".join(skill.name for skill in servant.skills)
            yield illegal("unknown_skill", "B-7.1", culprit, given=written, accepted=accepted)
            continue
        if found.skill.name in seen:
            yield illegal("skill_twice", "B-7.5", culprit, skill=found.skill.name)
        if found.with_plus and found.skill.plus_left < 1:
            yield illegal("skill_plus_spent", "B-12.10", culprit, skill=found.skill.name)
        seen.add(found.skill.name)


# B-9, B-10, B-14: the master and what is paid


def no_support(spot: Spot, culprit: str) -> Iterator[Problem]:
    """B-14.10, B-14.11: why the master cannot support; nothing if it can."""
    if spot.team.living_master is None or not spot.team.accompanies:
        yield illegal("master_absent", "B-14.11", culprit)
    elif spot.team.able_master(spot.scene) is None:
        yield illegal("master_exhausted", "B-14.10", culprit)


def _support_problems(spot: Spot, order: Order) -> Iterator[Problem]:
    named = ("mana_spent", "strokes", "tarot", "magecraft_support")
    used = [name for name in named if order.get(name)]
    supports = order.get("supports")
    if not used and not supports:
        return
    unable = list(no_support(spot, used[0] if used else "supports"))
    yield from unable
    if unable:
        return
    if supports is False:
        yield illegal("not_supporting", "B-9.1", "supports")
    master = spot.team.living_master
    assert master is not None
    if order.get("mana_spent", 0) > master.mana.now:
        yield illegal("master_mana", "B-14.20", "mana_spent", given=order["mana_spent"], accepted=master.mana.now)
    yield from stroke_problems(master.strokes, order.get("strokes", ()), "strokes")
    yield from _tarot_problems(master, order.get("tarot", ()))


def stroke_problems(held: Sequence[int], spent: Sequence[int], culprit: str) -> Iterator[Problem]:
    """B-10.1: every stroke that is not there (any more)."""
    left = list(held)
    for card in spent:
        if card in left:
            left.remove(card)
        else:
            yield illegal("stroke_not_held", "B-10.1", culprit, card=card, accepted=", ".join(map(str, left)))


def _tarot_problems(master: Master, cards: Sequence[int]) -> Iterator[Problem]:
    if len(cards) > 1:
        yield illegal("two_tarot_cards", "B-9.6", "tarot", given=len(cards), accepted=1)
        return
    for card in cards:
        if card not in master.tarot:
            accepted = ", ".join(map(str, master.tarot))
            yield illegal("tarot_not_held", "B-9.6", "tarot", card=card, accepted=accepted)


def _payment_problems(plan: Plan) -> Iterator[Problem]:
    cost, held = mana_of(plan), plan.servant.mana.now
    if cost > held:
        dearest = "noble_phantasm" if plan.phantasm is not None else "skills"
        yield illegal("servant_mana", "B-14.20", dearest, given=cost, accepted=held)


def _doubts(plan: Plan) -> Iterator[Problem]:
    """What is allowed, and perhaps not meant."""
    if not plan.cards:
        yield suspicious("nothing_laid", "B-1.6", "cards")
    if plan.supporter is not None and plan.mana_spent and plan.mana_spent == plan.supporter.mana.now:
        yield suspicious("will_be_exhausted", "B-9.4", "mana_spent", mana=plan.mana_spent)
    if 0 in plan.strokes:
        yield suspicious("stroke_adds_nothing", "B-10.3", "strokes", card=0)


# B-9.5, B-14.13: after the result


def split_problems(stroke: Mapping[str, Any], culprit: str) -> Iterator[Problem]:
    """B-10.2: a stroke heals exactly two points."""
    given = stroke.get("health", 0) + stroke.get("mana", 0)
    if given != tables.HEAL_POINTS:
        yield illegal("bad_split", "B-10.2", culprit, given=given, accepted=tables.HEAL_POINTS)


def aftermath_problems(spot: Spot, order: Order, damage: Damage | None, supported: bool) -> Iterator[Problem]:
    """What is wrong with a take-over or a rescue; `damage` is the own servant's, None before it is known."""
    cover = order.get("cover", 0)
    if cover and damage is not None:
        unable = list(no_support(spot, "cover"))
        yield from unable
        if not unable and not supported:
            yield illegal("not_supporting", "B-9.1", "cover")
        elif not unable:
            yield from _cover_problems(spot, cover, damage)
    rescue = order.get("rescue")
    if rescue is not None:
        yield from _rescue_problems(spot, rescue)
        if damage is not None:
            yield from _open_problems(spot, cover, damage)


def _cover_problems(spot: Spot, cover: int, damage: Damage) -> Iterator[Problem]:
    master = spot.team.living_master
    assert master is not None
    most = min(damage.bingo, master.health.now)
    if cover > most:
        yield illegal("cover_too_much", "B-9.5", "cover", given=cover, accepted=most)
    elif cover == master.health.now:
        yield suspicious("master_will_die", "B-14.13", "cover", health=cover)


def _rescue_problems(spot: Spot, rescue: Mapping[str, Any]) -> Iterator[Problem]:
    """B-14.13, B-R3: distance is no matter, exhaustion is."""
    master = spot.team.living_master
    if master is None:
        yield illegal("master_absent", "B-14.11", "rescue")
        return
    if spot.team.able_master(spot.scene) is None:
        yield illegal("master_exhausted", "B-14.10", "rescue")
    yield from stroke_problems(master.strokes, [rescue["stroke"]], "rescue.stroke")
    split = list(split_problems(rescue, "rescue"))
    yield from split
    if not split and not rescue.get("health", 0):
        yield illegal("rescue_without_health", "B-14.13", "rescue.health", accepted=1)


def _open_problems(spot: Spot, cover: int, damage: Damage) -> Iterator[Problem]:
    """B-14.13: whether there is anything to be rescued, and anybody left to do it."""
    team = spot.team
    if team.living_master is not None and cover >= team.living_master.health.now:
        yield illegal("master_dead", "B-14.13", "rescue")
    if team.servant is not None and team.servant.health.now > damage.total - cover:
        yield suspicious("rescue_not_open", "B-14.13", "rescue", health=team.servant.health.now)
