"""Store an audit log, and when accounts are disabled."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("disabled_at", sa.DateTime(), nullable=True))
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("actor", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("network", sa.String(length=48), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("target", sa.String(length=200), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_audit_entries_user_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    op.create_index(op.f("ix_audit_entries_at"), "audit_entries", ["at"])
    op.create_index(op.f("ix_audit_entries_user_id"), "audit_entries", ["user_id"])


def downgrade() -> None:
    """Downgrade the schema: the log is gone, and accounts that were disabled may sign in again."""
    op.drop_table("audit_entries")
    with op.batch_alter_table("users") as users:
        users.drop_column("disabled_at")
