"""The order of a player turn: the one that is published for the game, or the one that was put together before it.

In the published order the referee knows which phase of whose player turn is on, and takes what belongs into another one
as what it is: out of time. Where no turn is played, or in the order of before, nothing is known of phases.
"""

from __future__ import annotations

from legation.books.awaw.powers import ALLIED, AXIS, AXIS_POWERS, JAPAN, NOBODY, POWERS, SIDES, TITLES
from legation.core.book import Option
from legation.core.expr import Expr, any_of, choice, holds, named
from legation.core.facts import Change, Choice, Family, World
from legation.core.rules import Limit, Order, Rule

__all__ = [
    "ACTING",
    "BOARD",
    "DECLARATIONS",
    "FAMILY",
    "FORMER",
    "IS_PUBLISHED",
    "NAMING",
    "NO_PHASE",
    "ORDER_OF_PLAY",
    "PHASE",
    "ROLLS",
    "before_own_dice",
    "begins",
    "builds",
    "in_phase",
    "phase_order",
    "published",
    "too_late_for_war",
]

PUBLISHED, RECONSTRUCTED = "published", "reconstructed"
ORDER_OF_PLAY = Option(
    "order-of-play",
    PUBLISHED,
    (PUBLISHED, RECONSTRUCTED),
    "whether a player turn has the order published for the game, or the one reconstructed before it was known",
    cite="PROC-33",
    before=RECONSTRUCTED,
)
IS_PUBLISHED = choice(f"option.{ORDER_OF_PLAY.name}", PUBLISHED, says="the published order is[ not] played")

PHASE = Order(
    "what falls due, then all names, DPs of the side that moves, DPs for USAT, DPs of the other side, subversion,"
    " covert operations, pledges, all dice, all results",
    ORDER_OF_PLAY.cite,
    (
        "awaw.phase",
        "awaw.name",
        "awaw.own-dps",
        "awaw.usat-dps",
        "awaw.their-dps",
        "awaw.subverting",
        "awaw.operations",
        "awaw.pledges",
        "awaw.next-die",
        "awaw.carry-out",
    ),
)
FORMER = Order(
    "what falls due, then names, then for each target DPs, covert operations, die and choice; then all results",
    ORDER_OF_PLAY.cite,
    ("awaw.phase", "awaw.name", "awaw.next-roll", "awaw.carry-out"),
    again=True,
)

# The parts of a player turn in which the referee takes in different things.
NAMING, ROLLS, DECLARATIONS, BOARD = PARTS = ("naming", "rolls", "declarations", "board")
NO_PHASE = NOBODY
TITLES_OF = {
    NAMING: "the naming of diplomatic targets",
    ROLLS: "the diplomatic phase",
    DECLARATIONS: "the declaration of war phase",
    BOARD: "the turn on the board",
}
FACT = "phase-of-turn"
FAMILY = Family(
    FACT,
    Choice(
        (NO_PHASE, *(f"{side}-{part}" for side in SIDES for part in PARTS)),
        ("none", *(f"{TITLES_OF[part]} of {TITLES[side]}" for side in SIDES for part in PARTS)),
    ),
    "the phase of the player turn that is on",
    default=NO_PHASE,
    quiet=True,
)
COMES = Rule("the player turn comes to its next phase", "00.phases", again=True)
WITH_THE_AXIS = (*AXIS_POWERS, JAPAN)
ACTING = {AXIS: WITH_THE_AXIS, ALLIED: tuple(power for power in POWERS if power not in WITH_THE_AXIS)}


def published(world: World) -> bool:
    return holds(IS_PUBLISHED, world)


def phase_order(world: World) -> Order:
    """The steps of a diplomatic phase."""
    return PHASE if published(world) else FORMER


def begins(world: World, part: str, side: str = "") -> list[Change]:
    """A part of a side's player turn begins; with no side, nobody's turn is on."""
    return COMES.brings(world, {FACT: f"{side}-{part}" if side else part})


def in_phase(part: str, *sides: str) -> Expr:
    """That this part of the player turn of one of these sides is on, or that nobody knows which is."""
    whose = " or ".join({AXIS: "Axis", ALLIED: "Allied"}[side] for side in sides)
    now = (f"{side}-{part}" for side in sides)
    return choice(FACT, NO_PHASE, *now, says=f"it is[ not] {TITLES_OF[part]} of an {whose} player turn")


def _of(role: str, side: str) -> Expr:
    return choice(role, *ACTING[side], says=f"[a|no] power of the {side.title()} half does it")


def before_own_dice(role: str) -> Expr:
    """That it is the diplomatic phase of whoever plays a role, and that no die of it has been rolled."""
    mine = (
        _of(role, side) & choice("diplomatic-phase", side, says=f"it is[ not] the {side.title()} phase")
        for side in SIDES
    )
    rolling = choice(FACT, *(f"{side}-{ROLLS}" for side in SIDES), says="the dice have[ not] begun")
    return named("it is [|not ]the phase of one's own side, before any die", any_of(*mine) & ~rolling)


def _out_of(part: str, role: str, says: str) -> Limit:
    """What is done in one part of one's own player turn is forbidden in all others."""
    return Limit(says, COMES.cite, ~any_of(*(_of(role, side) & in_phase(part, side) for side in SIDES)))


WHEN_TO_DECLARE = "war is declared in the declaration of war phase of one's own player turn"


def too_late_for_war(role: str) -> Expr:
    """A power would declare war out of its phase."""
    return choice(role, *POWERS, says="[a|no] power does it") & _out_of(DECLARATIONS, role, WHEN_TO_DECLARE).when


BUILT_LATE = _out_of(BOARD, "power", "units are built while one's own player turn is played on the board")


def builds(world: World, power: str) -> None:
    """A power, or a country for it, builds something: refused in a phase in which nobody builds."""
    BUILT_LATE.refuse(world.scoped(power=power))
