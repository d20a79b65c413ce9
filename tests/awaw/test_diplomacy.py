"""The diplomatic tables: figures as in the ledger, exact odds, secret DPs, and a year that comes round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.books.awaw.book import BOOK
from legation.books.awaw.calendar import when
from legation.books.awaw.diplomacy.phase import look
from legation.books.awaw.diplomacy.points import ALLOTMENTS
from legation.books.awaw.diplomacy.results import key_of, prorated
from legation.books.awaw.diplomacy.tables import TABLES
from legation.books.awaw.diplomacy.targets import open_targets
from legation.books.awaw.powers import AXIS, DP_POWERS, FACTIONS, TARGETS
from legation.core.errors import NotFound, Unknown
from legation.core.expr import Const, Times, WhenElse
from legation.core.game import Game
from legation.core.rules import Modifier
from legation.core.tables import Band, Table

LEDGERS = BOOK.registry.ledgers
OWN_IDS = ("DT-", "DP-")


def rows() -> list[Modifier]:
    found = [m for table in TABLES.values() for m in table.parts if isinstance(m, Modifier)]
    found += [row for sheet in ALLOTMENTS.values() for row in sheet.rows]
    return list({m.cite: m for m in found if m.cite.startswith(OWN_IDS)}.values())


def bands_of(table: Table) -> list[Band]:
    return [p for p in table.parts if isinstance(p, Band)]


def quiet(edition: str = "older", **given: Any) -> Game:
    """A game with nothing on the board that bears on any roll."""
    facts: dict[str, Any] = {}
    for country in TABLES:
        facts |= BOOK.expand("quiet", country, BOOK.schema(edition))
    facts |= {"tension.rgt": 7, "tension.usat": 30, "first-held.kiev": 0, "brp-value.vichy-france": 25}
    facts |= {key.replace("__", "."): value for key, value in given.items()}
    return Game.new(BOOK, edition, seed=1, given=facts, stack=())


def test_every_target_has_its_table() -> None:
    assert set(TABLES) == set(TARGETS)
    assert set(ALLOTMENTS) == set(DP_POWERS)


# -- figures
@pytest.mark.parametrize("row", rows(), ids=lambda m: m.cite)
def test_a_row_counts_what_the_ledger_says(row: Modifier) -> None:
    params = LEDGERS.entry(row.cite).params
    value = row.value
    if isinstance(value, Const):
        assert value.constant == params["value"]
    elif isinstance(value, Times) and isinstance(value.right, Const):
        assert value.right.constant == params["value"]
    elif isinstance(value, WhenElse) and isinstance(value.yes, Const):
        assert value.yes.constant == params["value"]


@pytest.mark.parametrize("country", TABLES)
def test_bands_lie_where_the_ledger_puts_them(country: str) -> None:
    for band in bands_of(TABLES[country]):
        entry = LEDGERS.entry(band.cite)
        if "part_of" in entry.params or band.extra:
            continue
        assert (band.lo, band.hi) == (entry.params["min"], entry.params["max"]), band.cite
        assert band.permanent == entry.params["permanent"], band.cite


@pytest.mark.parametrize("country", TABLES)
def test_rows_and_results_stand_in_the_order_of_the_book(country: str) -> None:
    for kind in ("-M", "-R"):
        own = [p.cite for p in TABLES[country].parts if f"{kind}" in p.cite and not (isinstance(p, Band) and p.extra)]
        assert own == sorted(own, key=LEDGERS.ids.index)


@pytest.mark.parametrize(
    ("brps", "year"),
    [(5, [5, 4, 3, 1]), (10, [10, 8, 5, 3]), (15, [15, 11, 8, 4]), (20, [20, 15, 10, 5]), (30, [30, 23, 15, 8])],
)
def test_brps_are_prorated_by_the_quarters_left(brps: int, year: list[int]) -> None:
    assert [prorated(brps, season) for season in ("spring", "summer", "fall", "winter")] == year


def test_the_campaign_begins_in_fall_1939() -> None:
    assert [when(turn) for turn in (1, 2, 3, 7)] == [
        (1939, "fall"),
        (1939, "winter"),
        (1940, "spring"),
        (1941, "spring"),
    ]


# -- odds
@settings(max_examples=60, deadline=None)
@given(
    country=st.sampled_from(list(TABLES)),
    faction=st.sampled_from(FACTIONS),
    german=st.integers(0, 12),
    british=st.integers(0, 12),
    covert=st.integers(-5, 5),
)
def test_odds_are_those_of_throwing_every_face(
    country: str, faction: str, german: int, british: int, covert: int
) -> None:
    world, table = quiet().world, TABLES[country]
    dps = {"germany": german, "britain": british}
    ((_, odds),) = BOOK.odds(world, country, {"by": faction, "covert": covert, "points": dps}).items()
    sheet = BOOK.sheet(world, country, {"by": faction, "covert": covert, "points": dps})
    thrown = Counter(key_of(table.band(face + sheet.total)) for face in range(1, 7))
    assert odds == {result: Fraction(times, 6) for result, times in thrown.items()}
    assert sum(odds.values()) == 1


def test_odds_are_given_for_every_faction_and_every_dp() -> None:
    odds = BOOK.odds(quiet().world, "spain", {"points": {"germany": 4}})
    assert list(odds) == ["roll by the Axis", "roll by the Western Allies", "roll by Russia"]
    assert odds["roll by the Axis"] == {
        "3-4": Fraction(2, 6),
        "5-6": Fraction(2, 6),
        "7": Fraction(1, 6),
        "8": Fraction(1, 6),
    }
    with pytest.raises(NotFound, match="germany"):
        BOOK.odds(quiet().world, "spain", {"points": {"german": 4}})


def test_what_the_board_has_not_told_is_asked_only_if_it_matters() -> None:
    given = {"turn": 2, "season": "winter", "tension.rgt": 7}  # what was known at set-up is old by then
    game = Game.new(BOOK, "older", seed=1, given=given, stack=())
    with pytest.raises(Unknown) as needed:
        BOOK.odds(game.world, "rumania", {"by": AXIS})
    assert set(needed.value.questions) == {f"factors.{faction}.ground-air.rumania" for faction in FACTIONS}
    assert sum(BOOK.odds(game.world, "rumania", {"by": AXIS, "covert": 999})["roll by the Axis"].values()) == 1


# -- words
@pytest.mark.parametrize(
    ("said", "meant"),
    [("Spain", "spain"), ("vichy france", "vichy-france"), ("Ukraine", "ukraine"), ("the Ukraine", "ukraine")],
)
def test_a_country_is_found_by_its_name(said: str, meant: str) -> None:
    assert BOOK.resolve(said) == meant


def test_a_slip_of_the_pen_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(NotFound, match="rumania"):
        BOOK.resolve("Romania")


@pytest.mark.parametrize("country", TABLES)
def test_a_dossier_and_an_explanation_cite_the_table(country: str) -> None:
    game = quiet()
    assert game.dossier(country).facts[0][1] == "3-4"
    cited = {part.rule for trace in game.explain(country) for part in trace.walk()}
    assert {m.cite for m in TABLES[country].effective} <= cited
    assert {"PROC-9", "PROC-10", "PROC-11", "DT-GEN-36"} <= cited


# -- secrets
def place(**points: dict[str, int]) -> Game:
    game = Game.new(BOOK, "older", seed=3, given={"tension.rgt": 7})
    for request in game.requests():
        game.answer(request.id, points.get(request.seat, {}), seat=request.seat)
    return game


def test_nobody_but_the_partner_sees_where_dps_lie() -> None:
    spain, sweden = (place(germany={country: 3}) for country in ("spain", "sweden"))
    for seat in DP_POWERS:
        told = [game.view(seat)["facts"].get("dp.germany.spain") for game in (spain, sweden)]
        assert told == ([3, 0] if seat in ("germany", "italy") else [None, None])


def test_dps_are_opened_for_the_target_that_is_rolled_for_and_no_other() -> None:
    game = place(germany={"sweden": 1, "rumania": 2}, britain={"rumania": 1})
    told = [("germany", "rumania"), ("germany", "pass"), ("italy", "pass")]
    for seat, answer in (*told, ("germany", 0), ("italy", 0)):  # nobody triggers DPs in the United States
        game.answer(game.requests()[0].id, answer, seat=seat)
    shown = {c.fact: c.new for entry in game.record for c in entry.effects if c.fact.startswith("dp.")}
    assert {fact: n for fact, n in shown.items() if n} == {"dp.germany.rumania": 2, "dp.britain.rumania": 1}


def test_partners_name_targets_by_the_dps_they_know_of() -> None:
    game = place(germany={"sweden": 3}, italy={"greece": 2})
    (request,) = game.requests("germany")
    assert "greece" not in request.legal
    game.answer(request.id, "pass", seat="germany")
    (request,) = game.requests("italy")
    assert request.legal == ["greece", "pass"]


# -- the year
def test_the_year_comes_round_and_brings_new_dps() -> None:
    game = place(germany={"sweden": 3})
    seen = set()
    for _ in range(400):
        seen.add((game.world["year"], game.world["season"]))
        if game.world["year"] == 1941:
            break
        request = game.requests()[0]
        if request.kind == "report":
            domain = {k: game.world.schema.spec(k).domain.open for k in request.facts}
            answer: Any = {k: False if span.lo is False else max(0, span.lo) for k, span in domain.items()}
        else:
            answer = "pass" if "pass" in request.legal else request.legal[0]
        game.answer(request.id, answer, seat="germany" if request.seat == "table" else request.seat)
    assert (1939, "fall") in seen
    assert (1940, "winter") in seen
    assert game.world["year"] == 1941
    assert game.verify() == []


def test_open_targets_are_what_the_desk_offers() -> None:
    game = place(germany={"sweden": 3})
    (request,) = game.requests("germany")
    assert (
        request.legal
        == [*open_targets(game.world, AXIS), "pass"]
        == [
            *("bulgaria", "finland", "hungary", "rumania", "sweden", "yugoslavia"),
            "pass",
        ]
    )


def test_a_roll_is_seen_by_whoever_makes_it() -> None:
    world = quiet().world
    assert look(world, "spain", "russia").get("selector") == "russia"


# -- one more point
def test_one_more_dp_moves_the_odds_by_one_either_way() -> None:
    game = Game.new(BOOK, "older", stack=(), given={**BOOK.quiet("spain"), "fallen.france": True})
    how = {"by": "axis", "points": {"germany": 4}}
    (now,), more = BOOK.odds(game.world, "spain", how).values(), BOOK.one_more(game.world, "spain", how)
    up, down = (next(iter(odds.values())) for odds in more.values())
    assert list(more) == ["one more DP of the Axis", "one more DP of the Allies"]
    assert up == next(iter(BOOK.odds(game.world, "spain", {"by": "axis", "points": {"germany": 5}}).values()))
    assert down == next(
        iter(BOOK.odds(game.world, "spain", {"by": "axis", "points": {"germany": 4, "usa": 1}}).values())
    )
    assert {*now, *up, *down} <= {*BOOK.outcomes("spain")}
