"""Courses: creating, copying and archiving them; their staff and students; assignments and grades."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from app.domains.accounts.repository import change_email
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, JSON, PASSWORD, Person, make_instructor, make_person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx
    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import StandInGrader

API = "/api/v1/courses"
ZONE = "Europe/Berlin"
COURSE: JSON = {
    "name": "Programming with JAX", "term": "Autumn", "time_zone": ZONE, "starts_on": "2026-10-01",
    "ends_on": "2027-02-15", "late_days": 3,
}  # fmt: skip
DAY = timedelta(days=1)


def wall(ahead: timedelta) -> str:
    """Return the course's local time that far in the future."""
    return (datetime.now(ZoneInfo(ZONE)) + ahead).strftime("%Y-%m-%dT%H:%M")


def make_assignment(**changes: Any) -> JSON:  # noqa: ANN401 - JSON
    return {
        "name": "Doubling", "opens_at": wall(-5 * DAY), "due_at": wall(5 * DAY), "late_until": wall(7 * DAY),
        "late_days": 2, "katas": [{"problem": "double", "points": 10}],
    } | changes  # fmt: skip


def check(answer: httpx.Response, status: int = 200) -> Any:  # noqa: ANN401 - JSON
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


async def make_course(teacher: Person, **changes: Any) -> str:  # noqa: ANN401 - JSON
    return str(check(await teacher.http.post(API, json=COURSE | changes), 201)["id"])


async def join(teacher: Person, student: Person, course: str) -> str:
    """Let somebody join with the course's code; return their id as a student."""
    code = check(await teacher.http.put(f"{API}/{course}/joining", json={"open": True}))["code"]
    check(await student.http.post(f"{API}/join", json={"code": code}))
    return str(check(await student.http.get(f"{API}/{course}/own"))["student"])


@asynccontextmanager
async def make_learner(application: FastAPI, name: str) -> AsyncIterator[Person]:
    person = make_person(application)
    async with person.http:
        await person.sign_up(name)
        yield person


@EACH_DATABASE
async def test_a_course_from_its_making_to_its_archive(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "bob") as bob:
        assert check(await bob.http.post(API, json=COURSE), 403)["code"] == "forbidden"
        course = await make_course(iris)
        [shown] = check(await iris.http.get(API))["courses"]
        assert (shown["id"], shown["content"], shown["data"], shown["student"]) == (course, "edit", "edit", False)
        path = f"{API}/{course}"
        assert check(await bob.http.get(path), 404)["code"] == "course_not_found"
        assert check(await iris.http.put(path, json=COURSE | {"name": "JAX"}))["name"] == "JAX"
        assert (
            check(await iris.http.put(path, json=COURSE | {"ends_on": "2026-09-01"}), 422)["errors"][0]["field"]
            == "ends_on"
        )
        assert check(await iris.http.put(path, json=COURSE | {"time_zone": "Mars/Olympus"}), 422)
        check(await iris.http.put(f"{path}/archived", json={"archived": True}))
        assert check(await iris.http.put(path, json=COURSE), 409)["code"] == "course_archived"
        check(await iris.http.put(f"{path}/archived", json={"archived": False}))
        check(await iris.http.put(path, json=COURSE))


async def test_a_copy_keeps_the_times_of_the_clock(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        dates = {"opens_at": "2026-10-01T08:00", "due_at": "2026-10-24T23:59", "late_until": None, "draft": True}
        made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment(**dates)), 201)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        override = {"label": "A", "due_at": "2026-10-25T23:59"}
        check(await iris.http.put(f"{API}/{course}/assignments/{made['id']}/overrides", json=override))
        copy = {"name": "JAX again", "term": "Spring", "starts_on": "2027-03-01"}
        again = check(await iris.http.post(f"{API}/{course}/copies", json=copy), 201)
        assert (again["starts_on"], again["ends_on"], again["late_days"]) == ("2027-03-01", "2027-07-16", 3)
        [moved] = check(await iris.http.get(f"{API}/{again['id']}/assignments"))["assignments"]
        assert (moved["opens_at"], moved["due_at"], moved["late_until"]) == (
            "2027-03-01T08:00",
            "2027-03-24T23:59",
            None,
        )
        assert [(kata["problem"], kata["points"]) for kata in moved["katas"]] == [("double", 10)]
        path = f"{API}/{again['id']}/assignments/{moved['id']}/overrides"
        [different] = check(await iris.http.get(path))["overrides"]
        assert (different["label"], different["due_at"]) == ("A", "2027-03-25T23:59")
        file = check(await iris.http.get(f"{API}/{course}/export"))
        third = check(await iris.http.post(f"{API}/import", json=file), 201)
        assert check(await iris.http.get(f"{API}/{third['id']}/export")) == file
        file["assignments"][0]["katas"][0]["problem"] = "made_up"
        assert check(await iris.http.post(f"{API}/import", json=file), 404)["code"] == "problem_not_found"
        assert len(check(await iris.http.get(API))["courses"]) == 3, "nothing of a wrong file is kept"


