"""What A World at War presents of itself: results in force, diplomatic points, tensions and lands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from legation.books.awaw.calendar import season_mark
from legation.books.awaw.contents import of_its_own, profile
from legation.books.awaw.diplomacy import targets
from legation.books.awaw.diplomacy.phase import look, results_of, sheet_for, who_benefits
from legation.books.awaw.diplomacy.points import ALLOTMENTS
from legation.books.awaw.diplomacy.results import key_of
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.minors.lands import key_places
from legation.books.awaw.powers import (
    AXIS,
    BRITAIN,
    CHINA,
    DP_POWERS,
    FACTIONS,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    NOBODY,
    RUSSIA,
    USA,
    WESTERN_ALLIES,
)
from legation.books.awaw.tensions import TRACKS, course, far_ahead, likely_turns, season_of
from legation.books.awaw.tensions.thresholds import Mobilization, TrackResult
from legation.books.awaw.views import answers, sheets
from legation.books.awaw.views.prospects import chance_of, hope_says, hopes_of, result_of
from legation.books.awaw.vocabulary import INTO_THE_REICH, POOL_UNITS, WORDS, war_key
from legation.core.abilities import NOTHING
from legation.core.chronicle import Effect, RecordLine, chronicle, stood
from legation.core.errors import Unknown
from legation.core.expr import Const
from legation.core.inquiries import allowances_of
from legation.core.intents import Blank, Intent
from legation.core.lands import deadlines_of, facts_of, limits_of, sayings_of, story_of
from legation.core.machine import Frame
from legation.core.requests import Request
from legation.core.shortened import row_of
from legation.core.sight import Sight
from legation.core.span import exact
from legation.core.trace import Trace
from legation.core.views import (
    Column,
    Dossier,
    Facts,
    Gauge,
    Kin,
    Legend,
    Level,
    Mark,
    Points,
    Posting,
    Purse,
    PurseLine,
    Reckoning,
    RollDue,
    Row,
    Rung,
    Sayings,
    Section,
    Sheet,
    Tell,
    Threshold,
    Thrown,
    Tip,
    Tips,
    Views,
)
from legation.core.voice import does_so, figure, how_many
from legation.core.words import capital, listed, ordinal, percent, signed

__all__ = ["VIEWS", "AWorldAtWarViews"]

POINTS = "Year start, points"
WARS = {"axis": "Axis declarations of war", "allied": "Allied declarations of war"}
STANDING = {"ally": "total", "associate": "sworn", "hex-control": "economic"}  # the hatching of a status
WITH = {  # how a status towards a power is said
    "colony": "Colony of",
    "conquered": "Conquered by",
    "ally": "Ally of",
    "associate": "Associated with",
    "hex-control": "Hexes controlled by",
    "commonwealth": "Commonwealth, with",
    "independent": "Independent, beside",
}
BECOMES = {  # what a country does that comes into a status, alone and with a power
    "neutral": ("is neutral", "is neutral, beside"),
    "hex-control": ("opens its hexes", "opens its hexes to"),
    "associate": ("is an associate", "becomes an associate of"),
    "ally": ("is an active ally", "becomes an active ally of"),
    "conquered": ("is conquered", "is conquered by"),
    "colony": ("is a colony", "is a colony of"),
    "commonwealth": ("is a part of the Commonwealth", "is a part of the Commonwealth, with"),
    "independent": ("fights on alone", "fights on beside"),
    "surrendered": ("has surrendered", "has surrendered, held by"),
    "dissolved": ("is dissolved", "is dissolved, held by"),
    "incorporated": ("is incorporated", "becomes a part of"),
}
LIMITED = ("hex-control", "associate", "ally", "independent")  # elsewhere a dossier tells the limits
OPENING = "3-4"  # the result with which every country begins
MOST_KEYS = 3  # places on a card that stand for a capital
HEAD = ("status", "holder", "beneficiary", "brp-grant", "brp-value", "result", "selected", "dp")
SEASONS_AHEAD, SEASONS_BACK, FORECAST, LONG_AHEAD = 3, 12, 6, 24


DICE = {"diplomacy": "diplomacy in", "benefit": "who benefits from", "tension": "the effective level of"}


class AWorldAtWarViews(Views):
    """What the book builds for one seat."""

    pitch = "Diplomatic points, minor countries, and the three tensions that bring Russia and the United States in."
    plates = ("europe-awaw", "pacific-awaw")
    plate_titles = ("Europe", "The Pacific")
    legends = (
        Legend(
            "Result",
            (
                ("germany", "friendly", "", "pays it"),
                ("germany", "economic", "", "hexes"),
                ("germany", "sworn", "", "associated"),
                ("germany", "total", "", "ally"),
                ("germany", "own", "", "own or conquered"),
                ("", "", OPENING, "result in force"),
            ),
        ),
    )
    powers = (GERMANY, ITALY, BRITAIN, FRANCE, USA, RUSSIA, JAPAN, CHINA)
    tinctures: Mapping[str, str] = {
        **{power: power for power in powers},
        BRITAIN: "uk",
        WESTERN_ALLIES: "uk",
        RUSSIA: "ussr",
        AXIS: "germany",
    }
    usual = ("declaration", "conquest", "taken", "capture", "entered", "surrender", "grant")
    place_families = ("control", "factors", "present", "own-factors", "unbuilt", "hexes", "pact-line")
    of_places = ("holder", "control", "status")
    lands = "status"
    telling = ("tension-result", "result", "status", "conqueror", "tension", "mobilizations", "declared-war")
    on_board = ("deployed", "volunteers", "must-leave")
    columns = (
        Column("result", "Result", of_wholes=True),
        Column("status", "Status", of_wholes=True),
        Column("beneficiary", "For", of_wholes=True),
        Column("brp-grant", "BRPs", number=True, of_wholes=True),
        Column("factors", "Factors", number=True, counted=True, place=-1),
    )
    story: Mapping[str, str] = {
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
    }
    standing = "standing"
    deadlines = ("due", "grace", "grace-brps", "deferred", "must-leave")
    example_rule = "PROC-…"
    gauges_title = "Tensions"

    # -- where the game stands
    def turn_says(self, turn: int) -> str:
        return season_of(turn)

    def ladder(self, sight: Sight) -> list[Rung]:
        """The half of each side; in the published order wars are declared in a phase of their own."""
        phase, apart = sight.game.phase, sight.get("option.order-of-play") == "published"
        labels = [POINTS]
        for side, name in (("axis", "Axis"), ("allied", "Allied")):
            labels += [f"{name} diplomacy", *([WARS[side]] if apart else ()), f"{name} player turn"]
        diplomacy = "Allied diplomacy" if sight.get("axis-turn-over") else "Axis diplomacy"
        if "diplomatic points" in phase or "year start" in phase:
            now = 0
        else:
            now = next((i for i, label in enumerate(labels) if phase.endswith(label)), labels.index(diplomacy))
        note = capital(phase.split(": ", 1)[-1]) if labels[now] == diplomacy else ""
        states = ["done" if i < now else "now" if i == now else "todo" for i in range(len(labels))]
        return [
            Rung(label, state, note if state == "now" else "", short=_short(label))
            for label, state in zip(labels, states, strict=True)
        ]

    def purse(self, sight: Sight) -> Purse | None:
        seat = sight.seat
        allotment = sight.get(f"allotment.{seat}")
        if allotment is None or seat not in sight.book.seats:
            return None
        placed = _placed(sight, seat)
        lines = [PurseLine("Allotted this year", str(allotment), f"fact=allotment.{seat}")]
        lines += [PurseLine(sight.place(t), str(n), f"fact=dp.{seat}.{t}") for t, n in placed.items()]
        lines.append(PurseLine("Placed", str(sum(placed.values())), sum=True))
        note = "Others see your points only when they are revealed."
        return Purse("Your diplomatic points", (), "", tuple(lines), note)

    def in_hand(self, sight: Sight) -> str:
        return "BRPs a year from minor countries and colonies"

    def payees(self, sight: Sight, place: str) -> list[str]:
        found = (sight.get(f"{family}.{place}") for family in ("beneficiary", "holder"))
        return list(dict.fromkeys(str(power) for power in found if power in sight.book.seats))

    def gauges(self, sight: Sight) -> list[Gauge]:
        """The tension tracks of this edition."""
        levels = {slug: sight.get(f"tension.{slug}") for slug in TRACKS}
        return [_gauge(sight, slug, level) for slug, level in levels.items() if level is not None]

    def roll_due(self, sight: Sight, request: Request) -> RollDue | None:
        frame = sight.game.state.stack[-1] if sight.game.state.stack else None
        if request.kind != "roll" or frame is None or frame.step != "awaw.die":
            return None
        return _roll_due(sight, frame)

    def added(self, frame: Frame) -> int | None:
        return frame.more.get("total")

    def ledger(self, sight: Sight, key: str) -> Sequence[Posting]:
        family, _, slug = key.partition(".")
        return _ledger(sight, slug) if family == "tension" and slug in TRACKS else ()

    # -- sheets
    def blanks(self, sight: Sight) -> Sequence[Blank]:
        return sheets.blanks(sight)

    def intended(self, sight: Sight, intent: Intent, request: Request) -> Any:
        return sheets.intended(sight, intent, request)

    # -- the map
    def mark(self, sight: Sight, place: str) -> Mark:
        return replace(self._stands(sight, place), keys="" if place in self.tinctures else _keys(sight, place))

    def _stands(self, sight: Sight, place: str) -> Mark:
        if place in self.tinctures:
            return Mark(sight.bloc(place), "own", f"Home of {sight.say(place)}", to=(place,))
        if place == "vichy-france" and not sight.get("fallen.france"):
            return Mark(FRANCE, "own", "Part of France until it falls", to=(FRANCE,))
        result = sight.get(f"result.{place}")
        if result is None or not sight.subject(place):
            status = sight.get(f"status.{place}")
            return _held(sight, place) if status is None else _land(sight, place, str(status))
        conqueror = sight.get(f"conqueror.{place}")
        if conqueror not in (None, NOBODY):
            says = f"Conquered by {sight.say(conqueror)}"
            return Mark(sight.bloc(conqueror), "own", says, "", _due(sight, place), (conqueror,))
        status, whose = sight.get(f"status.{place}"), sight.get(f"beneficiary.{place}")
        says = f"Result {sight.say(result)} in force"
        if status not in (None, "neutral"):
            words = str(status).replace("-", " ")
            whole = f"{WITH.get(str(status), f'{words}, for')} {sight.say(whose)}"
            says += f"; {words if whose in (None, NOBODY) else whole[:1].lower() + whole[1:]}"
        tincture = sight.bloc(str(whose))
        if place == "vichy-france" and not tincture:
            return Mark("vichy", "friendly", says, str(result))
        cls = STANDING.get(str(status), "friendly") if tincture else ""
        return Mark(tincture, cls, says, str(result), _due(sight, place), (whose,) if tincture else ())

    def tells(self, sight: Sight, seq: int, effects: Sequence[Effect]) -> Sequence[Tell]:
        found: dict[str, Tell] = {}
        merged: dict[str, Effect] = {}
        for effect in effects:  # a track that several rows moved is told once
            first = merged.get(effect.fact, effect)
            merged[effect.fact] = replace(effect, was=first.was, old=first.old)
        conquered = {e.fact.split(".")[1] for e in effects if e.fact.startswith("conqueror.") and e.is_ != NOBODY}
        for effect in merged.values():  # what a result brings is told with it, once a country
            family, about = effect.fact.split(".")[:2]
            if family in ("result", "status") and about in conquered:
                continue  # a conquered country has no result any more
            tell = _tell(sight, seq, effect)
            if tell is not None:
                found.setdefault(tell.place or tell.text, tell)
        return list(found.values())

    def waits(self, sight: Sight) -> Sequence[Tell]:
        """Results that were taken, until the last die of the phase has fallen."""
        held = {place: found for place in TABLES if (found := sight.get(f"pending.{place}"))}
        if not held:
            return ()
        until = _dice_to_fall(sight, held)
        return [_waits(sight, place, result, until) for place, results in held.items() for result, *_ in results]

    def purpose(self, sight: Sight, label: str) -> str:
        kind, about, *_ = label.split("/")
        return f"{DICE[kind]} {sight.place(about)}"

    def thrown(self, sight: Sight, label: str, line: RecordLine) -> Thrown:
        purpose, (kind, about, *_) = capital(self.purpose(sight, label)), label.split("/")
        if kind == "tension":
            level = stood(sight, f"effective-tension.{about}", line.seq)
            return Thrown(purpose, result=f"an effective level of {figure(level)}", counts=True)
        added = stood(sight, f"modifiers.{about}", line.seq) if kind == "diplomacy" else None
        if kind == "benefit":
            return Thrown(
                purpose, result=f"its benefit goes to {sight.say(who_benefits(line.cause['roll']))}", counts=True
            )
        if added is None:
            return Thrown(purpose)
        band = TABLES[about].band(line.cause["roll"] + added)
        return Thrown(purpose, added, f"result {sight.told(f'result.{about}', key_of(band))}, {band.label}")

    def stands_out(self, mark: Mark) -> bool:
        return bool(mark.bloc) or mark.tag not in ("", OPENING)

    def answered(self, sight: Sight, request: Request, value: Any) -> str:
        return answers.answered(sight, request, value)

    def about(self, sight: Sight, request: Request) -> str:
        return self.mark(sight, request.subject).says if sight.subject(request.subject) else ""

    # -- a subject
    def dossier(self, sight: Sight, subject: str, by: str = "") -> Dossier:
        if subject in TRACKS:
            return _track(sight, subject)
        if subject in ALLOTMENTS:
            return _power(sight, subject)
        return _country(sight, subject, by) if subject in TABLES else self.land(sight, subject)

    def land(self, sight: Sight, slug: str) -> Dossier:
        facts = [("Status", capital(sight.say(sight.get(f"status.{slug}"))), f"fact=status.{slug}")]
        for label, family in (
            ("Held by", "holder"),
            ("BRPs go to", "beneficiary"),
            ("BRPs a year", "brp-grant"),
            ("Worth a year", "brp-value"),
        ):
            if (value := sight.get(f"{family}.{slug}")) is not None:
                facts.append((label, capital(sight.say(value)), f"fact={family}.{slug}"))
        sayings = sayings_of(sight, slug)
        return Dossier(
            slug,
            sight.place(slug),
            sayings.sayings[0][0] + "." if sayings.sayings else "",
            self.mark(sight, slug),
            tuple(facts),
            main=(story_of(sight, slug), sayings),
            aside=(
                deadlines_of(sight, slug),
                limits_of(sight, slug),
                *_of_its_own(sight, slug),
                facts_of(sight, slug, "On record", HEAD),
            ),
            aside_says="Limits and facts",
            history=False,
        )

    def reckoning(self, sight: Sight, subject: str, by: str, **how: Any) -> Reckoning | None:
        """The sheet of a roll that a faction would make, and what would keep it from making it."""
        if subject not in TABLES:
            return None
        supposed: Mapping[str, Any] = {"by": by} if by in FACTIONS else NOTHING
        ahead = sight.outlook(subject, supposed)
        traces = sight.book.explain(how.get("world", ahead.world), subject, supposed)
        says = "The modifiers of a roll now, and what else bears on it"
        with_old = f"with {ahead.says}" if ahead.carried else ""
        return Reckoning(says, traces[0], tuple(traces[1:]), added=True, supposing=with_old, carried=ahead.carried)


VIEWS = AWorldAtWarViews()


def _short(label: str) -> str:
    """A rung where there is little room: the side, and one word."""
    words = label.split()
    return {"war": f"{words[0]} wars", "turn": f"{words[0]} turn"}.get(
        words[-1], "" if label != POINTS else words[-1].capitalize()
    )


def _placed(sight: Sight, seat: str) -> dict[str, int]:
    """The seat's points, by where they lie."""
    targets_ = sight.world.schema.by_name["dp"].over[1]
    return {target: points for target in targets_ if (points := sight.get(f"dp.{seat}.{target}"))}


