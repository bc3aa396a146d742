"""What a seat answers: the forms of every call, and the records that orders become."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Fault, Field, Flag, Kind, Many, Number, Pick, Reader, Record, Text
from ...core.record import replace
from . import tables
from .cards import BAD_BOARD, NO_CARDS, Board, Cards
from .derived import Supply
from .people import Intent, Method
from .sheet import CARD, CLASS_SKILLS, MOST, SKILL_NAME, Named, amount


@dataclass(frozen=True, slots=True)
class BattleRecord(Record):
    """A battle order. The board may be written in either of two ways, not in both; it is kept as a list of cards."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        found = Record.read(self, value, path, reader)
        if not isinstance(found, dict):
            return found
        board = found.pop("board", None)
        if board is not None and "cards" in found:
            reader.refuse(BAD_BOARD, f"{path}.board".lstrip("."), "board + cards", "board | cards")
        elif board is not None:
            found["cards"] = board
        return found

    def sample(self, pick: Pick) -> Data:
        found = Record.sample(self, pick)
        assert isinstance(found, dict)
        if "cards" in found:
            found.pop("board", None)
        elif "board" not in found:
            found["cards"] = []
        return found


def _listed(value: object) -> Sequence[object]:
    """A list as it is, a single value as a list of it, none as an empty one."""
    if value is None:
        return ()
    return value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)


_SPACES = re.compile(r"[\s()]+")


@dataclass(frozen=True, slots=True)
class Uses(Kind):
    """B-6.4: `"board"` or `"boost"`, with several phantasms `"name boost"` or `{"name", "method"}`; kept as a list.

    `null` is none.
    """

    names: tuple[str, ...] = ()

    def _use(self) -> Record:
        return Record(
            (
                Field("name", _named(self.names, "unknown_noble_phantasm", "B-6.4"), "B-6.4"),
                Field("method", Choice(tuple(Method), Fault("bad_method", "B-6.4")), "B-6.4", required=True),
            ),
            Fault("bad_method", "B-6.4"),
        )

    def read(self, value: object, path: str, reader: Reader) -> Data:
        uses = _listed(value)
        return [
            self._use().read(_named_use(each, reader) if isinstance(each, str) else each, path, reader)
            for each in uses[:MOST]
        ]

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:
        """The one line that says it, `성검 가산`."""
        uses = value if isinstance(value, list) else []
        if len(uses) != 1 or not isinstance(uses[0], Mapping):
            return ()
        method = str(uses[0]["method"])
        name = uses[0].get("name")
        return (" ".join([*([] if name is None else [str(name)]), method if say is None else say(method)]),)

    def offered(self) -> tuple[str, ...]:
        return tuple(Method)

    def accepted(self) -> str:
        return "board, boost"

    def sample(self, pick: Pick) -> Data:
        return [self._use().sample(pick)] if self.names else []


def _named_use(written: str, reader: Reader) -> dict[str, str]:
    """A method with the name of the noble phantasm before it, or alone."""
    words = [word for word in _SPACES.split(written) if word]
    for many in (2, 1):
        name, method = words[:-many], " ".join(words[-many:])
        if name and reader.identify(method, tuple(Method)) is not None:
            return {"name": " ".join(name), "method": method}
    return {"method": written}


_BAD_CARD = Fault("bad_card", "B-14.7")


@dataclass(frozen=True, slots=True)
class CardList(Many):
    """Numbers of tarot cards; one may stand for a list, `null` for none. `held` are those there are to be sampled."""

    of: Kind = CARD
    most: int = tables.DECK
    fault: Fault = _BAD_CARD
    held: tuple[int, ...] = ()
    sampled: int = tables.DECK

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Many.read(self, _listed(value), path, reader)

    def offered(self) -> tuple[str, ...]:
        return tuple(map(str, self.held))

    def accepted(self) -> str:
        return ", ".join(map(str, self.held))

    def sample(self, pick: Pick) -> Data:
        left = list(self.held)
        return [left.pop(pick(len(left))) for _ in range(pick(min(len(left), self.sampled) + 1))]


