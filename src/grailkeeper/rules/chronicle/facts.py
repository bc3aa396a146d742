"""What can happen in a battle up to its end: one fact for each thing that has an audience of its own.

Pools, prices and what hangs on them are told to the own team; cards, hits and who falls to everybody in the battle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.fact import Fact
from ...core.problem import Problem
from ...core.working import Working
from .cards import Bare, Card
from .field import Declaration, Effect, Presence, Row, Setting, Written
from .people import SpellType


class Fate(StrEnum):
    """C-18: what becomes of a person at 0 or below."""

    DYING = "dying"
    FAINTED = "fainted"
    VANISHED = "vanished"


class Verdict(StrEnum):
    """How an attack came out against what its target had laid against it (C-11.16)."""

    UNOPPOSED = "unopposed"
    WIN = "win"
    LOSS = "loss"
    EQUAL = "equal"
    HIGHER = "higher"
    """Equal cards of which this is the higher (C-11.15)."""
    BOTH = "both"
    OFFSET = "offset"
    PLUS = "plus"
    """C-14: it wins by its plus."""
    WEAKER = "weaker"
    """C-14.4: a noble phantasm that loses to a plus and still does damage."""


# Before the cards


@dataclass(frozen=True, slots=True)
class BattleAnnounced(Fact):
    """A battle is due (C-8.2): how a scene hands over. The keeper's; each side is told with `BattleCalled`."""

    kind = "battle_announced"
    setting: Setting


@dataclass(frozen=True, slots=True)
class BattleNoticed(Fact):
    """That there is a battle, and nothing else of it."""

    kind = "battle_noticed"
    battle: int


@dataclass(frozen=True, slots=True)
class BattleCalled(Fact):
    """A side learns that it is in a battle, and which people of its own are (C-9.1)."""

    kind = "battle_called"
    battle: int
    region: str
    people: tuple[str, ...]
    preempts: bool = False


@dataclass(frozen=True, slots=True)
class RowsTaken(Fact):
    """C-9.1: where everybody stands, and by person the key of the side that it fights for.

    Health just before the battle is saved with it (C-10.7).
    """

    kind = "rows_taken"
    battle: int
    rows: Mapping[str, Row]
    sides: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NamesKnown(Fact):
    """C-23.11: which side knows which true name as the battle begins, as `side/servant`."""

    kind = "names_known"
    battle: int
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderFailed(Fact):
    """A part of an order could not be done when it was resolved; that part is left out."""

    kind = "order_failed"
    battle: int
    person: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class CardsLaid(Fact):
    """C-9.2: what a person laid, as it holds."""

    kind = "cards_laid"
    battle: int
    person: str
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class FirstPartLaid(Fact):
    """C-9.6: cards 1 to 5 of a person."""

    kind = "first_part_laid"
    battle: int
    person: str
    written: Written


@dataclass(frozen=True, slots=True)
class CardsShown(Fact):
    """C-9.3, C-9.8: what the preempting side sees before it lays: bare cards, by person."""

    kind = "cards_shown"
    battle: int
    rows: Mapping[str, Row]
    cards: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class BareLine:
    """C-9.6: how the cards of the first part stand for `person` against `opponent`."""

    person: str
    opponent: str
    results: tuple[Bare, ...]


@dataclass(frozen=True, slots=True)
class BareSeen(Fact):
    """C-9.6: the cards of the first part, and how they stand by affinity alone."""

    kind = "bare_seen"
    battle: int
    cards: Mapping[str, tuple[str, ...]]
    lines: tuple[BareLine, ...]


# One judgment


@dataclass(frozen=True, slots=True)
class Paid(Fact):
    """C-23.5, C-23.19: mana paid for a noble phantasm or a spell at its first card; `health` is what the caster has."""

    kind = "paid"
    battle: int
    slot: int
    person: str
    card: Card
    price: Working
    health: int


@dataclass(frozen=True, slots=True)
class Unpaid(Fact):
    """C-Q91: a price that cannot be paid: its slots have become waits."""

    kind = "unpaid"
    battle: int
    slot: int
    person: str
    card: Card
    price: Working
    void: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsVoided(Fact):
    """C-19.1, C-Q55: slots that have become waits: of a spell that broke off, or of spells and noble phantasms into
    which the waits of a retreat break."""

    kind = "cards_voided"
    battle: int
    slot: int
    person: str
    void: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NameRevealed(Fact):
    """C-23.10, C-Q98: a true-name release tells the name to everybody in the battle; `teams` are who learn it."""

    kind = "name_revealed"
    battle: int
    slot: int
    person: str
    teams: tuple[str, ...]
    true_name: str = ""


