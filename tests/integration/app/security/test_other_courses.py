"""Attacks on people who take part in another course, or have left one: by its staff, some of whom sit the same exam."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from app.db.models import make_public_id
from app.db.statuses import Role
from app.domains.accounts.repository import change_email
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_exams import MINE, hold
from tests.integration.app.test_held_verdicts import compare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader


@pytest.fixture
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each request compare solutions anew, though a test changes nothing but verdicts."""
    monkeypatch.setattr("app.domains.similarity.repository.find_state", lambda *_asked: make_public_id())


@asynccontextmanager
async def open_two_courses(
    application: FastAPI, **exam: object
) -> AsyncIterator[tuple[dict[str, Person], str, dict[str, str]]]:
    """Yield people, the address of an exam of `iris`, and the parameters of paths in a course of `tess` with its kata.

    `tess` and `ada` sit the exam. Both attend the other course, with `bob`; `otto` may see its students' data.
    """
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "tess") as tess,
        make_learner(application, "otto") as otto,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        people = {"iris": iris, "tess": tess, "otto": otto, "ada": ada, "bob": bob}
        course, other = await make_course(iris), await make_course(tess)
        _exam, path = await hold(iris, course, **exam)
        made = check(await tess.http.post(f"{API}/{other}/assignments", json=make_assignment()), 201)["id"]
        for name in ("tess", "ada"):
            await join(iris, people[name], course)
        students = {name: await join(tess, people[name], other) for name in ("tess", "ada", "bob")}
        check(await tess.http.put(f"{API}/{other}/staff/otto", json={"content": "none", "data": "view"}))
        things = {
            "course_id": other, "assignment_id": made, "student_id": students["ada"], "problem": "double",
            "code": "values.mismatch",
        }  # fmt: skip
        yield people, path, things


@EACH_DATABASE
@pytest.mark.usefixtures("_fresh")
async def test_the_staff_of_another_course_are_not_told_what_an_exam_holds(
    application: FastAPI, grader: StandInGrader
) -> None:
    grader.cases = 2
    async with open_two_courses(application, holds_verdicts=True) as (people, path, things):
        tess, otto, iris = people["tess"], people["otto"], people["iris"]
        own, theirs, right = await tess.solve(MINE), await people["ada"].solve(), await people["bob"].solve()
        sent = {made: things | {"submission_id": made, "left": made, "right": right} for made in (own, theirs)}
        for reader, made in ((tess, own), (otto, theirs)):
            assert await compare(application, reader, sent[made], made, API) == set(), reader is tess
        course, exam_course = f"{API}/{things['course_id']}", "/".join(path.split("/")[:5])
        thread = f"{course}/submissions/{{}}/thread"
        for made in (own, theirs):
            assert check(await otto.http.get(thread.format(made)), 403)["code"] == "thread_closed"
        check(await tess.http.delete(f"{course}/place"), 204)
        assert check(await tess.http.get(thread.format(own)), 403)["code"] == "thread_closed", "it is hers still"
        # Nobody is told their own, not even by the exam's course, whose staff are told all others.
        check(await iris.http.put(f"{exam_course}/staff/tess", json={"content": "none", "data": "view"}))
        cells = {row["account"]: row["cells"] for row in check(await tess.http.get(f"{exam_course}/grades"))["rows"]}
        assert [cells[name][0]["why"] for name in ("tess", "ada")] == ["held", "wrong"]
        # Once the verdicts are released, the same routes tell them.
        check(await iris.http.post(f"{path}/release"))
        assert await compare(application, otto, sent[theirs], theirs, API) >= {
            "GET /api/v1/courses/{course_id}/grades",
            "GET /api/v1/courses/{course_id}/grades.csv",
            "GET /api/v1/courses/{course_id}/stuck",
            "GET /api/v1/courses/{course_id}/stuck/{problem}/{code}",
            "GET /api/v1/courses/{course_id}/similar/{problem}",
            "GET /api/v1/courses/{course_id}/submissions/{submission_id}/thread",
        }


