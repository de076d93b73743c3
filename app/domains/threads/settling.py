"""What a regrade means for reports and requests: it answers reports on verdicts, and lets students request again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.db.models import Regrade, Regrading, Review, Submission, now
from app.db.statuses import RegradeStatus, ReviewOutcome, ReviewStatus
from app.db.transitions import update_status

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session


def answer_reports(session: Session, judged: ColumnElement[bool]) -> None:
    """Answer the open reports on the submissions of a regrade's matching regradings, when the regrade is applied.

    They get the verdicts before and after it, which are the same for submissions that a `never_lower` regrade left
    unchanged.
    """
    this = Regrading.submission_id == Review.submission_id
    after = select(Submission.verdict).where(Submission.id == Review.submission_id).scalar_subquery()
    before = select(Regrading.before_verdict).where(judged, this).scalar_subquery()
    session.connection().execute(
        update_status(Review, ReviewStatus.ANSWERED)
        .where(Review.course_id.is_(None), Review.submission_id.in_(select(Regrading.submission_id).where(judged)))
        .values(
            outcome=ReviewOutcome.REGRADED,
            before_verdict=func.coalesce(before, after),
            after_verdict=after,
            closed_at=now(),
        )
    )


def find_regraded(session: Session, submission_id: int) -> datetime | None:
    """Return when a regrade last changed a submission's verdict; None if none did."""
    changed = (Regrading.before_verdict.is_not(None), Regrading.before_verdict != Regrading.verdict)
    statement = (
        select(func.max(Regrade.decided_at))
        .join(Regrading, Regrading.regrade_id == Regrade.id)
        .where(Regrading.submission_id == submission_id, Regrade.status == RegradeStatus.APPLIED, *changed)
    )
    return session.scalar(statement)