@dataclass(frozen=True, slots=True)
class SteppedUp(Fact):
    """C-Q40, C-Q65: these people stand in the front row now."""

    kind = "stepped_up"
    battle: int
    slot: int
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A card as it stood in a judgment."""

    person: str
    card: Card
    plus: bool = False
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """One comparison: the attack of `attacker` on `target` and what lay against it."""

    attacker: str
    target: str
    card: Card
    answer: Card
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Hit:
    """One attack as it arrived: `aimed` at somebody, taken by `taker` (a guard, a protector, one who carries).

    `mana` is there where the attack hurts mana. `ignored`: fate ignores it (C-19.5).
    """

    attacker: str
    aimed: str
    taker: str
    card: Card
    health: Working | None = None
    mana: Working | None = None
    ignored: bool = False

    @property
    def health_lost(self) -> int:
        return 0 if self.health is None else self.health.value

    @property
    def mana_lost(self) -> int:
        return 0 if self.mana is None else self.mana.value


@dataclass(frozen=True, slots=True)
class JudgmentMade(Fact):
    """C-23.17: one judgment as everybody in the battle sees it. `touched`: between whom damage passed (C-Q35)."""

    kind = "judgment_made"
    battle: int
    slot: int
    played: tuple[Played, ...]
    meetings: tuple[Meeting, ...]
    hits: tuple[Hit, ...]
    touched: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NameBonusGiven(Fact):
    """C-23.11: true-name bonuses that a judgment used up, by `side/servant/half`."""

    kind = "name_bonus_given"
    battle: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suffered(Fact):
    """C-23.17 (5): what a person lost. `below` is mana damage that the floor kept off (C-Q66); `chant` what counts
    against the spell that it is casting (C-Q55); `retreat` against its retreat's limit; `by` who dealt it last."""

    kind = "suffered"
    battle: int
    slot: int
    person: str
    health: int = 0
    mana: int = 0
    below: int = 0
    chant: int = 0
    retreat: int = 0
    by: str = ""


@dataclass(frozen=True, slots=True)
class SpellCancelled(Fact):
    """C-16.3, C-16.4, C-Q84: a spell broke off. Its remaining slots are the own team's to know."""

    kind = "spell_cancelled"
    battle: int
    slot: int
    person: str


@dataclass(frozen=True, slots=True)
class SpellWorked(Fact):
    """C-16.9: support magecraft took effect; `effect` is what it leaves behind, None for healing."""

    kind = "spell_worked"
    battle: int
    slot: int
    caster: str
    target: str
    type: SpellType
    power: Working
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class SpellInterfered(Fact):
    """C-16.12: support magecraft that did nothing, because of another caster's."""

    kind = "spell_interfered"
    battle: int
    slot: int
    caster: str
    target: str


@dataclass(frozen=True, slots=True)
class Healed(Fact):
    """C-23.19: health regained, up to the maximum."""

    kind = "healed"
    battle: int
    slot: int
    person: str
    health: Working


@dataclass(frozen=True, slots=True)
class EffectsLeft(Fact):
    """C-R2: what is left of the reinforcements and curses after a judgment."""

    kind = "effects_left"
    battle: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Fell(Fact):
    """C-18: somebody can act no more, or is gone."""

    kind = "fell"
    battle: int
    slot: int
    person: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class StrokeSpent(Fact):
    """C-18.3."""

    kind = "stroke_spent"
    team: str
    strokes: int = 1


@dataclass(frozen=True, slots=True)
class Escaped(Fact):
    """C-18.3, C-18.5: a servant was pulled out; `hits` is the rest of the noble phantasms that were upon it."""

    kind = "escaped"
    battle: int
    slot: int
    person: str
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class RetreatBegan(Fact):
    """C-19.1, C-Q70: `person` begins to withdraw and takes all the damage; `led_by` declared it."""

    kind = "retreat_began"
    battle: int
    slot: int
    person: str
    led_by: str
    taking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FateSpent(Fact):
    """C-19.5, C-19.6."""

    kind = "fate_spent"
    person: str
    points: int


@dataclass(frozen=True, slots=True)
class FateIgnores(Fact):
    """C-Q70: the cards of the coming judgments that fate ignores, as `slot/attacker/aimed`."""

    kind = "fate_ignores"
    battle: int
    person: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RetreatEnded(Fact):
    """C-19: a retreat has succeeded or failed."""

    kind = "retreat_ended"
    battle: int
    slot: int
    person: str
    taking: tuple[str, ...]
    success: bool


@dataclass(frozen=True, slots=True)
class RetreatReckoned(Fact):
    """C-19.2 to C-19.4: damage against limit, as the own team may know it; `ignored` counts cards."""

    kind = "retreat_reckoned"
    battle: int
    person: str
    damage: Working
    limit: Working
    ignored: int
    success: bool


PRESENCE: Mapping[Fate, Presence] = {
    Fate.DYING: Presence.FALLEN,
    Fate.FAINTED: Presence.FALLEN,
    Fate.VANISHED: Presence.VANISHED,
}
