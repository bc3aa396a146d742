"""The formats in which a document can be posted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import bbcode, board_html, markdown, plain
from .document import Document
from .short import shortened


@dataclass(frozen=True, slots=True)
class Format:
    """A format, and how files of it end."""

    name: str
    suffix: str
    render: Callable[[Document], str]


FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        Format("plain", ".txt", plain.render),
        Format("markdown", ".md", markdown.render),
        Format("bbcode", ".bbcode.txt", bbcode.render),
        Format("html", ".html", board_html.render),
    )
}


def render(document: Document, form: Format) -> str:
    return form.render(document)


def posted(document: Document, form: Format) -> str:
    """A document as it is posted: where nothing opens, its workings are short."""
    return render(shortened(document) if form.name == "plain" else document, form)
