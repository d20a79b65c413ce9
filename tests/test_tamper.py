"""A record is tampered with in many ways, and every hash made anew: which are found by file and key, which need a tip.

What only a tip can show are things that could have been so: acts that were cut off, or said otherwise by somebody else.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import legation
from legation.core.errors import LegationError
from legation.core.game import Game
from legation.core.verifier import check
from legation.testing.conformance import begin

Objects = list[dict[str, Any]]
BOOKS = legation.all_books()
BY_TIP = {"last act dropped", "a report edited with its effect", "who acted edited", "reason of a ruling edited"}
WAYS: dict[str, Callable[[Objects], Objects]] = {}


def fits(game: Game) -> bool:
    kinds = list(game.record)
    rolls = sum("roll" in e.cause and e.cause.get("odds") is not None for e in kinds)
    has = [any(word in e.cause for e in kinds) for word in ("reveal", "report", "undo", "ruling")]
    return all(has) and rolls > 6 and any("nonces" in e.cause for e in kinds)


class Drawn(Random):
    """What the server would draw in secret, the same in every run of the tests."""

    def token_bytes(self, count: int) -> bytes:
        return self.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()


@cache
def honest() -> Game:
    """A game of all kinds of acts, whose dice rest on nonces of the seats."""
    for seed in range(1, 80):
        play = begin(legation.book("twg"), "1939", seed, shuns=("end",), reports=0.05, rulings=0.03, undos=0.04)
        with patch("legation.core.dice.secrets", Drawn(seed)):
            play.game = Game.new(legation.book("twg"), "1939")
            for _ in range(170):
                if play.game.over:
                    break
                play.step()
        if fits(play.game):
            assert play.game.verify() == []
            return play.game
    raise AssertionError("no game has everything")


def objects() -> Objects:
    return [json.loads(line) for line in honest().record.dump().splitlines()]


def chained(objs: Objects) -> bytes:
    """With numbers and hashes made anew, as a forger leaves it."""
    out, prev = [], ""
    for number, one in enumerate(objs):
        body = {k: v for k, v in one.items() if k not in ("hash", "prev")}
        if number:
            body |= {"seq": number, "prev": prev}
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()[:-1]
        prev = hashlib.sha256(text).hexdigest()
        out.append(text + f',"hash":"{prev}"}}\n'.encode())
    return b"".join(out)


def found_by(blob: bytes, tip: str = "") -> str:
    """Who notices: opening, the verifier with the key, or the rules; nobody, if it is empty."""
    game = honest()
    try:
        forged, damage = Game.load(blob, "x", BOOKS, copy.deepcopy(game.vault))
    except LegationError as error:
        return f"opening: {error}"
    if damage is not None:
        return f"opening: {damage}"
    code, says = check(blob, bytes.fromhex(game.vault.key), tip)
    if code:
        return f"verifier: {says}"
    try:
        differs = [d for d in forged.verify() if not d.untold]
    except LegationError as error:
        return f"rules: {error}"
    return f"rules: {differs[0]}" if differs else ""


def first(objs: Objects, test: Callable[[dict[str, Any]], Any], skip: int = 0) -> int:
    found = [n for n, one in enumerate(objs) if n and test(one)]
    return found[min(skip, len(found) - 1)]


def rolled(entry: dict[str, Any]) -> bool:
    live = {e.seq for e in honest().live()}
    return "roll" in entry["cause"] and entry["cause"].get("source") == "server" and entry["seq"] in live


def way(f: Callable[[Objects], Objects]) -> Callable[[Objects], Objects]:
    WAYS[f.__name__.strip("_").replace("_", " ")] = f
    return f


@way
def another_face(o: Objects) -> Objects:
    cause = o[first(o, rolled, 2)]["cause"]
    cause["roll"] = cause["roll"] % int(cause["die"][1:]) + 1
    return o


@way
def another_face_called_typed(o: Objects) -> Objects:
    cause = o[first(o, rolled, 2)]["cause"]
    cause |= {"roll": cause["roll"] % int(cause["die"][1:]) + 1, "source": "typed"}
    return o


@way
def face_of_another_purpose(o: Objects) -> Objects:
    n = first(o, rolled, 1)
    m = first(o, lambda e: rolled(e) and e["cause"]["label"] != o[n]["cause"]["label"], 3)
    o[n]["cause"]["label"], o[m]["cause"]["label"] = o[m]["cause"]["label"], o[n]["cause"]["label"]
    return o


@way
def dropped_from_the_middle(o: Objects) -> Objects:
    del o[len(o) // 2]
    return o


@way
def last_act_dropped(o: Objects) -> Objects:
    acts = [e.seq for e in honest().record if e.act or "undo" in e.cause]
    return o[: acts[-1]]


@way
def reordered(o: Objects) -> Objects:
    """A die before the act that it follows from; acts that have nothing to do with each other could have been so."""
    n = first(o, lambda e: rolled(e) and "roll" not in o[e["seq"] - 1]["cause"], 2)
    o[n - 1], o[n] = o[n], o[n - 1]
    return o


@way
def doubled(o: Objects) -> Objects:
    n = len(o) // 2
    return [*o[:n], copy.deepcopy(o[n]), *o[n:]]


@way
def key_and_commitment_replaced(o: Objects) -> Objects:
    o[0]["dice"]["commitment"] = hashlib.sha256(b"x" * 32).hexdigest()
    return o


@way
def nonce_replaced(o: Objects) -> Objects:
    o[first(o, lambda e: "nonces" in e["cause"])]["cause"]["nonces"]["uk"] = "tuned"
    return o


@way
def revealed_bid_edited(o: Objects) -> Objects:
    shown = o[first(o, lambda e: "reveal" in e["cause"])]["cause"]["reveal"]
    seat = next(seat for seat, value in shown.items() if isinstance(value, int))
    shown[seat] += 1
    return o


@way
def revealed_salt_edited(o: Objects) -> Objects:
    salts = o[first(o, lambda e: "reveal" in e["cause"])]["cause"]["salts"]
    salts[next(iter(salts))] = "0" * 32
    return o


@way
def commitment_of_a_bid_edited(o: Objects) -> Objects:
    o[first(o, lambda e: "commitment" in e["cause"])]["cause"]["commitment"] = "0" * 64
    return o


def plain_change(entry: dict[str, Any]) -> dict[str, Any] | None:
    changes = (c for c in entry.get("effects", ()) if c.get("rule") and type(c.get("new")) is int)
    return next(changes, None)


@way
def an_effect_edited(o: Objects) -> Objects:
    change = plain_change(o[first(o, plain_change, 3)])
    assert change
    change["new"] += 1
    return o


@way
def a_report_edited_with_its_effect(o: Objects) -> Objects:
    """One that the rules do not contradict, as a forger would look for."""
    for skip in range(30):
        forged = copy.deepcopy(o)
        entry = forged[
            first(forged, lambda e: "report" in e["cause"] or isinstance(e["cause"].get("value"), dict), skip)
        ]
        said = entry["cause"].get("report") or entry["cause"]["value"]
        fact = next((f for f in said if type(said[f]) is int), None)
        if fact is None:
            continue
        said[fact] += 1
        for change in entry.get("effects", ()):
            if change["fact"] == fact:
                change["new"] = said[fact]
        if not found_by(chained(forged)):
            return forged
    pytest.skip("here every report has consequences")


@way
def who_acted_edited(o: Objects) -> Objects:
    entry = o[first(o, lambda e: "report" in e["cause"])]
    entry["by"] = "germany" if entry.get("by") != "germany" else "uk"
    return o


@way
def reason_of_a_ruling_edited(o: Objects) -> Objects:
    o[first(o, lambda e: "ruling" in e["cause"])]["cause"]["reason"] = "forged"
    return o


@way
def a_prompt_edited(o: Objects) -> Objects:
    live = {e.seq for e in honest().live() if "undo" not in e.cause}
    entry = o[first(o, lambda e: e.get("opens") and e["seq"] in live, 5)]
    entry["opens"][0]["prompt"] = "?"
    return o


@way
def odds_of_a_roll_edited(o: Objects) -> Objects:
    odds = o[first(o, lambda e: rolled(e) and e["cause"].get("odds"))]["cause"]["odds"]
    odds[next(iter(odds))] = "1/1"
    return o


@way
def an_undo_taken_out(o: Objects) -> Objects:
    del o[first(o, lambda e: "undo" in e["cause"])]
    return o


@way
def what_was_undone_taken_out_with_the_undo(o: Objects) -> Objects:
    n = first(o, lambda e: "undo" in e["cause"])
    return o[: o[n]["cause"]["undo"]] + o[n + 1 :]


@way
def a_forged_report_appended(o: Objects) -> Objects:
    entry = copy.deepcopy(o[-1]) | {"cause": {"report": {"threat.turkey": 99}}, "by": "table"}
    entry["effects"] = [{"fact": "threat.turkey", "old": None, "new": 99}]
    return [*o, {k: v for k, v in entry.items() if k not in ("opens", "closes", "seals", "reveals")}]


@way
def book_version_changed(o: Objects) -> Objects:
    o[0]["version"] = "0.0.1-other"
    return o


@way
def scenario_changed(o: Objects) -> Objects:
    o[0]["scenario"] = "1942"
    return o


@way
def option_changed(o: Objects) -> Objects:
    option = legation.book("twg").options[0]
    o[0]["options"] |= {option.name: option.choices[-1]}
    return o


@way
def note_in_header_changed(o: Objects) -> Objects:
    o[0]["note"] = "official"
    return o


@way
def stack_edited(o: Objects) -> Objects:
    o[-1]["stack"] = o[-1].get("stack", [])[:-1]
    return o


@way
def a_die_called_typed_as_if_players_were_asked(o: Objects) -> Objects:
    o[0]["dice"]["asks"] = "yes"
    o[first(o, rolled, 2)]["cause"]["source"] = "typed"
    return o


@way
def all_dice_called_typed(o: Objects) -> Objects:
    o[0]["dice"] = {"source": "typed"}
    for entry in o[1:]:
        if entry["cause"].get("source") == "server":
            entry["cause"]["source"] = "typed"
    return o


def counting(name: str) -> Callable[[dict[str, Any]], Any]:
    """Entries that still count and have this field."""
    live = {e.seq for e in honest().live() if "undo" not in e.cause}
    return lambda entry: entry.get(name) and entry["seq"] in live


@way
def a_question_left_open(o: Objects) -> Objects:
    """It could then be answered a second time."""
    del o[first(o, counting("closes"), 6)]["closes"]
    return o


@way
def a_question_closed_unasked(o: Objects) -> Objects:
    o[first(o, counting("opens"), 6)].setdefault("closes", []).append(999)
    return o


@way
def what_was_confirmed_dropped(o: Objects) -> Objects:
    del o[first(o, counting("confirms"), 2)]["confirms"]
    return o


def undoing(name: str = "cause") -> Callable[[dict[str, Any]], Any]:
    return lambda entry: "undo" in entry["cause"] and entry.get(name)


@way
def an_undo_that_goes_farther_back(o: Objects) -> Objects:
    o[first(o, undoing())]["cause"]["undo"] -= 1
    return o


@way
def an_undo_that_leaves_something(o: Objects) -> Objects:
    o[first(o, undoing("effects"))]["effects"].pop()
    return o


@way
def an_undo_that_asks_something_else(o: Objects) -> Objects:
    o[first(o, undoing("opens"))]["opens"][0]["prompt"] = "?"
    return o


@way
def who_answered_edited(o: Objects) -> Objects:
    asked = {one["id"]: one["seat"] for entry in o[1:] for one in entry.get("opens", ())}
    live = {e.seq for e in honest().live()}
    o[first(o, lambda e: e["seq"] in live and asked.get(e["cause"].get("answer")) == "germany")]["by"] = "japan"
    return o


@way
def rule_of_an_effect_edited(o: Objects) -> Objects:
    change = plain_change(o[first(o, plain_change, 3)])
    assert change
    change["rule"] = "DG-ARG-U1"
    return o


@way
def a_ruling_put_in(o: Objects) -> Objects:
    entry = copy.deepcopy(o[-1]) | {"cause": {"ruling": {"threat.turkey": 5}, "reason": "so"}, "by": "umpire"}
    entry["effects"] = [{"fact": "threat.turkey", "old": 99, "new": 5}]
    return [*o, {k: v for k, v in entry.items() if k not in ("opens", "closes", "seals", "reveals", "confirms")}]


@way
def words_of_the_seats_dropped(o: Objects) -> Objects:
    del o[0]["dice"]["drawn"]
    return o


def test_there_are_the_ways_of_the_review_and_more() -> None:
    assert len(WAYS) == 26 + 12
    assert WAYS.keys() > BY_TIP


def test_an_honest_record_is_found_sound() -> None:
    assert found_by(honest().record.dump(), honest().record.tip) == ""
    assert chained(objects()) == honest().record.dump()


@pytest.mark.parametrize("name", list(WAYS))
def test_tampering_is_found(name: str) -> None:
    forged = WAYS[name](objects())
    assert forged != objects()
    blob = chained(forged)
    if name not in BY_TIP:
        assert found_by(blob)
    assert found_by(blob, honest().record.tip)
