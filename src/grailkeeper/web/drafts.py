"""Drafts: what a seat has written and not sealed, as it was typed. They are never in the journal."""

from __future__ import annotations

from collections.abc import Mapping

from . import clock
from .filled import Filled
from .models import Draft, War


def saved(war: War, seat: str, call: str, whom: str) -> Draft | None:
    """The draft of an answer, None where there is none."""
    return Draft.objects.filter(war=war, seat=seat, call=call, whom=whom).first()


def save(war: War, seat: str, call: str, whom: str, fields: Filled) -> None:
    """Keep what was typed; where nothing is, there is no draft."""
    if not fields:
        drop(war, seat, call, whom)
        return
    kept = {_storable(path): _storable(value) for path, value in fields.items()}
    values = {"fields": kept, "saved_at": clock.now()}
    Draft.objects.update_or_create(war=war, seat=seat, call=call, whom=whom, defaults=values)


def _storable(text: str) -> str:
    """Without the one sign that no database keeps."""
    return text.replace("\0", "")


def drop(war: War, seat: str, call: str, whom: str) -> None:
    Draft.objects.filter(war=war, seat=seat, call=call, whom=whom).delete()


def fields_of(draft: Draft | None) -> Mapping[str, str]:
    """What a draft holds."""
    return {} if draft is None else {str(path): str(value) for path, value in draft.fields.items()}
