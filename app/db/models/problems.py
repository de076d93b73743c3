"""Problems, their versions and their authors."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.db.models.base import Base, make_enum, now
from app.db.statuses import SharingRole, TaskStatus, VersionStatus


class Problem(Base):
    """A problem with all its versions. `draw` is the number of times its hidden cases were redrawn."""

    __tablename__ = "problems"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    retired_at: Mapped[datetime | None]
    draw: Mapped[int] = mapped_column(default=0, server_default="0")


class ProblemAuthor(Base):
    """The owner of a problem, or an instructor with whom it is shared; `role` determines what they may do."""

    __tablename__ = "problem_authors"
    __table_args__ = (Index("uq_problem_authors_problem_id_user_id", "problem_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    is_owner: Mapped[bool] = mapped_column(default=False)
    role: Mapped[SharingRole] = mapped_column(
        make_enum(SharingRole), default=SharingRole.EDIT, server_default=SharingRole.EDIT.value
    )


class ProblemVersion(Base):
    """One bundle of a problem. Only published versions count.

    The row repeats the fields that the list of problems shows, and the device and versions
    (`grader.package.needs.Needs.tell`) by which the queue chooses runners.
    """

    __tablename__ = "problem_versions"
    __table_args__ = (Index("uq_problem_versions_problem_id_number", "problem_id", "number", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    number: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64), index=True)
    source_digest: Mapped[str] = mapped_column(String(64))
    published_at: Mapped[datetime] = mapped_column(default=now)
    status: Mapped[VersionStatus] = mapped_column(
        make_enum(VersionStatus), default=VersionStatus.PUBLISHED, server_default=VersionStatus.PUBLISHED.value
    )
    name: Mapped[str] = mapped_column(String(200))
    track: Mapped[str] = mapped_column(String(200))
    position: Mapped[int]
    difficulty: Mapped[int]
    device: Mapped[str] = mapped_column(String(8), default="any", server_default="any")
    needs: Mapped[str] = mapped_column(String(128), default="", server_default=text("''"))
    problem: Mapped[Problem] = relationship(lazy="raise")


class BetaProblem(Base):
    """A problem that only volunteers can try until it is released; another beta starts from scratch."""

    __tablename__ = "beta_problems"

    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"), primary_key=True)
    begun_at: Mapped[datetime] = mapped_column(default=now)
    released_at: Mapped[datetime | None]


class VersionFiles(Base):
    """The author's files from which a version was made: a compressed zip file like that of `jaxdojo problem export`.

    Versions that were published before files were kept have none.
    """

    __tablename__ = "version_files"

    version_id: Mapped[int] = mapped_column(ForeignKey("problem_versions.id"), primary_key=True)
    archive: Mapped[bytes]


class AuthoringTask(Base):
    """The last check, publishing or staging of a working copy: `view` is its visible state.

    The process that runs the task updates `seen_at` regularly; when that stops, the process is gone. `cancelled_by` is
    the name of the person who cancelled it.
    """

    __tablename__ = "authoring_tasks"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(80), unique=True)
    public_id: Mapped[str] = mapped_column(String(26))
    status: Mapped[TaskStatus] = mapped_column(make_enum(TaskStatus))
    view: Mapped[dict[str, Any]]
    seen_at: Mapped[datetime] = mapped_column(default=now)
    cancelled_by: Mapped[str | None] = mapped_column(String(32))
