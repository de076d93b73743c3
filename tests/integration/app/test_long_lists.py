"""Lists of which only a part is shown: new entries and open ones are among it, and old ones are left out."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from app.domains.courses.repository.assignments import list_extensions
from app.domains.courses.repository.courses import find_course
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, wall
from tests.integration.app.test_questions import QUESTIONS, bob, find_ids  # noqa: F401 - a fixture
from tests.integration.app.test_threads import fail

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from app.db.session import Database
    from tests.integration.app.conftest import Person, StandInGrader

pytestmark = EACH_DATABASE


async def test_of_too_many_answers_the_newest_are_shown(
    ada: Person,
    bob: Person,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.domains.questions.repository.MAX_POSTS", 3)
    await ada.solve()
    await bob.solve()
    await ada.send(QUESTIONS, body="The first question")
    [question] = find_ids(await ada.read(QUESTIONS))
    for number in range(3):
        await bob.send(f"/questions/{question}/answers", body=f"Answer {number}")
    await ada.send(QUESTIONS, body="The second question")
    page = await bob.read(QUESTIONS)
    assert re.findall(r"The \w+ question|Answer \d", page) == ["The second question", "The first question", "Answer 2"]


async def test_of_too_many_reports_the_open_and_the_newest_are_listed(
    grader: StandInGrader, iris: Person, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await fail(iris, ada, grader)
    path, reports = f"/api/v1/submissions/{made}/report", []
    for _number in range(3):
        shown = check(await ada.http.post(path, json={}), 201)
        reports.append(next(one["id"] for one in shown["requests"] if one["status"] == "open"))
        assert (await ada.http.delete(path)).is_success
    listing = f"{AUTHORING}/shift/reports"

    async def list_ids() -> list[str]:
        return [one["id"] for one in check(await iris.http.get(listing))["requests"]]

    assert await list_ids() == reports
    monkeypatch.setattr("app.domains.threads.repository.MAX_LISTED", 2)
    assert await list_ids() == reports[1:]
    shown = check(await ada.http.post(path, json={}), 201)
    assert await list_ids() == [shown["requests"][0]["id"], reports[2]]


async def test_of_too_many_requests_for_more_time_the_open_and_the_newest_are_listed(
    application: FastAPI, iris: Person, ada: Person
) -> None:
    course = await make_course(iris)
    await join(iris, ada, course)
    path = f"{API}/{course}"
    made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
    asked = {"until": wall(9 * DAY), "reason": "I was ill."}
    for status in ("declined", "withdrawn", "open"):
        check(await ada.http.post(f"{path}/assignments/{made}/extensions", json=asked), 204)
        request = check(await iris.http.get(f"{path}/extensions"))["extensions"][0]["id"]
        if status == "declined":
            check(await iris.http.post(f"{path}/extensions/{request}/decision", json={"granted": False}))
        elif status == "withdrawn":
            check(await ada.http.delete(f"{path}/extensions/{request}"), 204)
    database: Database = application.state.services.database
    row = await database.read(lambda session: find_course(session, course))
    assert row is not None
    for limit, statuses in ((3, ["open", "declined", "withdrawn"]), (2, ["open", "withdrawn"]), (1, ["open"])):
        listed = await database.read(partial(list_extensions, course_id=row.id, limit=limit))
        assert [one.status for one in listed] == statuses
