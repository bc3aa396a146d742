"""What an audience was told, as a document to be read, posted or pasted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from ..campaign.telling import Stream
from ..core.fact import FactTable
from ..core.form import Form
from .document import Block, Bullets, Code, Document, Fold, Heading, Item, Paragraph, Rule, Spans, Strong, spans
from .figures import fact_blocks, list_rows
from .prose import Prose
from .sheet import form_items
from .switches import switches_told

SHORT = 16
"""How many digits of a fingerprint or head a post shows; the whole stands in the export."""

Path: TypeAlias = tuple[str | int, ...]
Leaf: TypeAlias = tuple[Path, Any]
"""A part of a declaration that was opened: where it stands in it, and what it is."""


def post(
    prose: Prose,
    table: FactTable,
    title: str,
    bodies: Iterable[Mapping[str, Any]],
    audience: str,
    stream: Stream,
    asked: Sequence[Block] = (),
) -> Document:
    """A post: what was told, in order, what is `asked` now, and the head of the audience's chain at its foot."""
    blocks = [block for body in together(bodies) for block in told_blocks(prose, table, body)]
    return Document(prose.words.language, title, (*blocks, *asked, Rule(), _foot(prose, audience, stream)))


def asked_blocks(prose: Prose, asked: Iterable[tuple[str, str, Form]]) -> tuple[Block, ...]:
    """What somebody is asked: for each call its kind, for whom the answer is, and what may be answered, field by field.

    For whom is said only where several answers are asked for.
    """
    each = list(asked)
    several = len({whom for _, whom, _ in each}) > 1
    blocks: list[Block] = [Heading(2, prose.words.say("told.asked"))] if each else []
    for kind, whom, form in each:
        question = prose.call(kind)
        named = prose.words.say("told.asked_of", whom=prose.name(whom), question=question) if several else question
        blocks += [Paragraph(spans(named)), form_items(form, prose)]
    return tuple(blocks)


