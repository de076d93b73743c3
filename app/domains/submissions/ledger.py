"""Records what a runner does to jobs, each change in one transaction, and then notifies followers.

A job and its subject, a submission or a regrading, change together; the subject's `Record` writes the latter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.db.statuses import Status
from app.domains.fleet.repository import may_claim

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.submissions.record import Record
    from app.domains.submissions.schemas import Origin
    from app.kit.events import Broadcaster
    from app.kit.settings import Settings
    from app.queue.port import Claim, LostJob, Queue
    from grader.report import Mode, Report, Stack

RETRYING = "Something failed on our side, not in your code. We are trying again."


@dataclass(frozen=True)
class Work:
    """A claimed job, with all the data needed for grading. Its followers subscribe to `topic`."""

    claim: Claim
    public_id: str
    problem: str
    version: int
    digest: str
    mode: Mode
    source: str
    topic: str
    origin: Origin
    is_guest: bool = False
    """Whether it comes from somebody without an account."""

    @property
    def is_background(self) -> bool:
        """Whether nobody is waiting for it."""
        return self.claim.regrading_id is not None

    @property
    def leaves_a_slot(self) -> bool:
        """Whether it may not take a runner's last slot, which is reserved for members."""
        return self.is_background or self.is_guest


class Ledger:
    """Records what a runner did to a job: claimed, graded, released."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        queue: Queue,
        broadcaster: Broadcaster,
        *,
        submissions: Record,
        regradings: Record,
    ) -> None:
        self._settings = settings
        self._database = database
        self._queue = queue
        self._broadcaster = broadcaster
        self._submissions = submissions
        self._regradings = regradings

    async def begin(self, runner: str, *, urgent: bool = False, stack: Stack | None = None) -> Work | None:
        """Claim the next job that this runner may take and, with the versions of its `stack`, can grade.

        `urgent`: only members' jobs.
        """

        def take(session: Session) -> Work | None:
            if not may_claim(session, runner):
                return None
            claim = self._queue.claim(session, runner, urgent=urgent, stack=stack)
            if claim is None:
                return None
            row = self._choose(claim).start(session, claim)
            return Work(
                claim,
                row.public_id,
                row.problem,
                row.version,
                row.digest,
                row.mode,
                row.source,
                row.topic or row.public_id,
                row.origin,
                row.is_guest,
            )

        # A claim that a power failure undoes leaves the job in the queue. A learner doesn't wait for the disk: 4 ms.
        work = await self._database.write(take, lasts=False)
        if work is not None:
            self._broadcaster.notify(work.topic)
        return work

    async def add_cases(self, work: Work, cases: list[dict[str, Any]]) -> None:
        """Store judged cases, and notify followers; raises `LostClaimError` if the job is now another runner's."""

        def store(session: Session) -> None:
            self._queue.require(session, work.claim)
            self._choose(work.claim).add_cases(session, work.claim, cases)

        if not work.is_background:
            await self._database.write(store)
            self._broadcaster.notify(work.topic)

    async def finish(self, work: Work, report: Report, cases: list[dict[str, Any]]) -> None:
        """Record the verdict and the last cases; raises `LostClaimError` if the job is now another runner's."""

        def store(session: Session) -> None:
            self._queue.complete(session, work.claim, Status.DONE)
            record = self._choose(work.claim)
            record.add_cases(session, work.claim, cases)
            record.finish(session, work.claim, report)

        await self._database.write(store)
        self._broadcaster.notify(work.topic)

    async def retry_or_fail(self, work: Work, *, delay_s: float) -> bool:
        """Requeue a job after an internal error, or fail it after its last attempt; returns whether it was requeued."""
        again = work.claim.attempt < self._settings.max_attempts

        def store(session: Session) -> None:
            if again:
                self._queue.release(session, work.claim, delay_s=delay_s, counted=True)
                self._choose(work.claim).requeue(session, work.claim, {"message": RETRYING})
            else:
                self._queue.complete(session, work.claim, Status.FAILED)
                self._choose(work.claim).fail(session, work.claim)

        await self._database.write(store)
        self._broadcaster.notify(work.topic)
        return again

    async def release(self, work: Work) -> None:
        """Requeue a job because this runner stops; the attempt doesn't count."""

        def store(session: Session) -> None:
            self._queue.release(session, work.claim, delay_s=0, counted=False)
            self._choose(work.claim).requeue(session, work.claim, {})

        await self._database.write(store)
        self._broadcaster.notify(work.topic)

    async def abandon(self, work: Work) -> None:
        """Mark a job whose verdict can't be recorded as lost; raises `LostClaimError` if it is now another runner's."""
        await self._database.write(lambda session: self._queue.abandon(session, work.claim))

    async def take_back_lost(self, runner: str) -> tuple[int, int]:
        """Requeue the jobs of vanished runners; returns how many, and how many failed too often."""

        def take_back(session: Session) -> tuple[list[LostJob], list[str]]:
            lost = self._queue.requeue_lost(
                session,
                runner,
                lost_after_s=self._settings.lost_after_s,
                max_attempts=self._settings.max_attempts,
            )
            for job in lost:
                if job.requeued:
                    self._choose(job).requeue(session, job, {"message": RETRYING})
                else:
                    self._choose(job).fail(session, job)
            return lost, [self._choose(job).find_topic(session, job) for job in lost]

        lost, topics = await self._database.write(take_back)
        for topic in topics:
            self._broadcaster.notify(topic)
        requeued = sum(job.requeued for job in lost)
        return requeued, len(lost) - requeued

    async def heartbeat(self, works: Collection[Work]) -> None:
        """Record a heartbeat for these jobs."""
        claims = [work.claim for work in works]
        await self._database.write(lambda session: self._queue.heartbeat(session, claims))

    def _choose(self, job: Claim | LostJob) -> Record:
        return self._submissions if job.regrading_id is None else self._regradings
