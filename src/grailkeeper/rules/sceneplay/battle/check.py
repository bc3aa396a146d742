"""What is wrong with a battle sheet (S-10.19, S-11, S-12.9, S-18, S-19.4, S-20, S-21), from what its team knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.problem import Problem, illegal, malformed, suspicious
from ....core.seat import Role
from .. import numbers, tables
from ..options import LuckAllocation, Options, PhantasmEffect
from ..orders import sheet_of
from ..people import Ability, Aim, Condition, DeviceType, Master, MasterState, Servant, ServantClass, Skill
from ..state import Recovery, Setting, Sheet
from ..visibility import OwnTeam


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a team stands in a battle, as it knows it itself."""

    own: OwnTeam
    setting: Setting
    options: Options

    @property
    def side(self) -> tuple[str, ...]:
        return self.setting.pair.side_of(self.own.key)

    @property
    def represents(self) -> bool:
        """S-19.4."""
        return self.side[0] == self.own.key

    @property
    def servant(self) -> Servant | None:
        """The servant, where it fights."""
        return self.own.servant if self.setting.fighter(self.own.key) is Role.SERVANT else None

    @property
    def fighter(self) -> Servant | Master:
        """S-10.16."""
        person = self.servant or self.own.master
        assert person is not None, "somebody has come"
        return person

    @property
    def strokes(self) -> int:
        """S-R8: what a command spell can do here: nothing of a fainted master, or of one who fights alone."""
        master = self.own.master
        able = master is not None and master.state is MasterState.WELL and self.servant is not None
        return master.strokes if able and master is not None else 0

    def aim(self, judgment: int) -> Aim:
        return self.setting.pair.aim(self.own.key, judgment)


