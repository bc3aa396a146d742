"""What a seat answers: the forms of every call, and the records that orders become."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
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
_BAD_CARD = Fault("bad_card", "B-14.7")
_EMPTY = "-"
_EMPTIES = (_EMPTY, "–", "—", "_", ".", "·", "□")
"""What people write for an empty cell; the first is what we write."""

CARDS_AS_WRITTEN = "S, K, R, N, MS, MK, MR, L, *"

LETTERS: Mapping[str, str] = {f"card_{sign.lower()}": sign for sign in "SKRNML"}
"""The signs that cards are written with, by the words for them: other languages have letters of their own."""


def laid(written: str) -> Laid:
    """The cards of one cell, `"r1c1 SL*"`, as the form keeps them."""
    cell, _, token = written.partition(" ")
    base, luck, mark = _TOKEN.fullmatch(token).groups()  # type: ignore[union-attr]
    return Laid(cell, base or "", len(luck or ""), bool(mark))


def _token(written: str, reader: Reader) -> str | None:
    """Cards as they are kept, whatever letters they are written with; None for what is none."""
    signs = unicodedata.normalize("NFKC", written)
    words = (LETTERS.get(reader.identify(sign, LETTERS) or "", sign.upper()) for sign in signs)
    token = "".join(words)
    return token if _TOKEN.fullmatch(token) else None


def _rows(value: object) -> list[list[str]] | None:
    """Five rows of five cards, one below the other or parted by strokes of the pen; None for what is none."""
    rows = re.split(r"[\n/]", value) if isinstance(value, str) else value
    if not isinstance(rows, Sequence):
        return None
    cards = [row.split() for row in rows if isinstance(row, str) and row.strip()]
    return cards if [len(row) for row in cards] == [tables.SIZE] * tables.SIZE else None


def _board(rows: Sequence[Sequence[str]], path: str, reader: Reader) -> Data:
    """The cards of five rows, those of empty cells left out."""
    found: list[Data] = []
    for cell, written in zip(tables.CELLS, (each for row in rows for each in row), strict=True):
        token = _token(written, reader)
        if written in _EMPTIES:
            continue
        if token is None:
            reader.refuse(_UNKNOWN_CARD, path, written, CARDS_AS_WRITTEN)
        else:
            found.append(f"{cell} {token}")
    return found


def _cell_number(card: Data) -> int:
    return tables.CELLS.index(str(card).partition(" ")[0])


@dataclass(frozen=True, slots=True)
class Board(Kind):
    """B-1.3: the board as five rows of five cards, `-` for an empty cell; kept as `Cards` keeps them."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        rows = _rows(value)
        if rows is None:
            reader.refuse(_BAD_BOARD, path, value, "5 × 5")
            return None
        return _board(rows, path, reader)

    def accepted(self) -> str:
        return f"5 × 5 {CARDS_AS_WRITTEN}, -"

    def sample(self, pick: Pick) -> Data:
        marks = ("-", "-", "S", "K", "R")
        return [" ".join(marks[pick(len(marks))] for _ in range(tables.SIZE)) for _ in range(tables.SIZE)]


@dataclass(frozen=True, slots=True)
class Cards(Kind):
    """B-1.3: cards with their cells, `["r1c1 S", "r1c2 MKL*"]`, or five rows; kept in the order of the cells.

    `supply` and `phantasms` are there to be sampled.
    """

    supply: Supply = NO_CARDS
    phantasms: int = 0

    def read(self, value: object, path: str, reader: Reader) -> Data:
        rows = _rows(value)
        if rows is not None:
            return _board(rows, path, reader)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) > MOST:
            reader.refuse(_BAD_BOARD, path, value, self.accepted())
            return None
        cards = [self._card(each, f"{path}.{place}", reader) for place, each in enumerate(value, 1)]
        return None if None in cards else sorted(cards, key=_cell_number)

    def _card(self, value: object, path: str, reader: Reader) -> Data:
        parts = value.rsplit(None, 1) if isinstance(value, str) else []
        if len(parts) != 2:
            reader.refuse(_BAD_BOARD, path, value, self.accepted())
            return None
        cell, token = parts[0].lower(), _token(parts[1], reader)
        named = cell if cell in tables.CELLS else reader.identify(cell, tables.CELLS)
        if named is None:
            reader.refuse(_OFF_BOARD if _CELL.fullmatch(cell) else _BAD_BOARD, path, value, "r1c1..r5c5")
        elif token is None:
            reader.refuse(_UNKNOWN_CARD, path, parts[1], CARDS_AS_WRITTEN)
        else:
            return f"{named} {token}"
        return None

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:
        """The five rows, where every card has a cell of its own."""
        cards = [laid(str(each)) for each in value] if isinstance(value, list) else []
        board = {card.cell: str(card) for card in cards}
        if not cards or len(board) < len(cards):
            return ()
        letters = {} if say is None else {sign: say(word) for word, sign in LETTERS.items()}
        tokens = ["".join(letters.get(sign, sign) for sign in board.get(cell, _EMPTY)) for cell in tables.CELLS]
        return tuple(" ".join(tokens[at : at + tables.SIZE]) for at in range(0, len(tokens), tables.SIZE))

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
                Field("name", Named(names=self.names), "B-6.4"),
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
class Named(Text):
    """The name of something on the own sheet; `names` are those there are. Whether it is one is checked later.

    `endings` are what may stand behind it.
    """

    longest: int = 80
    names: tuple[str, ...] = ()
    endings: tuple[str, ...] = ("",)

    def read(self, value: object, path: str, reader: Reader) -> Data:
        found = Text.read(self, value, path, reader)
        if not isinstance(found, str) or found in self.names:
            return found
        for ending in self.endings:
            known = reader.identify(found.removesuffix(ending), self.names) if found.endswith(ending) else None
            if known is not None:
                return known + ending
        return found

    def accepted(self) -> str:
        return ", ".join(self.names)

    def sample(self, pick: Pick) -> Data:
        if not self.names:
            return "?"
        return self.names[pick(len(self.names))] + self.endings[pick(len(self.endings))]


@dataclass(frozen=True, slots=True)
class CardList(Many):
    """Numbers of tarot cards; a single one may stand for a list. `held` are those there are to be sampled."""

    of: Kind = CARD
    most: int = tables.DECK
    fault: Fault = _BAD_CARD
    held: tuple[int, ...] = ()
    sampled: int = tables.DECK

    def read(self, value: object, path: str, reader: Reader) -> Data:
        several = isinstance(value, Sequence) and not isinstance(value, str)
        return Many.read(self, value if several else [value], path, reader)

    def accepted(self) -> str:
        return ", ".join(map(str, self.held))

    def sample(self, pick: Pick) -> Data:
        left = list(self.held)
        return [left.pop(pick(len(left))) for _ in range(pick(min(len(left), self.sampled) + 1))]


@dataclass(frozen=True, slots=True)
class SkillList(Many):
    """B-7.1, B-12.8: names of skills, each with a `+` behind it where its plus is used."""

    of: Named = Named()
    most: int = 30

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
        Field("skills", SkillList(Named(names=own.skills, endings=("", "+"))), "B-7.1"),
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
    return Record((Field("strokes", CardList(held=drawn, sampled=tables.STROKES), "B-14.7", required=True),))


def order_of(data: Data) -> Mapping[str, Any]:
    """A sealed order, an empty one where there was silence."""
    return data if isinstance(data, Mapping) else {}
