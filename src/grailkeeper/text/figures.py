"""Facts as blocks of a document: the sentence, what a rule system draws of it in text, the workings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.fact import Fact
from ..rules.bingo.facts import BattleFought
from .bingo.figure import figure as bingo_board
from .bingo.figure import laid_rows
from .document import Block
from .prose import Prose

FIGURES: Mapping[type[Fact], Callable[[Prose, Any], tuple[Block, ...]]] = {BattleFought: bingo_board}
"""What stands below the sentence of a fact in place of its bare workings; the figure holds those too."""


def fact_blocks(prose: Prose, fact: Fact) -> tuple[Block, ...]:
    """A fact as a paragraph, with its figure or its workings below."""
    said, *folds = prose.blocks(fact)
    figure = FIGURES.get(type(fact))
    return (said, *(folds if figure is None else figure(prose, fact)))


def list_rows(prose: Prose, name: str, values: Sequence[object]) -> tuple[str, ...]:
    """A list of a declaration in rows, where people write it so: the cards of a board. Nothing for any other."""
    return laid_rows(prose, values) if name == "cards" else ()
