"""Tasks on working copies: one at a time, reported correctly across restarts, and cancelled."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import structlog
from sqlalchemy import update

from app.db.models import AuthoringTask, now
from app.db.statuses import Role, TaskStatus
from app.domains.authoring.errors import MAX_TASKS
from app.domains.authoring.repository import SILENT, begin_task, note_task
from app.domains.authoring.working import WorkingCopies
from app.kit.errors import DatabaseUnavailableError
from app.work.workshop import Workshop
from grader.errors import SandboxUnavailableError
from tests.integration.app.conftest import AUTHORING as API
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_instructor
from tests.integration.app.test_authoring import run_task
from tests.integration.app.test_http import check_problem, read_events

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.domains.authoring.schemas import TaskView
    from app.services import Services
    from tests.integration.app.press import StandInPress

pytestmark = EACH_DATABASE


@pytest.fixture
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tasks, and those who follow them, look often at what has changed."""
    monkeypatch.setattr("app.work.workshop.BEAT_S", 0.05)
    monkeypatch.setattr("app.work.workshop.POLL_S", 0.05)


async def test_a_failure_of_ours_is_told_as_ours(iris: Person, press: StandInPress) -> None:
    for failure in (SandboxUnavailableError("jail", "none"), RuntimeError("broken")):
        press.failure = failure
        task = await run_task(iris, "check")
        assert task["status"] == "failed"
        assert "not in your problem" in task["message"]
    check_problem(await iris.http.get(f"{API}/double/task"), 403, "forbidden")


async def test_one_task_of_a_problem_at_a_time(iris: Person, application: FastAPI) -> None:
    lock = application.state.workshop._one_at_a_time
    async with lock:
        assert (await iris.http.post(f"{API}/shift/check")).json()["status"] == "waiting"
        check_problem(await iris.http.post(f"{API}/shift/publish"), 409, "conflict")
    stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "done"


async def test_nobody_fills_the_queue_of_tasks(iris: Person, application: FastAPI) -> None:
    """They run one after another, and somebody can own hundreds of problems."""
    for number in range(MAX_TASKS):
        await iris.http.post(API, json={"slug": f"more_{number}", "name": "More"})
    async with application.state.workshop._one_at_a_time:
        for number in range(MAX_TASKS):
            assert (await iris.http.post(f"{API}/more_{number}/check")).json()["status"] == "waiting"
        refused = check_problem(await iris.http.post(f"{API}/shift/check"), 409, "conflict")
        assert f"{MAX_TASKS} of your tasks" in refused["detail"]
        async with make_instructor(application, "otto") as otto:
            await otto.http.post(API, json={"slug": "another", "name": "Another"})
            assert (await otto.http.post(f"{API}/another/check")).json()["status"] == "waiting"
    for number in range(MAX_TASKS):
        await iris.http.get(f"{API}/more_{number}/task/events")
    assert (await run_task(iris, "check"))["status"] == "done"


async def test_a_task_that_a_stop_ends_is_told_as_interrupted(iris: Person, application: FastAPI) -> None:
    workshop = application.state.workshop
    async with workshop._one_at_a_time:
        await iris.http.post(f"{API}/shift/check")
        await asyncio.sleep(0)
        await workshop.close()
    task = (await iris.http.get(f"{API}/shift/task")).json()
    assert (task["status"], "Start it again" in task["message"]) == ("interrupted", True)
    assert (await run_task(iris, "check"))["status"] == "done"


async def test_what_became_of_a_task_outlives_the_process(iris: Person, application: FastAPI) -> None:
    done = await run_task(iris, "publish")
    services = application.state.services
    after = Workshop(services, StandInGrader)  # type: ignore[arg-type]
    found = await after.find("shift")
    assert found is not None
    assert found.model_dump(mode="json") == done

    begun = found.model_copy(update={"id": "killed", "status": TaskStatus.RUNNING, "message": ""})
    assert await services.database.write(lambda session: begin_task(session, begun)) is None
    check_problem(await iris.http.post(f"{API}/shift/check"), 409, "conflict")
    silent = update(AuthoringTask).values(seen_at=now() - SILENT - timedelta(seconds=1))
    await services.database.write(lambda session: session.execute(silent))
    assert (await iris.http.get(f"{API}/shift/task")).json()["status"] == "interrupted", "its process was killed"
    check_problem(await iris.http.post(f"{API}/shift/task/cancel"), 409, "conflict")
    assert (await run_task(iris, "check"))["status"] == "done"
    assert await services.database.write(lambda session: note_task(session, begun)) is None
    assert (await iris.http.get(f"{API}/shift/task")).json()["status"] == "done", "a late sign of life changes nothing"