@EACH_DATABASE
async def test_staff_come_by_name_and_by_link(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "tom") as tom,
        make_learner(application, "eve") as eve,
    ):
        course = await make_course(iris)
        path = f"{API}/{course}"
        view = {"content": "view", "data": "none"}
        assert check(await iris.http.put(f"{path}/staff/nobody", json=view), 404)["code"] == "user_not_found"
        check(await iris.http.put(f"{path}/staff/tom", json=view))
        check(await tom.http.get(f"{path}/assignments"))
        assert check(await tom.http.get(f"{path}/students"), 403)["code"] == "missing_right"
        assert check(await tom.http.put(f"{path}/staff/eve", json=view), 403)
        nothing = {"content": "none", "data": "none"}
        assert check(await iris.http.put(f"{path}/staff/tom", json=nothing), 422)
        assert check(await iris.http.put(f"{path}/staff/iris", json=view), 409)["code"] == "conflict"
        assert check(await iris.http.delete(f"{path}/staff/iris"), 409), "somebody must be left"
        link = check(await iris.http.post(f"{path}/invitations", json={"content": "none", "data": "view"}), 201)["path"]
        assert (await eve.http.get(link)).status_code == 200
        assert (await eve.http.post(link)).headers["location"] == f"/courses/{course}"
        check(await eve.http.get(f"{path}/students"))
        assert (await tom.http.post(link)).status_code == 403, "a link works once"
        link = check(await iris.http.post(f"{path}/invitations", json=view), 201)["path"]
        token = link.rpartition("/")[2]
        assert check(await eve.http.post(f"{API}/teach", json={"token": "made-up"}), 403)["code"] == "join_refused"
        accepted = check(await eve.http.post(f"{API}/teach", json={"token": token}))
        assert (accepted["id"], accepted["content"], accepted["data"]) == (course, "view", "view"), "no right is lost"
        assert check(await tom.http.post(f"{API}/teach", json={"token": token}), 403)["code"] == "join_refused"
        check(await iris.http.post(f"{path}/invitations", json=view), 201)
        [invitation] = check(await iris.http.get(f"{path}/staff"))["invitations"]
        check(await iris.http.delete(f"{path}/invitations/{invitation['id']}"), 204)
        check(await eve.http.delete(f"{path}/staff/eve"), 204)
        check(await eve.http.get(path), 404)


@EACH_DATABASE
async def test_joining_by_code(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "bob") as bob:
        course = await make_course(iris)
        path = f"{API}/{course}/joining"
        code = check(await iris.http.put(path, json={"open": False}))["code"]
        assert check(await bob.http.post(f"{API}/join", json={"code": code}), 403)["code"] == "join_refused"
        check(await iris.http.put(path, json={"open": True, "until": "2026-01-01"}))
        assert check(await bob.http.post(f"{API}/join", json={"code": code}), 403)
        other = check(await iris.http.put(path, json={"open": True, "rotate": True}))["code"]
        assert other != code
        assert check(await bob.http.post(f"{API}/join", json={"code": code}), 403)
        check(await bob.http.post(f"{API}/join", json={"code": f" {other.upper()} "}))
        check(await bob.http.post(f"{API}/join", json={"code": other}))
        [student] = check(await iris.http.get(f"{API}/{course}/students"))["students"]
        assert (student["account"], student["joined"]) == ("bob", True)
        check(await iris.http.delete(f"{API}/{course}/students/{student['id']}"), 204)
        assert check(await bob.http.get(f"{API}/{course}"), 404)
        assert check(await bob.http.post(f"{API}/join", json={"code": other}), 403), "who was removed stays out"
        check(await iris.http.post(f"{API}/{course}/students/{student['id']}/restore"))
        check(await bob.http.get(f"{API}/{course}/own"))


