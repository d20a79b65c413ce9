"""What peace forbids under the 1939 rules: factories, and the isolation of the U.S.A. until its Security Zone and war.

Sea zones are the board's affair; a question about one names its kind (`SEAS`).
"""

from __future__ import annotations

from legation.core.book import Procedure
from legation.core.expr import Expr, all_of, choice, holds, lift, named
from legation.core.facts import Family, Flag, Teller, World
from legation.core.machine import Directive, Frame, ask, do, go
from legation.core.requests import confirm
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg.geography import geography, slug
from legation.twg.powers import FRANCE, TITLES, UK, USA, USSR, sentence
from legation.twg.steps import steps
from legation.twg.vichy_conflicts import AIR_SUPREMACY
from legation.twg.war_status import CLIMBERS, at_least, in_force

__all__ = ["ACTIONS", "FACTS", "PROCEDURES", "RULES", "SEAS", "answer", "limits", "place_says"]
__all__ += ["standing"]

SEAS = {
    "open-sea": "the open sea",
    "american-waters": "a zone next to original American land",
    "american-coast": "a zone next to North or South America",
    "foreign-waters": "any other sea zone",
}
HOME_WATERS = ("open-sea", "american-waters")
ACTIONS = {
    "build-factory": "build or change a factory there",
    "destroy-factory": "reduce or destroy a factory there",
    "end-at-sea": "end a move of its ships there",
    "pass": "pass with its ships in non-combat movement",
    "attack-ships": "attack ships there",
    "retreat": "retreat there",
    "fly": "land its aircraft there",
    "defend": "defend it beside others",
    "support": "send aircraft to help defend it",
}
FACTS = (
    Family("strayed", Flag(), "American ships have retreated into closed waters", told_by=Teller.BOARD, default=False),
)

# -- factories
PEACE = Limit("below Full War a nation wages war within limits", cite="R39-WAR-PEACE-LIMITS")
FACTORY = {
    USSR: Limit("the USSR builds and changes no factory before Full War", cite="R39-SOV-FACTORY"),
    UK: Limit("the U.K. and France build and change no factory before Full War", cite="R39-UKF-FACTORY"),
    USA: Limit("the U.S.A. builds and changes no factory before Full War", cite="R39-USA-FACTORY"),
}
DESTROY = {
    USSR: Limit("the USSR destroys only a factory that is attacked", cite="R39-SOV-FACTORY-DESTROY"),
    UK: Limit("the U.K. and France destroy only a factory that is attacked", cite="R39-UKF-FACTORY-DESTROY"),
    USA: Limit("the U.S.A. destroys only a factory that is attacked", cite="R39-USA-FACTORY-DESTROY"),
}

# -- the U.S.A.
ISOLATED = named("the U.S.A. is isolated", ~at_least(USA, "10"), cite="R39-USA-ISO-STATE")
SECURITY_ZONE = named(
    "Roosevelt's Security Zone is in force", at_least(USA, "10") & ~at_least(USA, "full"), cite="R39-USA-SZ-STATE"
)
AT_HOME = Note(
    "new American units stand in the five contiguous territories until Full War",
    cite="R39-USA-ISO-BUILD",
    value=("northwest-usa", "southwest-usa", "central-usa", "northeast-usa", "southeast-usa"),
)
LAND = "R39-USA-ISO-LAND"
ZONE_MOVES = "R39-USA-SZ-MOVE"
NON_COMBAT = "R39-USA-SZ-NONCOMBAT"
SEA = Limit("isolated American ships keep to the open sea and their own coasts", cite="R39-USA-ISO-SEA")
ATTACKS = Limit(
    "below Full War the U.S.A. attacks no land, and ships only in the open sea, at home or, later, at American coasts",
    cite="R39-USA-SZ-ATTACK",
)
THROUGH = Permit("they may pass any zone if they end in the open sea or at home", cite="R39-USA-ISO-PASS")
BLOCKED = Limit("enemy warships close a zone that is neither open sea nor their own coast", cite="R39-USA-ISO-BLOCK")
NOT_BLOCKED = Permit("an enemy transport alone closes nothing", cite="R39-USA-ISO-TRANSPORT")
AIRCRAFT = Permit("aircraft fly anywhere, and land at home or on a carrier there", cite="R39-USA-ISO-AIR")
RETREAT = Permit("attacked ships may retreat into closed waters that no enemy holds", cite="R39-USA-RETREAT")
COME_BACK = Limit("ships that strayed are back in legal waters before the turn ends", cite="R39-USA-RETREAT-BACK")
ANYWHERE = Permit("an attack on American land is war, and units retreat anywhere", cite="R39-USA-RETREAT-LAND")
DEFENDS = Permit("American units on friendly land defend it with the others", cite="R39-USA-SZ-DEFEND")
NEXT_DOOR = Permit("American aircraft may help to defend adjacent Allied land", cite="R39-USA-SZ-AIR")


def limits(nation: str, action: str, place: str, friend: Expr) -> tuple[Limit | Permit, ...]:
    """What isolation and Security Zone say before the general rules; `friend` tells whether the land is friendly."""
    if nation != USA:
        return ()
    below = ~at_least(USA, "full")
    if action == "build":
        away = place not in AT_HOME.value
        return (Limit(AT_HOME.label, AT_HOME.cite, below & lift(away)),)
    if action not in ("enter", "occupy"):
        return ()
    own = lift(place in geography().original(USA))
    fighting = choice("using", "combat", says="in combat movement")
    return (
        Limit("isolated American units keep to original American land", LAND, all_of(ISOLATED, ~own)),
        Limit("beyond it they move only in non-combat, to defend", NON_COMBAT, all_of(SECURITY_ZONE, ~own, fighting)),
        Permit("in the Security Zone they may move to any friendly land", ZONE_MOVES, all_of(SECURITY_ZONE, friend)),
    )


