"""Sheets: the forms of people and teams, and the records that they become."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Fault, Field, Flag, Kind, Many, Number, RankText, Reader, Record, Row, Text
from ...core.problem import malformed
from ...core.rank import Rank
from ...core.rank import rank as rank_of
from . import tables
from .people import (
    Ability,
    ChanceSums,
    Condition,
    DeviceType,
    Functions,
    Level,
    Master,
    MasterState,
    MysticCode,
    NoblePhantasm,
    Points,
    Ranks,
    Reserve,
    Servant,
    ServantClass,
    Skill,
    SkillSides,
    Solos,
    Team,
    Workshop,
)

ABILITIES = tuple(ability.value for ability in Ability)
FUNCTIONS = ("concealment", "storage", "assistance")
MOST = 999
"""No points value of a sheet is larger: a slip of the pen, not a person."""

_TOO_MANY_PLUS = re.compile(r"(EX|[A-E])\+{4,}")


@dataclass(frozen=True, slots=True)
class AbilityRank(RankText):
    """A servant's ability. More plus marks than there can be are a fault of creation, not of writing (S-24.1)."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and _TOO_MANY_PLUS.fullmatch(value.strip().upper()):
            given, most = value.count("+"), int(tables.PLUS_MARKS)
            reader.problems.append(malformed("too_many_plus", path, "S-24.1", given=given, most=most))
            return None
        return RankText.read(self, value, path, reader)


def amount(clause: str, most: int = MOST) -> Number:
    """A points value: a whole number of 0 and more."""
    return Number(0, most, Fault("bad_amount", clause))


def choice(kind: Sequence[str], code: str, clause: str) -> Choice:
    return Choice(tuple(str(value) for value in kind), Fault(code, clause))


RANK = RankText(Fault("bad_rank", "S-10.3"))


def _five(of: Kind) -> Row:
    return Row(ABILITIES, of, " ", fault=Fault("bad_rank", "S-10.3"))


def functions(clause: str) -> Row:
    """Points in the functions of a workshop, `"4/3/3"`."""
    return Row(FUNCTIONS, amount(clause), "/", fault=Fault("bad_amount", clause))


VITAL = Row(("now", "maximum"), amount("S-16.1"), "/", alone=True, fault=Fault("bad_amount", "S-16.1"))


def _per_ability(clause: str) -> Record:
    fields = tuple(Field(name, amount(clause, 9), clause) for name in ABILITIES)
    return Record(fields, Fault("bad_amount", clause))


_DEVICE_TYPE = choice(tuple(DeviceType), "bad_choice", "S-21.4")

CODE_FORM = Record((Field("rank", RANK, "S-21.4", required=True), Field("type", _DEVICE_TYPE, "S-21.4")))

PHANTASM_FORM = Record(
    (
        Field("name", Text(60), "S-21.1", required=True),
        Field("rank", RANK, "S-21.4", required=True),
        Field("type", _DEVICE_TYPE, "S-21.4"),
        Field("discount_used", Flag(), "S-21.2"),
    )
)

_SKILL_FIELDS = (
    Field("name", Text(60), "S-23.3", required=True),
    Field("rank", RANK, "S-23.3", required=True),
    Field("bonus", Number(-MOST, MOST, Fault("bad_amount", "S-23.3")), "S-23.3"),
    Field("count", amount("S-23.3"), "S-23.3"),
    Field("sides", choice(tuple(SkillSides), "bad_choice", "S-23.3"), "S-23.3"),
    Field("condition", choice(tuple(Condition), "bad_choice", "S-23.3"), "S-23.3"),
    Field("magecraft", Flag(), "S-10.11"),
    Field("class_skill", Flag(), "S-24.1"),
)

SKILL_FORM = Record(_SKILL_FIELDS)
CASE_SKILL_FORM = Record((*_SKILL_FIELDS, Field("refused", Flag(), "S-23.1")))
"""In a case the ruling on a skill stands beside it."""

PRESENT = Field("present", Flag(), "S-10.13")

