"""The tables of the ledger: every number that stands in a table there stands here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping

LABELS = ("E", "E+", "E++", "D", "D+", "D++", "C", "C+", "C++", "B", "B+", "B++", "A", "A+", "A++", "EX")

ABILITY_GRADES: Mapping[str, int] = dict(zip(LABELS, (*range(1, 16), 20), strict=True))
"""M-2.1: the grades of abilities and skills."""

PHANTASM_GRADES: Mapping[str, int] = dict(zip(LABELS, (*range(2, 31, 2), 40), strict=True))
"""M-2.2."""

GENERAL_POINTS, CLASS_POINTS = 90, 10
"""M-1.1, M-1.5."""

VITALS, VITAL_LEAST, PER_POINT = 300, 100, 10
"""M-1.2, M-1.3: health and mana together, the least of each, and what one setting point buys."""

LEVELS = range(1, 6)
DIE = 10
LEVEL_BONUS: Mapping[int, int] = {1: 0, 2: 0, 3: 10, 4: 20, 5: 30}
"""M-1.4: what is added to the die; at level 1 there is no die."""

CARDS, CARD_LEAST, CARD_MOST = 10, 1, 5
"""M-1.8."""

STROKES = 3
"""M-1.11."""

DOSSIER = 5
"""M-1.10: levels of information."""

CLASS_SKILLS: Mapping[str, Mapping[str, int]] = {
    "saber": {"riding": 7, "magic_resistance": 7},
    "lancer": {"evasion": 7, "magic_resistance": 7},
    "archer": {"independent_action": 7, "magic_resistance": 4, "clairvoyance": 2},
    "rider": {"riding": 10, "magic_resistance": 2},
    "assassin": {"presence_concealment": 1, "assassination_strike": 7},
    "caster": {"territory_creation": 1, "item_construction": 1},
    "berserker": {"mad_enhancement": 1},
}
"""M-4.1, M-4.5, M-4.8, M-4.11, M-4.12, M-4.16, M-4.21: the grades that a class gives."""

EARMARKED: Mapping[str, Mapping[str, int]] = {
    "saber": {"abilities": 10},
    "lancer": {"abilities": 10},
    "archer": {"skills": 10},
    "rider": {"phantasms": 10},
    "assassin": {"skills": 5, "phantasms": 5},
    "caster": {"abilities": 5, "skills": 5},
    "berserker": {"abilities": 10},
}
"""M-1.5: what class points may buy."""

EFFECT_COST: Mapping[str, int] = {
    "judgment_boost": 1,
    "attack_boost": 3,
    "guard_boost": 1,
    "guard_reduction": 1,
    "bane": 1,
    "ward": 1,
    "hp_recovery": 2,
    "taunt_self": 1,
    "taunt_ally": 2,
    "lasting_damage": 2,
    "status_resistance": 0,
    "status_removal": 2,
}
"""M-5.7 to M-5.18: mana for each grade, before the range."""

RANGE_SURCHARGE: Mapping[str, int] = {"self": 0, "one": 1, "all_allies": 2, "all_enemies": 2, "all": 3}
"""M-5.5."""

PHANTASM_COST: Mapping[str, int] = {"anti-unit": 2, "anti-army": 5}
PHANTASM_POWER = 3
LESS_POWER: Mapping[str, int] = {"anti-unit": 2, "anti-army": 1}
FIXED_OUTPUT = 6
"""M-6.4, M-6.6, M-6.8: mana and power for each grade, power lost for each mana less; up to E++ there is no less."""

TURN, TURNS = 5, 2
"""M-9.1: judgments of a turn, turns of a set."""

LUCK_FACTOR = 2
FRENZY_FACTOR = 2
BANE_FACTOR = WARD_FACTOR = 2
"""M-3.12, M-4.23, M-5.11, M-5.12."""

RETREAT_HITS, RETREAT_HITS_FASTER = 3, 2
"""M-9.11, M-9.12."""

INFORMATION_BONUS = (0, 0, 1, 2, 3, 5)
"""M-10.4, by level."""

UPKEEP, UPKEEP_PART = 9, 4
BATTLE_MANA, BATTLE_MANA_PART = 23, 2
"""M-11.2, M-11.3: ceil(90/10) and ceil(90/4), and by what the extra setting points are divided."""

SOUL = 10
REGION_SOULS = 3
"""M-7.9, M-Q36: mana of one person, and the most at one time where the keeper names none."""

PENALTIES: Mapping[str, int] = {"warning": 5, "known": 10, "exposed": 15, "hunted": 20}
"""M-11.19."""

KNOWN_ON_MEETING, KNOWN_IN_BATTLE = 2, 3
"""M-11.19 (10): the least level of information on one who has eaten ten."""

BATTLES_PER_STAGE, LAST_STAGE = 2, 4
"""M-12.4, M-12.5."""

BODY_HEALTH = 50
"""M-12.8 at stage 1."""

REGIONS = ("Miyama", "Shinto", "Ryudou Temple", "Fuyuki Church", "Bridge", "Docks", "Forest", "School")
ZONES = ("lobby", "hospital ward", "laboratory", "control room", "garden")
"""M-Q71."""
