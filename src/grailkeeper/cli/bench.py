"""Where a team's sheet is made: what it comes to, what is left to spend, what is wrong, and its file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.case import Case, Registered
from ..core.form import UNKNOWN_FIELD, Form, Record, read
from ..core.problem import Problem, suspicious
from ..text.declaration import read_post, say_order
from ..text.document import Block, Document, Note, NoteKind, Paragraph, spans
from ..text.prose import Prose
from ..text.sheet import as_json, as_toml, said_value
from .casefiles import SHEET
from .files import data_of, text_of
from .pasted import refuse_post
from .reading import SUFFIXES
from .session import Exit, Session, problem_blocks

HEAD = ("system", "title", "options")
"""What a sheet's file says beside the sheet."""


class Bench:
    """Where sheets of one rule system are made: its form, its case book, its words."""

    def __init__(self, session: Session, rules: Registered) -> None:
        self.session, self.rules = session, rules
        self.prose: Prose = session.prose(rules.package)
        self.record: Record = rules.cases.sheet
        self.options = rules.system.options.read({})[0]

    @property
    def form(self) -> Form:
        return Form(SHEET, self.record)

    # What a sheet is worth

    def problems(self, sheet: Mapping[str, Any]) -> tuple[Problem, ...]:
        """Everything that is wrong or suspicious about a sheet."""
        data, problems = read(self.record, sheet, self.prose.words.identify)
        if problems:
            return problems
        assert isinstance(data, Mapping)
        return self.rules.cases.examine_sheet(data, self.options)

    def derived(self, sheet: Mapping[str, Any]) -> Mapping[str, Any]:
        """What a legal sheet comes to; nothing of one that is not."""
        case = Case(self.rules.system.name, SHEET, given=sheet)
        found = self.rules.cases.reckon(case, self.options, self.prose.words.identify)
        return found if isinstance(found, Mapping) else {}

    def state(self, sheet: Mapping[str, Any]) -> Document:
        """What a sheet comes to so far, what is left of its points, and every problem at once."""
        found = self.problems(sheet)
        blocks: list[Block] = []
        derived = [
            self._said(name, value) for name, value in self.derived(sheet).items() if not isinstance(value, bool)
        ]
        if derived:
            blocks.append(Paragraph(spans(" · ".join(derived))))
        for kind, binding in ((NoteKind.CARE, False), (NoteKind.BAD, True)):
            some = [each for each in found if each.binding is binding]
            if some:
                blocks.append(Note(kind, problem_blocks(self.prose, some)))
        return Document(self.session.language, "", tuple(blocks))

    def _said(self, name: str, value: Any) -> str:
        return self.session.say("cli.labelled", label=self.prose.name(name), value=said_value(value, self.prose))

    # Files

    def load(self, path: Path) -> tuple[str, dict[str, Any]]:
        """The title and the sheet of a file of data or of a pasted post, or the end of the command."""
        if path.suffix.lower() in SUFFIXES:
            title, sheet = self._data(path)
        else:
            post = read_post(self.form, text_of(self.session, path), self.prose.words)
            if not isinstance(post.order, dict):
                refuse_post(self.session, self.prose, self.form, post, "build.unclear")
            self.session.show(say_order(self.form, post.order, self.prose))
            self.session.warn(self.prose, post.problems)
            title, sheet = path.stem, post.order
        wrong = [each for each in self.problems(sheet) if each.binding]
        if wrong:
            self.session.refuse(self.prose, wrong)
        return title, sheet

    def _data(self, path: Path) -> tuple[str, dict[str, Any]]:
        data = data_of(self.session, path)
        if not isinstance(data, Mapping):
            self.session.stop(Exit.WRONG, "cli.no_record", path=str(path))
        words = self.session.words
        meant = {key: words.identify(str(key), (*HEAD, "kind", "given")) for key in data}
        inner = next((value for key, value in data.items() if meant[key] == "given"), None)
        given = inner if isinstance(inner, Mapping) else {key: data[key] for key in data if meant[key] not in HEAD}
        title = next((str(value) for key, value in data.items() if meant[key] == "title"), path.stem)
        return title, self._sheet(given)

    def _sheet(self, given: Mapping[Any, Any]) -> dict[str, Any]:
        """A sheet of data. What belongs to a war under way and to no new sheet is left out, and that is said."""
        sheet, problems = read(self.record, given, self.prose.words.identify)
        unknown = [each for each in problems if each.code == UNKNOWN_FIELD.code]
        case = Case(self.rules.system.name, SHEET, given=given)
        reckoned = self.rules.cases.reckon(case, self.options, self.prose.words.identify)
        known = isinstance(reckoned, Mapping) or not any(each.code == UNKNOWN_FIELD.code for each in reckoned)
        if not isinstance(sheet, dict) or len(unknown) < len(problems) or (unknown and not known):
            self.session.refuse(self.prose, problems)
        self.session.warn(self.prose, [suspicious("left_out", "", each.culprit) for each in unknown])
        return sheet

    def file(self, title: str, sheet: Mapping[str, Any], out: Path | None = None) -> str:
        """A sheet as the content of a file: JSON where its name says so, else TOML in the reader's words."""
        name = self.rules.system.name
        if out is not None and out.suffix.lower() == ".json":
            return as_json({"system": name, "title": title}, sheet)
        comment = self.session.say("build.comment", path=str(out or "…"))
        return as_toml({"system": self.prose.name(name), "title": title}, self.record, sheet, self.prose, comment)
