"""Orders looked at before anything is played: what is wrong with them, and what they leave to be spent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.call import Ask
from ..core.canon import Data
from ..core.case import Registered, Script
from ..core.form import Form, Identify, read
from ..core.problem import Problem, of_whom
from ..core.seat import seat_viewer
from ..text.prose import Prose
from .session import Session


@dataclass(frozen=True, slots=True)
class Looked:
    """An order to one of the first calls of a script, its form, and all that is wrong or suspicious about it."""

    ask: Ask
    form: Form
    order: Data
    problems: tuple[Problem, ...]


def first_orders(rules: Registered, script: Script, identify: Identify) -> Iterator[Looked]:
    """The orders of a script to the calls that it begins with. Whose a problem is stands first in its path."""
    system = rules.system
    state = system.begin(script.setup, script.options)
    for call in system.calls(state):
        for ask in call.asks:
            order = script.sealed.get((call.address, ask.whom))
            if order is None:
                continue
            view = system.view(state, seat_viewer(ask.seat))
            form = system.form(view, call, ask)
            fitted = order if script.fits is None else script.fits(ask.whom, form.record, order)
            data, malformed = read(form.record, fitted, identify)
            found = malformed or system.check(view, call, ask, data)
            yield Looked(ask, form, None if malformed else data, tuple(of_whom(ask.whom, each) for each in found))


def say_left(session: Session, prose: Prose, whom: str, form: Form, order: Data) -> None:
    """What an order leaves, where its form can tell; what there is nothing of is not said."""
    if form.left is None:
        return
    left = {name: amount for name, amount in form.left(order).items() if amount or form.supplies.get(name)}
    if left:
        said = (prose.words.say("house.pair", name=prose.name(name), value=amount) for name, amount in left.items())
        session.line(session.say("check.left", whom=whom, left=", ".join(said)))
