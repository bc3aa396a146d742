"""The mirror land under the suite that every rule system must pass."""

from __future__ import annotations

from pathlib import Path

from conformance.subject import Subject
from grailkeeper.rules import mirror
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.visibility import KNOWLEDGE

from .making import order, setup
from .twins import twins

SUBJECT = Subject(
    system=MIRROR,
    begin=setup,
    information=tuple((row.id, row.clause, row.who) for row in KNOWLEDGE),
    twins=twins,
    words=Path(mirror.__file__).parent,
    order=order,
    walks=24,
)
