"""What came of the own team's battles, until it was looked at: the newest of them is news of its war."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse

from ...core.fact import Fact
from ...text.page.battle import Battle
from ...text.page.dress import dress_of
from .. import models, store
from ..page import Page
from ..visitor import Guest
from . import replay, story


@dataclass(frozen=True, slots=True)
class Result:
    """A battle of the own team that is over: whom it was against, where it is read, and when the last was told."""

    against: str
    address: str
    at: datetime | None


def unseen(guest: Guest, page: Page, holding: models.Holding) -> Result | None:
    """The newest result of the own team that whoever holds the seat has not looked at; nothing from before its time,
    nor from longer ago than a story looks back. Only scenes are read in which a battle has ended since."""
    scenes = story.scenes_of(guest, page)[-story.LOOKED_BACK :]
    after = max([holding.battles_seen, *(scene.first - 1 for scene in scenes[:1])])
    ends = store.of_kinds(guest.row.key, guest.audience, dress_of(guest.row.system).ended, after)
    news = [row.number for row in ends if _is_news(row, holding)]
    read = (scene for scene in reversed(scenes) if any(scene.first <= number <= scene.last for number in news))
    return next(filter(None, (_result(guest, page, holding, scene) for scene in read)), None)


def _result(guest: Guest, page: Page, holding: models.Holding, scene: story.Scene) -> Result | None:
    """The newest of one scene."""
    battles = _battles(guest, page, replay.facts_told(guest, scene.first, scene.last))
    team = next(seat.team for seat in guest.war.system.seats(guest.war.state) if seat.key == guest.seat)
    over = [(row, battle) for row, battle in battles.values() if battle.over and _is_of(battle, team)]
    row, battle = max(over, key=lambda each: each[0].number, default=(None, None))
    if row is None or battle is None or not _is_news(row, holding):
        return None
    against = [party.name for party in battle.parties if team not in party.teams]
    address = replay.address(guest, battle.number + _before(guest, scene))
    return Result(", ".join(against), address, datetime.fromisoformat(row.at))


def _before(guest: Guest, scene: story.Scene) -> int:
    """How many battles were counted before a scene, where its own are counted from one."""
    dress = dress_of(guest.row.system)
    counted = dress.numbered is not None
    return store.how_many(guest.row.key, guest.audience, dress.ended, scene.first) if counted else 0


def own_battle(guest: Guest, battle: int) -> HttpResponse:
    """One battle as the seat was told it; from then on its result is no news."""
    page = Page(guest.visitor, guest)
    battles = _battles(guest, page, replay.facts_told(guest))
    if battle in battles:
        _have_seen(guest, battles[battle][0])
    return replay.shown(page, guest, (each for _, each in battles.values()), battle)


def _have_seen(guest: Guest, last: models.Telling) -> None:
    """Whoever holds the seat has seen all that it was told of a battle, and has done with those before."""
    mine = [each.pk for each in guest.holdings if each.role in models.AT_A_SEAT and each.seat == guest.seat]
    models.Holding.objects.filter(pk__in=mine, battles_seen__lt=last.number).update(battles_seen=last.number)


def _is_news(row: models.Telling, holding: models.Holding) -> bool:
    """It was told since the seat was taken, and after what was looked at."""
    return row.number > holding.battles_seen and bool(row.at) and datetime.fromisoformat(row.at) >= holding.since


def _is_of(battle: Battle, team: str) -> bool:
    return any(team in party.teams for party in battle.parties)


def _battles(
    guest: Guest, page: Page, told: Sequence[tuple[models.Telling, Fact]]
) -> Mapping[int, tuple[models.Telling, Battle]]:
    """The battles that were told of, by number, each with the last that was told of it."""
    dress, facts = dress_of(guest.row.system), [fact for _, fact in told]
    last = dict(zip(dress.numbers(facts), (row for row, _ in told), strict=True))
    return {each.number: (last[each.number], each) for each in dress.battles(page.pen, facts) if each.number in last}