async def upload(person: Person, course: str, data: str | bytes) -> httpx.Response:
    content = data.encode() if isinstance(data, str) else data
    return await person.http.put(f"{API}/{course}/roster", content=content, headers={"content-type": "text/csv"})


@EACH_DATABASE
async def test_a_file_of_students_is_taken_whole_or_not_at_all(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "bob") as bob:
        course = await make_course(iris)
        table = "username,e-mail,name,section\nbob,,Bob,A\n,eve@example.org,Eve,A;B\nnobody,,Nobody,A\nx,y,,\n"
        answer = check(await upload(iris, course, table), 422)
        assert [one["field"] for one in answer["errors"]] == ["Row 5"]
        answer = check(await upload(iris, course, table.replace("x,y,,\n", "")), 422)
        assert answer["errors"][0]["message"] == "There is no account `nobody`."
        assert check(await iris.http.get(f"{API}/{course}/students"))["total"] == 0
        right = table.split("nobody", maxsplit=1)[0]
        assert check(await upload(iris, course, right)) == {"added": 2, "changed": 0, "restored": 0}
        assert check(await upload(iris, course, right)) == {"added": 0, "changed": 0, "restored": 0}
        found = check(await iris.http.get(f"{API}/{course}/students"))
        assert found["labels"] == ["A", "B"]
        assert [(one["name"], one["labels"], one["joined"]) for one in found["students"]] == [
            ("Bob", ["A"], False), ("Eve", ["A", "B"], False),
        ]  # fmt: skip
        # Until somebody agrees, nobody learns anything about them.
        check(await bob.http.get(f"{API}/{course}"), 404)
        assert (await iris.http.get(f"{API}/{course}/grades")).json()["total"] == 0
        assert (await bob.send(f"/courses/{course}/place", accepted="true")).status_code == 303
        check(await bob.http.get(f"{API}/{course}/own"))
        for student in check(await iris.http.get(f"{API}/{course}/students"))["students"]:
            check(await iris.http.delete(f"{API}/{course}/students/{student['id']}"), 204)
        assert check(await upload(iris, course, right)) == {"added": 1, "changed": 0, "restored": 1}, "eve never came"


@EACH_DATABASE
async def test_who_is_invited_twice_takes_one_place(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "eve") as eve:
        course = await make_course(iris)
        services = application.state.services
        eve_id = (await services.accounts.find("eve")).id
        check(await upload(iris, course, "email,name\neve@example.org,Eve\n"))
        check(await upload(iris, course, "account,name\neve,Eve again\n"))
        assert "You are invited" not in await iris.read("/courses")
        await services.database.write(lambda session: change_email(session, eve_id, "eve@example.org"))
        assert check(await iris.http.get(f"{API}/{course}/students"))["total"] == 2
        assert (await eve.send(f"/courses/{course}/place", accepted="true")).status_code == 303
        [one] = check(await iris.http.get(f"{API}/{course}/students"))["students"]
        assert (one["account"], one["joined"]) == ("eve", True)
        assert check(await upload(iris, course, "email,name\neve@example.org,E. V. E.\n"))["changed"] == 1
        other = await make_course(iris)
        check(await upload(iris, other, "email\neve@example.org\n"))
        [unknown] = check(await iris.http.get(f"{API}/{other}/students"))["students"]
        assert unknown["account"] is None, "whose address it is, is theirs to tell"
        assert (await eve.send(f"/courses/{other}/place", accepted="false")).headers["location"] == "/courses"
        assert check(await iris.http.get(f"{API}/{other}/students"))["total"] == 0


