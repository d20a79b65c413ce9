"""Units on the board: what may enter where, what an attack costs, and what the referee remarks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.war.units import units_of
from legation.core.errors import NotFound, Refused
from legation.core.game import Game
from legation.testing.conformance import lawful_deed, look_alike
from tests.core.tiny import reopened


def fresh(**given: Any) -> Game:
    return Game.new(BOOK, "1939", seed=1, given={k.replace("__", "."): v for k, v in given.items()})


@pytest.mark.parametrize(
    ("said", "units"),
    [
        ("2 infantry, 1 armor", {"infantry": 2, "armor": 1}),
        (["2-infantry", "armor"], {"infantry": 2, "armor": 1}),
        ("infantry", {"infantry": 1}),
        ({"artillery": 3}, {"artillery": 3}),
    ],
)
def test_units_are_read_as_people_write_them(said: Any, units: dict[str, int]) -> None:
    assert units_of(said) == units


@pytest.mark.parametrize("said", ["2 knights", "", {"infantry": 0}, {"infantry": True}])
def test_what_is_no_unit_is_refused(said: Any) -> None:
    with pytest.raises((NotFound, Refused)):
        units_of(said)


def test_units_move_into_a_friendly_country_and_out_again() -> None:
    game = fresh()
    game.event("move", nation="germany", units="2 infantry, 1 armor", to="bulgaria")
    assert game.world["units.bulgaria.germany.infantry"] == 2
    game.event("move", nation="germany", units="1 armor", to="romania", **{"from": "bulgaria"})
    assert game.world["units.bulgaria.germany.armor"] == 0
    assert game.world["units.romania.germany.armor"] == 1
    game.event("withdraw", nation="germany", at="bulgaria")
    assert game.world["units.bulgaria.germany.infantry"] == 0
    game.event("remove", nation="germany", units={"armor": 1}, at="romania")
    assert game.world["units.romania.germany.armor"] == 0
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


@pytest.mark.parametrize(
    ("event", "details", "rule"),
    [
        ("move", {"nation": "germany", "units": "infantry", "to": "spain"}, "DG-AFF-18"),
        ("place", {"nation": "germany", "units": "infantry", "at": "great-britain"}, "DG-AFF-19"),
        ("place", {"nation": "germany", "units": "infantry", "at": "finland"}, "DG-AFF-15"),
        ("move", {"nation": "germany", "units": "infantry", "to": "bulgaria", "by": "rail"}, "DG-OCC-4"),
        ("remove", {"nation": "germany", "units": "infantry", "at": "spain"}, "DG-OCC-11"),
        ("withdraw", {"nation": "germany", "at": "spain"}, "DG-OCC-11"),
    ],
)
def test_what_a_class_forbids_is_refused_with_its_rule(event: str, details: dict[str, Any], rule: str) -> None:
    game = fresh()
    before = len(game.record)
    with pytest.raises(Refused) as refusal:
        game.event(event, **details)
    assert refusal.value.rule == rule
    assert len(game.record) == before


def test_the_umpire_may_rule_what_is_refused() -> None:
    game = fresh()
    game.rule({"units.spain.germany.infantry": 1}, "the group plays with transit rights")
    assert game.world["units.spain.germany.infantry"] == 1


def test_a_plain_report_counts_and_is_remarked_on() -> None:
    game = fresh()
    game.report({"occupied.spain": "germany"})
    remarks = game.record[2].cause["remarks"]
    assert [r["rule"] for r in remarks] == ["DG-AFF-18"]
    assert game.world["units.spain.germany.infantry"] == 1
    game.report({"units.bulgaria.germany.infantry": 2})
    assert "remarks" not in game.record[3].cause


def test_an_attack_tells_who_stands_where_and_what_was_lost() -> None:
    game = fresh(units__hungary__germany__infantry=3)
    attack = {"attacker": "germany", "target": "yugoslavia", "from": "hungary"}
    game.event("attack", committed="3 infantry", losses="1 infantry", outcome="conquered", **attack)
    assert game.world["stance.yugoslavia.germany"] == "total"
    assert game.world["units.yugoslavia.germany.infantry"] == 2
    assert game.world["units.hungary.germany.infantry"] == 0


def test_a_repelled_attack_goes_back_with_what_is_left() -> None:
    game = fresh(units__hungary__germany__infantry=3)
    attack = {"attacker": "germany", "target": "yugoslavia", "from": "hungary", "defenders": "1 infantry"}
    game.event("attack", committed="3 infantry", losses="1 infantry", outcome="repelled", **attack)
    assert game.world.get("units.yugoslavia.germany.infantry") == 0
    assert game.world["units.hungary.germany.infantry"] == 2
    assert game.world["army.yugoslavia.infantry"] == 2


def test_nobody_loses_more_than_was_committed() -> None:
    with pytest.raises(Refused, match="it did not commit so many"):
        fresh().event("attack", attacker="germany", target="denmark", committed="infantry", losses="2 infantry")


def test_a_reported_attack_can_be_amended_with_all_that_followed() -> None:
    game = fresh()
    game.event("attack", attacker="germany", target="denmark", outcome="conquered")
    game.report({"units.denmark.germany.infantry": 1})
    amendment = game.amend(2, {"outcome": "repelled"}, "the last die was misread")
    told = {c.fact: (c.old, c.new) for c in amendment.changes}
    assert told["stance.denmark.germany"] == ("total", "neutral")
    assert told["stance.denmark.uk"] == ("neutral", "sworn")
    amendment.commit()
    assert game.world["stance.denmark.uk"] == "sworn"
    assert game.verify() == []
    assert not look_alike(game, reopened(game))


@pytest.mark.parametrize(
    ("event", "details", "message"),
    [
        ("attack", {"target": "spain"}, "it lacks the attacker: say attacker=NATION"),
        ("attack", {"attacker": "germany"}, "it lacks the territory: say target=TERRITORY"),
        ("place", {"nation": "germany", "units": "infantry"}, "say at=TERRITORY"),
        ("move", {"units": "infantry", "to": "spain"}, "say nation=NATION"),
    ],
)
def test_what_an_event_lacks_is_said(event: str, details: dict[str, str], message: str) -> None:
    with pytest.raises(Refused, match=message):
        Game.new(BOOK, "1939", seed=1).event(event, **details)


@pytest.mark.parametrize("rules", ["yes", "no"])
def test_chance_offers_only_events_that_the_rules_allow(rules: str) -> None:
    """Also in peace, when the U.S.A. attacks nobody."""
    game = Game.new(BOOK, "1939", seed=3, options={"rules-1939": rules})
    offers = [found for seed in range(60) if (found := lawful_deed(game, Random(seed)))]
    assert len(offers) > 20
    for name, details in offers:
        game.branch().event(name, **details)
