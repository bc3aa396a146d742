"""One run of the program: its language, its terminal, and how it says what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NoReturn

from rich.console import Console

from ..core.problem import Problem, Severity
from ..text.document import Block, Bullets, Document, Item, Note, NoteKind, spans
from ..text.document import Clause as ClauseSpan
from ..text.language import Language
from ..text.prose import Prose
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
    """A file is not there, not readable or no data."""
    MOVED = 4
    """Another program wrote to the journal meanwhile. Nothing was written."""
    FAULT = 70
    """The program itself failed; the journal is as it was."""


class Stop(Exception):  # noqa: N818, it is a way to end, not always an error
    """Ends the command with an exit status, after whatever it has to say."""

    def __init__(self, status: Exit, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


@dataclass(frozen=True, slots=True)
class Session:
    """What every command is given: the reader's language, standard output and standard error."""

    language: Language
    out: Console
    err: Console

    @property
    def words(self) -> Words:
        return load_words(PACKAGE, self.language)

    def say(self, key: str, /, **values: Value) -> str:
        return self.words.say(key, **values)

    def show(self, document: Document) -> None:
        print_document(self.out, document)

    def line(self, text: str) -> None:
        """A line as it is: never broken, never read as markup."""
        self.out.print(text, markup=False, highlight=False, soft_wrap=True)

    def stop(self, status: Exit, key: str, /, **values: Value) -> NoReturn:
        raise Stop(status, self.say(key, **values))

    def prose(self, package: str, names: Mapping[str, str] | None = None) -> Prose:
        """The words of a rule system in the reader's language."""
        return Prose(load_words(package, self.language), names or {})

    def refuse(self, prose: Prose, problems: Iterable[Problem], title: str = "") -> NoReturn:
        """End the command with every problem."""
        found = list(problems)
        heading = title or self.say("cli.refused", count=len(found))
        print_document(self.err, Document(self.language, heading, problem_blocks(prose, found)))
        raise Stop(Exit.WRONG)

    def warn(self, prose: Prose, problems: Iterable[Problem]) -> None:
        """Show what is suspicious, on standard error; the command goes on."""
        found = list(problems)
        if found:
            print_document(self.err, Document(self.language, "", problem_blocks(prose, found)))


def problem_blocks(prose: Prose, problems: Iterable[Problem]) -> tuple[Block, ...]:
    """Problems by what they mean: those for which something is refused, and those to be looked at again."""
    found = list(problems)
    kinds = {
        NoteKind.BAD: [each for each in found if each.severity is not Severity.SUSPICIOUS],
        NoteKind.CARE: [each for each in found if each.severity is Severity.SUSPICIOUS],
    }
    return tuple(
        Note(kind, (Bullets(tuple(_item(prose, problem) for problem in group)),))
        for kind, group in kinds.items()
        if group
    )


def _item(prose: Prose, problem: Problem) -> Item:
    where = f"{prose.path(problem.culprit)}: " if problem.culprit else ""
    said = f"{where}{prose.problem(problem)}"
    return Item(spans(said, " ", ClauseSpan(problem.clause)) if problem.clause else spans(said))
