from __future__ import annotations

import pytest

from grailkeeper.text.language import Language


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, Language.EN),
        ({"LANG": ""}, Language.EN),
        ({"LANG": "ko_KR.UTF-8"}, Language.KO),
        ({"LANG": "ko"}, Language.KO),
        ({"LANG": "ko-KR"}, Language.KO),
        ({"LANG": "korean.euc"}, Language.KO),
        ({"LANG": "kok_IN.UTF-8"}, Language.EN),  # Konkani
        ({"LANG": "de_DE.UTF-8"}, Language.EN),
        ({"LANG": "C.UTF-8"}, Language.EN),
        ({"LC_MESSAGES": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"}, Language.KO),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "ko_KR.UTF-8"}, Language.EN),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "ko_KR.UTF-8"}, Language.KO),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "ko:en"}, Language.KO),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "ja:ko:en"}, Language.KO),
        ({"LANG": "ko_KR.UTF-8", "LANGUAGE": "en:ko"}, Language.EN),
        ({"LANG": "ko_KR.UTF-8", "LANGUAGE": "ja"}, Language.KO),
        ({"LANG": "C", "LANGUAGE": "ko"}, Language.EN),
        ({"LANGUAGE": "ko"}, Language.KO),
    ],
)
def test_from_locale(env: dict[str, str], language: Language) -> None:
    assert Language.from_locale(env) is language
