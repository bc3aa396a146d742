"""A line of text cut at its signs. What stands in brackets or quotes is never cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .lines import folded

_PAIRS = {
    "(": ")",
    "[": "]",
    "{": "}",
    "「": "」",
    "『": "』",
    "《": "》",
    "〈": "〉",
    "【": "】",
    "〔": "〕",
    "“": "”",
}
_QUOTE_ENDS = frozenset('」』”"')
_CLOSING = frozenset(_PAIRS.values())
_OPENING = frozenset((*_PAIRS, '"'))
_QUOTES = frozenset('「『“‘"＂')
_SINGLE = {"‘": "’", "'": "'"}

_NAME_ENDS = re.compile(r"[:=→]+>?|[-~]+>|\s[-~]\s|\s\|\s")
_MOST_PARTS = 7
"""In so many parts a name may be written: `서번트의 기술 1 랭크`."""
_GLUED = re.compile(r"(?<=[^\W\d_])(?=[\d+-])|(?<=[가-힣])(?=[A-Za-z])")
"""Where a name ends and its value begins, with nothing between: `HP3`, `근력B+`."""

MARKS = ",/;|·"
"""What people put between the fields of a line and the items of a list."""

_BLANK = frozenset(MARKS + " ")
_HEAD_ENDS = re.compile(rf"\s|[:=→]|[{re.escape(MARKS)}]|$|{_GLUED.pattern}")
_LONGEST_HEAD = 40
_MOST_WORDS = 4
"""So many words a name has that stands among other fields in a line."""

_SHORT = 500
"""Up to how many characters what was found of a text is remembered: of longer ones it would fill the memory."""

_MOST_WRAPS = 8
"""So many brackets are taken off around a text. Whoever writes more has something else in mind than to be read."""


def depths(text: str) -> Sequence[int]:
    """How deep each place of `text` stands in brackets and quotes; all 0 where they do not close."""
    return _remembered(text) if len(text) <= _SHORT else _depths(text)


@lru_cache(maxsize=8192)
def _remembered(text: str) -> Sequence[int]:
    return _depths(text)


def _depths(text: str) -> Sequence[int]:
    signs = folded(text)
    if _OPENING.isdisjoint(signs):
        return (0,) * len(text)
    found: list[int] = []
    waiting: list[str] = []
    escaped = False
    for sign in signs:
        quoted = waiting and waiting[-1] in _QUOTE_ENDS
        if quoted and (escaped or sign != waiting[-1]):
            escaped = sign == "\\" and waiting[-1] == '"' and not escaped
        elif waiting and sign == waiting[-1]:
            waiting.pop()
        elif sign == '"':
            waiting.append(sign)
        elif sign in _PAIRS:
            waiting.append(_PAIRS[sign])
        elif sign in _CLOSING:
            return (0,) * len(text)
        found.append(len(waiting))
    return (0,) * len(text) if waiting else tuple(found)


def parts(text: str, marks: str, empty: bool = False) -> list[str]:
    """`text` cut at each of `marks`. Empty parts are left out; with `empty` only at the end."""
    signs, deep = folded(text), depths(text)
    cut, start = [], 0
    for at, sign in enumerate(signs):
        if sign in marks and deep[at] == 0:
            cut.append(text[start:at])
            start = at + 1
    cut.append(text[start:])
    stripped = [part.strip() for part in cut]
    return stripped[: -1 if not stripped[-1] else None] if empty else [part for part in stripped if part]


def unwrapped(text: str) -> str:
    """`text` without brackets or quotes around the whole of it."""
    text = text.strip()
    for _ in range(_MOST_WRAPS):
        if not _is_wrapped(text):
            break
        text = text[1:-1].strip()
    return text


def unquoted(text: str) -> str:
    """`text` without quotes around the whole of it; brackets stay."""
    text = text.strip()
    return text[1:-1].strip() if text[:1] in _QUOTES and _is_wrapped(text) else text


def _is_wrapped(text: str) -> bool:
    if len(text) < 2:
        return False
    first, deep = folded(text[0]), depths(text)
    single = _SINGLE.get(first) == text[-1] and text[-1] not in text[1:-1]
    return single or (all(deep[:-1]) and deep[-1] == 0 and (first in _PAIRS or first == '"'))


def named_by_sign(text: str) -> tuple[str, str] | None:
    """A line as name and value, at its first `:`, `=`, `→` or lone dash; None where it has none."""
    signs, deep = folded(text), depths(text)
    for found in _NAME_ENDS.finditer(signs):
        if found.start() and deep[found.start()] == 0:
            return text[: found.start()].strip(), text[found.end() :].strip()
    return None


def named_by_place(text: str) -> Iterator[tuple[str, str]]:
    """A line as name and value at each blank and before each digit, the longest name that there can be first."""
    signs, deep = folded(text), depths(text)
    places = {found.start() for found in re.finditer(r"\s+", signs)} | {
        found.start() for found in _GLUED.finditer(signs)
    }
    opening = {at for at, sign in enumerate(signs) if sign in _PAIRS and at}
    for at in reversed(sorted(places | opening)[:_MOST_PARTS]):
        if deep[at - 1] == 0 and text[:at].strip():
            yield text[:at].strip(), text[at:].strip()


def cut_before(text: str, is_name: Callable[[str], bool], marks: str = "") -> list[tuple[int, int]]:
    """The places (begin, end) of `text` from one name to the next, and from one of `marks` to the next."""
    signs, deep = folded(text), depths(text)
    begins, known = [0], _name_end(text, signs, 0, is_name)
    for at in range(1, len(text)):
        starts = deep[at - 1] == 0 and signs[at - 1] in _BLANK and signs[at] not in _BLANK
        if starts and at >= known and (end := _name_end(text, signs, at, is_name)):
            begins.append(at)
            known = end
        elif deep[at] == 0 and signs[at] in marks:
            begins.append(at + 1)
    return list(zip(begins, [*begins[1:], len(text)], strict=True))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, where it stands in it, and whether a mark or a bracket parts it from the word before it."""

    text: str
    start: int
    end: int
    apart: bool


