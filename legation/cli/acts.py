"""Commands that change a game: answer, report, event, ruling, undo, amend.  What is refused changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from legation.cli import home, opponents, render, sight
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command, console
from legation.cli.remote import NOT_SENT, Line, ServerOption, TokenOption
from legation.cli.words import answer_of, pairs, seat_named, value_of
from legation.core.errors import Refused
from legation.core.game import Amendment, Game
from legation.core.requests import TABLE
from legation.core.sentences import Understood
from legation.core.sight import continued, understood
from legation.core.sight import event as event_of

__all__ = ["add_to", "amendment_parts", "corrected", "is_sentence", "last_actor", "say_event", "say_report"]
__all__ += ["understood_parts"]

Facts = Annotated[list[str], typer.Argument(help="fact=value, one or more", metavar="FACT=VALUE...")]


def done(game: Game, path: Path, since: int) -> Reply:
    """What an act changed, with what bots answered to it, and what is asked now."""
    opponents.let_play(game, path)

    def shown() -> Iterable[RenderableType]:
        yield from render.history_view(game, sight.entries_since(game, since), labels=True)
        yield from render.desk(game, game.requests())

    return Reply(sight.desk_data(game, path, since=since), shown)


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

    JSON: game, book, scenario, phase, over, requests, entries (what the answer set off).
    """
    if server:
        return Line(server, token, seat).answer(request, value)
    found, path = home.load(game)
    since = len(found.record)
    asked = next((r for r in found.requests() if r.id == request), None)
    who = seat_named(found.book, seat) if seat else asked.seat if asked else TABLE
    given = answer_of(asked, value, found.world.schema) if asked else value_of(" ".join(value))
    found.answer(request, given, seat=who)
    return done(found, path, since)


def say_report(game: Game, words: Iterable[str], seat: str = TABLE) -> None:
    """Report `fact=value` words."""
    facts = pairs(words, game.world.schema)
    if not facts:
        raise Refused("say what is to be reported, as fact=value")
    game.report(facts, seat=seat)


def is_sentence(words: Iterable[str]) -> bool:
    """Whether these are words of a sentence, and no `name=value` among them."""
    text = " ".join(words)
    return " " in text and "=" not in text


def understood_parts(found: Understood) -> Iterable[RenderableType]:
    """How a sentence was understood."""
    yield Text(f"Understood: {found.says.removesuffix('.')}.", style="bold")
    if found.doubt:
        yield Text(found.doubt, style="magenta")


def say_event(game: Game, name: str, words: Iterable[str], seat: str = TABLE) -> None:
    """Report an event with `name=value` details."""
    event_of(game, name, pairs(words), seat)


def report(
    facts: Annotated[
        list[str] | None,
        typer.Argument(help="A sentence, such as: Germany attacks Denmark and takes it; or fact=value, one or more"),
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

    JSON: game, book, scenario, phase, over, requests, entries; of a sentence not yet sent: event, details, says, doubt,
    corrected, sent; with --next: next.
    """
    words = facts or []
    sentence = not event and (goes_on or is_sentence(words))
    if server:
        line = Line(server, token, seat)
        return line.say(" ".join(words), yes=yes, goes_on=goes_on) if sentence else line.report(words, event)
    found, path = home.load(game)
    since = len(found.record)
    who = seat_named(found.book, seat) if seat else TABLE
    if goes_on:
        return next_reply(continued(found, " ".join(words), who))
    if sentence:
        meant = understood(found, " ".join(words), who)
        if yes and meant.doubt:
            raise Refused(f"did you mean: {meant.says}?")
        if not yes and not agreed(meant, json=json):
            return unsent(meant)
        event_of(found, meant.event, meant.details, who)
    elif event:
        say_event(found, event, facts or (), who)
    else:
        say_report(found, facts or (), who)
    return done(found, path, since)


def agreed(meant: Understood, *, json: bool) -> bool:
    """Whether the person at the terminal means that; where nobody sits, nobody agrees."""
    if json or not sys.stdin.isatty():
        return False
    for part in understood_parts(meant):
        console().print(part)
    return typer.confirm("Tell the referee?", default=True)


def unsent(meant: Understood) -> Reply:
    def shown() -> Iterable[RenderableType]:
        if sys.stdin.isatty():  # somebody was asked, and said no
            yield Text("Nothing has been told.", style="dim")
            return
        yield from understood_parts(meant)
        yield Text(NOT_SENT, style="dim")

    return Reply({**meant.plain(), "sent": False}, shown)


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

    JSON: game, book, scenario, phase, over, requests, entries.
    """
    return report(details, name, seat=seat, game=game, json=json)


def ruling(
    facts: Facts,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Shown to all.")] = "",
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Set any fact as the umpire, with a reason.

    JSON: game, book, scenario, phase, over, requests, entries.
    """
    found, path = home.load(game)
    since = len(found.record)
    found.rule(pairs(facts, found.world.schema), reason)
    return done(found, path, since)


def last_actor(game: Game, bots: Container[str] = ()) -> str:
    """Who did what an undo would take back; what bots answered since goes with it."""
    return next((e.by for e in reversed(game.live()) if e.act and e.by and e.by not in bots), TABLE)


def undo(
    seat: SeatOption = None,
    reason: Annotated[str, typer.Option("--reason", "-r", help="Needed, of the umpire, across a roll.")] = "",
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Take back the last act.  Across a roll or a reveal only the umpire may: --seat umpire --reason "...".

    What bots answered to it is taken back too.

    JSON: game, book, scenario, phase, over, requests, entries.
    """
    found, path = home.load(game)
    since = len(found.record)
    bots = opponents.at_table(path)
    found.undo(seat=seat_named(found.book, seat) if seat else last_actor(found, bots), reason=reason, over=bots)
    return done(found, path, since)


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
    yield Text(f"If entry {amendment.seq} had been {render.value_text(game, amendment.value)}:", style="bold")
    changes = [{"fact": c.fact, "old": c.old, "new": c.new, "rule": c.rule} for c in amendment.changes]
    yield from [render.change_line(game, c) for c in changes] or [Text("nothing else would be different")]
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
    found, path = home.load(game)
    amendment = found.amend(entry, corrected(found, entry, value), reason)
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


def add_to(app: typer.Typer) -> None:
    for function in (answer, report, event, ruling, undo, amend):
        command(app)(function)
