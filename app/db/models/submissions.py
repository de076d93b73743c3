"""Submissions, their events, their jobs in the queue, and regrades."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import EventKind, RegradeStatus, Status
from grader.report import Mode, Verdict


class Submission(Base):
    """One submission: the source and the result of grading it.

    A guest's has no `user_id`, and a program that belongs to no problem has no `problem_version_id`; both are deleted
    after some minutes (`app.domains.runs`). `code` is the report's reason code, stored here to count a class by it.
    `revivals` is the number of times it was queued again after a failure. `request_id` and `trace`, a W3C
    `traceparent`, identify the request that made it, for logs and traces.
    """

    __tablename__ = "submissions"
    __table_args__ = (
        Index("ix_submissions_user_id_status", "user_id", "status"),
        Index("ix_submissions_status_created_at", "status", "created_at"),
        Index("ix_submissions_user_id_created_at", "user_id", "created_at"),
        Index("ix_submissions_finished_at", "finished_at"),
        # A covering index for counting a class's results, because reading the rows, which are long, would be slow.
        Index(
            "ix_submissions_user_id_problem_version_id",
            "user_id",
            "problem_version_id",
            "mode",
            "status",
            "verdict",
            "code",
            "created_at",
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    problem_version_id: Mapped[int | None] = mapped_column(ForeignKey("problem_versions.id"), index=True)
    mode: Mapped[Mode] = mapped_column(make_enum(Mode))
    source: Mapped[str] = mapped_column(Text)
    status: Mapped[Status] = mapped_column(make_enum(Status), default=Status.QUEUED)
    verdict: Mapped[Verdict | None] = mapped_column(make_enum(Verdict))
    report: Mapped[dict[str, Any] | None]
    attempts: Mapped[int] = mapped_column(default=0)
    revivals: Mapped[int] = mapped_column(default=0, server_default="0")
    request_id: Mapped[str | None] = mapped_column(String(16))
    trace: Mapped[str | None] = mapped_column(String(55))
    created_at: Mapped[datetime] = mapped_column(default=now)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    code: Mapped[str | None] = mapped_column(String(80))


class IdempotencyKey(Base):
    """A repeatable request to submit, with the key that its sender chose, and the response.

    `body_hash` is the SHA-256 of the request's content; the answer omits the source, which a repeated request contains.
    """

    __tablename__ = "idempotency_keys"
    __table_args__ = (
        Index("uq_idempotency_keys_user_id_key", "user_id", "key", unique=True),
        Index("ix_idempotency_keys_user_id_created_at", "user_id", "created_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(255))
    body_hash: Mapped[str] = mapped_column(String(64))
    answer: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Regrade(Base):
    """A regrade of a problem's submissions, which is only a proposal until it is applied.

    They are graded against version `version_id` or, if that is null, each against its own version. With
    `applies_itself`, the regrade is applied without a decision; false once the person who started it may no longer
    change the problem. With `never_lower`, accepted submissions stay accepted.
    """

    __tablename__ = "regrades"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), index=True)
    version_id: Mapped[int | None] = mapped_column(ForeignKey("problem_versions.id"))
    started_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[RegradeStatus] = mapped_column(make_enum(RegradeStatus), default=RegradeStatus.RUNNING)
    applies_itself: Mapped[bool] = mapped_column(default=False)
    never_lower: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    created_at: Mapped[datetime] = mapped_column(default=now)
    decided_at: Mapped[datetime | None]


class Regrading(Base):
    """One submission of a regrade, and its result.

    When the regrade is applied, the submission gets this version, verdict and report, and its earlier ones are stored
    here. `seen_at` is when the learner dismissed the notice about it.
    """

    __tablename__ = "regradings"
    __table_args__ = (
        Index("uq_regradings_regrade_id_submission_id", "regrade_id", "submission_id", unique=True),
        Index("ix_regradings_regrade_id_status", "regrade_id", "status"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    regrade_id: Mapped[int] = mapped_column(ForeignKey("regrades.id", ondelete="CASCADE"))
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id"))
    status: Mapped[Status] = mapped_column(make_enum(Status), default=Status.QUEUED)
    verdict: Mapped[Verdict | None] = mapped_column(make_enum(Verdict))
    report: Mapped[dict[str, Any] | None]
    before_version_id: Mapped[int | None] = mapped_column(ForeignKey("problem_versions.id"))
    before_verdict: Mapped[Verdict | None] = mapped_column(make_enum(Verdict))
    before_report: Mapped[dict[str, Any] | None]
    seen_at: Mapped[datetime | None]


class Job(Base):
    """The job of a submission or its regrading in the queue, which is ordered by `priority`, lowest first, and `id`."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_status_priority_id", "status", "priority", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    regrading_id: Mapped[int | None] = mapped_column(ForeignKey("regradings.id", ondelete="CASCADE"), unique=True)
    status: Mapped[Status] = mapped_column(make_enum(Status), default=Status.QUEUED)
    priority: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime] = mapped_column(default=now)
    claimed_by: Mapped[str | None] = mapped_column(String(200))
    claimed_at: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]


class SubmissionEvent(Base):
    """An event of a submission; events are ordered by `id`, which is also the value of `Last-Event-ID`."""

    __tablename__ = "submission_events"
    # AUTOINCREMENT: ids are never reused, so a client's last id stays valid.
    __table_args__ = (
        Index("ix_submission_events_submission_id_id", "submission_id", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    kind: Mapped[EventKind] = mapped_column(make_enum(EventKind))
    data: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
