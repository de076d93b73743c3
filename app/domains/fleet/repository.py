"""All SQL about runners, and about the queue as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import aliased

from app.db.models import Problem, ProblemVersion, RegisteredRunner, Regrading, Submission, now
from app.db.statuses import PENDING, RunnerStatus, Status
from app.db.transitions import update_status
from app.domains.fleet.schemas import FailedRow, QueueView, Registration, RunnerView, WaitingRow
from app.queue.demand import UNDEMANDING, Demand
from grader.report import Stack

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy.orm import Session

Ability = tuple[str, Stack | None]
"""A runner's device, and its versions, None until known."""


def add_runner(session: Session, registration: Registration) -> None:
    """Store a runner that starts to claim jobs."""
    session.connection().execute(insert(RegisteredRunner).values(**vars(registration)))


def drop_runner(session: Session, name: str) -> None:
    """Delete a runner."""
    session.connection().execute(delete(RegisteredRunner).where(RegisteredRunner.name == name))


def drop_silent(session: Session, silence: timedelta) -> None:
    """Delete the runners that have been silent for longer than `silence`."""
    session.connection().execute(delete(RegisteredRunner).where(RegisteredRunner.seen_at < now() - silence))


def update_runner(session: Session, name: str, **values: object) -> RunnerStatus | None:
    """Store a runner's report and heartbeat; returns its status, None if it isn't registered."""
    statement = update(RegisteredRunner).where(RegisteredRunner.name == name).values(seen_at=now(), **values)
    return session.connection().execute(statement.returning(RegisteredRunner.status)).scalar_one_or_none()


def count_idle(session: Session, name: str, since: datetime) -> int:
    """Return how many runners that can do the same as runner `name` had a free slot in a heartbeat after `since`."""
    own = aliased(RegisteredRunner)
    statement = (
        select(func.count())
        .select_from(RegisteredRunner)
        .join(own, and_(own.device == RegisteredRunner.device, own.stack == RegisteredRunner.stack))
        .where(
            own.name == name,
            RegisteredRunner.status == RunnerStatus.ACTIVE,
            RegisteredRunner.running < RegisteredRunner.capacity,
            RegisteredRunner.seen_at >= since,
        )
    )
    return session.connection().execute(statement).scalar_one()


_OWN_STATUS: Final = select(RegisteredRunner.status).where(RegisteredRunner.name == bindparam("name"))
"""Built once, because each claim runs it."""


def may_claim(session: Session, name: str) -> bool:
    """Return whether a runner may claim jobs. An unregistered one may: its next heartbeat registers it."""
    status = session.connection().execute(_OWN_STATUS, {"name": name}).scalar_one_or_none()
    return status is None or status.claims


def change_runner(session: Session, name: str, target: RunnerStatus, **values: object) -> bool:
    """Change a runner's status; returns False if the transition isn't allowed or the runner unknown."""
    statement = update_status(RegisteredRunner, target).where(RegisteredRunner.name == name).values(**values)
    return session.connection().execute(statement).rowcount == 1


def list_runners(session: Session, since: datetime) -> list[RunnerView]:
    """Return all runners, by name; those without a heartbeat after `since` are silent."""
    columns = RegisteredRunner.__table__.columns
    rows = session.connection().execute(select(*columns).order_by(RegisteredRunner.name))
    return [
        RunnerView.model_validate({**row._mapping, "is_silent": row.seen_at < since})  # noqa: SLF001 - public API
        for row in rows
    ]


def list_able(session: Session, since: datetime) -> list[Ability]:
    """Return the device and versions of each runner that claims jobs and had a heartbeat after `since`."""
    statement = select(RegisteredRunner.device, RegisteredRunner.stack).where(
        RegisteredRunner.status == RunnerStatus.ACTIVE, RegisteredRunner.seen_at >= since
    )
    return [(row.device, Stack.parse(row.stack)) for row in session.connection().execute(statement)]


def has_capable_runner(session: Session, submission_id: int, since: datetime) -> bool:
    """Return whether a runner with a heartbeat after `since` claims jobs and can grade the submission."""
    statement = (
        select(ProblemVersion.device, ProblemVersion.needs)
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(Submission.id == submission_id)
    )
    row = session.connection().execute(statement).one_or_none()
    demand = UNDEMANDING if row is None else Demand(*row)
    return any(demand.is_met(*ability) for ability in list_able(session, since))


def list_waiting(session: Session, since: datetime) -> list[WaitingRow]:
    """Return the jobs waiting for each kind of runner, and how many such runners had a heartbeat after `since`."""
    device = func.coalesce(ProblemVersion.device, UNDEMANDING.device).label("device")
    needs = func.coalesce(ProblemVersion.needs, UNDEMANDING.needs).label("needs")
    statement = (
        select(device, needs, func.count(), func.min(Submission.created_at))
        .select_from(Submission)
        .outerjoin(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(Submission.status == Status.QUEUED)
        .group_by(device, needs)
        .order_by(device, needs)
    )
    able = list_able(session, since)
    return [
        WaitingRow(
            device=row[0],
            needs=row[1],
            count=row[2],
            oldest=row[3],
            runners=sum(Demand(row[0], row[1]).is_met(*ability) for ability in able),
        )
        for row in session.connection().execute(statement)
    ]


def describe_queue(session: Session, limit: int, since: datetime) -> QueueView:
    """Return the queue's state, with the newest `limit` failures; runners silent since `since` don't count."""
    by_status = (
        select(Submission.status, func.count()).where(Submission.status != Status.DONE).group_by(Submission.status)
    )
    counts: dict[Status, int] = {row[0]: row[1] for row in session.connection().execute(by_status)}
    oldest = select(func.min(Submission.created_at)).where(Submission.status == Status.QUEUED)
    regrades = select(func.count()).where(Regrading.status.in_(PENDING))
    failures = (
        select(
            Submission.public_id.label("id"),
            Problem.slug.label("problem"),
            Submission.mode,
            Submission.attempts,
            Submission.revivals,
            Submission.created_at,
            Submission.finished_at,
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.status == Status.FAILED)
        .order_by(Submission.id.desc())
        .limit(limit)
    )
    connection = session.connection()
    return QueueView(
        queued=counts.get(Status.QUEUED, 0),
        running=counts.get(Status.RUNNING, 0),
        failed=counts.get(Status.FAILED, 0),
        regrades=connection.execute(regrades).scalar_one(),
        oldest=connection.execute(oldest).scalar_one(),
        waiting=list_waiting(session, since),
        failures=[FailedRow.model_validate(row._mapping) for row in connection.execute(failures)],  # noqa: SLF001 - public API
    )
