"""No file makes a trace: whatever is written, a command ends with a documented status that is no fault of ours."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grailkeeper.campaign.entry import GENESIS, EntryKind, entry_hash
from grailkeeper.cli.reading import read_text
from grailkeeper.cli.session import Exit

from .terminal import EN, EXAMPLES, Terminal, writer

SOUND = {Exit.DONE, Exit.WRONG, Exit.UNREADABLE}
FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
MORE = settings(FOLDER, max_examples=80)

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(
        ["", " ", "A+++++", "EX", "3/7", "1/2/3", "yes", "public", "keeper", "\u200b", "\x1b[31m", "[red]", "가"]
    )
    | st.text(max_size=6)
)
junk = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def sound(*arguments: str | Path) -> None:
    """The command ends well, or says what is wrong."""
    terminal = Terminal(EN.language)
    ran = terminal(*arguments)
    assert ran.status in SOUND, (arguments, ran)
    assert (ran.status is Exit.DONE) or ran.err, ran


def commands(file: Path) -> Iterator[list[str | Path]]:
    """Every command that reads a file that people make, or a journal."""
    yield ["battle", file, "--seed", "junk"]
    yield ["check", file]
    yield ["check", file, "--json"] if file.suffix == ".none" else ["verify-seal", file]
    yield ["case", file]
    yield ["new", file.with_name("new.jsonl"), file]
    yield ["seal", file, "--open", file.with_name("opening.json")]
    for name in ("close", "publish"):
        yield [name, file]
    for name in ("show", "verify", "move"):
        yield ["journal", name, file, *(["--reason", "x"] if name == "move" else [])]


def run_all(file: Path) -> None:
    for arguments in commands(file):
        sound(*arguments)
        for made in ("new.jsonl", "opening.json"):
            file.with_name(made).unlink(missing_ok=True)


@FOLDER
@given(st.binary(max_size=80), st.sampled_from([".json", ".toml", ".yaml", ".txt", ".jsonl"]))
def test_any_bytes(tmp_path: Path, content: bytes, suffix: str) -> None:
    run_all(writer(tmp_path)(f"file{suffix}", content))


@FOLDER
@given(
    st.text(st.sampled_from("ab가\"'=:[]{}#,-\n 1\t&*!|>"), max_size=40), st.sampled_from([".json", ".toml", ".yaml"])
)
def test_any_text(tmp_path: Path, content: str, suffix: str) -> None:
    run_all(writer(tmp_path)(f"file{suffix}", content))


@FOLDER
@given(junk)
def test_any_data(tmp_path: Path, data: object) -> None:
    run_all(writer(tmp_path)("file.json", json.dumps(data)))


# What was good, with one thing in it changed


def example(name: str) -> Any:
    path = EXAMPLES / name
    return read_text(path.read_text("utf-8"), path.suffix)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in some data, by the keys to it."""
    yield path
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield from places(value, (*path, key))


def spoiled(data: Any, path: tuple[Any, ...], value: object, rename: bool) -> Any:
    """The data with another value at a place, or under another name there."""
    if not path:
        return value
    changed = copy.deepcopy(data)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    if rename and isinstance(holder, dict):
        holder[str(value)] = holder.pop(path[-1])
    else:
        holder[path[-1]] = value
    return changed


GOOD = {name: example(name) for name in ("rider-saber.toml", "공방의-연합전.yaml", "drawn-numbers.json")}
SHEETS = {name: example(name) for name in ("sheet.toml", "시트.toml")}
SETUPS = {name: example(name) for name in ("duel/war.toml", "결투/전쟁.toml")}


def spoil(good: dict[str, Any]) -> st.SearchStrategy[Any]:
    """One of several good files, spoiled in one place."""
    chosen = [(data, path) for data in good.values() for path in places(data)]

    def make(at: tuple[Any, tuple[Any, ...]], value: object, rename: bool) -> Any:
        return spoiled(at[0], at[1], value, rename)

    return st.builds(make, st.sampled_from(chosen), junk, st.booleans())


