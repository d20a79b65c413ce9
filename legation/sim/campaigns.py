"""Campaigns by the million: shares of worlds played at once, counted after every round.

A share has its own dice, which follow from the seed and its number; so the result depends neither on how many workers
there are nor on the order in which they finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from legation.books import book
from legation.core.errors import NotFound, Refused
from legation.core.expr import Const
from legation.core.facts import Choice, World
from legation.core.game import Game
from legation.core.inquiries import campaigns_of
from legation.core.policies import Policy
from legation.core.rules import Modifier
from legation.sim.arrays import Columns, Lens, Rows
from legation.sim.dice import ShareOfDice
from legation.sim.step_trees import Players, Tables

__all__ = ["SHARE", "Plan", "CampaignResult", "CampaignTally", "simulate"]

LEARNING = 4_096  # worlds with which the game is tabulated before larger shares are played
SHARE = 250_000  # worlds that are played at once: enough to pay for a round of Python, few enough for the memory


@dataclass(frozen=True)
class Plan:
    """What is to be simulated."""

    book: str
    scenario: str
    policy: str
    campaigns: int
    rounds: int = 6
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, Any], ...] = ()
    house: tuple[tuple[str, int], ...] = ()  # modifiers by id, with another number than the book's
    share: int = SHARE  # part of the plan: other shares roll other dice

    @property
    def shares(self) -> int:
        return -(-self.campaigns // self.share)

    def size(self, number: int) -> int:
        return min(self.share, self.campaigns - number * self.share)


Counts = dict[Any, int]  # value -> in how many worlds


@dataclass
class CampaignTally:
    """What was counted: name -> round -> value -> worlds."""

    campaigns: int = 0
    dice: int = 0
    spread: dict[str, list[Counts]] = field(default_factory=dict)

    def add(self, other: CampaignTally) -> None:
        self.campaigns += other.campaigns
        self.dice += other.dice
        for name, rounds in other.spread.items():
            mine = self.spread.setdefault(name, [{} for _ in rounds])
            for total, more in zip(mine, rounds, strict=True):
                for value, count in more.items():
                    total[value] = total.get(value, 0) + count


@dataclass
class CampaignResult:
    """A tally with its plan; `whole` is False when somebody stopped it."""

    plan: Plan
    tally: CampaignTally
    assumes: tuple[str, ...] = ()
    whole: bool = True

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each name, round and value: the share of the worlds, with a band of 95 %."""
        for name, rounds in self.tally.spread.items():
            for number, counts in enumerate(rounds, 1):
                for value, count in sorted(counts.items(), key=lambda pair: str(pair[0])):
                    low, high = band(count, self.tally.campaigns)
                    share = count / self.tally.campaigns
                    yield {
                        "name": name,
                        "round": number,
                        "value": value,
                        "worlds": count,
                        "share": share,
                        "low": low,
                        "high": high,
                    }

    def moved(self) -> list[str]:
        """The names whose value is not the same in all worlds to the end."""
        return [name for name, rounds in self.tally.spread.items() if len({v for counts in rounds for v in counts}) > 1]


