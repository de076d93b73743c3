"""Discussion of a submission: threads and requests in courses, rubrics, and reports on verdicts."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from app.db.models import Review, Submission, now
from app.domains.threads.repository import list_threads
from app.domains.threads.writing import ABOUT_ONE, Postman
from grader.report import Verdict
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall
from tests.integration.app.test_stuck import send

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

SOURCE = "def double(x):\n    return x + x\n"


async def hand_in(teacher: Person, student: Person, grader: StandInGrader, **dates: Any) -> tuple[str, str, str]:  # noqa: ANN401 - JSON
    """Let a student submit a right solution in a course; return the ids of the course, assignment and submission."""
    course = await make_course(teacher)
    made = check(await teacher.http.post(f"{API}/{course}/assignments", json=make_assignment(**dates)), 201)
    await join(teacher, student, course)
    grader.verdicts = [Verdict.ACCEPTED]
    return course, made["id"], await send(student, SOURCE)


async def fail(author: Person, learner: Person, grader: StandInGrader) -> str:
    """Publish `shift`, and let a learner submit a wrong solution; return the submission's id."""
    await author.http.post(f"{AUTHORING}/shift/publish")
    await author.http.get(f"{AUTHORING}/shift/task/events")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    body = {"source": SOURCE, "mode": "submit"}
    made = check(await learner.http.post("/api/v1/problems/shift/submissions", json=body), 202)["id"]
    await learner.http.get(f"/api/v1/submissions/{made}/events")
    return str(made)


@EACH_DATABASE
async def test_a_student_and_staff_talk_about_a_submission(application: FastAPI, grader: StandInGrader) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "otto") as otto,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        await join(iris, ada, course)
        await join(iris, bob, course)
        grader.verdicts = [Verdict.ACCEPTED]
        submission = await send(ada, SOURCE)
        path = f"{API}/{course}/submissions/{submission}"
        shown = check(
            await iris.http.post(f"{path}/messages", json={"body": "Use `2 * x`.", "line": 2, "keep": True}), 201
        )
        assert (shown["learner"], shown["own"], shown["verdict"], shown["source"]) == ("ada", False, "accepted", SOURCE)
        shown = check(await ada.http.post(f"{path}/messages", json={"body": "Why?\r\n<b>"}), 201)
        said = [(one["author"], one["staff"], one["mine"], one["line"], one["body"]) for one in shown["messages"]]
        assert said == [("iris", True, False, 2, "Use `2 * x`."), ("ada", False, True, None, "Why?\n<b>")]
        for wrong in ({"body": ""}, {"body": "a\0"}, {"body": "x" * 4001}, {"body": "x", "line": 9}):
            check(await ada.http.post(f"{path}/messages", json=wrong), 422)
        # Others who may not see it: another student, an outsider, and staff without the right to students' data.
        assert check(await bob.http.get(f"{path}/thread"), 404)["code"] == "thread_not_found"
        assert check(await bob.http.post(f"{path}/messages", json={"body": "x"}), 404)
        check(await otto.http.get(f"{path}/thread"), 404)
        check(await iris.http.put(f"{API}/{course}/staff/otto", json={"content": "edit", "data": "none"}))
        assert check(await otto.http.get(f"{path}/thread"), 403)["code"] == "missing_right"
        # A saved comment can be changed and deleted; students don't see it.
        [kept] = (
            check(await otto.http.get(f"{API}/{course}/comments"), 403)
            and check(await iris.http.get(f"{API}/{course}/comments"))["comments"]
        )
        comment = f"{API}/{course}/comments/{kept['id']}"
        [changed] = check(await iris.http.put(comment, json={"body": "Multiply."}))["comments"]
        assert (changed["body"], changed["made_by"]) == ("Multiply.", "iris")
        check(await iris.http.delete(comment), 204)
        check(await iris.http.delete(comment), 404)
        check(await ada.http.get(f"{API}/{course}/comments"), 403)
        assert len(check(await ada.http.get(f"{path}/thread"))["messages"]) == 2
        # A run of the samples, and a kata outside the course, don't concern the course.
        run = await send(ada, SOURCE, "run")
        check(await ada.http.get(f"{API}/{course}/submissions/{run}/thread"), 404)
        # An archived course can only be read.
        check(await iris.http.put(f"{API}/{course}/archived", json={"archived": True}))
        check(await ada.http.get(f"{path}/thread"))
        check(await ada.http.post(f"{path}/messages", json={"body": "x"}), 409)


