"""What a war of sceneplay remembers between two questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...core.record import replace
from ...core.seat import Audience, Role, Seat, only
from .options import Options
from .people import Ability, Aim, Master, MasterState, Servant, Team
from .scene.state import War

ROLES = (Role.MASTER, Role.SERVANT)


@dataclass(frozen=True, slots=True)
class Pair:
    """S-19.7: one battle to be fought. Each side lists its teams, the representative first (S-19.4); the first
    side strikes first. `number` is its ordinal in the war."""

    number: int
    first: tuple[str, ...]
    second: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.first, self.second

    @property
    def teams(self) -> tuple[str, ...]:
        return self.first + self.second

    def side_of(self, team: str) -> tuple[str, ...]:
        return self.first if team in self.first else self.second

    def attackers(self, judgment: int) -> tuple[str, ...]:
        """S-10.1."""
        return self.first if judgment % 2 else self.second

    def defenders(self, judgment: int) -> tuple[str, ...]:
        return self.second if judgment % 2 else self.first

    def aim(self, team: str, judgment: int) -> Aim:
        return Aim.ATTACK if team in self.attackers(judgment) else Aim.DEFENCE


@dataclass(frozen=True, slots=True)
class Setting:
    """What is open about a battle: who fights whom, in whose workshop (or nowhere), and who has come."""

    pair: Pair
    place: str = ""
    there: Mapping[str, tuple[Role, ...]] = field(default_factory=dict)

    def has_come(self, team: str, role: Role) -> bool:
        return role in self.there.get(team, ())

    def fighter(self, team: str) -> Role:
        """S-10.16: the servant fights; where none has come, the master."""
        return Role.SERVANT if self.has_come(team, Role.SERVANT) else Role.MASTER


@dataclass(frozen=True, slots=True)
class Recovery:
    """S-18.2: how one stroke is split."""

    health: int = 0
    mana: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A battle sheet as it holds: five numbers (of a representative), and what was allotted to the judgments.

    The rows have a value for each judgment. Phantasms are counted from 1 as on the servant's sheet, and so are
    skills. `escape`: the standing answer, None to be asked. `spread` is of S-Q80 `spread` only.
    """

    numbers: tuple[int, ...] = ()
    luck: tuple[int, ...] = ()
    luck_declared: bool = False
    reserves: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    assistance: tuple[int, ...] = (0,) * 5
    boost: tuple[int, ...] = (0,) * 5
    boost_strokes: int = 0
    phantasm: Mapping[str, int] = field(default_factory=dict)
    code: tuple[int, ...] = ()
    substitute: Ability | None = None
    help: bool = True
    restore: tuple[Recovery, ...] = ()
    escape: bool | None = None
    split: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    skill_judgments: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    phantasm_points: tuple[int, ...] = ()
    code_points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighting:
    """How a team fights in this battle, fixed when the sheets close (S-23.2).

    `skills`: for each skill of the servant whether it applies. `pools`: points of phantasm and code that are paid
    for and not yet spread (S-Q80 `spread`).
    """

    sheet: Sheet = Sheet()
    skills: tuple[bool, ...] = ()
    pools: Mapping[str, int] = field(default_factory=dict)


class Stage(StrEnum):
    """Where a battle stands."""

    SHEETS = "sheets"
    JUDGMENTS = "judgments"
    ESCAPE = "escape"


@dataclass(frozen=True, slots=True)
class Made:
    """A judgment that was made: `damage` by team, `lucky` the representatives whose luck moved the roll."""

    number: int
    success: bool
    damage: Mapping[str, int]
    lucky: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way, and the pairs of the same meeting that come after it (S-19.7).

    `asked`: the teams that are asked for an escape (S-18.4); `gone`: those that have escaped from this meeting.
    """

    setting: Setting
    later: tuple[Pair, ...] = ()
    stage: Stage = Stage.SHEETS
    fighting: Mapping[str, Fighting] = field(default_factory=dict)
    made: tuple[Made, ...] = ()
    asked: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def pair(self) -> Pair:
        return self.setting.pair


@dataclass(frozen=True, slots=True)
class State:
    """A war. `battles` is the number of the last battle that was announced; `war` is None where it is one battle."""

    options: Options
    seats: tuple[Seat, ...]
    teams: Mapping[str, Team]
    scene: int = 0
    battles: int = 0
    battle: Battle | None = None
    war: War | None = None

    @property
    def the_battle(self) -> Battle:
        """The battle under way; only asked where there is one."""
        assert self.battle is not None
        return self.battle


# Who is asked, who learns


def seats_of(state: State, *teams: str) -> tuple[str, ...]:
    """The keys of the seats that are of these teams now."""
    return tuple(seat.key for seat in state.seats if seat.team in teams)


def told_to(state: State, *teams: str) -> Audience:
    """The audience of these teams as they sit now."""
    return only(seats_of(state, *teams))


def seat_for(state: State, team: str) -> str:
    """The seat that is asked for a team: the living master's, else the servant's."""
    master = state.teams[team].master
    lives = master is not None and master.state is not MasterState.DEAD
    order = (Role.MASTER, Role.SERVANT) if lives else (Role.SERVANT, Role.MASTER)
    own = [seat for seat in state.seats if seat.team == team]
    return next(seat.key for role in order for seat in own if role in seat.roles)


# How records change


def with_team(state: State, key: str, /, **change: Any) -> State:
    return replace(state, teams={**state.teams, key: replace(state.teams[key], **change)})


def with_person(state: State, team: str, role: Role, /, **change: Any) -> State:
    """The state with a person changed; that person must be there."""
    person: Master | Servant | None = state.teams[team].person(role)
    assert person is not None
    return with_team(state, team, **{role.value: replace(person, **change)})


def with_battle(state: State, /, **change: Any) -> State:
    return replace(state, battle=replace(state.the_battle, **change))


def without_reserves(team: Team, strengths: Iterable[int]) -> Team:
    """The team less one reserve for each of `strengths`."""
    left = list(team.reserves)
    for strength in strengths:
        left.remove(next(reserve for reserve in left if reserve.strength == strength))
    return replace(team, reserves=tuple(left))
