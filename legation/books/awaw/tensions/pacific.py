"""What U.S.-Japanese tensions open and bind: Japanese mobilization, the Pacific Fleet, the embargo, offensives."""

from __future__ import annotations

from legation.books.awaw.powers import JAPAN, USA
from legation.books.awaw.reports import AMOUNT, Reports
from legation.books.awaw.tensions.intake import brought, change, judged, more, number_from, on_all, one_of
from legation.books.awaw.tensions.rows import Moment
from legation.books.awaw.tensions.schema import BOMBED, FRONTS, OFFENSIVES
from legation.books.awaw.tensions.thresholds import reached
from legation.books.awaw.tensions.usjt import (
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
from legation.books.awaw.vocabulary import turn
from legation.core.expr import all_of, choice, count, holds, number, truth
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, do, done, go
from legation.core.requests import amount, confirm
from legation.core.rules import Datum, Limit, Permit, Rule, bespoke
from legation.core.wording import Phrase, PlaceSlot, Wording

__all__ = ["DECLARED", "EVENTS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# -- the fleet
SHIPS_OF_THE_FLEET = Datum(
    "the Pacific Fleet",
    "USJT-FLEET-1",
    (
        "Enterprise, Saratoga, Lexington",
        "Arizona, California, Maryland, Nevada, Oklahoma, Pennsylvania, Tennessee, West Virginia",
        "CA14, DD12 (two of them in Pearl Harbor already)",
    ),
)
_bound = all_of(
    choice("pacific-fleet", "pearl-harbor", says="the fleet is[ not] at Pearl Harbor"),
    ~USJT.right(FREE_HAND.slug).when,
    ~AT_WAR,
)
STAYS = Limit("the fleet stays at Pearl Harbor until USJT 45 or war with Japan", "USJT-FLEET-3", _bound)
STAY_TOO = Limit(
    "its air and infantry factors stay at Pearl Harbor with the fleet until it may leave", "USJT-FLEET-5", _bound
)
FLEET_ACTS = ("leaves", "withdraws", "detaches")
REINFORCED_BY = ("redeployed", "built", "built-and-sent-back")

# -- Japanese mobilization
LAST_THREE = 3
MOST_INCREASES = 9
_made = number("japanese-mobilizations", "Japanese mobilizations of the last three")
AS_IT_LIKES = Permit(
    "Japan makes its last three mobilizations when it likes",
    "USJT-JMOB-2",
    (_made < LAST_THREE).worded("Japan has [|no more ]mobilizations to make"),
)
MUST_MATCH = Rule(
    "Japan matches the first three American mobilizations at once",
    "USJT-JMOB-3",
    (_made < count(*(truth(reached(step), f"{step.label} has[ not] come") for step in USJT.first))).worded(
        "Japan has made [fewer|no fewer] mobilizations than the United States"
    ),
)
ONE_A_TURN = Rule(
    "in war with the U.S. Japan mobilizes every turn until all are made",
    "USJT-JMOB-4",
    all_of(
        AT_WAR,
        (_made < LAST_THREE).worded("Japan has [|no more ]mobilizations to make"),
        (number("japan-mobilized-in", "the turn of the last one") < turn()).worded(
            "Japan has [not yet|already] mobilized this turn"
        ),
    ),
)

# What was done, under the ids that speak of it.
SAILS = Rule("the Pacific Fleet goes to Pearl Harbor", FLEET_ARRIVES.cite, again=True)
BUILDS_SHIPS = Rule(SHIPS.label, SHIPS.cite, again=True)
SHIPS_PUT_OFF = Rule(DEFERRED.label, DEFERRED.cite, again=True)

LARGE_SHIP = 3  # factors
ENOUGH = 8  # BRPs of a limited offensive


@STEPS.step("awaw.tension.pacific")
def pacific(world: World, frame: Frame) -> Directive:
    """After the die and the American mobilization: the fleet moves, Japan matches, grants follow."""
    if FLEET_ARRIVES.applies(world):
        ships = "; ".join(SHIPS_OF_THE_FLEET.value)
        question = confirm(
            USA,
            f"The U.S. must move to Pearl Harbor: {ships}; two AAF; three infantry factors.",
            cite=FLEET_ARRIVES.cite,
            subject=USJT.slug,
            yes="They go",
            no=None,
            did="moves the Pacific Fleet to Pearl Harbor",
        )
        return ask(question, then="awaw.tension.fleet-sails", into="nod")
    return go("awaw.tension.japan-matches")


@STEPS.step("awaw.tension.fleet-sails")
def fleet_sails(world: World, frame: Frame) -> Directive:
    return do(SAILS.brings(world, {"pacific-fleet": "pearl-harbor"}), then="awaw.tension.japan-matches")


@STEPS.step("awaw.tension.japan-matches")
def japan_matches(world: World, frame: Frame) -> Directive:
    due = next((rule for rule in (MUST_MATCH, ONE_A_TURN) if rule.applies(world)), None)
    if due is None:
        return go("awaw.tension.grant")
    question = amount(
        JAPAN,
        f"Japan must mobilize now; how many shipbuilding increases of {SHIPS.value} BRPs are in it?",
        range(MOST_INCREASES + 1),
        cite=due.cite,
        subject=USJT.slug,
        did="mobilizes with [{shipbuilding increase}|no shipbuilding increase]",
    )
    return ask(question, then="awaw.tension.japan-matched", into="ships", due=due.cite)


@STEPS.step("awaw.tension.japan-matched")
def japan_matched(world: World, frame: Frame) -> Directive:
    due = next(rule for rule in (MUST_MATCH, ONE_A_TURN) if rule.cite == frame.due)
    changes = _mobilized(world, frame.ships, due)
    return do(on_all(world, changes, Moment.DURING), then="awaw.tension.japan-matches")


def _mobilized(world: World, ships: int, due: Rule | Permit) -> list[Change]:
    """A mobilization of the last three; one made in a war on a neutral Russia alarms nobody."""
    quiet = [limit.forbids(world) for limit in MATCHED]
    alarming = 0 if any(quiet) else 1
    facts = {
        "japanese-mobilizations": world["japanese-mobilizations"] + 1,
        "alarming-mobilizations": world["alarming-mobilizations"] + alarming,
        "japan-mobilized-in": world["turn"],
    }
    built = {"japanese-shipbuilding": world["japanese-shipbuilding"] + ships}
    mobilizes = Rule(due.label, due.cite, again=True)
    return [*brought(world, mobilizes, facts), *brought(world, BUILDS_SHIPS, built)]


@REPORTS.event(
    "japan-mobilizes",
    "awaw.tension.japan",
    "Japan makes one of its last three mobilizations",
    {"ships": "shipbuilding increases in it"},
    cite="USJT-JMOB-2",
    words=Wording(
        ("Japan mobilizes", "Japan makes a mobilization"),
        {"ships": AMOUNT},
        adds=("with {ships} shipbuilding increase(s)",),
    ),
)
def japan(world: World, frame: Frame) -> Directive:
    """Japan mobilizes of its own will."""
    AS_IT_LIKES.demand(world, "all Japanese mobilizations are made")
    ships = number_from(frame, "ships", 0, otherwise=0)
    return judged(world, _mobilized(world, ships, AS_IT_LIKES))


@REPORTS.event(
    "japanese-shipbuilding",
    "awaw.tension.japanese-ships",
    "Japan increases its shipbuilding",
    {"increases": "how many", "deferred": "yes for the one put off in Storm Over Asia"},
    cite="USJT-EVT-1",
    words=Wording(
        (
            "Japan makes {increases} shipbuilding increase(s)",
            "Japan increases its shipbuilding {increases} time(s)",
            "Japan increases its shipbuilding",
        ),
        {"increases": AMOUNT, "deferred": Phrase({True: "by what was put off in Storm Over Asia"}, unsaid=False)},
        adds=("{deferred}",),
    ),
)
def japanese_ships(world: World, frame: Frame) -> Directive:
    """Shipbuilding increases outside a mobilization; the one put off in Storm Over Asia is free."""
    if frame.get("deferred", False):
        DEFERRED.demand(world, "there is no increase that was put off in Storm Over Asia")
        return done(SHIPS_PUT_OFF.brings(world, {"deferred-shipbuilding": True}))
    return judged(world, [more(world, "japanese-shipbuilding", number_from(frame, "increases"))])


@REPORTS.event(
    "japanese-launch",
    "awaw.tension.launch",
    "Japan launches a named ship",
    {"factors": "its factors"},
    cite="USJT-EVT-3",
    words=Wording(
        ("Japan launches a named ship of {factors} factor(s)", "Japan launches a ship of {factors} factor(s)"),
        {"factors": AMOUNT},
    ),
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
    words=Wording(("Japan builds {built} fortification(s)",), {"built": AMOUNT}),
)
def fortify(world: World, frame: Frame) -> Directive:
    return judged(world, [more(world, "japanese-fortifications", number_from(frame, "built"))])


@REPORTS.event(
    "japanese-bombing",
    "awaw.tension.bomb",
    "Japanese air units bomb China, the India or the Australia box",
    {"where": "china, india or australia"},
    cite="USJT-EVT-7",
    words=Wording(("Japan bombs {where}", "Japanese air units bomb {where}"), {"where": PlaceSlot(tuple(BOMBED))}),
)
def bomb(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, f"bombed.{one_of(frame.get('where'), BOMBED, 'place')}", True)])


