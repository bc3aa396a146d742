"""Declarations as posts: an order as a few lines that can be posted, and a pasted post as an order.

    숫자: 20 50 60 95 99
    행운: 4
    예비: 1번 5, 2번 5 10
    대신할 능력: 내구

One text form for the orders of every rule system: all of it follows from the form and the system's words. Nothing is
guessed; where a post can be read in two ways, that is a question.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ..core.canon import Data
from ..core.form import Field, Form, Record
from ..core.form import read as read_form
from ..core.problem import Problem, malformed
from .document import Block, Bullets, Code, Document, Heading, Item, Paragraph, Strong, spans
from .pasted.drawn import Drawings
from .pasted.effort import Effort, TangledError
from .pasted.fields import PostReader
from .pasted.lines import Line as PostLine
from .pasted.lines import lines_of, raw_lines, tree
from .pasted.meaning import Names, ways
from .pasted.raw import dotted
from .pasted.reading import Question, Reading, Value
from .pasted.values import Made, Values
from .pasted.writing import Line, Writer, optional
from .prose import Prose
from .words import Words

__all__ = [
    "Post",
    "Question",
    "Reading",
    "overlooked",
    "part_reader",
    "print_order",
    "print_value",
    "question_blocks",
    "read_part",
    "read_post",
    "read_value",
    "say_about",
    "say_held",
    "say_order",
]

_FENCED = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)
_TOML_LIKE = re.compile(r"^[^\S\n]*(?:\[|[\w\"'.-]+\s*=)", re.MULTILINE)


class Post(NamedTuple):
    """What was understood of a post.

    `order` is what it declares, as its form keeps it; None where something is wrong with it (`problems`) or can be
    read in more than one way (`questions`).
    """

    order: Data
    problems: tuple[Problem, ...]
    questions: tuple[Question, ...]


def print_order(form: Form, order: Mapping[str, Any], prose: Prose) -> str:
    """An order as a short post in the reader's language, one field a line. `read_post` reads it as the same order."""
    lines = [line.text for line in _lines(form.record, order, prose)]
    unsaid = [field for field in form.record.fields if field.wanted and field.name not in order] if lines else []
    lines += [f"{prose.name(field.name)}: {prose.words.name('none')}" for field in unsaid]
    return "\n".join(lines or [prose.words.name("nothing_declared")]) + "\n"


def read_post(form: Form, text: str, words: Words) -> Post:
    """A pasted post as an order.

    Markup, quoting, bullets, full-width signs and the board's own lines do not count; names are understood in every
    language, in any order. Text that is no field is passed over; a line that looks like a field and is none is
    refused. JSON and TOML are taken as they are. What is drawn, as a board is, is known by its looks.
    """
    data, problems = _data(text)
    if data is not None:
        order, faults = read_form(form.record, data, words.identify)
        if text.lstrip()[:1] == "{" or not faults:
            return _with_wanted(form.record, _post(order, (*problems, *faults), ()))
    return _with_wanted(form.record, _read_lines(form.record, text, Names(words, Effort()), {}))


def read_part(form: Form, text: str, words: Words) -> Post:
    """A few lines as a part of an order: nothing in them is required."""
    return part_reader(form.record, words)(text)


def part_reader(record: Record, words: Words) -> Callable[[str], Post]:
    """What reads one text after another as a part of an answer; what was tried for one it knows for the next.

    All of them together may take as much as one post.
    """
    part, names, made = optional(record), Names(words, Effort()), Made()
    return lambda text: _read_lines(part, text, names, made)


def read_value(field: Field, text: str, words: Words) -> Post:
    """An answer to one field alone; the `order` is a record of that field."""
    values = Values(Names(words, Effort()), {})
    try:
        raw = values.read(field.kind, Value(text), (field.name,), field.nullable)
    except TangledError:
        return _TANGLED
    alone = Record((replace(field, required=False),))
    order, faults = read_form(alone, {field.name: raw}, words.identify)
    return _post(order, (*values.problems, *faults), tuple(values.questions))


def print_value(field: Field, value: Data, prose: Prose) -> str:
    """One value of a field as it can be typed: `read_value` reads it as the same value."""
    if value is None:
        return prose.words.name("none")
    rows = field.kind.rows(value, prose.name)
    writer = _writer(Record((field,)), prose)
    for said in (" / ".join(rows), writer.said(field.kind, value)):
        read = read_value(field, said, prose.words).order if said else None
        if read == {field.name: value}:
            return said
    return json.dumps(value, ensure_ascii=False)


def say_order(form: Form, order: Mapping[str, Any], prose: Prose) -> Document:
    """What was understood, to be said back: each field in words, and what silence in the others means."""
    asked = _asked(form, prose)
    said = tuple(
        Item(spans(Strong(asked.get(line.name, line.name)), f": {line.value}"))
        for line in _lines(form.record, order, prose)
    )
    unsaid = tuple(
        Item(spans(prose.words.say(key)))
        for field in form.record.fields
        if field.offered and field.name not in order and (key := f"unsaid.{form.kind}.{field.name}") in prose.words
    )
    blocks: list[Block] = [Bullets(said)] if said else [Paragraph(spans(prose.words.name("nothing_declared")))]
    if unsaid:
        blocks += [Heading(2, prose.words.say("declaration.unsaid")), Bullets(unsaid)]
    return Document(prose.words.language, prose.words.say("declaration.understood"), tuple(blocks))


