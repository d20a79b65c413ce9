"""What The War Game presents of itself: affiliations, the order of the nations, influence money and sealed sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from legation.books.twg.charts import home_of, neutral_by_slug
from legation.books.twg.deeds import BOARD
from legation.books.twg.diplomacy import rights
from legation.books.twg.diplomacy.unrest import banded, find
from legation.books.twg.money import commerce
from legation.books.twg.powers import ALL, TITLES
from legation.books.twg.schema import CLASSES
from legation.books.twg.views import answers, sheets
from legation.books.twg.views.dossier import dossier_of
from legation.books.twg.views.nation import nation_of
from legation.books.twg.vocabulary import status_title
from legation.books.twg.war.vichy import SHIPS, fate_of
from legation.core.abilities import NOTHING
from legation.core.chronicle import Effect, RecordLine, chronicle
from legation.core.errors import LegationError, Unknown
from legation.core.facts import World
from legation.core.inquiries import forecast_of
from legation.core.intents import Blank, Intent
from legation.core.machine import Frame
from legation.core.requests import Request
from legation.core.rules import Rule
from legation.core.series import PastTurn, turns_of
from legation.core.shortened import row_of
from legation.core.sight import Sight
from legation.core.span import exact
from legation.core.views import (
    Bars,
    Bid,
    Column,
    Dossier,
    Lane,
    Legend,
    Mark,
    Nation,
    Outlook,
    Purse,
    PurseLine,
    Reckoning,
    RollDue,
    Row,
    Rung,
    Series,
    Squares,
    Stacks,
    Tell,
    Thrown,
    Views,
    Way,
)
from legation.core.voice import how_many
from legation.core.words import capital, counted, listed, ordinal, percent, signed

__all__ = ["TOWARDS", "VIEWS", "TheWarGameViews"]

TOWARDS = {  # how a class of affiliation is said
    "neutral": "Neutral",
    "friendly": "Friendly to",
    "economic": "Economic ally of",
    "sworn": "Sworn to",
    "total": "Total Control of",
}
PAYING = ("economic", "sworn", "total")
FIRMEST_FIRST = CLASSES[:0:-1]
JOINT = ("uk", "france")  # two courts that a country may be tied to alike
PARTS = (
    ("looking over the board", "The board looked over", "The board"),
    ("political unrest", "Diplomacy I, unrest", "Unrest"),
    ("influence", "Diplomacy II, influence", "Influence"),
    ("battles that charts order", "Battles that charts order", "Battles"),
    ("the nations' turns", "Nations’ turns", ""),
)
COMMERCE = ("Military Commerce", "Military Commerce", "Commerce")
MONTHS = ("July to December", "January to June")
MOST_DOLLARS = 3


class TheWarGameViews(Views):
    """What the book builds for one seat."""

    way = Way(
        "rules-1939",
        "1939",
        "How much of it",
        (
            ("yes", "With the 1939 Rules", "Commerce, income, war status and Vichy too: the whole turn is run."),
            ("no", "The Guide alone", "Diplomacy only; money and war are told by the table when they matter."),
        ),
    )
    pitch = "Eight nations court the neutral countries with money and a twelve-sided die."
    plates = ("europe", "world")
    plate_titles = ("Europe", "The World")
    legends = (
        Legend(
            "How firmly",
            (
                ("uk", "friendly", "", "Friendly"),
                ("uk", "economic", "", "Economic"),
                ("uk", "sworn", "", "Sworn"),
                ("uk", "total", "", "Total Control"),
                ("uk", "own", "", "Own land"),
                ("", "neutral", "", "Neutral"),
            ),
            seals=True,
        ),
        Legend("Marks", (("joint", "friendly", "", "Two courts at once"),)),
    )
    sides = 12
    low_wins = True
    coin = "$"
    powers = ("uk", "france", "usa", "ussr", "china", "germany", "italy", "japan")
    tinctures: Mapping[str, str] = {nation: nation for nation in powers}
    heraldry: Mapping[str, str] = {
        "uk": "gules",
        "france": "azure",
        "usa": "or",
        "ussr": "sanguine",
        "china": "tenné",
        "germany": "sable",
        "italy": "vert",
        "japan": "purpure",
    }
    usual = ("attack", "move", "place", "remove", "withdraw", "spend", "lend")
    place_families = ("units", "holder", "army", "threat", "value")
    of_places = ("holder", "value", "stance")
    telling = ("stance", "government", "holder", "war-status", "vichy", "commerce")
    on_board = ("army", "units", "vichy-army", "ship-of")
    columns = (
        Column("value", "Value", number=True),
        Column("government", "Government"),
        Column("army", "Army", number=True, counted=True),
        Column("units", "Units", number=True, counted=True),
        Column("attempts", "Attempts", number=True, counted=True),
    )
    example_rule = "DG-…"
    camps = (("Allies", ("uk", "france", "usa", "ussr", "china")), ("Axis", ("germany", "italy", "japan")))

    # -- where the game stands
    def turn(self, sight: Sight) -> tuple[str, str]:
        turn = sight.get("turn") or 1
        return f"Game turn {turn}", _months(turn)

    def turn_short(self, sight: Sight) -> tuple[str, str]:
        return f"Turn {sight.get('turn') or 1}", self.when(sight)

    def when(self, sight: Sight) -> str:
        turn = sight.get("turn") or 1
        return f"{('autumn', 'spring')[(turn + 1) % 2]} {1939 + turn // 2}"

    def turn_says(self, turn: int) -> str:
        return f"turn {turn}, {_months(turn)}"

    def ladder(self, sight: Sight) -> list[Rung]:
        phase = sight.game.phase
        parts = (COMMERCE, *PARTS) if sight.get("option.rules-1939") == "yes" else PARTS
        now = next((i for i, (words, *_) in enumerate(parts) if phase.endswith(words)), len(parts) - 1)
        if "," not in phase and not sight.game.over:
            now = 0  # a turn that has just begun
        found = []
        for i, (words, label, short) in enumerate(parts):
            state = "done" if i < now else "now" if i == now else "todo"
            note = phase.split(", ", 1)[-1] if i == now and not phase.endswith(words) else ""
            order = _order(sight) if words == "influence" and state == "now" else ()
            found.append(Rung(label, state, capital(note), order, short))
        return found

    def purse(self, sight: Sight) -> Purse | None:
        nation = sight.seat
        accounts = sight.accounts(nation)
        if not accounts:
            return None
        tenth, promise, least = accounts[:3]  # then what war it may declare, by the 1939 rules
        spent, debt = sight.get(f"spent.{nation}") or 0, sight.get(f"debt.{nation}") or 0
        vague = next((t for t in (least, promise, tenth) if not exact(t.value)), None)
        if vague is not None:
            needs = [sight.world.schema.spec(key).says for key in sight.unknown(vague)]
            note = f"To be told first: {'; '.join(needs[:2])}." if needs else ""
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
        says = f"A limit of ${limit}: ${spent} spent, ${free} free"
        return Purse("Influence money", cells, says, lines, note, promise.rule or "", free)

    def in_hand(self, sight: Sight) -> str:
        return "In hand" if sight.get("option.rules-1939") == "yes" else "May still go into influence"

    def payees(self, sight: Sight, place: str) -> list[str]:
        return [n for n in sight.book.seats if sight.get(f"stance.{place}.{n}") in PAYING]

    # -- the map
    def mark(self, sight: Sight, place: str) -> Mark:
        stances = {n: c for n in ALL if (c := sight.get(f"stance.{place}.{n}") or "neutral") != "neutral"}
        if not stances:
            holder = sight.get(f"holder.{place}")
            if holder in (None, "none"):
                return Mark()
            return Mark(sight.bloc(holder), "own", f"Held by {sight.say(holder)}", to=(holder,))
        best = max(stances.values(), key=CLASSES.index)
        to = tuple(n for n, c in stances.items() if c == best)
        says = f"{TOWARDS[best]} {listed([sight.say(n) for n in to])}"
        rest = [f"{TOWARDS[c]} {sight.say(n)}" for n, c in stances.items() if c != best]
        tincture = "joint" if {*to} == {*JOINT} else sight.bloc(to[0])
        return Mark(tincture, best, "; ".join([says, *rest]), to=to)

    def mark_of(self, family: str, names: Sequence[str], value: Any) -> Mark:
        if family != "stance":
            return Mark(says="")
        return Mark(self.tincture(names[-1]), str(value))

    def tells(self, sight: Sight, seq: int, effects: Sequence[Effect]) -> Sequence[Tell]:
        turned = _turned(sight, seq, [e for e in effects if e.fact.startswith("stance.")])
        told = {place for tell in turned for place in tell.place.split()}
        sworn = {e.fact.split(".")[1] for e in effects if e.fact.startswith("vichy.")}  # which nobody holds any more
        rest = [e for e in effects if not e.fact.startswith("stance.") and e.fact.split(".")[1] not in told]
        rest = [e for e in rest if not (e.fact.startswith("holder.") and e.fact.split(".")[1] in sworn)]
        rest = [e for e in rest if not e.fact.startswith("commerce.") or e.is_]  # a new turn begins without any
        at_war = [e for e in rest if e.fact.startswith("war-status.")]
        return [*turned, *_at_war(sight, seq, at_war), *(_tell(sight, seq, e) for e in rest if e not in at_war)]

    def moved(self, sight: Sight, changes: Sequence[tuple[int, Effect]]) -> Sequence[Tell]:
        stacks: dict[tuple[str, ...], list[tuple[int, Effect]]] = {}
        for seq, effect in changes:
            family, place, *more = effect.fact.split(".")
            stacks.setdefault((family, place, *more[:-1]), []).append((seq, effect))
        return [_stack(sight, stack, mine) for stack, mine in stacks.items()]

    def just_told(self, line: RecordLine, effect: Effect) -> bool:
        return line.kind == "event" and effect.rule == BOARD

    def purpose(self, sight: Sight, label: str) -> str:
        head, _, nation = label.rpartition(", ")
        return f"{head}, {TITLES[nation]}" if nation in TITLES else label

    def thrown(self, sight: Sight, label: str, line: RecordLine) -> Thrown:
        """Dice of commerce are money; a French ship is free, German or scuttled; others succeed or not."""
        rolled = line.cause["roll"]
        if line.rule in (commerce.ROLL, commerce.AGAIN.cite):
            return Thrown(capital(label), worth=rolled)
        if kind := next((ship for ship in SHIPS.values() if ship.label == label), None):
            return Thrown(capital(label), result=fate_of(kind, rolled), counts=True)
        usual = super().thrown(sight, label, line)
        band = next((band for band in banded().get(line.rule, ()) if rolled in band), None)
        return replace(usual, result=band.label) if band else usual

    # -- a request
    def answered(self, sight: Sight, request: Request, value: Any) -> str:
        return answers.answered(sight, request, value)

    def about(self, sight: Sight, request: Request) -> str:
        if not sight.subject(request.subject):
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

    def roll_due(self, sight: Sight, request: Request) -> RollDue | None:
        frame = sight.game.state.stack[-1] if sight.game.state.stack else None
        if request.kind != "roll" or frame is None or "success" not in request.odds:
            return None
        if frame.step == "twg.influence.throw":
            return _influence_due(sight, frame)
        needed = int(Fraction(request.odds["success"]) * len(request.legal))
        row = Row(capital(sight.label(request.cite)) or "By its chart", str(needed), request.cite, True)
        brings = _brought(sight.world, frame) if frame.step == "twg.unrest.roll" else ("", "")
        success, failure = (capital(says) for says in brings)
        return RollDue(f"{needed} or less", (row,), success=success or row.text, failure=failure or "Nothing changes")

    def rival(self, sight: Sight, request: Request) -> str:
        frame = sight.game.state.stack[-1].vars if sight.game.state.stack else {}
        both = [frame.get("nation"), frame.get("rival")]
        return str(next((s for s in both if s and s != request.seat), "")) if request.seat in both else ""

    def bids(self, sight: Sight, request: Request) -> dict[int, Bid]:
        rival, by = self.rival(sight, request), self.influencer(sight, request)
        if request.kind != "sealed" or not rival or not by:
            return {}
        cite = str(sight.game.state.stack[-1].vars.get("cite", ""))
        asked = chronicle(sight).asked.values()
        theirs = [r for r in asked if r.seat == rival and r.kind == "sealed" and r.subject == request.subject]
        against = tuple(theirs[-1].legal) if theirs else ()

        def number(money: int, counter: int) -> int | None:
            found = self.reckoning(sight, request.subject, by, money=money, counter=counter, cite=cite)
            return int(found.trace.value) if found and exact(found.trace.value) else None

        found = {}
        for mine in request.legal:
            pairs = [(mine, theirs_) if request.seat == by else (theirs_, mine) for theirs_ in against]
            numbers = tuple(number(*pair) for pair in pairs)
            before = number(mine if request.seat == by else max(against), 0)
            if None in numbers or before is None:
                return {}
            found[mine] = Bid(tuple(n for n in numbers if n is not None), before, against)
        return found

    # -- sheets
    def blanks(self, sight: Sight) -> Sequence[Blank]:
        return sheets.blanks(sight, _still_to_come(self.ladder(sight), sight.seat))

    def intended(self, sight: Sight, intent: Intent, request: Request) -> Any:
        return sheets.intended(sight, intent, request)

    # -- a country
    def dossier(self, sight: Sight, subject: str, by: str = "") -> Dossier:
        return dossier_of(sight, subject, self.mark(sight, subject))

    def nation(self, sight: Sight, seat: str) -> Dossier:
        return nation_of(sight, seat)

    def outlook(self, sight: Sight, subject: str, turns: int) -> Outlook | None:
        neutral = home_of()[subject]
        open_to = (n for n, right in neutral.rights if rights.open_now(neutral, n, right).value(sight.world) is True)
        by = next(open_to, "")
        try:
            chances = forecast_of(sight.book, sight.world, subject, turns, {"by": by} if by else NOTHING)
        except Unknown as needed:
            wanted = listed(sight.world.schema.spec(key).says for key in needed.questions)
            return Outlook("Where it is going", f"To be told first: {wanted}.")
        except LegationError as refused:
            return Outlook("Where it is going", f"{capital(str(refused))}.")
        if all(len(turn) == 1 for turn in chances):
            return Outlook(
                "Where it is going", f"Nothing will move it in {counted(turns, 'turn')}, {_supposing(sight, by)}."
            )
        outcomes = dict.fromkeys(outcome for turn in chances for outcome in turn)
        rows = tuple(
            (outcome, tuple(percent(turn[outcome]) if turn.get(outcome) else "" for turn in chances))
            for outcome in outcomes
        )
        return Outlook("Where it is going", f"Exact chances, {_supposing(sight, by)} and all else stays as it is", rows)

    def reckoning(self, sight: Sight, subject: str, by: str, **how: Any) -> Reckoning | None:
        """The number that a nation must roll to influence a country, with so much money on either side."""
        neutral = home_of()[subject]
        money, counter, cite = how.get("money", 0), how.get("counter", 0), how.get("cite", "")
        world: Any = how.get("world", sight.world)
        mine = [right for nation, right in neutral.rights if nation == by]
        mine.sort(key=lambda r: (r.cite != cite, rights.open_now(neutral, by, r).value(world) is not True))
        if not mine:
            return None
        right = mine[0]
        spends = f"${money} spent" if money else "no money spent"
        against = f"${counter} against it" if counter else "nobody counters"
        return Reckoning(
            f"{TITLES[by]} may try: {right.label}",
            rights.trace_of(world, neutral, by, right, money, counter),
            (rights.open_now(neutral, by, right).trace(world),),
            what_if=tuple((f"${n}", {"money": n, "counter": counter}, n == money) for n in range(MOST_DOLLARS + 1)),
            supposing=f"{spends}, {against}",
        )

    # -- over time
    def series(self, sight: Sight) -> Sequence[Series]:
        turns = turns_of(sight, ("stance",), ("collected", "commerce", "spent", "debt"))
        found: list[Series] = [
            Stacks(
                "affiliations",
                "Affiliations, turn by turn",
                "How many countries each nation has on its side when a turn ends; the denser the hatching, the firmer "
                "the tie.",
                tuple(turn.number for turn in turns),
                self.camps,
                FIRMEST_FIRST,
                tuple(_tied(turn) for turn in turns),
                "Countries tied to a nation",
                "F friendly, E economic, S sworn, T total control.",
            )
        ]
        nations = tuple(n for _, camp in self.camps for n in camp)
        numbers = tuple(turn.number for turn in turns[1:])
        money = {n: tuple(_money(turn, n) for turn in turns[1:]) for n in nations}
        if any(any(above) or any(below) for rows in money.values() for above, below in rows):
            came_in = any(any(above) for rows in money.values() for above, _ in rows)
            found.append(
                Bars(
                    "money",
                    "Income and debts",
                    "What came in each turn stands above the line; what went into influence, and what is still owed, "
                    "below it.",
                    numbers,
                    nations,
                    ("land income", "Military Commerce") if came_in else (),
                    ("put into influence", "owed when the turn ended"),
                    money,
                    ""
                    if came_in
                    else "With the Guide alone the referee sees no income, only what is promised and owed.",
                )
            )
        tries = {n: tuple(_tries(turn, n) for turn in turns[1:]) for n in nations}
        if any(made for rows in tries.values() for _, made in rows):
            found.append(
                Squares(
                    "attempts",
                    "Attempts and successes",
                    "A square for every attempt to influence a country; filled if the die moved it.",
                    numbers,
                    nations,
                    tries,
                    ("moved the country", "failed", "attempts"),
                )
            )
        return found

    def lanes(self, sight: Sight) -> tuple[Sequence[str], Sequence[Lane]]:
        """The countries whose affiliation has changed, a cell a turn."""
        turns = turns_of(sight, ("stance",))
        found = []
        for slug, name in sight.book.subjects().items():
            keys = {nation: f"stance.{slug}.{nation}" for _, camp in self.camps for nation in camp}
            past = [{n: c for n, key in keys.items() if (c := t.facts.get(key, "neutral")) != "neutral"} for t in turns]
            if any(stances != past[0] for stances in past):
                found.append(Lane(slug, capital(name), tuple(_lane(sight, stances) for stances in past)))
        found.sort(key=lambda lane: lane.name.removeprefix("The "))
        return ["start", *(str(turn.number) for turn in turns[1:])], found


VIEWS = TheWarGameViews()


def _supposing(sight: Sight, by: str) -> str:
    """What a forecast supposes of influence."""
    return f"if {sight.say(by)} tries every turn without money" if by else "if nobody tries to influence it"


# -- the desk
def _months(turn: int) -> str:
    return f"{MONTHS[(turn + 1) % 2]} {1939 + turn // 2}"  # turn 1 is the second half of 1939


def _order(sight: Sight) -> tuple[Nation, ...]:
    at = next((f.vars["at"] for f in sight.game.state.stack if "influence" in f.step and "at" in f.vars), 0)
    states = ["done" if i < at else "at" if i == at else "to come" for i in range(len(sight.book.seats))]
    return tuple(
        Nation(seat, sight.name(seat), sight.bloc(seat), state)
        for seat, state in zip(sight.book.seats, states, strict=True)
    )


def _influence_due(sight: Sight, frame: Frame) -> RollDue:
    """The number of an attempt, with the money that lies on both sides."""
    neutral, influence = rights.right(frame.country, frame.nation, frame.cite)
    trace = rights.trace_of(sight.world, neutral, frame.nation, influence, frame.money, frame.counter)
    rows = [(part, row_of(sight.world, part)) for part in trace.parts]
    tries = (sight.get(f"attempts.{frame.country}.{frame.nation}") or 0) + 1
    return RollDue(
        f"{trace.value} or less",
        tuple(replace(row, value=signed(part.value)) for part, row in rows if part.applied),
        tuple(row for part, row in rows if not part.applied),
        success=f"{sight.place(frame.country)}: {TOWARDS[influence.into]} {TITLES[frame.nation]}",
        failure=f"The next try will be the {ordinal(tries + 1)}",
        terms={"money": frame.money, "counter": frame.counter, "cite": frame.cite},
    )


def _brought(world: World, frame: Frame) -> tuple[str, str]:
    """What success and failure of an unrest roll bring, as the chart has it."""
    roll, neutral = find(frame.country, frame.path), neutral_by_slug()[frame.country]
    won, lost = (
        "; ".join(
            dict.fromkeys(
                r.label for r in neutral.bind(rules) if isinstance(r, Rule) and r.when.value(world) is not False
            )
        )
        for rules in (roll.on_success, roll.on_failure)
    )
    return won, lost


def _still_to_come(rungs: Sequence[Rung], seat: str) -> bool:
    """Before the seat has had its turn at influence."""
    if rungs[-1].state == "now" or rungs[-2].state == "now":
        return False
    return not any(n.seat == seat and n.state == "done" for rung in rungs for n in rung.order)


# -- what happened
JOINS = {  # what a country does that comes to stand so with a nation
    "friendly": ("turns Friendly to", "turn Friendly to"),
    "economic": ("becomes an Economic ally of", "become Economic allies of"),
    "sworn": ("swears to", "swear to"),
    "total": ("comes under Total Control of", "come under Total Control of"),
}


def _turned(sight: Sight, seq: int, effects: Sequence[Effect]) -> list[Tell]:
    """Who leans to whom now; the lands of one chart that turn alike are told together."""
    alike: dict[tuple[Any, ...], list[str]] = {}
    for place in dict.fromkeys(effect.fact.split(".")[1] for effect in effects):
        mine = [e for e in effects if e.fact.split(".")[1] == place]
        net: dict[str, tuple[str, str]] = {}  # what came in between, such as an oath before the conquest, is past
        for effect in mine:
            nation, was = effect.fact.split(".")[2], str(effect.was or "neutral")
            net[nation] = (net[nation][0] if nation in net else was, str(effect.is_))
        if moves := tuple((nation, was, now) for nation, (was, now) in net.items() if was != now):
            alike.setdefault((moves, home_of()[place].slug), []).append(place)
    found = []
    for (moves, home), places in alike.items():
        said = [home] if home in places else places  # the nation stands for its parts and colonies
        rules = tuple(dict.fromkeys(e.rule for e in effects if e.fact.split(".")[1] in said and e.rule))
        text = f"{listed([sight.place(place) for place in said])} {_moved(sight, moves, len(said) > 1)}"
        because = sight.because(rules[-1]) if rules else ""
        found.append(Tell(text, rules, because, " ".join(places), VIEWS.mark(sight, places[0]), seq))
    return found


def _moved(sight: Sight, moves: Sequence[tuple[str, str, str]], many: bool) -> str:
    """Leaves the U.K. and turns Friendly to Germany."""
    left = [sight.say(nation) for nation, _, now in moves if now == "neutral"]
    parts = [f"leave{'' if many else 's'} {listed(left)}"] if left else []
    for cls in FIRMEST_FIRST:
        up = [sight.say(n) for n, was, now in moves if now == cls and CLASSES.index(was) < CLASSES.index(cls)]
        down = [sight.say(n) for n, was, now in moves if now == cls and CLASSES.index(was) > CLASSES.index(cls)]
        parts += [f"{JOINS[cls][many]} {listed(up)}"] if up else []
        parts += [f"{'are' if many else 'is'} no more than {TOWARDS[cls]} {listed(down)}"] if down else []
    return listed(parts)


def _at_war(sight: Sight, seq: int, effects: Sequence[Effect]) -> list[Tell]:
    """Who is at war now; nations that one rule brings there from the same status are told together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for e in {e.fact: e for e in effects}.values():
        alike.setdefault((str(e.was or "peace"), str(e.is_), e.rule), []).append(e.fact.split(".")[1])
    found = []
    for (was, now, rule), nations in alike.items():
        are = "are" if len(nations) > 1 else "is"
        who = capital(listed([sight.say(nation) for nation in nations]))
        text = f"{who} {are} {status_title(now)}, no longer {status_title(was)}"
        mark = VIEWS.mark(sight, nations[0])
        found.append(Tell(text, (rule,) if rule else (), sight.label(rule), " ".join(nations), mark, seq))
    return found


