"""Keep what somebody may do with a problem that is shared with them."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema: who may change a problem still may."""
    op.add_column(
        "problem_authors",
        sa.Column("role", sa.String(length=32), server_default=sa.text("'edit'"), nullable=False),
    )


def downgrade() -> None:
    """Downgrade the schema: who may only read or comment has no access any more, so that nobody gains any."""
    op.execute("DELETE FROM problem_authors WHERE role <> 'edit'")
    op.drop_column("problem_authors", "role")
