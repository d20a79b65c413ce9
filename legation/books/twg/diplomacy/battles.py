"""The battles that charts order, fought at the table in their commander's turn: ordered, dice, outcome, losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from legation.books.twg.chart import Battle, Force, Neutral
from legation.books.twg.charts import neutral_by_slug, neutrals
from legation.books.twg.consequences import changes_hands
from legation.books.twg.deeds import BATTLE, DICE, HANDS
from legation.books.twg.diplomacy.unrest import order_of_play
from legation.books.twg.map.geography import slug
from legation.books.twg.powers import ALL, TITLES, sentence
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import place_name
from legation.books.twg.war.units import falling, leaving, moving_in
from legation.core.deeds import On, among, enacted, follows
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose, confirm
from legation.core.requests import amount as ask_amount
from legation.core.rules import comes_up

__all__ = ["pending"]


def commander(battle: Battle, neutral: Neutral, world: World) -> str | None:
    if isinstance(battle.commander, str):
        return battle.commander
    return next((n for n, when in battle.commander.items() if holds(neutral.bind(when), world)), None)


def pending(world: World, only: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
    """(commander, country, number) of the battles that are ordered or may be ordered now, in the order of play."""
    names, order = set(only or ()), order_of_play(world)
    found = []
    for neutral in neutrals():
        if names and neutral.slug not in names:
            continue
        for i, battle in enumerate(neutral.battles):
            who = commander(battle, neutral, world)
            if battle.order is not None:
                due = neutral.bind(battle.order).allows(world)
            else:
                due = world.get(f"ordered.{battle.name}") is True
            if due and holds(neutral.bind(battle.due), world) and who:
                found.append((order.index(who), who, neutral.slug, i))
    return [(who, slug, i) for _, who, slug, i in sorted(found)]


@steps.step("twg.battles")
def battles(world: World, frame: Frame) -> Directive:
    """Each battle once, in the turn of the nation that commands it; in the turn of some nations, only theirs."""
    fought, whose = frame.get("fought", []), frame.get("of") or ALL
    for who, country, number in pending(world, frame.get("only")):
        if [country, number] in fought or who not in whose:
            continue
        battle = neutral_by_slug()[country].battles[number]
        keep: dict[str, Any] = {
            "country": country,
            "number": number,
            "fought": [*fought, [country, number]],
            "who": who,
        }
        if battle.order is None:
            return go("twg.battles.dice", **keep)
        did = f"[orders|does not order] a battle: {battle.label}"
        prompt = f"{battle.label}: order it this turn?"
        question = confirm(who, prompt, cite=battle.order.cite, subject=country, did=did)
        return ask(question, then="twg.battles.ordered", into="wanted", **keep)
    return done(enacted(fallen_away(world, frame.get("only")), world))


def fallen_away(world: World, only: Iterable[str] | None = None) -> list[On]:
    """An ordered battle for which there is no cause any more is forgotten."""
    return [
        rule
        for neutral in neutrals()
        for battle in neutral.battles
        if (not only or neutral.slug in set(only)) and world.get(f"ordered.{battle.name}")
        for rule in brought(neutral, (battle.is_over(),), ended="")
    ]


def brought(neutral: Neutral, rules: tuple[On, ...], at: str = "", **roles: str) -> tuple[On, ...]:
    """What a battle of this country brings at a moment."""
    return follows(neutral.bind(rules), BATTLE, at, here=neutral.slug, **roles)


@steps.step("twg.battles.ordered")
def ordered(world: World, frame: Frame) -> Directive:
    if frame.wanted:
        return go("twg.battles.dice")
    return go("twg.battles")


@steps.step("twg.battles.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The attack dice are rolled at the table; what they bring about at once happens now."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    return do(enacted(brought(neutral, battle.follows, DICE), world), then="twg.battles.report")


@steps.step("twg.battles.report")
def report(world: World, frame: Frame) -> Directive:
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    if not holds(neutral.bind(battle.due), world):
        return go("twg.battles")  # a deed that was told of meanwhile leaves no cause for it
    allowed = [permit.label for permit in neutral.bind(battle.allowed) if permit.allows(world)]
    told = filter(None, (duty.told(world) for duty in neutral.bind(battle.duties)))
    says = [f"{battle.label}, in the turn of {TITLES[frame.who]}", *map(sentence, (*allowed, *told))]
    prompt = ". ".join([*says, "How did it end?"])
    outcomes, did = list(battle.outcomes), "tells how it ended: {}"
    question = choose(TABLE, prompt, outcomes, cite=battle.rule, subject=frame.country, did=did)
    return ask(question, then="twg.battles.over", into="ended")


@steps.step("twg.battles.over")
def over(world: World, frame: Frame) -> Directive:
    """What the outcome brings; then whoever is left tells what was lost."""
    neutral = neutral_by_slug()[frame.country]
    battle, end = neutral.battles[frame.number], slug(frame.ended)
    over = () if battle.order else (battle.is_over(frame.ended),)
    rules = brought(neutral, (*battle.follows, *over), ended=end)
    winner = battle.winners.get(frame.ended, "")
    if comes_up(world, bool(winner), *(rule for rule in battle.follows if HANDS in among(rule))):
        changes = changes_hands(world, neutral.slug, winner, under=end, beside=rules)
    else:
        changes = enacted(rules, world)
    then = "twg.battles" if frame.ended in battle.unfought else "twg.battles.losses"
    return do(changes, then=then, asked=[])


def _standing(world: World, side: tuple[Force, ...]) -> list[tuple[Force, str, int]]:
    """The units of a side that are there, kind by kind."""
    there = [force for force in side if holds(force.when, world)]
    return [(force, fact, n) for force in there for fact in force.units if (n := world.get(fact) or 0)]


@steps.step("twg.battles.losses")
def losses(world: World, frame: Frame) -> Directive:
    """Who was not wiped out says what it has lost, kind by kind; of a side that has held, somebody is left."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    for side in (battle.attackers, battle.defenders):
        standing = _standing(world, neutral.bind(side))
        for force, fact, there in standing:
            if fact in frame.asked:
                continue
            last = len(standing) == 1 and frame.ended not in battle.to_the_last
            most = there - 1 if last else there
            kind = fact.rsplit(".", 1)[1]
            prompt = f"How many {kind} of {force.says} were lost in the battle?"
            question = ask_amount(TABLE, prompt, range(most + 1), cite=battle.rule, subject=frame.country)
            return ask(question, then="twg.battles.lost", into="lost", fact=fact, asked=[*frame.asked, fact])
    return go("twg.battles.moves-in")


@steps.step("twg.battles.lost")
def lost(world: World, frame: Frame) -> Directive:
    family, place, *names = frame.fact.split(".")
    dead = {names[-1]: frame.lost}
    fallen = falling(place, dead) if family == "army" else leaving([place], names[0], dead)
    return do(enacted(fallen, world), then="twg.battles.losses")


@steps.step("twg.battles.moves-in")
def moves_in(world: World, frame: Frame) -> Directive:
    """A country's own army may win another's land: at least one of its units stands there."""
    battle = neutral_by_slug()[frame.country].battles[frame.number]
    home, land = battle.moves_in.get(frame.ended, ("", ""))
    there = world.get(f"army.{home}.infantry") if home else 0
    if not there:
        return go("twg.battles")
    prompt = f"How many infantry of {place_name(home)} stand in {place_name(land)} now?"
    question = ask_amount(TABLE, prompt, range(1, there + 1), cite=battle.rule, subject=frame.country)
    return ask(question, then="twg.battles.moved-in", into="moved", home=home, land=land)


@steps.step("twg.battles.moved-in")
def moved_in(world: World, frame: Frame) -> Directive:
    moved = moving_in(frame.home, frame.land, {"infantry": frame.moved})
    return do(enacted(moved, world), then="twg.battles")
