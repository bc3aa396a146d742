"""Steps (a) to (d) of a slot: costs, recovery, new statuses, removals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....core.problem import failed
from ....core.record import replace
from ....core.working import Step, Sum, Working
from .. import numbers, tables
from ..facts import Heal
from ..people import Card, Effect, EffectKind, Phantasm, Range, Reach, Use
from ..state import Origin, Removal, Source, Status, StatusKind
from .standing import BOOSTS, CLASS_SUPPORTS, EVASION, SUPPORT_CLAUSES, Standing, Turn, support_grade

FRIENDLY_REMOVAL = frozenset({StatusKind.LASTING, StatusKind.EXPOSED})
HOSTILE_REMOVAL = frozenset({StatusKind.ATTACK_BOOST, StatusKind.JUDGMENT_BOOST, StatusKind.GUARDED})
"""M-5.18: what a removal takes from the own side, and what from foes."""

Cast = tuple[str, Effect, str, Source]
"""An effect that is laid in a slot: its user, the part of the skill, the target, and the source."""


def pay_costs(turn: Turn, slot: int) -> None:
    """(a) M-9.5: every cost of the slot, whatever comes of it; a misplaced bane or ward costs nothing (M-R14)."""
    for key, standing in turn.standings.items():
        _waste(turn, key, slot)
        cost = Sum("slot_cost", "M-9.5")
        laid = standing.released[slot]
        if laid is not None:
            phantasm, grade = laid
            standing.releases += 1
            less, nth = standing.plays[slot].less, standing.releases
            cost.include(Step.ADD, numbers.phantasm_cost(grade, phantasm.reach, less, nth, turn.options))
        for support in standing.supports(slot):
            skill = standing.team.sheet.skill(support.name)
            if support.name in CLASS_SUPPORTS:
                grade = support_grade(standing.figures, support.name)
                cost.add(support.name, grade, SUPPORT_CLAUSES[support.name])
            elif skill is not None:
                cost.include(Step.ADD, numbers.skill_cost(skill.effects, turn.options), source=skill.name)
                standing.used.append(skill.name)
            else:
                standing.luck_spent = True
            if support.name == EVASION:
                standing.evasion_left = 2
        standing.costs.append(cost.done())
        standing.pay(cost.total)


def _waste(turn: Turn, key: str, slot: int) -> None:
    """M-R14: a bane or ward for which no foe fits fails without cost."""
    standing = turn.standings[key]
    for skill, _ in standing.skills(slot):
        words = [effect.word for effect in skill.effects if effect.word]
        sheets = [turn.standings[foe].team.sheet for foe in turn.foes[key]]
        if any(not any(sheet.fits(word) for sheet in sheets) for word in words):
            clause = "M-5.11" if skill.has(EffectKind.BANE) else "M-5.12"
            standing.wasted.add((slot, skill.name))
            culprit = f"slots.{slot + 1}"
            standing.failures.append(failed("no_fitting_foe", clause, culprit, skill=skill.name, slot=slot + 1))


def heal(turn: Turn, slot: int, cast: Iterable[Cast]) -> None:
    """(b) M-5.13: at once, before the damage of the slot."""
    for user, effect, target, source in cast:
        if effect.kind is EffectKind.HP_RECOVERY:
            for key in turn.reached(user, effect, target):
                standing = turn.standings[key]
                amount = healing(effect.grade, standing.hp, standing.figures.max_hp.value, source.name)
                standing.hp += amount.value
                standing.heals.append(Heal(slot + 1, user, amount))


def healing(grade: int, hp: int, most: int, source: str) -> Working:
    """M-5.13, M-Q19: at most what is missing."""
    amount = Sum("hp_recovery", "M-5.13").base("grade", grade, "M-5.13", source=source)
    return amount.cap("missing", max(0, most - hp), "M-5.13").done()


def effects(turn: Turn, slot: int) -> Iterator[Cast]:
    """What is laid in a slot, in seat order, a phantasm's special effect first."""
    for key, standing in turn.standings.items():
        laid = standing.released[slot]
        if laid is not None and laid[0].special is not None:
            phantasm, grade = laid
            assert phantasm.special is not None
            effect = replace(phantasm.special, grade=numbers.special_grade(grade), range=_special_range(phantasm))
            yield key, effect, standing.plays[slot].target, _release(turn, standing, phantasm, Origin.SPECIAL)
        for skill, support in standing.skills(slot):
            for place, effect in enumerate(skill.effects):
                yield key, effect, support.target, Source(Origin.SKILL, skill.name, str(place))


