"""What a sentence hangs on the word that it is about: `참가할게요` says `참가`, `후열로 가겠습니다` says `후열`."""

from __future__ import annotations

import re
from functools import lru_cache

_MARKS = r"[\s.,;!?~…。！？♡♥☆★^ㅎㅋㅠㅜ\u2600-\u27bf\ufe0f\U0001f000-\U0001fbff]"
TAIL = re.compile(rf"(?<!{_MARKS}){_MARKS}+$")
"""What people put at the end of a sentence; looked for once in a run of marks, however long."""

_ASKING = re.compile(r"[?？]")

_IS = "입니다|입니당|임|이에요|이예요|예요|에요|이다|이요|요|이죠|이지요"
_DO = (
    "하겠습니다|하겠어요|하겠음|합니다|합니당|할게요|할께요|할게|할래요|할 ?거예요|할 ?겁니다|해요"
    "|하죠|하지요|한다|하자|함|하고 ?싶습니다|하고 ?싶어요|하려고 ?합니다|하려고요|하려 ?합니다"
    "|해서|하여"
    "|하기로 ?(?:하겠습니다|할게요|했습니다|했어요)"
)
_GO = "가서|가겠습니다|갑니다|갈게요|갈께요|갈게|갈래요|가요|가죠|간다|가려고 ?합니다"
_RUN = "치겠습니다|칩니다|칠게요|쳐요|친다"
_STAND = "서겠습니다|섭니다|설게요|서요"
_USE = "쓰겠습니다|씁니다|쓸게요|써요|쓴다"
_SETTLE = "정하겠습니다|정했습니다|정할게요|고르겠습니다|고를게요|골랐습니다|택하겠습니다|택합니다|택할게요"
_BEG = "부탁드립니다|부탁드려요|부탁합니다|부탁해요|드립니다|please|plz"
_DEEDS = "이동|출발|선택|결정|진행|선언|희망|지정|사용"
"""What one does with a word of a choice and says beside it: `탐색 진행할게요`, `신토로 이동합니다`."""

_ENDING = re.compile(
    rf"(?:으로|로|을|를)?\s*(?:{_IS}|(?:(?:{_DEEDS})(?:을|를)?\s*)?(?:{_DO})|{_GO}|{_RUN}|{_STAND}|{_USE}|{_SETTLE}|{_BEG})",
    re.IGNORECASE,
)
_LONGEST = 24
"""Characters of the longest ending, with room to spare."""

_OPENING = re.compile(
    r"(?:저는|전|제가|저희는|저희가|우리는|우리가|(?:저희|우리) ?(?:팀|조)[은는이가])\s+"
    r"|(?:i|we)(?:\s+(?:will|would like to|want to)|[’'](?:ll|d like to))?\s+|(?:it|that)(?:\s+is|[’']s)\s+",
    re.IGNORECASE,
)
"""Who speaks, before what is said."""


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """What `text` says without its polite ending and without who speaks, the shortest first; of a question nothing.

    There may be several, since a word may end as an ending begins: `레이` + `에요`, `레` + `이에요`.
    """
    bare = TAIL.sub("", text.strip())
    if _ASKING.search(text[len(bare) :]):
        return ()
    opening = _OPENING.match(bare)
    said = bare[opening.end() :] if opening else bare
    found = [said[:at].strip() for at in range(max(1, len(said) - _LONGEST), len(said)) if _ENDING.fullmatch(said, at)]
    if opening:
        found.append(said)
    return tuple(dict.fromkeys(each for each in found if each))


def unopened(text: str) -> str:
    """`text` without who speaks before what is said."""
    opening = _OPENING.match(text)
    return text[opening.end() :] if opening else text
