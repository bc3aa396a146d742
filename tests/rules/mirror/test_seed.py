"""The examples and tables of the rules themselves, each number with how it came to be."""

from __future__ import annotations

import pytest

from grailkeeper.core.working import Working, fold
from grailkeeper.rules.mirror import numbers, tables
from grailkeeper.rules.mirror.creation import budget
from grailkeeper.rules.mirror.derived import servant_figures
from grailkeeper.rules.mirror.options import Affinity, Options, RangeSurcharge
from grailkeeper.rules.mirror.people import Card, Effect, EffectKind, Range, ServantClass, Sheet, Type
from grailkeeper.rules.mirror.sheet import sheet_of

from .table import number, sheet


def terms(working: Working) -> list[tuple[str, int, str]]:
    """What a working adds up, with clauses; that it adds up is checked too."""
    assert fold(working.terms) == working.value
    for term in working.terms:
        assert term.inner is None or term.inner.value == term.amount
    return [(term.name, term.amount, term.clause) for term in working.terms]


def effect(kind: EffectKind, grade: int, reach: Range = Range.SELF) -> Effect:
    return Effect(kind, grade, reach)


CURSE = (
    effect(EffectKind.LASTING_DAMAGE, 10, Range.ONE),
    effect(EffectKind.GUARD_REDUCTION, 10, Range.ONE),
)
PRIVILEGE = (
    effect(EffectKind.HP_RECOVERY, 3),
    effect(EffectKind.ATTACK_BOOST, 4),
    effect(EffectKind.GUARD_BOOST, 3),
)


def test_a_curse_costs_50() -> None:
    """M-5.3, M-5.5: 30 for lasting damage and 20 for a lowered guard, both on one foe."""
    cost = numbers.skill_cost(CURSE)
    assert (cost.value, terms(cost)) == (50, [("lasting_damage", 30, "M-5.3"), ("guard_reduction", 20, "M-5.3")])
    inner = cost.terms[0].inner
    assert inner is not None
    assert terms(inner) == [("per_grade", 2, "M-5.6"), ("range", 1, "M-5.5"), ("grade", 10, "M-5.5")]
    assert numbers.skill_cost(CURSE, Options(range_surcharge=RangeSurcharge.BASE_COST)).value == 60


def test_an_imperial_privilege_costs_21() -> None:
    """M-5.3: 6 for recovery, 12 for attack, 3 for guard."""
    cost = numbers.skill_cost(PRIVILEGE)
    assert cost.value == 21
    assert [amount for _, amount, _ in terms(cost)] == [6, 12, 3]


@pytest.mark.parametrize(
    ("extra", "upkeep", "battle"),
    [
        (10, 12, 28),
        (11, 12, 29),
        (15, 13, 31),
        (20, 14, 33),
        (25, 16, 36),
        (30, 17, 38),
        (40, 19, 43),
        (41, 20, 44),
        (50, 22, 48),
    ],
)
def test_upkeep_and_battle_mana(extra: int, upkeep: int, battle: int) -> None:
    """M-11.2, M-11.3: each term rounded up by itself."""
    kept, fought = numbers.upkeep(extra), numbers.battle_mana(extra)
    assert (kept.value, fought.value) == (upkeep, battle)
    assert terms(kept) == [("usual", 9, "M-11.2"), ("extra_part", upkeep - 9, "M-11.2")]
    assert terms(fought) == [("usual", 23, "M-11.3"), ("extra_part", battle - 23, "M-11.3")]
    part = kept.terms[1].inner
    assert part is not None
    assert terms(part) == [("extra_points", extra, "M-1.6"), ("round_up", 3, "M-11.2"), ("divided", 4, "M-11.2")]


def test_upkeep_and_battle_mana_of_an_archer_and_in_frenzy() -> None:
    """M-4.9, M-4.24: doubled first, then lessened, never below 0."""
    assert [name for name, _, _ in terms(numbers.upkeep(20, 7, frenzy=True))][2:] == [
        "frenzy",
        "independent_action",
        "least",
    ]
    assert (numbers.upkeep(20, 7, frenzy=True).value, numbers.battle_mana(20, 7, frenzy=True).value) == (21, 59)
    assert (numbers.upkeep(10, 15).value, numbers.battle_mana(10, 40).value) == (0, 0)


