"""An act that came with a name of its own is done once, however often it is sent."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import Chair, Server


def named(chair: Chair, key: str, path: str = "answers", *, status: int = 200, **body: Any) -> Any:
    return chair.call("POST", path, status=status, json=body, headers={"Idempotency-Key": key})


def test_a_repeat_after_a_lost_reply_finds_its_own_answer(server: Server) -> None:
    north = server.begin()["north"]
    first = named(north, "a", request=1, value={"auk": 1})
    again = named(north, "a", request=1, value={"auk": 1})
    assert [e["seq"] for e in again["entries"]] == [e["seq"] for e in first["entries"]]
    assert again["seq"] == first["seq"]
    named(north, "b", request=1, value={"auk": 1}, status=409)  # another act, and it comes too late


def test_a_late_duplicate_after_an_undo_is_not_taken_as_new(server: Server) -> None:
    north = server.begin()["north"]
    named(north, "a", request=1, value={"auk": 1})
    north.post("undo")
    late = named(north, "a", request=1, value={"auk": 1})
    assert late["seq"] == 3
    assert [r["id"] for r in late["requests"]] == [1]  # it is asked still
    named(north, "c", request=1, value={"auk": 0})


def test_a_name_is_good_for_one_act_of_one_chair(server: Server) -> None:
    chairs = server.begin()
    named(chairs["north"], "a", request=1, value={"auk": 1})
    told = named(chairs["north"], "a", request=1, value={"auk": 0}, status=400)
    assert "Idempotency-Key" in told["error"]["message"]
    named(chairs["south"], "a", request=2, value={})


def test_what_was_refused_may_be_tried_again_under_its_name(server: Server) -> None:
    north = server.begin()["north"]
    named(north, "a", request=1, value={"auk": 99}, status=400)
    named(north, "a", request=1, value={"auk": 1})
