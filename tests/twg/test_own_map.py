"""A board that splits, merges and renames territories of the rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.map.geography import geography, reference_map
from legation.books.twg.map.own_board import board_of, on_board
from legation.books.twg.money.purses import holdings, own_land
from legation.core.errors import Refused
from legation.core.game import Game
from legation.core.sight import understood
from legation.testing import conformance as suite

OWN = """
- name: Chad
  stands_for: Equatorial Africa
  value: 1
  land_neighbours: [Anglo-Egyptian Sudan, Gabon, Libya, West Africa]
- {name: Gabon, stands_for: Equatorial Africa, value: 2, land_neighbours: [Belgian Congo, Cameroon, Chad]}
- {name: Siam, stands_for: Thailand}
- {name: Arctic Russia, stands_for: [Kola, Karelia], value: 3}
"""
RULES = {"rules-1939": "yes", "map": OWN}
INDIA = """
- {name: Punjab, stands_for: India, land_neighbours: [Afghanistan, Bengal, Iran, Sinkiang]}
- {name: Bengal, stands_for: India, land_neighbours: [Burma, Nepal, Punjab, Tibet]}
"""


def begun(**given: object) -> Game:
    return Game.new(BOOK, "1939", seed=1, options=RULES, given=given)


def test_a_board_tells_what_it_splits_merges_and_renames() -> None:
    board = board_of(OWN)
    assert board.words == [
        "Equatorial Africa is split into Chad and Gabon",
        "Kola and Karelia are one territory, Arctic Russia",
        "Thailand is called Siam",
    ]
    assert board.facts["value.equatorial-africa"] == 3
    assert (board.facts["value.kola"], board.facts["value.karelia"]) == (3, 0)
    assert board.touches["gabon"] >= {"belgian-congo", "cameroon"}


def test_the_reference_map_can_be_written_out_and_read_in() -> None:
    board = board_of(reference_map())
    assert (board.facts, board.names, board.parts) == ({}, {}, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {name: Chad, value: 1}", "there is no territory 'Chad' in the rules; say by stands_for what it is there"),
        ("- {name: Chad, stands_for: Equatorial Afrika}", "did you mean Equatorial Africa?"),
        ("- {name: Chad, stands_for: []}", "Chad stands for nothing"),
        ("- {name: Spain, stands_for: Thailand}", "Spain is another territory in the rules: choose another name"),
        (OWN.replace("Gabon, stands_for", "Equatorial Africa, stands_for"), "call the part that is left otherwise"),
        (OWN.replace("Cameroon, ", ""), r"Cameroon borders on Equatorial Africa, but no part of it \(Chad or Gabon\)"),
        (OWN.replace("Cameroon, Chad", "Cameroon"), "Chad borders on Gabon, but not the other way round"),
        (OWN.replace("Cameroon", "Cameron"), "not on the map: Cameron; did you mean Cameroon?"),
        (OWN.replace(", land_neighbours: [Belgian Congo, Cameroon, Chad]", ""), "Gabon is a part of Equatorial Africa"),
        ("- {name: Iberia, stands_for: [Spain, Portugal]}", "Spain has a chart of its own and cannot be merged"),
        ("- {name: North, stands_for: [Kola, Alaska]}", "Kola and Alaska belong to different nations"),
        ("- {name: Maghreb, stands_for: [Algeria, Tunisia]}", "the Vichy chart rolls for Algeria and Tunisia"),
        ("- {name: Arctic, stands_for: [Kola, Karelia]}\n- {name: Kola, value: 2}", "Arctic cannot take in Kola"),
        ("- {name: Siam, stands_for: Thailand}\n- {name: Siam, stands_for: Thailand}", "Siam stands on the map twice"),
    ],
)
def test_what_is_wrong_with_a_map_is_told_with_what_would_work(text: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        board_of(text)


def test_units_in_a_part_are_units_in_the_territory_of_the_rules() -> None:
    game = begun()
    game.report({"units.chad.uk.infantry": 2})
    game.report({"units.gabon.uk.infantry": 1})
    assert game.world["units.equatorial-africa.uk.infantry"] == 3
    game.report({"units.chad.uk.infantry": 0})
    assert game.world["units.equatorial-africa.uk.infantry"] == 1
    with pytest.raises(Refused, match=r"report units\.chad\.uk\.infantry or units\.gabon\.uk\.infantry"):
        game.report({"units.equatorial-africa.uk.infantry": 4})
    assert game.verify() == []


def test_a_merged_territory_is_all_of_those_it_stands_for() -> None:
    game = begun()
    game.report({"units.arctic-russia.germany.infantry": 2, "holder.arctic-russia": "germany"})
    assert [game.world[f"units.{p}.germany.infantry"] for p in ("kola", "karelia")] == [2, 2]
    assert [game.world[f"holder.{p}"] for p in ("kola", "karelia")] == ["germany", "germany"]


def test_an_event_in_a_merged_territory_happens_in_all_of_it() -> None:
    game = begun(**{"war-status.ussr": "full", "turn": 3})
    game.event("attack", attacker="germany", target="arctic-russia", outcome="conquered", committed="2 infantry")
    assert [game.world[f"holder.{p}"] for p in ("kola", "karelia")] == ["germany", "germany"]
    assert [game.world[f"units.{p}.germany.infantry"] for p in ("kola", "karelia")] == [2, 2]


def test_names_of_the_group_are_shown_and_understood() -> None:
    game = begun()
    assert game.world.schema.spec("stance.thailand.japan").says == "how Siam stands towards Japan"
    assert game.dossier("thailand").name == "Siam"
    assert BOOK.may(game.world, "japan", "enter", "Siam", "infantry") is not None
    game.event("move", nation="japan", units={"infantry": 1}, to="siam")
    assert game.world["units.thailand.japan.infantry"] == 1


def test_names_of_the_group_stand_in_sentences() -> None:
    game = begun()
    heard = understood(game, "Germany attacks Gabon together with Italy and takes it")
    assert heard.details == {"attacker": "germany", "target": "gabon", "joined": ["italy"], "outcome": "conquered"}
    assert understood(game, "Japan attacks Siam").says == "Japan attacks Siam"
    assert understood(game, "Japan attacks Arctic Russia").details["target"] in ("kola", "karelia")
    with pytest.raises(Refused, match="not understood"):
        understood(game, "Germany attacks Equatorial Africa")


def test_only_units_in_a_part_that_touches_a_country_stand_next_to_it() -> None:
    """Nepal looks at Axis units next door: in Bengal, but not in the Punjab."""
    game = Game.new(BOOK, "1939", seed=1, options={"map": INDIA})

    def next_door() -> bool:
        return next(t.value for t in game.explain("nepal") if t.rule == "DG-NEP-O1")

    game.report({"units.punjab.japan.infantry": 1})
    assert game.world["units.india.japan.infantry"] == 1
    assert not next_door()
    game.report({"units.punjab.japan.infantry": 0, "units.bengal.japan.infantry": 1})
    assert game.world["units.india.japan.infantry"] == 1
    assert next_door()
    (trace,) = [t for t in game.explain("nepal") if t.rule == "DG-NEP-O1"]
    assert any("a part of India that touches Nepal" in line for line in trace.lines())


def test_moves_go_from_part_to_part() -> None:
    game = begun()
    game.event("place", nation="france", units={"infantry": 3}, at="chad")
    game.event("move", nation="france", units={"infantry": 2}, **{"from": "chad", "to": "gabon"})
    counts = [game.world[f"units.{p}.france.infantry"] for p in ("chad", "gabon", "equatorial-africa")]
    assert counts == [1, 2, 3]
    with pytest.raises(Refused, match="split on this board: say chad or gabon"):
        game.event("place", nation="france", units={"infantry": 1}, at="equatorial-africa")


def test_a_part_is_conquered_by_itself_and_its_value_goes_with_it() -> None:
    every = {f"value.{p}": 1 for p in geography().places if p not in ("equatorial-africa", "kola", "karelia")}
    game = begun(**every, **{"war-status.france": "full", "turn": 2})
    before = own_land("germany").value(game.world), own_land("france").value(game.world)
    game.event("attack", attacker="germany", target="gabon", outcome="conquered")
    assert "gabon" in holdings(game.world, "germany")
    assert "chad" in holdings(game.world, "france")
    after = own_land("germany").value(game.world), own_land("france").value(game.world)
    assert after == (before[0] + 2, before[1] - 2)
    game.event("attack", attacker="germany", target="chad", outcome="repelled")  # the other part is still French
    assert "chad" in holdings(game.world, "france")
    assert BOOK.may(game.world, "france", "enter", "chad", "infantry").allowed
    assert not BOOK.may(game.world, "france", "enter", "gabon", "infantry").allowed


def test_a_rule_that_gives_the_whole_away_gives_every_part() -> None:
    game = begun(**{"holder.equatorial-africa": "none", "vichy.equatorial-africa": "germany"})
    assert not {"chad", "gabon"} & set(holdings(game.world, "france"))


def test_a_game_on_its_own_board_is_kept_with_it(tmp_path: Path) -> None:
    game = begun()
    game.report({"units.chad.uk.infantry": 2})
    game.save(tmp_path / "own.legation")
    again = Game.open(tmp_path / "own.legation", {"twg": BOOK})
    assert on_board(again.world.schema).parts == {"equatorial-africa": ("chad", "gabon")}
    assert again.world["units.equatorial-africa.uk.infantry"] == 2
    assert again.verify() == []
    assert again.branch().world["units.chad.uk.infantry"] == 2
    assert BOOK.board_text(again.record.header.options) == OWN


def test_what_touches_what_is_read_off_the_map_and_cites_it() -> None:
    own, theirs = begun().world, Game.new(BOOK, "1939", seed=1).world
    touches = BOOK.adjacent(own, "Gabon")
    assert (touches.rule, touches.text) == ("DG-OCC-10", "Gabon touches by land, on the group's own map")
    assert [line.text for line in touches.parts] == ["Gabon touches Belgian Congo", "Gabon touches Cameroon"]
    assert BOOK.adjacent(theirs, "Thailand").text == "Thailand touches by land, on the reference map"


@pytest.mark.parametrize("seed", [2, 5])
def test_a_random_game_on_a_board_of_its_own_has_no_dead_end(seed: int) -> None:
    game = Game.new(BOOK, "1939", seed=seed, options=RULES)
    play = suite.RandomPlay(game, seed, Random(seed), events=0.4)
    for _ in range(150):
        if not game.over:
            play.step()
    suite.check_reopening(game)
    suite.check_verify(game)
