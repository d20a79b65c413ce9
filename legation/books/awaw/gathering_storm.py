"""How Gathering Storm has left Europe: asked once, when a campaign goes on from it."""

from __future__ import annotations

from legation.books.awaw.diplomacy.results import apply, favours, key_of, on_top, total_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.minors.forces import ENTERED
from legation.books.awaw.minors.standing import GOES_ON
from legation.books.awaw.powers import (
    ALLIED,
    BRITAIN,
    FACTIONS,
    FRANCE,
    GERMANY,
    ITALY,
    NOBODY,
    RUSSIA,
    TARGETS,
    TITLES,
)
from legation.books.awaw.tensions import HISTORICAL
from legation.books.awaw.vocabulary import NEW_COUNTRIES, war_key
from legation.core.book import Procedure
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go
from legation.core.requests import TABLE, ask_report, choose
from legation.core.rules import Rule

__all__ = ["BEFORE_THE_GAME", "BEFORE_THE_WAR", "PRODUCED", "PROCEDURES", "STEPS"]

STEPS = Steps()
LINE_CITE = "RGT-PACT-1"
ENOUGH = "no-more"

# Cities that Germany has when the campaign of 1939 begins, if nobody played the years before.
BEFORE_THE_WAR = tuple(f"control.{place}" for place in ("vienna", "prague", "sudetenland"))
# What may have happened in Gathering Storm, and is asked for when a roll rests on it.
BEFORE_THE_GAME = tuple(
    f"event.{name}"
    for name in (
        "danzig-gained-by-demand",
        "german-polish-border-war",
        "russia-demanded-eastern-poland",
        "russia-demanded-finland",
    )
)
# What only production tells, and what hardly ever matters.
PRODUCED = ("event.twelfth-german-armor",)
WARS = tuple(war_key(*pair) for pair in ((GERMANY, "poland"), (GERMANY, BRITAIN), (GERMANY, FRANCE), (GERMANY, RUSSIA)))
ITALIAN_WARS = tuple(war_key(ITALY, other) for other in (BRITAIN, FRANCE))
LINE = tuple(fact for fact in HISTORICAL if fact.startswith("pact-line."))
NOT_YET = ("ukraine", "vichy-france")  # they come about in the war only
WHOSE = (BRITAIN, FRANCE, RUSSIA)
LINE_RUNS = Rule("the Pact line lies where it did historically, or there is no Pact", LINE_CITE, again=True)
PRO_RUSSIAN = Rule("Gathering Storm has left it a pro-Russian modifier", "85.214@current-gs", again=True)


@STEPS.step("awaw.prequel")
def prequel(world: World, frame: Frame) -> Directive:
    """Levels, the Pact, German gains and wars."""
    if not GOES_ON.allows(world):
        return done()
    facts = (
        "starting-tension.usat",
        "starting-tension.rgt",
        "pact-in-force",
        *BEFORE_THE_WAR,
        *WARS,
        *ITALIAN_WARS,
        *(f"exists.{country}" for country in NEW_COUNTRIES),
    )
    forces = "".join(f" {words[0].upper()}{words[1:]}." for duty in ENTERED if (words := duty.told(world)))
    prompt = f"Gathering Storm is over. Tell how it has left the powers of Europe.{forces}"
    return ask(ask_report(facts, prompt, cite=GOES_ON.cite), then="awaw.prequel.pact", into="told")


@STEPS.step("awaw.prequel.pact")
def pact(world: World, frame: Frame) -> Directive:
    if not world["pact-in-force"]:
        return do(_line_runs(world, "no-pact"), then="awaw.prequel.country")
    prompt = "Does the Nazi-Soviet Pact line lie where it did historically?"
    return ask(ask_report(("pact-line-historical",), prompt, cite=LINE_CITE), then="awaw.prequel.line", into="told")


def _line_runs(world: World, where: str = "") -> list[Change]:
    """The line as it ran historically, or the same word for every country."""
    facts = {fact: where or HISTORICAL[fact] for fact in LINE} | {"pact-line-historical": not where}
    return LINE_RUNS.brings(world, facts)


