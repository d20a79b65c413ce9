"""A group's own map: values and borders as facts of its game."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.charts import printed_values
from legation.books.twg.map import geography as maps
from legation.books.twg.map.own_board import board_of
from legation.core.errors import Refused
from legation.core.game import Game

OWN = b"""
- {name: Albania, value: 2}
- {name: Bulgaria, land_neighbours: [Greece, Romania, Turkey]}
- {name: Yugoslavia, land_neighbours: [Albania, Germany, Greece, Hungary, Italy, Romania]}
"""


def test_the_reference_map_differs_in_nothing_from_itself() -> None:
    text = Path(maps.__file__).with_name("map.yaml").read_bytes()
    assert board_of(text).facts == {}


def test_values_and_borders_become_facts() -> None:
    assert board_of(OWN).facts == {"value.albania": 2, "border.bulgaria.yugoslavia": False}


def test_what_a_neutral_is_worth_stands_once_in_its_chart() -> None:
    neutral = maps.geography().neutrals
    assert all(maps.geography().places[place].value is None for place in neutral)
    assert {place for place, _, _ in printed_values()} == {*neutral} - {"southwest-africa"}  # which has none printed


OTHER_VALUES = """
- {name: Bulgaria, value: 5}
- {name: North Chile, stands_for: Chile, value: 1, land_neighbours: [Bolivia, Peru, South Chile]}
- {name: South Chile, stands_for: Chile, value: 1, land_neighbours: [Argentina, North Chile]}
"""


def test_a_map_that_contradicts_a_chart_is_refused_with_both_values() -> None:
    with pytest.raises(Refused) as told:
        Game.new(BOOK, "1939", seed=1, options={"map": OTHER_VALUES})
    says = str(told.value)
    assert "Bulgaria: the value 5 on this map contradicts the chart of Bulgaria, which says 3 [DG-BUL-S1]" in says
    assert "North Chile and South Chile: the value 2 on this map contradicts the chart of Chile" in says
    same = OTHER_VALUES.replace("value: 5", "value: 3").replace("1, land_neighbours: [Arg", "2, land_neighbours: [Arg")
    game = Game.new(BOOK, "1939", seed=1, options={"map": same})
    assert game.world.origin("value.bulgaria").rule == "DG-BUL-S1"
    assert (game.world["value.chile"], game.world["value.south-chile"]) == (3, 2)


def test_the_board_of_a_game_that_has_begun_is_taken_as_it_is() -> None:
    """Earlier games could give a neutral another value; they still open."""
    assert BOOK.schema_of("1939", {"map": "- {name: Bulgaria, value: 5}"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"- {name: Bulgaria, land_neighbours: [Greece]}", "Romania borders on Bulgaria, but not the other way round"),
        (b"- {name: Bulgarya, value: 2}", "there is no territory 'Bulgarya' in the rules; did you mean Bulgaria?"),
        (b"- {name: Bulgaria, continent: Asia}", "its continent cannot be 'Asia'"),
        (b"- {name: Bulgaria, original_owner: ussr}", "its original owner cannot be 'ussr'"),
        (b"- {name: Bulgaria, worth: 2}", "there is no 'worth'"),
        (b"- {name: Bulgaria, value: many}", "this is no map"),
        (b"Bulgaria: 2", "a map is a list of territories"),
        (b"- [", "this is no map"),
    ],
)
def test_what_is_wrong_with_a_map_is_told(text: bytes, message: str) -> None:
    with pytest.raises(Refused, match=message):
        board_of(text)


def test_places_far_apart_do_not_become_neighbours() -> None:
    places = maps.geography().places
    one, other = places["argentina"], places["turkey"]
    lines = [
        f"- {{name: {p.name}, land_neighbours: [{', '.join([*p.land_neighbours, q.name])}]}}"
        for p, q in ((one, other), (other, one))
    ]
    with pytest.raises(Refused, match="too far apart to touch"):
        board_of("\n".join(lines).encode())


def test_a_rule_about_neighbours_reads_the_map_of_its_game(tmp_path: Path) -> None:
    """Bozhilov's Bulgaria is open to a communist rising with Soviet units next door."""
    given = {"government.bulgaria": "bozhilov", "units.yugoslavia.ussr.infantry": 1, "stance.bulgaria.germany": "sworn"}

    def rolls(game: Game) -> list[str]:
        return [t.text for t in game.explain("bulgaria") if t.rule == "DG-BUL-U3" and t.applied]

    ours = Game.new(BOOK, "1939", seed=1, options={"map": OWN.decode()}, given=given)
    theirs = Game.new(BOOK, "1939", seed=1, given=given)
    assert rolls(theirs)
    assert not rolls(ours)
    ours.save(tmp_path / "own.legation")
    again = Game.open(tmp_path / "own.legation", {"twg": BOOK})
    assert not rolls(again)
    assert (again.world["value.albania"], again.world["value.bulgaria"]) == (2, 3)
    assert again.verify() == []
