"""All that follows from a deed of A World at War, gathered from the rules that read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from legation.books.awaw import contents, deeds, tensions
from legation.books.awaw.deeds import BRINGS, TOGETHER
from legation.books.awaw.diplomacy import tables
from legation.books.awaw.war import aggression, endings, milestones
from legation.core.deeds import Deed, On, enacted, follows
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, done

__all__ = ["HEEDS", "STEPS"]

STEPS = Steps()
# Tables of diplomacy first, then the tracks, then the minor countries: the order of the book.
HEEDS: tuple[On, ...] = (
    *tables.HEEDS,
    *aggression.HEEDS,
    *tensions.HEEDS,
    *endings.HEEDS,
    *milestones.HEEDS,
    *contents.HEEDS,
)
DEEDS = {deed.name: deed for deed in vars(deeds).values() if isinstance(deed, Deed)}


@STEPS.step("awaw.follows")
def follow(world: World, frame: Frame) -> Directive:
    """A deed is done, by one or several powers to one or several countries: what every rule remembers of it."""
    deed, at = DEEDS[frame.deed], frame.get("at", "")
    found: list[On] = []
    for named in frame.get("players") or _players(deed, frame, at):
        found += follows(HEEDS, deed, at, **named)
        for too in BRINGS.get(deed, ()):
            found += follows(HEEDS, too, at, **_as(too, named))
    return done(enacted(found, world))


def _players(deed: Deed, frame: Frame, at: str) -> Iterator[dict[str, str]]:
    """Who plays a part in it: each of those named in a role, with each in the others; together they are one."""
    names = {role.name: _several(frame.get(role.name)) for role in deed.roles}
    if at == TOGETHER:
        names = {role: (" ".join(several),) for role, several in names.items()}
    for players in product(*names.values()):
        yield dict(zip(names, players, strict=True))


def _several(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else (str(value),)


def _as(deed: Deed, named: dict[str, str]) -> dict[str, str]:
    """Who plays a part in the deed that comes with another: a conquered country is the place that was entered."""
    where = {"place": named["country"]} if "country" in named else {}
    return {name: who for name, who in {**named, **where}.items() if name in [role.name for role in deed.roles]}
