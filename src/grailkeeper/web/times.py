"""Times in words: a moment in the zone of a war, and what is left until then."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from ..text.words import Words

USUAL = "Asia/Seoul"

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@lru_cache(maxsize=64)
def zone(name: str) -> ZoneInfo:
    """The time zone of that name; the usual one where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(USUAL)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of all time zones."""
    return tuple(sorted(available_timezones()))


def is_zone(name: str) -> bool:
    return name in zones()


def read_moment(text: str, name: str) -> datetime | None:
    """A moment as a browser's field gives it, in that zone: `2026-12-03T21:00`; None for what is none, or lies so far
    off that it has no name in another zone."""
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    if not MINYEAR < moment.year < MAXYEAR:
        return None
    return moment.replace(tzinfo=zone(name)) if moment.tzinfo is None else moment


def machine(moment: datetime, name: str) -> str:
    """For the `datetime` of a <time>."""
    return moment.astimezone(zone(name)).isoformat(timespec="minutes")


def said(words: Words, moment: datetime, name: str) -> str:
    """`11월 30일(월) 23:00`."""
    here = moment.astimezone(zone(name))
    return words.say(
        "time.moment",
        month=words.say(f"time.month_{here.month}"),
        day=here.day,
        weekday=words.say(f"time.{_WEEKDAYS[here.weekday()]}"),
        clock=here.strftime("%H:%M"),
    )


def left(words: Words, span: timedelta) -> str:
    """`3시간 12분`, `2일 4시간`; the two greatest units that are there."""
    minutes = max(0, int(span.total_seconds()) // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [("days", days), ("hours", hours), ("minutes", minutes)]
    there = [words.say(f"time.{unit}", count=count) for unit, count in parts if count]
    return " ".join(there[:2]) or words.say("time.moments")
