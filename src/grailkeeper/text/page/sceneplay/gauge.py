"""The gauge of a judgment: the zone of success, the roll as a tick, rolls before luck as dashed ghosts.

It repeats what the sentence beside it says. All places are in the units of the drawing, 500 wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...numbers import number

_LEFT, _RIGHT, _UNIT = 20.0, 480.0, 4.6
_ARROW = 20.0
"""The shortest way for which there is an arrow."""
_ROOM = 18
"""So near to an end of the scale the zone's words would run into the end's number."""


@dataclass(frozen=True, slots=True)
class Label:
    """Words at a place of the drawing; `anchor` is start, middle or end."""

    x: str
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """The drawing: widths and places as they stand in its attributes."""

    zone: str
    axis: str
    tick: str
    ghosts: tuple[str, ...]
    says: Label
    least: bool
    most: bool
    roll: Label
    before: Label | None = None
    arc: str = ""
    arrow: str = ""


def gauge(chance: int, rolls: Sequence[int], zone: str) -> Gauge:
    """The drawing of a `chance` and of the `rolls` in order, the last of which counts; `zone` names the zone."""
    *earlier, last = rolls
    axis, place = _place(chance), _place(last)
    ghosts = [each for each in dict.fromkeys(map(_place, earlier)) if each != place]
    plain = Gauge(
        zone=_written(axis - _LEFT),
        axis=_written(axis),
        tick=_written(place),
        ghosts=tuple(map(_written, ghosts)),
        says=Label(_written(axis), zone, _anchor(chance)),
        least=chance > 3,
        most=chance < 95,
        roll=Label(_written(place), number(last), "middle"),
    )
    if len(earlier) != 1 or not ghosts or abs(place - ghosts[0]) < _ARROW:
        return plain
    return _with_arrow(plain, earlier[0], last)


def _with_arrow(plain: Gauge, before: int, last: int) -> Gauge:
    """Luck moved the roll once: an arrow from the number that it was to the one that it is."""
    start, end = _place(before), _place(last)
    way, old, new = (1, "end", "start") if end > start else (-1, "start", "end")
    return replace(
        plain,
        before=Label(_written(start), number(before), old),
        roll=Label(_written(end), number(last), new),
        arc=f"M{_written(start + 3 * way)} 16H{_written(end - 8 * way)}",
        arrow=f"M{_written(end - 9 * way)} 12l{6 * way} 4 {-6 * way} 4z",
    )


def _place(value: int) -> float:
    return min(max(_LEFT + _UNIT * value, _LEFT), _RIGHT)


def _anchor(chance: int) -> str:
    return "start" if chance < _ROOM else "end" if chance > 100 - _ROOM else "middle"


def _written(place: float) -> str:
    return f"{place:.1f}".removesuffix(".0")