@MORE
@given(spoil(GOOD))
def test_a_battle_with_one_thing_changed(tmp_path: Path, data: object) -> None:
    sound("battle", writer(tmp_path)("file.json", json.dumps(data)), "--working", "--seed", "junk")


@MORE
@given(spoil(SHEETS))
def test_a_sheet_with_one_thing_changed(tmp_path: Path, data: object) -> None:
    sound("check", writer(tmp_path)("file.json", json.dumps(data)))


@MORE
@given(spoil(SETUPS))
def test_a_setup_with_one_thing_changed(tmp_path: Path, data: object) -> None:
    journal = tmp_path / "war.jsonl"
    sound("new", journal, writer(tmp_path)("file.json", json.dumps(data)), "--seed", "junk")
    journal.unlink(missing_ok=True)


@FOLDER
@given(
    junk
    | st.fixed_dictionaries(
        {}, optional={"numbers": junk, "luck": junk, "boost": junk, "phantasm": junk, "split": junk, "code": junk}
    )
)
def test_any_declaration(tmp_path: Path, duel: Path, data: object) -> None:
    before = duel.read_bytes()
    sound("declare", duel, "Sayaka", writer(tmp_path)("file.json", json.dumps(data)))
    duel.write_bytes(before)


@FOLDER
@given(
    junk | st.fixed_dictionaries({"person": junk | st.just("sayaka.master")}, optional={"mana": junk, "strokes": junk})
)
def test_any_correction(tmp_path: Path, duel: Path, data: object) -> None:
    before = duel.read_bytes()
    sound("correct", duel, writer(tmp_path)("file.json", json.dumps(data)), "--reason", "junk")
    duel.write_bytes(before)


@pytest.fixture
def played(duel: Path) -> Path:
    """A journal with an entry of most kinds."""
    folder = EXAMPLES / "duel"
    EN.done("declare", duel, "Sayaka", folder / "sayaka.toml")
    EN.done("declare", duel, "Kyoko", folder / "kyoko.toml")
    EN.done("close", duel)
    EN.done("rule", duel, "skill/sayaka/1", "no")
    EN.done("publish", duel)
    return duel


@MORE
@given(st.integers(0, 10**6), junk, st.booleans(), st.booleans())
def test_a_journal_with_one_thing_changed(played: Path, at: int, value: object, rename: bool, chained: bool) -> None:
    lines = [json.loads(line) for line in played.read_bytes().splitlines()]
    found = [path for path in places(lines) if path]
    changed = spoiled(lines, found[at % len(found)], value, rename)
    content = "".join(json.dumps(line) + "\n" for line in (rechained(changed) if chained else changed))
    journal = writer(played.parent)("changed.jsonl", content)
    sound("journal", "verify", journal)
    if not chained:  # whoever makes a chain anew can write what no fact can be; that it verifies is another question
        sound("journal", "show", journal)
    assert journal.read_text("utf-8") == content


def rechained(lines: Any) -> list[Any]:
    """The lines with their hashes made right, where they have what a hash is made of."""
    previous, made = GENESIS, []
    for line in lines:
        try:
            kind = EntryKind(line["kind"])
            hashed = entry_hash(line["number"], kind, line["at"], line["body"], previous)
        except (KeyError, TypeError, ValueError):
            made.append(line)
            continue
        made.append({**line, "previous": previous, "hash": hashed})
        previous = hashed
    return made


@FOLDER
@given(st.integers(0, 10**6), junk, st.booleans())
def test_an_opening_with_one_thing_changed(tmp_path: Path, at: int, value: object, rename: bool) -> None:
    opening = tmp_path / "opening.json"
    opening.unlink(missing_ok=True)
    EN.done("seal", EXAMPLES / "duel/sayaka.toml", "--open", opening)
    good = json.loads(opening.read_text("utf-8"))
    found = list(places(good))
    changed = spoiled(good, found[at % len(found)], value, rename)
    sound("verify-seal", writer(tmp_path)("changed.json", json.dumps(changed)))
