"""Commands that look at a game and change nothing: show, history, why, odds, forecast, explain, may, room, remember,
verify."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

import legation
from legation.cli import kept, render, viewing
from legation.cli.output import GameOption, JsonOption, Reply, SeatOption, command
from legation.cli.remote import ServerLine, ServerOption, TokenOption, told_reply
from legation.cli.typed import pairs, seat_named, value_of
from legation.core.abilities import NOTHING, Allowance, Chances, Remark, Supposed
from legation.core.book import Book
from legation.core.dispatch import last_dispatch, told_since
from legation.core.errors import BadRecord, NotFound, Refused, Unknown
from legation.core.facts import World
from legation.core.game import Game
from legation.core.inquiries import (
    allowances_of,
    explanation_of,
    forecast_of,
    has_questions,
    one_more_of,
    outcomes_of,
    quiet_of,
    remarks_of,
    unreported_of,
    verdict_of,
)
from legation.core.inquiries import odds_of as chances_of
from legation.core.joint import together
from legation.core.outlook import as_last_told, told_before
from legation.core.overview import overview_of
from legation.core.requests import TABLE
from legation.core.shortened import brief, unshortened
from legation.core.sight import facts_behind, lasts
from legation.core.trace import Trace
from legation.core.verifier import check
from legation.core.voice import how_many
from legation.core.words import ago, capital, title, told

__all__ = ["add_to", "allowance_parts", "dossier_parts", "explain_parts", "odds_of", "remark_parts"]

FullOption = Annotated[bool, typer.Option("--full", help="Every line, not only those that settle it.")]
PointsOption = Annotated[
    list[str] | None, typer.Option("--points", "--dp", help="Points of a seat: SEAT=4; may be repeated.")
]
HowOption = Annotated[list[str] | None, typer.Option("--how", help="Anything else the book takes: name=value.")]
GivenOption = Annotated[list[str] | None, typer.Option("--given", help="Suppose fact=value; may be repeated.")]
MoneyOption = Annotated[int | None, typer.Option("--money", help="Money spent.")]


def find(words: list[str], game: str | None) -> tuple[Game, str]:
    """A game and a country; a book's name before the country stands for a fresh game of it."""
    if words and words[0] in legation.all_books() and game is None:
        if len(words) == 1:
            raise Refused(f"say which country, such as: {words[0]} {next(iter(legation.book(words[0]).subjects()))}")
        fresh = legation.new_game(words[0], seed=0)
        return fresh, fresh.book.resolve(" ".join(words[1:]))
    if not words:
        raise Refused("say which country")
    found, _ = kept.load(game)
    return found, found.book.resolve(" ".join(words))


def hows(points: list[str] | None, money: int | None, more: list[str] | None = None) -> dict[str, Any]:
    """What a person supposes, as the books take it."""
    found: dict[str, Any] = pairs(more or ())
    if points:
        found["points"] = pairs(points)
    if money is not None:
        found["money"] = money
    return found


def world_of(game: Game, seat: str | None, given: list[str] | None) -> World:
    """What a seat may know, and what it supposes."""
    world = viewing.world_for(game, seat_named(game.book, seat) if seat else None)
    return viewing.supposed(game, world, pairs(given, world.schema)) if given else world


# -- show
def unreported_parts(world: World, lacking: Iterable[str]) -> list[RenderableType]:
    """What must be reported before all odds can be told."""
    says = "; ".join(world.schema.spec(key).says for key in lacking)
    return [Text(f"More can be told once this is reported: {says}.", style="dim")] if says else []


def dossier_parts(game: Game, subject: str, seat: str | None = None) -> Iterable[RenderableType]:
    """A country's dossier with odds and history, for the screen."""
    seen = viewing.Sight(game, seat or TABLE)
    dossier = seen.dossier(subject)
    ahead = seen.outlook(subject) if seen.subject(subject) else None
    yield from render.dossier_view(dossier)
    if ahead is not None and (ahead.odds or ahead.needs):
        yield Text("\nWhat can happen next", style="bold")
        if ahead.carried:
            yield Text(f"With {ahead.says}.", style="yellow")
        yield from render.odds_view(ahead.odds, seen.outcomes(subject)) if ahead.odds else ()
        yield from unreported_parts(seen.world, ahead.needs)
    if dossier.history:
        yield Text("\nHistory", style="bold")
        history = render.history_view(game, viewing.history_of(game, subject, seat)[-12:], seat=seat)
        yield from history or [Text("Nothing has happened to it yet.", style="dim")]
    if seen.subject(subject) and (rules := game.book.rules_of(subject)):
        yield Text("\nRules", style="bold")
        yield Text(" ".join(rules), style="cyan")


