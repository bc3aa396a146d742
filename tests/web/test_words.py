"""The words of the site: the same in both languages, all there, none for nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grailkeeper.text.language import Language
from grailkeeper.text.template import fields
from grailkeeper.text.words import Words, layered_words
from grailkeeper.web import page, visitor

FOLDER = Path(page.__file__).parent
KO, EN = (layered_words(visitor.PACKAGES, language) for language in (Language.KO, Language.EN))
OTHERS = layered_words(tuple(set(visitor.PACKAGES) - {"grailkeeper.web"}), Language.KO)
OWN = {key for key in KO if key not in OTHERS and not key.startswith("names.")}
SOURCE = "\n".join(file.read_text("utf-8") for ending in ("*.py", "*.html") for file in FOLDER.rglob(ending))
LITERAL = set(re.findall(r"""["']([a-z]+\.[a-z0-9_]+)["']""", SOURCE))
MADE = set(re.findall(r"""f?["']([a-z]+\.[a-z0-9_]*)(?:\{|["'] ~|(?<=_)["'])""", SOURCE))
"""How the keys begin that are put together, such as `zone.` before the name of one."""


def test_both_languages_say_the_same() -> None:
    assert set(KO) == set(EN)
    # An English noble phantasm is written NP on its card, whatever its name.
    assert [key for key in KO if fields(KO.get(key)) != fields(EN.get(key))] == ["field.phantasm_card"]


@pytest.mark.parametrize("words", [KO, EN], ids=["ko", "en"])
def test_every_word_that_is_asked_for_is_there(words: Words) -> None:
    said = set(re.findall(r"""\bsay\(\s*["']([a-z]+\.[a-z0-9_]+)["']\s*[,)]""", SOURCE))
    assert len(said) > 300
    assert sorted(key for key in said if key not in words) == []
    tables = {key.partition(".")[0] for key in OWN}
    begun = {start for start in MADE if start.partition(".")[0] in tables}
    assert sorted(start for start in begun if not any(key.startswith(start) for key in KO)) == []


def test_no_word_is_there_for_nothing() -> None:
    parts = set(re.findall(r"""["']([a-z_]+)["']""", SOURCE))
    known = {key for key in OWN if key in LITERAL or key.partition(".")[2] in parts or key.startswith(tuple(MADE))}
    assert sorted(OWN - known) == []
