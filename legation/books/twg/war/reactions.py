"""What a neutral and its empire make of an attack: who reacts, by which box, and who then decides for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.books.twg.chart import Becomes, Neutral, Stance
from legation.books.twg.charts import home_of, neutrals
from legation.books.twg.deeds import ATTACKER, by
from legation.books.twg.diplomacy.unrest import CONDITIONS
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL, SIDES, enemies, side_of
from legation.books.twg.vocabulary import HERE, place_name
from legation.books.twg.war.aggression import STAMPED
from legation.books.twg.war.rights_of_war import is_players_land
from legation.core.deeds import Deed, On, Role, follows
from legation.core.expr import YES, Expr, any_choice, bound, holds, named
from legation.core.facts import World
from legation.core.rules import Rule, bespoke, brought_by, comes_up, sets
from legation.core.turning import kept

__all__ = ["BOX_DECIDES", "RULES", "box_against", "decide_for_sworn", "deciders", "is_sworn", "reactions"]
__all__ += ["reacts_with"]

BOX_DECIDES = "DG-AFF-13"


@bespoke("DG-ATK-1", reads=[is_players_land(HERE)])
def reacts(world: World, home: Neutral | None, target: str) -> bool:
    """An attacked neutral takes the class of the box for the attacker's side."""
    return home is not None and not holds(is_players_land(target), world)


def takes_part(place: str) -> Expr:
    """A member of an empire reacts by its own chart, whether or not the attack on another member succeeds."""
    says = f"{place_name(place)} is [no nation's own land, and reacts with its empire|a nation's own land]"
    return named(says, ~is_players_land(place), cite="DG-COL-2")


def reacts_with(world: World, place: str) -> Neutral | None:
    """The chart that a territory follows when attacked: its home country's, or that of its present owner."""
    for neutral in neutrals():
        if place in neutral.absorbs and holds(neutral.absorbs[place], world):
            return neutral
    return home_of().get(place)


@bespoke("DG-COL-4")
def halves_of(world: World, home: Neutral) -> list[str]:
    """Poland and Brazil are each one nation in two territories that react together and share every change."""
    return [half.slug for half in home.halves]


@bespoke("DG-COL-3")
def colonies_of(world: World, home: Neutral) -> list[str]:
    """The colonies of a neutral are those that its chart lists: seven neutrals have some."""
    return [colony.slug for colony in home.colonies]


def empire_of(world: World, home: Neutral) -> list[str]:
    """The territories that react together: the home country, its halves and colonies, and what it has absorbed."""
    listed, own = home.empire.lands, (*halves_of(world, home), *colonies_of(world, home))
    first, last = ([place for place in of if reacts_with(world, place) is home] for of in ([home.slug], home.absorbs))
    return [*first, *(land for land in home.empire.reacting(world) if land in own or land not in listed), *last]


@bespoke("DG-COL-1", reads=[takes_part(HERE)])
def attacked_with(world: World, members: Iterable[str], target: str) -> list[str]:
    """An attack on one member of an empire is an attack on all."""
    return [member for member in members if member != target and holds(takes_part(member), world)]


CHART = Role("chart", "the country whose chart says what becomes of it")
REACTION = Deed("reaction", "{chart} reacts to an attack by {attacker}", "DG-ATK-1", (CHART, ATTACKER))
REMEMBERED = On(
    "the attack is remembered",
    CONDITIONS.cite,
    on=REACTION,
    sets=tuple(sets(f"last-attack.{CHART}", side, by(*nations)) for side, nations in SIDES.items()),
    again=True,
)


def reactions(world: World, attacker: str, target: str) -> list[Rule]:
    home = reacts_with(world, target)
    reacting = reacts(world, home, target)
    members = empire_of(world, home) if home and reacting else []
    struck = (target, *attacked_with(world, members, target))
    if home is None or not reacting:
        return []
    remembered = follows((REMEMBERED,), REACTION, chart=home.slug, attacker=attacker)
    return [*remembered, *(rule for m in members if m in struck for rule in _reaction(world, home, m, attacker))]


def _reaction(world: World, home: Neutral, member: str, attacker: str) -> list[Rule]:
    """The box of one member: the first line that fits."""
    boxes = home.boxes(member)
    for box in brought_by({side: boxes.against(side) for side in SIDES}, side_of(attacker), world):
        rule: Rule = home.bind(box.rule(member, control="reaction"))
        if comes_up(world, holds(rule.when, world), box):
            # what another member's reaction changes does not matter any more
            return [replace(rule, when=YES, then=(*rule.then, *_stamp(member, box.to, attacker)))]
    return []


@kept
def _stamp(member: str, to: Stance, attacker: str) -> tuple[Rule, ...]:
    """When it was that a neutral came under Total Control by reacting."""
    if to.cls != "total" or member not in geography().neutrals:
        return ()
    return (bound(STAMPED, here=member, owner=to.nations[0], attacker=attacker),)


def is_sworn(world: World, place: str) -> bool:
    return any(world.get(f"stance.{place}.{n}") == "sworn" for n in ALL)


def box_against(world: World, attacker: str, target: str) -> Becomes | None:
    """The line of the attack box that fits the attacker's side now."""
    home = reacts_with(world, target)
    boxes = home.boxes(target).against(side_of(attacker)) if home else ()
    return next((box for box in boxes if home and holds(home.bind(box.when), world)), None)


def deciders(world: World, attacker: str, target: str) -> tuple[str, ...]:
    """The nations in the box for the attacker's side; his opponents, if that is nobody or himself."""
    box = box_against(world, attacker, target)
    nations = box.to.nations if box else ()
    return nations if nations and attacker not in nations else enemies(attacker)


@bespoke(BOX_DECIDES, reads=[any_choice((f"stance.{HERE}.{n}" for n in ALL), "sworn", says="{Here} is[ not] Sworn")])
def decide_for_sworn(world: World, attacker: str, target: str) -> tuple[str, ...]:
    """The player in the attack box decides for a Sworn country; failing that, the attacker's opponents do."""
    return deciders(world, attacker, target) if is_sworn(world, target) else ()


RULES = (REMEMBERED, reacts, attacked_with, takes_part(HERE), colonies_of, halves_of, decide_for_sworn)
