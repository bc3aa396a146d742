"""What is wrong with the cards that a person lays (C-9.2): every refusal, in the order of the rules' table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....core.problem import Problem, illegal
from .. import cards, magecraft
from ..cards import ABILITY_OF, GRADED, SKILL_OF, STRIKES, Card
from ..field import CardOrder, Cover, Row, SpellOrder, Written
from ..options import PlusUses
from ..people import ItemKind, PhantasmKind, PhantasmRange, SpellType
from ..tables import HALF, PHANTASM_LAST_START, PHANTASM_SLOTS, RETREAT_LAST_START, SLOTS
from .spot import HOSTILE, Run, Spot, attacks, phantasm_runs, runs, spell_target


def card_problems(spot: Spot, written: Written) -> Iterator[Problem]:
    """Everything that is wrong with an order of ten cards."""
    if len(written.cards) > SLOTS:
        yield illegal("too_many_cards", "C-10.6", "cards", most=SLOTS)
        return
    yield from _numbers(spot, written)
    yield from _plus(spot, written)
    yield from _reserves(spot, written)
    yield from _targets(spot, written)
    yield from _rows(spot, written)
    yield from _several(spot, written)
    yield from _phantasm(spot, written)
    yield from _spells(spot, written)
    yield from _standing_orders(spot, written)


def first_part_problems(spot: Spot, written: Written) -> Iterator[Problem]:
    """C-9.6: of the cards after the fifth only those that a phantasm or a chant begun before binds are laid now."""
    bound = bound_to(written)
    if len(written.cards) > bound:
        yield illegal("too_many_cards", "C-10.6", "cards", most=bound)
    yield from card_problems(spot, written)


def bound_to(written: Written) -> int:
    """C-9.6, C-Q32: the last slot of a first part: the fifth, or the last that is bound by what begins before."""
    phantasms = (run[-1] for run in phantasm_runs(written) if run[0] <= HALF)
    spells = (run.fires for run in runs(written) if run.first <= HALF)
    return max((HALF, *phantasms, *spells))


def _laid(written: Written) -> Iterator[tuple[int, CardOrder]]:
    return ((slot, card) for slot, laid in enumerate(written.cards, 1) for card in laid)


def _at(slot: int) -> str:
    return f"cards.{slot}"


# C-11.1, C-11.2, C-14.1


def _numbers(spot: Spot, written: Written) -> Iterator[Problem]:
    counted: Counter[Card] = Counter()
    for slot, order in _laid(written):
        card = order.card
        if card not in GRADED and card is not Card.NOBLE_PHANTASM:
            continue
        if not cards.sheet_grade(spot.own, card):
            yield illegal("card_not_owned", "C-11.2", _at(slot), card=card)
            continue
        counted[card] += 1
        most = cards.number(spot.own, card)
        if card is Card.NOBLE_PHANTASM or spot.used(card) + counted[card] <= most:
            continue
        if card is Card.CRITICAL:
            yield illegal("critical_once", "C-11.7", _at(slot))
        else:
            yield illegal("too_many_of_card", "C-11.2", _at(slot), card=card, most=max(0, most - spot.used(card)))


def _behind(card: Card) -> str:
    """What a plus mark is on: an ability (of guard and counter the same), a skill, the phantasm."""
    if card in ABILITY_OF:
        return ABILITY_OF[card].value
    return SKILL_OF[card].value if card in SKILL_OF else card.value


def _plus(spot: Spot, written: Written) -> Iterator[Problem]:
    """C-14.1, C-Q52; the three cards of a phantasm are one use."""
    used: Counter[str] = Counter()
    for card in (*GRADED, Card.NOBLE_PHANTASM):
        used[_behind(card)] += spot.used(f"{card}+")
    counted = False
    for slot, order in _laid(written):
        if not order.plus:
            continue
        marks = cards.plus_marks(spot.own, order.card)
        if not marks:
            yield illegal("plus_without_mark", "C-14.1", _at(slot), card=order.card)
            continue
        phantasm = order.card is Card.NOBLE_PHANTASM
        used[_behind(order.card)] += not (phantasm and counted)
        counted |= phantasm
        most = {PlusUses.PER_MARK: marks, PlusUses.ONCE: 1, PlusUses.UNLIMITED: None}[spot.options.plus_uses]
        if most is not None and used[_behind(order.card)] > most:
            yield illegal("plus_used_up", "C-14.2", _at(slot), card=order.card, most=most)


def _reserves(spot: Spot, written: Written) -> Iterator[Problem]:
    """C-23.18."""
    asked = [(_at(slot), ItemKind.CARD_CODE, card.card in GRADED) for slot, card in _laid(written) if card.reserve]
    asked += [
        (f"spells.{place}", ItemKind.MAGECRAFT_CODE, True)
        for place, spell in enumerate(written.spells, 1)
        if spell.reserve
    ]
    left = Counter(item.kind for item in spot.own.items)
    held = dict(left)
    for path, kind, fits in asked:
        if not fits or not held.get(kind):
            yield illegal("reserve_missing", "C-23.18", path)
            continue
        left[kind] -= 1
        if left[kind] < 0:
            yield illegal("reserve_used_up", "C-23.18", path)


# C-Q40: targets


def _targets(spot: Spot, written: Written) -> Iterator[Problem]:
    default = spot.default_target(written)
    if written.target and not spot.is_opponent(written.target):
        yield illegal("target_unknown", "C-10.13", "target", target=spot.field[written.target].name)
    for slot, card in _laid(written):
        if not attacks(spot.own, card.card):
            continue
        if not card.targets and not default:
            yield illegal("target_missing", "C-10.13", _at(slot))
        for target in card.targets:
            if not spot.is_opponent(target):
                yield illegal("target_unknown", "C-10.13", _at(slot), target=spot.field[target].name)
    cast = [run for run in runs(written) if run.fires]
    for place, (run, spell) in enumerate(zip(cast, written.spells, strict=False), 1):
        yield from _spell_target(spot, written, spell, run, f"spells.{place}")


def _spell_target(spot: Spot, written: Written, spell: SpellOrder, run: Run, path: str) -> Iterator[Problem]:
    target = spell_target(spot, written, spell, run.fires)
    if not target:
        yield illegal("target_missing", "C-10.13", path)
    elif spot.is_opponent(target) is not (spell.type in HOSTILE):
        yield illegal("target_unknown", "C-10.13", path, target=spot.field[target].name)


# C-10.9, C-15: rows


def _rows(spot: Spot, written: Written) -> Iterator[Problem]:
    if spot.me.row is not Row.BACK:
        return
    by_kind = "C-15.4" if spot.own.is_master else "C-15.3"
    for slot, order in _laid(written):
        card = order.card
        if card is Card.NOBLE_PHANTASM:
            yield illegal("back_row_noble_phantasm", "C-15.2", _at(slot))
        elif card is Card.CRITICAL:
            yield illegal("back_row_critical", "C-15.4" if spot.own.is_master else "C-15.2", _at(slot))
        elif card in STRIKES and not cards.is_ranged(spot.own, card):
            yield illegal("back_row_no_reach", by_kind, _at(slot), card=card)
        elif card is Card.GUARD and order.cover is not Cover.SELF:
            yield illegal("cover_from_back", "C-13.8", _at(slot))


# C-10.12, C-17.3: several cards in one slot


def _several(spot: Spot, written: Written) -> Iterator[Problem]:
    for slot, laid in enumerate(written.cards, 1):
        real = [card for card in laid if card.card is not Card.WAIT]
        widest = max((len(card.targets) for card in laid), default=0)
        if not spot.melee:
            if len(real) > 1 or widest > 1:
                yield illegal("two_cards_in_duel", "C-10.12", _at(slot))
        else:
            yield from _in_melee(spot, written, slot, real)
        if widest > 1 and not all(_may_be_wide(spot, card) for card in real if len(card.targets) > 1):
            yield illegal("not_area", "C-17.5", _at(slot))


def _in_melee(spot: Spot, written: Written, slot: int, real: list[CardOrder]) -> Iterator[Problem]:
    if len(real) < 2:
        return
    if any(card.card is Card.NOBLE_PHANTASM for card in real):
        yield illegal("card_beside_noble_phantasm", "C-17.6", _at(slot))
        return
    default = spot.default_target(written)
    aimed = [target for card in real for target in (card.targets or (default,))]
    lone = any(card.card in (Card.GUARD, Card.CHANT) for card in real)
    if lone or len(set(aimed)) < len(aimed):
        yield illegal("two_cards_one_target", "C-17.4", _at(slot))


def _may_be_wide(spot: Spot, card: CardOrder) -> bool:
    """C-17.5."""
    held = None if spot.own.servant is None else spot.own.servant.noble_phantasm
    return card.card is Card.NOBLE_PHANTASM and held is not None and held.range is not PhantasmRange.ANTI_UNIT


# C-12.2


def _phantasm(spot: Spot, written: Written) -> Iterator[Problem]:
    held = None if spot.own.servant is None else spot.own.servant.noble_phantasm
    laid = list(phantasm_runs(written))
    if held is None or not laid:
        return
    if held.kind is PhantasmKind.ALWAYS_ON:
        yield illegal("noble_phantasm_always_on", "C-23.5", _at(laid[0][0]))
        return
    used = spot.used(Card.NOBLE_PHANTASM) > 0
    for place, run in enumerate(laid):
        if run[0] > PHANTASM_LAST_START:
            yield illegal("noble_phantasm_too_late", "C-12.2", _at(run[0]), last=PHANTASM_LAST_START)
        elif len(run) % PHANTASM_SLOTS:
            yield illegal("noble_phantasm_three", "C-12.2", _at(run[0]), slots=PHANTASM_SLOTS)
        if used or place or len(run) > PHANTASM_SLOTS:
            yield illegal("noble_phantasm_once", "C-12.2", _at(run[0]))


# C-16, C-21, C-23.19: spells


def _spells(spot: Spot, written: Written) -> Iterator[Problem]:
    laid = list(runs(written))
    if (laid or written.spells) and not magecraft.may_cast(spot.own):
        yield illegal("cannot_cast", "C-23.4", "spells")
        return
    cast = [run for run in laid if run.fires]
    for place, run in enumerate(cast):
        lying = sum(order.card is Card.MAGECRAFT for order in written.cards[run.fires - 1])
        if place >= len(written.spells) or lying > 1:
            yield illegal("spell_missing", "C-16.5", _at(run.fires))
    for run in laid:
        if not run.fires:
            yield illegal("spell_unfinished", "C-21.3", _at(run.first))
    for place in range(len(cast) + 1, len(written.spells) + 1):
        yield illegal("spell_not_laid", "C-21.3", f"spells.{place}")
    for place, spell in enumerate(written.spells, 1):
        chants = 0
        if place <= len(cast):
            chants = magecraft.chants_of(cast[place - 1].chants, spell.verse, spot.options)
        yield from _grades(spot, spell, chants, f"spells.{place}")


def _grades(spot: Spot, spell: SpellOrder, chants: int, path: str) -> Iterator[Problem]:
    most = magecraft.casting_grade(spot.own, SpellType(spell.type))
    if spell.grade > most:
        yield illegal("spell_grade_too_high", "C-23.19", path, most=most)
    total, limit = magecraft.total_grade(spell.grade, chants), magecraft.limit(spot.own, spell.type)
    if total > limit:
        yield illegal("over_circuit_limit", "C-21.10", path, grade=total, most=limit)
    if spell.special >= total:
        yield illegal("special_too_big", "C-21.6", path, most=total - 1)


# C-19, C-18.14


def _standing_orders(spot: Spot, written: Written) -> Iterator[Problem]:
    retreat = written.retreat
    if retreat is not None:
        if retreat.slot is not None and retreat.slot > RETREAT_LAST_START:
            yield illegal("retreat_too_late", "C-19.1", "retreat.slot", last=RETREAT_LAST_START)
        for other in retreat.taking:
            if spot.is_opponent(other):
                yield illegal("target_unknown", "C-10.13", "retreat.with", target=spot.field[other].name)
        payer = spot.field.get(retreat.fate)
        if payer is not None and (not payer.master or spot.is_opponent(payer.key)):
            yield illegal("fate_absent", "C-19.5", "retreat.fate", master=payer.name)
    for other in written.protects:
        if spot.is_opponent(other):
            yield illegal("target_unknown", "C-10.13", "protects", target=spot.field[other].name)
