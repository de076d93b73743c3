"""Store when problems are retired, and how often their hidden cases are redrawn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("problems", sa.Column("retired_at", sa.DateTime(), nullable=True))
    op.add_column("problems", sa.Column("draw", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Downgrade the schema: retired problems are in the list again, and the first draw's cases are drawn."""
    op.drop_column("problems", "draw")
    op.drop_column("problems", "retired_at")
