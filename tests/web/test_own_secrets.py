"""Twin worlds of the site itself: what it keeps beside the journal, or in it and untold, is nobody's to see, to count
or to guess but theirs to whom it belongs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from unittest import mock

import pytest

from grailkeeper.web import accounts, clock, drafts, invitations, models, store, talk
from grailkeeper.web.routes import ROUTES

from .people import account, browser, holds
from .test_seat import address, asked, seal
from .tried import Move, Names, doors, envelope, moves, tried, untold
from .wars import begun

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HANDS = {
    "reader": (models.Role.READER, ""),
    "t1": (models.Role.PLAYER, "t1"),
    "t2": (models.Role.PLAYER, "t2"),
    "t3": (models.Role.PLAYER, "t3"),
    "keeper": (models.Role.KEEPER, ""),
}
"""Who has which place in the war; beside them come those who have none."""
BLIND = ("nobody", "somebody", "other keeper", "reader", "t1", "t3")
"""Who may not know what goes on between the second seat and the keeper."""


class World:
    """A war with its people; `account` and `client` by who it is."""

    def __init__(self, system: str) -> None:
        models.War.objects.all().delete()
        models.Account.objects.all().delete()
        store.forget()
        self.war, other = begun(system), begun("mirror" if system != "mirror" else "bingo")
        self.account = {who: account(who) for who in (*HANDS, *BLIND[1:3])}
        for who, (role, seat) in HANDS.items():
            holds(self.account[who], self.war, role, seat)
        holds(self.account["other keeper"], other, models.Role.KEEPER)
        self.client = {"nobody": browser(), **{who: browser(each) for who, each in self.account.items()}}

    def say(self, who: str, to: talk.To, *named: str) -> models.Post:
        """Somebody writes something that is not for everybody."""
        _, seat = HANDS[who]
        war = store.load(self.war)
        said = talk.say(war, self.account[who], seat, models.Voice.OUT, to, named, "우리끼리 하는 말")
        assert isinstance(said, models.Post)
        return said

    def names(self) -> Names:
        war = store.load(self.war)
        return Names(self.war.key, self.war.system, ("t1", "t2", "t3"), sorted(doors(war)), (1, 2, 3))


@dataclass(frozen=True, slots=True)
class Row:
    """What is done in one world and not in the other; who of the blind may know of it, and who must see it."""

    name: str
    do: Callable[[World], object]
    knows: tuple[str, ...] = ()
    seen_by: tuple[str, ...] = ()


def _draft(world: World) -> None:
    question = asked(world.war, "t2")
    drafts.save(world.war, "t2", question.call.address, question.ask.whom, {"level": "3"})


def _seal(world: World) -> None:
    seal(world.client["t2"], world.war, asked(world.war, "t2"))


def _withdraw(world: World) -> None:
    question = asked(world.war, "t2")
    seal(world.client["t2"], world.war, question)
    tried(world.client["t2"], "POST", address(world.war, question), do="withdraw")


def _edit(world: World) -> None:
    assert talk.edit(world.say("t2", talk.To.SEATS, "t3"), "고친 말") == ()


def _elsewhere(world: World) -> None:
    holds(
        world.account["t2"],
        begun("chronicle" if world.war.system != "chronicle" else "bingo"),
        models.Role.PLAYER,
        "t1",
    )


def _program(world: World) -> None:
    models.AgentSeat.objects.create(war=world.war, seat="t3", agent="steady")


ROWS = (
    Row("a draft", _draft, seen_by=("keeper", "t2")),
    Row("a seal that was taken back", _withdraw),
    Row("a seal", _seal, seen_by=("keeper", "t2")),
    Row("written to the keeper", lambda world: world.say("t2", talk.To.KEEPER), seen_by=("keeper", "t2")),
    Row("written to the team", lambda world: world.say("t2", talk.To.TEAM)),
    Row("written to a seat", lambda world: world.say("t2", talk.To.SEATS, "t3"), ("t3",), ("keeper", "t3")),
    Row("edited", _edit, ("t3",)),
    Row("narrated to a seat", lambda world: world.say("keeper", talk.To.SEATS, "t2"), seen_by=("t2",)),
    Row("invited", lambda world: invitations.to_war(world.war, models.Role.KEEPER), seen_by=("keeper",)),
    Row("brought back", lambda world: invitations.back_to(world.account["t2"])),
    Row("in another war", _elsewhere, seen_by=("t2",)),
    Row("a program sits there", _program, ("t3",), ("keeper",)),
    Row("how it is published", lambda _: models.War.objects.update(publishing=models.Publishing.CLEAR)),
    Row("logged in elsewhere", lambda world: accounts.log_in(world.account["t2"], "다른 기기"), seen_by=("t2",)),
)


@contextmanager
def still() -> Iterator[None]:
    """The clock stands, so that nothing differs by when it was done."""
    with mock.patch.object(clock, "now", lambda: NOW):
        yield


def told(system: str, viewers: Iterable[str], rows: Iterable[Row]) -> dict[tuple[str, Move], str]:
    """What each of these is answered, whatever it tries, where all of these things were done."""
    found = {}
    with still():
        world = World(system)
        for row in rows:
            row.do(world)
        for who in viewers:
            models.Tally.objects.all().delete()
            if HANDS.get(who, ("", ""))[1]:
                world.say(who, talk.To.KEEPER)  # an own post, which comes after those of others
            for move in moves(world.names()):
                answer = tried(world.client[who], *move)
                found[who, move] = f"{envelope(answer)}\n{untold(answer.content.decode())}"
    return found


def differing(system: str, viewers: Iterable[str], rows: Iterable[Row]) -> set[tuple[str, Move]]:
    """Who is answered otherwise, and where, if these things were done and if not."""
    one, other = told(system, viewers, ()), told(system, viewers, rows)
    return {what for what, answer in one.items() if answer != other[what]}


@pytest.mark.parametrize("system", ["sceneplay", "chronicle"])
def test_nobody_sees_counts_or_guesses_what_is_between_others(system: str) -> None:
    groups: dict[tuple[Row, ...], list[str]] = {}
    for who in BLIND:
        groups.setdefault(tuple(row for row in ROWS if who not in row.knows), []).append(who)
    assert [differing(system, viewers, rows) for rows, viewers in groups.items()] == [set()] * len(groups)


@pytest.mark.parametrize("row", [row for row in ROWS if row.seen_by], ids=lambda row: row.name)
def test_whoever_may_know_does_see_it(row: Row) -> None:
    """Else a page that shows nothing at all would be thought to keep secrets."""
    assert {who for who, _ in differing("sceneplay", row.seen_by, [row])} == set(row.seen_by)


def test_every_route_is_tried() -> None:
    """A route that names something new needs an example in `tried.Names`."""
    names = Names("w", "mirror", ("t1",), (("t1", "call"),))
    assert all(list(names.filled(route)) for route in ROUTES)
