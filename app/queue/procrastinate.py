"""The queue in Procrastinate's tables, for PostgreSQL.

Theory of operation
-------------------
Procrastinate (docs/decisions/0011) provides a schema: jobs, workers with heartbeats, events, and functions that defer,
finish and retry. This module calls them in the caller's session, so a job is queued in the transaction that stores its
submission. A claim is a statement of our own. The runner keeps its own loop; none of Procrastinate's Python code runs.

A job names its submission or regrading in `args` and, as `submission:ID` or `regrading:ID`, in its queueing lock. The
lock's unique index finds the job and prevents queueing it twice. Finished jobs are deleted, as the result is stored
with the submission. If a submission or regrading is deleted, a trigger deletes its job.

A queue is named after the device that the problem requires, `cpu`, `gpu` or `any`, followed by required versions, as in
`any jax>=0.12`; guests' and background jobs are in a separate queue, `cpu/background`. A runner fetches from the queues
whose jobs it can do. Procrastinate runs higher priorities first, but we run lower ones first, so the sign is inverted.

Each claim has a worker of its own in Procrastinate's sense: a row with a heartbeat. A job whose worker is silent or
gone is lost. All times are the database's. After the database was down, every worker gets time to report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import text

from app.db.statuses import Status
from app.kit.errors import LostClaimError
from app.queue.demand import list_demands
from app.queue.local import MAX_DELAY_S, is_dead
from app.queue.port import BACKGROUND, GUESTS, Claim, LostJob

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from grader.report import Stack

TASK: Final = "jaxdojo.grade"
CHANNEL: Final = "procrastinate_any_queue_v1"
"""The channel on which Procrastinate's triggers announce new jobs."""
_BACKGROUND: Final = "/background"
_FORGET_S: Final = 3600.0
"""Seconds after which an unused worker's heartbeat is deleted."""

