"""Who may open other people's submissions: admins all of them, staff those of their courses; and what is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.statuses import Role
from grader.report import Verdict
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, make_instructor, names_ada
from tests.integration.app.test_courses import API, check, make_learner
from tests.integration.app.test_stuck import send
from tests.integration.app.test_threads import SOURCE, fail, hand_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

pytestmark = EACH_DATABASE


async def read_log(admin: Person) -> str:
    return (await admin.read("/admin/audit?action=submission_viewed")).split("<main")[1]


async def test_an_admin_opens_any_submission_and_that_is_recorded(
    application: FastAPI, grader: StandInGrader, ada: Person
) -> None:
    grader.verdicts = [Verdict.WRONG_ANSWER]
    made = await ada.solve()
    run = await ada.solve(mode="run")
    async with make_instructor(application, "root", Role.ADMIN) as root, make_learner(application, "bob") as bob:
        await bob.solve()
        own = await root.solve("def double(x): return x")
        everything = await root.read("/admin/submissions")
        assert everything.count('href="/admin/submissions/') == 4
        found = await root.read("/admin/submissions?learner=ADA&verdict=wrong_answer&problem=double")
        assert (made in found, run in found, own in found) == (True, True, False)
        assert "Nothing matches." in await root.read("/admin/submissions?problem=no_such")
        assert "0 submissions" in await root.read("/admin/submissions?verdict=no_such")
        assert "Nothing matches." in await read_log(root), "lists aren't recorded"

        page = await root.read(f"/admin/submissions/{made}")
        assert "Submission by ada" in page
        assert "return" in page
        log = await read_log(root)
        assert (f"submission: {made}" in log, ">root<" in log, ">double<" in log, names_ada(log)) == (True,) * 3 + (
            False,
        )
        assert "Run by ada" in await root.read(f"/admin/submissions/{run}")
        await root.read(f"/admin/submissions/{own}")
        await root.read("/admin/submissions/none", 404)
        assert "2 entries" in await read_log(root), "neither one's own nor one that doesn't exist"
        await bob.read(f"/admin/submissions/{made}", 403)
    assert "the admins can see this; each time an admin opens it is recorded" in await ada.read(f"/submissions/{made}")


async def test_staff_see_reports_and_all_attempts_of_their_students(
    application: FastAPI, grader: StandInGrader
) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "root", Role.ADMIN) as root,
        make_learner(application, "ada") as ada,
    ):
        course, _assignment, first = await hand_in(iris, ada, grader)
        grader.verdicts = [Verdict.WRONG_ANSWER]
        second = await send(ada, SOURCE)
        await send(ada, SOURCE, "run")
        thread = f"{API}/{course}/submissions/{second}/thread"
        shown = check(await iris.http.get(thread))
        assert [(one["submission"], one["verdict"]) for one in shown["attempts"]] == [
            (second, "wrong_answer"),
            (first, "accepted"),
        ]
        assert shown["report"]["verdict"] == "wrong_answer"
        own = check(await ada.http.get(thread))
        assert (own["report"], own["attempts"]) == (None, [])
        page = await iris.read(f"/courses/{course}/submissions/{second}")
        assert f'href="/courses/{course}/submissions/{first}"' in page
        assert 'id="verdict-checks"' in page
        stuck = f"/courses/{course}/stuck/double/wrong_answer"
        await iris.read(stuck)
        assert "Nothing matches." in await read_log(root), "staff and students read what is theirs"
        await root.read(stuck)
        assert "code: wrong_answer" in await read_log(root)
        check(await root.http.get(thread))
        assert second in await read_log(root)


async def test_authors_see_the_report_of_a_reported_verdict(
    application: FastAPI, grader: StandInGrader, iris: Person, ada: Person
) -> None:
    made = await fail(iris, ada, grader)
    [report] = check(await ada.http.post(f"/api/v1/submissions/{made}/report", json={}), 201)["requests"]
    path = f"{AUTHORING}/shift/reports/{report['id']}"
    assert check(await iris.http.get(path))["report"]["verdict"] == "wrong_answer"
    assert check(await ada.http.get(f"/api/v1/submissions/{made}/report"))["report"] is None
    assert 'id="verdict-checks"' in await iris.read(f"/authoring/shift/reports/{report['id']}")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        assert "Nothing matches." in await read_log(root)
        check(await root.http.get(path))
        assert made in await read_log(root)