def _release(turn: Turn, standing: Standing, phantasm: Phantasm, origin: Origin) -> Source:
    """M-Q48: each release is a source of its own."""
    return Source(origin, phantasm.name, f"{turn.battle.set}.{standing.releases}")


def _special_range(phantasm: Phantasm) -> Range:
    """M-Q25, M-R4: hostile effects follow the phantasm's aim, helpful ones go to its user or its side."""
    assert phantasm.special is not None
    kind = phantasm.special.kind
    if kind in (EffectKind.JUDGMENT_BOOST, EffectKind.BANE, EffectKind.TAUNT_SELF, EffectKind.TAUNT_ALLY):
        return Range.SELF
    army = phantasm.reach is Reach.ANTI_ARMY
    if kind in (EffectKind.GUARD_REDUCTION, EffectKind.LASTING_DAMAGE):
        return Range.ALL_ENEMIES if army or phantasm.use is Use.DEFENCE else Range.ONE
    return Range.ALL_ALLIES if army else Range.SELF


def lay_statuses(turn: Turn, slot: int, cast: Sequence[Cast]) -> None:
    """(c) M-5.7 to M-5.17, M-6.7, M-6.9: resistances first, as they count in the slot in which they begin (M-R11)."""
    for user, effect, target, source in cast:
        if effect.kind is EffectKind.STATUS_RESISTANCE and source.origin is Origin.SPECIAL:
            for key in turn.reached(user, effect, target):
                status = Status(StatusKind.RESISTANCE, effect.grade, effect.grade, 3, user, source)
                turn.standings[key].put(status)
    for key, standing in turn.standings.items():
        _class_boosts(standing, key, slot)
        _defence(turn, key, slot)
    for user, effect, target, source in cast:
        for key in turn.reached(user, effect, target):
            _lay(turn, slot, user, key, effect, source)


def _class_boosts(standing: Standing, key: str, slot: int) -> None:
    """M-4.2, M-4.20, M-4.22: they are judgment boosts."""
    for support in standing.supports(slot):
        for skill, attribute in BOOSTS.items():
            if support.name == skill.value:
                grade = standing.figures.class_skill(skill)
                card = Card(attribute)
                standing.put(
                    Status(StatusKind.JUDGMENT_BOOST, grade, grade, 1, key, Source(Origin.SKILL, skill.value), card)
                )


def _defence(turn: Turn, key: str, slot: int) -> None:
    """M-6.7, M-Q101."""
    standing = turn.standings[key]
    laid = standing.released[slot]
    if laid is None or laid[0].use is not Use.DEFENCE:
        return
    phantasm, grade = laid
    points = numbers.phantasm_power(grade, phantasm.reach, standing.plays[slot].less).value
    if phantasm.special is not None and phantasm.special.kind is EffectKind.JUDGMENT_BOOST:
        points += numbers.special_grade(grade)
    covered = turn.allies[key] if phantasm.reach is Reach.ANTI_ARMY else (key,)
    source = _release(turn, standing, phantasm, Origin.RELEASE)
    for ally in covered:
        turn.standings[ally].put(Status(StatusKind.GUARDED, points, grade, 3, key, source))


