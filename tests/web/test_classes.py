"""Style sheets and templates fit each other: a style has somebody who wears it, and a class is drawn or looked for."""

from __future__ import annotations

import re
from pathlib import Path

from legation.web.pages.context import FOLDER as TEMPLATES
from legation.web.static_files import FOLDER as STATIC

WEB = STATIC.parent
BOOKS = WEB.parent / "books"
SHEETS = sorted(STATIC.glob("*.css"))
RULE = re.compile(r"(?P<selector>[^{}]+)\{")
NAMED = re.compile(r"\.([A-Za-z][\w-]*)")
WORN = re.compile(r'class="([^"]*)"')
WORD = re.compile(r"[A-Za-z][\w-]*")
JINJA = re.compile(r"\{[{%#].*?[%#}]\}", re.DOTALL)
GROUND = "legation.css"
ASIDE = re.compile(r"@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")  # for narrow windows, print and movement
COMPOSED = {"d1", "d2", "d3", "to-large", "to-small"}  # by a template and a script: d{{ depth }}, to-${size}
VENDOR = {"htmx-indicator", "htmx-request", "htmx-settling", "htmx-swapping", "htmx-added"}


def style(path: Path) -> str:
    """A style sheet without its comments and addresses."""
    return re.sub(r"/\*.*?\*/|url\([^)]*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def styled() -> dict[str, set[str]]:
    """Every class that has a style, with the sheets in which it has one."""
    found: dict[str, set[str]] = {}
    for path in SHEETS:
        for rule in RULE.finditer(style(path)):
            for name in NAMED.findall(rule["selector"]):
                found.setdefault(name, set()).add(path.name)
    return found


def written() -> set[str]:
    """Every word of what makes pages: templates, scripts, what prepares them, and the plates."""
    paths = [*TEMPLATES.rglob("*.html"), *STATIC.glob("*.js"), *WEB.rglob("*.py"), *STATIC.glob("*.svg")]
    paths += [*(WEB.parent / "core").glob("*.py"), *BOOKS.glob("*/views/*.py"), *BOOKS.glob("*/powers.py")]
    paths += BOOKS.glob("*/plates/*.svg")
    return {word for path in paths for word in WORD.findall(path.read_text(encoding="utf-8"))}


def test_every_style_is_worn_by_something() -> None:
    words = written() | VENDOR | COMPOSED
    assert {name: sorted(where) for name, where in styled().items() if name not in words} == {}


def test_every_class_of_a_template_is_drawn_or_looked_for() -> None:
    drawn = set(styled()) | VENDOR
    scripts = {word for path in STATIC.glob("*.js") for word in WORD.findall(path.read_text(encoding="utf-8"))}
    bare: dict[str, set[str]] = {}
    for path in TEMPLATES.rglob("*.html"):
        for worn in WORN.findall(path.read_text(encoding="utf-8")):
            for name in WORD.findall(JINJA.sub(" ", worn)):
                if name not in drawn and name not in scripts:
                    bare.setdefault(name, set()).add(path.name)
    assert bare == {}


def test_a_rule_stands_in_one_style_sheet() -> None:
    """The ground may be refined for a room; two rooms that style the same thing are two places to look at."""
    at: dict[str, set[str]] = {}
    for path in SHEETS:
        if path.name == GROUND:
            continue
        for rule in RULE.finditer(ASIDE.sub("", style(path))):
            for one in rule["selector"].split(","):
                at.setdefault(" ".join(one.split()), set()).add(path.name)
    assert {one: sorted(where) for one, where in at.items() if len(where) > 1 and one.startswith(".")} == {}
