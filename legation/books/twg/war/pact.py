"""How a game turn of the 1939 rules begins: Full War on turn 6, and the pact that hands Sakhalin to Japan."""

from __future__ import annotations

from collections.abc import Mapping

from legation.books.twg.money.purses import recounted
from legation.books.twg.powers import JAPAN, USSR, title
from legation.books.twg.schema import AIR, LAND
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import at_full_war, counts_aircraft, with_1939_rules
from legation.books.twg.war.aggression import remember_the_first
from legation.books.twg.war.war_status import begin_game, in_force, turn_six
from legation.core.book import Procedure
from legation.core.expr import Expr, all_of, choice, holds, named, number, sum_of, truth, when_else
from legation.core.facts import Count, Family, Teller, World
from legation.core.machine import Directive, Frame, ask, do, done
from legation.core.requests import TABLE, confirm
from legation.core.rules import Assign, Permit, Rule, carry_out, sets

__all__ = ["FACTS", "PROCEDURES", "RULES"]

FACTS = (
    Family(
        "facing",
        Count(0, 60),
        "{1} of {0} at the Japanese territory that the USSR threatens most",
        over=((USSR, JAPAN), LAND),
        told_by=Teller.BOARD,
        stale_after=1,
        doc="Of the USSR, all that could attack it at once; of Japan, all that stand in it.",
    ),
    Family(
        "facing-aircraft",
        Count(0, 60),
        "Japanese {0}s in the territory that the USSR threatens most",
        over=(AIR,),
        told_by=Teller.BOARD,
        stale_after=1,
        doc="Asked for only where the group counts them.",
    ),
)
SAKHALIN, TURKMENISTAN = "sakhalin", "turkmenistan"
TREATIES = named(
    "the USSR keeps its treaties with Germany and Japan, and only answers",
    ~at_full_war(USSR),
    cite="R39-SOV-TREATIES",
)
EACH_TURN = Permit(
    "the Soviet build-up is looked at as each game turn begins, until the pact",
    cite="R39-SOV-SAK-WHEN",
    when=all_of(
        ~truth("sakhalin-ceded", "Sakhalin has[ not] been handed over"),
        choice(f"holder.{SAKHALIN}", USSR, says="the USSR [holds|does not hold] Sakhalin"),
        TREATIES,
    ),
)


def _sum(units: Mapping[str, str]) -> Expr:
    """Attack plus defence of units, told by kind and fact."""
    strengths = {kind: number(f"strength.{kind}", f"the strength of {kind}") for kind in units}
    return sum_of(*(number(fact, kind) * strengths[kind] for kind, fact in units.items()))


def _strength(nation: str) -> Expr:
    found = _sum({kind: f"facing.{nation}.{kind}" for kind in LAND})
    if nation == JAPAN:  # all its units, where the group has a number for aircraft
        found = found + when_else(counts_aircraft(), _sum({kind: f"facing-aircraft.{kind}" for kind in AIR}), 0)
    return named(f"the strength of {title(nation)} there", found)


SOVIET, JAPANESE = _strength(USSR), _strength(JAPAN)
SUPERIOR = named(
    "attack plus defence of the Soviet land units is [|not ]more than that of the Japanese",
    SOVIET > JAPANESE,
    cite="R39-SOV-SAK-FORMULA",
)


def _moves(kind: str) -> tuple[Assign, Assign]:
    there, here = f"units.{TURKMENISTAN}.{USSR}.{kind}", f"units.{SAKHALIN}.{USSR}.{kind}"
    return sets(there, number(there) + number(here)), sets(here, 0)


UNCOUNTED = number(f"garrison.{SAKHALIN}.{USSR}", "uncounted Soviet units in Sakhalin")
HANDED_OVER = Rule(
    "the USSR hands Sakhalin over to Japan",
    cite="R39-SOV-SAK-HAND",
    sets=(sets("sakhalin-ceded", True), sets(f"holder.{SAKHALIN}", JAPAN)),
)
LEAVE = Rule(
    "Soviet units in Sakhalin go to Turkmenistan at once",
    cite="R39-SOV-SAK-UNITS",
    sets=(
        *(assign for kind in LAND for assign in _moves(kind)),
        sets(f"garrison.{TURKMENISTAN}.{USSR}", 1, (UNCOUNTED >= 1).worded("[some|none] of them are uncounted")),
        sets(f"garrison.{SAKHALIN}.{USSR}", 0),
    ),
)
PACT = Rule(
    "a superior Soviet force makes Japan and the USSR conclude a pact",
    cite="R39-SOV-SAK-COND",
    when=SUPERIOR,
    then=(HANDED_OVER, LEAVE),
)
RULES = (EACH_TURN, PACT)
PROCEDURES = {
    "start-of-turn": Procedure("twg.war.begin", "what the beginning of a game turn brings, before commerce"),
}


@steps.step("twg.war.begin")
def begin(world: World, frame: Frame) -> Directive:
    """Full War first, then the pact."""
    if not holds(with_1939_rules(), world):
        return done()
    first = begin_game() if world.get("turn") == 1 else []
    _, changes = carry_out([*first, *turn_six()], world)
    return do(changes, then="twg.war.begun")


@steps.step("twg.war.begun")
def begun(world: World, frame: Frame) -> Directive:
    return remember_the_first(world, then="twg.pact")


@steps.step("twg.pact")
def pact(world: World, frame: Frame) -> Directive:
    """The table is asked once a turn whether there is anything to compare."""
    if not in_force(world) or not EACH_TURN.allows(world):
        return done()
    prompt = "Could Soviet land units attack a territory that Japan controls?"
    did = "says that Soviet land units could[| not] attack a territory that Japan controls"
    question = confirm(TABLE, prompt, cite=PACT.cite, owners=(USSR, JAPAN), did=did)
    return ask(question, then="twg.pact.compare", into="there")


@steps.step("twg.pact.compare")
def compare(world: World, frame: Frame) -> Directive:
    if not frame.there:
        return done()
    _, changes = carry_out([PACT], world)
    return done([*changes, *recounted(world, changes)])
