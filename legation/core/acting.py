"""Acting: the one door through which every act goes.

It says who may before anything is touched, carries the act out, and returns the entries that it made.  If it is
refused, by right or by rule, nothing has changed.  `Game.perform` is this door; other methods build an act for it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from legation.core import proposals, rewind
from legation.core.acts import (
    Act,
    Amend,
    Anchor,
    Answer,
    Close,
    Consent,
    End,
    Event,
    Nonce,
    Open,
    Propose,
    Report,
    Roll,
    Rolls,
    Ruling,
    TakeOver,
    Undo,
    Who,
)
from legation.core.dice import Committed, Die, Throw, hashes_of, telling
from legation.core.errors import BadRecord, Closed, NotFound, NotYours, Refused
from legation.core.facts import Change, Origin, Teller, World
from legation.core.history import by_itself
from legation.core.machine import Ask, Draft, Frame, Machine, State
from legation.core.record import Entry
from legation.core.requests import TABLE, UMPIRE, Request, check_answer
from legation.core.rewind import Amendment
from legation.core.seals import commitment
from legation.core.voice import quoted

if TYPE_CHECKING:
    from legation.core.game import Game

__all__ = ["amendment_of", "awaited", "last_act", "perform", "resumed", "rolls_asked", "seal_untold", "voice"]


ALL_END = "the game is ended by all who play it, or by the umpire: propose it"


# -- who may
def voice(game: Game, act: Act, who: Who) -> str:
    """In whose name this would be done; refused if this chair may not do it.  Nothing is touched."""
    if who.named is not None:
        game.check_seat(who.named)
    own = who.voice
    if isinstance(act, Answer | Roll):
        by = _answering(game, act.request, who, own)
        asked = game.state.requests[act.request]
        if isinstance(act, Answer) and act.value in asked.ends and who.people and UMPIRE not in who.seats:
            raise NotYours(ALL_END)
        return by
    if isinstance(act, Open):
        return _opening(game, act, who)
    if isinstance(act, Consent):
        return proposals.consenting(game, act, who, own)
    if isinstance(act, End):
        if who.people and UMPIRE not in who.seats:
            raise NotYours(ALL_END)
        return UMPIRE if UMPIRE in who.seats and who.named is None else own
    if isinstance(act, Propose):
        return _taking_back(game, Undo(act.entry), who, own) if act.what == "undo" else own
    if isinstance(act, Rolls):
        return _answering(game, _next_roll(game, who).id, who, own)
    if isinstance(act, Ruling | Amend):
        if UMPIRE not in who.seats:
            raise NotYours("only the umpire does this")
        return UMPIRE
    return _taking_back(game, act, who, own) if isinstance(act, Undo) else own


def _answering(game: Game, number: int, who: Who, own: str) -> str:
    asked = game.state.requests.get(number)
    if asked is None and number >= game.state.next_id:
        raise NotFound("request", number, [str(r.id) for r in game.requests(own)])
    if asked is None:
        raise Closed(f"request {number} is no longer open: it was answered, or the game has gone on")
    if who.is_others(asked):
        raise NotYours(f"request {number} is for {', '.join(asked.owners)}, whose turn it is")
    if asked.seat in (own, TABLE):
        return own
    if who.rolls_for(asked) or (who.named is None and who.speaks_for(asked.seat)):
        return asked.seat
    raise NotYours(f"request {number} is for {asked.seat}, not for {own}")


def _opening(game: Game, act: Open, who: Who) -> str:
    """A live die falls in the name of the seat whose it is; another seat opens a value for it."""
    asked = game.state.requests.get(act.request)
    if asked is None:
        raise Closed(f"request {act.request} is no longer open: the die has fallen, or the game has gone on")
    witness = awaited(game, asked)
    if not witness:
        raise Refused("this waits for no value of anybody")
    if not who.speaks_for(witness):
        raise NotYours(f"the value for this die is {witness}’s to open")
    return asked.seat


def awaited(game: Game, asked: Request) -> str:
    """Who is to open a value before this die can fall, if anybody."""
    if asked.kind != "roll" or not isinstance(game.dice, Committed):
        return ""
    return game.dice.awaits(asked.seat, asked.purpose)


def rolls_asked(game: Game, who: Who) -> list[Request]:
    """The open rolls that somebody may make, in the order in which they are asked."""
    own = who.voice if who.seats else ""

    def may(asked: Request) -> bool:
        theirs = asked.seat in (own, TABLE) or who.rolls_for(asked)
        return theirs or (who.named is None and who.speaks_for(asked.seat))

    return [r for r in game.state.requests.values() if r.kind == "roll" and own and may(r)]


def _next_roll(game: Game, who: Who) -> Request:
    found = rolls_asked(game, who)
    if not found:
        raise Refused("no roll is asked of you now")
    return found[0]


def last_act(game: Game, bots: Collection[str] = ()) -> Entry | None:
    """What an undo would take back; what bots did since goes with it."""
    return next((e for e in game.backwards() if e.act and not by_itself(e.by, e.cause, bots)), None)


def _taking_back(game: Game, act: Undo, who: Who, own: str) -> str:
    """A seat takes back its own act, or one of the table; the umpire any."""
    last = last_act(game, who.bots)
    if last is None:
        raise Refused("there is nothing to take back")
    if act.entry not in (None, last.seq):
        raise Refused(f"the last act is entry {last.seq} now, not {act.entry}; look again")
    if own == UMPIRE:
        return UMPIRE
    if last.by != TABLE and not who.speaks_for(last.by):
        raise NotYours(f"entry {last.seq} is {last.by}’s; only they or the umpire take it back")
    return last.by if who.named is None and last.by in who.seats else own


# -- the door
def perform(game: Game, act: Act, who: Who) -> list[Entry]:
    """Carry an act out, if this chair may; the entries that it made."""
    by, chair = who.signs(voice(game, act, who))
    if game.closed:
        raise Refused("the game is closed, and nothing changes it any more")
    if isinstance(act, TakeOver):
        return _taken_over(game, by, chair)
    if game.version != game.book.version and not isinstance(act, Close):
        raise Refused(
            f"this game was begun by version {game.version} of the rules, and here is version {game.book.version}: "
            "see what has changed (`legation rules diff`), and take it over first (`legation takeover`)"
        )
    if isinstance(act, Rolls):
        return _rolled_in_a_row(game, act, who)
    game.write_due()
    if isinstance(act, Nonce):
        return _added(game, act, who, by, chair)
    if isinstance(act, Anchor):
        return _anchored(game, act, who, by, chair)
    if isinstance(act, Open):
        return _witnessed(game, act, who)
    if isinstance(act, Close):
        return _closing(game, who, by, chair)
    if isinstance(act, Propose):
        return proposals.proposed(game, act, who, by, chair)
    if isinstance(act, Consent):
        return proposals.consented(game, act, who, by, chair)
    if isinstance(act, Undo):
        return rewind.undo(game, seat=by, chair=chair, reason=act.reason, over=who.bots)
    if isinstance(act, Amend):
        return rewind.make_amendment(game, act)
    return _CARRIED_OUT[type(act)](game, act, Draft({}, by, chair=chair))


def _seats_of(game: Game, who: Who) -> list[str]:
    """The seats of a chair that people play; a keyboard or a device speaks for all that sit at it."""
    here = {*who.seats, *who.lends} | ({*game.book.seats} if who.chair == TABLE else set())
    here = {who.named} if who.named is not None else here
    return [seat for seat in game.book.seats if seat in here and seat not in who.bots]


def _committed(game: Game) -> Committed:
    if not isinstance(game.dice, Committed) or game.record.header.dice.get("scheme") != "3":
        raise Refused("this game has no dice of the server to which a seat could add something")
    return game.dice


def _added(game: Game, act: Nonce, who: Who, by: str, chair: str) -> list[Entry]:
    dice, seats = _committed(game), _seats_of(game, who)
    if dice.told or any(entry.cause.get("source") == dice.name for entry in (() if dice.words else game.record)):
        raise Refused("the first die is rolled, and no word can be added any more")
    if not seats:
        raise NotYours("only a seat adds a word to the dice")
    if not 1 <= len(act.word) <= 200:
        raise Refused("a word for the dice has 1 to 200 letters")
    with game.all_or_nothing(), game.record.held():
        game.vault.give_nonces(dict.fromkeys(seats, act.word))
        game.save_vault()
        made = game.note({"nonce": hashes_of(dict.fromkeys(seats, act.word))}, by, chair)
        dice.words, dice.drawn = dict(game.vault.nonces), dice.drawn - {*seats}
    return made


def _anchored(game: Game, act: Anchor, who: Who, by: str, chair: str) -> list[Entry]:
    dice, seats = _committed(game), _seats_of(game, who)
    if not dice.live:
        raise Refused("only live dice take values of the seats")
    if by == UMPIRE:
        if not dice.chains.get(act.seat) or not act.reason.strip():
            linked = [seat for seat, shown in dice.chains.items() if shown]
            raise Refused("say whose chain is taken out of use, and why", allowed=linked)
        made = game.note({"chain": {act.seat: ""}, "reason": act.reason}, by, chair)
        dice.chains[act.seat] = ""
        return made
    if len(seats) != 1:
        raise Refused("a chain is one seat’s: say which", allowed=seats)
    if len(act.value) != 64 or not set(act.value) <= set("0123456789abcdef"):
        raise Refused("a chain begins with a hash of 64 hexadecimal digits")
    made = game.note({"chain": {seats[0]: act.value}}, by, chair)
    dice.chains[seats[0]] = act.value
    return made


def _closing(game: Game, who: Who, by: str, chair: str) -> list[Entry]:
    """The umpire closes, or all seats do, one after the other; a keyboard or a device speaks for all that sit at it."""
    if not game.over:
        raise Refused("the game is not over yet, so it cannot be closed")
    here = {*_seats_of(game, replace(who, named=None)), *who.bots}
    game.agreed = tuple(seat for seat in game.book.seats if seat in here or seat in game.agreed)
    left = [seat for seat in game.book.seats if seat not in game.agreed]
    if by != UMPIRE and left:
        return game.note({"closing": list(game.agreed), "waits_for": left}, by, chair)
    game.closed = True
    return game.note({"closed": UMPIRE if left else list(game.agreed)}, by, chair)


def _taken_over(game: Game, by: str, chair: str) -> list[Entry]:
    if game.version == game.book.version:
        raise Refused(f"the game is played by version {game.version} of the rules already")
    made = game.note({"rules": game.book.version, "was": game.version}, by, chair)
    game.version = game.book.version
    return made


def amendment_of(game: Game, act: Amend, who: Who, *, at_once: bool = False) -> Amendment:
    """What an amendment would change, for whoever may make it; nothing changes before its `act` is performed.

    But that somebody has looked is entered, for all to see, unless it is performed `at_once`.
    """
    by, chair = who.signs(voice(game, act, who))
    found = rewind.amend(game, act)
    if at_once:
        return found
    game.note({"preview": act.entry, "value": act.value, "reason": act.reason}, by, chair)
    return replace(found, act=replace(found.act, size=len(game.record)))


def _answered(game: Game, act: Answer, draft: Draft, source: str = "typed") -> list[Entry]:
    world, found = game.begin_act(), game.state.requests[act.request]
    try:
        value = check_answer(found, act.value, world)
    except Refused:
        world.note(found.cite, False)
        raise
    if found.kind == "sealed":
        return _sealed(game, found, value, act.reason, draft)
    draft.cause |= {"answer": act.request, "value": value}
    draft.closes.append(act.request)
    if act.reason:
        draft.cause["reason"] = act.reason
    state = game.state.but(requests={i: r for i, r in game.state.requests.items() if i != act.request})
    if found.kind == "report":
        state = _told(game, state, value, found.facts, draft)
    elif found.kind == "roll":
        if source == "typed" and isinstance(game.dice, Committed) and game.dice.live:
            raise Refused("this die is live: nobody types it, it falls when another seat has opened its value")
        draft.cause |= _rolled(found, value, source)
    top = state.top
    given = {**top.get("_given", {}), found.seat: value}
    if state.requests:
        return game.finish(_waiting(state, {**top.vars, "_given": given}), draft, run=False)
    return game.finish(resumed(game, state, value if len(given) == 1 else given), draft)


def _rolled(request: Request, face: int, source: str) -> dict[str, Any]:
    return {
        "roll": face,
        "die": f"d{len(request.legal)}",
        "label": request.purpose,
        "source": source,
        "cite": request.cite,
        **({"odds": request.odds} if request.odds else {}),
    }


def _thrown(game: Game, act: Roll, draft: Draft) -> list[Entry]:
    found = game.state.requests[act.request]
    if found.kind != "roll":
        raise Refused(f"request {act.request} asks for no roll", rule=found.cite)
    if not isinstance(game.dice, Committed):
        raise Refused("this game has no dice of the server; roll, and type the face")
    if witness := awaited(game, found):
        raise Refused(f"{witness} opens a value for this die, and then it falls by itself")
    return _cast(game, found, draft)


def _cast(game: Game, found: Request, draft: Draft) -> list[Entry]:
    """The die that a seat is asked for falls from the server's."""
    assert isinstance(game.dice, Committed)
    with game.all_or_nothing():
        face = game.dice.roll(Throw(found.purpose, Die(len(found.legal)), found.cite, found.seat))
        draft.cause |= telling(game.dice)
        return _answered(game, Answer(found.id, face), draft, game.dice.name)


