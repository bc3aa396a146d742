"""Facts, workings, problems, calls and points in words: late, per reader and language, from sentences that are data.

A rule system's words hold, for each kind of fact, `fact.<kind>`: one sentence; or a table with `text`, and
- `by`: the name of a value that chooses the sentence, `fact.<kind>.<value>` (`true` and `false` for yes and no),
  which may be such a choice again;
- `if.<name>`: a sentence that follows where that value is there and not 0;
- `unless.<name>`: one that follows where it is not;
- `set.<name>`: a sentence that follows where that value is there, be it 0.
The values are the fact's fields; those of a record inside it go by `<field>_<inner field>`, what is in a list by
`<field>_<place>`. A record in a list is said by `record.<its name>`, which may be such a table too.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from ..core.fact import Fact
from ..core.point import Point
from ..core.problem import Problem
from ..core.rank import Rank
from ..core.seat import Person, Role
from ..core.working import Step, Term, Working
from .document import Block, Bullets, Fold, Item, Paragraph, Rest, Sum, SumLine, spans
from .document import Clause as ClauseSpan
from .drawn import drawn
from .language import Language
from .numbers import number
from .template import Value, render
from .words import Words, house_words, load_words

PERSON_MARKS = "._"
"""What stands between the team and the role in the key of a person: `sayaka.master`, `sayaka_master`."""

_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)")
"""From where to where a number may lie, as a form says it."""

_SHAPE = re.compile(r"(, |: | \| | × |[\[\]{}])")
"""What a form writes between and around the words that it accepts, in lists and tables of them."""

_LIST = re.compile(r"\[([^\[\]]*)\] × (\d+)")
_WITHOUT_BRACES = str.maketrans("", "", "{}")

_OPERATIONS = {
    Step.BASE: "",
    Step.ADD: "+",
    Step.SUBTRACT: "−",
    Step.TIMES: "×",
    Step.DIVIDE: "÷",
    Step.CAP: "≤",
    Step.FLOOR: "≥",
    Step.MODULO: "mod",
}


@dataclass(frozen=True, slots=True)
class Prose:
    """The words of one language and rule system, and what the teams and seats of a war are called by their keys."""

    words: Words
    names: Mapping[str, str]

    # Names

    def name(self, key: str) -> str:
        """What a key, an identifier or anybody's own text is called."""
        if self.names.get(key, key) != key:
            return self.names[key]
        person = self.person_of(key)
        if person is not None:
            return self.person(person)
        parts = key.split("/")
        if len(parts) > 1 and all(part.isdigit() or self._is_known(part) for part in parts):
            return " / ".join(map(self.name, parts))
        pair = self.pair_of(key)
        if pair is not None:
            first, second = map(self.name, pair)
            return self.words.say("house.against", first=first, second=second)
        return self.words.called(key) or key

    def _is_known(self, key: str) -> bool:
        return key in self.names or self.person_of(key) is not None

    def pair_of(self, key: str) -> tuple[str, str] | None:
        """The two that a key names as against each other: `red-blue`."""
        one, _, other = key.partition("-")
        return (one, other) if one in self.names and other in self.names else None

    def person_of(self, key: str) -> Person | None:
        """The team and role by which a person goes who has no name of its own."""
        for mark in PERSON_MARKS:
            team, _, role = key.rpartition(mark)
            if team in self.names and role in (Role.MASTER, Role.SERVANT):
                return Person(team, Role(role))
        return None

    def called(self, key: str) -> tuple[str, ...]:
        """What a key may be called by whoever writes: itself, as everybody reads it, and a person in any language."""
        person = self.person_of(key)
        spoken = () if person is None else people_called([person.team], self.names)[key]
        return tuple(dict.fromkeys((key, self.name(key), *spoken)))

    def person(self, person: Person) -> str:
        return self.words.say("house.person", team=self.name(person.team), role=self.words.name(person.role))

    def value(self, value: object) -> Value:
        """A value as a sentence takes it; lists as lists of words, parted by commas where figures stand beside them."""
        match value:
            case bool():
                return self.words.say("house.yes" if value else "house.no")
            case Enum():
                return self.name(str(value.value))
            case int():
                return value
            case str():
                return self.name(value) if value else self.words.say("house.none")
            case Rank():
                return str(value)
            case Person():
                return self.person(value)
            case Working():
                return value.value
            case Problem():
                return self.problem(value)
            case Mapping():
                pairs = [self._pair(key, item) for key, item in value.items()]
                return ", ".join(pairs) or self.words.say("house.none")
            case tuple() | frozenset() | list():
                items = [self._item(item) for item in value]
                figures = all(isinstance(item, tuple) and len(item) == 2 and isinstance(item[1], int) for item in value)
                return ", ".join(items) if items and figures else items or self.words.say("house.none")
        if value is None:
            return self.words.say("house.none")
        return self._told(_record_key(value), value)

    def _item(self, item: object) -> str:
        match item:
            case (str(name), int(amount)):
                return self.words.say("house.times", name=self._item(name), value=amount)
        value = self.value(item)
        return (
            value if isinstance(value, str) else number(value) if isinstance(value, int) else ", ".join(map(str, value))
        )

    def _pair(self, key: object, item: object) -> str:
        return self.words.say("house.pair", name=self._item(key), value=self._item(item))

    # Facts

    def fact(self, fact: Fact) -> str:
        """What happened, in one or a few sentences."""
        return self._told(f"fact.{fact.kind}", fact)

    def heading(self, root: str, fact: Fact) -> str | None:
        """The heading that begins with a fact: `chapter.<kind>` or `place.<kind>`, None where there is none."""
        key = f"{root}.{fact.kind}"
        named = any(each in self.words for each in (key, f"{key}.text", f"{key}.by"))
        return self._told(key, fact) if named else None

    def _told(self, root: str, record: object) -> str:
        values = self.values(record)
        sentences = [self._render(self._sentence(root, record), values)]
        for name, value in _fields(record):
            there = bool(value.value if isinstance(value, Working) else value)
            for when, holds in (("if", there), ("unless", not there), ("set", value is not None)):
                key = f"{root}.{when}.{name}"
                if holds and key in self.words:
                    sentences.append(self._render(key, values))
        return " ".join(sentence for sentence in sentences if sentence)

    def sentence(self, key: str, record: object) -> str:
        """The sentence under `key`, filled with the fields of a record."""
        return self._render(key, self.values(record))

    def _render(self, key: str, values: Mapping[str, Value]) -> str:
        return render(self.words.get(key), values, self.words.language)

    def _sentence(self, root: str, record: object) -> str:
        key, values = root, dict(_fields(record))
        while (by := f"{key}.by") in self.words:
            key = f"{key}.{_chosen(values[self.words.get(by)])}"
        found = (each for each in (key, f"{key}.text") if each in self.words)
        return next(found, f"{root}.text")

    def values(self, record: object) -> Mapping[str, Value]:
        """The fields of a record as sentences take them; each is put into words only where it is asked for."""
        return _Values(self, dict(_fields(record)))

    def blocks(self, fact: Fact) -> tuple[Block, ...]:
        """A fact as a paragraph; below it what is drawn of it, or else each of its workings to be opened.

        Where `drawn.<kind>` is in the words, it is said above the drawing in place of the whole sentence.
        """
        below = drawn(self, fact)
        if below is None:
            below = tuple(self.working(working) for working in workings(fact))
        above = f"drawn.{fact.kind}"
        said = self.sentence(above, fact) if above in self.words else self.fact(fact)
        return (Paragraph(spans(said)), *below)

    # Workings

    def working(self, working: Working, source: str = "") -> Fold:
        """A working to be opened: its terms from top to bottom, what did not apply, the workings inside it.

        `source` is whose or what it is, where it stands inside another.
        """
        name = self._working_name(working, source)
        return Fold(self.words.say("house.working", name=name, value=working.value), self._work(working, name))

    def _working_name(self, working: Working, source: str) -> str:
        """A working that has a name of its own goes by it; every other one by its term."""
        return self.term_name(working.name, "" if f"working.{working.name}" in self.words else source)

    def _work(self, working: Working, name: str) -> tuple[Block, ...]:
        lines = tuple(self._line(term) for term in working.terms if term.step is not Step.NOT)
        end = SumLine("=", name, number(working.value), working.clause)
        blocks: list[Block] = [Sum(lines, end)]
        skipped = [self._skipped(term) for term in working.terms if term.step is Step.NOT]
        if skipped:
            blocks.append(Bullets(tuple(skipped)))
        blocks.extend(self.working(term.inner, term.source) for term in working.terms if term.inner is not None)
        return tuple(blocks)

    def term_name(self, name: str, source: str = "") -> str:
        """What a term is called; `source` is whose or what it is. Alone, a working goes by `working.<its name>`."""
        if not source and f"working.{name}" in self.words:
            return self.words.say(f"working.{name}")
        return self.words.say(f"term.{name}", source=self.name(source) if source else self.words.say("house.none"))

    def _line(self, term: Term) -> SumLine | Rest:
        if term.step is Step.REST:
            return Rest(term.amount)
        op, amount = _OPERATIONS[term.step], term.amount
        if op == "+" and amount < 0:
            op, amount = "−", -amount
        return SumLine(op, self.term_name(term.name, term.source), number(amount), term.clause)

    def _skipped(self, term: Term) -> Item:
        said = self.words.say(
            "house.not_applied",
            name=self.term_name(term.name, term.source),
            why=self.words.say(f"why.{term.why}", amount=term.amount),
        )
        return Item(spans(said, " ", ClauseSpan(term.clause)) if term.clause else spans(said))

    # Problems, calls, points

    def problem(self, problem: Problem) -> str:
        """What is wrong, and what would be accepted."""
        values: dict[str, Value] = {"culprit": self.path(problem.culprit) or self.words.say("house.none")}
        for name, value in problem.values.items():
            values[name] = self._accepted(value) if name == "accepted" else self.value(value)
        return self.words.say(f"problem.{problem.code}", **values)

    def _accepted(self, value: int | str) -> str:
        """A list of what would be accepted, each in the reader's words."""
        parts = _SHAPE.split(str(value))
        said = "".join(part if at % 2 else self.name(part) for at, part in enumerate(parts))
        said = said.replace(" | ", self.words.say("house.or")) or self.words.say("house.none")
        counted = 1
        while counted:
            said, counted = _LIST.subn(
                lambda found: self.words.say("house.up_to", what=found[1], count=int(found[2])), said
            )
        said = said.translate(_WITHOUT_BRACES)
        return _SPAN.sub(lambda span: self.words.say("house.span", low=int(span[1]), high=int(span[2])), said)

    def path(self, culprit: str) -> str:
        """The path of a field in the reader's words."""
        return " › ".join(self.name(part) for part in culprit.split(".") if part)

    def call(self, kind: str) -> str:
        return self.words.say(f"call.{kind}")

    def call_title(self, address: str) -> str:
        """What a call is called after its address: `title.<its last word>` of the rules' words, else simply orders.

        `{number}` is the last number in the address: of the scene, of the battle. Where the address names two that
        meet, `titled.<its last word>` tells their call from those of others by `{pair}`: whoever may know of a call
        is told its address.
        """
        parts, key = address.split("/"), title_key(address)
        numbers = [int(part) for part in parts if part.isdecimal()]
        number, of_pair = numbers[-1] if numbers else 0, f"titled.{key.removeprefix('title.')}"
        pair = next((part for part in parts if self.pair_of(part)), None)
        if pair is not None and of_pair in self.words:
            return self.words.say(of_pair, number=number, pair=self.name(pair))
        return self.words.say(key, number=number) if key in self.words else self.words.say("told.call")

    def silence(self, key: str) -> str:
        return self.words.say(f"silence.{key}")

    def point(self, point: Point) -> str:
        """A question to the keeper."""
        values = {name: self.value(value) for name, value in point.subject.items()}
        return self.words.say(f"point.{point.kind}", **values)


