"""Secrets: nothing that another seat can see depends on a hidden value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from legation.core.book import Book
from legation.core.dispatch import dispatch_of
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight
from legation.testing.conformance.play import Act, RandomPlay, begin, random_answer
from legation.testing.conformance.records import copy, seats

__all__ = ["blanked", "check_leaks", "first_difference", "reasons", "unhashed", "views"]

_HASHES = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[a-z]{5}-[a-z]{5}-[A-Z]{4})\b")  # and tips


def unhashed(view: Any) -> bytes:
    """A view as bytes, with commitments and salts blanked: they are random, and nothing else may differ."""
    return blanked(msgspec.json.encode(view))


def blanked(text: bytes) -> bytes:
    """The same of what is bytes already, such as a record."""
    return _HASHES.sub(b"#", text)


Look = Callable[[Game, str, int], Iterator[tuple[str, Any]]]


def views(game: Game, seat: str, since: int) -> Iterator[tuple[str, Any]]:
    """All that a seat can see at once, and what it is told when it errs."""
    yield "can see", game.view(seat)
    yield "is told by an error", errors(game, seat)
    yield "is told in a dispatch", dispatch_of(Sight(game, seat), since + 1)


def reasons(game: Game, seat: str, since: int) -> Iterator[tuple[str, Any]]:
    """Why the entries after one changed what they changed."""
    for seq in range(since + 1, len(game.record) + 1):
        yield f"learns from the why of entry {seq}", game.why(seq, seat).plain()


def check_leaks(
    book: Book,
    scenario: str,
    seed: int,
    max_acts: int = 200,
    most: int | None = None,
    look: Look = views,
    **chances: Any,
) -> int:
    """Play until somebody hides something, hide two different things, and compare all that the others can see.

    Both games go on with the same acts until the secret comes out.  `look` says where they are compared: what is open
    to all (`views`), or why things happened (`reasons`).  Returns how many secrets were tried: `most` of them, or all.
    """
    play = begin(book, scenario, seed, **chances)
    tried = 0
    for _ in range(max_acts):
        if play.game.over or not play.game.requests():
            break
        for request in [r for r in play.game.requests() if r.kind == "sealed" and (len(r.legal) > 1 or r.total)]:
            _compare_secrets(play, request, look)
            tried += 1
            if tried == most:
                return tried
        play.step()
    return tried


def _compare_secrets(play: RandomPlay, request: Request, look: Look) -> None:
    one, two = copy(play.game), copy(play.game)
    if request.among:
        first, second = {}, {play.rng.choice(request.among): play.rng.randint(1, request.total)}
    else:
        first, second = play.rng.sample(request.legal, 2)
    # The same chance for both: it must not depend on how much of it the first game has used up.
    rng = Random(play.rng.random())
    size = seen = len(one.record)
    one.answer(request.id, first, seat=request.seat)
    two.answer(request.id, second, seat=request.seat)
    for _ in range(12):
        if any("reveal" in e.cause or e.reveals for game in (one, two) for e in entries_after(game, size)):
            return
        for seat in seats(one):
            if seat != request.seat and request.seat not in one.book.confidants(one.world, seat):
                for (how, here), (_, there) in zip(look(one, seat, seen), look(two, seat, seen), strict=True):
                    a, b = unhashed(here), unhashed(there)
                    play.claim(a == b, f"{seat} {how} what {request.seat} hid: {first_difference(a, b)}")
        seen = len(one.record)
        act = _common_act(one, two, rng)
        if act is None:
            return
        act.on(one)
        act.on(two)


def entries_after(game: Game, size: int) -> Iterator[Entry]:
    return (game.record[seq] for seq in range(size + 1, len(game.record) + 1))


def errors(game: Game, seat: str) -> list[str]:
    """What a seat is told when it answers with nonsense."""
    found = []
    for request in game.requests():
        try:
            game.answer(request.id, "no such answer", seat=seat)
        except LegationError as error:
            found.append(str(error) if request.seat in (seat, TABLE) else type(error).__name__)
    return found


def _common_act(one: Game, two: Game, rng: Random) -> Act | None:
    """An answer that is legal in both games."""
    for request in one.requests():
        other = two.state.requests.get(request.id)
        if other is None or other.kind != request.kind:
            continue
        if request.kind == "report" or request.among:
            return random_answer(one, request, rng)
        legal = [value for value in request.legal if value in other.legal]
        if legal:
            seat = one.book.seats[0] if request.seat == TABLE else request.seat
            return Act("answer", seat, request.id, rng.choice(legal))
    return None


def first_difference(a: bytes, b: bytes) -> str:
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(0, at - 60) : at + 40].decode(errors='replace')}… and …{b[at : at + 40].decode(errors='replace')}…"