RULES = (
    (PEACE, tuple(FACTORY.values()), tuple(DESTROY.values()), ISOLATED, SECURITY_ZONE, AT_HOME),
    tuple(r for r in limits(USA, "enter", "great-britain", lift(True))),
    (SEA, ATTACKS, THROUGH, BLOCKED, NOT_BLOCKED, AIRCRAFT, RETREAT, COME_BACK, ANYWHERE, DEFENDS, NEXT_DOOR),
)
FREE = Note("nothing forbids it", cite="R39-WAR-FULL-EFFECT")

Answer = tuple[bool, Limit | Permit | Note]


def standing(world: World, nation: str) -> list[Limit]:
    """The limits of peace that a nation has to mind all through its turn, for its turn sheet."""
    if not in_force(world) or nation not in CLIMBERS or holds(at_least(nation, "full"), world):
        return []
    factory = FACTORY[UK if nation == FRANCE else nation]
    at_sea = [*([SEA] if _isolated(world) else []), ATTACKS] if nation == USA else []
    return [factory, *at_sea]


def place_says(place: str) -> str:
    return SEAS.get(place) or geography().places[place].name


def answer(world: World, nation: str, action: str, place: str, with_: str | int | None) -> Answer:
    """Whether the nation may, and by which rule; where these rules are silent it may."""
    if not in_force(world) or nation not in CLIMBERS:
        return True, FREE
    if action in ("build-factory", "destroy-factory"):
        return _factory(world, nation, action, with_ == "attacked")
    if nation != USA:
        return True, FREE
    return ANSWERS[action](world, place, str(with_ or ""))


def _factory(world: World, nation: str, action: str, attacked: bool) -> Answer:
    key = UK if nation == FRANCE else nation
    below = not holds(at_least(nation, "full"), world)
    world.note(PEACE.cite, below)
    rule = FACTORY[key] if action == "build-factory" else DESTROY[key]
    forbidden = below and not (action == "destroy-factory" and attacked)
    world.note(rule.cite, forbidden)
    return not forbidden, rule if forbidden else FREE


def _isolated(world: World) -> bool:
    return holds(ISOLATED, world)


def _at_sea(world: World, place: str, with_: str) -> Answer:
    closed = _isolated(world) and place not in HOME_WATERS
    world.note(SEA.cite, closed)
    return not closed, SEA if closed else FREE


def _attack(world: World, place: str, with_: str) -> Answer:
    allowed, rule = _at_sea(world, place, with_)
    if not allowed:
        return allowed, rule
    holds(SECURITY_ZONE, world)
    closed = place == "foreign-waters" and not holds(at_least(USA, "full"), world)
    world.note(ATTACKS.cite, closed)
    return not closed, ATTACKS if closed else FREE


def _pass(world: World, place: str, with_: str) -> Answer:
    isolated = _isolated(world)
    blocked = isolated and with_ == "warships" and place not in HOME_WATERS
    world.note(BLOCKED.cite, blocked)
    world.note(NOT_BLOCKED.cite, isolated and with_ == "transport")
    world.note(THROUGH.cite, isolated and not blocked)
    return not blocked, BLOCKED if blocked else THROUGH if isolated else FREE


def _fly(world: World, place: str, with_: str) -> Answer:
    home = place in HOME_WATERS or place in geography().original(USA)
    isolated = _isolated(world)
    world.note(AIRCRAFT.cite, isolated and home)
    return home or not isolated, AIRCRAFT if isolated else FREE


def _retreat(world: World, place: str, with_: str) -> Answer:
    if place not in SEAS:
        war = holds(at_least(USA, "full"), world)
        world.note(ANYWHERE.cite, war)
        return war or place in geography().original(USA), ANYWHERE
    isolated, held = _isolated(world), with_ == "enemy"
    world.note(RETREAT.cite, isolated and not held)
    return not held, RETREAT


def _defend(world: World, place: str, with_: str) -> Answer:
    allowed = not _isolated(world) or slug(place_says(place)) in geography().original(USA)
    world.note(DEFENDS.cite, allowed)
    return allowed, DEFENDS


def _support(world: World, place: str, with_: str) -> Answer:
    allowed = world.get(f"option.{AIR_SUPREMACY}") == "yes" and not _isolated(world)
    world.note(NEXT_DOOR.cite, allowed)
    return allowed, NEXT_DOOR


ANSWERS = {
    "end-at-sea": _at_sea,
    "attack-ships": _attack,
    "pass": _pass,
    "fly": _fly,
    "retreat": _retreat,
    "defend": _defend,
    "support": _support,
}
PROCEDURES = {"orders": Procedure("twg.orders", "what a nation must see to in its turn", {"nation": "the nation"})}


# -- in the American turn
@steps.step("twg.orders")
def orders(world: World, frame: Frame) -> Directive:
    """Ships that strayed come back; then whoever shares a place with Vichy units decides."""
    if frame.nation == USA and in_force(world):
        strayed = world.get("strayed") is True
        world.note(COME_BACK.cite, strayed)
        if strayed:
            prompt = f"{sentence(TITLES[USA])}: {COME_BACK.label}."
            question = confirm(USA, prompt, cite=COME_BACK.cite, yes="They are back", no=None)
            return ask(question, then="twg.orders.back", into="nod")
    return go("twg.duties")


@steps.step("twg.orders.back")
def back(world: World, frame: Frame) -> Directive:
    home = Rule(COME_BACK.label, COME_BACK.cite, sets=(sets("strayed", False),))
    return do(carry_out([home], world)[1], then="twg.duties")
