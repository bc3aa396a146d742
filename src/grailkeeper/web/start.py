"""Starting the site: the folder, the tables, the first link, the server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import django
from django.core.management import call_command


def prepare() -> None:
    """Everything that must be there before anybody comes. Can be run any number of times."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "grailkeeper.web.settings")
    from .settings import DATA  # noqa: PLC0415 - settings are read once the environment stands

    DATA.mkdir(parents=True, exist_ok=True)
    django.setup()
    call_command("migrate", verbosity=0)


def first_link(address: str) -> str | None:
    """Where nobody may open wars yet: the address by which the first keeper comes in."""
    from . import invitations, models  # noqa: PLC0415 - there are no models before `prepare`

    if models.Account.objects.filter(opens=True).exists():
        return None
    waiting = models.Invitation.objects.filter(war=None, account=None).first()
    return f"{address}/invitation/{(waiting or invitations.to_open_wars()).token}/"


def serve(host: str, port: int, say: Callable[[str], None]) -> None:
    """Serve until somebody stops it. `say` tells whoever started it where to go."""
    prepare()
    from django.core.wsgi import get_wsgi_application  # noqa: PLC0415
    from waitress import serve as listen  # noqa: PLC0415

    from .settings import ORIGIN, SECURE  # noqa: PLC0415

    address = ORIGIN or f"http://{'localhost' if host in ('0.0.0.0', '127.0.0.1') else host}:{port}"
    say(address)
    link = first_link(address)
    if link is not None:
        say(link)
    proxy = {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-for x-forwarded-proto"}
    listen(get_wsgi_application(), host=host, port=port, threads=8, ident=None, **(proxy if SECURE else {}))


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), print)
