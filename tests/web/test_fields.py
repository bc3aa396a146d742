"""Forms on a page: every order that agents give can be filled in, and is understood as itself."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.outcome import Done
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data, normal
from grailkeeper.core.drive import play_call
from grailkeeper.core.form import Field, Form, Record, read
from grailkeeper.rules.bingo.cards import Cards
from grailkeeper.rules.bingo.tables import CELLS
from grailkeeper.rules.chronicle.scene.orders import Following, follow_record
from grailkeeper.rules.registry import SYSTEMS, registered
from grailkeeper.text.declaration import print_order, read_post
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose, war_prose
from grailkeeper.text.words import load_words
from grailkeeper.web.cuts import cut_of
from grailkeeper.web.cuts.cut import Recast, Shape
from grailkeeper.web.cuts.tailor import tailored
from grailkeeper.web.fields import Layout, Widget
from grailkeeper.web.filled import NONE, bare, filled_of, raw_of, without_strays

Asked = list[tuple[Form, Data]]


class Listening(AgentTable):
    """A table of agents that writes down what each was asked and what it answered."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.answers: Asked = []

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:
        order = super().answer(call, ask, form)
        if order is not None:
            self.answers.append((form(), order))
        return order


def answers(system: str, kind: str, calls: int, **options: Any) -> Asked:
    rules = registered(system)
    assert rules is not None
    setup = rules.system.war_setup({f"t{n}": f"팀{n}" for n in range(1, 5)})
    begun = keep.begin(rules.system, "k", "k", setup, options, bytes(32))
    assert isinstance(begun, Done)
    desk = WarDesk(begun.war, lambda _: None)
    seats = {seat.key: agent(kind, system) for seat in desk.system.seats(begun.war.state)}
    table = Listening(desk, seats, hashlib.sha256(kind.encode()).digest())
    for _ in range(calls):
        if not desk.calls():
            break
        play_call(desk, table, desk.calls()[0])
    return table.answers


@pytest.mark.parametrize("kind", ["steady", "random"])
@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
@pytest.mark.parametrize("language", list(Language))
def test_what_is_filled_in_is_the_order(system: str, kind: str, language: Language) -> None:
    """Every order that agents give can be filled in, uncut as well as cut, is read as itself, and is to be seen."""
    rules = registered(system)
    assert rules is not None
    prose = Prose(load_words(rules.package, language), {f"t{n}": f"팀{n}" for n in range(1, 5)})
    _are_filled_in(system, answers(system, kind, 25), prose)


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_so_it_is_with_every_switch_turned(system: str) -> None:
    """The forms of a war in which each switch stands at its last value."""
    rules = registered(system)
    assert rules is not None
    turned = {option.name: option.values[-1] for option in rules.system.options.options}
    prose = Prose(load_words(rules.package, Language.KO), {f"t{n}": f"팀{n}" for n in range(1, 5)})
    _are_filled_in(system, answers(system, "random", 15, **turned), prose)


def _are_filled_in(system: str, found: Asked, prose: Prose) -> None:
    cut = cut_of(system)
    assert found
    for form, order in found:
        kept, problems = read(form.record, order, prose.words.identify)
        if problems:
            continue  # an agent's slip: nothing that a form could keep
        assert isinstance(kept, dict)
        for made in (form.record, tailored(cut, form)):
            filled = filled_of(made, kept, prose)
            raw = raw_of(form, filled, prose.words, made)
            again, faults = read(form.record, raw.order, prose.words.identify)
            assert (raw.problems, raw.questions, faults) == ([], [], ())
            assert normal(_alike(again)) == normal(_alike(kept))
            assert isinstance(again, dict)
            assert filled_of(made, again, prose) == filled
            assert without_strays(made, filled).items() <= filled.items()
            widgets = Layout(prose, filled).form(made, cut.folds.get(form.kind, ()), cut.places.get(form.kind, ()))
            assert {path.rstrip(NONE) for path in filled} <= set(_paths(widgets))


def _paths(widgets: Iterable[Widget]) -> Iterator[str]:
    """The paths of all fields that are shown."""
    for each in widgets:
        yield each.path
        yield from _paths((*each.parts, *each.rest))


