"""Opening a war: the rules, the teams, the switches with what each decides, the hours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from markupsafe import Markup

from ...campaign.deadline import DEFAULT
from ...core.option import Option
from ...core.problem import Problem, malformed
from ...journal.verify import Verdict, Verification
from ...rules.registry import SYSTEMS, registered
from ...text.clean import clean
from ...text.page.rules import sentence_of
from ...text.prose import Prose
from ...text.words import load_words
from .. import clock, models, service, store, times
from ..page import Page
from ..visitor import Visitor
from . import faults

MOST_TEAMS = 9
LEAST_TEAMS = 2
LONGEST = 60
MOST_HOURS = 24 * 366
LARGEST = 20 * 2**20
"""Bytes of a journal that is brought in."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch as the page shows it: what it decides, what may be chosen, what is."""

    option: Option
    meaning: Markup
    chosen: str


def choose(visitor: Visitor) -> HttpResponse:
    """By which rules?"""
    page = Page(visitor)
    systems = [
        (each.system.name, load_words(each.package, visitor.language).name(each.system.name)) for each in SYSTEMS
    ]
    return page.answer("new.html", page.say("new.title"), systems=systems)


def form(
    visitor: Visitor, system: str, problems: tuple[Problem, ...] = (), sent: Mapping[str, str] | None = None
) -> HttpResponse:
    rules = registered(system)
    if rules is None:
        return faults.not_there(visitor)
    page, given = Page(visitor), sent or {}
    words = load_words(rules.package, visitor.language)
    switches = [_switch(option, Prose(words, {}), given) for option in rules.system.options.options]
    return page.answer(
        "new_war.html",
        words.name(system),
        422 if problems else 200,
        system=system,
        given=given,
        teams=[given.get(f"team{place}", "") for place in range(1, MOST_TEAMS + 1)],
        switches=switches,
        zones=times.zones(),
        zone=given.get("zone", times.USUAL),
        found=problems,
    )


def _switch(option: Option, prose: Prose, given: Mapping[str, str]) -> Switch:
    key = f"switch.{option.name}"
    meaning = sentence_of(prose.words.get(key)) if key in prose.words else Markup("")
    return Switch(option, meaning, given.get(f"option.{option.name}", str(option.default)))


def open_war(visitor: Visitor, system: str) -> HttpResponse:
    """Begin the war; whoever opens it keeps it."""
    rules, sent = registered(system), visitor.request.POST.dict()
    if rules is None or visitor.account is None:
        return faults.not_there(visitor)
    title, names, zone = clean(sent.get("title", "")).strip(), _teams(sent), sent.get("zone", times.USUAL)
    problems = (*_head_problems(title, names, zone), *_hour_problems(sent))
    if problems:
        return form(visitor, system, problems, sent)
    teams = {f"t{place}": name for place, name in enumerate(names, 1)}
    identify = load_words(rules.package, visitor.language).identify
    options = {each.name: _value(each, sent) for each in rules.system.options.options}
    begun = service.begin(system, title, rules.system.war_setup(teams), options, _hours(sent), zone, identify)
    if not isinstance(begun, models.War):
        return form(visitor, system, begun, sent)
    models.Holding.objects.create(war=begun, account=visitor.account, role=models.Role.KEEPER, since=clock.now())
    return HttpResponseRedirect(reverse("people", args=[begun.key]))


def _teams(sent: Mapping[str, str]) -> list[str]:
    names = (clean(sent.get(f"team{place}", "")).strip() for place in range(1, MOST_TEAMS + 1))
    return [name for name in names if name]


def _head_problems(title: str, names: list[str], zone: str) -> tuple[Problem, ...]:
    problems = []
    if not 0 < len(title) <= LONGEST:
        problems.append(malformed("bad_text", "title", accepted=f"1..{LONGEST}"))
    if len(names) < LEAST_TEAMS:
        problems.append(malformed("few_teams", "team", least=LEAST_TEAMS))
    if len(set(names)) < len(names) or any(len(name) > LONGEST for name in names):
        problems.append(malformed("same_teams", "team", longest=LONGEST))
    if not times.is_zone(zone):
        problems.append(malformed("bad_zone", "", given=zone[:40]))
    return tuple(problems)


def _value(option: Option, sent: Mapping[str, str]) -> str | int:
    """What was chosen for a switch; a whole number where it is written as one."""
    given = sent.get(f"option.{option.name}", "").strip() or str(option.default)
    named = next((value for value in option.values if str(value) == given), None)
    if named is not None:
        return named
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else given


def _hours(sent: Mapping[str, str]) -> Mapping[str, int]:
    given = sent.get("hours", "").strip()
    return {DEFAULT: int(given)} if given else {}


def _hour_problems(sent: Mapping[str, str]) -> tuple[Problem, ...]:
    given = sent.get("hours", "").strip()
    if not given or (given.isascii() and given.isdigit() and 0 < len(given) < 6 and 1 <= int(given) <= MOST_HOURS):
        return ()
    return (malformed("bad_number", "", given=given[:20], accepted=f"1..{MOST_HOURS}"),)


# From another host


def bring_in_page(visitor: Visitor, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    """Where a journal is brought in."""
    page = Page(visitor)
    return page.answer("bring_in.html", page.say("bring_in.title"), 422 if problems else 200, found=problems)


def bring_in(visitor: Visitor) -> HttpResponse:
    """A war from its journal, which is verified before a row is written; whoever brings it in keeps it."""
    file = visitor.request.FILES.get("journal")
    if visitor.account is None or file is None or isinstance(file, list) or (file.size or 0) > LARGEST:
        return bring_in_page(visitor, (malformed("no_journal", "", most=LARGEST // 2**20),))
    try:
        war = store.bring_in(file.read(), times.USUAL)
    except store.TakenError:
        return bring_in_page(visitor, (malformed("war_taken"),))
    if not isinstance(war, models.War):
        return bring_in_page(visitor, (malformed("journal_broken", entry=_broken_at(war)),))
    models.Holding.objects.create(war=war, account=visitor.account, role=models.Role.KEEPER, since=clock.now())
    return HttpResponseRedirect(reverse("people", args=[war.key]))


def _broken_at(found: Verification) -> int:
    """The entry at which a journal does not hold (0: the file is none, or breaks off)."""
    findings = (found.chain, found.fold, found.adjudication)
    return next((each.entry for each in findings if each.verdict is Verdict.BROKEN), 0)
