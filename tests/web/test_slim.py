"""Slim files say the same to a browser."""

from __future__ import annotations

import pytest

from legation.web.slim import slim
from legation.web.static_files import FOLDER


def test_a_sheet_loses_comments_and_space_but_no_string() -> None:
    rule = '/* why */\na,\nb > c {\n  margin: 0 auto;\n  content: "a,  b /* c */";\n}\n'
    assert slim(rule, ".css") == 'a,b>c{margin:0 auto;content:"a,  b /* c */";}'
    query = "@media (min-width: 60em) { i { top: calc(1px + 2px) } }"
    assert slim(query, ".css") == "@media (min-width:60em){i{top:calc(1px + 2px)}}"


def test_a_selector_of_a_descendant_keeps_its_space() -> None:
    assert slim(".a .b :is(c, d) { x: y }", ".css") == ".a .b :is(c,d){x:y}"


def test_a_script_loses_only_whole_lines_of_comment() -> None:
    script = "/* head\n * more */\n(() => {\n  // a line\n  const a = 'http://x';  // kept\n\n  go(a);\n})();\n"
    assert slim(script, ".js") == "(() => {\nconst a = 'http://x';  // kept\ngo(a);\n})();"


def test_a_text_over_several_lines_is_left_alone() -> None:
    script = "const a = `\n  // not a comment\n`;\n"
    assert slim(script, ".js") == script


@pytest.mark.parametrize("name", [p.name for p in FOLDER.glob("*.css")])
def test_no_rule_of_ours_is_lost(name: str) -> None:
    text = (FOLDER / name).read_text()
    packed = slim(text, ".css")
    assert "/*" not in packed
    assert packed.count("{") == packed.count("}")
