"""The toy's rules (see the package's docstring): a round is gathering, stakes, battles side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grailkeeper.core.bound import Bound, beyond
from grailkeeper.core.call import Answers, Ask, Call, Mode, Opening
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Choice, Fault, Field, Flag, Form, Many, Number, Record, Text
from grailkeeper.core.option import Option, OptionTable, Value
from grailkeeper.core.point import Point, Rulings
from grailkeeper.core.problem import Problem, failed, illegal, suspicious
from grailkeeper.core.seat import EVERYBODY, KEEPER_ONLY, Seat, Viewer, only
from grailkeeper.core.system import Resolution
from grailkeeper.core.teller import Teller
from grailkeeper.core.working import Step, Sum, Working

from . import state as t
from .state import Battle, State
from .visibility import View, view

TEAMS = ("red", "blue", "green")
LAST_ROUND = 2
SILENT_HAND: Mapping[str, Any] = {"number": 1, "charms": 0, "aim": "strike", "note": "-"}


def _field(name: str, kind: Any, clause: str, required: bool = True) -> Field:
    return Field(name, kind, clause, required)


def _number(low: int, high: int, clause: str) -> Number:
    return Number(low, high, Fault("bad_number", clause))


PLAYER = Record(
    (
        _field("team", Choice(TEAMS, Fault("bad_team", "T-1.1")), "T-1.1"),
        _field("coins", _number(0, 9, "T-1.2"), "T-1.2"),
        _field("charms", _number(0, 3, "T-1.3"), "T-1.3"),
    )
)


class Toy:
    """The toy as a rule system. Seats are s1, s2 and so on, in the order of the setup."""

    name = "toy"
    teams = TEAMS
    version = "1"
    options = OptionTable((Option("places", (4,), "T-Q1", (2, 6)), Option("fate", ("hidden", "none"), "T-Q2")))
    facts = t.FACTS
    setup = Record((_field("seats", Many(PLAYER, 6, fault=Fault("bad_seats", "T-1.1")), "T-1.1"),))
    corrections: tuple[type[Fact], ...] = (t.ScoreCorrected,)

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return () if len(setup["seats"]) > 1 else (illegal("too_few_seats", "T-1.1", "seats", least=2),)

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        return State(dict(options), {f"s{place}": t.Player(**each) for place, each in enumerate(setup["seats"], 1)})

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        colours = [{"team": self.teams[place % 3], "coins": 3, "charms": 2} for place in range(len(teams))]
        return {"seats": colours}

    def winners(self, state: State) -> tuple[str, ...] | None:
        if not state.over:
            return None
        best = max(player.score for player in state.players.values())
        return tuple(dict.fromkeys(player.team for player in state.players.values() if player.score == best))

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
        assert isinstance(fact, t.ScoreCorrected)
        return tuple(beyond(fact, {"score": Bound("T-6.1", -99)} if fact.seat in state.players else {}))

    def people(self, state: State) -> Mapping[str, str]:  # noqa: ARG002 - scores are of seats
        return {}

    def apply(self, state: State, fact: Fact) -> State:
        return t.apply(state, fact)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(key, each.team) for key, each in state.players.items())

    def names(self, state: State) -> Mapping[str, str]:
        return {each.team: each.team for each in state.players.values()}

    def calls(self, state: State) -> tuple[Call, ...]:
        if not state.staked:
            return (_call(f"{state.round}/stake", "stake", "T-3.1", Mode.SEALED, state.fighters),)
        hands = [
            _call(f"{state.round}/{battle.key}/hand", "hand", "T-4.1", Mode.SEALED, battle.sides)
            for battle in state.battles
            if not battle.fought
        ]
        rescues = [_rescue(state, battle) for battle in state.battles if battle.asked]
        gathering = _call(f"{state.round}/gathering", "gathering", "T-2.1", Mode.FLOOR, tuple(state.players))
        return (*hands, *rescues, *([gathering] if state.gathering else []))

    def standing(self, state: State) -> tuple[Call, ...]:
        """Both may be answered beforehand: the rescue, of which nobody else knows, and the hand, which all see open."""
        seats = tuple(state.players)
        asked = (("hand", "T-4.1"), ("rescue", "T-4.7"))
        return () if state.over else tuple(_call(f"standing/{k}", k, clause, Mode.SEALED, seats) for k, clause in asked)

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        orders: Mapping[str, Any] = answers.orders
        teller = Teller(state, self.apply, chance)
        if call.kind == "gathering":
            return _close_gathering(teller) if answers.closing else _take_arrival(teller, orders)
        if call.kind == "stake":
            return _lay_stakes(teller, orders)
        battle = next(each for each in state.battles if call.address.startswith(f"{state.round}/{each.key}/"))
        if call.kind == "rescue":
            (seat,) = (ask.seat for ask in call.asks)
            spend = seat in orders and orders[seat]["spend"]
            teller.tell(t.Answered(battle.key, seat, spend), only([seat]))
            return teller.done()
        return _fight(teller, call, battle, orders, Rulings(rulings))

    def view(self, state: State, viewer: Viewer) -> View:
        return view(state, viewer)

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        own = view.person(ask.seat)
        coins, charms = own.coins or 0, own.charms or 0
        match call.kind:
            case "gathering":
                acts = Choice(("take", "leave", "move"), Fault("bad_act", "T-2.1"))
                team = Choice(TEAMS, Fault("bad_team", "T-1.1"))
                return Form("gathering", Record((_field("act", acts, "T-2.1"), _field("team", team, "T-5.1", False))))
            case "stake":
                amount = _number(0, coins, "T-3.1")
                return Form("stake", Record((_field("amount", amount, "T-3.1"),)), {"coins": coins})
            case "hand":
                fields = (
                    _field("number", _number(1, 6, "T-4.1"), "T-4.1"),
                    _field("charms", _number(0, charms, "T-4.1"), "T-4.1"),
                    _field("aim", Choice(("strike", "steal", "trick"), Fault("bad_aim", "T-4.1")), "T-4.1"),
                    _field("note", Text(40, Fault("bad_note", "T-4.1")), "T-4.1"),
                )
                return Form("hand", Record(fields), {"charms": charms})
        spend = Flag(Fault("bad_spend", "T-4.7"))
        return Form("rescue", Record((_field("spend", spend, "T-4.7"),)), {"charms": charms})

    def check(self, view: View, call: Call, ask: Ask, order: Any) -> tuple[Problem, ...]:
        own = view.person(ask.seat)
        match call.kind:
            case "gathering":
                return tuple(_check_arrival(view, ask.seat, order))
            case "stake" if own.coins and order["amount"] == own.coins:
                return (suspicious("stakes_all", "T-3.1", "amount", coins=own.coins),)
            case "hand" if order["number"] == 6 and order["charms"]:
                return (illegal("charmed_six", "T-4.2", "charms", accepted=0),)
            case "rescue" if order["spend"] and not own.charms:
                return (suspicious("no_charm_yet", "T-4.7", "spend"),)
        return ()


def _call(address: str, kind: str, clause: str, mode: Mode, seats: tuple[str, ...]) -> Call:
    return Call(address, kind, clause, mode, tuple(Ask(seat, seat) for seat in seats), f"silent_{kind}")


def _rescue(state: State, battle: Battle) -> Call:
    """T-4.7: that it is open is the loser's alone to know."""
    loser = battle.other(battle.winner)
    address, asks = f"{state.round}/{battle.key}/rescue", (Ask(loser, loser),)
    own = only([loser])
    return Call(address, "rescue", "T-4.7", Mode.SEALED, asks, "silent_rescue", open_to=own, asked_to=own)


