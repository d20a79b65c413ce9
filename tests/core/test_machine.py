"""The machine: steps over plain frames, run until somebody has to say something."""

from __future__ import annotations

from typing import Any

import pytest

from legation.core.book import Event
from legation.core.dice import Fixed, d6, d12
from legation.core.errors import BadRulebook, NotFound, Refused
from legation.core.expr import amount as value_of
from legation.core.expr import choice, holds, number
from legation.core.facts import Change, World
from legation.core.game import Game
from legation.core.machine import Frame, Steps, ask, ask_sealed, call, do, done, go, hide, reveal, roll
from legation.core.requests import amount, ask_report, choose, confirm, divide, sealed
from tests.core.tiny import play, reopened

CITE = "T-COURT"


def set_to(fact: str, old: Any, new: Any) -> Change:
    return Change(fact, old, new, CITE)


def finish(world: World, frame: Frame) -> Any:
    return done()


# -- directives
def test_steps_go_on_until_a_request_is_open() -> None:
    def start(world: World, frame: Frame) -> Any:
        return do([set_to("gold.north", 5, 6)], then="second", extra=7)

    def second(world: World, frame: Frame) -> Any:
        return ask(choose("north", "Which?", {"a": "A", "b": "B"}, cite=CITE), then="third", kept=frame.extra)

    def third(world: World, frame: Frame) -> Any:
        return done([set_to("gold.south", 5, frame.kept + len(frame.answer))])

    game = play(start, second, third)
    (request,) = game.requests()
    assert (request.id, request.seat, request.kind, request.legal) == (1, "north", "choose", ["a", "b"])
    assert game.world["gold.north"] == 6
    game.answer(1, "b", seat="north")
    assert game.over
    assert game.world["gold.south"] == 8


def test_a_seat_with_one_possible_answer_is_not_asked() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(amount("north", "How much?", [0], cite=CITE), then="second", into="much")

    def second(world: World, frame: Frame) -> Any:
        assert frame.much == 0
        return ask(confirm("north", "Seen?", cite=CITE, no=None), then="finish")

    (request,) = play(start, second, finish).requests()
    assert (request.kind, request.legal) == ("confirm", [True])


def test_a_called_step_has_a_frame_of_its_own() -> None:
    def start(world: World, frame: Frame) -> Any:
        return call("inner", then="after", mine=1)

    def inner(world: World, frame: Frame) -> Any:
        assert frame.vars == {"mine": 1}
        return ask(confirm("south", "Well?", cite=CITE), then="finish")

    def after(world: World, frame: Frame) -> Any:
        assert frame.get("mine") is None
        return done([set_to("pact", False, True)])

    game = play(start, inner, after, finish)
    game.answer(1, True, seat="south")
    assert game.world["pact"] is True
    assert game.over


def test_several_seats_are_asked_at_once_and_answer_in_any_order() -> None:
    def start(world: World, frame: Frame) -> Any:
        questions = (amount(who, "Pay?", range(3), cite=CITE) for who in ("north", "south"))
        return ask(*questions, then="second", into="paid")

    def second(world: World, frame: Frame) -> Any:
        return done([set_to(f"gold.{who}", 5, 5 - paid) for who, paid in frame.paid.items()])

    game = play(start, second)
    game.answer(2, 1, seat="south")
    assert [r.id for r in game.requests()] == [1]
    game.answer(1, 2, seat="north")
    assert (game.world["gold.north"], game.world["gold.south"]) == (3, 4)


def test_the_table_and_a_seat_are_told_apart_whoever_answers() -> None:
    def start(world: World, frame: Frame) -> Any:
        wind = choose("table", "Wind?", ["east", "west"], cite=CITE)
        sail = choose("north", "Sail?", ["yes", "no"], cite=CITE)
        return ask(wind, sail, then="second", into="said")

    def second(world: World, frame: Frame) -> Any:
        return done([Change("notes", [], [frame.said], CITE)])

    game = play(start, second)
    game.answer(1, "west", seat="north")
    game.answer(2, "no", seat="north")
    assert game.world["notes"] == [{"table": "west", "north": "no"}]