def _alike(order: Any) -> Any:
    """An order without what says nothing; chronicle's retreat by a slot alone is one with nothing but its slot."""
    plain = bare(order)
    if isinstance(plain, dict) and isinstance(plain.get("retreat"), int):
        return {**plain, "retreat": {"slot": plain["retreat"]}}
    return plain


def _shown(system: str, kind: str) -> tuple[Form, Recast | Record, Prose]:
    """A form as it is asked in a war of agents, and as it is cut."""
    rules = registered(system)
    assert rules is not None
    prose = Prose(load_words(rules.package, Language.KO), {f"t{n}": f"팀{n}" for n in range(1, 5)})
    form = next(form for form, _ in answers(system, "steady", 25) if form.kind == kind)
    return form, tailored(cut_of(system), form), prose


CARDS = ["r1c1 S", "r1c5 KL", "r3c3 MR", "r5c5 RL*"]


def test_a_board_is_filled_cell_by_cell() -> None:
    form, made, prose = _shown("bingo", "battle")
    filled = filled_of(made, {"cards": CARDS}, prose)
    assert filled == {
        "cards.r1c1.card": "S",
        "cards.r1c5.card": "K",
        "cards.r1c5.luck": "yes",
        "cards.r3c3.card": "MR",
        "cards.r5c5.card": "R",
        "cards.r5c5.luck": "yes",
        "cards.r5c5.luck_marks": "yes",
    }
    assert raw_of(form, filled, prose.words, made).order == {"cards": CARDS}
    board = next(each for each in Layout(prose, filled, ["cards.r3c3"]).form(made) if each.shape is Shape.BOARD)
    assert [each.path for each in board.parts if each.wrong] == ["cards.r3c3"]
    assert board.columns * board.columns == len(board.parts)


def test_what_a_board_cannot_show_is_typed() -> None:
    """Two cards in one cell are refused by the rules, and stay as they were written until then."""
    form, made, prose = _shown("bingo", "battle")
    kept, _ = read(form.record, {"cards": ["r1c1 S", "r1c1 K"]}, prose.words.identify)
    assert isinstance(kept, dict)
    filled = filled_of(made, kept, prose)
    assert set(filled) == {"cards"}
    assert raw_of(form, filled, prose.words, made).order == kept


def test_slots_left_open_between_others_wait() -> None:
    form, made, prose = _shown("chronicle", "battle_cards")
    order = raw_of(form, {"cards.1.card": "strike", "cards.3.card": "rush"}, prose.words, made).order
    assert order == {"cards": [[{"card": "strike"}], [{"card": "wait"}], [{"card": "rush"}]]}
    form, made, prose = _shown("mirror", "turn")
    order = raw_of(form, {"slots.2.card": "arts"}, prose.words, made).order
    assert order == {"slots": [{"card": "empty"}, {"card": "arts"}]}


def test_judgments_are_filled_place_by_place() -> None:
    form, made, prose = _shown("sceneplay", "battle_sheet")
    filled = {"numbers.1": "20", "numbers.4": "99", "luck.4": "yes", "assistance.2": "1", "reserves.4": "5 10"}
    raw = raw_of(form, filled, prose.words, made)
    order, problems = read(form.record, raw.order, prose.words.identify)
    assert problems == ()
    assert order == {
        "numbers": [20, None, None, 99],
        "luck": [4],
        "assistance": [0, 1],
        "reserves": {"4": [5, 10]},
    }
    places = next(
        each
        for each in Layout(prose, filled).form(made, (), cut_of("sceneplay").places["battle_sheet"])
        if each.shape is Shape.PLACES
    )
    first, stakes = places.parts[3].parts
    assert stakes.shape is Shape.FOLD
    fourth = {each.path: each.value for each in (first, *stakes.parts)}
    assert (fourth["numbers.4"], fourth["luck.4"], fourth["reserves.4"]) == ("99", "yes", "5 10")
    assert first.bounds == "0–99", "an empty field shows what it takes"