@dataclass(frozen=True, slots=True)
class HeldCard(Number):
    """The number of a tarot card; `held` are those there are. Whether it is one is checked later."""

    held: tuple[int, ...] = ()

    def offered(self) -> tuple[str, ...]:
        return tuple(map(str, self.held))


def _card_of(held: tuple[int, ...]) -> HeldCard:
    return HeldCard(CARD.low, CARD.high, CARD.fault, held)


def _named(names: tuple[str, ...], code: str, clause: str) -> Named:
    """The name of one of what a servant has; where it has none that are known yet, any text."""
    return Named(names=names, fault=Fault(code, clause)) if names else Named()


def _skill_of(skills: tuple[str, ...]) -> Named:
    """A skill that a servant has, with a `+` behind it where its plus is used."""
    return replace(_named(skills, "unknown_skill", "B-7.1"), known=CLASS_SKILLS, endings=("", "+"))


@dataclass(frozen=True, slots=True)
class SkillList(Many):
    """B-7.1, B-12.8: names of skills, each with a `+` behind it where its plus is used."""

    of: Named = SKILL_NAME
    most: int = 30

    def offered(self) -> tuple[str, ...]:
        return self.of.names

    def accepted(self) -> str:
        return self.of.accepted() if self.of.names else Many.accepted(self)

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:
        """The one line that says them, class skills by what they are called."""
        written = [str(each) for each in value] if isinstance(value, list) else []
        return (", ".join(self._said(each, say) for each in written),) if written else ()

    def _said(self, written: str, say: Callable[[str], str] | None) -> str:
        for ending in self.of.endings:
            bare = written.removesuffix(ending)
            if say is not None and written.endswith(ending) and bare in self.of.known:
                return say(bare) + ending
        return written

    def sample(self, pick: Pick) -> Data:
        return [name + self.of.endings[pick(len(self.of.endings))] for name in self.of.names if pick(3) == 0]


@dataclass(frozen=True, slots=True)
class Holdings:
    """What the forms of a team offer: names and cards of its own, as far as its view knows them."""

    supply: Supply = NO_CARDS
    phantasms: tuple[str, ...] = ()
    phantasm_cards: int = 0
    skills: tuple[str, ...] = ()
    strokes: tuple[int, ...] = ()
    tarot: tuple[int, ...] = ()
    mana: int = 0


def battle_record(own: Holdings, declares_magecraft: bool) -> Record:
    """B-1.8: the battle order. `declares_magecraft`: B-Q21 `declared`."""
    fields = [
        Field("board", Board(), "B-1.3"),
        Field("cards", Cards(own.supply, own.phantasm_cards), "B-1.3", wanted=True),
        Field("noble_phantasm", Uses(own.phantasms), "B-6.4"),
        Field("skills", SkillList(_skill_of(own.skills)), "B-7.1"),
        Field("supports", Flag(), "B-9.1"),
        Field("mana_spent", _sampled(MOST, own.mana, "B-9.3"), "B-9.3"),
        Field("strokes", CardList(held=own.strokes), "B-10.3"),
        Field("tarot", CardList(held=own.tarot, sampled=1), "B-9.6"),
    ]
    if declares_magecraft:
        fields.append(Field("magecraft_support", Flag(), "B-7.4"))
    return BattleRecord(tuple(fields))


@dataclass(frozen=True, slots=True)
class SampledTo(Number):
    """A number that is sampled no higher than what there is."""

    there: int = 0

    def offered(self) -> tuple[str, ...]:
        return (f"{self.low}–{self.there}",) if self.there > self.low else ()

    def sample(self, pick: Pick) -> Data:
        return self.low + pick(max(0, self.there - self.low) + 1)


