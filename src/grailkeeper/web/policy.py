"""What a war does by itself, as its keeper has set it: what is published, how long the silent are waited for, and what
holds for them then. Set when the war is opened, and at the desk as long as it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..core.problem import Problem, malformed
from ..text.words import Words
from .models import Publishing, Silence, War

MOST_GRACE = 24 * 14

CALL, SILENCES = "call.", ("silence.", "silence.silent_")
"""Under which keys the words of a rule system have a kind of question, and what silence in it means."""


@dataclass(frozen=True, slots=True)
class Policy:
    """`publishing` holds for the kinds of question that `publishing_of` does not name; `grace` in hours."""

    publishing: str = Publishing.DESK
    publishing_of: Mapping[str, str] = field(default_factory=dict)
    grace: int = 0
    silence: str = Silence.RULES


def policy_of(row: War) -> Policy:
    return Policy(row.publishing, row.publishing_of, row.grace, row.silence)


def set_policy(row: War, policy: Policy) -> None:
    row.publishing, row.publishing_of = policy.publishing, dict(policy.publishing_of)
    row.grace, row.silence = policy.grace, policy.silence
    row.save(update_fields=["publishing", "publishing_of", "grace", "silence"])


def way_of(row: War, kind: str) -> Publishing:
    """What becomes of a closed question of a kind."""
    return Publishing(row.publishing_of.get(kind, row.publishing))


def kinds_of(words: Words) -> tuple[str, ...]:
    """The kinds of question that a rule system asks: those of which its words say what silence means."""
    kinds = (key.removeprefix(CALL) for key in words if key.startswith(CALL))
    return tuple(kind for kind in kinds if any(f"{start}{kind}" in words for start in SILENCES))


def read_policy(sent: Mapping[str, str], kinds: tuple[str, ...]) -> tuple[Policy, tuple[Problem, ...]]:
    """The policy that was sent, and everything that is wrong with it. What was not sent, or cannot be, is as it is by
    default."""
    grace, problems = read_whole(sent.get("grace", ""), "bad_grace", 0, MOST_GRACE)
    named = {kind: f"publishing.{kind}" for kind in kinds}
    known = {"silence": Silence.values, **dict.fromkeys(("publishing", *named.values()), Publishing.values)}
    given = {name: text for name in known if (text := sent.get(name, ""))}
    wrong = {name: text for name, text in given.items() if text not in known[name]}
    problems += tuple(
        malformed("bad_choice", "", given=text[:40], accepted=", ".join(known[name])) for name, text in wrong.items()
    )
    chosen = {name: text for name, text in given.items() if name not in wrong}
    usual = Policy()
    policy = Policy(
        chosen.get("publishing", usual.publishing),
        {kind: chosen[name] for kind, name in named.items() if name in chosen},
        grace or 0,
        chosen.get("silence", usual.silence),
    )
    return policy, problems


def read_whole(text: str, code: str, least: int, most: int) -> tuple[int | None, tuple[Problem, ...]]:
    """A whole number, None where nothing was written, with what is wrong with it, under the code of a problem."""
    given = text.strip()
    if not given:
        return None, ()
    if given.isascii() and given.isdigit() and len(given) < 6 and least <= int(given) <= most:
        return int(given), ()
    return None, (malformed(code, "", given=given[:20], accepted=f"{least}..{most}"),)
