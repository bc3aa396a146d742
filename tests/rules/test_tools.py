"""The tools that put the rules to the test find what they are made to find."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import mutants
import occurrence
import wars
from grailkeeper.core.case import Registered
from grailkeeper.core.working import Sum
from grailkeeper.rules.registry import SYSTEMS

each_system = pytest.mark.parametrize("rules", SYSTEMS, ids=lambda rules: rules.system.name)

SOURCE = '''
@dataclass(frozen=True)
class Record:
    """A record of 1."""

def most(count: int) -> int:
    return min(count + 1, 3) if count < 2 and count else 0
'''


def test_a_mutant_is_named_by_what_it_changes_and_where(tmp_path: Path) -> None:
    path = tmp_path / "numbers.py"
    path.write_text(SOURCE, "utf-8")
    names = [mutant.name for mutant in mutants.mutants(tmp_path, path)]
    assert "numbers.py most: min(count + 1, 3) -> max(count + 1, 3)" in names
    assert "numbers.py most: count + 1 -> count - 1" in names
    assert "numbers.py most: count + 1 -> count + 2" in names
    assert "numbers.py most: count < 2 -> count <= 2" in names
    assert "numbers.py most: count < 2 and count -> count < 2 or count" in names
    assert not any("frozen" in name for name in names)
    assert len(names) == len(set(names))


def test_each_mutant_differs_from_the_source_and_from_the_others(tmp_path: Path) -> None:
    path = tmp_path / "numbers.py"
    path.write_text(SOURCE, "utf-8")
    made = [mutants.mutated(path, mutant.place) for mutant in mutants.mutants(tmp_path, path)]
    assert len({compile(SOURCE, path, "exec"), *made}) == len(made) + 1


@pytest.mark.filterwarnings("ignore:.*fork")
def test_a_mutant_that_a_test_notices_hangs_on_or_dies_of_is_not_left(tmp_path: Path) -> None:
    path = tmp_path / "numbers.py"
    path.write_text(SOURCE, "utf-8")
    tried = list(mutants.mutants(tmp_path, path))[:4]
    quiet, noticed, hanging, dying = tried

    def notices(mutant: mutants.Mutant) -> bool:
        if mutant is hanging:
            signal.pause()
        if mutant is dying:
            raise RecursionError
        return mutant is noticed

    assert list(mutants.unnoticed(tried, 2, 1, notices)) == [quiet]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"), [(0, 0, 0.0, 1.0), (5, 10, 0.237, 0.763), (90, 100, 0.826, 0.945)]
)
def test_wilsons_interval(won: int, of: int, low: float, high: float) -> None:
    assert list(wars.wilson(won, of)) == pytest.approx([low, high], abs=0.001)


def test_numbers_out_of_their_bounds_are_found() -> None:
    state = {"teams": [{"health": {"now": 8, "maximum": 7}, "strokes": -1}]}
    assert list(wars.out_of_bounds("any", state)) == ["teams.0.health is 8 of 7", "teams.0.strokes is -1"]
    fallen = {"health": {"now": -2, "maximum": 7}}
    assert list(wars.out_of_bounds("sceneplay", fallen)) == []
    assert list(wars.out_of_bounds("any", fallen)) == ["health.now is -2"]


@each_system
def test_a_state_that_its_facts_do_not_make_is_found(rules: Registered) -> None:
    """A desk whose state was replaced breaks with the next call."""
    desk = wars.WatchedDesk(rules.system, wars.begun(rules.system), b"seed")
    call = desk.calls()[0]
    desk.close(call)
    option = next(option for option in rules.system.options.options if len(option.values) > 1)
    desk.folded = wars.begun(rules.system, {option.name: option.values[1]})
    with pytest.raises(wars.Broken, match="the facts do not make the state"):
        desk.publish(call)


def test_workings_are_looked_into() -> None:
    seen = occurrence.Seen()
    inner = Sum("half").base("number", 4).divide("half", 2).done()
    occurrence.look(seen, [Sum("roll").base("inner", 2, inner=inner).skip("luck", "waived").done()])
    assert seen == {
        ("term", "roll"): 1, ("term", "inner"): 1, ("term", "half"): 2, ("term", "number"): 1,
        ("term", "luck"): 1, ("why", "waived"): 1,
    }  # fmt: skip


def test_what_never_occurs_is_told_with_its_reason() -> None:
    seen = occurrence.Seen({("fact", "hit"): 2, ("fact", "missed"): 1})
    known = [
        occurrence.Reason("fact", "corr*", "by hand", rarely=False),
        occurrence.Reason("fact", "missed", "nobody misses", rarely=False),
        occurrence.Reason("fact", "hit", "few hit", rarely=True),
    ]
    lines = list(occurrence.report(seen, {("fact", "corrected"), ("fact", "lost")}, known, whole=False))
    assert lines == [
        "fact: 4, of which 2 occur",
        "    corrected: by hand",
        "  ! lost",
        "  ? fact missed is said never to occur, and does",
    ]
