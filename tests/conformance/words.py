"""The words that a rule system needs, looked up in plain TOML data.

Keys: `fact.<kind>`, `point.<kind>`, `call.<kind>`, `title.<word>`, `silence.<key>`, `problem.<code>`, `term.<name>`
(workings and their terms), `why.<key>`. Only what occurs in random wars can be found out here, beside the kinds of
fact, which are all known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grailkeeper.core import form as house
from grailkeeper.core.form import Fault, read
from grailkeeper.core.problem import Problem
from grailkeeper.text.prose import title_key

from .checks import answerable, workings
from .subject import Subject
from .walk import Walk, picker

HOUSE_CODES = (
    frozenset({each.code for each in vars(house).values() if isinstance(each, Fault)})
    | {f"bad_{name}" for name in ("number", "choice", "flag", "text", "rank", "list", "row", "table", "record")}
    | {"missing_field", "unknown_field"}
)
"""The problems of forms, whose sentences are the house's."""

JUNK: tuple[object, ...] = (object(), {}, [], "", -1, {"no such field": 1})


def needed(subject: Subject, walks: Iterable[Walk]) -> set[str]:
    """Every key that occurs in these walks."""
    keys = {f"fact.{kind.kind}" for kind in (*subject.system.facts.kinds, *subject.system.corrections)}
    keys |= {f"problem.{each.code}" for each in read(subject.system.setup, {})[1]}
    for walk in walks:
        keys |= set(_of_calls(walk)) | set(_of_resolutions(walk))
    return keys - {f"problem.{code}" for code in HOUSE_CODES}


def _of_calls(walk: Walk) -> Iterator[str]:
    for number, state in enumerate(walk.states):
        for call in (*walk.system.calls(state), *walk.system.standing(state)):
            yield f"call.{call.kind}"
            yield f"silence.{call.silence}"
        yield from (title_key(call.address) for call in walk.system.calls(state))
        for call, ask, view in answerable(walk.system, state):
            record = walk.system.form(view, call, ask).record
            fields = {each.name for each in record.fields}
            pick = picker(f"words {walk.seed} {number} {ask.whom}")
            wrong = [dict.fromkeys(fields, junk) for junk in JUNK]
            for value in (*wrong, *(record.sample(pick) for _ in range(3))):
                order, malformed = read(record, value)
                for problem in malformed or walk.system.check(view, call, ask, order):
                    yield f"problem.{problem.code}"


def _of_resolutions(walk: Walk) -> Iterator[str]:
    for step in walk.steps:
        for resolution in (step.resolution, *(tried for _, tried in step.tries)):
            for point in resolution.points:
                yield f"point.{point.kind}"
                yield from _of_workings(point)
            for told in resolution.told:
                yield from _of_workings(told.fact)
                yield from (f"problem.{problem.code}" for problem in _problems(told.fact))


def _of_workings(value: object) -> Iterator[str]:
    for working in workings(value):
        yield f"term.{working.name}"
        for term in working.terms:
            yield f"term.{term.name}"
            if term.why:
                yield f"why.{term.why}"


def _problems(fact: object) -> Iterator[Problem]:
    for name in getattr(type(fact), "__dataclass_fields__", {}):
        value = getattr(fact, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Problem):
                yield item


def missing(keys: Iterable[str], words: Mapping[str, Any]) -> list[str]:
    """The keys that have no sentence in `words`."""
    return sorted(key for key in keys if not _sentence(key, words))


def _sentence(key: str, words: Mapping[str, Any]) -> object:
    section, _, name = key.partition(".")
    return words.get(section, {}).get(name)
