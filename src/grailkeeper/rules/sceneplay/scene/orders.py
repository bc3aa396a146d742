"""What a team answers in a scene: the forms of creation, opening, floor and acts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ....core.canon import Data
from ....core.form import (
    ByKey,
    Choice,
    Fault,
    Field,
    Flag,
    Kind,
    Many,
    Number,
    OneOf,
    Pick,
    Reader,
    Record,
    Text,
)
from ....core.record import replace
from ....core.seat import Person, Role
from ..options import Options, UpkeepPayer
from ..orders import RESTORE, ListOrTable
from ..people import Ability
from ..sheet import ABILITIES, MASTER_FORM, MOST, SERVANT_FORM, SKILL_FORM, WORKSHOP_FIELDS, amount, choice, functions
from .state import JUDGED, ROLES, SceneKind, Side, Stance

BOTH = "both"
"""All living and free characters of a team."""

UNKNOWN_TEAM = Fault("unknown_team")
NUMBER = Number(0, 99, Fault("bad_number", "S-9.5"))
ROLE = choice(ROLES, "bad_choice", "S-1.6")
WHO = choice((*ROLES, BOTH), "bad_choice", "S-1.6")
STRENGTHS = Many(amount("S-5.4"), 20)

SEARCH_ABILITIES = (Ability.MAGIC, Ability.LUCK)
"""S-12.5: what a search may be made with."""


def team_choice(names: Mapping[str, str]) -> Choice:
    """A team by its key or by what it is called."""
    return Choice(tuple(names), UNKNOWN_TEAM, names)


@dataclass(frozen=True, slots=True)
class Somebody(Kind):
    """A master or servant, as `"Sayaka master"` or by its key; kept as the key of the person."""

    names: Mapping[str, str]
    fault: Fault

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str):
            person = reader.identify(value, [str(Person(key, Role(role))) for key in self.names for role in ROLES])
            if person is not None:
                return person
            for mark in (".", " "):
                team, found, word = value.strip().rpartition(mark)
                role = word if word in ROLES else reader.identify(word, ROLES)
                key = next((key for key, name in self.names.items() if team.strip() in (key, name)), None)
                if found and key is not None and role in ROLES:
                    return str(Person(key, Role(role)))
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return ", ".join(f"{name} {role}" for name in self.names.values() for role in ROLES)

    def sample(self, pick: Pick) -> Data:
        return str(Person(tuple(self.names)[pick(len(self.names))], ROLES[pick(2)]))


def person_of(key: str) -> Person:
    """The person of a key that `Somebody` has read."""
    team, _, role = key.rpartition(".")
    return Person(team, Role(role))


# Creation and opening

_OF_CREATION = {
    "master": ("ranks", "health", "mana", "mystic_code"),
    "servant": (
        *("class", "level", "ranks", "health", "mana", "lowered", "skills", "noble_phantasms"),
        *("territory_creation", "item_construction"),
    ),
}
"""What of a sheet is the player's to choose at creation: everything that the war itself counts is not."""


_SKILL = Record(tuple(field for field in SKILL_FORM.fields if field.name not in ("bonus", "count")))
"""S-23.3: at creation a skill is worth what its rank says; only the keeper may agree on something else."""


def _chosen(form: Record, role: Role) -> Record:
    fields = (field for field in form.fields if field.name in _OF_CREATION[role])
    return Record(tuple(replace(each, kind=Many(_SKILL, 30)) if each.name == "skills" else each for each in fields))


CREATION = Record(
    (
        Field("master", _chosen(MASTER_FORM, Role.MASTER), "S-24.2"),
        Field("servant", _chosen(SERVANT_FORM, Role.SERVANT), "S-24.1"),
        *WORKSHOP_FIELDS,
    )
)

_PER_ROLE = Record(tuple(Field(role.value, amount("S-12.8"), "S-12.8") for role in ROLES))


def _ranks(clause: str) -> Record:
    return Record(tuple(Field(name, amount(clause, 9), clause) for name in ABILITIES), Fault("bad_amount", clause))


LOWER_RANKS = "lower_ranks"
_SHARE = Field("share", amount("S-14.1"), "S-14.1")
_TERRITORY = Field("territory", functions("S-13.1"), "S-13.1")


@dataclass(frozen=True, slots=True)
class Kept:
    """What an opening can draw on: stored mana, and ranks that were lowered."""

    stored: bool = True
    lowered: bool = True


def opening_record(options: Options, allots: bool = False, kept: Kept = Kept()) -> Record:
    """S-3.3: an opening. `allots`: a caster has come by a new contract, and its territory points are due."""
    fields = [
        Field("convert", _PER_ROLE, "S-12.8", offered=kept.stored),
        Field(LOWER_RANKS, _ranks("S-14.7"), "S-14.8"),
        Field("restore_ranks", _ranks("S-14.8"), "S-14.8", offered=kept.lowered),
        Field("restore", RESTORE, "S-18.2"),
    ]
    if options.upkeep_payer is UpkeepPayer.EITHER:
        fields.append(_SHARE)
    if allots:
        fields.append(_TERRITORY)
    return Record(tuple(fields))


