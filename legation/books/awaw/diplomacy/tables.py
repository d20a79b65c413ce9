"""The countries that have a diplomatic table, and what diplomacy asks of them."""

from __future__ import annotations

from collections.abc import Mapping

from legation.books.awaw.countries.albania import ALBANIA
from legation.books.awaw.countries.austria_czechoslovakia import AUSTRIA, CZECHOSLOVAKIA
from legation.books.awaw.countries.belgium_luxembourg import BELGIUM_LUXEMBOURG
from legation.books.awaw.countries.bulgaria import BULGARIA
from legation.books.awaw.countries.finland import FINLAND
from legation.books.awaw.countries.greece import GREECE
from legation.books.awaw.countries.hungary import HUNGARY
from legation.books.awaw.countries.ireland import IRELAND
from legation.books.awaw.countries.norway import NORWAY
from legation.books.awaw.countries.poland import POLAND
from legation.books.awaw.countries.rumania import RUMANIA
from legation.books.awaw.countries.spain import SPAIN
from legation.books.awaw.countries.sweden import SWEDEN
from legation.books.awaw.countries.turkey import TURKEY
from legation.books.awaw.countries.ukraine import UKRAINE
from legation.books.awaw.countries.vichy_france import VICHY_FRANCE
from legation.books.awaw.countries.yugoslavia import CROATIA, SERBIA, YUGOSLAVIA
from legation.books.awaw.country import ANY_SIDE, Country
from legation.books.awaw.groups import balkans
from legation.core.rules import Duty, Limit, Rule
from legation.core.tables import Table

__all__ = ["BEFORE_RESULTS", "COURTED", "GUESTS", "HEEDS", "KEPT", "REMARKS", "TABLES", "VOID", "due_in_phase"]

COURTED: tuple[Country, ...] = (
    ALBANIA,
    AUSTRIA,
    BELGIUM_LUXEMBOURG,
    BULGARIA,
    CROATIA,
    CZECHOSLOVAKIA,
    FINLAND,
    GREECE,
    HUNGARY,
    IRELAND,
    NORWAY,
    POLAND,
    RUMANIA,
    SERBIA,
    SPAIN,
    SWEDEN,
    TURKEY,
    UKRAINE,
    VICHY_FRANCE,
    YUGOSLAVIA,
)
TABLES: Mapping[str, Table] = {country.name: country.table for country in COURTED if country.table}
REMARKS: tuple[Duty, ...] = tuple(remark for country in COURTED for remark in country.remarks)
VOID: Mapping[str, tuple[Limit, ...]] = {country.name: country.void for country in COURTED}
BEFORE_RESULTS: Mapping[str, tuple[Rule, ...]] = {country.name: country.before_results for country in COURTED}
KEPT: Mapping[str, Limit] = {country.name: country.kept for country in COURTED if country.kept}
GUESTS = tuple(country.guests for country in COURTED if country.guests)
HEEDS = balkans.HEEDS  # what the tables of a group remember of deeds


def due_in_phase(side: str) -> tuple[Rule, ...]:
    """What falls due in the countries when a diplomatic phase of this side begins."""
    return tuple(
        rule for whose in (ANY_SIDE, side) for country in COURTED for rule in country.phase_rules.get(whose, ())
    )
