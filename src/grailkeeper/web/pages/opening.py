"""Opening a war: the rules, the teams, where it is played, the hours and what becomes of the silent, what is published
by itself, the switches with what each decides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from markupsafe import Markup

from ...campaign import keep
from ...campaign.deadline import DEFAULT
from ...campaign.outcome import Refused
from ...core.problem import Problem, malformed
from ...core.seat import PUBLIC
from ...core.system import RuleSystem
from ...journal.verify import Verdict, Verification
from ...rules.chronicle.scene.setup import MARKS
from ...rules.registry import SYSTEMS, registered
from ...text.calling import names_of
from ...text.clean import clean
from ...text.page.dress import dress_of
from ...text.page.pen import About, Pen
from ...text.prose import Prose
from ...text.words import load_words
from ...views.gate import Gate
from .. import land, models, service, store, times
from ..fields import Layout
from ..filled import PREFIX, ROWS, rows_of, typed
from ..land import Row
from ..page import Page, clause_address
from ..policy import kinds_of, read_policy, read_whole, set_policy
from ..switches import chapters_of, chosen_of
from ..visitor import Visitor
from . import faults

MOST_TEAMS = 9
LEAST_TEAMS = 2
FEW_TEAMS = 5
"""So many can be named at once; for more there is room below."""
LONGEST = 60
MOST_HOURS = 24 * 366
FREE_ROWS = 2
"""Rows of the map's table in which nothing is written yet."""
LARGEST = 20 * 2**20
"""Bytes of a journal that is brought in."""


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
    prose = Prose(load_words(rules.package, visitor.language), {})
    kinds = kinds_of(prose.words)
    policy, _ = read_policy(given, kinds)
    wrong = [each.culprit for each in problems]
    return page.answer(
        "new_war.html",
        prose.words.name(system),
        422 if problems else 200,
        system=system,
        given=given,
        few=FEW_TEAMS,
        teams=[given.get(f"team{place}", "") for place in range(1, MOST_TEAMS + 1)],
        chapters=chapters_of(rules, prose, given),
        clause=partial(clause_address, system),
        zones=times.zones(),
        place_of_zone=times.place_of_zone,
        zone=given.get("zone", times.USUAL),
        policy=policy,
        kinds=[(kind, prose.call(kind)) for kind in kinds],
        hours={kind: text for kind in kinds if (text := given.get(f"hours.{kind}", ""))},
        fields=Layout(prose, typed(given), wrong).widgets(land.record_of(rules.system)),
        rows=_rows(rules.system, given, prose),
        marks=[(mark, page.say(f"chronicle.mark_{mark}")) for mark in MARKS],
        numbers=[(each, prose.name(each)) for each in land.NUMBERS],
        drawn=_drawn(rules.system, given, prose),
        found=problems,
        width="wrap",
    )


def _rows(system: RuleSystem[Any], given: Mapping[str, str], prose: Prose) -> list[Row]:
    """The rows of the map's table with some that are free; none where there is no map."""
    if not land.has_map(system):
        return []
    rows = {row.number: row for row in land.rows_sent(given, prose)}
    last = min(land.MOST_REGIONS, max(rows, default=0) + FREE_ROWS)
    return [rows.get(number, Row(number)) for number in range(1, last + 1)]


def _drawn(system: RuleSystem[Any], given: Mapping[str, str], prose: Prose) -> Markup:
    """The land as everybody will see it when the war begins, if the rules draw it and it can be begun like this."""
    scenes = dress_of(system.name).scenes
    laid, wrong = land.laid_out(system, given, prose)
    if scenes is None or wrong:
        return Markup("")
    setup = {**system.war_setup({"t1": "1", "t2": "2"}), **laid}
    begun = keep.begin(system, "0" * 16, "-", setup, {}, bytes(32), identify=prose.words.identify)
    if isinstance(begun, Refused):
        return Markup("")
    view = Gate(begun.war, PUBLIC).state()
    about = About(system=system.name, version=system.version, war="-", options={}, view=view)
    named = Prose(prose.words, names_of(begun.war))
    return scenes.head(Pen(named, PUBLIC, None, about, {}))


