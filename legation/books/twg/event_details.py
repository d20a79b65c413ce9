"""Reading what an event was told: nations and territories, with what is lacking or misspelt."""

from __future__ import annotations

from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL
from legation.core.errors import NotFound, Refused
from legation.core.machine import Frame

__all__ = ["nation_in", "nations_in", "place_in", "spots_of"]


def nation_in(frame: Frame, detail: str = "nation") -> str:
    found = frame.get(detail)
    if found is None:
        raise Refused(f"it lacks the {detail}: say {detail}=NATION", allowed=ALL)
    if found not in ALL:
        raise NotFound("nation", found, ALL)
    return str(found)


def nations_in(frame: Frame, detail: str) -> tuple[str, ...]:
    """A list of nations, each of them once; none, if nothing is told."""
    found = frame.get(detail) or ()
    if isinstance(found, str):
        raise Refused(f"several nations may be told: say {detail}=[{found}]")
    if len(set(found)) < len(found):
        raise Refused(f"a nation is told twice: say {detail}=[{', '.join(dict.fromkeys(found))}]")
    return tuple(found)


def place_in(frame: Frame, detail: str) -> str:
    found = frame.get(detail)
    if found is None:
        raise Refused(f"it lacks the territory: say {detail}=TERRITORY")
    if found not in geography().places:
        raise NotFound("territory", found, geography().all)
    return str(found)


def spots_of(frame: Frame, detail: str) -> tuple[str, ...]:
    """The territory that a detail names, with its part, or with the others that it is, on the group's own board."""
    return (place_in(frame, detail), *frame.get("besides", {}).get(detail, ()))