def _check_arrival(view: View, seat: str, order: Mapping[str, Any]) -> list[Problem]:
    inside = seat in view.places or seat in view.waiting
    match order["act"]:
        case "take" if view.round == LAST_ROUND:
            return [illegal("no_more_rounds", "T-2.5", "act", rounds=LAST_ROUND)]
        case "take" if inside:
            return [illegal("has_place", "T-2.1", "act")]
        case "leave" if not inside:
            return [illegal("no_place", "T-2.3", "act")]
        case "move" if order.get("team") in (None, view.person(seat).team):
            others = (team for team in TEAMS if team != view.person(seat).team)
            return [illegal("no_other_team", "T-5.1", "team", accepted=", ".join(others))]
    ignored = order["act"] != "move" and "team" in order
    return [suspicious("team_ignored", "T-5.1", "team")] if ignored else []


def _take_arrival(teller: Teller[State], orders: Mapping[str, Any]) -> Resolution:
    ((seat, order),) = orders.items()
    state = teller.state
    if order["act"] == "move":
        teller.tell(t.Moved(seat, order["team"]), EVERYBODY)
    elif order["act"] == "leave":
        teller.tell(t.GaveUp(seat), EVERYBODY)
        if seat in state.places and state.waiting:
            teller.tell(t.Placed(state.waiting[0]), EVERYBODY)
    elif len(state.places) < int(state.options["places"]):
        teller.tell(t.Placed(seat), EVERYBODY)
    else:
        teller.tell(t.Waits(seat), EVERYBODY)
    return teller.done()


