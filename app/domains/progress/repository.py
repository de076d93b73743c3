"""All SQL about progress."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy import case, func, select

from app.db.holds import is_held
from app.db.models import ProblemVersion, Profile, Submission
from app.domains.progress.schemas import Publicity
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


def find_publicity(session: Session, user_id: int) -> Publicity:
    """Return what of their progress a user shows."""
    profile = session.get(Profile, user_id)
    return Publicity() if profile is None else Publicity.model_validate(profile)


def store_publicity(session: Session, user_id: int, publicity: Publicity) -> None:
    """Store what of their progress a user shows."""
    session.merge(Profile(user_id=user_id, **publicity.model_dump()))


def count_by_day(session: Session, user_id: int, since: datetime) -> dict[date, int]:
    """Return how many submissions a user made on each day (UTC) since a moment."""
    day = func.date(Submission.created_at)
    statement = (
        select(day, func.count())
        .where(
            Submission.user_id == user_id, Submission.created_at >= since, Submission.problem_version_id.is_not(None)
        )
        .group_by(day)
    )
    return {date.fromisoformat(str(text)): count for text, count in session.execute(statement)}


def count_attempts(session: Session, user_id: int) -> tuple[int, int, int]:
    """Return how many runs and submissions a user made, and how many of the latter were accepted, as far as is told."""
    verdict = case((~is_held(session), Submission.verdict), else_=None).label("told")
    statement = (
        select(Submission.mode, verdict, func.count())
        .where(Submission.user_id == user_id, Submission.problem_version_id.is_not(None))
        .group_by(Submission.mode, verdict)
    )
    rows = [(mode, verdict, count) for mode, verdict, count in session.execute(statement)]
    submissions = [(verdict, count) for mode, verdict, count in rows if mode is Mode.SUBMIT]
    return (
        sum(count for mode, _verdict, count in rows if mode is Mode.RUN),
        sum(count for _verdict, count in submissions),
        sum(count for verdict, count in submissions if verdict is Verdict.ACCEPTED),
    )


def list_bests(session: Session, user_id: int) -> dict[int, float]:
    """Return a user's best accepted score for each version of a problem, by the version's id."""
    best = func.max(Submission.report["score"].as_float())
    statement = (
        select(ProblemVersion.id, best)
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(
            Submission.user_id == user_id,
            Submission.mode == Mode.SUBMIT,
            Submission.verdict == Verdict.ACCEPTED,
            ~is_held(session),
        )
        .group_by(ProblemVersion.id)
    )
    return {version_id: score for version_id, score in session.execute(statement).all() if score is not None}
