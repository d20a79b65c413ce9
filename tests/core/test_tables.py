"""Tables: modifiers in stages, bands without gaps, layers that name what they touch, exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legation.core.dice import d12
from legation.core.errors import BadRulebook, Unknown
from legation.core.expr import Expr, choice, number, per, truth
from legation.core.facts import Change, Origin, World
from legation.core.log import Log
from legation.core.rules import Modifier, Order
from legation.core.span import Span
from legation.core.tables import Band, Layer, Table, at, bands, extras, fell, modifier, span, upfrom, upto
from legation.core.turning import EFFECT, ORDER, Turning, turned
from tests.books.tern import talks
from tests.books.tern.book import BOOK as TERN
from tests.core.tiny import SCHEMA

STORM = choice("weather", "storm", says="there is a storm")
PACT = truth("pact", "there is a pact")
NET = number("roll.net", "the sum so far")
RESULTS = bands(
    upto(2, "bad", cite="T-R-INSULT"), span(3, 6, "so so", cite="T-R-NOTHING"), upfrom(7, "good", cite="T-R-OATH")
)


def world(log: Log | None = None, **facts: Any) -> World:
    changes = [Change(key.replace("__", "."), None, value) for key, value in facts.items()]
    return World(SCHEMA).with_changes(changes, Origin("given")).heard_by(log)


def table(*modifiers: Modifier, **more: Any) -> Table:
    more = {"results": RESULTS, "stages": ("general", "inertial"), "looks_back": "inertial", **more}
    return Table("talks", "T-TALKS", modifiers=modifiers, **more)


def plus(value: int | Expr, cite: str = "T-M-GOLD", when: Expr | None = None, stage: str = "general") -> Modifier:
    return modifier(value, "a line", when, cite=cite, stage=stage)


# -- bands
@pytest.mark.parametrize(("total", "cite"), [(-4, "T-R-INSULT"), (3, "T-R-NOTHING"), (7, "T-R-OATH")])
def test_a_die_falls_into_one_band_and_the_others_are_held_back(total: int, cite: str) -> None:
    log = Log(keeps=True)
    band = fell(RESULTS, total, world(log))
    assert (band.cite, log.applied) == (cite, {cite})
    assert log.held == {one.cite for one in RESULTS} - {cite}
    assert fell(RESULTS, total, world()) is band  # without a log


def test_a_table_without_results_gives_its_sum_and_logs_its_sheet() -> None:
    number_to_roll = table(plus(2), plus(3, "T-M-STORM", STORM), results=())
    log = Log(keeps=True)
    assert number_to_roll.number(world(log, weather="storm")) == 5
    assert log.applied == {"T-TALKS", "T-M-GOLD", "T-M-STORM"}
    with pytest.raises(Unknown) as lacking:
        number_to_roll.number(world())
    assert lacking.value.questions == ["weather"]


def test_a_gap_between_bands_is_named() -> None:
    with pytest.raises(BadRulebook, match=r"no band holds 3 \(in between T-R-INSULT and T-R-OATH\)"):
        bands(upto(2, "bad", cite="T-R-INSULT"), upfrom(4, "good", cite="T-R-OATH"))


@pytest.mark.parametrize("second", [upfrom(2, "good", cite="T-R-OATH"), upto(5, "good", cite="T-R-OATH")])
def test_an_overlap_names_both_bands(second: Band) -> None:
    with pytest.raises(BadRulebook, match=r"the bands 2 or less and .* overlap \(in T-R-INSULT and T-R-OATH\)"):
        bands(upto(2, "bad", cite="T-R-INSULT"), second)


@pytest.mark.parametrize("given", [(), (at(1, "one", cite="T-R-OATH"),), (upto(1, "one", cite="T-R-OATH"),)])
def test_the_outer_bands_must_be_open(given: tuple[Band, ...]) -> None:
    with pytest.raises(BadRulebook, match="the first band must be open below and the last open above"):
        bands(*given)


def test_bands_are_called_by_their_numbers() -> None:
    assert [b.title for b in (*RESULTS, at(5, "five", cite="T-END"))] == ["2 or less", "3 to 6", "7 or more", "5"]


def test_every_total_falls_into_one_band() -> None:
    found = table()
    assert [found.band(total).label for total in (-9, 2, 3, 6, 7)] == ["bad", "bad", "so so", "so so", "good"]


# -- layers
def test_a_country_rests_on_its_group_and_fills_its_slots() -> None:
    group = table(modifier(number("ships.{here}", "ships at {Here}"), "ships at {Here}", cite="T-M-SHIPS"))
    auk = group.country("Auk", here="auk", cite="T-AUK", basic=plus(-2, "T-AUK-BASIC"))
    assert [m.label for m in auk.effective] == ["ships at Auk", "a line"]
    assert auk.total(world(ships__auk=5)) == 3
    assert auk.band(3).label == "so so"


def test_own_results_take_the_place_of_the_groups() -> None:
    own = bands(upto(0, "no", cite="T-R-WARMER"), upfrom(1, "yes", cite="T-AUK-GOSSIP"))
    assert table().country("Auk", here="auk", cite="T-AUK", results=own).band(5).label == "yes"


def test_layers_add_replace_and_drop_in_the_order_of_their_rank() -> None:
    late = Layer("house", 2, drops=("T-M-STORM-R",))
    early = Layer("edition", 1, adds=(plus(5, "T-M-REVISED"),), replaces={"T-M-STORM": plus(-9, "T-M-STORM-R")})
    base = table(plus(1), plus(-1, "T-M-STORM"))
    assert base.total(world()) == 0
    assert base.with_layers(early).total(world()) == -3
    assert base.with_layers(late, early).total(world()) == 6


def test_bands_can_be_replaced_too() -> None:
    layer = Layer("edition", 1, replaces={"T-R-NOTHING": span(3, 6, "dull", cite="T-R-WARMER")})
    assert table().with_layers(layer).band(4).label == "dull"


def test_a_replacement_of_something_absent_is_an_error() -> None:
    layer = Layer("edition", 1, replaces={"T-M-STORM": plus(1)})
    with pytest.raises(BadRulebook, match=r"the layer edition changes T-M-STORM, which is not there \(in talks\)"):
        table().with_layers(layer).effective


def test_two_layers_of_one_rank_may_not_touch_the_same() -> None:
    one = Layer("one", 1, replaces={"T-M-GOLD": plus(2, "T-M-HOUSE")})
    for two in (Layer("two", 1, drops=("T-M-GOLD",)), Layer("two", 1, replaces={"T-M-GOLD": plus(2)})):
        with pytest.raises(BadRulebook, match=r"two layers of one rank change T-M-GOLD \(in talks\); one and two"):
            table(plus(1)).with_layers(one, two).effective


@pytest.mark.parametrize("adds", [(plus(1),), (plus(1, "T-M-HOUSE"), plus(2, "T-M-HOUSE"))])
def test_what_is_there_is_not_added_again(adds: tuple[Modifier, ...]) -> None:
    with pytest.raises(BadRulebook, match=r"the layer house adds T-M-\w+, which is there already"):
        table(plus(1)).with_layers(Layer("house", 1, adds=adds)).effective


def test_a_replacement_may_not_swallow_another_part() -> None:
    layer = Layer("house", 1, replaces={"T-M-STORM": plus(1)})
    with pytest.raises(BadRulebook, match="the layer house replaces"):
        table(plus(1), plus(2, "T-M-STORM")).with_layers(layer).effective


def test_an_id_stands_once_in_a_table() -> None:
    with pytest.raises(BadRulebook, match=r"talks has T-M-GOLD twice \(in T-TALKS\)"):
        table(plus(1), plus(2)).effective


def test_a_stage_must_be_known() -> None:
    with pytest.raises(BadRulebook, match="T-M-GOLD stands in no known stage: 'late'"):
        table(plus(1, stage="late")).effective


# -- sums
def test_inertial_modifiers_see_the_sum_of_all_others() -> None:
    drag = plus(-1, "T-M-LAST", NET >= 3, stage="inertial")
    more = plus(-1, "T-M-HOUSE", NET >= 3, stage="inertial")
    found = table(drag, plus(3), more)
    assert [m.cite for m in found.effective] == ["T-M-GOLD", "T-M-LAST", "T-M-HOUSE"]
    assert found.total(world()) == 1  # neither sees what the other has taken off
    assert table(drag, plus(2)).total(world()) == 2


def test_a_sheet_lists_what_applies_and_what_does_not() -> None:
    log = Log(keeps=True)
    drag = plus(-1, "T-M-LAST", NET >= 2, "inertial")
    found = table(plus(per(2, number("gold.north", "gold"))), plus(-1, "T-M-STORM", STORM), drag)
    sheet = found.sheet(world(log, weather="calm"))
    assert [(line.modifier.cite, line.amount, line.applied) for line in sheet.lines] == [
        ("T-M-GOLD", 2, True),
        ("T-M-STORM", 0, False),
        ("T-M-LAST", -1, True),
    ]
    assert sheet.total == found.total(world(weather="calm")) == 1
    assert (log.applied, log.held) == ({"T-TALKS", "T-M-GOLD", "T-M-LAST"}, {"T-M-STORM"})
    assert list(sheet.trace(world(weather="calm")).lines(limit=1)) == [
        "modifiers for talks: 1   [T-TALKS]",
        "  + a line: 2   [T-M-GOLD]",
        "  - a line: 0   [T-M-STORM]",
        "  + a line: −1   [T-M-LAST]",
    ]


def test_a_table_turned_round_hands_nothing_down_and_a_country_takes_nothing_over() -> None:
    group = table(plus(1))
    here = group.country("the north", here="north", cite="T-END", modifiers=(plus(2, "T-M-STORM"),))
    assert [m.cite for m in here.effective] == ["T-M-GOLD", "T-M-STORM"]
    for cite in (group.cite, here.cite):
        with turned(cite, Turning(EFFECT)):
            assert ([m.cite for m in here.effective], here.total(world())) == (["T-M-STORM"], 2)
    assert here.total(world()) == 3


def test_the_stages_of_a_table_may_be_an_order() -> None:
    stages = Order("general first", "T-ORDER", ("general", "inertial"))
    found = table(plus(-1, "T-M-LAST", stage="inertial"), plus(1), stages=stages)
    assert [line.modifier.cite for line in found.sheet(world()).lines] == ["T-M-GOLD", "T-M-LAST"]
    object.__setattr__(stages, "of", ("inertial", "general"))
    with turned(stages.cite, Turning(ORDER)):
        assert [line.modifier.cite for line in found.sheet(world()).lines] == ["T-M-LAST", "T-M-GOLD"]


# -- odds, and what is still unknown
def test_odds_are_exact_and_add_up_to_one() -> None:
    assert table(plus(1)).odds(world()) == {
        "2 or less": Fraction(1, 6),
        "3 to 6": Fraction(2, 3),
        "7 or more": Fraction(1, 6),
    }
    odds = table(plus(1), die=d12).odds(world())
    assert sum(odds.values()) == 1
    assert odds["7 or more"] == Fraction(7, 12)


def test_unknown_matters_only_if_a_band_can_change() -> None:
    harmless = table(plus(20), plus(-1, "T-M-STORM", STORM))
    assert harmless.settled_total(world()) == 19
    assert isinstance(harmless.total(world()), Span)
    with pytest.raises(Unknown) as lacking:
        table(plus(1), plus(-1, "T-M-STORM", STORM)).odds(world())
    assert lacking.value.questions == ["weather"]


def test_only_the_lines_that_are_open_are_asked_about() -> None:
    found = table(plus(1, when=STORM & PACT), plus(number("ships.auk"), "T-M-SHIPS"))
    with pytest.raises(Unknown) as lacking:
        found.settled_total(world())
    assert lacking.value.questions == ["ships.auk"]


def test_the_sum_itself_is_never_asked_for() -> None:
    drag = plus(-1, "T-M-LAST", NET >= 3, stage="inertial")
    with pytest.raises(Unknown) as lacking:
        table(plus(3, when=STORM), drag).settled_total(world())
    assert lacking.value.questions == ["weather"]


def test_an_inertial_line_with_an_unknown_of_its_own_is_asked_about() -> None:
    drag = plus(-1, "T-M-LAST", (NET >= 3) & truth("light"), stage="inertial")
    assert table(plus(1), drag).settled_total(world()) == 1
    with pytest.raises(Unknown) as lacking:
        table(plus(3), drag).settled_total(world())
    assert lacking.value.questions == ["light"]


def test_a_supplement_that_hangs_on_the_unknown_is_a_result_too() -> None:
    gossip = extras(at(10, "gossip", cite="T-AUK-GOSSIP"))
    line = plus(-1, "T-M-STORM", STORM)
    assert table(plus(20), line, supplements=gossip).settled_total(world()) == 19
    with pytest.raises(Unknown):
        table(plus(8), line, supplements=gossip).settled_total(world())
    assert [b.label for b in table(supplements=gossip).extras(10)] == ["gossip"]


# -- the tables of the third game
def test_layers_of_tern_all_meet_in_one_table() -> None:
    plain, full = talks.talks("auk", "classic", "no"), talks.talks("auk", "revised", "yes")
    assert len(plain.effective) == 14
    assert len(full.effective) == 16
    assert {m.cite for m in full.effective} - {m.cite for m in plain.effective} == {
        "T-M-STORM-R",
        "T-M-REVISED",
        "T-M-HOUSE",
    }
    assert full.effective[-1].cite == "T-M-LAST"


def test_every_table_of_tern_is_whole() -> None:
    for found in TERN.every_table():
        assert len({m.cite for m in found.effective}) == len(found.effective)
        assert [b.cite for b in found.bands] == ["T-R-INSULT", "T-R-NOTHING", "T-R-WARMER", "T-R-OATH"]
