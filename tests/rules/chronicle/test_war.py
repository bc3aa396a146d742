"""Wars question by question: follow-ups, joining, what goes from scene to scene, and how a war ends."""

from typing import Any

from grailkeeper.core.form import Choice, Many, OneOf, Record
from grailkeeper.rules.chronicle.facts import BattleCalled
from grailkeeper.rules.chronicle.field import Side
from grailkeeper.rules.chronicle.people import Item, ItemKind, Life
from grailkeeper.rules.chronicle.scene import deeds as d
from grailkeeper.rules.chronicle.scene import facts as f
from grailkeeper.rules.chronicle.system import CHRONICLE

from .scenetable import Playing, master, servant

SEARCH, SCOUT, REST = {"first": "search"}, {"first": "scouting"}, {"first": "rest"}
RED = [master("shirou", "red"), servant("saber", "red")]
BLUE = [master("rin", "blue"), servant("lancer", "blue", agility="A")]
GREEN = [master("kirei", "green", "r9"), servant("rider", "green", "r9")]


def playing(*teams: list[dict[str, Any]], **more: Any) -> Playing:
    return Playing([person for team in teams for person in team], **more)


REGIONS: dict[str, Any] = {f"r{number}": {} for number in range(1, 10)}
KNOWN = {"information": {"lancer": {"encounter": 1}}}
"""Red has met lancer before."""


def names(war: Playing) -> set[str]:
    return {ask.whom for ask in war.call().asks}


# C-8.1: follow-ups


def test_who_is_met_may_be_attacked_afterwards() -> None:
    war = playing(RED, BLUE)
    war.start()
    war.close("actions", saber=SEARCH, rin=REST)
    assert names(war) == {"saber"}
    war.close("follow_up", saber={"attack": "lancer"})
    assert names(war) == {"shirou", "rin"}
    war.close("battle_join", rin={"join": "1"})
    (battle,) = war.state.battles.values()
    assert battle.setting.sides == (Side("red", ("saber",)), Side("blue", ("rin", "lancer")))
    assert battle.setting.preempts == "red"
    assert [each.people for each in war.facts(BattleCalled)] == [("saber",), ("rin", "lancer")]


def test_what_was_declared_beforehand_stands_in_silence() -> None:
    war = playing(RED, BLUE)
    war.start()
    war.close("actions", saber=SEARCH, lancer=SEARCH)
    war.close("follow_up", saber={"attack": "lancer"}, lancer={"attack": None})
    war.close("battle_join")
    (battle,) = war.state.battles.values()
    assert battle.setting.preempts == ""


def test_a_presence_is_pursued_without_a_name() -> None:
    """C-3.15, C-Q13."""
    war = playing(RED, [master("rin", "blue", "r3"), servant("lancer", "blue", "r3")], GREEN)
    war.start()
    war.close("actions", saber={**SEARCH, "second": "pursuit"}, shirou={"second": "pursuit"})
    assert war.read("saber", {"pursue": "r9"})[1][0].code == "not_sensed"
    war.close("follow_up", saber={"pursue": "r3"})
    assert war.state.people["saber"].at == war.state.people["shirou"].at == "r3"
    assert war.now.met_by("saber", 2) == ("rin", "lancer")
    war.close("follow_up", shirou={"attack": "rin"})
    war.close("battle_join", saber={"join": "1"}, lancer={"join": "1"})
    (battle,) = war.state.battles.values()
    assert battle.setting.region == "r3"


def test_allies_fight_on_one_side() -> None:
    """C-23.1, C-Q81."""
    war = playing(RED, BLUE, [master("kirei", "green"), servant("rider", "green")], teams={"red": KNOWN})
    war.start(shirou={"ally": ["green"]}, kirei={"ally": ["red"]})
    assert "green" in war.state.teams["red"].allies
    assert war.read("rider", {**SEARCH, "attack": "saber"})[1][0].code == "unknown_person"
    war.close("actions", saber={**SEARCH, "attack": "lancer"}, rider=SEARCH)
    war.close("follow_up")
    war.close("battle_join", rider={"join": "1"})
    (battle,) = war.state.battles.values()
    assert battle.setting.sides == (Side("red", ("saber", "rider")), Side("blue", ("lancer",)))
    war.on()
    war.start(kirei={"revoke": ["red"]})
    assert not war.state.teams["red"].allies


