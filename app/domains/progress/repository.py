"""All SQL about progress."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, case, delete, func, select, true

from app.db.holds import is_held
from app.db.models import Certificate, Problem, ProblemVersion, Profile, Submission, User
from app.db.privacy import in_beta, may_see
from app.db.unlocks import RANKS, SAW_SOLUTION
from app.domains.progress.schemas import Publicity
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session


def find_publicity(session: Session, user_id: int) -> Publicity:
    """Return which parts of their progress a user shows."""
    profile = session.get(Profile, user_id)
    return Publicity() if profile is None else Publicity.model_validate(profile)


def store_publicity(session: Session, user_id: int, publicity: Publicity) -> None:
    """Store which parts of their progress a user shows."""
    session.merge(Profile(user_id=user_id, **publicity.model_dump()))


def count_by_day(session: Session, user_id: int, since: datetime) -> dict[date, int]:
    """Return the number of a user's submissions on each day (UTC) since a moment, without those in betas."""
    day = func.date(Submission.created_at)
    statement = (
        select(day, func.count())
        .where(
            Submission.user_id == user_id,
            Submission.created_at >= since,
            Submission.problem_version_id.is_not(None),
            ~in_beta(),
        )
        .group_by(day)
    )
    return {date.fromisoformat(str(text)): count for text, count in session.execute(statement)}


def count_attempts(session: Session, user_id: int) -> tuple[int, int, int]:
    """Return the numbers of a user's runs, submissions, and accepted submissions, without held verdicts."""
    verdict = case((~is_held(session), Submission.verdict), else_=None).label("told")
    statement = (
        select(Submission.mode, verdict, func.count())
        .where(Submission.user_id == user_id, Submission.problem_version_id.is_not(None), ~in_beta())
        .group_by(Submission.mode, verdict)
    )
    rows = [(mode, verdict, count) for mode, verdict, count in session.execute(statement)]
    submissions = [(verdict, count) for mode, verdict, count in rows if mode is Mode.SUBMIT]
    return (
        sum(count for mode, _verdict, count in rows if mode is Mode.RUN),
        sum(count for _verdict, count in submissions),
        sum(count for verdict, count in submissions if verdict is Verdict.ACCEPTED),
    )


def _is_accepted(session: Session, user_id: int) -> ColumnElement[bool]:
    """Return the condition for a user's accepted submissions that count, and whose verdict isn't held."""
    return and_(
        Submission.user_id == user_id,
        Submission.mode == Mode.SUBMIT,
        Submission.verdict == Verdict.ACCEPTED,
        ~is_held(session),
        ~in_beta(),
    )


def list_ranked_scores(session: Session, user_id: int) -> dict[int, float]:
    """Return the scores with which a user ranks on leaderboards, by the id of the problem's version."""
    statement = (
        select(ProblemVersion.id, Submission.report["score"].as_float())
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(_is_accepted(session, user_id), RANKS)
    )
    return {version_id: score for version_id, score in session.execute(statement).all() if score is not None}


def list_first_accepted(
    session: Session, user_id: int, *, only_public: bool = False
) -> list[tuple[str, str, datetime, list[dict[str, Any]]]]:
    """Return slug, name, moment and checks of a user's first accepted submission to each version, oldest first.

    `only_public`: only for problems that everybody may know of.
    """
    first = (
        select(func.min(Submission.id)).where(_is_accepted(session, user_id)).group_by(Submission.problem_version_id)
    )
    statement = (
        select(Problem.slug, ProblemVersion.name, Submission.created_at, Submission.report["checks"])
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.id.in_(first), may_see(session, None) if only_public else true())
        .order_by(Submission.id)
    )
    return [(slug, name, at, checks or []) for slug, name, at, checks in session.execute(statement)]


def list_solved_at(session: Session, user_id: int) -> dict[str, tuple[datetime, bool]]:
    """Return when a user first solved each problem, by slug, and whether they had seen its solution before."""
    first = (
        select(func.min(Submission.id))
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(_is_accepted(session, user_id))
        .group_by(ProblemVersion.problem_id)
    )
    statement = (
        select(Problem.slug, Submission.created_at, SAW_SOLUTION)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.id.in_(first))
    )
    return {slug: (at, saw) for slug, at, saw in session.execute(statement)}


def list_certificates(session: Session, user_id: int) -> dict[str, str]:
    """Return the tokens of a user's certificates, by track."""
    statement = select(Certificate.track, Certificate.token).where(Certificate.user_id == user_id)
    return {row[0]: row[1] for row in session.execute(statement)}


def add_certificate(session: Session, user_id: int, track: str, token: str) -> None:
    """Store a certificate's address."""
    session.add(Certificate(user_id=user_id, track=track, token=token))


def find_certificate(session: Session, token: str) -> tuple[int, str, str, datetime] | None:
    """Return a certificate's owner id, owner name, track and moment."""
    statement = (
        select(User.id, User.name, Certificate.track, Certificate.created_at)
        .join(User, User.id == Certificate.user_id)
        .where(Certificate.token == token)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1], row[2], row[3])


def delete_certificate(session: Session, token: str, user_id: int) -> bool:
    """Delete a user's certificate; returns whether it existed."""
    statement = delete(Certificate).where(Certificate.token == token, Certificate.user_id == user_id)
    return session.connection().execute(statement).rowcount > 0
