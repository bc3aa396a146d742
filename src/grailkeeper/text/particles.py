"""Korean particles: 이/가, 을/를, 으로/로 and their like, right after any name.

A particle has two forms, one after a consonant, one after a vowel. Which one is right hangs on how the word
before it is read aloud, so `ending` asks: how does a Korean reader end this word? Hangul says so itself,
digits are read as numbers, Latin letters as letters or as an English word, an aside in brackets not at all.
Where nobody can know (Chinese characters, an emoji), both forms are shown, as everybody writes it: 은(는).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .sounds import Ending, latin_ending, number_ending

__all__ = ["Ending", "attach", "ending", "forms", "particle"]


_PAIRS = (
    "이/가",
    "을/를",
    "은/는",
    "은커녕/는커녕",
    "과/와",
    "으로/로",
    "아/야",
    "이여/여",
    "이시여/시여",
)
_EXACT = {written: tuple(pair.split("/")) for pair in _PAIRS for written in pair.split("/")}

# Endings of the copula 이다 that may be written without their 이. With it, any ending is taken.
_BARE_COPULA = re.compile(
    "다|라(?:고|고도|는|면|도|서|며|지만|니)?|란|랑|나마?|며|면서?|고[서도]?|지(?:만|요)?|죠|든지?|던|니까?|므로|자|"
    "네요?|군요?|구나|야말로|거나|기[에도]?|여[서도야]"
)
_FUSED = {"어": "여", "었": "였", "에": "예"}
_UNFUSED = {fused: apart for apart, fused in _FUSED.items()}

_HANGUL = re.compile("[가-힣]+")

# Particles with one form only, and what may follow them (에게는, 까지도, 입니다).
_INVARIANT = re.compile(
    "(?:의|도|만|에|께|한테|하고|부터|까지|보다|처럼|마저|조차|밖에|뿐|같이|마다|대로|만큼|씩|쯤|인|일|임|입니다|입니까)"
    "(?:[가-힣]*)"
)

_ASIDES = {")": "(", "]": "[", "}": "{", "〕": "〔"}
_SIGNS = dict.fromkeys("%+°&", Ending.VOWEL)  # 퍼센트, 플러스, 도, 앤드
_MINUS_RANK = re.compile(r"(?<![A-Za-z])(?:EX|[A-E])\+*[-−]+$")  # "B-" is read 비 마이너스
_ENOUGH = 256  # characters from the end; the aside behind a name is never longer
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?$", re.ASCII)
_LATIN = re.compile(r"[A-Za-z]+$")


def particle(word: str, pair: str) -> str:
    """The form of a particle that is right after `word`.

    `pair` is either of its forms or both: "이", "가", "이/가". A particle with one form comes back as it is.
    Raises ValueError for what is no particle: a sentence is wrong, not a name.
    """
    after_consonant, after_vowel = forms(pair)
    if after_consonant == after_vowel:
        return after_consonant
    match ending(word):
        case Ending.VOWEL:
            return after_vowel
        case Ending.RIEUL if after_consonant.startswith("으"):
            return after_vowel
        case Ending.UNREAD:
            return _both(after_consonant, after_vowel)
        case _:
            return after_consonant


def attach(word: str, pair: str) -> str:
    """`word` with its particle."""
    return word + particle(word, pair)


@lru_cache(maxsize=1024)
def forms(pair: str) -> tuple[str, str]:
    """The two forms of a particle, after a consonant and after a vowel. ValueError for what is none."""
    written = pair.split("/")
    known = [found for found in map(_forms_of, written) if found is not None]
    if len(written) <= 2:
        for consonant, vowel in known:
            if set(written) <= {consonant, vowel}:
                return consonant, vowel
    raise ValueError(f"not a Korean particle: {pair!r}")


def _forms_of(form: str) -> tuple[str, str] | None:
    if not _HANGUL.fullmatch(form):
        return None
    exact = _EXACT.get(form)
    if exact is not None:
        return exact[0], exact[1]
    if form.startswith("으로"):
        return form, form[1:]
    if form.startswith("로"):
        return "으" + form, form
    if form[0] in "과와":
        return "과" + form[1:], "와" + form[1:]
    if len(form) > 1 and form[0] == "이":
        return form, _FUSED.get(form[1], form[1]) + form[2:]
    if form[0] in "였예":
        return "이" + _UNFUSED[form[0]] + form[1:], form
    if _BARE_COPULA.fullmatch(form):
        return "이" + _UNFUSED.get(form[0], form[0]) + form[1:], form
    return (form, form) if _INVARIANT.fullmatch(form) else None


def _both(after_consonant: str, after_vowel: str) -> str:
    """Both forms at once: 은(는), (이)라고, (으)로, 이었(였)다."""
    if after_consonant.endswith(after_vowel):
        return f"({after_consonant[: -len(after_vowel)]}){after_vowel}"
    shared = 0
    while after_consonant[-1 - shared :] == after_vowel[-1 - shared :]:
        shared += 1
    cut = -shared or None
    return f"{after_consonant[:cut]}({after_vowel[:cut]}){after_vowel[len(after_vowel) - shared :]}"


def ending(word: str) -> Ending:
    """How a Korean reader ends `word` when reading it aloud."""
    return _ending(word[-_ENOUGH:])


@lru_cache(maxsize=4096)
def _ending(word: str) -> Ending:
    text = _read_part(unicodedata.normalize("NFKC", word))
    if not text:
        return Ending.UNREAD
    if _MINUS_RANK.search(text):
        return Ending.VOWEL
    digits = _NUMBER.search(text)
    if digits:
        return number_ending(digits[0])
    bare = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    letters = _LATIN.search(bare)
    if letters:
        return latin_ending(letters[0])
    return _SIGNS.get(text[-1]) or _letter_ending(text[-1])


def _letter_ending(char: str) -> Ending:
    if "가" <= char <= "힣":
        final = (ord(char) - ord("가")) % 28
        return Ending.VOWEL if final == 0 else Ending.RIEUL if final == 8 else Ending.CONSONANT
    if char in _CLOSED_LETTERS:
        return _CLOSED_LETTERS[char]
    return next((ends for first, last, ends in _LETTERS if first <= char <= last), Ending.UNREAD)


# A lone consonant is read by its name, 기역 to 히읗; a Greek letter by its own, of which three end in 론.
_CLOSED_LETTERS = dict.fromkeys("んンっッεουΕΟΥ", Ending.CONSONANT) | dict.fromkeys("\u1105\u11af", Ending.RIEUL)
_LETTERS = (
    ("\u1100", "\u115e", Ending.CONSONANT),  # leading jamo, which lone ㄱ to ㅎ become by NFKC
    ("\u1161", "\u11a7", Ending.VOWEL),
    ("\u11a8", "\u11ff", Ending.CONSONANT),
    ("ぁ", "ヿ", Ending.VOWEL),
    ("Α", "ω", Ending.VOWEL),
)


def _read_part(text: str) -> str:
    """`text` up to the last thing that is read aloud: no closing quotes, no dots, no aside in brackets."""
    while text and not _is_read(text):
        start = _opening(text) if text[-1] in _ASIDES else -1
        before = text[: max(start, 0)]
        if start >= 0 and not any(map(_is_spoken, before)):
            text = text[start + 1 : -1]  # all of it in brackets, so that is what is read
        else:
            text = before if start >= 0 else text[:-1]
    return text


def _is_read(text: str) -> bool:
    return _is_spoken(text[-1]) or _MINUS_RANK.search(text) is not None


def _is_spoken(char: str) -> bool:
    return char in _SIGNS or unicodedata.category(char)[0] in "LN"


def _opening(text: str) -> int:
    """Where the bracket that closes `text` was opened, -1 if nowhere."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == text[-1]) - (text[at] == _ASIDES[text[-1]])
        if depth == 0:
            return at
    return -1
