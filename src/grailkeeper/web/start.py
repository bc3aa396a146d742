"""Starting the site: the folder, the tables, the first link, the server with its worker."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator

import django
from django.core.management import call_command

from ..text.language import Language
from ..text.words import load_words

SETTINGS = "grailkeeper.web.settings"
WEB, WORKER = "web", "worker"
"""The two things that are served."""
THREADS = 8
LARGEST_REQUEST = 24 * 2**20
"""Bytes: a journal that is brought in is the largest thing that anybody sends."""
PROXY = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-for x-forwarded-proto"}
"""What is believed of a proxy on the same machine, where the site is told that there is one."""


def prepare() -> None:
    """Everything that must be there before anybody comes. Can be run any number of times."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    from .settings import DATA  # noqa: PLC0415 - settings are read once the environment stands

    DATA.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)


def serve(host: str, port: int, language: str, demo: bool, say: Callable[[str], None], only: str = "") -> bool:
    """Serve, with a worker beside, until somebody stops it; `only` one of the two, where each is a process of its own.
    `say` tells whoever started it where to go. False at once where others listen at that port."""
    prepare()
    if only == WORKER:
        _work(Language(language), say)
        return True
    stop = threading.Event()
    beside = None if only == WEB else _beside(stop)
    try:
        return _listen(host, port, Language(language), demo, say, beside)
    finally:
        stop.set()
        if beside is not None and beside.is_alive():
            beside.join()


def _beside(stop: threading.Event) -> threading.Thread:
    """A worker in a thread of its own."""
    from . import worker  # noqa: PLC0415 - there are no models before `prepare`

    return threading.Thread(target=worker.run, args=(stop,), name="worker", daemon=True)


def _work(language: Language, say: Callable[[str], None]) -> None:
    """A worker and nothing else."""
    from . import worker  # noqa: PLC0415

    say(load_words(__package__ or "grailkeeper.web", language).say("start.working"))
    worker.run(threading.Event())


def _listen(
    host: str, port: int, language: Language, demo: bool, say: Callable[[str], None], worker: threading.Thread | None
) -> bool:
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415
    from waitress.server import create_server  # noqa: PLC0415

    from .settings import ORIGIN, SECURE  # noqa: PLC0415

    try:
        server = create_server(
            get_wsgi_application(),
            host=host,
            port=port,
            threads=THREADS,
            ident=None,
            max_request_body_size=LARGEST_REQUEST,
            **(PROXY if SECURE else {}),
        )
    except OSError:
        return False
    address = ORIGIN or f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}"
    for line in _first_words(address, language, demo):
        say(line)
    if worker is not None:
        worker.start()
    server.run()
    return True


def _first_words(address: str, language: Language, demo: bool) -> Iterator[str]:
    """Where the site is, and by which links to come in while nobody else has."""
    from . import demonstration, invitations, models  # noqa: PLC0415

    words = load_words(__package__ or "grailkeeper.web", language)
    if demo:
        yield words.say("start.setting_up")
        for role, link in demonstration.links(language).items():
            yield words.say(f"start.{role}", name=link.name, link=f"{address}/invitation/{link.token}/")
        yield words.say("start.once")
        yield words.say("start.begin", war=demonstration.leading(language))
    elif not models.Account.objects.filter(opens=True).exists():
        waiting = models.Invitation.objects.filter(war=None, account=None).first() or invitations.to_open_wars()
        yield words.say("start.first", link=f"{address}/invitation/{waiting.token}/")
    yield words.say("start.serving", address=f"{address}/")
