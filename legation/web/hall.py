"""The hall: all tables of one server, over a store.

A table opens its game when it is first used and lets one act at a time happen.  Who may is asked before the game is
touched.  What an act records is on disk before the act returns; if it cannot be kept, the game is read again as the
store has it, so memory never runs ahead.  A look gets the `Game`; show what it says only through `Game.view`,
`Game.log`, `Game.may_see` and `legation.core.sight`, which take the seat that looks.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from threading import Lock, RLock, Timer
from typing import TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool

from legation.books import all_books
from legation.books import book as find_book
from legation.core.acting import amendment_of
from legation.core.acts import Act, Amend, Undo, Who
from legation.core.book import Book
from legation.core.errors import LegationError, NotFound, NotYours
from legation.core.game import Amendment, Game
from legation.core.history import Vault
from legation.core.intents import carry_out
from legation.core.record import Entry
from legation.sim.bots import BOTS, Bot, play_bots
from legation.store import Store
from legation.store import Summary as TableSummary
from legation.web import intents, looks
from legation.web.live import Bell
from legation.web.seats import BOT, CHAIRS, Access, NoSuchLink, check_plan, digest, is_person, new_token

__all__ = ["Hall", "Table", "TableSummary"]

T = TypeVar("T")
log = logging.getLogger("legation")
PAUSE = 1.5
OPEN_GAMES = 256  # in memory at once; the others are read again when somebody comes back to them


class Table:
    """One game and the chairs around it."""

    def __init__(self, hall: Hall, summary: TableSummary) -> None:
        self.hall = hall
        self.id = summary.id
        self.name = summary.name
        self.scenario = summary.scenario
        self.plan = dict(summary.plan)
        self.book: Book = find_book(summary.book)
        self.seq = summary.size
        self.tip = ""  # of the record as it is kept; empty until somebody has opened the game
        self.bell = Bell()
        self._lock = RLock()
        self._game: Game | None = None
        self._vault = b""

    def __repr__(self) -> str:
        return f"Table({self.id!r}, {self.name!r})"

    @property
    def chairs(self) -> tuple[str, ...]:
        """Everything a link can open here."""
        return (*(seat for seat, who in self.plan.items() if is_person(who)), *CHAIRS)

    def check_seat(self, seat: str) -> None:
        known = [*self.book.seats, *CHAIRS]
        if seat not in known:
            raise NotFound("seat", seat, known)

    # -- looking and acting
    def look(self, access: Access, f: Callable[[Game], T]) -> T:
        """Read the game while nobody changes it."""
        self._admit(access)
        with self._lock:
            return f(self._opened())

    async def at_hand(self, f: Callable[[], T]) -> T:
        """Do something short with the game at once, if it is in memory and nobody is using it; else in a thread."""
        if self._game is None or self.bots or not self._lock.acquire(blocking=False):  # bots may think for a while
            return await run_in_threadpool(f)
        try:
            return f()
        finally:
            self._lock.release()

    def act(self, access: Access, act: Act, seat: str | None = None) -> list[Entry]:
        """Change the game, in the name of a seat if one is said: authorised, kept before this returns, then told.

        The bots answer before anybody else can act, and so do the sheets that the chair has filled in; what they did is
        returned with it.
        """
        self._admit(access)
        with self._lock:
            game = self._opened()
            entries = self._kept(game, lambda: game.perform(act, access.who(seat)))
            if isinstance(act, Undo):
                intents.void(self)
            entries = [*entries, *self._others_follow(game, access.seats)]
            looks.acted(self, access.seat, entries[0].seq)
        self.bell.ring()
        return entries

    def preview(self, access: Access, act: Amend) -> Amendment:
        """What an amendment would change; that somebody has looked is entered."""
        self._admit(access)
        with self._lock:
            game = self._opened()
            found = self._kept(game, lambda: amendment_of(game, act, access.who()))
        self.bell.ring()
        return found

    def _kept(self, game: Game, f: Callable[[], T]) -> T:
        """Do something that makes entries, and keep them."""
        try:
            found = f()
            self._keep(game)
        except BaseException:
            if len(game.record) != self.seq:
                self._game = None  # it ran ahead of what is kept
            raise
        return found

    def go_on(self, access: Access) -> list[Entry]:
        """Carry out what the sheets of this chair decide."""
        self._admit(access)
        with self._lock:
            entries = self._others_follow(self._opened(), access.seats)
            if entries:
                looks.acted(self, access.seat, entries[0].seq)
        if entries:
            self.bell.ring()
        return entries

    # -- sheets
    def _others_follow(self, game: Game, seats: Collection[str]) -> list[Entry]:
        """Bots, and the sheets of some seats, answer in turn until something is asked that neither decides."""
        made: list[Entry] = []
        try:
            while True:
                new = [*self._let_bots_play(game), *self._carry_out(game, seats)]
                made += new
                if not new:
                    break
        except LegationError:
            log.exception("what followed by itself at %r was not kept; it is tried again later", self)
        self._later(game, seats)
        return made

    def _carry_out(self, game: Game, seats: Collection[str]) -> list[Entry]:
        mine = {seat: sheets for seat, sheets in intents.held(self, game).items() if seat in seats}
        if not mine:
            return []
        try:
            return carry_out(game, mine, lambda seat: Who.of(seat, self.bots))
        finally:
            self._keep(game)

    def _later(self, game: Game, seats: Collection[str]) -> None:
        """The sheets of the other seats follow after a moment, the same for everybody."""
        if game.over or not any(seat not in seats for seat in intents.held(self, game)):
            return
        if not self.hall.pause:
            if self._carry_out(game, self.book.seats):
                self._others_follow(game, self.book.seats)
            return
        timer = Timer(self.hall.pause, self._follow)
        timer.daemon = True
        timer.start()

    def _follow(self) -> None:
        if self.hall.closed:
            return
        with self._lock:
            made = self._others_follow(self._opened(), self.book.seats)
        if made:
            self.bell.ring()

    # -- bots
    @property
    def bots(self) -> dict[str, Bot]:
        """The seats that bots play."""
        plays = {seat: who.removeprefix(BOT) for seat, who in self.plan.items() if who.startswith(BOT)}
        return {seat: BOTS[name] for seat, name in plays.items() if name in BOTS}

    def wake_bots(self) -> None:
        """Let the bots answer what is asked of them, as after a change of seats."""
        with self._lock:
            made = self._let_bots_play(self._opened())
        if made:
            self.bell.ring()

    def _let_bots_play(self, game: Game) -> list[Entry]:
        """What the bots do is kept like the acts of people.  If one fails, what was done so far stands."""
        bots = self.bots
        if not bots:
            return []
        try:
            made = play_bots(game, bots)
        except LegationError:
            log.exception("a bot at %r could not go on; its seat can be given to a person", self)
            made = []
        self._keep(game)
        return made

    def _admit(self, access: Access) -> None:
        if access.table is not self:
            raise NotYours("this link opens another table")

    def _keep(self, game: Game) -> None:
        lines = [game.record.line(seq) for seq in range(self.seq + 1, len(game.record) + 1)]
        if not lines:
            return
        vault = msgspec.json.encode(game.vault)
        changed = vault if vault != self._vault else None
        try:
            self.hall.store.append(self.id, self.seq, lines, vault=changed, phase=game.phase, over=game.over)
        except LegationError:
            self._game = None
            self.seq = self.hall.store.summary(self.id).size  # another server may have gone on with it
            raise
        self.seq += len(lines)
        self._vault, self.tip = vault, game.record.tip

    def _opened(self) -> Game:
        self.hall.used(self)
        if self._game is None:
            kept = self.hall.store.load(self.id)
            vault = msgspec.json.decode(kept.vault, type=Vault)
            game, damage = Game.load(kept.record, f"the game {self.name}", all_books(), vault)
            if damage is not None:
                raise damage
            if game.lost:
                log.warning("hidden facts of %r are not in its vault; their seats are asked again", self)
            self._game, self._vault, self.seq = game, kept.vault, len(game.record)
            self.tip = game.record.tip
            self._let_bots_play(game)  # should the server have stopped before they could
        return self._game

    def put_away(self) -> bool:
        """Forget the game in memory, unless somebody is using it just now."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self._game = None
            return True
        finally:
            self._lock.release()

    # -- links
    def links(self) -> dict[str, str]:
        """The tokens by chair, as far as this server has seen them since it started; the store knows only hashes."""
        return self.hall.links_of(self)

    def linked(self) -> list[str]:
        """The chairs that have a link, also where nobody can tell it any more."""
        return [chair for chair in self.chairs if chair in set(self.hall.store.linked_seats(self.id))]

    def reissue(self, seat: str) -> str:
        """A new link for a chair; the old one opens nothing from now on."""
        self.check_seat(seat)
        return self.hall.give_link(self, seat)

    def revoke(self, seat: str) -> None:
        """The link of a chair opens nothing from now on."""
        self.check_seat(seat)
        self.hall.take_link(self, seat)


