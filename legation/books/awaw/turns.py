"""The year and its turns: DPs are allotted and placed in secret, then every turn has an Axis and an Allied half."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from legation.books.awaw.calendar import next_turn
from legation.books.awaw.countries.norway import ORE_RULES, may_mine_now
from legation.books.awaw.diplomacy.pledges import due, forgotten
from legation.books.awaw.diplomacy.points import ALLOTMENTS, ALLOTTED, allotted, check_told, has_dps
from legation.books.awaw.diplomacy.results import UNITS_OUT
from legation.books.awaw.diplomacy.targets import closed_to_dps, open_to_dps
from legation.books.awaw.minors.survival import PHASES
from legation.books.awaw.order_of_play import BOARD, DECLARATIONS, NAMING, NO_PHASE, PHASE, begins, published
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    DP_POWERS,
    FRANCE,
    GERMANY,
    MEMBERS,
    NOBODY,
    POWERS,
    RUSSIA,
    TITLES,
    USA,
    faction_of,
)
from legation.books.awaw.reminders import before_declaring, leaving, reminders
from legation.books.awaw.tensions.usat import BRITISH_HEX, USAT
from legation.books.awaw.vocabulary import DP_TARGETS, SEASONS, dp, fallen, surrendered
from legation.core.book import Procedure
from legation.core.errors import NotFound, Refused
from legation.core.expr import holds, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, Steps, ask, call, do, done, go, hide, reveal
from legation.core.requests import TABLE, Question, confirm, divide
from legation.core.rules import Limit, Rule, bespoke, carry_out
from legation.core.sweeps import sweep

__all__ = ["DECLARED", "PROCEDURES", "STEPS"]

STEPS = Steps()
LAST_YEAR = 1947


PLACED = Rule("all DPs of the opening set-up are placed", ALLOTTED, again=True)
LEFT = Rule("the redeployment is over, and they have left or are eliminated", UNITS_OUT, again=True)


# -- the year
@STEPS.step("awaw.year")
def year_start(world: World, frame: Frame) -> Directive:
    """Every power counts its DPs."""
    opened = USAT.opened(world)  # the American DPs rest on it
    world = world.with_changes(opened, world.now)
    counting = [power for power in POWERS if has_dps(world, power)]
    in_play = [power for power in counting if _in_play(world, power)]
    if world.lasting:  # all is asked for at once; a simulation is given what it needs
        check_told((line for power in in_play for line in ALLOTMENTS[power].lines(world)), world, "the DPs of the year")
    points = {power: ALLOTMENTS[power].total(world) if power in in_play else 0 for power in counting}
    held = carry_out([BRITISH_HEX], world)[1]  # what was told for the count is remembered
    return do([*opened, *allotted(world, points), *held], then="awaw.place")


def _in_play(world: World, power: str) -> bool:
    """A power that has surrendered, or a France that has fallen, has no diplomats any more."""
    return not holds(surrendered(power) | fallen(FRANCE) if power == FRANCE else surrendered(power), world)


@STEPS.step("awaw.place")
@bespoke("PROC-5", reads=[number(f"allotment.{power}") for power in DP_POWERS])
def place(world: World, frame: Frame) -> Directive:
    """Each power writes down in which targets its DPs go for the year, in secret.

    Where they may go is the same for partners.
    """
    powers = [power for power in DP_POWERS if holds(number(f"allotment.{power}") >= 1, world)]

    @cache
    def where(faction: str) -> list[str]:
        return open_to_dps(world, faction)

    def worded(power: str) -> Question:
        points = world[f"allotment.{power}"]
        says = "Put your DPs into targets for the year"
        return divide(power, says, points, where(faction_of(power) or NOBODY), cite="PROC-5", why=f"{points} DPs")

    if not powers:
        return go("awaw.placed")
    # Which divisions are allowed is looked up by whoever reads the question; putting nothing anywhere always is.
    questions = (Later(p, "sealed", ({},), lambda answer: not answer, partial(worded, p)) for p in powers)
    return hide(*questions, prefixes={power: f"dp.{power}" for power in powers}, then="awaw.placed")


@STEPS.step("awaw.placed")
def placed(world: World, frame: Frame) -> Directive:
    return done(PLACED.brings(world, {"opening": False}))


@STEPS.step("awaw.place-one")
def place_one(world: World, frame: Frame) -> Directive:
    """One power names a target for DPs openly: may it? (For planning, and for the curious.)"""
    power, target = frame.get("power"), frame.get("target")
    if not has_dps(world, power):
        raise Refused("this power has no DPs", rule="PROC-4")
    if target not in (*DP_TARGETS, "rgt", "usjt"):
        raise NotFound("target", target, DP_TARGETS)
    if limit := closed_to_dps(world, faction_of(power) or NOBODY, target):
        raise Refused(limit.label, rule=limit.cite, allowed=open_to_dps(world, faction_of(power) or NOBODY))
    return done()


@STEPS.step("awaw.year-end")
def year_end(world: World, frame: Frame) -> Directive:
    """What was not used is opened, so that every promise can be checked, and lost."""
    return reveal((f"dp.{p}.{t}" for p in DP_POWERS for t in DP_TARGETS if t != USA), then="awaw.year-over")


@STEPS.step("awaw.year-over")
def year_over(world: World, frame: Frame) -> Directive:
    return do(lost(world), then="awaw.minors.year-ends")


@bespoke("PROC-29", reads=[dp(power, target) for power in DP_POWERS for target in DP_TARGETS if target != USA])
def lost(world: World) -> list[Change]:
    """DPs that are not used by the end of the year are lost."""
    placed = [f"dp.{p}.{t}" for p in DP_POWERS for t in DP_TARGETS if t != USA]
    return [change for fact in placed if (change := world.change(fact, 0, "PROC-29")).old != 0]


# -- the turn
# The steps for the phases that the referee has a part in; the others are played on the board.
STEPS_OF = {
    AXIS: {
        "start": "awaw.axis-phase",
        "diplomatic": "awaw.axis-diplomacy",
        "adjustments": "awaw.axis-brps",
        "declaration": "awaw.axis-war",
    },
    ALLIED: {
        "start": "awaw.allied-phase",
        "diplomatic": "awaw.allied-diplomacy",
        "adjustments": "awaw.allied-brps",
        "declaration": "awaw.allied-war",
    },
}


def _after(half: str, phase: str) -> str:
    """The step for the phase that follows in a player turn."""
    return STEPS_OF[half][PHASES.after(phase)]


def _begins(world: World, half: str) -> Directive:
    """How a player turn begins: where BRPs have a phase of their own, they are not settled at once."""
    how: dict[str, Any] = {"brps_later": True} if published(world) else {}
    return call("awaw.minors.turn-begins", then=_after(half, "start"), side=half, **how)


@STEPS.step("awaw.turn")
def turn(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.start", then=STEPS_OF[AXIS][PHASES.of[0]])


@STEPS.step("awaw.axis-phase")
def axis_phase(world: World, frame: Frame) -> Directive:
    """Minor countries come first: BRPs that are due, countries that take a side."""
    return _begins(world, AXIS)


@STEPS.step("awaw.axis-diplomacy")
def axis_diplomacy(world: World, frame: Frame) -> Directive:
    return do(_naming(world, AXIS), then="awaw.axis-diplomats")


def _naming(world: World, side: str) -> list[Change]:
    return begins(world, NAMING, side) if published(world) else []


@STEPS.step("awaw.axis-diplomats")
def axis_diplomats(world: World, frame: Frame) -> Directive:
    then = _after(AXIS, "diplomatic") if published(world) else "awaw.axis-board"
    return call("awaw.tension.phase", then=then, side=AXIS)


@STEPS.step("awaw.axis-board")
def axis_board(world: World, frame: Frame) -> Directive:
    """Whether ore comes by way of Norway is settled now, after the Axis diplomatic phase."""
    return do(sweep(world, ORE_RULES).changes, then="awaw.axis-plays")


# -- oil and BRPs, in the published order
@STEPS.step("awaw.axis-brps")
def axis_brps(world: World, frame: Frame) -> Directive:
    """With the oil comes the ore."""
    return do(sweep(world, ORE_RULES).changes, then="awaw.axis-adjusts")


@STEPS.step("awaw.axis-adjusts")
def axis_adjusts(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.adjustments", then=_after(AXIS, "adjustments"), side=AXIS)


@STEPS.step("awaw.allied-brps")
def allied_brps(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.adjustments", then=_after(ALLIED, "adjustments"), side=ALLIED)


# -- declarations of war, in the published order
@STEPS.step("awaw.axis-war")
def axis_war(world: World, frame: Frame) -> Directive:
    return do(begins(world, DECLARATIONS, AXIS), then="awaw.axis-declares")


@STEPS.step("awaw.axis-declares")
def axis_declares(world: World, frame: Frame) -> Directive:
    return ask(_declare(world, AXIS), then="awaw.axis-declared", into="")


@STEPS.step("awaw.axis-declared")
def axis_declared(world: World, frame: Frame) -> Directive:
    """The phase does not end before a war that Germany counted on is declared."""
    if bound := due(world):
        return ask(_keep_pledge(bound), then="awaw.pledge-in-time", into="nod")
    return call("awaw.minors.activations-end", then="awaw.axis-moves", side=AXIS)


@STEPS.step("awaw.pledge-in-time")
def pledge_in_time(world: World, frame: Frame) -> Directive:
    return call("awaw.declaration", then="awaw.axis-declared", by=GERMANY, on=RUSSIA)


@STEPS.step("awaw.axis-moves")
def axis_moves(world: World, frame: Frame) -> Directive:
    return do(begins(world, BOARD, AXIS), then="awaw.axis-plays")


@STEPS.step("awaw.allied-war")
def allied_war(world: World, frame: Frame) -> Directive:
    return do(begins(world, DECLARATIONS, ALLIED), then="awaw.allied-declares")


@STEPS.step("awaw.allied-declares")
def allied_declares(world: World, frame: Frame) -> Directive:
    return ask(_declare(world, ALLIED), then="awaw.allied-declared", into="")


@STEPS.step("awaw.allied-declared")
def allied_declared(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.activations-end", then="awaw.allied-moves", side=ALLIED)


@STEPS.step("awaw.allied-moves")
def allied_moves(world: World, frame: Frame) -> Directive:
    return do(begins(world, BOARD, ALLIED), then="awaw.allied-board")


# -- the board
@STEPS.step("awaw.axis-plays")
def axis_plays(world: World, frame: Frame) -> Directive:
    return ask(_play(world, AXIS), then="awaw.axis-over", into="")


@STEPS.step("awaw.axis-over")
def axis_over(world: World, frame: Frame) -> Directive:
    """The turn does not end before a war that Germany counted on is declared."""
    if bound := due(world):
        return ask(_keep_pledge(bound), then="awaw.pledge-kept", into="nod")
    return do([*forgotten(world), *_have_left(world, AXIS)], then="awaw.axis-ends")


def _keep_pledge(bound: Limit) -> Question:
    did = "declares the war on Russia that it counted on"
    return confirm(GERMANY, f"{bound.label}.", cite=bound.cite, yes="Declare war on Russia", no=None, did=did)


@STEPS.step("awaw.pledge-kept")
def pledge_kept(world: World, frame: Frame) -> Directive:
    return call("awaw.declaration", then="awaw.axis-over", by=GERMANY, on=RUSSIA)


@STEPS.step("awaw.axis-ends")
def axis_ends(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.combat-ends", then="awaw.axis-fought", side=AXIS)


@STEPS.step("awaw.axis-fought")
def axis_fought(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.axis-end", then=STEPS_OF[ALLIED][PHASES.of[0]])


@STEPS.step("awaw.allied-phase")
def allied_phase(world: World, frame: Frame) -> Directive:
    return _begins(world, ALLIED)


@STEPS.step("awaw.allied-diplomacy")
def allied_diplomacy(world: World, frame: Frame) -> Directive:
    return do(_naming(world, ALLIED), then="awaw.allied-diplomats")


@STEPS.step("awaw.allied-diplomats")
def allied_diplomats(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.phase", then="awaw.dice", side=ALLIED)


@STEPS.step("awaw.dice")
def dice(world: World, frame: Frame) -> Directive:
    """Last in the Allied diplomatic phase: the effective levels, and mobilizations."""
    then = _after(ALLIED, "diplomatic") if published(world) else "awaw.allied-board"
    return call("awaw.tension.dice", then=then)


@STEPS.step("awaw.allied-board")
def allied_board(world: World, frame: Frame) -> Directive:
    return ask(_play(world, ALLIED), then="awaw.allied-over", into="")


@STEPS.step("awaw.allied-over")
def allied_over(world: World, frame: Frame) -> Directive:
    over = begins(world, NO_PHASE) if published(world) else []
    return do([*_have_left(world, ALLIED), *over], then="awaw.allied-ends")


@STEPS.step("awaw.allied-ends")
def allied_ends(world: World, frame: Frame) -> Directive:
    return call("awaw.minors.combat-ends", then="awaw.turn-over", side=ALLIED)


def _have_left(world: World, side: str) -> list[Change]:
    gone = leaving(world, side)
    return LEFT.brings(world, {f"must-leave.{country}": NOBODY for country in gone}) if gone else []


def _declare(world: World, side: str) -> Later:
    """The table reports a side's declarations of war; after them, in the Allied turn, Norwegian waters may be mined."""

    def worded() -> Question:
        mining = " After them Norwegian waters may be mined." if side == ALLIED and may_mine_now(world) else ""
        remember = "".join(f" {says[0].upper()}{says[1:]}." for says in before_declaring(world, side))
        prompt = f"Report the declarations of war of {TITLES[side]}, then go on.{mining}{remember}"
        did, owners = f"says that all wars of {TITLES[side]} are declared", _players(side)
        return confirm(TABLE, prompt, cite=PHASES.cite, yes="All wars are declared", no=None, owners=owners, did=did)

    return Later(TABLE, "confirm", (True,), lambda answer: answer is True, worded)


