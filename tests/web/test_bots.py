"""Bots at a table: they answer by themselves, durably, in their own seat's name and from its view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from legation.core.errors import LegationError, NotYours, Refused
from legation.core.game import Game
from legation.store import Store
from legation.web.hall import Hall, Table
from legation.web.plans import replan
from legation.web.seats import Access
from tests.web.client import WEB
from tests.web.conftest import Server


def begin(hall: Hall, **plan: str) -> tuple[Table, dict[str, Access]]:
    table = hall.create("tern", "archipelago", name="Evening", plan=plan)
    return table, {chair: hall.enter(token) for chair, token in table.links().items()}


def asked(table: Table, access: Access) -> list[tuple[str, str]]:
    return table.look(access, lambda game: [(r.seat, r.kind) for r in game.requests()])


def answer(table: Table, access: Access, value: Any, seat: str | None = None) -> None:
    request = table.look(access, lambda game: game.requests(seat or access.seat)[0])
    table.answer(access, request.id, value, seat=seat)


def entries(table: Table, access: Access) -> list[tuple[str, str | None]]:
    return table.look(access, lambda game: [(e.by, e.act) for e in game.record])


def test_a_bot_answers_as_the_game_begins_and_after_every_act(hall: Hall, tmp_path: Path) -> None:
    table, chairs = begin(hall, south="bot:cautious")
    assert "south" not in chairs
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    answer(table, chairs["north"], {})
    assert asked(table, chairs["north"]) == [("north", "sealed")]  # the bot has bid already
    answer(table, chairs["north"], 1)
    again = Hall(Store.open(tmp_path))
    kept = again.table(table.id)
    assert entries(kept, again.enter(chairs["north"].token)) == entries(table, chairs["north"])
    assert ("south", "sealed") in entries(table, chairs["north"])
    again.close()


def test_nobody_acts_in_the_name_of_a_bot(hall: Hall) -> None:
    table, chairs = begin(hall, south="bot:cautious")
    for chair in ("north", "host", "umpire"):
        with pytest.raises(LegationError):
            table.act(chairs[chair], lambda game: game.answer(1, {}, seat="south"))
    with pytest.raises(NotYours):
        table.answer(chairs["host"], 1, {}, seat="south")


def test_a_person_takes_back_what_it_did_and_the_bot_answers_again(hall: Hall) -> None:
    table, chairs = begin(hall, south="bot:random")
    answer(table, chairs["north"], {"auk": 1})
    assert len([e for e in entries(table, chairs["north"]) if e == ("south", "sealed")]) == 2
    table.take_back(chairs["north"])
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    answer(table, chairs["north"], {"brant": 1})
    assert asked(table, chairs["north"]) == [("north", "sealed")]


def test_the_record_says_why_a_bot_did_what_it_did(hall: Hall) -> None:
    table, chairs = begin(hall, south="bot:cautious", north="bot:ambitious")
    host = chairs["host"]
    assert asked(table, host) == [("table", "report")]
    table.answer(host, table.look(host, lambda g: g.requests()[0].id), {"weather": "calm", "harbour.auk": 2})
    log = table.look(host, lambda game: game.log("table"))
    told = [e["cause"]["reason"] for e in log if e["by"] in ("north", "south") and "reason" in e["cause"]]
    assert told
    assert all(words.startswith(("cautious: ", "ambitious: ")) for words in told)


def test_what_a_bot_has_sealed_is_as_hidden_as_a_persons(hall: Hall) -> None:
    table, chairs = begin(hall, south="bot:ambitious")
    for chair in ("north", "spectator", "host"):
        who = chairs[chair].viewer
        view = table.look(chairs[chair], lambda game, who=who: json.dumps(game.view(who)))  # type: ignore[misc]
        assert "envoys.south" not in view
        assert "reason" not in view


def test_a_seat_can_be_given_to_a_bot_and_back(hall: Hall) -> None:
    table, chairs = begin(hall)
    answer(table, chairs["north"], {})
    replan(chairs["umpire"], {"south": "bot:cautious"})
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    replan(chairs["umpire"], {"south": "person"})
    answer(table, chairs["north"], 0)
    assert ("south", "sealed") not in asked(table, chairs["north"])  # it had bid before it went


def test_bots_do_not_roll_the_dice_of_people(hall: Hall) -> None:
    with pytest.raises(Refused, match="roll your dice"):
        hall.create("tern", "archipelago", dice="typed", plan={"north": "bot:random"})


def test_a_bot_that_fails_spoils_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    table, chairs = begin(hall, south="bot:cautious")

    def fails(game: Game, bots: object) -> list[object]:
        raise LegationError("no idea")

    monkeypatch.setattr("legation.web.hall.play_bots", fails)
    answer(table, chairs["north"], {})
    assert ("north", "sealed") in entries(table, chairs["north"])
    monkeypatch.undo()
    table.wake_bots()
    assert asked(table, chairs["north"]) == [("north", "sealed")]


# -- over HTTP
def test_the_api_tells_what_the_bots_did(server: Server) -> None:
    chairs = server.begin(plan={"south": "bot:cautious"})
    north = chairs["north"]
    first = north.get("requests")["requests"][0]
    told = north.post("answers", request=first["id"], value={})
    assert {e["by"] for e in told["entries"]} >= {"north", "south"}
    assert [r["kind"] for r in told["requests"]] == ["sealed"]


def test_advice_is_for_the_seat_that_is_asked(server: Server) -> None:
    chairs = server.begin("awaw")
    told = chairs["germany"].get("advice")
    assert told["kind"] == "placement"
    assert sum(told["best"].values()) == 3
    other = chairs["italy"].get("advice")["request"]
    chairs["germany"].get("advice", params={"request": other}, status=403)
    chairs["umpire"].get("advice", params={"request": other}, status=403)
    chairs["spectator"].get("advice", status=403)
    chairs["japan"].get("advice", status=400)


def test_the_desk_offers_advice_and_fetches_it_when_it_is_wanted(server: Server) -> None:
    chairs = server.begin("awaw")
    germany = chairs["germany"]
    first = germany.get("requests")["requests"][0]["id"]
    link = f"{server.base}/t/{germany.token}"
    assert f'/advice?request={first}"' in WEB.get(link).text
    told = WEB.get(f"{link}/advice?request={first}").text
    assert "1 in Turkey" in told
    assert "Reckoned:" in told
    other = chairs["italy"].get("requests")["requests"][0]["id"]
    assert "advice is for the seat that is asked" in WEB.get(f"{link}/advice?request={other}").text


def test_the_umpire_takes_back_what_a_person_did_last_not_a_bot(server: Server) -> None:
    chairs = server.begin(plan={"south": "bot:cautious"})
    north, umpire = chairs["north"], chairs["umpire"]
    north.post("answers", request=north.get("requests")["requests"][0]["id"], value={"auk": 1})
    acts = [e["seq"] for e in north.get("record")["entries"] if e["by"] == "north"]
    page = WEB.get(f"{server.base}/t/{umpire.token}/umpire").text
    assert f'name="entry" value="{acts[-1]}"' in page
    umpire.post("undo", reason="a slip", entry=acts[-1])
    assert [r["id"] for r in north.get("requests")["requests"]] == [1]
