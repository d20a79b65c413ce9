"""What U.S.-Japanese tensions open and bind: Japanese mobilization, the Pacific Fleet, the embargo, offensives."""

from __future__ import annotations

from legation.awaw.powers import JAPAN, USA
from legation.awaw.reports import Reports
from legation.awaw.tensions.facts import BOMBED, FRONTS, OFFENSIVES
from legation.awaw.tensions.rows import Moment
from legation.awaw.tensions.tools import change, judged, more, number_from, on_all, one_of
from legation.awaw.tensions.usjt import (
    AT_WAR,
    DEFERRED,
    EMBARGO,
    FLEET_ARRIVES,
    FREE_HAND,
    LOBBY,
    MATCHED,
    NEUTRAL_WAR,
    NO_LOBBY,
    OFFENSIVES_IGNORED,
    OFFENSIVES_IGNORED_AGAIN,
    SHIPS,
    STORM_OVER_ASIA,
    USJT,
)
from legation.core.errors import Refused
from legation.core.expr import amount as amount_of
from legation.core.expr import holds, rank
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, do, done, go
from legation.core.requests import amount, confirm
from legation.core.rules import Limit, Note, Permit

__all__ = ["DECLARED", "EVENTS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- the fleet
SHIPS_OF_THE_FLEET = Note(
    "the Pacific Fleet",
    "USJT-FLEET-1",
    "Enterprise, Saratoga, Lexington; Arizona, California, Maryland, Nevada, Oklahoma, Pennsylvania, Tennessee,"
    " West Virginia; CA14, DD12 (two of them in Pearl Harbor already)",
)
STAYS = Limit("the fleet stays at Pearl Harbor until USJT 45 or war with Japan", "USJT-FLEET-3")
JOINS = Note("ships that come to the Pacific, or are built and kept there, join the fleet", "USJT-FLEET-4")
STAY_TOO = Limit("they stay with the fleet until it may leave", "USJT-FLEET-5")
FLEET_ACTS = ("leaves", "withdraws", "detaches")

# -- Japanese mobilization
AS_IT_LIKES = Permit("Japan makes its last three mobilizations when it likes", "USJT-JMOB-2")
MUST_MATCH = Note("Japan matches the first three American mobilizations at once", "USJT-JMOB-3")
ONE_A_TURN = Note("in war with the U.S. Japan mobilizes every turn until all are made", "USJT-JMOB-4")
LAST_THREE = 3
MOST_INCREASES = 9

LARGE_SHIP = 3  # factors
ENOUGH = 8  # BRPs of a limited offensive

DECLARED = (SHIPS_OF_THE_FLEET, STAYS, JOINS, STAY_TOO, AS_IT_LIKES, MUST_MATCH, ONE_A_TURN)


@STEPS.step("awaw.tension.pacific")
def pacific(world: World, frame: Frame) -> Directive:
    """After the die and the American mobilization: the fleet moves, Japan matches, grants follow."""
    if FLEET_ARRIVES.applies(world):
        question = confirm(
            USA,
            f"The U.S. must move to Pearl Harbor: {SHIPS_OF_THE_FLEET.used(world)}; two AAF; three infantry factors.",
            cite=FLEET_ARRIVES.cite,
            subject=USJT.slug,
            yes="They go",
            no=None,
        )
        return ask(question, then="awaw.tension.fleet-sails", into="nod")
    return go("awaw.tension.japan-matches")


@STEPS.step("awaw.tension.fleet-sails")
def fleet_sails(world: World, frame: Frame) -> Directive:
    moved = change(world, "pacific-fleet", "pearl-harbor", FLEET_ARRIVES.cite)
    return do([moved], then="awaw.tension.japan-matches")


def _must_mobilize(world: World) -> str | None:
    """The id under which Japan must mobilize now, if it must."""
    made = world["japanese-mobilizations"]
    war = holds(AT_WAR, world)
    matched = sum(bool(world[f"tension-result.{step.slug}"]) for step in USJT.first)
    world.note(MUST_MATCH.cite, made < matched)
    if made < matched:
        return MUST_MATCH.cite
    due = war and made < LAST_THREE and world["japan-mobilized-in"] < world["turn"]
    world.note(ONE_A_TURN.cite, due)
    return ONE_A_TURN.cite if due else None


@STEPS.step("awaw.tension.japan-matches")
def japan_matches(world: World, frame: Frame) -> Directive:
    due = _must_mobilize(world)
    if due is None:
        return go("awaw.tension.grant")
    each = SHIPS.used(world)
    question = amount(
        JAPAN,
        f"Japan must mobilize now; how many shipbuilding increases of {each} BRPs are in it?",
        range(MOST_INCREASES + 1),
        cite=due,
        subject=USJT.slug,
    )
    return ask(question, then="awaw.tension.japan-matched", into="ships", due=due)


@STEPS.step("awaw.tension.japan-matched")
def japan_matched(world: World, frame: Frame) -> Directive:
    changes = _mobilized(world, frame.ships, frame.due)
    return do(on_all(world, changes, Moment.DURING), then="awaw.tension.japan-matches")


def _mobilized(world: World, ships: int, cite: str) -> list[Change]:
    """A mobilization of the last three; one made in a war on a neutral Russia alarms nobody."""
    quiet = [limit.forbids(world) for limit in MATCHED]
    alarming = 0 if any(quiet) or holds(NEUTRAL_WAR, world) else 1
    return [
        change(world, "japanese-mobilizations", world["japanese-mobilizations"] + 1, cite),
        change(world, "alarming-mobilizations", world["alarming-mobilizations"] + alarming, cite),
        change(world, "japan-mobilized-in", world["turn"], cite),
        change(world, "japanese-shipbuilding", world["japanese-shipbuilding"] + ships, SHIPS.cite),
    ]


@REPORTS.event(
    "japan-mobilizes",
    "awaw.tension.japan",
    "Japan makes one of its last three mobilizations",
    {"ships": "shipbuilding increases in it"},
    cite="USJT-JMOB-2",
)
def japan(world: World, frame: Frame) -> Directive:
    """Japan mobilizes of its own will."""
    may = world["japanese-mobilizations"] < LAST_THREE
    world.note(AS_IT_LIKES.cite, may)
    if not may:
        raise Refused("all Japanese mobilizations are made", rule=AS_IT_LIKES.cite)
    ships = number_from(frame, "ships", 0, otherwise=0)
    world.note(SHIPS.cite, ships > 0)
    return judged(world, _mobilized(world, ships, AS_IT_LIKES.cite))


@REPORTS.event(
    "japanese-shipbuilding",
    "awaw.tension.japanese-ships",
    "Japan increases its shipbuilding",
    {"increases": "how many", "deferred": "yes for the one put off in Storm Over Asia"},
    cite="USJT-EVT-1",
)
def japanese_ships(world: World, frame: Frame) -> Directive:
    """Shipbuilding increases outside a mobilization; the one put off in Storm Over Asia is free."""
    deferred = bool(frame.get("deferred", False))
    free = deferred and holds(STORM_OVER_ASIA, world) and not world["deferred-shipbuilding"]
    world.note(DEFERRED.cite, free)
    if deferred and not free:
        raise Refused("there is no increase that was put off in Storm Over Asia", rule=DEFERRED.cite)
    if free:
        return done([change(world, "deferred-shipbuilding", True, DEFERRED.cite)])
    return judged(world, [more(world, "japanese-shipbuilding", number_from(frame, "increases"))])


@REPORTS.event(
    "japanese-launch",
    "awaw.tension.launch",
    "Japan launches a named ship",
    {"factors": "its factors"},
    cite="USJT-EVT-3",
)
def launch(world: World, frame: Frame) -> Directive:
    """Japan launches a named ship; only large ones alarm the United States."""
    large = number_from(frame, "factors") >= LARGE_SHIP
    return judged(world, [more(world, "japanese-launches", 1)] if large else [])


@REPORTS.event(
    "japanese-fortification",
    "awaw.tension.fortify",
    "Japan builds fortifications",
    {"built": "how many"},
    cite="USJT-EVT-4",
)
def fortify(world: World, frame: Frame) -> Directive:
    return judged(world, [more(world, "japanese-fortifications", number_from(frame, "built"))])


@REPORTS.event(
    "japanese-bombing",
    "awaw.tension.bomb",
    "Japanese air units bomb China, the India or the Australia box",
    {"where": "china, india or australia"},
    cite="USJT-EVT-7",
)
def bomb(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, f"bombed.{one_of(frame.get('where'), BOMBED, 'place')}", True)])


