"""Conversion of a submission's row to its author's view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.holds import find_held
from app.db.models import Submission
from app.domains.submissions.held import conceal
from app.domains.submissions.schemas import SubmissionView
from grader.report import Report

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


def view_submission(
    session: Session, submission: Submission, slug: str, number: int, position: int | None
) -> SubmissionView:
    """Return a submission as its author may see it, which excludes a held verdict."""
    until = find_held(session, Submission.id == submission.id)
    return hide_held(to_view(submission, slug, number, position), until)


def hide_held(view: SubmissionView, until: datetime | None) -> SubmissionView:
    """Return a submission as its author may see it, whose verdict is held `until` then."""
    return view if until is None else conceal(view, until)


def to_view(submission: Submission, slug: str, number: int, position: int | None = None) -> SubmissionView:
    """Return a submission with its verdict, which may be held: see `hide_held`."""
    return SubmissionView(
        id=submission.public_id,
        problem=slug,
        version=number,
        mode=submission.mode,
        status=submission.status,
        verdict=submission.verdict,
        report=None if submission.report is None else Report.model_validate(submission.report),
        created_at=submission.created_at,
        started_at=submission.started_at,
        finished_at=submission.finished_at,
        source=submission.source,
        position=position,
    )
