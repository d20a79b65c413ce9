"""Rules 88.33, 88.57 and 88.63: Wafdist, Arab and Persian partisans, which Moslem Unrest results raise for Germany."""

from __future__ import annotations

from legation.books.awaw.countries.egypt import WAFDISTS
from legation.books.awaw.countries.iraq import ARABS
from legation.books.awaw.countries.persia import PERSIANS
from legation.books.awaw.groups.moslem_partisans import MOST
from legation.books.awaw.order_of_play import builds
from legation.books.awaw.powers import GERMANY, OLDER
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.reports import Reports
from legation.books.awaw.vocabulary import BOARD
from legation.core.errors import NotFound, Refused
from legation.core.facts import Choice, Count, Family, Teller, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Permit, Rule
from legation.core.wording import Phrase, PlaceSlot, Wording

__all__ = ["GROUPS", "PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)

PARTISANS = {people.name: people for people in (WAFDISTS, ARABS, PERSIANS)}
GROUPS = {name: people.lands for name, people in PARTISANS.items()}
WORDS = {name: people.title for name, people in PARTISANS.items()}
FAMILIES = (
    Family(
        "partisan-pool",
        Count(0, MOST),
        "{0} partisans that Moslem Unrest results have put into the force pool",
        over=(tuple(GROUPS),),
        told_by=BOARD,
        default=0,
        because="results and builds are reported",
    ),
    Family(
        "partisans-built",
        Count(0, MOST),
        "{0} partisans in play",
        over=(tuple(GROUPS),),
        told_by=BOARD,
        default=0,
        because="results and builds are reported",
    ),
    Family(
        "partisan-built-in",
        Count(0, 60, "turn"),
        "the turn in which a {0} partisan was last built",
        over=(tuple(GROUPS),),
        default=0,
    ),
    Family("partisan-group", Choice(tuple(GROUPS)), "the partisans in question", told_by=Teller.PASSING),
)


def may_build(world: World, group: str) -> None:
    """Refuse a partisan that Germany may not build now."""
    look = world.scoped(**{"partisan-group": group})
    if not [permit for permit in PARTISANS[group].permits if permit.allows(look)]:
        last = _permit(world, group)
        raise Refused(f"that partisan cannot be built now: {last.label}", rule=last.cite)
    PARTISANS[group].rate.refuse(look)


def _permit(world: World, group: str) -> Permit:
    """What the edition says of them."""
    return PARTISANS[group].permits[0 if world["edition"] == OLDER else -1]


@REPORTS.event(
    "moslem-partisan",
    "awaw.minors.moslem-partisan",
    "A Moslem Unrest result enlarges a pool, or a partisan is built or lost",
    {"act": "result, build or lose", "in": "the country", "of": "wafdist, arab or persian, if no country is named"},
    cite="88.33",
    words=Wording(
        ("Germany {act}",),
        {
            "act": Phrase(
                {
                    "build": "builds a Moslem partisan",
                    "lose": "loses a Moslem partisan",
                    "result": ("gains a Moslem partisan by unrest", "gets a Moslem Unrest result"),
                },
                unsaid="build",
            ),
            "in": PlaceSlot(tuple(land for lands in GROUPS.values() for land in lands)),
            "of": Phrase(WORDS),
        },
        adds=("in {in}", ("of the {of} pool", "of the {of}")),
    ),
)
def partisan(world: World, frame: Frame) -> Directive:
    """Germany gets, builds or loses a partisan in a Moslem country."""
    act, place = frame.get("act", "build"), frame.get("in")
    homes = {land: group for group, lands in GROUPS.items() for land in lands}
    group = frame.get("of") or homes.get(place or "")
    if group not in GROUPS or (place is not None and place not in GROUPS[group]):
        raise NotFound("country of such partisans", place or group, homes)
    pool, built = world[f"partisan-pool.{group}"], world[f"partisans-built.{group}"]
    permit = _permit(world, group)
    cite, counted = permit.cite, Rule(permit.label, permit.cite, again=True)
    if act == "result":
        if pool >= MOST:
            raise Refused(f"there are no more than {MOST}", rule=cite)
        return done(counted.brings(world, {f"partisan-pool.{group}": pool + 1}))
    if act == "lose":
        if not built:
            raise Refused("there is no such partisan in play", rule=cite)
        return done(counted.brings(world, {f"partisans-built.{group}": built - 1}))
    if act != "build":
        raise NotFound("act", act, ("result", "build", "lose"))
    builds(world, GERMANY)
    may_build(world, group)
    once = Rule(PARTISANS[group].rate.label, PARTISANS[group].rate.cite, again=True)
    return done(
        [
            *counted.brings(world, {f"partisans-built.{group}": built + 1}),
            *once.brings(world, {f"partisan-built-in.{group}": world["turn"]}),
        ]
    )


def dossier(world: World, land: str) -> dict[str, object]:
    """Partisans in play and in the pool, of all in whose area the land lies."""
    group = next((g for g, lands in GROUPS.items() if land in lands), None)
    if group is None:
        return {}
    return {f"{WORDS[group]} partisans": f"{world[f'partisans-built.{group}']} of {world[f'partisan-pool.{group}']}"}


PROVISIONS = Provisions("unrest", steps=STEPS, events=REPORTS.events, families=FAMILIES, words=WORDS, dossier=dossier)
