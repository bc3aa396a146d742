"""What can happen in a battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ....core.fact import Fact
from ....core.problem import Problem
from ....core.working import Working
from ..people import World
from ..state import Fighter, LuckMode, Meeting, Order, Play, Stage, StatusKind


@dataclass(frozen=True, slots=True)
class BattleAnnounced(Fact):
    """A battle is due now. How a scene hands over to a battle; what is in `meeting` is the keeper's."""

    kind = "battle_announced"
    number: int
    meeting: Meeting


@dataclass(frozen=True, slots=True)
class BattleBegan(Fact):
    """Those who fight learn who stands where."""

    kind = "battle_began"
    number: int
    world: World
    region: str
    sides: tuple[tuple[str, ...], ...]
    attackers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetDeclared(Fact):
    """M-9.3: what a team declared for a set."""

    kind = "set_declared"
    battle: int
    set: int
    team: str
    luck_mode: LuckMode
    luck_on: str
    strike: str
    frenzy: bool
    skills: tuple[str, ...] | None
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class StrokeSpent(Fact):
    """M-11.6, M-11.8: one command spell. `target` of a pursuit."""

    kind = "stroke_spent"
    team: str
    order: Order
    target: str = ""


@dataclass(frozen=True, slots=True)
class OrdersClashed(Fact):
    """M-11.12: an escape order met a rush; neither has any effect between these two."""

    kind = "orders_clashed"
    battle: int
    rusher: str
    escaper: str


@dataclass(frozen=True, slots=True)
class OrderHeld(Fact):
    """M-11.12, M-11.13: rush or the indomitable order is in force until the end of the set."""

    kind = "order_held"
    battle: int
    team: str
    order: Order


@dataclass(frozen=True, slots=True)
class Recovered(Fact):
    """M-11.14: all health or all mana is back."""

    kind = "recovered"
    team: str
    order: Order
    to: Working


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """M-4.14, M-4.15: the assassination strike."""

    kind = "struck"
    battle: int
    team: str
    target: str
    damage: Working


@dataclass(frozen=True, slots=True)
class BattleManaPaid(Fact):
    """M-9.9. `from_store`: what the territory paid; `frenzied`: the set is fought in frenzy (M-4.24)."""

    kind = "battle_mana_paid"
    battle: int
    set: int
    team: str
    cost: Working
    from_store: int
    frenzied: bool = False


@dataclass(frozen=True, slots=True)
class Joined(Fact):
    """M-Q73: a team enters the battle under way."""

    kind = "joined"
    battle: int
    team: str
    side: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetBegan(Fact):
    """M-9.1: the set is fought; ten cards again."""

    kind = "set_began"
    battle: int
    set: int


@dataclass(frozen=True, slots=True)
class CardsRevealed(Fact):
    """M-9.4, M-Q81: what everybody laid, slot by slot. Outputs and what the territory pays stay with their owners."""

    kind = "cards_revealed"
    battle: int
    set: int
    turn: int
    plays: Mapping[str, tuple[Play, ...]]


@dataclass(frozen=True, slots=True)
class CardsLaid(Fact):
    """The declaration of a turn as it holds; for its team."""

    kind = "cards_laid"
    battle: int
    set: int
    turn: int
    team: str
    plays: tuple[Play, ...]
    store: int | None = None


class Outcome(StrEnum):
    """What a comparison came to, seen from the first of the two."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    STOPPED = "stopped"
    """The attack left nothing after the guard."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Clash:
    """M-8.6 to M-8.14: two fighters in one slot."""

    first: str
    second: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Hit:
    """M-8.16: one hit. `aimed_at`: who was the target before a taunt drew it (M-9.19), else the victim."""

    attacker: str
    victim: str
    aimed_at: str
    damage: Working
    evaded: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """M-9.16: lasting damage at the end of a slot."""

    victim: str
    by: str
    damage: Working


