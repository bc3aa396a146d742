"""A post of which not everything is understood: what is, and the lines that are not.

A site can fill in a form with what was read and show the rest; where nobody looks before it counts, `read_post` refuses
the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..core.form import Form
from .declaration import Post, part_reader
from .words import Words

Reads = Callable[[Sequence[str]], Post]

MOST_LINES, LONGEST = 80, 2000
"""Lines and characters of a post that is sifted: whoever pastes has everybody else wait."""

MOST_TRIES = 16
"""How often a post is read again without one of its lines."""


class Sifted(NamedTuple):
    """What a post says as far as it is understood, from how many lines, and the lines that say nothing to us."""

    order: Mapping[str, Any]
    read: int
    unread: tuple[str, ...]


def sifted(form: Form, text: str, words: Words) -> Sifted | None:
    """A post without the lines that stand in the way, or change nothing; None where nothing is left of it."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES or len(text) > LONGEST:
        return None

    reads = part_reader(form.record, words)

    def read(chosen: Sequence[str]) -> Post:
        return reads("\n".join(chosen))

    kept = _telling(_readable(lines, read), read)
    order = read(kept).order
    if not isinstance(order, Mapping) or not order:
        return None
    return Sifted(order, len(kept), tuple(_left_out(lines, kept)))


def _readable(lines: Sequence[str], read: Reads) -> list[str]:
    """The lines but those that stand in the way: first looked at are those that a problem names, and of all the last,
    for what is said twice is likelier meant as it was said before."""
    whole, kept = read(lines), list(range(len(lines)))
    blamed = _blamed(lines, whole)
    for at in sorted(kept, key=lambda at: (at not in blamed, -at))[:MOST_TRIES]:
        if not _faults(whole):
            break
        rest = [each for each in kept if each != at]
        less = read([lines[each] for each in rest])
        if _faults(less) < _faults(whole):
            kept, whole = rest, less
    return [lines[at] for at in kept]


def _blamed(lines: Sequence[str], post: Post) -> frozenset[int]:
    """The lines in which stands what a problem or a question is about."""
    given = [str(each.values.get("given", "")) for each in post.problems] + [each.given for each in post.questions]
    return frozenset(at for at, line in enumerate(lines) if any(each and each.rstrip("…") in line for each in given))


def _telling(lines: Sequence[str], read: Reads) -> list[str]:
    """The lines but those that say nothing alone and without which the rest says the same."""
    kept, order = list(lines), read(lines).order
    silent = [line for line in lines if any(each.code == "nothing_read" for each in read([line]).problems)]
    for line in silent[:MOST_TRIES]:
        rest = [each for each in kept if each is not line]
        kept = rest if read(rest).order == order else kept
    return kept


def _faults(post: Post) -> int:
    return len(post.questions) + sum(each.binding and each.code != "nothing_read" for each in post.problems)


def _left_out(lines: Sequence[str], kept: Sequence[str]) -> list[str]:
    left, at = [], 0
    for line in lines:
        if at < len(kept) and kept[at] == line:
            at += 1
        else:
            left.append(line.strip())
    return left
