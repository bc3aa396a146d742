"""Chronicle under the contract of a rule system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.call import Answers, Ask, Call
from ...core.canon import Data
from ...core.chance import Chance
from ...core.fact import Fact
from ...core.form import Form, Record
from ...core.option import Value
from ...core.point import Rulings
from ...core.problem import Problem, illegal, suspicious
from ...core.seat import Seat, Viewer
from ...core.system import Resolution
from ...core.teller import Teller
from . import apply as change
from . import corrections, visibility
from . import setup as first
from . import state as war
from .battle import course
from .battle.check import card_problems, first_part_problems
from .battle.intrusion import joined
from .battle.spoils import spoils_closed
from .drawing import hand_of
from .field import Written
from .options import OPTIONS
from .orders import JOINING_FORM, ROWS_FORM, cards_record, merged, spoils_record, written_of
from .outcomes import PersonCorrected, TeamCorrected
from .people import ItemKind
from .scene import questions
from .scene.course import closed
from .scene.setup import war_setup
from .scene.state import Phase
from .seam import battles_over
from .state import State
from .tables import HALF
from .visibility import View

BattleStage = Callable[[Teller[State], int, Answers], None]

BATTLE_STAGES: Mapping[str, BattleStage] = {
    "battle_rows": course.rows_closed,
    "battle_cards": course.cards_closed,
    "battle_cards_first": course.cards_closed,
    "battle_cards_later": course.cards_closed,
    "battle_spoils": lambda teller, number, answers: spoils_closed(teller, number, answers.orders),
    "battle_joining": lambda teller, number, answers: joined(teller, number, answers.orders),
}
"""What the answers to each kind of call of a battle set going, up to the next question."""

CARD_CALLS = ("battle_cards", "battle_cards_first", "battle_cards_later")


def battle_number(call: Call) -> int:
    """The battle that a call of it is about: its address is battle/<number>/..."""
    return int(call.address.split("/")[1])


def _places(state: State) -> dict[str, str]:
    """Regions that are called something else than their key."""
    return {key: region.name for key, region in state.regions.items() if region.name != key}


class ChronicleSystem:
    """The rule system `chronicle`."""

    name = "chronicle"
    version = "1"
    options = OPTIONS
    facts = change.FACTS
    setup = first.SETUP
    corrections: tuple[type[Fact], ...] = (PersonCorrected, TeamCorrected)

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(first.setup_problems(setup))

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        return first.begin(setup, options)

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        return war_setup(teams)

    def winners(self, state: State) -> tuple[str, ...] | None:
        return state.war.winners if state.war is not None and state.war.phase is Phase.OVER else None

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
        return tuple(corrections.problems(state, fact))

    def people(self, state: State) -> Mapping[str, str]:
        return {key: person.team for key, person in state.people.items()}

    def apply(self, state: State, fact: Fact) -> State:
        return change.apply(state, fact)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return war.seats(state)

    def names(self, state: State) -> Mapping[str, str]:
        """In a war a person goes by team and role: what somebody is called is a thing to be found out (C-23.10)."""
        teams = {key: state.teams[key].name for key in state.order}
        if state.war is not None:
            return teams | {key: person.name for key, person in state.people.items() if person.npc} | _places(state)
        fought = (side for each in state.battles.values() for side in each.setting.sides)
        over = (side for each in state.results for side in each.sides)
        sides = {side.key: side.name for side in (*fought, *over) if side.name}
        return sides | teams | {key: state.people[key].name for key in state.roster}

    def calls(self, state: State) -> tuple[Call, ...]:
        battles = sorted(state.battles.values(), key=lambda battle: battle.number)
        if not battles:
            return questions.calls(state)
        return tuple(call for battle in battles for call in course.calls(state, battle))

    def standing(self, state: State) -> tuple[Call, ...]:
        return course.standing(state)

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        teller, keeper = Teller(state, change.apply, chance), Rulings(rulings)
        if call.kind in questions.CALLS:
            closed(teller, keeper, answers)
        else:
            BATTLE_STAGES[call.kind](teller, battle_number(call), answers)
        if not teller.state.battles:
            battles_over(teller, keeper)
        return teller.done(keeper.raised)

    def view(self, state: State, viewer: Viewer) -> View:
        return visibility.view(state, viewer)

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        if call.kind in questions.CALLS:
            return questions.form(view, call, ask)
        if call.kind == "battle_rows":
            return Form(call.kind, ROWS_FORM)
        if call.kind == "battle_joining":
            return Form(call.kind, JOINING_FORM)
        sight = view.battle(battle_number(call))
        names = {key: each.name for key, each in sight.people.items()}
        if call.kind == "battle_spoils":
            open_to_it = sight.choices
            assert open_to_it is not None
            there = (bool(open_to_it.bases), bool(open_to_it.territories))
            return Form(call.kind, spoils_record(names, open_to_it.legends, open_to_it.fallen, *there))
        return Form(call.kind, _cards(view, call, ask, names), _supplies(view, ask.whom))

    def check(self, view: View, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        assert isinstance(order, Mapping)
        if call.kind in questions.CALLS:
            return questions.check(view, call, ask, order)
        if call.kind in CARD_CALLS:
            return tuple(_card_problems(view, call, ask, written_of(order)))
        if call.kind == "battle_spoils":
            return tuple(_spoils_problems(view, call, order))
        return ()


def _cards(view: View, call: Call, ask: Ask, names: Mapping[str, str]) -> Record:
    """C-9.2, C-9.6: ten cards, or those of a part."""
    number = battle_number(call)
    first_part = view.battle(number).first_parts.get(ask.whom) if call.kind == "battle_cards_later" else None
    drawn = {"battle_cards": 2 * HALF, "battle_cards_first": HALF}.get(call.kind, _free(first_part))
    return cards_record(names, hand=hand_of(view.spot(number, ask.whom), first_part), drawn=drawn)


def _free(first_part: Written | None) -> int:
    """The slots that are left to the second part."""
    return 2 * HALF - max(HALF, len(first_part.cards) if first_part is not None else 0)


def _supplies(view: View, whom: str) -> dict[str, int]:
    """What there is to spend on cards."""
    assert view.own is not None
    person = view.own.person(whom)
    codes = sum(item.kind is not ItemKind.TOOL for item in person.items)
    supplies = {"mana": person.mana.now, "strokes": view.own.team.strokes, "reserves": codes}
    return supplies | ({"fate": person.master.fate.now} if person.master is not None else {})


def _card_problems(view: View, call: Call, ask: Ask, written: Written) -> list[Problem]:
    spot = view.spot(battle_number(call), ask.whom)
    if call.kind == "battle_cards_first":
        return list(first_part_problems(spot, written))
    if call.kind == "battle_cards_later":
        first_part = view.battle(battle_number(call)).first_parts.get(ask.whom, Written())
        free = _free(first_part)
        if len(written.cards) > free:
            return [illegal("too_many_cards", "C-10.6", "cards", most=free)]
        written = merged(first_part, written)
    return list(card_problems(spot, written))


def _spoils_problems(view: View, call: Call, order: Mapping[str, Any]) -> list[Problem]:
    """C-18.12, C-10.3: what is not there to be chosen is passed over."""
    sight = view.battle(battle_number(call))
    open_to_it = sight.choices
    assert open_to_it is not None
    asked = {"fallen": open_to_it.fallen, "legend": open_to_it.legends}
    found = [
        suspicious("nothing_to_choose", "C-9.2", f"{name}.{key}", name=sight.people[key].name)
        for name, those in asked.items()
        for key in order.get(name, ())
        if key not in those
    ]
    if order.get("replace_base", False) and not open_to_it.bases:
        found.append(illegal("no_enemy_base", "C-9.10", "replace_base"))
    return found


CHRONICLE = ChronicleSystem()
