"""What else a keeper does with a war: pause it, correct what was published, end it."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse

from ...campaign import adjudicate, keep
from ...campaign.correcting import concerned, correction_fact, correction_form, says_nothing
from ...campaign.outcome import Outcome, Refused, refuse
from ...campaign.war import War
from ...core.fact import Fact
from ...core.form import Form, Record, read
from ...core.problem import Problem
from ...core.seat import EVERYBODY, only
from ...journal.verify import Difference, differences
from .. import clock, service, store
from ..fields import Layout
from ..filled import Filled, raw_of, typed
from ..page import Page, onward_to
from ..visitor import Guest
from . import faults

# The whole war


def whole(guest: Guest, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    """Pause or go on, and the end."""
    page = Page(guest.visitor, guest)
    teams = guest.war.system.names(guest.war.state)
    outdated = guest.war.version != guest.war.system.version and not guest.war.ended
    return page.answer(
        "whole.html",
        page.say("whole.title"),
        422 if problems else 200,
        war=guest.war,
        teams=teams,
        outdated=outdated,
        differences=_differences(guest) if outdated else (),
        found=problems,
        width="wrap",
    )


def _differences(guest: Guest) -> tuple[Difference, ...]:
    """What this program would have adjudicated otherwise: what a keeper reads before moving a war."""
    entries = list(store.entries(guest.row.key))
    return differences(entries, list(store.wars_of(entries)))


def act(guest: Guest) -> HttpResponse:
    sent = guest.visitor.request.POST
    reason, withheld = sent.get("reason", "").strip()[:1000], sent.getlist("withhold")
    commands = {
        "pause": lambda war: keep.pause(war, reason, clock.stamp()) if reason else refuse("reason_missing"),
        "resume": lambda war: keep.pause(war, "", clock.stamp()),
        "move": lambda war: keep.move_version(war, reason, clock.stamp()),
        "end": lambda war: keep.end(war, withheld, clock.stamp(), sent.get("unfinished") == "yes"),
    }
    doing = sent.get("do", "")
    if doing not in commands or (doing == "end" and sent.get("sure") != "yes"):
        return whole(guest, refuse("not_sure").problems)
    outcome = service.run(guest.row.key, commands[doing])
    if isinstance(outcome, Refused):
        return whole(guest, outcome.problems)
    return onward_to("texts", guest.row.key, outcome.entry.number)


# Corrections


def _kind(guest: Guest, kind: str) -> type[Fact] | None:
    return next((each for each in guest.war.system.corrections if each.kind == kind), None)


def _called(page: Page, kind: str) -> str:
    """What is corrected; a kind that the site does not know goes by its own name."""
    key = f"correction.{kind}"
    return page.say(key) if key in page.words else kind


def _record(guest: Guest, kind: type[Fact]) -> Record:
    return correction_form(guest.war, kind, guest.prose.name)


def corrections(guest: Guest) -> HttpResponse:
    """What can be corrected."""
    page = Page(guest.visitor, guest)
    kinds = [(kind.kind, _called(page, kind.kind)) for kind in guest.war.system.corrections]
    if len(kinds) == 1:
        return onward_to("correct", guest.row.key, kinds[0][0])
    return page.answer("corrections.html", page.say("correct.title"), kinds=kinds, width="wrap")


def correct(guest: Guest, kind: str, problems: tuple[Problem, ...] = (), sent: Filled | None = None) -> HttpResponse:
    """The form of one kind of correction."""
    found = _kind(guest, kind)
    if found is None:
        return faults.not_there(guest.visitor)
    page, given = Page(guest.visitor, guest), sent or {}
    wrong = [each.culprit for each in problems]
    return page.answer(
        "correct.html",
        _called(page, kind),
        422 if problems else 200,
        widgets=Layout(guest.prose, typed(given), wrong).widgets(_record(guest, found)),
        reason=given.get("reason", ""),
        public=given.get("public", ""),
        found=problems,
        width="wrap",
    )


def do_correct(guest: Guest, kind: str) -> HttpResponse:
    found, sent = _kind(guest, kind), guest.visitor.request.POST.dict()
    if found is None:
        return faults.not_there(guest.visitor)
    record, words = _record(guest, found), guest.prose.words
    raw = raw_of(Form(kind, record), typed(sent), words)
    order, problems = read(record, raw.order, words.identify)
    if problems or not raw.clear or not isinstance(order, Mapping):
        return correct(guest, kind, (*raw.problems, *problems), sent)
    reason, public = sent.get("reason", "").strip()[:1000], sent.get("public") == "yes"

    def command(war: War) -> Outcome:
        if says_nothing(order):
            return refuse("nothing_to_correct")
        fact = correction_fact(found, order, reason)
        audience = EVERYBODY if public else only(concerned(war, fact))
        return adjudicate.correct(war, [(fact, audience)], reason, clock.stamp())

    outcome = service.run(guest.row.key, command)
    if isinstance(outcome, Refused):
        return correct(guest, kind, outcome.problems, sent)
    told = store.told_by(guest.row.key, outcome.entry.number)
    return onward_to("texts", guest.row.key, outcome.entry.number) if told else onward_to("record", guest.row.key)
