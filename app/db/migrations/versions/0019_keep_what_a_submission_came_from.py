"""Store the request and the trace that a submission came from, and index waiting submissions."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column("submissions", sa.Column("request_id", sa.String(length=16), nullable=True))
    op.add_column("submissions", sa.Column("trace", sa.String(length=55), nullable=True))
    op.create_index("ix_submissions_status_created_at", "submissions", ["status", "created_at"])


def downgrade() -> None:
    """Downgrade the schema: where submissions came from is forgotten."""
    op.drop_index("ix_submissions_status_created_at", "submissions")
    op.drop_column("submissions", "trace")
    op.drop_column("submissions", "request_id")