# -- the map
def _land(sight: Sight, place: str, status: str) -> Mark:
    """A land without a diplomatic table."""
    powers = (sight.get(f"{family}.{place}") for family in ("holder", "beneficiary"))
    power = str(next((p for p in powers if p not in (None, NOBODY)), ""))
    words = capital(status.replace("-", " "))
    if not power:
        return Mark("", "", words, "", _due(sight, place))
    cls = "own" if status in ("colony", "conquered", "commonwealth") else STANDING.get(status, "friendly")
    says = f"{WITH.get(status, f'{words}, held by')} {sight.say(power)}"
    tincture = sight.bloc(power)
    return Mark(tincture, cls if tincture else "", says, "", _due(sight, place), (power,))


def _held(sight: Sight, place: str) -> Mark:
    holder = sight.get(f"control.{place}")
    if holder in (None, NOBODY):
        return Mark(says="")
    return Mark(sight.bloc(str(holder)), "own", f"Controlled by {sight.say(holder)}", to=(holder,))


def _due(sight: Sight, place: str) -> str:
    """What falls due there, in a few words."""
    found = []
    if (power := sight.get(f"due.{place}")) not in (None, NOBODY):
        found.append(f"{capital(sight.say(power))} is paid for it next")
    if (power := sight.get(f"grace.{place}")) not in (None, NOBODY):
        found.append(f"{capital(sight.say(power))} may still win it back")
    if sight.get(f"must-leave.{place}") not in (None, NOBODY, 0, False):
        found.append("units must leave")
    return "; ".join((*found, *_limits(sight, place)))


