"""What a condition still lacks, by the shortest way to make it hold: for telling what is one step away."""

from __future__ import annotations

from legation.core.expr import All, Any_, Compare, Const, Expr, Look, Named, Not

__all__ = ["missing_for"]


def missing_for(expr: Expr, look: Look, clock: str = "turn") -> tuple[Expr, ...] | None:
    """The failing parts that would have to hold: none if it holds, None if nothing could bring it about."""
    if expr.value(look) is True:
        return ()
    if isinstance(expr, Const) or not expr.reads():
        return None
    if isinstance(expr, All):
        found = [missing_for(part, look, clock) for part in expr.of]
        return None if None in found else tuple(part for parts in found for part in parts or ())
    if isinstance(expr, Any_):
        ways = [way for part in expr.of if (way := missing_for(part, look, clock)) is not None]
        return min(ways, key=len, default=None)
    if isinstance(expr, Named) and isinstance(expr.inner, Named | All | Not | Compare):
        inner = missing_for(expr.inner, look, clock)
        return inner if inner is None or isinstance(expr.inner, Named) else (expr,)
    if isinstance(expr, Compare) and expr.op in ("<", "<=") and expr.reads() == {clock}:
        return None  # time does not run backwards
    return (expr,)
