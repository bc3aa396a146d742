"""How a blow becomes a hit, and hits become losses (C-23.17 (5), C-Q66)."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.teller import Teller
from ....core.working import Sum, Working
from ..facts import Hit, Suffered
from ..people import Person
from ..state import State
from .compare import Blow
from .moment import Moment


def hit_of(made: Blow) -> Hit:
    return Hit(
        attacker=made.attacker,
        aimed=made.aimed,
        taker=made.taker,
        card=made.play.card,
        health=_closed(made.health),
        mana=_closed(made.mana),
        ignored=made.ignored,
    )


def _closed(total: Sum | None) -> Working | None:
    """Open to nobody as a whole: each team sees what is its own, and the rest as one (C-23.10)."""
    return None if total is None else total.done(open_to=())


@dataclass(slots=True)
class Losses:
    """What somebody loses in a judgment."""

    health: int = 0
    mana: int = 0
    retreat: int = 0
    by: str = ""


def suffer(teller: Teller[State], moment: Moment, key: str, lost: Losses, chant: int = 0) -> None:
    """C-Q66: a servant's mana stops at minus its maximum."""
    person = teller.state.people[key]
    mana = min(lost.mana, mana_room(person))
    fact = Suffered(
        battle=moment.battle.number,
        slot=moment.slot,
        person=key,
        health=lost.health,
        mana=mana,
        below=lost.mana - mana,
        chant=chant,
        retreat=lost.retreat,
        by=lost.by,
    )
    teller.tell(fact, moment.own(key))


def mana_room(person: Person) -> int:
    """C-18.8, C-Q84: how much mana a person can still lose; a master's has no floor."""
    if person.is_master:
        return 10**9
    return max(0, person.mana.now + person.mana.maximum)
