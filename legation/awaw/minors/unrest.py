"""Rules 88.33, 88.57 and 88.63: Wafdist, Arab and Persian partisans, which Moslem Unrest results raise for Germany."""

from __future__ import annotations

from legation.awaw.minors.persia import ALLIES_AT_WAR, CURRENT, ROUTE
from legation.awaw.order_of_play import builds
from legation.awaw.powers import GERMANY, OLDER
from legation.awaw.provisions import Provisions
from legation.awaw.reports import Reports
from legation.awaw.vocabulary import BOARD, edition, turn
from legation.core.errors import NotFound, Refused
from legation.core.expr import Expr, choice, named, number
from legation.core.facts import Choice, Count, Family, Teller, World
from legation.core.machine import Directive, Frame, Steps, done
from legation.core.rules import Limit, Permit, Rule
from legation.core.wording import Name, Phrase, Wording

__all__ = ["GROUPS", "PROVISIONS"]

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events

GROUPS = {
    "wafdist": ("egypt",),
    "arab": ("iraq", "kuwait", "palestine", "transjordan", "lebanon-syria", "arabia"),
    "persian": ("persia",),
}
MOST = 2
WORDS = {"wafdist": "Wafdist", "arab": "Arab", "persian": "Persian"}
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
        Count(0, 60),
        "the turn in which a {0} partisan was last built",
        over=(tuple(GROUPS),),
        default=0,
    ),
    Family("partisan-group", Choice(tuple(GROUPS)), "the partisans in question", told_by=Teller.PASSING),
)


def _room(group: str) -> Expr:
    """The force pool, as far as results have made it, has another one."""
    pool, built = number(f"partisan-pool.{group}"), number(f"partisans-built.{group}")
    return choice("partisan-group", group, says=f"they are {WORDS[group]}") & (built < pool) & (pool <= MOST)


def _again(group: str) -> Expr:
    last = number(f"partisan-built-in.{group}", "the turn of the last one")
    return choice("partisan-group", group, says=f"they are {WORDS[group]}") & last.is_number(turn())


RATES = {
    "wafdist": Limit("one Wafdist partisan a turn", "88.33.rate", _again("wafdist")),
    "arab": Limit("one Arab partisan a turn", "88.57.rate", _again("arab")),
    "persian": Limit("one Persian partisan a turn", "88.63.rate", _again("persian")),
}
_without_war = named(
    "Persian partisans need neither a declaration of war nor the route", edition(OLDER), cite="88.62.partisans@older"
)
MAY_BUILD: dict[str, tuple[Permit, ...]] = {
    "wafdist": (Permit("two in Egypt at most, as Moslem Unrest results allow", "88.33", _room("wafdist")),),
    "arab": (Permit("two in all the Arab countries at most, as Moslem Unrest results allow", "88.57", _room("arab")),),
    "persian": (
        Permit(
            "two in Persia at most, as Moslem Unrest results allow",
            "88.63@older",
            (_without_war | (edition(OLDER) & (ALLIES_AT_WAR | ROUTE))) & _room("persian"),
        ),
        Permit(
            "two in Persia at most, by Moslem Unrest results, after an Allied declaration of war or with the route",
            "88.63@current",
            CURRENT & _room("persian") & (ALLIES_AT_WAR | ROUTE),
        ),
    ),
}


def may_build(world: World, group: str) -> None:
    """Refuse a partisan that Germany may not build now."""
    look = world.scoped(**{"partisan-group": group})
    permits = [permit for permit in MAY_BUILD[group] if permit.allows(look)]
    if not permits:
        last = MAY_BUILD[group][0 if world["edition"] == OLDER else -1]
        raise Refused(f"not now: {last.label}", rule=last.cite)
    if RATES[group].forbids(look):
        raise Refused(RATES[group].label, rule=RATES[group].cite)


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
            "in": Name(tuple(land for lands in GROUPS.values() for land in lands)),
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
    permit = MAY_BUILD[group][0 if world["edition"] == OLDER else -1]
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
    once = Rule(RATES[group].label, RATES[group].cite, again=True)
    return done(
        [
            *counted.brings(world, {f"partisans-built.{group}": built + 1}),
            *once.brings(world, {f"partisan-built-in.{group}": world["turn"]}),
        ]
    )


def of_its_own(world: World, land: str) -> dict[str, object]:
    """Partisans in play and in the pool, of all in whose area the land lies."""
    group = next((g for g, lands in GROUPS.items() if land in lands), None)
    if group is None:
        return {}
    return {f"{WORDS[group]} partisans": f"{world[f'partisans-built.{group}']} of {world[f'partisan-pool.{group}']}"}


PROVISIONS = Provisions(
    "unrest",
    steps=STEPS,
    events=EVENTS,
    declared=(RATES, MAY_BUILD),
    families=FAMILIES,
    words=WORDS,
    dossier=of_its_own,
)
