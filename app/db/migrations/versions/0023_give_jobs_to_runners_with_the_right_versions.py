"""Keep which versions of Python, jax and flax a problem needs, so that only runners that have them take its jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step. What was published before asked for nothing that its installation didn't have."""
    op.add_column("problem_versions", sa.Column("needs", sa.String(length=128), server_default="", nullable=False))


def downgrade() -> None:
    """Take it back: jobs go to runners with any versions."""
    op.drop_column("problem_versions", "needs")
