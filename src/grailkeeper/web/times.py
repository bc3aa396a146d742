"""Times in words: a moment in the zone of a war, and what is left until then."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from ..text.words import Words

USUAL = "Asia/Seoul"
LIKELY = (
    USUAL,
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Asia/Taipei",
    "Australia/Sydney",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "UTC",
)
"""Where most wars are played."""
NOWHERE = ("Factory", "localtime", "posixrules")
"""Names of zones that are no place."""
PARTS = (
    "Asia",
    "Europe",
    "America",
    "Australia",
    "Pacific",
    "Africa",
    "Atlantic",
    "Indian",
    "Antarctica",
    "Arctic",
)

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@lru_cache(maxsize=64)
def zone(name: str) -> ZoneInfo:
    """The time zone of that name; the usual one where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(USUAL)


@lru_cache(maxsize=1)
def zones() -> Mapping[str, tuple[str, ...]]:
    """The names of all time zones in groups: the likely ones first, then by part of the world."""
    found: dict[str, list[str]] = {"likely": list(LIKELY), **{part: [] for part in (*PARTS, "other")}}
    for name in sorted(available_timezones() - {*LIKELY, *NOWHERE}):
        part = name.partition("/")[0]
        found[part if part in PARTS else "other"].append(name)
    return {group: tuple(names) for group, names in found.items()}


def is_zone(name: str) -> bool:
    return any(name in names for names in zones().values())


def place_of_zone(name: str) -> str:
    """`Ho Chi Minh` of `Asia/Ho_Chi_Minh`: as it is found in its group."""
    part, _, place = name.partition("/")
    return (place if part in PARTS else name).replace("_", " ")


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
