"""Is all well: the installation, the files, the database, and every game in them."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from rich.console import RenderableType
from rich.text import Text

import legation
from legation.cli import kept as home
from legation.cli.moving import opened
from legation.cli.output import Reply
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.history import Vault, vault_file
from legation.store import Store, Summary
from legation.store.store import FILE

__all__ = ["doctor"]


def doctor(where: str | None) -> Reply:
    found = [*_installation(), *_files(), *_database(where)]

    def shown() -> Iterable[RenderableType]:
        for what, ok, says in found:
            yield Text(f"{'ok     ' if ok else 'AMISS  '}{what}: {says}", style="" if ok else "bold red")

    data = {"checks": [{"what": what, "ok": ok, "says": says} for what, ok, says in found]}
    return Reply(data, shown, int(not all(ok for _, ok, _ in found)))


Check = tuple[str, bool, str]


def _installation() -> Iterator[Check]:
    yield "Python", sys.version_info >= (3, 11), sys.version.split()[0]
    for name, book in legation.all_books().items():
        yield f"book {name}", True, f"{book.title}, version {book.version}"
    folder = home.home()
    there = next(p for p in (folder, *folder.parents) if p.exists())
    yield "home", os.access(there, os.W_OK), str(folder) if os.access(there, os.W_OK) else f"{folder} cannot be written"
    room = shutil.disk_usage(there).free // 2**20
    yield "disk", room > 100, f"{room} MB are free"


def _files() -> Iterator[Check]:
    for name, path in home.games().items():
        try:
            game = legation.open_game(path)
        except (LegationError, OSError) as error:
            yield f"game {name}", False, str(error)
            continue
        open_to_others = [f.name for f in (path, vault_file(path)) if f.exists() and _is_open(f)]
        if open_to_others:
            yield f"game {name}", False, f"others can read {', '.join(open_to_others)}: chmod 600"
        elif game.lost:
            yield f"game {name}", False, f"the vault lacks what {home.whose(game)} had hidden; it is asked again"
        else:
            yield f"game {name}", True, f"{len(game.record)} entries, {game.record.tip}"


def _is_open(file: Path) -> bool:
    return sys.platform != "win32" and bool(stat.S_IMODE(file.stat().st_mode) & 0o077)


def _database(where: str | None) -> Iterator[Check]:
    if where is None and not (home.home() / "server" / FILE).exists():
        yield "database", True, "there is none yet; `legation serve` makes one"
        return
    try:
        with opened(where) as store:
            file = store.engine.url.database
            if not store.shared and file:
                yield "database file", not _is_open(Path(file)), f"{file}, {Path(file).stat().st_size // 1024} KB"
                with store.engine.connect() as connection:
                    sound = str(connection.exec_driver_sql("PRAGMA quick_check").scalar())
                yield "database", sound == "ok", sound
            else:
                store.check()
                yield "database", True, store.engine.url.render_as_string()
            for one in store.summaries():
                yield _stored(store, one)
    except (LegationError, OSError) as error:
        yield "database", False, str(error)


def _stored(store: Store, one: Summary) -> Check:
    try:
        kept = store.load(one.id)
        vault = msgspec.json.decode(kept.vault, type=Vault)
        game, damage = Game.load(kept.record, one.name, legation.all_books(), vault)
    except (LegationError, ValueError) as error:
        return f"game {one.id}", False, str(error)
    if damage is not None:
        return f"game {one.id}", False, str(damage)
    if len(game.record) != one.size:
        return f"game {one.id}", False, f"{len(game.record)} entries, and should have {one.size}"
    if game.lost:
        return f"game {one.id}", False, f"the vault lacks what {home.whose(game)} had hidden; it is asked again"
    return f"game {one.id}", True, f"{one.name}, {one.size} entries, {game.record.tip}"
