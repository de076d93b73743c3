"""Webhooks of courses: each is told of every changed grade once, with the reason, if its owner may know it."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from app.db.models import ToldGrade, WebhookDelivery
from app.db.statuses import DeliveryStatus
from app.domains.courses.grade_notices import GradeTeller
from app.domains.webhooks.repository import take_due
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, check, join, make_assignment, make_course, make_learner
from tests.integration.app.test_exams import HOUR, hold
from tests.integration.app.test_http import check_problem
from tests.integration.app.test_regrade_grades import SHIFT, hand_in, publish_shift, rejudge

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.services import Services
    from tests.integration.app.conftest import JSON, Person, StandInGrader

pytestmark = EACH_DATABASE
URL = "https://hooks.example.org/grades"


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare and send nothing except when a test does so."""
    monkeypatch.setattr("app.server.application.DELAY_AFTER_START_S", 3600)


async def make_hook(teacher: Person, course: str) -> str:
    made = check(await teacher.http.post(f"{API}/{course}/webhooks", json={"url": URL}), 201)
    assert made["webhook"]["course"] == course
    assert made["secret"].startswith("whsec_")
    return str(made["webhook"]["id"])


async def tell(application: FastAPI) -> list[JSON]:
    """Compare grades and take the due messages, as a server does; return the messages."""
    services: Services = application.state.services
    await services.teller.tell()
    due = await services.database.write(lambda session: take_due(session, timedelta(hours=1), 100))
    return [json.loads(one.body) for one in due]


async def count(application: FastAPI, column: Any) -> int:  # noqa: ANN401 - a column
    services: Services = application.state.services
    return await services.database.read(lambda session: session.scalar(select(func.count(column))) or 0)


