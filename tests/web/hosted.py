"""A site as a host runs it: a process of its own, called by HTTP, killed without a warning."""

from __future__ import annotations

import http.cookiejar
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from html import unescape
from typing import IO

from .places import Place

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def free_port() -> int:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Process:
    """`grailkeeper serve` at a place: a process that can be killed without a warning."""

    def __init__(self, place: Place, *options: str) -> None:
        command = [sys.executable, "-m", "grailkeeper", "--lang", "ko", "serve", *options]
        self._process = subprocess.Popen(
            command, env=place.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        self._last_words(self._process.stdout)

    def _last_words(self, said: IO[str]) -> None:
        """Wait until it has said everything that it says when it starts."""
        for line in said:
            if "Ctrl+C" in line:
                return
        raise AssertionError("it does not start")

    def kill(self) -> None:
        """As a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Worker(Process):
    """What looks after the wars, as a process of its own."""

    def __init__(self, place: Place) -> None:
        super().__init__(place, "--only", "worker")


class Site(Process):
    """What answers pages; with a worker beside in the same process unless it serves nothing else."""

    def __init__(self, place: Place, *options: str) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        super().__init__(place, "--port", str(port), *options)
        self._wait(port)

    def _wait(self, port: int) -> None:
        for _ in range(200):
            with closing(socket.socket()) as knocking:
                if knocking.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the site does not listen")


class Browser:
    """Somebody who is logged in. What it is not answered raises OSError."""

    def __init__(self, site: Site, token: str) -> None:
        self.site = site
        jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open
        self._headers = {"Accept-Language": "ko"}
        host = urllib.parse.urlsplit(site.address).hostname or ""
        jar.set_cookie(
            http.cookiejar.Cookie(
                0, "sitting", token, None, False, host, True, False, "/", True, False, None, False, None, None, {}
            )
        )

    def get(self, address: str) -> str:
        with self._open(urllib.request.Request(self.site.address + address, headers=self._headers), timeout=20) as page:
            return unescape(page.read().decode())

    def send(self, address: str, **fields: str) -> str:
        """Send a form from its page; the page that follows."""
        token = TOKEN.search(self.get(address))
        assert token is not None
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
        request = urllib.request.Request(self.site.address + address, body, self._headers)
        with self._open(request, timeout=20) as page:
            return unescape(page.read().decode())
