"""The keeper's desk: what is asked, who has answered; closing, ruling, the preview, publishing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from urllib.parse import quote, urlencode

from django.http import HttpResponse
from markupsafe import Markup

from ...campaign import adjudicate, declare
from ...campaign.deadline import all_in
from ...campaign.entry import Entry, EntryKind
from ...campaign.fault import EngineError
from ...campaign.outcome import Done, Outcome, Refused, refuse
from ...campaign.resolving import Preview, told_from
from ...campaign.telling import PUBLIC_KEY, audiences, read_tellings
from ...campaign.war import War
from ...core.call import Call, Mode
from ...core.canon import Data, canon, digest_of
from ...core.fact import Told
from ...core.point import Point
from ...core.problem import Problem, illegal, malformed
from ...text.clean import clean
from ...text.declaration import say_order
from ...text.page.blocks import written
from ...text.page.dress import dress_of
from ...text.page.lines import Line, lines_heard
from ...text.page.told import told
from ...text.page.workings import folded
from ...text.prose import Prose
from ...views.gate import AskSight, CallSight, Heard
from .. import clock, service, store
from ..absence import absences_of, openly, seats_of
from ..asks import State, all_sealed, state_of
from ..hours import MOST, Hours, Sentence, extend, hours_of
from ..models import Draft, Publishing, Role, Silence
from ..page import Page, onward_to
from ..policy import read_whole, way_of
from ..visitor import Guest
from . import faults

CLOSED = "call_closed"
"""Why a question is not closed that has closed by itself since the desk was looked at: what was wanted holds."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A question as the keeper sees it: whether each of the asked has written or sealed, and never what."""

    call: CallSight
    title: str
    said: str
    silence: str
    due: datetime | None
    asks: tuple[tuple[AskSight, State], ...]
    points: int = 0
    waiting: int = 0
    """How many of its points the rules are silent on."""
    all_in: bool = False
    """Everybody has answered: it is to be closed."""
    held_back: bool = False
    """All have answered, and closing now would tell somebody who was asked."""
    fills: bool = False
    """A program answers for the silent when the time is up."""
    absence: tuple[Sentence, ...] = ()
    away: Mapping[str, tuple[Sentence, ...]] = field(default_factory=dict)
    """What holds for those who are away, by seat: the keeper's to know."""
    by_itself: bool = False
    """Once it has closed, what needs no ruling is published by itself."""

    spoken: Mapping[str, int] = field(default_factory=dict)
    """On a floor, how often each has spoken."""

    @property
    def floor(self) -> bool:
        return self.call.mode is Mode.FLOOR

    @property
    def counts(self) -> Mapping[str, int]:
        """How many have sealed, drafted, written nothing."""
        found = Counter(state.value for _, state in self.asks)
        return {state.value: found[state.value] for state in (State.SEALED, State.DRAFT, State.EMPTY)}


def matters_of(guest: Guest) -> list[Matter]:
    """Every open question, and every closed one that is not published."""
    drafts = set(Draft.objects.filter(war=guest.row).values_list("call", "whom"))
    hours, away = hours_of(guest.row), absences_of(guest.row)
    return [_matter(guest, each, drafts, hours, away) for each in guest.gate.calls()]


def _matter(
    guest: Guest,
    sight: CallSight,
    drafts: set[tuple[str, str]],
    hours: Hours,
    away: Mapping[str, tuple[Sentence, ...]],
) -> Matter:
    call = guest.war.call(sight.address)
    asks = tuple((ask, _state(sight, ask, drafts)) for ask in sight.asks)
    said, silence = guest.prose.call(sight.kind), guest.prose.silence(sight.silence)
    points, waiting = _points_of(guest, sight.address) if sight.closed else (0, 0)
    moment = None if call is None else hours.due(guest.war, call)
    held_back = all_sealed(sight) and call is not None and not all_in(guest.war, call)
    return Matter(
        sight,
        guest.prose.call_title(sight.address),
        said,
        silence,
        moment,
        asks,
        points,
        waiting,
        all_sealed(sight),
        held_back,
        guest.row.silence == Silence.AGENT and sight.mode is Mode.SEALED,
        () if call is None else (*hours.lines(guest.war, call), *openly(guest.row)),
        away,
        way_of(guest.row, sight.kind) == Publishing.CLEAR,
        guest.war.heard(sight.address),
    )


def _state(call: CallSight, ask: AskSight, drafts: set[tuple[str, str]]) -> State:
    """For the keeper a closed call still says who had sealed, and whose silence holds."""
    if call.closed:
        return State.SEALED if ask.state == "sealed" else State.EMPTY
    return state_of(call, ask, (call.address, ask.whom) in drafts)


def _seen(guest: Guest, address: str) -> Preview | Refused:
    return _seen_in(guest.war, address)


