"""A made-up third game at every command: each does its work, or says in a sentence what the game has not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from legation.cli.app import app
from tests.books.others import other_words

from .conftest import Run

# By command: words to type, in this order, in a game in which the North is asked whom it courts.
WORKS: dict[str, tuple[str, ...]] = {
    "options": ("options tern",),
    "games": ("games",),
    "show": ("show", "show auk", "show auk --seat north"),
    "history": ("history",),
    "dispatch": ("dispatch", "dispatch --since 1", "dispatch --seat south"),
    "balance": ("balance", "balance --seat south"),
    "roll": ("roll",),
    "fill": ("fill",),
    "why": ("why 5",),
    "odds": (
        "odds auk --given lighthouse=false --given weather=calm --given ships.auk.north=0 --given ships.auk.south=0",
    ),
    "explain": ("explain auk", "explain auk --full"),
    "rules list": ("rules list --book tern",),
    "rules show": ("rules show T-M-FRIEND",),
    "rules near": ("rules near T-M",),
    "rules facts": ("rules facts --book tern unrest",),
    "rules bespoke": ("rules bespoke --book tern",),
    "rules page": ("rules page auk", "rules page --book tern --out pages"),
    "bots": ("bots",),
    "branch": ("branch --at 5 --name other --game evening",),
    "export": ("export --out copy.legation --game evening",),
    "import": ("import copy.legation --name copied",),
    "board-sheet export": ("board-sheet export --game evening",),
    "answer": ("answer 6 auk --game evening",),
    "event": ("event raid island=brant by=south --game evening",),
    "report": ("report lighthouse=yes --game evening",),
    "undo": ("undo --game evening",),
    "ruling": ("ruling unrest.auk=2 --reason so --game evening",),
    "end": ("end --yes --game evening",),
    "verify": ("verify --game evening",),
    "close": ("close --game evening",),
}
LACKS = {
    "roll": ("roll --all", "no roll is asked of you now"),
    "fill": ("fill court", "there is no sheet “court”"),
    "consent": ("consent 3", "what was proposed in entry 3 is settled, or the game has gone on"),
    "close": ("close", "the game is not over yet"),
    "takeover": ("takeover", "version 1"),
    "advise": ("advise --seat north", "the rules put no number on the answers"),
    "forecast": ("forecast auk", "Tern looks no further than the next roll"),
    "may": ("may north enter auk", "Tern answers no such questions"),
    "room": ("room auk", "Tern answers no such questions"),
    "remember": ("remember auk", "Tern answers no such questions"),
    "sheet": ("sheet", "Tern has no turn sheet"),
    "money": ("money north", "Tern keeps no money"),
    "luck": ("luck", "Tern does not say which rolls are a success"),
    "simulate": ("simulate tern", "Tern has no campaigns to simulate"),
    "tournament": ("tournament tern --games 1", "Tern keeps no score that bots could be compared by"),
    "map check": ("map check FILE --book tern", "Tern has no map to change"),
    "map export": ("map export --book tern", "Tern has no map to change"),
    "map neighbours": ("map neighbours auk", "Tern has no map to change"),
}
# Played elsewhere with this very game (tests/cli, tests/web), or about the files of this project and no game.
ELSEWHERE = {"new", "play", "amend", "serve", "case", "mail", "board-sheet import"}
OF_THE_STORE = {"move", "backup", "restore", "doctor"}  # tests/store, whatever the game
OF_THE_PROJECT = {"rules diff", "rules coverage", "rules weight"}


def commands(group: Any, before: str = "") -> Iterator[str]:
    for name, found in group.commands.items():
        if hasattr(found, "commands"):
            yield from commands(found, f"{before}{name} ")
        else:
            yield before + name


def test_every_command_is_looked_at() -> None:
    known = {*WORKS, *LACKS, *ELSEWHERE, *OF_THE_STORE, *OF_THE_PROJECT}
    assert {*commands(typer.main.get_command(app))} - known == set()


def test_every_command_works(courting: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for words in (line for lines in WORKS.values() for line in lines):
        said.append(courting(*words.split()).out)
        assert said[-1].strip(), words
    assert other_words("\n".join(said)) == set()


@pytest.mark.parametrize("command", LACKS)
def test_what_it_lacks_is_said_in_a_sentence(command: str, courting: Run, tmp_path: Path) -> None:
    words, says = LACKS[command]
    (tmp_path / "own.yaml").write_text("- {name: Auk}", encoding="utf-8")
    said = courting(*words.replace("FILE", str(tmp_path / "own.yaml")).split(), code=2).err
    assert says in " ".join(said.split())


def test_its_dossier_says_nothing_of_other_games(courting: Run) -> None:
    said = courting("show", "auk").out
    assert "Friendly to the North" in said
    assert other_words(said) == set()


def test_its_odds_are_told_for_whoever_courts(courting: Run) -> None:
    courting("report", "lighthouse=no", "ships.auk.north=0", "ships.auk.south=0")
    both = {
        by: courting("odds", "auk", "--how", f"by={by}", "--json").json["odds"]["talks"] for by in ("north", "south")
    }
    assert both["north"] != both["south"]
    assert "“money” cannot be supposed here" in courting("odds", "auk", "--money", 2, code=2).err
