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
from grailkeeper.rules.mirror.derived import body_figures, servant_figures
from grailkeeper.rules.mirror.facts import BaseTold, InformationCorrected, TeamCorrected
from grailkeeper.rules.mirror.people import Known
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .table import CASTER, PLAIN

WHY = "miscounted"


def begun() -> War:
    teams = {"A": {**CASTER, "territory": {"region": "Docks", "store": 5}}, "B": {**PLAIN, "bases": ["Shinto"]}}
    setup, problems = read(MIRROR.setup, {"teams": teams, "as_they_are": True})
    assert not problems and isinstance(setup, Mapping)
    done = keep.begin(MIRROR, "war", "A war", setup, {}, bytes(32))
    assert isinstance(done, Done), done
    return done.war


def corrected(fact: Fact) -> War:
    done = adjudicate.correct(begun(), [(fact, EVERYBODY)], WHY)
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


def said(fact: Fact) -> list[tuple[str, str, str]]:
    """What is wrong with a correction."""
    return [(each.code, each.clause, each.culprit) for each in MIRROR.check_correction(begun().state, fact)]


def test_a_store_without_a_territory_is_nothing_to_put_right() -> None:
    """M-4.18."""
    assert said(TeamCorrected("B", WHY, store=9)) == [("bound_nobody", "", "store")]
    assert said(TeamCorrected("A", WHY, store=99)) == []
    assert said(TeamCorrected("A", WHY, store=-1)) == [("bound_low", "M-4.18", "store")]


@pytest.mark.parametrize("name", ["hp", "mp", "body_hp", "body_mp"])
def test_points_stay_below_their_maximum(name: str) -> None:
    """M-1.2, M-12.8, M-11.13: below 0 they may well fall."""
    team = begun().state.teams["A"]
    reckon = body_figures if name.startswith("body") else servant_figures
    figures = reckon(team.sheet, team.stage, begun().state.options)
    most = (figures.max_hp if name.endswith("hp") else figures.max_mp).value
    assert said(TeamCorrected("A", WHY, **{name: most})) == said(TeamCorrected("A", WHY, **{name: -50})) == []
    clause = "M-12.8" if name.startswith("body") else "M-1.2"
    assert said(TeamCorrected("A", WHY, **{name: most + 1})) == [("bound_high", clause, name)]


def test_strokes_and_citizens() -> None:
    """M-11.6, M-11.18."""
    assert said(TeamCorrected("A", WHY, strokes=3, citizens=99)) == said(TeamCorrected("A", WHY, strokes=0)) == []
    assert said(TeamCorrected("A", WHY, strokes=4, citizens=-1)) == [
        ("bound_between", "M-11.6", "strokes"),
        ("bound_low", "M-11.18", "citizens"),
    ]


def test_what_is_counted_may_be_nothing_and_no_less() -> None:
    """M-11.18, M-4.18, M-10.1, M-10.3."""
    assert said(TeamCorrected("A", WHY, citizens=0, store=0)) == []
    assert [culprit for *_, culprit in said(InformationCorrected("A", "B", WHY, -1, -1))] == ["level", "encounters"]


def test_what_can_be_known_of_another() -> None:
    """M-10.1, M-10.3."""
    assert said(InformationCorrected("A", "B", WHY, 5, 1)) == said(InformationCorrected("A", "B", WHY, 0)) == []
    assert said(InformationCorrected("A", "B", WHY, 6, 2)) == [
        ("bound_between", "M-10.1", "level"),
        ("bound_between", "M-10.3", "encounters"),
    ]


def test_a_team_that_is_not_there() -> None:
    assert said(TeamCorrected("C", WHY, hp=1)) == [("bound_nobody", "", "hp")]
    for one, other in (("C", "A"), ("A", "C")):
        assert {code for code, *_ in said(InformationCorrected(one, other, WHY, 1))} == {"bound_nobody"}
        assert [code for code, *_ in said(BaseTold(one, other, "Shinto", WHY))] == ["bound_nobody"]


def test_what_a_team_knows_of_another() -> None:
    """M-10.1."""
    state = corrected(InformationCorrected("A", "B", WHY, level=3, encounters=1)).state
    assert state.teams["A"].knows("B") == Known(3, 1)
    assert state.teams["B"].knows("A") == Known()


def test_a_base_that_a_team_was_told_of() -> None:
    """M-7.5: it can be destroyed from then on."""
    state = corrected(BaseTold("A", "B", "Shinto", WHY)).state
    assert state.teams["A"].bases_known == {"B": ("Shinto",)}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "fact", [TeamCorrected("A", WHY, hp=1), InformationCorrected("A", "B", WHY, 2), BaseTold("A", "B", "Shinto", WHY)]
)
def test_it_is_said(fact: Fact, language: Language) -> None:
    prose = Prose(load_words("grailkeeper.rules.mirror", language), {"A": "가온", "B": "Mina"})
    assert prose.blocks(fact)
