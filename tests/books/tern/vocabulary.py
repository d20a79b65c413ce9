"""The words of Tern: its facts, who tells them, and the small predicates its rules are written in."""

from __future__ import annotations

from collections.abc import Callable

from legation.core.book import Option
from legation.core.expr import Expr, choice, named, number, rank, truth, when_else
from legation.core.facts import Choice, Count, Data, Family, Flag, Teller

NORTH, SOUTH = "north", "south"
LEAGUES = (NORTH, SOUTH)
ISLANDS = ("auk", "brant", "crake")
TITLES = {"north": "the North", "south": "the South", "auk": "Auk", "brant": "Brant", "crake": "Crake"}
# Slots that a declaration leaves open: the island it is about, and the league that acts; capital for the printed name.
HERE, US, THEM = "{here}", "{us}", "{them}"
TITLES |= {HERE: "{Here}", US: "{Us}", THEM: "{Them}"}

STANCE = Choice(("hostile", "cool", "friendly", "sworn"))
WEATHER = Choice(("calm", "squall", "storm"))

OPTIONS = (
    Option("bid_tie", SOUTH, LEAGUES, "Who courts first after equal bids", "T-BID-TIE"),
    Option("edition", "classic", ("classic", "revised"), "Which edition of the talks is used", "T-TALKS"),
    Option("kind", "no", ("no", "yes"), "House rule: kindness to a league without islands", "T-M-HOUSE"),
)

FAMILIES = (
    Family("turn", Count(0, 4), "the turn", default=0),
    Family("first", Choice(LEAGUES), "the league that courts first"),
    Family("gold", Count(0, 12), "the gold of {0}", over=(LEAGUES,), default=0),
    Family("spent", Count(0, 4), "the gold spent on this courtship", default=0),
    Family("favour", Flag(), "{0} [still has|has used] its favour", over=(LEAGUES,), default=True),
    Family("objection", Flag(), "[a|no] favour was called in against this courtship", default=False),
    Family("stance", STANCE, "the stance of {0} to {1}", over=(ISLANDS, LEAGUES)),
    Family("unrest", Count(0, 9), "the unrest on {0}", over=(ISLANDS,), default=0),
    Family("raided", Choice(("nobody", *LEAGUES)), "who raided {0} this turn", over=(ISLANDS,), default="nobody"),
    Family("winner", Choice(("nobody", *LEAGUES)), "the winner"),
    Family("chronicle", Data(), "what has happened", default=[]),
    # What the chart tells, and how long it is good for.
    Family("weather", WEATHER, "the weather", told_by=Teller.BOARD, stale_after=1),
    Family("ships", Count(0, 9), "ships of {1} at {0}", (ISLANDS, LEAGUES), told_by=Teller.BOARD, stale_after=1),
    Family("lighthouse", Flag(), "the lighthouse is [lit|dark]", told_by=Teller.BOARD),
    Family("harbour", Count(0, 9), "berths in the harbour of {0}", over=(ISLANDS,), told_by=Teller.SHEET),
    # What only one league knows.
    Family("envoys", Count(0, 2), "envoys of {0} on {1}", over=(LEAGUES, ISLANDS), known_to="seat", default=0),
    # Passing facts of a roll: who courts, and what the modifiers before the last ones give.
    Family("courting", Choice(LEAGUES), "the league that courts", told_by=Teller.PASSING),
    Family("roll", Count(-20, 20), "the sum so far", over=(("net",),), told_by=Teller.PASSING),
)


def rival(league: str) -> str:
    return SOUTH if league == NORTH else NORTH


def name(slug: str) -> str:
    return TITLES.get(slug, slug)


def slots(island: str, league: str) -> dict[str, str]:
    """What fills the slots when a league acts on an island."""
    filled = {"here": island, "us": league, "them": rival(league)}
    return {**filled, **{slot.capitalize(): name(slug) for slot, slug in filled.items()}}


def gold(league: str) -> Expr:
    return number(f"gold.{league}", f"the gold of {name(league)}")


def stance(island: str, league: str, *options: str) -> Expr:
    """An island stands so to a league."""
    return choice(
        f"stance.{island}.{league}", *options, says=f"{name(island)} is {' or '.join(options)} to {name(league)}"
    )


def sworn(island: str, league: str) -> Expr:
    return stance(island, league, "sworn")


def warmth(island: str, league: str) -> Expr:
    """The stance as a number, from 0 for hostile."""
    return rank(f"stance.{island}.{league}", f"the warmth of {name(island)} to {name(league)}")


def envoys(league: str, island: str) -> Expr:
    return number(f"envoys.{league}.{island}", f"envoys of {name(league)} on {name(island)}")


def ships(island: str, league: str) -> Expr:
    return number(f"ships.{island}.{league}", f"ships of {name(league)} at {name(island)}")


def berths(island: str) -> Expr:
    return number(f"harbour.{island}", f"the berths of {name(island)}")


def unrest(island: str) -> Expr:
    return number(f"unrest.{island}", f"the unrest on {name(island)}")


def weather(*kinds: str) -> Expr:
    return choice("weather", *kinds, says=f"the weather is {' or '.join(kinds)}")


def raided(island: str, *leagues: str) -> Expr:
    by = " or ".join(name(league) for league in leagues)
    return choice(f"raided.{island}", *leagues, says=f"{name(island)} was raided by {by}")


def ours(of: Callable[[str], Expr], says: str) -> Expr:
    """What `of` says of the league that courts."""
    courting = choice("courting", NORTH, says="the North courts")
    return named(says, when_else(courting, of(NORTH), of(SOUTH)))


def theirs(of: Callable[[str], Expr], says: str) -> Expr:
    """What `of` says of the other league."""
    return ours(lambda league: of(rival(league)), says)


TURN = number("turn", "the turn")
SPENT = number("spent", "the gold spent")
NET = number("roll.net", "the sum of the other modifiers")
LIGHT = truth("lighthouse", "the lighthouse is [lit|dark]")
OBJECTION = truth("objection", "a favour was called in")
