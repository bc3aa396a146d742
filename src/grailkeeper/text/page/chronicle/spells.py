"""The spells of a battle as strips of cells (C-21), where a reader may know what was cast."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ....core.working import Step, Working
from ....rules.chronicle import facts as f
from ....rules.chronicle import magecraft
from ....rules.chronicle.cards import Card
from ....rules.chronicle.field import Mode, Spell
from ....rules.chronicle.magecraft import Cells
from ....rules.chronicle.people import SpellType
from ...drawn.chronicle import pools_of
from ...numbers import number
from ..pen import Pen
from ..workings import folded
from .fight import Fight, Judgment
from .who import Cast


@dataclass(frozen=True, slots=True)
class CellSight:
    """A cell of a spell: its power units, a special ability in it, and whether magic resistance has cut it off."""

    units: str
    special: bool
    cut: bool


@dataclass(frozen=True, slots=True)
class SpellSight:
    """A spell, ready to be written. `says` is the strip for the ear; `course` how and when it was cast."""

    title: str
    caster: str
    sign: str
    cells: tuple[CellSight, ...]
    says: str
    course: str
    whom: str
    fate: str
    price: Markup


def spells_of(pen: Pen, fight: Fight, cast: Cast) -> tuple[SpellSight, ...]:
    """The spells that this reader knows, in the order in which they begin."""
    known = ((person, spell) for person, laid in fight.laid.items() for spell in laid.spells)
    made = {judgment.slot for judgment in fight.judgments}
    begun = (pair for pair in known if pair[1].first in made)
    return tuple(_spell(pen, fight, cast, *pair) for pair in sorted(begun, key=lambda pair: pair[1].first))


def _spell(pen: Pen, fight: Fight, cast: Cast, person: str, spell: Spell) -> SpellSight:
    strip = magecraft.cells(spell.grade, spell.chants, net_of(fight, person, spell), spell.special)
    cut = _resisted(fight, person, spell, strip)
    cells = tuple(
        CellSight(str(units), bool(special), place >= strip.grade - cut)
        for place, (units, special) in enumerate(zip(strip.units, strip.special, strict=True))
    )
    return SpellSight(
        title=pen.say("chronicle.spell", kind=str(pen.prose.value(spell.type))),
        caster=cast[person].name,
        sign=cast[person].sign,
        cells=cells,
        says=_says(pen, strip, cut),
        course=_course(pen, spell),
        whom=pen.say("chronicle.spell_on", target=pen.prose.name(spell.target)) if spell.target else "",
        fate=_fate(pen, fight, person, spell),
        price=_price(pen, fight, person, spell),
    )


def net_of(fight: Fight, person: str, spell: Spell) -> int:
    """Power units that a spell gains by a reserve and by reinforcement, less those that a curse takes (C-21.5)."""
    active: dict[str, int] = {}
    for judgment in fight.judgments:
        if judgment.slot == spell.fires:
            break
        if any(played.person == person and played.card is Card.MAGECRAFT for played in judgment.made.played):
            active.clear()
        active |= dict(_strengths(judgment, person))
    return spell.reserve + sum(active.values())


def _strengths(judgment: Judgment, person: str) -> Iterator[tuple[str, int]]:
    """What begins to work on the magecraft of a person in a judgment, by caster."""
    for fact in judgment.events:
        if not isinstance(fact, f.SpellWorked) or fact.effect is None:
            continue
        if fact.effect.mode is Mode.MAGECRAFT and fact.effect.target == person:
            yield fact.caster, fact.effect.left * (1 if fact.effect.type is SpellType.REINFORCEMENT else -1)


# What came of it


def _at(fight: Fight, slot: int) -> Judgment | None:
    return next((judgment for judgment in fight.judgments if judgment.slot == slot), None)


def _resisted(fight: Fight, person: str, spell: Spell, strip: Cells) -> int:
    """How many cells magic resistance has cut off from the right, as far as this reader may see it (C-21.9)."""
    lost = max((_taken_off(each) for each in _workings(fight, person, spell)), default=0)
    unit = magecraft.unit(spell.chants) if spell.type is SpellType.ATTACK else 1
    count = 0
    while count < strip.grade and unit * (strip.power - strip.resisted(count).power) < lost:
        count += 1
    return count


def _taken_off(working: Working) -> int:
    return sum(term.amount for term in working.terms if term.name == "magic_resistance" and term.step is Step.SUBTRACT)


def _stopped(working: Working, caster: str) -> int:
    """What defence magecraft of a caster has taken off."""
    return sum(term.amount for term in working.terms if (term.name, term.source) == ("defence_magecraft", caster))


def _workings(fight: Fight, person: str, spell: Spell) -> Iterator[Working]:
    """The numbers in which the spell stands."""
    judgment = _at(fight, spell.fires)
    if judgment is None:
        return
    for hit in judgment.made.hits:
        if (hit.attacker, hit.card) == (person, Card.MAGECRAFT) and hit.mana is not None:
            yield hit.mana
    yield from (fact.power for fact in judgment.events if isinstance(fact, f.SpellWorked) and fact.caster == person)


def _fate(pen: Pen, fight: Fight, person: str, spell: Spell) -> str:
    """What became of it, "" where the battle ended before."""
    for judgment in fight.judgments:
        for fact in judgment.events:
            if judgment.slot not in spell.slots:
                continue
            if isinstance(fact, f.SpellCancelled | f.Unpaid) and fact.person == person:
                key = "unpaid" if isinstance(fact, f.Unpaid) else "cancelled"
                return pen.say(f"chronicle.spell_{key}", slot=judgment.slot)
            if isinstance(fact, f.SpellInterfered) and fact.caster == person:
                return pen.say("chronicle.spell_interfered")
    return _work(pen, fight, person, spell)


def _work(pen: Pen, fight: Fight, person: str, spell: Spell) -> str:
    judgment = _at(fight, spell.fires)
    if judgment is None:
        return ""
    hits = [hit for hit in judgment.made.hits if (hit.attacker, hit.card) == (person, Card.MAGECRAFT)]
    if hits:
        lost = sum(hit.mana_lost for hit in hits if not hit.ignored)
        return pen.say("chronicle.spell_hit", taker=pen.prose.name(hits[0].taker), lost=number(-lost))
    met = [each for each in judgment.made.meetings if (each.attacker, each.card) == (person, Card.MAGECRAFT)]
    if met:
        return pen.say("chronicle.spell_beaten")
    stopped = sum(_stopped(working, person) for hit in judgment.made.hits for _, working in pools_of(hit))
    if spell.type is SpellType.DEFENCE and stopped:
        return pen.say("chronicle.spell_defended", points=stopped)
    worked = [fact for fact in judgment.events if isinstance(fact, f.SpellWorked) and fact.caster == person]
    return pen.say("chronicle.spell_worked", power=worked[0].power.value) if worked else ""


def _price(pen: Pen, fight: Fight, person: str, spell: Spell) -> Markup:
    for judgment in fight.judgments:
        for fact in judgment.events:
            if isinstance(fact, f.Paid) and (fact.person, fact.slot) == (person, spell.first):
                return folded(pen, fact.price)
    return Markup("")


# In words


def _says(pen: Pen, strip: Cells, cut: int) -> str:
    said = pen.say(
        "chronicle.cells_cut" if cut else "chronicle.cells",
        grade=strip.grade,
        power=strip.power,
        units=", ".join(map(str, strip.units)),
        left=strip.resisted(cut).power,
    )
    return said if not strip.special_grades else f"{said}, {pen.say('chronicle.special', grades=strip.special_grades)}"


def _course(pen: Pen, spell: Spell) -> str:
    if not spell.chants:
        return pen.say("chronicle.one_count", slot=spell.fires)
    return pen.say("chronicle.verses", chants=spell.chants, first=spell.first, fires=spell.fires)
