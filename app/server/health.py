"""Monitoring: `/healthz` (the process responds), `/readyz` (it can work) and `/metrics`."""

import asyncio
from datetime import datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, FastAPI, Request, Response, status
from pydantic import BaseModel
from starlette.datastructures import State

from app.db.models import now
from app.db.statuses import RunnerStatus, Status
from app.domains.fleet.schemas import FleetState
from app.domains.monitoring.metrics import CONTENT_TYPE, Stored, may_read, measure_machine
from app.domains.submissions.schemas import Backlog
from app.http.documentation import document_answer, document_errors
from app.http.problem_details import install_handlers
from app.kit.errors import DatabaseUnavailableError, JaxDojoError, MetricsHiddenError
from app.kit.outage import OUTAGE
from app.kit.sending import ADVICE, is_sending
from app.kit.watchdog import LATE_S
from app.services import Services
from app.work.preparation import Preparation
from app.work.runner import Runner

router = APIRouter(tags=["health"])
EXAMPLE = 'jaxdojo_sandbox_kills_total{reason="timed_out"} 0.0\n'
METRICS = {
    **document_answer(status.HTTP_200_OK, content="text/plain", example=EXAMPLE),
    **document_errors(MetricsHiddenError),
}
PATIENCE_S: Final = 5.0
"""How long `/metrics` waits for the database, in seconds: less than Prometheus waits for `/metrics`."""


RunnerState = Literal["ok", "draining", "cordoned", "set_aside", "stopped", "elsewhere"]
OWN: Final[dict[RunnerStatus, RunnerState]] = {
    RunnerStatus.ACTIVE: "ok",
    RunnerStatus.DRAINING: "draining",
    RunnerStatus.CORDONED: "cordoned",
    RunnerStatus.SET_ASIDE: "set_aside",
}


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Publishing(BaseModel):
    """How many problems were published anew, of how many."""

    done: int
    total: int


class Readiness(BaseModel):
    """Whether each part can do its work, in a word for the operator.

    `degraded`: pages and the API work, but submissions aren't graded.
    """

    status: Literal["ready", "degraded", "not_ready"]
    database: Literal["ok", "unavailable"]
    queue: Literal["ok", "unavailable"]
    waiting: int
    """How many submissions wait for a runner."""
    oldest_s: float
    """For how many seconds the oldest of them has waited."""
    runner: RunnerState
    """The one of this process."""
    runners: Literal["ok", "none", "lacking", "unknown"]
    """Whether any runner claims jobs, wherever it is; `lacking`: none for some of the waiting submissions."""
    sandbox: str
    spares: Literal["warm", "warming", "elsewhere"]
    problems: int
    """How many are published."""
    unpublished: int
    """How many are being published for the first time."""
    loop_lag_s: float
    """The longest delay of this process's event loop in the last minute, in seconds. Nothing is served meanwhile."""
    publishing: Publishing | None
    """How far this process has come with publishing problems anew, as after a restore; null when it doesn't."""
    sends: bool
    """Whether webhooks and mails are sent; a restored copy sends none until `jaxdojo sending on`."""
    advice: list[str]
    """What is wrong and what to do about it, in sentences."""


def get_services(request: Request) -> Services:
    """Return all parts of the service: health is about each of them."""
    services: Services = request.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]


def get_runner(request: Request) -> Runner | None:
    """Return the runner of this process, if it has one."""
    runner: Runner | None = request.app.state.runner
    return runner


def get_preparation(request: Request) -> Preparation:
    """Return the state of this process's preparation."""
    preparation: Preparation = request.app.state.preparation
    return preparation


def serves_pages(request: Request) -> bool:
    """Return whether this process is a server, not only a runner."""
    return bool(request.app.state.serves)


@router.get("/healthz")
async def show_health() -> Health:
    """Answer."""
    return Health()


@router.get("/readyz", responses={status.HTTP_503_SERVICE_UNAVAILABLE: {"model": Readiness}})
async def show_readiness(
    response: Response,
    services: ServicesDep,
    runner: Annotated[Runner | None, Depends(get_runner)],
    preparation: Annotated[Preparation, Depends(get_preparation)],
    serves: Annotated[bool, Depends(serves_pages)],
) -> Readiness:
    """Report whether database, queue, runner and sandbox can work; 503 if one can't, or not yet.

    Ready also means that every problem was published or refused, and that a sandbox waits for a submission to the
    problem used last. If none waits after 30 s, the process is ready all the same, and `spares` is `warming`.

    A server still serves pages and queues submissions when no runner claims them: it is `degraded`, with status 200, so
    that no load balancer takes it out. A runner (`jaxdojo runner`) that may not claim isn't ready.
    """
    problems = 0
    fleet: FleetState | None = None
    database: Literal["ok", "unavailable"] = "unavailable"
    queue: Literal["ok", "unavailable"] = "unavailable"
    queued = Backlog(0, 0.0)
    try:
        await services.database.check()
        problems = len(await services.catalogue.list_versions(None))
        database = "ok"
        queued = (await services.submissions.measure_backlog()).get(Status.QUEUED, queued)
        fleet = await services.fleet.describe()
        queue = "ok"
    except JaxDojoError as error:
        OUTAGE.report("readiness", error.message)
    runs: RunnerState = "elsewhere"
    if runner is not None or services.settings.runner == "inside":
        runs = _describe_runner(runner, fleet)
    able = runs in {"ok", "elsewhere"} or (serves and runs != "stopped")
    ready = queue == "ok" and able and preparation.can_grade and preparation.ready.is_set()
    progress, sends = preparation.publishing, is_sending(services.settings.data)
    faults = fleet.faults if fleet is not None else []
    if not ready:
        response.status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    return Readiness(
        status="not_ready" if not ready else "degraded" if faults else "ready",
        database=database,
        queue=queue,
        waiting=queued.count,
        oldest_s=round(queued.oldest_s, 1),
        runner=runs,
        runners=_describe_fleet(fleet),
        sandbox=preparation.sandbox,
        spares=preparation.spares,
        problems=problems,
        unpublished=preparation.unpublished,
        loop_lag_s=round(services.watchdog.worst_s, 3),
        publishing=None if progress is None else Publishing(done=progress.done, total=progress.total),
        sends=sends,
        advice=[
            *_advise(database, runs, preparation, services.watchdog.worst_s),
            *([] if sends else [ADVICE]),
            *faults,
        ],
    )