@REPORTS.event(
    "oil-embargo",
    "awaw.tension.embargo",
    "The U.S. imposes an oil embargo on Japan",
    {"imposed": "no if it is lifted"},
    cite="USJT-RES-20d",
    words=Wording(
        ("the United States {imposed} an oil embargo on Japan", "the U.S. {imposed} the oil embargo"),
        {"imposed": Phrase({True: "imposes", False: "lifts"}, unsaid=True)},
    ),
)
def embargo(world: World, frame: Frame) -> Directive:
    """The U.S. imposes an oil embargo, or lifts it."""
    imposed = bool(frame.get("imposed", True))
    if imposed:
        USJT.require(EMBARGO.slug, world)
    return judged(world, EMBARGO.used.brings(world, {"oil-embargo": imposed}))


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
    if any(ignored):
        return judged(world, [])
    if NO_LOBBY.forbids(world):
        return judged(world, [])
    kind = "full" if frame.get("full", False) else "limited" if brps >= ENOUGH else "small"
    heard = LOBBY.of.index(world["china-lobby"]) > OFFENSIVES.index(kind)
    counted = [more(world, f"japanese-offensives.{kind}", 1), change(world, f"front-counted.{front}", True)]
    return judged(world, counted if heard else [])


FLEET_MOVES = Phrase(
    {
        "leaves": "the Pacific Fleet leaves Pearl Harbor",
        "withdraws": "the Pacific Fleet withdraws from Pearl Harbor",
        "detaches": "ships that joined the Pacific Fleet leave it",
        "redeployed": "ships are redeployed to the Pacific",
        "built": "ships are built in the Pacific",
        "built-and-sent-back": "ships are built in the Pacific and sent back",
    }
)


