"""`serve`: the table online, as a program of its own that is started from here."""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click

from .group import Command, flag, option, path_option
from .session import Exit, Session

ROOM = "grailkeeper.web.start"
PARTS = ("web", "worker")


def commands(session: Session) -> Iterator[click.Command]:
    yield Command(
        "serve",
        session,
        params=[
            option(session, "host", "serve.host", metavar="address", default="127.0.0.1"),
            option(session, "port", "serve.port", metavar="number", type=click.IntRange(1, 65535), default=8000),
            path_option(session, "data", "serve.data"),
            option(session, "only", "serve.only", type=click.Choice(PARTS)),
            flag(session, "demo", "serve.demo"),
        ],
        callback=lambda **given: serve(session, **given),
    )


def serve(session: Session, host: str, port: int, data: Path | None, demo: bool, only: str | None) -> None:
    """Start the site. It reads the rest of its settings from the environment."""
    if find_spec("django") is None:
        session.stop(Exit.WRONG, "serve.not_installed")
    if data is not None:
        os.environ["GRAILKEEPER_DATA"] = str(data)
    started = runpy.run_module(ROOM)
    if not started["serve"](host, port, session.language.value, demo, session.line, only or ""):
        session.stop(Exit.WRONG, "serve.taken", port=port, host=host)
