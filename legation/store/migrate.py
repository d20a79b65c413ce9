"""Bringing a database to the schema of this version, on every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

__all__ = ["migrate"]

SCRIPTS = Path(__file__).parent / "migrations"
LOCK = 0x1E6A7102  # any number, the same for all servers on one PostgreSQL


def migrate(engine: Engine) -> None:
    """Apply the migrations that the database lacks, one server at a time."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
