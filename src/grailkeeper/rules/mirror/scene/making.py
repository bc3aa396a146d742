"""The sheet that is made for a war (M-1), and how one is drawn: by buying what may be bought until enough is had."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ....core.canon import Data
from ....core.form import Field, Pick, Record
from .. import numbers, tables
from ..creation import creation_problems
from ..people import HAND, Ability, ServantClass, Type
from ..sheet import PHANTASM_FORM, SHEET_FIELDS, SKILL_FORM
from ..state import Making

PURCHASES = 40
"""As many are tried at most."""
GIVEN = ("level", "die")
"""What stands before the sheet is made (M-1.4)."""
TOLD = ("base", "true_name", "traits", "dossier")
"""What costs nothing."""

Draft = dict[str, Data]


@dataclass(frozen=True, slots=True)
class SheetRecord(Record):
    """A sheet beside what is given of it already; its sample is one that may be made (M-1.1 to M-1.8)."""

    given: Mapping[str, Data] = field(default_factory=dict)

    def sample(self, pick: Pick) -> Data:
        draft: Draft = {"class": _one_of(pick, ServantClass), "type": _one_of(pick, Type)}
        health = tables.VITAL_LEAST + pick(tables.VITALS - 2 * tables.VITAL_LEAST + 1)
        draft |= {"health": health, "mana": tables.VITALS - health, "cards": _hand(pick)}
        for _ in range(pick(PURCHASES)):
            bought = BUYING[pick(len(BUYING))](draft, pick)
            if not any(creation_problems({**bought, **self.given})):
                draft = bought
        told = (each for each in self.fields if each.name in TOLD and pick(2))
        return {**draft, **{each.name: each.kind.sample(pick) for each in told}}


def sheet_record(making: Making, *more: Field) -> SheetRecord:
    """The form of the sheet for a team whose level and die are `making`'s, with `more` fields."""
    fields = tuple(each for each in SHEET_FIELDS if each.name not in GIVEN)
    given: dict[str, Data] = {"level": making.level}
    if making.die:
        given["die"] = making.die
    return SheetRecord((*fields, *more), given=given)


def _one_of(pick: Pick, values: type[ServantClass] | type[Type]) -> str:
    found = tuple(values)
    return found[pick(len(found))].value


def _hand(pick: Pick) -> dict[str, Data]:
    """M-1.8."""
    cards = {card.value: tables.CARD_LEAST for card in HAND}
    while sum(cards.values()) < tables.CARDS:
        open_ = [name for name, count in cards.items() if count < tables.CARD_MOST]
        cards[open_[pick(len(open_))]] += 1
    return dict(cards)


def _ability(draft: Draft, pick: Pick) -> Draft:
    name = tuple(Ability)[pick(len(Ability))].value
    return {**draft, name: _some_higher(draft.get(name, 1), pick)}


def _class_skill(draft: Draft, pick: Pick) -> Draft:
    given = tables.CLASS_SKILLS[str(draft["class"])]
    raised = draft.get("class_skills", {})
    assert isinstance(raised, Mapping)
    name = tuple(given)[pick(len(given))]
    return {**draft, "class_skills": {**raised, name: _some_higher(raised.get(name, given[name]), pick)}}


def _some_higher(grade: Data, pick: Pick) -> int:
    grades = [each for each in tables.ABILITY_GRADES.values() if each >= int(str(grade))]
    return grades[pick(min(4, len(grades)))]


def _vitals(draft: Draft, pick: Pick) -> Draft:
    return {**draft, ("health_points", "mana_points")[pick(2)]: 1 + pick(10)}


def _skill(draft: Draft, pick: Pick) -> Draft:
    skill = SKILL_FORM.sample(pick)
    assert isinstance(skill, dict)
    skill["rank"] = numbers.grade_at_least(sum(effect["grade"] for effect in skill["effects"]))
    return {**draft, "skills": [*_list(draft, "skills"), skill]}


def _phantasm(draft: Draft, pick: Pick) -> Draft:
    return {**draft, "phantasms": [*_list(draft, "phantasms"), PHANTASM_FORM.sample(pick)]}


def _list(draft: Draft, name: str) -> list[Data]:
    found = draft.get(name, [])
    assert isinstance(found, list)
    return found


BUYING: tuple[Callable[[Draft, Pick], Draft], ...] = (_ability, _ability, _class_skill, _vitals, _skill, _phantasm)
"""What setting points are spent on (M-1.1)."""
