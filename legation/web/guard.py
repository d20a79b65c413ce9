"""The door of the house: what is asked of a stranger before anything is read.

It stands before all rooms and knows no game: names that the server answers to, posts from other sites, how much may be
sent and how long that may take, how often one address may try wrong links or begin games, and the key of the house,
which lists games and begins them.  On the machine itself nobody needs that key.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import socket
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from legation.core.errors import LegationError, NotYours, Refused
from legation.web.errors import refusal

__all__ = ["COOKIE", "KEY", "LOCAL", "RateAllowance", "Guard", "House", "NotOfTheHouse", "TooMany"]

LOCAL = ("localhost", "127.0.0.1", "::1")  # names under which only this machine finds itself
KEY = "legation-house-key"  # the header that carries the key of the house
COOKIE = "house"
BODY = 2**20  # bytes of an ordinary request
RECORD = 2**26  # bytes of a whole game that is brought here by somebody of the house
BRINGS = ("/api/v1/games/import", "/import")
SENDING = 15.0  # seconds for all of an ordinary request
BRINGING = 120.0
SAFE = ("GET", "HEAD", "OPTIONS")
BEGINS = (("POST", "/new"), ("POST", "/api/v1/games"), *(("POST", path) for path in BRINGS))
TABLES = ("/t/", "/api/v1/t/", "/i/", "/api/v1/chairs")


class NotOfTheHouse(NotYours):
    """It needs the key of the house."""

    def __init__(self) -> None:
        super().__init__(f"this needs the key of the house, in the header {KEY}; whoever runs the server can tell it")


class TooMany(LegationError):
    """Somebody tries too often; `wait` seconds later it may be tried again."""

    def __init__(self, what: str, wait: float) -> None:
        self.wait = max(1, round(wait + 0.5))
        super().__init__(f"too many {what} from one address; try again in {self.wait} seconds")


@dataclass
class RateAllowance:
    """So many at once, and so many an hour after that, by address."""

    most: float
    an_hour: float
    addresses: int = 10_000  # that are remembered
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def left(self, address: str, now: float) -> float:
        had, at = self._left.get(address, (self.most, now))
        return min(self.most, had + (now - at) * self.an_hour / 3600)

    def wait(self, address: str) -> float:
        """Seconds until one more is allowed; 0 if it is allowed now."""
        with self._lock:
            return max(0.0, 1 - self.left(address, time.monotonic())) * 3600 / self.an_hour

    def take(self, address: str) -> None:
        now = time.monotonic()
        with self._lock:
            self._left[address] = (self.left(address, now) - 1, now)
            self._left.move_to_end(address)
            while len(self._left) > self.addresses:
                self._left.popitem(last=False)


@dataclass
class House:
    """Whom a server lets in.  Those who come from elsewhere need the key; if it is empty, none of them has it."""

    key: str = field(default="", repr=False)
    public: str = ""  # the address at which others reach it, such as https://legation.example.org
    names: frozenset[str] = frozenset()  # further names that it answers to
    guesses: RateAllowance = field(default_factory=lambda: RateAllowance(40, 600))
    games: RateAllowance = field(default_factory=lambda: RateAllowance(20, 20))
    own_games: RateAllowance = field(default_factory=lambda: RateAllowance(2000, 3600))  # of the machine itself

    @property
    def public_host(self) -> str:
        return (urlsplit(self.public).hostname or "").lower()

    def is_called(self, host: str, own: str) -> bool:
        """Whether the server answers to a name; `own` is the address at which this caller has found it."""
        here = socket.gethostname().lower()
        known = {*LOCAL, own.lower(), self.public_host, here, f"{here}.local", *self.names}
        return not host or host.lower().rstrip(".") in known

    @property
    def pass_(self) -> str:
        """What a browser keeps once its person has said the key."""
        return hashlib.sha256(f"legation|{self.key}".encode()).hexdigest()

    def knows(self, said: str) -> bool:
        return bool(self.key) and hmac.compare_digest(said.encode(), self.key.encode())

    def is_of_the_house(self, request: Request) -> bool:
        """Whether somebody sits at this machine, or has said the key."""
        if self.is_here(request) or self.knows(request.headers.get(KEY, "")):
            return True
        shown = request.cookies.get(COOKIE, "")
        return bool(self.key) and hmac.compare_digest(shown.encode(), self.pass_.encode())

    def admit(self, request: Request) -> None:
        """Let in only those of the house."""
        if not self.is_of_the_house(request):
            if request.headers.get(KEY):
                self.guesses.take(address_of(request.scope))
            raise NotOfTheHouse

    def is_here(self, request: Request) -> bool:
        """Whether it comes from this very machine; where a proxy stands before the server nothing can tell that."""
        local = is_loopback(address_of(request.scope)) and (request.url.hostname or "") in LOCAL
        return local and not self.public


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def address_of(scope: Scope) -> str:
    """Who calls; of the long addresses only the part that a network is given."""
    client = scope.get("client")
    given = str(client[0]) if client else ""
    try:
        found = ipaddress.ip_address(given)
    except ValueError:
        return given
    if isinstance(found, ipaddress.IPv6Address) and not found.is_loopback:
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


class Guard:
    """The door itself, as a layer around the application."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self.house = app, house
        self._good: OrderedDict[str, None] = OrderedDict()  # what has opened a chair lately, as hashes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        try:
            self._check(request)
            receive = await self._read(request, receive)
        except _Refusal as no:
            await refusal(request, no.status, no.error, no.headers)(scope, receive, send)
            return
        address, shown = address_of(scope), self._shown(request)
        begins = (scope["method"], scope["path"]) in BEGINS or scope["path"].endswith("/branches")

        async def watched(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._noticed(scope, address, shown, begins, message["status"])
            await send(message)

        await self.app(scope, receive, watched)

    def _check(self, request: Request) -> None:
        scope, house = request.scope, self.house
        own = str((scope.get("server") or ("",))[0])
        host = request.headers.get("host", "")
        name = urlsplit(f"//{host}").hostname if _is_host(host) else None
        if host and (name is None or not house.is_called(name, own)):
            says = "this server has another name; open it by its own address, or start it with --public-url"
            raise _Refusal(421, Refused(says))
        if scope["method"] not in SAFE and _is_from_elsewhere(request, house):
            raise _Refusal(403, NotYours("this was sent by a page of another site; nothing has changed"))
        address = address_of(scope)
        if scope["path"].startswith(TABLES) and self._shown(request) not in self._good:
            if wait := house.guesses.wait(address):
                raise _Refusal.too_many("wrong links", wait)
        if request.headers.get(KEY) and (wait := house.guesses.wait(address)):
            raise _Refusal.too_many("wrong keys", wait)
        if (scope["method"], scope["path"]) in BEGINS and (wait := self._games(request).wait(address)):
            raise _Refusal.too_many("new games", wait)

    def _games(self, request: Request) -> RateAllowance:
        return self.house.own_games if self.house.is_here(request) else self.house.games

    def _noticed(self, scope: Scope, address: str, shown: str, begins: bool, status: int) -> None:
        if scope.get("state", {}).get("wrong_link"):
            self.house.guesses.take(address)
        elif status < 400 and scope["path"].startswith(TABLES):
            self._good[shown] = None
            self._good.move_to_end(shown)
            while len(self._good) > 10_000:
                self._good.popitem(last=False)
        if begins and status < 400:
            self._games(Request(scope)).take(address)

    @staticmethod
    def _shown(request: Request) -> str:
        """What somebody shows to be let in: the link, and whatever the browser keeps for it."""
        link = request.scope["path"].removeprefix("/api/v1").split("/")[2:3]
        shown = (*link, request.headers.get("authorization", ""), request.headers.get("cookie", ""))
        return hashlib.sha256("\n".join(shown).encode("utf-8", "replace")).hexdigest()

    async def _read(self, request: Request, receive: Receive) -> Receive:
        """All that was sent, if it is neither too much nor too slow; nothing else sees any of it before."""
        headers = request.headers
        if "content-length" not in headers and "transfer-encoding" not in headers:
            return receive
        brings = request.scope["path"] in BRINGS and self.house.is_of_the_house(request)
        most, patience = (RECORD, BRINGING) if brings else (BODY, SENDING)
        said = headers.get("content-length", "0")
        if not said.isascii() or not said.isdigit() or len(said) > 15 or int(said) > most:
            raise _Refusal.too_much(most)
        parts: list[bytes] = []
        size, more = 0, True
        try:
            async with asyncio.timeout(patience):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return _again(message)
                    parts.append(message.get("body", b""))
                    size, more = size + len(parts[-1]), message.get("more_body", False)
                    if size > most:
                        raise _Refusal.too_much(most)
        except TimeoutError:
            slow = Refused(f"what was sent did not arrive within {patience:g} seconds")
            raise _Refusal(408, slow, {"connection": "close"}) from None
        return _again({"type": "http.request", "body": b"".join(parts), "more_body": False}, receive)


def _again(message: Message, then: Receive | None = None) -> Receive:
    waiting = [message]

    async def receive() -> Message:
        if waiting:
            return waiting.pop() if then is not None else message
        assert then is not None
        return await then()

    return receive


class _Refusal(Exception):
    def __init__(self, status: int, error: LegationError, headers: dict[str, str] | None = None) -> None:
        self.status, self.error, self.headers = status, error, headers or {}

    @classmethod
    def too_many(cls, what: str, wait: float) -> _Refusal:
        error = TooMany(what, wait)
        return cls(429, error, {"retry-after": str(error.wait)})

    @classmethod
    def too_much(cls, most: int) -> _Refusal:
        says = f"this is too much to send at once: at most {most // 1024} KB are read"
        return cls(413, Refused(says), {"connection": "close"})


def _is_host(host: str) -> bool:
    try:
        urlsplit(f"//{host}").port  # noqa: B018  a number, or none
    except ValueError:
        return False
    return not set(host) & set("/?#@\\ \t")


def _is_from_elsewhere(request: Request, house: House) -> bool:
    """Whether a page of another site sends this; programs are no pages and say nothing of the kind."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin")
    if origin is None:
        return False
    ours = {request.headers.get("host", "").lower(), urlsplit(house.public).netloc.lower()}
    return urlsplit(origin).netloc.lower() not in ours or origin == "null"
