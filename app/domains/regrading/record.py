"""The record of a regrading job. The submission itself doesn't change until the regrade is applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.db.models import Regrading
from app.db.statuses import Status
from app.db.transitions import change_status
from app.domains.regrading import repository

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.submissions.schemas import WorkRow
    from app.queue.port import Claim, LostJob, Queue
    from grader.report import Report


class RegradingRecord:
    """Implements `app.domains.submissions.record.Record` for regradings."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    def start(self, session: Session, claim: Claim) -> WorkRow:
        """See the protocol."""
        change_status(session, Regrading, _find_id(claim), Status.RUNNING)
        return repository.find_work(session, _find_id(claim))

    def add_cases(self, session: Session, claim: Claim, cases: list[dict[str, Any]]) -> None:
        """Do nothing: the report has all cases, and nobody follows a regrading."""

    def finish(self, session: Session, claim: Claim, report: Report) -> None:
        """See the protocol."""
        values = {"verdict": report.verdict, "report": report}
        change_status(session, Regrading, _find_id(claim), Status.DONE, **values)
        repository.close_if_done(session, self._queue, repository.find_regrade_id(session, _find_id(claim)))

    def requeue(self, session: Session, job: Claim | LostJob, data: dict[str, Any]) -> None:  # noqa: ARG002 - no followers
        """See the protocol."""
        change_status(session, Regrading, _find_id(job), Status.QUEUED)

    def fail(self, session: Session, job: Claim | LostJob) -> None:
        """See the protocol."""
        change_status(session, Regrading, _find_id(job), Status.FAILED)
        repository.close_if_done(session, self._queue, repository.find_regrade_id(session, _find_id(job)))

    def find_topic(self, session: Session, job: LostJob) -> str:
        """See the protocol."""
        return repository.find_topic(session, _find_id(job))


def _find_id(job: Claim | LostJob) -> int:
    if job.regrading_id is None:
        message = "this job is about a submission"
        raise ValueError(message)
    return job.regrading_id