@STEPS.step("awaw.prequel.line")
def line(world: World, frame: Frame) -> Directive:
    if world["pact-line-historical"]:
        return do(_line_runs(world), then="awaw.prequel.country")
    prompt = "The Pact line has moved. On which side of it does each country lie?"
    return ask(ask_report(LINE, prompt, cite=LINE_CITE), then="awaw.prequel.country", into="told")


@STEPS.step("awaw.prequel.country")
def country(world: World, frame: Frame) -> Directive:
    """One country after another that is not simply neutral."""
    told = frame.get("countries", [])
    absent = {*NOT_YET, *told, *(c for c in NEW_COUNTRIES if not world[f"exists.{c}"])}
    options = {ENOUGH: "No further one" if told else "No country", **{c: TITLES[c] for c in TARGETS if c not in absent}}
    prompt = "Which country has Gathering Storm left other than neutral, or with a pro-Russian modifier?"
    did = "says of which country Gathering Storm has more to tell: {}"
    return ask(choose(TABLE, prompt, options, cite=GOES_ON.cite, did=did), then="awaw.prequel.how", into="country")


@STEPS.step("awaw.prequel.how")
def how(world: World, frame: Frame) -> Directive:
    if frame.country == ENOUGH:
        return done()
    options = {
        "pro-russian": "neutral, with a pro-Russian modifier",
        **{key_of(band): f"result {band.called}, {band.label}" for band in TABLES[frame.country].bands},
        **{f"conquered {faction}": f"conquered by {TITLES[faction]}" for faction in FACTIONS},
    }
    options.pop("3-4", None)  # in force for every country that is not named
    prompt = f"What is in force for {TITLES[frame.country]}?"
    did = f"tells how Gathering Storm left {TITLES[frame.country]}: {{}}"
    question = choose(TABLE, prompt, options, cite=GOES_ON.cite, subject=frame.country, did=did)
    return ask(question, then="awaw.prequel.whose", into="how", countries=[*frame.get("countries", []), frame.country])


@STEPS.step("awaw.prequel.whose")
def whose(world: World, frame: Frame) -> Directive:
    """A result for the Allies is one power's."""
    result = frame.how
    if result == "pro-russian":
        left = PRO_RUSSIAN.brings(world, {f"pro-russian.{frame.country}": True})
        return do(left, then="awaw.prequel.country")
    if result.startswith("conquered "):
        keep = {"countries": frame.countries}
        return call("awaw.lost", then="awaw.prequel.country", keep=keep, country=frame.country, side=result.split()[1])
    if favours(result, frame.country) != ALLIED:
        return go("awaw.prequel.stands", award=GERMANY)
    options = {power: TITLES[power] for power in WHOSE}
    question = choose(
        TABLE,
        f"Who benefits from {TITLES[frame.country]}?",
        options,
        cite=GOES_ON.cite,
        subject=frame.country,
        did=f"says who benefits from {TITLES[frame.country]}: {{}}",
    )
    return ask(question, then="awaw.prequel.stands", into="award")


@STEPS.step("awaw.prequel.stands")
def stands(world: World, frame: Frame) -> Directive:
    """The result is in force as if it had been rolled, but its BRPs belong to the year before."""
    table = TABLES[frame.country]
    band = next(b for b in table.bands if key_of(b) == frame.how)
    award = frame.award if favours(frame.how, frame.country) else NOBODY
    _, changes = apply(world, frame.country, table, band, award, on_top(world, table, total_of(band)))
    return do(_not_booked(changes), then="awaw.prequel.country")


def _not_booked(changes: list[Change]) -> list[Change]:
    return [change for change in changes if change.fact.split(".")[0] not in ("booked", "must-leave")]


PROCEDURES = {"prequel": Procedure("awaw.prequel", "How Gathering Storm has left Europe, asked once")}
