"""The tables of the page are what the entries are; its programs check what is exported."""

from __future__ import annotations

import pytest

from campaign.wars import played
from grailkeeper.campaign import keep
from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.campaign.telling import read_tellings
from grailkeeper.journal.export import export, opened_file
from grailkeeper.journal.file import read
from journals.stored import FOLDER, recorded

from .pages import compiled, run, table

PAGE = "journal.md"


LATER = {"ruled": {"told"}}
"""What came into the bodies of entries after the first journals were written."""


def stored_entries() -> list[Entry]:
    return [entry for name in recorded() for entry in read(FOLDER / name).entries]


def played_entries() -> list[Entry]:
    return [entry for seed in range(24) for entry in played(seed).entries]


def test_each_kind_of_entry_has_the_body_that_the_page_says() -> None:
    said = {kind: set(cells[0].split(", ")) for kind, cells in table(PAGE, "kind").items()}
    assert said.keys() == {str(kind) for kind in EntryKind}
    met = played_entries()
    assert {entry.kind for entry in met} >= {EntryKind.RULED}
    for entry in met:
        assert set(entry.body) == said[entry.kind]
    for entry in stored_entries():
        assert set(entry.body) in (said[entry.kind], said[entry.kind] - LATER.get(entry.kind, set()))


def test_every_telling_is_one_that_the_page_lists() -> None:
    said = set(table(PAGE, "body"))
    met = set[str]()
    for entry in [*stored_entries(), *played_entries()]:
        for telling in read_tellings(entry.body.get("tellings", ())):
            (kind,) = said & telling.body.keys()
            met.add(kind)
    assert met == said


def test_each_key_of_an_entry_is_listed() -> None:
    assert set(table(PAGE, "key")) == {"number", "kind", "at", "body", "previous", "hash"}


def checked(name: str, lines: list[bytes]) -> str:
    return run(compiled(PAGE, name), b"".join(line + b"\n" for line in lines))


@pytest.mark.parametrize("seed", range(6))
def test_an_export_is_checked_by_the_printed_program(seed: int) -> None:
    player = played(seed)
    for audience, stream in player.war.streams.items():
        lines = list(export(player.entries, audience))
        assert checked("check-export.py", lines) == stream.head
        with pytest.raises(AssertionError):
            checked("check-export.py", [lines[0], *lines[2:], lines[1]])


@pytest.mark.parametrize("withheld", [[], ["red"]])
def test_an_opened_file_is_checked_by_the_printed_program(withheld: list[str]) -> None:
    player = played(4)
    assert player.take(keep.end(player.war, withheld, unfinished=True))
    lines = list(opened_file(player.entries) or ())
    assert checked("check-file.py", lines) == player.war.head
    place = next(place for place, line in enumerate(lines) if b'"published"' in line)
    changed = [*lines[:place], lines[place].replace(b'"call":"0/', b'"call":"9/'), *lines[place + 1 :]]
    with pytest.raises(AssertionError):
        checked("check-file.py", changed)
