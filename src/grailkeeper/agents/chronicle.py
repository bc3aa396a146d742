"""The agent `steady` of chronicle: master and servant stay together, look around, rest, and strike whom they meet.

It is sensible, not clever: it lays every attacking card that it has, and fights only while it is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..core.canon import Data
from ..core.form import Pick, read
from ..rules.chronicle import cards, tables
from ..rules.chronicle.cards import GRADED, STRIKES, Card
from ..rules.chronicle.people import Life, Person, Pool
from ..rules.chronicle.visibility import BattleSight, OwnTeam, View
from .question import Question

Orders = Iterator[Data]

CENTRE = "r5"
"""Where roads cross on the default map: a team goes there, and from there to a neighbour."""

SPARE_MANA = 10
"""The mana that a servant is supplied up to, beyond the upkeep of a scene."""


class SteadyChronicle:
    """Tries its plans from the best to the plainest, and says the first that would be taken."""

    name = "steady"

    def answer(self, question: Question, pick: Pick) -> Data:
        for order in _PLANS.get(question.call.kind, _nothing)(question, pick):
            data, malformed = read(question.form.record, order)
            if not malformed and question.allowed(data):
                return data
        return None


def _nothing(_: Question, __: Pick) -> Orders:
    return iter(())


def _creation(_: Question, pick: Pick) -> Orders:
    """C-23.2, C-23.3: a master with mana to supply, a servant with many cards of high grades (C-11.2)."""
    strength, endurance = (("A", "A"), ("A", "B"), ("B", "A"))[pick(3)]
    agility = "C" if strength == endurance else "B"
    servant: dict[str, Any] = {
        "class": ("saber", "rider", "lancer")[pick(3)],
        "strength": strength,
        "endurance": endurance,
        "agility": agility,
        "magic": "E",
        "luck": "E",
        "skills": {"valor": "C", "brawl": "C"},
        "noble_phantasm": {"grade": "C"},
    }
    yield {"master": {"combat": 4, "magic": 5, "conviction": 1, "fate": 2}, "servant": servant, "region": CENTRE}


def _scene_start(question: Question, _: Pick) -> Orders:
    """C-1.6, C-23.12, C-Q29: the servant is there, and its master sees to its upkeep."""
    own = _seen(question)[1]
    person = own.person(question.ask.whom)
    grow: list[dict[str, Data]] = [{"grow": name} for name in _grows(question)] or [{}]
    if not person.is_master:
        yield from ({"manifest": True, **more} for more in (*grow, {}))
        return
    servant = next((each for each in own.people if not each.is_master and each.life is Life.ALIVE), None)
    wanted = 0 if servant is None else tables.UPKEEP + SPARE_MANA - servant.mana.now
    room = 0 if servant is None else servant.mana.maximum - servant.mana.now
    supply = max(0, min(wanted, room, person.mana.now - 1))
    yield from ({"supply": supply, **more} for more in (*grow, {}) if supply)
    yield from grow


def _grows(question: Question) -> tuple[str, ...]:
    table = _seen(question)[0].table
    starter = None if table is None or table.own is None else table.own.starters.get(question.ask.whom)
    return () if starter is None else starter.grows


def _actions(question: Question, _: Pick) -> Orders:
    """C-1.7: to where others may be, look, and rest (C-4.2); who is hurt looks for no fight."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    look = "scouting" if person.is_master else "search"
    plain: dict[str, Any] = {"first": look, "second": "rest"}
    if not _well(person) or not _well(_mate(own, person)):
        yield {"long": "rest"}
        yield {"second": "rest"}
    yield {"move": _next_region(view, person.at), **plain}
    yield plain
    yield {"second": "rest"}


def _next_region(view: View, at: str) -> str:
    """From the centre to a neighbour, from anywhere else towards the centre; master and servant alike."""
    edges = () if view.table is None else view.table.edges
    near = sorted({one for edge in edges for one in edge if at in edge and one != at})
    if not near:
        return at
    return CENTRE if CENTRE in near else near[view.scene % len(near)]


