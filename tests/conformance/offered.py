"""What an order says that was not offered: a choice may leave out what would be refused anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch

from grailkeeper.core.canon import Data
from grailkeeper.core.form import ByKey, Choice, Kind, Many, OneOf, Record, Row


@singledispatch
def unoffered(kind: Kind, value: Data, path: str = "") -> Iterator[str]:  # noqa: ARG001
    """Where a value that was read says something that its kind does not offer."""
    yield from ()


@unoffered.register
def _choice(kind: Choice, value: Data, path: str = "") -> Iterator[str]:
    if value not in kind.offers:
        yield f"{path}={value}"


@unoffered.register
def _record(kind: Record, value: Data, path: str = "") -> Iterator[str]:
    assert isinstance(value, Mapping)
    for field in kind.fields:
        if value.get(field.name) is not None:
            yield from unoffered(field.kind, value[field.name], f"{path}.{field.name}")


@unoffered.register(Many)
@unoffered.register(Row)
def _several(kind: Many | Row, value: Data, path: str = "") -> Iterator[str]:
    assert isinstance(value, Sequence)
    for place, each in enumerate(value, 1):
        if each is not None:
            yield from unoffered(kind.of, each, f"{path}.{place}")


@unoffered.register
def _by_key(kind: ByKey, value: Data, path: str = "") -> Iterator[str]:
    assert isinstance(value, Mapping)
    for key, each in value.items():
        yield from unoffered(kind.key, key, f"{path}.{key}")
        yield from unoffered(kind.of, each, f"{path}.{key}")


@unoffered.register
def _one_of(kind: OneOf, value: Data, path: str = "") -> Iterator[str]:
    """Of several kinds it is enough that one offers it; of those that cannot be told apart, none is asked."""
    found = [list(unoffered(each, value, path)) for each in kind.kinds if _may_be(each, value)]
    if found and all(found):
        yield from found[0]


def _may_be(kind: Kind, value: Data) -> bool:
    if isinstance(kind, Many | Row):
        return isinstance(value, list | tuple)
    return isinstance(kind, Record | ByKey) == isinstance(value, Mapping)
