"""The play loop, counted: three stretches of play through the pages in a real browser, as a person would play them who
uses every convenience there is.  What a seat sends, clicks, types and waits for is counted.

A Guide turn of The War Game by one person at one device, a turn under the 1939 Rules of two people and six bots, and a
quiet year of A World at War of two people and five bots.  `python -m benchmarks.loop` prints the table, with `--say`
also all that is done.  It wants Playwright and Debian's Chromium.
"""

from __future__ import annotations

import json
import re
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.harness import Result
from benchmarks.web import DEVICE, seated
from legation.books import book as find_book
from legation.core.facts import Choice, Flag
from legation.core.game import Game
from legation.core.requests import TABLE, Request, least_answer
from legation.web.seats import COOKIE

CHROMIUM = "/usr/bin/chromium"
SAY = "--say" in sys.argv
MOST = 400  # acts in one stretch; more than that is a circle


# -- a server and a table
@contextmanager
def serving() -> Iterator[tuple[str, Any]]:
    import uvicorn

    from legation.web.app import create_app
    from legation.web.server import settle

    with tempfile.TemporaryDirectory() as scratch:
        app = create_app(data=Path(scratch))
        settle()
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", 0))
        listening.listen(256)
        server = uvicorn.Server(
            uvicorn.Config(app, access_log=False, log_level="critical", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", app
        finally:
            server.should_exit = True
            thread.join()


# -- somebody at a page
@dataclass
class Person:
    """Somebody with a browser: what was sent, clicked and typed, and how long the answers took."""

    name: str
    page: Any
    table: Any
    sent: int = 0
    clicks: int = 0
    fields: int = 0
    waits: list[float] = field(default_factory=list)

    def click(self, where: Any, why: str = "") -> None:
        self.clicks += 1
        self.say(f"click {why}")
        where.click()

    def choose(self, where: Any, why: str = "") -> None:
        """A radio button; its label may lie over it."""
        self.clicks += 1
        self.say(f"choose {why}")
        where.evaluate("radio => radio.parentNode.scrollIntoView({block: 'center'})")  # past what sticks to the edge
        where.check(force=True)

    def type(self, where: Any, text: str, why: str = "") -> None:
        self.fields += 1
        self.say(f"type {text} for {why}")
        where.fill(text)

    def send(self, button: Any, why: str = "") -> None:
        """Press what sends a form, and wait for the desk that answers."""
        before = self.table.seq
        self.sent += 1
        begin = time.perf_counter()
        self.click(button, f"[send] {why}")
        for _ in range(2000):
            if self.table.seq != before:
                break
            refused = self.page.locator(".refused")
            if refused.count() and refused.first.is_visible():
                raise RuntimeError(f"refused: {refused.first.inner_text()}")
            self.page.wait_for_timeout(5)
        else:
            raise RuntimeError(f"nothing came of: {why}")
        self.up_to_date()
        self.waits.append(time.perf_counter() - begin)

    def up_to_date(self) -> None:
        shown = "() => +(document.getElementById('seen')?.dataset.seq ?? -1)"
        for _ in range(2000):
            try:
                if self.page.evaluate(shown) == self.table.seq:
                    return
            except Exception:  # the page is just being replaced
                self.page.wait_for_load_state()
            self.page.wait_for_timeout(5)
        raise RuntimeError(f"the desk of {self.name} does not come up to date")

    def has_sheet(self, request: Request) -> bool:
        self.up_to_date()
        return bool(self.page.locator(f"#alone-{request.id}").count())

    def say(self, text: str) -> None:
        if SAY:
            print(f"    {self.name}: {text}", flush=True)


@dataclass
class Stretch:
    """A stretch of play: how the table is laid, who is asked what in it, and when it is over."""

    title: str
    book: str
    scenario: str
    dice: str
    plan: dict[str, str]
    people: tuple[str, ...]
    turns: int
    answer: Callable[[Game, Request], Any]
    rows: Callable[[Game, str], dict[str, Any]] = lambda game, seat: {}
    options: dict[str, str] = field(default_factory=dict)
    aims: dict[str, int] = field(default_factory=dict)


def plain(game: Game, request: Request) -> Any:
    """A quiet answer: nothing is risked, nothing has happened."""
    if request.kind == "report":
        return {key: _told(game, key) for key in request.facts}
    return least_answer(request)


def _told(game: Game, key: str) -> Any:
    last, domain = game.world.last(key), game.world.schema.spec(key).domain
    if last is not None:
        return last
    if key.split(".")[0] in TOTALS:
        return TOTALS[key.split(".")[0]]
    return False if isinstance(domain, Flag) else domain.options[0] if isinstance(domain, Choice) else domain.lo  # type: ignore[union-attr]


TOTALS = {"own-land": 60, "purse": 40, "brp-total": 120}  # what a group reads off its board
COUNTERED = ("finland", "denmark")
PAID = {"finland": 2, "romania": 1, "denmark": 2, "thailand": 1}  # the four attempts with money


def lively(game: Game, request: Request) -> Any:
    """Every right is tried, four of them with money, of which two are countered."""
    asked = request.prompt
    if request.kind == "choose" and "Which country" in asked:
        return next(iter(request.legal))
    if request.kind == "choose" and "Spend money" in asked:
        paid = request.subject in PAID or "nothing" not in request.legal
        return "money" if paid and "money" in request.legal else "nothing"
    if request.kind == "confirm" and "Counter with" in asked:
        return request.subject in COUNTERED
    if request.kind in ("amount", "sealed") and request.subject:
        wanted = PAID.get(request.subject, 1)
        return wanted if wanted in request.legal else max(request.legal)
    if request.kind == "choose" and "Military Commerce" in asked:
        ways = ("roll all", "safe all", "roll", "keep", "stop")
        return next((way for way in ways if way in request.legal), request.legal[-1])
    if request.kind == "choose" and "next" in request.legal:
        return "next"
    return plain(game, request)


def with_money(game: Game, seat: str) -> dict[str, Any]:
    """What is put on a country by its own sheet, or against somebody who does."""
    asked = next((r for r in game.requests() if r.seat == seat and r.kind == "confirm" and r.subject), None)
    if asked is None:
        return dict(PAID)
    return {
        f"{game.state.top.vars.get('nation')}/{asked.subject}": PAID[asked.subject] if asked.subject in COUNTERED else 0
    }


def guide() -> Stretch:
    seats = find_book("twg").seats
    plan = dict.fromkeys(seats, "open")
    return Stretch(
        "a Guide turn, one person", "twg", "1939", "mixed", plan, (), 1, lively, with_money, aims={"clicks": 40}
    )


def rules_1939() -> Stretch:
    people = ("germany", "uk")
    plan = {s: "person" if s in people else "bot:historical" for s in find_book("twg").seats}
    options = {"rules-1939": "yes"}
    return Stretch(
        "a 1939 turn, two people", "twg", "1939", "server", plan, people, 1, lively, with_money, options, {"clicks": 35}
    )


def quiet_year() -> Stretch:
    people = ("germany", "britain")
    plan = {s: "person" if s in people else "bot:historical" for s in find_book("awaw").seats}
    aims = {"requests": 30, "fields": 0}
    return Stretch("a quiet year, two people", "awaw", "current-classic", "server", plan, people, 4, plain, aims=aims)


# -- playing it
def play(stretch: Stretch, base: str, app: Any, browser: Any) -> list[Person]:
    game = Game.new(find_book(stretch.book), stretch.scenario, options=stretch.options, dice=stretch.dice, seed=7)
    table = app.state.hall.adopt(game, name=stretch.title, plan=stretch.plan)
    chairs = stretch.people or ("host",)
    people = {}
    for chair in chairs:
        context = browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
        context.add_cookies([{"name": COOKIE, "value": DEVICE, "url": base}])
        page = context.new_page()
        page.goto(f"{base}/t/{seated(app.state.hall, table, chair)}")
        people[chair] = Person(chair, page, table)
    setting_up = next(iter(people.values()))
    board_sheet(setting_up)
    setup = Person("set-up", None, table, setting_up.sent, setting_up.clicks, setting_up.fields)
    setting_up.sent = setting_up.clicks = setting_up.fields = 0
    setting_up.waits.clear()
    start = clock(game)
    while clock(game) < start + stretch.turns and not game.over:
        person, request = whose(game, people)
        if SAY:
            print(f"  {game.phase}: {request.seat}: {request.prompt[:90]}")
        act(person, game, request, stretch)
        if sum(p.sent for p in people.values()) > MOST:
            raise RuntimeError("this goes round in circles")
    return [*people.values(), setup]


def clock(game: Game) -> int:
    return int(game.world.get(game.world.schema.clock) or 0)


def whose(game: Game, people: dict[str, Person]) -> tuple[Person, Request]:
    requests = sorted(game.requests(), key=lambda r: (r.seat == TABLE, r.id))
    if "host" in people:
        return people["host"], requests[0]
    for request in requests:
        if request.seat in people:
            return people[request.seat], request
    mine = (p for p in people.values() if p.has_sheet(requests[0]))  # a player turn is ended by who plays it
    return next(mine, next(iter(people.values()))), requests[0]


def fill(person: Person, game: Game, seat: str, stretch: Stretch) -> bool:
    """Fill in the sheet that answers what is asked, if there is one that is not filled in yet."""
    page = person.page
    for form in page.locator(".fill.now .fill-form").all():
        for key, value in stretch.rows(game, seat).items():
            radio = form.locator(f"input[type=radio][name='row:{key}'][value='{json.dumps(value)}']")
            if radio.count() and not radio.is_checked():
                person.choose(radio, f"{key}: {value}")
        for box in form.locator("input[type=number][required]").all():
            total = TOTALS.get((box.get_attribute("name") or "").removeprefix("row:").split(".")[0])
            if total is not None and not box.input_value():
                person.type(box, str(total), "a value of the board")
        person.send(form.locator("button.wax"), f"the sheet of {seat}")
        return True
    return False


def board_sheet(person: Person) -> None:
    """The values of the board, told once before the first turn."""
    fold = person.page.locator("#fill-board details.early > summary")
    if not fold.count():
        return
    person.click(fold, "values of the board")
    form = person.page.locator("#fill-board .fill-form")
    for box in form.locator("input[type=number]").all():
        family = (box.get_attribute("name") or "").removeprefix("row:").split(".")[0]
        person.type(box, str(TOTALS.get(family, 0)), family)
    person.send(form.locator("button[type=submit]").last, "the values of the board")


def act(person: Person, game: Game, request: Request, stretch: Stretch) -> None:
    """Answer one request on its sheet of paper, or with whatever is quicker."""
    page = person.page
    if person.name == "host":
        where = f"as={request.seat}"
        if request.seat != TABLE and where not in page.url:
            page.goto(page.url.split("?")[0] + f"?{where}")  # it comes to the top by itself; nobody clicks
    person.up_to_date()
    tray = page.locator("#tray button[data-roll-all]")
    if request.kind == "roll" and tray.count():
        person.send(tray, "all rolls that are due")
        return
    seat = request.seat if request.seat != TABLE else person.name
    if page.locator(f"#alone-{request.id}").count() and fill(person, game, seat, stretch):
        return
    form = page.locator(f"#ask-{request.id} form").first
    quiet = form.locator("button[name=quiet], button.pick[value=false]").first
    if request.kind == "report" and quiet.count():
        person.send(quiet, f"quiet: {request.prompt[:60]}")
        return
    form.wait_for(timeout=10_000)
    value = stretch.answer(game, request)
    said = f"{request.prompt[:60]!r}: {value}"
    if request.kind == "roll":
        person.send(form.locator("button[name=server]"), said)
    elif request.kind == "confirm":
        person.send(form.locator(f"button[name=value][value={'true' if value else 'false'}]"), said)
    elif request.kind == "report":
        report(person, form, value)
        person.send(form.locator("button.wax"), said)
    elif request.among:
        for name, points in value.items():
            if points:
                person.type(form.locator(f"[name='among:{name}']"), str(points), name)
        person.send(form.locator("button.wax"), said)
    else:
        typed = form.locator("input[type=number][name=value]")
        if typed.count():
            if typed.input_value() != str(value):
                person.type(typed, str(value), said)
        else:
            quoted = json.dumps(value)
            radio = form.locator(f"input[type=radio][value='{quoted}']")
            if not radio.is_checked():
                person.choose(radio, said)
        person.send(form.locator("button.wax"), said)


def report(person: Person, form: Any, facts: dict[str, Any]) -> None:
    for key, value in facts.items():
        name = f"[name='fact:{key}']"
        if isinstance(value, bool):
            radio = form.locator(f"{name}[value={'true' if value else 'false'}]")
            if not radio.is_checked():
                person.fields += 1
                person.say(f"tick {key}")
                radio.check(force=True)
            continue
        box = form.locator(name)
        if box.input_value() == str(value):
            continue
        if box.evaluate("e => e.tagName") == "SELECT":
            person.fields += 1
            box.select_option(str(value))
        else:
            person.type(box, str(value), key)


STRETCHES = (guide, rules_1939, quiet_year)


def results(only: str = "") -> list[Result]:
    from playwright.sync_api import sync_playwright

    found = []
    with serving() as (base, app), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for make in STRETCHES:
            stretch = make()
            if only and not re.search(only, stretch.title):
                continue
            people = play(stretch, base, app, browser)
            found += told(stretch, people)
        browser.close()
    return found


def told(stretch: Stretch, everything: list[Person]) -> list[Result]:
    *people, setup = everything

    def line(what: str, count: Callable[[Person], int]) -> Result:
        each = ", ".join(f"{p.name} {count(p)}" for p in people) if len(people) > 1 else "one device"
        aim = f"<= {stretch.aims[what]}" if what in stretch.aims else ""
        return Result(f"{stretch.title}: {what}", sum(map(count, people)), "", each, aim)

    waits = sorted(wait for p in people for wait in p.waits)
    each = ", ".join(f"{p.name} {1000 * sum(p.waits) / max(1, len(p.waits)):.0f}" for p in people)
    return [
        Result(f"{stretch.title}: set-up", setup.fields, "fields", f"the values of the board, {setup.clicks} clicks"),
        line("requests", lambda p: p.sent),
        line("clicks", lambda p: p.clicks),
        line("fields", lambda p: p.fields),
        Result(f"{stretch.title}: click to next desk", 1000 * waits[len(waits) // 2], "ms", f"median; mean of {each}"),
    ]


if __name__ == "__main__":
    from benchmarks.harness import show

    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    print(show(results(words[0] if words else "")))
