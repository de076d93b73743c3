"""What nothing else completes: regrades whose last job vanished, and submissions judged by a version just replaced.

A server does this once a minute, because runners may not add regrades.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import aliased

from app.db.models import ProblemVersion, Regrade, Regrading, now
from app.db.statuses import PENDING, RegradeStatus, VersionStatus
from app.domains.regrading.repository import add_stragglers, close_if_done

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.queue.port import Queue

EVERY_S: Final = 60.0
"""Seconds between two rounds."""
LATE_FOR: Final = timedelta(days=7)
"""How long after a staged version was published submissions may still be judged by an earlier one.

Those that failed are queued again for more than an hour, and runners may be away.
"""
OVERLAP: Final = timedelta(minutes=2)
"""How much earlier than its own round a submission's verdict may be stored: runners' clocks differ from servers'."""


def catch_up(session: Session, queue: Queue) -> list[str]:
    """Complete what was left incomplete; returns the public ids of regrades that aren't running any more."""
    _add_late(session, queue)
    return _close_finished(session, queue)


def _add_late(session: Session, queue: Queue) -> None:
    """Rejudge what was judged by an earlier version after a staged one was applied.

    It was waiting, running or failed at that moment. A submission keeps the version with which it was queued.
    """
    newer = aliased(ProblemVersion)
    replaced = exists().where(
        newer.problem_id == ProblemVersion.problem_id,
        newer.number > ProblemVersion.number,
        newer.status == VersionStatus.PUBLISHED,
    )
    staged = (
        select(Regrade)
        .join(ProblemVersion, ProblemVersion.id == Regrade.version_id)
        .where(Regrade.status == RegradeStatus.APPLIED, Regrade.decided_at > now() - LATE_FOR)
        .where(Regrade.created_at < ProblemVersion.published_at, ~replaced)
        .order_by(Regrade.id)
        .with_for_update(of=Regrade)  # Another server would rejudge the same submissions.
    )
    for regrade in session.scalars(staged).all():
        by_it = select(func.max(Regrade.created_at)).where(Regrade.version_id == regrade.version_id)
        since = session.scalars(by_it).one() - OVERLAP
        dropped = session.scalar(by_it.where(Regrade.status == RegradeStatus.DROPPED))
        # Nothing from before a regrade that was dropped: what it would have rejudged was left alone on purpose.
        add_stragglers(session, queue, regrade, judged_since=since if dropped is None else max(since, dropped))


def _close_finished(session: Session, queue: Queue) -> list[str]:
    """Close the regrades that wait for nothing, as the last submissions that they waited for were deleted."""
    pending = exists().where(Regrading.regrade_id == Regrade.id, Regrading.status.in_(PENDING))
    finished = select(Regrade.id, Regrade.public_id).where(Regrade.status == RegradeStatus.RUNNING, ~pending)
    rows = session.execute(finished).all()
    for regrade_id, _public_id in rows:
        close_if_done(session, queue, regrade_id)
    return [public_id for _id, public_id in rows]
