"""How the forms of sceneplay are cut: five percentile judgments, each with what is staked on it; what is said on a
floor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.form import ByKey, Choice, Field, Form, Kind, Many, OneOf, Record, Row
from ...core.option import Value
from ...core.problem import Problem, suspicious
from ...rules.sceneplay import tables
from ...rules.sceneplay.creation import ability_points, master_points, phantasm_points, skill_points
from ...rules.sceneplay.scene.orders import Say, Somebody
from ...rules.sceneplay.scene.state import ROLES, SceneKind
from ...rules.sceneplay.sheet import master_of, servant_of, workshop_of
from .cut import Cut, Fold, Purse, Recast, at_places, variant
from .tailor import ticked

_PLACES = tuple(map(str, tables.JUDGMENTS))


def _by_judgment(outer: Kind, of: Kind, blank: Any) -> Recast:
    """A value for each judgment, kept as a list; `blank` stands for one that is left open before others."""
    record = Record(tuple(Field(place, of) for place in _PLACES))
    return Recast(record, outer, None, lambda filled: at_places(filled, blank), _placed)


def _placed(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, list):
        return None
    return {str(place): each for place, each in enumerate(value, 1) if each is not None}


def _numbers(kind: Kind) -> Recast:
    """S-10.19: a number that is left open is drawn by lot."""
    assert isinstance(kind, Many)
    return _by_judgment(kind, kind.of, None)


def _points(kind: Kind) -> Recast:
    """S-12.9, S-18.3: points staked on each judgment."""
    assert isinstance(kind, Many)
    return _by_judgment(kind, kind.of, 0)


def _table(kind: Kind) -> Recast:
    """What is kept by the number of the judgment."""
    assert isinstance(kind, ByKey)
    return Recast(Record(tuple(Field(place, kind.of) for place in _PLACES)), kind)


def _phantasm(kind: Kind) -> Kind:
    """S-21.1: where there is one, the judgments in which it is used; of several, which of them."""
    table = next((each for each in kind.kinds if isinstance(each, ByKey)), None) if isinstance(kind, OneOf) else None
    names = table.of.values if table is not None and isinstance(table.of, Choice) else ()
    if table is None or not names:
        return kind
    if len(names) == 1:
        return ticked(kind, _PLACES)
    return Recast(Record(tuple(Field(place, table.of) for place in _PLACES)), kind)


def _split(kind: Kind) -> Kind:
    """S-19.3: who of a side is hit; of one alone there is nothing to be said."""
    assert isinstance(kind, ByKey)
    several = isinstance(kind.of, Many) and isinstance(kind.of.of, Choice) and len(kind.of.of.values) > 1
    return _table(kind) if several else kind


def _vital(kind: Kind) -> Recast:
    """S-16.1, S-16.2: who is new has all of it, so one number says both."""
    assert isinstance(kind, Row)
    return Recast(kind.of, kind, None, take=lambda value: value[0] if len(set(value)) == 1 else None)


def _somebody(kind: Kind) -> Recast:
    """S-5.12: one of the people of the teams."""
    assert isinstance(kind, Somebody)
    return Recast(Choice(tuple(f"{team}.{role}" for team in kind.names for role in ROLES)), kind)


_JOINER = ("stance", "number", "reserves")
SAID: Mapping[str, tuple[str, ...]] = {
    Say.APPLY.value: ("by", "kind", "capacity", "who", "backdrop", "time", "plan"),
    Say.FORCE.value: ("team", "by", "capacity", "backdrop", "time", "plan"),
    Say.SOLO.value: ("kind", "who"),
    Say.JOIN.value: ("team", "who", "side", "allies", "hostile", *_JOINER),
    Say.ACCEPT.value: ("team",),
    Say.WITHDRAW.value: ("what", "team"),
    Say.RESTORE.value: ("restore",),
}
"""The fields that count for what is said on a floor."""

SAID_WITH: Mapping[str, tuple[str, ...]] = {
    Say.FORCE.value: ("team",),
    Say.SOLO.value: ("kind",),
    Say.JOIN.value: ("team",),
    Say.WITHDRAW.value: ("what",),
    Say.RESTORE.value: ("restore",),
}
"""S-2.3, S-4.5, S-8.1, S-18.2, S-R1: what it cannot be said without."""

NOT_SAID: Mapping[str, Mapping[str, tuple[str, ...]]] = {Say.SOLO.value: {"kind": (SceneKind.BATTLE.value,)}}
"""S-6.1: nobody fights alone."""


def _purses(form: Form, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> Sequence[Purse]:  # noqa: ARG001
    """S-24.1, S-24.2, S-16.1, S-16.2, S-12.3."""
    found: list[Purse] = []
    if sheet.get("servant") is not None:
        one = servant_of(sheet["servant"])
        found += [
            Purse("abilities", ability_points(one.ranks.all), tables.ABILITY_POINTS[one.level], "S-24.1"),
            Purse("skills", skill_points(one), tables.SKILL_POINTS[one.level], "S-24.1"),
            Purse("noble_phantasm", phantasm_points(one), tables.PHANTASM_POINTS[one.level], "S-24.1"),
            Purse("servant_vitals", one.health.maximum + one.mana.maximum, tables.SERVANT_VITALS, "S-16.1", whole=True),
        ]
    if sheet.get("master") is not None:
        other = master_of(sheet["master"])
        found += [
            Purse("master", master_points(other), tables.MASTER_POINTS, "S-24.2"),
            Purse(
                "master_vitals", other.health.maximum + other.mana.maximum, tables.MASTER_VITALS, "S-16.2", whole=True
            ),
        ]
    if "workshop" in sheet:
        points = workshop_of(sheet).points
        found.append(Purse("workshop", points.total, tables.WORKSHOP_POINTS, "S-12.3", whole=True))
    return found


def _doubts(form: Form, order: Mapping[str, Any]) -> Sequence[Problem]:  # noqa: ARG001
    """S-10.19: numbers that are left to the lot."""
    given = sum(each is not None for each in order.get("numbers", ()))
    missing = len(tables.JUDGMENTS) - given
    return (suspicious("numbers_drawn", "S-10.19", "numbers", missing=missing),) if missing else ()


_STAKES = ("numbers", "assistance", "boost", "phantasm_points", "code_points", "reserves", "luck", "phantasm", "code")

_RARE = (
    "servant.lowered",
    "servant.territory_creation",
    "servant.item_construction",
    "servant.skills.*.class_skill",
    "servant.noble_phantasms.*.discount_used",
    "territory",
    "concealed_by",
)
"""What few of those who make a sheet fill in: S-12.4, S-13.1, S-14.7, S-21.2, S-24.1."""

CUT = Cut(
    choices=tuple(SAID),
    kinds={Somebody: _somebody},
    fields={
        "floor": variant("say", SAID, SAID_WITH, NOT_SAID),
        **{f"creation.{who}.{what}": _vital for who in ROLES for what in ("health", "mana")},
        "battle_sheet.numbers": _numbers,
        "battle_sheet.assistance": _points,
        "battle_sheet.boost": _points,
        "battle_sheet.phantasm_points": _points,
        "battle_sheet.code_points": _points,
        "battle_sheet.reserves": _table,
        "battle_sheet.phantasm": _phantasm,
        "battle_sheet.split": _split,
    },
    places={"battle_sheet": (*_STAKES, "split")},
    folds={
        "battle_sheet": (Fold("strokes", ("boost_strokes", "restore", "escape")),),
        "creation": (Fold("rare", _RARE),),
    },
    purses={"creation": _purses},
    doubts={"battle_sheet": _doubts},
)
