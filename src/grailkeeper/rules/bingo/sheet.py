"""Sheets: the forms of people, and the records that they become."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Fault, Field, Flag, Kind, Many, Number, Pick, RankText, Reader, Record, Text
from ...core.rank import Rank
from ...core.rank import rank as rank_of
from . import tables
from .people import Ability, Condition, Master, NoblePhantasm, Points, Servant, ServantClass, Skill

MOST = 99
"""No points value of a sheet is larger: a slip of the pen, not a person."""

BAD_RANK = Fault("bad_rank", "B-14.1")

_EX_WITH_PLUS = re.compile(r"EX\++")


@dataclass(frozen=True, slots=True)
class PlayRank(RankText):
    """B-14.1: a rank as written in play; EX carries no plus."""

    fault: Fault = BAD_RANK

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and _EX_WITH_PLUS.fullmatch(value.strip().upper()):
            reader.refuse(Fault("ex_with_plus", "B-14.1"), path, value, "EX")
            return None
        return RankText.read(self, value, path, reader)

    def sample(self, pick: Pick) -> Data:
        return ("E", "D", "C", "B", "A")[pick(5)] + "+" * (pick(4) // 2)


def amount(clause: str, least: int = 0, most: int = MOST) -> Number:
    return Number(least, most, Fault("bad_amount", clause))


RANK = PlayRank()

CARD = Number(0, MOST, Fault("bad_card", "B-14.7"))
"""The number of a tarot card. Whether it is held is another question."""


@dataclass(frozen=True, slots=True)
class Named(Text):
    """The name of something on a sheet; `names` are those there are. Whether it is one is checked later.

    `known`: names that it goes by in whatever language; `endings` are what may stand behind it.
    """

    longest: int = 80
    names: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    endings: tuple[str, ...] = ("",)

    def read(self, value: object, path: str, reader: Reader) -> Data:
        found = Text.read(self, value, path, reader)
        if not isinstance(found, str) or found in self.names:
            return found
        for ending in self.endings:
            bare = found.removesuffix(ending)
            known = reader.identify(bare, {*self.names, *self.known}) if found.endswith(ending) else None
            if known is not None:
                return known + ending
        return found

    def accepted(self) -> str:
        return ", ".join(self.names) or Text.accepted(self)

    def sample(self, pick: Pick) -> Data:
        if not self.names:
            return "?"
        return self.names[pick(len(self.names))] + self.endings[pick(len(self.endings))]


CLASS_SKILLS = tuple(dict.fromkeys(name for own in tables.CLASS_SKILLS.values() for name, *_ in own))
"""The names of all class skills."""

SKILL_NAME = Named(60, known=CLASS_SKILLS)
"""The name of a skill. One that is called as a class skill is has that one's name, in whatever language."""

SKILL_FORM = Record(
    (
        Field("name", SKILL_NAME, "B-7.1", required=True),
        Field("rank", RANK, "B-14.1", required=True),
        Field("condition", Choice(tuple(Condition), Fault("unknown_condition", "B-14.6")), "B-14.6"),
        Field("is_class_skill", Flag(), "B-12.13"),
        Field("is_magecraft", Flag(), "B-4.5"),
        Field("plus_left", amount("B-12.10"), "B-12.10"),
        Field("points", amount("B-7.6"), "B-7.6"),
    )
)

_PHANTASM_FORM = Record(
    (
        Field("name", Text(60), "B-6.8"),
        Field("rank", RANK, "B-14.1", required=True),
        Field("uses_left", amount("B-6.9"), "B-6.9"),
        Field("uses_max", amount("B-6.9"), "B-6.9"),
        Field("mp_cost", amount("B-6.8"), "B-6.8"),
    )
)


