"""All SQL about authoring: access, versions, and the last task of each problem."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, func, select, true

from app.db.judged import IS_DONE
from app.db.models import (
    AuthoringTask,
    BetaProblem,
    PrivateProblem,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    Submission,
    User,
    VersionFiles,
    now,
)
from app.db.orders import withhold_regrades
from app.db.privacy import list_betas, may_see
from app.db.statuses import SharingRole, TaskStatus, VersionStatus
from app.db.transitions import update_status
from app.domains.authoring.schemas import TaskView, VersionEntry
from app.domains.authoring.statistics import Attempt
from app.domains.problems.repository import find_or_add_problem

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account


MAX_ATTEMPTS: Final = 5000
"""Maximum number of submissions to a problem that the statistics cover."""
SILENT: Final = timedelta(seconds=30)
"""Time without a report after which a task is considered dead."""
INTERRUPTED: Final = "The service stopped while this ran. Start it again."


class ProblemIdentity(NamedTuple):
    """A problem's slug, with the id and the time of its row; None if it has no row."""

    slug: str
    problem_id: int | None
    begun_at: datetime | None


@dataclass
class ProblemRow:
    """A problem in the database: its row, its authors' names and its newest version numbers."""

    id: int | None = None
    begun_at: datetime | None = None
    name: str | None = None
    version: int | None = None
    staged: int | None = None
    retired: bool = False
    beta: bool = False
    owner: str | None = None
    authors: dict[int, str] = field(default_factory=dict)
    """The names of everybody with access, including the owner, by account id."""
    roles: dict[int, SharingRole] = field(default_factory=dict)
    """What each of them may do, by account id."""


def list_hidden(session: Session, reader: Account) -> set[str]:
    """Return the slugs of the private problems that `reader` may not know of."""
    return set(session.scalars(select(Problem.slug).where(~may_see(session, reader))))


def list_problems(session: Session, slug: str | None = None) -> dict[str, ProblemRow]:
    """Return all problems by slug, or only the one with this slug."""
    wanted = true() if slug is None else Problem.slug == slug
    found: defaultdict[str, ProblemRow] = defaultdict(ProblemRow)
    betas = list_betas(session)
    for problem in session.scalars(select(Problem).where(wanted)):
        found[problem.slug].id, found[problem.slug].begun_at = problem.id, problem.created_at
        found[problem.slug].retired = problem.retired_at is not None
        found[problem.slug].beta = problem.id in betas
    versions = (
        select(Problem.slug, ProblemVersion)
        .join(ProblemVersion, ProblemVersion.problem_id == Problem.id)
        .where(wanted)
        .order_by(ProblemVersion.number)
    )
    for one, version in session.execute(versions).all():
        if version.status is VersionStatus.PUBLISHED:
            found[one].version, found[one].name = version.number, version.name
        elif version.status is VersionStatus.STAGED:
            found[one].staged = version.number
    authors = (
        select(Problem.slug, User.id, User.name, ProblemAuthor.is_owner, ProblemAuthor.role)
        .join(ProblemAuthor, ProblemAuthor.problem_id == Problem.id)
        .join(User, User.id == ProblemAuthor.user_id)
        .where(wanted)
        .order_by(User.name_key)
    )
    for one, user_id, name, is_owner, role in session.execute(authors).all():
        found[one].authors[user_id], found[one].roles[user_id] = name, role
        if is_owner:
            found[one].owner = name
    return found


def add_author(
    session: Session, slug: str, user_id: int, *, is_owner: bool = False, role: SharingRole = SharingRole.EDIT
) -> int:
    """Give somebody access to a problem, creating its row if needed; returns the problem's id.

    The role of somebody who already has access changes, except the owner's.
    """
    problem = find_or_add_problem(session, slug)
    known = (ProblemAuthor.problem_id == problem.id, ProblemAuthor.user_id == user_id)
    row = session.scalar(select(ProblemAuthor).where(*known))
    if row is None:
        session.add(ProblemAuthor(problem_id=problem.id, user_id=user_id, is_owner=is_owner, role=role))
    elif not row.is_owner and row.role is not role:
        row.role = role
        withhold_regrades(session, user_id, problem.id)
    return problem.id


def remove_author(session: Session, problem_id: int, user_id: int) -> None:
    """Revoke somebody's access to a problem, and what they ordered there; the owner keeps theirs."""
    statement = delete(ProblemAuthor).where(
        ProblemAuthor.problem_id == problem_id, ProblemAuthor.user_id == user_id, ProblemAuthor.is_owner.is_(False)
    )
    if session.connection().execute(statement).rowcount:
        withhold_regrades(session, user_id, problem_id)


def delete_draft(session: Session, slug: str, problem_id: int) -> bool:
    """Delete a problem without versions, its authors and its last task; returns whether it had no versions."""
    if session.scalar(select(ProblemVersion.id).where(ProblemVersion.problem_id == problem_id).limit(1)) is not None:
        return False
    session.execute(delete(AuthoringTask).where(AuthoringTask.slug == slug))
    session.execute(delete(ProblemAuthor).where(ProblemAuthor.problem_id == problem_id))
    session.execute(delete(PrivateProblem).where(PrivateProblem.problem_id == problem_id))
    session.execute(delete(BetaProblem).where(BetaProblem.problem_id == problem_id))
    session.execute(delete(Problem).where(Problem.id == problem_id))
    return True


