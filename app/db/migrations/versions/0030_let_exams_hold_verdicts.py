"""Let exams hold verdicts until their end."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column(
        "assignments", sa.Column("holds_verdicts", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("assignments", sa.Column("released_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    """Downgrade the schema: verdicts that are held are told."""
    op.drop_column("assignments", "released_at")
    op.drop_column("assignments", "holds_verdicts")