def _keys(sight: Sight, place: str) -> str:
    """The capital, or the places that stand for one, and who has them if that is known."""
    keys = key_places(place)
    if not keys or len(keys) > MOST_KEYS:
        return ""
    named = []
    for key in keys:
        holder = sight.get(f"control.{key}")
        named.append(sight.place(key) + (f" ({sight.say(holder)})" if holder not in (None, NOBODY) else ""))
    return f"{'Capital' if len(keys) == 1 else 'Key places'}: {', '.join(named)}"


def _limits(sight: Sight, place: str) -> list[str]:
    """The limits of which some is used up; two with the same numbers are told once."""
    if sight.get(f"status.{place}") not in LIMITED:
        return []
    found: dict[tuple[str, int, int | None], str] = {}
    for one in (one for one in allowances_of(sight.book, sight.world, place) if one.used):
        who = f"{capital(sight.say(one.nation))}: " if one.nation else ""
        found.setdefault((one.nation, one.used, one.most), f"{who}{one.words}")
    return list(found.values())


# -- what happened
def _label(place: str, result: str) -> str:
    return next(band.label for band in TABLES[place].bands if key_of(band) == result)


def _waits(sight: Sight, place: str, result: str, until: str) -> Tell:
    """A result that was taken, and when it comes about."""
    put_off = sight.world.origin(f"pending.{place}")
    taken = f"{sight.told(f'result.{place}', result)} is taken, {_label(place, result)}"
    rules = (put_off.rule,) if put_off.rule else ()
    return Tell(f"{sight.place(place)}: {taken}", rules, f"takes effect {until}", place, seq=put_off.seq)


