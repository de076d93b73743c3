"""The fleet of runners: registering, draining, cordoning and setting them aside; and the admins' pages."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
import structlog
from sqlalchemy import update
from typer.testing import CliRunner

from app.cli.main import cli
from app.db.models import RegisteredRunner, now
from app.db.statuses import EventKind, Role, RunnerStatus
from app.domains.fleet.errors import RunnerNotFoundError
from app.domains.fleet.schemas import Registration
from app.kit.errors import ConflictError
from app.server.health import create_runner_app
from app.work.doctor import check_service
from app.work.preparation import Preparation
from app.work.runner import Runner
from grader.report import Mode, Verdict
from tests.integration.app.conftest import EACH_DATABASE, StandInGrader, make_instructor, publish
from tests.integration.app.running import running_runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.fleet.schemas import RunnerView
    from app.kit.settings import Settings
    from app.services import Services
    from grader.sandbox.doctor import Row
    from tests.integration.app.conftest import Person

pytestmark = EACH_DATABASE


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"runner_failures": 2, "runner_labels": "room 4"})


@pytest.fixture
async def runner(services: Services, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Runner]:
    async with running_runner(services, grader, monkeypatch) as made:
        yield made


async def _submit(services: Services, account: Account) -> str:
    return (await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id


async def _follow(services: Services, submission: str, account: Account) -> EventKind:
    async with asyncio.timeout(60):
        return [event.kind async for event in services.submissions.events(submission, account)][-1]


async def _until(services: Services, name: str, holds: Callable[[RunnerView], bool]) -> RunnerView:
    async with asyncio.timeout(60):
        while not holds(found := await services.fleet.find_runner(name)):  # noqa: ASYNC110 - another task's work
            await asyncio.sleep(0.02)
    return found


@EACH_DATABASE
async def test_a_runner_is_registered_from_start_to_stop(
    services: Services, runner: Runner, grader: StandInGrader
) -> None:
    found = await _until(services, runner.name, lambda one: bool(one.tier) and not one.is_silent)
    assert found.name.startswith(f"{found.host}:")
    assert (found.capacity, found.device, found.labels) == (2, "cpu", "room 4")
    assert (found.status, found.running, found.failures) == (RunnerStatus.ACTIVE, 0, 0)
    assert (found.tier, found.stack) == ("B", grader.stack.tell())
    seen = found.seen_at
    await _until(services, runner.name, lambda one: one.seen_at > seen)
    await runner.stop()
    assert await services.fleet.list_runners() == []


def _silence(name: str, silence: timedelta, session: Session) -> None:
    moment = now() - silence
    session.execute(update(RegisteredRunner).where(RegisteredRunner.name == name).values(seen_at=moment))


async def test_a_silent_runner_is_told_as_such_and_later_forgotten(services: Services, runner: Runner) -> None:
    for name, silence in (("gone:1:a", timedelta(minutes=5)), ("gone:2:b", timedelta(hours=2))):
        await services.fleet.register(Registration(name, "gone", 1, "cpu", ""))
        await services.database.write(partial(_silence, name, silence))
    assert (await services.fleet.find_runner("gone:1:a")).is_silent
    await services.fleet.register(Registration("new:1:a", "new", 1, "cpu", ""))
    assert {one.name for one in await services.fleet.list_runners()} == {"gone:1:a", "new:1:a", runner.name}


@EACH_DATABASE
async def test_a_runner_that_was_forgotten_registers_again(services: Services, runner: Runner) -> None:
    await services.fleet.unregister(runner.name)
    async with asyncio.timeout(60):
        while not await services.fleet.list_runners():  # noqa: ASYNC110 - another task's work
            await asyncio.sleep(0.02)
    assert (await services.fleet.find_runner(runner.name)).status is RunnerStatus.ACTIVE


@EACH_DATABASE
async def test_a_draining_runner_finishes_claims_nothing_and_says_when_it_is_empty(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.gate.clear()
    first = await _submit(services, account)
    async with asyncio.timeout(60):
        while not grader.sources:  # noqa: ASYNC110 - another task's work
            await asyncio.sleep(0.01)
    drained = await services.fleet.drain(runner.name)
    assert drained.status is RunnerStatus.DRAINING
    assert not drained.is_empty, "it hasn't told yet"
    second = await _submit(services, account)
    await _until(services, runner.name, lambda one: one.running == 1)
    with structlog.testing.capture_logs() as logs:
        grader.gate.set()
        assert await _follow(services, first, account) is EventKind.VERDICT
        await _until(services, runner.name, lambda one: one.is_empty)
    assert "runner_drained" in {line["event"] for line in logs}
    assert (await services.submissions.get(second, account)).status == "queued"
    await services.fleet.uncordon(runner.name)
    assert await _follow(services, second, account) is EventKind.VERDICT


async def test_a_cordoned_runner_claims_nothing(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    await services.fleet.cordon(runner.name)
    await services.fleet.cordon(runner.name)
    submission = await _submit(services, account)
    assert await services.ledger.begin(runner.name) is None
    assert not grader.sources
    other = Runner(services, grader, poll_s=0.05)
    await other.start()
    assert await _follow(services, submission, account) is EventKind.VERDICT
    await other.stop()
    assert (await services.fleet.uncordon(runner.name)).status is RunnerStatus.ACTIVE


async def test_a_runner_that_keeps_failing_is_set_aside_until_an_admin_revives_it(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.verdicts = [Verdict.INTERNAL_ERROR]
    grader.message = "No sandbox starts."
    submission = await _submit(services, account)
    found = await _until(services, runner.name, lambda one: one.status is RunnerStatus.SET_ASIDE)
    assert (
        found.reason
        == "2 grades in a row failed on the platform's side, the last with internal_error: No sandbox starts."
    )
    assert (await services.submissions.get(submission, account)).status == "queued"
    with pytest.raises(ConflictError):
        await services.fleet.cordon(runner.name)
    grader.verdicts = [Verdict.ACCEPTED]
    revived = await services.fleet.uncordon(runner.name)
    assert (revived.status, revived.failures, revived.reason) == (RunnerStatus.ACTIVE, 0, "")
    assert await _follow(services, submission, account) is EventKind.VERDICT


async def test_submissions_that_make_the_grader_fail_set_no_runner_aside(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    """After two failures in a row, the runner grades the problem's own solution."""
    grader.verdicts = [Verdict.INTERNAL_ERROR, Verdict.INTERNAL_ERROR, Verdict.ACCEPTED]
    submission = await _submit(services, account)
    assert await _follow(services, submission, account) is EventKind.VERDICT
    own = (await services.catalogue.load_bundle(await services.catalogue.find_any_version("double"))).manifest.solution
    assert [source.decode() == own for source in grader.sources] == [False, False, True, False]
    found = await services.fleet.find_runner(runner.name)
    assert (found.status, found.reason) == (RunnerStatus.ACTIVE, "")


