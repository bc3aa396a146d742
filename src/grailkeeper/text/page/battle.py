"""A battle that a system can draw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from markupsafe import Markup

from ...core.fact import Fact
from .pen import Pen


@dataclass(frozen=True, slots=True)
class Party:
    """A side of a battle: the teams that fight on it, as far as they are known, and how it is called."""

    teams: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle, to be written once or twice on a page.

    `outcome`: how it went, in a sentence or two, which are the last word once it is `over`. `places` are its parts, by
    anchor, with what they are called. `full` writes all of it, with a heading of its own if asked; `card` writes the
    result in short, with a link to where the full one is.
    """

    number: int
    anchor: str
    title: str
    parties: tuple[Party, ...]
    over: bool
    outcome: str
    places: tuple[tuple[str, str], ...]
    full: Callable[[bool], Markup]
    card: Callable[[str], Markup]


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side on the card of a battle: the teams whose signs it bears, its score, and what stands below its name."""

    signs: tuple[str, ...]
    name: str
    score: object
    below: str = ""


class Numbered(Protocol):
    """What a system has made of the facts of a battle."""

    @property
    def number(self) -> int: ...


F = TypeVar("F", bound=Numbered)
M = TypeVar("M")


def anchor_of(number: int) -> str:
    """The id of a battle on the page; its parts begin with it."""
    return f"battle-{number}"


def drawn_battles(
    pen: Pen,
    fights: Iterable[F],
    title: Callable[[Pen, F], str],
    parties: Callable[[Pen, F], tuple[Party, ...]],
    over: Callable[[F], bool],
    outcome: Callable[[Pen, F], str],
    places: Callable[[Pen, F], tuple[tuple[str, str], ...]],
    full: Callable[[Pen, F, bool], Markup],
    card: Callable[[Pen, F, str], Markup],
) -> tuple[Battle, ...]:
    """Battles as a system draws them, in order; each drawing is of a single one."""
    return tuple(
        Battle(
            number=fight.number,
            anchor=anchor_of(fight.number),
            title=title(pen, fight),
            parties=parties(pen, fight),
            over=over(fight),
            outcome=outcome(pen, fight),
            places=places(pen, fight),
            full=partial(full, pen, fight),
            card=partial(card, pen, fight),
        )
        for fight in fights
    )


def by_battle(
    facts: Iterable[Fact], battle_of: Callable[[Fact], int | None], within: Collection[str], end: type[Fact]
) -> Mapping[int, list[Fact]]:
    """The facts of each battle, by its number, in the order in which battles begin.

    `battle_of`: of which battle a fact is, if it says so. `within`: the kinds that do not say so and belong to the
    battle under way. `end`: the fact after which none is.
    """
    found: dict[int, list[Fact]] = {}
    current: int | None = None
    for fact in facts:
        number = battle_of(fact)
        if number is not None:
            current = number
        if current is not None and (number is not None or fact.kind in within):
            found.setdefault(current, []).append(fact)
        if isinstance(fact, end):
            current = None
    return found


def fights_of(
    facts: Iterable[Fact],
    battle_of: Callable[[Fact], int | None],
    within: Collection[str],
    end: type[Fact],
    made: Callable[[int, Sequence[Fact]], M | None],
) -> tuple[M, ...]:
    """What a system makes of the facts of each battle (see `by_battle`), without those of which it can make nothing."""
    found = (made(number, of_it) for number, of_it in by_battle(facts, battle_of, within, end).items())
    return tuple(each for each in found if each is not None)


def written_card(
    pen: Pen,
    to: str,
    sides: Sequence[CardSide],
    unit: str,
    outcome: str,
    happened: Iterable[Fact],
    clause_of: Callable[[Fact], str],
    binds: Callable[[Fact], bool],
    place: str = "",
) -> Markup:
    """The result of a battle in short, as it stands in a story, and what else came of it.

    `to`: where the battle is told in full. `unit`: what the scores count.
    """
    return pen.write(
        "card.html",
        to=to,
        sides=sides,
        outcome=outcome,
        happened=happened,
        sentence=pen.prose.fact,
        clause_of=clause_of,
        binds=binds,
        place=place,
        unit=unit,
    )
