"""The thirteen judgment cards: what is behind each, how many there are, and what beats what (C-11)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from ...core.rank import Rank
from .people import Ability, Person, PhantasmKind, Skill
from .tables import CARDS_BY_GRADE, INJURY_GRADE


class Card(StrEnum):
    """C-11.1, and the two cards of a spell (C-16.5)."""

    STRIKE = "strike"
    COUNTER = "counter"
    RUSH = "rush"
    CRITICAL = "critical"
    CHARGE = "charge"
    AMBUSH = "ambush"
    SNIPE = "snipe"
    BRAWL = "brawl"
    FLURRY = "flurry"
    THROW = "throw"
    GUARD = "guard"
    WAIT = "wait"
    NOBLE_PHANTASM = "noble_phantasm"
    CHANT = "chant"
    MAGECRAFT = "magecraft"


ABILITY_OF: Mapping[Card, Ability] = {
    Card.STRIKE: Ability.STRENGTH,
    Card.COUNTER: Ability.ENDURANCE,
    Card.RUSH: Ability.AGILITY,
    Card.CRITICAL: Ability.LUCK,
    Card.GUARD: Ability.ENDURANCE,
}
SKILL_OF: Mapping[Card, Skill] = {
    Card.CHARGE: Skill.RIDING,
    Card.AMBUSH: Skill.PRESENCE_CONCEALMENT,
    Card.SNIPE: Skill.CLAIRVOYANCE,
    Card.BRAWL: Skill.BRAWL,
    Card.FLURRY: Skill.VALOR,
    Card.THROW: Skill.THROW,
}
"""C-11.1: the ability or skill behind a card."""

GRADED = (*ABILITY_OF, *SKILL_OF)
"""The cards that have a grade and a number (C-11.2)."""

NORMAL = frozenset({Card.STRIKE, Card.COUNTER, Card.RUSH, Card.CRITICAL})
SKILLED = frozenset(SKILL_OF)
STRIKES = NORMAL | SKILLED
"""The normal and skill cards that attack (C-18.1)."""

BY_COMBAT = frozenset({Card.STRIKE, Card.COUNTER, Card.RUSH, Card.GUARD})
"""C-15.1: a master's cards."""

_BEATEN_BY: Mapping[Card, Card] = {Card.STRIKE: Card.COUNTER, Card.COUNTER: Card.RUSH, Card.RUSH: Card.STRIKE}
_SKILL_LOSES_TO: Mapping[Card, Card] = {
    Card.CHARGE: Card.STRIKE,
    Card.BRAWL: Card.STRIKE,
    Card.AMBUSH: Card.COUNTER,
    Card.FLURRY: Card.COUNTER,
    Card.SNIPE: Card.RUSH,
    Card.THROW: Card.RUSH,
}


class Bare(StrEnum):
    """C-11.16, C-9.6: how a card stands against another by affinity alone."""

    WIN = "win"
    LOSS = "loss"
    EQUAL = "equal"
    BOTH = "both"
    NONE = "none"


_PASSIVE = frozenset({Card.GUARD, Card.WAIT, Card.CHANT})


def bare(card: Card, other: Card) -> Bare:
    """C-11.16 for `card`; chants are waits (C-16.5), spells count as attack magecraft (C-16.1)."""
    if card in _PASSIVE or other in _PASSIVE:
        attacks = (card not in _PASSIVE, other not in _PASSIVE)
        return {(True, False): Bare.WIN, (False, True): Bare.LOSS}.get(attacks, Bare.NONE)
    if {card, other} == {Card.CRITICAL, Card.NOBLE_PHANTASM} or card == other == Card.NOBLE_PHANTASM:
        return Bare.BOTH
    if equal_cards(card, other):
        return Bare.EQUAL
    if card in _ORDINARY and other in _ORDINARY:
        return Bare.WIN if _beats(card, other) else Bare.LOSS
    highest = next(each for each in _ABOVE_OTHERS if each in (card, other))
    return Bare.WIN if card is highest else Bare.LOSS


def equal_cards(card: Card, other: Card) -> bool:
    """C-11.13, C-11.15: the same card, or both of a skill."""
    return card == other or (card in SKILLED and other in SKILLED)


_ORDINARY = frozenset({Card.STRIKE, Card.COUNTER, Card.RUSH}) | SKILLED
_ABOVE_OTHERS = (Card.NOBLE_PHANTASM, Card.CRITICAL, Card.MAGECRAFT)
"""C-11.6, C-12.1, C-16.1: what stands above ordinary cards, the highest first."""


def _beats(card: Card, other: Card) -> bool:
    if card in SKILLED:
        return _SKILL_LOSES_TO[card] is not other
    if other in SKILLED:
        return _SKILL_LOSES_TO[other] is card
    return _BEATEN_BY[other] is card


# What a person has


def rank_behind(person: Person, card: Card) -> Rank | None:
    """The rank on the sheet behind a card, with its plus marks; None where there is none, or only a number."""
    if person.master is not None:
        return person.master.critical if card is Card.CRITICAL else None
    servant = person.the_servant
    if card is Card.NOBLE_PHANTASM:
        return None if servant.noble_phantasm is None else servant.noble_phantasm.grade
    if card in ABILITY_OF:
        return servant.ability(ABILITY_OF[card])
    return servant.skills.get(SKILL_OF[card]) if card in SKILL_OF else None


def sheet_grade(person: Person, card: Card) -> int:
    """C-11.1, C-15.1: the grade of a card as the sheet says, 0 without it."""
    if person.master is not None and card in BY_COMBAT:
        return person.master.combat
    rank = rank_behind(person, card)
    return 0 if rank is None else rank.number


def grade(person: Person, card: Card) -> int:
    """The grade of a normal or skill card, an injury counted (C-23.13, C-R8); 0 without it."""
    on_sheet = sheet_grade(person, card)
    return max(1, on_sheet - INJURY_GRADE) if person.injured and on_sheet else on_sheet


def number(person: Person, card: Card) -> int:
    """C-11.2, C-11.7, C-12.2: how many of a card a person may lay in a battle; a noble phantasm counts as one."""
    if card is Card.NOBLE_PHANTASM:
        phantasm = None if person.servant is None else person.servant.noble_phantasm
        return int(phantasm is not None and phantasm.kind is not PhantasmKind.ALWAYS_ON)
    most = CARDS_BY_GRADE[min(grade(person, card), len(CARDS_BY_GRADE) - 1)]
    return min(1, most) if card is Card.CRITICAL else most


def plus_marks(person: Person, card: Card) -> int:
    """C-14.1: the plus marks on what is behind a card."""
    rank = rank_behind(person, card)
    return 0 if rank is None else rank.plus


def is_ranged(person: Person, card: Card) -> bool:
    """C-10.9, C-Q39."""
    if card in (Card.SNIPE, Card.THROW):
        return True
    weapon = person.servant is not None and Skill.RANGED_WEAPON in person.servant.skills
    return weapon and card in (Card.STRIKE, Card.COUNTER, Card.RUSH)


def is_special(person: Person, card: Card) -> bool:
    """C-18.1: whether the sheet says that this card's damage is special."""
    return person.servant is not None and card in person.servant.special_damage
