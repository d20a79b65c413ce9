"""One server and one Chromium for all browser tests; skipped, with the reason, where there is no Chromium to be had."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from legation.web.app import create_app
from legation.web.seats import COOKIE

from ..conftest import DEVICE, Server, serving
from ..test_pages import Play

CHROMIUM = "/usr/bin/chromium"
expect.set_options(timeout=25_000)  # a busy machine may take its time; a page that never changes still fails
DESKTOP, PHONE = {"width": 1440, "height": 1000}, {"width": 390, "height": 844}


def chromium() -> str | None:
    """Debian's Chromium, installed if it is absent and that is possible; None if not."""
    if os.path.exists(CHROMIUM):
        return CHROMIUM
    if shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
            subprocess.run(command, check=False, capture_output=True, timeout=600)
    return CHROMIUM if os.path.exists(CHROMIUM) else None


@pytest.fixture(name="browser", scope="session")
def _browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no /usr/bin/chromium, and apt-get cannot install it here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(name="served", scope="session")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    app = create_app(data=tmp_path_factory.mktemp("browser"))
    with serving(app) as base:
        yield Server(base, app)


class Rooms:
    """Browser contexts for the chairs of a table; each is a person with a device of their own."""

    def __init__(self, browser: Browser, served: Server) -> None:
        self.browser, self.served = browser, served
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def begin(self, book: str = "twg", dice: str = "typed", plan: dict[str, str] | None = None) -> Play:
        scenario = {"twg": "1939", "awaw": "older"}[book]
        return Play(
            self.served.base, self.served.hall.create(book, scenario, name="A table", dice=dice, plan=plan or {})
        )

    def open(self, url: str, size: dict[str, int] = DESKTOP, theme: str = "light") -> Page:
        context = self.browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            has_touch=size is PHONE,
        )
        context.add_cookies([{"name": COOKIE, "value": DEVICE, "url": self.served.base}])
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(25_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(url)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.faults, self.faults


@pytest.fixture(name="rooms")
def _rooms(browser: Browser, served: Server) -> Iterator[Rooms]:
    rooms = Rooms(browser, served)
    yield rooms
    rooms.close()
