"""A sheet asked field by field, in the reader's language and answered in either."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.markdown import Markdown

from ..core.form import Field, Flag, Kind, Many, Record
from ..text.declaration import Post, question_blocks, read_part, read_value
from ..text.document import Block, Document, Heading, Note, NoteKind
from ..text.rulebook import read_rulebook
from ..text.sheet import hint
from .bench import Bench
from .session import Exit, Session, problem_blocks

LONGEST_LINE = 6
"""A record of at most so many single values is answered in one line."""

BACK, DONE, HELP = "go_back", "finish", "explain"
DEFAULT_TITLE = "team"


@dataclass(frozen=True, slots=True)
class Step:
    """One question: a value, a list of records one by one (`several`), or whether there is a part at all (`opens`)."""

    path: tuple[str, ...]
    field: Field
    several: bool = False
    opens: bool = False


def asked(bench: Bench) -> tuple[str, dict[str, Any]]:
    """The title and the sheet that somebody answers with. The end of input is the end of the answers."""
    builder = Builder(bench)
    try:
        builder.ask_all()
        builder.mend()
    except EOFError:
        bench.session.line("")
    if builder.wrong():
        bench.session.line(bench.file(builder.title, builder.sheet).rstrip())
        bench.session.stop(Exit.WRONG, "build.not_written")
    return builder.title, builder.sheet


def steps(record: Record, path: tuple[str, ...] = ()) -> Iterator[Step]:
    """The questions of a record, in the order of its fields."""
    for field in record.fields:
        here = (*path, field.name)
        if isinstance(field.kind, Record) and not _in_one_line(field.kind):
            yield Step(here, field, opens=True)
            yield from steps(field.kind, here)
        else:
            yield Step(here, field, several=isinstance(field.kind, Many) and isinstance(field.kind.of, Record))


def _in_one_line(record: Record) -> bool:
    return len(record.fields) <= LONGEST_LINE and not any(
        isinstance(each.kind, Record | Many) for each in record.fields
    )


class Builder:
    """A sheet being made by questions and answers."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.session: Session = bench.session
        self.title = ""
        self.sheet: dict[str, Any] = {}
        self.steps = tuple(steps(bench.record))

    def wrong(self) -> bool:
        """Whether the sheet cannot be written as it is."""
        return not self.sheet or any(problem.binding for problem in self.bench.problems(self.sheet))

    def ask_all(self) -> None:
        """Every question once; one may go back, or break off and go on to the end."""
        self.session.line(self.session.say("build.intro"))
        self.title = DEFAULT_TITLE
        self.title = self._input(self.session.say("build.title")) or DEFAULT_TITLE
        place, came = 0, list[int]()
        while place < len(self.steps):
            said = self._step(self.steps[place])
            if said == DONE:
                return
            if said == BACK:
                place = came.pop() if came else 0
                continue
            came.append(place)
            place = self._next(place)

    def mend(self) -> None:
        """Whole lines put right what was answered, until nothing more is said and nothing is wrong."""
        while True:
            self._show(Heading(2, self.session.say("build.mend")))
            line = self._input(self.session.say("build.line"))
            if line:
                self._take_line(line)
            elif self.wrong():
                self.session.line(self.session.say("build.still_wrong"))
            else:
                return
            self.session.show(self.bench.state(self.sheet))

    # One question

    def _step(self, step: Step) -> str:
        """Ask until there is an answer; what comes back is empty, or one of the words that lead elsewhere."""
        many = 0
        while True:
            answer = self._input(self._prompt(step, many))
            word = self.session.words.identify(answer, (BACK, DONE, HELP)) if answer else ""
            if word == HELP:
                self._explain(step)
            elif word in (BACK, DONE):
                return word or ""
            elif not answer and not step.opens:
                return ""
            elif self._take(step, answer, many):
                if not step.several:
                    return ""
                many += 1

    def _take(self, step: Step, answer: str, many: int) -> bool:
        """Take an answer into the sheet and show how it stands; False where it was not understood."""
        field = step.field
        if step.opens:
            field = Field(field.name, Flag())
            answer = answer or "yes"
        elif step.several:
            assert isinstance(field.kind, Many)
            field = Field(field.name, field.kind.of)
        post = read_value(field, answer, self.bench.prose.words)
        if not isinstance(post.order, dict):
            self._complain(step.field, post)
            return False
        value: Any = post.order[field.name]
        if step.opens:
            self._open(step.path, bool(value))
            return True
        if step.several:
            value = [*(self._at(step.path) or ())[:many], value]
        self._put(step.path, value)
        self.session.show(self.bench.state(self.sheet))
        return True

    def _next(self, place: int) -> int:
        """The next question that is still to be asked: those of a part that is not there are left out."""
        step = self.steps[place]
        place += 1
        if step.opens and self._at(step.path) is None:
            while place < len(self.steps) and self.steps[place].path[: len(step.path)] == step.path:
                place += 1
        return place

    def _take_line(self, line: str) -> None:
        post = read_part(self.bench.form, line, self.bench.prose.words)
        if isinstance(post.order, Mapping):
            self.sheet = _merged(self.sheet, post.order)
        else:
            self._complain(None, post)

    # What is shown

    def _prompt(self, step: Step, many: int) -> str:
        name = self.bench.prose.path(".".join(step.path))
        if step.opens:
            return self.session.say("build.opens", name=name)
        kind: Kind = step.field.kind
        if step.several and isinstance(kind, Many):
            return self.session.say("build.next", name=name, number=many + 1, hint=hint(kind.of, self.bench.prose))
        return self.session.say("build.value", name=name, hint=hint(kind, self.bench.prose))

    def _explain(self, step: Step) -> None:
        """The rulebook's entry of the clause behind a question."""
        book = read_rulebook(self.bench.rules.package, self.session.language)
        entry = book.entry(step.field.clause) if step.field.clause else None
        if entry is None:
            self.session.line(self.session.say("build.no_entry"))
        else:
            self.session.out.print(Markdown(entry))

    def _complain(self, field: Field | None, post: Post) -> None:
        form = self.bench.form
        if field is not None:
            form = type(form)(form.kind, Record((field,)))
        blocks: list[Block] = list(question_blocks(form, post.questions, self.bench.prose)) if post.questions else []
        if post.problems:
            blocks.append(Note(NoteKind.BAD, problem_blocks(self.bench.prose, post.problems)))
        self._show(*blocks)

    def _show(self, *blocks: Block) -> None:
        self.session.show(Document(self.session.language, "", blocks))

    def _input(self, prompt: str) -> str:
        """What somebody types. The end of input raises EOFError."""
        return self.session.out.input(f"{prompt} ", markup=False).strip()

    # The sheet

    def _at(self, path: tuple[str, ...]) -> Any:
        found: Any = self.sheet
        for name in path:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    def _put(self, path: tuple[str, ...], value: Any) -> None:
        whole: Any = value
        for name in reversed(path):
            whole = {name: whole}
        self.sheet = _merged(self.sheet, whole)

    def _open(self, path: tuple[str, ...], there: bool) -> None:
        if there and self._at(path) is None:
            self._put(path, {})
        elif not there:
            self.sheet = _without(self.sheet, path)


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """One record with what another says, records in it merged in turn."""
    found = dict(one)
    for name, value in other.items():
        before = found.get(name)
        both = isinstance(before, Mapping) and isinstance(value, Mapping)
        found[name] = _merged(before, value) if both else value  # type: ignore[arg-type]
    return found


def _without(data: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """A record without the part at a path."""
    first, *rest = path
    if not rest:
        return {name: value for name, value in data.items() if name != first}
    inner = data.get(first)
    return {**data, first: _without(inner, tuple(rest))} if isinstance(inner, Mapping) else dict(data)
