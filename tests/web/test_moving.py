"""A war leaves and comes back: the archive, the opened journal, the journal brought in on another host."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from grailkeeper.campaign import keep
from grailkeeper.campaign.entry import GENESIS, entry_hash
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.web import models, service, store

from .people import account, browser, keeper, send, text
from .wars import begun, played

NAMES = [each.system.name for each in SYSTEMS]


def bring(client: Client, content: bytes):  # type: ignore[no-untyped-def]
    return send(client, "/new/journal/", journal=SimpleUploadedFile("war.jsonl", content))  # type: ignore[arg-type]


@pytest.mark.parametrize("system", NAMES)
def test_a_journal_goes_on_where_it_is_brought(system: str) -> None:
    war = begun(system)
    played(war, 6)
    content = keeper(war).get(f"/war/{war.key}/desk/journal.jsonl").content
    new = browser(account("새 진행자", opens=True))
    assert bring(new, content).status_code == 422
    war.delete()
    store.forget()
    done = bring(new, content)
    assert done.status_code == 302, text(done)
    assert new.get(done["Location"]).status_code == 200
    again = models.War.objects.get()
    assert b"".join(store.journal(again.key)) == content
    played(again, 1)


def test_whoever_brings_in_a_journal_of_a_war_that_is_here_changes_nothing_and_keeps_nothing() -> None:
    """Neither one that is older nor one that has gone on elsewhere, told by somebody who has an old copy."""
    war = begun()
    played(war, 2)
    early = b"".join(store.journal(war.key))
    played(war, 2)
    late = b"".join(store.journal(war.key))
    models.War.objects.all().delete()
    store.forget()
    here = store.bring_in(early, "Asia/Seoul")
    assert isinstance(here, models.War)
    for content in (early, late, late[: late.index(b"\n") + 1]):
        refused = bring(browser(account(f"남 {len(content)}", opens=True)), content)
        assert refused.status_code == 422
        assert "이미 여기에 있습니다" in text(refused)
    assert b"".join(store.journal(war.key)) == early
    assert store.load(models.War.objects.get()).number == here.number
    assert not models.Holding.objects.exists()


def test_a_journal_that_was_changed_is_not_brought_in() -> None:
    war = begun()
    played(war, 3)
    content = b"".join(store.journal(war.key))
    war.delete()
    store.forget()
    new = browser(account("새 진행자", opens=True))
    broken = bring(new, content.replace(b'"number":2', b'"number":3', 1))
    assert broken.status_code == 422
    assert "어긋난 곳" in text(broken)
    assert bring(new, b"not a journal").status_code == 422
    assert send(new, "/new/journal/").status_code == 422
    assert not models.War.objects.exists()


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_story_is_one_file_that_needs_nothing_else(system: str, language: str) -> None:
    war = begun(system, teams=4)
    played(war, 14)
    page = browser(language=language).get(f"/war/{war.key}/archive.html")
    html = page.content.decode()
    assert page["Content-Disposition"].startswith("attachment")
    assert "<link" not in html
    assert "<script" not in html
    assert 'href="/' not in html


@pytest.mark.parametrize("system", NAMES)
def test_a_war_that_has_ended_is_kept_whole_and_read_on_another_host(system: str) -> None:
    """Its story in one file, and its journal, by which it can be read elsewhere as it was here."""
    war = begun(system, teams=4)
    played(war, 14)
    service.run(war.key, lambda folded: keep.end(folded, [], "2026-11-30T12:00:00+00:00", True))
    here = f"/war/{war.key}/"
    assert f"{here}archive.html" in browser().get(here).content.decode()
    archive, opened, told = (
        browser().get(here + name).content for name in ("archive.html", "opened.jsonl", "told.jsonl")
    )
    assert re.findall(rb'(?:src|href|action)="(?!#)[^"]*"', archive) == []
    content = keeper(war).get(f"{here}desk/journal.jsonl").content
    war.delete()
    store.forget()
    assert bring(browser(account("새 진행자", opens=True)), content).status_code == 302
    again = [browser().get(here + name).content for name in ("archive.html", "opened.jsonl", "told.jsonl")]
    assert again == [archive, opened, told]


def test_the_journal_is_opened_with_the_end_and_not_before() -> None:
    war = begun()
    played(war, 3)
    here = f"/war/{war.key}/opened.jsonl"
    assert browser().get(here).status_code == 404
    service.run(war.key, lambda folded: keep.end(folded, ["t1"], "2026-11-30T12:00:00+00:00", True))
    opened = browser().get(here).content.splitlines()
    assert len(opened) == models.War.objects.get().number
    assert all(b"salts" not in line or b'"whom":"t1"' not in line for line in opened)
    assert here in browser().get(f"/war/{war.key}/").content.decode()


Entries = list[dict[str, Any]]


def chained(entries: Entries) -> bytes:
    """Entries as a file whose chain holds, whatever they say."""
    lines, previous = [], GENESIS
    for number, each in enumerate(entries, 1):
        hashed = entry_hash(number, each["kind"], each["at"], each["body"], previous)
        lines.append(json.dumps({**each, "number": number, "previous": previous, "hash": hashed}) + "\n")
        previous = hashed
    return "".join(lines).encode()


HOSTILE: dict[str, Callable[[Entries], object]] = {
    "a key that is a path": lambda told: told[0]["body"].update(war="../a"),
    "a key with a line in it": lambda told: told[0]["body"].update(war="a\r\nX: y"),
    "a title without end": lambda told: told[0]["body"].update(name="가" * 5000),
    "a title that is none": lambda told: told[0]["body"].update(name=5),
    "hours without end": lambda told: told[0]["body"].update(policy={"hours": {"default": 2**50}}),
    "hours that are none": lambda told: told[0]["body"].update(policy=[1]),
    "a time that is none": lambda told: told[0].update(at="언젠가"),
    "a time of no zone": lambda told: told[0].update(at="2026-01-01T00:00:00"),
    "an audience without end": lambda told: told[0]["body"]["tellings"][0].update(to=["x" * 500]),
    "a telling of nothing": lambda told: told[0]["body"]["tellings"][0].update(body={}),
    "a fact of no rules": lambda told: told[0]["body"]["tellings"][0].update(body={"fact": {"kind": "nothing"}}),
}


@pytest.mark.parametrize("harm", HOSTILE)
def test_a_journal_that_means_harm_is_not_brought_in(harm: str) -> None:
    war = begun()
    told = [json.loads(line) for line in store.journal(war.key)]
    war.delete()
    store.forget()
    new = browser(account("새 진행자", opens=True))
    HOSTILE[harm](told)
    assert bring(new, chained(told)).status_code == 422
    assert not models.War.objects.exists()


def test_a_journal_with_a_part_missing_is_not_brought_in() -> None:
    war = begun()
    played(war, 2)
    told = [json.loads(line) for line in store.journal(war.key)]
    war.delete()
    store.forget()
    for each in told:
        each["body"].pop("reason", "")
    new = browser(account("새 진행자", opens=True))
    assert bring(new, chained(told)).status_code == 422
    assert bring(new, b"[" * 100_000 + b"\n").status_code == 422
