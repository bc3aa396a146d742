"""What a word, a name or a path of names can stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...core.form import ByKey, Choice, Field, Kind, Many, OneOf, Reader, Record, Row
from ..clean import clean
from ..words import Words
from .cutting import unwrapped
from .effort import Effort
from .endings import TAIL, stems
from .lines import folded

YES, NO, NONE = "yes", "no", "none"
ANSWERS = (YES, NO, NONE)

_PARTICLE = re.compile(r"(?:에게|에서|으로|이랑|하고|까지|부터|에는|은|는|이|가|을|를|로|에|와|과|랑|의|도|만)$")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_NEGATION = re.compile(
    r"(\S.*?)(?:(?:하|되|가|치)?지(?:는|도)?\s*(?:않|말|아니|못).*|(?:은|는|을|를)?\s+안\s+\S+)"
    r"|(?:i|we)\s+(?:do not|will not|don[’']t|won[’']t)\s+(.+)",
    re.IGNORECASE,
)
_CUTS = re.compile(r"의\s+|[\s.>/·]+|(?<=[^\W\d_])(?=\d)")


def ways(text: str) -> tuple[str, ...]:
    """`text` as it is, and then without what a sentence hangs on it: marks, quotes, polite endings, a particle."""
    return tuple(way for level in _levels(text.strip()) for way in level)


@lru_cache(maxsize=8192)
def _levels(text: str) -> tuple[tuple[str, ...], ...]:
    """The ways of `text` in levels: of those that stand in one level none is likelier than the others."""
    if not text:
        return ()
    bare = unwrapped(TAIL.sub("", text)) or text
    spoken = stems(text)
    levels: list[tuple[str, ...]] = [(text,)]
    for level in ([bare], spoken, [_PARTICLE.sub("", each) for each in (bare, *spoken)]):
        seen = {way for earlier in levels for way in earlier}
        levels.append(tuple(each for each in dict.fromkeys(map(unwrapped, level)) if each and each not in seen))
    return tuple(levels)


def same(one: str, other: str) -> bool:
    """Whether two words are the same but for case, width and blanks."""
    return _plain(one) == _plain(other)


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    return re.sub(r"[\s_\-]+", "", clean(folded(text))).casefold()


def choices(text: str, kind: Choice, words: Words) -> tuple[str, ...]:
    """The values of a choice that `text` can mean; those that are called so go before those that mean it."""
    for level in _levels(text.strip()):
        called = [key for key in kind.values if key in kind.names and kind.names[key] in level]
        if called:
            return tuple(called)
        meant = {key for way in level for key in words.candidates(way)}
        named = [
            key
            for key in kind.values
            if key in meant or any(same(called, way) for called in _called(key, kind, words) for way in level)
        ]
        if named:
            return tuple(named)
    return ()


def _called(key: str, kind: Choice, words: Words) -> tuple[str, ...]:
    return key, kind.names.get(key, key), words.called(key) or key


def written(key: str, kind: Choice) -> str:
    """How a value of a choice is given to its form so that no display name is in the way."""
    name = kind.names.get(key, key)
    for raw in (key, name):
        if kind.read(raw, "", Reader()) == key:
            return raw
    return key


def answer(text: str, words: Words) -> str | None:
    """Whether `text` says yes, no or none, and nothing else."""
    for way in ways(text):
        found = [each for each in ANSWERS if each in words.candidates(way) or same(each, way)]
        if found:
            return found[0]
    return None


def sentences(text: str) -> Iterator[tuple[str, str]]:
    """What a sentence says to do or not to do: `이탈합니다`, `이탈하지 않습니다`."""
    bare = TAIL.sub("", text.strip())
    negated = _NEGATION.fullmatch(bare)
    if negated:
        yield negated[1] or negated[2], NO
        return
    for spoken in stems(text):
        yield spoken, YES


# Names of fields

Step = str | int

LONGEST_NAME = 60
"""Characters of the longest name or path of names."""


@dataclass(frozen=True, slots=True)
class Target:
    """A part of a form, by its path: names of fields, keys of tables, places (from 1) in lists."""

    path: tuple[Step, ...]
    kind: Kind
    nullable: bool = False


class Names:
    """The names of the parts of forms, as people write them."""

    def __init__(self, words: Words, effort: Effort) -> None:
        self.words, self.effort = words, effort
        self.found: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}

    def fields(self, name: str, record: Record) -> tuple[Field, ...]:
        """The fields that a name can mean. Raises TangledError."""
        if len(name) > LONGEST_NAME:
            return ()
        self.effort.spend(1)
        among = tuple(field.name for field in record.fields)
        if (name, among) not in self.found:
            self.found[name, among] = self._meant(name, among)
        found = self.found[name, among]
        return tuple(field for field in record.fields if field.name in found) if found else ()

    def _meant(self, name: str, among: Sequence[str]) -> frozenset[str]:
        """Those of some names that a name can mean: those that are the same, else those that are called so."""
        for way in _ways_of_name(name):
            found = {each for each in among if same(each, way)} or {*among}.intersection(self.words.said(way))
            if found:
                return frozenset(found)
        return frozenset()

    def anywhere(self, name: str, target: Target, tables: bool = True) -> tuple[Target, ...]:
        """The parts that a name or path can mean: those of the record itself, else those one record further in."""
        return next(self.levels(name, target, tables), ())

    def levels(self, name: str, target: Target, tables: bool = True) -> Iterator[tuple[Target, ...]]:
        """The parts that a name or path can mean: those of the record itself, then those one record further in.

        Without `tables` no key of a table and no place in a list belongs to the name.
        """
        for level in levels_of(target):
            found = tuple(each for outer in level for each in self.within(name, outer, tables))
            if found:
                yield found

    def within(self, name: str, target: Target, tables: bool = True) -> tuple[Target, ...]:
        """The parts of `target` that a name or path means: `능력치`, `마스터의 HP`, `skills.1.rank`, `예비 1번`."""
        return tuple(self._within(name.strip(), target, tables))

    def _within(self, name: str, target: Target, tables: bool) -> Iterator[Target]:
        match target.kind:
            case Record() | Row() as kind:
                record = by_name(kind)
                direct = self.fields(name, record)
                yield from (_part(target, field) for field in direct)
                if not direct:
                    for head, tail in _cuts(name):
                        for field in self.fields(head, record):
                            yield from self._within(tail, _part(target, field), tables)
            case ByKey(key=key, of=of):
                if tables:
                    yield from self._below(name, target, of, lambda word: self.key(word, key))
            case Many(of=of):
                if tables:
                    yield from self._below(name, target, of, place_in)
            case OneOf(kinds=kinds):
                yield from self._of_any(name, target, kinds, tables)
            case kind:
                yield from self._of_any(name, target, parts_of(kind), tables)

    def _of_any(self, name: str, target: Target, kinds: Iterable[Kind], tables: bool) -> Iterator[Target]:
        """Where a value may be of several kinds, the first that knows the name."""
        for kind in kinds:
            found = self.within(name, Target(target.path, kind), tables)
            if found:
                yield from found
                return

    def _below(self, name: str, target: Target, of: Kind, step_of: Callable[[str], Step | None]) -> Iterator[Target]:
        whole = step_of(name)
        if whole is not None:
            yield Target((*target.path, whole), of)
            return
        for head, tail in _cuts(name):
            step = step_of(head)
            if step is not None:
                yield from self._within(tail, Target((*target.path, step), of), tables=True)

    def key(self, word: str, kind: Kind) -> str | None:
        """A key of a table as its kind reads it."""
        for way in ways(word):
            raw: object = way
            if isinstance(kind, Choice):
                found = choices(way, kind, self.words)
                if len(found) > 1:
                    return None
                raw = written(found[0], kind) if found else way
            elif counted(way) is not None:
                raw = counted(way)
            reader = Reader(self.words.identify)
            kind.read(raw, "", reader)
            if not reader.problems:
                return str(raw)
        return None


def parts_of(kind: Kind) -> tuple[Kind, ...]:
    """The kinds of which a kind that the house does not know is made."""
    names = getattr(type(kind), "__dataclass_fields__", ())
    return tuple(part for part in (getattr(kind, name) for name in names) if isinstance(part, Kind))


def levels_of(target: Target) -> Iterator[list[Target]]:
    """A record, then what is made of named parts in it, then what is in those, as long as there is any."""
    level = [target]
    while level:
        yield level
        level = [
            _part(outer, field)
            for outer in level
            if isinstance(outer.kind, Record)
            for field in outer.kind.fields
            if isinstance(field.kind, Record | Row)
        ]


def kind_at(kind: Kind, path: Iterable[Step]) -> Kind:
    """The part of a kind at a path."""
    for step in path:
        kind = _inside(kind, step)
    return kind


def _inside(kind: Kind, step: Step) -> Kind:
    match kind:
        case Record():
            return next(field.kind for field in kind.fields if field.name == step)
        case ByKey() | Many() | Row():
            return kind.of
        case OneOf():
            return next(each for each in kind.kinds if isinstance(each, Record | ByKey | Many))
    return kind


def by_name(kind: Record | Row) -> Record:
    """A row as the record of its parts."""
    return Record(tuple(Field(name, kind.of) for name in kind.names)) if isinstance(kind, Row) else kind


def _part(target: Target, field: Field) -> Target:
    return Target((*target.path, field.name), field.kind, field.nullable)


def _cuts(name: str) -> Iterator[tuple[str, str]]:
    """A path of names as its first name and the rest, the longest name first."""
    for cut in reversed(list(_CUTS.finditer(folded(name)))):
        head, tail = name[: cut.start()].strip(), name[cut.end() :].strip()
        if head and tail:
            yield head, tail


def _ways_of_name(name: str) -> Iterator[str]:
    """A name as it is; without brackets, an aside, a particle."""
    bare = unwrapped(TAIL.sub("", name.strip()))
    yield bare
    without = _ASIDE.sub("", bare)
    yield without
    yield _PARTICLE.sub("", without).strip()


_COUNTED = re.compile(
    r"(?:제|no\.?|#)?\s*([+-]?\d{1,3}(?:,\d{3})+|[+-]?\d{1,16})\s*(?:%|[^\W\d_]{0,5})[.!~]*", re.IGNORECASE
)


def counted(text: str) -> int | None:
    """A whole number with whatever is counted behind it: `5`, `1번`, `＋3점`, `2획`, `60%`."""
    found = _COUNTED.fullmatch(folded(text).strip())
    return int(found[1].replace(",", "")) if found else None


def place_in(text: str) -> int | None:
    """A place in a list, from 1."""
    found = counted(text)
    return found if found is not None and 1 <= found <= 999 else None


_RANKED = re.compile(r"((?:EX|[A-E])\+{0,3})\s*([^\W\d_]{1,4})")


def ranked(text: str, words: Words) -> str:
    """A rank without what it is called behind it: `B` of `B랭크`; any other text as it is."""
    found = _RANKED.fullmatch(folded(text).strip())
    return found[1] if found and {"rank", "grade"} & set(words.candidates(found[2])) else text
