"""When the rules themselves fail: one exception, with the call at which it happened. Nothing was written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..core.chance import ChanceError


class EngineError(Exception):
    """A rule system failed or broke its contract; the journal is as it was.

    `call` is the address of the call that was being answered, closed or resolved ("" where it was none).
    """

    def __init__(self, call: str, why: str) -> None:
        super().__init__(f"{call}: {why}" if call else why)
        self.call, self.why = call, why


@contextmanager
def adjudicating(call: str = "") -> Iterator[None]:
    """Whatever is raised inside is raised as an EngineError.

    A ChanceError passes: it says that the listed draws of a case do not fit, which is no fault of the rules.
    """
    try:
        yield
    except (EngineError, ChanceError):
        raise
    except Exception as fault:
        raise EngineError(call, f"{type(fault).__name__}: {fault}") from fault
