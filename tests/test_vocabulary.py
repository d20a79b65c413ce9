"""Kernel, pages and terminal know no game: no book, seat, place or fact of one stands there as a literal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from legation.books import book

TOP = Path(__file__).resolve().parent.parent / "legation"
BOOKS = ("twg", "awaw")
# Words that are a game's and a plain word of the trade as well: what each means where no game is meant.
PLAIN = {
    "actor": "a slot: who does it",
    "added": "seats that have added to the dice",
    "attempts": "tries that are counted",
    "booked": "a function of the kernel",
    "debt": "how a bar is drawn",
    "due": "what is asked of a reader, by place",
    "edition": "a key of case files",
    "forces": "a section of a dossier",
    "level": "a section of a dossier",
    "may": "a face that may succeed",
    "modifiers": "a key of case files",
    "move": "a class of the stylesheet",
    "nations": "a part of a page",
    "outcome": "a column of odds",
    "phase": "a key of what is told of a game",
    "present": "a question put to a world",
    "purse": "a panel of the desk",
    "refused": "what the referee did",
    "result": "a band of a table",
    "rolled": "a key of case files",
    "room": "where a page belongs",
    "spent": "how a bar is drawn",
    "status": "of a reply, or for who reads aloud",
    "tally": "a class of the stylesheet",
    "tell": "a class of the stylesheet",
    "tried": "a way in which a rule was turned",
    "turn": "a fact that every book with a clock has",
    "value": "of a fact, an answer or a field",
    "option": "the family of every book's options",
    "scenario": "where every game begins",
    "place": "of a fact, in a form",
    "event": "a cause of an entry",
    "roll": "a kind of request",
    "target": "an attribute of a link",
    "taken": "a chair that somebody has",
}


def all_words() -> set[str]:
    found: set[str] = set(BOOKS)
    for name in BOOKS:
        known = book(name)
        families = (family.name for scenario in known.scenarios for family in known.schema(scenario).families)
        found |= {*known.seats, *known.scenarios, *known.subjects(), *known.events, *known.procedures, *families}
    return found


def files() -> Iterator[Path]:
    for part in ("core", "testing", "play", "web", "cli"):
        yield from sorted(path for path in (TOP / part).rglob("*") if path.suffix in (".py", ".html"))


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The words in quotes, but for what explains."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        for number, line in enumerate(text.split("\n"), 1):
            yield from ((number, found) for found in re.findall(r"""["']([a-z][\w.-]*)["']""", line))
        return
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def of_family(text: str) -> str:
    """The family of a fact, if the text could be one."""
    return text.split(".")[0] if re.fullmatch(r"[a-z-]+(\.[a-z-]+)+", text) else text


def test_no_word_of_a_game_stands_in_kernel_pages_or_terminal() -> None:
    words = all_words() - {*PLAIN}
    said = [(path, line, text) for path in files() for line, text in literals(path) if of_family(text) in words]
    assert [f"{path.relative_to(TOP)}:{line}: {text!r}" for path, line, text in said] == []


def names() -> set[str]:
    """What is called by name in a game: seats, countries, money."""
    found = {*BOOKS, "BRP", "BRPs", "DPs"}
    for name in BOOKS:
        known = book(name)
        found |= {*known.seats, *known.subjects(), *known.subjects().values()}
        found |= {title.removeprefix("the ") for title in known.seat_titles.values()}
    return {name for name in found if len(name) > 2 and name not in PLAIN}


def docstrings(tree: ast.AST) -> set[int]:
    """Those that only programmers read; a command's is its help."""
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, holders) and node.body]
    return {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}


def test_no_sentence_names_a_seat_or_a_country_of_a_game() -> None:
    called = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names(), key=len, reverse=True)))})\b")
    said = []
    for path in (path for path in files() if path.suffix == ".py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        aside = docstrings(tree) if "cli" not in path.parts else set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
                said += [f"{path.relative_to(TOP)}:{node.lineno}: {name}" for name in called.findall(node.value)]
    assert said == []


APART = re.compile(
    r"""\.(?:split|rsplit|partition|rpartition)\(\s*["'](?:, |: |; |\. | may | is )["']"""
    r"""|re\.split\(\s*r?["'][^"']*[,:;] """
)
TURNS_BY_BOOK = {"core/views.py"}  # where a book that says no more has its phases called
NAME_FIRST = {"web/present/desk.py"}  # a label of an answer begins with the name of its country


def test_no_edge_takes_a_sentence_apart() -> None:
    """Kernel, pages, scripts and terminal print what they are given: a heading, a label, a refusal are values."""
    edges = [path for part in ("web", "cli") for path in (TOP / part).rglob("*")]
    edges += [*(TOP / "core").glob("*.py")]
    found = {}
    for path in edges:
        if path.suffix in (".py", ".html", ".js") and "vendor" not in path.parts:
            lines = path.read_text(encoding="utf-8").split("\n")
            hits = [f"{number}: {line.strip()[:90]}" for number, line in enumerate(lines, 1) if APART.search(line)]
            if hits:
                found[str(path.relative_to(TOP))] = hits
    known = TURNS_BY_BOOK | NAME_FIRST | READERS
    assert {path: hits for path, hits in found.items() if path not in known} == {}


# What reads words that people typed or wrote down: sentences, ledgers, case files, labels of dice.
READERS = {"core/chronicle.py", "core/ledger.py", "core/reading.py", "core/sentences.py", "core/wording.py"}


def test_no_page_or_script_names_a_seat_or_a_country() -> None:
    """Templates and scripts, too: what a reader sees of a game comes from its book."""
    called = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names(), key=len, reverse=True)))})\b")
    said = []
    for path in (TOP / "web").rglob("*"):
        if path.suffix in (".html", ".js") and "vendor" not in path.parts and "lib" not in path.parts:
            text = re.sub(r"{#.*?#}|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            said += [f"{path.relative_to(TOP)}: {name}" for name in called.findall(text)]
    assert said == []


def test_the_plain_words_are_all_needed() -> None:
    said = {of_family(text) for path in files() for _, text in literals(path)}
    assert {*PLAIN} - (said & all_words()) == set()
