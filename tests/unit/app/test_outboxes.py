"""Outboxes: who is sent what next, and that a few messages cost the same however many wait."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json
from sqlalchemy import create_engine, event, insert, select
from sqlalchemy.orm import Session

from app.db.models import (
    Assignment,
    Base,
    Course,
    LtiContext,
    LtiDeployment,
    LtiPlatform,
    LtiScore,
    Problem,
    ProblemVersion,
    Regrade,
    Regrading,
    Student,
    Submission,
    User,
    Webhook,
    WebhookDelivery,
    now,
)
from app.db.outboxes import choose_fairly
from app.db.statuses import After, RegradeStatus, Status
from app.domains.courses import grade_notices
from app.domains.lti import scores
from app.domains.lti.repository import scores as lti
from app.domains.webhooks import outbox
from app.domains.webhooks import repository as webhooks
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from app.db.session import Database

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)
LEASE = timedelta(minutes=1)
PLAIN = (str, int, float, bool, bytes, datetime)


@pytest.fixture
def session() -> Iterator[Session]:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as opened:
        yield opened
    engine.dispose()


def fill(session: Session, table: type[Base], rows: list[dict[str, Any]]) -> None:
    """Add rows; columns that don't matter here get any value, and nothing that they refer to need exist."""
    columns = [one for one in table.__table__.columns if not one.nullable and one.default is None]
    kinds = {one.name: one.type.python_type for one in columns if one.server_default is None and not one.primary_key}
    missing = {name: MOMENT if kind is datetime else kind() for name, kind in kinds.items() if kind in PLAIN}
    session.execute(insert(table), [missing | row for row in rows])


