"""Change one small thing in the rules, see whether a test fails, put it back; list the changes that no test noticed.

    mutants.py sceneplay                              every mutant of the system's folder: hours
    mutants.py sceneplay --sample 60                  sixty of them, drawn from --seed
    mutants.py sceneplay --file numbers.py battle     only of these files and folders

Each mutant is tried on a copy, with the fast tests of the system, the quickest files first, until one fails.
tests/rules/<system>/survivors.txt names changes that change nothing, each with its reason:
`numbers.py reserve_cost: count < 1 -> count <= 1 # count is never 1 here`.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from xml.etree import ElementTree

from grailkeeper.rules.registry import by_name

ROOT = Path(__file__).parents[1]
SLOW = ("wars", "scenewars", "contract", "secrecy", "leaks", "rulebook")
"""Tests that are no help here: random wars and twin worlds take long, and rulebooks hang on no code."""
CASES = "tests/cases/test_cases.py"
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0")
"""Up to the first failure, and no plugin but the one that the tests need: loading the others takes its time."""
ENVIRONMENT = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
LEAST_SECONDS = 60
TRIES = 5

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
REPLACED = {"min": "max", "max": "min", "any": "all", "all": "any"}
CALLED = {"add": "subtract", "subtract": "add", "cap": "floor", "floor": "cap"}
"""The steps of a working."""

Change = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the `place`th of its file. `name` says what it is, in words that outlive the line's number."""

    file: str
    line: int
    place: int
    name: str


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, Change]]:
    """Every change that can be made to a module, in a fixed order, each with the node that it is made in."""
    for node in _body(tree):
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in COMPARED:
                yield node, partial(setattr, node, "ops", [COMPARED[type(operator)]()])
            case ast.BoolOp(op=ast.And()):
                yield node, partial(setattr, node, "op", ast.Or())
            case ast.BoolOp(op=ast.Or()):
                yield node, partial(setattr, node, "op", ast.And())
            case ast.BinOp(op=ast.Add()):
                yield node, partial(setattr, node, "op", ast.Sub())
            case ast.BinOp(op=ast.Sub()):
                yield node, partial(setattr, node, "op", ast.Add())
            case ast.Constant(value=bool() as value):
                yield node, partial(setattr, node, "value", not value)
            case ast.Constant(value=int() as value):
                yield node, partial(setattr, node, "value", value + 1)
                yield node, partial(setattr, node, "value", value - 1)
            case ast.Call(func=ast.Name(id=name) as called) if name in REPLACED:
                yield node, partial(setattr, called, "id", REPLACED[name])
            case ast.Call(func=ast.Attribute(attr=name) as called) if name in CALLED and len(node.args) > 1:
                yield node, partial(setattr, called, "attr", CALLED[name])
            case _:
                pass


