"""Whole random games, and all checks on so many of them."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from legation.core.book import Book
from legation.core.facts import World
from legation.core.game import Game
from legation.core.record import Entry
from legation.testing.conformance.forms import Many, check_forms, check_sweeps
from legation.testing.conformance.leaks import check_leaks
from legation.testing.conformance.names import check_cites
from legation.testing.conformance.play import RandomPlay, begin
from legation.testing.conformance.records import (
    check_amend,
    check_branch,
    check_reopening,
    check_undo,
    check_verify,
    copy,
)

__all__ = ["check_deeds", "check_entries", "not_done", "random_play", "run_all"]

BUSY = {"events": 0.3, "reports": 0.0, "undos": 0.005, "trials": 0.1}  # a third of all acts are deeds


def random_play(
    book: Book,
    scenario: str,
    seed: int,
    max_acts: int = 300,
    *,
    check_every: int = 0,
    dice: str = "server",
    until: Callable[[Game], bool] | None = None,
    **chances: Any,
) -> Game:
    """Play at random until the game is over or `max_acts` are done.

    With `check_every`, the game is reopened, (on a copy) undone and swept after every so many acts, and in the end
    verified, amended and branched.  `chances` are those of `Play`: events, reports, undos, rulings, shuns, favours.
    `until` ends a game early.
    """
    play = begin(book, scenario, seed, dice, **chances)
    with tempfile.TemporaryDirectory() as folder:
        if check_every:
            play.game.save(Path(folder) / "game.legation")
        check_entries(play, play.game.record)
        for number in range(max_acts):
            if play.game.over or (until is not None and until(play.game)):
                break
            check_entries(play, play.step())
            if check_every and number % check_every == 0:
                check_reopening(play.game, play)
                check_undo(play.game, play)
                check_sweeps(play.game, play)
        if check_every:
            check_verify(play.game, play)
            check_amend(play.game, play)
            check_branch(play.game, play)
            return copy(play.game)  # the file goes with its folder
    return play.game


def check_deeds(
    book: Book, scenario: str, seeds: Iterable[int], max_acts: int, until: Callable[[Game], bool], **chances: Any
) -> Counter[str]:
    """Campaigns in which much is reported that happens on the board, and every deed is checked.

    Returns how often each kind of deed came to its end, and each detail of it (`attack`, `attack outcome`).
    """
    done: Counter[str] = Counter()
    for seed in seeds:
        play = begin(book, scenario, seed, **{**BUSY, **chances})
        for _ in range(max_acts):
            if play.game.over or until(play.game):
                break
            check_entries(play, play.step())
        done += play.done
    return done


def not_done(book: Book, done: Mapping[str, int]) -> set[str]:
    """The kinds of deeds, and the details of those that were done, that never came up."""
    kinds = {kind for kind in book.events if not done.get(kind)}
    details = (f"{kind} {detail}" for kind, event in book.events.items() if kind not in kinds for detail in event.takes)
    return kinds | {detail for detail in details if not done.get(detail)}


def check_entries(play: RandomPlay, entries: Iterable[Entry]) -> None:
    """Everything recorded or asked names rules that exist, and every fact has a value that it may have."""
    ledgers, schema = play.game.book.registry.ledgers, play.game.world.schema
    for entry in entries:
        for request in entry.opens:
            play.claim(request.cite in ledgers, f"“{request.prompt}” cites {request.cite!r}, which no ledger has")
            play.claim(request.kind == "report" or bool(request.legal), f"“{request.prompt}” has no legal answer")
        for change in entry.effects:
            cited = not change.rule or change.rule in ledgers
            play.claim(cited, f"{change.fact} is set by {change.rule!r}, which no ledger has")
            if change.new is not None:
                domain = schema.spec(change.fact).domain
                play.claim(domain.check(change.new), f"{change.fact} became {change.new!r}: it is {domain}")


def run_all(
    book: Book,
    scenario: str,
    games: int = 5,
    seed: int = 1,
    *,
    max_acts: int = 300,
    check_every: int = 7,
    many: Callable[[Sequence[World]], Many] | None = None,
    worlds: int = 60,
    **chances: Any,
) -> None:
    """All of it, on so many random games; `many` is that of `check_forms`."""
    check_cites(book)
    for number in range(seed, seed + games):
        dice = "typed" if number % 3 == 0 else "server"
        random_play(book, scenario, number, max_acts, check_every=check_every, dice=dice, **chances)
        check_leaks(book, scenario, number, max_acts)
    check_forms(book, scenario, worlds, seed, many)
