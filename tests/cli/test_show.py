"""show, history, why, odds, explain, may."""

from __future__ import annotations

from tests.cli.conftest import Run

SHIPS = ("ships.auk.north", "ships.auk.south")


def test_show_tells_phase_requests_and_stances(courting: Run) -> None:
    said = courting("show").out
    assert "Whom will you court?" in said
    assert "Friendly to the North; cool to the South" in said
    found = courting("show", "--json").json
    assert set(found) == {
        "game", "book", "scenario", "phase", "over", "requests", "tip", "commitment", "countries",
    }  # fmt: skip
    assert found["countries"]["auk"] == {
        "name": "Auk",
        "stands": "Friendly to the North; cool to the South",
        "cells": {"Unrest": "0", "Raided by": "Nobody", "Berths": "2"},
    }


def test_show_for_a_seat_holds_only_its_requests(courting: Run) -> None:
    assert courting("show", "--seat", "south", "--json").json["requests"] == []
    assert "Nothing is asked of this seat now" in courting("show", "--seat", "south").out


def test_show_a_country(courting: Run) -> None:
    courting("ruling", "stance.auk.north=sworn", "--reason", "as agreed")
    said = courting("show", "auk").out
    assert "What can happen next" in said
    assert "Ruling: the stance of Auk to the North: sworn (as agreed)" in said
    assert "T-AUK-BASIC" in said
    found = courting("show", "AUK", "--json").json
    assert set(found) == {"subject", "dossier", "odds", "as_last_told", "lacking", "history"}
    assert found["history"][-1]["effects"] == [
        {"fact": "stance.auk.north", "old": "friendly", "new": "sworn", "rule": ""}
    ]


def test_odds_are_exact_and_in_percent(courting: Run) -> None:
    assert courting("odds", "auk", "--json", code=2).json["error"]["allowed"] == [*SHIPS, "lighthouse"]
    courting("report", *(f"{ships}=1" for ships in SHIPS), "lighthouse=no")
    found = courting("odds", "auk", "--json").json["odds"]["talks"]
    assert sum(outcome["percent"] for outcome in found.values()) > 99
    assert all("/" in outcome["chance"] or outcome["chance"] == "1" for outcome in found.values())
    assert "%" in courting("odds", "auk").out


def test_odds_of_a_book_need_no_game(run: Run) -> None:
    assert run("odds", "twg", "argentina", "--json").json["subject"] == "argentina"
    assert "say which country" in run("odds", "twg", code=2).err
    assert "no game has been used yet" in run("odds", "argentina", code=2).err


def test_secrets_of_others_are_not_in_odds_or_reasons(run: Run) -> None:
    """Two games that differ only in a hidden fact look alike to the other seat."""
    seen = []
    for envoys in ("auk=2", "none"):
        run("new", "tern", "--seed", 7, "--name", f"secret-{envoys[0]}")
        run("answer", 1, envoys)
        run("answer", 2, "none")
        run("report", *(f"{ships}=1" for ships in SHIPS), "lighthouse=yes", "weather=calm", "harbour.auk=2")
        looks = ("explain", "auk"), ("explain", "auk", "--full"), ("odds", "auk"), ("show", "auk"), ("show",)
        seen.append([run(*look, *seat).out for look in looks for seat in ((), ("--seat", "south"))])
        seen[-1] = [text.replace(f"secret-{envoys[0]}", "") for text in seen[-1]]
    assert seen[0] == seen[1]
    assert run("explain", "auk", "--seat", "north", "--game", "secret-a").out not in seen[0]


def test_explain_is_a_tree_of_what_applied_and_what_did_not(courting: Run) -> None:
    said = courting("explain", "auk").out
    assert "+ Already friendly: 1 [T-M-FRIEND]" in said
    assert "- Storm: 0 [T-M-STORM]" in said
    assert "Facts it rests on" in said
    found = courting("explain", "auk", "--json").json
    (tree,) = found["rules"]
    assert {"rule": "T-M-FRIEND", "applied": True}.items() <= next(
        p for p in tree["parts"] if p["rule"] == "T-M-FRIEND"
    ).items()
    assert found["facts"]["stance.auk.north"]["source"] == "setup"


def test_a_long_explanation_is_cut_to_what_settles_it(run: Run) -> None:
    run("new", "twg", "--seed", 7)
    short, long = run("explain", "argentina").out, run("explain", "argentina", "--full").out
    assert len(short.splitlines()) * 5 < len(long.splitlines())
    assert "+ A roll is due: Ortiz's health fails and Castillo takes over [DG-ARG-U1]" in short


def test_history_tells_the_rules_behind_changes(courting: Run) -> None:
    said = courting("history", "--last", 3).out
    assert "Opened together: North: 2; South: 0" in said
    assert "[T-BID]" in said
    assert len(courting("history", "-n", 2, "--json").json["entries"]) == 2


