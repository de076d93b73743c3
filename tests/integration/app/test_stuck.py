"""Where a class is stuck: what is counted, the attempts behind a table cell, and pinned hints."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, update

from app.db.models import Unlock, now
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.security.test_hostile_text import SCRIPT, check_page
from tests.integration.app.test_courses import API, check, join, make_assignment, make_course, make_learner

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person, StandInGrader

WRONG = "def double(x):\n    y = x + 1  # Ada was here\n    return y\n"
SAME = 'def double(value):\n    """Bob was here."""\n    z = value + 1\n    return z\n'
OTHER = "def double(x):\n    return x\n"


async def send(person: Person, source: str, mode: str = "submit") -> str:
    """Submit a source to `double`, and wait for its verdict; return the submission's id."""
    body = {"source": source, "mode": mode}
    made = check(await person.http.post("/api/v1/problems/double/submissions", json=body), 202)["id"]
    await person.http.get(f"/api/v1/submissions/{made}/events")
    return str(made)


@EACH_DATABASE
async def test_what_a_class_gets_is_counted_by_code(application: FastAPI, grader: StandInGrader) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "otto") as otto,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris)
        path = f"{API}/{course}/stuck"
        assert check(await iris.http.get(path))["katas"] == []
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        student = await join(iris, ada, course)
        await join(iris, bob, course)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        check(await iris.http.put(f"{API}/{course}/students/{student}", json={"name": "Ada", "labels": ["A"]}))
        grader.verdicts = [*([Verdict.WRONG_ANSWER] * 4), Verdict.ACCEPTED, Verdict.WRONG_ANSWER]
        for person, source in ((ada, WRONG), (ada, OTHER), (bob, SAME), (eve, WRONG)):  # eve isn't in the course
            await send(person, source)
        await send(ada, OTHER)
        await send(ada, OTHER)  # A wrong attempt after solving it, which no longer counts for the median.
        await send(bob, WRONG, "run")
        await ada.http.post("/api/v1/problems/double/hints/1")
        found = check(await iris.http.get(path))
        [kata] = found["katas"]
        [cell] = kata["cells"]
        code = cell["code"]
        assert found["codes"] == [code]
        assert (found["students"], kata["tried"], kata["solved"], kata["tries"]) == (2, 2, 1, 3)
        assert kata["minutes"] is not None
        assert (kata["hinted"], kata["gave_up"]) == (1, 0)
        assert (cell["students"], cell["attempts"], cell["pinned"]) == (2, 4, False)
        [labelled] = check(await iris.http.get(f"{path}?label=A"))["katas"]
        assert (labelled["tried"], labelled["cells"][0]["students"]) == (1, 1)
        # Attempts that differ only in names, comments and layout count as one.
        cell_path = f"{path}/double/{code}"
        behind = check(await iris.http.get(cell_path))
        assert (behind["attempts"], behind["students"], behind["left_off"]) == (4, 2, 0)
        assert [(one["count"], one["students"], one["names"]) for one in behind["shown"]] == [
            (2, 1, ["Ada"]),
            (2, 2, ["Ada", "bob"]),
        ]
        assert "Bob was here" in behind["shown"][1]["source"]
        assert behind["shown"][1]["message"]
        # Staff without the right to students' data see neither names nor remarks.
        staff = {"content": "view", "data": "none"}
        check(await iris.http.put(f"{API}/{course}/staff/otto", json=staff))
        for one in check(await otto.http.get(cell_path))["shown"]:
            assert (one["names"], one["submission"], "was here" in one["source"]) == (None, None, False)
        page = await otto.read(f"/courses/{course}/stuck/double/{code}")
        assert "was here" not in page
        assert "Ada" not in page
        assert check(await iris.http.get(f"{path}/made_up/{code}"), 404)["code"] == "not_in_course"


async def test_hints_that_were_opened_at_other_times_are_not_the_courses(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        check(await ada.http.post("/api/v1/problems/double/hints/1"))
        for years, counted in ((0, 1), (2, 0)):
            moved = update(Unlock).values(created_at=now() - years * timedelta(days=365))
            await application.state.services.database.write(
                lambda session, moved=moved: session.execute(moved) and None
            )
            [kata] = check(await iris.http.get(f"{API}/{course}/stuck"))["katas"]
            assert kata["hinted"] == counted


async def test_a_pinned_hint_is_beside_the_verdict(application: FastAPI, grader: StandInGrader) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        await join(iris, ada, course)
        grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
        mine, other = await send(ada, WRONG), await send(eve, WRONG)
        code = check(await ada.http.get(f"/api/v1/submissions/{mine}"))["report"]["code"]
        text = f"Look at `shape`.\n{SCRIPT}"
        answer = await iris.send(f"/courses/{course}/stuck/double/{code}", text=text, decision="save")
        assert answer.status_code == 303
        for path in (f"/submissions/{mine}", "/problems/double"):
            shown = await ada.read(path)
            assert "Look at <code>shape</code>." in shown, path
            check_page(shown, path)
        live = (await ada.http.get(f"/submissions/{mine}/live")).text
        assert "A hint from Programming with JAX" in live
        assert "Look at" not in await eve.read(f"/submissions/{other}"), "she doesn't attend"
        check_page(await iris.read(f"/courses/{course}/stuck/double/{code}"), "attempts")
        assert "✎" in await iris.read(f"/courses/{course}/stuck")
        right = await send(ada, OTHER)
        assert "Look at" not in await ada.read(f"/submissions/{right}"), "it was accepted"
        path = f"{API}/{course}/stuck/double"
        assert check(await iris.http.put(f"{path}/a%20b/hint", json={"text": "x"}), 422)["errors"][0]["field"] == "code"
        assert (await iris.send(f"/courses/{course}/stuck/double/{code}", text=" ")).status_code == 422
        check(await iris.http.delete(f"{path}/{code}/hint"), 204)
        check(await iris.http.delete(f"{path}/{code}/hint"), 404)
        assert "Look at" not in await ada.read(f"/submissions/{mine}")


async def test_a_hint_to_a_kata_that_left_the_course_is_taken_away(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
        hint = f"{API}/{course}/stuck/double/wrong_answer/hint"
        check(await iris.http.put(hint, json={"text": "Look at `shape`."}), 204)
        check(await iris.http.delete(f"{API}/{course}/assignments/{made}"), 204)
        check(await iris.http.put(hint, json={"text": "Look again."}), 404)
        check(await iris.http.delete(hint), 204)
        check(await iris.http.delete(hint), 404)


async def test_sqlite_counts_a_class_by_the_index_that_has_all(application: FastAPI) -> None:
    """If SQLite used the index by time, it would read the rows themselves, with their long reports."""
    services = application.state.services
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: object, *_more: object) -> None:
        asked.append((statement, parameters))

    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        event.listen(services.database.engine, "before_cursor_execute", note)
        check(await iris.http.get(f"{API}/{course}/stuck"))
        event.remove(services.database.engine, "before_cursor_execute", note)

        def explain(session: Session) -> list[str]:
            plans = []
            for statement, parameters in asked:
                if "FROM submissions" in statement and "GROUP BY" in statement:  # other statements are the runner's
                    rows = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                    plans.append("\n".join(str(row[3]) for row in rows))
            return plans

        plans = await services.database.read(explain)
    assert len(plans) == 2
    for plan in plans:
        assert "COVERING INDEX ix_submissions_user_id_problem_version_id" in plan, plan