@dataclass(frozen=True, slots=True)
class Slot:
    clashes: tuple[Clash, ...]
    hits: tuple[Hit, ...]
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class TurnResolved(Fact):
    """M-9.7: what those in the battle see of a turn. `here`: who was in it, in seat order."""

    kind = "turn_resolved"
    battle: int
    set: int
    turn: int
    here: tuple[str, ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Heal:
    """M-5.13: by whose skill, and how much came back."""

    slot: int
    by: str
    amount: Working


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The score of a team's card against one foe (M-8.5)."""

    slot: int
    foe: str
    score: Working


@dataclass(frozen=True, slots=True)
class Pool:
    """M-9.15: guarded points that are left after a slot, and for how many judgments more."""

    source: str
    points: int
    left: int


@dataclass(frozen=True, slots=True)
class StatusLeft:
    """A status that goes on after the turn, as its bearer knows it; `points` only of what guards it."""

    kind: StatusKind
    left: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class TurnReckoned(Fact):
    """What a team sees of its own turn beside that; `hp`, `mp`, `store` as they are after it.

    `costs`, `pools`: one for each slot. `statuses`: those that it bears after the turn. `evaded`: given
    back by M-4.6, None where there is no evasion.
    """

    kind = "turn_reckoned"
    battle: int
    set: int
    turn: int
    team: str
    scores: tuple[Reckoned, ...]
    costs: tuple[Working, ...]
    heals: tuple[Heal, ...]
    pools: tuple[tuple[Pool, ...], ...]
    statuses: tuple[StatusLeft, ...]
    evaded: Working | None
    luck_spent: bool
    hp: int
    mp: int
    store: int


@dataclass(frozen=True, slots=True)
class TurnKept(Fact):
    """How the fighters stand after a turn: statuses, cards in hand, damage so far. For the keeper."""

    kind = "turn_kept"
    battle: int
    fighters: Mapping[str, Fighter]
    faced: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OrderFailed(Fact):
    """A part of a team's order could not be done when it was resolved; that part is left out."""

    kind = "order_failed"
    call: str
    team: str
    problem: Problem


class Leaving(StrEnum):
    ESCAPE = "escape"
    RETREAT = "retreat"
    GAVE_UP = "gave_up"
    SAVED = "saved"
    """M-Q100: luck averted the fall, the battle is over for it."""
    DYING = "dying"
    """M-Q55: at the end of the set."""


@dataclass(frozen=True, slots=True)
class RetreatHit(Fact):
    """M-9.11, M-9.12: a foe strikes one that leaves."""

    kind = "retreat_hit"
    battle: int
    attacker: str
    victim: str
    damage: Working


@dataclass(frozen=True, slots=True)
class Left(Fact):
    kind = "left"
    battle: int
    team: str
    how: Leaving


@dataclass(frozen=True, slots=True)
class LuckAdded(Fact):
    """M-3.12: luck added to the damage dealt to one foe."""

    kind = "luck_added"
    battle: int
    team: str
    target: str
    damage: Working


@dataclass(frozen=True, slots=True)
class LuckBack(Fact):
    """M-3.12: luck takes off damage. `points` is nominal (M-Q92), `hp` what it has then."""

    kind = "luck_back"
    battle: int
    team: str
    points: Working
    hp: int


@dataclass(frozen=True, slots=True)
class LuckSettled(Fact):
    """Whose luck of this set is settled, whether it did anything or not. For the keeper."""

    kind = "luck_settled"
    battle: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SkillPaid(Fact):
    """M-9.8, M-Q103: the cost of a recovery after a set or outside of battle; `mp`, `store` as they are then."""

    kind = "skill_paid"
    team: str
    skill: str
    cost: Working
    mp: int
    store: int


@dataclass(frozen=True, slots=True)
class Healed(Fact):
    """M-5.13: health that came back, by whose skill; `hp` as it is then."""

    kind = "healed"
    team: str
    by: str
    amount: Working
    hp: int


@dataclass(frozen=True, slots=True)
class FallAverted(Fact):
    """M-Q100: who was saved by luck at the end of a set, and is out of the battle. For the keeper."""

    kind = "fall_averted"
    battle: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageReached(Fact):
    """Which question of the battle comes next."""

    kind = "stage_reached"
    battle: int
    stage: Stage
    turn: int


@dataclass(frozen=True, slots=True)
class SetEnded(Fact):
    """M-9.10: another set follows."""

    kind = "set_ended"
    battle: int
    set: int


@dataclass(frozen=True, slots=True)
class BattleEnded(Fact):
    kind = "battle_ended"
    battle: int
    sets: int
    turns: int


@dataclass(frozen=True, slots=True)
class BattleCounted(Fact):
    """M-12.5, M-12.7: a battle undergone; the stage, and the health and mana that a rise brought.

    `body_hp`, `body_mp`: what the body has then, None where it stays as it is.
    """

    kind = "battle_counted"
    team: str
    battles: int
    stage: int
    hp: int = 0
    mp: int = 0
    body_hp: int | None = None
    body_mp: int | None = None
