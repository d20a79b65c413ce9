"""The player nations, their sides and the order of play."""

from __future__ import annotations

from legation.core.rules import Note

__all__ = [
    "ALL",
    "ALLIES",
    "AXIS",
    "CHINA",
    "FRANCE",
    "GERMANY",
    "ITALY",
    "JAPAN",
    "ORDER",
    "SIDES",
    "TITLES",
    "UK",
    "USA",
    "USSR",
]
__all__ += ["GROUPS", "WESTERN", "enemies", "sentence", "side_of", "title"]

GERMANY, ITALY, JAPAN = "germany", "italy", "japan"
USSR, UK, FRANCE, USA, CHINA = "ussr", "uk", "france", "usa", "china"

PLAYERS = Note(
    "eight player nations on two sides; every other territory has a chart of its own",
    cite="DG-SET-5",
    value={"axis": (GERMANY, ITALY, JAPAN), "allies": (USSR, UK, FRANCE, USA, CHINA)},
)
SIDES: dict[str, tuple[str, ...]] = PLAYERS.value
AXIS, ALLIES = SIDES["axis"], SIDES["allies"]
WESTERN = (UK, FRANCE, USA)

ORDER_OF_PLAY = Note(
    "Germany and Italy, the USSR, the U.K. and France, Japan, the U.S.A. and China roll in this order",
    cite="DG-PH-2",
    value=(GERMANY, ITALY, USSR, UK, FRANCE, JAPAN, USA, CHINA),
)
ORDER: tuple[str, ...] = ORDER_OF_PLAY.value
ALL = ORDER
GROUPS = ((GERMANY, ITALY), (USSR,), (UK, FRANCE), (JAPAN,), (USA, CHINA))  # whose turns are one

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


def sentence(words: str) -> str:
    """The words as a sentence begins with them."""
    return words[:1].upper() + words[1:]


def side_of(nation: str) -> str:
    return "axis" if nation in AXIS else "allies"


def enemies(nation: str) -> tuple[str, ...]:
    return ALLIES if nation in AXIS else AXIS
