"""The files of the look, each under a name that holds its digest: a browser may keep them for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..text.page.look import stylesheet
from .cuts import CUTS

_TYPES = {"svg": "image/svg+xml", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
_OWN = ("icon.svg", "site.css", "site.js", "htmx.js", "replay.js")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, its type, and the name under which it is asked for."""

    name: str
    type: str
    content: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """By plain name."""
    contents = {"look.css": str(stylesheet()).encode()}
    for name in _OWN:
        contents[name] = files(__package__).joinpath("static", name).read_bytes()
    contents["site.css"] += _variants().encode()
    return {name: _asset(name, content) for name, content in contents.items()}


def _variants() -> str:
    """Fields that count only for what was chosen beside them: shown at its choice, without any script. A browser that
    cannot do so shows all of them."""
    choices = sorted({choice for cut in CUTS.values() for choice in cut.choices})
    rules = (
        f'.variant:has(> .by [value="{each}"]:checked) {what}'
        for each in choices
        for what in (
            f'> .parts > [data-for~="{each}"] {{ display: block; }}',
            f'.must[data-for~="{each}"] {{ display: inline; }}',
            f'[data-unless~="{each}"]:is(.unsaid, :not(:has(:checked))) {{ display: none; }}',
        )
    )
    hidden = '.variant > .parts > .only:not(.kept, [data-for=""]), .must[data-for] { display: none; }'
    return "\n".join(["@supports selector(:has(a)) {", hidden, *rules, "}\n"])


def _asset(name: str, content: bytes) -> Asset:
    stem, _, ending = name.partition(".")
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Asset(f"{stem}.{digest}.{ending}", _TYPES[ending], content)


def address(name: str) -> str:
    """Where a page finds a file."""
    return f"/static/{assets()[name].name}"


def asked(name: str) -> Asset | None:
    """The file of that name, digest and all."""
    return next((each for each in assets().values() if each.name == name), None)
