"""How random wars went when they were written down: a digest of each, in pins.txt beside this file.

The rules promise the same bytes on any machine, and that the version of a system changes whenever an adjudication
would. A war that goes another way breaks one of the two. They promise, too, that a kind of fact keeps its fields and
what it means to leave one out, and that what could be given can be given: of these, and of the tables of the rules,
there are digests for each system. `make pins` writes all of it down anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grailkeeper.core.canon import Data, canon
from grailkeeper.core.codec import encode
from grailkeeper.core.form import Pick, read
from grailkeeper.core.seat import PUBLIC, seat_viewer
from rules.chronicle.scenewars import WARS as CHRONICLE_SCENES

from .shapes import shape
from .subject import Subject, System
from .subjects import SUBJECTS
from .walk import Step, Walk, picker, walk

PINS = Path(__file__).with_name("pins.txt")
SIGNS = 12

PINNED: Mapping[str, tuple[Subject, int]] = {
    **{subject.system.name: (subject, 120) for subject in SUBJECTS},
    "chronicle-scenes": (CHRONICLE_SCENES, 12),
}
"""The wars that are written down: whose, and how many."""


FACTS, FORMS = "facts", "forms"


def names() -> list[str]:
    """What is pinned: `mirror-facts`, `mirror-0`, `mirror-1` and so on."""
    found = [f"{subject.system.name}-{kept}" for subject in SUBJECTS for kept in (FACTS, FORMS)]
    return found + [f"{name}-{seed}" for name, (_, count) in PINNED.items() for seed in range(count)]


def pins() -> dict[str, str]:
    """What is written down of each of them: the version of the rules, and a digest."""
    return dict(line.split(maxsplit=1) for line in PINS.read_text("utf-8").splitlines())


def pin(name: str) -> str:
    """What is to be written down as it is now."""
    pinned, _, which = name.rpartition("-")
    subject, _ = PINNED[pinned]
    if which == FACTS:
        made = digest_of_facts(subject.system)
    elif which == FORMS:
        made = digest_of_forms(subject.system)
    else:
        made = digest(walk(subject, int(which)))
    return f"{subject.system.version} {made}"


def digest_of_facts(system: System) -> str:
    """Every kind of fact, with its fields and what they are where a journal leaves them out."""
    kinds: list[Any] = []
    for kind in system.facts.kinds:
        kept = [[each.name, *([] if each.default is MISSING else [encode(each.default)])] for each in fields(kind)]
        kinds.append([kind.kind, kind.version, kept])
    return hashlib.sha256(canon(sorted(kinds))).hexdigest()[:SIGNS]


def digest_of_forms(system: System) -> str:
    """What a war may begin from, what may be switched, what is given to a formula, and the tables of the rules."""
    home = type(system).__module__.rpartition(".")[0]
    formulas, tables = (_constants(f"{home}.{name}") for name in ("formulas", "tables"))
    given = shape([system.setup, system.options.options, formulas.get("FORMULAS", {}), tables])
    return hashlib.sha256(canon(given)).hexdigest()[:SIGNS]


def _constants(module: str) -> dict[str, Any]:
    """What a module says for others to read; nothing, if there is no such module."""
    named = vars(import_module(module)) if find_spec(module) else {}
    return {name: value for name, value in named.items() if name.isupper()}


def digest(war: Walk) -> str:
    """Everything that was asked, answered, drawn, found open, unsealed and told with its working, what there was to
    spend and to be known before an answer, what is wrong with orders drawn blindly, and what everybody sees at last."""
    made = hashlib.sha256(canon(encode([war.setup, war.options])))
    dice = picker(war.seed)
    for step in war.steps:
        came = step.resolution
        told = [[each.audience, each.fact.kind, each.fact] for each in came.told]
        went = [step.call, step.answers, step.rulings, step.drawn, came.points, came.openings, told]
        made.update(canon(encode([*went, *_forms(war.system, step, dice)])))
    last = war.states[-1]
    for viewer in (PUBLIC, *(seat_viewer(seat.key) for seat in war.system.seats(last))):
        made.update(canon(encode(war.system.view(last, viewer))))
    return made.hexdigest()[:SIGNS]


def _forms(system: System, step: Step, dice: Pick) -> Iterator[Data]:
    """For each who is asked what it sees, what its form says, and what is wrong with an order that comes from there."""
    for ask in step.call.asks:
        view = system.view(step.before, seat_viewer(ask.seat))
        form = system.form(view, step.call, ask)
        order, malformed = read(form.record, form.record.sample(dice))
        problems = malformed or system.check(view, step.call, ask, order)
        yield [shape(form.record), encode([view, form.supplies, form.about, problems])]


def main() -> None:
    PINS.write_text("".join(f"{name} {pin(name)}\n" for name in names()), "utf-8")


if __name__ == "__main__":
    main()
