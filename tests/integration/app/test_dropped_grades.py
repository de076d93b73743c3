"""Grades aren't lost without a question: dropping a kata that has some, or its assignment, has to be confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor, publish
from tests.integration.app.test_course_pages import go
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_exams import make_exam
from tests.integration.app.test_threads import hand_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

TOLD = (
    "This would be lost: 1 grade that staff set, rubric ticks on 1 submission, 1 request for another look, the points "
    "of 1 student."
)


async def list_actions(application: FastAPI) -> list[tuple[str, object]]:
    """Return what the audit log has about assignments' katas, the oldest first, without the assignment."""
    entries = await application.state.services.audit.list_since(None)
    return [
        (one.action, {name: value for name, value in one.details.items() if name != "assignment"})
        for one in entries
        if one.action in {"course_assignment_deleted", "course_katas_dropped"}
    ]


async def grade(iris: Person, ada: Person, grader: StandInGrader) -> tuple[str, str]:
    """Return the ids of a course and its assignment, in which everything that can be lost exists once."""
    course, assignment, submission = await hand_in(iris, ada, grader)
    path = f"{API}/{course}"
    student = check(await ada.http.get(f"{path}/own"))["student"]
    given = {"points": 3, "reason": "So it is."}
    check(await iris.http.put(f"{path}/students/{student}/grades/{assignment}/double", json=given), 204)
    rubric = f"{path}/assignments/{assignment}/rubrics/double"
    items = check(await iris.http.put(rubric, json={"items": [{"points": -1, "words": "A slip."}]}))["items"]
    ticks = {"items": [one["id"] for one in items]}
    check(await iris.http.put(f"{path}/submissions/{submission}/rubric", json=ticks))
    check(await ada.http.post(f"{path}/submissions/{submission}/requests", json={"reason": "Why?"}), 201)
    return course, assignment


@EACH_DATABASE
async def test_a_kata_with_grades_is_dropped_only_on_purpose(application: FastAPI, grader: StandInGrader) -> None:
    await publish(application.state.services, "triple")
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment = await grade(iris, ada, grader)
        path = f"{API}/{course}/assignments/{assignment}"
        other = {"problem": "triple", "points": 5}
        both = make_assignment(katas=[{"problem": "double", "points": 10}, other])
        check(await iris.http.put(path, json=both))
        # Nobody has worked on this one, and the points of the other stay.
        check(await iris.http.put(path, json=make_assignment()))
        nothing = {"name": "Doubling", "grades": 0, "ticks": 0, "requests": 0, "students": 0}
        dropped = [("course_katas_dropped", {**nothing, "katas": ["triple"]})]
        assert await list_actions(application) == dropped
        refused = check(await iris.http.put(path, json=make_assignment(katas=[other])), 409)
        assert (refused["code"], refused["detail"].startswith(f"{TOLD} Export")) == ("grades_lost", True)
        assert "`with_grades=true`" in refused["detail"]
        assert "`--with-grades`" in refused["detail"]
        assert [one["problem"] for one in check(await iris.http.get(path))["katas"]] == ["double"]
        assert await list_actions(application) == dropped
        check(await iris.http.put(path, params={"with_grades": "true"}, json=make_assignment(katas=[other])))
        assert [one["problem"] for one in check(await iris.http.get(path))["katas"]] == ["triple"]
        lost = {"name": "Doubling", "katas": ["double"], "grades": 1, "ticks": 1, "requests": 1, "students": 1}
        assert (await list_actions(application))[1] == ("course_katas_dropped", lost)


async def test_an_assignment_with_grades_is_deleted_only_on_purpose(
    application: FastAPI, grader: StandInGrader
) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment = await grade(iris, ada, grader)
        path = f"{API}/{course}/assignments/{assignment}"
        assert check(await iris.http.delete(path), 409)["detail"].startswith(TOLD)
        assert await list_actions(application) == []
        check(await iris.http.delete(path, params={"with_grades": "true"}), 204)
        lost = {"name": "Doubling", "katas": ["double"], "grades": 1, "ticks": 1, "requests": 1, "students": 1}
        assert await list_actions(application) == [("course_assignment_deleted", lost)]
        check(await iris.http.get(path), 404)


async def test_what_counts_as_a_loss(application: FastAPI, grader: StandInGrader) -> None:
    grader.verdicts = [Verdict.ACCEPTED]
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        await ada.solve()
        # Submissions from before the assignment opened, or to a draft, don't count there.
        for dates in ({"opens_at": wall(DAY)}, {"draft": True}):
            made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(**dates)), 201)["id"]
            check(await iris.http.delete(f"{API}/{course}/assignments/{made}"), 204)
        # A student whose dates are earlier has worked on it, and one who has started an exam, too.
        later = make_assignment(opens_at=wall(DAY))
        made = check(await iris.http.post(f"{API}/{course}/assignments", json=later), 201)["id"]
        path = f"{API}/{course}/assignments/{made}"
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        check(await iris.http.put(f"{path}/overrides", json={"label": "A", "opens_at": wall(-DAY)}))
        check(await iris.http.delete(path), 409)
        exam = check(await iris.http.post(f"{API}/{course}/assignments", json=make_exam(katas=[])), 201)["id"]
        path = f"{API}/{course}/assignments/{exam}"
        check(await ada.http.post(f"{path}/start", json={}))
        check(await iris.http.put(path, json=make_exam(katas=[], draft=True)))  # A running one isn't deleted at all.
        refused = check(await iris.http.delete(path), 409)["detail"]
        assert refused.startswith("This would be lost: the points of 1 student.")


async def test_the_pages_ask_twice(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment = await grade(iris, ada, grader)
        page = f"/courses/{course}/assignments/{assignment}"
        assert "with_grades" not in await iris.read(page)
        fields = {"name": "Doubling again", "opens_at": wall(-DAY), "due_at": wall(DAY), "problem": ""}
        asked = await iris.send(page, **fields)
        assert (asked.status_code, TOLD in asked.text, "with_grades=true" in asked.text) == (409, True, False)
        assert 'type="checkbox" name="with_grades"' in asked.text
        assert 'value="Doubling again"' in asked.text
        asked = await iris.send(f"{page}/delete")
        assert (asked.status_code, TOLD in asked.text) == (409, True)
        assert 'type="hidden" name="with_grades"' in asked.text
        assert await go(iris, page, **fields, with_grades="true") == page
        assert check(await iris.http.get(f"{API}/{course}/assignments/{assignment}"))["katas"] == []
        other = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
        gone = f"/courses/{course}/assignments/{other}/delete"
        assert (await iris.send(gone)).status_code == 409
        assert await go(iris, gone, with_grades="true") == f"/courses/{course}/assignments"
