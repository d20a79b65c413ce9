"""Every result is on the screen of everyone who may see it, in the answer to the act; nobody is told twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

import legation
from legation.cli.app import app
from legation.core import acts
from legation.core.facts import Count, Flag
from legation.core.game import Game
from legation.core.requests import least_answer
from legation.web import seen
from tests.web.client import WEB
from tests.web.conftest import Chair, Server, place, seated
from tests.web.test_pages import Play
from tests.web.test_pages import _begin as _begin

HEADLINE = "Two things happened; four rolls changed nothing"


@pytest.fixture(name="chairs")
def _chairs(server: Server) -> dict[str, Chair]:
    """A game of which all dice are known: Iraq has its coup before anybody is asked a second time."""
    game = legation.new_game("twg", scenario="1939", seed=7)
    table = server.hall.adopt(game, name="Told", plan=dict.fromkeys(game.book.seats, "person"))
    return {chair: Chair(server.base, seated(table, chair), place(table, chair)) for chair in table.chairs}


def unrest(chair: Chair) -> dict[str, Any]:
    """The board is as reported, and nothing can reach anybody: the dice of unrest fall."""
    for _ in range(2):
        asked = chair.get("requests")["requests"][0]
        told = True if asked["kind"] == "confirm" else dict.fromkeys(asked["facts"], 0)
        found: dict[str, Any] = chair.post("answers", request=asked["id"], value=told)
    return found


def page(chair: Chair, path: str = "", **form: Any) -> str:
    """A page, or what a live desk is sent in answer to a form."""
    at = f"{chair.base}/t/{chair.place}{path}"
    reply = WEB.post(at, data=form, headers={"hx-request": "true"}) if form else WEB.get(at)
    assert reply.status_code == 200, reply.text
    return reply.text


def headline(text: str) -> str:
    found = re.search(r'id="dispatch".*?<h2>(.*?)</h2>', text, re.S)
    return re.sub(r"<.*?>", "", found[1]).strip() if found else ""


def test_the_reply_to_an_act_tells_what_it_brought_about(chairs: dict[str, Chair]) -> None:
    told = unrest(chairs["germany"])["dispatch"]
    assert told["headline"] == HEADLINE
    assert [line["text"] for line in told["tells"]] == [
        "Iraq leaves the U.K. and turns Friendly to Germany",
        "Saudi Arabia swears to the U.K.",
    ]


@pytest.mark.parametrize("name", ["germany", "uk", "umpire", "host", "spectator"])
def test_everybody_who_looks_is_told(chairs: dict[str, Chair], name: str) -> None:
    unrest(chairs["germany"])
    shown = page(chairs[name])
    assert headline(shown) == HEADLINE
    assert f'data-says="{HEADLINE}. Germany rolled 3' in shown
    for land, letter in (("iraq", "A"), ("saudi-arabia", "B")):
        assert re.search(rf'"{land}":{{[^}}]*"lit":"{letter}"', shown)


def test_an_answer_on_a_live_desk_is_told_in_its_own_reply(chairs: dict[str, Chair]) -> None:
    chair = chairs["germany"]
    asked = chair.get("requests")["requests"][0]
    chair.post("answers", request=asked["id"], value=True)
    asked = chair.get("requests")["requests"][0]
    facts = {f"fact:{key}": "0" for key in asked["facts"]}
    shown = page(chair, "/answer", request=asked["id"], **facts)
    assert headline(shown) == HEADLINE
    assert "Unrest in Iraq: Germany rolled 3, needed 5 or less: a success".upper() in shown


def test_what_was_put_away_is_a_line_that_opens_again(chairs: dict[str, Chair]) -> None:
    unrest(chairs["germany"])
    chair = chairs["uk"]
    assert "Put away" in page(chair)
    filed = page(chair, "/told", upto=chair.get("view")["seq"])
    assert "disp away" in filed
    assert '"lit"' not in filed
    assert "disp away" in page(chair)  # on another device too
    first = re.search(r'"upto": (\d+)', filed)
    assert first
    assert headline(page(chair, "/told", upto=first[1])) == HEADLINE
    assert "disp away" not in page(chairs["france"])  # it was the U.K. that has read it


def test_a_program_reads_and_puts_away_too(chairs: dict[str, Chair]) -> None:
    unrest(chairs["germany"])
    found = chairs["uk"].get("dispatch")
    assert found["dispatch"]["headline"] == HEADLINE
    chairs["uk"].post("told", upto=found["seq"])
    assert chairs["uk"].get("dispatch")["dispatch"] is None
    assert chairs["uk"].get("dispatch?since=3")["dispatch"] is not None


def test_the_dispatch_before_is_shown_again(chairs: dict[str, Chair]) -> None:
    seq = unrest(chairs["germany"])["seq"]
    again = page(chairs["germany"], f"/dispatch?before={seq + 1}")
    assert headline(again) == HEADLINE
    assert "Read again" in again
    assert "dispatch" not in page(chairs["germany"], "/dispatch?before=2")


def test_after_an_absence_one_is_told_what_happened_since_one_last_looked(
    chairs: dict[str, Chair], server: Server
) -> None:
    page(chairs["uk"])
    table = server.hall.enter(chairs["uk"].token).table
    before = seen.look_of(table, "uk")
    assert before is not None
    assert (before.seen, before.since) == (1, 0)
    unrest(chairs["germany"])
    seen.sees(table, "uk", 1, now=before.at - 19 * 3600)  # the page was last open yesterday
    shown = page(chairs["uk"])
    assert "Since you last looked · 19 h" in shown
    assert headline(shown).startswith("Two things happened")
    assert headline(page(chairs["uk"])).startswith("Two things happened")  # until it is put away


def test_the_tab_says_what_is_asked(chairs: dict[str, Chair]) -> None:
    assert "<title>(1) The table: for the table · Legation</title>" in page(chairs["germany"])
    unrest(chairs["germany"])
    assert f"<title>{HEADLINE} · Legation</title>" in page(chairs["usa"])


def test_what_comes_after_it_was_seen_is_new_on_the_tape(chairs: dict[str, Chair]) -> None:
    unrest(chairs["germany"])
    shown = page(chairs["germany"])
    assert "you have seen these" in shown
    assert shown.index('class="new') < shown.index("you have seen these")


def test_only_secrets_blank_a_passed_screen(server: Server) -> None:
    plan = dict.fromkeys(legation.new_game("twg").book.seats, "here")
    chairs = server.begin("twg", scenario="1939", dice="typed", plan=plan)
    unrest(chairs["host"])
    shown = WEB.get(f"{server.base}/t/{chairs['host'].place}", follow_redirects=True).text
    assert "Pass the phone to" not in shown
    assert "5 rolls are due" in shown
    asked = chairs["host"].get("requests")["requests"][0]
    chairs["host"].post("answers", request=asked["id"], value=12, seat=asked["seat"])
    after = WEB.get(f"{server.base}/t/{chairs['host'].place}", follow_redirects=True).text
    assert "rolled 12, needed" in after  # what it came to, above the next die


# -- the dice tray
@pytest.fixture(name="device")
def _device(server: Server) -> Chair:
    """One device for all seats, and dice that either side may throw."""
    game = legation.new_game("twg", scenario="1939", seed=7, dice="mixed")
    table = server.hall.adopt(game, name="Dice", plan=dict.fromkeys(game.book.seats, "open"))
    found = Chair(server.base, seated(table, "host"), place(table, "host"))
    unrest(found)
    return found


def test_every_roll_that_is_due_lies_in_one_tray(device: Chair) -> None:
    tray = device.get("tray")["tray"]
    assert [due["subject"] for due in tray["rolls"]] == ["Iraq", "Peru", "Yugoslavia", "Afghanistan", "Eire"]
    shown = WEB.get(f"{device.base}/t/{device.place}", follow_redirects=True).text
    assert "Roll all 5" in shown
    assert shown.count("data-face") == 5


def test_one_press_rolls_all(device: Chair) -> None:
    page(device, "/rolls", rest="1", request="4")
    told = device.get("dispatch")["dispatch"]
    assert told["headline"] == HEADLINE
    assert device.get("tray")["tray"] is None


def test_faces_in_a_row_are_entered_together(device: Chair) -> None:
    rolls = device.get("tray")["tray"]["rolls"]
    form = {f"purpose:{n}": due["purpose"] for n, due in enumerate(rolls)}
    form |= {f"face:{n}": "12" for n in range(4)}
    page(device, "/rolls", **form)
    assert device.get("requests")["requests"][0]["prompt"].startswith("Roll d12 for Eire")
    acted = device.post("tray", faces=[{"face": 12}])
    assert [entry["cause"]["roll"] for entry in acted["entries"]] == [12]
    assert device.post("tray", status=400, faces=[{"face": 12}])["error"]["message"].startswith("no roll is asked")


def test_people_apart_have_their_own_dice_in_their_trays(server: Server) -> None:
    chairs = server.begin("twg", scenario="1939", dice="typed")
    unrest(chairs["germany"])
    assert {due["seat"] for due in chairs["germany"].get("tray")["tray"]["rolls"]} == {"germany"}
    for other in ("uk", "umpire", "spectator"):
        assert chairs[other].get("tray")["tray"] is None
    chairs["uk"].post("tray", status=400, faces=[{"face": 1}])
    chairs["spectator"].post("tray", status=403, faces=[{"face": 1}])


# -- control
def at_the_dice(server: Server) -> dict[str, Chair]:
    """People apart; Germany has typed a 3 for Iraq, which left the U.K. for it."""
    chairs = server.begin("twg", scenario="1939", dice="typed")
    unrest(chairs["germany"])
    chairs["germany"].post("tray", faces=[{"face": 3}])
    return chairs


def test_take_back_stands_in_one_place_and_says_why_it_is_grey(server: Server) -> None:
    chairs = server.begin("twg", scenario="1939", dice="typed")
    assert "There is nothing to take back." in page(chairs["uk"])
    asked = chairs["germany"].get("requests")["requests"][0]
    chairs["germany"].post("answers", request=asked["id"], value=True)
    assert chairs["germany"].get("takeback")["takeback"]["free"]
    assert 'class="tb" data-take-back' in page(chairs["germany"])
    assert "The last act is Germany’s." in page(chairs["uk"])
    page(chairs["germany"], "/undo", entry="2")
    assert chairs["germany"].get("requests")["requests"][0]["id"] == asked["id"]


def test_across_a_die_those_whom_it_touches_are_asked(server: Server) -> None:
    chairs = at_the_dice(server)
    assert "A die has fallen, so U.K. is asked." in page(chairs["germany"])
    page(chairs["germany"], "/propose", what="undo", reason="typed 3 for 13")
    for name in ("uk", "france", "spectator"):
        shown = page(chairs[name])
        assert "Germany proposes to take this back" in shown
        assert ("Allow" in shown) is (name == "uk")
    number = chairs["uk"].get("takeback")["takeback"]["proposal"]["seq"]
    chairs["france"].post("consents", status=403, proposal=number)
    page(chairs["uk"], "/consent", proposal=str(number), yes="1")
    assert chairs["uk"].get("view")["facts"]["stance.iraq.uk"] == "friendly"
    assert "proposes to take this back" not in page(chairs["uk"])
    assert "allowed by U.K." in page(chairs["uk"], "/record")


def test_a_no_leaves_everything_as_it_is(server: Server) -> None:
    chairs = at_the_dice(server)
    made = chairs["germany"].post("proposals", what="undo")
    chairs["uk"].post("consents", proposal=made["entries"][-1]["seq"], yes=False)
    assert chairs["uk"].get("view")["facts"]["stance.iraq.germany"] == "friendly"
    assert chairs["germany"].get("takeback")["takeback"]["proposal"] is None


def test_a_game_of_people_is_ended_by_all_of_them(server: Server) -> None:
    plan = dict.fromkeys(legation.new_game("twg").book.seats, "none") | {"germany": "person", "uk": "person"}
    chairs = server.begin("twg", scenario="1939", dice="typed", plan=plan)
    assert WEB.post(f"{server.base}/t/{chairs['uk'].place}/propose", data={"what": "end"}).status_code == 400  # no tick
    page(chairs["uk"], "/propose", what="end", sure="1")
    assert "U.K. proposes to end the game" in page(chairs["germany"])
    number = chairs["germany"].get("takeback")["takeback"]["proposal"]["seq"]
    assert not chairs["germany"].get("view")["over"]
    page(chairs["germany"], "/consent", proposal=str(number), yes="1")
    assert chairs["germany"].get("view")["over"]


def test_nobody_says_that_anothers_turn_is_over(server: Server) -> None:
    game = legation.new_game("awaw", scenario="current-classic", dice="server", seed=3)
    while not any(request.owners for request in game.requests()):
        asked = game.requests()[0]
        seat = asked.seat if asked.seat != "table" else "germany"
        value = least_answer(asked)
        if asked.kind == "report":
            value = {key: plausible(game, key) for key in asked.facts if game.world.last(key) is None}
        game.answer(asked.id, value, seat=seat)
    table = server.hall.adopt(game, name="Turns", plan=dict.fromkeys(game.book.seats, "person"))
    chairs = {chair: Chair(server.base, seated(table, chair), place(table, chair)) for chair in table.chairs}
    number = game.requests()[0].id
    assert [r["id"] for r in chairs["germany"].get("requests")["requests"]] == [number]
    assert chairs["britain"].get("requests")["requests"] == []
    chairs["britain"].post("answers", status=403, request=number, value=True)
    chairs["germany"].post("answers", request=number, value=True)


def plausible(game: Game, key: str) -> Any:
    domain = game.world.schema.spec(key).domain
    return False if isinstance(domain, Flag) else domain.lo if isinstance(domain, Count) else domain.options[0]


# -- the end
def test_the_end_has_its_sheet_on_page_in_json_and_in_the_terminal(server: Server) -> None:
    plan = dict.fromkeys(legation.new_game("twg").book.seats, "none") | {"germany": "person"}
    game = legation.new_game("twg", scenario="1939", seed=7)
    table = server.hall.adopt(game, name="End", plan=plan)
    chairs = {chair: Chair(server.base, seated(table, chair), place(table, chair)) for chair in table.chairs}
    unrest(chairs["germany"])
    assert "The game so far" in page(chairs["germany"], "/balance")
    assert "data-over" in page(chairs["germany"], "/propose", what="end", sure="1")  # nobody else plays
    for name in ("germany", "spectator", "umpire"):
        shown = page(chairs[name])  # the desk has become the sheet
        for words in (
            '<h1 class="title">The game is over</h1>',
            "Luck by seat",
            "What changed hands",
            "checked just now",
        ):
            assert words in shown
        assert ("The game<small>" in shown) is (name == "umpire"), "the whole game holds what was asked of others"
    data = chairs["germany"].get("balance")
    assert data["balance"]["over"]
    assert sum(row["rolls"] for row in data["luck"]) == 5
    assert [one["name"] for one in data["balance"]["changed"]] == ["Iraq", "Saudi Arabia"]
    said = CliRunner().invoke(app, ["balance", "--server", server.base, "--token", chairs["germany"].token])
    for words in ("The game is over", "Iraq: Friendly to the U.K.; now Friendly to Germany", "Luck by seat"):
        assert words in said.output
    chairs["umpire"].post("close")
    assert "Dice and seals, verified" in page(chairs["germany"])
    assert "The game<small>" in page(chairs["spectator"])


def test_an_end_that_is_taken_back_gives_the_desk_again(server: Server) -> None:
    chairs = server.begin("twg", scenario="1939", dice="typed")
    table = server.hall.enter(chairs["umpire"].token).table
    table.act(server.hall.enter(chairs["umpire"].token), acts.End("a slip"))
    assert "The game is over" in page(chairs["uk"])
    table.act(server.hall.enter(chairs["umpire"].token), acts.Undo(None, "not yet"))
    assert 'id="asks"' in page(chairs["uk"])


def test_tables_and_the_verifier_are_for_the_taking(server: Server) -> None:
    chairs = server.begin("twg", scenario="1939", dice="typed")
    rows = page(chairs["spectator"], "/table.csv").splitlines()
    assert rows[0].startswith("place,stands,to,Value,Government")
    assert any(row.startswith("Spain,Neutral to all,") for row in rows)
    assert "def check(" in WEB.get(f"{server.base}/verifier.py").text


# -- late
def test_a_late_first_look_tells_the_last_turn_in_full_and_folds_those_before(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(lambda r: (play.game.world.get("turn") or 0) == 3 and "pass" in r.legal)
    seen.put_away(play.table, "usa", 0)  # as if it had never looked
    shown = play.get("usa")
    assert "The game so far" in shown
    found = Chair(play.base, seated(play.table, "usa")).get("dispatch")["dispatch"]
    assert [turn["phase"].split(",")[0] for turn in found["earlier"]] == ["Turn 1", "Turn 2"]
    assert {phase["phase"].split(",")[0] for phase in found["phases"]} == {"Turn 3"}
    for turn in found["earlier"]:
        assert f"{turn['phase'].split(',')[0]}: {turn['headline']}" in shown
    lettered = [line["letter"] for turn in found["earlier"] for phase in turn["phases"] for line in phase["tells"]]
    assert not any(lettered), "only what is told in full stands on the map"
    said = CliRunner().invoke(app, ["dispatch", "--server", play.base, "--token", seated(play.table, "usa")]).output
    assert f"Turn 1: {found['earlier'][0]['headline']}" in " ".join(said.split())  # a long one is wrapped


def test_to_look_is_no_part_of_the_game_and_to_look_twice_tells_the_same(server: Server) -> None:
    chairs = server.begin("twg", scenario="1939", dice="typed")
    table = server.hall.enter(chairs["uk"].token).table
    unrest(chairs["germany"])
    before = table.look(server.hall.enter(chairs["umpire"].token), lambda game: (game.record.dump(), game.record.tip))
    first, *again = [page(chairs["uk"]) for _ in range(3)]
    assert again == [first, first]
    asked = [chairs["uk"].get("dispatch") for _ in range(2)]
    assert asked[0] == asked[1]
    after = table.look(server.hall.enter(chairs["umpire"].token), lambda game: (game.record.dump(), game.record.tip))
    assert after == before
    assert headline(page(chairs["france"])) == headline(first), "and nobody else is told less by it"
