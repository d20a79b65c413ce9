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
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from threading import Lock, RLock, Timer
from typing import Any, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool

from legation.books import all_books
from legation.books import book as find_book
from legation.core.acting import amendment_of, rolls_asked
from legation.core.acts import Act, Amend, Rolls, Undo, Who
from legation.core.book import Book
from legation.core.errors import LegationError, NotFound, NotYours, Refused
from legation.core.game import Amendment, Game
from legation.core.history import Vault
from legation.core.intents import send_intents
from legation.core.record import Entry
from legation.play.bots import BOTS, Bot, play_bots
from legation.store import Beside, Moved, Once, ReadFailed, Spent, Store, WriteFailed
from legation.store import Summary as TableSummary
from legation.store.beside import dropping_keys, exchanging, giving_link
from legation.web import intents, seen
from legation.web.live import Bell
from legation.web.metrics import Metrics
from legation.web.seats import (
    BOT,
    CHAIRS,
    SPECTATOR,
    Access,
    NoSuchLink,
    chair_key,
    check_plan,
    digest,
    is_person,
    new_token,
)

__all__ = ["Sessions", "Session", "TableSummary"]

T = TypeVar("T")
log = logging.getLogger("legation")
PAUSE = 1.5
TRIES = 8  # at an act that other servers are faster with
OPEN_GAMES = 256  # in memory at once; the others are read again when somebody comes back to them