def test_only_the_fields_of_the_chosen_action_are_kept() -> None:
    form, made, prose = _shown("chronicle", "actions")
    filled = {
        "first.action": "scouting",
        "first.with": "t2_master",
        "second.action": "pursuit",
        "second.target": "t2_master",
    }
    assert without_strays(made, filled) == {name: filled[name] for name in filled if name != "first.with"}
    first = next(each for each in Layout(prose, filled).form(made) if each.path == "first")
    assert first.shape is Shape.VARIANT
    assert next(each.only for each in first.parts if each.path == "first.victims") == ("soul_eating",)
    assert raw_of(form, without_strays(made, filled), prose.words, made).order["first"] == {"action": "scouting"}


def _by_path(widgets: Iterable[Widget]) -> dict[str, Widget]:
    """All fields that are shown, by their paths."""
    found: dict[str, Widget] = {}
    for each in widgets:
        found |= {each.path: each, **_by_path((*each.parts, *each.rest))}
    return found


def test_what_must_be_filled_in_is_marked_only_where_it_must() -> None:
    """Fields within what may be left out are, once it is begun."""
    _, made, prose = _shown("bingo", "creation")
    blank = _by_path(Layout(prose, {}).form(made))
    assert blank["servant"].required and blank["servant.class"].required
    assert not blank["servant.skills.1.name"].required and not blank["servant.noble_phantasm.rank"].required
    assert blank["servant"].is_marked and not blank["master"].is_marked
    begun = _by_path(Layout(prose, {"servant.skills.1.rank": "B"}).form(made))
    assert begun["servant.skills.1.name"].required and not begun["servant.skills.2.name"].required


def test_a_row_is_called_by_its_list_and_one_alone_by_nothing() -> None:
    _, made, prose = _shown("bingo", "creation")
    assert _by_path(Layout(prose, {}).form(made))["servant.skills.1"].label == ""
    several = _by_path(Layout(prose, {"servant.skills.1.rank": "B"}).form(made))
    assert [several[f"servant.skills.{place}"].label for place in (1, 2)] == ["기술 1", "기술 2"]


@pytest.mark.parametrize("system", ["bingo", "chronicle", "mirror"])
def test_what_silence_in_a_field_means_is_said_of_fields_that_there_are(system: str) -> None:
    rules = registered(system)
    assert rules is not None
    words = load_words(rules.package, Language.KO)
    forms = [form for kind in ("steady", "random") for form, _ in answers(system, kind, 150)]
    asked = {form.kind for form in forms}
    fields = {f"unsaid.{form.kind}.{each.name}" for form in forms for each in form.record.fields}
    said = {key for key in words if key.startswith("unsaid.") and key.split(".")[1] in asked}
    assert said and said <= fields


def test_what_counts_for_an_action_alone_is_put_by() -> None:
    form, made, prose = _shown("mirror", "plan")
    shown = _by_path(Layout(prose, {}, asked="plan").form(made))
    assert shown["target"].only == ("destroy_base",) and shown["orders.1.target"].only == ("pursuit",)
    assert shown["region"].only == () and shown["action"].unsaid == "휴식합니다."
    assert without_strays(made, {"action": "rest", "target": "t2"}) == {"action": "rest"}
    assert form.kind == "plan"


def test_luck_before_a_set_is_asked_for_once() -> None:
    """M-3.12, M-9.3: what it is used for, and not to use it is to leave it empty; a foe counts only where it adds."""
    _, made, prose = _shown("mirror", "set_start")
    shown = _by_path(Layout(prose, {}, asked="set_start").form(made))
    assert [path for path, each in shown.items() if each.label == "행운"] == ["luck", "skills.luck"]
    assert [each.name for each in shown["luck.mode"].options] == ["더함", "뺌"]
    assert all(each.note for each in shown["luck.mode"].options)
    assert shown["luck"].unsaid == "행운을 쓰지 않습니다." and shown["luck.on"].only == ("add",)
    typed = _by_path(Layout(prose, {"luck.mode": "none"}, asked="set_start").form(made))["luck.mode"]
    assert typed.options[-1].name == "없음", "what was typed so is seen"


