"""Planted leaks: toys that each let one secret out. The twin worlds must notice every one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from conformance.planted import Leak
from grailkeeper.core.call import Answers, Ask, Call, Opening
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance
from grailkeeper.core.fact import Told
from grailkeeper.core.form import Form
from grailkeeper.core.problem import Problem, suspicious
from grailkeeper.core.seat import EVERYBODY, KEEPER, Seat, Viewer, only
from grailkeeper.core.system import Resolution
from grailkeeper.core.working import Step, Term, Working
from toy.state import Answered, Asked, Fated, Fizzled, Fought, Settled, Spent, Staked, State, Stole
from toy.system import Toy
from toy.visibility import View


class Leaky(Leak, Toy):
    """A toy with one leak, which the twins of `row` must show."""


class ShowsCharms(Leaky):
    """A field too many in a view."""

    row = "charms"

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        everybody = (replace(each, charms=state.players[each.key].charms) for each in view.persons)
        return replace(view, persons=tuple(everybody))


class ShowsStakesOfTheTeam(Leaky):
    """Whoever is of the team today sees what its seats had staked before."""

    row = "stake"

    def view(self, state: State, viewer: Viewer) -> View:
        mates = () if viewer == KEEPER or not viewer.seat else state.mates(viewer.seat)
        stakes = tuple(stake for stake in state.stakes if stake.seat in mates)
        return replace(super().view(state, viewer), stakes=stakes)


class ShowsRescues(Leaky):
    """A field that is the loser's, shown to all who see the battle."""

    row = "rescue_answer"

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        shown = zip(view.fights, state.battles, strict=True)
        return replace(view, fights=tuple(replace(fight, rescued=battle.rescued) for fight, battle in shown))


class SeemsUnfoughtWhileAsking(Leaky):
    """A public field computed from a secret one."""

    row = "rescue_open"

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        shown = zip(view.fights, state.battles, strict=True)
        fights = tuple(replace(fight, fought=battle.fought and not battle.asked) for fight, battle in shown)
        return replace(view, fights=fights)


class SeatsTellCharms(Leaky):
    """The list of seats says more than who sits where."""

    row = "charms"

    def seats(self, state: State) -> tuple[Seat, ...]:
        seats = super().seats(state)
        return tuple(seat if state.players[seat.key].charms else replace(seat, roles=()) for seat in seats)


class Retelling(Leaky):
    """Tells something otherwise than the toy does."""

    def retell(self, told: tuple[Told, ...], state: State) -> tuple[Told, ...]:  # noqa: ARG002
        return told

    def reopen(self, opening: Opening) -> Opening:
        return opening

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        made = super().resolve(state, call, answers, rulings, chance)
        openings = tuple(self.reopen(opening) for opening in made.openings)
        return replace(made, told=self.retell(made.told, state), openings=openings)


class Rescoring(Retelling):
    """Shows the scores of a battle otherwise."""

    def rescore(self, score: Working) -> Working:
        return score

    def retell(self, told: tuple[Told, ...], state: State) -> tuple[Told, ...]:  # noqa: ARG002
        def retold(each: Told) -> Told:
            if not isinstance(each.fact, Fought):
                return each
            left, right = each.fact.scores
            return replace(each, fact=replace(each.fact, scores=(self.rescore(left), self.rescore(right))))

        return tuple(map(retold, told))


def _hidden(score: Working) -> list[Term]:
    return [term for term in score.terms if term.seen_by is not None and term.step is Step.ADD and term.amount]


class ClauseOnClosedNode(Rescoring):
    """The clause of the whole says what is in the closed part."""

    row = "fate"

    def rescore(self, score: Working) -> Working:
        return replace(score, clause="T-4.5" if any(term.name == "fate" for term in _hidden(score)) else "T-4.3")


class CountsHiddenTerms(Rescoring):
    """The number of the terms that are closed."""

    row = "spent_charms"

    def rescore(self, score: Working) -> Working:
        return replace(score, name=f"score_with_{len(_hidden(score))}")


class RestOnlyWhereThereIsOne(Rescoring):
    """No remainder where nothing was added: so a remainder says that something was."""

    row = "fate"

    def rescore(self, score: Working) -> Working:
        if _hidden(score):
            return score
        return replace(score, open_to=None, terms=tuple(term for term in score.terms if term.seen_by is None))


class OpensFate(Rescoring):
    """A secret draw's value in a public fact: a term without its audience."""

    row = "fate"

    def rescore(self, score: Working) -> Working:
        terms = (replace(term, seen_by=None) if term.name == "fate" else term for term in score.terms)
        return replace(score, terms=tuple(terms))


