"""`/metrics`: what it counts, and for whom."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
from typing import TYPE_CHECKING, NoReturn

import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from app.domains.fleet.schemas import FleetState
from app.domains.monitoring.metrics import MAX_CODES, Machine, Metrics, Stored, is_local
from app.domains.submissions.schemas import Backlog
from app.kit.errors import AddressInUseError, DatabaseUnavailableError
from app.kit.settings import prepare_data_directory
from app.server.application import create_app
from app.server.health import create_runner_app
from app.server.processes import _answer_watchers, _listen_for_watchers, _Server, _work, listen
from app.work.installation import prepare_database
from app.work.preparation import Preparation
from app.work.runner import Runner
from grader.report import Mode, Report, Verdict
from tests.ports import find_free_port

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader


SHARED = tuple(
    f"jaxdojo_{name}" for name in ("submissions_", "runners", "webhooks_pending", "webhooks_oldest", "mails_")
)
"""How the metrics begin that come from the database."""


async def read_metrics(person: Person) -> list[str]:
    answer = await person.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return answer.text.splitlines()


async def test_verdicts_are_counted(ada: Person, application: FastAPI) -> None:
    await ada.solve()
    await application.state.preparation.ready.wait()
    lines = await read_metrics(ada)
    assert 'jaxdojo_verdicts_total{mode="submit",verdict="accepted"} 1.0' in lines
    assert 'jaxdojo_verdict_codes_total{code="accepted"} 1.0' in lines
    assert "jaxdojo_grade_seconds_count 1.0" in lines
    for stage in ("prepare", "run", "judge"):
        assert f'jaxdojo_grade_stage_seconds_count{{stage="{stage}"}} 1.0' in lines
    assert any(line.startswith("jaxdojo_sandbox{state=") for line in lines)


async def test_sandboxes_are_counted(ada: Person) -> None:
    lines = await read_metrics(ada)
    assert 'jaxdojo_spares{kind="any"} 1.0' in lines
    assert 'jaxdojo_sandbox_kills_total{reason="timed_out"} 2.0' in lines


async def test_backlog_is_measured(ada: Person, grader: StandInGrader) -> None:
    lines = await read_metrics(ada)
    assert 'jaxdojo_submissions_pending{status="running"} 0.0' in lines
    assert 'jaxdojo_submissions_oldest_seconds{status="running"} 0.0' in lines
    grader.gate.clear()
    await ada.submit()
    async with asyncio.timeout(30):
        while 'jaxdojo_submissions_pending{status="running"} 1.0' not in lines:
            await asyncio.sleep(0.02)
            lines = await read_metrics(ada)
    assert 'jaxdojo_submissions_oldest_seconds{status="running"} 0.0' not in lines
    assert 'jaxdojo_submissions_pending{status="queued"} 0.0' in lines
    ready = (await ada.http.get("/readyz")).json()
    assert (ready["queue"], ready["waiting"], ready["oldest_s"]) == ("ok", 0, 0.0)
    grader.gate.set()


@pytest.mark.parametrize("hangs", [False, True])
async def test_an_outage_of_the_database_is_measured_and_the_rest_goes_on(
    ada: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch, *, hangs: bool
) -> None:
    """What the database said before isn't repeated: that would look like a queue that doesn't change."""
    await ada.solve()
    assert "jaxdojo_database_up 1.0" in await read_metrics(ada)

    over = threading.Event()

    def fail(*_of_transaction: object) -> NoReturn:
        if hangs:
            over.wait(30)
        raise DatabaseUnavailableError("it's down")

    with monkeypatch.context() as outage:
        outage.setattr("app.server.health.PATIENCE_S", 0.2)
        for name in ("_read", "_write"):
            outage.setattr(application.state.services.database, name, fail)
        lines = await read_metrics(ada)
        assert "jaxdojo_database_up 0.0" in lines
        for name in ("database_connections", "loop_lag_worst_seconds", "disk_free_bytes", "sandbox", "verdicts_total"):
            assert any(line.startswith(f"jaxdojo_{name}") for line in lines), name
        assert any(line.startswith("process_resident_memory_bytes") for line in lines)
        assert not [line for line in lines if line.startswith(SHARED) and not line.endswith(" NaN")]
        over.set()
    lines = await read_metrics(ada)
    assert "jaxdojo_database_up 1.0" in lines
    for name in SHARED:
        assert any(line.startswith(name) and not line.endswith(" NaN") for line in lines), name


async def test_requests_are_counted_by_route(ada: Person) -> None:
    await ada.read("/problems/double")
    await ada.read("/problems/nowhere", status=404)
    await ada.read("/nowhere/at/all", status=404)
    lines = await read_metrics(ada)
    assert 'jaxdojo_http_requests_total{method="GET",route="/problems/{slug}",status="200"} 1.0' in lines
    assert 'jaxdojo_http_requests_total{method="GET",route="/problems/{slug}",status="404"} 1.0' in lines
    assert 'jaxdojo_http_requests_total{method="GET",route="unmatched",status="404"} 1.0' in lines
    assert 'jaxdojo_http_request_seconds_count{route="/problems/{slug}"} 2.0' in lines
    assert not [line for line in lines if "nowhere" in line]


async def test_separate_runner_answers_watchers(services: Services, grader: StandInGrader) -> None:
    port = find_free_port()
    settings = services.settings.model_copy(update={"runner": "separate"})
    services = dataclasses.replace(services, settings=settings)
    runner, preparation = Runner(services, grader), Preparation(services)
    await runner.start()
    await preparation.run(grader)
    async with (
        _answer_watchers(listen("127.0.0.1", port), create_runner_app(services, runner, preparation)),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        async with asyncio.timeout(30):
            while True:
                with contextlib.suppress(httpx.ConnectError):
                    assert (await http.get("/healthz")).json() == {"status": "ok"}
                    break
                await asyncio.sleep(0.02)
        ready = await http.get("/readyz")
        assert (ready.status_code, ready.json()["runner"], ready.json()["sandbox"]) == (200, "ok", "tier B")
        assert 'jaxdojo_sandbox_kills_total{reason="timed_out"} 2.0' in (await http.get("/metrics")).text
        assert (await http.get("/")).status_code == 404
        await runner.stop()
        ready = await http.get("/readyz")
        assert (ready.status_code, ready.json()["runner"]) == (503, "stopped")


async def test_a_runner_whose_port_is_taken_does_not_begin(services: Services, grader: StandInGrader) -> None:
    with listen("127.0.0.1", 0) as taken:
        settings = services.settings.model_copy(update={"runner_port": taken.getsockname()[1]})
        services = dataclasses.replace(services, settings=settings)
        runner = Runner(services, grader)
        with pytest.raises(AddressInUseError):
            await _work(services, grader, runner, asyncio.Event(), print)  # type: ignore[arg-type]
    assert (runner.is_alive, grader.closed) == (False, True)
    assert await services.fleet.list_runners() == []


async def test_a_runner_that_fails_leaves_the_fleet(services: Services, grader: StandInGrader) -> None:
    runner = Runner(services, grader)

    def say(_words: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        await _work(services, grader, runner, asyncio.Event(), say)  # type: ignore[arg-type]
    assert (runner.is_alive, grader.closed) == (False, True)
    assert await services.fleet.list_runners() == []


async def test_server_answers_watchers_at_a_port_of_their_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, nobody can forge a client's address: no other route is served."""
    monkeypatch.setattr("app.server.processes.settle", lambda: None)
    prepare_data_directory(settings)
    prepare_database(settings)
    port, watch = find_free_port(), find_free_port()
    application = create_app(settings.model_copy(update={"runner": "separate"}))
    server = _Server(application, "", lambda _words: None, listen("127.0.0.1", watch))
    serving = asyncio.create_task(server.serve(sockets=[listen("127.0.0.1", port)]))
    async with asyncio.timeout(30), httpx.AsyncClient() as http:
        while not server.started:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        for path, status in (("/healthz", 200), ("/readyz", 200), ("/metrics", 200), ("/", 404), ("/api/v1/me", 404)):
            assert (await http.get(f"http://127.0.0.1:{watch}{path}")).status_code == status
        assert "jaxdojo_mails_pending 0.0" in (await http.get(f"http://127.0.0.1:{watch}/metrics")).text
        assert (await http.get(f"http://127.0.0.1:{port}/")).status_code == 200
        server.should_exit = True
        await serving
        with pytest.raises(httpx.ConnectError):
            await http.get(f"http://127.0.0.1:{watch}/healthz")