def test_ticks_keep_the_order_in_which_things_were_named() -> None:
    form, made, prose = _shown("mirror", "meeting")
    filled = filled_of(made, {"ally": ["t4", "t2"]}, prose)
    assert filled == {"ally.t4": "1", "ally.t2": "2"}
    assert raw_of(form, {**filled, "ally.t3": "yes"}, prose.words, made).order == {"ally": ["t4", "t2", "t3"]}


@given(
    st.dictionaries(st.sampled_from(CELLS), st.tuples(st.sampled_from(["S", "K", "R", "N", "MS", ""]), st.booleans()))
)
def test_any_board_is_read_as_it_was_laid(cells: dict[str, tuple[str, bool]]) -> None:
    form = Form("battle", Record((Field("cards", Cards()),)))
    made, prose = tailored(cut_of("bingo"), form), Prose(load_words("grailkeeper.rules.bingo", Language.KO), {})
    cards = [f"{cell} {card}{'L' * lucky}" for cell in CELLS if cell in cells and any(cells[cell])
             for card, lucky in (cells[cell],)]  # fmt: skip
    filled = filled_of(made, {"cards": cards}, prose)
    assert raw_of(form, filled, prose.words, made).order == ({"cards": cards} if cards else {})


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_rows_upon_rows_are_read_at_once(system: str) -> None:
    """Nobody types them; somebody may send them, and all others would wait."""
    rules = registered(system)
    assert rules is not None
    words, (form, _) = load_words(rules.package, Language.KO), answers(system, "steady", 1)[0]
    kind = tailored(cut_of(system), form)
    begun = time.process_time()
    for path in ("servant.skills", "skills", "phantasms"):
        filled = {f"{path}.{row}.effects.999.kind": "1" for row in range(1, 1000)}
        raw_of(form, filled | {f"{path}.{row}.effects.{row}.kind": "1" for row in range(1, 1000)}, words, kind)
    assert time.process_time() - begun < 2


_IDENTIFIER = re.compile(r"[a-z]_|_\d|^[a-z][a-z.]*\d*$")


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_nobody_is_offered_an_identifier(system: str) -> None:
    """Every value that is offered in a war has a name in words."""
    rules = registered(system)
    assert rules is not None
    prose = war_prose(rules.package, Language.KO, {f"t{n}": f"팀{n}" for n in range(1, 5)})
    forms = [form for form, _ in answers(system, "steady", 200)]
    shown = (
        option
        for form in forms
        for each in _by_path(Layout(prose, {}, say=lambda _, **__: "말").form(tailored(cut_of(system), form))).values()
        for option in each.options
    )
    raw = {option.name for option in shown if _IDENTIFIER.search(option.name)}
    assert raw == set()


def test_presences_are_told_apart_in_words_and_read_so() -> None:
    """C-3.15: two servants sensed in one region."""
    prose = war_prose("grailkeeper.rules.chronicle", Language.KO, {"t1": "팀1"})
    named = {"r5_1": "r5_1", "r5_2": "r5_2", "r3": "항구"}
    form = Form("follow_up", follow_record(Following({}, {}, pursue=named)))
    (pursue,) = Layout(prose, {}).form(tailored(cut_of("chronicle"), form))
    assert [each.name for each in pursue.options] == ["5번 지역의 기척 1", "5번 지역의 기척 2", "항구"]
    post = print_order(form, {"pursue": "r5_2"}, prose)
    assert post == "추격: 5번 지역의 기척 2\n"
    assert read_post(form, post, prose.words).order == {"pursue": "r5_2"}


def test_what_cannot_be_used_now_is_not_offered() -> None:
    """Neither reserves nor the workshop's help, where there are none; what was filled in there stays to be seen."""
    form, made, prose = _shown("sceneplay", "battle_sheet")
    record = made.inner if isinstance(made, Recast) else made
    assert isinstance(record, Record)
    idle = replace(record, fields=tuple(replace(each, offered=each.name != "reserves") for each in record.fields))
    places = cut_of("sceneplay").places["battle_sheet"]
    assert "reserves.1" not in _by_path(Layout(prose, {}, asked=form.kind).form(idle, (), places))
    assert "reserves.1" in _by_path(Layout(prose, {"reserves.1": "5"}, asked=form.kind).form(idle, (), places))
