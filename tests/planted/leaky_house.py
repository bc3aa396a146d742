"""Planted leaks of the house itself: each lets one secret out beside the rules. The twins of `row` must show it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance.house import HOUSE, House, Steady
from conformance.secrets import Manner
from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import GENESIS, Entry, EntryKind, entry_hash
from grailkeeper.campaign.outcome import Outcome, Refused, append
from grailkeeper.campaign.resolving import Preview, frozen
from grailkeeper.campaign.sealing import Frozen
from grailkeeper.campaign.telling import Stream, audiences, telling_of
from grailkeeper.campaign.war import War
from grailkeeper.core.call import Call
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.seat import EVERYBODY
from grailkeeper.journal.export import export, told
from grailkeeper.views.gate import AskSight, CallSight, Gate, Heard, SlotState

Row = str | tuple[Manner, Manner]


@dataclass(frozen=True, slots=True)
class Planted:
    """A house with one leak, and the row whose twins show it."""

    name: str
    row: Row
    house: House


def entered(outcome: Outcome, war: War, **change: Data) -> Outcome:
    """The same command with another body."""
    if isinstance(outcome, Refused):
        return outcome
    body = {**outcome.entry.body, **change}
    return append(war, outcome.entry.kind, body, outcome.entry.at, outcome.problems)


def everybody(war: War) -> tuple[str, ...]:
    return tuple(audiences(war.system.seats(war.state)))


def told_to_all(war: War, body: Mapping[str, Data]) -> list[Data]:
    return [telling.data() for telling in telling_of(body, EVERYBODY, war.system.seats(war.state))]


# Commands


def seal_is_told(war: War, address: str, whom: str, *rest: Any) -> Outcome:
    made = declare.seal(war, address, whom, *rest)
    return entered(made, war, tellings=told_to_all(war, {"paused": f"{whom} has sealed"}))


def withdrawal_is_told(war: War, address: str, whom: str, *rest: Any) -> Outcome:
    made = declare.withdraw(war, address, whom, *rest)
    return entered(made, war, tellings=told_to_all(war, {"paused": f"{whom} has withdrawn"}))


def ruling_is_told(war: War, address: str, point: str, value: Data, *rest: Any, **about: Any) -> Outcome:
    made = adjudicate.rule(war, address, point, value, *rest, **about)
    return entered(made, war, tellings=told_to_all(war, {"paused": f"{value}"}))


def rewind_is_told_to_all(war: War, to: int, reason: str, *rest: Any) -> Outcome:
    """... with the number of what holds for each; so everybody knows that something was undone."""
    made = keep.rewind(war, to, reason, *rest)
    back = war.before(to)
    assert back is not None
    tellings: list[Data] = [
        {"to": [key], "body": {"rewound": {"holds": back.streams[key].number, "reason": reason}}}
        for key in everybody(war)
    ]
    return entered(made, war, tellings=tellings)


def all_facts_are_told_to_all(war: War, address: str, *rest: Any, **about: Any) -> Outcome:
    made = adjudicate.publish(war, address, *rest, **about)
    if isinstance(made, Refused):
        return made
    tellings: Any = made.entry.body["tellings"]
    wider: list[Data] = [{**each, "to": everybody(war)} if "fact" in each["body"] else each for each in tellings]
    return entered(made, war, tellings=wider)


def openings_are_shown_to_all(war: War, address: str, *rest: Any, **about: Any) -> Outcome:
    made = adjudicate.publish(war, address, *rest, **about)
    if isinstance(made, Refused):
        return made
    tellings: Any = made.entry.body["tellings"]
    wider: list[Data] = [{**each, "to": everybody(war)} if "opening" in each["body"] else each for each in tellings]
    return entered(made, war, tellings=wider)


def _call(war: War, address: str) -> Call:
    call = war.call(address)
    assert call is not None
    return call


def secret_fingerprints_are_told_to_all(war: War, address: str, *rest: Any) -> Outcome:
    """As if everybody might know of every call."""
    made, call = adjudicate.close(war, address, *rest), _call(war, address)
    wide = replace(call, open_to=EVERYBODY, asked_to=EVERYBODY)
    tellings = adjudicate.closing_tellings(war, wide, frozen(war, call))
    return entered(made, war, tellings=[telling.data() for telling in tellings])


def close_of_a_secret_call_is_told_to_all(war: War, address: str, *rest: Any) -> Outcome:
    """... though not whom it asked."""
    made, call = adjudicate.close(war, address, *rest), _call(war, address)
    wide = replace(call, open_to=EVERYBODY)
    tellings = adjudicate.closing_tellings(war, wide, frozen(war, call))
    return entered(made, war, tellings=[telling.data() for telling in tellings])


def standing_prints_are_told_as_filed(war: War, address: str, *rest: Any) -> Outcome:
    """The same fingerprint in every call that a standing answer serves."""
    made, call = adjudicate.close(war, address, *rest), _call(war, address)
    filed = {whom: Frozen(each.address, each.filed, each.filed) for whom, each in frozen(war, call).items()}
    tellings = adjudicate.closing_tellings(war, call, filed)
    return entered(made, war, tellings=[telling.data() for telling in tellings])


def silence_is_told(war: War, address: str, *rest: Any) -> Outcome:
    """Who was silent, when the call closes."""
    made, call = adjudicate.close(war, address, *rest), _call(war, address)
    if isinstance(made, Refused):
        return made
    silent = {ask.whom for ask in call.asks} - frozen(war, call).keys()
    tellings: Any = json.loads(json.dumps(made.entry.body["tellings"]))
    for telling in tellings:
        prints = telling["body"]["fingerprints"]
        telling["body"]["fingerprints"] = {whom: GENESIS if whom in silent else each for whom, each in prints.items()}
    return entered(made, war, tellings=tellings)


def openings_name_where_an_answer_was_filed(war: War, address: str, *rest: Any, **about: Any) -> Outcome:
    made = adjudicate.publish(war, address, *rest, **about)
    if isinstance(made, Refused):
        return made
    addresses = {each.held.seal.fingerprint: each.address for each in war.closed[address].values()}
    tellings: Any = made.entry.body["tellings"]
    named: list[Data] = []
    for each in tellings:
        if "opening" in each["body"]:
            filed = addresses[each["body"]["opening"]["fingerprint"]]
            each = {**each, "body": {**each["body"], "filed": filed}}  # noqa: PLW2901
        named.append(each)
    return entered(made, war, tellings=named)


# The gate


class ShowsStandingAnswers(Gate):
    def standing(self) -> tuple[CallSight, ...]:
        filed = {slot for slot in self.war.sealed if slot[0].startswith("standing/")}

        def shown(call: CallSight) -> CallSight:
            states = (replace(ask, state=_state((call.address, ask.whom) in filed)) for ask in call.asks)
            return replace(call, asks=tuple(states))

        return tuple(map(shown, super().standing()))


def _state(sealed: bool) -> SlotState:
    return SlotState.SEALED if sealed else SlotState.EMPTY


class ShowsWhoIsSilent(Gate):
    """Before the call closes."""

    def calls(self) -> tuple[CallSight, ...]:
        def shown(call: CallSight, ask: AskSight) -> AskSight:
            return replace(ask, state=_state((call.address, ask.whom) in self.war.sealed))

        return tuple(replace(call, asks=tuple(shown(call, ask) for ask in call.asks)) for call in super().calls())


class CountsTheSealed(Gate):
    """How many have sealed, in the number of the silence's words."""

    def calls(self) -> tuple[CallSight, ...]:
        calls = super().calls()
        counts = {call.address: sum(slot[0] == call.address for slot in self.war.sealed) for call in calls}
        return tuple(replace(call, silence=f"{call.silence}_{counts[call.address]}") for call in calls)