def together(bodies: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Tellings to be read in one post: what was opened of the same seal, one part after another, is one opening."""
    found: list[Mapping[str, Any]] = []
    last: dict[str, int] = {}
    for body in bodies:
        if "opening" not in body:
            last = {}
            found.append(body)
            continue
        fingerprint = body["opening"]["fingerprint"]
        if fingerprint in last:
            earlier = found[last[fingerprint]]["opening"]
            found[last[fingerprint]] = {"opening": _joined_openings(earlier, body["opening"])}
        else:
            last[fingerprint] = len(found)
            found.append(body)
    return found


def _joined_openings(one: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two parts of one seal. The leaves of both stand in one order; what is closed in one may be open in the other."""
    leaves = [
        here if isinstance(there, str) else there for here, there in zip(one["leaves"], other["leaves"], strict=True)
    ]
    return {**one, "leaves": leaves}


def told_blocks(prose: Prose, table: FactTable, body: Mapping[str, Any]) -> tuple[Block, ...]:
    """One telling as blocks."""
    if "fact" in body:
        return fact_blocks(prose, table.decode(body["fact"]))
    return tuple(next(say for kind, say in _TOLD.items() if kind in body)(prose, body))


def _foot(prose: Prose, audience: str, stream: Stream) -> Block:
    who = prose.words.say("house.public") if audience == "public" else prose.name(audience)
    where = prose.words.say("house.head_value", audience=who, number=stream.number)
    return Paragraph(spans(f"{prose.words.say('house.head')}: {where} · ", Code(grouped(stream.head))))


def grouped(hexadecimal: str, digits: int = SHORT) -> str:
    """The first digits of a fingerprint in groups of four, as they are read aloud."""
    shown = hexadecimal[:digits]
    return " ".join(shown[at : at + 4] for at in range(0, len(shown), 4))


def _sentence(prose: Prose, key: str, **values: Any) -> Paragraph:
    return Paragraph(spans(prose.words.say(f"told.{key}", **values)))


def _begun(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    begun = body["begun"]
    system = prose.name(begun["system"])
    yield _sentence(prose, "begun", name=begun["name"], system=system, version=begun["version"])
    yield Paragraph(spans(prose.words.say("told.seed") + ": ", Code(grouped(begun["seed"], 64))))
    yield from switches_told(prose, begun["system"], begun["options"])


def _joined(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    """Who plays a seat. A seat that goes by its player's name is called by its key here."""
    name, seat = body["joined"]["name"], body["joined"]["seat"]
    called = prose.name(seat)
    yield _sentence(prose, "joined", name=name, seat=seat if called == name else called)


def _closed(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    yield _sentence(prose, "closed", call=prose.call_title(str(body["closed"])))
    yield Bullets(tuple(Item(_print(prose, whom, each)) for whom, each in body["fingerprints"].items()))


def _print(prose: Prose, whom: str, fingerprint: str) -> Spans:
    return spans(prose.words.say("told.print", whom=prose.name(whom)) + ": ", Code(grouped(fingerprint)))


def _opening(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    opening = body["opening"]
    shown = [leaf for leaf in opening["leaves"] if not isinstance(leaf, str) and leaf[0][0] != ""]
    leaves = [(tuple(path), value) for path, value, _ in sorted(shown, key=_place)]
    several = {path[:at] for path, _ in leaves for at in range(1, len(path)) if path[at] != 0}
    items = tuple(
        item for path, each in groupby(leaves, _list_of) for item in _opened(prose, path, list(each), several)
    )
    summary = prose.words.say(
        "told.opening", seat=prose.name(opening["seat"]), fingerprint=grouped(opening["fingerprint"])
    )
    yield Fold(summary, (Bullets(items),) if items else ())


def _list_of(leaf: Leaf) -> Path:
    """The path of the list that a leaf is an item of, its own where it is none."""
    path, _ = leaf
    return path[:-1] if isinstance(path[-1], int) else path


def _opened(prose: Prose, path: Path, leaves: Sequence[Leaf], several: Collection[Path]) -> Iterator[Item]:
    """Leaves under one path: in rows where they are written so, else one by one. `several`: see `_path`."""
    rows = list_rows(prose, str(path[-1]), [value for _, value in leaves])
    said = [(path, " / ".join(rows))] if rows else [(each, prose.value(value)) for each, value in leaves]
    for each, value in said:
        yield Item(spans(prose.words.say("told.opening_leaf", path=_path(prose, each, several), value=value)))


def _place(leaf: Any) -> list[tuple[int, str]]:
    """Leaves in the order of what was sealed: names by letter, places by number."""
    return [(part, "") if isinstance(part, int) else (-1, str(part)) for part in leaf[0]]


def _path(prose: Prose, path: Path, several: Collection[Path]) -> str:
    """The path of a leaf below whom it is for; places are counted from 1.

    What says nothing more is left out: the place of a list's only item inside another list (what holds others, too, is
    in `several`), and a name that was said already: `패 1` for the one card of the first slot of the cards.
    """
    said: list[str] = []
    for at, part in enumerate(path[1:], 1):
        inner = isinstance(part, int) and isinstance(path[at - 1], int)
        word = str(part + 1) if isinstance(part, int) else prose.name(part)
        if (inner and path[:at] not in several) or (not isinstance(part, int) and word in said):
            continue
        said.append(word)
    return " ".join(said)


def _ruled(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    yield _sentence(prose, "ruled", reason=body["ruled"])


def _corrected(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    yield _sentence(prose, "corrected", reason=body["corrected"])


def _rewound(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    rewound = body["rewound"]
    key = "rewound" if rewound["holds"] else "rewound_all"
    yield Paragraph((Strong(prose.words.say(f"told.{key}", **rewound)),))


def _paused(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    yield _sentence(prose, "paused", reason=body["paused"]) if body["paused"] else _sentence(prose, "resumed")


def _moved(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    moved = body["moved"]
    yield _sentence(prose, "moved", old=moved["from"], new=moved["to"], reason=moved["reason"])


def _ended(prose: Prose, body: Mapping[str, Any]) -> Iterator[Block]:
    ended = body["ended"]
    yield _sentence(prose, "ended", seed=ended["seed"])
    if ended["withheld"]:
        yield _sentence(prose, "withheld", teams=prose.value(ended["withheld"]))


_TOLD = {
    "begun": _begun,
    "joined": _joined,
    "closed": _closed,
    "opening": _opening,
    "ruled": _ruled,
    "corrected": _corrected,
    "rewound": _rewound,
    "paused": _paused,
    "moved": _moved,
    "ended": _ended,
}
