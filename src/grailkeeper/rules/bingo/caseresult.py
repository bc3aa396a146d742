"""What came out of a played script, in the words of the case format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.case import Outcome, Script
from ...core.problem import Problem, illegal
from ...core.record import replace
from ...core.working import Working
from . import facts as f
from .apply import apply
from .battle.course import AFTERMATH, pair_of
from .people import Master, Servant, Team
from .setup import begin
from .state import State


def refused(script: Script, played: Outcome) -> tuple[Problem, ...]:
    """The first fault of a script: a refused order, a part that failed, or an answer to what was never asked."""
    failed = (told.fact.problem for told in played.told if isinstance(told.fact, f.OrderFailed))
    first = [*played.refused, *failed, *_unheard(script, played)][:1]
    return tuple(at_fault(problem, str(problem.values["team"])) for problem in first)


def at_fault(problem: Problem, side: str) -> Problem:
    """The problem with the side (or the team) at fault, as a refusal of the case format names it."""
    return replace(problem, values={**problem.values, "side": side})


def _unheard(script: Script, played: Outcome) -> Iterator[Problem]:
    """B-14.11, B-14.13: what nobody was there to be asked for, and rescues of servants that were not at 0."""
    rescued = {(told.fact.pair, told.fact.team) for told in played.told if isinstance(told.fact, f.ServantRescued)}
    masters = _masters(script, played)
    after = ((address, team, order) for (address, team), order in script.sealed.items() if address.endswith(AFTERMATH))
    for address, team, order in (*after, *script.floor):
        pair = pair_of(address)
        if team not in masters.get(pair, (team,)):
            yield illegal("master_absent", "B-14.11", "strokes", team=team)
        elif pair in masters and isinstance(order, Mapping) and order.get("rescue") and (pair, team) not in rescued:
            yield illegal("rescue_not_open", "B-14.13", "rescue", team=team)


def _masters(script: Script, played: Outcome) -> dict[str, tuple[str, ...]]:
    """By pair that fought: the teams whose masters lived then, which are all that are asked."""
    found: dict[str, tuple[str, ...]] = {}
    state = begin(script.setup, script.options)
    for told in played.told:
        state = apply(state, told.fact)
        if isinstance(told.fact, f.BattleFought):
            found[told.fact.pair] = tuple(team.key for team in state.teams if team.living_master is not None)
    return found


def battles(script: Script, played: Outcome) -> dict[str, dict[str, Any]]:
    """Every battle that was fought, by pair, with the people as they were when it was over."""
    found: dict[str, dict[str, Any]] = {}
    fought: dict[str, f.BattleFought] = {}
    covered: dict[tuple[str, str], int] = {}
    state = begin(script.setup, script.options)
    for told in played.told:
        fact = told.fact
        state = apply(state, fact)
        if isinstance(fact, f.BattleFought):
            fought[fact.pair] = fact
        elif isinstance(fact, f.DamageTaken):
            covered[fact.pair, fact.team] = fact.covered
        elif isinstance(fact, f.BattleOver) and not fact.skipped:
            found[fact.pair] = _battle(state, fought[fact.pair], covered)
    return found


def _battle(state: State, fact: f.BattleFought, covered: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    sides = {
        side.team: {
            **_side(side),
            "covered": covered[fact.pair, side.team],
            **people(state.team(side.team), state.scene),
        }
        for side in fact.sides
    }
    return {"winner": fact.winner or "draw", **sides}


def _side(side: f.SideResult) -> dict[str, Any]:
    board, damage = part(side.total, "board"), side.damage
    cells = {term.source: term.amount for term in board.terms if term.source} if board is not None else {}
    found = {
        "won": list(cells),
        "cells": cells,
        "board_points": value(side.total, "board"),
        "consolation": value(side.total, "consolation"),
        "luck": {cell: fate.value for cell, fate in side.luck.items()},
        "skills": {name: use.value for name, use in side.skills},
        "skill_points": value(side.total, "skills"),
        "base_points": value(side.total, "base_support"),
        "mana_points": value(side.total, "mana_spent"),
        "stroke_points": value(side.total, "strokes"),
        "np_plus_points": value(side.total, "phantasm_plus_once"),
        "total": side.total.value,
        "lines": list(side.lines),
        "void_lines": list(side.void_lines),
        "damage": {
            "defeat": value(damage, "defeat"),
            "bingo": value(damage, "bingo_lines"),
            "tarot": value(damage, "tarot"),
            "total": damage.value,
        },
        "mana_paid": side.mana_paid.value,
    }
    if side.tarot is not None:
        found["tarot_match"] = side.tarot_match
    if side.verdict_missing:
        found["verdict_missing"] = list(side.verdict_missing)
    return found


def value(working: Working, name: str) -> int:
    """What the terms of that name add up to; those that did not apply add nothing."""
    return sum(term.amount for term in working.terms if term.name == name and not term.why)


def part(working: Working, name: str) -> Working | None:
    """The working behind the term of that name."""
    return next((term.inner for term in working.terms if term.name == name), None)


def people(team: Team, scene: int) -> dict[str, Any]:
    """A team's servant and master, as they are now."""
    found: dict[str, Any] = {"vanished": team.existing_servant is None}
    if team.servant is not None:
        found |= _servant(team.servant)
    return {**found, "master": None if team.master is None else _master(team.master, scene)}


def _servant(servant: Servant) -> dict[str, Any]:
    return {
        "health": servant.health.now,
        "mana": servant.mana.now,
        "uses_left": {each.name: each.uses_left for each in servant.noble_phantasms},
        "plus_left": {skill.name: skill.plus_left for skill in servant.skills if skill.rank.plus},
    }


def _master(master: Master, scene: int) -> dict[str, Any]:
    return {
        "health": master.health.now,
        "mana": master.mana.now,
        "dead": master.dead,
        "exhausted_next_scene": master.exhausted_in == scene + 1,
        "strokes": list(master.strokes),
        "tarot": list(master.tarot),
    }
