"""The agent `steady` of chronicle: it hunts while it is well, and lives at its base while it is not.

It is sensible, not clever. Master and servant see the same sheets, so that each knows what the other will do; with
strangers it can only agree by the calendar: in each scene everybody has one other to turn to (`_counterpart`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..core.canon import Data
from ..core.form import Pick
from ..rules.chronicle import cards, magecraft, phantasm, tables
from ..rules.chronicle.cards import GRADED, STRIKES, Card
from ..rules.chronicle.field import Row
from ..rules.chronicle.people import ItemKind, Life, Person, PhantasmKind, Pool, Skill, SpellType
from ..rules.chronicle.visibility import BattleSight, OwnTeam, View
from .question import Question

Orders = Iterator[Data]
Order = dict[str, Any]

CENTRE = "r5"
"""Where roads cross on the default map: a team begins there, and hunts from there."""

SPARE_MANA = 10
"""The mana that a servant is supplied up to, beyond the upkeep of a scene."""

QUIET = 3
"""Every so many scenes a team that is well stays at home as well."""


class SteadyChronicle:
    """Tries its plans from the best to the plainest, and says the first that would be taken."""

    name = "steady"

    def answer(self, question: Question, pick: Pick) -> Data:
        return question.first_allowed(_PLANS.get(question.call.kind, _nothing)(question, pick))


def _nothing(_: Question, __: Pick) -> Orders:
    return iter(())


BUILDS: tuple[tuple[str, Order], ...] = (
    ("saber", {"riding": "C", "valor": "C", "brawl": "E"}),
    ("rider", {"riding": "C", "valor": "C", "brawl": "E"}),
    ("lancer", {"throw": "C", "brawl": "C"}),
    ("lancer", {"throw": "C", "valor": "C"}),
    ("archer", {"clairvoyance": "C", "valor": "C"}),
    ("assassin", {"presence_concealment": "C", "brawl": "C"}),
    ("berserker", {"valor": "C", "brawl": "C"}),
    ("caster", {"territory_creation": "C", "item_construction": "C", "magecraft": "D"}),
)
"""Classes, and skills with many cards."""


def _creation(question: Question, pick: Pick) -> Orders:
    """C-23.2, C-23.3: a master with mana to supply, a servant with many cards of high grades (C-11.2)."""
    strength, endurance = (("A", "A"), ("A", "B"), ("B", "A"))[pick(3)]
    class_, skills = BUILDS[pick(len(BUILDS))]
    servant: Order = {
        "class": class_,
        "strength": strength,
        "endurance": endurance,
        "agility": "C" if strength == endurance else "B",
        "magic": "E",
        "luck": "E",
        "skills": skills,
        "noble_phantasm": {"grade": "C"},
        "true_name": "Nobody",
    }
    master: Order = {"combat": 4, "magic": 5, "conviction": 1, "fate": 2, "crafter": pick(3) == 0}
    ties = _ties(question)
    yield {
        "master": {**master, "relationships": [key for key in ties if key.endswith("servant")]},
        "servant": {**servant, "relationships": [key for key in ties if key.endswith("master")]},
        "region": CENTRE,
    }


def _ties(question: Question) -> list[str]:
    """C-5.11, C-7.2: everybody with whom there might be a contract one day."""
    view = _seen(question)[0]
    return [] if view.table is None or view.table.own is None else list(view.table.own.names)


# C-1.4 to C-1.6, C-23.1, C-23.12, C-Q29


def _scene_start(question: Question, _: Pick) -> Orders:
    """The servant is there, and its master sees to its upkeep; grades are bought with what was earned."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    grow: list[Order] = [{"grow": name} for name in _grows(question)] or [{}]
    more = {**_items(own, person), **_start_of(view, own, person)}
    for each in (*grow, {}):
        yield {**each, **more}
        yield {**each, **_supply(own, person)} if person.is_master else {**each, "manifest": True}


def _start_of(view: View, own: OwnTeam, person: Person) -> Order:
    if person.is_master:
        captives = {"captives": {each.key: "kill" for each in own.captives}} if own.captives else {}
        return {**_supply(own, person), **_allies(view, own), **captives}
    order: Order = {"manifest": True}
    if _skill(person, Skill.TERRITORY_CREATION):
        territory = own.team.territory
        if territory is None:
            order["create_territory"] = True
        elif territory.at == person.at and min(territory.stored, _room(person.mana)) > 0:
            order["draw"] = min(territory.stored, _room(person.mana))
    return order


