"""A whole post by the record that it answers: its lines as fields, and what of it is mere text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...core.canon import Data
from ...core.form import Choice, Flag, Kind, Many, Number, RankText, Record, Row, Text
from ...core.problem import Problem, malformed, suspicious
from ...core.rank import rank
from .cutting import MARKS, bare, cut_before, named_by_place, named_by_sign, parts, unwrapped
from .endings import unopened
from .lines import Node, folded, is_furniture
from .meaning import Names, Step, Target, choices, kind_at, levels_of, ranked, sentences, ways
from .raw import dotted, put, put_at, settled
from .reading import Question, Reading, Value, distinct_of
from .unnamed import Group, Unnamed
from .values import HOUSE_KINDS, Made, Values

_LETTERS = re.compile(r"[^\W\d_]")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_SHARES = re.compile(r"\s*\(\s*\d+\s*%\s*\)")
_CLOSED = (Choice, Number, Flag, RankText)
_SAID = re.compile(r"[^\W_]|[○◯×✓✔✗]")
_SMILEY = re.compile(r"(?:^|\s)[:;=8xX]'?-?[)(\]\[DPpOo03/|*]+\s*$")
_SPEECH = re.compile(r"[「『“‘《].*")
_TITLE = re.compile(r"\s*(?:\[[^\]]*\]|【[^】]*】|<[^>]*>|\([^)]*\))\s*(?=\S)")
_NAME_AND_NUMBERS = re.compile(r"((?:[^\W\d]\S{0,11}\s){1,2})\s*((?:[-+]?\d+[%번점획]?[\s,/]*)+)")
_SENTENCE_END = re.compile(r"[다요죠길네까지!?~.…]$")
_NUMBERED_LINE = re.compile(r"\s*\d+\s*(?:번|[.):])")
_SUBJECT = re.compile(r"\S(?:이|가|을|를)$")
_LONGEST_NAME = 20
_FEW_WORDS = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A line as the parts of the form that it can be about, and what it says of them.

    `sure`: a sign parts the two; `doubtful`: it may be a mere sentence that begins with the name.
    """

    targets: tuple[Target, ...]
    text: str
    sure: bool = False
    doubtful: bool = False

    @property
    def paths(self) -> tuple[tuple[Step, ...], ...]:
        return tuple(each.path for each in self.targets)


Cut: TypeAlias = tuple[int, int, Found | None]
"""A part of a line: where it begins and ends, and what it is about."""