def _dice_to_fall(sight: Sight, held: Collection[str]) -> str:
    """When results are carried out that wait: after these dice."""
    frames = [frame.vars for frame in sight.game.state.stack]
    left = [country for vars in frames for _, country, _ in vars.get("queue") or ()]
    now = [vars["country"] for vars in frames if vars.get("country") in TABLES and vars["country"] not in held]
    names = listed(dict.fromkeys(sight.place(country) for country in (*now, *left)))
    return f"when the dice of {names} have fallen" if left else f"after the die of {names}" if now else "now"


def _charged(sight: Sight, seq: int, rule: str) -> str:
    """What a row of a track has counted in an entry, with the places where."""
    slots = (e for e in chronicle(sight).lines[seq - 1].effects if e.fact.startswith("charged.") and e.rule == rule)
    said = {e.fact.partition(".")[2]: bool(e.is_) for e in slots}
    counts, gone = (
        [sight.world.schema.titles[slot] for slot, now in said.items() if now is so] for so in (True, False)
    )
    return listed(counts) or (f"not any more: {listed(gone)}" if gone else "")


def _becomes(sight: Sight, seq: int, place: str, status: str) -> str:
    """What a country does whose status has become another."""
    families = ("holder", "beneficiary") if status in ("colony", "conquered") else ("beneficiary", "holder")
    found = (stood(sight, f"{family}.{place}", seq) or sight.get(f"{family}.{place}") for family in families)
    power = next((power for power in found if power not in (None, NOBODY)), None)
    alone, with_ = BECOMES[status]
    return alone if power is None else f"{with_} {sight.say(power)}"


