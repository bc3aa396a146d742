"""The agent `steady` of bingo: strong in three abilities, it fills the board, and keeps a stroke for the worst.

It is sensible, not clever: it does not read its opponent, and lays its cards where nobody can foresee them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..core.canon import Data
from ..core.form import Pick
from ..rules.bingo import tables
from ..rules.bingo.creation import HEALTH_MANA_SERVANT
from ..rules.bingo.derived import phantasm_cards, supply
from ..rules.bingo.people import Condition, Method, NoblePhantasm, Servant, Team
from ..rules.bingo.visibility import View
from .question import Question

Orders = Iterator[Data]

CLASSES = ("saber", "lancer", "archer", "rider", "assassin", "berserker")
"""A caster's own magic adds no cards to those of a magecraft skill."""

HEALTHY = 3
"""The health from which on it seeks a fight."""

BOLD = 3
"""One time in so many it fights all the same: a war that all hide from has no winner."""

KEPT_STROKES = 1
"""Strokes that are only for rescue."""

LUCKY = ("r1c1", "r1c5", "r5c1", "r5c5", "r2c2", "r2c4", "r4c2", "r4c4")
"""Where luck lies on three lines, not in the centre (B-5.5)."""


class SteadyBingo:
    """Tries its plans from the best to the plainest, and says the first that would be taken."""

    name = "steady"

    def answer(self, question: Question, pick: Pick) -> Data:
        view = question.view
        assert isinstance(view, View)
        return question.first_allowed(_PLANS[question.call.kind](view, pick))


def _creation(_: View, pick: Pick) -> Orders:
    """B-14.3: cards pay their grade and there are as many of them, so three abilities and a magecraft are at A."""
    health = 5 + pick(4)
    luck = ("D", "E+")[pick(2)]
    best = {"strength": "A", "endurance": "A", "agility": "A", "magic": "E", "luck": luck}
    yield {
        "servant": {
            "class": CLASSES[pick(len(CLASSES))],
            **best,
            "skills": [
                {"name": "Runes", "rank": "A", "condition": "always", "is_magecraft": True},
                {"name": "Battle Continuation", "rank": "E", "condition": "wounded"},
            ],
            "noble_phantasm": {"name": "Sealed Light", "rank": ("A", "B+")[pick(2)]},
            "health": health,
            "mana": HEALTH_MANA_SERVANT - health,
        },
        "master": {"health": 3, "mana": 4},
    }


def _registration(view: View, _: Pick) -> Orders:
    """B-10.3: the highest cards to the strokes."""
    yield {"strokes": sorted(view.drawn, reverse=True)[: tables.STROKES]}


def _opening(view: View, _: Pick) -> Orders:
    """B-10.4: a noble phantasm that is spent comes back, as long as a stroke is left for rescue."""
    team = view.team
    master, servant = team.able_master(view.scene), team.existing_servant
    if master is not None and servant is not None and len(master.strokes) > KEPT_STROKES:
        spent = all(not each.uses_left for each in servant.noble_phantasms)
        if spent and servant.noble_phantasms and servant.mana.now >= servant.noble_phantasms[0].mp_cost:
            yield {"strokes": [{"card": min(master.strokes), "restore": True}]}
    yield {}


def _move(view: View, pick: Pick) -> Orders:
    """B-14.8: it looks for others while it is well or a stroke could save it, else it keeps out of the way."""
    master, servant = view.team.able_master(view.scene), view.team.existing_servant
    saved = master is not None and bool(master.strokes)
    well = servant is not None and (saved or servant.health.now >= HEALTHY or pick(BOLD) == 0)
    others = [team.region for team in view.teams if team.servant and team.key != view.team.key]
    empty = [region for region in view.regions if region not in others]
    wished = others if well and others else empty or list(view.regions)
    yield {"region": wished[pick(len(wished))], "intent": "fight" if well else "avoid", "accompany": True}


def _strokes(_: View, __: Pick) -> Orders:
    """B-14.22: nothing more before a battle."""
    yield from ()


# The battle


