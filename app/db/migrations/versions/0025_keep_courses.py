"""Keep courses: staff, students, assignments, and what staff change of grades."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade the schema."""
    op.create_table(
        "courses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("term", sa.String(length=60), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=False),
        sa.Column("late_days", sa.Integer(), nullable=False),
        sa.Column("keeps_grades", sa.Boolean(), nullable=False),
        sa.Column("join_code", sa.String(length=16), nullable=False),
        sa.Column("join_open", sa.Boolean(), nullable=False),
        sa.Column("join_until", sa.Date(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("archived_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_courses")),
        sa.UniqueConstraint("join_code", name=op.f("uq_courses_join_code")),
        sa.UniqueConstraint("public_id", name=op.f("uq_courses_public_id")),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("is_draft", sa.Boolean(), nullable=False),
        sa.Column("counts", sa.String(length=32), nullable=False),
        sa.Column("opens_at", sa.DateTime(), nullable=False),
        sa.Column("due_at", sa.DateTime(), nullable=False),
        sa.Column("early_until", sa.DateTime(), nullable=True),
        sa.Column("early_credit", sa.Integer(), nullable=False),
        sa.Column("late_until", sa.DateTime(), nullable=True),
        sa.Column("late_credit", sa.Integer(), nullable=False),
        sa.Column("after", sa.String(length=32), nullable=False),
        sa.Column("late_days", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_assignments_course_id_courses"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("public_id", name=op.f("uq_assignments_public_id")),
    )
    op.create_index("ix_assignments_course_id_position", "assignments", ["course_id", "position"], unique=False)
    op.create_table(
        "course_invitations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("content", sa.String(length=32), nullable=False),
        sa.Column("data", sa.String(length=32), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_course_invitations_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["users.id"], name=op.f("fk_course_invitations_made_by_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_invitations")),
        sa.UniqueConstraint("public_id", name=op.f("uq_course_invitations_public_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_course_invitations_token_hash")),
    )
    op.create_index(op.f("ix_course_invitations_course_id"), "course_invitations", ["course_id"], unique=False)
    op.create_index(op.f("ix_course_invitations_made_by"), "course_invitations", ["made_by"], unique=False)
    op.create_table(
        "course_labels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_course_labels_course_id_courses"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_labels")),
    )
    op.create_index("uq_course_labels_course_id_name", "course_labels", ["course_id", "name"], unique=True)
    op.create_table(
        "course_staff",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("content", sa.String(length=32), nullable=False),
        sa.Column("data", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_course_staff_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_course_staff_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_staff")),
    )
    op.create_index(op.f("ix_course_staff_user_id"), "course_staff", ["user_id"], unique=False)
    op.create_index("uq_course_staff_course_id_user_id", "course_staff", ["course_id", "user_id"], unique=True)
    op.create_table(
        "kept_grades",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("grades", sa.JSON(), nullable=False),
        sa.Column("kept_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_kept_grades_course_id_courses"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_grades")),
    )
    op.create_index(op.f("ix_kept_grades_course_id"), "kept_grades", ["course_id"], unique=False)
    op.create_table(
        "students",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("course_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("joined_at", sa.DateTime(), nullable=True),
        sa.Column("removed_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_students_course_id_courses"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_students_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_students")),
        sa.UniqueConstraint("public_id", name=op.f("uq_students_public_id")),
    )
    op.create_index(op.f("ix_students_email"), "students", ["email"], unique=False)
    op.create_index(op.f("ix_students_user_id"), "students", ["user_id"], unique=False)
    op.create_index("uq_students_course_id_email", "students", ["course_id", "email"], unique=True)
    op.create_index("uq_students_course_id_user_id", "students", ["course_id", "user_id"], unique=True)
    op.create_table(
        "assignment_katas",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("problem_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_assignment_katas_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["problem_id"], ["problems.id"], name=op.f("fk_assignment_katas_problem_id_problems")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment_katas")),
    )
    op.create_index(op.f("ix_assignment_katas_problem_id"), "assignment_katas", ["problem_id"], unique=False)
    op.create_index(
        "uq_assignment_katas_assignment_id_problem_id", "assignment_katas", ["assignment_id", "problem_id"], unique=True
    )
    op.create_table(
        "assignment_overrides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=True),
        sa.Column("label_id", sa.Integer(), nullable=True),
        sa.Column("opens_at", sa.DateTime(), nullable=True),
        sa.Column("due_at", sa.DateTime(), nullable=True),
        sa.Column("early_until", sa.DateTime(), nullable=True),
        sa.Column("early_credit", sa.Integer(), nullable=True),
        sa.Column("late_until", sa.DateTime(), nullable=True),
        sa.Column("late_credit", sa.Integer(), nullable=True),
        sa.Column("after", sa.String(length=32), nullable=True),
        sa.Column("late_days", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_assignment_overrides_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["label_id"],
            ["course_labels.id"],
            name=op.f("fk_assignment_overrides_label_id_course_labels"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["students.id"],
            name=op.f("fk_assignment_overrides_student_id_students"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment_overrides")),
        sa.UniqueConstraint("public_id", name=op.f("uq_assignment_overrides_public_id")),
    )
    op.create_index(op.f("ix_assignment_overrides_label_id"), "assignment_overrides", ["label_id"], unique=False)
    op.create_index(op.f("ix_assignment_overrides_student_id"), "assignment_overrides", ["student_id"], unique=False)
    op.create_index(
        "uq_assignment_overrides_assignment_id_label_id",
        "assignment_overrides",
        ["assignment_id", "label_id"],
        unique=True,
    )
    op.create_index(
        "uq_assignment_overrides_assignment_id_student_id",
        "assignment_overrides",
        ["assignment_id", "student_id"],
        unique=True,
    )
    op.create_table(
        "extension_requests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=32), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Integer(), nullable=True),
        sa.Column("decided_at", sa.DateTime(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_extension_requests_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["users.id"], name=op.f("fk_extension_requests_decided_by_users"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_extension_requests_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_extension_requests")),
        sa.UniqueConstraint("public_id", name=op.f("uq_extension_requests_public_id")),
    )
    op.create_index(op.f("ix_extension_requests_assignment_id"), "extension_requests", ["assignment_id"], unique=False)
    op.create_index(op.f("ix_extension_requests_student_id"), "extension_requests", ["student_id"], unique=False)
    op.create_table(
        "spent_late_days",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_spent_late_days_assignment_id_assignments"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_spent_late_days_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("assignment_id", "student_id", name=op.f("pk_spent_late_days")),
    )
    op.create_index(op.f("ix_spent_late_days_student_id"), "spent_late_days", ["student_id"], unique=False)
    op.create_table(
        "student_labels",
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("label_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["label_id"],
            ["course_labels.id"],
            name=op.f("fk_student_labels_label_id_course_labels"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_student_labels_student_id_students"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("student_id", "label_id", name=op.f("pk_student_labels")),
    )
    op.create_index(op.f("ix_student_labels_label_id"), "student_labels", ["label_id"], unique=False)
    op.create_table(
        "grade_overrides",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=26), nullable=False),
        sa.Column("kata_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("given_by", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.Column("undone_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["given_by"], ["users.id"], name=op.f("fk_grade_overrides_given_by_users"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["kata_id"],
            ["assignment_katas.id"],
            name=op.f("fk_grade_overrides_kata_id_assignment_katas"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_grade_overrides_student_id_students"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["undone_by"], ["users.id"], name=op.f("fk_grade_overrides_undone_by_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grade_overrides")),
        sa.UniqueConstraint("public_id", name=op.f("uq_grade_overrides_public_id")),
    )
    op.create_index(op.f("ix_grade_overrides_kata_id"), "grade_overrides", ["kata_id"], unique=False)
    op.create_index("ix_grade_overrides_student_id_kata_id", "grade_overrides", ["student_id", "kata_id"], unique=False)


def downgrade() -> None:
    """Downgrade the schema: courses are forgotten; submissions stay."""
    op.drop_table("grade_overrides")
    op.drop_table("student_labels")
    op.drop_table("spent_late_days")
    op.drop_table("extension_requests")
    op.drop_table("assignment_overrides")
    op.drop_table("assignment_katas")
    op.drop_table("students")
    op.drop_table("kept_grades")
    op.drop_table("course_staff")
    op.drop_table("course_labels")
    op.drop_table("course_invitations")
    op.drop_table("assignments")
    op.drop_table("courses")
