"""Change one small thing in the rules, see whether a test fails, put it back; list the changes that no test noticed.

    mutants.py sceneplay                              every mutant of the system's folder: an hour or two
    mutants.py sceneplay --sample 60                  sixty of them, drawn from --seed
    mutants.py sceneplay --file numbers.py battle     only of these files and folders
    mutants.py sceneplay --again printed.txt          only those that an earlier run has printed
    mutants.py sceneplay --wars 3                     look for a war that notices what no test does (`+`), among three
                                                      times as many as are pinned: it may be pinned, too

Each mutant is tried with those fast tests of the system that run what it changes, the quickest first, until one fails:
in a fork of a process that has loaded them all and gets the changed functions put in. What was already worked out as
the rules were loaded does not show there: such a change, if nothing failed, is tried once more, with every test, in a
process that loads everything anew.
tests/rules/<system>/survivors.txt names changes that change nothing, each with its reason:
`numbers.py reserve_cost: count < 1 -> count <= 1 # count is never 1 here`.
"""

from __future__ import annotations

import argparse
import ast
import gc
import inspect
import os
import random
import signal
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from multiprocessing import Value, get_context
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn, TypeAlias

import pytest

ROOT = Path(__file__).parents[1]
RULES = ROOT / "src" / "grailkeeper" / "rules"
SLOW = ("wars", "scenewars", "contract", "secrecy", "leaks", "rulebook")
"""Tests that are no help here: random wars and twin worlds take long, and rulebooks hang on no code."""
CASES = "tests/cases/test_cases.py"
PINNED = "tests/conformance/test_pinned.py"
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0")
"""Up to the first failure, and no plugin but the one that the tests need: loading the others takes its time."""
LEAST_SECONDS = 60
TEST_SECONDS = 20
"""What a mutant is given at the least for all of its tests, and for one of them."""
PATIENCE = 10
"""How much longer than its own seconds a mutant may take that only waits."""
PROGRESS = 100
CONSOLE = os.fdopen(os.dup(1), "w", buffering=1)
"""What is said there is heard from a process, too, that says nothing else any more."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
REPLACED = {"min": "max", "max": "min", "any": "all", "all": "any"}
CALLED = {"add": "subtract", "subtract": "add", "cap": "floor", "floor": "cap"}
"""The steps of a working."""

Change: TypeAlias = Callable[[], None]
Where: TypeAlias = tuple[str, str, int]
"""Where a function is: its file, its name with that of its class, its line."""
Called: TypeAlias = tuple[str, str]
"""Of what is called, its file and its name: that of the outermost function that it is written in."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the `place`th of its file. `name` says what it is, in words that outlive the line's number."""

    path: Path
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
        yield Mutant(file, getattr(node, "lineno", 0), place, said)


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


def mutated(path: Path, place: int) -> CodeType:
    """A module with one change, compiled as if it stood in its file so."""
    tree = ast.parse(path.read_text("utf-8"))
    for number, (_, change) in enumerate(changes(tree)):
        if number == place:
            change()
            break
    return compile(tree, path, "exec")


# Trying


def fast_tests(system: str) -> list[str]:
    """What pytest is told to run the fast tests of a system: pinned forms, facts and wars, its own, its cases without a
    campaign. In a process of its own a mutant is tried in this order."""
    tests = sorted((ROOT / "tests" / "rules" / system).glob("test_*.py"))
    cases = sorted((ROOT / "tests" / "cases" / system).glob("*.json"))
    pins = (ROOT / "tests" / "conformance" / "pins.txt").read_text("utf-8").splitlines()
    return [
        *PYTEST,
        *(f"{PINNED}::test_a_war_goes_as_it_did[{pin.split()[0]}]" for pin in pins if pin.startswith(f"{system}-")),
        *(str(path) for path in tests if path.stem.removeprefix("test_") not in SLOW),
        *(f"{CASES}::test_case[{case.stem}-bare]" for case in cases),
    ]


