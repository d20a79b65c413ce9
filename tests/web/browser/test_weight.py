"""What a browser fetches when somebody opens a desk for the first time, late in a game."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser

from benchmarks.web import fetched, full_game
from legation.web.static_files import url
from tests.web.conftest import DEVICE, place

from ..conftest import Server

BAR = 150_000  # bytes as sent, headers included


@pytest.mark.parametrize(
    ("name", "scenario", "options"), [("twg", "1939", {"rules-1939": "yes"}), ("awaw", "current-classic", {})]
)
def test_the_desk_of_a_full_game_is_light(
    browser: Browser, served: Server, name: str, scenario: str, options: dict[str, str]
) -> None:
    game, seat = full_game(name, scenario, options)
    table = served.hall.adopt(game, name="Late in the war", plan=dict.fromkeys(game.book.seats, "person"))
    found = fetched(browser, f"{served.base}/t/{place(table, seat)}", DEVICE)
    assert sum(found.values()) < BAR, found
    static = [urlsplit(address) for address in found if "/static/" in address]
    assert len(static) > 6
    for address in static:  # each under an address of its own content, fonts included
        name = address.path.removeprefix("/static/")
        assert f"{address.path}?v={parse_qs(address.query)['v'][0]}" == url(name)
    assert not [a.path for a in static if "-more" in a.path], "a desk has no letter that the plain fonts lack"
