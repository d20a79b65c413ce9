"""Tern as a book: its schema, its turn as a chain of steps, and the answers it gives about an island."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from legation.core.abilities import NOTHING, Chances, HasTables, Supposed, TellsOdds
from legation.core.book import Book, Event, Procedure
from legation.core.dice import d12
from legation.core.errors import NotFound, Refused
from legation.core.facts import Change, Schema, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame, Steps, ask, ask_sealed, do, done, go, hide, reveal, roll
from legation.core.requests import amount as ask_amount
from legation.core.requests import choose, confirm, divide, sealed
from legation.core.rules import Registry, Rule, booked, brought_by, carry_out, first_refusal, sets
from legation.core.sight import Sight
from legation.core.tables import RollSheet, Table, fell
from legation.core.trace import Trace
from legation.core.trials import Offer, Trials
from legation.core.views import Column, Mark, Views
from legation.core.wording import Name, Wording
from legation.core.words import capital
from tests.books.tern import rules, talks
from tests.books.tern.rules import here
from tests.books.tern.vocabulary import FAMILIES, ISLANDS, LEAGUES, NORTH, OPTIONS, SOUTH, STANCE, TITLES, name, rival

STEPS = Steps()
PASS = "nobody"


# -- the turn, in its order
@STEPS.step("tern.turn")
def turn(world: World, frame: Frame) -> Any:
    if world.known("winner") or world["turn"] >= rules.TURNS.value:
        return go("tern.end")
    return do(carry_out((rules.CLOCK, rules.NEW_TURN, rules.INCOME), world)[1], then="tern.envoys")


@STEPS.step("tern.envoys")
def envoys(world: World, frame: Frame) -> Any:
    most, cite = rules.ENVOYS.value, rules.ENVOYS.cite
    questions = [divide(who, "Send your envoys", most, ISLANDS, cite=cite) for who in LEAGUES]
    return hide(*questions, prefixes={who: f"envoys.{who}" for who in LEAGUES}, then="tern.bid")


@STEPS.step("tern.bid")
def bid(world: World, frame: Frame) -> Any:
    def question(who: str) -> Any:
        most = min(rules.BID.value, world[f"gold.{who}"])
        return sealed(who, "Bid for the first move", range(most + 1), cite=rules.BID.cite, why=f"{most} gold at most")

    return ask_sealed(*map(question, LEAGUES), then="tern.first")


@STEPS.step("tern.first")
def first(world: World, frame: Frame) -> Any:
    bids = frame.bids
    leads = rules.BID_TIE if bids[NORTH] == bids[SOUTH] else rules.highest_bid(bids)
    after, changes = carry_out([*(rules.paid(who, bids[who], rules.BID) for who in LEAGUES), leads], world)
    return do(changes, then="tern.court", seat=after["first"])


@STEPS.step("tern.court")
def court(world: World, frame: Frame) -> Any:
    open_to = [i for i in ISLANDS if first_refusal([here(m, i, frame.seat) for m in rules.COURT_LIMITS], world) is None]
    legal = {**{island: name(island) for island in open_to}, PASS: "court nobody"}
    return ask(
        choose(frame.seat, "Whom will you court?", legal, cite=rules.COURT.cite), then="tern.spend", into="island"
    )


@STEPS.step("tern.spend")
def spend(world: World, frame: Frame) -> Any:
    if frame.island == PASS:
        return go("tern.next")
    most = min(rules.SPEND.value, world[f"gold.{frame.seat}"])
    prompt = f"Gold for the courtship of {name(frame.island)}"
    question = ask_amount(
        frame.seat,
        prompt,
        range(most + 1),
        cite=rules.SPEND.cite,
        why=f"{most} gold at most",
        subject=frame.island,
    )
    return ask(question, then="tern.paid", into="gold")


@STEPS.step("tern.paid")
def paid(world: World, frame: Frame) -> Any:
    paid = rules.paid(frame.seat, frame.gold, rules.SPEND)
    spent = replace(paid, sets=(*paid.sets, sets("spent", frame.gold)))
    return do(booked([spent], world), then="tern.favour", objects=False)


@STEPS.step("tern.favour")
def favour(world: World, frame: Frame) -> Any:
    other = rival(frame.seat)
    if not world[f"favour.{other}"]:
        return go("tern.objection")
    prompt = f"Call in your favour against the courtship of {name(frame.island)}?"
    question = confirm(other, prompt, cite=rules.FAVOUR.cite, subject=frame.island)
    return ask(question, then="tern.objection", into="objects")


@STEPS.step("tern.objection")
def objection(world: World, frame: Frame) -> Any:
    said = here(rules.FAVOUR, frame.island, frame.seat) if frame.objects else rules.NO_FAVOUR
    return do(carry_out([said], world)[1], then="tern.show")


@STEPS.step("tern.show")
def show(world: World, frame: Frame) -> Any:
    return reveal(rules.shown(world, frame.island), then="tern.talks")


@STEPS.step("tern.talks")
def hold_talks(world: World, frame: Frame) -> Any:
    table = talks.table_for(world, frame.island)
    look = world.scoped(courting=frame.seat)
    total = table.settled_total(look)  # asks the table for what can still change the result
    table.sheet(look)
    return roll(
        table.die,
        label=f"talks/{frame.seat}/{frame.island}",
        cite=table.cite,
        seat=frame.seat,
        then="tern.result",
        odds=table.odds(look),
        subject=frame.island,
        total=total,
    )


@STEPS.step("tern.result")
def result(world: World, frame: Frame) -> Any:
    table, total = talks.table_for(world, frame.island), frame.total + frame.roll
    band = fell(table.bands, total, world)
    key = f"stance.{frame.island}.{frame.seat}"
    steps = sum(shift.by for shift in band.then)
    warmer = STANCE.options[max(0, min(len(STANCE.options) - 1, STANCE.rank[world[key]] + steps))]
    changes = [Change(key, world[key], warmer, band.cite)]
    for extra in table.extras(total):
        unrest = f"unrest.{frame.island}"
        changes += booked([Rule(extra.label, extra.cite, sets=(sets(unrest, min(9, world[unrest] + 1)),))], world)
    line = f"turn {world['turn']}: {name(frame.seat)} courts {name(frame.island)}: {band.label}"
    changes.append(Change("chronicle", world["chronicle"], [*world["chronicle"], line], band.cite))
    return do(changes, then="tern.next")


@STEPS.step("tern.next")
def next_league(world: World, frame: Frame) -> Any:
    """Whatever has become true meanwhile; then the other league, or the unrest."""
    found = settle(world)
    return do(found, then="tern.court" if frame.seat == world["first"] else "tern.unrest", seat=rival(frame.seat), at=0)


@STEPS.step("tern.unrest")
def unrest(world: World, frame: Frame) -> Any:
    if frame.at == len(ISLANDS):
        return go("tern.turn")
    island = ISLANDS[frame.at]
    if not world[f"unrest.{island}"] or here(rules.QUIET, island, NORTH).forbids(world):
        return go("tern.unrest", at=frame.at + 1)
    odds = {"the island rises": Fraction(world[f"unrest.{island}"], d12.sides)}
    cite = rules.RISING.cite
    return roll(d12, label=f"unrest/{island}", cite=cite, seat=NORTH, then="tern.rising", odds=odds, subject=island)


@STEPS.step("tern.rising")
def rising(world: World, frame: Frame) -> Any:
    island = ISLANDS[frame.at]
    rises = frame.roll <= world[f"unrest.{island}"]
    brought = brought_by({True: (here(rules.RISING, island, NORTH),), False: ()}, rises, world)
    return do(carry_out(brought, world)[1], then="tern.unrest", at=frame.at + 1)


@STEPS.step("tern.end")
def end(world: World, frame: Frame) -> Any:
    return done([] if world.known("winner") else carry_out((rules.the_end,), world)[1])


# -- what happens at any moment
@STEPS.step("tern.raid")
def raid(world: World, frame: Frame) -> Any:
    if frame.island not in ISLANDS:
        raise NotFound("island", frame.island, ISLANDS)
    if frame.by not in LEAGUES:
        raise NotFound("league", frame.by, LEAGUES)
    own = here(rules.OWN_ISLAND, frame.island, frame.by)
    if own.forbids(world):
        raise Refused(own.label, rule=own.cite)
    after, found = carry_out((here(rules.RAIDED, frame.island, frame.by),), world)
    return done([*found, *settle(after)])


def settle(world: World) -> list[Change]:
    """Everything that holds at every moment."""
    rest = rules.whenever().run(world)
    return [*rest.changes, *carry_out((here(rules.ALL, ISLANDS[0], who) for who in LEAGUES), rest.world)[1]]


def _raid(world: World, rng: Random) -> dict[str, Any]:
    return {"island": rng.choice(ISLANDS), "by": rng.choice(LEAGUES)}


class TernTrials(Trials):
    """A league raids any island, for the conformance suite."""

    offers: Mapping[str, Sequence[Offer]] = {"raid": (_raid,)}


class TernViews(Views):
    """What Tern shows of its islands; all else is as in every book."""

    columns = (Column("unrest", "Unrest", number=True), Column("raided", "Raided by"), Column("harbour", "Berths"))
    telling = ("stance", "winner", "unrest", "raided")
    tinctures: Mapping[str, str] = {NORTH: "uk", SOUTH: "usa"}

    def mark(self, sight: Sight, place: str) -> Mark:
        stances = {who: sight.get(f"stance.{place}.{who}") for who in LEAGUES} if place in ISLANDS else {}
        return Mark(
            says=capital("; ".join(f"{stance} to {sight.say(who)}" for who, stance in stances.items() if stance))
        )


class Tern(Book, TellsOdds, HasTables):
    """Two leagues, three islands, four turns."""

    name = "tern"
    title = "Tern"
    version = "1"
    scenarios: Mapping[str, str] = {"archipelago": "The archipelago, four turns"}
    seats = LEAGUES
    seat_titles: Mapping[str, str] = {NORTH: "the North", SOUTH: "the South"}
    steps = STEPS
    options = OPTIONS
    trials = TernTrials()
    views = TernViews()
    supposes: Mapping[str, str] = {"by": "who courts"}
    need_cite = rules.NEED.cite
    events: Mapping[str, Event] = {
        "raid": Event(
            "tern.raid",
            "A league raids an island",
            {"island": "which", "by": "who"},
            rules.RAID.cite,
            Wording(("{by} raid(s) {island}",), {"by": Name(tuple(LEAGUES)), "island": Name(tuple(ISLANDS))}),
        )
    }
    procedures: Mapping[str, Procedure] = {
        "courtship": Procedure("tern.court", "One courtship", {"seat": "who courts"}),
        "unrest": Procedure("tern.unrest", "Unrest on all islands"),
    }

    def __init__(self) -> None:
        self.registry = Registry(Ledgers(["tern"], Path(__file__).parent / "ledgers"))
        self.registry.declare("tern.rules", *rules.EVERYTHING)
        self.registry.declare("tern.talks", *talks.BASIC.values(), talks.REVISED, talks.KIND)
        self._schema = Schema((*FAMILIES, self.option_family()), titles=TITLES)

    def schema(self, scenario: str) -> Schema:
        return self._schema

    def setup(self, scenario: str) -> list[Change]:
        cite = rules.START.cite
        purses = [Change(f"gold.{who}", None, rules.START.value, cite) for who in LEAGUES]
        stances = [Change(f"stance.{i}.{who}", None, "cool", cite) for i in ISLANDS for who in LEAGUES]
        return [*purses, *stances, Change("stance.auk.north", "cool", "friendly", cite)]

    def start(self, scenario: str) -> tuple[Frame, ...]:
        return (Frame("tern.turn"),)

    def subjects(self) -> Mapping[str, str]:
        return {island: name(island) for island in ISLANDS}

    def tables(self) -> Sequence[str]:
        return ISLANDS

    def every_table(self) -> list[Table]:
        return [
            talks.talks(i, edition, kind)
            for i in ISLANDS
            for edition in ("classic", "revised")
            for kind in ("no", "yes")
        ]

    def sheet(self, world: World, name: str, how: Supposed = NOTHING) -> RollSheet:
        return talks.table_for(world, self.resolve(name)).sheet(world.scoped(courting=how.get("by", NORTH)))

    def explain(self, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        look = world.scoped(courting=how.get("by", NORTH))
        return [self.sheet(world, subject, how).trace(look)]

    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        look = world.scoped(courting=how.get("by", NORTH))
        return {"talks": talks.table_for(world, subject).odds(look)}

    def outcomes(self, subject: str) -> Mapping[str, str]:
        return {band.title: band.label for band in talks.BASIC[subject].bands}

    def rules_of(self, subject: str) -> list[str]:
        return [part.cite for part in talks.BASIC[subject].parts]


BOOK = Tern()
