"""Sheets: the forms of people and teams, and the records that they become (C-23.1 to C-23.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import (
    ByKey,
    Choice,
    Fault,
    Field,
    Flag,
    Kind,
    Many,
    Number,
    OneOf,
    RankText,
    Reader,
    Record,
    Row,
    Text,
)
from ...core.key import Key
from ...core.rank import Letter, Rank
from ...core.rank import rank as rank_of
from . import tables
from .cards import Card
from .people import (
    Ability,
    Base,
    Circuit,
    Information,
    Item,
    ItemKind,
    Master,
    NoblePhantasm,
    Person,
    PhantasmKind,
    PhantasmRange,
    Pool,
    Servant,
    ServantClass,
    Skill,
    SpellType,
    Spent,
    Team,
    Territory,
)

_MOST = 9999
_UNKNOWN_RANK = Fault("unknown_rank", "C-11.1")
UNKNOWN_PERSON = Fault("unknown_person", "C-23.1")


def dotted_key(fault: Fault = UNKNOWN_PERSON) -> Key:
    """The key of a person, a team, a seat or a region; in a war `<team>.<role>` calls a person by both."""
    return Key(fault, re.compile(r"[A-Za-z][A-Za-z0-9_.]*"), "A..Z, a..z, 0..9, _, .")


@dataclass(frozen=True, slots=True)
class Grade(RankText):
    """A rank as it is written in play, or its plain number. `beyond` is the fault of a number that is no rank."""

    beyond: Fault = _UNKNOWN_RANK

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, int) and not isinstance(value, bool):
            if Letter.E <= value <= Letter.EX:
                return str(Rank(Letter(value)))
            reader.refuse(self.beyond, path, value, self.accepted())
            return None
        return RankText.read(self, value, path, reader)


@dataclass(frozen=True, slots=True)
class Points(Number):
    """Points of a sheet, from `low` to `high`. Others, down to `least`, are read too: what is wrong with a sheet is
    said all at once."""

    least: int = -_MOST

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Number(self.least, _MOST, self.fault).read(value, path, reader)


def amount(clause: str, low: int = 0, high: int = _MOST) -> Number:
    return Number(low, high, Fault("bad_number", clause))


def pair(of: Kind) -> Row:
    """Two of a kind: a list, or parted by a stroke."""
    return Row(("one", "other"), of, "/")


def choice(kind: Sequence[str], code: str, clause: str) -> Choice:
    return Choice(tuple(str(value) for value in kind), Fault(code, clause))


RANK = Grade(_UNKNOWN_RANK)
ABILITY = Grade(_UNKNOWN_RANK, beyond=Fault("ability_range", "C-23.3"))
PHANTASM_GRADE = Grade(_UNKNOWN_RANK, beyond=Fault("noble_phantasm_grade", "C-23.3"))

PHANTASM_FORM = Record(
    (
        Field("grade", PHANTASM_GRADE, "C-23.5", required=True),
        Field("figure", amount("C-12.8"), "C-12.8"),
        Field("kind", choice(tuple(PhantasmKind), "bad_choice", "C-23.5"), "C-23.5"),
        Field("range", choice(tuple(PhantasmRange), "bad_choice", "C-23.5"), "C-23.5"),
    )
)

SKILLS = ByKey(choice(tuple(Skill), "skill_not_allowed", "C-23.4"), OneOf((Flag(), RANK)))
"""Skills by name, with a rank; regroup and ranged weapon are simply there (true)."""

SERVANT_SHEET = (
    Field("class", choice(tuple(ServantClass), "class_unknown", "C-23.4"), "C-23.4", nullable=True),
    *(Field(ability.value, ABILITY, "C-23.3") for ability in Ability),
    Field("skills", SKILLS, "C-23.4"),
    Field("noble_phantasm", PHANTASM_FORM, "C-23.5", nullable=True),
    Field("bought", Points(0, tables.BOUGHT_MOST, Fault("bought_too_many", "C-7.9"), least=0), "C-7.9"),
    Field("chosen_berserker", Flag(), "C-7.10"),
    Field("true_name", Text(60), "C-23.10"),
)
"""What a servant is made with."""


def _ability(name: str) -> Field:
    return Field(name, Points(tables.ABILITY_LEAST, tables.ABILITY_MOST, Fault("ability_range", "C-23.2")), "C-23.2")


MASTER_SHEET = (
    _ability("combat"),
    _ability("magic"),
    _ability("conviction"),
    _ability("fate"),
    Field("circuit", choice(tuple(Circuit), "circuit_unknown", "C-23.2"), "C-23.2"),
    Field("affinity", choice(tuple(SpellType), "affinity_unknown", "C-23.2"), "C-23.2", nullable=True),
    Field("crafter", Flag(), "C-23.2"),
)
"""What a master is made with."""

SHEET_FORM = Record(
    (Field("servant", Record(SERVANT_SHEET), "C-23.3"), Field("master", Record(MASTER_SHEET), "C-23.2"))
)

ITEM_FORM = Record(
    (
        Field("kind", choice(tuple(ItemKind), "bad_choice", "C-23.18"), "C-23.18", required=True),
        Field("grade", amount("C-23.18", 1, 9), "C-23.18", required=True),
    )
)


def _person_fields(person: Kind) -> tuple[Field, ...]:
    """What stands on the sheet of a person of either kind; `person` reads a reference to somebody."""
    pool = amount("C-18.1", -_MOST)
    return (
        Field("health", pool, "C-23.2"),
        Field("mana", pool, "C-23.2"),
        Field("max_health", amount("C-23.2"), "C-23.2"),
        Field("max_mana", amount("C-23.2"), "C-23.2"),
        Field("injured", Flag(), "C-23.13"),
        Field("experience", amount("C-23.12"), "C-23.12"),
        Field("at", Text(40), "C-23.7"),
        Field("relationships", ByKey(person, amount("C-5.11")), "C-5.11"),
        Field("deleted", Many(person), "C-5.11"),
        Field("once_used", Flag(), "C-7.4"),
        Field("old_excess", Flag(), "C-8.4"),
        Field("masterless", Flag(), "C-23.15"),
        Field("servantless", Flag(), "C-23.15"),
        Field("items", Many(ITEM_FORM), "C-23.18"),
    )


SERVANT_EXTRA = (
    Field("special_damage", Many(choice(tuple(Card), "unknown_card", "C-11.1")), "C-18.1"),
    Field("recontracts", amount("C-7.3"), "C-7.3"),
    Field("active_scenes", amount("C-7.8"), "C-7.8"),
    Field("manifested", Flag(), "C-7.7"),
    Field("values", amount("C-6.8", -_MOST), "C-6.8"),
    Field("health_due", Flag(), "C-18.4"),
    Field("mana_due", Flag(), "C-18.9"),
)
MASTER_EXTRA = (
    Field("critical", RANK, "C-15.1", nullable=True),
    Field("conviction_start", amount("C-5.12"), "C-5.12"),
    Field("fate_start", amount("C-5.12"), "C-5.12"),
)

_KINDS = ("servant", "master")


@dataclass(frozen=True, slots=True)
class ByRole(OneOf):
    """A person: read by the servant's or the master's form, as its `kind` says (a servant if it says nothing)."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return self.kinds[_KINDS.index(_role_of(value, reader))].read(value, path, reader)


