"""Rules 83.31 to 83.33: when BRPs are paid, lost and counted.

Whoever is due is paid when its next player turn begins; whoever has grace loses the BRPs when the combat phase of its
next player turn ends.  A year ends with all that is due for it, and every power counts what it draws for a full year.
"""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.brps.captures import EACH_YEAR, WINDOW, draws_now
from legation.books.awaw.brps.colonies import BRITISH, COLONY, OWN_COLONY
from legation.books.awaw.brps.journal import A_YEAR, GRACE, drawn_brps, drawn_by
from legation.books.awaw.brps.worth import WORTH, lost, paid
from legation.books.awaw.deeds import COUNTRY, NEW_YEAR, PAYDAY, POWER, TIME_UP, WINTER_OVER, by
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.vocabulary import faction, half_of
from legation.books.awaw.powers import ALLIED, AXIS, BRITAIN, JAPAN, LANDS, NOBODY, POWERS
from legation.books.awaw.vocabulary import SEASONS, out_of_the_war
from legation.core.book import Procedure
from legation.core.deeds import Deed, On, of
from legation.core.expr import NO, Expr, choice, named, when_else
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, go
from legation.core.rules import sets

__all__ = ["HEEDS", "PROCEDURES", "STEPS", "STILL_HELD", "due_now", "on_its_way", "settled", "time_is_up"]

STEPS = Steps()
STILL_HELD = "83.31B.gain"
Players = list[dict[str, str]]


# -- a player turn begins: whoever is due is paid, if it still has what pays
def _has_what_pays(country: str, power: str) -> Expr:
    return LAND[country].pays_to(faction(power)) if country in LAND else NO


_holds_it = of(
    COUNTRY,
    POWER,
    build=_has_what_pays,
    says="the power [still has the capital or|has neither the capital nor] all key places",
)
_had = when_else(
    of(COUNTRY, POWER, build=drawn_by, says="the power drew [|no ]BRPs of the country before"),
    of(COUNTRY, build=drawn_brps, says="BRPs a year that it drew"),
    0,
)
_with_axis = by(AXIS, JAPAN)
_british_gain = named("the Axis or Japan has a colony of the British total", BRITISH & _with_axis)


def _is_paid(label: str, cite: str, when: Expr) -> On:
    payment = (*draws_now(WORTH), paid(POWER, WORTH - _had))
    return On(label, cite, on=PAYDAY, when=_holds_it & when, sets=payment)


PAID = (
    On(
        "its next turn settles whether the conqueror is paid",
        "83.31A.next-turn",
        on=PAYDAY,
        sets=(sets(f"due.{COUNTRY}", NOBODY),),
        again=True,
    ),
    _is_paid(
        "the Axis or Japanese conqueror of a British colony is paid in its next turn and each year",
        "83.33.british-gain",
        _british_gain,
    ),
    _is_paid(
        "whoever took a colony is paid at the start of its next turn, and each year",
        "83.33B",
        COLONY & ~_british_gain,
    ),
    _is_paid("the winner is paid if it still has the capital or all key places", STILL_HELD, ~COLONY),
)


# -- a combat phase ends: whoever has grace and has not used it loses the BRPs
def _is_lost(label: str, cite: str, when: Expr) -> On:
    return On(label, cite, on=TIME_UP, when=when, sets=(lost(POWER, GRACE.much()), *GRACE.close()))


_british_own = named("Britain has lost a colony of its total", BRITISH & by(BRITAIN))
_axis_in_spring = named("it is spring, and the Axis or Japan has lost it", _with_axis & choice("season", SEASONS[0]))
LOST = (
    _is_lost("Britain loses a colony of its total when its next combat phase ends", "83.33.british-loss", _british_own),
    _is_lost("the owner loses a colony's BRPs when its next combat phase ends", "83.33A", OWN_COLONY & ~_british_own),
    _is_lost("whoever took a colony loses it again like anybody else", "83.33B.loss", COLONY & ~OWN_COLONY),
    _is_lost(
        "what the Axis lost in the Allied winter turn is gone when its spring combat phase ends",
        "83.32.axis-spring",
        ~COLONY & _axis_in_spring,
    ),
    _is_lost("the loser has until the end of its next combat phase", WINDOW, ~COLONY & ~_axis_in_spring),
)

# -- a year ends
_waits = named(
    "the Allied winner does not count it in the new year, but is paid in spring",
    ~GRACE.is_empty(),  # what the Allies could win back is settled by then
    cite="83.32.allied",
)
YEAR = (
    On(
        "a winter conquest is paid in full by the new year, and not again in spring",
        "83.31A.winter",
        on=WINTER_OVER,
        when=~_waits,
        sets=(sets(f"due.{COUNTRY}", NOBODY), *draws_now(WORTH)),
    ),
    On(
        "whoever has the capital or key places counts the full value each year; what may still be won back counts too",
        EACH_YEAR,
        on=NEW_YEAR,
        when=~of(POWER, build=out_of_the_war, says="the power is [out of|still in] the war"),
        sets=(sets(f"booked.{POWER}", A_YEAR),),
    ),
    On(
        "a power counts its colonies from the start, but none of them once it is conquered itself",
        "83.43.start",
        on=NEW_YEAR,
        when=of(POWER, build=out_of_the_war, says="the power is [out of|still in] the war"),
        sets=(sets(f"booked.{POWER}", 0),),  # what it had is for the rules of its surrender
    ),
)
HEEDS = (*PAID, *LOST, *YEAR)


# -- the moments
def on_its_way(world: World, fact: str, *halves: str) -> Iterator[tuple[str, str]]:
    """The lands where something is on its way for a power of these halves, and the power."""
    for slug in LANDS:
        power = world[f"{fact}.{slug}"]
        if power != NOBODY and half_of(power) in halves:
            yield slug, power


def due_now(world: World, half: str) -> Players:
    """Who is paid now: where the loser has not had its turn yet, nobody."""
    found = on_its_way(world, "due", half)
    return [_plays(slug, power) for slug, power in found if world[f"grace.{slug}"] in (NOBODY, power)]


def time_is_up(world: World, half: str) -> Players:
    return [_plays(slug, power) for slug, power in on_its_way(world, "grace", half)]


def _plays(country: str, power: str) -> dict[str, str]:
    return {"country": country, "power": power}


def settled(deed: Deed, players: Players, then: str) -> Directive:
    """Something falls due for several at once, and then the turn goes on."""
    return call("awaw.follows", then=then, deed=deed.name, players=players) if players else go(then)


@STEPS.step("awaw.minors.year-ends")
def year_ends(world: World, frame: Frame) -> Directive:
    """The Allies have had their combat phase of the winter: what they have not won back by now is lost."""
    return settled(TIME_UP, time_is_up(world, ALLIED), "awaw.brps.winter-over")


@STEPS.step("awaw.brps.winter-over")
def winter_over(world: World, frame: Frame) -> Directive:
    due = [_plays(slug, power) for slug, power in on_its_way(world, "due", AXIS, ALLIED)]
    return settled(WINTER_OVER, due, "awaw.brps.new-year")


@STEPS.step("awaw.brps.new-year")
def new_year(world: World, frame: Frame) -> Directive:
    return settled(NEW_YEAR, [{"power": power} for power in POWERS], "awaw.minors.after.year-ends")


PROCEDURES = {
    "brp-year": Procedure("awaw.minors.year-ends", "Every power counts what it draws for a full year"),
}