async def test_failures_count_only_in_a_row(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    for _ in range(3):
        grader.verdicts = [Verdict.INTERNAL_ERROR, Verdict.ACCEPTED]
        assert await _follow(services, await _submit(services, account), account) is EventKind.VERDICT
    assert (await services.fleet.find_runner(runner.name)).status is RunnerStatus.ACTIVE


async def test_a_broken_bundle_is_no_fault_of_the_runner(
    services: Services, settings: Settings, account: Account, runner: Runner
) -> None:
    services.store._loaded.clear()  # as after a restart
    next(settings.bundles.glob("*/cases.bin")).write_bytes(b"")
    assert await _follow(services, await _submit(services, account), account) is EventKind.FAILED
    assert (await services.fleet.find_runner(runner.name)).status is RunnerStatus.ACTIVE


async def test_an_unknown_runner(services: Services, runner: Runner) -> None:
    with pytest.raises(RunnerNotFoundError, match=f"Did you mean `{runner.name}`"):
        await services.fleet.drain(runner.name + "x")


# Pages -------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def admin(application: FastAPI) -> AsyncIterator[Person]:
    async with make_instructor(application, "root", Role.ADMIN) as person:
        yield person


async def test_the_pages_are_for_admins(admin: Person, ada: Person, nobody: Person, application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        for path in ("/admin/runners", "/admin/queue"):
            for person, status in ((nobody, 401), (ada, 403), (iris, 403), (admin, 200)):
                assert (await person.http.get(path)).status_code == status
        form = {"name": application.state.runner.name, "action": "cordon"}
        for person, status in ((nobody, 401), (ada, 403), (iris, 403)):
            assert (await person.http.post("/admin/runners", data=form)).status_code == status
            assert (await person.http.post("/admin/queue")).status_code == status
        assert 'href="/admin"' not in (await iris.http.get("/")).text
    assert 'href="/admin"' in (await admin.http.get("/")).text


@EACH_DATABASE
async def test_an_admin_drains_a_runner_and_lets_it_claim_again(admin: Person, application: FastAPI) -> None:
    name = application.state.runner.name
    services: Services = application.state.services
    assert "Active" in (await admin.http.get("/admin/runners")).text
    for action, told in (("cordon", "Cordoned"), ("drain", "Drain"), ("uncordon", "Active")):
        form = {"name": name, "action": action}
        page = await admin.http.post("/admin/runners", data=form, follow_redirects=True)
        assert page.status_code == 200
        assert told in page.text
    assert (await services.fleet.find_runner(name)).status is RunnerStatus.ACTIVE
    unknown = {"name": "nobody:1:a", "action": "drain"}
    assert (await admin.http.post("/admin/runners", data=unknown)).status_code == 404


@EACH_DATABASE
async def test_the_queue_page_tells_what_failed_and_queues_it_again(
    admin: Person, ada: Person, application: FastAPI, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.runner.RETRY_DELAY_S", 0.01)
    monkeypatch.setattr(application.state.runner, "_poll_s", 0.05)
    services: Services = application.state.services
    account = await services.accounts.find_by_name("ada")
    assert account is not None
    assert "Nothing has failed" in (await admin.http.get("/admin/queue")).text
    grader.verdicts = [RuntimeError("broken")]
    name = application.state.runner.name
    submission = (await ada.submit())["id"]
    await _until(services, name, lambda one: one.status is RunnerStatus.SET_ASIDE)
    assert "nothing is waiting" not in (await admin.http.get("/admin/queue")).text
    await services.fleet.uncordon(name)
    assert await _follow(services, submission, account) is EventKind.FAILED
    page = (await admin.http.get("/admin/queue")).text
    assert submission in page
    grader.verdicts = [Verdict.ACCEPTED]
    await services.fleet.uncordon(name)
    page = (await admin.http.post("/admin/queue", data={"submission": submission}, follow_redirects=True)).text
    assert "Nothing has failed" in page
    assert await _follow(services, submission, account) is EventKind.VERDICT


# What monitoring is told -------------------------------------------------------------------------------------------


async def _watch(http: httpx.AsyncClient) -> tuple[int, str, str, str, list[str]]:
    answer = await http.get("/readyz")
    told = answer.json()
    return answer.status_code, told["status"], told["runner"], told["runners"], told["advice"]


async def test_a_server_whose_runner_may_not_claim_is_degraded_and_serves(
    ada: Person, application: FastAPI, grader: StandInGrader
) -> None:
    """Pages work, and submissions are queued: nobody would gain if a load balancer removed the server."""
    services: Services = application.state.services
    name = application.state.runner.name
    await application.state.preparation.ready.wait()
    await _until(services, name, lambda one: bool(one.stack))
    assert await _watch(ada.http) == (200, "ready", "ok", "ok", [])
    for change, state in ((services.fleet.cordon, "cordoned"), (services.fleet.drain, "draining")):
        await change(name)
        status, ready, own, runners, [advice] = await _watch(ada.http)
        assert (status, ready, own, runners) == (200, "degraded", state, "none")
        assert advice.startswith(f"No runner claims jobs, so nothing is graded: 1 {state}. `jaxdojo runner list` says")
        assert name not in advice, "anybody may read it"
    metrics = (await ada.http.get("/metrics")).text.splitlines()
    assert 'jaxdojo_runners{status="active"} 0.0' in metrics
    assert 'jaxdojo_runners{status="draining"} 1.0' in metrics
    await ada.submit()
    assert "jaxdojo_submissions_stranded 1.0" in (await ada.http.get("/metrics")).text.splitlines()
    await services.fleet.uncordon(name)
    grader.verdicts = [Verdict.INTERNAL_ERROR]
    await ada.submit()
    await _until(services, name, lambda one: one.status is RunnerStatus.SET_ASIDE)
    assert (await _watch(ada.http))[:4] == (200, "degraded", "set_aside", "none")


async def test_what_waits_for_a_kind_of_runner_that_isnt_there_is_told(
    ada: Person, admin: Person, application: FastAPI
) -> None:
    services: Services = application.state.services
    await application.state.preparation.ready.wait()
    await publish(services, device="gpu", needs={"jax": ">=0.12"}, lesson="For new GPUs.")
    await ada.submit()
    status, ready, _, runners, advice = await _watch(ada.http)
    assert (status, ready, runners) == (200, "degraded", "lacking")
    assert advice == ["1 waiting for a runner with JAXDOJO_DEVICE=gpu, jax>=0.12, and none is claiming: start one."]
    page = (await admin.http.get("/admin/queue")).text
    assert "None: start a runner with JAXDOJO_DEVICE=gpu, jax&gt;=0.12" in page


async def test_a_runner_that_may_not_claim_is_not_ready(services: Services, runner: Runner) -> None:
    preparation = Preparation(services)
    preparation.skip()
    transport = httpx.ASGITransport(create_runner_app(services, runner, preparation))
    async with httpx.AsyncClient(transport=transport, base_url="http://runner.test") as http:
        assert await _watch(http) == (200, "ready", "ok", "ok", [])
        await services.fleet.cordon(runner.name)
        assert (await _watch(http))[:4] == (503, "not_ready", "cordoned", "none")
        await services.fleet.register(Registration("other:1:a", "other", 1, "cpu", ""))
        assert (await _watch(http))[:4] == (503, "not_ready", "cordoned", "ok")
        await services.fleet.uncordon(runner.name)
        assert (await _watch(http))[0] == 200


async def test_the_doctor_tells_when_no_runner_claims(services: Services, settings: Settings) -> None:
    async def look() -> Row:
        rows = await asyncio.to_thread(lambda: list(check_service(settings)))
        return next(row for row in rows if row.wall == "runners")

    assert (await services.fleet.describe()).faults == [
        "There is no runner, so nothing is graded. `jaxdojo runner` starts one."
    ]
    assert (await look()).stands, "nothing was started yet"
    for number in range(2):
        await services.fleet.register(Registration(f"r{number}", "h", 1, "cpu", ""))
    assert ((await look()).stands, (await look()).tested) == (True, "2 of 2 claim jobs")
    await services.fleet.cordon("r0")
    await services.database.write(partial(_silence, "r1", timedelta(minutes=5)))
    found = await look()
    assert not found.stands
    assert "1 cordoned, 1 silent" in found.advice
    assert "jaxdojo runner uncordon" in found.advice


# Commands ----------------------------------------------------------------------------------------------------------


async def test_the_commands(
    services: Services, runner: Runner, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_DATABASE_URL", settings.database_url)
    monkeypatch.chdir(tmp_path)

    async def call(*words: str) -> str:
        result = await asyncio.to_thread(CliRunner().invoke, cli, ["runner", *words], env={"COLUMNS": "300"})
        assert result.exit_code == 0, result.output
        return result.output

    listed = await call("list")
    assert runner.name in listed
    assert "active" in listed
    assert "claims nothing" in await call("cordon", runner.name)
    assert "cordoned" in await call("list")
    assert "claims again" in await call("uncordon", runner.name)
    assert "is empty and can be stopped" in await call("drain", runner.name, "--wait")
    assert (await services.fleet.find_runner(runner.name)).status is RunnerStatus.DRAINING


async def test_the_command_alone_still_runs_a_runner(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    ran = []
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_DATABASE_URL", settings.database_url)
    monkeypatch.setattr("app.server.processes.run_runner", lambda settings, _say: ran.append(settings))
    result = await asyncio.to_thread(CliRunner().invoke, cli, ["runner"])
    assert result.exit_code == 0, result.output
    assert len(ran) == 1
