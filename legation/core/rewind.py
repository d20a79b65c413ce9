"""Going back: undo, what-if branches, playing a record again, verifying it, and amending what was said long ago.

All of it works on a game's record alone; `Game` offers these as its own methods.
"""

from __future__ import annotations

import secrets
from bisect import bisect_left
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from legation.core.acts import Amend, Who, act_of
from legation.core.dice import Committed, Dice, Throw
from legation.core.errors import BadRecord, LegationError, NotFound, Refused
from legation.core.facts import Change, Origin, World
from legation.core.history import (
    Difference,
    Vault,
    acts_with_consequences,
    by_itself,
    compare,
    draft_of,
    fold,
    hidden_now,
    replayed_dice,
    sealed_values,
    untenable,
)
from legation.core.machine import Draft, State, roll_cause
from legation.core.record import Entry, Record
from legation.core.requests import UMPIRE, Request
from legation.core.seals import Seals, commitment

if TYPE_CHECKING:
    from legation.core.game import Game

__all__ = ["Amendment", "amend", "branch", "make_amendment", "replay", "undo", "verify"]


@dataclass
class Amendment:
    """What would follow if an old answer, report or event had been another one; `commit` makes it so."""

    game: Game
    act: Amend  # good for the record as it is now
    value: Any  # the whole of what should have been said
    result: Game
    changes: list[Change]
    dropped: list[str] = field(default_factory=list)  # later acts that no longer fit, and what cannot be told yet

    def commit(self) -> list[Entry]:
        return self.game.perform(self.act, Who.of(UMPIRE))


@dataclass
class Noting:
    """Passes on what other dice show, and keeps it for the record."""

    dice: Dice
    rolled: list[dict[str, Any]] = field(default_factory=list)
    name: str = "noting"

    def face(self, throw: Throw) -> int | None:
        face = self.dice.face(throw)
        if face is not None:
            self.rolled.append(roll_cause(throw, face, self.dice))
        return face


def undo(
    game: Game,
    *,
    seat: str,
    chair: str,
    reason: str,
    over: Collection[str],
    allowed: Mapping[str, Any] | None = None,
) -> list[Entry]:
    """Take back the last act.  Across a roll or a reveal only the umpire may do so, with a reason.

    What those whom it touches have `allowed` also goes across a roll; what was opened stays open.

    What the seats in `over` did since (bots, who will answer again) goes with it.
    """
    kept = game.live()
    acts = [e for e in kept if e.act and not by_itself(e.by, e.cause, over)]
    target = acts[-1].seq
    if acts[-1].act == "amend":
        raise Refused("an amendment is not undone; amend the entry again")
    fatal = [e for e in kept if e.seq >= target and ("roll" in e.cause or "reveal" in e.cause or e.reveals)]
    if allowed is not None:
        fatal = [e for e in fatal if "reveal" in e.cause or e.reveals]
    if fatal and not (seat == UMPIRE and reason.strip()):
        what = "a die was rolled" if "roll" in fatal[0].cause else "something secret was revealed"
        raise Refused(f"{what} in entry {fatal[0].seq}; only the umpire may take that back, by a ruling with a reason")
    back = [Change(c.fact, c.new, c.old, "") for e in reversed(kept) if e.seq >= target for c in reversed(e.effects)]
    before = [e for e in kept if e.seq < target]
    cause = {"undo": target, "reason": reason, **(allowed or {})}
    draft = Draft(cause, seat, effects=back, closes=list(game.state.requests), chair=chair)
    hidden = hidden_now(before, game.vault)
    state = fold(World(game.world.schema), before, hidden)
    # The same questions under the same numbers; numbers given since are not given again.
    state = state.but(next_id=game.state.next_id)
    draft.opens += state.requests.values()
    entries = game.finish(state, draft, run=False)
    game.vault.facts = hidden
    game.count_dice(before)
    game.take_stock()
    return entries


