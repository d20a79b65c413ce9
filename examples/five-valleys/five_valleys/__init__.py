"""Five Valleys: two sides send envoys to five valleys.  The smallest whole book, to begin one's own from."""

from collections.abc import Mapping
from pathlib import Path

from legation.core.abilities import NOTHING, Chances, Prospect, ReckonsWorth, RunsCampaigns, Supposed, TellsOdds
from legation.core.book import Book
from legation.core.campaign import Campaign
from legation.core.dice import d6
from legation.core.expr import bound, choice, number
from legation.core.facts import Change, Choice, Count, Family, Schema, Teller, World
from legation.core.ledger import Ledgers
from legation.core.machine import Directive, Frame, Steps, ask, do, done, go, roll
from legation.core.policies import LAST, Policy, Wish
from legation.core.requests import amount, choose
from legation.core.rules import Datum, Limit, Registry, Rule, booked, carry_out, sets
from legation.core.tables import Table, bands, fell, modifier, upfrom, upto

NOBODY, SIDES = "nobody", {"crown": "the Crown", "league": "the League"}
VALLEYS = {"ash": "Ash", "birch": "Birch", "cedar": "Cedar", "elder": "Elder", "fir": "Fir"}
FAMILIES = (
    Family("turn", Count(0, 4), "the turn", default=0),
    Family("gold", Count(0, 5), "the gold of {0}", over=(tuple(SIDES),)),
    Family("ally", Choice((NOBODY, *SIDES)), "the ally of {0}", over=(tuple(VALLEYS),), default=NOBODY),
    Family("sent", Count(0, 2), "the gold with the envoy", told_by=Teller.PASSING),
)
TURNS = Datum("a game of four turns", "V-TURN", {"turns": 4, "gold": 5})
CLOCK = Rule("the next turn", "V-TURN", sets=(sets("turn", number("turn", "the turn") + 1),), again=True)
TAKEN = Limit("{Here} is allied", "V-OPEN", choice("ally.{here}", *SIDES, says="{Here} is[ not] allied"))
GOLD = modifier(number("sent", "the gold with the envoy"), "gold", cite="V-GOLD")
FAIL, ALLY = upto(4, "nothing comes of it", cite="V-FAIL"), upfrom(5, "a new ally", cite="V-ALLY")
TALKS = Table("Talks", "V-TALKS", (GOLD,), bands(FAIL, ALLY), die=d6)
STEPS = Steps()


@STEPS.step("valleys.turn")
def turn(world: World, frame: Frame) -> Directive:
    over = world["turn"] == TURNS.value["turns"]
    return done() if over else do(carry_out([CLOCK], world)[1], then="valleys.court", seat="crown")


@STEPS.step("valleys.court")
def court(world: World, frame: Frame) -> Directive:
    free = {v: name for v, name in VALLEYS.items() if not bound(TAKEN, here=v, Here=name).forbids(world)}
    question = choose(frame.seat, "Where does the envoy go?", {NOBODY: "nowhere", **free}, cite=TURNS.cite)
    return ask(question, then="valleys.gold", into="valley")


@STEPS.step("valleys.gold")
def gold(world: World, frame: Frame) -> Directive:
    if frame.valley == NOBODY:
        return go("valleys.next")
    most = range(min(2, world[f"gold.{frame.seat}"]) + 1)
    return ask(amount(frame.seat, "Gold for the envoy", most, cite=GOLD.cite), then="valleys.talks", into="gold")


@STEPS.step("valleys.talks")
def talks(world: World, frame: Frame) -> Directive:
    look = world.scoped(sent=frame.gold)
    how = {"seat": frame.seat, "subject": frame.valley, "odds": TALKS.odds(look), "total": TALKS.settled_total(look)}
    return roll(d6, label=f"talks/{frame.seat}/{frame.valley}", cite=TALKS.cite, then="valleys.result", **how)


@STEPS.step("valleys.result")
def result(world: World, frame: Frame) -> Directive:
    band, purse = fell(TALKS.bands, frame.total + frame.roll, world), f"gold.{frame.seat}"
    due = [Rule("gold", GOLD.cite, sets=(sets(purse, number(purse, "the purse") - frame.gold),))]
    due += [Rule(band.label, band.cite, sets=(sets(f"ally.{frame.valley}", frame.seat),))] if band is ALLY else []
    return do(booked(due, world), then="valleys.next")


@STEPS.step("valleys.next")
def next_side(world: World, frame: Frame) -> Directive:
    return go("valleys.court", seat="league") if frame.seat == "crown" else go("valleys.turn")


class FiveValleys(Book, TellsOdds, ReckonsWorth, RunsCampaigns):
    name, title, version, steps, need_cite = "five-valleys", "Five Valleys", "1", STEPS, TURNS.cite
    scenarios: Mapping[str, str] = {"peace": "Four turns of peace"}
    seats, seat_titles = tuple(SIDES), SIDES

    def __init__(self) -> None:
        self.registry = Registry(Ledgers(["five-valleys"], Path(__file__).parent / "ledgers"))
        self.registry.declare("the valleys", TURNS, CLOCK, TAKEN, TALKS)

    def schema(self, scenario: str) -> Schema:
        return Schema((*FAMILIES, self.option_family()), titles={**SIDES, **VALLEYS})

    def setup(self, scenario: str) -> list[Change]:
        return [Change(f"gold.{side}", None, TURNS.value["gold"], TURNS.cite) for side in SIDES]

    def start(self, scenario: str) -> tuple[Frame, ...]:
        return (Frame("valleys.turn"),)

    def subjects(self) -> Mapping[str, str]:
        return VALLEYS

    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        return {f"talks with {sent} gold": TALKS.odds(world.scoped(sent=sent)) for sent in (0, 1, 2)}

    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        return Prospect(TALKS.odds(world.scoped(sent=points or 0))[ALLY.title], 1) if subject in VALLEYS else None

    def score(self, world: World) -> Mapping[str, int]:
        return {side: sum(world[f"ally.{valley}"] == side for valley in VALLEYS) for side in SIDES}

    def priced(self, worth: str) -> str:
        return f"{worth} valleys"

    def campaign(self, scenario: str, rounds: int, options: Mapping[str, str] | None = None) -> Campaign:
        counts = {f"ally.{valley}": f"ally of {name}" for valley, name in VALLEYS.items()}
        return Campaign(self.start(scenario), "valleys.turn", rounds, counts=counts)

    def policies(self) -> Mapping[str, Policy]:
        wishes = (Wish("valleys.court", LAST), Wish("valleys.gold", LAST))
        return {"eager": Policy("eager", "every turn an envoy goes out, with all the gold there is", wishes)}


BOOK = FiveValleys()
