"""The toy's case files: a war as far as its orders go (kind `scene`), and a player's sheet.

A scene: {"given": {"seats": [...]}, "declared": {"floor": [{"call", "seat", "order"}], "sealed": [the same],
"rulings": {address: value}}, "expect": {"scores": {seat: number}}}.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grailkeeper.core.case import Case, Outcome, Script
from grailkeeper.core.form import Anything, Field, Identify, Many, Record, Text, read
from grailkeeper.core.option import Value
from grailkeeper.core.problem import Problem, malformed

from .system import PLAYER, TOY

_DECLARED = Record(
    (
        Field("call", Text(), required=True),
        Field("seat", Text(), required=True),
        Field("order", Anything(), required=True),
    )
)
_ORDERS = Record((Field("floor", Many(_DECLARED)), Field("sealed", Many(_DECLARED)), Field("rulings", Anything())))


class ToyCases:
    """The book of the toy's cases."""

    played = frozenset({"scene"})
    clauses: Mapping[str, str] = {}
    sheet = PLAYER

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        setup, wrong = read(TOY.setup, case.given, identify)
        orders, unread = read(_ORDERS, case.declared, identify)
        if wrong or unread:
            return (*wrong, *unread)
        given: Any = setup
        if problems := TOY.examine(given, options):
            return problems
        declared: Any = orders
        floor, sealed = (declared.get(name, ()) for name in ("floor", "sealed"))
        return Script(
            given,
            options,
            sealed={(each["call"], each["seat"]): each["order"] for each in sealed},
            floor=tuple((each["call"], each["seat"], each["order"]) for each in floor),
            rulings=declared.get("rulings", {}),
            written=identify,
        )

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:  # noqa: ARG002 - all is in the state
        return {"scores": {seat: player.score for seat, player in outcome.state.players.items()}}

    def reckon(
        self,
        case: Case,
        options: Mapping[str, Value],  # noqa: ARG002 - no switch is about sheets
        identify: Identify,
    ) -> Mapping[str, Any] | tuple[Problem, ...]:
        if case.kind != "sheet":
            return (malformed("unknown_kind", "kind", given=case.kind, accepted="scene, sheet"),)
        _, problems = read(PLAYER, case.given, identify)
        return problems or {"legal": True}

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002 - a sheet that can be read is legal (T-1.2, T-1.3)
        return ()


TOY_CASES = ToyCases()