def _tell(sight: Sight, seq: int, effect: Effect) -> Tell | None:
    family, place, *more = effect.fact.split(".")
    name, because = sight.place(place), sight.because(effect.rule)
    mark: Mark | None = None
    if family == "tension":
        steps = int(effect.is_) - int(effect.was or 0)
        if not steps:
            return None
        moves = f"{'rises' if steps > 0 else 'falls'} from {figure(effect.was or 0)} to {figure(effect.is_)}"
        text = f"{name}, {TRACKS[place].between}, {moves}"
        because = _charged(sight, seq, effect.rule) or because
    elif family == "tension-result":
        opened = next((s.label for t in TRACKS.values() for s in t.thresholds if s.slug == place), because)
        text, because = f"{'Open' if effect.is_ else 'Closed again'}: {opened}", "" if effect.is_ else because
        place = ""
    elif family == "mobilizations":
        text, place = f"The {ordinal(int(effect.is_))} mobilization under {name}", ""
    elif family == "declared-war":
        text, place = f"{capital(sight.say(place))} declares war on {sight.say(more[0])}", more[0]
    elif family == "result":
        meaning = results_of(place).get(str(effect.is_), "")
        text, mark = f"{name}: result {effect.new}{f', {meaning}' if meaning else ''}", VIEWS.mark(sight, place)
    elif family == "conqueror":
        if effect.is_ == NOBODY:
            return None
        text, mark = does_so(name, f"is conquered by {effect.new}"), VIEWS.mark(sight, place)
    else:
        mark = VIEWS.mark(sight, place)
        text = does_so(name, _becomes(sight, seq, place, str(effect.is_)))
    rules = (effect.rule,) if effect.rule else ()
    return Tell(capital(text), rules, "" if because in text else because, place, mark, seq)


# -- a country with a table
def _country(sight: Sight, slug: str, by: str) -> Dossier:
    try:
        own = _of_its_own(sight, slug)
    except Unknown as needed:
        wanted = Facts("To be told first", tuple(sight.facts(needed.questions)), wanted=True)
        return Dossier(slug, sight.place(slug), mark=VIEWS.mark(sight, slug), aside=(wanted,))
    results, result = results_of(slug), sight.get(f"result.{slug}")
    now, called = results.get(result, ""), sight.say(result)
    by = by if by in FACTIONS else sight.seat if sight.seat in FACTIONS else FACTIONS[0]
    told = [k for k in sight.world.set_facts() if k.endswith(f".{slug}")]
    board = sight.facts(k for k in told if k.startswith(("factors.", "own-factors.", "unbuilt.", "volunteers.")))
    permanent = sight.get(f"permanent.{slug}")
    return Dossier(
        slug,
        capital(TABLES[slug].name),
        f"{capital(now)}." if now else "",
        VIEWS.mark(sight, slug),
        (
            ("Result in force", f"{called}, for good" if permanent else called, f"fact=result.{slug}"),
            ("Status", capital(sight.say(sight.get(f"status.{slug}"))), f"fact=status.{slug}"),
            ("For", capital(sight.say(sight.get(f"beneficiary.{slug}"))), f"fact=beneficiary.{slug}"),
            ("BRPs a year", sight.say(sight.get(f"brp-grant.{slug}")), f"fact=brp-grant.{slug}"),
        ),
        wide=(_sheet(sight, slug, by, results),),
        main=(
            Tips("Who may name it", tuple(_naming(sight, slug, faction) for faction in FACTIONS)),
            story_of(sight, slug),
        ),
        aside=(
            deadlines_of(sight, slug),
            limits_of(sight, slug),
            sayings_of(sight, slug),
            *own,
            Facts("Told by the board", tuple(board)),
        ),
        aside_says="Board and history",
        history=False,
    )


