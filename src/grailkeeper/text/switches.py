"""A rule system's switches in words: the table of its rulebook, made from the system's own options, and those of a war.

A system's words hold for each switch `switch.<name>.decides`, a sentence, and for each value that has a name
`switch.<name>.is.<value>`, a phrase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core.option import Option, OptionTable, Value
from ..rules.registry import registered
from .document import Block, Bullets, Code, Item, Paragraph, Spans, spans
from .prose import Prose
from .words import Words


def decided(words: Words, name: str) -> str:
    """What a switch decides; "" for one of which nobody has said it."""
    key = f"switch.{name}.decides"
    return words.get(key) if key in words else ""


def said_value(words: Words, name: str, value: Value) -> str:
    """A value of a switch as a phrase; a number, and what nobody has a phrase for, as it is written."""
    key = f"switch.{name}.is.{value}"
    return words.get(key) if key in words else str(value)


def switch_table(options: OptionTable, clauses: Mapping[str, Sequence[str]], words: Words) -> str:
    """Markdown: a row for each switch, with its default, its other values, the clauses at which it stands, what it
    decides and what its values mean. `clauses` are by the name of the switch."""
    heads = [words.say(f"switches.{name}") for name in ("switch", "default", "others", "clause", "meaning")]
    rows = [heads, ["---"] * len(heads), *(_row(each, clauses.get(each.name, ()), words) for each in options.options)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{words.say('switches.introduction')}\n\n{table}"


def _row(option: Option, clauses: Sequence[str], words: Words) -> list[str]:
    others = [f"`{value}`" for value in option.values[1:]]
    if option.number is not None:
        low, high = option.number
        others.append(words.say("switches.number", low=str(low), high=str(high)))
    named = [f"`{value}` {said_value(words, option.name, value)}" for value in option.named]
    return [
        f"`{option.name}`",
        f"`{option.default}`",
        ", ".join(others),
        ", ".join(f"[{clause}](#{clause})" for clause in clauses),
        " ".join(filter(None, (decided(words, option.name), "; ".join(named)))),
    ]


def switches_told(prose: Prose, system: str, chosen: Mapping[str, Value]) -> Iterator[Block]:
    """How a war is played: the switches that stand otherwise than by default, each with what it decides."""
    rules = registered(system)
    usual = {} if rules is None else {each.name: each.default for each in rules.system.options.options}
    other = [Item(_told(prose, name, value)) for name, value in chosen.items() if value != usual.get(name)]
    if other:
        yield Paragraph(spans(prose.words.say("told.options")))
        yield Bullets(tuple(other))
    if len(other) < len(chosen):
        yield Paragraph(spans(prose.words.say("told.options_rest" if other else "told.options_usual")))


def _told(prose: Prose, name: str, value: Value) -> Spans:
    """What a switch decides, and how; a switch without a sentence goes by its name."""
    decides = decided(prose.words, name)
    if not decides:
        return spans(Code(f"{name} = {value}"))
    return spans(f"{decides} {prose.words.say('told.option')}: {said_value(prose.words, name, value)}")
