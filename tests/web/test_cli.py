"""The command line on a server's game, and the command that serves."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from legation.cli.app import app
from tests.web.conftest import Chair, Server


def run(chair: Chair, *words: object, code: int = 0) -> Any:
    line = [str(w) for w in words] + ["--server", chair.base, "--token", chair.token, "--json"]
    result = CliRunner().invoke(app, line, catch_exceptions=False)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


def test_a_turn_is_played_over_the_line(server: Server) -> None:
    chairs = server.begin()
    north, south = chairs["north"], chairs["south"]
    assert [r["id"] for r in run(north, "show")["requests"]] == [1]
    run(north, "answer", 1, "auk=1")
    run(south, "answer", 2, "none")
    run(north, "answer", 3, 2)
    run(south, "answer", 4, 0)
    run(south, "answer", 5, "weather=calm", "harbour.auk=2")
    run(north, "report", "ships.auk.north=1", "ships.auk.south=0", "lighthouse=yes")
    assert run(north, "odds", "auk")["odds"]
    assert run(north, "odds", "auk", "--given", "weather=storm")["odds"]
    assert run(north, "explain", "auk")["rules"]
    assert run(north, "show", "auk")["subject"] == "auk"
    assert run(north, "why", 6)["applied"][0]["rule"] == "T-BID"
    run(south, "report", "--event", "raid", "island=auk", "by=south")
    assert run(south, "report", "The South raids brant")["sent"] is False
    assert run(south, "report", "The South ra", "--next")["next"] == ["The South raids"]
    assert run(south, "report", "The South raids Brant", "--yes")["entries"][0]["cause"]["event"] == "raid"
    assert "is not understood" in run(south, "report", "The South sinks", code=2)["error"]["message"]
    refused = run(north, "answer", 1, "none", code=2)["error"]
    assert refused["kind"] == "Closed"
    assert "no longer open" in refused["message"]
    assert run(south, "show", "atlantis", code=2)["error"]["kind"] == "NotFound"


def test_people_can_read_it(server: Server) -> None:
    chair = server.begin()["north"]
    for words in (["show"], ["show", "auk"], ["answer", "1", "auk=1"], ["explain", "auk"], ["why", "1"], ["why", "2"]):
        result = CliRunner().invoke(app, [*words, "--server", chair.base, "--token", chair.token])
        assert result.exit_code == 0, result.output
        assert result.stdout.strip()


def test_a_server_that_is_not_there_is_named() -> None:
    result = CliRunner().invoke(app, ["show", "--server", "http://127.0.0.1:9", "--token", "x"])
    assert result.exit_code == 2
    assert "does not answer" in result.stderr
    assert "--token" in CliRunner().invoke(app, ["show", "--server", "http://127.0.0.1:9"]).stderr


def test_serve_serves_until_it_is_stopped(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "legation", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(words, text=True, env=environment, **streams) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout is not None
            found = re.search(r"http://localhost:(\d+)", process.stdout.readline())
            assert found is not None
            base = f"http://127.0.0.1:{found[1]}"
            reply = httpx.post(f"{base}/api/v1/games", json={"book": "twg"}, timeout=60)
            assert reply.status_code == 201
            token = reply.json()["key"]
            mine = {"Authorization": f"Bearer {token}"}
            assert httpx.get(f"{base}/api/v1/t/me/view", headers=mine, timeout=60).status_code == 200
        finally:
            process.terminate()
        said = process.stdout.read()
        assert process.wait(60) == 0
    assert token not in said  # nothing of a link is printed or logged
    assert (tmp_path / "legation.db").exists()


def test_serve_says_what_is_in_the_way(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(app, ["serve", "--port", port, "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "--port" in result.stderr
    both = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), "--database", "sqlite://"])
    assert both.exit_code == 2


@pytest.mark.parametrize("url", ["mysql://nowhere/x"])
def test_serve_refuses_a_database_it_does_not_know(url: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "0", "--database", url])
    assert result.exit_code == 2
    assert "kind of database" in result.stderr
