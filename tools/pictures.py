"""Make the pictures of the README: what everybody learns of a fight, in a terminal and as a page; a seat that is asked
and the keeper's desk, of the demonstration. Needs Chromium."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tempfile
import threading
from multiprocessing import get_context
from pathlib import Path
from unittest import mock

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console

from grailkeeper.cli.main import run
from grailkeeper.cli.session import Session
from grailkeeper.text.language import Language

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

from browser import chromium  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = {Language.EN: "rider-saber.toml", Language.KO: "라이더와-세이버.toml"}
SIDE = {Language.EN: "Sayaka", Language.KO: "t1"}
PAPER, PHONE = (1100, 820), (390, 1180)
LAID = 7
"""Cards that are laid already in the row of a seat that is asked for some."""
SEEDS = [hashlib.sha256(f"readme {number}".encode()).digest() for number in range(99)]
"""The seeds of the wars of the demonstration, so that its pictures show the same wars whenever they are made."""


def main() -> None:
    path = chromium()
    for language in EXAMPLES:
        for part in (fight, site):
            # A process each: a site has one database, for as long as the process lives.
            process = get_context("spawn").Process(target=part, args=(language, path))
            process.start()
            process.join()


def fight(language: Language, path: str) -> None:
    """The fight of the example: the terminal, and the page of a side."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file, out = str(ROOT / "examples" / EXAMPLES[language]), str(Path(folder) / "out")
        terminal = Console(record=True, width=84, file=io.StringIO(), force_terminal=True)
        quiet = Console(file=io.StringIO())
        run(["battle", file, "--as", "public", "--seed", "readme"], Session(language, terminal, quiet))
        terminal.save_svg(str(PICTURES / f"terminal-{language.value}.svg"), title="grailkeeper battle")
        run(["battle", file, "--out", out, "--seed", "readme"], Session(language, quiet, quiet))
        browser = playwright.chromium.launch(executable_path=path)
        page = Path(out) / f"{SIDE[language]}.html"
        shoot(browser, page.as_uri(), f"battle-{language.value}", PAPER)


def site(language: Language, path: str) -> None:
    """Of the demonstration: what a seat is asked, on a phone; and what waits for the keeper."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRAILKEEPER_DATA"] = folder
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # a browser's driver keeps a loop in this thread
        from grailkeeper.web import start  # noqa: PLC0415 - it looks for its folder as soon as it is there

        start.prepare()
        from django.core.wsgi import get_wsgi_application  # noqa: PLC0415
        from waitress.server import create_server  # noqa: PLC0415

        from grailkeeper.web import accounts, asks, clock, demonstration, models, store  # noqa: PLC0415

        with mock.patch.object(clock, "seed", iter(SEEDS).__next__):
            demonstration.links(language)
        server = create_server(get_wsgi_application(), host="127.0.0.1", port=0)
        threading.Thread(target=server.run, daemon=True).start()
        here = f"http://127.0.0.1:{server.effective_port}"

        def sitting(role: models.Role) -> str:
            return accounts.log_in(models.Holding.objects.filter(role=role)[0].account, "")

        asked, waiting = models.War.objects.get(system="chronicle"), models.War.objects.get(system="bingo")
        whose = asked.holdings.get(role=models.Role.PLAYER).seat
        question = next(each for each in asks.asked_of(asked, store.load(asked), whose) if each.waits)
        seat = f"{here}/war/{asked.key}/seat/{question.ask.seat}/ask/{question.ask.whom}/{question.call.address}/"
        closed = next(iter(store.load(waiting).closed))
        desk = f"{here}/war/{waiting.key}/desk/call/{closed}/"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path)
            shoot(browser, seat, f"seat-{language.value}", PHONE, sitting(models.Role.PLAYER), language)
            shoot(browser, desk, f"desk-{language.value}", PAPER, sitting(models.Role.KEEPER), language)


def shoot(
    browser: Browser,
    address: str,
    name: str,
    size: tuple[int, int],
    sitting: str = "",
    language: Language = Language.KO,
) -> None:
    """A picture of the top of a page, as whoever is logged in sees it; where cards are asked for, some are laid."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language.value)
    if sitting:
        context.add_cookies([{"name": "sitting", "value": sitting, "url": address}])
    page = context.new_page()
    page.goto(address)
    cells = page.locator(".row-of select").all()[:LAID]
    for place, cell in enumerate(cells):
        cell.select_option(index=1 + place % 4)
    if cells:
        page.click(".dock [value=save]")
    page.screenshot(path=str(PICTURES / f"{name}.png"))
    context.close()


if __name__ == "__main__":
    main()