def test_dice_are_rolled_or_asked_for() -> None:
    def start(world: World, frame: Frame) -> Any:
        return roll(d12, label="unrest/auk", cite=CITE, seat="north", then="second")

    def second(world: World, frame: Frame) -> Any:
        return done([set_to("gold.north", 5, frame.roll)])

    assert play(start, second, dice=Fixed([11])).world["gold.north"] == 11
    typed = play(start, second, dice="typed")
    (request,) = typed.requests()
    assert (request.kind, request.legal, request.purpose) == ("roll", list(range(1, 13)), "unrest/auk")
    typed.answer(1, 3, seat="north")
    assert typed.world["gold.north"] == 3


# -- what is missing
def test_unknown_becomes_a_report_request_and_the_step_runs_again() -> None:
    def start(world: World, frame: Frame) -> Any:
        if holds(choice("weather", "storm", says="a storm") & (number("ships.auk", "ships") > 2), world):
            return done([set_to("pact", False, True)])
        return done()

    game = play(start)
    (request,) = game.requests("south")
    assert (request.kind, request.seat, request.cite) == ("report", "table", "T-NEED")
    assert request.facts == ["weather", "ships.auk"]
    assert request.prompt == "Please report the weather; ships at Auk: more than 2?"
    with pytest.raises(
        Refused, match=r"still to be told: yes, no or the number: ships at Auk: more than 2\?   \[T-NEED\]"
    ):
        game.answer(request.id, {"weather": "storm"}, seat="south")
    game.answer(request.id, {"weather": "storm", "ships.auk": 3}, seat="south")
    assert game.over
    assert game.world["pact"] is True
    assert game.world.origin("weather").kind == "report"


def test_only_what_still_matters_is_asked() -> None:
    def start(world: World, frame: Frame) -> Any:
        holds(choice("weather", "storm") & (number("ships.auk") > 2), world)
        return done()

    game = play(start, given={"ships.auk": 1})
    assert game.over


def test_a_known_old_answer_may_be_confirmed_by_leaving_it_out() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(ask_report(["ships.auk"], "Look again", cite=CITE), then="second")

    def second(world: World, frame: Frame) -> Any:
        return do([set_to("turn", 1, 9)], then="third")

    def third(world: World, frame: Frame) -> Any:
        value_of(number("ships.auk"), world)
        return done()

    game = play(start, second, third, given={"ships.auk": 4})
    game.answer(1, {}, seat="north")
    (request,) = game.requests()  # eight turns later nobody can say
    game.answer(request.id, {}, seat="north")
    assert game.world["ships.auk"] == 4
    assert game.over


def test_what_only_rules_can_set_is_never_asked() -> None:
    def start(world: World, frame: Frame) -> Any:
        value_of(number("debt"), world)
        return done()

    with pytest.raises(BadRulebook, match="the step start needs debt, which no rule has set and nobody may report"):
        play(start)


def test_a_report_may_not_slip_in_what_the_rules_decide() -> None:
    def start(world: World, frame: Frame) -> Any:
        value_of(number("ships.auk"), world)
        return done()

    game = play(start)
    with pytest.raises(Refused, match="the gold of the North follows from the rules and was not asked"):
        game.answer(1, {"ships.auk": 1, "gold.north": 20}, seat="north")
    assert game.world["gold.north"] == 5


# -- mistakes of a book
def test_a_step_that_goes_round_in_circles_is_named() -> None:
    def start(world: World, frame: Frame) -> Any:
        return go("start")

    with pytest.raises(BadRulebook, match="the step start never comes to a request"):
        play(start)


def test_a_missing_step_is_answered_with_the_nearest() -> None:
    def start(world: World, frame: Frame) -> Any:
        return go("finnish")

    with pytest.raises(NotFound, match=r"there is no step “finnish”; did you mean finish\?"):
        play(start, finish)


def test_a_question_without_a_legal_answer_is_a_mistake() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(choose("north", "Which?", [], cite=CITE), then="start")

    with pytest.raises(BadRulebook, match=r"the step start asks “Which\?”, to which no answer is legal"):
        play(start)


def test_one_seat_is_not_asked_twice_at_once() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(*(confirm("north", p, cite=CITE) for p in ("a?", "b?")), then="start")

    with pytest.raises(BadRulebook, match="the step start asks one seat two questions at once: north, north"):
        play(start)