@REPORTS.event(
    "pacific-fleet",
    "awaw.tension.pacific-fleet",
    "Ships join or would leave the Pacific Fleet",
    {
        "act": "leaves, withdraws, detaches (ships that joined it), redeployed, built or built-and-sent-back",
        "factors": "naval factors",
    },
    cite="USJT-FLEET-3",
    words=Wording(
        ("{act}",),
        {"act": FLEET_MOVES, "factors": AMOUNT},
        adds=((", {factors} naval factor(s)", "with {factors} naval factor(s)", "of {factors} naval factor(s)"),),
    ),
)
def pacific_fleet(world: World, frame: Frame) -> Directive:
    """The fleet, or ships that have joined it, would leave Pearl Harbor; or more ships come to the Pacific."""
    act = one_of(frame.get("act"), (*FLEET_ACTS, *REINFORCED_BY), "act")
    if act in REINFORCED_BY:
        return done(joins(world, act, number_from(frame, "factors")))
    (STAY_TOO if act == "detaches" else STAYS).refuse(world)
    return done([change(world, "pacific-fleet", "free")] if act == "leaves" else [])


@bespoke("USJT-FLEET-4", reads=[number("fleet-reinforcements")])
def joins(world: World, act: str, factors: int) -> list[Change]:
    """Ships that come to the Pacific, or are built and kept there, join the fleet."""
    if act == "built-and-sent-back":
        return []
    return [change(world, "fleet-reinforcements", world["fleet-reinforcements"] + factors, "USJT-FLEET-4")]


DECLARED = (SHIPS_OF_THE_FLEET, STAYS, joins, STAY_TOO, AS_IT_LIKES, MUST_MATCH, ONE_A_TURN)
