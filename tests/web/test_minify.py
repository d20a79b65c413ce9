"""Slim files say the same to a browser."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from legation.web import static_files
from legation.web.minify import minify
from legation.web.static_files import BUNDLES, FOLDER

COUNTED = {"d1", "d2", "d3"}  # classes with a number that a page reckons


def test_a_sheet_loses_comments_and_space_but_no_string() -> None:
    rule = '/* why */\na,\nb > c {\n  margin: 0 auto;\n  content: "a,  b /* c */";\n}\n'
    assert minify(rule, ".css") == 'a,b>c{margin:0 auto;content:"a,  b /* c */";}'
    query = "@media (min-width: 60em) { i { top: calc(1px + 2px) } }"
    assert minify(query, ".css") == "@media (min-width:60em){i{top:calc(1px + 2px)}}"


def test_a_selector_of_a_descendant_keeps_its_space() -> None:
    assert minify(".a .b :is(c, d) { x: y }", ".css") == ".a .b :is(c,d){x:y}"


def test_a_script_loses_only_whole_lines_of_comment() -> None:
    script = "/* head\n * more */\n(() => {\n  // a line\n  const a = 'http://x';  // kept\n\n  go(a);\n})();\n"
    assert minify(script, ".js") == "(() => {\nconst a = 'http://x';  // kept\ngo(a);\n})();"


def test_a_text_over_several_lines_is_left_alone() -> None:
    script = "const a = `\n  // not a comment\n`;\n"
    assert minify(script, ".js") == script


@pytest.mark.parametrize("name", [p.name for p in FOLDER.glob("*.css")])
def test_no_rule_of_ours_is_lost(name: str) -> None:
    text = (FOLDER / name).read_text()
    packed = minify(text, ".css")
    assert "/*" not in packed
    assert packed.count("{") == packed.count("}")


@pytest.mark.parametrize("name", ["legation.css", "app.css"])
def test_a_sheet_has_no_class_that_no_page_uses(name: str) -> None:
    bare = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text(), flags=re.S))
    said = "".join(
        path.read_text() for kind in ("html", "js", "py", "svg") for path in FOLDER.parent.rglob(f"*.{kind}")
    )
    words = set(re.findall(r"[\w-]+", said))
    assert set(re.findall(r"\.([a-z][\w-]*)", bare)) - words - COUNTED == set()


# -- addresses
@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Static files of our own, to change them as an update would; addresses are looked up anew each time."""
    folder = tmp_path / "static"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(static_files, "FOLDER", folder)
    monkeypatch.setattr(static_files, "url", lambda name: static_files._url.__wrapped__(name, 0))
    return folder


def sent(name: str) -> str:
    return static_files._read(static_files._files(name))[0].decode()


def test_files_that_belong_together_come_as_one(folder: Path) -> None:
    for name, parts in BUNDLES.items():
        for part in parts:
            assert sent(part) in sent(name)


def test_a_new_font_is_seen_at_once(folder: Path) -> None:
    font, sheet = folder / "fonts/eb-garamond.woff2", sent("all.css")
    before = static_files.url("fonts/eb-garamond.woff2").removeprefix("/static/")
    assert f"url({before})" in sheet
    address = static_files.url("all.css")
    font.write_bytes(font.read_bytes() + b"more")
    os.utime(font, ns=(1, 1))
    after = static_files.url("fonts/eb-garamond.woff2").removeprefix("/static/")
    assert after != before
    assert f"url({after})" in sent("all.css")
    assert static_files.url("all.css") != address


def test_every_file_that_a_sheet_points_to_is_there_with_its_version(folder: Path) -> None:
    points = re.findall(r"url\(([^)#]+)\)", sent("all.css"))
    assert len(points) == len(list((folder / "fonts").glob("*.woff2")))
    for point in points:
        name, _, version = point.partition("?v=")
        assert (folder / name).is_file()
        assert version
