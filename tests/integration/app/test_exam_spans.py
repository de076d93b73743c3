"""From when until when somebody may work on an exam: kept by each process, and never older than the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.holds import list_holds
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, check, join, make_course, make_learner, wall
from tests.integration.app.test_exams import HOUR, MINUTE, hold, make_exam

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    import pytest
    from fastapi import FastAPI

    from tests.integration.app.conftest import JSON

KEPT = "app.domains.courses.repository.spans._KEPT"


async def find_end(application: FastAPI) -> datetime | None:
    """Return until when the only exam holds verdicts."""
    found = await application.state.services.database.read(list_holds)
    return found[0].until if found else None


@EACH_DATABASE
async def test_what_another_process_changes_counts_at_once(
    application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        due = wall(HOUR)
        exam: JSON = {"holds_verdicts": True, "opens_at": wall(-HOUR), "due_at": due}
        _exam, path = await hold(iris, course, **exam)
        end = await find_end(application)
        assert end is not None
        changes: list[tuple[str, str, JSON, timedelta]] = [
            ("post", "time", {"minutes": 30, "reason": "x"}, 30 * MINUTE),
            ("post", "time", {"minutes": 5, "reason": "x", "student": student}, 35 * MINUTE),
            ("put", "overrides", {"label": "A", "due_at": wall(3 * HOUR)}, 2 * HOUR + 35 * MINUTE),
            ("put", "overrides", {"label": "A", "due_at": wall(2 * HOUR)}, HOUR + 35 * MINUTE),
            ("put", "overrides", {"student": student, "due_at": wall(4 * HOUR)}, 3 * HOUR + 35 * MINUTE),
            ("put", "", make_exam(**exam | {"due_at": wall(5 * HOUR)}), 4 * HOUR + 35 * MINUTE),
            ("put", "", make_exam(**exam), 3 * HOUR + 35 * MINUTE),
        ]
        for method, name, body, more in changes:
            with monkeypatch.context() as there:
                there.setattr(KEPT, {})
                answer = await iris.http.request(method, f"{path}/{name}".rstrip("/"), json=body)
                assert answer.status_code in {200, 201}, answer.text
            now = await find_end(application)
            assert now is not None
            assert now - end == more, (name, body)
        with monkeypatch.context() as there:
            there.setattr(KEPT, {})
            for one in check(await iris.http.get(f"{path}/exam"))["added"]:
                check(await iris.http.delete(f"{path}/time/{one['id']}"), 204)
            for one in check(await iris.http.get(f"{path}/overrides"))["overrides"]:
                check(await iris.http.delete(f"{path}/overrides/{one['id']}"), 204)
        assert await find_end(application) == end


async def test_minutes_of_several_labels_add_up_and_those_of_students_do_not(application: FastAPI) -> None:
    async with (
        make_instructor(application, "iris") as iris,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course = await make_course(iris)
        students = [await join(iris, one, course) for one in (ada, bob)]
        _exam, path = await hold(iris, course, holds_verdicts=True)
        end = await find_end(application)
        assert end is not None
        for label in ("A", "B"):
            check(await iris.http.put(f"{API}/{course}/labels/{label}"), 204)
        targets: list[JSON] = [{"label": "A"}, {"label": "B"}, *({"student": one} for one in students), {}]
        for minutes, target in enumerate(targets, start=1):
            check(await iris.http.post(f"{path}/time", json={"minutes": minutes, "reason": "x", **target}), 201)
        now = await find_end(application)
        assert now is not None
        assert now - end == (1 + 2 + 4 + 5) * MINUTE


async def test_what_goes_with_a_label_stops_counting(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.domains.courses.repository.spans.KEPT_S", 1e-9)
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        _exam, path = await hold(iris, course, holds_verdicts=True)
        end = await find_end(application)
        check(await iris.http.post(f"{path}/time", json={"minutes": 9, "reason": "x", "label": "A"}), 201)
        assert await find_end(application) != end
        check(await iris.http.delete(f"{API}/{course}/labels/A"), 204)
        assert await find_end(application) == end


async def test_few_spans_of_exams_that_are_gone_are_kept(application: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[int, object] = {}
    monkeypatch.setattr(KEPT, kept)
    monkeypatch.setattr("app.domains.courses.repository.spans.SPARE", 0)
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        paths = [(await hold(iris, course))[1] for _ in range(4)]
        await find_end(application)
        assert len(kept) == 4
        for path in paths[1:]:
            check(await iris.http.delete(path), 204)
        await find_end(application)
        assert len(kept) == 1