def _supply(own: OwnTeam, master: Person) -> Order:
    """C-1.6: up to what the servant needs; C-7.5: between those who are linked."""
    servant = next((each for each in own.people if not each.is_master and each.life is Life.ALIVE), None)
    wanted = 0 if servant is None else tables.UPKEEP + SPARE_MANA - servant.mana.now
    room = 0 if servant is None else _room(servant.mana)
    supply = max(0, min(wanted, room, master.mana.now - 1))
    passed = master.mana.now - supply - master.mana.maximum // 2
    linked = {"pass_mana": passed} if master.the_master.linked and passed > 0 else {}
    return linked | ({"supply": supply} if supply else {})


def _allies(view: View, own: OwnTeam) -> Order:
    """C-23.1: an alliance with whom the calendar brings, for some scenes; an ally hears what is known (C-Q95)."""
    other = _counterpart(view, own)
    if own.team.allies:
        told = [key for key in own.team.information if not own.team.on(key).true_name]
        tell = {"tell": {"ally": own.team.allies[0], "servant": told[view.scene % len(told)]}} if told else {}
        return {"revoke": list(own.team.allies)} if view.scene % 5 == 0 else tell
    return {"ally": [other]} if other and view.scene % 5 == 1 else {}


def _counterpart(view: View, own: OwnTeam) -> str:
    """The team to turn to in this scene: it has the same of the own one. "" where that is oneself."""
    teams = [team.key for team in view.teams]
    other = teams[(view.scene - teams.index(own.team.key)) % len(teams)]
    return "" if other == own.team.key else other


def _items(own: OwnTeam, person: Person) -> Order:
    """C-23.18, C-R16: a tool heals who is hurt; what the other can use better is handed over."""
    mate = _mate(own, person)
    for item in person.items:
        if item.kind is ItemKind.TOOL and _room(person.health) >= tables.TOOL_HEALTH:
            return {"use_tool": item.grade}
        if item.kind is ItemKind.TOOL and mate is not person and _room(mate.health) >= tables.TOOL_HEALTH:
            return {"give": {"kind": item.kind.value, "grade": item.grade, "to": mate.key}}
    return {}


def _grows(question: Question) -> tuple[str, ...]:
    table = _seen(question)[0].table
    starter = None if table is None or table.own is None else table.own.starters.get(question.ask.whom)
    return () if starter is None else starter.grows


# C-1.7 to C-1.10


