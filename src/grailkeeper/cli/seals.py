"""`seal` and `verify-seal`: bind a declaration and check one, without any war."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..core.canon import Data, normal
from ..core.seal import holds, opened, seal
from .files import read_data, write
from .group import Command, file_argument, option
from .session import Exit, Session
from .table import fresh_salts


def commands(session: Session) -> Iterator[click.Command]:
    say = session.say
    yield Command(
        "seal",
        say,
        params=[
            file_argument("file"),
            option("--war", default="", help=say("seal.war")),
            option("--call", default="", help=say("seal.call")),
            option("--seat", default="", help=say("seal.seat")),
            option("--open", "kept", type=click.Path(path_type=Path), required=True, help=say("seal.open")),
        ],
        callback=lambda **given: make_seal(session, **given),
    )
    yield Command("verify-seal", say, params=[file_argument("file")], callback=lambda file: check_seal(session, file))


def make_seal(session: Session, file: Path, war: str, call: str, seat: str, kept: Path) -> None:
    """Print the fingerprint to post now; keep the opening to post later."""
    if kept.exists():
        session.stop(Exit.WRONG, "cli.exists", path=str(kept))
    data = read_data(session, file)
    try:
        order: Data = normal(data)  # type: ignore[arg-type]
    except ValueError as error:
        session.stop(Exit.WRONG, "seal.no_canon", why=str(error))
    made = seal(war, call, seat, order, fresh_salts(order))
    opening = opened(war, call, seat, order, made)
    write(session, kept, json.dumps(opening, ensure_ascii=False, indent=1) + "\n")
    session.line(session.say("seal.made", fingerprint=made.fingerprint, path=str(kept)))


def check_seal(session: Session, file: Path) -> None:
    """Whether an opening bears out its fingerprint."""
    opening = read_data(session, file)
    if not is_opening(opening):
        session.stop(Exit.WRONG, "seal.no_opening", path=str(file))
    assert isinstance(opening, Mapping)
    if not holds(opening):
        session.stop(Exit.WRONG, "seal.broken", fingerprint=str(opening["fingerprint"]))
    shown = sum(not isinstance(leaf, str) and leaf[0][:1] != [""] for leaf in opening["leaves"])
    session.line(session.say("seal.holds", fingerprint=str(opening["fingerprint"]), shown=shown))


def is_opening(value: Any) -> bool:
    """Whether a value has the shape of an opening."""
    return (
        isinstance(value, Mapping)
        and {"war", "call", "seat", "leaves", "fingerprint"} <= value.keys()
        and isinstance(value["leaves"], Sequence)
        and all(
            isinstance(leaf, str) or (isinstance(leaf, Sequence) and len(leaf) == 3 and isinstance(leaf[0], Sequence))
            for leaf in value["leaves"]
        )
    )