def _lay(turn: Turn, slot: int, user: str, key: str, effect: Effect, source: Source) -> None:
    standing, grade = turn.standings[key], effect.grade

    def put(kind: StatusKind, points: int, left: int) -> None:
        standing.put(Status(kind, points, grade, left, user, source, effect.attribute, effect.word))

    match effect.kind:
        case EffectKind.JUDGMENT_BOOST if not (source.origin is Origin.SPECIAL and effect.attribute is Card.GUARD):
            put(StatusKind.JUDGMENT_BOOST, grade, 1)
        case EffectKind.ATTACK_BOOST:
            put(StatusKind.ATTACK_BOOST, numbers.ceil_div(grade, 2), tables.TURN - slot)
        case EffectKind.GUARD_BOOST:
            put(StatusKind.GUARDED, grade, 2)
        case EffectKind.WARD:
            put(StatusKind.GUARDED, tables.WARD_FACTOR * grade, 2)
        case EffectKind.TAUNT_SELF | EffectKind.TAUNT_ALLY:
            put(StatusKind.TAUNT, grade, 2)
            put(StatusKind.GUARDED, grade, 1)
        case EffectKind.GUARD_REDUCTION | EffectKind.LASTING_DAMAGE:
            points = _resisted(turn, user, key, effect)
            if points:
                lasting = effect.kind is EffectKind.LASTING_DAMAGE
                put(StatusKind.LASTING if lasting else StatusKind.EXPOSED, points, 3 if lasting else 2)
        case EffectKind.STATUS_REMOVAL if source.origin is Origin.SPECIAL:
            put(StatusKind.REMOVAL, grade, 3)


def _resisted(turn: Turn, user: str, key: str, effect: Effect) -> int:
    """M-5.16, M-5.17, M-4.3, M-Q64: what is left of a status that a foe applies."""
    if key not in turn.foes[user]:
        return effect.grade
    standing, points = turn.standings[key], effect.grade
    magic, others = standing.figures.class_skills.get("magic_resistance", 0), standing.resistances()
    if effect.kind is EffectKind.LASTING_DAMAGE and max(magic, *(grade for _, grade in others), 0) >= effect.grade:
        return 0
    for _, grade in others:
        points = max(0, points - grade)
    if points and magic and not standing.resisted_status:
        standing.resisted_status = True
        points = max(0, points - magic)
    return points


def remove(turn: Turn, slot: int) -> None:
    """(d) M-5.18, M-6.10, M-Q76, M-R4: every removal acts on what stands now, none on what another takes away."""
    gone: dict[str, set[int]] = {key: set() for key in turn.standings}
    for user, standing in turn.standings.items():
        for removal in standing.removals:
            if removal.slot == slot + 1:
                _react(turn, user, removal, gone)
        for skill, support in standing.skills(slot):
            for effect in skill.effects:
                if effect.kind is EffectKind.STATUS_REMOVAL:
                    _mark(turn, user, turn.reached(user, effect, support.target), effect.grade, gone)
        for aura in standing.of_kind(StatusKind.REMOVAL):
            _mark(turn, user, (user,), aura.points, gone)
    for key, places in gone.items():
        standing = turn.standings[key]
        standing.statuses = [status for place, status in enumerate(standing.statuses) if place not in places]


def _react(turn: Turn, user: str, removal: Removal, gone: dict[str, set[int]]) -> None:
    """M-9.6: a removal with nothing to remove fails without cost, one that fails by grade is paid for."""
    standing = turn.standings[user]
    skill = standing.team.sheet.skill(removal.skill)
    assert skill is not None
    (effect,) = skill.effects
    targets = turn.reached(user, effect, removal.target)
    if not any(_removable(turn, user, key, status) for key in targets for status in turn.standings[key].statuses):
        values: dict[str, int | str] = {"skill": skill.name, "slot": removal.slot}
        standing.failures.append(failed("nothing_to_remove", "M-5.18", "removals", **values))
        return
    cost = numbers.skill_cost(skill.effects, turn.options)
    slot_cost = Sum("slot_cost", "M-9.5").include(Step.BASE, standing.costs[-1]).include(Step.ADD, cost)
    standing.costs[-1] = slot_cost.done()
    standing.used.append(skill.name)
    standing.pay(cost.value)
    _mark(turn, user, targets, effect.grade, gone)


def _removable(turn: Turn, user: str, key: str, status: Status) -> bool:
    hostile = key in turn.foes[user]
    return status.kind in (HOSTILE_REMOVAL if hostile else FRIENDLY_REMOVAL)


def _mark(turn: Turn, user: str, targets: tuple[str, ...], grade: int, gone: dict[str, set[int]]) -> None:
    for key in targets:
        for place, status in enumerate(turn.standings[key].statuses):
            strength = status.points if status.source.origin is Origin.CLASH else status.grade
            if _removable(turn, user, key, status) and strength < grade:
                gone[key].add(place)
