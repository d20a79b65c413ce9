"""What a live desk is sent, and what is worked out once for all who look."""

from __future__ import annotations

import re

from legation.books import book
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.web.pages.fragments import HAVE, PARTS
from tests.web.client import WEB
from tests.web.conftest import Chair, Server


def fetch(chair: Chair, have: str = "", path: str = "/desk?part=live") -> str:
    reply = WEB.get(f"{chair.base}/t/{chair.place}{path}", headers={HAVE: have})
    assert reply.status_code == 200
    return reply.text


def have_of(page: str) -> str:
    found = re.search(r'data-have="([^"]*)"', page)
    assert found
    return found[1]


def test_a_desk_is_sent_only_what_it_does_not_show(server: Server) -> None:
    chairs = server.begin()
    page = fetch(chairs["south"], path="")
    have = have_of(page)
    assert [part.split(":")[0] for part in have.split()] == list(PARTS)
    again = fetch(chairs["south"], have)
    assert have_of(again) == have
    assert re.findall(r' id="([\w-]+)" hx-swap-oob', again) == ["seen"]
    chairs["north"].post("answers", request=1, value={"auk": 1})
    news = fetch(chairs["south"], have)
    assert 'id="waiting"' in news
    assert 'id="tape"' in news
    assert 'id="plate-state"' not in news
    assert 'id="asks"' not in news  # what is asked of the South is as it was
    assert fetch(chairs["south"]) == fetch(chairs["south"], "nonsense tape:0")


def test_a_digest_is_the_same_whatever_the_link(server: Server) -> None:
    one, two = server.begin(name="The same name"), server.begin(name="The same name")
    assert have_of(fetch(one["south"])) == have_of(fetch(two["south"]))


def hidden() -> Game:
    game = Game.new(book("tern"), "archipelago", seed=1)
    game.answer(1, {"auk": 2}, seat="north")
    return game


def test_what_is_worked_out_for_a_seat_is_given_to_no_other() -> None:
    game = hidden()

    def mine(sight: Sight) -> object:
        return sight.world.get("envoys.north.auk")

    assert Sight(game, "north").once("envoys", mine) == 2
    assert Sight(game, "south").once("envoys", mine) != 2
    assert Sight(game, TABLE).once("envoys", mine) != 2
    assert not Sight(game, "north").nothing_hidden


def test_what_is_worked_out_for_all_is_seen_through_a_spectators_eyes() -> None:
    game = hidden()
    seen = Sight(game, "north").once_for_all("envoys", lambda open: (open.seat, open.world.get("envoys.north.auk")))
    assert seen[0] == TABLE
    assert seen[1] != 2


def test_what_was_worked_out_is_forgotten_when_a_fact_changes() -> None:
    game = hidden()
    before = Sight(game, "north").once("world", lambda sight: sight.world)
    assert Sight(game, "north").once("world", lambda sight: sight.world) is before
    game.answer(2, {"brant": 1}, seat="south")
    assert Sight(game, "north").world is not before
