"""Deeds: one report, and all that follows is judged on one world and set at once."""

from __future__ import annotations

from typing import Any

import pytest

from legation.core.deeds import Chapter, Deed, On, Role, adds, due, enacted, filled, follows, of, told
from legation.core.errors import BadRulebook
from legation.core.expr import Expr, choice, number
from legation.core.facts import World
from legation.core.machine import Frame, done
from legation.core.rules import Rule, bespoke, sets
from legation.core.span import MAYBE
from legation.core.turning import NEGATED, Turning, turned
from tests.core.tiny import SCHEMA, play

SEATS = ("north", "south")
WHO, WHOM = Role("who", "who raids", SEATS), Role("whom", "who is robbed", SEATS)
RAID = Deed("raid", "{who} raids {port}", "T-COURT", (WHO, Role("port", "the port")))
GIFT = Deed("gift", "{who} gives to {port}", "T-COURT", (WHO, Role("port", "the port")))
BY_NORTH = filled(WHO, "north", says="the North does it")


def rich(seat: str) -> Expr:
    return number(f"gold.{seat}") >= 5


RICH = of(WHOM, build=rich, says="who is rich")
RULES = (
    On("the raider is paid", "T-COURT", BY_NORTH, (adds(f"gold.{WHO}", 2),), on=RAID | GIFT),
    On("and paid again", "T-GIFT", sets=(adds(f"gold.{WHO}", 1),), on=RAID),
    On(
        "the rich are robbed",
        "T-ENVOY",
        of(WHOM, build=rich, says="who is rich"),
        (adds(f"gold.{WHOM}", -2),),
        on=RAID,
        each=(WHOM,),
    ),
    On("the mood falls", "T-COURT", sets=(sets("mood", "cold"),), on=RAID),
    On("a pact ends in the cold", "T-COURT", choice("mood", "cold"), (sets("pact", False),), on=RAID),
    On("later it is colder", "T-COURT", choice("mood", "cold"), (sets("pact", False),), on=RAID, at="later"),
)


def after(rules: Any, start: World) -> dict[str, Any]:
    return {change.fact: change.new for change in enacted(rules, start)}


def test_a_moment_is_judged_on_the_world_before_it() -> None:
    start = World(SCHEMA).scoped(pact=True)
    found = after(follows(RULES, RAID, who="north", port="auk"), start)
    assert found == {"mood": "cold", "gold.north": 5 + 2 + 1 - 2, "gold.south": 3}  # the pact holds till later
    assert after(follows(RULES, RAID, "later", who="north", port="auk"), start.scoped(mood="cold")) == {"pact": False}


def test_a_role_may_follow_from_those_that_are_named() -> None:
    other = Role("other", "the other seat", SEATS)
    duel = Deed("duel", "{who} duels", "T-COURT", (WHO,), works_out={other: lambda who: SEATS[1 - SEATS.index(who)]})
    rules = (On("the other pays", "T-COURT", sets=(adds(f"gold.{other}", -1),), on=duel),)
    assert after(follows(rules, duel, who="north"), World(SCHEMA)) == {"gold.south": 4}
    [together] = follows(rules, duel, who="north south")  # of several in one role nothing follows
    assert together.sets[0].fact == f"gold.{other}"


def test_only_what_belongs_to_the_deed_follows() -> None:
    assert [rule.label for rule in follows(RULES, GIFT, who="south", port="auk")] == ["the raider is paid"]
    assert after(follows(RULES, GIFT, who="south", port="auk"), World(SCHEMA)) == {}
    assert after(follows(RULES, GIFT, who="north", port="auk"), World(SCHEMA)) == {"gold.north": 7}


def test_each_is_tried_with_everybody_and_the_condition_says_who() -> None:
    start = World(SCHEMA).scoped(**{"gold.south": 4})
    assert "gold.south" not in after(follows(RULES, RAID, who="north", port="auk"), start)


def test_two_that_disagree_are_an_error_that_names_both() -> None:
    warm, cold = (
        Rule("warm", "T-WARM", sets=(sets("mood", "warm"),)),
        Rule("cold", "T-COLD", sets=(sets("mood", "cold"),)),
    )
    with pytest.raises(BadRulebook, match="T-WARM and T-COLD disagree about mood"):
        enacted((warm, cold), World(SCHEMA))
    more = Rule("more", "T-MORE", sets=(adds("gold.north", 1),))
    given = Rule("given", "T-GIVEN", sets=(sets("gold.north", 9),))
    for rules in ((more, given), (given, more)):
        with pytest.raises(BadRulebook, match=r"disagree about gold\.north"):
            enacted(rules, World(SCHEMA))


