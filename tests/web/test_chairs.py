"""Seats that are one's own: an invitation is good once, keys are nobody else's, and all see who takes a chair."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from legation.cli.app import app
from legation.web.seats import COOKIE, digest
from tests.web.client import WEB
from tests.web.conftest import Chair, Server


class Browser(httpx.Client):
    """One that has never been here."""

    def __init__(self, server: Server) -> None:
        super().__init__(base_url=server.base, timeout=60, follow_redirects=True)

    def sits_down(self, link: str) -> httpx.Response:
        assert self.get(link).status_code == 200
        return self.post(link)


def begin(server: Server, **plan: str) -> tuple[dict[str, Any], dict[str, str]]:
    made = WEB.post(f"{server.base}/api/v1/games", json={"book": "tern", "name": "Ours", "plan": plan}).json()
    return made, {link["seat"]: link["url"] for link in made["links"] if link["url"]}


def taken(server: Server, link: str) -> Chair:
    reply = WEB.post(f"{server.base}/api/v1/chairs", json={"invitation": link})
    assert reply.status_code == 201, reply.text
    return Chair(server.base, reply.json()["key"])


def hands(chair: Chair) -> list[dict[str, Any]]:
    """What the record tells of who sits where."""
    return [e["cause"] | {"by": e["by"]} for e in chair.get("record")["entries"] if "hands" in e["cause"]]


def test_the_first_device_has_the_chair_and_the_link_is_spent(server: Server) -> None:
    _, links = begin(server)
    with Browser(server) as mine, Browser(server) as late:
        desk = mine.sits_down(links["north"])
        assert desk.status_code == 200
        assert re.search(r"/t/[0-9a-f]{16}\.north$", str(desk.url))
        spent = late.get(links["north"])
        assert spent.status_code == 404
        assert "An invitation is good once" in spent.text
        assert late.post(links["north"]).status_code == 404
        assert late.get(str(desk.url)).status_code == 404  # the address of a desk opens nothing by itself
        assert mine.get(str(desk.url)).status_code == 200
        cookie = next(c for c in mine.cookies.jar if c.name == COOKIE)
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "lax"


def test_to_look_at_an_invitation_spends_nothing(server: Server) -> None:
    """Programs that look at links on their way, to show what is behind them, take no chair."""
    _, links = begin(server)
    for _ in range(3):
        page = httpx.get(links["south"])
        assert page.status_code == 200
        assert "Sit down" in page.text
        assert "set-cookie" not in page.headers
    taken(server, links["south"])


def test_no_address_and_no_page_has_a_key_in_it(server: Server) -> None:
    made, links = begin(server)
    with Browser(server) as mine:
        desk = mine.sits_down(links["north"])
        device = next(c.value for c in mine.cookies.jar if c.name == COOKIE)
        assert device
        place = str(desk.url).removeprefix(server.base)
        for path in ("", "/record", "/country", "/rules", "/table"):
            page = mine.get(place + path)
            assert device not in page.text
            assert not re.search(r"/t/[\w-]{20,}[/\"?]", page.text)
    by_path = WEB.get(f"{server.base}/api/v1/t/{made['key']}/view")
    assert by_path.status_code == 404  # a key goes into the header


def test_the_address_of_a_moment_can_be_shared(server: Server) -> None:
    """Whoever sits at the table looks at it from a chair of their own; nobody else does."""
    _, links = begin(server)
    with Browser(server) as north, Browser(server) as south, Browser(server) as stranger:
        north.sits_down(links["north"])
        at = str(north.sits_down(links["spectator"]).url).replace("spectator", "north") + "/record?open=1"
        south.sits_down(links["south"])
        seen = south.get(at)
        assert seen.status_code == 200
        assert ".south/record" in seen.text
        assert ".north" not in seen.text
        assert stranger.get(at).status_code == 404
        assert south.post(at.partition("/record")[0] + "/undo", data={}).status_code == 404  # acting is one's own


def test_every_change_of_hands_is_an_entry_that_all_see(server: Server) -> None:
    made, links = begin(server)
    host = Chair(server.base, made["key"])
    north, umpire = taken(server, links["north"]), taken(server, links["umpire"])
    assert hands(north) == [
        {"hands": "north", "how": "taken", "by": "north"},
        {"hands": "umpire", "how": "taken", "by": "umpire"},
    ]
    second = taken(server, north.post("devices")["url"])
    assert hands(umpire)[-1] == {"hands": "north", "how": "device", "by": "north"}
    assert second.get("view")["seat"] == north.get("view")["seat"] == "north"
    new = host.post("links/north")
    assert hands(umpire)[-1] == {"hands": "north", "how": "anew", "by": "host"}
    north.get("view", status=404)
    second.get("view", status=404)
    taken(server, new["url"])
    umpire.call("DELETE", "links/north")
    assert hands(umpire)[-1] == {"hands": "north", "how": "revoked", "by": "umpire"}
    host.call("PATCH", "plan", json={"plan": {"south": "here"}})
    assert hands(umpire)[-1] == {"hands": "south", "how": "plan", "now": "here", "by": "host"}
    south = WEB.post(f"{server.base}/api/v1/chairs", json={"invitation": links["south"]})
    assert south.status_code == 404  # the invitation went with the seat
    table = server.hall.table(made["id"])
    assert table.look(server.hall.enter(made["key"]), lambda game: game.verify()) == []


def test_those_in_charge_do_not_touch_each_others_chair(server: Server) -> None:
    made, links = begin(server)
    host = Chair(server.base, made["key"])
    again = host.post("links/umpire")  # nobody has it yet
    umpire = taken(server, again["url"])
    assert WEB.post(f"{server.base}/api/v1/chairs", json={"invitation": links["umpire"]}).status_code == 404
    host.post("links/umpire", status=403)
    host.call("DELETE", "links/umpire", status=403)
    umpire.post("links/host", status=403)
    umpire.call("DELETE", "links/host", status=403)
    host.post("rulings", facts={"envoys.north.auk": 0}, reason="mine now", status=403)
    assert [link["token"] for link in host.get("links")["links"] if link["taken"] and link["seat"] != "spectator"] == [
        None,
        None,
    ]


def test_nobody_but_those_in_charge_touches_a_chair(server: Server) -> None:
    _, links = begin(server)
    north = taken(server, links["north"])
    for method, path in (("GET", "links"), ("POST", "links/south"), ("DELETE", "links/south"), ("GET", "plan")):
        north.call(method, path, status=403)


def test_two_who_take_a_chair_at_once_are_not_both_seated(server: Server) -> None:
    from concurrent.futures import ThreadPoolExecutor

    _, links = begin(server)
    with ThreadPoolExecutor(6) as many:
        url, body = f"{server.base}/api/v1/chairs", {"invitation": links["north"]}
        replies = list(many.map(lambda _: httpx.post(url, json=body, timeout=60).status_code, range(6)))
    assert sorted(replies) == [201, *[404] * 5]


def test_any_number_may_look_on_and_the_record_does_not_tell(server: Server) -> None:
    made, links = begin(server)
    for _ in range(3):
        assert taken(server, links["spectator"]).get("view")["seat"] == "spectator"
    assert hands(Chair(server.base, made["key"])) == []


def test_an_old_link_is_exchanged_once(server: Server) -> None:
    """Running games have links that were keys: the first browser that opens one sits on its chair."""
    _, links = begin(server)
    old = links["north"].replace("/i/", "/t/")
    with Browser(server) as mine, Browser(server) as kept:
        page = mine.get(old)
        assert page.status_code == 200
        assert "Sit down" in page.text
        # a browser that remembers the link exchanges it when it lists its games
        cards = kept.post("/games", data={"place": links["south"].rpartition("/")[2]}).text
        at = re.search(r'href="(/t/[0-9a-f]{16}\.south)"', cards)
        assert at
        assert kept.get(at[1]).status_code == 200
        assert mine.get(links["south"]).status_code == 404


def test_who_begins_a_game_holds_the_hosts_chair_and_no_other(server: Server) -> None:
    with Browser(server) as creator:
        data = {"book": "tern", "name": "Ours", "begin": "apart", "dice": "server"}
        page = creator.post("/new", data=data)
        assert str(page.url).endswith(".host/links")
        table = server.hall.table(str(page.url).split("/")[4].partition(".")[0])
        assert table.taken() == ["host"]
        assert page.text.count("/i/") >= 4
        for chair in ("north", "south", "umpire", "spectator"):
            assert creator.get(f"/t/{table.id}.{chair}").text.count(f"{table.id}.host")  # from its own chair


def test_only_hashes_of_keys_are_in_the_database(server: Server) -> None:
    made, links = begin(server)
    north = taken(server, links["north"])
    file = server.hall.store.engine.url.database
    assert file
    with sqlite3.connect(file) as connection:
        kept = {row[0] for row in connection.execute("select digest from keys")}
        unused = {row[0] for row in connection.execute("select digest from tokens")}
    assert {digest(north.token), digest(made["key"])} <= kept
    assert digest(links["north"].rpartition("/")[2]) not in unused
    assert digest(links["south"].rpartition("/")[2]) in unused


def test_the_command_line_exchanges_an_invitation_and_keeps_the_key(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("LEGATION_HOME", str(tmp_path))
    _, links = begin(server)
    for _ in range(2):
        said = CliRunner().invoke(app, ["show", "--server", server.base, "--token", links["north"]])
        assert said.exit_code == 0, said.output
    kept = tmp_path / "keys.json"
    assert oct(kept.stat().st_mode)[-3:] == "600"
    assert WEB.post(f"{server.base}/api/v1/chairs", json={"invitation": links["north"]}).status_code == 404