async def test_files_of_ten_thousand_and_in_every_encoding(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        head = "E-Mail;Vorname;Nachname;Gruppe\n"
        for number, encoding in enumerate(("utf-8", "utf-8-sig", "utf-16", "cp1252")):
            text = f"{head}f{number}@example.org;Änne;Größe;Ü\r\n"
            assert check(await upload(iris, course, text.encode(encoding)))["added"] == 1, encoding
        names = {one["name"] for one in check(await iris.http.get(f"{API}/{course}/students"))["students"]}
        assert names == {"Änne Größe"}
        rows = "".join(f"n{number}@example.org;V{number};N;G{number % 9}\n" for number in range(10_000))
        assert check(await upload(iris, course, head + rows))["added"] == 10_000
        assert check(await iris.http.get(f"{API}/{course}/students?page=101"))["total"] == 10_004
        too_many = head + rows.replace("@example", "@other") + "more@example.org;M;N;A\n"
        assert "10000" in check(await upload(iris, course, too_many), 422)["detail"]
        twice = f"{head}a@example.org;A;B;\nA@example.org;A;B;\n"
        assert check(await upload(iris, course, twice), 422)["errors"][0]["field"] == "Row 3"
        assert check(await upload(iris, course, b"PK\x03\x04\0\0"), 422)["errors"][0]["field"] == "Row 1"
        assert check(await upload(iris, course, "a,b\n1,2\n"), 422)


@EACH_DATABASE
async def test_grades_follow_submissions(application: FastAPI, grader: StandInGrader) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        own = check(await ada.http.get(f"{path}/own"))
        assert (own["points"], own["full"], own["late_days_left"]) == (0, 10, 3)
        assert own["assignments"][0]["phase"] == "on_time"
        assert own["assignments"][0]["katas"][0]["why"] == "nothing"
        grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
        await ada.solve()
        assert check(await ada.http.get(f"{path}/own"))["assignments"][0]["katas"][0]["why"] == "wrong"
        await ada.solve()
        own = check(await ada.http.get(f"{path}/own"))["assignments"][0]["katas"][0]
        assert (own["points"], own["why"], own["attempts"]) == (10, "on_time", 2)
        # A changed deadline is shown at once.
        late = make_assignment(due_at=wall(-DAY), late_until=wall(DAY), late_credit=60)
        check(await iris.http.put(f"{path}/assignments/{made}", json=late))
        [row] = check(await iris.http.get(f"{path}/grades"))["rows"]
        [cell] = row["cells"]
        assert (row["account"], row["points"]) == ("ada", 6)
        assert (cell["points"], cell["why"], cell["credit"], cell["rubric"]) == (6, "late", 60, [])
        # A student's own date takes precedence over a label's.
        check(await iris.http.put(f"{path}/students/{student}", json={"name": "=Ada", "labels": ["A"]}))
        overrides = f"{path}/assignments/{made}/overrides"
        check(await iris.http.put(overrides, json={"label": "A", "late_credit": 70}))
        assert check(await ada.http.get(f"{path}/own"))["points"] == 7
        check(await iris.http.put(overrides, json={"student": student, "due_at": wall(DAY)}))
        assert check(await ada.http.get(f"{path}/own"))["points"] == 10
        # Points given by staff count until they are undone.
        grade = f"{path}/students/{student}/grades/{made}/double"
        check(await iris.http.put(grade, json={"points": 3.5, "reason": "Copied."}), 204)
        own = check(await ada.http.get(f"{path}/own"))["assignments"][0]["katas"][0]
        assert (own["points"], own["computed"], own["reason"], own["why"]) == (3.5, 10, "Copied.", "overridden")
        table = (await iris.http.get(f"{path}/grades.csv")).text
        assert table.splitlines()[1] == """"ada","'=Ada","","A",3.5,10,3.5"""
        check(await iris.http.delete(grade), 204)
        check(await iris.http.delete(grade), 404)
        assert check(await ada.http.get(f"{path}/own"))["points"] == 10


async def test_a_draft_and_what_is_not_open_are_hidden(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = f"{API}/{course}"
        for changes in ({"draft": True}, {"opens_at": wall(DAY)}):
            made = check(await iris.http.post(f"{path}/assignments", json=make_assignment(**changes)), 201)["id"]
            assert check(await ada.http.get(f"{path}/own"))["assignments"] == []
            asked = {"until": wall(9 * DAY), "reason": "Why not"}
            check(await ada.http.post(f"{path}/assignments/{made}/extensions", json=asked), 404)
        check(await ada.http.get(f"{path}/assignments"), 403)
        assert check(await iris.http.get(f"{path}/grades"))["rows"][0]["cells"] == [None, None]


@EACH_DATABASE
async def test_late_days(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        spend = f"{path}/assignments/{made}/late-days"
        before = check(await ada.http.get(f"{path}/own"))["assignments"][0]["due"]
        check(await ada.http.put(spend, json={"days": 2}), 204)
        own = check(await ada.http.get(f"{path}/own"))
        moved = datetime.fromisoformat(own["assignments"][0]["due"]) - datetime.fromisoformat(before)
        assert abs(moved - 2 * DAY) <= timedelta(hours=1)
        assert own["late_days_left"] == 1
        assert check(await ada.http.put(spend, json={"days": 3}), 409)["code"] == "conflict"
        other = check(await iris.http.post(f"{path}/assignments", json=make_assignment(late_days=5)), 201)["id"]
        check(await ada.http.put(f"{path}/assignments/{other}/late-days", json={"days": 2}), 409)
        check(await ada.http.put(spend, json={"days": 0}), 204)
        check(await ada.http.put(f"{path}/assignments/{other}/late-days", json={"days": 3}), 204)
        # A late day is spent once it has begun, and one can't begin after the assignment is over.
        check(
            await iris.http.put(f"{path}/assignments/{other}", json=make_assignment(late_days=5, due_at=wall(-DAY / 2)))
        )
        check(await ada.http.put(f"{path}/assignments/{other}/late-days", json={"days": 0}), 409)
        check(await ada.http.put(f"{path}/assignments/{other}/late-days", json={"days": 1}), 204)
        check(await iris.http.put(f"{path}/assignments/{made}", json=make_assignment(due_at=wall(-3 * DAY))))
        check(await ada.http.put(spend, json={"days": 2}), 409)


@EACH_DATABASE
async def test_requests_for_more_time(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = f"{API}/{course}"
        late = make_assignment(due_at=wall(-DAY), late_until=None)
        made = check(await iris.http.post(f"{path}/assignments", json=late), 201)["id"]
        ask = f"{path}/assignments/{made}/extensions"
        asked = {"until": wall(3 * DAY), "reason": "I was ill."}
        check(await ada.http.post(ask, json=asked | {"until": wall(-DAY)}), 422)
        check(await ada.http.post(ask, json=asked), 204)
        check(await ada.http.post(ask, json=asked), 409)
        [request] = check(await iris.http.get(f"{path}/extensions"))["extensions"]
        assert (request["student_name"], request["reason"], request["status"]) == ("ada", "I was ill.", "open")
        check(await ada.http.delete(f"{path}/extensions/{request['id']}"), 204)
        check(await ada.http.post(ask, json=asked), 204)
        request = check(await iris.http.get(f"{path}/extensions"))["extensions"][0]
        decide = f"{path}/extensions/{request['id']}/decision"
        check(await ada.http.post(decide, json={"granted": True}), 403)
        check(await iris.http.post(decide, json={"granted": True, "until": wall(2 * DAY), "answer": "Get well."}))
        check(await iris.http.post(decide, json={"granted": False}), 409)
        own = check(await ada.http.get(f"{path}/own"))
        assert own["assignments"][0]["phase"] == "on_time"
        assert {one["status"] for one in own["extensions"]} == {"granted", "withdrawn"}
        assert "Get well." in {one["answer"] for one in own["extensions"]}


@EACH_DATABASE
async def test_what_is_a_students_own(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        forgets, keeps = await make_course(iris), await make_course(iris, keeps_grades=True)
        for course in (forgets, keeps):
            student = await join(iris, ada, course)
            made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)["id"]
            asked = {"until": wall(9 * DAY), "reason": f"I was ill in {course}."}
            check(await ada.http.post(f"{API}/{course}/assignments/{made}/extensions", json=asked), 204)
            grade = {"points": 1, "reason": "So it is."}
            check(await iris.http.put(f"{API}/{course}/students/{student}/grades/{made}/double", json=grade), 204)
        await ada.solve()
        hers = (await ada.http.get("/account/export")).json()
        assert [len(hers[name]) for name in ("students", "extension_requests", "grade_overrides")] == [2, 2, 2]
        theirs = (await iris.http.get("/account/export")).text
        assert "I was ill" not in theirs
        assert "So it is." not in theirs
        assert (await ada.send("/account/delete", password=PASSWORD)).status_code == 303
        tables = [(await iris.http.get(f"{API}/{course}/grades.csv")).text.splitlines() for course in (forgets, keeps)]
        assert len(tables[0]) == 1
        assert tables[1][1:] == ['"","ada","","",1.0,10,1.0']


async def test_a_token_needs_the_scope_of_courses(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    async with make_instructor(application, "iris") as iris:
        await make_course(iris)
        services = application.state.services
        account = await services.accounts.find("iris")
        for scope, status in (("read", 403), ("courses", 200)):
            token = await services.tokens.make(account, scopes=[scope])
            async with make_person(application, authorization=f"Bearer {token}").http as http:
                assert (await http.get(API)).status_code == status
