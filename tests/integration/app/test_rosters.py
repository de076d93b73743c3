"""The roster: places of one student become one, a file changes only the students that it means, and leaving lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import pytest
from sqlalchemy import select

from app.db.models import Student
from app.domains.accounts.repository import change_email
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import (
    API,
    DAY,
    check,
    join,
    make_assignment,
    make_course,
    make_learner,
    upload,
    wall,
)

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person

REGISTRAR = "email,name,number,labels\neve@example.org,Eve E.,1815,A;B\n"


async def confirm(application: FastAPI, name: str, email: str) -> None:
    """Let an account have a confirmed address."""
    services = application.state.services
    account = (await services.accounts.find(name)).id
    await services.database.write(lambda session: change_email(session, account, email))


async def list_students(person: Person, course: str, query: str = "") -> list[Any]:
    found: list[Any] = check(await person.http.get(f"{API}/{course}/students{query}"))["students"]
    return found


@EACH_DATABASE
@pytest.mark.parametrize("comes", ["by code", "by account"])
async def test_what_staff_stored_for_an_invitation_stays_with_its_student(application: FastAPI, comes: str) -> None:
    """The registrar's list knows an address, which the student confirms only later."""
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        path = f"{API}/{course}"
        if comes == "by code":
            await join(iris, eve, course)
        else:
            check(await upload(iris, course, "account,labels\neve,B\n"))
        assert check(await upload(iris, course, REGISTRAR))["added"] == 1
        [place] = [one for one in await list_students(iris, course) if one["email"]]
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        later = wall(20 * DAY)
        check(
            await iris.http.put(f"{path}/assignments/{made}/overrides", json={"student": place["id"], "due_at": later})
        )
        exam = make_assignment(minutes=30, late_until=None, late_days=0)
        exam_id = check(await iris.http.post(f"{path}/assignments", json=exam), 201)["id"]
        added = {"student": place["id"], "minutes": 15, "reason": "as agreed"}
        check(await iris.http.post(f"{path}/assignments/{exam_id}/time", json=added), 201)
        grade = {"points": 3, "reason": "earlier term"}
        check(await iris.http.put(f"{path}/students/{place['id']}/grades/{made}/double", json=grade), 204)
        await confirm(application, "eve", "eve@example.org")
        check(await eve.http.put(f"{path}/place", json={"accepted": True}), 204)
        [one] = await list_students(iris, course)
        assert (one["account"], one["email"], one["joined"]) == ("eve", "eve@example.org", True)
        assert (one["name"], one["number"], one["labels"]) == ("Eve E.", "1815", ["A", "B"])
        assert check(await eve.http.get(f"{API}/invitations"))["invitations"] == []
        ordinary, sat = check(await eve.http.get(f"{path}/own"))["assignments"]
        [override] = check(await iris.http.get(f"{path}/assignments/{made}/overrides"))["overrides"]
        assert (override["student"], override["due_at"]) == (one["id"], later)
        assert (ordinary["points"], sat["exam"]["extra_minutes"]) == (3, 15)
        assert check(await upload(iris, course, REGISTRAR)) == {"added": 0, "changed": 0, "restored": 0}


