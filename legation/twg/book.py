"""The War Game as a book: its schema, set-up, procedures, events, and what it can tell about a country."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from legation.core.book import Book, Event, Option, Procedure
from legation.core.errors import NotFound, Unknown
from legation.core.expr import amount, holds
from legation.core.facts import Change, Schema, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame
from legation.core.odds import chain
from legation.core.requests import Question
from legation.core.rules import Note, Registry
from legation.core.trace import Trace
from legation.twg import affiliations, battles, chart, commerce, funds, influence, money, navy, phases, powers, unrest
from legation.twg import war
from legation.twg.affiliations import Verdict, may
from legation.twg.chart import Colony, Half, Neutral, chance, forces
from legation.twg.facts import ARMY, CLASSES, LAND, families
from legation.twg.geography import geography, slug
from legation.twg.neutrals import home_of, neutral_by_slug, neutrals
from legation.twg.powers import ALL, ALLIES, TITLES
from legation.twg.steps import steps

__all__ = ["BOOK", "TheWarGame"]

FIRST_TURN = {"1939": 1, "1942": 6}
BEGINS = {
    "1939": phases.BEFORE_PLAYERS,
    "1942": Note("a 1942 game begins on turn 6, with the alliances that charts mark for 1942", cite="DG-SET-1"),
}
MARKERS = Note("each country begins with the alliance that its chart prints", cite="DG-SET-2")
FORCES = {
    "1939": Note("in 1939 the charts and the set-up chart of 1939 place the neutral armies", cite="DG-SET-3"),
    "1942": Note("in 1942 the set-up chart of 1942 places them; land under Total Control has none", cite="DG-SET-4"),
}
NAMES = {
    **{t.lower(): n for n, t in TITLES.items()},
    "u.s.s.r.": "ussr",
    "u.k.": "uk",
    "u.s.a.": "usa",
    "britain": "uk",
}


class TheWarGame(Book):
    """The Diplomat's Guide, in both scenarios."""

    name = "twg"
    title = "The War Game: World War II"
    version = "1"
    scenarios: Mapping[str, str] = {"1939": "from July 1939", "1942": "from January 1942"}
    seats: Sequence[str] = ALL
    seat_titles = TITLES
    steps = steps
    need_cite = "DG-OCC-9"
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
        Option(
            war.ANY_NEUTRAL, "no", ("no", "yes"), "the USSR may attack neutrals that its allies control", "DG-WAR-4"
        ),
        Option("rules-1939", "no", ("no", "yes"), "the 1939 rules: commerce, war status, income", "R39-GEN-USE-DG"),
    )
    procedures: Mapping[str, Procedure] = {
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
                "place": "where",
                "with": "by which means, with how much, or against which attacker (decide) or influencer (counter)",
            },
        ),
        "commerce": Procedure("twg.commerce", "Military Commerce", {"who": "one nation"}),
        "battles": Procedure(
            "twg.battles", "the battles that charts order", {"only": "the countries it is limited to"}
        ),
    }
    events: Mapping[str, Event] = {
        "attack": Event(
            "twg.attack",
            "A nation attacks a territory; report it when the attack dice are rolled.",
            {
                "attacker": "the nation",
                "target": "the territory",
                "joined": "nations that attack with it",
                "outcome": "repelled or conquered, or called-off before the dice; asked for if left out",
                "ship": "what became of a neutral ship: afloat, sunk or retreated; asked for with the outcome",
                "retreat": "where units of the defending army retreated to, if any did",
            },
            "DG-ATK-2",
        ),
    }

    # -- the world
    @cache  # noqa: B019 - one book, three schemas
    def schema(self, scenario: str) -> Schema:
        titles = {k: geography().name(k) for k in (*geography().places, *geography().nations)} | TITLES
        defaults: dict[str, Any] = {
            f"holder.{k}": slug(p.original_owner) for k, p in geography().places.items() if not p.neutral
        }
        defaults |= {f"border.{a}.{b}": True for a, b in geography().borders}
        governments = tuple(dict.fromkeys(g for n in neutrals() for g in n.governments))
        ordered = tuple(b.name for n in neutrals() for b in n.battles)
        own = (family for n in neutrals() for family in n.remembers)
        return Schema((*families(governments, ordered), *funds.FAMILIES, *own, self.option_family()), "turn", titles, defaults)

    @cached_property
    def registry(self) -> Registry:  # type: ignore[override]
        registry = Registry(Ledgers(["twg-diplomats-guide-1", "twg-diplomats-guide-2", "twg-1939"]))
        for neutral in neutrals():
            registry.declare(neutral.name, neutral)
        for module in (chart, unrest, influence, money, battles, navy, war, affiliations, phases, commerce):
            registry.declare(module.__name__.rsplit(".", 1)[1], getattr(module, "RULES", ()))
        registry.declare("powers", powers.PLAYERS, powers.ORDER_OF_PLAY)
        registry.declare("setup", BEGINS["1942"], MARKERS, FORCES)
        return registry

    def setup(self, scenario: str) -> list[Change]:
        found = [
            Change("turn", None, FIRST_TURN[scenario], BEGINS[scenario].cite),
            Change("scenario", None, scenario, MARKERS.cite),
            Change("forces-chart", None, scenario, FORCES[scenario].cite),
        ]
        if scenario == "1942":
            found += [Change(f"war-status.{n}", "peace", "full", "DG-PH-6") for n in ALLIES]
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
                if member.value is not None:
                    found.append(Change(f"value.{member.slug}", None, member.value, member.cite))
                own = start.to.cls != "total"  # land that begins under Total Control has no army of its own
                army = member.army if member.army and own else forces(infantry=0)
                found += [Change(f"army.{member.slug}.{k}", 0, n, member.cite) for k, n in army.items()]
            for nation in ALL:  # Neutral is a class too, and somebody's rule
                cls = start.to.cls if nation in start.to.nations else "neutral"
                found.append(Change(f"stance.{member.slug}.{nation}", "neutral", cls, start.cite))
            held = "setup" if start.to.cls == "total" else "none"
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

    def subjects(self) -> Mapping[str, str]:
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
        for mark, words in PHASES.items():
            if any(s.startswith(mark) for s in steps_now[1:] or steps_now):
                return f"{turn}, {words}"
        return turn

    # -- answers
    def explain(self, world: World, subject: str, **how: Any) -> list[Trace]:
        """What could change the country now: conditions, unrest rolls, influence rights."""
        neutral = home_of()[subject]
        begins = [neutral.bind(rule) for rule in (*neutral.each_turn, *neutral.as_turn_begins)]
        found = [rule.trace(world) for rule in (*begins, *neutral.whenever) if hasattr(rule, "trace")]
        for roll in neutral.rolls_due:
            value = roll.when.value(world)
            found.append(
                Trace(f"roll: {roll.label}", value, (roll.when.trace(world),), rule=roll.cite, applied=value is True)
            )
        for nation, right in neutral.rights:
            condition = influence.open_now(neutral, nation, right)
            value = condition.value(world)
            number = influence.trace_of(world, neutral, nation, right, how.get("money", 0), how.get("counter", 0))
            label = f"{TITLES[nation]} may try: {right.label}"
            found.append(Trace(label, value, (condition.trace(world), number), rule=right.cite, applied=value is True))
        return found

    def odds(self, world: World, subject: str, **how: Any) -> dict[str, dict[str, Fraction]]:
        """The chance of each roll that is due, and of each influence attempt with as many dollars as are allowed."""
        neutral = home_of()[subject]
        found: dict[str, dict[str, Fraction]] = {}
        due = [neutral_by_slug()[slug_].rolls_due[i] for slug_, i in unrest.due_rolls(world, [neutral.slug])]
        while due:
            roll = due.pop(0)
            if roll.bands:
                sides = roll.die.sides
                found[roll.label] = {b.label: Fraction(sum(f in b for f in roll.die.faces), sides) for b in roll.bands}
            elif (p := chance(roll, world)) < 1:
                found[roll.label] = {"succeeds": p, "fails": 1 - p}
            else:  # no die: what counts are the rolls it leads to
                due = [*(r for r in roll.at_once if holds(neutral.bind(r.when), world)), *due]
        for nation in ALL:
            for right in influence.rights_of(world, nation, [neutral.slug]):
                most = 0 if not isinstance(right.influence.most, int) else right.influence.most
                least = amount(right.influence.least, world)  # type: ignore[arg-type]
                label = f"{TITLES[nation]}: {right.influence.label}"
                found[label] = {
                    f"${d}": influence.odds_of(world, neutral, nation, right.influence, d)
                    for d in range(least, most + 1)
                }
        return found

    def may(self, world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
        """Whether a nation may do this to, in or with a country, and by which rule."""
        return may(world, nation, action, place, with_)

    def accounts(self, world: World, seat: str) -> list[Trace]:
        """What is left of the tenth, what the nation can promise, and the smaller of the two."""
        parts = (money.TENTHS, money.PURSES, money.LEFT)
        return [part[seat].trace(world) for part in parts] if seat in ALL else []

    def forecast(self, world: World, subject: str, turns: int, **how: Any) -> list[dict[str, Fraction]]:
        """Where the country will stand, if `by` tries to influence it each turn (nobody else does) with `money` dollars."""
        neutral, by, money = home_of()[subject], how.get("by"), how.get("money", 0)

        def answers(question: Question, now: World) -> Any:
            if question.kind == "report":
                return {}
            if question.cite == influence.ATTEMPT.cite:
                mine = [x for x in question.legal if x != "pass"] if question.seat == by else []
                return mine[0] if mine else "pass"
            if question.kind == "amount":
                return min(question.legal, key=lambda n: abs(n - money))
            if question.kind == "choose":
                wanted = "money" if money else "nothing"
                return wanted if wanted in question.legal else question.legal[0]
            return question.legal[-1] if question.seat != by else question.legal[0]

        def outcome(now: World) -> str:
            stances = [f"{c} {n}" for n in ALL if (c := now.get(f"stance.{subject}.{n}")) != "neutral"]
            government = now.get(f"government.{neutral.slug}")
            return ", ".join(stances or ["neutral"]) + (f" ({government})" if government != "none" else "")

        return chain(self, world, (Frame("twg.country", {"country": neutral.slug}),), turns, answers, outcome)

    def dossier(self, world: World, subject: str) -> dict[str, Any]:
        neutral = home_of()[subject]
        lands = neutral.lands if subject == neutral.slug else (subject,)
        chart = neutral.slug if subject in neutral.lands else subject  # a half has the government of its nation
        values = [world.get(f"value.{land}") for land in lands]
        armies = {k: sum(world.get(f"army.{land}.{k}") or 0 for land in lands) for k in ARMY}
        guests = {n: sum(world.get(f"units.{p}.{n}.{k}") or 0 for p in lands for k in LAND) for n in ALL}
        stances = {n: c for n in ALL if (c := world.get(f"stance.{subject}.{n}")) != "neutral"}
        return {
            "name": geography().name(subject),
            "home": neutral.name,
            "value": None if None in values else sum(values),
            "stance": stances,
            "government": world.get(f"government.{chart}"),
            "army": {k: n for k, n in armies.items() if n},
            "occupied": {n: c for n, c in guests.items() if c},
            "attempts": {n: c for n in ALL if (c := world.get(f"attempts.{chart}.{n}"))},
            "may influence": [n for n in ALL if self._may_influence(world, n, neutral.slug)],
            "may counter": {n: list(neutral.counters(n)) for n, r in neutral.rights if isinstance(r.most, int)},
            "rules": self.rules_of(subject),
        }

    @staticmethod
    def _may_influence(world: World, nation: str, country: str) -> bool:
        """As far as is known: a right that hangs on an unreported fact may be open."""
        try:
            return bool(influence.rights_of(world, nation, [country]))
        except Unknown:
            return True

    def rules_of(self, subject: str) -> list[str]:
        name = home_of()[subject].name
        return [d.cite for d in self.registry.declared.values() if d.where.split(" › ")[0] == name]


PHASES = {
    "twg.unrest": "political unrest",
    "twg.influence": "influence",
    "twg.battles": "battles that charts order",
    "twg.attack": "an attack",
    "twg.turn.board": "looking over the board",
    "twg.turn.nations": "the nations' turns",
}
STRENGTHS = phases.STRENGTHS
BOOK = TheWarGame()
