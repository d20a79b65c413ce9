"""The game turn: the Diplomatic Phase in its two parts, then the nations' turns at the table."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.twg.chart import Neutral
from legation.books.twg.charts import neutrals
from legation.books.twg.consequences import instant
from legation.books.twg.deeds import BOARD
from legation.books.twg.diplomacy.caught import MUST_GO, caught, guests_of
from legation.books.twg.diplomacy.unrest import chosen
from legation.books.twg.money.income import new_turn
from legation.books.twg.money.influence_money import DEBT, bill
from legation.books.twg.money.purses import in_force
from legation.books.twg.powers import ALLIES, sentence
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import is_turn, with_1939_rules
from legation.core.expr import YES, Expr, all_of, choice, number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Later, ask, call, do, done, go, settle
from legation.core.requests import TABLE, Question, choose, confirm
from legation.core.rules import Copy, Datum, Definition, Duty, Order, Rule, bespoke, carry_out, sets
from legation.core.sweeps import Whenever
from legation.core.turning import kept

__all__ = ["LAST_TURN", "RULES", "at_once", "reminders", "sequence"]

# -- the sequence of a game turn
COMMERCE, UNREST, INFLUENCE = "Military Commerce", "political unrest", "influence"
DIPLOMACY, BEFOREHAND, NATIONS = "the Diplomatic Phase", "commerce and diplomacy", "the nations' turns"
FIRST_STEP = {
    COMMERCE: "twg.turn.opening",
    UNREST: "twg.turn.board",
    INFLUENCE: "twg.turn.influence",
    NATIONS: "twg.turn.nations",
}

PARTS = (COMMERCE, UNREST, INFLUENCE, NATIONS)
BEFORE_PLAYERS = Order(
    "the Diplomatic Phase comes once a game turn, before any player's own turn", cite="DG-PH-1", of=(DIPLOMACY, NATIONS)
)
TWO_PARTS = Order(
    "all nations finish Part I, unrest, before Part II, influence, begins", cite="DG-PH-3", of=(UNREST, INFLUENCE)
)
BEFORE_ALL = Order(
    "commerce and diplomacy of every nation come before Germany and Italy begin",
    cite="R39-PH-PRETURN",
    of=(BEFOREHAND, NATIONS),
)
IN_ORDER = Order(
    "Military Commerce, unrest, influence, the nations' turns: in this order",
    cite="R39-PH-ORDER",
    of=PARTS,
)


COMMERCE_BEFORE = Order(
    "Military Commerce is rolled and paid before unrest and influence", cite="R39-MC-WHEN", of=(COMMERCE, UNREST)
)
AFTER_DIPLOMACY = Order(
    "when diplomacy is done, the nations take their turns", cite="R39-PH-AFTER-DIP", of=(INFLUENCE, NATIONS)
)


def sequence(world: World) -> list[str]:
    """The parts of a game turn in their order: by the Guide alone, or by the 1939 rules."""
    if not in_force(world):
        return [part for each in BEFORE_PLAYERS.of for part in (TWO_PARTS.of if each == DIPLOMACY else [each])]
    parts = [part for part in IN_ORDER.of if part != NATIONS]
    found = [part for each in BEFORE_ALL.of for part in (parts if each == BEFOREHAND else [each])]
    for order in (COMMERCE_BEFORE, AFTER_DIPLOMACY):
        one, other = order.of
        if PARTS.index(one) > PARTS.index(other):  # said the other way round
            here, there = found.index(one), found.index(other)
            found[here], found[there] = other, one
    return found


def after(world: World, part: str | None) -> str:
    """The step that begins what comes after a part of the turn; after None, the turn."""
    parts = sequence(world)
    return FIRST_STEP[parts[0 if part is None else parts.index(part) + 1]]


# -- what the table is told, and what it is asked
FULL_WAR_TURN = 6  # every nation is at Full War from then on (DG-PH-6)
LAST_TURN = 14  # January to June 1946: no campaign goes on for longer
TURN = number("turn", "this turn")
NEXT = Rule("the next game turn begins", BEFORE_PLAYERS.cite, sets=(sets("turn", TURN + 1),), again=True)
STRENGTHS = Datum(
    "an infantry counts 6 and an artillery 10, attack and defence together; the rest is on the group's unit chart",
    cite="DG-OCC-9",
    value={"infantry": 6, "artillery": 10},
)
CALENDAR = Datum(
    "a game turn is half a year, from July 1939 on",
    cite="R39-GEN-CALENDAR",
    value={
        turn: f"{'January to June' if turn % 2 == 0 else 'July to December'} {1939 + turn // 2}" for turn in range(1, 7)
    },
)
BY_THE_GUIDE = Definition("neutral countries are handled by the Diplomat's Guide", cite="R39-GEN-USE-DG")
COMMERCE_FIRST = Duty(
    "Military Commerce is rolled before diplomacy, which does not change it: is all of this turn rolled?",
    cite="DG-PH-5",
    when=all_of(
        ~with_1939_rules(),  # or the referee rolls it
        choice("scenario", "1939", says="the game [began|did not begin] in 1939"),
        ~is_turn(FULL_WAR_TURN),
    ),
)
SHEETS = Duty(
    "the players' forces are placed from the 1939 set-up sheets: is that done?",
    cite="R39-GEN-SETUP-SHEETS",
    when=all_of(with_1939_rules(), ~is_turn(2)),
)
HELD_IN_1942 = Duty(
    "Germany holds France; what else of the players' land is in other hands on the set-up sheets of 1942 is to be "
    "reported: is that done?",
    cite="DG-SET-1",
    when=all_of(choice("scenario", "1942", says="the game [began|did not begin] in 1942"), ~is_turn(FULL_WAR_TURN + 1)),
    again=True,
)
COMMERCE_IS_DONE = Duty(
    "the commerce of this turn is paid: diplomacy does not change it",
    cite="R39-PH-MC-NOT-DIP",
    when=all_of(with_1939_rules(), ~is_turn(FULL_WAR_TURN)),
)


@bespoke(BOARD)
def as_it_stands(world: World, told: str) -> Directive:
    """Forces are compared anew in every Part I, as they stand on the board then."""
    did = "says that the board is as reported"
    return ask(
        confirm(TABLE, told, cite=BOARD, yes="The board is as reported", no=None, did=did), then="twg.turn.unrest"
    )


# -- war
LATER = "war is declared after diplomacy: a phase sees the war status of the turn before"


def _war_then(nation: str, to: str | Copy, when: Expr = YES) -> Rule:
    return Rule(LATER, "DG-PH-6", when, (sets(f"war-then.{nation}", to),), again=True)


# a phase sees what was reached before it; nobody goes back from Full War
WAR_THEN = tuple(
    _war_then(n, Copy(f"war-status.{n}"), ~choice(f"war-status.{n}", "full", says="it is[ not] at Full War"))
    for n in ALLIES
)
WRITTEN_DOWN = Whenever(WAR_THEN)
AS_NOW = Whenever(_war_then(n, "as-now") for n in ALLIES)
FULL_WAR = Rule(
    "from turn 6 on every nation is at Full War",
    "DG-PH-6",
    is_turn(FULL_WAR_TURN),
    tuple(sets(f"war-status.{n}", "full") for n in ALLIES),
    again=True,
)

RULES = (
    (COMMERCE_BEFORE, AFTER_DIPLOMACY),
    (BEFORE_PLAYERS, TWO_PARTS, BEFORE_ALL, IN_ORDER, WAR_THEN, FULL_WAR, STRENGTHS, CALENDAR),
    (as_it_stands, NEXT, MUST_GO, COMMERCE_FIRST, SHEETS, HELD_IN_1942, COMMERCE_IS_DONE, BY_THE_GUIDE),
)


@steps.step("twg.turn")
def turn(world: World, frame: Frame) -> Directive:
    """From turn 6 on everybody is at Full War; then comes what is first in the sequence."""
    return do(carry_out([FULL_WAR], world)[1], then=after(world, None))


@steps.step("twg.turn.opening")
def opening(world: World, frame: Frame) -> Directive:
    """With the 1939 rules: what the beginning of a game turn brings, before any commerce."""
    return do(new_turn(world), then="twg.turn.war")


@steps.step("twg.turn.war")
def war(world: World, frame: Frame) -> Directive:
    return call("twg.war.begin", then="twg.turn.commerce")


@steps.step("twg.turn.commerce")
def commerce(world: World, frame: Frame) -> Directive:
    return call("twg.commerce", then=after(world, COMMERCE))


def _ended(words: str) -> str:
    return words if words.endswith("?") else f"{words}."


@steps.step("twg.turn.board")
def board(world: World, frame: Frame) -> Directive:
    turn = world.get("turn") or 0
    prompt = f"Turn {turn}: are all land units in neutral countries and every conquest reported?"
    if in_force(world) and turn in CALENDAR.value:
        prompt = f"{CALENDAR.value[turn]}. {prompt}"
    told = (duty.told(world) for duty in (COMMERCE_FIRST, COMMERCE_IS_DONE, SHEETS, HELD_IN_1942))
    return as_it_stands(world, " ".join([prompt, *(_ended(sentence(words)) for words in told if words)]))


@steps.step("twg.turn.unrest")
def unrest(world: World, frame: Frame) -> Directive:
    """War that breaks out from now on is for the next phase: what was reached before is written down."""
    return settle(WRITTEN_DOWN, then="twg.turn.part-one")


@steps.step("twg.turn.part-one")
def part_one(world: World, frame: Frame) -> Directive:
    return call("twg.unrest", then=after(world, UNREST), only=frame.get("only"))


@steps.step("twg.turn.influence")
def influence(world: World, frame: Frame) -> Directive:
    return call("twg.influence", then="twg.turn.snapshot", only=frame.get("only"))


@steps.step("twg.turn.snapshot")
def snapshot(world: World, frame: Frame) -> Directive:
    """Some charts look back, on the next turn, at what this phase has made of things."""
    rules = [n.bind(rule) for n in chosen(frame.get("only")) for rule in n.as_phase_ends]
    return do(carry_out(rules, world)[1], then="twg.turn.forgotten")


@steps.step("twg.turn.forgotten")
def forgotten(world: World, frame: Frame) -> Directive:
    return settle(AS_NOW, then="twg.turn.battles")


@steps.step("twg.turn.battles")
def battles(world: World, frame: Frame) -> Directive:
    """With the Guide alone they are asked for now; by the 1939 rules each comes in its nation's own turn."""
    if in_force(world):
        return go(after(world, INFLUENCE))
    return call("twg.battles", then=after(world, INFLUENCE), only=frame.get("only"))


