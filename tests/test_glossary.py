"""A word means one thing: the glossary lists them all, and no two classes share a name."""

from __future__ import annotations

import ast
import importlib.util
from collections import defaultdict
from pathlib import Path
from types import ModuleType

TOP = Path(__file__).resolve().parent.parent


def _glossary() -> ModuleType:
    spec = importlib.util.spec_from_file_location("glossary", TOP / "tools/glossary.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GLOSSARY = _glossary()


def test_the_glossary_is_up_to_date() -> None:
    assert GLOSSARY.PAGE.read_text(encoding="utf-8") == GLOSSARY.page(), "`make docs` writes it"


def test_every_word_stands_for_one_thing() -> None:
    found = defaultdict(list)
    for word in GLOSSARY.words():
        if not GLOSSARY.is_dress(word):
            found[word.name].append(word.file)
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_every_word_says_what_it_is() -> None:
    assert [
        f"{word.file}: {word.name}" for word in GLOSSARY.words() if not word.says and not GLOSSARY.is_dress(word)
    ] == []


def test_no_two_functions_of_the_kernel_share_a_name() -> None:
    """A name that two modules offer means two things; `amount` asks for a number in one, and is it in the other."""
    found = defaultdict(list)
    for path in sorted((TOP / "legation/core").glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        lists = [n.value for n in body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__"]
        public = {name for one in lists for name in ast.literal_eval(one)}
        for node in body:
            if isinstance(node, ast.FunctionDef) and node.name in public:
                found[node.name].append(path.name)
    assert {name: files for name, files in found.items() if len(files) > 1} == {"amount": ["expr.py", "requests.py"]}
