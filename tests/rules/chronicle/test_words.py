"""What is left unsaid of a fact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grailkeeper.core.chance import Seeded
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle import apply as change
from grailkeeper.rules.chronicle.scene import facts as f
from grailkeeper.rules.chronicle.scene.opening import dawn
from grailkeeper.rules.chronicle.state import with_person
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .scenetable import Playing, master


@pytest.mark.parametrize(("health", "mana"), [(0, 0), (-3, 0), (0, -3), (-3, -3)])
def test_who_lacks_nothing_is_not_told_of_recovering(health: int, mana: int) -> None:
    """C-1.2: health and mana are told where they rise, and nothing of them where they do not."""
    state = Playing([master("shirou", "red"), master("rin", "blue")]).state
    shirou = state.people["shirou"]
    pools = {
        "health": replace(shirou.health, now=shirou.health.maximum + health),
        "mana": replace(shirou.mana, now=shirou.mana.maximum + mana),
    }
    teller = Teller(with_person(state, "shirou", **pools), change.apply, Seeded(b"dawn").open("dawn"))
    dawn(teller)
    told = [each.fact for each in teller.done().told if isinstance(each.fact, f.Recovered)]
    own = [fact for fact in told if fact.person == "shirou"]
    assert len(own) == bool(health or mana)
    for fact in own:
        for language, words in ((Language.KO, ("생명력", "마력")), (Language.EN, ("Health", "Mana"))):
            said = Prose(load_words("grailkeeper.rules.chronicle", language), {}).fact(fact)
            assert [word in said for word in words] == [health < 0, mana < 0]
