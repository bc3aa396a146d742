"""A battle order as it is meant: its words found on the sheet of the side that gave it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....core.record import replace
from .. import tables
from ..cards import Laid, laid
from ..derived import MagecraftSource, magecraft_source
from ..people import Master, Method, NoblePhantasm, Servant, Skill, Team

Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Declared:
    """A skill that is applied, with its plus or without (B-12.8)."""

    skill: Skill
    with_plus: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side does in a battle. `cards` by cell in the order of the cells.

    `phantasm` and `method` are both there or both None; `source` is where its magecraft cards come from;
    `declares_magecraft` is of B-Q21 `declared` only.
    """

    team: Team
    servant: Servant
    cards: Mapping[str, Laid] = field(default_factory=dict)
    phantasm: NoblePhantasm | None = None
    method: Method | None = None
    skills: tuple[Declared, ...] = ()
    source: MagecraftSource | None = None
    supports: bool = False
    mana_spent: int = 0
    strokes: tuple[int, ...] = ()
    tarot: int | None = None
    declares_magecraft: bool = False

    @property
    def supporter(self) -> Master | None:
        return self.team.master if self.supports else None


def plan_of(team: Team, scene: int, order: Order) -> Plan:
    """The plan of an order in which `check` finds nothing binding; an empty one is that of silence (B-14.21)."""
    servant = team.servant
    assert servant is not None
    uses = order.get("noble_phantasm", ())
    phantasm = phantasm_named(servant, uses[0]) if uses else None
    skills = tuple(found for written in order.get("skills", ()) if (found := skill_named(servant, written)))
    tarot = order.get("tarot", ())
    return Plan(
        team=team,
        servant=servant,
        cards=board_of(order),
        phantasm=phantasm,
        method=None if phantasm is None else Method(uses[0]["method"]),
        skills=skills,
        source=magecraft_source(servant, [each.skill.name for each in skills]),
        supports=order.get("supports", team.supporter(scene) is not None),
        mana_spent=order.get("mana_spent", 0),
        strokes=tuple(order.get("strokes", ())),
        tarot=tarot[0] if tarot else None,
        declares_magecraft=order.get("magecraft_support", False),
    )


def cards_of(order: Order) -> list[Laid]:
    """The cards of an order one by one, as they are written."""
    return [laid(written) for written in order.get("cards", ())]


def board_of(order: Order) -> dict[str, Laid]:
    """The cards of an order by cell, in the order of the cells; a luck card written apart joins its card (B-5.2)."""
    found: dict[str, Laid] = {}
    for card in cards_of(order):
        there = found.get(card.cell)
        found[card.cell] = card if there is None else _joined(there, card)
    return {cell: found[cell] for cell in tables.CELLS if cell in found}


def _joined(one: Laid, other: Laid) -> Laid:
    base = one.base or other.base
    return replace(one, base=base, luck=one.luck + other.luck, marked=one.marked or other.marked)


def phantasm_named(servant: Servant, use: Mapping[str, Any]) -> NoblePhantasm | None:
    """B-6.4: the phantasm that is meant; without a name the only one."""
    name = use.get("name")
    if name is None:
        return servant.noble_phantasms[0] if len(servant.noble_phantasms) == 1 else None
    return next((each for each in servant.noble_phantasms if each.name == name), None)


def skill_named(servant: Servant, written: str) -> Declared | None:
    """B-12.8: the skill of that name; a `+` behind the name uses its plus."""
    known = {skill.name: skill for skill in servant.skills}
    if written in known:
        return Declared(known[written])
    name = written.removesuffix("+").rstrip()
    return Declared(known[name], with_plus=True) if name in known and written.endswith("+") else None


# Payments


def mana_of_skills(used: Sequence[Declared]) -> tuple[int, int]:
    """B-7.5, B-12.11 to B-12.13: the basic mana of the skills that are used, and the extra of their pluses."""
    extra = any(each.with_plus and not each.skill.is_class_skill for each in used)
    return tables.SKILL_MANA * len(used), tables.SKILL_PLUS_MANA if extra else 0


def mana_of(plan: Plan) -> int:
    """B-14.20: the most that the servant will have to pay."""
    phantasm = 0 if plan.phantasm is None else plan.phantasm.mp_cost
    return phantasm + sum(mana_of_skills(plan.skills))
