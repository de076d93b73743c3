"""The queue as a table beside the submissions.

A claim is one `UPDATE` whose `WHERE` says again that the job waits, so of two runners one gets it. A runner is named
`host:pid:nonce`. One of this host whose process is gone is known to be dead at once; any other is when its heartbeat
is too old.
"""

from __future__ import annotations

import os
import secrets
import socket
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import CursorResult, and_, func, or_, select, update

from app.db.models import Job, now
from app.db.statuses import Status
from app.db.transitions import change_status
from app.errors import LostClaimError
from app.queue.port import Claim, LostJob

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncSession


def name_runner() -> str:
    """Return a name for a runner of this process."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


class LocalQueue:
    """`app.queue.port.Queue` in the service's own database."""

    async def defer(self, session: AsyncSession, submission_id: int, *, priority: int) -> int:
        """See the port."""
        job = Job(submission_id=submission_id, priority=priority)
        session.add(job)
        await session.flush()
        return await self._count_ahead(session, job.priority, job.id) + 1

    async def find_position(self, session: AsyncSession, submission_id: int) -> int | None:
        """See the port."""
        statement = select(Job.priority, Job.id).where(Job.submission_id == submission_id, Job.status == Status.QUEUED)
        row = (await session.execute(statement)).one_or_none()
        return None if row is None else await self._count_ahead(session, row[0], row[1]) + 1

    async def _count_ahead(self, session: AsyncSession, priority: int, job_id: int) -> int:
        ahead = or_(Job.priority < priority, and_(Job.priority == priority, Job.id < job_id))
        return await session.scalar(select(func.count()).where(Job.status == Status.QUEUED, ahead)) or 0

    async def claim(self, session: AsyncSession, runner: str) -> Claim | None:
        """See the port."""
        moment = now()
        waiting = (
            select(Job.id)
            .where(Job.status == Status.QUEUED, Job.not_before <= moment)
            .order_by(Job.priority, Job.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        job_id = await session.scalar(waiting)
        if job_id is None:
            return None
        await change_status(
            session,
            Job,
            job_id,
            Status.RUNNING,
            claimed_by=runner,
            claimed_at=moment,
            heartbeat_at=moment,
            attempts=Job.attempts + 1,
        )
        taken = select(Job.submission_id, Job.attempts).where(Job.id == job_id)
        submission_id, attempts = (await session.execute(taken)).one()
        return Claim(job_id, submission_id, attempts, runner)

    async def heartbeat(self, session: AsyncSession, claims: Collection[Claim]) -> None:
        """See the port."""
        for claim in claims:
            await session.execute(update(Job).where(*_held(claim)).values(heartbeat_at=now()))

    async def complete(self, session: AsyncSession, claim: Claim, status: Status) -> None:
        """See the port."""
        await self._give_up(session, claim)
        await change_status(session, Job, claim.job_id, status)

    async def release(self, session: AsyncSession, claim: Claim, *, delay_s: float, counted: bool) -> None:
        """See the port."""
        await self._give_up(session, claim)
        await change_status(
            session,
            Job,
            claim.job_id,
            Status.QUEUED,
            not_before=now() + timedelta(seconds=delay_s),
            attempts=claim.attempt if counted else claim.attempt - 1,
        )

    async def _give_up(self, session: AsyncSession, claim: Claim) -> None:
        result = await session.execute(update(Job).where(*_held(claim)).values(claimed_by=None, heartbeat_at=None))
        if not isinstance(result, CursorResult) or result.rowcount != 1:
            raise LostClaimError(claim.job_id)

    async def requeue_lost(
        self, session: AsyncSession, runner: str, *, lost_after_s: float, max_attempts: int
    ) -> list[LostJob]:
        """See the port."""
        oldest = now() - timedelta(seconds=lost_after_s)
        running = await session.scalars(select(Job).where(Job.status == Status.RUNNING))
        lost = []
        for job in running.all():
            silent = job.heartbeat_at is None or job.heartbeat_at < oldest
            if not silent and not _is_dead(job.claimed_by or "", runner):
                continue
            requeued = job.attempts < max_attempts
            target = Status.QUEUED if requeued else Status.FAILED
            await change_status(session, Job, job.id, target, claimed_by=None, heartbeat_at=None)
            lost.append(LostJob(job.submission_id, job.attempts, requeued))
        return lost


def _held(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    return (
        Job.id == claim.job_id,
        Job.status == Status.RUNNING,
        Job.claimed_by == claim.runner,
        Job.attempts == claim.attempt,
    )


def _is_dead(name: str, asker: str) -> bool:
    """Whether `name` is a runner of the asker's host whose process is gone."""
    host, _, rest = name.rpartition(":")[0].rpartition(":")
    own_host, _, own_pid = asker.rpartition(":")[0].rpartition(":")
    if host != own_host or not rest.isdigit():
        return False
    if rest == own_pid:
        # Process ids come again, in a container always the same ones.
        return name != asker
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