async def test_what_a_student_has_wins_over_what_an_invitation_has(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        student = await join(iris, eve, course)
        check(await upload(iris, course, REGISTRAR))
        check(await iris.http.put(f"{path}/students/{student}", json={"name": "Eva", "labels": ["A"]}))
        dates = wall(20 * DAY), wall(30 * DAY)
        for one, due in zip(await list_students(iris, course), dates, strict=True):
            body = {"student": one["id"], "due_at": due}
            check(await iris.http.put(f"{path}/assignments/{made}/overrides", json=body))
        await confirm(application, "eve", "eve@example.org")
        check(await eve.http.put(f"{path}/place", json={"accepted": True}), 204)
        [one] = await list_students(iris, course)
        assert (one["id"], one["name"], one["number"], one["labels"]) == (student, "Eva", "1815", ["A", "B"])
        [override] = check(await iris.http.get(f"{path}/assignments/{made}/overrides"))["overrides"]
        assert (override["student"], override["due_at"]) == (student, dates[0])


@EACH_DATABASE
async def test_points_of_an_invitation_count_unless_the_student_has_points_that_count(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        student = await join(iris, eve, course)
        check(await upload(iris, course, REGISTRAR))
        [place] = [one for one in await list_students(iris, course) if one["email"]]
        for one, points in ((student, 7), (place["id"], 3)):
            grade = {"points": points, "reason": "earlier term"}
            check(await iris.http.put(f"{path}/students/{one}/grades/{made}/double", json=grade), 204)
        check(await iris.http.delete(f"{path}/students/{student}/grades/{made}/double"), 204)
        await confirm(application, "eve", "eve@example.org")
        check(await eve.http.put(f"{path}/place", json={"accepted": True}), 204)
        assert check(await eve.http.get(f"{path}/own"))["points"] == 3


async def test_who_was_removed_is_not_offered_a_place_that_they_may_not_take(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        student = await join(iris, eve, course)
        check(await iris.http.delete(f"{API}/{course}/students/{student}"), 204)
        check(await upload(iris, course, REGISTRAR))
        await confirm(application, "eve", "eve@example.org")
        assert check(await eve.http.get(f"{API}/invitations"))["invitations"] == []
        check(await eve.http.put(f"{API}/{course}/place", json={"accepted": True}), 404)


@EACH_DATABASE
async def test_an_account_learnt_later_is_invited(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "bob") as bob:
        course = await make_course(iris)
        check(await upload(iris, course, "email\nbob@example.org\n"))
        both = "account,email\nbob,bob@example.org\n"
        assert check(await upload(iris, course, both)) == {"added": 0, "changed": 1, "restored": 0}
        assert check(await upload(iris, course, both)) == {"added": 0, "changed": 0, "restored": 0}
        assert [one["course"] for one in check(await bob.http.get(f"{API}/invitations"))["invitations"]] == [course]
        check(await bob.http.put(f"{API}/{course}/place", json={"accepted": True}), 204)
        [one] = await list_students(iris, course)
        assert (one["account"], one["email"], one["joined"]) == ("bob", "bob@example.org", True)


@EACH_DATABASE
async def test_a_row_with_the_address_of_another_student_is_refused(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ann") as ann,
        make_learner(application, "bob"),
    ):
        course = await make_course(iris)
        check(await upload(iris, course, "email,name,number,labels\nann@example.org,Ann,1,A\n"))
        await confirm(application, "ann", "ann@example.org")
        check(await ann.http.put(f"{API}/{course}/place", json={"accepted": True}), 204)
        before = await list_students(iris, course)
        table = "account,email,name,number,labels\nbob,ann@example.org,Bob,2,B\n"
        [mistake] = check(await upload(iris, course, table), 422)["errors"]
        assert mistake == {"field": "Row 2", "message": "`ann@example.org` belongs to another student of this course."}
        assert await list_students(iris, course) == before


async def test_who_is_removed_twice_left_the_first_time(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)

        async def find_left() -> object:
            return await application.state.services.database.read(
                lambda session: session.scalar(select(Student.removed_at))
            )

        check(await ada.http.delete(f"{API}/{course}/place"), 204)
        left = await find_left()
        check(await iris.http.delete(f"{API}/{course}/students/{student}"), 204)
        assert left is not None
        assert await find_left() == left


async def test_labels_and_names_that_look_alike_are_the_same(application: FastAPI) -> None:
    """Some programs write an umlaut as a letter and its dots."""
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        check(await iris.http.put(f"{API}/{course}/labels/Übung"), 204)
        table = normalize("NFD", "email,name,labels\nanne@example.org,Änne,Übung\n")
        assert "Übung" not in table
        check(await upload(iris, course, table))
        found = check(await iris.http.get(f"{API}/{course}/students?search=Änne&label=Übung"))
        assert (found["total"], found["labels"], found["students"][0]["labels"]) == (1, ["Übung"], ["Übung"])
