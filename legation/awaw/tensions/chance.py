"""Board events by chance, for random play."""

from __future__ import annotations

from random import Random
from typing import Any

from legation.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    CHINA,
    FRANCE,
    HOME,
    JAPAN,
    MINORS,
    NOBODY,
    PLACES,
    POWERS,
    RUSSIA,
    WESTERN_ALLIES,
)
from legation.awaw.tensions.facts import BOMBED, FOOTHOLDS, FRONTIER, FRONTS, HEX_OWNERS, PRODUCED, UNITS_EAST
from legation.awaw.tensions.pacific import FLEET_ACTS
from legation.core.facts import World

__all__ = ["random_event"]

BALKAN_PRIZES = ("bulgaria", "hungary", "rumania", "turkey")
CHINESE_CITIES = tuple(place for place, home in HOME.items() if home == CHINA)


def random_event(world: World, rng: Random) -> tuple[str, dict[str, Any]]:
    """Something that happens on the board; whether the rules allow it is for the caller to see."""
    events: list[tuple[str, dict[str, Any]]] = [
        ("capture", {"place": rng.choice(PLACES), "by": rng.choice((AXIS, WESTERN_ALLIES, RUSSIA))}),
        ("taken", {"place": rng.choice(PLACES), "by": rng.choice(POWERS)}),
        ("capture", {"place": rng.choice(FOOTHOLDS), "by": rng.choice((AXIS, WESTERN_ALLIES))}),
        ("capture", {"place": rng.choice(BALKAN_PRIZES), "by": rng.choice((AXIS, RUSSIA, NOBODY))}),
        ("capture", {"place": rng.choice(CHINESE_CITIES), "by": rng.choice((JAPAN, NOBODY))}),
        ("send-to-siberia", {"unit": "airborne", "brps": rng.randint(1, 20)}),
        ("spend-offensive", {"power": JAPAN, "brps": rng.randint(1, 20), "front": rng.choice(FRONTS)}),
        ("japanese-shipbuilding", {"increases": 1}),
        ("japanese-launch", {"factors": rng.randint(1, 5)}),
        ("japanese-fortification", {"built": rng.randint(1, 2)}),
        ("japanese-bombing", {"where": rng.choice(tuple(BOMBED))}),
        ("capture-ics", {"held": rng.randint(0, 7)}),
        ("spend-offensive", {"power": rng.choice(AXIS_POWERS), "brps": rng.randint(1, 20)}),
        ("atomic-attack", {"on": rng.choice(HEX_OWNERS)}),
        ("transfer-to-far-east", {"who": rng.choice(UNITS_EAST), "factors": rng.randint(1, 4)}),
        ("fleet-in-the-east", {"factors": rng.randint(0, 40)}),
        ("covert-operation", {"value": rng.choice((-2, -1, 1, 2))}),
        ("subversion", {"attempts": 1}),
        ("build-ic", {}),
        ("leave-frontier", {"unit": rng.choice(tuple(FRONTIER)), "left": rng.randint(0, 15)}),
        ("produce", {"kind": rng.choice(PRODUCED), "brps": rng.randint(1, 5)}),
        ("intervention", {"by": rng.choice(AXIS_POWERS), "country": rng.choice(MINORS)}),
        ("japan-mobilizes", {"ships": rng.randint(0, 3)}),
        ("oil-embargo", {"imposed": rng.random() < 0.7}),
        ("pacific-fleet", {"act": rng.choice(FLEET_ACTS), "factors": rng.randint(1, 10)}),
        ("grant", {"to": rng.choice((BRITAIN, FRANCE, CHINA)), "brps": rng.randint(1, 5)}),
    ]
    return rng.choice(events)
