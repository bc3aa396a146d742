"""The table of a rule system's switches, as its rulebook shows it: made from the system's own options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.option import Option, OptionTable
from .words import Words


def switch_table(options: OptionTable, clauses: Mapping[str, Sequence[str]], words: Words) -> str:
    """Markdown: a row for each switch, with its default, its other values, the clauses at which it stands and what
    it decides. `clauses` are by the name of the switch."""
    heads = [words.say(f"switches.{name}") for name in ("switch", "default", "others", "clause", "meaning")]
    rows = [heads, ["---"] * len(heads), *(_row(each, clauses.get(each.name, ()), words) for each in options.options)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{words.say('switches.introduction')}\n\n{table}"


def _row(option: Option, clauses: Sequence[str], words: Words) -> list[str]:
    others = [f"`{value}`" for value in option.values[1:]]
    if option.number is not None:
        low, high = option.number
        others.append(words.say("switches.number", low=str(low), high=str(high)))
    key = f"switch.{option.name}"
    return [
        f"`{option.name}`",
        f"`{option.default}`",
        ", ".join(others),
        ", ".join(f"[{clause}](#{clause})" for clause in clauses),
        words.get(key) if key in words else "",
    ]
