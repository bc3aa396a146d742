"""What `make` does follows the language of whoever calls it, as the program does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grailkeeper.text.language import Language

ROOT = Path(__file__).parents[2]
SPEAKING = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
FIGHT = {Language.KO: "examples/라이더와-세이버.toml", Language.EN: "examples/rider-saber.toml"}
PAGES = {Language.KO: "페이지로도 볼 수 있습니다.", Language.EN: "tell them as pages."}


@pytest.mark.parametrize(
    "spoken",
    [
        {},
        {"LANG": "ko_KR.UTF-8"},
        {"LANG": "en_US.UTF-8"},
        {"LANG": "de_DE.UTF-8"},
        {"LANG": "C.UTF-8", "LANGUAGE": "ko"},
        {"LANG": "en_US.UTF-8", "LC_ALL": "ko_KR.UTF-8"},
        {"LANG": "ko_KR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"},
        {"LANG": "en_US.UTF-8", "LANGUAGE": "fr:ko:en"},
    ],
    ids=str,
)
def test_make_run_plays_the_example_of_the_reader_s_language(spoken: dict[str, str]) -> None:
    language = Language.from_locale(spoken)
    env = {name: value for name, value in os.environ.items() if name not in SPEAKING} | spoken
    ran = subprocess.run(["make", "-n", "play"], cwd=ROOT, env=env, capture_output=True, check=True)
    said = ran.stdout.decode()
    assert f"battle {FIGHT[language]} " in said and (ROOT / FIGHT[language]).is_file()
    assert PAGES[language] in said
