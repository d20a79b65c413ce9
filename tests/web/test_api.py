"""The JSON API on a real server: what a page can do, a program can do; and errors have one shape."""

from __future__ import annotations

from typing import Any

import pytest

from legation.books import book
from legation.core.game import Game
from tests.web.client import WEB
from tests.web.conftest import Chair, Server

TERN = {"north": "person", "south": "person"}


def answer(chair: Chair, value: Any, **more: Any) -> Any:
    request = chair.get("requests", params=more)["requests"][0]
    return chair.post("answers", request=request["id"], value=value, **more)


def courting(server: Server) -> dict[str, Chair]:
    """A game after envoys, bids and a report: the North is asked whom it courts."""
    chairs = server.begin()
    answer(chairs["north"], {"auk": 1})
    answer(chairs["south"], {})
    answer(chairs["north"], 2)
    answer(chairs["south"], 0)
    answer(chairs["south"], {"weather": "calm", "harbour.auk": 2})
    chairs["south"].post("reports", facts={"ships.auk.north": 1, "ships.auk.south": 0, "lighthouse": True})
    return chairs


def error(reply: Any, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = reply["error"]
    assert set(found) == {"kind", "message", "rule", "allowed"}
    assert found["kind"] == kind
    return found


# -- books and games
def test_books_with_their_scenarios_and_options(server: Server) -> None:
    names = {b["name"]: b for b in WEB.get(f"{server.base}/api/v1/books").json()["books"]}
    assert {"twg", "awaw", "tern"} <= set(names)
    tern = WEB.get(f"{server.base}/api/v1/books/tern").json()
    assert tern["seats"] == {"north": "the North", "south": "the South"}
    assert "raid" in tern["events"]
    assert tern["options"][0]["choices"]


def test_rules_and_one_rule(server: Server) -> None:
    rows = WEB.get(f"{server.base}/api/v1/books/tern/rules").json()["rules"]
    one = WEB.get(f"{server.base}/api/v1/books/tern/rules/{rows[0]['id']}").json()
    assert one["id"] == rows[0]["id"]
    assert one["rule"]
    of = WEB.get(f"{server.base}/api/v1/books/twg/rules", params={"of": "spain"}).json()["rules"]
    assert of
    missing = WEB.get(f"{server.base}/api/v1/books/tern/rules/T-NONE")
    assert missing.status_code == 404
    error(missing.json(), "NotFound")


def test_a_game_is_begun_with_options_and_plan(server: Server) -> None:
    body = {"book": "tern", "name": "Evening", "options": {"bid_tie": "south"}, "plan": {"north": "here"}}
    reply = WEB.post(f"{server.base}/api/v1/games", json=body)
    assert reply.status_code == 201
    made = reply.json()
    assert [link["seat"] for link in made["links"]] == ["south", "host", "umpire", "spectator"]
    assert made["links"][0]["url"] == f"{server.base}/i/{made['links'][0]['token']}"
    listed = WEB.get(f"{server.base}/api/v1/games").json()["games"]
    assert made["id"] in [g["id"] for g in listed]
    assert not any(token in str(listed) for link in made["links"] if (token := link["token"]))
    assert made["key"] not in str(listed)


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"book": "nothing"}, 404, "NotFound"),
        ({"book": "tern", "scenario": "nowhere"}, 404, "NotFound"),
        ({"book": "tern", "options": {"bid_tie": "east"}}, 404, "NotFound"),
        ({"book": "tern", "plan": {"north": "bot"}}, 400, "Refused"),
        ({"book": "tern", "dice": "loaded"}, 422, "Malformed"),
        ({"scenario": "archipelago"}, 422, "Malformed"),
        ({"book": "tern", "surprise": 1}, 422, "Malformed"),
    ],
)
def test_a_game_that_cannot_be(server: Server, body: dict[str, Any], status: int, kind: str) -> None:
    reply = WEB.post(f"{server.base}/api/v1/games", json=body)
    assert reply.status_code == status
    error(reply.json(), kind)


# -- doors
def test_a_token_in_the_path_or_in_the_header(server: Server) -> None:
    north = server.begin()["north"]
    by_path = WEB.get(f"{server.base}/api/v1/t/{north.place}/requests").json()
    assert by_path == north.get("requests")


def test_without_a_good_link_there_is_nothing(server: Server) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic d3Jvbmc="}):
        reply = WEB.get(f"{server.base}/api/v1/t/me/view", headers=headers)
        assert reply.status_code == 404
        assert "wrong" not in error(reply.json(), "NoSuchLink")["message"]


