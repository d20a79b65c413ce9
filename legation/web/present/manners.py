"""The manners of a book: what its pages show beyond what every book has.

A book that is not named here gets the base class, and with it a complete desk without a map.  Everything is read from
facts, traces and odds that the book gives; nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from legation.core.facts import Choice, Family
from legation.core.requests import Request
from legation.core.span import exact
from legation.core.trace import Trace
from legation.web.present.sight import Sight
from legation.web.present.words import CLASSES, bloc, capital, listed, ordinal

__all__ = ["Bid", "Gauge", "Mark", "Manners", "Nation", "Purse", "PurseLine", "Rung", "Way", "manners"]


MANY_TRACKS = 1000
MOST_KEYS = 3  # places on a card that stand for a capital
_next: dict[tuple[object, ...], str] = {}  # what a track leads to next, by what it has reached


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
    pencil: bool = False  # only noted, not spent


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
    note: str = ""  # what falls due there


@dataclass(frozen=True)
class Bid:
    """The numbers to roll that a sealed sum can lead to, by what the other side may have sealed."""

    numbers: tuple[int, ...]
    before: int  # without the other side
    against: tuple[int, ...]


@dataclass(frozen=True)
class Way:
    """A choice of how to play that everybody should see before a game begins: one option, told in plain words."""

    option: str
    scenario: str  # where it can be chosen
    says: str
    ways: tuple[tuple[str, str, str], ...]  # value, name, what it means


@dataclass(frozen=True)
class Manners:
    """What every book has."""

    way: Way | None = None

    plates: tuple[str, ...] = ()
    plate_titles: tuple[str, ...] = ()
    sides: int = 6
    powers: tuple[str, ...] = ()
    place_families: tuple[str, ...] = ()  # board facts that a place is asked for, in this order
    dollars: bool = False
    coin: str = ""  # before a sum of money
    low_wins: bool = False  # a roll succeeds with its low faces
    camps: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the sides whose affiliations are charted
    story: dict[str, str] = field(default_factory=dict)  # facts that make the story of a land, and what to call them
    deadlines: tuple[str, ...] = ()  # facts of a land that say what is on its way

    def turn(self, sight: Sight) -> tuple[str, str]:
        """Where the game stands, for the masthead: the turn, and the part of it."""
        turn, _, part = sight.game.phase.partition(", " if ", " in sight.game.phase else ": ")
        return turn, part

    def turn_says(self, turn: int) -> str:
        """A turn by its number, in words."""
        return f"turn {turn}"

    def ladder(self, sight: Sight) -> list[Rung]:
        return [Rung(sight.game.phase, "now")]

    def purse(self, sight: Sight) -> Purse | None:
        return None

    def in_hand(self, sight: Sight) -> str:
        """What the total of a ledger is."""
        return "In all"

    def payees(self, sight: Sight, place: str) -> list[str]:
        """The seats in whose ledgers a place stands."""
        return []

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

    def influencer(self, sight: Sight, request: Request) -> str:
        """Whose attempt a request is about."""
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
    COMMERCE = ("Military Commerce", "Military Commerce")
    MONTHS = ("July to December", "January to June")

    def turn(self, sight: Sight) -> tuple[str, str]:
        turn = sight.get("turn") or 1
        return f"Game turn {turn}", self._when(turn)

    def _when(self, turn: int) -> str:
        return f"{self.MONTHS[(turn + 1) % 2]} {1939 + turn // 2}"  # turn 1 is the second half of 1939

    def turn_says(self, turn: int) -> str:
        return f"turn {turn}, {self._when(turn)}"

    def ladder(self, sight: Sight) -> list[Rung]:
        phase = sight.game.phase
        parts = (self.COMMERCE, *self.PARTS) if sight.get("option.rules-1939") == "yes" else self.PARTS
        now = next((i for i, (words, _) in enumerate(parts) if phase.endswith(words)), len(parts) - 1)
        if "," not in phase and not sight.game.over:
            now = 0  # a turn that has just begun
        found = []
        for i, (words, label) in enumerate(parts):
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
        tenth, promise, least = accounts[:3]  # then what war it may declare, by the 1939 rules
        spent, debt = sight.get(f"spent.{nation}") or 0, sight.get(f"debt.{nation}") or 0
        vague = next((t for t in (least, promise, tenth) if not exact(t.value)), None)
        if vague is not None:
            needs = [capital(sight.world.schema.spec(k).says) for k in sight.unknown(vague)]
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

    def in_hand(self, sight: Sight) -> str:
        return "In hand" if sight.get("option.rules-1939") == "yes" else "May still go into influence"

    def payees(self, sight: Sight, place: str) -> list[str]:
        paying = ("economic", "sworn", "total")
        return [n for n in sight.book.seats if sight.get(f"stance.{place}.{n}") in paying]

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
        who = self.influencer(sight, request)
        tried = sight.get(f"attempts.{request.subject}.{who}") if who else None
        if tried is None:
            return now
        return f"{ordinal(tried + 1).capitalize()} attempt of {sight.say(who)} · {now}"

    def influencer(self, sight: Sight, request: Request) -> str:
        frame = sight.game.state.stack[-1].vars if sight.game.state.stack else {}
        return str(frame["nation"]) if frame.get("country") == request.subject and "nation" in frame else ""

    def rival(self, sight: Sight, request: Request) -> str:
        frame = sight.game.state.stack[-1].vars if sight.game.state.stack else {}
        both = [frame.get("nation"), frame.get("rival")]
        return str(next((s for s in both if s and s != request.seat), "")) if request.seat in both else ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        from legation.web.present.record import chronicle

        rival, by = self.rival(sight, request), self.influencer(sight, request)
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
        ("axis-wars", "Axis declarations of war"),
        ("axis-turn", "Axis player turn"),
        ("allied", "Allied diplomacy"),
        ("allied-wars", "Allied declarations of war"),
        ("allied-turn", "Allied player turn"),
    )
    STANDING: ClassVar = {"ally": "total", "associate": "sworn", "hex-control": "economic"}

    def ladder(self, sight: Sight) -> list[Rung]:
        phase = sight.game.phase
        late = bool(sight.get("axis-turn-over"))
        parts = [part for part in self.PARTS if not part[0].endswith("-wars") or self._declares_apart(sight)]
        labels = [label for _, label in parts]
        diplomacy = "Allied diplomacy" if late else "Axis diplomacy"
        if "diplomatic points" in phase or "year start" in phase:
            now = 0
        else:
            now = next((i for i, label in enumerate(labels) if phase.endswith(label)), labels.index(diplomacy))
        note = capital(phase.split(": ", 1)[-1]) if labels[now] == diplomacy else ""
        return [
            Rung(label, "done" if i < now else "now" if i == now else "todo", note if i == now else "")
            for i, label in enumerate(labels)
        ]

    @staticmethod
    def _declares_apart(sight: Sight) -> bool:
        """In the published order wars are declared in a phase of their own."""
        return bool(sight.get("option.order-of-play") == "published")

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
            status = sight.get(f"status.{place}")
            return self._held(sight, place) if status is None else self._land(sight, place, str(status))
        conqueror = sight.get(f"conqueror.{place}")
        if conqueror not in (None, "none"):
            return Mark(bloc(conqueror), "own", f"Conquered by {sight.say(conqueror)}", "", self._due(sight, place))
        status, whose = sight.get(f"status.{place}"), sight.get(f"beneficiary.{place}")
        says = f"Result {result} in force"
        if status not in (None, "neutral"):
            says += f"; {str(status).replace('-', ' ')}" + (
                f" of {sight.say(whose)}" if whose not in (None, "none") else ""
            )
        cls = self.STANDING.get(str(status), "friendly")
        if place == "vichy-france" and not bloc(str(whose)):
            return Mark("vichy", "friendly", says, str(result))
        return Mark(bloc(str(whose)), cls if bloc(str(whose)) else "", says, str(result), self._due(sight, place))

    SAYS: ClassVar = {
        "colony": "Colony of",
        "conquered": "Conquered by",
        "ally": "Ally of",
        "associate": "Associated with",
        "hex-control": "Hexes controlled by",
        "commonwealth": "Commonwealth, with",
        "independent": "Independent, beside",
    }

    def _land(self, sight: Sight, place: str, status: str) -> Mark:
        """A land without a diplomatic table."""
        powers = (sight.get(f"{family}.{place}") for family in ("holder", "beneficiary"))
        power = str(next((p for p in powers if p not in (None, "none")), ""))
        words = capital(status.replace("-", " "))
        if not power:
            return Mark("", "", words if status != "neutral" else "Neutral", "", self._due(sight, place))
        cls = "own" if status in ("colony", "conquered", "commonwealth") else self.STANDING.get(status, "friendly")
        says = f"{self.SAYS.get(status, f'{words}, held by')} {sight.say(power)}"
        return Mark(bloc(power), cls if bloc(power) else "", says, "", self._due(sight, place))

    @staticmethod
    def _due(sight: Sight, place: str) -> str:
        """What falls due there, in a few words."""
        found = []
        if (power := sight.get(f"due.{place}")) not in (None, "none"):
            found.append(f"{capital(sight.say(power))} is paid for it next")
        if (power := sight.get(f"grace.{place}")) not in (None, "none"):
            found.append(f"{capital(sight.say(power))} may still win it back")
        if sight.get(f"must-leave.{place}") not in (None, "none", 0, False):
            found.append("units must leave")
        return "; ".join((*AWorldAtWar._keys(sight, place), *found, *AWorldAtWar._limits(sight, place)))

    @staticmethod
    def _keys(sight: Sight, place: str) -> list[str]:
        """The capital, or the places that stand for one, and who has them if that is known."""
        keys = sight.book.key_places(place)
        if not keys or len(keys) > MOST_KEYS:
            return []
        named = []
        for key in keys:
            holder = sight.get(f"control.{key}")
            named.append(sight.place(key) + (f" ({sight.say(holder)})" if holder not in (None, "none") else ""))
        return [f"{'Capital' if len(keys) == 1 else 'Key places'}: {', '.join(named)}"]

    LIMITED: ClassVar = ("hex-control", "associate", "ally", "independent")  # elsewhere a dossier tells the limits

    @staticmethod
    def _limits(sight: Sight, place: str) -> list[str]:
        """The limits of which some is used up; two with the same numbers are told once."""
        if sight.get(f"status.{place}") not in AWorldAtWar.LIMITED:
            return []
        found: dict[tuple[str, int, int | None], str] = {}
        for one in (one for one in sight.book.room(sight.world, place) if one.used):
            who = f"{capital(sight.say(one.nation))}: " if one.nation else ""
            found.setdefault((one.nation, one.used, one.most), f"{who}{one.words}")
        return list(found.values())

    def in_hand(self, sight: Sight) -> str:
        return "BRPs a year from minor countries and colonies"

    def payees(self, sight: Sight, place: str) -> list[str]:
        found = (sight.get(f"{family}.{place}") for family in ("beneficiary", "holder"))
        return list(dict.fromkeys(str(p) for p in found if p in sight.book.seats))

    def gauges(self, sight: Sight) -> list[Gauge]:
        """The tension tracks of this edition."""
        found = []
        for slug, name in sight.book.subjects().items():
            level = sight.get(f"tension.{slug}")
            if level is not None:
                found.append(Gauge(slug, name, str(level), self._next_threshold(sight, slug)))
        return found

    def _next_threshold(self, sight: Sight, slug: str) -> str:
        """Told from what was reached alone; a dossier also reckons far ahead, which is too much for every glance."""
        reached = frozenset(k for k, v in sight.world.set_facts().items() if v and k.startswith("tension-result."))
        header = sight.game.record.header
        key = (header.scenario, tuple(sorted(header.options.items())), slug, reached)
        if key not in _next:
            to_come = [t for t in sight.dossier(slug).get("thresholds", []) if not t["reached"]]
            said = f"next at {to_come[0]['level']}: {to_come[0]['label']}" if to_come else "every threshold is reached"
            if len(_next) > MANY_TRACKS:
                _next.clear()
            _next[key] = said
        return _next[key]

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
        way=Way(
            "rules-1939",
            "1939",
            "How much of it",
            (
                ("yes", "With the 1939 Rules", "Commerce, income, war status and Vichy too: the whole turn is run."),
                ("no", "The Guide alone", "Diplomacy only; money and war are told by the table when they matter."),
            ),
        ),
        plates=("world", "europe"),
        plate_titles=("The World", "Europe"),
        sides=12,
        powers=("uk", "france", "usa", "ussr", "china", "germany", "italy", "japan"),
        place_families=("units", "holder", "army", "threat", "value"),
        dollars=True,
        coin="$",
        low_wins=True,
        camps=(("Allies", ("uk", "france", "usa", "ussr", "china")), ("Axis", ("germany", "italy", "japan"))),
    ),
    "awaw": AWorldAtWar(
        plates=("europe-awaw", "pacific-awaw"),
        plate_titles=("Europe", "The Pacific"),
        powers=("germany", "italy", "britain", "france", "usa", "russia", "japan", "china"),
        place_families=("control", "factors", "present", "own-factors", "unbuilt", "hexes", "pact-line"),
        story={
            "status": "status",
            "holder": "held by",
            "conqueror": "conquered by",
            "result": "result",
            "beneficiary": "BRPs go to",
            "brp-grant": "BRPs a year",
            "attacked-by": "attacked by",
            "survived": "survived the attack",
            "refused": "association refused",
            "due": "paid next",
            "grace": "may win it back",
            "deferred": "is to become",
            "must-leave": "must leave",
            "liberated": "freed",
            "garrison": "garrison of",
        },
        deadlines=("due", "grace", "grace-brps", "deferred", "must-leave"),
    ),
}


def manners(book: str) -> Manners:
    return _MANNERS.get(book, Manners())
