"""The pages: every room for every chair, answers by plain forms, refusals in place, and nobody's secrets."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from markupsafe import escape

from legation.core import acts
from legation.core.errors import NotFound
from legation.core.facts import Choice, Flag
from legation.core.game import Game
from legation.core.requests import TABLE, Request
from legation.web.seats import Access
from legation.web.sessions import Session
from tests.web.client import WEB
from tests.web.conftest import place, seated

from .conftest import Server

ROOMS = (
    "",
    "/country",
    "/record",
    "/record?open=1",
    "/look?at=1",
    "/rules",
    "/table",
    "/sheet",
    "/charts",
    "/money",
    "/why?fact=turn",
    "/why?entry=1",
)


@dataclass
class Play:
    """A table on a real server, and what a browser without scripts would do there."""

    base: str
    table: Session

    @property
    def game(self) -> Game:
        return self.table.look(Access(self.table, "umpire"), lambda g: g)

    def at(self, chair: str, path: str = "") -> str:
        return f"{self.base}/t/{place(self.table, chair)}{path}"

    def get(self, chair: str, path: str = "", status: int = 200, **more: Any) -> str:
        reply = WEB.get(self.at(chair, path), **more)
        assert reply.status_code == status, (path, reply.status_code, reply.text[-600:])
        return reply.text

    def post(self, chair: str, path: str, status: int = 303, headers: dict[str, str] | None = None, **data: Any) -> str:
        sent = {k.replace("__", ":"): v for k, v in data.items()}
        reply = WEB.post(self.at(chair, path), data=sent, headers=headers)
        assert reply.status_code == status, (path, reply.status_code, reply.text[-600:])
        return reply.headers.get("location", "") if status == 303 else reply.text

    def act(self, request: Request, value: Any) -> None:
        seat = "umpire" if request.seat == TABLE else request.seat
        self.table.act(Access(self.table, seat), acts.Answer(request.id, value), seat)

    def until(self, wanted: Callable[[Request], bool]) -> Request:
        """Play on, with the first answer that does something, until something is asked."""
        for _ in range(300):
            asked = self.game.requests()
            found = next((r for r in asked if wanted(r)), None)
            if found is not None:
                return found
            self.act(asked[0], usual(self.game, asked[0]))
        raise AssertionError("it was never asked")


def usual(game: Game, request: Request) -> Any:
    if request.kind == "report":
        return {k: plausible(game, k) for k in request.facts if game.world.last(k) is None}
    if request.among:
        return {request.among[0]: request.total}
    for lively in ("money", "next"):
        if lively in request.legal:
            return lively
    return request.legal[-1] if request.kind == "roll" else request.legal[0]


def plausible(game: Game, key: str) -> Any:
    domain = game.world.schema.spec(key).domain
    if isinstance(domain, Flag):
        return False
    return domain.options[0] if isinstance(domain, Choice) else 30 if key.startswith(("own-land", "purse")) else 0


@pytest.fixture(name="begin")
def _begin(server: Server) -> Callable[..., Play]:
    def begin(
        book: str = "twg", scenario: str = "", dice: str = "typed", plan: dict[str, str] | None = None, **more: Any
    ) -> Play:
        names = {"twg": "1939", "awaw": "older", "tern": "archipelago"}
        table = server.hall.create(book, scenario or names[book], name="A table", dice=dice, plan=plan or {}, **more)
        return Play(server.base, table)

    return begin


def form_of(page: str, request: Request) -> str:
    """The sheet of one request."""
    found = re.search(rf'<section class="sheet req now" id="ask-{request.id}".*?</section>', page, re.S)
    assert found, f"no sheet for request {request.id}"
    return found[0]


# -- start
def test_a_new_game_gives_a_link_and_a_code_for_every_chair(server: Server) -> None:
    assert "The War Game" in WEB.get(server.base).text
    page = WEB.get(f"{server.base}/?book=awaw").text
    assert "current-classic" in page
    assert "The current edition" in page
    data = {
        "book": "twg",
        "scenario": "1942",
        "dice": "server",
        "name": "Ours",
        "plan:germany": "here",
        "option:iran-rail": "yes",
    }
    reply = WEB.post(f"{server.base}/new", data=data)
    assert reply.status_code == 303
    links = WEB.get(server.base + reply.headers["location"]).text
    assert "Ours" in links
    assert links.count("<svg") > 10
    for name in ("Umpire", "Spectators", "U.K."):
        assert name.lower() in links.lower()
    assert links.count('class="qr dead"') == 9  # seven seats, the umpire, the spectators; the device is this one
    assert "Only this machine can open these links" in links  # and a code that no phone can use is not drawn
    server.app.state.reach = "http://192.0.2.7:8000"
    links = WEB.get(server.base + reply.headers["location"]).text
    server.app.state.reach = None
    assert links.count("<svg xmlns") + links.count('class="qr"') >= 10
    assert "http://192.0.2.7:8000/i/" in links
    assert "Only this machine" not in links


def test_a_plan_that_cannot_be_is_refused_on_the_start_page(server: Server) -> None:
    reply = WEB.post(f"{server.base}/new", data={"book": "twg", "scenario": "1950"})
    assert reply.status_code == 404
    assert "no scenario" in reply.text
    assert 'role="alert"' in reply.text


# -- rooms
@pytest.mark.parametrize("book", ["twg", "awaw"])
def test_every_room_opens_for_every_chair(begin: Callable[..., Play], book: str) -> None:
    play = begin(book)
    seat = play.table.book.seats[0]
    for chair in (seat, "spectator", "umpire", "host"):
        for path in ROOMS:
            page = play.get(chair, path)
            assert "<main" in page
            assert "<title>" in page
    for slug in play.table.book.subjects():
        assert "Dossier" in play.get(seat, f"/country/{slug}")
    assert play.get(seat, "/report?place=spain")
    assert play.get("umpire", "/umpire?place=spain")
    assert play.get("umpire", "/links")


def test_a_third_book_gets_a_desk_without_a_map(server: Server) -> None:
    table = server.hall.create("tern", next(iter(server.hall.create("tern", _first("tern")).book.scenarios)))
    play = Play(server.base, table)
    for chair in (table.book.seats[0], "umpire"):
        for path in ("", "/country", "/record", "/rules", "/table", "/sheet"):
            assert "<main" in play.get(chair, path)


def _first(book: str) -> str:
    from legation.books import book as find

    return next(iter(find(book).scenarios))


def test_rules_are_pages_with_text_ruling_and_cases(begin: Callable[..., Play]) -> None:
    play = begin()
    page = play.get("uk", "/rules/DG-NOR-U1")
    entry = play.table.book.registry.ledgers.entry("DG-NOR-U1")
    assert escape(entry.rule[:60]) in page
    assert ".yaml" in page
    assert "DG-SPA-I1" in play.get("uk", "/rules?country=spain")
    assert "did you mean" in play.get("uk", "/rules/DG-NOR-U99", 404).lower()


def test_an_unknown_link_opens_nothing_and_says_so(server: Server) -> None:
    reply = WEB.get(f"{server.base}/t/no-such-token", follow_redirects=True)
    assert reply.status_code == 404
    assert "opens nothing" in reply.text
    assert "no-such-token" not in reply.text


# -- requests of every kind, answered by plain forms
def test_every_kind_of_request_is_shown_and_answered_without_scripts(begin: Callable[..., Play]) -> None:
    play = begin()
    seen = set()
    for kind in ("confirm", "report", "roll", "choose", "amount", "sealed"):
        request = play.until(lambda r, kind=kind: r.kind == kind)  # type: ignore[misc]
        chair = "uk" if request.seat == TABLE else request.seat
        sheet = form_of(play.get(chair), request)
        assert request.cite in sheet
        before = len(play.game.record)
        if kind == "report":
            facts = {f"fact__{k}": str(plausible(play.game, k)).lower() for k in request.facts}
            assert all(f'name="fact:{k}"' in sheet for k in request.facts)
            play.post(chair, "/answer", request=str(request.id), **facts)
        else:
            value = usual(play.game, request)
            assert escape(json.dumps(value)) in sheet or kind == "roll"
            play.post(chair, "/answer", request=str(request.id), value=json.dumps(value))
        assert len(play.game.record) > before
        assert request.id not in play.game.state.requests
        seen.add(kind)
    assert len(seen) == 6


def test_points_are_divided_by_a_form_of_their_own(begin: Callable[..., Play]) -> None:
    play = begin("awaw")
    request = play.until(lambda r: bool(r.among))
    sheet = form_of(play.get(request.seat), request)
    assert all(f'name="among:{name}"' in sheet for name in request.among)
    play.post(request.seat, "/answer", request=str(request.id), among__rumania=str(request.total))
    assert play.game.vault.facts[f"dp.{request.seat}.rumania"][0] == request.total


def test_choices_carry_their_odds_as_faces_and_open_to_the_reason(begin: Callable[..., Play]) -> None:
    play = begin()
    request = play.until(lambda r: r.kind == "choose" and "pass" in r.legal and r.seat == "uk")
    sheet = form_of(play.get("uk"), request)
    sheet = sheet.split('class="ask-form"')[-1]
    assert sheet.count('class="faces"') == len(request.odds)
    assert sheet.count('class="sure"') == sum(
        int(12 * int(o.split("/")[0]) / int(o.split("/")[1])) for o in request.odds.values()
    )
    link = re.search(r'href="(/t/[^"]+/why\?[^"]+)"', sheet)
    assert link
    why = WEB.get(play.base + html.unescape(link[1])).text
    assert "or less?" in why
    assert "Looked at, and not applied" in why
    assert "Facts it rests on" in why


def test_an_entry_tells_what_changed_by_which_rule_and_because_of_what(begin: Callable[..., Play]) -> None:
    play = begin()
    roll = play.until(lambda r: r.kind == "roll" and "influences" in r.purpose)
    play.act(roll, 1)
    seq = next(e.seq for e in reversed(list(play.game.record)) if e.cause.get("answer") == roll.id)
    assert f"/why?entry={seq}" in play.get("china", f"/record?open={seq}")
    why = play.get("china", f"/why?entry={seq}")
    assert "or less?" in why
    effect = next(c for c in play.game.record[seq].effects if c.fact.startswith("stance."))
    rule = re.search(rf'<td>([^<]+) <a class="cite" href="[^"]+/rules/{effect.rule}">', why)
    assert rule
    assert rule[1].strip()
    because = why.split("Because</h2>")[1]
    assert f'/rules/{effect.rule}"' in because
    folded = re.findall(r'<details class="numbers"><summary>([^<]+) \((\d+)\)</summary>', why)
    assert [title for title, _ in folded] == ["Applied as well", "Looked at, and not applied"]
    assert all(int(count) > 10 for _, count in folded)


def test_an_entry_of_a_table_shows_the_sheet_of_its_die(begin: Callable[..., Play]) -> None:
    play = begin("awaw", dice="server")
    play.until(lambda r: any("diplomacy/" in e.cause.get("label", "") for e in play.game.record))
    die = next(e for e in play.game.record if "diplomacy/" in e.cause.get("label", ""))
    why = play.get("germany", f"/why?entry={die.seq}")
    assert "Added to the die" in why
    assert f"The die showed <b>{die.cause['roll']}</b>" in why


def test_what_is_no_answer_says_what_it_is(begin: Callable[..., Play]) -> None:
    play = begin()
    assert "The set-up of the scenario" in play.get("uk", "/why?entry=1")
    play.post("umpire", "/umpire/rule", key="stance.spain.germany", key_value="friendly", reason="agreed")
    seq = len(play.game.record)
    assert "The umpire ruled it" in play.get("uk", f"/why?entry={seq}")
    play.post("umpire", "/undo", reason="agreed otherwise")
    assert f"Entry {seq + 1} took it back." in play.get("uk", f"/why?entry={seq}")
    assert "no longer count" in play.get("uk", f"/why?entry={seq + 1}")
    play.get("uk", "/why?entry=999", 404)


def test_only_a_die_that_decides_something_says_which_faces_succeed(begin: Callable[..., Play]) -> None:
    attempt, commerce = begin(), begin(options={"rules-1939": "yes"})
    request = attempt.until(lambda r: r.kind == "roll" and "success" in r.odds)
    assert "succeeds" in form_of(attempt.get(request.seat), request)
    request = commerce.until(lambda r: r.kind == "roll" and not r.odds)
    assert "fails" not in form_of(commerce.get(request.seat), request)


def test_a_sealed_sum_shows_every_number_it_can_lead_to(begin: Callable[..., Play]) -> None:
    play = begin(dice="server")
    request = play.until(lambda r: r.kind == "sealed")
    sheet = form_of(play.get(request.seat), request)
    assert "Number to roll, against each sum" in sheet
    assert 'class="may"' in sheet
    assert "open until you seal" in sheet


# -- refusals
def test_a_refusal_is_shown_in_place_with_its_rule_and_changes_nothing(begin: Callable[..., Play]) -> None:
    play = begin()
    request = play.until(lambda r: r.kind == "amount")
    before = len(play.game.record)
    page = play.post(request.seat, "/answer", 400, request=str(request.id), value="9")
    refusal = re.search(rf'id="refusal-{request.id}">(.*?)</div>\s*</div>', page, re.S)
    assert refusal
    assert request.cite in refusal[1]
    assert "Allowed: 1 to 3" in refusal[1]
    assert len(play.game.record) == before
    live = play.post(request.seat, "/answer", 200, {"HX-Request": "true"}, request=str(request.id), value="9")
    assert f'id="refusal-{request.id}" hx-swap-oob="true"' in live


def test_what_was_answered_elsewhere_is_told_and_not_sent_twice(begin: Callable[..., Play]) -> None:
    play = begin()
    request = play.until(lambda r: r.kind == "confirm" and r.seat == TABLE)
    play.post("uk", "/answer", request=str(request.id), value="true")
    before = len(play.game.record)
    page = play.post("germany", "/answer", 409, request=str(request.id), value="true")
    assert "no longer open" in page
    assert len(play.game.record) == before


def test_nobody_answers_for_another_and_a_spectator_not_at_all(begin: Callable[..., Play]) -> None:
    play = begin()
    request = play.until(lambda r: r.seat not in (TABLE, "china"))
    play.post("china", "/answer", 403, request=str(request.id), value=json.dumps(usual(play.game, request)))
    play.post("spectator", "/answer", 403, request=str(request.id), value="1")
    assert "<form" not in play.get("spectator")
    play.get("uk", "/umpire", 403)
    play.get("uk", "/links", 403)


# -- secrets
def test_what_others_can_fetch_does_not_depend_on_a_sealed_sum(begin: Callable[..., Play]) -> None:
    pages = []
    for sum_ in (1, 3):
        play = begin()
        request = play.until(lambda r: r.kind == "sealed" and 3 in r.legal)
        play.act(request, sum_)
        others = [c for c in ("germany", "ussr", "uk", "china", "spectator", "umpire", "host") if c != request.seat]
        pages.append(everything(play, others, request.subject))
    assert pages[0] == pages[1]


def test_what_others_can_fetch_does_not_depend_on_hidden_points(begin: Callable[..., Play]) -> None:
    pages = []
    for target in ("rumania", "spain"):
        play = begin("awaw")
        request = play.until(lambda r: bool(r.among))
        play.act(request, {target: request.total})
        known = [s for s in play.table.book.seats if request.seat in play.table.book.confidants(play.game.world, s)]
        chairs = (*play.table.book.seats, "spectator", "umpire", "host")
        others = [c for c in chairs if c not in (request.seat, *known)]  # partners show each other their points
        pages.append(everything(play, others, "rumania"))
        mine = play.get(request.seat, f"/country/{request.seat}")
        assert target in mine.lower()
    assert pages[0] == pages[1]


def everything(play: Play, chairs: list[str], subject: str) -> list[str]:
    """All that these chairs can fetch, without the links themselves and without hashes: commitments, and the tip."""
    found = []
    for chair in chairs:
        for path in (*ROOMS, "/desk?part=live", f"/country/{subject}", f"/why?subject={subject}"):
            page = play.get(chair, path).replace(place(play.table, chair), "PLACE")
            found.append(re.sub(r"\b[a-z]{5}-[a-z]{5}-[A-Z]{4}\b|\b[0-9a-f]{16}…", "#", page))
    return found


# -- live
def test_the_live_part_swaps_every_panel_by_id(begin: Callable[..., Play]) -> None:
    play = begin()
    part = play.get("uk", "/desk?part=live")
    for id in ("turn", "asks", "ladder", "waiting", "purse", "gauges", "tape", "plate-state", "count", "seen"):
        assert re.search(rf'id="{id}"[^>]* hx-swap-oob="true"', part), id
    state = re.search(r'id="plate-state"[^>]*>(.*?)</script>', part, re.S)
    assert state
    assert json.loads(state[1])["france"]["c"] == "own"


# -- table mode
def test_a_passed_device_is_blank_before_a_secret(begin: Callable[..., Play]) -> None:
    play = begin(plan=dict.fromkeys(begin().table.book.seats, "here"))
    request = play.until(lambda r: r.kind == "sealed")
    blank = play.get("host")
    assert "Pass the phone to" in blank
    for pledged in (play.game.record.tip, play.game.pledge()["commitment"][:16]):
        assert pledged in blank  # a phone that goes round is a desk, too
    assert request.prompt not in blank
    assert "data-hold" in blank
    name = play.table.book.seat_titles[request.seat]
    sheet = play.get("host", f"?as={request.seat}")
    assert escape(request.prompt) in sheet
    assert name.removeprefix("the ") in sheet
    play.get("germany" if "germany" in play.table.chairs else "host", "?as=nobody", 404)
    sealed = play.until(lambda r: r.kind == "sealed")
    where = play.post("host", f"/answer?as={sealed.seat}", request=str(sealed.id), value=str(sealed.legal[0]))
    assert where.endswith("/sealed")
    done = play.get("host", "/sealed")
    assert "Sealed" in done
    assert "Pass the phone to" in play.get("host")


def test_blanks_differ_only_in_the_name(begin: Callable[..., Play]) -> None:
    play = begin(plan=dict.fromkeys(begin().table.book.seats, "here"))
    request = play.until(lambda r: r.kind == "sealed")
    blanks = []
    for seat in (request.seat, next(r.seat for r in play.game.requests() if r.seat != request.seat)):
        page = play.get("host")
        name = play.table.book.seat_titles[seat].removeprefix("the ")
        blanks.append(page.split("Hold: I am")[0].replace(f">{name}<", ">NAME<").replace(f'"{seat}"', '"SEAT"'))
        asked = next(r for r in play.game.requests() if r.seat == seat)
        play.act(asked, asked.legal[0])
        break
    assert "NAME" in blanks[0]
    assert request.prompt not in blanks[0]


# -- the board and the umpire
def test_the_board_is_told_by_a_form_and_only_what_differs_is_entered(begin: Callable[..., Play]) -> None:
    play = begin()
    page = play.get("uk", "/report?place=norway")
    assert 'name="fact:units.norway.germany.infantry"' in page
    assert "data-place" in page
    play.post(
        "uk", "/report", place="norway", **{"fact__units.norway.germany.infantry": "2", "fact__holder.norway": "none"}
    )
    assert play.game.world.get("units.norway.germany.infantry") == 2
    assert play.game.record[len(play.game.record)].cause["report"] == {"units.norway.germany.infantry": 2}
    assert "not known already" in play.post("uk", "/report", 400, place="norway")


def test_an_attack_is_told_by_a_form(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: "next" in r.legal)
    data = {"detail__attacker": "germany", "detail__target": "denmark", "detail__outcome": "conquered"}
    play.post("germany", "/report", event="attack", **data)
    causes = [e.cause for e in play.game.record if "event" in e.cause]
    assert causes[0]["details"]["target"] == "denmark"


def test_a_sentence_is_answered_before_it_is_sent(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: "next" in r.legal)
    entries = len(play.game.record)
    heard = play.get("germany", "/report/heard?say=germany+attacks+denmark+with+4+infantry+and+takes+it")
    assert "Germany attacks Denmark with 4 infantry and takes it." in heard
    page = play.get("germany", "/report?say=germany+attacks+denmark+with+4+infantry+and+takes+it")
    attack = page.split('id="event-attack"')[1].split("</details>")[0]
    assert re.search(r'value="denmark" selected', attack)  # the form is filled in, to be changed
    assert 'name="detail:committed" value="4 infantry"' in attack
    assert len(play.game.record) == entries
    said = html.unescape(re.search(r'name="said" value="([^"]*)"', page)[1])  # type: ignore[index]
    play.post("germany", "/report", said=said)
    assert play.game.world.get("units.denmark.germany.infantry") == 4
    assert "Germany attacks Denmark with 4 infantry and takes it" in play.get("uk", "/record")


def test_a_sentence_that_is_not_understood_is_told_what_would_do(begin: Callable[..., Play]) -> None:
    play = begin()
    page = play.get("uk", "/report?say=Germany+attacks")
    assert "Say the territory or the nations whose ships are attacked: Germany attacks …" in page
    assert 'value="Germany attacks Denmark"' in page  # a way to go on
    assert "did you mean" in play.post("uk", "/report", 400, said="Germany attaks Denmark").lower()
    play.get("spectator", "/report/heard?say=Ger", 403)


def test_a_ruling_is_shown_to_all_in_green(begin: Callable[..., Play]) -> None:
    play = begin()
    assert "needs a reason" in play.post(
        "umpire", "/umpire/rule", 400, key="stance.spain.germany", key_value="friendly", reason=" "
    )
    play.post("umpire", "/umpire/rule", key="stance.spain.germany", key_value="friendly", reason="agreed at the table")
    assert play.game.world.get("stance.spain.germany") == "friendly"
    seq = len(play.game.record)
    record = play.get("china", "/record")
    assert re.search(rf'class="ent ruling" id="e{seq}"', record)
    assert "agreed at the table" in record
    assert "Friendly to Germany" in play.get("china", "/country/spain")
    why = play.get("china", "/why?fact=stance.spain.germany")
    assert f"ruling {seq}" in why


def test_a_reckoning_says_what_hangs_on_a_ruling(begin: Callable[..., Play]) -> None:
    play = begin()
    play.post("umpire", "/umpire/rule", key="attempts.norway.uk", key_value="2", reason="two tries were made before")
    why = play.get("uk", "/why?subject=norway&by=uk&money=1")
    assert "This hangs on a ruling" in why
    assert "the number would be 2 or less" in why


def test_an_amendment_shows_its_diff_first(begin: Callable[..., Play]) -> None:
    play = begin()
    roll = play.until(lambda r: r.kind == "roll" and "success" in r.odds)
    play.act(roll, 12)
    seq = next(e.seq for e in reversed(list(play.game.record)) if e.cause.get("answer") == roll.id)
    page = play.get("umpire", f"/umpire?entry={seq}")
    assert "should have been" in page
    before = len(play.game.record)
    diff = play.post("umpire", "/umpire/amend", 200, entry=str(seq), value="1", reason="it was a 1")
    assert "What would change" in diff
    assert "<ins>" in diff
    assert [e.cause.get("preview") for e in play.game.record][before:] == [seq]  # all see who looked at what
    play.post("umpire", "/umpire/amend", entry=str(seq), value="1", reason="it was a 1", commit="1")
    assert play.game.record[len(play.game.record)].cause["amend"] == seq
    assert f"Amended {len(play.game.record)}" in play.get("uk", "/record")


def test_the_umpire_takes_back_across_a_roll_and_a_seat_only_its_own(begin: Callable[..., Play]) -> None:
    play = begin()
    roll = play.until(lambda r: r.kind == "roll")
    play.act(roll, 12)
    seq = next(e.seq for e in reversed(list(play.game.record)) if e.act)
    play.post("china", "/undo", 403, entry=str(seq))
    play.post("umpire", "/undo", entry=str(seq), reason="cocked die", **{"from": "umpire"})
    assert roll.id in play.game.state.requests
    assert "took back entry" in play.get("uk", "/record")


def test_a_reissued_link_shuts_the_old_one(begin: Callable[..., Play]) -> None:
    play = begin()
    old = seated(play.table, "france")
    play.post("umpire", "/umpire/seat", seat="france")
    with pytest.raises(NotFound):
        play.table.hall.enter(old)
    assert play.get("france")


def test_a_look_back_has_the_map_as_it_stood_and_steps_to_others(begin: Callable[..., Play]) -> None:
    play = begin()
    play.until(lambda r: r.kind == "choose")
    play.post("umpire", "/umpire/rule", **{"fact__stance.norway.germany": "friendly", "reason": "agreed"})
    last = len(play.game.record)
    then, now = play.get("uk", f"/look?at={last - 1}"), play.get("uk", "/look")
    assert "You look at the past" in then
    assert f"entry {last - 1} of {last}" in then
    assert 'name="value"' not in then  # nothing can be answered there
    for page, stands in ((then, "Neutral"), (now, "Friendly to Germany")):
        state = json.loads(re.search(r'id="plate-state">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
        assert state["norway"]["line"].startswith(stands)
    assert state["norway"]["lit"] == ""  # what the entry turned is ringed
    steps = dict(re.findall(r'data-pace="([\w-]+)" data-at="(\d+)"', then))
    assert (steps["back"], steps["on"]) == (str(last - 2), str(last))
    assert "1 fact changed since" in then
    assert 'class="plate"' in then
    assert 'class="plate"' not in play.get("uk", "/look?at=2&part=1")  # the plates are there already


def test_with_mixed_dice_whoever_rolls_may_leave_it_to_the_server(begin: Callable[..., Play]) -> None:
    play = begin(dice="mixed")
    roll = play.until(lambda r: r.kind == "roll")
    page = play.get(roll.seat)
    assert "Mixed dice" in page
    assert "Let Legation roll" in form_of(page, roll)
    play.post(roll.seat, "/answer", request=str(roll.id), server="1", value="")
    assert roll.id not in play.game.state.requests
    assert any(e.cause.get("source") == "server" for e in play.game.record)
