"""The menu of actions, and how a declaration becomes a plan (C-1.7 to C-1.10, C-Q8, C-Q29, C-Q94).

What is refused here can be seen from the sheet alone; what hangs on the region, on payment or on others is judged when
the action's turn comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ....core.canon import Data
from ....core.problem import Problem, illegal
from ..options import SameActionTwice
from ..people import Person, Skill
from ..tables import MAD_FROM
from .orders import PERSON_OF, USES, Words, actions_record, part
from .state import FIRST, HALVES, SECOND, Action, Kind, Plan


class Who(StrEnum):
    """C-1.10: who may do it."""

    ALL = "all"
    MASTERS = "masters_only"
    SERVANTS = "servants_only"
    CASTERS = "caster_only"


class Length(StrEnum):
    """C-1.8, C-1.9: short, long or either."""

    SHORT = "short"
    EITHER = "either"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu. `clause`: who may; `length_clause`: why it is never long; `half`: the only one it may be in;
    `skill`: the class skill needed."""

    who: Who = Who.ALL
    clause: str = ""
    length: Length = Length.EITHER
    length_clause: str = "C-1.10"
    half: int = 0
    half_clause: str = ""
    skill: Skill | None = None


MENU: Mapping[Kind, Entry] = {
    Kind.BASE_CREATION: Entry(Who.MASTERS, "C-2.3", Length.SHORT, "C-2.4"),
    Kind.TERRITORY_CREATION: Entry(Who.CASTERS, "C-2.5", Length.SHORT, "C-2.5", skill=Skill.TERRITORY_CREATION),
    Kind.SCOUTING: Entry(Who.MASTERS, "C-3.1", Length.SHORT, "C-3.14", FIRST, "C-3.1"),
    Kind.SEARCH: Entry(Who.SERVANTS, "C-3.8", Length.SHORT, "C-3.14", FIRST, "C-3.8"),
    Kind.PURSUIT: Entry(length=Length.SHORT, length_clause="C-3.15", half=SECOND, half_clause="C-3.15"),
    Kind.REST: Entry(),
    Kind.NURSING: Entry(length=Length.LONG),
    Kind.STUDY: Entry(),
    Kind.TEACHING: Entry(Who.SERVANTS, "C-5.6"),
    Kind.LABOR: Entry(),
    Kind.BONDING: Entry(),
    Kind.BUY: Entry(Who.MASTERS, "C-6.1", Length.SHORT, "C-6.1"),
    Kind.CRAFT: Entry(Who.MASTERS, "C-6.4", Length.LONG),
    Kind.ITEM_CONSTRUCTION: Entry(Who.CASTERS, "C-6.5", Length.LONG, skill=Skill.ITEM_CONSTRUCTION),
    Kind.SOUL_EATING: Entry(length=Length.LONG),
    Kind.RECONTRACT: Entry(length=Length.SHORT, length_clause="C-7.1"),
    Kind.CIRCUIT_LINK: Entry(Who.MASTERS, "C-7.5", Length.LONG),
    Kind.MANA_CHARGE: Entry(length=Length.LONG),
}

_MAD = (Kind.STUDY, Kind.LABOR, Kind.TEACHING)
_NEEDS = (Kind.NURSING, Kind.TEACHING, Kind.BONDING, Kind.RECONTRACT, Kind.CIRCUIT_LINK, Kind.MANA_CHARGE)
_NEEDS_GRADE = (Kind.BUY, Kind.CRAFT, Kind.ITEM_CONSTRUCTION)

_SLOTS: Mapping[str, tuple[int, ...]] = {"first": (FIRST,), "second": (SECOND,), "long": HALVES}


@dataclass(frozen=True, slots=True)
class Declarer:
    """Who declares, in which situation. `is_fallen`: a dying or fainted master; `taken`: a territory made at scene
    start has used up the first half (C-1.5)."""

    person: Person
    words: Words
    twice: SameActionTwice
    is_fallen: bool
    taken: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """A plan as far as it stands, and what is refused of the declaration."""

    plan: Plan
    problems: tuple[Problem, ...]


