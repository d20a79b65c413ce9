"""Every act is told, in the words of its book, and nobody is told what is hidden from him."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from rich.console import Console

from legation import new_game
from legation.books import book
from legation.cli.render import desk
from legation.core.book import Book
from legation.core.chronicle import Effect, chronicle
from legation.core.dispatch import dispatch_of, last_dispatch, told_since
from legation.core.game import Game
from legation.core.requests import TABLE
from legation.core.sight import Sight
from legation.core.views import Dispatch, Tell
from legation.core.voice import figure
from legation.testing.conformance import begin
from tests.books.tern.book import BOOK as TERN
from tests.web.test_pages import usual

SCENARIOS = [("tern", "archipelago"), ("twg", "1939"), ("twg", "1942"), ("awaw", "older"), ("awaw", "current-gs")]
ACTS = 120
RAW = re.compile(r"\{|\}|\b[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*\b|Not \(|<lambda>|\bNone\b|\bTrue\b|\bFalse\b")


def of(name: str) -> Book:
    return TERN if name == "tern" else book(name)


def played(name: str, scenario: str, seed: int = 4) -> Game:
    play = begin(of(name), scenario, seed, events=0.08, undos=0.02)
    for _ in range(ACTS):
        if play.game.over:
            break
        play.step()
    return play.game


def every_dispatch(sight: Sight) -> list[Dispatch]:
    found = (dispatch_of(sight, line.seq, line.seq) for line in chronicle(sight).lines if line.kind != "setup")
    return [one for one in found if one is not None]


def words(one: Dispatch) -> list[str]:
    told = [one.headline, *(found.says for found in one.reveals), *(f"{die.says} {die.result}" for die in one.fell)]
    told += [die.purpose for die in one.fell if die.purpose]
    return told + [f"{tell.text} {tell.because}" for tell in (*_all(one), *one.board)]


def _all(one: Dispatch) -> list[Tell]:
    return [*([one.lead] if one.lead else []), *one.tells]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_what_is_told_is_in_words(name: str, scenario: str) -> None:
    game = played(name, scenario)
    told = [text for one in every_dispatch(Sight(game, game.book.seats[0])) for text in words(one)]
    assert len(told) > 20
    assert [text for text in told if RAW.search(text) or not text[:1].strip()] == []


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_rule_of_a_dispatch_is_one_of_its_entries(name: str, scenario: str) -> None:
    game = played(name, scenario)
    for one in every_dispatch(Sight(game, game.book.seats[0])):
        entry = game.record[one.first]
        rules = {change.rule for change in entry.effects} | {r["rule"] for r in entry.cause.get("remarks", ())}
        assert {rule for tell in _all(one) for rule in tell.rules} <= rules


def test_the_last_act_is_told_first() -> None:
    game = played("twg", "1939")
    sight = Sight(game, "uk")
    found = last_dispatch(sight)
    assert found is not None
    assert told_since(sight, found.last) is None  # nothing has been told since


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_long_time_is_told_phase_by_phase(name: str, scenario: str) -> None:
    sight = Sight(played(name, scenario), of(name).seats[0])
    found = told_since(sight, 0)
    assert found is not None
    assert len(found.phases) + len(found.earlier) > 1
    spans = [(phase.first, phase.last) for phase in found.phases]
    assert spans == sorted(spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    letters = [line.letter for line in found.lines if line.letter]
    assert letters == sorted(set(letters))
    assert found.says.startswith(found.headline)
    assert told_since(sight, len(sight.game.record)) is None


def test_an_entry_stands_under_the_phase_in_which_it_happened() -> None:
    game = Game.new(of("twg"), "1939", seed=7)
    for _ in range(2):
        asked = game.requests()[0]
        game.answer(asked.id, True if asked.kind == "confirm" else dict.fromkeys(asked.facts, 0), seat="germany")
    while game.phase.endswith("unrest"):
        asked = game.requests()[0]
        game.answer(asked.id, False, seat=asked.seat)
    rolls = [line for line in chronicle(Sight(game, "uk")).lines if line.kind == "roll"]
    assert {line.phase for line in rolls if line.text.startswith("Unrest in")} == {"Turn 1, political unrest"}
    assert rolls[0].text == "Unrest in Iraq: Germany rolled 3, needed 5 or less: a success"


def test_a_die_is_told_with_the_number_it_needed() -> None:
    game = played("twg", "1939")
    sight = Sight(game, "uk")
    dice = [die for one in every_dispatch(sight) for die in (*one.fell, *one.idle) if die.needed is not None]
    assert dice
    for die in dice:
        cause = game.record[die.seq].cause
        assert die.roll == cause["roll"]
        assert Fraction(die.needed or 0, int(die.die[1:])) == Fraction(cause["odds"]["success"])
        assert die.won is (die.roll <= (die.needed or 0))


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_nothing_is_said_twice(name: str, scenario: str) -> None:
    game = played(name, scenario)
    sight = Sight(game, game.book.seats[0])
    for one in [*every_dispatch(sight), dispatch_of(sight, 2)]:
        assert one is not None
        opened = (f"{found.seq}: {found.says}" for found in one.reveals)  # two openings may hold the same sums
        said = [one.headline, *opened, *(tell.text for tell in (*one.tells, *one.board))]
        assert [text for text in said if said.count(text) > 1] == []
        assert one.headline not in {die.purpose for die in one.fell}
        assert not any(die.result and die.result in one.headline for die in one.fell)


def test_a_die_of_diplomacy_is_told_by_its_sheet() -> None:
    game = played("awaw", "current-gs", seed=1)
    sight = Sight(game, "germany")
    lines = {line.seq: line for line in chronicle(sight).lines}
    dice = [die for one in every_dispatch(sight) for die in (*one.fell, *one.idle) if die.added is not None]
    assert dice
    for die in dice:
        modifiers = next(e.is_ for e in lines[die.seq].effects if e.fact.startswith("modifiers."))
        assert (die.added, die.total) == (modifiers, die.roll + modifiers)
        assert die.says.endswith(f"by the sheet {figure(die.total)}" if die.added else "the sheet adds nothing")
        assert lines[die.seq].text.startswith(f"Diplomacy in {die.subject}: {die.says}")


def test_pieces_in_one_place_are_told_in_one_line() -> None:
    sight = Sight(new_game("twg", "1939"), "uk")
    changes = [("units.denmark.germany.infantry", 0, 2), ("units.denmark.germany.armor", 3, 1)]
    changes += [("army.denmark.infantry", 2, 0), ("units.denmark.uk.infantry", 1, 0)]
    told = sight.book.views.moved(
        sight, [(7, Effect(f, "", "", "", "R", "", was=was, is_=now)) for f, was, now in changes]
    )
    assert [tell.text for tell in told] == [
        "2 infantry and 1 armor of Germany stand in Denmark",
        "The army of Denmark has no infantry left",
        "No infantry of the U.K. is left in Denmark",
    ]


def test_what_the_table_has_moved_itself_is_no_news() -> None:
    game = new_game("twg", "1939")
    seq = game.event("place", nation="germany", units={"infantry": 2}, at="germany")[0].seq
    found = dispatch_of(Sight(game, "uk"), seq)
    assert found is not None
    assert (found.board, found.tells) == ((), ())


def test_dice_of_commerce_are_told_as_money() -> None:
    game = played("twg", "1939")
    sight = Sight(game, "uk")
    dice = [die for one in every_dispatch(sight) for die in (*one.fell, *one.idle)]
    commerce = [die for die in dice if "Military Commerce" in game.record[die.seq].cause["label"]]
    assert all(die.worth == die.roll for die in commerce)
    assert not any(die.worth for one in every_dispatch(sight) for die in one.idle)


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_die_is_told_with_what_it_was_thrown_for_and_what_came_of_it(name: str, scenario: str) -> None:
    game = played(name, scenario)
    sight = Sight(game, game.book.seats[0])
    whole = dispatch_of(sight, 2)
    for one in [*every_dispatch(sight), *([whole] if whole else [])]:
        for die in (*one.fell, *one.idle):
            assert die.subject.lower() in chronicle(sight).lines[die.seq - 1].text.lower()
        below = [tell for _, tells, board in one.by_cause for tell in (*tells, *board)]
        assert sorted(tell.text for tell in below) == sorted(tell.text for tell in (*one.tells, *one.board))
        reasons = [tell.because for tell in one.tells if tell.because]
        assert len(reasons) == len({*reasons})


def test_letters_are_opened_with_what_each_had_sealed() -> None:
    seen = 0
    for name, scenario in SCENARIOS:
        game = played(name, scenario)
        sight = Sight(game, game.book.seats[0])
        for one in every_dispatch(sight):
            for found in one.reveals:
                entry = game.record[found.seq]
                if "reveal" in entry.cause:
                    assert {letter.seat for letter in found.letters} == set(entry.cause["reveal"])
                else:
                    assert {letter.seat for letter in found.letters} <= {key.split(".")[1] for key in entry.reveals}
                assert not RAW.search(found.says)
                seen += 1
    assert seen > 3


# -- what waits
def test_a_result_that_is_taken_is_told_with_what_it_waits_for() -> None:
    """It stands in the dispatch, in the dossier and in the terminal until the last die of the phase has fallen."""
    game = new_game("awaw", scenario="current-classic", seed=5, dice="typed")
    views = game.book.views

    def waits() -> list[Tell]:
        return list(views.waits(Sight(game, TABLE)))

    assert waits() == []
    while not any(tell.place == "hungary" for tell in waits()):
        play_on(game)
    taken = next(tell for tell in waits() if tell.place == "hungary")
    assert taken.text == "Hungary: 9 is taken, associates with the Axis"
    assert taken.because == "takes effect when the dice of Rumania and Yugoslavia have fallen"
    assert taken.rules == ("DT-GEN-1",)
    assert game.world["result.hungary"] != "9", "the map keeps the old result"
    told = told_since(Sight(game, "britain"), taken.seq - 1)
    assert told is not None
    assert taken in told.all_waits
    facts = {label: value for label, value, _ in Sight(game, "britain").dossier("hungary").facts}
    assert facts["Settled"] == f"{taken.text}; {taken.because}"
    screen = Console(width=200)
    with screen.capture() as said:
        screen.print(*desk(game, game.requests()), sep="\n")
    assert f"{taken.text}; takes effect" in said.get()
    while waits():
        play_on(game)
    assert game.world["result.hungary"] == "9"
    assert "Settled" not in {label for label, *_ in Sight(game, "britain").dossier("hungary").facts}


def play_on(game: Game) -> None:
    asked = game.requests()[0]
    game.answer(asked.id, usual(game, asked), seat=asked.seat if asked.seat != TABLE else game.book.seats[0])


def test_the_die_for_which_letters_were_opened_is_shown_though_it_changed_nothing() -> None:
    game = new_game("twg", scenario="1939", seed=7, dice="server")
    for wanted in ("finland", "money", True, 2, 2):
        while game.requests()[0].kind in ("report", "roll") or not _offers(game, wanted):
            game.answer(game.requests()[0].id, usual(game, game.requests()[0]), seat=_speaker(game))
        request = next(r for r in game.requests() if wanted in r.legal)
        game.answer(request.id, wanted, seat=request.seat)
    sight = Sight(game, TABLE)
    opened = next(line.seq for line in chronicle(sight).lines if line.kind == "reveal")
    found = dispatch_of(sight, opened - 6, opened + 1)
    assert found is not None
    assert [die.subject for die in found.fell] == ["Finland"]
    assert found.headline == "Finland: a failure"


def _offers(game: Game, wanted: object) -> bool:
    return any(wanted in r.legal for r in game.requests())


def _speaker(game: Game) -> str:
    seat = game.requests()[0].seat
    return "umpire" if seat == TABLE else seat


def test_sums_stand_below_what_has_turned_and_light_nothing_up() -> None:
    game = new_game("twg", scenario="1939", seed=7, dice="server", options={"rules-1939": "yes"})
    while "influence" not in game.phase:
        request = game.requests()[0]
        game.answer(request.id, usual(game, request), seat=_speaker(game))
    found = told_since(Sight(game, "uk"), 1)
    assert found is not None
    whole = dispatch_of(Sight(game, "uk"), 2)
    assert whole is not None
    totals = [tell.total for tell in whole.tells]
    assert totals == sorted(totals)
    assert True in totals
    assert not any(tell.letter for tell in found.lines if tell.total)
    assert not found.headline.startswith("Military Commerce")
