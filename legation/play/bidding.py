"""Advice for the asking seat: how to bid in secret, on one target or on several under one budget.

A bid is a game of two: what one side gains by a success, less its own money, plus the other's, the other side loses.
Its equilibrium is a linear programme, solved by HiGHS.  Several targets are not multiplied out: a way to spread money
is a path through (target, money spent so far), and mixed ways are flows over such paths: the programme stays small.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.core.abilities import Duelling
from legation.core.errors import Refused

__all__ = ["Duel", "Placement", "MixedSpread", "contest", "duel", "payoffs", "place", "regret", "spread"]

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Duel:
    """A bid in equilibrium: how often each side should bid how much, and what that is worth to the first."""

    mine: Mapping[int, float]
    theirs: Mapping[int, float]
    value: float
    exploitable: float  # what either side could still gain against the other's mix: 0 but for rounding


@dataclass(frozen=True)
class MixedSpread:
    """Money on several targets in equilibrium: mixed ways to spread it, with their weights."""

    mine: Mapping[tuple[int, ...], float]
    theirs: Mapping[tuple[int, ...], float]
    value: float
    exploitable: float


def payoffs(chances: Mapping[tuple[int, int], Fraction], worth: Fraction | int) -> tuple[list[int], list[int], Matrix]:
    """What each pair of bids is worth to the first side, in dollars: the gain by its chance, less the money it spends
    more than the other."""
    mine = sorted({a for a, _ in chances})
    theirs = sorted({b for _, b in chances})
    rows = [[float(chances[a, b] * worth - a + b) for b in theirs] for a in mine]
    return mine, theirs, np.array(rows)


def contest(stake: Duelling) -> Matrix:
    """The same for a target that may also be tried without money: then nobody may counter, so nobody else pays."""
    mine, theirs, worth = payoffs(stake.chances, stake.worth)
    if 0 in mine:
        free = mine.index(0)
        worth[free] = [float(stake.chances[0, b] * stake.worth) for b in theirs]
    return worth


@dataclass(frozen=True)
class Placement:
    """Points over several targets, and what that is worth; with one point more."""

    points: Mapping[str, int]
    worth: Fraction
    with_one_more: Fraction


def place(
    prospects: Mapping[str, Sequence[Fraction]], total: int, few: Collection[str] = (), most: int = 0
) -> Placement:
    """The best way to place points.  `prospects` has, for each target, what 0, 1, 2, … points there are worth.

    Of the targets in `few` only so many can be tried: what they promise without points is left out.  Exact: the best
    for each number of points and of such targets, target by target.  Of equally good ways, the one that holds points
    back.
    """
    names = list(prospects)
    best = [[Fraction(0)] * (most + 1) for _ in range(total + 2)]  # by points, and by targets of the few
    chosen: list[list[list[int]]] = []
    for name in names:
        gains, before, rare = prospects[name], best, name in few
        best, took = [], []
        for points in range(total + 2):
            found = []
            for tries in range(most + 1):
                least, rest = (1, tries - 1) if rare else (0, tries)
                ways = [(before[points][tries], 0)] if rare else []
                for here in range(least, min(points, len(gains) - 1) + 1) if rest >= 0 else ():
                    ways.append((gains[here] + before[points - here][rest], -here))
                found.append(max(ways))
            best.append([worth for worth, _ in found])
            took.append([-here for _, here in found])
        chosen.append(took)
    left, tries, placed = total, most, {}
    for name, took in zip(reversed(names), reversed(chosen), strict=True):
        if here := took[left][tries]:
            placed[name] = here
            tries -= name in few
        left -= here
    in_order = {name: placed[name] for name in names if name in placed}
    worth = [row[most] for row in best]
    return Placement(in_order, worth[total], worth[total + 1])


def duel(mine: Sequence[int], theirs: Sequence[int], worth: Matrix) -> Duel:
    """The equilibrium of one sealed bid."""
    value, first = _best_mix(worth)
    _, second = _best_mix(-worth.T)
    gain = float((worth @ second).max() - (first @ worth).min())
    return Duel(_weights(mine, first), _weights(theirs, second), value, max(0.0, gain))


def regret(bid: int, mine: Sequence[int], theirs: Mapping[int, float], against: Sequence[int], worth: Matrix) -> float:
    """What a bid gives away against the other side's mix, beside the best one."""
    if bid not in mine:
        raise Refused(f"${bid} is no bid here", allowed=list(mine))
    expected = worth @ np.array([theirs.get(b, 0.0) for b in against])
    return float(expected.max() - expected[list(mine).index(bid)])


def _weights(bids: Sequence[int], mix: Matrix) -> dict[int, float]:
    return {bid: float(weight) for bid, weight in zip(bids, mix, strict=True) if weight > 1e-9}


def _best_mix(worth: Matrix) -> tuple[float, Matrix]:
    """The mix of rows whose worst case is best, and that worst case."""
    from scipy.optimize import linprog

    rows, columns = worth.shape
    # variables: the weight of each row, and the value; the value is at most what any column leaves
    found = linprog(
        c=np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-worth.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0).reshape(1, -1),
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return float(found.x[-1]), np.clip(found.x[:-1], 0, None)


