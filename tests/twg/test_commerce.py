"""Military Commerce: best play against brute force, and deals at the table."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from legation.books.twg.book import BOOK
from legation.books.twg.map.geography import geography
from legation.books.twg.money import commerce
from legation.books.twg.money.income import LANDS
from legation.books.twg.money.influence_money import PAYS
from legation.books.twg.money.purses import holdings
from legation.core.dice import Fixed
from legation.core.facts import World
from legation.core.game import Game
from legation.core.machine import Frame, Later
from legation.core.odds import explore
from legation.core.requests import Question

RULES = {"rules-1939": "yes"}
FACES = range(1, 13)


@cache
def brute(left: int, rerolls: int, faces: tuple[int, ...]) -> Fraction:
    """The best income still to come, by trying everything with every die: no shortcut at all."""
    found = [Fraction(0)] if not left else []
    if left:
        rolled = [face + brute(left - 1, rerolls, tuple(sorted((*faces, face)))) for face in FACES]
        found += [7 + brute(left - 1, rerolls, faces), sum(rolled, Fraction(0)) / 12]
    if rerolls:
        found += [again(left, rerolls, faces, i) for i in range(len(faces)) if i == 0 or faces[i] != faces[i - 1]]
    return max(found)


def again(left: int, rerolls: int, faces: tuple[int, ...], which: int) -> Fraction:
    others = faces[:which] + faces[which + 1 :]
    thrown = [f - faces[which] + brute(left, rerolls - 1, tuple(sorted((*others, f)))) for f in FACES]
    return sum(thrown, Fraction(0)) / 12


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("rerolls", [0, 1, 2])
def test_best_play_is_what_brute_force_finds(dice: int, rerolls: int) -> None:
    assert commerce.BEST_PLAY.worth(dice, rerolls) == brute(dice, rerolls, ())


@pytest.mark.parametrize(
    ("left", "rerolls", "faces"),
    [(0, 2, (1, 3, 8, 9)), (1, 2, (6, 7, 8)), (2, 1, (5, 12)), (0, 1, (8, 8, 8)), (1, 2, (9, 9, 9)), (2, 2, (8, 11))],
)
def test_every_option_is_worth_what_brute_force_finds(left: int, rerolls: int, faces: tuple[int, ...]) -> None:
    options = commerce.BEST_PLAY.options(left, rerolls, faces)
    for i, face in enumerate(faces):
        assert options[f"again {face}"] == again(left, rerolls, faces, i)
    if left:
        assert options["safe"] == 7 + brute(left - 1, rerolls, faces)
        rolled = [face + brute(left - 1, rerolls, tuple(sorted((*faces, face)))) for face in FACES]
        assert options["roll"] == sum(rolled, Fraction(0)) / 12
    else:
        assert options["stop"] == 0
    assert max(options.values()) == brute(left, rerolls, faces)


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 8, 11])
def test_the_distribution_is_whole_and_has_the_mean_of_best_play(dice: int) -> None:
    chances = commerce.BEST_PLAY.chances(dice, 2)
    assert sum(chances.values()) == 1
    assert sum(income * chance for income, chance in chances.items()) == commerce.BEST_PLAY.worth(dice, 2)


@cache
def followed(left: int, rerolls: int, faces: tuple[int, ...]) -> dict[int, Fraction]:
    """The distribution of the final income when the first best option is taken, on the dice themselves."""
    options = commerce.BEST_PLAY.options(left, rerolls, faces)
    ranks = {"stop": 0, "safe": 1, "roll": 2, "again": 3}
    single = {key: worth for key, worth in options.items() if "all" not in key}
    best = max(single.values())
    choice = min((key for key, worth in single.items() if worth == best), key=lambda key: ranks[key.split()[0]])
    if choice == "stop":
        return {sum(faces): Fraction(1)}
    if choice == "safe":
        return {income + 7: chance for income, chance in followed(left - 1, rerolls, faces).items()}
    found: dict[int, Fraction] = {}
    others = list(faces)
    if choice.startswith("again"):
        others.remove(int(choice.split()[1]))
    after = (left - 1, rerolls) if choice == "roll" else (left, rerolls - 1)
    for face in FACES:
        for income, chance in followed(*after, tuple(sorted((*others, face)))).items():
            found[income] = found.get(income, Fraction(0)) + chance / 12
    return found


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_distribution_is_that_of_the_options_followed_one_by_one(dice: int) -> None:
    assert commerce.BEST_PLAY.chances(dice, 2) == dict(sorted(followed(dice, 2, ()).items()))


def test_eleven_dice_rolled_outright_range_from_11_to_132() -> None:
    chances = commerce.BEST_PLAY.chances(11, 0, roll_all=True)
    assert (min(chances), max(chances)) == (11, 132)
    assert chances[11] == Fraction(1, 12**11)
    assert sum(income * chance for income, chance in chances.items()) == Fraction(143, 2)


def deal(nation: str, dice: Any, **given: Any) -> Game:
    stack = (Frame("twg.commerce", {"who": nation}),)
    return Game.new(BOOK, "1939", options=RULES, dice=Fixed(dice), given=given, stack=stack)


def test_a_request_carries_the_exact_worth_of_each_option() -> None:
    game = deal("germany", [])
    (request,) = game.requests("germany")
    assert Fraction(request.worth["roll"]) == commerce.BEST_PLAY.worth(11, 2)
    assert Fraction(request.worth["safe all"]) == 77
    assert list(request.worth) == request.legal == list(request.labels)


def test_a_deal_can_be_saved_and_reopened_between_two_dice(tmp_path: Any) -> None:
    game = deal("uk", [9, 2, 11], turn=2)
    game.answer(game.requests("uk")[0].id, "roll", seat="uk")
    game.save(tmp_path / "deal.legation")
    again_ = Game.open(tmp_path / "deal.legation", {"twg": BOOK})
    assert again_.requests("uk") == game.requests("uk")
    assert "9 on the table" in again_.requests("uk")[0].prompt


def test_who_follows_the_advice_gets_on_average_what_was_promised() -> None:
    """The first request's worth is the mean over every run of dice, with the advice taken at each step."""

    def mean(left: int, rerolls: int, faces: list[int], safe: int) -> Fraction:
        worth = commerce.offers(left, rerolls, faces, safe)
        best = max((key for key in worth if "all" not in key), key=lambda key: worth[key])
        if best == "stop":
            return Fraction(sum(faces) + 7 * safe)
        if best == "safe":
            return mean(left - 1, rerolls, faces, safe + 1)
        if best == "roll":
            return sum((mean(left - 1, rerolls, [*faces, f], safe) for f in FACES), Fraction(0)) / 12
        rest = list(faces)
        rest.remove(int(best.split()[1]))
        return sum((mean(left, rerolls - 1, [*rest, f], safe) for f in FACES), Fraction(0)) / 12

    assert mean(2, 2, [], 0) == commerce.BEST_PLAY.worth(2, 2)


