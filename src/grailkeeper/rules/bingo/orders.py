"""What a seat answers: the forms of every call, and the records that orders become."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Fault, Field, Flag, Kind, Many, Number, Pick, Reader, Record, Text
from . import tables
from .derived import Supply
from .people import Ability, Intent, Method
from .sheet import CARD, MOST, amount


class Play(Enum):
    """B-1.4, B-4.4: as what a card is laid; each is beaten by the one that `BEATEN_BY` names."""

    STRIKE = "S"
    COUNTER = "K"
    RUSH = "R"


BEATEN_BY: Mapping[Play, Play] = {Play.STRIKE: Play.COUNTER, Play.COUNTER: Play.RUSH, Play.RUSH: Play.STRIKE}
"""B-1.10."""

ABILITY_OF: Mapping[Play, Ability] = {
    Play.STRIKE: Ability.STRENGTH,
    Play.COUNTER: Ability.ENDURANCE,
    Play.RUSH: Ability.AGILITY,
}
"""B-1.4."""

PHANTASM_MARK, MAGECRAFT_MARK, LUCK_MARK, MARKED = "N", "M", "L", "*"

NO_CARDS = Supply()


@dataclass(frozen=True, slots=True)
class Laid:
    """What a side lays in one cell. `base`: how its base card is written (`S`, `MK`, `N`), "" for a luck card alone.

    `luck` counts the luck cards, so that two on one card can be refused; `marked`: B-12.6.
    """

    cell: str
    base: str
    luck: int = 0
    marked: bool = False

    @property
    def is_phantasm(self) -> bool:
        return self.base == PHANTASM_MARK

    @property
    def is_magecraft(self) -> bool:
        return self.base.startswith(MAGECRAFT_MARK)

    @property
    def play(self) -> Play | None:
        """As what it is laid; None for a noble phantasm card and for none."""
        return None if self.base in ("", PHANTASM_MARK) else Play(self.base[-1])

    def __str__(self) -> str:
        return self.base + LUCK_MARK * self.luck + MARKED * self.marked


_TOKEN = re.compile(r"(M?[SKR]|N)?(?:(L+)(\*?))?")
_CELL = re.compile(r"r(\d+)c(\d+)")
_BAD_BOARD = Fault("bad_board", "B-1.3")
_UNKNOWN_CARD = Fault("unknown_card", "B-1.4")
_OFF_BOARD = Fault("cell_off_board", "B-1.3")
_EMPTY = "-"
CARDS_AS_WRITTEN = "S, K, R, N, MS, MK, MR, L, *"


def laid(written: str) -> Laid:
    """The cards of one cell, `"r1c1 SL*"`, as the form keeps them."""
    cell, _, token = written.partition(" ")
    base, luck, mark = _TOKEN.fullmatch(token).groups()  # type: ignore[union-attr]
    return Laid(cell, base or "", len(luck or ""), bool(mark))


@dataclass(frozen=True, slots=True)
class Cards(Kind):
    """B-1.3: cards with their cells, `["r1c1 S", "r1c2 MKL*"]`. `supply` and `phantasms` are there to be sampled."""

    supply: Supply = NO_CARDS
    phantasms: int = 0

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST:
            reader.refuse(_BAD_BOARD, path, value, self.accepted())
            return None
        return [self._card(each, f"{path}.{place}", reader) for place, each in enumerate(value, 1)]

    def _card(self, value: object, path: str, reader: Reader) -> Data:
        parts = value.split() if isinstance(value, str) else []
        if len(parts) != 2:
            reader.refuse(_BAD_BOARD, path, value, self.accepted())
            return None
        cell, token = parts[0].lower(), parts[1].upper()
        if cell not in tables.CELLS:
            reader.refuse(_OFF_BOARD if _CELL.fullmatch(cell) else _BAD_BOARD, path, value, "r1c1..r5c5")
        elif not _TOKEN.fullmatch(token):
            reader.refuse(_UNKNOWN_CARD, path, value, CARDS_AS_WRITTEN)
        else:
            return f"{cell} {token}"
        return None

    def accepted(self) -> str:
        return f"r1c1..r5c5 {CARDS_AS_WRITTEN}"

    def sample(self, pick: Pick) -> Data:
        """Cards that are there, in cells of their own, luck on some of them; now and then row by row."""
        free, found, in_rows = list(tables.CELLS), [], pick(3) == 0
        supply = self.supply
        stocks = {"S": supply.strikes, "K": supply.counters, "R": supply.rushes, "N": self.phantasms}
        stocks |= {f"M{play.value}": supply.magecraft_cards // 3 for play in Play}
        luck = supply.luck_cards
        for base, stock in stocks.items():
            for _ in range(pick(stock + 1)):
                if free:
                    cell = free.pop(0 if in_rows else pick(len(free)))
                    lucky = luck > 0 and base != PHANTASM_MARK and cell != tables.CENTRE and pick(3) == 0
                    luck -= lucky
                    found.append(f"{cell} {base}{LUCK_MARK * lucky}")
        return list(found)


@dataclass(frozen=True, slots=True)
class Board(Kind):
    """B-1.3: the board as five rows of five cards, `-` for an empty cell; kept as `Cards` keeps them."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        rows = value.splitlines() if isinstance(value, str) else value
        tokens = [row.split() for row in rows if isinstance(row, str)] if isinstance(rows, Sequence) else []
        if len(tokens) != tables.SIZE or any(len(row) != tables.SIZE for row in tokens):
            reader.refuse(_BAD_BOARD, path, value, "5 × 5")
            return None
        flat = [token.upper() for row in tokens for token in row]
        unknown = [token for token in flat if token != _EMPTY and not _TOKEN.fullmatch(token)]
        for token in unknown:
            reader.refuse(_UNKNOWN_CARD, path, token, CARDS_AS_WRITTEN)
        return [f"{cell} {token}" for cell, token in zip(tables.CELLS, flat, strict=True) if token != _EMPTY]

    def accepted(self) -> str:
        return f"5 × 5 {CARDS_AS_WRITTEN}, -"

    def sample(self, pick: Pick) -> Data:
        marks = ("-", "-", "S", "K", "R")
        return [" ".join(marks[pick(len(marks))] for _ in range(tables.SIZE)) for _ in range(tables.SIZE)]


