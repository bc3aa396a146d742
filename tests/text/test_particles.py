"""Particles: what Koreans write, and what two other libraries say of the same words."""

from __future__ import annotations

import unicodedata
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.text.particles import attach, ending, forms, particle
from grailkeeper.text.sounds import Ending

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # one of them has an old-fashioned escape in its source
    import hangeul
    import tossi

HANGUL = st.text(st.characters(min_codepoint=ord("가"), max_codepoint=ord("힣")), min_size=1, max_size=6)
PAIRS = ("이/가", "을/를", "은/는", "과/와", "아/야", "으로/로", "이라/라", "이랑/랑", "이나/나")


@pytest.mark.parametrize(
    "written",
    [
        # Hangul
        "사야카·가 사야카·를 사야카·는 사야카·와 사야카·로",
        "사야카·야 사야카·라 사야카·라고 사야카·였다 사야카·며 사야카·여",
        "검·이 검·을 검·은 검·과 검·으로 검·아 검·이라 검·이라고 검·이었다 검·이며 검·이여",
        "칼·이 칼·을 칼·은 칼·과 칼·로 칼·로서 칼·로부터 칼·이라 칼·이나",
        "랜서·랑 랜서·나 랜서·여 랜서·예요 랜서·였습니다 서번트·인 서번트·에게 서번트·의 서번트·입니다 서번트·만",
        "세이버팀·과 세이버팀·이랑 세이버팀·이나 세이버팀·이에요 세이버팀·으로부터 세이버팀·이시여",
        # numbers as they are read
        "0·이 1·이 2·가 3·이 4·가 5·가 6·이 7·이 8·이",
        "9·가 10·이 11·이 12·가 20·이 100·이 1000·이 10000·이 100000·이 1,000·이",
        "1·로 2·로 3·으로 6·으로 7·로 8·로 10·으로 11·로",
        "100·으로 0·으로 1.5·가 2.10·이 007·로 −3·이 1조·가 1000000000000·가",
        "10점·을 3번·은 2번째·는 30%·를 5％·를 3+·를 20°·는",
        # letters and abbreviations
        "L·이 M·이 N·이 R·이 L·로 R·로 M·으로 A·가 S·가 X·가 Z·를",
        "EX·를 EX·가 B+·를 A++·가 C-·를 C−·가 E++++·는 HP·를 MP·를 NPC·는 GM·이 HTML·로",
        # words in Latin letters, by ear
        "Sam·이 Rose·가 Kyoko·가 Jack·이 Mark·가 Kate·가 Luke·가",
        "Philip·이 Scott·이 Robert·가 King·이 Arthur·가 Karl·이 Karl·로",
        "Adele·이 Adele·로 Jane·이 Jerome·이 Anne·이 Akane·가",
        "Hatsune·가 Kaname·가 Sarah·가 Elizabeth·가 Lamb·이 Chloe·가 Joe·가",
        "Apple·이 Gáe·가 Bolg·가 Saber·가 LANCER·가 Berserker·가",
        "Assassin·이 NASA·가 Brook·이 Boat·가 Daphne·가 Hermione·가",
        # asides are not read, quotations are
        "사야카(라이더)·가 준(세이버)·이 사야카(라이더(가명))·가 사야카[2]·가",
        "사야카（랜서）·가 B+(일시)·를 (검)·이 ((검))·을",
        "‘검’·을 “칼”·로 《엑스칼리버》·를 「검」·이 『칼』·로 【검】·은 검...·이 검!·을 검)·이 칼☆·로 검”)·을",
        # other scripts
        "さくら·가 レン·이 ランサー·가 ㅋㅋ·이 ㄹ·로 α·가 ε·은",
    ],
)
def test_written_as_koreans_write(written: str) -> None:
    for word in written.split(" "):
        name, form = word.split("·")
        consonant, vowel = forms(form)
        assert {particle(name, consonant), particle(name, vowel)} == {form}, word


@pytest.mark.parametrize(
    ("word", "pair", "right"),
    [
        ("漢", "은", "은(는)"),
        ("漢", "이/가", "이(가)"),
        ("漢", "로", "(으)로"),
        ("漢", "라고", "(이)라고"),
        ("漢", "이었다", "이었(였)다"),
        ("漢", "와의", "과(와)의"),
        ("🎲", "을", "을(를)"),
        ("", "이", "이(가)"),
        ("()", "이", "이(가)"),
        ("漢", "에게", "에게"),
    ],
)
def test_both_forms_where_nobody_can_know(word: str, pair: str, right: str) -> None:
    assert particle(word, pair) == right


def test_attach() -> None:
    assert attach("사야카(라이더)", "이") == "사야카(라이더)가"


@pytest.mark.parametrize(
    "pair", ["", "이)가", "와x", "/", "고양이/가", "를은", "를/는", "이/가/은", "xyz", "은/", "기계"]
)
def test_what_is_no_particle_is_refused(pair: str) -> None:
    with pytest.raises(ValueError, match="not a Korean particle"):
        particle("사야카", pair)


@given(HANGUL, st.sampled_from(PAIRS))
def test_any_way_of_writing_a_pair_is_the_same(name: str, pair: str) -> None:
    consonant, vowel = pair.split("/")
    ways = {particle(name, way) for way in (pair, f"{vowel}/{consonant}", consonant, vowel)}
    assert len(ways) == 1
    assert ways <= {consonant, vowel}


@given(HANGUL, st.sampled_from(PAIRS))
def test_decomposed_hangul_is_read_alike(name: str, pair: str) -> None:
    assert particle(unicodedata.normalize("NFD", name), pair) == particle(name, pair)


