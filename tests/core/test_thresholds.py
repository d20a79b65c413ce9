"""Of a number only what matters is asked: whether it is more than another."""

from __future__ import annotations

import msgspec
import pytest

import legation
from legation.core.errors import Refused, Unknown
from legation.core.expr import Expr, all_of, any_of, count, holds, named, number, per, truth, when_else
from legation.core.facts import Change, Count, Family, Flag, Origin, Schema, Teller, World
from legation.core.game import Game
from legation.core.requests import QUIET
from legation.core.span import Between
from legation.core.thresholds import MoreThan, all_asked, bounds, thresholds_of
from legation.testing.conformance.records import copy, look_alike

BOARD = Teller.BOARD
SCHEMA = Schema(
    (
        Family("turn", Count(0, 9), "the turn"),
        Family("ships", Count(0, 99), "ships of {0}", over=(("gull", "tern"),), told_by=BOARD, stale_after=1),
        Family("storm", Flag(), "there is [a|no] storm", told_by=BOARD),
    )
)
GULL, TERN, STORM = number("ships.gull", "ships of the gull"), number("ships.tern", "ships of the tern"), truth("storm")


def world(**facts: object) -> World:
    changes = [Change(key.replace("_", "."), None, value) for key, value in facts.items()]
    return World(SCHEMA).with_changes(changes, Origin("given"))


def asked(condition: Expr, on: World) -> dict[str, MoreThan]:
    with pytest.raises(Unknown) as lacking:
        holds(condition, on)
    return thresholds_of(lacking.value)


def test_a_comparison_is_asked_as_one() -> None:
    assert asked(GULL > 7, world()) == {"ships.gull": MoreThan(7)}
    assert asked(GULL >= 7, world()) == {"ships.gull": MoreThan(6)}
    assert asked(~(GULL < 3), world()) == {"ships.gull": MoreThan(2)}


def test_the_other_number_is_named_and_what_more_would_mean() -> None:
    stronger = named("the gull is[ not] stronger", GULL > TERN)
    found = asked(stronger, world(ships_tern=5))
    assert found == {"ships.gull": MoreThan(5, "ships of the tern", "the gull is stronger")}
    assert all_asked(SCHEMA, ["ships.gull", "storm"], found) == (
        "ships of gull: more than 5 (ships of the tern)? Whether there is a storm"
    )


def test_what_else_is_not_known_does_not_matter() -> None:
    assert asked(all_of(STORM, GULL > 7), world()) == {"ships.gull": MoreThan(7)}
    assert asked(any_of(GULL > 7, STORM & (GULL > 9)), world(storm=False)) == {"ships.gull": MoreThan(7)}


def test_a_number_with_two_thresholds_is_asked_for_as_a_number() -> None:
    assert asked(any_of(all_of(STORM, GULL > 3), GULL > 7), world()) == {}
    assert asked(GULL.is_number(4), world()) == {}
    assert asked(count(GULL > 3, GULL > 5) >= 1, world()) == {"ships.gull": MoreThan(3)}
    assert asked(per(5, GULL) >= 1, world()) == {"ships.gull": MoreThan(4)}
    assert asked(when_else(GULL > 2, TERN, 0) > 4, world(ships_gull=9)) == {"ships.tern": MoreThan(4)}


def test_bounds_are_a_value_that_conditions_read() -> None:
    known = world(ships_gull={"from": 8})
    assert holds(GULL > 7, known)
    assert known.get("ships.gull") is None
    assert known.stated("ships.gull") == {"from": 8}
    assert asked(GULL > 20, known) == {"ships.gull": MoreThan(20)}
    assert bounds(MoreThan(20), False, known.read("ships.gull")) == {"from": 8, "to": 20}
    assert world(ships_gull={"from": 4, "to": 4}).get("ships.gull") == 4


