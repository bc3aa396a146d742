"""Journals as rows: append, read, fold, bring in, take out. The entries are the war; all other rows follow from them.

What `append` returns from is committed. Two that append at once: the unique number lets one of them through, and
the other is told that the war has moved on.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from ..campaign.entry import Entry, EntryKind
from ..campaign.telling import Stream, of_the_story, read_tellings
from ..campaign.war import JournalError, War, begin_fold, live_numbers, live_path, step
from ..core.canon import Data, canon
from ..journal.file import Reading, entry_of
from ..journal.verify import Verification
from ..rules.registry import by_name
from ..views.gate import Heard
from . import clock, models
from .incoming import looked_at

KEPT = 64
"""How many wars are held folded."""


class MovedError(Exception):
    """Somebody else has appended since the war was read. Nothing was written; read it anew."""


class TakenError(Exception):
    """There is a war of that key already."""


# Writing


def create(war: War, entries: Iterable[Entry], zone: str, keeper: models.Account | None = None) -> models.War:
    """A new war from its entries, one or many, with whoever keeps it. Raises TakenError where there is one of its
    key."""
    row = models.War(
        key=war.key,
        system=war.system.name,
        title=war.name,
        number=war.number,
        head=war.head,
        zone=zone,
        ended=war.ended,
        made_at=clock.now(),
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            if keeper is not None:
                models.Holding.objects.create(war=row, account=keeper, role=models.Role.KEEPER, since=row.made_at)
            streams: Mapping[str, Stream] = {}
            for entry in entries:
                streams = _write(war.key, entry, streams)
    except IntegrityError as taken:
        raise TakenError(war.key) from taken
    _FOLDED.keep(war)
    return row


def append(before: War, after: War, entry: Entry) -> None:
    """One more entry of a war. It is committed when this returns. Raises MovedError where the war has moved on."""
    try:
        with transaction.atomic():
            moved = models.War.objects.filter(key=before.key, number=before.number, head=before.head)
            if moved.update(number=after.number, head=after.head, ended=after.ended) != 1:
                raise MovedError(before.key)
            _write(before.key, entry, before.streams)
    except IntegrityError as taken:
        raise MovedError(before.key) from taken
    _FOLDED.keep(after)


def _write(key: str, entry: Entry, streams: Mapping[str, Stream]) -> dict[str, Stream]:
    """The rows of an entry; the streams of its audiences after it."""
    models.Entry(war_id=key, number=entry.number, at=entry.at, line=entry.line()).save(force_insert=True)
    moved, rows = dict(streams), []
    for telling in read_tellings(entry.body.get("tellings", ())):
        body, story = canon(telling.body), of_the_story(telling.body)
        for audience in telling.to:
            moved[audience] = moved.get(audience, Stream()).then(telling.body)
            here = moved[audience]
            rows.append(
                models.Telling(
                    war_id=key,
                    audience=audience,
                    number=here.number,
                    entry=entry.number,
                    at=entry.at,
                    kind=kind_of(telling.body),
                    body=body,
                    head=here.head,
                    story=story,
                )
            )
            if "rewound" in telling.body:
                _strike(key, audience, cast(Mapping[str, int], telling.body["rewound"])["holds"])
    models.Telling.objects.bulk_create(rows)
    return moved


def _strike(key: str, audience: str, holds: int) -> None:
    """What an audience was told after its number `holds` is undone; it stays, struck out."""
    models.Telling.objects.filter(war_id=key, audience=audience, number__gt=holds, story=True).update(struck=True)


# Reading


def load(row: models.War) -> War:
    """The war of a row, folded: what is held is caught up with, so that only new entries are read."""
    held = _FOLDED.get(row.key)
    if held is not None and held.head == row.head:
        return held
    if held is not None and held.number < row.number:
        try:
            return _FOLDED.keep(fold(entries(row.key, held.number), held))
        except JournalError:  # another war has come under the same key
            pass
    return _FOLDED.keep(fold(entries(row.key)))


def fold(more: Iterable[Entry], war: War | None = None) -> War:
    """The war that entries tell of, or that they make of `war`. Raises JournalError where they do not fit."""
    for entry in more:
        war = begin_fold(by_name(), entry) if war is None else step(war, entry)
    if war is None:
        raise JournalError("the journal is empty")
    return war


def wars_of(told: Iterable[Entry]) -> Iterator[War]:
    """The war after each of these entries, from the first on."""
    war: War | None = None
    for each in told:
        war = fold([each], war)
        yield war


def entries(key: str, after: int = 0) -> Iterator[Entry]:
    """The entries of a war after a number, in order."""
    for line in lines(key, after):
        found = entry_of(line)
        if found is None:
            raise JournalError("a row is not an entry")
        yield found


def lines(key: str, after: int = 0) -> Iterator[bytes]:
    """The lines of a war's journal after a number, without their ends."""
    rows = models.Entry.objects.filter(war_id=key, number__gt=after).order_by("number")
    return (bytes(line) for line in rows.values_list("line", flat=True).iterator())


