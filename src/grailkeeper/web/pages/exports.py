"""What each may take away: a seat what it was told, everybody what everybody was, the keeper the whole journal."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpResponse

from .. import store
from ..visitor import Guest


def told(guest: Guest) -> HttpResponse:
    """What the guest's audience was told, chained to the head that it knows."""
    return _file(store.export(guest.row.key, guest.audience), f"{guest.row.key}-{guest.audience}.jsonl")


def _file(lines: Iterable[bytes], name: str) -> HttpResponse:
    response = HttpResponse(b"".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def journal(guest: Guest) -> HttpResponse:
    """The whole journal: the keeper's secret, and the way to another host."""
    return _file(store.journal(guest.row.key), f"{guest.row.key}.jsonl")