def _battle(view: View, pick: Pick) -> Orders:
    """B-1.8: a full board; the phantasm while there is one; what the master can give without being exhausted."""
    team = view.team
    servant = team.existing_servant
    if servant is None:
        return
    support = _support(view, team, pick)
    ready = next((each for each in servant.noble_phantasms if each.uses_left), None)
    if ready is not None and ready.mp_cost <= servant.mana.now:
        method = (Method.BOOST, Method.BOARD)[pick(2)]
        use = {"noble_phantasm": {"name": ready.name, "method": method.value}}
        cards = _cards(servant, phantasm_cards(ready, method), pick)
        yield {"cards": cards, **use, **support, "skills": _skills(servant, ready)}
        yield {"cards": cards, **use, **support}
        yield {"cards": cards, **use}
    cards = _cards(servant, 0, pick)
    yield {"cards": cards, **support, "skills": _skills(servant, None)}
    yield {"cards": cards, **support}
    yield {"cards": cards}


def _cards(servant: Servant, phantasms: int, pick: Pick) -> list[str]:
    """Every card there is: those of the phantasm in whole lines, the others anywhere, luck where lines cross."""
    there = supply(servant)
    lines = [f"row{place}" for place in _shuffled(range(1, tables.SIZE + 1), pick)]
    in_lines = [cell for line in lines for cell in tables.LINES[line]]
    cells, rest = in_lines[:phantasms], _shuffled(in_lines[phantasms:], pick)
    magecraft = [f"M{'SKR'[pick(3)]}" for _ in range(there.magecraft_cards)]
    plain = ["S"] * there.strikes + ["K"] * there.counters + ["R"] * there.rushes
    laid = dict(zip(rest, _shuffled([*plain, *magecraft], pick), strict=False))
    lucky = [cell for cell in (*LUCKY, *rest) if cell in laid and cell != tables.CENTRE]
    for place, cell in enumerate(list(dict.fromkeys(lucky))[: there.luck_cards]):
        laid[cell] += "L*" if place < there.luck_marks else "L"
    return [*(f"{cell} N" for cell in cells), *(f"{cell} {card}" for cell, card in laid.items())]


def _skills(servant: Servant, phantasm: NoblePhantasm | None) -> list[str]:
    """B-7.5, B-14.20: what mana is left for; a skill that is denied costs nothing. Magecraft is laid as cards."""
    mana = servant.mana.now - (0 if phantasm is None else phantasm.mp_cost)
    if phantasm is None and any(each.uses_left for each in servant.noble_phantasms):
        mana -= servant.noble_phantasms[0].mp_cost
    wounded = servant.health.now < servant.health.maximum
    hopeful = [
        skill
        for skill in sorted(servant.skills, key=lambda skill: -skill.rank.number)
        if not skill.is_magecraft and (skill.condition is not Condition.WOUNDED or wounded)
    ]
    return [skill.name for skill in hopeful[: max(0, mana)]]


def _support(view: View, team: Team, pick: Pick) -> dict[str, Any]:
    """B-9.2 to B-9.6: base points, all mana but one, a tarot card; now and then a stroke that can be spared."""
    master = team.supporter(view.scene)
    if master is None:
        return {}
    support: dict[str, Any] = {"supports": True, "mana_spent": max(0, master.mana.now - 1)}
    if master.tarot:
        support["tarot"] = master.tarot[pick(len(master.tarot))]
    if len(master.strokes) > KEPT_STROKES + 1 and pick(3) == 0:
        support["strokes"] = [max(master.strokes)]
    return support


def _aftermath(view: View, _: Pick) -> Orders:
    """B-9.5, B-14.13: the master takes what keeps the servant standing, else a stroke saves it."""
    team, damage = view.team, view.damage
    master, servant = team.able_master(view.scene), team.existing_servant
    if damage is None or master is None or servant is None:
        return
    short = damage.total - servant.health.now + 1
    if short <= 0:
        return
    cover = max(0, min(damage.bingo, master.health.now - 1, short))
    if cover >= short:
        yield {"cover": cover}
    if master.strokes:
        yield {"rescue": {"stroke": min(master.strokes), "health": tables.HEAL_POINTS}}


_PLANS: Mapping[str, Callable[[View, Pick], Orders]] = {
    "creation": _creation,
    "registration": _registration,
    "opening": _opening,
    "move": _move,
    "strokes": _strokes,
    "battle": _battle,
    "aftermath": _aftermath,
}


def _shuffled(items: Sequence[Any], pick: Pick) -> list[Any]:
    left = list(items)
    return [left.pop(pick(len(left))) for _ in range(len(left))]