def _actions(question: Question, pick: Pick) -> Orders:
    """Home to rest for who is hurt; now and then to study, work or make something; else out to look for others."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    mate = _mate(own, person)
    if person.partnerless:
        yield from _alone(view, own, person)
    elif not _well(person) or not _well(mate):
        yield from _recovering(view, own, person, mate)
    elif view.scene % QUIET == 0:
        yield from _at_home(view, own, person, mate, pick)
    yield from _hunting(view, own, person)
    yield {"second": "rest"}


def _home(own: OwnTeam, person: Person) -> Order:
    base = own.team.base
    return {"move": base.at} if base is not None and base.at != person.at else {}


def _alone(view: View, own: OwnTeam, person: Person) -> Orders:
    """C-7.1: who has lost the other goes where roads cross, and offers itself to whom the calendar brings."""
    other = _counterpart(view, own)
    if other and (own.team.strokes or not person.is_master):
        partner = f"{other}_{'servant' if person.is_master else 'master'}"
        yield {"move": CENTRE, "first": {"action": "recontract", "with": partner}, "second": "rest"}
    yield {**_home(own, person), "long": "rest"}


def _recovering(view: View, own: OwnTeam, person: Person, mate: Person) -> Orders:
    """C-4, C-7.5, C-7.6."""
    master, servant = (person, mate) if person.is_master else (mate, person)
    if not (person.once_used or mate.once_used) and person is not mate and servant.mana.now < tables.UPKEEP:
        yield {"long": {"action": "mana_charge", "with": mate.key}}
    if person.is_master and not person.once_used and _counterpart(view, own) and _low(person.mana):
        yield {"long": {"action": "circuit_link", "with": f"{_counterpart(view, own)}_master"}}
    if not person.is_master and person is not mate and (master.health.now <= 0 or master.mana.now <= 0):
        yield {"move": master.at, "long": {"action": "nursing", "patient": master.key}}
    yield {**_home(own, person), "long": "rest"}
    yield {"long": "rest"}


def _at_home(view: View, own: OwnTeam, person: Person, mate: Person, pick: Pick) -> Orders:
    """C-5, C-6: by turns studying, bonding, working, and buying or making what can be had for the funds."""
    turn = view.scene // QUIET % 4
    other = _counterpart(view, own)
    if turn == 3 and person.is_master and other and not person.once_used:
        yield {"long": {"action": "circuit_link", "with": f"{other}_master"}}
    contest = [("strike", "counter", "rush")[pick(3)] for _ in range(9)]
    if person.is_master:
        grade = min(own.team.funds, tables.CODE_GRADES)
        if person.the_master.crafter and grade:
            yield {**_home(own, person), "long": {"action": "craft", "grade": grade, "use": "magecraft"}}
        grade = min(own.team.funds // tables.CODE_PRICE, tables.CODE_GRADES)
        shop = _marked(view, "shop", turn)
        if grade and shop:
            use = ("card", "magecraft")[pick(2)]
            yield {"move": shop, "first": {"action": "buy", "grade": grade, "use": use, "move": CENTRE}}
        yield from _by_turns(view, own, person, mate, turn, contest)
        return
    grade = min(_skill(person, Skill.ITEM_CONSTRUCTION), (person.mana.now - SPARE_MANA) // tables.TOOL_MANA)
    territory = own.team.territory
    if grade > 0 and territory is not None:
        yield {"move": territory.at, "long": {"action": "item_construction", "grade": grade}}
    yield from _by_turns(view, own, person, mate, turn, contest)


def _by_turns(view: View, own: OwnTeam, person: Person, mate: Person, turn: int, contest: list[str]) -> Orders:
    home, work = _home(own, person), _marked(view, "labor", view.scene)
    study: Order = {"action": "study", "challenge": True, "contest": contest}
    if turn == 1 and work and person.is_master:
        yield {"move": work, "long": {**study, "action": "labor"}}
    if turn == 2 and person is not mate:
        yield {**home, "long": {"action": "bonding", "with": mate.key}}
    if person.is_master:
        yield {**home, "long": {**study, "taught_by": mate.key} if mate is not person else study}
    else:
        yield {**home, "long": {"action": "teaching", "pupil": mate.key}}
    yield {**home, "long": study}
    yield {**home, "long": "rest"}


def _marked(view: View, mark: str, turn: int) -> str:
    there = [region.key for region in view.regions if mark in region.marks]
    return there[turn % len(there)] if there else ""


def _hunting(view: View, own: OwnTeam, person: Person) -> Orders:
    """C-3: to where others may be; who is quite well goes after what it has sensed."""
    fresh = 4 * person.health.now > 3 * person.health.maximum and view.scene % 2 == 1
    order: Order = {
        "first": "scouting" if person.is_master else "search",
        "second": "pursuit" if fresh else "rest",
        "information": "rumor",
    }
    if not person.is_master:
        del order["information"]
    yield {"move": _next_region(view, own, person.at), **order}
    yield order


def _next_region(view: View, own: OwnTeam, at: str) -> str:
    """From the centre to a neighbour, from anywhere else towards the centre; master and servant alike."""
    edges = () if view.table is None else view.table.edges
    near = sorted({one for edge in edges for one in edge if at in edge and one != at})
    if not near:
        return at
    place = [team.key for team in view.teams].index(own.team.key)
    return CENTRE if CENTRE in near else near[(view.scene + place) % len(near)]


# C-8.1


def _follow_up(question: Question, _: Pick) -> Orders:
    """C-10.1: the servant strikes, a master before a servant, or now and then lets others begin (C-17.1); C-4.3: mana
    over what it needs becomes health."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    asked = None if view.table is None or view.table.own is None else view.table.own.following.get(person.key)
    if asked is None:
        return
    spare = min(person.mana.now - tables.UPKEEP - SPARE_MANA, _room(person.health)) if asked.convert else 0
    convert: Order = {"convert": spare} if spare > 0 else {}
    if asked.pursue:
        convert["pursue"] = [*asked.pursue][view.scene % len(asked.pursue)]
    several = len({key.rpartition("_")[0] for key in asked.attack}) > 1
    lurks = several and view.scene % 4 == 2
    if not person.is_master and _well(person) and not lurks:
        for target in sorted(asked.attack, key=lambda key: (not key.endswith("master"), key)):
            yield {"attack": target, **convert}
    yield convert


