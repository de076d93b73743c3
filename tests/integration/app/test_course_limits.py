"""Limits of a course: they concern what is new, and every way in which it can come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.statuses import Role
from tests.integration.app.conftest import make_instructor
from tests.integration.app.lti import launch_as_student
from tests.integration.app.test_courses import (
    API,
    COURSE,
    DAY,
    check,
    join,
    make_assignment,
    make_course,
    make_learner,
    wall,
)

# The fixtures of platforms
from tests.integration.app.test_lti_courses import link, platform, settings  # noqa: F401

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person
    from tests.lti_platform import Platform


async def test_who_teaches_too_many_courses_archives_one(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.courses.service.MAX_COURSES", 2)
    async with make_instructor(application, "iris") as iris, make_instructor(application, "otto") as otto:
        courses = [await make_course(iris) for _ in range(2)]
        await join(iris, otto, courses[0])
        for _ in range(2):
            await make_course(otto)  # Those that one attends don't count.
        refused = check(await iris.http.post(API, json=COURSE), 409)["detail"]
        assert refused == "You teach too many courses; archive or leave some first."
        assert (await iris.http.put(f"{API}/{courses[0]}/archived", json={"archived": True})).is_success
        check(await iris.http.post(API, json=COURSE), 201)


async def test_exceptions_can_be_changed_at_their_limit(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.courses.assignments.MAX_OVERRIDES", 2)
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        for label in "AB":
            check(await iris.http.put(f"{API}/{course}/labels/{label}"), 204)
        made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
        path = f"{API}/{course}/assignments/{made}/overrides"
        sooner, later = wall(6 * DAY), wall(7 * DAY)
        for due in (sooner, later):
            for who in ({"label": "A"}, {"student": student}):
                check(await iris.http.put(path, json={**who, "due_at": due}))
        refused = check(await iris.http.put(path, json={"label": "B", "due_at": sooner}), 409)["detail"]
        assert refused == "An assignment can have at most 2 exceptions."
        assert {one["due_at"] for one in check(await iris.http.get(path))["overrides"]} == {later}
        # A granted extension changes the student's exception, too.
        asked = {"until": wall(8 * DAY), "reason": "I was ill."}
        check(await ada.http.post(f"{API}/{course}/assignments/{made}/extensions", json=asked), 204)
        [request] = check(await iris.http.get(f"{API}/{course}/extensions"))["extensions"]
        check(await iris.http.post(f"{API}/{course}/extensions/{request['id']}/decision", json={"granted": True}))


async def test_pinned_hints_can_be_changed_at_their_limit(
    application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domains.stuck.service.MAX_HINTS", 1)
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        path = f"{API}/{course}/stuck/double"
        for text in ("Look at the shape.", "Look at the dtype."):
            check(await iris.http.put(f"{path}/values.mismatch/hint", json={"text": text}), 204)
        check(await iris.http.put(f"{path}/values.shape/hint", json={"text": "Look."}), 422)


async def test_a_full_course_takes_nobody_by_its_code(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris)
        await join(iris, ada, course)
        check(await iris.http.post(f"{API}/{course}/students", json={"account": "eve"}))
        monkeypatch.setattr("app.domains.courses.roster.MAX_STUDENTS", 2)
        code = check(await iris.http.put(f"{API}/{course}/joining", json={"open": True}))["code"]
        refused = check(await bob.http.post(f"{API}/join", json={"code": code}), 409)["detail"]
        assert refused == "This course is full: it can have at most 2 students. Ask its staff."
        assert "This course is full" in (await bob.send("/courses/join", code=code)).text
        # Whoever is on the roster has a place already.
        for person in (ada, eve):
            check(await person.http.post(f"{API}/join", json={"code": code}))


async def test_a_full_course_takes_nobody_from_a_platform(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    nobody: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        monkeypatch.setattr("app.domains.courses.roster.MAX_STUDENTS", 0)
        path = await launch_as_student(nobody, platform, assignment)
        answer = await nobody.send(f"{path.partition('?')[0]}/join", assignment=assignment)
        assert (answer.status_code, "This course is full" in answer.text) == (409, True)
        assert check(await iris.http.get(f"{API}/{course}/students"))["total"] == 0


async def test_a_link_for_staff_keeps_their_limit(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "tom") as tom:
        course = await make_course(iris)
        view = {"content": "view", "data": "none"}
        token = check(await iris.http.post(f"{API}/{course}/invitations", json=view), 201)["path"].rpartition("/")[2]
        monkeypatch.setattr("app.domains.courses.service.MAX_STAFF", 1)
        assert check(await tom.http.post(f"{API}/teach", json={"token": token}), 409)["code"] == "conflict"
        monkeypatch.setattr("app.domains.courses.service.MAX_STAFF", 2)
        check(await tom.http.post(f"{API}/teach", json={"token": token}))


async def test_the_last_who_can_manage_a_course_stays(application: FastAPI) -> None:
    """Somebody whose account is disabled can't manage it."""
    services = application.state.services
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "otto"),
        make_instructor(application, "root", Role.ADMIN),
    ):
        path = f"{API}/{await make_course(iris)}/staff"
        check(await iris.http.put(f"{path}/otto", json={"content": "edit", "data": "edit"}))
        root = await services.accounts.find("root")
        await services.administration.disable(root, "otto")
        assert check(await iris.http.delete(f"{path}/iris"), 409)["code"] == "conflict"
        await services.administration.enable(root, "otto")
        check(await iris.http.delete(f"{path}/iris"), 204)