_MASTER_FIELDS = (
    Field("ranks", _five(RANK), "S-10.3"),
    Field("health", VITAL, "S-16.2"),
    Field("mana", VITAL, "S-16.2"),
    Field("luck_uses", amount("S-11.2", tables.LUCK_USES), "S-11.2"),
    Field("strokes", Number(0, tables.STROKES, Fault("bad_strokes", "S-18.1")), "S-18.1"),
    Field("mystic_code", CODE_FORM, "S-21.1", nullable=True),
    Field("state", choice(("well", "fainted"), "bad_choice", "S-17.3"), "S-17.3"),
)


def _servant_fields(skill: Record) -> tuple[Field, ...]:
    return (
        Field("class", choice(tuple(ServantClass), "bad_class", "S-24.1"), "S-24.1"),
        Field("level", choice(tuple(Level), "bad_level", "S-14.2"), "S-14.2"),
        Field("ranks", _five(AbilityRank(Fault("bad_rank", "S-10.3"))), "S-10.3"),
        Field("health", VITAL, "S-16.1"),
        Field("mana", VITAL, "S-16.1"),
        Field("luck_uses", amount("S-11.2", tables.LUCK_USES), "S-11.2"),
        Field("lowered", _per_ability("S-14.7"), "S-14.7"),
        Field("raised", _per_ability("S-22.4"), "S-22.4"),
        Field("skills", Many(skill, 30), "S-23.3"),
        Field("noble_phantasms", Many(PHANTASM_FORM, 10), "S-21.1"),
        Field("territory_creation", RANK, "S-13.1", nullable=True),
        Field("item_construction", RANK, "S-5.6", nullable=True),
    )


_SUMS = (
    Field("attack", Number(-MOST, MOST, Fault("bad_amount", "S-10.4")), "S-10.18"),
    Field("defence", Number(-MOST, MOST, Fault("bad_amount", "S-10.5")), "S-10.18"),
)
"""S-10.18: the chances as the player worked them out, for a battle."""

MASTER_FORM = Record(_MASTER_FIELDS)
CASE_MASTER_FORM = Record((*_MASTER_FIELDS, PRESENT))
SERVANT_FORM = Record((*_servant_fields(SKILL_FORM), *_SUMS))
SHEET_SERVANT_FORM = Record((*_servant_fields(CASE_SKILL_FORM), PRESENT))
CASE_SERVANT_FORM = Record((*_servant_fields(CASE_SKILL_FORM), *_SUMS, PRESENT))

WORKSHOP_FIELDS = (
    Field("workshop", functions("S-12.3"), "S-12.3"),
    Field("territory", functions("S-13.1"), "S-13.1"),
    Field("concealed_by", choice(("magic", "luck"), "bad_concealment_ability", "S-12.4"), "S-12.4"),
)

SHEET_FORM = Record(
    (
        Field("master", CASE_MASTER_FORM, "S-24.2", nullable=True),
        Field("servant", SHEET_SERVANT_FORM, "S-24.1", nullable=True),
        *WORKSHOP_FIELDS,
    )
)
"""What a sheet is checked from; only the parts that are there."""


def team_form(master: Record, servant: Record, team: Kind, *more: Field) -> Record:
    """A team with its people as `master` and `servant` write them; `team` reads the name of another team."""
    return Record(
        (
            Field("master", master, "S-24.2", nullable=True),
            Field("servant", servant, "S-24.1", nullable=True),
            *WORKSHOP_FIELDS,
            Field("reserves", Many(amount("S-5.4")), "S-20.1"),
            Field("stored_mana", amount("S-12.7", 99_999), "S-12.7"),
            Field("exposure_risk", amount("S-15.3", 99_999), "S-15.3"),
            Field("known_by", Many(team, fault=Fault("unknown_team")), "S-4.4"),
            Field("revealed", Flag(), "S-15.4"),
            Field("solo_count", amount("S-8.3", 99), "S-8.3"),
            *more,
        )
    )


# From plain data to records


