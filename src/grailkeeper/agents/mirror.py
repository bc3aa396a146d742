"""The agent `steady` of the mirror land: swift and magical, it searches while it is fresh, and never runs out of mana.

It is sensible, not clever: what a careful player would do in the first weeks of a war. It plays every class, and uses
what the class gives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..core.canon import Data
from ..core.form import Pick
from ..rules.mirror import numbers, tables
from ..rules.mirror.battle.check import Spot, spot_of
from ..rules.mirror.battle.standing import BOOSTS, CLASS_SUPPORTS, support_grade
from ..rules.mirror.derived import Figures, body_figures, servant_figures
from ..rules.mirror.people import Condition, ServantClass, World
from ..rules.mirror.visibility import OwnTeam, View, in_battle
from .question import Question

Orders = Iterator[Data]

LEVEL = 5
RAISED: Mapping[str, Mapping[str, str]] = {
    "archer": {"independent_action": "A", "clairvoyance": "D++"},
    "assassin": {"presence_concealment": "D++"},
    "caster": {"item_construction": "D++"},
}
"""What the skill points of a class buy (M-1.5): they buy nothing else."""
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
        return question.first_allowed(_PLANS[question.call.kind](question, pick))


# Creation


def _level(_: Question, __: Pick) -> Orders:
    """M-1.4: upkeep can be recovered, points cannot."""
    yield {"level": LEVEL}


def _creation(question: Question, pick: Pick) -> Orders:
    """M-1: magic type, so that magic gives score and mana both; agility for score and for what it takes off."""
    view = _view(question)
    base = view.regions[pick(len(view.regions))]
    servant_class = tuple(ServantClass)[pick(len(ServantClass))].value
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
            "class_skills": RAISED.get(servant_class, {}),
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
    alive = {team.key for team in view.teams if team.alive}
    known = [place for owner, places in own.bases_known.items() if owner in alive for place in places]
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


def _set_start(question: Question, pick: Pick) -> Orders:
    """M-3.12, M-11.14, M-4.23, M-4.14: luck takes off damage, a stroke gives back health that is nearly spent; frenzy
    where it can be paid twice over, a strike at somebody."""
    spot = _spot(question)
    start: dict[str, Any] = {"luck": {"mode": "subtract"}}
    if spot.foes:
        start["strike"] = spot.foes[pick(len(spot.foes))]
    orders = {"orders": _recovery(spot)}
    if _can_rage(spot):
        yield {**start, **orders, "frenzy": True}
    yield {**start, **orders}
    yield start


def _turn(question: Question, pick: Pick) -> Orders:
    """M-8, M-6: attack cards in no order that anybody could foresee, phantasms while mana is to spare."""
    spot = _spot(question)
    hand = [card for card in _kinds(spot) for _ in range(spot.fighter.hand.get(card, 0))]
    slots: list[dict[str, Any]] = [{"card": card} for card in _shuffled(hand, pick)[: tables.TURN]]
    slots += [{"card": "empty"}] * (tables.TURN - len(slots))
    plain = [dict(slot) for slot in slots]
    places = _shuffled(range(tables.TURN), pick)
    target = spot.foes[pick(len(spot.foes))] if spot.foes else ""
    releases, left = _affordable(spot)
    for place in places[:releases]:
        slots[place] = {"card": spot.own.sheet.phantasms[0].name, "target": target}
    helped = _supported(spot, slots, left)
    lucky = [dict(slot) for slot in helped]
    lucky[places[0]]["supports"] = [*lucky[places[0]].get("supports", []), {"name": "luck"}]
    yield {"slots": lucky}
    yield {"slots": helped}
    yield {"slots": slots}
    yield {"slots": plain}


def _supported(spot: Spot, slots: list[dict[str, Any]], left: int) -> list[dict[str, Any]]:
    """M-4.2, M-4.7, M-4.10: what the class can lay with an attack, as long as mana is to spare."""
    found = [dict(slot) for slot in slots]
    for name in CLASS_SUPPORTS:
        price = support_grade(spot.figures, name)
        cards = [card for skill, card in BOOSTS.items() if skill.value == name] or ["buster", "quick", "arts"]
        place = next((place for place, slot in enumerate(found) if slot["card"] in cards), None)
        if place is not None and 0 < price < left:
            left -= price
            found[place]["supports"] = [*found[place].get("supports", []), {"name": name}]
    return found


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
    """M-9.10: another set, if it can be paid and survived; with the last foe it is brought to an end."""
    spot = _spot(question)
    last = sum(team.alive for team in _view(question).teams) <= 2
    mana = spot.own.being(spot.battle.world).mp
    enough = mana > _battle_mana(spot) * (1 if last else 2) + MARGIN
    yield {"continue": enough and _share(spot) >= (3 if last else 5)}


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


def _affordable(spot: Spot) -> tuple[int, int]:
    """How many releases this turn can pay for, with upkeep and a margin left over, and what is left then."""
    upkeep = numbers.upkeep(spot.own.sheet.extra, frenzy=spot.own.frenzied).value
    left = spot.own.being(spot.battle.world).mp - upkeep - MARGIN
    if not spot.figures.phantasms or not spot.own.sheet.phantasms:
        return 0, left
    grade, reach = spot.figures.phantasm_grades[0], spot.own.sheet.phantasms[0].reach
    found = 0
    for nth in range(spot.fighter.releases + 1, RELEASES + 1):
        cost = numbers.phantasm_cost(grade, reach, nth=nth, options=spot.options).value
        if cost >= left:
            break
        found, left = found + 1, left - cost
    return found, left


def _can_rage(spot: Spot) -> bool:
    """M-4.24: whether the doubled battle mana and upkeep can be paid, and a release beside them."""
    sheet, mana = spot.own.sheet, spot.own.being(spot.battle.world).mp
    doubled = numbers.battle_mana(sheet.extra, frenzy=True).value + numbers.upkeep(sheet.extra, frenzy=True).value
    return sheet.servant_class is ServantClass.BERSERKER and mana > doubled + _price(spot.own, spot.figures) + MARGIN


def _shuffled(items: Any, pick: Pick) -> list[Any]:
    left = list(items)
    return [left.pop(pick(len(left))) for _ in range(len(left))]
