"""Foresight: campaigns by the batch beside the referee, bare NumPy and other simulators; exact odds; bids in secret.

BENCH_CAMPAIGNS and BENCH_AGREEING set how many campaigns the long rows play; without them, a million and 2,000.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.commerce import DICE, REROLLS, SIMPLER, afresh
from benchmarks.harness import Result, best_of
from legation.books import book
from legation.books.twg.map.geography import geography
from legation.books.twg.money.commerce import BEST_PLAY
from legation.books.twg.money.influence_money import MOST
from legation.books.twg.powers import ALL
from legation.core.dice import RecordedDice, d12
from legation.core.errors import LegationError
from legation.core.facts import World
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.play.bidding import duel, spread
from legation.sim.campaigns import SHARE, CampaignTally, Plan, beginning, play_share, policy_of
from legation.sim.dice import by_world
from legation.sim.step_trees import Players

MANY = int(os.environ.get("BENCH_CAMPAIGNS", 1_000_000))
AGREEING = int(os.environ.get("BENCH_AGREEING", 2_000))
TIMED = 40  # of these campaigns, played one after another before the others
BATCH = min(SHARE, MANY)
SHARES = 4  # of the plan by which one worker and two are compared
RUNS = 3  # the best of so many counts
ROUNDS = 6
SLOWEST = 20  # of all questions about a country are timed again
NEUTRALS = 50  # of the toy
PIECE = 16_384  # worlds of the toy that fit into the cache of a processor
WORKERS = 2
BIDS, TARGETS, BUDGET = 3, 6, 8
WHERE = f"twg 1939, all seats frugal, {ROUNDS} turns"


def plan(campaigns: int, **more: Any) -> Plan:
    return Plan("twg", "1939", "frugal", campaigns, ROUNDS, **more)


def processor(function: Callable[[], object]) -> float:
    """Seconds of one core for one call: the best of several."""
    taken = []
    for _ in range(RUNS):
        begin = time.process_time()
        function()
        taken.append(time.process_time() - begin)
    return min(taken)


# -- the batch beside the referee
def by_the_referee(played: Plan, faces: dict[str, list[int]]) -> World | None:
    """The same campaign, one world before the referee; None if it does not use just these dice."""
    found, policy = book(played.book), policy_of(played.book, played.policy)
    campaign = found.campaign(played.scenario, played.rounds)
    dice = RecordedDice(faces)
    game = Game.new(found, played.scenario, given=campaign.given, dice=dice, stack=campaign.start)
    clock = game.world.schema.clock
    for _ in range(played.rounds):
        begun = game.world.get(clock)
        while game.world.get(clock) == begun:
            request = game.requests()[0]
            if request.kind == "roll":
                return None
            if request.kind == "report":  # what was told too long ago is told again
                value: Any = {fact: campaign.given[fact] for fact in request.facts}
            else:
                value = policy.answer(game.state.top.step, request, game.world)
            game.answer(request.id, value, seat=found.seats[0] if request.seat == TABLE else request.seat)
    return None if any(dice.left.values()) else game.world


def agrees(played: Plan, faces: dict[str, list[int]], simulated: dict[str, Any]) -> tuple[float, bool]:
    """Seconds of one core that the referee takes, and whether the campaign ends as the batch ends it."""
    begin = time.process_time()
    world = by_the_referee(played, faces)
    taken = time.process_time() - begin
    return taken, world is not None and all(simulated.get(key) == world.get(key) for key in world.set_facts())


def referee(campaigns: int) -> tuple[float, int]:
    """Seconds of one core for one campaign before the referee, and how many of them end as the batch ends them."""
    agreeing, log = plan(campaigns, seed=11), list[Any]()
    _, columns = play_share(agreeing, 0, log)
    faces, simulated = by_world(log, campaigns), [columns.world(number) for number in range(campaigns)]
    found = [agrees(agreeing, *both) for both in zip(faces[:TIMED], simulated[:TIMED], strict=True)]
    alone = sum(taken for taken, _ in found) / len(found)
    with ProcessPoolExecutor(WORKERS) as pool:
        found += pool.map(partial(agrees, agreeing), faces[TIMED:], simulated[TIMED:], chunksize=TIMED)
    return alone, sum(same for _, same in found)


def batch() -> tuple[float, float, CampaignTally]:
    """Seconds of one core for a batch of campaigns, the part of them that throwing took, and what was counted."""
    throwing, throw = 0.0, Players._throw

    def timed(*what: Any) -> None:
        nonlocal throwing
        begin = time.process_time()
        throw(*what)
        throwing += time.process_time() - begin

    counted = play_share(plan(BATCH), 0)[0]  # the first time, the steps are tabulated
    whole = processor(lambda: play_share(plan(BATCH), 0))
    with patch.object(Players, "_throw", timed):
        play_share(plan(BATCH), 0)
    return whole, throwing, counted


def bare_dice(count: int) -> float:
    """Seconds of one core in which NumPy alone throws so many."""
    rng = np.random.Generator(np.random.SFC64(1))
    return processor(lambda: rng.integers(1, d12.sides, size=count, dtype=np.uint8, endpoint=True))


def toy(campaigns: int) -> int:
    """What a quick hand would write: no rules, two dice for each neutral and turn, and a stance that they move."""
    rng, sworn = np.random.Generator(np.random.SFC64(1)), 0
    for _ in range(0, campaigns, PIECE):
        stance = np.zeros((NEUTRALS, PIECE), np.int8)
        for _ in range(ROUNDS):
            for country in stance:
                unrest, influence = rng.integers(1, d12.sides, size=(2, PIECE), dtype=np.uint8, endpoint=True)
                country += influence <= 3
                country *= unrest > 1
        sworn += int(np.count_nonzero(stance >= 2))
    return sworn


def batch_results() -> Iterator[Result]:
    seconds, throwing, tally = batch()
    bare = bare_dice(tally.dice)
    hand = processor(lambda: toy(BATCH)) / BATCH
    alone, agreed = referee(AGREEING)
    rate = BATCH / seconds
    where = f"{WHERE}, {BATCH:,} campaigns at once, one core, steps tabulated before"
    name = "simulated campaigns a second and core"
    told = f"our referee, one campaign after another, recorded, {1 / alone:,.1f}/s"
    yield Result(name, rate, "/s", where, "ratio >= 200", told, rate * alone)
    what = f"{WHERE}, under the same dice, every fact at the end"
    yield Result(f"campaigns that agree with the referee, of {AGREEING:,}", agreed, "", what, f"{AGREEING:,}")
    its = 2 * NEUTRALS * ROUNDS * bare / tally.dice / hand  # what the toy makes of NumPy's dice
    told = f"a NumPy toy, {NEUTRALS} neutrals, two dice each, no rules, {1 / hand:,.0f}/s, our share {rate * hand:.2%}"
    told += f"; it uses {its:.1%} of the dice that NumPy throws"
    yield Result(f"{name}, beside a toy", rate, "/s", where, "", told, rate * hand)
    told = f"NumPy integers(uint8), {tally.dice / bare / 1e6:,.0f} million/s, our share"
    dice = tally.dice / seconds / 1e6
    each = f"{tally.dice / BATCH:,.0f} dice a campaign"
    yield Result(
        "simulated dice a second, with all that follows from them",
        dice,
        "million/s",
        f"{where}, {each}",
        "ratio >= 0.25",
        f"{told} {bare / seconds:.2%}",
        bare / seconds,
    )
    yield Result(
        "simulated dice a second, thrown and given to their worlds",
        tally.dice / throwing / 1e6,
        "million/s",
        f"{where}, {throwing / seconds:.1%} of the time",
        "ratio >= 0.25",
        f"{told} {bare / throwing:.2%}",
        bare / throwing,
    )
    yield from simulators(rate, tally.dice / seconds)


# -- a million, as somebody would start it
WHOLE = """
import resource, sys, time
begin = time.perf_counter()
from legation.sim.campaigns import Plan, simulate
campaigns, share, workers, rounds = map(int, sys.argv[1:])
simulate(Plan("twg", "1939", "frugal", campaigns, rounds, share=share), workers=workers)
taken = time.perf_counter() - begin
each = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
with open("/proc/self/status") as status:  # its rusage would tell of the process that started it
    own = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(taken, own + workers * each)  # the children have much in common with their parent: it is this much at most