def branch(game: Game, at: int | None = None, *, dice: Dice | None = None) -> Game:
    """A what-if: a game of its own that goes on from an entry, with dice that tell nothing about this one's."""
    kept = game.live() if at is None else [game.record[n] for n in game.record.kept() if n <= at]
    if not kept:
        raise NotFound("entry", at, [str(seq) for seq in game.record.kept()])
    header = msgspec.structs.replace(
        game.record.header, note=f"what if, from entry {kept[-1].seq}", dice={"source": "what-if"}
    )
    source = dice or Committed(name="what-if")
    vault = Vault(key=source.key.hex() if isinstance(source, Committed) else "")
    twin = type(game)(game.book, Record(header), source, vault)
    renumbered = {e.seq: n for n, e in enumerate(kept, 1)}
    entries = twin.record.append([draft_of(e, renumbered) for e in kept])
    twin.state = fold(World(twin.state.world.schema), entries)
    twin.count_dice(entries)
    twin.take_stock()
    twin.write_due()
    if twin.state.stack and (not twin.state.requests or "_sealed" in twin.state.top.vars):
        # In the middle of an act, or of sealed answers that are not told here: run, and ask again.
        draft = Draft({"branch": kept[-1].seq}, closes=list(twin.state.requests))
        twin.finish(twin.state.but(stack=twin.unwaiting(twin.state.stack), requests={}), draft)
    return twin


def replay(
    game: Game,
    *,
    stop: int | None = None,
    instead: Any = None,
    at: int | None = None,
    then: Dice | None = None,
    vault: Vault | None = None,
    whole: bool = False,
) -> tuple[Game, list[Difference]]:
    """Play the record again by the rules as they are now, with the same faces and answers.

    With `at` and `instead`, what was said in that entry is another thing; `then` rolls what was not rolled before.
    Sealed values come from the `vault` (the game's own, if none is given) and from what the record has told; what
    neither can tell is sealed unknown, and where the rules would need it the replay ends.
    A look at what could have been (with another vault) begins where it stood before that entry.
    Returns the new game and where it went another way.  What an amendment has changed is compared as a whole.
    """
    begun = _before(game, at) if at is not None and vault is not None else None
    vault = game.vault if vault is None else vault
    kept = begun[1] if begun else [e for e in game.live() if stop is None or e.seq < stop]
    amended = {e.cause["amend"]: e.cause["value"] for e in kept if e.act == "amend"}
    settled = max((e.seq for e in kept if e.act == "amend"), default=0)
    dropped = {seq for e in kept if e.act == "amend" for seq in e.cause["dropped"]}
    if at is not None:
        amended[at] = instead
    dice = replayed_dice(kept, then)
    differences: list[Difference] = []
    groups = acts_with_consequences(kept)
    if begun:
        twin, twin.dice = begun[0], dice.pop(0)
        asked = {**twin.state.requests, **{r.id: r for e in kept for r in e.opens}}
    else:
        twin = _set_up_again(game, kept[0], dice.pop(0))
        asked = {r.id: r for e in game.record for r in e.opens}
        compare(kept[0].seq, groups.pop(0), list(twin.record), differences, whole=whole)
    for group in groups:
        act = group[0]
        if act.seq in dropped:
            continue
        if act.act == "amend":
            twin.dice = dice.pop(0)
            if act.seq == settled:
                recorded = fold(World(game.world.schema), [e for e in kept if e.seq <= act.seq]).world
                wrong = [c for c in recorded.difference(twin.world) if c.fact not in twin.vault.facts]
                if wrong:
                    was = [Change(c.fact, None, c.old) for c in wrong]
                    differences.append(Difference(act.seq, was, wrong))
            continue
        if "lost" in act.cause and not act.cause["lost"]:
            continue
        if "lost" in act.cause:
            twin.lose({fact: seal for fact, seal in Seals.of(twin.record).hidden() if fact in act.cause["lost"]})
            twin.write_due()
            continue
        value = amended.get(act.seq, _said(act))
        if act.act == "sealed":
            value = _sealed_value(vault, act, kept)
        size = len(twin.record)
        between = bool(amended) and min(amended) <= act.seq < settled
        try:
            _again(twin, act, value, asked, strict=bool(amended) and min(amended) <= act.seq)
            if lacking := _lacking(twin):
                says = f"from here on it rests on what is sealed and not told yet ({', '.join(lacking)})"
                differences.append(Difference(act.seq, [], [], says, untold=True))
                break
        except BadRecord:
            raise
        except Exception as error:  # a record with sound hashes can hold anything; a rule that meets it may not cope
            if not isinstance(error, LegationError):
                error = Refused(f"{type(error).__name__} where the rules play it again")
            because = "what may be sealed is not the same any more" if _is_secret(value) else error
            problem = f"{act.act} by {act.by} is no longer possible: {because}"
            differences.append(Difference(act.seq, [], [], problem))
            continue
        if not between:
            now = [twin.record[s] for s in range(size + 1, len(twin.record) + 1)]
            compare(act.seq, group, now, differences, whole=whole)
    return twin, differences


