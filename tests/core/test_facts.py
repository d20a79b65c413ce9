"""Facts: typed, named, with an origin, and unknown again when they are old."""

from __future__ import annotations

from typing import Any

import pytest

from legation.core.errors import BadRulebook, NotFound, Refused
from legation.core.expr import choice, number
from legation.core.facts import Change, Choice, Count, Data, Family, Flag, Origin, Schema, Teller, World
from legation.core.span import Span
from tests.core.tiny import SCHEMA

REPORT = Origin("report", seq=3, by="table")


def after(world: World, origin: Origin = REPORT, **facts: Any) -> World:
    found = {key.replace("__", "."): value for key, value in facts.items()}
    return world.with_changes([Change(key, world.get(key), value, "") for key, value in found.items()], origin)


# -- the schema
def test_a_fact_has_a_spec_with_its_words() -> None:
    spec = SCHEMA.spec("plan.north.auk")
    assert spec.says == "the plan of the North for Auk"
    assert spec.names == ("north", "auk")
    assert SCHEMA.spec("turn").says == "the turn"


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("wether", "there is no fact “wether”; did you mean weather?"),
        ("golf.north", "there is no fact “golf.north”; did you mean gold.north?"),
        ("gold.nort", "there is no name in “gold.nort”: “nort”; did you mean north?"),
        ("plan.north", "there is no fact “plan.north”; known: plan.<north|south…>.<auk|brant…>"),
        ("gold", "there is no fact “gold”; known: gold.<north|south…>"),
        ("xyz", f"there is no fact “xyz”; known: {', '.join(sorted(f.name for f in SCHEMA.families))}"),
    ],
)
def test_an_unknown_fact_is_answered_with_the_nearest(key: str, message: str) -> None:
    with pytest.raises(NotFound) as missing:
        World(SCHEMA).get(key)
    assert str(missing.value) == message


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("gold.north", 21, "the gold of the North cannot be 21: it is a whole number from 0 to 20"),
        ("gold.north", True, "the gold of the North cannot be yes: it is a whole number from 0 to 20"),
        ("gold.north", "3", "the gold of the North cannot be “3”: it is a whole number from 0 to 20"),
        ("mood", "angry", "the mood cannot be “angry”: it is one of cold, cool, warm"),
        ("pact", 1, "there is a pact cannot be 1: it is yes or no"),
        ("notes", None, "notes cannot be nothing: it is plain data"),
    ],
)
def test_a_value_outside_its_domain_is_refused(key: str, value: Any, why: str) -> None:
    with pytest.raises(Refused) as refusal:
        SCHEMA.check(key, value)
    assert str(refusal.value) == why


def test_two_families_of_one_name_are_an_error() -> None:
    schema = Schema((Family("a", Flag(), "a"), Family("a", Count(), "a")))
    with pytest.raises(BadRulebook, match="two families of facts are called 'a'"):
        schema.spec("a")


def test_keys_lists_every_fact() -> None:
    keys = list(SCHEMA.keys())
    assert "plan.south.brant" in keys
    assert len(keys) == len(set(keys)) == 17


def test_a_single_fact_may_have_another_default() -> None:
    family = Family("gold", Count(), "gold of {0}", over=(("a", "b"),), default=1)
    schema = Schema((family,), defaults={"gold.b": 7})
    assert (World(schema)["gold.a"], World(schema)["gold.b"]) == (1, 7)


# -- reading
def test_what_has_no_value_and_no_default_is_unknown() -> None:
    world = World(SCHEMA)
    assert world.get("weather") is None
    assert not world.known("weather")
    with pytest.raises(KeyError):
        world["weather"]
    assert isinstance(world.read("ships.auk"), Span)
    assert world["gold.north"] == 5


def test_a_world_never_changes() -> None:
    world = World(SCHEMA)
    richer = after(world, gold__north=9)
    assert (world["gold.north"], richer["gold.north"]) == (5, 9)
    assert world != richer
    assert world == World(SCHEMA)
    assert [c.fact for c in world.difference(richer)] == ["gold.north"]
    assert world.difference(after(world, gold__north=5)) == []


