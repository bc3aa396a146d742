"""Before the first scene (B-14.3 to B-14.7): the teams' people, the six cards of each master, what is registered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.call import Answers, Ask, Call, Mode
from ....core.canon import Data
from ....core.form import Choice, Fault, Field, Flag, Many, Pick, Record, Text
from ....core.point import Point, Rulings
from ....core.problem import Problem, suspicious
from ....core.rank import Letter, Rank
from ....core.record import replace
from ....core.seat import EVERYBODY, Role
from ....core.teller import Teller
from .. import creation, tables
from .. import facts as f
from ..options import Options, SkillPoints
from ..orders import order_of
from ..people import Ability, Condition, Servant, ServantClass
from ..sheet import RANK, SKILL_NAME, amount
from ..state import Stage, State, seat_for, told_to
from ..strokes import tell_failed

CREATION, REGISTRATION = "creation", "registration"

PLAIN = Options()

_SKILL = Record(
    (
        Field("name", SKILL_NAME, "B-7.1", required=True),
        Field("rank", RANK, "B-14.1", required=True),
        Field("condition", Choice(tuple(Condition), Fault("unknown_condition", "B-14.6")), "B-14.6"),
        Field("is_magecraft", Flag(), "B-4.5"),
    )
)

_PHANTASM = Record((Field("name", Text(60), "B-6.8"), Field("rank", RANK, "B-14.1", required=True)))


@dataclass(frozen=True, slots=True)
class ServantSheet(Record):
    """A new servant (B-14.3); its sample spends the budgets of `options` as somebody at the table would."""

    options: Options = PLAIN

    def sample(self, pick: Pick) -> Data:
        classes = tuple(ServantClass)
        health = tables.SERVANT_LEAST + pick(tables.SERVANT_SPARE + 1)
        return {
            "class": classes[pick(len(classes))].value,
            **_sampled_abilities(self.options.servant_ability_points, pick),
            "skills": _sampled_skills(self.options.servant_skill_points, pick),
            "noble_phantasm": {"rank": _sampled_rank(min(5, self.options.np_points), pick)},
            "health": health,
            "mana": creation.HEALTH_MANA_SERVANT - health,
        }


def _sampled_abilities(budget: int, pick: Pick) -> dict[str, Data]:
    """Ranks that cost the budget; now and then one is EX, which the keeper may permit (B-14.1)."""
    ranks = {ability.value: Rank(Letter.E) for ability in Ability}
    names = tuple(ranks)
    spare = budget - len(names)
    if spare >= Letter.EX - Letter.E and pick(8) == 0:
        ranks[names[pick(len(names))]] = Rank(Letter.EX)
        spare -= Letter.EX - Letter.E
    for _ in range(spare):
        higher = {name: above for name, rank in ranks.items() if (above := _raised(rank)) is not None}
        if not higher:
            break
        name = list(higher)[pick(len(higher))]
        ranks[name] = higher[name]
    return {name: str(each) for name, each in ranks.items()}


def _raised(rank: Rank) -> Rank | None:
    """The rank that costs a point more; None for the highest (B-14.3)."""
    if rank.letter < Letter.A:
        return replace(rank, letter=Letter(rank.letter + 1))
    if rank.letter is Letter.A and rank.plus < tables.MOST_PLUS:
        return replace(rank, plus=rank.plus + 1)
    return None


def _sampled_rank(points: int, pick: Pick) -> str:
    """A rank that costs exactly `points` (1 to 5)."""
    marks = pick(min(points, tables.MOST_PLUS + 1))
    return str(Rank(Letter(points - marks), marks))


def _sampled_skills(budget: int, pick: Pick) -> list[Data]:
    found: list[Data] = []
    conditions = tuple(Condition)
    while budget and len(found) < 3:
        points = 1 + pick(min(budget, 5))
        budget -= points
        skill: dict[str, Data] = {"name": f"skill {len(found) + 1}", "rank": _sampled_rank(points, pick)}
        skill["condition"] = conditions[pick(len(conditions))].value
        skill["is_magecraft"] = pick(4) == 0
        found.append(skill)
    return found


def creation_record(options: Options) -> Record:
    """B-14.3, B-14.4: a servant and a master, as their players make them."""
    servant = ServantSheet(
        (
            Field("class", Choice(tuple(ServantClass), Fault("bad_class", "B-14.5")), "B-14.5", required=True),
            Field("name", Text(60), "B-14.18"),
            *(Field(ability.value, RANK, "B-14.3") for ability in Ability),
            Field("skills", Many(_SKILL, 20), "B-14.3"),
            Field("noble_phantasm", _PHANTASM, "B-14.3"),
            Field("health", amount("B-14.3"), "B-14.3"),
            Field("mana", amount("B-14.3"), "B-14.3"),
        ),
        options=options,
    )
    master = MasterSheet((Field("health", amount("B-14.4"), "B-14.4"), Field("mana", amount("B-14.4"), "B-14.4")))
    return Record((Field("servant", servant, "B-14.3", required=True), Field("master", master, "B-14.4")))


@dataclass(frozen=True, slots=True)
class MasterSheet(Record):
    """A new master (B-14.4)."""

    def sample(self, pick: Pick) -> Data:
        health = tables.MASTER_LEAST + pick(tables.MASTER_SPARE + 1)
        return {"health": health, "mana": creation.HEALTH_MANA_MASTER - health}


# Questions


def calls(state: State) -> tuple[Call, ...]:
    kind, clause = (CREATION, "B-14.3") if state.stage is Stage.CREATION else (REGISTRATION, "B-14.7")
    asks = tuple(Ask(seat_for(state, team.key, Role.MASTER), team.key) for team in state.teams)
    return (Call(f"war/{kind}", kind, clause, Mode.SEALED, asks, f"silent_{kind}"),)


# What is wrong with an answer


def sheet_of(order: Mapping[str, Any]) -> dict[str, Any]:
    """The servant's part of a creation order, as a sheet has it: with a list of noble phantasms."""
    servant = dict(order["servant"])
    phantasm = servant.get("noble_phantasm")
    if not isinstance(phantasm, list):
        servant["noble_phantasm"] = [] if phantasm is None else [phantasm]
    return servant


