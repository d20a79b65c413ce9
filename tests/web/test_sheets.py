"""Sheets that a seat fills in at once: the referee carries them out, and they are their seat's alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from legation.core.requests import Request, least_answer
from legation.core.sight import Sight
from legation.web.intents import intents_of
from tests.web.client import WEB
from tests.web.conftest import place

from .conftest import Server
from .test_pages import Play, _begin, everything, usual  # noqa: F401 - the fixture `begin`


@pytest.fixture(autouse=True)
def _at_once(server: Server) -> None:
    server.hall.pause = 0


def choosing(seat: str) -> Callable[[Request], bool]:
    return lambda r: r.seat == seat and r.kind == "choose" and "pass" in r.legal


def quietly(play: Play, wanted: Callable[[Request], bool]) -> Request:
    """Play on with answers that do least, until something is asked."""
    for _ in range(200):
        asked = play.game.requests()
        if found := next((r for r in asked if wanted(r)), None):
            return found
        request = asked[0]
        play.act(request, usual(play.game, request) if request.kind == "report" else least_answer(request))
    raise AssertionError("it was never asked")


def fill(play: Play, seat: str, sheet: str, **said: str) -> None:
    play.post(seat, "/fill", sheet=sheet, **said)


# -- influence
def test_a_whole_influence_is_carried_out_by_one_sheet(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    asked = play.until(choosing("uk"))
    page = play.get("uk")
    assert 'id="fill-influence"' in page
    assert 'name="row:eire"' in page
    before = len(play.game.record)
    fill(play, "uk", "influence", row__eire="2", row__denmark='"not now"')
    tried = [r.subject for e in list(play.game.record)[before:] for r in e.opens if "dollars" in r.prompt]
    assert tried == ["eire"]
    answers = [e.cause.get("value") for e in list(play.game.record)[before:] if e.by == "uk" and "answer" in e.cause]
    assert "denmark" not in answers
    assert answers[-1] == "pass"
    assert set(answers) >= {k for k in asked.legal if k in ("eire", "iran", "poland")}
    assert not any(r.seat == "uk" for r in play.game.requests())


def test_a_sheet_is_written_before_its_turn_and_carried_out_when_it_comes(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    size = len(play.game.record)
    fill(play, "uk", "influence", row__eire="1")
    assert len(play.game.record) == size  # nothing is asked yet, and it is no part of the record
    assert "written" in play.get("uk")
    for seat in ("germany", "ussr"):
        asked = play.until(lambda r: r.kind == "choose" and "pass" in r.legal)
        assert asked.seat == seat
        play.act(asked, "pass")
    quietly(play, choosing("france"))
    entries = list(play.game.record)[size:]
    assert any(e.by == "uk" and e.cause.get("value") == "eire" for e in entries)
    later = play.game.branch()
    later.rule({"turn": int(later.world["turn"]) + 1}, "to see")
    assert intents_of(play.table, later, "uk") == ()  # it is for its turn


def test_the_referee_stops_where_the_sheet_does_not_decide(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    fill(play, "germany", "influence", row__finland="2", **{"row__finland/sealed": '"ask me"'})
    counter = quietly(play, lambda r: r.kind != "report")
    assert (counter.seat, counter.kind) == ("ussr", "confirm")
    play.act(counter, True)
    quietly(play, lambda r: r.kind != "report")
    assert {r.seat for r in play.game.requests()} == {"germany", "ussr"}  # it said: ask me then
    bid = next(r for r in play.game.requests() if r.seat == "germany")
    assert bid.kind == "sealed"


def test_a_counter_that_stands_is_sealed_when_money_is_announced(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    fill(play, "ussr", "counters", row__finland="1", lasting="1")
    fill(play, "germany", "influence", row__finland="2")
    quietly(play, lambda r: r.kind != "report")
    opened = [e.cause["reveal"] for e in play.game.record if "reveal" in e.cause]
    assert opened == [{"germany": 2, "ussr": 1}]
    later = play.game.branch()
    later.rule({"turn": int(later.world["turn"]) + 1}, "to see")
    assert [i.sheet for i in intents_of(play.table, later, "ussr")] == ["counters"]  # until it is withdrawn
    fill(play, "ussr", "counters", gone="1")
    assert intents_of(play.table, play.game, "ussr") == ()


def test_what_is_taken_back_is_not_carried_out_again_by_itself(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    quietly(play, lambda r: "Report the declarations of war" in r.prompt)
    fill(play, "germany", "turn")
    assert play.game.phase != "Fall 1939: Axis declarations of war"
    last = next(e.seq for e in reversed(list(play.game.record)) if e.act)
    play.post("umpire", "/undo", entry=str(last), reason="too early", **{"from": "umpire"})
    assert intents_of(play.table, play.game, "germany") == ()


# -- what is refused
def test_nobody_fills_in_for_another_and_a_bad_row_is_refused(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    play.post("spectator", "/fill", 403, sheet="influence")
    play.post("umpire", "/fill", 403, sheet="influence")
    play.post("germany", "/fill", 404, sheet="influence", row__atlantis="1")
    play.post("germany", "/fill", 404, sheet="nothing")
    play.post("germany", "/fill", 400, sheet="influence", row__finland="9")
    assert intents_of(play.table, play.game, "germany") == ()


def test_sheets_outlive_the_server_and_leave_with_their_seat(begin: Callable[..., Play], server: Server) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    fill(play, "uk", "influence", row__eire="1")
    assert b"eire" in server.hall.store.intents(play.table.id, "uk")
    assert server.hall.store.intents(play.table.id, "germany") == b""
    host = place(play.table, "host")
    WEB.patch(f"{play.base}/api/v1/t/{host}/plan", json={"plan": {"uk": "here"}}).raise_for_status()
    assert server.hall.store.intents(play.table.id, "uk") == b""


# -- secrets
@pytest.mark.parametrize(
    ("sheet", "said"),
    [("influence", {"row__eire": "3"}), ("counters", {"row__finland": "1", "lasting": "1"})],
)
def test_what_others_can_fetch_does_not_depend_on_a_sheet(
    begin: Callable[..., Play], sheet: str, said: dict[str, str]
) -> None:
    seat = "uk" if sheet == "influence" else "ussr"
    pages = []
    for filled in (False, True):
        play = begin()
        play.until(choosing("germany"))
        if filled:
            fill(play, seat, sheet, **said)
        others = [c for c in (*play.table.book.seats, "spectator", "umpire", "host") if c != seat]
        pages.append(everything(play, others, "eire"))
        for chair in ("umpire", "spectator", "host"):
            reply = WEB.get(f"{play.base}/api/v1/t/{place(play.table, chair)}/sheets")
            assert reply.status_code == 403
    assert pages[0] == pages[1]


# -- A World at War
def test_targets_and_a_player_turn_are_a_sheet_each(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    quietly(play, choosing("germany"))
    page = play.get("germany")
    assert 'name="row:rumania"' in page
    fill(play, "germany", "targets")
    quietly(play, lambda r: "Report the declarations of war" in r.prompt)
    before = len(play.game.record)
    fill(play, "germany", "turn", **{"row__offensive-brps.germany": "15"})
    told = [e.cause["value"] for e in list(play.game.record)[before:] if isinstance(e.cause.get("value"), dict)]
    assert told == [{"offensive-brps.germany": 15, "offensive-brps.italy": 0}]


def test_points_are_divided_on_one_sheet_with_what_each_would_buy(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    page = play.get("germany")
    assert 'id="fill-points"' in page
    (sheet,) = [blank for blank in Sight(play.game, "germany", ("germany",)).blanks if blank.sheet == "points"]
    rumania = next(row for row in sheet.rows if row.key == "rumania")
    assert [faces.index("7") for faces in rumania.results[:2]] == [5, 4]  # a point more moves every face by one
    assert rumania.says[0] == "+1 to the die; 8 or more: 0 %"
    assert rumania.says[1] == "+2 to the die; 8 or more: 17 %"
    assert "data-face" in page
    play.post("germany", "/fill", 400, sheet="points", row__rumania="2", row__turkey="2")  # there are three
    fill(play, "germany", "points", row__rumania="2", row__turkey="1")
    assert play.game.world["dp.germany.rumania"] == 2
    assert "dp.germany.rumania" not in play.game.view("britain")["facts"]
    assert not any(r.seat == "germany" for r in play.game.requests())


def test_military_commerce_is_one_sheet_with_what_each_way_is_worth(begin: Callable[..., Play]) -> None:
    play = begin(dice="mixed", options={"rules-1939": "yes"})
    asked = quietly(play, lambda r: r.seat == "germany" and "Military Commerce" in r.prompt)
    (sheet,) = [blank for blank in Sight(play.game, "germany", ("germany",)).blanks if blank.sheet == "commerce"]
    dice, again = sheet.rows
    assert [pick.value for pick in dice.picks] == list(range(len(dice.picks)))
    worth = {pick.value: pick.worth for pick in dice.picks}
    assert worth[0] == Fraction(asked.worth["roll all"])
    assert worth[len(dice.picks) - 1] == 7 * (len(dice.picks) - 1)
    assert dice.chosen == max(worth, key=lambda safe: worth[safe] or 0)
    assert again.chosen == "best"
    before = len(play.game.record)
    fill(play, "germany", "commerce", row__safe="1", rolls="1")
    made = list(play.game.record)[before:]
    assert [e.cause["value"] for e in made if "answer" in e.cause][:2] == ["safe", "roll all"]
    rolled = [e.cause["roll"] for e in made if "roll" in e.cause and e.by == "germany"]
    assert len(rolled) >= len(dice.picks) - 2
    assert play.game.world["commerce.germany"] >= 7 + len(dice.picks) - 2
    assert not any("Military Commerce of Germany" in r.prompt for r in play.game.requests())


# -- nothing has changed
def test_one_tap_tells_that_nothing_has_changed(begin: Callable[..., Play]) -> None:
    play = begin()
    asked = play.until(lambda r: r.kind == "report")
    page = play.get("uk")
    assert 'name="quiet"' in page
    assert "No to both" in page
    play.post("uk", "/answer", request=str(asked.id), quiet="1")
    assert asked.id not in play.game.state.requests
    assert [play.game.world.stated(key) for key in asked.facts] == [{"to": 28}, {"to": 34}]


def test_a_number_is_asked_for_as_more_or_not(begin: Callable[..., Play]) -> None:
    play = begin()
    asked = play.until(lambda r: r.kind == "report")
    page = play.get("uk")
    assert "more than <b>28</b>" in page
    assert "28 is the strength of the army of Sweden." in page
    assert "If more, a superior force of Germany or Italy threatens Sweden." in page
    assert 'class="ask"' not in re.split(r'id="ask-', page)[-1]  # the question stands once on its sheet
    play.post("uk", "/answer", request=str(asked.id), **{"more:threat.sweden": "true", "fact:threat.turkey": "40"})
    assert [play.game.world.stated(key) for key in asked.facts] == [{"from": 29}, 40]


def test_one_number_alone_is_two_buttons(begin: Callable[..., Play]) -> None:
    play = begin()
    asked = quietly(play, lambda r: r.facts == ["threat.norway"])
    page = play.get("uk")
    assert page.count('<button class="pick" type="submit" name="more:threat.norway"') == 2
    play.post("uk", "/answer", request=str(asked.id), **{"more:threat.norway": "false"})
    assert play.game.world.stated("threat.norway") == {"to": 22}


def test_json_takes_yes_and_no_for_a_number(server: Server) -> None:
    chairs = server.begin("twg", dice="server")
    germany = chairs["germany"]
    (table,) = germany.get("requests")["requests"]
    germany.post("answers", request=table["id"], value=True)
    (asked,) = germany.get("requests")["requests"]
    assert asked["thresholds"]["threat.sweden"]["than"] == 28
    germany.post("answers", request=asked["id"], value={"threat.sweden": True, "threat.turkey": {"to": 20}})
    facts = germany.get("view")["facts"]
    assert (facts["threat.sweden"], facts["threat.turkey"]) == ({"from": 29}, {"to": 20})


def test_facts_of_a_nation_are_asked_of_its_people(begin: Callable[..., Play]) -> None:
    play = begin()
    asked = quietly(play, lambda r: "purse.uk" in r.facts)
    assert f'id="ask-{asked.id}"' in play.get("uk")
    assert f'id="ask-{asked.id}"' not in play.get("germany")
    play.post("germany", "/answer", 403, request=str(asked.id), **{"fact:purse.uk": "9", "fact:own-land.uk": "9"})


# -- facts that are old
def test_odds_with_old_facts_carry_the_mark(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    quietly(play, choosing("germany"))
    fill(play, "germany", "targets", row__rumania='"name it"')
    quietly(play, lambda r: r.kind == "choose" and play.game.world["turn"] == 2 and "pass" in r.legal)
    page = play.get("germany", "/country/rumania")
    assert "of the board as last told, up to one turn old" in page
    assert "Where the die would land" in page
    assert not re.search(r"Added to the die</td><td></td><td class=\"v\"><a[^>]*>[^<]* to ", page)


def test_what_cannot_be_taken_for_nothing_is_still_to_be_told(begin: Callable[..., Play]) -> None:
    play = begin()
    asked = play.until(lambda r: r.kind == "report" and any(k.startswith("own-land") for k in r.facts))
    (owner,) = asked.owners
    assert 'name="quiet"' not in re.split(r'id="ask-', play.get(owner))[-1]
    play.post(owner, "/answer", 400, request=str(asked.id), quiet="1")
    assert asked.id in play.game.state.requests


# -- the same by JSON
def test_sheets_are_had_by_json_too(server: Server) -> None:
    chairs = server.begin("twg", dice="server")
    asked = chairs["uk"].get("requests")["requests"]
    while not any("Which country" in r["prompt"] for r in asked):
        for name in ("uk", "germany", "japan"):
            for r in chairs[name].get("requests")["requests"]:
                value: Any = "quiet" if r["kind"] == "report" else r["legal"][-1] if r["legal"] else True
                chairs[name].post("answers", request=r["id"], value=value)
        asked = chairs["germany"].get("requests")["requests"]
    told = chairs["germany"].get("sheets")
    sheet = next(s for s in told["sheets"] if s["sheet"] == "influence")
    assert sheet["answers"]
    assert sheet["written"] is None
    finland = next(r for r in sheet["rows"] if r["key"] == "finland")
    assert [p["value"] for p in finland["picks"] if not p["closed"]][:2] == ["not now", 0]
    assert chairs["germany"].call("DELETE", "sheets/influence")["sheets"]
    made = chairs["germany"].call("PUT", "sheets/influence", json={"rows": {"finland": "not now"}})
    assert made["entries"]
    chairs["germany"].call("PUT", "sheets/nothing", json={"rows": {}}, status=404)


# -- every open number opens
def test_the_why_of_an_open_roll_is_reckoned_with_its_money(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(choosing("germany"))
    fill(play, "germany", "influence", row__finland="2")
    quietly(play, lambda r: r.seat == "ussr" and r.kind == "confirm")
    play.act(play.game.requests()[0], True)
    for request in [quietly(play, lambda r: r.kind == "sealed"), *play.game.requests()]:
        if request.id in play.game.state.requests:
            play.act(request, 1)
    roll = next(r for r in play.game.requests() if r.kind == "roll")
    number = re.search(r"(\d+) or less succeeds", roll.prompt)
    assert number
    page = play.get("germany")
    assert f"<b>{number[1]} or less</b>" in page
    assert "Success</dt>" in page
    link = re.search(r'href="(/t/[^"]+/why\?[^"]*counter=1[^"]*)"', page)
    assert link
    why = WEB.get(play.base + link[1].replace("&amp;", "&")).text
    assert f"Why {number[1]} or less?" in why
    assert "$1 against it" in why


def test_a_roll_on_a_table_shows_its_sheet_the_points_and_what_each_face_brings(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic")
    play.until(lambda r: r.kind == "roll" and r.purpose.startswith("diplomacy"))
    roll = next(r for r in play.game.requests() if r.kind == "roll")
    page = play.get(roll.seat)
    keys = re.search(r'<div class="keys told".*?</div>', page, re.S)
    assert keys
    assert len(re.findall(r'<button type="button" value="\d".*?>\d<small>[−\d]', keys[0])) == 6  # each with its result
    assert page.count('<ol class="six2 ghost') == 1
    assert "With one point more of" in page
    assert "How the number is made up" in page


def test_the_counting_seat_reads_whose_faces_they_are(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(choosing("germany"))
    fill(play, "germany", "influence", row__finland="2", **{"row__finland/sealed": '"ask me"'})
    play.act(quietly(play, lambda r: r.seat == "ussr" and r.kind == "confirm"), True)
    quietly(play, lambda r: r.kind == "sealed")
    assert "paid much" in play.get("ussr")
    assert "paid little" in play.get("germany")


def test_what_is_left_of_a_purse_is_entered_not_spent(begin: Callable[..., Play]) -> None:
    play = begin(options={"rules-1939": "yes"})
    left = quietly(play, lambda r: "does Germany still have" in r.prompt)
    page = play.get("germany").split(f'id="ask-{left.id}"')[1]
    assert "Spend" not in page.split("</form>")[0]


# -- the values of a board
def test_values_of_a_board_are_told_once_and_carried_forward(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: r.kind == "roll")
    assert "Values of your board" in play.get("uk")
    fill(play, "uk", "board", **{"row__own-land.uk": "60", "row__purse.uk": "40"})
    assert play.game.world.get("own-land.uk") == 60
    asked: list[str] = []
    for _ in range(200):
        if (play.game.world.get("turn") or 0) > 1 and any(r.seat == "france" for r in play.game.requests()):
            break
        request = play.game.requests()[0]
        asked += request.facts
        play.act(request, "next" if "next" in request.legal else usual(play.game, request))
    assert not [key for key in asked if key.endswith(".uk")]
    assert any(e.by == "uk" and "own-land.uk" in e.confirms for e in play.game.record)


def test_a_tension_level_is_a_ledger_of_steps(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    quietly(play, lambda r: "Allies" in r.prompt and r.kind == "confirm")
    page = play.get("usa", "/why?fact=tension.usat")
    assert "Step by step" in page
    rows = re.findall(r'</td><td class="r">([+−]\d+)</td><td class="r">(−?\d+)</td></tr>\n', page)
    steps = [(int(step.replace("−", "-")), int(after)) for step, after in rows if f">{step}<" in page]
    assert steps
    assert steps[-1][1] == play.game.world["tension.usat"]
    assert "USAT-AUTO-1" in page
    assert "{" not in page.split("Step by step")[1].split("</table>")[0]


def test_a_nation_has_a_page(begin: Callable[..., Play], server: Server) -> None:
    play = begin(options={"rules-1939": "yes"})
    page = play.get("uk", "/country/germany")
    assert "May try this turn" in page
    assert "Who stands with it" in page
    assert "War status" in play.get("germany", "/country/uk")
    chairs = server.begin("twg", dice="typed")
    assert chairs["uk"].get("dossier/germany")["dossier"]["name"] == "Germany"


# -- asked in one form
def test_a_counter_is_let_pass_or_sealed_by_one_sheet(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    fill(play, "germany", "influence", row__finland="2")
    asked = quietly(play, lambda r: r.seat == "ussr" and r.kind == "confirm")
    (sheet,) = [s for s in Sight(play.game, "ussr", ("ussr",)).blanks if asked.id in s.answers]
    assert [pick.value for pick in sheet.rows[0].picks] == [0, 1, 2, 3]  # nothing is put off: it is asked now
    assert 'name="row:germany/finland"' in play.get("ussr")
    fill(play, "ussr", "counters", **{"row__germany/finland": "3"})
    opened = [e.cause["reveal"] for e in play.game.record if "reveal" in e.cause]
    assert opened == [{"germany": 2, "ussr": 3}]
    (kept,) = intents_of(play.table, play.game, "ussr")
    assert kept.rows["finland"] == "ask me"  # it held for that try alone


def test_values_of_the_board_are_told_together_when_one_of_them_is_asked(begin: Callable[..., Play]) -> None:
    play = begin(options={"rules-1939": "yes"})
    asked = quietly(play, lambda r: r.facts == ["own-land.germany"])
    page = play.get("germany")
    assert f'id="alone-{asked.id}"' in page
    assert page.count(" required></label>") == 1  # of the others nothing needs to be said yet
    assert "(1) Values of your board" in page
    fill(play, "germany", "board", **{"row__own-land.germany": "95", "row__own-land.ussr": "122"})
    assert asked.id not in play.game.state.requests
    assert play.game.world["own-land.ussr"] == 122


def test_a_passed_device_has_the_sheets_too_and_goes_blank_before_them(server: Server) -> None:
    table = server.hall.create("twg", "1939", plan={})
    play = Play(
        server.base,
        server.hall.create("twg", "1939", dice="server", plan=dict.fromkeys(table.book.seats, "here")),
    )
    asked = play.until(choosing("germany"))
    assert "Hold: I am Germany" in play.get("host")  # sums will stand there
    page = play.get("host", "?as=germany")
    assert 'id="fill-influence"' in page
    assert "Take back" in page
    assert f"/ask/{asked.id}?as=germany" in page  # one at a time is still to be had
    assert play.post("host", "/fill?as=germany", 400, sheet="influence", row__finland="9").count("fill-influence") > 1
    play.post("host", "/fill?as=germany", sheet="influence", row__finland="0")
    assert any(e.by == "germany" and e.cause.get("value") == "bulgaria" for e in play.game.record)


def test_who_has_no_target_passes_until_one_opens(begin: Callable[..., Play]) -> None:
    play = begin("awaw", "current-classic", dice="server")
    asked = quietly(play, lambda r: r.seat == "italy" and r.kind == "choose")
    assert asked.legal == ["pass"]
    page = play.get("italy")
    assert "No target is open to you" in page
    assert "every phase, until a target opens" in page
    fill(play, "italy", "targets", lasting="1")
    season = play.game.world["turn"]
    named = []
    while play.game.world["turn"] < season + 3:
        named += [r for r in play.game.requests() if r.seat == "italy" and r.kind in ("choose", "amount")]
        request = play.game.requests()[0]
        play.act(request, usual(play.game, request) if request.kind == "report" else least_answer(request))
    assert named == []


@pytest.mark.parametrize("alone", [True, False])
def test_dice_of_a_whole_sheet_are_typed_in_one_tray(server: Server, alone: bool) -> None:
    seats = Play(server.base, server.hall.create("twg", "1939", plan={})).table.book.seats
    plan = dict.fromkeys(seats, "open" if alone else "here")
    play = Play(server.base, server.hall.create("twg", "1939", dice="typed", plan=plan))
    play.until(choosing("germany"))
    play.post("host", "/fill?as=germany", sheet="influence")
    page = play.get("host", "?as=germany" if alone else "")
    rows = re.findall(r'name="purpose:(\d)" value="turn 1: Germany influences (\w+)"', page)
    assert [name for _, name in rows] == ["Bulgaria", "Finland", "Hungary", "Romania"]
    before = len(play.game.record)
    faces = {f"purpose__{n}": re.findall(rf'name="purpose:{n}" value="([^"]+)"', page)[0] for n, _ in rows}
    play.post("host", "/rolls?as=germany", **faces, face__0="12", face__1="1", face__2="12", face__3="11")
    rolled = [e.cause["roll"] for e in list(play.game.record)[before:] if "roll" in e.cause]
    assert rolled == [12, 1, 12, 11]
    assert play.game.world["stance.finland.germany"] == "sworn"
    assert not any(r.seat == "germany" for r in play.game.requests())


def test_what_nobody_can_counter_does_not_wait_for_what_somebody_may(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    play.until(choosing("germany"))
    before = len(play.game.record)
    fill(play, "germany", "influence", row__bulgaria="1", row__romania="1")
    quietly(play, lambda r: r.seat == "ussr" and r.kind == "confirm")
    tried = [e.cause["value"] for e in list(play.game.record)[before:] if e.by == "germany" and "answer" in e.cause]
    assert [value for value in tried if value in ("bulgaria", "finland", "hungary", "romania")] == [
        "finland",
        "hungary",
        "bulgaria",
    ]