"""


def whole(campaigns: int, share: int, workers: int) -> tuple[float, float]:
    """Seconds on the clock and GiB at most, in a fresh interpreter."""
    words = [sys.executable, "-c", WHOLE, *map(str, (campaigns, share, workers, ROUNDS))]
    taken, memory = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(taken), float(memory) / 2**20


def worker_results() -> Iterator[Result]:
    load = f"load {os.getloadavg()[0]:.1f} before"
    seconds, memory = whole(MANY, plan(MANY).share, WORKERS)
    where = f"{WHERE}, {WORKERS} workers, from the import on, nothing tabulated, {load}"
    aims = ("< 20 s, aim 10", "< 2 GiB") if MANY == 1_000_000 else ("", "")
    yield Result(f"{MANY:,} campaigns", seconds, "s", where, aims[0])
    yield Result(f"{MANY:,} campaigns, peak memory", memory, "GiB", f"{where}, at most", aims[1])
    count = SHARES * min(BATCH, MANY // SHARES)
    one, two = (whole(count, count // SHARES, workers)[0] for workers in (1, WORKERS))
    where = f"{WHERE}, {count:,} campaigns, {SHARES} shares, from the import on, {load}"
    yield Result("speed-up from 1 worker to 2", one / two, "times", where, ">= 1.7")


# -- peers, each in an environment of its own outside the project
PLAYOUTS = """
import time
import pyspiel

