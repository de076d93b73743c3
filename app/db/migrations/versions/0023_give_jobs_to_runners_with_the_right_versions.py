"""Store a problem's required versions of Python, jax and flax, so only suitable runners claim its jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema. Existing versions need nothing that their installation lacked."""
    op.add_column("problem_versions", sa.Column("needs", sa.String(length=128), server_default="", nullable=False))


def downgrade() -> None:
    """Downgrade the schema: jobs go to runners with any versions."""
    op.drop_column("problem_versions", "needs")
