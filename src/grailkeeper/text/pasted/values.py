"""A value as it was written, by the kind of its field.

What comes out is raw data in identifiers, for the form to read. Where a text can be cut in several ways, the first
that the form takes is meant; where two readings are left, it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from ...core.canon import Data
from ...core.form import ByKey, Choice, Flag, Kind, Many, Number, OneOf, RankText, Reader, Record, Row, Text
from ...core.problem import Problem, malformed
from .cutting import MARKS, cut_at_names, named_by_place, named_by_sign, parts, unquoted, unwrapped, words_of
from .lines import Node, folded
from .meaning import (
    NO,
    NONE,
    YES,
    Names,
    Step,
    Target,
    answer,
    by_name,
    choices,
    counted,
    parts_of,
    ranked,
    ways,
    written,
)
from .raw import NOTHING, as_json, dotted, put, settled
from .reading import Attempt, Question, Reading, Value, best_refused, data_of, distinct_of
from .shapes import shapes
from .unnamed import Unnamed

HOUSE_KINDS = (Choice, Number, Flag, Text, RankText, Row, Many, ByKey, OneOf, Record)
"""The kinds that are read by what they are; every other is known to its rules alone."""

_MOST_IN_A_ROW = 16
_PROSE = "그날 밤 다리 위에는 아무도 없었다"
_GAPS = frozenset({"", "-", "_", "?", "x", "□", ".", "빈칸", "비움", "공란", "blank", "skip"})
_JOINERS = re.compile(r"(?<=\S)(?:과|와|이랑|랑|하고)\s+|\s+(?:및|그리고|and)\s+", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,2})\s*~\s*(\d{1,2})\s*\D{0,3}")
_DASHED = re.compile(r"(\d{1,2})\s*-\s*(\d{1,2})")
_MARKED_ITEM = re.compile(r"\d\s*번[^\d,]*\d+\s*번")
_NUMBERED = re.compile(r"(?<=\S)\s+(?=\d+\s*번)")
_FIRST_LOOK, _FITTING = 10, 5
"""What a first look at a value costs, beside one for each character, and whether a form takes it; others cost one."""

Made: TypeAlias = dict[tuple[object, ...], tuple[Kind, Attempt]]
"""Attempts that were made, by all that they hang on; the kind beside each keeps its identity."""


class Values:
    """One reading of values: its vocabulary, and what is unclear or wrong beside what the form will say.

    `strict`: keys of tables and fields of records must be named, since the same text may also be something else.
    """

    def __init__(self, names: Names, made: Made, strict: bool = False) -> None:
        self.names, self.words, self.made, self.strict = names, names.words, made, strict
        self.questions: list[Question] = []
        self.problems: list[Problem] = []

    def apart(self, strict: bool = False) -> Values:
        """A reading apart from this one, which remembers the same attempts."""
        return Values(self.names, self.made, self.strict or strict)

    def attempt(self, kind: Kind, value: Value, path: tuple[Step, ...], nullable: bool = False) -> Attempt:
        """A value read apart from this reading. Raises TangledError."""
        key = (id(kind), value, path, nullable, self.strict)
        self.names.effort.spend(1)
        if key not in self.made:
            self.names.effort.spend(_FIRST_LOOK + len(value.text))
            trial = self.apart()
            self.made[key] = kind, trial.closed(kind, trial.read(kind, value, path, nullable), nullable)
        return self.made[key][1]

    def closed(self, kind: Kind, raw: object, nullable: bool = False) -> Attempt:
        """This reading as an attempt that came to `raw`."""
        fits, data = self.form(kind, raw, nullable)
        return Attempt(raw, fits and not self.problems, data, tuple(self.questions), tuple(self.problems))

    def take(self, attempt: Attempt) -> object:
        """An attempt as part of this reading."""
        self.questions += attempt.questions
        self.problems += attempt.problems
        return attempt.raw

    def form(self, kind: Kind, raw: object, nullable: bool = False) -> tuple[bool, Data]:
        """Whether a form takes `raw`, and as what."""
        if raw is None:
            return nullable, None
        self.names.effort.spend(_FITTING)
        reader = Reader(self.words.identify)
        data = kind.read(raw, "", reader)
        return not reader.problems, data

    def is_free(self, kind: Kind) -> bool:
        """Whether a kind takes any text at all, so that fitting it says nothing."""
        match kind:
            case Text():
                return True
            case Many():
                return self.is_free(kind.of)
            case OneOf():
                return any(map(self.is_free, kind.kinds))
        looked_at = isinstance(kind, Record) or not isinstance(kind, HOUSE_KINDS)
        return looked_at and self.attempt(kind, Value(_PROSE), ()).fits

    def read(self, kind: Kind, value: Value, path: tuple[Step, ...], nullable: bool = False) -> object:
        """The raw data of a value."""
        exact = as_json(value.whole)
        if exact is not NOTHING and exact is not None and self.form(kind, exact)[0]:
            return exact
        if nullable and answer(value.whole, self.words) == NONE:
            return None
        match kind:
            case Choice():
                return self._choice(kind, value, path)
            case Number():
                return next((found for found in map(counted, ways(value.whole)) if found is not None), value.whole)
            case Flag():
                return {YES: True, NO: False, NONE: False}.get(answer(value.whole, self.words) or "", value.whole)
            case Text():
                return "\n".join(filter(None, [unquoted(value.text), *(node.flat for node in value.nodes)]))
            case RankText():
                signs = [folded(ranked(way, self.words)).upper() for way in ways(value.whole)]
                return next((each for each in signs if self.form(kind, each)[0]), value.whole)
            case Row():
                return self._row(kind, value, path)
            case Many():
                return self._many(kind, value, path)
            case ByKey():
                return self._by_key(kind, value, path)
            case OneOf():
                return self._one_of(kind, kind.kinds, value, path)
            case Record():
                return self._record(kind, value, path)
        return self._unknown(kind, value, path)

    def ask(self, given: str, path: tuple[Step, ...], values: Iterable[Data]) -> None:
        self.questions.append(Question(given, tuple(Reading(path, each) for each in values)))

    def _choice(self, kind: Choice, value: Value, path: tuple[Step, ...]) -> object:
        found = choices(value.whole, kind, self.words)
        if len(found) > 1:
            self.ask(value.whole, path, found)
        return written(found[0], kind) if found else value.whole

    # Rows and lists

    def _row(self, kind: Row, value: Value, path: tuple[Step, ...]) -> object:
        text = value.whole
        by_name = self._row_by_name(kind, text, path)
        if by_name is not None:
            return self.take(by_name)
        for way in ways(text):
            for marks in (kind.mark, ",", ", ", "/", ", /"):
                cut = parts(way, marks)
                items = [self.attempt(kind.of, Value(each), path) for each in cut]
                alone = kind.alone and len(items) == 1
                if (len(items) == len(kind.names) or alone) and all(item.fits for item in items):
                    raw = [self.take(item) for item in items]
                    return raw * len(kind.names) if alone else raw
        return text

    def names_all(self, kind: Row, text: str) -> bool:
        """Whether a text is a row with each of its parts by name."""
        return self._row_by_name(kind, text, ()) is not None

    def _row_by_name(self, kind: Row, text: str, path: tuple[Step, ...]) -> Attempt | None:
        _, found = self._by_names(by_name(kind), Value(text), path)
        whole = found.fits and isinstance(found.raw, Mapping) and len(found.raw) == len(kind.names)
        return found if whole else None

    def _many(self, kind: Many, value: Value, path: tuple[Step, ...]) -> object:
        if answer(value.whole, self.words) == NONE:
            return []
        text = unwrapped(value.text)
        below = [self._item(kind, Value(node.text, node.below), path) for node in value.nodes]
        if not text:
            placed = self._placed(kind, value, path)
            return self._items(below, path) if placed is None else self.take(placed)
        placed = self._placed(kind, value, path, sure=True)
        if placed is not None and len(parts(text, ",")) > 1:
            return self.take(placed)
        tried: list[list[Attempt]] = []
        chosen: list[Attempt] | None = None
        for cut in self._cuts(kind.of, text, kind.gaps):
            tried.append([self._item(kind, Value(each), path) for each in cut])
            if all(item.fits for item in tried[-1]):
                chosen = tried[-1]
                break
        else:
            placed = self._placed(kind, value, path)
            if placed is not None:
                return self.take(placed)
        if placed is not None:
            self.ask(value.text, path, (placed.data, [each.data for each in chosen or ()]))
        dashed = _DASHED.fullmatch(folded(text))
        if dashed and isinstance(kind.of, Number) and int(dashed[1]) < int(dashed[2]):
            low, high = int(dashed[1]), int(dashed[2])
            self.ask(value.text, path, ([low, high], list(range(low, high + 1))))
        if chosen is None:
            chosen = best_refused(kind.of, tried)
        return self._items([*chosen, *below], path)

    def _items(self, items: Sequence[Attempt], path: tuple[Step, ...]) -> list[object]:
        """The items of a list. What is unclear about one of them is asked of the whole list."""
        whole = data_of(items)
        for place, item in enumerate(items):
            for question in item.questions:
                of_item = all(each.path == path for each in question.readings)
                lists = ([*whole[:place], each.value, *whole[place + 1 :]] for each in question.readings)
                readings = tuple(Reading(path, each) for each in lists) if of_item else question.readings
                self.questions.append(Question(question.given, readings))
            self.problems += item.problems
        return [item.raw for item in items]

    def _item(self, kind: Many, value: Value, path: tuple[Step, ...]) -> Attempt:
        if kind.gaps and (folded(value.whole).lower() in _GAPS or answer(value.whole, self.words) == NONE):
            return Attempt(None, True, None, (), ())
        return self.attempt(kind.of, value, path)

    def _cuts(self, of: Kind, text: str, gaps: bool) -> Iterator[list[str]]:
        """The ways in which a text is a list, the surest first."""
        if isinstance(of, Record):
            yield from self._records(of, text)
        for way in ways(text):
            ranged = _RANGE.fullmatch(folded(way))
            if ranged and isinstance(of, Number):
                yield [str(each) for each in range(int(ranged[1]), int(ranged[2]) + 1)]
            yield parts(way, ",", empty=gaps)
            yield parts(way, ";")
            yield parts(way, ",;/|·&")
            yield parts(_JOINERS.sub(", ", way), ",")
            yield parts(_JOINERS.sub(", ", way), ",;/|·& ")
            if isinstance(of, Number):
                yield parts(way, "-")
        yield parts(text, ", ")

    def _records(self, of: Record, text: str) -> Iterator[list[str]]:
        """A list of records: each in brackets, or parted by `;`, or one, or each from where a name comes again."""
        cut = parts(text, ",")
        if all(part != unwrapped(part) for part in cut):
            yield cut
        if len(parts(text, ";")) > 1:
            yield parts(text, ";")
        yield [text]
        groups: list[list[str]] = []
        seen: set[str] = set()
        for part in cut:
            named = self.named(part, Target((), of))
            name = str(named[0][0].path) if named else ""
            if not groups or name in seen:
                groups.append([])
                seen = set()
            groups[-1].append(part)
            seen.add(name)
        yield [", ".join(group) for group in groups]
        yield from self._in_a_row(of, text)

    def _in_a_row(self, of: Record, text: str) -> Iterator[list[str]]:
        """A list of records with nothing but blanks between them, where it can be cut in one way only."""
        words = words_of(text)
        if not 1 < len(words) <= _MOST_IN_A_ROW or any(word.apart for word in words[1:]):
            return
        covers: list[list[list[str]]] = [[] for _ in words] + [[[]]]
        for at in reversed(range(len(words))):
            for end in range(at + 1, len(words) + 1):
                said = text[words[at].start : words[end - 1].end]
                if covers[end] and self.attempt(of, Value(said), ()).fits:
                    covers[at] += [[said, *rest] for rest in covers[end]][:2]
        if len(covers[0]) == 1:
            yield covers[0][0]

    def _placed(self, kind: Many, value: Value, path: tuple[Step, ...], sure: bool = False) -> Attempt | None:
        """A list of which each item is told by its place: `1번 20, 2번 50`. At places that are not named is nothing.

        `sure`: the places are marked as such, and the items are not.
        """
        table = ByKey(Number(1, kind.most), kind.of)
        found = self._table(table, parts(unwrapped(value.text), ","), value.nodes, path, sure)
        if found is None or not found.fits or not isinstance(found.raw, Mapping) or not found.raw:
            return None
        if sure and _MARKED_ITEM.search(value.text):
            return None
        placed = {int(str(place)): item for place, item in found.raw.items()}
        nothing = 0 if isinstance(kind.of, Number) and kind.of.low == 0 else None
        raw = [placed.get(place, None if kind.gaps else nothing) for place in range(1, max(placed) + 1)]
        fits, data = self.form(kind, raw)
        return Attempt(raw, True, data, found.questions, found.problems) if fits else None

    # Tables

    def _by_key(self, kind: ByKey, value: Value, path: tuple[Step, ...]) -> object:
        if answer(value.whole, self.words) == NONE:
            return {}
        text = unwrapped(value.text)
        marked = parts(_NUMBERED.sub(", ", text), ",;")
        several = isinstance(kind.key, Number) and _NUMBERED.search(text) is not None
        ways_to_cut = [marked] if several else [parts(text, ","), marked]
        if isinstance(kind.key, Choice):
            ways_to_cut += [
                parts(text, MARKS),
                cut_at_names(text, lambda name: self.names.key(name, kind.key) is not None),
            ]
        sureness = (True,) if self.strict else (True, False)
        tries = [self._table(kind, cut, value.nodes, path, sure) for cut in ways_to_cut for sure in sureness]
        fitting = [each for each in tries if each is not None and each.fits]
        if fitting:
            if any(each.data != fitting[0].data for each in fitting):
                self.ask(value.whole, path, distinct_of(data_of(fitting)))
            return self.take(fitting[0])
        return next((self.take(each) for each in tries if each is not None), value.whole)

    def _table(
        self, kind: ByKey, cut: Sequence[str], below: Sequence[Node], path: tuple[Step, ...], sure: bool
    ) -> Attempt | None:
        """A table from its entries. `sure`: what has no marked key goes on with the entry before it."""
        entries: list[tuple[str, Value]] = []
        for part in cut:
            entry = self._entry(kind, part, sure)
            if entry is not None:
                entries.append((entry[0], Value(entry[1])))
            elif entries:
                key, before = entries.pop()
                entries.append((key, Value(f"{before.text}, {part}")))
            else:
                return None
        for node in below:
            entry = self._entry(kind, node.text, sure) or self._entry(kind, node.text, sure=False)
            if entry is None and not node.line.ordinal:
                return None
            key, text = entry or (node.line.ordinal, node.text)
            entries.append((key, Value(text, node.below)))
        trial = self.apart()
        raw: dict[str, object] = {}
        for key, item in entries:
            if key in raw:
                trial.problems.append(malformed("repeated_field", dotted((*path, key)), given=key, accepted=key))
            raw[key] = trial.take(trial.attempt(kind.of, item, (*path, key)))
        return trial.closed(kind, raw)

    def _entry(self, kind: ByKey, text: str, sure: bool) -> tuple[str, str] | None:
        """An entry of a table as key and value."""
        signed = named_by_sign(text)
        if signed is not None:
            key = self.names.key(signed[0], kind.key)
            if key is not None:
                return key, signed[1]
        for name, rest in named_by_place(text):
            key = self.names.key(name, kind.key)
            marked = not isinstance(kind.key, Number) or not name.isdecimal()
            if key is not None and rest and (marked or not sure):
                return key, rest
        return None

    # Records

    def _record(self, kind: Record, value: Value, path: tuple[Step, ...]) -> object:
        """The fields of a record in one line, and those on lines of their own below."""
        named, found = self._by_names(kind, value, path)
        fitting = found if found.fits else self._by_kinds(kind, value, path)
        if value.text and fitting is None and not named:
            return unwrapped(value.text)
        return self.take(fitting or found)

    def _by_names(self, kind: Record, value: Value, path: tuple[Step, ...]) -> tuple[bool, Attempt]:
        """Whether there is any field of it by its name, and the record of such fields."""
        text = unwrapped(value.text)
        cuts = (
            parts(text, ","),
            parts(text, ",;/|"),
            cut_at_names(text, lambda name: bool(self.names.fields(name, kind))),
        )
        found = [self._fields(kind, cut, value.nodes, path) for cut in cuts]
        named = bool(value.nodes) or any(self.named(each, Target((), kind)) for cut in cuts for each in cut)
        return named, next((each for each in found if each.fits), found[0])

    def _by_kinds(self, kind: Record, value: Value, path: tuple[Step, ...]) -> Attempt | None:
        """A record whose parts tell by themselves of which field they are; the lines below it tell by their names."""
        if self.strict:
            return None
        trial, rest = self.apart(), dict[Step, object]()
        for node in value.nodes:
            trial.field(rest, kind, Value(node.text, node.below), path)
        unnamed = Unnamed(self, kind, unwrapped(value.text), path, rest)
        readings = [trial.closed(kind, unnamed.raw(each)) for each in unnamed.readings()]
        if not readings or not readings[0].fits:
            return None
        distinct = distinct_of(data_of(readings))
        if len(distinct) > 1:
            trial.ask(value.whole, path, distinct)
        return replace(readings[0], questions=(*readings[0].questions, *trial.questions[len(readings[0].questions) :]))

    def _fields(self, kind: Record, cut: Sequence[str], below: Sequence[Node], path: tuple[Step, ...]) -> Attempt:
        trial = self.apart()
        raw: dict[Step, object] = {}
        joined: list[str] = []
        for part in cut:
            if joined and self.named(part, Target((), kind)) is None and named_by_sign(part) is None:
                joined[-1] += f", {part}"
            else:
                joined.append(part)
        for value in (*map(Value, joined), *(Value(node.text, node.below) for node in below)):
            trial.field(raw, kind, value, path)
        return trial.closed(kind, settled(raw))

    def field(self, raw: dict[Step, object], kind: Record, value: Value, path: tuple[Step, ...]) -> None:
        """Read one line as a field of a record into `raw`; what is none is left for the form to refuse."""
        named = self.named(value.text, Target((), kind))
        head = self._head(raw, kind, value) if named is None else None
        if head is not None:
            raw[kind.fields[0].name] = head
            return
        if named is None:
            name, rest = named_by_sign(value.text) or (value.text, value.text)
            raw[name] = rest
            return
        targets, text = named
        target, found = self.pick(targets, Value(text, value.below), path, value.text)
        if not put(raw, target.path, found):
            given = dotted(target.path)
            self.problems.append(
                malformed("repeated_field", dotted((*path, *target.path)), given=given, accepted=given)
            )

    def _head(self, raw: Mapping[Step, object], kind: Record, value: Value) -> object | None:
        """What a record is about may stand without its name, where it is one of some words: `학습, 스승 세이버`."""
        first = kind.fields[0] if kind.fields else None
        if first is None or raw or value.below or not (first.required and isinstance(first.kind, Choice)):
            return None
        found = choices(value.text, first.kind, self.words)
        return written(found[0], first.kind) if len(found) == 1 else None

    def named(self, text: str, target: Target) -> tuple[tuple[Target, ...], str] | None:
        """A line as the parts that its name can mean, and its value. A flag's name alone says yes."""
        signed = named_by_sign(text)
        if signed is not None:
            found = self.names.within(signed[0], target)
            if found:
                return found, signed[1]
        assert isinstance(target.kind, Record)
        for name, rest in named_by_place(text):
            fields = self.names.fields(name, target.kind)
            if fields and rest:
                return tuple(Target((each.name,), each.kind, each.nullable) for each in fields), rest
        flags = [each for each in self.names.fields(text, target.kind) if isinstance(each.kind, Flag)]
        return (tuple(Target((each.name,), each.kind) for each in flags), YES) if flags else None

    def pick(
        self, targets: Sequence[Target], value: Value, path: tuple[Step, ...], given: str
    ) -> tuple[Target, object]:
        """The part that is meant: the only one, or the only one that the value fits. Else it is asked."""
        tries = [(each, self.attempt(each.kind, value, (*path, *each.path), each.nullable)) for each in targets]
        fitting = [pair for pair in tries if pair[1].fits]
        if len(fitting) > 1 or (not fitting and len(tries) > 1):
            readings = [
                Reading((*path, *target.path), found.data if found.fits else value.whole)
                for target, found in fitting or tries
            ]
            self.questions.append(Question(given, tuple(readings)))
        target, found = (fitting or tries)[0]
        return target, self.take(found)

    # Kinds that may be several

    def _one_of(self, kind: Kind, kinds: Sequence[Kind], value: Value, path: tuple[Step, ...]) -> object:
        trial = self.apart(strict=True)
        tries = [trial.attempt(each, value, path) for each in kinds]
        fitting = [(each, data) for each in tries if each.fits for fits, data in [self.form(kind, each.raw)] if fits]
        if not fitting:
            return self.take(tries[-1])
        distinct = distinct_of([data for _, data in fitting])
        if len(distinct) > 1 and answer(value.whole, self.words) != NONE:
            self.ask(value.whole, path, distinct)
        return self.take(fitting[0][0])

    def _unknown(self, kind: Kind, value: Value, path: tuple[Step, ...]) -> object:
        """A kind that only its rules know: the first shape that it takes."""
        text = value.whole
        layouts = [
            [each.line.whole for node in value.below for each in node.all()],
            [each.text for node in value.nodes for each in node.all()],
        ]
        for raw in shapes(text, [[value.text, *lines] for lines in layouts], self.words):
            if self.form(kind, raw)[0]:
                return raw
        for inner in parts_of(kind):
            found = self.attempt(inner, value, path)
            if found.fits and self.form(kind, found.raw)[0]:
                return self.take(found)
        return text
