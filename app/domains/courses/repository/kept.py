"""All SQL for pinned hints and saved comments as parts of a course's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from app.db.models import CourseComment, PinnedHint, Problem
from app.domains.courses.kept_schemas import HintInFile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy.orm import Session


def list_hints(session: Session, course_id: int) -> list[HintInFile]:
    """Return a course's pinned hints, oldest first, with those for katas that have left the course."""
    statement = (
        select(Problem.slug, PinnedHint.code, PinnedHint.text)
        .join(Problem, Problem.id == PinnedHint.problem_id)
        .where(PinnedHint.course_id == course_id)
        .order_by(PinnedHint.id)
    )
    return [HintInFile(problem=row[0], code=row[1], text=row[2]) for row in session.execute(statement)]


def add_hints(session: Session, course_id: int, made_by: int, hints: Collection[HintInFile]) -> None:
    """Store hints for a course that has none; their problems must exist."""
    slugs = {one.problem for one in hints}
    ids = {row[0]: row[1] for row in session.execute(select(Problem.slug, Problem.id).where(Problem.slug.in_(slugs)))}
    session.add_all(
        PinnedHint(course_id=course_id, problem_id=ids[one.problem], code=one.code, text=one.text, made_by=made_by)
        for one in hints
    )
    session.flush()


def list_comments(session: Session, course_id: int) -> list[str]:
    """Return the texts of a course's saved comments, oldest first."""
    statement = select(CourseComment.body).where(CourseComment.course_id == course_id).order_by(CourseComment.id)
    return list(session.scalars(statement))


def add_comments(session: Session, course_id: int, made_by: int, bodies: Iterable[str]) -> None:
    """Store comments."""
    session.add_all(CourseComment(course_id=course_id, made_by=made_by, body=body) for body in bodies)
    session.flush()
