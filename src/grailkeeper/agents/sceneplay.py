"""The agent `steady` of sceneplay: it lives within its mana, hides, searches, and strikes bases that it has found.

It is sensible, not clever: what a careful player would do in the first weeks of a war.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..core.canon import Data
from ..core.form import Pick, read
from ..rules.sceneplay import numbers, tables
from ..rules.sceneplay.derived import net_upkeep
from ..rules.sceneplay.options import ForcedFrom
from ..rules.sceneplay.people import MasterState, Points, Servant, ServantState
from ..rules.sceneplay.scene.state import PlayScene, SceneKind
from ..rules.sceneplay.visibility import OwnTeam, View
from .question import Question

Orders = Iterator[Data]

CLASSES = ("saber", "archer", "lancer", "rider", "assassin", "berserker")

HEALTHY, SPARE_MANA = 4, 2
"""The health below which it seeks no fight, and the mana that it never spends on a device."""


class SteadySceneplay:
    """Tries its plans from the best to the plainest, and says the first that would be taken."""

    name = "steady"

    def answer(self, question: Question, pick: Pick) -> Data:
        for order in _PLANS[question.call.kind](question, pick):
            data, malformed = read(question.form.record, order)
            if not malformed and question.allowed(data):
                return data
        return None


def _creation(_: Question, pick: Pick) -> Orders:
    """S-24: a master strong in magic, so that an upper servant costs nothing while a stroke is left (S-14)."""
    hidden = ("magic", "luck")[pick(2)]
    abilities = ("A A B E E", "A B A E E", "B A A E E")[pick(3)]
    yield {
        "master": {"ranks": "E E E A E", "health": 2, "mana": 5, "mystic_code": {"rank": "D", "type": "damage"}},
        "servant": {
            "class": CLASSES[pick(len(CLASSES))],
            "level": "upper",
            "ranks": abilities,
            "health": 8,
            "mana": 6,
            "skills": [
                {"name": "Eye of the Mind", "rank": "B", "class_skill": True},
                {"name": "Valour", "rank": "A"},
                {"name": "Battle Continuation", "rank": "A"},
            ],
            "noble_phantasms": [{"name": "Sealed Light", "rank": "A", "type": "damage"}],
        },
        "workshop": ("7/2/1", "6/2/2", "8/1/1")[pick(3)],
        "concealed_by": hidden,
    }


def _opening(question: Question, _: Pick) -> Orders:
    """S-3.3: stored mana to whom it helps; a stroke rather than a servant that vanishes (S-14.9)."""
    view, own = _seen(question)
    stored = own.stored_mana + own.workshop.points.storage + own.territory.storage
    convert = {}
    servant = own.servant
    if servant is not None and servant.state is ServantState.WELL:
        convert = {"servant": min(stored // 10, _room(servant.mana))}
        net = net_upkeep(servant, own.master, view.options).value
        if servant.mana.now + convert["servant"] <= net:
            yield {"convert": convert, "restore": [{"mana": tables.RECOVERY}]}
    yield {"convert": convert} if convert.get("servant") else {}


def _floor(question: Question, pick: Pick) -> Orders:
    """S-1, S-4.5, S-8: strike a base that it knows, open a scene of its own, else join one that is no battle."""
    view, own = _seen(question)
    if question.heard == 0:
        if _can_fight(own):
            for target in _rotated(own.knows, pick):
                yield {"say": "force", "team": target}
        kind = "preparation" if _tired(own) or pick(3) == 0 else "search"
        if not _full(view):
            yield {"say": "apply", "by": "master", "kind": kind, "capacity": 1 + pick(2), "who": "both"}
    if question.heard == 1:
        for place in _rotated(_quiet_places(view), pick):
            yield {"say": "join", "team": place.team, "who": "both"}
        yield {"say": "solo", "kind": "search", "who": "master"}


def _acts(question: Question, pick: Pick) -> Orders:
    """S-4, S-5: search for somebody whose base is hidden yet, and strike at once if that is allowed (S-4.5) and it can
    fight; rest, or feed the servant (S-5.11)."""
    view, own = _seen(question)
    targets = [team.key for team in view.teams if team.key not in (own.key, *own.knows) and not team.out]
    search = {
        "target": targets[pick(len(targets))] if targets else "",
        "by": "master",
        "ability": ("magic", "luck")[pick(4) == 0],
        "number": pick(100),
        "partner_help": True,
    }
    if view.options.forced_battle_from is ForcedFrom.SAME_SCENE and _can_fight(own):
        search["strike"] = "master"
    prepare: dict[str, Any] = {"master": {"reserves": 2}}
    master, servant = own.master, own.servant
    if master is not None and servant is not None:
        gift = min(master.mana.now - 1, _room(servant.mana))
        if servant.mana.now <= SPARE_MANA + 1 and gift > 0:
            giver, receiver = f"{own.key}.master", f"{own.key}.servant"
            prepare = {"gifts": [{"giver": giver, "receiver": receiver, "amount": gift}]}
        elif _room(master.mana):
            prepare = {"master": {"rest": True}}
        if servant.health.now < HEALTHY and servant.mana.now > SPARE_MANA + 1:
            prepare |= {"heal": min(servant.mana.now - SPARE_MANA, _room(servant.health))}
    place = None if view.table is None else view.table.place_of(own.key)
    scene = {} if place is None else {"scene": search if place.kind is SceneKind.SEARCH else prepare}
    yield scene | {"solo": {"master": {**search, "partner_help": False}}}
    yield scene
    yield {"solo": {"master": {**search, "partner_help": False}}}
    yield {}


def _sheet(question: Question, pick: Pick) -> Orders:
    """S-10.19: help, reserves and assistance early, the phantasm while mana is to spare, luck where it defends."""
    view, own = _seen(question)
    assert view.battle is not None
    pair = view.battle.setting.pair
    attacks = [judgment for judgment in tables.JUDGMENTS if own.key in pair.attackers(judgment)]
    defences = [judgment for judgment in tables.JUDGMENTS if judgment not in attacks]
    plain: dict[str, Any] = {"numbers": [pick(100) for _ in tables.JUDGMENTS], "help": True, "escape": True}
    rich = dict(plain)
    if own.reserves:
        rich["reserves"] = {str(attacks[0]): [reserve.strength for reserve in own.reserves]}
    if own.servant is not None:
        rich["luck"] = defences[: numbers.luck_count(own.servant.ranks.luck)]
        rich["phantasm"] = attacks[: _affordable(own.servant)]
    assisted = dict(rich)
    if view.battle.setting.place == own.key:
        uses = numbers.assistance(own.workshop.points, own.territory).value
        assisted["assistance"] = [1 if place < uses else 0 for place in range(len(tables.JUDGMENTS))]
    yield assisted
    yield rich
    yield {**rich, "luck": []}
    yield {**plain, "phantasm": rich.get("phantasm", [])}
    yield plain


def _yes(field: str) -> Callable[[Question, Pick], Orders]:
    def answer(_: Question, __: Pick) -> Orders:
        yield {field: True}

    return answer


_PLANS: Mapping[str, Callable[[Question, Pick], Orders]] = {
    "creation": _creation,
    "opening": _opening,
    "floor": _floor,
    "acts": _acts,
    "battle_sheets": _sheet,
    "escape": _yes("escape"),
}


def _seen(question: Question) -> tuple[View, OwnTeam]:
    view = question.view
    assert isinstance(view, View) and view.own is not None
    return view, view.own


def _room(points: Points) -> int:
    return max(0, points.maximum - points.now)


def _affordable(servant: Servant) -> int:
    """How often the phantasm can be used with mana left over (S-21.1, S-21.2)."""
    if not servant.noble_phantasms:
        return 0
    spare = servant.mana.now - SPARE_MANA
    first = tables.DEVICE_PRICE if servant.noble_phantasms[0].discount_used else tables.DEVICE_DISCOUNTED
    return max(0, 1 + (spare - first) // tables.DEVICE_PRICE) if spare >= first else 0


def _can_fight(own: OwnTeam) -> bool:
    servant = own.servant
    return servant is not None and servant.state is ServantState.WELL and servant.health.now >= HEALTHY


def _tired(own: OwnTeam) -> bool:
    master, servant = own.master, own.servant
    weary = master is not None and master.state is MasterState.WELL and _room(master.mana) > 1
    return weary or (servant is not None and servant.mana.now <= SPARE_MANA + 1)


def _full(view: View) -> bool:
    return view.table is not None and len(view.table.places) >= view.table.limit


def _quiet_places(view: View) -> list[PlayScene]:
    places = () if view.table is None else view.table.places
    return [each for each in places if each.kind in (SceneKind.PREPARATION, SceneKind.BONDING, SceneKind.SEARCH)]


def _rotated(items: Any, pick: Pick) -> list[Any]:
    listed = list(items)
    start = pick(len(listed)) if listed else 0
    return listed[start:] + listed[:start]