def _close_gathering(teller: Teller[State]) -> Resolution:
    for battle in teller.state.battles:
        if battle.winner:
            loser = battle.other(battle.winner)
            teller.tell(t.Settled(battle.key, battle.winner, loser, battle.rescued), EVERYBODY)
    places = teller.state.places
    if teller.state.round == LAST_ROUND:
        teller.tell(t.Ended(), EVERYBODY)
    else:
        teller.tell(t.Gathered(tuple(zip(places[::2], places[1::2], strict=False))), EVERYBODY)
    return teller.done()


def _lay_stakes(teller: Teller[State], orders: Mapping[str, Any]) -> Resolution:
    for seat in teller.state.fighters:
        mates = teller.state.mates(seat)
        amount = orders[seat]["amount"] if seat in orders else 0
        teller.tell(t.Staked(seat, amount, mates), only(mates))
    return teller.done()


def _fight(
    teller: Teller[State], call: Call, battle: Battle, orders: Mapping[str, Any], rulings: Rulings
) -> Resolution:
    hands = {seat: orders.get(seat, SILENT_HAND) for seat in battle.sides}
    tricks = {seat: _trick(rulings, call, seat) for seat in battle.sides if hands[seat]["aim"] == "trick"}
    if None in tricks.values():
        return Resolution(points=tuple(rulings.raised))
    fates = [0, 0]
    if teller.state.options["fate"] == "hidden":
        fates = [teller.draw("fate", 4), teller.draw("fate", 4)]
        teller.tell(t.Fated(battle.key, (fates[0], fates[1])), KEEPER_ONLY)
    left, right = (
        _score(teller, battle, seat, hands[seat], tricks.get(seat), fate)
        for seat, fate in zip(battle.sides, fates, strict=True)
    )
    winner = "" if left.value == right.value else battle.sides[left.value < right.value]
    teller.tell(t.Fought(battle.key, battle.sides, (left, right), winner), EVERYBODY)
    for seat in battle.sides:
        if hands[seat]["charms"]:
            teller.tell(t.Spent(seat, hands[seat]["charms"]), only([seat]))
        if seat in orders:
            teller.open(Opening(seat, (("number",),), EVERYBODY))
            teller.open(Opening(seat, (("aim",),), only([battle.other(seat)])))
    if winner:
        _take_spoils(teller, battle, winner, hands[winner]["aim"] == "steal")
    return teller.done(rulings.raised)


def _trick(rulings: Rulings, call: Call, seat: str) -> int | None:
    """T-4.4: what a trick is worth, None while the keeper has not said whether it holds."""
    address, subject = f"{call.address}/{seat}/trick", {"seat": seat}
    own = only([seat])
    holds = rulings.ask(Point(address, "trick", "T-4.4", ("holds", "fails"), subject=subject, told=own))
    if holds != "holds":
        return 0 if holds else None
    usual = Sum("trick", "T-4.4").base("usual", 2, "T-4.4").done()
    worth = rulings.ask(Point(f"{address}/worth", "trick_worth", "T-4.4", (), 2, subject, usual, own))
    assert isinstance(worth, int)
    return worth


def _score(
    teller: Teller[State], battle: Battle, seat: str, hand: Mapping[str, Any], trick: int | None, fate: int
) -> Working:
    mine, both = (seat,), battle.sides
    stake = teller.state.stake(seat)
    total = Sum("score", "T-4.3").base("number", hand["number"], "T-4.1", source=seat)
    total.add("stake", stake.amount, "T-3.1", source=seat, seen_by=stake.known_to)
    total.add("charms", hand["charms"], "T-4.1", seen_by=mine)
    total.add("die", 1 + teller.draw("die", 6), "T-4.3")
    if trick:
        worth = Sum("trick", "T-4.4").base("worth", trick, "T-4.4").done()
        total.include(Step.ADD, worth, seen_by=both)
    else:
        total.skip("trick", "no_trick" if trick is None else "seen_through", "T-4.4", seen_by=both)
    hidden = teller.state.options["fate"] == "hidden"
    if hidden:
        total.add("fate", fate, "T-4.5", seen_by=())
    else:
        total.skip("fate", "no_fate", "T-4.5")
    return total.cap("most", 12, "T-4.3").done(open_to=() if hidden else mine)


def _take_spoils(teller: Teller[State], battle: Battle, winner: str, steals: bool) -> None:
    loser = teller.state.players[battle.other(winner)]
    if steals and loser.coins:
        teller.tell(t.Stole(winner, battle.other(winner)), only(battle.sides))
    elif steals:
        teller.tell(t.Fizzled(winner, failed("nothing_to_steal", "T-4.6", "aim")), only([winner]))
    if loser.charms:
        teller.tell(t.Asked(battle.key), KEEPER_ONLY)


TOY = Toy()