RANKS = ["E", "E+", "E++", "D", "D+", "D++", "C", "C+", "C++", "B", "B+", "B++", "A", "A+", "A++", "EX"]


def test_ranks_are_grades() -> None:
    """M-2.1, M-2.2: 1 to 15 and 20; noble phantasms twice as much."""
    assert dict(tables.ABILITY_GRADES) == dict(zip(RANKS, [*range(1, 16), 20], strict=True))
    assert dict(tables.PHANTASM_GRADES) == {rank: 2 * grade for rank, grade in tables.ABILITY_GRADES.items()}
    for table in (tables.ABILITY_GRADES, tables.PHANTASM_GRADES):
        for rank, grade in table.items():
            assert (numbers.grade_of(rank, table), numbers.grade_of(grade, table)) == (grade, grade)
            assert numbers.label_of(grade, table) == rank
    assert [numbers.grade_at_least(points) for points in (0, 7, 15, 16, 20, 21)] == [1, 7, 15, 20, 20, 20]


def test_one_rank_down_is_one_column() -> None:
    """M-12.6, M-Q60."""
    for table in (tables.ABILITY_GRADES, tables.PHANTASM_GRADES):
        lower = [numbers.rank_down(grade, table) for grade in table.values()]
        assert lower == [min(table.values()), *list(table.values())[:-1]]


def test_abilities_give_health_and_mana() -> None:
    """M-3.5, M-3.6, M-3.10, M-4.16: of grade 9, as the rules' examples have it, and of rank A."""
    assert [numbers.ability_health(grade, 0).value for grade in (9, 13)] == [9, 13]
    assert [numbers.ability_health(0, grade).value for grade in (9, 13)] == [18, 26]
    assert [numbers.ability_mana(grade, ServantClass.SABER).value for grade in (9, 13)] == [18, 26]
    assert [numbers.ability_mana(grade, ServantClass.CASTER).value for grade in (9, 13)] == [36, 52]
    assert terms(numbers.ability_mana(13, ServantClass.CASTER)) == [
        ("magic", 13, "M-3.10"),
        ("four_times", 4, "M-4.16"),
    ]


def test_the_normal_score() -> None:
    """M-3.2, M-3.3: of a physical saber and of one of magic type, with each step."""
    score = numbers.normal_score(Type.PHYSICAL, 10, 8, 4)
    assert score.value == 13
    assert [name for name, _, _ in terms(score)] == [
        "agility",
        "less_one",
        "strength",
        "round_up",
        "half",
        "agility_bonus",
    ]
    assert numbers.normal_score(Type.MAGIC, 2, 5, 13).value == 12
    assert numbers.normal_score(Type.PHYSICAL, 2, 5, 13).value == 6


CLASSES = {
    "saber": ("abilities 10", {"riding": 7, "magic_resistance": 7}),
    "lancer": ("abilities 10", {"evasion": 7, "magic_resistance": 7}),
    "archer": ("skills 10", {"independent_action": 7, "magic_resistance": 4, "clairvoyance": 2}),
    "rider": ("phantasms 10", {"riding": 10, "magic_resistance": 2}),
    "assassin": ("skills 5, phantasms 5", {"presence_concealment": 1, "assassination_strike": 7}),
    "caster": ("abilities 5, skills 5", {"territory_creation": 1, "item_construction": 1}),
    "berserker": ("abilities 10", {"mad_enhancement": 1}),
}


def plain(servant_class: str) -> Sheet:
    return sheet_of({"class": servant_class, "skills": [{"name": "S", "effects": [{"kind": "ward", "grade": 9}]}]})


