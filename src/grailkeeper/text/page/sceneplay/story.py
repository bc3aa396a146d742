"""A scene of sceneplay as it reads best: under each play scene who met there, the reader's own first, those of which
nothing is told after the others, the mere course of play put by."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from ....core.fact import Fact
from ....rules.sceneplay import facts as f
from ....rules.sceneplay.scene import facts as s
from ....rules.sceneplay.visibility import View
from ..lines import Chapter, Line
from ..pen import Pen
from .draw import names_of

COURSE = (
    s.SceneAnnounced,
    s.FloorOpened,
    s.ApplicationWaits,
    s.ApplicationLeft,
    s.ActsDeclared,
    s.PlayBegan,
    s.SolosCounted,
    s.SceneClosed,
)
"""What tells that the play went on, and nothing of the story."""

HEADINGS = (s.ScenePlayed, s.SoloPlayed)
"""With what a part of a scene begins."""

CLOSE = (s.ForcedRestEnded, s.Recontracted, s.TeamOut, s.SceneClosed, s.WarEnded)
"""What is told when all parts have been played."""


def story(pen: Pen, chapter: Chapter) -> Chapter:
    """A chapter with its play scenes put in order, the teams that are left beside its title, and its headline."""
    facts = [line.fact for line in chapter.lines if line.fact is not None and not line.struck]
    left = next((fact.teams for fact in facts if isinstance(fact, s.SceneAnnounced)), None)
    note = chapter.note if left is None else pen.say("sceneplay.teams_left", count=left)
    view = pen.about.view
    lines = arranged(chapter.lines, view.own.key if isinstance(view, View) and view.own is not None else "")
    said = list(_headline(pen, facts)) or list(_played(pen, lines))
    return replace(chapter, lines=lines, note=note, headline=" · ".join(said))


def _headline(pen: Pen, facts: Sequence[Fact]) -> Iterator[str]:
    """Who fought, who fell, who is out, who has won."""
    for fact in facts:
        match fact:
            case f.BattleAnnounced(setting=setting):
                first, second = (names_of(pen, side) for side in setting.pair.sides)
                yield pen.say("sceneplay.title", first=first, second=second)
            case f.Fell(person=person, fate=fate) if fate is not f.Fate.FAINTED:
                yield pen.say(f"sceneplay.{fate.value}", person=pen.prose.person(person))
            case s.TeamOut(team=team):
                yield pen.say("sceneplay.out", team=pen.prose.name(team))
            case s.WarEnded():
                yield pen.prose.fact(fact)


def _played(pen: Pen, lines: Sequence[Line]) -> Iterator[str]:
    """Where nothing like that happened, the parts of which something is told."""
    for part in _parts(lines)[1:]:
        title = None if part[0].fact is None or _is_bare(part) else pen.prose.heading("place", part[0].fact)
        if title is not None:
            yield title


# The order of a scene


def arranged(lines: Sequence[Line], own: str = "") -> tuple[Line, ...]:
    """What was said beforehand of a play scene stands below its heading; what is struck out stays where it is. The
    parts of the team of the reader (`own`) come first."""
    facts = [None if line.struck else line.fact for line in lines]
    played = {fact.team for fact in facts if isinstance(fact, s.ScenePlayed)}
    forced = {fact.scene.target: fact.scene.team for fact in facts if isinstance(fact, s.BattleForced)}
    reckoned = {(fact.person, fact.target) for fact in facts if isinstance(fact, s.SearchReckoned)}
    present = _present(facts)
    of_scene: dict[str, list[Line]] = {team: [] for team in played}
    others: list[Line] = []
    for line, fact in zip(lines, facts, strict=True):
        team = _told_of(fact, forced)
        twice = isinstance(fact, s.Searched) and (fact.person, fact.target) in reckoned
        kept = replace(line, quiet=line.quiet or twice or _is_course(fact, played, present))
        (of_scene[team] if team in played else others).append(kept)
    before, *parts = _parts(list(_in_order(others, of_scene, present)))
    closed = _closed(parts[-1]) if parts else []
    parts.sort(key=lambda part: (_is_bare(part), _team(part) != own))
    told = [part for part in parts if not _is_bare(part)]
    return tuple(line for part in (before, *told, closed, *parts[len(told) :]) for line in part)


def _parts(lines: Sequence[Line]) -> list[list[Line]]:
    """What stands before the first heading, then each heading with what stands below it."""
    parts: list[list[Line]] = [[]]
    for line in lines:
        if isinstance(line.fact, HEADINGS) and not line.struck:
            parts.append([])
        parts[-1].append(line)
    return parts


def _closed(last: list[Line]) -> list[Line]:
    """What is told behind the last part, taken from its end."""
    ends = (place for place, line in enumerate(last) if isinstance(line.fact, CLOSE) and not line.struck)
    first = next(ends, len(last))
    closed = last[first:]
    del last[first:]
    return closed


def _team(part: Sequence[Line]) -> str:
    """Whose scene or solo a part is."""
    fact = part[0].fact
    return fact.solo.team if isinstance(fact, s.SoloPlayed) else fact.team if isinstance(fact, s.ScenePlayed) else ""


def _is_bare(part: Sequence[Line]) -> bool:
    """Whether nothing is told below the heading with which a part begins."""
    return all(line.quiet and not line.struck for line in part[1:])


def _told_of(fact: Fact | None, forced: Mapping[str, str]) -> str:
    """The play scene of which a fact tells before it is played, by its team; "" for none.

    What a forced battle has cancelled is told of that battle.
    """
    match fact:
        case s.BattleForced(scene=scene):
            return scene.team
        case s.SceneOpened(scene=scene):
            return "" if scene.team in forced else scene.team
        case s.Joined(scene=scene) | s.AllyAccepted(scene=scene):
            return "" if scene in forced else scene
        case s.SceneCancelled(team=team) | s.SoloCancelled(team=team) | s.JoinLeft(team=team):
            return forced.get(team, "")
    return ""


def _is_course(fact: Fact | None, played: Collection[str], present: Mapping[str, Sequence[str]]) -> bool:
    """Whether a fact is told by the headings, or is the mere course of play, or came to nothing."""
    match fact:
        case s.SceneOpened(scene=scene):
            told = scene.team in played and not (scene.outline.backdrop or scene.outline.time or scene.outline.plan)
            return told or scene.team not in present
        case s.Joined(scene=of, join=join):
            told = of in played and not (join.allies or join.hostile)
            return told or join.team not in present.get(of, ())
        case s.FloorClosed(bonding=bonding):
            return not bonding
        case s.ManaGained(amount=amount):
            return not amount
        case s.SceneCancelled(why=why) | s.JoinLeft(why=why):
            return why is s.Why.WITHDRAWN
    return isinstance(fact, COURSE)


def _in_order(
    others: Sequence[Line], of_scene: Mapping[str, Sequence[Line]], present: Mapping[str, Sequence[str]]
) -> Iterator[Line]:
    """Each play scene's heading with who joined it, then how it came about, then what is told of it."""
    for line in others:
        if line.struck or not isinstance(line.fact, s.ScenePlayed):
            yield line
            continue
        team = line.fact.team
        yield replace(line, beside=tuple(present.get(team, ())))
        yield from sorted(of_scene[team], key=lambda each: not isinstance(each.fact, s.BattleForced))


def _present(facts: Sequence[Fact | None]) -> Mapping[str, Sequence[str]]:
    """Who joined each play scene that there still is, and stayed; of a forced battle it is said there."""
    found: dict[str, list[str]] = {}
    for fact in facts:
        match fact:
            case s.SceneOpened(scene=scene):
                found[scene.team] = []
            case s.SceneCancelled(team=team):
                found.pop(team, None)
            case s.Joined(scene=of, join=join) if not join.forced:
                found.setdefault(of, []).append(join.team)
            case s.JoinLeft(scene=of, team=team) if team in found.get(of, ()):
                found[of].remove(team)
    return found
