"""What peace forbids under the 1939 rules: factories, and the isolation of the U.S.A. until its Security Zone and war.

Sea zones are the board's affair; a question about one names its kind (`SEAS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legation.books.twg.deeds import SEA_ATTACK
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import FRANCE, GERMANY, TITLES, UK, USA, USSR, sentence, title
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import HERE
from legation.books.twg.war.vichy_conflicts import AIR_SUPREMACY
from legation.books.twg.war.war_status import CLIMBERS, at_least, at_war, in_force
from legation.core.book import Procedure
from legation.core.deeds import Deed, On, Role, enacted, filled, follows
from legation.core.errors import Refused
from legation.core.expr import NO, Expr, all_of, any_of, bound, choice, holds, named, truth
from legation.core.facts import Change, Family, Flag, Teller, World
from legation.core.machine import Directive, Frame, ask, do, go
from legation.core.requests import confirm
from legation.core.rules import Duty, Limit, Permit, Rule, carry_out, sets
from legation.core.voice import as_name

__all__ = ["ACTIONS", "FACTS", "PROCEDURES", "RULES", "SEAS", "answer", "limits", "place_says"]
__all__ += ["check_attack_at_sea", "standing", "strayed", "waters"]

OPEN_SEA, OWN_WATERS = "open-sea", "american-waters"
SEAS = {
    OPEN_SEA: "the open sea",
    OWN_WATERS: "a zone next to original American land",
    "american-coast": "a zone next to North or South America",
    "foreign-waters": "another sea zone",
}
HOME_WATERS = (OPEN_SEA, OWN_WATERS)


def zone_says(zone: str | None) -> str:
    """A sea zone in a question: by where it lies, or by its name."""
    if zone in SEAS:
        return SEAS[zone].replace("a zone", "the sea zone").replace("another sea zone", "the sea zone")
    return f"the {as_name(zone)}" if zone else "the sea zone"


ACTIONS = {
    "build-factory": "build or change a factory in {0}",
    "destroy-factory": "reduce or destroy a factory in {0}",
    "end-at-sea": "end a move of its ships in {0}",
    "pass": "pass {0} with its ships in non-combat movement",
    "attack-ships": "attack ships in {0}",
    "retreat": "retreat to {0}",
    "fly": "land its aircraft in {0}",
    "defend": "defend {0} beside others",
    "support": "send aircraft to help defend {0}",
}
FACTS = (
    Family(
        "strayed",
        Flag(),
        "American ships have[ not] retreated into closed waters",
        told_by=Teller.BOARD,
        default=False,
        because="a retreat is told with the sea attack that it ends",
    ),
)

MEETING = "{meeting}"  # a slot: what is met there, or happens there


def meeting(*what: str, says: str) -> Expr:
    return filled(MEETING, *what, says=says)


# -- factories
PEACE = {
    n: named(
        f"{title(n)} is [below Full War, and wages war within limits|at Full War, and no limit binds it]",
        ~at_war(n),
        cite="R39-WAR-PEACE-LIMITS",
    )
    for n in CLIMBERS
}
BUILDS = {
    USSR: ("the USSR builds and changes no factory before Full War", "R39-SOV-FACTORY"),
    UK: ("the U.K. and France build and change no factory before Full War", "R39-UKF-FACTORY"),
    USA: ("the U.S.A. builds and changes no factory before Full War", "R39-USA-FACTORY"),
}
DESTROYS = {
    USSR: ("the USSR destroys only a factory that is attacked", "R39-SOV-FACTORY-DESTROY"),
    UK: ("the U.K. and France destroy only a factory that is attacked", "R39-UKF-FACTORY-DESTROY"),
    USA: ("the U.S.A. destroys only a factory that is attacked", "R39-USA-FACTORY-DESTROY"),
}
UNHURT = ~meeting("attacked", says="the factory is[ not] attacked")
FACTORY = {n: Limit(*BUILDS[UK if n == FRANCE else n], when=PEACE[n]) for n in CLIMBERS}
DESTROY = {n: Limit(*DESTROYS[UK if n == FRANCE else n], when=all_of(PEACE[n], UNHURT)) for n in CLIMBERS}

# -- the U.S.A.
ISOLATED = named("the U.S.A. is[ not] isolated", ~at_least(USA, "10"), cite="R39-USA-ISO-STATE")
SECURITY_ZONE = named(
    "Roosevelt's Security Zone is[ not] in force", all_of(~ISOLATED, ~at_war(USA)), cite="R39-USA-SZ-STATE"
)
AMERICAN_LAND = filled(HERE, *geography().original(USA), says="it is [original|no original] American land")
AT_HOME = filled(
    HERE, *HOME_WATERS, says="it is [the open sea, or|neither the open sea nor] next to original American land"
)
CONTIGUOUS = ("northwest-usa", "southwest-usa", "central-usa", "northeast-usa", "southeast-usa")
BUILD = Limit(
    "new American units stand in the five contiguous territories until Full War",
    cite="R39-USA-ISO-BUILD",
    when=all_of(PEACE[USA], ~filled(HERE, *CONTIGUOUS, says="it is[ not] one of the five")),
)
MOVE = "R39-USA-SZ-MOVE"
OPENED = named("the Security Zone opens every friendly land", SECURITY_ZONE, cite=MOVE)
LAND = Limit(
    "isolated American units keep to original American land",
    cite="R39-USA-ISO-LAND",
    when=all_of(PEACE[USA], ~AMERICAN_LAND, ~OPENED),
)
NON_COMBAT = Limit(
    "beyond it they move only in non-combat, to defend",
    cite="R39-USA-SZ-NONCOMBAT",
    when=all_of(SECURITY_ZONE, ~AMERICAN_LAND, choice("using", "combat", says="it is[ not] done in combat movement")),
)
GONE_OVER = all_of(
    truth(f"sea-conflict.{USA}", "American ships [may|cannot] lie beside new German ships"),
    meeting(GERMANY, says="[|no ]German ships are attacked"),
)  # wherever that is, they attack or leave: R39-FALL-CONF-DECIDE
SEA = Limit(
    "isolated American ships keep to the open sea and their own coasts",
    cite="R39-USA-ISO-SEA",
    when=all_of(ISOLATED, ~AT_HOME, ~GONE_OVER),
)
ATTACKS = Limit(
    "below Full War the U.S.A. attacks no land, and ships only in the open sea, at home or, later, at American coasts",
    cite="R39-USA-SZ-ATTACK",
    when=all_of(PEACE[USA], filled(HERE, "foreign-waters", says="it is [another|no other] coast"), ~GONE_OVER),
    on=SEA_ATTACK,
)
NOT_BLOCKED = named(
    "an enemy transport alone closes nothing",
    meeting("transport", says="it is [a|no] transport"),
    cite="R39-USA-ISO-TRANSPORT",
)
BLOCKED = Limit(
    "enemy warships close a zone that is neither open sea nor their own coast",
    cite="R39-USA-ISO-BLOCK",
    when=all_of(~NOT_BLOCKED, ISOLATED, ~AT_HOME, meeting("warships", "transport", says="[|no ]enemy ships are there")),
)
THROUGH = Permit(
    "they may pass any zone if they end in the open sea or at home", cite="R39-USA-ISO-PASS", when=ISOLATED
)
AIRCRAFT = Permit(
    "aircraft fly anywhere, and land at home or on a carrier there",
    cite="R39-USA-ISO-AIR",
    when=any_of(~ISOLATED, AMERICAN_LAND, AT_HOME),
)
RETREAT = Permit(
    "attacked ships may retreat into closed waters that no enemy holds",
    cite="R39-USA-RETREAT",
    when=~meeting("enemy", says="[an|no] enemy is there"),
)
COME_BACK = Duty(
    "ships that strayed are back in legal waters before the turn ends",
    cite="R39-USA-RETREAT-BACK",
    when=truth("strayed", "American ships have[ not] retreated into closed waters"),
    to=USA,
)
WATERS = Role("waters", "where the ships are then", tuple(SEAS))
FLIGHT = Deed("flight", "attacked American ships retreat", RETREAT.cite, (WATERS,))
STRAYED = On(
    "attacked ships that retreat into closed waters have strayed",
    COME_BACK.cite,
    on=FLIGHT,
    when=ISOLATED & ~filled(WATERS, *HOME_WATERS, says="the waters are [open|closed] to them"),
    sets=(sets("strayed", True),),
    again=True,
)
BACK = Rule("they are back", COME_BACK.cite, sets=(sets("strayed", False),), again=True)
ANYWHERE = Permit(
    "an attack on American land is war, and units retreat anywhere",
    cite="R39-USA-RETREAT-LAND",
    when=any_of(at_war(USA), AMERICAN_LAND),
)
DEFENDS = Permit(
    "American units on friendly land defend it with the others",
    cite="R39-USA-SZ-DEFEND",
    when=any_of(~ISOLATED, AMERICAN_LAND),
)
NEXT_DOOR = Permit(
    "American aircraft may help to defend adjacent Allied land",
    cite="R39-USA-SZ-AIR",
    when=all_of(choice(f"option.{AIR_SUPREMACY}", "yes", says="the group plays with[out] Air Supremacy"), ~ISOLATED),
)


def limits(nation: str, action: str, place: str, friend: Expr) -> tuple[Limit | Permit, ...]:
    """What isolation and Security Zone say before the general rules; `friend` tells whether the land is friendly."""
    if nation != USA:
        return ()
    if action == "build":
        return (BUILD,)
    if action not in ("enter", "occupy"):
        return ()
    moves = Permit("in the Security Zone they may move to any friendly land", MOVE, all_of(OPENED, friend))
    return LAND, NON_COMBAT, moves


RULES = (
    tuple(FACTORY[n] for n in (USSR, UK, USA)),
    tuple(DESTROY[n] for n in (USSR, UK, USA)),
    (BUILD, LAND, NON_COMBAT, SEA, ATTACKS, BLOCKED, THROUGH),
    (AIRCRAFT, RETREAT, COME_BACK, STRAYED, ANYWHERE, DEFENDS, NEXT_DOOR),
)
FREE = Permit("nothing forbids it", cite="R39-WAR-FULL-EFFECT")

Answer = tuple[bool, Limit | Permit]
AMERICAS = ("North America", "South America")


def waters(zone: str, coasts: Iterable[str] | None, shores: Mapping[str, Iterable[str]]) -> str:
    """The kind of sea (`SEAS`) that is known of a zone; nothing if only the board can tell.

    Known are the nations with original land beside it, by the report or, of some zones, by the book (`shores`).
    """
    if zone in SEAS:
        return zone
    if zone in shores:
        return "american-waters" if USA in shores[zone] else "foreign-waters"
    beside = tuple(coasts or ())
    if USA in beside:
        return "american-waters"
    places = geography().places
    american = any(places[place].continent in AMERICAS for place in geography().original(*beside))
    return "" if not beside else "american-coast" if american else "foreign-waters"


def check_attack_at_sea(world: World, kind: str, navies: Iterable[str]) -> None:
    """American units attack no ships in waters that are known to be closed to them."""
    for navy in navies if kind else ():
        allowed, rule = answer(world, USA, "attack-ships", kind, navy)
        if not allowed:
            message = f"{TITLES[USA]} may not {ACTIONS['attack-ships'].format(place_says(kind))}: {rule.label}"
            raise Refused(message, rule=rule.cite)


def strayed(world: World, kind: str) -> list[Change]:
    """Attacked American ships have retreated into waters of this kind."""
    return enacted(follows((STRAYED,), FLIGHT, waters=kind), world)


def standing(world: World, nation: str) -> list[Limit]:
    """The limits of peace that a nation has to mind all through its turn, for its turn sheet."""
    if not in_force(world) or nation not in CLIMBERS or holds(at_least(nation, "full"), world):
        return []
    at_sea = [*([SEA] if holds(ISOLATED, world) else []), ATTACKS] if nation == USA else []
    return [FACTORY[nation], *at_sea]


def place_says(place: str) -> str:
    return SEAS.get(place) or geography().places[place].name


def answer(world: World, nation: str, action: str, place: str, with_: str | int | None, friend: Expr = NO) -> Answer:
    """Whether the nation may, and by which rule; where these rules are silent it may, unless it needs a permit."""
    if not in_force(world) or nation not in CLIMBERS:
        return True, FREE
    rules = _about(nation, action, place, friend)
    for rule in rules:
        asked = bound(rule, here=place, meeting=str(with_ or "nobody"), by=nation)
        if isinstance(asked, Permit) and asked.allows(world):
            return True, asked
        if isinstance(asked, Limit) and asked.forbids(world):
            return False, asked
    return (False, rules[-1]) if rules and isinstance(rules[-1], Permit) else (True, FREE)


def _about(nation: str, action: str, place: str, friend: Expr) -> tuple[Limit | Permit, ...]:
    """The rules about an action, in the order in which they are looked at; `friend` as in `limits`."""
    if action == "build-factory":
        return (FACTORY[nation],)
    if action == "destroy-factory":
        return (DESTROY[nation],)
    if action == "retreat" and place not in SEAS and nation == USA:
        falls_back = all_of(SECURITY_ZONE, friend)
        return Permit("in the Security Zone they retreat to friendly land", DEFENDS.cite, falls_back), ANYWHERE
    return CHARTER[action] if nation == USA else ()


CHARTER: dict[str, tuple[Limit | Permit, ...]] = {
    "end-at-sea": (SEA,),
    "attack-ships": (SEA, ATTACKS),
    "pass": (BLOCKED, THROUGH, SEA),
    "fly": (AIRCRAFT,),
    "retreat": (RETREAT,),
    "defend": (DEFENDS,),
    "support": (NEXT_DOOR,),
}
PROCEDURES = {"orders": Procedure("twg.orders", "what a nation must see to in its turn", {"nation": "the nation"})}


# -- in the American turn
@steps.step("twg.orders")
def orders(world: World, frame: Frame) -> Directive:
    """Ships that strayed come back; then whoever shares a place with Vichy units decides."""
    if frame.nation == USA and in_force(world) and (told := COME_BACK.told(world)):
        did = "says that its ships are back in legal waters"
        prompt = f"{sentence(TITLES[USA])}: {told}."
        question = confirm(USA, prompt, cite=COME_BACK.cite, yes="They are back", no=None, did=did)
        return ask(question, then="twg.orders.back", into="nod")
    return go("twg.duties")


@steps.step("twg.orders.back")
def back(world: World, frame: Frame) -> Directive:
    return do(carry_out([BACK], world)[1], then="twg.duties")
