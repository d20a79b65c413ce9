"""Who sits where, and the keys that say so.

An invitation leads to one chair of one table: a seat of the book, the umpire's chair, a spectator's chair, or the
device of the host.  It is an unguessable token in a link, and good once: whoever uses it first gets a key of their own,
and nobody else ever holds that.  A browser has one secret, in a cookie that no script can read, from which its keys to
all chairs follow; a program has a key for its header.  Only hashes of keys and invitations are kept.  The address of a
page names table and chair (its *place*) and opens nothing by itself, so it can be shared.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import segno

from legation.core.acts import Act, Who
from legation.core.book import Book
from legation.core.errors import NotFound, NotYours, Refused
from legation.core.requests import TABLE, UMPIRE
from legation.play.bots import BOTS
from legation.store import Once

if TYPE_CHECKING:
    from legation.web.sessions import Session

__all__ = [
    "AT_THE_DEVICE",
    "BOT",
    "CHAIRS",
    "COOKIE",
    "HOST",
    "PERSON",
    "PLACE",
    "PLANS",
    "SPECTATOR",
    "WITH",
    "Access",
    "NoSuchLink",
    "OldLink",
    "bots_of",
    "chair_key",
    "check_plan",
    "digest",
    "in_letters",
    "is_person",
    "name_of",
    "new_token",
    "plans_of",
    "qr",
]

SPECTATOR = "spectator"
HOST = "host"
COOKIE = "legation"  # the secret of a browser
PLACE = re.compile(r"([0-9a-f]{16})(?:\.([a-z][a-z0-9_-]{0,59}))?")
CHAIRS = (HOST, UMPIRE, SPECTATOR)  # besides the seats of the book
BOT = "bot:"  # and the name of the bot
PERSON = "person"  # and, after a colon, how the others call them
WITH = "with:"  # and the seat of the person who holds this one too
PLANS = {
    "person": "a person with a link of their own",
    "here": "at the host's device, which goes blank between seats",
    "open": "at the host's device, which stays as it is: one person plays",
    "none": "nobody; the host acts for the seat where it must",
}
AT_THE_DEVICE = ("here", "open", "none")


def is_person(who: str) -> bool:
    """Whether a seat has a person with a link of their own."""
    return who.partition(":")[0] == PERSON


def name_of(who: str) -> str:
    """How a person is called, if that was said."""
    return who.partition(":")[2] if is_person(who) else ""


def bots_of(book: Book) -> list[str]:
    """The names of the bots that can play a seat of this book."""
    return list(BOTS)


def plans_of(book: Book) -> dict[str, str]:
    """Every way to fill a seat of this book, in words."""
    return {**PLANS, **{f"{BOT}{name}": f"played by Legation: {name}" for name in bots_of(book)}}


class NoSuchLink(NotFound):
    """The link opens nothing (any more).  What was tried is not repeated, and nothing like it is offered."""

    def __init__(self) -> None:
        super().__init__("link", "", [])
        self.args = ("this opens nothing (any more), at least not for you; ask the host for an invitation",)


class OldLink(NoSuchLink):
    """What once was the key to a chair, in an address: it is an invitation now, to be exchanged once."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token


def new_token() -> str:
    return secrets.token_urlsafe(24)


def chair_key(device: str, game: str, chair: str) -> str:
    """The key of a browser to a chair."""
    found = hashlib.sha256(f"{device}|{game}|{chair}".encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(found).decode().rstrip("=")


def digest(token: str) -> str:
    """What is kept of a token.  It is looked up by this, so the time it takes tells nothing about other tokens."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def qr(link: str) -> str:
    """A link as a picture for a phone's camera."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", xmldecl=False, svgclass="qr", lineclass=None, omitsize=True)
    return out.getvalue().decode()


def in_letters(link: str) -> str:
    """The same for a terminal."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=1)
    return out.getvalue().rstrip("\n")


def check_plan(plan: Mapping[str, str], book: Book) -> dict[str, str]:
    """Who plays each seat of a book; a seat left out is a person's."""
    for seat, who in plan.items():
        if seat not in book.seats:
            raise NotFound("seat", seat, book.seats)
        kind, _, name = who.partition(":")
        if kind == "bot" and not name:
            raise Refused("say which bot plays that seat", allowed=[f"{BOT}{each}" for each in bots_of(book)])
        if kind == "bot" and name not in bots_of(book):
            raise NotFound("bot", name, bots_of(book))
        if kind == "with" and not is_person(plan.get(name, PERSON if name in book.seats else "")):
            raise Refused(f"whoever holds {seat} must hold a seat with a link, and {name or 'nobody'} has none")
        if kind not in (PERSON, "with") and who not in plans_of(book):
            raise NotFound("way to fill a seat", who, plans_of(book))
    return {seat: plan.get(seat, "person") for seat in book.seats}


@dataclass(frozen=True)
class Access:
    """What a key opens: a table, and the seat one sits on there."""

    table: Session
    seat: str
    token: str = field(default="", repr=False, compare=False)
    key: str = field(default="", repr=False, compare=False)  # by which a repeat of what is done now is known

    def once(self, act: Act, seat: str | None) -> Once | None:
        """The name of an act, if it was given one, and what it says: as hashes, for it may say something secret."""
        if not self.key:
            return None
        said = repr((type(act).__name__, sorted(vars(act).items()), seat))
        return Once(digest(f"{self.seat}\n{self.key}"), digest(f"{self.key}\n{said}"))

    @property
    def place(self) -> str:
        """Table and chair, for addresses; it opens nothing by itself."""
        return f"{self.table.id}.{self.seat}"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats this link may act for: those of one person; of the host, all that are played at this device."""
        if self.seat == SPECTATOR:
            return ()
        if self.seat == HOST:
            return tuple(seat for seat, who in self.table.plan.items() if who in AT_THE_DEVICE)
        return (self.seat, *(seat for seat, who in self.table.plan.items() if who == f"{WITH}{self.seat}"))

    @property
    def viewer(self) -> str:
        """The name under which the game shows this chair what it may see."""
        return TABLE if self.seat in (SPECTATOR, HOST) else self.seat

    def looking(self, seat: str | None = None) -> str:
        """Through whose eyes it looks: its own, or those of a seat at this device."""
        if seat is None or seat in (self.seat, self.viewer):
            return self.viewer
        if seat not in self.seats:
            self.table.check_seat(seat)
            raise NotYours(f"this link does not open the seat {seat}")
        return seat

    def who(self, seat: str | None = None) -> Who:
        """Who acts through this link, and in whose name if that is said.  Whether it may, the door says."""
        own = self.seats
        lends: tuple[str, ...] = (TABLE,) if self.seat in self.table.book.seats else ()
        if self.seat == HOST:
            own = (TABLE, *(each for each in self.seats if self.table.plan[each] != "none"))
            lends = tuple(each for each in self.seats if self.table.plan[each] == "none")
        played = (each for each, plan in self.table.plan.items() if plan in ("person", "here", "open"))
        others = tuple(each for each in played if each not in own)
        return Who(self.seat, own, lends, seat if seat != self.seat else None, self.table.bots, others)

    def manages(self, chair: str = "") -> None:
        """Whether this chair may invite to others, or to this one; the two in charge do not touch each other's."""
        if self.seat not in (HOST, UMPIRE):
            raise NotYours("only the host and the umpire manage the seats of a table")
        if chair in (HOST, UMPIRE) and chair != self.seat and chair in self.table.taken():
            raise NotYours(f"the {chair}’s chair is taken, and nobody but the {chair} gives it to another device")
