"""What a seat answers in a battle: the forms, and the records that the answers become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...core.canon import Data
from ...core.form import ByKey, Choice, Fault, Field, Flag, Kind, Many, Number, OneOf, Pick, Reader, Record
from ...core.record import replace
from .cards import Card
from .drawing import CardsRecord, Hand
from .field import CardOrder, Cover, Mode, Retreat, Row, SpellOrder, Written
from .outcomes import Treatment
from .people import SpellType
from .tables import HALF, RETREAT_SLOTS, SLOTS

UNKNOWN_CARD = Fault("unknown_card", "C-11.1")
UNKNOWN_PERSON = Fault("unknown_person", "C-23.1")
TOO_MANY_CARDS = Fault("too_many_cards", "C-10.6")
_MOST = 999

_WORDS = ("reserve", "cover", *(cover.value for cover in Cover))
_PLUS = re.compile(r"\s*[+＋]\s*$")


@dataclass(frozen=True, slots=True)
class Slot(Many):
    """The cards of one slot, as records or as they are written: `"strike+ > lancer / rush > archer"`."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str):
            value = [_written_card(part, reader) for part in value.split("/")]
        return Many.read(self, value, path, reader)


_MOST_WORDS = 20
"""In so many words the name of a card may be written."""

_PARTED = re.compile(r"[,;\n，；、]")
Said: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Cards(Kind):
    """The slots of an order: a list, or in one line as people write it, `"strike+, rush > lancer, guard cover allies"`.

    In such a line the slots are parted by commas; where there are none, by strokes or blanks.
    """

    slots: Many

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return self.slots.read(_cut(value, reader) if isinstance(value, str) else value, path, reader)

    def accepted(self) -> str:
        return self.slots.accepted()

    def sample(self, pick: Pick) -> Data:
        return self.slots.sample(pick)

    def rows(self, value: Data, say: Said | None = None) -> tuple[str, ...]:
        laid = value if isinstance(value, list) else []
        said: Said = str if say is None else say
        return (", ".join(" / ".join(_said_card(card, said) for card in slot) for slot in laid),) if laid else ()


def _cut(text: str, reader: Reader) -> list[str]:
    """The slots of one line."""
    if _PARTED.search(text):
        return [part.strip() for part in _PARTED.split(text) if part.strip()]
    if "/" in text or "／" in text:
        return [part.strip() for part in re.split("[/／]", text)]
    words = text.split()
    return words if words and all(_is_card(word, reader) for word in words) else [text]


def _is_card(word: str, reader: Reader) -> bool:
    bare = _PLUS.sub("", word)
    return bare in tuple(Card) or reader.identify(bare, tuple(Card)) is not None


def _said_card(card: Any, say: Said) -> str:
    """A card as `_written_card` reads it."""
    said = f"{say(card['card'])}{'+' if card.get('plus') else ''}{' ' + say('reserve') if card.get('reserve') else ''}"
    cover, targets = card.get("cover"), card.get("targets")
    said += f" {say('cover')} {say(cover)}" if cover else ""
    return said + (" > " + " & ".join(map(say, targets)) if targets else "")


def _written_card(text: str, reader: Reader) -> dict[str, object]:
    """A card as it is written: word, `+`, `reserve`, `cover` and whom, `>` and the people aimed at."""
    head, mark, aimed = text.partition(">")
    words = head.split()
    card, rest = _card_and_rest(words, reader)
    found: dict[str, object] = {"card": _PLUS.sub("", card)}
    if _PLUS.search(card):
        found["plus"] = True
    tail = list(_known(rest, reader))
    if tail[:1] == ["reserve"]:
        found["reserve"], tail = True, tail[1:]
    if len(tail) == 2 and tail[0] == "cover":
        found["cover"], tail = tail[1], []
    if tail:
        found["card"] = head.strip()
    if mark:
        found["targets"] = [name.strip() for name in aimed.split("&")]
    return found


def _known(words: Sequence[str], reader: Reader) -> Iterator[str]:
    """The words behind a card as the house knows them; the longest run of words that is one of them."""
    at = 0
    while at < len(words):
        last = min(len(words), at + _MOST_WORDS)
        runs = ((end, reader.identify(" ".join(words[at:end]), _WORDS)) for end in range(last, at, -1))
        end, word = next((run for run in runs if run[1] is not None), (at + 1, words[at]))
        yield word or words[at]
        at = end


