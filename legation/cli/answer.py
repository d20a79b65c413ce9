"""Commands that change a game: answer, report, event, ruling, undo, amend.  What is refused changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

import legation
from legation.cli import bots as opponents
from legation.cli import kept, render, viewing
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command, console
from legation.cli.remote import NOT_SENT, ServerLine, ServerOption, TokenOption, tray_reply
from legation.cli.typed import answer_of, pairs, reported, seat_named, value_of
from legation.core import acts
from legation.core.acting import amendment_of
from legation.core.acts import Act, Who
from legation.core.errors import Overtaken, Refused
from legation.core.game import Amendment, Game
from legation.core.rehearsal import Foretold, foretold
from legation.core.requests import TABLE, UMPIRE
from legation.core.sentences import Understood
from legation.core.sight import Sight, continued, understood
from legation.core.tray import tray_of

__all__ = ["add_to", "amendment_parts", "at_keyboard", "corrected", "is_sentence", "understood_parts"]

Facts = Annotated[list[str], typer.Argument(help="fact=value, one or more", metavar="FACT=VALUE...")]


def at_keyboard(game: Game, seat: str | None = None, bots: Collection[str] = ()) -> Who:
    """Who acts on a game that is kept here: all who play sit at the keyboard, and it also acts for bots."""
    people = (each for each in game.book.seats if each not in bots)
    named = seat_named(game.book, seat) if seat else None
    return Who(TABLE, (TABLE, *people, UMPIRE), tuple(bots), named, bots)


def done(game: Game, path: Path, act: Act, seat: str | None = None) -> Reply:
    """Carry an act out; what it brought about, with what bots answered to it, and what is asked now.

    If another program was faster, it is done again on the game as it is then; but to take back the last act no longer
    means the same.
    """
    bots = opponents.at_table(path)
    while True:
        since = len(game.record)
        try:
            game.perform(act, at_keyboard(game, seat, bots))
            break
        except Overtaken:
            if isinstance(act, acts.Undo | acts.Propose):
                raise
            game = legation.open_game(path)
    with suppress(Overtaken):  # with the other program, its bots
        opponents.let_play(game, path)

    def shown() -> Iterable[RenderableType]:
        yield from render.dispatch_view(game, since, whole=True)
        yield from render.desk(game, game.requests())

    return Reply(viewing.desk_data(game, path, since=since), shown)


def answer(
    request: Annotated[int, typer.Argument(help="The number of an open request.")],
    value: Annotated[list[str], typer.Argument(help="The answer; fact=value pairs for a report.")],
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Answer an open request; without --seat, for the seat it was put to.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries (what the answer set off).
    """
    if server:
        return ServerLine(server, token, seat).answer(request, value)
    found, path = kept.load(game)
    asked = found.state.requests.get(request)
    return done(found, path, acts.Answer(request, answer_of(asked, value, found.world.schema)), seat)