def _of_its_own(sight: Sight, slug: str) -> tuple[Section, ...]:
    """What the country is, and what is told of it alone, each line with its rule where it has one."""
    is_ = tuple((capital(remark.says), remark.rule) for remark in profile(sight.world, slug))
    told = dict(of_its_own(sight.world, slug))
    if slug in INTO_THE_REICH and (base := sight.get(f"base-gain.{slug}")):
        units = {WORDS[u]: n for u in POOL_UNITS if (n := sight.get(f"pool-gain.{u}.{slug}"))}
        told |= {"BRPs for the German base": base, "units for Germany": units}
    named = {f: year for f in FACTIONS if (year := sight.get(f"selected.{slug}.{f}"))}
    told |= {"last named": named} if named else {}
    own = tuple((f"{capital(name)}: {sight.say(value)}", "") for name, value in told.items() if value)
    return Sayings("What it is", is_), Sayings("Of its own", own)


def _naming(sight: Sight, slug: str, faction: str) -> Tip:
    """Whether a faction may name the country, or the rule that forbids it; what rests on secret points is left out."""
    who = capital(sight.say(faction))
    seen = sight.world.scoped(**{f"dp.{power}.{slug}": 1 for power in DP_POWERS})
    try:
        limit = targets.closed(seen, faction, slug)
    except Unknown as needed:
        facts = listed(sight.world.schema.spec(key).asked for key in needed.questions)
        return Tip(f"{who}: it hangs on {facts}", "", "lock")
    return Tip(f"{who} may name it", "", "tick") if limit is None else Tip(f"{who}: {limit.label}", limit.cite, "lock")


def _sheet(sight: Sight, slug: str, by: str, results: Mapping[str, str]) -> Sheet:
    found = VIEWS.reckoning(sight, slug, by)
    assert found is not None  # every country here has a table
    sheet = found.trace
    rows = [(part, row_of(sight.world, part)) for part in sheet.parts]
    ahead = sight.outlook(slug, {"by": by})
    chances = next(iter(ahead.odds.values()), {})
    bands: list[tuple[str, str, tuple[int, ...], str]] = []
    if chances and exact(sheet.value):
        faces: dict[str, list[int]] = {key: [] for key in results}
        for face in range(1, VIEWS.sides + 1):
            faces[result_of(results, face + int(sheet.value))].append(face)
        bands = [
            (sight.say(k), capital(results[k]), tuple(faces[k]), percent(chances.get(k, Fraction(0)))) for k in results
        ]
    hopes = hopes_of(by)
    return Sheet(
        "Diplomatic roll",
        by=by,
        by_name=capital(sight.say(by)),
        choices=tuple((capital(sight.say(f)), urlencode({"by": f}), f == by) for f in FACTIONS),
        applied=tuple(_line(row, signed(part.value), True) for part, row in rows if part.applied),
        held=tuple(_line(row, _would(sight, row), False) for part, row in rows if not part.applied),
        total=signed(sheet.value),
        bands=tuple(bands),
        ends=("Allied", "Axis"),
        points=tuple(_points(sight, slug, by, hopes)) if bands else (),
        points_head=tuple(hope_says(hope, by) for hope in hopes),
        needs=tuple(sight.facts(ahead.needs)),
        carried=ahead.carried,
        as_told=ahead.says,
        gates=tuple(_gate(sight, gate) for trace in found.gates for gate in trace.parts),
    )


