"""Exams: starting them, extending them while they run, and that every route is closed-book for those who sit them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import event, select, update

from app.db.models import Assignment, AssignmentOverride, ExamStart, SpentLateDays, Student, now
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.security.test_hostile_text import SCRIPT, check_page
from tests.integration.app.security.world import list_routes
from tests.integration.app.test_courses import API, DAY, check, join, make_assignment, make_course, make_learner, wall

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import JSON, Person

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
THEIRS = "def double(x): return 2 * x  # bobs own way"
MINE = "def double(x): return 2 * x  # adas own way"
SOLUTION = "return x + x"


def make_exam(**changes: object) -> JSON:
    fields = {"late_until": None, "late_days": 0, "opens_at": wall(-HOUR), "due_at": wall(3 * HOUR), "minutes": 60}
    return make_assignment(**fields | {"name": "Midterm"} | changes)


async def hold(iris: Person, course: str, **changes: object) -> tuple[str, str]:
    """Create an exam; return its id and its address."""
    made = check(await iris.http.post(f"{API}/{course}/assignments", json=make_exam(**changes)), 201)["id"]
    return str(made), f"{API}/{course}/assignments/{made}"


@EACH_DATABASE
async def test_an_exam_from_its_start_to_its_end(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        check(await iris.http.put(f"{API}/{course}/students/{student}", json={"name": "Ada", "labels": ["A"]}))
        exam, path = await hold(iris, course, access_code="blue whale", after="closed")
        page = await ada.read(f"/courses/{course}")
        assert "Start the exam" in page
        assert "/problems/double" not in page, "its katas are shown when it was started"
        [shown] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
        assert (shown["phase"], shown["katas"], shown["credit"]) == ("ready", [], 0)
        assert shown["exam"] | {"closed_book": True} == shown["exam"]
        await ada.solve(MINE)  # A submission before the start doesn't count.
        wrong = await ada.http.post(f"{path}/start", json={"access_code": "red whale"})
        assert check(wrong, 422)["errors"][0]["field"] == "access_code"
        clock = check(await ada.http.post(f"{path}/start", json={"access_code": "blue whale"}))
        assert clock["phase"] == "on_time"
        assert 3000 < clock["seconds_left"] <= 3600
        check(await ada.http.post(f"{path}/start", json={"access_code": "blue whale"}))
        assert check(await ada.http.get(f"{path}/clock"))["until"] == clock["until"], "starting twice changes nothing"
        [shown] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
        assert (shown["points"], shown["katas"][0]["why"]) == (0, "before")
        await ada.solve(MINE)
        [shown] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
        assert (shown["points"], shown["katas"][0]["why"]) == (10, "on_time")
        # Time added while the exam runs counts at once.
        for who in ({}, {"label": "A"}, {"student": student}):
            check(await iris.http.post(f"{path}/time", json={"minutes": 10, "reason": "An alarm.", **who}), 201)
        after = check(await ada.http.get(f"{path}/clock"))
        assert 3000 + 1800 < after["seconds_left"] <= 3600 + 1800
        shown = check(await iris.http.get(f"{path}/exam"))
        assert [(one["name"], one["phase"], one["extra_minutes"]) for one in shown["students"]] == [
            ("Ada", "on_time", 30)
        ]
        assert [one["title"] for one in shown["added"]] == ["Ada", "A", ""]
        assert ">working</td>" in await iris.read(f"/courses/{course}/assignments/{exam}/exam")
        both = {"minutes": 5, "reason": "x", "label": "A", "student": student}
        assert check(await iris.http.post(f"{path}/time", json=both), 422)["errors"][0]["field"] == "label"
        for one in shown["added"]:
            check(await iris.http.delete(f"{path}/time/{one['id']}"), 204)
        check(await iris.http.delete(f"{path}/time/{one['id']}"), 404)
        assert check(await ada.http.get(f"{path}/clock"))["until"] == clock["until"]
        # The exam is over.
        over = make_exam(opens_at=wall(-DAY), due_at=wall(-2 * MINUTE), after="closed")
        check(await iris.http.put(path, json=over))
        assert check(await ada.http.get(f"{path}/clock"))["phase"] == "closed"
        [shown] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
        assert (shown["exam"]["closed_book"], len(shown["katas"])) == (False, 1)


async def test_an_exam_by_forms(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        base = f"/courses/{course}"
        fields = {
            "name": "Midterm", "opens_at": wall(-HOUR), "due_at": wall(HOUR), "after": "closed", "counts": "best",
            "minutes": "30", "access_code": "whale", "addresses": "127.0.0.0/8\r\n::1/128", "problem": "double",
            "points": "10",
        }  # fmt: skip
        for wrong in ({"addresses": "everywhere"}, {"late_until": wall(DAY)}, {"minutes": ""}):
            assert (await iris.send(f"{base}/assignments/new", **fields | wrong)).status_code == 422, wrong
        answer = await iris.send(f"{base}/assignments/new", **fields)
        assert answer.status_code == 303, answer.text
        exam = answer.headers["location"]
        page = await iris.read(exam)
        assert "127.0.0.0/8\n::1/128" in page
        assert 'value="whale"' in page
        assert (await ada.send(f"{exam}/start", access_code="shark")).status_code == 422
        assert (await ada.send(f"{exam}/start", access_code="whale")).status_code == 303
        at = wall(30 * MINUTE)[-5:]
        for page in (base, "/problems/double"):
            shown = await ada.read(page)
            assert "data-exam=" in shown
            [clock] = re.findall(r"<strong role=\"timer\">(.*?)</strong>", shown)
            assert re.fullmatch(r"It ends on <time .*>.*, (\d\d:\d\d)</time> \(Europe/Berlin\)\.", clock), clock
            [told] = re.findall(r", (\d\d:\d\d)<", clock)
            apart = abs(read_minutes(at) - read_minutes(told))
            assert min(apart, 24 * 60 - apart) <= 2, "in the course's time zone"
        assert "Hints are closed while your exam runs." in await ada.read("/problems/double")
        assert (await iris.send(f"{exam}/time", minutes="5", reason="An alarm.")).status_code == 303
        page = await iris.read(f"{exam}/exam")
        [added] = re.findall(r'name="taken_back" value="(\w+)"', page)
        assert (await iris.send(f"{exam}/time", taken_back=added)).status_code == 303
        assert (await iris.send(f"{exam}/time", minutes="0", reason="x")).status_code == 422
        copy = {"name": "Again", "term": "Spring", "starts_on": "2027-03-01"}
        made = check(await iris.http.post(f"{API}/{course}/copies", json=copy), 201)["id"]
        [copied] = check(await iris.http.get(f"{API}/{made}/assignments"))["assignments"]
        assert (copied["minutes"], copied["access_code"], len(copied["addresses"])) == (30, "whale", 2)


def read_minutes(clock: str) -> int:
    """Return the minutes since midnight of a time such as `23:59`."""
    hours, minutes = clock.split(":")
    return 60 * int(hours) + int(minutes)


async def test_what_staff_and_students_write_runs_in_no_page(application: FastAPI) -> None:
    short = SCRIPT[:40]
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        exam, path = await hold(iris, course, name=SCRIPT[:120], access_code=short, holds_verdicts=True)
        check(await iris.http.post(f"{path}/time", json={"minutes": 5, "reason": SCRIPT, "student": student}), 201)
        base = f"/courses/{course}"
        for wrong in (SCRIPT, short[1:], "9" * 40, "\u202e"):
            answer = await ada.send(f"{base}/assignments/{exam}/start", access_code=wrong)
            assert answer.status_code == 422, wrong
            check_page(answer.text, wrong)
        for wrong in (SCRIPT, "1.2.3.4/99", "::/129", "0x7f.1", "127.0.0.1\0", "9" * 5000):
            fields = {"name": "x", "opens_at": wall(-HOUR), "due_at": wall(HOUR), "minutes": "30", "addresses": wrong}
            answer = await iris.send(f"{base}/assignments/new", **fields)
            assert answer.status_code == 422, wrong
            check_page(answer.text, wrong)
        assert (await ada.send(f"{base}/assignments/{exam}/start", access_code=short)).status_code == 303
        await ada.solve(MINE)
        shown = 0
        for person, pages in (
            (iris, ["", f"/assignments/{exam}", f"/assignments/{exam}/exam", "/assignments", "/grades", "/stuck"]),
            (ada, [""]),
        ):
            for page in pages:
                text = (await person.http.get(base + page, headers={"accept": "text/html"})).text
                check_page(text, page)
                shown += "alert(" in text
        check_page(await ada.read("/problems/double"), "the problem")
        assert shown > 3


async def test_an_exam_from_certain_networks(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course, addresses=["192.0.2.0/24", "2001:db8::/32"])
        assert check(await ada.http.post(f"{path}/start", json={}), 403)["code"] == "exam_address"
        here = make_exam(addresses=["127.0.0.0/8"])
        check(await iris.http.put(path, json=here))
        check(await ada.http.post(f"{path}/start", json={}))
        await ada.solve(MINE)
        check(await iris.http.put(path, json=make_exam(addresses=["192.0.2.0/24"])))
        body = {"source": MINE, "mode": "run"}
        answer = await ada.http.post("/api/v1/problems/double/submissions", json=body)
        assert check(answer, 403)["code"] == "exam_address"
        assert (await ada.send("/problems/double/submissions", source=MINE, mode="run")).status_code == 403
        batch = await ada.http.post("/api/v1/submissions/batch", json={"items": [body | {"problem": "double"}]})
        assert batch.status_code in {403, 404} or batch.json()["results"][0]["error"]["code"] == "exam_address"


async def test_everything_is_closed_book_while_it_runs(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        theirs, mine = await bob.solve(THEIRS), await ada.solve(MINE)
        for person, made in ((bob, theirs), (ada, mine)):
            assert (await person.send(f"/submissions/{made}/link")).status_code == 303
            assert (await person.send(f"/submissions/{made}/share")).status_code == 303
        check(await ada.http.post("/api/v1/problems/double/hints/1"))
        services = application.state.services
        account = await services.accounts.find("bob")
        sharing = await services.community.find_sharing(account, theirs)
        own = await services.community.find_sharing(await services.accounts.find("ada"), mine)
        [solution] = [
            one.id
            for one in await services.community.list_solutions(await services.accounts.find("ada"), "double")
            if one.source == THEIRS
        ]
        detail = check(await ada.http.get("/api/v1/problems/double"))
        [hint], told = detail["hints"], detail["solution"]
        assert (SOLUTION in told, detail["exam"]) == (True, None)
        assert THEIRS[-8:] in await ada.read("/problems/double/solutions")

        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course)

        async def find_open() -> set[str]:
            """Return the closed routes that ada can still read, after trying all pages and API routes."""
            things = {
                "slug": "double", "problem": "double", "token": str(sharing.token), "card": str(sharing.card),
                "public_id": theirs, "submission_id": theirs, "number": "1", "solution_id": str(solution),
                "name": "bob", "course_id": course, "left": mine, "right": theirs,
            }  # fmt: skip
            found = set()
            for route in list_routes(application):
                method, address = route.split(" ")
                unknown = set(re.findall(r"{(\w+)", address)) - set(things)
                if method != "GET" or unknown or address.endswith(("/events", "/live")):
                    continue
                text = (await ada.http.get(address.replace(":path}", "}").format_map(things))).text
                found |= {route for secret in (hint, SOLUTION, "bobs own way") if secret in text}
            return found

        async def refuse(method: str, address: str, who: Person = ada, **fields: str) -> None:
            answer = await who.http.request(method, address, data=fields or None)
            assert answer.status_code == 403, (method, address, answer.status_code)
            assert "exam" in answer.text

        talk = f"/courses/{course}/submissions/{mine}"
        check(await iris.http.post(f"/api/v1{talk}/messages", json={"body": f"bobs own way: {THEIRS}"}), 201)
        for _started in (False, True):
            assert await find_open() == set()
            for method, address in (
                ("POST", "/api/v1/problems/double/hints/1"),
                ("POST", "/api/v1/problems/double/hints/2"),
                ("POST", "/api/v1/problems/double/solution"),
                ("POST", "/problems/double/solution"),
                ("GET", "/problems/double/solutions"),
                ("GET", "/problems/double/leaderboard"),
                ("GET", f"/shared/{sharing.token}"),
                ("POST", f"/submissions/{mine}/link"),
                ("POST", f"/submissions/{mine}/share"),
            ):
                await refuse(method, address)
            await refuse("POST", f"/solutions/{solution}/vote", given="true")
            await refuse("POST", "/problems/double/hints", number="1")
            for address in (talk, f"/api/v1{talk}/thread", f"/api/v1/submissions/{mine}/report"):
                await refuse("GET", address)
            await refuse("GET", f"/shared/{own.token}", bob)
            assert (await ada.http.get(f"/shared/{own.token}")).status_code == 200, "her own"
            assert (await bob.http.get(f"/shared/{sharing.token}")).status_code == 200, "he sits no exam"
            check(await ada.http.post(f"{path}/start", json={}))
        # Leaving the course during the exam gains a student nothing.
        assert (await ada.send(f"/courses/{course}/leave")).status_code == 303
        assert await find_open() == set()
        check(await iris.http.put(path, json=make_exam(opens_at=wall(-DAY), due_at=wall(-2 * MINUTE))))
        opened = await find_open()
        assert {"GET /api/v1/problems/{slug}", "GET /problems/{slug}/solutions", "GET /shared/{token}"} <= opened
        check(await ada.http.post("/api/v1/problems/double/hints/1"))


async def test_a_draft_an_archived_course_and_an_exam_to_come_close_nothing(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course, draft=True)
        check(await ada.http.post("/api/v1/problems/double/hints/1"))
        check(await iris.http.put(path, json=make_exam(opens_at=wall(HOUR))))
        assert check(await ada.http.get("/api/v1/problems/double"))["exam"] is None
        assert check(await ada.http.post(f"{path}/start", json={}), 404)["code"] == "not_in_course"
        check(await iris.http.put(f"{API}/{course}/archived", json={"archived": True}))
        await application.state.services.database.write(open_exams)
        assert check(await ada.http.get("/api/v1/problems/double"))["exam"] is None
        check(await iris.http.put(f"{API}/{course}/archived", json={"archived": False}))
        assert check(await ada.http.get("/api/v1/problems/double"))["exam"]["course"] == course


@EACH_DATABASE
async def test_a_request_during_an_exam_reads_nothing_of_other_students(application: FastAPI) -> None:
    """Otherwise a large class that sits an exam together takes time quadratic in its size."""
    tables = (ExamStart, SpentLateDays, AssignmentOverride)
    read: list[object] = []

    def note(row: object, _context: object) -> None:
        read.append(row)

    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        exam, path = await hold(iris, course)
        await application.state.services.database.write(lambda session: let_others_sit(session, exam))
        for table in tables:
            event.listen(table, "load", note)
        try:
            check(await ada.http.post(f"{path}/start", json={}))
            for asked in (f"{path}/clock", "/problems/double", f"/courses/{course}", f"{API}/{course}/own"):
                read.clear()
                check(await ada.http.get(asked)) if asked.startswith(API) else await ada.read(asked)
                assert [type(one) for one in read] in ([ExamStart], [ExamStart] * 2), asked
            read.clear()
            await ada.solve()
            sent = list(read)
            starts = await application.state.services.database.read(
                lambda session: session.scalars(select(ExamStart).order_by(ExamStart.started_at)).all()
            )
            assert {one.student_id if isinstance(one, ExamStart) else one for one in sent} == {starts[-1].student_id}
        finally:
            for table in tables:
                event.remove(table, "load", note)


def let_others_sit(session: Session, exam: str) -> None:
    """Add students to an exam's course who started it yesterday, with late days and dates of their own."""
    row = session.scalars(select(Assignment).where(Assignment.public_id == exam)).one()
    for number in range(20):
        other = Student(course_id=row.course_id, email=f"{number}@example.org")
        session.add(other)
        session.flush()
        own = {"assignment_id": row.id, "student_id": other.id}
        session.add(ExamStart(**own, started_at=now() - timedelta(days=1)))
        session.add(SpentLateDays(**own, days=1))
        session.add(AssignmentOverride(**own, minutes=90))


