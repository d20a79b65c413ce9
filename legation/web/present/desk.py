"""The desk: what is asked of a reader, with the odds drawn as faces of the die, and whom the table waits for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from urllib.parse import urlencode

from legation.core.chronicle import RecordLine, chronicle
from legation.core.facts import Choice as Words
from legation.core.facts import Count, Flag
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight
from legation.core.span import exact
from legation.core.thresholds import MoreThan
from legation.core.views import Bid, Gauge, Purse, RollDue, Rung, Views
from legation.core.voice import how_many, listed
from legation.core.words import ago, capital, chance, percent

__all__ = [
    "AnswerButton",
    "RequestCard",
    "Desk",
    "Field",
    "Waiting",
    "ask_of",
    "desk_of",
    "faces_of",
    "fields_of",
    "worth_of",
]

TAPE = 14
YES_NO = {True: "yes", False: "no"}
MANY_FACTS = 8  # in one report: then they stand in groups
MANY = 24  # numbers beyond these are typed, not listed


@dataclass(frozen=True)
class AnswerButton:
    """One answer: a value to send, or one that the rules forbid, with the reason."""

    value: str  # JSON
    short: str
    label: str = ""
    faces: tuple[str, ...] = ()
    says: str = ""  # what the faces show, for who cannot see them
    pct: str = ""
    note: str = ""
    why: str = ""
    because: str = ""
    cite: str = ""
    country: str = ""
    worth: str = ""  # what the best play is worth after it


@dataclass(frozen=True)
class Field:
    """A fact to be told."""

    key: str
    says: str
    kind: str  # number, truth or words
    value: str  # as last told
    old: str
    options: tuple[tuple[str, str], ...] = ()
    lo: int = 0
    hi: int = 999
    wanted: bool = True
    carried: str = ""  # what it is taken to be if nothing has changed, in words; empty if that cannot be told
    threshold: MoreThan | None = None  # of a number of which a yes or no says enough
    taken: str = ""  # the same as a form has it


@dataclass(frozen=True)
class Face:
    """A face of a die that is typed, and whether it succeeds, if that is what it decides."""

    face: int
    good: bool | None


@dataclass(frozen=True)
class RequestCard:
    """A request as a sheet of paper."""

    id: int
    number: int
    seat: str
    kind: str
    title: str
    country: str
    state: str
    about: str
    prompt: str
    answers: tuple[AnswerButton, ...] = ()
    forbidden: tuple[AnswerButton, ...] = ()
    fields: tuple[Field, ...] = ()
    groups: tuple[tuple[str, tuple[Field, ...]], ...] = ()  # the fields by whom they are about
    faces: tuple[Face, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    total: int = 0
    most: int = 0  # of a number that is typed
    least: int = 0
    cites: tuple[str, ...] = ()
    because: str = ""
    verb: str = "Answer"
    unit: str = ""
    rival: str = ""
    rival_sealed: bool = False
    against: bool = False  # the seat seals against somebody's attempt: the faces are the other's
    grid: tuple[tuple[str, tuple[str, ...]], ...] = ()
    grid_head: tuple[str, ...] = ()
    grid_says: str = ""
    hidden: bool = False
    outcomes: tuple[tuple[str, str, str], ...] = ()
    due: RollDue | None = None
    why: str = ""
    mark: str = ""

    @property
    def quiet(self) -> bool:
        """Whether one tap can tell that nothing has changed."""
        return bool(self.fields) and all(field.carried for field in self.fields)

    @property
    def measured(self) -> bool:
        """Whether of every number only matters whether it is more than another."""
        return bool(self.fields) and all(field.threshold for field in self.fields)

    @property
    def digest(self) -> str:
        """Changes whenever the sheet would look different."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Waiting:
    name: str
    what: str
    icon: str
    you: bool


@dataclass(frozen=True)
class Desk:
    turn: str
    part: str
    phase: str
    ladder: tuple[Rung, ...]
    waiting: tuple[Waiting, ...]
    purse: Purse | None
    gauges: tuple[Gauge, ...]
    asks: tuple[RequestCard, ...]
    tape: tuple[RecordLine, ...]
    next: str
    over: bool
    seq: int
    due: dict[str, int] = field(default_factory=dict)  # country -> the number of its sheet


