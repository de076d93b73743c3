"""Let exams hold verdicts until their end."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column(
        "assignments", sa.Column("holds_verdicts", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("assignments", sa.Column("released_at", sa.DateTime(), nullable=True))


def downgrade() -> None:
    """Take it back: verdicts that are held are told."""
    with op.batch_alter_table("assignments") as batch:
        batch.drop_column("released_at")
        batch.drop_column("holds_verdicts")
