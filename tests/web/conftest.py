"""The site of the tests: a database of its own in every process, empty before each test."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from .places import SERVER, Place, new_database, new_place

KEPT = ExitStack()
FOLDER = tempfile.TemporaryDirectory(prefix="grailkeeper-site-")
os.environ["GRAILKEEPER_DATA"] = FOLDER.name
if SERVER:
    os.environ["GRAILKEEPER_DATABASE"] = KEPT.enter_context(new_database())
os.environ["GRAILKEEPER_HOSTS"] = "testserver"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # a browser's driver keeps a loop in this thread; nothing here runs in it
os.environ["DJANGO_SETTINGS_MODULE"] = "grailkeeper.web.settings"

import django  # noqa: E402 - where it looks for its settings stands above

django.setup()

from django.contrib.auth.hashers import Argon2PasswordHasher  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

from grailkeeper.web import models, store  # noqa: E402

Argon2PasswordHasher.time_cost, Argon2PasswordHasher.memory_cost = 1, 64  # the same hash, made without much work


@pytest.fixture(scope="session", autouse=True)
def _tables() -> Iterator[None]:
    call_command("migrate", verbosity=0)
    yield
    connections.close_all()


def pytest_unconfigure() -> None:
    """Whatever was made on a server goes, also where no test has run: while Python ends it is too late."""
    KEPT.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Where a site of a test keeps its rows: a place of its own."""
    with new_place(tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def _empty(_tables: None) -> Iterator[None]:
    """No test sees what another has written."""
    yield
    store.forget()
    models.War.objects.all().delete()
    models.Account.objects.all().delete()
    models.Tally.objects.all().delete()
    models.Invitation.objects.all().delete()
