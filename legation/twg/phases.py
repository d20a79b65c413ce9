"""The game turn: the Diplomatic Phase in its two parts, then the nations' turns at the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from legation.core.expr import YES, Expr, choice, holds, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, settle
from legation.core.requests import TABLE, Question, choose, confirm
from legation.core.rules import Copy, Note, Rule, carry_out, sets
from legation.core.sweeps import Whenever
from legation.twg.funds import in_force
from legation.twg.income import new_turn
from legation.twg.money import bill
from legation.twg.money import settle as settle_debts
from legation.twg.neutrals import neutrals
from legation.twg.powers import ALLIES, sentence
from legation.twg.steps import steps
from legation.twg.unrest import chosen

__all__ = ["LAST_TURN", "RULES", "at_once", "reminders"]

BEFORE_PLAYERS = Note("the Diplomatic Phase comes once a game turn, before any player's own turn", cite="DG-PH-1")
TWO_PARTS = Note("all nations finish Part I, unrest, before Part II, influence, begins", cite="DG-PH-3")
COUNTS_AT_ONCE = Note("what diplomacy changes already counts in the same game turn", cite="DG-PH-4")
WAR_COMES_LATER = Note(
    "war is declared after diplomacy: a phase sees the war status of the turn before", cite="DG-PH-6"
)
COMMERCE_FIRST = Note(
    "with the 1939 rules Military Commerce is rolled before diplomacy, which does not change it", cite="DG-PH-5"
)
BOARD = Note("the table keeps the board and reports what stands where", cite="DG-OCC-11")
STRENGTHS = Note(
    "an infantry counts 6 and an artillery 10, attack and defence together; the rest is on the group's unit chart",
    cite="DG-OCC-9",
    value={"infantry": 6, "artillery": 10},
)
BEFORE_ALL = Note("commerce and diplomacy of every nation come before Germany and Italy begin", cite="R39-PH-PRETURN")
IN_ORDER = Note(
    "Military Commerce, unrest, influence, the nations' turns: in this order",
    cite="R39-PH-ORDER",
    value=("Military Commerce", "political unrest", "influence", "the nations' turns"),
)
BY_PLAYERS = Note("both parts of diplomacy go through the players in the order of play", cite="R39-PH-DIP-ORDER")
COMMERCE_IS_DONE = Note("the commerce of this turn is paid: diplomacy does not change it", cite="R39-PH-MC-NOT-DIP")
BY_THE_GUIDE = Note("neutral countries are handled by the Diplomat's Guide", cite="R39-GEN-USE-DG")
SHEETS = Note("the players' forces are placed from the 1939 set-up sheets", cite="R39-GEN-SETUP-SHEETS")
CALENDAR = Note(
    "a game turn is half a year, from July 1939 on",
    cite="R39-GEN-CALENDAR",
    value={
        turn: f"{'January to June' if turn % 2 == 0 else 'July to December'} {1939 + turn // 2}" for turn in range(1, 7)
    },
)
FULL_WAR_TURN = 6  # every nation is at Full War from then on (DG-PH-6)
LAST_TURN = 14  # January to June 1946: no campaign goes on for longer


def _war_then(nation: str, to: str | Copy, when: Expr = YES) -> Rule:
    return Rule(WAR_COMES_LATER.label, WAR_COMES_LATER.cite, when, (sets(f"war-then.{nation}", to),))


# a phase sees what was reached before it; nobody goes back from Full War
WRITTEN_DOWN = Whenever(
    _war_then(n, Copy(f"war-status.{n}"), ~choice(f"war-status.{n}", "full", says="it is at Full War")) for n in ALLIES
)
AS_NOW = Whenever(_war_then(n, "as-now") for n in ALLIES)

RULES = (
    (BEFORE_PLAYERS, TWO_PARTS, COUNTS_AT_ONCE, WAR_COMES_LATER, COMMERCE_FIRST, BOARD, STRENGTHS),
    (BEFORE_ALL, IN_ORDER, BY_PLAYERS, COMMERCE_IS_DONE, BY_THE_GUIDE, SHEETS, CALENDAR),
)


@steps.step("twg.turn")
def turn(world: World, frame: Frame) -> Directive:
    """From turn 6 on everybody is at Full War; then the board is looked over once."""
    rules = []
    WAR_COMES_LATER.used(world)
    if (world.get("turn") or 0) >= FULL_WAR_TURN:
        everybody = tuple(sets(f"war-status.{n}", "full") for n in ALLIES)
        rules.append(Rule("from turn 6 on every nation is at Full War", WAR_COMES_LATER.cite, sets=everybody))
    then = "twg.turn.opening" if in_force(world) else "twg.turn.board"
    return do(carry_out(rules, world)[1], then=then)


@steps.step("twg.turn.opening")
def opening(world: World, frame: Frame) -> Directive:
    """With the 1939 rules: what the beginning of a game turn brings, before any commerce."""
    BEFORE_ALL.used(world)
    return do(new_turn(world), then="twg.turn.war")


@steps.step("twg.turn.war")
def war(world: World, frame: Frame) -> Directive:
    return call("twg.war.begin", then="twg.turn.commerce")


@steps.step("twg.turn.commerce")
def commerce(world: World, frame: Frame) -> Directive:
    IN_ORDER.used(world)
    COMMERCE_FIRST.used(world)
    return call("twg.commerce", then="twg.turn.board")


@steps.step("twg.turn.board")
def board(world: World, frame: Frame) -> Directive:
    BOARD.used(world)
    turn = world.get("turn") or 0
    prompt = f"Turn {turn}: are all land units in neutral countries and every conquest reported?"
    if in_force(world):
        for rule in (BY_PLAYERS, COMMERCE_IS_DONE, BY_THE_GUIDE):
            rule.used(world)
        if turn in CALENDAR.value:
            prompt = f"{CALENDAR.used(world)[turn]}. {prompt}"
        if turn == 1:
            prompt += f" {sentence(SHEETS.label)}: is that done?"
            SHEETS.used(world)
    elif world.get("scenario") == "1939" and turn < FULL_WAR_TURN:
        COMMERCE_FIRST.used(world)
        prompt += " Is all Military Commerce of this turn rolled?"
    return ask(confirm(TABLE, prompt, cite=BOARD.cite, yes="The board is as reported", no=None), then="twg.turn.unrest")


@steps.step("twg.turn.unrest")
def unrest(world: World, frame: Frame) -> Directive:
    """War that breaks out from now on is for the next phase: what was reached before is written down."""
    BEFORE_PLAYERS.used(world)
    TWO_PARTS.used(world)
    return settle(WRITTEN_DOWN, then="twg.turn.part-one")


@steps.step("twg.turn.part-one")
def part_one(world: World, frame: Frame) -> Directive:
    return call("twg.unrest", then="twg.turn.influence", only=frame.get("only"))


@steps.step("twg.turn.influence")
def influence(world: World, frame: Frame) -> Directive:
    return call("twg.influence", then="twg.turn.snapshot", only=frame.get("only"))


@steps.step("twg.turn.snapshot")
def snapshot(world: World, frame: Frame) -> Directive:
    """Some charts look back, on the next turn, at what this phase has made of things."""
    COUNTS_AT_ONCE.used(world)
    rules = [n.bind(rule) for n in chosen(frame.get("only")) for rule in n.as_phase_ends]
    return do(carry_out(rules, world)[1], then="twg.turn.forgotten")


@steps.step("twg.turn.forgotten")
def forgotten(world: World, frame: Frame) -> Directive:
    return settle(AS_NOW, then="twg.turn.battles")


@steps.step("twg.turn.battles")
def battles(world: World, frame: Frame) -> Directive:
    return call("twg.battles", then="twg.turn.nations", only=frame.get("only"))


@steps.step("twg.turn.nations")
def nations(world: World, frame: Frame) -> Directive:
    """The table plays; attacks, moves and war status are reported as they happen."""
    if instant := at_once(world, frame.get("only")):
        return do(instant, then="twg.turn.nations")
    if in_force(world) and frame.get("played") != world.get("turn"):
        return call("twg.nations", then="twg.turn.nations", keep={"played": world.get("turn")})
    labels = {"next": "Begin the next game turn", "end": "End the game"}
    if (world.get("turn") or 0) >= LAST_TURN:
        labels.pop("next")

    def worded() -> Question:
        owed = bill(world)
        duties = "".join(f" {sentence(duty)}." for duty in reminders(world, frame.get("only")))
        played = "All nations have taken their turns." if in_force(world) else "The nations take their turns."
        prompt = f"{played}{owed and f' {owed}'}{duties} When all is done:"
        return choose(TABLE, prompt, labels, cite=BEFORE_PLAYERS.cite)

    question = Later(TABLE, "choose", labels, labels.__contains__, worded)
    return ask(question, then="twg.turn.over", into="go_on")


def at_once(world: World, only: Iterable[str] | None = None) -> list[Change]:
    """What charts bring about the moment it is reported."""
    return _instant(tuple(only or ())).run(world).changes


@cache
def _instant(only: tuple[str, ...]) -> Whenever:
    return Whenever(rule for n in chosen(only) for rule in n.instant)


def reminders(world: World, only: Iterable[str] | None = None) -> list[str]:
    """What charts lay upon the nations this turn, and only the table can carry out."""
    found = []
    for neutral in chosen(only):
        for reminder in neutral.reminders:
            due = holds(neutral.bind(reminder.when), world)
            world.note(reminder.cite, due)
            if due:
                found.append(neutral.bind(reminder.label))
    return found


@steps.step("twg.country")
def country(world: World, frame: Frame) -> Directive:
    """One country's diplomacy, turn after turn, while everything else stays as it is: for looking ahead."""
    return call("twg.unrest", then="twg.country.influence", only=[frame.country])


@steps.step("twg.country.influence")
def country_influence(world: World, frame: Frame) -> Directive:
    return call("twg.influence", then="twg.country.over", only=[frame.country])


@steps.step("twg.country.over")
def country_over(world: World, frame: Frame) -> Directive:
    ends = [n.bind(rule) for n in neutrals() if n.slug == frame.country for rule in n.as_phase_ends]
    return done(carry_out([*ends, *next_turn()], world)[1])


@steps.step("twg.turn.over")
def over(world: World, frame: Frame) -> Directive:
    if frame.go_on == "end":
        return done()
    return do(carry_out(next_turn(), world)[1], then="twg.turn")


def next_turn() -> list[Rule]:
    begins = Rule("the next game turn begins", BEFORE_PLAYERS.cite, sets=(sets("turn", number("turn") + 1),))
    return [settle_debts(), begins]
