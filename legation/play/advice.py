"""Counsel on an open request, for the seat that is asked and nobody else: what to answer, what that is worth, and by
which reckoning.  It sees what the seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from legation.core.abilities import Duelling, ReckonsWorth
from legation.core.book import Book
from legation.core.errors import NotYours, Refused
from legation.core.facts import World
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.core.sight import world_for
from legation.core.words import percent
from legation.play import bidding

__all__ = ["Counsel", "advised", "counsel"]

MOST_TARGETS = 6  # over which money is spread: those where it tells most
HARDLY = 0.005  # less is no cent
MOST_WAYS = 6  # of a mix that are shown
BID = "land won, less your dollars, plus theirs; the other side wants the opposite"


@dataclass(frozen=True)
class Counsel:
    """Advice on one request.  `aim` says what is reckoned; the rest is there where it has a meaning."""

    request: int
    seat: str
    kind: str  # bid, spread, placement or choice
    aim: str
    best: Any  # the answer; of a mix, its likeliest part
    lines: list[str]
    mix: list[dict[str, Any]] = field(default_factory=list)  # answer, share
    theirs: list[dict[str, Any]] = field(default_factory=list)
    value: float | None = None
    exploitable: float | None = None
    regret: float | None = None
    notes: list[str] = field(default_factory=list)


def advised(game: Game, seat: str, request: int | None = None) -> Request:
    """The request that a seat wants counsel on: its own, and the first of them if it does not say which."""
    game.check_seat(seat)
    mine = [r for r in game.requests() if r.seat == seat and r.seat != TABLE and r.kind not in ("report", "roll")]
    if request is None:
        if not mine:
            raise Refused(f"nothing is asked of {seat} that advice could help with")
        return mine[0]
    found = game.state.requests.get(request)
    if found is None:
        raise Refused(f"request {request} is not open", allowed=[r.id for r in mine])
    if found.seat != seat:
        raise NotYours(f"request {request} is for {found.seat}; advice is for the seat that is asked")
    if found not in mine:
        raise Refused(f"request {request} is about the board; there is nothing to advise")
    return found


def counsel(game: Game, seat: str, request: int | None = None, *, bid: int | None = None) -> Counsel:
    """What to answer.  With a `bid` that the seat intends, what that gives away."""
    asked = advised(game, seat, request)
    book, world = game.book, world_for(game, seat)
    if asked.among:
        if bid is not None:
            raise Refused(f"request {asked.id} asks for points in several places, not for a bid")
        return _placement(book, world, asked)
    top = game.state.stack[-1]
    stake = book.duel(world, top) if asked.kind == "sealed" and isinstance(book, ReckonsWorth) else None
    if stake is not None:
        return _bid(asked, stake, bid)
    if bid is not None:
        raise Refused(f"request {asked.id} asks for no bid in secret")
    if asked.kind == "choose" and not asked.subject and isinstance(book, ReckonsWorth):
        stakes = {key: stake for key, stake in book.contests(world, seat).items() if key in asked.legal}
        if stakes and (found := _spread(book, book, world, asked, stakes)) is not None:
            return found
    return _choice(book, world, asked)


def _name(book: Book, key: str) -> str:
    subject, colon, which = key.partition(":")
    return book.subjects().get(subject, subject) + (f" ({which})" if colon else "")


def _shares(mix: Mapping[Any, float]) -> list[dict[str, Any]]:
    best_first = sorted(mix.items(), key=lambda each: (-each[1], str(each[0])))
    return [{"answer": answer, "share": round(share, 6)} for answer, share in best_first]


def _share(share: float) -> str:
    return percent(Fraction(share).limit_denominator(10_000))


# -- one bid
def _bid(asked: Request, stake: Duelling, bid: int | None) -> Counsel:
    mine, theirs, worth = bidding.payoffs(stake.chances, stake.worth)
    if asked.seat != stake.first:
        mine, theirs, worth = theirs, mine, -worth.T
    found = bidding.duel(mine, theirs, worth)
    mix, other = _shares(found.mine), _shares(found.theirs)
    lines = [f"{_share(each['share'])}: bid ${each['answer']}" for each in mix]
    lines.append(f"Worth ${found.value:.2f} to you, whatever the other side bids.")
    regret = None
    if bid is not None:
        regret = bidding.regret(bid, mine, found.theirs, theirs, worth)
        lines.append(f"A bid of ${bid} gives away ${regret:.2f} against their best mix.")
    return Counsel(
        asked.id,
        asked.seat,
        "bid",
        BID,
        mix[0]["answer"],
        lines,
        mix,
        other,
        found.value,
        found.exploitable,
        regret,
        [
            f"success is worth ${stake.worth} of land",
            _known(found.exploitable),
        ],
    )


def _known(gain: float) -> str:
    """What somebody would have of knowing what the other side means to do."""
    if gain < HARDLY:
        return "neither side can do better, even if it knows this"
    return f"who knew this could gain ${gain:.2f} by it"


# -- several targets, one purse
def _spread(
    book: Book, worth: ReckonsWorth, world: World, asked: Request, stakes: Mapping[str, Duelling]
) -> Counsel | None:
    def tells(stake: Duelling) -> Fraction:
        most = max(a for a, _ in stake.chances)
        return (stake.chances[most, 0] - stake.chances[0, 0]) * stake.worth

    ranked = sorted(stakes, key=lambda key: (-tells(stakes[key]), key))
    names = [key for key in ranked if tells(stakes[key]) > 0][:MOST_TARGETS]
    purse = worth.purse(world, asked.seat)
    rivals = sorted({stakes[name].second for name in names} - {""})
    against = max((worth.purse(world, rival) for rival in rivals), default=0)
    if not names or not purse:
        return None
    found = bidding.spread([bidding.contest(stakes[name]) for name in names], purse, against)
    titles = [_name(book, name) for name in names]
    ways = {_way(titles, way): weight for way, weight in found.mine.items()}
    mix = _shares(found.mine)
    for each in mix:
        each["answer"] = {name: dollars for name, dollars in zip(names, each["answer"], strict=True) if dollars}
    other = _shares(found.theirs)
    for each in other:
        each["answer"] = {name: dollars for name, dollars in zip(names, each["answer"], strict=True) if dollars}
    shown = sorted(ways.items(), key=lambda each: -each[1])
    lines = [f"{_share(weight)}: {way}" for way, weight in shown[:MOST_WAYS]]
    lines += [f"and {len(shown) - MOST_WAYS} rarer ways"] if len(shown) > MOST_WAYS else []
    lines.append(f"Worth ${found.value:.2f} to you in all, with $0 to ${purse} to spend.")
    notes = [
        f"all who may counter are taken as one rival with ${against}",
        _known(found.exploitable),
    ]
    if len(names) < len(stakes):
        notes.append(f"money is weighed for {', '.join(titles)}; {len(stakes) - len(names)} more are tried without")
    likeliest = mix[0]["answer"]
    best = max(likeliest, key=lambda name: likeliest[name], default=names[0])
    money = f"with ${likeliest[best]}" if likeliest else "and spend nothing on it"
    lines.insert(0, f"Try {_name(book, best)} next, {money}.")
    return Counsel(
        asked.id, asked.seat, "spread", BID, best, lines, mix, other, found.value, found.exploitable, None, notes
    )


def _way(names: list[str], way: tuple[int, ...]) -> str:
    return ", ".join(f"${d} on {name}" for name, d in zip(names, way, strict=True) if d) or "no money anywhere"


# -- points over targets
def _placement(book: Book, world: World, asked: Request) -> Counsel:
    if not isinstance(book, ReckonsWorth):
        raise Refused(f"{book.title} cannot tell what points are worth here")
    rated = {
        name: [book.prospect(world, asked.seat, name, points) for points in range(asked.total + 2)]
        for name in asked.among
    }
    told = {name: [p for p in found if p] for name, found in rated.items() if all(found)}
    shut = {name: found[-1].shut for name, found in told.items() if found[-1].shut}  # however many points lie there
    known = {name: [p.value for p in found] for name, found in told.items() if name not in shut}
    if not known:
        raise Refused(f"{book.title} cannot tell what points are worth here")
    few, most = book.rationed(world, asked.seat)
    found = bidding.place(known, asked.total, few, most)
    lines = [
        f"{points} in {_name(book, name)}: {float(known[name][points]):.2f}, with none {float(known[name][0]):.2f}"
        for name, points in found.points.items()
    ]
    lines.append(f"Worth {float(found.worth):.2f} in all; a point more would add {float(_more(found)):.2f}.")
    left_out = [_name(book, name) for name in asked.among if name not in told]
    notes = [f"not reckoned with: {', '.join(left_out)}"] if left_out else []
    if few.intersection(known):
        notes.append(f"only {most} of {', '.join(_name(book, n) for n in known if n in few)} can be tried in time")
    notes += [f"{_name(book, name)} may not be tried: {why}" for name, why in shut.items()]
    return Counsel(
        asked.id,
        asked.seat,
        "placement",
        book.prospects_say,
        dict(found.points),
        lines,
        value=float(found.worth),
        notes=notes,
    )


def _more(found: bidding.Placement) -> Fraction:
    return found.with_one_more - found.worth


# -- one of several
def _choice(book: Book, world: World, asked: Request) -> Counsel:
    """What each answer is worth where the rules can tell, or what it promises, or its chance."""
    worth = {v: Fraction(asked.worth[str(v)]) for v in asked.legal if str(v) in asked.worth}
    aim = "what the answer is worth on average, with best play from there on"
    priced: Callable[[str], str] = book.priced if isinstance(book, ReckonsWorth) else str
    if not worth and isinstance(book, ReckonsWorth):
        aim = book.prospects_say
        subjects = {v: str(v).rpartition(" ")[2] for v in asked.legal}
        found = {v: book.prospect(world, asked.seat, subject) for v, subject in subjects.items()}
        worth = {v: prospect.value for v, prospect in found.items() if prospect is not None}
    if not worth:
        aim = "the chance of a success"
        worth = {v: Fraction(asked.odds[str(v)]) for v in asked.legal if str(v) in asked.odds}
    if len(worth) < 2:  # a number on one answer alone says nothing about the others
        raise Refused(f"the rules put no number on the answers to request {asked.id}")
    ranked = sorted(worth, key=lambda v: (-worth[v], str(v)))
    lines = [f"{asked.labels.get(str(v), v)}: {priced(f'{float(worth[v]):.2f}')}" for v in ranked]
    mix = [{"answer": v, "worth": str(worth[v])} for v in ranked]
    return Counsel(asked.id, asked.seat, "choice", aim, ranked[0], lines, mix, value=float(worth[ranked[0]]))
