"""The words of the house and of each rule system: sentences and names, as data, in Korean and English.

A package that has words keeps them in `words.ko.toml` and `words.en.toml`; those of the house are in this
folder. Tables nest, and a key is the path to a string: `[battle] won = "…"` is "battle.won". Every string is
a sentence template. The table `[names]` holds the words of the glossary by identifier; a name may be a list,
of which the first is printed and all are understood. `[spoken]` holds more of them that are understood in posts alone,
since in a file they would mean two things.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType

from ..clean import clean
from ..language import Language
from ..template import TemplateError, Value, parse

_NAMES = "names"
_SPOKEN = "spoken"
_SEPARATORS = re.compile(r"[\s_\-]+")


class WordMissing(KeyError):  # noqa: N818, it says what is the matter
    """A key that has no word in a language."""

    def __init__(self, key: str, language: Language) -> None:
        super().__init__(key, language)
        self.key, self.language = key, language

    def __str__(self) -> str:
        return f"no word for {self.key!r} in language {self.language.value!r}"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, and a vocabulary in which those of all languages are understood.

    `phrases` holds a template by dotted key, printed names among them; `names` all that a thing is called in this
    language, the printed name first; `vocabulary` the identifiers that a folded word can mean, `spoken` what else it
    can mean where somebody speaks.
    """

    language: Language
    phrases: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]]
    vocabulary: Mapping[str, tuple[str, ...]]
    spoken: Mapping[str, tuple[str, ...]]

    def __contains__(self, key: object) -> bool:
        return key in self.phrases

    def __iter__(self) -> Iterator[str]:
        return iter(self.phrases)

    def get(self, key: str) -> str:
        """The template under `key`. Raises WordMissing."""
        try:
            return self.phrases[key]
        except KeyError:
            raise WordMissing(key, self.language) from None

    def say(self, key: str, /, **values: Value) -> str:
        """The sentence under `key`, filled with `values`. Raises WordMissing or TemplateError."""
        return parse(self.get(key)).render(values, self.language)

    def name(self, identifier: str) -> str:
        """The printed name of a thing of the glossary. Raises WordMissing."""
        return self.get(f"{_NAMES}.{identifier}")

    def called(self, identifier: str) -> str | None:
        """What an identifier is called: by its name, or by that of its kind and its number, `r5_1`; None for others."""
        thing, _, number = identifier.rpartition("_")
        if f"{_NAMES}.{identifier}" in self:
            return self.name(identifier)
        if number.isdecimal() and f"{_NAMES}.{thing}" in self:
            return self.say("house.numbered", name=self.name(thing), number=number)
        return None

    def candidates(self, word: str) -> tuple[str, ...]:
        """All identifiers that `word` can mean, in any language; case, blanks, _ and - do not count."""
        return self.vocabulary.get(_folded(word), ())

    def said(self, word: str) -> tuple[str, ...]:
        """All identifiers that `word` can mean in a post."""
        folded = _folded(word)
        return (*self.vocabulary.get(folded, ()), *self.spoken.get(folded, ()))

    def knowing(self, called: Mapping[str, Collection[str]]) -> Words:
        """These words, with what else there is that may be meant: by its identifier all that it is called."""
        known = dict(self.vocabulary)
        for identifier, names in called.items():
            for word in map(_folded, names):
                known[word] = tuple(dict.fromkeys((*known.get(word, ()), identifier)))
        return replace(self, vocabulary=MappingProxyType(known))

    def identify(self, word: str, among: Collection[str] | None = None) -> str | None:
        """The one identifier that `word` means, if need be of those `among` which it is asked; else None.

        마력 is both magic and mana: alone it means neither, among a sheet's abilities it means magic.
        """
        meant = [found for found in self.candidates(word) if among is None or found in among]
        return meant[0] if len(meant) == 1 else None


@cache
def house_words(language: Language) -> Words:
    """The words that belong to no rule system."""
    return _words(language, ())


@cache
def load_words(package: str, language: Language) -> Words:
    """The words of `package` (such as "grailkeeper.rules.bingo") over those of the house.

    Raises FileNotFoundError where the package has no words, TemplateError where one is no template.
    """
    return _words(language, (package,))


@cache
def layered_words(packages: tuple[str, ...], language: Language) -> Words:
    """The words of several packages, one over the other, over those of the house. Raises as `load_words` does."""
    return _words(language, packages)


def _words(language: Language, packages: tuple[str, ...]) -> Words:
    phrases: dict[str, str] = {}
    names: dict[Language, dict[str, tuple[str, ...]]] = {each: {} for each in Language}
    more: dict[Language, dict[str, tuple[str, ...]]] = {each: {} for each in Language}
    for each in Language:
        for source in (_house(each), *(_of_package(package, each) for package in packages)):
            names[each] |= _names(source, _NAMES)
            more[each] |= _names(source, _SPOKEN)
            if each is language:
                phrases |= _flattened(source)
    phrases |= {f"{_NAMES}.{identifier}": words[0] for identifier, words in names[language].items()}
    for key, phrase in phrases.items():
        try:
            parse(phrase).check(language)
        except TemplateError as error:
            raise TemplateError(f"{key} ({language.value}): {error}") from None
    spoken = MappingProxyType(names[language])
    understood, in_posts = (MappingProxyType(_vocabulary(each)) for each in (names, more))
    return Words(language, MappingProxyType(phrases), spoken, understood, in_posts)


def _vocabulary(names: Mapping[Language, Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    meanings: dict[str, dict[str, None]] = {}
    for of_language in names.values():
        for identifier, words in of_language.items():
            for word in (identifier, *words):
                meanings.setdefault(_folded(word), {})[identifier] = None
    return {word: tuple(identifiers) for word, identifiers in meanings.items()}


@lru_cache(maxsize=8192)
def _folded(word: str) -> str:
    return _SEPARATORS.sub("", clean(unicodedata.normalize("NFKC", word)).casefold())


@cache
def _house(language: Language) -> Mapping[str, object]:
    return tomllib.loads(files(__package__).joinpath(f"{language.value}.toml").read_text("utf-8"))


@cache
def _of_package(package: str, language: Language) -> Mapping[str, object]:
    return tomllib.loads(files(package).joinpath(f"words.{language.value}.toml").read_text("utf-8"))


def _names(source: Mapping[str, object], kind: str) -> dict[str, tuple[str, ...]]:
    table = source.get(kind, {})
    if not isinstance(table, dict):
        raise ValueError(f"{kind} is a table of names, not {table!r}")
    return {identifier: _alternates(identifier, words) for identifier, words in table.items()}


def _alternates(identifier: str, words: object) -> tuple[str, ...]:
    found = (words,) if isinstance(words, str) else tuple(words) if isinstance(words, list) else ()
    if not found or not all(isinstance(word, str) and word for word in found):
        raise ValueError(f"a name is a word or a list of words: {identifier} = {words!r}")
    return found


def _flattened(table: Mapping[str, object], path: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, entry in table.items():
        key = f"{path}{name}"
        if key in (_NAMES, _SPOKEN):
            continue
        if isinstance(entry, dict):
            flat |= _flattened(entry, f"{key}.")
        elif isinstance(entry, str):
            flat[key] = entry
        else:
            raise ValueError(f"a word is a string: {key} = {entry!r}")
    return flat