def _asked(form: Form, prose: Prose) -> Mapping[str, str]:
    """What fields are called as they are said back, where their name alone leaves open what stands in them."""
    keys = {prose.name(each.name): f"asked.{form.kind}.{each.name}" for each in form.record.fields}
    return {name: prose.words.say(key) for name, key in keys.items() if key in prose.words}


def say_about(form: Form, prose: Prose) -> tuple[str, ...]:
    """What is to be known before the form is answered, a sentence each."""
    return tuple(
        prose.words.say(_about_key(form, name, prose), **{key: prose.value(value) for key, value in values.items()})
        for name, values in form.about.items()
    )


def _about_key(form: Form, name: str, prose: Prose) -> str:
    own = f"about.{form.kind}.{name}"
    return own if own in prose.words else f"about.{name}"


def say_held(form: Form, prose: Prose) -> tuple[str, ...]:
    """What can be chosen by its name, with what it does and costs, a line each."""
    return tuple(str(prose.value(each)) for each in form.held)


def question_blocks(form: Form, questions: Iterable[Question], prose: Prose) -> tuple[Block, ...]:
    """What is unclear: each reading as the line to write if it is meant."""
    writer = _writer(form.record, prose)
    items = []
    for question in questions:
        readings = [
            spans(Code(writer.line(form.record, reading.path, reading.value).text))
            if reading.path
            else spans(prose.words.say("declaration.mere_text"))
            for reading in question.readings
        ]
        asked = prose.words.say("declaration.question", given=question.given)
        items.append(Item(spans(asked), (Bullets(tuple(map(Item, readings))),)))
    return (Bullets(tuple(items)),)


# Printing


def _lines(record: Record, order: Mapping[str, Any], prose: Prose) -> list[Line]:
    return list(_writer(record, prose).lines(record, order))


def _writer(record: Record, prose: Prose) -> Writer:
    reads = part_reader(record, prose.words)
    return Writer(prose, lambda text: reads(text).order)


# Reading


_TANGLED = Post(None, (malformed("tangled"),), ())


def _read_lines(record: Record, text: str, names: Names, made: Made) -> Post:
    reader = PostReader(record, names, made)
    drawings = Drawings(record, reader.values)
    try:
        lines = tuple(lines_of(drawings.taken_from(raw_lines(text), reader.raw)))
        said = [line for line in lines if not _says_nothing(line, names.words)]
        raw = reader.read(tree(said))
    except TangledError:
        return _TANGLED
    questions = tuple(reader.values.questions)
    if not raw and not questions and not reader.values.problems and len(said) == len(lines):
        accepted = ", ".join(field.name for field in record.fields)
        return Post(None, (malformed("nothing_read", accepted=accepted), *reader.remarks), ())
    order, faults = read_form(record, raw, names.words.identify)
    asked = {dotted(reading.path) for question in questions for reading in question.readings}
    unread = any(each.code == "unread_words" for each in reader.values.problems)
    wrong = [each for each in faults if each.code != "missing_field" or not (unread or each.culprit in asked)]
    return _post(order, (*reader.values.problems, *wrong, *reader.remarks), questions)


def _with_wanted(record: Record, post: Post) -> Post:
    """The post, with a problem for each field of which it has to say at least that there is none, and does not."""
    unsaid = overlooked(record, post.order)
    return Post(None, (*post.problems, *unsaid), ()) if unsaid else post


def overlooked(record: Record, order: Data) -> tuple[Problem, ...]:
    """The fields of a posted order that may have been overlooked, as problems. Who declares nothing at all means it."""
    if not isinstance(order, Mapping) or not order:
        return ()
    unsaid = (field for field in record.fields if field.wanted and field.name not in order)
    return tuple(malformed("overlooked", field.name, field.clause, field=field.name) for field in unsaid)


def _says_nothing(line: PostLine, words: Words) -> bool:
    """Whether somebody says that there is nothing to declare."""
    return any(words.identify(way, ("nothing_declared",)) for way in ways(line.text))


def _post(order: Data, problems: Iterable[Problem], questions: tuple[Question, ...]) -> Post:
    found = tuple({(each.code, each.culprit, each.values.get("given")): each for each in problems}.values())
    clear = not questions and not any(problem.binding for problem in found)
    return Post(order if clear else None, found, questions)


def _data(text: str) -> tuple[Mapping[str, Any] | None, tuple[Problem, ...]]:
    """A text that is a record in JSON or TOML, with the names that are written twice in it."""
    fenced = _FENCED.search(text)
    body = fenced[1] if fenced else text
    if body.lstrip()[:1] != "{" and not _TOML_LIKE.search(body):
        return None, ()
    repeated: list[str] = []

    def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        repeated.extend(name for name in dict.fromkeys(names) if names.count(name) > 1)
        return dict(pairs)

    try:
        is_json = body.lstrip()[:1] == "{"
        data = json.loads(body, object_pairs_hook=record) if is_json else tomllib.loads(body)
    except (ValueError, RecursionError):
        return None, ()
    return data, tuple(malformed("repeated_field", name, given=name, accepted=name) for name in repeated)
