"""Twin worlds through the campaign: every row of a system's information table, and the house's own secrets.

A row's worlds are played by commands, sealed, closed, ruled and published, and looked at after each. The house's
rows are the same for every system: how an answer came to be is nobody's to know but the seat's that gave it, how a
ruling came to be is the keeper's, and of a rewind nobody hears who heard nothing of what it undoes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from grailkeeper.campaign import adjudicate, keep
from grailkeeper.campaign.outcome import Outcome, Refused
from grailkeeper.campaign.telling import audiences
from grailkeeper.core.call import Ask, Call, Mode
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.chance import ChanceError, Fixed
from grailkeeper.core.form import read
from grailkeeper.core.point import Point
from grailkeeper.core.seat import Viewer, seat_viewer

from .house import Course, House, Steady
from .sights import Door, Watch, fingerprints, watches
from .subject import Subject, System
from .twin import Leak, Move, Twins, World, first_difference, viewers
from .walk import picker, ruling_for

STEADY = Steady()


def row_leaks(house: House, subject: Subject, twins: Twins) -> Iterator[Leak]:
    """A leak for each viewer to whom the house shows a difference that it may not know."""
    yield from Rows(house, subject).leaks(twins)


class Rows:
    """The rows of a system in a house. Many have a world in common: it is played once, and a viewer looks at it once
    wherever it tries the same."""

    def __init__(self, house: House, subject: Subject) -> None:
        self._house, self._subject = house, subject
        self._played: list[tuple[World, Showing]] = []

    def leaks(self, twins: Twins) -> Iterator[Leak]:
        """A leak for each viewer to whom the house shows a difference that it may not know."""
        left, right = self._showing(twins.left), self._showing(twins.right)
        seats = self._subject.system.seats(twins.left.state)
        eyes = [viewer for viewer in viewers(seats) if viewer.seat not in twins.knows]
        watching = watches(self._house, self._subject.package, eyes, twins.probes, left.moments, right.moments)
        yield from _differences(twins.row, left, right, watching)

    def _showing(self, world: World) -> Showing:
        found = next((showing for met, showing in self._played if met == world), None)
        if found is None:
            found = Showing(played(self._house, self._subject.system, world))
            self._played.append((world, found))
        return found


class Showing:
    """A course as its viewers see it: what one of them has seen is not looked at again."""

    def __init__(self, course: Course) -> None:
        self.moments = course.moments
        self._prints = fingerprints(course.moments)
        self._traces: dict[tuple[Viewer, tuple[Door, ...], bytes], list[str]] = {}

    def trace(self, watch: Watch) -> list[str]:
        tried = (watch.viewer, tuple(watch.doors), canon(watch.probes))
        if tried not in self._traces:
            self._traces[tried] = watch.trace(self.moments, self._prints)
        return self._traces[tried]


def _differences(row: str, left: Showing, right: Showing, watching: Iterator[Watch]) -> Iterator[Leak]:
    for watch in watching:
        one, other = left.trace(watch), right.trace(watch)
        if one != other:
            yield Leak(row, watch.viewer, *first_difference(one, other))


def played(house: House, system: System, world: World) -> Course:
    """A world played by commands."""
    course = Course(house, system, world.state)
    for move in world.moves:
        _play(course, move)
    return course


def _play(course: Course, move: Move) -> None:
    house, draws = course.house, Fixed(move.draws)
    if not move.closing:
        for whom, order in move.orders.items():
            course.do(house.order(course.war, move.call, whom, order, chance=draws))
        return
    for whom, order in move.orders.items():
        course.seal_unchecked(move.call, whom, order)
    course.do(house.close(course.war, move.call))
    for point, value in move.rulings.items():
        course.do(_rule(course, move, point, value))
    course.do(house.publish(course.war, move.call, chance=draws))
    draws.exhausted()


def _rule(course: Course, move: Move, point: str, value: Data) -> Outcome:
    """A ruling without a reason, which would be told. What is listed of draws fits for certain when all is ruled."""
    try:
        return course.house.rule(course.war, move.call, point, value, chance=Fixed(move.draws))
    except ChanceError:
        return course.house.rule(course.war, move.call, point, value, chance=STEADY)


class Manner(StrEnum):
    """How the answers of one seat, the rulings of the keeper or a publication come about."""

    PLAIN = "plain"
    LATE = "late"
    """The seat seals when all others have."""
    TWICE = "twice"
    """It seals something else first."""
    TAKEN_BACK = "taken back"
    """It seals something else first, and takes it back."""
    SILENT = "silent"
    RETRACTED = "retracted"
    """It seals, takes it back, and stays silent."""
    MEANT = "meant"
    """It gives one and the same answer to every call of a kind, where that is allowed."""
    BEFOREHAND = "beforehand"
    """It files that answer once, beforehand."""
    TRIED = "tried"
    """It files answers beforehand, and takes them back before they count."""
    RULED_TWICE = "ruled twice"
    """The keeper rules otherwise first."""
    REWOUND = "rewound"
    """What not everybody has heard of is rewound, and comes to the same again."""


ROWS: tuple[tuple[Manner, Manner], ...] = (
    (Manner.PLAIN, Manner.LATE),
    (Manner.PLAIN, Manner.TWICE),
    (Manner.PLAIN, Manner.TAKEN_BACK),
    (Manner.SILENT, Manner.RETRACTED),
    (Manner.MEANT, Manner.BEFOREHAND),
    (Manner.PLAIN, Manner.TRIED),
    (Manner.PLAIN, Manner.RULED_TWICE),
    (Manner.PLAIN, Manner.REWOUND),
)
"""Two ways to the same war: only the seat concerned, or who heard of what was rewound, may tell them apart."""


def house_leaks(house: House, subject: Subject, left: Manner, right: Manner, seed: int) -> Iterator[Leak]:
    """A leak for each viewer who can tell in which of two manners a random war came to be."""
    one, other = (Story(house, subject, seed, manner) for manner in (left, right))
    first = one.course.moments[0].war
    everybody = audiences(first.system.seats(first.state))
    eyes = [viewer for key, viewer in everybody.items() if key not in one.knows | other.knows]
    watching = watches(house, subject.package, eyes, (), one.course.moments, other.course.moments)
    yield from _differences(f"{left} or {right}", Showing(one.course), Showing(other.course), watching)


class Story:
    """A random war in which everything hangs on the seed and on what it has come to, played in a manner.

    `knows` are the audiences that may tell the manner: the seat whose answers they are, or who heard of a rewind.
    """

    def __init__(self, house: House, subject: Subject, seed: int, manner: Manner) -> None:
        self.subject, self.seed, self.manner = subject, seed, manner
        setup, options = subject.begin(picker(seed))
        state = subject.system.begin(setup, options)
        seats = subject.system.seats(state)
        self.course = Course(house, subject.system, state)
        self.seat = seats[self._pick("seat", len(seats))].key
        self.knows = set() if manner in (Manner.RULED_TWICE, Manner.REWOUND) else {self.seat}
        self._meant: dict[tuple[str, str], Data] = {}
        for turn in range(subject.calls):
            self._turn(turn)

    def _pick(self, what: str, below: int) -> int:
        return picker(f"{self.seed} {what}")(below)

    def _turn(self, turn: int) -> None:
        self._file()
        calls = self.course.war.calls
        if calls:
            call = calls[self._pick(f"call {turn}", len(calls))]
            answer = self._hear if call.mode is Mode.FLOOR else self._answer
            answer(call)
            before = self.course.war.number
            self._publish(call)
            if self.manner is Manner.REWOUND:
                self._once_more(call, before)

    def _order(self, call: Call, ask: Ask, what: str) -> Data:
        pick = picker(f"{self.seed} {what}")
        return self.subject.order(self.subject.system, self.course.war.state, call, ask, pick)

    def _file(self) -> None:
        """What the seat does before a call opens."""
        course, war = self.course, self.course.war
        for call in war.system.standing(war.state):
            for ask in (ask for ask in call.asks if ask.seat == self.seat):
                slot = (call.address, ask.whom)
                if self.manner is Manner.TRIED:
                    order = self._order(call, ask, f"tried {len(course.moments)}")
                    if order is not None:
                        course.seal(*slot, order)
                        course.do(course.house.withdraw(course.war, *slot))
                elif self.manner in (Manner.MEANT, Manner.BEFOREHAND) and slot not in self._meant:
                    self._meant[slot] = order = self._order(call, ask, f"meant {call.kind} {ask.whom}")
                    if order is not None and self.manner is Manner.BEFOREHAND:
                        course.seal(*slot, order)

    def _hear(self, call: Call) -> None:
        """Some orders on a floor."""
        course = self.course
        for place in range(2 * len(call.asks)):
            found = next((each for each in course.war.calls if each.address == call.address), None)
            if found is not None and found.asks:
                ask = found.asks[self._pick(f"{call.address} {place}", len(found.asks))]
                order = self._order(found, ask, f"{call.address} {place} order")
                if order is not None:
                    course.do(course.house.order(course.war, call.address, ask.whom, order, chance=STEADY))

    def _answer(self, call: Call) -> None:
        """Everybody's answers to a sealed call; those of the seat in its manner."""
        asks = call.asks
        if self.manner is Manner.LATE:
            asks = tuple(sorted(asks, key=lambda ask: ask.seat == self.seat))
        for ask in asks:
            order = self._order(call, ask, f"{call.address} {ask.whom}")
            if ask.seat == self.seat:
                self._answer_of_the_seat(call, ask, order)
            elif order is not None and self._pick(f"silent {call.address} {ask.whom}", 6):
                self.course.seal(call.address, ask.whom, order)

    def _answer_of_the_seat(self, call: Call, ask: Ask, order: Data) -> None:
        course, slot = self.course, (call.address, ask.whom)
        if (call.standing, ask.whom) in self._meant:
            order = None if self.manner is Manner.BEFOREHAND else self._allowed(call, ask)
        first = self._order(call, ask, f"{call.address} {ask.whom} first")
        if first is not None and call.withdrawable:
            if self.manner in (Manner.TWICE, Manner.TAKEN_BACK, Manner.RETRACTED):
                course.seal(*slot, first)
            if self.manner in (Manner.TAKEN_BACK, Manner.RETRACTED) or (self.manner is Manner.TWICE and order is None):
                course.do(course.house.withdraw(course.war, *slot))
        if order is not None and self.manner not in (Manner.SILENT, Manner.RETRACTED):
            course.seal(*slot, order)

    def _allowed(self, call: Call, ask: Ask) -> Data:
        """The one answer that is meant, None where the call does not take it."""
        system, state = self.subject.system, self.course.war.state
        view = system.view(state, seat_viewer(ask.seat))
        order, problems = read(system.form(view, call, ask).record, self._meant[call.standing, ask.whom])
        found = problems or system.check(view, call, ask, order)
        return None if any(problem.binding for problem in found) else order

    def _publish(self, call: Call) -> None:
        """Close a call, have its points ruled, publish it."""
        course, house, address = self.course, self.course.house, call.address
        course.do(house.close(course.war, address))
        while (point := self._unruled(address)) is not None:
            value = ruling_for(point, picker(f"{self.seed} {point.address}"))
            if self.manner is Manner.RULED_TWICE:
                other = ruling_for(point, picker(f"{self.seed} {point.address} first"))
                course.do(house.rule(course.war, address, point.address, other, "so it seems", chance=STEADY))
            course.do(house.rule(course.war, address, point.address, value, "so it is", chance=STEADY))
        course.do(house.publish(course.war, address, chance=STEADY))

    def _unruled(self, address: str) -> Point | None:
        war = self.course.war
        seen = adjudicate.preview(war, address, STEADY)
        assert not isinstance(seen, Refused), seen
        return next(iter(seen.resolution.open_points(war.rulings.get(address, {}))), None)

    def _once_more(self, call: Call, before: int) -> None:
        """Rewind what was published, unless everybody has heard of it, and publish it again."""
        course, war = self.course, self.course.war
        back = war.before(before)
        assert back is not None
        heard = keep.affected(war, back).keys()
        if heard < audiences(war.system.seats(war.state)).keys():
            self.knows |= heard
            course.do(course.house.rewind(war, before, "once more"))
            for ask in call.asks:
                order = self._order(call, ask, f"{call.address} {ask.whom}")
                if course.war.answer(call.address, ask) is None and back.answer(call.address, ask) is not None:
                    course.seal(call.address, ask.whom, order)
            self._publish(call)
