"""One run of the program: its language, its terminal, and how it says what is wrong."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from typing import NoReturn

from rich.console import Console

from ..core.problem import Problem, Severity
from ..text.clean import clean
from ..text.document import Block, Bullets, Document, Item, Note, NoteKind, spans
from ..text.document import Clause as ClauseSpan
from ..text.language import Language
from ..text.prose import Prose, war_prose
from ..text.template import Value
from ..text.terminal import print_document
from ..text.words import Words, load_words

PACKAGE = __package__ or "grailkeeper.cli"


class Exit(IntEnum):
    """What the program's exit status says. Documented in docs/commands.md."""

    DONE = 0
    WRONG = 1
    """Something that was read is not right: problems, a differing case, a journal that does not verify."""
    USAGE = 2
    """The command itself was not understood."""
    UNREADABLE = 3
    """A file is not there, cannot be read or written, or is no data."""
    MOVED = 4
    """Another program wrote to the journal meanwhile. Nothing was written."""
    FAULT = 70
    """The program itself failed; the journal is as it was."""
    STOPPED = 130
    """Somebody broke it off."""


class Stop(Exception):  # noqa: N818, it is a way to end, not always an error
    """Ends the command with an exit status, after whatever it has to say."""

    def __init__(self, status: Exit, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Refusal(Stop):
    """Ends the command with everything that is wrong with what it read."""

    def __init__(self, prose: Prose, problems: tuple[Problem, ...]) -> None:
        super().__init__(Exit.WRONG)
        self.prose, self.problems = prose, problems


def utc_now() -> str:
    """The time that is written into entries: UTC, whole seconds."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


@dataclass(frozen=True, slots=True)
class Session:
    """What every command is given: the reader's language, standard output and standard error.

    `now` and `random` are the only ways to the clock and to randomness (so many bytes).
    """

    language: Language
    out: Console
    err: Console
    now: Callable[[], str] = utc_now
    random: Callable[[int], bytes] = os.urandom

    @property
    def words(self) -> Words:
        return load_words(PACKAGE, self.language)

    def say(self, key: str, /, **values: Value) -> str:
        return self.words.say(key, **values)

    def show(self, document: Document) -> None:
        print_document(self.out, document)

    def line(self, text: str) -> None:
        """Lines as they are: never broken, never read as markup, without anything that could deceive."""
        _print_lines(self.out, text)

    def complain(self, text: str) -> None:
        """The same on standard error."""
        _print_lines(self.err, text)

    def data(self, data: object) -> None:
        """Data for another program: JSON on standard output."""
        self.out.print(json.dumps(data, ensure_ascii=False, indent=2), markup=False, highlight=False, soft_wrap=True)

    def stop(self, status: Exit, key: str, /, **values: Value) -> NoReturn:
        raise Stop(status, self.say(key, **values))

    @property
    def own_prose(self) -> Prose:
        """The words of the house and of the command line, for what belongs to no rule system."""
        return Prose(self.words, {})

    def prose(self, package: str, names: Mapping[str, str] | None = None) -> Prose:
        """The words of a rule system in the reader's language; its people go by the names of their teams in any."""
        return war_prose(package, self.language, names or {})

    def refuse(self, prose: Prose, problems: Iterable[Problem]) -> NoReturn:
        """End the command with every problem."""
        raise Refusal(prose, tuple(problems))

    def show_refusal(self, refusal: Refusal) -> None:
        """Every problem, on standard error."""
        heading = self.say("cli.refused", count=sum(each.binding for each in refusal.problems))
        blocks = problem_blocks(refusal.prose, refusal.problems)
        print_document(self.err, Document(self.language, heading, blocks))

    def warn(self, prose: Prose, problems: Iterable[Problem]) -> None:
        """Show what is suspicious, on standard error; the command goes on."""
        found = list(problems)
        if found:
            note = Note(NoteKind.CARE, problem_blocks(prose, found))
            print_document(self.err, Document(self.language, "", (note,)))

    @contextmanager
    def problems_as_data(self, wanted: bool) -> Iterator[None]:
        """Where JSON was asked for, what is wrong is JSON too, on standard output; the status says that it is."""
        try:
            yield
        except Refusal as refusal:
            if not wanted:
                raise
            self.data({"problems": [problem_data(refusal.prose, each) for each in refusal.problems]})
            raise Stop(refusal.status) from None


def _print_lines(console: Console, text: str) -> None:
    for line in text.split("\n"):
        console.print(clean(line), markup=False, highlight=False, soft_wrap=True)


def problem_blocks(prose: Prose, problems: Iterable[Problem]) -> tuple[Block, ...]:
    """Problems as a list: where, what is wrong and what would be accepted, by which clause."""
    return (Bullets(tuple(_item(prose, problem) for problem in problems)),)


def _item(prose: Prose, problem: Problem) -> Item:
    where = f"{prose.path(problem.culprit)}: " if problem.culprit else ""
    said = f"{where}{prose.problem(problem)}"
    return Item(spans(said, " ", ClauseSpan(problem.clause)) if problem.clause else spans(said))


def problem_data(prose: Prose, problem: Problem) -> Mapping[str, str]:
    """A problem for another program."""
    return {
        "severity": Severity(problem.severity).value,
        "code": problem.code,
        "clause": problem.clause,
        "culprit": problem.culprit,
        "sentence": clean(prose.problem(problem)),
    }
