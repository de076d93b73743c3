"""Store drafts, and the hints and solutions that users opened."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_drafts_problem_id_problems")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_drafts_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
    )
    op.create_index("uq_drafts_user_id_problem_id", "drafts", ["user_id", "problem_id"], unique=True)

    op.create_table(
        "unlocks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_unlocks_problem_id_problems")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_unlocks_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unlocks")),
    )
    op.create_index(
        "uq_unlocks_user_id_problem_id_kind_number",
        "unlocks",
        ["user_id", "problem_id", "kind", "number"],
        unique=True,
    )


def downgrade() -> None:
    """Downgrade the schema."""
    op.drop_index("uq_unlocks_user_id_problem_id_kind_number", table_name="unlocks")
    op.drop_table("unlocks")
    op.drop_index("uq_drafts_user_id_problem_id", table_name="drafts")
    op.drop_table("drafts")
