"""What each chair has been told of the record."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "looks"
down_revision = "pencils"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "looks",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("looks")