def test_an_origin_says_who_when_and_by_which_rule() -> None:
    world = World(SCHEMA).with_changes([Change("turn", 0, 4, "T-TURN")], Origin("rule", 2))
    world = world.with_changes([Change("gold.north", 5, 6, "T-INCOME")], Origin("rule", 7, by="north"))
    assert world.origin("gold.north") == Origin("rule", 7, 4, "T-INCOME", "north")
    assert world.origin("gold.south").kind == "default"
    assert world.age("gold.north") == 0
    assert world.now == Origin("rule", turn=4)


def test_passing_facts_lie_on_top_and_are_not_kept() -> None:
    world = World(SCHEMA)
    look = world.scoped(mood="warm", gold__north=1, roll__net=-3)
    assert choice("mood", "warm").value(look) is True
    assert look.rank("mood") == 2
    assert number("roll.net").value(look) == -3
    assert look.scoped(gold__south=2).read("gold.north") == 1
    assert world["mood"] == "cool"
    assert look.set_facts() == {}


# -- growing old
def test_an_old_report_is_unknown_again_but_remembered() -> None:
    world = after(World(SCHEMA), turn=1, weather="storm")
    world = after(world, turn=2)
    assert world.get("weather") is None
    assert world.last("weather") == "storm"
    assert isinstance(choice("weather", "storm").value(world), Span)


def test_many_facts_are_known_if_each_of_them_is() -> None:
    keys = frozenset(SCHEMA.keys())
    told = after(World(SCHEMA), turn=1, weather="calm", ships__auk={"from": 2})
    supposed = told.scoped(gold__north=Span(0, 20))
    for world in (World(SCHEMA), told, after(told, turn=9), supposed):
        for key in keys:
            assert world.all_known(frozenset([key])) == world.known(key), key
        assert world.all_known(frozenset(filter(world.known, keys)))
        assert not world.all_known(keys)


def test_each_fact_grows_old_in_its_own_time() -> None:
    world = after(World(SCHEMA), turn=1, weather="storm", ships__auk=3, light=True)
    world = after(world, turn=2)
    assert (world.get("weather"), world.get("ships.auk"), world.get("light")) == (None, 3, True)
    world = after(world, turn=3)
    assert (world.get("ships.auk"), world.get("light")) == (None, True)


def test_a_look_confirms_what_was_old() -> None:
    world = after(after(World(SCHEMA), turn=1, weather="storm"), turn=2)
    world = world.confirmed(["weather"], Origin("report", 9, by="north"))
    assert world["weather"] == "storm"
    assert world.origin("weather") == Origin("report", 9, 2, None, "north")
    assert after(world, turn=3).get("weather") is None


def test_a_new_report_is_the_last_one() -> None:
    world = after(after(World(SCHEMA), turn=1, weather="storm"), turn=2)
    world = after(world, weather="calm")
    assert world["weather"] == world.last("weather") == "calm"
    world = after(world, turn=3)
    assert (world.get("weather"), world.last("weather")) == (None, "calm")


def test_a_clock_that_is_set_back_makes_reports_good_again() -> None:
    world = after(after(World(SCHEMA), turn=1, weather="storm"), turn=2)
    assert after(world, turn=1)["weather"] == "storm"


def test_an_old_report_does_not_fall_back_to_a_default() -> None:
    family = Family("guns", Count(0, 9), "guns", told_by=Teller.BOARD, default=0, stale_after=1)
    kind = Family("kind", Choice(("a", "b")), "kind", told_by=Teller.BOARD, default="a", stale_after=1)
    schema = Schema((Family("turn", Count(), "turn", default=0), family, kind))
    world = World(schema)
    assert (world["guns"], world["kind"]) == (0, "a")
    world = after(after(world, turn=1, guns=4, kind="b"), turn=2)
    assert (world.get("guns"), world.last("guns")) == (None, 4)
    assert isinstance(world.rank("kind"), Span)
    assert isinstance(world.among("kind", frozenset("a")), Span)


def test_earlier_worlds_do_not_notice_that_time_goes_on() -> None:
    first = after(World(SCHEMA), turn=1, weather="storm")
    second = after(first, turn=2)
    after(second, weather="calm")
    assert first["weather"] == "storm"
    assert second.last("weather") == "storm"


def test_data_is_any_plain_value() -> None:
    assert Data().check([1, {"a": "b"}])
    assert after(World(SCHEMA), notes=["x"])["notes"] == ["x"]
