"""The least answer to a question, and whether it lets things be."""

from __future__ import annotations

from typing import Any

import pytest

from legation.core.dice import Throw, d6
from legation.core.machine import Later
from legation.core.requests import (
    Question,
    amount,
    ask_report,
    can_be_passed,
    choose,
    confirm,
    divide,
    least_answer,
    roll_question,
    sealed,
)

CITE = "T-COURT"
CASES: dict[str, tuple[Question, Any, bool]] = {
    "no": (confirm("north", "Well?", cite=CITE), False, True),
    "only a nod": (confirm("north", "Well?", cite=CITE, no=None), True, True),
    "the last of a list": (choose("north", "Which?", ["auk", "brant", "nobody"], cite=CITE), "nobody", False),
    "passing, wherever it stands": (choose("north", "Which?", ["pass", "auk"], cite=CITE), "pass", True),
    "declining": (choose("north", "Which?", ["auk", "decline", "brant"], cite=CITE), "decline", True),
    "the only answer": (choose("north", "Which?", ["auk"], cite=CITE), "auk", True),
    "nought is no word for passing": (choose("north", "How many?", [0, 1], cite=CITE), 1, False),
    "the smallest number": (amount("north", "How much?", range(2, 5), cite=CITE), 2, False),
    "nearest to nothing": (amount("north", "Which way?", range(-3, 4), cite=CITE), 0, False),
    "nearest to nothing, without nought": (amount("north", "Which way?", [-4, -1, 3], cite=CITE), -1, False),
    "a sealed bid": (sealed("north", "Bid", [3, 2, 1], cite=CITE), 1, False),
    "no points": (divide("north", "Envoys", 3, ["auk", "brant"], cite=CITE), {}, False),
    "nothing new": (ask_report(["lighthouse"], "Please report", cite=CITE), {}, False),
    "a face": (roll_question(Throw("talks", d6, CITE, "north")), 6, False),
}


@pytest.mark.parametrize("name", CASES)
def test_the_least_answer_has_one_meaning(name: str) -> None:
    question, least, passed = CASES[name]
    found = least_answer(question)
    assert (found, type(found)) == (least, type(least))
    assert can_be_passed(question) is passed


def later(kind: str, among: Any, legal: Any, **more: Any) -> Later:
    def worded() -> Question:
        raise AssertionError("nobody reads it, so it is not worded")

    return Later("north", kind, among, legal, worded, **more)


def test_a_question_that_is_not_worded_yet_has_the_same_least_answer() -> None:
    assert least_answer(later("choose", ("auk", "brant", "pass"), lambda value: True)) == "pass"
    assert least_answer(later("choose", ("auk", "brant", "tern"), lambda value: value != "tern")) == "brant"
    assert least_answer(later("confirm", (True, False), lambda value: True)) is False
    assert least_answer(later("confirm", (True,), lambda value: value is True)) is True
    assert least_answer(later("amount", range(9), lambda value: value >= 2)) == 2
    assert least_answer(later("amount", range(-3, 4), lambda value: True)) == 0
    assert least_answer(later("sealed", ({},), lambda value: not value)) == {}


def test_of_a_number_with_ends_nothing_is_tried() -> None:
    def legal(value: Any) -> bool:
        raise AssertionError("the ends say it")

    assert least_answer(later("amount", range(999), legal, ends=(4, 7))) == 4
