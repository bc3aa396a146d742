"""Forms: what may be answered, as data.

One description feeds the reader of files and posts, the page, the terminal, the API's schema and the random
agent. Reading gives plain canonical data and every problem at once; it never stops at the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import islice
from typing import Any, TypeAlias

from .canon import Data
from .problem import Problem, malformed
from .rank import rank

Identify: TypeAlias = Callable[[str, Collection[str]], str | None]
"""From a word in any language of the house (a field's name, a value) to the identifier that it means among those
that could stand there; None if it means none of them."""

Pick: TypeAlias = Callable[[int], int]
"""A whole number of 0 to n - 1; how an agent draws."""


def plain_words(word: str, among: Collection[str]) -> str | None:
    """The vocabulary that knows identifiers only."""
    return word if word in among else None


@dataclass(frozen=True, slots=True)
class Fault:
    """The code and clause of the problem of a value that does not fit."""

    code: str
    clause: str = ""


UNKNOWN_FIELD = Fault("unknown_field")
REPEATED_FIELD = Fault("repeated_field")


class Reader:
    """One reading: its vocabulary and the problems found."""

    def __init__(self, identify: Identify = plain_words) -> None:
        self.identify = identify
        self.problems: list[Problem] = []

    def refuse(self, fault: Fault, path: str, value: object, accepted: str) -> None:
        given = shown(value)
        self.problems.append(malformed(fault.code, path, fault.clause, given=given, accepted=accepted))


def _writable(text: str) -> bool:
    """Whether `text` has a canonical form: a lone surrogate has none, and comes in through escapes in JSON."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


_LONGEST_SHOWN = 40


def shown(value: object) -> str:
    """`value` as a sentence can repeat it: short, and of text that has a canonical form; yes, no and none in words."""
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: ""}[value]
    text = _written(value).encode(errors="replace").decode()
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _written(value: object, room: int = _LONGEST_SHOWN) -> str:
    """`value` as it stands in a file, as far as there is `room`: the inside of a list or table on one line."""
    match value:
        case None | bool():
            return {True: "true", False: "false", None: "null"}[value]
        case Mapping() if room > 0:
            pairs = [f"{_written(key, 0)}: {_written(item, room - 2)}" for key, item in islice(value.items(), room)]
            return "{" + ", ".join(pairs) + "}"
        case list() | tuple() if room > 0:
            return "[" + ", ".join(_written(item, room - 2) for item in value[:room]) + "]"
        case Mapping() | list() | tuple():
            return "…"
    try:
        return str(value)
    except ValueError:  # a number of more digits than Python writes
        return "…"


class Likeness(IntEnum):
    """How much a line of a post, with no name before it, is like a part of a value of some kind."""

    NONE = 0
    MAYBE = 1
    """Only beside lines that surely are."""
    SURE = 2


class Kind:
    """A kind of value. `read` returns it as plain data, or None after it has refused it."""

    __slots__ = ()

    def read(self, value: object, path: str, reader: Reader) -> Data:
        raise NotImplementedError

    def accepted(self) -> str:
        """What is accepted, in identifiers and digits only, to be shown beside a refusal."""
        raise NotImplementedError

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:  # noqa: ARG002
        """A value of this kind as lines one below the other, which `read` takes for it, where people write it so.

        `say` gives the word for an identifier; without it the signs are the kind's own.
        """
        return ()

    def line(self, value: Data, say: Callable[[str], str] | None = None) -> str:  # noqa: ARG002
        """A value of this kind as it is written on one line, where `read` takes that for it; `say` as for `rows`."""
        return ""

    def likeness(self, line: str, identify: Identify) -> Likeness:  # noqa: ARG002
        """How much a line is like a row of a value that people draw over several lines, named or not.

        `read` takes such lines as a list, and says which of them are wrong.
        """
        return Likeness.NONE

    def offered(self) -> tuple[str, ...] | None:
        """What there is to be answered with, in identifiers and names, where that is less than what would be read."""
        return None

    def sample(self, pick: Pick) -> Data:
        """A value of this kind in which every value has a chance."""
        raise NotImplementedError


_WRITTEN_NUMBER = re.compile(r"[+-]?\d{1,16}")


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number from `low` to `high`."""

    low: int
    high: int
    fault: Fault = Fault("bad_number")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and _WRITTEN_NUMBER.fullmatch(value.strip()):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return f"{self.low}..{self.high}"

    def sample(self, pick: Pick) -> Data:
        return self.low + pick(min(self.high, self.low + 99) - self.low + 1)


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of the words `values`; `names` are what people call them, where they are not words of the house. `open_to`
    are those that are offered, where others are read only to be refused with a better reason than that they are none.
    """

    values: tuple[str, ...]
    fault: Fault = Fault("bad_choice")
    names: Mapping[str, str] = field(default_factory=dict)
    open_to: tuple[str, ...] | None = None

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str):
            named = next((key for key, name in self.names.items() if name == value), None)
            for word in (named, value, reader.identify(value, self.values)):
                if word in self.values:
                    return word
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    @property
    def offers(self) -> tuple[str, ...]:
        return self.values if self.open_to is None else self.open_to

    def offered(self) -> tuple[str, ...] | None:
        return self.open_to

    def accepted(self) -> str:
        return ", ".join(self.names.get(value, value) for value in self.values)

    def sample(self, pick: Pick) -> Data:
        return self.values[pick(len(self.values))] if self.values else None


