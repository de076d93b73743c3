"""Attacks by instructors: exams that cost every reader of the site time, or stop its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, inspect, select

from app.db.holds import list_holds
from app.db.models import Assignment, Base, Course
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, check, join, make_course, make_learner, upload
from tests.integration.app.test_exams import hold, make_exam
from tests.integration.app.test_queries import list_queries

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person

DEEPEST = 1000
"""SQLite refuses expressions that are nested deeper."""
COPY = {"name": "Again", "term": "Spring", "starts_on": "2027-03-01"}
DETAILS = ("assignment_overrides", "exam_extensions", "student_labels", "course_labels")
"""The tables that an instructor can fill for one exam."""


async def hand_over(owner: Person, heir: Person, course: str) -> None:
    """Make somebody else staff of a course, with all rights, and leave it."""
    rights = {"content": "edit", "data": "edit"}
    link = check(await owner.http.post(f"{API}/{course}/invitations", json=rights), 201)["path"]
    assert (await heir.send(link)).status_code == 303
    check(await owner.http.delete(f"{API}/{course}/staff/mallory"), 204)


def add_exams(session: Session) -> None:
    """Store more courses and exams than SQLite could compare in one expression, all like the only one."""
    course, exam = session.scalars(select(Course)).one(), session.scalars(select(Assignment)).one()
    courses = session.scalars(
        insert(Course).returning(Course.id),
        [{**copy_row(course), "join_code": f"code{number}"} for number in range(DEEPEST // 40 + 1)],
    ).all()
    session.execute(
        insert(Assignment), [{**copy_row(exam), "course_id": one, "position": 1} for one in courses for _ in range(40)]
    )


def copy_row(row: Base) -> dict[str, object]:
    """Return the values of a row, by attribute, without those that each row has of its own."""
    names = [one.key for one in inspect(type(row)).column_attrs if one.key not in {"id", "public_id"}]
    return {name: getattr(row, name) for name in names}


@EACH_DATABASE
async def test_no_page_fails_however_many_exams_hold_verdicts(application: FastAPI) -> None:
    database = application.state.services.database
    async with (
        make_instructor(application, "mallory") as mallory,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(mallory)
        await hold(mallory, course, holds_verdicts=True)
        await join(mallory, ada, course)
        await database.write(add_exams)
        assert len(await database.read(list_holds)) > DEEPEST
        for student in (ada, bob):
            await student.solve()
            for page in ("/", "/problems/double", "/progress", "/submissions"):
                await student.read(page)
        await bob.read("/problems/double/leaderboard")
        check(await mallory.http.get(f"{API}/{course}/grades"))
        [held] = check(await ada.http.get("/api/v1/submissions"))["submissions"]
        assert held["verdict"] is None
        [told] = check(await bob.http.get("/api/v1/submissions"))["submissions"]
        assert told["verdict"] == "accepted"


@EACH_DATABASE
async def test_no_reader_pays_for_an_exams_exceptions_and_minutes(
    application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("problems.catalogue.FRESH_S", "courses.repository.spans.KEPT_S"):
        monkeypatch.setattr(f"app.domains.{name}", 3600.0)
    async with make_instructor(application, "mallory") as mallory, make_learner(application, "bob") as bob:
        course = await make_course(mallory)
        check(await upload(mallory, course, "email,labels\n" + "".join(f"u{one}@x.example,A\n" for one in range(50))))
        _exam, path = await hold(mallory, course, holds_verdicts=True)
        pages = ("/", "/problems/double", "/problems/double/leaderboard")
        before = [len(await list_queries(bob, page)) for page in pages]
        check(await mallory.http.put(f"{path}/overrides", json={"label": "A", "minutes": 100}))
        students = check(await mallory.http.get(f"{API}/{course}/students"))["students"]
        for student in students[:3]:
            check(await mallory.http.put(f"{path}/overrides", json={"student": student["id"], "minutes": 100}))
        for target in ({}, {"label": "A"}, {"student": students[0]["id"]}):
            for _ in range(2):
                check(await mallory.http.post(f"{path}/time", json={"minutes": 1, "reason": "x", **target}), 201)
        for page, count in zip(pages, before, strict=True):
            asked = await list_queries(bob, page)
            assert len(asked) == count
            assert not [statement for statement, _ in asked if any(table in statement for table in DETAILS)]


@EACH_DATABASE
async def test_handing_courses_over_makes_no_room_for_exams(
    application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domains.courses.exam_limits.HOLDING", 2)
    monkeypatch.setattr("app.domains.courses.exam_limits.OF_ALL", 3)
    async with make_instructor(application, "mallory") as mallory, make_learner(application, "puppet") as puppet:
        first, second = [await make_course(mallory) for _ in range(2)]
        for _ in range(2):
            await hold(mallory, first, holds_verdicts=True)
        await hand_over(mallory, puppet, first)
        refused = check(
            await mallory.http.post(f"{API}/{second}/assignments", json=make_exam(holds_verdicts=True)), 422
        )
        assert refused["errors"][0]["field"] == "minutes"
        _exam, path = await hold(mallory, second)
        check(await mallory.http.put(path, json=make_exam(holds_verdicts=True)), 422)
        check(await mallory.http.post(f"{API}/{second}/assignments", json=make_exam(draft=True)), 422)
        check(await mallory.http.post(f"{API}/{second}/copies", json=COPY), 422)

        # Exams of an archived course count when it is reopened.
        check(await mallory.http.put(path, json=make_exam(draft=True)))
        check(await mallory.http.put(f"{API}/{second}/archived", json={"archived": True}))
        third = await make_course(mallory)
        await hold(mallory, third)
        assert check(await mallory.http.put(f"{API}/{second}/archived", json={"archived": False}), 409)
