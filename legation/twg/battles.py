"""Attacks on neutrals and their consequences: reactions, empires, conquest, and the battles that charts order."""

from __future__ import annotations

from collections.abc import Iterable

from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, all_of, choice, holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose, confirm
from legation.core.rules import Note, Rule, carry_out, sets
from legation.twg.chart import Battle, Neutral, Stance, as_rule
from legation.twg.geography import geography
from legation.twg.neutrals import home_of, neutral_by_slug, neutrals
from legation.twg.powers import ALL, ORDER, TITLES, side_of
from legation.twg.steps import steps
from legation.twg.vocabulary import totally_controlled

__all__ = ["RULES", "pending"]

REACTION = Note("an attacked neutral takes the class of the box for the attacker's side", cite="DG-ATK-1")
AT_THE_DICE = Note("it does so when the attack dice are rolled", cite="DG-ATK-2")
CONQUEST = Note("a conquered territory comes under the conqueror's Total Control", cite="DG-AFF-6")
ONE_OF_THEM = Note("after a joint attack any attacker with a land unit there may take control", cite="DG-AFF-7")
NOT_CONQUERED = Note("the box decides for a country that was attacked and not conquered", cite="DG-ATK-11")
LATEST = Note("after attacks by both sides the latest one counts", cite="DG-ATK-9")
EMPIRE = Note("an attack on one member of an empire is an attack on all", cite="DG-COL-1")
WHETHER_OR_NOT = Note(
    "the whole empire reacts, each member by its own chart, whether or not the attack succeeds", cite="DG-COL-2"
)

RULES = (REACTION, AT_THE_DICE, CONQUEST, ONE_OF_THEM, NOT_CONQUERED, LATEST, EMPIRE, WHETHER_OR_NOT)


def is_players_land(place: str) -> Expr:
    """Held by conquest, chart or set-up it is some nation's own land; held by an attack reaction it still reacts."""
    return all_of(
        totally_controlled(place), ~choice(f"control.{place}", "reaction", says=f"{place} is held by a reaction")
    )


@steps.step("twg.attack")
def attack(world: World, frame: Frame) -> Directive:
    """An attack is reported at the moment its dice are rolled."""
    if frame.get("attacker") not in ALL:
        raise NotFound("nation", frame.get("attacker"), ALL)
    target = frame.get("target")
    if target not in geography().places:
        raise NotFound("territory", target, geography().all)
    rules = [*_remember(world, frame.attacker, target), *_reactions(world, frame.attacker, target)]
    _, changes = carry_out(rules, world)
    return do(changes, then="twg.attack.outcome", joined=frame.get("joined", []))


def _remember(world: World, attacker: str, target: str) -> list[Rule]:
    """Charts ask whether a nation has attacked another's land: its original land, or what it holds fully."""
    place = geography().places[target]
    if place.neutral:
        owners = [n for n in ALL if world.get(f"stance.{target}.{n}") == "total"]
    else:
        owners = [world.get(f"holder.{target}") or ""]
    return [
        Rule("the attack is remembered", REACTION.cite, sets=(sets(f"attacked.{attacker}.{n}", True),))
        for n in owners
        if n in ALL and n != attacker
    ]


def _reactions(world: World, attacker: str, target: str) -> list[Rule]:
    home = home_of().get(target)
    if home is None or holds(is_players_land(target), world):
        return []
    REACTION.used(world)
    AT_THE_DICE.used(world)
    if len(home.members) > 1:
        EMPIRE.used(world)
        WHETHER_OR_NOT.used(world)
    elif home.no_colonies:
        home.no_colonies.used(world)
    return [rule for member in home.members for rule in _reaction(world, home, member, attacker)]


def _reaction(world: World, home: Neutral, member: str, attacker: str) -> list[Rule]:
    """The box of one member: the first line that fits; land that is a nation's own is left out."""
    if holds(is_players_land(member), world):
        return []
    side = side_of(attacker)
    boxes = home.boxes(member)
    for box in boxes.against("allies" if side == "axis" else "axis"):
        world.note(box.cite, False)
    for box in boxes.against(side):
        rule: Rule = home.bind(box.rule(member, control="reaction"))
        if holds(rule.when, world):
            return [rule]
        world.note(box.cite, False)
    return []


