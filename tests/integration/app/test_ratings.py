"""Ratings of katas: by users who know the kata, one each, and shown once five people have rated it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from app.domains.courses.exams import CourseExams
from grader.report import Verdict
from tests.integration.app.conftest import (
    EACH_DATABASE,
    PASSWORD,
    Person,
    StandInGrader,
    make_instructor,
    make_person,
    publish,
)
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from fastapi import FastAPI

RATING = "/api/v1/problems/double/rating"
PAGE = "/problems/double"
CLEAR = {"clarity": "clear", "difficulty": 2}


async def join(stack: AsyncExitStack, application: FastAPI, name: str) -> Person:
    person = make_person(application)
    await stack.enter_async_context(person.http)
    await person.sign_up(name)
    return person


@EACH_DATABASE
async def test_who_solved_it_rates_it_once_and_may_change_that(ada: Person) -> None:
    check_problem(await ada.http.put(RATING, json=CLEAR), 403, "rating_closed")
    assert "Rate this kata" not in await ada.read(PAGE)
    await ada.solve()
    assert "Rate this kata" in await ada.read(PAGE)
    for wanted in (CLEAR, {"clarity": "unclear", "difficulty": 5}):
        found = (await ada.http.put(RATING, json=wanted)).json()
        assert found == {"open": True, "own": wanted, "summary": None}
    assert (await ada.send(f"{PAGE}/rating", clarity="partly", difficulty="3")).headers[
        "location"
    ] == f"{PAGE}#solution"
    assert (await ada.http.get(RATING)).json()["own"] == {"clarity": "partly", "difficulty": 3}
    page = await ada.read(PAGE)
    assert '<option value="partly" selected>' in page
    assert "Withdraw your rating" in page
    assert (await ada.http.delete(RATING)).status_code == 204
    assert (await ada.http.get(RATING)).json()["own"] is None


async def test_who_gave_up_rates_it_and_runs_of_samples_do_not_count(ada: Person) -> None:
    await ada.solve(mode="run")
    check_problem(await ada.http.put(RATING, json=CLEAR), 403, "rating_closed")
    await ada.send(f"{PAGE}/solution")
    assert (await ada.http.put(RATING, json=CLEAR)).status_code == 200


async def test_a_rejected_submission_rates_nothing(ada: Person, grader: StandInGrader) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER]
    await ada.solve()
    assert (await ada.send(f"{PAGE}/rating", clarity="clear", difficulty="1")).status_code == 403


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"clarity": "clear"},
        {**CLEAR, "difficulty": 0},
        {**CLEAR, "difficulty": 6},
        {**CLEAR, "difficulty": 1.5},
        {**CLEAR, "difficulty": True},
        {**CLEAR, "clarity": "great"},
        {**CLEAR, "more": 1},
    ],
)
async def test_what_is_no_rating_is_refused(ada: Person, wanted: dict[str, object]) -> None:
    await ada.solve()
    check_problem(await ada.http.put(RATING, json=wanted), 422, "invalid_input")
    assert (await ada.http.get(RATING)).json()["own"] is None


@EACH_DATABASE
async def test_five_people_are_told_of_and_four_are_not(
    application: FastAPI, ada: Person, nobody: Person, iris: Person
) -> None:
    given = [("clear", 1), ("clear", 2), ("partly", 4), ("unclear", 4), ("clear", 5)]
    async with AsyncExitStack() as stack:
        people = [await join(stack, application, f"voter{number}") for number in range(len(given))]
        for person, (clarity, difficulty) in zip(people, given, strict=True):
            await person.solve()
            assert (await nobody.http.get(RATING)).json()["summary"] is None
            assert 'id="rated"' not in await ada.read(PAGE)
            await person.http.put(RATING, json={"clarity": clarity, "difficulty": difficulty})
        told = {"open": False, "own": None, "summary": {"people": 5, "clear": 60, "difficulty": 4.0}}
        assert (await nobody.http.get(RATING)).json() == told
        assert "60 % of 5 people who rated it find it clear; they put its difficulty at 4 of 5." in await nobody.read(
            PAGE
        )
        await people[-1].http.delete(RATING)
        assert (await nobody.http.get(RATING)).json()["summary"] is None
    check_problem(await iris.http.get("/api/v1/authoring/problems/double/statistics"), 403, "forbidden")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        found = (await root.http.get("/api/v1/authoring/problems/double/statistics")).json()["ratings"]
        assert found == {
            "people": 4,
            "clear": 2,
            "partly": 1,
            "unclear": 1,
            "difficulties": [1, 1, 0, 2, 0],
            "median_difficulty": 3.0,
        }, "authors see counts of fewer people, too"
        page = await root.read("/authoring/double/statistics")
        assert "2 of 4 people find it clear, 1 partly clear, 1 unclear." in page
        assert "voter" not in page


async def test_authors_do_not_rate_their_own_katas(ada: Person, application: FastAPI) -> None:
    services = application.state.services
    await ada.solve()
    assert (await ada.http.get(RATING)).json()["open"]
    await services.accounts.change_role("ada", Role.INSTRUCTOR)
    async with make_instructor(application, "root", Role.ADMIN) as root:
        assert (await root.http.put("/api/v1/authoring/problems/double/authors/ada")).status_code == 200
    assert not (await ada.http.get(RATING)).json()["open"]
    check_problem(await ada.http.put(RATING, json=CLEAR), 403, "rating_closed")


async def test_an_exam_closes_ratings_to_who_sits_it(
    ada: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = application.state.services
    await ada.solve()
    await ada.http.put(RATING, json=CLEAR)
    version = await services.catalogue.find_any_version("double")
    monkeypatch.setattr("app.domains.ratings.service.MIN_PEOPLE", 1)
    assert (await ada.http.get(RATING)).json()["summary"]["people"] == 1
    monkeypatch.setattr(CourseExams, "find_running", lambda *_given: {version.problem_id: None})
    assert (await ada.http.get(RATING)).json() == {"open": False, "own": None, "summary": None}
    check_problem(await ada.http.put(RATING, json=CLEAR), 403, "exam_running")
    check_problem(await ada.http.delete(RATING), 403, "exam_running")


async def test_a_rating_is_exported_and_goes_with_its_account(ada: Person, application: FastAPI) -> None:
    await ada.solve()
    await ada.http.put(RATING, json=CLEAR)
    [row] = (await ada.http.get("/account/export")).json()["kata_ratings"]
    assert (row["clarity"], row["difficulty"]) == ("clear", 2)
    assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303
    assert (await application.state.services.ratings.count("double")).people == 0


async def test_what_there_is_not_is_not_rated(ada: Person, nobody: Person, application: FastAPI) -> None:
    await publish(application.state.services)
    check_problem(await ada.http.put("/api/v1/problems/nothing/rating", json=CLEAR), 404, "problem_not_found")
    check_problem(await nobody.http.put(RATING, json=CLEAR), 401, "not_signed_in")
