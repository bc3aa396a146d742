"""Words: what is meant by what an order does not say, and what is left unsaid of a fact."""

import pytest

from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Record
from grailkeeper.core.seat import Person, Role
from grailkeeper.rules.sceneplay.options import OPTIONS, chosen
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.scene.orders import CREATION, Doing, acts_record, opening_record
from grailkeeper.rules.sceneplay.scene.state import SceneKind
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

NAMES = {"a": "A", "b": "B"}
SWITCHES, _ = OPTIONS.read({"upkeep_payer": "either"})
DOING = Doing(SceneKind.SEARCH, {"master": SceneKind.SEARCH}, ("b",), ("a",), ("b",), strikes=True)
FORMS: dict[str, Record] = {
    "creation": CREATION,
    "opening": opening_record(chosen(SWITCHES), allots=True),
    "acts": acts_record(DOING, "a", NAMES),
}
NEEDS_NO_WORDS = {("creation", "territory")}
"""Only a caster's team has territory points; who leaves them out is asked again in the opening."""


@pytest.mark.parametrize("language", list(Language))
def test_it_is_said_what_is_meant_by_silence_in_a_field(language: Language) -> None:
    words = load_words("grailkeeper.rules.sceneplay", language)
    fields = {(kind, field.name) for kind, form in FORMS.items() for field in form.fields}
    said = {tuple(key.split(".")[1:]) for key in words if key.startswith("unsaid.")}
    assert fields - said == NEEDS_NO_WORDS
    assert {each for each in said - fields if each[0] != "battle_sheet"} == set()


SERVANT = Person("a", Role.SERVANT)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("some", "none"),
    [
        (f.ServantRestored("a", (), 3, 0), f.ServantRestored("a", (), 0, 0)),
        (f.ServantRestored("a", (), 0, 2), f.ServantRestored("a", (), 0, 0)),
        (f.Rested(SERVANT, 1), f.Rested(SERVANT, 0)),
        (f.ForcedRestEnded("a", 1, again=False), f.ForcedRestEnded("a", 0, again=False)),
        (f.SoulsEaten(SERVANT, 3, 2), f.SoulsEaten(SERVANT, 3, 0)),
    ],
)
def test_a_recovery_of_nothing_is_not_told(some: Fact, none: Fact, language: Language) -> None:
    prose = Prose(load_words("grailkeeper.rules.sceneplay", language), {"a": "아오이"})
    assert prose.fact(some).startswith(prose.fact(none))
    assert prose.fact(some) != prose.fact(none)
    assert "0" not in prose.fact(some) + prose.fact(none)