def _roll_due(sight: Sight, frame: Frame) -> RollDue:
    """The sheet of an open roll: each face with its result, and with one point more of whoever rolls."""
    country, results = frame.country, results_of(frame.country)
    seen = look(sight.world, country, frame.by, frame.kind, frame.covert, frame.subversion)
    trace = sheet_for(seen, country).trace(seen)
    if not exact(trace.value):
        return RollDue(signed(trace.value))
    rows = [(part, row_of(sight.world, part)) for part in trace.parts]
    total, step = int(trace.value), 1 if frame.by == AXIS else -1
    faces = range(1, VIEWS.sides + 1)
    found = [(face, result_of(results, face + total)) for face in faces]
    points = [(power, sight.get(f"dp.{power}.{country}") or 0) for power in DP_POWERS]
    return RollDue(
        signed(total),
        tuple(_line(row, signed(part.value), True) for part, row in rows if part.applied),
        tuple(_line(row, _would(sight, row), False) for part, row in rows if not part.applied),
        tuple((face, key, capital(results[key])) for face, key in found),
        tuple(result_of(results, face + total + step) for face in faces),
        f"with one point more of {sight.say(frame.by)}",
        tuple(f"{sight.name(power)}: {dps} DP{'s' * (dps != 1)}" for power, dps in points if dps),
    )


def _gate(sight: Sight, gate: Trace) -> Row:
    """A limit that forbids says so; of one that does not, what is so instead."""
    row = row_of(sight.world, gate)
    if gate.value is not False or len(gate.parts) != 1:
        return row
    return Row(row_of(sight.world, gate.parts[0]).text, row.value, row.rule, row.applied, (), (), row.ruling, row.open)


def _would(sight: Sight, row: Row) -> str:
    """What a modifier that did not apply would have added, where that is one number."""
    declared = sight.book.registry.declared.get(row.rule)
    value = getattr(declared.rule, "value", None) if declared else None
    return signed(value.constant) if isinstance(value, Const) else ""


def _line(row: Row, value: str, applied: bool) -> Row:
    return Row(row.text, value, row.rule, applied, (), row.parts, row.ruling, row.open)


def _points(sight: Sight, slug: str, by: str, hopes: Sequence[int]) -> Sequence[tuple[str, str, tuple[str, ...], bool]]:
    """What one more point of the reader's own would buy."""
    seat = sight.seat
    now = sight.get(f"dp.{seat}.{slug}")
    if now is None:
        return ()
    found = []
    for count in range(max(0, now - 1), now + 4):
        supposed = {"by": by, "points": {seat: count}}
        ahead = sight.outlook(slug, supposed)
        chances = next(iter(ahead.odds.values()), {})
        total = sight.book.explain(ahead.world, slug, supposed)[0].value
        if not exact(total):
            continue
        shares = tuple(percent(chance_of(chances, hope, by)) for hope in hopes)
        found.append((str(count), signed(total), shares, count == now))
    return found


# -- powers and tracks
def _power(sight: Sight, slug: str) -> Dossier:
    allotted = sight.say(sight.get(f"allotment.{slug}"))
    lines = ALLOTMENTS[slug].lines(sight.world)
    rows = tuple((capital(line.modifier.label), line.modifier.cite, sight.say(line.amount)) for line in lines)
    main: list[Section] = [Points("Points of the year", rows, ("Allotted", allotted))]
    if slug == sight.seat:
        placed = tuple((sight.place(target), "", str(n)) for target, n in _placed(sight, slug).items())
        main.append(Points("Placed", placed, private=True))
    foes = [power for power in ALLOTMENTS if power != slug and sight.get(war_key(slug, power))]
    brps = sight.world.last(f"brp-total.{slug}")
    tied = _tied(sight, slug)
    return Dossier(
        slug,
        sight.place(slug),
        "Its wars, its points of the year line by line, and who stands with it.",
        VIEWS.mark(sight, slug),
        (
            ("At war with", listed(sight.say(power) for power in foes) or "nobody", ""),
            ("Points this year", allotted, f"fact=allotment.{slug}"),
            ("BRPs at the year start", "not told yet" if brps is None else figure(brps), f"fact=brp-total.{slug}"),
            ("With it", how_many(len(tied), "country"), ""),
        ),
        main=tuple(main),
        aside=(Kin("Who stands with it", tuple(tied)),) if tied else (),
        aside_says="Friends and history",
    )


def _tied(sight: Sight, power: str) -> list[tuple[str, str, Mark, str]]:
    """Countries that stand with a power, with the BRPs that it draws from each in a year."""
    found = []
    for slug, name in sight.book.subjects().items():
        mark = VIEWS.mark(sight, slug)
        if power in mark.to and slug not in ALLOTMENTS:
            grant = sight.get(f"brp-grant.{slug}")
            found.append((slug, capital(name), mark, f"{grant} BRPs" if grant else ""))
    return found


