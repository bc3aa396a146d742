"""What a battle or a war may begin from."""

from grailkeeper.core.form import read
from grailkeeper.rules.chronicle.system import CHRONICLE


def test_a_seat_has_a_key_that_files_can_hold() -> None:
    people = [{"key": "lancer", "team": "one", "seat": "랜서의 자리"}]
    assert "bad_seat" in {problem.code for problem in read(CHRONICLE.setup, {"people": people})[1]}
    people[0]["seat"] = "lancer"
    assert "bad_seat" not in {problem.code for problem in read(CHRONICLE.setup, {"people": people})[1]}
