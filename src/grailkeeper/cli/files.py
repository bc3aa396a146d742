"""Reading and writing files that people make: JSON, TOML, YAML; journals."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from ..campaign.war import JournalError
from ..journal.file import Journal, Reading
from .session import Exit, Session


def _yaml(text: str) -> object:
    return yaml.safe_load(text)


_READERS: Mapping[str, Callable[[str], object]] = {
    ".json": json.loads,
    ".toml": tomllib.loads,
    ".yaml": _yaml,
    ".yml": _yaml,
}

LARGEST = 4 * 2**20
"""Bytes of the largest file of data that is read."""


def read_text(session: Session, path: Path) -> str:
    """A text file, or standard input for `-`."""
    try:
        if str(path) == "-":
            return sys.stdin.read()
        if path.stat().st_size > LARGEST:
            session.stop(Exit.UNREADABLE, "cli.too_large", path=str(path))
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        session.stop(Exit.UNREADABLE, "cli.not_utf8", path=str(path))
    except OSError as error:
        session.stop(Exit.UNREADABLE, "cli.unreadable", path=str(path), why=error.strerror or str(error))


def read_data(session: Session, path: Path) -> object:
    """The data of a JSON, TOML or YAML file, told apart by its name; standard input may be any of them."""
    text = read_text(session, path)
    readers = [_READERS[path.suffix]] if path.suffix in _READERS else list(dict.fromkeys(_READERS.values()))
    why = ""
    for reader in readers:
        try:
            return reader(text)
        except (ValueError, yaml.YAMLError, RecursionError) as error:
            why = why or str(error).splitlines()[0]
    session.stop(Exit.UNREADABLE, "cli.no_data", path=str(path), why=why)


def open_journal(session: Session, path: Path) -> tuple[Journal, Reading]:
    """A journal, with a word on standard error where its last line was torn."""
    try:
        journal, reading = Journal.open(path)
    except OSError as error:
        session.stop(Exit.UNREADABLE, "cli.unreadable", path=str(path), why=error.strerror or str(error))
    except JournalError as error:
        session.stop(Exit.WRONG, "cli.journal_broken", path=str(path), why=str(error))
    if reading.torn:
        session.err.print(session.say("cli.torn", path=str(path), bytes=len(reading.torn)), markup=False)
    return journal, reading


def write(session: Session, path: Path, content: str | bytes) -> None:
    """Write a file whole, its folder with it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        session.stop(Exit.UNREADABLE, "cli.unwritable", path=str(path), why=error.strerror or str(error))
