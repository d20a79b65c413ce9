"""Proposals: what nobody does alone.  A die is taken back by leave of those whom it touches; a game is ended by all.

A proposal and each nod are entries for all to read, from which nothing follows by a rule; the last yes carries it out.
It is void as soon as somebody does something else.  What was opened stays open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from legation.core import rewind
from legation.core.errors import Closed, NotYours, Refused
from legation.core.history import by_itself
from legation.core.machine import Draft
from legation.core.requests import TABLE, UMPIRE

if TYPE_CHECKING:
    from legation.core.acts import Consent, Propose, Who
    from legation.core.game import Game
    from legation.core.record import Entry

__all__ = ["close_game", "consented", "consenting", "nods", "open_proposal", "opened_since", "proposed", "touched"]


def open_proposal(game: Game) -> Entry | None:
    """What is proposed and not yet settled."""
    for seq in range(len(game.record), 0, -1):
        entry = game.record[seq]
        if "propose" in entry.cause:
            return entry
        if entry.note is None or ("consent" in entry.cause and not entry.cause["yes"]):
            return None  # the game has gone on, or somebody said no
    return None


def nods(game: Game, proposal: Entry) -> list[str]:
    """Who has said yes."""
    later = (game.record[seq] for seq in range(proposal.seq + 1, len(game.record) + 1))
    return [entry.by for entry in later if entry.cause.get("consent") == proposal.seq and entry.cause["yes"]]


def opened_since(game: Game, entry: int) -> Entry | None:
    """What was shown to all after an act began, which nobody can unsee."""
    return next((e for e in game.live_from(entry) if "reveal" in e.cause or e.reveals), None)


def touched(game: Game, entry: int, who: Who) -> list[str]:
    """The people whose dice, acts or affairs an act and what followed have touched; if nobody's, all."""
    since = game.live_from(entry)
    named = {name for e in since for change in e.effects for name in change.fact.split(".")}
    named |= {e.by for e in since}
    people = [seat for seat in game.book.seats if seat in who.people]
    return [seat for seat in people if seat in named] or people


def proposed(game: Game, act: Propose, who: Who, by: str, chair: str) -> list[Entry]:
    if open_proposal(game) is not None:
        raise Refused("something is proposed already; it is settled first")
    if act.what == "end":
        if game.over:
            raise Refused("the game is over already")
        asked = [seat for seat in game.book.seats if seat in who.people]
        if not asked:
            return close_game(game, Draft({}, by, chair=chair), act.reason)
        return game.note({"propose": "end", "reason": act.reason, "asked": asked}, by, chair)
    if act.what != "undo":
        raise Refused("one proposes to take something back, or to end the game", allowed=["undo", "end"])
    last = next(e for e in game.backwards() if e.act and not by_itself(e.by, e.cause, who.bots))
    shown = opened_since(game, last.seq)
    if shown is not None:
        raise Refused(f"what was opened in entry {shown.seq} stays open; only the umpire amends it, with a reason")
    asked = touched(game, last.seq, who)
    if not asked:
        return rewind.undo(game, seat=by, chair=chair, reason=act.reason, over=who.bots, allowed={})
    note = {"propose": "undo", "entry": last.seq, "reason": act.reason, "asked": asked, "bots": sorted(who.bots)}
    return game.note(note, by, chair)


def consenting(game: Game, act: Consent, who: Who, own: str) -> str:
    """In whose name somebody nods: a seat that is asked and has not, or the umpire."""
    found = open_proposal(game)
    if found is None or found.seq != act.proposal:
        raise Closed(f"what was proposed in entry {act.proposal} is settled, or the game has gone on")
    if UMPIRE in who.seats:
        return UMPIRE
    waiting = [seat for seat in found.cause["asked"] if seat not in nods(game, found)]
    mine: list[str] = [seat for seat in waiting if (seat == own or who.named is None) and who.speaks_for(seat)]
    if not mine:
        raise NotYours("you are not asked about this")
    return mine[0]


def consented(game: Game, act: Consent, who: Who, by: str, chair: str) -> list[Entry]:
    """A yes or a no; the last yes, or the umpire's, carries it out."""
    found = game.record[act.proposal]
    made = game.note({"consent": found.seq, "yes": act.yes}, by, chair)
    said = nods(game, found)
    if not act.yes or not (by == UMPIRE or set(found.cause["asked"]) <= set(said)):
        return made
    allowed: dict[str, Any] = {"allowed": said, "proposal": found.seq}
    reason = found.cause["reason"]
    if found.cause["propose"] == "end":
        return [*made, *close_game(game, Draft(dict(allowed), found.by, chair=found.chair), reason)]
    over = found.cause["bots"]
    return [*made, *rewind.undo(game, seat=found.by, chair=found.chair, reason=reason, over=over, allowed=allowed)]


def close_game(game: Game, draft: Draft, reason: str) -> list[Entry]:
    """The game is over; taken back by the umpire, it goes on."""
    if game.over:
        raise Refused("the game is over already")
    draft.cause |= {"end": True, "reason": reason}
    draft.by = draft.by or TABLE
    draft.closes += list(game.state.requests)
    return game.finish(game.state.but(stack=(), requests={}), draft, run=False)