def open_war(visitor: Visitor, system: str) -> HttpResponse:
    """Begin the war, or show the form again with everything that is wrong; whoever opens it keeps it."""
    rules, sent = registered(system), visitor.request.POST.dict()
    if rules is None or visitor.account is None:
        return faults.not_there(visitor)
    doing, _, what = sent.get("do", "").partition(":")
    if doing in ("look", "more"):
        return form(visitor, system, (), sent if doing == "look" else _with_a_row(sent, what))
    prose = Prose(load_words(rules.package, visitor.language), {})
    title, names, zone = clean(sent.get("title", "")).strip(), _teams(sent), sent.get("zone", times.USUAL)
    hours, late = _hours(sent, kinds_of(prose.words))
    policy, unset = read_policy(sent, kinds_of(prose.words))
    laid, wrong = land.laid_out(rules.system, sent, prose)
    problems = (*_head_problems(title, names, zone), *wrong, *late, *unset)
    if problems:
        return form(visitor, system, problems, sent)
    setup = {**rules.system.war_setup({f"t{place}": name for place, name in enumerate(names, 1)}), **laid}
    options = {each.name: chosen_of(each, sent) for each in rules.system.options.options}
    with transaction.atomic():
        begun = service.begin(system, title, setup, options, hours, zone, prose.words.identify, visitor.account)
        if isinstance(begun, models.War):
            set_policy(begun, policy)
    if not isinstance(begun, models.War):
        return form(visitor, system, begun, sent)
    return HttpResponseRedirect(reverse("people", args=[begun.key]))


def _with_a_row(sent: Mapping[str, str], path: str) -> dict[str, str]:
    """The form with one more row in the list of that path."""
    rows = rows_of({name.removeprefix(PREFIX): "" for name in sent}, path)
    return {**sent, f"{PREFIX}{path}{ROWS}": str(rows + 1)}


def _teams(sent: Mapping[str, str]) -> list[str]:
    names = (clean(sent.get(f"team{place}", "")).strip() for place in range(1, MOST_TEAMS + 1))
    return [name for name in names if name]


def _head_problems(title: str, names: list[str], zone: str) -> tuple[Problem, ...]:
    problems = []
    if not 0 < len(title) <= LONGEST:
        problems.append(malformed("bad_title", accepted=f"1..{LONGEST}"))
    if len(names) < LEAST_TEAMS:
        problems.append(malformed("few_teams", least=LEAST_TEAMS))
    if len(set(names)) < len(names) or any(len(name) > LONGEST for name in names):
        problems.append(malformed("same_teams", longest=LONGEST))
    if not times.is_zone(zone):
        problems.append(malformed("bad_zone", "", given=zone[:40]))
    return tuple(problems)


def _hours(sent: Mapping[str, str], kinds: tuple[str, ...]) -> tuple[Mapping[str, int], tuple[Problem, ...]]:
    """Hours until a question closes, for all and for those that have their own."""
    hours: dict[str, int] = {}
    wrong: tuple[Problem, ...] = ()
    for key, name in ((DEFAULT, "hours"), *((kind, f"hours.{kind}") for kind in kinds)):
        given, problems = read_whole(sent.get(name, ""), "bad_hours", 1, MOST_HOURS)
        wrong += problems
        if given is not None:
            hours[key] = given
    return hours, wrong


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
        war = store.bring_in(file.read(), times.USUAL, visitor.account)
    except store.TakenError:
        return bring_in_page(visitor, (malformed("war_taken"),))
    if not isinstance(war, models.War):
        return bring_in_page(visitor, (malformed("journal_broken", entry=_broken_at(war)),))
    return HttpResponseRedirect(reverse("people", args=[war.key]))


def _broken_at(found: Verification) -> int:
    """The entry at which a journal does not hold (0: the file is none, or breaks off)."""
    findings = (found.chain, found.fold, found.adjudication)
    return next((each.entry for each in findings if each.verdict is Verdict.BROKEN), 0)