# -- looking
def test_a_view_is_made_for_its_seat(server: Server) -> None:
    chairs = courting(server)
    north, south = chairs["north"].get("view"), chairs["south"].get("view")
    assert north["facts"]["envoys.north.auk"] == 1
    assert "envoys.north.auk" not in south["facts"]
    assert [r["kind"] for r in north["requests"]] == ["choose"]
    assert south["requests"] == []
    assert south["waiting"] == [{"seat": "north", "kind": "choose"}]
    assert chairs["spectator"].get("view")["requests"] == []
    late = chairs["south"].get("view", params={"since": south["seq"] - 1})
    assert [e["seq"] for e in late["record"]] == [south["seq"]]


def test_the_host_looks_through_the_eyes_at_this_device_only(server: Server) -> None:
    chairs = server.begin(plan={"north": "here"})
    host = chairs["host"]
    assert host.get("view", params={"seat": "north"})["seat"] == "north"
    assert [r["seat"] for r in host.get("requests")["requests"]] == ["north"]
    error(host.get("view", status=403, params={"seat": "south"}), "NotYours")
    error(host.get("view", status=404, params={"seat": "west"}), "NotFound")


def test_questions_about_a_country(server: Server) -> None:
    north = courting(server)["north"]
    dossier = north.get("dossier/auk")
    assert dossier["subject"] == "auk"
    assert north.get("odds/auk")["odds"] == dossier["odds"]
    reasons = north.get("explain/auk")
    assert reasons["rules"]
    assert all({"says", "value", "source"} <= set(found) for found in reasons["facts"].values())
    error(north.get("odds/atlantis", status=404), "NotFound")


def test_what_is_supposed_changes_nothing(server: Server) -> None:
    north = courting(server)["north"]
    before = north.get("view")
    storm = north.call("POST", "odds/auk", json={"given": {"weather": "storm"}})
    assert storm["odds"] != north.get("odds/auk")["odds"]
    assert north.get("view") == before
    error(north.call("POST", "odds/auk", json={"given": {"weather": "hail"}}, status=400), "Refused")


def test_forecast_and_permission_where_a_book_knows_them(server: Server) -> None:
    uk = server.begin("twg")["uk"]
    turns = uk.get("forecast/spain", params={"turns": 2})["turns"]
    assert len(turns) == 2
    lacking = uk.get("forecast/sweden", status=400)  # which hangs on what nobody has told yet
    error(lacking, "Unknown")
    assert lacking["error"]["allowed"]
    verdict = uk.get("may", params={"nation": "uk", "action": "enter", "place": "spain"})
    assert verdict["rule"]
    error(uk.get("may", status=404, params={"nation": "uk", "action": "dance", "place": "spain"}), "NotFound")


def test_limits_and_reminders_where_a_book_knows_them(server: Server) -> None:
    seats = server.begin("awaw", scenario="older")
    found = seats["germany"].get("room", params={"place": "finland", "limit": "armor-in-finland"})
    assert found["limits"][0]["words"] == "0 of 1 in use, 1 more: one Axis armor unit"
    assert seats["germany"].get("room", params={"place": "greece"})["limits"] == []
    assert seats["germany"].get("tell", params={"place": "greece"})["remarks"][0]["rule"] == "82.12.others"
    error(seats["germany"].get("room", status=404, params={"place": "greece", "limit": "beer"}), "NotFound")
    error(server.begin("twg")["uk"].get("tell", status=400, params={"place": "spain"}), "Refused")


def test_the_record_by_country_seat_and_rule(server: Server) -> None:
    north = courting(server)["north"]
    everything = north.get("record")["entries"]
    assert len(everything) > len(north.get("record", params={"by": "south"})["entries"]) > 0
    rule = next(c["rule"] for e in everything for c in e["effects"] if c["rule"])
    assert north.get("record", params={"rule": rule})["entries"]
    of = north.get("record", params={"of": "auk"})["entries"]
    assert all(any("auk" in c["fact"] for c in e["effects"]) for e in of)


# -- acting
def test_why_an_entry_changed_what_it_changed(server: Server) -> None:
    chairs = courting(server)
    found = chairs["north"].get("record/6/why")
    assert (found["seq"], found["act"], found["differs"]) == (6, 5, None)
    assert {effect["rule"] for effect in found["effects"]} == {"T-BID"}
    assert "T-COURT-SWORN" in [one["rule"] for one in found["held"]]
    assert found["held"][0]["trace"]["applied"] is False
    assert "not known here" in chairs["south"].get("record/2/why")["says"]
    assert chairs["north"].get("record/2/why")["says"] == ""
    error(chairs["north"].get("record/99/why", status=404), "NotFound")
    error(chairs["north"].get("record/2/why?seat=south", status=403), "NotYours")


def test_an_answer_tells_what_it_set_off_and_what_is_asked_now(server: Server) -> None:
    chairs = courting(server)
    told = answer(chairs["north"], "auk")
    assert [r["kind"] for r in told["requests"]] == ["amount"]
    assert told["entries"][0]["cause"]["value"] == "auk"
    assert told["seq"] == chairs["south"].get("view")["seq"]


