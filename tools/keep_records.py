"""Keep games of this version in tests/records, for later versions to open: `python tools/keep_records.py 0.2`.

A few random games of every book and scenario, with deeds of every kind, in the middle of all sorts of phases.  What is
kept already is never rewritten.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from pathlib import Path
from typing import Any

from legation.books import all_books
from legation.core.history import vault_file
from legation.testing.conformance import begin

RECORDS = Path(__file__).resolve().parent.parent / "tests" / "records"
GAMES = {("twg", "1939"): (3, 4, 13, 21), ("twg", "1942"): (5, 6, 8)}  # by book and scenario; others have TWO
TWO = (2, 7)
ACTS = 120
CHANCES: dict[str, Any] = {"events": 0.15, "reports": 0.05, "undos": 0.02, "shuns": ("end",)}


def main(version: str) -> None:
    folder = RECORDS / version
    folder.mkdir(parents=True, exist_ok=True)
    for book in all_books().values():
        for scenario in book.scenarios:
            for seed in GAMES.get((book.name, scenario), TWO):
                keep(folder / f"{book.name}-{scenario}-{seed}.legation", book, scenario, seed)


def keep(path: Path, book: Any, scenario: str, seed: int) -> None:
    packed = path.with_name(path.name + ".gz")
    if packed.exists():
        print(f"{packed.name} is kept already")
        return
    play = begin(book, scenario, seed, "typed" if seed % 3 == 0 else "server", **CHANCES)
    for _ in range(ACTS):
        if not play.game.over:
            play.step()
    with tempfile.TemporaryDirectory() as scratch:
        saved = Path(scratch) / path.name
        play.game.save(saved)
        packed.write_bytes(gzip.compress(saved.read_bytes(), mtime=0))
        vault_file(path).write_bytes(vault_file(saved).read_bytes())
    print(f"{packed.name}: {len(play.game.record)} entries")


if __name__ == "__main__":
    main(sys.argv[1])