def _seen_in(war: War, address: str) -> Preview | Refused:
    """The preview; where the rules themselves fail, that is said at the desk and hinders nothing else there."""
    try:
        return adjudicate.preview(war, address)
    except EngineError as fault:
        return Refused((illegal("engine_fault", "", address, why=fault.why[:200]),))


def _points_of(guest: Guest, address: str) -> tuple[int, int]:
    """How many points a closed question has, and how many of them wait for a ruling."""
    seen = _seen(guest, address)
    if isinstance(seen, Refused):
        return 0, 0
    return len(seen.resolution.points), len(seen.resolution.open_points(guest.war.rulings.get(address, {})))


def desk(guest: Guest) -> HttpResponse:
    page = Page(guest.visitor, guest)
    matters = matters_of(guest)
    return page.answer(
        "desk.html",
        headline(page, guest, matters),
        opened=[each for each in matters if not each.call.closed],
        closed=[each for each in matters if each.call.closed],
        free=_free(guest),
        war=guest.war,
        rewound=_rewound(page, guest, matters),
        has_texts=bool(store.told_by(guest.row.key, guest.war.number)),
        width="wrap",
    )


def _rewound(page: Page, guest: Guest, matters: Sequence[Matter]) -> str:
    """Where the war stands, as long as nothing has come after a rewind; "" where the last entry is none."""
    past = guest.war.past
    if past is None or past.number == guest.war.number - 1:
        return ""
    where = ", ".join(dict.fromkeys(each.title for each in matters))
    return page.say("desk.rewound", entry=past.number, where=where or page.say("desk.nothing"))


def _free(guest: Guest) -> int:
    """How many seats nobody holds, neither a player nor a program."""
    players = guest.row.holdings.filter(role=Role.PLAYER).values_list("seat", flat=True)
    programs = guest.row.agents.values_list("seat", flat=True)
    return 0 if guest.war.ended else len({*seats_of(guest.war)} - {*players, *programs})


def headline(page: Page, guest: Guest, matters: Sequence[Matter]) -> str:
    """What waits for the keeper, in a sentence: the desk's title."""
    points = sum(each.waiting for each in matters)
    ready = sum(each.call.closed and not each.waiting for each in matters)
    opened = [each for each in matters if not each.call.closed]
    silent = sum(state is not State.SEALED for each in opened if not each.floor for _, state in each.asks)
    floors = sum(each.floor for each in opened)
    if guest.war.ended:
        return page.say("desk.ended")
    if guest.war.paused:
        return page.say("seat.paused")
    if not matters:
        return page.say("desk.nothing")
    counts = (
        ("desk.title_points", points),
        ("desk.title_ready", ready),
        ("desk.title_silent", silent),
        ("desk.title_floors", floors),
    )
    said = next(((key, count) for key, count in counts if count), None)
    return page.say("desk.title_all") if said is None else page.say(said[0], count=said[1])


# One question


