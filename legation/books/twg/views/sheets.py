"""The sheets of The War Game: Military Commerce, a nation's influence, its counters, its own turn.

A sheet decides nothing that the steps do not ask; `intended` says which of its rows answers which of their requests.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from legation.books.twg.diplomacy.rights import ATTEMPT, MONEY, OpenRight, fee_due, may_pay, odds_of, rights_by_nation
from legation.books.twg.money import commerce
from legation.books.twg.money.influence_money import DOLLARS, LEFT, at_best
from legation.books.twg.money.purses import PURSES as POCKETS
from legation.books.twg.powers import ALL, TITLES
from legation.core.errors import Unknown
from legation.core.expr import amount
from legation.core.intents import BOARD, ROLL, UNDECIDED, Blank, BlankRow, Intent, Pick, board_blank, board_intended
from legation.core.machine import Frame
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight
from legation.core.span import exact, highest
from legation.core.voice import how_many
from legation.core.words import capital, listed, ordinal

__all__ = ["blanks", "intended"]

COMMERCE, INFLUENCE, COUNTERS, TURN = "commerce", "influence", "counters", "turn"
SAFELY, AGAIN = "safe", "again"  # the rows of a deal: dice that are not rolled, and what is rolled again
BEST, LEAVE = "best", "leave"
NOT_NOW, ASK_ME, AS_WRITTEN, LET_PASS = "not now", "ask me", "as written", 0
SEALED = "/sealed"  # after the key of a right: what is sealed if somebody counters
CLASSES = {"friendly": "Friendly to", "economic": "Economic ally of", "sworn": "Sworn to", "total": "Total control of"}
PASS = "pass"


def _top(sight: Sight) -> Frame:
    return sight.game.state.stack[-1] if sight.game.state.stack else Frame("")


def _asked(sight: Sight, step: str, seat: str) -> tuple[int, ...]:
    """The open requests of a step to a seat."""
    if _top(sight).step != step:
        return ()
    return tuple(r.id for r in sight.game.requests() if r.seat == seat and r.kind != "report")


def blanks(sight: Sight, to_come: bool) -> list[Blank]:
    """What this seat may fill in; `to_come` says whether it has its influence of this turn before it."""
    if sight.seat not in ALL:
        return []
    found = [
        _commerce(sight),
        _influence(sight, to_come),
        _counters(sight, to_come),
        _turn(sight),
        board_blank(sight, _totals(sight)),
    ]
    return [blank for blank in found if blank is not None]


def _totals(sight: Sight) -> list[str]:
    """What land and purses come to; with the 1939 Rules the referee keeps the purses himself."""
    families = ("own-land",) if sight.get("option.rules-1939") == "yes" else ("own-land", "purse")
    nations = (sight.seat, *(nation for nation in ALL if nation != sight.seat))
    return [f"{family}.{nation}" for nation in nations for family in families]


# -- Military Commerce
def _commerce(sight: Sight) -> Blank | None:
    """A whole deal: how many dice are taken as safe bids, and which of the others are rolled again."""
    asked, deal = _asked(sight, "twg.commerce.deal", sight.seat), _top(sight)
    if not asked:
        return None
    rows = []
    if deal.left:
        worth = {safe: commerce.worth_of_deal(deal, safe) for safe in range(deal.left + 1)}
        picks = tuple(Pick(safe, _dealt(deal.left, safe), worth=worth[safe]) for safe in worth)
        best = max(worth, key=lambda safe: (worth[safe], -safe))
        rows.append(BlankRow(SAFELY, f"{capital(how_many(deal.left, 'die'))} to go", picks, best))
    ways = (Pick(BEST, "what is worth it"), Pick(LEAVE, "nothing"), Pick(ASK_ME, ASK_ME))
    rows.append(BlankRow(AGAIN, "Roll again", ways, BEST, note=f"{how_many(deal.rerolls, 're-roll')} left"))
    lying = f"{', '.join(map(str, sorted(deal.faces)))} on the table. " if deal.faces else ""
    return Blank(
        COMMERCE,
        f"Military Commerce of {TITLES[sight.seat]}",
        f"{lying}What each way is worth if it is played best from there.",
        "Deal",
        tuple(rows),
        (commerce.SAFE.cite, commerce.AGAIN.cite),
        answers=asked,
        rolls=True,
    )


def _dealt(left: int, safe: int) -> str:
    rolled = f"roll {left - safe}" if left > 1 else "roll it"
    taken = f"${commerce.SAFE_BID * safe} for {'it' if left == 1 else 'all' if safe == left else safe}"
    return taken if safe == left else f"{rolled}, {taken}" if safe else rolled if left == 1 else f"roll all {left}"


def _deals(intent: Intent, request: Request, top: Frame) -> Any:
    if request.kind == "roll":
        return ROLL if top.step == "twg.commerce.throw" and intent.rolls else UNDECIDED
    if top.step != "twg.commerce.deal" or request.kind != "choose":
        return UNDECIDED
    wanted = intent.rows.get(SAFELY)
    if top.left:
        if wanted is None:
            return UNDECIDED
        what = "safe" if top.safe < wanted else "roll"
        dice = wanted - top.safe if what == "safe" else top.left
        answer = f"{what} all" if dice == top.left > 1 else what
    elif intent.rows.get(AGAIN) == BEST:
        answer = max(request.worth, key=lambda way: (Fraction(request.worth[way]), way == "stop"))
    else:
        answer = "stop" if intent.rows.get(AGAIN) == LEAVE else ""
    return answer if answer in request.legal else UNDECIDED


# -- influence
def _influence(sight: Sight, to_come: bool) -> Blank | None:
    asked = _asked(sight, "twg.influence.nation", sight.seat)
    if not asked and not to_come:
        return None
    rows: list[BlankRow] = []
    for r in _open_rights(sight, asked):
        rows += _right_rows(sight, r)
    if not rows:
        return None
    left = sight.world.weigh(LEFT[sight.seat])
    nation = capital(TITLES[sight.seat])
    return Blank(
        INFLUENCE,
        f"Influence of {TITLES[sight.seat]}",
        "All rights of this turn. A try without money is free and moves the count on, so it is set for you. "
        "Carried out from the top; what nobody can counter comes before what somebody may."
        if asked
        else f"{nation} may try these later this turn, as the odds stand now. It is carried out when the turn comes.",
        "Carry out" if asked else "Keep for later",
        tuple(rows),
        (ATTEMPT, MONEY.cite),
        _closed(sight),
        coin="$",
        free=max(0, int(left)) if exact(left) else None,
        answers=asked,
        early=not asked,
        rolls=True,
        secret=any(row.under for row in rows),
    )


def _open_rights(sight: Sight, asked: tuple[int, ...]) -> list[OpenRight]:
    """Those that the request lists; before it is put, those that are surely open."""
    known = rights_by_nation()[sight.seat]
    if asked:
        legal = sight.game.state.requests[asked[0]].legal
        found: dict[str, OpenRight] = {}
        for r, when in known:
            if r.key in legal and when.value(sight.world) is not False:
                found.setdefault(r.key, r)
        return [found[key] for key in legal if key in found]
    is_open = [r for r, when in known if when.value(sight.world) is True and not sight.get(f"ended.{r.country.slug}")]
    return list({r.key: r for r in reversed(is_open)}.values())[::-1]


def _right_rows(sight: Sight, r: OpenRight) -> list[BlankRow]:
    world, nation = sight.world, sight.seat
    least = amount(r.influence.least, world)  # type: ignore[arg-type]
    pays = may_pay(world, r.country, nation)
    most = at_best(world, nation, r.influence.most) if pays else 0
    rivals = r.country.counters(nation)
    against = max((at_best(world, rival) for rival in rivals), default=0)
    fee = fee_due(world, r.country, nation, r.influence)
    picks = [Pick(NOT_NOW, NOT_NOW)]
    for dollars in (0, *DOLLARS):
        sure, best = _chance(sight, r, dollars, against if dollars else 0)
        closed = ""
        if dollars < least:
            closed = f"${least} at least"
        elif dollars > most:
            closed = "no money may be put on it" if not pays else f"at most ${most}"
        picks.append(Pick(dollars, f"${dollars}", sure, best, dollars, closed, MONEY.cite))
    if least > most:
        return []
    proposed: Any = 0 if not least and not fee else NOT_NOW
    tried = sight.get(f"attempts.{r.country.slug}.{nation}") or 0
    bare = picks[1].sure
    number = int(bare * sight.book.views.sides) if bare is not None and not least else 0
    terms = [f"{ordinal(tried + 1).capitalize()} try", *([f"opens for ${fee}"] if fee else [])]
    terms += [f"{number} or less without money"] if number else []
    names = listed([TITLES[rival] for rival in rivals], "or")
    row = BlankRow(
        r.key,
        r.country.name,
        tuple(picks),
        proposed,
        subject=r.country.slug,
        note="; ".join(terms),
        rival=f"{names} may counter money" if rivals else "nobody may counter",
        brings=f"{CLASSES[r.influence.into]} {TITLES[nation]}",
        rules=(r.influence.cite,),
        why=f"subject={r.country.slug}&by={nation}&cite={r.influence.cite}",
    )
    if not rivals or most < 1:
        return [row]
    words = [Pick(AS_WRITTEN, AS_WRITTEN), Pick(ASK_ME, "ask me then")]
    sums = [Pick(n, f"${n}") for n in range(max(1, least), most + 1)]
    sealed = BlankRow(r.key + SEALED, f"If {names} counters, seal", (*words, *sums), AS_WRITTEN, under=r.key)
    return [row, sealed]


def _chance(sight: Sight, r: OpenRight, dollars: int, against: int) -> tuple[Fraction | None, Fraction | None]:
    try:
        best = odds_of(sight.world, r.country, sight.seat, r.influence, dollars)
        return odds_of(sight.world, r.country, sight.seat, r.influence, dollars, against), best
    except Unknown:
        return None, None


def _closed(sight: Sight) -> tuple[tuple[str, str, str], ...]:
    """Rights that the charts give and that are closed now, each with what is not so."""
    found = {}
    for r, when in rights_by_nation()[sight.seat]:
        if when.value(sight.world) is False and r.key not in found:
            failing = [part for part in when.trace(sight.world).parts if part.value is False]
            found[r.key] = (r.label, "; ".join(part.text for part in failing[:2]), r.influence.cite)
    return tuple(found.values())


# -- counters
def _counters(sight: Sight, to_come: bool) -> Blank | None:
    """Who may be countered where: rivals that have their influence of this turn before them, and some right open."""
    asked, rows = _asked(sight, "twg.influence.announced", sight.seat), []
    if asked:
        rows.append(_counter_now(sight, sight.game.state.requests[asked[0]]))
    for country, tries in _tries_of_others(sight).items():
        rival, theirs = next(iter(tries.items()))
        picks = (Pick(ASK_ME, ASK_ME), *_counter_picks(sight, rival, theirs))
        names = listed([TITLES[rival] for rival in tries], "or")
        brings = f"{CLASSES[theirs.influence.into]} {TITLES[rival]}"
        rows.append(
            BlankRow(
                country,
                sight.place(country),
                picks,
                ASK_ME,
                subject=country,
                note=f"against {names}",
                brings=brings,
                more=bool(asked),
            )
        )
    if not rows or highest(sight.world.weigh(LEFT[sight.seat])) < 1:
        return None
    return Blank(
        COUNTERS,
        f"Counters of {TITLES[sight.seat]}",
        "What to do when somebody puts money on a country. Nobody sees it; a sum is sealed in the same instant.",
        "Answer" if asked else "Keep",
        tuple(rows),
        ("DG-INF-17", "DG-INF-19"),
        coin="$",
        lasting=True,
        wins="If they succeed",
        sure_says="they succeed whatever they pay",
        may_says="they succeed if they pay much",
        answers=asked,
        early=not asked,
        secret=True,
    )


def _counter_picks(sight: Sight, rival: str, theirs: OpenRight) -> list[Pick]:
    """To let it pass, or a sum, with the chance that each leaves the other side."""
    sums = range(1, at_best(sight.world, sight.seat) + 1)
    return [
        Pick(LET_PASS, "let it pass", *_their_chance(sight, rival, theirs, 0)),
        *(Pick(n, f"${n}", *_their_chance(sight, rival, theirs, n)) for n in sums),
    ]


def _counter_now(sight: Sight, request: Request) -> BlankRow:
    """The try that this seat is asked about, by itself: what it answers holds for no other."""
    rival, country = str(_top(sight).nation), request.subject
    theirs = next(r for r, _ in rights_by_nation()[rival] if r.key == _key_of(rival, _top(sight)))
    return BlankRow(
        f"{rival}/{country}",
        sight.place(country),
        tuple(_counter_picks(sight, rival, theirs)),
        LET_PASS,
        subject=country,
        note=f"{capital(TITLES[rival])} puts money on it",
        brings=f"{CLASSES[theirs.influence.into]} {TITLES[rival]}",
    )


def _tries_of_others(sight: Sight) -> dict[str, dict[str, OpenRight]]:
    """Countries on which this seat may counter somebody, by who has a right open there."""
    found: dict[str, dict[str, OpenRight]] = {}
    for nation in ALL:
        if nation == sight.seat:
            continue
        for r, when in rights_by_nation()[nation]:
            if sight.seat in r.country.counters(nation) and when.value(sight.world) is not False:
                found.setdefault(r.country.slug, {}).setdefault(nation, r)
    return found


def _their_chance(sight: Sight, rival: str, theirs: OpenRight, against: int) -> tuple[Fraction | None, Fraction | None]:
    """That a rival who pays succeeds against a counter: with the least that it may pay, and with the most."""
    try:
        least = max(1, amount(theirs.influence.least, sight.world))  # type: ignore[arg-type]
        most = at_best(sight.world, rival, theirs.influence.most)
        if most < least:
            return None, None
        low, high = (
            odds_of(sight.world, theirs.country, rival, theirs.influence, paid, against) for paid in (least, most)
        )
    except Unknown:
        return None, None
    return low, high


# -- a nation's turn
def _turn(sight: Sight) -> Blank | None:
    """The turn of a nation is over, and what is left of its money."""
    top = _top(sight)
    group = top.get("group") or []
    if top.step not in ("twg.nations.play", "twg.nations.save") or sight.seat not in group:
        return None
    asked = tuple(r.id for r in sight.game.requests() if r.seat in (sight.seat, TABLE) and r.kind != "report")
    rows = []
    for pocket, says in POCKETS.items():
        have = sight.get(f"funds.{sight.seat}.{pocket}") or 0
        if have:
            rows.append(
                BlankRow(pocket, f"Left of ${have} of {says}", chosen=have, most=have, note="what is left is saved")
            )
    names = listed([TITLES[nation] for nation in group])
    return Blank(
        TURN,
        f"The turn of {names}",
        "Purchases, Lend/Lease, attacks and moves are told as they happen; what is not told has not happened.",
        "Our turn is over",
        tuple(rows),
        ("R39-PH-COLLECT-EARLY",),
        coin="$",
        answers=asked,
    )


# -- what they answer
def intended(sight: Sight, intent: Intent, request: Request) -> Any:
    top = _top(sight)
    if intent.sheet == COMMERCE:
        return _deals(intent, request, top) if request.seat == sight.seat else UNDECIDED
    if intent.sheet == INFLUENCE:
        return _influences(sight, intent, request, top)
    if intent.sheet == COUNTERS:
        return _counters_with(intent, request, top)
    if intent.sheet == TURN:
        return _ends_turn(sight, intent, request, top)
    if intent.sheet == BOARD:
        return board_intended(sight, intent, request)
    return UNDECIDED


def _influences(sight: Sight, intent: Intent, request: Request, top: Frame) -> Any:
    seat, rows = sight.seat, intent.rows
    if request.seat != seat or top.get("nation", seat) != seat:
        return UNDECIDED
    if top.step == "twg.influence.nation" and request.kind == "choose":
        wanted = [key for key in rows if key in request.legal and rows[key] != NOT_NOW]
        if wanted:  # what nobody can counter does not wait for what somebody may
            return min(wanted, key=lambda key: bool(rows[key]) and key + SEALED in rows)
        opened = [key for key in request.legal if key != PASS and key not in rows]
        return UNDECIDED if opened else PASS
    if request.kind == "roll":
        mine = top.step in ("twg.influence.throw",) and top.get("nation") == seat
        return ROLL if mine and intent.rolls else UNDECIDED
    key = _key_of(seat, top)
    if key not in rows or rows[key] == NOT_NOW:
        return UNDECIDED
    sum_: Any = rows[key]
    if top.step == "twg.influence.money":
        answer = "money" if sum_ else "nothing"
        return answer if answer in request.legal else UNDECIDED
    if top.step == "twg.influence.open":
        return sum_ if sum_ in request.legal else UNDECIDED
    if top.step == "twg.influence.bid" and request.kind == "sealed":
        bid = rows.get(key + SEALED, AS_WRITTEN)
        bid = sum_ if bid == AS_WRITTEN else bid
        return bid if bid in request.legal else UNDECIDED
    return UNDECIDED


def _key_of(nation: str, top: Frame) -> str:
    """The right that an attempt rests on, by the key of its row."""
    found = (
        r.key
        for r, _ in rights_by_nation()[nation]
        if r.country.slug == top.get("country") and r.influence.cite == top.get("cite")
    )
    return next(found, "")


def _counters_with(intent: Intent, request: Request, top: Frame) -> Any:
    sum_ = intent.rows.get(f"{top.get('nation')}/{request.subject}", intent.rows.get(request.subject, ASK_ME))
    if sum_ == ASK_ME or request.seat == top.get("nation"):
        return UNDECIDED
    if top.step == "twg.influence.announced" and request.kind == "confirm":
        return sum_ != LET_PASS
    if top.step == "twg.influence.bid" and request.kind == "sealed" and request.seat == top.get("rival"):
        return sum_ if sum_ in request.legal else UNDECIDED
    if top.step == "twg.influence.rolled" and request.kind == "amount":
        return sum_ if sum_ in request.legal else UNDECIDED
    return UNDECIDED


def _ends_turn(sight: Sight, intent: Intent, request: Request, top: Frame) -> Any:
    if sight.seat not in (top.get("group") or []):
        return UNDECIDED
    if top.step == "twg.nations.play" and request.seat == TABLE and request.kind == "confirm":
        return True
    if top.step == "twg.nations.save" and request.seat == sight.seat and request.kind == "amount":
        left = _pocket(sight, top, intent)
        return left if left in request.legal else UNDECIDED
    return UNDECIDED


def _pocket(sight: Sight, top: Frame, intent: Intent) -> Any:
    """What is left of the purse that is asked about: those that have something are gone through in order."""
    pockets = [(nation, pocket) for nation in top.group for pocket in POCKETS]
    for nation, pocket in pockets[top.saving :]:
        if sight.get(f"funds.{nation}.{pocket}"):
            return intent.rows.get(pocket) if nation == sight.seat else None
    return None
