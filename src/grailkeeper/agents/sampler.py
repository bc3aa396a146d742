"""The agent `random`: any legal order of any system, drawn from its form. It is what wins are measured against."""

from __future__ import annotations

from ..core.canon import Data
from ..core.form import Pick, read
from .question import Question

TRIES = 24
"""Orders that are drawn before the agent keeps silent."""
SILENCE = 16
"""One time in so many it says nothing, so that silence is played too."""


class RandomAgent:
    """Draws orders from the form until one is legal; every legal value of every field has a chance."""

    name = "random"

    def answer(self, question: Question, pick: Pick) -> Data:
        if pick(SILENCE) == 0:
            return None
        for _ in range(TRIES):
            order, malformed = read(question.form.record, question.form.record.sample(pick))
            if not malformed and question.allowed(order):
                return order
        return None
