"""Data out of text: what is read, what is refused and where."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from grailkeeper.cli.reading import Format, Unreadable, Why, read_text

DATA = {"근력": "B+", "rows": [1, None, True], "팀": {"사야카": {"HP": "3/7"}}}

letters = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=8)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | letters,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(letters, inner, max_size=3),
    max_leaves=8,
)


@given(plain)
def test_json_and_yaml_are_read_as_they_were_written(data: object) -> None:
    assert read_text(json.dumps(data), ".json") == data
    assert read_text(yaml.safe_dump(data, allow_unicode=True), ".yaml") == data


@pytest.mark.parametrize("suffix", [".json", ".yaml", ".yml", ".YAML", ""])
def test_the_format_goes_by_the_name(suffix: str) -> None:
    assert read_text(json.dumps(DATA, ensure_ascii=False), suffix) == DATA


def test_standard_input_may_be_of_any_format() -> None:
    assert read_text("근력: B+") == read_text('근력 = "B+"') == read_text('{"근력": "B+"}') == {"근력": "B+"}
    assert read_text('{"근력": ') == Unreadable(Why.SYNTAX, Format.JSON, 1)
    assert read_text("근력 = B+") == Unreadable(Why.SYNTAX, Format.TOML, 1)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('근력 = "B+"', {"근력": "B+"}),
        ("팀.사야카.HP = 3", {"팀": {"사야카": {"HP": 3}}}),
        ("[ 팀.kyoko ]\n이름=1", {"팀": {"kyoko": {"이름": 1}}}),
        ("[[편]]\n가=1\n[[편]]\n가=2", {"편": [{"가": 1}, {"가": 2}]}),
        ("a = {근력=1, 내구_2 = 2}", {"a": {"근력": 1, "내구_2": 2}}),
        ('"근력" = "내구 = 1"', {"근력": "내구 = 1"}),
        ("'근력' = '내구 = 1' # 민첩 = 1", {"근력": "내구 = 1"}),
        ('가 = """\n나 = 1\n"""', {"가": "나 = 1\n"}),
        ('가 = """나 = \\"""" # 다 = 1\n라 = 1', {"가": '나 = "', "라": 1}),
        ('가 = """나"""""\n라 = 1', {"가": '나""', "라": 1}),
        ("가 = '''나 = 1'''\n라 = '''마'''''", {"가": "나 = 1", "라": "마''"}),
        ("가 = 1\r\n나 = 2\r\n", {"가": 1, "나": 2}),
        ("café = 1", {"café": 1}),
    ],
)
def test_toml_keys_may_be_korean(text: str, data: object) -> None:
    assert read_text(text, ".toml") == data


@given(st.text(st.sampled_from("ab=\"'#\\\n.[]{} 가"), max_size=40))
@example('a = "\\""\n')
def test_toml_that_was_good_before_stays_as_it_is(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert read_text(text, ".toml") == expected


@pytest.mark.parametrize(
    ("suffix", "text", "found"),
    [
        (".json", '{"a": 1,\n"b": }', Unreadable(Why.SYNTAX, Format.JSON, 2)),
        (".json", '{"a": 1, "a": 2}', Unreadable(Why.REPEATED, Format.JSON, 0, "a")),
        (".json", "[" * 5_000, Unreadable(Why.TOO_DEEP, Format.JSON)),
        (".json", "[" * 60 + "]" * 60, Unreadable(Why.TOO_DEEP, Format.JSON)),
        (".json", "1" * 5000, Unreadable(Why.SYNTAX, Format.JSON, 1)),
        (".json", '"\\ud800"', Unreadable(Why.BROKEN_TEXT, Format.JSON)),
        (".json", '{"\\udfff": 1}', Unreadable(Why.BROKEN_TEXT, Format.JSON)),
        (".toml", "a = 1\nb = ", Unreadable(Why.SYNTAX, Format.TOML, 2)),
        (".toml", "a = 1\nb =\nc = 1", Unreadable(Why.SYNTAX, Format.TOML, 2)),
        (".toml", "가 = 1\n가 = 2", Unreadable(Why.SYNTAX, Format.TOML, 2)),
        (".toml", "a = " + "[" * 5_000, Unreadable(Why.TOO_DEEP, Format.TOML)),
        (".yaml", "a: 1\nb: [", Unreadable(Why.SYNTAX, Format.YAML, 2)),
        (".yaml", "a: 1\na: 2", Unreadable(Why.REPEATED, Format.YAML, 2, "a")),
        (".yaml", "a: !!python/object/apply:os.system [ls]", Unreadable(Why.SYNTAX, Format.YAML, 1)),
        (".yaml", "a: \x00", Unreadable(Why.SYNTAX, Format.YAML, 1)),
        (".yaml", "a: 2026-13-45", Unreadable(Why.SYNTAX, Format.YAML, 1)),
        (".yaml", "? [a]\n: 1", Unreadable(Why.SYNTAX, Format.YAML, 1)),
        (".yaml", "a: &a {b: 1}\nc: {<<: *a}", Unreadable(Why.SYNTAX, Format.YAML, 2)),
        (".yaml", "&a [*a]", Unreadable(Why.TOO_DEEP, Format.YAML)),
        (".yaml", "[" * 5_000, Unreadable(Why.TOO_DEEP, Format.YAML)),
    ],
)
def test_what_is_no_data(suffix: str, text: str, found: Unreadable) -> None:
    assert read_text(text, suffix) == found


def test_what_an_alias_repeats_is_weighed_again() -> None:
    once = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    lines = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 8)]
    assert read_text(once + "".join(lines), ".yaml") == Unreadable(Why.TOO_MUCH, Format.YAML)
    assert read_text("a: &a [x]\nb: *a", ".yaml") == {"a": ["x"], "b": ["x"]}
    long = f"a: &a {'x' * 10_000}\nb: [{', '.join(['*a'] * 500)}]"
    assert read_text(long, ".yaml") == Unreadable(Why.TOO_MUCH, Format.YAML)


@given(st.text(max_size=60), st.sampled_from(["", ".json", ".toml", ".yaml", ".txt"]))
def test_nothing_that_is_read_raises(text: str, suffix: str) -> None:
    read_text(text, suffix)