def _join(question: Question, _: Pick) -> Orders:
    """C-Q81: the servant stands by its own; C-17.1: or comes late to a fight of others."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    asked = None if view.table is None or view.table.own is None else view.table.own.joining.get(person.key)
    if asked is None or person.is_master or not _well(person):
        return
    yield from ({"join": str(number)} for number in asked.beside)
    for number in asked.into:
        for target in asked.fights or {}:
            yield {"intrude": {"battle": str(number), "slot": tables.HALF + 1, "fights": target}}


def _rows(question: Question, _: Pick) -> Orders:
    """C-10.4: the servant in front of its master."""
    yield {"row": "back" if _seen(question)[1].person(question.ask.whom).is_master else "front"}


# C-9.2


def _cards(question: Question, pick: Pick) -> Orders:
    """C-11: a noble phantasm or a spell where there is mana for it, then whatever attacks, in no order that could be
    foreseen, on those whom it reaches; guards for the rest."""
    view, own = _seen(question)
    person = own.person(question.ask.whom)
    sight = view.battle(int(question.call.address.split("/")[1]))
    room = tables.SLOTS if question.call.kind == "battle_cards" else tables.HALF
    attacks = _shuffled(_held(person, [card for card in GRADED if card in STRIKES]), pick)
    guards = _held(person, [Card.GUARD])
    great, spells = _great(sight, person, room, pick)
    for target in _targets(sight, person, pick):
        standing: Order = {"target": target, **_standing(sight, own, person)}
        for first in (great, []):
            cast = [{**each, **_aimed(each, target, own)} for each in spells if first]
            for hand in (attacks, [card for card in attacks if card != Card.CRITICAL], []):
                rest = [*hand, *guards]
                for laid in (_with_marks(person, rest), rest):
                    full = [*first, *laid][:room]
                    waits = [Card.WAIT.value] * (room - len(full))
                    yield {**standing, "cards": [*full, *waits], "spells": cast}


def _great(sight: BattleSight, person: Person, room: int, pick: Pick) -> tuple[list[str], list[Order]]:
    """C-12.2, C-16: a noble phantasm, or a spell from the back row, if its price leaves enough."""
    if _price(person) < person.mana.now - tables.UPKEEP:
        return [Card.NOBLE_PHANTASM.value] * tables.PHANTASM_SLOTS, []
    grade = magecraft.casting_grade(person, SpellType.ATTACK) if magecraft.may_cast(person) else 0
    grade = min(grade, (person.mana.now - SPARE_MANA) // 2)
    if grade <= 0 or sight.people[person.key].row is not Row.BACK:
        return [], []
    type_ = ("attack", "attack", "reinforcement", "healing", "curse", "defence")[pick(6)]
    code = any(item.kind is ItemKind.MAGECRAFT_CODE for item in person.items)
    chants = [Card.CHANT.value] * min(1 + pick(2), room - 1)
    return [*chants, Card.MAGECRAFT.value], [{"type": type_, "grade": grade, "mode": "cards", "reserve": code}]


def _price(person: Person) -> int:
    """C-23.5: what its noble phantasm costs; more than anybody has where there is none to lay."""
    servant = person.servant
    held = None if servant is None else servant.noble_phantasm
    if servant is None or held is None or held.kind is PhantasmKind.ALWAYS_ON:
        return person.mana.maximum * 2
    return phantasm.price(servant, held).value


def _aimed(spell: Order, target: str, own: OwnTeam) -> Order:
    """Attack and curse on the one who is fought, everything else on the own servant."""
    if spell["type"] in ("attack", "curse"):
        return {"target": target}
    servants = [each.key for each in own.people if not each.is_master and each.life is Life.ALIVE]
    return {"target": servants[0]} if servants else {}


def _with_marks(person: Person, hand: list[str]) -> list[str]:
    """C-14.1, C-23.18: the first card with a plus mark is laid with it, the first card of a master with its code."""
    code = any(item.kind is ItemKind.CARD_CODE for item in person.items)
    laid: list[str] = []
    for place, card in enumerate(hand):
        plus = card not in hand[:place] and card in tuple(Card) and cards.plus_marks(person, Card(card))
        laid.append(f"{card}{'+' if plus else ''}{' reserve' if code and not place else ''}")
    return laid


def _standing(sight: BattleSight, own: OwnTeam, person: Person) -> Order:
    """C-18.3, C-18.14, C-19.1: a stroke before it vanishes; without one it leaves in time; it protects its master."""
    order: Order = {"escape": True}
    mate = _mate(own, person)
    if not person.is_master and not own.team.strokes:
        order["retreat"] = {"when_health": person.health.maximum // 3}
    if not person.is_master and mate is not person and mate.key in sight.people:
        order["protects"] = [mate.key]
    return order


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


def _spoils(question: Question, _: Pick) -> Orders:
    """C-18.12, C-9.12: who has fallen does not rise again; a territory is taken from its owner."""
    treatment = "captive" if question.view.scene % 2 else "kill"
    yield {"every_fallen": treatment, "remove_territory": True}
    yield {"every_fallen": treatment}


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


def _low(pool: Pool) -> bool:
    return 2 * pool.now <= pool.maximum


def _skill(person: Person, skill: Skill) -> int:
    return 0 if person.servant is None else person.servant.skill(skill)
