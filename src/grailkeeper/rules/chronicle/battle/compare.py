"""What an attack does against what lies against it (C-11, C-12, C-14, C-16): the damage before bonus and defence."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.working import Step, Sum
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


@dataclass(frozen=True, slots=True)
class Met:
    """How an attack comes out. `less` is taken off it, `halve`: what is left is halved (C-Q53), `clash` is added if it
    is not guarded (C-12.4)."""

    verdict: Verdict
    less: int = 0
    halve: bool = False
    clash: int = 0


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
    """C-Q110: the figure of a released one as it is laid, doubled with plus."""
    return phantasm.figure(moment.phantasm(play.who), moment.options) * (PLUS_TIMES if play.plus else 1)


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
    met = _strike_verdict(moment, play, grade, answer)
    made = _made(moment, play, target, met.verdict, answer)
    if met.verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    own = Sum("attack", "C-11.14").base(play.card, cards.sheet_grade(moment.people[play.who], play.card), "C-11.1")
    injury = own.total + play.laid.reserve - grade
    if injury:
        own.subtract("injury", injury, "C-23.13")
    if play.laid.reserve:
        own.add("reserve", play.laid.reserve, "C-23.18")
    if play.plus:
        own.times("plus", PLUS_TIMES, "C-14.2")
    if met.halve:
        own.divide("plus_half", 2, "C-14.4")
    made.health = _arriving(moment, play, "hit_health", own)
    clause = "C-14.3" if answer is not None and answer.card is Card.CRITICAL else "C-11.15"
    _less(moment, play, made.health, answer, met.less, clause)
    return made


def _arriving(moment: Moment, play: Play, name: str, own: Sum) -> Sum:
    """The sum of a hit: first what the attack is worth, which the own team may open."""
    mine = moment.seats_of(play.who)
    return Sum(name, "C-23.17").include(Step.BASE, own.done(open_to=mine), source=play.who, seen_by=mine)


def _less(moment: Moment, play: Play, total: Sum, answer: Play | None, grade: int, clause: str) -> None:
    """What the opposing card takes off: its grade, doubled as the attack is (C-14.3, C-11.15)."""
    off = min(total.total, grade * (PLUS_TIMES if play.plus else 1))
    if off and answer is not None:
        total.subtract("opposing_grade", off, clause, source=answer.who, seen_by=moment.seats_of(answer.who))


def _strike_verdict(moment: Moment, play: Play, grade: int, answer: Play | None) -> Met:
    """How a normal or skill card comes out; the grade of the other is taken off it."""
    if answer is None:
        return Met(Verdict.UNOPPOSED)
    if answer.card is Card.MAGECRAFT:
        return Met(_against_spell(moment, play, grade, answer))
    if answer.card is Card.NOBLE_PHANTASM:
        other = phantasm_grade(moment, answer)
        if _beaten_by_plus(grade, play.plus, other):
            return Met(Verdict.PLUS, halve=moment.options.plus_vs_np is PlusAgainstPhantasm.PLUS_HALF)
        beaten = play.card is not Card.CRITICAL or _beaten_by_plus(other, answer.plus, grade)
        return Met(Verdict.LOSS if beaten else Verdict.BOTH)
    other = card_grade(moment, answer)
    if _beaten_by_plus(grade, play.plus, other):
        return Met(Verdict.PLUS, less=other if answer.card is Card.CRITICAL else 0)
    if _beaten_by_plus(other, answer.plus, grade):
        return Met(Verdict.LOSS)
    if cards.equal_cards(play.card, answer.card):
        if grade > other:
            return Met(Verdict.HIGHER, less=other)
        return Met(Verdict.EQUAL if grade == other else Verdict.LOSS)
    won = cards.bare(play.card, answer.card) is Bare.WIN
    return Met(Verdict.WIN if won else Verdict.LOSS)


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
    met = _phantasm_verdict(moment, play, answer)
    verdict = met.verdict
    made = _made(moment, play, target, verdict, answer)
    if verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    made.clash = met.clash
    clause = "C-R3" if verdict is Verdict.HIGHER else "C-14.3"
    made.health = _arriving(moment, play, "hit_health", _figure(moment, play, verdict))
    _less(moment, play, made.health, answer, met.less, clause)
    if verdict is not Verdict.WEAKER:
        made.mana = _arriving(moment, play, "hit_mana", _figure(moment, play, verdict))
        _less(moment, play, made.mana, answer, met.less, clause)
    return made


def _figure(moment: Moment, play: Play, verdict: Verdict) -> Sum:
    held = moment.phantasm(play.who)
    if verdict is Verdict.HIGHER:
        total = Sum("attack", "C-R3").base("phantasm_grade", held.grade.number, "C-R3")
    else:
        total = Sum("attack", "C-12.8").base("figure", phantasm.figure(held, moment.options), "C-12.8")
        if not released(moment, play.who):
            total.divide("unreleased", 2, "C-12.3")
    if play.plus:
        total.times("plus", PLUS_TIMES, "C-14.2")
    if verdict is Verdict.WEAKER:
        total.divide("weaker_half", 2, "C-14.4")
    return total


def _phantasm_verdict(moment: Moment, play: Play, answer: Play | None) -> Met:
    """How an attacking phantasm comes out."""
    if answer is None:
        return Met(Verdict.UNOPPOSED)
    if answer.card is Card.MAGECRAFT:
        return Met(Verdict.WIN)
    phantasms = answer.card is Card.NOBLE_PHANTASM
    grade = phantasm_grade(moment, play)
    other = phantasm_grade(moment, answer) if phantasms else card_grade(moment, answer)
    if _beaten_by_plus(other, answer.plus, grade):
        halves = moment.options.plus_vs_np is PlusAgainstPhantasm.NP_HALF
        return Met(Verdict.WEAKER if halves else Verdict.BOTH)
    if phantasms:
        return _between_phantasms(moment, play, answer)
    if answer.card is not Card.CRITICAL:
        return Met(Verdict.WIN)
    if _beaten_by_plus(grade, play.plus, other):
        return Met(Verdict.PLUS, less=other)
    return Met(Verdict.BOTH)


def _between_phantasms(moment: Moment, play: Play, answer: Play) -> Met:
    """C-12.3 to C-12.6, C-Q44, C-R3, for one whose opponent's plus does not beat it (C-14.4, C-Q109)."""
    mine, other = phantasm_grade(moment, play), phantasm_grade(moment, answer)
    shown, other_shown = released(moment, play.who), released(moment, answer.who)
    if shown and other_shown:
        outdone = answer.plus and phantasm_figure(moment, answer) > phantasm_figure(moment, play)
        return Met(Verdict.BOTH, clash=0 if outdone else max(0, mine - other))
    if _beaten_by_plus(mine, play.plus, other):
        return Met(Verdict.PLUS)
    if shown != other_shown:
        return Met(Verdict.WIN if shown else Verdict.LOSS)
    if mine > other:
        return Met(Verdict.HIGHER, less=other)
    return Met(Verdict.EQUAL if mine == other else Verdict.LOSS)


