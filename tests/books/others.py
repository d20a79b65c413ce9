"""Words of the two great games, none of which a third game may be heard to say."""

from __future__ import annotations

import re

from legation.books import book

__all__ = ["other_words"]


def other_words(said: str) -> set[str]:
    """Names and coins of the two great games that stand in a text."""
    of_others = {"BRP", "BRPs", "DPs"}
    for each in ("twg", "awaw"):
        of_others |= {*book(each).seat_titles.values(), *book(each).subjects().values()}
    return {word for word in of_others if re.search(rf"\b{re.escape(word)}\b", said)}
