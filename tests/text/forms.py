"""Forms that no rule system has: every kind in every place, texts that look like something else."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from grailkeeper.core.canon import Data
from grailkeeper.core.form import (
    ByKey,
    Choice,
    Fault,
    Field,
    Flag,
    Form,
    Kind,
    Many,
    Number,
    OneOf,
    Pick,
    RankText,
    Reader,
    Record,
    Row,
    Text,
)

NAMES = (
    *("strength", "endurance", "magic", "mana", "luck", "health", "guard", "defence", "attack", "team", "master"),
    *("servant", "skill", "noble_phantasm", "name", "kind", "title", "point", "x1", "some_field", "yes_man"),
)
VALUES = ("strike", "counter", "rush", "magic", "mana", "day", "night", "guard", "defence", "none", "v1", "left_hand")
PEOPLE = ("사야카", "쿄코 조", "Hitomi", "토오사카 린", "x", "3번 조", "사야카")
TEXTS = (
    *(
        "text",
        "a, b",
        "a: b",
        "(안)",
        "「문」",
        '"따옴표"',
        "*강조*",
        "[b]굵게[/b]",
        "<b>",
        "~~삭제~~",
        "&amp;",
        "끝.",
        "a;b",
    ),
    *(
        "예",
        "없음",
        "-",
        "12",
        "1번 5",
        "{}",
        "[1]",
        "null",
        "행운: 4",
        "  ",
        "a  b",
        "둘째\n줄",
        "＋３",
        "①",
        "> 인용",
        "# 제목",
    ),
    *(
        "https://example.org",
        "2026.11.30",
        "---",
        "그럼 이만 :)",
        "\\",
        '\\"',
        "\u200b가",
        "😀",
        "“a” b",
        "'a'",
        "마력",
        "||숨김||",
    ),
)


@dataclass(frozen=True, slots=True)
class NastyText(Text):
    """Texts that a board or a reader could take for something else."""

    def sample(self, pick: Pick) -> Data:
        return TEXTS[pick(len(TEXTS))]


@dataclass(frozen=True, slots=True)
class Cards(Kind):
    """A kind that only its rules know: `["r1c2 S", "r3c3 KL*"]`."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        cards = [each.split() if isinstance(each, str) else [] for each in value] if isinstance(value, list) else [[]]
        if all(len(card) == 2 and card[0][:1] in "rR" and card[1].upper() in ("S", "K", "KL*") for card in cards):
            return [f"{cell.lower()} {token.upper()}" for cell, token in cards]
        reader.refuse(Fault("bad_board"), path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return "r1c1 S"

    def sample(self, pick: Pick) -> Data:
        return [f"r{1 + pick(5)}c{1 + pick(5)} {('S', 'K', 'KL*')[pick(3)]}" for _ in range(pick(4))]


@dataclass(frozen=True, slots=True)
class Uses(Kind):
    """A kind that is written short or long, and kept long: `"board"`, `{"name": "A", "kind": "board"}`, or several."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        record = Record((Field("name", Text(40)), Field("kind", Choice(("board", "boost")), required=True)))
        several = value if isinstance(value, list) else [value]
        return [record.read({"kind": each} if isinstance(each, str) else each, path, reader) for each in several]

    def accepted(self) -> str:
        return "board, boost"

    def sample(self, pick: Pick) -> Data:
        long: list[dict[str, Data]] = [
            {"name": "검", "kind": "board"},
            {"kind": "boost"},
            {"name": "창", "kind": "boost"},
        ]
        return [long[pick(3)] for _ in range(1 + pick(2))]


def form(dice: random.Random) -> Form:
    """A form of a few fields of any kinds."""
    return Form("test", _record(dice, 2))


def _record(dice: random.Random, depth: int) -> Record:
    names = dice.sample(NAMES, 1 + dice.randrange(5))
    return Record(tuple(Field(name, _kind(dice, depth), nullable=dice.random() < 0.2) for name in names))


def _kind(dice: random.Random, depth: int) -> Kind:
    makers = [_simple, _simple, _many, _row, _table] + ([_inner, _list_of_records, _either] if depth else [])
    return dice.choice(makers)(dice, depth)


def _simple(dice: random.Random, depth: int) -> Kind:  # noqa: ARG001
    return dice.choice(
        (Number(-20, 999), Flag(), NastyText(60), RankText(), _choice(dice), _choice(dice), Cards(), Uses())
    )


def _choice(dice: random.Random) -> Choice:
    if dice.random() < 0.5:
        return Choice(tuple(dice.sample(VALUES, 2 + dice.randrange(4))))
    keys = [f"t{place}" for place in range(1, 2 + dice.randrange(4))]
    names: Mapping[str, str] = {key: dice.choice(PEOPLE) for key in keys}
    return Choice(tuple(keys), names=names)


def _scalar(dice: random.Random) -> Kind:
    return dice.choice((Number(0, 99), RankText(), _choice(dice), NastyText(60)))


def _many(dice: random.Random, depth: int) -> Kind:  # noqa: ARG001
    return Many(_scalar(dice), 9, gaps=dice.random() < 0.3)


def _row(dice: random.Random, depth: int) -> Kind:  # noqa: ARG001
    names = tuple(dice.sample(NAMES, 2 + dice.randrange(3)))
    return Row(names, dice.choice((Number(0, 99), RankText())), dice.choice("/ "), alone=dice.random() < 0.5)


def _table(dice: random.Random, depth: int) -> Kind:
    key = dice.choice((Number(1, 5), _choice(dice)))
    return ByKey(key, dice.choice((_scalar(dice), _many(dice, depth), Flag())))


def _inner(dice: random.Random, depth: int) -> Kind:
    return _record(dice, depth - 1)


def _list_of_records(dice: random.Random, depth: int) -> Kind:
    return Many(_record(dice, depth - 1), 4)


def _either(dice: random.Random, depth: int) -> Kind:
    return OneOf((_simple(dice, depth), dice.choice((_many, _table, _inner))(dice, depth - 1)))