# -- several targets under one budget
def spread(worths: Sequence[Matrix], budget: int, against: int) -> MixedSpread:
    """The equilibrium over several targets.  `worths` has a matrix for each: dollars I put by dollars against me."""
    value, mine = _best_spread(worths, budget, against)
    _, theirs = _best_spread([-worth.T for worth in worths], against, budget)
    best_reply = _longest([worth @ _share(theirs, i, worth.shape[1]) for i, worth in enumerate(worths)], budget)
    worst_case = -_longest([-(_share(mine, i, worth.shape[0]) @ worth) for i, worth in enumerate(worths)], against)
    return MixedSpread(mine, theirs, value, max(0.0, best_reply - worst_case))


def _share(mix: Mapping[tuple[int, ...], float], target: int, bids: int) -> Matrix:
    """How often so much is put on one target."""
    found = np.zeros(bids)
    for way, weight in mix.items():
        found[way[target]] += weight
    return found


def _longest(gains: Sequence[Matrix], budget: int) -> float:
    """The best that money can do where each dollar on each target has its price."""
    best = np.zeros(budget + 1)
    for gain in reversed(gains):
        later, most = best, len(gain) - 1
        best = np.array([max(gain[b] + later[m - b] for b in range(min(most, m) + 1)) for m in range(budget + 1)])
    return float(best[budget])


def _edges(bids: Sequence[int], budget: int) -> list[tuple[int, int, int]]:
    """(target, money spent before it, money put on it)."""
    return [
        (target, spent, bid)
        for target, most in enumerate(bids)
        for spent in range(budget + 1)
        for bid in range(min(most, budget - spent) + 1)
    ]


def _best_spread(worths: Sequence[Matrix], budget: int, against: int) -> tuple[float, dict[tuple[int, ...], float]]:
    """The mix of ways whose worst case is best: my flow, and below it the other side's cheapest path."""
    from scipy.optimize import linprog
    from scipy.sparse import coo_matrix

    targets = len(worths)
    mine = _edges([worth.shape[0] - 1 for worth in worths], budget)
    theirs = _edges([worth.shape[1] - 1 for worth in worths], against)
    nodes = {(t, s): i for i, (t, s) in enumerate((t, s) for t in range(targets + 1) for s in range(against + 1))}
    flow, potential = len(mine), len(nodes)
    # the other side's path may not be cheaper than the potential says
    upper: list[tuple[int, int, float]] = []
    by_target: dict[int, list[tuple[int, int]]] = {}
    for i, (target, _, bid) in enumerate(mine):
        by_target.setdefault(target, []).append((i, bid))
    for row, (target, spent, bid) in enumerate(theirs):
        upper.append((row, flow + nodes[target, spent], 1.0))
        upper.append((row, flow + nodes[target + 1, spent + bid], -1.0))
        upper += [(row, i, -float(worths[target][a, bid])) for i, a in by_target[target]]
    # one unit of my flow goes in at the first target, and none is lost on the way
    places = {(t, s): i for i, (t, s) in enumerate((t, s) for t in range(targets) for s in range(budget + 1))}
    equal = [(places[target, spent], i, 1.0) for i, (target, spent, _) in enumerate(mine)]
    equal += [(places[t + 1, s + b], i, -1.0) for i, (t, s, b) in enumerate(mine) if t + 1 < targets]
    ends = [(len(places) + s, flow + nodes[targets, s], 1.0) for s in range(against + 1)]
    rows = len(places) + len(ends)
    sums = np.zeros(rows)
    sums[places[0, 0]] = 1.0
    aim = np.zeros(flow + potential)
    aim[flow + nodes[0, 0]] = -1.0
    found = linprog(
        c=aim,
        A_ub=_sparse(coo_matrix, upper, (len(theirs), flow + potential)),
        b_ub=np.zeros(len(theirs)),
        A_eq=_sparse(coo_matrix, [*equal, *ends], (rows, flow + potential)),
        b_eq=sums,
        bounds=[(0, None)] * flow + [(None, None)] * potential,
        method="highs",
    )
    return -float(found.fun), _ways(mine, found.x[:flow], targets)


def _sparse(make: Any, entries: Iterable[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    rows, columns, values = zip(*entries, strict=True)
    return make((values, (rows, columns)), shape=shape).tocsr()


def _ways(edges: Sequence[tuple[int, int, int]], flow: Matrix, targets: int) -> dict[tuple[int, ...], float]:
    """A flow taken apart into whole ways to spread the money."""
    left = {edge: float(amount) for edge, amount in zip(edges, flow, strict=True) if amount > 1e-9}
    found: dict[tuple[int, ...], float] = {}
    while True:
        spent, way, path = 0, [], []
        for target in range(targets):
            out = [(amount, edge) for edge, amount in left.items() if edge[0] == target and edge[1] == spent]
            if not out:
                return found
            edge = max(out)[1]
            path.append(edge)
            way.append(edge[2])
            spent += edge[2]
        weight = min(left[edge] for edge in path)
        found[tuple(way)] = found.get(tuple(way), 0.0) + weight
        for edge in path:
            left[edge] -= weight
            if left[edge] <= 1e-9:
                del left[edge]
