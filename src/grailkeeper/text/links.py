"""Where a clause is found: clause ids to addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias
from urllib.parse import quote

Links: TypeAlias = Callable[[str], str | None] | str | None
"""A function from a clause id to its address; or the address of a rulebook with an anchor per clause."""

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_SAFE = "/:?#&=%~+,@-._"  # what an address needs and no format takes for a mark of its own


def href(links: Links, clause: str) -> str | None:
    """The address of a clause, safe to write in any format; None where there is none, or one that runs."""
    if links is None or not clause:
        return None
    found = f"{links}#{quote(clause, safe='')}" if isinstance(links, str) else links(clause)
    if found is None:
        return None
    scheme = _SCHEME.match(found)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return None
    return quote(found, safe=_SAFE)
