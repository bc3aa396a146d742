"""Every check of the suite notices when its promise is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.checks import CHECKS, fixed_draws_must_fit
from conformance.subjects import TOY
from conformance.walk import walk

from .broken import BROKEN, Broken

CHECK_BY_NAME = {check.__name__: check for check in CHECKS}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_promise_is_noticed(broken: type[Broken]) -> None:
    subject = replace(TOY, system=broken(), longest=60)
    check = CHECK_BY_NAME[broken.breaks]
    for seed in range(20):
        try:
            check(walk(subject, seed))
        except (AssertionError, ValueError):
            return
    pytest.fail(f"{broken.breaks} noticed nothing")


def test_every_check_has_a_toy_that_breaks_it() -> None:
    # what fixed draws do is the chance's own, and tested there
    assert {broken.breaks for broken in BROKEN} == CHECK_BY_NAME.keys() - {fixed_draws_must_fit.__name__}