def _card_and_rest(words: Sequence[str], reader: Reader) -> tuple[str, Sequence[str]]:
    """The longest run of words that is a card's, and what follows; the first word where none is."""
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        word = " ".join(words[:count])
        if _is_card(word, reader):
            return word, words[count:]
    return " ".join(words[:1]), words[1:]


def person_choice(names: Mapping[str, str]) -> Choice:
    """Somebody on the field, by key or name."""
    return Choice(tuple(names), UNKNOWN_PERSON, names)


def _words_of(kind: Sequence[str], code: str, clause: str) -> Choice:
    return Choice(tuple(str(value) for value in kind), Fault(code, clause))


def _count(clause: str, low: int = 0, high: int = _MOST) -> Number:
    return Number(low, high, Fault("bad_number", clause))


ROW = _words_of(tuple(Row), "bad_row_word", "C-10.4")
ROWS_FORM = Record((Field("row", ROW, "C-10.4", required=True),))


def _card_record(foes: Choice) -> Record:
    return Record(
        (
            Field("card", Choice(tuple(each.value for each in Card), UNKNOWN_CARD), "C-11.1", required=True),
            Field("plus", Flag(), "C-14.1"),
            Field("reserve", Flag(), "C-23.18"),
            Field("cover", _words_of(tuple(Cover), "unknown_card", "C-11.1"), "C-13.11"),
            Field("targets", Many(foes, 20), "C-10.13"),
        )
    )


def _spell_record(people: Choice) -> Record:
    return Record(
        (
            Field("type", _words_of(tuple(SpellType), "spell_type_unknown", "C-16.1"), "C-16.1", required=True),
            Field("grade", _count("C-21.1", low=1), "C-23.19", required=True),
            Field("target", people, "C-10.13"),
            Field("mode", _words_of(tuple(Mode), "bad_choice", "C-23.19"), "C-23.19"),
            Field("special", _count("C-21.6"), "C-21.6"),
            Field("reserve", Flag(), "C-23.18"),
            Field("verse", Flag(), "C-21.3"),
        )
    )


def _retreat_record(people: Choice, mates: Choice, masters: Choice) -> Record:
    return Record(
        (
            Field("slot", Number(1, SLOTS, Fault("retreat_slot", "C-19.1")), "C-19.1"),
            Field("when_health", _count("C-19.1"), "C-19.1"),
            Field("when_falls", people, "C-R13"),
            Field("with", Many(mates, 20), "C-18.15"),
            Field("fate", masters, "C-19.5"),
        )
    )


def cards_record(names: Mapping[str, str], most: int = SLOTS, hand: Hand | None = None, drawn: int = SLOTS) -> Record:
    """The cards of a person. `names`: everybody on the field, by key; `most`: how many cards may be laid now; `hand`
    and `drawn` say what an agent draws, and `hand` who is offered as a foe and who as a friend."""
    people = foes = mates = masters = person_choice(names)
    if hand is not None:
        foes, mates, masters = (replace(people, open_to=those) for those in (hand.foes, hand.mates, hand.masters))
    when = Record((Field("when_health", _count("C-R12"), "C-R12", required=True),))
    slot = Number(1, SLOTS, Fault("retreat_slot", "C-19.1"))
    return CardsRecord(
        (
            Field("target", foes, "C-10.13"),
            Field("cards", Cards(Many(Slot(_card_record(foes), 20), most, overflow=TOO_MANY_CARDS)), "C-10.6"),
            Field("spells", Many(_spell_record(people), SLOTS), "C-16.5"),
            Field("release", Flag(), "C-12.3"),
            Field("retreat", OneOf((slot, _retreat_record(people, mates, masters))), "C-19.1", nullable=True),
            Field("escape", OneOf((Flag(), when)), "C-18.3"),
            Field("protects", Many(mates, 20), "C-18.14"),
            Field("against_retreat", Many(slot, RETREAT_SLOTS), "C-19.1"),
        ),
        hand=hand,
        most=drawn,
    )


