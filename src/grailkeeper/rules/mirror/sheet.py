"""The form of a servant's sheet, and the sheet that it becomes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ...core.canon import Data
from ...core.form import ByKey, Choice, Fault, Field, Kind, Many, Number, Pick, Reader, Record, Text
from . import numbers, tables
from .people import (
    ATTRIBUTES,
    EXPANDABLE,
    HAND,
    HOSTILE,
    WORDED,
    Ability,
    Card,
    ClassSkill,
    Effect,
    EffectKind,
    Phantasm,
    Range,
    Reach,
    ServantClass,
    Sheet,
    Skill,
    Type,
    Use,
)

HIGHEST = 40
_COUNTED = re.compile(r"-?\d+[^\W\d_]{0,2}")


def choice(values: type[StrEnum] | tuple[StrEnum, ...], code: str, clause: str) -> Choice:
    return Choice(tuple(value.value for value in values), Fault(code, clause))


@dataclass(frozen=True, slots=True)
class Grade(Kind):
    """A rank by its label or by its grade, kept as the grade."""

    table: Mapping[str, int]
    fault: Fault
    lowest: Fault | None = None

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and re.fullmatch(r"\s*-?\d{1,4}\s*", value):
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value < 1 and self.lowest is not None:
            reader.refuse(self.lowest, path, value, self.accepted())
            return None
        if isinstance(value, int | str) and not isinstance(value, bool):
            grade = numbers.grade_of(value, self.table)
            if grade is not None:
                return grade
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return ", ".join(self.table)

    def sample(self, pick: Pick) -> Data:
        return tuple(self.table.values())[pick(len(self.table))]


BAD_EFFECT = Fault("unknown_effect", "M-5.1")
BAD_RANGE = Fault("range_not_allowed", "M-5.4")

_EFFECT = Record(
    (
        Field("kind", choice(EffectKind, "unknown_effect", "M-5.1"), "M-5.1", required=True),
        Field("grade", Number(1, HIGHEST, Fault("part_below_one", "M-5.2")), "M-5.2", required=True),
        Field("range", choice(Range, "range_not_allowed", "M-5.4"), "M-5.4"),
        Field("attribute", choice(HAND, "unknown_effect", "M-5.1"), "M-5.7"),
        Field("word", Text(40, BAD_EFFECT), "M-5.11"),
    ),
    BAD_EFFECT,
)


@dataclass(frozen=True, slots=True)
class EffectKindOf(Kind):
    """An effect, as a record or written as `EFFECT [ATTRIBUTE or TARGET WORD] GRADE [RANGE]`.

    `graded` is false for a special effect, which has neither grade nor range of its own (M-6.9).
    """

    graded: bool = True

    def read(self, value: object, path: str, reader: Reader) -> Data:
        fault = BAD_EFFECT if self.graded else Fault("special_effect", "M-6.9")
        data = self._parts(value, reader) if isinstance(value, str) else value
        if not isinstance(data, Mapping):
            reader.refuse(fault, path, value, self.accepted())
            return None
        attempt = Reader(reader.identify)
        found = _EFFECT.read(data if self.graded else {**data, "grade": 1}, path, attempt)
        if attempt.problems and not self.graded:
            reader.refuse(fault, path, value, self.accepted())
            return None
        reader.problems += attempt.problems
        if attempt.problems or not isinstance(found, Mapping):
            return None
        return self._complete(dict(found), value, path, reader, fault)

    def _complete(
        self, effect: dict[str, Data], value: object, path: str, reader: Reader, fault: Fault
    ) -> dict[str, Data] | None:
        """M-5.4, M-5.7, M-5.11: what this effect needs beside its name."""
        kind, reach = EffectKind(str(effect["kind"])), Range(str(effect.get("range", "self")))
        if ("attribute" in effect) != (kind is EffectKind.JUDGMENT_BOOST) or ("word" in effect) != (kind in WORDED):
            reader.refuse(fault, path, value, self.accepted())
            return None
        if not self.graded:
            return {name: part for name, part in effect.items() if name not in ("grade", "range")}
        reaches = _reaches(kind) if kind in EXPANDABLE else (Range.SELF,)
        if reach not in reaches:
            reader.refuse(BAD_RANGE, path, reach.value, ", ".join(reaches))
            return None
        return effect

    def _parts(self, text: str, reader: Reader) -> Mapping[str, object] | None:
        """The parts of a written effect. Whom it reaches may stand at either end: `적 1체 지속 피해 10등급`."""
        words = text.split()
        before, reach = _begun(words, Range, reader) if self.graded else (0, None)
        many, kind = _begun(words[before:], EffectKind, reader)
        if kind is None:
            before, reach = 0, None
            many, kind = _begun(words, EffectKind, reader)
        kind, rest = kind or "".join(words[:1]), words[before + max(many, 1) :]
        found: dict[str, object] = {"kind": kind, "range": reach} if reach else {"kind": kind}
        if self.graded:
            place = _grade_at(rest, reader)
            behind = " ".join(rest[place + 1 :])
            if place < 0 or (reach and behind):
                return None
            found |= {"grade": re.sub(r"[^\d-]", "", rest[place]), **({"range": behind} if behind else {})}
            rest = rest[:place]
        if rest:
            found["attribute" if kind == EffectKind.JUDGMENT_BOOST else "word"] = " ".join(rest)
        return found

    def accepted(self) -> str:
        return ", ".join(EffectKind)

    def sample(self, pick: Pick) -> Data:
        kind = tuple(EffectKind)[pick(len(EffectKind))]
        found: dict[str, Data] = {"kind": kind.value}
        if kind is EffectKind.JUDGMENT_BOOST:
            found["attribute"] = HAND[pick(len(HAND))].value
        if kind in WORDED:
            found["word"] = (*ServantClass, *Type)[pick(len(ServantClass) + len(Type))].value
        if self.graded:
            found["grade"] = 1 + pick(5)
            if kind in EXPANDABLE:
                found["range"] = _reaches(kind)[pick(len(_reaches(kind)))].value
        return found


def _begun(words: Sequence[str], known: type[StrEnum], reader: Reader) -> tuple[int, str | None]:
    """How many words the longest known name has with which they begin, and what it means; 0 where there is none."""
    for many in range(min(4, len(words)), 0, -1):
        found = reader.identify(" ".join(words[:many]), tuple(known))
        if found:
            return many, found
    return 0, None


def _grade_at(words: Sequence[str], reader: Reader) -> int:
    """Where the grade stands: a number with nothing behind it but a range, else the last number; -1 where none is."""
    places = [place for place, word in enumerate(words) if _COUNTED.fullmatch(word)]
    behind = ((place, " ".join(words[place + 1 :])) for place in places)
    whole = (place for place, said in behind if not said or reader.identify(said, tuple(Range)))
    return next(whole, places[-1] if places else -1)


def _reaches(kind: EffectKind) -> tuple[Range, ...]:
    """M-5.4: the ranges that an expandable effect may have."""
    hostile = (Range.ONE, Range.ALL_ENEMIES, Range.ALL)
    return hostile if kind in HOSTILE else tuple(Range)


ABILITY_RANK = Grade(tables.ABILITY_GRADES, Fault("bad_rank", "M-2.1"))
PHANTASM_RANK = Grade(tables.PHANTASM_GRADES, Fault("bad_phantasm_rank", "M-2.2"))
REACH = choice(Reach, "phantasm_settings", "M-6.2")
CLASS = choice(ServantClass, "bad_class", "M-1.9")
TYPE = choice(Type, "bad_type", "M-1.7")
LEVEL = Number(tables.LEVELS[0], tables.LEVELS[-1], Fault("bad_level", "M-1.4"))
DIE = Number(1, tables.DIE, Fault("bad_die", "M-1.4"))
_BAD_CARDS = Fault("bad_cards", "M-1.8")

SKILL_FORM = Record(
    (
        Field("name", Text(40), "M-5.1", required=True),
        Field("rank", ABILITY_RANK, "M-5.1"),
        Field("effects", Many(EffectKindOf(), 12, fault=BAD_EFFECT), "M-5.2", required=True),
    )
)

PHANTASM_FORM = Record(
    (
        Field("name", Text(40), "M-6.1", required=True),
        Field("rank", PHANTASM_RANK, "M-2.2", required=True),
        Field("use", choice(Use, "phantasm_settings", "M-6.2"), "M-6.2"),
        Field("range", REACH, "M-6.3"),
        Field("attribute", choice(ATTRIBUTES, "phantasm_settings", "M-6.2"), "M-6.2"),
        Field("special", EffectKindOf(graded=False), "M-6.9"),
    )
)

_ABILITY = Grade(tables.ABILITY_GRADES, Fault("bad_rank", "M-2.1"), Fault("ability_minimum", "M-3.1"))
_CLASS_SKILL = Grade(tables.ABILITY_GRADES, Fault("bad_rank", "M-2.1"), Fault("class_skill_below_base", "M-1.9"))
_VITAL = Number(0, 1000, Fault("vitals_sum", "M-1.2"))
_BOUGHT = Number(0, 1000, Fault("vitals_cap", "M-1.3"))
_WORD = Text(40)

SHEET_FIELDS = (
    Field("class", CLASS, "M-1.9"),
    Field("type", TYPE, "M-1.7"),
    Field("level", LEVEL, "M-1.4"),
    Field("die", DIE, "M-1.4", nullable=True),
    *(Field(ability.value, _ABILITY, "M-3.1") for ability in Ability),
    Field("health", _VITAL, "M-1.2"),
    Field("mana", _VITAL, "M-1.2"),
    Field("health_points", _BOUGHT, "M-1.3"),
    Field("mana_points", _BOUGHT, "M-1.3"),
    Field("cards", ByKey(choice(HAND, "bad_cards", "M-1.8"), Number(0, 10, _BAD_CARDS), _BAD_CARDS), "M-1.8"),
    Field(
        "class_skills",
        ByKey(choice(ClassSkill, "not_a_class_skill", "M-1.9"), _CLASS_SKILL, Fault("not_a_class_skill", "M-1.9")),
        "M-1.9",
    ),
    Field("skills", Many(SKILL_FORM, 20), "M-5.1"),
    Field("phantasms", Many(PHANTASM_FORM, 20), "M-6.1"),
    Field("true_name", Text(80), "M-10.5"),
    Field("traits", Many(_WORD, 20), "M-5.11"),
    Field("dossier", Many(Text(4000), tables.DOSSIER), "M-1.10"),
)

SHEET_FORM = Record(SHEET_FIELDS)

DEFAULT_CARDS: Mapping[str, int] = {"buster": 3, "quick": 3, "arts": 2, "guard": 2}


def sheet_of(data: Mapping[str, Any]) -> Sheet:
    """The sheet that its form has read."""
    servant_class = ServantClass(data.get("class", ServantClass.SABER))
    return Sheet(
        servant_class=servant_class,
        type=Type(data.get("type", Type.PHYSICAL)),
        level=data.get("level", 1),
        die=data.get("die") or 0,
        abilities={ability.value: data.get(ability.value, 1) for ability in Ability},
        health=data.get("health", tables.VITALS // 2),
        mana=data.get("mana", tables.VITALS // 2),
        health_points=data.get("health_points", 0),
        mana_points=data.get("mana_points", 0),
        cards={card.value: data.get("cards", DEFAULT_CARDS).get(card.value, 0) for card in HAND},
        class_skills={**tables.CLASS_SKILLS[servant_class], **data.get("class_skills", {})},
        skills=tuple(_skill(each) for each in data.get("skills", ())),
        phantasms=tuple(_phantasm(each) for each in data.get("phantasms", ())),
        true_name=data.get("true_name", ""),
        traits=tuple(data.get("traits", ())),
        dossier=tuple(data.get("dossier", ())),
    )


def _skill(data: Mapping[str, Any]) -> Skill:
    effects = tuple(effect_of(each) for each in data["effects"])
    return Skill(data["name"], data.get("rank", sum(effect.grade for effect in effects)), effects)


def effect_of(data: Mapping[str, Any]) -> Effect:
    return Effect(
        kind=EffectKind(data["kind"]),
        grade=data.get("grade", 0),
        range=Range(data.get("range", Range.SELF)),
        attribute=Card(data["attribute"]) if "attribute" in data else None,
        word=data.get("word", ""),
    )


def _phantasm(data: Mapping[str, Any]) -> Phantasm:
    use = Use(data.get("use", Use.ATTACK))
    attribute = data.get("attribute") if use is Use.ATTACK else None
    return Phantasm(
        name=data["name"],
        grade=data["rank"],
        use=use,
        reach=Reach(data.get("range", Reach.ANTI_UNIT)),
        attribute=Card(attribute) if attribute else None,
        special=effect_of(data["special"]) if "special" in data else None,
    )
