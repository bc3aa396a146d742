"""The one place where text from outside loses what could deceive a reader or break a line.

Names and prose come from players. Control characters, zero-width characters and direction overrides can hide
text, reorder it, or end a line in the middle of a table; none of them is ever meant. Every string of a
`Document` goes through `clean` when it is made, so no renderer has to think of them.
"""

from __future__ import annotations

import re
import unicodedata

# Categories that show nothing: control, format (zero-width, direction), surrogate, private use.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})
# Letters and signs that look like a blank: Hangul fillers, the empty braille cell.
_BLANK = re.compile("[\u115f\u1160\u3164\uffa0\u2800]")
# What Unicode tells everybody to show as nothing, whatever its category.
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]")
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """`text` as one line of visible characters in NFC: any run of blanks and line ends becomes one space."""
    if text.isascii() and text.isprintable():
        return _SPACE.sub(" ", text)
    text = _SPACE.sub(" ", _BLANK.sub(" ", _IGNORED.sub("", text)))
    seen = "".join(char for char in text if unicodedata.category(char) not in _UNSEEN)
    return _SPACE.sub(" ", unicodedata.normalize("NFC", seen))
