"""Facts that are better drawn than said: what stands below the sentence of a fact, as tables that every format has.

A fact that nobody draws has its workings there, each to be opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ...core.fact import Fact
from ..document import Block
from .chronicle import CHRONICLE
from .mirror import MIRROR

if TYPE_CHECKING:
    from ..prose import Prose

DRAWN: Mapping[type[Fact], Callable[[Prose, Any], tuple[Block, ...]]] = {**CHRONICLE, **MIRROR}
"""By the kind of fact."""


def drawn(prose: Prose, fact: Fact) -> tuple[Block, ...] | None:
    """What stands below the sentence of a fact, None where it is not drawn."""
    draw = DRAWN.get(type(fact))
    return None if draw is None else draw(prose, fact)
