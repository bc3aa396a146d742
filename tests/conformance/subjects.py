"""The rule systems under test. A new one is a `Subject` in `SUBJECTS`, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import toy
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Pick
from grailkeeper.core.option import Value
from grailkeeper.core.seat import EVERYBODY, Audience
from planted.twins import twins as toy_twins
from rules.bingo.subject import SUBJECT as BINGO
from rules.chronicle.subject import SUBJECT as CHRONICLE
from rules.mirror.subject import SUBJECT as MIRROR
from rules.sceneplay.subject import SUBJECT as SCENEPLAY
from toy.state import ScoreCorrected, State
from toy.system import Toy
from toy.visibility import INFORMATION as TOY_INFORMATION

from .subject import Subject, sampled_options


def _toy_begin(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    seats = [{"team": Toy.teams[pick(3)], "coins": pick(5), "charms": pick(4)} for _ in range(4 + pick(3))]
    return {"seats": seats}, sampled_options(Toy.options, pick)


def _toy_correction(state: State, pick: Pick) -> tuple[Fact, Audience]:
    seats = sorted(state.players)
    return ScoreCorrected(seats[pick(len(seats))], pick(5), "miscounted"), EVERYBODY


TOY = Subject(Toy(), _toy_begin, TOY_INFORMATION, toy_twins, Path(toy.__file__).parent, correction=_toy_correction)

SUBJECTS: tuple[Subject, ...] = (TOY, BINGO, CHRONICLE, MIRROR, SCENEPLAY)
