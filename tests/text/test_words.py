"""The words of the house and of every rule system: the same keys and fields in all languages."""

from __future__ import annotations

import pkgutil
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper import rules
from grailkeeper.text.language import Language
from grailkeeper.text.template import TemplateError, fields
from grailkeeper.text.words import WordMissing, Words, house_words, load_words

KO, EN = house_words(Language.KO), house_words(Language.EN)


def _loaded() -> list[tuple[Words, Words]]:
    """The words of each package that has any, in both languages."""
    systems = [f"{rules.__name__}.{module.name}" for module in pkgutil.iter_modules(rules.__path__) if module.ispkg]
    spoken = [name for name in systems if files(name).joinpath("words.ko.toml").is_file()]
    return [(KO, EN), *((load_words(name, Language.KO), load_words(name, Language.EN)) for name in spoken)]


def test_all_languages_have_the_same_keys_and_fields() -> None:
    for ko, en in _loaded():
        assert set(ko) == set(en)
        assert [key for key in ko if fields(ko.get(key)) != fields(en.get(key))] == []


def test_words_that_mean_two_things_are_known() -> None:
    ambiguous = {word: meanings for word, meanings in KO.vocabulary.items() if len(meanings) > 1}
    assert ambiguous == {"마력": ("magic", "mana"), "방어": ("guard", "defence")}


def test_every_name_is_understood_in_both_languages() -> None:
    names = [key.removeprefix("names.") for key in KO if key.startswith("names.")]
    assert len(names) > 150
    for identifier in names:
        for words in (KO, EN):
            for word in (identifier, KO.name(identifier), EN.name(identifier)):
                assert words.identify(word, {identifier}) == identifier


@pytest.mark.parametrize(
    ("word", "identifier"),
    [
        ("진행자", "keeper"),
        ("GM", "keeper"),
        ("gm", "keeper"),
        ("ＧＭ", "keeper"),
        ("보조 판정", "support_judgment"),
        ("보조판정", "support_judgment"),
        ("Noble Phantasm", "noble_phantasm"),
        ("noble-phantasm", "noble_phantasm"),
        ("NOBLE_PHANTASM", "noble_phantasm"),
        (" 강타\u200b ", "strike"),
        ("도주", "retreat"),
        ("마력 점수", "mana"),
        ("마력", None),
        ("없는 말", None),
        ("", None),
    ],
)
def test_identify(word: str, identifier: str | None) -> None:
    assert KO.identify(word) == EN.identify(word) == identifier


def test_what_is_asked_decides_between_two_meanings() -> None:
    assert KO.candidates("마력") == ("magic", "mana")
    assert KO.identify("마력", {"strength", "magic"}) == "magic"
    assert KO.identify("마력", {"health", "mana"}) == "mana"
    assert KO.identify("마력", {"magic", "mana"}) is None
    assert KO.identify("강타", {"counter"}) is None


def test_say_and_name() -> None:
    assert KO.name("keeper") == "진행자"
    assert EN.say("names.command_spell") == "command spell"
    assert "document.rest" in KO


@given(st.text(min_size=1).filter(lambda key: key not in KO))
def test_a_missing_word_says_what_is_missing(key: str) -> None:
    with pytest.raises(WordMissing) as missing:
        KO.say(key)
    assert missing.value.key == key
    assert missing.value.language is Language.KO
    assert repr(key) in str(missing.value)


def _package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, ko: str, en: str) -> str:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "words.ko.toml").write_text(ko, "utf-8")
    (folder / "words.en.toml").write_text(en, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_a_system_speaks_over_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = _package(
        tmp_path,
        monkeypatch,
        "words_of_a_system",
        '[battle.end]\nwon = "{who:이} {points}점 차로 이겼습니다."\n[names]\nstrike = ["타격", "때리기"]\n',
        '[battle.end]\nwon = "{who} won by {points} {points|point|points}."\n[names]\nstrike = "blow"\n',
    )
    ko, en = load_words(name, Language.KO), load_words(name, Language.EN)
    assert ko.say("battle.end.won", who="랜서", points=3) == "랜서가 3점 차로 이겼습니다."
    assert en.say("battle.end.won", who="Lancer", points=1) == "Lancer won by 1 point."
    assert ko.name("strike") == "타격"
    assert ko.identify("때리기") == ko.identify("BLOW") == "strike"
    assert ko.identify("강타") is None
    assert ko.name("counter") == "반격"
    assert load_words(name, Language.KO) is ko


@pytest.mark.parametrize(
    ("ko", "error"),
    [
        ('a = "{b"', TemplateError),
        ('a = "{b|c|d}"', TemplateError),
        ("a = 1", ValueError),
        ('a = ["b"]', ValueError),
        ("names = 1", ValueError),
        ("[names]\na = []", ValueError),
        ('[names]\na = ""', ValueError),
        ("[names]\na = [1]", ValueError),
    ],
)
def test_a_broken_file_is_refused(
    ko: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = _package(tmp_path, monkeypatch, f"broken_words_{abs(hash(ko))}", ko, "")
    with pytest.raises(error):
        load_words(name, Language.KO)