def entry(key: str, number: int) -> Entry | None:
    """One entry of a war, None where it has none of that number."""
    line = models.Entry.objects.filter(war_id=key, number=number).values_list("line", flat=True).first()
    return None if line is None else entry_of(bytes(line))


def about(war: War, call: str) -> Iterator[tuple[War, Entry]]:
    """The entries of the live path to a question that is not published yet, each with the war before it, in order."""
    asked = list(itertools.takewhile(lambda each: call in each.opened_at or call in each.closed, live_path(war)))
    since = {each.number: each for each in entries(war.key, asked[-1].number - 1)} if asked else {}
    for each in reversed(asked):
        entry = since.get(each.number)
        while entry is not None and entry.kind is EntryKind.REWOUND:  # the war is again as after the entry it went to
            entry = since.get(cast(int, entry.body["to"]))
        if entry is not None and each.past is not None and entry.body.get("call") == call:
            yield each.past, entry


def live_entries(war: War) -> Iterator[Entry]:
    """The entries of the live path, in order."""
    live = live_numbers(war)
    return (each for each in entries(war.key) if each.number in live)


def published_by(war: War, call: str) -> int | None:
    """The number of the entry of the live path that has published a question, None where none has."""
    published = (each for each in live_entries(war) if each.kind is EntryKind.PUBLISHED)
    return max((each.number for each in published if each.body.get("call") == call), default=None)


def kind_of(body: Mapping[str, Data]) -> str:
    """The kind of the fact that is told, or what else is."""
    fact = cast(Mapping[str, str], body["fact"]) if "fact" in body else {}
    return fact["kind"] if fact else next(iter(body))


def heard(key: str, audience: str, first: int, last: int) -> list[models.Telling]:
    """What an audience was told from its number `first` to `last`, in order."""
    rows = models.Telling.objects.filter(war_id=key, audience=audience, number__gte=first, number__lte=last)
    return list(rows.order_by("number"))


def told_by(key: str, entry: int) -> list[models.Telling]:
    """What one entry tells, audience by audience."""
    return list(models.Telling.objects.filter(war_id=key, entry=entry).order_by("audience", "number"))


def of_kinds(key: str, audience: str, kinds: Iterable[str], after: int = 0) -> list[models.Telling]:
    """What an audience was told of these kinds `after` a number of its own, in order; what a rewind has undone is left
    out."""
    return list(_of_kinds(key, audience, kinds).filter(number__gt=after).order_by("number"))


def how_many(key: str, audience: str, kinds: Iterable[str], before: int) -> int:
    """How much of these kinds an audience was told before a number of its own, without what a rewind has undone."""
    return _of_kinds(key, audience, kinds).filter(number__lt=before).count()


def _of_kinds(key: str, audience: str, kinds: Iterable[str]) -> QuerySet[models.Telling]:
    return models.Telling.objects.filter(war_id=key, audience=audience, kind__in=list(kinds), struck=False)


def heard_of(row: models.Telling) -> Heard:
    """A row as its audience heard it."""
    return Heard(row.number, body_of(row), row.struck)


def body_of(row: models.Telling) -> Mapping[str, Data]:
    """What a row tells."""
    return cast(Mapping[str, Data], json.loads(bytes(row.body)))


# Whole journals


def journal(key: str) -> Iterator[bytes]:
    """The file of a war, line by line: the keeper's export, and the way to another host."""
    return (line + b"\n" for line in lines(key))


def export(key: str, audience: str) -> Iterator[bytes]:
    """What an audience may take away, line by line, as `journal.export` makes it of the entries."""
    rows = models.Telling.objects.filter(war_id=key, audience=audience).order_by("number")
    for row in rows.iterator():
        yield canon({"number": row.number, "told": body_of(row), "head": row.head}) + b"\n"


def bring_in(content: bytes, zone: str, keeper: models.Account | None = None) -> models.War | Verification:
    """A war from its file, with whoever keeps it; or why that does not hold or cannot be kept. Raises TakenError where
    the war is here."""
    reading = _reading(content)
    war, found = looked_at(reading)
    return found if war is None else create(war, reading.entries, zone, keeper)


def _reading(content: bytes) -> Reading:
    read = [entry_of(line) for line in content.splitlines()]
    whole = tuple(each for each in read if each is not None)
    return Reading(whole, len(content), b"" if len(whole) == len(read) else b"?")


# What is held


class _Folded:
    """The wars that were used last, folded, by their keys. A cache: the rows are the truth."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._wars: OrderedDict[str, War] = OrderedDict()

    def get(self, key: str) -> War | None:
        with self._lock:
            if key in self._wars:
                self._wars.move_to_end(key)
            return self._wars.get(key)

    def keep(self, war: War) -> War:
        with self._lock:
            self._wars[war.key] = war
            self._wars.move_to_end(war.key)
            while len(self._wars) > self._most:
                self._wars.popitem(last=False)
        return war

    def clear(self) -> None:
        with self._lock:
            self._wars.clear()


_FOLDED = _Folded(KEPT)

forget = _FOLDED.clear
"""Let go of every war that is held folded."""
