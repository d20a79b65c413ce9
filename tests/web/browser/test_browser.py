"""People at their devices: sealed bids in three browsers, a passed phone, a lost line, a ruling; axe everywhere."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from legation.core import acts
from legation.core.requests import TABLE, Request
from legation.core.sight import Sight

from ..test_pages import Play, usual
from .conftest import PHONE, Rooms

THREE = ("germany", "ussr", "uk")


def sheet(page: Page, request: Request) -> Any:
    """The sheet of a request, unfolded if another one would answer it along with others, by the way a person goes."""
    form = page.locator(f"#ask-{request.id}")
    expect(form).to_be_attached()
    if (folded := page.locator(f"#alone-{request.id}:not([open]) > summary")).count():
        folded.click()
    if (tray := page.locator(f"#tray[data-ask=ask-{request.id}]:not([hidden]) [data-one-by-one]")).count():
        tray.click()
    return form


def choose(page: Page, request: Request, value: Any) -> None:
    """Answer a request with the hands of a person."""
    form = sheet(page, request)
    expect(form).to_be_visible()
    if request.kind == "confirm":
        form.locator(f"button[name=value][value='{json.dumps(value)}']").click()
    elif request.kind == "roll":
        form.locator(f".keys button[value='{value}']").click()
        form.locator("button[data-enter]").click()
    elif request.kind == "report":
        for key, told in value.items():
            form.locator(f"[name='fact:{key}']").fill(str(told))
        form.locator("button.wax").click()
    else:
        radio = form.locator(f"input[data-v='{json.dumps(value)}']")
        radio.evaluate("e => e.scrollIntoView({block: 'center'})")  # from under the button that sticks to the window
        radio.check(force=True)
        form.locator("button.wax").click()
    expect(form).to_have_count(0)


def test_a_game_turn_of_three_seats_with_sealed_bids_in_three_browsers(rooms: Rooms) -> None:
    seats = rooms.served.hall.create("twg", "1939").book.seats
    play = rooms.begin(dice="server", plan={s: "person" if s in THREE else "none" for s in seats})
    play.until(lambda r: r.seat == "germany" and "pass" in r.legal)
    pages = {seat: rooms.open(play.at(seat)) for seat in THREE}
    sealed: list[str] = []
    while len(sealed) < 2:  # the people play, each in a browser of their own
        asked = play.game.requests()[0]
        if asked.seat == TABLE:
            play.act(asked, usual(play.game, asked))
            continue
        choose(pages[asked.seat], asked, asked.legal[-1] if asked.kind == "sealed" else usual(play.game, asked))
        if asked.kind == "sealed":
            sealed.append(asked.seat)
        if len(sealed) == 1:
            for seat, page in pages.items():  # everybody follows live, and learns only that it is sealed
                expect(page.locator("#tape li").first).to_contain_text("SEALED AN ANSWER")
                assert "OPENED TOGETHER" not in page.locator("#tape").inner_text()
                if seat == sealed[0]:
                    expect(page.locator("#nothing")).to_contain_text("lies in the vault")
    for page in pages.values():
        expect(page.locator("#tape")).to_contain_text("OPENED TOGETHER")
    while not any("next" in r.legal for r in play.game.requests()):
        asked = play.game.requests()[0]
        play.act(asked, "pass" if "pass" in asked.legal else usual(play.game, asked))
    for page in pages.values():
        expect(page.locator("#ladder .steps .now")).to_contain_text("Nations’ turns")
        expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))


@pytest.mark.parametrize("somebody_else", [False, True])
def test_the_reply_to_an_act_is_the_desk_and_the_bell_fetches_no_second_one(rooms: Rooms, somebody_else: bool) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.kind == "choose" and "pass" in r.legal)
    page = rooms.open(play.at(asked.seat))
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/desk?" in request.url else None)

    def late(route: Route) -> None:
        reply = route.fetch()
        if somebody_else:
            play.table.act(_access(play, "china"), acts.Report({"units.spain.germany.infantry": 1}))
        time.sleep(0.6)  # the stream has told of it long before the reply is here
        route.fulfill(response=reply)

    page.route("**/answer*", late)
    choose(page, asked, "pass")
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    page.wait_for_timeout(400)
    assert len(fetched) == somebody_else


def test_a_choice_under_the_finger_is_never_swapped_away(rooms: Rooms) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.kind == "choose" and "pass" in r.legal)
    page = rooms.open(play.at(asked.seat))
    radio = sheet(page, asked).locator("input[data-v]").nth(1)
    radio.check(force=True)
    play.table.act(_access(play, "china"), acts.Report({"units.spain.germany.infantry": 1}), "china")
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    still = play.game.requests()[0]
    expect(sheet(page, still).locator("input[data-v]").nth(1)).to_be_checked()


def _access(play: Play, seat: str) -> Any:
    from legation.web.seats import Access

    return Access(play.table, seat)


def test_a_passed_phone_is_blank_until_it_is_held(rooms: Rooms) -> None:
    seats = rooms.begin().table.book.seats
    play = rooms.begin(plan=dict.fromkeys(seats, "here"))
    asked = play.until(lambda r: r.kind == "sealed")
    page = rooms.open(play.at("host"), PHONE)
    expect(page.locator("h1")).to_have_text(play.table.book.seat_titles[asked.seat].removeprefix("the "))
    button = page.locator("[data-hold]").first
    button.click()  # a touch is not enough
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + 40, box["y"] + 20)
    page.mouse.down()
    page.wait_for_url(re.compile(r"as="))
    page.mouse.up()
    page.locator(".pick input").first.check(force=True)
    page.locator(".ph-foot button.wax").click()
    expect(page.locator("h1")).to_have_text("Sealed")
    page.get_by_role("link", name="Pass the phone").click()
    expect(page.locator(".blank")).to_be_visible()
    rival = play.game.requests()[0]
    page.locator("[data-hold]").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(play.table.book.subjects()[rival.subject])


def test_a_phone_that_lost_the_line_catches_up(rooms: Rooms) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.seat != TABLE)
    page = rooms.open(play.at("china"), PHONE)
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_be_visible()
    play.act(asked, usual(play.game, asked))
    page.context.set_offline(False)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    expect(page.locator(".offline")).to_be_hidden()


def test_a_ruling_in_one_browser_colours_the_map_in_another(rooms: Rooms) -> None:
    play = rooms.begin()
    page = rooms.open(play.at("uk"))
    spain = page.locator("#europe .t[data-place=spain]")
    expect(spain).to_have_attribute("data-c", "neutral")
    umpire = rooms.open(play.at("umpire", "/umpire"))
    umpire.fill("#key", "stance.spain.germany")
    umpire.fill("#key_value", "sworn")
    umpire.fill("#reason", "agreed at the table")
    umpire.get_by_role("button", name="Rule so").click()
    expect(umpire.get_by_role("status").filter(has_text="ruling")).to_be_visible()
    expect(spain).to_have_attribute("data-b", "germany")
    expect(spain).to_have_attribute("data-c", "sworn")
    expect(page.locator("#tape .grn").first).to_contain_text("RULING")


def test_a_bid_fits_a_phone(rooms: Rooms) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.kind == "sealed")
    for path in ("", f"/ask/{asked.id}", "/record", "/table", f"/country/{asked.subject}", "/report", "/why?fact=turn"):
        page = rooms.open(play.at(asked.seat, path), PHONE)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"], (path, wide)
        page.context.close()
    page = rooms.open(play.at(asked.seat, f"/ask/{asked.id}"), PHONE)
    page.locator(".pick input").last.check(force=True)
    button = page.locator(".ph-foot button.wax")
    expect(button).to_have_text(f"Seal ${asked.legal[-1]}")
    box = button.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= PHONE["height"]
    for pick in page.locator(".pick:not(.no)").all():
        assert (pick.bounding_box() or {})["height"] >= 48


def test_the_map_walks_by_keys_and_opens_a_dossier(rooms: Rooms) -> None:
    play = rooms.begin()
    page = rooms.open(play.at("uk"))
    plate = page.locator("#europe")
    plate.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".card:not([hidden])")).to_be_visible()
    page.keyboard.press("+")
    expect(plate).to_have_class(re.compile("zoomed"))
    page.locator("h1").first.click()
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url(re.compile("/record"))


def test_a_sheet_is_filled_in_counted_and_carried_out(rooms: Rooms) -> None:
    play = rooms.begin(dice="server")
    mine = play.until(lambda r: r.seat == "uk" and r.kind == "choose" and "eire" in r.legal)
    uk, ussr = rooms.open(play.at("uk")), rooms.open(play.at("ussr"))
    fill = uk.locator("#fill-influence")
    expect(fill).to_be_visible()
    fill.locator("input[name='row:eire'][value='2']").check(force=True)
    expect(fill.locator("[data-sum]")).to_have_text("$2")
    fill.locator("button.wax").click()
    expect(uk.locator("#fill-influence")).to_have_count(0)
    assert mine.id not in play.game.state.requests
    assert "$2 of" not in ussr.content()


# -- sentences
@pytest.mark.parametrize("book", ["twg", "awaw"])
def test_a_sentence_is_answered_as_it_is_typed_and_sent_from_a_phone(rooms: Rooms, book: str) -> None:
    play = rooms.begin(book)
    page = rooms.open(play.at("germany", "/report"), {"width": 360, "height": 740})
    example = play.table.book.example
    page.locator("#say").fill(example[:-3])
    expect(page.locator("#goes-on option").first).to_be_attached()
    page.locator("#say").fill(example)
    expect(page.locator("#heard")).to_contain_text(f"Understood: {example}.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#heard button.wax").click()
    expect(page.locator("#ladder")).to_be_attached()  # back at the desk, where what it set off is told
    page.goto(play.at("germany", "/record"))
    expect(page.locator("main")).to_contain_text(example)
    desk = rooms.open(play.at("germany"), {"width": 360, "height": 740})
    desk.locator(".tells summary").click()
    desk.locator("#say").fill(f"{example} nonsense")
    expect(desk.locator("#heard")).to_contain_text("not understood")
    assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")


# -- axe
def rooms_of(play: Play, seat: str) -> list[str]:
    subject = next(iter(play.table.book.subjects()))
    rule = play.table.book.rules_of(subject)[0]
    paths = [
        "",
        "/country",
        f"/country/{subject}",
        "/record?open=2",
        "/record?kind=turned&find=the",
        "/look?at=3",
        "/rules",
        f"/rules/{rule}",
        "/rules?find=war",
        "/table",
        "/sheet",
        "/charts",
        "/money",
        "/balance",
        "/questions?place=spain&nation=germany&action=attack",
        f"/money/{play.table.book.seats[0]}",
        "/dice",
        "/sealed",
    ]
    paths += [f"/country/{power}" for power in (play.table.book.seats[0], play.table.book.seats[-1])]
    paths += [f"/country/{level.slug}" for level in play.table.book.views.gauges(Sight(play.game, seat))][:1]
    paths += [
        "/report?place=spain",
        f"/report?say={play.table.book.example}",
        "/report?say=Germany",
        f"/why?subject={subject}",
        "/why?entry=2",
        "/why?fact=turn",
    ]
    return [play.at(seat, path) for path in paths] + [
        play.at("umpire", "/umpire?place=spain"),
        play.at("umpire", "/links"),
        play.at("spectator"),
        play.base,
        *(f"{play.base}/?begin={way}&book={play.table.book.name}" for way in ("alone", "table", "apart")),
        f"{play.base}/i/{play.table.links()['spectator']}",
        f"{play.base}/t/none",
    ]


@pytest.mark.parametrize("book", ["twg", "awaw"])
def test_axe_finds_nothing_on_any_page_in_either_light(rooms: Rooms, book: str) -> None:
    play = rooms.begin(book)
    asked = play.until(lambda r: r.kind == ("sealed" if book == "twg" else "roll"))
    urls = [*rooms_of(play, asked.seat), play.at(asked.seat, f"/ask/{asked.id}")]
    if book == "awaw":
        urls += [play.at(asked.seat, f"/country/{slug}") for slug in ("rumania", "usat", "germany", "egypt")]
    else:
        host = rooms.begin(plan=dict.fromkeys(play.table.book.seats, "here"))
        held = host.until(lambda r: r.kind == "choose" and "pass" in r.legal)
        urls += [
            host.at("host"),
            host.at("host", f"?as={held.seat}"),
            play.at(asked.seat, "/sealed"),
            play.at(asked.seat, "/country/spain"),
        ]
        typed = rooms.begin()
        roll = typed.until(lambda r: r.kind == "roll")
        urls += [typed.at(roll.seat), typed.at(roll.seat, f"/ask/{roll.id}")]
    page = rooms.open(play.base)
    found = []
    for url in urls:
        page.goto(url)
        page.wait_for_load_state("load")
        for theme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):  # only colours differ by lamp
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            for violation in Axe().run(page, options={**rules, "resultTypes": ["violations"]}).response["violations"]:
                nodes = [" ".join(map(str, n["target"])) for n in violation["nodes"]]
                found.append(f"{url.split('/t/')[-1][32:]}, {theme}: {violation['id']} at {nodes[:3]} ({len(nodes)})")
    assert not found, "\n".join(found)


def test_anybody_types_the_die_of_a_bot_and_it_falls_as_it_was_tapped(rooms: Rooms) -> None:
    """The sheet comes live; a new sheet must not bring fields along that only a browser without scripts needs."""
    play = rooms.begin(plan={"germany": "bot:ambitious"})
    page, other = rooms.open(play.at("uk")), rooms.open(play.at("ussr"), PHONE)
    asked = play.until(lambda r: r.kind == "roll" and r.seat == "germany")
    expect(sheet(other, asked)).to_contain_text("Roll for Germany")
    choose(page, asked, 7)
    expect(other.locator(f"#ask-{asked.id}")).to_have_count(0)
    rolled = next(e for e in reversed(list(play.game.record)) if e.cause.get("answer") == asked.id)
    assert (rolled.by, rolled.cause["roll"]) == ("germany", 7)


def test_the_date_on_the_map_follows(rooms: Rooms) -> None:
    play = rooms.begin(dice="server")
    page = rooms.open(play.at("uk"))
    date = page.locator(".plate-title i").first
    expect(date).to_have_text("autumn 1939")
    play.until(lambda r: (play.game.world.get("turn") or 0) == 2)
    expect(date).to_have_text("spring 1940")