def _set_up_again(game: Game, first: Entry, dice: Dice) -> Game:
    told = {change.fact for change in first.effects}
    return type(game).new(
        game.book,
        game.scenario,
        options=game.record.header.options,
        dice=dice,
        given={c.fact: c.new for c in first.effects if not c.rule and c.fact not in first.reveals},
        stack=None,
        without=[o.name for o in game.book.options if o.before and f"option.{o.name}" not in told],
    )


def _before(game: Game, at: int) -> tuple[Game, list[Entry]] | None:
    """The game as it stood before an act, and what was done from there on; or before something was sealed that had not
    come to light by then, since nobody can tell it.  None, where it must be played from the beginning."""
    from legation.core.lookback import stood_after  # which looks at games

    if game.outdated:
        return None
    first, seals, waiting = at, Seals(), False
    for entry in game.record.naming("sealed", "seals", "reveal", "reveals", "lost", "amend"):
        if "amend" in entry.cause or "lost" in entry.cause:
            return None
        if entry.seq < at:
            seals.follow(entry)
            waiting = "reveal" not in entry.cause and (waiting or "commitment" in entry.cause)
            open = waiting or any(True for _ in seals.hidden())
            first = min(first, entry.seq) if open else at
    numbers = game.record.kept()
    here = bisect_left(numbers, first)
    if here == 0:
        return None
    twin = stood_after(game, numbers[here - 1])
    twin.state = twin.state.but(next_id=game.state.next_id)
    return twin, [game.record[n] for n in numbers[here:]]


@dataclass(frozen=True)
class _Sealed:
    """What was sealed in an entry, None where nobody can tell; and whether all of it has come to light since."""

    value: Any
    told: bool


def _sealed_value(vault: Vault, act: Entry, kept: list[Entry]) -> _Sealed:
    """What was sealed in an entry, from what the record has told since, or from the vault."""
    if not act.seals:
        told, request = sealed_values(kept), act.cause["sealed"]
        value, _ = told.get(request) or vault.answers.get(request) or (None, "")
        return _Sealed(value, request in told)
    hidden: dict[str, Any] = {}
    left = set(act.seals)
    for entry in (e for e in kept if e.seq >= act.seq):
        if entry is not act:
            left -= entry.seals.keys()  # what is sealed anew tells nothing about this
        for change in entry.effects if left else ():
            if change.fact in left:
                hidden[change.fact] = change.new if change.fact in entry.reveals else change.old
                left.discard(change.fact)
    open = None not in (hidden.get(fact) for fact in act.seals)
    kept_here = {fact: value for fact, (value, _) in vault.hidden.get(act.seq, {}).items()}
    return _Sealed({fact.rsplit(".", 1)[1]: kept_here.get(fact, hidden.get(fact)) for fact in act.seals}, open)