def declared(declarer: Declarer, order: Mapping[str, Any]) -> Declared:
    """What stands of an order (C-Q92): each part by itself, so that a wrong one leaves the others."""
    problems: list[Problem] = []
    said: dict[str, Data] = {}
    for each in actions_record(declarer.words).fields:
        if order.get(each.name) is None:
            continue
        value, wrong = part(each.kind, order[each.name], each.name)
        problems += wrong
        if not wrong:
            said[each.name] = value
    acts = {name: _action(said[name], halves) for name, halves in _SLOTS.items() if name in said}
    if acts or "move" in said:
        problems += _barred(declarer, acts, said)
    problems += _foreign(declarer.person, said)
    problems += _unfit(declarer, acts)
    _merge(declarer, acts, problems)
    return Declared(_plan(said, acts), tuple(problems))


def _action(said: Any, halves: tuple[int, ...]) -> Action:
    kind = Kind(said["action"])
    return Action(
        kind=kind,
        halves=halves,
        person=said.get(PERSON_OF.get(kind, ""), ""),
        region=said.get("move", "") if kind is Kind.BUY else "",
        grade=said.get("grade", 0),
        victims=said.get("victims", 0),
        use=said.get("use", next(iter(USES))),
        renew=said.get("renew", False),
        recover=said.get("recover", ""),
        challenge=said.get("challenge", False),
        contest=tuple(said.get("contest", ())),
    )


def _barred(declarer: Declarer, acts: dict[str, Action], said: dict[str, Data]) -> Iterator[Problem]:
    """C-Q29, C-Q94: who cannot act at all, or can only rest."""
    servant = declarer.person.servant
    if servant is not None and not servant.manifested:
        culprit = next(iter(acts), "move")
        acts.clear()
        said.pop("move", None)
        yield illegal("not_manifested", "C-7.7", culprit)
    if not declarer.is_fallen:
        return
    for name in [name for name, act in acts.items() if act.kind is not Kind.REST]:
        del acts[name]
        yield illegal("fallen_may_only_rest", "C-4.1", name)
    if said.pop("move", None) is not None:
        yield illegal("fallen_may_only_rest", "C-4.1", "move")


def _foreign(person: Person, said: dict[str, Data]) -> Iterator[Problem]:
    """C-4.3, C-9.10: what is the other's to do."""
    if person.is_master and said.get("convert"):
        del said["convert"]
        yield illegal("servants_only", "C-4.3", "convert")
    if not person.is_master and said.get("replace_base"):
        del said["replace_base"]
        yield illegal("masters_only", "C-9.10", "replace_base")


def _unfit(declarer: Declarer, acts: dict[str, Action]) -> list[Problem]:
    """Each action by its line of the menu; what does not fit is dropped."""
    problems: list[Problem] = []
    twice = _same_twice(declarer, acts)
    for name, act in list(acts.items()):
        found = [*_by_person(declarer.person, act, name), *_by_length(act, name, twice), *_by_need(act, name)]
        if found:
            del acts[name]
            problems += found
    return problems


def _same_twice(declarer: Declarer, acts: Mapping[str, Action]) -> bool:
    """C-1.9, C-Q8: whether both halves hold the same action, which makes it a long one; or one that is only long."""
    one, other = acts.get("first"), acts.get("second")
    if one is None or other is None or "long" in acts:
        return False
    if declarer.twice is SameActionTwice.TWO_SHORTS and MENU[one.kind].length is not Length.LONG:
        return False
    return one.kind is other.kind and (one.kind not in _NEEDS or one.person == other.person)


