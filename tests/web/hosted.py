"""A site as a host runs it: a process of its own, called by HTTP, killed without a warning."""

from __future__ import annotations

import http.cookiejar
import os
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
from pathlib import Path

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


def free_port() -> int:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


class Site:
    """The program `grailkeeper serve` on a folder."""

    def __init__(self, data: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "grailkeeper", "serve", "--data", str(data), "--port", str(port)]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("GRAILKEEPER_")}
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if self.address.rpartition(":")[2] + "/" in line and "/invitation/" not in line:
                break
        self._wait(port)

    def _wait(self, port: int) -> None:
        for _ in range(200):
            with closing(socket.socket()) as knocking:
                if knocking.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the site does not listen")

    def kill(self) -> None:
        """As a power cut does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


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
