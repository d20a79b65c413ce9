"""What the modules of A World at War provide is all put together."""

from __future__ import annotations

import importlib
import pkgutil

import legation.books.awaw
from legation.books.awaw.contents import CONTENTS
from legation.books.awaw.provisions import Provisions


def test_what_a_module_provides_is_in_the_contents() -> None:
    found = [
        value
        for module in pkgutil.walk_packages(legation.books.awaw.__path__, "legation.books.awaw.")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, Provisions)
    ]
    assert {one.name for one in found} <= {one.name for one in CONTENTS}
    assert all(any(one is listed for listed in CONTENTS) for one in found)
