"""How Korean readers end what is not written in Hangul: numbers, letters, foreign names.

Foreign names follow the habits of the loanword orthography, as far as the spelling tells: Sam 샘, Rose 로즈,
Kyoko 교코, Jack 잭, Mark 마크. Only the end matters, and only whether it is a vowel, ㄹ or another consonant.
"""

from __future__ import annotations

import re
from enum import Enum


class Ending(Enum):
    """The last sound of a word as it is read aloud in Korean."""

    VOWEL = "vowel"
    RIEUL = "rieul"
    """ㄹ, after which 로 is written and not 으로."""
    CONSONANT = "consonant"
    UNREAD = "unread"
    """Nobody can tell from the writing."""


_V, _R, _C = Ending.VOWEL, Ending.RIEUL, Ending.CONSONANT

#       영  일  이  삼  사  오  육  칠  팔  구
_DIGIT = (_C, _R, _V, _C, _V, _V, _C, _R, _R, _V)
#             만  억  조  경  해
_TEN_THOUSANDS = (_C, _C, _V, _C, _V)


def number_ending(digits: str) -> Ending:
    """The ending of a number such as "30", "1,000" or "2.5", read as 삼십, 천, 이 점 오.

    Trailing zeros are units (십, 백, 천, then 만, 억, 조, 경, 해), except in a code such as "007" or behind
    a point.
    """
    plain = digits.replace(",", "")
    significant = plain.rstrip("0")
    zeros = len(plain) - len(significant)
    if not zeros or not significant or "." in plain or plain[0] == "0":
        return _DIGIT[int(plain[-1])]
    if zeros < 4:
        return _C
    unit = zeros // 4 - 1
    return _TEN_THOUSANDS[unit] if unit < len(_TEN_THOUSANDS) else Ending.UNREAD


# 엘, 엠, 엔, 알; all other letters are read with an open end.
_LETTER = {"L": _R, "M": _C, "N": _C, "R": _R}


def latin_ending(letters: str) -> Ending:
    """The ending of a run of the letters A to Z: an abbreviation letter by letter, anything else as a word.

    An abbreviation is a single letter, up to three capitals (EX, NPC), or what has no vowel to be read with
    (HTML).
    """
    capitals = letters.isupper()
    if len(letters) == 1 or (capitals and len(letters) <= 3) or _is_unreadable(letters):
        return _LETTER.get(letters[-1].upper(), _V)
    word = letters[-_ENOUGH:].lower()
    return next(ends for ending, ends in _WORD_ENDINGS if ending.search(word))


def _is_unreadable(letters: str) -> bool:
    return not re.search("[aeiouy]", letters.lower()) and (letters.isupper() or letters.islower())


# Names whose last e is heard though the spelling looks silent.
_HEARD_E = "ariadne|cybele|hermione|salome|selene|semele"
# A Japanese name of three syllables or more whose last is ne or me: Akane, Hatsune, Kaname.
_BEFORE_AOU = "(?:[kgnmrhbp]y?|[sc]h|ts|[sztdwjyf])?"
_MORA = f"(?:{_BEFORE_AOU}[aou]|[kgnmrhbpstzd]?e|(?:[kgnmrhbpj]|[sc]h)?i|n(?![aeiouy]))"
_ROMAJI_E = f"{_MORA}+{_BEFORE_AOU}[aou][nm]e"
# Vowels that are long together, so that a stop behind them starts a syllable of its own: Boat 보트.
_LONG = "ee|ea|ai|ay|ei|ey|ie|oa|oe|oo|ou|ow|au|aw|ue|ui|eu"

_ENOUGH = 24  # letters from the end; no name needs more, and no text can keep the patterns busy

# How a word ends; the first that fits.
_WORD_ENDINGS = tuple(
    (re.compile(f"(?:{pattern})$"), ends)
    for pattern, ends in (
        (f"^(?:{_HEARD_E})", _V),
        (f"^{_ROMAJI_E}", _V),
        # A silent e behind l, m or n leaves the consonant at the end: Adele 아델, Jerome 제롬, Anne 앤.
        ("[aeiouy][a-z]*le", _R),
        ("[aeiouy](?:m|mm|n|nn|rn|gn)e", _C),
        ("[aeiouywh]", _V),
        ("l", _R),
        ("[mn]|mb|ng", _C),
        # Stops close a syllable only behind a short vowel: Jack 잭, Philip 필립; but Mark 마크, Luke 루크.
        ("ck|tt|pp|bb|ook", _C),
        (f"(?:{_LONG})[kptcb]", _V),
        ("[aeiouy][kptcb]", _C),
        ("", _V),
    )
)
