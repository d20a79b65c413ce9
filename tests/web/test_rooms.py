"""Charts, the spine of the record, seats that change hands, ledgers, and lands without a table."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from legation.books import book
from legation.core import acts
from legation.core.errors import NotFound
from legation.core.game import Game
from legation.core.inquiries import money_page_of
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight, world_for
from legation.web import seats
from legation.web.seats import Access
from tests.web.client import WEB
from tests.web.conftest import begun, place, seated

from .conftest import Server
from .test_pages import Play, _begin, everything, form_of  # noqa: F401 - the fixture `begin`


def plain(page: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def figure(page: str, id: str) -> str:
    found = re.search(rf'<section class="sheet pads figure" id="{id}".*?</section>', page, re.S)
    assert found, id
    return found[0]


def lively(play: Play, turn: int, most: int = 900) -> None:
    """Play on, trying whatever can be tried, until a turn begins."""
    for n in range(most):
        game = play.game
        if (game.world.get("turn") or 0) >= turn:
            return
        asked = game.requests()[0]
        play.act(asked, lively_answer(game, asked, n))
    raise AssertionError(f"turn {turn} never came")


def lively_answer(game: Game, asked: Request, n: int) -> Any:
    from .test_pages import usual

    if asked.kind == "choose" and "pass" in asked.legal:
        tries = [v for v in asked.legal if v != "pass"]
        return tries[n % len(tries)] if tries and n % 3 else "pass"
    if asked.kind == "roll":
        return asked.legal[n % len(asked.legal)]
    return usual(game, asked)


# -- charts
def test_each_chart_stands_beside_the_table_of_its_numbers(begin: Callable[..., Play]) -> None:
    play = begin()
    lively(play, 3)
    page = play.get("uk", "/charts")
    for id in ("affiliations", "money", "attempts"):
        one = figure(page, id)
        assert 'role="img" aria-label="' in one
        assert "<rect" in one
        assert "<table" in one
        assert one.count('<th scope="row">') >= 2
    game = play.game
    tied = [k for k, v in game.world.set_facts().items() if k.startswith("stance.") and v != "neutral"]
    last = re.findall(r"<tr>(.*?)</tr>", figure(page, "affiliations"), re.S)[-1]
    counted = [int(n) for n in re.findall(r'class="r">(\d+)', last)]
    assert sum(counted) == len(tied)


def test_the_charts_count_what_the_record_tells(begin: Callable[..., Play]) -> None:
    play = begin()
    lively(play, 2)
    game = play.game
    _, money, attempts = game.book.views.series(Sight(game, "uk", ("uk",)))
    assert attempts.turns == (1, 2)
    rolled = [
        c.fact.split(".")[2]
        for e in game.live()
        for c in e.effects
        if c.fact.startswith("attempts.") and (c.new or 0) > (c.old or 0)
    ]
    first = [rows[0] for rows in attempts.values.values()]
    assert sum(tries for _, tries in first) == len(rolled)
    assert all(hits <= tries for hits, tries in first)
    spent = [c.new for e in game.live() for c in e.effects if c.fact == "spent.germany"]
    assert money.values["germany"][0][1][0] == max(spent, default=0)


def test_what_was_taken_back_is_in_no_chart(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: r.kind == "choose" and r.seat == "germany")
    umpire = Access(play.table, "umpire")
    before = play.get("uk", "/charts")
    play.table.act(umpire, acts.Ruling({"stance.spain.germany": "sworn"}, "to see"))
    assert play.get("uk", "/charts") != before
    play.table.act(umpire, acts.Undo(reason="to see no more"))
    moving = r"entry \d+|[a-z]{5}-[a-z]{5}-[A-Z]{4}"  # the record has grown, and so its tip is another
    assert re.sub(moving, "", play.get("uk", "/charts")) == re.sub(moving, "", before)


def test_tension_tracks_are_charts_with_their_levels(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    play.until(lambda r: r.kind == "roll")
    page = play.get("germany", "/charts")
    assert page.count('class="chart"') >= 3
    assert page.count("The same numbers as a table") >= 3


# -- the spine
def test_the_spine_leads_to_every_phase_and_marks_what_one_looks_for(begin: Callable[..., Play]) -> None:
    play = begin()
    lively(play, 2)
    umpire = Access(play.table, "umpire")
    play.table.act(umpire, acts.Ruling({"stance.spain.germany": "sworn"}, "as agreed"))
    play.table.act(umpire, acts.Undo(reason="not agreed"))
    page = play.get("uk", "/record")
    spine = re.search(r'<nav class="sheet spinev".*?</nav>', page, re.S)
    assert spine
    words = plain(spine[0])
    for name in ("Turn 2", "Turn 1", "Influence", "Political unrest", "Set-up"):
        assert name in words
    for kind in ("rolls", "board", "ruling", "undo"):
        assert re.search(rf'class="m {kind}', spine[0]), kind
    last = len(play.game.record)
    assert f"open={last}#e{last}" in spine[0]


def test_an_old_entry_that_is_opened_stands_on_the_page(
    begin: Callable[..., Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("legation.web.pages.record.PAGE", 20)
    play = begin()
    lively(play, 2)
    assert 'id="e3"' not in play.get("uk", "/record")
    page = play.get("uk", "/record?open=3")
    assert 'id="e3"' in page
    assert "newer entries" in page


# -- seats
def test_seats_change_hands_while_the_game_goes_on(begin: Callable[..., Play], server: Server) -> None:
    play = begin()
    old = seated(play.table, "uk")
    where = play.post("umpire", "/plan", plan__uk="here", plan__italy="none")
    assert "changed=2" in where
    with pytest.raises(NotFound):
        server.hall.enter(old)
    told = play.get("germany", "/record")
    assert "The U.K. is played by whoever is at the host’s device from now on: from the umpire’s chair" in told
    assert play.table.plan["uk"] == "here"
    assert set(Access(play.table, "host").seats) == {"uk", "italy"}
    assert server.hall.store.summary(play.table.id).plan["italy"] == "none"
    play.post("host", "/plan", plan__uk="person")
    assert play.at("uk") != old
    assert "On your desk" in play.get("uk")
    play.post("germany", "/plan", 403, plan__uk="here")
    assert "clever" in play.post("umpire", "/plan", 404, plan__uk="bot", bot__uk="clever")
    play.post("umpire", "/plan", 404, plan__uk="somebody")


def test_the_form_lists_the_bots(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    page = play.get("umpire", "/links")
    assert '<select name="bot:uk"' in page
    assert '<option value="ambitious"' in page
    play.post("umpire", "/plan", plan__uk="bot", bot__uk="ambitious")
    assert play.table.plan["uk"] == "bot:ambitious"
    assert "uk" not in Access(play.table, "host").seats
    assert seats.plans_of(book("twg"))["bot:ambitious"]


def test_alone_at_one_device_nothing_goes_blank(server: Server) -> None:
    data = {"book": "twg", "scenario": "1939", "dice": "mixed", "name": "Alone", "alone": "1"}
    data |= {f"plan:{s}": "here" for s in book("twg").seats}
    reply = WEB.post(f"{server.base}/new", data=data)
    table = begun(server, reply)
    assert set(table.plan.values()) == {"open"}
    play = Play(server.base, table)
    asked = play.until(lambda r: r.seat != TABLE)
    page = WEB.get(play.at("host"), follow_redirects=True).text
    assert "Pass the phone" not in page
    assert f'id="ask-{asked.id}"' in page
    assert 'aria-label="Seats at this device"' in page
    where = play.post("host", f"/answer?as={asked.seat}", request=str(asked.id), value=json.dumps(asked.legal[0]))
    assert "sealed" not in where
    assert "Mixed dice" in page


def test_the_1939_rules_are_a_plain_choice_of_the_1939_scenario(server: Server) -> None:
    page = WEB.get(f"{server.base}/?begin=apart").text
    assert "With the 1939 Rules" in page
    assert "The Guide alone" in page
    details = re.search(r'<details class="options">.*?</details>', page, re.S)
    assert details
    assert "rules-1939" not in details[0]
    for scenario, wanted in (("1939", "yes"), ("1942", "no")):
        data = {"book": "twg", "scenario": scenario, "name": "Ours", "option:rules-1939": "yes"}
        reply = WEB.post(f"{server.base}/new", data=data)
        table = begun(server, reply)
        assert table.look(Access(table, "umpire"), lambda g: g.world["option.rules-1939"]) == wanted
    assert "1939 Rules" not in WEB.get(f"{server.base}/?book=awaw").text


# -- money
def test_a_ledger_shows_every_line_with_its_rule_and_adds_up(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: r.seat == "uk" and r.kind == "choose")
    page = play.get("germany", "/money/uk")
    found = money_page_of(play.game.book, world_for(play.game, "germany"), "uk")
    words = plain(page).lower()
    for part in found.parts:
        assert part.text.lower() in words
        for line in part.parts:
            assert line.text.lower() in words
            assert not line.rule or f"/rules/{line.rule}" in page
    assert "the lines add up" in page
    assert "/money" in play.get("uk")  # from the desk
    play.get("uk", "/money/atlantis", 404)
    tied = next(k.split(".")[1:] for k, v in play.game.world.set_facts().items() if k[:7] == "stance." and v == "sworn")
    assert f"/money/{tied[1]}" in play.get("uk", f"/country/{tied[0]}")  # and from a dossier


def test_what_an_answer_is_worth_stands_beside_it(server: Server) -> None:
    table = server.hall.create("twg", "1939", name="Ours", dice="typed", options={"rules-1939": "yes"})
    play = Play(server.base, table)
    asked = play.until(lambda r: bool(r.worth))
    sheet = form_of(play.get(asked.seat), asked)
    assert "Worth, played best" in sheet
    assert sheet.count('class="worth"') == len(asked.worth)


def test_the_brps_of_a_power_add_up_line_by_line(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    page = play.get("germany", "/money/britain")
    (account,) = play.table.book.accounts(play.game.world, "britain")
    for line in account.parts:
        assert line.text in plain(page)
    assert sum(line.value for line in account.parts) == account.value
    assert account.parts, "Britain has colonies"
    assert "the lines add up" in page


# -- lands
def test_a_land_without_a_table_has_a_dossier_with_its_story(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    assert "egypt" not in play.table.book.subjects()
    before = play.get("britain", "/country/egypt")
    assert "Colony of Britain" in plain(before)
    assert "Nothing has happened to it yet" in before
    play.until(lambda r: "Axis player turn" in play.game.phase)
    play.table.act(Access(play.table, "umpire"), acts.Event("taken", {"place": "cairo", "by": "italy"}))
    page = plain(play.get("britain", "/country/egypt"))
    assert "Conquered by Italy" in page
    assert "Britain may still win it back" in page
    assert "Status: colony → becomes conquered 83.11" in page
    desk = play.get("britain")
    state = re.search(r'id="plate-state"[^>]*>(.*?)</script>', desk, re.S)
    assert state
    card = json.loads(state[1])["egypt"]
    assert card["b"] == "italy"
    assert card["href"].endswith("/country/egypt")
    assert "win it back" in card["note"]
    assert "/country/egypt" in play.get("britain", "/country")
    assert "/country/egypt" in play.get("britain", "/table")


def test_a_country_with_a_table_tells_its_story_and_its_limits(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    page = plain(play.get("britain", "/country/norway"))
    assert "Its story" in page
    assert "Norway is neutral" in page
    umpire = Access(play.table, "umpire")
    play.table.act(umpire, acts.Ruling({"status.sweden": "hex-control"}, "to see the limit"))
    facts = {
        f"factors.{f}.{k}.sweden": 3 for f in ("axis", "western-allies", "russia") for k in ("ground-air", "naval")
    }
    play.table.act(umpire, acts.Ruling(facts, "to see the limit"))
    page = plain(play.get("britain", "/country/sweden"))
    assert "Limits in use" in page
    assert "4 more: ten foreign factors at most" in page
    assert "To remember" in page
    state = re.search(r'id="plate-state"[^>]*>(.*?)</script>', play.get("britain"), re.S)
    assert state
    card = json.loads(state[1])["sweden"]
    assert "Capital: Stockholm" in card["note"]
    assert "The Axis: 6 of 10 in use, 4 more: ten foreign factors at most" in card["note"]


def test_a_tension_page_says_by_when_thresholds_are_likely(begin: Callable[..., Play]) -> None:
    page = plain(begin("awaw").get("usa", "/country/usat"))
    assert "Next at 10: the first mobilization, likely by" in page
    assert re.search(r"10 the first mobilization (Spring|Summer|Fall|Winter) 19\d\d USAT-MOB-2", page)


# -- the same by JSON
def test_ledgers_and_seats_are_had_by_json_too(server: Server) -> None:
    chairs = server.begin("twg", dice="typed")
    assert chairs["uk"].get("money/germany")["page"]["text"] == "The money of Germany"
    assert chairs["umpire"].get("plan")["plan"]["uk"] == "person"
    chairs["germany"].get("plan", status=403)
    told = chairs["host"].call("PATCH", "plan", json={"plan": {"uk": "here"}})
    assert told["plan"]["uk"] == "here"
    chairs["uk"].get("sheets", status=404)  # the link of a seat that nobody holds opens nothing


# -- events of the board
def test_details_of_an_event_are_chosen_where_the_book_says_from_what(begin: Callable[..., Play]) -> None:
    play = begin()
    page = play.get("uk", "/report")
    fields = dict(re.findall(r'<select id="d-(attack-\w+)"[^>]*>(.*?)</select>', page, re.S))
    ends = re.findall(r'value="([\w-]+)"', fields["attack-outcome"])
    assert ends == ["conquered", "repelled", "called-off", "conquered-with-retreat", "repelled-with-retreat"]
    assert 'value="germany"' in fields["attack-attacker"]
    assert 'value="spain"' in fields["attack-target"]
    play = begin("awaw")
    page = play.get("britain", "/report")
    fields = dict(re.findall(r'<select id="d-((?:taken|declaration)-\w+)"[^>]*>(.*?)</select>', page, re.S))
    assert 'value="oslo"' in fields["taken-place"]
    assert 'value="norway"' in fields["declaration-on"]


# -- the record by place
def test_the_record_is_filtered_by_any_place_it_speaks_of(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.table.act(Access(play.table, "umpire"), acts.Report({"value.indo-china": 4}), "umpire")
    told = len(play.game.record)
    page = play.get("uk", "/record")
    offered = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)</option>', page.partition("<span>Nation")[0]))
    assert offered["indo-china"] == "Indo-China"
    assert "bolivia" not in offered  # nothing has happened there
    assert f'id="e{told}"' in play.get("uk", "/record?country=indo-china")
    assert f'id="e{told}"' not in play.get("uk", "/record?country=spain")
    chosen = play.get("uk", "/record?country=bolivia")
    assert '<option value="bolivia" selected>' in chosen
    assert "No entry fits" in chosen
    told_by_api = WEB.get(f"{play.base}/api/v1/t/{place(play.table, 'uk')}/record?of=indo-china").json()
    assert [e["seq"] for e in told_by_api["entries"]][-1] == told


def test_places_in_what_was_said_count_too(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    access = Access(play.table, "umpire")
    play.until(lambda r: r.kind == "choose")
    play.table.act(access, acts.Ruling({"declared-war.germany.norway": True}, "to see"))
    play.table.act(access, acts.Event("capture", {"place": "oslo", "by": "axis"}))
    assert '<option value="oslo">' in play.get("germany", "/record")


def test_a_number_with_a_sign_is_typed_not_picked_from_a_long_list(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    asked = play.until(lambda r: r.kind == "amount" and min(r.legal) < 0)
    sheet = form_of(play.get("umpire"), asked)
    assert 'type="radio"' not in sheet
    assert re.search(rf'type="number"[^>]* min="{min(asked.legal)}" max="{max(asked.legal)}" value="0"', sheet)
    play.post("umpire", "/answer", request=asked.id, value="-2")
    assert any(e.cause.get("answer") == asked.id and e.cause["value"] == -2 for e in play.game.record)


def test_every_page_beside_the_desk_is_dressed_and_the_desk_fetches_no_more_than_it_wears(
    begin: Callable[..., Play],
) -> None:
    play = begin()
    for path in ("/why?entry=1", "/why?fact=turn", "/dice", "/country", "/record", "/rules", "/table", "/report"):
        assert "rooms.css" in play.get("germany", path), path
    assert "rooms.css" not in play.get("germany")