def test_bounds_grow_old_and_are_confirmed() -> None:
    told = world(turn=1).with_changes([Change("ships.gull", None, {"to": 7})], Origin("report", 2))
    later = told.with_changes([Change("turn", 1, 2)], Origin("rule"))
    assert asked(GULL > 7, later) == {"ships.gull": MoreThan(7)}
    assert later.last("ships.gull") == Between(0, 7, {"to": 7})
    assert holds(GULL <= 7, later.confirmed(["ships.gull"], Origin("report", 3)))


@pytest.mark.parametrize("value", [{}, {"from": 9, "to": 3}, {"over": 3}, {"from": 100}, {"from": True}, {"to": "3"}])
def test_bounds_that_are_none_are_refused(value: dict[str, object]) -> None:
    with pytest.raises(Refused):
        SCHEMA.check("ships.gull", value)


def test_what_is_always_known_has_no_bounds() -> None:
    schema = Schema((Family("turn", Count(), "the turn"), Family("crew", Count(), "the crew", default=0)))
    with pytest.raises(Refused, match="a whole number"):
        schema.check("crew", {"from": 3})


# -- in a game
@pytest.fixture
def guide() -> Game:
    game = legation.new_game("twg", scenario="1939", seed=7)
    game.answer(1, True, seat="germany")
    return game


def test_the_army_of_sweden_is_the_threshold(guide: Game) -> None:
    (request,) = guide.requests()
    assert request.thresholds["threat.sweden"] == MoreThan(
        28, "the strength of the army of Sweden", "a superior force of Germany or Italy threatens Sweden"
    )


def test_yes_and_no_are_kept_as_bounds(guide: Game) -> None:
    (request,) = guide.requests()
    guide.answer(request.id, {"threat.sweden": True, "threat.turkey": False}, seat="germany")
    assert guide.world.stated("threat.sweden") == {"from": 29}
    assert guide.world.stated("threat.turkey") == {"to": 34}
    assert guide.view("uk")["facts"]["threat.sweden"] == {"from": 29}
    assert look_alike(guide, copy(guide)) == []
    assert guide.verify() == []
    (told,) = [e for e in guide.record if e.cause.get("answer") == request.id]
    assert msgspec.to_builtins(told.effects[0]) == {
        "fact": "threat.sweden", "old": None, "new": {"from": 29}, "rule": ""
    }  # fmt: skip


def test_an_undo_asks_again(guide: Game) -> None:
    (request,) = guide.requests()
    guide.answer(request.id, {"threat.sweden": True, "threat.turkey": False}, seat="germany")
    guide.undo(seat="umpire", reason="a slip")
    assert guide.world.stated("threat.sweden") is None
    assert guide.requests()[0].thresholds == request.thresholds


def test_quiet_says_no_more_than_it_must(guide: Game) -> None:
    (request,) = guide.requests()
    guide.answer(request.id, QUIET, seat="germany")
    assert guide.world.stated("threat.sweden") == {"to": 28}


def test_the_number_will_do_too_and_a_missing_one_is_asked_for(guide: Game) -> None:
    (request,) = guide.requests()
    with pytest.raises(Refused, match=r"yes, no or the number: .* more than 34 \(the strength of the army of Turkey\)"):
        guide.answer(request.id, {"threat.sweden": 12}, seat="germany")
    guide.answer(request.id, {"threat.sweden": 12, "threat.turkey": 99}, seat="germany")
    assert guide.world["threat.sweden"] == 12


def test_facts_of_a_nation_are_asked_of_its_seat() -> None:
    game = legation.new_game("twg", scenario="1939", seed=7)
    while not (asked := [r for r in game.requests() if "purse.uk" in r.facts]):
        request = game.requests()[0]
        value = {"report": QUIET, "confirm": request.legal[-1:] and request.legal[-1]}.get(request.kind)
        value = request.legal[-1] if value is None else value
        game.answer(request.id, value, seat="germany" if request.seat == "table" else request.seat)
    assert asked[0].owners == ["uk"]
