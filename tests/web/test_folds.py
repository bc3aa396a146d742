"""What few of those who make a sheet fill in is put by, and seen as soon as anything stands in it or is wrong."""

from __future__ import annotations

import pytest

from grailkeeper.core.form import read
from grailkeeper.text.language import Language
from grailkeeper.text.prose import war_prose
from grailkeeper.web.cuts import cut_of
from grailkeeper.web.cuts.cut import Shape
from grailkeeper.web.fields import Layout, Widget
from grailkeeper.web.filled import Filled, filled_of, raw_of

from .test_fields import _by_path, _shown

RARE = {
    "chronicle": {"master.rare": ["master.crafter"], "servant.rare": ["servant.bought", "servant.chosen_berserker"]},
    "mirror": {
        "rare": ["health_points", "mana_points", "class_skills", "traits"],
        "phantasms.1.rare": ["phantasms.1.special"],
    },
    "sceneplay": {
        "rare": ["territory", "concealed_by"],
        "servant.rare": ["servant.lowered", "servant.territory_creation", "servant.item_construction"],
        "servant.skills.1.rare": ["servant.skills.1.class_skill"],
        "servant.noble_phantasms.1.rare": ["servant.noble_phantasms.1.discount_used"],
    },
}


def sheet(system: str, filled: Filled, wrong: tuple[str, ...] = ()) -> dict[str, Widget]:
    _, made, prose = _shown(system, "creation")
    return _by_path(Layout(prose, filled, wrong).form(made, cut_of(system).folds["creation"]))


@pytest.mark.parametrize("system", RARE)
def test_what_is_rare_is_put_by_in_every_part_of_a_sheet(system: str) -> None:
    folds = {path: each for path, each in sheet(system, {}).items() if each.shape is Shape.FOLD}
    assert {path: [part.path for part in each.parts] for path, each in folds.items()} == RARE[system]
    assert not any(each.said for each in folds.values())


def test_what_is_put_by_is_seen_where_it_is_filled_in_or_wrong() -> None:
    """Each heading by itself, for anything that stands or is wrong somewhere below it."""
    filled = sheet("sceneplay", {"servant.lowered.strength": "1", "servant.skills.2.class_skill": "yes"})
    opened = [path for path, each in filled.items() if each.shape is Shape.FOLD and each.said]
    assert opened == ["servant.skills.2.rare", "servant.rare"]
    faulty = sheet("sceneplay", {}, ("servant.lowered.strength", "territory"))
    assert [path for path, each in faulty.items() if each.shape is Shape.FOLD and each.said] == ["servant.rare", "rare"]


def test_who_is_new_has_all_of_its_health_and_mana_in_one_number() -> None:
    """S-16.1, S-16.2; a servant that has lost some is typed as in a post."""
    form, made, prose = _shown("sceneplay", "creation")
    shown = _by_path(Layout(prose, {"master.health": "3"}).form(made))
    assert (shown["master.health"].shape, shown["master.health"].parts) == (Shape.NUMBER, ())
    for typed, kept in (("3", [3, 3]), ("2/3", [2, 3])):
        raw = raw_of(form, {"master.health": typed}, prose.words, made)
        assert read(form.record, raw.order, prose.words.identify)[0] == {"master": {"health": kept}}
        assert filled_of(made, {"master": {"health": kept}}, prose) == {"master.health": typed}
    english = war_prose("grailkeeper.rules.sceneplay", Language.EN, {})
    assert filled_of(made, {"master": {"health": [2, 3]}}, english) == {"master.health": "2/3"}
