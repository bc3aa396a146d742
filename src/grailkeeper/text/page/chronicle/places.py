"""Where everybody is, as far as one reader has been told: from the facts of a war, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ....core.fact import Fact
from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.scene import facts as s


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Who was last known to be where in a chapter, who was away, and what else is known of regions.

    `people` and `bases` by region: people by key, teams by key. `presences` are numbers of servants sensed (C-3.9), for
    who does not know whose they are. `shown`: the teams that have been made public (C-23.14).
    """

    people: dict[str, list[str]] = field(default_factory=dict)
    bases: dict[str, list[str]] = field(default_factory=dict)
    presences: dict[str, int] = field(default_factory=dict)
    shown: dict[str, list[str]] = field(default_factory=dict)
    away: tuple[str, ...] = ()

    @property
    def regions(self) -> frozenset[str]:
        """The regions of which anything is known."""
        return frozenset((*self.people, *self.presences, *self.shown))


@dataclass(slots=True)
class _Told:
    """What the facts up to now have told. `at`: those who tell where they are; the rest is of this chapter alone."""

    at: dict[str, str] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    territories: dict[str, str] = field(default_factory=dict)
    met: dict[str, str] = field(default_factory=dict)
    fights: dict[int, str] = field(default_factory=dict)
    presences: dict[str, int] = field(default_factory=dict)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    away: dict[str, None] = field(default_factory=dict)

    def begin(self) -> None:
        self.met, self.presences, self.shown, self.away = {}, {}, {}, {}

    def hear(self, fact: Fact) -> None:
        match fact:
            case s.TeamCreated():
                self.at |= {person.key: person.at for person in fact.people if person.at}
                if fact.base is not None:
                    self.bases[fact.team] = fact.base.at
            case s.Moved():
                self.at[fact.person] = fact.to
            case s.Manifested():
                self.at[fact.person] = fact.at
            case s.NpcPlaced():
                self._put(fact.person, fact.at)
            case s.PeopleMet():
                self.met |= dict.fromkeys(fact.people, fact.region)
            case s.PresenceSensed():
                self.presences |= dict(fact.presences)
            case s.PresenceIs():
                self.presences = {}
            case s.RegionShown():
                self.shown[fact.team] = fact.regions
            case s.LeftScene():
                self.away |= dict.fromkeys(fact.people)
            case s.ServantVanished():
                self._lose(fact.person)
            case _:
                self._hear_of_battles(fact)
                self._hear_of_bases(fact)

    def _hear_of_battles(self, fact: Fact) -> None:
        match fact:
            case f.BattleCalled():
                self.fights[fact.battle] = fact.region
            case f.RowsTaken() if self.fights.get(fact.battle):
                self.met |= dict.fromkeys(fact.rows, self.fights[fact.battle])
            case f.Fell(fate=f.Fate.VANISHED):
                self._lose(fact.person)
            case o.FallenTreated(treatment=o.Treatment.KILL | o.Treatment.CAPTIVE):
                self._lose(fact.person)

    def _hear_of_bases(self, fact: Fact) -> None:
        match fact:
            case o.BaseMade():
                self.bases[fact.team] = fact.base.at
            case o.BaseLost():
                self.bases.pop(fact.team, None)
            case s.TerritoryMade():
                self.territories[fact.team] = fact.at
            case o.TerritoryLost():
                self.territories.pop(fact.team, None)

    def _put(self, person: str, at: str) -> None:
        if at:
            self.at[person] = at
        else:
            self.at.pop(person, None)

    def _lose(self, person: str) -> None:
        self.at.pop(person, None)
        self.met.pop(person, None)

    def now(self) -> Whereabouts:
        """As it stands; who tells where it is is believed before who was met somewhere."""
        where = {key: region for key, region in (self.met | self.at).items() if key not in self.away}
        held = (*self.bases.items(), *self.territories.items())
        shown = ((team, region) for team, regions in self.shown.items() for region in regions)
        return Whereabouts(
            _by_region(where.items()), _by_region(held), dict(self.presences), _by_region(shown), tuple(self.away)
        )


def _by_region(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, region in pairs:
        there = found.setdefault(region, [])
        if key not in there:
            there.append(key)
    return found


def whereabouts(chapters: Iterable[Iterable[Fact]]) -> Iterator[Whereabouts]:
    """At the end of each chapter, where everybody of whom it is known was last."""
    told = _Told()
    for facts in chapters:
        told.begin()
        for fact in facts:
            told.hear(fact)
        yield told.now()