def open_exams(session: Session) -> None:
    """Let all exams open an hour ago."""
    session.execute(update(Assignment).values(opens_at=datetime.fromisoformat(wall(-HOUR))))


@EACH_DATABASE
async def test_exams_are_few(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether one runs is asked for each request of a learner, whoever made it."""
    monkeypatch.setattr("app.domains.courses.exam_limits.OF_COURSE", 2)
    monkeypatch.setattr("app.domains.courses.exam_limits.OF_ONE", 3)
    async with make_instructor(application, "iris") as iris:
        first, second = [await make_course(iris) for _ in range(2)]
        await hold(iris, first)
        _exam, path = await hold(iris, first)
        refused = check(await iris.http.post(f"{API}/{first}/assignments", json=make_exam()), 422)
        assert refused["errors"][0]["field"] == "minutes"
        check(await iris.http.put(path, json=make_exam(name="Changed")))
        plain = check(await iris.http.post(f"{API}/{second}/assignments", json=make_assignment()), 201)["id"]
        await hold(iris, second)
        check(await iris.http.put(f"{API}/{second}/assignments/{plain}", json=make_exam()), 422)
        file = check(await iris.http.get(f"{API}/{second}/export"))
        check(await iris.http.post(f"{API}/import", json=file), 422)
        check(await iris.http.put(f"{API}/{first}/archived", json={"archived": True}))
        check(await iris.http.post(f"{API}/import", json=file), 201)