async def test_a_result_waits_for_the_database(
    iris: Person, press: StandInPress, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its row would go on to say that the task runs."""
    failed: list[TaskView] = []

    def fail_twice(session: Session, task: TaskView) -> str | None:
        if task.status.is_over and len(failed) < 2:
            failed.append(task)
            raise DatabaseUnavailableError("it is away")
        return note_task(session, task)

    monkeypatch.setattr("app.kit.outage.PAUSE_S", 0.0)
    monkeypatch.setattr("app.work.workshop.repository.note_task", fail_twice)
    async with asyncio.timeout(60):
        assert (await run_task(iris, "publish"))["status"] == "done"
    assert len(failed) == 2


async def test_a_result_that_cannot_be_stored_is_logged(
    iris: Person, press: StandInPress, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session, task: TaskView) -> str | None:
        raise RuntimeError(f"{task.status} can't be stored")

    workshop = application.state.workshop
    monkeypatch.setattr("app.work.workshop.repository.note_task", fail)
    with structlog.testing.capture_logs() as lines:
        started = (await iris.http.post(f"{API}/shift/check")).json()
        await workshop._running[started["id"]].work
    assert "task_not_stored" in [line["event"] for line in lines]


async def test_files_are_read_and_written_in_threads(
    iris: Person, press: StandInPress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the event loop, everybody's requests would wait for the disk, or for somebody who saves a file."""
    done: list[bool] = []
    read_all = WorkingCopies.read_all

    def read_and_note(copies: WorkingCopies, slug: str) -> dict[str, bytes]:
        done.append(threading.current_thread() is threading.main_thread())
        return read_all(copies, slug)

    monkeypatch.setattr(WorkingCopies, "read_all", read_and_note)
    for kind in ("check", "publish", "redraw"):
        assert (await run_task(iris, kind))["status"] == "done"
    assert done
    assert not any(done)


async def test_a_task_is_cancelled_while_it_waits(iris: Person, press: StandInPress, application: FastAPI) -> None:
    check_problem(await iris.http.get(f"{API}/shift/task"), 404, "task_not_found")
    check_problem(await iris.http.post(f"{API}/shift/task/cancel"), 404, "task_not_found")
    async with application.state.workshop._one_at_a_time:
        await iris.http.post(f"{API}/shift/publish")
        await asyncio.sleep(0)
        assert (await iris.http.post(f"{API}/shift/task/cancel")).status_code == 202
        stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "cancelled"
    assert press.seen == []
    check_problem(await iris.http.post(f"{API}/shift/task/cancel"), 409, "conflict")


@pytest.mark.usefixtures("_quick_beats")
async def test_a_task_is_cancelled_while_it_runs(iris: Person, press: StandInPress, application: FastAPI) -> None:
    press.gate = threading.Event()
    started = (await iris.http.post(f"{API}/shift/publish")).json()
    async for task in application.state.workshop.follow("shift"):
        if task.step == "solutions":
            break
    # As another process does it: the request is in the row, where this process finds it.
    wish = update(AuthoringTask).where(AuthoringTask.public_id == started["id"]).values(cancelled_by="iris")
    await application.state.services.database.write(lambda session: session.execute(wish))
    stop = application.state.workshop._running[started["id"]].stop
    assert await asyncio.to_thread(stop.wait, 60)
    press.gate.set()
    stream = await iris.http.get(f"{API}/shift/task/events")
    last = read_events(stream.text)[-1][2]
    assert (last["status"], last["version"]) == ("cancelled", None)
    assert "shift" not in await application.state.services.catalogue.list_all_versions()
    press.gate = None
    assert (await run_task(iris, "publish"))["version"] == 1


@pytest.mark.parametrize("ending", ["unshared", "reads", "disabled", "demoted"])
async def test_a_task_that_waits_ends_with_its_starters_rights(
    iris: Person, press: StandInPress, application: FastAPI, ending: str
) -> None:
    services: Services = application.state.services
    async with make_instructor(application, "otto") as otto, make_instructor(application, "root", Role.ADMIN):
        await iris.http.put(f"{API}/shift/authors/otto")
        root = await services.accounts.find("root")
        async with application.state.workshop._one_at_a_time:
            assert (await otto.http.post(f"{API}/shift/publish")).json()["status"] == "waiting"
            match ending:
                case "unshared":
                    await iris.http.delete(f"{API}/shift/authors/otto")
                case "reads":
                    await iris.http.put(f"{API}/shift/authors/otto?role=read")
                case "disabled":
                    await services.administration.disable(root, "otto")
                case _:
                    await services.administration.change_role(root, "otto", Role.LEARNER)
        stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "cancelled"
    assert press.seen == []
    assert (await run_task(iris, "publish"))["version"] == 1


@pytest.mark.usefixtures("_quick_beats")
async def test_a_running_task_ends_with_its_starters_rights(
    iris: Person, press: StandInPress, application: FastAPI
) -> None:
    press.gate = threading.Event()
    async with make_instructor(application, "otto") as otto:
        await iris.http.put(f"{API}/shift/authors/otto")
        started = (await otto.http.post(f"{API}/shift/publish")).json()
        async for task in application.state.workshop.follow("shift"):
            if task.step == "solutions":
                break
        stop = application.state.workshop._running[started["id"]].stop
        await iris.http.delete(f"{API}/shift/authors/otto")
        assert await asyncio.to_thread(stop.wait, 60)
        press.gate.set()
        stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "cancelled"
    assert "shift" not in await application.state.services.catalogue.list_all_versions()


@pytest.mark.usefixtures("_quick_beats")
async def test_a_running_task_tells_what_it_has_found(iris: Person, press: StandInPress, application: FastAPI) -> None:
    tag = (await iris.http.get(f"{API}/shift/files/starter.py")).headers["ETag"]
    await iris.http.put(f"{API}/shift/files/starter.py", content=b"BROKEN = True\n", headers={"If-Match": tag})
    for kind in ("check", "publish"):
        press.gate = threading.Event()
        assert (await iris.http.post(f"{API}/shift/{kind}")).status_code == 202
        async for task in application.state.workshop.follow("shift"):
            if task.findings:
                break
        assert task.status is TaskStatus.RUNNING
        assert [(one.file, one.line) for one in task.findings] == [("lesson.md", 7)]
        assert "lesson.md:7" in await iris.read("/authoring/shift")
        press.gate.set()
        stream = await iris.http.get(f"{API}/shift/task/events")
        done = read_events(stream.text)[-1][2]
        assert (done["status"], len(done["findings"])) == ("refused", 2)


@pytest.mark.usefixtures("_quick_beats")
async def test_a_running_task_tells_how_long_it_still_takes(
    iris: Person, press: StandInPress, application: FastAPI
) -> None:
    for known in (False, True):  # whether an earlier check has passed
        press.gate = threading.Event()
        assert (await iris.http.post(f"{API}/shift/check")).status_code == 202
        async for task in application.state.workshop.follow("shift"):
            if task.step == "solutions":
                break
        assert (task.left_s is not None, task.step_left_s is not None, task.finished) == (known, True, [])
        page = await iris.read("/authoring/shift")
        assert ("solutions 1/2 · a few seconds left" if known else "this step: a few seconds left") in page
        press.gate.set()
        stream = await iris.http.get(f"{API}/shift/task/events")
        done = read_events(stream.text)[-1][2]
        assert (done["status"], done["left_s"], done["step_left_s"]) == ("done", None, None)
        assert done["finished"] == ["solutions"]
