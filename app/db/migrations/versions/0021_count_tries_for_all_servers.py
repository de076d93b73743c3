"""Count in the database how often somebody tried to guess a password or a code."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.create_table(
        "tries",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("ends_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_tries")),
    )
    op.create_index(op.f("ix_tries_ends_ms"), "tries", ["ends_ms"], unique=False)


def downgrade() -> None:
    """Take it back: what was counted is forgotten."""
    op.drop_table("tries")
