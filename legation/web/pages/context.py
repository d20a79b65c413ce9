"""A page in the making: the link that opened it, whose eyes it looks through, and what every page shows."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup

from legation.core.acting import awaited
from legation.core.acts import Act, Rolls, Who
from legation.core.errors import LegationError, Refused
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import TABLE, UMPIRE
from legation.core.sight import Sight
from legation.core.words import capital
from legation.web.access import Entered
from legation.web.present import plates
from legation.web.seats import HOST, SPECTATOR, Access
from legation.web.static_files import plate_url
from legation.web.static_files import url as static

__all__ = [
    "AsSeat",
    "Board",
    "DeskRoom",
    "Dossiers",
    "Form",
    "Records",
    "Refusal",
    "PageContext",
    "Rules",
    "Tables",
    "Umpires",
    "as_json",
    "goto",
    "one",
    "router",
    "template",
]

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)  # every page joins it
T = TypeVar("T")

ROOMS = (
    ("d", "", "Desk"),
    ("c", "/country", "Dossiers"),
    ("r", "/record", "Record"),
    ("u", "/rules", "Rules"),
    ("t", "/table", "Table"),
    ("b", "/report", "Board"),
)
SUBROOMS = (
    ("/table", "Every fact"),
    ("/charts", "Over time"),
    ("/money", "Money"),
    ("/sheet", "Turn sheet"),
    ("/questions", "May we?"),
)
DICE = {
    "server": ("Server dice", "Legation rolls. Its key was committed before the first roll; verify checks every face."),
    "typed": ("Typed dice", "You roll your own dice, and whoever rolls types the face."),
    "what-if": ("Dice of a what-if", "Legation rolls, with dice that tell nothing about those of the real game."),
    "live": ("Live dice", "For each die another seat opens a value: not even the server knows a face before it falls."),
    "mixed": ("Mixed dice", "Whoever rolls decides each time: type the face of a real die, or let Legation roll."),
}
FOLDER = Path(__file__).parent.parent / "templates"
_templates = Environment(
    loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False
)
_templates.globals.update(static=static, plate_url=plate_url)
_templates.filters["breaking"] = lambda name: Markup("/<wbr>").join(name.split("/"))  # of names like Belgium/Luxembourg


def template(name: str) -> Template:
    return _templates.get_template(name)


@dataclass(frozen=True)
class Me:
    """Who looks at a page, as its head shows it."""

    name: str
    bloc: str
    icon: str


@dataclass
class PageContext:
    """A page in the making: the access, whose eyes it looks through, and what every page shows."""

    request: Request
    access: Access
    as_seat: str
    room: str
    context: dict[str, Any] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"/t/{quote(self.access.place)}"

    @property
    def seat(self) -> str:
        return self.access.looking(self.as_seat or None)

    @property
    def host(self) -> bool:
        return self.access.seat == HOST

    @property
    def alone(self) -> bool:
        """Whether one person plays all seats at this device, so that nothing needs to go blank."""
        played = [who for who in self.access.table.plan.values() if who in ("here", "open")]
        return self.host and bool(played) and all(who == "open" for who in played)

    @property
    def bench(self) -> tuple[str, ...]:
        """The seats that one person plays here, if several: they share a desk."""
        mine = self.access.seats if not self.host else self._open if self.alone else ()
        return mine if len(mine) > 1 else ()

    @property
    def _open(self) -> tuple[str, ...]:
        return tuple(s for s in self.access.seats if self.access.table.plan[s] == "open")

    @property
    def acts(self) -> tuple[str, ...]:
        if self.access.seat == SPECTATOR:
            return ()
        return (self.seat,)

    def look(self, f: Callable[[Sight], T]) -> T:
        """Read the game through this reader's eyes, and what every page shows along with it."""

        who = self.access.who()

        def read(game: Game) -> T:
            sight = Sight(game, self.seat, self.acts, who.rolls_for, who.is_others)
            self.context |= self._frame(sight)
            return f(sight)

        return self.access.table.look(self.access, read)

    @property
    def who(self) -> Who:
        """Who acts on this page, and in whose name if one seat looks on."""
        return self.access.who(self.as_seat or None)

    def read(self, f: Callable[[Sight], Act]) -> Act:
        """What a form says, read as whoever sent it sees the game."""
        voice = self.who.voice
        return self.access.table.look(self.access, lambda game: f(Sight(game, voice, (voice,))))

    def act(self, act: Act) -> list[Entry]:
        """Done in the name of the seat that looks; the dice of a tray are thrown for all who sit at this device."""
        for_all = self.host and isinstance(act, Rolls)
        return self.access.table.act(self.access, act, None if for_all else self.as_seat or None)

    def _frame(self, sight: Sight) -> dict[str, Any]:
        known = {UMPIRE: ("The umpire", "scales"), TABLE: ("The table", "eyes")}
        name, icon = known.get(self.seat, (sight.name(self.seat), "person"))
        if self.access.seat == SPECTATOR:
            name, icon = "Spectator", "eyes"
        elif self.host and not self.as_seat:
            name, icon = "This device", "phone"
        heraldry = sight.book.views.heraldry
        dice, dice_says = DICE.get(_kind(sight.game), ("Dice", ""))
        rooms = [*ROOMS[:5], *(ROOMS[5:] if self.acts else ())]
        if self.access.seat == UMPIRE:
            rooms.append(("m", "/umpire", "Umpire"))
        return {
            "sight": sight,
            "seq": len(sight.game.record),
            **sight.game.pledge(),
            "book_name": sight.book.name,
            "views": sight.book.views,
            "turn": sight.book.views.turn(sight),
            "turn_short": sight.book.views.turn_short(sight),
            "when": sight.book.views.when(sight),
            "game_title": sight.book.title.split(":")[0] + f" · {_scenario(sight)}",
            "table_name": self.access.table.name,
            "dice": dice,
            "dice_says": dice_says,
            "outdated": sight.game.outdated,
            "rules_were": sight.game.version,
            "seeded": sight.game.record.header.dice.get("seeded") == "yes",
            "mixed": _mixed(sight.game),
            "what_if": sight.game.record.header.note
            if sight.game.record.header.dice.get("source") == "what-if"
            else "",
            "live": _kind(sight.game) == "live",
            "awaited": {r.id: sight.name(seat) for r in sight.game.requests() if (seat := awaited(sight.game, r))},
            "me": Me(name, sight.bloc(self.seat), icon),
            "rooms": rooms,
            "powers": [
                {"bloc": (tincture := sight.bloc(p)), "name": _power(sight, p), "tincture": heraldry.get(tincture, "")}
                for p in sight.book.views.powers
            ],
        }

    def page(self, template: str, status: int = 200, **more: Any) -> HTMLResponse:
        return HTMLResponse(_templates.get_template(template).render(self.filled(**more)), status)

    def filled(self, **more: Any) -> dict[str, Any]:
        """All that a template may speak of."""
        as_query = f"?{urlencode({'as': self.as_seat})}" if self.as_seat else ""
        return {
            "base": self.base,
            "as_query": as_query,
            "as_seat": self.as_seat,
            "as_amp": as_query.replace("?", "&"),
            "host": self.host,
            "acts": self.acts,
            "room": self.room,
            "subrooms": SUBROOMS,
            "sub": self.request.url.path.removeprefix(self.base),
            "tinctures": Markup(plates.tinctures()),
            "umpire": self.access.seat == UMPIRE,
            "manages": self.access.seat in (UMPIRE, HOST),
            "oob": False,
            "refused": None,
            "sheets": (),
            "alone": self.alone,
            **self.context,
            **more,
        }


