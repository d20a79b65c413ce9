"""Rule 83.22A: a neutral country that falls in the turn in which it is attacked passes to its conqueror as a whole."""

from __future__ import annotations

from legation.books.awaw.deeds import TAKEN, cities_of
from legation.books.awaw.minors.lands import LAND, TWINS
from legation.books.awaw.minors.vocabulary import asked, attacked_this_turn, faction, half_of
from legation.books.awaw.order_of_play import ACTING
from legation.books.awaw.powers import MINORS, NOBODY, PLACES
from legation.books.awaw.provisions import Provisions
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, done
from legation.core.rules import Rule

__all__ = ["PROVISIONS"]

STEPS = Steps()
# Cities that rules name besides those that conquer the country; what Russia demands of it is conquered by itself.
CITIES = {
    country: cities
    for country in MINORS
    if country in LAND
    if (cities := tuple(city for city in cities_of(country) if city in PLACES and city not in LAND[country].keys))
} | {"belgium": ("antwerp",)}
AS_A_WHOLE = Rule(
    "its other cities go with it, but where somebody else stands",
    "83.22A",
    when=attacked_this_turn(),
    again=True,
)


@STEPS.step("awaw.minors.first-conquests")
def first_conquests(world: World, frame: Frame) -> Directive:
    """At the end of a player turn: what goes with the countries that have fallen in it."""
    for country, cities in CITIES.items():
        power, places = world[f"holder.{country}"], [city for city in cities if world.get(f"control.{city}") == NOBODY]
        if not places or power == NOBODY or half_of(power) != frame.side:
            continue
        if asked(AS_A_WHOLE, country).applies(_attacked(world, country, frame.side)):
            taking = {"deed": TAKEN.name, "power": power, "side": faction(power), "place": places}
            keep = {"by": power, "places": places, "half": frame.side}
            return call("awaw.follows", then="awaw.minors.gone-with-it", keep=keep, **taking)
    return done()


def _attacked(world: World, country: str, side: str) -> World:
    """Who attacks a pair attacks each of the two; an attack of the other side is none that this conquest ends."""
    names = (country, TWINS.get(country, country))
    ours = (name for name in names if world[f"attacked-by.{name}"] in ACTING[side])
    return world.scoped(**{f"attacked-in.{country}": max((world[f"attacked-in.{name}"] for name in ours), default=0)})


@STEPS.step("awaw.minors.gone-with-it")
def gone_with_it(world: World, frame: Frame) -> Directive:
    """They are held now, and every track looks at them; then the next country."""
    held = {"by": frame.by, "places": frame.places, "place": frame.places[0], "left": []}
    return call("awaw.minors.is-held", then="awaw.minors.first-conquests", keep={"side": frame.half}, **held)


PROVISIONS = Provisions(
    "first conquest",
    steps=STEPS,
    declared=(AS_A_WHOLE,),
    moments={"combat-ends": ("awaw.minors.first-conquests",)},
)
