"""What a system keeps secret stays secret through the whole house: gate, tellings, exports and posts."""

from __future__ import annotations

import pytest

from .house import HOUSE
from .secrets import ROWS, Manner, Rows, house_leaks
from .subject import Subject
from .subjects import SUBJECTS

of_every_system = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.system.name)


@of_every_system
def test_the_house_shows_nobody_a_row_that_is_not_theirs(subject: Subject) -> None:
    rows = Rows(HOUSE, subject)
    assert [leak for twins in subject.twins() for leak in rows.leaks(twins)] == []


@of_every_system
@pytest.mark.parametrize(("left", "right"), ROWS, ids=[f"{left} or {right}" for left, right in ROWS])
def test_the_house_keeps_its_own_secrets(subject: Subject, left: Manner, right: Manner) -> None:
    for seed in range(subject.wars):
        assert list(house_leaks(HOUSE, subject, left, right, seed)) == []
