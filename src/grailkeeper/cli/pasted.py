"""Declarations as people post them: read, said back in words, and refused where they can be meant in two ways."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from ..campaign.declare import find_ask, seat_view
from ..campaign.outcome import Refused
from ..core.form import Form, read
from ..text.declaration import Post, overlooked, question_blocks, read_post, say_order
from ..text.document import Block, Document, Note, NoteKind
from ..text.prose import Prose
from ..text.terminal import print_document
from ..text.words import Words
from .files import data_of, text_of
from .reading import SUFFIXES, read_text
from .session import Exit, Session, Stop, problem_blocks
from .table import Table


def declaration_of(table: Table, address: str, whom: str, path: Path) -> object:
    """What a file or standard input declares: data as such, anything else as a post, said back as it was understood.

    Where a post can be read in more than one way, or not at all, the command ends here.
    """
    if path.suffix.lower() in SUFFIXES:
        return data_of(table.session, path)
    text, form = text_of(table.session, path), form_of(table, address, whom)
    if form is None:
        return None
    words = table.prose.words
    post = read_post(form, text, words)
    if post.order is None:
        post = _as_data(form, text, words) or post
    if not isinstance(post.order, Mapping):
        refuse_post(table.session, table.prose, form, post, "declare.unclear")
    table.session.show(say_order(form, post.order, table.prose))
    table.session.warn(table.prose, post.problems)
    return post.order


def _as_data(form: Form, text: str, words: Words) -> Post | None:
    """A text that is data after all, where its form takes it as such."""
    data = read_text(text)
    if not isinstance(data, Mapping) or not data:
        return None
    order, problems = read(form.record, data, words.identify)
    return None if problems or overlooked(form.record, order) else Post(order, (), ())


def form_of(table: Table, address: str, whom: str) -> Form | None:
    """The form of what is asked; None where it is not asked, which declaring says."""
    found = find_ask(table.war, address, whom)
    if isinstance(found, Refused):
        return None
    call, ask = found
    return table.war.system.form(seat_view(table.war, ask), call, ask)


def refuse_post(session: Session, prose: Prose, form: Form, post: Post, heading: str) -> NoReturn:
    """End with everything that is wrong or unclear about a post; `heading` is the key of what is said above it."""
    if not post.questions:
        session.refuse(prose, post.problems)
    blocks: list[Block] = list(question_blocks(form, post.questions, prose))
    if post.problems:
        blocks.append(Note(NoteKind.BAD, problem_blocks(prose, post.problems)))
    print_document(session.err, Document(session.language, session.say(heading), tuple(blocks)))
    raise Stop(Exit.WRONG)