def show(
    country: Annotated[list[str] | None, typer.Argument(help="A country; the whole desk if left out.")] = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Show where the game stands, or the dossier of a country or a power.

    JSON: game, book, scenario, phase, over, requests, tip and commitment (of another history or other dice they
    would differ), countries (country to name, stands and cells by column); for a country or a power: subject, dossier
    (slug, name, lede, mark, facts, and sections in wide, main and aside, each with its part and title), history and,
    of a country, odds (roll to outcome to chance and percent), lacking (facts to be reported before odds can be told),
    as_last_told (facts that the odds rest on as the board told them before, with their age).
    """
    if server:
        return ServerLine(server, token, seat).show(country)
    found, path = kept.load(game)
    who = seat_named(found.book, seat) if seat else None
    seen = viewing.Sight(found, who or TABLE)
    if country:
        subject = seen.named(" ".join(country))
        data: dict[str, Any] = {"subject": subject, "dossier": seen.dossier(subject).plain()}
        if seen.subject(subject):
            ahead = seen.outlook(subject)
            data |= {"odds": ahead.odds, "lacking": ahead.needs, "as_last_told": ahead.told}
        data["history"] = viewing.history_of(found, subject, who)
        return Reply(data, lambda: dossier_parts(found, subject, who))
    columns = [column.name for column in found.book.views.columns]
    countries = {
        row.slug: {
            "name": row.name,
            "stands": row.mark.says,
            "cells": {name: text for name, (text, _) in zip(columns, row.cells, strict=True) if text},
        }
        for row in overview_of(seen)
    }

    def shown() -> Iterable[RenderableType]:
        yield render.overview_table(seen)
        yield Text("")
        yield from render.desk(found, viewing.open_for(found, who))

    return Reply({**viewing.desk_data(found, path, who), "countries": countries}, shown)


def history(
    last: Annotated[int, typer.Option("--last", "-n", help="How many entries.")] = 20,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Show the last entries of the record: what changed and by which rule.

    JSON: entries (seq, cause, by, effects).
    """
    found, _ = kept.load(game)
    who = seat_named(found.book, seat) if seat else None
    entries = viewing.entries_since(found, max(0, len(found.record) - last), who)
    return Reply({"entries": entries}, lambda: render.history_view(found, entries, labels=True, seat=who))


def why(
    entry: Annotated[int, typer.Argument(help="The number of an entry; history lists them.")],
    full: FullOption = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Why an entry of the record changed what it changed: by which rules, because of what, and what did not apply.

    JSON: seq, act (the entry that it follows from), cause, by, says, effects (fact, old, new, rule, source, label,
    trace), applied and held (rule, label, trace), sheets (trees), differs (what the rules would now do instead).
    """
    if server:
        return ServerLine(server, token, seat).why(entry)
    found, _ = kept.load(game)
    who = seat_named(found.book, seat) if seat else TABLE
    told = found.why(entry, who)
    return Reply(told.plain(), lambda: render.why_view(found, told, full=full, seat=who))


# -- odds and reasons
def odds_of(game: Game, world: World, subject: str, how: Supposed = NOTHING) -> Chances:
    """Exact chances."""
    try:
        return chances_of(game.book, world, subject, how)
    except Unknown as needed:
        needed.args = (f"{needed} (or suppose it: --given {needed.questions[0]}=...)",)
        raise


def odds(
    country: Annotated[list[str], typer.Argument(help="A country; a book before it stands for a fresh game.")],
    any_of: Annotated[
        bool, typer.Option("--any-of", help="The names are several countries: at least one of them for --seat.")
    ] = False,
    all_of: Annotated[bool, typer.Option("--all-of", help="The same: all of them.")] = False,
    number: Annotated[bool, typer.Option("--how-many", help="The same: how many of them.")] = False,
    points: PointsOption = None,
    money: MoneyOption = None,
    how: HowOption = None,
    given: GivenOption = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Exact chances of what can happen to a country.

    With --any-of, --all-of or --how-many, the chance that --seat succeeds in at least one of several countries, in all
    of them, or in so many, each tried once with --money or --points; refused where one attempt could change another.
    JSON: seat, chances (country to chance), at_least_one, all, expected, number.

    JSON: subject, odds (roll to outcome to {chance, percent}), one_more (whose point to the same), lacking (facts to be
    reported before all can be told), supposed (facts taken as none in a fresh game), as_last_told (facts that are
    used as the board told them before: fact, says, value, and its age in turns).
    """
    if any_of or all_of or number:
        asked = [name for name, wanted in (("any", any_of), ("all", all_of), ("number", number)) if wanted]
        if server:
            return ServerLine(server, token, seat).together(country, hows(points, money, how), given, asked)
        return several(country, seat, game, given, hows(points, money, how), asked)
    if server:
        return ServerLine(server, token, seat).odds(country, hows(points, money, how), given)
    found, subject = find(country, game)
    world = world_of(found, seat, given)
    supposed = quiet_of(found.book, subject) if _fresh(country) else {}
    if supposed := {key: value for key, value in supposed.items() if not world.known(key)}:
        world = viewing.supposed(found, world, supposed)
    how_ = hows(points, money, how)
    now = world
    world, used = as_last_told(found.book, now, subject, how_)
    before = told_before(now, used)
    chances = odds_of(found, world, subject, how_)
    unreported = unreported_of(found.book, world, subject)
    lacking = list(dict.fromkeys(key for keys in unreported.values() for key in keys))
    more = one_more_of(found.book, world, subject, how_)

    def shown() -> Iterable[RenderableType]:
        if chances or not lacking:
            yield from render.odds_view(chances, outcomes_of(found.book, subject), more)
        for roll, keys in unreported.items():
            says = "; ".join(f"{world.schema.spec(key).says} ({key})" for key in keys)
            yield Text(f"{roll}: to be told once this is reported, or supposed with --given: {says}", style="dim")
        if supposed:
            says = "; ".join(f"{world.schema.spec(key).says} ({key})" for key in supposed)
            yield Text(f"Supposed to be none, as nobody has reported; change it with --given: {says}", style="dim")
        for fact in before:
            age = "if nothing has happened there" if fact["age"] is None else f"as last told, {ago(fact['age'])}"
            value = told(found.book, now, fact["fact"], fact["value"])
            yield Text(f"{capital(fact['says'])} ({fact['fact']}): {value}, {age}", style="yellow")

    data: dict[str, Any] = {"subject": subject, "odds": chances, "one_more": more, "lacking": lacking}
    data |= {"supposed": supposed, "as_last_told": before}
    return Reply(data, shown)


def several(
    words: list[str], seat: str | None, name: str | None, given: list[str] | None, how: dict[str, Any], asked: list[str]
) -> Reply:
    """The chances of a success in one of several countries, in all of them, or in so many."""
    fresh = words[0] in legation.all_books()
    found = legation.new_game(words[0]) if fresh else kept.load(name)[0]
    if seat is None:
        raise Refused("say who tries, with --seat", allowed=list(found.book.seats))
    who, world = seat_named(found.book, seat), world_of(found, seat, given)
    joint = together(found.book, world, who, words[1:] if fresh else words, how)
    return Reply(joint.plain(), lambda: render.together_view(joint, asked))


def _fresh(country: list[str]) -> bool:
    """Whether a book is named, not a game that is under way."""
    return len(country) > 1 and country[0] in legation.all_books()


def explain_parts(game: Game, world: World, traces: list[Trace], *, full: bool = False) -> Iterable[RenderableType]:
    """Traces as trees, what applies first, and the facts that settle them."""
    if not traces:
        yield Text("No rule bears on it now.", style="dim")
        return
    reasons = [unshortened(t) if full else brief(t) for t in sorted(traces, key=lambda t: t.applied is not True)]
    yield from (render.trace_tree(game, reason) for reason in reasons)
    facts = dict.fromkeys(key for reason in reasons for key in reason.facts())
    if facts:
        yield Text("\nFacts it rests on", style="bold")
        yield render.fact_table(game, world, [key for key in facts if lasts(world, key)])


def explain(
    country: Annotated[list[str], typer.Argument(help="A country; a book before it stands for a fresh game.")],
    points: PointsOption = None,
    money: MoneyOption = None,
    given: GivenOption = None,
    full: FullOption = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """Why: every rule that bears on a country, what applies (+) and what does not (-), and the facts behind it.

    JSON: subject, rules (trees of text, value, rule, applied, facts, parts), facts (key to says, value, known, source,
    entry, rule, by, turn, age).
    """
    if server:
        return ServerLine(server, token, seat).explain(country, hows(points, money), given)
    found, subject = find(country, game)
    world = world_of(found, seat, given)
    traces = explanation_of(found.book, world, subject, hows(points, money))
    data = {
        "subject": subject,
        "rules": [t.plain() for t in traces],
        "facts": facts_behind(world, traces),
    }
    return Reply(data, lambda: explain_parts(found, world, traces, full=full))


def actions_of(book: Book) -> str:
    return "actions: " + ", ".join(has_questions(book, "actions"))


def nation_named(book: Book, text: str) -> str:
    """A seat, or a country that nobody plays and that the book knows itself."""
    try:
        return seat_named(book, text)
    except NotFound:
        return text.lower()


def may(
    words: Annotated[list[str], typer.Argument(help="Who, what and where, and name=value for the rest.")],
    with_: Annotated[
        str | None, typer.Option("--with", help="By what means, with how much, or against which nation.")
    ] = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Ask whether something may be done on the board: may NATION ACTION PLACE --with MEANS.

    JSON: question, allowed, rule, reason, trace.
    """
    found, _ = kept.load(game)
    has_questions(found.book, "actions")
    named = pairs(w for w in words if "=" in w)
    plain = [word for word in words if "=" not in word]
    if len(plain) != 3 or not set(named) <= {"with"}:
        raise Refused(f"ask it in this form: may NATION ACTION PLACE [--with ...]; {actions_of(found.book)}")
    nation, action, place = nation_named(found.book, plain[0]), plain[1].lower(), plain[2]
    means = named.get("with") if with_ is None else value_of(with_)
    verdict = verdict_of(found.book, world_of(found, seat, None), nation, action, place, means)
    data = {"question": words, **verdict.plain()}
    return Reply(data, lambda: [render.trace_tree(found, brief(verdict.trace))])


def place_and_name(words: list[str], offered: Mapping[str, str], usage: str) -> tuple[str, str | None]:
    """A place, and what is asked about it if the last word names that."""
    name = words[-1].lower() if len(words) > 1 and words[-1].lower() in offered else None
    place = " ".join(words[:-1] if name else words)
    if not place:
        raise Refused(f"ask it in this form: {usage}")
    return place, name


def allowance_parts(game: Game, found: Sequence[Allowance]) -> Iterable[RenderableType]:
    """Limits, a line each."""
    for one in found:
        who = f"{capital(title(game.book, game.world, one.nation))}: " if one.nation else ""
        line = Text(f"{who}{one.words if who else capital(one.words)}")
        if one.rule:
            line.append(f" [{one.rule}]", style="cyan")
        yield line
        yield from unreported_parts(game.world, one.needs)
    if not found:
        yield Text("No limit is in use there.", style="dim")


def remark_parts(found: Sequence[Remark]) -> Iterable[RenderableType]:
    """What is to be remembered, a line each."""
    for one in found:
        yield Text.assemble(f"{capital(one.says)} ", (f"[{one.rule}]", "cyan"))
    if not found:
        yield Text("There is nothing to be remembered.", style="dim")


def room(
    words: Annotated[list[str], typer.Argument(help="A place, and one of its limits if not all of them are meant.")],
    by: Annotated[str | None, typer.Option("--by", help="For which power, faction or country.")] = None,
    with_: Annotated[str | None, typer.Option("--with", help="With what, or how many.")] = None,
    given: GivenOption = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Ask how many more may enter a place, be supplied through it or be built there: room PLACE LIMIT.

    JSON: place, limits (limit, says, place, nation, most, used, left, rule, reason, needs, words).
    """
    found, _ = kept.load(game)
    limits = has_questions(found.book, "limits")
    place, limit = place_and_name(words, limits, f"room PLACE [LIMIT]; limits: {', '.join(limits)}")
    nation = nation_named(found.book, by) if by else None
    means = None if with_ is None else value_of(with_)
    allowed = allowances_of(found.book, world_of(found, seat, given), place, limit, nation, means)
    data = {"place": place, "limits": [one.plain() for one in allowed]}
    return Reply(data, lambda: allowance_parts(found, allowed))


def remember(
    words: Annotated[list[str], typer.Argument(help="A place, and one topic if not all that bear on it are meant.")],
    by: Annotated[str | None, typer.Option("--by", help="For which power, faction or country.")] = None,
    given: GivenOption = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Ask what is to be remembered at a place: remember PLACE, or: remember PLACE TOPIC.

    JSON: place, remarks (rule, says).
    """
    found, _ = kept.load(game)
    topics = has_questions(found.book, "topics")
    place, topic = place_and_name(words, topics, f"remember PLACE [TOPIC]; topics: {', '.join(topics)}")
    nation = nation_named(found.book, by) if by else None
    remarks = remarks_of(found.book, world_of(found, seat, given), place, topic, nation)
    data = {"place": place, "remarks": [{"rule": one.rule, "says": one.says} for one in remarks]}
    return Reply(data, lambda: remark_parts(remarks))


def forecast(
    country: Annotated[list[str], typer.Argument(help="A country; a book before it stands for a fresh game.")],
    turns: Annotated[int, typer.Option("--turns", "-t", min=1, max=40)] = 4,
    money: MoneyOption = None,
    how: HowOption = None,
    given: GivenOption = None,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Exact chances of where a country or track stands after one turn, two turns and so on, all else staying as it is.

    JSON: subject, turns (a list: outcome to {chance, percent}).
    """
    found, subject = find(country, game)
    chances = forecast_of(found.book, world_of(found, seat, given), subject, turns, hows(None, money, how))
    return Reply({"subject": subject, "turns": chances}, lambda: [render.forecast_table(chances)])


# -- what happened
def dispatch(
    since: Annotated[int | None, typer.Option("--since", min=0, help="After which entry; else the last act.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Also what was only written down, line by line.")] = False,
    seat: SeatOption = None,
    game: GameOption = None,
    json: JsonOption = False,
    server: ServerOption = None,
    token: TokenOption = None,
) -> Reply:
    """What has happened, in order of meaning: by the last act or, with --since, after an entry, phase by phase.

    With --server: since your seat last did something, or put a dispatch away.

    JSON: seq, since, dispatch (headline, lead, reveals, fell, tells, board, idle, books, phases), null if nothing is.
    """
    if server:
        return ServerLine(server, token, seat).dispatch(since, all_)
    found = kept.load(game)[0]
    mine = viewing.Sight(found, seat_named(found.book, seat) if seat else TABLE)
    told = last_dispatch(mine) if since is None else told_since(mine, since)
    return told_reply({"seq": len(found.record), "since": since, "dispatch": told}, told, all_)


# -- verify
def verify(
    tip: Annotated[
        str, typer.Option("--tip", help="What somebody read on a desk: whether this history ever had it.")
    ] = "",
    game: GameOption = None,
    json: JsonOption = False,
) -> Reply:
    """Check the chain and the seals of a record, run the rules again, and say where they would now differ (exit 1).

    What is sealed and not told yet cannot be checked; that is said, and is no difference.

    JSON: game, entries, chain ("sound" or the damage), rules (begun, now: versions of the ledgers), differences (seq,
    problem, recorded, now), untold (what cannot be checked yet), verifier (what the one-file verifier says), tip.
    """
    path = kept.game_path(game)
    try:
        found = legation.open_game(path)
    except BadRecord as damage:
        if damage.seq is None or damage.seq == 0:
            raise
        found = legation.open_game(path, salvage=True)
    compared = found.verify()
    differences, untold = [d for d in compared if not d.untold], [str(d) for d in compared if d.untold]
    if found.lost:
        untold.insert(0, f"{len(found.lost)} hidden facts are sealed, and their values are not beside this record")
    keys = [bytes.fromhex(key) for key in (*found.vault.retired, found.vault.key) if key]
    wrong, says = check(found.record.dump(), keys, tip)
    chain = "sound" if found.damage is None else str(found.damage)
    data: dict[str, Any] = {
        "game": str(path),
        "entries": len(found.record),
        "chain": chain,
        "rules": {"begun": found.record.header.version, "now": found.book.version},
        "differences": [
            {"seq": d.seq, "problem": d.problem, "recorded": d.recorded, "now": d.now} for d in differences
        ],
        "untold": untold,
        "verifier": says,
        "tip": found.record.tip,
    }

    def shown() -> Iterable[RenderableType]:
        sound = f"{path.name}: {how_many(len(found.record), 'entry')}; chain and seals are sound."
        yield Text(sound if found.damage is None else chain)
        if found.damage is not None:
            yield Text(f"legation import {path} --salvage makes a copy that goes on from there.", style="dim")
        yield Text(says)
        yield from (Text(str(d)) for d in differences)
        yield from (Text(f"Not told yet: {says}.", style="dim") for says in untold)
        begun, now = data["rules"].values()
        if begun != now:
            yield Text(f"It was begun by version {begun} of the rules; these are version {now}.")
        yield Text(f"The rules now differ in {len(differences)} places." if differences else "The rules give the same.")

    return Reply(data, shown, 1 if differences or found.damage or wrong else 0)


def add_to(app: typer.Typer) -> None:
    for function in (show, history, dispatch, why, odds, forecast, explain, may, room, remember, verify):
        command(app)(function)
