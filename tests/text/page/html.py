"""Reading a page as a browser would: its tags in order, what they carry, whether they are closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "br", "hr", "img", "input"})


@dataclass
class Tag:
    """A start tag; `text` is what stands directly in it."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""


@dataclass
class Page:
    """A parsed page. `broken` lists end tags that close nothing and start tags that are never closed."""

    tags: list[Tag] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def named(self, name: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name == name]

    def values(self, attribute: str) -> list[str]:
        return [tag.attributes[attribute] for tag in self.tags if attribute in tag.attributes]

    @property
    def text(self) -> str:
        return " ".join(tag.text for tag in self.tags if tag.name not in ("style", "title"))

    @property
    def skeleton(self) -> list[tuple[str, Mapping[str, str]]]:
        """The tags with all that is not meant for people to read."""
        said = ("aria-label",)
        return [
            (tag.name, {key: value for key, value in tag.attributes.items() if key not in said}) for tag in self.tags
        ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._open: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)
        if tag not in VOID:
            self._open.append(self.page.tags[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, attrs)

    def _take(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.page.broken.append(f"an attribute given twice in <{tag}>")
        self.page.tags.append(Tag(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].name == tag:
            self._open.pop()
        else:
            self.page.broken.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1].text += data

    def close(self) -> None:
        super().close()
        self.page.broken += [f"<{tag.name}> is never closed" for tag in self._open]


def read_page(html: str) -> Page:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page
