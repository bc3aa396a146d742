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
    """C-18.8, C-Q66, C-Q84: a servant's mana stops at minus its maximum; a master's has no floor."""
    person = teller.state.people[key]
    mana = lost.mana if person.is_master else min(lost.mana, _mana_room(person))
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


def _mana_room(person: Person) -> int:
    """How much mana a servant can still lose; none where its maximum has shrunk below what it has lost."""
    return max(0, person.mana.now + person.mana.maximum)
