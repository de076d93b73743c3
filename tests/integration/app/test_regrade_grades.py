"""A regrade's effects on grades: shown before and after it is applied, to those who may see a course's grades."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, JSON, make_instructor
from tests.integration.app.test_courses import API, check, join, make_assignment, make_course, make_learner

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

pytestmark = EACH_DATABASE
SHIFT = "/api/v1/authoring/problems/shift"


async def publish_shift(author: Person) -> None:
    await author.http.post(f"{SHIFT}/publish")
    await author.http.get(f"{SHIFT}/task/events")


async def hand_in(learner: Person) -> None:
    source = {"source": "x = 1", "mode": "submit"}
    made = check(await learner.http.post("/api/v1/problems/shift/submissions", json=source), 202)["id"]
    await learner.http.get(f"/api/v1/submissions/{made}/events")


async def rejudge(author: Person) -> str:
    asked = check(await author.http.post(f"{SHIFT}/rejudge", json={"reason": "A case was wrong."}), 202)
    regrade = str(asked["regrades"][0]["id"])
    await author.http.get(f"{SHIFT}/regrades/{regrade}/events")
    return regrade


async def list_grades(author: Person, regrade: str) -> list[JSON]:
    found: list[JSON] = check(await author.http.get(f"{SHIFT}/regrades/{regrade}"))["grades"]
    return found


async def test_changed_grades_are_shown_before_and_after(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    await publish_shift(iris)
    async with (
        make_learner(application, "eve") as eve,
        make_learner(application, "bob") as bob,
        make_learner(application, "cleo") as cleo,
        make_instructor(application, "otto") as otto,
    ):
        course, elsewhere = await make_course(iris), await make_course(otto)
        assigned = make_assignment(katas=[{"problem": "shift", "points": 10}])
        assignment = check(await iris.http.post(f"{API}/{course}/assignments", json=assigned), 201)["id"]
        check(await otto.http.post(f"{API}/{elsewhere}/assignments", json=assigned), 201)
        await join(iris, eve, course)
        student = await join(iris, bob, course)
        await join(otto, cleo, elsewhere)
        grade = f"{API}/{course}/students/{student}/grades/{assignment}/shift"
        check(await iris.http.put(grade, json={"points": 4, "reason": "By hand."}), 204)
        for learner in (eve, bob, cleo):
            await hand_in(learner)
        await hand_in(eve)  # two right ones: the grade falls when both are lost
        grader.verdicts = [Verdict.WRONG_ANSWER] * 4
        regrade = await rejudge(iris)
        # Bob's points were given by hand, and Cleo is in another teacher's course.
        [effect] = await list_grades(iris, regrade)
        assert (effect["course"], effect["student_name"]) == (course, "eve")
        assert (effect["before"], effect["after"], effect["full"]) == (10, 0, 10)
        assert "eve" in await iris.read(f"/authoring/shift/regrades/{regrade}")
        check(await iris.http.put(f"{SHIFT}/authors/otto"))
        assert [one["course"] for one in await list_grades(otto, regrade)] == [elsewhere]
        check(await iris.http.post(f"{SHIFT}/regrades/{regrade}/apply"))
        assert await list_grades(iris, regrade) == [effect], "what it did is still told"
        # Another regrade makes one of the two right again, which restores the grade; no other grade changes.
        grader.verdicts = [Verdict.ACCEPTED, *[Verdict.WRONG_ANSWER] * 3]
        back = await rejudge(iris)
        assert [(one["before"], one["after"]) for one in await list_grades(iris, back)] == [(0, 10)]


async def test_a_regrade_that_lowers_nothing_lowers_no_grade(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    await publish_shift(iris)
    async with make_learner(application, "eve") as eve:
        course = await make_course(iris)
        katas = [{"problem": "shift", "points": 10}]
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(katas=katas)), 201)
        await join(iris, eve, course)
        await hand_in(eve)
        grader.verdicts = [Verdict.WRONG_ANSWER]
        regrade = await rejudge(iris)
        assert len(await list_grades(iris, regrade)) == 1
        check(await iris.http.post(f"{SHIFT}/regrades/{regrade}/apply?never_lower=true"))
        assert await list_grades(iris, regrade) == []
        assert check(await eve.http.get(f"{API}/{course}/own"))["points"] == 10
