"""A whole post by the record that it answers: its lines as fields, and what of it is mere text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...core.canon import Data
from ...core.form import Choice, Flag, Kind, Many, Record, Text
from ...core.problem import Problem, malformed, suspicious
from ..words import Words
from .cutting import named_by_place, named_by_sign, parts, unwrapped
from .lines import Node, folded, is_furniture
from .meaning import Step, Target, choices, sentences, ways
from .raw import dotted, put, put_at, settled
from .values import HOUSE_KINDS, Question, Reading, Value, Values

_LETTERS = re.compile(r"[^\W\d_]")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_SAID = re.compile(r"[^\W_]|[○◯×✓✔✗]")
_SMILEY = re.compile(r"(?:^|\s)[:;=8xX]'?-?[)(\]\[DPpOo03/|*]+\s*$")
_SPEECH = re.compile(r"[「『“‘《].*")
_TITLE = re.compile(r"\s*(?:\[[^\]]*\]|【[^】]*】|<[^>]*>|\([^)]*\))\s*(?=\S)")
_NAME_AND_NUMBERS = re.compile(r"((?:[^\W\d]\S{0,11}\s){1,2})\s*((?:[-+]?\d+[%번점획]?[\s,/]*)+)")
_SENTENCE_END = re.compile(r"[다요죠길네까지!?~.…]$")
_NUMBERED_LINE = re.compile(r"\s*\d+\s*(?:번|[.):])")
_SUBJECT = re.compile(r"\S(?:이|가|을|를)$")
_LONGEST_NAME = 20
_PROSE = "그날 밤 다리 위에는 아무도 없었다"


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


class PostReader:
    """One reading of a post. What was said of the record is in `raw`."""

    def __init__(self, record: Record, words: Words) -> None:
        self.record, self.words = record, words
        self.values = Values(words)
        self.raw: dict[str | int, object] = {}
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
            found = self._found(node.text, section, home)
            in_text = in_text and not node.line.gap
            if found is None:
                queue[:0] = self._stray(node, home, in_text)
                continue
            in_text = any(isinstance(target.kind, Text) for target in found.targets)
            if found.doubtful:
                self._ask(node.text, [Reading(each.path, found.text) for each in found.targets])
                queue[:0] = node.below
            elif found.text:
                queue[:0] = self._line(node, found, home)
            else:
                section = self._heading(node, found, queue, home)

    def _stray(self, node: Node, home: Target, in_text: bool) -> Sequence[Node]:
        """Take a line that begins with no field; what comes back is yet to be read: fields in it, or below it."""
        apart = self._several(node.text, home)
        if len(apart) > 1:
            return [*(Node(node.line.saying(text)) for text in apart), *node.below]
        if in_text:
            self.remarks.append(suspicious("read_as_text", "", given=node.text))
        else:
            self._pass_over(node.text, home)
        return node.below

    def _line(self, node: Node, found: Found, home: Target) -> Sequence[Node]:
        """Take a line that has a value; what comes back are lines that are yet to be read."""
        goes_on = bool(node.below) and all(self._found(each.text, home, home) is None for each in node.below)
        value = Value(found.text, node.below if goes_on else ())
        rest = () if goes_on else node.below
        if not any(self._fits(target, value) for target in found.targets):
            apart = self._several(node.text, home)
            if len(apart) > 1:
                return [*(Node(node.line.saying(text)) for text in apart), *node.below]
        self._store(found.targets, value, node.text)
        return rest

    def _heading(self, node: Node, found: Found, queue: list[Node], home: Target) -> Target:
        """Take a name without a value: it heads the lines below it, or those that follow; or it was left open."""
        target = found.targets[0]
        if isinstance(target.kind, Record) and len(found.targets) == 1:
            if not node.below:
                return target
            self._nodes(node.below, target)
            return home
        body = list(node.below)
        goes_on = not node.below or not isinstance(target.kind, HOUSE_KINDS)
        while goes_on and queue and not queue[0].line.gap and self._found(queue[0].text, home, home) is None:
            body.append(queue.pop(0))
        if body:
            self._store(found.targets, Value("", tuple(body)), node.text)
        elif not found.sure and isinstance(target.kind, Flag):
            self._ask(node.text, [Reading(target.path, True)])
        return home

    def _store(self, targets: Sequence[Target], value: Value, given: str) -> None:
        value = self._without_aside(targets, value)
        target, raw = self.values.pick(targets, value, (), given)
        if not put(self.raw, target.path, raw) and put_at(self.raw, target.path) != raw:
            name = dotted(target.path)
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
        near = () if section is home else (self._about(text, section, deep=False), self._about(text, home, deep=False))
        about = [each for each in near if each is not None]
        if not about and (found := self._about(text, home)):
            return found
        reading = [each for each in about if self._reads(each)]
        if len({each.paths for each in reading}) > 1:
            return Found((*reading[0].targets, *reading[1].targets), reading[0].text, reading[0].sure)
        if about:
            return (reading or about)[0]
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
        whole = self._means(unwrapped(text), home, deep)
        if whole and not sure:
            return Found(whole, "", sure=unwrapped(text) != text.strip())
        placed = self._placed(text, home, deep)
        if sure and not (placed and self._reads(placed)):
            return sure
        return placed or self._sentence(text, home, deep)

    def _means(self, name: str, home: Target, deep: bool) -> tuple[Target, ...]:
        names = self.values.names
        return names.anywhere(name, home, tables=False) if deep else names.within(name, home, tables=False)

    def _placed(self, text: str, home: Target, deep: bool) -> Found | None:
        """A name and a value with nothing but a blank between them."""
        for name, rest in named_by_place(text):
            targets = self._means(name, home, deep)
            found = Found(targets, rest)
            if targets and rest and (self._reads(found) or _looks_said(name, rest)):
                free = all(_is_free(each.kind, self.values) for each in targets)
                return replace(found, doubtful=free)
        return None

    def _sentence(self, text: str, home: Target, deep: bool) -> Found | None:
        """A sentence that does what a flag is named after: `이탈하겠습니다`."""
        for name, said in sentences(text):
            flags = tuple(each for each in self._means(name, home, deep) if isinstance(each.kind, Flag))
            if flags:
                return Found(flags, said)
        return None

    def _signed(self, text: str, home: Target, deep: bool) -> Found | None:
        names, signed = self.values.names, named_by_sign(text)
        if signed is None:
            return None
        name, rest = signed
        targets = names.anywhere(name, home) if deep else names.within(name, home)
        opened = rest in ("|", ">", "|-", ">-")
        return Found(targets, "" if opened else rest, sure=True) if targets else None

    def _reads(self, found: Found) -> bool:
        return any(self._fits(target, Value(found.text)) for target in found.targets)

    def _several(self, text: str, home: Target) -> list[str]:
        """A line with several fields as one line each."""
        cut: list[str] = []
        for part in parts(text, ",/;|"):
            found = self._about(part, home)
            starts = found is not None and found.text and (found.sure or self._reads(found))
            if starts or not cut:
                cut.append(part)
            else:
                cut[-1] += f", {part}"
        named = [part for part in cut if self._about(part, home) is not None]
        return cut if len(named) > 1 else [text]

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
        if numbers or named or (placed and signed):
            self.doubtful.add(text)
        self.loose.append(text)

    def _unknown(self, name: str) -> None:
        accepted = ", ".join(field.name for field in self.record.fields)
        self.values.problems.append(malformed("unknown_field", name, given=name, accepted=accepted))

    def _unnamed(self) -> None:
        """Values that stand alone: the one field that they fit where nothing else is said, else it is asked."""
        said = bool(self.raw)
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
        if (isinstance(kind, Flag) and not sole) or _is_free(kind, self.values):
            return False
        return self.values.attempt(kind, Value(text), ()).fits

    def _ask(self, given: str, readings: Sequence[Reading]) -> None:
        """Ask which of these it is, or whether it is no field at all."""
        none: Data = None
        self.values.questions.append(Question(given, (*readings, Reading((), none))))


def _is_free(kind: Kind, values: Values) -> bool:
    """Whether a kind takes any text at all, so that fitting it says nothing."""
    return isinstance(kind, Text) or values.attempt(kind, Value(_PROSE), ()).fits


def _looks_said(name: str, rest: str) -> bool:
    """Whether what stands behind a name is meant as its value, though it does not fit."""
    short = len(rest.split()) <= 2 and not _SENTENCE_END.search(rest) and not _SUBJECT.search(name)
    return short or (any(sign.isdecimal() for sign in rest) and len(rest.split()) <= 8)


def _is_name(text: str) -> bool:
    """Whether a text could be the name of a field: a few words, no sentence."""
    words = next(iter(ways(text)), "")
    return 0 < len(words) <= _LONGEST_NAME and len(words.split()) <= 3 and _LETTERS.search(words) is not None
