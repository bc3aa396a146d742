"""What is answered in a scene: the forms of sheets, scene start, actions, follow-ups, joining and contests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ....core.canon import Data
from ....core.form import (
    Anything,
    ByKey,
    Choice,
    Fault,
    Field,
    Flag,
    Kind,
    Many,
    Number,
    Reader,
    Record,
    Text,
)
from ....core.problem import Problem
from ....core.record import replace
from ....core.seat import Role
from ..drawing import Held, OneOfNumbers, SheetsRecord
from ..orders import person_choice
from ..people import InformationKind, ItemKind
from ..sheet import ITEM_FORM, MASTER_SHEET, SERVANT_SHEET, amount, choice
from ..tables import CITIZENS, CODE_GRADES, INTRUSION_FIRST, INTRUSION_LAST
from .state import Kind as ActionKind

UNKNOWN_ACTION = Fault("unknown_action", "C-1.10")
UNKNOWN_REGION = Fault("unknown_region", "C-2.1")
CONTEST_CARD = Fault("contest_card", "C-5.3")
_MOST = 999

PERSON_OF: Mapping[ActionKind, str] = {
    ActionKind.PURSUIT: "target",
    ActionKind.NURSING: "patient",
    ActionKind.STUDY: "taught_by",
    ActionKind.TEACHING: "pupil",
    ActionKind.BONDING: "with",
    ActionKind.RECONTRACT: "with",
    ActionKind.CIRCUIT_LINK: "with",
    ActionKind.MANA_CHARGE: "with",
}
"""The field that says whom an action is about."""

CARDS = ("strike", "counter", "rush")
"""C-5.3: what a contest is fought with."""

RECOVERS = ("conviction", "fate")
"""C-5.12."""

USES: Mapping[str, ItemKind] = {"magecraft": ItemKind.MAGECRAFT_CODE, "card": ItemKind.CARD_CODE}
"""C-23.18: what a code is for."""

POINTS = (InformationKind.RUMOR.value, InformationKind.LEGEND.value)
"""C-3.3: what a master who is met tells of the servant."""

CAPTIVE = choice(("keep", "free", "kill"), "bad_choice", "C-20.12")
"""C-20.12: a captive is kept, set free, or killed."""

MASTER_GROWS = ("combat", "magic", "conviction", "fate")


_VICTIMS = tuple(range(1, CITIZENS + 1))
"""How many an agent draws."""


def region_choice(regions: Mapping[str, str]) -> Choice:
    """A region by its key or name; one that nobody has named goes by the words of the rules."""
    return Choice(tuple(regions), UNKNOWN_REGION, {key: name for key, name in regions.items() if name != key})


CONTEST = Many(Choice(CARDS, CONTEST_CARD), 60)


@dataclass(frozen=True, slots=True)
class Within:
    """What is in somebody's reach: the actions that its sheet allows, and whom it can name, by the field; whether it
    knows of a base to take. What is not said is everything, or everybody."""

    actions: tuple[str, ...] | None = None
    people: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    bases: bool = True


EVERYTHING = Within()


def action_record(people: Mapping[str, str], regions: Mapping[str, str], within: Within = EVERYTHING) -> Record:
    """An action with what it needs: `action` tells which of the other fields count."""
    menu = Choice(tuple(each.value for each in ActionKind), UNKNOWN_ACTION, open_to=within.actions)
    named = {name: person_choice(within.people.get(name, people)) for name in dict.fromkeys(PERSON_OF.values())}
    return Record(
        (
            Field("action", menu, "C-1.10", required=True),
            *(Field(name, person, "C-1.10") for name, person in named.items()),
            Field("contest", CONTEST, "C-5.3"),
            Field("challenge", Flag(), "C-5.3"),
            Field("renew", Flag(), "C-5.11"),
            Field("recover", choice(RECOVERS, "bad_choice", "C-5.12"), "C-5.12"),
            Field("grade", amount("C-23.18", 1, CODE_GRADES), "C-23.18"),
            Field("use", choice(tuple(USES), "bad_choice", "C-23.18"), "C-23.18"),
            Field("move", region_choice(regions), "C-6.2"),
            Field("victims", OneOfNumbers(0, _MOST, Fault("bad_number", "C-6.6"), _VICTIMS), "C-6.6"),
        )
    )


@dataclass(frozen=True, slots=True)
class Act(Record):
    """An action, as a word or with what it needs."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Record.read(self, {"action": value} if isinstance(value, str) else value, path, reader)

    def line(self, value: Data, say: Callable[[str], str] | None = None) -> str:
        """An action that needs nothing beside it, as the word alone."""
        if not isinstance(value, Mapping) or value.keys() != {"action"}:
            return ""
        action = str(value["action"])
        return action if say is None else say(action)

    def accepted(self) -> str:
        return self.fields[0].kind.accepted()