@pytest.mark.parametrize("servant_class", CLASSES)
def test_what_a_class_gives(servant_class: str) -> None:
    """M-4.1 to M-4.22, M-1.5: its skills at their grades, and ten points for what they may buy."""
    marked, skills = CLASSES[servant_class]
    assert plain(servant_class).class_skills == skills
    assert ", ".join(f"{name} {points}" for name, points in tables.EARMARKED[servant_class].items()) == marked
    assert sum(tables.EARMARKED[servant_class].values()) == tables.CLASS_POINTS
    bill = budget(plain(servant_class))
    spent = {"abilities": 5, "skills": 9, "phantasms": 0}
    left = {name: max(0, price - tables.EARMARKED[servant_class].get(name, 0)) for name, price in spent.items()}
    assert bill.spent.value == sum(left.values())
    assert {name: amount for name, amount, _ in terms(bill.spent)} == {**left, "vitals": 0}
    assert (bill.points.value, terms(bill.points)) == (90, [("general", 90, "M-1.1"), ("extra_roll", 0, "M-1.4")])


def test_attributes_go_round() -> None:
    """M-8.6, M-Q37: the sentences, not the arrows; the other way round by the switch."""
    attributes = (Card.BUSTER, Card.QUICK, Card.ARTS)
    for place, card in enumerate(attributes):
        after = attributes[(place + 1) % 3]
        assert numbers.beats(card, after, Affinity.PROSE) and not numbers.beats(after, card, Affinity.PROSE)
        assert numbers.beats(after, card, Affinity.ARROWS) and not numbers.beats(card, after, Affinity.ARROWS)
        assert not numbers.beats(card, card, Affinity.PROSE)


def test_maxima_with_every_step() -> None:
    """M-3.18: of the saber of the ledger's first example."""
    sheet = sheet_of({
        "strength": 10, "endurance": 10, "agility": 8, "magic": 4, "luck": 4,
        "health": 160, "mana": 140, "health_points": 10, "mana_points": 4,
    })  # fmt: skip
    figures = servant_figures(sheet, 4, Options())
    assert (figures.max_hp.value, figures.max_mp.value) == (290, 188)
    assert terms(figures.max_hp) == [
        ("bought", 10, "M-1.3"),
        ("ten", 10, "M-1.3"),
        ("allotted", 160, "M-1.2"),
        ("ability_health", 30, "M-3.6"),
    ]


def test_stages_come_with_battles() -> None:
    """M-12.5."""
    assert [numbers.stage_of(battles) for battles in range(10)] == [1, 1, 2, 2, 3, 3, 4, 4, 4, 4]


def test_extra_points() -> None:
    """M-1.4: nothing at the lowest level, where there is no die; else ten more for each level above the second."""
    assert number("extra_roll", level=1) == 0
    assert [number("extra_roll", level=level, die=7) for level in range(2, 6)] == [7, 17, 27, 37]
    assert [number("extra_roll", level=2, die=die) for die in (1, 10)] == [1, 10]
    for level, die in ((1, 3), (2, 0), (2, 11), (5, -1)):
        assert number("extra_roll", level=level, die=die)["code"] == "bad_die"


def test_a_number_is_not_reckoned_without_all_it_needs() -> None:
    """M-11.2."""
    assert number("upkeep")["code"] == "missing_field"
    assert number("no_such_thing")["code"] == "unknown_formula"


def test_a_sheet_shows_its_phantasms_at_each_stage() -> None:
    """M-6.4, M-6.6, M-6.9, M-12.6."""
    phantasms = [
        {"name": "Gram", "rank": "A", "attribute": "buster", "special": "lasting_damage"},
        {"name": "Aias", "rank": "E", "use": "defence", "range": "anti-army"},
    ]
    for stage, (grade, special) in {3: (24, 12), 4: (26, 13)}.items():
        found = sheet(stage=stage, phantasms=phantasms)["phantasms"]
        assert found["Gram"] == {"grade": grade, "cost": 2 * grade, "power": 3 * grade, "special_grade": special}
        assert found["Aias"] == {"grade": 2, "cost": 10, "power": 6, "special_grade": 1}
