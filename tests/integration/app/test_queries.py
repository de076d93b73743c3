"""How many queries a page makes: what several services need is looked up once, and what isn't shown not at all."""

from __future__ import annotations

from contextlib import AsyncExitStack
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor, publish
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_exams import hold, make_exam
from tests.integration.app.test_private_katas import SLUG, make_kata

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

Asked = list[tuple[str, str]]
PAGE = "/problems/double"

_asked: ContextVar[Asked | None] = ContextVar("asked", default=None)
"""The queries of the current request; the runner's tasks began before and don't see it."""


def _note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:  # noqa: ANN401
    asked = _asked.get()
    if asked is not None and statement.lstrip("( ").startswith(("SELECT", "WITH")):
        asked.append((statement, repr(parameters)))


async def list_queries(person: Person, path: str) -> Asked:
    """Return the queries of somebody's second visit of a page."""
    await person.read(path)
    asked: Asked = []
    engine = person.application.state.services.database.engine
    event.listen(engine, "before_cursor_execute", _note)
    token = _asked.set(asked)
    try:
        await person.read(path)
    finally:
        _asked.reset(token)
        event.remove(engine, "before_cursor_execute", _note)
    return asked


async def check_count(person: Person, path: str, most: int) -> None:
    asked = await list_queries(person, path)
    told = "\n\n".join(f"{statement}\n{parameters}" for statement, parameters in asked)
    assert 0 < len(asked) <= most, f"{path} makes {len(asked)} queries:\n\n{told}"
    assert len(set(asked)) == len(asked), f"{path} repeats a query:\n\n{told}"


@pytest.fixture(autouse=True)
def _known_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what a process asks for all pages, once in a while: the newest versions, and the spans of exams."""
    monkeypatch.setattr("app.domains.problems.catalogue.FRESH_S", 3600.0)
    monkeypatch.setattr("app.domains.courses.repository.spans.KEPT_S", 3600.0)


@EACH_DATABASE
async def test_pages_look_things_up_once(ada: Person, grader: StandInGrader) -> None:
    # The account, the exams that are near, the reader's standing, and their attempts, with the reports that are shown.
    await check_count(ada, PAGE, 4)
    # The account, exams, progress, and notices of regrades.
    await check_count(ada, "/", 4)
    # A verdict takes nothing more: the standing tells what others shared, and whether there may be pinned hints.
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    await ada.solve()
    await check_count(ada, PAGE, 4)
    await ada.solve()
    await check_count(ada, PAGE, 4)
    mine = await ada.solve()
    await check_count(ada, PAGE, 4)
    await check_count(ada, f"/submissions/{mine}", 12)
    await check_count(ada, "/progress", 10)


async def test_only_students_with_pinned_hints_cost_a_query_for_them(
    application: FastAPI, grader: StandInGrader
) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        await join(iris, ada, course)
        grader.verdicts = [Verdict.WRONG_ANSWER]
        await ada.solve()
        await check_count(ada, PAGE, 4)
        hint = f"{API}/{course}/stuck/double/{Verdict.WRONG_ANSWER}/hint"
        check(await iris.http.put(hint, json={"text": "Look at the shape."}), 204)
        assert "Look at the shape." in await ada.read(PAGE)
        await check_count(ada, PAGE, 5)
        grader.verdicts = [Verdict.ACCEPTED]
        await ada.solve()
        await check_count(ada, PAGE, 4)


async def test_an_exam_counts_for_the_very_next_request(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        assert "Hints are closed" not in await ada.read(PAGE)
        _exam, path = await hold(iris, course)
        assert "Hints are closed" in await ada.read(PAGE)
        asked = await list_queries(ada, PAGE)
        assert len(set(asked)) == len(asked), "the exam is looked up once"
        check(await iris.http.delete(path), 204)
        assert "Hints are closed" not in await ada.read(PAGE)
        assert check(await iris.http.get(f"{API}/{course}/assignments"))["assignments"] == []


async def test_a_private_kata_costs_a_student_few_queries(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        await make_kata(iris, course)
        katas = [{"problem": SLUG, "points": 10}]
        _exam, path = await hold(iris, course, katas=katas, minutes=None, opens_at=wall(-3 * DAY))
        # What a page needs anyway, the readable private katas, and those that wait: none for days.
        await check_count(ada, "/", 6)
        await check_count(ada, f"/problems/{SLUG}", 7)
        # An exam near its time is looked at closely: its dates, exceptions, labels and starts.
        check(await iris.http.put(path, json=make_exam(katas=katas)))
        check(await ada.http.post(f"{path}/start", json={}))
        await check_count(ada, "/", 15)
        await check_count(ada, f"/problems/{SLUG}", 17)


@EACH_DATABASE
async def test_a_gradebook_makes_no_more_queries_for_a_larger_class(application: FastAPI) -> None:
    """This notices a query for each student or kata, which makes the gradebook of a large class slow."""
    for slug in ("triple", "halve"):
        await publish(application.state.services, slug)
    async with AsyncExitStack() as people:
        iris = await people.enter_async_context(make_instructor(application, "iris"))
        counts: dict[str, list[int]] = {}
        # By courses: how many students, and the katas of each assignment.
        for students, assignments in ((1, [["double"]]), (5, [["double", "triple"], ["halve", "double"], ["double"]])):
            course = await make_course(iris)
            path = f"{API}/{course}"
            check(await iris.http.put(f"{path}/labels/A"), 204)
            made = []
            for katas in assignments:
                fields = make_assignment(katas=[{"problem": slug, "points": 10} for slug in katas])
                made.append(check(await iris.http.post(f"{path}/assignments", json=fields), 201)["id"])
            for number in range(students):
                name = f"student{students}{number}"
                student = await people.enter_async_context(make_learner(application, name))
                await _take_part(iris, student, course, made)
            for page in (f"/courses/{course}/grades", f"{path}/grades", f"{path}/grades.csv"):
                asked = await list_queries(iris, page)
                counts.setdefault(page.replace(course, "COURSE"), []).append(len(asked))
    for page, (few, many) in counts.items():
        assert 0 < many <= few, f"{page}: {few} queries for 1 student and 1 kata, {many} for 5 and 5"


async def _take_part(iris: Person, student: Person, course: str, assignments: list[str]) -> None:
    """Let a student join a course and work on it; everything that staff can add to their grades is there, too."""
    path = f"{API}/{course}"
    who = await join(iris, student, course)
    check(await iris.http.put(f"{path}/students/{who}", json={"name": "", "number": "", "labels": ["A"]}))
    submission = await student.solve()
    for assignment in assignments:
        here = f"{path}/assignments/{assignment}"
        for whom in ({"label": "A", "late_credit": 70}, {"student": who, "due_at": wall(6 * DAY)}):
            check(await iris.http.put(f"{here}/overrides", json=whom))
        rubric = {"items": [{"points": -1, "words": "A slip."}]}
        if not check(await iris.http.get(f"{here}/rubrics/double"))["items"]:
            check(await iris.http.put(f"{here}/rubrics/double", json=rubric))
        grade = {"points": 3, "reason": "So it is."}
        check(await iris.http.put(f"{path}/students/{who}/grades/{assignment}/double", json=grade), 204)
    check(await student.http.put(f"{path}/assignments/{assignments[0]}/late-days", json={"days": 1}), 204)
    lines = check(await iris.http.get(f"{path}/submissions/{submission}/thread"))["rubric"]
    items = {"items": [one["id"] for one in lines]}
    check(await iris.http.put(f"{path}/submissions/{submission}/rubric", json=items))
