"""All SQL about questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, exists, func, literal, or_, select, update

from app.db.models import Problem, Question, QuestionReport, Unlock, User
from app.db.privacy import may_see
from app.db.statuses import UnlockKind
from app.domains.questions.schemas import Post, ReportedPost

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account


MAX_POSTS: Final = 500
"""Maximum number of questions and answers read at once."""


def gave_up(session: Session, user_id: int, problem_id: int) -> bool:
    """Return whether a user gave up and saw a problem's solution."""
    statement = select(Unlock.id).where(
        Unlock.user_id == user_id, Unlock.problem_id == problem_id, Unlock.kind == UnlockKind.SOLUTION
    )
    return session.scalar(statement.limit(1)) is not None


def _is_seen(user: Account) -> ColumnElement[bool]:
    """Return the condition for posts that aren't hidden from a user."""
    return or_(Question.hidden.is_(False), Question.user_id == user.id, literal(user.role.is_author))


def count_questions(session: Session, problem_id: int, user: Account, *, after: int = 0) -> int:
    """Return the number of a problem's questions that a user sees; `after`: only those newer than this one."""
    mine = (Question.problem_id == problem_id, Question.parent_id.is_(None), Question.id > after)
    return session.execute(select(func.count()).where(*mine, _is_seen(user))).scalar_one()


def list_posts(session: Session, problem_id: int, user: Account, offset: int, limit: int) -> list[Post]:
    """Return a problem's questions after the `offset` newest, and the newest of their answers, oldest first."""
    user_id, seen = user.id, _is_seen(user)
    newest = (
        select(Question.id)
        .where(Question.problem_id == problem_id, Question.parent_id.is_(None), seen)
        .order_by(Question.id.desc())
        .offset(offset)
        .limit(limit)
        .subquery()
    )
    reports = select(func.count()).where(QuestionReport.question_id == Question.id).scalar_subquery()
    reported = exists().where(QuestionReport.question_id == Question.id, QuestionReport.user_id == user_id)
    statement = (
        select(
            Question.id,
            Question.parent_id,
            User.name,
            Question.user_id == user_id,
            Question.body,
            Question.spoiler,
            Question.hidden,
            reported,
            reports,
            Question.created_at,
        )
        .join(User, User.id == Question.user_id)
        .where(or_(Question.id.in_(select(newest.c.id)), Question.parent_id.in_(select(newest.c.id))), seen)
        .order_by(Question.parent_id.is_not(None), Question.id.desc())  # no answer displaces a question
        .limit(MAX_POSTS)
    )
    return sorted((Post(*row) for row in session.execute(statement)), key=lambda post: post.id)


def find_post(session: Session, question_id: int) -> tuple[Question, str] | None:
    """Return a question or an answer, with its problem's slug."""
    statement = (
        select(Question, Problem.slug)
        .join(Problem, Problem.id == Question.problem_id)
        .where(Question.id == question_id)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1])


def add_post(
    session: Session, problem_id: int, user_id: int, parent_id: int | None, body: str, *, spoiler: bool
) -> int:
    """Store a question, or an answer to `parent_id`, and return its id."""
    row = Question(problem_id=problem_id, user_id=user_id, parent_id=parent_id, body=body, spoiler=spoiler)
    session.add(row)
    session.flush()
    return row.id


def add_report(session: Session, question_id: int, user_id: int) -> None:
    """Report a post; repeating it changes nothing."""
    found = select(QuestionReport.id).where(
        QuestionReport.question_id == question_id, QuestionReport.user_id == user_id
    )
    if session.scalar(found) is None:
        session.add(QuestionReport(question_id=question_id, user_id=user_id))


def list_reported(session: Session, reader: Account, closed: Collection[int]) -> list[ReportedPost]:
    """Return the reported posts of problems that `reader` may know of, longest reported first.

    Those of the problems in `closed` are left out.
    """
    since = func.min(QuestionReport.created_at)
    statement = (
        select(Question.id, Problem.slug, User.name, Question.body, func.count(), since)
        .join(QuestionReport, QuestionReport.question_id == Question.id)
        .join(Problem, Problem.id == Question.problem_id)
        .join(User, User.id == Question.user_id)
        .where(may_see(session, reader), Problem.id.not_in(closed))
        .group_by(Question.id, Problem.slug, User.name, Question.body)
        .order_by(since, Question.id)
        .limit(MAX_POSTS)
    )
    return [ReportedPost(*row) for row in session.execute(statement)]


def set_hidden(session: Session, question_id: int, *, hidden: bool) -> None:
    """Hide a post, or show it again; either way its reports are settled."""
    session.execute(update(Question).where(Question.id == question_id).values(hidden=hidden))
    session.execute(delete(QuestionReport).where(QuestionReport.question_id == question_id))


def delete_post(session: Session, question_id: int) -> None:
    """Delete a post, and with a question its answers."""
    session.execute(delete(Question).where(Question.id == question_id))
