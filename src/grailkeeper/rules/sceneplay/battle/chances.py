"""The chance of a judgment: sums, ranks and what is added to it (S-10.3 to S-10.14, S-19.1, S-19.2, S-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ....core.rank import Rank
from ....core.seat import Role
from ....core.working import Step, Sum, Working
from .. import numbers, tables
from ..options import AllianceRanks, Options, SkillCount
from ..people import Ability, Aim, Master, MasterState, Servant, Skill, SkillSides, Team
from ..state import Fighting, Setting, State, seats_of

_FIRST = {Aim.ATTACK: Ability.STRENGTH, Aim.DEFENCE: Ability.ENDURANCE}
_CLAUSE = {Aim.ATTACK: "S-10.4", Aim.DEFENCE: "S-10.5"}
COMPARED = (Ability.STRENGTH, Ability.ENDURANCE, Ability.AGILITY)


@dataclass(frozen=True, slots=True)
class Member:
    """A team on a side of a battle, with how it fights."""

    team: Team
    fighting: Fighting
    setting: Setting

    @property
    def role(self) -> Role:
        """S-10.16: who fights."""
        return self.setting.fighter(self.team.key)

    @property
    def person(self) -> Master | Servant:
        person = self.team.person(self.role)
        assert person is not None, "somebody has come"
        return person

    @property
    def servant(self) -> Servant | None:
        """The servant, where it is the one who fights."""
        return self.team.servant if self.role is Role.SERVANT else None

    @property
    def helper(self) -> Master | None:
        """S-10.13: the master who lends the own abilities: beside the servant, able, and not told to keep out."""
        return None if self.no_help else self.team.master

    @property
    def no_help(self) -> str:
        """Why the master does not help, "" where it does."""
        master = self.team.master
        if master is None or not self.setting.has_come(self.team.key, Role.MASTER):
            return "not_there"
        if master.state is not MasterState.WELL:
            return "fainted"
        return "" if self.fighting.sheet.help else "waived"


def member(state: State, setting: Setting, key: str, fighting: Fighting) -> Member:
    return Member(state.teams[key], fighting, setting)


# S-10.4 to S-10.7: attack and defence chance


def beside_servant(
    servant: Servant, master: Master | None, aim: Aim, options: Options, substitute: Ability | None = None
) -> Sum:
    """S-10.4 to S-10.6, S-10.11 to S-10.13: a servant's sum, with the help of `master`, before its skills."""
    total = Sum(aim, _CLAUSE[aim])
    first = _FIRST[aim]
    total.base(*_value(servant, first, substitute, options))
    if master is not None:
        total.add(f"help_{first}", numbers.percent(master.ranks.of(first), options), "S-10.13")
    half = Sum("half_agility", "S-10.6").base(*_value(servant, Ability.AGILITY, substitute, options))
    if master is not None:
        half.add("help_agility", numbers.percent(master.ranks.agility, options), "S-10.13")
    return total.include(Step.ADD, half.divide("half", 2, "S-10.6").done())


def _value(servant: Servant, ability: Ability, substitute: Ability | None, options: Options) -> tuple[str, int, str]:
    """Name, percentage and clause of an ability, or of magic in its place (S-10.11)."""
    if ability is substitute:
        return f"magic_for_{ability}", numbers.percent(servant.ranks.magic, options), "S-10.11"
    return ability, numbers.percent(servant.ranks.of(ability), options), "S-10.3"


def alone(master: Master, aim: Aim, options: Options) -> Sum:
    """S-10.16: the sum of a master who fights without a servant."""
    first = _FIRST[aim]
    half = Sum("half_agility", "S-10.6").base("agility", numbers.percent(master.ranks.agility, options), "S-10.3")
    total = Sum(aim, _CLAUSE[aim]).base(first, numbers.percent(master.ranks.of(first), options), "S-10.3")
    return total.include(Step.ADD, half.divide("half", 2, "S-10.6").done())


def sum_of(who: Member, aim: Aim, judgment: int | None, options: Options) -> Working:
    """S-10.4 to S-10.7: attack or defence of a member, with its skills; None: as if every skill counted."""
    servant = who.servant
    if servant is None:
        assert isinstance(who.person, Master)
        return alone(who.person, aim, options).done()
    if servant.sums is not None:
        given = servant.sums.attack if aim is Aim.ATTACK else servant.sums.defence
        return Sum(aim, _CLAUSE[aim]).base("worked_out", given, "S-10.18").done()
    total = beside_servant(servant, who.helper, aim, options, who.fighting.sheet.substitute)
    if who.team.master is not None and who.no_help:
        total.skip("master_help", who.no_help, "S-10.13")
    for place, (skill, applies) in enumerate(zip(servant.skills, who.fighting.skills, strict=True), 1):
        why = _idle(who, skill, applies, place, aim, judgment, options)
        if why:
            total.skip("skill", why, "S-23.1", skill.bonus, source=skill.name)
        else:
            total.add("skill", skill.bonus, "S-10.7", source=skill.name)
    return total.done()


