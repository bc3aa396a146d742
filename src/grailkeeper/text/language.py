"""The two languages in which everything is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

_SPOKEN = re.compile(r"(ko|kor|korean|en|eng|english)(?![a-z])", re.IGNORECASE)


class Language(Enum):
    """A language of screens and posts. The value is its code in file names and `lang` attributes."""

    KO = "ko"
    EN = "en"

    @classmethod
    def from_locale(cls, env: Mapping[str, str]) -> Language:
        """The language that the environment `env` asks for: Korean where the locale is Korean, else English.

        The locale is the first of LC_ALL, LC_MESSAGES and LANG that is set. As with gettext, LANGUAGE (a
        list, best first) goes before it, except in the locale C, which asks for no language at all.
        """
        locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
        plain = locale.partition(".")[0] in ("C", "POSIX")
        wishes = [] if plain else env.get("LANGUAGE", "").split(":")
        spoken = (_SPOKEN.match(wish) for wish in (*wishes, locale))
        first = next((match[1].lower() for match in spoken if match), "en")
        return cls.KO if first.startswith("ko") else cls.EN
