"""The dossier of a country, a power or a track: where it stands, who may move it, and what has happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any
from urllib.parse import urlencode

from legation.books import book as find_book
from legation.core.brief import brief
from legation.core.errors import LegationError, Unknown
from legation.core.span import Span, exact
from legation.core.trace import Trace
from legation.web.present import land
from legation.web.present.land import Chapter
from legation.web.present.manners import Mark, manners
from legation.web.present.plates import has_dossier, plate_of
from legation.web.present.record import Line, chronicle
from legation.web.present.sight import Fact, Sight
from legation.web.present.why import Row, _row
from legation.web.present.words import bloc, capital, listed, ordinal, percent, signed

__all__ = ["Dossier", "Step", "Tip", "Track", "dossier_of", "family_of", "forecast_of", "index", "land_of"]


@dataclass(frozen=True)
class Step:
    """A step of a progression."""

    number: int
    says: str
    state: str  # hit, miss, next or empty
    note: str = ""


@dataclass(frozen=True)
class Track:
    """One nation's way into a country."""

    nation: str
    name: str
    bloc: str
    aim: str
    rule: str
    open: bool | None  # None: it hangs on what nobody has told yet
    steps: tuple[Step, ...]
    gate: tuple[Row, ...]
    why: str


@dataclass(frozen=True)
class Tip:
    """Something that would move the country."""

    text: str
    rule: str
    icon: str
    note: str = ""
    faces: tuple[str, ...] = ()
    pct: str = ""


@dataclass(frozen=True)
class Outcome:
    label: str
    shares: tuple[str, ...]


@dataclass
class Modifiers:
    """The sheet of a roll on a table."""

    by: str
    by_name: str
    choices: tuple[tuple[str, str, bool], ...]
    applied: tuple[Row, ...]
    held: tuple[Row, ...]
    total: str
    bands: tuple[tuple[str, str, tuple[int, ...], str], ...]  # key, label, faces, chance
    points: tuple[tuple[str, str, tuple[str, ...], bool], ...]  # of the reader's points: count, total, chances, now
    points_head: tuple[str, ...]
    needs: tuple[Fact, ...]
    gates: tuple[Row, ...]


@dataclass
class Chart:
    """A tension track over time, drawn in a field of 412 by 190."""

    level: int
    effective: str
    each_turn: str
    line: str
    points: tuple[tuple[float, float], ...]
    ahead: str
    thresholds: tuple[tuple[float, int, str, str, str], ...]  # y, level, label, state, rule
    turns: tuple[tuple[float, str], ...]
    zero: float
    log: tuple[tuple[str, str, str], ...]
    forecast: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    past: tuple[tuple[str, int], ...] = ()  # the level by turn
    steps: tuple[tuple[int, str, bool, str, str], ...] = ()  # level, what it brings, reached, likely by, rule


@dataclass
class Dossier:
    slug: str
    name: str
    kind: str  # country, land, power or track
    lede: str
    mark: Mark
    plate: str
    facts: list[tuple[str, str, str]]  # label, value, query of why
    tracks: list[Track] = field(default_factory=list)
    tips: list[Tip] = field(default_factory=list)
    reactions: list[Tip] = field(default_factory=list)
    forces: list[tuple[str, int]] = field(default_factory=list)
    guests: list[tuple[str, str, str]] = field(default_factory=list)
    empire: list[tuple[str, str, Mark, str]] = field(default_factory=list)
    history: list[Line] = field(default_factory=list)
    rules: list[tuple[str, str]] = field(default_factory=list)
    rule_count: int = 0
    needs: list[Fact] = field(default_factory=list)
    forecast: list[Outcome] = field(default_factory=list)
    forecast_says: str = ""
    sheet: Modifiers | None = None
    chart: Chart | None = None
    allotment: list[tuple[str, str, str]] = field(default_factory=list)
    placed: list[tuple[str, str]] = field(default_factory=list)
    board: list[Fact] = field(default_factory=list)
    limits: list[tuple[str, str, str]] = field(default_factory=list)  # for whom, how many more, rule
    deadlines: list[Fact] = field(default_factory=list)
    sayings: list[tuple[str, str]] = field(default_factory=list)
    story: list[Chapter] = field(default_factory=list)
    payees: list[tuple[str, str, str]] = field(default_factory=list)  # in whose ledgers it stands


