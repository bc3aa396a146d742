"""Whatever a file, a sheet or a declaration of bingo is made of can be written in the words of either language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from grailkeeper.core.form import ByKey, Choice, Kind, Many, Record
from grailkeeper.rules.bingo import battlecase, casefile, formulas, orders, scenecase, setup, sheet, tables
from grailkeeper.rules.bingo.facts import LuckFate, SkillUse
from grailkeeper.rules.bingo.scene import creating
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words

NOBODY = orders.Holdings()
OPTIONS, _ = BINGO.options.read({})
TEAMS = ("team1", "team2")

RECORDS: Mapping[str, Kind] = {
    "setup": setup.SETUP,
    "sheet": casefile._SHEET,
    "new people": creating.creation_record(creating.PLAIN),
    "registration": orders.registration_record(()),
    "opening": orders.opening_record(NOBODY, TEAMS, {}),
    "move": orders.move_record(("region1", "region2")),
    "strokes": orders.stroke_record(NOBODY),
    "battle": orders.battle_record(NOBODY, True),
    "aftermath": orders.aftermath_record(NOBODY, 1),
    "a battle in a file": battlecase.order_record(OPTIONS),
    "a scene in a file": scenecase._given_record(TEAMS),
    "what is declared in it": scenecase._declared_record(TEAMS, ("region1",), OPTIONS),
    **{f"number {name}": formula.record for name, formula in formulas.FORMULAS.items()},
}


def choices(kind: Kind) -> Iterator[tuple[str, ...]]:
    """What stands beside each other in a kind: the fields of a record, the values of a choice."""
    match kind:
        case Record():
            yield tuple(field.name for field in kind.fields)
            for field in kind.fields:
                yield from choices(field.kind)
        case Choice():
            yield tuple(str(value) for value in kind.values)
        case Many():
            yield from choices(kind.of)
        case ByKey():
            yield from (*choices(kind.key), *choices(kind.of))
        case orders.Uses():
            yield from choices(kind._use())
        case sheet.Phantasms():
            yield from choices(sheet._PHANTASM_FORM)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", RECORDS)
def test_every_field_and_value_has_a_word_that_is_understood(name: str, language: Language) -> None:
    words = load_words("grailkeeper.rules.bingo", language)
    for among in choices(RECORDS[name]):
        for identifier in among:
            assert words.identify(words.name(identifier), among) == identifier, identifier


@pytest.mark.parametrize("language", Language)
def test_cells_lines_and_fates_have_names(language: Language) -> None:
    words = load_words("grailkeeper.rules.bingo", language)
    skills = {name for brought in tables.CLASS_SKILLS.values() for name, _, _ in brought}
    for identifier in {*tables.CELLS, *tables.LINES, *formulas.FORMULAS, *LuckFate, *SkillUse, *skills}:
        assert words.name(identifier)
