"""Keep the author's files of each version, how learners rate katas, and which problems are in beta for whom."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "version_files",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("archive", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name=op.f("fk_version_files_version_id_problem_versions")
        ),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_version_files")),
    )
    op.create_table(
        "kata_ratings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("clarity", sa.String(length=32), nullable=False),
        sa.Column("difficulty", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_kata_ratings_problem_id_problems")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_kata_ratings_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kata_ratings")),
    )
    op.create_index("ix_kata_ratings_user_id", "kata_ratings", ["user_id"])
    op.create_index("uq_kata_ratings_problem_id_user_id", "kata_ratings", ["problem_id", "user_id"], unique=True)
    op.create_table(
        "beta_problems",
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.DateTime(), nullable=False),
        sa.Column("released_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_beta_problems_problem_id_problems")),
        sa.PrimaryKeyConstraint("problem_id", name=op.f("pk_beta_problems")),
    )
    op.create_table(
        "beta_testers",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_beta_testers_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_beta_testers")),
    )


def downgrade() -> None:
    """Downgrade the schema: files and ratings are forgotten; betas are retired, so that nobody sees them."""
    op.execute(
        "UPDATE problems SET retired_at = COALESCE(retired_at, CURRENT_TIMESTAMP) "
        "WHERE id IN (SELECT problem_id FROM beta_problems WHERE released_at IS NULL)"
    )
    op.drop_table("beta_testers")
    op.drop_table("beta_problems")
    op.drop_table("kata_ratings")
    op.drop_table("version_files")
