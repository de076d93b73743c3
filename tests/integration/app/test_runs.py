"""Runs that nobody keeps: guests' runs of samples, and programs that belong to no problem."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update

from app.db.models import Job, Submission, SubmissionEvent, now
from app.db.statuses import Status
from app.domains.runs.service import KEPT
from app.kit.errors import NotSignedInError
from grader.report import Mode
from tests.integration.app.conftest import EACH_DATABASE, make_person

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader

JSON = dict[str, Any]
SOURCE = "def double(x): return 2 * x"
RUNS = "/api/v1/problems/double/runs"
GUEST = "address 192.0.2.1"


async def run(person: Person, path: str = RUNS) -> JSON:
    """Run something, wait for its end, and return the result."""
    answer = await person.http.post(path, json={"source": SOURCE})
    assert answer.status_code == 202, answer.text
    made: JSON = answer.json()
    assert answer.headers["location"] == f"/api/v1/runs/{made['id']}"
    if path == RUNS:
        await person.http.get(f"/runs/{made['id']}/live")
    while made["status"] in {"queued", "running"}:
        made = (await person.http.get(f"/api/v1/runs/{made['id']}")).json()
    return made


def count_rows(session: Session) -> int:
    return sum(len(session.scalars(select(table.id)).all()) for table in (Submission, SubmissionEvent, Job))


async def test_a_guest_runs_the_samples_and_sees_the_verdict(nobody: Person, grader: StandInGrader) -> None:
    answer = await nobody.http.post(RUNS, json={"source": SOURCE})
    made = answer.json()
    stream = await nobody.http.get(f"/runs/{made['id']}/live")
    kinds = [line.removeprefix("event: ") for line in stream.text.splitlines() if line.startswith("event: ")]
    assert kinds[-1] == "verdict"
    assert "case" in kinds
    assert grader.sources == [SOURCE.encode()]
    done = (await nobody.http.get(f"/api/v1/runs/{made['id']}")).json()
    assert (done["problem"], done["status"], done["report"]["mode"]) == ("double", "done", "run")
    assert "Accepted on the samples" in await nobody.read(f"/runs/{made['id']}")


async def test_without_javascript_a_guest_is_led_to_a_page(nobody: Person) -> None:
    answer = await nobody.send("/problems/double/runs", source="def double(x):\r\n    return 2 * x\r\n")
    assert answer.status_code == 303
    page = await nobody.http.get(answer.headers["location"], headers={"accept": "text/html"})
    assert page.headers["cache-control"] == "no-store"
    assert "return" in page.text
    program = await nobody.send("/programs", source="print(1)")
    told = await nobody.read(program.headers["location"])
    assert "print" in told
    assert "kept for 10 minutes. Anyone with its address" in told


async def test_a_members_run_is_for_them_alone(nobody: Person, ada: Person) -> None:
    program = (await ada.send("/programs", source="print(1)")).headers["location"]
    assert "kept for 10 minutes, and only you can see it" in await ada.read(program)
    samples = (await ada.send("/problems/double/runs", source="x = 1")).headers["location"]
    page = await ada.read(samples)
    assert ("Only you can see this page" in page, "kept for 10 minutes" in page) == (True, False)
    for path in (program, samples):
        await nobody.read(path, 404)


async def test_a_program_is_observed_and_belongs_to_no_problem(nobody: Person, ada: Person) -> None:
    for person in (nobody, ada):
        done = await run(person, "/api/v1/programs")
        assert done["problem"] is None
        assert [call["label"] for call in done["report"]["cases"][0]["calls"]] == ["step: call 1", "step: call 2"]
    assert (await ada.http.get("/api/v1/submissions")).json()["submissions"] == []
    page = f"/runs/{(await run(nobody, '/api/v1/programs'))['id']}"
    assert "2 calls of jitted functions" in await nobody.read(f"{page}?part=bars")
    brief = await nobody.read(f"{page}?part=brief")
    assert "<strong>✓ It ran</strong>" in brief
    assert "again 1 time" not in brief
    assert brief.count("data-done") == 1
    told = await nobody.read(page)
    for words in ("again 1 time", "<code>x</code> was &lt;2&gt; before", "4 KiB", "{ &lt;lambda&gt; }", "tanh"):
        assert words in told


async def test_a_member_s_run_by_this_road_is_kept_like_any_other(ada: Person) -> None:
    done = await run(ada)
    [kept] = (await ada.http.get("/api/v1/submissions")).json()["submissions"]
    assert (kept["id"], kept["mode"]) == (done["id"], "run")


async def test_nothing_of_a_guest_s_run_is_left(application: FastAPI, nobody: Person, ada: Person) -> None:
    services: Services = application.state.services
    await ada.solve()
    before = await services.database.read(count_rows)
    guests = [await run(nobody), await run(nobody, "/api/v1/programs"), await run(ada, "/api/v1/programs")]
    assert await services.runs.sweep() == 0, "they are new"
    assert await services.database.read(count_rows) > before
    long_ago = now() - KEPT - timedelta(seconds=1)
    await services.database.write(lambda session: session.execute(update(Submission).values(created_at=long_ago)))
    assert await services.runs.sweep() == 3
    assert await services.database.read(count_rows) == before
    for one in guests:
        answer = await nobody.http.get(f"/api/v1/runs/{one['id']}")
        assert (answer.status_code, answer.json()["code"]) == (404, "run_not_found")
    assert len((await ada.http.get("/api/v1/submissions")).json()["submissions"]) == 1


@EACH_DATABASE
async def test_what_waits_too_long_goes_with_its_job_and_what_runs_stays(services: Services) -> None:
    made = [await services.runs.run_samples("double", SOURCE, None, GUEST) for _ in range(2)]
    work = await services.ledger.begin("here:1:a")
    assert work is not None
    assert (work.public_id, work.is_guest, work.mode) == (made[0].id, True, Mode.RUN)
    long_ago = now() - KEPT - timedelta(seconds=1)
    await services.database.write(lambda session: session.execute(update(Submission).values(created_at=long_ago)))
    assert await services.runs.sweep() == 1
    assert await services.ledger.begin("here:1:a") is None, "the job of the one that waited is gone"
    assert (await services.runs.get(made[0].id, None)).status is Status.RUNNING


@EACH_DATABASE
async def test_programs_are_claimed_by_any_runner(services: Services) -> None:
    made = await services.runs.run_program("print(1)", None, GUEST)
    work = await services.ledger.begin("here:1:a")
    assert work is not None
    assert (work.public_id, work.digest, work.problem) == (made.id, "", "")


async def test_a_failed_run_of_a_guest_is_not_revived(
    application: FastAPI, nobody: Person, grader: StandInGrader
) -> None:
    grader.gate.clear()
    services: Services = application.state.services
    answer = await nobody.http.post(RUNS, json={"source": SOURCE})
    assert answer.status_code == 202
    await services.database.write(
        lambda session: session.execute(
            update(Submission).values(status=Status.FAILED, finished_at=now() - timedelta(days=1))
        )
    )
    assert await services.regrades.revive_failed() == 0


@pytest.mark.parametrize(
    ("registration", "guest_runs", "may"),
    [
        ("open", "auto", True),
        ("invited", "auto", False),
        ("closed", "auto", False),
        ("closed", "on", True),
        ("open", "off", False),
    ],
)
async def test_one_switch_says_whether_guests_may(
    services: Services,
    registration: str,
    guest_runs: str,
    may: bool,  # noqa: FBT001 - a column of the table
) -> None:
    changed = services.settings.model_copy(update={"registration": registration, "guest_runs": guest_runs})
    services.runs._settings = changed
    if may:
        await services.runs.run_samples("double", SOURCE, None, GUEST)
        return
    for wanted in (
        services.runs.run_samples("double", SOURCE, None, GUEST),
        services.runs.run_program(SOURCE, None, GUEST),
    ):
        with pytest.raises(NotSignedInError):
            await wanted


async def test_the_front_page_s_picture_is_made_again_once_the_machine_is_quiet(
    application: FastAPI, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.recording.shows_retracing", lambda _report: True)
    monkeypatch.setattr("app.work.recording.POLL_S", 0.01)
    recording, quiet = application.state.recording, asyncio.Event()
    keeping = asyncio.create_task(recording.keep(quiet))
    async with asyncio.timeout(20):
        while recording.report is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        first = recording.at
        assert not recording._path.exists(), "a run on a busy machine was kept"
        quiet.set()
        await keeping
    assert recording._path.exists()
    assert recording.at > first
    kept = recording.at
    await recording.keep(quiet)
    assert recording.at == kept, "a recording that is kept isn't made again"


async def test_the_front_page_s_picture_is_recorded_once(application: FastAPI, nobody: Person) -> None:
    """The stand-in's program has two calls, so the recording is refused: it doesn't show what the page says."""
    recording = application.state.recording
    await recording._record()
    assert recording.report is None
    page = await nobody.read("/")
    assert "each call of the jitted function becomes a bar" in page
    assert "Recorded on this server" not in page


async def test_hints_solution_and_submissions_still_need_an_account(application: FastAPI) -> None:
    person = make_person(application)
    async with person.http:
        for path, body in [
            ("/api/v1/problems/double/submissions", {"source": SOURCE, "mode": "run"}),
            ("/api/v1/problems/double/hints/1", None),
            ("/api/v1/problems/double/solution", None),
        ]:
            assert (await person.http.post(path, json=body)).status_code == 401
        page = await person.read("/problems/double")
        assert 'data-join="submit"' in page
        assert 'action="/problems/double/runs"' in page
