"""The battles of the mirror land as pages: every case, for the keeper and for each who fought."""

from __future__ import annotations

import json
import re

import pytest

from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.text.language import Language

from .html import read_page
from .samples import CASES, a_war, battle, battle_of, fight, fought, war_story

BATTLES = [
    path.stem
    for path in sorted(CASES.glob("mirror/*.json"))
    if (case := json.loads(path.read_text("utf-8")))["kind"] == "battle" and "refused" not in case["expect"]
]
GOES_ON = {
    "system": "mirror",
    "kind": "battle",
    "given": {
        "servants": {
            "A": {"class": "caster", "phantasms": [{"name": "Aias", "rank": "C", "use": "defence"}]},
            "B": {"skills": [{"name": "Curse", "effects": ["lasting_damage 10 one"]}]},
        }
    },
    "declared": {"turn1": {"A": ["empty"] * 4 + ["Aias"], "B": ["empty"] * 4 + ["buster + Curse"]}},
}
"""A shield and a curse laid in the last slot of a turn."""
LEFT = {
    Language.KO: {
        "keeper": r"남은 점수 \d+, 남은 판정 2",
        "A": r"방어 상태 남은 점수 \d+, 남은 판정 2 .*지속 피해 남은 판정 2",
    },
    Language.EN: {"keeper": r"\d+ points left, 2 judgments left", "A": r"guarded \d+ points left, 2 judgments left"},
}


@pytest.mark.parametrize("case", BATTLES)
def test_every_battle_can_be_written(case: str) -> None:
    """In both languages, and nothing of a template is left in the words."""
    for language in Language:
        for who in ("keeper", *fight(case).names.values()):
            assert not re.findall(r"\{[a-z_|.:]+\}", read_page(battle(case, who, language)).text)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("who", ["keeper", "A"])
def test_a_status_is_said_with_its_points_and_its_time(language: Language, who: str) -> None:
    """M-9.15, M-6.11: what guards still after a turn, as its owner and the keeper see it."""
    page = battle_of(fought(GOES_ON), who, language)
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert re.search(LEFT[language][who], shown)


def test_a_chapter_says_how_many_teams_are_left() -> None:
    left = [int(count) for count in re.findall(r"<small>남은 팀 (\d)</small>", war_story(a_war(MIRROR), Language.KO))]
    assert left[0] == 4 and len(set(left)) > 1
    assert left == sorted(left, reverse=True)
