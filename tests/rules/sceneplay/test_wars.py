"""Random wars from creation to the end: no fault, the contract kept, and what must hold after every fact."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.checks import CHECKS, Check
from conformance.offered import unoffered
from conformance.subject import Subject, sampled_options, sampled_order
from conformance.walk import Walk, walk
from grailkeeper.core.call import Ask, Call, Mode
from grailkeeper.core.canon import Data
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Value
from grailkeeper.core.seat import Person, Role, seat_viewer
from grailkeeper.rules.sceneplay.people import Team
from grailkeeper.rules.sceneplay.scene.apply import CHANGES
from grailkeeper.rules.sceneplay.scene.state import SceneKind
from grailkeeper.rules.sceneplay.state import State
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.rules.sceneplay.visibility import KNOWLEDGE

SEEDS, CONTRACT_SEEDS = 20, 4
NAMES = ("사야카", "쿄코", "히토미", "시즈카", "사쿠라", "모모에", "레이")


def a_war(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """Seven teams: a few with sheets to be made, or people of their own, a few whose bases are known."""
    created = pick(4) == 0

    def ranks(of: str = "EDCBA") -> str:
        return " ".join(of[pick(len(of))] for _ in range(5))

    def team(name: str, place: int) -> dict[str, Any]:
        if created:
            return {"name": name}
        servant: dict[str, Any] = {"ranks": ranks(), "level": ("lower", "normal", "upper", "top")[pick(4)]}
        if pick(2):
            servant |= {"class": "caster", "item_construction": "B", "territory_creation": "CBA"[pick(3)]}
        if pick(2):
            servant["noble_phantasms"] = [{"name": "보구", "rank": "B"}]
        lost = {} if pick(6) else {"master": None}
        known = [f"t{1 + (place + pick(5)) % 7}"] if pick(3) else []
        master = {"ranks": ranks("EDCB"), "strokes": pick(4), "mystic_code": {"rank": "D"}}
        return {"name": name, "master": master, "servant": servant, "known_by": known, "reserves": [5] * pick(3),
                "stored_mana": pick(30)} | lost  # fmt: skip

    teams = {f"t{place}": team(name, place) for place, name in enumerate(NAMES, 1)}
    setup, problems = read(SCENEPLAY.setup, {"teams": teams, "as_they_are": True, "war": {}})
    assert not problems and isinstance(setup, Mapping)
    return setup, sampled_options(SCENEPLAY.options, pick)


def an_order(system: Any, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """An order from its form; on the floor mostly one that means to meet somebody, so that things happen."""
    if call.mode is Mode.FLOOR and pick(3):
        order: Data = _meeting(state, ask, pick)
        view = system.view(state, seat_viewer(ask.seat))
        if not any(problem.binding for problem in system.check(view, call, ask, order)):
            return order
    order = sampled_order(system, state, call, ask, pick)
    if call.kind == "acts" and isinstance(order, Mapping) and pick(3):
        return _prepared(state, ask, order, pick)
    return order


def _prepared(state: State, ask: Ask, order: Mapping[str, Any], pick: Pick) -> Data:
    """An order of acts in which a preparation, if there is one, is meant."""
    assert state.war is not None
    actions: tuple[dict[str, Data], ...] = ({"reserves": 1 + pick(3)}, {"rest": True}, {"eat": 1 + pick(4)})
    person = str(Person(ask.whom, Role.MASTER))
    gift: Data = {"giver": person, "receiver": str(Person(ask.whom, Role.SERVANT)), "amount": 1}
    acting: Data = {"master": actions[pick(3)], "servant": actions[pick(3)]}
    plan: Data = acting if pick(2) else {"gifts": [gift]}
    place = state.war.now.place_of(ask.whom)
    if place is not None and place.kind is SceneKind.PREPARATION:
        return {**order, "scene": plan}
    solos = [each for each in state.war.now.solos if each.team == ask.whom and each.kind is SceneKind.PREPARATION]
    return {**order, "solo": {each.leader.value: plan for each in solos}} if solos else order


def _meeting(state: State, ask: Ask, pick: Pick) -> dict[str, Data]:
    assert state.war is not None
    places, bases = state.war.now.places, [key for key, team in state.teams.items() if ask.whom in team.known_by]
    if bases and pick(2):
        return {"say": "force", "team": bases[pick(len(bases))]}
    if places and pick(3):
        place = places[pick(len(places))]
        return {"say": "join", "team": place.team, "stance": ("help", "hinder")[pick(2)]}
    kinds = ("search", "preparation", "battle", "bonding")
    return {"say": ("apply", "solo")[pick(2)], "kind": kinds[pick(4)], "capacity": 1 + pick(3)}


def _rows() -> tuple[tuple[str, str, str], ...]:
    return tuple((row.id, row.clause, row.who) for row in KNOWLEDGE)


WARS = Subject(SCENEPLAY, a_war, _rows(), tuple, None, an_order, SEEDS, 4000)  # type: ignore[arg-type]


@cache
def begun(seed: int) -> Walk:
    """As much of a war as the contract is tried on."""
    return walk(replace(WARS, longest=100), seed)


@cache
def played(seed: int) -> Walk:
    return walk(WARS, seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_war_ends(seed: int) -> None:
    """And nothing is ever below or above what it can be, spent twice or lost."""
    war = played(seed)
    assert war.ended, f"not over after {len(war.steps)} resolutions"
    for state in war.states:
        assert isinstance(state, State) and state.war is not None
        for team in state.teams.values():
            _within_bounds(team)
    for before, after in zip(war.states, war.states[1:], strict=False):
        for key in before.teams:
            _only_forwards(before.teams[key], after.teams[key])
    last = war.states[-1]
    left = [key for key, team in last.teams.items() if not team.out]
    assert left in ([], [last.war.winner])


def test_what_is_heard_on_a_floor_was_offered() -> None:
    """Only what would be refused is left out of what can be said, and of whom it can name."""
    heard = 0
    for step in (step for seed in range(SEEDS) for step in played(seed).steps if step.call.kind == "floor"):
        for ask in step.call.asks:
            if (order := step.answers.orders.get(ask.whom)) is not None:
                view = SCENEPLAY.view(step.before, seat_viewer(ask.seat))
                assert list(unoffered(SCENEPLAY.form(view, step.call, ask).record, _counting(order))) == []
                heard += 1
    assert heard > 100


def _counting(order: Data) -> Mapping[str, Data]:
    """Without what does not count for what is said (`floor_record`)."""
    assert isinstance(order, Mapping)
    counts = {"team": ("force", "join", "accept"), "what": ("withdraw",)}
    return {name: value for name, value in order.items() if name not in counts or order.get("say") in counts[name]}


def _within_bounds(team: Team) -> None:
    for person in (team.master, team.servant):
        if person is not None:
            assert person.health.now <= person.health.maximum
            assert person.mana.now <= person.mana.maximum
            assert 0 <= person.luck_uses <= 3
    if team.master is not None:
        assert 0 <= team.master.strokes <= 3
        assert team.master.mana.now >= 0
    assert all(reserve.strength in (5, 10) for reserve in team.reserves)
    assert team.stored_mana >= 0 and team.exposure_risk >= 0


def _only_forwards(before: Team, after: Team) -> None:
    """S-4.4, S-8.3, S-15.3, S-15.4, S-18.1: what never comes back."""
    assert before.known_by.keys() <= after.known_by.keys()
    assert before.solos.team <= after.solos.team
    assert before.exposure_risk <= after.exposure_risk
    assert (before.revealed, before.out) <= (after.revealed, after.out)
    if before.master is not None and after.master is not None:
        assert before.master.strokes >= after.master.strokes


def test_things_happen() -> None:
    """Every kind of fact of a scene occurs in these wars, but for the rarest."""
    told = Counter(
        each.fact.kind for seed in range(SEEDS) for step in played(seed).steps for each in step.resolution.told
    )
    rare = {"recontract_agreed", "recontracted", "territory_allotted", "ally_accepted", "application_left"}
    rare |= {"forced_rest_due", "forced_rest_ended", "join_left"}
    assert {kind.kind for kind in CHANGES} - told.keys() - rare == set()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for seed in range(CONTRACT_SEEDS):
        check(begun(seed))


def test_a_master_with_no_servant_is_not_asked_forever() -> None:
    """S-17.7: who is out is asked no more, but for a servant without master."""
    for seed in range(SEEDS):
        for state in played(seed).states:
            for call in SCENEPLAY.calls(state):
                if call.kind != "opening":
                    continue
                for ask in call.asks:
                    team = state.teams[ask.whom]
                    assert not team.out or team.servant is not None