@REPORTS.event(
    "oil-embargo",
    "awaw.tension.embargo",
    "The U.S. imposes an oil embargo on Japan",
    {"imposed": "no if it is lifted"},
    cite="USJT-RES-20d",
)
def embargo(world: World, frame: Frame) -> Directive:
    """The U.S. imposes an oil embargo, or lifts it."""
    imposed = bool(frame.get("imposed", True))
    if imposed:
        USJT.require(EMBARGO.slug, world)
    return judged(world, [change(world, "oil-embargo", imposed, EMBARGO.cite)])


@STEPS.step("awaw.tension.japanese-offensive")
def japanese_offensive(world: World, frame: Frame) -> Directive:
    """BRPs of a Japanese offensive; the China Lobby decides what counts after Storm Over Asia."""
    brps, front = number_from(frame, "brps"), one_of(frame.get("front", FRONTS[0]), FRONTS, "front")
    neutral_war = holds(NEUTRAL_WAR, world)
    if frame.get("partisans", False) or (neutral_war and frame.get("against") in ("russia", "communist-china")):
        return judged(world, [])
    if not holds(STORM_OVER_ASIA, world):
        return judged(world, [more(world, f"japanese-brps.{front}", brps)])
    ignored = [limit.forbids(world) and front == "asian" for limit in (OFFENSIVES_IGNORED, OFFENSIVES_IGNORED_AGAIN)]
    if all(ignored):
        return judged(world, [])
    stage = amount_of(rank("china-lobby", "how far the China Lobby came"), world)
    LOBBY.used(world)
    world.note(NO_LOBBY.cite, stage == 0)
    kind = "full" if frame.get("full", False) else "limited" if brps >= ENOUGH else "small"
    heard = stage > OFFENSIVES.index(kind)  # each stage of the Lobby includes the ones before
    counted = [more(world, f"japanese-offensives.{kind}", 1), change(world, f"front-counted.{front}", True)]
    return judged(world, counted if heard else [])