def _role_of(value: object, reader: Reader) -> str:
    if isinstance(value, Mapping):
        for name, kind in value.items():
            if "kind" in (name, reader.identify(str(name), ("kind",))):
                return "master" if "master" in (kind, reader.identify(str(kind), _KINDS)) else "servant"
    return "servant"


def person_form(person: Kind, *more: Field) -> ByRole:
    """A person as it stands in a setup or a case, with `more` fields."""
    kind = Field("kind", choice(_KINDS, "bad_choice", "C-23.1"), "C-23.1")
    common = (kind, *more, *_person_fields(person))
    return ByRole((Record((*common, *SERVANT_SHEET, *SERVANT_EXTRA)), Record((*common, *MASTER_SHEET, *MASTER_EXTRA))))


_INFORMATION = Record(
    tuple(Field(kind, amount("C-23.10"), "C-23.10") for kind in ("encounter", "rumor", "legend", "battle"))
)
_TERRITORY = Record((Field("at", Text(40), "C-23.9", required=True), Field("stored", amount("C-23.9"), "C-23.9")))


def team_fields(person: Kind, team: Kind) -> tuple[Field, ...]:
    """What a team holds together."""
    return (
        Field("strokes", amount("C-23.1"), "C-23.1"),
        Field("merit", amount("C-23.12"), "C-23.12"),
        Field("funds", amount("C-5.8"), "C-5.8"),
        Field("souls", amount("C-8.5"), "C-8.5"),
        Field("base", Text(40), "C-2.3", nullable=True),
        Field("base_bonus", amount("C-2.7"), "C-2.7"),
        Field("base_ley", amount("C-2.7"), "C-2.7"),
        Field("territory", _TERRITORY, "C-23.9", nullable=True),
        Field("region_information", Many(Text(40)), "C-3.7"),
        Field("information", ByKey(person, _INFORMATION), "C-23.10"),
        Field("allies", Many(team), "C-23.1"),
        Field("knows", Many(person), "C-23.11"),
    )


# From what was read to the records


def rank(text: str) -> Rank:
    found = rank_of(text)
    assert found is not None, "the form has read it"
    return found


