"""The examples of the mirror land, in both languages."""

from __future__ import annotations

from .terminal import EN, EXAMPLES, KO


def test_a_turn_and_a_retreat() -> None:
    found = EN.done("battle", EXAMPLES / "mirror-saber-berserker.toml", "--json").data
    servants = found["servants"]
    assert (found["sets"], found["turns"]) == (1, 1)
    assert [(servants[key]["hp"], servants[key]["mp"]) for key in ("Sayaka", "Kyoko")] == [(268, 90), (27, 81)]
    assert servants["Kyoko"]["retreat_damage"] == 45


def test_a_whole_set_in_korean_words() -> None:
    ran = KO.done("battle", EXAMPLES / "거울나라의-결투.toml", "--json")
    assert (ran.data["sets"], ran.data["turns"], ran.err) == (1, 2, "")
    text = KO.done("battle", EXAMPLES / "거울나라의-결투.toml").out
    assert "사야카" in text and "보구 「찌르는 붉은 창」" in text and "비추는 거울 23점 (2판정)" in text


def test_a_right_sheet_and_one_with_five_mistakes() -> None:
    assert EN.done("check", EXAMPLES / "mirror-sheet.toml").out.startswith("A saber of level 3: legal")
    said = KO("check", EXAMPLES / "거울나라-틀린-시트.toml").err
    assert "5군데" in said
    assert all(clause in said for clause in ("M-1.2", "M-1.3", "M-1.8", "M-1.9", "M-5.2"))


def test_a_sheet_to_build_from_is_read_as_it_is_checked() -> None:
    """HP and MP in a sheet are what its owner shared out."""
    said = KO("build", "mirror", "--from", EXAMPLES / "거울나라-틀린-시트.toml").err
    assert "5군데" in said and "M-1.2" in said