def _players(side: str) -> tuple[str, ...]:
    """The powers whose player turn it is."""
    return MEMBERS[side]


def _play(world: World, side: str) -> Later:
    """The table plays a player turn; the referee reminds it of what must be done in it."""

    def worded() -> Question:
        remember = "".join(f" {says[0].upper()}{says[1:]}." for says in reminders(world, side))
        prompt = f"Play the turn of {TITLES[side]}, report what happens on the board, then go on.{remember}"
        did, owners = f"says that the turn of {TITLES[side]} is played", _players(side)
        return confirm(TABLE, prompt, cite=PHASE.cite, yes="The turn is played", no=None, owners=owners, did=did)

    return Later(TABLE, "confirm", (True,), lambda answer: answer is True, worded)


@STEPS.step("awaw.turn-over")
def turn_over(world: World, frame: Frame) -> Directive:
    last_of_year = world["season"] == SEASONS[-1]
    return call("awaw.tension.end", then="awaw.year-turns" if last_of_year else "awaw.next-turn")


@STEPS.step("awaw.year-turns")
def year_turns(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.year-end", then="awaw.year-closes")


@STEPS.step("awaw.year-closes")
def year_closes(world: World, frame: Frame) -> Directive:
    return call("awaw.year-end", then="awaw.new-year")


@STEPS.step("awaw.new-year")
def new_year(world: World, frame: Frame) -> Directive:
    if world["year"] >= LAST_YEAR:
        return done()
    return do(next_turn(world), then="awaw.new-allotment")


@STEPS.step("awaw.new-allotment")
def new_allotment(world: World, frame: Frame) -> Directive:
    return call("awaw.year", then="awaw.turn")


@STEPS.step("awaw.next-turn")
def following_turn(world: World, frame: Frame) -> Directive:
    return do(next_turn(world), then="awaw.turn")


DECLARED = (place, lost)
PROCEDURES = {
    "year": Procedure("awaw.year", "Allot the DPs of the year and place them in secret"),
    "year-end": Procedure("awaw.year-end", "DPs that were not used are lost"),
    "place": Procedure(
        "awaw.place-one", "May this power put DPs there?", {"power": "the power", "target": "country, power or track"}
    ),
    "turn": Procedure("awaw.turn", "A game turn, and those after it"),
    "axis-turn": Procedure("awaw.axis-board", "The Axis player turn on the board, and what follows"),
    "allied-turn": Procedure("awaw.allied-board", "The Allied player turn on the board, and what follows"),
    "axis-declarations": Procedure("awaw.axis-war", "The declaration of war phase of an Axis turn, and what follows"),
    "allied-declarations": Procedure(
        "awaw.allied-war", "The declaration of war phase of an Allied turn, and what follows"
    ),
    "axis-half": Procedure("awaw.axis-phase", "The Axis player turn from its beginning, and what follows"),
    "allied-half": Procedure("awaw.allied-phase", "The Allied player turn from its beginning, and what follows"),
}