def _stack(sight: Sight, stack: tuple[str, ...], mine: Sequence[tuple[int, Effect]]) -> Tell:
    """The pieces of somebody in one place: what stands there now, and of what nothing is left."""
    family, place, *nation = stack
    where = sight.place(place)
    rules = tuple(dict.fromkeys(effect.rule for _, effect in mine))
    count = {effect.fact.split(".")[-1].replace("-", " "): effect.is_ for _, effect in mine}
    there = listed(how_many(number, kind) for kind, number in count.items() if number)
    gone = listed([kind for kind, number in count.items() if not number], "or")
    stands = "stands" if [n for n in count.values() if n] == [1] else "stand"
    if family == "ship-of":
        text = f"The ship of {where} belongs to {mine[0][1].new} now"
    elif family == "army":
        text = f"The army of {where} has {listed(filter(None, (there, gone and f'no {gone} left')))}"
    else:
        whose = f"of {sight.say(nation[0])}" if nation else "that was French, now Sworn to the Axis,"
        parts = (there and f"{there} {whose} {stands} in {where}", gone and f"no {gone} {whose} is left in {where}")
        text = capital(listed(filter(None, parts)))
    return Tell(text, rules, place=place, seq=mine[-1][0])


def _tell(sight: Sight, seq: int, effect: Effect) -> Tell:
    family, place, *_ = effect.fact.split(".")
    name = sight.place(place)
    because = sight.because(effect.rule)
    if family == "government":
        text, because = f"{name}: {because or f'{effect.new} governs'}", ""
    elif family == "holder":
        text = f"{name} is nobody’s" if effect.is_ == "none" else f"{name} is in the hands of {effect.new}"
    elif family == "vichy":
        text = f"{name} goes over to Vichy, Sworn to {effect.new}"
    elif family == "commerce":
        text = f"Military Commerce of {sight.say(place)}: ${effect.is_} in all"
    else:
        text = f"{effect.says}: {effect.new}" if effect.new else effect.says
    rules = (effect.rule,) if effect.rule else ()
    return Tell(capital(text), rules, because, place, VIEWS.mark(sight, place), seq, total=family == "commerce")


