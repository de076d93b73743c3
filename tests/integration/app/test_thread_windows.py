"""Requests for another look, and messages: which grade they are about, how long students may ask, what stays open."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import Submission, now
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_regrade_grades import SHIFT, publish_shift, rejudge
from tests.integration.app.test_stuck import send
from tests.integration.app.test_threads import SOURCE, hand_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader


async def assign_twice(iris: Person, student: Person, due: dict[str, timedelta]) -> str:
    """Return a course that a student attends, and in which the same kata is due in several assignments, by name."""
    course = await make_course(iris)
    await join(iris, student, course)
    for name, ahead in due.items():
        body = make_assignment(name=name, opens_at=wall(-20 * DAY), due_at=wall(ahead), late_until=None)
        check(await iris.http.post(f"{API}/{course}/assignments", json=body), 201)
    return course


@EACH_DATABASE
async def test_a_request_is_about_the_assignment_that_was_due_first(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    async with make_learner(application, "ada") as ada:
        course = await assign_twice(iris, ada, {"Collection": 90 * DAY, "Week 3": DAY})
        path = f"{API}/{course}"
        grader.verdicts = [Verdict.WRONG_ANSWER]
        submission = await send(ada, SOURCE)
        thread = f"{path}/submissions/{submission}"
        until = check(await ada.http.get(f"{thread}/thread"))["request_until"]
        assert until < (now() + 9 * DAY).isoformat(), "until it ends for week 3"
        [request] = check(await ada.http.post(f"{thread}/requests", json={"reason": "It is right."}), 201)["requests"]
        assert request["assignment"] == "Week 3"
        page = f"/courses/{course}/submissions/{submission}"
        assert "asked for another look (Week 3)" in await ada.read(page)
        assert "New points (empty: the grade stays) · Week 3" in await iris.read(page)
        assert "Week 3" in await iris.read(f"/courses/{course}/requests")
        answer = {"body": "Yes.", "outcome": "changed", "points": 8}
        check(await iris.http.post(f"{path}/requests/{request['id']}/answer", json=answer))
        shown = check(await ada.http.get(f"{path}/own"))["assignments"]
        given = {one["name"]: (one["points"], one["katas"][0]["why"]) for one in shown}
        assert given == {"Collection": (0, "wrong"), "Week 3": (8, "overridden")}


@EACH_DATABASE
async def test_a_request_is_about_an_assignment_for_which_the_submission_counts(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    async with make_learner(application, "ada") as ada:
        course = await assign_twice(iris, ada, {"Week 3": -5 * DAY, "Resit": DAY})
        grader.verdicts = [Verdict.WRONG_ANSWER]
        thread = f"{API}/{course}/submissions/{await send(ada, SOURCE)}"
        [request] = check(await ada.http.post(f"{thread}/requests", json={"reason": "It is right."}), 201)["requests"]
        assert request["assignment"] == "Resit"


@EACH_DATABASE
async def test_a_regrade_that_changes_a_verdict_gives_time_to_ask_again(
    iris: Person, application: FastAPI, grader: StandInGrader
) -> None:
    await publish_shift(iris)
    async with make_learner(application, "eve") as eve:
        course = await make_course(iris)
        dates = {"opens_at": wall(-20 * DAY), "due_at": wall(-10 * DAY), "late_until": None}
        body = make_assignment(katas=[{"problem": "shift", "points": 10}], **dates)
        check(await iris.http.post(f"{API}/{course}/assignments", json=body), 201)
        await join(iris, eve, course)
        source = {"source": "x = 1", "mode": "submit"}
        made = check(await eve.http.post("/api/v1/problems/shift/submissions", json=source), 202)["id"]
        await eve.http.get(f"/api/v1/submissions/{made}/events")
        earlier = update(Submission).values(finished_at=now() - timedelta(days=8))
        await application.state.services.database.write(lambda session: session.execute(earlier) and None)
        thread = f"{API}/{course}/submissions/{made}/thread"
        for verdict, may_ask in ((Verdict.ACCEPTED, False), (Verdict.WRONG_ANSWER, True)):
            grader.verdicts = [verdict]
            regrade = await rejudge(iris)
            check(await iris.http.post(f"{SHIFT}/regrades/{regrade}/apply"))
            assert (check(await eve.http.get(thread))["request_until"] is not None) == may_ask
        check(await eve.http.post(f"{API}/{course}/submissions/{made}/requests", json={"reason": "Why?"}), 201)


@EACH_DATABASE
async def test_a_thread_stays_open_without_its_kata(application: FastAPI, grader: StandInGrader) -> None:
    """Otherwise lists and mails lead to nothing, and what was said is lost."""
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment, submission = await hand_in(iris, ada, grader)
        silent = await send(ada, SOURCE)
        path = f"{API}/{course}/submissions"
        check(await ada.http.post(f"{path}/{submission}/messages", json={"body": "Why?"}), 201)
        page = await iris.read(f"/courses/{course}/submissions/{submission}")
        assert "The newest submissions by ada to this kata: 2<" in page
        dropped = await iris.http.delete(f"{API}/{course}/assignments/{assignment}", params={"with_grades": "true"})
        check(dropped, 204)
        for person in (iris, ada):
            [entry] = check(await person.http.get(f"{API}/{course}/threads"))["threads"]
            shown = check(await person.http.get(f"{path}/{entry['submission']}/thread"))
            assert [one["body"] for one in shown["messages"]] == ["Why?"]
            assert shown["attempts"] == []
            check(await person.http.get(f"{path}/{silent}/thread"), 404)
