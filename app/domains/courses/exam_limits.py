"""How many exams there may be: whether one runs, or holds verdicts, is asked for each request of a learner.

A course can be handed over, so limits for it and for its staff don't limit a site, and those for all are needed, too.
They count what may be published or start again at any time: drafts, and exams that are over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.statuses import Role
from app.domains.courses.repository import exams
from app.kit.errors import ConflictError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account

OF_COURSE: Final = 40
"""Maximum number of exams of a course."""
OF_ONE: Final = 100
"""Maximum number of exams of all open courses that one person edits; admins have no such limit."""
OF_ALL: Final = 5000
"""Maximum number of exams of all open courses."""
HOLDING: Final = 1000
"""Maximum number of exams of all open courses that hold verdicts."""


def check_exams(session: Session, course_id: int, user: Account) -> None:
    """Raise `InvalidInputError` if a course, all courses that somebody edits, or the site have too many exams."""
    if _are_too_many(session, course_id, user):
        raise InvalidInputError("minutes", _("Too many exams: archive courses that are over, or use fewer exams."))


def check_reopening(session: Session, course_id: int, user: Account) -> None:
    """Raise `ConflictError` if there are too many exams with those of a course that was archived."""
    if _are_too_many(session, course_id, user):
        raise ConflictError(_("Too many exams: archive courses that are over, or use fewer exams."))


def _are_too_many(session: Session, course_id: int, user: Account) -> bool:
    count = exams.count_exams(session, course_id, user.id)
    return (
        count.of_course > OF_COURSE
        or (count.of_one > OF_ONE and user.role is not Role.ADMIN)
        or count.of_all > OF_ALL
        or count.holding > HOLDING
    )