class Session:
    """One game and the chairs around it."""

    def __init__(self, hall: Sessions, summary: TableSummary) -> None:
        self.hall = hall
        self.id = summary.id
        self.name = summary.name
        self.scenario = summary.scenario
        self.plan = dict(summary.plan)
        self.book: Book = find_book(summary.book)
        self.seq = summary.size
        self.revision = summary.revision
        self._ahead = summary.size  # entries that the store is known to have; other servers may have made some
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

    # -- other servers
    @property
    def behind(self) -> bool:
        """Whether another server has gone on with the game since it was read here."""
        return self._ahead > self.seq

    def compare(self, kept: TableSummary) -> None:
        """Notice what other servers have changed; the game itself is read again when somebody looks at it."""
        self._ahead = max(self._ahead, kept.size)
        if kept.revision != self.revision:
            if kept.size < self.seq:
                self._game = None  # an older state was put back
            self.name, self.plan, self.revision = kept.name, dict(kept.plan), kept.revision
            intents.read_again(self)
            self.hall.forget_links(self.id)

    def catch_up(self) -> None:
        """Read what other servers have done, and tell those who listen."""
        if len(self.bell):
            with self._lock:
                self._opened()
        self.bell.ring()

    # -- looking and acting
    def look(self, access: Access, f: Callable[[Game], T]) -> T:
        """Read the game while nobody changes it."""
        self._admit(access)
        with self._lock:
            return f(self._opened())

    async def at_hand(self, f: Callable[[], T]) -> T:
        """Do something short with the game at once, if it is in memory and nobody is using it; else in a thread."""
        # bots may think for a while, and a database on the network may be slow
        if self._game is None or self.bots or self.hall.store.shared or not self._lock.acquire(blocking=False):
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
        with self._lock, self.hall.metrics.watched(self.id, access.seat, act) as seqs:
            named = access.once(act, seat)
            again = named is not None and self.hall.store.done(self.id, named) is not None
            entries = self._kept(lambda game: self._done(game, named) or game.perform(act, access.who(seat)), named)
            seqs += [entry.seq for entry in entries]
            with suppress(ReadFailed, WriteFailed):  # the act is kept, whatever becomes of what follows
                if isinstance(act, Undo):
                    intents.void(self)
                entries = [*entries, *self._others_follow(self._opened(), access.seats)]
                if isinstance(act, Rolls) and not again:
                    entries = self._rolled_on(access, act, access.who(seat), entries)
                seen.acted(self, access.seat, entries[0].seq)
        self.bell.ring()
        return entries

    def _rolled_on(self, access: Access, act: Rolls, who: Who, made: list[Entry]) -> list[Entry]:
        """Faces that were typed for rolls to which a sheet has led meanwhile."""
        phase = self._opened().phase
        while asked := rolls_asked(self._opened(), who):
            rolled = Counter(entry.cause.get("label") for entry in made if "roll" in entry.cause)
            left = [face for face in act.faces if face[0] and not rolled.pop(face[0], 0)]
            by_sheet = act.rest and asked[0].seat in intents.held(self, self._opened())
            if self._opened().phase != phase or not (by_sheet or any(asked[0].purpose == p for p, _ in left)):
                break
            try:
                made = [*made, *self._kept(partial(Game.perform, act=Rolls(tuple(left), act.rest), who=who))]
            except Refused:
                break
            made = [*made, *self._others_follow(self._opened(), access.seats)]
        return made

    def preview(self, access: Access, act: Amend) -> Amendment:
        """What an amendment would change; that somebody has looked is entered."""
        self._admit(access)
        with self._lock:
            found = self._kept(lambda game: amendment_of(game, act, access.who()))
        self.bell.ring()
        return found

    def _done(self, game: Game, named: Once | None) -> list[Entry]:
        """The entries of an act that is only repeated: its reply was lost, or it comes late."""
        done = self.hall.store.done(self.id, named) if named else None
        if done is None or named is None:
            return []
        said, first, last = done
        if said != named.said:
            raise Refused("another act had this Idempotency-Key already; give each act one of its own")
        return [game.record[seq] for seq in range(first, last + 1)]

    def _kept(self, f: Callable[[Game], T], named: Once | None = None, beside: Beside | None = None) -> T:
        """Do something that makes entries, and keep them.

        If another server was faster, it is done again on the game as it is now, as if it had come a moment later.
        """
        for tries in range(TRIES, 0, -1):
            game = self._opened()
            try:
                found = f(game)
                self._keep(game, named, beside)
                return found
            except Moved:
                if tries == 1:
                    raise
            except BaseException:
                if len(game.record) != self.seq:
                    self._game = None  # it ran ahead of what is kept
                raise
        raise AssertionError("unreachable")

    def go_on(self, access: Access) -> list[Entry]:
        """Carry out what the sheets of this chair decide."""
        self._admit(access)
        with self._lock:
            entries = self._others_follow(self._opened(), access.seats)
            if entries:
                seen.acted(self, access.seat, entries[0].seq)
        if entries:
            self.bell.ring()
        return entries

    # -- sheets
    def _others_follow(self, game: Game, seats: Collection[str]) -> list[Entry]:
        """Bots, and the sheets of some seats, answer in turn until something is asked that neither decides."""
        made: list[Entry] = []
        try:
            while True:
                new = [*self._let_bots_play(game), *self._send_intents(game, seats)]
                made += new
                if not new:
                    break
        except Moved:
            return made  # another server was faster, and with it the bots and sheets there
        except LegationError:
            log.exception("what followed by itself at %r was not kept; it is tried again later", self)
        self._later(game, seats)
        return made

    def _send_intents(self, game: Game, seats: Collection[str]) -> list[Entry]:
        mine = {seat: sheets for seat, sheets in intents.held(self, game).items() if seat in seats}
        if not mine:
            return []
        try:
            return send_intents(game, mine, lambda seat: Who.of(seat, self.bots))
        finally:
            self._keep(game)

    def _later(self, game: Game, seats: Collection[str]) -> None:
        """The sheets of the other seats follow after a moment, the same for everybody."""
        if game.over or not any(seat not in seats for seat in intents.held(self, game)):
            return
        if not self.hall.pause:
            if self._send_intents(game, self.book.seats):
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

    def _keep(self, game: Game, named: Once | None = None, beside: Beside | None = None) -> None:
        lines = [game.record.line(seq) for seq in range(self.seq + 1, len(game.record) + 1)]
        if not lines:
            return
        vault = msgspec.json.encode(game.vault)
        changed = vault if vault != self._vault else None
        try:
            phase, over = game.phase, game.over
            last = game.record.line(self.seq) if self.seq else None
            more: dict[str, Any] = {"last": last, "named": named, "beside": beside}
            self.hall.store.append(self.id, self.seq, lines, vault=changed, phase=phase, over=over, **more)
        except LegationError:
            self._game = None  # whether it was kept after all, or another server has gone on, the store knows
            raise
        self.seq += len(lines)
        self._ahead = max(self._ahead, self.seq)
        self._vault, self.tip = vault, game.record.tip

    def _opened(self) -> Game:
        self.hall.used(self)
        if self._game is not None and not self.behind:
            return self._game
        for _ in range(TRIES):
            game = self._read()
            with suppress(Moved):  # should another server let them play just now, read what they did there
                self._let_bots_play(game)  # should the server have stopped before they could
                break
        return game

    def _read(self) -> Game:
        """The game as the store has it."""
        kept = self.hall.store.load(self.id)
        vault = msgspec.json.decode(kept.vault, type=Vault)
        game, damage = Game.load(kept.record, f"the game {self.name}", all_books(), vault)
        if damage is not None:
            raise damage
        if game.lost:
            log.warning("hidden facts of %r are not in its vault; their seats are asked again", self)
        self.compare(kept.summary)
        self._game, self._vault, self.seq = game, kept.vault, len(game.record)
        self._ahead, self.tip = self.seq, game.record.tip
        return game

    def put_away(self) -> bool:
        """Forget the game in memory, unless somebody is using it just now."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            self._game = None
            return True
        finally:
            self._lock.release()

    # -- chairs
    def links(self) -> dict[str, str]:
        """Invitations by chair that nobody has used, as far as this server has made them; the store has only hashes."""
        return self.hall.links_of(self)

    def taken(self) -> list[str]:
        """The chairs that somebody has taken."""
        return [chair for chair in self.chairs if chair in set(self.hall.store.taken_seats(self.id))]

    def reissue(self, access: Access, chair: str) -> str:
        """A new invitation to a chair.  Whoever has taken it leaves it by that, and all see who did this."""
        self.check_seat(chair)
        access.manages(chair)
        if chair in self.taken() and chair not in (access.seat, SPECTATOR):
            self.note(access.seat, dropping_keys(self.id, chair), {"hands": chair, "how": "anew"}, left=chair)
        return self.hall.invite(self, chair)

    def revoke(self, access: Access, chair: str) -> None:
        """Neither an invitation to a chair nor a key of it opens anything from now on."""
        self.check_seat(chair)
        access.manages(chair)
        known = chair in self.taken() and chair != SPECTATOR
        said = [{"hands": chair, "how": "revoked"}] if known else []
        self.note(access.seat, dropping_keys(self.id, chair, invited=True), *said, left=chair)

    def note(self, by: str, beside: Beside, *said: dict[str, Any], left: str = "") -> None:
        """Change who sits where, and enter it for all to see: both or neither.  A closed game is told nothing.

        Whoever was on a chair that is `left` hears of nothing any more, not even of that.
        """
        with self._lock:
            if not said or self._opened().closed:
                self.hall.store.beside(self.id, beside)
            else:
                self._kept(lambda game: [entry for cause in said for entry in game.note(cause, by)], beside=beside)
        if left:
            self.hall.forget_keys(self, left)
        self.bell.ring()


class Sessions:
    """All tables of one server.

    Where servers share a database, what one has in memory of a table is compared with the store whenever somebody comes
    in, and links are always asked of the store; so all of them are one.
    """

    def __init__(
        self, store: Store, *, open_games: int = OPEN_GAMES, pause: float = PAUSE, metrics: Metrics | None = None
    ) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.closed = False
        self.pause = pause  # seconds before the sheets of others answer
        self._open_games = open_games
        self._lock = Lock()
        self._tables: dict[str, Session] = {}
        self._opened: OrderedDict[str, Session] = OrderedDict()  # the longest unused first
        self._seats: dict[str, tuple[str, str]] = {}  # digest of a key -> game, seat
        self._links: dict[tuple[str, str], str] = {}  # game, seat -> invitation, while this server runs
        store.listen(self._heard)

    def stop(self) -> None:
        """Nobody needs to listen any more."""
        self.closed = True
        for table in list(self._tables.values()):
            table.bell.ring()

    def close(self) -> None:
        self.stop()
        self.store.close()

    def counts(self) -> dict[str, float]:
        """What is in memory now."""
        tables = list(self._tables.values())
        streams = sum(len(table.bell) for table in tables)
        return {"tables": len(tables), "open_games": len(self._opened), "streams": streams}

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
    ) -> Session:
        """Begin a game; `plan` says of each seat whether a person, the host's device, a bot or nobody plays it."""
        found = find_book(book)
        seats = check_plan(plan or {}, found)
        game = Game.new(found, scenario, options=options, dice=dice, nonce=nonce)
        return self.adopt(game, name=name or f"{found.title}, {found.scenarios[scenario]}", plan=seats)

    def adopt(self, game: Game, *, name: str, plan: Mapping[str, str]) -> Session:
        """Give a game a table of its own, with invitations to all its chairs."""
        summary = TableSummary(
            id=secrets.token_hex(8),
            name=name.replace("\0", "").strip()[:120],
            book=game.book.name,
            scenario=game.scenario,
            phase=game.phase,
            over=game.over,
            begun=time.time(),
            size=len(game.record),
            plan=dict(plan),
        )
        table = Session(self, summary)
        links = {chair: new_token() for chair in table.chairs}
        vault = msgspec.json.encode(game.vault)
        self.store.create(summary, game.record.dump(), vault, {chair: digest(t) for chair, t in links.items()})
        with self._lock:
            self._tables[table.id] = table
            for chair, token in links.items():
                self._links[table.id, chair] = token
        table._game, table._vault, table.tip = game, vault, game.record.tip
        table.wake_bots()
        self.used(table)
        return table

    def table(self, table_id: str) -> Session:
        with self._lock:
            found = self._tables.get(table_id)
        if found is not None and not self.store.shared:
            return found
        summary = self.store.summary(table_id)
        with self._lock:
            found = self._tables.setdefault(table_id, Session(self, summary))
        found.compare(summary)
        return found

    def _heard(self, game: str | None) -> None:
        """Another server has changed a game; or, after a time without news, perhaps any."""
        with self._lock:
            concerned = [t for t in self._tables.values() if game in (None, t.id)]
        for table in concerned:
            if game is None and not len(table.bell):
                continue  # whoever comes in looks
            try:
                table.compare(self.store.summary(table.id))
                table.catch_up()
            except NotFound:
                self.forget(table)

    def forget(self, table: Session) -> None:
        """The game is not here any more: its links open nothing."""
        with self._lock:
            self._tables.pop(table.id, None)
            self._opened.pop(table.id, None)
        self.forget_links(table.id)
        table.bell.ring()

    def used(self, table: Session) -> None:
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

    # -- keys and invitations
    def known(self, key: str) -> Access | None:
        """What a key opens, if it was used lately; asks only memory."""
        if self.store.shared:
            return None  # another server may have taken the chair back
        with self._lock:
            where = self._seats.get(digest(key))
            table = self._tables.get(where[0]) if where else None
        return Access(table, where[1], key) if table and where else None

    def enter(self, key: str) -> Access:
        """What a key opens; `NotFound` if it is unknown or was taken back."""
        hashed = digest(key)
        with self._lock:
            known = None if self.store.shared else self._seats.get(hashed)
        if known is None:
            known = self.store.seat_of(hashed)
            if known is None:
                raise NoSuchLink
            with self._lock:
                self._seats[hashed] = known
        game, seat = known
        return Access(self.table(game), seat, key)

    def at(self, game: str, chair: str, device: str, *, exactly: bool) -> Access:
        """What a browser may open at a table: this chair, or else, if that does, another that it has taken there."""
        table = self.table(game)
        for seat in (chair, *(() if exactly and chair else table.chairs)):
            with suppress(NoSuchLink):
                return self.enter(chair_key(device, game, seat))
        raise NoSuchLink

    async def check(self, access: Access) -> None:
        """Whether a key that was good is still good; asks memory first, so that streams may call it."""
        with self._lock:
            known = digest(access.token) in self._seats
        if not known:
            await run_in_threadpool(self.enter, access.token)

    def invited(self, invitation: str) -> tuple[Session, str]:
        """The table and the chair to which an invitation leads; it stays good."""
        found = self.store.invited(digest(invitation))
        if found is None:
            raise NoSuchLink
        return self.table(found[0]), found[1]

    def take(self, invitation: str, key: str, *, begun: bool = False) -> Access:
        """Take the chair to which an invitation leads, with a key of one's own: the invitation is spent by that.

        All see it in the record, but for spectators, and the host who has `begun` the game.
        """
        table, chair = self.invited(invitation)
        how = "device" if chair in table.taken() else "taken"
        said = [] if begun or chair == SPECTATOR else [{"hands": chair, "how": how}]
        taking = exchanging(table.id, chair, digest(invitation), digest(key), spent=chair != SPECTATOR)
        try:
            table.note(chair, taking, *said)
        except Spent:
            raise NoSuchLink from None
        with self._lock:
            if chair != SPECTATOR:
                self._links.pop((table.id, chair), None)
            self._seats[digest(key)] = (table.id, chair)
        return Access(table, chair, key)

    def invite(self, table: Session, chair: str) -> str:
        """An invitation to a chair; an earlier one that nobody has used opens nothing any more."""
        token = new_token()
        self.store.beside(table.id, giving_link(table.id, chair, digest(token)))
        with self._lock:
            self._links[table.id, chair] = token
        return token

    def links_of(self, table: Session) -> dict[str, str]:
        good = self.store.invitations(table.id)
        with self._lock:
            known = {chair: self._links.get((table.id, chair), "") for chair in table.chairs}
        return {chair: token for chair, token in known.items() if token and digest(token) == good.get(chair)}

    def forget_keys(self, table: Session, chair: str) -> None:
        """The keys of a chair open nothing any more."""
        with self._lock:
            self._seats = {key: where for key, where in self._seats.items() if where != (table.id, chair)}
        table.bell.ring()  # streams of the old keys notice and end

    def forget_links(self, game: str) -> None:
        """Another server may have given or taken keys: whoever comes is looked up again."""
        with self._lock:
            self._seats = {key: where for key, where in self._seats.items() if where[0] != game}