async def test_who_sits_an_exam_reads_no_work_on_its_katas_in_another_course(
    application: FastAPI, grader: StandInGrader
) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    async with open_two_courses(application) as (people, path, things):
        theirs = await people["ada"].solve(MINE)
        await people["bob"].solve()
        course = f"/courses/{things['course_id']}"
        [cell] = check(await people["tess"].http.get(f"/api/v1{course}/stuck"))["katas"][0]["cells"]
        roads = [f"/stuck/double/{cell['code']}", "/similar/double", "/similar/double/dolos"]
        roads.append(f"/submissions/{theirs}/thread")
        for road in roads:
            assert check(await people["tess"].http.get(f"/api/v1{course}{road}"), 403)["code"] == "exam_running", road
            assert (await people["otto"].http.get(f"/api/v1{course}{road}")).status_code == 200, road
        # In their own course staff read everything, also if they attend it to try it out.
        exam_course = "/".join(path.split("/")[3:5])
        await join(people["iris"], people["iris"], path.split("/")[4])
        check(await people["iris"].http.get(f"/api/v1/{exam_course}/submissions/{theirs}/thread"))


@EACH_DATABASE
async def test_what_somebody_submits_after_leaving_a_course_is_not_its_staffs(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        student = await join(iris, ada, course)
        sent = [await ada.solve(MINE)]
        thread = f"{API}/{course}/submissions/{{}}/thread"
        check(await ada.http.post(f"{API}/{course}/submissions/{sent[0]}/messages", json={"body": "Why?"}), 201)
        check(await ada.http.delete(f"{API}/{course}/place"), 204)
        sent.append(await ada.solve())
        check(await iris.http.put(f"{API}/{course}/archived", json={"archived": True}))
        shown = check(await iris.http.get(thread.format(sent[0])))
        assert (shown["source"], [one["submission"] for one in shown["attempts"]]) == (MINE, sent[:1])
        assert check(await iris.http.get(thread.format(sent[1])), 404)["code"] == "thread_not_found"
        [kata] = check(await iris.http.get(f"{API}/{course}/students/{student}/course"))["assignments"][0]["katas"]
        assert (kata["attempts"], kata["submission"]) == (1, sent[0])


@EACH_DATABASE
@pytest.mark.parametrize(("first", "last"), [("2026-01-01", "2026-02-01"), ("2098-01-01", "2098-02-01")])
async def test_what_students_submit_outside_a_course_is_not_its_staffs(
    application: FastAPI, first: str, last: str, grader: StandInGrader
) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    dates = {"opens_at": f"{first}T08:00", "due_at": f"{last}T08:00", "late_until": None}
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris, starts_on=first, ends_on=last)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment(**dates)), 201)["id"]
        await join(iris, ada, course)
        sent = [await ada.solve(MINE), await ada.solve()]
        check(await iris.http.get(f"{path}/submissions/{sent[0]}/thread"), 404)
        [kata] = check(await iris.http.get(f"{path}/stuck"))["katas"]
        assert (kata["tried"], kata["cells"]) == (0, [])
        assert check(await iris.http.get(f"{path}/similar/double"))["people"] == 0
        # An assignment that lasts longer, or opens earlier, extends the course's own days.
        dates = {"opens_at": wall(-DAY), "due_at": wall(DAY), "late_until": None}
        check(await iris.http.put(f"{path}/assignments/{made}", json=make_assignment(**dates)))
        check(await iris.http.get(f"{path}/submissions/{sent[0]}/thread"))
        assert check(await iris.http.get(f"{path}/stuck"))["katas"][0]["tried"] == 1
        assert check(await iris.http.get(f"{path}/similar/double"))["people"] == 1


