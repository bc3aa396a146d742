"""Pairs of battles that differ in one row of the information table."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.twin import Twins


def twins() -> Iterator[Twins]:
    yield from ()
