"""The manners of a book: what its pages show beyond what every book has.

A book that is not named here gets the base class, and with it a complete desk without a map.  Everything is read from
facts, traces and odds that the book gives; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from legation.core.facts import Choice, Family
from legation.core.requests import Request
from legation.core.span import exact
from legation.core.trace import Trace
from legation.web.present.sight import Sight
from legation.web.present.words import CLASSES, bloc, capital, listed, ordinal

__all__ = ["Bid", "Gauge", "Mark", "Manners", "Nation", "Purse", "PurseLine", "Rung", "manners"]


@dataclass(frozen=True)
class Nation:
    """A nation in an order of play."""

    seat: str
    name: str
    bloc: str
    state: str  # done, at or to come


@dataclass(frozen=True)
class Rung:
    """A step of the order of business."""

    label: str
    state: str  # done, now or todo
    note: str = ""
    order: tuple[Nation, ...] = ()


@dataclass(frozen=True)
class PurseLine:
    label: str
    value: str
    why: str = ""  # the query of the page that explains it
    sum: bool = False


@dataclass(frozen=True)
class Purse:
    """What a seat has to spend."""

    title: str
    cells: tuple[str, ...]
    says: str
    lines: tuple[PurseLine, ...]
    note: str = ""
    cite: str = ""


@dataclass(frozen=True)
class Gauge:
    """A level that everybody watches."""

    slug: str
    name: str
    level: str
    note: str


@dataclass(frozen=True)
class Mark:
    """How a place of the map is shown: tincture, class, words, and what stands at its mark."""

    bloc: str = ""
    cls: str = ""
    says: str = "Neutral to all"
    tag: str = ""  # a boxed word in place of a seal


@dataclass(frozen=True)
class Bid:
    """The numbers to roll that a sealed sum can lead to, by what the other side may have sealed."""

    numbers: tuple[int, ...]
    before: int  # without the other side
    against: tuple[int, ...]


@dataclass(frozen=True)
class Manners:
    """What every book has."""

    plates: tuple[str, ...] = ()
    plate_titles: tuple[str, ...] = ()
    sides: int = 6
    powers: tuple[str, ...] = ()
    place_families: tuple[str, ...] = ()  # board facts that a place is asked for, in this order
    dollars: bool = False
    low_wins: bool = False  # a roll succeeds with its low faces
    extra: dict[str, str] = field(default_factory=dict)

    def turn(self, sight: Sight) -> tuple[str, str]:
        """Where the game stands, for the masthead: the turn, and the part of it."""
        turn, _, part = sight.game.phase.partition(", " if ", " in sight.game.phase else ": ")
        return turn, part

    def ladder(self, sight: Sight) -> list[Rung]:
        return [Rung(sight.game.phase, "now")]

    def purse(self, sight: Sight) -> Purse | None:
        return None

    def gauges(self, sight: Sight) -> list[Gauge]:
        return []

    def mark(self, sight: Sight, place: str) -> Mark:
        return Mark(says="")

    def about(self, sight: Sight, request: Request) -> str:
        """A line under the heading of a request."""
        return ""

    def rival(self, sight: Sight, request: Request) -> str:
        """Who seals against this seat."""
        return ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        return {}

    def money(self, request: Request) -> bool:
        return self.dollars and request.kind in ("amount", "sealed") and not request.among

    def family_of_places(self, sight: Sight) -> list[Family]:
        known = sight.world.schema.by_name
        return [known[name] for name in self.place_families if name in known]


class TheWarGame(Manners):
    """Affiliations, the order of the nations, influence money and sealed sums."""

    PARTS = (
        ("looking over the board", "The board looked over"),
        ("political unrest", "Diplomacy I, unrest"),
        ("influence", "Diplomacy II, influence"),
        ("battles that charts order", "Battles that charts order"),
        ("the nations' turns", "Nations’ turns"),
    )
    MONTHS = ("July to December", "January to June")

    def turn(self, sight: Sight) -> tuple[str, str]:
        turn = sight.get("turn") or 1
        year = 1939 + turn // 2  # turn 1 is the second half of 1939
        return f"Game turn {turn}", f"{self.MONTHS[(turn + 1) % 2]} {year}"

    def ladder(self, sight: Sight) -> list[Rung]:
        phase = sight.game.phase
        now = next((i for i, (words, _) in enumerate(self.PARTS) if phase.endswith(words)), len(self.PARTS) - 1)
        found = []
        for i, (words, label) in enumerate(self.PARTS):
            state = "done" if i < now else "now" if i == now else "todo"
            note = phase.split(", ", 1)[-1] if i == now and not phase.endswith(words) else ""
            order = self._order(sight) if words == "influence" and state == "now" else ()
            found.append(Rung(label, state, capital(note), order))
        return found

    @staticmethod
    def _order(sight: Sight) -> tuple[Nation, ...]:
        at = next((f.vars["at"] for f in sight.game.state.stack if "influence" in f.step and "at" in f.vars), 0)
        states = ["done" if i < at else "at" if i == at else "to come" for i in range(len(sight.book.seats))]
        return tuple(
            Nation(s, sight.name(s), bloc(s), state) for s, state in zip(sight.book.seats, states, strict=True)
        )

    def purse(self, sight: Sight) -> Purse | None:
        nation = sight.seat
        accounts = sight.book.accounts(sight.world, nation)
        if not accounts:
            return None
        tenth, promise, least = accounts
        spent, debt = sight.get(f"spent.{nation}") or 0, sight.get(f"debt.{nation}") or 0
        if not exact(least.value):
            needs = [f.says for f in sight.facts(least.read_facts()) if f.value in ("not told yet",) or "?" in f.value]
            note = f"To be told first: {listed([n[:1].lower() + n[1:] for n in needs[:2]])}." if needs else ""
            told = (
                PurseLine("Spent this turn", f"${spent}", f"fact=spent.{nation}"),
                PurseLine("Owed", f"${debt}", f"fact=debt.{nation}"),
            )
            return Purse("Influence money", (), "", told, note, tenth.rule or "")
        limit = int(tenth.value) + spent
        free = max(0, int(least.value))
        cells = ("spent",) * spent + ("",) * max(0, free) + ("lost",) * max(0, limit - spent - free)
        lines = (
            PurseLine("A tenth of the land", f"${limit}", f"account=0&seat={nation}"),
            PurseLine("Spent this turn", f"${spent}", f"fact=spent.{nation}"),
            PurseLine("Can promise", f"${max(0, int(promise.value))}", f"account=1&seat={nation}"),
            PurseLine("Still free", f"${free}", f"account=2&seat={nation}", sum=True),
        )
        note = f"${debt} is owed at Collect Income." if debt else "Paid at Collect Income, from any money."
        says = f"Limit {limit} dollars: {spent} spent, {free} free"
        return Purse("Influence money", cells, says, lines, note, promise.rule or "")

    def mark(self, sight: Sight, place: str) -> Mark:
        stances = {n: c for n in sight.book.seats if (c := sight.get(f"stance.{place}.{n}") or "neutral") != "neutral"}
        if not stances:
            holder = sight.get(f"holder.{place}")
            if holder in (None, "none"):
                return Mark()
            return Mark(bloc(holder), "own", f"Held by {sight.say(holder)}")
        ranks = self._ranks(sight)
        best = max(stances.values(), key=lambda c: ranks[c])
        to = [n for n, c in stances.items() if c == best]
        says = f"{CLASSES[best]} {listed([sight.say(n) for n in to])}"
        rest = [f"{CLASSES[c]} {sight.say(n)}" for n, c in stances.items() if c != best]
        joint = {bloc(n) for n in to} == {"uk", "france"}
        return Mark("joint" if joint else bloc(to[0]), best, "; ".join([says, *rest]))

    @staticmethod
    def _ranks(sight: Sight) -> dict[str, int]:
        domain = sight.world.schema.by_name["stance"].domain
        assert isinstance(domain, Choice)
        return domain.rank

    def about(self, sight: Sight, request: Request) -> str:
        if request.subject not in sight.book.subjects():
            return ""
        now = self.mark(sight, request.subject).says
        who = self._influencer(sight, request)
        tried = sight.get(f"attempts.{request.subject}.{who}") if who else None
        if tried is None:
            return now
        return f"{ordinal(tried + 1).capitalize()} attempt of {sight.say(who)} · {now}"

    @staticmethod
    def _influencer(sight: Sight, request: Request) -> str:
        frame = sight.game.state.stack[-1].vars if sight.game.state.stack else {}
        return str(frame["nation"]) if frame.get("country") == request.subject and "nation" in frame else ""

    def rival(self, sight: Sight, request: Request) -> str:
        frame = sight.game.state.stack[-1].vars if sight.game.state.stack else {}
        both = [frame.get("nation"), frame.get("rival")]
        return str(next((s for s in both if s and s != request.seat), "")) if request.seat in both else ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        from legation.web.present.record import chronicle

        rival, by = self.rival(sight, request), self._influencer(sight, request)
        if request.kind != "sealed" or not rival or not by:
            return {}
        cite = str(sight.game.state.stack[-1].vars.get("cite", ""))
        asked = chronicle(sight).asked.values()
        theirs = [r for r in asked if r.seat == rival and r.kind == "sealed" and r.subject == request.subject]
        against = tuple(theirs[-1].legal) if theirs else ()
        found = {}
        for mine in request.legal:
            pairs = [(mine, n) if request.seat == by else (n, mine) for n in against]
            numbers = tuple(self.number(sight, request.subject, by, cite, *pair) for pair in pairs)
            before = self.number(sight, request.subject, by, cite, mine if request.seat == by else max(against), 0)
            if None in numbers or before is None:
                return {}
            found[mine] = Bid(tuple(n for n in numbers if n is not None), before, against)
        return found

    @staticmethod
    def number(sight: Sight, subject: str, by: str, cite: str, money: int, counter: int) -> int | None:
        """The number to roll with so much money on either side."""
        found = number_trace(sight.explain(subject, money=money, counter=counter), sight.book.seat_titles[by], cite)
        return int(found.value) if found and exact(found.value) else None


def number_trace(traces: Sequence[Trace], who: str, cite: str = "") -> Trace | None:
    """The reckoning of the number that somebody must roll, among the reasons of a country."""
    rights = [t for t in traces if t.text.startswith(f"{who} may try") and len(t.parts) > 1]
    rights.sort(key=lambda t: (t.rule != cite, t.applied is not True))
    return rights[0].parts[-1] if rights else None


class AWorldAtWar(Manners):
    """Results in force, diplomatic points and tensions."""

    PARTS = (
        ("points", "Year start, points"),
        ("axis", "Axis diplomacy"),
        ("axis-turn", "Axis player turn"),
        ("allied", "Allied diplomacy"),
        ("allied-turn", "Allied player turn"),
    )
    STANDING: ClassVar = {"ally": "total", "associate": "sworn", "hex-control": "economic"}

    def ladder(self, sight: Sight) -> list[Rung]:
        phase = sight.game.phase
        late = bool(sight.get("axis-turn-over"))
        if "diplomatic points" in phase or "year start" in phase:
            now = 0
        elif "Axis player turn" in phase:
            now = 2
        elif "Allied player turn" in phase:
            now = 4
        else:
            now = 3 if late else 1
        note = capital(phase.split(": ", 1)[-1]) if now in (1, 3) else ""
        return [
            Rung(label, "done" if i < now else "now" if i == now else "todo", note if i == now else "")
            for i, (_, label) in enumerate(self.PARTS)
        ]

    def purse(self, sight: Sight) -> Purse | None:
        seat = sight.seat
        allotment = sight.get(f"allotment.{seat}")
        if allotment is None or seat not in sight.book.seats:
            return None
        targets = sight.world.schema.by_name["dp"].over[1]
        placed = {t: n for t in targets if (n := sight.get(f"dp.{seat}.{t}"))}
        lines = [PurseLine("Allotted this year", str(allotment), f"fact=allotment.{seat}")]
        lines += [PurseLine(sight.place(t), str(n), f"fact=dp.{seat}.{t}") for t, n in placed.items()]
        lines.append(PurseLine("Placed", str(sum(placed.values())), sum=True))
        return Purse(
            "Your diplomatic points", (), "", tuple(lines), "Others see your points only when they are revealed."
        )

    def mark(self, sight: Sight, place: str) -> Mark:
        if bloc(place):
            return Mark(bloc(place), "own", f"Home of {sight.say(place)}")
        if place == "vichy-france" and not sight.get("fallen.france"):
            return Mark("france", "own", "Part of France until it falls")
        result = sight.get(f"result.{place}")
        if result is None or not sight.subject(place):
            return self._held(sight, place)
        conqueror = sight.get(f"conqueror.{place}")
        if conqueror not in (None, "none"):
            return Mark(bloc(conqueror), "own", f"Conquered by {sight.say(conqueror)}", "")
        status, whose = sight.get(f"status.{place}"), sight.get(f"beneficiary.{place}")
        says = f"Result {result} in force"
        if status not in (None, "neutral"):
            says += f"; {str(status).replace('-', ' ')}" + (
                f" of {sight.say(whose)}" if whose not in (None, "none") else ""
            )
        cls = self.STANDING.get(str(status), "friendly")
        if place == "vichy-france" and not bloc(str(whose)):
            return Mark("vichy", "friendly", says, str(result))
        return Mark(bloc(str(whose)), cls if bloc(str(whose)) else "", says, str(result))

    def gauges(self, sight: Sight) -> list[Gauge]:
        """The tension tracks of this edition."""
        found = []
        for slug, name in sight.book.subjects().items():
            level = sight.get(f"tension.{slug}")
            if level is None:
                continue
            to_come = [t for t in sight.dossier(slug).get("thresholds", []) if not t["reached"]]
            note = f"{to_come[0]['level']}: {to_come[0]['label']}" if to_come else "every threshold is reached"
            found.append(Gauge(slug, name, str(level), f"next at {note}" if to_come else note))
        return found

    @staticmethod
    def _held(sight: Sight, place: str) -> Mark:
        holder = sight.get(f"control.{place}")
        if holder in (None, "none"):
            return Mark(says="")
        return Mark(bloc(str(holder)), "own", f"Controlled by {sight.say(holder)}")

    def about(self, sight: Sight, request: Request) -> str:
        return self.mark(sight, request.subject).says if sight.subject(request.subject) else ""


_MANNERS: dict[str, Manners] = {
    "twg": TheWarGame(
        plates=("world", "europe"),
        plate_titles=("The World", "Europe"),
        sides=12,
        powers=("uk", "france", "usa", "ussr", "china", "germany", "italy", "japan"),
        place_families=("units", "holder", "army", "threat", "value"),
        dollars=True,
        low_wins=True,
    ),
    "awaw": AWorldAtWar(
        plates=("europe-awaw", "pacific-awaw"),
        plate_titles=("Europe", "The Pacific"),
        powers=("germany", "italy", "britain", "france", "usa", "russia", "japan", "china"),
        place_families=("control", "factors", "present", "own-factors", "unbuilt", "hexes", "pact-line"),
    ),
}


def manners(book: str) -> Manners:
    return _MANNERS.get(book, Manners())


def success_faces(chance: Fraction, sides: int) -> int:
    """How many faces succeed."""
    return int(chance * sides)