# Attack magecraft


def _spell(moment: Moment, play: Play, target: str, answer: Play | None) -> Blow:
    assert play.spell is not None
    met = _spell_verdict(moment, play, target, answer)
    made = _made(moment, play, target, met.verdict, answer)
    made.unit = magecraft.unit(play.spell.chants)
    if met.verdict in (Verdict.LOSS, Verdict.EQUAL):
        return made
    spell = moment.cells(play.who, play.spell)
    left = spell.resisted(resistance(moment, target))
    own = Sum("attack", "C-16.2").include(Step.BASE, moment.power(play.who, play.spell))
    own.times("unit", made.unit, "C-21.1")
    made.mana = _arriving(moment, play, "hit_mana", own)
    resisted = (spell.power - left.power) * made.unit
    if resisted:
        theirs = moment.seats_of(target)
        made.mana.subtract("magic_resistance", resisted, "C-21.9", source=target, seen_by=theirs)
    off = min(made.mana.total, met.less)
    if off and answer is not None:
        made.mana.subtract("offset", off, "C-16.7", source=answer.who, seen_by=moment.seats_of(answer.who))
    return made


def _spell_verdict(moment: Moment, play: Play, target: str, answer: Play | None) -> Met:
    """C-16.1, C-16.2, C-16.6, C-16.7, C-Q86, C-Q88, C-Q89."""
    assert play.spell is not None
    if answer is None:
        return Met(Verdict.UNOPPOSED)
    if answer.card is Card.MAGECRAFT:
        mutual = play.who in answer.targets and answer.who in play.targets
        return Met(Verdict.OFFSET, less=spell_points(moment, answer, play.who)) if mutual else Met(Verdict.WIN)
    if answer.card in (Card.CRITICAL, Card.NOBLE_PHANTASM):
        return Met(Verdict.LOSS)
    grade = card_grade(moment, answer)
    if _beaten_by_plus(grade, answer.plus, moment.cells(play.who, play.spell).grade):
        return Met(Verdict.LOSS)
    if play.spell.chants:
        return Met(Verdict.WIN)
    figure, points = grade * (PLUS_TIMES if answer.plus else 1), spell_points(moment, play, target)
    if figure == points:
        return Met(Verdict.EQUAL)
    return Met(Verdict.WIN if points > figure else Verdict.LOSS)


def _made(moment: Moment, play: Play, target: str, verdict: Verdict, answer: Play | None) -> Blow:
    special = cards.is_special(moment.people[play.who], play.card)
    met = Card.WAIT if answer is None else answer.card
    return Blow(play, target, target, verdict, met, unguardable=special)
