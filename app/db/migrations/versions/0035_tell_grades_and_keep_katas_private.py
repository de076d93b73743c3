"""Tell changed grades to webhooks of courses, and let problems be private to a course."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "course_webhooks",
        sa.Column("webhook_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook_id"], ["webhooks.id"], name=op.f("fk_course_webhooks_webhook_id_webhooks"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_course_webhooks_course_id_courses"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("webhook_id", name=op.f("pk_course_webhooks")),
    )
    op.create_index("ix_course_webhooks_course_id", "course_webhooks", ["course_id"])
    op.create_table(
        "told_grades",
        sa.Column("kata_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("is_given", sa.Boolean(), nullable=False),
        sa.Column("submission", sa.String(length=26), nullable=True),
        sa.Column("told_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["kata_id"],
            ["assignment_katas.id"],
            name=op.f("fk_told_grades_kata_id_assignment_katas"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_told_grades_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("kata_id", "student_id", name=op.f("pk_told_grades")),
    )
    op.create_index("ix_told_grades_student_id", "told_grades", ["student_id"])
    op.create_table(
        "private_problems",
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_private_problems_problem_id_problems")),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=op.f("fk_private_problems_course_id_courses")),
        sa.PrimaryKeyConstraint("problem_id", "course_id", name=op.f("pk_private_problems")),
    )
    op.create_index("ix_private_problems_course_id", "private_problems", ["course_id"])


def downgrade() -> None:
    """Downgrade the schema: webhooks of courses are forgotten; private katas are retired, so that nobody sees them."""
    op.execute("DELETE FROM webhooks WHERE id IN (SELECT webhook_id FROM course_webhooks)")
    op.execute(
        "UPDATE problems SET retired_at = COALESCE(retired_at, CURRENT_TIMESTAMP) "
        "WHERE id IN (SELECT problem_id FROM private_problems)"
    )
    op.drop_table("private_problems")
    op.drop_table("told_grades")
    op.drop_table("course_webhooks")
