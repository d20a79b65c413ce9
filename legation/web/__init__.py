"""Legation in a browser: pages, live updates and a JSON API over a store."""

from __future__ import annotations

from pathlib import Path

__all__ = ["serve"]


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    data: Path | None = None,
    database: str | None = None,
    open_browser: bool = False,
) -> None:
    """Serve the games of a data folder or a database until interrupted."""
    from legation.web.app import run

    run(host, port, data=data, database=database, open_browser=open_browser)
