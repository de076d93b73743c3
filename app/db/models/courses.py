"""Courses: staff, students, labels, assignments and overrides, requests, and changes that staff made to grades.

Grades themselves are not stored: they are computed from submissions (`app.domains.courses.grading`). Rows about a
student are deleted with their account; `KeptGrades` has what the course must keep.
"""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, WallTime, make_enum, make_public_id, now
from app.db.statuses import After, Counts, ExtensionStatus, Right


class Course(Base):
    """A class in one term, from its first to its last day in its time zone.

    While `join_open` is set, people can join with `join_code` until the end of `join_until`. `keeps_grades`: students'
    results are kept when they delete their accounts.
    """

    __tablename__ = "courses"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    name: Mapped[str] = mapped_column(String(120))
    term: Mapped[str] = mapped_column(String(60))
    time_zone: Mapped[str] = mapped_column(String(64))
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date] = mapped_column(Date)
    late_days: Mapped[int] = mapped_column(default=0)
    keeps_grades: Mapped[bool] = mapped_column(default=False)
    join_code: Mapped[str] = mapped_column(String(16), unique=True)
    join_open: Mapped[bool] = mapped_column(default=False)
    join_until: Mapped[date | None] = mapped_column(Date)
    created_at: Mapped[datetime] = mapped_column(default=now)
    archived_at: Mapped[datetime | None]