def rate(name, playouts):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    # one visit of its tree search, which plays to the end so many times: all in C++
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(playouts, 1), 2.0, 1, 100, False, 1, False)
    begin = time.process_time()
    bot.step(state)
    return playouts / (time.process_time() - begin)

print(max(rate("leduc_poker", 100_000) for _ in range(3)), max(rate("backgammon", 300) for _ in range(3)))
"""
STEPS = """
import random, time
from pettingzoo.classic import tictactoe_v3

def rate(env, seconds):
    rng, steps, begin = random.Random(1), 0, time.process_time()
    while time.process_time() - begin < seconds:
        env.reset()
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else rng.choice(seen["action_mask"].nonzero()[0].tolist()))
            steps += 1
    return steps / (time.process_time() - begin)

print(max(rate(tictactoe_v3.raw_env(), 0.5) for _ in range(3)))
"""
SURVEYED = """
import time, warnings
from fractions import Fraction
warnings.simplefilter("ignore")
from dyce import H, P, expand
from dyce.p import survey_outcome_order_ascending

d = H(12)

def lowest(state, outcome, count):
    total, low = state or (0, ())
    return total + outcome * count, (low + (outcome,) * min(count, 2))[:2]

def first(found):
    total, low = found.outcome
    return d.apply(lambda new: (total - low[0] + new, min(low[1], new))) if low[0] <= 7 else (total, low[0])

def second(found):
    total, low = found.outcome
    return d + (total - low) if low <= 6 else total

