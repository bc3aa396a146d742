"""The agents that there are, by name; better ones of single systems are added here, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from .bingo import SteadyBingo
from .chronicle import SteadyChronicle
from .mirror import SteadyMirror
from .question import Agent
from .sampler import RandomAgent
from .sceneplay import SteadySceneplay

RANDOM = RandomAgent()

STEADY: Mapping[str, Agent] = {
    "bingo": SteadyBingo(),
    "chronicle": SteadyChronicle(),
    "mirror": SteadyMirror(),
    "sceneplay": SteadySceneplay(),
}
"""The sensible agent of each rule system that has one; for the others `steady` is `random`."""

NAMES = ("random", "steady")


def agent(name: str, system: str) -> Agent:
    """The agent of that name for a rule system. Raises KeyError for a name that is none."""
    if name not in NAMES:
        raise KeyError(name)
    return STEADY.get(system, RANDOM) if name == "steady" else RANDOM
