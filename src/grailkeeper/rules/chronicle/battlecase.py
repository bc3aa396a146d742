"""Kind `battle` of the case files: from a situation and orders to a script, and back from what came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.compare import refusal
from ...core.form import ByKey, Field, Identify, Many, Number, Record, Text, field_of, read
from ...core.key import keys_for
from ...core.option import Value
from ...core.problem import Problem, illegal
from ...core.record import replace
from . import facts as f
from . import outcomes as o
from .apply import apply
from .battle.check import bound_to, card_problems
from .battle.course import spot_of
from .battle.spot import runs
from .cards import Card
from .casenames import described, in_order, listed, named
from .field import Battle, Row
from .orders import ROW, UNKNOWN_CARD, cards_record, spoils_record, written_of
from .people import ItemKind, Life
from .setup import begin, setup_problems
from .sheet import amount, choice, pair, person_form, team_fields
from .state import State
from .tables import HALF, INTRUSION_FIRST, INTRUSION_LAST

_RESERVE = Record(
    (
        Field("for", choice(("magecraft", "card"), "bad_choice", "C-23.18"), "C-23.18", required=True),
        Field("grade", amount("C-23.18", 1, 9), "C-23.18", required=True),
    )
)
_BATTLE = "battle/1"


@dataclass(frozen=True, slots=True)
class Names:
    """Names by key."""

    people: Mapping[str, str]
    teams: Mapping[str, str]
    sides: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UsedCard(Text):
    """A card as `used` lists it: its word, with `+` where it had one."""

    def read(self, value: object, path: str, reader: Any) -> Data:
        word = str(value).strip()
        bare = word.rstrip("+").strip()
        found = bare if bare in tuple(Card) else reader.identify(bare, tuple(Card))
        if found is None:
            reader.refuse(UNKNOWN_CARD, path, value, ", ".join(Card))
            return None
        return f"{found}+" if word.endswith("+") else str(found)


def names_of(given: Mapping[str, Any], identify: Identify) -> Names:
    """The names of a case, before it is read by its form."""
    people = described(given, "people", identify)
    sides = [str(side) for person in people if (side := field_of(person, "side", identify)) is not None]
    teams = [str(_team_name(person, identify)) for person in people]
    teams += map(str, listed(given, "teams", identify))
    names = [str(field_of(person, "name", identify)) for person in people]
    return Names(keys_for(names, "p"), keys_for(teams, "t"), keys_for(sides, "s"))


def _team_name(person: Any, identify: Identify) -> Any:
    found = (field_of(person, name, identify) for name in ("team", "side", "name"))
    return next((name for name in found if name is not None), "")


def given_form(names: Names) -> Record:
    """What a battle case gives."""
    who, team, side = named(names.people), named(names.teams, "unknown_team", "C-23.1"), named(names.sides)
    person = person_form(
        who,
        Field("name", Text(40), "C-23.1", required=True),
        Field("side", side, "C-10.1", nullable=True),
        Field("team", team, "C-23.1"),
        Field("used", Many(UsedCard(), 200), "C-17.2"),
        Field("reserve", _RESERVE, "C-23.18", nullable=True),
    )
    return Record(
        (
            Field("people", Many(person, 60), "C-23.1", required=True),
            Field("teams", ByKey(team, Record(team_fields(who, team))), "C-23.1"),
            Field("acquaintances", Many(pair(who), 60), "C-3.12"),
            Field("preempts", side, "C-9.8", nullable=True),
        )
    )


def declared_form(field: Mapping[str, str], everybody: Mapping[str, str]) -> Record:
    """What a person declares in a battle case: row, cards, what is chosen after it, an intrusion."""
    spoils = {each.name: each for each in spoils_record(field).fields}
    number = Number(-9999, 9999)
    return Record(
        (
            Field("row", ROW, "C-10.4"),
            *cards_record(field).fields,
            spoils["legend"],
            spoils["fallen"],
            Field("enters", number, "C-17.1"),
            Field("fights", named(everybody), "C-17.1"),
        )
    )


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a battle, or what is wrong with the situation or an order."""
    names = names_of(case.given, identify)
    problems = [illegal("name_twice", "C-23.1", "people", name=name) for name in _twice(case, identify)]
    data, malformed = read(given_form(names), case.given, identify)
    given: Any = data
    if problems or malformed:
        return in_order((*problems, *malformed))
    keyed: dict[str, Any] = dict(zip(names.people, given["people"], strict=True))
    field = {key: names.people[key] for key, person in keyed.items() if person.get("side")}
    declared, unread = _read_declared(case, names, field, identify)
    problems = [*unread, *_intrusion_problems(declared, keyed)]
    setup = _setup(given, keyed, declared, names, bool(problems))
    problems += setup_problems(setup)
    if any(problem.binding for problem in problems):
        return in_order(problems)
    problems += _order_problems(setup, declared, options)
    if any(problem.binding for problem in problems):
        return in_order(problems)
    return Script(setup, options, dict(_sealed(setup, declared, options)))


