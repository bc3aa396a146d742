"""Twin worlds at the level of HTTP: two wars that differ in one row of the information table give everybody who may
not know of it the same pages, errors and exports, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from django.test import Client

from conformance.house import HOUSE, Course
from conformance.secrets import played
from conformance.sights import Mask, fingerprints
from conformance.subject import Subject
from conformance.subjects import SUBJECTS
from conformance.twin import Twins
from grailkeeper.campaign.telling import PUBLIC_KEY, Stream
from grailkeeper.rules.registry import by_name
from grailkeeper.text.post import grouped
from grailkeeper.web import models, store

from .people import account, browser, holds
from .tried import Move, Names, doors, envelope, moves, own_moves, tried, untold

KNOWN = [subject for subject in SUBJECTS if subject.system.name in by_name()]

_DIGEST = re.compile(r"[0-9a-f]{64}")


def plain(content: bytes, mask: Mask, heads: Iterable[str]) -> str:
    """A page without what is another number in a twin world and tells nothing: tokens, heads of chains, digests of
    leaves that stay closed, and fingerprints but for the order in which they are met."""
    lines = content.decode()
    text = _unordered(lines) if lines.startswith("{") else untold(lines)
    for head in heads:
        text = text.replace(grouped(head), "head")
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


def tries(names: Names, viewer: str, everything: bool) -> Iterator[Move]:
    """What a viewer tries: what shows it the war, or `everything`, also that which is not its own."""
    own = replace(names, seats=(viewer or names.seats[0],))
    yield from moves(own) if everything else own_moves(own, viewer)
    if everything:
        yield from moves(replace(names, seats=[each for each in names.seats if each != viewer], doors=names.doors[:1]))


def shown(course: Course, viewers: dict[str, Client], names: Names, everything: bool) -> dict[tuple[str, Move], str]:
    """What each viewer is answered whatever it tries."""
    last = course.moments[-1]
    models.War.objects.all().delete()
    models.Tally.objects.all().delete()
    store.forget()
    row = store.create(last.war, last.entries, "Asia/Seoul")
    for seat in (each for each in viewers if each):
        holds(models.Account.objects.get(name=f"자리 {seat}"), row, models.Role.PLAYER, seat)
    found, prints = {}, fingerprints(course.moments)
    for seat, client in viewers.items():
        heads = [last.war.streams.get(audience, Stream()).head for audience in (PUBLIC_KEY, seat)]
        for move in tries(names, seat, everything):
            answer = tried(client, *move)
            found[seat, move] = f"{envelope(answer)}\n{plain(answer.content, Mask(prints), heads)}"
    return found


def leaking(
    subject: Subject, twins: Twins, clients: dict[str, Client], everything: bool = False
) -> Iterator[tuple[str, str, Move]]:
    left, right = (played(HOUSE, subject.system, world) for world in (twins.left, twins.right))
    seats = [seat.key for seat in subject.system.seats(twins.left.state)]
    blind = [seat for seat in seats if seat not in twins.knows]
    for seat in blind:
        if seat not in clients:
            clients[seat] = browser(account(f"자리 {seat}"))
    viewers = {"": clients[""], **{seat: clients[seat] for seat in blind}}
    asked, last = doors(left.war) | doors(right.war), {left.war.number, right.war.number}
    names = Names(left.war.key, left.war.system.name, seats, sorted(asked), sorted({1, *last}))
    one, other = (shown(each, viewers, names, everything) for each in (left, right))
    for (seat, move), answer in one.items():
        if answer != other[seat, move]:
            yield twins.row, seat, move


@pytest.mark.parametrize("subject", KNOWN, ids=lambda subject: subject.system.name)
def test_nobody_reads_more_than_is_theirs(subject: Subject) -> None:
    """In the first of its rows whatever the site has is tried, in the others what shows the war."""
    clients, leaks = {"": browser()}, list[tuple[str, str, Move]]()
    for place, twins in enumerate(one_a_row(subject)):
        leaks += leaking(subject, twins, clients, everything=place == 0)
    assert leaks == []


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
