"""The case runner: what each word of a case does, what a wrong case is told, and what counts as coverage.

The book is a pond with two sides and one lodge: small enough to see by eye what a case should say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from legation.core.abilities import NOTHING, Chances, HasTables, Supposed, TellsOdds
from legation.core.book import Book, Event, Option, Procedure
from legation.core.dice import d6
from legation.core.errors import NotFound
from legation.core.expr import choice, number, truth
from legation.core.facts import Change, Choice, Count, Family, Flag, Schema, Teller, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame, Steps, ask, ask_sealed, do, done, go, roll
from legation.core.requests import amount, choose, confirm, sealed
from legation.core.rules import Datum, Limit, Permit, Registry, Rule, booked, brought_by, carry_out, sets
from legation.core.tables import RollSheet, Table, bands, fell, modifier, span, upfrom, upto
from legation.core.trace import Trace
from legation.testing.cases import (
    CHECKS,
    KEYS,
    REQUEST_KEYS,
    SELECTORS,
    VERBS,
    BadCase,
    Outcome,
    case_files,
    parse,
    printed,
    run_document,
    run_file,
    run_paths,
)
from legation.testing.coverage import NEED_HELD, coverage, coverage_of, finished, lost

HERE = Path(__file__).parent
DOC = HERE.parent.parent / "docs" / "case-files.md"
SIDES = ("heron", "otter")

LEDGER = "\n".join(
    f"- id: {id}\n  source: pond\n  kind: {kind}\n  rule: as it says"
    for id, kind in {
        "P-START": "setup",
        "P-ASK": "procedure",
        "P-QUIET": "roll",
        "P-FISH": "cost",
        "P-GIFT": "influence",
        "P-GUARD": "limit",
        "P-BID": "procedure",
        "P-RAID": "reaction",
        "P-OWN": "limit",
        "P-TALK": "procedure",
        "P-M-FISH": "modifier",
        "P-M-ICE": "modifier",
        "P-COLD": "result",
        "P-FAIR": "result",
        "P-WARM": "result",
        "4.10": "definition",
    }.items()
)

STANCE = Choice(("cold", "fair", "warm"))
FAMILIES = (
    Family("turn", Count(0, 9), "the turn", default=0),
    Family("fish", Count(0, 9), "the fish of {0}", over=(SIDES,), default=0),
    Family("lodge", STANCE, "the lodge to {0}", over=(SIDES,)),
    Family("raider", Choice(("nobody", *SIDES)), "who raided the lodge", default="nobody"),
    Family("guard", Flag(), "a guard stands at the lodge", told_by=Teller.BOARD, stale_after=1),
    Family("ice", Flag(), "the pond is frozen", told_by=Teller.BOARD),
)

START = Datum("three fish each", "P-START", 3)
GUARD = Limit("a guard keeps the lodge quiet", "P-GUARD", truth("guard", "[a|no] guard stands at the lodge"))
UNREST = Rule("a roll for quiet", "P-QUIET", sets=(sets("lodge.otter", "cold"),))
RISES = 2  # or less
GIFT = Permit("a gift", "P-GIFT")
FISH = Rule("a gift is paid in fish", "P-FISH")
BID = Rule("bids are sealed", "P-BID")
DECADE = Permit("an id that looks like a number", "4.10")
RAID = Rule("a raid makes the lodge cold", "P-RAID", sets=(sets("lodge.otter", "cold"),))
OWN = Limit("nobody raids a warm lodge", "P-OWN", choice("lodge.otter", "warm"))
TALK = Table(
    "Lodge",
    "P-TALK",
    modifiers=(
        modifier(+1, "rich in fish", number("fish.otter") >= 5, cite="P-M-FISH"),
        modifier(-2, "ice", truth("ice", "the pond is[ not] frozen"), cite="P-M-ICE"),
    ),
    results=bands(upto(2, "cold", cite="P-COLD"), span(3, 5, "fair", cite="P-FAIR"), upfrom(6, "warm", cite="P-WARM")),
)

STEPS = Steps()


@STEPS.step("quiet")
def quiet(world: World, frame: Frame) -> Any:
    if GUARD.forbids(world):
        return done()
    return roll(d6, label="quiet/lodge", cite="P-QUIET", seat="otter", then="quiet.result")


@STEPS.step("quiet.result")
def quiet_result(world: World, frame: Frame) -> Any:
    return done(carry_out(brought_by({True: (UNREST,), False: ()}, frame.roll <= RISES, world), world)[1])


@STEPS.step("gift")
def gift(world: World, frame: Frame) -> Any:
    offers = {"pass": "Give nothing", "lodge": "A gift for the lodge"}
    return ask(choose(frame.get("side", "otter"), "A gift?", offers, cite="P-GIFT"), then="gift.amount")


@STEPS.step("gift.amount")
def gift_amount(world: World, frame: Frame) -> Any:
    if not GIFT.allows(world) or frame.answer == "pass":
        return go("gift.nod")
    fish = range(1, world["fish.otter"] + 1)
    odds = {n: Fraction(n, 6) for n in fish}
    return ask(
        amount("otter", "How many fish?", fish, cite="P-FISH", odds=odds, why="you have no more", subject="lodge"),
        then="gift.paid",
        into="fish",
    )


@STEPS.step("gift.paid")
def gift_paid(world: World, frame: Frame) -> Any:
    less = (sets("fish.otter", number("fish.otter") - frame.fish),)
    return do(booked([replace(FISH, sets=less)], world), then="gift.nod")


@STEPS.step("gift.nod")
def gift_nod(world: World, frame: Frame) -> Any:
    return ask(confirm("heron", "Seen?", cite="P-GIFT", no=None), then="end")


@STEPS.step("bids")
def bids(world: World, frame: Frame) -> Any:
    return ask_sealed(*(sealed(s, "Bid", range(4), cite="P-BID") for s in SIDES), then="bids.paid")


@STEPS.step("bids.paid")
def bids_paid(world: World, frame: Frame) -> Any:
    paid = tuple(sets(f"fish.{side}", number(f"fish.{side}") - bid) for side, bid in frame.bids.items())
    return done(booked([replace(BID, sets=paid)], world))


@STEPS.step("raid")
def raid(world: World, frame: Frame) -> Any:
    OWN.refuse(world, "the lodge is warm")
    changes = carry_out([RAID], world)[1]
    return done([Change("raider", world.get("raider"), frame.by, "P-RAID"), *changes])


@STEPS.step("talk")
def talk(world: World, frame: Frame) -> Any:
    TALK.settled_total(world)
    return roll(d6, label="talk/lodge", cite="P-TALK", seat="otter", then="talk.result")


@STEPS.step("talk.result")
def talk_result(world: World, frame: Frame) -> Any:
    band = fell(TALK.bands, frame.roll + TALK.sheet(world).total, world)
    return done([Change("lodge.otter", world.get("lodge.otter"), band.label, band.cite)])


@STEPS.step("end")
def end(world: World, frame: Frame) -> Any:
    return done()


@STEPS.step("break")
def broken(world: World, frame: Frame) -> Any:
    raise ZeroDivisionError("no fish")


class Pond(Book, TellsOdds, HasTables):
    name = "pond"
    title = "The Pond"
    version = "1"
    scenarios: Mapping[str, str] = {"spring": "Spring", "winter": "Winter"}
    seats = SIDES
    need_held = frozenset({"influence", "reaction"})
    steps = STEPS
    options = (
        Option("tie", "heron", SIDES, "Who wins a tie", "P-BID"),
        Option("kind", "no", ("no", "yes"), "House rule: a kind pond", "P-START"),
    )
    procedures: Mapping[str, Procedure] = {
        "quiet": Procedure("quiet", "is the lodge quiet?"),
        "gift": Procedure("gift", "a gift", {"side": "who gives"}),
        "bids": Procedure("bids", "sealed bids"),
        "talk": Procedure("talk", "talks"),
        "break": Procedure("break", "a broken book"),
    }
    events: Mapping[str, Event] = {"raid": Event("raid", "a raid", {"by": "the raider"}, "P-RAID")}
    need_cite = "P-ASK"

    def __init__(self, folder: Path) -> None:
        self.registry = Registry(Ledgers(["pond"], folder))
        self.registry.declare("pond", START, GUARD, UNREST, GIFT, FISH, BID, RAID, OWN, TALK, DECADE)
        self._schema = Schema((*FAMILIES, self.option_family()))

    def schema(self, scenario: str) -> Schema:
        return self._schema

    def setup(self, scenario: str) -> list[Change]:
        fish = [Change(f"fish.{s}", None, START.value, START.cite) for s in SIDES]
        lodge = [Change(f"lodge.{s}", None, "fair", START.cite) for s in SIDES]
        return [*fish, *lodge, Change("ice", None, scenario == "winter", START.cite)]

    def start(self, scenario: str) -> tuple[Frame, ...]:
        return (Frame("gift"),)

    def expand(self, key: str, value: Any, schema: Schema) -> dict[str, Any]:
        """`lodge: warm otter` for one side, the others being fair."""
        if key != "lodge":
            return {key: value}
        how, to = value.split()
        return {f"lodge.{s}": how if s == to else "fair" for s in SIDES}

    def resolve(self, subject: str) -> str:
        if subject.lower() != "lodge":
            raise NotFound("subject", subject, ["lodge"])
        return "lodge"

    def subjects(self) -> Mapping[str, str]:
        return {"lodge": "The Lodge"}

    def rules_of(self, subject: str) -> list[str]:
        return ["P-GUARD", "P-QUIET"]

    def explain(self, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        return [Trace(GUARD.label, world.get("guard"), rule=GUARD.cite)]

    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        rises = Fraction(RISES, 6)
        return {"P-QUIET": {"cold": rises, "as it was": 1 - rises}}

    def tables(self) -> tuple[str, ...]:
        return ("lodge",)

    def sheet(self, world: World, name: str, how: Supposed = NOTHING) -> RollSheet:
        return TALK.sheet(world)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Book]:
    folder = tmp_path_factory.mktemp("ledgers")
    (folder / "pond.yaml").write_text(LEDGER + "\n", encoding="utf-8")
    return {"pond": Pond(folder)}


def run(case: str, books: Mapping[str, Book]) -> Outcome:
    """One case in braces, with a name and its book added."""
    (document,) = parse("{name: a case, book: pond, " + case.removeprefix("{"), Path("a.yaml"))
    return run_document(document, books)


# -- what passes
PASSING = {
    "a rule fires": "{rules: [P-QUIET], dice: {P-QUIET: 2}, given: {guard: no}, when: [{run: quiet}],"
    " then: {lodge.otter: cold, rolled: P-QUIET, changed: {lodge.otter: P-QUIET}, no_requests: yes}}",
    "a rule does not fire": "{rules: [P-GUARD], given: {guard: yes}, when: {run: quiet},"
    " then: {no_roll: [P-QUIET, quiet/lodge], applied: P-GUARD, lodge.otter: fair, changed: {lodge.otter: ~}}}",
    "dice in order": "{rules: [P-QUIET], dice: [6], given: {guard: no}, when: [{run: quiet}], then: {held: P-QUIET}}",
    "dice by label": "{rules: [P-QUIET], dice: {quiet/lodge: 1}, given: {guard: no}, when: [{run: quiet}],"
    " then: {lodge: cold otter}}",
    "typed dice": "{rules: [P-QUIET], dice: typed, given: {guard: no}, then: {lodge: cold otter},"
    " when: [{run: quiet}, {answer: 1, kind: roll}]}",
    "a missing fact is asked for and answered": "{rules: [P-GUARD], then: {no_roll: yes},"
    " when: [{run: quiet}, {answer: {guard: yes}}]}",
    "a missing fact is asked for": "{rules: [P-START], when: [{run: quiet}], then: {unknown: guard,"
    " requests: [{seat: table, kind: report, cite: P-ASK, facts: guard, prompt: a guard}]}}",
    "a report answers too": "{rules: [P-GUARD], then: {no_roll: yes}, when: [{run: quiet}, {report: {guard: yes}}]}",
    "answers": "{rules: [P-GIFT, P-FISH], then: {fish.otter: 1, fish.heron: 3},"
    " when: [{run: gift, side: heron}, {answer: lodge, seat: heron}, {answer: 2}, {answer: yes}]}",
    "an open request": "{rules: [P-GIFT], when: [{run: gift}, {answer: lodge}], then: {requests: [{seat: otter,"
    " kind: amount, cite: P-FISH, subject: lodge, legal: [3, 2, 1], offers: [1], lacks: 4, odds: {1: 1/6, 2: 1/3}}]}}",
    "open is allowed": "{rules: [P-GIFT], when: [{run: gift}, {answer: lodge}], then: {open: ok}}",
    "pass and nod": "{rules: [P-GIFT], when: [{run: gift}, {pass: yes}], then: {fish.otter: 3}}",
    "decline for one seat": "{rules: [P-GIFT], when: [{run: gift}, {decline: otter}], then: {requests: {seat: heron}}}",
    "pass until": "{rules: [P-START], when: [{run: gift}, {pass: all, until: P-GIFT}], then: {open: ok, turn: 0}}",
    "the book's own beginning": "{rules: [P-GIFT], when: [{run: game}, {pass: all}], then: {no_requests: yes}}",
    "a refusal at the end": "{rules: [P-FISH], when: [{run: gift}, {answer: lodge}, {answer: 4}],"
    " then: {refused: {rule: P-FISH, says: you have no more}, held: P-FISH}}",
    "a refusal on the way": "{rules: [P-FISH], then: {fish.otter: 0}, when: [{run: gift}, {answer: lodge},"
    " {answer: 4, refused: P-FISH}, {answer: 5, refused: yes}, {answer: 3}, {pass: all}]}",
    "sealed bids": "{rules: [P-BID], when: [{run: bids}, {answers: {heron: 2, otter: 0}}], then: {fish.heron: 1}}",
    "an event": "{rules: [P-RAID], when: [{event: raid, by: heron}], then: {raider: heron, lodge.otter: cold}}",
    "nothing else changed": "{rules: [P-RAID], when: [{event: raid, by: heron}], then: {changed_only: lodge.otter}}",
    "nothing else of two families": "{rules: [P-RAID], when: [{event: raid, by: heron}],"
    " then: {changed_only: [lodge, raider]}}",
    "an event before": "{rules: [P-QUIET, P-RAID], given: {guard: no, events: [{event: raid, by: heron}]}, dice: 6,"
    " when: [{run: quiet}], then: {lodge.otter: cold, changed: {lodge: ~}}}",
    "an event refused": "{rules: [P-OWN], given: {lodge: warm otter}, when: [{event: raid, by: heron}],"
    " then: {refused: P-OWN, raider: nobody}}",
    "a ruling and an undo": "{rules: [P-START], then: {fish.otter: 3}, when: [{rule: {fish.otter: 9}, reason: a slip},"
    " {undo: yes}]}",
    "the clock comes first": "{rules: [P-GUARD], given: {guard: yes, turn: 5}, when: {run: quiet},"
    " then: {no_roll: yes}}",
    "a sheet": "{rules: [P-M-FISH, P-M-ICE], table: lodge, given: {fish.otter: 5, ice: no}, die: 5,"
    " then: {modifiers: {P-M-FISH: +1, P-M-ICE: 0}, total: 1, band: 6 or more, odds: {warm: 1/3, P-COLD: 1/6}}}",
    "a sheet of the engine": "{rules: [P-M-FISH, P-M-ICE, P-FAIR], given: {ice: yes, fish.otter: 4}, dice: [6],"
    " when: [{run: talk}], then: {modifiers: {P-M-ICE: -2}, total: -2, band: fair, lodge.otter: fair}}",
    "a sum that is still open": "{rules: [P-M-ICE], table: lodge, given: {ice: ~}, then: {total: -2 to 0}}",
    "odds of a subject": "{rules: [P-START], then: {odds: {lodge: {P-QUIET: {cold: 1/3, as it was: 2/3}}}}}",
    "an explanation": "{rules: [P-START], then: {explains: {lodge: [P-GUARD]}}}",
    "an explanation by rule": "{rules: [P-START], then: {explains: P-GUARD}}",
    "several scenarios": "{rules: [P-M-ICE], scenario: [spring, winter], table: lodge, then: {open: ok}}",
    "an edition that is a scenario": "{rules: [P-M-ICE], edition: winter, table: lodge, then: {total: -2}}",
    "an option": "{rules: [P-START], options: {tie: otter}, then: {option.tie: otter, changed: {turn: ~}}}",
    "an option whose choices are yes and no": "{rules: [P-START], options: {kind: yes}, then: {option.kind: yes}}",
    "a table": "{table: lodge, head: [fish.otter, ice, die, ->, P-M-FISH, P-M-ICE, total, band, odds.warm],"
    " rows: [[4, no, 3, ->, 0, 0, 0, fair, 1/6], [5, yes, 6, ->, 1, -2, -1, P-FAIR, 0],"
    " [9, no, ~, ->, ~, ~, 1, ~, ~]]}",
    "rows that are run": "{rules: [P-QUIET], given: {guard: no}, head: [dice, ->, P-QUIET, lodge.otter],"
    " when: [{run: quiet}], rows: [[2, ->, yes, cold], [[3], ->, no, fair]]}",
    "rows with a word": "{rules: [P-FISH], head: [$fish, ->, fish.otter], when: [{run: gift}, {answer: lodge},"
    " {answer: $fish}, {pass: all}], rows: [[1, ->, 2], [3, ->, 0]]}",
}


@pytest.mark.parametrize("case", PASSING.values(), ids=PASSING)
def test_a_case_passes_when(case: str, books: Mapping[str, Book]) -> None:
    assert run(case, books).problems == ()


# -- what fails, and how it is said
FAILING = {
    "a fact differs": (
        "{rules: [P-QUIET], given: {guard: no}, dice: [1], when: [{run: quiet}], then: {lodge.otter: fair}}",
        "lodge.otter: expected fair, got cold (by rule, P-QUIET)",
    ),
    "a default differs": (
        "{rules: [P-START], then: {raider: otter}}",
        "raider: expected otter, got nobody (by default)",
    ),
    "a fact is unknown": (
        "{rules: [P-START], then: {guard: yes}}",
        "guard: expected yes, got unknown (nobody has reported it)",
    ),
    "a rule is never consulted": (
        "{rules: [P-GUARD, 4.10], given: {guard: yes}, when: [{run: quiet}], then: {no_roll: yes}}",
        "the engine never consulted 4.10",
    ),
    "a die is missing": (
        "{rules: [P-QUIET], given: {guard: no}, when: [{run: quiet}], then: {open: ok}}",
        "step 1 of when (run: quiet): no die is left for quiet/lodge [P-QUIET]",
    ),
    "a die is not used": (
        "{rules: [P-GUARD], dice: [3], given: {guard: yes}, when: [{run: quiet}], then: {no_roll: yes}}",
        "a die was not used: 3",
    ),
    "a die has too few sides": (
        "{rules: [P-QUIET], dice: [7], given: {guard: no}, when: [{run: quiet}], then: {no_roll: yes}}",
        "step 1 of when (run: quiet): a d6 cannot show 7, which dice gives for quiet/lodge [P-QUIET]",
    ),
    "an answer is refused": (
        "{rules: [P-FISH], when: [{run: gift}, {answer: lodge}, {answer: 4}], then: {open: ok}}",
        "step 3 of when (answer: 4) was refused: 4 is no answer to “How many fish?”: you have no more;"
        " allowed: 1 to 3   [P-FISH]",
    ),
    "a refusal does not come": (
        "{rules: [P-FISH], when: [{run: gift}, {answer: lodge}, {answer: 3}], then: {refused: P-FISH}}",
        "step 3 of when (answer: 3): expected a refusal, but it was accepted",
    ),
    "another rule refuses": (
        "{rules: [P-FISH], when: [{run: gift}, {answer: lodge}, {answer: 4}], then: {refused: P-GIFT}}",
        "step 3 of when (answer: 4): expected a refusal by P-GIFT, got: 4 is no answer to “How many fish?”:"
        " you have no more; allowed: 1 to 3   [P-FISH]",
    ),
    "a request is left open": (
        "{rules: [P-GIFT], when: [{run: gift}, {answer: pass}], then: {fish.otter: 3}}",
        "this is still asked: heron confirm “Seen?” [yes] [P-GIFT]"
        " (answer it, expect it under requests, or say open: ok)",
    ),
    "a request is left in the middle": (
        "{rules: [P-GIFT], when: [{run: gift}, {run: quiet}], then: {open: ok}}",
        "step 2 of when (run: quiet): nothing can be run while something is asked:"
        " otter choose “A gift?” [pass, lodge] [P-GIFT]",
    ),
    "nothing is asked": (
        "{rules: [P-GIFT], when: [{run: gift}, {answer: 2, seat: heron}], then: {open: ok}}",
        "step 2 of when (answer: 2): nothing is asked that this could answer;"
        " open: otter choose “A gift?” [pass, lodge] [P-GIFT]",
    ),
    "several things are asked": (
        "{rules: [P-BID], when: [{run: bids}, {answer: 2}], then: {open: ok}}",
        "step 2 of when (answer: 2): this could answer several requests;"
        " open: heron sealed “Bid” [0, 1, 2, 3] [P-BID]; otter sealed “Bid” [0, 1, 2, 3] [P-BID];"
        " tell them apart by seat, cite, kind, subject",
    ),
    "a request is another": (
        "{rules: [P-START], when: [{run: gift}], then: {open: ok, requests: [{seat: heron, offers: [fish]}]}}",
        "expected a request {seat: heron, offers: [fish]}; nearest is otter choose “A gift?” [pass, lodge] [P-GIFT]:"
        " seat is 'otter'; it does not offer [fish], only [pass, lodge]",
    ),
    "a modifier differs": (
        "{rules: [P-M-ICE], table: lodge, given: {ice: no}, then: {modifiers: {P-M-ICE: -2}}}",
        "P-M-ICE: expected to add -2, got 0\n    - ice: 0   [P-M-ICE]\n      the pond is not frozen\n      −2: −2",
    ),
    "a total differs": (
        "{rules: [P-M-ICE], table: lodge, given: {ice: yes}, then: {total: 0}}",
        "total: expected 0, got -2 (P-M-ICE -2)",
    ),
    "odds differ": (
        "{rules: [P-M-ICE], table: lodge, given: {ice: yes}, then: {odds: {warm: 1/6}}}",
        "odds of warm: expected 1/6, got 0 (modifiers -2)",
    ),
    "a rule applied": (
        "{rules: [P-GUARD], given: {guard: yes}, when: [{run: quiet}], then: {held: P-GUARD}}",
        "P-GUARD: expected to be held back, but it applied\n    + a guard keeps the lodge quiet   [P-GUARD]"
        "\n      a guard stands at the lodge",
    ),
    "a fact changed by another rule": (
        "{rules: [P-RAID], when: [{event: raid, by: heron}], then: {changed: {lodge: P-START}}}",
        "lodge: expected a change by P-START, but P-RAID made it cold",
    ),
    "something else changed": (
        "{rules: [P-RAID], when: [{event: raid, by: heron}], then: {changed_only: lodge.heron}}",
        "lodge.otter: expected no change beside [lodge.heron], but P-RAID made it cold",
    ),
    "a family that is none": (
        "{rules: [P-RAID], when: [{event: raid, by: heron}], then: {changed_only: lodges.otter}}",
        "there is no family of facts “lodges”; did you mean lodge?",
    ),
    "a row differs": (
        "{table: lodge, head: [ice, ->, P-M-ICE], rows: [[no, ->, 0], [yes, ->, 0]]}",
        "row 2: P-M-ICE: expected to add 0, got -2\n    + ice: −2   [P-M-ICE]\n      the pond is frozen\n      −2: −2",
    ),
    "a scenario differs": (
        "{rules: [P-M-ICE], scenario: [spring, winter], table: lodge, then: {total: -2}}",
        "spring: total: expected -2, got 0 (nothing applies)",
    ),
    "no table was consulted": (
        "{rules: [P-M-ICE], then: {total: 0}}",
        "no table was consulted: name one (table: …), or run what consults it",
    ),
}


@pytest.mark.parametrize(("case", "problem"), FAILING.values(), ids=FAILING)
def test_a_case_fails_when(case: str, problem: str, books: Mapping[str, Book]) -> None:
    assert run(case, books).problems == (problem,)


def test_a_broken_book_does_not_hide_the_other_cases(books: Mapping[str, Book]) -> None:
    outcome = run("{rules: [P-START], when: [{run: break}], then: {open: ok}}", books)
    (problem,) = outcome.problems
    assert problem.startswith("the book broke down: ZeroDivisionError('no fish')")
    assert "in broken" in problem


# -- wrong cases
BAD = sorted((HERE / "bad-cases").glob("*.yaml"))


@pytest.mark.parametrize("path", BAD, ids=[p.stem for p in BAD])
def test_a_wrong_case_is_told_what_is_wrong(path: Path, books: Mapping[str, Book]) -> None:
    """The first lines of the file, `# document n: …`, are all that may be said about it."""
    expected = re.findall(r"^# (document \d+: .*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    outcomes = run_file(path, books)
    assert [f"document {o.document.number}: {p}" for o in outcomes for p in o.problems] == expected


def test_a_failure_is_printed_with_its_file_and_document(books: Mapping[str, Book]) -> None:
    text = "\n---\n".join(
        f"{{name: {name}, book: pond, rules: P-START, then: {{turn: {turn}}}}}"
        for name, turn in (("fine", 0), ("off", 1))
    )
    outcomes = [run_document(d, books) for d in parse(text, Path("cases/pond/a.yaml"))]
    assert printed(outcomes) == (
        "FAIL  cases/pond/a.yaml, document 2: off\n      turn: expected 1, got 0 (by default)\n2 cases, 1 failed"
    )
    assert printed(outcomes[:1], verbose=True) == "ok    cases/pond/a.yaml, document 1: fine\n1 case, none failed"


# -- what counts
def test_a_rule_counts_as_shown_or_held_only_where_it_is_listed(books: Mapping[str, Book]) -> None:
    case = "{rules: [P-GUARD], given: {guard: no}, dice: [1], when: {run: quiet}, then: {turn: 0}}"
    outcome = run(case, books)
    assert outcome.passed
    assert (outcome.shown, outcome.held) == (frozenset(), {"P-GUARD"})


def test_a_row_counts_for_the_ids_of_its_head(books: Mapping[str, Book]) -> None:
    outcome = run("{table: lodge, head: [ice, ->, P-M-ICE], rows: [[no, ->, 0], [yes, ->, -2]]}", books)
    assert (outcome.rules, outcome.shown, outcome.held) == (("P-M-ICE",), {"P-M-ICE"}, {"P-M-ICE"})


CASES = """
name: the guard
book: pond
rules: [P-GUARD]
given: {guard: yes}
when: [{run: quiet}]
then: {no_roll: yes}
---
name: no guard
book: pond
rules: [P-GUARD, P-QUIET]
given: {guard: no}
dice: [1]
when: [{run: quiet}]
then: {lodge.otter: cold}
---
name: a case that fails counts for nothing
book: pond
rules: [P-START]
then: {turn: 7}
"""


def test_coverage_says_per_ledger_what_is_declared_shown_and_held(tmp_path: Path, books: Mapping[str, Book]) -> None:
    (tmp_path / "a.yaml").write_text(CASES, encoding="utf-8")
    found = coverage(books, [tmp_path])
    assert list(found) == ["pond"]
    report = found["pond"]
    assert (report["total"], report["declared"], report["shown"], report["held"]) == (16, 15, 2, 1)
    assert report["missing"]["declared"] == ["P-ASK"]
    assert "P-GUARD" not in report["missing"]["shown"]
    assert "P-START" in report["missing"]["shown"]
    assert report["missing"]["held"] == ["P-QUIET", "P-FISH", "P-GIFT", "P-RAID", "P-OWN", "P-M-FISH", "P-M-ICE"]
    assert set(report) == {"total", "declared", "shown", "held", "missing"}
    assert coverage(books, [tmp_path], ledgers=[]) == {}
    assert "setup" not in NEED_HELD


def test_what_is_finished_must_stay_covered(tmp_path: Path, books: Mapping[str, Book]) -> None:
    (tmp_path / "finished.yaml").write_text("- P-GUARD\n- P-Q\n", encoding="utf-8")
    (tmp_path / "a.yaml").write_text(CASES, encoding="utf-8")
    assert case_files(tmp_path) == [tmp_path / "a.yaml"]
    found = coverage_of(run_paths([tmp_path], books), books)
    done = finished(tmp_path / "finished.yaml", books)
    assert done == ("P-GUARD", "P-QUIET")
    assert lost(found, done) == ["P-QUIET is no longer held"]


def test_a_finished_name_that_fits_nothing_is_an_error(tmp_path: Path, books: Mapping[str, Book]) -> None:
    (tmp_path / "finished.yaml").write_text("- P-GARD\n", encoding="utf-8")
    with pytest.raises(NotFound, match="there is no ledger, id or beginning of an id “P-GARD”; did you mean P-GUARD"):
        finished(tmp_path / "finished.yaml", books)
    assert finished(tmp_path / "none.yaml", books) == ()
    (tmp_path / "finished.yaml").write_text("- 4.10\n", encoding="utf-8")
    assert finished(tmp_path / "finished.yaml", books) == ("4.10",)
    (tmp_path / "finished.yaml").write_text("ids: P-GUARD\n", encoding="utf-8")
    with pytest.raises(BadCase, match=r"finished.yaml, document 1: this is a list of ledgers, ids and beginnings"):
        finished(tmp_path / "finished.yaml", books)


# -- the page
def test_every_example_of_the_page_runs(books: Mapping[str, Book]) -> None:
    blocks = re.findall(r"^```yaml case\n(.*?)^```", DOC.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    documents = [d for block in blocks for d in parse(block, DOC)]
    assert len(documents) > 10
    assert [str(outcome) for d in documents if not (outcome := run_document(d, books)).passed] == []


def test_the_page_has_every_word_of_the_vocabulary() -> None:
    page = DOC.read_text(encoding="utf-8")
    words = {*KEYS, *SELECTORS, *VERBS, *CHECKS, *REQUEST_KEYS}
    assert [w for w in sorted(words) if f"`{w}`" not in page and f"`{{{w}: " not in page] == []
    assert [kind for kind in sorted(NEED_HELD) if kind not in page.split("## Coverage")[1]] == []


def test_a_thousand_cases_take_a_few_seconds(books: Mapping[str, Book]) -> None:
    documents = parse("\n---\n".join(CASES.split("\n---\n")[:2] * 500), Path("a.yaml"))
    start = perf_counter()
    assert all(run_document(d, books).passed for d in documents)
    assert perf_counter() - start < 10
