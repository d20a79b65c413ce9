"""The conformance suite: what any book must stand, checked by random legal play.

- `play`: there are no dead ends, and no act brings about what can never be.
- `deeds`: what `may` says is what a deed gets; two deeds give the same world in either order.
- `records`: a game saved at a request reopens as it was; the record alone gives the same state; the rules, run again,
  give the same record; undo restores, and never crosses a roll or a reveal; amendments and what-ifs are games too.
- `sameness`: the same acts give the same record in any process and in any company.
- `leaks`: nothing that another seat can see depends on a hidden value.
- `why`: every entry can say why, and to a seat nothing but what is so.
- `forms`: what is written out, remembered or done for many worlds at once says what the plain form says.
- `names`: every id and every fact that is named exists.

Each check raises `AssertionError` with what went wrong and the acts that led there.
"""

from __future__ import annotations

from legation.testing.conformance.deeds import lawful_deed
from legation.testing.conformance.forms import check_forms, check_sweeps, expressions, random_world, tables
from legation.testing.conformance.leaks import check_leaks, reasons, unhashed, views
from legation.testing.conformance.names import check_cites
from legation.testing.conformance.play import Act, RandomPlay, begin, random_value
from legation.testing.conformance.records import (
    check_amend,
    check_branch,
    check_reopening,
    check_undo,
    check_verify,
    copy,
    look_alike,
    seats,
)
from legation.testing.conformance.sameness import Recorded, check_sameness, recorded
from legation.testing.conformance.whole import check_deeds, check_entries, not_done, random_play, run_all
from legation.testing.conformance.why import check_why

__all__ = [
    "Act",
    "RandomPlay",
    "Recorded",
    "begin",
    "check_amend",
    "check_branch",
    "check_cites",
    "check_deeds",
    "check_entries",
    "check_forms",
    "check_leaks",
    "check_reopening",
    "check_sameness",
    "check_sweeps",
    "check_undo",
    "check_verify",
    "check_why",
    "copy",
    "expressions",
    "lawful_deed",
    "look_alike",
    "not_done",
    "random_play",
    "random_value",
    "random_world",
    "reasons",
    "recorded",
    "run_all",
    "seats",
    "tables",
    "unhashed",
    "views",
]