def test_an_ally_is_not_attacked() -> None:
    """C-23.1, C-Q92: where orders are taken as they are declared, it is refused when its turn comes."""
    war = playing(RED, [master("kirei", "green"), servant("rider", "green")], war={"as_declared": True})
    war.start(shirou={"ally": ["green"]}, kirei={"ally": ["red"]})
    war.close("actions", saber=SEARCH, rider={**SEARCH, "attack": "saber"})
    war.on()
    assert ("rider", "ally_attacked") in war.refused()


def test_nobody_is_offered_whom_no_rule_accepts() -> None:
    """C-1.10, C-3.15, C-4.7, C-5.6, C-10.1, C-20.9: oneself; as an enemy one's own; actions that the sheet does not
    allow."""
    war = playing(RED, BLUE, teams={"red": KNOWN})
    war.start()
    fields = {each.name: each.kind for each in war.form("saber").record.fields}
    assert isinstance(fields["first"], Record)
    act = {each.name: each.kind for each in fields["first"].fields}
    offered = {name: set(kind.values) for name, kind in (fields | act).items() if isinstance(kind, Choice)}
    assert offered["attack"] == {"rin", "lancer"}
    assert offered["target"] == {"lancer"}
    assert offered["taught_by"] == {"lancer"}
    assert offered["patient"] == offered["pupil"] == offered["with"] == {"shirou", "rin", "lancer"}
    assert offered["npc"] == set()
    actions = act["action"].offered() or ()
    assert "search" in actions and not {"scouting", "buy"} & set(actions)


def test_cards_are_aimed_at_foes_and_orders_given_to_friends() -> None:
    """C-10.13, C-18.14, C-18.15, C-19.5."""
    war = playing(RED, [servant("lancer", "blue", agility="A")], teams={"red": KNOWN})
    war.start()
    war.close("actions", shirou=SCOUT, saber={**SEARCH, "attack": "lancer"})
    war.close("follow_up")
    war.close("battle_join", shirou={"join": "1"})
    war.close("battle_rows", saber={"row": "front"}, shirou={"row": "back"})
    war.close("battle_cards")
    fields = {each.name: each.kind for each in war.form("saber").record.fields}
    target, protects, retreat = fields["target"], fields["protects"], fields["retreat"]
    assert isinstance(target, Choice) and isinstance(protects, Many) and isinstance(retreat, OneOf)
    assert target.offered() == ("lancer",)
    assert protects.of.offered() == ("shirou",)
    given = {each.name: each.kind for kind in retreat.kinds if isinstance(kind, Record) for each in kind.fields}
    assert given["fate"].offered() == ("shirou",)
    assert war.read("saber", {"target": "saber"})[1][0].code == "target_unknown", "it is still said why it is none"


def test_an_unmanifested_servant_comes_to_its_master() -> None:
    """C-Q29."""
    war = playing(RED, [master("rin", "blue"), servant("lancer", "blue", "r9")])
    war.close("scene_start", saber={})
    assert not war.state.people["lancer"].the_servant.manifested
    war.close("actions", saber={**SEARCH, "attack": "rin"})
    war.close("follow_up")
    assert names(war) == {"shirou", "lancer"}
    war.close("battle_join", lancer={"join": "1"})
    lancer = war.state.people["lancer"]
    assert (lancer.at, lancer.mana.now, lancer.the_servant.manifested) == ("r1", 40, True)


def test_an_intruder_of_the_same_region() -> None:
    """C-Q62."""
    war = playing(RED, BLUE, [servant("rider", "green")], teams={"red": KNOWN})
    war.start()
    war.close("actions", saber={**SEARCH, "attack": "lancer"}, rider=SEARCH)
    war.close("follow_up")
    war.close("battle_join", rider={"intrude": {"battle": "1", "slot": 3, "fights": "lancer"}})
    (battle,) = war.state.battles.values()
    assert [(each.person, each.slot, each.fights) for each in battle.setting.intrusions] == [("rider", 3, "lancer")]
    war.close("battle_rows")
    war.close("battle_cards")
    war.close("battle_cards")
    assert war.call().kind == "battle_joining"
    war.on()
    assert war.state.scene == 2


