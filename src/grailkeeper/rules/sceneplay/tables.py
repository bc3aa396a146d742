"""The tables of the ledger: every number that stands in a table there stands here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.rank import Letter

PERCENT: Mapping[Letter, int] = {
    Letter.E: 5,
    Letter.D: 10,
    Letter.C: 15,
    Letter.B: 20,
    Letter.A: 25,
    Letter.EX: 30,
}
"""S-10.3: the percentage of an ability by letter."""

RANK_BONUS_PER_RANK: Mapping[str, int] = {"strength": 4, "agility": 2}
"""S-10.10 `linear`: percent for each rank of difference."""

RANK_BONUS_TABLE: Mapping[str, tuple[int, ...]] = {
    "strength": (0, 4, 10, 18, 28, 40),
    "agility": (0, 2, 5, 9, 14, 20),
}
"""S-10.10 `table`: percent by the difference of 0 to 5 ranks."""

EVEN_CHANCE = 50
"""S-9.2, S-10.14: what a chance starts from."""

JUDGMENTS = (1, 2, 3, 4, 5)
"""S-10.1: the judgments of a battle; the side that strikes first attacks in the odd ones."""

HIT, COUNTER = 2, 1
"""S-10.15: damage of a successful attack, and of the counter to a failed one."""

LUCK_AMOUNT, LUCK_AMOUNT_EX = 10, 15
LUCK_COUNT_MOST = 5
LUCK_USES = 3
"""S-11.2, S-11.5: what luck moves a roll by in a battle, how many judgments at most, how often in a campaign."""

CONCEALED_BY_POINT, CONCEALED_BY_TERRITORY = 3, 2
"""S-12.5, S-13.3: percent by which a point of concealment hides a base."""

WORKSHOP_POINTS, WORKSHOP_LEAST = 10, 1
"""S-12.3: to be spread over the three functions, and the least in each."""

ASSISTANCE = 5
STACK, STACK_WITH_TERRITORY = 1, 5
"""S-12.9, S-12.10, S-13.5: percent of a point of assistance, and the most points on one judgment."""

TERRITORY_PER_RANK = 3
"""S-13.1: territory points for each rank number of territory creation."""

UPKEEP: Mapping[str, Mapping[str, int]] = {
    "examples": {"lower": 5, "normal": 7, "upper": 9, "top": 12},
    "text": {"lower": 3, "normal": 5, "upper": 7, "top": 10},
}
GRAIL_SUPPORT = 5
"""S-14.2, S-14.4: upkeep by servant level, and what the grail bears while a stroke is left."""

SERVANT_VITALS, SERVANT_VITAL_LEAST = 14, 2
MASTER_VITALS, MASTER_VITAL_LEAST = 7, 1
"""S-16.1, S-16.2: health and mana together, and the least of each."""

STROKES = 3
RECOVERY = 5
BOOST = 50
"""S-18.1 to S-18.3: strokes to begin with, what one restores, what one gives to judgments."""

DEVICE_PRICE, DEVICE_DISCOUNTED = 2, 1
DEVICE_PER_RANK = 15
DEVICE_HIT = 3
"""S-21.1, S-21.2, S-21.4: mana for a use and for a phantasm's first, percent by rank number; damage under S-Q80."""

SKILL_PER_RANK = 3
"""S-23.3: a skill's percent for each rank number, where its sheet names none."""

RESERVES_PREPARED = 3
"""S-5.7: the most reserves that may be prepared in a scene."""

SCENES, SCENES_OF_TEAMS = 4, 7
"""S-1.3: four play scenes where seven teams play."""

ABILITY_POINTS: Mapping[str, int] = {"lower": 10, "normal": 13, "upper": 16, "top": 19}
SKILL_POINTS: Mapping[str, int] = {"lower": 6, "normal": 9, "upper": 11, "top": 13}
PHANTASM_POINTS: Mapping[str, int] = {"lower": 3, "normal": 4, "upper": 5, "top": 6}
FREE_CLASS_SKILL = Letter.B
PLUS_MARKS = 3
MASTER_POINTS = 11
"""S-24.1, S-24.2: what a servant and a master are made from."""
