"""How facts are said: what chooses a sentence, what follows it, what the values are called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import pytest

from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Choice, Field, Form, Record, read
from grailkeeper.core.seat import Person, Role
from grailkeeper.core.working import Step, Sum, Working
from grailkeeper.rules.sceneplay.scene.orders import gift_record
from grailkeeper.text.declaration import read_post
from grailkeeper.text.document import Fold
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose, people_called
from grailkeeper.text.words import house_words, load_words


class Cause(StrEnum):
    BLOW = "blow"
    HUNGER = "hunger"


@dataclass(frozen=True, slots=True)
class Duel:
    teams: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Fell(Fact):
    kind = "fell"
    person: Person
    cause: Cause
    again: bool = False
    duels: tuple[Duel, ...] = ()
    pair: str = ""
    lost: Working | None = None


NAMES = {"red": "사야카", "blue": "쿄코", "side1": "side1"}
LOST = Sum("lost").base("blow", 2).done()
NOTHING = Sum("lost").base("blow", 0).done()


def prose(**phrases: str) -> Prose:
    house = house_words(Language.KO)
    said = {key.replace("__", "."): phrase for key, phrase in phrases.items()}
    return Prose(replace(house, phrases={**house.phrases, **said}), NAMES)


def fell(role: Role = Role.SERVANT, cause: Cause = Cause.BLOW, **more: object) -> Fell:
    return Fell(Person("red", role), cause, **more)  # type: ignore[arg-type]


BY = prose(
    fact__fell__by="cause",
    fact__fell__hunger="{person:이} 굶주려 쓰러졌습니다.",
    fact__fell__blow__by="person_role",
    fact__fell__blow__servant="{person:이} 소멸했습니다.",
    fact__fell__text="{person:이} 쓰러졌습니다.",
)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (fell(cause=Cause.HUNGER), "사야카의 서번트가 굶주려 쓰러졌습니다."),
        (fell(), "사야카의 서번트가 소멸했습니다."),
        (fell(Role.MASTER), "사야카의 마스터가 쓰러졌습니다."),
    ],
)
def test_a_choice_may_lead_to_another_and_what_is_not_there_to_the_plain_sentence(fact: Fell, said: str) -> None:
    assert BY.fact(fact) == said


def test_a_sentence_follows_where_a_value_is_there_or_is_not() -> None:
    said = prose(
        fact__fell__text="",
        fact__fell__if__lost="{lost}점을 잃었습니다.",
        fact__fell__unless__lost="잃은 것은 없습니다.",
        fact__fell__set__lost="셈이 있습니다.",
    )
    assert said.fact(fell(lost=LOST)) == "2점을 잃었습니다. 셈이 있습니다."
    assert said.fact(fell(lost=NOTHING)) == "잃은 것은 없습니다. 셈이 있습니다."
    assert said.fact(fell()) == "잃은 것은 없습니다."


def test_what_is_in_a_list_goes_by_its_place() -> None:
    said = prose(fact__fell__text="{duels_1_teams_1}, {duels_2_teams_2:을} 만났습니다.")
    fact = fell(duels=(Duel(("red", "blue")), Duel(("blue", "red"))))
    assert said.fact(fact) == "사야카, 사야카를 만났습니다."


def test_a_record_in_a_list_is_said_by_its_own_words() -> None:
    said = prose(fact__fell__text="{duels}.", record__duel="{teams_1} 대 {teams_2}")
    assert said.fact(fell(duels=(Duel(("red", "blue")), Duel(("blue", "red"))))) == "사야카 대 쿄코와 쿄코 대 사야카."


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("red", "사야카"),
        ("red-blue", "사야카 대 쿄코"),
        ("red.master", "사야카의 마스터"),
        ("red-green", "red-green"),
        ("saber", "세이버"),
        ("side1", "첫째 편"),
        ("nobody", "nobody"),
    ],
)
def test_names(key: str, name: str) -> None:
    assert prose(names__side1="첫째 편").name(key) == name


def test_a_working_inside_another_says_whose_it_is() -> None:
    inner = Sum("cell").base("grade", 5).done()
    outer = Sum("board").include(Step.BASE, inner, source="r1c1").done()
    cells = prose(term__cell="{source} 칸", term__board="전투판", term__grade="등급")
    own = prose(term__cell="{source} 칸", term__board="전투판", term__grade="등급", working__cell="칸의 승점")
    for said, title in ((cells, "r1c1 칸 5의 풀이"), (own, "칸의 승점 5의 풀이")):
        (fold,) = (block for block in said.working(outer).blocks if isinstance(block, Fold))
        assert fold.summary == title


# People, as they are written

PEOPLE = {"red_master": "하루키", "blue_servant": "blue_servant"}
ATTACK = Record((Field("attack", Choice(tuple(PEOPLE), names=PEOPLE)),))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("written", "person"),
    [
        ("사야카의 마스터", "red_master"),
        ("사야카's master", "red_master"),
        ("하루키", "red_master"),
        ("쿄코의 서번트", "blue_servant"),
        ("쿄코's servant", "blue_servant"),
        ("쿄코 서번트", None),
        ("쿄코의 마스터", None),
    ],
)
def test_a_person_goes_by_team_and_role_in_any_language(language: Language, written: str, person: str | None) -> None:
    """In files and in posts, where a form lets somebody choose that person; by a name of its own, too."""
    words = load_words("grailkeeper.rules.chronicle", language).knowing(people_called(NAMES, NAMES))
    data, problems = read(ATTACK, {"attack": written}, words.identify)
    assert problems == () if person else [each.code for each in problems] == ["bad_choice"]
    assert person is None or data == {"attack": person}
    assert read_post(Form("battle", ATTACK), f"attack: {written}", words).order == (person and {"attack": person})
    assert person is None or person == "red_master" or written in Prose(words, NAMES).called(person)


@pytest.mark.parametrize(
    "written", ["사야카 master", "red.master", "사야카의 마스터", "사야카's master", "사야카 마스터"]
)
def test_a_giver_goes_by_team_and_role_in_any_language(written: str) -> None:
    """S-5.12."""
    words = load_words("grailkeeper.rules.sceneplay", Language.EN).knowing(people_called(NAMES, NAMES))
    giver = gift_record(NAMES).fields[0]
    assert read(giver.kind, written, words.identify) == ("red.master", ())