_DEFER: Final = text("""
    SELECT (procrastinate_defer_jobs_v1(ARRAY[
        ROW(rtrim(coalesce(version.device || ' ' || version.needs, 'any')) || CAST(:suffix AS text),
            CAST(:task AS text), CAST(:priority AS integer), NULL,
            'submission:' || submission.id, jsonb_build_object('submission_id', submission.id), NULL)
        ::procrastinate_job_to_defer_v1]))[1]
    FROM submissions submission LEFT JOIN problem_versions version ON version.id = submission.problem_version_id
    WHERE submission.id = :submission
""")
_DEFER_REGRADE: Final = text("""
    SELECT procrastinate_defer_jobs_v1(array_agg(
        ROW(rtrim(version.device || ' ' || version.needs) || CAST(:suffix AS text),
            CAST(:task AS text), CAST(:priority AS integer), NULL,
            'regrading:' || regrading.id,
            jsonb_build_object('submission_id', regrading.submission_id, 'regrading_id', regrading.id), NULL)
        ::procrastinate_job_to_defer_v1 ORDER BY regrading.id))
    FROM regradings regrading JOIN problem_versions version ON version.id = regrading.version_id
    WHERE regrading.regrade_id = :regrade AND regrading.status = 'queued'
    HAVING count(*) > 0
""")
_FIND_WAITING: Final = text("""
    SELECT id, priority, split_part(translate(queue_name, '/', ' '), ' ', 1) AS device FROM procrastinate_jobs
    WHERE queueing_lock = :key AND status = 'todo'
""")
_COUNT_AHEAD: Final = text("""
    SELECT count(*) FROM procrastinate_jobs
    WHERE status = 'todo' AND (priority > :priority OR (priority = :priority AND id < :id))
        AND (:device = 'any' OR split_part(translate(queue_name, '/', ' '), ' ', 1) IN (:device, 'any'))
""")
_CLAIM: Final = text("""
    WITH job AS (
        SELECT id FROM procrastinate_jobs
        WHERE status = 'todo' AND queue_name || '' = ANY(CAST(:queues AS text[]))
            AND (scheduled_at IS NULL OR scheduled_at <= now())
        ORDER BY priority DESC, id LIMIT 1
        FOR UPDATE SKIP LOCKED
    ), worker AS (
        INSERT INTO procrastinate_workers (last_heartbeat) SELECT now() FROM job RETURNING id
    )
    UPDATE procrastinate_jobs claimed
    SET status = 'doing', worker_id = worker.id, args = args || jsonb_build_object('runner', CAST(:runner AS text))
    FROM job, worker
    WHERE claimed.id = job.id
    RETURNING claimed.id, claimed.args, claimed.attempts
""")
"""What Procrastinate's functions for fetching a job and for registering a worker do, in one statement (decision 51).

`|| ''` keeps PostgreSQL from collecting all jobs of a queue in order to sort them: the index for priorities has them in
order.
"""
_SHOW_LIFE: Final = text("""
    SELECT procrastinate_update_heartbeat_v1(worker_id) FROM procrastinate_jobs
    WHERE id = :job AND status = 'doing' AND attempts = :attempts AND args ->> 'runner' = :runner
""")
_HOLD: Final = text("""
    SELECT worker_id FROM procrastinate_jobs
    WHERE id = :job AND status = 'doing' AND attempts = :attempts AND args ->> 'runner' = :runner
    FOR UPDATE
""")
_FINISH: Final = text(
    "SELECT procrastinate_finish_job_v1(:job, CAST(:status AS procrastinate_job_status), delete_job => true)"
)
_RETRY: Final = text("""
    SELECT procrastinate_retry_job_v2(
        :job, CASE WHEN :delay_s > 0 THEN now() + make_interval(secs => :delay_s) END, NULL, NULL, NULL)
""")
_LET_GO: Final = text("UPDATE procrastinate_jobs SET worker_id = NULL, attempts = :attempts WHERE id = :job")
_UNREGISTER: Final = text("SELECT procrastinate_unregister_worker_v1(:worker)")
_NOTIFY: Final = text("SELECT pg_notify(:channel, json_build_object('type', 'job_inserted', 'job_id', :job)::text)")
_LIST_RUNNING: Final = text("""
    SELECT job.id, job.worker_id, job.args ->> 'runner' AS runner,
        worker.id IS NULL OR greatest(worker.last_heartbeat, pg_postmaster_start_time())
            < now() - make_interval(secs => :lost_after_s) AS silent
    FROM procrastinate_jobs job LEFT JOIN procrastinate_workers worker ON worker.id = job.worker_id
    WHERE job.status = 'doing'
""")
_HOLD_LOST: Final = text("""
    SELECT id, args, attempts, worker_id FROM procrastinate_jobs
    WHERE id = :job AND status = 'doing' AND worker_id IS NOT DISTINCT FROM CAST(:worker AS bigint)
    FOR UPDATE SKIP LOCKED
""")
_FORGET_WORKERS: Final = text("""
    DELETE FROM procrastinate_workers
    WHERE last_heartbeat < now() - make_interval(secs => :forget_s)
        AND NOT EXISTS (SELECT FROM procrastinate_jobs WHERE worker_id = procrastinate_workers.id)
""")


