"""A World at War as a book: its facts, its procedures and how its words are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from legation.books.awaw import campaign as campaigns
from legation.books.awaw import consequences, contents, gathering_storm, order_of_play, scores, tensions, turns
from legation.books.awaw.brps import by_result
from legation.books.awaw.brps.accounts import account
from legation.books.awaw.calendar import when
from legation.books.awaw.diplomacy import (
    announcements,
    beneficiary,
    phase,
    pledges,
    points,
    results,
    targets,
)
from legation.books.awaw.diplomacy.gates import Gate
from legation.books.awaw.diplomacy.phase import results_of
from legation.books.awaw.diplomacy.points import ALLOTMENTS
from legation.books.awaw.diplomacy.results import key_of
from legation.books.awaw.diplomacy.tables import COURTED, TABLES
from legation.books.awaw.gathering_storm import BEFORE_THE_GAME, BEFORE_THE_WAR, PRODUCED
from legation.books.awaw.here import at
from legation.books.awaw.minors.lands import TWINS
from legation.books.awaw.minors.schema import SITES
from legation.books.awaw.minors.standing import explain
from legation.books.awaw.powers import (
    AXIS,
    BRP_VALUES,
    CLASSIC,
    CURRENT_GS,
    DP_POWERS,
    EDITIONS,
    FACTIONS,
    HOME,
    JAPAN,
    LANDS,
    MEMBERS,
    NOBODY,
    POWERS,
    SEATS,
    SIDES,
    TARGETS,
    TITLES,
    faction_of,
)
from legation.books.awaw.reports import NICKNAMES
from legation.books.awaw.trials import TRIALS
from legation.books.awaw.views import VIEWS
from legation.books.awaw.vocabulary import FAMILIES, STATUSES, TRACKS, WORDS, war_key
from legation.books.awaw.war import aggression, milestones
from legation.core.abilities import (
    NOTHING,
    Allowance,
    AnswersQuestions,
    Chances,
    HasTables,
    KeepsMoney,
    LooksAhead,
    Prospect,
    ReckonsWorth,
    Remark,
    RunsCampaigns,
    Supposed,
    TellsOdds,
    Verdict,
)
from legation.core.book import Book, Event, Option, Procedure
from legation.core.campaign import Campaign
from legation.core.errors import NotFound
from legation.core.facts import Change, Flag, Schema, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame, Steps
from legation.core.policies import Policy
from legation.core.rules import Registry, Rule, laid_down, sets
from legation.core.span import MAYBE, exact
from legation.core.tables import NET, RollSheet
from legation.core.trace import Trace
from legation.core.turning import kept

__all__ = ["BOOK", "AWorldAtWar"]

INITIAL = Rule(
    "every country begins with a 3-4 in force",
    "DT-GEN-28",
    sets=tuple(sets(f"result.{country}", "3-4") for country in TARGETS),
)
NEUTRAL_IN_1939 = tuple(c for c in TARGETS if c not in (*targets.ABSENT_IN_CLASSIC, "ukraine", "vichy-france"))
NOBODY_ABROAD = Rule(
    "no foreign units stand in a neutral country as the campaign of 1939 begins",
    "DT-GEN-28",
    sets=(
        *(
            sets(f"factors.{faction}.{kind}.{country}", 0)
            for country in NEUTRAL_IN_1939
            for faction in FACTIONS
            for kind in ("ground-air", "naval")
        ),
        *(
            sets(f"supplied-through.{moment}.{country}", 0)
            for country in NEUTRAL_IN_1939
            for moment in ("initial", "post-combat")
        ),
        sets("axis-armor-in-finland", 0),
        sets("present.allied.ground.balkan-countries", False),
    ),
    again=True,
)
SELECTION = Option(
    "selection",
    "any-side",
    ("any-side", "per-side"),
    "whether a target can be selected once a year in all, or once by each side",
    cite="PROC-11",
)

THEATRE = Option(
    "theatre",
    "both",
    ("both", "europe"),
    "whether there is a war in the Pacific; without one the United States have more DPs from 1942 on",
    cite="DP-USA-2",
)


def _steps() -> Steps:
    steps = Steps()
    for part in (
        tensions.STEPS,
        consequences.STEPS,
        aggression.STEPS,
        milestones.STEPS,
        phase.STEPS,
        announcements.STEPS,
        turns.STEPS,
        gathering_storm.STEPS,
        *contents.STEPS,
    ):
        for name, step in part.by_name.items():
            steps.step(name, takes=part.takes.get(name))(step)
    return steps


def _registry() -> Registry:
    registry = Registry(Ledgers(("awaw-diplomacy", "awaw-minors"), Path(__file__).parent / "ledgers"))
    for power, allotment in ALLOTMENTS.items():
        registry.declare(TITLES[power], allotment)
    for base in dict.fromkeys(base for table in TABLES.values() for base in table.rests_on[:0:-1]):
        registry.declare(base.name, base)  # what several countries share is of none
    for country in COURTED:
        registry.declare(country.heading, country.declarations)
    for name, part in {
        **tensions.DECLARED,  # before the targets, which name some of their conditions
        "points": points.DECLARED,
        "awards": by_result.DECLARED,
        "targets": targets.DECLARED,
        "results": results.RULES,
        "benefit": beneficiary.DECLARED,
        "aggression": aggression.DECLARED,
        "pledges": pledges.DECLARED,
        "phases": phase.DECLARED,
        "turns": turns.DECLARED,
        **contents.DECLARED,
        "deeds": consequences.HEEDS,
        "set-up": (INITIAL, NOBODY_ABROAD),
    }.items():
        registry.declare(name, part)
    return registry


@kept
def _quiet(subject: str) -> tuple[tuple[str, Any], ...]:
    """What must be reported for a roll or an allotment, with nothing in it: no units, no factors, no levels."""
    if subject not in TABLES and subject not in ALLOTMENTS:
        raise NotFound("country or power", subject, (*TABLES, *ALLOTMENTS))
    schema = schema_of(EDITIONS[0])
    rows = TABLES[subject].effective if subject in TABLES else ALLOTMENTS[subject].rows
    reads = sorted({key for row in rows for expr in (row.when, row.value) for key in expr.reads()})
    board = [
        key
        for key in reads
        if key in BEFORE_THE_GAME or (f := schema.spec(key).family).stale_after is not None or f.name == "in-ethiopia"
    ]
    return tuple((key, False if isinstance(schema.spec(key).domain, Flag) else 0) for key in board)


def _keeper(home: str) -> str:
    """Who controls a place before anybody reports on it."""
    return JAPAN if home == JAPAN else faction_of(home) or NOBODY


@cache
def schema_of(edition: str) -> Schema:
    """All facts; a place that nobody has reported on is still its owner's."""
    defaults: dict[str, Any] = {f"control.{place}": _keeper(home) for place, home in HOME.items()}
    if edition == CURRENT_GS:  # how far Germany has come before the war, only the table knows
        defaults = {fact: value for fact, value in defaults.items() if fact not in BEFORE_THE_WAR}
    defaults |= {f"brp-value.{country}": value for country, value in BRP_VALUES.items()}
    defaults |= {f"pro-russian.{country}": False for country in TARGETS}  # set at the start, after a prequel
    defaults |= contents.defaults(edition)
    if edition in CLASSIC:  # the campaign of 1939 begins with the historical Pact line and war
        defaults |= tensions.HISTORICAL
        defaults |= tensions.NO_PREQUEL
        defaults |= dict.fromkeys(BEFORE_THE_WAR, AXIS)
        defaults |= {war_key("germany", other): True for other in ("poland", "britain", "france")}
    families = (*FAMILIES, *tensions.FAMILIES, *contents.FAMILIES, order_of_play.FAMILY, BOOK.option_family())
    defaults |= BOOK.option_defaults()
    asked = frozenset((*PRODUCED, *(BEFORE_THE_GAME if edition == CURRENT_GS else ())))
    return Schema(families, titles={**tensions.WORDS, **contents.WORDS, **WORDS}, defaults=defaults, asked=asked)


