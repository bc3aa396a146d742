"""A battle that a system can draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle, to be written once or twice on a page.

    `outcome`: how it went, in a sentence or two. `places` are its parts, by anchor, with what they are called.
    `full` writes all of it, with a heading of its own if asked; `card` writes the result in short, with a link to
    the full one.
    """

    number: int
    anchor: str
    title: str
    outcome: str
    places: tuple[tuple[str, str], ...]
    full: Callable[[bool], Markup]
    card: Callable[[], Markup]
