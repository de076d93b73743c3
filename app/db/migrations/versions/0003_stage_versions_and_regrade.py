"""Store the authors of problems, staged versions, and regrades."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.add_column(
        "problem_versions", sa.Column("status", sa.String(length=32), nullable=False, server_default="published")
    )
    op.add_column("submissions", sa.Column("revivals", sa.Integer(), nullable=False, server_default="0"))

    op.create_table(
        "problem_authors",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("is_owner", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_problem_authors_problem_id_problems")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_problem_authors_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_problem_authors")),
    )
    op.create_index("uq_problem_authors_problem_id_user_id", "problem_authors", ["problem_id", "user_id"], unique=True)
    op.create_index(op.f("ix_problem_authors_user_id"), "problem_authors", ["user_id"], unique=False)

    op.create_table(
        "regrades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=True),
        sa.Column("started_by", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("applies_itself", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("decided_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_regrades_problem_id_problems")),
        sa.ForeignKeyConstraint(
            ["started_by"], ["users.id"], name=op.f("fk_regrades_started_by_users"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name=op.f("fk_regrades_version_id_problem_versions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regrades")),
        sa.UniqueConstraint("public_id", name=op.f("uq_regrades_public_id")),
    )
    op.create_index(op.f("ix_regrades_problem_id"), "regrades", ["problem_id"], unique=False)

    op.create_table(
        "regradings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("regrade_id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("verdict", sa.String(length=32), nullable=True),
        sa.Column("report", sa.JSON(), nullable=True),
        sa.Column("before_version_id", sa.Integer(), nullable=True),
        sa.Column("before_verdict", sa.String(length=32), nullable=True),
        sa.Column("before_report", sa.JSON(), nullable=True),
        sa.Column("seen_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["regrade_id"], ["regrades.id"], name=op.f("fk_regradings_regrade_id_regrades"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name=op.f("fk_regradings_submission_id_submissions"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["problem_versions.id"], name=op.f("fk_regradings_version_id_problem_versions")
        ),
        sa.ForeignKeyConstraint(
            ["before_version_id"],
            ["problem_versions.id"],
            name=op.f("fk_regradings_before_version_id_problem_versions"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_regradings")),
    )
    op.create_index(
        "uq_regradings_regrade_id_submission_id", "regradings", ["regrade_id", "submission_id"], unique=True
    )
    op.create_index(op.f("ix_regradings_submission_id"), "regradings", ["submission_id"], unique=False)

    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_constraint(op.f("uq_jobs_submission_id"), type_="unique")
        jobs.add_column(sa.Column("regrading_id", sa.Integer(), nullable=True))
        jobs.create_foreign_key(
            op.f("fk_jobs_regrading_id_regradings"), "regradings", ["regrading_id"], ["id"], ondelete="CASCADE"
        )
        jobs.create_unique_constraint(op.f("uq_jobs_regrading_id"), ["regrading_id"])
        jobs.create_index(op.f("ix_jobs_submission_id"), ["submission_id"], unique=False)


def downgrade() -> None:
    """Downgrade the schema. Staged versions and regrades are lost."""
    op.execute("DELETE FROM jobs WHERE regrading_id IS NOT NULL")
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_index(op.f("ix_jobs_submission_id"))
        jobs.drop_constraint(op.f("uq_jobs_regrading_id"), type_="unique")
        jobs.drop_constraint(op.f("fk_jobs_regrading_id_regradings"), type_="foreignkey")
        jobs.drop_column("regrading_id")
        jobs.create_unique_constraint(op.f("uq_jobs_submission_id"), ["submission_id"])
    op.drop_table("regradings")
    op.drop_table("regrades")
    op.drop_table("problem_authors")
    op.drop_column("submissions", "revivals")
    op.drop_column("problem_versions", "status")