@dataclass(frozen=True, slots=True)
class Words:
    """What people and regions are called, by key."""

    people: Mapping[str, str]
    regions: Mapping[str, str]


def actions_record(words: Words, within: Within = EVERYTHING) -> Record:
    """C-1.7: one basic action, and two short ones or a long one; what is said beforehand of what may follow."""
    act = Act(action_record(words.people, words.regions, within).fields)
    attack, npc = (person_choice(within.people.get(name, words.people)) for name in ("attack", "npc"))
    return Record(
        (
            Field("move", region_choice(words.regions), "C-2.1"),
            Field("first", act, "C-1.8"),
            Field("second", act, "C-1.8"),
            Field("long", act, "C-1.9"),
            Field("information", choice(POINTS, "bad_choice", "C-3.3"), "C-3.3"),
            Field("convert", amount("C-4.3"), "C-4.3"),
            Field("attack", attack, "C-10.1"),
            Field("npc", npc, "C-20.9"),
            Field("replace_base", Flag(), "C-9.11", offered=within.bases),
        )
    )


@dataclass(frozen=True, slots=True)
class Starter:
    """Whose scene start it is: what there is to be said. `role` None: of either. `allies`, `others` are teams; `mates`
    the own one's people; `servants` those that something is known of; `grows` what may be raised; `items` what the
    person has.
    """

    role: Role | None
    allies: Mapping[str, str]
    others: Mapping[str, str]
    mates: Mapping[str, str]
    captives: Mapping[str, str]
    servants: Mapping[str, str]
    grows: tuple[str, ...] = ()
    items: tuple[tuple[str, int], ...] = ()


def start_record(words: Words, own: Starter) -> Record:
    """C-1.4 to C-1.6, C-23.1, C-R16."""
    region = region_choice(words.regions)
    master = () if own.role is Role.SERVANT else _master_starts(region, own)
    servant = () if own.role is Role.MASTER else _SERVANT_STARTS
    given = (*ITEM_FORM.fields, Field("to", person_choice(own.mates), "C-R16", required=True))
    item = Held(given, items=own.items)
    tools = tuple(grade for kind, grade in own.items if kind == ItemKind.TOOL)
    return Record(
        (
            *master,
            *servant,
            *((Field("grow", Choice(own.grows, Fault("bad_choice", "C-23.12")), "C-23.12"),) if own.grows else ()),
            *((Field("give", item, "C-R16"),) if own.mates else ()),
            Field("use_tool", OneOfNumbers(1, 9, Fault("bad_number", "C-23.18"), tools), "C-23.18"),
            *_telling(own),
        )
    )


def _telling(own: Starter) -> tuple[Field, ...]:
    if not own.allies or not own.servants:
        return ()
    ally = Choice(tuple(own.allies), Fault("unknown_team", "C-23.1"), own.allies)
    servant = person_choice(own.servants)
    fields = (Field("ally", ally, "C-23.10", required=True), Field("servant", servant, "C-23.10", required=True))
    return (Field("tell", Record(fields), "C-23.10"),)


_SERVANT_STARTS = (
    Field("manifest", Flag(), "C-7.7"),
    Field("draw", amount("C-23.9"), "C-23.9"),
    Field("create_territory", Flag(), "C-1.5"),
)


def _master_starts(region: Choice, own: Starter) -> tuple[Field, ...]:
    ally = Choice(tuple(own.others), Fault("unknown_team", "C-23.1"), own.others)
    bound = Choice(tuple(own.allies), Fault("unknown_team", "C-23.1"), own.allies)
    fields: tuple[tuple[object, Field], ...] = (
        (True, Field("supply", amount("C-1.6"), "C-1.6")),
        (True, Field("search_region", region, "C-1.4")),
        (True, Field("infiltration_region", region, "C-1.4")),
        (True, Field("pass_mana", amount("C-7.5"), "C-7.5")),
        (own.others, Field("ally", Many(ally, 20), "C-23.1")),
        (own.allies, Field("revoke", Many(bound, 20), "C-23.1")),
        (own.captives, Field("captives", ByKey(person_choice(own.captives), CAPTIVE), "C-20.12")),
    )
    return tuple(field for there, field in fields if there)


