"""Portugal and the ports of the Atlantic coast, rule 87.4."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import ATLANTIC_PORTS, HELD, PLACE, TAKEN, by, is_place
from legation.books.awaw.minors.news import reminding
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.powers import AXIS, TITLES
from legation.books.awaw.vocabulary import BOARD
from legation.core.deeds import On
from legation.core.expr import any_of, choice, truth
from legation.core.facts import Family, Flag
from legation.core.rules import Duty, sets

__all__ = ["AXIS_PORT", "PORTUGAL"]

WORDS = {"la-coruna": "La Coruna", "vigo": "Vigo", "cadiz": "Cadiz"}
FAMILY = Family(
    "atlantic-port",
    Flag(),
    "the Axis [have|do not have] {0} under control and in full supply",
    over=(ATLANTIC_PORTS,),
    told_by=BOARD,
)

# -- 87.42: the war of the submarines
_drawn_in = any_of(
    *(~choice(f"status.{c}", "neutral", says=f"{TITLES[c]} is[ not] neutral") for c in ("spain", "portugal"))
)
AXIS_PORT = _drawn_in & any_of(*(truth(f"atlantic-port.{port}") for port in ATLANTIC_PORTS))
HEEDS = (
    On(
        "a port of the Atlantic coast is the Axis', or no longer",
        "87.42",
        on=TAKEN,
        at=HELD,
        when=is_place(*ATLANTIC_PORTS),
        sets=(sets(f"atlantic-port.{PLACE}", True, by(AXIS)), sets(f"atlantic-port.{PLACE}", False, ~by(AXIS))),
        again=True,
    ),
)
FAVOURED = Duty("a port on the Spanish or Portuguese coast favours Germany", "87.42", AXIS_PORT)

PORTUGAL = Country(
    "portugal",
    sayings={
        "profile": (profile_of("portugal", f"{NEUTRAL} without forces", "87.41"),),
        "atlantic-submarines": (FAVOURED,),
    },
    heeds=HEEDS,
    families=(FAMILY,),
    words=WORDS,
    reminders=reminding((AXIS, FAVOURED)),
)
