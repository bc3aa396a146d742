"""What an attack does against what lies against it (C-11, C-12, C-14, C-16): the damage before bonus and defence."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.working import Sum
from .. import cards, magecraft, phantasm
from ..cards import STRIKES, Bare, Card
from ..facts import Verdict
from ..options import PlusAgainstPhantasm
from ..people import Skill
from ..tables import PLUS_GAP, PLUS_TIMES
from .moment import Moment, Play


@dataclass(slots=True)
class Blow:
    """An attack on its way: its two sums grow until it arrives. `taker` may change; `unit` is of a spell (C-13.4).

    `clash` is the grade difference of two phantasms (C-12.4); `unguardable` damage is not reduced (C-13.6); `passive`
    is one that no card of the taker stood against, so that only a guard reduces it (C-Q84).
    """

    play: Play
    aimed: str
    taker: str
    verdict: Verdict
    answer: Card
    health: Sum | None = None
    mana: Sum | None = None
    clash: int = 0
    unit: int = 0
    unguardable: bool = False
    protected: bool = False
    ignored: bool = False

    @property
    def attacker(self) -> str:
        return self.play.who

    @property
    def health_left(self) -> int:
        return 0 if self.health is None else self.health.total

    @property
    def mana_left(self) -> int:
        return 0 if self.mana is None else self.mana.total

    @property
    def size(self) -> int:
        """C-Q51: what counts as the larger attack."""
        return self.health_left or self.mana_left


def blow(moment: Moment, play: Play, target: str, answer: Play | None) -> Blow:
    """The attack `play` on `target`, met by `answer` (None: a wait)."""
    if play.card in STRIKES:
        return _strike(moment, play, target, answer)
    if play.card is Card.NOBLE_PHANTASM:
        return _phantasm(moment, play, target, answer)
    return _spell(moment, play, target, answer)


def card_grade(moment: Moment, play: Play) -> int:
    """C-11.1, C-23.18: the grade of a normal or skill card, with a reserve."""
    return cards.grade(moment.people[play.who], play.card) + play.laid.reserve


def released(moment: Moment, who: str) -> bool:
    return moment.fighters[who].laid.release


def phantasm_grade(moment: Moment, play: Play) -> int:
    return moment.phantasm(play.who).grade.number


def phantasm_figure(moment: Moment, play: Play) -> int:
    """C-Q110: the figure as it is laid, halved without release (C-Q98), doubled with plus."""
    figure = phantasm.figure(moment.phantasm(play.who), moment.options)
    figure = figure if released(moment, play.who) else figure // 2
    return figure * PLUS_TIMES if play.plus else figure


def spell_points(moment: Moment, play: Play, opponent: str) -> int:
    """C-21.9, C-Q57: what an attack spell does to an opponent, after its magic resistance."""
    assert play.spell is not None
    left = moment.cells(play.who, play.spell).resisted(resistance(moment, opponent))
    return magecraft.points(left, play.spell.chants)


def resistance(moment: Moment, key: str) -> int:
    servant = moment.people[key].servant
    return 0 if servant is None else servant.skill(Skill.MAGIC_RESISTANCE)


def _beaten_by_plus(grade: int, plus: bool, other: int) -> bool:
    """C-14.1: whether a card of `grade` with plus beats one of grade `other` outright."""
    return plus and grade - other >= PLUS_GAP


# Normal and skill cards


def _strike(moment: Moment, play: Play, target: str, answer: Play | None) -> Blow:
    grade = card_grade(moment, play)
    verdict, less, halve = _strike_verdict(moment, play, grade, answer)
    made = _made(moment, play, target, verdict, answer)
    if verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    mine = moment.seats_of(play.who)
    total = Sum("hit_health", "C-11.14").base(
        play.card, cards.sheet_grade(moment.people[play.who], play.card), "C-11.1", source=play.who, seen_by=mine
    )
    if grade != total.total:
        _injury_and_reserve(moment, play, total, grade)
    if less:
        clause = "C-14.3" if answer is not None and answer.card is Card.CRITICAL else "C-11.15"
        total.subtract("opposing_grade", less, clause, seen_by=())
    if play.plus:
        total.times("plus", PLUS_TIMES, "C-14.2", seen_by=mine)
    if halve:
        total.divide("plus_half", 2, "C-14.4", seen_by=mine)
    made.health = total
    return made


def _injury_and_reserve(moment: Moment, play: Play, total: Sum, grade: int) -> None:
    mine = moment.seats_of(play.who)
    reserve = play.laid.reserve
    injury = total.total + reserve - grade
    if injury:
        total.subtract("injury", injury, "C-23.13", source=play.who, seen_by=mine)
    if reserve:
        total.add("reserve", reserve, "C-23.18", source=play.who, seen_by=mine)


def _strike_verdict(moment: Moment, play: Play, grade: int, answer: Play | None) -> tuple[Verdict, int, bool]:
    """How a normal or skill card comes out, the grade that is taken off it, and whether it is halved (C-Q53)."""
    if answer is None:
        return Verdict.UNOPPOSED, 0, False
    if answer.card is Card.MAGECRAFT:
        return _against_spell(moment, play, grade, answer), 0, False
    if answer.card is Card.NOBLE_PHANTASM:
        other = phantasm_grade(moment, answer)
        if _beaten_by_plus(grade, play.plus, other):
            return Verdict.PLUS, 0, moment.options.plus_vs_np is PlusAgainstPhantasm.PLUS_HALF
        beaten = play.card is not Card.CRITICAL or _beaten_by_plus(other, answer.plus, grade)
        return Verdict.LOSS if beaten else Verdict.BOTH, 0, False
    other = card_grade(moment, answer)
    if _beaten_by_plus(grade, play.plus, other):
        return Verdict.PLUS, other if answer.card is Card.CRITICAL else 0, False
    if _beaten_by_plus(other, answer.plus, grade):
        return Verdict.LOSS, 0, False
    if cards.equal_cards(play.card, answer.card):
        return (Verdict.HIGHER, other, False) if grade > other else (Verdict.EQUAL, 0, False)
    won = cards.bare(play.card, answer.card) is Bare.WIN
    return Verdict.WIN if won else Verdict.LOSS, 0, False


def _against_spell(moment: Moment, play: Play, grade: int, answer: Play) -> Verdict:
    """C-16.1, C-16.6, C-Q57, C-Q86."""
    assert answer.spell is not None
    if play.card is Card.CRITICAL:
        return Verdict.WIN
    if _beaten_by_plus(grade, play.plus, moment.cells(answer.who, answer.spell).grade):
        return Verdict.PLUS
    if answer.spell.chants:
        return Verdict.LOSS
    figure, points = grade * (PLUS_TIMES if play.plus else 1), spell_points(moment, answer, play.who)
    if figure == points:
        return Verdict.EQUAL
    return Verdict.WIN if figure > points else Verdict.LOSS


# Noble phantasms


def _phantasm(moment: Moment, play: Play, target: str, answer: Play | None) -> Blow:
    verdict, less, clash = _phantasm_verdict(moment, play, answer)
    made = _made(moment, play, target, verdict, answer)
    if verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    made.clash = clash
    made.health = _figure(moment, play, "hit_health", verdict, less)
    if verdict is not Verdict.WEAKER:
        made.mana = _figure(moment, play, "hit_mana", verdict, less)
    return made


def _figure(moment: Moment, play: Play, name: str, verdict: Verdict, less: int) -> Sum:
    mine = moment.seats_of(play.who)
    held = moment.phantasm(play.who)
    if verdict is Verdict.HIGHER:
        total = Sum(name, "C-R3").base("phantasm_grade", held.grade.number, "C-R3", source=play.who, seen_by=mine)
    else:
        figure = phantasm.figure(held, moment.options)
        total = Sum(name, "C-12.8").base("figure", figure, "C-12.8", source=play.who, seen_by=mine)
        if not released(moment, play.who):
            total.divide("unreleased", 2, "C-Q98", seen_by=mine)
    if less:
        total.subtract("opposing_grade", less, "C-R3" if verdict is Verdict.HIGHER else "C-14.3", seen_by=())
        total.floor("least", 0, "C-23.17")
    if play.plus:
        total.times("plus", PLUS_TIMES, "C-14.2", seen_by=mine)
    if verdict is Verdict.WEAKER:
        total.divide("weaker_half", 2, "C-14.4", seen_by=mine)
    return total


def _phantasm_verdict(moment: Moment, play: Play, answer: Play | None) -> tuple[Verdict, int, int]:
    """How an attacking phantasm comes out, what is taken off its figure, and its clash bonus (C-12.4)."""
    if answer is None:
        return Verdict.UNOPPOSED, 0, 0
    grade, halves = phantasm_grade(moment, play), moment.options.plus_vs_np is PlusAgainstPhantasm.NP_HALF
    if answer.card is Card.MAGECRAFT:
        return Verdict.WIN, 0, 0
    if answer.card is Card.NOBLE_PHANTASM:
        return _between_phantasms(moment, play, answer, halves)
    other = card_grade(moment, answer)
    if _beaten_by_plus(other, answer.plus, grade):
        return Verdict.WEAKER if halves else Verdict.BOTH, 0, 0
    if answer.card is not Card.CRITICAL:
        return Verdict.WIN, 0, 0
    if _beaten_by_plus(grade, play.plus, other):
        return Verdict.PLUS, other, 0
    return Verdict.BOTH, 0, 0


def _between_phantasms(moment: Moment, play: Play, answer: Play, halves: bool) -> tuple[Verdict, int, int]:
    """C-12.3 to C-12.6, C-14.4, C-Q44, C-Q109, C-R3."""
    mine, other = phantasm_grade(moment, play), phantasm_grade(moment, answer)
    shown, other_shown = released(moment, play.who), released(moment, answer.who)
    if shown and other_shown:
        if halves and _beaten_by_plus(other, answer.plus, mine):
            return Verdict.WEAKER, 0, 0
        outdone = answer.plus and phantasm_figure(moment, answer) > phantasm_figure(moment, play)
        return Verdict.BOTH, 0, 0 if outdone else max(0, mine - other)
    if _beaten_by_plus(mine, play.plus, other):
        return Verdict.PLUS, 0, 0
    if shown != other_shown:
        return Verdict.WIN if shown else Verdict.LOSS, 0, 0
    if mine > other:
        return Verdict.HIGHER, other, 0
    return Verdict.EQUAL if mine == other else Verdict.LOSS, 0, 0


# Attack magecraft


def _spell(moment: Moment, play: Play, target: str, answer: Play | None) -> Blow:
    assert play.spell is not None
    verdict, less = _spell_verdict(moment, play, target, answer)
    made = _made(moment, play, target, verdict, answer)
    made.unit = magecraft.unit(play.spell.chants)
    if verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    mine = moment.seats_of(play.who)
    spell = moment.cells(play.who, play.spell)
    left = spell.resisted(resistance(moment, target))
    total = Sum("hit_mana", "C-16.2").base("power", spell.power, "C-21.1", source=play.who, seen_by=mine)
    if left.power != spell.power:
        theirs = moment.seats_of(target)
        total.subtract("magic_resistance", spell.power - left.power, "C-21.9", source=target, seen_by=theirs)
    total.times("unit", made.unit, "C-21.1", seen_by=mine)
    if less:
        total.subtract("offset", less, "C-16.7", seen_by=())
        total.floor("least", 0, "C-16.7")
    made.mana = total
    return made


def _spell_verdict(moment: Moment, play: Play, target: str, answer: Play | None) -> tuple[Verdict, int]:
    """C-16.1, C-16.2, C-16.6, C-16.7, C-Q86, C-Q88, C-Q89."""
    assert play.spell is not None
    if answer is None:
        return Verdict.UNOPPOSED, 0
    if answer.card is Card.MAGECRAFT:
        mutual = play.who in answer.targets and answer.who in play.targets
        return (Verdict.OFFSET, spell_points(moment, answer, play.who)) if mutual else (Verdict.WIN, 0)
    if answer.card in (Card.CRITICAL, Card.NOBLE_PHANTASM):
        return Verdict.LOSS, 0
    grade = card_grade(moment, answer)
    if _beaten_by_plus(grade, answer.plus, moment.cells(play.who, play.spell).grade):
        return Verdict.LOSS, 0
    if play.spell.chants:
        return Verdict.WIN, 0
    figure, points = grade * (PLUS_TIMES if answer.plus else 1), spell_points(moment, play, target)
    if figure == points:
        return Verdict.EQUAL, 0
    return Verdict.WIN if points > figure else Verdict.LOSS, 0


def _made(moment: Moment, play: Play, target: str, verdict: Verdict, answer: Play | None) -> Blow:
    special = cards.is_special(moment.people[play.who], play.card)
    met = Card.WAIT if answer is None else answer.card
    return Blow(play, target, target, verdict, met, unguardable=special)
