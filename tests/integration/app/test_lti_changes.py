"""Which changes of grades reach platforms, and when: exams that hold verdicts, dates, rubrics, archived courses."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from app.db.models import Course, now
from app.domains.lti.repository import contexts
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE
from tests.integration.app.lti import add
from tests.integration.app.test_courses import API, DAY, check, make_assignment, wall
from tests.integration.app.test_exams import make_exam
from tests.integration.app.test_lti_courses import _by_hand, attend, link, settings  # noqa: F401 - fixtures
from tests.integration.app.test_regrade_grades import SHIFT, hand_in, publish_shift, rejudge
from tests.lti_platform import Platform, run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

LATE = {"due_at": wall(-DAY / 2), "late_until": wall(3 * DAY), "late_credit": 50}
OVER = {"due_at": wall(-DAY / 2), "late_until": None, "late_days": 0}


@pytest.fixture
async def platform(application: FastAPI) -> AsyncIterator[Platform]:
    async with run_platform() as running:
        await add(application.state.services, running)
        yield running


async def look(application: FastAPI, platform: Platform, *, at_all: bool = True) -> list[float]:
    """Collect and send as the server does, `at_all` students like every quarter of an hour; return what was sent."""
    lti = application.state.services.lti
    if at_all:
        lti.collector._rounds._full_at = float("-inf")
    known = len(platform.scores)
    await lti.collector.collect()
    await lti.sender.send_due()
    return [one["scoreGiven"] for one in platform.scores[known:]]


async def deliver(
    application: FastAPI, platform: Platform, iris: Person, learner: Person, **dates: object
) -> tuple[str, str, str]:
    """Let a learner solve an assignment with these dates; return the course, the assignment and the student."""
    course, assignment = await link(application, platform, iris)
    check(await iris.http.put(f"{API}/{course}/assignments/{assignment}", json=make_assignment(**dates)))
    await attend(learner, platform, course, assignment)
    await learner.solve()
    [student] = check(await iris.http.get(f"{API}/{course}/students"))["students"]
    return course, assignment, str(student["id"])


async def test_homework_that_shares_a_kata_with_a_holding_exam_waits_for_it(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, exam = await link(application, platform, iris)
    path = f"{API}/{course}/assignments"
    check(await iris.http.post(path, json=make_assignment(name="Homework")), 201)
    check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
    await attend(nobody, platform, course, exam)
    check(await iris.http.put(f"{path}/{exam}", json=make_exam(holds_verdicts=True)))
    check(await nobody.http.post(f"{path}/{exam}/start", json={}))
    await nobody.solve()
    assert await look(application, platform) == [], "neither of the exam nor a zero of the homework"
    check(await iris.http.post(f"{path}/{exam}/release"))
    assert await look(application, platform, at_all=False) == [10, 10]


async def test_a_score_that_was_sent_stays_when_an_exam_begins_to_hold(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, _homework, _student = await deliver(application, platform, iris, nobody)
    assert await look(application, platform) == [10]
    exam = make_exam(holds_verdicts=True, opens_at=make_assignment()["opens_at"])
    check(await iris.http.post(f"{API}/{course}/assignments", json=exam), 201)
    assert await look(application, platform) == []


async def test_a_granted_extension_changes_the_score(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, assignment, _student = await deliver(application, platform, iris, nobody, **OVER)
    assert await look(application, platform) == [0]
    path = f"{API}/{course}"
    asked = {"until": wall(DAY), "reason": "I was ill."}
    check(await nobody.http.post(f"{path}/assignments/{assignment}/extensions", json=asked), 204)
    assert await look(application, platform) == []
    [request] = check(await iris.http.get(f"{path}/extensions"))["extensions"]
    check(await iris.http.post(f"{path}/extensions/{request['id']}/decision", json={"granted": True}))
    assert await look(application, platform) == [10]


async def test_late_days_change_the_score(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, assignment, _student = await deliver(application, platform, iris, nobody, **LATE)
    assert await look(application, platform) == [5]
    check(await nobody.http.put(f"{API}/{course}/assignments/{assignment}/late-days", json={"days": 1}), 204)
    assert await look(application, platform) == [10]


async def test_the_points_of_a_rubric_change_the_score(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, assignment, _student = await deliver(application, platform, iris, nobody)
    assert await look(application, platform) == [10]
    path = f"{API}/{course}/assignments/{assignment}/rubrics/double"
    [item] = check(await iris.http.put(path, json={"items": [{"points": -3, "words": "No docstring"}]}))["items"]
    [grade] = check(await iris.http.get(f"{API}/{course}/grades"))["rows"][0]["cells"]
    ticks = f"{API}/{course}/submissions/{grade['submission']}/rubric"
    check(await iris.http.put(ticks, json={"items": [item["id"]]}))
    assert await look(application, platform, at_all=False) == [7], "within seconds"
    check(await iris.http.put(path, json={"items": [item | {"points": -4}]}))
    assert await look(application, platform) == [6]


async def test_a_label_with_its_own_dates_changes_the_score(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, assignment, student = await deliver(application, platform, iris, nobody, **LATE)
    assert await look(application, platform) == [5]
    path = f"{API}/{course}"
    check(await iris.http.put(f"{path}/labels/A"), 204)
    later = {"label": "A", "due_at": wall(DAY)}
    check(await iris.http.put(f"{path}/assignments/{assignment}/overrides", json=later))
    assert await look(application, platform) == []
    for labels, sent in ((["A"], [10]), ([], [5])):
        check(await iris.http.put(f"{path}/students/{student}", json={"name": "Ada", "labels": labels}))
        assert await look(application, platform) == sent


async def test_a_change_shortly_before_the_course_is_archived_is_sent(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person
) -> None:
    course, assignment, student = await deliver(application, platform, iris, nobody, **LATE)
    assert await look(application, platform) == [5]
    override = {"student": student, "due_at": wall(DAY)}
    check(await iris.http.put(f"{API}/{course}/assignments/{assignment}/overrides", json=override))
    check(await iris.http.put(f"{API}/{course}/archived", json={"archived": True}))
    assert await look(application, platform) == [10]
    collector = application.state.services.lti.collector
    later = now() + timedelta(hours=1)
    assert (
        await application.state.services.database.read(
            lambda session: contexts.list_changed_archives(session, later, set())
        )
        == []
    ), "nothing happens there any more"
    assert await collector.collect() == 0


@EACH_DATABASE
async def test_verdicts_and_regrades_in_an_archived_course_are_sent(
    application: FastAPI, platform: Platform, iris: Person, nobody: Person, grader: StandInGrader
) -> None:
    await publish_shift(iris)
    course, assignment = await link(application, platform, iris)
    katas = [{"problem": "shift", "points": 10}]
    check(await iris.http.put(f"{API}/{course}/assignments/{assignment}", json=make_assignment(katas=katas)))
    await attend(nobody, platform, course, assignment)
    check(await iris.http.put(f"{API}/{course}/archived", json={"archived": True}))
    assert await look(application, platform) == []
    archived = update(Course).values(archived_at=now() - timedelta(days=100))
    await application.state.services.database.write(lambda session: session.execute(archived))
    await hand_in(nobody)
    assert await look(application, platform) == [10], "the assignment is still open"
    grader.verdicts = [Verdict.WRONG_ANSWER]
    applied = await rejudge(iris)
    check(await iris.http.post(f"{SHIFT}/regrades/{applied}/apply"))
    assert await look(application, platform) == [0]
