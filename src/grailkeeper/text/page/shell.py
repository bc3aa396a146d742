"""A whole file around what a page tells: bar, masthead, the rules cited, and the head of the chain at the foot."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ...campaign.telling import Stream
from ...core.seat import ViewerKind
from ..post import grouped
from .look import glyphs_in, policy, stylesheet
from .pen import Pen

Place = tuple[str, str]
"""A part of the page that the bar leads to: its anchor and what it is called."""


def mast(pen: Pen, title: str, look: str = "mast", lede: str = "") -> Markup:
    """The title with what stands above and below it, and through whose eyes the page sees."""
    about = pen.about
    return pen.write("mast.html", look=look, kick=about.kick, title=title, lede=about.lede or lede, scope=pen.scope())


def whole(pen: Pen, title: str, main: Markup, stream: Stream, places: Sequence[Place] = (), width: str = "wrap") -> str:
    """The file. `main` is written already, so that the clauses which it cites are known."""
    about, brand = pen.about, pen.about.war or pen.say("page.brand")
    rules = [(rule, pen.clauses.text(rule, pen.tables)) for rule in pen.clauses.cited()]
    named = [*places, *([("rules", pen.say("page.rules"))] if rules else [])]
    body = pen.write(
        "body.html",
        brand=brand,
        width=width,
        places=named,
        main=main,
        rules=rules,
        head=head_line(pen, stream),
        version=_version(pen),
        switches=about.options,
    )
    file = pen.write(
        "shell.html",
        language=pen.language.value,
        policy=policy(),
        stylesheet=stylesheet(),
        glyphs=glyphs_in(body),
        title=title,
        brand=brand,
        body=body,
    )
    return str(file)


def head_line(pen: Pen, stream: Stream) -> str:
    """Whose chain, how long, and its head; the keeper reads along with the public."""
    seat = pen.viewer.kind is ViewerKind.SEAT
    who = pen.prose.name(pen.viewer.seat) if seat else pen.say("house.public")
    where = pen.say("house.head_value", audience=who, number=stream.number)
    return f"{where} · {grouped(stream.head)}"


def _version(pen: Pen) -> str:
    about = pen.about
    if not about.system:
        return ""
    return pen.say("page.rules_version", system=pen.prose.name(about.system), version=about.version).strip()
