"""The same work by an earlier commit and by this tree, alternating in one run: what a change has cost or gained.

`BENCH_AGAINST` names the commit, the one before this by default.  Each number is processor time, the best of several
runs on either side; function calls are counted too, which a busy machine cannot blur.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness import Result

TREE = Path(__file__).resolve().parent.parent
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "4"))
AGAINST = os.environ.get("BENCH_AGAINST", "HEAD^")
CHILD = """
import cProfile, json, pstats, random, sys, tempfile, time
from pathlib import Path
from statistics import mean, median
from legation.books import all_books, book
from legation.core.game import Game

def said(request, rng):
    if request.kind == "report":
        return dict.fromkeys(request.facts, 20)
    if "end" in request.legal:
        return "next" if "next" in request.legal else "end"
    return rng.choice(request.legal)

def answers(options, count, file=None):
    game, rng, taken = Game.new(book("twg"), "1939", options=options, seed=1), random.Random(1), []
    if file:
        game.save(file)
    while len(taken) < count:
        if game.over or game.world.get("turn") == 13:
            game = Game.new(book("twg"), "1939", options=options, seed=len(taken))
        request = game.requests()[0]
        value = said(request, rng)
        begin = time.process_time()
        game.answer(request.id, value, seat=request.seat)
        taken.append(time.process_time() - begin)
    return taken

def seasons(count):
    game, rng, taken = Game.new(book("awaw"), "current-classic", seed=1), random.Random(1), []
    while len(taken) < count:
        request = game.requests()[0]
        value = {} if request.among else rng.choice(request.legal) if request.legal else {}
        if request.kind == "report":
            domains = {key: str(game.world.schema.spec(key).domain) for key in request.facts}
            value = {key: False if domain == "yes or no" else 0 for key, domain in domains.items()}
        begin = time.process_time()
        game.answer(request.id, value, seat=request.seat)
        taken.append(time.process_time() - begin)
        if game.over:
            game = Game.new(book("awaw"), "current-classic", seed=len(taken))
    return taken

def phases():
    taken = []
    for seed in range(2):
        game, rng = Game.new(book("twg"), "1939", seed=seed), random.Random(seed)
        schema = game.world.schema
        for _ in range(9):
            game.report({key: 20 for name in ("threat", "own-land", "purse") for key in schema.by_name[name].keys()})
            begin = time.process_time()
            while "end" not in (request := game.requests()[0]).legal:
                pass_ = "pass" if "pass" in request.legal else said(request, rng)
                game.answer(request.id, pass_, seat=request.seat)
            taken.append(time.process_time() - begin)
            game.answer(request.id, "next", seat=request.seat)
    return taken

def campaigns(count, options):
    from legation.sim.campaigns import Plan, play_share
    begin = None
    for _ in range(2):
        policy = "historical" if options else "frugal"
        plan = Plan("twg", "1939", policy, count, rounds=8, seed=5, options=options)
        begin = time.process_time()
        play_share(plan, 0)
        taken = time.process_time() - begin
    return taken

def opening():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.legation"
        game, rng = Game.new(book("twg"), "1939", seed=1), random.Random(1)
        game.save(path)
        while len(game.record) < 3000:
            if game.over or game.world.get("turn") == 13:
                game.rule({"turn": 1}, "one more campaign in the same record")
            request = game.requests()[0]
            game.answer(request.id, said(request, rng), seat=request.seat)
        best = 9.9
        for _ in range(4):
            begin = time.process_time()
            Game.open(path, all_books())
            best = min(best, time.process_time() - begin)
        return len(game.record) / best

def calls(function, *rest):
    profile = cProfile.Profile()
    profile.enable()
    function(*rest)
    profile.disable()
    return pstats.Stats(profile).total_calls

answers({}, 150); answers({"rules-1939": "yes"}, 150); seasons(100)  # caches and written-out calculations
guide, by_1939, awaw = answers({}, 500), answers({"rules-1939": "yes"}, 500), seasons(300)
found = {
    "answer, Guide, median": median(guide), "answer, Guide, mean": mean(guide),
    "answer, 1939 rules, median": median(by_1939), "answer, 1939 rules, mean": mean(by_1939),
    "answer, A World at War, median": median(awaw), "answer, A World at War, mean": mean(awaw),
    "Diplomatic Phase, all pass": mean(phases()),
    "opening, entries a second": opening(),
    "50,000 campaigns, Guide": campaigns(50_000, ()),
    "10,000 campaigns, 1939 rules": campaigns(10_000, (("rules-1939", "yes"),)),
}
if sys.argv[1:] == ["calls"]:
    found = {
        "answer, Guide": calls(answers, {}, 200), "answer, 1939 rules": calls(answers, {"rules-1939": "yes"}, 200),
        "answer, A World at War": calls(seasons, 150), "Diplomatic Phase, all pass": calls(phases),
        "50,000 campaigns, Guide": calls(campaigns, 50_000, ()),
        "10,000 campaigns, 1939 rules": calls(campaigns, 10_000, (("rules-1939", "yes"),)),
    }
print(json.dumps(found))
"""
UPWARDS = "opening"  # of these, more is better


def measured(tree: Path, *what: str) -> dict[str, float]:
    """What the work costs by the code of a tree."""
    told = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    ran = subprocess.run([sys.executable, "-c", CHILD, *what], cwd=tree, env=told, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    found: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    return found


def results() -> Iterator[Result]:
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder)
        packed = subprocess.run(["git", "archive", AGAINST], cwd=TREE, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x"], cwd=before, input=packed, check=True)
        commit = subprocess.run(["git", "rev-parse", "--short", AGAINST], cwd=TREE, check=True, capture_output=True)
        peer = f"commit {commit.stdout.decode().strip()}"
        runs = [(measured(before), measured(TREE)) for _ in range(ROUNDS)]
        for name in runs[0][0]:
            best = max if name.startswith(UPWARDS) else min
            old, new = best(a[name] for a, _ in runs), best(b[name] for _, b in runs)
            unit = "/s" if name.startswith(UPWARDS) else "ms"
            yield Result(name, new if unit == "/s" else new * 1e3, unit, f"best of {ROUNDS}", "", peer, new / old)
        old, new = measured(before, "calls"), measured(TREE, "calls")
        for name in old:
            yield Result(f"{name}: calls", new[name], "calls", "once", "", peer, new[name] / old[name])
