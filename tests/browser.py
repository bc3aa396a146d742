"""The browser of the tests: the system's own Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The one without windows comes first: since the others draw theirs even where nobody sees them, they take several
times as long over a page."""


class NoBrowserError(AssertionError):
    """There is no browser here, so nothing was tested: the tests fail rather than pass by."""


def chromium() -> str:
    """Where the system's Chromium is."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoBrowserError(
            f"The pages are tested in a browser, and there is none: install one of {', '.join(NAMES)}."
        )
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser without a window, closed at the end."""
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        try:
            yield browser
        finally:
            browser.close()