def _by_person(person: Person, act: Action, name: str) -> Iterator[Problem]:
    entry = MENU[act.kind]
    fits: Mapping[Who, bool] = {
        Who.ALL: True,
        Who.MASTERS: person.is_master,
        Who.SERVANTS: person.servant is not None,
        Who.CASTERS: entry.skill is not None and _skill(person, entry.skill) > 0,
    }
    if not fits[entry.who]:
        yield illegal(entry.who.value, entry.clause, name)
    if act.kind in _MAD and _skill(person, Skill.MAD_ENHANCEMENT) >= MAD_FROM:
        yield illegal("mad", "C-5.7", name)
    if act.kind is Kind.CRAFT and person.master is not None and not person.master.crafter:
        yield illegal("not_crafter", "C-6.4", name)
    if act.kind is Kind.ITEM_CONSTRUCTION and 0 < _skill(person, Skill.ITEM_CONSTRUCTION) < act.grade:
        yield illegal("tool_grade_too_high", "C-23.18", f"{name}.grade", most=_skill(person, Skill.ITEM_CONSTRUCTION))
    if act.kind in (Kind.CIRCUIT_LINK, Kind.MANA_CHARGE) and person.once_used:
        yield illegal("once_used", "C-7.4", name)


def fitting(person: Person) -> tuple[str, ...]:
    """The actions that somebody's sheet allows."""
    return tuple(kind.value for kind in Kind if not any(_by_person(person, Action(kind, HALVES), "")))


def _skill(person: Person, skill: Skill) -> int:
    return 0 if person.servant is None else person.servant.skill(skill)


def _by_length(act: Action, name: str, twice: bool) -> Iterator[Problem]:
    entry = MENU[act.kind]
    if act.long and entry.length is Length.SHORT:
        yield illegal("never_long", entry.length_clause, name)
    elif not act.long and entry.length is Length.LONG and not twice:
        yield illegal("long_only", "C-1.10", name)
    elif not act.long and entry.half and entry.half not in act.halves:
        code = "first_half_only" if entry.half == FIRST else "second_half_only"
        yield illegal(code, entry.half_clause, name)


def _by_need(act: Action, name: str) -> Iterator[Problem]:
    if act.kind in _NEEDS and not act.person:
        yield illegal("unknown_person", "C-23.1", f"{name}.{PERSON_OF[act.kind]}")
    if act.kind in _NEEDS_GRADE and not act.grade:
        yield illegal("missing_field", "C-23.18", f"{name}.grade", field="grade")


def _merge(declarer: Declarer, acts: dict[str, Action], problems: list[Problem]) -> None:
    """C-1.7, C-1.9, C-Q8, C-1.5: what does not go together."""
    if "long" in acts and len(acts) > 1:
        del acts["long"]
        problems.append(illegal("budget", "C-1.7", "long"))
    if _same_twice(declarer, acts):
        first = acts["first"]
        if MENU[first.kind].length is Length.SHORT:
            del acts["second"]
            problems.append(illegal("same_action_twice", "C-1.9", "second"))
        else:
            acts["long"] = _doubled(acts.pop("first"), acts.pop("second"))
    if declarer.taken:
        for name in [name for name, act in acts.items() if FIRST in act.halves]:
            del acts[name]
            problems.append(illegal("half_taken", "C-1.5", name))


def _doubled(first: Action, second: Action) -> Action:
    """The long action that two equal ones make; it knows that it came of two (C-Q8)."""
    return Action(
        kind=first.kind,
        halves=HALVES,
        person=first.person or second.person,
        grade=first.grade or second.grade,
        victims=first.victims or second.victims,
        use=first.use,
        renew=first.renew or second.renew,
        recover=first.recover or second.recover,
        challenge=first.challenge or second.challenge,
        contest=first.contest or second.contest,
        doubled=True,
    )


def _plan(said: Mapping[str, Any], acts: Mapping[str, Action]) -> Plan:
    return Plan(
        actions=tuple(acts.values()),
        move=said.get("move", ""),
        attack=said.get("attack", ""),
        npc=said.get("npc", ""),
        information=said.get("information", ""),
        convert=said.get("convert", 0),
        replace_base=said.get("replace_base", False),
    )
