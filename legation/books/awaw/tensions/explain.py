"""A level explained: the sum of this turn line by line, and what the next levels open."""

from __future__ import annotations

from legation.books.awaw.tensions.thresholds import Mobilization, reached
from legation.books.awaw.tensions.track import Track
from legation.core.facts import World
from legation.core.trace import Trace

__all__ = ["explain"]


def explain(track: Track, world: World) -> list[Trace]:
    """The sum of this turn line by line, with what did not apply, and what the next levels open."""
    return [_sum(track, world), _next(track, world)]


def _sum(track: Track, world: World) -> Trace:
    lines = list(world[f"tension-log.{track.slug}"])
    level = track.now.value(world)
    start = lines[0]["level"] - lines[0]["amount"] if lines else level
    parts = [Trace("at the start of the turn", start, rule=track.level.cite)]
    own = {(c.label, c.row.cite): c for c in track.charges}
    for line in lines:
        charge = own.get((line["label"], line["row"]))
        why = (charge.steps.trace(world),) if charge else ()
        running = Trace("the level is then", line["level"])
        parts.append(Trace(line["label"], line["amount"], (*why, running), (track.fact,), line["row"], True))
    counted = {(line["label"], line["row"]) for line in lines}
    for charge in track.charges:
        if (charge.label, charge.row.cite) not in counted:
            so_far = Trace("charged so far", world[f"charged.{charge.slot}"], facts=(f"charged.{charge.slot}",))
            parts.append(Trace(charge.label, 0, (charge.steps.trace(world), so_far), (), charge.row.cite, False))
    return Trace(f"the {track.title} level", level, tuple(parts), (track.fact,), track.level.cite)


def _next(track: Track, world: World) -> Trace:
    level = track.tested.value(world)
    parts = []
    for step in track.thresholds:
        id = step.also[0] if isinstance(step, Mobilization) else step.cite
        is_open = world[reached(step)]
        missing = () if is_open else (Trace("levels missing", step.level - track.now.value(world)),)
        parts.append(Trace(f"{step.level}: {step.label}", is_open, missing, (reached(step),), id, is_open))
    cite = track.latched.cite if track.latched else None
    return Trace(f"what the {track.title} level opens", level, tuple(parts), rule=cite)
