"""What somebody ordered that is done later, and must not be once their rights have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import true, update

from app.db.models import Regrade
from app.db.statuses import RegradeStatus

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def withhold_regrades(session: Session, user_id: int, problem_id: int | None = None) -> None:
    """Let the running regrades that somebody started, of one problem or of all, wait for a decision.

    Those that would apply themselves are applied by a runner, which can't read who may edit a problem.
    """
    of_problem = true() if problem_id is None else Regrade.problem_id == problem_id
    running = Regrade.status == RegradeStatus.RUNNING
    session.connection().execute(
        update(Regrade).where(Regrade.started_by == user_id, running, of_problem).values(applies_itself=False)
    )