def _body(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but those of decorators: how a record is made is no rule."""
    yield node
    decorators = getattr(node, "decorator_list", [])
    for child in ast.iter_child_nodes(node):
        if child not in decorators:
            yield from _body(child)


def mutants(folder: Path, file: Path) -> Iterator[Mutant]:
    source = file.read_text("utf-8")
    tree = ast.parse(source)
    within = _enclosing(tree)
    for place, (node, change) in enumerate(changes(tree)):
        # A constant alone says little: it is shown in what it stands in.
        shown = within[node][1] if isinstance(node, ast.Constant) else node
        before = ast.unparse(shown)
        kept = {name: getattr(node, name) for name in node._fields}
        called = {name: getattr(node.func, name) for name in node.func._fields} if isinstance(node, ast.Call) else {}
        change()
        after = ast.unparse(shown)
        vars(node).update(kept)
        if isinstance(node, ast.Call):
            vars(node.func).update(called)
        name = file.relative_to(folder).as_posix()
        said = " ".join(f"{name} {within[node][0]}: {_short(before)} -> {_short(after)}".split())
        yield Mutant(name, getattr(node, "lineno", 0), place, said)


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:159]}…"


def _enclosing(tree: ast.Module) -> dict[ast.AST, tuple[str, ast.AST]]:
    """For each node the name of the function or class around it, and the expression that it stands in."""
    found: dict[ast.AST, tuple[str, ast.AST]] = {}

    def walk(node: ast.AST, name: str) -> None:
        inner = f"{name}.{node.name}".lstrip(".") if isinstance(node, ast.FunctionDef | ast.ClassDef) else name
        for child in ast.iter_child_nodes(node):
            found[child] = (inner or "module", child if isinstance(node, ast.FunctionDef | ast.Module) else node)
            walk(child, inner)

    walk(tree, "")
    return found


def mutated(source: str, place: int) -> str:
    tree = ast.parse(source)
    for number, (_, change) in enumerate(changes(tree)):
        if number == place:
            change()
            break
    return ast.unparse(tree)


# Trying


class Copy:
    """A copy of source and tests in which one mutant at a time is tried."""

    def __init__(self, folder: Path, system: str) -> None:
        self.folder = folder
        for name in ("src", "tests", "tools", "examples"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        self.rules = folder / "src" / "grailkeeper" / "rules" / system
        tests = sorted((folder / "tests" / "rules" / system).glob("test_*.py"))
        named = [path.relative_to(folder).as_posix() for path in tests if path.stem.removeprefix("test_") not in SLOW]
        cases = sorted((folder / "tests" / "cases" / system).glob("*.json"))
        self._tests = {name: [name] for name in named}
        self._tests[CASES] = [f"{CASES}::test_case[{case.stem}-bare]" for case in cases]

    def warm(self) -> bool:
        """Run the tests without a change: what is compiled is kept, and from now on the quickest files go first."""
        report = self.folder / "times.xml"
        passed = self.run(None, f"--junitxml={report}", PYTHONDONTWRITEBYTECODE="")
        if passed:
            taken = seconds(report.read_text("utf-8"))
            self._tests = dict(sorted(self._tests.items(), key=lambda each: taken.get(each[0], 0)))
        return passed

    def run(self, limit: float | None, *more: str, **environment: str) -> bool:
        """Whether the tests pass, and within `limit` seconds. Nothing compiled is kept, if not told otherwise."""
        paths = os.pathsep.join(str(self.folder / name) for name in ("src", "tests", "tools"))
        whole = {**os.environ, **ENVIRONMENT, "PYTHONPATH": paths, **environment}
        tests = [test for tests in self._tests.values() for test in tests]
        arguments = [sys.executable, "-m", "pytest", *PYTEST, *more, *tests]
        for _ in range(TRIES):
            try:
                done = subprocess.run(
                    arguments, cwd=self.folder, env=whole, timeout=limit, capture_output=True, check=False
                )
            except subprocess.TimeoutExpired:
                return False
            if done.returncode >= 0:  # below, somebody else ended it
                return done.returncode == 0
        sys.exit("The tests are ended from outside again and again.")

    def survives(self, mutant: Mutant, limit: float) -> bool:
        path = self.rules / mutant.file
        source = path.read_text("utf-8")
        compiled = list((path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"))
        for each in compiled:
            each.unlink()
        path.write_text(mutated(source, mutant.place), "utf-8")
        try:
            return self.run(limit)
        finally:
            path.write_text(source, "utf-8")


def seconds(report: str) -> Mapping[str, float]:
    """How long the tests of each file took together, from what pytest reports as JUnit's XML."""
    found: dict[str, float] = defaultdict(float)
    for case in ElementTree.fromstring(report).iter("testcase"):
        found[f"{case.attrib['classname'].replace('.', '/')}.py"] += float(case.attrib["time"])
    return found


@contextmanager
def copies(system: str, count: int) -> Iterator[SimpleQueue[Copy]]:
    with tempfile.TemporaryDirectory() as folder:
        ready: SimpleQueue[Copy] = SimpleQueue()
        for number in range(count):
            ready.put(Copy(Path(folder) / str(number), system))
        yield ready


def chosen(folder: Path, names: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """The mutants of the files and folders named (all of the system's, if none is), or a sample of them."""
    roots = [folder / name for name in names] or [folder]
    paths = [path for root in roots for path in (sorted(root.rglob("*.py")) if root.is_dir() else [root])]
    found = [mutant for path in dict.fromkeys(paths) for mutant in mutants(folder, path)]
    if sample and sample < len(found):
        found = sorted(random.Random(seed).sample(found, sample), key=lambda each: (each.file, each.line, each.place))
    return found


def excuses(system: str) -> dict[str, str]:
    path = ROOT / "tests" / "rules" / system / "survivors.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {name.strip(): reason.strip() for name, _, reason in (line.partition(" # ") for line in lines if line)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(by_name()))
    parser.add_argument("--file", nargs="*", default=[], help="files and folders of the system [all]")
    parser.add_argument("--sample", type=int, default=0, help="how many, drawn [all]")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from [1]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    known = excuses(given.system)
    tried = chosen(ROOT / "src" / "grailkeeper" / "rules" / given.system, given.file, given.sample, given.seed)
    with copies(given.system, given.jobs) as ready:
        limit = _warm(ready, given.jobs)

        def survives(mutant: Mutant) -> bool:
            copy = ready.get()
            try:
                return copy.survives(mutant, limit)
            finally:
                ready.put(copy)

        with ThreadPoolExecutor(given.jobs) as pool:
            survivors = []
            for mutant, alive in zip(tried, pool.map(survives, tried), strict=True):
                if alive:
                    survivors.append(mutant)
                    why = f" # {known[mutant.name]}" if mutant.name in known else ""
                    print(f"{' ' if why else '!'} {mutant.file}:{mutant.line} {mutant.name}{why}", flush=True)
    unnoticed, unexplained = len(survivors), sum(each.name not in known for each in survivors)
    noticed = len(tried) - unnoticed
    print(f"{len(tried)} mutants, {noticed} noticed, {unnoticed} not, {unexplained} of these without a reason")
    return int(unexplained > 0)


def _warm(ready: SimpleQueue[Copy], count: int) -> float:
    """Run every copy once without a change. The time that a mutant is given: four times as long."""
    began = time.perf_counter()
    for _ in range(count):
        copy = ready.get()
        if not copy.warm():
            sys.exit("The tests fail without any change: mend that first.")
        ready.put(copy)
    return max(LEAST_SECONDS, 4 * (time.perf_counter() - began) / count)


if __name__ == "__main__":
    sys.exit(main())