# The floor


class Say(StrEnum):
    """What can be said on the floor."""

    APPLY = "apply"
    FORCE = "force"
    SOLO = "solo"
    JOIN = "join"
    ACCEPT = "accept"
    WITHDRAW = "withdraw"
    RESTORE = "restore"


class What(StrEnum):
    """What can be taken back before it begins (S-R1, S-R10)."""

    APPLICATION = "application"
    SCENE = "scene"
    JOIN = "join"
    SOLO = "solo"


_BAD_STANCE = Fault("bad_stance", "S-9.3")
_STANCE = choice(tuple(Stance), "bad_stance", "S-9.3")
STANCE = OneOf((Record(tuple(Field(role.value, _STANCE, "S-9.3") for role in ROLES), _BAD_STANCE), _STANCE))
"""S-9.3: one for all who come, or one for each."""

_JOINER = (
    Field("stance", STANCE, "S-9.3"),
    Field("number", NUMBER, "S-9.5"),
    Field("reserves", STRENGTHS, "S-20.2"),
)


@dataclass(frozen=True, slots=True)
class Sayable:
    """What can be said on the floor now, what of it can be taken back, and the teams that can be named with it."""

    say: tuple[Say, ...] | None = None
    what: tuple[What, ...] | None = None
    teams: tuple[str, ...] | None = None


def floor_record(names: Mapping[str, str], sayable: Sayable = Sayable()) -> Record:
    """All that is said by arrival. `names`: what the teams are called, by key. Only what is `sayable` is offered.

    `say` tells which of the other fields count: apply `by`, `kind`, `capacity`, `who`, `backdrop`, `time`, `plan`;
    force `team`, `by`, `capacity` and the texts; solo `kind`, `who`; join `team`, `who`, `side`, `allies`,
    `hostile` and, told to nobody, `stance`, `number`, `reserves`; accept `team`; withdraw `what`, `team`;
    restore `restore`, told to nobody.
    """
    team = team_choice(names)
    several = Many(team, 20, fault=UNKNOWN_TEAM)
    say = replace(choice(tuple(Say), "bad_choice", "S-1.2"), open_to=sayable.say)
    what = replace(choice(tuple(What), "bad_choice", "S-R1"), open_to=sayable.what)
    return Record(
        (
            Field("say", say, "S-1.2", required=True),
            Field("team", replace(team, open_to=sayable.teams), "S-2.3"),
            Field("by", ROLE, "S-1.2"),
            Field("kind", choice(tuple(SceneKind), "bad_kind", "S-3.1"), "S-3.1"),
            Field("capacity", Number(1, 99, Fault("bad_capacity", "S-2.2")), "S-2.2"),
            Field("who", WHO, "S-1.6"),
            Field("backdrop", Text(200), "S-2.1"),
            Field("time", Text(80), "S-2.1"),
            Field("plan", Text(400), "S-2.1"),
            Field("side", choice(tuple(Side), "bad_side", "S-6.4"), "S-6.4"),
            Field("allies", several, "S-6.4"),
            Field("hostile", several, "S-19.7"),
            Field("what", what, "S-R1"),
            Field("restore", RESTORE, "S-18.2"),
            *_JOINER,
        )
    )


# Acts


STRIKE = Field("strike", ROLE, "S-4.5")
"""S-Q13 `same_scene`: who forces a battle at once on the owner of the base, if it is found."""


@dataclass(frozen=True, slots=True)
class Searching:
    """How a search can be made. `strikes`: a base may be struck in the scene in which it is found; `known`: whose bases
    are; `alone`: one of the team is there and nobody else; `helped`: somebody could help (S-7.4); `reserves`: there are
    some, or could be by then."""

    strikes: bool = False
    known: Collection[str] = ()
    alone: bool = False
    helped: bool = True
    reserves: bool = True


def search_record(names: Mapping[str, str], how: Searching = Searching()) -> Record:
    """S-4.1, S-12.5. `names`: the teams. What cannot be chosen is not offered."""
    unknown = tuple(key for key in names if key not in how.known)
    return Record(
        (
            *((STRIKE,) if how.strikes else ()),
            Field("target", replace(team_choice(names), open_to=unknown or None), "S-4.1", required=True),
            Field("by", ROLE, "S-4.1", offered=not how.alone),
            Field("ability", choice(SEARCH_ABILITIES, "bad_search_ability", "S-12.5"), "S-12.5"),
            Field("number", NUMBER, "S-9.5"),
            Field("luck", Flag(), "S-11.2"),
            Field("reserves", STRENGTHS, "S-20.2", offered=how.reserves),
            Field("partner_help", Flag(), "S-7.3", offered=how.helped),
        )
    )


