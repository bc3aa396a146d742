"""The only ways to the clock and to randomness."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from ..core.canon import Data
from ..core.seal import SALT_BYTES, padded_leaves

SEED_BYTES = 32


def now() -> datetime:
    """The moment, in UTC, of whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def stamp() -> str:
    """The moment as entries have it."""
    return now().isoformat()


def seed() -> bytes:
    """The seed of a new war."""
    return secrets.token_bytes(SEED_BYTES)


def salts(order: Data) -> list[str]:
    """One salt for each leaf that a seal of `order` has."""
    return [secrets.token_hex(SALT_BYTES) for _ in padded_leaves(order)]


def token() -> str:
    """What nobody guesses: for a link, or for a browser that is logged in."""
    return secrets.token_urlsafe(32)