WHAT = {
    "choose": ("a choice", "quill"),
    "amount": ("an amount", "quill"),
    "sealed": ("a sealed answer", "envelope"),
    "roll": ("a roll of the die", "die"),
    "report": ("what stands on the board", "map"),
    "confirm": ("a yes or no", "quill"),
}
STATES = {"report": "Tell us", "roll": "Your die", "sealed": "Seal it"}
VERBS = {
    "sealed": "Seal",
    "report": "Tell",
    "roll": "Enter",
    "confirm": "Answer",
    "choose": "Choose",
    "amount": "Spend",
}


def desk_of(sight: Sight) -> Desk:
    found = sight.book.views
    asks = tuple(ask_of(sight, r, i) for i, r in enumerate(_largest_first(sight.requests), 1))
    lines = chronicle(sight).lines
    turn, part = found.turn(sight)
    waiting = [Waiting(_awaited(sight, a.seat), WHAT[a.kind][0], WHAT[a.kind][1], you=True) for a in asks]
    waiting += [Waiting(sight.name(seat), WHAT[kind][0], WHAT[kind][1], you=False) for seat, kind in sight.others]
    due = {a.country: a.number for a in asks if a.country}
    for ask in asks:
        for answer in ask.answers:
            if answer.country:
                due.setdefault(answer.country, ask.number)
    return Desk(
        turn=turn,
        part=part,
        phase=sight.game.phase,
        ladder=tuple(found.ladder(sight)),
        waiting=tuple(waiting),
        purse=sight.once("purse", found.purse),
        gauges=sight.once_for_all("gauges", lambda open: tuple(found.gauges(open))),
        asks=asks,
        tape=tuple(reversed(lines[-TAPE:])),
        next=_next(sight),
        over=sight.game.over,
        seq=len(sight.game.record),
        due=due,
    )


def _awaited(sight: Sight, seat: str) -> str:
    return "The table" if seat == TABLE else "You" if seat == sight.seat else f"The table, for {sight.whom(seat)}"


def _largest_first(requests: Iterable[Request]) -> list[Request]:
    """One's own before the table's; what blocks most comes first as the engine opened it."""
    return sorted(requests, key=lambda r: (r.seat == TABLE, r.id))


def _state(sight: Sight, request: Request) -> str:
    """Whose it is, over the sheet; a bot's die is for whoever is near it."""
    if request.seat == TABLE:
        return "For the table"
    if request.seat != sight.seat:
        return f"Roll for {sight.whom(request.seat)}"
    return STATES.get(request.kind, "Your answer")


def _asked_for(sight: Sight, request: Request) -> str:
    """Why a plain question is put to the table: the rule that wants to know."""
    plain = request.kind == "confirm" and request.seat == TABLE and len(request.legal) == 2
    return capital(sight.label(request.cite)) if plain else ""


def _next(sight: Sight) -> str:
    if sight.game.over:
        return "The game is over. The record stays open to all."
    names = list(dict.fromkeys(sight.whom(seat) for seat, _ in sight.others))
    return f"{capital(listed(names))} {'is' if len(names) == 1 else 'are'} at work." if names else ""


# -- one request
def faces_of(
    share: Fraction, sides: int, most: Fraction | None = None, before: Fraction | None = None
) -> tuple[str, ...]:
    """A die as its faces: those that succeed surely, those that may, those that the other side takes away."""
    sure, may, lost = (int((f if f is not None else share) * sides) for f in (share, most, before))
    may, lost = max(may, sure), max(lost, may, sure)
    return ("sure",) * sure + ("may",) * (may - sure) + ("lost",) * (lost - may) + ("",) * (sides - lost)


