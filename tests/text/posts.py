"""Forms to declare by, orders for them, and what a board does to a post."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from conformance.subject import Subject
from conformance.subjects import SUBJECTS
from conformance.walk import walk
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.form import Form, Pick, read
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import Words, house_words, load_words
from rules.chronicle.scenewars import WARS as CHRONICLE_WARS
from rules.sceneplay.test_wars import WARS

WARS_OF_EACH, LONGEST, STATES = 5, 50, 4
"""So many wars of each system, so many steps of each, so many forms of each kind."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A form that somebody was asked to fill, with the words of its system."""

    system: str
    package: str
    form: Form
    names: Mapping[str, str]

    def words(self, language: Language) -> Words:
        return words_of(self.package, language)

    def prose(self, language: Language) -> Prose:
        return Prose(self.words(language), self.names)


def words_of(package: str, language: Language) -> Words:
    """The words of a system; of the house where it has none of its own yet."""
    has_words = files(package).joinpath("words.ko.toml").is_file()
    return load_words(package, language) if has_words else house_words(language)


def subjects() -> list[tuple[str, Subject]]:
    """Every rule system with its package, and whole wars of sceneplay and chronicle, in which everything is asked."""
    packages = {each.system.name: each.package for each in SYSTEMS}
    return [(packages.get(each.system.name, each.system.name), each) for each in (*SUBJECTS, WARS, CHRONICLE_WARS)]


@cache
def asked() -> tuple[Asked, ...]:
    """The forms of every kind of call of every system, from a few states of random wars."""
    return tuple(form for package, subject in subjects() for form in _of(package, subject))


def _of(package: str, subject: Subject) -> Iterator[Asked]:
    seen: dict[str, int] = {}
    for seed in range(WARS_OF_EACH):
        war = walk(replace(subject, longest=LONGEST), seed)
        system = war.system
        for state in war.states:
            names = system.names(state)
            for call, ask in _asks(system, state):
                form = system.form(system.view(state, seat_viewer(ask.seat)), call, ask)
                seen[form.kind] = seen.get(form.kind, 0) + 1
                if seen[form.kind] <= STATES:
                    yield Asked(system.name, package, form, names)


def _asks(system: Any, state: Any) -> Iterator[tuple[Call, Ask]]:
    for call in (*system.calls(state), *system.standing(state)):
        for ask in call.asks:
            yield call, ask


def order_for(form: Form, pick: Pick) -> dict[str, Any]:
    """An order that the form takes: a drawn one, or the barest where draws fail, as where there is no choice."""
    for draw in (*[pick] * 20, lambda _: 0):
        order, problems = read(form.record, form.record.sample(draw))
        if not problems:
            assert isinstance(order, dict)
            return order
    raise AssertionError(f"no sample of {form.kind} reads")


# The board

_NOISE = (
    "",
    "   ",
    "작성자: 사야카",
    "작성일 2026.11.30 21:40",
    "2026-11-30 (월) 21:40:11",
    "조회 128  추천 3  댓글 0",
    "Posted by: Sayaka",
    "안녕하세요, 늦어서 죄송합니다!",
    "그럼 잘 부탁드립니다 :)",
    "――――――――",
    "😀😀",
    "ㅋㅋㅋㅋ",
    "https://example.org/board/12",
    "[hr]",
    "---",
    "From my phone",
)
_WIDE = {ord(sign): ord(sign) - 0x20 + 0xFF00 for sign in "0123456789+:=/"}
_BULLETS = ("- ", "• ", "▶ ", "* ", "■", "· ", "☞ ", "1. ", "② ")


def mangled(post: str, dice: random.Random) -> str:
    """A post as it comes out of a board: quoted, marked up, set in, with the board's own lines between."""
    lines = post.splitlines()
    if dice.random() < 0.5:
        lines = [line.translate(_WIDE) for line in lines]
    if dice.random() < 0.5:
        lines = [dice.choice(_BULLETS) + line for line in lines]
    if dice.random() < 0.3:
        lines = [" " * dice.randrange(4) + line for line in lines]
    lines = [line + dice.choice(("", "", " ", "\t", "\u200b")) for line in lines]
    lines = [_marked(line, dice) for line in lines]
    for _ in range(dice.randrange(5)):
        lines.insert(dice.randrange(len(lines) + 1), dice.choice(_NOISE))
    if dice.random() < 0.3:
        lines = ["> " + line for line in lines]
    wrap = dice.choice((_plain, _plain, _paragraphs, _breaks, _list, _quote, _spoiler))
    return wrap(lines)


def narrow(data: Any) -> Any:
    """Data with the full-width signs of its texts as plain ones: in a text they are the writer's own."""
    if isinstance(data, str):
        return unicodedata.normalize("NFKC", data)
    if isinstance(data, dict):
        return {key: narrow(item) for key, item in data.items()}
    return [narrow(item) for item in data] if isinstance(data, list) else data


def _marked(line: str, dice: random.Random) -> str:
    name, colon, rest = line.partition(":")
    mark = dice.choice(
        ("", "", "", "[b]{}[/b]", "<strong>{}</strong>", "[color=red]{}[/color]", "<span style='x'>{}</span>")
    )
    return f"{mark.format(name)}{colon}{rest}" if mark and colon else line


def _plain(lines: list[str]) -> str:
    return "\n".join(lines)


def _paragraphs(lines: list[str]) -> str:
    return "".join(f"<p>{line}</p>" for line in lines)


def _breaks(lines: list[str]) -> str:
    return "<div>" + "<br />".join(lines) + "</div>"


def _list(lines: list[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{line}</li>" for line in lines) + "\n</ul>"


def _quote(lines: list[str]) -> str:
    return "[quote=사야카]\r\n" + "\r\n".join(lines) + "\r\n[/quote]"


def _spoiler(lines: list[str]) -> str:
    return "[spoiler]" + "\n\n".join(lines) + "[/spoiler]"
