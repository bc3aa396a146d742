"""All that reaches one viewer of a war that has a journal: the gate, the export, the posts.

Fingerprints, salts and heads are other numbers in a twin world, and must tell nothing: a fingerprint is shown by
the order in which the viewer met it, a head by whether it fits what was heard. What is none of these stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.campaign.outcome import Refused
from grailkeeper.campaign.resolving import silence_print
from grailkeeper.campaign.telling import Stream
from grailkeeper.campaign.war import War
from grailkeeper.core.call import Call
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.codec import encode
from grailkeeper.core.seal import holds
from grailkeeper.core.seat import Viewer
from grailkeeper.text.formats import FORMATS, render
from grailkeeper.text.language import Language
from grailkeeper.text.post import grouped
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words
from grailkeeper.views.gate import Gate, Heard

from .house import House, Moment
from .twin import pick_of

SAMPLES = 2

Door: TypeAlias = tuple[str, str]
"""The address of a call and one of whom it asks: whoever knows of neither may still knock."""


def doors(course: Iterable[Moment]) -> frozenset[Door]:
    """Every call that there was, and every one that could be answered beforehand."""
    return frozenset(
        (call.address, ask.whom)
        for moment in course
        for call in (*moment.war.calls, *moment.war.system.standing(moment.war.state))
        for ask in call.asks
    )


@dataclass
class Mask:
    """The fingerprints that there are, by the order in which a viewer met them."""

    known: Mapping[str, str]
    met: dict[str, str] = field(default_factory=dict)

    def __call__(self, text: str) -> str:
        return re.sub(r"[0-9a-f]{64}|(?:[0-9a-f]{4} ){3}[0-9a-f]{4}", self._shown, text)

    def _shown(self, found: re.Match[str]) -> str:
        whole = self.known.get(found[0])
        return found[0] if whole is None else self.met.setdefault(whole, f"print {len(self.met) + 1}")


def fingerprints(course: Iterable[Moment]) -> dict[str, str]:
    """Every fingerprint that was ever made, by itself and by what a post shows of it."""
    found = {
        fingerprint
        for moment in course
        for fingerprint in (
            *(each.seal.fingerprint for each in moment.war.sealed.values()),
            *(each.held.seal.fingerprint for held in moment.war.closed.values() for each in held.values()),
            *(silence_print(moment.war, call, ask) for call in _closed(moment.war) for ask in call.asks),
        )
    }
    return {shown: each for each in found for shown in (each, grouped(each))}


def _closed(war: War) -> Iterator[Call]:
    return (call for call in war.calls if call.address in war.closed)


@dataclass(frozen=True)
class Watch:
    """One viewer of a war, with what it tries: orders (`probes`) and doors to knock on."""

    house: House
    package: str
    viewer: Viewer
    probes: Sequence[Data]
    doors: Sequence[Door]

    def trace(self, course: Sequence[Moment], prints: Mapping[str, str]) -> list[str]:
        """What the viewer sees and hears, in order; a moment that shows it nothing new leaves no mark. `prints`: the
        fingerprints of the course."""
        mask, marks, last = Mask(prints), list[str](), dict[str, str]()
        before = frozenset(self.doors)
        for moment in course:
            gate = self.gate(moment)
            own = _own_doors(gate)
            everywhere = moment is course[-1] or moment.entries[-1].kind is EntryKind.CLOSED
            knocked = self.doors if everywhere else sorted(own | before)
            for name, sight in (*self.sights(gate), *self.behind(gate, knocked)):
                if last.get(name) != sight:
                    last[name] = sight
                    marks.append(mask(f"{name} {sight}"))
            before = own
        return [*marks, *(mask(line) for line in self.taken_away(course[-1]))]

    def gate(self, moment: Moment) -> Gate:
        return self.house.gate(moment.war, self.viewer, moment.entries)

    def sights(self, gate: Gate) -> Iterator[tuple[str, str]]:
        """All that the gate gives out, each with its name."""
        heard = gate.heard()
        yield "state", _text(encode(gate.state()))
        yield "calls", _text([encode(call) for call in gate.calls()])
        yield "standing", _text([encode(call) for call in gate.standing()])
        for each in heard:
            yield f"heard {each.number}", _text([_plain(each.body), each.struck])
        yield "stream", _text(_stream(gate, heard))

    def behind(self, gate: Gate, knocked: Iterable[Door]) -> Iterator[tuple[str, str]]:
        """What is found at calls, whether they are the viewer's or not."""
        for address, whom in knocked:
            form = gate.form(address, whom)
            samples = (
                () if isinstance(form, Refused) else [form.record.sample(pick_of(each)) for each in range(SAMPLES)]
            )
            examined = [gate.examine(address, whom, value) for value in (*samples, *self.probes)]
            found = (form, samples, examined, _preview(gate, address), _kept(gate, address, whom))
            yield f"door {address} {whom}", repr(found)

    def taken_away(self, moment: Moment) -> Iterator[str]:
        """The export, line by line, and everything that was told as one post."""
        gate = self.gate(moment)
        stream = Stream()
        for line in self.house.export(moment.entries, gate.audience):
            data: dict[str, Any] = json.loads(line)
            stream = stream.then(data["told"])
            head = "fits" if data.get("head") == stream.head else data.get("head")
            yield "export " + _text({**data, "head": head, "told": _plain(data["told"])})
        prose = Prose(load_words(self.package, Language.KO), _names(moment.war))
        bodies = [heard.body for heard in gate.heard()]
        document = self.house.post(prose, moment.war.system.facts, "twin", bodies, gate.audience, gate.stream)
        posted = render(document, FORMATS["plain"])
        yield "post " + posted.replace(grouped(stream.head), "fits")


