"""Contests of those who study or work at one place (C-5.3 to C-5.5, C-5.10, C-Q20, C-Q21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.problem import failed
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum
from ..cards import Bare, Card, bare
from ..state import State, told_to
from ..tables import CONTEST_HEALTH, CONTEST_JUDGMENTS, CONTEST_MANA
from . import deeds as d
from .records import now_of, war_of
from .state import Action, Kind
from .who import refuse, tell_own

Round = tuple[str, str, str]
"""Card, card, and who won the judgment; "" for a tie."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two people in seat order who compete."""

    kind: Kind
    one: str
    other: str

    @property
    def key(self) -> str:
        return f"{self.kind.value}/{self.one}/{self.other}"


@dataclass(frozen=True, slots=True)
class Course:
    """How far a contest has come: its judgments, its winner if it is decided, and who has no card for the next."""

    rounds: tuple[Round, ...]
    winner: str = ""
    lacking: tuple[str, ...] = ()


def pending(state: State) -> Iterator[Contest]:
    """C-Q20: every pair of which at least one asks for it, in seat order."""
    now = now_of(state)
    for kind in (Kind.STUDY, Kind.LABOR):
        people = [key for key in state.roster if f"{kind.value}/{key}" in now.gains]
        for one, other in combinations(people, 2):
            contest = Contest(kind, one, other)
            if contest.key not in now.contested and _compete(state, contest):
                yield contest


def _compete(state: State, contest: Contest) -> bool:
    """At one place, in one half at least, and one of them has challenged."""
    now = now_of(state)
    if contest.other not in now.rivals.get(contest.one, ()):
        return False
    pairs = [(one, other) for one in _of(state, contest, contest.one) for other in _of(state, contest, contest.other)]
    return any(set(one.halves) & set(other.halves) and (one.challenge or other.challenge) for one, other in pairs)


def _of(state: State, contest: Contest, key: str) -> tuple[Action, ...]:
    return tuple(each for each in now_of(state).plan(key).actions if each.kind is contest.kind)


def _cards(state: State, contest: Contest, key: str) -> tuple[str, ...]:
    declared = next((each.contest for each in _of(state, contest, key) if each.contest), ())
    return (*declared, *now_of(state).cards.get(key, ()))


def run(state: State, contest: Contest) -> Course:
    """C-5.4: each tie is replayed until five judgments are decisive; who has no more cards loses against one."""
    hands: Mapping[str, tuple[str, ...]] = {key: _cards(state, contest, key) for key in (contest.one, contest.other)}
    silent = now_of(state).silent
    rounds: list[Round] = []
    won = {contest.one: 0, contest.other: 0}
    while sum(won.values()) < CONTEST_JUDGMENTS:
        laid = {key: hand[len(rounds)] if len(rounds) < len(hand) else "" for key, hand in hands.items()}
        lacking = tuple(key for key, card in laid.items() if not card)
        if any(key not in silent for key in lacking):
            return Course(tuple(rounds), lacking=lacking)
        if len(lacking) > 1:
            break
        winner = _judged(contest, laid)
        rounds.append((laid[contest.one], laid[contest.other], winner))
        if winner:
            won[winner] += 1
    best = max(won, key=lambda key: won[key])
    return Course(tuple(rounds), best if won[contest.one] != won[contest.other] else "")


def _judged(contest: Contest, laid: Mapping[str, str]) -> str:
    one, other = (Card(laid[key] or Card.WAIT) for key in (contest.one, contest.other))
    result = bare(one, other)
    return {Bare.WIN: contest.one, Bare.LOSS: contest.other}.get(result, "")


# What is asked, and what comes of it


def fight_all(teller: Teller[State]) -> bool:
    """All contests that can be decided; False where cards are still to be asked for."""
    for contest in list(pending(teller.state)):
        course = run(teller.state, contest)
        if not course.lacking:
            _settle(teller, contest, course)
        elif war_of(teller.state).as_declared:
            for key in course.lacking:
                refuse(teller, key, failed("contest_spares", "C-5.3", "contest"))
            _settle(teller, contest, Course(course.rounds))
    if any(True for _ in pending(teller.state)):
        teller.tell(d.ContestCardsDue(now_of(teller.state).contest_round + 1), KEEPER_ONLY)
        return False
    return True


def lacking(state: State) -> tuple[str, ...]:
    """Who is asked for more cards, in seat order."""
    return state.in_order(key for contest in pending(state) for key in run(state, contest).lacking)


def cards_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """C-Q20: who lays no more has none for the rest."""
    for key in lacking(teller.state):
        order: Any = answers.get(key) or {}
        cards: tuple[str, ...] = tuple(order.get("cards", ()))
        tell_own(teller, key, d.ContestCardsLaid(key, cards))


def _settle(teller: Teller[State], contest: Contest, course: Course) -> None:
    """C-5.5, C-5.10: the winner takes what the loser has gained, once; the loser pays for each contest lost."""
    now, people = now_of(teller.state), teller.state.people
    loser = {contest.one: contest.other, contest.other: contest.one}.get(course.winner, "")
    taken = now.gains[f"{contest.kind.value}/{loser}"] if loser else 0
    fought = d.ContestFought(contest.kind, contest.one, contest.other, course.rounds, course.winner, taken)
    teller.tell(fought, told_to(teller.state, people[contest.one].team, people[contest.other].team))
    if not loser:
        return
    study = contest.kind is Kind.STUDY
    clause = "C-5.5" if study else "C-5.10"
    pool = teller.state.people[loser].mana if study else teller.state.people[loser].health
    lost = Sum("mana" if study else "health", clause).base("contest", CONTEST_MANA if study else CONTEST_HEALTH, clause)
    lost.cap("keeps_one", pool.spare, "C-5.5")
    tell_own(teller, loser, d.ContestLost(loser, contest.kind, lost.done()))
