"""A judgment of chronicle card by card: what everybody laid, how it came out, what it cost whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.fact import Fact
from ...core.working import Working
from ...rules.chronicle import facts as f
from ..document import Block, Column, Fold, Table, spans
from ..numbers import number

if TYPE_CHECKING:
    from ..prose import Prose

NOTHING = "·"

WON = frozenset({f.Verdict.UNOPPOSED, f.Verdict.WIN, f.Verdict.HIGHER, f.Verdict.PLUS, f.Verdict.BOTH})
LOST = frozenset({f.Verdict.LOSS, f.Verdict.WEAKER})


def card_words(prose: Prose, played: f.Played) -> str:
    """A card, with its plus."""
    return f"{prose.value(played.card)}{'+' * played.plus}"


def of_card(made: f.JudgmentMade, played: f.Played) -> tuple[f.Meeting, ...]:
    """What came of a card, comparison by comparison."""
    return tuple(each for each in made.meetings if (each.attacker, each.card) == (played.person, played.card))


def decided(made: f.JudgmentMade) -> tuple[f.Meeting, ...]:
    """Each comparison once: of the two ways to tell it, the one in which the attack came through."""
    pairs: dict[frozenset[object], f.Meeting] = {}
    for each in made.meetings:
        pair = frozenset({(each.attacker, each.card), (each.target, each.answer)})
        if pair not in pairs or pairs[pair].verdict not in WON:
            pairs[pair] = each
    return tuple(pairs.values())


def taken(made: f.JudgmentMade, person: str) -> tuple[f.Hit, ...]:
    """The attacks that a person took, those aside that fate ignored."""
    return tuple(hit for hit in made.hits if hit.taker == person and not hit.ignored)


def lost(made: f.JudgmentMade, person: str) -> tuple[int, int]:
    """Health and mana that the attacks of a judgment took from a person."""
    hits = taken(made, person)
    return sum(hit.health_lost for hit in hits), sum(hit.mana_lost for hit in hits)


def pools_of(hit: f.Hit) -> tuple[tuple[str, Working], ...]:
    """What an attack took: the pools that it hurts, each with its working."""
    found = (("health", hit.health), ("mana", hit.mana))
    return tuple((pool, working) for pool, working in found if working is not None)


def hit_title(prose: Prose, hit: f.Hit, pool: str, working: Working) -> str:
    key = "ignored" if hit.ignored else "covered" if hit.aimed != hit.taker else "hit"
    return prose.words.say(
        f"slots.{key}",
        attacker=prose.name(hit.attacker),
        card=prose.value(hit.card),
        taker=prose.name(hit.taker),
        aimed=prose.name(hit.aimed),
        pool=prose.name(pool),
        amount=working.value,
    )


def opened(prose: Prose, title: str, working: Working) -> Fold:
    """A working to be opened by a title of its own."""
    return replace(prose.working(working), summary=title)


# The tables


def _judgment(prose: Prose, fact: f.JudgmentMade) -> tuple[Block, ...]:
    heads = ("person", "card", "result", "lost")
    rows = list(_rows(prose, fact))
    return (_table([prose.words.say(f"slots.{head}") for head in heads], rows), *_damages(prose, fact))


def _rows(prose: Prose, fact: f.JudgmentMade) -> Iterator[tuple[str, ...]]:
    seen: set[str] = set()
    for played in fact.played:
        first = played.person not in seen
        seen.add(played.person)
        yield (
            prose.name(played.person),
            card_words(prose, played),
            _results(prose, of_card(fact, played)),
            _lost(prose, fact, played.person) if first else NOTHING,
        )


def _results(prose: Prose, meetings: Sequence[f.Meeting]) -> str:
    said = (prose.words.say(f"slots.{each.verdict}") for each in meetings)
    if len(meetings) < 2:
        return next(said, NOTHING)
    aimed = zip(said, meetings, strict=True)
    return ", ".join(prose.words.say("slots.against", target=prose.name(m.target), result=one) for one, m in aimed)


def _lost(prose: Prose, fact: f.JudgmentMade, person: str) -> str:
    health, mana = lost(fact, person)
    said = [f"{prose.name(pool)} {number(-points)}" for pool, points in (("health", health), ("mana", mana)) if points]
    return ", ".join(said) or NOTHING


def _damages(prose: Prose, fact: f.JudgmentMade) -> Iterator[Block]:
    for hit in fact.hits:
        for pool, working in pools_of(hit):
            yield opened(prose, hit_title(prose, hit, pool, working), working)


def _bare(prose: Prose, fact: f.BareSeen) -> tuple[Block, ...]:
    """C-9.6: the first cards, and how they stand against each other."""
    pairs = {
        prose.words.say("house.against", first=prose.name(line.person), second=prose.name(line.opponent)): [
            str(prose.value(each)) for each in line.results
        ]
        for line in fact.lines
    }
    return (_by_slot(prose, _named(prose, fact.cards)), _by_slot(prose, pairs))


def _shown(prose: Prose, fact: f.CardsShown) -> tuple[Block, ...]:
    return (_by_slot(prose, _named(prose, fact.cards)),)


def _named(prose: Prose, cards: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Bare cards by the name of who laid them; several in one slot are joined by a stroke."""
    return {
        prose.name(person): [" / ".join(map(prose.name, each.split(" / "))) for each in laid]
        for person, laid in cards.items()
    }


def _by_slot(prose: Prose, columns: Mapping[str, Sequence[str]]) -> Table:
    """A row for each person or pair, a column for each judgment."""
    slots = range(1, max(map(len, columns.values()), default=0) + 1)
    heads = ["", *(prose.words.say("slots.number", slot=slot) for slot in slots)]
    rows = [(name, *cells, *(NOTHING for _ in slots[len(cells) :])) for name, cells in columns.items()]
    return _table(heads, rows)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    return Table(tuple(map(Column, heads)), tuple(tuple(spans(cell) for cell in row) for row in rows))


CHRONICLE: Mapping[type[Fact], Callable[[Prose, Any], tuple[Block, ...]]] = {
    f.JudgmentMade: _judgment,
    f.BareSeen: _bare,
    f.CardsShown: _shown,
}
