"""Prices and limits between battles, as far as a battle or a number asks for them (C-2.6, C-7, C-9.12, C-23.18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...core.problem import Problem, failed
from ...core.working import Step, Sum, Working
from .options import Options
from .tables import (
    BASE_PRICE,
    CODE_PRICE,
    CRAFT_DIVISOR,
    EXPOSURE,
    TERRITORY_MERIT,
    UPKEEP,
    UPKEEP_BERSERKER,
    UPKEEP_PER_BOUGHT,
)


def base_price(elsewhere: bool, options: Options) -> Working:
    """C-2.3, C-2.6, C-Q10: a base, and the removal of one elsewhere."""
    clause = "C-2.6" if elsewhere else "C-2.3"
    total = Sum("base_price", clause).base("base", BASE_PRICE, "C-2.3")
    if elsewhere:
        total.add("removal", int(options.relocation_total) - BASE_PRICE, "C-2.6")
    return total.done()


@dataclass(frozen=True, slots=True)
class Loot:
    """C-9.12: how stored mana is split."""

    servant: int = 0
    master: int = 0
    lost: int = 0
    merit: int = TERRITORY_MERIT


def loot(stored: int, room: tuple[int, int], split: tuple[int, int] | None) -> Loot | Problem:
    """C-9.12, C-Q34: `room` is what servant and master can still take; without a split the servant is filled first."""
    if split is None:
        servant = min(stored, room[0])
        split = (servant, min(stored - servant, room[1]))
    if split[0] > room[0] or split[1] > room[1]:
        return failed("loot_over_maximum", "C-9.12", "loot")
    if sum(split) > stored:
        return failed("loot_too_much", "C-9.12", "loot", most=stored)
    return Loot(split[0], split[1], stored - sum(split))


def code_price(grade: int) -> int:
    """C-23.18: funds for a mystic code."""
    return CODE_PRICE * grade


def crafting_price(price: int) -> int:
    """C-6.4: half of it, rounded up."""
    return -(-price // CRAFT_DIVISOR)


def first_upkeep(bought: int, chosen_berserker: bool) -> Working:
    """C-23.3, C-7.9, C-7.10."""
    total = Sum("upkeep", "C-7.7").base("upkeep", UPKEEP, "C-7.7")
    if bought:
        total.add("bought", UPKEEP_PER_BOUGHT * bought, "C-7.9")
    if chosen_berserker:
        total.add("chosen_berserker", UPKEEP_BERSERKER, "C-7.10")
    return total.done()


def upkeep(first: Working, berserker: bool, active_before: int, independent: int) -> Working:
    """C-7.7, C-7.8, C-23.6: what is paid in a scene after so many active ones; `independent` for the masterless."""
    total = Sum("upkeep", "C-7.7").include(Step.BASE, first)
    if berserker and active_before:
        total.add("growth", active_before, "C-7.8")
    if independent:
        total.subtract("independent_action", independent, "C-23.6").floor("least", 0, "C-23.6")
    return total.done()


def overseer(souls: int) -> str | None:
    """C-23.14: the overseer's answer to a soul-eating count."""
    return next((answer for least, answer in EXPOSURE if souls >= least), None)


@dataclass(frozen=True, slots=True)
class Rank:
    """How a team stands when the war is over."""

    team: str
    whole: bool
    merit: int
    experience: int
    strokes: int


def war_end(scene: int, scene_limit: int, teams: Iterable[Rank]) -> tuple[bool, Sequence[str]]:
    """C-23.16: whether the war is over, and who has won it."""
    ranks = list(teams)
    whole = [each.team for each in ranks if each.whole]
    if len(whole) <= 1:
        return True, whole
    if scene < scene_limit:
        return False, ()
    best = max((each.merit, each.experience, each.strokes) for each in ranks)
    return True, [each.team for each in ranks if (each.merit, each.experience, each.strokes) == best]