@pytest.mark.parametrize(("fact", "value"), [("gold.north", 99), ("mood", "angry"), ("pact", "yes")])
def test_a_step_cannot_set_what_a_fact_cannot_be(fact: str, value: Any) -> None:
    def start(world: World, frame: Frame) -> Any:
        return done([Change(fact, None, value, CITE)])

    with pytest.raises(BadRulebook, match=f"T-COURT sets {fact} to {value!r}; it is "):
        play(start)


def test_two_steps_of_one_name_are_a_mistake_and_an_alias_is_kept() -> None:
    steps = Steps()
    steps.step("new", aliases=("old",))(finish)
    assert steps["old"] is steps["new"] is finish
    with pytest.raises(BadRulebook, match="two steps are called 'old'"):
        steps.step("old")(finish)


def test_a_frame_names_what_it_lacks() -> None:
    with pytest.raises(AttributeError, match="the frame of a has no 'b'"):
        Frame("a").b


# -- secrets
def bid(world: World, frame: Frame) -> Any:
    questions = (sealed(who, "Bid", range(world[f"gold.{who}"] + 1), cite="T-BID") for who in ("north", "south"))
    return ask_sealed(*questions, then="pay")


def pay(world: World, frame: Frame) -> Any:
    return done([set_to(f"gold.{who}", 5, 5 - paid) for who, paid in frame.bids.items()])


def test_sealed_bids_stay_in_the_vault_until_all_are_in() -> None:
    game = play(bid, pay)
    game.answer(2, 4, seat="south")
    assert b'"value":4' not in game.record.dump()
    assert game.world["gold.south"] == 5
    entries = game.answer(1, 2, seat="north")
    assert [next(iter(e.cause)) for e in entries] == ["sealed", "reveal"]
    assert entries[1].cause["reveal"] == {"south": 4, "north": 2}
    assert (game.world["gold.north"], game.world["gold.south"]) == (3, 1)


def test_a_sealed_bid_survives_closing_the_file() -> None:
    game = play(bid, pay)
    game.answer(1, 5, seat="north")
    other = reopened(game)
    other.answer(2, 0, seat="south")
    assert (other.world["gold.north"], other.world["gold.south"]) == (0, 5)


def test_revealed_bids_fit_their_commitments() -> None:
    from legation.core.seals import commitment

    game = play(bid, pay)
    (first,) = game.answer(1, 3, seat="north")
    second, shown = game.answer(2, 1, seat="south")
    for who, entry in (("north", first), ("south", second)):
        assert entry.cause["commitment"] == commitment(shown.cause["reveal"][who], shown.cause["salts"][who])


def plan(world: World, frame: Frame) -> Any:
    questions = [divide(who, "Plan", 3, ["auk", "brant"], cite="T-ENVOY") for who in ("north", "south")]
    return hide(*questions, prefixes={who: f"plan.{who}" for who in ("north", "south")}, then="wait")


def wait(world: World, frame: Frame) -> Any:
    return ask(confirm("south", "Attack?", cite=CITE), then="show")


def show(world: World, frame: Frame) -> Any:
    return reveal(["plan.north.auk", "plan.south.auk"], then="rest")


def rest(world: World, frame: Frame) -> Any:
    return ask(confirm("north", "Done?", cite=CITE), then="finish")


def planned() -> Game:
    game = play(plan, wait, show, rest, finish)
    game.answer(1, {"auk": 2}, seat="north")
    game.answer(2, {"auk": 1, "brant": 2}, seat="south")
    return game


def test_hidden_facts_are_known_to_their_owner_and_the_rules_only() -> None:
    game = planned()
    assert game.world["plan.north.auk"] == 2
    assert game.world["plan.north.brant"] == 0  # what is left out gets nothing, and that is hidden too
    assert game.may_see("north", "plan.north.auk")
    assert not game.may_see("south", "plan.north.auk")
    assert "plan.north.auk" not in game.view("south")["facts"]
    assert game.view("north")["facts"]["plan.north.auk"] == 2
    assert b'"new":2' not in game.record.dump()


def test_a_reveal_tells_everybody_what_was_named_and_nothing_else() -> None:
    game = planned()
    (entry,) = game.answer(3, True, seat="south")
    assert {c.fact: c.new for c in entry.effects} == {"plan.north.auk": 2, "plan.south.auk": 1}
    assert set(entry.reveals) == {"plan.north.auk", "plan.south.auk"}
    for seen in (game, reopened(game)):
        assert seen.view("south")["facts"]["plan.north.auk"] == 2
        assert "plan.north.brant" not in seen.view("south")["facts"]
        assert seen.view("south")["record"][-1]["effects"]
        assert seen.world.origin("plan.north.auk").kind == "revealed"


