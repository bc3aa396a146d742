"""The agent `steady` of the mirror land: swift and magical, it searches while it is fresh, and never runs out of mana.

It is sensible, not clever: what a careful player would do in the first weeks of a war.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..core.canon import Data
from ..core.form import Pick, read
from ..rules.mirror import numbers, tables
from ..rules.mirror.battle.check import Spot, spot_of
from ..rules.mirror.derived import Figures, body_figures, servant_figures
from ..rules.mirror.people import Condition, World
from ..rules.mirror.visibility import OwnTeam, View, in_battle
from .question import Question

Orders = Iterator[Data]

CLASSES = ("saber", "lancer", "rider", "archer")
LEVEL = 5
CARDS: Mapping[str, int] = {"buster": 3, "quick": 3, "arts": 3, "guard": 1}
PHANTASM = "Mirror Moon"
RELEASES = 2
"""Of the phantasm in one set: the third costs three times as much (M-6.5)."""
MARGIN = 20
"""Mana that is left over when everything foreseeable is paid."""


class SteadyMirror:
    """Tries its plans from the best to the plainest, and says the first that would be taken."""

    name = "steady"

    def answer(self, question: Question, pick: Pick) -> Data:
        for order in _PLANS[question.call.kind](question, pick):
            data, malformed = read(question.form.record, order)
            if not malformed and question.allowed(data):
                return data
        return None


# Creation


def _level(_: Question, __: Pick) -> Orders:
    """M-1.4: upkeep can be recovered, points cannot."""
    yield {"level": LEVEL}


def _creation(question: Question, pick: Pick) -> Orders:
    """M-1: magic type, so that magic gives score and mana both; agility for score and for what it takes off."""
    view = _view(question)
    base = view.regions[pick(len(view.regions))]
    servant_class = CLASSES[pick(len(CLASSES))]
    attribute = ("buster", "quick", "arts")[pick(3)]
    for rank in ("EX", "A++", "A+", "A", "B++", "B", "C"):
        yield {
            "class": servant_class,
            "type": "magic",
            "agility": "EX",
            "magic": "EX",
            "endurance": "B",
            "luck": "D",
            "health": 200,
            "mana": 100,
            "health_points": 10,
            "mana_points": 15,
            "cards": CARDS,
            "phantasms": [{"name": PHANTASM, "rank": rank, "attribute": attribute}],
            "base": base,
        }


# Scenes


def _plan(question: Question, pick: Pick) -> Orders:
    """M-7: rest at home while it is weary, else search where somebody lives, or anywhere."""
    view, own = _own(question)
    home = own.bases[0] if own.bases else own.region
    if own.servant.condition is Condition.DYING or not _fresh(view, own):
        yield {"region": home, "action": "rest"}
    known = [place for places in own.bases_known.values() for place in places]
    places = known if known and pick(2) else view.regions
    yield {"region": places[pick(len(places))], "action": "search"}


def _exposed(question: Question, pick: Pick) -> Orders:
    view = _view(question)
    yield {"region": view.regions[pick(len(view.regions))]}


def _zone(question: Question, pick: Pick) -> Orders:
    """M-12.8: a body that can fight waits where everybody passes, any other keeps away from there."""
    view, own = _own(question)
    quiet = view.zones[1:] or view.zones
    yield {"zone": view.zones[0] if _strong_body(view, own) else quiet[pick(len(quiet))]}


def _meeting(question: Question, _: Pick) -> Orders:
    """M-7.8: whoever is found is fought, if it is fresh."""
    view, own = _own(question)
    assert view.scene is not None
    fit = _fresh(view, own) if view.scene.world is World.VIRTUAL else _strong_body(view, own)
    yield {"attack": list(view.scene.met) if fit else []}


# Battles


def _set_start(question: Question, _: Pick) -> Orders:
    """M-3.12, M-11.14: luck takes off damage, a stroke gives back health that is nearly spent."""
    spot = _spot(question)
    luck = {"mode": "subtract"}
    orders = _recovery(spot)
    if orders:
        yield {"luck": luck, "orders": orders}
    yield {"luck": luck}


def _turn(question: Question, pick: Pick) -> Orders:
    """M-8, M-6: attack cards in no order that anybody could foresee, phantasms while mana is to spare."""
    spot = _spot(question)
    hand = [card for card in _kinds(spot) for _ in range(spot.fighter.hand.get(card, 0))]
    slots: list[dict[str, Any]] = [{"card": card} for card in _shuffled(hand, pick)[: tables.TURN]]
    slots += [{"card": "empty"}] * (tables.TURN - len(slots))
    plain = [dict(slot) for slot in slots]
    places = _shuffled(range(tables.TURN), pick)
    target = spot.foes[pick(len(spot.foes))] if spot.foes else ""
    for place in places[: _affordable(spot)]:
        slots[place] = {"card": PHANTASM, "target": target}
    lucky = [dict(slot) for slot in slots]
    lucky[places[0]]["supports"] = [{"name": "luck"}]
    yield {"slots": lucky}
    yield {"slots": slots}
    yield {"slots": plain}


def _kinds(spot: Spot) -> tuple[str, ...]:
    """The kinds of card, a guard only where nothing else is left."""
    attacks = ("buster", "quick", "arts")
    left = sum(spot.fighter.hand.get(card, 0) for card in attacks)
    return attacks if left >= tables.TURN else (*attacks, "guard")


def _gap(question: Question, _: Pick) -> Orders:
    """M-11.14, M-11.11: a stroke for health; the last way out when there is none left to fight with."""
    spot = _spot(question)
    orders = _recovery(spot)
    if orders:
        yield {"orders": orders}
    if _share(spot) < 4:
        yield {"orders": ["escape"]}
    yield {"then": "stay"}


def _after(question: Question, _: Pick) -> Orders:
    """M-9.10: another set, if it can be paid and survived."""
    spot = _spot(question)
    mana = spot.own.being(spot.battle.world).mp
    yield {"continue": _share(spot) >= 5 and mana > 2 * _battle_mana(spot) + MARGIN}


def _nothing(_: Question, __: Pick) -> Orders:
    yield from ()


_PLANS: Mapping[str, Callable[[Question, Pick], Orders]] = {
    "level": _level,
    "creation": _creation,
    "exposed_region": _exposed,
    "plan": _plan,
    "zone": _zone,
    "meeting": _meeting,
    "set_start": _set_start,
    "turn": _turn,
    "reaction": _nothing,
    "gap": _gap,
    "after": _after,
}


# What it looks at


def _view(question: Question) -> View:
    view = question.view
    assert isinstance(view, View)
    return view


def _own(question: Question) -> tuple[View, OwnTeam]:
    view = _view(question)
    assert view.own is not None
    return view, view.own


def _spot(question: Question) -> Spot:
    view = _view(question)
    own, battle = in_battle(view)
    return spot_of(own, battle, view.options)


def _share(spot: Spot) -> int:
    """Health in tenths of what there can be."""
    return _tenths(spot.own.being(spot.battle.world).hp, spot.figures)


def _tenths(hp: int, figures: Figures) -> int:
    return 10 * hp // max(1, figures.max_hp.value)


def _recovery(spot: Spot) -> list[str]:
    return ["full_recovery hp"] if spot.own.strokes and _share(spot) < 4 else []


def _fresh(view: View, own: OwnTeam) -> bool:
    """M-11.2, M-11.3: whether a battle and the upkeep after it can be paid, with health to spare."""
    figures = servant_figures(own.sheet, own.stage, view.options)
    needed = numbers.battle_mana(own.sheet.extra).value + numbers.upkeep(own.sheet.extra).value + _price(own, figures)
    return _tenths(own.servant.hp, figures) >= 6 and own.servant.mp > needed + MARGIN


def _strong_body(view: View, own: OwnTeam) -> bool:
    figures = body_figures(own.sheet, own.stage, view.options)
    return figures.needs_mana and _tenths(own.body.hp, figures) >= 6


def _price(own: OwnTeam, figures: Figures) -> int:
    """Mana of the first release in a set."""
    if not own.sheet.phantasms or not figures.phantasm_grades:
        return 0
    return numbers.phantasm_cost(figures.phantasm_grades[0], own.sheet.phantasms[0].reach).value


def _battle_mana(spot: Spot) -> int:
    return numbers.battle_mana(spot.own.sheet.extra).value


def _affordable(spot: Spot) -> int:
    """How many releases this turn can pay for, with upkeep and a margin left over."""
    if not spot.figures.phantasms or not spot.own.sheet.phantasms:
        return 0
    grade, reach = spot.figures.phantasm_grades[0], spot.own.sheet.phantasms[0].reach
    left = spot.own.being(spot.battle.world).mp - numbers.upkeep(spot.own.sheet.extra).value - MARGIN
    found = 0
    for nth in range(spot.fighter.releases + 1, RELEASES + 1):
        left -= numbers.phantasm_cost(grade, reach, nth=nth, options=spot.options).value
        if left <= 0:
            break
        found += 1
    return found


def _shuffled(items: Any, pick: Pick) -> list[Any]:
    left = list(items)
    return [left.pop(pick(len(left))) for _ in range(len(left))]
