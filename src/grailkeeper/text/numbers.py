"""How numbers are written."""

from __future__ import annotations

MINUS = "−"


def number(value: int, *, signed: bool = False) -> str:
    """`value` with a real minus sign. A signed number shows its plus too, and nothing changed is ±0."""
    if value < 0:
        return f"{MINUS}{-value}"
    if not signed:
        return str(value)
    return f"+{value}" if value else "±0"
