"""Settles reports on verdicts by a regrade, in the transaction that applies it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.db.models import Regrading, Review, Submission, now
from app.db.statuses import ReviewOutcome, ReviewStatus, Status
from app.db.transitions import update_status

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def answer_reports(session: Session, regrade_id: int) -> None:
    """Answer the open reports on all rejudged submissions, with the verdicts before and after the regrade.

    These are the same for submissions that a `never_lower` regrade left unchanged.
    """
    judged = (Regrading.regrade_id == regrade_id, Regrading.status == Status.DONE)
    this = Regrading.submission_id == Review.submission_id
    after = select(Submission.verdict).where(Submission.id == Review.submission_id).scalar_subquery()
    before = select(Regrading.before_verdict).where(*judged, this).scalar_subquery()
    session.connection().execute(
        update_status(Review, ReviewStatus.ANSWERED)
        .where(Review.course_id.is_(None), Review.submission_id.in_(select(Regrading.submission_id).where(*judged)))
        .values(
            outcome=ReviewOutcome.REGRADED,
            before_verdict=func.coalesce(before, after),
            after_verdict=after,
            closed_at=now(),
        )
    )