@steps.step("twg.attack.outcome")
def outcome(world: World, frame: Frame) -> Directive:
    """Conquered or not: the table says, unless the report said so already."""
    if frame.get("outcome") is None:
        name = geography().places[frame.target].name
        labels = {"repelled": f"{name} held", "conquered": f"{name} was conquered"}
        return ask(
            choose(TABLE, f"How did the attack on {name} end?", labels, cite=NOT_CONQUERED.cite),
            then="twg.attack.outcome",
            into="outcome",
        )
    if frame.outcome not in ("repelled", "conquered"):
        raise Refused(f"an attack ends repelled or conquered, not {frame.outcome!r}", rule=NOT_CONQUERED.cite)
    if frame.outcome == "repelled":
        NOT_CONQUERED.used(world)
        return done()
    takers = [frame.attacker, *frame.joined]
    if len(takers) > 1:
        ONE_OF_THEM.used(world)
        labels = {n: TITLES[n] for n in takers}
        question = choose(TABLE, "Which attacker with a land unit there takes control?", labels, cite=ONE_OF_THEM.cite)
        return ask(question, then="twg.attack.conquered", into="taker")
    return go("twg.attack.conquered", taker=frame.attacker)


@steps.step("twg.attack.conquered")
def conquered(world: World, frame: Frame) -> Directive:
    if not geography().places[frame.target].neutral:
        holder = Rule("the conqueror holds it", CONQUEST.cite, sets=(sets(f"holder.{frame.target}", frame.taker),))
        return done(carry_out([holder], world)[1])
    stance = Stance("total", (frame.taker,))
    rule = Rule(CONQUEST.label, CONQUEST.cite, sets=stance.sets(frame.target, control="conquest"))
    return done(carry_out([rule], world)[1])


# -- battles that charts order
def commander(battle: Battle, neutral: Neutral, world: World) -> str | None:
    if isinstance(battle.commander, str):
        return battle.commander
    return next((n for n, when in battle.commander.items() if holds(neutral.bind(when), world)), None)


def pending(world: World, only: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
    """(commander, country, number) of the battles that are ordered or may be ordered now, in the order of play."""
    names = set(only or ())
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
            if due and who and holds(neutral.bind(battle.due), world):
                found.append((ORDER.index(who), who, neutral.slug, i))
    return [(who, slug, i) for _, who, slug, i in sorted(found)]


@steps.step("twg.battles")
def battles(world: World, frame: Frame) -> Directive:
    """Each battle once, in the turn of the nation that commands it."""
    fought = frame.get("fought", [])
    for who, country, number in pending(world, frame.get("only")):
        if [country, number] in fought:
            continue
        battle = neutral_by_slug()[country].battles[number]
        keep = {"country": country, "number": number, "fought": [*fought, [country, number]], "who": who}
        if battle.order is None:
            return go("twg.battles.dice", **keep)
        question = confirm(who, f"{battle.label}: order it this turn?", cite=battle.order.cite, subject=country)
        return ask(question, then="twg.battles.ordered", into="wanted", **keep)
    return done()


@steps.step("twg.battles.ordered")
def ordered(world: World, frame: Frame) -> Directive:
    return go("twg.battles.dice" if frame.wanted else "twg.battles")


@steps.step("twg.battles.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The attack dice are rolled at the table; what they bring about at once happens now."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    for permit in battle.allowed:
        neutral.bind(permit).allows(world)
    for note in battle.notes:
        world.note(note.cite, True)
    _, changes = carry_out([neutral.bind(as_rule(r)) for r in battle.at_dice], world)
    return do(changes, then="twg.battles.report")


@steps.step("twg.battles.report")
def report(world: World, frame: Frame) -> Directive:
    battle = neutral_by_slug()[frame.country].battles[frame.number]
    question = choose(
        TABLE, f"{battle.label}: how did it end?", list(battle.outcomes), cite=_cite(battle), subject=frame.country
    )
    return ask(question, then="twg.battles.over", into="ended")


def _cite(battle: Battle) -> str:
    return next(rule.cite for rules in battle.outcomes.values() for rule in rules)


@steps.step("twg.battles.over")
def over(world: World, frame: Frame) -> Directive:
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    rules: list[Rule] = [neutral.bind(as_rule(r)) for r in battle.outcomes[frame.ended]]
    for outcome, others in battle.outcomes.items():
        for rule in others if outcome != frame.ended else ():
            world.note(rule.cite, False)
    if battle.order is None:
        rules.append(Rule("the battle has been fought", _cite(battle), sets=(sets(f"ordered.{battle.name}", False),)))
    _, changes = carry_out(rules, world)
    return do(changes, then="twg.battles")
