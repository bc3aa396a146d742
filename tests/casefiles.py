"""Cases as tests want them: read, or the test fails."""

from __future__ import annotations

from typing import Any

from grailkeeper.core.case import Case, read_case


def case_of(data: Any) -> Case:
    case = read_case(data)
    assert isinstance(case, Case), case
    return case
