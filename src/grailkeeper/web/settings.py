"""Django's settings. All that a host may choose comes from the environment; see docs/hosting.md.

GRAILKEEPER_DATA      the folder of the database file (default: ./data)
GRAILKEEPER_DATABASE  postgresql://user:password@host:port/name, in place of the file; what PostgreSQL's own programs
                      understand after a "?" is understood here: ?sslmode=require, ?host=/the/folder/of/its/socket
GRAILKEEPER_HOSTS     names under which the site is called, parted by commas (default: this machine alone)
GRAILKEEPER_ORIGIN    the address that a browser shows, where a proxy stands in front: https://wars.example.org
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

DATA = Path(os.environ.get("GRAILKEEPER_DATA", "data"))
ORIGIN = os.environ.get("GRAILKEEPER_ORIGIN", "")
SECURE = ORIGIN.startswith("https:")


def _database(address: str) -> dict[str, Any]:
    if not address:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA / "grailkeeper.sqlite3",
            "OPTIONS": {
                # A command takes the lock before it reads, so that it never has to give up half way.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # What is acknowledged is on the disk; readers do not wait for writers.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    parts = urlsplit(address)
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": parts.port or "",
        "OPTIONS": options,
    }


DATABASES = {
    "default": {
        **_database(os.environ.get("GRAILKEEPER_DATABASE", "")),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Nothing is signed: who is logged in and who is invited are rows. Django asks for a key all the same.
SECRET_KEY = secrets.token_hex(32)
DEBUG = False
_CALLED = [name.strip() for name in os.environ.get("GRAILKEEPER_HOSTS", "").split(",") if name.strip()]
ALLOWED_HOSTS = [*_CALLED, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [ORIGIN] if ORIGIN else []
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None

INSTALLED_APPS = ["grailkeeper.web.apps.Site"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "grailkeeper.web.middleware.headers",
    "django.middleware.csrf.CsrfViewMiddleware",
]
ROOT_URLCONF = "grailkeeper.web.urls"
APPEND_SLASH = False
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = SECURE
CSRF_FAILURE_VIEW = "grailkeeper.web.pages.faults.forged"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0

DATA_UPLOAD_MAX_MEMORY_SIZE = 1 * 2**20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 * 2**20

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
