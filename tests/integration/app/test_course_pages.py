"""The pages of courses, as staff and students use them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import Submission, now
from grader.report import Verdict
from tests.integration.app.conftest import Person, make_instructor, make_person
from tests.integration.app.security.test_hostile_text import MARK, SCRIPT, check_page
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_held_verdicts import ask_all

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import StandInGrader

FORM = {
    "name": "Programming with JAX", "term": "Autumn", "time_zone": "Europe/Berlin", "starts_on": "2026-10-01",
    "ends_on": "2027-02-15", "late_days": "3",
}  # fmt: skip
SENT_EARLIER = update(Submission).values(created_at=now() - 3 * DAY)


async def go(person: Person, path: str, **fields: str) -> str:
    """Send a form, which must succeed, and return the address to which it redirects."""
    answer = await person.send(path, **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def test_a_term_by_forms(application: FastAPI, grader: StandInGrader) -> None:  # noqa: PLR0915 - a story
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        assert "A new course" in await iris.read("/courses")
        assert "A new course" not in await ada.read("/courses")
        wrong = await iris.send("/courses", **FORM | {"ends_on": "2026-01-01"})
        assert (wrong.status_code, 'value="Programming with JAX"' in wrong.text) == (422, True)
        course = await go(iris, "/courses", **FORM)
        # An assignment is created with its form, with katas and points.
        assert "None yet." in await iris.read(f"{course}/assignments")
        fields = {
            "name": "Doubling", "opens_at": wall(-5 * DAY), "due_at": wall(5 * DAY), "late_until": wall(6 * DAY),
            "early_until": "", "late_credit": "60", "late_days": "2", "counts": "best", "after": "closed",
        }  # fmt: skip
        rows = {"problem": ["double", ""], "points": ["12", "10"]}
        headers = {"accept": "text/html"}
        new = f"{course}/assignments/new"
        answer = await iris.http.post(new, data={**fields, **rows, "due_at": wall(-6 * DAY)}, headers=headers)
        assert (answer.status_code, "before it opens" in answer.text) == (422, True)
        answer = await iris.http.post(new, data={**fields, **rows}, headers=headers)
        assignment = answer.headers["location"]
        shown = await iris.read(assignment)
        assert 'value="double"' in shown
        assert 'value="12"' in shown
        # A student joins with the link, sees the assignment, and solves it.
        await go(iris, f"{course}/joining", open="true", until="")
        code = re.findall(r'id="join-code">(\w+)', await iris.read(f"{course}/students"))[0]
        assert "Programming with JAX" in await ada.read(f"/courses/join?code={code}")
        assert await go(ada, "/courses/join", code=code) == course
        page = await ada.read(course)
        assert "get full points" in page
        assert "Nothing submitted yet." in page
        grader.verdicts = [Verdict.ACCEPTED]
        await ada.solve()
        assert "on time" in await ada.read(course)
        # The student spends a late day, and asks for more time.
        await go(ada, f"{assignment}/late-days", days="1")
        assert (await ada.send(f"{assignment}/late-days", days="9")).status_code == 409
        await go(ada, f"{assignment}/extensions", until=wall(9 * DAY), reason="I was ill.")
        page = await iris.read(f"{course}/extensions")
        assert "I was ill." in page
        request = re.findall(rf'action="({course}/extensions/\w+)"', page)[0]
        await go(iris, request, decision="grant", until=wall(8 * DAY), answer="Get well.")
        assert "Get well." in await ada.read(course)
        # The gradebook links to the student, whose points staff change and restore.
        page = await iris.read(f"{course}/grades")
        assert "12/12" in page
        student = re.findall(rf'href="({course}/students/\w+)"', page)[0]
        cell = {"assignment": assignment.rsplit("/", 1)[1], "problem": "double"}
        await go(iris, f"{student}/grades", **cell, points="7,5", reason="A slip.", decision="give")
        assert "A slip." in await ada.read(course)
        await go(iris, f"{student}/grades", **cell, decision="undo")
        await go(iris, f"{student}/grades", **cell, points="3", reason="Another.", decision="give")
        assert 'name="decision" value="undo"' in await iris.read(f"{course}/grades")
        answer = await iris.send(
            f"{student}/grades", **cell, decision="undo", page="1", shown="label=A&search=a+b&assignment="
        )
        assert answer.headers["location"] == f"{course}/grades?label=A&search=a+b&page=1"
        page = await iris.read(f"{course}/grades")
        assert 'name="decision" value="undo"' not in page
        assert "12/12" in page
        await go(iris, f"{course}/labels", label="A", decision="add")
        await go(iris, student, name="Ada Lovelace", number="1815", labels="A")
        assert "Ada Lovelace" in await iris.read(f"{course}/grades?label=A")
        await go(iris, f"{assignment}/overrides", label="A", due_at=wall(10 * DAY))
        override = re.findall(rf'action="({assignment}/overrides/\w+/delete)"', await iris.read(assignment))
        assert len(override) == 2, "the label's, and the student's of the request"
        await go(iris, override[0])
        # Adding staff, copying and archiving.
        await go(iris, f"{course}/staff", name="ada", content="none", data="view")
        assert "invitations/" not in await ada.read(f"{course}/staff")
        answer = await iris.send(f"{course}/invitations", content="view", data="view")
        assert "/courses/teach/" in answer.text
        copy = await go(iris, f"{course}/copies", name="Again", term="Spring", starts_on="2027-03-01")
        assert "Doubling" in await iris.read(f"{copy}/assignments")
        await go(iris, f"{course}/archived", archived="true")
        assert "archived" in await ada.read(course)
        assert (await ada.send(f"{assignment}/late-days", days="0")).status_code == 409
        assert await go(ada, f"{course}/leave") == "/courses"


async def test_a_file_with_mistakes_is_told_row_by_row(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = f"/courses/{await make_course(iris)}"
        for table, status, text in (
            ("account,name\nnobody,N\nnobody2,M\n", 422, "<strong>Row 3</strong>"),
            ("email,name\na@example.org,A\n", 200, "1 invited"),
        ):
            answer = await iris.http.post(
                f"{course}/roster", files={"table": ("a.csv", table.encode())}, headers={"accept": "text/html"}
            )
            assert (answer.status_code, text in answer.text) == (status, True), answer.text


async def test_nothing_of_a_course_is_public(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris, name="A secret course")
        student = await join(iris, ada, course)
        await ada.send("/progress/publicity", shows_solved="true", shows_activity="true", shows_scores="true")
        made = check(
            await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(name="A secret test")), 201
        )["id"]
        submission = await ada.solve()
        code = check(await iris.http.put(f"{API}/{course}/joining", json={"open": False}))["code"]
        things = {
            "slug": "double", "problem": "double", "name": "ada", "number": "1", "course_id": course,
            "student_id": student, "assignment_id": made, "exam_id": made, "code": code, "submission_id": submission,
            "public_id": submission, "staff_token": "made-up",
        }  # fmt: skip
        async with make_learner(application, "eve") as eve, make_person(application).http as http:
            assert "secret course" not in await eve.read(f"/courses/{course}", 404)
            for who in (eve, type(eve)(http, application)):
                answers = await ask_all(application, who, things)
                assert {route for route, text in answers.items() if "A secret" in text} == set()
                own = {route: text for route, text in answers.items() if "{course_id}" in route}
                assert len(own) > 30
                assert {route for route, text in own.items() if not text.startswith(("401", "404", "303"))} == set()
        seen = await ask_all(application, iris, things)
        told = {route for route, text in seen.items() if "A secret" in text}
        assert {"GET /courses", "GET /courses/{course_id}/grades", "GET /api/v1/courses/{course_id}/export"} <= told


async def test_nobody_becomes_staff_of_an_archived_course(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        path = f"{API}/{await make_course(iris)}"
        rights = {"content": "view", "data": "none"}
        link = check(await iris.http.post(f"{path}/invitations", json=rights), 201)["path"]
        token = {"token": link.rpartition("/")[2]}
        check(await iris.http.put(f"{path}/archived", json={"archived": True}))
        assert (await eve.http.get(link)).status_code == 403
        assert (await eve.http.post(link)).status_code == 403
        assert check(await eve.http.post(f"{API}/teach", json=token), 403)["code"] == "join_refused"
        check(await iris.http.put(f"{path}/archived", json={"archived": False}))
        check(await eve.http.post(f"{API}/teach", json=token))


async def test_no_page_of_a_course_runs_what_somebody_wrote(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris, name=SCRIPT[:120], term=SCRIPT[:60])
        student = await join(iris, ada, course)
        path = f"{API}/{course}"
        label = "<b onclick=x>A"
        change = {"name": SCRIPT[:120], "number": SCRIPT[:40], "labels": [label]}
        check(await iris.http.put(f"{path}/students/{student}", json=change))
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment(name=SCRIPT[:120])), 201)["id"]
        for who in ({"label": label}, {"student": student}):
            check(await iris.http.put(f"{path}/assignments/{made}/overrides", json=who | {"late_days": 1}))
        asked = {"until": wall(9 * DAY), "reason": SCRIPT}
        check(await ada.http.post(f"{path}/assignments/{made}/extensions", json=asked), 204)
        given = {"points": 1, "reason": SCRIPT}
        check(await iris.http.put(f"{path}/students/{student}/grades/{made}/double", json=given), 204)
        base = f"/courses/{course}"
        parts = ["/assignments", f"/assignments/{made}", "/students", f"/students/{student}", "/grades", "/extensions"]
        shown = 0
        for person, paths in (
            (iris, ["/courses", *(base + part for part in [*parts, "/staff", "/settings"])]),
            (ada, ["/courses", base, f"/courses/join?code={'x' * 40}"]),
        ):
            for one in paths:
                answer = await person.http.get(one, headers={"accept": "text/html"})
                check_page(answer.text, one)
                shown += MARK in answer.text
        assert shown > 6
        for form in (f"{base}/settings", f"{base}/students", f"{base}/labels", f"{base}/assignments/new", "/courses"):
            fields = dict.fromkeys(("name", "term", "account", "email", "label", "time_zone"), SCRIPT)
            answer = await iris.send(form, **fields, starts_on=SCRIPT, opens_at=SCRIPT)
            assert answer.status_code == 422, form
            check_page(answer.text, form)


async def test_a_student_is_told_to_submit_again_only_while_that_counts(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        await ada.solve()
        dates = {"opens_at": wall(DAY), "due_at": wall(2 * DAY), "late_until": None, "late_days": 0}
        path = f"{API}/{course}/assignments"
        made = check(await iris.http.post(path, json=make_assignment(**dates)), 201)["id"]
        await application.state.services.database.write(lambda session: session.execute(SENT_EARLIER) and None)
        check(await iris.http.put(f"{path}/{made}", json=make_assignment(**dates | {"opens_at": wall(-DAY)})))
        assert "opened; submit it again for points." in await ada.read(f"/courses/{course}")
        over = {"opens_at": wall(-DAY), "due_at": wall(-DAY / 2)}
        for change in (over, over | {"minutes": 60}):
            check(await iris.http.put(f"{path}/{made}", json=make_assignment(**dates | change)))
            page = await ada.read(f"/courses/{course}")
            assert "Accepted before this assignment opened, so it gets no points." in page
            assert "submit it again" not in page
