"""All SQL about submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from app.db.models import Problem, ProblemVersion, Submission, SubmissionEvent
from app.db.statuses import PENDING, EventKind
from app.submissions.schemas import Event

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from grader.report import Mode


async def count_pending(session: AsyncSession, user_id: int) -> int:
    """How many of a user's submissions wait or run."""
    statement = select(func.count()).where(Submission.user_id == user_id, Submission.status.in_(PENDING))
    return await session.scalar(statement) or 0


async def add_submission(
    session: AsyncSession, *, user_id: int, version_id: int, mode: Mode, source: str
) -> Submission:
    """Store a submission that waits."""
    submission = Submission(
        user_id=user_id, problem_version_id=version_id, mode=mode, source=source, verdict=None, report=None
    )
    session.add(submission)
    await session.flush()
    return submission


async def find_submission(session: AsyncSession, public_id: str, user_id: int) -> tuple[Submission, str, int] | None:
    """Return a user's submission, with its problem's slug and version number."""
    statement = (
        select(Submission, Problem.slug, ProblemVersion.number)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.public_id == public_id, Submission.user_id == user_id)
    )
    row = (await session.execute(statement)).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


async def load_work(session: AsyncSession, submission_id: int) -> tuple[Submission, str, int, str]:
    """Return a submission with its problem's slug, version number and bundle digest: what a runner needs."""
    statement = (
        select(Submission, Problem.slug, ProblemVersion.number, ProblemVersion.digest)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.id == submission_id)
    )
    row = (await session.execute(statement)).one()
    return row[0], row[1], row[2], row[3]


async def find_public_id(session: AsyncSession, submission_id: int) -> str:
    """Return the id by which people know a submission."""
    statement = select(Submission.public_id).where(Submission.id == submission_id)
    public_id: str = (await session.scalars(statement)).one()
    return public_id


async def add_events(session: AsyncSession, submission_id: int, events: list[tuple[EventKind, dict[str, Any]]]) -> None:
    """Store what happened, in order."""
    rows = [{"submission_id": submission_id, "kind": kind, "data": data} for kind, data in events]
    await session.execute(insert(SubmissionEvent), rows)


async def list_events(session: AsyncSession, submission_id: int, after: int) -> list[Event]:
    """Return the events later than the one with id `after`, in order. A verdict's data is the submission's report."""
    statement = (
        select(SubmissionEvent)
        .where(SubmissionEvent.submission_id == submission_id, SubmissionEvent.id > after)
        .order_by(SubmissionEvent.id)
    )
    events = [Event(row.id, row.kind, row.data) for row in (await session.scalars(statement)).all()]
    if events and events[-1].kind is EventKind.VERDICT:
        report = await session.scalar(select(Submission.report).where(Submission.id == submission_id))
        events[-1] = Event(events[-1].id, EventKind.VERDICT, report or {})
    return events
