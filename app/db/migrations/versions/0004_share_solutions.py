"""Store links to submissions, shared solutions with their votes, and the public parts of profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "share_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name=op.f("fk_share_links_submission_id_submissions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share_links")),
        sa.UniqueConstraint("submission_id", name=op.f("uq_share_links_submission_id")),
        sa.UniqueConstraint("token", name=op.f("uq_share_links_token")),
    )

    op.create_table(
        "shared_solutions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_shared_solutions_problem_id_problems")),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name=op.f("fk_shared_solutions_submission_id_submissions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_shared_solutions_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_solutions")),
    )
    op.create_index(
        "uq_shared_solutions_problem_id_user_id", "shared_solutions", ["problem_id", "user_id"], unique=True
    )

    op.create_table(
        "votes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("solution_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["solution_id"],
            ["shared_solutions.id"],
            name=op.f("fk_votes_solution_id_shared_solutions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_votes_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
    )
    op.create_index("uq_votes_solution_id_user_id", "votes", ["solution_id", "user_id"], unique=True)

    op.create_table(
        "profiles",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("shows_solved", sa.Boolean(), nullable=False),
        sa.Column("shows_activity", sa.Boolean(), nullable=False),
        sa.Column("shows_scores", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_profiles_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_profiles")),
    )


def downgrade() -> None:
    """Downgrade the schema."""
    op.drop_table("profiles")
    op.drop_index("uq_votes_solution_id_user_id", table_name="votes")
    op.drop_table("votes")
    op.drop_index("uq_shared_solutions_problem_id_user_id", table_name="shared_solutions")
    op.drop_table("shared_solutions")
    op.drop_table("share_links")