def war_prose(package: str, language: Language, names: Mapping[str, str]) -> Prose:
    """The words of a rule system in a language, for teams of these names; their people go by them in any language."""
    return Prose(_words_knowing(package, language, tuple(names.items())), names)


@lru_cache(maxsize=128)
def _words_knowing(package: str, language: Language, names: tuple[tuple[str, str], ...]) -> Words:
    """Kept, because they are asked for with every page and every line of a command, and teams are seldom renamed."""
    called = dict(names)
    return load_words(package, language).knowing(people_called(called, called))


def people_called(teams: Iterable[str], names: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """What the master and the servant of each team are called by team and role, in every language, by their keys."""
    readers = [Prose(house_words(language), names) for language in Language]
    return {
        f"{team}{mark}{role}": tuple(reader.person(Person(team, role)) for reader in readers)
        for team in teams
        for role in (Role.MASTER, Role.SERVANT)
        for mark in PERSON_MARKS
    }


def title_key(address: str) -> str:
    """Under which key the words of a rule system have the title of a call: by the last word of its address."""
    return "title." + next((part for part in reversed(address.split("/")) if not part.isdecimal()), "")


class _Values(Mapping[str, Value]):
    """The values of a record, in words on demand."""

    def __init__(self, prose: Prose, fields: Mapping[str, object]) -> None:
        self._prose, self._fields = prose, fields

    def __getitem__(self, name: str) -> Value:
        return self._prose.value(self._fields[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def _chosen(value: object) -> object:
    """A value as it chooses between sentences."""
    if isinstance(value, Enum):
        return value.value
    return str(value).lower() if isinstance(value, bool) else value


def _record_key(record: object) -> str:
    """`record.device_use` for a DeviceUse."""
    return "record." + re.sub(r"(?<=.)(?=[A-Z])", "_", type(record).__name__).lower()


def _fields(record: object, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The fields of a record and of the records in it, by name."""
    if not dataclasses.is_dataclass(record):
        return
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        yield f"{prefix}{field.name}", value
        yield from _inner_fields(value, f"{prefix}{field.name}_")


def _inner_fields(value: object, prefix: str) -> Iterator[tuple[str, Any]]:
    """The fields of a record, or the items of a list by their places, under the name of what holds them."""
    if isinstance(value, tuple):
        for place, item in enumerate(value, 1):
            yield f"{prefix}{place}", item
            yield from _inner_fields(item, f"{prefix}{place}_")
    elif not isinstance(value, Working | Rank | Problem):
        yield from _fields(value, prefix)


def workings(value: object) -> Iterable[Working]:
    """The workings that a fact carries, in order; those inside a working are opened from there."""
    if isinstance(value, Working):
        return (value,)
    if dataclasses.is_dataclass(value):
        inner: Iterable[object] = (getattr(value, field.name) for field in dataclasses.fields(value))
    elif isinstance(value, tuple):
        inner = value
    elif isinstance(value, Mapping):
        inner = value.values()
    else:
        return ()
    return tuple(working for item in inner for working in workings(item))