ACTION = Record(
    (
        Field("reserves", Number(1, MOST, Fault("bad_amount", "S-5.4")), "S-5.4"),
        Field("rest", Flag(), "S-5.10"),
        Field("eat", Number(1, MOST, Fault("bad_amount", "S-15.2")), "S-15.2"),
        Field("text", Text(200), "S-20.1"),
    )
)
"""S-5.3: what one character does."""


def gift_record(names: Mapping[str, str]) -> Record:
    """S-5.11, S-5.12. `names`: the teams that are there."""
    return Record(
        (
            Field("giver", Somebody(names, Fault("bad_giver", "S-5.12")), "S-5.12", required=True),
            Field("receiver", Somebody(names, Fault("bad_receiver", "S-5.12")), "S-5.12", required=True),
            Field("amount", amount("S-5.11"), "S-5.11", required=True),
        )
    )


HEAL = amount("S-5.13")
NUMBERS = Many(NUMBER, 20, gaps=True, fault=Fault("bad_number", "S-9.5"))
_HINDRANCE = Number(1, 20, Fault("bad_judgment", "S-5.14"))
PREPARE_RESERVES = ListOrTable((STRENGTHS, ByKey(_HINDRANCE, STRENGTHS)))
"""S-R9: the reserves on each judgment against a hinderer; a list is on the first."""


def prepare_record(names: Mapping[str, str]) -> Record:
    """S-5.3 to S-5.14. `names`: the teams that are there."""
    return Record(
        (
            Field("master", ACTION, "S-5.3"),
            Field("servant", ACTION, "S-5.3"),
            Field("gifts", Many(gift_record(names), 20), "S-5.11"),
            Field("heal", HEAL, "S-5.13"),
            Field("numbers", NUMBERS, "S-5.14"),
            Field("reserves", PREPARE_RESERVES, "S-R9"),
            Field("luck", Many(_HINDRANCE, 20), "S-11.2"),
        )
    )


_JOINER_ACTS = (
    *_JOINER,
    Field("luck", Flag(), "S-11.4"),
    Field("gives", amount("S-5.12"), "S-5.12"),
    Field("heal", HEAL, "S-5.13"),
)


def joiner_record(strikes: bool) -> Record:
    """S-9.3, S-5.12: what a joiner does; `gives`: how much the own master agrees to give in all."""
    return Record((*_JOINER_ACTS, STRIKE) if strikes else _JOINER_ACTS)


OWN = "scene"
"""The play scene of a team itself, among what it does."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What a team is asked about: the own play scene, solos by who leads them, the scenes that it has joined.

    `there`: for the own scene and solos who is there, for gifts. `partners`: with whom it might make a contract.
    `strikes`: a base may be struck as soon as it is found (S-Q13). `known`: whose bases are. `alone`: the solos of a
    single character by who leads them, and OWN for such a play scene. `reserves`: whether the team has any.
    """

    scene: SceneKind | None = None
    solos: Mapping[str, SceneKind] = field(default_factory=dict)
    joins: tuple[str, ...] = ()
    there: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    strikes: bool = False
    known: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    reserves: bool = True

    @property
    def led(self) -> tuple[SceneKind, ...]:
        """The kinds of what the team itself does: its play scene, and its solos."""
        return (*filter(None, (self.scene,)), *self.solos.values())

    @property
    def judged(self) -> tuple[str, ...]:
        """What of it there is something to say about, by the key of its sentence."""
        own = () if self.scene is None else (f"own_{self.scene}",)
        return (*own, *(f"alone_{kind}" for kind in self.solos.values() if kind in JUDGED))


def acts_record(doing: Doing, own: str, names: Mapping[str, str]) -> Record:
    """Everything that one team does in this scene (S-4, S-5, S-9.3, S-Q69). `names`: all teams, by key."""
    others = {key: name for key, name in names.items() if key != own}

    gains = bool(doing.reserves or doing.joins or SceneKind.PREPARATION in doing.led)

    def record(kind: SceneKind, there: Iterable[str], leader: str = OWN) -> Record | None:
        if kind is SceneKind.SEARCH:
            how = Searching(doing.strikes, doing.known, leader in doing.alone, leader == OWN, gains)
            return search_record(others, how)
        if kind is SceneKind.PREPARATION:
            return prepare_record({key: names[key] for key in there})
        return None

    fields: list[Field] = []
    scene = None if doing.scene is None else record(doing.scene, doing.there)
    if scene is not None:
        fields.append(Field(OWN, scene, "S-3.4"))
    solos = [(leader, record(kind, (own,), leader)) for leader, kind in doing.solos.items()]
    asked = tuple(Field(leader, each, "S-8.1") for leader, each in solos if each is not None)
    if asked:
        fields.append(Field("solo", Record(asked), "S-8.1"))
    if doing.joins:
        joined = team_choice({key: names[key] for key in doing.joins})
        fields.append(Field("join", ByKey(joined, joiner_record(doing.strikes)), "S-2.3"))
    if doing.partners:
        partner = team_choice({key: names[key] for key in doing.partners})
        fields.append(Field("recontract", partner, "S-17.7"))
    return Record(tuple(fields))