class PostReader:
    """One reading of a post. What was said of the record is in `raw`."""

    def __init__(self, record: Record, names: Names, made: Made) -> None:
        self.record, self.words = record, names.words
        self.values = Values(names, made)
        self.raw: dict[str | int, object] = {}
        self.lead: Target | None = None
        self.loose: list[str] = []
        self.doubtful: set[str] = set()
        self.remarks: list[Problem] = []

    def read(self, nodes: Sequence[Node]) -> object:
        """The raw data of a post."""
        self._nodes(nodes, Target((), self.record))
        self._unnamed()
        return settled(self.raw)

    def _nodes(self, nodes: Sequence[Node], home: Target) -> None:
        queue = list(nodes)
        section, in_text = home, False
        while queue:
            node = queue.pop(0)
            if not node.text:
                queue[:0] = node.below
                continue
            node, found = self._looked_at(node, section, home)
            in_text = in_text and not node.line.gap
            if found is None:
                self._stray(node, section, home, in_text)
                queue[:0] = node.below
                continue
            in_text = any(isinstance(target.kind, Text) for target in found.targets)
            if found.doubtful:
                self._ask(node.text, [Reading(each.path, found.text) for each in found.targets])
                queue[:0] = node.below
            elif found.text:
                queue[:0] = self._line(node, found, section, home)
            else:
                section = self._heading(node, found, queue, section, home)

    def _looked_at(self, node: Node, section: Target, home: Target) -> tuple[Node, Found | None]:
        """A line and what it is about; without the shares that people write behind ranks, where it is read only so."""
        found = self._found(node.text, section, home)
        shares = _SHARES.findall(folded(node.text))
        if not shares or (found and self._reads(found)):
            return node, found
        shorter = replace(node, line=node.line.saying(_SHARES.sub("", folded(node.text)).strip()))
        about = self._found(shorter.text, section, home)
        if not (about and self._reads(about)) and not self._several(shorter.text, section, home):
            return node, found
        self.remarks.append(suspicious("read_as_text", "", given=" ".join(each.strip() for each in shares)))
        return shorter, about

    def _stray(self, node: Node, section: Target, home: Target, in_text: bool) -> None:
        """Take a line that begins with no field: there may be some in it."""
        apart = self._several(node.text, section, home)
        for text, found in apart:
            self._store(found.targets, Value(found.text), text)
        if in_text and not apart:
            self.remarks.append(suspicious("read_as_text", "", given=node.text))
        elif not apart:
            self._pass_over(node.text, home)

    def _line(self, node: Node, found: Found, section: Target, home: Target) -> Sequence[Node]:
        """Take a line that has a value; what comes back are lines that are yet to be read."""
        goes_on = bool(node.below) and all(self._found(each.text, home, home) is None for each in node.below)
        value = Value(found.text, node.below if goes_on else ())
        free = found.sure and all(isinstance(target.kind, Text) for target in found.targets)
        if free or not any(self._fits(target, value) for target in found.targets):
            apart = self._several(node.text, section, home)
            if apart and (not free or all(part.sure and self._reads(part) for _, part in apart)):
                for text, part in apart:
                    self._store(part.targets, Value(part.text), text)
                return node.below
        self._store(found.targets, value, node.text)
        if len(found.targets) == 1 and isinstance(found.targets[0].kind, Record):
            self.lead = found.targets[0]
        return () if goes_on else node.below

    def _heading(self, node: Node, found: Found, queue: list[Node], section: Target, home: Target) -> Target:
        """Take a name without a value: it heads the lines below it, or those that follow; or it was left open."""
        target = found.targets[0]
        if isinstance(target.kind, Record | Row) and len(found.targets) == 1:
            self.lead = None
            if not node.below:
                return target
            self._nodes(node.below, target)
            return section
        body = list(node.below)
        goes_on = not node.below or not isinstance(target.kind, HOUSE_KINDS)
        while goes_on and queue and not queue[0].line.gap and not self._begins(queue[0].text, section, home):
            body.append(queue.pop(0))
        if body:
            self._store(found.targets, Value("", tuple(body)), node.text)
        elif not found.sure and isinstance(target.kind, Flag):
            self._ask(node.text, [Reading(target.path, True)])
        return section

    def _begins(self, text: str, section: Target, home: Target) -> bool:
        """Whether a field begins with a line, rather than that the field above goes on."""
        found = self._found(text, section, home)
        return found is not None and (not found.text or self._stands(found) or bool(self._several(text, section, home)))

    def _store(self, targets: Sequence[Target], value: Value, given: str) -> None:
        value = self._without_aside(targets, value)
        target, raw = self.values.pick(targets, value, (), given)
        self._put(target.path, raw)

    def _put(self, path: tuple[Step, ...], raw: object) -> None:
        if not put(self.raw, path, raw) and put_at(self.raw, path) != raw:
            name = dotted(path)
            self.values.problems.append(malformed("repeated_field", name, given=name, accepted=name))

    def _without_aside(self, targets: Sequence[Target], value: Value) -> Value:
        """The value without a remark in brackets behind it, where it fits only so."""
        aside = _ASIDE.search(folded(value.text))
        if aside is None or any(self._fits(target, value) for target in targets):
            return value
        shorter = Value(value.text[: aside.start()].strip(), value.below)
        if not shorter.text or not any(self._fits(target, shorter) for target in targets):
            return value
        self.remarks.append(suspicious("read_as_text", "", given=aside[0].strip()))
        return shorter

    def _fits(self, target: Target, value: Value) -> bool:
        return self.values.attempt(target.kind, value, target.path, target.nullable).fits

    # What a line is about

    def _found(self, text: str, section: Target, home: Target) -> Found | None:
        """What a line is about: in its section, else in the record; a title before it does not count."""
        direct = None if section is home and self.lead is None else self._about(text, home, deep=False)
        near = [] if section is home else [each for each in (self._within(text, section), direct) if each is not None]
        reading = [each for each in near if self._reads(each)]
        if len({each.paths for each in reading}) > 1:
            return Found((*reading[0].targets, *reading[1].targets), reading[0].text, reading[0].sure)
        led = self._about(text, self.lead) if self.lead and not direct and not reading else None
        if led and self._reads(led):
            return led
        if not reading and (found := self._about(text, home)) and (not near or self._reads(found)):
            return found
        if near:
            return (reading or near)[0]
        return self._behind_title(text, home)

    def _within(self, text: str, section: Target) -> Found | None:
        """What a line is about in its section, or in what the section stands in."""
        tries = [self._about(text, each) for each in self._around(section)]
        about = [each for each in tries if each is not None]
        return next((each for each in about if self._reads(each)), about[0] if about else None)

    def _around(self, section: Target) -> Iterator[Target]:
        for most in range(len(section.path), 0, -1):
            yield Target(section.path[:most], kind_at(self.record, section.path[:most]))

    def _behind_title(self, text: str, home: Target) -> Found | None:
        title, signed = _TITLE.match(text), named_by_sign(text)
        for rest in (text[title.end() :] if title else "", signed[1] if signed else ""):
            behind = self._about(rest, home) if rest else None
            if behind and behind.text and self._reads(behind):
                return behind
        return None

    def _about(self, text: str, home: Target, deep: bool = True) -> Found | None:
        """The parts that the name at the beginning of a line means."""
        sure = self._signed(text, home, deep)
        if sure and self._reads(sure):
            return sure
        whole = self._means(unwrapped(text), "", home, deep)
        if whole and not sure:
            return Found(whole, "", sure=unwrapped(text) != text.strip())
        row = self._row(text, home, deep) if not sure else None
        placed = row or self._placed(text, home, deep)
        if sure and not (placed and self._reads(placed)):
            return sure
        return placed or self._sentence(text, home, deep)

    def _means(self, name: str, said: str, home: Target, deep: bool, tables: bool = False) -> tuple[Target, ...]:
        """The parts that a name can mean: of the outermost records that know it those that `said` fits."""
        names = self.values.names
        levels = list(names.levels(name, home, tables)) if deep else [names.within(name, home, tables)]
        fitting = (each for each in levels if said and self._reads(Found(each, said)))
        return levels[0] if len(levels) == 1 else next(fitting, levels[0] if levels else ())

    def _row(self, text: str, home: Target, deep: bool) -> Found | None:
        """All parts of a row by their names, without its own: `근력 B 내구 C 민첩 A 마력 D 행운 E`."""
        for level in levels_of(home) if deep else [[home]]:
            rows = [each for each in level if isinstance(each.kind, Row)]
            named = tuple(
                each for each in rows if isinstance(each.kind, Row) and self.values.names_all(each.kind, text)
            )
            if named:
                return Found(named, text, sure=True)
        return None

    def _placed(self, text: str, home: Target, deep: bool) -> Found | None:
        """A name and a value with nothing but a blank between them."""
        for name, rest in named_by_place(text):
            targets = self._means(name, rest, home, deep)
            found = Found(targets, rest)
            if targets and rest and (self._reads(found) or _looks_said(name, rest)):
                free = all(self.values.is_free(each.kind) for each in targets)
                return replace(found, doubtful=free)
        return None

    def _sentence(self, text: str, home: Target, deep: bool) -> Found | None:
        """A sentence that does what a flag is named after: `이탈하겠습니다`."""
        for name, said in sentences(text):
            flags = tuple(each for each in self._means(name, said, home, deep) if isinstance(each.kind, Flag))
            if flags:
                return Found(flags, said)
        return None

    def _signed(self, text: str, home: Target, deep: bool) -> Found | None:
        signed = named_by_sign(text)
        if signed is None:
            return None
        name, rest = signed
        targets = self._means(name, rest, home, deep, tables=True)
        opened = rest in ("|", ">", "|-", ">-")
        return Found(targets, "" if opened else rest, sure=True) if targets else None

    def _reads(self, found: Found) -> bool:
        return any(self._fits(target, Value(found.text)) for target in found.targets)

    # Several fields in a line

    def _several(self, text: str, section: Target, home: Target) -> list[tuple[str, Found]]:
        """A line with several fields as each of them; nothing where it has not several.

        It is cut before each name; what cannot be read alone goes on with the part before it. A part of which no more
        is known than its name stays one where others can be read, so that it is said what is wrong with it.
        """
        names = self.values.names
        cut: list[Cut] = []
        for begin, end in cut_before(text, lambda name: bool(names.anywhere(name, home, tables=False)), MARKS):
            found = self._part(bare(text[begin:end]), cut, section, home)
            if cut and not self._stands(found) and not (found and self._is_closed(cut[-1][2])):
                start, _, _ = cut.pop()
                cut.append((start, end, self._part(bare(text[start:end]), cut, section, home)))
            else:
                cut.append((begin, end, found))
        told = [(bare(text[begin:end]), found) for begin, end, found in cut if found is not None and found.text]
        if len(told) < 2 or len(told) < len(cut) or not any(self._stands(found) for _, found in told):
            return []
        return told

    def _part(self, text: str, before: Sequence[Cut], section: Target, home: Target) -> Found | None:
        """A part of a line by the name that it begins with, whether its value can be read or not.

        It is looked for where the part `before` it was: `마스터 HP 3 MP 4`.
        """
        near = self._record_of(before[-1][2]) if before else None
        found = self._found(text, near or section, home)
        if found is None:
            named = ((self._means(name, rest, home, deep=True), rest) for name, rest in named_by_place(text))
            found = next((Found(targets, rest) for targets, rest in named if targets), None)
        return found

    def _stands(self, found: Found | None) -> bool:
        return found is not None and bool(found.text) and (found.sure or self._reads(found))

    def _is_closed(self, found: Found | None) -> bool:
        """Whether a part is whole and takes nothing more."""
        return (
            found is not None and self._stands(found) and all(isinstance(each.kind, _CLOSED) for each in found.targets)
        )

    def _record_of(self, found: Found | None) -> Target | None:
        """The record in which a part was, where that is one within another."""
        if found is None or len(found.targets) != 1:
            return None
        around = self._around(replace(found.targets[0], path=found.targets[0].path[:-1]))
        return next((each for each in around if isinstance(each.kind, Record)), None)

    # What is no field

    def _pass_over(self, text: str, home: Target) -> None:
        """A line that is no field: text that stands alone, unless it looks like one."""
        if is_furniture(text):
            return
        signed = named_by_sign(_SMILEY.sub("", text))
        placed = _NUMBERED_LINE.match(text) is not None
        called = signed is not None and _is_name(signed[0]) and not _SPEECH.fullmatch(signed[1])
        if signed is not None and called and _SAID.search(signed[1]) and not placed:
            self._unknown(signed[0])
            return
        numbers = _NAME_AND_NUMBERS.fullmatch(folded(text))
        if numbers and len(parts(numbers[2], " ,/")) > 1:
            self._unknown(numbers[1].strip())
            return
        named = any(self.values.names.anywhere(name, home, tables=False) for name, _ in named_by_place(text))
        *said, last = text.split()
        graded = 0 < len(said) < _FEW_WORDS and rank(ranked(last, self.words)) is not None
        if numbers or named or graded or (placed and signed):
            self.doubtful.add(text)
        self.loose.append(text)

    def _unknown(self, name: str) -> None:
        accepted = ", ".join(field.name for field in self.record.fields)
        self.values.problems.append(malformed("unknown_field", name, given=name, accepted=accepted))

    def _unnamed(self) -> None:
        """Values that stand alone: the one field that they fit where nothing else is said, else it is asked."""
        said = bool(self.raw)
        self._sentences()
        self._head()
        for text in self._together():
            value = Value(text)
            fitting = [
                Target((field.name,), field.kind)
                for field in self.record.fields
                if field.name not in self.raw and self._may_stand_alone(field.kind, text)
            ]
            if len(fitting) == 1 and not said:
                self._store(fitting, value, text)
            elif fitting:
                data = [self.values.attempt(target.kind, value, target.path).data for target in fitting]
                self._ask(text, [Reading(each.path, datum) for each, datum in zip(fitting, data, strict=True)])
            elif text in self.doubtful or any(self._may_stand_alone(each.kind, text) for each in self.record.fields):
                self.remarks.append(suspicious("read_as_text", "", given=text))

    def _sentences(self) -> None:
        """Lines that stand alone in which every word tells of which field it is: `쿄코 씬에 참가할게요`.

        Where nothing else is said, it is said of such a line which words of it are not understood.
        """
        if not self.loose:
            return
        told = tuple(replace(each, required=False) for each in self.record.fields if not self.values.is_free(each.kind))
        sentences = {text: Unnamed(self.values, Record(told), unopened(text), (), {}) for text in self.loose}
        for text, sentence in sentences.items():
            readings = sentence.sentences()
            if readings:
                self.loose.remove(text)
                self._take_sentence(text, self._likeliest(readings))
        for text, sentence in sentences.items():
            rest = "" if self.raw or self.values.questions else sentence.unread()
            if rest:
                self.values.problems.append(malformed("unread_words", "", given=text, rest=rest))

    def _likeliest(self, readings: Sequence[Sequence[Group]]) -> Sequence[Sequence[Group]]:
        """Those that leave out nothing that is required, and of them those with the fewest values without a name."""
        needed = {each.name for each in self.record.fields if each.required} - self.raw.keys()
        whole = [each for each in readings if needed <= {group.field for group in each}] or readings
        bare = [sum(not group.named for group in each) for each in whole]
        return [each for each, unnamed in zip(whole, bare, strict=True) if unnamed == min(bare)]

    def _take_sentence(self, text: str, readings: Sequence[Sequence[Group]]) -> None:
        """A sentence that can be read in one way; else it is asked where its readings differ."""
        said = [{group.field: group.attempt.data for group in each} for each in readings]
        sure = {field: data for field, data in said[0].items() if all(each.get(field) == data for each in said)}
        unsure = distinct_of([(field, data) for each in said for field, data in each.items() if field not in sure])
        for group in readings[0]:
            if group.field in sure:
                self._put((group.field,), group.attempt.raw)
        if unsure:
            self.values.questions.append(Question(text, tuple(Reading((field,), data) for field, data in unsure)))

    def _head(self) -> None:
        """What a post is about may stand without its name: the required choice that comes first, where one word of it
        stands alone and nothing else that is required can be meant by it: `참가할게요`.
        """
        first = self.record.fields[0] if self.record.fields else None
        if first is None or first.name in self.raw or not (first.required and isinstance(first.kind, Choice)):
            return
        meant = {text: found for text in self.loose if (found := choices(text, first.kind, self.words))}
        others = [each.kind for each in self.record.fields[1:] if each.required]
        text = next(iter(meant), "")
        if len(set(meant.values())) == 1 and not any(self._may_stand_alone(kind, text) for kind in others):
            self._store((Target((first.name,), first.kind),), Value(text), text)
            self.loose = [each for each in self.loose if each not in meant]

    def _together(self) -> list[str]:
        """The lines that stand alone, with those that are the items of one list as one: `1번 …` below `2번 …`.

        Where only some of them can be its items, the list is read all the same, so that it is said which cannot.
        """
        numbered = [text for text in self.loose if _NUMBERED_LINE.match(text)]
        for field in self.record.fields:
            if not isinstance(field.kind, Many) or field.name in self.raw:
                continue
            alone = [place for place, text in enumerate(self.loose) if self._may_stand_alone(field.kind, text)]
            items = numbered if len(numbered) > 1 else self.loose[alone[0] : alone[-1] + 1] if alone else []
            whole, rest = ", ".join(items), [text for text in self.loose if text not in items]
            if len(items) > 1 and self._may_stand_alone(field.kind, whole):
                return [whole, *rest]
            if len(items) > 1 and alone and not self.raw:
                self._store((Target((field.name,), field.kind),), Value(whole), whole)
                return rest
        return self.loose

    def _may_stand_alone(self, kind: Kind, text: str) -> bool:
        sole = len(self.record.fields) == 1
        if (isinstance(kind, Flag) and not sole) or self.values.is_free(kind):
            return False
        return self.values.attempt(kind, Value(text), ()).fits

    def _ask(self, given: str, readings: Sequence[Reading]) -> None:
        """Ask which of these it is, or whether it is no field at all."""
        none: Data = None
        self.values.questions.append(Question(given, (*readings, Reading((), none))))


def _looks_said(name: str, rest: str) -> bool:
    """Whether what stands behind a name is meant as its value, though it does not fit."""
    short = len(rest.split()) <= 2 and not _SENTENCE_END.search(rest) and not _SUBJECT.search(name)
    return short or (any(sign.isdecimal() for sign in rest) and len(rest.split()) <= 8)


def _is_name(text: str) -> bool:
    """Whether a text could be the name of a field: a few words, no sentence."""
    words = next(iter(ways(text)), "")
    return 0 < len(words) <= _LONGEST_NAME and len(words.split()) <= 3 and _LETTERS.search(words) is not None
