"""The shapes that a text can have, for kinds of values that only their rules know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..words import Words
from .cutting import named_by_sign, parts, unwrapped
from .lines import folded
from .meaning import NO, NONE, YES, answer, counted, ways


def shapes(text: str, layouts: Sequence[Sequence[str]], words: Words) -> Iterator[object]:
    """What a text can be where nothing is known of it. Nothing of it is ever left out.

    `layouts`: its lines, with and without what stands before them.
    """
    said = answer(text, words)
    if said is not None:
        yield {YES: True, NO: False, NONE: []}[said]
        yield said == YES
    for lines in layouts:
        said_in_lines = [line for line in lines if line]
        if len(said_in_lines) > 1:
            yield said_in_lines
    met = set[tuple[str, ...]]()
    for way in dict.fromkeys(each for spoken in ways(text) for each in (spoken, folded(spoken))):
        yield from dict.fromkeys((way, re.sub(r"의\s", " ", way)))
        yield counted(way)
        for marks in (",", ";", ",;", ", "):
            cut = parts(unwrapped(way), marks)
            if tuple(cut) not in met:  # most texts have none of the marks, and are cut alike at each
                met.add(tuple(cut))
                yield from _listed(cut)


def _listed(cut: Sequence[str]) -> Iterator[object]:
    """The parts of a text as words, as numbers, as a record, as records."""
    bare = [unwrapped(each) for each in cut]
    yield cut
    if bare != cut:
        yield bare
    numbers = [counted(each) for each in bare]
    yield numbers if None not in numbers else None
    if all(each != inside for each, inside in zip(cut, bare, strict=True)):
        yield [_record_like(each) for each in cut]
        return
    pairs = [_pair(each) for each in cut]
    yield dict(pairs) if all(rest for _, rest in pairs) else None
    yield [{name: rest} if rest else name for name, rest in pairs]


def _record_like(text: str) -> object:
    pairs = [_pair(each) for each in parts(unwrapped(text), ",")]
    return dict(pairs) if all(rest for _, rest in pairs) else unwrapped(text)


def _pair(text: str) -> tuple[str, str]:
    """`이름 값` or `이름: 값`."""
    signed = named_by_sign(unwrapped(text))
    name, _, rest = unwrapped(text).partition(" ")
    return signed or (name, unwrapped(rest))
