"""The plates of a played game: nothing that is written on them covers anything else, from either chair and close up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from legation.core.game import Game
from legation.core.requests import Request

from ..test_pages import Play, plausible
from .conftest import DESKTOP, PHONE, Rooms

SEATS = {"twg": "uk", "awaw": "germany"}
LOADED = "document.fonts.status === 'loaded'"
SETTLED = f"() => [...Legation.plates.all.values()].every(p => !p.frame && !p.later) && {LOADED}"

# What a reader sees of a plate, in pixels: names by their ink (the box of a line of text is a third taller than its
# letters), results, seals and badges; the lines of call-outs; the cartouche and the buttons that lie on the plate.
SEEN = """figure => {
  const svg = figure.querySelector("svg.plate"), pen = document.createElement("canvas").getContext("2d");
  const frame = svg.getBoundingClientRect(), boxes = [], lines = [], over = [];
  for (const el of svg.querySelectorAll(".n, .tag rect, .badge .disc, .q0")) {
    const style = getComputedStyle(el), r = el.getBoundingClientRect();
    if (style.visibility === "hidden" || style.display === "none" || !r.width) continue;
    let [top, end, right] = [r.top, r.bottom, r.right];
    if (el.matches(".n")) {
      pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const rows = el.children.length ? [...el.children] : [el], box = el.getBBox(), unit = r.height / box.height;
      const [first, last] = [rows[0], rows.at(-1)].map(row => pen.measureText(row.textContent));
      const [high, low] = [el.getStartPositionOfChar(0).y, el.getStartPositionOfChar(el.getNumberOfChars() - 1).y];
      top = r.top + (high - first.actualBoundingBoxAscent - box.y) * unit;
      end = r.top + (low + last.actualBoundingBoxDescent - box.y) * unit;
      right -= (parseFloat(style.letterSpacing) || 0) * unit;   // after the last letter there is nothing
    }
    if (right < frame.left || r.left > frame.right || end < frame.top || top > frame.bottom) continue;
    const mark = el.closest(".tag, .badge, .q");
    const what = (mark ? `${mark.getAttribute("class")} ` : "") + (mark || el).textContent;
    boxes.push({ what, box: [r.left, top, right, end] });
  }
  for (const el of svg.querySelectorAll(".marks .lead")) {
    const m = el.getScreenCTM(), points = [];
    for (let i = 1; i < 40; i++) {
      const p = el.getPointAtLength(el.getTotalLength() * i / 40).matrixTransform(m);
      points.push([p.x, p.y]);
    }
    lines.push(points);
  }
  for (const el of figure.querySelectorAll(".plate-title, .plate-tools")) {
    const r = el.getBoundingClientRect();
    if (r.width) over.push([r.left, r.top, r.right, r.bottom]);
  }
  return { boxes, lines, over, frame: [frame.left, frame.top, frame.right, frame.bottom] };
}"""


def lively(play: Play, until: Callable[[Game], bool], seed: int = 3) -> Play:
    """Everybody tries something, with dice of our own, so that the game is the same each time."""
    dice = random.Random(seed)

    def answer(game: Game, request: Request) -> Any:
        if request.kind == "report":
            return {k: plausible(game, k) for k in request.facts if game.world.last(k) is None}
        if request.among:
            return {dice.choice(request.among): request.total}
        tries = [v for v in request.legal if v not in ("pass", "nothing", "unasked")]
        if request.kind in ("confirm", "amount"):
            return request.legal[0]
        return "next" if "next" in request.legal else dice.choice(tries or request.legal)

    for _ in range(500):
        game = play.game
        if until(game) or not game.requests():
            return play
        play.act(game.requests()[0], answer(game, game.requests()[0]))
    return play


@pytest.fixture(name="played", scope="module", params=["twg", "awaw"])
def _played(request: pytest.FixtureRequest, browser: Any, served: Any) -> Play:
    rooms = Rooms(browser, served)
    play = rooms.begin(request.param)
    return lively(play, lambda g: (g.world.get("turn") or 0) >= (3 if request.param == "twg" else 8))


def overlap(a: list[float], b: list[float]) -> float:
    return min(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))


def collisions(boxes: list[dict[str, Any]]) -> list[str]:
    """Pairs that cover one another by more than a pixel."""
    pairs = ((one, two) for i, one in enumerate(boxes) for two in boxes[:i])
    return [f"{one['what']} on {two['what']}" for one, two in pairs if overlap(one["box"], two["box"]) > 1]


def faults(seen: dict[str, Any]) -> list[str]:
    """Whatever covers something else, is covered, or is cut off."""
    found = collisions(seen["boxes"])
    edge = seen["frame"]
    for one in seen["boxes"]:
        what, (left, top, right, bottom) = one["what"], one["box"]
        found += [
            f"{what} under the cartouche or the buttons" for over in seen["over"] if overlap(one["box"], over) > 1
        ]
        if left < edge[0] - 1 or top < edge[1] - 1 or right > edge[2] + 1 or bottom > edge[3] + 1:
            found.append(f"{what} is cut off")
        for line in seen["lines"]:
            if any(left + 1 < x < right - 1 and top + 1 < y < bottom - 1 for x, y in line):
                found.append(f"a call-out runs through {what}")
    return found


def each_plate(page: Page) -> list[tuple[str, Any]]:
    page.wait_for_function("() => window.Legation?.plates.all.size === 2")
    page.wait_for_function(SETTLED)
    names = [str(f.get_attribute("id")) for f in page.locator(".pl > svg.plate").all()]
    return [(name, page.locator(f".pl:has(#{name})")) for name in names]


def enlarge(figure: Any) -> Any:
    """The plate as the large one; on a wide desk the other has no names, and the two change places at a touch."""
    button = figure.locator("[data-large]")
    if "small" in str(figure.get_attribute("class")) and button.page.viewport_size["width"] >= 1240:
        button.click()
    return figure


def look(page: Page, figure: Any) -> dict[str, Any]:
    page.wait_for_function(SETTLED)
    found: dict[str, Any] = figure.evaluate(SEEN)
    return found


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_on_a_plate_covers_anything_else(rooms: Rooms, played: Play, size: dict[str, int]) -> None:
    page = rooms.open(played.at(SEATS[played.table.book.name]), size)
    for name, figure in each_plate(page):
        enlarge(figure)
        for zoom in range(5):
            seen = look(page, figure)
            assert faults(seen) == [], (name, zoom)
            assert len(seen["boxes"]) > (20 if zoom == 0 else 0), (name, zoom)
            figure.locator("[data-zoom=in]").click()


def test_the_whole_plate_shows_every_result_and_what_is_due(rooms: Rooms, played: Play) -> None:
    page = rooms.open(played.at(SEATS[played.table.book.name]))
    for name, figure in each_plate(page):
        enlarge(figure)
        page.wait_for_function(SETTLED)
        told = figure.locator(".t[data-tag]").evaluate_all("all => all.map(t => t.dataset.tag).sort()")
        written = figure.locator(".tag text").evaluate_all("all => all.map(t => t.textContent).sort()")
        assert written == told, name
        assert figure.locator(".badge").count() == figure.locator(".t[data-due]").count(), name
        assert len(written) >= (12 if name == "europe-awaw" else 0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_plate_with_a_result_in_every_land_is_still_legible(rooms: Rooms, played: Play, size: dict[str, int]) -> None:
    page = rooms.open(played.at(SEATS[played.table.book.name]), size)
    plates = each_plate(page)
    page.evaluate("""() => { const facts = {}; let n = 0;
      for (const t of document.querySelectorAll(".pl .t[data-place]"))
        facts[t.dataset.place] = { b: "germany", c: "friendly", tag: "5-6", ...(++n % 9 ? {} : { due: "now", n: n }) };
      Legation.plates.paint(facts); }""")
    for name, figure in plates:
        enlarge(figure)
        for zoom in range(4):
            assert faults(look(page, figure)) == [], (name, zoom)
            figure.locator("[data-zoom=in]").click()


def test_names_come_close_up_and_panning_keeps_them_apart(rooms: Rooms, played: Play) -> None:
    page = rooms.open(played.at(SEATS[played.table.book.name]))
    for name, figure in each_plate(page):
        enlarge(figure)
        page.wait_for_function(SETTLED)
        assert figure.locator(".n.deep:not(.off)").count() == 0
        plate = figure.locator("svg.plate")
        for _ in range(2):
            figure.locator("[data-zoom=in]").click()
        plate.focus()
        shown = 0
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            for _ in range(3):
                page.keyboard.press(f"Shift+{key}")
            page.wait_for_function(SETTLED)
            assert faults(look(page, figure)) == [], (name, key)
            shown += figure.locator(".n.deep:not(.off)").count()
        assert shown or name == "pacific-awaw", name


def test_names_do_not_collide_without_the_script(rooms: Rooms, played: Play) -> None:
    page = rooms.open("about:blank")
    page.route("**/plate.js*", lambda route: route.abort())
    page.goto(played.at(SEATS[played.table.book.name]))
    page.wait_for_function(LOADED)
    for figure in page.locator(".pl").all():
        assert collisions(figure.evaluate(SEEN)["boxes"]) == []
