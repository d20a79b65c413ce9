"""Rules 83.33 and 83.4: what a colony is to its owner and to whoever takes it."""

from __future__ import annotations

from legation.books.awaw.deeds import COUNTRY, POWER, upon
from legation.books.awaw.minors.inquiry import Topic
from legation.books.awaw.minors.lands import CITIES, DIPLOMATIC, LAND
from legation.books.awaw.minors.vocabulary import holder_is, status_is
from legation.books.awaw.powers import JAPAN
from legation.core.deeds import of
from legation.core.expr import NO, YES, Expr, choice, named
from legation.core.rules import Duty

__all__ = ["AS_CONQUERED", "BRITISH", "COLONY", "DECLARED", "NOT_IN_THE_BASE", "OWN_COLONY", "PAYS", "TOPICS"]

COLONY = upon(*(slug for slug, land in LAND.items() if land.owner))
_LISTED = ("egypt", "palestine", "burma", "malaya", "singapore", "hong-kong", "calcutta", "dacca")
BRITISH = named("it is[ not] in the British total", upon(*_LISTED), cite="83.33.british-list")


def _owns(country: str, power: str) -> Expr:
    return YES if country in LAND and LAND[country].owner == power else NO


OWN_COLONY = of(COUNTRY, POWER, build=_owns, says="the country is [a|no] colony of the power")
_now_colony = status_is("colony")
NOT_IN_THE_BASE = Duty("its BRPs are no part of its owner's base", "83.43.base", _now_colony & ~holder_is(JAPAN))
KEY_AREA = Duty(
    "it is a key economic area of Japan, and its BRPs are in the base", "83.445.kea", _now_colony & holder_is(JAPAN)
)
TOPICS = {"colony": Topic("what a colony is to its owner", (NOT_IN_THE_BASE, KEY_AREA))}


_colony = choice(f"status.{COUNTRY}", "colony", says="the country is [a|no] colony")
PAYS = ~_colony | named("colonies are gained and lost like other countries", _colony, cite="83.33")
AS_CONQUERED = named("a colony counts as conquered before the game began", _colony | upon(*DIPLOMATIC), cite="83.41")
DECLARED = (CITIES, BRITISH, PAYS)
