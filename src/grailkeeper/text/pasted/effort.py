"""How much is tried to make out a post: whoever pastes has everybody else wait."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 200_000
"""So much is tried for one post, counted in looks. A long sheet as players write it takes a tenth of it."""


class TangledError(Exception):
    """A text can be read in so many ways that it is not read at all."""


@dataclass(slots=True)
class Effort:
    """What may still be tried. It is counted and not timed, so that a post reads alike on every machine."""

    left: int = MOST

    def spend(self, looks: int) -> None:
        """Count what is tried. Raises TangledError where it is more than there is."""
        self.left -= looks
        if self.left < 0:
            raise TangledError
