"""Attempts, over the API: several at once, and what one point more would buy."""

from __future__ import annotations

from typer.testing import CliRunner

from legation.books import book
from legation.cli.app import app
from tests.web.conftest import Server
from tests.web.test_api import error


def test_several_attempts_of_the_seat_that_asks(server: Server) -> None:
    germany = server.begin("twg")["germany"]
    joint = germany.call("POST", "together", json={"countries": ["Romania", "finland"], "money": 1})
    assert joint["seat"] == "germany"
    assert {country: each["chance"] for country, each in joint["chances"].items()} == {
        "romania": "1/6",
        "finland": "1/6",
    }
    assert joint["at_least_one"]["chance"] == "11/36"
    assert joint["all"]["chance"] == "1/36"
    assert joint["number"]["1"]["chance"] == "5/18"
    twice = germany.call("POST", "together", json={"countries": ["romania", "romania"]}, status=400)
    assert "named twice" in error(twice, "Refused")["message"]
    germany.call("POST", "together", json={"countries": []}, status=422)


def test_what_one_point_more_would_buy(server: Server) -> None:
    germany = server.begin("awaw", scenario="older")["germany"]
    given = book("awaw").quiet("spain")
    found, more = (
        germany.call("POST", "odds/spain", json={"points": {"germany": points}, "given": given}) for points in (2, 3)
    )
    (axis, *_) = found["one_more"].values()
    assert axis == more["odds"] != found["odds"]


def test_the_command_line_asks_a_server_too(server: Server) -> None:
    germany = server.begin("twg")["germany"]
    line = ["odds", "--all-of", "romania", "finland", "--server", germany.base, "--token", germany.token]
    assert "All of them: 1/144, 0.7 %" in CliRunner().invoke(app, line).stdout