class ProcrastinateQueue:
    """`app.queue.port.Queue` in Procrastinate's tables; `device` is the device of this process's runners."""

    def __init__(self, device: str) -> None:
        self._device = device

    def defer(self, session: Session, submission_id: int, *, priority: int) -> int:
        """See the port."""
        session.connection().execute(_DEFER, _describe(priority) | {"submission": submission_id})
        return self.find_position(session, submission_id) or 1

    def defer_regrade(self, session: Session, regrade_id: int) -> None:
        """See the port."""
        session.connection().execute(_DEFER_REGRADE, _describe(BACKGROUND) | {"regrade": regrade_id})

    def revive(self, session: Session, submission_id: int) -> None:
        """See the port."""
        self.defer(session, submission_id, priority=BACKGROUND)

    def find_position(self, session: Session, submission_id: int) -> int | None:
        """See the port."""
        connection = session.connection()
        own = connection.execute(_FIND_WAITING, {"key": f"submission:{submission_id}"}).one_or_none()
        if own is None:
            return None
        ahead: int = connection.execute(_COUNT_AHEAD, own._asdict()).scalar_one()
        return ahead + 1

    def claim(self, session: Session, runner: str, *, urgent: bool = False, stack: Stack | None = None) -> Claim | None:
        """See the port."""
        connection = session.connection()
        queues = [demand.queue for demand in list_demands(session) if demand.is_met(self._device, stack)]
        if not urgent:
            queues += [queue + _BACKGROUND for queue in queues]
        job = connection.execute(_CLAIM, {"queues": queues, "runner": runner}).one_or_none()
        if job is None:
            return None
        return Claim(job.id, job.args["submission_id"], job.attempts + 1, runner, job.args.get("regrading_id"))

    def heartbeat(self, session: Session, claims: Collection[Claim]) -> None:
        """See the port."""
        # Always in the same order, to prevent deadlocks.
        for claim in sorted(claims, key=lambda claim: claim.job_id):
            session.connection().execute(_SHOW_LIFE, _name(claim))

    def require(self, session: Session, claim: Claim) -> None:
        """See the port."""
        _hold(session, claim)

    def complete(self, session: Session, claim: Claim, status: Status) -> None:
        """See the port."""
        _end(session.connection(), claim.job_id, _hold(session, claim), failed=status is Status.FAILED)

    def release(self, session: Session, claim: Claim, *, delay_s: float, counted: bool) -> None:
        """See the port."""
        worker = _hold(session, claim)
        attempts = claim.attempt if counted else claim.attempt - 1
        _queue_again(session.connection(), claim.job_id, worker, attempts, min(delay_s, MAX_DELAY_S))

    def abandon(self, session: Session, claim: Claim) -> None:
        """See the port."""
        worker = _hold(session, claim)
        # This also clears the job's reference to the worker.
        session.connection().execute(_UNREGISTER, {"worker": worker})

    def requeue_lost(self, session: Session, runner: str, *, lost_after_s: float, max_attempts: int) -> list[LostJob]:
        """See the port."""
        connection = session.connection()
        lost = []
        for running in connection.execute(_LIST_RUNNING, {"lost_after_s": lost_after_s}).all():
            if not running.silent and not is_dead(running.runner or "", runner):
                continue
            job = connection.execute(_HOLD_LOST, {"job": running.id, "worker": running.worker_id}).one_or_none()
            if job is None:
                continue  # Another runner is requeueing it, or it has just ended.
            attempts = job.attempts + 1
            requeued = attempts < max_attempts
            if requeued:
                _queue_again(connection, job.id, job.worker_id, attempts, 0.0)
            else:
                _end(connection, job.id, job.worker_id, failed=True)
            lost.append(LostJob(job.args["submission_id"], attempts, requeued, job.args.get("regrading_id")))
        connection.execute(_FORGET_WORKERS, {"forget_s": _FORGET_S})
        return lost


def _describe(priority: int) -> dict[str, Any]:
    return {"suffix": _BACKGROUND if priority >= GUESTS else "", "task": TASK, "priority": -priority}


def _name(claim: Claim) -> dict[str, Any]:
    return {"job": claim.job_id, "attempts": claim.attempt - 1, "runner": claim.runner}


def _hold(session: Session, claim: Claim) -> int | None:
    """Lock the claimed job and return its worker; raises `LostClaimError`."""
    row = session.connection().execute(_HOLD, _name(claim)).one_or_none()
    if row is None:
        raise LostClaimError(claim.job_id)
    worker: int | None = row.worker_id
    return worker


def _end(connection: Connection, job: int, worker: int | None, *, failed: bool) -> None:
    connection.execute(_FINISH, {"job": job, "status": "failed" if failed else "succeeded"})
    connection.execute(_UNREGISTER, {"worker": worker})


def _queue_again(connection: Connection, job: int, worker: int | None, attempts: int, delay_s: float) -> None:
    connection.execute(_RETRY, {"job": job, "delay_s": delay_s})
    connection.execute(_LET_GO, {"job": job, "attempts": attempts})
    connection.execute(_UNREGISTER, {"worker": worker})
    if not delay_s:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "job": job})  # Procrastinate announces only new jobs.
