"""What a keeper puts right by hand: points of a team, what it knows of another, a base that it was told of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grailkeeper.campaign import adjudicate, keep
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.war import War
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import read
from grailkeeper.core.seat import EVERYBODY
from grailkeeper.rules.mirror.facts import BaseTold, InformationCorrected, TeamCorrected
from grailkeeper.rules.mirror.people import Known
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .table import CASTER, PLAIN

WHY = "miscounted"


def corrected(fact: Fact) -> War:
    teams = {"A": {**CASTER, "territory": {"region": "Docks", "store": 5}}, "B": {**PLAIN, "bases": ["Shinto"]}}
    setup, problems = read(MIRROR.setup, {"teams": teams, "as_they_are": True})
    assert not problems and isinstance(setup, Mapping)
    begun = keep.begin(MIRROR, "war", "A war", setup, {}, bytes(32))
    assert isinstance(begun, Done), begun
    done = adjudicate.correct(begun.war, [(fact, EVERYBODY)], WHY)
    assert isinstance(done, Done), done
    return done.war


def test_points_of_a_team() -> None:
    """M-11.18, M-Q88: what is not named stays as it was."""
    was = corrected(TeamCorrected("A", WHY)).state.teams["A"]
    fact = TeamCorrected("A", WHY, hp=17, body_mp=3, strokes=1, citizens=4, store=9)
    team = corrected(fact).state.teams["A"]
    assert (team.servant.hp, team.servant.mp) == (17, was.servant.mp)
    assert (team.body.hp, team.body.mp) == (was.body.hp, 3)
    assert team.territory is not None
    assert (team.strokes, team.citizens, team.territory.store) == (1, 4, 9)
    assert (was.strokes, was.citizens, was.territory and was.territory.store) == (3, 0, 5)
    whole = corrected(TeamCorrected("A", WHY, mp=8, body_hp=2)).state.teams["A"]
    assert (whole.servant.mp, whole.body.hp, whole.strokes) == (8, 2, 3)


def test_a_store_without_a_territory_stays_nothing() -> None:
    """M-4.18."""
    assert corrected(TeamCorrected("B", WHY, store=9)).state.teams["B"].territory is None


def test_what_a_team_knows_of_another() -> None:
    """M-10.1."""
    state = corrected(InformationCorrected("A", "B", WHY, level=3, encounters=1)).state
    assert state.teams["A"].knows("B") == Known(3, 1)
    assert state.teams["B"].knows("A") == Known()


def test_a_base_that_a_team_was_told_of() -> None:
    """M-Q95, M-7.5: it can be destroyed from then on."""
    state = corrected(BaseTold("A", "B", "Shinto", WHY)).state
    assert state.teams["A"].bases_known == {"B": ("Shinto",)}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "fact", [TeamCorrected("A", WHY, hp=1), InformationCorrected("A", "B", WHY, 2), BaseTold("A", "B", "Shinto", WHY)]
)
def test_it_is_said(fact: Fact, language: Language) -> None:
    prose = Prose(load_words("grailkeeper.rules.mirror", language), {"A": "가온", "B": "Mina"})
    assert prose.blocks(fact)
