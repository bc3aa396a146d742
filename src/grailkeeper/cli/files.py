"""Reading and writing files: data that people made, journals, posts. What cannot be done is said in one sentence."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

from ..campaign.war import JournalError
from ..journal.file import Journal, LineError, Reading
from .reading import Unreadable, read_text
from .session import Exit, Session, Stop

LARGEST = 2**20
"""Bytes of the largest file of data that is read."""

STDIN = Path("-")


def text_of(session: Session, path: Path) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        content = sys.stdin.buffer.read(LARGEST + 1) if path == STDIN else _content(path)
    except OSError as error:
        raise unreadable(session, path, error) from None
    if len(content) > LARGEST:
        session.stop(Exit.UNREADABLE, "cli.too_large", path=str(path), most=LARGEST // 2**20)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        session.stop(Exit.UNREADABLE, "cli.not_utf8", path=str(path))


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def data_of(session: Session, path: Path) -> object:
    """The data of a JSON, TOML or YAML file, told apart by its name; standard input may be any of them."""
    data = read_text(text_of(session, path), path.suffix)
    if isinstance(data, Unreadable):
        session.stop(
            Exit.UNREADABLE,
            f"unreadable.{data.why}",
            path=str(path),
            line=data.line or "?",
            format=data.format.value,
            name=data.name or "?",
        )
    return data


def open_journal(session: Session, path: Path) -> tuple[Journal, Reading]:
    """A journal, with a word on standard error where its last line was torn."""
    try:
        journal, reading = Journal.open(path)
    except OSError as error:
        raise unreadable(session, path, error) from None
    except LineError as error:
        key = "cli.no_journal" if error.line == 1 else "cli.journal_line"
        session.stop(Exit.WRONG, key, path=str(path), line=error.line)
    except JournalError:
        session.stop(Exit.WRONG, "cli.no_journal", path=str(path))
    if not reading.entries:
        session.stop(Exit.WRONG, "cli.no_journal", path=str(path))
    if reading.torn:
        session.complain(session.say("cli.torn", path=str(path), bytes=len(reading.torn)))
    return journal, reading


def write(session: Session, path: Path, content: str | bytes) -> None:
    """Write a file whole, its folder with it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise unwritable(session, path, error) from None


_REASONS = {
    errno.ENOENT: "missing",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOSPC: "full",
}
"""What the system says, in words of ours; its own are in one language only."""


def unreadable(session: Session, path: Path, error: OSError) -> Stop:
    return Stop(Exit.UNREADABLE, session.say("cli.unreadable", path=str(path), why=_reason(session, error)))


def unwritable(session: Session, path: Path, error: OSError) -> Stop:
    return Stop(Exit.UNREADABLE, session.say("cli.unwritable", path=str(path), why=_reason(session, error)))


def _reason(session: Session, error: OSError) -> str:
    known = _REASONS.get(error.errno or 0)
    return session.say(f"system.{known}") if known else session.say("system.other", code=error.errno or 0)
