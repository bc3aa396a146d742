"""The tables of the ledger: every number that stands in a clause or completion stands here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

# C-23.2, C-23.3: sheets

MASTER_POINTS, ABILITY_LEAST, ABILITY_MOST = 12, 1, 5
MASTER_POOL = 10
"""C-23.2: points to spend, and a pool's maximum for each grade of combat or magic."""

ABILITY_POINTS, SKILL_POINTS, FREE_PHANTASM = 15, 6, 3
BOUGHT_MOST, PLUS_MOST, FREE_CLASS_SKILL = 3, 2, 1
SERVANT_POOL, SERVANT_POOL_PER_GRADE = 30, 5
UPKEEP, UPKEEP_PER_BOUGHT, UPKEEP_BERSERKER = 5, 5, 5
"""C-23.3, C-7.9, C-7.10."""

STROKES = 3
"""C-23.1."""

CLASS_SKILLS: Mapping[str, tuple[str, ...]] = {
    "saber": ("riding", "magic_resistance"),
    "lancer": ("magic_resistance", "throw"),
    "archer": ("clairvoyance", "magic_resistance", "independent_action"),
    "rider": ("riding", "magic_resistance"),
    "assassin": ("presence_concealment",),
    "caster": ("territory_creation", "item_construction"),
    "berserker": ("mad_enhancement",),
}
OTHER_SKILLS = ("brawl", "valor", "throw", "regroup", "ranged_weapon", "defensive_skill", "magecraft")
"""C-23.4."""

UNGRADED = ("regroup", "ranged_weapon")
"""C-23.4: skills that are simply there; they have no grade, and none is gained (C-23.12)."""

PHANTASM_STEP: Mapping[str, int] = {"anti_unit": 5, "anti_army": 8, "anti_fortress": 10}
"""C-23.5: mana for each grade, by range."""

CIRCUIT: Mapping[str, int] = {"C": 3, "B": 4, "A": 5}
CIRCUIT_BASE, CIRCUIT_SERVANT, AFFINITY = 3, 8, 1
"""C-Q74, C-23.2: quality grades, the limit without quality, a servant caster's limit, the grade of an affinity."""

RECONTRACT_LOSS = 10
"""C-7.3: what a recontract takes off each maximum."""

# C-10 to C-19: battles

SLOTS = 10
HALF = 5
"""C-10.6, C-9.6: judgments of a battle, and of the first part of a declaration in two."""

CARDS_BY_GRADE = (0, 1, 1, 2, 2, 3, 3)
"""C-11.2: cards of a type by grade 0 to 6."""

PHANTASM_SLOTS = 3
PHANTASM_LAST_START = 8
"""C-12.2."""

PLUS_GAP = 3
PLUS_TIMES = 2
"""C-14.1, C-14.2."""

VERSE_UNIT, COUNT_UNIT = 3, 1
"""C-21.1, C-23.19: points of a power unit at one verse and at one count."""

GREAT_GRADE, GREAT_POWER = 1, 2
"""C-21.3: what each chant beyond the first adds."""

CONVICTION_TIMES = 2
SERVANT_CANCEL = 10
"""C-16.3, C-16.4: damage against conviction×2, damage×10 against health."""

COVER_FRONT, COVER_BACK, GUARD_SELF = 2, 1, 1
"""C-13.9, C-13.10: guard capacity that an attack uses."""

TRUE_NAME_BONUS, TRUE_NAME_JUDGMENTS, TRUE_NAME_HALF = 1, 4, 2
"""C-23.11, C-9.7."""

RETREAT_SLOTS, RETREAT_LAST_START = 3, 8
MASTER_RETREAT, SERVANT_RETREAT, CARRY_RETREAT = 10, 2, 4
"""C-19.1 to C-19.4: slots of a retreat; a master's limit, and what a servant's maximum is divided by."""

FATE_COST, FATE_IGNORES = 1, 3
FALLEN_FATE_COST, FALLEN_FATE_IGNORES = 2, 2
"""C-19.5 to C-19.7."""

INTRUSION_FIRST, INTRUSION_LAST = 2, 10
"""C-Q62."""

INFORMATION_JUDGMENTS = 5
ACQUAINTANCE = 2
"""C-10.2, C-3.12: judgments with damage, and what acquaintance multiplies a point by."""

WIN_EXPERIENCE, WIN_MERIT, OTHER_EXPERIENCE = 2, 1, 1
RETREAT_EXPERIENCE, RETREAT_MERIT = 1, 1
SUBJUGATION_MERIT, TERRITORY_MERIT = 2, 1
"""C-23.12, C-19.8, C-23.14, C-9.12."""

