"""Texts for a board: every one is copied whole by one click, in each format, rich text as such."""

from __future__ import annotations

import threading
from html import unescape

from django.core.wsgi import get_wsgi_application
from waitress.server import create_server

from browser import open_browser
from grailkeeper.text.formats import FORMATS
from grailkeeper.web import accounts, models, store

from .people import account, holds
from .wars import begun, played

COPIED = """async () => {
  const [item] = await navigator.clipboard.read();
  const read = async (type) => item.types.includes(type) ? await (await item.getType(type)).text() : "";
  return [await read("text/plain"), await read("text/html")];
}"""


def test_every_text_is_copied_by_one_click() -> None:
    war = begun(teams=3)
    played(war, 2)
    entry = next(each.number for each in reversed(list(store.entries(war.key))) if each.kind == "published")
    who = account("진행자")
    holds(who, war, models.Role.KEEPER)
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    here = f"http://127.0.0.1:{server.effective_port}"
    with open_browser() as browser:
        context = browser.new_context(permissions=["clipboard-read", "clipboard-write"], locale="ko")
        context.add_cookies([{"name": "sitting", "value": accounts.log_in(who, "시험"), "url": here}])
        page = context.new_page()
        for form in FORMATS:
            page.goto(f"{here}/war/{war.key}/desk/texts/{entry}/?format={form}")
            buttons = page.query_selector_all("[data-copy]")
            assert len(buttons) == 4, "everybody's and one for each team"
            for button in buttons:
                shown = page.input_value(f"#{button.get_attribute('data-copy')}")
                button.click()
                page.wait_for_function("button => button.textContent === button.dataset.done", arg=button)
                plain, rich = page.evaluate(COPIED)
                assert form == "html" or plain.strip() == shown.strip()
                assert "\n" in plain.strip(), "a text has its lines"
                assert "<p>" not in plain, "an editor without formatting is given none"
                assert bool(rich) is (form == "html")
                assert form != "html" or "<p>" in unescape(rich)
        context.close()
    server.close()