@dataclass(frozen=True, slots=True)
class BattleRecord(Record):
    """A battle order. The board may be written in either of two ways, not in both; it is kept as a list of cards."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        found = Record.read(self, value, path, reader)
        if not isinstance(found, dict):
            return found
        board = found.pop("board", None)
        if board is not None and "cards" in found:
            reader.refuse(_BAD_BOARD, f"{path}.board".lstrip("."), "board + cards", "board | cards")
        elif board is not None:
            found["cards"] = board
        return found

    def sample(self, pick: Pick) -> Data:
        found = Record.sample(self, pick)
        assert isinstance(found, dict)
        if "cards" in found:
            found.pop("board", None)
        return found


@dataclass(frozen=True, slots=True)
class Uses(Kind):
    """B-6.4: `"board"` or `"boost"`, with several phantasms `{"name", "method"}` or a list of these; kept as a list."""

    names: tuple[str, ...] = ()

    def _use(self) -> Record:
        return Record(
            (
                Field("name", Named(self.names), "B-6.4"),
                Field("method", Choice(tuple(Method), Fault("bad_method", "B-6.4")), "B-6.4", required=True),
            ),
            Fault("bad_method", "B-6.4"),
        )

    def read(self, value: object, path: str, reader: Reader) -> Data:
        uses = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        return [
            self._use().read({"method": each} if isinstance(each, str) else each, path, reader) for each in uses[:MOST]
        ]

    def accepted(self) -> str:
        return "board, boost"

    def sample(self, pick: Pick) -> Data:
        return [self._use().sample(pick)] if self.names else []


@dataclass(frozen=True, slots=True)
class Named(Kind):
    """The name of something on the own sheet; `names` are those there are. Whether it is one is checked later."""

    names: tuple[str, ...] = ()
    endings: tuple[str, ...] = ("",)

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Text(80).read(value, path, reader)

    def accepted(self) -> str:
        return ", ".join(self.names)

    def sample(self, pick: Pick) -> Data:
        if not self.names:
            return "?"
        return self.names[pick(len(self.names))] + self.endings[pick(len(self.endings))]


@dataclass(frozen=True, slots=True)
class CardList(Kind):
    """Numbers of tarot cards; a single one may stand for a list. `held` are those there are to be sampled."""

    held: tuple[int, ...] = ()
    most: int = tables.DECK

    def read(self, value: object, path: str, reader: Reader) -> Data:
        several = isinstance(value, Sequence) and not isinstance(value, str)
        return Many(CARD, tables.DECK, fault=Fault("bad_card", "B-14.7")).read(
            value if several else [value], path, reader
        )

    def accepted(self) -> str:
        return ", ".join(map(str, self.held))

    def sample(self, pick: Pick) -> Data:
        left = list(self.held)
        return [left.pop(pick(len(left))) for _ in range(pick(min(len(left), self.most) + 1))]


@dataclass(frozen=True, slots=True)
class SomeOf(Kind):
    """Distinct values of `of`, as a sample; a list is read like any other."""

    of: Named
    most: int = 30

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Many(self.of, self.most).read(value, path, reader)

    def accepted(self) -> str:
        return self.of.accepted()

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
        Field("cards", Cards(own.supply, own.phantasm_cards), "B-1.3"),
        Field("noble_phantasm", Uses(own.phantasms), "B-6.4"),
        Field("skills", SomeOf(Named(own.skills, ("", "+"))), "B-7.1"),
        Field("supports", Flag(), "B-9.1"),
        Field("mana_spent", _sampled(MOST, own.mana, "B-9.3"), "B-9.3"),
        Field("strokes", CardList(own.strokes), "B-10.3"),
        Field("tarot", CardList(own.tarot, 1), "B-9.6"),
    ]
    if declares_magecraft:
        fields.append(Field("magecraft_support", Flag(), "B-7.4"))
    return BattleRecord(tuple(fields))


@dataclass(frozen=True, slots=True)
class SampledTo(Number):
    """A number that is sampled no higher than what there is."""

    there: int = 0

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
    fields = (Field("card", CARD, "B-10.1", required=True), *_HEALING, Field("restore", Restored(), "B-10.4"))
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
    fields = (Field("stroke", CARD, "B-14.13", required=True), *_HEALING)
    rescue = StrokeRecord(fields, card="stroke", held=own.strokes)
    return Record(
        (
            Field("cover", _sampled(MOST, bingo, "B-9.5"), "B-9.5"),
            Field("rescue", rescue, "B-14.13", nullable=True),
        )
    )


def registration_record(drawn: tuple[int, ...]) -> Record:
    """B-14.7: the three cards to be registered."""
    return Record((Field("strokes", CardList(drawn, tables.STROKES), "B-14.7", required=True),))


def order_of(data: Data) -> Mapping[str, Any]:
    """A sealed order, an empty one where there was silence."""
    return data if isinstance(data, Mapping) else {}