@REPORTS.event(
    "pacific-fleet",
    "awaw.tension.pacific-fleet",
    "Ships join or would leave the Pacific Fleet",
    {
        "act": "leaves, withdraws, detaches (ships that joined it), redeployed, built or built-and-sent-back",
        "factors": "naval factors",
    },
    cite="USJT-FLEET-3",
)
def pacific_fleet(world: World, frame: Frame) -> Directive:
    """The fleet, or ships that have joined it, would leave Pearl Harbor; or more ships come to the Pacific."""
    act = one_of(frame.get("act"), (*FLEET_ACTS, "redeployed", "built", "built-and-sent-back"), "act")
    if act not in FLEET_ACTS:
        world.note(JOINS.cite, act != "built-and-sent-back")
        if act == "built-and-sent-back":
            return done()
        return done([more(world, "fleet-reinforcements", number_from(frame, "factors"))])
    limit = STAY_TOO if act == "detaches" else STAYS
    released = USJT.right(FREE_HAND.slug).allows(world) or holds(AT_WAR, world)
    bound = world["pacific-fleet"] == "pearl-harbor" and not released
    world.note(limit.cite, bound)
    if bound:
        raise Refused(limit.label, rule=limit.cite)
    return done([change(world, "pacific-fleet", "free", STAYS.cite)] if act == "leaves" else [])
