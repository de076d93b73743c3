"""All SQL about similar solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import case, func, select

from app.db.judged import IS_DONE
from app.db.models import ProblemAuthor, ProblemVersion, Regrade, Submission, User
from app.db.statuses import RegradeStatus
from app.domains.similarity.tokens import MAX_CHARACTERS
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

MAX_PEOPLE: Final = 600
"""Maximum number of people compared: those who submitted last."""
MAX_ATTEMPTS: Final = 3000
"""Maximum number of other submissions and runs examined: the newest."""
MAX_ATTEMPTS_OF_ONE: Final = 100
"""Maximum number of them by one person: nobody can push out the others' by sending many, or fill the memory."""


@dataclass(frozen=True)
class Handed:
    """One submission or run; a long source is cut to one character more than is read."""

    public_id: str
    user_id: int
    name: str
    mode: Mode
    accepted: bool
    source: str
    at: datetime


def find_state(session: Session, problem_id: int, condition: ColumnElement[bool]) -> str:
    """Return a value that changes whenever the matching submissions to a problem do.

    It also changes when a regrade is applied, which changes verdicts, and with a new version, which has other own code.
    """
    regraded = select(func.max(Regrade.decided_at)).where(
        Regrade.problem_id == problem_id, Regrade.status == RegradeStatus.APPLIED
    )
    newest = select(func.max(ProblemVersion.id)).where(ProblemVersion.problem_id == problem_id)
    statement = (
        select(
            func.count(),
            func.max(Submission.id),
            func.max(Submission.finished_at),
            regraded.scalar_subquery(),
            newest.correlate(None).scalar_subquery(),
        )
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(ProblemVersion.problem_id == problem_id, IS_DONE, condition)
    )
    return str(tuple(session.execute(statement).one()))


def list_solutions(
    session: Session, problem_id: int, people: Collection[int] | None, condition: ColumnElement[bool]
) -> list[Handed]:
    """Return the matching solutions of these people, or of all, without the problem's authors, newest first."""
    first = func.min(case((Submission.verdict == Verdict.ACCEPTED, Submission.id)))
    chosen = (
        select(func.coalesce(first, func.max(Submission.id)))
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(*_fit(problem_id, people), Submission.mode == Mode.SUBMIT, condition)
        .group_by(Submission.user_id)
    )
    return _list(session, Submission.id.in_(chosen), limit=MAX_PEOPLE)


def list_attempts(
    session: Session, problem_id: int, people: Collection[int], condition: ColumnElement[bool]
) -> list[Handed]:
    """Return the newest matching submissions and runs of these people, oldest first."""
    number = func.row_number().over(partition_by=Submission.user_id, order_by=Submission.id.desc())
    made = (
        select(Submission.id, number.label("number"))
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(*_fit(problem_id, people), condition)
        .subquery()
    )
    chosen = select(made.c.id).where(made.c.number <= MAX_ATTEMPTS_OF_ONE)
    return _list(session, Submission.id.in_(chosen), limit=MAX_ATTEMPTS)[::-1]


def _fit(problem_id: int, people: Collection[int] | None) -> list[ColumnElement[bool]]:
    authors = select(ProblemAuthor.user_id).where(ProblemAuthor.problem_id == problem_id)
    fits = [
        ProblemVersion.problem_id == problem_id,
        IS_DONE,
        Submission.user_id.not_in(authors),
    ]
    return fits if people is None else [*fits, Submission.user_id.in_(people)]


def _list(session: Session, condition: ColumnElement[bool], *, limit: int) -> list[Handed]:
    statement = (
        select(
            Submission.public_id,
            Submission.user_id,
            User.name,
            Submission.mode,
            Submission.verdict,
            func.substr(Submission.source, 1, MAX_CHARACTERS + 1),
            Submission.created_at,
        )
        .join(User, User.id == Submission.user_id)
        .where(condition)
        .order_by(Submission.id.desc())
        .limit(limit)
    )
    return [
        Handed(public_id, user_id, name, mode, verdict is Verdict.ACCEPTED, source, at)
        for public_id, user_id, name, mode, verdict, source, at in session.execute(statement).all()
    ]
