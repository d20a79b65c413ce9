"""The keys of those who have taken a chair; the links of `tokens` are invitations from now on, each good once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "keys"
down_revision = "together"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("seat", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("keys")