def test_hidden_facts_fit_the_commitments_in_the_record() -> None:
    from legation.core.seals import commitment

    game = planned()
    seals = {fact: seal for entry in game.record for fact, seal in entry.seals.items()}
    (entry,) = game.answer(3, True, seat="south")
    for change in entry.effects:
        assert commitment(change.new, entry.reveals[change.fact]) == seals[change.fact]


# -- events, reports and rulings while something is asked
RAID = {"raid": Event("raid", "A raid", {"of": "whom"}, "T-ATTACK")}


def offer(world: World, frame: Frame) -> Any:
    legal = range(world["gold.north"] + 1)
    return ask(amount("north", "Pay?", legal, cite=CITE), then="paid", into="much")


def paid(world: World, frame: Frame) -> Any:
    gold = world["gold.north"]
    return done([set_to("gold.north", gold, gold - frame.much)])


def raid(world: World, frame: Frame) -> Any:
    if frame.of != "north":
        raise Refused("only the North can be raided", rule="T-ATTACK")
    return done([Change("gold.north", world["gold.north"], 1, "T-ATTACK")])


def test_an_event_runs_at_once_and_the_open_step_asks_again() -> None:
    game = play(offer, paid, raid, events=RAID)
    (entry,) = game.event("raid", seat="south", of="north")
    assert entry.closes == [1]
    (request,) = game.requests()
    assert (request.id, request.legal) == (2, [0, 1])
    with pytest.raises(Refused, match="request 1 is no longer open"):
        game.answer(1, 5, seat="north")


def test_an_event_that_is_refused_changes_nothing() -> None:
    game = play(offer, paid, raid, events=RAID)
    before = (game.record.dump(), game.state)
    with pytest.raises(Refused, match=r"only the North can be raided   \[T-ATTACK\]"):
        game.event("raid", of="south")
    with pytest.raises(NotFound, match=r"there is no detail of raid: “off”; did you mean of\?"):
        game.event("raid", off="north")
    with pytest.raises(NotFound, match=r"there is no event “riad”; did you mean raid\?"):
        game.event("riad")
    assert (game.record.dump(), game.state) == before


def test_a_ruling_refreshes_only_the_questions_it_changes() -> None:
    game = play(offer, paid)
    (entry,) = game.rule({"mood": "warm"}, "they shook hands")
    assert entry.closes == []
    assert [r.id for r in game.requests()] == [1]
    (entry,) = game.rule({"gold.north": 2}, "we counted again")
    assert entry.closes == [1]
    assert [r.legal for r in game.requests()] == [[0, 1, 2]]
    assert game.world.origin("gold.north").kind == "ruling"


def test_a_report_answers_a_question_that_is_open() -> None:
    def start(world: World, frame: Frame) -> Any:
        value_of(number("ships.auk"), world)
        return ask(confirm("north", "Seen?", cite=CITE), then="finish")

    game = play(start, finish)
    assert game.requests()[0].kind == "report"
    game.report({"ships.auk": 3}, seat="south")
    assert [r.kind for r in game.requests()] == ["confirm"]


def test_a_report_of_what_the_rules_decide_is_refused() -> None:
    game = play(offer, paid)
    with pytest.raises(Refused, match="the gold of the North follows from the rules; only a ruling of the umpire"):
        game.report({"gold.north": 9})


def test_rolls_are_entries_of_their_own() -> None:
    def start(world: World, frame: Frame) -> Any:
        return roll(d6, label=f"x/{frame.get('n', 0)}", cite=CITE, seat="north", then="second", n=frame.get("n", 0) + 1)

    def second(world: World, frame: Frame) -> Any:
        return do([set_to("gold.north", world["gold.north"], frame.roll)], then="start" if frame.n < 3 else "finish")

    game = play(start, second, finish, dice=Fixed([1, 2, 3]))
    assert [e.cause.get("roll") for e in game.record] == [None, 1, 2, 3]
    assert [[c.new for c in e.effects] for e in game.record][1:] == [[1], [2], [3]]
    assert game.over