def _twice(case: Case, identify: Identify) -> list[str]:
    found = [str(field_of(person, "name", identify)) for person in described(case.given, "people", identify)]
    return sorted({name for name in found if found.count(name) > 1})


def _read_declared(
    case: Case, names: Names, field: Mapping[str, str], identify: Identify
) -> tuple[dict[str, Any], list[Problem]]:
    form = ByKey(named(names.people), declared_form(field, names.people))
    data, malformed = read(form, case.declared, identify)
    declared: Any = data
    return (dict(declared) if not malformed else {}), list(malformed)


def _intrusion_problems(declared: Mapping[str, Any], people: Mapping[str, Any]) -> Iterator[Problem]:
    for key, order in declared.items():
        if people[key].get("side") or ("enters" not in order and "fights" not in order):
            continue
        if order.get("enters") not in range(INTRUSION_FIRST, INTRUSION_LAST + 1):
            yield illegal("intrusion_slot", "C-17.1", f"{key}.enters", low=INTRUSION_FIRST, high=INTRUSION_LAST)
        fought = people.get(order.get("fights", ""))
        if fought is None or not fought.get("side") or fought.get("kind") == "master":
            yield illegal("intrusion_target", "C-17.1", f"{key}.fights")


# The setup


def _setup(
    given: Mapping[str, Any], people: Mapping[str, Any], declared: Mapping[str, Any], names: Names, broken: bool
) -> dict[str, Any]:
    sides: dict[str, list[str]] = {}
    for key, person in people.items():
        if person.get("side"):
            sides.setdefault(person["side"], []).append(key)
    battle: dict[str, Any] = {
        "sides": [{"key": side, "name": names.sides[side], "people": those} for side, those in sides.items()],
        "used": {key: _counted(person["used"]) for key, person in people.items() if person.get("used")},
    }
    if given.get("preempts"):
        battle["preempts"] = given["preempts"]
    if not broken:
        battle["intrusions"] = [
            {"person": key, "slot": order["enters"], "fights": order["fights"]}
            for key, order in declared.items()
            if not people[key].get("side") and "enters" in order
        ]
    teams = {key: {"name": name, **given.get("teams", {}).get(key, {})} for key, name in names.teams.items()}
    return {
        "people": [_person(key, person, names) for key, person in people.items()],
        "teams": teams,
        "acquaintances": given.get("acquaintances", []),
        "as_they_are": True,
        "battle": battle,
    }


def _person(key: str, data: Mapping[str, Any], names: Names) -> dict[str, Any]:
    person = {name: value for name, value in data.items() if name not in ("side", "used", "reserve")}
    teams = {name: team for team, name in names.teams.items()}
    side = data.get("side")
    team = data.get("team") or teams[names.sides[side] if side else data["name"]]
    reserve = data.get("reserve")
    if reserve:
        kind = ItemKind.CARD_CODE if reserve["for"] == "card" else ItemKind.MAGECRAFT_CODE
        person["items"] = [*person.get("items", ()), {"kind": kind.value, "grade": reserve["grade"]}]
    return {**person, "key": key, "team": team}