def test_after_a_battle_the_second_half_goes_on() -> None:
    """C-Q76."""
    war = playing(RED, BLUE, teams={"red": KNOWN})
    war.start()
    war.close("actions", saber={**SEARCH, "attack": "lancer"}, lancer={"second": "rest"}, rin={"second": "rest"})
    war.on()
    rests = [fact for fact in war.facts(f.Recovered) if fact.why is f.Why.SHORT_REST]
    assert {fact.person for fact in rests} == {"lancer", "rin"}


def test_only_a_battle_of_its_half_keeps_a_buyer() -> None:
    """C-6.2, C-6.3: what comes before the purchase does not come between."""
    for half, at in (("first", "r1"), ("second", "r9")):
        war = playing(
            RED, BLUE, teams={"red": KNOWN, "blue": {"funds": 2}}, regions={**REGIONS, "r1": {"marks": ["shop"]}}
        )
        war.start()
        buy = {half: {"action": "buy", "grade": 1, "move": "r9"}}
        war.close("actions", saber={**SEARCH, "attack": "rin"}, rin=buy)
        war.on("battle_rows")
        war.on("scene_start")
        assert war.state.people["rin"].at == at
        assert war.state.people["rin"].items == (Item(ItemKind.MAGECRAFT_CODE, 1),)


# C-5.3


def test_more_cards_are_asked_for() -> None:
    """C-Q20: in play a contest goes on while there are cards."""
    war = playing(RED, BLUE, GREEN)
    war.start()
    war.close("actions", shirou={"first": "study"}, rin={"first": {"action": "study", "contest": ["strike"] * 5}})
    assert names(war) == {"shirou", "rin"}
    war.close("follow_up", shirou={"challenge": True, "contest": ["strike"] * 5})
    assert war.call("contest").address.endswith("/contest/1")
    war.close("contest", shirou={"cards": ["rush", "counter"]}, rin={"cards": ["strike"]})
    war.on()
    (contest,) = war.facts(d.ContestFought)
    assert [each[2] for each in contest.rounds] == [""] * 5 + ["rin", "shirou"]
    assert contest.winner == ""


# From scene to scene


def test_growth() -> None:
    """C-23.12."""
    red = [{**RED[0], "experience": 5}, {**RED[1], "experience": 4}]
    war = playing(red, BLUE, teams={"red": {"merit": 5}})
    assert war.read("saber", {"grow": "magic_resistance"})[1][0].code == "bad_choice"
    war.start(shirou={"grow": "combat"}, saber={"grow": "endurance"})
    shirou, saber = war.state.people["shirou"], war.state.people["saber"]
    assert (shirou.the_master.combat, shirou.health.maximum, shirou.experience) == (4, 40, 0)
    assert (str(saber.the_servant.endurance), saber.health.maximum) == ("B", 50)
    assert war.state.teams["red"].merit == 0


def test_what_has_no_grade_does_not_grow() -> None:
    """C-23.4, C-23.12."""
    skills = {"regroup": True, "ranged_weapon": True, "brawl": "D", "valor": "A"}
    war = playing([RED[0], {**RED[1], "experience": 5, "skills": skills}], BLUE)
    for name in ("regroup", "ranged_weapon", "valor"):
        assert war.read("saber", {"grow": name})[1][0].code == "bad_choice"
    war.start(saber={"grow": "brawl"})
    assert str(war.state.people["saber"].the_servant.skills["brawl"]) == "C"


def test_what_an_ally_is_told() -> None:
    """C-Q95."""
    war = playing(
        RED,
        BLUE,
        GREEN,
        teams={
            "red": {"allies": ["green"], "information": {"lancer": {"legend": 2}}},
            "green": {"allies": ["red"], "information": {"lancer": {"encounter": 1}}},
        },
    )
    war.start(shirou={"tell": {"ally": "green", "servant": "lancer"}})
    held = war.state.teams["green"].on("lancer")
    assert (held.encounter, held.legend) == (1, 2)


def test_items_are_handed_on_and_used() -> None:
    """C-R16, C-23.18."""
    red = [{**RED[0], "items": [{"kind": "tool", "grade": 2}]}, {**RED[1], "health": 30}]
    war = playing(red, BLUE)
    war.start(shirou={"give": {"kind": "tool", "grade": 2, "to": "saber"}})
    assert war.state.people["saber"].items == (Item(ItemKind.TOOL, 2),)
    war.on()
    war.start(saber={"use_tool": 2})
    saber = war.state.people["saber"]
    assert (saber.health.now, saber.items) == (40, ())