class Hall:
    """All tables of one server.  One server at a time works on a database; another one's acts are refused, not lost."""

    def __init__(self, store: Store, *, open_games: int = OPEN_GAMES, pause: float = PAUSE) -> None:
        self.store = store
        self.closed = False
        self.pause = pause  # seconds before the sheets of others answer
        self._open_games = open_games
        self._lock = Lock()
        self._tables: dict[str, Table] = {}
        self._opened: OrderedDict[str, Table] = OrderedDict()  # the longest unused first
        self._seats: dict[str, tuple[str, str]] = {}  # digest -> game, seat
        self._links: dict[tuple[str, str], str] = {}  # game, seat -> token, while this server runs

    def close(self) -> None:
        self.closed = True
        self.store.close()

    # -- tables
    def create(
        self,
        book: str,
        scenario: str,
        *,
        name: str = "",
        dice: str = "server",
        options: Mapping[str, str] | None = None,
        plan: Mapping[str, str] | None = None,
        nonce: str = "",
    ) -> Table:
        """Begin a game; `plan` says of each seat whether a person, the host's device, a bot or nobody plays it."""
        found = find_book(book)
        seats = check_plan(plan or {}, found)
        game = Game.new(found, scenario, options=options, dice=dice, nonce=nonce)
        return self.adopt(game, name=name or f"{found.title}, {found.scenarios[scenario]}", plan=seats)

    def adopt(self, game: Game, *, name: str, plan: Mapping[str, str]) -> Table:
        """Give a game a table of its own, with links to all its chairs."""
        summary = TableSummary(
            id=secrets.token_hex(8),
            name=name.strip()[:120],
            book=game.book.name,
            scenario=game.scenario,
            phase=game.phase,
            over=game.over,
            begun=time.time(),
            size=len(game.record),
            plan=dict(plan),
        )
        table = Table(self, summary)
        links = {chair: new_token() for chair in table.chairs}
        vault = msgspec.json.encode(game.vault)
        self.store.create(summary, game.record.dump(), vault, {chair: digest(t) for chair, t in links.items()})
        with self._lock:
            self._tables[table.id] = table
            for chair, token in links.items():
                self._seats[digest(token)] = (table.id, chair)
                self._links[table.id, chair] = token
        table._game, table._vault, table.tip = game, vault, game.record.tip
        table.wake_bots()
        self.used(table)
        return table

    def table(self, table_id: str) -> Table:
        with self._lock:
            found = self._tables.get(table_id)
        if found is None:
            summary = self.store.summary(table_id)
            with self._lock:
                found = self._tables.setdefault(table_id, Table(self, summary))
        return found

    def tables(self) -> list[TableSummary]:
        return self.store.summaries()

    def used(self, table: Table) -> None:
        """A game was used just now; the longest unused ones beyond the limit are put away."""
        with self._lock:
            self._opened[table.id] = table
            self._opened.move_to_end(table.id)
            beyond = max(0, len(self._opened) - self._open_games)
            spare = [t for t in self._opened.values() if t is not table][:beyond] if beyond else []
        for other in spare:
            if other.put_away():
                with self._lock:
                    self._opened.pop(other.id, None)

    # -- links
    def known(self, token: str) -> Access | None:
        """What a link opens, if it was used lately; asks only memory."""
        with self._lock:
            where = self._seats.get(digest(token))
            table = self._tables.get(where[0]) if where else None
        return Access(table, where[1], token) if table and where else None

    def enter(self, token: str) -> Access:
        """What a link opens; `NotFound` if it is unknown or was revoked."""
        key = digest(token)
        with self._lock:
            known = self._seats.get(key)
        if known is None:
            known = self.store.seat_of(key)
            if known is None:
                raise NoSuchLink
            with self._lock:
                self._seats[key] = known
                self._links[known] = token
        game, seat = known
        return Access(self.table(game), seat, token)

    def check(self, access: Access) -> None:
        """Whether a link that was good is still good; asks only memory, so that streams may call it."""
        with self._lock:
            if digest(access.token) not in self._seats:
                raise NoSuchLink

    def links_of(self, table: Table) -> dict[str, str]:
        with self._lock:
            return {c: self._links[table.id, c] for c in table.chairs if (table.id, c) in self._links}

    def give_link(self, table: Table, seat: str) -> str:
        token = new_token()
        self.store.give_link(table.id, seat, digest(token))
        with self._lock:
            self._forget(table.id, seat)
            self._seats[digest(token)] = (table.id, seat)
            self._links[table.id, seat] = token
        table.bell.ring()  # streams of the old link notice and end
        return token

    def take_link(self, table: Table, seat: str) -> None:
        self.store.give_link(table.id, seat, None)
        with self._lock:
            self._forget(table.id, seat)
        table.bell.ring()

    def _forget(self, game: str, seat: str) -> None:
        self._links.pop((game, seat), None)
        self._seats = {key: where for key, where in self._seats.items() if where != (game, seat)}