@cache
def family_of(book: str, slug: str) -> tuple[str, ...]:
    """A country with its halves and colonies: all that one chart rules."""
    found = find_book(book)
    mine = found.rules_of(slug)
    return tuple(s for s in found.subjects() if s == slug or (mine and found.rules_of(s) == mine))


def land_of(sight: Sight, slug: str) -> Dossier:
    """A land that the book keeps no dossier of: what its facts and the procedures tell."""
    name = capital(sight.place(slug))
    found = Dossier(
        slug, name, "land", "", manners(sight.book.name).mark(sight, slug), plate_of(sight.book.name, slug), []
    )
    _life(sight, slug, found)
    found.facts = [
        ("Status", capital(sight.say(sight.get(f"status.{slug}"))), f"fact=status.{slug}"),
        *(
            (label, capital(sight.say(value)), f"fact={family}.{slug}")
            for label, family in (("Held by", "holder"), ("BRPs go to", "beneficiary"), ("BRPs a year", "brp-grant"))
            if (value := sight.get(f"{family}.{slug}")) is not None
        ),
    ]
    worth = sight.get(f"brp-value.{slug}")
    if worth is not None:
        found.facts.append(("Worth a year", str(worth), f"fact=brp-value.{slug}"))
    found.lede = found.sayings[0][0] + "." if found.sayings else ""
    found.board = land.facts_of(sight, slug)
    found.history = []
    return found


def _life(sight: Sight, slug: str, found: Dossier) -> None:
    """What every land has: its story, limits, deadlines and what the referee says of it."""
    found.limits = land.limits_of(sight, slug)
    found.deadlines = land.deadlines_of(sight, slug)
    found.sayings = land.sayings_of(sight, slug)
    found.story = land.story_of(sight, slug)
    found.payees = [(n, sight.name(n), bloc(n)) for n in manners(sight.book.name).payees(sight, slug)]


def dossier_of(sight: Sight, slug: str, *, by: str = "") -> Dossier:
    plain = sight.dossier(slug)
    found = Dossier(
        slug=slug,
        name=capital(str(plain.get("name") or plain.get("title") or sight.place(slug))),
        kind="track" if "level" in plain else "power" if "rows" in plain else "country",
        lede="",
        mark=manners(sight.book.name).mark(sight, slug),
        plate=plate_of(sight.book.name, slug),
        facts=[],
    )
    if sight.book.name == "twg":
        _chart_country(sight, slug, plain, found)
    elif found.kind == "track":
        _track(sight, slug, plain, found)
    elif found.kind == "power":
        _power(sight, slug, plain, found)
    else:
        _table_country(sight, slug, plain, found, by)
        _life(sight, slug, found)
    paid = [slug] if slug in sight.book.seats else manners(sight.book.name).payees(sight, slug)
    found.payees = [(n, sight.name(n), bloc(n)) for n in paid]
    found.history = [x for x in reversed(chronicle(sight).lines) if slug in x.countries and not x.undone_by][:12]
    ids = list(dict.fromkeys(sight.book.rules_of(slug)))
    found.rule_count = len(ids)
    ledgers = sight.book.registry.ledgers
    found.rules = [(id, ledgers.entry(id).rule) for id in ids[:6] if id in ledgers]
    return found


# -- The War Game
def _units(count: Mapping[str, int]) -> str:
    return listed([f"{number} {kind.replace('-', ' ')}" for kind, number in count.items()])