def _witnessed(game: Game, act: Open, who: Who) -> list[Entry]:
    """A seat opens its next value for the die of another."""
    found, dice = game.state.requests[act.request], _committed(game)
    witness = awaited(game, found)
    cause = {"opened": {witness: act.value}, "for": dice.purpose(found.purpose)}
    with game.all_or_nothing():
        if not dice.open(witness, found.purpose, act.value):
            raise Refused(f"that is not the next value of {witness}’s chain")
        return _cast(game, found, Draft(cause, found.seat, chair=who.chair if who.chair != found.seat else ""))


def _rolled_in_a_row(game: Game, act: Rolls, who: Who) -> list[Entry]:
    """One entry a roll.  A face that does not fit the first die is refused; at a later one it ends there."""
    made: list[Entry] = []
    faces, phase = list(act.faces), game.phase
    while (due := rolls_asked(game, who)) and (not made or game.phase == phase):
        said = next((pair for pair in faces if pair[0] in ("", due[0].purpose)), None)
        if said is None and not act.rest:
            break
        try:
            made += perform(game, Roll(due[0].id) if said is None else Answer(due[0].id, said[1]), who)
        except Refused:
            if not made:
                raise
            break
        if said is not None:
            faces.remove(said)
    if not made:
        raise Refused(f"say what the die shows: {due[0].prompt}", rule=due[0].cite, allowed=due[0].legal)
    return made


