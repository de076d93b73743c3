"""The tables. A migration of `app/db/migrations` makes each; a test holds the two equal.

Times are UTC. A row's `id` is for the database; what people see in addresses is a `public_id`.
"""

import os
import time
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import JSON, DateTime, Dialect, Enum, ForeignKey, Index, MetaData, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from app.db.statuses import EventKind, RegradeStatus, Role, Status, TaskStatus, UnlockKind, VersionStatus
from grader.report import Mode, Verdict

_Member = TypeVar("_Member", bound=StrEnum)

_BASE32 = "0123456789abcdefghijklmnopqrstuv"


def make_public_id() -> str:
    """Return a UUID version 7 (RFC 9562: milliseconds, then chance) as 26 letters and digits that sort by time."""
    number = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    return "".join(_BASE32[number >> shift & 31] for shift in range(125, -1, -5))


def now() -> datetime:
    """Return this moment, in UTC."""
    return datetime.now(UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: aware in Python, stored as UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse a moment without zone; store the others as UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = "a moment without time zone"
            raise ValueError(message)
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Say that what was stored is UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


def _enum(members: type[_Member]) -> Enum:
    """Return a column of a `StrEnum`, stored as its value. The code checks it: a new member needs no migration."""
    return Enum(
        members,
        native_enum=False,
        create_constraint=False,
        length=32,
        values_callable=lambda all_: [m.value for m in all_],
    )


class Base(DeclarativeBase):
    """What all tables share: named constraints, so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON}  # noqa: RUF012


class User(Base):
    """An account. `name_key` is the name without capitals, by which it is unique."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(32))
    name_key: Mapped[str] = mapped_column(String(32), unique=True)
    password_hash: Mapped[str] = mapped_column(String(255))
    role: Mapped[Role] = mapped_column(_enum(Role), default=Role.LEARNER)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Session(Base):
    """A sign-in of a browser. Only the SHA-256 of its token is stored."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    user: Mapped[User] = relationship(lazy="raise")


class ApiToken(Base):
    """A token for programs. Only its SHA-256 is stored."""

    __tablename__ = "api_tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(80), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    user: Mapped[User] = relationship(lazy="raise")


class Problem(Base):
    """A problem over all its versions. `draw` counts how often its hidden cases were drawn anew."""

    __tablename__ = "problems"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    retired_at: Mapped[datetime | None]
    draw: Mapped[int] = mapped_column(default=0, server_default="0")


class ProblemAuthor(Base):
    """Somebody who may change a problem: its owner, or an instructor with whom it is shared."""

    __tablename__ = "problem_authors"
    __table_args__ = (Index("uq_problem_authors_problem_id_user_id", "problem_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    is_owner: Mapped[bool] = mapped_column(default=False)


class ProblemVersion(Base):
    """One bundle of a problem. What the list of problems shows is repeated here. Only published ones count."""

    __tablename__ = "problem_versions"
    __table_args__ = (Index("uq_problem_versions_problem_id_number", "problem_id", "number", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    number: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64), index=True)
    source_digest: Mapped[str] = mapped_column(String(64))
    published_at: Mapped[datetime] = mapped_column(default=now)
    status: Mapped[VersionStatus] = mapped_column(
        _enum(VersionStatus), default=VersionStatus.PUBLISHED, server_default=VersionStatus.PUBLISHED.value
    )
    name: Mapped[str] = mapped_column(String(200))
    track: Mapped[str] = mapped_column(String(200))
    position: Mapped[int]
    difficulty: Mapped[int]
    problem: Mapped[Problem] = relationship(lazy="raise")


class AuthoringTask(Base):
    """The last check, publishing or staging of a working copy: `view` is what people are shown of it.

    The process that runs it sets `seen_at` again and again; one that is silent for long is gone. `cancelled_by` is the
    name of who wants it to stop.
    """

    __tablename__ = "authoring_tasks"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    public_id: Mapped[str] = mapped_column(String(26))
    status: Mapped[TaskStatus] = mapped_column(_enum(TaskStatus))
    view: Mapped[dict[str, Any]]
    seen_at: Mapped[datetime] = mapped_column(default=now)
    cancelled_by: Mapped[str | None] = mapped_column(String(32))


class Submission(Base):
    """One piece of source that somebody wants graded, and what came of it.

    `revivals` counts how often it was queued again after it had failed.
    """

    __tablename__ = "submissions"
    __table_args__ = (Index("ix_submissions_user_id_status", "user_id", "status"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    problem_version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id"), index=True)
    mode: Mapped[Mode] = mapped_column(_enum(Mode))
    source: Mapped[str] = mapped_column(Text)
    status: Mapped[Status] = mapped_column(_enum(Status), default=Status.QUEUED)
    verdict: Mapped[Verdict | None] = mapped_column(_enum(Verdict))
    report: Mapped[dict[str, Any] | None]
    attempts: Mapped[int] = mapped_column(default=0)
    revivals: Mapped[int] = mapped_column(default=0, server_default="0")
    created_at: Mapped[datetime] = mapped_column(default=now)
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    problem_version: Mapped[ProblemVersion] = relationship(lazy="raise")


class Regrade(Base):
    """Submissions to a problem judged again, as a proposal until it is applied.

    They are judged by version `version_id`, or each by its own where that is null. `applies_itself`: nobody is asked.
    """

    __tablename__ = "regrades"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), index=True)
    version_id: Mapped[int | None] = mapped_column(ForeignKey("problem_versions.id"))
    started_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[RegradeStatus] = mapped_column(_enum(RegradeStatus), default=RegradeStatus.RUNNING)
    applies_itself: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)
    decided_at: Mapped[datetime | None]


class Regrading(Base):
    """One submission of a regrade, and what came of it.

    When the regrade is applied, the submission takes over version, verdict and report, and what it had until then is
    kept here. `seen_at` is when its learner put the notice of it away.
    """

    __tablename__ = "regradings"
    __table_args__ = (Index("uq_regradings_regrade_id_submission_id", "regrade_id", "submission_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    regrade_id: Mapped[int] = mapped_column(ForeignKey("regrades.id", ondelete="CASCADE"))
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id"))
    status: Mapped[Status] = mapped_column(_enum(Status), default=Status.QUEUED)
    verdict: Mapped[Verdict | None] = mapped_column(_enum(Verdict))
    report: Mapped[dict[str, Any] | None]
    before_version_id: Mapped[int | None] = mapped_column(ForeignKey("problem_versions.id"))
    before_verdict: Mapped[Verdict | None] = mapped_column(_enum(Verdict))
    before_report: Mapped[dict[str, Any] | None]
    seen_at: Mapped[datetime | None]


class Job(Base):
    """The place in the queue of a submission, or of its regrading. Lower `priority` first, then by `id`."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_status_priority_id", "status", "priority", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    regrading_id: Mapped[int | None] = mapped_column(ForeignKey("regradings.id", ondelete="CASCADE"), unique=True)
    status: Mapped[Status] = mapped_column(_enum(Status), default=Status.QUEUED)
    priority: Mapped[int] = mapped_column(default=0)
    attempts: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime] = mapped_column(default=now)
    claimed_by: Mapped[str | None] = mapped_column(String(200))
    claimed_at: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]


