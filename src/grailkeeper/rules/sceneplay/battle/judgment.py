"""One judgment of a battle: pay, reckon the chance, roll, let luck move it, hurt (S-9, S-10.14, S-10.15, S-11,
S-19.3, S-20, S-21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....core.call import Opening
from ....core.teller import Teller
from .. import numbers, tables
from ..facts import Device, DeviceUse, JudgmentMade, ResourcesSpent
from ..numbers import Judged
from ..options import LuckAllocation, PhantasmEffect
from ..state import State, told_to
from .chances import Added, Aid, Member, chance, member
from .check import luck_count


@dataclass(frozen=True, slots=True)
class Spending:
    """What a member puts into a judgment: the fact for its own team, and what it adds for all to see."""

    fact: ResourcesSpent
    added: tuple[Added, ...]

    def used(self, device: Device) -> bool:
        return any(use.device is device for use in self.fact.uses)

    def adds(self, aid: Aid) -> bool:
        return any(each.aid is aid and not each.why and each.amount for each in self.added)


def make_judgment(teller: Teller[State], judgment: int, handed: Mapping[str, int]) -> None:
    """S-10.1, S-10.2: the judgment from payment to damage. `handed`: how many numbers each team handed in."""
    battle = teller.state.the_battle
    attackers, defenders = battle.pair.attackers(judgment), battle.pair.defenders(judgment)
    spendings = {team: spend(teller, team, judgment) for team in (*attackers, *defenders)}
    state = teller.state
    ours, theirs = _members(state, attackers), _members(state, defenders)
    added = [each for spending in spendings.values() for each in spending.added]
    final = chance(state, ours, theirs, judgment, added)
    first, second = (side[0].fighting.sheet.numbers[judgment - 1] for side in (ours, theirs))
    rolled = numbers.roll(first, second, state.options, numbers.ATTACKS)
    blocked = any(_blocks_luck(spending) for spending in spendings.values())
    luck = [0 if blocked else luck_of(state, side[0], judgment) for side in (ours, theirs)]
    judged = numbers.judge(final.value, rolled.value, *luck)
    struck = any(spendings[team].used(device) for team in attackers for device in Device)
    fact = JudgmentMade(
        battle=battle.pair.number,
        judgment=judgment,
        attacker=attackers[0],
        defender=defenders[0],
        chance=final,
        numbers=(first, second),
        roll=rolled,
        retries=judged.retries,
        success=judged.success,
        damage=damage(state, ours, theirs, judgment, judged, struck),
    )
    both = told_to(state, *battle.pair.teams)
    teller.tell(fact, both)
    for representative in (attackers[0], defenders[0]):
        if judgment <= handed[representative]:
            teller.open(Opening(representative, (("numbers", judgment - 1),), both))


def _members(state: State, side: Sequence[str]) -> list[Member]:
    battle = state.the_battle
    return [member(state, battle.setting, team, battle.fighting[team]) for team in side]


# S-20, S-12.9, S-18.3, S-21: what is put in


def spend(teller: Teller[State], team: str, judgment: int) -> Spending:
    """S-10.17, S-20.3, S-21.5: a member pays for what it allotted to this judgment, and only now."""
    (who,) = _members(teller.state, (team,))
    sheet = who.fighting.sheet
    reserves = sheet.reserves.get(str(judgment), ())
    assistance, boost = sheet.assistance[judgment - 1], sheet.boost[judgment - 1]
    added = [Added(Aid.RESERVE, team, strength) for strength in reserves]
    if assistance:
        added.append(Added(Aid.ASSISTANCE, team, tables.ASSISTANCE * assistance))
    if boost:
        added.append(Added(Aid.BOOST, team, boost))
    planned = planned_uses(who, judgment)
    uses = tuple(use for use in planned if use.price <= _mana(who, use.device))
    failures = tuple(use for use in planned if use not in uses)
    pools = dict(who.fighting.pools)
    if teller.state.options.phantasm_effect is PhantasmEffect.SPREAD:
        pools, devices = _spread(who, judgment, uses)
        added += devices
    else:
        added += [Added(Aid(use.device.value), team, _bonus(who, use)) for use in uses]
    added += [Added(Aid(use.device.value), team, _bonus(who, use), "cannot_be_paid") for use in failures]
    number = who.setting.pair.number
    fact = ResourcesSpent(number, judgment, team, reserves, assistance, boost, uses, failures, pools)
    if added or pools != who.fighting.pools:
        teller.tell(fact, told_to(teller.state, team))
    return Spending(fact, tuple(added))


def planned_uses(who: Member, judgment: int) -> tuple[DeviceUse, ...]:
    """S-21.1, S-21.2: the device that the sheet names for this judgment, with its price."""
    uses = []
    place = who.fighting.sheet.phantasm.get(str(judgment))
    if place is not None and who.servant is not None:
        discount = not who.servant.noble_phantasms[place - 1].discount_used
        price = tables.DEVICE_DISCOUNTED if discount else tables.DEVICE_PRICE
        uses.append(DeviceUse(Device.PHANTASM, place, price, discount))
    if judgment in who.fighting.sheet.code:
        uses.append(DeviceUse(Device.CODE, 1, tables.DEVICE_PRICE))
    return tuple(uses)


def _mana(who: Member, device: Device) -> int:
    """S-21.1: a phantasm is paid by the servant, a code by the master."""
    payer = who.servant if device is Device.PHANTASM else who.team.master
    assert payer is not None
    return payer.mana.now


def _bonus(who: Member, use: DeviceUse) -> int:
    """S-21.4."""
    if use.device is Device.PHANTASM:
        assert who.servant is not None
        return numbers.device_bonus(who.servant.noble_phantasms[use.place - 1].rank).value
    assert who.team.master is not None and who.team.master.mystic_code is not None
    return numbers.device_bonus(who.team.master.mystic_code.rank).value


def _spread(who: Member, judgment: int, uses: Sequence[DeviceUse]) -> tuple[dict[str, int], list[Added]]:
    """S-Q80 `spread`: points that are paid for go where the sheet says; unsaid, all to the judgment of the use."""
    sheet = who.fighting.sheet
    pools, added = dict(who.fighting.pools), []
    for device, row in ((Device.PHANTASM, sheet.phantasm_points), (Device.CODE, sheet.code_points)):
        paid = sum(_bonus(who, use) for use in uses if use.device is device)
        pool = pools.get(device.value, 0) + paid
        points = min(pool, row[judgment - 1] if row else paid)
        if pool:
            pools[device.value] = pool - points
        if points:
            added.append(Added(Aid(device.value), who.team.key, points))
    return pools, added


# S-11: luck


def _blocks_luck(spending: Spending) -> bool:
    """S-11.7, S-Q80 `spread`: where a phantasm is used, or gives points, no luck applies."""
    return spending.used(Device.PHANTASM) or spending.adds(Aid.PHANTASM)


def luck_of(state: State, who: Member, judgment: int) -> int:
    """S-11.3, S-11.5, S-Q46: by how much a representative's luck may move this roll, 0 where it may not."""
    sheet = who.fighting.sheet
    if not sheet.luck_declared:
        return 0
    amount = numbers.luck_amount(who.person.ranks.luck)
    if state.options.luck_allocation is LuckAllocation.NAMED:
        return amount if judgment in sheet.luck else 0
    used = sum(who.team.key in made.lucky for made in state.the_battle.made)
    return amount if used < luck_count(who.person) else 0


# S-10.15, S-19.3: damage


def damage(
    state: State, ours: Sequence[Member], theirs: Sequence[Member], judgment: int, judged: Judged, struck: bool
) -> Mapping[str, int]:
    """S-10.15, S-19.3: by team; `struck`: the attacking side used a device (S-Q80 `bonus_and_damage`)."""
    hit, points = (theirs, tables.HIT) if judged.success else (ours, tables.COUNTER)
    if judged.success and struck and state.options.phantasm_effect is PhantasmEffect.BONUS_AND_DAMAGE:
        points = tables.DEVICE_HIT
    taken = {who.team.key: 0 for who in (*ours, *theirs)}
    chosen = hit[0].fighting.sheet.split.get(str(judgment), ())
    for team in chosen[:points]:
        taken[team] += 1
    strongest = max(hit, key=lambda who: who.person.health.now)
    taken[strongest.team.key] += points - min(points, len(chosen))
    return taken