def _is_secret(value: Any) -> bool:
    return isinstance(value, _Sealed) and not value.told


def _lacking(game: Game) -> list[str]:
    """Sealed facts that the rules need now, and nobody has told."""
    specs = (game.world.schema.spec(fact) for r in game.requests() if r.kind == "report" for fact in r.facts)
    return [spec.says for spec in specs if spec.family.known_to != "all"]


AMENDABLE = {"answer": "value", "report": "report", "event": "details"}  # act -> where its cause has what was said


def _said(act: Entry) -> Any:
    return act.cause.get(AMENDABLE.get(act.act or "", ""))


def _again(game: Game, act: Entry, value: Any, asked: Mapping[int, Request], strict: bool) -> None:
    from legation.core.acting import seal_untold  # which takes things back by this module

    number = 0
    if act.act in ("answer", "sealed"):
        was = asked.get(act.cause[act.act])
        if was is None:
            raise Refused("nobody was asked for it")
        mine = [r for r in game.requests() if (r.seat, r.kind, r.cite) == (was.seat, was.kind, was.cite)]
        mine = [r for r in mine if r.purpose == was.purpose]  # not a die that was rolled for something else
        if not mine:
            raise Refused("nothing like it is asked at that point")
        number = mine[0].id
        if isinstance(value, _Sealed):
            if strict and not value.told and not _asks_the_same(mine[0], was):
                raise Refused("whether it would still do must not be known: it does not count, whatever it is")
            value = value.value
            if value is None or (isinstance(value, dict) and None in value.values()):
                seal_untold(game, number, value, act.by)
                return
    game.perform(act_of(act, value, number), Who.of(act.by))


def _asks_the_same(one: Request, other: Request) -> bool:
    return (one.legal, one.among, one.total) == (other.legal, other.among, other.total)


def verify(game: Game) -> list[Difference]:
    """Run the rules again over the whole record and report where they would now differ; and dice from elsewhere."""
    same = game.record.header.version == game.book.version  # else it is told and asked in other words
    found = [*_header(game), *_foreign_dice(game), *replay(game, whole=same)[1]]
    told = {one.seq for one in found}
    return [*found, *(one for one in untenable(game.record) if one.seq not in told)]


def _header(game: Game) -> list[Difference]:
    """What no honest header says."""
    header = game.record.header
    if not header.note or header.dice.get("source") == "what-if":
        return []
    return [Difference(0, [], [], f"its header has a note, which only a what-if has: {header.note}")]


def _foreign_dice(game: Game) -> list[Difference]:
    """Dice that no honest game has: from elsewhere than was promised, and nobody was asked to roll."""
    promise = game.record.header.dice
    free = "commitment" not in promise or promise.get("asks") == "yes"
    what_if = promise.get("source") == "what-if"  # which goes on from the dice of another game
    found: list[Difference] = []
    for entry in game.record:
        free = free or entry.cause.get("key") == "lost"
        foreign = "roll" in entry.cause and entry.cause.get("source") != promise.get("source")
        if foreign and not (what_if or (free and "answer" in entry.cause)):
            says = f"a die is called {entry.cause.get('source')} in a game of {promise.get('source')} dice"
            found.append(Difference(entry.seq, [], [], says))
    return found


def amend(game: Game, act: Amend) -> Amendment:
    """What would follow if an old answer, report or event had been another; nothing changes before `commit`.

    Of a report or an event, the value holds what was different in it; None takes something out.
    Dice that were never rolled are not rolled for a look: the amended game stops there, and goes on in `commit`.  Nor
    is a sealed value looked at: what rests on one is told when the amendment is made.
    """
    value, twin, differences = _otherwise(game, act, vault=Vault())
    # Hidden facts are not shown here, whatever becomes of them.
    differs = (c for c in game.world.difference(twin.world) if c.fact not in game.vault.facts)
    changes = [Change(c.fact, c.old, twin.world.get(c.fact)) for c in differs]  # a default is told as what it is
    dropped = [d.problem for d in differences if d.problem]
    return Amendment(game, replace(act, size=len(game.record)), value, twin, changes, dropped)


