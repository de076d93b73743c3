"""Store the response to each request to submit, in case the request is repeated; index submissions by time."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "idempotency_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("body_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_idempotency_keys_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_idempotency_keys")),
    )
    op.create_index("uq_idempotency_keys_user_id_key", "idempotency_keys", ["user_id", "key"], unique=True)
    op.create_index("ix_submissions_user_id_created_at", "submissions", ["user_id", "created_at"], unique=False)


def downgrade() -> None:
    """Downgrade the schema."""
    op.drop_index("ix_submissions_user_id_created_at", table_name="submissions")
    op.drop_table("idempotency_keys")
