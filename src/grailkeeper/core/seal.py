"""Seals: a declaration is bound leaf by leaf before anybody reads it, because it may open in part.

leaf = SHA-256(canon([path, value, salt])); fingerprint = SHA-256(canon([war, call, seat, [leaves, sorted]])).

Blank leaves fill every order up to 16, 32, 64 and so on, and the digests stand sorted: so neither the number nor
the place of the leaves that stay closed tells what else was declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .canon import Data, canon, digest
from .chance import Chance

Path = tuple[str | int, ...]

SALT_BYTES = 16
LEAST_LEAVES = 16


def leaves(order: Data, path: Path = ()) -> Iterator[tuple[Path, Data]]:
    """Every scalar of `order` with its path, in canonical order. An empty list or record is a leaf itself."""
    if isinstance(order, Mapping) and order:
        for key in sorted(order):
            yield from leaves(order[key], (*path, key))
    elif isinstance(order, Sequence) and not isinstance(order, str) and order:
        for place, item in enumerate(order):
            yield from leaves(item, (*path, place))
    else:
        yield path, order


def padded_leaves(order: Data) -> list[tuple[Path, Data]]:
    """The leaves of `order`, and blank ones (path `["", n]`, value null) up to the next of 16, 32, 64, ...

    No order has an empty key.
    """
    found = list(leaves(order))
    size = LEAST_LEAVES
    while size < len(found):
        size *= 2
    return found + [(("", place), None) for place in range(size - len(found))]


@dataclass(frozen=True, slots=True)
class Seal:
    """An order bound: one salt a leaf (32 hexadecimal digits each), and the fingerprint that is given out."""

    salts: tuple[str, ...]
    fingerprint: str


def seal(war: str, call: str, seat: str, order: Data, salts: Sequence[str]) -> Seal:
    """Bind `order`. Raises ValueError unless there is one salt for each of its padded leaves."""
    digests = sorted(digest(leaf) for leaf in _salted(order, salts))
    return Seal(tuple(salts), digest([war, call, seat, digests]))


def drawn_salts(chance: Chance, order: Data) -> tuple[str, ...]:
    """Salts that are draws: an agent's, so that a war from a seed repeats byte for byte."""
    sides = 2 ** (8 * SALT_BYTES)
    return tuple(f"{chance.draw('salt', sides).value:0{2 * SALT_BYTES}x}" for _ in padded_leaves(order))


def opened(war: str, call: str, seat: str, order: Data, seal: Seal, paths: Sequence[Path] = ((),)) -> dict[str, Data]:
    """The opening of the leaves below `paths`: those in full, of the rest the digests only.

    It is what anybody needs to check it, and nothing more.
    """
    shown: dict[str, Data] = {}
    for leaf in _salted(order, seal.salts):
        path = tuple(leaf[0])
        shown[digest(leaf)] = leaf if any(path[: len(prefix)] == prefix for prefix in paths) else digest(leaf)
    return {
        "war": war,
        "call": call,
        "seat": seat,
        "leaves": [shown[each] for each in sorted(shown)],
        "fingerprint": seal.fingerprint,
    }


def holds(opening: Mapping[str, Data]) -> bool:
    """Whether an opening bears out its fingerprint, and shows no leaf in two ways."""
    shown = opening.get("leaves")
    if not isinstance(shown, list | tuple) or not all(isinstance(leaf, str) or _is_leaf(leaf) for leaf in shown):
        return False
    try:
        paths = [canon(leaf[0]) for leaf in shown if not isinstance(leaf, str)]
        digests = sorted(leaf if isinstance(leaf, str) else digest(leaf) for leaf in shown)
        bound = digest([opening.get("war"), opening.get("call"), opening.get("seat"), digests])
    except ValueError:
        return False
    return len(set(paths)) == len(paths) and bound == opening.get("fingerprint")


def _is_leaf(leaf: Data) -> bool:
    return isinstance(leaf, list | tuple) and len(leaf) == 3


def _salted(order: Data, salts: Sequence[str]) -> list[tuple[list[str | int], Data, str]]:
    pairs = zip(padded_leaves(order), salts, strict=True)
    return [(list(path), value, salt) for (path, value), salt in pairs]