def _follow_up(question: Question, _: Pick) -> Orders:
    """C-10.1: the servant strikes, a master before a servant; C-4.3: mana over what it needs becomes health."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    asked = None if view.table is None or view.table.own is None else view.table.own.following.get(person.key)
    if asked is None:
        return
    spare = min(person.mana.now - tables.UPKEEP - SPARE_MANA, _room(person.health)) if asked.convert else 0
    convert = {"convert": spare} if spare > 0 else {}
    if not person.is_master and _well(person):
        for target in sorted(asked.attack, key=lambda key: (not key.endswith("master"), key)):
            yield {"attack": target, **convert}
    yield convert


def _join(question: Question, _: Pick) -> Orders:
    """C-Q81: the servant stands by its own."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    asked = None if view.table is None or view.table.own is None else view.table.own.joining.get(person.key)
    if asked is not None and not person.is_master and _well(person):
        yield from ({"join": str(number)} for number in asked.beside)


def _rows(question: Question, _: Pick) -> Orders:
    """C-10.4: the servant in front of its master."""
    yield {"row": "back" if _seen(question)[1].person(question.ask.whom).is_master else "front"}


def _cards(question: Question, pick: Pick) -> Orders:
    """C-11: whatever attacks, in no order that could be foreseen, on those whom it reaches; guards for the rest."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    sight = view.battle(int(question.call.address.split("/")[1]))
    room = tables.SLOTS if question.call.kind == "battle_cards" else tables.HALF
    attacks = _shuffled(_held(person, [card for card in GRADED if card in STRIKES]), pick)
    guards = _held(person, [Card.GUARD])
    for hand in (attacks, [card for card in attacks if card != Card.CRITICAL], []):
        laid = [*hand, *guards][:room]
        for target in _targets(sight, person, pick):
            yield {"target": target, "cards": [*laid, *[Card.WAIT.value] * (room - len(laid))], "escape": True}


def _held(person: Person, kinds: Iterable[Card]) -> list[str]:
    return [card.value for card in kinds for _ in range(cards.number(person, card))]


def _targets(sight: BattleSight, person: Person, pick: Pick) -> list[str]:
    """Opponents, masters before servants, as there is less of them to hurt."""
    side = sight.people[person.key].side
    foes = _shuffled([key for key, each in sight.people.items() if each.side != side], pick)
    return sorted(foes, key=lambda key: not sight.people[key].master)


def _shuffled(items: Iterable[str], pick: Pick) -> list[str]:
    left = list(items)
    return [left.pop(pick(len(left))) for _ in range(len(left))]


def _spoils(_: Question, __: Pick) -> Orders:
    """C-18.12, C-9.12: who has fallen does not rise again; a territory is taken from its owner."""
    yield {"every_fallen": "kill", "remove_territory": True}
    yield {"every_fallen": "kill"}


def _joining(_: Question, __: Pick) -> Orders:
    """C-Q62."""
    yield {"join": "leave"}


_PLANS: Mapping[str, Callable[[Question, Pick], Orders]] = {
    "creation": _creation,
    "scene_start": _scene_start,
    "actions": _actions,
    "follow_up": _follow_up,
    "battle_join": _join,
    "battle_rows": _rows,
    "battle_cards": _cards,
    "battle_cards_first": _cards,
    "battle_cards_later": _cards,
    "battle_spoils": _spoils,
    "battle_joining": _joining,
}


def _seen(question: Question) -> tuple[View, OwnTeam]:
    view = question.view
    assert isinstance(view, View) and view.own is not None
    return view, view.own


def _mate(own: OwnTeam, person: Person) -> Person:
    """The other of the team, or the person itself where there is none."""
    others = (each for each in own.people if each.key != person.key and each.life is Life.ALIVE)
    return next(others, person)


def _room(pool: Pool) -> int:
    return max(0, pool.maximum - pool.now)


def _well(person: Person) -> bool:
    """More than half of its health, and mana left."""
    return 2 * person.health.now > person.health.maximum and person.mana.now > 0
