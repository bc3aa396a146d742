"""The look as a stand-alone file carries it: the stylesheet with its policy, and the glyphs that are used."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from markupsafe import Markup

_SYMBOL = re.compile(r'<symbol id="(g-[a-z]+)".*?</symbol>', re.DOTALL)
_USE = re.compile(r'<use href="#(g-[a-z]+)"')


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


@cache
def stylesheet() -> Markup:
    """The whole visual language, to be written into one <style> as it is."""
    return Markup(_read("look.css"))


@cache
def policy() -> str:
    """What a browser may do with a page: read it, in this stylesheet. Nothing is loaded, run or sent."""
    digest = base64.b64encode(hashlib.sha256(stylesheet().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


@cache
def glyphs() -> Mapping[str, str]:
    """Every symbol of the sprite, by its id."""
    return MappingProxyType({symbol[1]: symbol[0] for symbol in _SYMBOL.finditer(_read("glyphs.svg"))})


def glyphs_in(*parts: Markup) -> Markup:
    """The symbols that these parts of a page use. Raises KeyError where the sprite has none of that name."""
    used = {name for part in parts for name in _USE.findall(part)}
    return Markup("\n").join(Markup(glyphs()[name]) for name in glyphs() if name in used)


@cache
def all_glyphs() -> Markup:
    """The whole sprite, for a page of which parts come later."""
    return Markup("\n").join(map(Markup, glyphs().values()))
