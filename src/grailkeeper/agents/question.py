"""What an agent is asked, and what an agent is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from ..core.call import Ask, Call
from ..core.canon import Data
from ..core.form import Form, Pick, read
from ..core.problem import Problem


@dataclass(frozen=True, slots=True)
class Question:
    """A call as it reaches one seat: what it may know (`view`), what it may answer (`form`), and what would be wrong
    with an answer (`check`, from that same view). `heard` counts what the seat has said already on a floor."""

    call: Call
    ask: Ask
    view: Any
    form: Form
    check: Callable[[Data], tuple[Problem, ...]]
    heard: int = 0

    def allowed(self, order: Data) -> bool:
        """Whether an order would be taken."""
        return not any(problem.binding for problem in self.check(order))

    def first_allowed(self, plans: Iterable[Data]) -> Data:
        """The first of these orders that would be taken, as the form reads it; None where none would."""
        for plan in plans:
            order, malformed = read(self.form.record, plan)
            if not malformed and self.allowed(order):
                return order
        return None


class Agent(Protocol):
    """A program that holds a seat. `pick` draws: the same question with the same draws has the same answer."""

    name: str

    def answer(self, question: Question, pick: Pick) -> Data:
        """An order, or None to say nothing."""
        ...
