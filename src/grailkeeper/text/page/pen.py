"""What one page is written with: a reader's words, the signs of the teams, the clauses cited so far, templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...core.seat import Viewer, ViewerKind
from ..clean import clean
from ..links import Links
from ..numbers import number
from ..prose import Prose
from ..template import Value
from ..words import load_words
from .inline import cite, line
from .rules import Clauses
from .signs import Sign, Signs


@dataclass(frozen=True, slots=True)
class About:
    """What a page may say of itself beside its title; whatever is left out is not said.

    `system` and `version` are the rules by which it was played: they give the rulebook and the system's own
    drawings. `war` is its name. `kick` are the small words above the title, `lede` a sentence or two below it.
    `options` are the war's switches. `view` is the rule system's view of the state for this reader; it shows the
    classes that the reader knows. `before` is the one before what the page tells: where that is a single battle,
    the two show points as they were and are.
    `classes` (servant class by team) adds what people may know otherwise.
    """

    system: str = ""
    version: str = ""
    war: str = ""
    kick: tuple[str, ...] = ()
    lede: str = ""
    options: Mapping[str, str | int] = field(default_factory=dict)
    view: Any = None
    before: Any = None
    classes: Mapping[str, str] = field(default_factory=dict)


def cleaned(value: object) -> object:
    """Every string that a template writes comes by here; it is escaped after this."""
    return clean(value) if type(value) is str else value


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=cleaned,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Pen:
    """Writes the parts of one page. It remembers signs and clauses: a pen is for one page, and a page has one.

    `tools` are what its templates may call.
    """

    def __init__(self, prose: Prose, viewer: Viewer, links: Links, about: About, classes: Mapping[str, str]) -> None:
        self.prose, self.viewer, self.about = prose, viewer, about
        self.language = prose.words.language
        self.clauses = Clauses(about.system, self.language, links)
        self._words = load_words(__package__, self.language)
        self._signs = Signs(classes)
        self.tables = (self.say("page.table", number=number) for number in count(1))
        self.tools: dict[str, Any] = {
            "say": self.say,
            "name": prose.name,
            "sign": self.sign,
            "cite": partial(cite, self.clauses),
            "line": partial(line, self.clauses),
            "number": number,
            "signed": partial(number, signed=True),
        }
        self._parts = _templates().get_template("parts.html").make_module(self.tools)

    def say(self, key: str, /, **values: Value) -> str:
        """A sentence of the pages."""
        return self._words.say(key, **values)

    def sign(self, team: str) -> Sign:
        return self._signs.of(team, self.prose.name(team))

    def knows(self, key: str) -> bool:
        """Whether this reader knows the servant class behind a key."""
        return self._signs.knows(key)

    def scope(self) -> str:
        """Through whose eyes the page sees."""
        if self.viewer.kind is ViewerKind.SEAT:
            return self.say("page.scope_seat", who=self.prose.name(self.viewer.seat))
        return self.say(f"page.scope_{self.viewer.kind}")

    def part(self, name: str, /, *given: Any, **named: Any) -> Markup:
        """One of the small parts of the look."""
        made: Markup = getattr(self._parts, name)(*given, **named)
        return made

    def write(self, template: str, **values: Any) -> Markup:
        """A template, filled."""
        return Markup(_templates().get_template(template).render(self.tools | values))