EDITION_SAYS: Mapping[str, str] = {
    "older": "the older edition of the rules",
    "current-classic": "the current edition with its Classic call-outs: no prequel was played",
    "current-gs": "the current edition after its prequels, Gathering Storm or Storm Over Asia",
}


class AWorldAtWar(Book, TellsOdds, LooksAhead, HasTables, AnswersQuestions, KeepsMoney, ReckonsWorth, RunsCampaigns):
    """The book `awaw`."""

    name = "awaw"
    title = "A World at War"
    version = "2"  # of the ledgers and what they are read as; a game keeps the one that it was begun with
    changes: Mapping[str, Sequence[str]] = {
        "0.1": (),
        "2": (
            "What was never counted is unknown, not none; it is asked for.",
            "What Russia demanded in Gathering Storm is asked for; whose targets are rolled for first, too (PROC-8).",
            "BRPs that are due are booked when the next turn begins (84.48).",
            "A British hex that the table told of is remembered (DP-GER-20).",
            "A pledge that is kept ends with the turn that its modifier speaks of (DT-FINLAND-M10).",
        ),
    }
    scenarios: Mapping[str, str] = {
        edition: f"Campaign from Fall 1939, {EDITION_SAYS[edition]}" for edition in EDITIONS
    }
    scenario_titles: Mapping[str, str] = {
        "older": "The older edition",
        "current-classic": "The current edition",
        "current-gs": "After the prequels",
    }
    seats: Sequence[str] = SEATS
    seat_titles: Mapping[str, str] = {seat: TITLES[seat] for seat in SEATS}
    steps = _steps()
    registry = _registry()
    procedures: Mapping[str, Procedure] = {
        **tensions.PROCEDURES,
        **turns.PROCEDURES,
        **phase.PROCEDURES,
        **gathering_storm.PROCEDURES,
        **contents.PROCEDURES,
    }
    nicknames = NICKNAMES
    example = "Germany declares war on Norway"
    events: Mapping[str, Event] = {
        **tensions.EVENTS,
        **aggression.EVENTS,
        **milestones.EVENTS,
        **contents.EVENTS,
    }
    options = (
        *(SELECTION, THEATRE, phase.PARTNERS, tensions.ANSWER_SUPPORT, order_of_play.ORDER_OF_PLAY),
        *contents.OPTIONS,
    )
    views = VIEWS
    trials = TRIALS
    need_cite = "PROC-16"
    prospects_say = scores.PROSPECT
    supposes: Mapping[str, str] = {
        "by": "whose roll it is: axis, western-allies or russia",
        "points": "the DPs of a power in the country",
        "kind": "named, or another kind of roll",
        "covert": "what a covert operation adds",
        "subversion": "what subversion adds",
        "pledge": "whether Germany counts on its coming war with Russia",
    }
    actions: Mapping[str, str] = {name: action.says for name, action in contents.DESK.actions.items()}
    limits: Mapping[str, str] = {name: room.says for name, room in contents.DESK.rooms.items()}
    topics: Mapping[str, str] = {name: topic.says for name, topic in contents.DESK.topics.items()}

    # -- the world
    def schema(self, scenario: str) -> Schema:
        return schema_of(self.check_scenario(scenario))

    def setup(self, scenario: str) -> list[Change]:
        year, season = when(1)
        begin: dict[str, Any] = {"turn": 1, "year": year, "season": season, "edition": scenario, "opening": True}
        if scenario == CURRENT_GS:
            begin["prequel.gathering-storm"] = True
        return [
            *(Change(fact, None, value, points.ALLOTTED) for fact, value in begin.items()),
            *laid_down(INITIAL),
            *(laid_down(NOBODY_ABROAD) if scenario in CLASSIC else ()),
            *tensions.setup(scenario),
        ]

    def start(self, scenario: str) -> tuple[Frame, ...]:
        before = (Frame("awaw.prequel"),) if scenario == CURRENT_GS else ()  # the last frame comes first
        return (Frame("awaw.new-allotment"), Frame("awaw.minors.open"), Frame("awaw.tension.open"), *before)

    # -- words
    def expand(self, key: str, value: Any, schema: Schema) -> dict[str, Any]:
        """Shorthands.

        `at-war.russia.germany` in either order; `status.spain: ally germany`; `factors.spain: 0` or `{axis: 5}`;
        `quiet: spain` (or a power with DPs): of all that only the board can tell, nothing bears on it; `quiet: year`
        says so of every power's DPs; `quiet: tensions` begins every track at 0.
        """
        head, *rest = key.split(".")
        if head == "quiet":
            if value == "tensions":
                return {f"starting-tension.{track}": 0 for track in TRACKS}
            subjects = list(ALLOTMENTS) if value == "year" else value if isinstance(value, list) else [value]
            return {fact: nothing for subject in subjects for fact, nothing in _quiet(subject)}
        if head == "at-war" and len(rest) == 2:
            return {war_key(*rest): value} if all(name in TITLES for name in rest) else {key: value}
        if head == "status" and isinstance(value, str) and " " in value:
            status, who = value.split(" ", 1)
            if status not in STATUSES:
                raise NotFound("status", status, STATUSES)
            return {key: status, f"beneficiary.{rest[0]}": who}
        if head == "factors" and len(rest) == 1:
            counts = value if isinstance(value, Mapping) else dict.fromkeys(FACTIONS, value)
            return {f"factors.{faction}.ground-air.{rest[0]}": counts.get(faction, 0) for faction in FACTIONS}
        return {key: value}

    def fits(self, world: World, event: str, told: Mapping[str, Any], detail: str, value: Any) -> bool:
        """Nobody declares war on himself, or where there is war already."""
        if event != "declaration" or detail != "on":
            return True
        return not any(value == power or world.get(war_key(power, value)) for power in told.get("by", ()))

    def ground(self, place: str) -> str:
        """A city belongs to its country, and one of a pair to the pair; a power's cities are places by themselves."""
        land = HOME[place] if HOME.get(place) in LANDS else place
        return TWINS.get(land, land)

    def subjects(self) -> Mapping[str, str]:
        return {
            **{country: TABLES[country].name for country in TABLES},
            **{power: TITLES[power] for power in ALLOTMENTS},
            **{slug: track.title for slug, track in tensions.TRACKS.items()},
        }

    def resolve(self, subject: str) -> str:
        titles = {**{land: TITLES[land] for land in LANDS}, **self.subjects()}
        known = {name.lower().removeprefix("the "): slug for slug, name in titles.items()}
        known |= {slug: slug for slug in titles}
        word = subject.lower().strip().removeprefix("the ")
        found = known.get(word) or known.get(word.replace(" ", "-"))
        if found is None:
            raise NotFound("country, power or track", subject, known)
        return found

    def phase(self, world: World, stack: Sequence[Frame]) -> str:
        if not stack:
            return "The game is over"
        step = stack[-1].step
        what = next((words for prefix, words in PHASES.items() if step.startswith(prefix)), "")
        season = f"{world['season'].title()} {world['year']}"
        return f"{season}: {what}" if what else season

    def confidants(self, world: World, seat: str) -> Sequence[str]:
        """Partners show each other their DPs, unless the group plays it otherwise."""
        faction = faction_of(seat) if seat in POWERS else None
        if faction is None or world.get(f"option.{phase.PARTNERS.name}") != phase.PARTNERS.default:
            return ()
        return [power for power in MEMBERS[faction] if power != seat]

    # -- answers
    def _look(self, world: World, country: str, how: Mapping[str, Any]) -> World:
        """The world as a supposed roll would see it."""
        how = dict(how)
        if how.get("by", AXIS) not in FACTIONS:
            raise NotFound("faction", how["by"], FACTIONS)
        dps = how.pop("points", {})
        seen = phase.look(world, country, **how)
        for power in dps:
            if power not in DP_POWERS:
                raise NotFound("power with DPs", power, DP_POWERS)
        return seen.scoped(**{f"dp.{power}.{country}": count for power, count in dps.items()})

    def tables(self) -> Sequence[str]:
        return tuple(TABLES)

    def sheet(self, world: World, name: str, how: Supposed = NOTHING) -> RollSheet:
        """The modifiers for a country."""
        return phase.sheet_for(self._look(world, name, how), name)

    def explain(self, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        if subject in ALLOTMENTS:
            return [ALLOTMENTS[subject].trace(world)]
        if subject in tensions.TRACKS:
            return tensions.explain(tensions.TRACKS[subject], world)
        if subject not in TABLES:
            return [explain(world, subject)]
        seen = self._look(world, subject, how)
        sheet = phase.sheet_for(seen, subject)
        net: Any = 0
        for line in sheet.lines:
            net = net + line.amount if line.modifier.stage != sheet.table.looks_back else net
        gates = tuple(self._gate(seen, gate) for gate in at(subject, targets.GATES[subject]))
        shut, sure = any(gate.applied for gate in gates), all(exact(gate.value) for gate in gates)
        may = Trace(f"{TITLES[subject]} may be named", not shut if shut or sure else MAYBE, gates)
        return [sheet.trace(seen.scoped(**{NET: net})), may]

    @staticmethod
    def _gate(seen: World, gate: Gate) -> Trace:
        """A limit with what waives it; it applies if nothing does."""
        seen = seen.scoped(**{"roll.named": 0})
        value = gate.limit.when.value(seen)
        waivers = tuple(
            Trace(p.label, (v := p.when.value(seen)), (p.when.trace(seen),), (), p.cite, v is True)
            for p in gate.waived_by
        )
        shut = value is True and not any(waiver.applied for waiver in waivers)
        return Trace(gate.limit.label, value, (gate.limit.when.trace(seen), *waivers), (), gate.limit.cite, shut)

    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        """The chances of each result, by who makes the roll; the points `{"germany": 4}` suppose DPs."""
        if subject in tensions.TRACKS:
            return tensions.odds(self, tensions.TRACKS[subject], world)
        if subject not in TABLES:
            return {}
        table = TABLES[subject]
        rollers = [how["by"]] if "by" in how else list(FACTIONS)
        found: Chances = {}
        for faction in rollers:
            seen = self._look(world, subject, {**how, "by": faction})
            chances = table.odds(seen)
            found[f"roll by {TITLES[faction]}"] = {
                key_of(b): chances[b.title] for b in table.bands if b.title in chances
            }
        return found

    def outcomes(self, subject: str) -> Mapping[str, str]:
        """By the names that facts have for them, and by those that a die is announced with."""
        bands = TABLES[subject].bands if subject in TABLES else ()
        return results_of(subject) | {band.title: band.label for band in bands}

    def quiet(self, subject: str) -> dict[str, Any]:
        return dict(_quiet(subject)) if subject in TABLES or subject in ALLOTMENTS else {}

    def one_more(self, world: World, subject: str, how: Supposed = NOTHING) -> dict[str, Chances]:
        """One more DP for either side; who of a side places it makes no difference to the sum."""
        if subject not in TABLES:
            return {}
        supposed = dict(how.get("points", {}))
        found = {}
        for side in SIDES:
            power = next((p for p in MEMBERS[side] if p in supposed), MEMBERS[side][0])
            dps: int = supposed.get(power, world.get(f"dp.{power}.{subject}")) or 0
            points = {**supposed, power: dps + 1}
            found[f"one more DP of {TITLES[side]}"] = self.odds(world, subject, {**how, "points": points})
        return found

    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        quiet = _quiet(subject) if subject in TABLES else ()
        return scores.prospect(world, seat, subject, points, dict(quiet))

    def rationed(self, world: World, seat: str) -> tuple[frozenset[str], int]:
        return scores.rationed(world, seat)

    def priced(self, worth: str) -> str:
        return f"{worth} BRP" if worth == "1" else f"{worth} BRPs"

    def historical_side(self, seat: str) -> frozenset[str]:
        return frozenset(place for place, seats in scores.HISTORY.items() if seat in seats)

    def success(self, by: str, cause: Mapping[str, Any]) -> tuple[Fraction, bool] | None:
        return scores.success(by, cause)

    def score(self, world: World) -> Mapping[str, int]:
        return scores.score(world)

    def forecast(self, world: World, subject: str, turns: int, how: Supposed = NOTHING) -> list[dict[str, Fraction]]:
        """Where a tension track goes on the present course."""
        if subject not in tensions.TRACKS:
            raise NotFound("track", subject, tensions.TRACKS)
        return tensions.chances(self, tensions.TRACKS[subject], world, turns)

    def campaign(self, scenario: str, rounds: int, options: Mapping[str, str] | None = None) -> Campaign:
        told = [change.fact for change in self.setup(scenario)]
        return campaigns.campaign(self.schema(scenario), told, rounds)

    def policies(self) -> Mapping[str, Policy]:
        return campaigns.POLICIES

    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        """Whether a power or country may do something at a place, with units or deeds of a kind, or so many."""
        how: dict[str, Any] = {} if with_ is None else {"number" if isinstance(with_, int) else "with": with_}
        return contents.DESK.may(world, action, **{"by": nation, "in": place, **how})

    def allowances(
        self,
        world: World,
        place: str,
        limit: str | None = None,
        nation: str | None = None,
        with_: str | int | None = None,
    ) -> list[Allowance]:
        return contents.DESK.allowances(world, self._site(place), limit, nation, with_)

    def tell(self, world: World, place: str, topic: str | None = None, nation: str | None = None) -> list[Remark]:
        return contents.DESK.tell(world, self._site(place), topic, nation)

    def _site(self, place: str) -> str:
        """A place of the board, or a country by its name."""
        return place if place in SITES else self.resolve(place)

    def accounts(self, world: World, seat: str) -> list[Trace]:
        """The BRPs that a power draws from minor countries and colonies."""
        return [account(world, seat)] if seat in POWERS else []

    def rules_of(self, subject: str) -> list[str]:
        chapters = (TITLES.get(subject, subject), f"minor countries: {subject.replace('-', '_')}")
        return [declared.cite for declared in self.registry.declared.values() if declared.chapter in chapters]


PHASES = {
    "awaw.year": "year start",
    "awaw.place": "diplomatic points",
    "awaw.name": "naming of diplomatic targets",
    "awaw.tension.remind": "DPs in the United States",
    "awaw.subver": "subversion",
    "awaw.operat": "covert operations",
    "awaw.answers": "counter-intelligence",
    "awaw.pledges": "a war to be declared",
    "awaw.new-forces": "forces of new allies and associates",
    "awaw.axis-declare": "Axis declarations of war",
    "awaw.allied-declare": "Allied declarations of war",
    "awaw.axis-board": "Axis player turn",
    "awaw.axis-plays": "Axis player turn",
    "awaw.allied-board": "Allied player turn",
    "awaw.tension": "tensions",
    "awaw": "diplomatic phase",
}

BOOK = AWorldAtWar()
