"""What a runner writes about a submission: each change is one transaction, then the submission's bell rings.

Job and submission change together, and so do the events that tell of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.db.models import Submission, now
from app.db.statuses import EventKind, Status
from app.db.transitions import change_status
from app.submissions import repository
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.events import Broadcaster
    from app.queue.port import Claim, LostJob, Queue
    from app.settings import Settings
    from grader.report import Mode, Report

RETRYING = "Something failed on our side, not in your code. We are trying again."
GAVE_UP = "The grader failed on our side, not in your code, and trying again didn't help. The operator has been told."


@dataclass(frozen=True)
class Work:
    """A claimed submission, and all that is needed to grade it."""

    claim: Claim
    public_id: str
    problem: str
    version: int
    digest: str
    mode: Mode
    source: str


class Ledger:
    """The runner's pen."""

    def __init__(self, settings: Settings, database: Database, queue: Queue, broadcaster: Broadcaster) -> None:
        self._settings = settings
        self._database = database
        self._queue = queue
        self._broadcaster = broadcaster

    async def begin(self, runner: str) -> Work | None:
        """Take the next job, if there is one: its submission runs from now on."""

        def take(session: Session) -> Work | None:
            claim = self._queue.claim(session, runner)
            if claim is None:
                return None
            row = repository.start_submission(session, claim.submission_id, claim.attempt)
            repository.add_events(session, claim.submission_id, [(EventKind.STARTED, {"attempt": claim.attempt})])
            return Work(claim, row.public_id, row.problem, row.version, row.digest, row.mode, row.source)

        work = await self._database.write(take)
        if work is not None:
            self._broadcaster.ring(work.public_id)
        return work

    async def add_cases(self, work: Work, cases: list[dict[str, Any]]) -> None:
        """Store cases that were judged, and tell of them."""
        await self._database.write(lambda session: _add_cases(session, work, cases))
        self._broadcaster.ring(work.public_id)

    async def finish(self, work: Work, report: Report, cases: list[dict[str, Any]]) -> None:
        """Record the verdict, and the last cases with it; raises `LostClaimError` when the job is another's by now."""

        def record(session: Session) -> None:
            self._queue.complete(session, work.claim, Status.DONE)
            change_status(
                session,
                Submission,
                work.claim.submission_id,
                Status.DONE,
                verdict=report.verdict,
                report=report,
                finished_at=now(),
            )
            _add_cases(session, work, cases)
            repository.add_events(session, work.claim.submission_id, [(EventKind.VERDICT, {})])

        await self._database.write(record)
        self._broadcaster.ring(work.public_id)

    async def retry_or_fail(self, work: Work, *, delay_s: float) -> bool:
        """After a failure of ours: queue the job again, or give up when it has had its attempts. True: queued."""
        again = work.claim.attempt < self._settings.max_attempts

        def record(session: Session) -> None:
            if again:
                self._queue.release(session, work.claim, delay_s=delay_s, counted=True)
                self._requeue(session, work.claim.submission_id, {"message": RETRYING})
            else:
                self._queue.complete(session, work.claim, Status.FAILED)
                _fail(session, work.claim.submission_id)

        await self._database.write(record)
        self._broadcaster.ring(work.public_id)
        return again

    async def release(self, work: Work) -> None:
        """Give a job back because this runner stops; the attempt doesn't count."""

        def record(session: Session) -> None:
            self._queue.release(session, work.claim, delay_s=0, counted=False)
            self._requeue(session, work.claim.submission_id, {})

        await self._database.write(record)
        self._broadcaster.ring(work.public_id)

    async def take_back_lost(self, runner: str) -> tuple[int, int]:
        """Queue the jobs of vanished runners again; returns how many were, and how many had failed too often."""

        def take_back(session: Session) -> tuple[list[LostJob], list[str]]:
            lost = self._queue.requeue_lost(
                session,
                runner,
                lost_after_s=self._settings.lost_after_s,
                max_attempts=self._settings.max_attempts,
            )
            for job in lost:
                if job.requeued:
                    self._requeue(session, job.submission_id, {"message": RETRYING})
                else:
                    _fail(session, job.submission_id)
            return lost, [repository.find_public_id(session, job.submission_id) for job in lost]

        lost, public_ids = await self._database.write(take_back)
        for public_id in public_ids:
            self._broadcaster.ring(public_id)
        requeued = sum(job.requeued for job in lost)
        return requeued, len(lost) - requeued

    async def heartbeat(self, works: Collection[Work]) -> None:
        """Say that these are being worked on."""
        claims = [work.claim for work in works]
        await self._database.write(lambda session: self._queue.heartbeat(session, claims))

    def _requeue(self, session: Session, submission_id: int, data: dict[str, Any]) -> None:
        change_status(session, Submission, submission_id, Status.QUEUED, started_at=None)
        position = self._queue.find_position(session, submission_id)
        repository.add_events(session, submission_id, [(EventKind.QUEUED, {"position": position, **data})])


def _add_cases(session: Session, work: Work, cases: list[dict[str, Any]]) -> None:
    if cases:
        repository.add_events(session, work.claim.submission_id, [(EventKind.CASE, case) for case in cases])


def _fail(session: Session, submission_id: int) -> None:
    change_status(session, Submission, submission_id, Status.FAILED, verdict=Verdict.INTERNAL_ERROR, finished_at=now())
    repository.add_events(session, submission_id, [(EventKind.FAILED, {"message": GAVE_UP})])