@given(HANGUL, HANGUL, st.sampled_from(["()", "[]", "（）"]))
def test_an_aside_changes_nothing(name: str, aside: str, brackets: str) -> None:
    assert ending(f"{name}{brackets[0]}{aside}{brackets[1]}") is ending(name)


@given(HANGUL, st.sampled_from(["‘’", "“”", "「」", "《》", "【】", "()", "[]"]))
def test_quotes_are_looked_into(name: str, quotes: str) -> None:
    assert ending(f"{quotes[0]}{name}{quotes[1]}") is ending(name)


@given(st.text(), st.sampled_from(PAIRS))
def test_any_text_has_some_particle(text: str, pair: str) -> None:
    consonant, vowel = pair.split("/")
    assert particle(text, pair) in {consonant, vowel, f"{consonant}({vowel})", f"({consonant[0]}){vowel}"}


@pytest.mark.parametrize("text", ["n" * 50_000, "kya" * 20_000 + "x", "a" * 50_000 + "k", "(" * 50_000, "(a)" * 20_000])
def test_no_text_keeps_it_busy(text: str) -> None:
    assert particle(text, "이") in ("이", "가", "이(가)")


# ---- against other libraries ----

SHARED = tuple(pair for pair in PAIRS if pair not in ("이라/라", "이랑/랑", "이나/나"))


@given(HANGUL, st.sampled_from(SHARED))
def test_hangul_as_both_libraries_say(name: str, pair: str) -> None:
    assert particle(name, pair) == tossi.pick(name, pair.partition("/")[0]) == hangeul.get_josa(name, pair)


@given(
    HANGUL, st.sampled_from(["이라", "이라고", "이며", "이고", "이었다", "이다", "이에요", "이지만", "이랑", "이나"])
)
def test_the_copula_as_tossi_says(name: str, form: str) -> None:
    assert particle(name, form) == tossi.pick(name, form)


@given(st.integers(0, 10**17), st.sampled_from(SHARED))
def test_numbers_as_tossi_says(value: int, pair: str) -> None:
    assert particle(str(value), pair) == tossi.pick(str(value), pair.partition("/")[0])


@given(st.integers(0, 10**12 - 1), st.sampled_from(SHARED))
def test_numbers_as_hangeul_says(value: int, pair: str) -> None:
    assert particle(str(value), pair) == hangeul.get_josa(str(value), pair)


@given(HANGUL, HANGUL, st.sampled_from(SHARED))
def test_asides_as_both_libraries_say(name: str, aside: str, pair: str) -> None:
    word = f"{name}({aside})"
    assert particle(word, pair) == tossi.pick(word, pair.partition("/")[0]) == hangeul.get_josa(word, pair)


@pytest.mark.parametrize(
    ("word", "pair", "ours", "tossis", "hangeuls", "reason"),
    [
        ("1000000000000", "을/를", "를", "를", "을", "조 ends in a vowel; hangeul reads the last zero as 영"),
        ("1,000", "을/를", "을", "을", "을", "no difference: a thousand ends as its zeros do"),
        ("2.0", "을/를", "을", "을", "을", "이 점 영: read digit by digit behind the point"),
        ("EX", "을/를", "를", "을(를)", "를", "엑스; tossi reads no letters"),
        ("GM", "이/가", "이", "이(가)", "이", "지엠; tossi reads no letters"),
        ("B+", "을/를", "를", "을(를)", "를", "비 플러스; tossi does not read signs"),
        ("3%", "을/를", "를", "을", "를", "퍼센트; tossi passes over the sign and reads 삼"),
        ("Sam", "이/가", "이", "이(가)", "가", "샘; hangeul takes every word in small letters for a vowel"),
        ("Karl", "으로/로", "로", "(으)로", "로", "칼: by ㄹ with us, by chance with hangeul"),
        ("LANCER", "이/가", "가", "이(가)", "이", "랜서, a word in capitals; hangeul spells it out, 알"),
        ("‘검’", "을/를", "을", "을", "를", "what stands in quotes is read; hangeul sees only the quote"),
        ("검!", "을/를", "을", "을", "를", "an exclamation mark is not read"),
        ("(검)", "을/를", "을", "을", "를", "all in brackets is read"),
        (
            "사야카[2]",
            "을/를",
            "를",
            "를",
            "를",
            "square brackets hold asides too; tossi reads the 2, by chance the same",
        ),
        ("사야카[3]", "을/를", "를", "을", "를", "square brackets hold asides too; tossi reads the 3"),
        ("さくら", "이/가", "가", "이(가)", "가", "kana are read"),
        ("レン", "이/가", "이", "이(가)", "가", "렌 closes; hangeul takes every foreign letter for a vowel"),
        ("漢", "이/가", "이(가)", "이(가)", "가", "nobody can know; hangeul guesses"),
    ],
)
def test_where_the_libraries_differ(word: str, pair: str, ours: str, tossis: str, hangeuls: str, reason: str) -> None:
    assert reason
    assert particle(word, pair) == ours
    assert tossi.pick(word, pair.partition("/")[0]) == tossis
    assert hangeul.get_josa(word, pair) == hangeuls


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("10", Ending.CONSONANT),
        ("1", Ending.RIEUL),
        ("2", Ending.VOWEL),
        ("漢", Ending.UNREAD),
        ("10" + "0" * 30, Ending.UNREAD),
    ],
)
def test_endings(text: str, ends: Ending) -> None:
    assert ending(text) is ends