def _chart_country(sight: Sight, slug: str, plain: Any, found: Dossier) -> None:
    traces = sight.explain(slug)
    rights = [t for t in traces if " may try: " in t.text]
    rolls = [t for t in traces if t.text.startswith("roll: ")]
    courted = listed(list(dict.fromkeys(t.text.split(" may try: ")[0] for t in rights)))
    found.lede = f"Courted by {courted.removesuffix('.')}." if rights else "No chart row lets anybody influence it."
    found.lede += f" {capital(_count(len(rolls), 'unrest roll'))} in its chart." if rolls else " It has no unrest roll."
    odds, needs = sight.odds(slug)
    found.needs = sight.facts(needs)
    value = plain.get("value")
    government = sight.say(plain.get("government")) if plain.get("government") not in (None, "none") else "none of note"
    counters = list(dict.fromkeys(n for names in plain.get("may counter", {}).values() for n in names))
    found.facts = [
        (
            "Value",
            "board sheet" if value is None else str(value),
            f"fact=value.{slug}" if _has(sight, f"value.{slug}") else "",
        ),
        ("Government", capital(government), f"fact=government.{slug}" if _has(sight, f"government.{slug}") else ""),
        (
            "Foreign units",
            ", ".join(f"{sight.name(n)} {_units(c)}" for n, c in plain.get("occupied", {}).items()) or "none",
            "",
        ),
        ("Money countered by", listed([sight.name(n) for n in counters], "or") or "nobody", ""),
    ]
    found.forces = [(k.replace("-", " "), int(n)) for k, n in plain.get("army", {}).items()]
    found.guests = [(bloc(n), sight.name(n), _units(c)) for n, c in plain.get("occupied", {}).items()]
    found.tracks = [_track_of(sight, slug, t, odds) for t in rights]
    found.tips = [_tip(sight, t, odds) for t in (*rolls, *(t for t in traces if t not in rights and t not in rolls))]
    found.tips = [t for t in found.tips if t.text][:9]
    registry = sight.book.registry
    reactions = [
        id for id in sight.book.rules_of(slug) if id in registry.ledgers and registry.ledgers.kind(id) == "reaction"
    ]
    home = family_of(sight.book.name, slug)
    found.reactions = [Tip(capital(sight.label(id)), id, "sword") for id in reactions if sight.label(id)][
        : 3 if len(home) > 1 else 6
    ]
    show = manners(sight.book.name).mark
    found.empire = [(s, sight.place(s), show(sight, s), _value(sight, s)) for s in home] if len(home) > 1 else []
    units = [k for k in sight.world.set_facts() if k.startswith((f"units.{slug}.", f"threat.{slug}", f"holder.{slug}"))]
    found.board = sight.facts(units)[:10]


def _has(sight: Sight, key: str) -> bool:
    sight.get(key)
    return sight.get(key) is not None


def _value(sight: Sight, slug: str) -> str:
    value = sight.get(f"value.{slug}")
    return "board sheet" if value is None else str(value)


def _count(number: int, what: str) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    return f"{words[number] if number < len(words) else number} {what}{'s' if number != 1 else ''}"


def _track_of(sight: Sight, slug: str, right: Trace, odds: Any) -> Track:
    who, _, aim = right.text.partition(" may try: ")
    nation = next((n for n, title in sight.book.seat_titles.items() if title == who), "")
    number = right.parts[-1]
    tried = (
        sight.get(f"attempts.{family_of(sight.book.name, slug)[0]}.{nation}")
        or sight.get(f"attempts.{slug}.{nation}")
        or 0
    )
    return Track(
        nation=nation,
        name=sight.name(nation),
        bloc=bloc(nation),
        aim=capital(aim),
        rule=right.rule or "",
        open=None if isinstance(right.value, Span) else bool(right.value),
        steps=tuple(_steps(sight, slug, nation, number, tried)),
        gate=tuple(_row(sight, sight.world, brief(right.parts[0])).parts[:4]),
        why=urlencode({"subject": slug, "by": nation}),
    )


def _steps(sight: Sight, slug: str, nation: str, number: Trace, tried: int) -> list[Step]:
    """The steps of the progression: what was rolled on those gone by, the chance on those to come."""
    rows = [p for p in number.parts if p.rule and "attempt" in p.text]
    values = [sight.book.registry.declared[p.rule].rule.value.value(sight.world) for p in rows if p.rule]
    if not values or not exact(number.value):
        return []
    now = min(tried, len(values) - 1)
    rest = int(number.value) - int(values[now])
    past = [
        x
        for x in chronicle(sight).lines
        if not x.undone_by and x.kind == "roll" and any(e.fact == f"attempts.{slug}.{nation}" for e in x.effects)
    ]
    sides = manners(sight.book.name).sides
    found = []
    for i, value in enumerate(values):
        total = max(0, min(int(value) + rest, sides))
        if i < min(tried, len(past)):
            line = past[i]
            won = any(e.fact == f"stance.{slug}.{nation}" for e in line.effects)
            turn = line.phase.split(", ")[0].lower()
            found.append(
                Step(int(value), ordinal(i + 1), "hit" if won else "miss", f"{turn}, rolled {line.cause['roll']}")
            )
        else:
            state = "next" if i == now else ""
            found.append(Step(int(value), "next" if i == now else "", state, percent(Fraction(total, sides))))
    return found


