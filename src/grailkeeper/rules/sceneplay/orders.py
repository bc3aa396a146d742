"""What a seat answers in a battle: the form of the battle sheet and of the escape, and the sheet that it becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import ByKey, Choice, Fault, Field, Flag, Kind, Many, Number, OneOf, Reader, Record
from . import numbers, tables
from .options import LuckAllocation, Options, PhantasmEffect, SkillCount
from .people import Ability
from .sheet import amount
from .state import Pair, Recovery, Sheet
from .visibility import OwnTeam

SUBSTITUTED = (Ability.STRENGTH, Ability.ENDURANCE, Ability.AGILITY)
"""S-10.11: what magic may stand in for."""

_BAD_JUDGMENT = Fault("bad_judgment", "S-10.1")
JUDGMENT = Number(tables.JUDGMENTS[0], tables.JUDGMENTS[-1], _BAD_JUDGMENT)


@dataclass(frozen=True, slots=True)
class ListOrTable(OneOf):
    """A list is read by the first kind, everything else by the second, so that the fault named is the one made."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        is_list = isinstance(value, Sequence) and not isinstance(value, str)
        return self.kinds[0 if is_list else 1].read(value, path, reader)


def _per_judgment(clause: str) -> Many:
    """A value for each judgment; a missing tail is 0."""
    return Many(amount(clause), len(tables.JUDGMENTS), fault=Fault("bad_amount", clause), overflow=_BAD_JUDGMENT)


_JUDGMENT_LIST = Many(JUDGMENT, len(tables.JUDGMENTS), fault=_BAD_JUDGMENT)
_NUMBERS = Many(
    Number(0, 99, Fault("bad_number", "S-9.5")),
    len(tables.JUDGMENTS),
    gaps=True,
    fault=Fault("bad_number", "S-9.5"),
    overflow=Fault("too_many_numbers", "S-10.19"),
)
_BAD_RECOVERY = Fault("bad_recovery", "S-18.2")
_RECOVERY = Record(
    (
        Field("health", Number(0, tables.RECOVERY, _BAD_RECOVERY), "S-18.2"),
        Field("mana", Number(0, tables.RECOVERY, _BAD_RECOVERY), "S-18.2"),
    ),
    _BAD_RECOVERY,
)
RESTORE = Many(_RECOVERY, 10, fault=_BAD_RECOVERY)
"""Strokes for recovery (S-18.2); also ordered in an opening."""

ESCAPE_FORM = Record((Field("escape", Flag(), "S-18.4", required=True),))


def sheet_record(own: OwnTeam, pair: Pair, names: Mapping[str, str], options: Options) -> Record:
    """The battle sheet of a team (S-10.19). `names`: what the teams of its side are called, by key."""
    phantasms = _numbered("p", [each.name for each in own.servant.noble_phantasms] if own.servant else [])
    no_phantasm = Fault("no_such_phantasm" if phantasms else "no_phantasm", "S-21.1")
    use = Fault("phantasm_use", "S-21.1") if phantasms else no_phantasm
    uses = ListOrTable((_JUDGMENT_LIST, ByKey(JUDGMENT, Choice(tuple(phantasms), no_phantasm, phantasms), use)))
    bad_split = Fault("bad_split", "S-19.3")
    side = pair.side_of(own.key)
    member = Choice(side, bad_split, {key: names[key] for key in side})
    fields = [
        Field("numbers", _NUMBERS, "S-10.19"),
        Field("luck", _luck(options), "S-11.1"),
        Field("reserves", ByKey(JUDGMENT, Many(amount("S-5.4"))), "S-20.2"),
        Field("assistance", _per_judgment("S-12.9"), "S-12.9"),
        Field("boost", _per_judgment("S-18.3"), "S-18.3"),
        Field("boost_strokes", Number(0, tables.STROKES, Fault("bad_strokes", "S-18.1")), "S-18.3"),
        Field("phantasm", uses, "S-21.1"),
        Field("code", _JUDGMENT_LIST, "S-21.1"),
        Field("substitute", Choice(SUBSTITUTED, Fault("bad_substitution", "S-10.11")), "S-10.11"),
        Field("help", Flag(), "S-10.13"),
        Field("restore", RESTORE, "S-18.2"),
        Field("escape", Flag(), "S-18.4"),
        Field("split", ByKey(JUDGMENT, Many(member, 9, fault=bad_split), bad_split), "S-19.3"),
    ]
    if options.skill_count is SkillCount.ENFORCED:
        skills = _numbered("s", [skill.name for skill in own.servant.skills] if own.servant else [])
        skill = Choice(tuple(skills), Fault("unknown_field"), skills)
        fields.append(Field("skill_judgments", ByKey(skill, _JUDGMENT_LIST), "S-23.3"))
    if options.phantasm_effect is PhantasmEffect.SPREAD:
        fields.append(Field("phantasm_points", _per_judgment("S-21.4"), "S-21.4"))
        fields.append(Field("code_points", _per_judgment("S-21.4"), "S-21.4"))
    return Record(tuple(fields))


