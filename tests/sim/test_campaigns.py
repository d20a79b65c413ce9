"""A campaign played among thousands is, fact for fact, the campaign that the referee plays by the same dice."""

from __future__ import annotations

from typing import Any

import pytest

from legation.books import book
from legation.core.dice import Replay
from legation.core.facts import World
from legation.core.game import Game
from legation.sim.campaigns import Plan, play_share, policy_of, simulate

CASES = [("twg", scenario, policy) for scenario in ("1939", "1942") for policy in ("idle", "frugal", "lavish")]


def dice_of(log: list[Any], size: int) -> list[dict[str, list[int]]]:
    """What each world rolled, by purpose and in order."""
    rolled: list[dict[str, list[int]]] = [{} for _ in range(size)]
    for purpose, worlds, faces in log:
        for world, face in zip(worlds.tolist(), faces.tolist(), strict=True):
            rolled[world].setdefault(purpose, []).append(face)
    return rolled


def by_the_referee(plan: Plan, faces: dict[str, list[int]]) -> World:
    """The same campaign, one world before the referee."""
    found, policy = book(plan.book), policy_of(plan.book, plan.policy)
    campaign = found.campaign(plan.scenario, plan.rounds)
    game = Game.new(
        found, plan.scenario, options=dict(plan.options), given=campaign.given, dice=Replay(faces), stack=campaign.start
    )
    for _ in range(plan.rounds):
        begun = game.world.get(game.world.schema.clock)
        while game.world.get(game.world.schema.clock) == begun:
            request = game.requests()[0]
            if request.kind == "report":  # what was told too long ago is told again
                value: Any = {fact: campaign.given[fact] for fact in request.facts}
            else:
                value = policy.answer(game.state.top.step, request, game.world)
            game.answer(request.id, value, seat=request.seat if request.seat != "table" else found.seats[0])
    assert isinstance(game.dice, Replay)
    assert not any(game.dice.left.values()), "every die of the simulation was used"
    return game.world


@pytest.mark.parametrize(("name", "scenario", "policy"), CASES)
def test_the_referee_and_the_simulation_agree_under_the_same_dice(name: str, scenario: str, policy: str) -> None:
    plan = Plan(name, scenario, policy, campaigns=8, rounds=6, seed=11)
    log: list[Any] = []
    _, columns = play_share(plan, 0, log)
    for number, faces in enumerate(dice_of(log, plan.campaigns)):
        world, simulated = by_the_referee(plan, faces), columns.world(number)
        known = {key: world.get(key) for key in world.set_facts()}
        differ = {key: (value, simulated.get(key)) for key, value in known.items() if simulated.get(key) != value}
        assert not differ


def test_the_same_seed_gives_the_same_result_on_any_number_of_workers() -> None:
    plan = Plan("twg", "1939", "frugal", campaigns=1500, rounds=2, seed=3, share=500)
    alone, together = simulate(plan), simulate(plan, workers=2)
    assert alone.tally == together.tally
    assert alone.tally.campaigns == 1500
