"""What a runner writes about its jobs: each change is one transaction, then the bell of whoever follows rings.

A job and what it is about, a submission or its regrading, change together: a `Record` for each kind writes the latter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.db.statuses import Status
from app.fleet.repository import may_claim

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.events import Broadcaster
    from app.queue.port import Claim, LostJob, Queue
    from app.settings import Settings
    from app.submissions.record import Record
    from app.submissions.schemas import Origin
    from grader.report import Mode, Report, Stack

RETRYING = "Something failed on our side, not in your code. We are trying again."


@dataclass(frozen=True)
class Work:
    """A claimed job, and all that is needed to grade; `bell` is the key of who follows it."""

    claim: Claim
    public_id: str
    problem: str
    version: int
    digest: str
    mode: Mode
    source: str
    bell: str
    origin: Origin

    @property
    def is_background(self) -> bool:
        """Whether nobody waits for it."""
        return self.claim.regrading_id is not None


class Ledger:
    """The runner's pen."""

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
        """Take the next job that this runner may take and, with the versions of its `stack`, can do.

        `urgent`: none in the background.
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
                row.bell or row.public_id,
                row.origin,
            )

        work = await self._database.write(take)
        if work is not None:
            self._broadcaster.ring(work.bell)
        return work

    async def add_cases(self, work: Work, cases: list[dict[str, Any]]) -> None:
        """Store cases that were judged, and tell of them; raises `LostClaimError` when the job is another's by now."""

        def store(session: Session) -> None:
            self._queue.require(session, work.claim)
            self._choose(work.claim).add_cases(session, work.claim, cases)

        if not work.is_background:
            await self._database.write(store)
            self._broadcaster.ring(work.bell)

    async def finish(self, work: Work, report: Report, cases: list[dict[str, Any]]) -> None:
        """Record the verdict, and the last cases with it; raises `LostClaimError` when the job is another's by now."""

        def store(session: Session) -> None:
            self._queue.complete(session, work.claim, Status.DONE)
            record = self._choose(work.claim)
            record.add_cases(session, work.claim, cases)
            record.finish(session, work.claim, report)

        await self._database.write(store)
        self._broadcaster.ring(work.bell)

    async def retry_or_fail(self, work: Work, *, delay_s: float) -> bool:
        """After a failure of ours: queue the job again, or give up when it has had its attempts. True: queued."""
        again = work.claim.attempt < self._settings.max_attempts

        def store(session: Session) -> None:
            if again:
                self._queue.release(session, work.claim, delay_s=delay_s, counted=True)
                self._choose(work.claim).requeue(session, work.claim, {"message": RETRYING})
            else:
                self._queue.complete(session, work.claim, Status.FAILED)
                self._choose(work.claim).fail(session, work.claim)

        await self._database.write(store)
        self._broadcaster.ring(work.bell)
        return again

    async def release(self, work: Work) -> None:
        """Give a job back because this runner stops; the attempt doesn't count."""

        def store(session: Session) -> None:
            self._queue.release(session, work.claim, delay_s=0, counted=False)
            self._choose(work.claim).requeue(session, work.claim, {})

        await self._database.write(store)
        self._broadcaster.ring(work.bell)

    async def abandon(self, work: Work) -> None:
        """Call a job lost, whose verdict can't be recorded; raises `LostClaimError` when it is another's by now."""
        await self._database.write(lambda session: self._queue.abandon(session, work.claim))

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
                    self._choose(job).requeue(session, job, {"message": RETRYING})
                else:
                    self._choose(job).fail(session, job)
            return lost, [self._choose(job).find_bell(session, job) for job in lost]

        lost, bells = await self._database.write(take_back)
        for bell in bells:
            self._broadcaster.ring(bell)
        requeued = sum(job.requeued for job in lost)
        return requeued, len(lost) - requeued

    async def heartbeat(self, works: Collection[Work]) -> None:
        """Say that these are being worked on."""
        claims = [work.claim for work in works]
        await self._database.write(lambda session: self._queue.heartbeat(session, claims))

    def _choose(self, job: Claim | LostJob) -> Record:
        return self._submissions if job.regrading_id is None else self._regradings
