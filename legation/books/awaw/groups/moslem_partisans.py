"""What Wafdist, Arab and Persian partisans share, which Moslem Unrest results raise for Germany."""

from __future__ import annotations

from dataclasses import dataclass

from legation.books.awaw.vocabulary import turn
from legation.core.expr import Expr, choice, number
from legation.core.rules import Limit, Permit

__all__ = ["MOST", "Partisans", "another", "built_this_turn"]

MOST = 2


@dataclass(frozen=True, eq=False)
class Partisans:
    """Partisans of one people: where they are built, when, and how many a turn."""

    name: str
    title: str
    lands: tuple[str, ...]
    permits: tuple[Permit, ...]  # of the older text first
    rate: Limit


def _these(name: str) -> Expr:
    return choice("partisan-group", name, says=f"they are[ not] {name.capitalize()}")


def another(name: str) -> Expr:
    """The force pool, as far as results have made it, has another one."""
    pool, built = number(f"partisan-pool.{name}"), number(f"partisans-built.{name}")
    return (
        _these(name)
        & (built < pool).worded("the force pool has [another|no other] one")
        & (pool <= MOST).worded("the force pool is [no larger|larger] than it can be")
    )


def built_this_turn(name: str) -> Expr:
    return _these(name) & number(f"partisan-built-in.{name}", "the turn of the last one").is_number(turn()).worded(
        "[one|none] was built this turn"
    )
