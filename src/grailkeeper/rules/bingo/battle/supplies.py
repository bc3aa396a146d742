"""What a side has to spend in a battle, and what an order leaves of it: cards, mana, strokes (B-1.5 to B-14.20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ....core.canon import Data
from ..cards import Play
from ..derived import grade, phantasm_cards, supply
from ..orders import order_of
from ..people import Method, Servant
from .check import Spot
from .plan import Order, board_of, mana_of, phantasm_named, plan_of


def supplies(spot: Spot) -> dict[str, int]:
    """B-1.5, B-4.2, B-5.1, B-6.3, B-9.3, B-10.1, B-12.6: what there is, by name.

    Noble phantasm cards are those of the board method.
    """
    team = spot.team
    servant, master = team.existing_servant, team.able_master(spot.scene)
    mana = 0 if master is None else master.mana.now
    strokes = 0 if master is None else len(master.strokes)
    if servant is None:
        return {"master_mana": mana, "strokes": strokes}
    there = supply(servant)
    return {
        "strikes": there.strikes,
        "counters": there.counters,
        "rushes": there.rushes,
        "luck_cards": there.luck_cards,
        "luck_marks": there.luck_marks,
        "magecraft_cards": there.magecraft_cards,
        "phantasm_cards": _phantasm_cards(servant, {}),
        "servant_mana": servant.mana.now,
        "master_mana": mana,
        "strokes": strokes,
    }


def left(spot: Spot, data: Data) -> Mapping[str, int]:
    """What an order that its form has read leaves of the supplies."""
    there, order, servant = supplies(spot), order_of(data), spot.team.existing_servant
    if servant is None:
        return there
    board, plan = board_of(order), plan_of(spot.team, spot.scene, order)
    plain = Counter(card.play for card in board.values() if not card.is_magecraft)
    spent = {
        "strikes": plain[Play.STRIKE],
        "counters": plain[Play.COUNTER],
        "rushes": plain[Play.RUSH],
        "luck_cards": sum(card.luck for card in board.values()),
        "luck_marks": sum(card.marked for card in board.values()),
        "magecraft_cards": sum(card.is_magecraft for card in board.values()),
        "phantasm_cards": sum(card.is_phantasm for card in board.values()),
        "servant_mana": mana_of(plan),
        "master_mana": order.get("mana_spent", 0),
        "strokes": len(order.get("strokes", ())),
    }
    there["phantasm_cards"] = _phantasm_cards(servant, order)
    there["magecraft_cards"] = 0 if plan.source is None else grade(plan.source.rank)
    return {name: amount - spent[name] for name, amount in there.items()}


def _phantasm_cards(servant: Servant, order: Order) -> int:
    """B-6.3, B-12.14: those of the phantasm that is used, by its method; else the most there can be."""
    for use in order.get("noble_phantasm", ()):
        phantasm = phantasm_named(servant, use)
        return 0 if phantasm is None else phantasm_cards(phantasm, Method(use["method"]))
    ready = (each for each in servant.noble_phantasms if each.uses_left)
    return max((phantasm_cards(each, Method.BOARD) for each in ready), default=0)
