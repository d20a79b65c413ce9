"""A revision of what lies beside a record, for servers that share a database; and acts that are done only once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "together"
down_revision = "moved"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "once",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("said", sa.String(64), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("once")
    op.drop_column("games", "revision")