def test_refusals_have_their_status(server: Server) -> None:
    chairs = courting(server)
    request = chairs["north"].get("requests")["requests"][0]["id"]
    refused = error(chairs["north"].post("answers", request=request, value="puffin", status=400), "Refused")
    assert refused["rule"]
    assert "nobody" in refused["allowed"]
    error(chairs["south"].post("answers", request=request, value="auk", status=403), "NotYours")
    error(chairs["spectator"].post("answers", request=request, value="auk", status=403), "NotYours")
    error(chairs["north"].post("answers", request=1, value={}, status=409), "Closed")
    error(chairs["north"].post("answers", request=999, value={}, status=404), "NotFound")
    error(chairs["north"].post("answers", value="auk", status=422), "Malformed")
    broken = WEB.post(
        f"{server.base}/api/v1/t/{chairs['north'].place}/answers",
        content=b"{",
        headers={"content-type": "application/json"},
    )
    assert broken.status_code == 422
    error(broken.json(), "Malformed")


def test_a_sentence_is_understood_and_then_sent(server: Server) -> None:
    chairs = courting(server)
    heard = chairs["south"].get("understood?text=the south raids auk")
    assert heard["understood"]["event"] == "raid"
    assert heard["understood"]["details"] == {"by": "south", "island": "auk"}
    assert heard["understood"]["says"] == "The South raids Auk"
    half = chairs["south"].get("understood?text=The South raids")
    assert half["understood"] is None
    assert "say which" in half["refused"]
    assert "The South raids Auk" in half["completions"]
    error(chairs["south"].post("sentences", text="The South raids Auuk", status=400), "Refused")
    acted = chairs["south"].post("sentences", text="The South raids Auk")
    assert acted["entries"][0]["cause"]["event"] == "raid"
    error(chairs["spectator"].post("sentences", text="The South raids Auk", status=403), "NotYours")


def test_reports_events_and_rulings(server: Server) -> None:
    chairs = courting(server)
    chairs["south"].post("reports", facts={"harbour.auk": 3})
    error(chairs["south"].post("reports", facts={"turn": 3}, status=400), "Refused")
    error(chairs["south"].post("events", name="raid", details={"island": "auk"}, status=400), "Refused")
    error(chairs["south"].post("events", name="raid", details={"seat": "north"}, status=404), "NotFound")
    error(chairs["south"].post("events", name="flood", status=404), "NotFound")
    chairs["south"].post("events", name="raid", details={"island": "auk", "by": "south"})
    error(chairs["south"].post("rulings", facts={"turn": 2}, reason="so", status=403), "NotYours")
    ruled = chairs["umpire"].post("rulings", facts={"harbour.auk": 1}, reason="a counter was misplaced")
    assert ruled["entries"][0]["cause"]["reason"] == "a counter was misplaced"
    assert chairs["north"].get("view")["facts"]["harbour.auk"] == 1


def test_undo_and_amend(server: Server) -> None:
    chairs = courting(server)
    answer(chairs["north"], "auk")
    error(chairs["south"].post("undo", status=403), "NotYours")
    chairs["north"].post("undo")
    told = answer(chairs["north"], "brant")
    seq = told["entries"][0]["seq"]
    error(chairs["north"].post("amendments", entry=seq, value="auk", reason="slip", status=403), "NotYours")
    look = chairs["umpire"].post("amendments", entry=seq, value="auk", reason="slip")
    assert look["committed"] is False
    assert chairs["north"].get("view")["seq"] == look["size"]
    error(
        chairs["umpire"].post("amendments", entry=seq, value="auk", reason="slip", commit=True, size=1, status=400),
        "Refused",
    )
    done = chairs["umpire"].post("amendments", entry=seq, value="auk", reason="slip", commit=True, size=look["size"])
    assert done["committed"] is True
    assert chairs["north"].get("record")["entries"][-1]["cause"]["amend"] == seq
    asked = chairs["north"].get("requests")["requests"][0]
    assert asked["subject"] == "auk"


def test_a_branch_is_a_table_of_its_own(server: Server) -> None:
    chairs = courting(server)
    before = chairs["umpire"].get("view")
    error(chairs["north"].post("branches", status=403), "NotYours")
    made = chairs["umpire"].post("branches", entry=3, status=201)
    assert made["id"] not in server.base
    host = Chair(server.base, made["key"])
    twin = host.get("view", params={"seat": "north"})
    assert "envoys.north.auk" not in twin["facts"]
    assert chairs["umpire"].get("view") == before