@dataclass(slots=True)
class Loaded:
    """A plugin of pytest: once the tests are loaded and pass, tries mutants on them.

    `left` are those that none of them noticed; `unsure` those of them that what was loaded would not show; `limit` is
    how many seconds a mutant was given, 0 if the tests failed.
    """

    tried: Sequence[Mutant]
    known: Mapping[str, str]
    jobs: int
    wars: Sequence[str]
    limit: int = 0
    left: list[Mutant] = field(default_factory=list)
    unsure: list[Mutant] = field(default_factory=list)
    ran: set[Called] = field(default_factory=set)
    """The functions of the rules that were run since it was last asked."""

    def watch(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "/rules/" in frame.f_code.co_filename:
            self.ran.add(_called(frame.f_code))

    def watched(self) -> set[Called]:
        ran, self.ran = self.ran, set()
        return ran

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        while_loading, caches = self.watched(), _caches()
        tests: list[tuple[float, pytest.Item, set[Called]]] = []
        for item in session.items:
            _forget(caches)
            tests.append((_seconds(item), item, self.watched()))
        wars: list[tuple[str, str, set[Called]]] = []
        for name in self.wars:
            _forget(caches)
            wars.append((name, _pin(name), self.watched()))
        sys.setprofile(None)
        if session.testsfailed or not tests:
            return True
        tests.sort(key=lambda each: each[0])
        self.limit = max(LEAST_SECONDS, int(4 * sum(seconds for seconds, _, _ in tests)))
        functions = _functions()
        latest, latest_war = Value("i", 0), Value("i", 0)  # of neighbouring mutants, most are noticed by the same test
        gc.freeze()

        def notices(mutant: Mutant) -> bool:
            for code in changed(mutant):
                for function in functions[_where(code)]:
                    function.__code__ = code
            _forget(caches)
            names = {_called(code) for code in changed(mutant)}
            for place in (latest.value, *range(len(tests))):
                usual, item, ran = tests[place]
                if names.isdisjoint(ran):
                    continue
                _give(TEST_SECONDS + int(4 * usual))
                if _seconds(item) and session.testsfailed:
                    latest.value = place
                    return True
            _give(self.limit)
            more = wars if mutant.name not in self.known else ()
            for place in (latest_war.value, *range(len(more))) if more else ():
                name, went, ran = wars[place]
                if not names.isdisjoint(ran) and _pin(name) != went:
                    latest_war.value = place
                    print(f"+ {name} {mutant.path.name}:{mutant.line} {mutant.name}", file=CONSOLE)
                    break
            return False

        for mutant in unnoticed(self.tried, self.jobs, self.limit, notices):
            names = [_called(code) for code in changed(mutant)]
            if names and while_loading.isdisjoint(names):
                self.left.append(mutant)
                tell(mutant, self.known)
            else:
                self.unsure.append(mutant)
        return True


def _seconds(item: pytest.Item) -> float:
    began = time.perf_counter()
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return time.perf_counter() - began


def _pin(name: str) -> str:
    """How a war goes; that it breaks off, and how, where it does."""
    try:
        went: str = import_module("conformance.pinned").pin(name)  # which is there once the tests are loaded
    except Exception as broken:
        went = repr(type(broken))
    return went


def more_wars(system: str, times: int) -> list[str]:
    """The wars that come after those that are pinned, `times` as many."""
    pins = (ROOT / "tests" / "conformance" / "pins.txt").read_text("utf-8").splitlines()
    names = [pin.split()[0].rpartition("-") for pin in pins if pin.startswith(f"{system}-")]
    pinned = {war: [int(seed) for of, _, seed in names if of == war and seed.isdigit()] for war, _, _ in names}
    return [
        f"{war}-{seed}"
        for war, seeds in pinned.items()
        for seed in range((times + 1) * len(seeds))
        if seed not in seeds
    ]


def _functions() -> dict[Where, list[FunctionType]]:
    found = defaultdict[Where, list[FunctionType]](list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[_where(each.__code__)].append(each)
    return found


def _caches() -> list[Any]:
    """What rules and tests keep of what the rules have worked out."""
    kept = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [
        each for each in kept if each.__wrapped__.__code__.co_filename.startswith((str(RULES), str(ROOT / "tests")))
    ]


def _forget(caches: Iterable[Any]) -> None:
    for cache in caches:
        cache.cache_clear()


def _where(code: CodeType) -> Where:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _called(code: CodeType) -> Called:
    return code.co_filename, code.co_qualname.partition(".<locals>")[0]


def changed(mutant: Mutant) -> list[CodeType]:
    """The functions and methods that a mutant changes: none, if the change is made as its module is loaded."""
    before = set(_outermost(compile(mutant.path.read_text("utf-8"), mutant.path, "exec")))
    return [code for code in _outermost(mutated(mutant.path, mutant.place)) if code not in before]


def _outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions and methods of a module, without those within them."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            if not each.co_flags & inspect.CO_OPTIMIZED:  # a class
                yield from _outermost(each)


def on_loaded(
    system: str, tried: Sequence[Mutant], known: Mapping[str, str], jobs: int, wars: Sequence[str]
) -> tuple[list[Mutant], list[Mutant], int]:
    """Try mutants on tests that are loaded once: those that nobody notices, surely or not, and the seconds for each."""
    _hush()
    loaded = Loaded(tried, known, jobs, wars)
    sys.setprofile(loaded.watch)
    pytest.main(fast_tests(system), plugins=[loaded])
    return loaded.left, loaded.unsure, loaded.limit


def anew(system: str, mutant: Mutant) -> bool:
    """Whether a test fails in a process that has not loaded the rules yet, and compiles them as changed."""
    _hush()
    get_code = SourceFileLoader.get_code

    def as_changed(loader: SourceFileLoader, name: str) -> CodeType | None:
        return mutated(mutant.path, mutant.place) if Path(loader.path) == mutant.path else get_code(loader, name)

    setattr(SourceFileLoader, "get_code", as_changed)  # noqa: B010
    return pytest.main(fast_tests(system)) != pytest.ExitCode.OK


def _hush() -> None:
    """From here on the process says nothing: what pytest has to say of thousands of failures nobody reads."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def unnoticed(tried: Iterable[Mutant], jobs: int, limit: int, notices: Callable[[Mutant], bool]) -> Iterator[Mutant]:
    """Those that are not noticed, each tried in a fork of its own. What takes longer than `limit` seconds is."""
    waiting, running = deque(tried), dict[int, Mutant]()
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.popleft()
            running[os.fork() or _child(mutant, limit, notices)] = mutant
        pid, status = os.wait()
        mutant = running.pop(pid)
        if waiting and len(waiting) % PROGRESS == 0:
            print(f"{len(waiting)} to go", file=CONSOLE)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (
            signal.SIGPROF,
            signal.SIGALRM,
        ):  # somebody else ended it
            waiting.append(mutant)
        elif status == 0:
            yield mutant


def _give(seconds: int) -> None:
    """From now on the process may take that long, and no longer."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # its own seconds: others may keep the machine busy
    signal.alarm(seconds * PATIENCE)


def _child(mutant: Mutant, limit: int, notices: Callable[[Mutant], bool]) -> NoReturn:
    _give(limit)
    noticed = True
    try:
        noticed = notices(mutant)
    finally:
        os._exit(noticed)


def tell(mutant: Mutant, known: Mapping[str, str]) -> None:
    why = f" # {known[mutant.name]}" if mutant.name in known else ""
    print(f"{' ' if why else '!'} {mutant.path.name}:{mutant.line} {mutant.name}{why}", file=CONSOLE)


def chosen(folder: Path, names: Sequence[str], sample: int, seed: int) -> list[Mutant]:
    """The mutants of the files and folders named (all of the system's, if none is), or a sample of them."""
    roots = [folder / name for name in names] or [folder]
    paths = [path for root in roots for path in (sorted(root.rglob("*.py")) if root.is_dir() else [root])]
    found = [mutant for path in dict.fromkeys(paths) for mutant in mutants(folder, path)]
    if sample and sample < len(found):
        found = sorted(random.Random(seed).sample(found, sample), key=lambda each: (each.path, each.line, each.place))
    return found


def printed(path: Path) -> set[str]:
    """The names of the mutants that an earlier run has printed as not noticed and without a reason."""
    lines = path.read_text("utf-8").splitlines()
    return {line.split(maxsplit=2)[2] for line in lines if line.startswith("! ")}


def excuses(system: str) -> dict[str, str]:
    path = ROOT / "tests" / "rules" / system / "survivors.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {name.strip(): reason.strip() for name, _, reason in (line.partition(" # ") for line in lines if line)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(path.parent.name for path in RULES.glob("*/system.py")))
    parser.add_argument("--file", nargs="*", default=[], help="files and folders of the system [all]")
    parser.add_argument("--again", type=Path, help="what an earlier run has printed: only those without a reason")
    parser.add_argument("--wars", type=int, default=0, help="times as many wars as are pinned [none]")
    parser.add_argument("--sample", type=int, default=0, help="how many, drawn [all]")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from [1]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    known = excuses(given.system)
    tried = chosen(RULES / given.system, given.file, given.sample, given.seed)
    if given.again:
        again = printed(given.again)
        tried = [mutant for mutant in tried if mutant.name in again]
    wars = more_wars(given.system, given.wars)
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.path.insert(0, str(ROOT / "src"))
    with tempfile.TemporaryDirectory() as compiled:
        sys.pycache_prefix, sys.dont_write_bytecode = compiled, False
        with ProcessPoolExecutor(1, get_context("fork")) as once:
            survivors, unsure, limit = once.submit(on_loaded, given.system, tried, known, given.jobs, wars).result()
        if not limit:
            sys.exit("The tests fail without any change: mend that first.")
        for mutant in unnoticed(unsure, given.jobs, limit, partial(anew, given.system)):
            survivors.append(mutant)
            tell(mutant, known)
    unexplained = sum(each.name not in known for each in survivors)
    noticed = len(tried) - len(survivors)
    print(f"{len(tried)} mutants, {noticed} noticed, {len(survivors)} not, {unexplained} of these without a reason")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
