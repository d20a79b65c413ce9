"""The War Game as a book: its schema, set-up, procedures, events, and what it can tell about a country."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from legation.core.book import Book, Event, Option, Procedure
from legation.core.errors import NotFound
from legation.core.facts import Change, Schema, World
from legation.core.ledger import Ledgers
from legation.core.machine import Frame
from legation.core.rules import Registry
from legation.core.trace import Trace
from legation.twg import battles, influence, money, phases, powers, unrest
from legation.twg.chart import Colony, Neutral, chance
from legation.twg.facts import ARMY, CLASSES, LAND, families
from legation.twg.geography import geography, slug
from legation.twg.neutrals import home_of, neutral_by_slug, neutrals
from legation.twg.powers import ALL, ALLIES, TITLES
from legation.twg.steps import steps

__all__ = ["BOOK", "TheWarGame"]

FIRST_TURN = {"1939": 1, "1942": 6}
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
        Option(
            "usa-may-liberate-ecuador", "no", ("no", "yes"), "the U.S.A. may attack a Peruvian Ecuador", "DG-ECU-U3"
        ),
    )
    procedures: Mapping[str, Procedure] = {
        "turn": Procedure("twg.turn", "a whole game turn"),
        "unrest": Procedure("twg.unrest", "Part I of the Diplomatic Phase", {"only": "the countries it is limited to"}),
        "influence": Procedure(
            "twg.influence", "Part II", {"who": "one nation", "only": "the countries it is limited to"}
        ),
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
                "outcome": "repelled or conquered; asked for if left out",
            },
            "DG-ATK-2",
        ),
    }

    # -- the world
    @cache  # noqa: B019 - one book, three schemas
    def schema(self, scenario: str) -> Schema:
        titles = {**{k: p.name for k, p in geography().places.items()}, **TITLES}
        defaults = {f"holder.{k}": slug(p.original_owner) for k, p in geography().places.items() if not p.neutral}
        governments = tuple(dict.fromkeys(g for n in neutrals() for g in n.governments))
        ordered = tuple(b.name for n in neutrals() for b in n.battles)
        own = (family for n in neutrals() for family in n.remembers)
        return Schema((*families(governments, ordered), *own, self.option_family()), "turn", titles, defaults)

    @cached_property
    def registry(self) -> Registry:  # type: ignore[override]
        registry = Registry(Ledgers(["twg-diplomats-guide-1", "twg-diplomats-guide-2", "twg-1939"]))
        for neutral in neutrals():
            registry.declare(neutral.name, neutral)
        for module in (unrest, influence, money, battles, phases):
            registry.declare(module.__name__.rsplit(".", 1)[1], getattr(module, "RULES", ()))
        registry.declare("powers", powers.PLAYERS, powers.ORDER_OF_PLAY)
        return registry

    def setup(self, scenario: str) -> list[Change]:
        found = [Change("turn", None, FIRST_TURN[scenario], "DG-SET-1")]
        if scenario == "1942":
            found += [Change(f"war-status.{n}", "peace", "full", "DG-PH-6") for n in ALLIES]
        for kind, strength in STRENGTHS.value.items():
            found.append(Change(f"strength.{kind}", None, strength, STRENGTHS.cite))
        for neutral in neutrals():
            found += self._setup(neutral, scenario)
        return found

    def _setup(self, neutral: Neutral, scenario: str) -> list[Change]:
        found = [Change(f"value.{neutral.slug}", None, neutral.value, neutral.cite)]
        found += [
            Change(f"army.{neutral.slug}.{k}", 0, n, neutral.cite) for k, n in neutral.army.get(scenario, {}).items()
        ]
        members: tuple[Neutral | Colony, ...] = (neutral, *neutral.colonies)
        for member in members:
            start = member.start[scenario]
            if member is not neutral and member.value is not None:
                found.append(Change(f"value.{member.slug}", None, member.value, member.cite))
            for nation in start.to.nations:
                found.append(Change(f"stance.{member.slug}.{nation}", "neutral", start.to.cls, start.cite))
            if start.to.cls == "total":
                found.append(Change(f"control.{member.slug}", "none", "setup", start.cite))
            if start.government != "none":
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
        return {k: geography().places[k].name for n in neutrals() for k in n.members}

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
        found = [rule.trace(world) for rule in neutral.whenever if hasattr(rule, "trace")]
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
        """The chance of each roll that is due, and of each influence attempt with $0 to $3."""
        neutral = home_of()[subject]
        found: dict[str, dict[str, Fraction]] = {}
        for slug_, i in unrest.due_rolls(world, [neutral.slug]):
            roll = neutral_by_slug()[slug_].rolls_due[i]
            if roll.bands:
                sides = roll.die.sides
                found[roll.label] = {b.label: Fraction(sum(f in b for f in roll.die.faces), sides) for b in roll.bands}
            else:
                p = chance(roll, world)
                found[roll.label] = {"succeeds": p, "fails": 1 - p}
        for nation in ALL:
            for right in influence.rights_of(world, nation, [neutral.slug]):
                most = 0 if not isinstance(right.influence.most, int) else right.influence.most
                label = f"{TITLES[nation]}: {right.influence.label}"
                found[label] = {
                    f"${d}": influence.odds_of(world, neutral, nation, right.influence, d) for d in range(most + 1)
                }
        return found

    def dossier(self, world: World, subject: str) -> dict[str, Any]:
        neutral = home_of()[subject]
        stances = {n: c for n in ALL if (c := world.get(f"stance.{subject}.{n}")) != "neutral"}
        return {
            "name": geography().places[subject].name,
            "home": neutral.name,
            "value": world.get(f"value.{subject}"),
            "stance": stances,
            "government": world.get(f"government.{subject}"),
            "army": {k: n for k in ARMY if (n := world.get(f"army.{subject}.{k}"))},
            "occupied": {n: c for n in ALL if (c := sum(world.get(f"units.{subject}.{n}.{k}") or 0 for k in LAND))},
            "attempts": {n: c for n in ALL if (c := world.get(f"attempts.{subject}.{n}"))},
            "may influence": [n for n in ALL if influence.rights_of(world, n, [neutral.slug])],
            "may counter": {n: list(neutral.counters(n)) for n, _ in neutral.rights},
            "rules": self.rules_of(subject),
        }

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
