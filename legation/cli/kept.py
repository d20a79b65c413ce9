"""Where games are kept, and which one was used last.

Games are `<name>.legation` files in `games/` under LEGATION_HOME (by default the user's data folder); `state.json`
there remembers the last one.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import legation
from legation.core.acts import Nonce, Who
from legation.core.dice import Committed
from legation.core.errors import BadRecord, NotFound, Refused
from legation.core.game import Game
from legation.core.record import write_atomically
from legation.core.requests import TABLE

__all__ = ["ENDING", "add_nonce", "free_name", "game_path", "games", "home", "keep", "keep_key", "key_of", "load"]
__all__ += ["recall", "remember", "whose"]

ENDING = ".legation"
LONGEST = 200  # bytes of a name: what lies beside the file has a longer one
KEYS = "keys.json"  # to chairs on servers


def home() -> Path:
    if given := os.environ.get("LEGATION_HOME"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "legation"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "legation"


def games() -> dict[str, Path]:
    """The games kept here, by name."""
    found = {path.name.removesuffix(ENDING): path for path in (home() / "games").glob(f"*{ENDING}")}
    return dict(sorted(found.items()))


def recall(name: str) -> Any:
    """What was remembered under a name; None if nothing was, or if the file is spoilt."""
    try:
        return json.loads((home() / "state.json").read_text(encoding="utf-8")).get(name)
    except (OSError, ValueError, AttributeError):
        return None


def remember(**more: Any) -> None:
    """Keep small things between commands: the last game, what the last coverage run found.

    Where nothing can be written, on a full disk or a read-only one, games can still be looked at.
    """
    file = home() / "state.json"
    known = {name: found for name in ("last", "coverage") if (found := recall(name)) is not None}
    with suppress(OSError, BadRecord):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, json.dumps(known | more).encode())


def key_of(server: str, invitation: str) -> str:
    """The key for which an invitation to a chair on a server was exchanged from here; empty if none was."""
    try:
        return str(json.loads((home() / KEYS).read_text(encoding="utf-8")).get(f"{server} {invitation}", ""))
    except (OSError, ValueError, AttributeError):
        return ""


def keep_key(server: str, invitation: str, key: str) -> None:
    """Keep a key to a chair on a server, for its owner alone."""
    try:
        known = dict(json.loads((home() / KEYS).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        known = {}
    home().mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(home() / KEYS, json.dumps({**known, f"{server} {invitation}": key}).encode())


def game_path(given: str | None) -> Path:
    """The file of a game: a path, the name of a game kept here, or the last used one."""
    if given is None:
        last = recall("last")
        if last is None:
            raise Refused("no game has been used yet; begin one with `legation new`, or name one with --game")
        path = Path(last)
        if not path.exists():
            raise Refused(f"the last used game, {path}, is gone; name another with --game")
        return path
    path = Path(given)
    with suppress(OSError, ValueError):  # a name that no file can have is none
        if path.is_file():
            return path
    if given in games():
        return games()[given]
    raise NotFound("game", given, games())


def free_name(name: str | None, fallback: str) -> Path:
    """The file for a new game.  A name that is taken is refused; without one, the fallback is numbered."""
    folder = home() / "games"
    if name is None:
        number, name = 1, fallback
        while (folder / f"{name}{ENDING}").exists():
            number += 1
            name = f"{fallback}-{number}"
    path = Path(name) if Path(name).name != name else folder / name
    if path.suffix != ENDING:
        path = path.with_name(path.name + ENDING)
    if len(path.name.encode("utf-8", "replace")) > LONGEST:
        raise Refused(f"a name of {len(path.name)} letters is too long for a file; choose a shorter one")
    if path.exists():
        raise Refused(f"there is a game at {path} already; choose another name")
    if path.parent == folder:
        home().mkdir(mode=0o700, parents=True, exist_ok=True)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def load(given: str | None, *, salvage: bool = False) -> tuple[Game, Path]:
    """Open a game and remember it as the last used one."""
    path = game_path(given)
    game = legation.open_game(path, salvage=salvage)
    remember(last=str(path.resolve()))
    if game.lost:
        print(
            f"Note: what {whose(game)} had hidden is not in the vault of {path.name}; it is asked again",
            file=sys.stderr,
        )
    return game, path


def whose(game: Game) -> str:
    """Who had hidden what is lost."""
    return ", ".join(sorted({game.world.schema.spec(fact).names[0] for fact in game.lost}))


def add_nonce(game: Game, bots: Collection[str]) -> None:
    """This keyboard adds a nonce to the dice for all who sit at it, after their key was committed to."""
    if isinstance(game.dice, Committed) and not game.record.header.dice.get("seeded"):
        game.perform(Nonce(secrets.token_hex(16)), replace(Who.of(TABLE), bots=bots))


def keep(game: Game, path: Path) -> None:
    """Save a new game and remember it."""
    game.save(path)
    remember(last=str(path.resolve()))
