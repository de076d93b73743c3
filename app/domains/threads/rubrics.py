"""Rubrics: items with points for an assignment's kata, which staff tick on submissions.

Ticked items count towards the grade (`app.domains.courses.grading`), which is computed on every request, so changing a
rubric changes all grades at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import Submission
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.courses.assignments import find_assignment
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.repository import rubrics
from app.domains.threads import repository
from app.domains.threads.errors import ThreadNotFoundError
from app.domains.threads.schemas import Rubric, RubricItemFields
from app.domains.threads.service import find_katas
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.schemas import Access


class RubricService:
    """Shows and changes rubrics, and ticks their items."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def show(self, access: Access, assignment: str, problem: str) -> Rubric:
        """Return the rubric of an assignment's kata, for staff; raises `CourseThingNotFoundError`."""
        access.require(content=Right.VIEW)

        def load(session: Session) -> Rubric:
            items = rubrics.list_items(session, [_find_kata(session, access, assignment, problem)])
            fields = [RubricItemFields(id=one.public_id, points=one.points, words=one.words) for one in items]
            return Rubric(items=fields)

        return await self._database.read(load)

    async def save(self, access: Access, assignment: str, problem: str, rubric: Rubric) -> None:
        """Change a rubric; ticks of remaining items count with their new points.

        Raises `CourseThingNotFoundError`, and `InvalidInputError` for an id that the rubric doesn't have.
        """
        access.require(content=Right.EDIT)

        def store(session: Session) -> None:
            kata = _find_kata(session, access, assignment, problem)
            known = {one.public_id for one in rubrics.list_items(session, [kata])}
            given = [one.id for one in rubric.items if one.id]
            if not known.issuperset(given) or len(set(given)) < len(given):
                raise InvalidInputError("items", _("An item's id isn't in this rubric, or appears twice."))
            rubrics.replace_items(
                session, kata, [(one.id or None, round(one.points, 2), one.words) for one in rubric.items]
            )
            record(
                session, Action.COURSE_RUBRIC_CHANGED, access.course.public_id, kata=problem, items=len(rubric.items)
            )

        await self._database.write(store)

    async def tick(self, access: Access, submission: str, items: Sequence[str]) -> None:
        """Tick exactly these items of the rubric on a submission.

        Raises `ThreadNotFoundError`, and `InvalidInputError` for an item of another kata.
        """
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            condition = Submission.public_id == submission
            subject = repository.find_in_course(session, access.course.id, condition)
            if subject is None:
                raise ThreadNotFoundError
            repository.count_messages(session, subject)  # The submission's row is locked from here on.
            known = {one.public_id: one.id for one in rubrics.list_items(session, find_katas(session, access, subject))}
            if not known.keys() >= set(items):
                raise InvalidInputError("items", _("An item isn't in the rubric of this kata."))
            ticked = {known[one] for one in items}
            rubrics.replace_ticks(session, subject.id, ticked, known.values(), access.user.id)
            details: dict[str, JsonValue] = {
                "student": subject.learner[:64],
                "kata": subject.problem,
                "items": len(ticked),
            }
            record(session, Action.COURSE_RUBRIC_TICKED, access.course.public_id, **details)

        await self._database.write(store)


def _find_kata(session: Session, access: Access, assignment: str, problem: str) -> int:
    for kata in find_assignment(session, access, assignment).katas:
        if kata.slug == problem:
            return kata.id
    raise CourseThingNotFoundError