def test_the_whole_record_is_the_umpires_and_opens_as_a_game(server: Server) -> None:
    chairs = courting(server)
    error(chairs["north"].get("export", status=403), "NotYours")
    error(chairs["host"].get("export", status=403), "NotYours")
    blob = chairs["umpire"].get("export").encode()
    game, damage = Game.load(blob, "export", {"tern": book("tern")})
    assert damage is None
    assert len(game.record) == chairs["north"].get("view")["seq"]


def test_the_key_of_the_dice_is_told_only_at_the_end(server: Server) -> None:
    chairs = server.begin(plan=dict.fromkeys(TERN, "here"))
    host = chairs["host"]
    assert host.get("dice").get("key") is None
    for _ in range(200):
        now = host.get("requests")
        if now["over"]:
            break
        request = now["requests"][0]
        facts = {f: ("calm" if f == "weather" else 1) for f in request.get("facts", [])}
        value = facts if request["kind"] == "report" else request["legal"][-1]
        host.post("answers", request=request["id"], value=value)
    assert host.get("requests")["over"]
    assert host.get("dice").get("key") is None, "an end can be taken back"
    host.post("close")
    assert len(host.get("dice")["key"]) == 64
    error(host.post("undo", status=400), "Refused")


# -- links
def test_the_host_manages_links(server: Server) -> None:
    chairs = server.begin()
    host, umpire = chairs["host"], chairs["umpire"]
    assert [link["seat"] for link in host.get("links")["links"] if link["token"]] == ["spectator"]  # others are taken
    assert {link["token"] for link in umpire.get("links")["links"]} == {None}
    error(chairs["north"].get("links", status=403), "NotYours")
    new = umpire.post("links/north")
    chairs["north"].get("view", status=404)
    taken = WEB.post(f"{server.base}/api/v1/chairs", json={"invitation": new["url"]}).json()
    north = Chair(server.base, taken["key"])
    assert north.get("view")["seat"] == "north"
    host.call("DELETE", "links/north")
    north.get("view", status=404)
    error(host.post("links/west", status=404), "NotFound")
    assert host.get("qr").startswith("<svg")


# -- the rest
def test_the_openapi_page_fetches_nothing_from_elsewhere(server: Server) -> None:
    page = WEB.get(f"{server.base}/api/docs").text
    assert "/api/v1/t/{token}/answers" in page
    assert "src=" not in page
    assert "http://" not in page.replace(server.base, "")
    assert "https://" not in page
    paths = WEB.get(f"{server.base}/api/openapi.json").json()["paths"]
    assert len(paths) > 20


def test_answers_are_neither_cached_nor_told_to_other_sites(server: Server) -> None:
    north = server.begin()["north"]
    reply = WEB.get(f"{server.base}/api/v1/t/{north.place}/view")
    assert reply.headers["cache-control"] == "no-store"
    assert reply.headers["referrer-policy"] == "no-referrer"


def test_static_files_are_packed_and_kept_for_ever_under_their_version(server: Server) -> None:
    from legation.web.static_files import url

    named = url("legation.css")
    reply = WEB.get(server.base + named, headers={"accept-encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert "immutable" in reply.headers["cache-control"]
    plain = WEB.get(f"{server.base}/static/legation.css")
    assert plain.headers["cache-control"] == "no-cache"
    font = WEB.get(f"{server.base}/static/fonts/eb-garamond.woff2")  # a browser asks again, for it may be another
    assert font.headers["cache-control"] == "no-cache"
    assert "immutable" in WEB.get(server.base + url("fonts/eb-garamond.woff2")).headers["cache-control"]
    again = WEB.get(f"{server.base}/static/legation.css", headers={"if-none-match": plain.headers["etag"]})
    assert again.status_code == 304
    for bad in ("../app.py", "%2e%2e/app.py", "nothing.css", "..%2f..%2fpyproject.toml"):
        assert WEB.get(f"{server.base}/static/{bad}").status_code == 404


def test_mixed_dice_leave_each_roll_to_its_player(server: Server) -> None:
    chairs = server.begin(plan=dict.fromkeys(TERN, "here"), dice="mixed")
    host = chairs["host"]
    error(host.post("rolls", request=1, status=400), "Refused")
    for _ in range(60):
        request = host.get("requests")["requests"][0]
        if request["kind"] == "roll":
            break
        facts = {f: {"weather": "calm", "lighthouse": True}.get(f, 1) for f in request.get("facts", [])}
        courts = [v for v in request.get("legal", []) if v in ("auk", "brant")]
        value = facts if request["kind"] == "report" else (courts or request["legal"])[0]
        host.post("answers", request=request["id"], value=value)
    error(chairs["umpire"].post("rolls", request=request["id"], status=403), "NotYours")
    rolled = host.post("rolls", request=request["id"])["entries"][0]["cause"]
    assert rolled["source"] == "server"
    error(host.post("rolls", request=request["id"], status=409), "Closed")
