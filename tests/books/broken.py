"""Books that are broken on purpose: each keeps something outside the game, in a way of its own."""

from __future__ import annotations

from typing import Any

from legation.core.facts import Change, World
from legation.core.machine import Frame, ask, do, go
from legation.core.requests import choose
from legation.core.views import Dossier, Views
from tests.core.tiny import Tiny

CITE = "T-COURT"


def again(world: World, frame: Frame) -> Any:
    return ask(choose("north", "Which?", ["a", "b"], cite=CITE), then="taken", into="which")


def gold(world: World, amount: int) -> Any:
    return do([Change("gold.north", world["gold.north"], amount, CITE)], then="again")


def book(taken: Any, first: Any = again, **more: Any) -> Tiny:
    found = Tiny({"again": first, "taken": taken})
    for name, value in more.items():
        setattr(found, name, value)
    return found


# -- sound, for comparison
def _taken(world: World, frame: Frame) -> Any:
    return gold(world, (world["gold.north"] + len(frame.which)) % 7)


SOUND = book(_taken)

# -- a count of all answers, in whatever game they were given
answers = 0


def _counted(world: World, frame: Frame) -> Any:
    global answers
    answers = (answers + 1) % 7
    return gold(world, answers)


COUNTS = book(_counted)

# -- the same, begun anew with every game: of games that take turns, one counts the answers of the other
since_the_beginning = 0


def _begin(world: World, frame: Frame) -> Any:
    global since_the_beginning
    since_the_beginning = 0
    return go("again")


def _recounted(world: World, frame: Frame) -> Any:
    global since_the_beginning
    since_the_beginning += 1
    return gold(world, (world["gold.north"] + since_the_beginning) % 7)


COUNTS_ANEW = Tiny({"begin": _begin, "again": again, "taken": _recounted})

# -- a sweep whose rest the process keeps, though it looked at a part of its rules only: calm weather brings a pact
at_rest: dict[str, Any] = {}


def _swept(world: World, frame: Frame) -> Any:
    weather = world.get("weather")
    known = at_rest.get("weather", "never swept") == weather
    at_rest["weather"] = weather
    if frame.which == "a" or known:  # a part of the rules, and not this one; or nothing has changed since
        return go("again")
    return do([Change("pact", world["pact"], weather == "calm", CITE)], then="again")


RESTS = book(_swept)


# -- an assertion that does something
def _asserted(world: World, frame: Frame) -> Any:
    made: list[int] = []
    assert made.append(len(frame.which)) is None
    return gold(world, (world["gold.north"] + sum(made)) % 7)


ASSERTS = book(_asserted)


# -- the first that comes out of a set
def _unordered(world: World, frame: Frame) -> Any:
    islands = {"auk", "brant", "crake", "dunlin", "eider"}
    return gold(world, ["auk", "brant", "crake", "dunlin", "eider"].index(next(iter(islands))))


TAKES_ANY = book(_unordered)


# -- a step that looks whether anybody listens
def _listening(world: World, frame: Frame) -> Any:
    return gold(world, 1 if world._log is not None and world._log.keeps else 2)


LISTENS = book(_listening)


# -- a value in a frame that does not come back as it was
def _pair(world: World, frame: Frame) -> Any:
    return ask(choose("north", "Which?", ["a", "b"], cite=CITE), then="taken", into="which", pair=(1, 2))


def _unpaired(world: World, frame: Frame) -> Any:
    return gold(world, 1 if isinstance(frame.pair, tuple) else 2)


PAIRS = book(_unpaired, _pair)

# -- a page that leaves something behind
looked_at = 0


class Leaving(Views):
    def dossier(self, sight: Any, subject: str, by: str = "") -> Dossier:
        global looked_at
        looked_at = 1
        return super().dossier(sight, subject, by)


class Paged(Tiny):
    views = Leaving()

    def subjects(self) -> Any:
        return {"auk": "Auk"}

    def resolve(self, subject: str) -> str:
        return subject


def _looked_at(world: World, frame: Frame) -> Any:
    return gold(world, looked_at)


PAGES = Paged({"again": again, "taken": _looked_at})


# -- a step that fails after so many answers, in whatever game they were given
def _failing(world: World, frame: Frame) -> Any:
    global answers
    answers += 1
    if answers > 25:
        raise RuntimeError("too many answers")
    return gold(world, 1)


FAILS = book(_failing)
