"""Messages about submissions, requests for a second look, reusable comments, and rubrics."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import ReviewOutcome, ReviewStatus
from grader.report import Verdict


class ThreadMessage(Base):
    """A message about a submission, in a course or, without one, between the learner and the problem's authors.

    `line` is the line of the source that it is about, from 1. A null `author_id` means that the author has left.
    """

    __tablename__ = "thread_messages"
    __table_args__ = (Index("ix_thread_messages_submission_id_course_id", "submission_id", "course_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    course_id: Mapped[int | None] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)
    author_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    line: Mapped[int | None]
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Review(Base):
    """A learner's request for a second look at a verdict or a grade; the reason is a message.

    In a course it is about the grade of kata `kata_id`; otherwise it is about the verdict, and the problem's authors
    answer it. `before_verdict` and `after_verdict` are those of a regrade that answered it.
    """

    __tablename__ = "reviews"
    __table_args__ = (
        Index("ix_reviews_submission_id_status", "submission_id", "status"),
        Index("ix_reviews_course_id_status", "course_id", "status"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    course_id: Mapped[int | None] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"))
    kata_id: Mapped[int | None] = mapped_column(ForeignKey("assignment_katas.id", ondelete="CASCADE"), index=True)
    status: Mapped[ReviewStatus] = mapped_column(make_enum(ReviewStatus), default=ReviewStatus.OPEN)
    outcome: Mapped[ReviewOutcome | None] = mapped_column(make_enum(ReviewOutcome))
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    before_verdict: Mapped[Verdict | None] = mapped_column(make_enum(Verdict))
    after_verdict: Mapped[Verdict | None] = mapped_column(make_enum(Verdict))
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]


class CourseComment(Base):
    """A comment that a course's staff have saved for reuse."""

    __tablename__ = "course_comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)
    body: Mapped[str] = mapped_column(Text)
    made_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class RubricItem(Base):
    """An item in the rubric of an assignment's kata: points to add or, if negative, to deduct, and the reason."""

    __tablename__ = "rubric_items"
    __table_args__ = (Index("ix_rubric_items_kata_id_position", "kata_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    kata_id: Mapped[int] = mapped_column(ForeignKey("assignment_katas.id", ondelete="CASCADE"))
    position: Mapped[int]
    points: Mapped[float]
    words: Mapped[str] = mapped_column(String(200))


class RubricTick(Base):
    """A rubric item that applies to a submission."""

    __tablename__ = "rubric_ticks"

    item_id: Mapped[int] = mapped_column(ForeignKey("rubric_items.id", ondelete="CASCADE"), primary_key=True)
    submission_id: Mapped[int] = mapped_column(
        ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    given_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(default=now, index=True)
