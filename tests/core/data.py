"""Strategies for plain data: what canonical JSON can hold, and whatever else a file or a post can bring in."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grailkeeper.core.canon import LARGEST

keys = st.text(st.characters(max_codepoint=126, min_codepoint=32), min_size=1, max_size=6)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts
plain = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=12
)
"""Anything that has a canonical form."""

junk_scalars: st.SearchStrategy[Any] = (
    scalars
    | st.floats()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(["\ud800", "+-5", "--1", "9" * 5000, "²", "B+", "3/4", "7", "yes"])
)
junk = st.recursive(
    junk_scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4) | keys, inner, max_size=4),
    max_leaves=12,
)
"""Anything that a parser of JSON, YAML or TOML may hand over."""