@dataclass(frozen=True, slots=True)
class Phantasms(Kind):
    """A servant's noble phantasms: a rank, a record, or a list of them; kept as a list of records."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [_PHANTASM_FORM.read(_named(each), f"{path}.{place}", reader) for place, each in enumerate(value, 1)]
        if value is None:
            return []
        if isinstance(value, str):
            found = RANK.read(value, path, reader)
            return [{"rank": found}]
        return [_PHANTASM_FORM.read(value, path, reader)]

    def accepted(self) -> str:
        return f"{RANK.accepted()} | {_PHANTASM_FORM.accepted()}"

    def sample(self, pick: Pick) -> Data:
        return [{"name": "noble_phantasm", "rank": ("A", "B+", "C++")[pick(3)]}]


def _named(value: object) -> object:
    return {"rank": value} if isinstance(value, str) else value


_ABILITIES = tuple(Field(ability.value, RANK, "B-14.3", nullable=True) for ability in Ability)
_VITALS = ("health", "mana", "max_health", "max_mana")
_CLASS = Field("class", Choice(tuple(ServantClass), Fault("bad_class", "B-14.5")), "B-14.5", nullable=True)

SERVANT_FORM = Record(
    (
        _CLASS,
        Field("name", Text(60), "B-14.18"),
        *_ABILITIES,
        Field("skills", Many(SKILL_FORM, 30), "B-7.1"),
        Field("noble_phantasm", Phantasms(), "B-6.8", nullable=True),
        *(Field(name, amount("B-14.3"), "B-14.3") for name in _VITALS),
    )
)
"""A servant as it stands; a sheet for creation has the same fields."""

MASTER_FORM = Record(
    (
        *(Field(name, amount("B-14.4"), "B-14.4") for name in _VITALS),
        Field("strokes", Many(CARD, tables.DECK), "B-10.1"),
        Field("tarot", Many(CARD, tables.DECK), "B-9.6"),
        Field("exhausted", Flag(), "B-14.10"),
        Field("accompanies", Flag(), "B-14.11"),
    )
)

MASTER_SHEET = Record(
    (
        *(Field(name, amount("B-14.4"), "B-14.4") for name in ("health", "mana")),
        Field("drawn", Many(CARD, tables.DECK), "B-14.7"),
        Field("strokes", Many(CARD, tables.DECK), "B-14.7"),
    )
)
"""A master at creation: the six cards dealt, and the three of them that it registers."""


# From plain data to records


def servant_of(data: Mapping[str, Any]) -> Servant:
    """The servant that plain data (read by its form) describes."""
    servant_class = data.get("class")
    return Servant(
        servant_class=None if servant_class is None else ServantClass(servant_class),
        name=data.get("name", ""),
        abilities={each.value: _rank(data[each]) for each in Ability if data.get(each) is not None},
        skills=tuple(skill_of(skill) for skill in data.get("skills", ())),
        noble_phantasms=tuple(phantasm_of(each) for each in data.get("noble_phantasm") or ()),
        health=_points(data, "health", 7),
        mana=_points(data, "mana", 7),
    )


def master_of(data: Mapping[str, Any], scene: int) -> Master:
    """The master that plain data (read by its form) describes, in `scene`; one at 0 health is dead (B-14.13)."""
    health = _points(data, "health", 3)
    return Master(
        health=health,
        mana=_points(data, "mana", 0),
        strokes=tuple(data.get("strokes", ())),
        tarot=tuple(data.get("tarot", ())),
        exhausted_in=scene if data.get("exhausted", False) else 0,
        dead=health.now == 0,
    )


def skill_of(data: Mapping[str, Any]) -> Skill:
    rank = _rank(data["rank"])
    return Skill(
        name=data["name"],
        rank=rank,
        condition=Condition(data.get("condition", "always")),
        is_class_skill=data.get("is_class_skill", False),
        is_magecraft=data.get("is_magecraft", False),
        plus_left=data.get("plus_left", rank.plus),
        points=data.get("points"),
    )


def phantasm_of(data: Mapping[str, Any]) -> NoblePhantasm:
    most = data.get("uses_max", tables.PHANTASM_USES)
    return NoblePhantasm(
        name=data.get("name", "noble_phantasm"),
        rank=_rank(data["rank"]),
        uses_left=data.get("uses_left", most),
        uses_max=most,
        mp_cost=data.get("mp_cost", tables.PHANTASM_MANA),
    )


def _rank(text: str) -> Rank:
    found = rank_of(text)
    assert found is not None, "a form has read it"
    return found


def _points(data: Mapping[str, Any], name: str, usual: int) -> Points:
    now = data.get(name, usual)
    return Points(now, data.get(f"max_{name}", now))
