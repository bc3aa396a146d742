"""Figures and prices of noble phantasms (C-12.8, C-23.5)."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.working import Sum, Working
from .options import Figure, Options
from .people import NoblePhantasm, PhantasmKind, Servant
from .tables import PHANTASM_STEP

_TIMES: Mapping[Figure, int] = {Figure.GRADE: 1, Figure.GRADE_X2: 2, Figure.GRADE_X3: 3, Figure.SHEET: 1}


def figure(phantasm: NoblePhantasm, options: Options) -> int:
    """C-Q45: points for each judgment: what the sheet says, else by the grade."""
    if phantasm.figure is not None:
        return phantasm.figure
    return phantasm.grade.number * _TIMES[options.np_figure]


def price(servant: Servant, phantasm: NoblePhantasm) -> Working:
    """C-23.5, C-7.3: mana for its use."""
    step = PHANTASM_STEP[phantasm.range]
    total = Sum("phantasm_price", "C-23.5").base("step", step, "C-23.5")
    total.times("grade", phantasm.grade.number, "C-23.5")
    if servant.recontracts:
        total.add("recontracts", step * servant.recontracts, "C-7.3")
    if phantasm.kind is PhantasmKind.ALWAYS_ON:
        total.times("always_on", 0, "C-23.5")
    return total.done()
