"""The words of the command line: the same in both languages, all there, none for nothing."""

from __future__ import annotations

import re
from pathlib import Path

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.cli import session
from grailkeeper.cli.reading import Why
from grailkeeper.text.language import Language
from grailkeeper.text.template import fields
from grailkeeper.text.words import house_words, load_words

FOLDER = Path(session.__file__).parent
KO, EN = (load_words(session.PACKAGE, language) for language in (Language.KO, Language.EN))
OWN = {key for key in KO if key not in house_words(Language.KO) and not key.startswith("names.")}
SOURCE = "\n".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))


def test_both_languages_say_the_same() -> None:
    assert set(KO) == set(EN)
    assert [key for key in KO if fields(KO.get(key)) != fields(EN.get(key))] == []


def test_every_word_that_is_asked_for_is_there() -> None:
    asked = set(re.findall(r'"([a-z]+\.[a-z0-9_]+)"', SOURCE))
    tables = {key.partition(".")[0] for key in OWN} - {"system"}
    asked.discard("journal.jsonl")
    missing = [key for key in asked if key.partition(".")[0] in tables and key not in KO]
    assert missing == []
    for each in Why:
        assert f"unreadable.{each.value}" in KO
    for kind in EntryKind:
        assert f"entry.{kind.value}" in KO


def test_no_word_is_there_for_nothing() -> None:
    literal = set(re.findall(r'"([a-z]+\.[a-z0-9_]+)"', SOURCE))
    parts = set(re.findall(r'"([a-z_-]+)"', SOURCE))
    unused = [key for key in OWN if key not in literal and key.partition(".")[2] not in parts and not _made(key)]
    assert unused == []


def _made(key: str) -> bool:
    """Keys that are put together: by the kind of something."""
    table, _, name = key.partition(".")
    made = {"entry": {kind.value for kind in EntryKind}, "unreadable": {why.value for why in Why}}
    if table in made:
        return name in made[table]
    return bool(re.search(rf'f"{table}\.[a-z_]*\{{', SOURCE))