_FLAGS = {"yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Flag(Kind):
    """Yes or no."""

    fault: Fault = Fault("bad_flag")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str):
            value = _FLAGS.get(reader.identify(value, _FLAGS) or value, value)
        if isinstance(value, bool):
            return value
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return "yes, no"

    def sample(self, pick: Pick) -> Data:
        return bool(pick(2))


@dataclass(frozen=True, slots=True)
class Text(Kind):
    """Free text of at most `longest` characters."""

    longest: int = 200
    fault: Fault = Fault("bad_text")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and 0 < len(value.strip()) <= self.longest and _writable(value):
            return value.strip()
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return f"1..{self.longest}"

    def sample(self, pick: Pick) -> Data:
        return f"text {pick(100)}"


@dataclass(frozen=True, slots=True)
class RankText(Kind):
    """A rank as written in play, `"B+"`."""

    fault: Fault = Fault("bad_rank")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        found = rank(value) if isinstance(value, str) else None
        if found is not None:
            return str(found)
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return "E, D, C, B, A, EX, +, ++, +++"

    def sample(self, pick: Pick) -> Data:
        return ("E", "D", "C", "B", "A", "EX")[pick(6)] + "+" * pick(4)


def _gap(allowed: bool, kind: Kind, pick: Pick) -> Data:
    """A sample of `kind`, or now and then nothing, where nothing is `allowed`."""
    return None if allowed and pick(4) == 0 else kind.sample(pick)


@dataclass(frozen=True, slots=True)
class Many(Kind):
    """A list of at most `most` values. Where `gaps`, one of them may be left open (null).

    `overflow` is the fault of too many values, where that is another than no list at all.
    """

    of: Kind
    most: int = 100
    gaps: bool = False
    fault: Fault = Fault("bad_list")
    overflow: Fault | None = None

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if not isinstance(value, Sequence) or isinstance(value, str):
            reader.refuse(self.fault, path, value, self.accepted())
            return None
        if len(value) > self.most:
            reader.refuse(self.overflow or self.fault, path, value, self.accepted())
            return None
        return [
            None if self.gaps and item is None else self.of.read(item, f"{path}.{place}", reader)
            for place, item in enumerate(value, 1)
        ]

    def accepted(self) -> str:
        return f"[{self.of.accepted()}] × {self.most}"

    def sample(self, pick: Pick) -> Data:
        return [_gap(self.gaps, self.of, pick) for _ in range(pick(min(self.most, 5) + 1))]


@dataclass(frozen=True, slots=True)
class Row(Kind):
    """A value for each of `names`, in their order: written as `"4/3/3"` (parted by `mark`), as a list or by name.

    It is kept as a list. `alone`: a single value stands for all of them (`7` for `7/7`).
    """

    names: tuple[str, ...]
    of: Kind
    mark: str
    alone: bool = False
    fault: Fault = Fault("bad_row")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if self.alone and self._is_alone(value):
            return [self.of.read(value, path, reader)] * len(self.names)
        parts = self._parts(value, reader)
        if parts is None or len(parts) != len(self.names):
            reader.refuse(self.fault, path, value, self.accepted())
            return None
        return [self.of.read(part, f"{path}.{name}", reader) for name, part in zip(self.names, parts, strict=True)]

    def _parts(self, value: object, reader: Reader) -> Sequence[object] | None:
        if isinstance(value, Mapping):
            named = {reader.identify(str(key), self.names): item for key, item in value.items()}
            fits = named.keys() == set(self.names) and len(named) == len(value)
            return [named[name] for name in self.names] if fits else None
        if isinstance(value, str):
            return value.split(None if self.mark == " " else self.mark)
        return value if isinstance(value, Sequence) else None

    def _is_alone(self, value: object) -> bool:
        if isinstance(value, str):
            return self.mark not in value.strip()
        return not isinstance(value, Mapping | Sequence)

    def accepted(self) -> str:
        return self.mark.join(self.names)

    def sample(self, pick: Pick) -> Data:
        return [self.of.sample(pick) for _ in self.names]


