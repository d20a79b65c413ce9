"""What happens under the reader's hands: answered elsewhere, put away and opened again, taken back by a nod, the
reveal, and what a screen reader hears."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

import legation
from legation.core.requests import TABLE, Request
from legation.web.seats import COOKIE

from ..conftest import DEVICE
from ..test_pages import Play, usual
from .conftest import Rooms
from .test_browser import choose, sheet

COUP = "Two things happened; four rolls changed nothing"


def seeded(rooms: Rooms, dice: str = "server") -> Play:
    """A game of people apart of which all dice are known."""
    game = legation.new_game("twg", scenario="1939", seed=7, dice=dice)
    plan = dict.fromkeys(game.book.seats, "person")
    return Play(rooms.served.base, rooms.served.hall.adopt(game, name="Hands", plan=plan))


def report(play: Play) -> Request:
    """A question to the table that everybody has on the desk."""
    return play.until(lambda r: r.kind == "report" and r.seat == TABLE)


def top(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["y"]


# -- answered elsewhere
def test_a_form_that_another_device_answers_folds_in_place_and_keeps_what_was_typed(rooms: Rooms) -> None:
    play = seeded(rooms)
    asked = report(play)
    germany, uk = rooms.open(play.at("germany")), rooms.open(play.at("uk"))
    key = asked.facts[0]
    field = sheet(germany, asked).locator(f"[name='fact:{key}']")
    if not field.is_visible():
        germany.locator(f"#ask-{asked.id} details summary").first.click()
    field.fill("99")
    before = germany.locator(f"#ask-{asked.id}").bounding_box()
    play.act(asked, dict.fromkeys(asked.facts, 3))
    gone = germany.locator(f"#gone-ask-{asked.id}")
    expect(gone).to_contain_text("is answered elsewhere")
    expect(gone).to_contain_text(re.compile(r"You had typed .*99\. It was not sent"))
    expect(gone).to_be_focused()  # the focus stays where it was, and the next card has not taken it
    after = gone.bounding_box()
    assert before
    assert after
    assert abs(after["y"] - before["y"]) < 2, "it does not slide from under the finger, though a dispatch lies above it"
    assert abs(after["height"] - before["height"]) < 2
    for card in germany.locator("#asks > .req, #asks > .fill, #asks > .tray, #asks > #nothing").all():
        box = card.bounding_box()
        assert box is None or box["y"] >= after["y"] + after["height"]
    expect(germany.locator("#log")).to_contain_text("is answered elsewhere")
    expect(uk.locator(f"#gone-ask-{asked.id}")).not_to_contain_text("You had typed")
    gone.get_by_role("button", name="Say mine instead").click()
    expect(germany.locator("#ladder")).to_be_attached()
    assert play.game.world[key] == 99


def test_a_form_that_is_answered_here_goes_and_the_focus_moves_to_what_is_asked_next(rooms: Rooms) -> None:
    play = seeded(rooms, "typed")
    asked = play.until(lambda r: r.kind == "confirm" and r.seat == TABLE)
    page = rooms.open(play.at("germany"))
    page.locator(f"#ask-{asked.id} button[value=true]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#ask-{asked.id}")).to_have_count(0)
    expect(page.locator(".elsewhere")).to_have_count(0)
    expect(page.locator("#asks h2:focus")).to_have_count(1)


# -- told
def test_the_keys_put_a_dispatch_away_open_it_again_and_step_back(rooms: Rooms) -> None:
    play = seeded(rooms)
    page = rooms.open(play.at("germany"))
    play.act(report(play), dict.fromkeys(report(play).facts, 0))
    dispatch = page.locator("#dispatch")
    expect(dispatch.locator("h2")).to_have_text(COUP)
    expect(page.locator("#europe .lamp, #world .lamp").first).to_be_attached()
    page.keyboard.press("d")
    expect(dispatch).to_have_class(re.compile("away"))
    expect(page.locator(".tagl")).to_have_count(0)
    page.keyboard.press("d")
    expect(dispatch.locator("h2")).to_have_text(COUP)
    page.locator("#tells > summary").click()
    page.locator("#say").fill("d")  # in a field it is a letter
    expect(dispatch.locator("h2")).to_have_text(COUP)
    page.locator("#say").blur()
    told = len(play.game.record)
    mine = play.until(lambda r: r.kind == "sealed")
    play.act(mine, mine.legal[0])
    expect(page.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    for _ in range(2):  # each the one before
        page.keyboard.press("Shift+D")
        expect(page.locator("#dispatch .eyebrow").first).to_contain_text("Read again")
    assert int(page.locator("#dispatch .disp-foot a").first.inner_text()) < told + 20


def test_results_are_read_out_once_a_dispatch(rooms: Rooms) -> None:
    play = seeded(rooms)
    page = rooms.open(play.at("usa"))
    log = page.locator("#log")
    expect(log).to_have_attribute("role", "log")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log.locator("p")).to_have_count(0)  # what stood there when the page came is no news
    asked = report(play)
    play.act(asked, dict.fromkeys(asked.facts, 0))
    told = log.locator("p").filter(has_text=COUP)
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Iraq leaves the U.K.")
    assert page.title().startswith(COUP) or page.title().startswith("(")


# -- taken back
def test_u_takes_back_at_once_what_nobody_has_seen(rooms: Rooms) -> None:
    play = seeded(rooms, "typed")
    asked = play.until(lambda r: r.kind == "confirm" and r.seat == TABLE)
    page = rooms.open(play.at("germany"))
    page.locator(f"#ask-{asked.id} button[value=true]").click()
    expect(page.locator(f"#ask-{asked.id}")).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator(f"#ask-{asked.id}")).to_be_visible()
    expect(page.locator("#back .tb")).to_be_disabled()
    expect(page.locator("#back .tb")).to_have_attribute("title", "There is nothing to take back.")


def test_a_die_is_taken_back_by_a_nod(rooms: Rooms) -> None:
    play = seeded(rooms, "typed")
    roll = play.until(lambda r: r.kind == "roll" and r.seat == "germany")
    germany, uk = rooms.open(play.at("germany")), rooms.open(play.at("uk"))
    france = rooms.open(play.at("france"))
    choose(germany, roll, 3)
    expect(uk.locator("#dispatch")).to_contain_text("Iraq")
    germany.keyboard.press("u")
    germany.locator(".tb-ask input[name=reason]").fill("typed 3 for 13")
    germany.locator(".tb-ask button.wax").click()
    asked = uk.locator("[id^=proposal-]")
    expect(asked).to_have_attribute("role", "alert")
    expect(asked).to_contain_text("typed 3 for 13")
    expect(france.locator("[id^=proposal-]")).to_be_visible()
    expect(france.locator("[id^=proposal-] button")).to_have_count(0)
    uk.get_by_role("button", name="Allow").click()
    expect(germany.locator(f"#ask-{roll.id}, #tray[data-ask=ask-{roll.id}]").first).to_be_attached()
    expect(uk.locator("[id^=proposal-]")).to_have_count(0)
    assert play.game.world["stance.iraq.uk"] == "friendly"


# -- the reveal
def test_letters_are_opened_for_all_in_the_dispatch_and_any_key_goes_to_the_end(rooms: Rooms) -> None:
    play = seeded(rooms)
    asked = play.until(lambda r: r.kind == "sealed")
    pages = [rooms.open(play.at(seat)) for seat in (asked.seat, "china")]
    onlooker = rooms.open(play.at("spectator"))
    while any(r.kind == "sealed" for r in play.game.requests()):
        one = next(r for r in play.game.requests() if r.kind == "sealed")
        play.act(one, one.legal[-1])
    for page in (*pages, onlooker):
        letters = page.locator("#dispatch .letter")
        expect(letters).to_have_count(2)
        expect(page.locator("#dispatch .sumline-s")).to_contain_text("or less")
        expect(page.locator("#dispatch .fell").last).to_be_visible()
    moving = rooms.browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="no-preference")
    moving.add_cookies([{"name": COOKIE, "value": DEVICE, "url": rooms.served.base}])
    rooms.contexts.append(moving)
    page = moving.new_page()
    page.goto(play.at("spectator"))
    slip = page.locator("#dispatch .slip").first
    expect(slip).to_be_attached()
    assert slip.evaluate("e => e.getAnimations().length") == 1  # it rises
    page.keyboard.press("Space")
    expect(page.locator("#dispatch")).to_have_class(re.compile("still"))
    assert slip.evaluate("e => e.getAnimations().length") == 0


# -- the end
def test_the_desk_becomes_the_sheet_of_the_end_and_back(rooms: Rooms) -> None:
    from legation.core import acts
    from legation.web.seats import Access

    play = seeded(rooms)
    page = rooms.open(play.at("uk"))
    expect(page.locator("#asks")).to_be_attached()
    play.table.act(Access(play.table, "umpire"), acts.End("late"))
    expect(page.locator("h1")).to_have_text("The game is over")
    play.table.act(Access(play.table, "umpire"), acts.Undo(None, "not yet"))
    expect(page.locator("#asks")).to_be_attached()


# -- waiting
def test_who_waits_longer_than_a_moment_is_told_so(rooms: Rooms) -> None:
    play = seeded(rooms, "typed")
    asked = play.until(lambda r: r.kind == "confirm" and r.seat == TABLE)
    page = rooms.open(play.at("germany"))
    sign = page.locator(".working")
    expect(sign).to_be_hidden()

    def late(route: Route) -> None:
        page.wait_for_timeout(900)
        route.continue_()

    page.route("**/answer*", late)
    page.locator(f"#ask-{asked.id} button[value=true]").click(no_wait_after=True)
    expect(sign).to_have_text("The referee is at work…")
    expect(page.locator(f"#ask-{asked.id}")).to_have_count(0)
    expect(sign).to_be_hidden()


def test_a_plain_form_says_that_it_is_waited_for(rooms: Rooms) -> None:
    play = seeded(rooms, "typed")
    play.until(lambda r: r.kind == "choose")
    entry = next(e.seq for e in play.game.record if "answer" in e.cause)
    page = rooms.open(play.at("umpire", f"/umpire?entry={entry}"))

    def late(route: Route) -> None:
        page.wait_for_timeout(900)
        route.continue_()

    page.evaluate(
        """() => { const sign = document.querySelector(".working");
        new MutationObserver(() => sessionStorage.said = sign.textContent).observe(sign, {childList: true}) }"""
    )
    page.route("**/umpire/amend", late)
    page.locator("#why-amend").fill("tried")
    page.get_by_role("button", name="Show the diff").click(no_wait_after=True)
    expect(page.locator("#why-amend")).to_have_value("tried")
    assert page.evaluate("sessionStorage.getItem('said')") == "The referee is at work…"
    expect(page.locator(".working")).to_be_hidden()


def test_the_card_of_a_place_says_what_it_is_worth(rooms: Rooms) -> None:
    page = rooms.open(seeded(rooms).at("uk"))
    expect(page.locator("#europe .t[data-place=spain]")).to_have_attribute("data-note", re.compile(r"^Value \d"))


def test_the_past_is_stepped_through_by_keys_and_slider(rooms: Rooms) -> None:
    play = rooms.begin(dice="server")
    play.until(lambda r: r.kind == "choose")
    play.post("umpire", "/umpire/rule", **{"fact__stance.norway.germany": "friendly", "reason": "agreed"})
    last = len(play.game.record)
    page = rooms.open(play.at("uk", f"/look?at={last - 1}"))
    norway, shown = page.locator("#europe [data-place=norway]"), page.locator(".where-at b")
    expect(norway).not_to_have_attribute("data-b", "germany")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_text(f"Entry {last} of {last}")
    expect(norway).to_have_attribute("data-b", "germany")
    expect(page.locator(".lamps .lamp")).not_to_have_count(0)  # what the entry turned is ringed
    assert page.url.endswith(f"/look?at={last}")
    slide = page.get_by_label("Moment of the game")
    slide.focus()
    slide.press("Home")
    expect(shown).to_have_text(f"Entry 1 of {last}")
    expect(norway).not_to_have_attribute("data-b", "germany")
    page.keyboard.press("Shift+ArrowRight")
    expect(shown).not_to_have_text(f"Entry 1 of {last}")
    page.keyboard.press("Escape")
    page.wait_for_url("**/record?open=*")


def test_every_scenario_can_be_chosen_and_what_it_has_no_way_for_is_hidden(rooms: Rooms) -> None:
    page = rooms.open(f"{rooms.served.base}/?begin=alone&book=awaw")
    for scenario in ("older", "current-classic", "current-gs"):
        expect(page.locator("label", has=page.locator(f"input[name=scenario][value='{scenario}']"))).to_be_visible()
    page.goto(f"{rooms.served.base}/?begin=alone&book=twg")
    way = page.locator("[data-scenario='1939']")
    expect(way).to_be_visible()
    page.locator("input[name=scenario][value='1942']").check(force=True)
    expect(way).to_be_hidden()
    expect(page.locator("label", has=page.locator("input[name=scenario][value='1939']"))).to_be_visible()


def test_many_windows_of_one_browser_share_a_line(rooms: Rooms) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.seat != TABLE)
    first = rooms.open(play.at("host"))
    windows = [first, *(first.context.new_page() for _ in range(8))]  # a browser keeps six connections to one server
    for window in windows[1:]:
        window.goto(play.at("host"))
    play.act(asked, usual(play.game, asked))
    for window in windows:
        expect(window.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
    for window in windows[:2]:  # whoever held the line is gone, and another takes over
        window.close()
    play.act(play.game.requests()[0], usual(play.game, play.game.requests()[0]))
    for window in windows[2:]:
        expect(window.locator("#seen")).to_have_attribute("data-seq", str(len(play.game.record)))