def _tip(sight: Sight, trace: Trace, odds: dict[str, dict[str, Fraction]]) -> Tip:
    if trace.text.startswith("roll: "):
        label = trace.text.removeprefix("roll: ")
        chances = odds.get(label, {})
        share = next(iter(chances.values()), None) if len(chances) == 2 else None
        sides = manners(sight.book.name).sides
        faces = ("sure",) * int(share * sides) + ("",) * (sides - int(share * sides)) if share is not None else ()
        note = "" if trace.applied else "not due now"
        if chances and share is None:
            note = "; ".join(f"{capital(k)} {percent(v)}" for k, v in chances.items())
        return Tip(capital(label), trace.rule or "", "die", note, faces, percent(share) if share is not None else "")
    if trace.applied:
        return Tip("", "", "")  # in force already, and told with the status
    return Tip(
        capital(trace.text),
        trace.rule or "",
        "flag",
        "hangs on what nobody has told yet" if isinstance(trace.value, Span) else "",
    )


def forecast_of(sight: Sight, slug: str, turns: int = 4) -> Dossier:
    """Only the look ahead, which may take longer than the rest of a dossier."""
    found = Dossier(slug, sight.place(slug), "country", "", Mark(), "", [])
    rights = [t for t in sight.explain(slug) if " may try: " in t.text]
    found.tracks = [_track_of(sight, slug, t, {}) for t in rights]
    _forecast(sight, slug, found, turns)
    return found


def _forecast(sight: Sight, slug: str, found: Dossier, turns: int) -> None:
    by = next((t.nation for t in found.tracks if t.open), "")
    try:
        chances = sight.book.forecast(sight.world, slug, turns, **({"by": by} if by else {}))
    except (LegationError, NotImplementedError):
        return
    if all(len(turn) == 1 for turn in chances):
        return
    labels = dict.fromkeys(label for turn in chances for label in turn)
    found.forecast = [
        Outcome(_stances(sight, label), tuple(percent(t[label]) if t.get(label) else "" for t in chances))
        for label in labels
    ]
    tries = f"if {sight.say(by)} tries every turn without money" if by else "if nobody tries to influence it"
    found.forecast_says = f"Exact chances, {tries} and all else stays as it is"


def _stances(sight: Sight, label: str) -> str:
    words = label.replace("(", " (").split()
    return capital(
        " ".join(
            sight.name(w.strip(",")) + ("," if w.endswith(",") else "") if w.strip(",") in sight.book.seats else w
            for w in words
        )
    )


# -- A World at War
def _table_country(sight: Sight, slug: str, plain: Any, found: Dossier, by: str) -> None:
    found.facts = [
        ("Result in force", str(plain.get("result")), f"fact=result.{slug}"),
        ("Status", capital(sight.say(plain.get("status"))), f"fact=status.{slug}"),
        ("For", capital(sight.say(plain.get("beneficiary"))), f"fact=beneficiary.{slug}"),
        ("BRPs a year", str(plain.get("BRPs")), f"fact=brp-grant.{slug}"),
    ]
    results = plain.get("results", {})
    found.lede = capital(results.get(plain.get("result"), "")) + "." if results.get(plain.get("result")) else ""
    opened = plain.get("open to", {})
    found.tips = [
        Tip(
            f"{capital(sight.say(f))} may name it"
            if why == "yes"
            else f"{capital(sight.say(f))}: {why.split(' [')[0]}",
            why.rpartition("[")[2].rstrip("]") if "[" in why else "",
            "tick" if why == "yes" else "lock",
        )
        for f, why in opened.items()
    ]
    factions = list(opened) or ["axis"]
    mine = next((f for f in factions if f == sight.seat), "")
    by = by if by in factions else mine or factions[0]
    found.sheet = _modifiers(sight, slug, by, factions, results)
    found.board = sight.facts(
        k
        for k in sight.world.set_facts()
        if k.startswith(("factors.", "own-factors.", "unbuilt.")) and k.endswith(f".{slug}")
    )


