"""Data out of text that people write: JSON, TOML or YAML. Pure.

TOML keys may be Korean without quotes (`근력 = "B+"`). A field that is written twice is refused in every format,
and so is data that is deeper or heavier than anything a person writes.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import yaml

_SURROGATE = re.compile("[\ud800-\udfff]")

DEEPEST = 40
HEAVIEST = 2 * 2**20
"""Values and characters together, with everything that a YAML alias repeats counted again."""

LONGEST_NUMBER = 256
"""Bits. Longer ones can be read in some notations, and written in none."""


class Format(StrEnum):
    JSON = "JSON"
    TOML = "TOML"
    YAML = "YAML"


SUFFIXES: Mapping[str, Format] = {
    ".json": Format.JSON,
    ".toml": Format.TOML,
    ".yaml": Format.YAML,
    ".yml": Format.YAML,
}


class Why(StrEnum):
    """Why a text is no data; each has its sentence."""

    SYNTAX = "syntax"
    REPEATED = "repeated"
    TOO_DEEP = "too_deep"
    TOO_MUCH = "too_much"
    LONG_NUMBER = "long_number"
    BROKEN_TEXT = "broken_text"
    """A lone surrogate: it comes in through escapes, and nothing can write it again."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What is wrong with a text: `line` from 1 (0: not known), `name` of the field that is written twice."""

    why: Why
    format: Format
    line: int = 0
    name: str = ""


class _RepeatedError(ValueError):
    """A field is written twice in one record."""

    def __init__(self, name: str, line: int = 0) -> None:
        super().__init__(name)
        self.name, self.line = name, line


def read_text(text: str, suffix: str = "") -> object:
    """The data of a text, or an `Unreadable`. Without a suffix that is known it may be of any of the formats."""
    if suffix.lower() in SUFFIXES:
        return _read(text, SUFFIXES[suffix.lower()])
    attempts = [_read(text, each) for each in Format]
    records = (each for each in attempts if isinstance(each, Mapping | list))
    likeliest = attempts[0] if text.lstrip()[:1] in ("{", "[") else attempts[1]
    return next(records, likeliest)


def _read(text: str, form: Format) -> object:
    try:
        data = _READERS[form](text)
    except _RepeatedError as error:
        return Unreadable(Why.REPEATED, form, error.line, error.name)
    except RecursionError:
        return Unreadable(Why.TOO_DEEP, form)
    except (ValueError, yaml.YAMLError) as error:
        return Unreadable(Why.SYNTAX, form, _line(error, text))
    fault = _fault(data)
    return data if fault is None else Unreadable(fault, form)


def _fault(data: object) -> Why | None:
    """Whether data is deeper or heavier than anything a person writes (it may even hold itself)."""
    weight = 0
    rest: list[tuple[object, int]] = [(data, 0)]
    while rest:
        item, depth = rest.pop()
        weight += 1 + (len(item) if isinstance(item, str) else 0)
        if depth > DEEPEST:
            return Why.TOO_DEEP
        if weight > HEAVIEST:
            return Why.TOO_MUCH
        if isinstance(item, int) and item.bit_length() > LONGEST_NUMBER:
            return Why.LONG_NUMBER
        if isinstance(item, str) and _SURROGATE.search(item):
            return Why.BROKEN_TEXT
        if isinstance(item, Mapping):
            rest.extend((each, depth + 1) for pair in item.items() for each in pair)
        elif isinstance(item, Sequence | set) and not isinstance(item, str | bytes):
            rest.extend((each, depth + 1) for each in item)
    return None


def _line(error: Exception, text: str) -> int:
    """The line that a reader complains of."""
    if isinstance(error, json.JSONDecodeError):
        return error.lineno
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return error.problem_mark.line + 1
    if isinstance(error, yaml.reader.ReaderError):
        return text.count("\n", 0, error.position) + 1
    found = re.search(r"line (\d+)", str(error))
    return int(found[1]) if found else text.rstrip().count("\n") + 1


def _json(text: str) -> object:
    def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise _RepeatedError(name)
            found[name] = value
        return found

    return json.loads(text, object_pairs_hook=record)


_TOML_TOKEN = re.compile(
    r'(?:"""(?:\\.|[^\\])*?"{3,5}'  # whatever is quoted or a comment stays as it is,
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*)"
    r"|(?P<key>[\w-]*[^\W\x00-\x7f][\w-]*)(?=[ \t]*[.=\]])",  # and a bare key with a letter past ASCII is quoted
    re.DOTALL,
)


def _toml(text: str) -> object:
    def quoted(found: re.Match[str]) -> str:
        return f'"{found["key"]}"' if found["key"] else found[0]

    return tomllib.loads(_TOML_TOKEN.sub(quoted, text.replace("\r\n", "\n")))


class _Loader(yaml.SafeLoader):
    """Plain data only. Merged keys (`<<`) are not known: they can grow without end."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Nothing is merged."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if (key.tag, key.value) in seen:
                    raise _RepeatedError(key.value, key.start_mark.line + 1)
                seen.add((key.tag, key.value))
        return super().construct_mapping(node, deep)


def _yaml(text: str) -> object:
    return yaml.load(text, _Loader)


_READERS: Mapping[Format, Callable[[str], object]] = {
    Format.JSON: _json,
    Format.TOML: _toml,
    Format.YAML: _yaml,
}