begin = time.perf_counter()
rolled = (11 @ P(d)).survey(accumulate=lowest, order=survey_outcome_order_ascending)
result = expand(second, expand(first, rolled, min_path_probability=0), min_path_probability=0)
taken = time.perf_counter() - begin
print(taken, Fraction(sum(n * ways for n, ways in result.items()), result.total))
"""


def peer(code: str, *packages: str) -> list[str] | None:
    """The words that a script prints beside these packages; None if they cannot be had."""
    place = Path(gettempdir()) / f"legation-bench-{packages[0]}"
    python = place / "bin" / "python"
    ready = place / "ready"
    try:
        if not ready.exists():
            subprocess.run([sys.executable, "-m", "venv", place], check=True, capture_output=True)
            install = [str(python), "-m", "pip", "-q", "install", *packages]
            subprocess.run(install, check=True, capture_output=True, timeout=300)
            ready.touch()
        ran = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.SubprocessError):
        return None
    return ran.stdout.split()


def simulators(campaigns: float, dice: float) -> Iterator[Result]:
    """What others play in a second.  Their games are small beside a campaign; the rows say which they are."""
    playouts, steps = peer(PLAYOUTS, "open_spiel"), peer(STEPS, "pettingzoo", "pygame")
    each = f"{WHERE}, a campaign throws {dice / campaigns:,.0f} dice"
    if playouts is None:
        told = "OpenSpiel could not be installed"
        yield Result("campaigns a second beside playouts", campaigns, "/s", each, "", told)
    else:
        for game, rate in zip(("Leduc poker", "backgammon"), map(float, playouts), strict=True):
            told = f"OpenSpiel, {game}, random playouts in C++, {rate:,.0f}/s"
            yield Result(
                f"campaigns a second beside playouts of {game}", campaigns, "/s", each, "", told, campaigns / rate
            )
    told, ratio = "PettingZoo could not be installed", None
    if steps is not None:
        told, ratio = f"PettingZoo, tic-tac-toe, random legal steps, {float(steps[0]):,.0f}/s", dice / float(steps[0])
    yield Result("simulated dice a second beside steps", dice, "/s", f"{each}; decisions not counted", "", told, ratio)


# -- exact odds
def dice_results() -> Iterator[Result]:
    def rolled() -> dict[int, Fraction]:
        return BEST_PLAY.chances(DICE, REROLLS, roll_all=True)

    ours = best_of(5, afresh(rolled)) * 1e3
    mean = sum((n * p for n, p in rolled().items()), Fraction(0))
    for name, code in (("icepool", SIMPLER), ("dyce", SURVEYED)):
        told, ratio, found = f"{name} could not be installed", None, peer(code, name)
        if found is not None:
            theirs = float(found[0]) * 1e3
            same = "the same mean" if Fraction(found[1]) == mean else f"another mean, {float(Fraction(found[1])):.4f}"
            told, ratio = f"{name} {theirs:.0f} ms, told when to re-roll, {same}", ours / theirs
        where = "the whole distribution, nothing remembered, best of 5"
        yield Result(
            f"{DICE} dice, {REROLLS} re-rolls, exactly, beside {name}", ours, "ms", where, "ahead", told, ratio
        )


FIRST = """
import sys, time
from legation.books import book
from legation.sim.campaigns import Plan, beginning
scenario, subject, by, rounds = sys.argv[1:]
found, world = book("twg"), beginning(Plan("twg", scenario, "frugal", 1))
begin = time.process_time()
found.forecast(world, subject, int(rounds), {"by": by})
print(time.process_time() - begin)
"""


def forecast_results() -> Iterator[Result]:
    """Every neutral, as each nation would ask about it: the middle one, and the slowest."""
    twg = book("twg")
    worlds = {scenario: beginning(Plan("twg", scenario, "frugal", 1)) for scenario in twg.scenarios}
    taken: dict[tuple[str, str, str], float] = {}
    unknown = 0
    for scenario, subject, by in product(worlds, geography().neutrals, ALL):
        begin = time.process_time()
        try:
            twg.forecast(worlds[scenario], subject, ROUNDS, {"by": by})
        except LegationError:  # it hangs on what the table would have to report
            unknown += 1
        else:
            taken[scenario, subject, by] = time.process_time() - begin
    slow = sorted(taken, key=taken.__getitem__)[-SLOWEST:]  # what else the interpreter did meanwhile does not count
    again = {(w, s, n): processor(partial(twg.forecast, worlds[w], s, ROUNDS, {"by": n})) for w, s, n in slow}
    scenario, subject, by = slowest = max(again, key=again.__getitem__)
    where = f"twg, both scenarios, {ROUNDS} turns, {len(taken):,} questions, nothing remembered from one to the next"
    where += f" ({unknown} more need a report)" if unknown else ""
    yield Result("exact odds of one country, median", median(taken.values()) * 1e3, "ms", where, "< 50 ms")
    which = f"{subject}, tried by {by} in {scenario}"
    yield Result(f"exact odds of one country, the slowest: {which}", again[slowest] * 1e3, "ms", where, "< 50 ms")
    words = [sys.executable, "-c", FIRST, *slowest, str(ROUNDS)]
    first = float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    yield Result(f"the same, as the first question of a process: {which}", first * 1e3, "ms", "imports not counted")


# -- advice
def advice_results() -> Iterator[Result]:
    rng = np.random.default_rng(4)

    def stakes(bids: int) -> Any:
        """Payoffs at random, so that no bid is best against everything."""
        return rng.integers(-5, 9, size=(bids, bids)).astype(float)

    bids = range(1, BIDS + 1)
    one, several = stakes(BIDS), [stakes(MOST + 1) for _ in range(TARGETS)]
    single, spent = duel(bids, bids, one), spread(several, BUDGET, BUDGET)
    taken = best_of(5, lambda: duel(bids, bids, one), 10) * 1e3
    where = f"both sides, {len(single.mine)} bids mixed, exploitable by {single.exploitable:.1g}"
    yield Result(f"equilibrium of a bid, {BIDS} by {BIDS}", taken, "ms", where, "< 10 ms")
    taken = best_of(RUNS, lambda: spread(several, BUDGET, BUDGET))
    where = f"0 to {MOST} on each, both sides, {len(spent.mine)} ways mixed, exploitable by {spent.exploitable:.1g}"
    yield Result(f"equilibrium of ${BUDGET} on {TARGETS} targets", taken, "s", where, "< 3 s")


def results() -> Iterator[Result]:
    yield from batch_results()
    yield from worker_results()
    yield from dice_results()
    yield from forecast_results()
    yield from advice_results()
