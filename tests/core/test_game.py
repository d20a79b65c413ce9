"""A game: every act is checked, recorded and can be looked at again; what is refused changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from legation.core.abilities import Remark
from legation.core.book import Event
from legation.core.dice import Fixed, Typed, d12
from legation.core.errors import BadRecord, BadRulebook, Closed, NotFound, NotYours, Refused
from legation.core.facts import Change, World
from legation.core.game import UMPIRE, Game
from legation.core.machine import Frame, ask, ask_sealed, do, done, reveal, roll
from legation.core.requests import amount, choose, confirm, sealed
from legation.testing.conformance import begin, look_alike
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import play, reopened

CITE = "T-COURT"
BOOKS = {"tern": TERN}


# -- a small procedure: pay, perhaps roll, and come round again
def pay(world: World, frame: Frame) -> Any:
    gold = world["gold.north"]
    if not gold:
        return done()
    question = amount("north", "Pay?", range(min(3, gold) + 1), cite="T-SPEND", why=f"treasury {gold}")
    return ask(question, then="paid", into="much")


def paid(world: World, frame: Frame) -> Any:
    gold = world["gold.north"]
    changes = [Change("gold.north", gold, gold - frame.much, "T-SPEND")]
    return do(changes, then="risk" if frame.much == 3 else "pay")


def risk(world: World, frame: Frame) -> Any:
    return roll(d12, label="risk", cite="T-UNREST", seat="north", then="risked")


def risked(world: World, frame: Frame) -> Any:
    return do([Change("gold.south", world["gold.south"], frame.roll, "T-UNREST")], then="pay")


def small(**how: Any) -> Game:
    how.setdefault("dice", "server")
    return play(pay, paid, risk, risked, **how)


def snapshot(game: Game) -> tuple[Any, ...]:
    return game.record.dump(), game.state, msgspec.json.encode(game.vault), repr(game.dice)


# -- refusals
@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda g: g.answer(1, 1, seat="south"), NotYours, "request 1 is for north, not for south"),
        (lambda g: g.answer(7, 1, seat="north"), NotFound, "there is no request “7”; known: 1"),
        (
            lambda g: g.answer(1, 4, seat="north"),
            Refused,
            "4 is no answer to “Pay?”: treasury 5; allowed: 0 to 3   [T-SPEND]",
        ),
        (
            lambda g: g.answer(1, True, seat="north"),
            Refused,
            "yes is no answer to “Pay?”: treasury 5; allowed: 0 to 3   [T-SPEND]",
        ),
        (lambda g: g.answer(1, 1, seat="nroth"), NotFound, "there is no seat “nroth”; did you mean north or south?"),
        (lambda g: g.report({"wether": "storm"}), NotFound, "there is no fact “wether”; did you mean weather?"),
        (lambda g: g.report({"weather": "fog"}), Refused, "the weather cannot be “fog”: it is one of calm, storm"),
        (lambda g: g.rule({"mood": "warm"}, "  "), Refused, "a ruling needs a reason"),
        (lambda g: g.rule({"mood": "hot"}, "so"), Refused, "the mood cannot be “hot”: it is one of cold, cool, warm"),
        (lambda g: g.undo(seat="umpir"), NotFound, "there is no seat “umpir”; did you mean umpire?"),
        (lambda g: g.undo(seat="north"), Refused, "there is nothing to take back"),
        (
            lambda g: g.amend(1, 2, "so"),
            NotFound,
            "there is no answer, report or event with the number “1”; there is none at all",
        ),
        (lambda g: g.amend(1, 2, ""), Refused, "an amendment needs a reason"),
        (lambda g: g.branch(0), NotFound, "there is no entry “0”; known: 1"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(act: Callable[[Game], Any], error: type, message: str) -> None:
    game = small()
    before = snapshot(game)
    with pytest.raises(error) as refusal:
        act(game)
    assert str(refusal.value) == message
    assert snapshot(game) == before


def test_a_typed_die_of_thirteen_is_refused() -> None:
    game = small(dice="typed")
    game.answer(1, 3, seat="north")
    before = snapshot(game)
    with pytest.raises(Refused, match=r"13 is no answer to “Roll d12 for risk”: a d12 shows 1 to 12.*\[T-UNREST\]"):
        game.answer(2, 13, seat="north")
    assert snapshot(game) == before
    game.answer(2, 12, seat="north")
    assert game.world["gold.south"] == 12


def test_a_closed_request_stays_closed() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    with pytest.raises(Closed, match="request 1 is no longer open"):
        game.answer(1, 1, seat="north")


def test_a_mistake_of_the_book_on_the_way_leaves_dice_and_vault_alone() -> None:
    def bid(world: World, frame: Frame) -> Any:
        return ask_sealed(sealed("north", "Bid", [0, 1], cite=CITE), then="throw")

    def throw(world: World, frame: Frame) -> Any:
        return roll(d12, label="x", cite=CITE, seat="north", then="broken")

    def broken(world: World, frame: Frame) -> Any:
        return done([Change("gold.north", 5, -4, CITE)])

    game = play(bid, throw, broken)
    before = snapshot(game)
    with pytest.raises(BadRulebook):
        game.answer(1, 1, seat="north")
    assert snapshot(game) == before


def test_an_unknown_scenario_option_or_kind_of_dice_is_named() -> None:
    with pytest.raises(NotFound, match=r"there is no scenario “archipelgo”; did you mean archipelago\?"):
        Game.new(TERN, "archipelgo")
    with pytest.raises(NotFound, match="there is no option “bidtie”; did you mean bid_tie"):
        Game.new(TERN, "archipelago", options={"bidtie": "north"})
    with pytest.raises(NotFound, match="there is no choice of the option edition: “revise”; did you mean revised"):
        Game.new(TERN, "archipelago", options={"edition": "revise"})
    with pytest.raises(NotFound, match="there is no kind of dice “typd”; did you mean typed"):
        Game.new(TERN, "archipelago", dice="typd")


# -- looking
def test_a_seat_sees_its_own_requests_and_those_of_the_table() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(*(confirm(who, "Well?", cite=CITE) for who in ("north", "south", "table")), then="end")

    def end(world: World, frame: Frame) -> Any:
        return done()

    game = play(start, end)
    assert [r.seat for r in game.requests("north")] == ["north", "table"]
    assert [r.seat for r in game.requests()] == ["north", "south", "table"]
    view = game.view("north")
    assert [r["seat"] for r in view["requests"]] == ["north", "table"]
    assert view["waiting"] == [{"seat": "south", "kind": "confirm"}]


def test_the_record_that_a_seat_reads_has_no_frames_and_no_requests() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    assert [sorted(entry) for entry in game.log("south")] == [["by", "cause", "effects", "seq"]] * 2


def test_a_hidden_fact_is_hidden_however_it_came_to_be_set() -> None:
    def start(world: World, frame: Frame) -> Any:
        return do([Change("plan.north.auk", None, 3, CITE)], then="pay")

    game = play(start, pay, paid, risk, risked)
    assert game.view("north")["facts"]["plan.north.auk"] == 3
    assert "plan.north.auk" not in game.view("south")["facts"]
    assert "plan.north.auk" not in str(game.view("south")["record"])
    game.rule({"plan.north.auk": 2}, "shown by mistake")
    assert game.view("south")["facts"]["plan.north.auk"] == 2


def test_what_a_rule_has_set_in_secret_can_be_revealed() -> None:
    def start(world: World, frame: Frame) -> Any:
        return do([Change("plan.north.auk", None, 3, CITE)], then="show")

    def show(world: World, frame: Frame) -> Any:
        return reveal(["plan.north.auk", "plan.north.brant"], then="pay")

    game = play(start, show, pay, paid, risk, risked)
    for seen in (game, reopened(game)):
        assert seen.view("south")["facts"]["plan.north.auk"] == 3


# -- undo
def test_undo_takes_back_the_last_act_under_the_same_number() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    game.answer(2, 2, seat="north")
    with pytest.raises(NotYours, match="entry 3 is north’s; only they or the umpire take it back"):
        game.undo(seat="south")
    (entry,) = game.undo(seat="north")
    assert entry.cause["undo"] == 3
    assert game.world["gold.north"] == 4
    assert [r.id for r in game.requests()] == [2]
    game.answer(2, 0, seat="north")
    assert [r.id for r in game.requests()] == [4]  # a number that was given is not given again
    assert not look_alike(game, reopened(game))


def test_undo_can_be_repeated_and_acts_done_again() -> None:
    game = small()
    for request in (1, 2, 3):
        game.answer(request, 1, seat="north")
    for gold in (3, 4, 5):
        game.undo(seat="north")
        assert game.world["gold.north"] == gold
    game.answer(1, 2, seat="north")
    game.undo(seat="north")
    assert game.world["gold.north"] == 5
    assert [r.id for r in game.requests()] == [1]
    assert not look_alike(game, reopened(game))
    assert game.verify() == []


def test_undo_restores_age_and_origin_of_reports() -> None:
    game = small()
    game.report({"ships.auk": 3}, seat="north")
    origin = game.world.origin("ships.auk")
    game.report({"ships.auk": 3}, seat="south")  # looked at again
    assert game.world.origin("ships.auk") != origin
    game.undo(seat="south")
    assert game.world.origin("ships.auk") == origin


def test_undo_never_crosses_a_roll_without_the_umpire() -> None:
    game = small()
    game.answer(1, 3, seat="north")
    face = game.world["gold.south"]
    before = snapshot(game)
    with pytest.raises(Refused, match="a die was rolled in entry 3; only the umpire may take that back"):
        game.undo(seat="north")
    with pytest.raises(Refused, match="a die was rolled"):
        game.undo(seat=UMPIRE)
    assert snapshot(game) == before
    game.undo(seat=UMPIRE, reason="the wrong box was ticked")
    assert (game.world["gold.north"], game.world["gold.south"]) == (5, 5)
    game.answer(1, 3, seat="north")
    assert game.world["gold.south"] == face  # no second chance


def bid(world: World, frame: Frame) -> Any:
    questions = (sealed(who, "Bid", range(world[f"gold.{who}"] + 1), cite="T-BID") for who in ("north", "south"))
    return ask_sealed(*questions, then="pay_bids")


def pay_bids(world: World, frame: Frame) -> Any:
    changes = [Change(f"gold.{w}", world[f"gold.{w}"], world[f"gold.{w}"] - n, "T-BID") for w, n in frame.bids.items()]
    return do(changes, then="pay")


def bidding() -> Game:
    return play(bid, pay_bids, pay, paid, risk, risked)


def test_a_sealed_bid_can_be_taken_back_while_it_is_sealed() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    game.undo(seat="north")
    game.answer(2, 1, seat="south")
    game.answer(1, 2, seat="north")
    assert (game.world["gold.north"], game.world["gold.south"]) == (3, 4)


def test_a_sealed_bid_outlives_news_that_change_nothing_about_it() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    game.report({"weather": "storm"}, seat="south")
    assert [r.id for r in game.requests()] == [2]
    for again in (game, reopened(game)):
        again.answer(2, 1, seat="south")
        assert (again.world["gold.north"], again.world["gold.south"]) == (1, 4)
        assert again.verify() == []


def test_a_sealed_bid_that_news_make_impossible_is_asked_for_again() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    game.rule({"gold.north": 2}, "we counted again")
    assert [(r.seat, r.legal[-1]) for r in game.requests()] == [("north", 2), ("south", 5)]
    game.answer(game.requests("north")[0].id, 2, seat="north")
    game.answer(game.requests("south")[0].id, 0, seat="south")
    assert game.world["gold.north"] == 0
    assert game.verify() == []


def test_undo_never_crosses_a_reveal_without_the_umpire() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    game.answer(2, 1, seat="south")
    with pytest.raises(Refused, match="something secret was revealed in entry 4"):
        game.undo(seat="south")
    game.undo(seat=UMPIRE, reason="a slip")
    assert [r.id for r in game.requests()] == [2]  # the bid of the North still lies in the vault
    for again in (game, reopened(game)):
        again.answer(2, 3, seat="south")
        assert (again.world["gold.north"], again.world["gold.south"]) == (1, 2)


def test_undo_takes_back_what_was_hidden() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.answer(1, {"auk": 2}, seat="north")
    game.undo(seat="north")
    for again in (game, reopened(game)):
        assert again.world["envoys.north.auk"] == 0
        assert again.vault.facts == {}
        assert [r.seat for r in again.requests()] == ["north", "south"]


def test_undo_of_a_second_plan_brings_back_the_first() -> None:
    play_ = begin(TERN, "archipelago", 3, events=0, reports=0, undos=0)
    game = play_.game
    game.answer(1, {"auk": 1, "crake": 1}, seat="north")
    while game.world["turn"] < 2:
        play_.step()
    before = {key: game.world[key] for key in game.world.set_facts() if key.startswith("envoys.north")}
    request = next(r for r in game.requests("north"))
    game.answer(request.id, {"brant": 2}, seat="north")
    assert game.world["envoys.north.brant"] == 2
    game.undo(seat="north")
    for again in (game, reopened(game)):
        assert {key: again.world[key] for key in before} == before


# -- rulings
def test_a_ruling_is_marked_and_shown_to_all() -> None:
    game = small()
    game.rule({"gold.north": 1}, "the box was empty")
    origin = game.world.origin("gold.north")
    assert (origin.kind, origin.by) == ("ruling", "umpire")
    assert game.log("south")[-1]["cause"] == {"ruling": {"gold.north": 1}, "reason": "the box was empty"}


def test_a_ruling_on_a_hidden_fact_is_not_undone_by_the_vault() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.answer(1, {"auk": 2}, seat="north")
    (entry,) = game.rule({"envoys.north.auk": 1}, "he has only one left")
    assert entry.effects == [Change("envoys.north.auk", None, 1)]  # what it was stays hidden
    for again in (game, reopened(game)):
        assert again.world["envoys.north.auk"] == 1
        assert again.view("south")["facts"]["envoys.north.auk"] == 1


# -- what if
def test_a_branch_goes_its_own_way() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    game.answer(2, 1, seat="north")
    before = snapshot(game)
    twin = game.branch(2)
    assert twin.world["gold.north"] == 4
    twin.answer(2, 2, seat="north")
    assert snapshot(game) == before
    assert twin.record.header.note == "what if, from entry 2"
    assert not look_alike(twin, reopened(twin))


def test_a_branch_after_an_undo_has_only_what_counts() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    game.undo(seat="north")
    game.answer(1, 2, seat="north")
    twin = game.branch()
    assert [r.id for r in twin.requests()] == [r.id for r in game.requests()]
    assert twin.world["gold.north"] == 3


def test_a_branch_tells_nothing_about_the_committed_dice() -> None:
    game = small()
    promised = game.record.header.dice["commitment"]
    faces = set()
    for _ in range(30):
        twin = game.branch()
        twin.answer(1, 3, seat="north")
        faces.add(twin.world["gold.south"])
        assert promised not in twin.record.dump().decode()
        assert twin.vault.key != game.vault.key
    assert len(faces) > 1
    alone = small()
    game.answer(1, 3, seat="north")
    alone.answer(1, 3, seat="north")
    assert game.world["gold.south"] == alone.world["gold.south"]  # looking has changed nothing


def test_a_branch_tells_nothing_about_sealed_and_hidden_values() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    twin = game.branch()
    assert [r.seat for r in twin.requests()] == ["north", "south"]
    assert twin.vault.answers == {}
    game = Game.new(TERN, "archipelago", seed=1)
    game.answer(1, {"auk": 2}, seat="north")
    assert game.branch().world.get("envoys.north.auk") is None  # and north is asked for it again


def test_a_branch_from_the_middle_of_an_act_rolls_anew() -> None:
    game = small()
    game.answer(1, 3, seat="north")
    assert game.branch(2).requests()


def in_turn(world: World, frame: Frame) -> Any:
    """North and South are asked one after the other."""
    at = frame.get("at", 0)
    if at == 2:
        return done()
    seat = ("north", "south")[at]
    return ask(confirm(seat, f"Now, {seat}?", cite=CITE), then="in_turn", at=at + 1)


@pytest.mark.parametrize("news", ["report", "event"])
def test_news_in_the_middle_of_a_question_does_not_pass_anybody_over(news: str) -> None:
    toll = Event("tolled", "The North pays a toll.", {"coins": "how many"}, "T-SPEND")
    game = play(in_turn, tolled, events={"toll": toll})
    if news == "report":
        game.report({"ships.auk": 1})
    else:
        game.event("toll", coins=1)
    assert [r.seat for r in game.requests()] == ["north"]
    game.answer(game.requests()[0].id, True, seat="north")
    assert [r.seat for r in reopened(game).requests()] == ["south"]
    assert game.verify() == []


# -- amendments
def test_an_amendment_shows_what_would_follow_and_then_makes_it_so() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    game.answer(2, 1, seat="north")
    before = snapshot(game)
    amendment = game.amend(2, 2, "he paid two")
    assert amendment.changes == [Change("gold.north", 3, 2)]
    assert amendment.dropped == []
    assert snapshot(game) == before
    amendment.commit()
    assert game.world["gold.north"] == 2
    assert game.requests()[0].legal == [0, 1, 2]
    assert game.record[4].cause["reason"] == "he paid two"
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


def test_an_amendment_drops_later_acts_that_no_longer_fit_and_says_so() -> None:
    game = small(given={"gold.north": 4})
    for request, value in ((1, 1), (2, 2), (3, 1)):
        game.answer(request, value, seat="north")
    assert game.over
    amendment = game.amend(2, 2, "he paid two")  # then he is out of money one payment earlier
    assert amendment.dropped == ["answer by north is no longer possible: nothing like it is asked at that point"]
    amendment.commit()
    assert game.over
    assert game.record[5].cause["dropped"] == [4]
    assert game.verify() == []


def test_an_amended_game_can_be_amended_again() -> None:
    game = small(given={"gold.north": 9})
    for request, value in ((1, 1), (2, 2), (3, 1)):
        game.answer(request, value, seat="north")
    game.amend(3, 1, "only one").commit()
    game.answer(game.requests()[0].id, 1, seat="north")
    game.amend(2, 2, "it was two").commit()
    assert game.world["gold.north"] == 4
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


def test_a_die_that_was_never_rolled_is_not_shown_by_an_amendment() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    game.answer(2, 1, seat="north")
    amendment = game.amend(2, 3, "he paid three")
    assert amendment.result.requests()[0].kind == "roll"
    assert amendment.dropped == ["answer by north is no longer possible: nothing like it is asked at that point"]
    amendment.commit()
    rolled = [e for e in game.record if "roll" in e.cause]
    assert [e.cause["label"] for e in rolled] == ["risk"]
    assert game.world["gold.south"] == rolled[0].cause["roll"]
    assert game.world["gold.north"] == 1  # with the die on the table, the second payment still fits
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


def storms(world: World, frame: Frame) -> Any:
    """The North pays what the weather asks of it."""
    storm = world.get("weather") == "storm"
    question = amount("north", "Pay the pilot?", range(3 if storm else 2), cite="T-SPEND")
    return ask(question, then="piloted", into="much")


def piloted(world: World, frame: Frame) -> Any:
    return do([Change("gold.north", world["gold.north"], world["gold.north"] - frame.much, "T-SPEND")], then="storms")


def tolled(world: World, frame: Frame) -> Any:
    if frame.coins > world["gold.north"]:
        raise Refused("so much is not there", rule="T-SPEND")
    return done([Change("gold.north", world["gold.north"], world["gold.north"] - frame.coins, "T-SPEND")])


def at_sea() -> Game:
    toll = Event("tolled", "The North pays a toll.", {"coins": "how many", "harbour": "where"}, "T-SPEND")
    return play(storms, piloted, tolled, events={"toll": toll})


def test_a_report_can_be_amended_and_later_acts_that_rest_on_it_are_dropped() -> None:
    game = at_sea()
    game.report({"weather": "storm", "ships.auk": 3})
    game.answer(game.requests()[0].id, 2, seat="north")
    before = snapshot(game)
    amendment = game.amend(2, {"weather": "calm"}, "it was a breeze")
    assert amendment.value == {"weather": "calm", "ships.auk": 3}
    assert [(c.fact, c.old, c.new) for c in amendment.changes] == [
        ("gold.north", 3, 5),
        ("weather", "storm", "calm"),
    ]
    assert len(amendment.dropped) == 1
    assert "2 is no answer" in amendment.dropped[0]
    assert snapshot(game) == before
    amendment.commit()
    assert (game.world["gold.north"], game.world["weather"]) == (5, "calm")
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


def test_a_part_of_a_report_can_be_taken_out() -> None:
    game = at_sea()
    game.report({"weather": "storm", "ships.auk": 3})
    game.amend(2, {"ships.auk": None}, "nobody had counted them").commit()
    assert (game.world.get("weather"), game.world.get("ships.auk")) == ("storm", None)
    assert not look_alike(game, reopened(game))


def test_an_event_can_be_amended_in_a_part_of_it() -> None:
    game = at_sea()
    game.event("toll", coins=3, harbour="auk")
    game.answer(game.requests()[0].id, 1, seat="north")
    amendment = game.amend(2, {"coins": 1}, "one coin")
    assert amendment.value == {"coins": 1, "harbour": "auk"}
    assert amendment.dropped == []
    amendment.commit()
    assert game.world["gold.north"] == 3
    game.amend(2, {"coins": 2}, "two after all").commit()
    assert game.world["gold.north"] == 2
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"coins": 9}, r"the amended event is not possible: .*so much is not there"),
        ({"coin": 1}, r"the amended event is not possible: .*there is no detail of toll: “coin”"),
        (4, "say what was different in the event, as names with their values"),
    ],
)
def test_an_impossible_event_is_not_amended(value: Any, message: str) -> None:
    game = at_sea()
    game.event("toll", coins=3)
    before = snapshot(game)
    with pytest.raises(Refused, match=message):
        game.amend(2, value, "why not")
    assert snapshot(game) == before


def test_what_the_referee_remarks_on_a_report_is_recorded_with_it() -> None:
    game = at_sea()
    game.book.remarks = lambda world, facts: [Remark("T-SPEND", "nobody sails in a storm")]  # type: ignore[method-assign]
    game.report({"ships.auk": 3})
    assert game.record[2].cause["remarks"] == [{"rule": "T-SPEND", "says": "nobody sails in a storm"}]
    assert game.world["ships.auk"] == 3


def test_an_impossible_amendment_is_refused() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    with pytest.raises(Refused, match=r"the amended answer is not possible: .*9 is no answer"):
        game.amend(2, 9, "why not")


def test_an_amendment_is_of_its_moment_and_is_not_undone() -> None:
    game = small()
    game.answer(1, 1, seat="north")
    amendment = game.amend(2, 2, "he paid two")
    game.answer(2, 0, seat="north")
    with pytest.raises(Refused, match="the game has gone on since this amendment was worked out"):
        amendment.commit()
    game.amend(2, 2, "he paid two").commit()
    with pytest.raises(Refused, match="an amendment is not undone"):
        game.undo(seat=UMPIRE, reason="so")


# -- verify
def test_verify_finds_nothing_in_an_honest_game() -> None:
    game = small()
    for request, value in ((1, 1), (2, 3)):
        game.answer(request, value, seat="north")
    game.report({"weather": "storm"})
    game.rule({"gold.north": 4}, "so")
    assert game.verify() == []


def test_verify_names_the_entry_where_the_rules_would_now_differ() -> None:
    cost = 1

    def start(world: World, frame: Frame) -> Any:
        return ask(choose("north", "Build?", ["yes", "no"], cite=CITE), then="built")

    def built(world: World, frame: Frame) -> Any:
        return do([Change("gold.north", world["gold.north"], world["gold.north"] - cost, CITE)], then="start")

    game = play(start, built)
    game.answer(1, "yes", seat="north")
    assert game.verify() == []
    cost = 2
    (difference,) = game.verify()
    assert str(difference) == (
        "entry 2: recorded gold.north → 4 [T-COURT], the rules now give gold.north → 3 [T-COURT]"
    )


def test_verify_plays_hidden_values_again() -> None:
    play_ = begin(TERN, "archipelago", 8, events=0, undos=0)
    while not play_.game.over:
        play_.step()
    assert play_.game.verify() == []
    assert reopened(play_.game).verify() == []


# -- files and dice
def test_the_dice_are_promised_before_the_first_entry(tmp_path: Path) -> None:
    game = small(nonce="our word")
    promise = game.record.header.dice
    assert promise == {
        "source": "server",
        "scheme": "3",
        "commitment": hashlib.sha256(bytes.fromhex(game.vault.key)).hexdigest(),
        "nonce": "our word",
        "seeded": "yes",
    }
    assert game.vault.key.encode() not in game.record.dump()


def test_without_its_vault_a_game_goes_on_with_typed_dice(tmp_path: Path) -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.save(tmp_path / "game.legation")
    (tmp_path / "game.legation.vault").unlink()
    assert isinstance(Game.open(tmp_path / "game.legation", BOOKS).dice, Typed)


def test_the_vault_of_another_game_is_refused(tmp_path: Path) -> None:
    for seed in (1, 2):
        Game.new(TERN, "archipelago", seed=seed).save(tmp_path / f"{seed}.legation")
    (tmp_path / "2.legation.vault").replace(tmp_path / "1.legation.vault")
    with pytest.raises(BadRecord, match=r"the vault beside 1\.legation belongs to another game"):
        Game.open(tmp_path / "1.legation", BOOKS)


def test_a_lost_vault_means_that_sealed_bids_are_made_again() -> None:
    game = bidding()
    game.answer(1, 4, seat="north")
    game.vault.answers.clear()
    game.answer(2, 1, seat="south")
    assert [r.seat for r in game.requests()] == ["north", "south"]


def test_a_reopened_game_rolls_on_where_it_was() -> None:
    one = small()
    one.answer(1, 3, seat="north")
    two = reopened(one)
    one.rule({"gold.north": 5}, "again")
    two.rule({"gold.north": 5}, "again")
    for game in (one, two):
        game.answer(game.requests()[0].id, 3, seat="north")
    assert one.world["gold.south"] == two.world["gold.south"]


def test_fixed_dice_serve_a_test() -> None:
    dice = Fixed({"T-UNREST": [7]})
    game = small(dice=dice)
    game.answer(1, 3, seat="north")
    assert game.world["gold.south"] == 7
    assert dice.unused() == []


def test_given_facts_are_marked_as_such() -> None:
    game = small(given={"gold.north": 2})
    assert game.world.origin("gold.north").kind == "given"
    assert game.world.origin("turn").kind == "setup"
    assert game.verify() == []