def _describe_runner(runner: Runner | None, fleet: FleetState | None) -> RunnerState:
    """Return the state of this process's runner."""
    if runner is None or not runner.is_alive:
        return "stopped"
    own = next((one.status for one in fleet.runners if one.name == runner.name), None) if fleet is not None else None
    return "ok" if own is None else OWN[own]


def _describe_fleet(fleet: FleetState | None) -> Literal["ok", "none", "lacking", "unknown"]:
    if fleet is None:
        return "unknown"
    if not fleet.counts[RunnerStatus.ACTIVE]:
        return "none"
    return "lacking" if fleet.stranded else "ok"


def _advise(database: str, runs: RunnerState, preparation: Preparation, worst_lag_s: float) -> list[str]:
    """Return what is wrong with this process and what to do about it."""
    advice = []
    if database != "ok":
        advice.append("The database doesn't answer: check that it is running and that JAXDOJO_DATABASE_URL is right.")
    if runs == "stopped":
        advice.append("This process's runner has stopped; its log says why. Restart the process.")
    if preparation.publishing is not None:
        advice.append(preparation.publishing.tell())
    if not preparation.can_grade:
        advice.append("There is no sandbox, so nothing is graded here: `jaxdojo doctor` says what is missing.")
    if worst_lag_s >= LATE_S:
        advice.append(
            f"Nothing was served for {worst_lag_s:.1f} s within the last minute: the machine is too busy, or a request "
            "blocked the event loop, which is so if `loop_late` in the log says that it computed for as long."
        )
    return advice


@router.get("/metrics", response_class=Response, responses=METRICS)
async def show_metrics(
    request: Request,
    services: ServicesDep,
    runner: Annotated[Runner | None, Depends(get_runner)],
    preparation: Annotated[Preparation, Depends(get_preparation)],
    serves: Annotated[bool, Depends(serves_pages)],
) -> Response:
    """Return counts and times in Prometheus's text format, to those whom `JAXDOJO_METRICS` allows."""
    if not may_read(request, services.settings.metrics):
        raise MetricsHiddenError
    services.metrics.set_current(
        sandbox=preparation.sandbox,
        counts=runner.count_sandboxes() if runner is not None else None,
        machine=await asyncio.to_thread(measure_machine, services.settings.data, services.database),
        stored=await _measure_stored(services, serves=serves),
        worst_lag_s=services.watchdog.worst_s,
    )
    return Response(await asyncio.to_thread(services.metrics.render), media_type=CONTENT_TYPE)


async def _measure_stored(services: Services, *, serves: bool) -> Stored | None:
    """Return what the database says, or None if it doesn't answer. Runners may not read mails."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            return Stored(
                backlog=await services.submissions.measure_backlog(),
                fleet=await services.fleet.describe(),
                webhooks=_make_backlog(*await services.webhooks.measure_backlog()),
                mails=_make_backlog(*await services.mailer.measure_backlog()) if serves else None,
            )
    except DatabaseUnavailableError as error:
        reason = error.message
    except TimeoutError:
        reason = f"no answer within {PATIENCE_S:.0f} s"
    OUTAGE.report("metrics", reason)
    return None


def _make_backlog(count: int, oldest: datetime | None) -> Backlog:
    """Return a backlog of so many entries, of which the oldest was made at a moment."""
    return Backlog(count, 0.0 if oldest is None else max(0.0, (now() - oldest).total_seconds()))


def create_watch_app(state: State) -> FastAPI:
    """Return an application that only answers monitoring systems, about the application with this state."""
    application = FastAPI(title="JAX Dojo, watched", docs_url=None, redoc_url=None, openapi_url=None)
    application.state = state
    install_handlers(application)
    application.include_router(router)
    return application


def create_runner_app(services: Services, runner: Runner, preparation: Preparation) -> FastAPI:
    """Return a separate runner's monitoring application."""
    return create_watch_app(
        State({"services": services, "serves": False, "runner": runner, "preparation": preparation})
    )
