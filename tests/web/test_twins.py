"""Twin worlds at the level of HTTP: two wars that differ in one row of the information table give everybody who may
not know of it the same pages, errors and exports, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from conformance.house import HOUSE, Course
from conformance.secrets import played
from conformance.sights import Mask, fingerprints
from conformance.subject import Subject
from conformance.subjects import SUBJECTS
from conformance.twin import Twins
from grailkeeper.campaign.telling import PUBLIC_KEY, Stream
from grailkeeper.campaign.war import War
from grailkeeper.rules.registry import by_name
from grailkeeper.text.post import grouped
from grailkeeper.web import models, store

from .people import account, browser, holds

KNOWN = [subject for subject in SUBJECTS if subject.system.name in by_name()]

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
_DIGEST = re.compile(r"[0-9a-f]{64}")


def plain(content: bytes, mask: Mask, head: str) -> str:
    """A page without what is another number in a twin world and tells nothing: tokens, heads of chains, digests of
    leaves that stay closed, and fingerprints but for the order in which they are met."""
    lines = content.decode()
    text = _unordered(lines) if lines.startswith("{") else _TOKEN.sub("", lines).replace(grouped(head), "head")
    return _DIGEST.sub("digest", mask(text))


def _unordered(lines: str) -> str:
    """An export in which the leaves of an opening stand by what they say, and not by digests."""
    read = [json.loads(line) for line in lines.splitlines()]
    for each in read:
        leaves = each["told"].get("opening", {}).get("leaves", [])
        leaves.sort(key=lambda leaf: (isinstance(leaf, str), json.dumps(leaf)))
    return "\n".join(json.dumps(each) for each in read)


def one_a_row(subject: Subject) -> Iterator[Twins]:
    """The first pair of worlds of every row: all pairs are held by the conformance suite, at the gate."""
    met = set()
    for twins in subject.twins():
        if twins.row not in met:
            met.add(twins.row)
            yield twins


def addresses(war: War, seat: str, asked: set[tuple[str, str]]) -> Iterator[str]:
    """Every page and export that a viewer may try; `asked` are the questions of both worlds, whoever is asked."""
    here = f"/war/{war.key}/"
    if not seat:
        yield from (here, f"{here}told.jsonl", f"{here}archive.html", f"{here}opened.jsonl", f"{here}desk/")
    else:
        mine = f"{here}seat/{seat}/"
        yield from ("/", mine, f"{mine}story/", f"{mine}told.jsonl")
        for call, whom in sorted(asked):
            yield f"{mine}ask/{whom}/{call}/"
        if asked:
            call, whom = min(asked)
            yield from (f"{mine}review/{whom}/{call}/", f"{mine}receipt/{whom}/{call}/")


def questions(war: War) -> set[tuple[str, str]]:
    calls = (*war.calls, *(() if war.ended else war.system.standing(war.state)))
    return {(call.address, ask.whom) for call in calls for ask in call.asks}


def shown(course: Course, viewers: dict[str, Client], asked: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """What each viewer gets at each address, with its status."""
    last = course.moments[-1]
    models.War.objects.all().delete()
    store.forget()
    row = store.create(last.war, last.entries, "Asia/Seoul")
    for seat in (each for each in viewers if each):
        holds(models.Account.objects.get(name=f"자리 {seat}"), row, models.Role.PLAYER, seat)
    found, prints = {}, fingerprints(course.moments)
    for seat, client in viewers.items():
        head = last.war.streams.get(seat or PUBLIC_KEY, Stream()).head
        for address in addresses(last.war, seat, asked):
            answer = client.get(address)
            content = plain(answer.content, Mask(prints), head)
            found[seat, address] = f"{answer.status_code} {answer.headers.get('Location', '')}\n{content}"
    return found


def leaking(subject: Subject, twins: Twins, clients: dict[str, Client]) -> Iterator[tuple[str, str, str]]:
    left, right = (played(HOUSE, subject.system, world) for world in (twins.left, twins.right))
    seats = [seat.key for seat in subject.system.seats(twins.left.state) if seat.key not in twins.knows]
    for seat in seats:
        if seat not in clients:
            clients[seat] = browser(account(f"자리 {seat}"))
    viewers = {"": clients[""], **{seat: clients[seat] for seat in seats}}
    asked = questions(left.war) | questions(right.war)
    one, other = shown(left, viewers, asked), shown(right, viewers, asked)
    for seat, address in one:
        if one[seat, address] != other[seat, address]:
            yield twins.row, seat, address


@pytest.mark.parametrize("subject", KNOWN, ids=lambda subject: subject.system.name)
def test_nobody_reads_more_than_is_theirs(subject: Subject) -> None:
    clients = {"": browser()}
    assert [leak for twins in one_a_row(subject) for leak in leaking(subject, twins, clients)] == []


def test_a_page_that_differs_would_be_seen() -> None:
    """The seats that may know of a row do tell its worlds apart, on some page."""
    subject = KNOWN[0]
    seen = 0
    for twins in one_a_row(subject):
        knowing = Twins(twins.row, twins.left, twins.right, frozenset(), twins.probes)
        seen += any(seat in twins.knows for _, seat, _ in leaking(subject, knowing, {"": browser()}))
        models.Account.objects.all().delete()
        if seen:
            return
    raise AssertionError("whoever may know sees no difference on any page")