# -- over time
def _tied(turn: PastTurn) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for key, cls in turn.facts.items():
        family, *names = key.split(".")
        if family == "stance" and cls in FIRMEST_FIRST:
            mine = found.setdefault(names[1], {})
            mine[cls] = mine.get(cls, 0) + 1
    return found


def _money(turn: PastTurn, nation: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    owed = int(turn.facts.get(f"debt.{nation}") or 0)
    land, trade, spent = (turn.peaks.get(f"{name}.{nation}", 0) for name in ("collected", "commerce", "spent"))
    return (land, trade), (spent, owed)


def _tries(turn: PastTurn, nation: str) -> tuple[int, int]:
    """The attempts of a turn that moved their country, and all that were rolled for."""
    hits = tries = 0
    for effects in turn.acts:
        for change in effects:
            family, *names = change["fact"].split(".")
            if family == "attempts" and names[1:] == [nation] and (change["new"] or 0) > (change["old"] or 0):
                won = f"won.{names[0]}.{nation}"
                tries += 1
                hits += any(c["fact"] == won or c["fact"].startswith(f"stance.{names[0]}.") for c in effects)
    return hits, tries


def _lane(sight: Sight, stances: Mapping[str, str]) -> Mark:
    if not stances:
        return Mark("", "neutral", "Neutral")
    best = max(stances.values(), key=CLASSES.index)
    to = [nation for nation, cls in stances.items() if cls == best]
    says = "; ".join(f"{capital(cls)}: {sight.name(nation)}" for nation, cls in stances.items())
    return Mark("joint" if len(to) > 1 else sight.bloc(to[0]), best, says)
