"""Tasks on working copies: one at a time, reported correctly across restarts, and cancelled."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import update

from app.db.models import AuthoringTask, now
from app.db.statuses import TaskStatus
from app.domains.authoring.errors import MAX_TASKS
from app.domains.authoring.repository import SILENT, begin_task, note_task
from app.work.workshop import Workshop
from grader.errors import SandboxUnavailableError
from tests.integration.app.conftest import AUTHORING as API
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_instructor
from tests.integration.app.test_authoring import run_task
from tests.integration.app.test_http import check_problem, read_events

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.press import StandInPress

pytestmark = EACH_DATABASE


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


async def test_a_task_is_cancelled_while_it_waits(iris: Person, press: StandInPress, application: FastAPI) -> None:
    check_problem(await iris.http.post(f"{API}/shift/task/cancel"), 404, "not_found")
    async with application.state.workshop._one_at_a_time:
        await iris.http.post(f"{API}/shift/publish")
        await asyncio.sleep(0)
        assert (await iris.http.post(f"{API}/shift/task/cancel")).status_code == 202
        stream = await iris.http.get(f"{API}/shift/task/events")
    assert read_events(stream.text)[-1][2]["status"] == "cancelled"
    assert press.seen == []
    check_problem(await iris.http.post(f"{API}/shift/task/cancel"), 409, "conflict")


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