@EACH_DATABASE
async def test_staff_do_not_learn_whose_address_it_is(application: FastAPI) -> None:
    services = application.state.services
    async with make_instructor(application, "mallory") as mallory, make_learner(application, "alice") as alice:
        course = await make_course(mallory)
        path = f"{API}/{course}/students"
        alice_id = (await services.accounts.find("alice")).id
        await services.database.write(lambda session: change_email(session, alice_id, "private@example.org"))
        guesses = ["alice@example.org", "private@example.org"]
        check(await mallory.http.post(path, json={"account": "alice"}))
        rows = "".join(f",{one}\n" for one in guesses)
        for sent in ("account,email\nalice,\n" + rows, "account,email\n" + rows):
            answer = await mallory.http.put(
                f"{API}/{course}/roster", content=sent.encode(), headers={"content-type": "text/csv"}
            )
            assert answer.status_code == 200, answer.text
        listed = check(await mallory.http.get(path))["students"]
        assert sorted((one["account"] or "", one["email"] or "") for one in listed) == [
            ("", guesses[0]), ("", guesses[1]), ("alice", ""),
        ]  # fmt: skip
        other = await make_course(mallory)
        check(await mallory.http.post(f"{API}/{other}/students", json={"account": "alice"}))
        added = [check(await mallory.http.post(f"{API}/{other}/students", json={"email": one})) for one in guesses]
        assert added == [{"added": 1, "changed": 0, "restored": 0}] * 2
        assert (await alice.send(f"/courses/{course}/place", accepted="true")).status_code == 303
        again = {"email": "private@example.org", "name": "Alice"}
        assert check(await mallory.http.post(path, json=again))["changed"] == 1, "she takes part now"


@EACH_DATABASE
async def test_a_link_for_staff_ends_with_the_rights_of_who_made_it(application: FastAPI) -> None:
    services = application.state.services
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "root", Role.ADMIN) as root,
        make_instructor(application, "mallory") as mallory,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris)
        path, every = f"{API}/{course}", {"content": "edit", "data": "edit"}
        elsewhere = await make_course(mallory)  # where she keeps all rights

        async def make_link(person: Person) -> str:
            made = check(await person.http.post(f"{path}/invitations", json=every), 201)["path"]
            return str(made).rpartition("/")[2]

        async def use(token: str, status: int) -> None:
            check(await eve.http.post(f"{API}/teach", json={"token": token}), status)

        check(await mallory.http.post(f"{API}/{elsewhere}/invitations", json=every), 201)
        check(await iris.http.put(f"{path}/staff/mallory", json=every))
        tokens = [await make_link(mallory), await make_link(mallory)]
        assert len(check(await iris.http.get(f"{path}/staff"))["invitations"]) == 2
        check(await iris.http.put(f"{path}/staff/mallory", json={"content": "edit", "data": "view"}))
        await use(tokens[0], 403)
        check(await iris.http.delete(f"{path}/staff/mallory"), 204)
        check(await mallory.http.post(f"{API}/teach", json={"token": tokens[0]}), 403)
        assert (await mallory.http.get(f"/courses/teach/{tokens[0]}")).status_code == 403
        assert check(await iris.http.get(f"{path}/staff"))["invitations"] == []
        # Those of an admin, and of an account that was disabled.
        token = await make_link(root)
        await services.accounts.change_role("root", Role.INSTRUCTOR)
        await use(token, 403)
        await services.accounts.change_role("root", Role.ADMIN)
        check(await iris.http.put(f"{path}/staff/mallory", json=every))
        assert (await root.send("/admin/users/mallory/disable")).status_code == 303
        await use(tokens[1], 403)
        await use(token, 200)


async def test_requests_for_more_time_end(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.courses.extensions.ABOUT_ONE", 2)
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        made, other = [
            check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"] for _ in "ab"
        ]
        await join(iris, ada, course)
        asked = {"until": wall(9 * DAY), "reason": "I was ill."}
        for _ in range(2):
            check(await ada.http.post(f"{API}/{course}/assignments/{made}/extensions", json=asked), 204)
            request = check(await ada.http.get(f"{API}/{course}/own"))["extensions"][0]["id"]
            check(await ada.http.delete(f"{API}/{course}/extensions/{request}"), 204)
        refused = check(await ada.http.post(f"{API}/{course}/assignments/{made}/extensions", json=asked), 409)
        assert refused["detail"] == "You can ask for more time 2 times for an assignment."
        check(await ada.http.post(f"{API}/{course}/assignments/{other}/extensions", json=asked), 204)
