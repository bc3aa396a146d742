"""What the teams and seats of a war are called, before any sentence is made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..campaign.war import War

TEAM_NAMES = {
    "ko": ("사야카", "쿄코", "히토미", "모모에", "시즈카", "사쿠라", "아오이", "미나토", "하루카"),
    "en": ("Sayaka", "Kyoko", "Hitomi", "Momoe", "Shizuka", "Sakura", "Aoi", "Minato", "Haruka"),
}
"""What the teams of an agents' war are called."""

CALLED: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "Battle Continuation": "전투속행",
        "Eye of the Mind": "심안",
        "Mirror Moon": "거울에 비친 달",
        "Nobody": "이름 없는 이",
        "Runes": "룬 마술",
        "Sealed Light": "봉인된 빛",
        "Valour": "무훈",
        **{f"text {number}": f"아무개 {number}" for number in range(100)},
    },
    "en": {},
}
"""What agents name, by what they name it: skills, noble phantasms, true names."""


def called_in(war: War) -> Mapping[str, str]:
    """What agents call things in a war: in Korean where a team has a Korean name, since its table speaks that."""
    korean = any("가" <= letter <= "힣" for name in war.system.names(war.state).values() for letter in name)
    return CALLED["ko" if korean else "en"]


def names_of(war: War) -> dict[str, str]:
    """What the teams and seats of a war are called; a seat by its player, else by its team, with its key if need be."""
    teams, seats = dict(war.system.names(war.state)), war.system.seats(war.state)
    held = Counter(seat.team for seat in seats)
    names = {
        seat.key: teams.get(seat.team, seat.key) if held[seat.team] == 1 else f"{teams[seat.team]} ({seat.key})"
        for seat in seats
    }
    return names | dict(war.names) | teams