def _modifiers(sight: Sight, slug: str, by: str, factions: list[str], results: dict[str, str]) -> Modifiers:
    traces = sight.explain(slug, by=by)
    sheet = traces[0]
    rows = [(p, _row(sight, sight.world, brief(p))) for p in sheet.parts]
    shown = tuple(
        Row(r.text, signed(p.value), r.rule, True, (), r.parts, r.ruling, r.open) for p, r in rows if p.applied
    )
    held = tuple(Row(r.text, r.value, r.rule, False, (), r.parts, r.ruling, r.open) for p, r in rows if not p.applied)
    odds, needs = sight.odds(slug, by=by)
    chances = next(iter(odds.values()), {})
    bands, points = [], []
    if chances and exact(sheet.value):
        faces: dict[str, list[int]] = {key: [] for key in results}
        for face in range(1, manners(sight.book.name).sides + 1):
            key = _band_of(results, face + int(sheet.value))
            faces[key].append(face)
        bands = [(k, capital(results[k]), tuple(faces[k]), percent(chances.get(k, Fraction(0)))) for k in results]
        points = _points(sight, slug, by, results)
    return Modifiers(
        by=by,
        by_name=capital(sight.say(by)),
        choices=tuple((capital(sight.say(f)), urlencode({"by": f}), f == by) for f in factions),
        applied=shown,
        held=held,
        total=signed(sheet.value) if not isinstance(sheet.value, Span) else f"{signed(sheet.value)}",
        bands=tuple(bands),
        points=tuple(points),
        points_head=("8 or more", "9 or more", "10") if by == "axis" else ("0 or less", "−1 or less", "−3"),
        needs=tuple(sight.facts(needs)),
        gates=tuple(_row(sight, sight.world, brief(t)) for trace in traces[1:] for t in trace.parts),
    )


def _ends(key: str) -> tuple[int, int]:
    """The span of totals that a result stands for, by its name: 3-4, 7, -2."""
    low, dash, high = key[1:].partition("-")
    return (int(key[0] + low), int(high)) if dash else (int(key), int(key))


def _band_of(results: dict[str, str], total: int) -> str:
    """The result of a total; the ends are open."""
    keys = list(results)
    inside = [k for k in keys if _ends(k)[0] <= total <= _ends(k)[1]]
    return inside[0] if inside else keys[0] if total < _ends(keys[0])[0] else keys[-1]


def _points(sight: Sight, slug: str, by: str, results: dict[str, str]) -> list[tuple[str, str, tuple[str, ...], bool]]:
    """What one more point of the reader's own would buy."""
    seat = sight.seat
    now = sight.get(f"dp.{seat}.{slug}")
    if now is None:
        return []

    def wanted(key: str) -> int:
        return _ends(key)[0] if by == "axis" else -_ends(key)[1]

    marks = (8, 9, 10) if by == "axis" else (0, 1, 3)
    found = []
    for count in range(max(0, now - 1), now + 4):
        odds, _ = sight.odds(slug, by=by, dp={seat: count})
        chances = next(iter(odds.values()), {})
        try:
            total = sight.book.sheet(sight.world, slug, by=by, dp={seat: count}).total
        except Unknown:
            continue
        shares = tuple(percent(sum((p for k, p in chances.items() if wanted(k) >= m), Fraction(0))) for m in marks)
        found.append((str(count), signed(total), shares, count == now))
    return found


def _power(sight: Sight, slug: str, plain: Any, found: Dossier) -> None:
    found.facts = [("Points this year", str(plain.get("allotment")), f"fact=allotment.{slug}")]
    found.lede = "The diplomatic points of the year, line by line."
    found.allotment = [(capital(r["label"]), r["rule"], sight.say(r["dps"])) for r in plain.get("rows", [])]
    if slug == sight.seat:
        targets = sight.world.schema.by_name["dp"].over[1]
        found.placed = [(sight.place(t), str(n)) for t in targets if (n := sight.get(f"dp.{slug}.{t}"))]