def _sampled(most: int, there: int, clause: str) -> SampledTo:
    return SampledTo(0, most, Fault("bad_amount", clause), there)


_HEALING = (
    Field("health", amount("B-10.2", 0, 9), "B-10.2"),
    Field("mana", amount("B-10.2", 0, 9), "B-10.2"),
)
_SPLITS = ((2, 0), (1, 1), (0, 2))


@dataclass(frozen=True, slots=True)
class StrokeRecord(Record):
    """B-10.1: one stroke, for healing or for restoring, whose sample is one or the other."""

    card: str = "card"
    held: tuple[int, ...] = ()
    phantasms: tuple[str, ...] = ()

    def sample(self, pick: Pick) -> Data:
        card = self.held[pick(len(self.held))] if self.held else 0
        if self.phantasms and pick(3) == 0:
            return {self.card: card, "restore": True}
        health, mana = _SPLITS[pick(len(_SPLITS))]
        return {self.card: card, "health": health, "mana": mana}


@dataclass(frozen=True, slots=True)
class Restored(Kind):
    """B-10.4: yes, or the name of the noble phantasm."""

    def offered(self) -> tuple[str, ...]:
        return ("yes",)

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, bool):
            return value
        return Text(80).read(value, path, reader)

    def accepted(self) -> str:
        return "yes"

    def sample(self, pick: Pick) -> Data:  # noqa: ARG002
        return True


def stroke_record(own: Holdings) -> Record:
    """B-10.2, B-10.4: `{"card", "health", "mana"}` or `{"card", "restore"}`."""
    fields = (
        Field("card", _card_of(own.strokes), "B-10.1", required=True),
        *_HEALING,
        Field("restore", Restored(), "B-10.4"),
    )
    return StrokeRecord(fields, held=own.strokes, phantasms=own.phantasms)


def opening_record(own: Holdings, others: Sequence[str], names: Mapping[str, str]) -> Record:
    """The start of a scene (life of a scene, step 2). `others`: the other teams, by key."""
    team = Choice(tuple(others), Fault("unknown_team"), {key: names.get(key, key) for key in others})
    contract = Record((Field("with", team, "B-14.15", required=True), Field("card", CARD, "B-14.15")))
    return Record(
        (
            Field("strokes", Many(stroke_record(own), tables.STROKES), "B-14.22"),
            Field("ally", Many(team, tables.TEAMS[1]), "B-14.16"),
            Field("end_alliance", Many(team, tables.TEAMS[1]), "B-14.16"),
            Field("contract", contract, "B-14.15", nullable=True),
        )
    )


def move_record(regions: Sequence[str]) -> Record:
    """B-14.8: the order of a scene."""
    return Record(
        (
            Field("region", Choice(tuple(regions), Fault("unknown_region", "B-14.2")), "B-14.8"),
            Field("intent", Choice(tuple(Intent), Fault("bad_intent", "B-14.8")), "B-14.8"),
            Field("accompany", Flag(), "B-14.8"),
        )
    )


def aftermath_record(own: Holdings, bingo: int) -> Record:
    """B-9.5, B-14.13: bingo damage taken over, and the stroke that saves the servant if it would vanish."""
    fields = (Field("stroke", _card_of(own.strokes), "B-14.13", required=True), *_HEALING)
    rescue = StrokeRecord(fields, card="stroke", held=own.strokes)
    return Record(
        (
            Field("cover", _sampled(MOST, bingo, "B-9.5"), "B-9.5"),
            Field("rescue", rescue, "B-14.13", nullable=True),
        )
    )


def registration_record(drawn: tuple[int, ...]) -> Record:
    """B-14.7: the three cards to be registered."""
    return Record((Field("strokes", CardList(held=drawn, sampled=tables.STROKES), "B-14.7", required=True),))


def order_of(data: Data) -> Mapping[str, Any]:
    """A sealed order, an empty one where there was silence."""
    return data if isinstance(data, Mapping) else {}
