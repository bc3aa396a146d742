"""What `tests/cases` does not say of the mirror land's cases: that all are there."""

from pathlib import Path

CASES = Path(__file__).parents[2] / "cases" / "mirror"


def test_all_are_there() -> None:
    assert len(list(CASES.glob("*.json"))) == 60