def count_steps(session: Session, work: Callable[[Session], object]) -> int:
    """Return the steps of SQLite's virtual machine, in hundreds, that some work takes."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection = cast("sqlite3.Connection", session.connection().connection.driver_connection)
    connection.set_progress_handler(step, 100)
    try:
        work(session)
    finally:
        connection.set_progress_handler(None, 0)
    return steps


@given(
    st.lists(st.integers(0, 3), min_size=6, max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 9)), max_size=40),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_the_first_of_each_receiver_are_chosen(
    owners: list[int], sent: list[tuple[int, int]], most: int, limit: int
) -> None:
    waiting = [(MOMENT + timedelta(minutes=minute), row, queue) for row, (queue, minute) in enumerate(sent)]

    def list_first(queue: int) -> list[tuple[datetime, int]]:
        return sorted((at, row) for at, row, of in waiting if of == queue)[:most]

    heads = [queue for _at, _row, queue in sorted(waiting)]
    chosen = choose_fairly(
        ((queue, owners[queue]) for queue in dict.fromkeys(heads)), list_first, most=most, receivers=limit
    )
    ranked = [
        one
        for owner in set(owners)
        for one in sorted((at, row) for at, row, queue in waiting if owners[queue] == owner)[:most]
    ]
    assert len(chosen) == len(set(chosen))
    assert sorted((waiting[row][0], row) for row in chosen)[:limit] == sorted(ranked)[:limit]


def _add_deliveries(session: Session, count: int) -> None:
    fill(session, User, [{"id": 1, "name": "ada"}])
    fill(session, Webhook, [{"id": one, "user_id": 1} for one in (1, 2)])
    rows = [{"webhook_id": 1 + one % 2, "body": '{"data": {}}', "next_at": MOMENT} for one in range(count)]
    fill(session, WebhookDelivery, rows)


def _add_scores(session: Session, count: int) -> None:
    fill(session, LtiPlatform, [{"id": 1}])
    fill(session, LtiDeployment, [{"id": 1, "platform_id": 1}])
    fill(session, LtiContext, [{"id": one, "deployment_id": 1, "context_id": str(one)} for one in (1, 2)])
    fill(session, Course, [{"id": 1, "starts_on": MOMENT.date(), "ends_on": MOMENT.date()}])
    wall = MOMENT.replace(tzinfo=None)
    fill(session, Assignment, [{"id": 1, "course_id": 1, "opens_at": wall, "due_at": wall, "after": After.CLOSED}])
    fill(session, Student, [{"id": 1 + one, "course_id": 1} for one in range(count)])
    rows = [{"context_id": 1 + one % 2, "assignment_id": 1, "student_id": 1 + one} for one in range(count)]
    fill(session, LtiScore, [row | {"next_at": MOMENT, "changed_at": MOMENT} for row in rows])


def _take_deliveries(session: Session) -> None:
    assert len(webhooks.take_due(session, LEASE, 10)) == webhooks.MAX_OF_OWNER


def _take_scores(session: Session) -> None:
    assert len(lti.take_due(session, LEASE, 10)) == lti.MAX_OF_PLATFORM


@pytest.mark.parametrize(
    ("add", "take"),
    [
        (_add_deliveries, _take_deliveries),
        (_add_scores, _take_scores),
    ],
    ids=["webhooks", "platforms"],
)
def test_a_few_messages_cost_the_same_however_many_wait(
    session: Session, add: Callable[[Session, int], None], take: Callable[[Session], object]
) -> None:
    steps = []
    for count in (100, 3000):
        add(session, count)
        steps.append(count_steps(session, take))
        session.rollback()
    assert steps[1] < 3 * steps[0] + 3, steps


def test_a_regrade_stores_its_messages_in_few_statements(session: Session) -> None:
    fill(
        session,
        User,
        [{"id": one, "name": name, "name_key": name} for one, name in enumerate(["ada", "root", "bob"], start=1)],
    )
    hooks = [(1, 1, False), (2, 2, True), (3, 3, False)]
    fill(session, Webhook, [{"id": one, "user_id": owner, "for_all": for_all} for one, owner, for_all in hooks])
    fill(session, Problem, [{"id": 1, "slug": "double"}])
    fill(session, ProblemVersion, [{"id": 1, "problem_id": 1, "number": 4}])
    counts = []
    for regrade, changed in ((1, 10), (2, 100)):
        fill(session, Regrade, [{"id": regrade, "status": RegradeStatus.APPLIED}])
        ids = range(1000 * regrade, 1000 * regrade + changed)
        judged = {"problem_version_id": 1, "mode": Mode.SUBMIT, "status": Status.DONE, "verdict": Verdict.ACCEPTED}
        more = {"user_id": 1, "report": {"score": 2.5}}
        fill(session, Submission, [{"id": one, "public_id": str(one), **judged, **more} for one in ids])
        took = {"regrade_id": regrade, "version_id": 1, "status": Status.DONE, "verdict": Verdict.ACCEPTED}
        before = {"before_verdict": Verdict.WRONG_ANSWER}
        fill(session, Regrading, [{"submission_id": one, **took, **before} for one in ids])
        made: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_more: object, made: list[str] = made) -> None:
            made.append(statement)

        event.listen(session.get_bind(), "before_cursor_execute", note)
        outbox.add_regraded(session, regrade, "A hidden case was wrong.")
        event.remove(session.get_bind(), "before_cursor_execute", note)
        counts.append(len(made))
    assert counts[0] == counts[1]
    rows = session.execute(select(WebhookDelivery.webhook_id, WebhookDelivery.body).order_by(WebhookDelivery.id)).all()
    told = [(row[0], from_json(row[1])["data"]) for row in rows]
    assert [(hook, data["id"]) for hook, data in told[:4]] == [(2, "1000"), (1, "1000"), (2, "1001"), (1, "1001")]
    assert len(told) == 220
    data = told[0][1]
    assert (data["problem"], data["version"], data["user"], data["score"]) == ("double", 4, "ada", 2.5)
    assert (data["verdict"], data["before"]) == (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)


class _Transactions:
    """Stands in for the database, and notes how many differences each transaction stores."""

    def __init__(self) -> None:
        self.stored: list[int] = []

    async def read(self, work: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - what `work` returns
        """Do some work."""
        return work(None)

    async def write(self, work: Any) -> int:  # noqa: ANN401 - a partial function
        """Note the work, without doing it."""
        [some] = work.keywords.values()
        self.stored.append(len(some))
        return len(some)


@pytest.mark.parametrize("module", [scores, grade_notices])
async def test_many_grades_are_stored_in_small_transactions(monkeypatch: pytest.MonkeyPatch, module: Any) -> None:  # noqa: ANN401 - a module
    monkeypatch.setattr(module, "_compare", lambda *_: [{}] * 250)
    transactions = _Transactions()
    database = cast("Database", transactions)
    if module is scores:
        assert await scores.Collector(database).collect_course("x") == 250
    else:
        assert await grade_notices.GradeTeller(database).tell_course("x") == 250
    assert transactions.stored == [100, 100, 50]


def test_a_message_waits_until_it_is_due(session: Session) -> None:
    _add_deliveries(session, 1)
    assert [one.id for one in webhooks.take_due(session, LEASE, 10)] == [1]
    assert webhooks.take_due(session, LEASE, 10) == []
    assert session.scalars(select(WebhookDelivery.next_at)).one() > now()