async def test_a_process_without_such_a_port_listens_nowhere() -> None:
    async with _answer_watchers(_listen_for_watchers("127.0.0.1", 0), FastAPI()):
        assert [task for task in asyncio.all_tasks() if "serve" in str(task.get_coro())] == []


def test_codes_are_bounded() -> None:
    metrics = Metrics()
    for number in range(MAX_CODES + 50):
        metrics.count_verdict(
            Report(
                problem="p",
                version="1",
                mode=Mode.RUN,
                verdict=Verdict.WRONG_ANSWER,
                code=f"c{number}",
                message="",
                score=0,
            )
        )
    machine = Machine({"in_use": 0, "idle": 1}, 1, 2, 0.0)
    stored = Stored({}, FleetState([], []), webhooks=Backlog(0, 0.0))
    metrics.set_current(sandbox="tier A", counts=None, machine=machine, stored=stored)
    text = metrics.render().decode()
    assert text.count("jaxdojo_verdict_codes_total{") == MAX_CODES + 1
    assert 'jaxdojo_verdict_codes_total{code="other"} 50.0' in text


async def test_metrics_are_for_this_machine(ada: Person, application: FastAPI) -> None:
    transport = httpx.ASGITransport(application, client=("203.0.113.9", 5000))
    async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as stranger:
        assert (await stranger.get("/metrics")).status_code == 404
    answer = await ada.http.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"})
    assert (answer.status_code, answer.json()["code"]) == (404, "metrics_hidden")
    services = application.state.services
    for allowed, own, foreign in (("off", 404, 404), ("open", 200, 200), ("direct", 200, 200)):
        settings = services.settings.model_copy(update={"metrics": allowed})
        application.state.services = dataclasses.replace(services, settings=settings)
        assert (await ada.http.get("/metrics")).status_code == own
        async with httpx.AsyncClient(transport=transport, base_url="http://dojo.test") as stranger:
            assert (await stranger.get("/metrics")).status_code == foreign
    for header in ("forwarded", "x-forwarded-for"):
        assert (await ada.http.get("/metrics", headers={header: "for=127.0.0.1"})).status_code == 404


@pytest.mark.parametrize(
    ("client", "local"),
    [(("127.0.0.1", 1), True), (("::1", 1), True), (("10.0.0.1", 1), False), (("testclient", 1), False), (None, False)],
)
def test_what_is_local(client: tuple[str, int] | None, local: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert is_local(Request({"type": "http", "headers": [], "client": client})) is local