def band(count: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share, which stays honest near 0 and 1."""
    share = count / total
    centre, width = share + z * z / (2 * total), z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    below = 1 + z * z / total
    return max(0.0, (centre - width) / below), min(1.0, (centre + width) / below)


@lru_cache(maxsize=8)
def _tables(plan: Plan) -> Tables:
    found = book(plan.book)
    campaign = campaigns_of(found).campaign(plan.scenario, plan.rounds, dict(plan.options))
    schema = found.schema_of(plan.scenario, dict(plan.options))
    return Tables(found.steps, schema, policy_of(plan.book, plan.policy), [campaign.round], found)


def policy_of(name: str, policy: str) -> Policy:
    known = campaigns_of(book(name)).policies()
    if policy not in known:
        raise NotFound("policy", policy, known)
    return known[policy]


def check_house(plan: Plan) -> None:
    """Only the plain number of a modifier can be another."""
    declared = {cite: found.rule for cite, found in book(plan.book).registry.declared.items()}
    plain = [c for c, rule in declared.items() if isinstance(rule, Modifier) and isinstance(rule.value, Const)]
    for cite, _ in plan.house:
        if cite not in declared:
            raise NotFound("modifier", cite, plain)
        if cite not in plain:
            raise Refused(f"{cite} is no modifier with a plain number that could be another")


def beginning(plan: Plan) -> World:
    """The world in which every campaign begins."""
    found = book(plan.book)
    campaign = campaigns_of(found).campaign(plan.scenario, plan.rounds, dict(plan.options))
    given = {**campaign.given, **dict(plan.given)}
    return Game.new(found, plan.scenario, options=dict(plan.options), given=given, stack=(), dice="typed").world


def play_share(plan: Plan, share: int, log: list[Any] | None = None) -> tuple[CampaignTally, Columns]:
    """Play one share of the campaigns; `log` receives every die with its purpose and its worlds."""
    found = book(plan.book)
    campaign = campaigns_of(found).campaign(plan.scenario, plan.rounds, dict(plan.options))
    tables = _tables(replace(plan, campaigns=0, seed=0, given=(), share=0))  # which do not matter to them
    world = beginning(plan)
    facts = {key: world.read(key) if isinstance(value, dict) else value for key, value in world.set_facts().items()}
    columns = Columns(tables.schema, plan.size(share), facts, tables.readers, dict(plan.house))
    players = Players(tables, columns, ShareOfDice(plan.seed, share))
    players.log = log
    spread: dict[str, list[Counts]] = {}
    at: dict[bytes, Rows] = {tables.place(campaign.start): None}
    if campaign.start[-1].step != campaign.round:  # what comes before the first round
        at = players.play(at)
    for _ in range(plan.rounds):
        at = players.play(at)
        for key, name in campaign.counts.items():
            spread.setdefault(name, []).append(_count_fact(columns, key))
        for name, number in campaign.numbers.items():
            spread.setdefault(name, []).append(_count(number.value(Lens(columns, None, {})), columns.size))
    return CampaignTally(columns.size, players.dice, spread), columns


def _count_fact(columns: Columns, key: str) -> Counts:
    found = columns.raw(key)
    domain = columns.domain(key)
    if isinstance(found, np.ndarray) and isinstance(domain, Choice):
        counts = {option: int(np.count_nonzero(found == code)) for code, option in enumerate(domain.options)}
        return {option: count for option, count in counts.items() if count}
    return _count(found, columns.size)


def _count(found: Any, size: int) -> Counts:
    if not isinstance(found, np.ndarray):
        return {found: size}
    values, counts = np.unique(found, return_counts=True)
    return {value.item(): int(count) for value, count in zip(values, counts, strict=True)}


def share_of(plan: Plan, share: int) -> CampaignTally:
    return play_share(plan, share)[0]


def simulate(
    plan: Plan, *, workers: int = 1, dask: str = "", progress: Callable[[int], None] | None = None
) -> CampaignResult:
    """Play all shares, on this machine or on the Dask cluster at an address; Ctrl-C keeps what is done."""
    found = book(plan.book)
    found.check_scenario(plan.scenario)
    campaign = campaigns_of(found).campaign(plan.scenario, plan.rounds, dict(plan.options))
    assumes = (*campaign.assumes, *policy_of(plan.book, plan.policy).assumes)
    check_house(plan)
    beginning(plan)  # a wrong option or fact is refused here, not in a worker
    total = CampaignTally()
    if dask:
        from legation.sim.cluster import on_cluster

        tallies = on_cluster(dask, plan)
    else:
        tallies = _at_once(plan, workers) if workers > 1 else (share_of(plan, n) for n in range(plan.shares))
    try:
        if not dask and plan.campaigns > LEARNING * 4:  # quicker with few worlds; workers know what their parent knows
            play_share(replace(plan, campaigns=LEARNING, share=LEARNING), 0)
        for tally in tallies:
            total.add(tally)
            if progress:
                progress(tally.campaigns)
    except KeyboardInterrupt:
        return CampaignResult(plan, total, assumes, whole=False)
    return CampaignResult(plan, total, assumes)


def _at_once(plan: Plan, workers: int) -> Iterator[CampaignTally]:
    with ProcessPoolExecutor(workers) as pool:
        waiting: set[Future[CampaignTally]] = {pool.submit(share_of, plan, share) for share in range(plan.shares)}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()
