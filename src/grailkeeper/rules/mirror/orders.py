"""What a seat answers in a battle: the forms, the short ways of writing them, and what an order becomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.canon import Data
from ...core.form import ByKey, Choice, Fault, Field, Flag, Form, Kind, Many, Number, Pick, Reader, Record, Text
from . import tables
from .battle.standing import CLASS_SUPPORTS, EVASION, LUCK, SNIPE, class_skill_of
from .held import held, standing_of, vitals
from .options import Options
from .people import Card, ClassSkill, ServantClass
from .state import LuckMode, Order, Play, Removal, Stage, Support
from .visibility import BattleSight, OwnTeam

SET_ORDERS = (Order.ESCAPE, Order.RUSH, Order.INDOMITABLE, Order.FULL_RECOVERY_HP, Order.FULL_RECOVERY_MP)
"""M-Q53: what may be ordered at the start of a set and between turns."""

NOBODY = "none"
FRENZY = "frenzy"
BAD_TARGET = Fault("bad_target", "M-6.3")
UNKNOWN_CARD = Fault("unknown_card", "M-9.4")
BAD_LUCK = Fault("luck_mode", "M-3.12")
BAD_ORDER = Fault("unknown_order", "M-11.6")


Signs = tuple[tuple[str, str], ...]
"""What stands before each field of a record that is written on one line."""


@dataclass(frozen=True, slots=True)
class Written(Kind):
    """A record that may also be written on one line, as `pattern` reads it: named groups are its fields.

    `signs` writes what it reads; `sep` parts the supports of a slot.
    """

    record: Record
    pattern: re.Pattern[str]
    signs: Signs
    sep: str = ""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if not isinstance(value, str):
            return self.record.read(value, path, reader)
        found = self.pattern.fullmatch(value.strip())
        if found is None:
            reader.refuse(self.record.fault, path, value, self.accepted())
            return None
        return self.record.read(self._fields(found), path, reader)

    def _fields(self, found: re.Match[str]) -> Mapping[str, object]:
        fields: dict[str, object] = {name: part for name, part in found.groupdict().items() if part}
        if self.sep and "supports" in fields:
            fields["supports"] = [part for part in re.split(r"\s*\+\s+", str(fields["supports"])) if part]
        if "minus" in fields:
            fields["less"] = fields.pop("minus")
        return fields

    def line(self, value: Data, say: Callable[[str], str] | None = None) -> str:
        assert isinstance(value, Mapping)
        kinds = {each.name: each.kind for each in self.record.fields}
        return "".join(f"{sign}{_said(kinds[name], value[name], say)}" for sign, name in self.signs if value.get(name))

    def accepted(self) -> str:
        return self.record.accepted()

    def sample(self, pick: Pick) -> Data:
        return self.record.sample(pick)


def _said(kind: Kind, value: Any, say: Callable[[str], str] | None) -> str:
    """A part of a line: a name as it is, a word of the house as it is said."""
    if isinstance(kind, Many):
        return " + ".join(kind.of.line(item, say) for item in value)
    if isinstance(kind, Choice):
        return kind.names.get(value) or (say(value) if say else value)
    return str(value)


@dataclass(frozen=True, slots=True)
class Offered(Many):
    """A list of things of which a team may have none: then nothing is drawn, and whatever is named is refused."""

    there_are: bool = True

    def sample(self, pick: Pick) -> Data:
        return Many.sample(self, pick) if self.there_are else []


_SUPPORT_LINE = re.compile(r"(?P<name>.*?)(?:\s+>\s*(?P<target>.+))?")
_SUPPORT_SIGNS: Signs = (("", "name"), (" > ", "target"))
_SLOT_LINE = re.compile(
    r"(?P<card>.*?)(?:\s+>\s*(?P<target>[^+]+?))?(?:\s+(?:less\s+(?P<less>-?\d+)|[-−]\s*(?P<minus>\d+)))?"
    r"(?:\s+\+\s+(?P<supports>.*))?"
)
_SLOT_SIGNS: Signs = (("", "card"), (" > ", "target"), (" -", "less"), (" + ", "supports"))
_REACTION_LINE = re.compile(r"(?P<slot>\d+)\s*:\s*(?P<skill>.*?)(?:\s+>\s*(?P<target>.+))?")
_REACTION_SIGNS: Signs = (("", "slot"), (": ", "skill"), (" > ", "target"))
_LUCK_LINE = re.compile(r"(?P<mode>\w+)(?:\s+(?P<on>.+))?")
_LUCK_SIGNS: Signs = (("", "mode"), (" ", "on"))


def teams(keys: tuple[str, ...], names: Mapping[str, str], fault: Fault, *words: str) -> Choice:
    """A choice among teams, by their names too, and words of the house."""
    return Choice((*keys, *words), fault, {key: names.get(key, key) for key in keys})


def _anybody(own: OwnTeam, battle: BattleSight) -> Choice:
    everybody = (own.key, *battle.allies(own.key), *battle.foes(own.key))
    return teams(everybody, battle.names, BAD_TARGET)


def start_record(own: OwnTeam, battle: BattleSight) -> Record:
    """M-9.3, M-3.12, M-11.7: what is declared for a set."""
    foes = battle.foes(own.key)
    luck = Written(
        Record(
            (
                Field("mode", Choice(tuple(LuckMode), BAD_LUCK), "M-3.12", required=True),
                Field("on", teams(foes, battle.names, BAD_LUCK), "M-3.12"),
            ),
            BAD_LUCK,
        ),
        _LUCK_LINE,
        _LUCK_SIGNS,
    )
    strikes = ClassSkill.ASSASSINATION_STRIKE in own.sheet.class_skills
    words = tuple(dict.fromkeys((*_class_supports(own), FRENZY, *own.sheet.class_skills)))
    return Record(
        (
            Field("luck", luck, "M-3.12"),
            Field("frenzy", Flag(), "M-4.23", offered=own.sheet.servant_class is ServantClass.BERSERKER),
            Field("orders", _orders(), "M-11.7"),
            Field("skills", Many(named(words, skill_names(own)), 40), "M-9.3"),
            Field("strike", teams(foes, battle.names, BAD_TARGET, NOBODY), "M-4.14", offered=strikes),
        )
    )


def _class_supports(own: OwnTeam) -> tuple[str, ...]:
    """M-8.3: luck, and what its class gives it to lay."""
    return (LUCK, *(name for name in CLASS_SUPPORTS if class_skill_of(name) in own.sheet.class_skills))


def skill_names(own: OwnTeam) -> tuple[str, ...]:
    return tuple(skill.name for skill in own.sheet.skills)


def named(words: tuple[str, ...], names: tuple[str, ...]) -> Choice:
    """A choice among words of the house and names that a sheet gives, which are said as they are."""
    return Choice((*words, *names), UNKNOWN_CARD, {name: name for name in names})


def _supports(own: OwnTeam) -> Choice:
    return named(_class_supports(own), skill_names(own))


def _orders() -> Many:
    return Many(Choice(SET_ORDERS, BAD_ORDER), 6)


@dataclass(frozen=True, slots=True)
class Laying(Many):
    """The slots of a turn; a sample of it lays what is in `hand`, few supports, and once what may be laid but once."""

    hand: Mapping[str, int] = field(default_factory=dict)

    def sample(self, pick: Pick) -> Data:
        left, once = dict(self.hand), {LUCK, EVASION}
        slots: list[Data] = []
        for _ in range(tables.TURN):
            slot: Any = self.of.sample(pick)
            card = slot["card"]
            if card in tuple(Card):
                slot.pop("less", None)
            if card in left:
                left[card] -= 1
                slot["card"] = Card.EMPTY.value if left[card] < 0 else card
            supports = {each["name"]: each for each in slot.get("supports", ())[: pick(8) // 5]}
            slot["supports"] = [each for name, each in supports.items() if name not in (LUCK, EVASION) or name in once]
            once -= supports.keys()
            slots.append(slot)
        return slots


def turn_record(own: OwnTeam, battle: BattleSight) -> Record:
    """M-9.4: five slots; what is missing at their end is empty."""
    others, foes = _anybody(own, battle), teams(battle.foes(own.key), battle.names, BAD_TARGET)
    support = Record(
        (Field("name", _supports(own), "M-8.3", required=True), Field("target", others, "M-5.4")),
        UNKNOWN_CARD,
    )
    cards = named(tuple(Card), tuple(phantasm.name for phantasm in own.sheet.phantasms))
    slot = Record(
        (
            Field("card", cards, "M-9.4", required=True),
            Field("target", foes, "M-6.3"),
            Field("less", Number(0, 1000, Fault("output_too_low", "M-6.8")), "M-6.8"),
            Field("supports", Many(Written(support, _SUPPORT_LINE, _SUPPORT_SIGNS), 20), "M-8.3"),
        ),
        UNKNOWN_CARD,
    )
    slots = Laying(
        Written(slot, _SLOT_LINE, _SLOT_SIGNS, "+"),
        tables.TURN,
        fault=Fault("too_many_slots", "M-9.4"),
        hand=battle.own.hand,
    )
    return Record(
        (
            Field("slots", slots, "M-9.4", required=True),
            Field("store", Number(0, 100_000, Fault("bad_number", "M-R13")), "M-R13"),
        )
    )


def reaction_record(own: OwnTeam, battle: BattleSight) -> Record:
    """M-9.6: who has no removal is offered none."""
    skills = tuple(skill.name for skill in own.sheet.skills if skill.is_reaction)
    others = _anybody(own, battle)
    removal = Record(
        (
            Field("slot", Number(1, tables.TURN, Fault("too_many_slots", "M-9.4")), "M-9.6", required=True),
            Field("skill", named((), skills), "M-5.18", required=True),
            Field("target", others, "M-5.18"),
        ),
        UNKNOWN_CARD,
    )
    removals = Offered(Written(removal, _REACTION_LINE, _REACTION_SIGNS), 20, there_are=bool(skills))
    return Record((Field("removals", removals, "M-9.6", required=bool(skills)),))


STAY, RETREAT, STOP = "stay", "retreat", "stop"


def gap_record(own: OwnTeam, battle: BattleSight) -> Record:
    """M-9.2, M-9.11, M-10.5, M-Q85."""
    foes = teams(battle.foes(own.key), battle.names, BAD_TARGET)
    return Record(
        (
            Field("orders", _orders(), "M-11.7"),
            Field("guess", ByKey(foes, Text(80), BAD_TARGET), "M-10.5"),
            Field("then", Choice((STAY, RETREAT, STOP)), "M-9.11"),
        )
    )


def healing_skills(own: OwnTeam, fault: Fault) -> Many:
    """M-9.8, M-Q103: a list of skills that only recover health; what else there is works in a battle alone."""
    names = tuple(skill.name for skill in own.sheet.skills if skill.heals_only)
    return Offered(Choice(names, fault, {name: name for name in names}), 20, there_are=bool(names))


def after_record(own: OwnTeam, battle: BattleSight) -> Record:  # noqa: ARG001
    """M-9.8, M-9.10."""
    return Record(
        (
            Field("skills", healing_skills(own, Fault("not_post_set", "M-9.8")), "M-9.8"),
            Field("continue", Flag(), "M-9.10"),
        )
    )


RECORDS = {
    Stage.START: start_record,
    Stage.TURN: turn_record,
    Stage.REACTION: reaction_record,
    Stage.GAP: gap_record,
    Stage.AFTER: after_record,
}


def battle_form(stage: Stage, own: OwnTeam, battle: BattleSight, options: Options) -> Form:
    """The form of a question in a battle, with what there is to spend and to choose from."""
    supplies = {**vitals(own, battle.world), "strokes": own.strokes}
    if own.territory is not None and own.territory.region == battle.region:
        supplies["store"] = own.territory.store
    if stage is Stage.TURN:
        supplies |= {f"cards_{card}": left for card, left in battle.own.hand.items()}
    about = standing_of(own, battle.world, options) if battle.number else {}
    return Form(stage.value, RECORDS[stage](own, battle), supplies, about=about, held=held(stage, own, battle, options))


# From an order to what it declares


def plays_of(own: OwnTeam, order: Mapping[str, Any]) -> tuple[Play, ...]:
    """The five slots that an order lays."""
    phantasms = {phantasm.name for phantasm in own.sheet.phantasms}
    plays = [_play(slot, phantasms) for slot in order.get("slots", ())]
    return _filled(plays)


def _filled(plays: Sequence[Play]) -> tuple[Play, ...]:
    """As many as a turn has slots; what is missing at their end is empty."""
    return (*plays, *[Play()] * tables.TURN)[: tables.TURN]


def _play(slot: Mapping[str, Any], phantasms: set[str]) -> Play:
    name = slot["card"]
    supports = tuple(Support(each["name"], each.get("target", "")) for each in slot.get("supports", ()))
    if name in phantasms and name not in tuple(Card):
        return Play(Card.EMPTY, name, slot.get("target", ""), slot.get("less", 0), supports)
    return Play(Card(name), "", slot.get("target", ""), slot.get("less", 0), supports)


def remaining(hand: Mapping[str, int]) -> tuple[Play, ...]:
    """M-Q75: what a missing declaration lays: the cards left, in the order buster, quick, arts, guard."""
    cards = [Card(card) for card in ("buster", "quick", "arts", "guard") for _ in range(hand[card])]
    return _filled([Play(card) for card in cards])


def removals_of(order: Data) -> tuple[Removal, ...]:
    if not isinstance(order, Mapping):
        return ()
    found: Sequence[Any] = order.get("removals", ())  # type: ignore[assignment]
    return tuple(Removal(each["slot"], each["skill"], each.get("target", "")) for each in found)


def skills_of(order: Mapping[str, Any]) -> tuple[str, ...] | None:
    """M-9.3: the skills named for a set; clairvoyance is laid as a snipe."""
    named = order.get("skills")
    return None if named is None else tuple(SNIPE if name == ClassSkill.CLAIRVOYANCE else name for name in named)


def orders_of(order: Mapping[str, Any]) -> tuple[Order, ...]:
    return tuple(Order(each) for each in order.get("orders", ()))
