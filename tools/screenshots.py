"""Screenshots of the app for the README: `python tools/screenshots.py [FOLDER]`.

Plays a game of The War Game to a sealed bid and one of A World at War to its first roll, and takes the desk, a dossier,
a reckoning and the phone.  Needs Debian's Chromium.
"""

from __future__ import annotations

import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from legation.core import acts
from legation.core.facts import Choice, Flag
from legation.core.game import Game
from legation.core.requests import Request
from legation.web.app import create_app
from legation.web.seats import COOKIE, Access, chair_key
from legation.web.sessions import Session, Sessions

DEVICE = "the-browser-of-the-pictures"

CHROMIUM = "/usr/bin/chromium"
LAND = {"germany": 96, "italy": 54, "ussr": 122, "uk": 117, "france": 71, "japan": 68, "usa": 148, "china": 60}


def reported(game: Game, request: Request) -> dict[str, Any]:
    """What a table might report: land and money as below, armies that threaten nobody."""
    found: dict[str, Any] = {}
    for key in request.facts:
        if game.world.last(key) is not None:
            continue
        family, *names = key.split(".")
        domain = game.world.schema.spec(key).domain
        if family in ("own-land", "purse"):
            found[key] = LAND[names[0]] // (1 if family == "own-land" else 6)
        elif isinstance(domain, Flag):
            found[key] = False
        else:
            found[key] = domain.options[0] if isinstance(domain, Choice) else 0
    return found


def play(table: Session, until: Callable[[Game], bool], seed: int = 3, most: int = 400) -> None:
    """Answer for everybody, at random but lively, until something is so."""
    dice = random.Random(seed)
    for _ in range(most):
        game: Game = table.look(Access(table, "umpire"), lambda g: g)
        if until(game) or not game.requests():
            return
        request = game.requests()[0]
        value: Any
        if request.kind == "report":
            value = reported(game, request)
        elif request.among:
            value = {request.among[1]: request.total}
        elif request.kind == "confirm":
            value = request.legal[0]
        elif "pass" in request.legal and len(request.legal) > 1:
            tries = [v for v in request.legal if v != "pass"]
            value = dice.choice(tries) if dice.random() < 0.8 else "pass"
        elif "money" in request.legal:
            value = dice.choice([v for v in ("money", "money", "nothing") if v in request.legal])
        elif "next" in request.legal:
            value = "next"
        else:
            value = 0 if 0 in request.legal and request.kind == "amount" else dice.choice(request.legal)
        seat = request.seat if request.seat != "table" else "umpire"
        access = Access(table, seat)
        table.act(access, acts.Answer(request.id, value), seat)


def sealed_for(seat: str, turn: int = 1) -> Callable[[Game], bool]:
    def so(game: Game) -> bool:
        mine = [r for r in game.requests() if r.seat == seat and r.kind == "sealed" and r.subject]
        return bool(mine) and (game.world.get("turn") or 0) >= turn

    return so


def serve(hall_app: Any) -> int:
    """Run the app in a thread; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = uvicorn.Server(uvicorn.Config(hall_app, port=port, log_level="error"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.02)
    return port


def shoot(
    browser: Browser, url: str, path: Path, size: tuple[int, int], theme: str = "light", whole: bool = False
) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.context.add_cookies([{"name": COOKIE, "value": DEVICE, "url": url}])
    page.goto(url)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    page.screenshot(path=path, full_page=whole)
    page.close()


def seated(hall: Sessions, table: Session, chair: str) -> str:
    """The place of a chair that is taken by the browser of the pictures."""
    return hall.take(hall.invite(table, chair), chair_key(DEVICE, table.id, chair)).place


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    app = create_app()
    hall: Sessions = app.state.hall
    table = hall.create("twg", "1939", name="The long table", dice="server", plan={})
    play(table, sealed_for("uk", 2))
    world = hall.create("awaw", "older", name="By post", dice="typed", plan={})
    play(world, lambda g: any(r.kind == "roll" for r in g.requests()))
    base = f"http://127.0.0.1:{serve(app)}"
    game: Game = table.look(Access(table, "umpire"), lambda g: g)
    bid = next((r for r in game.requests() if r.seat == "uk"), None)
    uk = f"{base}/t/{seated(hall, table, 'uk')}"
    germany = f"{base}/t/{seated(hall, world, 'germany')}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        shoot(browser, uk, folder / "desk.png", (1440, 1000))
        shoot(browser, uk, folder / "desk-lamp.png", (1440, 1000), "dark")
        shoot(browser, f"{uk}/country/spain", folder / "dossier.png", (1440, 1200))
        shoot(browser, f"{germany}/country/rumania", folder / "awaw.png", (1440, 1200))
        shoot(browser, uk, folder / "desk-phone.png", (390, 844))
        if bid is not None:
            shoot(browser, f"{uk}/ask/{bid.id}", folder / "phone-bid.png", (390, 844))
        page = browser.new_page(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
        page.goto(uk)
        page.wait_for_timeout(500)
        page.locator(".pl").first.screenshot(path=folder / "map.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "docs" / "screenshots")
