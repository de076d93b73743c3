"""All SQL about everybody's submissions, for admins. Guests' runs, which belong to nobody, are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from typing import cast as cast_type

from sqlalchemy import String, cast, func, select

from app.db.models import Problem, ProblemVersion, Submission, User
from app.domains.submissions.schemas import AnybodysRow

if TYPE_CHECKING:
    from sqlalchemy import Select
    from sqlalchemy.orm import Session

    from app.domains.submissions.schemas import AllFilter


def count(session: Session, wanted: AllFilter) -> int:
    """Return the number of matching submissions."""
    total: int = session.execute(_join(select(func.count()), wanted)).scalar_one()
    return total


def list_rows(session: Session, wanted: AllFilter, *, skip: int, most: int) -> list[AnybodysRow]:
    """Return matching submissions, newest first, after the first `skip`."""
    columns = select(
        Submission.public_id,
        User.name,
        Problem.slug,
        Submission.mode,
        Submission.status,
        Submission.verdict,
        Submission.created_at,
    )
    statement = _join(cast_type("Select[Any]", columns), wanted).order_by(Submission.id.desc()).offset(skip).limit(most)
    return [AnybodysRow(*row) for row in session.execute(statement)]


def find(session: Session, public_id: str) -> tuple[Submission, str, int, str] | None:
    """Return a submission, its problem's slug and version, and its learner's name."""
    statement = (
        select(Submission, Problem.slug, ProblemVersion.number, User.name)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(User, User.id == Submission.user_id)
        .where(Submission.public_id == public_id)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1], row[2], row[3])


def _join(columns: Select[Any], wanted: AllFilter) -> Select[Any]:
    statement = (
        columns.select_from(Submission)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(User, User.id == Submission.user_id)
    )
    if wanted.learner:
        statement = statement.where(User.name_key == wanted.learner.strip().lower())
    if wanted.problem:
        statement = statement.where(Problem.slug == wanted.problem)
    if wanted.verdict:
        statement = statement.where(cast(Submission.verdict, String) == wanted.verdict)
    return statement