def test_the_very_steps_pay_what_best_play_promises() -> None:
    """Every face of every die, the referee's own offers, and the best of them taken."""
    deal = {"nation": "uk", "left": 2, "faces": [], "safe": 0, "rerolls": 2}
    game = Game.new(BOOK, "1939", options=RULES, given={"turn": 2}, stack=())

    def best(step: str, asked: Question | Later, world: World) -> str:
        worth = (asked.worded() if isinstance(asked, Later) else asked).worth
        surest = sorted((key for key in worth if "all" not in key), key=lambda key: "sra".index(key[0]))
        return max(surest, key=lambda key: Fraction(worth[key]))  # of equals, what leaves less to chance

    found: dict[int, Fraction] = {}
    for world, chance in explore(BOOK, game.world, (Frame("twg.commerce.deal", deal),), best).items():
        found[world["commerce.uk"]] = found.get(world["commerce.uk"], Fraction(0)) + chance
    assert dict(sorted(found.items())) == commerce.BEST_PLAY.chances(2, 2)


def test_the_page_of_a_nation_adds_up() -> None:
    given = {
        "turn": 5,
        "war-status.uk": "40",
        "own-land.uk": 118,
        "saved.uk": 3,
        "commerce.uk": 77,
        "funds.uk.commerce": 77,
        "funds.uk.any": 3,
        "debt.uk": 2,
    }
    game = Game.new(BOOK, "1939", options=RULES, given=given, stack=(Frame("twg.income", {"nation": "uk"}),))
    for value in (7, 0):
        game.answer(game.requests("uk")[0].id, value, seat="uk")
    page = BOOK.money_page(game.world, "uk")
    turn = next(part for part in page.parts if part.text == "this turn")
    assert page.value == turn.value == sum(line.value for line in turn.parts) == 3 + 77 + 48 - 7 - 2
    assert {line.text: line.value for line in turn.parts} == {
        "saved from earlier turns": 3,
        "Military Commerce": 77,
        "land income collected": 48,
        "commerce money above the maximum": -7,
        "influence paid": -2,
    }
    assert all(line.rule in BOOK.registry.ledgers for line in turn.parts)


def test_vichy_land_is_counted_once_where_the_board_sheet_has_every_value() -> None:
    given = {f"value.{place}": 1 for place in geography().places} | {"holder.algeria": "none", "vichy.algeria": "italy"}
    world = Game.new(BOOK, "1939", options=RULES, given={**given, "value.algeria": 10}).world
    own = len(holdings(world, "italy"))
    allies = sum(world.get(f"stance.{p}.italy") in PAYS for p in geography().neutrals)
    assert LANDS["italy"].value(world) == own + allies + 10


def test_land_that_is_reported_lost_leaves_a_remark_about_the_sum_told_before() -> None:
    game = Game.new(BOOK, "1939", options=RULES, given={"own-land.france": 40})
    (entry, *_) = game.report({"holder.algeria": "germany"})
    assert [remark["says"] for remark in entry.cause["remarks"]] == [
        "the value of all land that France holds, neutrals apart was told before: report own-land.france anew"
    ]