INJURY_DIVISOR, INJURY_GRADE = 2, 1
"""C-23.13."""

# C-2, C-6, C-7, C-23: prices and what is between battles

BASE_PRICE, BASE_REMOVAL = 5, 10
"""C-2.3, C-2.6."""

CODE_PRICE, CRAFT_DIVISOR = 2, 2
TOOL_MANA, TOOL_HEALTH = 5, 5
"""C-23.18: funds for each grade of a code, crafting's share, mana and health for each grade of a tool."""

EXPOSURE: tuple[tuple[int, str], ...] = (
    (20, "subjugation"),
    (15, "public"),
    (10, "extra_encounter"),
    (5, "warning"),
)
"""C-23.14: the overseer's answer from that soul-eating count on, the worst first."""

KNOWN: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("encounter", 1, ("appearance", "class")),
    ("rumor", 1, ("strength", "endurance", "agility")),
    ("battle", 1, ("magic", "luck", "skills_seen")),
    ("legend", 2, ("noble_phantasm_range", "noble_phantasm_grade")),
)
TRUE_NAME_POINTS = 6
"""C-23.10: what each counter tells from that many points on, and all of them together the true name."""

SCENE_LIMIT = 20
"""C-23.16."""

CITIZENS = 3
"""C-23.7."""

GRID: tuple[tuple[str, str], ...] = (
    *((f"r{n}", f"r{n + 1}") for n in (1, 2, 4, 5, 7, 8)),
    *((f"r{n}", f"r{n + 3}") for n in range(1, 7)),
)
"""C-23.7: the default map, r1 r2 r3 / r4 r5 r6 / r7 r8 r9, side neighbours joined."""

# C-1 to C-8: scenes

SENSE_RANGE = 2
"""C-3.9: how many regions away a presence is sensed."""

FIND_POINTS, EXTRA_ENCOUNTER = 1, 1
"""C-3.2, C-3.3, C-23.14: points for somebody met, and more for meeting a team that has been noticed."""

REST_SHORT: tuple[int, int] = (2, 3)
REST_LONG: tuple[int, int] = (3, 5)
REST_NIGHT: tuple[int, int] = (1, 1)
"""C-4.2, C-4.4, C-8.6: what a master's combat and magic are multiplied by; a long rest by night adds the last."""

SERVANT_REST_SHORT, SERVANT_REST_LONG, SERVANT_REST_NIGHT = 10, 20, 5
"""C-4.2, C-4.4, C-8.6: what a servant's health and mana regain."""

STUDY_SHORT, STUDY_LONG, STUDY_MANA, TEACHING = 1, 2, 5, 2
LABOR_SHORT, LABOR_LONG, LABOR_HEALTH, LABOR_PLACES = 1, 2, 5, 2
"""C-5.1, C-5.6, C-5.8: experience and funds, what a short one costs, and what a teacher multiplies it by."""

MAD_FROM = 4
"""C-5.7: the grade of mad enhancement that can neither study nor labor."""

CONTEST_JUDGMENTS, CONTEST_MANA, CONTEST_HEALTH = 5, 10, 5
"""C-5.3, C-5.5, C-5.10."""

BOND_POINTS, BOND_LONG, BOND_RECOVERS = 1, 10, 1
"""C-5.11, C-5.12."""

CODE_GRADES = 5
"""C-23.18: the greatest grade of a code."""

SOUL_MANA_MASTER, SOUL_MANA_SERVANT, SOUL_DAY = 10, 15, 2
"""C-6.7, C-8.5."""

CHARGE_TIMES = 2
LINK_TIMES = 2
"""C-7.6, C-7.5: how often a maximum, and how often a long rest."""

GROWTH_PRICE = 5
"""C-23.12: experience or merit for one grade."""

TERRITORY_FULL = 10
"""C-23.9: what a territory holds for each grade."""

DEFAULT_REGIONS: tuple[tuple[str, tuple[str, ...], int, int], ...] = (
    ("r1", ("study",), 0, 2),
    ("r2", ("shop",), 1, 0),
    ("r3", ("labor",), 0, 1),
    ("r4", ("labor",), 2, 0),
    ("r5", (), 0, 5),
    ("r6", ("shop",), 1, 1),
    ("r7", ("labor",), 1, 0),
    ("r8", ("study",), 0, 3),
    ("r9", (), 2, 2),
)
"""C-23.7: the regions of the default map: marks, base bonus, ley-line bonus."""
