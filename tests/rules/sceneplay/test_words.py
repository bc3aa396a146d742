"""Words that no fact says: what is meant by what an order does not say."""

import pytest

from grailkeeper.core.form import Record
from grailkeeper.rules.sceneplay.options import OPTIONS, chosen
from grailkeeper.rules.sceneplay.scene.orders import CREATION, Doing, acts_record, opening_record
from grailkeeper.rules.sceneplay.scene.state import SceneKind
from grailkeeper.text.language import Language
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
