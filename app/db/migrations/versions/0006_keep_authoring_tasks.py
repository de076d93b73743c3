"""Store the last task on each working copy, which preserves its result over a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "authoring_tasks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("view", sa.JSON(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.Column("cancelled_by", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_authoring_tasks")),
        sa.UniqueConstraint("slug", name=op.f("uq_authoring_tasks_slug")),
    )


def downgrade() -> None:
    """Downgrade the schema: what became of the last tasks is forgotten."""
    op.drop_table("authoring_tasks")