def sheet_problems(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything that is wrong or suspicious about a battle sheet that its form has read.

    What hangs on the keeper's rulings or on other members of an alliance is seen when the sheets close.
    """
    sheet = sheet_of(order, spot.options)
    yield from _member_problems(spot, order)
    yield from _luck_problems(spot, sheet)
    yield from _reserve_problems(spot, sheet)
    yield from _assistance_problems(spot, sheet)
    yield from _stroke_problems(spot, sheet)
    yield from _device_problems(spot, order, sheet)
    yield from _substitution_problems(spot, sheet)
    yield from _split_problems(spot, sheet)
    yield from _skill_problems(spot, sheet)


def _member_problems(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    """S-19.4: who does not represent the side makes no judgments."""
    if spot.represents:
        return
    for field in ("numbers", "luck", "split"):
        if order.get(field):
            yield illegal("not_representative", "S-19.4", field, representative=spot.side[0])


def _luck_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-11.1, S-11.2, S-11.5."""
    if not sheet.luck_declared:
        return
    for judgment, times in Counter(sheet.luck).items():
        if times > 1:
            yield malformed("bad_judgment", "luck", "S-10.1", given=judgment, accepted="1..5")
    most = luck_count(spot.fighter)
    if spot.options.luck_allocation is LuckAllocation.NAMED and len(set(sheet.luck)) > most:
        yield illegal("too_many_luck", "S-11.5", "luck", given=len(set(sheet.luck)), most=most)
    if spot.fighter.luck_uses >= tables.LUCK_USES:
        yield illegal("luck_exhausted", "S-11.2", "luck", most=tables.LUCK_USES)
    for judgment in sheet.luck:
        if str(judgment) in sheet.phantasm:
            yield suspicious("luck_blocked", "S-11.7", "luck", judgment=judgment)


def luck_count(fighter: Servant | Master) -> int:
    """S-11.5: how many judgments the luck of a fighter covers."""
    rank = numbers.rank_in_use(fighter, Ability.LUCK) if isinstance(fighter, Servant) else fighter.ranks.luck
    return numbers.luck_count(rank)


def _reserve_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-20.3."""
    in_hand = Counter(reserve.strength for reserve in spot.own.reserves)
    for judgment, strengths in sheet.reserves.items():
        for strength in strengths:
            in_hand[strength] -= 1
            if in_hand[strength] < 0:
                yield illegal("no_such_reserve", "S-20.3", f"reserves.{judgment}", given=strength)


def _assistance_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-12.9, S-12.10, S-13.5."""
    allotted = sum(sheet.assistance)
    if not allotted:
        return
    if spot.setting.place != spot.own.key:
        yield illegal("not_in_workshop", "S-12.9", "assistance")
        return
    uses = numbers.assistance(spot.own.workshop.points, spot.own.territory).value
    if allotted > uses:
        yield illegal("not_enough_assistance", "S-12.9", "assistance", given=allotted, most=uses)
    stack = numbers.stack(spot.own.territory)
    clause = "S-12.10" if stack == tables.STACK else "S-13.5"
    for judgment, points in enumerate(sheet.assistance, 1):
        if points > stack:
            yield illegal("assistance_stack", clause, f"assistance.{judgment}", given=points, most=stack)


def _stroke_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-18.1 to S-18.3."""
    for place, recovery in enumerate(sheet.restore, 1):
        yield from recovery_problems(spot.own.servant, recovery, f"restore.{place}")
    points, room = sum(sheet.boost), tables.BOOST * sheet.boost_strokes
    if points > room:
        yield illegal("boost_too_large", "S-18.3", "boost", given=points, most=room)
    elif points < room and sheet.boost_strokes:
        yield suspicious("boost_lapses", "S-18.3", "boost", given=points, most=room)
    strokes = len(sheet.restore) + sheet.boost_strokes
    if strokes > spot.strokes:
        culprit = "boost" if points else "boost_strokes" if sheet.boost_strokes else "restore"
        yield illegal("not_enough_strokes", "S-18.1", culprit, given=strokes, most=spot.strokes)


def recovery_problems(servant: Servant | None, recovery: Recovery, culprit: str) -> Iterator[Problem]:
    """S-18.2, S-R9: five points, and not for one who is at 0 already."""
    if recovery.health + recovery.mana != tables.RECOVERY:
        given = f"{recovery.health}+{recovery.mana}"
        yield malformed("bad_recovery", culprit, "S-18.2", given=given, accepted=str(tables.RECOVERY))
    if servant is not None and min(servant.health.now, servant.mana.now) <= 0:
        yield illegal("recovery_at_zero", "S-18.2", culprit)


def _device_problems(spot: Spot, order: Mapping[str, Any], sheet: Sheet) -> Iterator[Problem]:
    """S-21.1, S-21.3, S-21.4, S-21.5."""
    phantasms = spot.servant.noble_phantasms if spot.servant is not None else ()
    listed = order.get("phantasm")
    if sheet.phantasm and (not phantasms or (not isinstance(listed, Mapping) and len(phantasms) != 1)):
        accepted = ", ".join(phantasm.name for phantasm in phantasms)
        yield malformed("no_such_phantasm" if phantasms else "no_phantasm", "phantasm", "S-21.1", accepted=accepted)
        return
    code = spot.own.master.mystic_code if spot.own.master is not None and master_acts(spot) else None
    if sheet.code and code is None:
        yield illegal("no_code", "S-21.1", "code")
        return
    yield from _one_device(order, sheet)
    if spot.options.phantasm_effect is PhantasmEffect.SPREAD:
        yield from _spread_problems(spot, sheet)
    else:
        for judgment, place in sheet.phantasm.items():
            yield from _type_problems(spot, phantasms[place - 1].type, int(judgment), "phantasm")
        for number in sheet.code:
            assert code is not None
            yield from _type_problems(spot, code.type, number, "code")
    yield from _paying_to_zero(spot, sheet)


def master_acts(spot: Spot) -> bool:
    """S-R8: the master is here and able."""
    master = spot.own.master
    here = spot.setting.has_come(spot.own.key, Role.MASTER)
    return here and master is not None and master.state is MasterState.WELL


def _one_device(order: Mapping[str, Any], sheet: Sheet) -> Iterator[Problem]:
    """S-21.3."""
    listed = order.get("phantasm", ())
    phantasms = [int(judgment) for judgment in listed]
    for judgment, times in Counter([*phantasms, *sheet.code]).items():
        if times > 1:
            culprit = "code" if judgment in sheet.code else "phantasm"
            yield illegal("one_device", "S-21.3", culprit, judgment=judgment, most=1)


def _type_problems(spot: Spot, kind: DeviceType, judgment: int, culprit: str) -> Iterator[Problem]:
    """S-21.4."""
    fitting = DeviceType.DAMAGE if spot.aim(judgment) is Aim.ATTACK else DeviceType.GUARD
    if kind is not fitting:
        yield illegal("wrong_type", "S-21.4", culprit, judgment=judgment, given=kind.value, accepted=fitting.value)


def _paying_to_zero(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-21.5: allowed, and worth a question."""
    servant, master = spot.servant, spot.own.master
    if servant is not None and sheet.phantasm:
        fresh = {place for place in sheet.phantasm.values() if not servant.noble_phantasms[place - 1].discount_used}
        saved = len(fresh) * (tables.DEVICE_PRICE - tables.DEVICE_DISCOUNTED)
        price = tables.DEVICE_PRICE * len(sheet.phantasm) - saved
        if price >= servant.mana.now:
            yield suspicious("pays_to_zero", "S-21.5", "phantasm", given=price, most=servant.mana.now)
    if master is not None and sheet.code:
        price = tables.DEVICE_PRICE * len(sheet.code)
        if price >= master.mana.now:
            yield suspicious("pays_to_zero", "S-21.5", "code", given=price, most=master.mana.now)


def _spread_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-Q80 `spread`: no more points than the uses give."""
    if sheet.phantasm_points and spot.servant is not None:
        phantasms = spot.servant.noble_phantasms
        used = [phantasms[place - 1] for place in sheet.phantasm.values() if place <= len(phantasms)]
        room = sum(numbers.device_bonus(phantasm.rank).value for phantasm in used)
        if sum(sheet.phantasm_points) > room:
            given = sum(sheet.phantasm_points)
            yield illegal("spread_too_large", "S-21.4", "phantasm_points", given=given, most=room)
    code = spot.own.master.mystic_code if spot.own.master is not None else None
    if sheet.code_points:
        room = 0 if code is None else len(sheet.code) * numbers.device_bonus(code.rank).value
        if sum(sheet.code_points) > room:
            yield illegal("spread_too_large", "S-21.4", "code_points", given=sum(sheet.code_points), most=room)


def _substitution_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-10.11, S-10.12."""
    if sheet.substitute is None:
        return
    if spot.servant is None:
        yield illegal("master_substitution", "S-10.12", "substitute")
    elif not casts(spot.servant, spot.servant.skills):
        yield illegal("no_magecraft", "S-10.11", "substitute")


def casts(servant: Servant, applying: Iterable[Skill]) -> bool:
    """S-10.11, S-R4: a caster always can; another by a skill of magecraft that applies."""
    return servant.servant_class is ServantClass.CASTER or any(skill.magecraft for skill in applying)


def _split_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-19.3: one name for each point of damage."""
    for judgment, members in sheet.split.items():
        points = tables.COUNTER if spot.aim(int(judgment)) is Aim.ATTACK else tables.HIT
        if len(members) != points:
            yield illegal("bad_split", "S-19.3", f"split.{judgment}", given=len(members), accepted=points)


def _skill_problems(spot: Spot, sheet: Sheet) -> Iterator[Problem]:
    """S-23.3 under `skill_count: enforced`."""
    for key, judgments in sheet.skill_judgments.items():
        assert spot.own.servant is not None
        skill = spot.own.servant.skills[int(key[1:]) - 1]
        culprit = f"skill_judgments.{key}"
        if len(set(judgments)) < len(judgments):
            yield malformed("bad_judgment", culprit, "S-10.1", given=", ".join(map(str, judgments)), accepted="1..5")
        if len(set(judgments)) > skill.count:
            yield illegal("too_many_skill_judgments", "S-23.3", culprit, given=len(judgments), most=skill.count)


def condition_holds(condition: Condition, servant: Servant, first: bool) -> bool:
    """S-23.1 to S-23.4, S-R6: at the start of the battle, after strokes have restored."""
    if condition is Condition.FIRST_STRIKE:
        return first
    if condition is Condition.WOUNDED:
        return servant.health.now < servant.health.maximum
    return True
