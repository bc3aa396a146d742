"""Where the stored journals lie, and what is kept of each of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.subjects import SUBJECTS
from grailkeeper.campaign.war import Systems, War
from grailkeeper.core.canon import digest
from grailkeeper.core.codec import encode

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.json"
SYSTEMS: Systems = {subject.system.name: subject.system for subject in SUBJECTS}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a journal comes to: how many entries, the heads of all chains, the digest of the state."""

    entries: int
    head: str
    heads: Mapping[str, str]
    state: str


def mark_of(war: War) -> Mark:
    heads = {key: stream.head for key, stream in sorted(war.streams.items())}
    return Mark(war.number, war.head, heads, digest(encode(war.state)))


def recorded() -> dict[str, Any]:
    """The marks by the name of their journal, as they were recorded."""
    found: dict[str, Any] = json.loads(DIGESTS.read_text("utf-8")) if DIGESTS.exists() else {}
    return found