async def test_each_change_is_told_once_with_its_reason(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    await publish_shift(iris)
    async with make_learner(application, "eve") as eve:
        course = await make_course(iris)
        assigned = make_assignment(katas=[{"problem": "shift", "points": 10}])
        assignment = check(await iris.http.post(f"{API}/{course}/assignments", json=assigned), 201)["id"]
        student = await join(iris, eve, course)
        await make_hook(iris, course)
        assert await tell(application) == []
        grade = f"{API}/{course}/students/{student}/grades/{assignment}/shift"

        async def tell_one() -> tuple[float | None, float, str, bool]:
            [told] = await tell(application)
            assert told["type"] == "grade.changed"
            data = told["data"]
            fixed = {"course": course, "assignment": assignment, "problem": "shift", "student": student, "full": 10}
            assert {name: data[name] for name in fixed} == fixed
            assert set(data) == {*fixed, "points", "before", "reason", "submission"}
            assert await tell(application) == [], "once"
            return data["before"], data["points"], data["reason"], data["submission"] is not None

        grader.verdicts = [Verdict.WRONG_ANSWER] * 2
        await hand_in(eve)
        assert await tell_one() == (None, 0, "graded", True)
        await hand_in(eve)
        assert await tell(application) == [], "wrong again: the grade is what it was"
        grader.verdicts = [Verdict.ACCEPTED]
        await hand_in(eve)
        assert await tell_one() == (0, 10, "graded", True)
        check(await iris.http.put(grade, json={"points": 4, "reason": "By hand."}), 204)
        assert await tell_one() == (10, 4, "overridden", True)
        check(await iris.http.delete(grade), 204)
        assert await tell_one() == (4, 10, "changed", True)
        grader.verdicts = [Verdict.WRONG_ANSWER] * 3
        regrade = await rejudge(iris)
        assert await tell(application) == [], "a proposal"
        check(await iris.http.post(f"{SHIFT}/regrades/{regrade}/apply"))
        assert await tell_one() == (10, 0, "regraded", True)


async def test_a_new_webhook_is_told_what_changes_from_now_on(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        student = await join(iris, eve, course)
        await eve.solve()
        await make_hook(iris, course)
        await make_hook(iris, course)
        services: Services = application.state.services
        assert await tell(application) == []
        grade = f"{API}/{course}/students/{student}/grades"
        [assignment] = check(await iris.http.get(f"{API}/{course}/assignments"))["assignments"]
        check(await iris.http.put(f"{grade}/{assignment['id']}/double", json={"points": 1, "reason": "x"}), 204)
        # Two servers find the change at once, and each of two webhooks is told of it once.
        tellers = [GradeTeller(services.database) for _ in range(2)]
        assert sum(await asyncio.gather(*(one.tell_course(course) for one in tellers))) == 1
        assert await count(application, WebhookDelivery.id) == 2
        # Deleting the last webhook forgets the grades known so far; later ones aren't told of changes made meanwhile.
        for one in check(await iris.http.get("/api/v1/webhooks"))["webhooks"]:
            assert one["course"] == course
            check(await iris.http.delete(f"/api/v1/webhooks/{one['id']}"), 204)
        check(await iris.http.delete(f"{grade}/{assignment['id']}/double"), 204)
        await make_hook(iris, course)
        assert await tell(application) == []
        assert await count(application, ToldGrade.kata_id) == 1


async def test_a_course_is_told_to_its_own_staff_alone(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "otto") as otto,
        make_instructor(application, "tess") as tess,
        make_learner(application, "eve") as eve,
    ):
        course, elsewhere = await make_course(iris), await make_course(otto)
        for teacher, one in ((iris, course), (otto, elsewhere)):
            check(await teacher.http.post(f"{API}/{one}/assignments", json=make_assignment()), 201)
        student = await join(iris, eve, course)
        rights = {"content": "edit", "data": "none"}
        check(await iris.http.put(f"{API}/{course}/staff/tess", json=rights))
        path = f"{API}/{course}/webhooks"
        check_problem(await otto.http.post(path, json={"url": URL}), 404, "course_not_found")
        check_problem(await eve.http.post(path, json={"url": URL}), 403, "missing_right")
        check_problem(await tess.http.post(path, json={"url": URL}), 403, "missing_right")
        check_problem(await iris.http.post(path, json={"url": "http://127.0.0.1/"}), 422, "invalid_input")
        check(await iris.http.put(f"{API}/{course}/staff/tess", json=rights | {"data": "view"}))
        hooks = [await make_hook(iris, course), await make_hook(otto, elsewhere), await make_hook(tess, course)]
        await eve.solve()
        told = await tell(application)
        assert [one["data"]["student"] for one in told] == [student, student], "iris and tess, and not otto"
        # Staff's own verdicts don't concern the course.
        await iris.solve()
        assert await tell(application) == []
        # An owner who may no longer see students' data is told nothing, not even what was queued.
        [assignment] = check(await iris.http.get(f"{API}/{course}/assignments"))["assignments"]
        grade = f"{API}/{course}/students/{student}/grades/{assignment['id']}/double"
        check(await iris.http.put(grade, json={"points": 3, "reason": "x"}), 204)
        services: Services = application.state.services
        assert await services.teller.tell() == 1
        check(await iris.http.put(f"{API}/{course}/staff/tess", json=rights))
        assert len(await tell(application)) == 1
        [last, _first] = check(await tess.http.get(f"/api/v1/webhooks/{hooks[2]}/deliveries"))["deliveries"]
        assert (last["status"], last["attempts"]) == (DeliveryStatus.FAILED, 0)
        check(await iris.http.delete(grade), 204)
        assert len(await tell(application)) == 1
        # Only its owner knows that a webhook exists, even if others teach the course, too.
        check_problem(await tess.http.delete(f"/api/v1/webhooks/{hooks[0]}"), 404, "webhook_not_found")


async def test_nothing_is_told_of_what_an_exam_holds(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        exam, path = await hold(iris, course, holds_verdicts=True)
        homework = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
        hook = await make_hook(iris, course)
        check(await ada.http.post(f"{path}/start", json={}))
        await ada.solve()
        grade = f"{API}/{course}/students/{student}/grades/{exam}/double"
        check(await iris.http.put(grade, json={"points": 7, "reason": "x"}), 204)
        assert await tell(application) == [], "neither of the exam nor of homework with the same kata"
        check(await iris.http.post(f"{path}/release"))
        told = await tell(application)
        assert {(one["data"]["assignment"], one["data"]["points"]) for one in told} == {(exam, 7), (homework, 10)}
        # Messages that are queued when an exam begins to hold its verdicts are sent at its end.
        check(await iris.http.delete(grade), 204)
        await application.state.services.teller.tell()
        _other, again = await hold(iris, course, holds_verdicts=True, opens_at=make_assignment()["opens_at"])
        services: Services = application.state.services
        assert await services.database.write(lambda session: take_due(session, HOUR, 5)) == []
        check(await iris.http.post(f"{again}/release"))
        [waiting, *_] = check(await iris.http.get(f"/api/v1/webhooks/{hook}/deliveries"))["deliveries"]
        assert (waiting["status"], waiting["attempts"]) == (DeliveryStatus.WAITING, 0)


async def test_a_webhook_is_made_on_its_page(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris, name="JAX <b>bold</b>")
        await join(iris, eve, course)
        assert "Changed grades" not in await eve.read("/account/webhooks"), "students have no such choice"
        assert "Changed grades of JAX &lt;b&gt;bold&lt;/b&gt;, Autumn" in await iris.read("/account/webhooks")
        refused = await iris.send("/account/webhooks", url="nothing", course=course)
        assert refused.status_code == 422
        assert f'<option value="{course}" selected>' in refused.text
        assert (await eve.send("/account/webhooks", url=URL, course=course)).status_code == 403
        made = await iris.send("/account/webhooks", url=URL, course=course)
        assert "whsec_" in made.text
        assert "Changed grades of the course JAX &lt;b&gt;bold&lt;/b&gt;." in made.text
        [listed] = check(await iris.http.get("/api/v1/webhooks"))["webhooks"]
        assert listed["course"] == course
