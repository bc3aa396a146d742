"""The switches of a war as whoever opens it chooses them: chapter by chapter of the rulebook, each with what it decides
and what each of its values means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..core.case import Registered
from ..core.option import Option, Value
from ..text.prose import Prose
from ..text.rulebook import read_rulebook
from ..text.switches import decided, said_value

NUMBER = "number"
"""What is chosen where a switch of named values is set to another number; the number stands under `<name>.number`."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch as the page shows it. `choices`: its values with what they mean, the default first; `chosen`: which of
    them it stands at, or `NUMBER`; `number`: what is typed where it takes one."""

    option: Option
    decides: str
    clauses: Sequence[str]
    choices: Sequence[tuple[str, str]]
    chosen: str
    number: str

    @property
    def changed(self) -> bool:
        return bool(self.number) if not self.choices else self.chosen != self.choices[0][0]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The switches of one chapter of the rulebook."""

    title: str
    switches: Sequence[Switch]

    @property
    def changed(self) -> bool:
        return any(each.changed for each in self.switches)


def chapters_of(rules: Registered, prose: Prose, sent: Mapping[str, str]) -> list[Chapter]:
    """Every switch of a rule system, each in the chapter of the first clause at which it stands."""
    book = read_rulebook(rules.package, prose.words.language)
    switches = [_switch(each, book.switches.get(each.name, ()), prose, sent) for each in rules.system.options.options]
    chapters = ((title, [each for each in switches if each.clauses[0] in clauses]) for title, clauses in book.chapters)
    return [Chapter(title.partition(" ")[2], found) for title, found in chapters if found]


def _switch(option: Option, clauses: Sequence[str], prose: Prose, sent: Mapping[str, str]) -> Switch:
    name, words = f"option.{option.name}", prose.words
    choices = [(str(value), said_value(words, option.name, value)) for value in option.named]
    if not choices:
        return Switch(option, decided(words, option.name), clauses, (), "", sent.get(name, "").strip())
    chosen, number = sent.get(name, choices[0][0]), sent.get(f"{name}.{NUMBER}", "").strip()
    return Switch(option, decided(words, option.name), clauses, choices, chosen, number)


def chosen_of(option: Option, sent: Mapping[str, str]) -> Value:
    """What was chosen for a switch; a whole number where it is written as one, the default where nothing was."""
    given = sent.get(f"option.{option.name}", "").strip()
    if given == NUMBER:
        given = sent.get(f"option.{option.name}.{NUMBER}", "").strip()
    named = next((value for value in option.values if str(value) == (given or str(option.default))), None)
    if named is not None:
        return named
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else given
