"""When a game last moved, so that a list of games can say since when it waits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "moved"
down_revision = "looks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("moved", sa.Float))


def downgrade() -> None:
    op.drop_column("games", "moved")
