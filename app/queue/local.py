"""The queue as a table in the service's own database.

A claim is one `UPDATE` whose `WHERE` checks that the job is still waiting, so only one of two runners gets it. A runner
is named `host:pid:nonce`. A runner on this host whose process is gone is known to be dead at once; any other is dead if
its heartbeat hasn't changed for too long while this process was watching. Clocks of different machines are never
compared, so a wrong clock can't take a job away.
"""

from __future__ import annotations

import os
import secrets
import socket
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, bindparam, func, insert, literal, or_, select, tuple_, update

from app.db.models import Job, ProblemVersion, Regrading, Submission, now
from app.db.statuses import Status
from app.db.transitions import change_status, update_status
from app.kit.errors import LostClaimError
from app.queue.demand import list_demands
from app.queue.port import BACKGROUND, GUESTS, Claim, LostJob

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session
    from sqlalchemy.sql.dml import ReturningUpdate

    from app.queue.demand import Demand
    from grader.report import Stack

MAX_DELAY_S: Final = 60.0
"""The maximum delay of a job, in seconds."""
_VERSION: Final = func.coalesce(
    select(Regrading.version_id).where(Regrading.id == Job.regrading_id).scalar_subquery(),
    select(Submission.problem_version_id).where(Submission.id == Job.submission_id).scalar_subquery(),
)
"""The problem version against which a job is graded."""