def _names(war: War) -> dict[str, str]:
    return dict(war.system.names(war.state))


def _own_doors(gate: Gate) -> frozenset[Door]:
    """Those doors behind which the viewer is asked something, as far as it may know."""
    asked = (*gate.calls(), *gate.standing())
    return frozenset((call.address, ask.whom) for call in asked for ask in call.asks if ask.mine)


def _stream(gate: Gate, heard: Iterable[Heard]) -> Data:
    """How many tellings there are, and whether the head is the one that they lead to."""
    stream = Stream()
    for each in heard:
        stream = stream.then(each.body)
    fits = (gate.stream.number, gate.stream.head) == (stream.number, stream.head)
    return [gate.stream.number, "fits" if fits else gate.stream.head]


def _preview(gate: Gate, address: str) -> object:
    seen = gate.preview(address)
    return seen if isinstance(seen, Refused) else seen.resolution


def _kept(gate: Gate, address: str, whom: str) -> object:
    kept = gate.kept(address, whom)
    return kept if isinstance(kept, Refused) else _opening(kept)


def _plain(body: Mapping[str, Any]) -> Data:
    """A telling without the numbers that are other ones in a twin world."""
    return {**body, "opening": _opening(body["opening"])} if "opening" in body else body


def _opening(opening: Mapping[str, Any]) -> Data:
    """An opening by the leaves that it shows and the number of those that stay closed; a salt is a salt."""
    assert holds(opening)
    shown = [[path, value, len(salt)] for path, value, salt in (x for x in opening["leaves"] if not isinstance(x, str))]
    closed = len(opening["leaves"]) - len(shown)
    return {**opening, "leaves": [sorted(shown, key=lambda leaf: canon(leaf[0])), closed]}


def watches(
    house: House, package: str, viewers: Iterable[Viewer], probes: Sequence[Data], *courses: Sequence[Moment]
) -> Iterator[Watch]:
    """A watch for each viewer, who knocks at all doors that there are in any of the courses."""
    known = sorted(frozenset[Door]().union(*map(doors, courses)))
    return (Watch(house, package, viewer, probes, known) for viewer in viewers)


def _text(value: Data) -> str:
    return canon(value).decode()