_APART = re.compile(r"[,/;|:=→()\[\]{}【】〔〕]|(?:^|(?<=\s))(?:[-~]+>?)(?=\s|$)")
_WORD = re.compile(r"[「『《〈“\"].*?[」』》〉”\"]\S*?(?=[\s,/;|:=→()\[\]{}【】〔〕]|$)|[^\s,/;|:=→()\[\]{}【】〔〕]+")


def words_of(text: str) -> list[Word]:
    """The words of a line, those in brackets among them; what begins with a quote goes on to its end."""
    signs = folded(text)
    found: list[Word] = []
    end = 0
    for word in _WORD.finditer(signs):
        between = signs[end : word.start()] + " "
        if not _APART.fullmatch(word[0]):
            found.append(Word(text[word.start() : word.end()], word.start(), word.end(), bool(_APART.search(between))))
            end = word.end()
    return found


def _name_end(text: str, signs: str, at: int, is_name: Callable[[str], bool]) -> int:
    """Where the longest name that begins at a place ends; 0 where none does."""
    ends = [found.start() for found in _HEAD_ENDS.finditer(signs, at + 1, at + _LONGEST_HEAD)][:_MOST_WORDS]
    return next((end for end in reversed(ends) if is_name(text[at:end].strip())), 0)


def bare(text: str) -> str:
    """`text` without the marks at its ends."""
    return text.strip(f"{MARKS} ，、；／")


def cut_at_names(text: str, is_name: Callable[[str], bool]) -> list[str]:
    """A line cut before each name."""
    return [part for begin, end in cut_before(text, is_name) if (part := bare(text[begin:end]))]