def _counted(cards: Sequence[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for card in cards:
        for name in dict.fromkeys((card.rstrip("+"), card)):
            counted[name] = counted.get(name, 0) + 1
    return counted


# The orders


def _order_problems(
    setup: Mapping[str, Any], declared: Mapping[str, Any], options: Mapping[str, Value]
) -> Iterator[Problem]:
    state = _with_rows(begin(setup, options), declared)
    battle = state.battle(1)
    for side in battle.setting.sides:
        if all(battle.fighters[key].row is Row.BACK for key in side.people):
            yield illegal("no_front_row", "C-10.4", side.name)
    for key in battle.order:
        if key in declared:
            for problem in card_problems(spot_of(state, battle, key), written_of(declared[key])):
                yield replace(problem, culprit=f"{state.people[key].name}.{problem.culprit}")


def _with_rows(state: State, declared: Mapping[str, Any]) -> State:
    rows = {key: Row(declared.get(key, {}).get("row", Row.FRONT)) for key in state.battle(1).setting.people}
    return apply(state, f.RowsTaken(1, rows))


_CARD_FIELDS = tuple(each.name for each in cards_record({}).fields)


def _sealed(
    setup: Mapping[str, Any], declared: Mapping[str, Any], options: Mapping[str, Value]
) -> Iterator[tuple[tuple[str, str], Data]]:
    """The answers by address and who gives them."""
    sides = {key: side["key"] for side in setup["battle"]["sides"] for key in side["people"]}
    preempts = setup["battle"].get("preempts", "")
    spoils: dict[str, dict[str, Any]] = {}
    team = {person["key"]: person["team"] for person in setup["people"]}
    for key, order in declared.items():
        if key not in sides:
            continue
        yield (f"{_BATTLE}/rows", key), {"row": order.get("row", Row.FRONT.value)}
        cards = {name: order[name] for name in _CARD_FIELDS if name in order}
        address = f"{_BATTLE}/cards/informed" if preempts and sides[key] == preempts else f"{_BATTLE}/cards"
        if options["two_part"] == "on":
            first, later = _parts(cards)
            yield (address, key), first
            yield (f"{_BATTLE}/later", key), later
        else:
            yield (address, key), cards
        chosen = spoils.setdefault(team[key], {"legend": [], "fallen": {}})
        chosen["legend"] += order.get("legend", ())
        chosen["fallen"] |= order.get("fallen", {})
    for key, order in spoils.items():
        yield (f"{_BATTLE}/spoils", key), order


def _parts(cards: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """C-9.6: an order as its two parts."""
    written = written_of(cards)
    bound = bound_to(written)
    begun = sum(1 for run in runs(written) if run.fires and run.first <= HALF)
    first = dict(cards)
    later: dict[str, Any] = {name: cards[name] for name in ("target", "release", "escape", "retreat") if name in cards}
    for part, chosen in ((first, slice(None, bound)), (later, slice(bound, None))):
        if "cards" in cards:
            part["cards"] = cards["cards"][chosen]
    for part, chosen in ((first, slice(None, begun)), (later, slice(begun, None))):
        if "spells" in cards:
            part["spells"] = cards["spells"][chosen]
    return first, later


# What came out


def outcome(script: Script, played: Outcome) -> Mapping[str, Any]:
    """The fields that a battle case may expect."""
    if played.refused:
        return refusal(in_order(played.refused))
    told = [each.fact for each in played.told]
    state: State = played.state
    first = begin(script.setup, script.options)
    battle = first.battle(1)
    sides = {side.key: side.name for side in battle.setting.sides}
    ended = _one(told, o.BattleEnded)
    broken = _one(told, o.BattleBrokenOff)
    judged = max((fact.slot for fact in told if isinstance(fact, f.JudgmentMade)), default=0)
    found: dict[str, Any] = {
        "winner": sides.get(ended.winner) if ended is not None else None,
        "ended_at": judged,
        "broken_off": None if broken is None else broken.slot,
        "people": {
            first.people[key].name: dict(_person_outcome(first, state, key, told, judged)) for key in first.roster
        },
        "teams": {first.teams[team].name: _team_outcome(first, state, battle, team, told) for team in first.order},
    }
    shares = _one(told, o.SharesReckoned)
    if shares is not None:
        found["shares"] = {sides[key]: f"{one}/{of}" for key, (one, of) in shares.shares.items()}
    shown = _one(told, f.CardsShown)
    if shown is not None:
        people = first.people
        found["shown"] = {
            "rows": {people[key].name: row.value for key, row in shown.rows.items()},
            "cards": {people[key].name: list(cards) for key, cards in shown.cards.items()},
        }
    return found


def _one(told: Iterable[Any], kind: type[Any]) -> Any:
    return next((fact for fact in told if isinstance(fact, kind)), None)


def _about(told: Iterable[Any], kind: type[Any], key: str) -> list[Any]:
    return [fact for fact in told if isinstance(fact, kind) and fact.person == key]


def _person_outcome(
    before: State, after: State, key: str, told: Sequence[Any], judged: int
) -> Iterator[tuple[str, Any]]:
    person = after.people[key]
    suffered = _about(told, f.Suffered, key)
    slots = range(1, judged + 1)
    yield "health", person.health.now
    yield "mana", person.mana.now
    yield "state", _state_of(after, key, told)
    yield "injured", person.injured
    yield "experience", person.experience - before.people[key].experience
    if person.master is not None:
        yield "fate", person.master.fate.now
    yield "losses", [sum(fact.health for fact in suffered if fact.slot == slot) for slot in slots]
    yield "mana_losses", [sum(fact.mana for fact in suffered if fact.slot == slot) for slot in slots]
    yield "cancelled", [fact.slot for fact in _about(told, f.SpellCancelled, key)]
    yield "unpaid", [fact.slot for fact in _about(told, f.Unpaid, key)]
    yield "name_revealed", bool(_about(told, f.NameRevealed, key))
    for fact in _about(told, f.RetreatReckoned, key):
        yield (
            "retreat",
            {
                "damage": fact.damage.value,
                "limit": fact.limit.value,
                "ignored": fact.ignored,
                "success": fact.success,
            },
        )
    if any(isinstance(fact, o.BattleBrokenOff) for fact in told):
        yield "used", _used(told, key, judged)


def _used(told: Sequence[Any], key: str, judged: int) -> dict[str, int]:
    """C-17.2: the cards laid in the judgments that were made."""
    used: dict[str, int] = {}
    for fact in _about(told, f.CardsLaid, key):
        for slot in fact.declaration.slots[:judged]:
            for laid in slot:
                if laid.card is not Card.WAIT:
                    used[laid.card.value] = used.get(laid.card.value, 0) + 1
    return used


def _state_of(state: State, key: str, told: Sequence[Any]) -> str:
    person = state.people[key]
    if person.life is not Life.ALIVE:
        return person.life.value
    if person.captor:
        return "captive"
    if _about(told, f.Escaped, key):
        return "escaped"
    for fact in told:
        if isinstance(fact, f.RetreatEnded) and fact.success and key in (fact.person, *fact.taking):
            return "retreated"
    fell = _about(told, f.Fell, key)
    return fell[-1].fate.value if fell else "able"


def _team_outcome(before: State, after: State, battle: Battle, team: str, told: Sequence[Any]) -> dict[str, Any]:
    sides = {side.key for side in battle.setting.sides for key in side.people if before.people[key].team == team}
    foes = [key for side in battle.setting.sides if side.key not in sides for key in side.people]
    gained: dict[str, dict[str, int]] = {
        before.people[key].name: {"battle": 0, "legend": 0} for key in foes if not before.people[key].is_master
    }
    for fact in told:
        if isinstance(fact, o.InformationGained) and fact.team == team:
            gained[before.people[fact.servant].name][fact.point.value] += fact.amount.value
    return {
        "strokes": after.teams[team].strokes,
        "merit": after.teams[team].merit - before.teams[team].merit,
        "information": gained,
    }