class CourseStaff(Base):
    """A member of a course's staff, with their rights to its content and to its students' data."""

    __tablename__ = "course_staff"
    __table_args__ = (Index("uq_course_staff_course_id_user_id", "course_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    content: Mapped[Right] = mapped_column(make_enum(Right))
    data: Mapped[Right] = mapped_column(make_enum(Right))
    created_at: Mapped[datetime] = mapped_column(default=now)


class CourseInvitation(Base):
    """A link with which one person can join a course's staff. Only the SHA-256 of its token is stored."""

    __tablename__ = "course_invitations"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    content: Mapped[Right] = mapped_column(make_enum(Right))
    data: Mapped[Right] = mapped_column(make_enum(Right))
    made_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Student(Base):
    """A row of a course's roster.

    Until `joined_at` is set, it is an invitation for the account `user_id`, or for the one with the confirmed address
    `email`: staff see nothing of people who haven't accepted. If a student is removed, the row and everything that
    belongs to it are kept, in case they are put back.
    """

    __tablename__ = "students"
    __table_args__ = (
        Index("uq_students_course_id_user_id", "course_id", "user_id", unique=True),
        Index("uq_students_course_id_email", "course_id", "email", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    name: Mapped[str] = mapped_column(String(120), default="")
    number: Mapped[str] = mapped_column(String(40), default="")
    joined_at: Mapped[datetime | None]
    removed_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)


class CourseLabel(Base):
    """A label for a group of a course's students, such as a section."""

    __tablename__ = "course_labels"
    __table_args__ = (Index("uq_course_labels_course_id_name", "course_id", "name", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))


class StudentLabel(Base):
    """The assignment of a label to a student."""

    __tablename__ = "student_labels"

    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True)
    label_id: Mapped[int] = mapped_column(
        ForeignKey("course_labels.id", ondelete="CASCADE"), primary_key=True, index=True
    )


class Assignment(Base):
    """A set of katas with one timeline, whose dates are in the course's time zone (see `courses.timeline`).

    Only staff see a draft. With `minutes` it is an exam, for which each student has that long from their own start; a
    start needs the `access_code` and an address in one of the networks in `addresses`, one per line. With
    `holds_verdicts`, students see verdicts when it ends, or when staff release them, at `released_at`. For
    `regrade_days` after the due date or a later verdict, students may ask for a second look; 0 means never.
    `changed_at`, in a column with an older name, moves with each change of the row, and of an exam's overrides and
    added minutes (`courses.repository.spans`).
    """

    __tablename__ = "assignments"
    __table_args__ = (Index("ix_assignments_course_id_position", "course_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    position: Mapped[int]
    name: Mapped[str] = mapped_column(String(120))
    is_draft: Mapped[bool] = mapped_column(default=True)
    counts: Mapped[Counts] = mapped_column(make_enum(Counts), default=Counts.BEST)
    opens_at: Mapped[datetime] = mapped_column(WallTime)
    due_at: Mapped[datetime] = mapped_column(WallTime)
    early_until: Mapped[datetime | None] = mapped_column(WallTime)
    early_credit: Mapped[int]
    late_until: Mapped[datetime | None] = mapped_column(WallTime)
    late_credit: Mapped[int]
    after: Mapped[After] = mapped_column(make_enum(After))
    late_days: Mapped[int] = mapped_column(default=0)
    minutes: Mapped[int | None]
    access_code: Mapped[str] = mapped_column(String(40), default="", server_default=text("''"))
    addresses: Mapped[str] = mapped_column(Text, default="", server_default=text("''"))
    holds_verdicts: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    released_at: Mapped[datetime | None]
    regrade_days: Mapped[int] = mapped_column(default=7, server_default=text("7"))
    changed_at: Mapped[datetime] = mapped_column("created_at", default=now, onupdate=now)


class AssignmentKata(Base):
    """A kata of an assignment, and its points."""

    __tablename__ = "assignment_katas"
    __table_args__ = (
        Index("uq_assignment_katas_assignment_id_problem_id", "assignment_id", "problem_id", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), index=True)
    position: Mapped[int]
    points: Mapped[int]


class AssignmentOverride(Base):
    """Different dates or credits of an assignment for a label or a student; null fields don't override anything."""

    __tablename__ = "assignment_overrides"
    __table_args__ = (
        Index("uq_assignment_overrides_assignment_id_student_id", "assignment_id", "student_id", unique=True),
        Index("uq_assignment_overrides_assignment_id_label_id", "assignment_id", "label_id", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"))
    student_id: Mapped[int | None] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    label_id: Mapped[int | None] = mapped_column(ForeignKey("course_labels.id", ondelete="CASCADE"), index=True)
    opens_at: Mapped[datetime | None] = mapped_column(WallTime)
    due_at: Mapped[datetime | None] = mapped_column(WallTime)
    early_until: Mapped[datetime | None] = mapped_column(WallTime)
    early_credit: Mapped[int | None]
    late_until: Mapped[datetime | None] = mapped_column(WallTime)
    late_credit: Mapped[int | None]
    after: Mapped[After | None] = mapped_column(make_enum(After))
    late_days: Mapped[int | None]
    minutes: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)


class ExamStart(Base):
    """The time at which a student started an exam."""

    __tablename__ = "exam_starts"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    started_at: Mapped[datetime]


class ExamExtension(Base):
    """Extra minutes for an exam: for one student, for those with a label or, if both are null, for everybody."""

    __tablename__ = "exam_extensions"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[int | None] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    label_id: Mapped[int | None] = mapped_column(ForeignKey("course_labels.id", ondelete="CASCADE"), index=True)
    minutes: Mapped[int]
    reason: Mapped[str] = mapped_column(Text)
    given_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class SpentLateDays(Base):
    """The number of late days that a student has spent on an assignment."""

    __tablename__ = "spent_late_days"

    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    days: Mapped[int]


class ExtensionRequest(Base):
    """A student's request for more time for an assignment, until `until`, and the reason; staff reply in `answer`."""

    __tablename__ = "extension_requests"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    until: Mapped[datetime] = mapped_column(WallTime)
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[ExtensionStatus] = mapped_column(make_enum(ExtensionStatus), default=ExtensionStatus.OPEN)
    answer: Mapped[str] = mapped_column(Text, default="")
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    decided_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)


class GradeOverride(Base):
    """Points that staff gave a student for a kata instead of the computed ones, and the reason; void once undone."""

    __tablename__ = "grade_overrides"
    __table_args__ = (Index("ix_grade_overrides_student_id_kata_id", "student_id", "kata_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    kata_id: Mapped[int] = mapped_column(ForeignKey("assignment_katas.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    points: Mapped[float]
    reason: Mapped[str] = mapped_column(Text)
    given_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    undone_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    undone_at: Mapped[datetime | None]


class KeptGrades(Base):
    """The results of a student who deleted their account, in a course that must keep them."""

    __tablename__ = "kept_grades"

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    number: Mapped[str] = mapped_column(String(40))
    grades: Mapped[dict[str, Any]]
    kept_at: Mapped[datetime] = mapped_column(default=now)


class PinnedHint(Base):
    """A hint from a course's staff for students who get a reason code on a problem; at most one for each code."""

    __tablename__ = "pinned_hints"
    __table_args__ = (
        Index("uq_pinned_hints_course_id_problem_id_code", "course_id", "problem_id", "code", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), index=True)
    code: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    made_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class ToldGrade(Base):
    """The last grade of a kata that was sent to the course's webhooks, or its grade when the first one was created.

    `submission` is the public id of the one that counts. `is_given`: the points were given by staff.
    """

    __tablename__ = "told_grades"

    kata_id: Mapped[int] = mapped_column(ForeignKey("assignment_katas.id", ondelete="CASCADE"), primary_key=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), primary_key=True, index=True)
    points: Mapped[float]
    is_given: Mapped[bool] = mapped_column(default=False)
    submission: Mapped[str | None] = mapped_column(String(26))
    told_at: Mapped[datetime] = mapped_column(default=now)


class PrivateProblem(Base):
    """A record that a problem is private to a course, and doesn't exist for others; there may be several courses."""

    __tablename__ = "private_problems"

    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id"), primary_key=True, index=True)
