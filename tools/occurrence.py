"""What occurs, over many wars and all cases of a rule system, and what never does.

Counted are kinds of fact, call, silence and point, problems as they are told or refused, the lines of workings and
the reasons why one does not apply, the values of the enums in facts and of the choices in orders, and the values of
switches. What there could be is read from the system's words, its table of facts and the forms that were asked.

tests/rules/<system>/never.txt names what never occurs and why, one a line: `problem bad_seat only a file names seats`.
The name may have a `*`. A line that begins with `rarely` is of what some hundred wars may or may not show.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import re
import sys
import tomllib
import typing
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase
from functools import partial
from importlib import import_module
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from grailkeeper.agents.question import Agent, Question
from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.case import Case, Outcome, Registered, Script, read_case
from grailkeeper.core.chance import ChanceSource, Seeded
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import DirectDesk, ScriptTable, play
from grailkeeper.core.form import ByKey, Choice, Flag, Form, Kind, Many, OneOf, Pick, Reader, Record, Row, read
from grailkeeper.core.option import Option, Value
from grailkeeper.core.point import Point
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import seat_viewer
from grailkeeper.core.system import RuleSystem
from grailkeeper.core.working import Step, Working
from grailkeeper.rules.registry import by_name, registered
from grailkeeper.text.pasted.meaning import parts_of
from wars import begun, seated

TESTS = Path(__file__).parents[1] / "tests"
sys.path.append(str(TESTS))

from conformance.subject import Subject  # noqa: E402
from conformance.walk import walk  # noqa: E402

WORDS = ("fact", "call", "silence", "point", "problem", "term", "why")
"""The tables of a system's words whose keys are names of what can occur."""

RARELY = "rarely "

Seen = Counter[tuple[str, str]]
"""How often something was seen, by what kind of thing it is and its name."""

_WITHIN = re.compile(r"[a-z]+\d+_\d+")
"""What is numbered within what is numbered itself."""


# Looking


