"""Count attempts to guess a password or a code in the database."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "tries",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("ends_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_tries")),
    )
    op.create_index(op.f("ix_tries_ends_ms"), "tries", ["ends_ms"], unique=False)


def downgrade() -> None:
    """Downgrade the schema: the counts are lost."""
    op.drop_table("tries")