class ShowsPointsAndPreviews(Gate):
    def preview(self, address: str) -> Preview | Refused:
        return adjudicate.preview(self.war, address, Steady())


class ShowsWhatIsRuled(Gate):
    """Before the call is published."""

    def calls(self) -> tuple[CallSight, ...]:
        ruled = [value for rulings in self.war.rulings.values() for value in rulings.values()]
        calls = super().calls()
        return tuple(replace(call, silence=f"{call.silence}_{ruled}") if call.closed else call for call in calls)


class NumbersAcrossAudiences(Gate):
    """A number that all audiences share, with gaps where others were told something."""

    def heard(self) -> tuple[Heard, ...]:
        places = [
            place for place, telling in enumerate(_all_tellings(self.entries), 1) if self.audience in telling["to"]
        ]
        return tuple(replace(each, number=place) for each, place in zip(super().heard(), places, strict=True))


def _all_tellings(entries: Iterable[Entry]) -> Iterator[Mapping[str, Any]]:
    for entry in entries:
        tellings: Any = entry.body.get("tellings", ())
        yield from tellings


class HeadOfTheFile(Gate):
    @property
    def stream(self) -> Stream:
        return replace(super().stream, head=self.war.head)


class KnocksAreAnswered(Gate):
    """Whoever asks at a closed call learns that it is closed, asked or not."""

    def form(self, address: str, whom: str) -> Any:
        found = declare.find_ask(self.war, address, whom)
        return found if isinstance(found, Refused) else super().form(address, whom)


class KeepsForAnybody(Gate):
    def kept(self, address: str, whom: str) -> Any:
        return Gate(self.war, replace(self.viewer, seat=whom), self.entries).kept(address, whom)