def test_if_two_agree_the_first_in_the_book_is_cited() -> None:
    one, two = (Rule("cold", cite, sets=(sets("mood", "cold"),)) for cite in ("T-ONE", "T-TWO"))
    assert [change.rule for change in enacted((one, two), World(SCHEMA))] == ["T-ONE"]


def test_what_else_a_rule_brings_is_judged_on_the_same_world() -> None:
    then = Rule("then", "T-THEN", choice("mood", "cold"), (sets("pact", True),))
    first = Rule("first", "T-FIRST", sets=(sets("mood", "cold"),), then=(then,))
    assert after((first,), World(SCHEMA)) == {"mood": "cold"}


def test_a_function_of_its_own_takes_part() -> None:
    @bespoke("T-ODD")
    def odd(world: World) -> list[Any]:
        """Something odd."""
        return [world.change("mood", "warm", "T-ODD")]

    assert after((odd,), World(SCHEMA)) == {"mood": "warm"}
    with pytest.raises(BadRulebook, match="disagree about mood"):
        enacted((odd, Rule("cold", "T-COLD", sets=(sets("mood", "cold"),))), World(SCHEMA))


def test_of_open_slots_nobody_can_say() -> None:
    assert RICH.value(World(SCHEMA)) is MAYBE
    assert RICH.english == "who is rich"


def test_a_step_carries_out_a_moment() -> None:
    def start(world: World, frame: Frame) -> Any:
        return done(enacted(follows(RULES, RAID, who="north", port="auk"), world))

    game = play(start)
    assert (game.world["gold.north"], game.world["gold.south"], game.world["mood"]) == (6, 3, "cold")


def test_a_consequence_is_turned_round_at_its_door() -> None:
    with turned("T-ENVOY", Turning(NEGATED)):
        assert after(follows(RULES, RAID, who="south", port="auk"), World(SCHEMA)) == {"gold.south": 6, "mood": "cold"}


def test_a_chapter_follows_while_it_is_open() -> None:
    at_court = Chapter(RULES[:2], number("gold.south") >= 5)
    for_the_north = Chapter(RULES[3:4], BY_NORTH)
    poor, rich_ = (World(SCHEMA).scoped(**{"gold.south": gold}) for gold in (4, 5))

    def labels(world: World, who: str) -> list[str]:
        return [rule.label for rule in due((at_court, for_the_north), world, RAID, who=who, port="auk")]

    assert labels(poor, "north") == ["the mood falls"]
    assert labels(rich_, "north") == ["the raider is paid", "and paid again", "the mood falls"]
    assert labels(rich_, "south") == ["the raider is paid", "and paid again"]  # the first is held back by its own words
    assert due((at_court, for_the_north), rich_, GIFT, "later", who="north", port="auk") == []


def test_what_can_never_hold_is_not_looked_at_if_its_id_is_declared_elsewhere() -> None:
    once = On("only the North", "T-COURT", BY_NORTH, (sets("mood", "cold"),), on=RAID)
    again = On("only the North", "T-COURT", BY_NORTH, (sets("mood", "cold"),), on=RAID, again=True)
    assert [len(follows((rule,), RAID, who="south", port="auk")) for rule in (once, again)] == [1, 0]
    with turned("T-COURT", Turning(NEGATED)):
        assert after(follows((again,), RAID, who="south", port="auk"), World(SCHEMA)) == {"mood": "cold"}


def test_a_number_that_was_told_is_added() -> None:
    sent = On("they arrive", "T-COURT", sets=(adds(f"gold.{WHO}", told("{many}", "how many")),), on=RAID)
    assert after(follows((sent, sent), RAID, who="north", many="3"), World(SCHEMA)) == {"gold.north": 5 + 3 + 3}


def test_two_that_come_to_the_same_value_agree() -> None:
    half = On("one half", "T-COURT", sets=(sets("gold.north", number("gold.south") - 2),), on=RAID)
    same = On("the other", "T-GIFT", sets=(sets("gold.north", number("gold.south") - 1 - 1),), on=RAID)
    [change] = enacted(follows((half, same), RAID, who="north"), World(SCHEMA))
    assert (change.new, change.rule) == (3, "T-COURT")
