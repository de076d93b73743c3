"""SQLite's plans: what a request reads doesn't grow with the site, or with what it isn't about.

Plans don't depend on data here, since nothing gathers statistics.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import Integer, cast, create_engine, event, null, true
from sqlalchemy.orm import Session

from app.db.models import Base, Regrade
from app.domains.authoring import repository as authoring
from app.domains.community import repository as community
from app.domains.courses.repository import grade_notices
from app.domains.courses.repository import grades as course_grades
from app.domains.lti.repository import contexts
from app.domains.progress import repository as progress
from app.domains.regrading import repository as regrading
from app.domains.regrading.schemas import Selection
from app.domains.runs import repository as runs
from app.domains.similarity import repository as similarity
from app.domains.stuck import repository as stuck
from app.domains.submissions import repository as submissions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SINCE: Final = datetime(2026, 3, 1, tzinfo=UTC)
BY_STATUS: Final = re.compile(r"ix_submissions_status_created_at \(status=\?\)")


class _Queue:
    """Stands in for the queue."""

    def defer_regrade(self, session: Session, regrade_id: int) -> None:
        """Queue nothing."""


QUEUE: Final[Any] = _Queue()


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as opened:
        yield opened
    engine.dispose()


def explain(session: Session, work: Callable[[Session], object]) -> list[str]:
    """Return the lines of the plans of all statements that `work` executes."""
    made: list[tuple[str, Any]] = []

    def note(
        _connection: object,
        _cursor: object,
        statement: str,
        parameters: Any,  # noqa: ANN401 - as the event has them
        _context: object,
        many: bool,  # noqa: FBT001 - as above
    ) -> None:
        made.append((statement, parameters[0] if many else parameters))

    engine = session.get_bind()
    event.listen(engine, "before_cursor_execute", note)
    try:
        work(session)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    session.rollback()
    driver = session.connection().connection.cursor()
    lines = []
    for statement, parameters in made:
        lines += [row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert lines
    return lines


def _add_regrade(session: Session) -> None:
    told: dict[str, Any] = {"version_id": 1, "reason": "", "started_by": None, "applies_itself": True}
    for selection in (Selection(), Selection(since=SINCE), Selection(other_than=2)):
        regrading.add_regrade(session, QUEUE, 1, selection, **told)


def _stuck(session: Session) -> None:
    work = stuck.SentWork(1, "", SINCE, SINCE + timedelta(days=1), true())
    stuck.count_codes(session, work, [1])
    stuck.list_efforts(session, work, [1])


OF_FEW: Final[dict[str, Callable[[Session], object]]] = {
    "list_outcomes": lambda session: community.list_outcomes(session, 1, 5000),
    "list_touched": lambda session: grade_notices.list_touched(session, 1, SINCE),
    "list_changed_archives": lambda session: contexts.list_changed_archives(session, SINCE, [1]),
    "find_state": lambda session: similarity.find_state(session, 1, true()),
    "list_solutions": lambda session: similarity.list_solutions(session, 1, None, true()),
    "list_attempts": lambda session: similarity.list_attempts(session, 1, [1, 2], true()),
    "list_attempts_of_authors": lambda session: authoring.list_attempts(session, 1),
    "add_regrade": _add_regrade,
    "stuck": _stuck,
    "load_attempts": lambda session: course_grades.load_attempts(session, [1, 2], [1, 2], cast(null(), Integer)),
    "sweep": lambda session: runs.sweep(session, SINCE),
    "list_ranked_scores": lambda session: progress.list_ranked_scores(session, 1),
    "list_scores": lambda session: community.list_scores(session, 1, 1),
}
"""What concerns one problem, learner or course, or what is new."""


@pytest.mark.parametrize("name", OF_FEW)
def test_nothing_reads_the_submissions_of_the_whole_site(session: Session, name: str) -> None:
    lines = explain(session, OF_FEW[name])
    for line in lines:
        assert not line.startswith("SCAN submissions"), lines
        assert not BY_STATUS.search(line), lines


def test_old_keys_of_requests_are_found_by_their_time(session: Session) -> None:
    lines = explain(session, lambda session: submissions.find_answer(session, 1, "x", SINCE))
    assert any("(user_id=? AND created_at<?)" in line for line in lines), lines


def test_the_end_of_a_regrade_is_looked_up_in_an_index(session: Session) -> None:
    """It is asked after each verdict, so a count would make a regrade quadratic in its submissions."""

    def close(session: Session) -> None:
        session.add(Regrade(problem_id=1, reason="", public_id="x"))
        session.flush()
        regrading.close_if_done(session, QUEUE, 1)

    lines = explain(session, close)
    assert [line for line in lines if "INDEX ix_regradings_regrade_id_status (regrade_id=? AND status=?)" in line]


@pytest.mark.parametrize("name", ["list_ranked_scores", "list_scores"])
def test_who_solved_it_before_is_looked_up_for_one_problem(session: Session, name: str) -> None:
    """Otherwise each accepted submission costs a pass over all others of the same learner."""
    earlier = [line for line in explain(session, OF_FEW[name]) if line.startswith("SEARCH submissions_1 ")]
    assert earlier
    assert all("(user_id=? AND problem_version_id=? " in line for line in earlier), earlier
