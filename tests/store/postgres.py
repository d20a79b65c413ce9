"""A throw-away PostgreSQL cluster, run by an ordinary user."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PLACES = "/usr/lib/postgresql"
LOCK = Path(tempfile.gettempdir()) / "legation-tests-apt.lock"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl of the newest PostgreSQL here."""
    found = sorted(Path(PLACES).glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]) if p.parts[-3].isdigit() else 0)
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there and shutil.which("pg_ctl") else None


def install() -> None:
    """Debian's package, if we may and can; several test processes wait for one another."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if programs() is None:
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for words in (["update"], ["install", "-y", "--no-install-recommends", "postgresql"]):
                line = ["apt-get", "-qq", *words]
                subprocess.run(line, env=environment, timeout=300, capture_output=True, check=False)


def ordinary_user() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), None)


@contextmanager
def cluster() -> Iterator[str]:
    """The URL of a fresh cluster; skips, and says why, where there can be none."""
    if programs() is None:
        install()
    tools = programs()
    if tools is None:
        pytest.skip("PostgreSQL is not installed here and could not be installed")
    user = ordinary_user()
    folder = Path(tempfile.mkdtemp(prefix="legation-pg-"))
    if user is not None:
        shutil.chown(folder, user)

    def run(*words: object) -> None:
        line = [str(word) for word in words]
        done = subprocess.run(line, user=user, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    data = folder / "data"
    try:
        run(tools / "initdb", "-D", data, "-U", "legation", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run(tools / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        try:
            yield f"postgresql://legation@/postgres?host={folder}"
        finally:
            run(tools / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