def _track(sight: Sight, slug: str) -> Dossier:
    track, world, level = TRACKS[slug], sight.world, sight.get(f"tension.{slug}")
    effective = sight.get(f"effective-tension.{slug}")
    ahead = far_ahead(sight.book, track, world, FORECAST, LONG_AHEAD) if level is not None else []
    each_turn = signed(course(ahead)) if ahead else "not told yet"
    likely = likely_turns(ahead)
    thresholds = tuple(
        Threshold(step.level, step.label, bool(world[f"tension-result.{step.slug}"]), _season(likely, step), step.cite)
        for step in track.thresholds
    )
    to_come = [t for t in thresholds if not t.reached]
    by = f", likely by {to_come[0].likely}" if to_come and to_come[0].likely else ""
    past = _levels(sight, slug)
    said = "not told yet" if level is None else figure(level)
    return Dossier(
        slug,
        sight.place(slug),
        f"Between {track.between}. "
        + (f"Next at {to_come[0].level}: {to_come[0].label}{by}." if to_come else "Every threshold is reached."),
        Mark(says=f"Level {said}"),
        (
            ("Level", said, f"fact=tension.{slug}"),
            ("Effective", "not rolled" if effective is None else figure(effective), f"fact=effective-tension.{slug}"),
            ("Each turn", each_turn, f"subject={slug}"),
            ("Mobilizations", str(world[f"mobilizations.{slug}"]), ""),
        ),
        main=(
            Level(
                "The level, turn by turn",
                level or 0,
                "" if effective is None else figure(effective),
                each_turn,
                tuple((season_of(turn), season_mark(turn), level) for turn, level in past.items()),
                tuple((turn.turn, turn.level) for turn in ahead[:SEASONS_AHEAD] if turn.turn > max(past)),
                thresholds,
                tuple(
                    (capital(str(row["label"])), str(row["row"]), signed(row["amount"]))
                    for row in world[f"tension-log.{slug}"]
                ),
                tuple(
                    (
                        season_of(turn.turn),
                        figure(turn.level),
                        tuple((figure(reached), percent(chance)) for reached, chance in turn.effective.items()),
                    )
                    for turn in ahead[:FORECAST]
                ),
            ),
        ),
        aside=(Facts("It rests on", tuple(sight.facts(track.page))),),
        aside_says="Changes and history",
    )


def _ledger(sight: Sight, slug: str) -> list[Posting]:
    """Every step of a tension level: what was written down of it, and the thresholds that it crossed."""
    level, log, found = f"tension.{slug}", f"tension-log.{slug}", list[Posting]()
    gone = {line.seq for line in chronicle(sight).lines if line.undone_by}
    marks = [(step.level, step.label) for step in TRACKS[slug].thresholds]
    for entry in sight.game.log(sight.seat):
        moved = [c for c in entry["effects"] if c["fact"] == level]
        if not moved or entry["seq"] in gone:
            continue
        line = chronicle(sight).lines[entry["seq"] - 1]
        rows = [row for c in entry["effects"] if c["fact"] == log for row in (c["new"] or [])[len(c["old"] or []) :]]
        at, end = int(moved[0]["old"] or 0), int(moved[-1]["new"] or 0)
        told = [(capital(str(row["label"])), str(row["row"]), int(row["amount"])) for row in rows]
        if sum(step for _, _, step in told) != end - at:  # set by other means than steps: by a ruling, or at set-up
            told = [(line.text, moved[-1]["rule"] or line.rule, end - at)]
        for cause, rule, step in told:
            crossed = tuple(capital(says) for mark, says in marks if at < mark <= at + step)
            at += step
            found.append(Posting(entry["seq"], line.phase.split(":")[0], cause, rule, step, at, crossed))
    return found


def _season(likely: Mapping[str, int], step: TrackResult | Mobilization) -> str:
    """By when a threshold is more likely reached than not."""
    return season_of(likely[step.slug]) if step.slug in likely else ""


def _levels(sight: Sight, slug: str) -> dict[int, int]:
    """The level as each of the last turns ended."""
    turn, level, past = 1, 0, dict[int, int]()
    clock = str(sight.world.schema.clock)
    for entry in sight.game.record.naming(f"tension.{slug}", clock):
        for change in entry.effects:
            if change.fact == clock:
                turn = change.new
            elif change.fact == f"tension.{slug}":
                level = change.new
        past[turn] = level
    return dict(list(past.items())[-SEASONS_BACK:])


def _gauge(sight: Sight, slug: str, level: int) -> Gauge:
    """A level with the next threshold ahead, drawn as far as the last."""
    track, step = TRACKS[slug], _next_threshold(sight, slug)
    top = max(step.level for step in track.thresholds)
    return Gauge(
        slug,
        sight.place(slug),
        figure(level),
        f"next at {step.level}: {step.label}" if step else "every threshold is reached",
        f"tension.{slug}",
        capital(track.between),
        min(max(level, 0), top) / top,
        step.level / top if step else None,
    )


def _next_threshold(sight: Sight, slug: str) -> TrackResult | Mobilization | None:
    """Told from what was reached alone; a dossier also reckons far ahead, which is too much for every glance."""
    return next((s for s in TRACKS[slug].thresholds if not sight.get(f"tension-result.{s.slug}")), None)