def _claim_next(beyond: Collection[Demand], *, urgent: bool) -> ReturningUpdate[int, int, int, int | None]:
    """Return the statement with which a `runner` claims the next job at a `moment`, except those `beyond` it."""
    wanted: list[ColumnElement[bool]] = [Job.priority < GUESTS] if urgent else []
    if beyond:
        others = select(ProblemVersion.id).where(tuple_(ProblemVersion.device, ProblemVersion.needs).in_(beyond))
        wanted.append(or_(_VERSION.is_(None), _VERSION.not_in(others)))
    next_job = (
        select(Job.id)
        .where(
            Job.status == Status.QUEUED,
            or_(Job.not_before <= bindparam("moment"), Job.not_before > bindparam("never")),
            *wanted,
        )
        .order_by(Job.priority, Job.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    claimed = {
        "claimed_by": bindparam("runner"),
        "claimed_at": bindparam("moment"),
        "heartbeat_at": bindparam("moment"),
        "attempts": Job.attempts + 1,
    }
    return (
        update_status(Job, Status.RUNNING)
        .where(Job.id == next_job.scalar_subquery())
        .values(claimed)
        .returning(Job.id, Job.submission_id, Job.attempts, Job.regrading_id)
    )


_CLAIM_NEXT: Final = {urgent: _claim_next((), urgent=urgent) for urgent in (False, True)}
"""Built once, for runners that can grade everything, because runners without work run it, too."""


def name_runner() -> str:
    """Return a name for a runner of this process."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


class LocalQueue:
    """`app.queue.port.Queue` in the service's own database; `device` is the device of this process's runners."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._seen: dict[int, tuple[tuple[str | None, datetime | None], float]] = {}
        """For each running job, its last heartbeat, and when it was first seen here, by this process's own clock."""
        self._looked = float("-inf")

    def defer(self, session: Session, submission_id: int, *, priority: int) -> int:
        """See the port."""
        statement = insert(Job).values(submission_id=submission_id, priority=priority).returning(Job.id)
        job_id = session.execute(statement).scalar_one()
        return self._count_ahead(session, priority, job_id) + 1

    def defer_regrade(self, session: Session, regrade_id: int) -> None:
        """See the port."""
        waiting = (
            select(Regrading.submission_id, Regrading.id, literal(BACKGROUND))
            .where(Regrading.regrade_id == regrade_id, Regrading.status == Status.QUEUED)
            .order_by(Regrading.id)
        )
        session.connection().execute(insert(Job).from_select(["submission_id", "regrading_id", "priority"], waiting))

    def revive(self, session: Session, submission_id: int) -> None:
        """See the port."""
        own = select(Job.id).where(Job.submission_id == submission_id, Job.regrading_id.is_(None))
        job_id = session.execute(own).scalar_one_or_none()
        if job_id is None:
            self.defer(session, submission_id, priority=BACKGROUND)
            return
        change_status(session, Job, job_id, Status.QUEUED, priority=BACKGROUND, attempts=0, not_before=now())

    def find_position(self, session: Session, submission_id: int) -> int | None:
        """See the port."""
        statement = select(Job.priority, Job.id).where(
            Job.submission_id == submission_id, Job.regrading_id.is_(None), Job.status == Status.QUEUED
        )
        row = session.execute(statement).one_or_none()
        return None if row is None else self._count_ahead(session, row[0], row[1]) + 1

    def _count_ahead(self, session: Session, priority: int, job_id: int) -> int:
        statement = select(func.count()).where(
            Job.status == Status.QUEUED,
            or_(Job.priority < priority, and_(Job.priority == priority, Job.id < job_id)),
        )
        return session.execute(statement).scalar_one()

    def claim(self, session: Session, runner: str, *, urgent: bool = False, stack: Stack | None = None) -> Claim | None:
        """See the port."""
        moment = now()
        beyond = [demand for demand in list_demands(session) if not demand.is_met(self._device, stack)]
        statement = _claim_next(beyond, urgent=urgent) if beyond else _CLAIM_NEXT[urgent]
        # A time further in the future than any delay: the clock was set back in the meantime.
        given = {"moment": moment, "never": moment + timedelta(seconds=MAX_DELAY_S), "runner": runner}
        row = session.connection().execute(statement, given).one_or_none()
        return None if row is None else Claim(row.id, row.submission_id, row.attempts, runner, row.regrading_id, moment)

    def heartbeat(self, session: Session, claims: Collection[Claim]) -> None:
        """See the port."""
        for claim in claims:
            session.connection().execute(update(Job).where(*_holds(claim)).values(heartbeat_at=now()))

    def require(self, session: Session, claim: Claim) -> None:
        """See the port."""
        if session.execute(select(Job.id).where(*_holds(claim))).one_or_none() is None:
            raise LostClaimError(claim.job_id)

    def complete(self, session: Session, claim: Claim, status: Status) -> None:
        """See the port."""
        self._give_up(session, claim, status)

    def release(self, session: Session, claim: Claim, *, delay_s: float, counted: bool) -> None:
        """See the port."""
        self._give_up(
            session,
            claim,
            Status.QUEUED,
            not_before=now() + timedelta(seconds=min(delay_s, MAX_DELAY_S)),
            attempts=claim.attempt if counted else claim.attempt - 1,
        )

    def abandon(self, session: Session, claim: Claim) -> None:
        """See the port."""
        result = session.connection().execute(update(Job).where(*_holds(claim)).values(heartbeat_at=None))
        if result.rowcount != 1:
            raise LostClaimError(claim.job_id)

    def _give_up(self, session: Session, claim: Claim, target: Status, **values: object) -> None:
        statement = update_status(Job, target).where(*_holds(claim))
        result = session.connection().execute(statement.values(claimed_by=None, heartbeat_at=None, **values))
        if result.rowcount != 1:
            raise LostClaimError(claim.job_id)

    def requeue_lost(self, session: Session, runner: str, *, lost_after_s: float, max_attempts: int) -> list[LostJob]:
        """See the port."""
        moment = time.monotonic()
        if moment - self._looked > lost_after_s:
            self._seen = {}  # This process couldn't watch: the database was down, so runners couldn't report either.
        self._looked = moment
        statement = select(Job.id, Job.submission_id, Job.attempts, Job.claimed_by, Job.heartbeat_at, Job.regrading_id)
        running = session.execute(statement.where(Job.status == Status.RUNNING)).all()
        signs = {job.id: (job.claimed_by, job.heartbeat_at) for job in running}
        self._seen = {
            job_id: self._seen[job_id] if job_id in self._seen and self._seen[job_id][0] == sign else (sign, moment)
            for job_id, sign in signs.items()
        }
        lost = []
        for job in running:
            silent = job.heartbeat_at is None or moment - self._seen[job.id][1] > lost_after_s
            if not silent and not is_dead(job.claimed_by or "", runner):
                continue
            requeued = job.attempts < max_attempts
            target = Status.QUEUED if requeued else Status.FAILED
            change_status(session, Job, job.id, target, claimed_by=None, heartbeat_at=None)
            lost.append(LostJob(job.submission_id, job.attempts, requeued, job.regrading_id))
        return lost


def _holds(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    """Return the SQL conditions for a claim that is still valid.

    The id alone may be another job's by now: if an account is deleted while its newest submission is graded, the next
    submission gets the ids of that submission and its job.
    """
    return (
        Job.id == claim.job_id,
        Job.submission_id == claim.submission_id,
        Job.status == Status.RUNNING,
        Job.claimed_by == claim.runner,
        Job.claimed_at == claim.since,
        Job.attempts == claim.attempt,
    )


def is_dead(name: str, asker: str) -> bool:
    """Return whether `name` is a runner on the same host as `asker` whose process is gone."""
    host, _, rest = name.rpartition(":")[0].rpartition(":")
    own_host, _, own_pid = asker.rpartition(":")[0].rpartition(":")
    if host != own_host or not rest.isdigit():
        return False
    if rest == own_pid:
        # Process ids are reused; in a container, they are always the same.
        return name != asker
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
