"""Every page at every width, from a small phone to a large screen: nothing is wider than the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from legation.core.requests import TABLE

from .conftest import Rooms
from .test_browser import rooms_of

WIDTHS = (360, 390, 600, 768, 834, 1024, 1280, 1440, 1920)
WIDER = """() => [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest("svg.plate")).slice(0, 4).map(e => `${e.tagName}.${e.className}`)"""


@pytest.mark.parametrize("book", ["twg", "awaw"])
def test_no_page_is_wider_than_its_window(rooms: Rooms, book: str) -> None:
    play = rooms.begin(book)
    asked = play.until(lambda r: r.kind == ("sealed" if book == "twg" else "roll"))
    alone = rooms.begin(book, plan=dict.fromkeys(play.table.book.seats, "open"))
    alone.until(lambda r: r.seat != TABLE)
    passed = rooms.begin(book, plan=dict.fromkeys(play.table.book.seats, "here"))
    held = passed.until(lambda r: r.kind == ("choose" if book == "twg" else "sealed"))
    here = [*(alone.at("host", path) for path in ("", "/links")), passed.at("host", f"?as={held.seat}")]
    urls = [*rooms_of(play, asked.seat), play.at(asked.seat, f"/ask/{asked.id}"), *here]
    page = rooms.open(play.base)
    wide = []
    for url in urls:
        page.goto(url)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found = page.evaluate("document.documentElement.scrollWidth")
            if found > width:
                wide.append((url.partition("/t/")[2][-30:], width, found, page.evaluate(WIDER)))
    assert wide == []


@pytest.mark.parametrize("width", [390, 768, 1024, 1440, 1920])
def test_a_plate_fills_its_panel_with_cartouche_and_tools_inside(rooms: Rooms, width: int) -> None:
    page = rooms.open(rooms.begin().at("uk"), {"width": width, "height": 900})
    panel = page.locator(".pl.large")
    expect(panel.locator("#europe")).to_be_visible()
    boxes = [panel, panel.locator("svg.plate"), panel.locator(".plate-title"), panel.locator(".plate-tools")]
    whole, plate, *inside = (one.bounding_box() or {} for one in boxes)
    assert whole["width"] - plate["width"] == whole["height"] - plate["height"] == 12, "but for a frame of 6 pixels"
    for box in inside:
        assert whole["x"] < box["x"] < box["x"] + box["width"] < whole["x"] + whole["width"]
        assert whole["y"] < box["y"] < box["y"] + box["height"] < whole["y"] + whole["height"]


def test_the_two_plates_change_places_and_stay_so(rooms: Rooms) -> None:
    page = rooms.open(rooms.begin().at("uk"))
    expect(page.locator(".pl.large > svg")).to_have_id("europe")
    page.keyboard.press("m")
    expect(page.locator(".pl.large > svg")).to_have_id("world")
    page.reload()
    expect(page.locator(".pl.large > svg")).to_have_id("world")
    page.locator(".pl.small [data-large]").click()
    expect(page.locator(".pl.large > svg")).to_have_id("europe")


def test_what_is_asked_is_called_back_when_it_has_left_a_narrow_window(rooms: Rooms) -> None:
    play = rooms.begin()
    asked = play.until(lambda r: r.kind == "choose")
    page = rooms.open(play.at(asked.seat), {"width": 390, "height": 844})
    expect(page.locator("#askbar")).to_be_hidden()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#askbar")).to_contain_text("Asked:")
    page.locator("#askbar a").click()
    expect(page.locator("#askbar")).to_be_hidden()