@dataclass(frozen=True, slots=True)
class ByKey(Kind):
    """Values under keys of one's choosing: `{"1": [5]}`. The key is read like a value, and refused the second time."""

    key: Kind
    of: Kind
    fault: Fault = Fault("bad_table")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if not isinstance(value, Mapping):
            reader.refuse(self.fault, path, value, self.accepted())
            return None
        found: dict[str, Data] = {}
        for key, item in value.items():
            inner = f"{path}.{shown(key)}".lstrip(".")
            name = str(self.key.read(key, inner, reader))
            if name in found:
                reader.refuse(REPEATED_FIELD, inner, key, name)
            found[name] = self.of.read(item, inner, reader)
        return found

    def accepted(self) -> str:
        return f"{{{self.key.accepted()}: {self.of.accepted()}}}"

    def sample(self, pick: Pick) -> Data:
        return {str(self.key.sample(pick)): self.of.sample(pick) for _ in range(pick(3))}


@dataclass(frozen=True, slots=True)
class OneOf(Kind):
    """A value of the first of `kinds` that takes it; where none does, the last one says why."""

    kinds: tuple[Kind, ...]

    def read(self, value: object, path: str, reader: Reader) -> Data:
        for kind in self.kinds[:-1]:
            attempt = Reader(reader.identify)
            found = kind.read(value, path, attempt)
            if not attempt.problems:
                return found
        return self.kinds[-1].read(value, path, reader)

    def accepted(self) -> str:
        return " | ".join(kind.accepted() for kind in self.kinds)

    def sample(self, pick: Pick) -> Data:
        return self.kinds[pick(len(self.kinds))].sample(pick)


@dataclass(frozen=True, slots=True)
class Anything(Kind):
    """Whatever is written: a part that another form reads later."""

    def read(self, value: object, path: str, reader: Reader) -> Data:  # noqa: ARG002 - nothing is refused
        return value  # type: ignore[return-value]

    def accepted(self) -> str:
        return "…"

    def sample(self, pick: Pick) -> Data:  # noqa: ARG002
        return None


@dataclass(frozen=True, slots=True)
class Field:
    """One named value of a record; `clause` is the rule behind it, `nullable` whether it may say "there is none".

    `wanted`: data may leave it out, but a post says at least that there is none, for it may have been overlooked.
    Where it is not `offered`, nothing can be done by it now, and it is read only to be refused with a better reason
    than that it is none.
    """

    name: str
    kind: Kind
    clause: str = ""
    required: bool = False
    nullable: bool = False
    wanted: bool = False
    offered: bool = True


@dataclass(frozen=True, slots=True)
class Record(Kind):
    """Named fields. An unknown one is refused, so that a typing error never passes for a default; so is a field
    that is given twice, under two of its names.
    """

    fields: tuple[Field, ...]
    fault: Fault = Fault("bad_record")

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if not isinstance(value, Mapping):
            reader.refuse(self.fault, path, value, self.accepted())
            return None
        known = {each.name: each for each in self.fields}
        found: dict[str, Data] = {}
        for key, item in value.items():
            name = str(key) if key in known else reader.identify(str(key), known)
            inner = f"{path}.{shown(key)}".lstrip(".")
            if name not in known:
                reader.refuse(UNKNOWN_FIELD, inner, key, self.accepted())
            elif name in found:
                reader.refuse(REPEATED_FIELD, inner, key, name)
            elif item is None and known[name].nullable:
                found[name] = None
            else:
                found[name] = known[name].kind.read(item, inner, reader)
        for name, each in known.items():
            if each.required and name not in found:
                reader.problems.append(
                    malformed("missing_field", f"{path}.{name}".lstrip("."), each.clause, field=name)
                )
        return found

    def accepted(self) -> str:
        return ", ".join(each.name for each in self.fields)

    def sample(self, pick: Pick) -> Data:
        given = (each for each in self.fields if each.required or pick(2))
        return {each.name: _gap(each.nullable, each.kind, pick) for each in given}


@dataclass(frozen=True, slots=True)
class Form:
    """What a call may be answered with. `kind` is the key of its words; `supplies` what there is to spend, by name.

    `left` says what an order that was read leaves of them; below 0 it takes more than there is. `about`: what is to be
    known before one answers, as the values of a sentence of its words, `about.<kind>.<name>`, or of `about.<name>`
    where several forms say the same. `held`: what can be chosen by its name, each as a record of what it does.
    """

    kind: str
    record: Record
    supplies: Mapping[str, int] = field(default_factory=dict)
    left: Callable[[Data], Mapping[str, int]] | None = field(default=None, compare=False)
    about: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    held: Sequence[Any] = ()


def read(record: Kind, value: object, identify: Identify = plain_words) -> tuple[Data, tuple[Problem, ...]]:
    """`value` as plain data of the kind `record`, and every problem. With problems the data is not to be used."""
    reader = Reader(identify)
    data: Any = record.read(value, "", reader)
    return data, tuple(reader.problems)


def field_of(record: Any, name: str, identify: Identify) -> Any:
    """A field of a record that is not read yet, in whatever language it is named; None if it is not there."""
    if not isinstance(record, Mapping):
        return None
    return next((value for key, value in record.items() if name in (key, identify(str(key), (name,)))), None)
