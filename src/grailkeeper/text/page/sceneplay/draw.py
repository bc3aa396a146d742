"""A battle of sceneplay as a part of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ....core.fact import Fact
from ....rules.sceneplay import facts as f
from ...numbers import number
from ...template import join
from ..battle import CardSide, Party, anchor_of, written_card
from ..pen import Pen
from ..workings import folded
from .after import after_battle
from .clauses import binds, clause_of
from .fight import Fight, Round
from .gauge import Gauge, gauge


@dataclass(frozen=True, slots=True)
class SideSight:
    """A side of the duel, and the health that it lost, in all and each."""

    teams: tuple[str, ...]
    name: str
    lost: str
    each: str


@dataclass(frozen=True, slots=True)
class RoundSight:
    """A judgment, ready to be written. `sign` compares roll and chance; `because` says why a lower roll failed."""

    number: int
    anchor: str
    attacker: str
    defender: str
    numbers: tuple[int, int]
    sum: str
    over: str
    luck: tuple[tuple[str, str, str], ...]
    success: bool
    chance: int
    roll: int
    sign: str
    because: tuple[str, str]
    damage: tuple[tuple[str, int], ...]
    says: str
    gauge: Gauge
    working: Markup
    spent: tuple[str, ...]
    after: tuple[Fact, ...]


def battle(pen: Pen, fight: Fight, headed: bool) -> Markup:
    """The whole of a battle. `headed`: it has a heading of its own, because the page tells of more than this one."""
    anchor = anchor_of(fight.number)
    return pen.write(
        "sceneplay.html",
        fight=fight,
        anchor=anchor,
        headed=headed,
        title=title_of(pen, fight),
        place=pen.say("sceneplay.place", team=pen.prose.name(fight.place)) if fight.place else "",
        sides=sides_of(pen, fight),
        outcome=outcome_of(pen, fight) if headed else "",
        rounds=[_round(pen, each, anchor, fight.teams) for each in fight.rounds],
        sheets=[(filed, _workings(pen, filed)) for filed in fight.filed],
        table=after_battle(pen, fight, alone=not headed),
        sentence=pen.prose.fact,
        clause_of=clause_of,
        binds=binds,
    )


def places_of(pen: Pen, fight: Fight) -> tuple[tuple[str, str], ...]:
    """The parts of a battle that the bar can lead to."""
    parts = ("judgments", "after") if fight.rounds else ("judgments",)
    return tuple((f"{anchor_of(fight.number)}-{part}", pen.say(f"sceneplay.{part}")) for part in parts)


def title_of(pen: Pen, fight: Fight) -> str:
    first, second = (names_of(pen, side) for side in fight.sides)
    return pen.say("sceneplay.title", first=first, second=second)


def parties_of(pen: Pen, fight: Fight) -> tuple[Party, ...]:
    return tuple(Party(side, names_of(pen, side)) for side in fight.sides)


def is_over(fight: Fight) -> bool:
    return fight.ended is not None


def outcome_of(pen: Pen, fight: Fight) -> str:
    """How it ended and who is ahead (S-10.20), in a sentence or two."""
    ended = fight.ended
    if ended is None:
        return pen.say("sceneplay.under_way")
    return pen.prose.fact(ended)


def card(pen: Pen, fight: Fight, to: str) -> Markup:
    """The result in short, as it stands in a story."""
    sides = [CardSide(side.teams, side.name, side.lost, side.each) for side in sides_of(pen, fight)]
    unit = pen.say("sceneplay.lost")
    return written_card(pen, to, sides, unit, outcome_of(pen, fight), fight.happened, clause_of, binds)


def sides_of(pen: Pen, fight: Fight) -> tuple[SideSight, SideSight]:
    one, other = (_side(pen, fight, place) for place in (0, 1))
    return one, other


def _side(pen: Pen, fight: Fight, place: int) -> SideSight:
    teams = fight.sides[place]
    losses = [fight.damage.get(team, 0) for team in teams]
    each = ", ".join(f"{pen.prose.name(team)} {number(lost)}" for team, lost in zip(teams, losses, strict=True))
    return SideSight(teams, names_of(pen, teams), number(sum(losses)), each if len(teams) > 1 else "")


def names_of(pen: Pen, teams: Sequence[str]) -> str:
    return join([pen.prose.name(team) for team in teams], pen.language)


def _round(pen: Pen, told: Round, anchor: str, teams: Sequence[str]) -> RoundSight:
    made = told.made
    first, second = made.numbers
    rolls = [made.roll.value, *(retry.roll for retry in made.retries)]
    last, chance = rolls[-1], made.chance.value
    own = f"{anchor}-{made.judgment}"
    return RoundSight(
        number=made.judgment,
        anchor=own,
        attacker=made.attacker,
        defender=made.defender,
        numbers=made.numbers,
        sum=f"{first} + {second} = {first + second}",
        over=pen.say("sceneplay.over_hundred", roll=made.roll.value) if first + second != made.roll.value else "",
        luck=tuple(_luck(pen, made)),
        success=made.success,
        chance=chance,
        roll=last,
        sign="≤" if last <= chance else ">",
        because=_because(made, last),
        damage=tuple((team, made.damage[team]) for team in teams if made.damage.get(team)),
        says=_spoken(pen, made, rolls),
        gauge=gauge(chance, rolls, pen.say("sceneplay.zone", chance=chance)),
        working=folded(pen, made.chance, f"{own}-work", "wide"),
        spent=tuple(pen.prose.fact(each) for each in told.spent),
        after=told.after,
    )


def _luck(pen: Pen, made: f.JudgmentMade) -> Iterator[tuple[str, str, str]]:
    """Each time luck moved the roll: what is said before the new number, the number, by whom."""
    for place, retry in enumerate(made.retries):
        team = made.attacker if retry.by_attacker else made.defender
        said = pen.say("sceneplay.luck_again" if place else "sceneplay.luck")
        yield said, number(retry.roll), pen.say("sceneplay.luck_by", team=pen.prose.name(team))


def _because(made: f.JudgmentMade, last: int) -> tuple[str, str]:
    """Why a roll that is low enough has failed all the same: the key of the sentence, and the clause."""
    if made.success or last > made.chance.value:
        return "", ""
    return ("fell_to_zero", "S-9.8") if made.retries else ("is_hundred", "S-9.6")


def _spoken(pen: Pen, made: f.JudgmentMade, rolls: Sequence[int]) -> str:
    """The gauge for the ear."""
    if len(rolls) == 1:
        return pen.say("sceneplay.gauge", chance=made.chance.value, roll=rolls[0])
    moved = ", ".join(map(number, rolls[1:]))
    return pen.say("sceneplay.gauge_luck", chance=made.chance.value, roll=rolls[0], moved=moved)


def _workings(pen: Pen, filed: f.SheetFiled) -> Markup:
    return folded(pen, filed.attack) + folded(pen, filed.defence)
