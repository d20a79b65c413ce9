"""The game turn: the Diplomatic Phase in its two parts, then the nations' turns at the table."""

from __future__ import annotations

from legation.core.expr import number
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, call, do, done
from legation.core.requests import TABLE, choose, confirm
from legation.core.rules import Note, Rule, carry_out, sets
from legation.twg.money import settle
from legation.twg.neutrals import neutrals
from legation.twg.powers import ALL, ALLIES, TITLES
from legation.twg.steps import steps

__all__ = ["LAST_TURN", "RULES"]

BEFORE_PLAYERS = Note("the Diplomatic Phase comes once a game turn, before any player's own turn", cite="DG-PH-1")
TWO_PARTS = Note("all nations finish Part I, unrest, before Part II, influence, begins", cite="DG-PH-3")
COUNTS_AT_ONCE = Note("what diplomacy changes already counts in the same game turn", cite="DG-PH-4")
WAR_COMES_LATER = Note(
    "war is declared after diplomacy: a phase sees the war status of the turn before", cite="DG-PH-6"
)
BOARD = Note("the table keeps the board and reports what stands where", cite="DG-OCC-11")
STRENGTHS = Note(
    "an infantry counts 6 and an artillery 10, attack and defence together; the rest is on the group's unit chart",
    cite="DG-OCC-9",
    value={"infantry": 6, "artillery": 10},
)
FULL_WAR_TURN = 6  # every nation is at Full War from then on (DG-PH-6)
LAST_TURN = 14  # January to June 1946: no campaign goes on for longer

RULES = (BEFORE_PLAYERS, TWO_PARTS, COUNTS_AT_ONCE, WAR_COMES_LATER, BOARD, STRENGTHS)


@steps.step("twg.turn")
def turn(world: World, frame: Frame) -> Directive:
    """From turn 6 on everybody is at Full War; then the board is looked over once."""
    rules = []
    if (world.get("turn") or 0) >= FULL_WAR_TURN:
        WAR_COMES_LATER.used(world)
        everybody = tuple(sets(f"war-status.{n}", "full") for n in ALLIES)
        rules.append(Rule("from turn 6 on every nation is at Full War", WAR_COMES_LATER.cite, sets=everybody))
    _, changes = carry_out(rules, world)
    return do(changes, then="twg.turn.board")


@steps.step("twg.turn.board")
def board(world: World, frame: Frame) -> Directive:
    BOARD.used(world)
    prompt = f"Turn {world.get('turn')}: are all land units in neutral countries and every conquest reported?"
    return ask(confirm(TABLE, prompt, cite=BOARD.cite, yes="The board is as reported", no=None), then="twg.turn.unrest")


@steps.step("twg.turn.unrest")
def unrest(world: World, frame: Frame) -> Directive:
    BEFORE_PLAYERS.used(world)
    TWO_PARTS.used(world)
    return call("twg.unrest", then="twg.turn.influence")


@steps.step("twg.turn.influence")
def influence(world: World, frame: Frame) -> Directive:
    return call("twg.influence", then="twg.turn.snapshot")


@steps.step("twg.turn.snapshot")
def snapshot(world: World, frame: Frame) -> Directive:
    """Some charts look back, on the next turn, at what this phase has made of things."""
    COUNTS_AT_ONCE.used(world)
    rules = [n.bind(rule) for n in neutrals() for rule in n.as_phase_ends]
    return do(carry_out(rules, world)[1], then="twg.turn.battles")


@steps.step("twg.turn.battles")
def battles(world: World, frame: Frame) -> Directive:
    return call("twg.battles", then="twg.turn.nations")


@steps.step("twg.turn.nations")
def nations(world: World, frame: Frame) -> Directive:
    """The table plays; attacks, moves and war status are reported as they happen."""
    owed = ", ".join(f"{TITLES[n]} ${world.get(f'debt.{n}')}" for n in ALL if world.get(f"debt.{n}"))
    bill = f" Influence to be paid at Collect Income: {owed}." if owed else ""
    prompt = f"The nations take their turns.{bill} When all is done:"
    labels = {"next": "Begin the next game turn", "end": "End the game"}
    if (world.get("turn") or 0) >= LAST_TURN:
        labels.pop("next")
    return ask(choose(TABLE, prompt, labels, cite=BEFORE_PLAYERS.cite), then="twg.turn.over", into="go_on")


@steps.step("twg.turn.over")
def over(world: World, frame: Frame) -> Directive:
    if frame.go_on == "end":
        return done()
    rules = [
        settle(),
        Rule("the next game turn begins", BEFORE_PLAYERS.cite, sets=(sets("turn", number("turn") + 1),)),
    ]
    return do(carry_out(rules, world)[1], then="twg.turn")
