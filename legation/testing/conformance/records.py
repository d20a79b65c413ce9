"""A game is its record: saved and reopened, undone, played again, amended and branched."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from legation.core.dice import Committed
from legation.core.errors import Refused
from legation.core.facts import World
from legation.core.game import UMPIRE, Game
from legation.core.history import acts_with_consequences, fold
from legation.core.record import Entry
from legation.core.requests import TABLE, Request
from legation.core.rewind import replay
from legation.testing.conformance.play import RandomPlay, random_event, random_value

__all__ = [
    "check_amend",
    "check_branch",
    "check_reopening",
    "check_undo",
    "check_verify",
    "copy",
    "look_alike",
    "seats",
]


def copy(game: Game) -> Game:
    """The same game a second time, in memory: as if it were saved and opened."""
    vault = msgspec.json.decode(msgspec.json.encode(game.vault), type=type(game.vault))
    twin, damage = Game.load(game.record.dump(), "copy", {game.book.name: game.book}, vault)
    assert damage is None, damage
    return twin


def look_alike(game: Game, other: Game) -> list[str]:
    """In what two games differ that should be the same."""
    found = []
    here, there = game.world, other.world
    for key in sorted({*here.set_facts(), *there.set_facts()}):
        if here.stated(key) != there.stated(key):
            found.append(f"{key} is {here.stated(key)!r} and {there.stated(key)!r}")
        elif here.last(key) != there.last(key):
            found.append(f"{key} was last {here.last(key)!r} and {there.last(key)!r}")
        if here.origin(key) != there.origin(key):
            found.append(f"the origin of {key} is {here.origin(key)} and {there.origin(key)}")
    for name in ("stack", "requests", "next_id"):
        one, two = getattr(game.state, name), getattr(other.state, name)
        if one != two:
            found.append(f"the {name} is {one!r} and {two!r}")
    if isinstance(game.dice, Committed) and isinstance(other.dice, Committed) and game.dice.used != other.dice.used:
        found.append(f"the dice have counted {game.dice.used} and {other.dice.used}")
    for seat in seats(game):
        if not found and game.view(seat) != other.view(seat):
            found.append(f"{seat} sees another game")
    return found


def seats(game: Game) -> list[str]:
    return [*game.book.seats, TABLE, UMPIRE]


def check_reopening(game: Game, play: RandomPlay | None = None) -> None:
    """A saved game reopens as it is, and the record alone gives every fact that is not hidden."""
    play = play or RandomPlay(game, 0, Random(0))
    path = game.record.path
    other = copy(game) if path is None else Game.open(path, {game.book.name: game.book})
    differences = look_alike(game, other)
    play.claim(not differences, "reopened, the game is another one: " + "; ".join(differences[:6]))
    folded = fold(World(game.world.schema), game.record).world
    for key, value in game.world.set_facts().items():
        if key not in game.vault.facts:
            told = folded.stated(key)
            play.claim(told == value, f"the record gives {key} = {told!r}, the game {value!r}")


def check_verify(game: Game, play: RandomPlay | None = None) -> None:
    """The rules, run again, do what the record says."""
    play = play or RandomPlay(game, 0, Random(0))
    twin, differences = replay(game)
    play.claim(not differences, "verify finds differences: " + "; ".join(map(str, differences[:6])))
    wrong = game.world.difference(twin.world)
    play.claim(not wrong, "played again, the game ends differently: " + "; ".join(map(str, wrong[:6])))


def check_amend(game: Game, play: RandomPlay | None = None) -> None:
    """Another answer in the past gives a game that reopens and verifies like any other."""
    play = play or RandomPlay(game, 0, Random(0))
    asked = {request.id: request for entry in game.record for request in entry.opens}
    other = copy(game)
    acts = [e for e in game.live() if e.act in ("answer", "report", "event")]
    play.rng.shuffle(acts)
    found = next(((e, values) for e in acts if (values := _other_words(game, e, asked, play.rng))), None)
    if found is None:
        return
    entry, values = found
    value = play.rng.choice(values)
    where = f"after amending entry {entry.seq} to {value!r} "
    try:
        amendment = other.amend(entry.seq, value, "it was misread")
    except Refused:
        return  # since then, an undo or a report has made it impossible
    play.claim(not look_alike(game, other), where + "but not committing, something has changed")
    amendment.commit()
    play.claim(other.over or bool(other.requests()), where + "there is a dead end")
    for check in (check_reopening, check_verify):
        try:
            check(other)
        except AssertionError as error:
            play.claim(False, where + str(error))


def _other_words(game: Game, entry: Entry, asked: Mapping[int, Request], rng: Random) -> list[Any]:
    """What could have been said instead; of an event, other details of it, if chance offers some."""
    cause, schema = entry.cause, game.world.schema
    if "answer" in cause:
        return [value for value in asked[cause["answer"]].legal if value != cause["value"]]
    if "report" in cause:
        return [{key: random_value(schema.spec(key).family, rng) for key in cause["report"]}]
    offers = [random_event(game, rng) for _ in range(5)]
    none = dict.fromkeys(cause["details"])
    return [{**none, **act.value} for act in offers if act and act.what == cause["event"]]


def check_branch(game: Game, play: RandomPlay | None = None) -> None:
    """A what-if from any entry is a game of its own, and the game it comes from does not notice."""
    play = play or RandomPlay(game, 0, Random(0))
    before = game.record.dump()
    kept = game.live()
    at = play.rng.choice(kept).seq
    branch = game.branch(at)
    twin = RandomPlay(branch, play.seed, play.rng, play.events, play.reports)
    for _ in range(10):
        if not branch.over:
            twin.step()
    differences = look_alike(branch, copy(branch))
    play.claim(not differences, f"a what-if from entry {at} reopens as another game: " + "; ".join(differences[:6]))
    play.claim(game.record.dump() == before, f"a what-if from entry {at} has changed the game")


def check_undo(game: Game, play: RandomPlay | None = None) -> None:
    """The last act can be taken back to exactly the game before it, but not across a roll or a reveal."""
    play = play or RandomPlay(game, 0, Random(0))
    groups = acts_with_consequences(game.live())
    if len(groups) < 2 or groups[-1][0].act == "amend":
        return
    last = groups[-1]
    seat = last[0].by if last[0].by in (*game.book.seats, UMPIRE) else game.book.seats[0]
    fatal = seat != UMPIRE and any("roll" in e.cause or "reveal" in e.cause or e.reveals for e in last)
    other = copy(game)
    if fatal:
        before = (len(other.record), msgspec.json.encode(other.vault))
        try:
            other.undo(seat=seat)
        except Refused:
            unchanged = before == (len(other.record), msgspec.json.encode(other.vault))
            play.claim(unchanged and not look_alike(game, other), "a refused undo has changed something")
        else:
            play.claim(False, "a seat could take back a roll or a reveal")
        other.undo(seat=UMPIRE, reason="it was a slip")
    else:
        other.undo(seat=seat)
    earlier = fold(World(game.world.schema), [e for group in groups[:-1] for e in group])
    hidden = {*other.vault.facts, *game.vault.facts}
    for key in sorted({*earlier.world.set_facts(), *other.world.set_facts()} - hidden):
        now, then = other.world.stated(key), earlier.world.stated(key)
        play.claim(now == then, f"after the undo {key} is {now!r} and not {then!r}")
        play.claim(
            other.world.origin(key) == earlier.world.origin(key), f"after the undo, {key} comes from somewhere else"
        )
    asked = [msgspec.structs.replace(r, id=0) for r in other.requests()]
    wanted = [msgspec.structs.replace(r, id=0) for r in earlier.requests.values()]
    play.claim(asked == wanted, f"after the undo other questions are open: {asked} and not {wanted}")
    differences = look_alike(other, copy(other))
    play.claim(not differences, "after an undo the game reopens as another one: " + "; ".join(differences[:6]))
