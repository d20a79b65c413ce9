"""A campaign played among thousands is, fact for fact, the campaign that the referee plays by the same dice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from legation.books import book
from legation.core.dice import RecordedDice
from legation.core.facts import World
from legation.core.game import Game
from legation.core.machine import Directive, Frame, ask
from legation.core.policies import Happening
from legation.core.requests import TABLE, Question, confirm
from legation.sim import campaigns
from legation.sim.campaigns import Plan, play_share, policy_of, simulate
from legation.sim.dice import by_world

OWN_MAP = """
- {name: Punjab, stands_for: India, value: 3, land_neighbours: [Afghanistan, Bengal, Iran, Sinkiang]}
- {name: Bengal, stands_for: India, land_neighbours: [Burma, Nepal, Punjab, Tibet]}
- {name: Arctic Russia, stands_for: [Kola, Karelia], value: 3}
"""
RULES, MAP = ("rules-1939", "yes"), ("map", OWN_MAP)
CASES = [
    *(("twg", scenario, policy, 8, 6, ()) for scenario in ("1939", "1942") for policy in ("idle", "frugal", "lavish")),
    ("twg", "1939", "historical", 4, 7, ()),
    *(("twg", "1939", policy, 4, 7, (RULES,)) for policy in ("idle", "frugal", "lavish", "historical")),
    ("twg", "1939", "lavish", 3, 3, (MAP,)),
    ("twg", "1939", "historical", 3, 5, (RULES, MAP)),
    *(("awaw", edition, "spread", 2, 5, ()) for edition in ("older", "current-classic", "current-gs")),
    ("awaw", "current-classic", "spread", 6, 2, ()),  # enough of them for a target to be rolled for in some only
    ("awaw", "current-classic", "massed", 2, 8, ()),
    ("awaw", "current-gs", "idle", 1, 4, ()),
    ("awaw", "current-classic", "historical", 1, 10, ()),
    ("awaw", "current-gs", "historical", 1, 4, ()),
    ("awaw", "older", "historical", 1, 12, ()),  # the Dutch East Indies and the Philippines are paid for
    ("awaw", "older", "tense", 1, 11, ()),
]
BRIEFLY = {1, 5, 9, 11, 12, 13, 15, 17, 19, 22}  # a form of each; the others are left to the long run
UNKEPT = ("tension-log",)  # a simulation keeps no log
PAUSE, GOES_ON = "The pause before a round", "goes-on"


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
    campaign = found.campaign(plan.scenario, plan.rounds, dict(plan.options))
    game = Game.new(
        found,
        plan.scenario,
        options=dict(plan.options),
        given=campaign.given,
        dice=RecordedDice(faces),
        stack=campaign.start,
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
            value = {fact: game.world.last(fact) for fact in request.facts}
        else:
            value = policy.answer(game.state.top.step, request, game.world)
        if isinstance(value, Happening):
            game.event(value.event, **value.details) if value.event else game.report(value.facts)
            continue
        game.answer(request.id, value, seat=request.seat if request.seat != "table" else found.seats[0])
    assert isinstance(game.dice, RecordedDice)
    assert not any(game.dice.left.values()), "every die of the simulation was used"
    return game.world


@pytest.mark.usefixtures("pausing")
@pytest.mark.parametrize(
    ("name", "scenario", "policy", "campaigns", "rounds", "options"),
    [case if n in BRIEFLY else pytest.param(*case, marks=pytest.mark.soak) for n, case in enumerate(CASES)],
    ids=lambda value: "+".join(name for name, _ in value) if isinstance(value, tuple) else str(value),
)
def test_the_referee_and_the_simulation_agree_under_the_same_dice(
    name: str, scenario: str, policy: str, campaigns: int, rounds: int, options: tuple[tuple[str, str], ...]
) -> None:
    plan = Plan(name, scenario, policy, campaigns=campaigns, rounds=rounds, seed=11, options=options)
    log: list[Any] = []
    _, columns = play_share(plan, 0, log)
    for number, faces in enumerate(by_world(log, plan.campaigns)):
        world, simulated = by_the_referee(plan, faces), columns.world(number)
        known = {key: world.get(key) for key in world.set_facts() if key.split(".")[0] not in UNKEPT}
        differ = {key: (value, simulated.get(key)) for key, value in known.items() if simulated.get(key) != value}
        assert not differ


def test_the_same_seed_gives_the_same_result_on_any_number_of_workers() -> None:
    plan = Plan("twg", "1939", "frugal", campaigns=1500, rounds=2, seed=3, share=500)
    alone, together = simulate(plan), simulate(plan, workers=2)
    assert alone.tally == together.tally
    assert alone.tally.campaigns == 1500


def test_what_a_worker_has_played_before_does_not_matter() -> None:
    plan = Plan("twg", "1939", "lavish", 16, rounds=2, share=8)
    campaigns._tables.cache_clear()
    afresh = play_share(plan, 1)[0]
    campaigns._tables.cache_clear()
    play_share(plan, 0)
    assert play_share(plan, 1)[0] == afresh


def test_war_and_income_are_counted_by_turn() -> None:
    plan = Plan("twg", "1939", "historical", campaigns=40, rounds=5, seed=2, options=(RULES,))
    result = simulate(plan)
    status = result.tally.spread["war status of the U.K."]
    assert set(status[0]) <= {"peace", "10"}
    assert status[3] == {"full": 40}  # Germany has attacked the USSR
    assert len(result.tally.spread["land income of the U.K."][1]) > 1
    assert min(result.tally.spread["Military Commerce of Germany"][0]) >= 11
    assert any("France" in says for says in result.assumes)


def test_the_war_moves_tensions_and_countries() -> None:
    plan = Plan("awaw", "current-classic", "historical", campaigns=4, rounds=4, seed=2)
    result = simulate(plan)
    spread = result.tally.spread
    assert spread["status of Norway"][2] == {"conquered": 4}
    assert spread["Italy and France at war"][3] == {False: 4}  # France has fallen, and fights nobody any more
    assert min(spread["USAT level"][3]) > max(spread["USAT level"][0])


def test_a_map_of_ones_own_is_played_on() -> None:
    given = (("value.punjab", 3), ("value.bengal", 9))
    plan = Plan("twg", "1939", "idle", campaigns=2, rounds=1, options=(MAP,))
    own = simulate(plan).tally.spread["land value of the U.K."]
    more = simulate(replace(plan, given=given)).tally.spread["land value of the U.K."]
    assert [value + 5 for value in own[0]] == list(more[0])