class StrikesOutForAll(Gate):
    """What was heard is struck out where the file was rewound, told of it or not."""

    def heard(self) -> tuple[Heard, ...]:
        rewound = sum(entry.kind is EntryKind.REWOUND for entry in self.entries)
        heard = super().heard()
        return (*heard[:-1], replace(heard[-1], struck=True)) if rewound else heard


# What is taken away


def _lines(entries: Sequence[Entry], audience: str, more: Callable[[Entry], Mapping[str, Data]]) -> Iterator[bytes]:
    holders = [entry for entry in entries for _ in told([entry], audience)]
    for entry, line in zip(holders, export(entries, audience), strict=True):
        yield canon({**json.loads(line), **more(entry)})


def export_with_entry_numbers(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    return _lines(entries, audience, lambda entry: {"entry": entry.number})


def export_with_entry_hashes(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    return _lines(entries, audience, lambda entry: {"entry": entry.hash})


def export_with_digests_of_entries(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    """Not even a digest that nobody can look up."""
    return _lines(entries, audience, lambda entry: {"of": entry_hash(0, entry.kind, entry.at, entry.body, "")})


def export_with_gaps(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    """Numbers that all audiences share."""
    places = [place for place, each in enumerate(_all_tellings(entries), 1) if audience in each["to"]]
    for place, line in zip(places, export(entries, audience), strict=True):
        yield canon({**json.loads(line), "number": place})


def export_of_a_neighbour(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    """The second seat takes the first one's home."""
    return export(entries, "s1" if audience == "s2" else audience)


WHEN = (Manner.PLAIN, Manner.LATE)
TWICE = (Manner.PLAIN, Manner.TWICE)
TAKEN_BACK = (Manner.PLAIN, Manner.TAKEN_BACK)
RETRACTED = (Manner.SILENT, Manner.RETRACTED)
BEFOREHAND = (Manner.MEANT, Manner.BEFOREHAND)
TRIED = (Manner.PLAIN, Manner.TRIED)
RULED = (Manner.PLAIN, Manner.RULED_TWICE)
REWOUND = (Manner.PLAIN, Manner.REWOUND)

_LEAKS: tuple[tuple[Row, str, Any], ...] = (
    (TWICE, "seal", seal_is_told),
    (TAKEN_BACK, "withdraw", withdrawal_is_told),
    (RETRACTED, "withdraw", withdrawal_is_told),
    (TRIED, "withdraw", withdrawal_is_told),
    (RULED, "rule", ruling_is_told),
    (REWOUND, "rewind", rewind_is_told_to_all),
    ("coins", "publish", all_facts_are_told_to_all),
    ("stake", "publish", all_facts_are_told_to_all),
    ("spent_charms", "publish", all_facts_are_told_to_all),
    ("aim", "publish", openings_are_shown_to_all),
    ("rescue_open", "close", secret_fingerprints_are_told_to_all),
    ("rescue_open", "close", close_of_a_secret_call_is_told_to_all),
    ("stake", "close", silence_is_told),
    (BEFOREHAND, "close", standing_prints_are_told_as_filed),
    (BEFOREHAND, "publish", openings_name_where_an_answer_was_filed),
    (BEFOREHAND, "gate", ShowsStandingAnswers),
    (TRIED, "gate", ShowsStandingAnswers),
    (WHEN, "gate", ShowsWhoIsSilent),
    (TAKEN_BACK, "gate", ShowsWhoIsSilent),
    (RETRACTED, "gate", ShowsWhoIsSilent),
    (BEFOREHAND, "gate", ShowsWhoIsSilent),
    (RETRACTED, "gate", CountsTheSealed),
    ("aim", "gate", ShowsPointsAndPreviews),
    ("note", "gate", KeepsForAnybody),
    ("rescue_answer", "gate", KeepsForAnybody),
    (RULED, "gate", ShowsWhatIsRuled),
    ("rescue_open", "gate", NumbersAcrossAudiences),
    ("rescue_open", "gate", HeadOfTheFile),
    ("rescue_open", "gate", KnocksAreAnswered),
    (REWOUND, "gate", StrikesOutForAll),
    ("rescue_open", "export", export_with_entry_numbers),
    (TWICE, "export", export_with_entry_numbers),
    ("note", "export", export_with_entry_hashes),
    ("note", "export", export_with_digests_of_entries),
    ("rescue_open", "export", export_with_gaps),
    ("spent_charms", "export", export_of_a_neighbour),
)


def _name(row: Row) -> str:
    return row if isinstance(row, str) else " or ".join(row)


PLANTED = tuple(
    Planted(f"{leak.__name__} ({_name(row)})", row, replace(HOUSE, **{way: leak})) for row, way, leak in _LEAKS
)
