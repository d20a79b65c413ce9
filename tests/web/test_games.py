"""Games do not get lost: those of a browser, ways to begin, people with several seats, addresses that phones reach."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from legation.cli.serve import _lets_in
from legation.core.errors import Refused
from legation.core.requests import TABLE
from legation.web.seating import replan
from legation.web.seats import Access
from tests.web.client import WEB
from tests.web.conftest import begun, place

from .conftest import Server
from .test_pages import Play, _begin  # noqa: F401


def own(server: Server, *places: str) -> str:
    return WEB.post(f"{server.base}/games", data={"place": list(places)}).text


# -- the games of a browser
def test_the_first_page_lists_what_the_links_of_a_browser_open(server: Server, begin: Callable[..., Play]) -> None:
    play, other = begin(), begin("awaw")
    asked = play.until(lambda r: r.seat != TABLE)
    spectator = place(other.table, "spectator")
    page = own(server, spectator, place(play.table, asked.seat), "no-such-link")
    cards = re.findall(r"<article.*?</article>", page, re.S)
    assert len(cards) == 2
    assert "You are asked" in cards[0]  # what asks for somebody comes first, and has the wax
    assert "btn wax" in cards[0]
    assert f'/t/{place(play.table, asked.seat)}"' in cards[0]
    assert "Waiting for" in cards[1]
    assert "btn wax" not in cards[1]
    assert "looking on" in cards[1]
    assert all("data-since" in card for card in cards)
    assert "No game on this browser yet" in own(server)


def test_two_chairs_of_one_game_are_one_card_and_lead_to_the_one_that_is_asked(
    server: Server, begin: Callable[..., Play]
) -> None:
    play = begin()
    asked = play.until(lambda r: r.seat != TABLE)
    idle = next(s for s in play.table.book.seats if s != asked.seat)
    page = own(server, *(place(play.table, chair) for chair in ("umpire", idle, asked.seat)))
    assert page.count("<article") == 1
    assert f'href="/t/{place(play.table, asked.seat)}"' in page
    assert "umpire" in page


def test_a_list_of_games_shows_no_secret(server: Server, begin: Callable[..., Play]) -> None:
    play = begin()
    asked = play.until(lambda r: r.kind == "sealed")
    before = own(server, place(play.table, "spectator"))
    again = begin()
    again.until(lambda r: r.kind == "sealed")
    for one, value in ((play, asked.legal[0]), (again, asked.legal[-1])):
        one.act(one.game.requests()[0], value)
    pages = [own(server, place(one.table, "spectator")) for one in (play, again)]
    bare = [re.sub(r'(?:data-places|href|data-since)="[^"]*"', "", page) for page in pages]
    assert bare[0] == bare[1]
    assert before


# -- ways to begin
@pytest.mark.parametrize("book", ["twg", "awaw"])
def test_alone_and_one_table_begin_with_two_clicks(server: Server, book: str) -> None:
    for begin, plan in (("alone", {"open", "bot:ambitious"}), ("table", {"here"})):
        page = WEB.get(f"{server.base}/?begin={begin}&book={book}").text
        fields = dict(re.findall(r'<input type="(?:hidden|text)"[^>]* name="([^"]+)" value="([^"]*)"', page))
        fields |= dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked', page))
        fields |= {f"bot:{s}": "ambitious" for s in re.findall(r'<select name="bot:([^"]+)"', page)}
        fields |= {"alone": "1"} if 'name="alone" value="1" checked' in page else {}
        reply = WEB.post(f"{server.base}/new", data=fields, timeout=60)
        assert reply.headers["location"].endswith(".host")  # straight to the desk
        assert set(begun(server, reply).plan.values()) == plan
        assert WEB.get(server.base + reply.headers["location"], follow_redirects=True, timeout=60).status_code == 200


def test_editions_and_scenarios_are_explained_where_they_are_chosen(server: Server) -> None:
    page = WEB.get(f"{server.base}/?begin=apart&book=awaw").text
    assert "the current edition with its Classic call-outs" in page
    assert "1054 rules" not in page
    assert "tensions" in page


# -- people
def test_one_name_is_one_person_with_one_link_and_one_desk(server: Server) -> None:
    data = {"book": "twg", "scenario": "1939", "dice": "server", "name": "Ours", "begin": "apart"}
    data |= {"plan:germany": "person", "name:germany": "A", "plan:uk": "person", "name:uk": "a"}
    data |= {"plan:italy": "person", "name:italy": "B"}
    reply = WEB.post(f"{server.base}/new", data=data)
    table = begun(server, reply)
    assert (table.plan["germany"], table.plan["uk"], table.plan["italy"]) == ("person:A", "with:germany", "person:B")
    assert "uk" not in table.links()
    mine = Access(table, "germany")
    assert mine.seats == ("germany", "uk")
    play = Play(server.base, table)
    asked = play.until(lambda r: r.seat == "uk" and "pass" in r.legal)
    desk = WEB.get(play.at("germany"), follow_redirects=True)
    assert desk.url.params["as"] == "uk"  # the desk of whichever seat is asked
    assert f'id="ask-{asked.id}"' in desk.text
    assert 'aria-label="Seats at this device"' in desk.text
    play.post("germany", "/answer?as=uk", request=str(asked.id), value='"pass"')
    assert asked.id not in [r.id for r in play.game.requests()]
    play.get("italy", "?as=uk", 403)
    page = play.get("umpire", "/links")
    assert "holds 2 seats, one link" in page


def test_a_person_may_be_called_otherwise_and_keeps_the_link(begin: Callable[..., Play]) -> None:
    play = begin(plan={"germany": "person:A", "italy": "with:germany"})
    link = play.table.links()["germany"]
    umpire = Access(play.table, "umpire")
    replan(umpire, {"germany": "person:Z"})
    assert play.table.links()["germany"] == link
    replan(umpire, {"italy": "person"})
    assert "italy" in play.table.links()
    with pytest.raises(Refused, match="must hold a seat with a link"):
        replan(umpire, {"germany": "none", "italy": "with:germany"})


# -- the network
def test_nobody_is_let_in_unasked() -> None:
    assert _lets_in(True, ask=False)
    assert not _lets_in(False, ask=True)
    assert not _lets_in(None, ask=False)
    assert not _lets_in(None, ask=True)  # nobody at a keyboard


# -- what can be taken out
def test_the_record_is_found_by_words_and_taken_out_as_it_is_filtered(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(lambda r: r.kind == "choose" and "pass" in r.legal)
    page = play.get("uk", "/record?find=unrest")
    fits = int(re.search(r"(\d+) of \d+ entries", page)[1])  # type: ignore[index]
    assert 0 < fits < len(play.game.record)
    assert len(play.get("uk", "/record.csv?find=unrest").splitlines()) >= fits + 1
    assert len(json.loads(play.get("uk", "/record.json?find=unrest"))) == fits
    assert "for the umpire" in play.get("uk", "/verify")
    assert "The rules give the same" in play.get("umpire", "/verify")
    assert "expected" in play.get("umpire", "/luck")


def test_what_usually_happens_comes_first_and_the_umpire_rules_on_how_a_place_stands(
    begin: Callable[..., Play],
) -> None:
    play = begin("awaw")
    page = play.get("germany", "/report")
    assert re.findall(r'id="event-([\w-]+)"', page)[:2] == ["declaration", "conquest"]
    assert "Michaels infantry" not in page
    play = begin()
    page = play.get("umpire", "/umpire?place=turkey")
    assert page.index('name="fact:stance.turkey.germany"') < page.index('name="fact:units.turkey.')
    assert "/umpire?place=spain" in play.get("umpire", "/country/spain")
    assert "/umpire?place=spain" not in play.get("uk", "/country/spain")


# -- what if, and may we
def test_a_what_if_goes_on_from_an_entry_beside_the_game_and_is_marked(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(lambda r: r.kind == "choose" and "pass" in r.legal)
    size = len(play.game.record)
    assert "What if, from here" in play.get("umpire", "/record?open=4")
    assert "What if, from here" not in play.get("uk", "/record?open=4")  # the record says what was asked of others
    play.post("uk", "/branch", status=403, entry="4")
    to = play.post("umpire", "/branch", entry="4")
    shown = WEB.get(f"{play.base}{to}", follow_redirects=True).text
    assert "<b>Not the game.</b> What if, from entry 4, with dice of its own." in shown
    assert "in-branch" in shown
    assert len(play.game.record) == size
    assert "Not the game" not in play.get("umpire")


@pytest.mark.parametrize(
    ("book", "query", "says"),
    [
        ("twg", "place=Spain&nation=germany&action=attack", ("Yes, it may", "How many more", "To be remembered")),
        ("twg", "place=Spain&nation=france&action=command", ('<h2 class="sec">No</h2>',)),
        ("awaw", "place=Rumania", ("How many more", "To be remembered there")),
        ("twg", "place=Atlantis&nation=germany&action=attack", ("Not done.",)),
    ],
)
def test_questions_to_the_referee_have_a_page(
    begin: Callable[..., Play], book: str, query: str, says: tuple[str, ...]
) -> None:
    page = begin(book).get("spectator", f"/questions?{query}")
    for words in says:
        assert words in page


def test_a_game_is_taken_up_from_a_file_on_the_first_page(begin: Callable[..., Play]) -> None:
    play = begin(dice="typed")
    play.until(lambda r: r.kind == "choose")
    kept = play.game.record.dump()
    assert 'action="/import"' in WEB.get(play.base).text
    reply = WEB.post(f"{play.base}/import", files={"record": ("game.legation", kept)})
    assert reply.status_code == 303
    assert reply.headers["location"].endswith("/links")
    taken_up = WEB.get(play.base + reply.headers["location"].removesuffix("/links"), follow_redirects=True)
    assert "Game turn 1" in taken_up.text
    for broken in (kept[: len(kept) // 2], b"no record", b""):
        refused = WEB.post(f"{play.base}/import", files={"record": ("game.legation", broken)})
        assert refused.status_code == 400, refused.text[:300]
        assert 'class="refused"' in refused.text
