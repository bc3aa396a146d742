"""A form as fields that people fill in.

Every kind of value has one field: a choice is picked, a yes or no ticked, a number typed; a record is a group, a list
of records a group for each; what the system's cut says otherwise is drawn as it says. Whatever else there is, is typed
as it is in a post and read by the same reader. What is filled in, and how it is read, is in `filled`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..core.form import ByKey, Choice, Field, Flag, Kind, Many, Number, OneOf, Record, Row, Text
from ..text.prose import Prose
from ..text.sheet import hint
from .cuts.cut import Fold, Recast, Shape, Tick
from .filled import (
    LONG,
    LONGEST,
    NONE,
    ROWS,
    Filled,
    below,
    can_be_filled,
    filled_places,
    is_laid_out,
    is_leaf,
    is_list,
    record_in,
    rows_of,
)

MOST_ROWS = 100
FEW = 7
"""How many values of a choice are all shown."""

HUGE = 99
"""From so many on the bounds of a number are not worth a line, and only stand in its empty field."""

PLACES = "places"
"""The path of fields that are shown place by place; none is read from there."""

STAKES = "stakes"
"""What may be said of such a place beside the first, put by under that name."""


class Option(NamedTuple):
    """A value of a choice: what it is called, how it is drawn, by which key it is laid, what it does; `unless`: for
    which values of the choice above it is not offered."""

    value: str
    name: str
    glyph: str = ""
    key: str = ""
    note: str = ""
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Widget:
    """One field as a page shows it.

    `options` are the values of a choice with what they are called; `parts` the fields of a group, or one for each of
    several; `rest` those of a cell that are seldom needed. `none`: whether it may be said that there is none (and
    `is_none` that it was); `unsaid`: what it means to leave it empty. `only`: for which values of the choice above it
    counts, empty for any; `must`: for which it must be given. `said`: whether anything is filled in, here or below.
    `bounds`: between which numbers a number lies.
    """

    path: str
    label: str
    shape: Shape
    value: str = ""
    hint: str = ""
    clause: str = ""
    required: bool = False
    none: bool = False
    is_none: bool = False
    unsaid: str = ""
    wrong: bool = False
    said: bool = False
    options: tuple[Option, ...] = ()
    parts: tuple[Widget, ...] = field(default=())
    rest: tuple[Widget, ...] = field(default=())
    only: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    columns: int = 0
    longest: int = LONGEST
    bounds: str = ""

    @property
    def id(self) -> str:
        """What it goes by on its page; a path may have blanks."""
        return "f-" + re.sub(r"[^\w-]", lambda sign: "-" if sign[0] == "." else f"_{ord(sign[0]):x}", self.path)

    @property
    def is_picked(self) -> bool:
        """Whether leaving it empty is one of its choices."""
        return self.shape in (Shape.CHOICE, Shape.FLAG, Shape.SELECT)

    @property
    def has_notes(self) -> bool:
        return bool(self.hint or (self.unsaid and not self.is_picked))

    @property
    def is_marked(self) -> bool:
        """Whether it, or a field in it, is marked as one that must be filled in."""
        return self.required or bool(self.must) or any(each.is_marked for each in self.parts)

    @property
    def is_drawn_whole(self) -> bool:
        """Whether a drawing of its cells says all of it: nothing more is said of any."""
        return not any(more.said for cell in self.parts for more in cell.rest)

    @property
    def faces(self) -> tuple[str, ...]:
        """The glyphs of its values, each once."""
        return tuple(dict.fromkeys(" ".join(each.glyph for each in self.options).split()))


class Layout:
    """Lays out a form for one reader. `wrong` are the paths at which something is not right."""

    def __init__(
        self,
        prose: Prose,
        filled: Filled,
        wrong: Iterable[str] = (),
        say: Callable[..., str] | None = None,
        asked: str = "",
    ) -> None:
        """`say` has the words of the site, for what a cut calls by one of them; `asked` is the kind of the form, whose
        words say what a field of it does, and what it means to leave it empty."""
        self.prose, self.filled, self.wrong, self.say = prose, filled, frozenset(wrong), say
        self.places, self.asked = filled_places(filled), asked
        self.folds: Sequence[Fold] = ()

    def form(self, kind: Kind, folds: Sequence[Fold] = (), places: Sequence[str] = ()) -> tuple[Widget, ...]:
        """A whole form, cut: what has a value for each place shown place by place, what is seldom needed put by."""
        if isinstance(kind, Recast):
            whole = _marked(self._recast(kind, Widget("", "", Shape.GROUP, required=True)))
            return (replace(whole, required=False),)
        assert isinstance(kind, Record)
        self.folds = folds
        return (*self._places(kind, places), *self.widgets(_without(kind, places)))

    def _places(self, record: Record, names: Sequence[str]) -> Iterator[Widget]:
        """Fields with a value for each place as a group for each place; what was typed otherwise stays as it is."""
        fields = {each.name: each for each in record.fields if each.name in names and self._is_asked(each, "")}
        chosen = [fields[name] for name in names if name in fields]
        rows = [self._field(each, each.name) for each in chosen]
        lists = [row for row in rows if isinstance(fields[row.path].kind, Recast) and row.path not in self.filled]
        typed_so = [row for row in rows if row not in lists]
        count = max((len(row.parts) for row in lists), default=0)
        groups = []
        for place in range(count):
            first = place == 0  # what is to be known of a field is said once
            parts = tuple(
                replace(
                    row.parts[place],
                    label=row.label,
                    clause=row.clause if first else "",
                    hint=row.parts[place].hint if first else "",
                )
                for row in lists
                if place < len(row.parts)
            )
            groups.append(self._place(str(place + 1), parts))
        if groups:
            said = any(row.said for row in lists)
            noted = tuple(replace(row, hint=self._note(row.path), parts=()) for row in lists if self._note(row.path))
            yield Widget(PLACES, "", Shape.PLACES, parts=tuple(groups), rest=noted, said=said)
        yield from typed_so

    def _place(self, place: str, parts: tuple[Widget, ...]) -> Widget:
        """What has to be said of a place first, and put by what may be."""
        path, (first, *more) = f"{PLACES}.{place}", parts
        stakes = (self._put_by(STAKES, path, more),) if more else ()
        return Widget(path, place, Shape.GROUP, parts=(first, *stakes))

    def widgets(self, record: Record) -> tuple[Widget, ...]:
        """The fields of a whole form as they are, one below the other."""
        return tuple(map(_marked, self._fields(record, "")))

    def _fields(self, record: Record, path: str) -> tuple[Widget, ...]:
        """The fields of a record, with those that are seldom needed put by behind the others."""
        made = [self._field(each, below(path, each.name)) for each in record.fields if self._is_asked(each, path)]
        folds = [(fold, [each for each in made if fold.holds(each.path)]) for fold in self.folds]
        put_by = {each.path for _, parts in folds for each in parts}
        open_ = (each for each in made if each.path not in put_by)
        return (*open_, *(self._put_by(fold.name, path, parts) for fold, parts in folds if parts))

    def _put_by(self, name: str, path: str, parts: Sequence[Widget]) -> Widget:
        """Fields put by; shown at once where anything is filled in, or wrong, in one of them."""
        shown = any(each.said or each.wrong or self._is_wrong_below(each.path) for each in parts)
        return Widget(below(path, name), name, Shape.FOLD, said=shown, parts=tuple(parts))

    def _is_wrong_below(self, path: str) -> bool:
        return any(each.startswith(path + ".") for each in self.wrong)

    def _is_asked(self, each: Field, path: str) -> bool:
        """What cannot be used now is shown only where it was filled in."""
        return can_be_filled(each.kind) and (each.offered or below(path, each.name) in self.places)

    def _field(self, each: Field, path: str, label: str = "") -> Widget:
        made = self._widget(each.kind, path, label or self.prose.name(each.name))
        return replace(
            made,
            hint=self._note(path) or made.hint,
            unsaid="" if self._note(path) else self._unsaid(path),
            clause=each.clause,
            required=each.required,
            none=each.nullable,
            is_none=each.nullable and path + NONE in self.filled,
        )

    def _note(self, path: str, value: str = "") -> str:
        """What a field, or a value of it, does or costs, where the rules have a word for it."""
        return self._of_rules("note", ".".join(filter(None, (path.rpartition(".")[2], value))))

    def _unsaid(self, path: str) -> str:
        """What it means to leave a field empty, where the rules have a word for it."""
        return self._of_rules("unsaid", path)

    def _of_rules(self, root: str, path: str) -> str:
        key = f"{root}.{self.asked}.{path}"
        return self.prose.words.say(key) if key in self.prose.words else ""

    def _widget(self, kind: Kind, path: str, label: str) -> Widget:
        plain = Widget(
            path,
            label,
            Shape.LINE,
            self.filled.get(path, ""),
            wrong=path in self.wrong,
            said=path in self.places,
        )
        match kind:
            case Recast():
                return self._recast(kind, plain)
            case Record():
                return replace(plain, shape=Shape.GROUP, parts=self._fields(kind, path))
            case Row():
                parts = tuple(self._widget(kind.of, below(path, name), self.prose.name(name)) for name in kind.names)
                return replace(plain, shape=Shape.GROUP, parts=parts)
            case Many() if is_list(kind):
                return replace(plain, shape=Shape.SEVERAL, parts=tuple(self._rows(kind, path, label)))
            case ByKey(key=Choice() as keys):
                parts = tuple(
                    self._widget(kind.of, below(path, key), self._called(keys.names, key))
                    for key in map(str, keys.offers)
                )
                return replace(plain, shape=Shape.GROUP, parts=parts)
            case OneOf() if (record := record_in(kind)) is not None:
                alone = [each for each in kind.kinds if not isinstance(each, Record)]
                single = self._widget(alone[0] if len(alone) == 1 else OneOf(tuple(alone)), path, label)
                return replace(plain, shape=Shape.EITHER, parts=(single, *self._fields(record, path)))
        return self._leaf(kind, plain)

    def _leaf(self, kind: Kind, plain: Widget) -> Widget:
        """A single value."""
        match kind:
            case Choice() | Flag():
                return self._choice(plain, self._options(kind), isinstance(kind, Flag))
            case OneOf() if is_leaf(kind) and (options := self._options(kind)):
                return self._choice(plain, options)
            case Tick():
                return replace(plain, shape=Shape.TICK)
            case Number():
                said = hint(kind, self.prose) if kind.high < HUGE else ""
                bounds = f"{kind.low}–{kind.high}" if kind.high <= HUGE else ""
                return replace(plain, shape=Shape.NUMBER, hint=said, bounds=bounds, longest=17)
            case Text():
                shape = Shape.AREA if kind.longest > LONG else Shape.LINE
                return replace(plain, shape=shape, longest=kind.longest)
        laid = Shape.AREA if is_laid_out(kind) else Shape.LINE
        return replace(plain, shape=laid, hint=self._hint(kind))

    def _hint(self, kind: Kind) -> str:
        """What may be typed."""
        match kind:
            case Many(of=Number() | Text() as of) if self.say is not None:
                bounds = hint(of, self.prose) if isinstance(of, Number) and of.high < HUGE else ""
                return " ".join(filter(None, (bounds, self.say(f"field.several_{type(of).__name__.lower()}"))))
        return hint(kind, self.prose)

    def _choice(self, plain: Widget, options: Sequence[Option], flag: bool = False) -> Widget:
        """A choice. What was typed in a post and is none of the values stays to be seen."""
        known = {each.value for each in options}
        more = (Option(plain.value, self.prose.name(plain.value)),) if plain.value and plain.value not in known else ()
        shape = Shape.FLAG if flag else Shape.CHOICE if len(options) <= FEW else Shape.SELECT
        noted = (each._replace(note=self._note(plain.path, each.value)) for each in options)
        return replace(plain, shape=shape, options=(*noted, *more))

    def _options(self, kind: Kind) -> tuple[Option, ...]:
        """The values that may be picked; of kinds one of which cannot, none."""
        match kind:
            case Choice():
                return tuple(Option(str(value), self._called(kind.names, str(value))) for value in kind.offers)
            case Flag():
                return tuple(Option(each, self.prose.words.name(each)) for each in ("yes", "no"))
            case Recast(inner=Choice() as inner):
                plain = (Option(str(value), self._called(inner.names, str(value))) for value in inner.offers)
                return tuple(self._drawn(kind, each) for each in plain)
            case OneOf():
                found = [self._options(each) for each in kind.kinds]
                return tuple(each for options in found for each in options) if all(found) else ()
        return ()

    def _called(self, names: Mapping[str, str], value: str) -> str:
        """What a value is called: a person of a team by both, where the team alone is named."""
        return self.prose.name(value) if self.prose.person_of(value) else names.get(value) or self.prose.name(value)

    def _rows(self, kind: Many, path: str, label: str) -> Iterator[Widget]:
        """The rows that are filled in, and an empty one; more where more were asked for. Of several each says which it
        is; a single group of fields is named by its list."""
        there = rows_of(self.filled, path)
        count = min(kind.most, max(there + 1, _count(self.filled.get(path + ROWS, ""))))
        for place in range(1, count + 1):
            row = self._widget(kind.of, below(path, place), f"{label} {place}")
            yield replace(row, label="") if count == 1 and row.shape in (Shape.GROUP, Shape.VARIANT) else row

    # What is cut

    def _recast(self, kind: Recast, plain: Widget) -> Widget:
        if is_leaf(kind):
            return self._picked(kind, plain)
        if plain.path and plain.path in self.filled:
            return self._leaf(kind.outer, plain)  # it was written as the fields cannot say it
        match kind.shape:
            case Shape.TICKS:
                return self._ticks(kind, plain)
            case Shape.VARIANT:
                return self._variant(kind, plain)
            case Shape.BOARD | Shape.LANE:
                return self._cells(kind, plain)
        return self._widget(kind.inner, plain.path, plain.label)

    def _picked(self, kind: Recast, plain: Widget) -> Widget:
        options = self._options(kind)
        if not options:
            return replace(self._leaf(kind.inner, plain), shape=kind.shape or self._leaf(kind.inner, plain).shape)
        made = self._choice(plain, options)
        return replace(made, shape=kind.shape or made.shape)

    def _ticks(self, kind: Recast, plain: Widget) -> Widget:
        record = kind.inner
        assert isinstance(record, Record)
        names = (self._drawn(kind, Option(each.name, self._called(kind.names, each.name))) for each in record.fields)
        boxes = (self._widget(Tick(), below(plain.path, each.value), each.name) for each in names)
        wrong = plain.wrong or self._is_wrong_below(plain.path)
        return replace(plain, shape=Shape.TICKS, parts=tuple(boxes), wrong=wrong)

    def _variant(self, kind: Recast, plain: Widget) -> Widget:
        """The choice first, then each field with the values for which it counts."""
        record = kind.inner
        assert isinstance(record, Record)
        parts = self._fields(record, plain.path)
        by = below(plain.path, kind.by)
        chooser = tuple(each for each in parts if each.path == by)
        others = tuple(
            replace(
                each,
                only=_values_with(kind.of, each),
                must=_values_with(kind.needs, each),
                options=tuple(
                    option._replace(unless=_values_barring(kind.bars, each, option)) for option in each.options
                ),
            )
            for each in parts
            if each.path != by
        )
        return replace(plain, shape=Shape.VARIANT, parts=(*chooser, *others))

    def _cells(self, kind: Recast, plain: Widget) -> Widget:
        """A cell for each field of the record below."""
        record = kind.inner
        assert isinstance(record, Record)
        cells = tuple(
            self._cell(kind, each.kind, below(plain.path, each.name), self._called(kind.names, each.name))
            for each in record.fields
        )
        return replace(plain, shape=kind.shape or Shape.LANE, parts=cells, columns=kind.columns)

    def _cell(self, kind: Recast, of: Kind, path: str, label: str) -> Widget:
        assert isinstance(of, Record)
        parts = {each.path.rpartition(".")[2]: each for each in self._fields(of, path)}
        main = replace(parts[kind.main], shape=Shape.SELECT)
        main = replace(main, options=tuple(self._drawn(kind, each) for each in main.options))
        laid_on = [
            name for name, each in parts.items() if name in kind.ticks or (each.shape is Shape.TICK and each.said)
        ]
        ticks = tuple(self._drawn_tick(kind, name, parts[name]) for name in laid_on)
        others = (each for name, each in parts.items() if name not in (kind.main, *laid_on))
        rest = tuple(_listed(each) for each in others if each.said or not _is_unoffered(kind, each))
        wrong = path in self.wrong or self._is_wrong_below(path)
        said = path in self.places
        return Widget(path, label, Shape.CELL, wrong=wrong, said=said, parts=(main, *ticks), rest=rest)

    def _drawn(self, kind: Recast, option: Option) -> Option:
        """A value as the cut calls and draws it."""
        name, _, other = kind.words.get(option.value, "").partition(":")
        given = self._called(kind.names, option.value) if option.value in kind.names else option.name
        called = self.prose.name(name) if name else given
        if other and self.say is not None:
            called = self.say(f"field.{name}", card=self.prose.name(other))
        return Option(option.value, called, kind.glyphs.get(option.value, ""), kind.keys.get(option.value, ""))

    def _drawn_tick(self, kind: Recast, name: str, made: Widget) -> Widget:
        sign = self._drawn(kind, Option(name, made.label))
        return replace(made, shape=Shape.TICK, options=(sign,))


def _is_unoffered(kind: Recast, widget: Widget) -> bool:
    return widget.shape is Shape.TICK or widget.path.rpartition(".")[2] in kind.unoffered


def _listed(widget: Widget) -> Widget:
    """A choice as a list that opens, where room is dear."""
    made = replace(widget, parts=tuple(map(_listed, widget.parts)))
    return replace(made, shape=Shape.SELECT) if made.shape in (Shape.CHOICE, Shape.FLAG) else made


def _values_with(of: Mapping[str, tuple[str, ...]], widget: Widget) -> tuple[str, ...]:
    """The values of a choice that have the field beside them."""
    return tuple(value for value, names in of.items() if widget.path.rpartition(".")[2] in names)


def _values_barring(
    bars: Mapping[str, Mapping[str, tuple[str, ...]]], widget: Widget, option: Option
) -> tuple[str, ...]:
    """The values of a choice beside which a value of another one cannot be."""
    name = widget.path.rpartition(".")[2]
    return tuple(value for value, barred in bars.items() if option.value in barred.get(name, ()))


def _marked(widget: Widget, needed: bool = True) -> Widget:
    """A field whose inner ones are marked as required only where it has to be there, or is begun."""
    required = widget.required and needed
    inside = needed if widget.shape is Shape.FOLD else required or widget.said
    return replace(widget, required=required, parts=tuple(_marked(each, inside) for each in widget.parts))


def _without(record: Record, names: Sequence[str]) -> Record:
    return replace(record, fields=tuple(each for each in record.fields if each.name not in names))


def _count(text: str) -> int:
    return min(int(text), MOST_ROWS) if text.isascii() and text.isdigit() and len(text) < 4 else 0
