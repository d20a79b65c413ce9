"""The conformance suite: what any book must stand, checked by random legal play.

No dead ends; a game saved at a request reopens as it was; the record alone gives the same state; the rules, run again,
give the same record; undo restores, and never crosses a roll or a reveal; amendments and what-ifs are games like any
other; nothing that another seat can see depends on a hidden value; expressions say the same of one world and of many;
every id and every fact that is named exists.

Each check raises `AssertionError` with what went wrong and the acts that led there.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from legation.core.book import Book
from legation.core.dice import Committed
from legation.core.errors import LegationError, NotFound, Refused
from legation.core.expr import Expr
from legation.core.facts import Change, Choice, Count, Data, Family, Flag, Origin, Schema, Teller, World
from legation.core.game import UMPIRE, Game
from legation.core.history import acts_with_consequences, fold
from legation.core.record import Entry
from legation.core.requests import TABLE, Request
from legation.core.rewind import replay
from legation.core.rules import _expressions
from legation.core.span import Span
from legation.core.tables import Table

__all__ = [
    "Act",
    "Play",
    "check_amend",
    "check_batch",
    "check_branch",
    "check_cites",
    "check_leaks",
    "check_reopening",
    "check_undo",
    "check_verify",
    "random_play",
    "random_value",
    "run_all",
    "unhashed",
]

SMALL = 6  # reported numbers are mostly small ones: that is where rules make distinctions


@dataclass(frozen=True)
class Act:
    """What somebody did, so that a failing game can be printed and played again."""

    kind: str  # answer, report, event, ruling, undo
    seat: str
    what: Any
    value: Any = None

    def __str__(self) -> str:
        if self.kind == "answer":
            return f"game.answer({self.what}, {self.value!r}, seat={self.seat!r})"
        if self.kind == "event":
            details = "".join(f", {name}={value!r}" for name, value in self.value.items())
            return f"game.event({self.what!r}, seat={self.seat!r}{details})"
        if self.kind == "ruling":
            return f"game.rule({self.what!r}, {self.value!r})"
        if self.kind == "undo":
            return f"game.undo(seat={self.seat!r}, reason={self.value!r})"
        return f"game.report({self.what!r}, seat={self.seat!r})"

    def on(self, game: Game) -> list[Entry]:
        if self.kind == "answer":
            return game.answer(self.what, self.value, seat=self.seat)
        if self.kind == "event":
            return game.event(self.what, seat=self.seat, **self.value)
        if self.kind == "ruling":
            return game.rule(self.what, self.value, seat=self.seat)
        if self.kind == "undo":
            return game.undo(seat=self.seat, reason=self.value)
        return game.report(self.what, seat=self.seat)


@dataclass
class Play:
    """A random game on its way: the game, what was done in it, and where its chance comes from."""

    game: Game
    seed: int
    rng: Random
    events: float = 0.05
    reports: float = 0.05
    undos: float = 0.03
    shuns: tuple[Any, ...] = ()  # answers that are not given while there are others, such as ending the game
    favours: Mapping[Any, float] = field(default_factory=dict)  # how often an answer is preferred, such as passing
    rulings: float = 0.0  # any fact may become anything: only for books that stand it
    acts: list[Act] = field(default_factory=list)

    def __str__(self) -> str:
        header = self.game.record.header
        begin = f"game = Game.new(book, {header.scenario!r}, options={header.options!r}, seed={self.seed})"
        return "\n".join([begin, *map(str, self.acts)])

    def claim(self, truth: bool, problem: str) -> None:
        if not truth:
            raise AssertionError(f"{self.game.book.name}, seed {self.seed}: {problem}\n\n{self}")

    def next_act(self) -> Act:
        """Something legal, of any kind, by whoever may do it."""
        game, rng = self.game, self.rng
        if rng.random() < self.events and (event := random_event(game, rng)):
            return event
        if rng.random() < self.reports and (report := random_report(game, rng)):
            return report
        if rng.random() < self.rulings and (ruling := random_ruling(game, rng)):
            return ruling
        if rng.random() < self.undos and any(entry.act for entry in game.live()):
            return Act("undo", UMPIRE, None, "a slip")
        return random_answer(game, rng.choice(game.requests()), rng, self.shuns, self.favours)

    def step(self) -> list[Entry]:
        """Do one more thing; a refusal of something legal is a failure."""
        game = self.game
        self.claim(bool(game.requests()), f"a dead end: nothing is asked at {game.phase}")
        act = self.next_act()
        self.acts.append(act)
        try:
            return act.on(game)
        except LegationError as error:
            self.claim(False, f"the last act is legal, but: {type(error).__name__}: {error}")
            raise
        except Exception as error:
            error.add_note(f"\n{game.book.name}, seed {self.seed}:\n{self}")
            raise


# -- legal play by chance
def random_value(family: Family, rng: Random) -> Any:
    """A value that a fact of this family may have."""
    domain = family.domain
    if isinstance(domain, Flag):
        return rng.random() < 0.5
    if isinstance(domain, Choice):
        return rng.choice(domain.options)
    if isinstance(domain, Count):
        wide = rng.random() < 0.1
        return rng.randint(domain.lo, domain.hi if wide else min(domain.hi, max(domain.lo, 0) + SMALL))
    raise AssertionError(f"a random game cannot report {family.name}: it is {domain}")


def random_answer(
    game: Game,
    request: Request,
    rng: Random,
    shuns: Sequence[Any] = (),
    favours: Mapping[Any, float] = MappingProxyType({}),
) -> Act:
    seat = rng.choice(list(game.book.seats)) if request.seat == TABLE else request.seat
    if request.among:
        return Act("answer", seat, request.id, random_division(request, rng))
    if request.kind != "report":
        legal = [value for value in request.legal if value not in shuns] or request.legal
        legal = next(([value] for value in favours if value in legal and rng.random() < favours[value]), legal)
        return Act("answer", seat, request.id, rng.choice(legal))
    schema, world = game.world.schema, game.world
    # What is known from earlier may be left out: it is confirmed.
    facts = [key for key in request.facts if world.last(key) is None or rng.random() < 0.7]
    return Act("answer", seat, request.id, {key: random_value(schema.spec(key).family, rng) for key in facts})


def random_division(request: Request, rng: Random) -> dict[str, int]:
    """Some or all of the points, divided among the names."""
    points = [rng.choice(request.among) for _ in range(rng.randint(0, request.total))]
    return {name: points.count(name) for name in request.among}


def random_event(game: Game, rng: Random) -> Act | None:
    """An event on the board, if the book offers `random_event(world, rng) -> (name, details) | None`."""
    offer = getattr(game.book, "random_event", None)
    found = offer(game.world, rng) if offer else None
    return Act("event", TABLE, found[0], found[1]) if found else None


def random_report(game: Game, rng: Random) -> Act | None:
    """Something that the board may tell without being asked."""
    found = random_fact([f for f in game.world.schema.families if f.told_by is Teller.BOARD], rng)
    return Act("report", TABLE, found) if found else None


def random_ruling(game: Game, rng: Random) -> Act | None:
    """Anything at all, but the turn and the options of the game."""
    fixed = (game.world.schema.clock, "option")
    found = random_fact([f for f in game.world.schema.families if f.name not in fixed], rng)
    return Act("ruling", UMPIRE, found, "by chance") if found else None


def random_fact(families: Sequence[Family], rng: Random) -> dict[str, Any]:
    known = [f for f in families if not isinstance(f.domain, Data) and all(f.over)]
    if not known:
        return {}
    family = rng.choice(known)
    key = ".".join([family.name, *(rng.choice(names) for names in family.over)])
    return {key: random_value(family, rng)}


def random_options(book: Book, rng: Random) -> dict[str, str]:
    """Half of the games are played with the defaults."""
    if rng.random() < 0.5:
        return {}
    return {option.name: rng.choice(option.choices) for option in book.options}


def begin(book: Book, scenario: str, seed: int, dice: str = "server", **chances: Any) -> Play:
    rng = Random(f"{book.name} {scenario} {seed}")
    game = Game.new(book, scenario, options=random_options(book, rng), seed=seed, dice=dice)
    play = Play(game, seed, rng)
    for name, chance in chances.items():
        setattr(play, name, chance)
    return play


def random_play(
    book: Book,
    scenario: str,
    seed: int,
    max_acts: int = 300,
    *,
    check_every: int = 0,
    dice: str = "server",
    until: Callable[[Game], bool] | None = None,
    **chances: Any,
) -> Game:
    """Play at random until the game is over or `max_acts` are done.

    With `check_every`, the game is reopened and (on a copy) undone after every so many acts, and in the end verified,
    amended and branched.  `chances` are those of `Play`: events, reports, undos, rulings, shuns, favours.  `until`
    ends a game early.
    """
    play = begin(book, scenario, seed, dice, **chances)
    with tempfile.TemporaryDirectory() as folder:
        if check_every:
            play.game.save(Path(folder) / "game.legation")
        check_entries(play, play.game.record)
        for number in range(max_acts):
            if play.game.over or (until is not None and until(play.game)):
                break
            check_entries(play, play.step())
            if check_every and number % check_every == 0:
                check_reopening(play.game, play)
                check_undo(play.game, play)
        if check_every:
            check_verify(play.game, play)
            check_amend(play.game, play)
            check_branch(play.game, play)
            return copy(play.game)  # the file goes with its folder
    return play.game


def check_entries(play: Play, entries: Iterable[Entry]) -> None:
    """Everything recorded or asked names rules that exist, and every fact has a value that it may have."""
    ledgers, schema = play.game.book.registry.ledgers, play.game.world.schema
    for entry in entries:
        for request in entry.opens:
            play.claim(request.cite in ledgers, f"“{request.prompt}” cites {request.cite!r}, which no ledger has")
            play.claim(request.kind == "report" or bool(request.legal), f"“{request.prompt}” has no legal answer")
        for change in entry.effects:
            cited = not change.rule or change.rule in ledgers
            play.claim(cited, f"{change.fact} is set by {change.rule!r}, which no ledger has")
            if change.new is not None:
                domain = schema.spec(change.fact).domain
                play.claim(domain.check(change.new), f"{change.fact} became {change.new!r}: it is {domain}")


# -- saving, folding, verifying, undoing
def copy(game: Game) -> Game:
    """The same game a second time, in memory: as if it were saved and opened."""
    vault = msgspec.json.decode(msgspec.json.encode(game.vault), type=type(game.vault))
    twin, damage = Game.load(game.record.dump(), "copy", {game.book.name: game.book}, vault)
    assert damage is None, damage
    return twin


def look_alike(game: Game, other: Game) -> list[str]:
    """In what two games differ that should be the same."""
    found = []
    here, there = game.world, other.world
    for key in sorted({*here.set_facts(), *there.set_facts()}):
        if here.get(key) != there.get(key):
            found.append(f"{key} is {here.get(key)!r} and {there.get(key)!r}")
        elif here.last(key) != there.last(key):
            found.append(f"{key} was last {here.last(key)!r} and {there.last(key)!r}")
        if here.origin(key) != there.origin(key):
            found.append(f"the origin of {key} is {here.origin(key)} and {there.origin(key)}")
    for name in ("stack", "requests", "next_id"):
        one, two = getattr(game.state, name), getattr(other.state, name)
        if one != two:
            found.append(f"the {name} is {one!r} and {two!r}")
    if isinstance(game.dice, Committed) and isinstance(other.dice, Committed) and game.dice.used != other.dice.used:
        found.append(f"the dice have counted {game.dice.used} and {other.dice.used}")
    for seat in seats(game):
        if not found and game.view(seat) != other.view(seat):
            found.append(f"{seat} sees another game")
    return found


def seats(game: Game) -> list[str]:
    return [*game.book.seats, TABLE, UMPIRE]


def check_reopening(game: Game, play: Play | None = None) -> None:
    """A saved game reopens as it is, and the record alone gives every fact that is not hidden."""
    play = play or Play(game, 0, Random(0))
    path = game.record.path
    other = copy(game) if path is None else Game.open(path, {game.book.name: game.book})
    differences = look_alike(game, other)
    play.claim(not differences, "reopened, the game is another one: " + "; ".join(differences[:6]))
    folded = fold(World(game.world.schema), game.record).world
    for key, value in game.world.set_facts().items():
        if key not in game.vault.facts:
            play.claim(folded.get(key) == value, f"the record gives {key} = {folded.get(key)!r}, the game {value!r}")


def check_verify(game: Game, play: Play | None = None) -> None:
    """The rules, run again, do what the record says."""
    play = play or Play(game, 0, Random(0))
    twin, differences = replay(game)
    play.claim(not differences, "verify finds differences: " + "; ".join(map(str, differences[:6])))
    wrong = game.world.difference(twin.world)
    play.claim(not wrong, "played again, the game ends differently: " + "; ".join(map(str, wrong[:6])))


def check_amend(game: Game, play: Play | None = None) -> None:
    """Another answer in the past gives a game that reopens and verifies like any other."""
    play = play or Play(game, 0, Random(0))
    asked = {request.id: request for entry in game.record for request in entry.opens}
    other = copy(game)
    acts = [e for e in game.live() if e.act in ("answer", "report", "event")]
    play.rng.shuffle(acts)
    found = next(((e, values) for e in acts if (values := _other_words(game, e, asked, play.rng))), None)
    if found is None:
        return
    entry, values = found
    value = play.rng.choice(values)
    where = f"after amending entry {entry.seq} to {value!r} "
    try:
        amendment = other.amend(entry.seq, value, "it was misread")
    except Refused:
        return  # since then, an undo or a report has made it impossible
    play.claim(not look_alike(game, other), where + "but not committing, something has changed")
    amendment.commit()
    play.claim(other.over or bool(other.requests()), where + "there is a dead end")
    for check in (check_reopening, check_verify):
        try:
            check(other)
        except AssertionError as error:
            play.claim(False, where + str(error))


def _other_words(game: Game, entry: Entry, asked: Mapping[int, Request], rng: Random) -> list[Any]:
    """What could have been said instead; of an event, other details of it, if chance offers some."""
    cause, schema = entry.cause, game.world.schema
    if "answer" in cause:
        return [value for value in asked[cause["answer"]].legal if value != cause["value"]]
    if "report" in cause:
        return [{key: random_value(schema.spec(key).family, rng) for key in cause["report"]}]
    offers = [random_event(game, rng) for _ in range(5)]
    none = dict.fromkeys(cause["details"])
    return [{**none, **act.value} for act in offers if act and act.what == cause["event"]]


def check_branch(game: Game, play: Play | None = None) -> None:
    """A what-if from any entry is a game of its own, and the game it comes from does not notice."""
    play = play or Play(game, 0, Random(0))
    before = game.record.dump()
    kept = game.live()
    at = play.rng.choice(kept).seq
    branch = game.branch(at)
    twin = Play(branch, play.seed, play.rng, play.events, play.reports)
    for _ in range(10):
        if not branch.over:
            twin.step()
    differences = look_alike(branch, copy(branch))
    play.claim(not differences, f"a what-if from entry {at} reopens as another game: " + "; ".join(differences[:6]))
    play.claim(game.record.dump() == before, f"a what-if from entry {at} has changed the game")


def check_undo(game: Game, play: Play | None = None) -> None:
    """The last act can be taken back to exactly the game before it, but not across a roll or a reveal."""
    play = play or Play(game, 0, Random(0))
    groups = acts_with_consequences(game.live())
    if len(groups) < 2 or groups[-1][0].act == "amend":
        return
    last, seat = groups[-1], game.book.seats[0]
    fatal = any("roll" in e.cause or "reveal" in e.cause or e.reveals for e in last)
    other = copy(game)
    if fatal:
        before = (len(other.record), msgspec.json.encode(other.vault))
        try:
            other.undo(seat=seat)
        except Refused:
            unchanged = before == (len(other.record), msgspec.json.encode(other.vault))
            play.claim(unchanged and not look_alike(game, other), "a refused undo has changed something")
        else:
            play.claim(False, "a seat could take back a roll or a reveal")
        other.undo(seat=UMPIRE, reason="it was a slip")
    else:
        other.undo(seat=seat)
    earlier = fold(World(game.world.schema), [e for group in groups[:-1] for e in group])
    hidden = {*other.vault.facts, *game.vault.facts}
    for key in sorted({*earlier.world.set_facts(), *other.world.set_facts()} - hidden):
        now, then = other.world.get(key), earlier.world.get(key)
        play.claim(now == then, f"after the undo {key} is {now!r} and not {then!r}")
        play.claim(
            other.world.origin(key) == earlier.world.origin(key), f"after the undo, {key} comes from somewhere else"
        )
    asked = [msgspec.structs.replace(r, id=0) for r in other.requests()]
    wanted = [msgspec.structs.replace(r, id=0) for r in earlier.requests.values()]
    play.claim(asked == wanted, f"after the undo other questions are open: {asked} and not {wanted}")
    differences = look_alike(other, copy(other))
    play.claim(not differences, "after an undo the game reopens as another one: " + "; ".join(differences[:6]))


# -- secrets
_HASHES = re.compile(rb"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b")


def unhashed(view: Any) -> bytes:
    """A view as bytes, with commitments and salts blanked: they are random, and nothing else may differ."""
    return _HASHES.sub(b"#", msgspec.json.encode(view))


def check_leaks(
    book: Book, scenario: str, seed: int, max_acts: int = 200, most: int | None = None, **chances: Any
) -> int:
    """Play until somebody hides something, hide two different things, and compare all that the others can see.

    Both games go on with the same acts until the secret comes out.  Returns how many secrets were tried: `most` of
    them, or all.
    """
    play = begin(book, scenario, seed, **chances)
    tried = 0
    for _ in range(max_acts):
        if play.game.over or not play.game.requests():
            break
        for request in [r for r in play.game.requests() if r.kind == "sealed" and (len(r.legal) > 1 or r.total)]:
            _compare_secrets(play, request)
            tried += 1
            if tried == most:
                return tried
        play.step()
    return tried


def _compare_secrets(play: Play, request: Request) -> None:
    one, two = copy(play.game), copy(play.game)
    if request.among:
        first, second = {}, {play.rng.choice(request.among): play.rng.randint(1, request.total)}
    else:
        first, second = play.rng.sample(request.legal, 2)
    # The same chance for both: it must not depend on how much of it the first game has used up.
    rng = Random(play.rng.random())
    size = len(one.record)
    one.answer(request.id, first, seat=request.seat)
    two.answer(request.id, second, seat=request.seat)
    for _ in range(12):
        if any("reveal" in e.cause or e.reveals for game in (one, two) for e in entries_after(game, size)):
            return
        for seat in seats(one):
            if seat != request.seat and request.seat not in one.book.confidants(one.world, seat):
                a, b = unhashed(one.view(seat)), unhashed(two.view(seat))
                play.claim(a == b, f"{seat} can see what {request.seat} hid: {_first_difference(a, b)}")
                a, b = (unhashed(errors(game, seat)) for game in (one, two))
                play.claim(a == b, f"an error tells {seat} what {request.seat} hid: {_first_difference(a, b)}")
        act = _common_act(one, two, rng)
        if act is None:
            return
        act.on(one)
        act.on(two)


def entries_after(game: Game, size: int) -> Iterator[Entry]:
    return (game.record[seq] for seq in range(size + 1, len(game.record) + 1))


def errors(game: Game, seat: str) -> list[str]:
    """What a seat is told when it answers with nonsense."""
    found = []
    for request in game.requests():
        try:
            game.answer(request.id, "no such answer", seat=seat)
        except LegationError as error:
            found.append(str(error) if request.seat in (seat, TABLE) else type(error).__name__)
    return found


def _common_act(one: Game, two: Game, rng: Random) -> Act | None:
    """An answer that is legal in both games."""
    for request in one.requests():
        other = two.state.requests.get(request.id)
        if other is None or other.kind != request.kind:
            continue
        if request.kind == "report" or request.among:
            return random_answer(one, request, rng)
        legal = [value for value in request.legal if value in other.legal]
        if legal:
            seat = one.book.seats[0] if request.seat == TABLE else request.seat
            return Act("answer", seat, request.id, rng.choice(legal))
    return None


def _first_difference(a: bytes, b: bytes) -> str:
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(0, at - 60) : at + 40].decode(errors='replace')}… and …{b[at : at + 40].decode(errors='replace')}…"


# -- one world and many
class Columns(Protocol):
    """Many worlds that expressions can read: `legation.sim.Batch` is one."""

    def at(self, value: Any, index: int) -> Any: ...


def random_world(schema: Schema, keys: Iterable[str], rng: Random, unknown_share: float = 0.2) -> World:
    """A world with random values for these facts; some of those without a default stay unknown."""
    changes = []
    for key in keys:
        family = schema.spec(key).family
        if isinstance(family.domain, Data):
            continue
        if isinstance(schema.fallback(key), Span) and rng.random() < unknown_share:
            continue
        changes.append(Change(key, None, random_value(family, rng)))
    changes.sort(key=lambda change: change.fact != schema.clock)
    return World(schema).with_changes(changes, Origin("given"))


def expressions(book: Book) -> Iterator[tuple[str, Expr]]:
    """Every expression of every declaration that stands for itself (templates with open slots are left out)."""
    seen: set[int] = set()
    for cite, declared in book.registry.declared.items():
        for expr in _expressions(declared.rule):
            if id(expr) not in seen and not any("{" in key for key in expr.reads()):
                seen.add(id(expr))
                yield cite, expr


def tables(book: Book, scenario: str) -> list[Table]:
    """Every table a book declares, and those it offers by `every_table()` (with their layers)."""
    found = [d.rule for d in book.registry.declared.values() if isinstance(d.rule, Table)]
    offered: Iterable[Table] = getattr(book, "every_table", tuple)()
    return [t for t in [*found, *offered] if t.here or not t.base]


def check_batch(
    book: Book, scenario: str, n: int, seed: int, batch: Callable[[Sequence[World]], Any], unknown_share: float = 0.2
) -> int:
    """Every expression and every table gives each of `n` random worlds what it gives them all at once.

    `batch` makes one batch of the worlds: `legation.sim.Batch.from_worlds`.  Returns how many were compared.
    """
    schema = book.schema(scenario)
    found: list[tuple[str, Callable[[Any], Any], frozenset[str]]] = [
        (f"{cite}: {expr.english}", expr.value, expr.reads()) for cite, expr in expressions(book)
    ]
    for table in tables(book, scenario):
        reads = frozenset[str]().union(*(m.when.reads() | m.value.reads() for m in table.effective))
        if not any("{" in key for key in reads):
            found.append((f"{table.cite}: the sum for {table.name}", table.total, reads))
    found = [one for one in found if all(_exists(schema, key) for key in one[2])]
    rng = Random(f"{book.name} {scenario} {seed}")
    keys = sorted({key for _, _, reads in found for key in reads})
    worlds = [random_world(schema, keys, rng, unknown_share) for _ in range(n)]
    many = batch(worlds)
    for says, value, _ in found:
        together = value(many)
        for index, world in enumerate(worlds):
            alone, among_them = value(world), many.at(together, index)
            if not _same(alone, among_them):
                facts = world.set_facts()
                raise AssertionError(f"{says}\n is {alone!r} in one world, {among_them!r} in the batch: {facts}")
    return len(found)


def _exists(schema: Schema, key: str) -> bool:
    try:
        schema.spec(key)
    except NotFound:  # a fact of another scenario
        return False
    return True


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Span) or isinstance(b, Span):
        return isinstance(a, Span) and isinstance(b, Span) and bool(a.lo == b.lo) and bool(a.hi == b.hi)
    return bool(a == b)


# -- names
def check_cites(book: Book) -> None:
    """Every id that is named stands in a ledger, every fact that is named exists, and every step that is named too."""
    ledgers = book.registry.ledgers
    named = {
        **{cite: declared.where for cite, declared in book.registry.declared.items()},
        **{option.cite: f"the option {option.name}" for option in book.options},
        **{event.cite: f"the event {name}" for name, event in book.events.items()},
    }
    if book.need_cite:
        named[book.need_cite] = "need_cite"
    missing = [f"{cite!r} ({where})" for cite, where in named.items() if cite not in ledgers]
    assert not missing, f"{book.name} cites what no ledger has: {', '.join(missing)}"
    book.check()
    begins = {n: e.step for n, e in book.events.items()} | {n: p.step for n, p in book.procedures.items()}
    for name, step in begins.items():
        assert step in book.steps.by_name, f"{book.name}: {name} begins at {step!r}, which is no step"
    for scenario in book.scenarios:
        schema = book.schema(scenario)
        for change in book.setup(scenario):
            assert change.rule in ledgers, f"{book.name} sets up {change.fact} by {change.rule!r}, in no ledger"
            schema.check(change.fact, change.new)


def run_all(
    book: Book,
    scenario: str,
    games: int = 5,
    seed: int = 1,
    *,
    max_acts: int = 300,
    check_every: int = 7,
    batch: Callable[[Sequence[World]], Any] | None = None,
    worlds: int = 60,
    **chances: Any,
) -> None:
    """All of it, on so many random games."""
    check_cites(book)
    for number in range(seed, seed + games):
        dice = "typed" if number % 3 == 0 else "server"
        random_play(book, scenario, number, max_acts, check_every=check_every, dice=dice, **chances)
        check_leaks(book, scenario, number, max_acts)
    if batch is not None:
        check_batch(book, scenario, worlds, seed, batch)
