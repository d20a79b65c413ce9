"""Several attempts at once: multiplied where they are independent, refused where they are not."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from legation.books import book
from legation.core.abilities import Prospect, ReckonsWorth
from legation.core.errors import Refused
from legation.core.expr import holds, number
from legation.core.facts import Change, World
from legation.core.game import Game
from legation.core.joint import Together, together
from tests.core.tiny import Tiny


class Ports(Tiny, ReckonsWorth):
    """Two ports: the one is easier to win the more plans there are for it; the other may rest on them too."""

    resting = ""

    def resolve(self, subject: str) -> str:
        return subject

    def subjects(self) -> dict[str, str]:
        return {"auk": "Auk", "brant": "Brant"}

    def score(self, world: World) -> dict[str, int]:
        return {}

    def priced(self, worth: str) -> str:
        return worth

    def purse(self, world: World, seat: str) -> int:
        return 5

    def prospect(self, world: World, seat: str, subject: str, points: int | None = None) -> Prospect | None:
        if subject not in self.subjects():
            return None
        if subject == "brant" and self.resting == "everything":
            return Prospect(Fraction(1, 1 + len(world.set_facts())), 1)
        if subject == "brant" and self.resting and holds(number(self.resting) >= 1, world):
            return Prospect(Fraction(1, 3), 1)
        return Prospect(Fraction(1 + (points or 0), 6), 1)


PORTS = Ports({"begin": lambda world, frame: None})


@pytest.fixture
def world() -> World:
    found = Game.new(PORTS, "one", seed=1, stack=()).world
    return found.with_changes([Change("ships.auk", None, 3), Change("plan.north.auk", None, 2)], found.now)


@pytest.mark.parametrize("sixths", [(1,), (1, 2), (3, 0, 6), (1, 2, 3, 4)])
def test_it_is_what_all_outcomes_give(sixths: tuple[int, ...]) -> None:
    joint = Together("north", {str(i): Fraction(n, 6) for i, n in enumerate(sixths)})
    number: dict[int, Fraction] = {}
    for dice in product(range(6), repeat=len(sixths)):
        won = sum(die < n for die, n in zip(dice, sixths, strict=True))
        number[won] = number.get(won, Fraction(0)) + Fraction(1, 6 ** len(sixths))
    assert {n: share for n, share in joint.number.items() if share} == number
    assert joint.at_least_one == 1 - number.get(0, Fraction(0))
    assert joint.all == number.get(len(sixths), Fraction(0))
    assert joint.expected == sum(n * share for n, share in number.items())


def test_points_count_in_each_of_them(world: World) -> None:
    assert together(PORTS, world, "north", ["auk", "brant"], {"money": 2}).all == Fraction(1, 4)
    assert together(PORTS, world, "north", ["auk", "brant"], {"points": {"north": 1}}).all == Fraction(1, 9)
    assert together(PORTS, world, "north", ["auk", "brant"], {"points": {"south": 1}}).all == Fraction(1, 36)


@pytest.mark.parametrize(
    ("resting", "says"),
    [
        ("plan.north.auk", "not independent: the chance in Brant rests on the plan of the North for Auk, which"),
        ("everything", "whether Brant and Auk are independent cannot be told"),
    ],
)
def test_a_chance_that_rests_on_the_other_country_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch, resting: str, says: str
) -> None:
    monkeypatch.setattr(PORTS, "resting", resting)
    with pytest.raises(Refused, match=says):
        together(PORTS, world, "north", ["auk", "brant"], {})


def test_what_only_the_board_can_change_ties_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PORTS, "resting", "ships.auk")
    assert together(PORTS, world, "north", ["auk", "brant"], {}).all == Fraction(1, 18)


def test_what_makes_no_sense_is_refused(world: World) -> None:
    for targets, how, says in (
        (["auk", "auk"], {}, "Auk is named twice"),
        (["auk", "brant"], {"money": 3}, r"would cost \$6, and the North can spend \$5"),
        ([], {}, "name the countries"),
        (["auk:cliffs"], {}, "the North can try nothing in Auk now"),
    ):
        with pytest.raises(Refused, match=says):
            together(PORTS, world, "north", targets, how)


def test_the_books_own_rules_say_what_hangs_together() -> None:
    awaw = book("awaw")
    world = Game.new(awaw, next(iter(awaw.scenarios)), seed=1).world
    assert together(awaw, world, "germany", ["rumania", "turkey"], {"points": {"germany": 1}}).all == Fraction(2, 9)
    with pytest.raises(Refused, match="the chance in Bulgaria rests on the status of Rumania"):
        together(awaw, world, "germany", ["rumania", "bulgaria"], {})