class SettlesTheAskedFirst(Retelling):
    """An order of tellings that depends on a secret."""

    row = "rescue_open"

    def retell(self, told: tuple[Told, ...], state: State) -> tuple[Told, ...]:
        asked = {battle.key for battle in state.battles if battle.asked}

        def place(each: Told) -> bool:
            return not (isinstance(each.fact, Settled) and each.fact.key in asked)

        return tuple(sorted(told, key=place))


class OpensWholeHands(Retelling):
    """Too many leaves."""

    row = "note"

    def reopen(self, opening: Opening) -> Opening:
        return replace(opening, paths=((),))


class OpensAimsToEverybody(Retelling):
    """The right leaf to too many."""

    row = "aim"

    def reopen(self, opening: Opening) -> Opening:
        return replace(opening, audience=EVERYBODY)


def _too_wide(name: str, kind: type, row_shown: str) -> type[Leaky]:
    """A toy that tells facts of `kind` to everybody."""

    class TooWide(Retelling):
        row = row_shown

        def retell(self, told: tuple[Told, ...], state: State) -> tuple[Told, ...]:  # noqa: ARG002
            return tuple(replace(each, audience=EVERYBODY) if isinstance(each.fact, kind) else each for each in told)

    TooWide.__name__ = name
    return TooWide


for _kind, _row in (
    (Staked, "stake"),
    (Fated, "fate"),
    (Spent, "spent_charms"),
    (Stole, "coins"),
    (Fizzled, "coins"),
    (Asked, "charms"),
    (Answered, "rescue_answer"),
):
    _too_wide(f"Tells{_kind.__name__}ToEverybody", _kind, _row)


class Recalling(Leaky):
    """Puts its calls otherwise than the toy does."""

    def recall(self, state: State, call: Call) -> Call:  # noqa: ARG002
        return call

    def calls(self, state: State) -> tuple[Call, ...]:
        return tuple(self.recall(state, call) for call in super().calls(state))


class RescueKnownToEverybody(Recalling):
    """That the call is open is known too widely, though not who is asked."""

    row = "rescue_open"

    def recall(self, state: State, call: Call) -> Call:  # noqa: ARG002
        return replace(call, open_to=EVERYBODY) if call.kind == "rescue" else call


class RescueKnownToTheWinner(Recalling):
    """... or to one too many."""

    row = "rescue_open"

    def recall(self, state: State, call: Call) -> Call:
        winners = only(battle.winner for battle in state.battles if battle.asked)
        return replace(call, open_to=winners) if call.kind == "rescue" else call


class GatheringTellsRescue(Recalling):
    """A public call whose terms hang on a secret."""

    row = "rescue_open"

    def recall(self, state: State, call: Call) -> Call:
        secret = any(battle.asked for battle in state.battles)
        return replace(call, withdrawable=not secret) if call.kind == "gathering" else call


class StandingForThoseWithCharms(Leaky):
    """A standing question for those only whom it can concern."""

    row = "charms"

    def standing(self, state: State) -> tuple[Call, ...]:
        def able(call: Call) -> Call:
            return replace(call, asks=tuple(ask for ask in call.asks if state.players[ask.seat].charms))

        return tuple(map(able, super().standing(state)))


class Remembering(Leaky):
    """Keeps the state that it showed, and so knows more than the view when it makes a form or checks an order."""

    def view(self, state: State, viewer: Viewer) -> View:
        self._state = state
        return super().view(state, viewer)

    def foe(self, seat: str) -> Any:
        battles = (battle for battle in self._state.battles if seat in battle.sides)
        return next((self._state.players[battle.other(seat)] for battle in battles), None)


class WarnsOfPoorFoes(Remembering):
    """A problem computed from the state."""

    row = "coins"

    def check(self, view: View, call: Call, ask: Ask, order: Any) -> tuple[Problem, ...]:
        problems = super().check(view, call, ask, order)
        foe = self.foe(ask.seat)
        if call.kind == "hand" and order["aim"] == "steal" and foe and not foe.coins:
            return (*problems, suspicious("poor_foe", "T-4.6", "aim"))
        return problems


class FormKnowsTheFoe(Remembering):
    """A form whose limits come from hidden state."""

    row = "charms"

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        form, foe = super().form(view, call, ask), self.foe(ask.seat)
        if call.kind != "hand" or not foe or foe.charms:
            return form
        return replace(form, record=replace(form.record, fields=form.record.fields[:-1]))


class SuppliesOfTheFoe(Remembering):
    """A supply that is another's."""

    row = "coins"

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        form, foe = super().form(view, call, ask), self.foe(ask.seat)
        return replace(form, supplies={**form.supplies, "prey": foe.coins}) if foe else form
