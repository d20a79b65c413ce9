"""Legal play by chance: what somebody did, and a game on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any

from legation.core.book import Book
from legation.core.errors import LegationError
from legation.core.facts import Choice, Count, Data, Family, Flag, Teller, World
from legation.core.game import UMPIRE, Game
from legation.core.machine import State
from legation.core.record import Entry
from legation.core.requests import TABLE, Request
from legation.core.trials import ToldDeed
from legation.testing.conformance.deeds import TRIES, any_deed, lawful_deed, order_matters, takes_it, unlike_may
from legation.testing.conformance.sentences import misheard

__all__ = [
    "Act",
    "RandomPlay",
    "begin",
    "random_answer",
    "random_division",
    "random_event",
    "random_fact",
    "random_options",
    "random_report",
    "random_ruling",
    "random_value",
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
            return game.rule(self.what, self.value)
        if self.kind == "undo":
            return game.undo(seat=self.seat, reason=self.value)
        return game.report(self.what, seat=self.seat)


@dataclass(frozen=True)
class Going:
    """A deed that is under way: what it is, and the game before it."""

    told: ToldDeed
    before: State


@dataclass
class RandomPlay:
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
    trials: float = 0.0  # how often a deed is also tried beside another, and taken back
    acts: list[Act] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)  # deeds that came to an end, and the details that they had
    going: Going | None = None
    changed: set[str] = field(default_factory=set)  # since the world was last looked at

    def __str__(self) -> str:
        return self.script()

    def script(self, acts: int | None = None) -> str:
        """What was done, or the first acts of it, so that it can be done again."""
        header = self.game.record.header
        begin = f"game = Game.new(book, {header.scenario!r}, options={header.options!r}, seed={self.seed})"
        return "\n".join([begin, *map(str, self.acts[:acts])])

    def claim(self, truth: bool, problem: str, acts: int | None = None) -> None:
        """Fail with the acts that led there, all or the first ones."""
        if not truth:
            raise AssertionError(f"{self.game.book.name}, seed {self.seed}: {problem}\n\n{self.script(acts)}")

    def next_act(self) -> Act:
        """Something legal, of any kind, by whoever may do it."""
        game, rng = self.game, self.rng
        if rng.random() < self.events and (event := self._next_deed()):
            return event
        if rng.random() < self.reports and (report := random_report(game, rng)):
            return report
        if rng.random() < self.rulings and (ruling := random_ruling(game, rng)):
            return ruling
        if rng.random() < self.undos and any(entry.act for entry in game.live()):
            return Act("undo", UMPIRE, None, "a slip")
        return random_answer(game, rng.choice(game.requests()), rng, self.shuns, self.favours)

    def _next_deed(self) -> Act | None:
        """A deed that the rules allow now; of those that chance tries first, `may` has to say the same."""
        if not self.trials:
            return random_event(self.game, self.rng)
        for _ in range(TRIES):
            told = any_deed(self.game, self.rng)
            if told:
                self.claim(not (wrong := unlike_may(self.game, told)), wrong)
                if takes_it(self.game, told):
                    return act_of(self.game, told)
        return None

    def step(self) -> list[Entry]:
        """Do one more thing; a refusal of something legal is a failure."""
        game = self.game
        self.claim(bool(game.requests()), f"a dead end: nothing is asked at {game.phase}")
        act = self.next_act()
        if act.kind == "event":
            self.going = Going(ToldDeed(act.what, act.value), game.state)
            if self.rng.random() < self.trials:
                self._beside(self.going.told)
        elif act.kind != "answer":
            self.going = None
        self.acts.append(act)
        try:
            before = game.world
            entries = act.on(game)
            self._sound(before, {change.fact for entry in entries for change in entry.effects})
            return entries
        except LegationError as error:
            self.claim(False, f"the last act is legal, but: {type(error).__name__}: {error}")
            raise
        except Exception as error:
            error.add_note(f"\n{game.book.name}, seed {self.seed}:\n{self}")
            raise

    def _sound(self, before: World, changed: Collection[str]) -> None:
        """Nothing that cannot be holds in the world; but people may report, and an umpire rule, what they like."""
        game, trials = self.game, self.game.book.trials
        self.changed.update(changed)
        over = self.going is not None and len(game.state.stack) <= len(self.going.before.stack)
        if not (self.rulings or self.reports) and self.acts[-1].kind != "undo":
            if self._rests():
                amiss = list(trials.amiss(before, game.world, self.changed))
                self.claim(not amiss, f"after the last act: {'; '.join(amiss)}")
                self.changed.clear()
            elif over and self.going is not None:  # in the midst of something else, that may be amiss already
                then = self.going.before.world
                amiss = [*({*trials.amiss(then, game.world, changed)} - {*trials.amiss(then, then, changed)})]
                self.claim(not amiss, f"after {self.going.told}: {'; '.join(amiss)}")
        if self.acts[-1].kind == "event":
            wrong = misheard(game, self.acts[-1].what, self.acts[-1].value)
            self.claim(not wrong, wrong)
        if not over or self.going is None:
            return  # there is no deed, or more is asked about it
        going, self.going = self.going, None
        amiss = list(trials.amiss_after(going.before.world, game.world, going.told))
        self.claim(not amiss, f"after {going.told}: {'; '.join(amiss)}")
        self.done.update([going.told.name, *(f"{going.told.name} {detail}" for detail in going.told.details)])
        if self.acts[-1].kind == "event" and self.rng.random() < self.trials:
            self._taken_back(going)

    def _rests(self) -> bool:
        resting, stack = self.game.book.trials.resting, self.game.state.stack
        return not resting or bool(stack and stack[-1].step in resting)

    def _beside(self, told: ToldDeed) -> None:
        """With another deed of the same moment, it makes no difference which comes first."""
        other = any_deed(self.game, self.rng)
        if other and other != told:
            self.claim(not (wrong := order_matters(self.game, told, other)), wrong)

    def _taken_back(self, going: Going) -> None:
        """An undo brings back the very world before the deed, with the same questions."""
        self.acts.append(Act("undo", UMPIRE, None, "to see the world before"))
        self.acts[-1].on(self.game)
        now, then = self.game.state, going.before
        wrong = [f"{c.fact} is {c.new!r}, and was {c.old!r}" for c in then.world.difference(now.world)]
        origins = (key for key in then.world.set_facts() if then.world.origin(key) != now.world.origin(key))
        wrong += [f"{key} comes from somewhere else" for key in origins]
        wrong += [] if then.stack == now.stack else ["the game waits elsewhere"]
        wrong += [] if then.requests == now.requests else ["other questions are open"]
        self.claim(not wrong, f"after {going.told} was taken back: {'; '.join(wrong)}")


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
    told = {key: random_value(schema.spec(key).family, rng) for key in facts}
    yes_no = {key: rng.random() < 0.5 for key in facts if key in request.thresholds and rng.random() < 0.5}
    return Act("answer", seat, request.id, told | yes_no)


def random_division(request: Request, rng: Random) -> dict[str, int]:
    """Some or all of the points, divided among the names."""
    points = [rng.choice(request.among) for _ in range(rng.randint(0, request.total))]
    return {name: points.count(name) for name in request.among}


def random_event(game: Game, rng: Random) -> Act | None:
    """A deed that the rules allow now, if chance finds one soon."""
    told = lawful_deed(game, rng)
    return act_of(game, told) if told else None


def act_of(game: Game, told: ToldDeed) -> Act:
    return Act("event", game.book.trials.teller(told), told.name, dict(told.details))


def random_report(game: Game, rng: Random) -> Act | None:
    """Something that the board may tell without being asked."""
    found = random_fact([f for f in game.world.schema.families if f.told_by is Teller.BOARD], rng)
    return Act("report", TABLE, found) if found else None


def random_ruling(game: Game, rng: Random) -> Act | None:
    """Anything that is kept, but the turn and what the set-up fixes."""
    kept = [f for f in game.world.schema.families if f.told_by not in (Teller.SETUP, Teller.PASSING)]
    found = random_fact([f for f in kept if f.name != game.world.schema.clock], rng)
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


def begin(
    book: Book,
    scenario: str,
    seed: int,
    dice: str = "server",
    *,
    options: Mapping[str, str] = MappingProxyType({}),
    **chances: Any,
) -> RandomPlay:
    """A random game with these options; the others are drawn by chance."""
    rng = Random(f"{book.name} {scenario} {seed}")
    drawn = {**random_options(book, rng), **options}
    game = Game.new(book, scenario, options=drawn, seed=seed, dice=dice)
    play = RandomPlay(game, seed, rng)
    for name, chance in chances.items():
        setattr(play, name, chance)
    return play