def spoils_record(
    names: Mapping[str, str],
    legends: tuple[str, ...] | None = None,
    fallen: tuple[str, ...] | None = None,
    base: bool = True,
    territory: bool = True,
) -> Record:
    """C-18.12, C-9.10, C-9.12, C-10.3: what a team chooses after a battle. `names`: everybody who was in it; `legends`
    and `fallen`: of whom there is something to choose; `base`, `territory`: whether there is one to be taken."""
    people = person_choice(names)
    treatment = _words_of(tuple(Treatment), "bad_choice", "C-18.12")
    share = Record((Field("servant", _count("C-9.12")), Field("master", _count("C-9.12"))))
    return Record(
        (
            Field("legend", Many(replace(people, open_to=legends), 20), "C-10.3"),
            Field("fallen", ByKey(replace(people, open_to=fallen), treatment), "C-18.12"),
            Field("every_fallen", treatment, "C-18.12", offered=fallen != ()),
            Field("replace_base", Flag(), "C-9.10", offered=base),
            Field("remove_territory", Flag(), "C-9.12", offered=territory),
            Field("loot", share, "C-9.12", offered=territory),
        )
    )


JOINING = ("intruder", "chosen", "third", "leave")
"""C-Q62: whom the others of a battle that was broken off join."""

JOINING_FORM = Record((Field("join", _words_of(JOINING, "bad_choice", "C-17.1"), "C-17.1", required=True),))


# From an order to the record


def written_of(order: Mapping[str, Any]) -> Written:
    """The cards that an order (read by its form) writes."""
    escape = order.get("escape", True)
    at = 0 if isinstance(escape, bool) else escape["when_health"]
    return Written(
        target=order.get("target", ""),
        cards=tuple(tuple(map(_card_order, slot)) for slot in order.get("cards", ())),
        spells=tuple(map(_spell_order, order.get("spells", ()))),
        release=order.get("release", True),
        retreat=_retreat(order.get("retreat")),
        escape=escape if isinstance(escape, bool) else True,
        escape_at=at,
        protects=tuple(order.get("protects", ())),
        against_retreat=tuple(order.get("against_retreat", ())),
    )


def _card_order(card: Mapping[str, Any]) -> CardOrder:
    return CardOrder(
        Card(card["card"]),
        card.get("plus", False),
        card.get("reserve", False),
        Cover(card.get("cover", Cover.SELF)),
        tuple(card.get("targets", ())),
    )


def _spell_order(spell: Mapping[str, Any]) -> SpellOrder:
    return SpellOrder(
        SpellType(spell["type"]),
        spell["grade"],
        spell.get("target", ""),
        Mode(spell.get("mode", Mode.CARDS)),
        spell.get("special", 0),
        spell.get("reserve", False),
        spell.get("verse", False),
    )


def _retreat(data: Mapping[str, Any] | int | None) -> Retreat | None:
    """A retreat; a number alone is its slot."""
    if not data:
        return None
    if isinstance(data, int):
        return Retreat(data)
    return Retreat(
        data.get("slot"),
        data.get("when_health"),
        data.get("when_falls", ""),
        tuple(data.get("with", ())),
        data.get("fate", ""),
    )


def merged(first: Written, later: Written) -> Written:
    """C-9.6: both parts as one. The later cards go to the slots that the first part does not bind."""
    start = max(HALF, len(first.cards))
    padded = _aimed(first.cards, first.target) + ((CardOrder(Card.WAIT),),) * (start - len(first.cards))
    return Written(
        target=later.target or first.target,
        cards=padded + _aimed(later.cards, later.target),
        spells=first.spells + later.spells,
        release=first.release and later.release,
        retreat=later.retreat or first.retreat,
        escape=first.escape and later.escape,
        escape_at=max(first.escape_at, later.escape_at),
        protects=tuple(dict.fromkeys(first.protects + later.protects)),
        against_retreat=later.against_retreat or first.against_retreat,
    )


def _aimed(cards: tuple[tuple[CardOrder, ...], ...], target: str) -> tuple[tuple[CardOrder, ...], ...]:
    """The cards of one part with that part's target, where they name none."""
    if not target:
        return cards
    return tuple(tuple(card if card.targets else replace(card, targets=(target,)) for card in slot) for slot in cards)