class SubmissionEvent(Base):
    """What happened to a submission, in order; the `id` is what `Last-Event-ID` names."""

    __tablename__ = "submission_events"
    # AUTOINCREMENT: an id is never given twice, so a client's last id stays true.
    __table_args__ = (
        Index("ix_submission_events_submission_id_id", "submission_id", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    kind: Mapped[EventKind] = mapped_column(_enum(EventKind))
    data: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Draft(Base):
    """What somebody has written for a problem and not sent. `version` grows with each save."""

    __tablename__ = "drafts"
    __table_args__ = (Index("uq_drafts_user_id_problem_id", "user_id", "problem_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    source: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(default=1)
    saved_at: Mapped[datetime] = mapped_column(default=now)


class Unlock(Base):
    """Somebody opened hint `number` of a problem, or gave up and opened its solution (`number` 0)."""

    __tablename__ = "unlocks"
    __table_args__ = (
        Index("uq_unlocks_user_id_problem_id_kind_number", "user_id", "problem_id", "kind", "number", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    kind: Mapped[UnlockKind] = mapped_column(_enum(UnlockKind))
    number: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)


class ShareLink(Base):
    """An unguessable address under which anybody may see one submission, for as long as this row exists."""

    __tablename__ = "share_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class SharedSolution(Base):
    """An accepted submission that its author shows to those who solved the problem, too; one for each of them."""

    __tablename__ = "shared_solutions"
    __table_args__ = (Index("uq_shared_solutions_problem_id_user_id", "problem_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class Vote(Base):
    """Somebody finds a shared solution good; once."""

    __tablename__ = "votes"
    __table_args__ = (Index("uq_votes_solution_id_user_id", "solution_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    solution_id: Mapped[int] = mapped_column(ForeignKey("shared_solutions.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    created_at: Mapped[datetime] = mapped_column(default=now)


class Profile(Base):
    """What of somebody's progress others may see. Without a row, nothing."""

    __tablename__ = "profiles"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    shows_solved: Mapped[bool] = mapped_column(default=False)
    shows_activity: Mapped[bool] = mapped_column(default=False)
    shows_scores: Mapped[bool] = mapped_column(default=False)
