"""The third game stands the conformance suite; books that are broken on purpose do not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from random import Random
from typing import Any

import pytest

from legation.core.abilities import AnswersQuestions, Verdict
from legation.core.book import Event
from legation.core.errors import BadRulebook, Refused
from legation.core.expr import number
from legation.core.facts import Change, World
from legation.core.game import Game
from legation.core.machine import Frame, ask, do, done, go, hide, reveal
from legation.core.requests import amount, choose, confirm, divide
from legation.core.rules import Definition, Rule, sets
from legation.core.trace import Trace
from legation.core.trials import Leave, Offer, ToldDeed, Trials
from legation.sim.samples import SideBySide
from legation.testing import conformance as suite
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import Tiny

CITE = "T-COURT"


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_tern_conforms(seed: int) -> None:
    suite.run_all(TERN, "archipelago", games=3, seed=seed, check_every=4, many=SideBySide, worlds=10)


@pytest.mark.parametrize("seed", range(100, 106))
def test_tern_stands_an_umpire_who_rules_at_random(seed: int) -> None:
    suite.random_play(TERN, "archipelago", seed, check_every=2, rulings=0.1, undos=0.1, events=0.1)


def test_random_games_of_tern_use_everything() -> None:
    kinds: set[str] = set()
    causes: set[str] = set()
    rules: set[str] = set()
    for seed in range(40):
        for entry in suite.random_play(TERN, "archipelago", seed).record:
            kinds |= {r.kind for r in entry.opens}
            causes |= set(entry.cause)
            rules |= {c.rule for c in entry.effects}
    assert kinds == {"choose", "amount", "sealed", "confirm", "report"}
    assert {"event", "report", "undo", "reveal", "roll"} <= causes
    assert {"T-UNREST", "T-WHEN-RESCUE", "T-AUK-GOSSIP", "T-R-OATH", "T-END"} <= rules


def test_tern_is_the_same_in_every_way() -> None:
    chances = {"events": 0.1, "reports": 0.1, "undos": 0.05, "rulings": 0.05}
    played = [suite.recorded(suite.begin(TERN, "archipelago", seed, **chances), 30, 3) for seed in range(4)]
    assert suite.check_sameness("tests.books.tern.book:BOOK", played) > 100


def test_a_game_can_be_printed_and_played_again() -> None:
    play = suite.begin(TERN, "archipelago", 4)
    for _ in range(30):
        if not play.game.over:
            play.step()
    names: dict[str, Any] = {"Game": Game, "book": TERN}
    exec(str(play), names)
    for seat in TERN.seats:
        assert suite.unhashed(play.game.view(seat)) == suite.unhashed(names["game"].view(seat))


def test_secrets_were_really_tried() -> None:
    assert suite.check_leaks(TERN, "archipelago", 1) > 5


# -- broken books
def broken(*steps: Any, **more: Any) -> Tiny:
    book = Tiny({step.__name__: step for step in steps})
    for name, value in more.items():
        setattr(book, name, value)
    return book


def again(world: World, frame: Frame) -> Any:
    return ask(choose("north", "Which?", ["a", "b"], cite=CITE), then="taken", into="which")


def test_a_dead_end_is_found() -> None:
    book = broken(again)
    game = Game.new(book, "one", seed=1)
    game.state = type(game.state)(game.world, game.state.stack, {}, 2)
    with pytest.raises(AssertionError, match="a dead end: nothing is asked at Again"):
        suite.RandomPlay(game, 1, Random(1), events=0, reports=0, undos=0).step()


def test_a_step_that_refuses_a_legal_answer_is_found_with_the_acts_that_led_there() -> None:
    def taken(world: World, frame: Frame) -> Any:
        return go("nowhere" if frame.which == "b" else "again")

    with pytest.raises(AssertionError) as failure:
        suite.random_play(broken(again, taken), "one", 1)
    assert "the last act is legal, but: NotFound: there is no step “nowhere”" in str(failure.value)
    assert "game = Game.new(book, 'one', options={}, seed=1)\n" in str(failure.value)
    assert str(failure.value).endswith("'b', seat='north')")


def test_a_request_that_cites_nothing_is_found() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(confirm("north", "Well?", cite="T-COURTSHIP"), then="start")

    with pytest.raises(AssertionError, match=r"“Well\?” cites 'T-COURTSHIP', which no ledger has"):
        suite.random_play(broken(start), "one", 1)


def test_a_change_by_an_unknown_rule_is_found() -> None:
    def taken(world: World, frame: Frame) -> Any:
        return do([Change("pact", world["pact"], not world["pact"], "T-PACT")], then="again")

    with pytest.raises(AssertionError, match="pact is set by 'T-PACT', which no ledger has"):
        suite.random_play(broken(again, taken), "one", 1)


def test_a_step_that_remembers_something_itself_fails_to_verify() -> None:
    memory = [0]

    def taken(world: World, frame: Frame) -> Any:
        memory[0] = (memory[0] + 1) % 7
        return do([Change("gold.north", world["gold.north"], memory[0], CITE)], then="again")

    with pytest.raises(AssertionError, match="verify finds differences"):
        suite.random_play(broken(again, taken), "one", 1, 20, check_every=5)


def test_a_frame_that_is_no_plain_data_fails_to_reopen() -> None:
    def start(world: World, frame: Frame) -> Any:
        return ask(confirm("north", "Well?", cite=CITE), then="start", pair=(1, 2))

    with pytest.raises(AssertionError, match="reopened, the game is another one: the stack is"):
        suite.random_play(broken(start), "one", 1, 5, check_every=1)


def plan(world: World, frame: Frame) -> Any:
    questions = [divide(who, "Plan", 3, ["auk", "brant"], cite="T-ENVOY") for who in ("north", "south")]
    return hide(*questions, prefixes={who: f"plan.{who}" for who in ("north", "south")}, then="use")


def keep(world: World, frame: Frame) -> Any:
    return reveal(["plan.north.auk", "plan.south.auk"], then="plan")


def test_an_honest_secret_passes() -> None:
    def use(world: World, frame: Frame) -> Any:
        return ask(confirm("south", "Go on?", cite=CITE), then="keep")

    assert suite.check_leaks(broken(plan, use, keep), "one", 1, 20) > 5


def test_a_question_that_depends_on_a_secret_is_a_leak() -> None:
    def use(world: World, frame: Frame) -> Any:
        return ask(amount("south", "Pay?", range(world["plan.north.auk"] + 2), cite=CITE), then="keep")

    with pytest.raises(AssertionError, match="south can see what north hid"):
        suite.check_leaks(broken(plan, use, keep), "one", 1, 40)


def test_an_open_fact_that_depends_on_a_secret_is_a_leak() -> None:
    def use(world: World, frame: Frame) -> Any:
        poorer = world["gold.north"] - world["plan.north.auk"]
        return do([Change("gold.north", world["gold.north"], max(0, poorer), CITE)], then="wait")

    def wait(world: World, frame: Frame) -> Any:
        return ask(confirm("south", "Go on?", cite=CITE), then="keep")

    with pytest.raises(AssertionError, match="can see what north hid"):
        suite.check_leaks(broken(plan, use, wait, keep), "one", 1, 40)


def test_a_heading_that_depends_on_a_secret_is_a_leak() -> None:
    class Telltale(Tiny):
        def phase(self, world: World, stack: Any) -> str:
            return f"plans {world.get('plan.north.auk')}"

    def use(world: World, frame: Frame) -> Any:
        return ask(confirm("south", "Go on?", cite=CITE), then="keep")

    with pytest.raises(AssertionError, match="can see what north hid"):
        suite.check_leaks(Telltale({"plan": plan, "use": use, "keep": keep}), "one", 1, 40)


def test_ids_facts_and_steps_that_do_not_exist_are_named() -> None:
    def finish(world: World, frame: Frame) -> Any:
        return done()

    with pytest.raises(AssertionError, match=r"tiny cites what no ledger has: 'T-NED' \(need_cite\)"):
        suite.check_cites(broken(finish, need_cite="T-NED"))
    raid = Event("raid", "A raid", {}, "T-ATTACK")
    with pytest.raises(AssertionError, match="tiny: raid begins at 'raid', which is no step"):
        suite.check_cites(broken(finish, events={"raid": raid}))
    book = broken(finish)
    book.registry.declare("tiny", Rule("x", "T-CLEAR", number("golf.north") > 1, (sets("pact", True),)))
    with pytest.raises(BadRulebook, match=r"no fact “golf\.north”; did you mean gold\.north\? \(in tiny › x\)"):
        suite.check_cites(book)
    book = broken(finish)
    book.registry.declare("tiny", Definition("fine", "T-TURN"))
    suite.check_cites(book)


def test_commitments_and_salts_are_blanked_and_nothing_else() -> None:
    view = {"a": "f" * 64, "b": "0" * 32, "c": "f" * 63, "d": "deadbeef"}
    assert suite.unhashed(view) == b'{"a":"#","b":"#","c":"' + b"f" * 63 + b'","d":"deadbeef"}'


# -- deeds that are not what they should be
class Gifts(Trials):
    """Somebody gets some gold; how much the others have does not matter."""

    offers: Mapping[str, Sequence[Offer]] = {
        "gift": (lambda world, rng: {"to": rng.choice(("north", "south")), "gold": rng.randint(1, 3)},)
    }

    def leave_for(self, world: World, told: ToldDeed) -> list[Leave]:
        return [Leave(told.details["to"], "give", "auk")]

    def apart(self, world: World, one: ToldDeed, other: ToldDeed, here: Set[str], there: Set[str]) -> bool:
        return one.details["to"] != other.details["to"]

    def amiss(self, before: World, world: World, changed: Collection[str]) -> list[str]:
        return ["the North is rich"] if world["gold.north"] > 15 else []


class Asked(Tiny, AnswersQuestions):
    """A tiny book that answers every question alike."""

    actions: Mapping[str, str] = {"give": "give"}
    verdict: Verdict

    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        return self.verdict


def giving(gift: Any, allowed: bool = True) -> Tiny:
    gifts = {"gift": Event("gift", "A gift.", {"to": "to whom", "gold": "how much"}, CITE)}
    book = Asked({"again": again, "taken": lambda world, frame: go("again"), "gift": gift}, gifts)
    book.verdict = Verdict(allowed, CITE, "so it is", Trace("so it is", allowed))
    book.trials = Gifts()
    return book


def given(world: World, frame: Frame) -> Any:
    fact = f"gold.{frame.to}"
    return done([Change(fact, world[fact], min(15, world[fact] + frame.gold), CITE)])


def deeds_of(book: Tiny) -> Any:
    return suite.check_deeds(book, "one", [1], 60, lambda game: False, trials=1.0)


def test_deeds_that_are_what_they_should_be_pass() -> None:
    done = deeds_of(giving(given))
    assert done["gift"] > 5
    assert suite.not_done(giving(given), done) == set()


def test_a_deed_that_may_refuses_and_that_is_done_is_found() -> None:
    with pytest.raises(AssertionError, match=r"gift .* is done, but: so it is \[T-COURT\]"):
        deeds_of(giving(given, allowed=False))


def test_a_deed_that_may_allows_and_that_is_refused_is_found() -> None:
    def refused(world: World, frame: Frame) -> Any:
        raise Refused("never", rule="T-ENVOY")

    with pytest.raises(AssertionError, match="is refused, but allowed under T-COURT: never"):
        deeds_of(giving(refused))


def test_a_deed_for_which_the_order_matters_is_found() -> None:
    def scarce(world: World, frame: Frame) -> Any:
        fact, both = f"gold.{frame.to}", world["gold.north"] + world["gold.south"]
        return done([Change(fact, world[fact], world[fact] + (1 if both < 11 else 0), CITE)])

    with pytest.raises(AssertionError, match="the other way round"):
        deeds_of(giving(scarce))


def test_what_can_never_be_is_found() -> None:
    def more(world: World, frame: Frame) -> Any:
        fact = f"gold.{frame.to}"
        return done([Change(fact, world[fact], min(20, world[fact] + frame.gold), CITE)])

    with pytest.raises(AssertionError, match="after the last act: the North is rich"):
        suite.check_deeds(giving(more), "one", range(4), 200, lambda game: False, trials=0.1)
