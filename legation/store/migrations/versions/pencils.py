"""What each seat has pencilled for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "pencils"
down_revision = "first"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pencils",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(60), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("pencils")
