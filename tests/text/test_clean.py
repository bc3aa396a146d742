from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from grailkeeper.text.clean import clean
from grailkeeper.text.document import Paragraph, Text, prose
from grailkeeper.text.width import pad, width

EVERYDAY = st.text(
    st.one_of(
        st.characters(min_codepoint=0x20, max_codepoint=0x7E),
        st.characters(min_codepoint=ord("가"), max_codepoint=ord("힣")),
        st.sampled_from("ぁんァー漢字！（）［］【】《》「」　−±×‘’…"),
    )
)


def test_what_could_deceive_is_gone() -> None:
    assert clean("사야카\n\n[승리]") == "사야카 [승리]"
    assert clean("a\r\nb\tc\u2028d\x0be\x85f") == "a b c d e f"
    assert clean("a\u200bb\u200d\ufeffc\u2060") == "abc"
    assert clean("\u202etxet\u202c \u2066x\u2069") == "txet x"
    assert clean("\x1b[31m빨강\x1b[0m") == "[31m빨강[0m"
    assert clean("\u3164이름\uffa0\u115f") == " 이름 "
    assert clean("\ue000\ud800♥\ufe0f\u034f\U000e01f0") == "♥"
    assert clean(unicodedata.normalize("NFD", "사야카")) == "사야카"
    assert clean("a \u200b b") == "a b"


@given(st.text(st.characters()))
def test_clean_text_is_one_line_of_what_can_be_seen(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert len(cleaned.splitlines()) <= 1
    assert not {unicodedata.category(char) for char in cleaned} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    assert "  " not in cleaned


@given(EVERYDAY)
def test_everyday_text_keeps_its_words(text: str) -> None:
    assert clean(text).split() == unicodedata.normalize("NFC", text).split()


@given(EVERYDAY)
def test_width_is_that_of_a_terminal(text: str) -> None:
    assert width(text) == cell_len(text)


@given(EVERYDAY, st.integers(0, 60), st.booleans())
def test_pad(text: str, columns: int, right: bool) -> None:
    padded = pad(text, columns, right=right)
    assert width(padded) == max(columns, width(text))
    assert padded.endswith(text) if right else padded.startswith(text)


def test_prose_is_a_paragraph_a_line() -> None:
    assert prose("썰물이었다.\r\n\n  배들이  누웠다.\n\u200b\n") == (
        Paragraph((Text("썰물이었다."),)),
        Paragraph((Text("배들이 누웠다."),)),
    )
