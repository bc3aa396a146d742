"""Values that tell by themselves of which field they are: `신속 B`, `게이볼그 (대군) B+`, `쿄코 씬에 참가할게요`.

Every word has to be of some field, and of one: what is left over makes the text unread, and what can be read in two
ways is two readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...core.form import ByKey, Choice, Field, Flag, Kind, Many, Record, Row, Text
from .cutting import Word, words_of
from .meaning import Step, Target, sentences, ways
from .raw import settled
from .reading import Attempt, Value

if TYPE_CHECKING:
    from .values import Values

_MOST_WORDS = 24
"""A line of more words is prose."""

_LONGEST = 5
"""So many words a value has that is no list."""

_LISTS = (Many, ByKey, Row)


@dataclass(frozen=True, slots=True)
class Group:
    """Words in a row as the value of one field.

    `new`: no text made of words that could be something else; `named`: the field's name is among them.
    """

    field: str
    attempt: Attempt
    new: bool = True
    named: bool = False


class Unnamed:
    """One text as the fields of one record. Its field of free text may be among them, where it has one only."""

    def __init__(
        self, values: Values, record: Record, text: str, path: tuple[Step, ...], rest: Mapping[Step, object]
    ) -> None:
        self.values, self.record, self.text, self.path, self.rest = values, record, text, path, rest
        self.words: Sequence[Word] = words_of(text)
        self.kinds = {field.name: field.kind for field in record.fields}
        self.made: dict[tuple[int, int], tuple[Group, ...]] = {}
        free = [each for each in record.fields if not isinstance(each.kind, Record) and values.is_free(each.kind)]
        self.free = free[0] if len(free) == 1 else None
        told = (field for field in record.fields if not isinstance(_item(field.kind), Flag | Record))
        fields = [field for field in told if field not in free]
        self.single = [field for field in fields if not isinstance(field.kind, _LISTS)]
        self.lists = [field for field in fields if isinstance(field.kind, _LISTS)]

    def readings(self) -> list[tuple[Group, ...]]:
        """What the text can say; the readings that need no known word for a name go before the others."""
        if not 0 < len(self.words) <= _MOST_WORDS:
            return []
        found = [each for each in self._covers(0, frozenset(map(str, self.rest))) if self._fits(each)]
        plain = [each for each in found if all(group.new for group in each)]
        return plain or found

    def unread(self) -> str:
        """The words that tell of no field, or all where they do not go together; none where not two fields are told."""
        told: set[str] = set()
        rest: list[str] = []
        at = 0
        while at < len(self.words) <= _MOST_WORDS:
            groups = {end: self._groups(at, end) for end in range(at + 1, min(at + _LONGEST, len(self.words)) + 1)}
            ends = [end for end, each in groups.items() if any(map(self._is_sure, each))]
            if ends:
                told.add(groups[ends[-1]][0].field)
            else:
                rest.append(self.words[at].text)
            at = ends[-1] if ends else at + 1
        return (" ".join(rest) or self.text) if len(told) > 1 else ""

    def sentences(self) -> list[tuple[Group, ...]]:
        """Readings of a sentence: what has no name in it is a word that its field knows, no mere number or list."""
        return [each for each in self.readings() if all(map(self._is_sure, each)) and (len(each) > 1 or each[0].named)]

    def _is_sure(self, group: Group) -> bool:
        return group.named or self._is_word(group)

    def _is_word(self, group: Group) -> bool:
        return isinstance(self.kinds[group.field], Choice)

    def raw(self, reading: Sequence[Group]) -> object:
        raw: dict[Step, object] = dict(self.rest)
        raw.update({group.field: group.attempt.raw for group in reading})
        return settled(raw)

    def _fits(self, reading: Sequence[Group]) -> bool:
        return self.values.form(self.record, self.raw(reading))[0]

    def _covers(self, at: int, used: frozenset[str]) -> Iterator[tuple[Group, ...]]:
        """The ways in which the words from a place on are values of fields that are not used yet."""
        if at == len(self.words):
            yield ()
        for end in range(at + 1, len(self.words) + 1):
            for group in self._groups(at, end):
                if group.field not in used:
                    for rest in self._covers(end, used | {group.field}):
                        yield (group, *rest)

    def _groups(self, at: int, end: int) -> Sequence[Group]:
        """What the words of one place to another can be."""
        if (at, end) not in self.made:
            self.made[at, end] = tuple(self._made(at, end))
        return self.made[at, end]

    def _made(self, at: int, end: int) -> Iterator[Group]:
        """What is named; else what fits a field, or a text."""
        said = self.text[self.words[at].start : self.words[end - 1].end]
        broken = any(word.apart for word in self.words[at + 1 : end])
        named = [*self._by_name(said, broken), *self._named_within(at, end, broken)]
        yield from (replace(group, named=True) for group in named)
        if not named:
            yield from self._by_kind(said, broken, end - at)
        if self.free is not None and not broken:
            for group in self._as_text(self.free, said, self.words[at:end]):
                yield replace(group, new=False) if named else group

    def _by_name(self, said: str, broken: bool) -> Iterator[Group]:
        found = self.values.named(said, Target((), self.record))
        for target in found[0] if found else ():
            if len(target.path) == 1 and (not broken or isinstance(target.kind, _LISTS)):
                yield from self._group(str(target.path[0]), target.kind, found[1] if found else "", target.nullable)
        for name, answer in () if found else sentences(said):
            for field in self.values.names.fields(name, self.record):
                if isinstance(field.kind, Flag):
                    yield from self._group(field.name, field.kind, answer)

    def _named_within(self, at: int, end: int, broken: bool) -> Iterator[Group]:
        """A value with the name of its field behind or in it: `쿄코 씬에`, `사야카를 공격합니다`, `피해 예장 C`."""
        words = [word.text for word in self.words[at:end]]
        for place in range(1, 0 if broken else len(words)):
            value = " ".join([*words[:place], *words[place + 1 :]])
            for field in self._called(words[place]):
                yield from self._group(field.name, field.kind, value, field.nullable)

    def _called(self, name: str) -> Sequence[Field]:
        """The fields of which a word is a name, as it stands in a sentence."""
        fields = next(filter(None, (self.values.names.fields(way, self.record) for way in ways(name))), ())
        return [field for field in fields if not isinstance(field.kind, Flag | Text)]

    def _by_kind(self, said: str, broken: bool, many: int) -> Sequence[Group]:
        """What fits by its looks, a single value before a list. What fits more than two fields tells of none."""
        short = many <= _LONGEST and not broken
        for fields in (self.single if short else (), self.lists):
            found = [group for field in fields for group in self._group(field.name, field.kind, said)]
            if found:
                return found if len(found) < 3 else ()
        return ()

    def _as_text(self, field: Field, said: str, words: Sequence[Word]) -> Iterator[Group]:
        """A text: no number and no rank stands in it, and it is `new` where there is a word that fits nothing else."""
        fitting = [self._by_kind(word.text, broken=False, many=1) for word in words]
        if all(self._is_word(group) for groups in fitting for group in groups):
            for group in self._group(field.name, field.kind, said):
                yield replace(group, new=not all(fitting))

    def _group(self, name: str, kind: Kind, said: str, nullable: bool = False) -> Iterator[Group]:
        attempt = self.values.attempt(kind, Value(said), (*self.path, name), nullable)
        if attempt.fits and not attempt.questions:
            yield Group(name, attempt)


def _item(kind: Kind) -> Kind:
    """What a list is made of: one of records takes too much to tell by its looks."""
    return kind.of if isinstance(kind, Many) else kind
