"""Where a person lays its cards: all that an order is checked against, from what its seat may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .. import magecraft
from ..cards import STRIKES, Card
from ..field import CardOrder, Carried, Declaration, Laid, Row, Spell, SpellOrder, Written
from ..options import Options
from ..people import ItemKind, Person, PhantasmKind, Skill, SpellType
from ..tables import SLOTS


@dataclass(frozen=True, slots=True)
class Combatant:
    """A person of a battle as everybody in it knows it; `row` None until the rows are in (C-9.1)."""

    key: str
    name: str
    team: str
    side: str
    master: bool
    row: Row | None = None


NEW = Carried()
"""Nothing was used before."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A person with its own sheet, the field as it stands, and what it used before an intrusion."""

    own: Person
    field: Mapping[str, Combatant]
    melee: bool
    options: Options
    carried: Carried = NEW

    @property
    def me(self) -> Combatant:
        return self.field[self.own.key]

    @property
    def opponents(self) -> tuple[str, ...]:
        return tuple(key for key, each in self.field.items() if each.side != self.me.side)

    def is_opponent(self, key: str) -> bool:
        return self.field[key].side != self.me.side

    def used(self, card: str) -> int:
        """C-17.2: cards laid in the battle that was broken off; none with regroup."""
        if self.own.servant is not None and Skill.REGROUP in self.own.servant.skills:
            return 0
        return self.carried.used.get(card, 0)

    def default_target(self, written: Written) -> str:
        """C-Q40: whom a card is aimed at that names nobody; "" where that is not clear."""
        if written.target:
            return written.target
        match self.opponents:
            case (lone,):
                return lone
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of chants and the magecraft card that ends it (0 if none follows)."""

    first: int
    chants: int
    fires: int


def runs(written: Written) -> Iterator[Run]:
    """C-16.5, C-Q56: the spells as their cards were laid."""
    first = chants = 0
    for slot, kinds in _kinds(written):
        if Card.MAGECRAFT in kinds:
            yield Run(first or slot, chants, slot)
            first = chants = 0
        elif Card.CHANT in kinds:
            first, chants = first or slot, chants + 1
        elif chants:
            yield Run(first, chants, 0)
            first = chants = 0


def _kinds(written: Written) -> Iterator[tuple[int, set[Card]]]:
    """The kinds of card that lie in each slot; an empty slot comes last, in which every run has ended."""
    return ((slot, {card.card for card in laid}) for slot, laid in enumerate((*written.cards[:SLOTS], ()), 1))


def phantasm_runs(written: Written) -> Iterator[range]:
    """C-12.2: the runs of slots in which a noble phantasm is laid."""
    first = 0
    for slot, kinds in _kinds(written):
        laid = Card.NOBLE_PHANTASM in kinds
        if laid and not first:
            first = slot
        elif not laid and first:
            yield range(first, slot)
            first = 0


def attacks(person: Person, card: Card) -> bool:
    """Whether a card needs somebody to aim at; a spell's is looked up with the spell."""
    if card is Card.NOBLE_PHANTASM:
        held = None if person.servant is None else person.servant.noble_phantasm
        return held is None or held.kind is PhantasmKind.ATTACK
    return card in STRIKES


HOSTILE = frozenset({SpellType.ATTACK, SpellType.CURSE})
"""The spells that are cast on an opponent."""


def spell_target(spot: Spot, written: Written, spell: SpellOrder, fires: int) -> str:
    """C-Q40: the spell's own target, its card's, else the person's for an attack or curse, the caster for others."""
    on_card = [key for card in written.cards[fires - 1] if card.card is Card.MAGECRAFT for key in card.targets]
    if spell.target or on_card:
        return spell.target or on_card[0]
    return spot.default_target(written) if spell.type in HOSTILE else spot.own.key


# From what was written to what holds


def declared(spot: Spot, written: Written) -> Declaration:
    """C-9.2: the order as it holds; it must have passed its check."""
    codes = _codes(spot.own, ItemKind.CARD_CODE)
    slots = [tuple(_laid(spot, written, card, codes) for card in slot) for slot in written.cards]
    waits = [(Laid(Card.WAIT),)] * (SLOTS - len(slots))
    return Declaration(
        slots=tuple(slot or (Laid(Card.WAIT),) for slot in [*slots, *waits]),
        spells=tuple(_spells(spot, written)),
        release=written.release,
        retreat=written.retreat,
        escape=written.escape,
        escape_at=written.escape_at,
        protects=written.protects,
        against_retreat=written.against_retreat,
        phantasm=tuple(slot for run in phantasm_runs(written) for slot in run),
    )


def _codes(person: Person, kind: ItemKind) -> list[int]:
    """C-23.18: the reserves of a kind, the best last, as they are taken."""
    return sorted(item.grade for item in person.items if item.kind is kind)


def _laid(spot: Spot, written: Written, card: CardOrder, codes: list[int]) -> Laid:
    default = spot.default_target(written)
    targets = card.targets or ((default,) if default and attacks(spot.own, card.card) else ())
    reserve = codes.pop() if card.reserve and codes else 0
    return Laid(card.card, card.plus or _whole(written, card), reserve, card.cover, targets)


def _whole(written: Written, card: CardOrder) -> bool:
    """C-Q52: a noble phantasm's plus covers all its cards."""
    cards = (each for slot in written.cards for each in slot)
    return card.card is Card.NOBLE_PHANTASM and any(each.plus for each in cards if each.card is card.card)


def _spells(spot: Spot, written: Written) -> Iterator[Spell]:
    codes = _codes(spot.own, ItemKind.MAGECRAFT_CODE)
    cast = [run for run in runs(written) if run.fires]
    for run, spell in zip(cast, written.spells, strict=True):
        yield Spell(
            type=spell.type,
            grade=spell.grade,
            first=run.first,
            fires=run.fires,
            chants=magecraft.chants_of(run.chants, spell.verse, spot.options),
            target=spell_target(spot, written, spell, run.fires),
            mode=spell.mode,
            special=spell.special,
            reserve=codes.pop() if spell.reserve and codes else 0,
        )