def roll(
    faces: Annotated[list[int] | None, typer.Argument(help="What the dice show, in the order of the rolls.")] = None,
    rest: Annotated[bool, typer.Option("--all", help="Legation rolls those for which no face is given.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Make the rolls that are due, one after another; without a face and without --all, only list them.

    It ends where something else is asked, or the phase is over.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries, dispatch; of a list: tray (phase,
    rolls, server).
    """
    thrown = acts.Rolls(tuple(("", face) for face in faces or ()), rest)
    if server:
        return ServerLine(server, token, seat).roll(thrown)
    found, path = kept.load(game)
    if faces or rest:
        return done(found, path, thrown, seat)
    who = at_keyboard(found, seat, opponents.at_table(path))
    return tray_reply(tray_of(viewing.Sight(found, TABLE), who))


def is_sentence(words: Iterable[str]) -> bool:
    """Whether these are words of a sentence, and no `name=value` among them."""
    text = " ".join(words)
    return " " in text and "=" not in text


def understood_parts(found: Understood, brings: Foretold | None = None) -> Iterable[RenderableType]:
    """How a sentence was understood, and what it would bring."""
    yield Text(f"Understood: {found.says.removesuffix('.')}.", style="bold")
    if found.doubt:
        yield Text(found.doubt, style="magenta")
    if brings is None:
        return
    if brings.refused:
        yield Text(f"It would be refused: {brings.refused}", style="magenta")
    yield from (Text(f"It will bring: {tell.text}") for tell in brings.tells)
    yield from (Text(f"On your board: {tell.text}", style="dim") for tell in brings.board)
    yield from (Text(f"Asked then: {asked}", style="dim") for asked in brings.asks)


def report(
    facts: Annotated[
        list[str] | None,
        typer.Argument(help="A sentence about the board; or fact=value, one or more"),
    ] = None,
    event: Annotated[str | None, typer.Option("--event", help="Report an event; the pairs are its details.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Send a sentence without asking.")] = False,
    goes_on: Annotated[bool, typer.Option("--next", help="Only tell how the sentence could go on.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Tell the referee what happened on the board: in a sentence, or as facts.

    A sentence is answered with how it was understood, and sent when you say yes; --yes sends it at once.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries; of a sentence not yet sent: event,
    details, says, doubt, corrected, foretold, sent; with --next: next.
    """
    words = facts or []
    sentence = not event and (goes_on or is_sentence(words))
    if server:
        line = ServerLine(server, token, seat)
        return line.say(" ".join(words), yes=yes, goes_on=goes_on) if sentence else line.report(words, event)
    found, path = kept.load(game)
    who = seat_named(found.book, seat) if seat else TABLE
    if goes_on:
        return next_reply(continued(found, " ".join(words), who))
    if sentence:
        meant = understood(found, " ".join(words), who)
        if yes and meant.doubt:
            raise Refused(f"did you mean: {meant.says}?")
        brings = None if yes else foretold(Sight(found, who), meant)
        if not yes and not agreed(meant, brings, json=json):
            return unsent(meant, brings)
        return done(found, path, acts.Event(meant.event, meant.details), seat)
    told = acts.Event(event, pairs(words)) if event else reported(words, found.world.schema)
    return done(found, path, told, seat)


def agreed(meant: Understood, brings: Foretold | None, *, json: bool) -> bool:
    """Whether the person at the terminal means that; where nobody sits, nobody agrees."""
    if json or not sys.stdin.isatty():
        return False
    for part in understood_parts(meant, brings):
        console().print(part)
    return typer.confirm("Tell the referee?", default=True)


def unsent(meant: Understood, brings: Foretold | None) -> Reply:
    def shown() -> Iterable[RenderableType]:
        if sys.stdin.isatty():  # somebody was asked, and said no
            yield Text("Nothing has been told.", style="dim")
            return
        yield from understood_parts(meant, brings)
        yield Text(NOT_SENT, style="dim")

    told = {"foretold": brings.plain() if brings else None}
    return Reply({**meant.plain(), **told, "sent": False}, shown)


def next_reply(found: list[str]) -> Reply:
    """How a sentence could go on, one way in a line."""
    return Reply({"next": found}, lambda: map(Text, found))


def event(
    name: Annotated[str, typer.Argument(help="What happened, such as attack.")],
    details: Annotated[list[str] | None, typer.Argument(help="name=value", metavar="NAME=VALUE...")] = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Report something that has consequences at once, such as an attack.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries.
    """
    return report(details, name, seat=seat, game=game, json=json)


def ruling(
    facts: Facts,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Shown to all.")] = "",
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Set any fact as the umpire, with a reason.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries.
    """
    found, path = kept.load(game)
    return done(found, path, acts.Ruling(pairs(facts, found.world.schema), reason))


def undo(
    seat: SeatOption = None,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Needed, of the umpire, across a roll.")] = "",
    ask: Annotated[bool, typer.Option("--ask", help="Across a roll: ask those whom it touches.")] = False,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Take back the last act.  Across a roll or a reveal only the umpire may: --seat umpire --reason "...".

    What bots answered to it is taken back too.  With --ask it is proposed to the people whom it touches; where nobody
    else plays, it is done at once.  What was opened stays open.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries.
    """
    act = acts.Propose("undo", reason=reason) if ask else acts.Undo(reason=reason)
    if server:
        return ServerLine(server, token, seat).act(act)
    found, path = kept.load(game)
    return done(found, path, act, seat)


def consent(
    proposal: Annotated[int, typer.Argument(help="The entry in which something is proposed.")],
    no: Annotated[bool, typer.Option("--no", help="Do not allow it.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Allow what somebody proposes, or with --no do not; the last yes carries it out.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries.
    """
    act = acts.Consent(proposal, not no)
    if server:
        return ServerLine(server, token, seat).act(act)
    found, path = kept.load(game)
    return done(found, path, act, seat)


def end(
    reason: Annotated[str, typer.Option("--reason", "-r", help="Shown to all.")] = "",
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Without asking again.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """End the game: where other people play, it is proposed to them, and over when all have said yes.

    JSON: game, book, scenario, phase, over, requests, tip, commitment, entries.
    """
    if not yes and not (sys.stdin.isatty() and typer.confirm("End the game?", default=False)):
        raise Refused("a game is ended with --yes")
    act = acts.Propose("end", reason=reason)
    if server:
        return ServerLine(server, token, seat).act(act)
    found, path = kept.load(game)
    return done(found, path, act, seat)


def corrected(game: Game, entry: int, words: list[str]) -> Any:
    """The words of a correction: pairs where names with values were said, else one value."""
    said = next((e for e in game.live() if e.seq == entry), None)
    if said is None or not all("=" in word for word in words):
        return value_of(" ".join(words))
    schema = None if said.act == "event" else game.world.schema
    told = [word for word in words if word.partition("=")[2] != "none"]
    gone = {word.partition("=")[0]: None for word in words if word not in told}
    return {**pairs(told, schema), **gone}


def amendment_parts(game: Game, amendment: Amendment) -> Iterable[RenderableType]:
    """What an amendment would change, and which later acts it would drop."""
    yield Text(f"If entry {amendment.act.entry} had been {Sight(game, UMPIRE).say(amendment.value)}:", style="bold")
    changes = [{"fact": c.fact, "old": c.old, "new": c.new, "rule": c.rule} for c in amendment.changes]
    yield from [render.change_line(game, c) for c in changes] or [Text("Nothing else would be different.")]
    yield from (Text(f"- {lost}", style="magenta") for lost in amendment.dropped)


def amend(
    entry: Annotated[int, typer.Argument(help="The number of the entry that holds the answer, report or event.")],
    value: Annotated[
        list[str], typer.Argument(help="What the answer should have been; of a report or event, name=value pairs.")
    ],
    reason: Annotated[str, typer.Option("--reason", "-r")] = "",
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Carry it out; else only its consequences are shown.")
    ] = False,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Show what would follow if an old answer, report or event had been another; with --yes, make it so.

    Of a report or an event only what was different is named; name=none takes something out.

    JSON: entry, value, changes (fact, old, new, rule), dropped (later acts that no longer fit), committed, requests.
    """
    found, path = kept.load(game)
    wanted = acts.Amend(entry, corrected(found, entry, value), reason)
    amendment = amendment_of(found, wanted, Who.of(UMPIRE), at_once=yes)
    if yes:
        amendment.commit()
    changes = [{"fact": c.fact, "old": c.old, "new": c.new, "rule": c.rule} for c in amendment.changes]

    def shown() -> Iterable[RenderableType]:
        yield from amendment_parts(found, amendment)
        if yes:
            yield Text("It is so now; the record keeps both.", style="bold")
            yield from render.desk(found, found.requests())
        else:
            yield Text("Nothing has changed yet: add --yes to make it so.", style="dim")

    data = {
        "game": str(path),
        "entry": entry,
        "value": amendment.value,
        "changes": changes,
        "dropped": amendment.dropped,
        "committed": yes,
        "requests": found.requests(),
    }
    return Reply(data, shown)


def takeover(game: GameOption = None, json: JsonOption = False) -> Reply:
    """Go on with a game that an earlier version of the rules has begun, by the rules of today; the record tells it.

    JSON: game, was, rules, changed (what is different, in words), tip.
    """
    found, path = kept.load(game)
    was, changed = found.version, found.outdated
    found.perform(acts.TakeOver(), Who.of(TABLE))

    def shown() -> Iterable[RenderableType]:
        yield Text(f"It goes on by version {found.version} of the rules; it was begun by version {was}.", style="bold")
        yield from (Text(f"  {says}") for says in changed)

    data = {"game": str(path), "was": was, "rules": found.version, "changed": changed, "tip": found.record.tip}
    return Reply(data, shown)


def close(game: GameOption = None, json: JsonOption = False) -> Reply:
    """Close a game that is over, for good: nothing is taken back any more, and the key of its dice is told.

    JSON: game, tip, keys (all that were in use, for the verifier).
    """
    found, path = kept.load(game)
    found.perform(acts.Close(), Who.of(TABLE))
    keys = [key for key in (*found.vault.retired, found.vault.key) if key]

    def shown() -> Iterable[RenderableType]:
        yield Text(f"The game is closed; its tip is {found.record.tip}.", style="bold")
        yield from (Text(f"The key of its dice: {key}") for key in keys)

    return Reply({"game": str(path), "tip": found.record.tip, "keys": keys}, shown)


def add_to(app: typer.Typer) -> None:
    for function in (answer, roll, report, event, ruling, undo, consent, end, amend, takeover, close):
        command(app)(function)
