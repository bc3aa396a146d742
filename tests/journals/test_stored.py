"""Nothing published changes: every stored journal folds to what it came to when it was recorded."""

from __future__ import annotations

import pytest

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.core.codec import encode
from grailkeeper.journal.export import export, export_holds
from grailkeeper.journal.file import read
from grailkeeper.journal.verify import Verdict, verify

from . import make
from .stored import FOLDER, SYSTEMS, mark_of, recorded

of_every_journal = pytest.mark.parametrize("name", sorted(recorded()))


def test_every_stored_journal_is_recorded_and_every_recorded_one_stored() -> None:
    assert sorted(recorded()) == sorted(path.name for path in FOLDER.glob("*.jsonl")) != []


@of_every_journal
def test_a_stored_journal_folds_to_what_it_came_to(name: str) -> None:
    reading = read(FOLDER / name)
    assert reading.torn == b""
    assert encode(mark_of(reading.fold(SYSTEMS))) == recorded()[name]


@of_every_journal
def test_a_stored_journal_verifies(name: str) -> None:
    """A journal of this version of its rules is adjudicated again; of another version it need only fold."""
    found = verify(SYSTEMS, read(FOLDER / name))
    assert found.holds, found
    assert found.chain.verdict is found.fold.verdict is Verdict.HOLDS


@of_every_journal
def test_what_was_told_is_still_exported(name: str) -> None:
    reading = read(FOLDER / name)
    for audience, head in recorded()[name]["heads"].items():
        lines = list(export(reading.entries, audience))
        assert export_holds(lines)
        assert head.encode() in lines[-1]


def test_the_stored_journals_hold_every_kind_of_entry() -> None:
    kinds = {entry.kind for name in recorded() for entry in read(FOLDER / name).entries}
    assert kinds == set(EntryKind)


def test_what_is_recorded_is_never_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()}
    names = sorted({name.split("-")[1] for name in recorded()})
    assert make.main(names) == 0
    assert "stays" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()} == before
    assert make.main(["no such system"]) == 2
