"""The player nations, their sides and the order of play."""

from __future__ import annotations

from collections.abc import Iterable

from legation.core.rules import Datum, Order
from legation.core.voice import listed

__all__ = [
    "ALL",
    "ALLIES",
    "AXIS",
    "CHINA",
    "FRANCE",
    "GERMANY",
    "ITALY",
    "JAPAN",
    "ORDER_OF_PLAY",
    "SIDES",
    "TITLES",
    "UK",
    "USA",
    "USSR",
]
__all__ += ["GROUPS", "IN_1939", "RULES", "WESTERN", "does", "enemies", "sentence", "side_of", "title"]

GERMANY, ITALY, JAPAN = "germany", "italy", "japan"
USSR, UK, FRANCE, USA, CHINA = "ussr", "uk", "france", "usa", "china"

PLAYERS = Datum(
    "eight player nations on two sides; every other territory has a chart of its own",
    cite="DG-SET-5",
    value={"axis": (GERMANY, ITALY, JAPAN), "allies": (USSR, UK, FRANCE, USA, CHINA)},
)
SIDES: dict[str, tuple[str, ...]] = PLAYERS.value
AXIS, ALLIES = SIDES["axis"], SIDES["allies"]
WESTERN = (UK, FRANCE, USA)

GROUPS = ((GERMANY, ITALY), (USSR,), (UK, FRANCE), (JAPAN,), (USA, CHINA))  # whose turns are one
ORDER_OF_PLAY = Order(
    "Germany and Italy, the USSR, the U.K. and France, Japan, the U.S.A. and China roll in this order",
    cite="DG-PH-2",
    of=GROUPS,
)
IN_1939 = Order(
    "both parts of diplomacy go through the players in the order of play", cite="R39-PH-DIP-ORDER", of=GROUPS
)
ALL = tuple(nation for group in GROUPS for nation in group)
RULES = (PLAYERS, ORDER_OF_PLAY, IN_1939)

TITLES = {
    GERMANY: "Germany",
    ITALY: "Italy",
    JAPAN: "Japan",
    USSR: "the USSR",
    UK: "the U.K.",
    FRANCE: "France",
    USA: "the U.S.A.",
    CHINA: "China",
}


def title(*nations: str) -> str:
    """The names of nations as a sentence has them."""
    if tuple(nations) == AXIS:
        return "the Axis"
    if set(nations) == set(ALLIES):
        return "the Allies"
    if set(nations) == set(ALL):
        return "any nation"
    names = [TITLES.get(n, "{By}") for n in nations]  # a nation that is filled in later
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def does(nations: Iterable[str], verb: str, plural: str = "") -> str:
    """Nations with a verb, as it is said of them and as it is denied; the verb is given as `occupies` or `has a`."""
    who = tuple(nations)
    several = plural or _plural(verb)
    if set(who) == set(ALL) and len(who) > 1:
        return f"[some|no] nation {verb}"
    if set(who) == set(ALLIES) and len(who) > 1:
        return f"the Allies {_denied(several, 'do', several)}"
    if len(who) == 1 or who == AXIS:
        return f"{title(*who)} {_denied(verb, 'does', several)}"
    names = [TITLES.get(n, "{By}") for n in who]
    none = f"none of {listed(names)}" if len(names) > 2 else f"neither {' nor '.join(names)}"
    return f"[{title(*who)}|{none}] {verb}"


def _plural(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    bare = "have" if first == "has" else f"{first[:-3]}y" if first.endswith("ies") else first.removesuffix("s")
    return f"{bare} {rest}".strip()


def _denied(verb: str, do: str, bare: str) -> str:
    first, _, rest = verb.partition(" ")
    if first in ("has", "have"):
        return f"{first} [a|no] {rest.removeprefix('a ')}" if rest.startswith("a ") else f"{first}[ not] {rest}"
    return f"[{verb}|{do} not {bare}]"


def sentence(words: str) -> str:
    """The words as a sentence begins with them."""
    return words[:1].upper() + words[1:]


def side_of(nation: str) -> str:
    return "axis" if nation in PLAYERS.value["axis"] else "allies"


def enemies(nation: str) -> tuple[str, ...]:
    found: tuple[str, ...] = PLAYERS.value["allies" if side_of(nation) == "axis" else "axis"]
    return found
