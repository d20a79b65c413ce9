"""The sheets of A World at War: the points of a year, the targets of a phase, a player turn with what it must tell.

A sheet decides nothing that the steps do not ask; `intended` says which of its rows answers which of their requests.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from legation.books.awaw.diplomacy import targets
from legation.books.awaw.diplomacy.phase import PASS, results_of
from legation.books.awaw.diplomacy.points import has_dps
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.powers import ALLIED, AXIS, GERMANY, ITALY, POWERS, TITLES, faction_of, side_of
from legation.books.awaw.tensions.usat import USAT
from legation.books.awaw.views.prospects import by_points, chance_of, hope_says, hopes_of
from legation.core.errors import Unknown
from legation.core.facts import Count
from legation.core.intents import BOARD, UNDECIDED, Blank, BlankRow, Intent, Pick, board_blank, board_intended
from legation.core.machine import Frame
from legation.core.requests import QUIET, TABLE, Request, as_carried
from legation.core.rules import Clause
from legation.core.sight import Sight
from legation.core.voice import how_many
from legation.core.words import capital, percent, signed

__all__ = ["blanks", "intended"]

POINTS, TARGETS, TURN = "points", "targets", "turn"
NAMED, NOT_NAMED = "name it", "not now"
TRIGGERED = "united-states"
NO_DIE = {  # where points may lie that no die is rolled for
    "italy": "No die: each point bears on the Italian surrender",
    "france": "No die: each point bears on the French surrender",
    "usa": "No die: they move the tension in a phase in which you trigger them",
    "intelligence": "For intelligence projects",
}
NODS = {  # the nods that a player turn asks for, by side
    AXIS: ("awaw.axis-declares", "awaw.axis-plays"),
    ALLIED: ("awaw.allied-declares", "awaw.allied-board"),
}
TOLD = {  # what a player turn tells for the tensions
    AXIS: (f"offensive-brps.{GERMANY}", f"offensive-brps.{ITALY}"),
    ALLIED: ("brps-lost-at-sea-and-to-bombs",),
}


def _top(sight: Sight) -> Frame:
    return sight.game.state.stack[-1] if sight.game.state.stack else Frame("")


def blanks(sight: Sight) -> list[Blank]:
    powers = (sight.seat, *(power for power in POWERS if power != sight.seat))
    totals = [f"brp-total.{power}" for power in powers if has_dps(sight.world, power)]
    found = [_points(sight), _targets(sight), _turn(sight), board_blank(sight, totals)]
    return [blank for blank in found if blank is not None]


# -- the points of a year
def _points(sight: Sight) -> Blank | None:
    """All DPs of the year, with what each would buy; nobody sees a number before its target is rolled for."""
    request = next((r for r in sight.game.requests() if r.seat == sight.seat and r.among), None)
    if request is None or _top(sight).step != "awaw.place":
        return None
    by = faction_of(sight.seat) or AXIS
    rows = [_point_row(sight, name, by, request.total) for name in request.among]
    return Blank(
        POINTS,
        f"{capital(how_many(request.total, 'point'))} of {TITLES[sight.seat]} for {sight.get('year')}",
        "Divide them over targets. Nobody sees a number before its target is rolled; what is left when it ends is "
        "lost. The faces are as things lie open now.",
        "Seal the points",
        tuple(sorted(rows, key=lambda row: row.more)),
        (request.cite,),
        free=request.total,
        answers=(request.id,),
    )


def _point_row(sight: Sight, name: str, by: str, total: int) -> BlankRow:
    row = BlankRow(name, sight.place(name), chosen=0, most=total, subject=sight.subject(name), costs=True)
    if name not in TABLES:
        return replace(row, note=NO_DIE.get(name, ""))
    found, shut = by_points(sight, name, by, range(total + 1)), _shut(sight, name, by)
    return replace(
        row,
        note=f"Cannot be named now: {shut.label}" if shut else capital(sight.outlook(name, {"by": by}).says),
        results=tuple(faces for _, faces in found),
        good=tuple(key for key in results_of(name) if chance_of({key: Fraction(1)}, hopes_of(by)[0], by)),
        says=tuple(f"{signed(added)} to the die; {_hope(faces, by)}" for added, faces in found),
        more=shut is not None,
    )


def _hope(faces: tuple[str, ...], by: str) -> str:
    """How likely the least is that a side hopes for."""
    hope = hopes_of(by)[0]
    share = sum(chance_of({key: Fraction(1, len(faces))}, hope, by) for key in faces)
    return f"{hope_says(hope, by)}: {percent(share)}"


def _shut(sight: Sight, name: str, by: str) -> Clause | None:
    """What would keep a side from naming a target, even with points in it."""
    try:
        return targets.closed(sight.world.scoped(**{f"dp.{sight.seat}.{name}": 1}), by, name)
    except Unknown:
        return None


# -- the targets of a phase
def _targets(sight: Sight) -> Blank | None:
    request = _mine(sight, "awaw.name")
    if request is None:
        return None
    rows = [
        BlankRow(
            option,
            capital(request.labels.get(option, option)),
            (Pick(NOT_NAMED, NOT_NAMED), Pick(NAMED, NAMED)),
            NOT_NAMED,
            subject=sight.subject(option.rpartition(" ")[2]),
            note=_as_last_told(sight, option.rpartition(" ")[2]),
        )
        for option in request.legal
        if option != PASS
    ]
    left = (sight.get(f"dp.{sight.seat}.usa") or 0) - (sight.get(f"dps-triggered.{sight.seat}") or 0)
    if sight.get(f"allotment.{sight.seat}"):
        rows.append(
            BlankRow(
                TRIGGERED,
                "DPs to trigger in the United States",
                chosen=0,
                most=max(0, left),
                subject=USAT.slug,
                note=f"{max(0, left)} lie there",
                more=left < 1,
            )
        )
    says, verb = "Those that are named are rolled for in this phase. What the board told before holds.", "Name these"
    nothing = not any(row.key != TRIGGERED for row in rows)
    if nothing:  # who is not asked at all has no points anywhere, and that is nobody else's business
        says, verb = "No target is open to you in this phase.", "Go on"
    return Blank(
        TARGETS,
        capital(request.prompt),
        says,
        verb,
        tuple(rows),
        (request.cite,),
        lasting=nothing,
        lasts="every phase, until a target opens",
        answers=(request.id,),
    )


def _mine(sight: Sight, step: str) -> Request | None:
    if _top(sight).step != step:
        return None
    return next((r for r in sight.game.requests() if r.seat == sight.seat and r.kind == "choose"), None)


def _as_last_told(sight: Sight, country: str) -> str:
    """What its die would read of the board, and how old that is."""
    return capital(sight.outlook(country).says)


# -- a player turn
def _turn(sight: Sight) -> Blank | None:
    step = _top(sight).step
    side = next((side for side, steps in NODS.items() if step in steps), "")
    if not side or side_of(sight.seat) != side:
        return None
    asked = tuple(r.id for r in sight.game.requests(TABLE) if r.kind == "confirm")
    nod = sight.game.state.requests[asked[0]] if asked else None
    if nod is None:
        return None
    rows = []
    for key in TOLD[side]:
        spec, now = sight.world.schema.spec(key), sight.world.carried(key)
        if isinstance(spec.domain, Count) and sight.get("tension.usat") is not None:
            rows.append(BlankRow(key, capital(spec.says), chosen=now, most=spec.domain.hi, fact=key))
    return Blank(
        TURN,
        f"The turn of {TITLES[side]}",
        f"{nod.prompt} What is not told has not happened.",
        "Our turn is over",
        tuple(rows),
        (nod.cite,),
        answers=asked,
    )


# -- what they answer
def intended(sight: Sight, intent: Intent, request: Request) -> Any:
    top = _top(sight)
    if intent.sheet == POINTS:
        mine = top.step == "awaw.place" and request.seat == sight.seat and request.among
        return {key: n for key, n in intent.rows.items() if n and key in request.among} if mine else UNDECIDED
    if intent.sheet == TARGETS:
        return _names(sight, intent, request, top)
    if intent.sheet == TURN:
        return _plays(sight, intent, request, top)
    if intent.sheet == BOARD:
        return board_intended(sight, intent, request)
    return UNDECIDED


def _names(sight: Sight, intent: Intent, request: Request, top: Frame) -> Any:
    rows = intent.rows
    if top.step == "awaw.name" and request.seat == sight.seat and request.kind == "choose":
        named = [country for _, country, _ in top.queue]
        wanted = [key for key in rows if rows[key] == NAMED and key.rpartition(" ")[2] not in named]
        if wanted:
            return wanted[0] if wanted[0] in request.legal else UNDECIDED
        return UNDECIDED if any(key not in rows and key != PASS for key in request.legal) else PASS
    if top.step == "awaw.tension.remind" and request.seat == sight.seat and request.kind == "amount":
        settled = not intent.lasting or len(request.legal) == 1
        return rows[TRIGGERED] if settled and rows.get(TRIGGERED) in request.legal else UNDECIDED
    if intent.lasting or _side_of_phase(sight) != side_of(sight.seat):
        return UNDECIDED
    if top.step == "awaw.operations" and request.seat == TABLE:
        return PASS  # whoever has a covert operation says so before the dice, on the roll's own card
    if request.kind == "report" and request.seat == TABLE:
        told = as_carried(request, sight.world)
        whole = all(key in told or sight.world.last(key) is not None for key in request.facts)
        return QUIET if whole else UNDECIDED
    return UNDECIDED


def _side_of_phase(sight: Sight) -> str:
    """Whose diplomatic phase it is."""
    found = (str(f.vars["side"]) for f in reversed(sight.game.state.stack) if "side" in f.vars and "queue" in f.vars)
    return next(found, "")


def _plays(sight: Sight, intent: Intent, request: Request, top: Frame) -> Any:
    side = side_of(sight.seat)
    if request.seat != TABLE or side is None:
        return UNDECIDED
    if request.kind == "confirm" and top.step in NODS[side]:
        return True
    if request.kind == "report" and request.facts and all(key in intent.rows for key in request.facts):
        return {key: intent.rows[key] for key in request.facts}
    return UNDECIDED
