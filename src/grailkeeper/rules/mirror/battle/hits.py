"""Steps (h) to (k) of a slot: hits (M-8.16), guarded points of guard against guard, lasting damage, time."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.record import replace
from ....core.working import Sum
from ..facts import Hit, Tick
from ..options import ExposedMode, GuardedMode, LastingMode
from ..people import Type
from ..state import Status, StatusKind
from .clash import Blow
from .standing import Standing, Turn


def take_hits(turn: Turn, slot: int, blows: Iterable[Blow]) -> list[Hit]:
    """(h) Each victim, its hits in seat order of the attackers."""
    order = list(turn.standings)
    found: list[Hit] = []
    all_blows = sorted(blows, key=lambda blow: (order.index(blow.attacker), order.index(blow.aimed_at)))
    for key, standing in turn.standings.items():
        mine = [blow for blow in all_blows if blow.victim == key]
        evaded = _evaded(standing, mine)
        found += [_hit(turn, slot, blow, blow is evaded) for blow in mine]
    return found


def _evaded(standing: Standing, blows: list[Blow]) -> Blow | None:
    """M-4.7, M-Q14: of several lost judgments the one with the highest damage after critical."""
    lost = [blow for blow in blows if blow.lost]
    if not standing.evasion_left or not lost:
        return None
    standing.evasion_left = 0
    return max(lost, key=lambda blow: blow.damage.total + blow.critical)


def _hit(turn: Turn, slot: int, blow: Blow, evaded: bool) -> Hit:
    victim, damage = turn.standings[blow.victim], blow.damage
    if evaded:
        damage.subtract("evasion", damage.total, "M-4.7", seen_by=victim.seats)
    else:
        _modify(turn, blow, victim, damage)
    standing = turn.standings[blow.victim]
    standing.lost[slot] += damage.total
    standing.hp -= damage.total
    dealt = turn.standings[blow.attacker].dealt
    dealt[blow.victim] = dealt.get(blow.victim, 0) + damage.total
    return Hit(blow.attacker, blow.victim, blow.aimed_at, damage.done(open_to=()), evaded)


def _modify(turn: Turn, blow: Blow, victim: Standing, damage: Sum) -> None:
    """M-8.16, steps 2 to 6; never below 0 at any of them."""
    if blow.critical:
        damage.add("critical", blow.critical, "M-8.15", seen_by=turn.seats(blow.attacker))
    _exposed(turn, victim, damage)

    def off(name: str, amount: int, clause: str, source: str = "") -> int:
        taken = min(damage.total, amount)
        damage.subtract(name, taken, clause, source=source, seen_by=victim.seats)
        return taken

    if blow.lost:
        off("reduction", victim.figures.reduction.value, "M-3.9")
    magic = victim.figures.class_skills.get("magic_resistance", 0)
    attacker = turn.standings[blow.attacker].team.sheet
    if magic and attacker.type is Type.MAGIC and damage.total and not victim.resisted_hit:
        victim.resisted_hit = True
        off("magic_resistance", magic, "M-4.4")
    per_hit = turn.options.guarded_mode is GuardedMode.PER_HIT
    for place, pool in _pools(turn, victim, blow):
        if damage.total:
            taken = off("guarded", pool.points, "M-9.15", pool.source.name)
            if not per_hit:
                victim.statuses[place] = replace(pool, points=pool.points - taken)
    victim.statuses = [status for status in victim.statuses if status.points > 0]


def _exposed(turn: Turn, victim: Standing, damage: Sum) -> None:
    """M-9.15, M-Q46: raises the hit, and is used up by it."""
    mode = turn.options.exposed_mode
    if mode is ExposedMode.LOWER_GUARD:
        return
    for status in victim.of_kind(StatusKind.EXPOSED):
        damage.add("exposed", status.points, "M-9.15", seen_by=())
    if mode is ExposedMode.CONSUME:
        victim.statuses = [status for status in victim.statuses if status.kind is not StatusKind.EXPOSED]


def _pools(turn: Turn, victim: Standing, blow: Blow) -> list[tuple[int, Status]]:
    """M-8.16 (6), M-R5: the pool ending soonest first, then a ward, then the older; a ward only where it fits."""
    attacker = turn.standings[blow.attacker].team.sheet
    pools = [
        (place, status)
        for place, status in enumerate(victim.statuses)
        if status.kind is StatusKind.GUARDED and (not status.word or attacker.fits(status.word))
    ]
    return sorted(pools, key=lambda each: (each[1].left, not each[1].word, each[0]))


def tick(turn: Turn, slot: int) -> list[Tick]:
    """(j) M-9.16: straight to health."""
    found = []
    each = turn.options.lasting_damage_mode is LastingMode.EACH
    for key, standing in turn.standings.items():
        for place, status in enumerate(standing.statuses):
            if status.kind is not StatusKind.LASTING:
                continue
            share = Sum("lasting_damage", "M-9.16").base("points", status.points, "M-9.16", seen_by=())
            if not each:
                share.add("round_up", status.left - 1, "M-9.16", seen_by=()).divide("divided", status.left, "M-9.16")
                standing.statuses[place] = replace(status, points=status.points - share.total)
            if share.total:
                standing.lost[slot] += share.total
                standing.hp -= share.total
                _book(turn, status.by, key, share.total)
                found.append(Tick(key, status.by, share.done(open_to=())))
    return found


def _book(turn: Turn, by: str, victim: str, damage: int) -> None:
    """M-3.12: damage dealt by one who is still here; who has left has no luck to add."""
    if by in turn.standings:
        dealt = turn.standings[by].dealt
        dealt[victim] = dealt.get(victim, 0) + damage


def run_down(turn: Turn, pools: Iterable[tuple[str, Status]]) -> None:
    """(i), (k) One judgment is over: what ends is removed, and what begins with the next is put."""
    for standing in turn.standings.values():
        standing.statuses = [
            replace(status, left=status.left - 1)
            for status in standing.statuses
            if status.left > 1 and status.points > 0
        ]
        standing.evasion_left = max(0, standing.evasion_left - 1)
    for key, pool in pools:
        turn.standings[key].put(pool)


def evade(turn: Turn) -> None:
    """M-4.6, M-R10: off the damage of the whole turn, for the books from the foes in seat order."""
    for key, standing in turn.standings.items():
        grade = standing.figures.class_skills.get("evasion", 0)
        if not grade:
            continue
        given = Sum("evasion", "M-4.6").base("evasion", grade, "M-4.6").cap("damage", sum(standing.lost), "M-4.6")
        standing.evaded = given.done()
        most = standing.figures.max_hp.value
        standing.hp = max(standing.hp, min(most, standing.hp + given.total))
        left = given.total
        for foe in turn.standings.values():
            off = min(left, foe.dealt.get(key, 0))
            if off:
                foe.dealt[key] -= off
                left -= off