def _scenario(sight: Sight) -> str:
    return sight.book.scenario_titles.get(sight.game.scenario, sight.game.scenario)


def _mixed(game: Game) -> bool:
    """Whether whoever rolls decides each time."""
    return bool(getattr(game.dice, "asks", False))


def _kind(game: Game) -> str:
    return next((kind for kind in ("live", "asks") if getattr(game.dice, kind, False)), game.dice.name).replace(
        "asks", "mixed"
    )


def _power(sight: Sight, power: str) -> str:
    seats = {sight.bloc(s): s for s in sight.book.seats}
    return sight.name(seats.get(sight.bloc(power), power))


AsSeat = Annotated[str, Query(alias="as", max_length=60)]


def room(name: str) -> Callable[..., Awaitable[PageContext]]:
    async def enter(request: Request, access: Entered, as_seat: AsSeat = "") -> PageContext:  # no thread for so little
        return PageContext(request, access, as_seat, name)

    return enter


DeskRoom = Annotated[PageContext, Depends(room("Desk"))]
Dossiers = Annotated[PageContext, Depends(room("Dossiers"))]
Records = Annotated[PageContext, Depends(room("Record"))]
Rules = Annotated[PageContext, Depends(room("Rules"))]
Tables = Annotated[PageContext, Depends(room("Table"))]
Board = Annotated[PageContext, Depends(room("Board"))]
Umpires = Annotated[PageContext, Depends(room("Umpire"))]


async def form_of(request: Request) -> dict[str, list[str]]:
    """What a form sent, each field with all its values."""
    sent = await request.form()
    return {key: [str(v) for v in sent.getlist(key) if isinstance(v, str)] for key in sent}


Form = Annotated[dict[str, list[str]], Depends(form_of)]


def one(form: Mapping[str, list[str]], name: str, default: str = "") -> str:
    return form[name][-1].strip() if form.get(name) else default


def goto(where: str) -> RedirectResponse:
    return RedirectResponse(where, 303)


def as_json(data: Any) -> Markup:
    return Markup(json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"))


@dataclass(frozen=True)
class Refusal:
    """What the referee said to the last try, shown where it was made."""

    message: str
    rule: str
    allowed: str
    request: int = 0

    @classmethod
    def of(cls, error: LegationError, request: int = 0) -> Refusal:
        text = error.says if isinstance(error, Refused) else str(error)
        words = error.words[:12] if isinstance(error, Refused) else []
        shown = ("; " if any(", " in word for word in words) else ", ").join(words)
        return cls(
            capital(text) + ("" if text.endswith((".", "?")) else "."),
            getattr(error, "rule", None) or "",
            shown,
            request,
        )
