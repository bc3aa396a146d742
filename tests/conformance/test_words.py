"""Everything that any system tells can be said to everybody who hears it, in both languages, whatever the names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grailkeeper.core.seat import PUBLIC, seat_viewer
from grailkeeper.core.sight import seen
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text import bbcode, board_html, markdown, plain
from grailkeeper.text.document import Block, Document
from grailkeeper.text.figures import fact_blocks
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .subject import Subject
from .subjects import SUBJECTS
from .walk import Walk, walks

NAMES = ("사야카", "모모에 팀", "7조", "B+", "Kyoko", "Sam", "히토미(캐스터)", "‘밤’", "검은 달")
"""Names that end in every way that particles must get right."""

FORMATS = (plain, markdown, bbcode, board_html)


def prose_of(subject: Subject, language: Language, turn: int) -> Prose:
    """The words of a system, its seats and teams called by the names from `turn` on."""
    package = type(subject.system).__module__.rpartition(".")[0]
    first = walks(subject)[0].first
    keys = sorted({*subject.system.names(first), *(seat.key for seat in subject.system.seats(first))})
    names = {key: NAMES[(turn + place) % len(NAMES)] for place, key in enumerate(keys)}
    return Prose(load_words(package, language), names)


def told_blocks(walk: Walk, prose: Prose) -> Iterator[Block]:
    """Every fact of a walk as each audience reads it, and every point as the keeper does."""
    for step in walk.steps:
        for point in step.resolution.points:
            assert prose.point(point)
        for told in step.resolution.told:
            for viewer in (PUBLIC, *(seat_viewer(seat.key) for seat in walk.system.seats(step.after))):
                if told.audience.admits(viewer):
                    yield from fact_blocks(prose, seen(told.fact, viewer.seat or None))
            yield from fact_blocks(prose, told.fact)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.system.name)
def test_everything_told_can_be_said_and_posted(subject: Subject, language: Language) -> None:
    for turn, walk in enumerate(walks(subject)[:12]):
        prose = prose_of(subject, language, turn)
        document = Document(language, "…", tuple(told_blocks(walk, prose)))
        for form in FORMATS:
            text = form.render(document)
            assert "{" not in text, "a place was left unfilled"
            assert not {"None", "none.", "()"} & set(text.split()), "a value was printed that nobody says"


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.system.name)
def test_both_languages_say_the_same_of_a_fact(subject: Subject) -> None:
    for walk in walks(subject)[:6]:
        for step in walk.steps:
            for told in step.resolution.told:
                said = [prose_of(subject, language, 0).fact(told.fact) for language in Language]
                assert all(said), f"{told.fact.kind} says nothing"


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("package", [each.package for each in SYSTEMS])
def test_no_two_calls_have_one_title(package: str, language: Language) -> None:
    words = load_words(package, language)
    titles = [words.get(key) for key in words if key.startswith("title.")]
    assert len(titles) == len(set(titles))