@steps.step("twg.turn.nations")
def nations(world: World, frame: Frame) -> Directive:
    """The table plays; attacks, moves and war status are reported as they happen."""
    if instant := at_once(world, frame.get("only")):
        return do(instant, then="twg.turn.nations")
    if in_force(world) and frame.get("played") != world.get("turn"):
        keep = {"played": world.get("turn")}
        return call("twg.nations", then="twg.turn.nations", keep=keep, only=frame.get("only"))
    labels = {"next": "Begin the next game turn", "end": "End the game"}
    if (world.get("turn") or 0) >= LAST_TURN:
        labels.pop("next")

    def worded() -> Question:
        owed = bill(world)
        duties = "".join(f" {sentence(duty)}." for duty in reminders(world, frame.get("only")))
        played = "All nations have taken their turns." if in_force(world) else "The nations take their turns."
        prompt = f"{played}{owed and f' {owed}'}{duties} Say so when all is done."
        ends = ("end",) if len(labels) > 1 else ()
        return choose(TABLE, prompt, labels, cite=BEFORE_PLAYERS.cite, ends=ends)

    question = Later(TABLE, "choose", labels, labels.__contains__, worded)
    return ask(question, then="twg.turn.over", into="go_on")


def at_once(world: World, only: Iterable[str] | None = None) -> list[Change]:
    """What charts bring about the moment it is reported, be it not as a deed."""
    return instant(tuple(only or ())).run(world).changes


def reminders(world: World, only: Iterable[str] | None = None) -> list[str]:
    """What charts lay upon the nations this turn, and only the table can carry out."""
    found: list[str] = []
    charts = tuple(only or ())
    guests = world.ever_set(_guests(charts))
    for neutral, duties, theirs in _duties(charts):
        own = [words for duty in duties if (words := duty.told(world))]
        if own:  # what a chart says itself comes before the general rule
            found += own
        elif not guests.isdisjoint(theirs):
            found += caught(world, neutral)
    return found


@kept
def _duties(only: tuple[str, ...]) -> tuple[tuple[Neutral, tuple[Duty, ...], frozenset[str]], ...]:
    """What each chart lays upon nations, and what tells that somebody's units are there."""
    return tuple((n, tuple(n.bind(duty) for duty in n.reminders), guests_of(n)) for n in chosen(only))


@kept
def _guests(only: tuple[str, ...]) -> frozenset[str]:
    """Whatever tells that somebody's units are in one of the countries."""
    return frozenset[str]().union(*(guests_of(n) for n in chosen(only)))


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
    return [DEBT, NEXT]
