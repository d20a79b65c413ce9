"""The diplomatic tables, country by country."""

from __future__ import annotations

from collections.abc import Mapping

from legation.awaw.tables import balkans, low_countries, sweden, ukraine
from legation.awaw.tables.albania import ALBANIA
from legation.awaw.tables.balkans import BULGARIA, HUNGARY, RUMANIA
from legation.awaw.tables.central_europe import AUSTRIA, CZECHOSLOVAKIA, POLAND
from legation.awaw.tables.greece import GREECE
from legation.awaw.tables.ireland import IRELAND
from legation.awaw.tables.low_countries import BELGIUM, NO_GENERAL_ROWS, THE_NEUTRAL_ONE
from legation.awaw.tables.scandinavia import FINLAND, NORWAY
from legation.awaw.tables.spain import ASSOCIATION_STANDS, SPAIN
from legation.awaw.tables.sweden import SWEDEN
from legation.awaw.tables.turkey import TURKEY
from legation.awaw.tables.ukraine import UKRAINE, WHERE_IT_LIES
from legation.awaw.tables.vichy import VICHY
from legation.awaw.tables.yugoslavia import CROATIA, SERBIA, YUGOSLAVIA
from legation.core.deeds import On
from legation.core.rules import Duty, Limit, Rule
from legation.core.tables import Table

__all__ = ["BEFORE_RESULTS", "HEEDS", "REMARKS", "TABLES", "VOID"]

TABLES: Mapping[str, Table] = {
    table.here: table
    for table in (
        ALBANIA,
        AUSTRIA,
        BELGIUM,
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
        VICHY,
        YUGOSLAVIA,
    )
}

# What is told with the sum of a roll.
REMARKS: tuple[Duty, ...] = (NO_GENERAL_ROWS, WHERE_IT_LIES)

# Limits under which what is rolled for a country brings nothing about.
VOID: Mapping[str, tuple[Limit, ...]] = {"spain": (ASSOCIATION_STANDS,)}

# What is settled before a result for a country is carried out.
BEFORE_RESULTS: Mapping[str, tuple[Rule, ...]] = {"belgium-luxembourg": (THE_NEUTRAL_ONE,)}

# What the tables remember of deeds.
HEEDS: tuple[On, ...] = (*balkans.HEEDS, *low_countries.HEEDS, *sweden.HEEDS, *ukraine.HEEDS)
