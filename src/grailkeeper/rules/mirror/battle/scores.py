"""Step (e) of a slot: what each fighter lays before each of its foes, and its score (M-8.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ....core.working import Step, Sum, Working
from .. import numbers, tables
from ..options import ExposedMode
from ..people import Card, EffectKind, Reach, Use
from ..state import StatusKind
from .standing import LUCK, SNIPE, Standing, Turn, support_grade


class Face(StrEnum):
    """What a foe meets."""

    EMPTY = "empty"
    ATTACK = "attack"
    GUARD = "guard"
    PHANTASM = "phantasm"
    SHIELD = "shield"
    """A defence phantasm: its points stand already (M-8.12, M-8.13)."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What one fighter lays before one foe. `critical`: points of M-3.14; `army`: no taunt draws it (M-9.19)."""

    face: Face
    attribute: Card | None = None
    score: Working | None = None
    lucky: bool = False
    critical: int = 0
    army: bool = False

    @property
    def value(self) -> int:
        """Only asked of what has a score."""
        assert self.score is not None
        return self.score.value


NOTHING = Laid(Face.EMPTY)


def laid_before(turn: Turn, slot: int, key: str, foe: str) -> Laid:
    """M-8.5, M-9.14, M-Q91."""
    standing = turn.standings[key]
    lucky = standing.has_luck(slot)
    critical = standing.figures.luck if lucky else 0
    release = standing.released[slot]
    if release is not None:
        phantasm, grade = release
        if phantasm.use is Use.DEFENCE:
            return Laid(Face.SHIELD)
        army = phantasm.reach is Reach.ANTI_ARMY
        if not army and _target(turn, key, slot) != foe:
            return NOTHING
        total = Sum("score", "M-8.5")
        power = numbers.phantasm_power(grade, phantasm.reach, standing.plays[slot].less)
        total.include(Step.BASE, power, source=phantasm.name)
        assert phantasm.attribute is not None
        special = numbers.special_grade(grade) if phantasm.special is not None else 0
        if phantasm.special is not None and phantasm.special.kind is EffectKind.BANE:
            _bane(turn, total, special, phantasm.special.word, foe, phantasm.name)
        score = _raised(turn, slot, standing, foe, total, phantasm.attribute)
        return Laid(Face.PHANTASM, phantasm.attribute, score, lucky, critical, army)
    card = standing.plays[slot].card
    if card is Card.EMPTY:
        return NOTHING
    if card is Card.GUARD:
        return Laid(Face.GUARD, card, _guard(turn, slot, standing, foe), lucky)
    total = Sum("score", "M-8.5")
    normal = standing.figures.normal
    total.include(Step.BASE, numbers.frenzied(normal) if standing.fighter.frenzy else normal)
    return Laid(Face.ATTACK, card, _raised(turn, slot, standing, foe, total, card), lucky, critical)


def _target(turn: Turn, key: str, slot: int) -> str:
    """M-6.3: whom an anti-unit phantasm is aimed at."""
    foes = turn.foes[key]
    named = turn.standings[key].plays[slot].target
    return named if named in foes or not foes else foes[0]


def _raised(turn: Turn, slot: int, standing: Standing, foe: str, total: Sum, attribute: Card) -> Working:
    """Supports, boosts, bane and information on an attack."""
    _luck(standing, slot, total)
    for support in standing.supports(slot):
        if support.name == SNIPE:
            total.add("snipe", support_grade(standing.figures, SNIPE), "M-4.10")
    _boosts(standing, total, attribute)
    for status in standing.of_kind(StatusKind.ATTACK_BOOST):
        total.add("attack_boost", status.points, "M-5.8", source=status.source.name)
    for skill, _ in standing.skills(slot):
        for effect in skill.effects:
            if effect.kind is EffectKind.BANE:
                _bane(turn, total, effect.grade, effect.word, foe, skill.name)
    _inform(standing, foe, total)
    return total.done()


def _guard(turn: Turn, slot: int, standing: Standing, foe: str) -> Working:
    total = Sum("score", "M-8.5").include(Step.BASE, standing.figures.guard)
    _luck(standing, slot, total)
    _boosts(standing, total, Card.GUARD)
    _inform(standing, foe, total)
    if turn.options.exposed_mode is ExposedMode.LOWER_GUARD:
        for status in standing.of_kind(StatusKind.EXPOSED):
            total.subtract("exposed", min(total.total, status.points), "M-9.15")
    return total.done()


def _luck(standing: Standing, slot: int, total: Sum) -> None:
    if standing.has_luck(slot):
        total.add(LUCK, standing.figures.luck, "M-3.13")


def _boosts(standing: Standing, total: Sum, attribute: Card) -> None:
    for status in standing.of_kind(StatusKind.JUDGMENT_BOOST):
        if status.attribute is attribute:
            total.add("judgment_boost", status.points, "M-5.7", source=status.source.name)


def _bane(turn: Turn, total: Sum, grade: int, word: str, foe: str, source: str) -> None:
    """M-5.11, M-9.14: only against foes whom it fits."""
    if turn.standings[foe].team.sheet.fits(word):
        total.add("bane", tables.BANE_FACTOR * grade, "M-5.11", source=source)
    else:
        total.skip("bane", "does_not_fit", "M-5.11", tables.BANE_FACTOR * grade, source=source)


def _inform(standing: Standing, foe: str, total: Sum) -> None:
    """M-10.4, M-Q78."""
    bonus = numbers.information_bonus(standing.levels[foe])
    if bonus:
        total.add("information", bonus, "M-10.4")
