"""How the cards of a judgment are said to stand against each other."""

from collections.abc import Mapping
from typing import Any

from grailkeeper.rules.chronicle.facts import JudgmentMade, Paid, Verdict

from .table import master, of_kind, servant, told


def verdicts(mine: Mapping[str, Any], theirs: Mapping[str, Any], card: str, other: str) -> list[Verdict]:
    people = [servant("saber", "red", **mine), servant("lancer", "blue", **theirs)]
    (first, *_) = of_kind(told(people, {"saber": [card], "lancer": [other]}), JudgmentMade)
    return [meeting.verdict for meeting in first.meetings]


def test_of_equal_cards_one_is_higher_or_neither() -> None:
    """C-11.13, C-11.15."""
    assert verdicts({"agility": "A"}, {"agility": "C"}, "rush", "rush") == [Verdict.HIGHER, Verdict.LOSS]
    assert verdicts({"agility": "C"}, {"agility": "C"}, "rush", "rush") == [Verdict.EQUAL, Verdict.EQUAL]
    mine, theirs = {"skills": {"riding": "D"}}, {"skills": {"throw": "B"}}
    assert verdicts(mine, theirs, "charge", "throw") == [Verdict.LOSS, Verdict.HIGHER]


def test_a_spell_is_what_is_paid_for() -> None:
    """C-23.19: at its first card, be that a chant."""
    people = [master("shirou", "red"), servant("lancer", "blue")]
    order = {"shirou": {"cards": ["chant", "magecraft"], "spells": [{"type": "attack", "grade": 2}]}}
    (paid,) = of_kind(told(people, order), Paid)
    assert (paid.slot, paid.card, paid.price.value) == (1, "magecraft", 4)