def test_a_new_contract() -> None:
    """C-7.1 to C-7.3, C-23.15: they are a team again, and could lose each other again."""
    alone = {**RED[0], "relationships": {"lancer": 1}, "servantless": True}
    war = playing([alone], [{**BLUE[1], "masterless": True}], GREEN)
    war.start()
    told = war.close(
        "actions",
        shirou={"first": {"action": "recontract", "with": "lancer"}},
        lancer={"first": {"action": "recontract", "with": "shirou"}},
    )
    lancer, shirou = war.state.people["lancer"], war.state.people["shirou"]
    assert (lancer.team, lancer.partnerless, shirou.partnerless) == ("red", False, False)
    assert (war.state.teams["red"].strokes, lancer.health.maximum, lancer.mana.maximum) == (2, 35, 35)
    assert lancer.the_servant.recontracts == 1
    (rejoined,) = [each for each in told if isinstance(each.fact, d.Rejoined)]
    assert rejoined.fact == d.Rejoined("lancer", "red") and rejoined.audience.seats is None


def test_a_link_lasts_through_the_next_scene() -> None:
    """C-7.5, C-Q27."""
    war = playing([{**RED[0], "mana": 5}, RED[1]], [{**BLUE[0], "mana": 5}, BLUE[1]])
    war.start()
    war.close("actions", shirou={"long": {"action": "circuit_link", "with": "rin"}},
              rin={"long": {"action": "circuit_link", "with": "shirou"}})  # fmt: skip
    war.on()
    assert (war.state.people["rin"].mana.maximum, war.state.people["rin"].the_master.magic) == (60, 6)
    before = war.state.people["rin"].mana.now
    war.start(shirou={"pass_mana": 3})
    after = war.state.people["rin"].mana
    assert after.now == min(60, before + 3)
    war.on()
    assert (war.state.people["rin"].mana.maximum, war.state.people["rin"].the_master.magic) == (30, 3)
    assert war.state.people["rin"].mana.now <= 30


def test_an_excess_lasts_through_the_next_scene() -> None:
    """C-Q2."""
    war = playing(RED, BLUE)
    war.start()
    war.close("actions", saber={"long": {"action": "soul_eating", "victims": 3}})
    war.on()
    assert war.state.people["saber"].mana.now == 85
    war.start()
    war.on()
    assert war.state.people["saber"].mana.now == 45


def test_a_deadline_of_two_scenes() -> None:
    """C-18.9."""
    war = playing([RED[0], {**RED[1], "mana": 5}], BLUE, GREEN)
    war.start()
    war.on()
    assert war.state.people["saber"].the_servant.mana_due
    war.close("scene_start", lancer={}, rider={})
    war.on()
    assert war.state.people["saber"].life is Life.VANISHED
    assert war.state.people["shirou"].partnerless


def test_the_overseer_speaks_and_shows() -> None:
    """C-23.14."""
    war = playing(RED, BLUE, teams={"red": {"souls": 14}})
    war.start()
    told = war.close("actions", saber={"long": {"action": "soul_eating", "victims": 1}})
    assert not [each for each in told if isinstance(each.fact, f.RegionShown)]
    war.on()
    assert [fact.answer for fact in war.facts(d.OverseerSpoke)] == ["public"]
    war.start()
    told = war.close("actions")
    assert [each.fact for each in told if isinstance(each.fact, f.RegionShown)] == [f.RegionShown("red", ("r1",))]


# C-20


def test_an_npc_is_bonded_with_and_attacked() -> None:
    """C-20.1, C-20.3, C-20.8, C-20.10, C-20.12."""
    shirou = {**RED[0], "relationships": {"taiga": 1}}
    far = [{**person, "at": "r5"} for person in BLUE]
    npcs = [{"key": "taiga", "name": "타이가", "at": "r1", "combat": 1}]
    bond = {"first": {"action": "bonding", "with": "taiga"}}
    for allowed, points in ((True, 2), (False, 1)):
        war = playing([shirou, RED[1]], far, npcs=npcs)
        war.start()
        war.close("actions", {"1/npc/shirou/taiga": allowed}, shirou=bond)
        assert war.state.people["shirou"].relationships["taiga"] == points
    war.close("follow_up", saber={"attack": "taiga"})
    war.close("battle_join")
    war.close("battle_rows")
    war.close("battle_cards", saber={"cards": ["strike", "strike", "rush", "rush"]})
    war.on()
    assert war.state.people["taiga"].captor == "red"
    war.start(shirou={"captives": {"taiga": "free"}})
    assert war.state.people["taiga"].captor == ""