def _otherwise(
    game: Game, act: Amend, then: Dice | None = None, vault: Vault | None = None
) -> tuple[Any, Game, list[Difference]]:
    """What should have been said, the game in which it was, and where that one went another way."""
    if not act.reason.strip():
        raise Refused("an amendment needs a reason")
    if act.size not in (None, len(game.record)):
        raise Refused("the game has gone on since this amendment was worked out; amend again")
    entry = game.record[act.entry] if act.entry in game.record.kept() else None
    if entry is None or entry.act not in AMENDABLE:
        said = [str(e.seq) for e in game.live() if e.act in AMENDABLE]
        raise NotFound("answer, report or event with the number", act.entry, said)
    value = _corrected(game, entry, act.value) if isinstance(_said(entry), Mapping) else act.value
    twin, differences = replay(game, at=act.entry, instead=value, then=then, vault=vault)
    refused = next((d for d in differences if d.seq == act.entry and d.problem and not d.untold), None)
    if refused:
        raise Refused(f"the amended {entry.act} is not possible: {refused.problem}")
    return value, twin, differences


def _corrected(game: Game, entry: Entry, value: Any) -> dict[str, Any]:
    """A report or an event as it should have been: what was said, with the corrections."""
    if not isinstance(value, Mapping):
        raise Refused(f"say what was different in the {entry.act}, as names with their values")
    found: dict[str, Any] = {}
    for key, new in value.items():
        plain = entry.act == "event" or new is None
        found |= {key: new} if plain else game.book.expand(key, new, game.world.schema)
    return {key: new for key, new in {**_said(entry), **found}.items() if new is not None}


def make_amendment(game: Game, act: Amend) -> list[Entry]:
    """Make an amendment so."""
    _otherwise(game, act, vault=Vault())  # if it is refused, then for what all may know
    with game.all_or_nothing():
        return _amended(game, act)


def _amended(game: Game, act: Amend) -> list[Entry]:
    dice = Noting(game.dice)
    value, twin, differences = _otherwise(game, act, dice)
    rolls = [Draft({**cause, "amending": act.entry}, stack=game.state.stack) for cause in dice.rolled]
    dropped = [d.seq for d in differences if d.problem and not d.untold]
    cause = {"amend": act.entry, "value": value, "reason": act.reason, "dropped": dropped}
    seq = len(game.record) + len(rolls) + 1
    # What is hidden in the amended game is sealed anew; what it has brought to light is told.
    hidden = {fact: (kept, secrets.token_hex(16)) for fact, (kept, _) in twin.vault.facts.items()}
    # The clock first: it makes old reports unknown, or good again.
    told = [c for c in game.world.difference(twin.world) if c.fact == game.world.schema.clock]
    told += game.world.with_changes(told, Origin("ruling")).difference(twin.world)
    told = [c for c in told if c.fact not in hidden and c.fact not in game.vault.facts]
    told += [Change(fact, None, twin.world.get(fact)) for fact in game.vault.facts if fact not in hidden]
    draft = Draft(cause, UMPIRE, effects=told, closes=list(game.state.requests))
    draft.seals |= {fact: commitment(*kept) for fact, kept in hidden.items()}
    sealed = [Change(fact, None, kept) for fact, (kept, _) in hidden.items()]
    world = game.world.with_changes(sealed, Origin("sealed", seq, by=UMPIRE))
    world = world.with_changes(told, Origin("ruling", seq, by=UMPIRE))
    game.vault.hidden[seq] = hidden
    game.vault.facts = dict(hidden)
    # The step that waits in the twin asks again here.
    made = game.finish(State(world, game.unwaiting(twin.state.stack), {}, game.state.next_id), draft, before=rolls)
    if game.lost:
        game.take_stock()
    return made
