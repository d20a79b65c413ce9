"""Each file in `bad/` holds one mistake an author can make; its first line is what he is told, word for word."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import pytest

from legation.core.errors import BadRulebook

FILES = sorted((Path(__file__).parent / "bad").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_author_is_told(path: Path) -> None:
    message = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    with pytest.raises(BadRulebook) as mistake:
        runpy.run_path(str(path), run_name="__main__")
    assert str(mistake.value) == message