def _idle(
    who: Member, skill: Skill, applies: bool, place: int, aim: Aim, judgment: int | None, options: Options
) -> str:
    """Why a skill does not count, or "" (S-23.1 to S-23.3)."""
    if not applies:
        return "does_not_apply"
    if skill.sides is not SkillSides.BOTH and skill.sides.value != aim.value:
        return f"only_{skill.sides}"
    if judgment is None or options.skill_count is SkillCount.NOT_ENFORCED:
        return ""
    return "" if judgment in counted_judgments(who, skill, place) else "not_in_this_judgment"


def counted_judgments(who: Member, skill: Skill, place: int) -> tuple[int, ...]:
    """S-Q83 `enforced`: those named on the sheet, else the first in which the side could use the skill."""
    named = who.fighting.sheet.skill_judgments.get(f"s{place}")
    if named is not None:
        return named
    aims = {judgment: who.setting.pair.aim(who.team.key, judgment) for judgment in tables.JUDGMENTS}
    usable = [j for j, aim in aims.items() if skill.sides is SkillSides.BOTH or skill.sides.value == aim.value]
    return tuple(usable[: skill.count])


# S-10.8, S-10.9, S-19.2: ranks


def ranks_of(who: Member) -> Mapping[Ability, Rank]:
    """S-10.8 to S-10.11: strength, endurance and agility as they are compared."""
    servant = who.servant
    if servant is None:
        return {ability: who.person.ranks.of(ability) for ability in COMPARED}
    instead = {who.fighting.sheet.substitute: Ability.MAGIC}
    return {ability: numbers.rank_in_use(servant, instead.get(ability, ability)) for ability in COMPARED}


def side_ranks(side: Sequence[Member], options: Options) -> Mapping[Ability, Rank]:
    """S-19.2: the highest of an alliance, ability by ability, or those of its best member (S-Q73)."""
    ranks = [ranks_of(who) for who in side]
    if options.alliance_ranks is AllianceRanks.ONE_SERVANT:
        return max(ranks, key=lambda each: sum(rank.number for rank in each.values()))
    return {ability: max(each[ability] for each in ranks) for ability in COMPARED}


# S-10.14: the chance


class Aid(StrEnum):
    """S-10.14: what is added to one judgment."""

    RESERVE = "reserve"
    ASSISTANCE = "assistance"
    BOOST = "boost"
    PHANTASM = "phantasm"
    CODE = "code"


AID_CLAUSE: Mapping[Aid, str] = {
    Aid.RESERVE: "S-20.2",
    Aid.ASSISTANCE: "S-12.9",
    Aid.BOOST: "S-18.3",
    Aid.PHANTASM: "S-21.4",
    Aid.CODE: "S-21.4",
}


@dataclass(frozen=True, slots=True)
class Added:
    """An amount that a team adds to its side of a judgment; `why`: it could not be paid (S-21.5)."""

    aid: Aid
    team: str
    amount: int
    why: str = ""


def chance(
    state: State, attackers: Sequence[Member], defenders: Sequence[Member], judgment: int, added: Sequence[Added]
) -> Working:
    """S-10.14, S-9.0: the final chance of a judgment.

    Sums are for the eyes of their own team, rank bonuses for nobody's but the keeper's; what is added to the one
    judgment is seen by both sides (S-Q90).
    """
    options = state.options
    total = Sum("chance", "S-10.14").base("even", tables.EVEN_CHANCE, "S-10.14")
    for step, side, aim in ((Step.ADD, attackers, Aim.ATTACK), (Step.SUBTRACT, defenders, Aim.DEFENCE)):
        clause = "S-19.1" if len(side) > 1 else _CLAUSE[aim]
        for who in side:
            key, own = who.team.key, seats_of(state, who.team.key)
            total.include(step, sum_of(who, aim, judgment, options), clause, source=key, seen_by=own)
    ours, theirs = side_ranks(attackers, options), side_ranks(defenders, options)
    for mine, against in ((Ability.STRENGTH, Ability.ENDURANCE), (Ability.AGILITY, Ability.AGILITY)):
        total.include(Step.ADD, numbers.rank_bonus(mine, ours[mine], theirs[against], options), seen_by=())
    attacking = {who.team.key for who in attackers}
    for each in added:
        clause = AID_CLAUSE[each.aid]
        if each.why:
            own = seats_of(state, each.team)
            total.skip(each.aid, each.why, "S-21.5", each.amount, source=each.team, seen_by=own)
        elif each.team in attacking:
            total.add(each.aid, each.amount, clause, source=each.team)
        else:
            total.subtract(each.aid, each.amount, clause, source=each.team)
    return total.cap("cap", options.chance_cap, "S-9.0").done(open_to=())
