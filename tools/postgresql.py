"""Run a command beside a PostgreSQL of its own: a cluster in a folder that is thrown away, reached by a socket in it.

    python tools/postgresql.py pytest tests/web

The command finds it in GRAILKEEPER_DATABASE. Where the machine has no PostgreSQL that is said, and nothing is run.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps the servers, a folder for each version, outside of the PATH."""

NEEDED = ("initdb", "postgres")
OWNERS = ("postgres", "nobody")
"""As whom a server runs that root starts: it refuses to run as root."""

NAME = "grailkeeper"
PATIENCE_SECONDS = 60.0
MADE_FOR_A_RUN = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")
"""The cluster is gone after the run, so a power cut may take it."""


class NoServerError(Exception):
    """There is no PostgreSQL here, or it does not start."""


def programs() -> Path:
    """The folder of the server's programs; of Debian's the newest."""
    beside = [Path(found).resolve().parent for name in NEEDED if (found := shutil.which(name))]
    folders = [*beside, *sorted(DEBIAN.glob("*/bin"), key=lambda folder: _version(folder.parent.name), reverse=True)]
    for folder in folders:
        if all((folder / name).exists() for name in NEEDED):
            return folder
    raise NoServerError("The site is tested on PostgreSQL too, and there is none: install it (Debian: postgresql).")


def _version(name: str) -> int:
    return int(name) if name.isdigit() else 0


def _owner() -> pwd.struct_passwd | None:
    """As whom the server runs; None for whoever runs this."""
    if os.geteuid() != 0:
        return None
    for name in OWNERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoServerError(f"PostgreSQL does not run as root, and there is no user {' or '.join(OWNERS)}.")


@contextmanager
def cluster() -> Iterator[str]:
    """A server that runs as long as this is open; the address of its database."""
    folder, owner = programs(), _owner()
    with tempfile.TemporaryDirectory(prefix="grailkeeper-postgresql-") as home:
        whose: Mapping[str, Any] = {}
        if owner is not None:
            os.chown(home, owner.pw_uid, owner.pw_gid)
            whose = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        data, log = Path(home) / "data", Path(home) / "log"
        made = subprocess.run(
            [folder / "initdb", "-D", data, "-U", NAME, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
            **whose,
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise NoServerError(f"PostgreSQL did not make its folder: {made.stderr.strip()}")
        settings = [part for setting in MADE_FOR_A_RUN for part in ("-c", setting)]
        command = [str(folder / "postgres"), "-D", str(data), "-k", home, "-c", "listen_addresses=", *settings]
        with log.open("wb") as said:
            server = subprocess.Popen(command, **whose, cwd=home, stdout=said, stderr=said)
        try:
            _wait(server, home, log)
            yield f"postgresql://{NAME}@/{NAME}?host={home}"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _wait(server: subprocess.Popen[bytes], home: str, log: Path) -> None:
    """Until it lets somebody in; then the database is made."""
    until = time.monotonic() + PATIENCE_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            with psycopg.connect(host=home, user=NAME, dbname="postgres", autocommit=True) as here:
                here.execute(f"CREATE DATABASE {NAME}")
                return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise NoServerError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-2000:].strip()}")


def main(command: list[str]) -> int:
    try:
        with cluster() as address:
            return subprocess.run(command, env={**os.environ, "GRAILKEEPER_DATABASE": address}, check=False).returncode
    except NoServerError as missing:
        print(missing, file=sys.stderr)
        return 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends this ends the server too
    raise SystemExit(main(sys.argv[1:]))
