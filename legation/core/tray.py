"""The dice tray: every roll that somebody has to make in this phase, found by going on as if each had failed.

What comes up only after a success stands under it, and last what the sheets lead to that whoever rolls has filled in.
Nothing here looks at what is hidden: the steps run on what lies open to all, and where they would need more, the tray
ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from legation.core.acting import resumed, rolls_asked
from legation.core.acts import Answer, Who
from legation.core.chronicle import purpose_label
from legation.core.dice import Committed, Typed
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.intents import Intent, send_intents
from legation.core.machine import Draft, Machine, State
from legation.core.rehearsal import copy_for
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight, hidden_from, world_for
from legation.core.views import Due, Tray
from legation.core.words import capital

__all__ = ["tray_of"]

MOST = 40  # rows of a tray
AFTER = 3  # rolls that are shown under one
Going = tuple[Request, State]  # a roll that is asked, and where the game would stand then


def tray_of(sight: Sight, who: Who, sheets: Mapping[str, Iterable[Intent]] | None = None) -> Tray | None:
    """The rolls that are due for somebody, if there are several; None if there is at most one.

    With the sheets that hold, by seat, also those which these lead to.
    """
    asked = rolls_asked(sight.game, who)
    if not asked or (isinstance(sight.game.dice, Committed) and sight.game.dice.live):
        return None  # nobody throws a live die
    hands = _hands(sight.game, who)
    key = ("tray", len(sight.game.record), asked[0].id, *sorted(hands))
    rolls = sight.once_for_all(key, lambda open: tuple(_due(open, asked[0], hands)))
    if sheets:
        rolls = (*rolls, *_by_sheets(sight, who, sheets, {due.purpose for due in rolls}))
    if len(rolls) < 2:
        return None
    return Tray(sight.game.phase, asked[0].id, rolls, isinstance(sight.game.dice, Committed))


def _hands(game: Game, who: Who) -> set[str]:
    """The seats whose dice this chair may throw."""
    seats = {seat for seat in game.book.seats if who.named is None and who.speaks_for(seat)}
    return seats | {who.voice, TABLE} | set(who.bots)


def _due(sight: Sight, first: Request, hands: set[str]) -> Iterator[Due]:
    game = sight.game
    state = game.state.on(world_for(game, None), hidden_from(game, None))
    rows: list[tuple[Going, list[Going]]] = []
    at: Going | None = (first, state)
    while at is not None and len(rows) < MOST:
        asked = at[0]
        won = _after(game, at, asked.legal[0], hands) if "success" in asked.odds else None
        rows.append((at, list(_chain(game, won, hands))))
        at = _after(game, at, asked.legal[-1], hands)
    listed = {asked.purpose for (asked, _), _ in rows}
    for going, more in rows:
        yield _row(sight, going)
        yield from (_row(sight, one, going[0].purpose) for one in more if one[0].purpose not in listed)


def _by_sheets(sight: Sight, who: Who, sheets: Mapping[str, Iterable[Intent]], known: Collection[str]) -> Iterator[Due]:
    copy = copy_for(sight)
    for _ in range(MOST):
        asked = rolls_asked(copy, who)
        if not asked or copy.phase != sight.game.phase:
            return
        if asked[0].purpose not in known:
            yield _row(Sight(copy, TABLE), (asked[0], copy.state))
        try:
            copy.perform(Answer(asked[0].id, asked[0].legal[-1]), Who.of(asked[0].seat))
            send_intents(copy, sheets)
        except LegationError:  # it hangs on what is not known here
            return


def _chain(game: Game, at: Going | None, hands: set[str]) -> Iterator[Going]:
    for _ in range(AFTER):
        if at is None:
            return
        yield at
        at = _after(game, at, at[0].legal[-1], hands)


def _after(game: Game, at: Going, face: int, hands: set[str]) -> Going | None:
    """The roll that comes up when a die has fallen, if that is the next thing, in these hands and in this phase."""
    machine = Machine(game.steps, Typed(), lambda fact: "", game.book.need_cite)
    drafts: list[Draft] = []
    begin = resumed(game, at[1].but(requests={}), face)
    try:
        found = machine.run(begin, Draft({}), drafts, len(game.record) + 1)
    except LegationError:
        return None
    asks = list(found.requests.values())
    if len(asks) != 1 or asks[0].kind != "roll" or asks[0].seat not in hands or any(d.reveals for d in drafts):
        return None
    return (asks[0], found) if game.book.phase(found.world, found.stack) == game.phase else None


def _row(sight: Sight, going: Going, hangs_on: str = "") -> Due:
    asked, state = going
    label, views = purpose_label({"label": asked.purpose, "cite": asked.cite}), sight.book.views
    about = capital(views.purpose(sight, label))
    sides = len(asked.legal)
    added = views.added(state.stack[-1]) if state.stack else None
    return Due(
        purpose=asked.purpose,
        seat=asked.seat,
        by_name=sight.name(asked.seat),
        bloc=sight.bloc(asked.seat),
        subject=sight.place(asked.subject) if asked.subject else about,
        says=(views.about(sight, asked) if added is not None else sight.label(asked.cite)) or about,
        sides=sides,
        needed=int(Fraction(asked.odds["success"]) * sides) if "success" in asked.odds else None,
        added=added,
        cite=asked.cite,
        country=sight.subject(asked.subject),
        hangs_on=hangs_on,
    )
