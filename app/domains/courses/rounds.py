"""Rounds of comparing courses' grades with those sent last: for webhooks, and for learning platforms.

Every few seconds there is a round, which compares the grades of students with new events. A full round compares those
of all students: the first round, one every quarter of an hour, and one as soon as an exam no longer holds its verdicts.
A course that can't be compared doesn't keep others waiting: all of its students are compared in the next rounds, until
that succeeds. So a failure delays grades, and loses none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog

from app.db.holds import list_holds
from app.db.models import now
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database

POLL_S: Final = 5.0
"""Pause, in seconds, between two rounds."""
ALL_EVERY_S: Final = 900.0
"""Interval, in seconds, of full rounds."""
STORED_AT_ONCE: Final = 100
"""Maximum number of differences that are stored in a transaction, since nobody can submit meanwhile. If a later one
fails, the course is compared again."""
OVERLAP: Final = timedelta(minutes=2)
"""How far consecutive searches for events overlap, since verdicts are dated by the runners' clocks."""
CATCH_UP: Final = timedelta(days=1)
"""How far the first full round looks back, as if there had been one before the server started."""
logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class Round:
    """What a round compares: students with events since a moment, or all in a full round, where `since` is None.

    Full rounds have covered all events before `full_since`. `released` are the exams whose verdicts were held in the
    last round, and aren't any more.
    """

    since: datetime | None
    full_since: datetime
    released: frozenset[int]

    @property
    def is_full(self) -> bool:
        """Whether all students are compared."""
        return self.since is None


class Rounds:
    """Holds rounds, and keeps track of what each has to compare."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._since = now()
        self._full_since = now() - CATCH_UP
        self._full_at = float("-inf")
        self._held: frozenset[int] = frozenset()
        self._failed: set[str] = set()

    async def hold(
        self,
        list_courses: Callable[[Session, Round], list[str]],
        compare: Callable[[str, datetime | None], Awaitable[int]],
    ) -> int:
        """Compare the listed courses; returns how many grades differ.

        `compare` gets a course, and the moment since which its students' events are new, or None for all students.
        """
        began = now()
        held, current, courses = await self._database.read(lambda session: self._begin(session, list_courses))
        found = 0
        for course in dict.fromkeys([*courses, *self._failed]):
            found += await self._try(compare, course, None if course in self._failed else current.since)
        if current.is_full:
            self._full_since, self._full_at = began, time.monotonic()
        self._since, self._held = began, held
        return found

    def _begin(
        self, session: Session, list_courses: Callable[[Session, Round], list[str]]
    ) -> tuple[frozenset[int], Round, list[str]]:
        """Return the exams that hold their verdicts now, and a round with its courses."""
        held = frozenset(one.assignment_id for one in list_holds(session))
        released = self._held - held
        is_full = bool(released) or time.monotonic() - self._full_at >= ALL_EVERY_S
        current = Round(None if is_full else self._since - OVERLAP, self._full_since - OVERLAP, released)
        return held, current, list_courses(session, current)

    async def _try(
        self, compare: Callable[[str, datetime | None], Awaitable[int]], course: str, since: datetime | None
    ) -> int:
        """Compare a course; returns 0 if that fails."""
        try:
            found = await compare(course, since)
        except Exception as error:
            if isinstance(error, DatabaseUnavailableError):
                OUTAGE.report("grades", error.message)
            else:
                logger.exception("comparing_grades_failed", course=course)
            self._failed.add(course)
            return 0
        self._failed.discard(course)
        return found