def creation_problems(options: Options, order: Mapping[str, Any]) -> Iterator[Problem]:
    """B-14.3, B-14.4; an EX is only asked about, for the keeper may permit it."""
    sheet = sheet_of(order)
    yield from creation.servant_problems(sheet, options, "servant.")
    for problem in creation.ex_problems(sheet, "servant."):
        yield suspicious("ex_needs_permission", "B-14.1", problem.culprit)
    yield from creation.master_problems(order.get("master", {}), "master.")


# Answers


def create(teller: Teller[State], call: Call, answers: Answers, rulings: Rulings) -> None:
    """The people of every team, then six cards to each master (B-14.7)."""
    found = {team.key: _people(teller.state, call, rulings, team.key, answers) for team in teller.state.teams}
    made = {key: people for key, people in found.items() if people is not None}
    if len(made) < len(found):
        return
    for key, people in made.items():
        servant, master, problems = people
        for problem in problems:
            tell_failed(teller, call.address, key, problem)
        teller.tell(f.TeamCreated(key, servant, creation.created_master(master)), told_to(teller.state, key))
        teller.tell(f.ClassAnnounced(key, servant.servant_class), EVERYBODY)
    for team in teller.state.teams:
        _deal(teller, team.key)
    teller.tell(f.StageReached(Stage.REGISTRATION), EVERYBODY)


_People = tuple[Servant, Mapping[str, Any], list[Problem]]


def _people(state: State, call: Call, rulings: Rulings, team: str, answers: Answers) -> _People | None:
    """The people that a team's order makes, or None while the keeper must rule on something in it."""
    order = order_of(answers.get(team))
    problems: list[Problem] = []
    sheet: Mapping[str, Any] = sheet_of(order) if order else creation.SILENT_SERVANT
    if ex := list(creation.ex_problems(sheet)):
        address, own = f"{call.address}/{team}/ex", told_to(state, team)
        permitted = rulings.ask(Point(address, "ex_permitted", "B-14.1", (True, False), None, {"team": team}, told=own))
        if permitted is None:
            return None
        if permitted is False:
            problems, sheet = ex, creation.SILENT_SERVANT
    servant = _ruled_skills(state, call, rulings, team, creation.created(sheet))
    return servant, order.get("master", {}), problems


def _ruled_skills(state: State, call: Call, rulings: Rulings, team: str, servant: Servant) -> Servant:
    """B-4.5, B-Q17: whether a skill is magecraft, and its number where that counts, are the keeper's to say."""
    skills, own = [], told_to(state, team)
    for place, skill in enumerate(servant.skills, 1):
        address, subject = f"{call.address}/{team}/skill/{place}", {"team": team, "skill": skill.name}
        magecraft, number = skill.is_magecraft, skill.points
        if magecraft:
            point = Point(f"{address}/magecraft", "skill_is_magecraft", "B-4.5", (True, False), True, subject, told=own)
            magecraft = rulings.ask(point) is True
        if state.options.skill_points is SkillPoints.KEEPER_NUMBER:
            point = Point(f"{address}/points", "skill_number", "B-7.6", (), skill.rank.number, subject, told=own)
            ruled = rulings.ask(point)
            number = max(0, ruled) if isinstance(ruled, int) else number
        skills.append(replace(skill, is_magecraft=magecraft, points=number))
    return replace(servant, skills=tuple(skills))


def _deal(teller: Teller[State], team: str) -> None:
    """B-14.7: six cards of an own shuffled deck. The rest of it is never drawn, so nobody ever makes it."""
    deck = list(range(tables.DECK))
    cards = tuple(deck.pop(teller.draw(f"card {team}", len(deck))) for _ in range(tables.DEALT))
    teller.tell(f.CardsDrawn(team, cards), told_to(teller.state, team))


def register(teller: Teller[State], answers: Answers) -> None:
    """B-14.7: three cards to the strokes, the others to the hand; silence registers the three highest."""
    for team, drawn in teller.state.drawn.items():
        order = order_of(answers.get(team))
        strokes = tuple(order.get("strokes", sorted(drawn, reverse=True)[: tables.STROKES]))
        if any(creation.registration_problems(strokes, drawn)):
            strokes = tuple(sorted(drawn, reverse=True)[: tables.STROKES])
        fact = f.CardsRegistered(team, strokes, creation.hand(strokes, drawn))
        teller.tell(fact, told_to(teller.state, team))
    teller.tell(f.StageReached(Stage.OPENING), EVERYBODY)