def anything(record: Record, *more: str) -> Record:
    """The fields of a record, whatever stands in them: each is read when its turn comes (C-Q92)."""
    names = (*(each.name for each in record.fields), *more)
    return Record(tuple(Field(name, Anything()) for name in dict.fromkeys(names)))


CREATION = Record(
    (
        Field("master", Record((Field("name", Text(40)), *MASTER_SHEET)), "C-23.2"),
        Field("servant", Record((Field("name", Text(40)), *SERVANT_SHEET)), "C-23.3"),
    )
)


def creation_record(words: Words, selves: Mapping[str, str]) -> Record:
    """C-23.1 to C-23.5: the sheets of a team, the region in which it begins, and to whom its people have ties: each to
    others, and not to who it is itself (`selves`, by the sheet)."""
    people = tuple(
        replace(each, kind=replace(each.kind, fields=(*each.kind.fields, _ties(words.people, selves.get(each.name)))))
        for each in CREATION.fields
        if isinstance(each.kind, Record)
    )
    return SheetsRecord((*people, Field("region", region_choice(words.regions), "C-23.1")))


def _ties(people: Mapping[str, str], self: str | None) -> Field:
    others = replace(person_choice(people), open_to=tuple(key for key in people if key != self))
    return Field("relationships", Many(others, 60), "C-5.11")


@dataclass(frozen=True, slots=True)
class Following:
    """C-8.1: what somebody is asked about after a half."""

    attack: Mapping[str, str]
    npc: Mapping[str, str]
    pursue: Mapping[str, str] = field(default_factory=dict)
    convert: bool = False
    rivals: bool = False


def follow_record(asked: Following) -> Record:
    """C-8.1: attack, pursuit, conversion, contest."""
    presence = replace(region_choice(asked.pursue), fault=Fault("not_sensed", "C-3.15"))
    fields = (
        (asked.attack, Field("attack", person_choice(asked.attack), "C-10.1", nullable=True)),
        (asked.npc, Field("npc", person_choice(asked.npc), "C-20.9")),
        (asked.pursue, Field("pursue", presence, "C-3.15")),
        (asked.convert, Field("convert", amount("C-4.3"), "C-4.3")),
        (asked.rivals, Field("challenge", Flag(), "C-5.3")),
        (asked.rivals, Field("contest", CONTEST, "C-5.3")),
    )
    return Record(tuple(field for there, field in fields if there))


CONTEST_FORM = Record((Field("cards", CONTEST, "C-5.3", required=True),))


@dataclass(frozen=True, slots=True)
class Joining:
    """C-Q81, C-Q62: the battles that somebody may join (by number), and those into which it may intrude."""

    beside: tuple[int, ...] = ()
    into: tuple[int, ...] = ()
    fights: Mapping[str, str] = field(default_factory=dict)


def _numbered(battles: tuple[int, ...], clause: str) -> Choice:
    """A battle by its number, which is what it is called."""
    numbers = tuple(map(str, battles))
    return Choice(numbers, Fault("bad_choice", clause), {number: number for number in numbers})


def joining_record(asked: Joining) -> Record:
    """C-Q81: whether somebody joins a battle of its own side; C-Q62: or comes into another under way."""
    fields: list[Field] = []
    if asked.beside:
        numbers = _numbered(asked.beside, "C-10.1")
        fields.append(Field("join", numbers, "C-10.1"))
    if asked.into:
        inside = (
            Field("battle", _numbered(asked.into, "C-17.1"), "C-17.1", required=True),
            Field(
                "slot",
                Number(INTRUSION_FIRST, INTRUSION_LAST, Fault("intrusion_slot", "C-17.1")),
                "C-17.1",
                required=True,
            ),
            Field("fights", Choice(tuple(asked.fights), Fault("intrusion_target", "C-17.1"), asked.fights),
                  "C-17.1", required=True),
        )  # fmt: skip
        fields.append(Field("intrude", Record(inside), "C-17.1"))
    return Record(tuple(fields))


def part(kind: Kind, value: object, path: str) -> tuple[Data, tuple[Problem, ...]]:
    """A part of an order by itself: what it says, or what is wrong with it."""
    reader = Reader()
    return kind.read(value, path, reader), tuple(reader.problems)