def ask_of(sight: Sight, request: Request, number: int) -> RequestCard:
    found = sight.book.views
    country = sight.subject(request.subject)
    mine = request.seat != TABLE
    heading = sight.place(request.subject) if request.subject else _heading(sight, request)
    rival = found.rival(sight, request) if request.kind == "sealed" else ""
    dollars = found.money(request)
    bids = sight.once(("bids", request.id, sight.game.state.next_id), lambda mine: found.bids(mine, request))
    answers, forbidden = _answers(sight, request, found, bids, dollars)
    typed = request.kind == "amount" and (len(request.legal) > MANY or min(request.legal) < 0)
    due = found.roll_due(sight, request)
    fields = tuple(fields_of(sight, request.facts, request.thresholds))
    whys = {"subject": request.subject, "by": request.seat if mine else ""} if country else {}
    whys |= {name: str(term) for name, term in due.terms.items()} if due else {}
    return RequestCard(
        id=request.id,
        number=number,
        seat=request.seat,
        kind=request.kind,
        title=heading,
        country=country,
        state=_state(sight, request),
        about=found.about(sight, request) or _asked_for(sight, request),
        prompt="" if fields else capital(request.prompt),  # the fields say what is asked
        answers=() if typed or request.kind == "roll" else answers,
        forbidden=forbidden,
        fields=fields,
        groups=_by_power(sight, fields),
        faces=_faces(sight, request, found) if request.kind == "roll" else (),
        names=tuple((n, sight.place(n)) for n in request.among),
        total=request.total,
        least=min(request.legal) if typed else 0,
        most=max(request.legal) if typed else 0,
        cites=(request.cite,),
        because=request.why,
        verb=("Spend" if dollars and country else "Enter") if request.kind == "amount" else VERBS[request.kind],
        unit=found.coin if dollars else "",
        rival=sight.name(rival) if rival else "",
        against=bool(rival) and found.influencer(sight, request) == rival,
        rival_sealed=bool(rival) and not any(r.seat == rival for r in sight.game.requests()),
        grid=tuple(
            (f"yours {found.coin}{sum_}", tuple(str(n).replace("-", "−") for n in bid.numbers))
            for sum_, bid in bids.items()
        ),
        grid_head=tuple(f"{found.coin}{n}" for bid in list(bids.values())[:1] for n in bid.against),
        grid_says=f"Number to roll, against each sum {sight.whom(rival)} may have sealed" if bids else "",
        hidden=request.kind == "sealed",
        outcomes=tuple(_outcomes(sight, request)),
        due=due,
        why=urlencode({k: v for k, v in whys.items() if v}),
        mark=sight.bloc(request.seat),
    )


def _heading(sight: Sight, request: Request) -> str:
    if request.seat == TABLE:
        return "The board" if request.kind == "report" else "The table"
    return {"sealed": "Your points" if request.among else "Your sealed answer", "choose": "Your choice"}.get(
        request.kind, sight.part_of(sight.game.phase)
    )


def _answers(
    sight: Sight, request: Request, found: Views, bids: dict[int, Bid], dollars: bool
) -> tuple[tuple[AnswerButton, ...], tuple[AnswerButton, ...]]:
    if request.kind in ("report", "roll") or request.among:
        return (), ()
    made = []
    for value in request.legal:
        if value in request.ends:
            continue  # which is proposed to all, not answered
        key = str(value)
        slug = sight.subject(key.split(":")[0]) if isinstance(value, str) else ""
        label = request.labels.get(key) or capital(sight.say(value))
        name = sight.place(slug) if slug else ""
        more = label.removeprefix(f"{name}: ") if slug and label != name else ""  # the name stands on the button
        short = f"{found.coin}{value}" if dollars else name if more else capital(label)
        subject = slug or sight.subject(request.subject)
        query = {"subject": subject, "by": request.seat}
        if isinstance(value, int) and not isinstance(value, bool):
            query["money"] = str(value)
        faces: tuple[str, ...] = ()
        note, says, pct = capital(more), "", ""
        if value in bids and not isinstance(value, bool):
            faces, says, pct, note = _bid(bids[value], found.sides)
        elif key in request.odds:
            share = Fraction(request.odds[key])
            if (share * found.sides).denominator == 1:
                faces = faces_of(share, found.sides)
                hits = int(share * found.sides)
                says = f"{how_many(hits, 'face')} of {found.sides} succeed{'s' if hits == 1 else ''}"
            pct = percent(share)
        made.append(
            AnswerButton(
                value=json.dumps(value),
                short=short,
                label=label,
                faces=faces,
                says=says,
                pct=pct,
                note=note,
                why=urlencode(query) if subject and pct else "",
                country=slug,
                worth=worth_of(Fraction(request.worth[key]) if key in request.worth else None, found.coin),
            )
        )
    return tuple(made), tuple(_forbidden(sight, request, dollars))


def worth_of(value: Fraction | None, coin: str) -> str:
    """A fraction as money, to a tenth."""
    if value is None:
        return ""
    return f"{coin}{float(value):.1f}" if value.denominator > 1 else f"{coin}{value}"


