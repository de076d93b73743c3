"""One list of everything that waits for an answer: who finds what in it, with owner and age."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import QuestionReport, Review, now
from app.db.statuses import Role
from app.domains.accounts.scopes import Scope
from tests.integration.app.conftest import EACH_DATABASE, make_instructor, make_person
from tests.integration.app.test_courses import API, check, make_learner
from tests.integration.app.test_threads import fail, hand_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import Person, StandInGrader

pytestmark = EACH_DATABASE
QUESTIONS = "/problems/double/questions"


def find_paths(page: str) -> list[str]:
    """Return the path of each thing in the list."""
    return re.findall(r'<td data-name="Since"><a href="([^"]+)"', page)


async def test_each_finds_what_waits_for_them(
    application: FastAPI, grader: StandInGrader, iris: Person, ada: Person
) -> None:
    services = application.state.services
    async with (
        make_instructor(application, "otto") as otto,
        make_instructor(application, "root", Role.ADMIN) as root,
        make_learner(application, "bob") as bob,
    ):
        assert "Nothing is waiting for you." in await iris.read("/reports")
        course, _assignment, handed_in = await hand_in(otto, bob, grader)
        wrong = await fail(iris, ada, grader)
        await ada.send(f"/submissions/{wrong}/report", reason="It is right.")
        await bob.send(f"/courses/{course}/submissions/{handed_in}/requests", reason="Why?")
        await bob.send(QUESTIONS, body="Buy my course!")
        [question] = re.findall(r'id="question-(\d+)"', await bob.read(QUESTIONS))
        await iris.send(f"/questions/{question}/report")
        earlier = now() - timedelta(days=3, hours=5)
        for table in (Review, QuestionReport):
            aged = update(table).values(created_at=earlier)
            await services.database.write(lambda session, aged=aged: session.execute(aged) and None)

        grade, post = f"/courses/{course}/submissions/{handed_in}", f"{QUESTIONS}?post={question}#question-{question}"
        [report] = re.findall(r"/reports/(\w+)/owner", await iris.read("/reports"))
        verdict = f"/authoring/shift/reports/{report}"
        assert find_paths(await iris.read("/reports")) == [verdict, post]
        assert find_paths(await otto.read("/reports")) == [grade, post]
        assert find_paths(await root.read("/reports")) == [verdict, grade, post]
        assert find_paths(await ada.read("/reports")) == find_paths(await bob.read("/reports")) == []
        assert (await iris.read("/reports")).count("3 days") == 2

        token = await services.tokens.make(await services.accounts.find("otto"), scopes=[Scope.READ, Scope.AUTHOR])
        async with make_person(application, authorization=f"Bearer {token}").http as program:
            assert (await program.get("/reports")).status_code == 401, "it shows students of courses"

        taken = await iris.send(f"{verdict}/owner", name="iris", from_all="true")
        assert taken.headers["location"] == "/reports"
        assert "Give it back" in await iris.read("/reports")
        assert ">iris " in await root.read("/reports")
        await otto.send(f"/questions/{question}/moderate", hidden="false")
        await iris.send(f"{verdict}/answer", body="It stays.")
        assert "Nothing is waiting for you." in await iris.read("/reports")


async def test_an_admin_takes_what_they_may_answer(
    application: FastAPI, grader: StandInGrader, iris: Person, ada: Person
) -> None:
    """An admin writes none of the problems, and is on no course's staff."""
    async with make_instructor(application, "otto") as otto, make_instructor(application, "root", Role.ADMIN) as root:
        course, _assignment, handed_in = await hand_in(otto, ada, grader)
        wrong = await fail(iris, ada, grader)
        await ada.send(f"/submissions/{wrong}/report", reason="It is right.")
        await ada.send(f"/courses/{course}/submissions/{handed_in}/requests", reason="Why?")
        path = ""
        for page in ("/reports", "/authoring/shift/reports", f"/courses/{course}/requests"):
            [path] = re.findall(r'action="([^"]+/owner)"', await root.read(page))
            assert (await root.send(path, name="root")).status_code == 303, page
            assert "Give it back" in await root.read(page)
            assert (await root.send(path, name="")).status_code == 303
        assert (await root.send(path, name="iris")).status_code == 422, "she isn't on the staff"


async def test_who_may_only_read_finds_nothing(
    application: FastAPI, grader: StandInGrader, iris: Person, ada: Person
) -> None:
    wrong = await fail(iris, ada, grader)
    await ada.send(f"/submissions/{wrong}/report", reason="It is right.")
    async with make_instructor(application, "otto") as otto:
        for role, number in (("read", 0), ("comment", 1), ("edit", 1)):
            await iris.http.put("/api/v1/authoring/problems/shift/authors/otto", params={"role": role})
            assert len(find_paths(await otto.read("/reports"))) == number, role
        await application.state.services.accounts.change_role("otto", Role.LEARNER)
        assert find_paths(await otto.read("/reports")) == [], "the problem's pages are closed to learners, too"
    async with make_instructor(application, "ivan") as ivan:
        course, _assignment, handed_in = await hand_in(ivan, ada, grader)
        await ada.send(f"/courses/{course}/submissions/{handed_in}/requests", reason="Why?")
        assert len(find_paths(await ivan.read("/reports"))) == 1
        check(await ivan.http.put(f"{API}/{course}/archived", json={"archived": True}))
        assert find_paths(await ivan.read("/reports")) == []