def matter(guest: Guest, call: str, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    """A question: who has answered, and once it has closed its points, its preview and its publication."""
    found = next((each for each in matters_of(guest) if each.call.address == call), None)
    if found is None:
        entry = store.published_by(guest.war, call)
        return faults.not_there(guest.visitor) if entry is None else faults.published(guest, entry)
    page = Page(guest.visitor, guest)
    seen = _seen(guest, call) if found.call.closed else None
    if isinstance(seen, Refused):
        problems, seen = (*problems, *seen.problems), None
    points = () if seen is None else _ruled(page, guest, seen)
    return page.answer(
        "matter.html",
        found.title,
        422 if problems else 200,
        matter=found,
        declared=_declared(page, guest, found) if found.call.closed else (),
        heard=_heard(page, guest, call) if found.floor else (),
        points=points,
        clear=[each for each in points if each.by_the_rules],
        changed=None if seen is None else _changed(page, guest, seen),
        preview=None if seen is None or found.waiting else _preview(page, guest, seen),
        found=problems,
        width="wrap",
        dock="matter_dock.html",
    )


def _declared(page: Page, guest: Guest, found: Matter) -> tuple[tuple[AskSight, Markup], ...]:
    """What each has declared, in words, once the question has closed; nothing for the silent. On a floor it is told as
    it comes."""
    call = guest.war.call(found.call.address)
    if call is None or found.floor:
        return ()
    return tuple((ask, _order_said(page, guest, call, ask.whom)) for ask, _ in found.asks)


def _heard(page: Page, guest: Guest, call: str) -> tuple[tuple[str, tuple[Markup, ...]], ...]:
    """Who has spoken on a floor, one after the other, and what came of it."""
    dress = dress_of(guest.row.system)
    return tuple(
        (str(entry.body["whom"]), tuple(told(page.pen, dress, Line(each.fact)) for each in _facts(guest, entry)))
        for _, entry in store.about(guest.war, call)
        if entry.kind is EntryKind.ORDERED
    )


def _facts(guest: Guest, entry: Entry) -> tuple[Told, ...]:
    return told_from(guest.war, entry.body.get("facts", ()))


def _order_said(page: Page, guest: Guest, call: Call, whom: str) -> Markup:
    ask, order = call.ask_for(whom), guest.gate.own_order(call.address, whom)
    if ask is None or isinstance(order, Refused) or not isinstance(order, Mapping):
        return Markup("")
    form = guest.war.system.form(declare.seat_view(guest.war, ask), call, ask)
    return written(page.pen, say_order(form, order, guest.prose).blocks)


def _points(seen: Preview) -> list[Point]:
    """Its points; first those on which the rules are silent, which nothing is published without."""
    return sorted(seen.resolution.points, key=lambda point: point.verdict is not None)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A point as the page shows it: `choices` by their place, with what they are called; `chosen` the place, or the
    number where there are none."""

    point: Point
    said: str
    choices: tuple[tuple[str, str], ...]
    chosen: str
    verdict: str
    ruled: bool
    reason: str
    heard: str
    """Who is told the reason."""
    working: Markup

    @property
    def by_the_rules(self) -> bool:
        """The rules say what holds, and nobody has ruled otherwise."""
        return bool(self.verdict) and not self.ruled


def _ruled(page: Page, guest: Guest, seen: Preview) -> list[Ruled]:
    """Its points, with the reason of the last ruling on each."""
    address = seen.call.address
    entries = store.about(guest.war, address) if guest.war.rulings.get(address) else ()
    reasons = {str(each.body["point"]): str(each.body["reason"]) for _, each in entries if each.kind is EntryKind.RULED}
    return [_point(page, guest, address, each, reasons.get(each.address, "")) for each in _points(seen)]


def _point(page: Page, guest: Guest, address: str, point: Point, reason: str) -> Ruled:
    rulings, prose = guest.war.rulings.get(address, {}), guest.prose
    ruled = point.address in rulings
    value = rulings[point.address] if ruled else point.verdict
    choices = tuple((str(place), str(prose.value(choice))) for place, choice in enumerate(point.choices))
    places = [str(place) for place, choice in enumerate(point.choices) if _same(choice, value)]
    chosen = (places[0] if places else "") if choices else "" if value is None else str(value)
    verdict = "" if point.verdict is None else str(prose.value(point.verdict))
    working = Markup("") if point.working is None else folded(page.pen, point.working)
    heard = _who_hears(page, prose, point)
    return Ruled(point, prose.point(point), choices, chosen, verdict, ruled, reason, heard, working)


def _who_hears(page: Page, prose: Prose, point: Point) -> str:
    """Who is told the reason of a ruling on a point, in a sentence."""
    seats = point.told.seats
    if seats is None:
        return page.say("matter.reason_public")
    if not seats:
        return page.say("matter.reason_kept")
    return page.say("matter.reason_told", who=", ".join(map(prose.name, sorted(seats))))


def _same(one: Data, other: Data) -> bool:
    """Yes is not 1."""
    return type(one) is type(other) and one == other


@dataclass(frozen=True, slots=True)
class Changed:
    """What is told by the ruling that was taken just now: `before`, by the rules alone, and `after`."""

    point: str
    compared: bool
    before: tuple[Markup, ...] = ()
    after: tuple[Markup, ...] = ()


def _changed(page: Page, guest: Guest, seen: Preview) -> Changed | None:
    point, address = guest.visitor.request.GET.get("ruled", ""), seen.call.address
    rulings = guest.war.rulings.get(address, {})
    if point not in rulings:
        return None
    others = {key: value for key, value in rulings.items() if key != point}
    without = _seen_in(replace(guest.war, rulings={**guest.war.rulings, address: others}), address)
    if isinstance(without, Refused) or without.resolution.open_points(others):
        return Changed(point, False)
    dress = dress_of(guest.row.system)
    old, new = ([each.fact for each in found.resolution.told] for found in (without, seen))
    before, after = (
        tuple(told(page.pen, dress, Line(fact)) for fact in here if fact not in there)
        for here, there in ((old, new), (new, old))
    )
    return Changed(point, True, before, after)


@dataclass(frozen=True, slots=True)
class Hears:
    """What one audience would be told."""

    audience: str
    name: str
    parts: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A preview: each fact with those who would learn it, what each audience would be told, and the digest of it all,
    so that what is published is what was looked at."""

    facts: tuple[tuple[Markup, str, tuple[str, ...]], ...]
    told: tuple[Hears, ...]
    digest: str


def _preview(page: Page, guest: Guest, seen: Preview) -> Shown | None:
    outcome = adjudicate.publish(guest.war, seen.call.address)
    if isinstance(outcome, Refused):
        return None
    dress = dress_of(guest.row.system)
    facts = tuple(
        (
            told(page.pen, dress, Line(each.fact)),
            "" if each.audience.seats is None else "seats",
            () if each.audience.seats is None else tuple(sorted(each.audience.seats)),
        )
        for each in seen.resolution.told
    )
    heard = {key: _bodies(outcome, key) for key in audiences(guest.war.system.seats(guest.war.state))}
    parts = tuple(
        Hears(key, page.say("house.public") if key == PUBLIC_KEY else guest.prose.name(key), _said(page, guest, bodies))
        for key, bodies in heard.items()
        if bodies
    )
    return Shown(facts, parts, digest_of(canon(outcome.entry.body)))


def _bodies(outcome: Done, audience: str) -> list[Mapping[str, Data]]:
    return [each.body for each in read_tellings(outcome.entry.body.get("tellings", ())) if audience in each.to]


def _said(page: Page, guest: Guest, bodies: Iterable[Mapping[str, Data]]) -> tuple[Markup, ...]:
    dress = dress_of(guest.row.system)
    heard = [Heard(0, body) for body in bodies]
    lines = lines_heard(guest.prose, guest.war.system.facts, heard)
    return tuple(told(page.pen, dress, line) for line in lines if not line.quiet)


# What the keeper does


def act(guest: Guest, call: str) -> HttpResponse:
    """Close, rule, publish."""
    doing, _, what = guest.visitor.request.POST.get("do", "").partition(":")
    match doing:
        case "close":
            return _close(guest, call)
        case "extend":
            return _extend(guest, call)
        case "rule":
            return _rule(guest, call, what)
        case "publish":
            return _publish(guest, call)
    return faults.not_there(guest.visitor)


def _close(guest: Guest, call: str) -> HttpResponse:
    reason = guest.visitor.request.POST.get("reason", "").strip()[:1000]
    outcome = service.run(guest.row.key, lambda war: adjudicate.close(war, call, clock.stamp(), reason))
    if isinstance(outcome, Refused) and {each.code for each in outcome.problems} != {CLOSED}:
        return matter(guest, call, outcome.problems)
    return onward_to("matter", guest.row.key, call)


def _extend(guest: Guest, call: str) -> HttpResponse:
    """More time for a question that has a time at all."""
    sent = guest.visitor.request.POST
    if guest.war.call(call) is None:
        return faults.not_there(guest.visitor)
    hours, problems = read_whole(sent.get("hours", ""), "bad_more", 1, MOST)
    reason = clean(sent.get("reason", "")).strip()[:1000]
    if hours is None:
        return matter(guest, call, problems or (malformed("bad_more", "", given="", accepted=f"1..{MOST}"),))
    if not reason:
        return matter(guest, call, refuse("reason_missing").problems)
    extend(guest.row.key, call, hours, reason)
    return onward_to("matter", guest.row.key, call)


def _rule(guest: Guest, call: str, point: str) -> HttpResponse:
    sent = guest.visitor.request.POST
    seen = _seen(guest, call)
    if isinstance(seen, Refused):
        return matter(guest, call)
    asked = next((each for each in seen.resolution.points if each.address == point), None)
    value = None if asked is None else _ruling(asked, sent.get("value", "").strip())
    reason = clean(sent.get("reason", "")).strip()[:1000]
    outcome = service.run(guest.row.key, lambda war: adjudicate.rule(war, call, point, value, reason, clock.stamp()))
    if isinstance(outcome, Refused):
        return matter(guest, call, outcome.problems)
    after = f"?{urlencode({'ruled': point})}#{quote(f'point-{point}')}"
    return onward_to("matter", guest.row.key, call, after=after)


def _ruling(point: Point, text: str) -> Data:
    """The choice at the place that was picked, or the number that was written; None for what is neither."""
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None
    if not point.choices or number is None:
        return number
    return point.choices[number] if 0 <= number < len(point.choices) else None


def _publish(guest: Guest, call: str) -> HttpResponse:
    """Publish what was looked at, and nothing else that would come out by now."""
    looked_at = guest.visitor.request.POST.get("digest", "")

    def command(war: War) -> Outcome:
        outcome = adjudicate.publish(war, call, clock.stamp())
        if isinstance(outcome, Done) and digest_of(canon(outcome.entry.body)) != looked_at:
            return Refused((illegal("preview_changed", ""),))
        return outcome

    outcome = service.run(guest.row.key, command)
    if isinstance(outcome, Refused):
        return matter(guest, call, outcome.problems)
    return onward_to("texts", guest.row.key, outcome.entry.number, after="?done=1")