def _luck(options: Options) -> Kind:
    """S-11.1, S-Q46: the judgments it covers; under `first_failures` only that it is used."""
    if options.luck_allocation is LuckAllocation.FIRST_FAILURES:
        return OneOf((Flag(), _JUDGMENT_LIST))
    return _JUDGMENT_LIST


def _numbered(mark: str, names: Sequence[str]) -> dict[str, str]:
    """Keys in ASCII for names that people gave: what stands in a canonical order."""
    return {f"{mark}{place}": name for place, name in enumerate(names, 1)}


def place_of(key: str) -> int:
    """The place on the sheet (from 1) that a key of `_numbered` stands for."""
    return int(key[1:])


# From an order to the sheet


def sheet_of(order: Mapping[str, Any], options: Options) -> Sheet:
    """The battle sheet that an order (read by its form) declares; its numbers still as they were given."""
    boost = _row(order.get("boost"))
    luck = order.get("luck")
    named = luck if isinstance(luck, Sequence) else ()
    by_name = options.luck_allocation is LuckAllocation.NAMED
    spread = options.phantasm_effect is PhantasmEffect.SPREAD
    return Sheet(
        luck=tuple(named) if by_name else (),
        luck_declared=bool(named) if by_name else luck not in (None, False),
        reserves={judgment: tuple(each) for judgment, each in order.get("reserves", {}).items()},
        assistance=_row(order.get("assistance")),
        boost=boost,
        boost_strokes=order.get("boost_strokes", numbers.boost_strokes(sum(boost))),
        phantasm=phantasm_uses(order),
        code=tuple(order.get("code", ())),
        substitute=Ability(order["substitute"]) if "substitute" in order else None,
        help=order.get("help", True),
        restore=tuple(Recovery(each.get("health", 0), each.get("mana", 0)) for each in order.get("restore", ())),
        escape=order.get("escape"),
        split={judgment: tuple(each) for judgment, each in order.get("split", {}).items()},
        skill_judgments={key: tuple(each) for key, each in order.get("skill_judgments", {}).items()},
        phantasm_points=_row(order["phantasm_points"]) if spread and "phantasm_points" in order else (),
        code_points=_row(order["code_points"]) if spread and "code_points" in order else (),
    )


def phantasm_uses(order: Mapping[str, Any]) -> dict[str, int]:
    """The phantasm used in a judgment, by its place on the servant's sheet; a list means the only one."""
    uses = order.get("phantasm", ())
    if isinstance(uses, Mapping):
        return {judgment: place_of(key) for judgment, key in uses.items()}
    return {str(judgment): 1 for judgment in uses}


def _row(values: Sequence[int] | None) -> tuple[int, ...]:
    given = tuple(values or ())
    return given + (0,) * (len(tables.JUDGMENTS) - len(given))
