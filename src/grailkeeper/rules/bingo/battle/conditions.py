"""B-7.2, B-14.6, B-Q74: which of the declared skills are used, in the two passes of the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ....core.point import Point, Rulings
from ....core.seat import Audience
from ..facts import SkillUse
from ..options import Options, ResistanceTrigger, SupportMagecraft
from ..people import Condition
from ..state import Extent, SideRole
from .plan import Declared, Plan

Plans = tuple[Plan, Plan]


@dataclass(frozen=True, slots=True)
class Used:
    """What became of a side's skills, in the order declared; `unruled`: denied for want of a verdict (B-R5)."""

    uses: tuple[tuple[Declared, SkillUse], ...] = ()
    unruled: tuple[str, ...] = ()

    @property
    def applied(self) -> tuple[Declared, ...]:
        return tuple(declared for declared, use in self.uses if use is not SkillUse.DENIED)


@dataclass(frozen=True, slots=True)
class Court:
    """Where conditions are judged: both plans, the roles, and who has used magecraft so far (by side)."""

    plans: Plans
    roles: tuple[SideRole, SideRole]
    magecraft: tuple[bool, bool]
    options: Options


def _magecraft_opposed(court: Court, side: int) -> bool:
    """B-7.3, B-Q20."""
    if court.options.magic_resistance_trigger is ResistanceTrigger.ANY:
        return any(court.magecraft)
    return court.magecraft[1 - side]


def _attacks(court: Court, side: int) -> bool:
    return court.roles[side] is SideRole.ATTACKER


def _wounded(court: Court, side: int) -> bool:
    health = court.plans[side].servant.health
    return health.now < health.maximum


_HOLDS: Mapping[Condition, Callable[[Court, int], bool | None]] = {
    Condition.ALWAYS: lambda *_: True,
    Condition.MAGECRAFT_OPPOSED: _magecraft_opposed,
    Condition.MAGECRAFT_ANY: lambda court, _: any(court.magecraft),
    Condition.NP_OPPOSED: lambda court, side: court.plans[1 - side].phantasm is not None,
    Condition.ATTACKER: _attacks,
    Condition.DEFENDER: lambda court, side: not _attacks(court, side),
    Condition.MASTER_ABSENT: lambda court, side: not court.plans[side].supports,
    Condition.WOUNDED: _wounded,
    Condition.NO_OTHER_SKILL: lambda court, side: len(court.plans[side].skills) == 1,
    Condition.KEEPER: lambda *_: None,
}
"""B-14.6: whether a condition holds for a side; None where only the keeper can say."""


def laid_magecraft(plan: Plan, options: Options) -> bool:
    """B-4.7, B-7.4, B-Q21: whether cards or the master's support are a use of magecraft."""
    if any(card.is_magecraft for card in plan.cards.values()):
        return True
    if not plan.supports:
        return False
    match options.master_support_is_magecraft:
        case SupportMagecraft.MP_SPENT:
            return plan.mana_spent > 0
        case SupportMagecraft.DECLARED:
            return plan.declares_magecraft
        case fixed:
            return fixed is SupportMagecraft.ALWAYS


def judge_skills(
    plans: Plans,
    roles: tuple[SideRole, SideRole],
    options: Options,
    rulings: Rulings,
    address: str,
    extent: Extent,
    given: Mapping[str, object],
    told: Audience,
) -> tuple[Used, Used] | None:
    """The skills of both sides, or None while the keeper has not said what only the keeper can say.

    First the skills of magecraft, then the others, which count the successes of the first (B-Q74).
    """
    bench = _Bench(rulings, address, extent, given, told)
    laid = (laid_magecraft(plans[0], options), laid_magecraft(plans[1], options))
    first = Court(plans, roles, laid, options)
    for side in (0, 1):
        bench.judge(first, side, magecraft=True)
    if bench.waiting:
        return None
    second = Court(plans, roles, (laid[0] or bench.cast(0), laid[1] or bench.cast(1)), options)
    for side in (0, 1):
        bench.judge(second, side, magecraft=False)
    return None if bench.waiting else (bench.used(plans[0], 0), bench.used(plans[1], 1))


class _Bench:
    """Takes the verdicts one by one."""

    def __init__(
        self, rulings: Rulings, address: str, extent: Extent, given: Mapping[str, object], told: Audience
    ) -> None:
        self._rulings, self._address, self._extent, self._given = rulings, address, extent, given
        self._told = told
        self._uses: dict[tuple[int, str], SkillUse] = {}
        self._unruled: tuple[list[str], list[str]] = ([], [])
        self._cast = [False, False]
        self.waiting = False

    def judge(self, court: Court, side: int, magecraft: bool) -> None:
        for declared in court.plans[side].skills:
            if declared.skill.is_magecraft is magecraft:
                use = self._judge(court, side, declared)
                self._uses[side, declared.skill.name] = use
                self._cast[side] |= magecraft and use is not SkillUse.DENIED

    def cast(self, side: int) -> bool:
        """B-4.7: whether a skill of magecraft was applied."""
        return self._cast[side]

    def used(self, plan: Plan, side: int) -> Used:
        uses = tuple((declared, self._uses[side, declared.skill.name]) for declared in plan.skills)
        return Used(uses, tuple(self._unruled[side]))

    def _judge(self, court: Court, side: int, declared: Declared) -> SkillUse:
        """B-7.2, B-12.7: a plus asks for no condition; else the check is the verdict, which the keeper may overrule."""
        if declared.with_plus:
            return SkillUse.USED_WITH_PLUS
        plan, skill = court.plans[side], declared.skill
        verdict = _HOLDS[skill.condition](court, side)
        address = f"{self._address}/skill/{plan.team.key}/{plan.servant.skills.index(skill) + 1}"
        if verdict is None and self._extent is not Extent.WAR:
            verdict = False  # B-R5: what is played from a file waits for nobody
            if address not in self._given:
                self._unruled[side].append(skill.name)
        point = Point(
            address=address,
            kind="skill_condition",
            clause="B-7.2",
            choices=(True, False),
            verdict=verdict,
            subject={"team": plan.team.key, "skill": skill.name, "condition": skill.condition.value},
            told=self._told,
        )
        answer = self._rulings.ask(point)
        self.waiting |= answer is None
        return SkillUse.USED if answer is True else SkillUse.DENIED