def master_of(data: Mapping[str, Any]) -> Master:
    """The master that plain data (read by its form) describes."""
    code = data.get("mystic_code")
    plain = Master()
    return Master(
        ranks=_ranks(data.get("ranks")),
        health=_points(data.get("health"), plain.health),
        mana=_points(data.get("mana"), plain.mana),
        strokes=data.get("strokes", plain.strokes),
        mystic_code=None if code is None else MysticCode(_rank(code["rank"]), _device_type(code)),
        luck_uses=data.get("luck_uses", 0),
        state=MasterState(data.get("state", "well")),
    )


def servant_of(data: Mapping[str, Any]) -> Servant:
    """The servant that plain data (read by its form) describes."""
    plain = Servant()
    return Servant(
        servant_class=ServantClass(data.get("class", "saber")),
        level=Level(data.get("level", "normal")),
        ranks=_ranks(data.get("ranks")),
        health=_points(data.get("health"), plain.health),
        mana=_points(data.get("mana"), plain.mana),
        lowered=_counts(data.get("lowered")),
        raised=_counts(data.get("raised")),
        skills=tuple(_skill(skill) for skill in data.get("skills", ())),
        noble_phantasms=tuple(_phantasm(each) for each in data.get("noble_phantasms", ())),
        luck_uses=data.get("luck_uses", 0),
        territory_creation=_maybe_rank(data.get("territory_creation")),
        item_construction=_maybe_rank(data.get("item_construction")),
        sums=ChanceSums(data["attack"], data["defence"]) if "attack" in data and "defence" in data else None,
    )


def workshop_of(data: Mapping[str, Any]) -> Workshop:
    plain = Workshop()
    return Workshop(
        points=Functions(*data["workshop"]) if "workshop" in data else plain.points,
        territory=Functions(*data["territory"]) if "territory" in data else plain.territory,
        concealed_by=Ability(data.get("concealed_by", plain.concealed_by)),
    )


def team_of(key: str, data: Mapping[str, Any]) -> Team:
    """A team of a setup. A person that is not named, or null, is not there."""
    master, servant = data.get("master"), data.get("servant")
    return Team(
        key=key,
        name=data.get("name", key),
        master=None if master is None else master_of(master),
        servant=None if servant is None else servant_of(servant),
        workshop=workshop_of(data),
        reserves=tuple(Reserve(strength) for strength in sorted(data.get("reserves", ()))),
        stored_mana=data.get("stored_mana", 0),
        exposure_risk=data.get("exposure_risk", 0),
        revealed=data.get("revealed", False),
        known_by=dict.fromkeys(sorted(data.get("known_by", ())), 0),
        solos=_solos(data.get("solo_count", 0)),
    )


def _solos(used: int) -> Solos:
    """S-8.3, S-Q31: who went is not said of those of before: by turns, the master first."""
    return Solos(used, used - used // 2, used // 2)


def _rank(text: str) -> Rank:
    found = rank_of(text)
    assert found is not None, "a form has read it"
    return found


def _maybe_rank(text: str | None) -> Rank | None:
    return None if text is None else _rank(text)


def _ranks(texts: Sequence[str] | None) -> Ranks:
    return Ranks() if texts is None else Ranks(*map(_rank, texts))


def _points(data: Sequence[int] | None, plain: Points) -> Points:
    return plain if data is None else Points(data[0], data[1])


def _counts(data: Mapping[str, int] | None) -> dict[str, int]:
    return {name: count for name, count in (data or {}).items() if count}


def _device_type(data: Mapping[str, Any]) -> DeviceType:
    return DeviceType(data.get("type", "damage"))


def _phantasm(data: Mapping[str, Any]) -> NoblePhantasm:
    return NoblePhantasm(data["name"], _rank(data["rank"]), _device_type(data), data.get("discount_used", False))


def _skill(data: Mapping[str, Any]) -> Skill:
    """S-23.3: what the sheet does not say follows from the rank."""
    rank = _rank(data["rank"])
    return Skill(
        name=data["name"],
        rank=rank,
        bonus=data.get("bonus", tables.SKILL_PER_RANK * rank.number),
        count=data.get("count", rank.number),
        sides=SkillSides(data.get("sides", "both")),
        condition=Condition(data.get("condition", "always")),
        magecraft=data.get("magecraft", False),
        class_skill=data.get("class_skill", False),
    )