def _bid(bid: Bid, sides: int) -> tuple[tuple[str, ...], str, str, str]:
    def share(number: int) -> Fraction:
        return Fraction(max(0, min(number, sides)), sides)

    low, high = share(min(bid.numbers)), share(max(bid.numbers))
    faces = faces_of(low, sides, high, share(bid.before))
    says = f"Hits on {int(low * sides)} to {int(high * sides)} faces of {sides}, by what the other side has sealed"
    return faces, says, chance(low, high), _reach(bid.numbers)


def _reach(numbers: tuple[int, ...]) -> str:
    low, high = max(0, min(numbers)), max(0, max(numbers))
    return "cannot hit" if high == 0 else f"{low} to {high} or less" if low != high else f"{high} or less"


def _forbidden(sight: Sight, request: Request, dollars: bool) -> list[AnswerButton]:
    """Amounts just outside what is allowed, with the reason and the rule."""
    if not dollars or not request.legal:
        return []
    found, coin = [], sight.book.views.coin
    if min(request.legal) > 1:
        rule = str(sight.game.state.stack[-1].vars.get("cite", "")) if sight.game.state.stack else ""
        found = [
            AnswerButton("", f"{coin}{n}", because="Less than its chart asks for.", cite=rule)
            for n in range(1, min(request.legal))
        ]
    if request.why:
        more = f"{coin}{max(request.legal) + 1}"
        found.append(AnswerButton("", more, because=f"{capital(request.why)}.", cite=request.cite))
    return found


def _faces(sight: Sight, request: Request, found: Views) -> tuple[Face, ...]:
    success = Fraction(request.odds["success"]) * len(request.legal) if "success" in request.odds else None
    return tuple(Face(face, None if success is None else face <= success) for face in request.legal)


def _outcomes(sight: Sight, request: Request) -> list[tuple[str, str, str]]:
    """Of a roll on a table: each result with what it brings and its chance."""
    if request.kind != "roll" or "success" in request.odds:
        return []
    meaning = sight.outcomes(request.subject) if sight.subject(request.subject) else {}
    return [(key, meaning.get(key, ""), percent(Fraction(share))) for key, share in request.odds.items()]


# -- facts to be told
def _by_power(sight: Sight, fields: Sequence[Field]) -> tuple[tuple[str, tuple[Field, ...]], ...]:
    """The fields of a long report under the powers that they are about, in the order of the seats."""
    if len(fields) < MANY_FACTS:
        return (("", tuple(fields)),) if fields else ()
    found: dict[str, list[Field]] = {}
    for one in fields:
        named = one.key.split(".")[1:]
        power = next((n for n in named if n in sight.book.seats), "")
        found.setdefault(sight.name(power) if power else "And besides", []).append(one)
    return tuple((name, tuple(group)) for name, group in found.items())


def fields_of(sight: Sight, keys: Iterable[str], thresholds: Mapping[str, MoreThan] | None = None) -> list[Field]:
    found = []
    for key in keys:
        spec = sight.world.schema.spec(key)
        last, origin = sight.world.last(key), sight.world.origin(key)
        age = sight.world.age(key) if origin.seq and last is not None and origin.kind == "report" else 0
        domain = spec.domain
        kind = "truth" if isinstance(domain, Flag) else "words" if isinstance(domain, Words) else "number"
        options = tuple((o, capital(sight.say(o))) for o in domain.options) if isinstance(domain, Words) else ()
        value = json.dumps(last) if isinstance(last, bool) else str(last) if isinstance(last, int | str) else ""
        lo, hi = (domain.lo, domain.hi) if isinstance(domain, Count) else (0, 0)
        says = capital(spec.says)
        old = "" if last is None or not age else ago(age)
        taken = sight.world.carried(key)
        shown = "" if taken is None else YES_NO[taken] if isinstance(taken, bool) else sight.say(taken)
        if (threshold := (thresholds or {}).get(key)) and shown and last is None:
            shown = "no" if isinstance(taken, int) and taken <= threshold.than else shown
        wanted = not exact(sight.world.read(key))
        filled = json.dumps(taken) if isinstance(taken, bool) else "" if taken is None else str(taken)
        found.append(Field(key, says, kind, value, old, options, lo, hi, wanted, shown, threshold, filled))
    return found
