"""What follows from a chart agrees with what the ledger says of it: who may counter, empires, alliances, boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.chart import Becomes, Neutral, Stance, Start
from legation.books.twg.charts import neutrals
from legation.books.twg.powers import TITLES
from legation.core.rules import Limit

NATIONS = {title.removeprefix("the ").replace(".", ""): nation for nation, title in TITLES.items()}
CHARTS = {chart.slug: chart for chart in neutrals()}


def params(cite: str) -> Mapping[str, Any]:
    return BOOK.registry.ledgers.entry(cite).params


def nations(said: Any) -> tuple[str, ...]:
    """Names of the ledger as the book has them."""
    return tuple(NATIONS[name] for name in ([said] if isinstance(said, str) else said))


def classes(stance: Stance) -> dict[str, str]:
    return {} if stance.cls == "neutral" else dict.fromkeys(stance.nations, stance.cls)


@pytest.fixture(params=CHARTS.values(), ids=CHARTS)
def chart(request: pytest.FixtureRequest) -> Neutral:
    found: Neutral = request.param
    return found


def test_who_may_counter_is_what_the_ledger_says(chart: Neutral) -> None:
    for said in chart.countering:
        told = params(said.cite)
        by = told["counter_by"]
        if not isinstance(by, Mapping):
            who = nations(told["influencer"]) if "influencer" in told else chart.suitors
            by = dict.fromkeys(who, nations(by))
        else:
            by = {NATIONS[nation]: nations(rivals) for nation, rivals in by.items()}
        assert dict(said.by) == by, said.cite
        assert said.label
    unsaid = {nation for nation in chart.suitors if chart.countering_of(nation) is None}
    assert unsaid == ({"ussr"} if chart.slug == "spain" else set())  # whose rolls no money raises


def test_an_empire_is_what_the_ledger_says(chart: Neutral) -> None:
    told = params(chart.empire.cite)
    assert sorted(colony.name for colony in chart.colonies) == sorted(told["colonies"])
    assert sorted(half.name for half in chart.halves) == sorted(told.get("pair", []))


def test_a_chart_without_rights_or_rolls_says_so_in_the_ledger(chart: Neutral) -> None:
    if isinstance(chart.influence, Limit):
        told = params(chart.influence.cite)
        assert told.get("by", told.get("rolls")) in ([], 0)
        assert chart.rights == ()
    if isinstance(chart.unrest, Limit) and "rolls" in params(chart.unrest.cite):
        assert params(chart.unrest.cite)["rolls"] == len(chart.rolls_due) == 0
    assert chart.influence, "a chart gives rights, or says that it gives none"


def test_alliances_at_the_beginning_are_those_of_the_ledger(chart: Neutral) -> None:
    starts: list[tuple[str, Start]] = [pair for member in (chart, *chart.colonies) for pair in member.start.items()]
    for scenario, start in starts:
        told = {NATIONS[nation]: cls for nation, cls in params(start.cite)[f"affiliation_{scenario}"].items()}
        assert classes(start.to) == told, start.cite


def test_attack_boxes_are_those_of_the_ledger(chart: Neutral) -> None:
    boxes: list[Becomes] = [
        box for found in (chart.attacked, *(c.attacked for c in chart.colonies)) for box in (*found.axis, *found.allies)
    ]
    for box in boxes:
        told = params(box.cite).get("result")
        if told is not None:
            assert classes(box.to) == {NATIONS[nation]: cls for nation, cls in told.items()}, box.cite
