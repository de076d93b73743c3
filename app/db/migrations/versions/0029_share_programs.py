"""Keep programs that people share, with what JAX did in them."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "shared_programs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_shared_programs_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_programs")),
        sa.UniqueConstraint("token", name=op.f("uq_shared_programs_token")),
    )
    op.create_index("uq_shared_programs_user_id_run_id", "shared_programs", ["user_id", "run_id"], unique=True)


def downgrade() -> None:
    """Downgrade the schema: links to programs no longer lead anywhere."""
    op.drop_table("shared_programs")
