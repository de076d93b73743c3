"""The record that a job writes about the submission that it grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from app.db.models import Submission, now
from app.db.statuses import EventKind, Status
from app.db.transitions import change_status
from app.domains.submissions import repository
from app.domains.webhooks import outbox
from grader.report import Mode, Report, Timing, Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.submissions.schemas import WorkRow
    from app.queue.port import Claim, LostJob, Queue

MAX_CODE: Final = 80
"""Maximum number of characters of a report's code that are stored beside it."""
GAVE_UP = (
    "The grader failed on our side, not in your code, and retrying didn't help. "
    "The operator has been notified, and it will be retried later."
)


class Record(Protocol):
    """Stores a job's progress and result. Each method works in the caller's session, with the job's own change."""

    def start(self, session: Session, claim: Claim) -> WorkRow:
        """Mark it as running; returns the data that a runner needs."""

    def add_cases(self, session: Session, claim: Claim, cases: list[dict[str, Any]]) -> None:
        """Store judged cases."""

    def finish(self, session: Session, claim: Claim, report: Report) -> None:
        """Store the verdict."""

    def requeue(self, session: Session, job: Claim | LostJob, data: dict[str, Any]) -> None:
        """Mark it as waiting again; `data` is sent to its followers."""

    def fail(self, session: Session, job: Claim | LostJob) -> None:
        """Record that the platform gave up."""

    def find_topic(self, session: Session, job: LostJob) -> str:
        """Return the topic that changed."""


class SubmissionRecord:
    """The record of a submission: the learner gets every event."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue

    def start(self, session: Session, claim: Claim) -> WorkRow:
        """See the protocol."""
        row = repository.start_submission(session, claim.submission_id, claim.attempt)
        repository.add_events(session, claim.submission_id, [(EventKind.STARTED, {"attempt": claim.attempt})])
        return row

    def add_cases(self, session: Session, claim: Claim, cases: list[dict[str, Any]]) -> None:
        """See the protocol."""
        if cases:
            repository.add_events(session, claim.submission_id, [(EventKind.CASE, case) for case in cases])

    def finish(self, session: Session, claim: Claim, report: Report) -> None:
        """See the protocol."""
        values = {"verdict": report.verdict, "report": report, "code": report.code[:MAX_CODE], "finished_at": now()}
        change_status(session, Submission, claim.submission_id, Status.DONE, **values)
        repository.add_events(session, claim.submission_id, [(EventKind.VERDICT, {})])
        outbox.add_messages(session, claim.submission_id)

    def requeue(self, session: Session, job: Claim | LostJob, data: dict[str, Any]) -> None:
        """See the protocol."""
        change_status(session, Submission, job.submission_id, Status.QUEUED, started_at=None)
        position = self._queue.find_position(session, job.submission_id)
        repository.add_events(session, job.submission_id, [(EventKind.QUEUED, {"position": position, **data})])

    def fail(self, session: Session, job: Claim | LostJob) -> None:
        """See the protocol."""
        values = {"verdict": Verdict.INTERNAL_ERROR, "finished_at": now()}
        change_status(session, Submission, job.submission_id, Status.FAILED, **values)
        repository.add_events(session, job.submission_id, [(EventKind.FAILED, {"message": GAVE_UP})])
        outbox.add_messages(session, job.submission_id)

    def find_topic(self, session: Session, job: LostJob) -> str:
        """See the protocol."""
        return repository.find_public_id(session, job.submission_id)


def withhold_times(report: Report) -> Report:
    """Return a report without the times that hidden cases took in each stage; the learner gets the time of the whole.

    A submission could wait for as long as a hidden value says. That it can't be kept from the clock is no reason to
    tell each stage to a hundredth of a millisecond; metrics, traces and the log have all times.
    """
    if report.mode is not Mode.SUBMIT:
        return report
    return report.model_copy(update={"timing": Timing(total_ms=round(report.timing.total_ms))})
