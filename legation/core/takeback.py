"""Take back: what a reader could take back now, and how; and what others have proposed."""

from __future__ import annotations

from legation.core.acting import last_act, voice
from legation.core.acts import Undo, Who
from legation.core.chronicle import chronicle
from legation.core.errors import LegationError
from legation.core.proposals import nods, open_proposal, opened_since, touched
from legation.core.requests import UMPIRE
from legation.core.sight import Sight
from legation.core.views import Proposal, TakeBack

__all__ = ["proposal_of", "takeback_of"]


def takeback_of(sight: Sight, who: Who) -> TakeBack:
    game = sight.game
    proposal = proposal_of(sight, who)
    last = last_act(game, who.bots) if who.seats else None
    if last is None:
        return TakeBack(why_not="There is nothing to take back.", proposal=proposal)
    try:
        voice(game, Undo(last.seq), who)
    except LegationError:
        return TakeBack(why_not=f"The last act is {_whose(sight, last.by)}.", proposal=proposal)
    says = chronicle(sight).lines[last.seq - 1].text
    if last.act == "amend":
        return TakeBack(why_not="An amendment is not taken back; the entry is amended again.", proposal=proposal)
    shown = opened_since(game, last.seq)
    if shown is not None and UMPIRE not in who.seats:
        why = f"What was opened in entry {shown.seq} stays open; the umpire may amend it."
        return TakeBack(why_not=why, proposal=proposal)
    fell = [e for e in game.live_from(last.seq) if "roll" in e.cause]
    if not fell and shown is None:
        return TakeBack(last.seq, says, free=True, proposal=proposal)
    asks = () if UMPIRE in who.seats else tuple(sight.name(seat) for seat in touched(game, last.seq, who))
    return TakeBack(last.seq, says, asks=asks, proposal=proposal)


def _whose(sight: Sight, seat: str) -> str:
    name = sight.whom(seat)
    return f"{name}’s" if not name.endswith("s") else f"{name}’"


def proposal_of(sight: Sight, who: Who) -> Proposal | None:
    """What is proposed now, for all to read, and whether this reader is asked."""
    game = sight.game
    found = open_proposal(game)
    if found is None:
        return None
    cause, yes = found.cause, nods(game, found)
    says = chronicle(sight).lines[cause["entry"] - 1].text if cause["propose"] == "undo" else "The game ends"
    waits = [seat for seat in cause["asked"] if seat not in yes]
    own = [seat for seat in waits if who.seats and who.speaks_for(seat) and who.named in (None, seat)]
    return Proposal(
        seq=found.seq,
        what=cause["propose"],
        by=found.by,
        by_name=sight.who(found.by),
        says=says,
        reason=cause["reason"],
        asked=tuple((seat, sight.name(seat), seat in yes) for seat in cause["asked"]),
        mine=bool(who.seats) and who.speaks_for(found.by) and not own,
        wanted=bool(own) or UMPIRE in who.seats,
    )
