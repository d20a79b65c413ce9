"""What a power and the table are told of BRPs: its account, what a player turn decides, what diplomacy wins."""

from __future__ import annotations

from collections.abc import Iterator

from legation.books.awaw.brps.captures import EACH_YEAR, WINDOW
from legation.books.awaw.brps.colonies import NOT_IN_THE_BASE
from legation.books.awaw.brps.journal import drawn
from legation.books.awaw.brps.payments import STILL_HELD, on_its_way
from legation.books.awaw.diplomacy.results import key_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.minors.inquiry import Topic
from legation.books.awaw.minors.lands import LAND
from legation.books.awaw.minors.schema import HALVES
from legation.books.awaw.minors.vocabulary import TURNS, asked, site_is, status_is
from legation.books.awaw.powers import LANDS, NOBODY, TITLES
from legation.books.awaw.vocabulary import HERE, one_of
from legation.core.expr import choice
from legation.core.facts import World
from legation.core.rules import Duty
from legation.core.trace import Trace

__all__ = ["DECLARED", "NO_DPS", "TOPICS", "UNITS_STAY_GONE", "account", "reminders"]

_in_grace = ~choice(f"grace.{HERE}", NOBODY, says="[nobody|somebody] may still win {Here} back")
UNITS_STAY_GONE = Duty(
    "to win its capital back saves its BRPs, not its units", "83.21.recapture", _in_grace & status_is("conquered")
)
NO_DPS = Duty(
    "its capital gives DPs to whoever has it when the year ends, not to whoever may still win it back",
    "83.32.dps",
    _in_grace,
)


# -- what diplomacy wins
def _paying(country: str) -> tuple[str, ...]:
    """The results by which a neutral country's own table grants BRPs."""
    paying = []
    for band in TABLES[country].bands:
        effects = [effect for part in band.then for effect in (part if isinstance(part, tuple) else (part,))]
        facts = {getattr(effect, "fact", ""): getattr(effect, "value", None) for effect in effects}
        if facts.get(f"brp-grant.{HERE}", 0) != 0 and facts.get(f"status.{HERE}", "hex-control") == "hex-control":
            paying.append(key_of(band))
    return tuple(paying)


_by_results = {country: _paying(country) for country in TABLES}
_none = tuple(country for country, results in _by_results.items() if not results)
_axis_only = tuple(country for country, found in _by_results.items() if found and not {"0", "-1"} & {*found})
_neutral = status_is("neutral", "hex-control")
RESULTS_PAY = Duty(
    f"its BRPs are won by diplomacy only with a result of {one_of(_by_results['sweden'])}",
    "82.21",
    _neutral & site_is(*(country for country, results in _by_results.items() if results)),
)
TABLES_DECIDE = Duty(
    f"no result wins BRPs of {' or '.join(map(TITLES.__getitem__, _none))}, nor for the Allies those of "
    f"{' or '.join(map(TITLES.__getitem__, _axis_only))}",
    "82.21.tables",
    _neutral & site_is(*_none, *_axis_only),
)
TOPICS = {"result-brps": Topic("what BRPs diplomacy wins", (RESULTS_PAY, TABLES_DECIDE))}


# -- what a power counts
def account(world: World, power: str) -> Trace:
    """The BRPs that a power draws from minor countries and colonies in a year, land by land."""
    rows = []
    for slug in LANDS:
        to, brps = drawn(world, slug)
        if to == power and brps:
            rule = world.origin(f"brp-grant.{slug}").rule or (LAND[slug].cite if slug in LAND else "") or EACH_YEAR
            kind = world[f"status.{slug}"]
            if kind == "colony":
                outside = asked(NOT_IN_THE_BASE, slug).told(world)
                kind += ", outside the base" if outside else ", in the base"
            rows.append(Trace(f"{TITLES[slug]} ({kind})", brps, (), (f"brp-grant.{slug}",), rule, True))
        if world[f"grace.{slug}"] == power:
            left = Trace(f"{TITLES[slug]}, lost unless won back in time", world[f"grace-brps.{slug}"], rule=WINDOW)
            rows.append(left)
    return Trace(
        "BRPs a year from minor countries and colonies", sum(row.value for row in rows), tuple(rows), (), EACH_YEAR
    )


def reminders(world: World, half: str) -> Iterator[str]:
    """What a player turn decides: lands to win back, lands to hold until they pay."""
    for slug, power in on_its_way(world, "grace", half):
        brps = world[f"grace-brps.{slug}"]
        yield f"{TITLES[power]} must win {TITLES[slug]} back in this combat or lose {brps} BRPs a year [{WINDOW}]"
        for duty in asked((UNITS_STAY_GONE, NO_DPS), slug):
            if words := duty.told(world):
                yield f"{words} [{duty.cite}]"
    other = HALVES[1 - HALVES.index(half)]
    for slug, power in on_its_way(world, "due", other):
        yield f"{TITLES[power]} is paid for {TITLES[slug]} next, unless it is taken from it now [{STILL_HELD}]"


DECLARED = (TURNS,)
