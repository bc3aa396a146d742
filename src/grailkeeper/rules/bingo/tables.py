"""The tables of the ledger: every number that stands in a table there stands here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .people import Condition, ServantClass

SIZE = 5
"""B-1.3: rows and columns of the board."""

CELLS: tuple[str, ...] = tuple(f"r{row}c{column}" for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
"""The cells in the order of their numbers."""

CENTRE = "r3c3"
"""B-5.5: where no luck card may lie."""


def _lines() -> dict[str, tuple[str, ...]]:
    span = range(1, SIZE + 1)
    rows = {f"row{row}": tuple(f"r{row}c{column}" for column in span) for row in span}
    columns = {f"col{column}": tuple(f"r{row}c{column}" for row in span) for column in span}
    down = {"diag1": tuple(f"r{place}c{place}" for place in span)}
    up = {"diag2": tuple(f"r{place}c{SIZE + 1 - place}" for place in span)}
    return rows | columns | down | up


LINES: Mapping[str, tuple[str, ...]] = _lines()
"""B-8.3: the twelve lines, each with its cells."""

PHANTASM_CARDS_PER_GRADE = 2
"""B-6.3."""

PHANTASM_POINTS = 3
"""B-6.2."""

PHANTASM_CLASH_POINTS = 1
"""B-3.3."""

PHANTASM_MANA = 2
"""B-6.8: what a noble phantasm costs unless its sheet says otherwise."""

PHANTASM_USES = 1
"""B-6.9."""

SKILL_MANA = 1
"""B-7.5."""

SKILL_PLUS_MANA = 1
"""B-12.11, B-12.12: once a battle."""

SKILL_PLUS_TIMES = 2
"""B-12.9."""

LUCK_TIMES = 2
"""B-5.3."""

CONSOLATION = 1
"""B-12.6."""

MANA_POINTS = 5
"""B-9.3: victory points for each mana that a master spends."""

STROKE_TIMES = 2
"""B-10.3."""

HEAL_POINTS = 2
"""B-10.2: what one stroke splits between health and mana."""

BINGO_DAMAGE = 1
"""B-8.5, for each line."""

TAROT_DAMAGE = 1
"""B-9.6."""

MOST_PLUS = 3
"""B-14.1."""

TEAMS = (2, 7)
"""B-14.2: the fewest and the most teams of a war."""

LEAST_REGIONS = 3
"""B-14.2."""

SERVANT_LEAST, SERVANT_SPARE = 2, 10
"""B-14.3: health and mana each, and what is divided freely."""

MASTER_LEAST, MASTER_SPARE = 1, 5
"""B-14.4."""

STROKES = 3
"""B-10.1, B-14.4."""

DECK = 22
"""B-14.7: the major arcana, numbered from 0."""

DEALT = 6
"""B-14.7: how many cards a master draws."""

CLASS_SKILLS: Mapping[ServantClass, Sequence[tuple[str, str, Condition]]] = {
    ServantClass.SABER: (
        ("riding", "C", Condition.KEEPER),
        ("magic_resistance", "C", Condition.MAGECRAFT_OPPOSED),
    ),
    ServantClass.LANCER: (
        ("evasion", "C", Condition.NP_OPPOSED),
        ("magic_resistance", "C", Condition.MAGECRAFT_OPPOSED),
    ),
    ServantClass.ARCHER: (
        ("independent_action", "C", Condition.MASTER_ABSENT),
        ("magic_resistance", "D", Condition.MAGECRAFT_OPPOSED),
        ("clairvoyance", "E+", Condition.ATTACKER),
    ),
    ServantClass.RIDER: (
        ("riding", "B", Condition.KEEPER),
        ("magic_resistance", "E+", Condition.MAGECRAFT_OPPOSED),
    ),
    ServantClass.ASSASSIN: (
        ("presence_concealment", "E", Condition.ATTACKER),
        ("assassination_strike", "C", Condition.ATTACKER),
    ),
    ServantClass.CASTER: (
        ("territory_creation", "E", Condition.DEFENDER),
        ("item_construction", "E", Condition.ALWAYS),
    ),
    ServantClass.BERSERKER: (
        ("mad_enhancement", "E", Condition.NO_OTHER_SKILL),
        ("frenzy", "C", Condition.WOUNDED),
    ),
}
"""B-14.5: name, rank and condition of the skills that a class brings."""

RECOVERY_ONE = 1
"""B-Q2 `one`: what a master recovers in a scene."""
