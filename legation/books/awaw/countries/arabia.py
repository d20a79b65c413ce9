"""Arabia, rule 88.2."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.minors.profiles import NEUTRAL, profile_of
from legation.books.awaw.minors.vocabulary import side_declared, site_is, status_is
from legation.core.rules import Limit

__all__ = ["ARABIA"]

ARABIA = Country(
    "arabia",
    clauses={
        "enter": (
            Limit(
                "neutral Arabia is entered only after a declaration of war, for 10 BRPs",
                "88.21.entry",
                site_is("arabia") & status_is("neutral", country="arabia") & ~side_declared("arabia"),
            ),
        ),
    },
    sayings={"profile": (profile_of("arabia", NEUTRAL, "88.21", seats=""),)},
)
