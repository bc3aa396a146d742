"""What people draw over several lines of a post, a board row by row: it is known by its looks, with a name or without.

Every row counts, wherever it stands: five rows with a sixth far below them are six rows, and it is said so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...core.form import Field, Kind, Likeness, Record
from .cutting import named_by_sign, unwrapped
from .lines import lines_of, says_nothing
from .meaning import Target
from .raw import put
from .reading import Question, Reading, distinct_of
from .values import Values


@dataclass(slots=True)
class _Block:
    """Rows without a gap between them, and the field that is named above them."""

    rows: list[str]
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """A line as it looks: how much like a row, the `field` that it names, and the `row` in it."""

    likeness: Likeness
    row: str
    field: Field | None = None


class Drawings:
    """Takes what is drawn in a post out of its lines."""

    def __init__(self, record: Record, values: Values) -> None:
        self.record, self.values = record, values
        drawn = (field for field in record.fields if _is_drawn(field))
        self.fields = sorted(drawn, key=lambda field: not field.wanted)

    def taken_from(self, lines: Sequence[str], raw: dict[str | int, object]) -> list[str]:
        """The lines of a post without those that are drawn, which go into `raw`: what is left is to be read."""
        if not self.fields:
            return list(lines)
        seen = [self._seen(line) for line in lines]
        runs = [run for run in _runs(lines, seen) if any(seen[at].row for at in run)]
        surely = [run for run in runs if any(seen[at].likeness is Likeness.SURE or seen[at].field for at in run)]
        blocks = [block for run in surely for block in self._blocks(lines, seen, run)]
        if blocks:
            self._put(blocks, raw)
        gone = {at for run in surely for at in run}
        return ["" if at in gone else line for at, line in enumerate(lines)]

    def _seen(self, line: str) -> _Seen:
        found = self._likeness(line)
        if found:
            return _Seen(found, line)
        bare = next((each.text for each in lines_of([line])), "")
        name, rest = named_by_sign(bare) or (bare, "")
        if not rest:
            return _Seen(Likeness.NONE, "", self._named(unwrapped(name)))
        signed = named_by_sign(line)
        field = self._named(name) if signed else None
        if signed and field:
            found = self._likeness(signed[1])
            return _Seen(found, signed[1], field) if found else _Seen(found, "")
        return _Seen(Likeness.NONE, "")

    def _likeness(self, line: str) -> Likeness:
        return max(field.kind.likeness(line, self.values.words.identify) for field in self.fields)

    def _named(self, name: str) -> Field | None:
        """The field of that name, where it is one that people draw."""
        targets = self.values.names.within(name, Target((), self.record), tables=False) if name else ()
        named = [field for field in self.fields if (field.name,) in [each.path for each in targets]]
        return named[0] if len(targets) == len(named) == 1 else None

    def _blocks(self, lines: Sequence[str], seen: Sequence[_Seen], run: Sequence[int]) -> Iterator[_Block]:
        block = _Block([])
        for at in run:
            if seen[at].field or (not lines[at].strip() and not seen[at].row):
                if block.rows:
                    yield block
                    block = _Block([])
                block.field = seen[at].field or block.field
            if seen[at].row:
                block.rows.append(seen[at].row)
        if block.rows:
            yield block

    def _put(self, blocks: Sequence[_Block], raw: dict[str | int, object]) -> None:
        """All rows as one drawing, or each block as one; where several are, it is asked which is meant."""
        field = next((block.field for block in blocks if block.field), self.fields[0])
        whole = [row for block in blocks for row in block.rows]
        if not self.values.form(field.kind, whole)[0]:
            found = [data for block in blocks for fits, data in [self.values.form(field.kind, block.rows)] if fits]
            distinct = distinct_of(found)
            if len(found) == len(blocks) and len(distinct) == 1:
                whole = blocks[0].rows
            elif len(distinct) > 1:
                readings = tuple(Reading((field.name,), data) for data in distinct)
                self.values.questions.append(Question(" / ".join(whole), readings))
                return
        put(raw, (field.name,), whole)


def _is_drawn(field: Field) -> bool:
    return type(field.kind).likeness is not Kind.likeness


def _runs(lines: Sequence[str], seen: Sequence[_Seen]) -> Iterator[list[int]]:
    """Lines that follow each other with nothing but gaps and rules between them, from the first row or name on."""
    run: list[int] = []
    for at, each in enumerate(seen):
        if each.row or each.field or (run and says_nothing(lines[at])):
            run.append(at)
        elif run:
            yield run
            run = []
    if run:
        yield run