def _sealed(game: Game, request: Request, value: Any, reason: str, draft: Draft) -> list[Entry]:
    with game.all_or_nothing():
        game.vault.reasons.pop(request.id, None)
        if reason:
            game.vault.reasons[request.id] = reason
        return _sealing(game, request, value, draft)


def seal_untold(game: Game, number: int, value: Any, by: str) -> list[Entry]:
    """A seat seals something that nobody here can tell, or only parts of it: what is None is unknown from now on."""
    return _sealing(game, game.state.requests[number], value, Draft({}, by))


def _check_seals(game: Game, numbers: set[int]) -> None:
    """What is about to be shown is what was sealed, or nothing is."""
    for seq in range(len(game.record), 0, -1):
        if not numbers:
            return
        entry = game.record[seq]
        if entry.cause.get("sealed") in numbers:
            numbers.discard(entry.cause["sealed"])
            if commitment(*game.vault.answers[entry.cause["sealed"]]) != entry.cause["commitment"]:
                raise BadRecord(f"the vault holds another answer of {entry.by} than was sealed in entry {seq}", seq=seq)


def _sealing(game: Game, request: Request, value: Any, draft: Draft) -> list[Entry]:
    salt = secrets.token_hex(16)
    draft.cause["sealed"] = request.id
    draft.closes.append(request.id)
    state = game.state.but(requests={i: r for i, r in game.state.requests.items() if i != request.id})
    directive = game.directive(game.state)
    prefix = directive.hides.get(request.seat) if isinstance(directive, Ask) else None
    if prefix is not None:
        seq = len(game.record) + 1
        changes = [Change(f"{prefix}.{name}", None, v) for name, v in value.items()]
        hidden = {change.fact: (change.new, secrets.token_hex(16)) for change in changes}
        draft.seals |= {fact: commitment(*kept) for fact, kept in hidden.items()}
        game.vault.hidden[seq] = hidden
        game.vault.facts |= hidden
        world = state.world.with_changes(changes, Origin("sealed", seq, by=draft.by))
        if untold := [change.fact for change in changes if change.new is None]:
            world = world.forgetting(dict.fromkeys(untold, Origin("sealed", seq, by=draft.by)))
            game.vault.hidden[seq] = {fact: kept for fact, kept in hidden.items() if fact not in untold}
            game.vault.facts = {fact: kept for fact, kept in game.vault.facts.items() if fact not in untold}
        game.lost = tuple(fact for fact in game.lost if fact not in hidden)
        state = state.on(world, hidden)
        if state.requests:
            return game.finish(state, draft, run=False)
        return game.finish(resumed(game, state, None), draft)
    draft.cause["commitment"] = commitment(value, salt)
    top = state.top
    sealed = {**top.get("_sealed", {}), request.seat: request.id}
    if value is not None:
        game.vault.answers[request.id] = (value, salt)
    if state.requests:
        return game.finish(_waiting(state, {**top.vars, "_sealed": sealed}), draft, run=False)
    if any(number not in game.vault.answers for number in sealed.values()):
        # The vault of this game was lost, or it is a what-if that knows no secrets: everybody is asked again.
        return game.finish(state.but(stack=game.unwaiting(state.stack)), draft)
    _check_seals(game, {number for number in sealed.values() if number != request.id})
    bids = {seat: game.vault.answers[number][0] for seat, number in sealed.items()}
    salts = {seat: game.vault.answers[number][1] for seat, number in sealed.items()}
    draft.stack = state.stack
    shown = Draft({"reveal": bids, "salts": salts})
    if reasons := {seat: kept for seat, number in sealed.items() if (kept := game.vault.reasons.get(number))}:
        shown.cause["reasons"] = reasons
    return game.finish(resumed(game, state, bids), shown, before=[draft])


