"""Why an entry changed what it changed: the act, done again on a twin, tells its rules; and to a seat no secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from legation.core.dice import Fixed, Typed
from legation.core.errors import NotFound
from legation.core.expr import number
from legation.core.facts import Change, World
from legation.core.game import UMPIRE, Game
from legation.core.log import Log
from legation.core.machine import Frame, ask, do, hide, reveal
from legation.core.memo import facts_read
from legation.core.record import Entry
from legation.core.requests import TABLE, amount, confirm, divide
from legation.core.rules import Limit, Rule, carry_out, sets
from legation.core.tables import Table, modifier
from legation.core.why import Consulted, Why, acts_again
from legation.testing import conformance as suite
from legation.testing.conformance import unhashed
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import Tiny, play

REPORT = {"weather": "calm", "harbour.auk": 2, "harbour.brant": 1, "harbour.crake": 1, "lighthouse": False}
SHIPS = {f"ships.{island}.{who}": 0 for island in ("auk", "brant", "crake") for who in ("north", "south")}


def courted(dice: Any = None, envoys: int = 1) -> Game:
    """The North has sent envoys to Auk, bid 2 for the first move, courted Auk with 1 gold, and rolled a 4."""
    game = Game.new(TERN, "archipelago", dice=dice or Fixed([4]))
    for request, value, seat in ((1, {"auk": envoys}, "north"), (2, {}, "south"), (3, 2, "north"), (4, 0, "south")):
        game.answer(request, value, seat=seat)
    game.report({**REPORT, **SHIPS})
    for said, seat in (("auk", "north"), (1, "north"), (False, "south")):
        (asked,) = game.requests()
        game.answer(asked.id, said, seat=seat)
    return game


def entry_with(game: Game, *words: str) -> Entry:
    return next(e for e in reversed(list(game.record)) if all(word in e.cause for word in words))


def snapshot(game: Game) -> tuple[Any, ...]:
    return game.record.dump(), game.state, msgspec.json.encode(game.vault), repr(game.dice)


def ids(consulted: tuple[Consulted, ...]) -> list[str]:
    return [one.rule for one in consulted]


# -- what is told
def test_a_die_tells_its_sheet_and_the_rule_behind_every_effect() -> None:
    game = courted()
    found = game.why(entry_with(game, "roll").seq)
    assert found.act == found.seq - 1  # the answer that the die follows from
    (sheet,) = found.sheets
    assert (sheet.text, sheet.rule) == ("modifiers for Auk", "T-AUK")
    added = {line.rule: line.value for line in sheet.parts if line.applied}
    assert added == {"T-M-OURS": 1, "T-M-FRIEND": 1, "T-M-OUTER-PORT": 1, "T-AUK-BASIC": -2}
    assert [(e.change.fact, e.change.rule, e.label) for e in found.effects] == [
        ("stance.auk.north", "T-R-WARMER", "warmer"),
        ("chronicle", "T-R-WARMER", "warmer"),
    ]
    assert "T-R-WARMER" in ids(found.applied)
    assert "T-M-STORM" in ids(found.held)
    assert len(set(ids(found.applied)) | set(ids(found.held))) == len(found.applied) + len(found.held)
    assert found.differs is None


def test_an_effect_has_the_trace_of_its_condition_where_it_was_decided() -> None:
    game = courted()
    game.rule({"stance.auk.south": "hostile", "stance.auk.north": "friendly"}, "as agreed")
    game.event("raid", island="brant", by="south")
    found = game.why(len(game.record))
    by_fact = {effect.change.fact: effect for effect in found.effects}
    rescue = by_fact["stance.auk.north"]
    assert (rescue.change.rule, rescue.label, rescue.source) == (
        "T-WHEN-RESCUE",
        "Auk seeks shelter with the North",
        "rule",
    )
    assert rescue.trace is not None
    assert rescue.trace.applied is True
    assert rescue.trace.read_facts() == ["stance.auk.south", "stance.auk.north"]
    raid = by_fact["stance.brant.south"]
    assert (raid.label, raid.because) == ("Brant turns on the South", found.applied[0])


@pytest.mark.parametrize("dice", [Fixed([4]), Typed()])
def test_a_die_that_was_typed_tells_the_same(dice: Any) -> None:
    game = courted(dice)
    for request in [r for r in game.requests() if r.kind == "roll"]:
        game.answer(request.id, 4, seat="north")
    found = game.why(entry_with(game, "roll").seq)
    assert [sheet.value for sheet in found.sheets] == [1]
    assert {"T-M-OURS", "T-M-FRIEND"} <= set(ids(found.applied))


def test_nothing_of_the_game_is_touched(tmp_path: Path) -> None:
    game = courted("server")
    before = snapshot(game)
    for seat in (None, "north", TABLE):
        for seq in range(1, len(game.record) + 1):
            game.why(seq, seat)
    assert snapshot(game) == before
    game.save(tmp_path / "a.legation")
    kept = (tmp_path / "a.legation").read_bytes(), (tmp_path / "a.legation.vault").read_bytes()
    reopened = Game.open(tmp_path / "a.legation", {"tern": TERN})
    told = [reopened.why(seq).plain() for seq in range(1, len(game.record) + 1)]
    assert told == [game.why(seq).plain() for seq in range(1, len(game.record) + 1)]
    assert kept == ((tmp_path / "a.legation").read_bytes(), (tmp_path / "a.legation.vault").read_bytes())


def test_it_is_plain_data() -> None:
    game = courted()
    found = game.why(entry_with(game, "roll").seq).plain()
    assert msgspec.json.decode(msgspec.json.encode(found)) == found
    assert list(found) == [
        "seq", "act", "cause", "by", "says", "effects", "applied", "held", "sheets", "differs",
    ]  # fmt: skip
    assert found["effects"][0].keys() >= {"fact", "old", "new", "rule", "source", "label"}


# -- entries that are no plain acts
def test_the_set_up_names_its_rules_and_the_options() -> None:
    found = courted().why(1)
    assert found.says == "The set-up of the scenario, and the options that were chosen."
    sources = [(effect.change.fact, effect.source, effect.label) for effect in found.effects]
    assert ("option.kind", "option", "House rule: kindness to a league without islands") in sources
    assert ("gold.north", "setup", "the gold at the outset") in sources
    assert ("gold.north", "setup", "income") in sources
    assert ids(found.applied) == ["T-START", "T-TURN", "T-CLEAR", "T-INCOME"]


def test_what_was_taken_back_can_still_say_why() -> None:
    game = courted()
    game.event("raid", island="brant", by="south")
    game.undo(seat=UMPIRE, reason="it was another island")
    *_, raid, undo = (game.why(entry.seq) for entry in game.record)
    assert raid.says == f"Entry {undo.seq} took it back."
    assert [effect.change.rule for effect in raid.effects] == ["T-ATTACK-HOSTILE"] * 3
    assert undo.says == f"Entry {raid.seq} and what followed from it no longer count: every fact is as it was before."
    assert {effect.source for effect in undo.effects} == {"undo"}
    assert (undo.applied, undo.held, undo.differs) == ((), (), None)


def test_a_ruling_is_the_umpires_and_the_rest_the_rules() -> None:
    game = courted()
    game.rule({"gold.north": 9}, "found behind the stove")
    found = game.why(len(game.record))
    assert found.says == "The umpire ruled it; what the rules made of that stands with them."
    assert [(effect.source, effect.label) for effect in found.effects] == [("ruling", "")]


def test_an_amendment_is_told_as_one_and_entries_after_it_go_on() -> None:
    game = courted()
    spent = next(e for e in game.record if e.cause.get("value") == 1)
    game.amend(spent.seq, 0, "it was nothing").commit()
    amended = game.why(len(game.record))
    assert amended.says.startswith(f"The umpire amended entry {spent.seq}: what changed is the difference")
    assert {effect.source for effect in amended.effects} == {"ruling"}
    assert game.why(spent.seq).says == f"Entry {amended.seq} amended it."
    assert game.why(spent.seq).differs is None
    game.event("raid", island="brant", by="south")
    assert game.why(len(game.record)).effects[0].label == "Brant turns on the South"


def test_a_die_of_an_amendment_says_whose_it_is() -> None:
    game = Game.new(TERN, "archipelago", seed=5)
    for request, value, seat in ((1, {}, "north"), (2, {}, "south"), (3, 2, "north"), (4, 0, "south")):
        game.answer(request, value, seat=seat)
    game.report({**REPORT, **SHIPS})
    for _ in range(2):
        (asked,) = game.requests()
        game.answer(asked.id, "nobody", seat=asked.seat)
    passed = next(e for e in game.record if e.cause.get("value") == "nobody")
    game.amend(passed.seq, "auk", "Auk was meant").commit()
    found = list(acts_again(game))
    assert [why.seq for why in found] == list(range(1, len(game.record) + 1))
    assert not [why.differs for why in found if why.differs]
    for why in found:
        if "amending" in why.cause:
            assert why.says == f"This die was rolled for the amendment of entry {passed.seq}."


def test_a_what_if_from_the_middle_of_an_act_can_say_why() -> None:
    game = courted()
    die = entry_with(game, "roll")
    branch = game.branch(die.seq - 1, dice=Fixed([1]))
    assert "lost" in branch.record[die.seq].cause  # it knows no secrets, so the envoys are asked for again
    for asked in branch.requests():
        branch.answer(asked.id, {}, seat=asked.seat)
    assert not [why.differs for why in acts_again(branch) if why.differs]
    assert branch.why(entry_with(branch, "roll").seq).sheets[0].value == 1


def test_an_entry_or_a_seat_that_does_not_exist_is_named() -> None:
    game = courted()
    with pytest.raises(NotFound, match="there is no entry “99”"):
        game.why(99)
    with pytest.raises(NotFound, match="there is no entry “0”"):
        game.why(0)
    with pytest.raises(NotFound, match="did you mean north"):
        game.why(1, "nroth")


# -- where the rules have changed since
def played_with(game: Game, book: Tiny) -> Game:
    found, damage = Game.load(game.record.dump(), "a game", {"tiny": book}, game.vault.copy())
    assert damage is None
    return found


def once(price: int) -> Tiny:
    """Pay once; the pact comes with it."""

    def pay(world: World, frame: Frame) -> Any:
        return ask(amount("north", "Pay?", range(3), cite="T-SPEND"), then="paid", into="much")

    def paid(world: World, frame: Frame) -> Any:
        cost = Rule("the price", "T-SPEND", sets=(sets("gold.north", number("gold.north") - price * frame.much),))
        pact = Rule("a pact", "T-TURN", sets=(sets("pact", True),))
        return do(carry_out((cost, pact), world)[1], then="pay")

    return Tiny({"pay": pay, "paid": paid})


def test_where_the_rules_now_do_something_else_it_says_so_and_invents_nothing() -> None:
    game = Game.new(once(price=1), "one", seed=1)
    game.answer(1, 2, seat="north")
    assert game.why(2).differs is None
    found = played_with(game, once(price=2)).why(2)
    assert str(found.differs) == (
        "entry 2: recorded gold.north → 3 [T-SPEND], the rules now give gold.north → 1 [T-SPEND]"
    )
    told = {effect.change.fact: (effect.change.new, effect.because is not None) for effect in found.effects}
    assert told == {"gold.north": (3, False), "pact": (True, True)}


def test_what_is_no_longer_possible_is_a_sentence() -> None:
    game = Game.new(once(price=1), "one", seed=1)
    game.answer(1, 2, seat="north")

    def gone(world: World, frame: Frame) -> Any:
        return ask(confirm("north", "Well?", cite="T-COURT"), then="gone")

    found = played_with(game, Tiny({"gone": gone})).why(2)
    assert found.differs is not None
    assert str(found.differs).startswith("entry 2: answer by north is no longer possible: there is no step “paid”")
    assert [effect.change.fact for effect in found.effects] == ["gold.north", "pact"]

    def paid(world: World, frame: Frame) -> Any:
        return do([Change("gold.north", 5, frame.price, "T-SPEND")], then="gone")

    found = played_with(game, Tiny({"gone": gone, "paid": paid})).why(2)
    assert str(found.differs).endswith("the frame of paid has no 'price'")


def test_a_vault_that_was_lost_leaves_a_sentence() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    game.answer(1, {"auk": 1}, seat="north")
    lost, _ = Game.load(game.record.dump(), "a game", {"tern": TERN})
    assert lost.why(2).says == (
        "What the North sealed is not known here; so what followed from it cannot be worked out again."
    )
    assert lost.why(2).differs is None


# -- secrets
def test_what_was_sealed_is_told_to_its_owner_alone_until_it_is_revealed() -> None:
    game = Game.new(TERN, "archipelago", seed=1)
    for request, value, seat in ((1, {}, "north"), (2, {}, "south"), (3, 2, "north")):
        game.answer(request, value, seat=seat)
    unknown = "What the North sealed is not known here; so what followed from it cannot be worked out again."
    assert [game.why(4, seat).says for seat in (None, "north", "south", TABLE)] == ["", "", unknown, unknown]
    game.answer(4, 0, seat="south")
    assert [game.why(4, seat).says for seat in (None, "north", "south", TABLE)] == [""] * 4
    assert {effect.change.fact for effect in game.why(len(game.record), TABLE).effects} == {"gold.north", "first"}


def test_the_sheet_of_a_die_is_told_to_all_once_the_envoys_are_shown() -> None:
    game = courted()
    for seat in ("north", "south", TABLE):
        found = game.why(entry_with(game, "roll").seq, seat)
        assert [sheet.value for sheet in found.sheets] == [1]
        assert "T-M-OURS" in ids(found.applied)


def plan(world: World, frame: Frame) -> Any:
    questions = [divide(who, "Plan", 3, ["auk", "brant"], cite="T-ENVOY") for who in ("north", "south")]
    return hide(*questions, prefixes={who: f"plan.{who}" for who in ("north", "south")}, then="go_on")


def go_on(world: World, frame: Frame) -> Any:
    return ask(confirm("south", "Go on?", cite="T-COURT"), then="use")


def keep(world: World, frame: Frame) -> Any:
    return reveal(["plan.north.auk", "plan.south.auk"], then="plan")


RICH = Limit("the North is rich", "T-INCOME", number("gold.north") > 3)
BOLD = Limit("the North plans for Auk", "T-BID", number("plan.north.auk") > 1)
POOR = Limit("the South is poor", "T-SPEND", number("gold.south") < 3)


def two_plans(use: Any) -> tuple[Game, Game]:
    """Two games that differ in what the North has hidden, after South has nodded."""
    games = []
    for points in (1, 3):
        game = play(plan, go_on, use, keep)
        game.answer(1, {"auk": points}, seat="north")
        game.answer(2, {}, seat="south")
        (request,) = game.requests("south")
        game.answer(request.id, True, seat="south")
        games.append(game)
    return games[0], games[1]


def told(game: Game, seat: str | None) -> list[Why]:
    return [game.why(seq, seat) for seq in range(1, len(game.record) + 1)]


def assert_alike(one: Game, two: Game, seat: str) -> None:
    for here, there in zip(told(one, seat), told(two, seat), strict=True):
        assert unhashed(here.plain()) == unhashed(there.plain())


def test_a_verdict_on_a_hidden_fact_is_left_out() -> None:
    def use(world: World, frame: Frame) -> Any:
        RICH.forbids(world)
        BOLD.forbids(world)
        return ask(confirm("south", "Still?", cite="T-COURT"), then="keep")

    one, two = two_plans(use)
    assert [ids(game.why(4).applied) for game in (one, two)] == [["T-INCOME"], ["T-INCOME", "T-BID"]]
    assert [ids(game.why(4, "north").applied) for game in (one, two)] == [["T-INCOME"], ["T-INCOME", "T-BID"]]
    for seat in ("south", TABLE, UMPIRE):
        assert_alike(one, two, seat)
        assert "T-BID" not in ids(one.why(4, seat).applied) + ids(one.why(4, seat).held)
        assert one.why(4, seat).says == "What rests on something that is hidden here is left out."


def test_a_sheet_that_rests_on_a_hidden_fact_is_left_out() -> None:
    ours = modifier(number("plan.north.auk"), "the plan of the North", cite="T-M-OURS")
    rich = modifier(1, "gold", RICH.when, cite="T-M-GOLD")
    table = Table("Auk", "T-AUK", modifiers=(ours, rich))

    def use(world: World, frame: Frame) -> Any:
        table.total(world)
        return ask(confirm("south", "Still?", cite="T-COURT"), then="keep")

    one, two = two_plans(use)
    assert [[sheet.value for sheet in game.why(4, "north").sheets] for game in (one, two)] == [[2], [4]]
    assert one.why(4, "south").sheets == ()
    assert_alike(one, two, "south")


def test_a_verdict_that_is_only_sought_because_of_a_hidden_fact_is_left_out() -> None:
    def use(world: World, frame: Frame) -> Any:
        if world["plan.north.auk"] > 1:
            RICH.forbids(world)
        else:
            POOR.forbids(world)
        world.note("T-ENVOY", world["plan.north.auk"] > 1)
        return ask(confirm("south", "Still?", cite="T-COURT"), then="keep")

    one, two = two_plans(use)
    assert ids(two.why(4).applied) == ["T-INCOME", "T-ENVOY"]
    for seat in ("south", TABLE):
        assert_alike(one, two, seat)
        found = one.why(4, seat)
        assert (found.applied, found.held) == ((), ())


def test_a_change_of_a_hidden_fact_is_nobodys_business() -> None:
    def use(world: World, frame: Frame) -> Any:
        cut = Change("plan.north.auk", world["plan.north.auk"], 1, "T-BID")
        return do([cut, Change("pact", False, True, "T-TURN")], then="ask_on")

    def ask_on(world: World, frame: Frame) -> Any:
        return ask(confirm("south", "Still?", cite="T-COURT"), then="keep")

    games = []
    for points in (1, 3):
        game = play(plan, go_on, use, ask_on, keep)
        game.answer(1, {"auk": points}, seat="north")
        game.answer(2, {}, seat="south")
        game.answer(3, True, seat="south")
        games.append(game)
    one, two = games
    assert [len(game.why(4).effects) for game in games] == [1, 2]
    assert_alike(one, two, "south")
    assert [effect.change.fact for effect in two.why(4, "south").effects] == ["pact"]


def test_the_suite_finds_a_why_that_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    def use(world: World, frame: Frame) -> Any:
        BOLD.forbids(world)
        return ask(confirm("south", "Still?", cite="T-COURT"), then="keep")

    book = Tiny({"plan": plan, "go_on": go_on, "use": use, "keep": keep})
    assert suite.check_leaks(book, "one", 1, 20, look=suite.reasons) > 5
    honest = Game.why
    monkeypatch.setattr(Game, "why", lambda game, seq, seat=None: honest(game, seq))
    with pytest.raises(AssertionError, match=r"learns from the why of entry [0-9]+ what (north|south) hid"):
        suite.check_leaks(book, "one", 1, 20, look=suite.reasons)


# -- random games
@pytest.mark.parametrize("seed", range(8))
def test_in_random_games_of_tern_every_effect_finds_its_rule(seed: int) -> None:
    game = suite.random_play(TERN, "archipelago", seed, rulings=0.05, undos=0.05, events=0.1)
    assert suite.check_why(game) == {}


def test_an_effect_that_passes_no_door_is_counted() -> None:
    def pay(world: World, frame: Frame) -> Any:
        return ask(amount("north", "Pay?", range(2), cite="T-SPEND"), then="paid", into="much")

    def paid(world: World, frame: Frame) -> Any:
        return do([Change("gold.north", world["gold.north"], frame.much, "T-SPEND")], then="pay")

    game = play(pay, paid)
    game.answer(1, 1, seat="north")
    assert suite.check_why(game) == {"T-SPEND": 1}


@pytest.mark.parametrize("seed", range(4))
def test_the_why_of_tern_tells_no_secret(seed: int) -> None:
    assert suite.check_leaks(TERN, "archipelago", seed, look=suite.reasons) > 5


# -- the log
def test_a_die_has_what_the_step_consulted_that_threw_it() -> None:
    log = Log(keeps=True)
    world = World(TERN.schema("archipelago")).heard_by(log)
    log.begins(1)
    log.step()
    world.note("T-COURT", True)
    log.step()
    world.note("T-TALKS", True)
    log.begins(2, with_step=True)
    log.step()
    world.note("T-R-OATH", True)
    assert [v.cite for v in log.of_entry(1).verdicts()] == ["T-COURT"]
    assert [v.cite for v in log.of_entry(2).verdicts()] == ["T-TALKS", "T-R-OATH"]


def test_what_a_function_reads_is_listed_whatever_it_looks_at() -> None:
    game = courted()

    def look(world: World) -> Any:
        world.heard_by(None).origin("weather")
        world.last("lighthouse")
        world.weighed(lambda w: w.get("harbour.auk"))
        return world.scoped(courting="north").get("gold.north")

    assert facts_read(look, game.world) == {"weather", "lighthouse", "harbour.auk", "gold.north"}
    assert facts_read(lambda world: world.set_facts(), game.world) >= game.world.set_facts().keys()
