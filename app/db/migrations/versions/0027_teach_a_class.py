"""Count a class by reason codes, and pin hints to them."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

COUNTED = ["user_id", "problem_version_id", "mode", "status", "verdict", "code", "created_at"]


def upgrade() -> None:
    """Take the step."""
    op.add_column("submissions", sa.Column("code", sa.String(length=80), nullable=True))
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    code = "json_extract(report, '$.code')" if is_sqlite else "report ->> 'code'"
    op.execute(f"UPDATE submissions SET code = substr({code}, 1, 80) WHERE report IS NOT NULL")  # noqa: S608 - constants
    op.create_index("ix_submissions_user_id_problem_version_id", "submissions", COUNTED, unique=False)
    op.create_table(
        "pinned_hints",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_pinned_hints_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_pinned_hints_problem_id_problems")),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name=op.f("fk_pinned_hints_made_by_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pinned_hints")),
    )
    op.create_index(op.f("ix_pinned_hints_problem_id"), "pinned_hints", ["problem_id"], unique=False)
    op.create_index(
        "uq_pinned_hints_course_id_problem_id_code", "pinned_hints", ["course_id", "problem_id", "code"], unique=True
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("pinned_hints")
    op.drop_index("ix_submissions_user_id_problem_version_id", table_name="submissions")
    op.drop_column("submissions", "code")
