"""What a game leaves behind in the process: nothing but what is worked out from declarations alone.

Everything that can be reached from the modules is looked at before and after games of both books.  What has grown must
be a cache of a function that can be given no game, or a property that a declaration works out of itself.  What a module
keeps beside that, and functions write, stands in a list with the reason why no outcome depends on it.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import legation
from legation.books import book
from legation.core.game import Game
from legation.sim.campaigns import Plan, play_share

CACHE = type(importlib.import_module("functools").lru_cache()(lambda: None))
OF_A_GAME = {
    *("World", "Look", "Game", "State", "Frame", "Machine", "Request", "Question", "Draft", "Log", "Record", "Entry"),
    *("Vault", "Dice", "Session", "Sight", "Oracle", "Scoped", "Unknown", "Change", "Act", "Who"),
}  # what no function may be given that remembers what it gave
KEPT = {
    "core.chronicle._kept": "of one game, read from its record, and gone with it",
    "core.lookback._kept": "of one game, read from its record, and gone with it",
    "core.series._kept": "of one game, read from its record, and gone with it",
    "core.sight._kept": "of one game, for as long as its world is the same: what pages work out of it",
    "core.turning.TURNED": "empty but while weight is measured",
    "core.turning._forget": "the caches of what is turned round, one for each function, made at import",
    "books._registered": "which books this process knows; what a game is played by is in its header",
    "testing.cases.expecting._starts": "set-ups without an act, of which every case takes a branch of its own",
    "web.intents._kept": "of one table: what the store keeps of it",
    "web.seen._looks": "of one table: what the store keeps of it",
}
WORKED_OUT = {
    "core.facts.Schema._not_empty": "of these facts, what is not simply nothing by default",
    "core.facts.Schema._not_outside": "of these choices, which may be one of these options by default",
    "core.facts.Schema._open": "of these facts, which may be unknown",
    "core.facts.Schema._specs": "a fact by its name",
    "core.facts.Schema.fallbacks": "what a fact is by default",
}  # by a schema, of its declarations
WRITES = {"append", "add", "update", "pop", "popitem", "clear", "setdefault", "extend", "insert", "remove", "discard"}
PLAIN = (int, str, float, bytes, type(None), ModuleType)


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(legation.__path__, "legation."):
        if not re.search(r"__main__|migrations", found.name):
            yield importlib.import_module(found.name)


# -- before and after
def sizes() -> dict[int, tuple[int, str, Any]]:
    """How much everything holds that can be reached from the modules, with whose it is and the thing itself."""
    found: dict[int, tuple[int, str, Any]] = {}
    todo: list[tuple[Any, str]] = [
        (value, f"{module.__name__}.{name}")
        for module in list(sys.modules.values())
        if module is not None and module.__name__.partition(".")[0] == "legation"
        for name, value in list(vars(module).items())
        if not name.startswith("__")
    ]
    seen: dict[int, Any] = {}
    while todo:
        value, whose = todo.pop()
        if id(value) in seen or isinstance(value, PLAIN):
            continue
        seen[id(value)] = value
        if isinstance(value, CACHE):
            found[id(value)] = (value.cache_info().currsize, whose, value)
        elif isinstance(value, FunctionType):
            todo += [(cell.cell_contents, f"{whose}<closure>") for cell in value.__closure__ or () if held(cell)]
            todo += [(kept, whose) for kept in (*(value.__defaults__ or ()), *vars(value).values())]
        elif isinstance(value, type):
            todo += own(vars(value), value) if value.__module__.startswith("legation") else []
        elif isinstance(value, tuple | frozenset):
            todo += [(part, whose) for part in value]
        elif isinstance(value, dict | MappingProxyType):
            found[id(value)] = (len(value), whose, value)
            todo += [(part, whose) for pair in list(value.items()) for part in pair]
        elif isinstance(value, list | set) or "WeakKey" in type(value).__name__:
            found[id(value)] = (len(value), whose, value)
            todo += [(part, whose) for part in list(value)]
        elif type(value).__module__.startswith("legation"):
            todo += own(inner_values(value), type(value))
            if hasattr(value, "__dict__"):
                found[id(vars(value))] = (len(vars(value)), named(type(value)), value)
                seen[id(vars(value))] = vars(value)
    return found


def held(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # nothing is in it yet
        return False


def named(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def own(values: Any, kind: type) -> list[tuple[Any, str]]:
    return [(value, f"{named(kind)}.{name}") for name, value in list(values.items()) if not name.startswith("__")]


def inner_values(value: Any) -> dict[str, Any]:
    """What an object holds, in whichever way it holds it."""
    names = [name for kind in type(value).__mro__ for name in slots(kind)]
    return {**getattr(value, "__dict__", {}), **{name: getattr(value, name) for name in names if hasattr(value, name)}}


def slots(kind: type) -> tuple[str, ...]:
    found = vars(kind).get("__slots__", ())
    fields = getattr(kind, "__struct_fields__", ())
    return (*((found,) if isinstance(found, str) else found), *(fields if isinstance(fields, tuple) else ()))


def play(name: str, scenario: str, options: dict[str, str], seed: int, acts: int) -> None:
    game, rng = Game.new(book(name), scenario, options=options, seed=seed), random.Random(seed)
    for _ in range(acts):
        if game.over:
            return
        request = game.requests()[0]
        value: Any = rng.choice(request.legal) if request.legal and not request.among else {}
        if request.kind == "report":
            domains = {key: str(game.world.schema.spec(key).domain) for key in request.facts}
            value = {key: False if domain == "yes or no" else 10 for key, domain in domains.items()}
        game.answer(request.id, value, seat=request.seat)


def games(seed: int) -> None:
    play("twg", "1939", {}, seed, 60)
    play("twg", "1939", {"rules-1939": "yes"}, seed, 60)
    play("awaw", "current-classic", {}, seed, 60)


def test_games_leave_nothing_behind_but_what_follows_from_declarations() -> None:
    list(modules())
    games(1)
    before = sizes()
    games(2)
    play_share(Plan("twg", "1939", "frugal", 200, rounds=2, seed=5), 0)
    grown = {}
    for key, (size, whose, value) in sizes().items():
        if key in before and before[key][2] is value and before[key][0] != size:
            if isinstance(value, CACHE):
                continue  # the next test looks at what it can be given
            if not isinstance(value, dict | list | set) and works_out(value) >= size - before[key][0]:
                continue
            if whose.removeprefix("legation.") in WORKED_OUT:
                continue
            grown[whose] = f"{before[key][0]} → {size}"
    assert not grown


def works_out(value: Any) -> int:
    """How many properties an object has worked out of itself."""
    return sum(isinstance(getattr(type(value), name, None), cached_property) for name in vars(value))


# -- what may be remembered
def test_what_remembers_what_it_gave_can_be_given_no_game() -> None:
    list(modules())
    told = {}
    for _, _, cache in sizes().values():
        if isinstance(cache, CACHE):
            function: Callable[..., Any] = inspect.unwrap(cache)
            words = {word for said in function.__annotations__.values() for word in re.findall(r"\w+", str(said))}
            words -= set(re.findall(r"\w+", str(function.__annotations__.get("return", ""))))
            if words & OF_A_GAME:
                told[f"{function.__module__}.{function.__qualname__}"] = sorted(words & OF_A_GAME)
    assert not told


def written(tree: ast.Module) -> Iterator[str]:
    """The names of a module that functions write into, whether they hold them or come by them from another."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        for one in ast.walk(function):
            if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store | ast.Del):
                target = one.value
            elif isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in WRITES:
                target = one.func.value
            elif isinstance(one, ast.Global):
                yield from one.names
                continue
            else:
                continue
            while isinstance(target, ast.Subscript | ast.Attribute):
                target = target.value
            if isinstance(target, ast.Name):
                yield target.id


def test_what_a_module_keeps_and_functions_write_is_listed_with_the_reason() -> None:
    found = set()
    for module in modules():
        tree = ast.parse(Path(inspect.getfile(module)).read_text())
        here = {name for name, value in vars(module).items() if is_container(value)}
        local = set(module_level(tree))
        found |= {f"{module.__name__.removeprefix('legation.')}.{n}" for n in written(tree) if n in here & local}
        for name in {n for n in written(tree) if n in here - local}:  # it comes from another module
            of = next(m for m in modules() if vars(m).get(name) is vars(module)[name] and is_own(m, name))
            found.add(f"{of.__name__.removeprefix('legation.')}.{name}")
    assert found == set(KEPT)


def is_container(value: Any) -> bool:
    return isinstance(value, dict | list | set) or "WeakKey" in type(value).__name__


def is_own(module: ModuleType, name: str) -> bool:
    return name in module_level(ast.parse(Path(inspect.getfile(module)).read_text()))


def module_level(tree: ast.Module) -> list[str]:
    targets = [t for one in tree.body if isinstance(one, ast.Assign) for t in one.targets]
    targets += [one.target for one in tree.body if isinstance(one, ast.AnnAssign)]
    return [target.id for target in targets if isinstance(target, ast.Name)]
