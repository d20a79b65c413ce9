"""Exact odds: equal to playing out every face of every die, whatever a step does with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legation.core.book import Book
from legation.core.dice import Typed, d6, d12
from legation.core.errors import BadRulebook, Unknown
from legation.core.expr import amount, holds, number, truth
from legation.core.facts import Change, World
from legation.core.game import Game
from legation.core.machine import Draft, Frame, Machine, Roll, State, ask, call, do, done, go, legal_answers, roll
from legation.core.odds import DieMatters, Spread, UnreadDie, at_least_one, chain, chances_by_number, convolve, explore
from legation.core.requests import confirm
from legation.core.rules import Rule, carry_out, sets
from tests.core.tiny import Tiny

Step = Callable[..., Any]


def answers(step: str, asked: Any, world: World) -> Any:
    return legal_answers(asked)[0]


def brute(book: Book, world: World, *stack: Frame) -> Iterator[tuple[World, Fraction]]:
    """Every face of every die by itself, as a game would play it; nothing is merged and nothing remembered."""
    machine = Machine(book.steps, Typed(), lambda fact: "", book.need_cite)
    todo = [(State(world, stack), Fraction(1))]
    while todo:
        state, chance = todo.pop()
        state, directive = machine.advance(state, Draft({}), 0)
        if directive is None:
            yield state.world, chance
        elif isinstance(directive, Roll):
            faces = directive.throw.die.faces
            todo += [(machine.proceed(state, directive, face), chance / len(faces)) for face in faces]
        else:
            (question,) = directive.questions
            todo.append((machine.proceed(state, directive, answers("", question, state.world)), chance))


def facts(found: Any) -> dict[str, Fraction]:
    """Chances by what the worlds say."""
    row: dict[str, Fraction] = {}
    for world, chance in found:
        key = repr(sorted(world.set_facts().items()))
        row[key] = row.get(key, Fraction(0)) + chance
    return row


def tiny(*steps: Step) -> tuple[Tiny, World]:
    book = Tiny({step.__name__: step for step in steps})
    return book, Game.new(book, "one", seed=1, stack=()).world


def throw(die: Any = d6, **how: Any) -> Any:
    return roll(die, label="a throw", cite="T-ROLL", seat="north", **how)


def gold(world: World, more: Any) -> list[Change]:
    return [world.change("gold.north", world["gold.north"] + more, "T-GOLD")]


# -- what steps do with a die
def begin(world: World, frame: Frame) -> Any:
    return throw(then="use")


def compares(world: World, frame: Frame) -> Any:
    return done(gold(world, 1) if frame.roll <= 2 else gold(world, 2) if frame.roll > 4 else [])


def bands(world: World, frame: Frame) -> Any:
    return done(gold(world, next(n for n, band in enumerate([(1, 6), (2,), (3, 4, 5)]) if frame.roll in band)))


def adds(world: World, frame: Frame) -> Any:
    return done(gold(world, frame.roll))


def keeps(world: World, frame: Frame) -> Any:
    after = world.with_changes([Change("gold.south", 5, frame.roll)], world.now)
    more = gold(world, 1) if holds(number("gold.south") < 3, after) else []
    return done([Change("gold.south", 5, frame.roll), *more])


def looks_up(world: World, frame: Frame) -> Any:
    return done(gold(world, [9, 8, 8, 8, 7, 7, 6][frame.roll]))


def names_it(world: World, frame: Frame) -> Any:
    return done([Change("notes", [], [f"a {frame.roll}"])])


def forgets(world: World, frame: Frame) -> Any:
    return done()


def negates(world: World, frame: Frame) -> Any:
    return done(gold(world, abs(-frame.roll) % 4))


USES = [compares, bands, adds, keeps, looks_up, names_it, forgets, negates]


@pytest.mark.parametrize("use", USES, ids=lambda use: use.__name__)
def test_whatever_a_step_does_with_a_die(use: Step) -> None:
    book, world = tiny(begin)
    book.steps.step("use")(use)
    assert facts(explore(book, world, [Frame("begin")], answers).items()) == facts(brute(book, world, Frame("begin")))


def test_a_die_that_two_frames_keep_is_one_die() -> None:
    def share(world: World, frame: Frame) -> Any:
        return call("inner", then="outer", roll=frame.roll)

    def inner(world: World, frame: Frame) -> Any:
        return done(gold(world, 1) if frame.roll >= 4 else [])

    def outer(world: World, frame: Frame) -> Any:
        return done(gold(world, 2) if frame.roll >= 4 else [])

    book, world = tiny(begin, inner, outer)
    book.steps.step("use")(share)
    found = explore(book, world, [Frame("begin")], answers)
    assert {w["gold.north"]: chance for w, chance in found.items()} == {5: Fraction(1, 2), 8: Fraction(1, 2)}


@pytest.mark.parametrize("names", [("dice", "roll"), ("roll", "dice")])
def test_a_die_in_a_list_is_told_by_its_face(names: tuple[str, str]) -> None:
    def gather(world: World, frame: Frame) -> Any:
        dice = [*(frame.dice or ()), *([frame.roll] if frame.roll else [])]
        if len(dice) < 3:
            return throw(then="gather", dice=dice)
        return done([world.change("gold.north", sum(sorted(dice)[1:]), "T-GOLD")])

    book, world = tiny(gather)
    stack = [Frame("gather", dict.fromkeys(names))]
    found = {w["gold.north"]: chance for w, chance in explore(book, world, stack, answers).items()}
    two_best = [sum(sorted((a, b, c))[1:]) for a in d6.faces for b in d6.faces for c in d6.faces]
    assert found == {total: Fraction(two_best.count(total), 216) for total in set(two_best)}


def test_only_as_many_parts_as_a_step_can_tell() -> None:
    ran = []

    def use(world: World, frame: Frame) -> Any:
        ran.append(frame.roll)
        return done(gold(world, 1) if frame.roll <= 7 else [])

    def start(world: World, frame: Frame) -> Any:
        return throw(d12, then="use")

    book, world = tiny(start, use)
    found = explore(book, world, [Frame("start")], answers)
    assert sorted(found.values()) == [Fraction(5, 12), Fraction(7, 12)]
    assert len(ran) == 3  # undecided, then success and failure


def test_a_comparison_with_something_else_than_a_number_needs_the_face() -> None:
    with pytest.raises(DieMatters) as parted:
        assert UnreadDie(1, 6) >= Fraction(7, 2)
    assert [list(part) for part in parted.value.parts] == [[1], [2], [3], [4], [5], [6]]


# -- several turns
def spring(world: World, frame: Frame) -> Any:
    """A court that cools by itself, and warms the quicker the more gold there is."""
    again = Rule("a new turn", "T-TURN", sets=(sets("turn", number("turn") + 1),))
    mood = world["mood"]
    if mood == "warm" and holds(truth("pact", "a pact"), world):
        return done(carry_out([again], world)[1])
    return throw(then="summer", mood=mood)


def summer(world: World, frame: Frame) -> Any:
    target = amount(number("gold.north"), world) - (3 if frame.mood == "cold" else 0)
    if frame.roll > target:
        moods = {"warm": "cool", "cool": "cold", "cold": "cold"}
        changes = [world.change("mood", moods[frame.mood], "T-MOOD"), *gold(world, -1 if target > 1 else 0)]
        return do(changes, then="autumn")
    rules = [Rule("it warms", "T-MOOD", sets=(sets("mood", "cool" if frame.mood == "cold" else "warm"),))]
    return do(carry_out(rules, world)[1], then="winter", tried=0)


def autumn(world: World, frame: Frame) -> Any:
    return do(gold(world, 0), then="over")


def winter(world: World, frame: Frame) -> Any:
    """Two tries for a pact, of which the North may decline none."""
    if frame.tried == 2:
        return go("over")
    question = confirm("north", "Try it?", cite="T-ASK")
    return ask(question, then="tries", into="wanted", tried=frame.tried + 1)


def tries(world: World, frame: Frame) -> Any:
    return throw(then="tried", into="face") if frame.wanted else go("over")


def tried(world: World, frame: Frame) -> Any:
    return do([world.change("pact", True, "T-PACT")] if frame.face == 6 else [], then="winter")


def over(world: World, frame: Frame) -> Any:
    return done([world.change("turn", world["turn"] + 1, "T-TURN")])


def mood_and_gold(world: World) -> str:
    return f"{world.get('mood')} {world.get('gold.north')}{' pact' if world.get('pact') else ''}"


def brute_chain(book: Book, world: World, frame: Frame, turns: int) -> list[dict[str, Fraction]]:
    found, now = [], {world: Fraction(1)}
    for _ in range(turns):
        later: dict[World, Fraction] = {}
        for before, weight in now.items():
            for after, chance in brute(book, before, frame):
                later[after] = later.get(after, Fraction(0)) + weight * chance
        now, row = later, dict[str, Fraction]()
        for after, chance in now.items():
            row[mood_and_gold(after)] = row.get(mood_and_gold(after), Fraction(0)) + chance
        found.append(row)
    return found


@pytest.mark.parametrize("beginning", [{}, {"gold.north": 2}, {"mood": "cold"}, {"mood": "warm", "pact": True}])
def test_a_chain_is_what_all_dice_give(beginning: dict[str, Any]) -> None:
    book, world = tiny(spring, summer, autumn, winter, tries, tried, over)
    world = world.with_changes([Change(fact, None, value) for fact, value in beginning.items()], world.now)
    found = chain(book, world, [Frame("spring")], 4, answers, mood_and_gold)
    assert found == brute_chain(book, world, Frame("spring"), 4)
    assert all(list(row.values()) == sorted(row.values(), reverse=True) for row in found)


def test_what_looks_at_the_whole_world_is_remembered_by_all_of_it() -> None:
    def use(world: World, frame: Frame) -> Any:
        odd = len(world.set_facts()) + (world.origin("mood").kind == "default")
        return done(gold(world, odd) if frame.roll <= 3 else [world.change("mood", "warm", "T-MOOD")])

    book, world = tiny(begin)
    book.steps.step("use")(use)
    found = chain(book, world, [Frame("begin")], 3, answers, mood_and_gold)
    assert found == brute_chain(book, world, Frame("begin"), 3)
    assert len(found[2]) > len(found[0]) > 1


def test_a_fact_that_is_no_longer_set_has_its_default_again() -> None:
    def use(world: World, frame: Frame) -> Any:
        if frame.roll <= 4:
            return do([Change("gold.north", world.get("gold.north"), (None, 6, 5, 7)[frame.roll - 1])], then="after")
        return go("after")

    def after(world: World, frame: Frame) -> Any:
        rules = [Rule("back", "T-GOLD", number("turn") < 9, (sets("gold.north", 5), sets("mood", "warm")))]
        return done(carry_out(rules, world)[1] if frame.roll == 1 else [])

    book, world = tiny(begin, after)
    book.steps.step("use")(use)
    assert chain(book, world, [Frame("begin")], 3, answers, mood_and_gold) == brute_chain(
        book, world, Frame("begin"), 3
    )


def test_old_reports_grow_old_in_a_forecast_too() -> None:
    def look(world: World, frame: Frame) -> Any:
        more = gold(world, 1 if world.weigh(number("ships.auk", "ships") >= 2) is True else 0)
        return do(more, then="over")

    def must(world: World, frame: Frame) -> Any:
        holds(number("ships.auk", "ships") >= 2, world)
        return go("over")

    book, world = tiny(look, over, must)
    world = world.with_changes([Change("ships.auk", None, 3)], world.now)
    rows = chain(book, world, [Frame("look")], 4, answers, mood_and_gold)
    assert [next(iter(row)) for row in rows] == ["cool 6", "cool 7", "cool 7", "cool 7"]
    with pytest.raises(Unknown, match="nobody has told: please report ships"):
        chain(book, world, [Frame("must")], 3, answers, mood_and_gold)


def test_a_procedure_without_end_is_an_error() -> None:
    def round_(world: World, frame: Frame) -> Any:
        return go("round_")

    book, world = tiny(round_)
    with pytest.raises(BadRulebook, match="never comes to an end"):
        explore(book, world, [Frame("round_")], answers)


# -- chances
@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9), st.sampled_from([1, 2, 6, 12, 18])), max_size=9))
def test_a_spread_adds_fractions(added: list[tuple[str, int, int]]) -> None:
    spread, expected = Spread[str]({}), dict[str, Fraction]()
    for what, part, whole in added:
        spread.add(what, part, whole)
        expected[what] = expected.get(what, Fraction(0)) + Fraction(part, whole)
    assert spread.chances() == expected


def test_several_independent_things() -> None:
    chances = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)]
    assert at_least_one(chances) == Fraction(3, 4)
    assert chances_by_number(chances) == {0: Fraction(1, 4), 1: Fraction(11, 24), 2: Fraction(1, 4), 3: Fraction(1, 24)}
    assert chances_by_number([]) == convolve() == {0: Fraction(1)}
