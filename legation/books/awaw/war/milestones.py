"""What the table reports once, and rolls, allotments and tracks remember for the rest of the game.

Demands and border wars, invasions that were thrown back, atomic attacks, and factories that Russia leaves idle.
"""

from __future__ import annotations

from typing import Any

from legation.books.awaw.deeds import (
    ATOMIC,
    BORDER_WAR,
    COUNTRY,
    DEMANDS,
    ENTERED,
    INVASION,
    OUTCOME,
    STATE,
    by,
    counted,
    is_place,
    remembers,
    upon,
)
from legation.books.awaw.powers import (
    BRITAIN,
    CLAIMS,
    FRANCE,
    GERMANY,
    PARTIES,
    RUSSIA,
    RUSSIAN_BORDERS,
    TARGETS,
    TITLES,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.reports import AMOUNT, ONE_COUNTRY, ONE_PARTY, Reports
from legation.books.awaw.tensions.intake import change, judged, number_from, one_of
from legation.books.awaw.tensions.schema import NEUTRALS
from legation.books.awaw.vocabulary import fallen, out_of_the_war
from legation.books.awaw.war.endings import FIGHTING
from legation.core.deeds import On, filled
from legation.core.errors import Refused
from legation.core.expr import holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, done
from legation.core.rules import sets
from legation.core.voice import how_many
from legation.core.wording import Name, Phrase, Wording

__all__ = ["EVENTS", "HEEDS", "STEPS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

# Who fights for a border, and with whom; no declaration of war is made.
BORDERS = {RUSSIA: RUSSIAN_BORDERS, GERMANY: ("poland",)}
DEMANDED = {
    "danzig": by(GERMANY),
    "eastern-poland": by(RUSSIA) & upon("poland"),
    "finnish-border-hexes": upon("finland"),
}

# Where those come on land who enter a city: what their coming tells, and which rule looks at that.
LANDINGS = (
    (USA, "armor-infantry", FRANCE, ("lyon", "marseilles", "paris"), "DP-GER-19"),
    (USA, "ground", "french-and-north-african-ports", ("algiers", "marseilles", "tunis"), "DT-VICHY-E4"),
    *((power, "armor-infantry", "french-ports", ("marseilles",), "DT-VICHY-M10") for power in (USA, BRITAIN)),
    *(
        (power, "armor-infantry", "continental-ports", ("antwerp", "genoa", "lisbon"), "DT-VICHY-M9")
        for power in (USA, BRITAIN)
    ),
)

HEEDS = (
    *(
        remembers(
            f"{TITLES[power]} has troops on land",
            cite,
            f"present.{power}.{kind}.{area}",
            on=ENTERED,
            when=by(power) & is_place(*cities),
        )
        for power, kind, area, cities, cite in LANDINGS
    ),
    *(
        remembers(
            "land that was demanded is given up",
            DEMANDS.rule,
            f"ceded.{claim}",
            on=DEMANDS,
            when=demanded & filled(OUTCOME, "granted", says="it is granted"),
        )
        for claim, demanded in DEMANDED.items()
    ),
    On(
        "a border war breaks out, or is over",
        "82.41.border",
        on=BORDER_WAR,
        when=by(RUSSIA),
        sets=(sets(f"border-war.{COUNTRY}", str(STATE)),),
        again=True,
    ),
    counted("a Western invasion of Europe is thrown back", "DP-GER-13", "tally.failed-invasions-europe", on=INVASION),
    counted(
        "a Western invasion of conquered France is thrown back",
        "DT-GEN-26",
        "tally.failed-invasions-france",
        on=INVASION,
        when=is_place(FRANCE) & fallen(FRANCE),
    ),
    *(
        counted(label, cite, f"tally.{tally}", on=ATOMIC, when=by(who))
        for who, label, tally, cite in (
            (GERMANY, "a German atomic attack", "german-atomic-attacks", "DP-GER-14"),
            (WESTERN_ALLIES, "a Western atomic attack", "western-atomic-attacks", "DP-USA-4"),
            (RUSSIA, "a Russian atomic attack", "russian-atomic-attacks", "DP-RUS-13"),
        )
    ),
)


GRANTED = Phrase({"granted": "gets it", "refused": "is refused"}, unsaid="refused")
OVER = Phrase({True: "which is over"}, unsaid=False)


@REPORTS.event(
    "demands",
    "awaw.demands",
    "A power makes territorial demands; those of Russia on Rumania are made when targets are named",
    {"by": "russia or germany", "of": "the country", "outcome": "granted or refused"},
    cite=DEMANDS.rule,
    words=Wording(
        ("{by} demand(s) land of {of}",),
        {"by": Name(tuple(BORDERS)), "of": ONE_COUNTRY, "outcome": GRANTED},
        adds=(("and {outcome}", "which {outcome}"),),
    ),
)
def demands(world: World, frame: Frame) -> Directive:
    power = one_of(frame.get("by"), tuple(BORDERS), "power")
    country = one_of(frame.get("of"), TARGETS, "country")
    outcome = one_of(frame.get("outcome", "refused"), OUTCOME.among, "outcome")
    if (power, country) not in CLAIMS:
        of_whom = [claimed for claimant, claimed in CLAIMS if claimant == power]
        rolled = country in BORDERS[power]  # a die decides what comes of these
        why = "makes these demands with the names of a diplomatic phase" if rolled else "claims no land of it"
        raise Refused(
            f"{TITLES[country]}: {TITLES[power]} {why}",
            rule=DEMANDS.rule,
            allowed=of_whom,
            said=[TITLES[c] for c in of_whom],
        )
    if holds(out_of_the_war(power), world):
        raise Refused(f"{TITLES[power]} is out of the war, and demands nothing", rule=FIGHTING)
    told: dict[str, Any] = {"power": power, "country": country, "outcome": outcome}
    return call("awaw.follows", then="awaw.minors.ceded", deed=DEMANDS.name, **told)


@REPORTS.event(
    "border-war",
    "awaw.border-war",
    "A border war breaks out, or is over",
    {"by": "russia or germany", "with": "the country", "over": "yes when it is over"},
    cite=BORDER_WAR.rule,
    words=Wording(
        (
            "{by} fight(s) a border war with {with}",
            "a border war of {by} with {with} breaks out",
            "{by} and {with} fight a border war",
        ),
        {"by": Phrase({power: TITLES[power] for power in BORDERS}, unsaid=RUSSIA), "with": ONE_PARTY, "over": OVER},
        adds=(", {over}",),
    ),
)
def border_war(world: World, frame: Frame) -> Directive:
    power, country = frame.get("by", RUSSIA), one_of(frame.get("with"), PARTIES, "country")
    if country not in BORDERS.get(power, ()):
        raise Refused(
            f"{TITLES[power]} fights no border war with {TITLES[country]}",
            rule=BORDER_WAR.rule,
            allowed=list(BORDERS.get(power, ())),
        )
    if world[f"status.{country}"] == "conquered" and not frame.get("over"):
        raise Refused(f"{TITLES[country]} is conquered, and no party to a war", rule="DT-GEN-35")
    if holds(out_of_the_war(power), world):
        raise Refused(f"{TITLES[power]} is out of the war, and fights nobody", rule=FIGHTING)
    told: dict[str, Any] = {"power": power, "country": country, "state": "over" if frame.get("over") else "now"}
    return call("awaw.follows", then="awaw.tension.judge", deed=BORDER_WAR.name, **told)


@REPORTS.event(
    "failed-invasion",
    "awaw.failed-invasion",
    "A seaborne invasion by the Western Allies is thrown back, or the Axis have retaken all that it took",
    {"in": "the country or power that was invaded"},
    cite=INVASION.rule,
    words=Wording(
        (
            "a Western invasion of {in} is thrown back",
            "a Western invasion of {in} fails",
            "a Western invasion of {in} is repulsed",
        ),
        {"in": ONE_PARTY},
    ),
)
def failed_invasion(world: World, frame: Frame) -> Directive:
    place = one_of(frame.get("in"), PARTIES, "country or power")
    return call("awaw.follows", then="awaw.tension.judge", deed=INVASION.name, place=place)


@REPORTS.event(
    "armed-neutrality",
    "awaw.armed-neutrality",
    "A fully mobilized power says that it would rather not declare war on the Axis",
    {"power": "britain or france", "over": "yes if that is over"},
    cite="USAT-TIME-4",
    words=Wording(
        ("{power} would rather not declare war on the Axis", "{power} stay(s) in armed neutrality"),
        {"power": Name(NEUTRALS), "over": Phrase({True: ("until now", "which is over")}, unsaid=False)},
        adds=(", {over}",),
    ),
)
def armed_neutrality(world: World, frame: Frame) -> Directive:
    power = one_of(frame.get("power"), NEUTRALS, "power")
    return judged(world, [change(world, f"armed-neutral.{power}", not frame.get("over", False))])


@REPORTS.event(
    "volunteers-lost",
    "awaw.volunteers-lost",
    "Volunteers that a country has lent are lost",
    {"country": "the country", "units": "how many"},
    cite="PROC-20",
    words=Wording(
        ("{country} lose(s) {units} of the volunteers it has lent",), {"country": ONE_COUNTRY, "units": AMOUNT}
    ),
)
def volunteers_lost(world: World, frame: Frame) -> Directive:
    country, units = one_of(frame.get("country"), TARGETS, "country"), number_from(frame, "units")
    lost, lent = world[f"volunteers-lost.{country}"], world[f"volunteers.{country}"]
    if lost + units > lent:
        has = how_many(lent, "unit") if lent else "no units"
        raise Refused(f"it has lent {has}", rule="PROC-20", allowed=list(range(lent - lost + 1)))
    return done([change(world, f"volunteers-lost.{country}", lost + units)])


@REPORTS.event(
    "idle-factories",
    "awaw.idle-factories",
    "Russia leaves factories idle",
    {"ics": "how many from now on"},
    cite="RGT-STAT-10",
    words=Wording(("Russia leaves {ics} of its factories idle", "Russia leaves {ics} factories idle"), {"ics": AMOUNT}),
)
def idle_factories(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, "idle-ics", number_from(frame, "ics", 0))])