def test_why_tells_by_which_rule_and_because_of_what(courting: Run) -> None:
    said = courting("why", 6).out
    assert "6  Opened together: North: 2; South: 0" in said
    assert "3 → 3" not in said
    assert "[T-BID] The most that a league may bid" in said
    assert "--full lists them" in said
    assert "- Auk is sworn already [T-COURT-SWORN]" in courting("why", 6, "--full").out
    found = courting("why", 6, "--json").json
    assert set(found) == {
        "seq", "act", "cause", "by", "says", "effects", "applied", "held", "sheets", "differs",
    }  # fmt: skip
    assert (found["act"], found["applied"][0]["rule"]) == (5, "T-BID")
    assert {effect["rule"] for effect in found["effects"]} == {"T-BID"}
    assert "there is no entry “77”" in courting("why", 77, code=2).err


def test_why_shows_the_sheet_of_a_die(courting: Run) -> None:
    courting("report", *(f"{ships}=1" for ships in SHIPS), "lighthouse=no")
    for value in ("auk", 1, "no"):
        request = courting("show", "--json").json["requests"][0]["id"]
        courting("answer", request, value)
    die = next(e for e in courting("history", "-n", 3, "--json").json["entries"] if "roll" in e["cause"])
    said = courting("why", die["seq"]).out
    assert "Modifiers for Auk" in said
    assert "+ Already friendly: 1 [T-M-FRIEND]" in said
    assert "- Storm: 0 [T-M-STORM]" in said


def test_why_tells_a_seat_no_secret_of_another(run: Run) -> None:
    seen = []
    for envoys in ("auk=2", "none"):
        run("new", "tern", "--seed", 7, "--name", f"why-{envoys[0]}")
        run("answer", 1, envoys)
        run("answer", 2, "none")
        looks = [("why", n, *more) for n in (1, 2, 3) for more in ((), ("--full",), ("--json",))]
        seen.append([run(*look, *seat).out for look in looks for seat in ((), ("--seat", "south"))])
    assert seen[0] == seen[1]
    assert "What the North sealed is not known here" in seen[0][6]


def test_may_is_refused_where_the_book_has_no_answer(tern: Run) -> None:
    assert "answers no such questions" in tern("may", "attack", code=2).err


def test_may_tells_the_rule_behind_a_yes_or_no(run: Run) -> None:
    run("new", "twg")
    found = run("may", "usa", "enter", "Argentina", "--json").json
    assert (found["allowed"], found["rule"]) == (True, found["trace"]["rule"])
    assert "may not" in run("may", "germany", "rail", "argentina", "with=1").out
    assert "[DG-AFF-16]" in run("may", "germany", "enter", "bulgaria", "--with", "armor").out
    assert "may not" in run("may", "the U.S.A.", "enter", "Belgium/Holland").out
    assert "did you mean enter" in run("may", "usa", "entre", "argentina", code=2).err
    assert "in this form: may NATION ACTION PLACE [--with ...]" in run("may", "usa", code=2).err


def test_a_forecast_adds_up_in_every_turn(run: Run) -> None:
    found = run("forecast", "twg", "argentina", "--turns", 3, "--json").json
    assert [round(sum(o["percent"] for o in turn.values())) for turn in found["turns"]] == [100] * 3
    assert "after so many turns" in run("forecast", "twg", "argentina").out
    assert "no further" in run("forecast", "tern", "auk", code=2).err


SPAIN = ("status.spain=hex-control", "factors.axis.ground-air.spain=6", "factors.axis.naval.spain=1")


def test_room_tells_how_many_more_may_come(run: Run) -> None:
    run("new", "awaw")
    given = [word for fact in SPAIN for word in ("--given", fact)]
    said = run("room", "spain", "foreign-factors", "--by", "axis", *given).out
    assert "The Axis: 7 of 10 in use, 3 more: ten foreign factors at most [82.32]" in said
    found = run("room", "Spain", *given, "--json").json
    assert found["limits"][0]["left"] == 3
    vichy = ("--given", "status.vichy-france=hex-control germany")
    said = run("room", "vichy-france", "foreign-factors", *vichy).out
    assert "once this is reported: factors supplied through Vichy France" in said
    assert "No limit is in use there" in run("room", "greece").out
    assert "did you mean spain" in run("room", "spein", code=2).err


def test_tell_says_what_is_to_be_remembered(run: Run) -> None:
    run("new", "awaw")
    assert "Only an invasion or diplomacy brings it in [82.12.others]" in run("remember", "greece").out
    assert run("remember", "egypt", "profile", "--json").json["remarks"][0]["rule"]
    run("new", "twg")
    assert "answers no such questions" in run("remember", "spain", code=2).err
