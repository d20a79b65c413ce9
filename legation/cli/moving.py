"""Moving a game between files, databases and servers; backups of a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

import msgspec
from rich.console import RenderableType
from rich.text import Text

import legation
from legation import web
from legation.cli import bots as opponents
from legation.cli import kept as home
from legation.cli.keeping import FILES, PLACES
from legation.cli.output import Reply
from legation.cli.remote import error_of
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.history import Vault, vault_file
from legation.core.voice import how_many
from legation.play.bots import bot_named
from legation.store import Moved, Store, Summary
from legation.store.copies import backup as back_up
from legation.store.copies import copy_games, find
from legation.store.copies import restore as put_back
from legation.store.store import FILE

__all__ = ["backup", "move", "opened", "restore"]


@contextmanager
def opened(where: str | None, *, makes: bool = False) -> Iterator[Store]:
    """The database that somebody means."""
    if where is not None and "://" in where:
        store = Store.open(where)
    else:
        folder = home.home() / "server" if where in (None, "server") else Path(where)
        if folder.name == FILE:
            folder = folder.parent
        if not makes and not (folder / FILE).exists():
            raise Refused(f"there is no database in {folder}; say {PLACES}")
        store = Store.open(folder)
    try:
        yield store
    finally:
        store.close()


def move(game: str, from_: str, to: str, *, name: str | None, copy: bool, house_key: str) -> Reply:
    if from_ == to:
        raise Refused("it is there already: --from and --to are the same place")
    if from_ != FILES and to != FILES and not to.startswith("http"):
        with opened(from_) as source, opened(to, makes=True) as target:
            id = find(source, game)
            if not copy:
                source.claim()  # a server that works on it would go on with what is no longer there
            copy_games(source, target, [id])
            if not copy:
                _take_out(source, target.summary(id), lambda: target.remove(id))
        return _moved(id, to, {})
    if from_ == FILES:
        path = home.game_path(game)
        found = legation.open_game(path)
        title = name or path.name.removesuffix(home.ENDING)
        with found.record.held():  # nobody goes on with it meanwhile
            if to.startswith("http"):
                at, links = _bring(to, house_key, found, title, _bots(path))
            else:
                at, links = _into(to, found, title, _bots(path))
            if not copy:  # still held: who waits for it now finds that it is gone
                _unlink(path)
        return _moved(at, to, links)
    if to.startswith("http"):
        raise Refused("bring it into a file first: legation move GAME --from … --to files")
    with opened(from_) as source:
        id = find(source, game)
        if not copy:
            source.claim()
        kept = source.load(id)
        path = home.free_name(name, _slug(kept.summary.name))
        found, damage = Game.load(kept.record, kept.summary.name, legation.all_books(), _vault(kept.vault))
        if damage is not None:
            raise damage
        found.save(path)
        if bots := web.bots_of(kept.summary.plan):
            opponents.keep(path, {seat: bot_named(bot) for seat, bot in bots.items()})
        if path.read_bytes() != kept.record:
            raise Refused(f"the game in {path} is not what it was; the one in the database is left as it is")
        if not copy:
            _take_out(source, kept.summary, lambda: _unlink(path))
    return _moved(str(path), to, {})


def _take_out(source: Store, copied: Summary, undo: Callable[[], None]) -> None:
    """A game that was copied leaves the place where it was, if it is still what was copied."""
    try:
        source.remove(copied.id, as_it_was=copied)
    except Moved:
        undo()
        raise Refused("the game went on while it was moved, so it is left where it was; try again") from None


def _unlink(path: Path) -> None:
    for file in (path, vault_file(path), opponents.bots_file(path)):
        file.unlink(missing_ok=True)


def _bots(path: Path) -> dict[str, str]:
    return {seat: bot.name for seat, bot in opponents.at_table(path).items()}


def _vault(content: bytes) -> Vault:
    return msgspec.json.decode(content, type=Vault)


def _slug(name: str) -> str:
    kept = "".join(c if c.isalnum() else "-" for c in name.lower())
    return "-".join(filter(None, kept.split("-")))[:60] or "game"


def _into(where: str, found: Game, name: str, bots: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Put a game of a file into a database, with new links."""
    record = found.record.dump()
    in_memory, _ = Game.load(record, name, legation.all_books(), found.vault.copy())
    with opened(where, makes=True) as target:
        id, links = web.take_in(target, in_memory, name, bots)
        if not target.load(id).record.startswith(record):  # bots may have gone on at once
            target.remove(id)
            raise Refused("the database did not keep it as it is; the file is left as it was")
    return id, links


def _bring(server: str, key: str, found: Game, name: str, bots: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Bring a game of a file to a running server."""
    record, vault = found.record.dump().decode(), msgspec.to_builtins(found.vault, str_keys=True)
    body = {"name": name[:120], "record": record, "vault": vault, "plan": web.plan_of(found, bots)}
    headers = {"Content-Type": "application/json", **({"Legation-House-Key": key} if key else {})}
    url = f"{server.rstrip('/')}/api/v1/games/import"
    try:
        with urlopen(HttpRequest(url, json.dumps(body).encode(), headers), timeout=120) as reply:
            made = json.load(reply)
    except HTTPError as refused:
        raise error_of(refused.read(), server) from None
    except (URLError, OSError, ValueError) as broken:
        raise Refused(f"the server {server} does not answer: {getattr(broken, 'reason', broken)}") from None
    invitations = {link["seat"]: link["url"] for link in made["links"] if link.get("url")}
    return made["id"], {"host": made["key"], **invitations}


def _moved(at: str, to: str, links: dict[str, str]) -> Reply:
    def shown() -> Iterable[RenderableType]:
        yield Text(f"The game is now in {to} as {at}.")
        if links:
            yield Text("Whoever plays takes a chair with what stands beside it, as a link or after --token:")
        for chair, link in links.items():
            yield Text(f"  {chair}: {link}")

    return Reply({"game": at, "at": to, "links": links}, shown)


# -- backups
def backup(to: Path, where: str | None) -> Reply:
    with opened(where) as source:
        number = back_up(source, to)
    text = f"Kept {how_many(number, 'game')} in {to}; `legation restore {to}` puts back what is in it."
    return Reply({"file": str(to), "games": number}, lambda: [Text(text)])


def restore(file: Path, where: str | None, only: list[str] | None, *, replace: bool) -> Reply:
    with opened(where, makes=True) as target:
        if replace:
            target.claim()
        ids = put_back(file, target, only, instead=replace)
    return Reply({"games": ids}, lambda: [Text(f"Put back {how_many(len(ids), 'game')}.")])