def look(seen: Seen, value: object) -> None:
    """Count what a fact, or a part of one, holds."""
    if isinstance(value, Enum):
        seen["value", f"{type(value).__name__}.{value.name.lower()}"] += 1
    elif isinstance(value, Problem):
        seen["problem", value.code] += 1
    elif isinstance(value, Working):
        seen["term", value.name] += 1
        for term in value.terms:
            seen["term", term.name] += 1
            if term.step is Step.NOT:
                seen["why", term.why] += 1
            look(seen, term.inner)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            look(seen, getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.values():
            look(seen, item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            look(seen, item)


def look_at_order(seen: Seen, kind: Kind, order: Data, path: str) -> None:
    """Count the choices that an order makes."""
    match kind:
        case Record(fields=fields) if isinstance(order, Mapping):
            for field in fields:
                if field.name in order:
                    look_at_order(seen, field.kind, order[field.name], f"{path}.{field.name}")
        case Many(of=of) | Row(of=of) | ByKey(of=of):
            for item in _items(order):
                look_at_order(seen, of, item, path)
        case OneOf(kinds=kinds):
            for each in kinds:
                reader = Reader()
                each.read(order, "", reader)
                if not reader.problems:
                    look_at_order(seen, each, order, path)
                    break
        case Choice() | Flag() if order not in getattr(kind, "names", ()):
            seen["choice", f"{path}.{str(order).lower() if isinstance(order, bool) else order}"] += 1
        case _:
            for part in parts_of(kind):
                look_at_order(seen, part, order, path)


def _items(order: Data) -> Iterable[Any]:
    if isinstance(order, Mapping):
        return order.values()
    return order if isinstance(order, Sequence) and not isinstance(order, str) else ()


def choices(kind: Kind, path: str) -> Iterator[str]:
    """Every choice that a form gives, but for those among teams, people and what players have named."""
    match kind:
        case Record(fields=fields):
            for field in fields:
                yield from choices(field.kind, f"{path}.{field.name}")
        case Many(of=of) | Row(of=of) | ByKey(of=of):
            yield from choices(of, path)
        case OneOf(kinds=kinds):
            for each in kinds:
                yield from choices(each, path)
        case Choice(names=names, values=values):
            yield from (f"{path}.{value}" for value in values if value not in names)
        case Flag():
            yield from (f"{path}.{value}" for value in ("true", "false"))
        case _:
            for part in parts_of(kind):
                yield from choices(part, path)


class LookingDesk(DirectDesk):
    """A desk that counts what passes over it."""

    def __init__(self, system: RuleSystem[Any], state: Any, chance: ChanceSource, seen: Seen) -> None:
        super().__init__(system, state, chance)
        self.seen = seen
        self.own = {*system.names(state), *(seat.key for seat in system.seats(state))}

    def form(self, call: Call, ask: Ask) -> Form:
        return self.met(call, super().form(call, ask))

    def met(self, call: Call, form: Form) -> Form:
        """Note what the form gives to choose; 0 times chosen until somebody does."""
        for name in choices(form.record, call.kind):
            if not any(map(self._is_own, name.split("."))):
                self.seen["choice", name] += 0
        return form

    def _is_own(self, word: str) -> bool:
        """Whether a word is of this war alone, as the second presence in a region is: `r2_2`."""
        return word in self.own or _WITHIN.fullmatch(word) is not None

    def order(self, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        form = self.form(call, ask)
        problems = super().order(call, ask, order)
        look(self.seen, problems)
        if not any(problem.binding for problem in problems):
            look_at_order(self.seen, form.record, order, call.kind)
        return problems

    def close(self, call: Call) -> tuple[Point, ...]:
        self.seen["call", call.kind] += 1
        if any(ask.whom not in self._orders.get(call.address, {}) for ask in call.asks):
            self.seen["silence", call.silence] += 1
        return super().close(call)

    def publish(self, call: Call) -> None:
        before = len(self.facts)
        points = self._tried[call.address][0].points
        super().publish(call)
        for point in points:
            self.seen["point", point.kind] += 1
            look(self.seen, point.working)
        for told in self.facts[before:]:
            self.seen["fact", told.fact.kind] += 1
            look(self.seen, told.fact)


JUNK: tuple[Any, ...] = (
    "x",
    "",
    -1,
    0,
    7,
    100,
    10**6,
    None,
    [],
    {},
    True,
    ["x"],
    ["x", "x"],
    {"x": 1},
    "E E E",
    "9/9/9",
)


def spoiled(order: Any, pick: Pick) -> Any:
    """An order in which one part is not what it should be: something else, too much of it, or not there."""
    if isinstance(order, dict) and order and pick(6):
        name = list(order)[pick(len(order))]
        if pick(8) == 0:
            return {key: value for key, value in order.items() if key != name}
        return {**order, name: spoiled(order[name], pick)}
    if isinstance(order, list) and order and pick(6):
        if pick(4) == 0:
            return [*order, *order]
        place = pick(len(order))
        return [*order[:place], spoiled(order[place], pick), *order[place + 1 :]]
    if isinstance(order, str) and order and pick(3):
        signs, place = SIGNS + order, pick(len(order) + 1)
        return order[:place] + signs[pick(len(signs))] + order[place + pick(2) :]
    return JUNK[pick(len(JUNK))]


SIGNS = "ALMNX+*9 "


class Probing:
    """An agent that tries out what would be refused before it answers, and answers with more than it had in mind."""

    def __init__(self, inner: Agent, desk: LookingDesk) -> None:
        self.name, self._inner, self._desk = inner.name, inner, desk

    def answer(self, question: Question, pick: Pick) -> Data:
        seen, record = self._desk.seen, question.form.record
        self._desk.met(question.call, question.form)
        for turn in range(2):
            order = record.sample(pick)
            data, malformed = read(record, spoiled(order, pick) if turn else order)
            look(seen, malformed or question.check(data))
        answer = self._inner.answer(question, pick)
        return answer if answer is None or pick(2) else varied(answer, question, pick)


def varied(order: Data, question: Question, pick: Pick) -> Data:
    """A legal order with parts of a drawn one put into it, wherever it stays legal."""
    record = question.form.record
    parts = list(_parts(record.sample(pick)))
    for _ in range(min(PARTS, len(parts))):
        path, value = parts.pop(pick(len(parts)))
        data, malformed = read(record, _put(order, path, value))
        if not malformed and question.allowed(data):
            order = data
    return order


PARTS = 10
"""How many parts of a drawn order are tried."""


def _parts(order: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(order, Mapping) and order:
        for name, item in order.items():
            yield from _parts(item, (*path, name))
    elif path:
        yield path, order


def _put(order: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    kept = order if isinstance(order, Mapping) else {}
    return {**kept, path[0]: _put(kept.get(path[0]), path[1:], value)}


# Playing


def sampled(option: Option, dice: random.Random) -> Value:
    """A value of a switch, half of the time its default."""
    if dice.random() < 0.5:
        return option.default
    if option.number and dice.random() < 0.5:
        low, high = option.number
        return dice.randint(low, min(high, low + 100))
    return dice.choice(option.values)


def count_war(system_name: str, seed: int) -> Seen:
    """A war of drawn options, its points overruled at random, and what is wrong with a few drawn setups."""
    system, dice, seen = by_name()[system_name], random.Random(seed), Seen()
    options = {option.name: sampled(option, dice) for option in system.options.options}
    count_options(seen, system, options)
    desk = LookingDesk(system, begun(system, options), Seeded(f"war {seed}".encode()), seen)
    held = seated(system, desk.state, seed, duel=seed % 2 == 0)
    agents = {seat: Probing(agent(kind, system_name), desk) for seat, kind in held.items()}
    play(desk, AgentTable(desk, agents, f"agents {seed}".encode(), overrule=seed % 3 == 0))
    for turn in range(10):
        setup = system.setup.sample(dice.randrange)
        data, malformed = read(system.setup, spoiled(setup, dice.randrange) if turn % 2 else setup)
        look(seen, malformed or (system.examine(data, options) if isinstance(data, Mapping) else ()))
    return seen


def count_walk(system: str, place: int, seed: int) -> Seen:
    """A walk of the conformance suite: what it begins from is richer than any war that agents make by themselves."""
    subject = subjects(system)[place]
    seen, walked = Seen(), walk(subject, seed)
    count_options(seen, subject.system, walked.options)
    for step in walked.steps:
        if step.answers.closing:
            seen["call", step.call.kind] += 1
            seen["silence", step.call.silence] += any(ask.whom not in step.answers.orders for ask in step.call.asks)
        for whom, order in step.answers.orders.items():
            ask = step.call.ask_for(whom)
            assert ask is not None
            view = subject.system.view(step.before, seat_viewer(ask.seat))
            look_at_order(seen, subject.system.form(view, step.call, ask).record, order, step.call.kind)
        for point in step.resolution.points:
            seen["point", point.kind] += 1
            look(seen, point.working)
        for told in step.resolution.told:
            seen["fact", told.fact.kind] += 1
            look(seen, told.fact)
    return seen


def subjects(system: str) -> list[Subject]:
    """What the conformance suite is given of a system, and what its tests play wars of."""
    folder = TESTS / "rules" / system
    modules = [
        f"rules.{system}.{name}" for name in ("subject", "scenewars", "test_wars") if (folder / f"{name}.py").exists()
    ]
    values = [value for module in modules for value in vars(import_module(module)).values()]
    return list(dict.fromkeys(value for value in values if isinstance(value, Subject)))


def count_case(rules: Registered, case: Case) -> Seen:
    """A case: what is told in it, and for what it is refused."""
    seen = Seen()

    def looked_at(system: RuleSystem[Any], script: Script, chance: ChanceSource) -> Outcome:
        desk = LookingDesk(system, system.begin(script.setup, script.options), chance, seen)
        table = ScriptTable(script)
        play(desk, table)
        refused, of = tuple(table.refused), tuple(table.refused_of)
        return Outcome(tuple(desk.facts), desk.state, refused, tuple(table.met), of)

    report = run_case(rules.system, rules.cases, case, play=looked_at)
    look(seen, report.actual)
    refused = report.actual.get("refused")
    if isinstance(refused, Mapping):
        seen["problem", refused["code"]] += 1
    options, problems = rules.system.options.read(case.options)
    if not problems:
        count_options(seen, rules.system, options)
    return seen


def count_options(seen: Seen, system: RuleSystem[Any], options: Mapping[str, Value]) -> None:
    for option in system.options.options:
        value = options[option.name]
        seen["switch", f"{option.name}.{value if value in option.values else 'number'}"] += 1


# What there could be


def possible(system: RuleSystem[Any], package: str) -> set[tuple[str, str]]:
    """Everything that has a name in the system."""
    path = files(package).joinpath("words.ko.toml")
    words = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    found = {(table, name) for table in WORDS for name in words.get(table, {})}
    found |= {("fact", kind.kind) for kind in system.facts.kinds}
    for option in system.options.options:
        found |= {("switch", f"{option.name}.{value}") for value in option.values}
        if option.number:
            found.add(("switch", f"{option.name}.number"))
    kinds: set[type[Any]] = set()
    for fact in system.facts.kinds:
        _reach(fact, kinds)
    house = "grailkeeper.core"
    enums = [kind for kind in kinds if issubclass(kind, Enum) and not kind.__module__.startswith(house)]
    return found | {("value", f"{kind.__name__}.{each.name.lower()}") for kind in enums for each in kind}


def _reach(hint: Any, kinds: set[type[Any]]) -> None:
    """The dataclasses and enums that a type hint leads to."""
    for inner in typing.get_args(hint):
        _reach(inner, kinds)
    if not isinstance(hint, type) or hint in kinds or not (dataclasses.is_dataclass(hint) or issubclass(hint, Enum)):
        return
    kinds.add(hint)
    if dataclasses.is_dataclass(hint):
        for inner in typing.get_type_hints(hint).values():
            _reach(inner, kinds)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not seen: what kind of thing, its name or a pattern of names. `rarely`: it may well be seen."""

    what: str
    name: str
    why: str
    rarely: bool

    def speaks_of(self, what: str, name: str) -> bool:
        return what == self.what and fnmatchcase(name, self.name)


def reasons(system: str) -> Sequence[Reason]:
    path = TESTS / "rules" / system / "never.txt"
    return [_reason(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def _reason(line: str) -> Reason:
    what, name, why = line.removeprefix(RARELY).split(" ", 2)
    return Reason(what, name, why, line.startswith(RARELY))


def report(seen: Seen, could: set[tuple[str, str]], known: Sequence[Reason], whole: bool) -> Iterator[str]:
    """The counts by kind of thing, each zero with its reason; `!` where there is none."""
    everything = {*could, *seen}
    for what in dict.fromkeys(what for what, _ in sorted(everything)):
        names = sorted(name for each, name in everything if each == what)
        zeros = [name for name in names if not seen[what, name]]
        yield f"{what}: {len(names)}, of which {len(names) - len(zeros)} occur"
        if whole:
            yield from (f"    {seen[what, name]:8} {name}" for name in names if seen[what, name])
        for name in zeros:
            why = reason(known, what, name)
            yield f"  {' ' if why else '!'} {name}{': ' if why else ''}{why}"
    for each in known:
        if not each.rarely and any(count and each.speaks_of(*one) for one, count in seen.items()):
            yield f"  ? {each.what} {each.name} is said never to occur, and does"


def reason(known: Sequence[Reason], what: str, name: str) -> str:
    return next((each.why for each in known if each.speaks_of(what, name)), "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(by_name()))
    parser.add_argument("--wars", type=int, default=100, help="how many, of seeds from 1 on")
    parser.add_argument("--all", action="store_true", help="print every count, not only the zeros")
    given = parser.parse_args()
    rules = registered(given.system)
    assert rules is not None
    seen = Seen()
    with ProcessPoolExecutor() as pool:
        seeds = range(1, given.wars + 1)
        counted = [pool.map(partial(count_war, given.system), seeds, chunksize=2)]
        counted += [
            pool.map(partial(count_walk, given.system, place), seeds, chunksize=2)
            for place, _ in enumerate(subjects(given.system))
        ]
        for found in chain.from_iterable(counted):
            seen.update(found)
    for path in sorted((TESTS / "cases" / given.system).glob("*.json")):
        case = read_case(json.loads(path.read_text("utf-8")))
        assert isinstance(case, Case)
        seen.update(count_case(rules, case))
    could, known = possible(rules.system, rules.package), reasons(given.system)
    for line in report(seen, could, known, given.all):
        print(line)
    return int(any(not seen[each] and not reason(known, *each) for each in {*could, *seen}))


if __name__ == "__main__":
    sys.exit(main())
