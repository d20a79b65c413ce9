"""A made-up third game on the server: pages and JSON show what its book presents, and say what it has not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from legation.core import acts
from legation.core.requests import UMPIRE
from legation.web.seats import Access
from tests.books.others import other_words
from tests.web.client import WEB

from .test_pages import Play, _begin  # noqa: F401 - the fixture `begin`

CALM = {"weather": "calm", "lighthouse": False, "ships.crake.north": 0, "ships.crake.south": 0, "harbour.crake": 2}
LACKS = {
    "forecast/auk": "Tern looks no further than the next roll",
    "money/north": "Tern keeps no money",
    "may?nation=north&action=enter&place=auk": "Tern answers no such questions",
    "room?place=auk": "Tern answers no such questions",
    "tell?place=auk": "Tern answers no such questions",
}


@pytest.fixture(name="play")
def _play(begin: Callable[..., Play]) -> Play:
    """After a turn, with the second under way."""
    play = begin("tern", dice="server")
    play.until(lambda request: play.game.world["turn"] >= 2)
    return play


@pytest.fixture(name="ask")
def _ask(play: Play) -> Callable[..., Any]:
    def ask(path: str, status: int = 200) -> Any:
        reply = WEB.get(play.at("north").replace("/t/", "/api/v1/t/") + f"/{path}")
        assert reply.status_code == status, reply.text
        return reply.json()

    return ask


def test_its_dossier_is_the_same_on_the_page_and_in_json(play: Play, ask: Callable[..., Any]) -> None:
    told, page = ask("dossier/auk")["dossier"], play.get("north", "/country/auk")
    assert told["name"] == "Auk"
    assert told["mark"]["says"] in page
    assert [part["title"] for row in ("wide", "main", "aside") for part in told[row]] == [
        "What can happen next",
        "On record",
        "To be told first",
    ]
    facts = next(part for part in told["main"] if part["part"] == "facts")["facts"]
    assert facts
    assert all(fact["says"] in page for fact in facts)


def test_its_pages_and_its_json_say_nothing_of_other_games(play: Play, ask: Callable[..., Any]) -> None:
    paths = ("", "/country", "/country/auk", "/record", "/table", "/sheet", "/charts", "/why?subject=auk", "/rules")
    said = "\n".join(play.get("north", path) for path in paths)
    said += "\n".join(str(ask(path)) for path in ("view", "dossier/auk", "explain/auk", "record"))
    assert other_words(said) == set()


def test_its_odds_reasons_and_dispatches_are_told(play: Play, ask: Callable[..., Any]) -> None:
    play.table.act(Access(play.table, UMPIRE), acts.Ruling(CALM, "a calm day"))
    assert sum(Fraction(each["chance"]) for each in ask("odds/crake")["odds"]["talks"].values()) == 1
    assert "an insult" in play.get("north", "/country/crake")
    assert ask("explain/auk")["rules"][0]["parts"]
    rolled = [entry["seq"] for entry in ask("record")["entries"] if "roll" in entry["cause"]]
    assert ask(f"record/{rolled[0]}/why")["sheets"]
    assert "Auk" in play.get("north", "/why?subject=auk")


@pytest.mark.parametrize("path", LACKS)
def test_what_it_lacks_is_said_in_a_sentence(path: str, ask: Callable[..., Any]) -> None:
    assert ask(path, 400)["error"]["message"] == LACKS[path]
