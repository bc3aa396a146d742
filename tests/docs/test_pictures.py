"""The pictures of the README are made in the browser of the tests."""

from __future__ import annotations

import browser
import pictures


def test_pictures_are_made_in_the_browser_of_the_tests() -> None:
    assert vars(pictures)["chromium"] is browser.chromium
