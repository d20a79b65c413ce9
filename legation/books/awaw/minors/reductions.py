"""Rules 85.491 to 85.493: lost land lowers what a country is worth, for good.

Whoever draws its BRPs has so much less. Which land that is stands with the country, as `worth_less`.
"""

from __future__ import annotations

from legation.books.awaw.brps.journal import DRAWER, DRAWN, GRACE, KEPT, JournalLine
from legation.books.awaw.brps.worth import REDUCTIONS, WORTH, lost
from legation.books.awaw.deeds import COUNTRY, LAND_LOST, SETTLED, upon
from legation.books.awaw.minors.vocabulary import holder_is
from legation.books.awaw.powers import RUSSIA, TITLES
from legation.books.awaw.provisions import Provisions
from legation.core.deeds import On, filled
from legation.core.expr import YES, Expr, choice
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, done, go
from legation.core.rules import Assign, sets

__all__ = ["LOSS", "PROVISIONS", "taken_by_russia", "worth_less"]

STEPS = Steps()
LOSS = 5  # BRPs a year, for each
_russia_itself = filled(DRAWER, RUSSIA, says="Russia [draws|does not draw] them itself")


def taken_by_russia(land: str) -> Expr:
    """All of a land is or was in Russian hands."""
    return holder_is(RUSSIA, country=land) | choice(f"conqueror.{land}", RUSSIA)


def worth_less(
    country: str, cite: str, label: str, when: Expr, brps: int | Expr = LOSS, land: str = ""
) -> tuple[On, ...]:
    """So many BRPs of a country are lost for good; of land that can be won back, its friend loses them later."""
    fewer = On(label, cite, on=LAND_LOST, when=when, sets=(sets(f"value-lost.{country}", brps),), again=True)
    here = upon(country)
    if not land:
        return (fewer, *(_yields_less(_less(country, line), cite, line, _at_once(line), when=here) for line in LINES))
    return (
        fewer,
        *(_yields_less(_less(country, line), cite, line, _at_once(line), when=here & _russia_itself) for line in LINES),
        *(_waits(country, land, cite, line) for line in LINES),
    )


LINES = {DRAWN: "draws the BRPs of", GRACE: "may still win back"}


def _less(country: str, line: JournalLine) -> str:
    return f"whoever {LINES[line]} {TITLES[country]} has so much less of them"


def _at_once(line: JournalLine) -> Assign:
    return lost(DRAWER, _gone(line))


def _waits(country: str, land: str, cite: str, line: JournalLine) -> On:
    """The land is won back, or its BRPs are lost, when the next combat phase of their drawer is over."""
    later = (sets(f"grace.{land}", str(DRAWER)), sets(f"grace-brps.{land}", _gone(line)))
    in_time = f"whoever {LINES[line]} {TITLES[country]} has a turn to win {TITLES[land]} back"
    return _yields_less(in_time, cite, line, *later, when=upon(country) & ~_russia_itself)


def _gone(line: JournalLine) -> Expr:
    return line.much() - WORTH


def _yields_less(label: str, cite: str, line: JournalLine, *assigns: Assign, when: Expr = YES) -> On:
    more = (_gone(line) >= 1).worded("the country yields [more than|no more than] it is worth now")
    return On(
        label,
        cite,
        on=LAND_LOST,
        at=SETTLED,
        each=(DRAWER,),
        when=when & line.has(DRAWER) & more,
        sets=(sets(f"{line.brps}.{COUNTRY}", WORTH), *assigns),
        again=True,
    )


FORMER_FRIEND = _yields_less(
    "a former friend that has kept the capital has so much less", "85.49", KEPT, lost(DRAWER, _gone(KEPT))
)


@STEPS.step("awaw.minors.revalued")
def revalued(world: World, frame: Frame) -> Directive:
    """A country that has lost land is worth less from now on."""
    before = {country: world[f"value-lost.{country}"] for country in REDUCTIONS}
    return call(
        "awaw.follows", then="awaw.minors.yields-less", keep={"before": before}, deed=LAND_LOST.name, players=[{}]
    )


@STEPS.step("awaw.minors.yields-less")
def yields_less(world: World, frame: Frame) -> Directive:
    """It yields less to whoever draws its BRPs."""
    players = [{"country": country} for country, brps in frame.before.items() if world[f"value-lost.{country}"] != brps]
    return go("awaw.follows", deed=LAND_LOST.name, at=SETTLED, players=players) if players else done()


_REVALUED = ("awaw.minors.revalued",)
MOMENTS = {"taken": _REVALUED, "settled": _REVALUED, "turn-begins": _REVALUED}

PROVISIONS = Provisions("reductions", steps=STEPS, heeds=(FORMER_FRIEND,), moments=MOMENTS)
