"""One judgment as it stands when it begins: who is where, whose card faces whom (C-10, C-17.3, C-Q40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ....core.seat import Audience, only
from ....core.working import Working
from .. import magecraft
from ..cards import STRIKES, Card
from ..field import Attempt, Battle, Effect, Fighter, Laid, Mode, Presence, Row, Side, Spell
from ..magecraft import Cells
from ..options import Options
from ..people import NoblePhantasm, Person, PhantasmKind, SpellType
from ..state import State, team_of_seats
from ..tables import RETREAT_SLOTS


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a person in this judgment, aimed at those who are there now. `spell` where it fires one."""

    who: str
    laid: Laid
    targets: tuple[str, ...] = ()
    spell: Spell | None = None

    @property
    def card(self) -> Card:
        return self.laid.card

    @property
    def plus(self) -> bool:
        return self.laid.plus


class Moment:
    """A battle at the beginning of a judgment. Reads only; what it works out is kept for the judgment."""

    def __init__(self, state: State, number: int, slot: int) -> None:
        self.state = state
        self.battle: Battle = state.battle(number)
        self.slot = slot
        self.options: Options = state.options
        self.people: Mapping[str, Person] = state.people
        self.fighters: Mapping[str, Fighter] = self.battle.fighters
        self.order = state.in_order(self.battle.setting.people)
        self._sides = {key: side for side in self.battle.setting.sides for key in side.people}
        self._team_seats: dict[str, tuple[str, ...]] = {}
        for seat, team in team_of_seats(state).items():
            self._team_seats[team] = (*self._team_seats.get(team, ()), seat)
        teams = {state.people[key].team for key in self.order}
        self.everybody = only(seat for team in teams for seat in self._team_seats.get(team, ()))
        self.melee = self._sides_left() > 2
        self.groups = dict(self._groups())
        self.plays: dict[str, tuple[Play, ...]] = {key: self.plays_in(key, slot) for key in self.order}

    # Who is where

    def side(self, key: str) -> Side:
        return self._sides[key]

    def seats_of(self, key: str) -> tuple[str, ...]:
        """The seats of a person's team: who may see what that person puts into a number."""
        return self._team_seats.get(self.people[key].team, ())

    def own(self, key: str) -> Audience:
        """The audience of a person's team."""
        return only(self.seats_of(key))

    def row(self, key: str) -> Row:
        return self.fighters[key].row

    def on_field(self) -> Iterator[str]:
        return (key for key in self.order if self.fighters[key].on_field)

    def opponents(self, key: str) -> Iterator[str]:
        """Everybody on the field who is not of one's side, in seat order."""
        own = self.side(key)
        return (other for other in self.on_field() if self.side(other) is not own)

    def distance(self, one: str, other: str) -> int:
        """C-10.5."""
        return 1 + (self.row(one) is Row.BACK) + (self.row(other) is Row.BACK)

    def _sides_left(self) -> int:
        """C-Q101: a melee with two sides left is an ordinary battle."""
        return sum(any(self.fighters[key].on_field for key in side.people) for side in self.battle.setting.sides)

    # Retreats

    def attempt(self, key: str) -> Attempt | None:
        """The retreat that `key` has begun and that covers this judgment."""
        attempt = self.fighters[key].attempt
        under_way = attempt is not None and not attempt.over and attempt.start <= self.slot
        return attempt if under_way else None

    def _groups(self) -> Iterator[tuple[str, str]]:
        """Whoever withdraws in this judgment, and who takes the damage (C-Q70)."""
        for key in self.order:
            attempt = self.attempt(key)
            if attempt is not None and self.fighters[key].able:
                yield from ((member, key) for member in (key, *attempt.taking))

    # What is in play

    def plays_in(self, key: str, slot: int) -> tuple[Play, ...]:
        """The cards of a person in a slot, as they stand now; a wait is left out."""
        fighter = self.fighters[key]
        if not fighter.able or key in self.groups or slot in fighter.void:
            return ()
        return tuple(play for laid in fighter.laid.slots[slot - 1] for play in self._play(key, laid, slot))

    def _play(self, key: str, laid: Laid, slot: int) -> Iterator[Play]:
        if laid.card in (Card.WAIT, Card.CHANT):
            return
        spell = self.fighters[key].laid.spell_in(slot) if laid.card is Card.MAGECRAFT else None
        if laid.card is Card.MAGECRAFT and spell is None:
            return
        aimed = laid.targets if spell is None else (spell.target,)
        if laid.card is Card.GUARD or (spell is not None and spell.type is SpellType.DEFENCE):
            yield Play(key, laid, aimed, spell)
            return
        if laid.card is Card.NOBLE_PHANTASM and self.phantasm(key).kind is PhantasmKind.DEFENCE:
            yield Play(key, laid)
            return
        standing = (self.stand_in(target) for target in aimed)
        targets = tuple(dict.fromkeys(target for target in standing if target is not None))
        if targets:
            yield Play(key, laid, targets, spell)

    def stand_in(self, target: str) -> str | None:
        """C-Q90, C-Q65: who is aimed at where `target` was: itself, its master, the next of its row, of the other."""
        if self.fighters[target].on_field:
            return target
        side = self.side(target)
        there = [key for key in side.people if self.fighters[key].on_field]
        if self.fighters[target].presence is Presence.ESCAPED:
            team = self.people[target].team
            master = next((key for key in there if self.people[key].is_master and self.people[key].team == team), None)
            if master is not None:
                return master
        place = self.order.index(target)
        after = [key for key in (*self.order[place:], *self.order[:place]) if key in there]
        row = self.row(target)
        return next((key for key in after if self.row(key) is row), next(iter(after), None))

    def played(self, key: str) -> Play | None:
        """The one card of a person that is aimed at nobody in particular, or the first that is."""
        return next(iter(self.plays[key]), None)

    def guard_of(self, key: str) -> Play | None:
        return next((play for play in self.plays[key] if play.card is Card.GUARD), None)

    def answer(self, key: str, attacker: str) -> Play | None:
        """C-10.12, C-10.13, C-R11: the attacking card of `key` that faces `attacker`; None: it waits against it.

        In a melee that is the card that names it; otherwise the one laid against the row in which it stands.
        """
        facing = [play for play in self.plays[key] if is_attack(self, play)]
        named = next((play for play in facing if attacker in play.targets), None)
        if named is not None or self.melee:
            return named
        row = self.row(attacker)
        return next((play for play in facing if any(self.row(target) is row for target in play.targets)), None)

    def waits_against(self, key: str, attacker: str) -> bool:
        """C-13.12, C-10.13, C-R9: whether `key` waits, for its defensive skill, against an attack of `attacker`."""
        plays = self.plays[key]
        if any(not is_attack(self, play) for play in plays):
            return False
        return self.answer(key, attacker) is None

    # What people have

    def phantasm(self, key: str) -> NoblePhantasm:
        phantasm = self.people[key].the_servant.noble_phantasm
        assert phantasm is not None, "only who has one lays it"
        return phantasm

    def cells(self, key: str, spell: Spell) -> Cells:
        """C-21: the cells of a spell as it fires, with reserve, reinforcement and curse."""
        net = spell.reserve
        for effect in self.effects_on(key, Mode.MAGECRAFT):
            net += effect.left if effect.type is SpellType.REINFORCEMENT else -effect.left
        return magecraft.cells(spell.grade, spell.chants, net, spell.special)

    def power(self, key: str, spell: Spell) -> Working:
        """C-21: the power of those cells, and where it comes from."""
        total = magecraft.power(spell.grade, spell.chants, spell.special)
        if spell.reserve:
            total.add("reserve", spell.reserve, "C-21.5")
        for effect in self.effects_on(key, Mode.MAGECRAFT):
            if effect.type is SpellType.REINFORCEMENT:
                total.add(effect.type, effect.left, "C-21.5", source=effect.caster)
            else:
                total.subtract(effect.type, effect.left, "C-21.7", source=effect.caster)
        return total.floor("least", 0, "C-21.7").done() if total.total < 0 else total.done()

    def effects_on(self, key: str, mode: Mode) -> Iterator[Effect]:
        return (each for each in self.battle.effects if each.target == key and each.mode is mode)


def is_attack(moment: Moment, play: Play) -> bool:
    """Whether a card attacks and is compared: strikes, attack spells, attacking phantasms (C-16.5, C-R1)."""
    if play.card is Card.NOBLE_PHANTASM:
        return moment.phantasm(play.who).kind is PhantasmKind.ATTACK
    if play.card is Card.MAGECRAFT:
        return play.spell is not None and play.spell.type is SpellType.ATTACK
    return play.card in STRIKES


def last_slot(attempt: Attempt) -> int:
    """C-19.1: the last judgment of a retreat."""
    return attempt.start + RETREAT_SLOTS - 1
