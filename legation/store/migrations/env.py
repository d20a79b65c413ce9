"""What alembic runs: the migrations, on the connection it is given."""

from __future__ import annotations

from alembic import context

from legation.store.schema import METADATA


def _run() -> None:
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


_run()