def test_an_npc_in_company_after_a_victory() -> None:
    """C-20.9."""
    npcs = [{"key": "taiga", "name": "타이가", "at": "r3"}]
    war = playing(RED, [master("rin", "blue", "r3"), servant("lancer", "blue", "r3")], npcs=npcs, teams={"red": KNOWN})
    war.start()
    war.close("actions", saber={**SEARCH, "second": {"action": "pursuit", "target": "lancer"}, "attack": "lancer"})
    war.close("follow_up")
    war.close("follow_up", saber={"npc": "taiga"})
    war.close("battle_join")
    war.close("battle_rows")
    war.close("battle_cards", lancer={})
    war.close("battle_cards", saber={"cards": ["strike", "strike"]})
    assert [battle.setting.people for battle in war.state.battles.values()] == [("saber", "taiga")]
    war.close("battle_rows")
    war.close("battle_cards", saber={"cards": ["strike", "strike"]})
    war.on()
    assert war.state.people["taiga"].captor == "red"


# C-23.16


def test_a_war_begins_with_its_sheets() -> None:
    """C-23.1 to C-23.5: who hands in none plays a plain one."""
    setup = CHRONICLE.war_setup({"t1": "사야카", "t2": "쿄코"})
    war = Playing(setup["people"], war=setup["war"], teams=setup["teams"])
    assert war.read("t1", {"master": {"combat": 5, "magic": 5}})[1][0].code == "points_total"
    sheet = {
        "master": {"combat": 4, "fate": 2, "name": "시로"},
        "servant": {"class": "saber", "magic": "A", "luck": "E"},
    }
    war.close("creation", t1={**sheet, "region": "r7"})
    shirou, saber, other = (war.state.people[key] for key in ("t1_master", "t1_servant", "t2_servant"))
    assert (shirou.name, shirou.at, shirou.health.maximum, saber.mana.maximum) == ("시로", "r7", 40, 55)
    assert (saber.name, set(saber.the_servant.skills)) == ("사야카", {"riding", "magic_resistance"})
    assert (other.at, war.state.scene, war.state.night) == ("r2", 1, False)
    assert {team.base.at for team in war.state.teams.values() if team.base is not None} == {"r7", "r2"}


def test_ties_are_set_with_the_sheets() -> None:
    """C-5.11, C-7.2, C-R10: with one's own, and with those of others; each begins at 1."""
    setup = CHRONICLE.war_setup({"t1": "사야카", "t2": "쿄코"})
    war = Playing(setup["people"], war=setup["war"], teams=setup["teams"])
    ties = {"master": {"relationships": ["t1_servant", "t2_servant"]}, "servant": {"relationships": ["t1_servant"]}}
    war.close("creation", t1=ties)
    assert war.state.people["t1_master"].relationships == {"t1_servant": 1, "t2_servant": 1}
    assert not war.state.people["t1_servant"].relationships and not war.state.people["t2_master"].relationships


def test_skills_of_a_sheet() -> None:
    """C-23.4: some are simply there, and what is denied is not."""
    setup = CHRONICLE.war_setup({"t1": "사야카", "t2": "쿄코"})
    war = Playing(setup["people"], war=setup["war"], teams=setup["teams"])
    skills = {"regroup": True, "brawl": False, "valor": "D"}
    war.close("creation", t1={"servant": {"class": "saber", "skills": skills}})
    held = war.state.people["t1_servant"].the_servant.skills
    assert {name: str(rank) for name, rank in held.items()} == {
        "riding": "E", "magic_resistance": "E", "regroup": "E", "valor": "D"}  # fmt: skip


def test_the_last_whole_team_wins() -> None:
    war = playing(RED, [BLUE[0]])
    war.start()
    war.on()
    assert CHRONICLE.calls(war.state) == ()
    assert CHRONICLE.winners(war.state) == ("red",)


def test_the_scene_limit() -> None:
    for merit, winners in ((1, ("red",)), (0, ("red", "blue"))):
        war = playing(RED, BLUE, war={"scene_limit": 1}, teams={"red": {"merit": merit}})
        assert CHRONICLE.winners(war.state) is None
        war.start()
        war.on()
        assert CHRONICLE.winners(war.state) == winners