def _track(sight: Sight, slug: str, plain: Any, found: Dossier) -> None:
    found.facts = [
        ("Level", str(plain["level"]), f"fact=tension.{slug}"),
        (
            "Effective",
            "not rolled" if plain.get("effective") is None else str(plain["effective"]),
            f"fact=effective-tension.{slug}",
        ),
        ("Each turn", signed(plain.get("each_turn", 0)), f"subject={slug}"),
        ("Mobilizations", str(plain.get("mobilizations", 0)), ""),
    ]
    reached = [t for t in plain["thresholds"] if not t["reached"]]
    by = f", likely by {reached[0]['likely_by']}" if reached and reached[0]["likely_by"] else ""
    found.lede = "Every threshold is reached."
    if reached:
        found.lede = f"Next at {reached[0]['level']}: {reached[0]['label']}{by}."
    found.chart = chart_of(sight, slug, plain)
    found.mark = Mark(says=f"Level {plain['level']}")


def chart_of(sight: Sight, slug: str, plain: Any) -> Chart:
    """The level over the turns, thresholds as lines, the present course dashed."""
    clock = sight.world.schema.clock
    turn, level, past = 1, 0, {}
    for entry in sight.game.live():
        for change in entry.effects:
            if change.fact == clock:
                turn = change.new
            elif change.fact == f"tension.{slug}":
                level = change.new
        past[turn] = level
    ahead = plain.get("forecast", [])[:3]
    shown = list(past.items())[-12:]
    top = max([50, level, *(f["level"] for f in ahead), *(t["level"] for t in plain["thresholds"])])
    width, height, left, bottom = 278, 150, 24, 158
    count = max(len(shown) + len(ahead) - 1, 6)

    def at(i: int, value: int) -> tuple[float, float]:
        return round(left + i * (width - 6) / count, 1), round(bottom - value * height / top, 1)

    points = [at(i, value) for i, (_, value) in enumerate(shown)]
    course = [
        points[-1],
        *(at(len(points) + i, f["level"]) for i, f in enumerate(a for a in ahead if a["turn"] > shown[-1][0])),
    ]
    thresholds, taken, following = [], -99.0, False
    for t in plain["thresholds"]:
        y = at(0, t["level"])[1]
        state = "done" if t["reached"] else "" if following else "nx"
        following = following or not t["reached"]
        label = str(t["label"]) if abs(y - taken) >= 11 else ""
        taken = y if label else taken
        thresholds.append((y, int(t["level"]), label, state, str(t["rule"])))
    return Chart(
        level=int(plain["level"]),
        effective="" if plain.get("effective") is None else str(plain["effective"]),
        each_turn=signed(plain.get("each_turn", 0)),
        line="M" + "L".join(f"{x} {y}" for x, y in points),
        points=tuple(points),
        ahead="M" + "L".join(f"{x} {y}" for x, y in course),
        thresholds=tuple(thresholds),
        turns=tuple((at(i, 0)[0], str(t)) for i, (t, _) in enumerate(shown)),
        zero=float(bottom),
        log=tuple((capital(str(r["label"])), str(r["row"]), signed(r["amount"])) for r in plain.get("log", [])),
        forecast=tuple(
            (
                str(f["when"]),
                str(f["level"]),
                tuple((k, percent(Fraction(v))) for k, v in f.get("effective", {}).items()),
            )
            for f in plain.get("forecast", [])[:6]
        ),
        past=tuple((str(turn), value) for turn, value in shown),
        steps=tuple(
            (int(t["level"]), str(t["label"]), bool(t["reached"]), str(t["likely_by"] or ""), str(t["rule"]))
            for t in plain["thresholds"]
        ),
    )


def index(sight: Sight) -> list[tuple[str, str, Mark]]:
    """Every dossier, by name."""
    show = manners(sight.book.name).mark
    found = [(slug, capital(name), show(sight, slug)) for slug, name in has_dossier(sight).items()]
    return sorted(found, key=lambda row: row[1].removeprefix("The "))
