"""Who is at zero after a judgment: forced escapes, vanishing, dying, fainting (C-18)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....core.teller import Teller
from ..cards import Card
from ..facts import Escaped, Fate, Fell, Hit, SteppedUp, StrokeSpent
from ..field import Declaration, Row
from ..options import FaintOn
from ..people import Person
from ..state import State, told_to
from .casting import being_cast, cancel
from .compare import Blow, blow
from .defence import always_on
from .hurting import Losses, hit_of, suffer
from .moment import Moment, Play


def check_falls(teller: Teller[State], moment: Moment, blows: Sequence[Blow]) -> None:
    """C-23.17 (8): servants first, so that a master who falls with them can still spend a stroke (C-Q83)."""
    for key in moment.order:
        if moment.fighters[key].able and not moment.people[key].is_master:
            _check_servant(teller, moment, key, blows)
    for key in moment.order:
        if moment.fighters[key].able and moment.people[key].is_master:
            _check_master(teller, moment, key)


def fate_of_master(person: Person, faint_on: FaintOn) -> Fate | None:
    """C-18.10, C-18.11, C-R5, C-Q67."""
    if person.health.now <= 0:
        return Fate.DYING
    return Fate.FAINTED if person.mana.now <= 0 and faint_on is FaintOn.MANA else None


def can_act(master: Person, faint_on: FaintOn) -> bool:
    """C-Q33, C-Q83: alive, nobody's captive, neither dying nor fainted."""
    return master.at_large and fate_of_master(master, faint_on) is None


def _check_master(teller: Teller[State], moment: Moment, key: str) -> None:
    fate = fate_of_master(teller.state.people[key], moment.options.faint_on)
    if fate is None:
        return
    fighter = teller.state.battle(moment.battle.number).fighters[key]
    spell = being_cast(fighter, moment.slot)
    _tell_fall(teller, moment, key, fate)
    if spell is not None and moment.slot < spell.fires and key not in moment.groups:
        cancel(teller, moment, key, spell)


def _check_servant(teller: Teller[State], moment: Moment, key: str, blows: Sequence[Blow]) -> None:
    """C-18.2, C-18.3, C-R12."""
    health, orders = teller.state.people[key].health.now, _who_decides(moment, key)
    if health <= orders.escape_at:
        if orders.escape and _has_stroke(teller.state, moment, key):
            _escape(teller, moment, key, blows)
        elif health <= 0:
            _tell_fall(teller, moment, key, Fate.VANISHED)


def _who_decides(moment: Moment, servant: str) -> Declaration:
    """The standing order on a forced escape: the master's if it is on the field, else the servant's own."""
    master = next((key for key in moment.on_field() if _is_master_of(moment, key, servant)), servant)
    return moment.fighters[master].laid


def _is_master_of(moment: Moment, key: str, servant: str) -> bool:
    return moment.people[key].is_master and moment.people[key].team == moment.people[servant].team


def _has_stroke(state: State, moment: Moment, servant: str) -> bool:
    """C-18.3, C-Q83: a stroke is left, and the team's master, if it has one, is not fallen."""
    team = moment.people[servant].team
    masters = state.masters(team)
    return state.teams[team].strokes > 0 and (not masters or any(_can_command(moment, each) for each in masters))


def _can_command(moment: Moment, master: Person) -> bool:
    fighter = moment.fighters.get(master.key)
    if fighter is not None and fighter.on_field:
        return fighter.able
    return can_act(master, moment.options.faint_on)


def _escape(teller: Teller[State], moment: Moment, key: str, blows: Sequence[Blow]) -> None:
    """C-18.3, C-18.5, C-18.6: out, with what is left of the phantasms upon it; its master steps to the front."""
    number, team = moment.battle.number, moment.people[key].team
    rest = list(_rest(moment, key, blows))
    hits: tuple[Hit, ...] = tuple(hit_of(each) for each in rest)
    teller.tell(StrokeSpent(team), told_to(teller.state, team))
    teller.tell(Escaped(number, moment.slot, key, hits), moment.everybody)
    if rest:
        lost = Losses(sum(b.health_left for b in rest), sum(b.mana_left for b in rest), by=rest[-1].attacker)
        suffer(teller, moment, key, lost)
    fighters = teller.state.battle(number).fighters
    stepping = tuple(
        other
        for other in moment.on_field()
        if _is_master_of(moment, other, key) and fighters[other].on_field and fighters[other].row is Row.BACK
    )
    if stepping:
        teller.tell(SteppedUp(number, moment.slot, stepping), moment.everybody)


def _rest(moment: Moment, key: str, blows: Iterable[Blow]) -> Iterator[Blow]:
    """C-Q64: the remaining judgments of every phantasm that hit it in this one, as against a wait."""
    for made in blows:
        upon = made.aimed == made.taker == key and not made.ignored and (made.health_left or made.mana_left)
        if not upon or made.play.card is not Card.NOBLE_PHANTASM:
            continue
        for slot in moment.fighters[made.attacker].laid.phantasm:
            if slot > moment.slot:
                yield _as_against_wait(moment, made.play, key)


def _as_against_wait(moment: Moment, play: Play, key: str) -> Blow:
    made = blow(moment, play, key, None)
    always_on(moment, made)
    return made


def _tell_fall(teller: Teller[State], moment: Moment, key: str, fate: Fate) -> None:
    teller.tell(Fell(moment.battle.number, moment.slot, key, fate), moment.everybody)