def resumed(game: Game, state: State, value: Any) -> State:
    """The waiting frame goes on with the answer."""
    top = state.top
    vars = {k: v for k, v in {**top.vars, **top.more}.items() if k not in ("_given", "_sealed")}
    if top.into:
        vars[top.into] = value
    return state.but(stack=(*state.stack[:-1], game.steps.frame(top.then, vars)))


def _waiting(state: State, vars: dict[str, Any]) -> State:
    return state.but(stack=(*state.stack[:-1], msgspec.structs.replace(state.top, vars=vars)))


def _reported(game: Game, act: Report, draft: Draft) -> list[Entry]:
    world = game.begin_act()
    plain = _in_full(game, world, act.facts)
    for key in plain:
        spec = world.schema.spec(key)
        if spec.family.told_by.closed:
            raise Refused(f"{spec.says} follows from the rules; only a ruling of the umpire sets it")
    draft.cause["report"] = plain
    if remarks := game.book.remarks(world, plain):
        draft.cause["remarks"] = [{"rule": r.rule, "says": r.says} for r in remarks]
    return game.finish(_told(game, game.state, plain, (), draft), draft, refresh=True)


def _in_full(game: Game, world: World, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts by their whole names, with what the book makes of them, each checked."""
    plain: dict[str, Any] = {}
    for key, value in facts.items():
        plain |= game.book.expand(key, value, world.schema)
    plain = game.book.told(world, plain)
    for key, value in plain.items():
        world.schema.check(key, value)
    return plain


def _told(game: Game, state: State, facts: Mapping[str, Any], asked: Iterable[str], draft: Draft) -> State:
    world, seq = state.world, len(game.record) + 1
    changes = [Change(k, world.stated(k), v) for k, v in facts.items() if world.stated(k) != v]
    changed = {c.fact for c in changes}
    same = [k for k in dict.fromkeys((*facts, *asked)) if k not in changed]
    origin = Origin("report", seq, by=draft.by)
    draft.effects += changes
    draft.confirms += same
    return state.on(world.with_changes(changes, origin).confirmed(same, origin), changed)


def _happened(game: Game, act: Event, draft: Draft) -> list[Entry]:
    if act.name not in game.book.events:
        raise NotFound("event", act.name, game.book.events)
    event, details = game.book.events[act.name], dict(act.details)
    unknown = [key for key in details if key not in event.takes]
    if unknown:
        raise NotFound(f"detail of {act.name}:", unknown[0], event.takes)
    draft.cause |= {"event": act.name, "details": details}
    draft.closes += game.state.requests
    try:
        found, changes = game.book.located(game.begin_act(), details)
        game.check_settled(act.name, found)
        state = Machine.apply(game.state, changes, draft, len(game.record) + 1)
        begun = Frame(event.step, {**found, "reported": act.name, "reported_by": draft.by})
        frames = (*game.unwaiting(state.stack), begun)
        return game.finish(state.but(stack=frames, requests={}), draft)
    except AttributeError as lacking:  # which details a step needs shows only when it runs
        if not isinstance(lacking.obj, Frame):
            raise
        takes = "; ".join(f"{detail}={meaning}" for detail, meaning in event.takes.items())
        raise Refused(f"{act.name} lacks {quoted(lacking.name)}; it takes {takes}", rule=event.cite) from None


def _ruled(game: Game, act: Ruling, draft: Draft) -> list[Entry]:
    if not act.reason.strip():
        raise Refused("a ruling needs a reason")
    world = game.begin_act()
    plain = _in_full(game, world, act.facts)
    for key in plain:
        spec = world.schema.spec(key)
        if spec.family.told_by is Teller.PASSING:
            raise Refused(f"{spec.says}: there is such a thing only while it is worked out")
    draft.cause |= {"ruling": plain, "reason": act.reason}
    hidden = game.vault.facts  # from now on it is open, also if it stays as it was; what it was is not told
    known = {k: None if k in hidden else game.world.stated(k) for k in plain}
    changes = [Change(k, known[k], v) for k, v in plain.items() if known[k] != v]
    draft.effects += changes
    ruled = game.world.with_changes(changes, Origin("ruling", len(game.record) + 1, by=draft.by))
    return game.finish(game.state.on(ruled, plain), draft, refresh=True)


def _ended(game: Game, act: End, draft: Draft) -> list[Entry]:
    return proposals.close_game(game, draft, act.reason)


_CARRIED_OUT: dict[type, Callable[..., list[Entry]]] = {
    End: _ended,
    Answer: _answered,
    Roll: _thrown,
    Report: _reported,
    Event: _happened,
    Ruling: _ruled,
}
