"""A campaign played among thousands is, fact for fact, the campaign that the referee plays by the same dice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from legation.books import book
from legation.core.dice import Replay
from legation.core.facts import World
from legation.core.game import Game
from legation.core.machine import Directive, Frame, ask
from legation.core.requests import TABLE, Question, confirm
from legation.sim.campaigns import Plan, play_share, policy_of, simulate

CASES = [
    *(("twg", scenario, policy, 8, 6) for scenario in ("1939", "1942") for policy in ("idle", "frugal", "lavish")),
    *(("awaw", edition, "spread", 2, 5) for edition in ("older", "current-classic", "current-gs")),
    ("awaw", "current-classic", "massed", 2, 8),
    ("awaw", "current-gs", "idle", 1, 4),
]
UNKEPT = ("tension-log",)  # a simulation keeps no log
PAUSE, GOES_ON = "the pause before a round", "goes-on"


def dice_of(log: list[Any], size: int) -> list[dict[str, list[int]]]:
    """What each world rolled, by purpose and in order."""
    rolled: list[dict[str, list[int]]] = [{} for _ in range(size)]
    for purpose, worlds, faces in log:
        for world, face in zip(worlds.tolist(), faces.tolist(), strict=True):
            rolled[world].setdefault(purpose, []).append(face)
    return rolled


def _paused(pause: Question, world: World, frame: Frame) -> Directive:
    return ask(pause, then=GOES_ON, into="")


@pytest.fixture
def pausing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee waits for a nod before every round, as a simulation pauses there."""
    for name in ("twg", "awaw"):
        found = book(name)
        begins = found.campaign(next(iter(found.scenarios)), 1).round
        pause = confirm(TABLE, PAUSE, cite=next(iter(found.registry.declared)), no=None)
        steps = {**found.steps.by_name, GOES_ON: found.steps[begins]}
        steps[begins] = partial(_paused, pause)
        monkeypatch.setattr(found.steps, "by_name", steps)


def by_the_referee(plan: Plan, faces: dict[str, list[int]]) -> World:
    """The same campaign, one world before the referee."""
    found, policy = book(plan.book), policy_of(plan.book, plan.policy)
    campaign = found.campaign(plan.scenario, plan.rounds)
    game = Game.new(
        found, plan.scenario, options=dict(plan.options), given=campaign.given, dice=Replay(faces), stack=campaign.start
    )
    pauses = 0
    while True:
        request = game.requests()[0]
        value: Any = True
        if request.prompt == PAUSE:
            if pauses == plan.rounds:
                break
            pauses += 1
        elif request.kind == "report":  # what was told too long ago is told again
            value = {fact: campaign.given[fact] for fact in request.facts}
        else:
            value = policy.answer(game.state.top.step, request, game.world)
        game.answer(request.id, value, seat=request.seat if request.seat != "table" else found.seats[0])
    assert isinstance(game.dice, Replay)
    assert not any(game.dice.left.values()), "every die of the simulation was used"
    return game.world


@pytest.mark.usefixtures("pausing")
@pytest.mark.parametrize(("name", "scenario", "policy", "campaigns", "rounds"), CASES)
def test_the_referee_and_the_simulation_agree_under_the_same_dice(
    name: str, scenario: str, policy: str, campaigns: int, rounds: int
) -> None:
    plan = Plan(name, scenario, policy, campaigns=campaigns, rounds=rounds, seed=11)
    log: list[Any] = []
    _, columns = play_share(plan, 0, log)
    for number, faces in enumerate(dice_of(log, plan.campaigns)):
        world, simulated = by_the_referee(plan, faces), columns.world(number)
        known = {key: world.get(key) for key in world.set_facts() if key.split(".")[0] not in UNKEPT}
        differ = {key: (value, simulated.get(key)) for key, value in known.items() if simulated.get(key) != value}
        assert not differ


def test_the_same_seed_gives_the_same_result_on_any_number_of_workers() -> None:
    plan = Plan("twg", "1939", "frugal", campaigns=1500, rounds=2, seed=3, share=500)
    alone, together = simulate(plan), simulate(plan, workers=2)
    assert alone.tally == together.tally
    assert alone.tally.campaigns == 1500
