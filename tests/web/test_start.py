"""Starting a site where it cannot be."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import closing

from grailkeeper.cli.session import Exit

from .places import Place


def test_a_port_that_others_have_is_said_before_anything_else(place: Place) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "grailkeeper", "--lang", "ko", "serve", "--port", port]
        done = subprocess.run(command, env=place.environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == Exit.WRONG
    assert f"{port}번 포트에서 받을 수 없습니다" in done.stderr
    assert done.stdout == ""
