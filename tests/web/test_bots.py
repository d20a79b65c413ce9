"""Bots at a table: they answer by themselves, durably, in their own seat's name and from its view."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from legation.core import acts
from legation.core.chronicle import chronicle
from legation.core.errors import LegationError, NotYours, Refused
from legation.core.game import Game
from legation.core.sight import Sight
from legation.store import Store
from legation.web.seating import replan
from legation.web.seats import Access
from legation.web.sessions import Session, Sessions
from tests.web.client import WEB
from tests.web.conftest import Server, place, seated, take_back
from tests.web.test_pages import usual


def begin(hall: Sessions, **plan: str) -> tuple[Session, dict[str, Access]]:
    table = hall.create("tern", "archipelago", name="Evening", plan=plan)
    return table, {chair: hall.enter(seated(table, chair)) for chair in table.chairs}


def asked(table: Session, access: Access) -> list[tuple[str, str]]:
    return table.look(access, lambda game: [(r.seat, r.kind) for r in game.requests()])


def answer(table: Session, access: Access, value: Any, seat: str | None = None) -> None:
    request = table.look(access, lambda game: game.requests(seat or access.seat)[0])
    table.act(access, acts.Answer(request.id, value), seat)


def entries(table: Session, access: Access) -> list[tuple[str, str | None]]:
    return table.look(access, lambda game: [(e.by, e.act) for e in game.record])


def test_a_bot_answers_as_the_game_begins_and_after_every_act(hall: Sessions, tmp_path: Path) -> None:
    table, chairs = begin(hall, south="bot:cautious")
    assert "south" not in chairs
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    answer(table, chairs["north"], {})
    assert asked(table, chairs["north"]) == [("north", "sealed")]  # the bot has bid already
    answer(table, chairs["north"], 1)
    again = Sessions(Store.open(tmp_path))
    kept = again.table(table.id)
    assert entries(kept, again.enter(chairs["north"].token)) == entries(table, chairs["north"])
    assert ("south", "sealed") in entries(table, chairs["north"])
    again.close()


def test_nobody_acts_in_the_name_of_a_bot(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:cautious")
    for chair in ("north", "host", "umpire"):
        with pytest.raises(LegationError):
            table.act(chairs[chair], acts.Answer(1, {}), "south")
    with pytest.raises(NotYours):
        table.act(chairs["host"], acts.Answer(1, {}), "south")


def test_a_person_takes_back_what_it_did_and_the_bot_answers_again(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:random")
    answer(table, chairs["north"], {"auk": 1})
    assert len([e for e in entries(table, chairs["north"]) if e == ("south", "sealed")]) == 2
    take_back(table, chairs["north"])
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    answer(table, chairs["north"], {"brant": 1})
    assert asked(table, chairs["north"]) == [("north", "sealed")]


def test_the_record_says_why_a_bot_did_what_it_did(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:cautious", north="bot:ambitious")
    host = chairs["host"]
    assert asked(table, host) == [("table", "report")]
    table.act(host, acts.Answer(table.look(host, lambda g: g.requests()[0].id), {"weather": "calm", "harbour.auk": 2}))
    log = table.look(host, lambda game: game.log("table"))
    told = [e["cause"]["reason"] for e in log if e["by"] in ("north", "south") and "reason" in e["cause"]]
    assert told
    assert all(words.startswith(("cautious: ", "ambitious: ")) for words in told)


def test_what_a_bot_has_sealed_is_as_hidden_as_a_persons(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:ambitious")
    for chair in ("north", "spectator", "host"):
        who = chairs[chair].viewer
        view = table.look(chairs[chair], lambda game, who=who: json.dumps(game.view(who)))  # type: ignore[misc]
        assert "envoys.south" not in view
        assert "reason" not in view


def test_the_reason_for_a_sealed_bid_is_told_with_the_bid(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:ambitious")
    north = chairs["north"]
    answer(table, north, {})
    sealed = table.look(north, lambda game: dict(game.vault.reasons))
    assert sealed  # in the vault, and nowhere else
    for chair in ("north", "spectator", "host", "umpire"):
        page = table.look(chairs[chair], lambda game, c=chair: json.dumps(game.view(chairs[c].viewer)))  # type: ignore[misc]
        assert "ambitious" not in page
    answer(table, north, 1)
    told = [e["cause"] for e in table.look(north, lambda game: game.log("north")) if "reveal" in e["cause"]]
    assert told[0]["reasons"]["south"].startswith("ambitious: ")
    sight = table.look(north, lambda game: chronicle(Sight(game, "north")).lines)
    assert any(line.kind == "reveal" and "ambitious: " in line.reason for line in sight)


def test_a_person_who_bids_in_the_place_of_a_bot_gives_no_reason(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:ambitious")
    answer(table, chairs["north"], {})
    replan(chairs["umpire"], {"south": "person"})
    umpire, south = chairs["umpire"], hall.enter(seated(table, "south"))
    bid = table.look(umpire, lambda game: next(e for e in reversed(game.live()) if e.by == "south").seq)
    take_back(table, umpire, reason="they sat down", entry=bid)
    answer(table, south, 0)
    answer(table, chairs["north"], 1)
    told = [e["cause"] for e in table.look(umpire, lambda game: game.log("north")) if "reveal" in e["cause"]]
    assert told
    assert all("reasons" not in cause for cause in told)


def test_hidden_points_are_explained_when_they_are_shown(hall: Sessions) -> None:
    table, chairs = begin(hall, south="bot:cautious")
    answer(table, chairs["north"], {"auk": 1})
    for _ in range(20):
        shown = table.look(chairs["north"], lambda game: [e for e in game.record if e.reveals])
        if shown:
            break
        request = table.look(chairs["north"], lambda game: game.requests()[0])
        told = {fact: "calm" if fact == "weather" else 2 for fact in request.facts}
        table.act(chairs["north"], acts.Answer(request.id, told if request.kind == "report" else request.legal[0]))
    assert shown[0].cause["reasons"] == {"south": "cautious: a little everywhere"}
    sealed = [e["cause"] for e in table.look(chairs["north"], lambda g: g.log("north")) if "sealed" in e["cause"]]
    assert all(set(cause) <= {"sealed", "commitment"} for cause in sealed)


def test_a_seat_can_be_given_to_a_bot_and_back(hall: Sessions) -> None:
    table, chairs = begin(hall)
    answer(table, chairs["north"], {})
    replan(chairs["umpire"], {"south": "bot:cautious"})
    assert asked(table, chairs["north"]) == [("north", "sealed")]
    replan(chairs["umpire"], {"south": "person"})
    answer(table, chairs["north"], 0)
    assert ("south", "sealed") not in asked(table, chairs["north"])  # it had bid before it went


# -- dice on the table
def until_a_die(hall: Sessions, **plan: str) -> tuple[Session, dict[str, Access]]:
    """A table of The War Game with typed dice, played on until the die of a bot is due."""
    table = hall.create("twg", "1939", dice="typed", plan=plan)
    chairs = {chair: hall.enter(seated(table, chair)) for chair in table.chairs}
    for _ in range(60):
        request = table.look(chairs["umpire"], lambda game: game.requests()[0])
        if chairs["umpire"].who().rolls_for(request):
            return table, chairs
        seat = "umpire" if request.seat == "table" else request.seat
        value = table.look(chairs["umpire"], lambda game, r=request: usual(game, r))  # type: ignore[misc]
        table.act(chairs[seat], acts.Answer(request.id, value))
    raise AssertionError("no die of a bot was due")


def test_somebody_at_the_table_rolls_for_a_bot(hall: Sessions) -> None:
    table, chairs = until_a_die(hall, germany="bot:ambitious", ussr="bot:cautious")
    request = table.look(chairs["uk"], lambda game: game.requests()[0])
    with pytest.raises(NotYours):
        table.act(chairs["spectator"], acts.Answer(request.id, 1))
    with pytest.raises(Refused):
        table.act(chairs["uk"], acts.Answer(request.id, 13))
    before = len(entries(table, chairs["uk"]))
    table.act(chairs["uk"], acts.Answer(request.id, 12))
    made = table.look(chairs["uk"], lambda game: game.record[before + 1])
    assert (made.by, made.cause["roll"], made.cause["source"]) == ("germany", 12, "typed")
    assert table.look(chairs["uk"], lambda game: game.verify()) == []


def test_the_umpire_takes_back_a_die_that_was_mistyped_for_a_bot(hall: Sessions) -> None:
    table, chairs = until_a_die(hall, germany="bot:ambitious")
    request = table.look(chairs["uk"], lambda game: game.requests()[0])
    table.act(chairs["host"], acts.Answer(request.id, 12))
    rolled = table.look(chairs["uk"], lambda game: [e.seq for e in game.record if "roll" in e.cause][-1])
    take_back(table, chairs["umpire"], reason="it fell off the table", entry=rolled)
    assert table.look(chairs["uk"], lambda game: game.requests()[0]) == request


def test_nobody_else_rolls_for_a_person(hall: Sessions) -> None:
    table, chairs = until_a_die(hall, germany="bot:ambitious")
    replan(chairs["umpire"], {"germany": "person"})
    request = table.look(chairs["uk"], lambda game: game.requests()[0])
    for chair in ("uk", "umpire", "host"):
        with pytest.raises(NotYours):
            table.act(chairs[chair], acts.Answer(request.id, 1))
    table.act(hall.enter(seated(table, "germany")), acts.Answer(request.id, 1))


def test_with_mixed_dice_the_server_rolls_for_bots(hall: Sessions) -> None:
    plan = dict.fromkeys(("north", "south"), "bot:ambitious")
    table = hall.create("tern", "archipelago", dice="mixed", plan=plan)
    host = hall.enter(seated(table, "host"))
    assert asked(table, host) == [("table", "report")]


def test_the_desk_of_everybody_shows_the_die_of_a_bot(server: Server) -> None:
    table, _ = until_a_die(server.hall, germany="bot:ambitious", france="here")
    request = table.look(server.hall.enter(seated(table, "uk")), lambda game: game.requests()[0])
    for chair in ("uk", "umpire", "host"):
        page = WEB.get(f"{server.base}/t/{place(table, chair)}").text
        assert f'id="ask-{request.id}"' in page
        assert "Roll for Germany" in page
        told = WEB.get(f"{server.base}/api/v1/t/{place(table, chair)}/requests").json()
        assert [r["id"] for r in told["requests"]] == [request.id]
    assert f'id="ask-{request.id}"' not in WEB.get(f"{server.base}/t/{place(table, 'spectator')}").text
    form = {"request": str(request.id), "value": "12"}
    reply = WEB.post(f"{server.base}/t/{place(table, 'uk')}/answer", data=form, follow_redirects=False)
    assert reply.status_code == 303


def test_a_bot_that_fails_spoils_nothing(hall: Sessions, monkeypatch: pytest.MonkeyPatch) -> None:
    table, chairs = begin(hall, south="bot:cautious")

    def fails(game: Game, bots: object) -> list[object]:
        raise LegationError("no idea")

    monkeypatch.setattr("legation.web.sessions.play_bots", fails)
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
    link = f"{server.base}/t/{germany.place}"
    assert f'/advice?request={first}"' in WEB.get(link).text
    told = WEB.get(f"{link}/advice?request={first}").text
    assert re.search(r"\d in Turkey", told)
    assert "Reckoned:" in told
    other = chairs["italy"].get("requests")["requests"][0]["id"]
    assert "advice is for the seat that is asked" in WEB.get(f"{link}/advice?request={other}").text


def test_the_umpire_takes_back_what_a_person_did_last_not_a_bot(server: Server) -> None:
    chairs = server.begin(plan={"south": "bot:cautious"})
    north, umpire = chairs["north"], chairs["umpire"]
    north.post("answers", request=north.get("requests")["requests"][0]["id"], value={"auk": 1})
    acts = [e["seq"] for e in north.get("record")["entries"] if e["by"] == "north"]
    page = WEB.get(f"{server.base}/t/{umpire.place}/umpire").text
    assert f'name="entry" value="{acts[-1]}"' in page
    umpire.post("undo", reason="a slip", entry=acts[-1])
    assert [r["id"] for r in north.get("requests")["requests"]] == [1]
