"""The War Game as a book: its schema, set-up, procedures, events, and what it can tell about a country."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from legation.books.twg import campaign as campaigns
from legation.books.twg import chart, consequences, nation_turns, opening, powers
from legation.books.twg import turn as phases
from legation.books.twg.chart import Colony, Half, Neutral, forces
from legation.books.twg.charts import home_of, neutrals, printed_values
from legation.books.twg.diplomacy import affiliations, influence, navy, rights, unrest
from legation.books.twg.diplomacy.affiliations import may
from legation.books.twg.map import own_names as parts
from legation.books.twg.map.geography import geography, reference_map, slug
from legation.books.twg.map.own_board import REFERENCE, board_of, schema_on
from legation.books.twg.money import commerce, income, lend_lease, purses, spending
from legation.books.twg.money import influence_money as money
from legation.books.twg.odds import outlook
from legation.books.twg.powers import ALL, ALLIES, FRANCE, GERMANY, TITLES
from legation.books.twg.schema import ARMY, CLASSES, LAND, families
from legation.books.twg.spoken_names import NICKNAMES
from legation.books.twg.steps import steps
from legation.books.twg.trials import TRIALS
from legation.books.twg.views import TOWARDS, VIEWS
from legation.books.twg.views import rule_pages as pages
from legation.books.twg.views.accounts import ledger_page
from legation.books.twg.views.turn_sheet import turn_sheet
from legation.books.twg.vocabulary import ATTACK_ENDS_UNREST, COUNT_AIRCRAFT, government
from legation.books.twg.war import (
    aggression,
    attacks,
    china,
    isolation,
    movement,
    pact,
    reactions,
    rights_of_war,
    sea_attacks,
    units,
    vichy,
    vichy_conflicts,
    war_status,
)
from legation.core.abilities import (
    NOTHING,
    AnswersQuestions,
    Chances,
    Duelling,
    KeepsMoney,
    LooksAhead,
    OwnMaps,
    PrintsTurnSheet,
    Prospect,
    ReckonsWorth,
    Remark,
    RunsCampaigns,
    Supposed,
    TellsOdds,
    Verdict,
    WritesRulePages,
)
from legation.core.book import Book, Event, Option, Procedure
from legation.core.campaign import Campaign
from legation.core.errors import NotFound
from legation.core.expr import amount
from legation.core.facts import Change, Count, Schema, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame, Later, legal_answers
from legation.core.odds import chain
from legation.core.policies import Policy
from legation.core.requests import Question
from legation.core.rules import Datum, Registry, Rule, laid_down, sets
from legation.core.span import highest
from legation.core.sweeps import Whenever
from legation.core.trace import Trace
from legation.core.voice import face

__all__ = ["BOOK", "TheWarGame"]

MONEY_OF_1939 = (commerce, spending, lend_lease, income, nation_turns, opening)
WAR_OF_1939 = (war_status, aggression, sea_attacks, pact, vichy, isolation)
BEGINS_IN_1942 = Datum(
    "a 1942 game begins on turn 6, with the alliances that charts mark for 1942", cite="DG-SET-1", value=6
)
HELD_IN_1942 = Rule(
    "in 1942 Germany holds France, or Portugal could not begin Neutral",
    cite="DG-SET-1",
    sets=(sets("holder.france", GERMANY),),
    again=True,
)
OWN_MAP = "DG-OCC-10"  # what is adjacent is read off the map in use
MARKERS = {
    scenario: Rule(
        "each country begins with the alliance that its chart prints",
        cite="DG-SET-2",
        sets=(sets("scenario", scenario),),
        again=True,
    )
    for scenario in ("1939", "1942")
}
FORCES = {
    "1939": Rule(
        "in 1939 the charts and the set-up chart of 1939 place the neutral armies",
        cite="DG-SET-3",
        sets=(sets("forces-chart", "1939"),),
    ),
    "1942": Rule(
        "in 1942 the set-up chart of 1942 places them; land under Total Control has none",
        cite="DG-SET-4",
        sets=(sets("forces-chart", "1942"),),
    ),
}
NAMES = {
    **{t.lower(): n for n, t in TITLES.items()},
    "u.s.s.r.": "ussr",
    "u.k.": "uk",
    "u.s.a.": "usa",
    "britain": "uk",
}


class TheWarGame(
    Book,
    TellsOdds,
    LooksAhead,
    AnswersQuestions,
    KeepsMoney,
    OwnMaps,
    PrintsTurnSheet,
    WritesRulePages,
    ReckonsWorth,
    RunsCampaigns,
):
    """The Diplomat's Guide, in both scenarios."""

    name = "twg"
    title = "The War Game: World War II"
    version = "2"  # of the ledgers and what they are read as; a game keeps the one that it was begun with
    changes: Mapping[str, Sequence[str]] = {
        "1": (),
        "2": (
            "New units are placed only where their nation may build (DG-AFF-17).",
            "Who has conquered stands there, also if no unit was told (DG-OCC-11).",
            "No Axis nation attacks what an Axis nation holds (DG-WAR-2).",
            "The threat to Norway is asked for in Part I (DG-OCC-7).",
            "Portugal stays Neutral where DG-POR-O1 says so.",
        ),
    }
    scenarios: Mapping[str, str] = {"1939": "from July 1939", "1942": "from January 1942"}
    seats: Sequence[str] = ALL
    seat_titles = TITLES
    steps = steps
    views = VIEWS
    need_held = frozenset({"influence", "reaction"})
    need_cite = "DG-OCC-9"
    supposes: Mapping[str, str] = {
        "by": "who alone tries to influence it",
        "money": "with how many dollars",
        "counter": "and how many are spent against it",
    }
    prospects_say = "the chance of a success, times the land value of the country"
    options = (
        Option(
            "hungary-tie",
            "nothing",
            ("nothing", "ussr", "uk"),
            "equal dice of the USSR and the U.K. for Hungary",
            "DG-HUN-U4",
        ),
        Option("iran-rail", "no", ("no", "yes"), "a British garrison opens the railways of Iran", "DG-IRN-O3"),
        Option(
            "usa-may-liberate-ecuador", "no", ("no", "yes"), "the U.S.A. may attack a Peruvian Ecuador", "DG-ECU-U3"
        ),
        *sea_attacks.OPTIONS,
        *vichy_conflicts.OPTIONS,
        Option(
            COUNT_AIRCRAFT,
            "no",
            ("no", "yes"),
            "aircraft count in a neutral army and in a Japanese force, at the strength that the group gives them",
            "DG-OCC-5",
        ),
        Option(
            ATTACK_ENDS_UNREST,
            "no",
            ("no", "yes"),
            "a country that has been attacked is rolled for and courted no more",
            "DG-ATK-11",
        ),
        Option(
            rights_of_war.ANY_NEUTRAL,
            "no",
            ("no", "yes"),
            "the USSR may attack neutrals that its allies control",
            "DG-WAR-4",
        ),
        Option(
            "rules-1939",
            "no",
            ("no", "yes"),
            "the 1939 rules: Military Commerce, income and money, war status, the fall of France",
            "R39-GEN-USE-DG",
            asked_in=("1939",),
        ),
    )
    procedures: Mapping[str, Procedure] = {
        **war_status.PROCEDURES,
        **china.PROCEDURES,
        **pact.PROCEDURES,
        **vichy.PROCEDURES,
        **vichy_conflicts.PROCEDURES,
        **isolation.PROCEDURES,
        "turn": Procedure("twg.turn", "a whole game turn", {"only": "the countries it is limited to"}),
        "nations": Procedure("twg.turn.nations", "the nations' turns at the table, and then the next game turn"),
        "unrest": Procedure("twg.unrest", "Part I of the Diplomatic Phase", {"only": "the countries it is limited to"}),
        "influence": Procedure(
            "twg.influence", "Part II", {"who": "one nation", "only": "the countries it is limited to"}
        ),
        "roll-for": Procedure("twg.unrest.country", "the unrest rolls of one country", {"country": "the country"}),
        "attempt": Procedure(
            "twg.influence.country",
            "one nation's attempt on one country",
            {"nation": "who tries", "country": "the country"},
        ),
        "may": Procedure(
            "twg.may",
            "a question of the table: is this allowed?",
            {
                "nation": "who asks",
                "action": "what it wants to do",
                "place": f"where: a territory, or at sea {', '.join(isolation.SEAS)}",
                "with": "by which means, with how much, against which attacker (decide) or influencer (counter), or on"
                " which kind of roll (pay: unrest or influence)",
            },
        ),
        "commerce": Procedure("twg.commerce", "Military Commerce", {"who": "one nation"}),
        "collect": Procedure("twg.income", "Collect Income of one nation", {"nation": "the nation"}),
        "nation-turn": Procedure("twg.nation-turn", "the turn of one nation", {"nation": "the nation"}),
        "give-back": Procedure(
            "twg.lend.return", "the USSR returns Lend/Lease after an attack", {"unprovoked": "whether it was that"}
        ),
        "battles": Procedure(
            "twg.battles", "the battles that charts order", {"only": "the countries it is limited to"}
        ),
    }
    nicknames = NICKNAMES
    example = "Germany attacks Denmark with 4 infantry and takes it"
    events: Mapping[str, Event] = {
        **attacks.EVENTS,
        **sea_attacks.EVENTS,
        **movement.EVENTS,
        **spending.EVENTS,
        **lend_lease.EVENTS,
    }
    actions: Mapping[str, str] = {name: says.format("a place") for name, says in affiliations.ACTIONS.items()}
    trials = TRIALS

    # -- the world
    @cache  # noqa: B019 - one book, three schemas
    def schema(self, scenario: str) -> Schema:
        names = {k: geography().name(k) for k in (*geography().places, *geography().nations)} | TITLES
        defaults: dict[str, Any] = {
            f"holder.{k}": slug(p.original_owner) for k, p in geography().places.items() if not p.neutral
        }
        defaults |= {f"border.{a}.{b}": True for a, b in geography().borders}
        defaults[f"option.{COUNT_AIRCRAFT}"] = "no"  # in games of the time before there was such an option
        governments = tuple(dict.fromkeys(g for n in neutrals() for g in n.governments))
        titles = {g: government(g) for g in governments} | names
        titles |= {b.name: n.bind(b.label) for n in neutrals() for b in n.battles}
        ordered = tuple(b.name for n in neutrals() for b in n.battles)
        # what a chart counts for itself is bookkeeping; what it holds true is news
        own = (replace(f, quiet=isinstance(f.domain, Count)) for n in neutrals() for f in n.remembers)
        in_1939 = (f for facts in (purses.FAMILIES, *(m.FACTS for m in WAR_OF_1939)) for f in facts)
        all_ = (*families(governments, ordered), *in_1939, *own, self.option_family())
        return Schema(all_, "turn", titles, defaults)

    def schema_of(self, scenario: str, options: Mapping[str, str]) -> Schema:
        return self._schema_on(scenario, options["map"]) if options.get("map") else self.schema(scenario)

    @cache  # noqa: B019 - one book, and few boards
    def _schema_on(self, scenario: str, map_: str) -> Schema:
        return schema_on(board_of(map_), self.schema(scenario))

    def option_changes(self, chosen: Mapping[str, str], without: Collection[str] = ()) -> list[Change]:
        return super().option_changes({name: value for name, value in chosen.items() if name != "map"}, without)

    def board_changes(self, chosen: Mapping[str, str]) -> list[Change]:
        """What a group's own map (the option `map`, the text of its file) has otherwise than the reference map."""
        board = board_of(chosen["map"], printed_values()) if chosen.get("map") else REFERENCE
        return [Change(fact, None, value, OWN_MAP) for fact, value in board.facts.items()]

    @cached_property
    def registry(self) -> Registry:  # type: ignore[override]
        ledgers = ("twg-diplomats-guide-1", "twg-diplomats-guide-2", "twg-1939")
        registry = Registry(Ledgers(ledgers, self.folder / "ledgers"))
        registry.declare("chart", chart.RULES)  # before the charts, which are full of them
        for neutral in neutrals():
            registry.declare(neutral.name, neutral)
            follow = [neutral.free_to_follow(colony) for colony in neutral.colonies]
            ordered = [battle for battle in neutral.battles if battle.order is None]
            over = [battle.is_over(end) for battle in ordered for end in ("", *battle.outcomes)]
            registry.declare("chart", neutral.share_rules(), follow, over)
        of_attacks = (reactions, attacks, units, navy, rights_of_war)
        of_the_guide = (powers, unrest, rights, influence, money, *of_attacks, affiliations, phases)
        for module in (*of_the_guide, china, vichy_conflicts, *MONEY_OF_1939, *WAR_OF_1939):
            registry.declare(module.__name__.rsplit(".", 1)[1], getattr(module, "RULES", ()))
        registry.declare("deeds", consequences.HEEDS, vichy.ROLLED, isolation.BACK, china.NO_GATE)
        registry.declare("setup", BEGINS_IN_1942, HELD_IN_1942, MARKERS, FORCES)
        return registry

    def sweeps(self) -> tuple[Whenever, ...]:
        return (unrest.all_conditions(),)

    def setup(self, scenario: str) -> list[Change]:
        first = Change("turn", None, 1, phases.BEFORE_PLAYERS.cite)
        if scenario == "1942":
            first = Change("turn", None, BEGINS_IN_1942.value, BEGINS_IN_1942.cite)
        found = [first, *laid_down(MARKERS[scenario]), *laid_down(FORCES[scenario])]
        if scenario == "1942":
            found += [Change(f"war-status.{n}", "peace", "full", "DG-PH-6") for n in ALLIES]
            found += laid_down(HELD_IN_1942, FRANCE)
        else:
            found += opening.changes(first.new)
        for kind, strength in STRENGTHS.value.items():
            found.append(Change(f"strength.{kind}", None, strength, STRENGTHS.cite))
        for neutral in neutrals():
            found += self._setup(neutral, scenario)
        return found

    def _setup(self, neutral: Neutral, scenario: str) -> list[Change]:
        found = []
        for land in neutral.halves or (neutral,):
            found.append(Change(f"value.{land.slug}", None, land.value, land.cite))
            army = land.army.get(scenario, {})
            found += [Change(f"army.{land.slug}.{k}", 0, n, land.cite) for k, n in army.items()]
        members: tuple[Neutral | Half | Colony, ...] = (neutral, *neutral.halves, *neutral.colonies)
        for member in members:
            start = (neutral if isinstance(member, Half) else member).start[scenario]
            if isinstance(member, Colony):
                if member.worth is not None:
                    found.append(Change(f"value.{member.slug}", None, member.worth, member.cite))
                own = start.to.cls != "total"  # land that begins under Total Control has no army of its own
                army = member.army if member.army and own else forces(infantry=0)
                found += [Change(f"army.{member.slug}.{k}", 0, n, member.cite) for k, n in army.items()]
            for nation in ALL:  # Neutral is a class too, and somebody's rule
                cls = start.stance.cls if nation in start.stance.nations else "neutral"
                found.append(Change(f"stance.{member.slug}.{nation}", "neutral", cls, start.cite))
            held = "setup" if start.stance.cls == "total" else "none"
            found.append(Change(f"control.{member.slug}", "none", held, start.cite))
            if start.as_original != "none":
                found.append(Change(f"as-original.{member.slug}", "none", start.as_original, start.cite))
            if start.government != "none" and member is neutral:
                found.append(Change(f"government.{member.slug}", "none", start.government, start.cite))
        return found

    def start(self, scenario: str) -> tuple[Frame, ...]:
        return (Frame("twg.turn"),)

    # -- words
    def expand(self, key: str, value: Any, schema: Schema) -> dict[str, Any]:
        """Shorthands: `stance.spain: sworn uk`, `occupied.spain: germany` (one infantry each), `army.spain: {…}`."""
        head, *rest = key.split(".")
        if head == "stance" and len(rest) == 1:
            words = str(value).split()
            cls, nations = words[0], words[1:]
            if cls not in CLASSES:
                raise NotFound("class", cls, CLASSES)
            return {f"stance.{rest[0]}.{n}": cls if n in nations else "neutral" for n in ALL}
        if head == "occupied" and len(rest) == 1:
            who = value if isinstance(value, list) else [value] if value else []
            return {f"units.{rest[0]}.{n}.infantry": 1 if n in who else 0 for n in ALL}
        if head == "units" and len(rest) == 2 and isinstance(value, Mapping):
            return {f"{key}.{kind}": value.get(kind, 0) for kind in LAND}
        if head == "army" and len(rest) == 1 and isinstance(value, Mapping):
            return {f"{key}.{kind}": value.get(kind, 0) for kind in ARMY}
        return {key: value}

    def told(self, world: World, facts: Mapping[str, Any]) -> dict[str, Any]:
        return parts.told(world, units.one_by_one(world, facts))

    def located(self, world: World, details: Mapping[str, Any]) -> tuple[dict[str, Any], list[Change]]:
        return parts.located(world, details)

    def ground(self, place: str) -> str:
        return slug(place)

    def fits(self, world: World, event: str, told: Mapping[str, Any], detail: str, value: Any) -> bool:
        return movement.fits(world, event, told, detail, value)

    def subjects(self) -> Mapping[str, str]:
        return self._subjects

    @cached_property
    def _subjects(self) -> Mapping[str, str]:
        return {k: geography().name(k) for n in neutrals() for k in n.members}

    def resolve(self, subject: str) -> str:
        found = slug(subject)
        if found not in self.subjects():
            raise NotFound("country", subject, self.subjects().values())
        return found

    def phase(self, world: World, stack: Sequence[Frame]) -> str:
        turn = f"Turn {world.get('turn')}"
        if not stack:
            return f"{turn}, the game is over"
        steps_now = [f.step for f in stack]
        groups = [f.vars["group"] for f in stack if f.step.startswith("twg.nations.") and "group" in f.vars]
        if groups and not any(s.startswith("twg.attack") for s in steps_now):
            return f"{turn}, the turn of {' and '.join(TITLES[n] for n in groups[-1])}"
        for mark, words in PHASES.items():
            if any(s.startswith(mark) for s in steps_now[1:] or steps_now):
                return f"{turn}, {words}"
        return turn

    # -- answers
    def explain(self, world: World, subject: str, how: Supposed = NOTHING) -> list[Trace]:
        """What could change the country now: conditions, unrest rolls, influence rights."""
        neutral = home_of()[subject]
        begins = [*map(neutral.bind, (*neutral.each_turn, *neutral.as_turn_begins)), *neutral.set_back_by_pauses()]
        found = [rule.trace(world) for rule in (*begins, *neutral.whenever) if hasattr(rule, "trace")]
        for roll in neutral.rolls_due:
            value = roll.when.value(world)
            found.append(
                Trace(
                    face(f"[a roll is due|no roll is due]: {roll.label}", value),
                    value,
                    (roll.when.trace(world),),
                    rule=roll.cite,
                    applied=value is True,
                )
            )
        for nation, right in neutral.rights:
            condition = rights.open_now(neutral, nation, right)
            value = condition.value(world)
            number = rights.trace_of(world, neutral, nation, right, how.get("money", 0), how.get("counter", 0))
            label = face(f"{TITLES[nation]} may [try|not try now]: {right.label}", value)
            found.append(Trace(label, value, (condition.trace(world), number), rule=right.cite, applied=value is True))
        return found

    def odds(self, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
        """The chance of each roll that is due, and of each influence attempt with as many dollars as are allowed.

        What hangs on facts that nobody has reported is left out; `unreported` names it.
        """
        return outlook(world, subject)[0]

    def unreported(self, world: World, subject: str) -> dict[str, list[str]]:
        return outlook(world, subject)[1]

    def remarks(self, world: World, facts: Mapping[str, Any]) -> list[Remark]:
        return movement.remarks(world, facts)

    def board_sheet(self, text: bytes) -> dict[str, Any]:
        return dict(board_of(text, printed_values()).facts)

    def board_words(self, text: bytes) -> list[str]:
        return board_of(text, printed_values()).words

    def board_text(self, options: Mapping[str, str]) -> str:
        return options.get("map") or reference_map()

    def adjacent(self, world: World, place: str) -> Trace:
        return parts.adjacent(world, place)

    def turn_sheet(self, world: World, seat: str | None = None, rolled: Collection[str] = ()) -> dict[str, list[str]]:
        return turn_sheet(world, seat, rolled)

    def page(self, subject: str) -> str:
        return pages.page(home_of()[subject], self.registry)

    def pages(self) -> dict[str, str]:
        found = {f"{n.slug}.md": pages.page(n, self.registry) for n in neutrals()}
        return {"README.md": pages.index(neutrals()), **found}

    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        """Whether a nation may do this to, in or with a country, and by which rule."""
        there = parts.in_the_rules(world.schema, place)
        return may(parts.asked_of(world, place), NAMES.get(nation, nation), action, there, with_)

    def money_page(self, world: World, seat: str) -> Trace:
        return ledger_page(world, seat)

    def accounts(self, world: World, seat: str) -> list[Trace]:
        """What is left of the tenth, what the nation can promise, what it may spend, and what war it may declare."""
        if seat not in ALL:
            return []
        parts = (money.TENTHS, money.PURSES, money.LEFT)
        declarations = war_status.outlook(world, seat)
        return [*(part[seat].trace(world) for part in parts), *(number.trace(world) for _, number in declarations)]

    def campaign(self, scenario: str, rounds: int, options: Mapping[str, str] | None = None) -> Campaign:
        chosen = options or {}
        told = (change.fact for change in (*self.setup(scenario), *self.board_changes(chosen)))
        return campaigns.campaign(self.schema_of(scenario, chosen), told, rounds, chosen)

    def duel(self, world: World, frame: Frame) -> Duelling | None:
        return influence.at_stake(world, frame) if frame.step == "twg.influence.bid" else None

    def contests(self, world: World, seat: str) -> Mapping[str, Duelling]:
        return influence.contests(world, seat)

    def purse(self, world: World, seat: str) -> int:
        most: int = highest(world.weigh(money.LEFT[seat]))
        return max(0, most)

    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        return influence.prospect(world, seat, subject, points or 0)

    def priced(self, worth: str) -> str:
        return f"${worth}"

    def historical_side(self, seat: str) -> frozenset[str]:
        return frozenset(place for place, seats in campaigns.HISTORY.items() if seat in seats)

    def score(self, world: World) -> Mapping[str, int]:
        return {nation: amount(campaigns.WON[nation], world) for nation in ALL}

    def policies(self) -> Mapping[str, Policy]:
        return campaigns.POLICIES

    def forecast(self, world: World, subject: str, turns: int, how: Supposed = NOTHING) -> list[dict[str, Fraction]]:
        """Where the country will stand if `by` alone tries to influence it each turn, with `money` dollars."""
        neutral, by, money = home_of()[subject], how.get("by"), how.get("money", 0)

        def answers(step: str, asked: Question | Later, now: World) -> Any:
            if step == "twg.influence.nation" and asked.seat != by:
                return "pass"
            legal = legal_answers(asked)
            if asked.kind == "amount":
                return min(legal, key=lambda n: abs(n - money))
            if step == "twg.influence.money":
                wanted = "money" if money else "nothing"
                return wanted if wanted in legal else legal[0]
            return legal[0] if asked.seat == by or asked.kind == "choose" else legal[-1]

        def outcome(now: World) -> str:
            classes = {nation: str(now.get(f"stance.{subject}.{nation}")) for nation in ALL}
            stances = [f"{TOWARDS[cls]} {TITLES[nation]}" for nation, cls in classes.items() if cls != "neutral"]
            rules = str(now.get(f"government.{neutral.slug}"))
            return "; ".join(stances or ["Neutral"]) + (f" ({now.schema.title(rules)})" if rules != "none" else "")

        return chain(self, world, (Frame("twg.country", {"country": neutral.slug}),), turns, answers, outcome)

    def rules_of(self, subject: str) -> list[str]:
        return pages.ids_of(home_of()[subject], self.registry)


PHASES = {
    "twg.commerce": "Military Commerce",
    "twg.unrest": "political unrest",
    "twg.influence": "influence",
    "twg.battles": "battles that charts order",
    "twg.attack": "an attack",
    "twg.turn.board": "looking over the board",
    "twg.war": "declarations of war",
    "twg.income": "Collect Income",
    "twg.nations": "the nations' turns",
    "twg.turn.nations": "the nations' turns",
}
STRENGTHS = phases.STRENGTHS
BOOK = TheWarGame()