def list_versions(session: Session, problem_id: int) -> list[VersionEntry]:
    """Return a problem's versions, newest first, with the number of submissions that each has judged."""
    judged = (
        select(Submission.problem_version_id, func.count().label("number"))
        .group_by(Submission.problem_version_id)
        .subquery()
    )
    statement = (
        select(ProblemVersion, func.coalesce(judged.c.number, 0))
        .outerjoin(judged, judged.c.problem_version_id == ProblemVersion.id)
        .where(ProblemVersion.problem_id == problem_id)
        .order_by(ProblemVersion.number.desc())
    )
    return [
        VersionEntry(
            number=version.number,
            status=version.status,
            published_at=version.published_at,
            digest=version.digest,
            submissions=number,
        )
        for version, number in session.execute(statement).all()
    ]


def find_source_digest(session: Session, slug: str) -> str:
    """Return the digest of the files of a problem's newest published version; empty if unknown."""
    statement = (
        select(ProblemVersion.source_digest)
        .join(Problem)
        .where(Problem.slug == slug, ProblemVersion.status == VersionStatus.PUBLISHED)
        .order_by(ProblemVersion.number.desc())
        .limit(1)
    )
    return session.scalar(statement) or ""


def put_files(session: Session, version_id: int, kept: bytes | None) -> None:
    """Store the files that a version was made from, replacing earlier ones; None if they are unknown."""
    session.execute(delete(VersionFiles).where(VersionFiles.version_id == version_id))
    if kept is not None:
        session.add(VersionFiles(version_id=version_id, archive=kept))


def list_numbers(session: Session, slug: str) -> dict[int, int]:
    """Return the ids of a problem's versions, by number."""
    statement = select(ProblemVersion.number, ProblemVersion.id).join(Problem).where(Problem.slug == slug)
    return dict(session.execute(statement.order_by(ProblemVersion.number)).all())


def find_files(session: Session, version_id: int) -> bytes | None:
    """Return the stored files of a version; None if they weren't kept."""
    return session.scalar(select(VersionFiles.archive).where(VersionFiles.version_id == version_id))


def list_attempts(session: Session, problem_id: int) -> list[Attempt]:
    """Return the newest judged submissions to a problem, including runs, oldest first."""
    statement = (
        select(
            Submission.id,
            Submission.user_id,
            Submission.mode,
            Submission.verdict,
            Submission.report["code"].as_string(),
            Submission.report["message"].as_string(),
            Submission.created_at,
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(ProblemVersion.problem_id == problem_id, IS_DONE)
        .where(Submission.user_id.is_not(None))
        .order_by(Submission.id.desc())
        .limit(MAX_ATTEMPTS)
    )
    rows = session.execute(statement).all()
    return [
        Attempt(row, user, mode, verdict, code or "", message or "", at)
        for row, user, mode, verdict, code, message, at in reversed(rows)
        if verdict is not None
    ]


def load_sources(session: Session, rows: Collection[int]) -> dict[int, str]:
    """Return the sources of submissions, by row id."""
    statement = select(Submission.id, Submission.source).where(Submission.id.in_(rows))
    return dict(session.execute(statement).all())


def find_task(session: Session, slug: str) -> TaskView | None:
    """Return the last task of a problem; one whose process is gone is `interrupted`."""
    row = session.scalar(select(AuthoringTask).where(AuthoringTask.slug == slug))
    return None if row is None else _view_task(row)


def begin_task(session: Session, task: TaskView) -> TaskView | None:
    """Store a task, replacing the problem's last one; if that is still running, return it and store nothing."""
    row = session.scalar(select(AuthoringTask).where(AuthoringTask.slug == task.problem).with_for_update())
    if row is not None:
        last = _view_task(row)
        if not last.status.is_over:
            return last
        session.delete(row)
        session.flush()
    view = task.model_dump(mode="json")
    session.add(AuthoringTask(slug=task.problem, public_id=task.id, status=task.status, view=view))
    return None


def note_task(session: Session, task: TaskView) -> str | None:
    """Store a task's progress and heartbeat; returns the name of anybody who asked it to stop.

    Changes nothing if the stored task has ended, or is another one that was started in the meantime.
    """
    statement = (
        update_status(AuthoringTask, task.status)
        .where(AuthoringTask.slug == task.problem, AuthoringTask.public_id == task.id)
        .values(view=task.model_dump(mode="json"), seen_at=now())
        .returning(AuthoringTask.cancelled_by)
    )
    return session.connection().execute(statement).scalar()


def ask_to_stop(session: Session, slug: str, name: str) -> TaskView | None:
    """Record who asked a problem's task to stop; returns the task."""
    row = session.scalar(select(AuthoringTask).where(AuthoringTask.slug == slug).with_for_update())
    if row is None:
        return None
    task = _view_task(row)
    if not task.status.is_over:
        row.cancelled_by = name
    return task


def _view_task(row: AuthoringTask) -> TaskView:
    task = TaskView.model_validate(row.view)
    if not row.status.is_over and now() - row.seen_at > SILENT:
        return task.model_copy(update={"status": TaskStatus.INTERRUPTED, "message": INTERRUPTED})
    return task
