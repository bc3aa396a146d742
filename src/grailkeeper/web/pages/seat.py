"""A seat: what it is asked, what it has sealed, and where it declares."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from ...campaign.outcome import Refused
from ...core.canon import digest
from ...core.form import Form, Record
from ...core.problem import Problem, illegal, malformed
from ...text.declaration import question_blocks, read_post, say_about, say_held, say_order
from ...text.page.blocks import written
from ...text.post import grouped
from ...text.sifted import sifted
from .. import asks, drafts, floors, limits, service
from ..answers import Answer, answer_of, widgets_of, worth_of
from ..asks import Asked, State
from ..cuts import cut_of
from ..cuts.cut import Shape
from ..cuts.tailor import tailored
from ..filled import LINES_READ, ROWS, UNREAD, Filled, filled_of, rows_of, typed, without_strays
from ..models import Draft
from ..page import Page, onward_to
from ..visitor import Guest
from . import faults

WHOLE = 64
"""Digits of a whole fingerprint."""

LONGEST_POST = 8000
"""Characters of a post that is pasted."""

MOST_TYPED = 50_000
"""Characters of all that is typed into one form."""


def seat(guest: Guest) -> HttpResponse:
    """What the seat is asked now, what it may answer beforehand, and where things stand."""
    page = Page(guest.visitor, guest)
    asked, standing = asks.questions_of(guest.row, guest.war, guest.seat)
    return page.answer(
        "seat.html",
        guest.prose.name(guest.seat),
        asked=[(each, *_said(guest, each)) for each in asked if each.waits],
        pending=[(each, _said(guest, each)[0]) for each in asked if not each.waits],
        standing=[(each, *_said(guest, each)) for each in standing],
        paused=guest.war.paused,
        ended=guest.war.ended,
        scope=page.pen.scope(),
    )


def _said(guest: Guest, asked: Asked) -> tuple[str, str]:
    """The question, and what silence means."""
    return guest.prose.call(asked.call.kind), guest.prose.silence(asked.call.silence)


# One question


def at_question(page: Callable[[Guest, Asked], HttpResponse]) -> Callable[[Guest, str, str], HttpResponse]:
    """A page of one question to the seat, by its address; where the seat is not asked it (any more), on to where what
    came of it stands."""

    def found(guest: Guest, whom: str, call: str) -> HttpResponse:
        asked = asks.find(guest.row, guest.war, guest.seat, call, whom)
        return faults.not_asked(guest) if asked is None else page(guest, asked)

    return found


@at_question
def ask(guest: Guest, asked: Asked) -> HttpResponse:
    """A question: the form with the draft in it, how it is read, and what was sealed."""
    return _ask_page(guest, asked)


def _ask_page(
    guest: Guest, asked: Asked, problems: tuple[Problem, ...] = (), pasted: str = "", questions: Any = ""
) -> HttpResponse:
    page = Page(guest.visitor, guest)
    said, silence = _said(guest, asked)
    draft = _draft(guest, asked)
    answer = _answer(guest, asked, draft)
    worth = None if answer is None else worth_of(guest, answer)
    spoken, heard = floors.said_on(page, guest, asked)
    writes = answer is not None and (asked.writes or (draft is not None and asked.call.withdrawable))
    matter = said if asked.beforehand else guest.prose.call_title(asked.call.address)
    return page.answer(
        "ask.html",
        _headline(page, asked, matter, writes, draft is not None) or said,
        422 if problems or questions else 200,
        asked=asked,
        silence=silence,
        draft=draft,
        answer=answer,
        **_unread(draft),
        about=() if answer is None or not writes else say_about(answer.form, page.prose),
        held=() if answer is None else say_held(answer.form, page.prose),
        widgets=() if answer is None else widgets_of(page, answer, problems),
        reading=None if answer is None or draft is None else _reading(page, answer),
        left=() if answer is None else _left(page, answer),
        piles=() if answer is None else answer.piles,
        worth=worth,
        width="read" if worth is None else "wrap",
        receipt=_receipt(guest, asked),
        sealed=_sealed(page, guest, asked, answer),
        spoken=spoken,
        heard=heard,
        found=problems,
        pasted=pasted,
        questions=questions,
        matter=matter,
        writes=writes,
        dock="ask_dock.html",
    )


def _headline(page: Page, asked: Asked, matter: str, writes: bool, drafted: bool) -> str:
    """What has become of the question, where nothing more has to be declared; "" while something has.

    `writes`: more can be declared; `drafted`: more is begun.
    """
    if writes:
        return page.say("ask.title_heard") if asked.state is State.HEARD and not drafted else ""
    if asked.state is State.BOUND:
        return page.say("ask.title_bound", matter=matter)
    if asked.state is not State.SEALED:
        return ""
    return page.say("ask.title_beforehand" if asked.beforehand else "ask.title_sealed", matter=matter)


def _draft(guest: Guest, asked: Asked) -> Draft | None:
    return drafts.saved(guest.row, guest.seat, asked.call.address, asked.ask.whom)


def _unread(draft: Draft | None) -> dict[str, Any]:
    """The lines of a pasted post that were not understood and not looked at yet, and how many were understood."""
    fields = drafts.fields_of(draft)
    unread = fields.get(UNREAD, "")
    return {"unread": unread, "unread_lines": unread.splitlines(), "lines_read": fields.get(LINES_READ, "")}


def _answer(guest: Guest, asked: Asked, draft: Draft | None) -> Answer | None:
    return answer_of(guest, asked.call.address, asked.ask.whom, drafts.fields_of(draft))


def _reading(page: Page, answer: Answer) -> Any:
    """How an answer is read: said back in words, or what is unclear about it."""
    if answer.raw.questions:
        return written(page.pen, question_blocks(answer.form, answer.raw.questions, page.prose))
    if answer.order is None:
        return ""
    return written(page.pen, say_order(answer.form, answer.order, page.prose).blocks)


def _left(page: Page, answer: Answer) -> list[tuple[str, int]]:
    """What there is to spend beside cards, or what the answer leaves of it."""
    return [(page.prose.name(name), amount) for name, amount in answer.left.items()]


def _receipt(guest: Guest, asked: Asked) -> Mapping[str, str] | None:
    """The fingerprint of what lies sealed."""
    if not asked.ask.fingerprint or asked.state not in (State.SEALED, State.BOUND):
        return None
    kept = guest.gate.kept(asked.call.address, asked.ask.whom)
    mine = not isinstance(kept, Refused)
    return {
        "short": grouped(asked.ask.fingerprint),
        "whole": grouped(asked.ask.fingerprint, WHOLE),
        "mine": "yes" if mine else "",
    }


def _sealed(page: Page, guest: Guest, asked: Asked, answer: Answer | None) -> Any:
    """What lies sealed, in words, while its form is still there to say it by."""
    order = guest.gate.own_order(asked.call.address, asked.ask.whom)
    if answer is None or isinstance(order, Refused) or not isinstance(order, Mapping):
        return ""
    return written(page.pen, say_order(answer.form, order, page.prose).blocks)


@at_question
def send(guest: Guest, asked: Asked) -> HttpResponse:
    """Whatever is done on the page of a question. What was typed is saved first, whichever button it was."""
    sent = guest.visitor.request.POST
    doing, _, place = sent.get("do", "save").partition(":")
    if doing in ("withdraw", "change"):
        return {"withdraw": _withdraw, "change": _change}[doing](guest, asked)
    if doing == "paste":
        return _paste(guest, asked, sent.get("text", ""))
    fields = typed(sent.dict())
    if sum(map(len, fields.values())) > MOST_TYPED:
        return faults.unreadable(guest.visitor.request)
    if doing == "more":
        fields[place + ROWS] = str(max(rows_of(fields, place) + 1, _shown(sent.dict(), place)) + 1)
    _save(guest, asked, _kept(guest, asked, fields))
    if doing == "review":
        return _to_review(guest, asked)
    return _back(guest, asked)


def _kept(guest: Guest, asked: Asked, fields: Filled) -> Filled:
    """What was sent without the fields of an action that is chosen no more."""
    form = _form(guest, asked)
    return fields if isinstance(form, Refused) else without_strays(tailored(cut_of(guest.row.system), form), fields)


def _form(guest: Guest, asked: Asked) -> Form | Refused:
    return guest.gate.form(asked.call.address, asked.ask.whom)


def _fill(guest: Guest, asked: Asked, form: Form, order: Mapping[str, Any], left: Filled | None = None) -> None:
    """An order becomes the draft, with what is `left` to be looked at beside it."""
    _save(guest, asked, filled_of(tailored(cut_of(guest.row.system), form), order, guest.prose) | dict(left or {}))


def _save(guest: Guest, asked: Asked, filled: Filled) -> None:
    drafts.save(guest.row, guest.seat, asked.call.address, asked.ask.whom, filled)


def _shown(sent: Mapping[str, str], place: str) -> int:
    """How many rows of a list the page showed."""
    return rows_of({name.removeprefix("f:"): "" for name in sent}, place)


def _back(guest: Guest, asked: Asked, part: str = "") -> HttpResponse:
    return onward_to("ask", guest.row.key, guest.seat, asked.ask.whom, asked.call.address, after=part)


def _paste(guest: Guest, asked: Asked, text: str) -> HttpResponse:
    """A pasted post becomes the draft; where it cannot be read whole, as much of it as can, with the rest beside it."""
    if len(text) > LONGEST_POST:
        return _ask_page(guest, asked, (malformed("bad_text", "", accepted=f"1..{LONGEST_POST}"),), text)
    if guest.visitor.account is None or not limits.allowed(limits.PASTE, str(guest.visitor.account.pk)):
        return _ask_page(guest, asked, (illegal("pasted_often", "", most=limits.PASTE.most),), text)
    form = _form(guest, asked)
    if isinstance(form, Refused):
        return _ask_page(guest, asked, form.problems, text)
    post = read_post(form, text, guest.prose.words)
    if isinstance(post.order, Mapping):
        _fill(guest, asked, form, post.order)
        return _back(guest, asked, "#said")
    found = sifted(form, text, guest.prose.words)
    if found is not None:
        left = {UNREAD: "\n".join(found.unread), LINES_READ: str(found.read)}
        _fill(guest, asked, form, found.order, left)
        return _back(guest, asked, "#said")
    page = Page(guest.visitor, guest)
    questions = written(page.pen, question_blocks(form, post.questions, guest.prose)) if post.questions else ""
    return _ask_page(guest, asked, post.problems, text, questions)


def _change(guest: Guest, asked: Asked) -> HttpResponse:
    """What lies sealed becomes the draft again, to be changed and sealed anew; until then the seal holds."""
    address, whom = asked.call.address, asked.ask.whom
    form, order = _form(guest, asked), guest.gate.own_order(address, whom)
    if not isinstance(form, Refused) and isinstance(order, Mapping):
        _fill(guest, asked, form, order)
    return _back(guest, asked)


def _withdraw(guest: Guest, asked: Asked) -> HttpResponse:
    outcome = service.run(guest.row.key, service.withdrawn(guest.viewer, asked.call.address, asked.ask.whom))
    return _ask_page(guest, asked, outcome.problems) if isinstance(outcome, Refused) else _back(guest, asked)


# The binding act


def _to_review(guest: Guest, asked: Asked) -> HttpResponse:
    """On to the last look, where what is filled in can be sealed at all."""
    answer = _answer(guest, asked, _draft(guest, asked))
    if answer is None or answer.order is None:
        return _ask_page(guest, asked, () if answer is None else answer.problems)
    return onward_to("review", guest.row.key, guest.seat, asked.ask.whom, asked.call.address)


@at_question
def review(guest: Guest, asked: Asked) -> HttpResponse:
    """The last look: the answer in words, what is suspicious, who will learn what, and the seal."""
    answer = _answer(guest, asked, _draft(guest, asked))
    if answer is None or answer.order is None:
        return _back(guest, asked)
    return _last_look(guest, asked, answer, answer.order)


def _last_look(
    guest: Guest, asked: Asked, answer: Answer, order: Mapping[str, Any], problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    page = Page(guest.visitor, guest)
    said, silence = _said(guest, asked)
    laid = [each for each in widgets_of(page, answer) if each.shape in (Shape.BOARD, Shape.LANE) and each.said]
    drawn = {each.path for each in laid if each.is_drawn_whole}
    return page.answer(
        "review.html",
        said,
        422 if problems else 200,
        asked=asked,
        silence=silence,
        **_unread(_draft(guest, asked)),
        laid=[(each, _words_of(page, answer, {each.path} & drawn)) for each in laid],
        reading=_words_of(page, answer, {each.name for each in answer.form.record.fields} - drawn),
        left=_left(page, answer),
        found=(*problems, *answer.problems),
        digest=digest(order),
        back=reverse("ask", args=[guest.row.key, guest.seat, asked.ask.whom, asked.call.address]),
        dock="review_dock.html",
        width="read",
    )


def _words_of(page: Page, answer: Answer, names: Collection[str]) -> Any:
    """How these fields of an answer are read, in words; nothing where none of them are there."""
    fields = tuple(each for each in answer.form.record.fields if each.name in names)
    order = {name: value for name, value in (answer.order or {}).items() if name in names}
    if not fields:
        return ""
    blocks = say_order(replace(answer.form, record=Record(fields)), order, page.prose).blocks
    others = len(order) < len(answer.order or {})
    return written(page.pen, blocks[1:] if others and not order else blocks)


@at_question
def bind(guest: Guest, asked: Asked) -> HttpResponse:
    """Seal what was looked at, or have it heard on a floor: that and nothing else."""
    answer, (call, whom) = _answer(guest, asked, _draft(guest, asked)), (asked.call.address, asked.ask.whom)
    if answer is None or answer.order is None:
        return _back(guest, asked)
    if digest(answer.order) != guest.visitor.request.POST.get("digest"):
        return _last_look(guest, asked, answer, answer.order)  # it was changed in another window: look again
    command = service.declared(guest.viewer, call, whom, answer.order, guest.prose.words.identify)
    outcome = service.run(guest.row.key, command)
    if isinstance(outcome, Refused):
        return _last_look(guest, asked, answer, answer.order, outcome.problems)
    drafts.drop(guest.row, guest.seat, call, whom)
    if outcome.war.call(call) is None:  # what was said has closed the floor: the story tells it
        return onward_to("own_story", guest.row.key, guest.seat)
    return _back(guest, asked)


def receipt(guest: Guest, whom: str, call: str) -> HttpResponse:
    """One's own sealed answer with its salts, as a file: what proves the fingerprint to anybody."""
    kept = guest.gate.kept(call, whom)
    if isinstance(kept, Refused):
        return faults.not_there(guest.visitor)
    response = HttpResponse(json.dumps(kept, ensure_ascii=False, indent=1), content_type="application/json")
    name = f"seal-{str(kept['fingerprint'])[:16]}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
