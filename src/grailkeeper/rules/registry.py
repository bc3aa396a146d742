"""The rule systems that the house knows, with the books of their cases."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ..core.case import Registered
from ..core.system import RuleSystem

NAMES = (
    "bingo",
    "chronicle",
    "mirror",
    "sceneplay",
)
"""A rule system is a folder beside this file, whose package has it as `RULES`, and its name here."""


def _in_folder(name: str) -> Registered:
    rules: Registered = import_module(f".{name}", __package__).RULES
    return rules


SYSTEMS: tuple[Registered, ...] = tuple(_in_folder(name) for name in NAMES)


def by_name() -> Mapping[str, RuleSystem[Any]]:
    """The rule systems by their names."""
    return {each.system.name: each.system for each in SYSTEMS}


def registered(name: str) -> Registered | None:
    """The system of that name, None if there is none."""
    return next((each for each in SYSTEMS if each.system.name == name), None)
