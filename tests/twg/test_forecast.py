"""A country several turns ahead: equal to every face of every die, played as a game would play it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest

from legation.books.twg import book as the_war_game
from legation.books.twg.book import BOOK
from legation.core import odds
from legation.core.dice import Typed
from legation.core.facts import World
from legation.core.game import Game
from legation.core.machine import Draft, Frame, Machine, Roll, State
from legation.sim.campaigns import Plan, beginning

Chances = dict[World, Fraction]


def brute(world: World, stack: tuple[Frame, ...], answers: odds.Answers) -> Chances:
    machine = Machine(BOOK.steps, Typed(), lambda fact: "", BOOK.need_cite)
    todo, ended = [(State(world, stack), Fraction(1))], Chances()
    while todo:
        state, directive = machine.advance(todo[-1][0], Draft({}), 0)
        _, chance = todo.pop()
        if directive is None:
            ended[state.world] = ended.get(state.world, Fraction(0)) + chance
        elif isinstance(directive, Roll):
            faces = directive.throw.die.faces
            todo += [(machine.proceed(state, directive, face), chance / len(faces)) for face in faces]
        else:
            (question,) = directive.questions
            todo.append((machine.proceed(state, directive, answers(state.top.step, question, state.world)), chance))
    return ended


def brute_chain(
    book: Any, world: World, stack: tuple[Frame, ...], turns: int, answers: odds.Answers, outcome: Any
) -> list[dict[str, Fraction]]:
    """The same question as `chain` answers; only worlds that are equal at the end of a turn go on as one."""
    now, found = {world: Fraction(1)}, []
    for _ in range(turns):
        later, row = Chances(), dict[str, Fraction]()
        for before, weight in now.items():
            for after, chance in brute(before, stack, answers).items():
                later[after] = later.get(after, Fraction(0)) + weight * chance
                row[outcome(after)] = row.get(outcome(after), Fraction(0)) + weight * chance
        now = later
        found.append(row)
    return found


@pytest.mark.parametrize(
    ("scenario", "subject", "by", "money", "turns"),
    [
        ("1939", "eire", "uk", 0, 3),
        ("1939", "afghanistan", "uk", 0, 3),
        ("1939", "brazil", "usa", 0, 2),
        ("1939", "bolivia", None, 0, 3),
        ("1939", "hungary", "germany", 0, 2),
        ("1939", "romania", "germany", 2, 1),
        ("1942", "liberia", "usa", 0, 3),
        ("1942", "argentina", "germany", 0, 2),
        ("1942", "azores", "usa", 0, 2),
    ],
)
def test_a_forecast_is_what_all_dice_give(scenario: str, subject: str, by: str | None, money: int, turns: int) -> None:
    world = beginning(Plan("twg", scenario, "frugal", 1))
    how = {"money": money, **({"by": by} if by else {})}
    found = BOOK.forecast(world, subject, turns, how)
    with patch.object(the_war_game, "chain", brute_chain):
        assert found == BOOK.forecast(world, subject, turns, how)
    assert all(sum(row.values()) == 1 for row in found)


def test_who_only_looks_on_need_not_be_known() -> None:
    """Whether others might try Norway rests on reports that grow old; if they do not try, nobody has to ask."""
    world = beginning(Plan("twg", "1939", "frugal", 1))
    assert len(BOOK.forecast(world, "norway", 3, {"by": "italy"})) == 3


@pytest.mark.parametrize("country", ["sweden", "turkey"])
def test_a_roll_of_several_results_announces_what_its_faces_give(country: str) -> None:
    """The odds of a build-up are those of the steps, outcome by outcome."""
    given = {"threat.sweden": 90, "threat.turkey": 90, "strength.armor": 2}
    world = Game.new(BOOK, "1939", given={k: v for k, v in given.items() if k in BOOK.schema("1939")}).world
    roll = Frame("twg.unrest.roll", {"country": country, "path": [0], "wanted": True})
    kinds = {"infantry": "an infantry is added", "artillery": "an artillery is added", "fighter": "a fighter is added"}
    found: dict[str, Fraction] = {}
    for after, chance in brute(world, (roll,), lambda *_: None).items():
        more = [kind for kind in kinds if after[f"army.{country}.{kind}"] > world[f"army.{country}.{kind}"]]
        found[kinds[more[0]]] = found.get(kinds[more[0]], Fraction(0)) + chance
    assert odds.announced(BOOK.steps, roll, world) == found