def skills_of(data: Mapping[str, Any]) -> dict[str, Rank]:
    """Skills by name; one that is simply there counts as grade 1."""
    there = {name: value for name, value in data.items() if value is not False}
    return {name: Rank(Letter.E) if value is True else rank(value) for name, value in there.items()}


def phantasm_of(data: Mapping[str, Any] | None) -> NoblePhantasm | None:
    if data is None:
        return None
    return NoblePhantasm(
        rank(data["grade"]),
        data.get("figure"),
        PhantasmKind(data.get("kind", PhantasmKind.ATTACK)),
        PhantasmRange(data.get("range", PhantasmRange.ANTI_UNIT)),
    )


def servant_of(data: Mapping[str, Any]) -> Servant:
    plain = {name: data[name] for name in _SERVANT_PLAIN if name in data}
    return Servant(
        servant_class=ServantClass(data["class"]) if data.get("class") else None,
        strength=rank(data.get("strength", "C")),
        endurance=rank(data.get("endurance", "C")),
        agility=rank(data.get("agility", "C")),
        magic=rank(data.get("magic", "C")),
        luck=rank(data.get("luck", "C")),
        skills=skills_of(data.get("skills", {})),
        noble_phantasm=phantasm_of(data.get("noble_phantasm")),
        special_damage=tuple(data.get("special_damage", ())),
        **plain,
    )


_SERVANT_PLAIN = (
    "true_name",
    "recontracts",
    "bought",
    "chosen_berserker",
    "active_scenes",
    "manifested",
    "values",
    "health_due",
    "mana_due",
)


def master_of(data: Mapping[str, Any]) -> Master:
    conviction, fate = data.get("conviction", 3), data.get("fate", 3)
    return Master(
        combat=data.get("combat", 3),
        magic=data.get("magic", 3),
        conviction=Spent(conviction, data.get("conviction_start", conviction)),
        fate=Spent(fate, data.get("fate_start", fate)),
        circuit=Circuit(data.get("circuit", Circuit.B)),
        affinity=SpellType(data["affinity"]) if data.get("affinity") else None,
        crafter=data.get("crafter", False),
        critical=rank(data["critical"]) if data.get("critical") else None,
    )


def maxima(master: Master | None, servant: Servant | None) -> tuple[int, int]:
    """C-23.2, C-23.3: maximum health and mana by the abilities alone."""
    if master is not None:
        return master.combat * tables.MASTER_POOL, master.magic * tables.MASTER_POOL
    assert servant is not None
    per_grade = tables.SERVANT_POOL_PER_GRADE
    return (
        tables.SERVANT_POOL + servant.endurance.number * per_grade,
        tables.SERVANT_POOL + servant.magic.number * per_grade,
    )


def person_of(data: Mapping[str, Any], key: str, team: str, seat: str) -> Person:
    """A person from what its form has read; pools are full where nothing is said."""
    is_master = data.get("kind") == "master"
    master, servant = (master_of(data), None) if is_master else (None, servant_of(data))
    most_health, most_mana = maxima(master, servant)
    old = data.get("old_excess", False)
    return Person(
        key=key,
        name=data.get("name", key),
        team=team,
        seat=seat,
        health=_pool(data, "health", most_health, old),
        mana=_pool(data, "mana", most_mana, old),
        master=master,
        servant=servant,
        injured=data.get("injured", False),
        experience=data.get("experience", 0),
        at=data.get("at", ""),
        partnerless=data.get("masterless", False) or data.get("servantless", False),
        items=tuple(Item(ItemKind(item["kind"]), item["grade"]) for item in data.get("items", ())),
        relationships=dict(data.get("relationships", {})),
        deleted=tuple(data.get("deleted", ())),
        once_used=data.get("once_used", False),
    )


def _pool(data: Mapping[str, Any], name: str, derived: int, old: bool) -> Pool:
    maximum = data.get(f"max_{name}", derived)
    now = data.get(name, maximum)
    return Pool(now, maximum, max(0, now - maximum) if old else 0)


def team_of(data: Mapping[str, Any], key: str) -> Team:
    base, territory = data.get("base"), data.get("territory")
    information = {who: Information(**points) for who, points in data.get("information", {}).items()}
    for who in data.get("knows", ()):
        known = information.get(who, Information())
        information[who] = Information(known.encounter, known.rumor, known.legend, known.battle, True)
    return Team(
        key=key,
        name=data.get("name", key),
        strokes=data.get("strokes", tables.STROKES),
        merit=data.get("merit", 0),
        funds=data.get("funds", 0),
        souls=data.get("souls", 0),
        base=None if not base else Base(base, data.get("base_bonus", 0), data.get("base_ley", 0)),
        territory=None if territory is None else Territory(territory["at"], territory.get("stored", 0)),
        information=information,
        region_information=tuple(data.get("region_information", ())),
        allies=tuple(data.get("allies", ())),
    )
