"""The fighters of a turn while it is resolved: what of each of them moves from slot to slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ....core.problem import Problem
from ....core.record import replace
from ....core.working import Working
from .. import numbers, tables
from ..derived import Figures, figures
from ..facts import Heal, Pool, Reckoned, StatusLeft
from ..options import Options
from ..people import ClassSkill, Effect, EffectKind, Phantasm, Range, Skill, Team, World
from ..state import Battle, Fighter, Play, Removal, State, Status, StatusKind, Support, seats_of

BOOSTS = {
    ClassSkill.RIDING: "quick",
    ClassSkill.ITEM_CONSTRUCTION: "arts",
    ClassSkill.MAD_ENHANCEMENT: "buster",
}
"""M-4.2, M-4.20, M-4.22: class skills that are judgment boosts, and for which card."""

LUCK = "luck"
SNIPE = "snipe"
EVASION = ClassSkill.EVASION.value
CLASS_SUPPORTS = (SNIPE, EVASION, *(skill.value for skill in BOOSTS))
"""M-4.10: clairvoyance is declared as what it does, a snipe."""

SUPPORT_CLAUSES = {
    SNIPE: "M-4.10",
    EVASION: "M-4.7",
    ClassSkill.RIDING.value: "M-4.2",
    ClassSkill.ITEM_CONSTRUCTION.value: "M-4.20",
    ClassSkill.MAD_ENHANCEMENT.value: "M-4.22",
}
"""By which clause each of them costs what it costs."""


def class_skill_of(name: str) -> ClassSkill:
    """The class skill behind a support."""
    return ClassSkill.CLAIRVOYANCE if name == SNIPE else ClassSkill(name)


def support_grade(figures: Figures, name: str) -> int:
    """The current grade of the class skill behind a support, 0 where there is none."""
    return figures.class_skill(class_skill_of(name))


@dataclass(slots=True)
class Standing:
    """One fighter in a turn. `hp`, `mp`, `store` run slot by slot (M-Q41); `lost` is the damage of each slot.

    `released`: the phantasm of each slot with its current grade, None where a card lies. `levels`: of information,
    on each of its foes (M-R8).
    """

    key: str
    team: Team
    fighter: Fighter
    figures: Figures
    seats: tuple[str, ...]
    hp: int
    mp: int
    store: int
    store_limit: int | None
    plays: tuple[Play, ...]
    released: tuple[tuple[Phantasm, int] | None, ...]
    levels: Mapping[str, int]
    removals: tuple[Removal, ...]
    statuses: list[Status]
    evasion_left: int
    releases: int
    resisted_status: bool = False
    resisted_hit: bool = False
    luck_spent: bool = False
    used: list[str] = field(default_factory=list)
    wasted: set[tuple[int, str]] = field(default_factory=set)
    lost: list[int] = field(default_factory=lambda: [0] * tables.TURN)
    dealt: dict[str, int] = field(default_factory=dict)
    scores: list[Reckoned] = field(default_factory=list)
    costs: list[Working] = field(default_factory=list)
    heals: list[Heal] = field(default_factory=list)
    pools: list[tuple[Pool, ...]] = field(default_factory=list)
    evaded: Working | None = None
    failures: list[Problem] = field(default_factory=list)

    def pay(self, cost: int) -> None:
        """M-R13: from the store first, as far as the declaration lets it."""
        most = self.store if self.store_limit is None else min(self.store, self.store_limit)
        from_store = min(cost, most)
        self.store -= from_store
        if self.store_limit is not None:
            self.store_limit -= from_store
        self.mp -= cost - from_store

    def supports(self, slot: int) -> Iterator[Support]:
        """The supports of a slot that are in force."""
        return (each for each in self.plays[slot].supports if (slot, each.name) not in self.wasted)

    def skills(self, slot: int) -> Iterator[tuple[Skill, Support]]:
        """The skills of the sheet among them."""
        for support in self.supports(slot):
            skill = self.team.sheet.skill(support.name)
            if skill is not None:
                yield skill, support

    def has_luck(self, slot: int) -> bool:
        return any(support.name == LUCK for support in self.plays[slot].supports)

    def of_kind(self, kind: StatusKind) -> Iterator[Status]:
        return (status for status in self.statuses if status.kind is kind)

    def guards(self) -> tuple[Status, ...]:
        """M-9.15: its pools of guarded points."""
        return tuple(self.of_kind(StatusKind.GUARDED))

    def left(self) -> tuple[StatusLeft, ...]:
        """What goes on, as it knows it itself."""
        guarded = StatusKind.GUARDED
        return tuple(
            StatusLeft(each.kind, each.left, each.points if each.kind is guarded else None) for each in self.statuses
        )

    def resistances(self) -> list[tuple[str, int]]:
        """M-5.17, M-6.10: status resistances by source; grades of skills (where skills work) and of releases."""
        found = [(status.source.name, status.points) for status in self.of_kind(StatusKind.RESISTANCE)]
        if self.figures.skills:
            for skill in self.team.sheet.skills:
                found += [
                    (skill.name, effect.grade)
                    for effect in skill.effects
                    if effect.kind is EffectKind.STATUS_RESISTANCE
                ]
        return found

    def put(self, status: Status) -> None:
        """M-Q48: the same source of the same user takes the place of its own earlier status."""
        same = (status.kind, status.by, status.source)
        self.statuses = [old for old in self.statuses if (old.kind, old.by, old.source) != same]
        self.statuses.append(status)


@dataclass(slots=True)
class Turn:
    """A turn under resolution. Nobody comes or goes in it, so foes, allies (each its own as well) and hostile pairs
    stand from its beginning."""

    options: Options
    battle: Battle
    standings: dict[str, Standing]
    foes: Mapping[str, tuple[str, ...]]
    allies: Mapping[str, tuple[str, ...]]
    pairs: tuple[tuple[str, str], ...]

    def seats(self, *keys: str) -> tuple[str, ...]:
        return tuple(seat for key in keys for seat in self.standings[key].seats)

    def reached(self, user: str, effect: Effect, target: str) -> tuple[str, ...]:
        """M-5.4, M-R15: whom a part of a skill reaches, in seat order."""
        foes, allies = self.foes[user], self.allies[user]
        match effect.range:
            case Range.ALL_ALLIES:
                return allies
            case Range.ALL_ENEMIES:
                return foes
            case Range.ALL:
                return self.battle.here
        if effect.kind is EffectKind.TAUNT_ALLY:
            others = tuple(ally for ally in allies if ally != user)
            return (target,) if target in others else others[:1]
        if effect.range is Range.SELF:
            return (user,)
        hostile = effect.kind in (EffectKind.GUARD_REDUCTION, EffectKind.LASTING_DAMAGE)
        if effect.kind is EffectKind.STATUS_REMOVAL:
            return (target,) if target in (*allies, *foes) else foes[:1]
        if hostile:
            return (target,) if target in foes else foes[:1]
        return (target,) if target in allies else (user,)


def turn_of(state: State, reactions: dict[str, tuple[Removal, ...]]) -> Turn:
    """The turn that is to be resolved, from what was laid."""
    battle, here = state.the_battle, state.the_battle.here
    foes = {key: battle.foes(key) for key in here}
    standings = {}
    for key in here:
        team, fighter, being = state.teams[key], battle.fighters[key], state.being(key)
        own = figures(team, battle.world, state.options)
        standings[key] = Standing(
            key=key,
            team=team,
            fighter=fighter,
            figures=own,
            seats=seats_of(state, (key,)),
            hp=being.hp,
            mp=being.mp,
            store=store_of(team, battle),
            store_limit=fighter.store,
            plays=fighter.plays,
            released=tuple(_released(team, own, play) for play in fighter.plays),
            levels={foe: _level(state, key, foe) for foe in foes[key]},
            removals=reactions.get(key, ()),
            statuses=list(fighter.statuses),
            evasion_left=fighter.evasion_left,
            releases=fighter.releases,
        )
    allies = {key: battle.allies(key) for key in here}
    return Turn(state.options, battle, standings, foes, allies, tuple(pairs(here, battle)))


def _released(team: Team, own: Figures, play: Play) -> tuple[Phantasm, int] | None:
    if not play.phantasm:
        return None
    both = zip(team.sheet.phantasms, own.phantasm_grades, strict=True)
    return next(each for each in both if each[0].name == play.phantasm)


def _level(state: State, key: str, foe: str) -> int:
    """M-10.1, M-R8: the level that counts in this battle."""
    other = state.teams[foe]
    level = state.teams[key].knows(foe).level
    known = "known" in numbers.penalties(other.citizens, other.sheet.slaughters, state.options)
    if known and state.the_battle.world is World.VIRTUAL:
        return max(level, tables.KNOWN_IN_BATTLE)
    return level


def store_of(team: Team, battle: Battle) -> int:
    """M-4.18: what the territory holds, if the battle is in its region."""
    territory = team.territory
    here = territory is not None and battle.world is World.VIRTUAL and territory.region == battle.meeting.region
    return territory.store if here and territory is not None else 0


def after_turn(turn: Turn) -> dict[str, Fighter]:
    """The fighters as the turn leaves them; who is not in it stays as it was."""
    fighters = dict(turn.battle.fighters)
    for key, each in turn.standings.items():
        old = each.fighter
        hand = dict(old.hand)
        for play in each.plays:
            if play.card.value in hand:
                hand[play.card.value] -= 1
        taken = max(0, sum(each.lost) - (each.evaded.value if each.evaded is not None else 0))
        fighters[key] = replace(
            old,
            hand=hand,
            releases=each.releases,
            used=(*old.used, *each.used),
            statuses=tuple(each.statuses),
            evasion_left=each.evasion_left,
            dealt={**old.dealt, **{foe: old.dealt.get(foe, 0) + amount for foe, amount in each.dealt.items()}},
            taken=old.taken + taken,
            fought=True,
            plays=(),
            store=None,
        )
    return fighters


def pairs(keys: Iterable[str], battle: Battle) -> Iterator[tuple[str, str]]:
    """The hostile pairs among `keys`, in seat order."""
    order = list(keys)
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            if battle.meeting.hostile(one, other):
                yield one, other
