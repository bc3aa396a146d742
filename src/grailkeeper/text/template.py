"""Sentence templates: the sentences of the game are data, in files of words.

    {actor:이} {target:을} 공격해 {damage}점의 피해를 주었습니다.

- `{name}` the value; a number has a real minus sign, a list is joined as it is spoken: "A, B와 C",
  "A, B and C".
- `{name:이}` the value and the Korean particle that is right after it.
- `{name:/}` a list of clauses, parted by commas alone: "A wins, B is hit".
- `{name:+}` a number with its sign, `{name:+:을}` the same with a particle.
- `{:을}` the particle alone, right after all that stands before it: `‘{skill}’{:을}`.
- `{name|judgment|judgments}` the English form for one or for many of a number or a list, without the number.
- `{{` and `}}` braces.

What is wrong with a template, or missing for it, is the programmer's mistake and raises TemplateError.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from .language import Language
from .numbers import number
from .particles import attach, forms, particle

Value: TypeAlias = str | int | Sequence[str] | Sequence[int] | Sequence[str | int]


class TemplateError(ValueError):
    """A template that cannot be read, or cannot be filled with the values given."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value goes, as a number with its sign if `signed`, with a Korean `particle` if any; `clauses`: a list
    is parted by commas alone."""

    name: str
    signed: bool
    particle: str
    clauses: bool = False


@dataclass(frozen=True, slots=True)
class _Particle:
    """The particle after all that stands before it."""

    particle: str


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of two forms, by the count of a value."""

    name: str
    one: str
    many: str


_Piece: TypeAlias = str | _Place | _Particle | _Choice

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Template:
    """A template that has been read."""

    source: str
    pieces: tuple[_Piece, ...]

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(piece.name for piece in self.pieces if isinstance(piece, _Place | _Choice))

    def check(self, language: Language) -> None:
        """Raise TemplateError where the template uses what the language has not: particles, plurals."""
        for piece in self.pieces:
            if language is Language.EN and isinstance(piece, _Place | _Particle) and piece.particle:
                raise TemplateError(f"a Korean particle in English: {self.source!r}")
            if language is Language.KO and isinstance(piece, _Choice):
                raise TemplateError(f"a plural in Korean: {self.source!r}")

    def render(self, values: Mapping[str, Value], language: Language) -> str:
        """The sentence. Values that no place asks for are left alone."""
        self.check(language)
        text = ""
        for piece in self.pieces:
            text += self._said(piece, text, values, language)
        return text

    def _said(self, piece: _Piece, before: str, values: Mapping[str, Value], language: Language) -> str:
        match piece:
            case str():
                return piece
            case _Particle():
                return particle(before, piece.particle)
            case _Choice():
                return piece.one if self._count(piece.name, values) == 1 else piece.many
            case _Place():
                said = self._written(piece, values, language)
                return attach(said, piece.particle) if piece.particle else said

    def _written(self, place: _Place, values: Mapping[str, Value], language: Language) -> str:
        value = self._value(place.name, values)
        if isinstance(value, str | int):
            return self._item(place, value)
        items = [self._item(place, item) for item in value]
        return ", ".join(items) if place.clauses else join(items, language)

    def _item(self, place: _Place, value: str | int) -> str:
        if isinstance(value, int):
            return number(value, signed=place.signed)
        if place.signed:
            raise TemplateError(f"{place.name!r} is no number in {self.source!r}: {value!r}")
        return value

    def _count(self, name: str, values: Mapping[str, Value]) -> int:
        value = self._value(name, values)
        if isinstance(value, str):
            raise TemplateError(f"{name!r} cannot be counted in {self.source!r}: {value!r}")
        return abs(value) if isinstance(value, int) else len(value)

    def _value(self, name: str, values: Mapping[str, Value]) -> Value:
        if name not in values:
            raise TemplateError(f"no value for {name!r} in {self.source!r}")
        value = values[name]
        items = value if isinstance(value, list | tuple) else (value,)
        if not items or any(isinstance(item, bool) or not isinstance(item, str | int) for item in items):
            raise TemplateError(f"{name!r} cannot be said in {self.source!r}: {value!r}")
        return value


@cache
def parse(source: str) -> Template:
    """Read a template. Raises TemplateError where it is malformed."""
    pieces: list[_Piece] = []
    at = 0
    for token in _TOKEN.finditer(source):
        pieces.append(source[at : token.start()])
        at = token.end()
        if token[1] is not None:
            pieces.append(_place(token[1], source))
        elif len(token[0]) == 2:
            pieces.append(token[0][0])
        else:
            raise TemplateError(f"a lone brace in {source!r}")
    pieces.append(source[at:])
    return Template(source, tuple(piece for piece in pieces if piece != ""))


def render(template: str, values: Mapping[str, Value], language: Language) -> str:
    """`template` filled with `values`."""
    return parse(template).render(values, language)


def fields(template: str) -> frozenset[str]:
    """The names of the values that `template` asks for."""
    return parse(template).fields


def join(items: Sequence[str], language: Language) -> str:
    """Items as they are spoken: "A, B와 C", "A, B and C"."""
    *others, last = items
    if not others:
        return last
    if language is Language.KO:
        return f"{attach(', '.join(others), '과')} {last}"
    return f"{', '.join(others)} and {last}"


def _place(inside: str, source: str) -> _Piece:
    name, *forms_of_count = inside.split("|")
    if forms_of_count:
        if len(forms_of_count) != 2 or not _NAME.fullmatch(name):
            raise TemplateError(f"a plural has a name and two forms, {{n|one|many}}: {source!r}")
        return _Choice(name, *forms_of_count)
    name, *marks = inside.split(":")
    if marks == ["/"] and _NAME.fullmatch(name):
        return _Place(name, signed=False, particle="", clauses=True)
    signed = marks[:1] == ["+"]
    particles = marks[1:] if signed else marks
    if len(particles) > 1 or (name and not _NAME.fullmatch(name)) or not (name or (particles and not signed)):
        raise TemplateError(f"{{{inside}}} is no place for a value in {source!r}")
    try:
        list(map(forms, particles))
    except ValueError as error:
        raise TemplateError(f"{error} in {source!r}") from None
    after = "".join(particles)
    return _Place(name, signed, after) if name else _Particle(after)
