"""Which clauses of each rule system nobody proves: neither a case nor a test cites them, and no reason is given.

tests/rules/<system>/clauses.txt lists the clauses of the rulebook; uncited.txt those that nothing can be tested of,
one a line, each with its reason: `S-2.5 it has no effect on the state`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from grailkeeper.core.case import Registered
from grailkeeper.rules.registry import SYSTEMS

TESTS = Path(__file__).parents[1] / "tests"
ID = re.compile(r"\b[A-Z]-[A-Z]?\d+(?:\.\d+)?")
QUESTION = re.compile(r"[A-Z]-Q\d+")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the clauses of a system stand. `open`: neither cited nor excused. `idle`: excused, and cited all the
    same, or no clause at all."""

    clauses: tuple[str, ...]
    cited: frozenset[str]
    excused: dict[str, str]

    @property
    def open(self) -> list[str]:
        return [each for each in self.clauses if each not in self.cited and each not in self.excused]

    @property
    def idle(self) -> list[str]:
        return [each for each in self.excused if each in self.cited or each not in self.clauses]


def clauses_of(system: str) -> tuple[str, ...]:
    return tuple((TESTS / "rules" / system / "clauses.txt").read_text("utf-8").split())


def standing(system: str) -> Standing:
    return Standing(clauses_of(system), frozenset(_cited(system)), dict(_excused(system)))


def _cited(system: str) -> Iterator[str]:
    for path in (TESTS / "cases" / system).glob("*.json"):
        yield from json.loads(path.read_text("utf-8"))["clauses"]
    for path in (TESTS / "rules" / system).glob("*.py"):
        yield from ID.findall(path.read_text("utf-8"))


def _excused(system: str) -> Iterator[tuple[str, str]]:
    path = TESTS / "rules" / system / "uncited.txt"
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        clause, _, reason = line.partition(" ")
        yield clause, reason.strip()


@dataclass(frozen=True, slots=True)
class Literal:
    """A clause id that stands as a string in a system's source, so that a player may come to read it."""

    clause: str
    where: str


def literals(rules: Registered) -> Iterator[Literal]:
    """Every clause id in the source of a system, but for the questions by which options are known."""
    folder = Path(str(files(rules.package)))
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        named = {id(argument) for call in ast.walk(tree) if _is_option(call) for argument in ast.walk(call)}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value)):
                continue
            if id(node) in named and QUESTION.fullmatch(node.value):
                continue
            yield Literal(node.value, f"{path.relative_to(folder)}:{node.lineno}")


def _is_option(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Option"


def main() -> int:
    """Print what stands open; the status tells whether anything does."""
    wrong = 0
    for rules in SYSTEMS:
        system = rules.system.name
        found = standing(system)
        # A case names the ledger's question for some refusals; a player never sees it.
        known = frozenset((*found.clauses, *rules.cases.clauses.values()))
        strange = [each for each in literals(rules) if each.clause not in known]
        cited = sum(each in found.cited for each in found.clauses)
        print(f"{system}: {len(found.clauses)} clauses, {cited} cited by cases and tests, {len(found.excused)} excused")
        for each in found.open:
            print(f"  {each}: nothing cites it")
        for each in found.idle:
            print(f"  {each}: excused, and cited all the same or no clause")
        for literal in strange:
            print(f"  {literal.where}: {literal.clause} is no clause of the rulebook")
        wrong += len(found.open) + len(found.idle) + len(strange)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
