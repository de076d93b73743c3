"""Count a class by reason codes, pin hints to them, and hold exams."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

COUNTED = ["user_id", "problem_version_id", "mode", "status", "verdict", "code", "created_at"]


def upgrade() -> None:
    """Upgrade the schema."""
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
    op.add_column("assignments", sa.Column("minutes", sa.Integer(), nullable=True))
    empty = sa.text("''")
    op.add_column("assignments", sa.Column("access_code", sa.String(length=40), nullable=False, server_default=empty))
    op.add_column("assignments", sa.Column("addresses", sa.Text(), nullable=False, server_default=empty))
    op.add_column("assignment_overrides", sa.Column("minutes", sa.Integer(), nullable=True))
    op.create_table(
        "exam_starts",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_exam_starts_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_exam_starts_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "student_id", name=op.f("pk_exam_starts")),
    )
    op.create_index(op.f("ix_exam_starts_student_id"), "exam_starts", ["student_id"], unique=False)
    op.create_table(
        "exam_extensions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=True),
        sa.Column("label_id", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("given_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_exam_extensions_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_exam_extensions_student_id_students"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["label_id"],
            ["course_labels.id"],
            name=op.f("fk_exam_extensions_label_id_course_labels"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["given_by"], ["users.id"], name=op.f("fk_exam_extensions_given_by_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_extensions")),
        sa.UniqueConstraint("public_id", name=op.f("uq_exam_extensions_public_id")),
    )
    for column in ("assignment_id", "student_id", "label_id"):
        op.create_index(op.f(f"ix_exam_extensions_{column}"), "exam_extensions", [column], unique=False)


def downgrade() -> None:
    """Downgrade the schema."""
    op.drop_table("exam_extensions")
    op.drop_table("exam_starts")
    op.drop_column("assignment_overrides", "minutes")
    for column in ("addresses", "access_code", "minutes"):
        op.drop_column("assignments", column)
    op.drop_table("pinned_hints")
    op.drop_index("ix_submissions_user_id_problem_version_id", table_name="submissions")
    op.drop_column("submissions", "code")