async def test_a_list_of_threads_needs_no_sources(application: FastAPI, grader: StandInGrader) -> None:
    """A learner can write about hundreds of submissions, each as large as a source may be."""
    services = application.state.services
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, _assignment, submission = await hand_in(iris, ada, grader)
        check(await ada.http.post(f"{API}/{course}/submissions/{submission}/messages", json={"body": "Why?"}), 201)
        access = await services.courses.find_access(await services.accounts.find("iris"), course)
        [(entry, subject)] = await services.database.read(lambda session: list_threads(session, access.course.id, {}))
        assert (entry.submission, subject.public_id, subject.source) == (submission, submission, "")


async def test_messages_of_a_day_are_limited(
    application: FastAPI, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domains.threads.writing.A_DAY", 2)
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, _, submission = await hand_in(iris, ada, grader)
        path = f"{API}/{course}/submissions/{submission}/messages"
        for _ in range(2):
            check(await ada.http.post(path, json={"body": "x"}), 201)
        refused = check(await ada.http.post(path, json={"body": "x"}), 409)
        assert refused["detail"] == "You can write 2 messages in 24 hours."
        check(await iris.http.post(path, json={"body": "Others can."}), 201)


@EACH_DATABASE
async def test_a_request_is_taken_and_answered_with_another_grade(application: FastAPI, grader: StandInGrader) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(iris)
        assignment = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        assert assignment["regrade_days"] == 7
        await join(iris, ada, course)
        await join(iris, bob, course)
        grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
        submission = await send(ada, SOURCE)
        path, listed = f"{API}/{course}/submissions/{submission}", f"{API}/{course}/requests"
        assert check(await ada.http.get(f"{path}/thread"))["request_until"] is not None
        asked = check(await ada.http.post(f"{path}/requests", json={"reason": "It is right."}), 201)
        [request] = asked["requests"]
        assert (request["status"], asked["request_until"]) == ("open", None)
        refused = check(await ada.http.post(f"{path}/requests", json={"reason": "Again."}), 409)
        assert refused["code"] == "request_refused"
        assert len(check(await ada.http.get(f"{path}/thread"))["messages"]) == 1, "a refused one leaves no message"
        one = f"{listed}/{request['id']}"
        check(await ada.http.get(listed), 403)
        check(await bob.http.post(f"{one}/withdraw"), 404)
        assert check(await iris.http.put(f"{one}/owner", json={"name": "bob"}), 422)
        [taken] = check(await iris.http.put(f"{one}/owner", json={"name": "iris"}))["requests"]
        assert (taken["owner"], taken["learner"], taken["problem"]) == ("iris", "ada", "double")
        check(await iris.http.post(f"{one}/answer", json={"body": "Yes.", "outcome": "changed"}), 422)
        answer = {"body": "You are right.", "outcome": "changed", "points": 6.5}
        [answered] = check(await iris.http.post(f"{one}/answer", json=answer), 200)["requests"]
        assert (answered["status"], answered["outcome"]) == ("answered", "changed")
        check(await iris.http.post(f"{one}/answer", json=answer), 409)
        check(await ada.http.post(f"{one}/withdraw"), 409)
        [kata] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"][0]["katas"]
        assert (kata["points"], kata["why"], kata["reason"]) == (6.5, "overridden", "You are right.")
        # Bob withdraws his request, and may ask again.
        other = await send(bob, SOURCE)
        path = f"{API}/{course}/submissions/{other}"
        [second] = check(await bob.http.post(f"{path}/requests", json={"reason": "Hm."}), 201)["requests"]
        [gone] = check(await bob.http.post(f"{listed}/{second['id']}/withdraw"))["requests"]
        assert gone["status"] == "withdrawn"
        check(await bob.http.post(f"{path}/requests", json={"reason": "Yes."}), 201)
        assert check(await iris.http.get(listed))["requests"][0]["status"] == "open"
        # Without a window for requests, nobody can make one; what was said can be read.
        change = make_assignment(regrade_days=0)
        check(await iris.http.put(f"{API}/{course}/assignments/{assignment['id']}", json=change))
        third = await send(ada, SOURCE)
        check(await ada.http.post(f"{API}/{course}/submissions/{third}/requests", json={"reason": "x"}), 409)
        assert len(check(await ada.http.get(f"{API}/{course}/submissions/{submission}/thread"))["messages"]) == 2


@EACH_DATABASE
async def test_a_rubric_goes_with_copies_and_files(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment, submission = await hand_in(iris, ada, grader)
        path = f"{API}/{course}/assignments/{assignment}/rubrics/double"
        items = [{"points": -3, "words": "No docstring"}, {"points": 1.5, "words": "Short"}]
        [first, _second] = check(await iris.http.put(path, json={"items": items}))["items"]
        check(await iris.http.put(f"{API}/{course}/submissions/{submission}/rubric", json={"items": [first["id"]]}))
        file = check(await iris.http.get(f"{API}/{course}/export"))
        assert file["assignments"][0]["rubrics"] == [{"problem": "double", "items": items}]
        copy = {"name": "Again", "term": "Spring", "starts_on": "2027-03-01"}
        for made in (
            check(await iris.http.post(f"{API}/import", json=file), 201)["id"],
            check(await iris.http.post(f"{API}/{course}/copies", json=copy), 201)["id"],
        ):
            [copied] = check(await iris.http.get(f"{API}/{made}/assignments"))["assignments"]
            there = check(await iris.http.get(f"{API}/{made}/assignments/{copied['id']}/rubrics/double"))["items"]
            assert [(one["points"], one["words"]) for one in there] == [(-3, "No docstring"), (1.5, "Short")]
            assert first["id"] not in [one["id"] for one in there], "items of its own, on which nothing is ticked"
        rubrics = file["assignments"][0]["rubrics"] * 2
        twice = file | {"assignments": [file["assignments"][0] | {"rubrics": rubrics}]}
        check(await iris.http.post(f"{API}/import", json=twice), 422)


async def test_hints_and_comments_go_with_copies_and_files(application: FastAPI) -> None:
    """What staff wrote for one class serves the next; comments go only with those who may see them."""
    copy = {"name": "Again", "term": "Spring", "starts_on": "2027-03-01"}
    async with make_instructor(application, "iris") as iris, make_instructor(application, "otto") as otto:
        course = await make_course(iris)
        assignment = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
        older = check(await iris.http.get(f"{API}/{course}/export"))
        check(await iris.http.put(f"{API}/{course}/stuck/double/values.mismatch/hint", json={"text": "Twice!"}), 204)
        for body in ("Multiply.", "Use `2 * x`."):
            check(await iris.http.post(f"{API}/{course}/comments", json={"body": body}), 201)
        hints = [{"problem": "double", "code": "values.mismatch", "text": "Twice!"}]
        file = check(await iris.http.get(f"{API}/{course}/export"))
        assert (file["hints"], file["comments"]) == (hints, ["Multiply.", "Use `2 * x`."])
        large = file | {"comments": [f"{number} " + "x" * 1900 for number in range(200)]}
        check(await iris.http.post(f"{API}/import", json=large), 201)
        check(await iris.http.put(f"{API}/{course}/staff/otto", json={"content": "view", "data": "none"}))
        for teacher, path, content, comments in (
            (iris, f"{API}/import", file, file["comments"]),
            (iris, f"{API}/{course}/copies", copy, file["comments"]),
            (otto, f"{API}/{course}/copies", copy, []),
        ):
            made = check(await teacher.http.post(path, json=content), 201)["id"]
            again = check(await teacher.http.get(f"{API}/{made}/export"))
            assert (again["hints"], again["comments"]) == (hints, comments)
        assert check(await otto.http.get(f"{API}/{course}/export"))["comments"] == []
        # Files from before, and hostile ones.
        for name in ("hints", "comments"):
            older.pop(name)
        check(await iris.http.post(f"{API}/import", json=older), 201)
        for wrong in (
            {"hints": hints * 2},
            {"hints": [hints[0] | {"problem": "other"}]},
            {"hints": [hints[0] | {"code": "a code"}]},
            {"hints": [hints[0] | {"text": "x" * 2001}]},
            {"hints": [hints[0] | {"code": f"c{number}"} for number in range(501)]},
            {"comments": ["x" * 4001]},
            {"comments": ["a\0"]},
            {"comments": [str(number) for number in range(501)]},
        ):
            check(await iris.http.post(f"{API}/import", json=file | wrong), 422)
        # A hint stays with its kata: when that leaves the course, staff can't see the hint any more.
        check(await iris.http.delete(f"{API}/{course}/assignments/{assignment}"), 204)
        assert check(await iris.http.get(f"{API}/{course}/export"))["hints"] == []


@EACH_DATABASE
async def test_a_rubric_is_part_of_the_grade(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment, submission = await hand_in(iris, ada, grader)
        rubric_path = f"{API}/{course}/assignments/{assignment}/rubrics/double"
        items = [{"points": -3, "words": "No docstring"}, {"points": 1.5, "words": "Short"}]
        rubric = check(await iris.http.put(rubric_path, json={"items": items}))["items"]
        assert [one["words"] for one in rubric] == ["No docstring", "Short"]
        check(await ada.http.get(rubric_path), 403)
        ticks = f"{API}/{course}/submissions/{submission}/rubric"
        check(await iris.http.put(ticks, json={"items": ["made-up"]}), 422)
        shown = check(await iris.http.put(ticks, json={"items": [rubric[0]["id"]]}))
        assert [one["ticked"] for one in shown["rubric"]] == [True, False]
        own = check(await ada.http.get(f"{API}/{course}/own"))["assignments"][0]["katas"][0]
        assert (own["points"], own["rubric"]) == (7.0, [{"points": -3.0, "words": "No docstring"}])
        seen = check(await ada.http.get(f"{API}/{course}/submissions/{submission}/thread"))["rubric"]
        assert [one["words"] for one in seen] == ["No docstring"], "students see what is ticked"
        # Another attempt that is as good as the first doesn't remove the ticked items.
        await send(ada, SOURCE)
        # A changed rubric changes all grades, and none falls below zero.
        rubric[0]["points"] = -30
        check(await iris.http.put(rubric_path, json={"items": rubric}))
        [row] = check(await iris.http.get(f"{API}/{course}/grades"))["rows"]
        assert (row["points"], row["cells"][0]["rubric"][0]["points"]) == (0.0, -30.0)
        check(await iris.http.put(rubric_path, json={"items": rubric[1:]}))
        [row] = check(await iris.http.get(f"{API}/{course}/grades"))["rows"]
        assert (row["points"], row["cells"][0]["rubric"]) == (10.0, [])


@EACH_DATABASE
async def test_a_regrade_answers_the_reports_on_a_verdict(
    application: FastAPI, grader: StandInGrader, iris: Person, ada: Person
) -> None:
    async with (
        make_instructor(application, "otto") as otto,
        make_learner(application, "bob") as bob,
    ):
        made = await fail(iris, ada, grader)
        grader.verdicts = [Verdict.ACCEPTED]
        path, listed = f"/api/v1/submissions/{made}/report", f"{AUTHORING}/shift/reports"
        check(await bob.http.post(path, json={}), 404)
        check(await ada.http.post(f"{path}/messages", json={"body": "x"}), 409)
        [report] = check(await ada.http.post(path, json={}), 201)["requests"]
        check(await ada.http.post(path, json={"reason": "Again."}), 409)
        check(await ada.http.post(f"{path}/messages", json={"body": "An empty array is allowed."}), 201)
        check(await otto.http.get(listed), 403)
        check(await ada.http.get(listed), 403)
        check(await iris.http.put(f"{listed}/{report['id']}/owner", json={"name": "otto"}), 422)
        [taken] = check(await iris.http.put(f"{listed}/{report['id']}/owner", json={"name": "iris"}))["requests"]
        assert (taken["owner"], taken["learner"], taken["submission"]) == ("iris", "ada", made)
        shown = check(await iris.http.get(f"{listed}/{report['id']}"))
        assert (shown["source"], shown["messages"][0]["body"]) == (SOURCE, "An empty array is allowed.")
        body = {"reason": "It is allowed.", "apply": True}
        [regrade] = check(await iris.http.post(f"{AUTHORING}/shift/rejudge", json=body), 202)["regrades"]
        await iris.http.get(f"{AUTHORING}/shift/regrades/{regrade['id']}/events")
        [answered] = check(await ada.http.get(path))["requests"]
        assert (answered["status"], answered["outcome"]) == ("answered", "regraded")
        assert (answered["before"], answered["after"]) == ("wrong_answer", "accepted")
        # Authors may still write; a new report is answered with a message.
        check(await iris.http.post(f"{listed}/{report['id']}/answer", json={"body": "Thank you."}))
        check(await ada.http.post(path, json={"reason": "One more thing."}), 201)
        fresh = check(await iris.http.get(listed))["requests"][0]
        check(await iris.http.post(f"{listed}/{fresh['id']}/answer", json={"body": "It stays."}))
        assert [one["outcome"] for one in check(await ada.http.get(path))["requests"]] == ["regraded", "kept"]
        check(await ada.http.delete(path), 404)


async def test_the_window_ends(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        dates = {"opens_at": wall(-20 * DAY), "due_at": wall(-10 * DAY), "late_until": None}
        course, _assignment, submission = await hand_in(iris, ada, grader, **dates)
        path = f"{API}/{course}/submissions/{submission}"
        until = check(await ada.http.get(f"{path}/thread"))["request_until"]
        assert until is not None, "it begins with the verdict where that came after the due date"
        earlier = update(Submission).values(finished_at=now() - timedelta(days=8))
        await application.state.services.database.write(lambda session: session.execute(earlier) and None)
        assert check(await ada.http.get(f"{path}/thread"))["request_until"] is None
        refused = check(await ada.http.post(f"{path}/requests", json={"reason": "Late."}), 409)
        assert refused["code"] == "request_refused"


async def test_the_pages_of_a_course(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, assignment, submission = await hand_in(iris, ada, grader)
        base = f"/courses/{course}"
        thread, rubric = f"{base}/submissions/{submission}", f"{base}/assignments/{assignment}/rubrics/double"
        assert f'href="{thread}"' in await ada.read(base)
        assert rubric in await iris.read(f"{base}/assignments/{assignment}")
        refused = await iris.http.post(rubric, data={"ids": ["", ""], "points": ["7", ""], "words": ["Kept", "b"]})
        assert (refused.status_code, 'value="Kept"' in refused.text) == (422, True)
        form = {"ids": ["", ""], "points": ["-2,5", ""], "words": ["<i>Loop", ""]}
        assert (await iris.http.post(rubric, data=form)).status_code == 303
        assert "&lt;i&gt;Loop" in await iris.read(rubric)
        [item] = re.findall(r'name="items" value="(\w+)"', await iris.read(thread))
        assert (await iris.send(f"{thread}/rubric", items=item)).status_code == 303
        assert (await iris.send(f"{thread}/messages", body="<b> `x`", line="2", keep="true")).status_code == 303
        refused = await iris.send(f"{thread}/messages", body="long &", line="99")
        assert (refused.status_code, "\nlong &amp;</textarea>" in refused.text) == (422, True)
        shown = await ada.read(thread)
        assert "&lt;b&gt; <code>x</code>" in shown
        assert 'href="#line-2"' in shown
        assert 'id="line-2"' in shown
        assert "\N{MINUS SIGN}2.5: &lt;i&gt;Loop" in shown
        assert "7.5" in await ada.read(base)
        assert "±" in await iris.read(f"{base}/grades")
        assert (await ada.send(f"{thread}/requests", reason="Why?")).status_code == 303
        earlier = update(Review).values(created_at=now() - timedelta(days=3, hours=5))
        await application.state.services.database.write(lambda session: session.execute(earlier) and None)
        listed = await iris.read(f"{base}/requests")
        assert "3 days" in listed
        [request] = re.findall(r"/requests/(\w+)/owner", listed)
        assert (await iris.send(f"{base}/requests/{request}/owner", name="iris")).status_code == 303
        assert "Give it back" in await iris.read(f"{base}/requests")
        assert (await iris.send(f"{base}/requests/{request}/answer", body="So.", points="8")).status_code == 303
        assert "the grade was changed" in await ada.read(thread)
        [comment] = re.findall(rf"{base}/comments/(\w+)", await iris.read(f"{base}/comments"))
        assert (await iris.send(f"{base}/comments/{comment}", decision="delete", body="x")).status_code == 303
        assert "None yet." in await iris.read(f"{base}/comments")


async def test_the_pages_of_reports(application: FastAPI, grader: StandInGrader, iris: Person, ada: Person) -> None:
    made = await fail(iris, ada, grader)
    assert "This verdict is unfair" in await ada.read(f"/submissions/{made}")
    assert (await ada.send(f"/submissions/{made}/report", reason="It is right.")).status_code == 303
    [report] = re.findall(r"/reports/(\w+)/owner", await iris.read("/authoring/shift/reports"))
    assert (await iris.send(f"/authoring/shift/reports/{report}/owner", name="iris")).status_code == 303
    assert "It is right." in await iris.read(f"/authoring/shift/reports/{report}")
    assert (await iris.send(f"/authoring/shift/reports/{report}/answer", body="It stays.")).status_code == 303
    assert "It stays." in await ada.read(f"/submissions/{made}")
    assert "Another message" in await iris.read(f"/authoring/shift/reports/{report}"), "it is closed"


async def test_reports_are_not_made_and_withdrawn_without_end(grader: StandInGrader, iris: Person, ada: Person) -> None:
    made = await fail(iris, ada, grader)
    path = f"/api/v1/submissions/{made}/report"
    for _number in range(ABOUT_ONE):
        check(await ada.http.post(path, json={}), 201)
        assert (await ada.http.delete(path)).is_success
    assert check(await ada.http.post(path, json={}), 409)["code"] == "too_much_written"


async def test_a_mail_leads_to_the_report(
    grader: StandInGrader, iris: Person, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Postman, "tell", lambda _self, _email, path: told.append(path))
    made = await fail(iris, ada, grader)
    path = f"/api/v1/submissions/{made}/report"
    [report] = check(await ada.http.post(path, json={}), 201)["requests"]
    check(await ada.http.post(f"{path}/messages", json={"body": "Look."}), 201)
    check(await iris.http.post(f"{AUTHORING}/shift/reports/{report['id']}/answer", json={"body": "I did."}))
    assert told == [f"/authoring/shift/reports/{report['id']}", f"/submissions/{made}#unfair"]
    assert "Look." in await iris.read(told[0])
