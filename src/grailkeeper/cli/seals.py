"""`seal` and `verify-seal`: bind a declaration and check one, without any war."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..core.canon import LARGEST, Data
from ..core.seal import holds, opened, seal
from ..text.document import Bullets, Document, Item, spans
from ..text.post import SHORT, grouped
from .files import data_of, text_of, write
from .group import Command, argument, file_argument, option
from .session import Exit, Session
from .table import fresh_salts

TEXTS = (".txt", ".md")
"""Files that are sealed line by line, as they are."""


def commands(session: Session) -> Iterator[click.Command]:
    yield Command(
        "seal",
        session,
        params=[
            file_argument(session, "file"),
            option(session, "war", "seal.war", metavar="text", default=""),
            option(session, "call", "seal.call", metavar="text", default=""),
            option(session, "seat", "seal.seat", metavar="text", default=""),
            option(
                session,
                "open",
                "seal.open",
                as_name="kept",
                metavar="path",
                type=click.Path(path_type=Path),
                required=True,
            ),
        ],
        callback=lambda **given: make_seal(session, **given),
    )
    yield Command(
        "verify-seal",
        session,
        params=[file_argument(session, "file"), argument(session, "fingerprint", required=False, nargs=-1)],
        callback=lambda file, fingerprint: check_seal(session, file, "".join(fingerprint)),
    )


def make_seal(session: Session, file: Path, war: str, call: str, seat: str, kept: Path) -> None:
    """Print the fingerprint to post now; keep the opening to post later."""
    if kept.exists():
        session.stop(Exit.WRONG, "cli.exists", path=str(kept))
    data: object = text_of(session, file).splitlines() if file.suffix in TEXTS else data_of(session, file)
    order = _order(session, data, ())
    made = seal(war, call, seat, order, fresh_salts(session, order))
    opening = opened(war, call, seat, order, made)
    write(session, kept, json.dumps(opening, ensure_ascii=False, indent=1) + "\n")
    session.line(session.say("seal.made", fingerprint=grouped(made.fingerprint, 64)))
    session.line(session.say("seal.kept", path=str(kept)))


def _order(session: Session, value: object, path: tuple[str, ...]) -> Data:
    """What was written as it can be sealed: text, whole numbers, yes and no, lists and tables of them."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if value is None or isinstance(value, bool) or (isinstance(value, int) and -LARGEST <= value <= LARGEST):
        return value
    if isinstance(value, Mapping) and "" not in map(str, value):
        return {_key(key): _order(session, item, (*path, str(key))) for key, item in value.items()}
    if isinstance(value, list):
        return [_order(session, item, (*path, str(place))) for place, item in enumerate(value, 1)]
    session.stop(Exit.WRONG, "seal.cannot", where=".".join(path) or "-")


def _key(key: object) -> str:
    return unicodedata.normalize("NFC", str(key))


def check_seal(session: Session, file: Path, fingerprint: str) -> None:
    """Whether an opening bears out the fingerprint, and which values it opens."""
    opening: Any = data_of(session, file)
    if not is_opening(opening):
        session.stop(Exit.WRONG, "seal.no_opening", path=str(file))
    own, posted = str(opening["fingerprint"]), fingerprint.replace(" ", "").lower()
    if posted and len(posted) < SHORT:
        session.stop(Exit.WRONG, "seal.too_short", least=SHORT)
    if not own.startswith(posted):
        session.stop(Exit.WRONG, "seal.other", fingerprint=grouped(own, 64))
    if not holds(opening):
        session.stop(Exit.WRONG, "seal.broken", fingerprint=grouped(own, 64))
    leaves = [leaf for leaf in opening["leaves"] if not isinstance(leaf, str) and leaf[0][:1] != [""]]
    items = [Item(spans(_leaf(session, leaf[0], leaf[1]))) for leaf in sorted(leaves, key=_place)]
    closed = sum(isinstance(leaf, str) for leaf in opening["leaves"])
    session.show(Document(session.language, session.say("seal.holds"), (Bullets(tuple(items)),)))
    if closed:
        session.line(session.say("seal.partly", count=closed))
    if not fingerprint:
        session.line(session.say("seal.compare", fingerprint=grouped(own, 64)))


def _place(leaf: Any) -> list[tuple[int, int, str]]:
    """Leaves in the order of what was sealed: places by number, names by letter."""
    return [(0, part, "") if isinstance(part, int) else (1, 0, str(part)) for part in leaf[0]]


def _leaf(session: Session, path: Sequence[object], value: object) -> str:
    """A value under its path; places are counted from 1."""
    label = " › ".join(str(part + 1) if isinstance(part, int) else str(part) for part in path) or "-"
    said = session.say("house.none") if value is None else session.say("house.yes" if value else "house.no")
    return session.say(
        "cli.labelled", label=label, value=said if value is None or isinstance(value, bool) else str(value)
    )


def is_opening(value: Any) -> bool:
    """Whether a value has the shape of an opening."""
    return (
        isinstance(value, Mapping)
        and {"war", "call", "seat", "leaves", "fingerprint"} <= value.keys()
        and isinstance(value["leaves"], list)
        and all(
            isinstance(leaf, str) or (isinstance(leaf, list) and len(leaf) == 3 and isinstance(leaf[0], list))
            for leaf in value["leaves"]
        )
    )
