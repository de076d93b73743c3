"""Conversion of a submission's row to its author's view, and the choice of the one before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.holds import find_held
from app.db.models import Submission
from app.domains.submissions.held import conceal
from app.domains.submissions.schemas import SubmissionView
from grader.report import Report

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.submissions.schemas import AttemptView


def choose_previous(submission: SubmissionView | AttemptView, attempts: list[AttemptView]) -> AttemptView | None:
    """Return the last judged attempt of the same mode before a submission; `attempts` begin with the newest."""
    alike = (one for one in attempts if one.mode is submission.mode and one.verdict is not None)
    return next((one for one in alike if one.id < submission.id), None)


def view_submission(
    session: Session, submission: Submission, slug: str, number: int, position: int | None
) -> SubmissionView:
    """Return a submission as its author may see it, which excludes a held verdict."""
    view = to_view(submission, slug, number, position)
    until = find_held(session, Submission.id == submission.id)
    return view if until is None else conceal(view, until)


def to_view(submission: Submission, slug: str, number: int, position: int | None = None) -> SubmissionView:
    """Return a submission whose verdict isn't held."""
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
