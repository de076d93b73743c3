"""What ends an exam early: archiving its course, deleting it, a draft, other dates. What is refused, and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.holds import list_holds
from app.db.models import ExamStart, now
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, COURSE, DAY, check, join, make_course, make_learner, wall
from tests.integration.app.test_exams import HOUR, MINE, MINUTE, hold, make_exam

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import JSON

OVER = {"opens_at": wall(-DAY), "due_at": wall(-HOUR)}


@EACH_DATABASE
async def test_a_course_is_not_archived_during_an_exam(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(iris)
        archived = f"{API}/{course}/archived"
        _exam, path = await hold(iris, course, draft=True)

        async def archive() -> int:
            """Return the status of an attempt to archive the course, and reopen it if that succeeded."""
            answer = await iris.http.put(archived, json={"archived": True})
            check(await iris.http.put(archived, json={"archived": False}))
            return answer.status_code

        await join(iris, ada, course)
        assert await archive() == 200, "a draft isn't running"
        for change in ({"opens_at": wall(HOUR)}, OVER, OVER | {"holds_verdicts": True}):
            check(await iris.http.put(path, json=make_exam(**change)))
            assert await archive() == 200, change
        check(await iris.http.put(path, json=make_exam(minutes=1)))
        refused = check(await iris.http.put(archived, json={"archived": True}), 409)
        assert refused["code"] == "conflict"
        assert "The exam `Midterm` isn't over" in refused["detail"]
        page = await iris.send(f"/courses/{course}/archived", archived="true")
        assert page.status_code == 409
        assert "isn&#39;t over" in page.text
        assert check(await ada.http.get("/api/v1/problems/double"))["exam"] is not None, "she may still start it"
        check(await ada.http.post(f"{path}/start", json={}))
        assert await archive() == 409
        await application.state.services.database.write(end_sittings)
        assert await archive() == 200, "it is over for all who attend the course"
        await join(iris, bob, course)
        assert await archive() == 409, "he may still start it"
        check(await bob.http.post(f"{path}/start", json={}))
        check(await bob.http.delete(f"{API}/{course}/place"), 204)
        assert await archive() == 409, "leaving opens nothing"
        await application.state.services.database.write(end_sittings)
        assert await archive() == 200
        check(await iris.http.put(path, json=make_exam(minutes=1, holds_verdicts=True)))
        assert await archive() == 409, "it holds verdicts for those who have finished"
        check(await iris.http.post(f"{path}/release"))
        assert await archive() == 200


def end_sittings(session: Session) -> None:
    """End the working time of all who have started an exam."""
    session.execute(update(ExamStart).values(started_at=now() - HOUR / 2))


@EACH_DATABASE
async def test_releasing_verdicts_by_another_change_needs_the_same_right(application: FastAPI) -> None:
    services = application.state.services
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "tom") as tom,
    ):
        course = await make_course(iris)
        await join(iris, ada, course)
        check(await iris.http.put(f"{API}/{course}/staff/tom", json={"content": "edit", "data": "view"}))
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        held: JSON = {"holds_verdicts": True, "opens_at": wall(-HOUR)}  # the same, also when the next minute begins
        _exam, path = await hold(iris, course, **held)
        check(await ada.http.post(f"{path}/start", json={}))
        await ada.solve(MINE)
        [before] = await services.database.read(list_holds)
        changes: list[JSON] = [
            {"holds_verdicts": False},
            {"minutes": None},
            held | {"draft": True},
            held | OVER,
            held | {"opens_at": wall(HOUR)},
            held | {"opens_at": wall(-MINUTE)},
            held | {"katas": []},
            held | {"due_at": wall(MINUTE)},  # a minute later they would be told
            held | {"due_at": wall(2 * HOUR)},
        ]
        for change in changes:
            refused = check(await tom.http.put(path, json=make_exam(**change)), 403)
            assert refused["code"] == "missing_right", change
            assert "release verdicts" in refused["detail"], change
        check(await tom.http.delete(path), 409)
        far = COURSE | {"time_zone": "Pacific/Kiritimati"}
        check(await tom.http.put(f"{API}/{course}", json=far), 403)
        assert (await tom.send(f"/courses/{course}/settings", **{k: str(v) for k, v in far.items()})).status_code == 403
        assert await services.database.read(list_holds) == [before]
        # What releases nothing is theirs to change: a name, and a later end.
        check(await tom.http.put(path, json=make_exam(**held, name="Renamed", due_at=wall(4 * HOUR))))
        check(await tom.http.put(f"{API}/{course}", json=COURSE | {"name": "JAX"}))
        # Where only a label still has time, its exception holds the verdicts.
        check(await tom.http.put(f"{path}/overrides", json={"label": "A", "due_at": wall(3 * HOUR)}))
        student = check(await ada.http.get(f"{API}/{course}/own"))["student"]
        check(await iris.http.put(f"{API}/{course}/students/{student}", json={"name": "Ada", "labels": ["A"]}))
        check(await iris.http.put(path, json=make_exam(**held, due_at=wall(-30 * MINUTE))))
        check(await tom.http.put(f"{path}/overrides", json={"label": "A", "due_at": wall(-30 * MINUTE)}), 403)
        [override] = check(await tom.http.get(f"{path}/overrides"))["overrides"]
        check(await tom.http.delete(f"{path}/overrides/{override['id']}"), 403)
        assert len(await services.database.read(list_holds)) == 1
        check(await iris.http.put(path, json=make_exam(**held, due_at=wall(-30 * MINUTE), draft=True)))
        assert await services.database.read(list_holds) == [], "staff with both rights decide"


async def test_an_exam_is_not_deleted_while_students_work_on_it(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course)
        check(await iris.http.delete(path), 204)  # Nobody has started it.
        exam, path = await hold(iris, course)
        check(await ada.http.post(f"{path}/start", json={}))
        refused = check(await iris.http.delete(path), 409)
        assert "Students are working on this exam" in refused["detail"]
        page = await iris.send(f"/courses/{course}/assignments/{exam}/delete")
        assert page.status_code == 409
        assert "Students are working on this exam" in page.text
        assert check(await ada.http.get(f"{path}/clock"))["phase"] == "on_time"
        # A draft hides it, and keeps who started when.
        check(await iris.http.put(path, json=make_exam(draft=True)))
        check(await ada.http.get(f"{path}/clock"), 404)
        check(await iris.http.put(path, json=make_exam()))
        assert check(await ada.http.get(f"{path}/clock"))["phase"] == "on_time"
        check(await iris.http.put(path, json=make_exam(**OVER)))
        check(await iris.http.delete(f"{path}?with_grades=true"), 204)


@EACH_DATABASE
async def test_an_exam_that_moved_is_started_again(application: FastAPI) -> None:
    """Otherwise it would begin by itself at the new opening, for everybody who had started the first time."""
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course, access_code="first room")
        check(await ada.http.post(f"{path}/start", json={"access_code": "first room"}))
        moved = make_exam(opens_at=wall(HOUR), due_at=wall(5 * HOUR), access_code="other room")
        check(await iris.http.put(path, json=moved))
        # An hour and a half passes.
        earlier = update(ExamStart).values(started_at=now() - DAY)
        await application.state.services.database.write(lambda session: session.execute(earlier) and None)
        check(await iris.http.put(path, json=moved | {"opens_at": wall(-HOUR / 2)}))
        [own] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
        assert (own["phase"], own["exam"]["started"], own["katas"]) == ("ready", None, [])
        [sitting] = check(await iris.http.get(f"{path}/exam"))["students"]
        assert (sitting["phase"], sitting["started"]) == ("ready", None)
        check(await ada.http.post(f"{path}/start", json={"access_code": "first room"}), 422)
        clock = check(await ada.http.post(f"{path}/start", json={"access_code": "other room"}))
        assert clock["phase"] == "on_time"
        assert 59 * 60 < clock["seconds_left"] <= 60 * 60
        again = check(await ada.http.post(f"{path}/start", json={"access_code": "other room"}))
        assert again["until"] == clock["until"], "starting twice changes nothing"
        # If it is over for whoever started the first time only, they are told that they can't start it.
        check(await iris.http.put(path, json=make_exam(opens_at=wall(-HOUR / 2), due_at=wall(-5 * MINUTE))))
        await application.state.services.database.write(lambda session: session.execute(earlier) and None)
        refused = check(await ada.http.post(f"{path}/start", json={"access_code": ""}), 409)
        assert refused["detail"] == "This exam can't be started now."


@EACH_DATABASE
async def test_who_sits_an_exam_keeps_their_start_when_it_opens_a_little_later(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        _exam, path = await hold(iris, course)
        check(await ada.http.post(f"{path}/start", json={}))
        await ada.solve(MINE)
        for minutes, phase in ((20, "on_time"), (75, "ready")):
            start = update(ExamStart).values(started_at=now() - minutes * MINUTE)
            await application.state.services.database.write(
                lambda session, start=start: session.execute(start) and None
            )
            check(await iris.http.put(path, json=make_exam(opens_at=wall(-10 * MINUTE))))
            [own] = check(await ada.http.get(f"{API}/{course}/own"))["assignments"]
            assert own["phase"] == phase
            assert (own["exam"]["started"] is not None) == (phase == "on_time")
            assert own["points"] == (10 if phase == "on_time" else 0)
