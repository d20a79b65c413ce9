"""Every page of a game in which much has happened opens, for whoever may look."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle

import pytest

from legation.core import acts
from legation.core.requests import UMPIRE
from legation.web.seats import Access

from .test_pages import ROOMS, Play, _begin  # noqa: F401 - the fixture `begin`

TURNS = {"twg": 3, "awaw": 6, "tern": 2}
SAMPLE = 60  # of the pages of rules


def crowded(play: Play) -> None:
    """Units, governments and stances where there were none: what a board can bring about, and more."""
    table, schema = play.table, play.game.world.schema
    seats = cycle(table.book.seats)
    told = {}
    for name in ("units", "army", "government", "stance", "attempts", "result", "control", "status"):
        family = schema.by_name.get(name)
        for key in family.keys() if family else ():
            if name == "units" and f".{next(seats)}." not in key:
                continue
            domain = schema.spec(key).domain
            told[key] = domain.options[-1] if hasattr(domain, "options") else 1
    table.act(Access(table, UMPIRE), acts.Ruling(told, "to see every page"))


@pytest.fixture(name="busy", params=list(TURNS))
def _busy(request: pytest.FixtureRequest, begin: Callable[..., Play]) -> Play:
    play = begin(request.param, dice="server")
    play.until(lambda r: (play.game.world.get("turn") or 0) >= TURNS[request.param])
    crowded(play)
    return play


def test_every_page_opens(busy: Play) -> None:
    book = busy.table.book
    for chair, step in ((book.seats[0], 1), ("spectator", 6)):
        for room in ROOMS:
            busy.get(chair, room)
        for subject in list(book.subjects())[::step]:
            assert book.subjects()[subject].split("/")[0] in busy.get(chair, f"/country/{subject}")
    size = len(busy.game.record)
    for entry in (*range(2, size, max(1, size // 12)), size):
        assert f"Entry {entry}" in busy.get(book.seats[0], f"/why?entry={entry}")
    ids = sorted(book.registry.declared)
    for cite in random.Random(5).sample(ids, min(SAMPLE, len(ids))):
        assert cite in busy.get(book.seats[0], f"/rules/{cite}")
