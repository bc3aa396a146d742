"""The battle sheet as it is asked for: what can be used here and now, what there is to spend, and against whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....core.form import Form
from ....core.record import replace
from .. import numbers, tables
from ..options import Options
from ..orders import ESCAPE_FORM, sheet_record
from ..people import MasterState
from ..visibility import OwnTeam, vitals
from .check import Spot, casts, master_acts


def sheet_form(spot: Spot, names: Mapping[str, str]) -> Form:
    """The battle sheet of a team (S-10.19)."""
    own, idle = spot.own, frozenset(_idle(spot))
    record = sheet_record(own, spot.setting.pair, names, spot.options)
    fields = tuple(replace(each, offered=each.name not in idle) for each in record.fields)
    supplies = {
        **vitals(own),
        "luck": max(0, tables.LUCK_USES - spot.fighter.luck_uses),
        "strokes": spot.strokes,
        "assistance": numbers.assistance(own.workshop.points, own.territory).value,
        "reserves": len(own.reserves),
    }
    useless = idle & {"assistance", "reserves"}
    shown = {name: amount for name, amount in supplies.items() if name not in useless}
    return Form("battle_sheet", replace(record, fields=fields), shown, about=_about(spot))


def escape_form(own: OwnTeam, options: Options) -> Form:
    """S-18.4: what is left to the servant, and what the way out takes."""
    strokes = own.master.strokes if own.master is not None and own.master.state is MasterState.WELL else 0
    price = numbers.escape_strokes(strokes, options)
    about = {} if price is None else {"price": {"price": price}}
    return Form("escape", ESCAPE_FORM, {**vitals(own), "strokes": strokes}, about=about)


def _about(spot: Spot) -> Mapping[str, Mapping[str, Any]]:
    """S-10.1, S-12.9, S-20.2: with whom, where, when one strikes, and which reserves are in hand."""
    pair, place = spot.setting.pair, spot.setting.place
    first, second = pair.sides
    foes = second if spot.side == first else first
    attacks = _listed(judgment for judgment in tables.JUDGMENTS if spot.own.key in pair.attackers(judgment))
    where: Mapping[str, Mapping[str, Any]] = {"workshop": {"team": place}} if place else {"nowhere": {}}
    in_hand = _listed(reserve.strength for reserve in spot.own.reserves)
    reserves = {"in_hand": {"strengths": in_hand}} if in_hand else {}
    enough: Mapping[str, Mapping[str, Any]] = {"enough": {}} if spot.represents else {}
    return {"foes": {"foes": list(foes)}, **where, "attacks": {"judgments": attacks}, **enough, **reserves}


def _listed(amounts: Iterable[int]) -> str:
    return ", ".join(map(str, amounts))


def _idle(spot: Spot) -> Iterator[str]:
    """The fields by which nothing can be done in this battle."""
    own, servant = spot.own, spot.servant
    if not spot.represents:
        yield from ("numbers", "luck", "split")
    if len(spot.side) == 1:
        yield "split"
    if not own.reserves:
        yield "reserves"
    if spot.fighter.luck_uses >= tables.LUCK_USES:
        yield "luck"
    if spot.setting.place != own.key:
        yield "assistance"
    if servant is None or not servant.noble_phantasms:
        yield from ("phantasm", "phantasm_points")
    if own.master is None or own.master.mystic_code is None or not master_acts(spot):
        yield from ("code", "code_points")
    if servant is None or not casts(servant, servant.skills):
        yield "substitute"
    if not spot.strokes:
        yield from ("boost", "boost_strokes", "restore")
    if numbers.escape_strokes(spot.strokes, spot.options) is None:
        yield "escape"
